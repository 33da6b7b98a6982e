"""What the mailbox remembers: which letters were taken in, which of ours a server took, and when each was first tried.

Marks on the server are no place for this: two programs that mark or move one letter at once both succeed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbp.clock import Clock
from pbp.errors import SiteDown

TABLES = """
CREATE TABLE IF NOT EXISTS born (at TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS letters (
  validity INTEGER NOT NULL, uid INTEGER NOT NULL, id TEXT NOT NULL, sender TEXT NOT NULL, received TEXT NOT NULL,
  done INTEGER NOT NULL, PRIMARY KEY (validity, uid)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS letters_by_id ON letters (id);
CREATE INDEX IF NOT EXISTS letters_waiting ON letters (validity, uid) WHERE done = 0;
CREATE INDEX IF NOT EXISTS letters_of_sender ON letters (validity, sender, received, uid);
CREATE TABLE IF NOT EXISTS done (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sent (
  key TEXT PRIMARY KEY, first_tried TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS refresh_tokens (configured TEXT PRIMARY KEY, newest TEXT NOT NULL) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Read:
    """A letter that was read: where it lies, its id, whom it counts for, and when our server took it."""

    uid: int
    id: str
    sender: str
    received: datetime


class State:
    """One small file. Every method raises SiteDown if it cannot be used."""

    def __init__(self, path: Path, clock: Clock):
        self._path = path
        self._clock = clock
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # It may hold a refresh token: nobody else on the machine may read it.
            path.touch(mode=0o600)
        except OSError as error:
            raise SiteDown(f"the mailbox's own file {path}: {error}") from error
        with self._open() as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.executescript(TABLES)
            db.execute("INSERT INTO born SELECT ? WHERE NOT EXISTS (SELECT 1 FROM born)", (_stored(clock()),))

    def born(self) -> datetime:
        """When this file was made."""
        with self._open() as db:
            return datetime.fromisoformat(db.execute("SELECT at FROM born").fetchone()[0])

    def read_up_to(self, validity: int) -> int:
        """The UID up to which every letter is done, of the mailbox with this UIDVALIDITY."""
        with self._open() as db:
            return int(
                db.execute(
                    "SELECT coalesce((SELECT min(uid) - 1 FROM letters WHERE validity = :v AND done = 0),"
                    " (SELECT max(uid) FROM letters WHERE validity = :v), 0)",
                    {"v": validity},
                ).fetchone()[0]
            )

    def done_among(self, validity: int, above: int) -> set[int]:
        """The UIDs above one that are done."""
        with self._open() as db:
            found = db.execute(
                "SELECT uid FROM letters WHERE validity = ? AND uid > ? AND done = 1", (validity, above)
            ).fetchall()
        return {row[0] for row in found}

    def note(self, validity: int, letters: Sequence[Read]) -> list[int | None]:
        """Remembers letters that were read.

        Returns for each how many came from its sender in the hour before it; None if it is done, being a copy.
        """
        with self._open() as db:
            return [self._note(db, validity, letter) for letter in letters]

    def _note(self, db: sqlite3.Connection, validity: int, letter: Read) -> int | None:
        at, hour_ago = _stored(letter.received), _stored(letter.received - timedelta(hours=1))
        db.execute(
            "INSERT INTO letters VALUES (?, ?, ?, ?, ?, EXISTS (SELECT 1 FROM done WHERE id = ?))"
            " ON CONFLICT DO NOTHING",
            (validity, letter.uid, letter.id, letter.sender, at, letter.id),
        )
        query = "SELECT done FROM letters WHERE validity = ? AND uid = ?"
        if db.execute(query, (validity, letter.uid)).fetchone()[0]:
            return None
        query = (
            "SELECT count(*) FROM letters"
            " WHERE validity = ? AND sender = ? AND received > ? AND (received, uid) < (?, ?)"
        )
        return int(db.execute(query, (validity, letter.sender, hour_ago, at, letter.uid)).fetchone()[0])

    def set_done(self, id: str) -> None:
        """The letter with this id, wherever it lies and however often, is done."""
        with self._open() as db:
            db.execute("INSERT INTO done VALUES (?) ON CONFLICT DO NOTHING", (id,))
            db.execute("UPDATE letters SET done = 1 WHERE id = ?", (id,))

    def first_tried(self, key: str) -> datetime:
        """When the letter with this key was first to be sent: now, at the first call."""
        with self._open(lasting=True) as db:
            db.execute(
                "INSERT INTO sent (key, first_tried) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (key, _stored(self._clock().replace(microsecond=0))),
            )
            return datetime.fromisoformat(
                db.execute("SELECT first_tried FROM sent WHERE key = ?", (key,)).fetchone()[0]
            )

    def set_taken(self, key: str) -> None:
        """A mail server took the letter with this key, and said so."""
        with self._open(lasting=True) as db:
            db.execute("UPDATE sent SET taken = 1 WHERE key = ?", (key,))

    def was_taken(self, key: str) -> bool:
        """Whether a mail server said that it took the letter with this key."""
        with self._open() as db:
            return db.execute("SELECT 1 FROM sent WHERE key = ? AND taken = 1", (key,)).fetchone() is not None

    def refresh_token(self, configured: str) -> str:
        """The newest refresh token that was handed out in place of the configured one."""
        with self._open() as db:
            row = db.execute("SELECT newest FROM refresh_tokens WHERE configured = ?", (configured,)).fetchone()
        return str(row[0]) if row else configured

    def set_refresh_token(self, configured: str, newest: str) -> None:
        """The token server wants another refresh token from now on."""
        with self._open(lasting=True) as db:
            db.execute("INSERT OR REPLACE INTO refresh_tokens VALUES (?, ?)", (configured, newest))

    @contextmanager
    def _open(self, *, lasting: bool = False) -> Iterator[sqlite3.Connection]:
        # Opened anew each time, so that any thread and any process may use it. What was read may be forgotten when
        # the power fails: it is read again. What was sent may not, or copies would bear another Date.
        try:
            with closing(sqlite3.connect(self._path, timeout=30)) as db:
                db.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'NORMAL'}")
                with db:
                    yield db
        except sqlite3.Error as error:
            raise SiteDown(f"the mailbox's own file {self._path.name}: {error}") from error


def _stored(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
