"""Letters as people write them: orders without a verb, and examples that are those of the duel meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.contests import HALL, begin
from service.world import World


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels: only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


@pytest.mark.parametrize(
    ("letter", "order"),
    [
        ("Burn 3", "CAST Burn 3"),
        ("Hello Battle Master,\n\nGain!\n\nThanks, Alice", "CAST Gain"),
        ("#1 Greed", "CAST Greed"),
        ("greed\n-- \nAlice", "CAST Greed"),
    ],
)
def test_an_order_without_its_verb_counts_where_one_duel_asks_for_such_a_thing(
    world: World, letter: str, order: str
) -> None:
    world.tick()
    assert "Understood, for duel 1" in world.say("Alice", letter)
    assert world.standing(1) == {"Alice": order}


@pytest.mark.parametrize(
    "letter", ["Gain?", "Greed is good", "Nice weather.\nGain", "Best\nGain", "Burn", "3", "Not Gain", "Gian", "Burn 9"]
)
def test_talk_is_no_order(world: World, letter: str) -> None:
    world.tick()
    answer = world.say("Alice", letter)
    assert "No command was found" in answer
    assert "for example: CAST Greed" in answer
    assert world.standing(1) == {}


def test_an_order_without_its_verb_is_for_the_one_duel_that_can_mean_it(hall: World) -> None:
    duel = begin(hall, "wizards-duel", variant="gods-collide")
    arrows = begin(hall, "reality-benders", items="none")
    hall.say("Ann", "A > B")
    hall.say("Ann", "channel Forge")
    assert hall.standing(arrows) == {"Ann": "RULE A>B"}
    assert hall.standing(duel) == {"Ann": "CAST 5"}
    hall.say("Ann", "3")
    assert hall.standing(duel) == {"Ann": "CAST 3"}


def test_an_order_without_its_verb_that_two_duels_can_mean_is_asked_back(hall: World) -> None:
    first, second = begin(hall, "wizards-duel"), begin(hall, "wizards-duel", "Ann", "Cleo")
    answer = hall.say("Ann", "3")
    assert f"more than one duel ({first}, {second})" in answer
    assert f"#{first} CAST 3" in answer
    assert hall.standing(first) == hall.standing(second) == {}
    hall.say("Ann", f"#{second} 3")
    assert hall.standing(second) == {"Ann": "CAST 3"}


def test_examples_in_answers_are_those_of_the_duel_meant(hall: World) -> None:
    begin(hall, "goofspiel")
    assert "for example: BID 13" in hall.say("Ann", "What now, old friend?")
    assert "for example: STATUS" in hall.say("Cleo", "What now, old friend?")
    begin(hall, "tactical-genius", "Ben", "Cleo")
    assert "UNIT Rex AXE HP 0 ATK 2 DEF 0 SPD 0.25 AT 7,1" in hall.say("Cleo", "UNIT Rex")
    assert "An order that you could send now: #1001 BID 13" in hall.say("Ben", "HELP")
    assert "for example: #1001 BID 13" in hall.say("Ben", "WITHDRAW")
