"""Sentences made from the grammar itself: none makes the reader raise; and no word of a Cost is idle."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from spells.derive import sentences
from spells.lists import spell

from pbp.spells import Spell, read
from pbp.spells.cycles import uncollected
from pbp.spells.page.wikitext import passages
from pbp.spells.read import FAULT
from pbp.spells.readings import read_inputs

INPUTS = "A position in the Wizard Ring"
SAYS_LITTLE = frozenset(
    "star stars the of own a in caster's or but only that shall you chosen "
    "payable usually either and wizards everyone to pays when while wearing all".split()
)
"""Words without which a cost may mean the same: "2" is 2 Stars, "the number" the one of the Inputs line, "1 wearing a
Hat" and "1 when a Hat" are what it costs with one."""


def spells_of(effects: Sequence[str]) -> list[Spell]:
    """The spell Self of each Effect, among the same others: all are taken from one page, and then read one by one."""
    around = spell("Gain 1 Star.", INPUTS).around
    page = "".join(f"== Self {number} ==\nInputs: {INPUTS}\nEffect: {text}\n\n" for number, text in enumerate(effects))
    found = passages(page)
    assert len(found) == len(effects)
    with uncollected():
        return [read._read_all([replace(passage, name="Self")], around)["Self"] for passage in found]


@pytest.mark.parametrize("half", range(2))
def test_no_alternative_of_the_grammar_makes_the_reader_raise(half: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "read_inputs", cache(read_inputs))  # the same line of all
    made = [text for number, text in enumerate(sentences("sentence", Random(half))) if number % 2 == half]
    effects = [f"{text[0].upper()}{text[1:]}." for text in made]
    for first in range(0, len(effects), 100):
        page = effects[first : first + 100]
        for text, found in zip(page, spells_of(page), strict=True):
            assert found.text == {"Inputs": INPUTS, "Effect": text}
            assert (found.program is None) == bool(found.unclear), text
            assert not [unclear for unclear in found.unclear if unclear.reason.startswith(FAULT)], text
    assert len(effects) > 3000


def test_a_cost_without_one_of_its_words_costs_another_amount_or_is_refused() -> None:
    known = tomllib.loads(Path(__file__).with_name("costs.toml").read_text("utf-8"))
    inputs = "A position in the Wizard Ring, and a number from 1 to 5"
    read = 0
    idle = []
    for cost in (*known["stars"], *known["crystals"]):
        whole = spell("Gain 1 Star.", inputs, f"Cost: {cost}\n").program
        words = cost.split()
        for at in range(len(words)):
            text = " ".join([*words[:at], *words[at + 1 :]])
            found = spell("Gain 1 Star.", inputs, f"Cost: {text}\n")
            assert (found.program is None) == bool(found.unclear), text
            read += found.program is not None
            if text and found.program == whole and words[at].strip(",.;:").casefold() not in SAYS_LITTLE:
                idle.append((cost, text))
    assert read > 50
    assert not idle
