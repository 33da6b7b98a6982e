"""What one sender can have done in a day, and numbers that every store can keep."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest

from pbp import config
from pbp.errors import ConfigError, Refused
from pbp.service import people
from service.world import World


def test_a_player_who_goes_and_comes_all_day_is_asked_to_decide(world: World) -> None:
    for nth in range(5):
        assert "idle from now on" in world.say("Alice", "IDLE"), nth
        assert "active again" in world.say("Alice", "ACTIVE"), nth
    rows = world.kinds().count("idle") + world.kinds().count("active")
    assert "ten times in a day" in world.say("Alice", "IDLE")
    assert world.kinds().count("idle") + world.kinds().count("active") == rows == 10
    world.tick(hours=25)
    assert "idle from now on" in world.say("Alice", "IDLE")


def test_nobody_is_challenged_without_end(world: World) -> None:
    for nth in range(10):
        assert "You have challenged Bob" in world.say("Alice", f"CHALLENGE Bob goofspiel cards={nth + 3}"), nth
    assert "ten challenges a day" in world.say("Alice", "CHALLENGE Bob goofspiel cards=13")
    assert world.kinds().count("challenge") == 10


def test_a_stranger_cannot_ask_for_names_without_end(world: World) -> None:
    world.site.account("Mallory")
    for nth in range(5):
        assert "CONFIRM" in world.say("Mallory", f"JOIN Zed {nth}")
    assert "five names a day" in world.say("Mallory", "JOIN Zed")


@pytest.mark.parametrize("stars", [1_000_000_000, -1_000_000_000, 2**31, 2**63])
def test_stars_beyond_the_largest_number_are_refused_by_every_way_in(world: World, stars: int) -> None:
    with pytest.raises(Refused, match="999,999,999"), world.app.store.tx() as tx:
        people.adjust(tx, "Alice", world.clock.now, "a gift", source="test", stars=stars)
    with pytest.raises(Refused, match="999,999,999"), world.app.store.tx() as tx:
        people.adjust(tx, "Alice", world.clock.now, "a gift", source="test", attributes={"Fame": stars})
    with pytest.raises(Refused, match="999,999,999"):
        world.app.add_player("Rich", stars=stars)
    for name in ("default_stars", "stars_floor"):
        with pytest.raises(ConfigError, match=name):
            config.read(f"[ring]\n{name} = {stars}\n")


def test_a_duel_of_the_richest_ends_on_every_store(world: World) -> None:
    world.edit("Ruleset", "== Spells ==\n=== Gift ===\n* Effect: Each Wizard gains 900000000 Stars.\n")
    world.tick()
    for name in ("Alice", "Bob", "Carol"):
        world.say(name, "CAST Gift")
    world.after_battle()
    assert set(world.stars().values()) == {999_999_999}
    assert "Alice's Stars stop at 999,999,999, the largest that there is." in unescape(world.comments()[-1])
    assert "999,999,999" in world.page("Wizard Duel Spell List 1 explained")


def test_what_was_given_since_the_close_goes_not_beyond_the_largest_either(make_world: Callable[..., World]) -> None:
    world = make_world("[ring]\nauto_resolve = false\n")
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    with world.app.store.tx() as tx:
        people.adjust(tx, "Alice", world.clock.now, "a gift", source="test", stars=999_999_998)
    assert world.app.resolve_duel(1)
    assert world.stars()["Alice"] == 999_999_999
    with world.app.store.tx() as tx:
        assert tx.entries(kind="adjusted")[-1].values["changed"] == {"stars": [1_000_000_003, 999_999_999]}
