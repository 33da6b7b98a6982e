"""Several workers share what is to be done on one PostgreSQL: once, and in time, whoever of them has a letter in hand
when a duel closes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbp.app import App, build
from pbp.errors import Refused
from pbp.service import closing, intake, leases, ring, steps
from pbp.service.report import TickReport
from pbp.store.journal import first_fault
from pbp.store.states import TextState
from service.contests import begin
from service.world import World

PATIENCE = 240
"""Seconds that anything waits for another thread: a test that would never end fails."""

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def world(tmp_path: Path, postgres_url: str) -> Iterator[World]:
    """Four wizards, after the first duel was scheduled."""
    made = World(tmp_path, postgres_url)
    made.tick()
    yield made
    made.app.store.close()


@pytest.fixture
def other(world: World) -> Iterator[App]:
    """Another worker."""
    made = build(world.config, clock=world.clock)
    yield made
    made.store.close()


class Pausing:
    """A desk whose worker stops in the midst of taking a letter in, until it is told to go on."""

    def __init__(self, app: App):
        self.stands, self.goes_on = threading.Event(), threading.Event()
        self.desk = replace(app.desk, private_link=self._pause)
        self._link = app.desk.private_link
        self._work = threading.Thread(target=self._collect)
        self._work.start()
        assert self.stands.wait(PATIENCE)

    def _collect(self) -> None:
        intake.collect(self.desk)

    def _pause(self, name: str) -> str | None:
        self.stands.set()
        assert self.goes_on.wait(PATIENCE)
        return self._link(name)

    def go_on(self) -> None:
        self.goes_on.set()
        self._work.join()


def ordered(world: World) -> dict[str, str]:
    """The orders with which the first step was closed."""
    with world.app.store.tx() as tx:
        return {seat: order for seat, _, order, *_ in tx.steps(1)[0].orders}


def at_battle_time(world: World) -> str:
    """A letter lies in the inbox, and it is a minute after the battle time; gives who wrote."""
    name = world.duel().participants[0]
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time - timedelta(minutes=1)
    world.site.say(name, "CAST Greed")
    world.clock.now = battle_time + timedelta(minutes=1)
    return name


def test_who_closes_a_duel_waits_for_the_letter_that_another_worker_is_taking_in(world: World, other: App) -> None:
    name = at_battle_time(world)
    pausing = Pausing(other)
    closer = threading.Thread(target=world.app.tick)
    closer.start()
    closer.join(1)
    assert closer.is_alive(), "it waits"
    assert world_is_open(other)
    pausing.go_on()
    closer.join()
    assert ordered(world) == {name: "CAST Greed"}
    answers = [subject for subject, body in world.letters(name) if "Understood" in body]
    assert len(answers) == 1


def test_who_is_replaced_while_a_worker_takes_the_order_in_has_ordered_before_and_then_no_more(
    world: World, other: App
) -> None:
    leaving, against, coming, *_ = world.duel().participants
    number = begin(world, "wizards-duel", leaving, against)
    world.site.say(leaving, f"#{number} CAST 5")
    pausing = Pausing(other)
    replacing = threading.Thread(
        target=lambda: world.app.carry_out(steps.substitute, number, leaving, coming, "on a journey", world.clock.now)
    )
    replacing.start()
    replacing.join(1)
    assert replacing.is_alive(), "it waits"
    pausing.go_on()
    replacing.join()
    world.tick()
    assert world.standing(number) == {leaving: "CAST 5"}, "it stands in the seat, for who plays on"
    assert any(f"Understood, for duel {number}" in body for _, body in world.letters(leaving))
    assert "You do not play in duel" in world.say(leaving, f"#{number} CAST 8")
    assert "It takes the place of: cast" in world.say(coming, f"#{number} CAST 8")


def test_beside_a_letter_in_hand_others_are_taken_in_but_none_of_its_sender_overtakes_it(
    world: World, other: App
) -> None:
    one, two, *_ = world.duel().participants
    world.site.say(one, "CAST Greed")
    world.site.say(one, "CAST Gain")
    pausing = Pausing(other)
    world.site.say(two, "STATUS")
    waiting = [message.id for message in world.site.mailbox.fetch()]
    beside = threading.Thread(target=lambda: intake.collect(world.app.desk))
    beside.start()
    until = time.monotonic() + PATIENCE
    while not any(found := taken_in(world, waiting)) and time.monotonic() < until:
        time.sleep(0.05)
    pausing.go_on()
    beside.join()
    assert found == [False, False, True], "the question, and nothing of whose letter is in hand"
    world.tick()
    with world.app.store.moment() as tx:
        standing = tx.standing(1, world.duel().step)[world.duel().seat_of(one)]
        assert standing.words == "CAST Gain"
    assert len([body for subject, body in world.letters(two) if subject.endswith("STATUS")]) == 1


def test_each_worker_begins_at_a_sender_of_its_own_and_keeps_what_one_sends_in_order(world: World, other: App) -> None:
    senders = sorted(world.duel().participants)
    for text in ("CAST Greed", "CAST Gain"):
        for name in senders:
            world.site.say(name, text)
    messages = list(world.site.mailbox.fetch())
    found = {
        owner: intake.proven_first(replace(other.desk, owner=owner), "local", messages) for owner in map(str, range(20))
    }
    assert {row[0].sender for row in found.values()} == set(senders)
    for row in found.values():
        assert sorted(message.id for message in row) == sorted(message.id for message in messages)
        for name in senders:
            assert [m.id for m in row if m.sender == name] == [m.id for m in messages if m.sender == name]


def test_who_came_first_comes_first_where_it_matters_whichever_worker_takes_it_in(world: World, other: App) -> None:
    one, two, three, four = sorted(world.duel().participants)
    said = [(two, "CAST Greed"), (one, "CAST Gain"), (four, "ENTER 1"), (one, "ENTER 1"), (three, "CHALLENGE " + one),
            (two, "STATUS"), (one, "CAST Greed")]  # fmt: skip
    for name, text in said:
        world.site.say(name, text)
    messages = list(world.site.mailbox.fetch())
    rows = {
        tuple((m.sender, m.text) for m in intake.proven_first(replace(other.desk, owner=owner), "local", messages))
        for owner in map(str, range(20))
    }
    assert {row[2:5] for row in rows} == {tuple(said[2:5])}
    assert {frozenset(row[:2]) for row in rows} == {frozenset(said[:2])}
    assert len(rows) > 1, "orders and questions are begun with anywhere"


def taken_in(world: World, ids: list[str]) -> list[bool]:
    with world.app.store.moment() as tx:
        return [tx.has_message("local", id) for id in ids]


def world_is_open(app: App) -> bool:
    with app.store.moment() as tx:
        return tx.duel(1).state == "open"


def test_who_closes_a_duel_takes_in_the_letter_of_a_worker_who_has_died(world: World, other: App) -> None:
    name = at_battle_time(world)
    started, dies = threading.Event(), threading.Event()

    def die(_: str) -> str | None:
        started.set()
        assert dies.wait(PATIENCE)
        raise SystemExit

    def collect() -> None:
        with pytest.raises(SystemExit):
            intake.collect(replace(other.desk, private_link=die))

    dying = threading.Thread(target=collect)
    dying.start()
    assert started.wait(PATIENCE)
    closer = threading.Thread(target=world.app.tick)
    closer.start()
    dies.set()
    dying.join()
    closer.join()
    assert ordered(world) == {name: "CAST Greed"}


class Meanwhile:
    """A mailbox in which something happens after it was read."""

    def __init__(self, mailbox: Any, happens: Callable[[], None]):
        self._mailbox, self._happens = mailbox, happens

    def __getattr__(self, name: str) -> Any:
        return getattr(self._mailbox, name)

    def fetch(self, *, thorough: bool = True) -> Any:
        messages = self._mailbox.fetch(thorough=thorough)
        happens, self._happens = self._happens, lambda: None
        happens()
        return messages


def test_what_comes_after_the_closing_instant_is_left_by_every_worker_and_told_to_be_late(
    world: World, other: App
) -> None:
    name, late, *_ = at_battle_time(world), world.duel().participants[1]
    left = []

    def comes_late() -> None:
        world.clock.now += timedelta(seconds=5)
        world.site.say(late, "CAST Gain")
        left.append(intake.collect(other.desk).left)

    desk = replace(world.app.desk, mailboxes={"local": Meanwhile(world.site.mailbox, comes_late)})
    closing.collect_and_close(desk, TickReport())
    assert left == [1]
    assert ordered(world) == {name: "CAST Greed"}
    world.app.collect()
    answers = [body for _, body in world.letters(late) if "Your order came too late for duel 1" in body]
    assert len(answers) == 1


def test_a_worker_whose_closing_another_has_taken_over_closes_nothing(world: World, other: App) -> None:
    at_battle_time(world)
    seconds = world.config.service.lease_seconds
    found: list[bool] = []

    def overtaken() -> None:
        world.clock.now += timedelta(seconds=seconds + 1)
        with other.store.tx() as tx:
            found.append(tx.lease(leases.CLOSING, other.desk.owner, seconds))

    desk = replace(world.app.desk, mailboxes={"local": Meanwhile(world.site.mailbox, overtaken)})
    closing.collect_and_close(desk, TickReport())
    assert found == [True]
    assert world.duel().state == "open"
    world.tick(minutes=5)
    assert world.duel(1).state == "resolved"


# ---- once, whoever does it -------------------------------------------------------------------------------------------


def test_two_workers_at_once_do_everything_once(world: World, other: App) -> None:
    at_battle_time(world)
    both = threading.Barrier(2)

    def tick(app: App) -> None:
        for _ in range(3):
            both.wait(PATIENCE)
            app.tick()

    threads = [threading.Thread(target=tick, args=(app,)) for app in (world.app, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert world.site.repeats() == 0
    with world.app.store.tx() as tx:
        assert [duel.state for duel in tx.duels()] == ["resolved", "open"]
        assert tx.all_outgoing(TextState.QUEUED, TextState.STUCK) == []
        kinds = [entry.kind for entry in tx.entries()]
        assert [kinds.count(kind) for kind in ("scheduled", "commenced", "resolved")] == [2, 1, 1]
        assert first_fault(tx.entries()) is None


class SlowWiki:
    """A wiki that takes so long to read that something happens meanwhile."""

    def __init__(self, wiki: Any, happens: Callable[[], None]):
        self._wiki, self._happens = wiki, happens

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wiki, name)

    def read(self, title: str) -> Any:
        happens, self._happens = self._happens, lambda: None
        happens()
        return self._wiki.read(title)


def test_a_duel_that_another_has_scheduled_meanwhile_is_not_scheduled_again(tmp_path: Path, postgres_url: str) -> None:
    world = World(tmp_path, postgres_url)
    desk, now = world.app.desk, world.clock.now
    slow = replace(desk, wiki=SlowWiki(desk.wiki, lambda: assert_one(ring.schedule(desk, now))))
    with pytest.raises(Refused, match="at most one ring duel"):
        ring.schedule(slow, now)
    assert world.duel().number == 1
    world.app.store.close()


def assert_one(number: int) -> None:
    assert number == 1
