"""No text whatever makes the reader raise or run away."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from functools import cache

from hypothesis import example, given, settings
from hypothesis import strategies as st
from spells.lists import ATTRIBUTES, spell

from pbp.spells import read_list, steps
from pbp.spells.english.lexicon import words as lexicon_words
from pbp.spells.english.reading import grammar
from pbp.spells.read import FAULT, Spell, _read_once
from pbp.spells.suggest.bank import wordings

WORDS = [
    *sorted({*grammar().vocabulary(), *lexicon_words()}),
    "3",
    "DICE6",
    "Burn",
    "Self",
    "Hat",
    "Crystal",
    "Stars",
    "Red",
    ",",
    ".",
    ":",
    "(",
    ")",
    "'s",
    "•",
]


def read_or_refused(found: Spell) -> None:
    """That a spell has a meaning or a reason why not, and that the reason is no fault of the reader."""
    assert (found.program is None) == bool(found.unclear)
    assert not any(unclear.reason.startswith(FAULT) for unclear in found.unclear)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_page_is_read_without_a_fault(page: str) -> None:
    assert not any(unclear.reason.startswith(FAULT) for unclear in read_list(page, ATTRIBUTES).unclear)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=120), st.text(max_size=60), st.text(max_size=40))
def test_any_words_after_the_labels_are_read_or_refused(effect: str, inputs: str, cost: str) -> None:
    page = f"== A ==\nInputs: {inputs}\nEffect: {effect}\nCost: {cost}\n"
    for found in read_list(page, ATTRIBUTES).spells.values():
        read_or_refused(found)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join))
def test_any_row_of_known_words_is_read_or_refused(effect: str) -> None:
    found = spell(effect, "A position in the Wizard Ring")
    read_or_refused(found)


@cache
def _sentences() -> list[str]:
    """The sentences and clauses of the bank, each by itself."""
    cut = re.compile(r"(?<=[.!?;:)])\s+|\n")
    return sorted({part for one in wordings() if one.label == "Effect" for part in cut.split(one.text) if part})


@settings(max_examples=300, deadline=None)
@given(st.lists(st.deferred(lambda: st.sampled_from(_sentences())), min_size=1, max_size=3).map(" ".join))
@example("|---|---|")
@example("Find the other Wizards with the fewest Stars (all of them, if several are tied). They lose 1 Star.")
def test_any_sentences_together_are_read_or_refused(effect: str) -> None:
    found = spell(effect, "A position in the Wizard Ring")
    read_or_refused(found)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join), min_size=1, max_size=4),
    st.integers(1, 20_000),
)
def test_however_few_steps_somebody_waits_a_text_means_the_same_or_nothing_yet(effects: list[str], few: int) -> None:
    page = "\n".join(f"== S{nth} ==\nEffect: {effect}\n" for nth, effect in enumerate(effects))
    _read_once.cache_clear()
    with steps.within(10**9) as taken:
        whole = read_list(page, ATTRIBUTES)
    assert taken.taken <= steps.LIST + steps.SPELL
    _read_once.cache_clear()
    with suppress(steps.Clipped), steps.quickly(few):
        assert read_list(page, ATTRIBUTES) == whole
    assert read_list(page, ATTRIBUTES) == whole


def test_a_sentence_with_many_readings_ends_within_the_step_budget() -> None:
    rng = random.Random(7)
    for _ in range(10):
        rest = " and ".join(rng.choice(["gain 1 Star", "each neighbour loses 2 Stars if", "they"]) for _ in range(25))
        found = spell(f"If {rest} unless {rest}.")
        assert found.program is None
        assert found.unclear[0].reason


def test_a_sentence_of_more_than_eighty_words_is_refused() -> None:
    assert "80 words" in spell("The caster gains " + "1 Star and " * 40 + "1 Star.").unclear[0].reason
