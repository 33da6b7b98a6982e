"""A store that fails for a while: nothing is set aside, stuck, lost or doubled, and nothing a player wrote is told.

The same tick as in test_dying (orders wait, a duel is closed, resolved and followed by the next) runs on a store whose
disk is full, that another program has locked, or whose connections are cut: at every few of its transactions, or at all
of them from one on until the tick is over.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from pbp.adapters.local import LocalSite
from pbp.app import build
from pbp.errors import PbpError
from pbp.store.states import TextState
from service.doom import copied, go_on, held, prepare
from service.doom import told as told_and_how_often
from service.world import World

LONG = os.environ.get("PBP_LONG") == "1"
PERIOD = 7
"""Every so many transactions fail; a prime, so that no work meets the fault at the same place each time."""
OFFSETS = range(PERIOD) if LONG else (1, 4)
NO_LIMIT = 1 << 30


def work(world: World) -> None:
    """One tick, as a cron job does it: what fails is said, and the next one goes on."""
    with contextlib.suppress(PbpError):
        world.app.tick()


def told(site: LocalSite) -> dict[str, Any]:
    """What the site holds; how often a page was edited is no matter, for two ticks may edit what one edits once."""
    return {kind: what for kind, what in told_and_how_often(site).items() if kind != "edits"}


def put_aside(world: World) -> dict[str, list[str]]:
    """What waits for a person because it failed."""
    with world.app.store.tx() as tx:
        return {
            "messages": [row.why for row in tx.messages_aside()],
            "texts": [item.key for item in tx.all_outgoing(TextState.STUCK)],
            "pages": [page.title for page in tx.pages() if page.state == "stuck"],
        }


@dataclass(frozen=True)
class Undisturbed:
    """The world before the tick, and what comes of it if nothing fails."""

    world: World
    told: dict[str, Any]
    held: dict[str, Any]

    def again(self, folder: Path) -> World:
        """The world before the tick, once more."""
        world = copied(self.world, folder)
        world.app = build(world.config, clock=world.clock)
        assert world.app.site
        world.site = world.app.site
        return world

    def is_what_came_of(self, world: World) -> None:
        """Goes on without faults, and compares."""
        go_on(world)
        assert put_aside(world) == {"messages": [], "texts": [], "pages": []}
        assert held(world) == self.held
        assert told(world.site) == self.told
        world.app.store.close()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    folder = tmp_path_factory.mktemp("store-faults")
    world = prepare(folder / "start", "sqlite:///store.db")
    world.app.store.close()
    start = Undisturbed(world, {}, {})
    reference = start.again(folder / "reference")
    work(reference)
    go_on(reference)
    found = Undisturbed(world, told(reference.site), held(reference))
    reference.app.store.close()
    return found


@contextlib.contextmanager
def meanwhile(world: World, event: str, then: Callable[[sa.Connection, int], None]) -> Iterator[list[int]]:
    """Has something done at each "begin" of a transaction, or "checkout" of its connection; gives their count."""
    count, engine = [0], world.app.store.engine

    def listener(connection: sa.Connection, *_: Any) -> None:
        count[0] += 1
        then(connection, count[0])

    sa.event.listen(engine, event, listener)
    try:
        yield count
    finally:
        sa.event.remove(engine, event, listener)
        engine.dispose()


def pages_of(connection: sa.Connection) -> int:
    return int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_disk_that_is_full_now_and_then_loses_nothing(undisturbed: Undisturbed, tmp_path: Path, offset: int) -> None:
    world = undisturbed.again(tmp_path / "world")
    with world.app.store.engine.begin() as connection:  # every write needs a new page
        connection.exec_driver_sql("CREATE TABLE filler (words TEXT)")
        for when in ("INSERT ON message", "UPDATE ON outgoing", "UPDATE ON page"):
            name = when.lower().replace(" ", "_")
            connection.exec_driver_sql(
                f"CREATE TRIGGER {name} AFTER {when} BEGIN INSERT INTO filler VALUES (zeroblob(9000)); END"
            )

    def limit(connection: sa.Connection, number: int) -> None:
        most = pages_of(connection) if number % PERIOD == offset else NO_LIMIT
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")

    with meanwhile(world, "begin", limit) as count:
        for _ in range(3):
            work(world)
    assert count[0] > 100
    undisturbed.is_what_came_of(world)


@pytest.mark.parametrize("point", range(1, 110) if LONG else (30,))
def test_a_disk_that_stays_full_loses_nothing(undisturbed: Undisturbed, tmp_path: Path, point: int) -> None:
    world, most = undisturbed.again(tmp_path / "world"), [NO_LIMIT]

    def limit(connection: sa.Connection, number: int) -> None:
        if number == point:
            most[0] = pages_of(connection)
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most[0]}")

    with meanwhile(world, "begin", limit):
        work(world)
    undisturbed.is_what_came_of(world)


@contextlib.contextmanager
def impatient(world: World) -> Iterator[None]:
    """The store waits a tenth of a second for a lock, not thirty."""
    engine = world.app.store.engine

    def connect(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA busy_timeout = 100")

    sa.event.listen(engine, "connect", connect)
    engine.dispose()
    yield
    sa.event.remove(engine, "connect", connect)
    engine.dispose()


class Locker:
    """Another program, which holds the store for so many seconds each time."""

    def __init__(self, file: Path, seconds: float):
        self._file, self._seconds = file, seconds
        self._holders: list[threading.Thread] = []

    def lock(self) -> None:
        """Begins, and comes back when the store is locked."""
        ready = threading.Event()
        self._holders.append(threading.Thread(target=self._hold, args=(ready,)))
        self._holders[-1].start()
        assert ready.wait(10)

    def wait(self) -> int:
        """Waits until no lock is held; gives how many there were."""
        for holder in self._holders:
            holder.join()
        return len(self._holders)

    def _hold(self, ready: threading.Event) -> None:
        with contextlib.closing(sqlite3.connect(self._file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            ready.set()
            time.sleep(self._seconds)
            other.execute("ROLLBACK")


@pytest.mark.parametrize(
    ("seconds", "is_time"),
    [(0.15, lambda number: number % (3 * PERIOD) == 5), (5.0, lambda number: number == 30)],
    ids=["for a moment, often", "for the rest of the tick"],
)
def test_a_lock_longer_than_we_wait_loses_nothing(
    undisturbed: Undisturbed, tmp_path: Path, seconds: float, is_time: Callable[[int], bool]
) -> None:
    world = undisturbed.again(tmp_path / "world")
    other = Locker(world.folder / "store.db", seconds)

    def lock(_connection: sa.Connection, number: int) -> None:
        if is_time(number):
            other.lock()

    with impatient(world), meanwhile(world, "checkout", lock):
        work(world)
        assert other.wait()
    undisturbed.is_what_came_of(world)


@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("offset", OFFSETS if LONG else OFFSETS[:1])
def test_connections_cut_all_the_time_lose_nothing(
    tmp_path: Path, postgres: Any, offset: int, caplog: pytest.LogCaptureFixture, record_property: Any
) -> None:
    with postgres.database() as url:
        reference = prepare(tmp_path / "reference", url)
        work(reference)
        go_on(reference)
        undisturbed = Undisturbed(reference, told(reference.site), held(reference))
        reference.app.store.close()
    with postgres.database() as url:
        world = prepare(tmp_path / "cut", url)
        cut = 0

        def end(connection: sa.Connection, number: int) -> None:
            nonlocal cut
            if number % PERIOD == offset:
                cut += 1
                pid = connection.connection.driver_connection.info.backend_pid
                with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
                    other.execute("SELECT pg_terminate_backend(%s)", (pid,))

        with meanwhile(world, "begin", end), caplog.at_level(logging.DEBUG, logger="pbp"):
            for _ in range(60):
                work(world)
                if cut >= 15:
                    break
        assert cut >= 15
        undisturbed.is_what_came_of(world)
    assert "CAST" not in caplog.text
    record_property("figure", f"{cut} connections to PostgreSQL cut during ticks: 0 aside, 0 stuck, 0 lost, 0 doubled")
