"""The accounts of the embedded site: who holds which private link."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from pbp.adapters.local.file import SiteFile, moment
from pbp.errors import SiteRefused

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Account:
    """One person: the name is the address on this site; `master` for a Battle Master; the token is secret."""

    name: str
    token: str
    master: bool
    since: datetime


class Accounts:
    """Opens accounts and finds them again by name or by the token of their private link."""

    def __init__(self, file: SiteFile, reserved: str):
        self._file = file
        self._reserved = reserved

    def account(self, name: str, *, master: bool = False) -> str:
        """The token of the account, which is opened if there is none yet.

        `master` makes the account a Battle Master's, and stays; only such a one can bear the name under which the
        service writes. Raises SiteRefused for a name that cannot be one.
        """
        name = self._clean(name, master=master)
        token = secrets.token_urlsafe(32)
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO accounts (name, token, master, since) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE SET master = max(master, excluded.master)",
                (name, token, int(master), self._file.now()),
            )
            return str(db.execute("SELECT token FROM accounts WHERE name = ?", (name,)).fetchone()[0])

    def renew(self, name: str) -> str:
        """Another token in place of the present one. Raises SiteRefused."""
        token, name = secrets.token_urlsafe(32), self._clean(name, master=True)
        with self._file.writing() as db:
            if not db.execute("UPDATE accounts SET token = ? WHERE name = ?", (token, name)).rowcount:
                raise SiteRefused(f"no account of the name {name}")
            # whoever has seen the page has seen these addresses too
            db.execute("DELETE FROM follow_tokens WHERE name = ?", (name,))
        return token

    def follow_token(self, name: str) -> str:
        """The token under which programs may follow what concerns an account; empty if there is none."""
        with self._file.reading() as db:
            row = db.execute("SELECT token FROM follow_tokens WHERE name = ?", (name,)).fetchone()
        return str(row["token"]) if row else ""

    def renew_follow_token(self, name: str) -> str:
        """Another such token in place of the present one, or the first. Raises SiteRefused."""
        self.token(name)
        token = secrets.token_urlsafe(32)
        with self._file.writing() as db:
            db.execute("INSERT OR REPLACE INTO follow_tokens (name, token) VALUES (?, ?)", (name, token))
        return token

    def by_follow_token(self, token: str) -> str | None:
        """The name of the account that is followed under this token."""
        with self._file.reading() as db:
            row = db.execute("SELECT name FROM follow_tokens WHERE token = ?", (token,)).fetchone()
        return str(row["name"]) if row else None

    def token(self, name: str) -> str:
        """The present token of an account. Raises SiteRefused."""
        with self._file.reading() as db:
            row = db.execute("SELECT token FROM accounts WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise SiteRefused(f"no account of the name {name}")
        return str(row["token"])

    def by_token(self, token: str) -> Account | None:
        """Whose private link bears this token."""
        with self._file.reading() as db:
            row = db.execute("SELECT * FROM accounts WHERE token = ?", (token,)).fetchone()
        return Account(row["name"], row["token"], bool(row["master"]), moment(row["since"])) if row else None

    def all(self) -> list[Account]:
        """Every account, by name."""
        with self._file.reading() as db:
            rows = db.execute("SELECT * FROM accounts ORDER BY name").fetchall()
        return [Account(row["name"], row["token"], bool(row["master"]), moment(row["since"])) for row in rows]

    def _clean(self, name: str, *, master: bool) -> str:
        name = " ".join(unicodedata.normalize("NFC", name).split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise SiteRefused(f"a name has 1 to {LONGEST_NAME} printable characters")
        if name.casefold() == self._reserved.casefold() and not master:
            raise SiteRefused(f"{name} is the name under which the service itself writes")
        return name
