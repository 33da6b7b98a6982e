"""Casting a duel: the Speeds from the highest down, and in each the five phases.

Everything in a phase is read from the state before it: selections, targets, costs, statuses, changes; changes may have
further stages ("then"). Conditions are read once, in the earliest phase that needs them; draws go by the casters' ring
order, then by sentence, then from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbp.errors import NeedsRuling, Unclear
from pbp.fair.dice import Dice
from pbp.spells import tree as t
from pbp.spells.casting.board import STEPS_A_CAST, Cast, CastingTooLong, RingWizard, Single, Standing
from pbp.spells.casting.duel import DuelUnderWay, ListedSpell
from pbp.spells.casting.measure import Reader
from pbp.spells.casting.numbers import Undecided
from pbp.spells.casting.outcome import Sets, changes, force
from pbp.spells.casting.phases import CHANGES, SELECTIONS, STATUSES, TARGETS
from pbp.spells.casting.status import settle
from pbp.spells.casting.told import Happening
from pbp.spells.cycles import uncollected

Moves = dict[tuple[int, int], dict[int, list[tuple[Cast, int]]]]
"""For each target, by whose it is and which input: where it is moved, and by which casts, with their sentences."""


@dataclass(frozen=True, slots=True)
class PlayedDuel:
    """How a duel came out: each Wizard's Stars and attributes, and what happened, each told when it is asked for."""

    stars: list[int]
    attributes: list[dict[str, str | int]]
    happenings: Sequence[Happening]


def play(
    wizards: Sequence[RingWizard],
    selections: Mapping[int, tuple[str, Sequence[Any]]],
    book: Mapping[str, ListedSpell],
    dice: Dice,
    *,
    number: int = 1,
    earlier: Mapping[int, Mapping[str, str]] | None = None,
    floor: int | None = None,
) -> PlayedDuel:
    """Casts all selections at once. `book` is by name in small letters; inputs are Wizards by number from 0, or words.

    Raises NeedsRuling when the spells do not say what is to happen.
    """
    with uncollected():
        try:
            return _Casting(wizards, selections, book, dice, number, earlier or {}, floor).play()
        except CastingTooLong as error:
            hint = "say it with fewer counts within counts"
            raise NeedsRuling([Unclear(error.spell, "", "what it does takes too long to work out", hint)]) from None


class _Casting(DuelUnderWay):
    """A duel, cast: phase by phase, group by group."""

    def play(self) -> PlayedDuel:
        self.told.extend(self.board.casts.values())
        self.board.left += STEPS_A_CAST * len(self.board.casts)
        while True:
            speeds = {cast.plan.speed for cast in self.board.casts.values() if not cast.done}
            if not speeds:
                break
            self._group(max(speeds))
        return PlayedDuel(self.board.stars, self.board.attributes, self.told)

    def _group(self, speed: int) -> None:
        due = [cast for cast in self.board.casts.values() if cast.plan.speed == speed and not cast.done]
        able = [cast for cast in due if not cast.void and self._affordable(cast)]
        group = self._select(speed, able)
        self._redirect(speed, group)
        self._pay(group)
        self._begin(group)
        self._change(group)
        for cast in self.board.casts.values():
            if cast.plan.speed >= speed:
                cast.done = True

    # Phase 1

    def _select(self, speed: int, able: list[Cast]) -> list[Cast]:
        """Replacements and spells without effect; gives the casts that go on from phase 2."""
        replaced: dict[int, dict[tuple[Any, ...], tuple[Cast, int]]] = {}
        void: dict[int, tuple[Cast, int]] = {}
        for cast, act in self.due(able, SELECTIONS):
            reader = self.reader(cast)
            for wizard in reader.who(act.who):
                other = self.board.casts.get(wizard)
                if other is None or other.done or other.program.speed > speed:
                    continue
                if isinstance(act, t.Void):
                    self._not_itself(cast, other)
                    void.setdefault(wizard, (cast, act.at))
                elif isinstance(act, t.Replace):
                    name = None if act.spell is None else reader.chosen_spell(act.spell)
                    inputs = tuple(self._given(reader, given) for given in act.inputs)
                    if act.kept and isinstance(act.spell, t.SpellOf):
                        inputs = self._copied(cast, act, act.spell)
                    elif act.kept:
                        inputs = self._kept(cast, act, other, name)
                    replaced.setdefault(wizard, {})[name, inputs] = (cast, act.at)
        for wizard, (cast, at) in void.items():
            other = self.board.casts[wizard]
            other.void = cast.name
            self.told.tell("no-effect", cast, at, wizard=self.name(wizard), of=other.name, why="by another spell")
        going = [cast for cast in able if not cast.void and cast.wizard not in replaced]
        for wizard, choices in sorted(replaced.items()):
            joined = self._replace(wizard, choices, speed)
            if joined is not None:
                going.append(joined)
        return sorted(going, key=lambda cast: cast.wizard)

    def _not_itself(self, cast: Cast, other: Cast) -> None:
        """A spell that takes away its own effect needs a ruling, if it does anything besides."""
        if other is cast and any(not isinstance(act, t.Void) for act in cast.plan.outcomes):
            raise self.unclear(cast, "it is among the spells that it leaves without effect", "say: each other spell")

    def _kept(self, cast: Cast, act: t.Replace, other: Cast, name: str | None) -> tuple[Any, ...]:
        """The inputs of a selection as those of the spell that replaces it; they must be of the same kinds."""
        page = self.book.get(name or "")
        if page is not None and page.program is not None:
            wanted, there = [
                ["target" if asked.kind in ("position", "wizard") else asked.kind for asked in program.inputs]
                for program in (page.program, other.program)
            ]
            if wanted != there:
                self.told.at = act.at
                raise self.unclear(cast, f"{page.name} asks for other inputs than {other.name}")
        return other.inputs

    def _copied(self, cast: Cast, act: t.Replace, spell: t.SpellOf) -> tuple[Any, ...]:
        """The inputs with which a Wizard selected the spell that others are considered to have selected too."""
        reader = self.reader(cast)
        others = reader.casts(reader.who(spell.who))
        if any(other.retargeted for other in others):
            self.told.at = act.at
            raise self.unclear(cast, f"the target of that {others[0].name} has been changed")
        return others[0].inputs if others else ()

    def _given(self, reader: Reader, given: t.Node) -> Any:
        if isinstance(given, t.Who):
            found = reader.who(given)
            return found[0] if len(found) == 1 else None
        if isinstance(given, t.Num):
            return reader.num(given)
        if isinstance(given, t.Value):
            return reader.value(given)
        return reader.spell(given) if isinstance(given, t.SpellInput) else None

    def _replace(self, wizard: int, choices: dict[tuple[Any, ...], tuple[Cast, int]], speed: int) -> Cast | None:
        if len(choices) > 1:
            spells = sorted({cast.name for cast, _ in choices.values()})
            raise NeedsRuling(
                [
                    Unclear(s, "", f"{self.name(wizard)}'s selection is replaced in two different ways at once")
                    for s in spells
                ]
            )
        ((name, inputs), (cast, at)) = next(iter(choices.items()))
        was = self.board.casts[wizard]
        if name is None:
            del self.board.casts[wizard]
            self.board.changed()
            self.told.tell("considered", cast, at, wizard=self.name(wizard), of=was.name, instead=None)
            return None
        if name not in self.book:
            self.told.at = at
            raise self.unclear(cast, f"there is no spell {name} on the list")
        now = self.cast(wizard, name, inputs)
        self.board.casts[wizard] = now
        self.board.changed()
        self.told.tell("considered", cast, at, wizard=self.name(wizard), of=was.name, instead=now.name)
        if now.program.speed >= speed and self._affordable(now):
            return now
        return None

    # Phase 2

    def _redirect(self, speed: int, group: list[Cast]) -> None:
        moves: Moves = {}
        fresh = [(cast, act) for cast, act in self.due(group, TARGETS) if isinstance(act, t.Redirect)]
        for cast, act in [*self.redirects, *fresh]:
            self._moves(cast, act, speed, moves)
        for (wizard, slot), to in sorted(moves.items()):
            if len(to) > 1:
                spells = sorted({ways[-1][0].name for ways in to.values()})
                moved = f"{self.name(wizard)}'s {self.board.casts[wizard].name}"
                reason = f"the target of {moved} is moved in two different ways at once"
                raise NeedsRuling([Unclear(spell, "", reason) for spell in spells])
            target, ways = next(iter(to.items()))
            cast, at = ways[-1]
            other = self.board.casts[wizard]
            was = other.inputs[slot]
            if was != target:
                other.inputs = (*other.inputs[:slot], target, *other.inputs[slot + 1 :])
                other.movers = (*other.movers, *(mover for mover, _ in ways))
                self.board.changed()
            self.told.tell(
                "redirected",
                cast,
                at,
                wizard=self.name(wizard),
                of=other.name,
                was=self.name(was),
                target=self.name(target),
            )
        self.redirects.extend((cast, act) for cast, act in fresh if act.lasting)

    def _moves(self, cast: Cast, act: t.Redirect, speed: int, moves: Moves) -> None:
        reader = self.reader(cast)
        self.told.at = act.at
        for wizard in reader.who(act.who):
            other = self.board.casts.get(wizard)
            if other is None or other.done or other.program.speed > speed or (other, cast, id(act)) in self.moved:
                continue
            was = None if act.was is None else set(self._with(reader, wizard, act.was))
            for slot, asked in enumerate(other.program.inputs[: len(other.inputs)]):
                target = other.inputs[slot]
                if (
                    asked.kind not in ("position", "wizard")
                    or target is None
                    or (was is not None and target not in was)
                ):
                    continue
                reader.slot = target
                to = self._with(reader, wizard, act.to)
                reader.slot = None
                if len(to) > 1:
                    raise self.unclear(cast, "one target cannot become several Wizards")
                if to:
                    moves.setdefault((wizard, slot), {}).setdefault(to[0], []).append((cast, act.at))
                    self.moved.add((other, cast, id(act)))

    def _with(self, reader: Reader, wizard: int, who: t.Who) -> list[int]:
        reader.members.append(wizard)
        try:
            return reader.who(who)
        finally:
            reader.members.pop()

    # Phase 3

    def _price(self, cast: Cast) -> tuple[int, str]:
        reader = self.reader(cast)
        for cond, amount, attr in cast.program.price.parts if cast.program.price else ():
            if reader.true(cond):
                return reader.num(amount), attr
        return 0, "Stars"

    def _affordable(self, cast: Cast) -> bool:
        """Whether the caster has what the cast costs; read at the start of the group. Else it has no effect."""
        if cast.program.price is None:
            return True
        cost, attr = self._price(cast)
        if cost <= 0 or self.reader(cast).stat(cast.wizard, attr) >= cost:
            return True
        cast.void = "cost"
        self.told.tell(
            "no-effect", cast, 99, wizard=self.name(cast.wizard), of=cast.name, why=f"it costs {cost} {attr}"
        )
        return False

    def _pay(self, group: list[Cast]) -> None:
        due = [(cast, *self._price(cast)) for cast in group if cast.program.price is not None]
        for cast, cost, attr in due:
            if cost > 0:
                self.board.add(cast.wizard, attr, -cost)
                self.told.tell("cost", cast, 99, wizard=self.name(cast.wizard), attr=attr, amount=cost)
                self._stop(cast, 99, cast.wizard, attr)

    # Phase 4

    def _begin(self, group: list[Cast]) -> None:
        begun: dict[int, list[Standing]] = {}
        blocked = self._voided(group)
        for cast, act in self.due([cast for cast in group if cast.wizard not in blocked], STATUSES):
            if isinstance(act, t.Watch):
                for wizard in self.reader(cast).who(act.whom):
                    begun.setdefault(wizard, []).append(Standing(cast, act, wizard))
                    self.told.tell("status", cast, act.at, wizard=self.name(wizard))
            elif isinstance(act, t.Void):
                self.voids.append((cast, act))
                self.told.tell("status", cast, act.at, wizard=None)
        for wizard, statuses in begun.items():
            standing = self.standing.setdefault(wizard, [])
            standing.extend(statuses)
            standing.sort(key=lambda s: (-s.cast.program.speed, s.cast.wizard))

    def _voided(self, group: list[Cast]) -> dict[int, tuple[Cast, int]]:
        found: dict[int, tuple[Cast, int]] = {}
        for cast, act in self.voids:
            for wizard in self.reader(cast).who(act.who):
                found.setdefault(wizard, (cast, act.at))
        return found

    # Phase 5

    def _change(self, group: list[Cast]) -> None:
        of = {cast.wizard: cast for cast in group} if self.voids else {}
        for wizard, (by, at) in self._voided(group).items():
            cast = of.get(wizard)
            if cast is not None and not cast.void:
                self.told.at = at
                self._not_itself(by, cast)
                cast.void = by.name
                self.told.tell("no-effect", by, at, wizard=self.name(wizard), of=cast.name, why="by another spell")
        going = [cast for cast in group if not cast.void]
        last = max((cast.plan.last for cast in going), default=0)
        for stage in range(last + 1):
            self._stage(self.due(going, CHANGES, stage))
        self._after(going)

    def _after(self, group: list[Cast]) -> None:
        """What waited for a spell of this group, or for one that is over: a further stage."""
        now, later = [], []
        ended = set(group) if self.waiting else set()
        for entry in self.waiting:
            cast, after, wizards = entry
            awaited = [self.board.casts[wizard] for wizard in wizards if wizard in self.board.casts]
            if any(other in ended or other.done or other.void for other in awaited) or not awaited:
                if any((other in ended or other.done) and not other.void for other in awaited):
                    now.append((cast, after))
            else:
                later.append(entry)
        self.waiting = later
        self._stage(
            [
                pair
                for cast, after in now
                for pair in self.leaves(cast, cast.plan.due(after.then, CHANGES, None), CHANGES)
            ]
        )

    def _stage(self, acts: Iterable[tuple[Cast, t.Act]]) -> None:
        made: list[Single] = []
        sets: Sets = {}
        for cast, act in acts:
            self.told.at = getattr(act, "at", 0)
            try:
                made.extend(self._singles(cast, act, sets))
            except Undecided as undecided:
                raise self.unclear(cast, str(undecided)) from undecided
        for (wizard, attr, _), values in sets.items():
            if len(values) > 1:
                spells = sorted({cast.name for cast in values.values()})
                reason = f"{attr} of {self.name(wizard)} is set to different values at once"
                raise NeedsRuling([Unclear(spell, "", reason) for spell in spells])
        beyond = self.board.make(made, self.floor)
        for single in made if beyond else ():
            if single.word is None:
                self._stop(single.cast, single.at, single.wizard, single.attr)

    def _stop(self, cast: Cast, at: int, wizard: int, attr: str) -> None:
        """Sets a number that has gone beyond the largest to where it stops, and tells so."""
        limit = self.board.stopped(wizard, attr)
        if limit is not None:
            self.told.tell("limit", cast, at, wizard=self.name(wizard), attr=attr, value=limit)

    def _singles(self, cast: Cast, act: t.Act, sets: Sets) -> list[Single]:
        """The single changes of one outcome, after the statuses that stand; each is told."""
        reader = self.reader(cast)
        if isinstance(act, t.After):
            self.waiting.append((cast, act, reader.who(act.who)))
            return []
        if cast.plan.draws(act):
            force(reader, act)
        made = changes(reader, act, self.floor, sets)
        found: list[Single] = []
        tell = self.told.record
        for linked in made:
            for single in settle(self, linked) if self.standing else linked:
                found.append(single)
                if single.amount or single.word is not None:
                    tell(single)
        self.board.spend(cast.plan.name, len(found))
        return found
