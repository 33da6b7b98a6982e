"""What reading may cost: counted in steps and not timed, so that every machine reads the same, and none for long.

A sentence that people meant takes some 400 steps, the most involved of 2,500 took 7,000; a thousand steps take one
or two milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SENTENCE, SPELL, LIST = 40_000, 100_000, 400_000
"""The most steps of one sentence (by both readers), of one spell, and of all spells of a list."""
SUGGESTING = 400_000
"""The most steps of the search for rewordings of one spell."""
RESOLVING = 100
"""The steps of finding out whom one sentence means, in one of the ways in which the spell can be read."""


class TooLong(Exception):
    """Reading cost more steps than allowed."""


class Steps:
    """The steps that may still be taken, and those that were."""

    def __init__(self, limit: int):
        self.left, self.taken = limit, 0

    def spend(self, count: int) -> None:
        """Takes that many steps. Raises TooLong if fewer are left."""
        self.left -= count
        self.taken += count
        if self.left < 0:
            raise TooLong


_NOW: ContextVar[Steps | None] = ContextVar("steps", default=None)


@contextmanager
def within(limit: int) -> Iterator[Steps]:
    """What is read inside may take so many steps, and no more than is left of those round it, which it uses up."""
    outer = _NOW.get()
    own = Steps(min(limit, max(outer.left, 0)) if outer else limit)
    token = _NOW.set(own)
    try:
        yield own
    finally:
        _NOW.reset(token)
        if outer:
            outer.left -= own.taken
            outer.taken += own.taken


def spend(count: int) -> None:
    """Takes steps of those that are allowed here. Raises TooLong."""
    if (now := _NOW.get()) is not None:
        now.spend(count)


def left() -> int:
    """How many steps may be taken here."""
    now = _NOW.get()
    return SENTENCE if now is None else max(now.left, 0)
