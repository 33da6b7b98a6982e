"""Several workers share what is to be done on one PostgreSQL: once, whoever of them is killed, stands still or is cut
off.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from pbp.bundle import plain, replay_facts
from pbp.bundle.facts import DuelFacts
from pbp.bundle.form import read_bundle
from pbp.games.base import RING
from pbp.service import challenges, outages, ring
from pbp.service.present import present
from pbp.store import tables as t
from pbp.store.journal import first_fault
from pbp.store.states import DuelState, TextState
from service.proofs import duel_checked
from service.workers import Hall, Workers

LONG = os.environ.get("PBP_LONG") == "1"
CYCLES = 1000 if LONG else 50
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
PATIENCE = 1200 if LONG else 240
"""Seconds in which what is left must be done when nothing is killed any more: a test that would never end fails."""

pytestmark = pytest.mark.xdist_group("postgres")


def test_four_workers_killed_at_random_lose_double_and_leave_nothing(
    tmp_path: Path, postgres: Any, record_property: Any
) -> None:
    chance = Random(13)
    with postgres.database() as url:
        hall = Hall(tmp_path, url, PLAYERS, "lease_seconds = 2\ntimeout_seconds = 5\n")
        contests = [begun(hall, *pair) for pair in (PLAYERS[:2], PLAYERS[2:4], PLAYERS[4:])]
        battle = ring.schedule(hall.app.desk, hall.app.now())
        duels = [battle, *contests]
        for name in PLAYERS[:-1]:
            hall.site.say(name, f"#{battle} CAST Greed")
        hall.app.store.close()
        workers, said = Workers(hall.config, still=2000), len(PLAYERS) - 1
        try:
            for cycle in range(CYCLES):
                workers.start(4)
                for _ in range(2):
                    place = chance.randrange(len(PLAYERS))
                    may_cast = place < len(PLAYERS) - 1 or cycle > CYCLES // 2  # the last order closes the battle
                    hall.site.say(PLAYERS[place], words(chance, contests[place // 2], battle if may_cast else None))
                    said += 1
                if cycle == CYCLES // 2:
                    hall.site.say(PLAYERS[-1], f"#{battle} CAST Gain")
                    said += 1
                time.sleep(chance.uniform(0, 0.4))
                one = chance.choice(workers.running)
                if cycle % 25 == 13:
                    postgres.restart()
                elif cycle % 8 == 4:  # it stands still for a while, with whatever it has in hand
                    workers.signal(one, signal.SIGSTOP)
                    time.sleep(0.5)
                    workers.signal(one, signal.SIGCONT)
                elif cycle % 8 == 6:
                    postgres.cut()
                else:
                    workers.kill(one)
            workers.start(4)
            wait_until_nothing_is_left(hall, said, duels)
        finally:
            workers.stop()
        try:
            assert workers.faults == []
            nothing_is_amiss(hall, said, duels)
            was_fought_once(hall, battle)
        finally:
            hall.app.store.close()
    record_property("figure", f"four workers, killed, stopped or cut off {CYCLES} times: {said} letters answered once")


def begun(hall: Hall, *players: str) -> int:
    """A contest that goes on as soon as both orders are in."""
    return hall.app.carry_out(
        challenges.new_contest, "wizards-duel", players, hall.app.now(), variant=None, options={"settle": 0}
    )


def words(chance: Random, duel: int, battle: int | None) -> str:
    """What a player writes: mostly orders, which are taken in beside others, and what is not."""
    cast = [f"#{battle} CAST {chance.choice(('Greed', 'Gain', f'Burn {chance.randint(1, 6)}'))}"] if battle else []
    orders = [f"#{duel} CAST {chance.randint(1, 9)}" for _ in range(4)]
    return chance.choice([*orders, *cast, *cast, "STATUS", "TIMEZONE UTC+2"])


def left(hall: Hall, said: int, duels: list[int]) -> list[str]:
    """What is still to be done."""
    with hall.app.store.tx() as tx:
        taken = tx.connection.scalar(sa.select(sa.func.count()).select_from(t.message)) or 0
        going = [
            duel.number
            for duel in map(tx.duel, duels)
            if duel.settles or duel.state == DuelState.PENDING or (duel.format == RING and duel.state == DuelState.OPEN)
        ]
        return [
            *["a letter to be taken in"] * (said - taken),
            *(f"a step of duel {number} to be closed and resolved" for number in going),
            *outages.waiting(tx, hall.app.now()),
        ]


def wait_until_nothing_is_left(hall: Hall, said: int, duels: list[int]) -> None:
    until = time.monotonic() + PATIENCE
    while found := left(hall, said, duels):
        assert time.monotonic() < until, found
        time.sleep(0.2)


def nothing_is_amiss(hall: Hall, said: int, duels: list[int]) -> None:
    """Every letter was answered once, every text stands once, every closed step has the orders that counted."""
    assert hall.site.repeats() == 0
    with hall.app.store.tx() as tx:
        assert tx.messages_aside() == []
        assert tx.all_outgoing(TextState.STUCK) == []
        sent = tx.all_outgoing(TextState.SENT)
        assert len([item for item in sent if item.key.startswith("re.local.")]) == said
        posts, comments = ([item for item in sent if item.kind == kind] for kind in ("post", "comment"))
        assert len(hall.site.blog.posts(1000)) == len(posts)
        assert len(hall.site.blog.comments(1000)) == len(comments)
        assert first_fault(tx.entries()) is None
        assert any(tx.steps(number) for number in duels), "nothing was played"
        for number in duels:
            duel = tx.duel(number)
            present(hall.app.desk, tx, duel)
            for row in tx.steps(number):
                standing = tx.standing(number, row.step)
                assert {seat: order for seat, _, order, *_ in row.orders} == {
                    seat: submission.words for seat, submission in standing.items()
                }, f"the orders of step {row.step} of duel {number}"
    there = [entry for name in PLAYERS for entry in hall.site.mailbox.entries(name, 10_000) if not entry.sent]
    assert len(there) == len([item for item in sent if item.kind == "letter" and item.payload["to"] in PLAYERS])


def was_fought_once(hall: Hall, number: int) -> None:
    """A ring duel was resolved once, its result stands once, and the Stars are those of its bundle."""
    assert hall.kinds(number).count("commenced") == hall.kinds(number).count("resolved") == 1
    key = hall.app.desk.key(number, "result")
    assert len([text for text in hall.comments() if f"pbp:{key} " in text]) == 1
    report = duel_checked(hall, number)
    assert report.ok, report.lines
    facts = read_bundle(hall.bundle(number))
    assert isinstance(facts, DuelFacts)
    view = plain(facts.game.view(replay_facts(facts).state, None))
    assert hall.stars() == {name: wizard["stars"] for name, wizard in view["wizards"].items()}
