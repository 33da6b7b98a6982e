"""Killed at points spread over a tick, at every kind of place that is not ours, the service goes on as if nothing had
been.

The tick of test_dying, in which orders are taken in and a duel is closed, resolved and followed by the next, is killed
just before or just after an effect: at points of each kind that a place has, and with PBP_LONG=1 at all of them. Among
them is the moment in which a site has taken a text and nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import unified_diff
from pathlib import Path
from pprint import pformat
from typing import Any

from pbp.adapters.sites import ANNOUNCERS, BLOGS, MAILBOXES, WIKIS
from service.doom import LONG, copied, held, prepare, run_child
from service.places import Place
from service.world import World

ON_SITE = {("wiki", "local"), ("blog", "local"), ("mailbox", "local")}
"""What test_dying covers."""
STORED = "a commit"
COVERED = ON_SITE.union(*(place.covers for place in Place.__subclasses__()))
REGISTERED = {
    (kind, name)
    for kind, names in (("wiki", WIKIS), ("blog", BLOGS), ("mailbox", MAILBOXES), ("announcer", ANNOUNCERS))
    for name in names
}


class Matrix:
    """One world at a place, as it was before the tick, in which one run after another is killed."""

    def __init__(self, place: Place, folder: Path):
        self.place, self._folder, self.kills = place, folder, 0
        start = folder / "start"
        start.mkdir()
        place.begin(start)
        self._start = prepare(
            start, "sqlite:///store.db", place.settings,
            say=place.say, addresses=place.addresses, start=place.start, first=self._first,
        )  # fmt: skip
        self._start.app.store.close()
        self._put_back = place.kept()
        reference = self._world("reference")
        self.effects = run_child(reference, 0, place.live)
        self._expected = self._after(reference)
        assert len(self._expected[1]["orders"][1]) == 3, "three orders were cast"

    def kill(self, effects: Sequence[str], point: int, *, lost: bool = False) -> None:
        """Kills a run of these effects at a point, in which answers may be lost too; all must be as undisturbed."""
        world, where = self._world(f"{lost}{point}"), f"effect {point}, {effects[point - 1]}"
        if lost:
            self.place.lose_answers()
        assert not run_child(world, point, self.place.live), f"the process lived through {where}"
        found = self._after(world)
        assert found == self._expected, f"killed at {where}:\n{differences(self._expected, found)}"
        last = [number for number, effect in enumerate(effects[:point]) if effect.startswith("taken")]
        unknown = bool(last) and STORED not in effects[last[-1] : point - 1]  # the kill comes before its commit
        answers_lost = sum(effect.startswith("lost") for effect in effects)  # what the kill spares is lost afterwards
        assert self.place.copies() <= unknown + answers_lost
        self.kills += 1

    def effects_with_answers_lost(self) -> list[str]:
        """What a run does that loses answers; after it all must be as undisturbed."""
        world = self._world("lost")
        self.place.lose_answers()
        effects = run_child(world, 0, self.place.live)
        found = self._after(world)
        assert found == self._expected, f"with answers lost:\n{differences(self._expected, found)}"
        return effects

    def _first(self, world: World) -> None:
        self.place.follow(world)
        self.place.first(world)

    def _world(self, name: str) -> World:
        self._put_back()
        world = copied(self._start, self._folder / name)
        self.place.follow(world)
        return world

    def _after(self, world: World) -> tuple[Any, Any]:
        self.place.go_on(world)
        found = self.place.shown(world), held(world)
        world.app.store.close()
        return found


def differences(expected: object, found: object) -> str:
    """The lines in which what is found differs from what was expected."""
    before, after = (pformat(value, width=200).splitlines() for value in (expected, found))
    return "\n".join(unified_diff(before, after, "undisturbed", "killed", n=0, lineterm=""))


def sample(effects: Sequence[str], kinds: tuple[str, ...]) -> list[int]:
    """One point of each kind of effect that begins so, from the midst of them; all points in the long run."""
    every = range(1, len(effects) + 1)
    found: dict[str, list[int]] = {}
    for point in every:
        found.setdefault(effects[point - 1], []).append(point)
    some = [points[len(points) // 2] for effect, points in found.items() if effect.startswith(kinds)]
    return [*every] if LONG else sorted(some)


def test_every_registered_adapter_is_in_the_matrix() -> None:
    assert {("pusher", "push")} == COVERED ^ REGISTERED, "pushes have no name by which they are configured"


def test_a_tick_killed_anywhere_leaves_each_text_once(
    place: Place, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    matrix = Matrix(place, tmp_path)
    points = sample(matrix.effects, place.often)
    for point in points:
        matrix.kill(matrix.effects, point)
    lost = []
    if place.loses:
        effects = matrix.effects_with_answers_lost()
        assert any(effect.startswith("lost") for effect in effects)
        lost = sample(effects, ("lost",))[: None if LONG else 1]
        for point in lost:
            matrix.kill(effects, point, lost=True)
    record_property(
        "figure",
        f"{type(place).__name__}: killed at {len(points)} of the {len(matrix.effects)} points of a tick,"
        f" and at {len(lost)} of one that loses answers: each text once, no order lost",
    )
