"""A store of the first version goes on: what was closed ends in that version, what is closed from now on in the newest.

Its files are those of the first version itself: a ring duel that waits for a ruling, a contest after its first step,
another before it.
"""

from __future__ import annotations

import gzip
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbp.service import battle
from pbp.service.position import position
from pbp.store import Store
from service.proofs import duel_checked, marked, season_checked
from service.world import World

OLD = Path(__file__).parents[1] / "fair" / "old"
NOW = datetime(2026, 3, 6, 15, 1, tzinfo=UTC)


@pytest.fixture
def world(tmp_path: Path) -> World:
    for name in ("store", "site"):
        with sqlite3.connect(tmp_path / f"{name}.db") as database:
            database.executescript(gzip.decompress((OLD / f"{name}.sql.gz").read_bytes()).decode())
        database.close()
    return World.as_left(tmp_path, "sqlite:///store.db", NOW)


def take_step(world: World, number: int) -> None:
    """One step of a contest, by the first examples of its prompts."""
    with world.app.store.tx() as tx:
        owed = position(world.app.desk, tx, tx.duel(number)).awaits
    for name, prompt in owed.items():
        assert "Understood" in world.say(name, f"#{number} {prompt.examples[0]}")
    world.tick(minutes=11)
    world.tick(minutes=1)


def test_duels_that_were_closed_before_end_in_the_version_they_began_with(world: World) -> None:
    why, effect = "As meant.", "The caster gains 3 Stars."
    assert battle.rule(world.app.desk, 2, "Jest", world.clock(), why=why, effect=effect)
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
    world.app.store.close()


def test_a_store_of_the_second_migration_is_brought_up_to_date(store_url: str) -> None:
    store = Store(store_url)
    with store.engine.begin() as connection:
        for table, column in (("season", "dice"), ("duel", "dice"), ("step", "version"), ("step", "previous"),
                              ("step", "amended")):  # fmt: skip
            connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.exec_driver_sql("UPDATE meta SET value = '2' WHERE name = 'migrations'")
    store.close()
    store = Store(store_url)
    with store.tx() as tx:
        assert (tx.duels(), tx.steps(1), tx.season("1")) == ([], [], None)
    store.close()
