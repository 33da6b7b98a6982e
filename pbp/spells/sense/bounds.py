"""What the rules of spell.lark mean: numbers between two bounds. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, ONE, bounds, compare, disj, op_between, within
from pbp.spells.sense.numbers import measured
from pbp.spells.sense.predicates import had


def had_within(first: t.Cond, cmp: tuple[str, Any], *attr: str) -> t.Cond:
    """ "Fewer than 15 Stars but at least 5 Stars": two bounds, unless the second is of another thing."""
    if not isinstance(first, t.Compare) or not isinstance(first.left, t.Stat):
        raise NoSense
    thing = attr[0] if attr else first.left.attr
    return (bounds if thing == first.left.attr else within)(first, had(cmp, thing))


def had_range(cmp: tuple[str, Any], other: tuple[str, Any], attr: str) -> t.Cond:
    return bounds(had(cmp, attr), had(other, attr))


def had_outside(cmp: tuple[str, Any], other: tuple[str, Any], attr: str) -> t.Cond:
    """ "Fewer than 5 or more than 15 Stars"."""
    return disj(had(cmp, attr), had(other, attr))


def stars_are_both(attr: str, cmp: tuple[str, Any], other: tuple[str, Any]) -> t.Cond:
    return had_range(cmp, other, attr)


def compare_both(left: t.Num, cmp: tuple[str, Any], other: tuple[str, Any]) -> t.Cond:
    """ "If the result is at least 2 but lower than 5"."""
    if isinstance(left, t.Stat | t.Position) and left.who != ME:
        return t.Holds(left.who, ">=", ONE, compare_both(replace(left, who=ME), cmp, other))
    return bounds(compare(left, cmp), compare(left, other))


Cmp = tuple[str, Any]


def op_above_by(by: int, number: t.Num) -> Cmp:
    """ "Exactly one higher than the chosen number"."""
    return "=", t.Add((number, t.Int(by)))


def op_below_by(by: int, number: t.Num) -> Cmp:
    return "=", t.Minus(number, t.Int(by))


def op_above_by_least(by: int, number: t.Num) -> Cmp:
    return ">=", t.Add((number, t.Int(by)))


def op_below_by_least(by: int, number: t.Num) -> Cmp:
    return "<=", t.Minus(number, t.Int(by))


def op_off(by: int, number: t.Num) -> Cmp:
    """ "One higher or lower than the chosen number"."""
    return "gap", ("=", by, number)


def op_off_by(by: int, other: int, number: t.Num) -> Cmp:
    if by != other:
        raise NoSense
    return op_off(by, number)


def differs_by(left: t.Num, right: t.Num, by: int) -> t.Cond:
    return compare(left, op_off(by, right))


def differs_at_most(left: t.Num, right: t.Num, by: int) -> t.Cond:
    return compare(left, ("gap", ("<=", by, right)))


def differs_at_least(left: t.Num, right: t.Num, by: int) -> t.Cond:
    return compare(left, ("gap", (">=", by, right)))


def had_just_more(number: int, attr: str, measure: Any) -> t.Cond:
    """ "Exactly one more Star than the caster"."""
    return t.Compare(t.Stat(ME, attr), "=", t.Add((measured(measure, attr), t.Int(number))))


def had_just_fewer(number: int, attr: str, measure: Any) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), "=", t.Minus(measured(measure, attr), t.Int(number)))


def had_between(low: Any, high: Any, attr: str) -> t.Cond:
    return had(op_between(low, high), attr)
