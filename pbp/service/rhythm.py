"""The rhythm in which runs come: each minute by `serve`, or by a cron of any step; an outage is what breaks it."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from pbp.store import Tx

_LAST, _GAPS = "last-tick", "run-gaps"
_ALIKE = 1.5
"""How many times longer than one before it a gap may be and still be in its rhythm: crons come late."""
_WINDOW = 4
"""For how many times a gap's own length the gaps before it tell whether it was to be expected."""


def last_run(tx: Tx) -> datetime | None:
    """When the last run ended."""
    noted = tx.note(_LAST)
    return datetime.fromisoformat(noted) if noted else None


def note_run(tx: Tx, at: datetime) -> None:
    """Notes a run that ends now, and how long there had been none before it.

    Of the gaps those are kept than which no later one was longer: all that can be asked for.
    """
    last = last_run(tx)
    if last is not None and at < last:  # what a clock noted that had leapt says nothing of our rhythm
        tx.set_note(_GAPS, json.dumps([[end, length] for end, length in _gaps(tx) if end <= at.timestamp()]))
    if last is not None and at > last:
        gap = (at - last).total_seconds()
        kept = [[end, length] for end, length in _gaps(tx) if length > gap]
        tx.set_note(_GAPS, json.dumps([*kept, [at.timestamp(), gap]]))
    tx.set_note(_LAST, at.isoformat())


def begin_anew(tx: Tx, at: datetime) -> None:
    """Notes a run before which nothing can be said of the time: the store is another one."""
    tx.set_note(_LAST, at.isoformat())


def is_usual(tx: Tx, gap: timedelta) -> bool:
    """Whether so long a time without a run, up to now, is in the rhythm: one about as long came not long before.

    Also if there was but one run ever: there is no rhythm yet that could be broken.
    """
    gaps, last, length = _gaps(tx), last_run(tx), gap.total_seconds()
    if last is None or not gaps:
        return True
    since = last.timestamp() - _WINDOW * length
    return any(end >= since and before * _ALIKE >= length for end, before in gaps)


def _gaps(tx: Tx) -> list[tuple[float, float]]:
    """The gaps that are kept: when each ended and how long it was, in seconds; the longest and oldest first."""
    return [(end, length) for end, length in json.loads(tx.note(_GAPS) or "[]")]
