"""The words of the embedded site in an index that finds them at once: pages, posts and comments without their marks."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from pbp.parsing import plain

PAGE, POST, COMMENT = "page", "post", "comment"
"""What can be found."""
TABLES = """
CREATE TABLE IF NOT EXISTS findable (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, ref TEXT NOT NULL, UNIQUE (kind, ref)
);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
  title, body, tokenize = "unicode61 remove_diacritics 2", prefix = "2 3"
);
"""
VERSION = 1
"""Of the index, as the file says it: an older one is made anew."""


@dataclass(frozen=True, slots=True)
class FoundText:
    """A page, post or comment with all the words: its title or id, what it is called, and some of its words."""

    kind: str
    ref: str
    title: str
    around: str


def put(db: sqlite3.Connection, kind: str, ref: str, title: str, body: str) -> None:
    """Puts something in, its words without marks, in place of what it was before."""
    drop(db, kind, ref)
    number = db.execute("INSERT INTO findable (kind, ref) VALUES (?, ?)", (kind, ref)).lastrowid
    db.execute("INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)", (number, title, body))


def drop(db: sqlite3.Connection, kind: str, ref: str) -> None:
    """Takes something out, if it is in."""
    row = db.execute("SELECT id FROM findable WHERE kind = ? AND ref = ?", (kind, ref)).fetchone()
    if row is not None:
        db.execute("DELETE FROM words WHERE rowid = ?", (row["id"],))
        db.execute("DELETE FROM findable WHERE id = ?", (row["id"],))


def find(db: sqlite3.Connection, words: Sequence[str], limit: int) -> list[FoundText]:
    """What has words that begin with each of these: where they stand in the title first, then the newest first."""
    wanted = " ".join(f'"{part}"*' for word in words for part in re.findall(r"\w+", word))
    if not wanted:
        return []
    found: dict[int, FoundText] = {}
    for query in (f"title : ({wanted})", wanted):
        rows = db.execute(
            "SELECT f.id, f.kind, f.ref, w.title, snippet(words, 1, '', '', '…', 24) AS around FROM words AS w"
            " JOIN findable AS f ON f.id = w.rowid WHERE words MATCH ? ORDER BY w.rowid DESC LIMIT ?",
            (query, limit),
        )
        for row in rows:
            found.setdefault(row["id"], FoundText(row["kind"], row["ref"], row["title"], row["around"]))
    return list(found.values())[:limit]


def is_filled(db: sqlite3.Connection) -> bool:
    """Whether the file has an index of this version."""
    return bool(db.execute("PRAGMA user_version").fetchone()[0] >= VERSION)


def fill(db: sqlite3.Connection) -> None:
    """Puts in all that there is, if the file has no index of this version yet."""
    if is_filled(db):
        return
    for table in ("words", "findable"):
        db.execute(f"DELETE FROM {table}")  # noqa: S608
    for row in db.execute("SELECT title, text FROM revisions WHERE newest = 1 ORDER BY id").fetchall():
        put(db, PAGE, row["title"], row["title"], plain.of_wikitext(row["text"]))
    for row in db.execute("SELECT id, title, body FROM posts ORDER BY id").fetchall():
        put(db, POST, str(row["id"]), row["title"], plain.of_html(row["body"]))
    for row in db.execute("SELECT id, author, body, ours FROM comments ORDER BY id").fetchall():
        put_comment(db, row["id"], row["author"], row["body"], ours=bool(row["ours"]))
    db.execute(f"PRAGMA user_version = {VERSION}")


def put_comment(db: sqlite3.Connection, id: int, author: str, body: str, *, ours: bool) -> None:
    """Puts a comment in, under its author's name; a person's is plain text."""
    put(db, COMMENT, str(id), author, plain.of_html(body) if ours else " ".join(body.split()))
