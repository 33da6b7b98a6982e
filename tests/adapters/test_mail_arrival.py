"""When a letter came, by our own clock, where the mail server's is ahead or behind: no order is lost to a wrong clock,
none counts that came after the closing, and a receipt holds."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from adapters.mail_case import ALICE, NOON, settings, unhurried, written
from hypothesis import given
from hypothesis import strategies as st
from servers.debian import missing
from servers.dovecot import Dovecot
from service.world import World

from pbp.adapters.mail import Mail
from pbp.adapters.mail.arrival import Arrival, Skew, arrival, measured
from pbp.fair import read_stamp
from pbp.service import closing
from pbp.service.intake import collect
from pbp.store.states import TextState

AHEAD, BEHIND = timedelta(seconds=40), timedelta(seconds=-40)
FAR = [timedelta(hours=-9), timedelta(days=3)]
BOB = "bob@example.test"
ahead_and_behind = pytest.mark.parametrize("skew", [AHEAD, BEHIND], ids=["ahead", "behind"])


class Askew:
    """Our own clock, by which the real servers' are ahead by `skew`; it can be moved on."""

    def __init__(self, skew: timedelta):
        self.behind = skew

    def __call__(self) -> datetime:
        return datetime.now(UTC) - self.behind


@pytest.fixture(scope="module")
def mute_server() -> Iterator[Dovecot]:
    """A Dovecot that cannot say how old a letter is."""
    if lacking := missing("Dovecot"):
        pytest.skip(lacking)
    server = Dovecot("IMAP4rev1 UIDPLUS")
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["measured", "unmeasured"])
def server(request, dovecot, mute_server) -> Dovecot:
    """A Dovecot whose clock can be measured, and one whose cannot."""
    mute_server.reset()
    return dovecot if request.param == "measured" else mute_server


# ---- the measure ----


@unhurried
@given(
    skew=st.floats(-4e8, 4e8),
    age=st.floats(0, 4e7),
    wait=st.floats(0, 60),
    seed=st.integers(0, 2**32),
    whole=st.booleans(),
)
def test_a_letter_came_within_the_bounds_whatever_the_clocks_and_the_line(skew, age, wait, seed, whole):
    chance, ahead, now = Random(seed), timedelta(seconds=skew), [NOON]

    def pass_time() -> None:
        now[0] += timedelta(seconds=chance.choice([0, 0.01, wait]) * chance.random())

    def seconds(at: datetime) -> datetime:
        return at.replace(microsecond=0)

    came = NOON - timedelta(seconds=age)
    stamped = seconds(came + ahead)

    def is_younger(count: int) -> bool:
        pass_time()
        shown = now[0] + ahead
        pass_time()
        return stamped >= (seconds(shown) if whole else shown) - timedelta(seconds=count)

    found = arrival(stamped, NOON, measured(stamped, is_younger, lambda: now[0]))
    assert found.latest >= came and (found.earliest is None or found.earliest <= came)
    if wait < 0.5 and age > 5:
        assert found.earliest and found.latest - found.earliest <= timedelta(seconds=3.1 + 4 * wait)


def test_a_stamp_of_the_future_says_nothing():
    skew = Skew(timedelta(0), timedelta(seconds=1))
    assert arrival(NOON + timedelta(hours=1), NOON, skew) == Arrival(NOON)


def test_answers_that_contradict_each_other_measure_nothing():
    chance = Random(3)
    for _ in range(300):
        skew = measured(NOON, lambda _: chance.random() < 0.5, lambda: NOON)
        assert skew is None or skew.low <= skew.high
    assert measured(NOON, lambda _: True, lambda: NOON) is measured(NOON, lambda _: False, lambda: NOON) is None


# ---- on the server ----


@pytest.mark.parametrize("skew", [AHEAD, BEHIND, timedelta(0), *FAR], ids=str)
def test_a_letter_s_time_is_by_our_clock(server, skew, tmp_path):
    clock = Askew(skew)
    mail = Mail(settings(server, 9, tmp_path / "mail.sqlite"), clock)
    before = clock()
    server.deliver("battlemaster", written("CAST Burn 3"))
    after = clock()
    (message,) = mail.fetch()
    assert before <= message.received <= clock()
    assert message.earliest is None or message.earliest <= after
    assert mail.fetch() == [message], "when it was first seen is kept"
    server.renumber("battlemaster")
    assert mail.fetch() == [message], "under another number, too"


def test_a_server_that_tells_ages_is_measured_to_seconds(dovecot, tmp_path):
    mail = Mail(settings(dovecot, 9, tmp_path / "mail.sqlite"), Askew(timedelta(days=3)))
    dovecot.append("battlemaster", written("CAST Burn 3"), datetime.now(UTC) - timedelta(hours=5))
    (message,) = mail.fetch()
    five_hours_ago = Askew(timedelta(days=3, hours=5))()
    assert abs(message.received - five_hours_ago) < timedelta(seconds=5)
    assert abs(message.earliest - five_hours_ago) < timedelta(seconds=5)


# ---- in a duel ----


@pytest.fixture
def duel(server, tmp_path) -> Callable[..., World]:
    """A world with a duel open, whose players write by mail to a server with a clock ahead of ours by `skew`."""

    def begun(skew: timedelta, options: str = "") -> World:
        world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", options, wizards=())
        clock = Askew(skew)
        mail = Mail(settings(server, 9, tmp_path / "mail.sqlite"), clock)
        desk = replace(world.app.desk, mailboxes={"mail": mail}, clock=clock)
        world.app = replace(world.app, desk=desk)
        for name in ("Alice", "Bob"):
            world.app.add_player(name, {"mail": f"{name.lower()}@example.test"})
        world.app.tick()
        with world.app.store.tx() as tx:
            tx.change_duel(1, battle_time=clock() + timedelta(seconds=1))
        return world

    return begun


def answers(world: World) -> list[str]:
    """What was answered, as it is queued, oldest first."""
    with world.app.store.tx() as tx:
        return [
            i.payload["body"]
            for i in tx.all_outgoing(TextState.QUEUED, TextState.STUCK, TextState.SENT)
            if ".re.mail" in f".{i.key}"
        ]


def past_battle_time(world: World) -> None:
    until = world.duel(1).battle_time
    while world.app.now() <= until:
        pass


@ahead_and_behind
def test_an_order_with_a_receipt_counts_whatever_the_server_s_clock(duel, server, skew):
    world = duel(skew)
    server.deliver("battlemaster", written("CAST Greed"), ALICE)
    collect(world.app.desk)  # the receipt goes out before the closing
    server.deliver("battlemaster", written("CAST Gain", BOB), BOB)
    past_battle_time(world)
    closing.close(world.app.desk, world.duel(1))  # Bob's is first seen by the closing poll
    with world.app.store.tx() as tx:
        (step,) = tx.steps(1)
    assert [(name, words) for name, _, words, *_ in step.orders] in (
        [("Alice", "CAST Greed"), ("Bob", "CAST Gain")], [("Bob", "CAST Gain"), ("Alice", "CAST Greed")]
    )  # fmt: skip
    receipts = [re.search(r"^Received: (\S+)$", text, re.M) for text in answers(world)]
    assert len(receipts) == 2
    assert all(found and read_stamp(found[1]) < step.closed for found in receipts), "no receipt says that it is late"


@ahead_and_behind
def test_a_letter_that_came_after_the_closing_is_late_where_the_clock_can_be_known(duel, server, skew, monkeypatch):
    world = duel(skew, "[ring]\narrival_grace_seconds = 5\n")
    past_battle_time(world)

    def meanwhile(seconds: float) -> None:
        sleep(seconds - 0.5)
        server.deliver("battlemaster", written("CAST Greed"), ALICE)
        sleep(3.5)

    sleep = time.sleep
    monkeypatch.setattr(time, "sleep", meanwhile)
    closing.close(world.app.desk, world.duel(1))
    monkeypatch.undo()
    with world.app.store.tx() as tx:
        (step,) = tx.steps(1)
    (answer,) = answers(world)
    if server.capability:  # nobody can tell, and nobody but the operator knew more by then: it counts
        assert len(step.orders) == 1 and "Understood, for duel 1: Greed" in answer
    else:
        assert not step.orders and "came too late for duel 1" in answer and "is open" not in answer


def test_orders_until_battle_time_are_judged_by_our_clock(duel, server):
    world = duel(AHEAD, '[ring]\norders_until = "battle-time"\n')
    server.deliver("battlemaster", written("CAST Greed"), ALICE)
    past_battle_time(world)
    closing.close(world.app.desk, world.duel(1))
    with world.app.store.tx() as tx:
        (step,) = tx.steps(1)
    assert len(step.orders) == 1
    assert read_stamp(step.orders[0][4]) < world.duel(1).battle_time
