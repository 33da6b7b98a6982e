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


@pytest.mark.parametrize("letter", ["Tell me what to do", "What now?", "Well played!", "I have to rest now"])
def test_talk_is_not_taken_for_a_slip_of_a_command(world: World, letter: str) -> None:
    world.tick()
    answer = world.say("Alice", letter)
    assert "No command was found" in answer
    assert "Did you mean" not in answer


def test_an_order_without_its_verb_is_for_the_one_duel_that_can_mean_it(hall: World) -> None:
    duel = begin(hall, "wizards-duel", variant="gods-collide")
    arrows = begin(hall, "reality-benders", items="none")
    hall.say("Ann", "A > B")
    hall.say("Ann", "channel Forge")
    assert hall.standing(arrows) == {"Ann": "RULE A>B"}
    assert hall.standing(duel) == {"Ann": "CAST 5"}
    hall.say("Ann", "3")
    assert hall.standing(duel) == {"Ann": "CAST 3"}


@pytest.mark.parametrize(("letter", "counts"), [("a", False), ("I", True), ("A", True), ("the", False)])
def test_a_small_word_is_no_spell(hall: World, letter: str, counts: bool) -> None:
    number = begin(hall, "reality-benders", settle=0, items="none")
    hall.say("Ann", "A > B")
    hall.say("Ben", "B > C")
    hall.tick(minutes=1)
    hall.say("Ann", letter)
    assert hall.standing(number) == ({"Ann": f"CAST {letter}"} if counts else {})


def test_what_cannot_be_ordered_now_is_refused_with_its_reason_also_without_a_verb(hall: World) -> None:
    number = begin(hall, "wizards-duel", settle=0)
    for name in ("Ann", "Ben"):
        hall.say(name, "Fog Cloud")
    hall.tick(minutes=1)
    assert hall.duel(number).step == 2
    answer = hall.say("Ann", "Fog Cloud")
    assert "could not be taken as an order" in answer
    assert "is not in your hand" in answer
    assert hall.standing(number) == {}


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
    assert "for example: BID 1" in hall.say("Ann", "What now, old friend?")
    assert "for example: STATUS" in hall.say("Cleo", "What now, old friend?")
    begin(hall, "tactical-genius", "Ben", "Cleo")
    assert "UNIT Rex AXE HP 0 ATK 2 DEF 0 SPD 0.25 AT 7,1" in hall.say("Cleo", "UNIT Rex")
    assert "An order that you could send now: #1001 BID 1" in hall.say("Ben", "HELP")
    assert "for example: #1001 BID 1" in hall.say("Ben", "WITHDRAW")


@pytest.mark.parametrize(
    "words",
    [
        "#1001 RESIGN?",
        "resign?",
        "RESIGN or DRAW",
        "RESIGN, maybe",
        "RESIGN tomorrow",
        "RESIGN if Ben casts X",
        "DRAW?",
        "RESIGN 1002",
        "RESIGN. Just kidding!",
        "WITHDRAW?",
    ],
)
def test_a_grave_command_in_doubt_is_asked_back(hall: World, words: str) -> None:
    number = begin(hall, "wizards-duel")
    hall.say("Ann", "CAST 3")
    answer = hall.say("Ann", words)
    assert "Nothing was done on" in answer
    verb = next(verb for verb in ("RESIGN", "WITHDRAW", "DRAW") if verb in words.upper())
    assert f"send this line and nothing else on it: {'#1001 ' if '#' in words else ''}{verb}\n" in answer
    assert hall.duel(number).state == "open"
    assert hall.standing(number) == {"Ann": "CAST 3"}
    assert not any("draw" in subject.casefold() for subject in hall.subjects("Ben"))


@pytest.mark.parametrize("words", ["RESIGN", "#1001 RESIGN.", "I resign", "Sadly, I RESIGN. Well played, Ben!"])
def test_a_plain_one_is_carried_out(hall: World, words: str) -> None:
    number = begin(hall, "wizards-duel")
    hall.say("Ann", words)
    assert any("You have resigned from duel 1001" in body for _, body in hall.letters("Ann"))
    assert hall.duel(number).state == "resolved"


@pytest.mark.parametrize("words", ["ACCEPT?", "DECLINE?"])
def test_a_question_about_a_challenge_answers_none(hall: World, words: str) -> None:
    hall.say("Ben", "CHALLENGE Ann goofspiel")
    assert "Nothing was done on" in hall.say("Ann", words)
    assert "You have turned down" in hall.say("Ann", "DECLINE, no time, maybe later")


@pytest.mark.parametrize("words", ["IDLE until 5 December", "IDLE from Monday", "IDLE 3 to 12 December", "IDLE?"])
def test_idle_with_a_date_changes_nothing_and_says_so(world: World, words: str) -> None:
    world.tick()
    answer = world.say("Alice", words)
    assert "IDLE takes no date" in answer and "until you send ACTIVE" in answer
    with world.app.store.tx() as tx:
        alice = tx.wizard("Alice")
    assert alice and alice.active
    assert "idle from now on" in world.say("Alice", "IDLE, thanks")
    assert "ACTIVE takes no date" in world.say("Alice", "ACTIVE on 5 December")
    assert "active again" in world.say("Alice", "I'm back: ACTIVE again please")
