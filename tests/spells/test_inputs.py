"""Inputs lines as players write them: what they ask for, or that they cannot be read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell

from pbp.spells import read_list, tree

MANNERS = tomllib.loads(Path(__file__).with_name("asked.toml").read_text("utf-8"))["meaning"]
LINES = tomllib.loads(Path(__file__).with_name("inputs.toml").read_text("utf-8"))["line"]


@pytest.mark.parametrize("line", LINES, ids=[line["inputs"][:60] for line in LINES])
def test_an_inputs_line_asks_for_what_it_says(line: dict[str, Any]) -> None:
    found = spell("Gain 1 Star.", line["inputs"])
    if line.get("refused"):
        assert found.program is None
        assert line["inputs"].split()[0].lower() in found.unclear[0].sentence.lower()
    else:
        assert found.program is not None, found.unclear
        assert [asked.label for asked in found.program.inputs] == line["asks"]


@pytest.mark.parametrize("line", ["The name of another spell", "Any spell except this one"])
def test_a_line_that_speaks_of_its_own_spell_is_read_for_each_that_has_it(line: str) -> None:
    page = "".join(f"== {name} ==\nInputs: {line}\nEffect: Gain 1 Star.\n" for name in ("Burn", "Jolt"))
    assert {name: found.inputs[0].but for name, found in read_list(page).spells.items()} == {
        "Burn": ("Burn",), "Jolt": ("Jolt",),
    }  # fmt: skip


@pytest.mark.parametrize("meaning", MANNERS, ids=[", ".join(meaning["asks"])[:80] for meaning in MANNERS])
def test_each_manner_of_asking_asks_for_the_same(meaning: dict[str, Any]) -> None:
    for line in meaning["lines"]:
        found = spell("Gain 1 Star.", line)
        assert found.program is not None, (line, found.unclear)
        assert list(map(_said, found.program.inputs)) == meaning["asks"], line


def _said(asked: tree.Input) -> str:
    """What an input asks for; of one of two, which its label does not say, what is excluded too."""
    said = asked.label
    if said.startswith(("the first ", "the second ")):
        said += ", not the caster's" if asked.not_self else ""
        said += "" if asked.adjacent is None else f", {'' if asked.adjacent else 'not '}next to the caster's"
    return said + ("" if asked.differs is None else f", not the same as number {asked.differs + 1}")
