"""No spell keeps everybody waiting while it is cast: what it may cost is counted, and the spell is named."""

from __future__ import annotations

import pytest

from pbp.errors import NeedsRuling
from pbp.fair.dice import Dice
from pbp.spells import RingWizard, read_list
from pbp.spells import tree as t
from pbp.spells.casting.board import STEPS, STEPS_A_CAST
from pbp.spells.casting.casting import play
from pbp.spells.casting.duel import ListedSpell

RING = [RingWizard(f"W{number}", 20) for number in range(60)]
GREED = read_list("== Greed ==\nEffect: Gain 5 Stars.\n").spells["Greed"].program


def nested(depth: int) -> t.Program:
    """A spell that counts Wizards by Wizards, so deep; each count looks at the Wizards of all counts round it."""
    amount: t.Num = t.Stat(t.Member(depth - 1), "Stars")
    for _ in range(depth):
        amount = t.Count(t.Those(t.All(), t.Compare(t.Stat(t.Member(0), "Stars"), ">=", amount)))
    act = t.Change(t.Caster(), "Stars", True, amount)
    assert GREED
    return t.Program(inputs=(), acts=(act,), price=None, speed=1, traits=())


def cast(depth: int) -> list[int]:
    """The Stars after a duel in which one casts it, and all others Greed."""
    book = {"greed": ListedSpell("Greed", GREED), "maze": ListedSpell("Maze", nested(depth))}
    selections = {number: ("Maze" if number == 30 else "Greed", ()) for number in range(len(RING))}
    return list(play(RING, selections, book, Dice(b"key")).stars)


def test_a_spell_that_counts_within_counts_needs_a_ruling_and_is_named() -> None:
    with pytest.raises(NeedsRuling) as error:
        cast(5)
    assert [item.spell for item in error.value.unclear] == ["Maze"]
    assert "too long" in error.value.unclear[0].reason


def test_what_people_mean_is_cast() -> None:
    stars = cast(1)
    assert stars[0] == 25 and stars[30] > 20
    assert STEPS + 60 * STEPS_A_CAST > 60**2, "each looking at each is little of it"
