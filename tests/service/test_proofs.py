"""What binds the operator of a running service: what a reader is shown, and what an operator cannot hide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbp.errors import NotFound
from pbp.service import battle, challenges, lifecycle, people, rulings
from pbp.store.states import DuelState
from pbp.verify import verify_season
from service.proofs import duel_checked, marked, page_at, season_checked
from service.world import JEST, SPELLS, World


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world in whose spells one cannot be read, duel 1 open."""
    world = make_world()
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    return world


def play(world: World, **orders: str) -> None:
    """The open duel with these orders, to its result."""
    for name, order in orders.items():
        assert "Understood" in world.say(name, order)
    with world.app.store.tx() as tx:
        (battle_time,) = [duel.battle_time for duel in tx.duels(DuelState.OPEN) if duel.format == "ring"]
    assert battle_time
    world.clock.now = battle_time
    world.tick(minutes=1)
    world.tick(minutes=1)


def test_a_ruling_before_the_close_is_committed_to_and_one_after_it_is_named_with_what_it_changed(world: World) -> None:
    app = world.app
    assert app.carry_out(rulings.rule, 1, "Jest", world.clock(), why="As meant.", effect="The caster gains 3 Stars.")
    play(world, Alice="CAST Jest")
    report = duel_checked(world, 1)
    assert (report.ok, marked(report, "LOOK")) == (True, [])
    assert len(world.bundle(1)["setup"]["rulings"]) == 1
    play(world, Alice="CAST Jest", Bob="CAST Gain")
    ruled: dict[str, Any] = {"wizard": "Alice", "outcomes": {"Alice": {"stars": 2}}}
    assert app.carry_out(rulings.rule, 2, "Jest", world.clock(), why="It was funny.", **ruled)
    world.tick(minutes=1)
    report = duel_checked(world, 2)
    looks = "\n".join(marked(report, "LOOK"))
    assert report.ok
    assert 'on Jest cast by Alice: {"Alice":{"stars":2}}. Why: It was funny.' in looks
    assert "without them it could not be resolved" in looks


def test_a_result_that_was_taken_back_is_named_with_what_another_ruling_changed(world: World) -> None:
    play(world, Bob="CAST Greed")
    world.app.carry_out(battle.void, 1, "Greed was misread.", world.clock())
    assert world.app.carry_out(
        rulings.rule, 1, "Greed", world.clock(), why="So it was.", effect="The caster gains 7 Stars."
    )
    world.app.carry_out(lifecycle.resume, 1, "Again.", world.clock())
    world.tick(minutes=1)
    report = duel_checked(world, 1)
    looks = "\n".join(marked(report, "LOOK"))
    assert report.ok, report.lines
    assert "Why: Greed was misread." in looks
    assert "wizards.Bob.stars 27, not 25" in looks


def test_a_whole_season_joins_from_duel_to_duel_and_each_decision_in_between_is_named(world: World) -> None:
    app = world.app
    play(world, Alice="CAST Gain", Bob="CAST Greed")
    with world.app.store.tx() as tx:
        people.adjust(
            tx, "Carol", world.clock(), "a gift", source="the Battle Master", stars=31, attributes={"Hat": "Red"}
        )
    world.say("Dave", "IDLE")
    number = app.carry_out(challenges.new_contest, "goofspiel", ("Alice", "Bob"), world.clock.now)
    world.tick()
    play(world, Carol="#2 CAST Greed")
    world.say("Alice", f"#{number} RESIGN")
    going_on = app.carry_out(challenges.new_contest, "goofspiel", ("Bob", "Carol"), world.clock.now)
    app.carry_out(lifecycle.cancel, 3, "A flood.", world.clock())
    world.tick(minutes=1)
    play(world, Bob="CAST Burn Alice")
    report = season_checked(world)
    assert report.ok, report.lines
    assert marked(report, "LOOK") == [
        f"duel {number}, ended: by its players or its clock, by the operator's word: Alice resigns.",
        "duel 3: was cancelled; seed 3 is used",
        "changed before duel 2: Carol stars 20 to 31: a gift (the Battle Master)",
        "changed before duel 2: Carol value Hat None to Red: a gift (the Battle Master)",
        "changed before duel 2: Dave idle False to True: idle, by Dave",
    ]
    assert marked(report, "note") == [f"duel {going_on} goes on, with seed 4", "duel 5 goes on, with seed 6"]


def test_values_that_were_changed_without_a_decision_are_shown(world: World) -> None:
    play(world, Alice="CAST Greed")
    with world.app.store.tx() as tx:
        tx.change_wizard("Bob", stars=90)
        tx.change_step(1, 1, view={**tx.steps(1)[0].view, "wizards": {}})  # the store forgets what he had
    play(world, Alice="CAST Gain")
    assert [line for line in marked(season_checked(world), "FAILED") if "Bob's stars was 20 and is 90" in line]


def test_an_index_that_was_looked_at_and_thrown_away_is_shown(world: World) -> None:
    with world.app.store.tx() as tx:
        tx.take_seed("1")
    play(world, Alice="CAST Greed")
    play(world, Alice="CAST Greed")
    assert "seed 1 is that of no duel" in marked(season_checked(world), "FAILED")[0]


def test_a_commitment_that_does_not_stand_where_it_is_said_to_is_shown(world: World) -> None:
    play(world, Alice="CAST Greed")
    listed = world.page(world.app.desk.season_title("1"))
    bundle_url = world.app.desk.wiki.url("Wizard Duel 1 Audit")
    gone = verify_season(listed, lambda url: page_at(world, url) if "/wiki/" in url else "Nothing to see here.")
    assert "its commitment does not stand at" in marked(gone, "FAILED")[0]

    itself = verify_season(listed, lambda url: page_at(world, url if "/wiki/" in url else bundle_url))
    assert "its commitment does not stand at" in marked(itself, "FAILED")[0], "a bundle does not confirm itself"

    def down(url: str) -> str:
        if "/wiki/" in url:
            return page_at(world, url)
        raise NotFound("nobody answers")

    assert "its commitment cannot be looked up: nobody answers" in marked(verify_season(listed, down), "FAILED")[0]
    assert verify_season(listed, down, alone=True).ok
