"""What the handler of a decision works with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbp.commands.decisions import Decision
from pbp.errors import PbpError, Refused
from pbp.ports import Page
from pbp.service.desk import Desk
from pbp.store import Tx

_SPAN = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)([mhd])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}

Edited = Page | PbpError
"""A list page as it was read for a decision, or why it could not be."""


@dataclass(frozen=True)
class Decided:
    """All that a decision's handler works with; `page` is the list page that ACCEPT-EDIT accepts.

    One that is only `rehearsed` changes nothing outside the store.
    """

    desk: Desk
    tx: Tx
    decision: Decision
    at: datetime
    page: Edited | None = None
    rehearsed: bool = False

    @property
    def number(self) -> int:
        """The duel that is meant."""
        assert self.decision.duel is not None
        return self.decision.duel

    @property
    def words(self) -> str:
        """What is said to the verb."""
        return self.decision.words

    @property
    def why(self) -> str:
        """The reason."""
        return self.decision.why


Handler = Callable[[Decided], str]
"""Does what a decision says, in the transaction it is handed, and says in a sentence that it is done."""


def span(words: str) -> timedelta:
    """A span of time as it is written: 24h, 90m, 2d. Raises Refused."""
    found = _SPAN.fullmatch(words)
    if found is None or float(found[1]) == 0:
        raise Refused(f"{words!r} is no span of time: write for example 24h, 90m or 2d")
    return timedelta(**{_UNITS[found[2]]: float(found[1])})


def parted(words: str, lead: str, form: str) -> tuple[str, str]:
    """What stands before and after a word in capitals: "Ann BY Cleo". Raises Refused, with how it is written."""
    before, found, after = (part.strip() for part in f" {words} ".partition(f" {lead} "))
    if not (found and before and after):
        raise Refused(f"write {form}")
    return before, after


def changes_of(words: str) -> dict[str, int | str]:
    """Values by name: "Stars=12, Hat=Red". Raises Refused."""
    found: dict[str, int | str] = {}
    for piece in filter(None, map(str.strip, words.split(","))):
        name, equals, value = (part.strip() for part in piece.partition("="))
        if not equals or not name:
            raise Refused(f"{piece!r} is no NAME=VALUE")
        found[name] = int(value) if re.fullmatch(r"[+-]?\d{1,9}", value) else value
    return found
