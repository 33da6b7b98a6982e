"""What the rules of spell.lark mean: attributes and the words they hold. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.sense_cond import ME, Subj, grouped, holds
from pbp.spells.sense_who import THEY


def wears(value: t.Value, attr: str) -> t.Cond:
    return t.Is(ME, attr, value)


def attr_is(attr: str, value: t.Value) -> t.Cond:
    return t.Is(ME, attr, value)


def attr_is_not(attr: str, value: t.Value) -> t.Cond:
    return t.Not(t.Is(ME, attr, value))


def attr_either(attr: str, left: t.Value, right: t.Value) -> t.Cond:
    return t.Or((t.Is(ME, attr, left), t.Is(ME, attr, right)))


def same_attr(attr: str, who: t.Who) -> t.Cond:
    return t.Is(ME, attr, t.ValueOf(who, attr))


def other_attr(attr: str, who: t.Who) -> t.Cond:
    return t.Not(same_attr(attr, who))


def attr_poss(attr: str, who: t.Who) -> t.Cond:
    return same_attr(attr, who)


def attr_poss_not(attr: str, who: t.Who) -> t.Cond:
    return other_attr(attr, who)


def value(word: str) -> t.Value:
    return t.Text(word)


def value_none() -> t.Value:
    return t.Text("None")


def value_input(*_: str) -> t.Value:
    return t.WordInput(-1)


def value_of(who: t.Who, attr: str) -> t.Value:
    return t.ValueOf(who, attr)


def value_of_swapped(attr: str, who: t.Who) -> t.Value:
    return t.ValueOf(who, attr)


def attr(who: t.Who, name: str) -> tuple[t.Who, Any]:
    return who, name


def attr_of(name: str, who: t.Who) -> tuple[t.Who, Any]:
    return who, name


def attr_their(name: str) -> tuple[t.Who, Any]:
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


def attr_input(*parts: Any) -> tuple[t.Who, Any]:
    return next(part for part in parts if isinstance(part, t.Who)), t.WordInput(-1)


def attr_input_their(*_: str) -> tuple[t.Who, Any]:
    return THEY, t.WordInput(-1)


def wears_not(value: t.Value, attr: str) -> t.Cond:
    return t.Not(wears(value, attr))


def attrs_are(first: str, second: str, value: t.Value) -> t.Cond:
    return grouped(t.And((t.Is(ME, first, value), t.Is(ME, second, value))))


def attr_of_is(attr: str, subj: Subj, value: t.Value) -> t.Cond:
    return holds(subj, attr_is(attr, value))


def attr_of_is_not(attr: str, subj: Subj, value: t.Value) -> t.Cond:
    return holds(subj, attr_is_not(attr, value))


def wears_of(attr: str, value: t.Value) -> t.Cond:
    return wears(value, attr)


def it_was(value: t.Value) -> t.Cond:
    """ "If it was already Red": the attribute that the sentence before sets."""
    return t.Is(t.They("already"), "", value)


def it_was_not(value: t.Value) -> t.Cond:
    return t.Not(it_was(value))
