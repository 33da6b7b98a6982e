"""Tournaments by letters on the embedded site: announced, entered, drawn, played, and told once, each by itself."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbp import fair
from pbp.fair.dice import Dice, step_key
from pbp.service import contests, rounds
from service.contests import HALL
from service.test_master import decide
from service.test_public import comment
from service.tourneys import EIGHT, announce, bids, enter, now, play_round, told
from service.world import World

FORMS = [
    ("knock-out", "third=yes", 3),
    ("swiss", "rounds=3", 3),
    ("round-robin", "", 7),
    ("league", "size=4 seasons=2", 6),
]


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    """One kind of database will do: test_ladders.py uses both."""
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """Eight players, and contests alone."""
    world = make_world(HALL, wizards=EIGHT)
    world.tick()
    return world


@pytest.mark.parametrize(("form", "terms", "rounds"), FORMS, ids=[form for form, _, _ in FORMS])
def test_a_tournament_of_eight_plays_itself_to_the_end(world: World, form: str, terms: str, rounds: int) -> None:
    number = announce(world, form, f"{terms} most=8", "Spring Cup")
    assert f"Tournament {number}: Spring Cup" in world.posts()
    assert all("is announced" in world.letters(name)[0][0] for name in EIGHT)
    enter(world, number)
    world.tick()  # the eighth has entered: the draw, and the first round
    for nth in range(1, rounds + 1):
        standing = now(world)
        assert (standing.round, standing.all_rounds) == (nth, rounds)
        assert len(told(world, f"Round {nth} of {rounds} begins")) == 1
        assert all(row.duel for row in standing.open)
        play_round(world, number)
    standing = now(world)
    assert standing.tournament.state == "ended" and not standing.open
    assert standing.places[0] == ("Ann",), "the strongest wins every form"
    assert len(told(world, "Ann wins Spring Cup.")) == 1
    assert "Ann" in world.page(f"Tournament {number}") and "It is over." in world.page(f"Tournament {number}")
    for name in EIGHT:
        assert f"Tournament {number} is over: Spring Cup" in world.subjects(name)
    assert "you have won" in next(body for subject, body in world.letters("Ann") if "is over" in subject)
    contests = [row.duel for row in standing.rows]
    assert len([title for title in world.posts() if title.startswith("Goofspiel")]) == len(set(contests))
    before = (world.comments(), world.posts(), world.kinds())
    world.tick(hours=1)
    assert (world.comments(), world.posts(), world.kinds()) == before, "what is over is over"


def test_a_cron_that_only_resolves_plays_a_tournament_too(world: World) -> None:
    number = announce(world, "knock-out", "most=4")
    enter(world, number, EIGHT[:4])
    world.app.resolve_due()
    for _ in range(2):
        for name, words in bids(world, number, min):
            world.site.say(name, words)
        world.app.resolve_due()
    assert now(world).places[0] == ("Ann",)


def test_the_draw_can_be_checked_by_anybody(world: World) -> None:
    number = announce(world, "swiss", "most=8")
    post = next(post for post in world.site.blog.posts(100) if post.title.startswith("Tournament"))
    (promised,) = re.findall(r"SHA-256 is ([0-9a-f]{64})", post.body)
    assert not told(world, "Its seed is")
    enter(world, number)
    world.tick()
    (comment,) = told(world, "Its seed is")
    (seed,) = re.findall(r"Its seed is ([0-9a-f]{64})", comment)
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promised
    ring, _ = fair.draw_ring(bytes.fromhex(seed), number, EIGHT)
    assert list(ring) == now(world).drawn
    assert f"Its order: {', '.join(ring)}." in comment


def test_a_seeded_draw_follows_the_ratings_and_then_the_lot(world: World) -> None:
    number = announce(world, "knock-out", "most=2")
    enter(world, number, ("Ann", "Hal"))
    world.tick()
    play_round(world, number, lambda one, two: "Hal")
    world.tick(minutes=1)
    second = announce(world, "knock-out", "most=4 seeded=yes")
    enter(world, second, ("Ann", "Hal", "Ben", "Cleo"))
    world.tick()
    drawn = now(world).drawn
    assert (drawn[0], drawn[3]) == ("Hal", "Ann"), "who has no rating stands between who has won and who has lost"
    assert told(world, "By the ratings first; between equals the order is that of a Wizard Ring")


def test_a_drawn_contest_of_a_knockout_is_played_again_and_then_the_lot_decides(world: World) -> None:
    number = announce(world, "knock-out", "most=2")
    enter(world, number, ("Ann", "Ben"))
    world.tick()
    first_contest = now(world).open[0].duel
    play_round(world, number, lambda one, two: None)
    (row,) = now(world).open
    assert (row.again, row.duel) == (1, (first_contest or 0) + 1)
    assert world.duel(row.duel).seats == world.duel(first_contest).seats[::-1], "the other has the first seat"
    play_round(world, number, lambda one, two: None)
    standing = now(world)
    assert standing.tournament.state == "ended" and standing.rows[0].how == "lot"
    seed = bytes.fromhex(world.bundle(row.duel or 0)["seed"])
    drawn = Dice(step_key(seed, row.duel or 0, 0, [("tournament", str(number))])).draw(2, "")
    assert standing.places[0] == ((row.home, row.away)[drawn - 1],)
    (comment,) = told(world, "goes on, by lot")
    assert f"{standing.places[0][0]} goes on, by lot" in comment


def test_without_replays_the_lot_decides_at_once(world: World) -> None:
    number = announce(world, "knock-out", "most=2 replays=0")
    post = next(post for post in world.site.blog.posts(100) if post.title.startswith("Tournament"))
    assert "Where a contest is drawn or cancelled, the lot decides" in post.body
    enter(world, number, ("Ann", "Ben"))
    world.tick()
    play_round(world, number, lambda one, two: None)
    assert now(world).rows[0].how == "lot" and now(world).tournament.state == "ended"


def test_a_replay_that_has_a_winner_decides(world: World) -> None:
    number = announce(world, "knock-out", "most=2")
    enter(world, number, ("Ann", "Ben"))
    world.tick()
    play_round(world, number, lambda one, two: None)
    play_round(world, number, lambda one, two: "Ben")
    assert now(world).places == [("Ben",), ("Ann",)]


def test_a_cancelled_contest_is_played_again_and_then_counts_as_drawn(world: World) -> None:
    number = announce(world, "round-robin", "most=2")
    enter(world, number, ("Ann", "Ben"))
    world.tick()
    for _ in range(2):
        decide(world, f"#{now(world).open[0].duel} CANCEL WHY a slip")
        world.tick()
    (row,) = now(world).rows
    assert (row.how, row.home_points, row.away_points) == ("not played", 1, 1)
    assert now(world).tournament.state == "ended"


def test_who_leaves_or_is_let_go_gives_the_others_a_walkover(world: World) -> None:
    number = announce(world, "round-robin", "most=4")
    enter(world, number, EIGHT[:4])
    world.tick()
    assert "A contest of it that you are in still counts" in world.say("Dora", f"LEAVE {number}")
    assert "LET-GO" not in decide(world, "LET-GO Cleo")
    play_round(world, number)
    standing = now(world)
    assert {row.how for row in standing.rows if row.round > 1 and "Dora" in (row.home, row.away)} <= {
        "walkover",
        "nobody",
    }
    play_round(world, number)
    play_round(world, number)
    standing = now(world)
    assert standing.tournament.state == "ended"
    assert standing.places[:2] == [("Ann",), ("Ben",)]
    both = next(row for row in standing.rows if {row.home, row.away} == {"Cleo", "Dora"})
    assert both.round == 1 or (both.how, both.home_points, both.away_points) == ("nobody", 0, 0)


def test_a_player_who_is_away_plays_and_the_contest_is_put_off(world: World) -> None:
    number = announce(world, "knock-out", "most=2")
    enter(world, number, ("Ann", "Ben"))
    world.say("Ben", "AWAY for 2 days")
    world.tick()
    (row,) = now(world).open
    assert row.duel, "no walkover"


def test_entry_closes_at_its_time_and_with_one_entrant_nothing_is_played(world: World) -> None:
    one = announce(world, "swiss", "WITHIN 1d", "Lonely")
    two = announce(world, "swiss", "WITHIN 1d", "Pair")
    enter(world, one, ("Ann",))
    enter(world, two, ("Ann", "Ben"))
    world.tick(hours=23)
    assert now(world, two).tournament.state == "entry"
    world.tick(hours=2)
    assert (now(world, one).tournament.state, now(world, two).tournament.state) == ("cancelled", "running")
    assert len(told(world, "This tournament is cancelled")) == 1


def test_entering_and_leaving_are_answered_whatever_is_said(world: World) -> None:
    one, two = announce(world, "swiss", "", "Cup"), announce(world, "knock-out", "", "Shield")
    assert "say which tournament" in world.say("Ann", "ENTER")
    assert f"You take part in tournament {two}" in world.say("Ann", "enter shield")
    assert "is in tournament" in world.say("Ann", f"ENTER {two}")
    assert f"You have left tournament {two}" in world.say("Ann", "LEAVE")
    assert "Ann is not in tournament" in world.say("Ann", f"LEAVE {one}")
    assert "there is no tournament 99" in world.say("Ann", "ENTER 99")
    assert "Nothing was changed" in world.say("Ann", "ENTER the dragon's cave")
    world.say("Ben", "IDLE")
    assert "idle" in world.say("Ben", f"ENTER {one}")
    assert not now(world, one).drawn and not now(world, two).drawn


def test_a_public_comment_enters_where_the_site_takes_them(world: World) -> None:
    number = announce(world, "swiss", "", "Cup")
    answer = comment(world, "Ann", f"ENTER {number}")
    assert answer and not answer["public"]
    assert now(world).drawn == ["Ann"]


def test_the_battle_master_decides(world: World) -> None:
    number = announce(world, "knock-out", "", "Cup")
    assert "fewer than two entrants" in decide(world, f"START-TOURNAMENT {number}")
    enter(world, number, EIGHT[:3])
    assert "is drawn" in decide(world, f"START-TOURNAMENT {number}")
    world.tick()
    (row,) = now(world).open
    assert "plays on for" in decide(world, f"REPLACE-ENTRANT {number} {row.home} BY Gus WHY away")
    assert world.duel(row.duel).participants == ["Gus", row.away]
    play_round(world, number, lambda one, two: "Gus")
    play_round(world, number, lambda one, two: "Gus")
    assert now(world).places[0] == ("Gus",), "in the place of whom he replaced"
    again = announce(world, "league", "", "Second")
    assert "is cancelled" in decide(world, f"CANCEL-TOURNAMENT {again} WHY nobody comes")
    world.tick()
    assert "entry for tournament" in world.say("Ann", f"ENTER {again}")
    wrong = {
        "TOURNAMENT jousting OF goofspiel": "there is no form",
        "TOURNAMENT swiss OF chess": "there is no contest",
        "TOURNAMENT swiss OF goofspiel third=yes": "means nothing in a swiss",
        "TOURNAMENT swiss OF goofspiel rounds=many": "a whole number from 0 to 30",
        "TOURNAMENT swiss OF goofspiel first_seat=coin": "leave first_seat out",
        "TOURNAMENT swiss OF goofspiel cards=1": "cannot be played",
        "TOURNAMENT swiss": "write TOURNAMENT",
        "START-TOURNAMENT soon": "say which tournament",
        "END-TOURNAMENT 99 WHY so": "there is no tournament 99",
    }
    for line, why in wrong.items():
        letter = decide(world, line)
        assert "Nothing was done on" in letter and why in letter, letter


def test_two_tournaments_a_ring_duel_and_other_contests_run_side_by_side(make_world: Callable[..., World]) -> None:
    world = make_world("[contests]\nopen_challenges = true\n", wizards=EIGHT)
    world.tick()
    assert world.duel(1).state == "open"
    one, two = announce(world, "knock-out", "most=8", "Cup"), announce(world, "swiss", "most=8 rounds=3", "League")
    enter(world, one)
    enter(world, two)
    world.say("Ann", "CHALLENGE Ben goofspiel cards=2 settle=0")
    world.say("Ben", "ACCEPT")
    world.say("Ann", "#1 CAST Greed")
    world.tick()
    for _ in range(3):
        for number in (one, two):
            play_round(world, number)
    assert now(world, one).tournament.state == now(world, two).tournament.state == "ended"
    assert now(world, one).places[0] == now(world, two).places[0] == ("Ann",)
    assert world.standing(1) == {"Ann": "CAST Greed"}, "the ring duel has its order still"
    with world.app.store.tx() as tx:
        running = [duel.number for duel in tx.duels() if duel.state == "open"]
    assert len(running) == 2, "the ring duel and the challenge go on"


def test_a_round_that_is_aborted_half_way_is_opened_whole_by_the_next_tick(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = announce(world, "swiss", "most=8")
    enter(world, number)
    made: list[Any] = []
    whole: Any = contests.make

    def dies(*arguments: object, **more: object) -> object:
        made.append(arguments)
        if len(made) == 3:
            raise RuntimeError("pulled out")
        return whole(*arguments, **more)

    monkeypatch.setattr(contests, "make", dies)
    report = world.tick()
    assert len(report.failed) == 1 and f"tournament {number}" in report.failed[0]
    assert now(world).tournament.state == "entry" and not now(world).rows
    monkeypatch.undo()
    assert not world.tick().failed
    assert len(now(world).open) == 4
    assert len(told(world, "the draw is made")) == len(told(world, "Round 1 of 3 begins")) == 1


def test_the_seed_of_a_draw_that_is_to_come_is_never_published(world: World) -> None:
    number = announce(world, "swiss")
    with world.app.store.tx() as tx:
        seed = rounds.lots(tx, tx.tournament(number)).hex()
    world.say("Ann", f"CHALLENGE Ben goofspiel {seed}")
    world.edit("Ruleset", world.page("Ruleset") + f"\n=== Leak ===\n* Effect: The caster gains 1 Star. {seed}\n")
    world.tick()
    assert not [text for text in (*world.comments(), *world.posts()) if seed in text]


def test_the_contest_for_the_third_place_is_called_so(world: World) -> None:
    number = announce(world, "knock-out", "most=4 third=yes")
    enter(world, number, EIGHT[:4])
    world.tick()
    play_round(world, number)
    (comment,) = told(world, "Round 2 of 2 begins")
    assert comment.count("(for the third place)") == 1
    assert world.page(f"Tournament {number}").count("(for the third place)") == 1


def test_a_knockout_shows_its_bracket_below_its_post(world: World) -> None:
    number = announce(world, "knock-out", "most=2")
    enter(world, number, ("Ann", "Ben"))
    world.tick()
    (comment,) = told(world, "Round 1 of 1 begins")
    assert f"/tournaments/{number}/bracket.svg" in comment and "as it stands" in comment


def test_every_contest_of_a_tournament_names_it(world: World) -> None:
    number = announce(world, "swiss", "most=2", "Duet")
    enter(world, number, ("Ann", "Ben"))
    world.tick()
    post = next(post for post in world.site.blog.posts(100) if post.title.startswith("Goofspiel"))
    assert "tournament 1, Duet" in post.body and "round 1" in post.body


def test_strange_titles_and_names_change_nothing_but_themselves(world: World) -> None:
    number = announce(world, "knock-out", "most=2", "<b>{{ 7*7 }}</b> [[x]] '''")
    enter(world, number, ("Ann", "Ben"))
    world.tick()
    play_round(world, number)
    assert "49" not in told(world, "Round 1")[0]
    assert "<b>{{" not in told(world, " wins ")[0]


def test_a_round_is_not_held_up_by_a_contest_of_another(world: World) -> None:
    one, two = announce(world, "knock-out", "most=4", "A"), announce(world, "knock-out", "most=4", "B")
    enter(world, one, EIGHT[:4])
    enter(world, two, EIGHT[4:])
    world.tick()
    waiting = bids(world, two, min)
    play_round(world, one)
    play_round(world, one)
    assert now(world, one).tournament.state == "ended" and bids(world, two, min) == waiting
    world.tick(hours=timedelta(days=30) / timedelta(hours=1))
