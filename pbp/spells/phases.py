"""A program phase by phase: which of its outcomes are due when, and in what order its draws are made."""

from __future__ import annotations

from collections.abc import Iterator

from pbp.spells import tree as t
from pbp.spells.measure import Reader
from pbp.spells.walk import draws

SELECTIONS, TARGETS, COSTS, STATUSES, CHANGES = 1, 2, 3, 4, 5


Path = tuple[tuple[t.If, bool], ...]


class Agenda:
    """What each program has due in each phase, looked up once a duel: thousands may cast the same spell."""

    def __init__(self) -> None:
        self._due: dict[tuple[int, int, int | None], tuple[t.Act, ...]] = {}
        self._stops: dict[int, tuple[Path, ...]] = {}
        self._draws: dict[int, tuple[t.Roll | t.Pick, ...]] = {}
        self._kept: list[object] = []

    def due(self, acts: tuple[t.Act, ...], phase: int, stage: int | None) -> tuple[t.Act, ...]:
        """Those of the outcomes that have something to do in a phase (and stage)."""
        key = (id(acts), phase, stage)
        found = self._due.get(key)
        if found is None:
            found = self._due[key] = tuple(act for act in acts if needed(act, phase, stage))
            self._kept.append(acts)
        return found

    def stops(self, acts: tuple[t.Act, ...]) -> tuple[Path, ...]:
        """The conditions, and which way they must be, under which nothing happens."""
        found = self._stops.get(id(acts))
        if found is None:
            found = self._stops[id(acts)] = tuple(path for path in stops(acts) if path)
            self._kept.append(acts)
        return found

    def force(self, reader: Reader, act: t.Act) -> None:
        """Makes the draws of one outcome, from left to right; none for a group of nobody."""
        found = self._draws.get(id(act))
        if found is None:
            found = self._draws[id(act)] = draws(act)
            self._kept.append(act)
        if not found:
            return
        if isinstance(act, t.Change | t.Assign) and not draws(act.who) and not reader.who(act.who):
            return
        for draw in found:
            if isinstance(draw, t.Roll):
                reader.num(draw)
            else:
                reader.who(draw)


def _phase(act: t.Act) -> int:
    if isinstance(act, t.Replace) or (isinstance(act, t.Void) and not act.lasting):
        return SELECTIONS
    if isinstance(act, t.Redirect):
        return TARGETS
    if isinstance(act, t.Watch | t.Void):
        return STATUSES
    return CHANGES


def needed(act: t.Act, phase: int, stage: int | None) -> bool:
    """Whether an outcome, or one under its condition, belongs to a phase (and stage)."""
    if isinstance(act, t.If):
        return any(needed(part, phase, stage) for part in (*act.then, *act.otherwise))
    if isinstance(act, t.Nothing):
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
        if isinstance(act, t.Nothing):
            yield path
        elif isinstance(act, t.If):
            yield from stops(act.then, (*path, (act, True)))
            yield from stops(act.otherwise, (*path, (act, False)))
