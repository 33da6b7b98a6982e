"""Whole contests, by letters: every game through the same life, from the first prompt to the audit page."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from pbp import adjudicate
from pbp.parsing import tomltext
from service.contests import HALL, begin, checked, examples, order, outcome, play
from service.world import World

LONG = os.environ.get("PBP_LONG") == "1"


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels: only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


def test_a_wizards_duel_is_played_by_letters_from_the_first_prompt_to_the_audit(hall: World) -> None:
    number = begin(hall, "wizards-duel", variant="death-match-3")
    assert hall.posts()[-1] == "Wizard's Duel (death-match-3) 1001: Ann against Ben"
    subject, letter = hall.letters("Ann")[0]
    assert subject == "Duel 1001 begins: Wizard's Duel (death-match-3) against Ben"
    assert "Bout 1, round 1" in letter
    assert "you lose the bout" in letter
    for _ in range(2):  # Power Word Kill meets Greater Restoration: the bout is won at once
        play(hall, {"Ann": "CAST X", "Ben": "CAST 1"})
    assert hall.duel(number).state == "resolved"
    assert outcome(hall, number) == {"winner": "Ann", "draw": False, "reason": "Ann wins 2 bouts to 0."}
    assert "Ann wins the contest." in hall.comments()[-1]
    assert "wins the bout at once" in hall.comments()[-1]
    assert hall.letters("Ben")[0][0] == "Duel 1001: Ann wins the contest."
    assert any("result" in line for line in checked(hall, number))
    assert "Ann" in next(line for line in hall.page("Wizard Duels").splitlines() if "1001" in line)
    assert "Duel 1001, Wizard's Duel (death-match-3): Ann wins the contest." in hall.say("Ben", "HISTORY")
    assert "is not among the resolved duels" not in hall.say("Ben", "HISTORY 1001")


def test_reality_benders_shows_its_arrows_and_what_beats_what(hall: World) -> None:
    number = begin(hall, "reality-benders", items="none")
    play(hall, {"Ann": "RULE A>B", "Ben": "RULE B>C"})
    assert "A&gt;B, B&gt;C" in hall.comments()[-1]
    assert "Reserve days left: Ann 5, Ben 5." in hall.comments()[-1]
    play(hall, {"Ann": "CAST A", "Ben": "CAST B A C"})
    assert "Ann wins the duel" in hall.comments()[-1]
    assert hall.duel(number).step == 3


def test_tactical_genius_shows_its_board_and_ends_when_an_army_is_gone(hall: World) -> None:
    number = begin(hall, "tactical-genius")
    play(
        hall,
        {
            "Ann": "UNIT Rex GUN HP 0 ATK 5 DEF 0 SPD 3.26 AT 4,1",
            "Ben": "UNIT Max AXE HP 0 ATK 0 DEF 0 SPD 0.25 AT 7,1",
        },
    )
    board = hall.comments()[-1]
    assert "Rex" in board.partition("<pre>")[2].partition("</pre>")[0]
    for _ in range(2):
        play(hall, {"Ann": "Rex ATTACK 7,1", "Ben": "Max IDLE"})
        play(hall, {"Ann": "PASS", "Ben": "PASS"})
    assert outcome(hall, number)["winner"] == "Ann"
    checked(hall, number)


def test_the_first_order_offered_to_both_sides_loses_neither_of_them_the_game(hall: World) -> None:
    number = begin(hall, "tactical-genius")
    play(hall, {name: examples(hall.letters(name)[0][1])[0] for name in ("Ann", "Ben")})
    assert hall.duel(number).state == "open"
    assert "Ann places Rex" in hall.comments()[-1] and "Ben places Rex" in hall.comments()[-1]
    letter = hall.letters("Ann")[0][1]
    play(hall, {"Ann": examples(letter)[0], "Ben": "PASS"})
    assert "Order of action: Ann's Rex, Ben's Rex." in hall.letters("Ben")[0][1]


def test_simulacra_is_played_until_one_side_has_a_single_chip(hall: World) -> None:
    number = begin(hall, "simulacra", sealed_purchase=True)
    for chips in range(7, 1, -1):
        assert f"Split your {chips} chips" in hall.letters("Ben")[0][1]
        play(hall, {"Ann": "FORM 7 0 0\nBUY BODY d20", "Ben": f"FORM 0 {chips} 0\nBUY"})
    assert outcome(hall, number)["winner"] == "Ann"
    checked(hall, number)


def test_goofspiel_with_hidden_bids_tells_each_player_no_more_than_their_own(hall: World) -> None:
    number = begin(hall, "goofspiel", cards=3, points_order="descending", imperfect_information=True)
    play(hall, {"Ann": "BID 3", "Ben": "BID 1"})
    assert "hidden" in hall.comments()[-1]
    assert next(line for line in hall.letters("Ann")[0][1].splitlines() if line.startswith("Ben")).count("hidden") == 2
    play(hall, {"Ann": "BID 2", "Ben": "BID 3"})
    assert outcome(hall, number) == {"winner": None, "draw": True, "reason": "3 to 3 points."}
    assert "hidden" not in hall.comments()[-1]
    checked(hall, number)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("wizards-duel", 10),
        ("reality-benders", 300 if LONG else 10),
        ("tactical-genius", 30),
        ("simulacra", 80),
        ("goofspiel", 6),
    ],
)
def test_the_examples_of_the_letters_alone_carry_a_contest_to_its_end(hall: World, game: str, most: int) -> None:
    options: dict[str, Any] = {"cards": 4} if game == "goofspiel" else {}
    number = begin(hall, game, settle=0, **options)
    for _ in range(most):
        if hall.duel(number).state != "open":
            break
        for name, place in (("Ann", 0), ("Ben", -1)):
            letter = hall.letters(name)[0][1]
            if "Orders that would be legal now" in letter:
                order(hall, name, examples(letter)[place])
        hall.tick(minutes=1)
    resigned = hall.duel(number).state == "open"
    if resigned:  # the hundred and more steps of Reality Benders are for the long run
        assert game == "reality-benders"
        hall.say("Ben", "RESIGN")
    assert outcome(hall, number)
    checked(hall, number)
    scenario, _ = tomltext.parse(hall.bundle(number)["scenario"])
    played = adjudicate.play(scenario)
    told = outcome(hall, number)
    assert played.result["outcome"] == (None if resigned else told)
