"""What every site says in the same way over HTTP."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import requests
from urllib3.exceptions import NewConnectionError

from pbp.clock import Hear

PASSING = frozenset({408, 425, 429, *range(500, 600)})
"""The statuses after which the same call may go through later."""


_LEAP = re.compile(r"(?<=\d\d:\d\d:)60(?!\d)")


def http_date(said: str) -> datetime | None:
    """The moment that a header names, also within a leap second; None if it names none."""
    try:
        at = parsedate_to_datetime(_LEAP.sub("59", said))
    except (ValueError, OverflowError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return at + timedelta(seconds=1) if _LEAP.search(said) else at


def date_of(headers: Mapping[str, str]) -> datetime | None:
    """What the clock of a site showed when it answered, by its Date, and by its Age if a cache has answered for it."""
    at, age = http_date(headers.get("date", "")), headers.get("age", "0").strip()
    return at + timedelta(seconds=int(age)) if at and age.isdecimal() and len(age) < 9 else None


def hear_date(hear: Hear, name: str, headers: Mapping[str, str]) -> None:
    """Tells what the clock of the site `name` shows, if its answer says so."""
    if shown := date_of(headers):
        hear(name, shown)


def retry_at(response: requests.Response, now: datetime) -> datetime | None:
    """When the site wants to be asked again, by its Retry-After in seconds or as a date; at most a day from now."""
    value = response.headers.get("retry-after", "").strip()
    if value.isdecimal():
        return now + timedelta(seconds=min(int(value[:9]), 86_400))
    at = http_date(value)
    return min(at, now + timedelta(days=1)) if at else None


def never_left(error: Exception) -> bool:
    """Whether a call failed before any of it was sent: nobody answered at the address."""
    cause = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(error, requests.ConnectTimeout) or isinstance(cause, NewConnectionError)


def brief(error: Exception) -> str:
    """What an exception says, on one line and not too long."""
    return " ".join(str(error).split())[:200] or type(error).__name__
