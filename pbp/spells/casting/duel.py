"""A duel under way: its state, what is told of it, and which outcomes of its casts are due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbp.errors import NeedsRuling, Unclear
from pbp.fair.dice import Dice
from pbp.spells import tree as t
from pbp.spells.casting.board import Board, Cast, RingWizard, Standing
from pbp.spells.casting.measure import Reader
from pbp.spells.casting.numbers import Undecided
from pbp.spells.casting.phases import PhasePlan
from pbp.spells.casting.told import Told


@dataclass(frozen=True, slots=True)
class ListedSpell:
    """A spell of the list, for casting: its program (None: it needs a ruling) and its sentences, for causes."""

    name: str
    program: t.Program | None
    sentences: tuple[str, ...] = ()


class DuelUnderWay:
    """What every phase of a duel works with."""

    def __init__(
        self,
        wizards: Sequence[RingWizard],
        selections: Mapping[int, tuple[str, Sequence[Any]]],
        book: Mapping[str, ListedSpell],
        dice: Dice,
        number: int,
        earlier: Mapping[int, Mapping[str, str]],
        floor: int | None,
    ):
        self.book, self.floor = book, floor
        traits = {
            name: frozenset(trait.casefold() for trait in page.program.traits)
            for name, page in book.items()
            if page.program
        }
        self.told = told = Told(wizards, {page.name: book[page.name.casefold()].sentences for page in book.values()})
        self.board = Board(
            wizards=wizards,
            casts={},
            dice=dice,
            traits=traits,
            earlier={n: dict(casts) for n, casts in earlier.items()},
            number=number,
            stars=[wizard.stars for wizard in wizards],
            attributes=[dict(wizard.attributes) for wizard in wizards],
            on_draw=told.drew,
        )
        self.standing: dict[int, list[Standing]] = {}
        self.redirects: list[tuple[Cast, t.Redirect]] = []
        self.voids: list[tuple[Cast, t.Void]] = []
        self.waiting: list[tuple[Cast, t.After, list[int]]] = []
        self.decided: dict[tuple[Cast, int], bool] = {}
        self.made: dict[tuple[Cast, int, int, Cast, bool], int] = {}
        self.moved: set[tuple[Cast, Cast, int]] = set()
        self.plans: dict[str, PhasePlan] = {}
        for wizard in sorted(selections):
            name, inputs = selections[wizard]
            self.board.casts[wizard] = self.cast(wizard, name, tuple(inputs))

    def name(self, wizard: int) -> str:
        """The name of a Wizard."""
        return self.board.wizards[wizard].name

    def unclear(self, cast: Cast, reason: str, hint: str = "") -> NeedsRuling:
        """The exception that says why the sentence now being read needs a ruling."""
        return NeedsRuling([Unclear(cast.name, self.told.sentence(cast, self.told.at), reason, hint)])

    def cast(self, wizard: int, name: str, inputs: tuple[Any, ...]) -> Cast:
        """A cast as it begins. Raises NeedsRuling if its spell cannot be read."""
        key = name.casefold()
        plan = self.plans.get(key)
        if plan is None:
            page = self.book[key]
            if page.program is None:
                raise NeedsRuling([Unclear(page.name, "", "it is cast, but its text cannot be read exactly")])
            plan = self.plans[key] = PhasePlan(page.name, page.program)
        return Cast(wizard, plan, inputs, inputs)

    def reader(self, cast: Cast) -> Reader:
        """Reads trees as those of a cast."""
        return Reader(self.board, cast)

    def due(self, group: Sequence[Cast], phase: int, stage: int | None = None) -> Iterator[tuple[Cast, Any]]:
        """The outcomes of a phase (and stage), as their conditions say; all conditions are read before any change."""
        plans = {cast.plan for cast in group}
        due = {plan: plan.due(plan.program.acts, phase, stage) for plan in plans if phase in plan.phases}
        for cast in group if due else ():
            acts = due.get(cast.plan)
            if acts and not (cast.plan.stops and self._stopped(cast)):
                yield from self.leaves(cast, acts, phase, stage)

    def leaves(
        self, cast: Cast, due: tuple[t.Act, ...], phase: int, stage: int | None = None
    ) -> Iterator[tuple[Cast, Any]]:
        """The outcomes under those that are due, as the conditions say."""
        for act in due:
            if isinstance(act, t.If):
                branch = act.then if self._true(cast, act) else act.otherwise
                yield from self.leaves(cast, cast.plan.due(branch, phase, stage), phase, stage)
            else:
                self.told.at = getattr(act, "at", 0)
                yield cast, act

    def _true(self, cast: Cast, act: t.If) -> bool:
        known = self.decided.get((cast, id(act)))
        if known is None:
            self.told.at = act.at
            try:
                known = self.decided[cast, id(act)] = self.reader(cast).true(act.cond)
            except Undecided as undecided:
                raise self.unclear(cast, str(undecided)) from undecided
        return known

    def _stopped(self, cast: Cast) -> bool:
        """Whether a condition under which nothing happens is true."""
        return any(all(self._true(cast, act) is wanted for act, wanted in path) for path in cast.plan.stops)
