"""Which messages were taken in, in a small SQLite file: Reddit's own marks of what was read cannot be relied upon."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbp.clock import Clock
from pbp.errors import SiteDown
from pbp.ports import Message

CLOCKS_APART = timedelta(days=1)
"""How far our clock and Reddit's may differ; the service knows which message it has taken in, or passed over."""

TABLES = """
CREATE TABLE IF NOT EXISTS began (at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS newest (place INTEGER PRIMARY KEY CHECK (place = 1), id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS turns (taken INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS waiting (id TEXT PRIMARY KEY, at TEXT NOT NULL, seen TEXT) WITHOUT ROWID;
"""


class SeenMessages:
    """The ids of messages taken in, and of those handed out but not yet taken in.

    `began` is the moment from which messages count: when the file was made. An account has often been used before;
    what was written to it then is no order.
    """

    def __init__(self, path: Path, clock: Clock):
        self._path = path
        self._clock = clock
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with self._open() as db:
            db.executescript(TABLES)
            db.execute("BEGIN IMMEDIATE")
            if not any(column[1] == "seen" for column in db.execute("PRAGMA table_info(waiting)")):
                db.execute("ALTER TABLE waiting ADD COLUMN seen TEXT")
            if db.execute("SELECT at FROM began").fetchone() is None:
                db.execute("INSERT INTO began VALUES (?)", ((clock() - CLOCKS_APART).astimezone(UTC).isoformat(),))
            self.began = datetime.fromisoformat(db.execute("SELECT at FROM began").fetchone()[0])
            db.execute("COMMIT")

    def __contains__(self, id: str) -> bool:
        with self._open() as db:
            return db.execute("SELECT 1 FROM seen WHERE id = ?", (id,)).fetchone() is not None

    def add(self, id: str) -> None:
        """Keeps an id as taken in; a second time changes nothing."""
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO seen VALUES (?) ON CONFLICT DO NOTHING", (id,))
            db.execute("DELETE FROM waiting WHERE id = ?", (id,))
            db.execute("INSERT OR REPLACE INTO newest VALUES (1, ?)", (id,))
            db.execute("COMMIT")

    def newest(self) -> str | None:
        """The id that was kept last."""
        with self._open() as db:
            row = db.execute("SELECT id FROM newest").fetchone()
        return str(row[0]) if row else None

    def wait_for(self, messages: Sequence[Message]) -> list[Message]:
        """Keeps messages as handed out: they are looked for until they are taken in.

        Gives them as received when they were first seen here: Reddit's own clock says when they were written.
        """
        now = self._clock()
        rows = [(message.id, message.received.isoformat(), now.isoformat()) for message in messages]
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany("INSERT INTO waiting VALUES (?, ?, ?) ON CONFLICT DO NOTHING", rows)
            seen = dict(db.execute("SELECT id, seen FROM waiting WHERE seen IS NOT NULL"))
            db.execute("COMMIT")
        return [
            replace(message, received=datetime.fromisoformat(seen[message.id]) if message.id in seen else now)
            for message in messages
        ]

    def next_turn(self) -> int:
        """How many turns were taken before this one."""
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            (taken,) = db.execute("SELECT count(*) FROM turns").fetchone()
            if not taken:
                db.execute("INSERT INTO turns VALUES (0)")
            (turn,) = db.execute("UPDATE turns SET taken = taken + 1 RETURNING taken - 1").fetchone()
            db.execute("COMMIT")
        return int(turn)

    def waits_since(self) -> datetime | None:
        """When the oldest message was written, by Reddit's clock, that was handed out and not taken in."""
        with self._open() as db:
            (at,) = db.execute("SELECT min(at) FROM waiting").fetchone()
        return datetime.fromisoformat(at) if at else None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=30, isolation_level=None)) as db:
                yield db
        except sqlite3.Error as error:
            raise SiteDown(f"the file of messages taken in, {self._path.name}: {error}") from error
