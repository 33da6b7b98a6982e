"""Time, as an argument: everything below the shell is handed a moment and never asks for one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Returns the present as an aware UTC time."""


def system_clock() -> datetime:
    """The present, by the machine's clock."""
    return datetime.now(UTC)
