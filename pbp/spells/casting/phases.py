"""A program phase by phase: which of its outcomes are due when, and in what order its draws are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbp.spells import tree as t
from pbp.spells.walk import draws, parts

SELECTIONS, TARGETS, COSTS, STATUSES, CHANGES = 1, 2, 3, 4, 5


Path = tuple[tuple[t.If, bool], ...]


class PhasePlan:
    """A spell with what it has due in each phase, looked up once a duel: thousands may cast the same spell.

    `lone`: the keys of the random choices of which the program speaks in one place only; `outcomes`: its outcomes,
    whatever conditions they stand under.
    """

    __slots__ = ("_draws", "_due", "last", "lone", "name", "outcomes", "phases", "program", "speed", "stops")

    def __init__(self, name: str, program: t.Program):
        self.name, self.program, self.speed = name, program, program.speed
        self.phases = frozenset(
            phase for phase in (SELECTIONS, TARGETS, STATUSES, CHANGES) if self._needed(program.acts, phase, None)
        )
        self.last = stages(program.acts)
        self.stops = tuple(path for path in stops(program.acts) if path)
        picks = Counter(part.key for part in parts(program.acts) if isinstance(part, t.Pick))
        self.outcomes = tuple(
            part for part in parts(program.acts) if isinstance(part, t.Act) and not isinstance(part, t.If)
        )
        self.lone = frozenset(key for key, count in picks.items() if count == 1)
        self._due: dict[tuple[int, int, int | None], tuple[t.Act, ...]] = {}
        self._draws: dict[int, tuple[t.Roll | t.Pick, ...]] = {}

    def due(self, acts: tuple[t.Act, ...], phase: int, stage: int | None) -> tuple[t.Act, ...]:
        """Those of the program's outcomes (or of some of them) that have something to do in a phase (and stage)."""
        key = (id(acts), phase, stage)
        found = self._due.get(key)
        if found is None:
            found = self._due[key] = self._needed(acts, phase, stage)
        return found

    def draws(self, act: t.Act) -> tuple[t.Roll | t.Pick, ...]:
        """The draws in one outcome, from left to right."""
        found = self._draws.get(id(act))
        if found is None:
            found = self._draws[id(act)] = draws(act)
        return found

    @staticmethod
    def _needed(acts: tuple[t.Act, ...], phase: int, stage: int | None) -> tuple[t.Act, ...]:
        return tuple(act for act in acts if needed(act, phase, stage))


def _phase(act: t.Act) -> int:
    if isinstance(act, t.Replace) or (isinstance(act, t.Void) and not act.lasting):
        return SELECTIONS
    if isinstance(act, t.Redirect):
        return TARGETS
    if isinstance(act, t.Watch | t.Void):
        return STATUSES
    return CHANGES


def silent(act: t.Act) -> bool:
    """Whether this says that nothing happens; "this spell has no effect", said of the present cast, is the same."""
    return isinstance(act, t.Nothing) or (isinstance(act, t.Void) and act.who == t.Caster() and not act.lasting)


def needed(act: t.Act, phase: int, stage: int | None) -> bool:
    """Whether an outcome, or one under its condition, belongs to a phase (and stage)."""
    if isinstance(act, t.If):
        return any(needed(part, phase, stage) for part in (*act.then, *act.otherwise))
    if silent(act):
        return False
    return _phase(act) == phase and (stage is None or phase != CHANGES or getattr(act, "stage", 0) == stage)


def stages(acts: tuple[t.Act, ...]) -> int:
    """The number of the last stage."""
    return max(
        (stages((*act.then, *act.otherwise)) if isinstance(act, t.If) else getattr(act, "stage", 0) for act in acts),
        default=0,
    )


def stops(acts: tuple[t.Act, ...], path: Path = ()) -> Iterator[Path]:
    """The ways through the conditions to each "nothing happens"."""
    for act in acts:
        if silent(act):
            yield path
        elif isinstance(act, t.If):
            yield from stops(act.then, (*path, (act, True)))
            yield from stops(act.otherwise, (*path, (act, False)))
