"""How often something was done in the last hour and the last day, for what must not go on for ever."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbp.store import Tx

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many times in any hour, and in any day."""

    hourly: int
    daily: int


def left(tx: Tx, what: str, limit: Limit, at: datetime) -> int:
    """How many times `what` may still be done now."""
    times = _times(tx, what, at)
    return min(limit.hourly - sum(at - time < _HOUR for time in times), limit.daily - len(times))


def count(tx: Tx, what: str, at: datetime) -> None:
    """Keeps that `what` is done now."""
    times = [*_times(tx, what, at), at]
    tx.set_note(_note(what), json.dumps([time.isoformat() for time in times]))


def _times(tx: Tx, what: str, at: datetime) -> list[datetime]:
    times = [datetime.fromisoformat(time) for time in json.loads(tx.note(_note(what)) or "[]")]
    return [time for time in times if timedelta(0) <= at - time < _DAY]  # a clock that leapt may have noted it


def _note(what: str) -> str:
    return f"often:{what}"
