"""What the rules of spell.lark mean: attributes and the words they hold. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, ONE, Subj, both_true, conj, disj, grouped, holds
from pbp.spells.sense.wizards import THEY
from pbp.spells.walk import is_one, parts

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


def attr_neither(attr: Attr, left: t.Value, right: t.Value) -> t.Cond:
    return attr_is_not(attr, (left, right))


def attrs_alike(first: str, second: str) -> t.Cond:
    """ "If the caster's Hat and Robes are the same"."""
    return t.Is(ME, first, t.ValueOf(THEY, second))


Worn = tuple[t.Who, Any]
"""Of one Wizard, one attribute."""


def _is(worn: Worn, value: t.Value) -> t.Cond:
    who, attr = worn
    if not is_one(who) or attr == "":
        raise NoSense
    return t.Holds(who, ">=", t.Int(1), t.Is(ME, attr, value))


def both_are(left: Worn, right: Worn, value: t.Value) -> t.Cond:
    """ "If both the caster's Hat and the chosen Wizard's Robes are Red"."""
    return grouped(t.And((_is(left, value), _is(right, value))))


def either_is(left: Worn, right: Worn, value: t.Value) -> t.Cond:
    return t.Or((_is(left, value), _is(right, value)))


def neither_is(left: Worn, right: Worn, value: t.Value) -> t.Cond:
    return grouped(t.And((t.Not(_is(left, value)), t.Not(_is(right, value)))))


def neither_attrs(who: t.Who, first: str, second: str, value: t.Value) -> t.Cond:
    """ "If neither the caster's Hat nor Robes are Red"."""
    return neither_is((who, first), (who, second), value)


def wears(value: Values, attr: Attr) -> t.Cond:
    return attr_is(attr, value)


def wears_of(attr: Attr, value: Values) -> t.Cond:
    return attr_is(attr, value)


def wears_either(left: t.Value, right: t.Value, attr: str) -> t.Cond:
    return attr_is(attr, (left, right))


def wears_neither(left: t.Value, right: t.Value, attr: str) -> t.Cond:
    return attr_is_not(attr, (left, right))


def same_attr(attr: Attr, who: t.Who) -> t.Cond:
    """ "Whose Hat is the same as theirs" is never said of one and the same Wizard."""
    return t.Is(ME, attr, t.ValueOf(t.They("than") if who == THEY else who, attr))


def same_as_some(attr: Attr, group: t.Who) -> t.Cond:
    """ "With the same Hat as another Wizard"."""
    return t.Holds(group, ">=", ONE, t.Is(t.Member(1), attr, t.ValueOf(ME, attr)))


def worn_both(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "A Red Hat and Blue Robes"."""
    return conj(left, right)


def worn_three(first: t.Cond, second: t.Cond, third: t.Cond) -> t.Cond:
    return grouped(conj(first, second, third))


def worn_who(worn: t.Cond, test: t.Cond) -> t.Cond:
    """ "With a Red or Blue Hat who cast Burn": who cast it is the Wizard, whatever they wear."""
    return both_true(grouped(worn), test)


def count_worn(value: t.Value, attr: str) -> t.Num:
    """ "For each Red Hat": for each Wizard who wears one."""
    return t.Count(t.Those(t.All(), attr_is(attr, value)))


def count_worn_of(attr: str, value: t.Value) -> t.Num:
    return count_worn(value, attr)


def more_worn(left: t.Value, attr: str, right: t.Value, other: str) -> t.Cond:
    return t.Compare(count_worn(left, attr), ">", count_worn(right, other))


def fewer_worn(left: t.Value, attr: str, right: t.Value, other: str) -> t.Cond:
    return more_worn(right, other, left, attr)


def worn_either(left: t.Cond, right: t.Cond) -> t.Cond:
    return disj(left, right)


def chosen_attr(attr: str) -> t.Cond:
    """ "Has the chosen Hat"."""
    return t.Is(ME, attr, value_input())


def attr_is_chosen(attr: Attr, chosen: str) -> t.Cond:
    """ "Whose Hat is the chosen Hat"."""
    if attr != chosen:
        raise NoSense
    return chosen_attr(chosen)


def other_attr(attr: Attr, who: t.Who) -> t.Cond:
    return t.Not(same_attr(attr, who))


def same_attr_own(attr: Attr) -> t.Cond:
    """ "Each other Wizard with the same Hat": as the one whom "other" leaves out."""
    return same_attr(attr, t.They("left out"))


def other_attr_own(attr: Attr) -> t.Cond:
    return t.Not(same_attr_own(attr))


def pair_same(left: t.Who, right: t.Who, attr: Attr) -> t.Cond:
    """ "If the caster and the chosen Wizard have the same Hat"."""
    return t.Holds(left, ">=", ONE, same_attr(attr, right))


def pair_other(left: t.Who, right: t.Who, attr: Attr) -> t.Cond:
    return t.Holds(left, ">=", ONE, other_attr(attr, right))


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


def swapped_either(attr: str, value: Any) -> t.Cond:
    return grouped(disj(*_each_swapped(attr, attr_is(attr, value))))


def swapped_neither(attr: str, value: Any) -> t.Cond:
    return grouped(conj(*map(t.Not, _each_swapped(attr, attr_is(attr, value)))))


def pair_attrs_same(left: t.Who, attr: str, right: t.Who, other: str) -> t.Cond:
    return t.Holds(left, ">=", ONE, t.Is(ME, attr, t.ValueOf(right, other)))


def pair_attrs_other(left: t.Who, attr: str, right: t.Who, other: str) -> t.Cond:
    return t.Holds(left, ">=", ONE, t.Not(t.Is(ME, attr, t.ValueOf(right, other))))


def pair_of_same(attr: str, left: t.Who, right: t.Who) -> t.Cond:
    return pair_same(left, right, attr)


def pair_of_other(attr: str, left: t.Who, right: t.Who) -> t.Cond:
    return pair_other(left, right, attr)


def pair_equal(left: t.Who, right: t.Who, attr: str) -> t.Cond:
    return t.Holds(left, ">=", ONE, t.Compare(t.Stat(ME, attr), "=", t.Stat(right, attr)))


def all_same(who: t.Who, attr: str) -> t.Cond:
    """ "If all Wizards have the same Hat as each other"."""
    if any(isinstance(part, t.Others | t.Pick | t.They) for part in parts(who)):
        raise NoSense  # "both neighbours": of each of them, once more, or of the caster?
    return t.Holds(who, "all", t.Int(0), t.Holds(who, "all", t.Int(0), same_attr(attr, t.Member(1))))


def all_same_bare(who: t.Who, attr: str) -> t.Cond:
    """Of all Wizards it is the same whether they are compared with each other or with the caster."""
    if who != t.All():
        raise NoSense
    return all_same(who, attr)


def value(word: str) -> t.Value:
    return t.Text(word)


def value_none() -> t.Value:
    return t.Text("None")


def value_input(*_: str) -> t.Value:
    return t.WordInput(-1)


def value_of(who: t.Who, attr: Attr) -> t.Value:
    return t.ValueOf(who, attr)


def value_of_swapped(attr: Attr, who: t.Who) -> t.Value:
    return t.ValueOf(who, attr)


def value_their(attr: Attr) -> t.Value:
    """ "Whose Hat is the same as their Robes"."""
    return t.ValueOf(THEY, attr)


def value_first(value: t.Value) -> tuple[t.Value, ...]:
    return (value,)


def value_more(before: tuple[t.Value, ...], value: t.Value) -> tuple[t.Value, ...]:
    return (*before, value)


def values(before: tuple[t.Value, ...], value: t.Value) -> tuple[t.Value, ...]:
    return (*before, value)


def attr_chosen(*_: str) -> Attr:
    """ "The chosen item": the attribute that the order names."""
    return t.WordInput(-1)


def attr(who: t.Who, name: Attr) -> tuple[t.Who, Any]:
    return who, name


def attr_of(name: Attr, who: t.Who) -> tuple[t.Who, Any]:
    return who, name


def attr_their(name: Attr) -> tuple[t.Who, Any]:
    return THEY, name


def attr_it() -> tuple[t.Who, Any]:
    """ "It becomes Red": the attribute just spoken of."""
    return t.They("whose"), ""


def attr_those(attr: str) -> tuple[t.Who, Any]:
    """ "Those Robes become None": the ones just spoken of."""
    return t.They(f"whose {attr}"), attr


def it_is(value: t.Value) -> t.Cond:
    """ "If it is Blue": the attribute just spoken of."""
    return t.Is(t.They("whose"), "", value)


def it_is_not(value: t.Value) -> t.Cond:
    return t.Not(it_is(value))


def attrs_are(attrs: tuple[str, ...], value: t.Value) -> t.Cond:
    """ "If the caster's Hat, Robes and Staff are all Red"."""
    return grouped(t.And(tuple(t.Is(ME, attr, value) for attr in attrs)))


def attrs_or(attrs: tuple[str, ...], value: t.Value) -> t.Cond:
    return grouped(t.Or(tuple(t.Is(ME, attr, value) for attr in attrs)))


def attrs_are_all(before: tuple[str, ...], last: str, value: t.Value) -> t.Cond:
    return attrs_are((*before, last), value)


def attrs_are_any(before: tuple[str, ...], last: str, value: t.Value) -> t.Cond:
    return attrs_or((*before, last), value)


def attr_first(attr: str) -> tuple[str, ...]:
    return (attr,)


def attr_next(before: tuple[str, ...], attr: str) -> tuple[str, ...]:
    return (*before, attr)


def more_wear(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "If more Wizards wear a Red Hat than a Blue Hat"."""
    return t.Compare(t.Count(t.Those(t.All(), left)), ">", t.Count(t.Those(t.All(), right)))


def fewer_wear(left: t.Cond, right: t.Cond) -> t.Cond:
    return more_wear(right, left)


def attr_all(attr: str) -> tuple[t.Who, Any]:
    """ "All Hats become Red"."""
    return t.All(), attr


def attr_every(value: t.Value, attr: str) -> tuple[t.Who, Any]:
    """ "Every Red Hat becomes Blue"."""
    return t.Those(t.All(), attr_is(attr, value)), attr


def attr_of_is(attr: str, subj: Subj, value: t.Value) -> t.Cond:
    return holds(subj, attr_is(attr, value))


def attr_of_is_not(attr: str, subj: Subj, value: t.Value) -> t.Cond:
    return holds(subj, attr_is_not(attr, value))


def it_was(value: t.Value) -> t.Cond:
    """ "If it was already Red": the attribute that the sentence before sets."""
    return t.Is(t.They("already"), "", value)


def it_was_not(value: t.Value) -> t.Cond:
    return t.Not(it_was(value))
