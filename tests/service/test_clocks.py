"""Clocks that leap, and machines that were off: nothing is revealed or forfeited by mistake; lost time comes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbp.app import build
from pbp.clock import OtherClocks
from pbp.errors import Held
from pbp.service import clocks, lifecycle, limits
from pbp.service.report import TickReport
from pbp.store import Store
from service.contests import begin
from service.world import World

LISTENING = "[ring]\noutage_after_hours = 12\ngive_back_minutes = 10\n"
CONTESTS = "[ring]\nauto_schedule = false\noutage_after_hours = 12\ngive_back_minutes = 10\n"


def steadily(world: World, runs: int = 4) -> None:
    """Some minutes of service, one run a minute."""
    for _ in range(runs):
        world.tick(minutes=1)


def to_battle(world: World, **before: float) -> datetime:
    """Hours of service, and then minutes, that end so long before the newest duel's battle time, which is given."""
    world.tick()
    battle_time = world.duel().battle_time
    assert battle_time
    while world.clock.now < battle_time - timedelta(**before) - timedelta(hours=1):
        world.tick(hours=1)
    world.clock.now = battle_time - timedelta(**before) - timedelta(minutes=4)
    steadily(world)
    return battle_time


# ---- without another clock -------------------------------------------------------------------------------------------


def test_a_clock_that_leapt_a_week_and_was_put_right_leaves_the_battle_time_where_it_was(make_world) -> None:
    world = make_world(LISTENING)
    battle_time = to_battle(world, hours=20)
    world.tick(days=7)
    assert world.duel().held == "outage"
    world.tick(days=-7)
    until = world.app.carry_out(lifecycle.resume, 1, "The clock was wrong.", world.clock())
    assert until == battle_time
    steadily(world)
    assert world.duel(1).state == "open"
    world.say("Alice", "CAST Greed")
    while world.clock.now <= battle_time:
        world.tick(hours=1)
    assert world.duel(1).state == "resolved"
    assert world.stars()["Alice"] == 25


def test_a_leap_over_the_battle_time_closes_nothing_at_once(make_world) -> None:
    world = make_world(LISTENING)
    to_battle(world, hours=3)
    world.tick(hours=5)
    assert world.duel().state == "open"
    world.tick(hours=-5)
    assert world.duel().held == "clock"


def test_a_contest_is_not_forfeited_by_a_leap(make_world) -> None:
    hall = make_world(CONTESTS, wizards=("Ann", "Ben"))
    begin(hall, "reality-benders", reserve_days=0, reserve_bonus_days=0)
    to_battle(hall, hours=5)
    hall.tick(hours=7)
    assert hall.duel(1001).state == "open"


# ---- an outage over a battle time ------------------------------------------------------------------------------------


def test_an_outage_over_the_battle_time_is_given_back(make_world) -> None:
    world = make_world(LISTENING)
    battle_time = to_battle(world, hours=1)
    last = world.clock.now
    world.tick(hours=2)
    assert world.duel(1).state == "open"
    assert world.duel(1).battle_time == world.clock.now + (battle_time - last)
    assert "was not at work" in world.comments()[-1]
    assert "Duel 1 closes later" in world.subjects("Alice")
    world.say("Alice", "CAST Greed")
    while world.duel(1).state == "open":
        world.tick(minutes=1)
    assert world.stars()["Alice"] == 25


def test_an_outage_that_ends_before_the_battle_time_moves_nothing(make_world) -> None:
    world = make_world(LISTENING)
    battle_time = to_battle(world, hours=5)
    world.tick(hours=3)
    assert world.duel(1).battle_time == battle_time


def test_an_outage_over_the_end_of_a_step_is_given_back_to_both(make_world) -> None:
    hall = make_world(CONTESTS, wizards=("Ann", "Ben"))
    begin(hall, "wizards-duel")
    to_battle(hall, hours=1)
    hall.tick(hours=6)
    assert (hall.duel(1001).step, hall.duel(1001).state) == (1, "open")
    hall.say("Ann", "CAST 2")
    hall.say("Ben", "CAST 3")
    hall.tick(minutes=11)
    assert hall.duel(1001).step == 2


# ---- against other clocks --------------------------------------------------------------------------------------------


class Truth:
    """The right time: the machine's clock goes by it, and may be set wrong by so much."""

    def __init__(self, world: World):
        self.world, self.wrong = world, timedelta(0)

    def __call__(self) -> datetime:
        return self.world.clock.now - self.wrong

    def set_wrong(self, **by: float) -> None:
        """Sets the machine's clock wrong by so much."""
        self.world.clock.now += timedelta(**by) - self.wrong
        self.wrong = timedelta(**by)


@pytest.fixture
def watched(make_world) -> tuple[World, Truth]:
    """A world beside a database whose clock is right."""
    world: World = make_world(LISTENING)
    truth = Truth(world)
    others = OtherClocks(world.clock, {"the database": truth})
    world.app = build(world.config, clock=world.clock, others=others)
    assert world.app.site
    world.site = world.app.site
    return world, truth


def is_frozen(report: TickReport) -> bool:
    """Whether a run did nothing, because of the clock."""
    return report.new_messages == 0 and any("clock" in line for line in report.waits)


@pytest.mark.parametrize("hours", [0.1, 3, 11, 7 * 24, -0.1, -3, -11])
def test_a_wrong_clock_does_nothing_and_the_right_one_goes_on(watched, hours: float) -> None:
    world, truth = watched
    battle_time = to_battle(world, minutes=5.5)
    world.site.say("Alice", "CAST Greed")
    truth.set_wrong(hours=hours)
    assert is_frozen(world.tick())
    assert is_frozen(world.tick(minutes=1))
    assert world.duel(1).state == "open"
    assert world.duel(1).held is None
    assert world.subjects("Master").count("My clock is wrong") == 1
    truth.set_wrong(hours=0)
    assert not is_frozen(world.tick())
    assert "Understood" in world.letters("Alice")[0][1]
    world.tick(minutes=1)
    assert world.duel(1).battle_time == battle_time or world.duel(1).state == "resolved"
    steadily(world)
    assert world.duel(1).state == "resolved"
    assert world.stars()["Alice"] == 25


def test_a_wrong_clock_reminds_nobody_and_schedules_nothing(watched) -> None:
    world, truth = watched
    to_battle(world, hours=40)
    before = world.subjects("Alice")
    truth.set_wrong(hours=38)
    world.tick()
    assert world.subjects("Alice") == before
    with pytest.raises(Held, match="clock"):
        clocks.check(world.app.desk)


def test_what_was_stamped_by_a_wrong_clock_counts_when_it_is_right_again(watched) -> None:
    world, truth = watched
    to_battle(world, minutes=30)
    truth.set_wrong(days=7)
    world.site.say("Alice", "CAST Greed")
    truth.set_wrong(days=0)
    world.tick(minutes=1)
    with world.app.store.tx() as tx:
        (order,) = tx.submissions("Alice")
    assert order.received <= world.clock.now
    world.after_battle()
    assert world.stars()["Alice"] == 25
    assert world.bundle(1)["steps"][0]["closed_at"] <= f"{world.clock.now:%Y-%m-%dT%H:%M:%S}Z"


def test_another_clock_that_is_always_off_is_known_to_be_so(make_world) -> None:
    world = make_world(LISTENING)
    truth = Truth(world)
    others = OtherClocks(world.clock, {"the database": truth, "a wiki": lambda: truth() + timedelta(minutes=9)})
    world.app = build(world.config, clock=world.clock, others=others)
    to_battle(world, hours=1)
    assert not is_frozen(world.tick(minutes=1))
    truth.set_wrong(minutes=9)
    assert is_frozen(world.tick())


def test_of_two_other_clocks_the_one_that_leaps_alone_is_not_believed(make_world) -> None:
    world = make_world(LISTENING)
    truth, off = Truth(world), [timedelta(0)]
    others = OtherClocks(world.clock, {"the database": truth, "a wiki": lambda: truth() + off[0]})
    world.app = build(world.config, clock=world.clock, others=others)
    to_battle(world, hours=1)
    off[0] = timedelta(hours=2)
    assert not is_frozen(world.tick(minutes=1))


def test_a_machine_that_knows_how_long_it_was_up_sees_a_leap_by_itself(make_world) -> None:
    world = make_world(LISTENING)
    truth = Truth(world)
    begun = truth()
    others = OtherClocks(world.clock, {}, uptime=lambda: ("one boot", (truth() - begun).total_seconds()))
    world.app = build(world.config, clock=world.clock, others=others)
    to_battle(world, hours=1)
    truth.set_wrong(hours=3)
    assert is_frozen(world.tick())
    truth.set_wrong(hours=0)
    assert not is_frozen(world.tick(minutes=1))


def test_the_battle_master_can_say_that_our_clock_is_right(watched) -> None:
    world, truth = watched
    to_battle(world, hours=20)
    truth.set_wrong(hours=3)
    assert is_frozen(world.tick())
    world.app.carry_out(clocks.trust, "the database's clock was wrong all the time", world.clock())
    assert not is_frozen(world.tick(minutes=1))
    assert "clock-trusted" in world.kinds()


def test_a_header_is_heard_between_fetching_and_taking_in(make_world) -> None:
    """A site's clock is known only once it was called: what was fetched then stays where it is."""
    world = make_world(LISTENING)
    truth, others = Truth(world), OtherClocks(world.clock, {})
    world.app = build(world.config, clock=world.clock, others=others)
    mailbox, fetched = world.app.desk.mailboxes["local"], []

    class Heard:
        """The inbox of a site whose answers bear a date."""

        def __getattr__(self, name: str) -> object:
            return getattr(mailbox, name)

        def fetch(self, *, thorough: bool = True) -> object:
            others.hear("a site", truth())
            fetched.append(world.clock.now)
            return mailbox.fetch(thorough=thorough)

    world.app.desk.mailboxes["local"] = Heard()
    to_battle(world, minutes=5.5)
    world.site.say("Alice", "CAST Greed")
    truth.set_wrong(hours=2)
    seen = len(fetched)
    assert is_frozen(world.tick())
    assert len(fetched) == seen + 1
    truth.set_wrong(hours=0)
    world.tick()
    assert world.standing(1) == {"Alice": "CAST Greed"}


# ---- spans -----------------------------------------------------------------------------------------------------------


def test_times_kept_by_a_wrong_clock_keep_nothing_from_being_done(make_world) -> None:
    world = make_world()
    world.tick()
    now, limit = world.clock(), limits.Limit(2, 2)
    with world.app.store.tx() as tx:
        for _ in range(2):
            limits.count(tx, "an answer", now + timedelta(days=7))
        assert limits.left(tx, "an answer", limit, now) == 2


def test_a_text_put_off_by_a_clock_that_leapt_goes_out_when_it_is_right(make_world) -> None:
    world = make_world()
    world.tick()
    with world.app.store.tx() as tx:
        item = tx.all_outgoing("sent")[0]
        later = world.clock() + timedelta(days=7)
        tx.change_outgoing(item.key, state="queued", not_before=later, lease=later, owner="another", tried=later)
    world.tick(days=1)
    world.tick(days=-1)
    world.tick(minutes=2)
    with world.app.store.tx() as tx:
        assert not tx.all_outgoing("queued")


def test_postgresql_tells_the_time(store_url: str, tmp_path: Path) -> None:
    store = Store(store_url)
    told = store.clock()
    assert (told is None) == store_url.startswith("sqlite")
    if told:
        assert abs(told - datetime.now(UTC)) < timedelta(minutes=1)
    store.close()


@pytest.fixture
def make_world(tmp_path: Path) -> Callable[..., World]:
    """Worlds on SQLite: that their database has no clock of its own is what the tests begin from."""

    def make(settings: str = "", **more: object) -> World:
        return World(tmp_path, "sqlite:///store.db", settings, **more)  # type: ignore[arg-type]

    return make
