"""Wordings as players write them: what each reads as, and which are refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from spells.lists import spell

from pbp.spells import say

MANNERS = tomllib.loads(Path(__file__).with_name("manners.toml").read_text("utf-8"))["meaning"]
WORDINGS = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text())["wording"]
READABLE = [entry for entry in WORDINGS if not entry.get("refused")]
REFUSED = [entry for entry in WORDINGS if entry.get("refused")]


@pytest.mark.parametrize("entry", READABLE, ids=lambda entry: entry["effect"][:60])
def test_a_wording_reads_as_its_canonical_sentence(entry: dict[str, Any]) -> None:
    inputs = entry.get("inputs", "")
    found = spell(entry["effect"], inputs)
    assert found.program is not None, found.unclear
    said = say(found)
    assert said == entry.get("reads_as", entry["effect"])
    assert spell(said, inputs).program == found.program


@pytest.mark.parametrize("meaning", MANNERS, ids=lambda meaning: meaning["reads_as"][:60])
def test_all_manners_of_a_sentence_read_as_one(meaning: dict[str, Any]) -> None:
    for wording in meaning["wordings"]:
        found = spell(wording, meaning.get("inputs", ""))
        assert found.program is not None, (wording, found.unclear)
        assert say(found) == meaning["reads_as"], wording


@pytest.mark.parametrize("entry", REFUSED, ids=lambda entry: entry["effect"][:60])
def test_a_wording_that_leaves_something_open_is_refused_with_its_sentence(entry: dict[str, Any]) -> None:
    found = spell(entry["effect"], entry.get("inputs", ""))
    assert found.program is None
    assert found.unclear
    for unclear in found.unclear:
        assert unclear.spell == "Self"
        assert unclear.sentence in entry["effect"]
        assert unclear.reason


def test_all_faults_of_a_spell_are_told_at_once() -> None:
    effect = "Gain 3 Starz. Each neighbour loses 1 Star. The caster dances."
    found = spell(effect, "A hunch", "Speed: fast\nCost: a few")
    assert [unclear.sentence for unclear in found.unclear] == [
        "A hunch",
        "fast",
        "a few",
        "Gain 3 Starz.",
        "The caster dances.",
    ]


def test_a_fault_of_the_inputs_is_not_told_again_of_what_speaks_of_them() -> None:
    found = spell("The Wizard in the chosen position loses 2 Stars.", "A hunch", "Cost: The chosen number")
    assert [unclear.sentence for unclear in found.unclear] == ["A hunch"]


def test_whom_the_sentences_mean_is_told_beside_a_fault_of_the_cost() -> None:
    found = spell("The Wizard in the chosen position loses 2 Stars.", "", "Cost: a few")
    assert [unclear.sentence for unclear in found.unclear] == [
        "a few",
        "The Wizard in the chosen position loses 2 Stars.",
    ]


def test_what_was_so_at_the_start_is_compared_with_what_was_so_then() -> None:
    """There is no canonical sentence for it, so that two wordings are compared."""
    for had, of_both in (
        (
            "If you had more Stars than the next Wizard at the start of the Duel, gain 1 Star.",
            "If you started the Duel with more Stars than the next Wizard had at the start of the Duel, gain 1 Star.",
        ),
        (
            "Each Wizard who started the Duel with more Stars than you loses 1 Star.",
            "Each Wizard who started the Duel with more Stars than you had at the start of the Duel loses 1 Star.",
        ),
    ):
        assert spell(had).program == spell(of_both).program is not None
