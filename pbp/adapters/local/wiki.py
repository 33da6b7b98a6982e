"""The wiki of the embedded site: pages, every revision kept for ever."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from pbp.adapters.local import found
from pbp.adapters.local.file import SiteFile, moment
from pbp.errors import EditConflict, SiteRefused
from pbp.parsing import plain
from pbp.ports import Page, Revision

LONGEST_TITLE = 255
LONGEST_TEXT = 2_000_000
LONGEST_SUMMARY = 500
_NOT_IN_TITLES = re.compile(r"[#<>\[\]{}|\x00-\x1f\x7f]")


def clean_title(title: str) -> str:
    """A title as it is stored: underscores are spaces, spaces single, the first letter great.

    Raises SiteRefused for one that no page can have.
    """
    title = " ".join(unicodedata.normalize("NFC", title).replace("_", " ").split())
    # Browsers and servers take empty and dotted segments of an address away.
    walks = {"", ".", ".."}.intersection(title.split("/"))
    if walks or len(title.encode("utf-8", "replace")) > LONGEST_TITLE or _NOT_IN_TITLES.search(title):
        raise SiteRefused(f"no page can be called {title[:80]!r}")
    return title[0].upper() + title[1:]


def clean_text(text: str) -> str:
    """A text as it is stored: one kind of line end, no NUL. Raises SiteRefused if it is too long."""
    if len(text) > LONGEST_TEXT:
        raise SiteRefused(f"the text has {len(text):,} characters; {LONGEST_TEXT:,} are the limit")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
    # A lone surrogate cannot be stored as UTF-8.
    return text.encode("utf-8", "replace").decode("utf-8")


@dataclass(frozen=True, slots=True)
class RecentChange:
    """One revision in a list of them, without its text; `size` in characters."""

    id: str
    title: str
    author: str
    summary: str
    at: datetime
    size: int


class LocalWiki:
    """Pages in wikitext, replaced by compare-and-set."""

    name = "local"
    markup = "wikitext"

    def __init__(self, file: SiteFile, account: str):
        self._file = file
        self.account = account

    def url(self, title: str) -> str:
        """The address of a page, whether it exists or not."""
        return f"{self._file.base}/wiki/{quote(clean_title(title).replace(' ', '_'), safe='')}"

    def read(self, title: str) -> Page | None:
        """The newest revision, or None if there is no such page."""
        with self._file.reading() as db:
            row = _newest(db, clean_title(title))
        return self._page(row) if row else None

    def existing(self, titles: Collection[str]) -> set[str]:
        """Those of the titles that have a page."""
        pages = set(self.titles())
        return {title for title in titles if clean_title(title) in pages}

    def newest(self, titles: Collection[str]) -> dict[str, str | None]:
        """The newest revisions of the pages; None of one that is not there."""
        with self._file.reading() as db:
            rows = {title: _newest(db, clean_title(title)) for title in titles}
        return {title: str(row["id"]) if row is not None else None for title, row in rows.items()}

    def write(self, title: str, text: str, *, base: str | None, summary: str) -> Page:
        """Replaces a page in the service's own name. Raises EditConflict, SiteRefused."""
        return self.edit(title, text, base=base, author=self.account, summary=summary)

    def edit(self, title: str, text: str, *, base: str | None, author: str, summary: str) -> Page:
        """Replaces the page whose newest revision is `base` (None: it does not exist yet).

        Makes no revision if the page has this text already, whatever the base. Raises EditConflict, SiteRefused.
        """
        title, text, summary = clean_title(title), clean_text(text), clean_text(summary)[:LONGEST_SUMMARY]
        with self._file.writing() as db:
            row = _newest(db, title)
            if row is not None and row["text"] == text:
                return self._page(row)
            if (str(row["id"]) if row else None) != base:
                raise EditConflict(f"{title} was changed by {row['author'] if row else 'nobody yet'} since {base}")
            db.execute("UPDATE revisions SET newest = 0 WHERE title = ? AND newest = 1", (title,))
            db.execute(
                "INSERT INTO revisions (title, text, newest, author, summary, at) VALUES (?, ?, 1, ?, ?, ?)",
                (title, text, author, summary, self._file.now()),
            )
            found.put(db, found.PAGE, title, title, plain.of_wikitext(text))
            return self._page(_newest(db, title))

    def revision(self, id: str) -> tuple[Page, str] | None:
        """A page as it stood at that revision, and the revision's summary."""
        with self._file.reading() as db:
            row = db.execute("SELECT * FROM revisions WHERE id = ?", (id,)).fetchone()
        return (self._page(row), row["summary"]) if row else None

    def history(self, title: str, since: str | None = None, *, limit: int | None = None) -> list[Revision]:
        """The revisions that came after `since`, oldest first, at most `limit`; none if there is no such page."""
        with self._file.reading() as db:
            known = db.execute("SELECT id FROM revisions WHERE title = ? AND id = ?", (clean_title(title), since))
            first = known.fetchone()
            rows = db.execute(
                "SELECT * FROM revisions WHERE title = ? AND id > ? ORDER BY id LIMIT ?",
                (clean_title(title), first["id"] if first else 0, -1 if limit is None else limit),
            ).fetchall()
        return [Revision(str(row["id"]), row["author"], moment(row["at"]), row["summary"], row["text"]) for row in rows]

    def changes(self, limit: int = 50, title: str | None = None) -> list[RecentChange]:
        """The newest revisions of all pages, or of one, newest first."""
        if title is None:
            return self._changes("ORDER BY id DESC LIMIT ?", (limit,))
        return self._changes("WHERE title = ? ORDER BY id DESC LIMIT ?", (clean_title(title), limit))

    def titles(self, after: str = "", limit: int = -1) -> list[str]:
        """The titles of the pages, in order: so many after one, or all."""
        query = "SELECT title FROM revisions WHERE newest = 1 AND title > ? ORDER BY title LIMIT ?"
        with self._file.reading() as db:
            rows = db.execute(query, (after, limit)).fetchall()
        return [row["title"] for row in rows]

    def _changes(self, clause: str, values: tuple[object, ...]) -> list[RecentChange]:
        with self._file.reading() as db:
            rows = db.execute(
                f"SELECT id, title, author, summary, at, length(text) AS size FROM revisions {clause}",  # noqa: S608
                values,
            ).fetchall()
        return [
            RecentChange(str(row["id"]), row["title"], row["author"], row["summary"], moment(row["at"]), row["size"])
            for row in rows
        ]

    def _page(self, row: sqlite3.Row) -> Page:
        title = row["title"]
        return Page(title, row["text"], str(row["id"]), row["author"], moment(row["at"]), self.url(title))


def _newest(db: sqlite3.Connection, title: str) -> sqlite3.Row:
    row: sqlite3.Row = db.execute("SELECT * FROM revisions WHERE title = ? AND newest = 1", (title,)).fetchone()
    return row
