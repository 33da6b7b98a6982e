"""The guide for those who write spells keeps its word: its examples are read, its warnings need a ruling."""

from __future__ import annotations

import pytest

from pbp.spells import read_list
from pbp.spells.guide import Chapter, Example, chapters

OTHERS = """=== Greed ===
* Effect: If no other Wizard cast Greed this Duel, gain 5 Stars.
=== Burn ===
* Inputs: A position in the Wizard Ring
* Traits: Fiery
* Effect: The Wizard in the chosen position loses 3 Stars.
=== Swap ===
* Inputs: A position in the Wizard Ring
* Effect: Swap Stars with the Wizard in the chosen position.
"""


def is_read(example: Example) -> bool:
    listed = read_list(f"=== Example ===\n{example.text}\n{OTHERS}", frozenset({"Hat", "Crystals"}))
    return not listed.spells["Example"].unclear


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.title)
def test_every_example_is_read_and_every_warning_needs_a_ruling(chapter: Chapter) -> None:
    assert [example.text for example in chapter.examples if not is_read(example)] == []
    assert [example.text for example in chapter.unclear if is_read(example)] == []
    assert chapter.examples or chapter.unclear
