"""What a run, or a page, asks of the store and of the site does not grow with all that ever was."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping

import pytest

from service.counted import Asked, asking, counted_connections
from service.grown import grow, play_cycle
from service.walked import RUNS, runs
from service.world import World

SMALL, LARGE = 30, 300
"""Cycles of a ring duel and a contest: more than a page of any list shows, and ten times that."""
Worlds = Mapping[int, World]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    """The same season after some duels and after ten times as many."""
    played = tmp_path_factory.mktemp("cycle")
    with counted_connections():
        cycle = play_cycle(played, f"sqlite:///{played}/store.db", rounds=2)
        made = {}
        for cycles in (SMALL, LARGE):
            folder = tmp_path_factory.mktemp("grown") / "world"
            shutil.copytree(played, folder)
            made[cycles] = grow(folder, f"sqlite:///{folder}/store.db", cycle, cycles)
        yield made
    for world in made.values():
        world.app.store.close()


def asked(do: Callable[[], object]) -> Asked:
    """What is asked when something is done again that was done once before."""
    do()
    with asking() as found:
        do()
    return found


@pytest.mark.parametrize("what", RUNS)
def test_a_run_asks_no_more_after_ten_times_as_many_duels(worlds: Worlds, what: str) -> None:
    small, large = (asked(dict(runs(worlds[cycles]))[what]) for cycles in (SMALL, LARGE))
    assert small.statements > 0
    assert large.statements <= small.statements
    assert large.rows <= small.rows
    assert large.steps <= small.steps * 1.5 + 30, (small, large)
