"""Absence and more time: what is announced by letter, and what follows in ring duels and contests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.contests import HALL, begin
from service.world import World


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels: only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


def active(world: World, name: str) -> bool:
    with world.app.store.tx() as tx:
        wizard = tx.wizard(name)
        return bool(wizard and wizard.active)


def test_who_is_away_is_idle_in_the_duels_that_are_scheduled_meanwhile(world: World) -> None:
    world.tick()  # Monday 2 March
    answer = world.say("Alice", "AWAY 3 to 5 March")
    assert "You will be away from Tuesday 3 March 2026, 00:00 UTC until Friday 6 March 2026, 00:00 UTC" in answer
    world.say("Alice", "CAST Greed")
    world.tick(hours=20)
    assert active(world, "Alice"), "nobody is made idle in an open duel"
    world.after_battle()
    assert world.bundle(1)["steps"][0]["orders"][0]["order"] == "CAST Greed"
    assert not active(world, "Alice")
    assert "Alice" not in world.duel(2).participants
    world.after_battle()
    assert active(world, "Alice")
    assert "Alice" in world.duel(3).participants


def test_who_is_away_and_active_stays_in_the_ring_where_what_waits_counts(world: World) -> None:
    world.tick()
    world.say("Alice", "ALWAYS Greed")
    assert "You stay in the ring, and what waits counts" in world.say("Alice", "AWAY until 20 March, ACTIVE")
    world.after_battle()
    world.after_battle()
    assert [order["order"] for order in world.bundle(2)["steps"][0]["orders"]] == ["CAST Greed"]


def test_who_comes_back_early_says_active(world: World) -> None:
    world.tick()
    world.say("Alice", "AWAY for 2 weeks")
    world.after_battle()
    assert not active(world, "Alice")
    assert "active again" in world.say("Alice", "ACTIVE")
    assert "No absence of yours is known" in world.say("Alice", "AWAY")
    world.after_battle()
    assert active(world, "Alice")
    assert "Alice" in world.duel(3).participants


def test_who_is_away_is_not_reminded(world: World) -> None:
    world.tick()
    world.say("Alice", "AWAY until 20 March")
    world.tick(hours=30)
    assert not any("no order from you yet" in subject for subject in world.subjects("Alice"))
    assert any("no order from you yet" in subject for subject in world.subjects("Bob"))


def test_a_wrong_absence_changes_nothing_and_the_answer_says_why(world: World) -> None:
    world.say("Alice", "AWAY until 10 March Europe/Berlin")
    answer = world.say("Alice", "AWAY some day")
    assert "No absence was noted" in answer
    assert "until Tuesday 10 March 2026, 23:00 UTC (Wednesday 00:00 Europe/Berlin)" in answer
    assert "within a year" in world.say("Alice", "AWAY for 99 weeks")


def test_a_step_that_would_end_meanwhile_is_put_off_to_the_return_within_the_limit(hall: World) -> None:
    number = begin(hall, "goofspiel")  # Monday 2 March, 09:00; a step lasts a day
    hall.say("Ann", "AWAY until 5 March")
    hall.tick(minutes=1)
    assert f"{hall.duel(number).battle_time:%d %H:%M}" == "06 00:00"
    assert any("Ann is away until Friday 6 March 2026, 00:00 UTC." in body for body in hall.comments())
    assert any("closes later" in subject for subject in hall.subjects("Ben"))
    hall.say("Ann", "AWAY until 30 March")
    hall.tick(minutes=1)
    assert f"{hall.duel(number).battle_time:%d %H:%M}" == "10 09:00", "seven days in all"
    hall.tick(hours=1)
    assert f"{hall.duel(number).battle_time:%d %H:%M}" == "10 09:00"


def test_a_run_that_comes_after_the_end_still_puts_the_step_off(hall: World) -> None:
    number = begin(hall, "goofspiel")
    hall.say("Ann", "AWAY 3 to 5 March")
    hall.tick(hours=40)  # the step ended after 24, and nothing ran
    assert (hall.duel(number).step, f"{hall.duel(number).battle_time:%d %H:%M}") == (1, "06 00:00")


def test_an_order_that_is_in_does_not_show_in_what_is_put_off(hall: World) -> None:
    number = begin(hall, "goofspiel")
    hall.say("Ann", "BID 3")
    hall.say("Ann", "AWAY until 5 March")
    hall.tick(minutes=1)
    assert f"{hall.duel(number).battle_time:%d %H:%M}" == "06 00:00"


def test_more_time_is_asked_for_and_granted_within_the_limit(hall: World) -> None:
    number = begin(hall, "goofspiel")
    before = hall.duel(number).battle_time
    assert before
    assert "nobody asks you for more time" in hall.say("Ben", "GRANT")
    assert "you ask for 24 hours more in step 1" in hall.say("Ann", "EXTENSION 1 day")
    assert "Ann asks for 24 hours more for step 1" in hall.letters("Ben")[0][1]
    assert any("asks for 24 hours more" in subject + body for subject, body in hall.letters("Master"))
    assert "nobody asks you for more time" in hall.say("Ann", "GRANT")
    assert hall.duel(number).battle_time == before
    assert "You have granted Ann 24 hours more" in hall.say("Ben", f"#{number} GRANT")
    assert hall.duel(number).battle_time == before + timedelta(days=1)
    assert "48 are left" in hall.say("Ann", "EXTENSION 3 days")
    assert "say how much" in hall.say("Ann", "EXTENSION please")
