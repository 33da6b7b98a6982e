"""Whatever is read is a tree of the right parts: nothing of the reader's own is left, and nothing of another kind."""

from __future__ import annotations

import tomllib
import typing
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell
from spells.test_wordings import READABLE

from pbp.spells import read_list
from pbp.spells import tree as t
from pbp.spells.tree import base, conditions, numbers, outcomes, spoken, wizards

SCENARIOS = sorted((Path(__file__).parent / "scenarios").rglob("*.toml"))
NAMES = {
    name: value for part in (base, wizards, numbers, conditions, outcomes, spoken) for name, value in vars(part).items()
}
READER = (
    conditions.OwnName,
    *(value for value in vars(spoken).values() if isinstance(value, type) and value.__module__ == spoken.__name__),
)
LEFT = (t.ThatMany,)


def kinds(node: type) -> dict[str, Any]:
    """The declared kind of each field."""
    return typing.get_type_hints(node, globalns=NAMES)


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a declared kind."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return isinstance(value, tuple) and all(fits(part, args[0]) for part in value)
        return isinstance(value, tuple) and len(value) == len(args) and all(map(fits, value, args))
    if args:
        return any(fits(value, arg) for arg in args)
    return value is None if kind is type(None) else isinstance(value, kind)


def wrong(node: Any) -> list[str]:
    """The parts of a tree that are of another kind than declared, or the reader's own."""
    if isinstance(node, tuple):
        return [fault for part in node for fault in wrong(part)]
    if not is_dataclass(node):
        return []
    found = (
        [f"{type(node).__name__} is the reader's"] if isinstance(node, READER) and not isinstance(node, LEFT) else []
    )
    for item in fields(node):
        value = getattr(node, item.name)
        if not fits(value, kinds(type(node))[item.name]):
            found.append(f"{type(node).__name__}.{item.name} = {value!r}")
        found += wrong(value)
    return found


@pytest.mark.parametrize("entry", READABLE, ids=lambda entry: entry["effect"][:60])
def test_a_wording_is_read_as_a_sound_tree(entry: dict[str, Any]) -> None:
    assert wrong(spell(entry["effect"], entry.get("inputs", "")).program) == []


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_is_read_as_sound_trees(path: Path) -> None:
    scenario = tomllib.loads(path.read_text())
    attributes = frozenset(name for wizard in scenario["wizards"] for name in wizard.get("attributes", {}))
    for found in read_list(scenario["spell_list"]["wikitext"], attributes).spells.values():
        assert wrong(found.program) == []
