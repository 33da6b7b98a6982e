"""How a player wants to be told: REMIND says how long before a duel closes, TIMEZONE whose hours letters speak in."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, replace
from typing import Any

from pbp.errors import Refused
from pbp.store import Tx

MOST, SOONEST, EARLIEST = 5, 10, 14 * 24 * 60
"""How many reminders of a step a player may choose, and between how many minutes before its end."""

_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
_TIME = r"(\d{1,5})\s*(m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\b"
_TIMES = re.compile(rf"{_TIME}(?:[\s,;]*(?:and\s+)?{_TIME})*(?:\s+before)?", re.I)
_OFF = frozenset({"OFF", "NONE", "NEVER", "NO"})
_USUAL = frozenset({"USUAL", "AS USUAL", "DEFAULT", "ON"})


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has said: the zone, empty if none, and how many minutes before its end a step is reminded of, the
    earliest first: none at all if empty; None: as usual, at half time and before the end.
    """

    zone: str = ""
    remind: tuple[int, ...] | None = None


def of(tx: Tx, wizard: str) -> Preferences:
    """What a wizard has said."""
    kept = json.loads(tx.note(_note(wizard)) or "{}")
    remind = kept.get("remind")
    return Preferences(kept.get("zone", ""), None if remind is None else tuple(remind))


def change(tx: Tx, wizard: str, **values: Any) -> None:
    """Remembers what a wizard has said: `zone`, `remind`."""
    tx.set_note(_note(wizard), json.dumps(asdict(replace(of(tx, wizard), **values))))


def read_times(words: str) -> tuple[int, ...] | None:
    """The minutes that words name, the most first: "24h 2h", "1 day and 30 minutes", OFF. None: as usual.

    Raises Refused.
    """
    words = " ".join(words.split())
    if words.upper() in _USUAL:
        return None
    if words.upper() in _OFF:
        return ()
    if not _TIMES.fullmatch(words):
        raise Refused("say how long before the end, for example REMIND 24h 2h; REMIND OFF, or REMIND USUAL")
    found = {int(number) * _MINUTES[unit[0].lower()] for number, unit in re.findall(_TIME, words, re.I)}
    if len(found) > MOST:
        raise Refused(f"{MOST} reminders of a step are the most")
    if min(found) < SOONEST or max(found) > EARLIEST:
        raise Refused(f"a reminder comes between {SOONEST} minutes and {EARLIEST // _MINUTES['d']} days before the end")
    return tuple(sorted(found, reverse=True))


def times_in_words(times: tuple[int, ...]) -> str:
    """Times as they are written: "24h 2h"."""
    return " ".join(f"{minutes}m" if minutes % 60 else f"{minutes // 60}h" for minutes in times)


def _note(wizard: str) -> str:
    return f"told:{wizard.casefold()}"
