"""The SQLite file of the embedded site: its tables, its transactions and its clock."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pbp.adapters.local import found
from pbp.clock import Clock
from pbp.errors import SiteDown

TABLES = """
CREATE TABLE IF NOT EXISTS accounts (
  name TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, master INTEGER NOT NULL, since TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS follow_tokens (
  name TEXT PRIMARY KEY REFERENCES accounts (name), token TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS revisions (
  id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, text TEXT NOT NULL, newest INTEGER NOT NULL,
  author TEXT NOT NULL, summary TEXT NOT NULL, at TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS newest_revision ON revisions (title) WHERE newest = 1;
CREATE INDEX IF NOT EXISTS revisions_of_page ON revisions (title, id);
CREATE TABLE IF NOT EXISTS posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, title TEXT NOT NULL, body TEXT NOT NULL,
  author TEXT NOT NULL, at TEXT NOT NULL, repeats INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, post INTEGER NOT NULL REFERENCES posts (id),
  body TEXT NOT NULL, author TEXT NOT NULL, ours INTEGER NOT NULL, at TEXT NOT NULL, repeats INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS comments_of_post ON comments (post, id);
CREATE TABLE IF NOT EXISTS messages (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, sender TEXT NOT NULL, text TEXT NOT NULL,
  received TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS messages_waiting ON messages (number) WHERE done = 0;
CREATE INDEX IF NOT EXISTS messages_of_sender ON messages (sender, number);
CREATE TABLE IF NOT EXISTS letters (
  id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, recipient TEXT NOT NULL, subject TEXT NOT NULL,
  body TEXT NOT NULL, thread TEXT NOT NULL, at TEXT NOT NULL, repeats INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS letters_of_recipient ON letters (recipient, id);
"""

SENT = ("posts", "comments", "letters")
"""The tables whose rows the service sends under a key."""


class SiteFile:
    """One file, opened anew for each transaction, so that any thread and any process may use it."""

    def __init__(self, path: Path, url: str | Callable[[], str], clock: Clock):
        self.path = path
        self._url = url
        self._clock = clock
        path.parent.mkdir(parents=True, exist_ok=True)
        # The private links stand in it: nobody else on the machine may read it.
        path.touch(mode=0o600)
        with self._open() as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.executescript(TABLES + found.TABLES)
            filled = found.is_filled(db)
        if not filled:
            with self.writing() as db:
                found.fill(db)

    @property
    def base(self) -> str:
        """The address of the site, without a slash at the end."""
        url = self._url if isinstance(self._url, str) else self._url()
        return url.rstrip("/")

    def now(self) -> str:
        """The present, as it is stored: it sorts as text."""
        return self._clock().astimezone(UTC).isoformat(timespec="microseconds")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view of the file. Raises SiteDown."""
        with self._open() as db:
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that has the file to itself from its first moment. Raises SiteDown."""
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    def find(self, words: Sequence[str], limit: int = 50) -> list[found.FoundText]:
        """The pages, posts and comments that have words which begin with each of these."""
        with self.reading() as db:
            return found.find(db, words, limit)

    def repeats(self) -> int:
        """How often the service sent a text whose key the site had already (each was dropped)."""
        with self.reading() as db:
            return sum(db.execute(f"SELECT coalesce(sum(repeats), 0) FROM {table}").fetchone()[0] for table in SENT)  # noqa: S608

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=30, isolation_level=None)) as db:
                db.row_factory = sqlite3.Row
                yield db
        except sqlite3.Error as error:
            raise SiteDown(f"the embedded site's file {self.path.name}: {error}") from error


def moment(stored: str) -> datetime:
    """A stored time, aware UTC."""
    return datetime.fromisoformat(stored)
