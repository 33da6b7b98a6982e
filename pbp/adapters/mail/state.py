"""What the mailbox remembers: which letters were taken in, which of ours a server took, and when each was first tried.

Marks on the server are no place for this: two programs that mark or move one letter at once both succeed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pbp.adapters.mail.arrival import Arrival
from pbp.clock import Clock
from pbp.errors import SiteDown

TABLES = """
CREATE TABLE IF NOT EXISTS letters (
  validity INTEGER NOT NULL, uid INTEGER NOT NULL, id TEXT NOT NULL, received TEXT NOT NULL, done INTEGER NOT NULL,
  earliest TEXT, PRIMARY KEY (validity, uid)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS letters_by_id ON letters (id);
CREATE INDEX IF NOT EXISTS letters_waiting ON letters (validity, uid) WHERE done = 0;
CREATE TABLE IF NOT EXISTS done (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sent (
  key TEXT PRIMARY KEY, first_tried TEXT NOT NULL, taken INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS newest_done (place INTEGER PRIMARY KEY CHECK (place = 1), id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS refresh_tokens (configured TEXT PRIMARY KEY, newest TEXT NOT NULL) WITHOUT ROWID;
"""


_SINCE_THE_FIRST = """
ALTER TABLE letters ADD COLUMN earliest TEXT;
DROP INDEX IF EXISTS letters_of_sender;
ALTER TABLE letters DROP COLUMN sender;
"""


@dataclass(frozen=True, slots=True)
class KnownLetter:
    """A letter that was listed before: when it came, and whether it is done."""

    arrival: Arrival
    done: bool


class MailState:
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
            if not any(column[1] == "earliest" for column in db.execute("PRAGMA table_info(letters)")):
                db.executescript(_SINCE_THE_FIRST)

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

    def known(self, validity: int, above: int) -> dict[int, KnownLetter]:
        """The letters above a UID that were listed before."""
        with self._open() as db:
            found = db.execute(
                "SELECT uid, done, received, earliest FROM letters WHERE validity = ? AND uid > ?", (validity, above)
            ).fetchall()
        return {uid: KnownLetter(_arrival(*times), bool(done)) for uid, done, *times in found}

    def add(self, validity: int, arrivals: Mapping[int, Arrival], gone: Collection[int]) -> None:
        """Keeps when letters came that are listed for the first time; those that are gone from the folder are done."""
        with self._open() as db:
            db.executemany(
                "INSERT INTO letters (validity, uid, id, received, earliest, done)"
                " VALUES (?, ?, '', ?, ?, 0) ON CONFLICT DO NOTHING",
                [(validity, uid, _stored(a.latest), a.earliest and _stored(a.earliest)) for uid, a in arrivals.items()],
            )
            db.executemany(
                "UPDATE letters SET done = 1 WHERE validity = ? AND uid = ?", [(validity, uid) for uid in gone]
            )

    def note(self, validity: int, ids: Mapping[int, str]) -> dict[int, Arrival]:
        """Remembers letters that were read, by UID; gives when each came, but for those that are done, being copies.

        One that was here before, under another number, came when it came then.
        """
        with self._open() as db:
            noted = {uid: self._note(db, validity, uid, id) for uid, id in ids.items()}
        return {uid: arrival for uid, arrival in noted.items() if arrival}

    def _note(self, db: sqlite3.Connection, validity: int, uid: int, id: str) -> Arrival | None:
        where = {"v": validity, "u": uid, "id": id}
        db.execute(
            "UPDATE letters SET id = :id, done = EXISTS (SELECT 1 FROM done WHERE id = :id)"
            " WHERE validity = :v AND uid = :u",
            where,
        )
        db.execute(
            "UPDATE letters SET (received, earliest) ="
            " (SELECT received, earliest FROM letters WHERE id = :id ORDER BY received LIMIT 1)"
            " WHERE validity = :v AND uid = :u",
            where,
        )
        query = "SELECT done, received, earliest FROM letters WHERE validity = :v AND uid = :u"
        done, received, earliest = db.execute(query, where).fetchone()
        return None if done else _arrival(received, earliest)

    def set_done(self, id: str) -> None:
        """The letter with this id, wherever it lies and however often, is done."""
        with self._open() as db:
            db.execute("INSERT INTO done VALUES (?) ON CONFLICT DO NOTHING", (id,))
            db.execute("UPDATE letters SET done = 1 WHERE id = ?", (id,))
            db.execute("INSERT OR REPLACE INTO newest_done VALUES (1, ?)", (id,))

    def newest_done(self) -> str | None:
        """The id of the letter that was last set to done."""
        with self._open() as db:
            row = db.execute("SELECT id FROM newest_done").fetchone()
        return str(row[0]) if row else None

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
    return at.astimezone(UTC).isoformat(timespec="microseconds")  # of one length, so that texts sort as times do


def _arrival(latest: str, earliest: str | None) -> Arrival:
    return Arrival(datetime.fromisoformat(latest), datetime.fromisoformat(earliest) if earliest else None)
