"""A store of the first version goes on: what was closed ends in that version, what is closed from now on in the newest.

Its files are those of the first version itself: a ring duel that waits for a ruling, a contest after its first step,
another before it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from store.kept_stores import KEPT, SITES, STORES, put, unpack

from pbp.honours.results import bundle_result
from pbp.service import rulings
from pbp.service.honours import honours
from pbp.service.present import present
from service.proofs import duel_checked, marked, season_checked
from service.world import World

NOW = datetime(2026, 3, 6, 15, 1, tzinfo=UTC)


@pytest.fixture
def world(tmp_path: Path) -> World:
    unpack(STORES[2], tmp_path / "store.db")
    unpack(SITES[2], tmp_path / "site.db")
    return World.as_left(tmp_path, "sqlite:///store.db", NOW)


def take_step(world: World, number: int) -> None:
    """One step of a contest, by the first examples of its prompts."""
    with world.app.store.tx() as tx:
        owed = present(world.app.desk, tx, tx.duel(number)).awaits
    for name, prompt in owed.items():
        assert "Understood" in world.say(name, f"#{number} {prompt.examples[0]}")
    world.tick(minutes=11)
    world.tick(minutes=1)


def test_duels_that_were_closed_before_end_in_the_version_they_began_with(world: World) -> None:
    why, effect = "As meant.", "The caster gains 3 Stars."
    assert world.app.carry_out(rulings.rule, 2, "Jest", world.clock(), why=why, effect=effect)
    world.tick(minutes=1)
    take_step(world, 1002)
    world.say("Carol", "#1002 RESIGN")
    take_step(world, 1003)
    world.say("Dave", "#1003 RESIGN")
    world.say("Alice", "#3 CAST Gain")
    world.after_battle()
    world.tick(minutes=1)
    formats = {number: world.bundle(number)["format"] for number in (2, 3, 1002, 1003)}
    assert formats == {2: "pbp-bundle/1", 3: "pbp-bundle/3", 1002: "pbp-bundle/1", 1003: "pbp-bundle/3"}
    assert len(world.bundle(1002)["steps"]) == 2
    for number, bundle_format in formats.items():
        report = duel_checked(world, number)
        assert report.ok, report.lines
        looks = " ".join(marked(report, "LOOK"))
        expected = "the first version" if bundle_format.endswith("1") else "anchor does not say where dice come from"
        assert expected in looks
    assert world.bundle(2)["setup"]["rulings"] == [{"spell": "Jest", "effect": effect}]
    assert world.bundle(3)["previous"]["duel"] == 2
    without = season_checked(world)
    assert [line.partition(":")[0] for line in marked(without, "FAILED")] == [
        "duel 1", "duel 2", "duel 1001", "duel 1002"
    ], "the first version does not say where its commitments stand"  # fmt: skip
    report = season_checked(world, *world.comments())
    assert report.ok, report.lines
    counted = world.app.carry_out(honours).results
    assert [result.number for result in counted] == [1, 2, 3, 1001, 1002, 1003]
    assert list(counted) == [bundle_result(world.bundle(result.number)) for result in counted]
    world.app.store.close()


@pytest.fixture
def eighth(tmp_path: Path, store_url: str) -> World:
    """A world as the eighth migration knew it: a ring duel that waits for a ruling, two contests under way."""
    put(8, store_url, tmp_path)
    unpack(SITES[8], tmp_path / "site.db")
    return World.as_left(tmp_path, store_url, datetime(2026, 3, 6, 15, 30, tzinfo=UTC))


def test_a_store_of_the_eighth_migration_goes_on(eighth: World) -> None:
    world = eighth
    assert world.app.carry_out(
        rulings.rule, 2, "Jest", world.clock(), why="As meant.", effect="The caster gains 3 Stars."
    )
    world.tick(minutes=1)
    assert world.duel(2).state == "resolved"
    assert "You have challenged Bob" in world.say("Dave", "CHALLENGE Bob goofspiel")
    assert "duel 1003 begins: Goofspiel" in world.say("Bob", "ACCEPT")
    take_step(world, 1001)
    take_step(world, 1002)
    world.say("Dave", "#1002 RESIGN")
    world.tick(minutes=1)
    for number in (2, 1002):
        report = duel_checked(world, number)
        assert report.ok, report.lines
    world.app.store.close()


@pytest.fixture(params=[version for version in KEPT if version > 8])
def left(request: pytest.FixtureRequest, tmp_path: Path, store_url: str) -> World:
    """A world as `tests/store/keep.py` left it: an open ring duel with orders, contests before and after a step."""
    put(request.param, store_url, tmp_path)
    unpack(SITES[request.param], tmp_path / "site.db")
    return World.as_left(tmp_path, store_url, datetime(2026, 3, 4, 15, 30, tzinfo=UTC))


def test_what_was_open_in_a_store_of_each_version_goes_on_to_its_end(left: World) -> None:
    world = left
    assert world.standing(2) == {"Alice": "CAST Greed", "Carol": "CAST Jest"}, "orders that were in are in"
    take_step(world, 1001)
    take_step(world, 1002)
    world.say("Dave", "#1002 RESIGN")
    world.clock.now = datetime(2026, 3, 6, 15, 1, tzinfo=UTC)
    world.tick()
    effect = "The caster gains 3 Stars."
    assert world.app.carry_out(rulings.rule, 2, "Jest", world.clock(), why="As meant.", effect=effect)
    world.tick(minutes=1)
    assert (world.duel(2).state, world.duel(1002).state) == ("resolved", "resolved")
    assert world.duel(1001).step > 1
    for number in (1, 2, 1002):
        report = duel_checked(world, number)
        assert report.ok, report.lines
    world.app.store.close()
