"""What every site says in the same way over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import requests
from urllib3.exceptions import NewConnectionError

PASSING = frozenset({408, 425, 429, *range(500, 600)})
"""The statuses after which the same call may go through later."""


def retry_at(response: requests.Response, now: datetime) -> datetime | None:
    """When the site wants to be asked again, by its Retry-After in seconds or as a date; at most a day from now."""
    value = response.headers.get("retry-after", "").strip()
    if value.isdecimal():
        return now + timedelta(seconds=min(int(value[:9]), 86_400))
    try:
        at = parsedate_to_datetime(value)
        return min(at if at.tzinfo else at.replace(tzinfo=UTC), now + timedelta(days=1))
    except (ValueError, OverflowError):
        return None


def never_left(error: Exception) -> bool:
    """Whether a call failed before any of it was sent: nobody answered at the address."""
    cause = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(error, requests.ConnectTimeout) or isinstance(cause, NewConnectionError)


def brief(error: Exception) -> str:
    """What an exception says, on one line and not too long."""
    return " ".join(str(error).split())[:200] or type(error).__name__
