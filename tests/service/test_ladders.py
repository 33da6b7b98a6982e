"""Ladders by letters, and a knock-out with a replacement, on both kinds of database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.contests import HALL
from service.test_master import decide
from service.tourneys import EIGHT, announce, enter, now, play_round, told
from service.world import World


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """Eight players, and contests alone."""
    world = make_world(HALL, wizards=EIGHT)
    world.tick()
    return world


def test_a_ladder_goes_on_until_it_is_ended(world: World) -> None:
    number = announce(world, "ladder", "reach=2", "Rungs")
    enter(world, number, EIGHT[:4])
    assert now(world).ladder == ["Ann", "Ben", "Cleo", "Dora"]
    assert "challenges go up 2 at most" in world.say("Dora", f"CHALLENGE Ann LADDER {number}")
    world.say("Dora", f"CHALLENGE Ben on ladder {number}")
    assert any("begins: contest" in letter for _, letter in world.letters("Dora"))
    assert "in a contest of this ladder already" in world.say("Cleo", "CHALLENGE Ben LADDER")
    world.tick()
    play_round(world, number, lambda one, two: "Dora")
    assert now(world).ladder == ["Ann", "Dora", "Ben", "Cleo"]
    assert len(told(world, "Dora takes Ben")) == 1
    world.say("Cleo", f"CHALLENGE Ben LADDER {number}")
    world.tick()
    play_round(world, number, lambda one, two: None)
    assert now(world).ladder == ["Ann", "Dora", "Ben", "Cleo"] or now(world).open, "played again, then it stays"
    while now(world).open:
        play_round(world, number, lambda one, two: None)
    assert now(world).ladder == ["Ann", "Dora", "Ben", "Cleo"]
    world.say("Dora", f"LEAVE {number}")
    enter(world, number, ("Emil",))
    assert now(world).ladder == ["Ann", "Ben", "Cleo", "Emil"]
    decide(world, f"END-TOURNAMENT {number} WHY the year is over")
    world.tick()
    assert len(told(world, "Ann wins Rungs.")) == 1


def test_entry_takes_no_more_than_the_most(world: World) -> None:
    number = announce(world, "ladder", "most=2")
    enter(world, number, ("Ann", "Ben"))
    assert "is full" in world.say("Cleo", f"ENTER {number}")


def test_a_knockout_of_three_with_a_replacement(world: World) -> None:
    number = announce(world, "knock-out", "most=3", "Cup")
    enter(world, number, EIGHT[:3])
    world.tick()
    (row,) = now(world).open
    decide(world, f"REPLACE-ENTRANT {number} {row.home} BY Gus WHY away")
    for _ in range(2):
        play_round(world, number, lambda one, two: "Gus")
    assert now(world).places[0] == ("Gus",)
