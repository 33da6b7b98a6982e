"""What reading may cost: counted in steps and not timed, so that every machine reads the same, and none for long.

A sentence that people meant takes some 400 steps, the most involved of 2,500 took 7,000; a thousand steps take one
or two milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

SENTENCE, SPELL, LIST = 50_000, 100_000, 400_000
"""The most steps of one sentence, of one spell, and of all spells of a list."""
SUGGESTING = 1_000_000
"""The most steps of the search for rewordings of one spell."""
_A_MARK = 75
"""The steps of a mark of a page: six thousand that are twisted into each other take two seconds to be put in order."""
RESOLVING = 100
"""The steps of finding out whom one sentence means, in one of the ways in which the spell can be read."""

_ROOM = 70_000
"""What a thousand calls inside each other need of Python's own stack."""

F = TypeVar("F", bound=Callable[..., object])


class TooLong(Exception):
    """Reading cost more steps than allowed."""


class Clipped(BaseException):
    """Reading costs more steps than whoever waits has time for: it decides nothing, and nothing may keep what it left.

    No Exception, so that no reader takes it for a fault of the text.
    """


class Steps:
    """The steps that may still be taken, and those that were; `clipped` if there are fewer than the text may cost."""

    def __init__(self, limit: int, *, clipped: bool = False):
        self.left, self.taken, self.clipped = limit, 0, clipped

    def spend(self, count: int) -> None:
        """Takes that many steps. Raises TooLong, or Clipped, if fewer are left."""
        self.left -= count
        self.taken += count
        if self.left < 0:
            raise Clipped if self.clipped else TooLong


_NOW: ContextVar[Steps | None] = ContextVar("steps", default=None)
_WAITS: ContextVar[bool] = ContextVar("whether somebody waits", default=False)


@contextmanager
def within(limit: int) -> Iterator[Steps]:
    """What is read inside may take so many steps, and no more than is left of those round it, which it uses up."""
    outer = _NOW.get()
    fewer = outer is not None and outer.left < limit
    own = Steps(max(outer.left, 0), clipped=outer.clipped) if outer and fewer else Steps(limit)
    token = _NOW.set(own)
    try:
        yield own
    finally:
        _NOW.reset(token)
        if outer:
            outer.left -= own.taken
            outer.taken += own.taken


@contextmanager
def apart(limit: int) -> Iterator[Steps]:
    """What is read inside may take so many steps, whatever is left of those round it: whoever keeps it spends them."""
    own = Steps(limit)
    token = _NOW.set(own)
    try:
        yield own
    finally:
        _NOW.reset(token)


@contextmanager
def quickly(limit: int) -> Iterator[None]:
    """What is read inside takes so many steps or raises Clipped; it never comes to anything else than without."""
    token, waits = _NOW.set(_Quick(limit, clipped=True)), _WAITS.set(True)
    try:
        yield
    finally:
        _WAITS.reset(waits)
        _NOW.reset(token)


def is_quick() -> bool:
    """Whether somebody waits for what is read here."""
    return _WAITS.get()


def spend_on_marks(marks: int) -> None:
    """Takes, where somebody waits, what finding the parts of a page with so many marks may cost. Raises Clipped.

    Elsewhere it costs nothing: their number is limited.
    """
    if is_quick():
        spend(marks * _A_MARK)


class _Quick(Steps):
    """The steps of somebody who waits."""


def spend(count: int) -> None:
    """Takes steps of those that are allowed here. Raises TooLong."""
    if (now := _NOW.get()) is not None:
        now.spend(count)


def left() -> int:
    """How many steps may be taken here."""
    now = _NOW.get()
    if now is None:
        return SENTENCE
    if now.clipped and now.left <= 0:
        raise Clipped
    return min(now.left, SENTENCE) if isinstance(now, _Quick) else max(now.left, 0)


def roomy(function: F) -> F:
    """That function, with room on Python's stack for all that it calls.

    The stack grows by pieces of 16 KB, and whatever is called again and again at the edge of one has a piece given and
    taken back each time: some sentences took five times as long as others of as many steps.
    """
    function.__code__ = function.__code__.replace(co_stacksize=_ROOM)
    return function
