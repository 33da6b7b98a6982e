"""What the rules of spell.lark mean: what "it" becomes, and numbers of each of several that rise or fall."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.acts import SUBJECT, set_attr

IT = t.They("whose number")
"""Whose number it is that was just asked about: "if the caster's Freshness is at least 3, it becomes 0"."""


def it_number(number: t.Num) -> t.Act:
    return t.Clause(IT, (t.Assign(SUBJECT, "it", number),))


def it_falls(amount: t.Num, floor: t.Num | None = None) -> t.Act:
    return t.Clause(IT, (t.Change(SUBJECT, "it", False, amount, floor),))


def it_rises(amount: t.Num) -> t.Act:
    return t.Clause(IT, (t.Change(SUBJECT, "it", True, amount),))


def it_doubles() -> t.Act:
    return it_number(t.Times(t.Int(2), t.Stat(IT, "it")))


def it_halves(rounding: str = "") -> t.Act:
    return it_number(t.Part(t.Stat(IT, "it"), t.Int(2), rounding))


def set_attr_same(what: tuple[t.Who, Any], who: t.Who) -> t.Act:
    """ "The caster's Hat becomes the same as the chosen Wizard's"."""
    if not what[1] or who == t.They():
        raise NoSense
    return set_attr(what, t.ValueOf(who, what[1]))


def reduce_each(attr: str, who: t.Who, amount: t.Num, floor: t.Num | None = None) -> t.Act:
    return t.Clause(who, (t.Change(SUBJECT, attr, False, amount, floor),))


def raise_each(attr: str, who: t.Who, amount: t.Num) -> t.Act:
    return t.Clause(who, (t.Change(SUBJECT, attr, True, amount),))


def reduce_each_of(who: t.Who, attr: str, amount: t.Num, floor: t.Num | None = None) -> t.Act:
    return reduce_each(attr, who, amount, floor)


def raise_each_of(who: t.Who, attr: str, amount: t.Num) -> t.Act:
    return raise_each(attr, who, amount)
