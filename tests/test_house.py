"""pbp/README.md shows the house as it is: every room at the root, and no path that is not there."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from pbp.papers import paper

ROOT = Path(__file__).parent.parent
HOUSE = (ROOT / "pbp" / "README.md").read_text(encoding="utf-8")
ROOMS = {path.stem for path in (ROOT / "pbp").iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()} - {
    "__init__"
}


def test_every_room_is_named_and_no_other() -> None:
    table = HOUSE.split("| room | what it is for |")[1].split("\n\n")[0]
    named = [
        name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1] if "|" in row else "")
    ]
    assert sorted(named) == sorted(ROOMS)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w/*-]+\.(?:py|j2|toml|lark))`", HOUSE))))
def test_every_file_that_is_named_exists(name: str) -> None:
    places = [ROOT, ROOT / "pbp", ROOT / "pbp" / "service", ROOT / "pbp" / "spells"]
    assert any(found for place in places for found in place.glob(name)), name


def test_every_folder_that_is_named_exists() -> None:
    named = re.findall(r"`((?:tests|templates|service|spells)/\w+)`", HOUSE)
    assert named
    for name in named:
        assert (ROOT / name).is_dir() or (ROOT / "pbp" / name).is_dir(), name


def test_a_class_has_a_name_that_no_other_has() -> None:
    """But each game has a State of its own, and what a phrase says bears the name of what it comes to mean."""
    found: dict[str, set[str]] = defaultdict(set)
    twice = []
    for path in sorted((ROOT / "pbp").rglob("*.py")):
        room = path.relative_to(ROOT / "pbp")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                of = room.parts[1] if room.parts[0] == "games" and len(room.parts) > 2 else ""
                home = f"a game: {of}" if of else "/".join(room.parts[:2]) if room.parts[0] == "spells" else "elsewhere"
                if home in found[node.name]:
                    twice.append(f"{node.name} in {room}")
                found[node.name].add(home)
    for name, homes in found.items():
        games = {home for home in homes if home.startswith("a game")}
        if len(homes) > 1 and homes != games and homes != {"spells/english", "spells/tree"}:
            twice.append(f"{name} in {', '.join(sorted(homes))}")
    assert len(found) > 400
    assert not twice


def test_who_is_handed_a_transaction_opens_none() -> None:
    """But a kept letter that is retried is taken in like a new one, with transactions around the sites' answers."""
    handed, opened = 0, []
    for path in sorted((ROOT / "pbp").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and "store" not in path.parts:
                given = {ast.unparse(each.annotation) for each in node.args.args if each.annotation}
                if given & {"Tx", "Decided", "Asked"}:
                    handed += 1
                    calls = [ast.unparse(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)]
                    if any(call.endswith(("store.tx", "store.within")) for call in calls):
                        opened.append(f"{path.stem}.{node.name}")
    assert handed > 300
    assert opened == ["decided_people._letter"]


def test_what_holds_against_each_attack_is_a_test_that_there_is() -> None:
    table = paper("attacks").text.split("| somebody | is met by | held by |")[1].split("\n\n")[0]
    rows = [row.split("|") for row in table.splitlines() if row.startswith("|") and "---" not in row]
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(rows) > 10
    for row in rows:
        (name,) = re.findall(r"`(test_\w+)`", row[3])
        assert f"def {name}(" in tests, name
