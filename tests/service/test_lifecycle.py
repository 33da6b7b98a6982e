"""The life of a duel: schedule, open, commence, resolve, and the next one; and the Battle Master's moves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.errors import Refused
from pbp.service import lifecycle, people, ring, rulings
from pbp.service.lifecycle import next_battle_time
from pbp.service.report import TickReport
from pbp.verify import check_bundle
from service.world import JEST, SPELLS, START, World


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "battle"),
    [
        ("2026-03-02T19:00:00", "2026-03-04T15:00:00"),  # exactly 44 hours ahead counts
        ("2026-03-02T19:00:00.000001", "2026-03-05T15:00:00"),  # an instant less does not
        ("2026-03-02T15:00:00", "2026-03-04T15:00:00"),  # at exactly 15:00 it is 48 hours away
        ("2026-03-02T14:59:59", "2026-03-04T15:00:00"),
        ("2026-03-02T15:00:01", "2026-03-04T15:00:00"),
        ("2028-02-27T20:00:00", "2028-03-01T15:00:00"),  # over a leap day
        ("2028-02-27T12:00:00", "2028-02-29T15:00:00"),  # onto a leap day
        ("2027-02-26T20:00:00", "2027-03-01T15:00:00"),
        ("2026-12-30T18:00:00", "2027-01-01T15:00:00"),  # over the year's end
        ("2026-12-29T19:00:00", "2026-12-31T15:00:00"),
    ],
)
def test_battle_time_is_the_next_15_00_at_least_44_hours_ahead(now: str, battle: str) -> None:
    assert next_battle_time(at(now), 15, 44) == at(battle)


@given(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)), st.integers(0, 23), st.integers(0, 200))  # noqa: DTZ001
def test_battle_time_is_on_its_hour_and_no_sooner_one_would_do(now: datetime, hour: int, notice: int) -> None:
    now = now.replace(tzinfo=UTC)
    battle = next_battle_time(now, hour, notice)
    assert (battle.hour, battle.minute, battle.second, battle.microsecond) == (hour, 0, 0, 0)
    assert timedelta(hours=notice) <= battle - now < timedelta(hours=notice + 24)


def test_the_first_tick_schedules_and_posts_a_duel(world: World) -> None:
    world.tick()
    duel = world.duel()
    assert (duel.number, duel.state, duel.battle_time) == (1, "open", at("2026-03-04T15:00"))
    assert sorted(duel.participants) == ["Alice", "Bob", "Carol", "Dave"]
    assert world.posts() == ["Season 1 begins", "Wizard Duel 1"]
    assert "=== Burn ===" in world.page("Wizard Duel Spell List 1")
    assert "== Spells ==" not in world.page("Wizard Duel Spell List 1")
    assert all("Duel 1 is open: choose your spell" in world.subjects(name) for name in duel.participants)


def test_a_second_tick_does_nothing_more(world: World) -> None:
    world.tick()
    entries = world.kinds()
    report = world.tick()
    assert world.kinds() == entries
    assert (report.published, report.new_messages, report.waits, report.failed) == (0, 0, [], [])


def test_a_duel_closes_strictly_after_its_battle_time(world: World) -> None:
    world.tick()
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time - timedelta(hours=3)
    for moment in (battle_time - timedelta(seconds=1), battle_time):
        world.clock.now = moment
        world.tick()
        assert world.duel(1).state == "open"
    world.clock.now = battle_time + timedelta(microseconds=1)
    world.tick()
    assert world.duel(1).state == "resolved"


def test_a_resolved_duel_is_followed_by_the_next(world: World) -> None:
    world.tick()
    for number in (1, 2, 3):
        assert world.duel().number == number
        world.say("Alice", "CAST Greed")
        world.after_battle()
    assert [world.duel(n).state for n in (1, 2, 3)] == ["resolved"] * 3
    assert world.stars()["Alice"] == 35


def test_numbering_goes_on_from_an_earlier_season(make_world) -> None:
    world = make_world('[season]\nid = "9"\nfirst_number = 41\n')
    world.tick()
    assert world.posts()[-1] == "Wizard Duel 41"


def test_casts_take_effect_together_and_the_result_is_told(world: World) -> None:
    world.tick()
    one, two, three, four = world.duel().participants
    world.say(one, f"CAST Burn {three}")
    world.say(two, "CAST Greed")
    world.after_battle()
    assert world.stars() == {one: 20, two: 24, three: 17, four: 19}
    result = world.comments()[-1]
    for words in (f"{three} loses 3 Stars to {one}&#x27;s Burn.", f"{two} gains 5 Stars", "Duel 1 is resolved."):
        assert words in result
    assert world.subjects(two)[-2] == "Duel 1: +4 Stars for you"


def test_trigger_all_in_closes_when_every_active_participant_has_an_order(make_world) -> None:
    world = make_world('[ring]\ntrigger = "all-in"\n')
    world.tick()
    assert world.duel().battle_time is None
    for name in ("Alice", "Bob", "Carol"):
        world.say(name, "PASS")
        world.tick(minutes=1)
        assert world.duel(1).state == "open"
    world.say("Dave", "CAST Greed")
    world.tick(minutes=1)
    assert world.duel(1).state == "resolved"


def test_trigger_all_in_does_not_wait_for_the_idle(make_world) -> None:
    world = make_world('[ring]\ntrigger = "all-in"\n')
    world.tick()
    for name in ("Alice", "Bob", "Carol"):
        world.say(name, "PASS")
    world.say("Dave", "IDLE")
    world.tick(minutes=1)
    assert world.duel(1).state == "resolved"


def test_trigger_either_closes_at_the_deadline_too(make_world) -> None:
    world = make_world('[ring]\ntrigger = "either"\n')
    world.tick()
    world.say("Alice", "PASS")
    world.tick(hours=11)
    assert world.duel(1).state == "open"
    world.after_battle()
    assert world.duel(1).state == "resolved"


def test_without_auto_commence_and_auto_resolve_the_battle_master_is_told_and_decides(make_world) -> None:
    world = make_world("[ring]\nauto_commence = false\nauto_resolve = false\n")
    world.tick()
    report = world.after_battle()
    assert report.waits == ["duel 1 is due: `pbp commence 1`"]
    assert "Duel 1 is due" in world.subjects("Master")
    world.app.close_duel(1, (), "")
    report = world.tick(minutes=1)
    assert world.duel(1).state == "pending"
    assert report.waits == ["duel 1 is pending: `pbp resolve 1`"]
    assert world.app.resolve_duel(1)
    assert world.duel(1).state == "resolved"


def test_at_most_one_ring_duel_is_open_or_pending(world: World) -> None:
    from pbp.service import ring

    world.tick()
    with pytest.raises(Refused, match="at most one"):
        ring.schedule(world.app.desk, world.clock())


def test_with_fewer_than_two_active_wizards_scheduling_waits_and_says_so_once(make_world) -> None:
    world = make_world(wizards=("Alice", "Bob"))
    world.say("Bob", "IDLE")
    world.tick()
    world.tick()
    assert world.kinds().count("waits") == 1
    assert world.posts() == ["Season 1 begins"]
    world.say("Bob", "ACTIVE")
    world.tick()
    assert world.posts()[-1] == "Wizard Duel 1"


def test_idle_wizards_are_left_out_of_the_ring_unless_the_option_puts_them_in(make_world) -> None:
    world = make_world("[ring]\nring_includes_idle = true\n")
    world.say("Bob", "IDLE")
    world.tick()
    assert "Bob" in world.duel().participants
    assert "idle" in world.say("Bob", "CAST Greed")


def test_who_is_idle_at_the_closing_casts_nothing_though_an_order_was_taken(world: World) -> None:
    world.tick()
    world.say("Bob", "CAST Greed")
    world.say("Bob", "IDLE")
    for _ in range(6):
        world.tick(hours=11)
    assert world.stars()["Bob"] == 20
    assert world.duel(1).summary["casts"] == {}


def test_who_is_active_again_before_the_closing_has_the_order_still(world: World) -> None:
    world.tick()
    world.say("Bob", "CAST Greed")
    world.say("Bob", "IDLE")
    world.tick(hours=11)
    world.say("Bob", "ACTIVE")
    for _ in range(5):
        world.tick(hours=11)
    assert world.stars()["Bob"] == 25


@pytest.mark.parametrize(("held", "stars"), [([], 20), ([25, 30], 25), ([12, 30], 20), ([20], 20)])
def test_a_new_wizard_has_20_stars_or_the_lowest_number_whichever_is_higher(make_world, held, stars: int) -> None:
    world = make_world(wizards=())
    with world.app.store.tx() as tx:
        for number, amount in enumerate(held):
            people.add_wizard(world.app.desk, tx, f"Old {number}", START, stars=amount)
        idle = people.add_wizard(world.app.desk, tx, "Sleeper", START, stars=90)
        people.set_active(tx, idle, False, START, "Sleeper")
        assert people.add_wizard(world.app.desk, tx, "New", START).stars == stars


# ---- the Battle Master's moves ---------------------------------------------------------------------------------------


def test_a_cancelled_duel_shows_its_seed_and_no_order(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Burn 2")
    world.app.carry_out(lifecycle.cancel, 1, "Too many of us are away.", world.clock())
    world.tick()
    assert world.duel(1).state == "cancelled"
    comment = world.comments()[-1]
    assert "Too many of us are away." in comment
    assert "Burn" not in comment
    entry = next(e for e in _entries(world) if e.kind == "cancelled")
    assert entry.values["seed"] in comment
    assert world.duel(2).state == "open"
    assert "Duel 1 is cancelled" in world.subjects("Bob")


def test_a_cancelled_duel_takes_no_order(world: World) -> None:
    world.tick()
    world.app.carry_out(lifecycle.cancel, 1, "No.", world.clock())
    assert "Duel 1 is cancelled" in world.say("Alice", "#1 CAST Greed")
    with pytest.raises(Refused, match="cannot cancel"):
        world.app.carry_out(lifecycle.cancel, 1, "Again.", world.clock())


def test_extending_moves_the_battle_time_and_says_why(world: World) -> None:
    world.tick()
    until = world.app.carry_out(lifecycle.extend, 1, timedelta(hours=24), "The mail server is slow.", world.clock())
    world.tick()
    assert until == at("2026-03-05T15:00") == world.duel().battle_time
    assert "The mail server is slow." in world.comments()[-1]
    assert "Duel 1 closes later" in world.subjects("Carol")


def test_a_paused_duel_waits_and_gets_its_time_back_on_its_hour(world: World) -> None:
    world.tick()
    world.app.carry_out(lifecycle.pause, 1, "A feast.", world.clock())
    for _ in range(8):
        world.tick(hours=11)
    assert world.duel().state == "open"
    assert "understood" in world.say("Alice", "CAST Greed").casefold()
    until = world.app.carry_out(lifecycle.resume, 1, "The feast is over.", world.clock())
    assert until == at("2026-03-08T15:00")  # 88 hours later, and then on to the next 15:00
    world.tick()
    assert world.kinds(1).count("paused") == world.kinds(1).count("resumed") == 1
    assert any("A feast." in comment for comment in world.comments())


def test_a_moves_table_refuses_every_other_pair() -> None:
    moves = {move for _, move in lifecycle.MOVES}
    for state in ("open", "pending", "resolved", "cancelled"):
        for move in moves:
            if (state, move) not in lifecycle.MOVES:
                with pytest.raises(Refused):
                    lifecycle.moved(_duel(state), move)


# ---- clock and outage ------------------------------------------------------------------------------------------------


LISTENING = "[ring]\noutage_after_hours = 12\n"


def outage(world: World, **later: float) -> TickReport:
    """Some minutes of service, then a run so much later than battle time."""
    for _ in range(3):
        world.tick(minutes=1)
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time
    return world.tick(**later)


def test_an_outage_that_makes_a_duel_late_holds_it_and_tells_the_battle_master(make_world) -> None:
    world = make_world(LISTENING)
    report = outage(world, hours=13)
    assert world.duel().held == "outage"
    assert report.waits
    assert "Duel 1 is held: outage" in world.subjects("Master")
    assert "held" in world.comments()[-1]
    for _ in range(6):
        world.tick(hours=11)
    assert world.duel().state == "open"
    world.app.carry_out(lifecycle.resume, 1, "Here again.", world.clock())
    world.after_battle()
    assert world.duel(1).state == "resolved"


def test_silence_before_battle_time_holds_nothing_however_long(make_world) -> None:
    world = make_world(LISTENING + "give_back_minutes = 0\n")
    outage(world, minutes=1)
    assert world.duel(1).state == "resolved"


def test_an_outage_shorter_than_the_setting_holds_nothing(make_world) -> None:
    world = make_world(LISTENING + "give_back_minutes = 0\n")
    outage(world, hours=11)
    assert world.duel(1).state == "resolved"


@pytest.mark.parametrize("hours", [1 / 60, 1, 6, 24, 24 * 7])
def test_runs_in_any_rhythm_resolve_duel_after_duel(make_world, hours: float) -> None:
    """Also where each run comes long after battle time. Of the many runs those round battle time are made."""
    world = make_world(LISTENING)
    world.tick()
    while world.duel().number < 3:
        battle_time = world.duel().battle_time
        assert battle_time
        if hours <= 1:
            world.clock.now = battle_time - timedelta(hours=2.5 * hours)
        for _ in range(5 if hours <= 1 else 1):
            world.tick(hours=hours)
        assert world.duel().held is None
    assert world.duel(2).state == "resolved"


def test_a_daily_resolve_just_after_battle_time_resolves_and_an_outage_of_it_is_told(make_world) -> None:
    world = make_world("[ring]\noutage_after_hours = 12\nauto_schedule = false\n")
    world.clock.now = START.replace(hour=15, minute=1)
    for number in (1, 2):
        ring.schedule(world.app.desk, world.clock())
        while world.duel(number).state != "resolved":
            world.app.resolve_due()
            assert world.duel(number).held is None
            world.clock.now += timedelta(days=1)
    ring.schedule(world.app.desk, world.clock())
    world.clock.now += timedelta(days=5)  # the machine was off for some days
    world.app.resolve_due()
    assert world.duel(3).held == "outage"
    until = world.app.carry_out(lifecycle.resume, 3, "Here again.", world.clock())
    assert until
    while world.duel(3).state != "resolved":
        assert world.clock() < until + timedelta(days=2)
        world.clock.now += timedelta(days=1)
        world.app.resolve_due()
        assert world.duel(3).held is None


def test_a_clock_that_goes_back_holds_the_open_duel_and_closes_nothing(world: World) -> None:
    world.tick()
    world.clock.now += timedelta(hours=5)
    world.tick()
    world.tick(hours=-3)
    assert world.duel().held == "clock"


def test_a_small_correction_of_the_clock_is_no_fault(world: World) -> None:
    world.tick()
    world.tick(minutes=-1)
    assert world.duel().held is None


def _entries(world: World):
    with world.app.store.tx() as tx:
        return tx.entries()


def _duel(state: str):
    from pbp.store.values import Duel

    fields = dict.fromkeys(Duel.__slots__)
    return Duel(**{**fields, "number": 7, "state": state})


BACK = """=== Echo ===
* Effect: If you cast Gain in the previous Duel, gain 2 Stars.
"""
FAR = """=== Legend ===
* Effect: If you cast Greed in an earlier Duel, gain 3 Stars.
"""


@pytest.mark.parametrize(
    ("spells", "kept"),
    [
        (SPELLS, []),
        (SPELLS + BACK, [{"number": 2, "casts": {"Bob": "Gain"}}]),
        (SPELLS + FAR, [{"number": 1, "casts": {"Alice": "Greed"}}, {"number": 2, "casts": {"Bob": "Gain"}}]),
    ],
)
def test_of_earlier_casts_a_duel_keeps_just_those_at_which_its_spells_look_back(world: World, spells, kept) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    world.edit("Ruleset", spells)
    world.say("Bob", "CAST Gain")
    world.after_battle()
    world.after_battle()
    assert world.bundle(3)["setup"]["duel"] == {"number": 3, "history": kept}


def test_a_ruling_may_look_further_back_than_the_list(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.edit("Ruleset", SPELLS + JEST)
    world.after_battle()
    world.say("Alice", "CAST Jest")
    world.after_battle()
    effect = "If you cast Greed in an earlier Duel, gain 3 Stars."
    assert world.app.carry_out(rulings.rule, 2, "Jest", world.clock(), why="As meant.", effect=effect)
    world.tick(minutes=1)
    assert world.stars()["Alice"] == 28
    assert world.bundle(2)["setup"]["duel"]["history"] == []
    assert world.bundle(2)["amended"]["setup"]["duel"]["history"] == [{"number": 1, "casts": {"Alice": "Greed"}}]
    assert all(check.ok for check in check_bundle(world.bundle(2)))


def test_the_list_of_a_season_names_the_duel_that_runs_whenever_it_began(make_world: Callable[..., World]) -> None:
    world = make_world("[ring]\nauto_schedule = false\n")
    ring.schedule(world.app.desk, world.clock())
    world.after_battle()
    world.tick(minutes=1)
    assert '"duel": 1' in world.page("Wizard Duel Season 1") and '"duel": 2' not in world.page("Wizard Duel Season 1")
    ring.schedule(world.app.desk, world.clock())
    world.tick(minutes=1)
    assert '"duel": 2' in world.page("Wizard Duel Season 1")
