"""How players want to be told: when they are reminded, and in whose time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from pbp.errors import Refused
from pbp.service.preferences import read_times, times_in_words
from service.contests import HALL, begin
from service.world import World


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("24h 2h", (1440, 120)),
        ("2h, 24h", (1440, 120)),
        ("1 day, 2 hours and 30 minutes before", (1440, 120, 30)),
        ("1 week", (10080,)),
        ("90m", (90,)),
        ("12 hrs", (720,)),
        ("2h 2h", (120,)),
        ("off", ()),
        ("never", ()),
        ("usual", None),
        ("as usual", None),
    ],
)
def test_times_are_read_as_people_write_them(words: str, minutes: tuple[int, ...] | None) -> None:
    assert read_times(words) == minutes
    if minutes:
        assert read_times(times_in_words(minutes)) == minutes


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("tomorrow", "say how long before the end"),
        ("24h please", "say how long before the end"),
        ("5m", "between 10 minutes and 14 days"),
        ("15 days", "between 10 minutes and 14 days"),
        ("99999 weeks", "between 10 minutes and 14 days"),
        ("1h 2h 3h 4h 5h 6h", "5 reminders"),
        ("", "say how long"),
    ],
)
def test_other_times_are_refused_with_the_reason(words: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_times(words)


def reminders(world: World, name: str) -> list[timedelta]:
    """How long before the first duel's battle time a player was reminded."""
    battle_time = world.duel(1).battle_time
    assert battle_time
    entries = [entry for entry in world.site.mailbox.entries(name) if not entry.sent]
    return [battle_time - entry.at for entry in entries if "no order from you yet" in (entry.subject or "")][::-1]


def test_each_is_reminded_when_they_have_chosen(world: World) -> None:
    world.tick()
    battle_time = world.duel().battle_time
    assert battle_time
    assert "so long before the end of a step in which you owe an order: 24h 2h." in world.say("Alice", "REMIND 2h 24h")
    assert "You are not reminded" in world.say("Bob", "REMIND OFF")
    world.say("Dave", "REMIND 5h")
    world.say("Dave", "CAST Greed")
    while world.clock.now < battle_time - timedelta(hours=1):
        world.tick(hours=1)
    assert reminders(world, "Alice") == [timedelta(hours=24), timedelta(hours=2)]
    assert reminders(world, "Bob") == []
    assert len(reminders(world, "Carol")) == 2, "as usual"
    assert reminders(world, "Dave") == [], "an order is in"
    assert "at half time and before the end" in world.say("Alice", "REMIND USUAL")


def test_of_several_that_are_due_at_once_one_comes_and_none_for_what_is_past_as_a_step_opens(world: World) -> None:
    world.say("Alice", "REMIND 10d 24h 20h")
    world.tick()
    assert reminders(world, "Alice") == [], "ten days before, the duel was not open"
    world.tick(hours=40)
    assert len(reminders(world, "Alice")) == 1


def test_a_step_that_opens_again_is_reminded_of_again(make_world: Callable[..., World]) -> None:
    hall = make_world(HALL, wizards=("Ann", "Ben", "Cleo"))
    hall.say("Ann", "REMIND 1h")
    number = begin(hall, "goofspiel")

    def told() -> int:
        return sum("no order from you yet" in subject for subject in hall.subjects("Ann"))

    end = hall.duel(number).battle_time
    assert end
    hall.tick(seconds=(end - hall.clock.now).total_seconds() - 1800)
    hall.tick()
    assert told() == 1
    hall.say("Ann", f"#{number} EXTENSION 1 day")
    hall.say("Ben", f"#{number} GRANT")
    hall.tick(hours=1)
    assert told() == 1
    hall.tick(hours=23)
    assert told() == 2


def test_who_wants_no_news_is_told_that_reminders_are_silent_too(world: World) -> None:
    world.say("Alice", "NOTIFY NONE")
    assert "But you have said NOTIFY NONE" in world.say("Alice", "REMIND 2h")
    assert "Nothing was changed: say how long" in world.say("Alice", "REMIND me of milk")


def test_letters_say_times_in_the_players_zone_beside_utc(world: World) -> None:
    assert "It is now Monday 2 March 2026, 09:00 UTC (10:00 Europe/Berlin)." in world.say("Alice", "TIMEZONE berlin")
    world.say("Bob", "TIMEZONE UTC+14")
    world.tick()
    opened = {name: world.letters(name)[0][1] for name in ("Alice", "Bob", "Carol")}
    assert "Battle time: Wednesday 4 March 2026, 15:00 UTC (16:00 Europe/Berlin)." in opened["Alice"]
    assert "Battle time: Wednesday 4 March 2026, 15:00 UTC (Thursday 05:00 UTC+14)." in opened["Bob"]
    assert "Battle time: Wednesday 4 March 2026, 15:00 UTC." in opened["Carol"]
    assert "closes the duel, at or shortly after Wednesday 4 March 2026, 15:00 UTC (16:00 Europe/Berlin)" in world.say(
        "Alice", "CAST Greed"
    )
    assert not any("Berlin" in text for text in world.comments()), "what all read is in UTC"
    assert "there is no time zone Atlantis" in world.say("Alice", "TIMEZONE Atlantis")
    assert "told times in UTC." in world.say("Alice", "TIMEZONE utc")


def test_an_absence_is_read_in_the_players_zone(world: World) -> None:
    world.say("Alice", "TIMEZONE Asia/Tokyo")
    answer = world.say("Alice", "AWAY 3 to 5 March")
    assert "from Monday 2 March 2026, 15:00 UTC (Tuesday 00:00 Asia/Tokyo)" in answer
    world.say("Alice", "AWAY 7 to 8 March Europe/Berlin")
    assert "Asia/Tokyo" in world.say("Alice", "TIMEZONE"), "a zone named in passing is for that absence alone"
    world.say("Bob", "AWAY 7 to 8 March Europe/Berlin")
    assert "Europe/Berlin" in world.say("Bob", "TIMEZONE")
