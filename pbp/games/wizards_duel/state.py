"""The state of a Wizard's Duel: immutable values, seats 0 and 1 in the order of `players`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from pbp.games.base import Outcome
from pbp.games.wizards_duel.variants import VARIANTS, WISDOM, VariantRules

CASTING, CHARM, DAYBREAK = "casting", "charm", "daybreak"
Value = TypeVar("Value", "Wizards", "Side", "Shown")


@dataclass(frozen=True, slots=True)
class Side:
    """One player's side of a bout.

    `modifier`, `fogged`, `banned`: what holds for the round now to be played. `previous`: the spell of the round
    before, with whether it was `previous_hidden`. `spent_openly`: what every reader knows to be out of the hand.
    `hidden`: (round, spell) of each cast under fog in this bout.
    """

    hand: tuple[str, ...]
    points: int = 0
    modifier: int = 0
    fogged: bool = False
    banned: str | None = None
    previous: str | None = None
    previous_hidden: bool = False
    spent_openly: frozenset[str] = frozenset()
    hidden: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What the last step left to see, beside the state itself: the record of its round.

    `hidden`: whose cast only its caster may see; `returned_hidden` likewise. `points` are those of the bout the
    step belongs to. `bout_over`: (winner's seat or None, reason) if the step ended it.
    """

    bout: int = 1
    round: int = 1
    casts: tuple[str | None, str | None] = (None, None)
    hidden: tuple[bool, bool] = (False, False)
    gained: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    returned: tuple[str | None, str | None] = (None, None)
    returned_hidden: tuple[bool, bool] = (False, False)
    bout_over: tuple[int | None, str] | None = None


@dataclass(frozen=True, slots=True)
class Wizards:
    """The state between two steps.

    `tiebreak_seat`, `draw_winner`, `daybreak_owner`, `wisdom_owner`: seats, as the options name them; the last two
    are None once their item is used. `askers`: who owes a Charm choice. `misses`: how often both were late in this
    round; `absences`: how many bouts in a row, up to now, ended by that. `undo`: the state before the last round's
    casts, while Daybreak may be used. `undone`: fogged casts of a round that was undone, (seat, round, spell).
    """

    variant: str
    players: tuple[str, str]
    tiebreak_seat: int | None
    draw_winner: int | None
    daybreak_owner: int | None
    wisdom_owner: int | None
    sides: tuple[Side, Side]
    bout: int = 1
    round: int = 1
    tiebreak: bool = False
    won: tuple[int, int] = (0, 0)
    phase: str = CASTING
    askers: tuple[int, ...] = ()
    misses: int = 0
    absences: int = 0
    undo: Wizards | None = None
    undone: tuple[tuple[int, int, str], ...] = ()
    shown: Shown = Shown()
    outcome: Outcome | None = None

    @property
    def rules(self) -> VariantRules:
        """The variant's data."""
        return VARIANTS[self.variant]

    def held(self, seat: int) -> tuple[str, ...]:
        """What a side holds: its hand and, as long as it is unused, Wisdom of Warfare."""
        return self.sides[seat].hand + ((WISDOM,) if self.wisdom_owner == seat else ())

    def castable(self, seat: int) -> tuple[str, ...]:
        """What a side may cast now, in the order of the list; a ban does not hold if it would leave nothing."""
        spells, banned = self.held(seat), self.sides[seat].banned
        return tuple(spell for spell in spells if spell != banned) or spells if banned in spells else spells

    def unspent_or_hidden(self, seat: int) -> tuple[tuple[str, ...], int]:
        """The public knowledge of a hand: what it may hold, and how many of these were cast under fog."""
        left = tuple(spell for spell in self.rules.spells if spell not in self.sides[seat].spent_openly)
        # Wisdom of Warfare was in no hand, but under fog it is counted as any other spell
        wisdom = any(spell == WISDOM for _, spell in self.sides[seat].hidden)
        return left, len(left) - len(self.sides[seat].hand) + wisdom


def changed(value: Value, **changes: Any) -> Value:
    """A state, side or record with some of its fields changed; half as slow as dataclasses.replace."""
    kind: Any = type(value)
    names, values = _fields(kind)
    made: Value = kind(**dict(zip(names, values(value), strict=True)) | changes)
    return made


@cache
def _fields(kind: Any) -> tuple[tuple[str, ...], attrgetter[tuple[Any, ...]]]:
    names = tuple(field.name for field in fields(kind))
    return names, attrgetter(*names)


def full_hands(variant: VariantRules) -> tuple[Side, Side]:
    """Both sides at the start of a bout."""
    return _full_hands(variant.name)


@cache
def _full_hands(variant: str) -> tuple[Side, Side]:
    side = Side(VARIANTS[variant].spells)
    return side, side


def put(pair: tuple[Side, Side], seat: int, side: Side) -> tuple[Side, Side]:
    """The pair with one side replaced."""
    return (side, pair[1]) if seat == 0 else (pair[0], side)


def in_order(spells: Sequence[str]) -> tuple[str, ...]:
    """Spells as a hand lists them: 0 to 8, then X."""
    return tuple(sorted(spells))
