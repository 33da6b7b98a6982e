"""What is true between two steps of Shapeshifting Simulacra: chips, forms, dice, and who owes what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbp.games.base import Outcome

POOLS = ("body", "mind", "spirit")
START_LIFE = 7
ROUNDS = 30
"""Rounds after which the side with more chips wins the match (rules 4.2, "no end in sight")."""

COSTS = {4: 1, 6: 2, 8: 3, 10: 4, 12: 5, 20: 6}
"""Chips that a die of so many sides costs (rules 4.1)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of rules 4.4. `keep_em_guessing` includes a sealed purchase: both together mean the former."""

    keep_em_guessing: bool = False
    spiritual_strength: bool = False
    loss_per_match: bool = False
    sealed_purchase: bool = False
    best_of: int = 1
    life_cap: int = START_LIFE

    @property
    def sealed(self) -> bool:
        """Whether dice are bought with the split."""
        return self.keep_em_guessing or self.sealed_purchase

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1

    @property
    def matches(self) -> int:
        """After so many matches the contest ends: 5 for best of 3."""
        return 1 if self.best_of == 1 else self.best_of + 2


@dataclass(frozen=True, slots=True)
class Die:
    """A die that was bought: its sides, and what it shows (None before the roll; Mind may push it beyond its faces)."""

    sides: int
    shows: int | None = None

    @property
    def value(self) -> int:
        """What a rolled die shows."""
        assert self.shows is not None, "the dice are not rolled yet"
        return self.shows


@dataclass(frozen=True, slots=True)
class Side:
    """One player. `form` is None before the first split of a match; `given_up` the pool of a chip flipped to delay."""

    life: int = START_LIFE
    form: tuple[int, int, int] | None = None
    given_up: str | None = None
    body: tuple[Die, ...] = ()
    spirit: tuple[Die, ...] = ()
    mind_used: int = 0
    lost: int = 0
    late_forms: int = 0
    wins: int = 0

    def chips(self, pool: str) -> int:
        """The chips that may still be used this round in a pool."""
        if self.form is None:
            return 0
        spent = self.mind_used if pool == "mind" else 0
        return self.form[POOLS.index(pool)] - spent - (self.given_up == pool)


@dataclass(frozen=True, slots=True)
class State:
    """The contest. `round` is the one played last, or in play; a `form` step begins the next one.

    `owing` are the seats whose order this step awaits, `queue` those who buy after them.
    """

    players: tuple[str, str]
    options: Options
    sides: tuple[Side, Side] = (Side(), Side())
    match: int = 1
    round: int = 0
    match_over: bool = False
    phase: str = "form"
    owing: tuple[int, ...] = (0, 1)
    queue: tuple[int, ...] = ()
    ended: Outcome | None = None

    def with_side(self, seat: int, side: Side) -> State:
        """The state with one side changed."""
        return replace(self, sides=(side, self.sides[1]) if seat == 0 else (self.sides[0], side))


def ready(state: State) -> State:
    """The state as the next round begins: chips face up again, the table cleared, after a match with fresh chips."""
    if state.match_over:
        sides = [Side(wins=side.wins) for side in state.sides]
        state = replace(state, match=state.match + 1, round=0, match_over=False)
    else:
        sides = [Side(life=side.life, late_forms=side.late_forms, wins=side.wins) for side in state.sides]
    return replace(state, sides=(sides[0], sides[1]), round=state.round + 1)


def matches(body: Sequence[Die], spirit: Sequence[Die]) -> bool:
    """Whether one of these Body dice equals one of these Spirit dice."""
    return bool({die.value for die in body} & {die.value for die in spirit})


def can_engage(state: State, seat: int) -> bool:
    """Whether Mind is of use to a seat: a chip, a Body die, an enemy with a Spirit die, and no match yet."""
    own, enemy = state.sides[seat], state.sides[1 - seat]
    return bool(own.chips("mind") and own.body and enemy.spirit) and not matches(own.body, enemy.spirit)


def largest_die(chips: int) -> int | None:
    """The sides of the largest die that so many chips buy."""
    return max((sides for sides, cost in COSTS.items() if cost <= chips), default=None)


def splits(life: int) -> list[tuple[int, int, int]]:
    """All legal forms of so many chips, by rising Body, then rising Mind."""
    return [(body, mind, life - body - mind) for body in range(life + 1) for mind in range(life - body + 1)]
