"""The words that Wizards wear or hold, and those that are alike."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.sense.conditions import ME, ONE, THEY, conj, disj, grouped

Attr = str | t.WordInput
Values = t.Value | tuple[t.Value, ...]
"""One value, or several of which any will do."""


def attr_is(attr: Attr, value: Values) -> t.Cond:
    if isinstance(value, tuple):
        return grouped(disj(*(attr_is(attr, one) for one in value)))
    if value == t.ValueOf(THEY, attr):  # "whose Hat is the same as their Hat": as somebody else's
        return same_attr(attr, THEY)
    return t.Is(ME, attr, value)


def attr_is_not(attr: Attr, value: Values) -> t.Cond:
    if isinstance(value, tuple):
        return grouped(t.And(tuple(attr_is_not(attr, one) for one in value)))
    return t.Not(attr_is(attr, value))


def attrs_alike(first: str, second: str) -> t.Cond:
    """ "If the caster's Hat and Robes are the same"."""
    return t.Is(ME, first, t.ValueOf(THEY, second))


def same_attr(attr: Attr, who: t.Who) -> t.Cond:
    """ "Whose Hat is the same as theirs" is never said of one and the same Wizard."""
    return t.Is(ME, attr, t.ValueOf(t.They("than") if who == THEY else who, attr))


def same_as_some(attr: Attr, group: t.Who) -> t.Cond:
    """ "With the same Hat as another Wizard"."""
    return t.Holds(group, ">=", ONE, t.Is(t.Member(1), attr, t.ValueOf(ME, attr)))


def other_attr(attr: Attr, who: t.Who) -> t.Cond:
    return t.Not(same_attr(attr, who))


def pair_same(left: t.Who, right: t.Who, attr: Attr) -> t.Cond:
    """ "If the caster and the chosen Wizard have the same Hat"."""
    return t.Holds(left, ">=", ONE, same_attr(attr, right))


def _swapped(attr: str) -> tuple[t.Who, t.Who]:
    """The two who swap this, in the sentence before."""
    return t.They(f"swapped first {attr}"), t.They(f"swapped second {attr}")


def swapped_same(attr: str) -> t.Cond:
    """ "Swap Hats with the chosen Wizard. If the two Hats were the same, ..."."""
    return pair_same(*_swapped(attr), attr)


def swapped_other(attr: str) -> t.Cond:
    return t.Not(swapped_same(attr))


def _each_swapped(attr: str, test: t.Cond) -> list[t.Cond]:
    return [t.Holds(who, ">=", ONE, test) for who in _swapped(attr)]


def swapped_both(attr: str, value: Any) -> t.Cond:
    return grouped(conj(*_each_swapped(attr, attr_is(attr, value))))


def value(word: str) -> t.Value:
    return t.Text(word)


def attr(who: t.Who, name: Attr) -> tuple[t.Who, Any]:
    return who, name
