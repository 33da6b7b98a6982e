"""Which wiki pages were changed, by the one listing of all changes, and what it cannot show, from before."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from pbp.errors import SiteDown

TABLES = """
CREATE TABLE IF NOT EXISTS newest_of_pages (page TEXT PRIMARY KEY, revision TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changes_listed (id TEXT PRIMARY KEY) WITHOUT ROWID;
"""


class Revisions:
    """The newest revision of each page, kept in a small file from one process to the next.

    A listing names no more than the newest hundred changes of all pages. As long as it goes back to one that the
    listing before has named, a page that it does not name is as it was.
    """

    def __init__(self, path: Path, longest: int):
        """`longest` is how many changes a whole listing has: a shorter one names all that there ever were."""
        self._path, self._longest = path, longest

    def newest(self, listing: Sequence[tuple[str, str]]) -> dict[str, str]:
        """The newest revision of each page of which it is known, by a new listing: (page, revision), newest first."""
        ids = [id for _, id in listing]
        with self._open() as db:
            before = {id for (id,) in db.execute("SELECT id FROM changes_listed")}
            if len(ids) >= self._longest and before.isdisjoint(ids):
                db.execute("DELETE FROM newest_of_pages")  # something may have been missed
            found = dict(reversed(listing))
            db.executemany("INSERT OR REPLACE INTO newest_of_pages VALUES (?, ?)", found.items())
            db.execute("DELETE FROM changes_listed")
            db.executemany("INSERT INTO changes_listed VALUES (?)", [(id,) for id in ids])
            return dict(db.execute("SELECT page, revision FROM newest_of_pages"))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=30)) as db:
                db.executescript(TABLES)
                with db:
                    yield db
        except sqlite3.Error as error:
            raise SiteDown(f"the file of messages taken in, {self._path.name}: {error}") from error
