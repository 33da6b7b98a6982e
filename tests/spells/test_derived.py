"""Sentences made from the grammar itself: none makes the reader raise; and no word of a Cost is idle."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from spells.derive import sentences
from spells.lists import spell

INPUTS = "A position in the Wizard Ring"
SAYS_LITTLE = frozenset(
    "star stars the of own a in caster's or but only that shall you chosen "
    "payable usually either and wizards everyone to pays".split()
)
"""Words without which a cost may mean the same: "2" is 2 Stars, "the number" the one of the Inputs line."""


@pytest.mark.parametrize("half", range(2))
def test_no_alternative_of_the_grammar_makes_the_reader_raise(half: int) -> None:
    tried = 0
    for number, text in enumerate(sentences("sentence", Random(half))):
        if number % 2 == half:
            found = spell(f"{text[0].upper()}{text[1:]}.", INPUTS)
            assert (found.program is None) == bool(found.unclear), text
            tried += 1
    assert tried > 3000


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
