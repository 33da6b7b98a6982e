"""Time, as an argument: everything below the shell is handed a moment and never asks for one."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from pbp.errors import Refused

Clock = Callable[[], datetime]
"""Returns the present as an aware UTC time."""

Uptime = Callable[[], tuple[str, float] | None]
"""Gives the name of this machine's present boot, and for how many seconds it has lasted; None where nobody can tell."""

Hear = Callable[[str, datetime], None]
"""Is told what the clock of that name shows at this moment."""

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def system_clock() -> datetime:
    """The present, by the machine's clock."""
    return datetime.now(UTC)


def system_uptime() -> tuple[str, float] | None:
    """How long this machine has been up, which no change of its clock changes; known on Linux."""
    try:
        return _BOOT.read_text(encoding="ascii").strip(), time.clock_gettime(time.CLOCK_BOOTTIME)
    except (OSError, AttributeError):
        return None


def zone_called(name: str) -> tzinfo:
    """The zone of that name: "UTC", "UTC+2", "Europe/Berlin". Raises Refused."""
    if name in ("UTC", "GMT"):
        return UTC
    if found := re.fullmatch(r"(?:UTC|GMT)([+-])(\d{1,2})(?::?(\d\d))?", name):
        ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
        if ahead < timedelta(hours=15):
            return timezone(ahead if found[1] == "+" else -ahead)
    try:
        return ZoneInfo(name)
    except (ValueError, KeyError, OSError):
        raise Refused(f"there is no time zone {name}; a zone is for instance Europe/Berlin or UTC+2") from None


def zone_named(words: str) -> str:
    """The name of the zone that words mean, in whatever case, "berlin" too where one alone ends so. Raises Refused."""
    words = "_".join(words.split())
    if re.fullmatch(r"(?:utc|gmt)(?:[+-][\d:]+)?", words, re.I):
        zone_called(words.upper())
        return words.upper().replace("GMT", "UTC")
    known = {name.casefold(): name for name in zones()}
    if name := known.get(words.casefold()):
        return name
    cities = [name for folded, name in known.items() if folded.rpartition("/")[2] == words.casefold()]
    if len(cities) != 1:
        raise Refused(f"there is no time zone {words}; a zone is for instance Europe/Berlin or UTC+2")
    return cities[0]


@cache
def zones() -> tuple[str, ...]:
    """The zones of places, by name: "Africa/Abidjan", "America/Argentina/Salta"."""
    areas = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    return tuple(sorted(name for name in available_timezones() if name.partition("/")[0] in areas and "/" in name))


def nobody_hears(name: str, shown: datetime) -> None:
    """Is told what a clock shows, and does nothing with it."""


class OtherClocks:
    """What other clocks show: how far each is ahead of ours. What a site has shown counts for one run.

    `sources` are clocks that can be asked at any time, by name; one may give None when it cannot.
    """

    def __init__(
        self,
        clock: Clock,
        sources: Mapping[str, Callable[[], datetime | None]] | None = None,
        uptime: Uptime = lambda: None,
    ):
        self.uptime = uptime
        self._clock = clock
        self._sources = sources or {}
        self._heard: dict[str, timedelta] = {}

    def begin(self) -> None:
        """Forgets what was shown: a new run begins, and our clock may have leapt."""
        self._heard = {}

    def hear(self, name: str, shown: datetime) -> None:
        """Keeps what a clock shows at this moment."""
        self._heard[name] = shown - self._clock()

    def ahead(self) -> dict[str, timedelta]:
        """How far each clock is ahead of ours, as far as known in this run; behind is less than nothing."""
        asked = {name: shown - self._clock() for name, source in self._sources.items() if (shown := source())}
        return {**self._heard, **asked}
