"""What every part of a tree is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LARGEST = 999_999_999
"""No number of a duel goes beyond this, or below its negative: nine digits are what pages, orders and stores take."""


class Hashed:
    """A frozen value whose hash is worked out once: the reader asks for those of deep trees at each of their parts."""

    __slots__ = ("_hashed",)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # Called again for the class that `dataclass` makes because of its slots, and which has its own hash by then.
        if work_out := cls.__dict__.get("__hash__"):
            cls.__hash__ = _once(work_out)  # type: ignore[assignment]


_keep = Hashed.__dict__["_hashed"].__set__


def _once(work_out: Callable[[Any], int]) -> Callable[[Any], int]:
    """That hash, kept with the value: in no field, so that no copy, no text and no file of it has it."""

    def kept(value: Any) -> int:
        try:
            found: int = value._hashed
        except AttributeError:
            found = work_out(value)
            _keep(value, found)
        return found

    return kept


class Node(Hashed):
    """Anything in a spell's tree."""

    __slots__ = ()


class Who(Node):
    """Some Wizards of the ring: none, one or many, in ring order."""

    __slots__ = ()


class Num(Node):
    """A whole number."""

    __slots__ = ()


class Cond(Node):
    """True or false."""

    __slots__ = ()


class Value(Node):
    """What an attribute can be set to, or compared with: a word."""

    __slots__ = ()


class Act(Node):
    """An outcome, or several under conditions."""

    __slots__ = ()
