"""Sentences made from the grammar itself: none makes the reader raise, and no word of a readable one is idle."""

from __future__ import annotations

from random import Random

import pytest
from spells.derive import sentences
from spells.lists import spell
from spells.test_mutations import mutants, same_in_substance

from pbp.spells.read import canonical

INPUTS = "A position in the Wizard Ring"


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


@pytest.mark.parametrize("seed", range(2))
def test_each_wording_of_a_cost_is_read_or_refused(seed: int) -> None:
    read = 0
    for text in sentences("price", Random(seed)):
        found = spell("Gain 1 Star.", INPUTS, f"Cost: {text}\n")
        assert (found.program is None) == bool(found.unclear), text
        read += found.program is not None
    assert read > 100
