"""Time, as an argument: everything below the shell is handed a moment and never asks for one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

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
