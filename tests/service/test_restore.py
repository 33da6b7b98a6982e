"""A store put back from a backup adopts what the sites show already, and does nothing twice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbp.app import build
from pbp.service.restore import after_restore
from service.world import Moving, World


@pytest.fixture
def world(tmp_path: Path) -> World:
    (tmp_path / "w").mkdir()
    return World(tmp_path / "w", "sqlite:///store.db")


def back_up(world: World) -> None:
    world.app.store.close()
    shutil.copy(world.folder / "store.db", world.folder / "backup.db")


def restore(world: World) -> list[str]:
    world.app.store.close()
    for path in world.folder.glob("store.db*"):
        path.unlink()
    shutil.copy(world.folder / "backup.db", world.folder / "store.db")
    world.clock = Moving(world.clock.now)
    world.app = build(world.config, clock=world.clock)
    assert world.app.site
    world.site = world.app.site
    return after_restore(world.app.desk, world.clock())


def test_nothing_more_on_the_site_lets_the_duel_go_on(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    back_up(world)
    assert restore(world) == ["duel 1 goes on: the site shows no more of it than the store"]
    world.after_battle()
    assert world.stars()["Alice"] == 25
    assert world.site.repeats() == 0


def test_a_published_result_is_adopted_from_its_bundle(world: World) -> None:
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    world.after_battle()
    stars, comments = world.stars(), world.comments()
    found = restore(world)
    assert found[0] == "duel 1 was resolved on the site: its result is adopted"
    assert world.stars() == stars
    assert world.duel(1).state == "resolved"
    world.tick(minutes=5)
    assert world.comments()[: len(comments)] == comments
    assert world.site.repeats() == 0


def test_a_duel_scheduled_since_the_backup_counts_as_cancelled_and_its_seed_as_used(world: World) -> None:
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    world.after_battle()
    assert world.duel().number == 2
    index = world.duel(2).seed_index
    found = restore(world)
    assert found[1] == "duel 2 was open on the site, and all of it is lost: it counts as cancelled"
    assert world.duel(2).state == "cancelled"
    world.tick(minutes=5)
    assert world.duel().number == 3
    assert world.duel().seed_index > index
    assert "restored from a backup" in "".join(world.comments())
    assert world.posts().count("Wizard Duel 2") == 1


def test_a_duel_closed_on_the_site_without_its_orders_waits_to_be_cancelled(world: World) -> None:
    world.tick()
    back_up(world)
    world.say("Alice", "CAST Greed")
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time.replace(minute=1)
    world.app.close_duel(1, (), "")
    from pbp.service.publish import publish

    publish(world.app.desk)
    assert "orders are lost" in restore(world)[0]
    world.tick(minutes=5)
    assert (world.duel(1).state, world.duel(1).held) == ("open", "restored")
    assert "came too late" not in world.say("Bob", "STATUS")
