"""What the rules of spell.lark mean: numbers between two bounds. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense_cond import ME, ONE, bounds, compare, disj, op_between, within
from pbp.spells.sense_preds import had


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


def had_between(low: Any, high: Any, attr: str) -> t.Cond:
    return had(op_between(low, high), attr)
