"""Killed at points between the effects of the tick that draws a tournament and opens a round, it does nothing twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from service.contests import HALL
from service.doom import LONG, copied, go_on, run_child
from service.doom import told as all_that_stands
from service.tourneys import EIGHT, announce, enter, now, play_round
from service.world import World


def prepare(folder: Path) -> World:
    """Four have entered a knock-out that begins when it is full: the next tick draws it, and opens two contests."""
    folder.mkdir(parents=True)
    world = World(folder, "sqlite:///store.db", HALL, wizards=EIGHT[:4])
    number = announce(world, "knock-out", "most=4 third=yes", "Cup")
    enter(world, number, EIGHT[:4])
    return world


def shown(world: World) -> dict[str, Any]:
    """All that stands on the site; of the pages, which say when each contest was opened, the tournament's alone."""
    stands = all_that_stands(world.site)
    return stands | {"pages": world.page("Tournament 1"), "edits": {}}


def test_a_killed_tick_opens_each_contest_of_a_round_once(tmp_path: Path) -> None:
    start = prepare(tmp_path / "start")
    start.app.store.close()
    reference = copied(start, tmp_path / "reference")
    effects = run_child(reference, 0)
    go_on(reference)
    expected = shown(reference)
    assert expected["repeats"] == 0 and len(effects) > 10
    assert [title for title in expected["posts"] if "Goofspiel" in title], "contests were opened"
    points = range(1, len(effects) + 1, 1 if LONG else 6)
    for point in points:
        world = copied(start, tmp_path / str(point))
        assert not run_child(world, point), f"the process lived through point {point}"
        go_on(world)
        assert shown(world) == expected, f"killed at effect {point}"
        assert len(now(world).rows) == 2
        world.app.store.close()
    for _ in range(2):
        play_round(reference, 1)
    assert now(reference).places == [("Ann",), ("Ben",), *now(reference).places[2:]]
    reference.app.store.close()
