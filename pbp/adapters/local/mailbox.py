"""The mailbox of the embedded site: what is sent from private pages, and the letters that appear there."""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbp.adapters.local.file import SiteFile, moment
from pbp.adapters.local.wiki import clean_text
from pbp.errors import SiteRefused
from pbp.ports import Letter, Message, Ref

LONGEST_MESSAGE = 10_000


@dataclass(frozen=True, slots=True)
class PrivateText:
    """One text on a private page: a letter to its owner, or, if `sent`, a message that the owner sent.

    `id` names it among the letters or the messages; `thread` is the message that a letter answers, or empty.
    """

    id: str
    sent: bool
    subject: str
    text: str
    at: datetime
    thread: str = ""


class LocalMailbox:
    """Messages from private pages and letters to them; every sender is vouched for by the link."""

    name = "local"
    lag = timedelta(0)
    late = timedelta(0)

    def __init__(self, file: SiteFile):
        self._file = file

    def receive(self, sender: str, text: str) -> str:
        """Stores a message under a new id, stamped with the site's time. Raises SiteRefused."""
        text = clean_text(text).strip()
        if not text or len(text) > LONGEST_MESSAGE:
            raise SiteRefused(f"a message has 1 to {LONGEST_MESSAGE:,} characters")
        id = secrets.token_hex(16)
        # Stamped while the file is ours: whoever fetches after this moment, and so after waiting for us, sees it.
        with self._file.writing() as db:
            _must_exist(db, sender)
            db.execute(
                "INSERT INTO messages (id, sender, text, received) VALUES (?, ?, ?, ?)",
                (id, sender, text, self._file.now()),
            )
        return id

    def fetch(self, *, thorough: bool = True) -> list[Message]:
        """The messages not yet done, oldest first: all that were stamped before this call began."""
        with self._file.writing() as db:
            rows = db.execute("SELECT * FROM messages WHERE done = 0 ORDER BY number").fetchall()
        return [_message(row) for row in rows]

    def done(self, message: Message) -> None:
        """Marks a message as taken in."""
        with self._file.writing() as db:
            db.execute("UPDATE messages SET done = 1 WHERE id = ?", (message.id,))

    def newest_done(self) -> str | None:
        """The id of the newest message that was taken in."""
        with self._file.reading() as db:
            row = db.execute("SELECT id FROM messages WHERE done = 1 ORDER BY number DESC LIMIT 1").fetchone()
        return str(row["id"]) if row else None

    def find(self, key: str, since: datetime | None = None) -> Ref | None:
        """The letter sent under this key."""
        with self._file.reading() as db:
            known = db.execute("SELECT 1 FROM letters WHERE key = ?", (key,)).fetchone()
        return self._ref(key) if known else None

    def form(self, subject: str, text: str) -> None:
        """None: each player writes on a private page."""

    def send(self, key: str, letter: Letter) -> Ref:
        """Puts a letter on the private page of an account, once for each key. Raises SiteRefused."""
        with self._file.writing() as db:
            _must_exist(db, letter.to)
            db.execute(
                "INSERT INTO letters (key, recipient, subject, body, thread, at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (key) DO UPDATE SET repeats = repeats + 1",
                (
                    key,
                    letter.to,
                    clean_text(letter.subject),
                    clean_text(letter.body),
                    letter.thread,
                    self._file.now(),
                ),
            )
        return self._ref(key)

    def entries(self, name: str, limit: int = 100) -> list[PrivateText]:
        """What stands on a private page, newest first; a letter stands before the message that it answers."""
        with self._file.reading() as db:
            letters = db.execute(
                "SELECT * FROM letters WHERE recipient = ? ORDER BY id DESC LIMIT ?", (name, limit)
            ).fetchall()
            messages = db.execute(
                "SELECT * FROM messages WHERE sender = ? ORDER BY number DESC LIMIT ?", (name, limit)
            ).fetchall()
        entries = [
            PrivateText(_name(row["key"]), False, row["subject"], row["body"], moment(row["at"]), row["thread"])
            for row in letters
        ]
        entries += [PrivateText(row["id"], True, "", row["text"], moment(row["received"])) for row in messages]
        # The sort is stable: letters come first among entries of one moment.
        return sorted(entries, key=lambda entry: entry.at, reverse=True)[:limit]

    def _ref(self, key: str) -> Ref:
        # An address is stored and may be shown: it must not bear the token of the private link.
        return Ref(_name(key), f"{self._file.base}/me#letter-{_name(key)}")


def _name(key: str) -> str:
    """The name of a letter on its page. A number would tell how many letters everybody has been sent."""
    return hashlib.sha256(key.encode()).hexdigest()[:12]


def _message(row: sqlite3.Row) -> Message:
    received = moment(row["received"])
    return Message(row["id"], row["sender"], received, row["text"], earliest=received)


def _must_exist(db: sqlite3.Connection, name: str) -> None:
    if db.execute("SELECT 1 FROM accounts WHERE name = ?", (name,)).fetchone() is None:
        raise SiteRefused(f"no account of the name {name}")
