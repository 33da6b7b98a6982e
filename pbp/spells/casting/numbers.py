"""Numbers divided and compared, as the words of a spell say."""

from __future__ import annotations


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


def compare(left: int, op: str, right: int) -> bool:
    """Whether two numbers compare so; `op` is one of < <= = != >= >, or % and !%: divisible by, or not."""
    match op:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case "=":
            return left == right
        case "!=":
            return left != right
        case ">=":
            return left >= right
        case "%" | "!%":
            if right == 0:
                raise Undecided("no number is divisible by 0")
            return (left % right == 0) is (op == "%")
    return left > right
