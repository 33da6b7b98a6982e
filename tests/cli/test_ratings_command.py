"""`pbp ratings` prints the tables, and checks published ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner, Result

from pbp import config
from pbp.cli import main
from pbp.clock import system_clock
from pbp.operating.serving import Server


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a site on which the demo was played, and its configuration."""
    world = tmp_path_factory.mktemp("ratings") / "world"
    assert run("demo", "--no-serve", "--folder", str(world), "--seed", "readme").exit_code == 0
    server = Server(config.load(world / "config.toml"), system_clock)
    server.start()
    yield server.url, world / "config.toml"
    server.stop()


def test_the_tables_are_printed(town: tuple[str, Path]) -> None:
    shown = run("ratings", "--config", str(town[1]))
    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    assert lines[0] == "Wizard Duel, all time: 2 duels"
    assert lines[1].split() == ["Player", "Rating", "Played", "Won", "Drawn", "Lost", "Points"]
    assert len(lines) == 8 and lines[2].startswith("Nimue") and " 1 " in lines[2]
    season = run("ratings", "--game", "wizard-ring", "--season", "1", "--config", str(town[1]))
    assert season.output.splitlines()[0] == "Wizard Duel, season 1: 2 duels"
    missing = run("ratings", "--game", "chess", "--config", str(town[1]))
    assert (missing.exit_code, missing.stdout) == (1, "")


def test_a_table_is_checked_from_its_address_from_a_list_and_from_a_folder(
    town: tuple[str, Path], tmp_path: Path
) -> None:
    url = town[0]
    assert run("ratings", "verify", f"{url}/ratings.json").exit_code == 0
    listed = f"{url}/wiki/Wizard_Duel_Season_1"
    assert run("ratings", "verify", f"{url}/ratings.json", listed).exit_code == 0
    table = requests.get(f"{url}/ratings.json", timeout=30).text
    (tmp_path / "table.json").write_text(table, encoding="utf-8")
    for number in (1, 2):
        page = requests.get(f"{url}/wiki/Wizard_Duel_{number}_Audit", timeout=30).text
        (tmp_path / f"{number}.html").write_text(page, encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    whole = run("ratings", "verify", str(tmp_path))
    assert whole.exit_code == 0, whole.output
    assert "duels that count: 1, 2" in whole.output
    (tmp_path / "2.html").unlink()
    fewer = run("ratings", "verify", str(tmp_path))
    assert fewer.exit_code == 1
    assert "duel 2 is counted, and no bundle shows that it has ended" in fewer.output


def test_an_altered_table_is_told_and_fails(town: tuple[str, Path], tmp_path: Path) -> None:
    value = json.loads(run("ratings", "--json", "--config", str(town[1])).output)
    first = value["tables"][0]["rows"][0]
    first["points"] += 1
    altered = tmp_path / "altered.json"
    altered.write_text(json.dumps(value), encoding="utf-8")
    shown = run("ratings", "verify", str(altered), f"{town[0]}/wiki/Wizard_Duel_Season_1", "--json")
    assert shown.exit_code == 1
    told = json.loads(shown.output)
    assert not told["ok"]
    assert any(
        f"{first['player']} has points {first['points']}, and the bundles give" in line for line in told["lines"]
    )


def test_wrong_use_is_said(town: tuple[str, Path], tmp_path: Path) -> None:
    assert run("ratings", "verify").exit_code == 2
    assert run("ratings", "verify", str(tmp_path / "nothing.json")).exit_code == 1
    assert run("ratings", "verify", f"{town[0]}/wiki/Wizard_Duel_Season_1").exit_code == 1
