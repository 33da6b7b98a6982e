"""Sentences that are nested, long or joined again and again: refused or read within their steps, and never beyond."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spells.lists import spell

from pbp.spells import steps
from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.read import FAULT, MOST_SENTENCES, names_around, read_again
from pbp.spells.readings import MOST_WORDS, read_sentence

GAIN = spell("Gain 1 Star.", "A Wizard")
NAMES = names_around(GAIN, GAIN.inputs)

WHOM = [
    "the caster", "each neighbour", "the targeted Wizard", "each other Wizard", "they", "that Wizard", "everyone",
    "the Wizard with the most Stars", "each Wizard who cast Burn", "each Wizard who targeted the caster",
]  # fmt: skip
WHAT = [
    "2 Stars", "half of their Stars", "half of their Stars (rounded down)",
    "1 Star for each other Wizard who cast Burn",
    "Stars equal to half of the number of Stars that they have (rounded down)", "twice as many Stars", "1 plus 2 Stars",
    "Stars equal to the number of Stars that they lost", "as many Stars as they have", "DICE6 Stars", "the same amount",
]  # fmt: skip
MORE = [
    "", " from the targeted Wizard", " to each neighbour", " (rounded down)", ", rounded up", " instead",
    " if they cast Burn", " unless they cast Jolt", " for each neighbour who cast Burn", " (but not more than 5)",
    " who cast Burn and who cast Jolt", " that cast a spell that targeted a Wizard that cast Burn",
]  # fmt: skip
BEFORE = ["", "If the caster has more than 5 Stars, ", "Unless they cast Jolt, ", "For each Wizard who cast Burn, "]
BETWEEN = [
    ", and ",
    " and ",
    ", but ",
    ", then ",
    ", or ",
    " and if ",
    ", otherwise ",
    " while ",
    "; ",
    " who ",
    " plus ",
]
AGAIN = [
    "plus 2 ", "minus 1 ", "times 2 ", "and 1 Star ", "or 1 Star ", "half of ", "(half of ", "the number of ",
    "who cast Burn and ", "who cast twice as many Stars and ", "each neighbour of ", "if they cast Burn and ",
    "the Wizard who cast ", "that cast a spell that targeted a Wizard ", "(rounded down) ", "not ", "either Burn or ",
    "each Wizard who ", "the caster's ", ", ", "( ", ": ", "• ", '" ', "greater than ", "for each Star ", "instead ",
]  # fmt: skip

clauses = st.builds(
    lambda who, verb, what, more: f"{who} {verb} {what}{''.join(more)}",
    st.sampled_from(WHOM),
    st.sampled_from(["gains", "loses", "steals", "gives", "has", "casts"]),
    st.sampled_from(WHAT),
    st.lists(st.sampled_from(MORE), max_size=3),
)
joined = st.builds(
    lambda before, first, others: before + first + "".join(map("".join, others)) + ".",
    st.sampled_from(BEFORE),
    clauses,
    st.lists(st.tuples(st.sampled_from(BETWEEN), clauses), max_size=3),
)
repeated = st.builds(
    lambda before, start, again, end: f"{before}{start}{again}{end}.",
    st.sampled_from(BEFORE),
    st.sampled_from(["Gain 1 ", "the caster gains ", "each Wizard ", "lose 2 Stars ", ""]),
    st.builds(
        lambda pieces, times: "".join(pieces) * times, st.lists(st.sampled_from(AGAIN), min_size=1, max_size=3),
        st.integers(2, 26),
    ),
    clauses,
)  # fmt: skip

HALVES = "Stars equal to half of the number of Stars that they have (rounded down)"
WORST = {
    "halves of halves": "If the caster has more than 5 Stars, the targeted Wizard loses "
    f"{HALVES}, and the caster gains {HALVES}.",
    "rounded, and from whom": "If Burn was cast, each other Wizard gives Stars equal to half of the number of Stars "
    "that they have, rounded down from the targeted Wizard.",
    "for each who and who": "Then, each Wizard who targeted the caster steals Stars equal to half of the number of "
    "Stars of the caster (rounded down) to each neighbour that cast a spell that targeted a Wizard that cast Burn, "
    "rounded up for each neighbour who cast Burn.",
    "a sum of thirty-eight": f"Gain {' plus '.join(map(str, range(1, 39)))} Stars.",
    "who, and who, and who": f"The caster gains {'who cast twice as many Stars and ' * 8}2 Stars.",
    "deep relative clauses": f"Each Wizard {'who targeted a Wizard ' * 18}loses 1 Star.",
    "many alternatives": f"If they cast {'Burn or Jolt and ' * 18}Gift, gain 1 Star.",
}

LEAST_TOO_MANY = steps.SENTENCE + 1
"""The reader takes one step to find that there are no more."""


def steps_of_sentence(text: str) -> int:
    """The steps of reading one sentence, with no limit round them."""
    with steps.within(10**9) as taken:
        try:
            assert read_sentence(text, NAMES)
        except Puzzle as puzzle:
            assert puzzle.reason
    return taken.taken


@pytest.mark.parametrize("name", WORST)
def test_a_sentence_never_takes_more_than_its_steps(name: str) -> None:
    assert steps_of_sentence(WORST[name]) <= LEAST_TOO_MANY


@settings(max_examples=150, deadline=None)
@given(joined | repeated)
def test_no_row_of_clauses_takes_more_than_the_steps_of_a_sentence(text: str) -> None:
    for sentence in text.split(". "):
        if len(sentence.split()) <= MOST_WORDS:
            assert steps_of_sentence(sentence) <= LEAST_TOO_MANY


@settings(max_examples=60, deadline=None)
@given(st.lists(joined | repeated, min_size=1, max_size=6))
def test_no_effect_takes_more_than_the_steps_of_a_spell(effect: list[str]) -> None:
    with steps.within(10**9) as taken:
        found = read_again(GAIN, {"Effect": " ".join(effect)})
    assert taken.taken <= steps.SPELL + MOST_SENTENCES * (2 + steps.RESOLVING), "and what finds that there are no more"
    assert (found.program is None) == bool(found.unclear)
    assert not any(unclear.reason.startswith(FAULT) for unclear in found.unclear)


class Counting:
    """A part of a tree that counts how often its hash is asked for."""

    asked = 0

    def __hash__(self) -> int:
        Counting.asked += 1
        return 1


def test_the_hash_of_a_tree_is_worked_out_once_for_each_of_its_parts() -> None:
    tree: Any = Counting()
    for _ in range(12):
        tree = t.Add((tree, tree))
        hash(tree)
    assert Counting.asked == 2


def test_a_hash_is_no_part_of_what_is_written_down() -> None:
    tree = t.Add((t.Int(1), t.Int(2)))
    hash(tree)
    written = pickle.dumps(tree)
    assert b"_hashed" not in written and not hasattr(pickle.loads(written), "_hashed")
    assert pickle.loads(written) == tree and repr(tree) == repr(t.Add((t.Int(1), t.Int(2))))
