"""What a run, or a page, asks of the store and of the site does not grow with all that ever was."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from pbp.service import ring
from pbp.service.pages import LISTED
from service.counted import Asked, asking, counted_connections
from service.grown import RING, WIZARDS, grow, play_cycle
from service.walked import RUNS, runs
from service.world import World

SMALL, LARGE = 30, 300
"""Cycles of a ring duel and a contest: more than a page of any list shows, and ten times that."""
MORE = 10
"""Rows by which two worlds may differ for what tests did in one of them before."""
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


def test_a_ring_duel_that_comes_to_the_numbers_of_contests_goes_on_among_them(tmp_path: Path) -> None:
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.db", "[contests]\nfirst_number = 1000\n")
    with world.app.store.tx() as tx:
        tx.set_note(ring.LAST_NUMBER, "998")
    world.tick()
    world.say("Alice", "CHALLENGE Bob goofspiel")
    assert "1000" in world.say("Bob", "ACCEPT")
    world.clock.now = world.duel(999).battle_time + timedelta(minutes=1)
    world.app.tick()
    world.tick(minutes=1)
    assert {duel.number: duel.format for duel in world.app.running()} == {1000: "contest", 1001: "ring"}
    world.say("Carol", "CHALLENGE Dave goofspiel")
    assert "1002" in world.say("Dave", "ACCEPT")
    assert "duel 1001" in world.say("Alice", "#1001 CAST Gain")
    world.clock.now = world.duel(1001).battle_time + timedelta(minutes=1)
    world.app.tick()
    world.tick(minutes=1)
    assert {duel.number for duel in world.app.running() if duel.format == "ring"} == {1003}
    assert world.bundle(1001)
    world.app.store.close()


def test_the_overview_lists_the_newest_and_says_where_the_others_stand(worlds: Worlds) -> None:
    world = worlds[LARGE]
    world.say("Alice", "PASS")
    world.tick(minutes=1)
    shown = world.page("Wizard Duels")
    assert shown.count("[http") < 6 * 2 * LISTED and "Older ones stand in the lists of their seasons" in shown
    assert f"| {RING + LARGE} " in shown and f"| {RING + LARGE - LISTED} " not in shown
    assert "Wizard_Duel_Season_1 season 1]" in shown
    assert f"| Gain || {LARGE}" in shown or f"| Gain || {LARGE * len(WIZARDS)}" in shown


@pytest.mark.parametrize("what", RUNS)
def test_a_run_asks_no_more_after_ten_times_as_many_duels(worlds: Worlds, what: str) -> None:
    small, large = (asked(dict(runs(worlds[cycles]))[what]) for cycles in (SMALL, LARGE))
    assert small.statements > 0
    assert large.statements <= small.statements
    assert large.rows <= small.rows + MORE
    assert large.steps <= small.steps * 1.5 + 30, (small, large)


def test_a_tick_that_resolves_asks_no_more_but_for_the_signed_list_of_the_season(worlds: Worlds) -> None:
    found = []
    for cycles in (SMALL, LARGE):
        world = worlds[cycles]
        number = max(duel.number for duel in world.app.running() if duel.format == "ring")
        with asking() as what:
            world.after_battle_of(number)
        found.append(what)
    small, large = found
    assert 0 < large.statements <= small.statements
    assert large.rows - small.rows <= 2 * (LARGE - SMALL) + MORE  # a line of the list for each duel, read once
