"""What strangers' texts cost is paid elsewhere, where the caller wants that: at once only what few counted steps do.

What is worked out does not hang on where: a process of its own does the same steps, and only the counted budget decides
what a text means. How long it takes decides when that is known, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ParamSpec, Protocol, TypeVar

from pbp.spells import steps

P = ParamSpec("P")
T = TypeVar("T")

QUICK, MOST = 150_000, 400_000
"""The steps that are taken at once, by whoever waits: some 0.4 s of a processor; and the most of any: about 1 s."""


class Elsewhere(Protocol):
    """Where costly texts are read."""

    def kept(self, function: Callable[..., T], args: tuple[Any, ...]) -> tuple[T] | None:
        """What that function gave of these arguments before; None if that is not known."""

    def ask(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        """What it gives. Raises BeingRead until that is known, and NotRead if it goes beyond the limits there."""


_READER: ContextVar[Elsewhere | None] = ContextVar("reader of strangers' texts", default=None)


@contextmanager
def read_by(reader: Elsewhere | None) -> Iterator[None]:
    """What is costly to read inside is read by that reader; by none, at once."""
    token = _READER.set(reader)
    try:
        yield
    finally:
        _READER.reset(token)


def worked_out(function: Callable[P, T], *args: P.args, **no: P.kwargs) -> T:
    """What a function of texts gives: at once if QUICK steps do, else by the reader that is set. Raises as that does.

    The function is one of a module, its arguments and what it gives are values, and it does the same everywhere.
    """
    return worked_out_within(QUICK, function, *args, **no)


def worked_out_within(most: int, function: Callable[P, T], *args: P.args, **no: P.kwargs) -> T:
    """The same, with so many steps at once."""
    reader = _READER.get()
    if reader is None or steps.is_quick():
        return function(*args, **no)
    if known := reader.kept(function, args):
        return known[0]
    try:
        with steps.quickly(min(most, MOST)):
            return function(*args, **no)
    except steps.Clipped:
        return reader.ask(function, args)
