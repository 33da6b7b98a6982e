"""A contest's newest step, or its end, taken back: nothing is deleted, the same dice decide, and every proof holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pbp.errors import Refused
from pbp.games.base import bare_name
from pbp.service import battle, contests, honours, lifecycle
from pbp.service.present import present
from service.contests import HALL, begin, checked, examples, order, outcome, play
from service.proofs import season_checked
from service.test_master import decide
from service.tourneys import announce, enter, now, play_round, told
from service.world import World

GAMES = [bare_name(game) for game in contests.GAMES]


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    """One kind of database will do: what is undone is asked in no other way than what is done."""
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


def undo(world: World, number: int, why: str = "It was worked out wrongly.") -> None:
    """Takes the newest result back and lets the contest go on."""
    world.app.carry_out(battle.void, number, why, world.clock())
    world.tick(minutes=1)
    world.app.carry_out(lifecycle.resume, number, "It is mended.", world.clock())
    world.tick(minutes=1)


def play_step(world: World, number: int, chance: Random) -> None:
    """Orders that the letters show as legal, from whoever is asked."""
    with world.app.store.tx() as tx:
        awaits = present(world.app.desk, tx, tx.duel(number)).awaits
    for name in awaits:
        letter = next(t for s, t in world.letters(name) if str(number) in s and "Orders that would be legal now:" in t)
        order(world, name, f"#{number} {chance.choice(examples(letter))}")
    world.tick(minutes=11)


def season(world: World) -> tuple[str, ...]:
    """What `pbp verify --season` says of all that stands on the site, which must hold."""
    world.tick(minutes=1)
    report = season_checked(world, *world.comments())
    assert report.ok, report.lines
    return report.lines


@pytest.mark.parametrize("game", GAMES)
def test_a_step_of_any_game_is_taken_back_and_resolved_to_the_same_by_the_same_dice(hall: World, game: str) -> None:
    number = begin(hall, game)
    play_step(hall, number, Random(7))
    with hall.app.store.tx() as tx:
        (before,) = tx.steps(number)
    comments = hall.comments()
    hall.app.carry_out(battle.void, number, "A unit was miscounted.", hall.clock())
    hall.tick(minutes=30)
    duel = hall.duel(number)
    assert (duel.state, duel.step, duel.held) == ("pending", 1, "voided")
    assert "The result of step 1 of duel" in hall.comments()[-1] and "A unit was miscounted." in hall.comments()[-1]
    assert hall.comments()[: len(comments)] == comments, "nothing is deleted"
    for name in ("Ann", "Ben"):
        assert hall.subjects(name)[-1] == f"Duel {number}: a result is taken back"
    hall.app.carry_out(lifecycle.resume, number, "It is mended.", hall.clock())
    hall.tick(minutes=1)
    with hall.app.store.tx() as tx:
        (after,) = tx.steps(number)
        taken = [entry.values for entry in tx.entries(number, "voided")]
    assert (after.orders, after.commitment, after.draws) == (before.orders, before.commitment, before.draws)
    assert after.state_digest == before.state_digest == taken[0]["state_digest"]
    assert hall.comments()[-1].count("Step 1 is resolved.") == 1 and hall.duel(number).step == 2
    play_step(hall, number, Random(8))
    hall.say("Ann", f"#{number} RESIGN") if hall.duel(number).state == "open" else None
    hall.tick(minutes=1)
    assert any("taken back" in line or "did not count" in line or "A unit was miscounted." in line
               for line in checked(hall, number))  # fmt: skip
    season(hall)


def test_orders_for_the_step_after_it_are_withdrawn_and_asked_for_again(hall: World) -> None:
    number = begin(hall, "goofspiel")
    play(hall, {"Ann": "BID 4", "Ben": "BID 6"})
    order(hall, "Ann", "BID 5")
    letters = len(hall.letters("Ann"))
    undo(hall, number)
    assert hall.standing(number) == {}
    assert "is withdrawn: you will be asked for it again" in hall.letters("Ann")[2][1]
    assert len(hall.letters("Ann")) == letters + 3, "that it is taken back, that it goes on, and the step"
    play(hall, {"Ann": "BID 7", "Ben": "BID 7"})
    assert hall.duel(number).step == 3
    with hall.app.store.tx() as tx:
        assert [words for _, _, words, *_ in tx.steps(number)[1].orders] == ["BID 7", "BID 7"]


def test_a_reserve_day_spent_on_a_step_that_does_not_count_is_given_back(hall: World) -> None:
    number = begin(hall, "wizards-duel", variant="archwizard")
    play_step(hall, number, Random(1))

    def left() -> dict[str, int]:
        with hall.app.store.tx() as tx:
            duel = tx.duel(number)
            return contests.reserve_left(tx, duel, present(hall.app.desk, tx, duel))

    before = left()
    until = hall.duel(number).battle_time
    assert until
    hall.clock.now = until
    hall.tick(minutes=1)
    assert left() != before or not before
    undo(hall, number)
    assert left() == before


def quick(world: World) -> int:
    return begin(world, "goofspiel", cards=2, points_order="descending", settle=0)


def finished(world: World) -> int:
    """A contest that its rules have ended: Ann has won."""
    number = quick(world)
    play(world, {"Ann": "BID 2", "Ben": "BID 1"})
    assert outcome(world, number)["winner"] == "Ann"
    return number


def test_a_finished_contest_is_resolved_again_and_does_not_count_until_then(hall: World) -> None:
    number = finished(hall)

    def played() -> list[str]:
        with hall.app.store.tx() as tx:
            table = honours.honours(hall.app.desk, tx).table("goofspiel")
            return [row.player for row in table.rows] if table else []

    assert sorted(played()) == ["Ann", "Ben"]
    hall.app.carry_out(battle.void, number, "The prizes were summed wrongly.", hall.clock())
    hall.tick(minutes=1)
    assert (hall.duel(number).state, outcome(hall, number)) == ("pending", None)
    assert played() == []
    assert "does not count: The prizes were summed wrongly." in hall.letters("Ben")[0][1]
    hall.app.carry_out(lifecycle.resume, number, "Mended.", hall.clock())
    hall.tick(minutes=1)
    assert outcome(hall, number)["winner"] == "Ann"
    assert sorted(played()) == ["Ann", "Ben"]
    assert hall.bundle(number)["voided"][0]["why"] == "The prizes were summed wrongly."
    checked(hall, number)
    season(hall)
    undo(hall, number, "And once more.")
    assert len(hall.bundle(number)["voided"]) == 2
    assert len(told(hall, "To check every draw and order")) == 3, "each result is told under a key of its own"


def test_a_contest_that_was_given_up_by_mistake_goes_on_with_a_seed_that_nobody_knows(hall: World) -> None:
    number = begin(hall, "simulacra")
    play_step(hall, number, Random(3))
    hall.say("Ben", f"#{number} RESIGN")
    hall.tick(minutes=1)
    assert outcome(hall, number)["winner"] == "Ann"
    other = finished(hall)
    hall.app.carry_out(battle.void, number, "Ben meant another contest.", hall.clock())
    hall.tick(minutes=1)
    assert (hall.duel(number).state, hall.duel(number).step, outcome(hall, number)) == ("open", 2, None)
    own, used = hall.duel(number).seed_index, hall.duel(other).seed_index
    assert f"chance comes from seed {used + 1} of the season" in hall.comments()[-1]
    assert "The end of duel" in hall.comments()[-1]
    assert any(f"seed {used + 1}" in line for line in season(hall))
    hall.app.carry_out(lifecycle.resume, number, "Go on.", hall.clock())
    hall.tick(minutes=1)
    play_step(hall, number, Random(4))
    with hall.app.store.tx() as tx:
        assert [row.seed_index for row in tx.steps(number)] == [own, used + 1]
    undo(hall, number)  # of a step by the further seed
    play_step(hall, number, Random(5))
    hall.say("Ann", f"#{number} RESIGN")
    hall.tick(minutes=1)
    steps = hall.bundle(number)["steps"]
    assert [step.get("seed_index") for step in steps] == [None, used + 1, used + 1]
    checked(hall, number)
    (line,) = [line for line in season(hall) if f"duel {number}, seed {used + 1}" in line]
    assert "steps of its bundle used it" in line
    assert len(told(hall, "resigns.")) == 2


def test_what_cannot_be_taken_back_is_refused_with_its_reason(hall: World) -> None:
    number = begin(hall, "goofspiel")
    with pytest.raises(Refused, match="nothing of it is resolved yet"):
        hall.app.carry_out(battle.void, number, "Why not.", hall.clock())
    play(hall, {"Ann": "BID 4", "Ben": "BID 6"})
    hall.app.carry_out(lifecycle.pause, number, "A holiday.", hall.clock())
    with pytest.raises(Refused, match="is held: A holiday"):
        hall.app.carry_out(battle.void, number, "Why not.", hall.clock())


def test_the_battle_master_takes_a_step_back_by_letter(hall: World) -> None:
    number = begin(hall, "goofspiel")
    play(hall, {"Ann": "BID 4", "Ben": "BID 6"})
    assert "does not count" in decide(hall, f"#{number} VOID STEP 2 WHY a prize was left out")
    assert hall.duel(number).held == "voided"


# ---- tournaments -----------------------------------------------------------------------------------------------------


@pytest.fixture
def cup(make_world: Callable[..., World]) -> World:
    """Four players, and contests alone."""
    world = make_world(HALL, wizards=("Ann", "Ben", "Cleo", "Dora"))
    world.tick()
    return world


def test_a_tournament_that_was_over_goes_on_until_its_last_contest_has_a_result_again(cup: World) -> None:
    number = announce(cup, "knock-out", "most=2", "Cup")
    enter(cup, number, ("Ann", "Ben"))
    cup.tick()
    play_round(cup, number)
    (row,) = now(cup).rows
    assert now(cup).tournament.state == "ended" and row.duel
    cup.app.carry_out(battle.void, row.duel, "It was misread.", cup.clock())
    cup.tick(minutes=1)
    assert now(cup).tournament.state == "running" and now(cup).open
    assert len(told(cup, "which was over, goes on until then")) == 1
    cup.app.carry_out(lifecycle.resume, row.duel, "Mended.", cup.clock())
    cup.tick(minutes=1)
    assert now(cup).tournament.state == "ended" and now(cup).places[0] == ("Ann",)
    assert len(told(cup, "Ann wins Cup.")) == 2
    assert cup.subjects("Ben").count(f"Tournament {number} is over: Cup") == 2


def test_a_round_robin_counts_a_contest_again_and_a_knockout_that_has_gone_on_does_not(cup: World) -> None:
    for form, goes in (("round-robin", True), ("knock-out", False)):
        number = announce(cup, form, "most=4")
        enter(cup, number, ("Ann", "Ben", "Cleo", "Dora"))
        cup.tick()
        play_round(cup, number)
        first = now(cup).rows[0].duel
        assert first and now(cup).round == 2
        if not goes:
            with pytest.raises(Refused, match="has gone on from the result"):
                cup.app.carry_out(battle.void, first, "It was misread.", cup.clock())
            return
        cup.app.carry_out(battle.void, first, "It was misread.", cup.clock())
        assert now(cup).rows[0].decided is None
        cup.app.carry_out(lifecycle.resume, first, "Mended.", cup.clock())
        cup.tick(minutes=1)
        assert now(cup).rows[0].decided
        for _ in range(2):
            play_round(cup, number)
        assert now(cup).tournament.state == "ended"
        assert json.dumps(now(cup).places[0]) == '["Ann"]'
