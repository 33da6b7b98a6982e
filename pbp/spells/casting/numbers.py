"""Numbers divided and compared, as the words of a spell say."""

from __future__ import annotations

import operator
from collections.abc import Callable


class Undecided(Exception):
    """The text does not say what is to happen here: a tie without a rule, a half of an odd number."""


def divide(left: int, right: int, rounding: str) -> int:
    """A quotient by the rounding named; without a name a remainder is Undecided."""
    if right == 0:
        raise Undecided("a number cannot be divided by 0")
    down, rest = divmod(left, right)
    if rest == 0 or rounding == "down":
        return down
    if rounding == "up":
        return down + 1
    raise Undecided(f"{left} divided by {right} leaves a remainder, and the text does not say how to round")


def _divisible(left: int, right: int) -> bool:
    if right == 0:
        raise Undecided("no number is divisible by 0")
    return left % right == 0


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
    "%": _divisible,
    "!%": lambda left, right: not _divisible(left, right),
}
"""How two numbers are compared, by the `op` of a tree; % and !%: divisible by, or not. Raise Undecided."""
