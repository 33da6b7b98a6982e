"""What the rules of spell.lark mean: the Speeds of spells. One function for each name after "->"."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, ONE, bounds, conj, disj, grouped, holds
from pbp.spells.sense.wizards import CASTER
from pbp.spells.walk import is_one


def _speed(op: str, number: t.Num | int) -> t.Cond:
    return t.Compare(t.SpeedOf(ME), op, t.Int(number) if isinstance(number, int) else number)


def speed_this(*_own: str) -> t.Num:
    """The Speed of the present cast."""
    return t.SpeedOf(CASTER)


def speed_lower(*_own: str) -> t.Cond:
    return _speed("<", speed_this())


def speed_higher(*_own: str) -> t.Cond:
    return _speed(">", speed_this())


def speed_same(*_own: str) -> t.Cond:
    return _speed("=", speed_this())


def speed_other(*_own: str) -> t.Cond:
    return _speed("!=", speed_this())


def speed_eq(number: t.Num | int) -> t.Cond:
    return _speed("=", number)


def speed_ne(number: t.Num | int) -> t.Cond:
    return _speed("!=", number)


def speed_le(number: t.Num | int) -> t.Cond:
    return _speed("<=", number)


def speed_ge(number: t.Num | int) -> t.Cond:
    return _speed(">=", number)


def speed_lt(number: t.Num | int) -> t.Cond:
    return _speed("<", number)


def speed_gt(number: t.Num | int) -> t.Cond:
    return _speed(">", number)


def speed_both(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "Of 5 or more and less than 18": two bounds, between which there is a number."""
    return grouped(bounds(left, right))


def speed_either(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "Lower than 5 or higher than 18"; "other than 1 or ..." leaves open what is left out."""
    if any(isinstance(part, t.Compare) and part.op == "!=" for part in (left, right)):
        raise NoSense
    return grouped(disj(left, right))


def speed_between(low: int, high: int) -> t.Cond:
    return speed_both(speed_ge(low), speed_le(high))


def speed_of_is(casts: t.Who, test: t.Cond) -> t.Cond:
    """ "If the Speed of that Wizard's spell is at least 5"."""
    if not is_one(casts):
        raise NoSense
    return holds((">=", ONE, casts), conj(t.CastIs(ME), test))
