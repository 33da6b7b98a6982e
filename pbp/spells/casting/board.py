"""The state of a duel under way: Wizards, casts, the single changes so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pbp.fair.dice import Dice
from pbp.spells import steps
from pbp.spells import tree as t
from pbp.spells.casting.phases import PhasePlan
from pbp.spells.tree.base import LARGEST

STEPS, STEPS_A_CAST = 500_000, 2_000
"""The steps that a duel may take, and those for each cast besides: counted, so that every machine casts the same."""


class CastingTooLong(Exception):
    """Casting took more steps than allowed; the spell is that which took most."""

    def __init__(self, spell: str):
        super().__init__(spell)
        self.spell = spell


@dataclass(frozen=True, slots=True)
class RingWizard:
    """A Wizard as the duel begins; the order of a ring's Wizards is the order of its positions."""

    name: str
    stars: int
    attributes: dict[str, str | int] = field(default_factory=dict)
    idle: bool = False

    name_in_digests: ClassVar[str] = "Wizard"


@dataclass(eq=False, slots=True)
class Cast:
    """One Wizard's cast as it goes through the duel.

    `inputs`: Wizards as numbers from 0, else the words or number chosen; None where a replacement gave none.
    `selected`: the inputs before any redirection; `movers`: the casts that have changed the target.
    """

    wizard: int
    plan: PhasePlan
    selected: tuple[Any, ...]
    inputs: tuple[Any, ...]
    void: str = ""
    movers: tuple[Cast, ...] = ()
    done: bool = False

    @property
    def name(self) -> str:
        """The spell's name."""
        return self.plan.name

    @property
    def retargeted(self) -> bool:
        """Whether the target has been changed."""
        return bool(self.movers)

    @property
    def program(self) -> t.Program:
        """What the spell does."""
        return self.plan.program

    @property
    def priced(self) -> bool:
        """Whether the spell has a Cost."""
        price = self.program.price
        return price is not None and any(amount != t.Int(0) for _, amount, _ in price.parts)

    def targets(self) -> list[int]:
        """The Wizards that it targets."""
        asked = self.program.inputs
        return [
            x for x, i in zip(self.inputs, asked, strict=False) if i.kind in ("position", "wizard") and x is not None
        ]


@dataclass(eq=False, slots=True)
class Single:
    """One single change: whose, of what, how much, by which cast (and, of that cast, by which sentence)."""

    wizard: int
    attr: str
    amount: int
    cast: Cast
    at: int
    word: str | None = None


@dataclass(eq=False, slots=True)
class Standing:
    """A status that stands on one Wizard, by one cast."""

    cast: Cast
    watch: t.Watch
    wizard: int


@dataclass(eq=False)
class Board:
    """The state of a duel under way.

    `casts` are in ring order; `drawn` has the results of each cast's draws, by the cast and the draw's key.
    `known` has what was read of common trees (of so many casts the same) since the last change, by the trees' identity,
    and `functions` those that were made of trees, to read them by.
    """

    wizards: Sequence[RingWizard]
    casts: dict[int, Cast]
    dice: Dice
    traits: dict[str, frozenset[str]]
    earlier: dict[int, dict[str, str]]
    number: int
    stars: list[int]
    attributes: list[dict[str, str | int]]
    on_draw: Callable[[Cast, str, int, int, int | None], None]
    drawn: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    _made: list[Single] = field(default_factory=list)
    _by_wizard: dict[int, list[Single]] = field(default_factory=dict)
    _numbers: set[str] = field(default_factory=set)
    known: dict[tuple[int, ...], Any] = field(default_factory=dict)
    left: int = STEPS
    _taken: Counter[str] = field(default_factory=Counter)
    functions: dict[int, Any] = field(default_factory=dict)

    def spend(self, spell: str, count: int = 1) -> None:
        """Takes steps for a spell. Raises CastingTooLong if none are left."""
        self._taken[spell] += count
        self.left -= count
        steps.spend(count)
        if self.left < 0:
            raise CastingTooLong(self._taken.most_common(1)[0][0])

    def changed(self) -> None:
        """To be called after every change of what spells read: forgets what is known of it."""
        self.known.clear()

    def count(self, name: str) -> int:
        """How many Wizards cast a spell of this name."""
        if () not in self.known:
            self.known[()] = Counter(cast.name for cast in self.casts.values())
        counts: Counter[str] = self.known[()]
        return counts[name]

    def add(self, wizard: int, attr: str, amount: int) -> None:
        """Adds to what a Wizard has; a word, or nothing, counts as 0."""
        self.changed()
        if attr == "Stars":
            self.stars[wizard] += amount
        else:
            self.attributes[wizard][attr] = self._number(wizard, attr) + amount

    def _number(self, wizard: int, attr: str) -> int:
        held = self.stars[wizard] if attr == "Stars" else self.attributes[wizard].get(attr, 0)
        return held if isinstance(held, int) else 0

    def stopped(self, wizard: int, attr: str) -> int | None:
        """Where a number stops that went beyond the largest, once it is set there; None of one that did not."""
        number = self._number(wizard, attr)
        if -LARGEST <= number <= LARGEST:
            return None
        limit = LARGEST if number > 0 else -LARGEST
        self.add(wizard, attr, limit - number)
        return limit

    def make(self, singles: Sequence[Single], floor: int | None) -> bool:
        """Makes single changes, in their order; then nobody whose number changed has fewer Stars than the floor.

        Gives whether a number may have gone beyond the largest.
        """
        stars, beyond = self.stars, False
        for single in singles:
            if single.attr == "Stars" and single.word is None:
                now = stars[single.wizard] = stars[single.wizard] + single.amount
                if not -LARGEST <= now <= LARGEST:
                    beyond = True
            elif single.word is None:
                self.add(single.wizard, single.attr, single.amount)
                beyond = True
            else:
                self.attributes[single.wizard][single.attr] = single.word
                self._numbers.discard(single.attr)
        self._made.extend(singles)
        if floor is not None:
            for wizard in {single.wizard for single in singles if single.word is None}:
                stars[wizard] = max(stars[wizard], floor)
        self.changed()
        return beyond

    def was_cast(self, number: int, whose: set[str], spells: set[str]) -> bool:
        """Whether one of these Wizards cast one of these spells (none: any), in small letters, in an earlier duel."""
        casts = self.earlier.get(number, {})
        return any(name in casts and (not spells or casts[name].casefold() in spells) for name in whose)

    def singles(self, wizard: int) -> Sequence[Single]:
        """A Wizard's single changes so far; they are sorted by Wizard only once a spell asks."""
        for single in self._made:
            self._by_wizard.setdefault(single.wizard, []).append(single)
        self._made.clear()
        return self._by_wizard.get(wizard, ())

    def attribute(self, word: str) -> str:
        """The name of an attribute that an order gives, whatever its case."""
        known = (name for held in self.attributes for name in held if name.casefold() == word.casefold())
        return next(known, word)

    def worded(self, attr: str) -> int | None:
        """A Wizard who has a word there instead of a number; all are looked through again only after a new word."""
        if attr in self._numbers:
            return None
        found = next((w for w, held in enumerate(self.attributes) if not isinstance(held.get(attr, 0), int)), None)
        if found is None:
            self._numbers.add(attr)
        return found
