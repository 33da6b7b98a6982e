"""Sentences made from the grammar itself: none makes the reader raise, and no word of a readable one is idle."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from spells.derive import sentences
from spells.lists import spell
from spells.test_mutations import mutants, same_in_substance

from pbp.spells.read import canonical

INPUTS = "A position in the Wizard Ring"
SAYS_LITTLE = frozenset(
    "star stars the of own a in caster's or but only that shall you chosen "
    "payable usually either and wizards everyone to".split()
)
"""Words without which a cost may mean the same: "2" is 2 Stars, "the number" the one of the Inputs line."""


@pytest.mark.parametrize("seed", range(2))
def test_each_wording_of_the_grammar_is_read_or_refused_with_no_idle_word(seed: int) -> None:
    read, idle = 0, []
    for text in sentences("sentence", Random(seed)):
        found = spell(f"{text[0].upper()}{text[1:]}.", INPUTS)
        assert (found.program is None) == bool(found.unclear), text
        if found.program is None:
            continue
        read += 1
        canonical(found)
        idle += [
            (text, mutant)
            for mutant in mutants(text)
            if not same_in_substance(text, mutant)
            and set(mutant.split()) != set(text.split())  # "odd or even or odd": what is said twice may be idle
            and spell(f"{mutant}.", INPUTS).program == found.program
        ]
    assert read > 500
    assert not idle


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
