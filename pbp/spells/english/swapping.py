"""Swaps and averages. A function for each verb, by its sense."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.outcomes import SUBJECT, happens
from pbp.spells.english.phrases import THEY, Amount, Number, Own, Owns, Phrase, Roles, Some, Values
from pbp.spells.english.setting import left_with
from pbp.spells.sense.swaps import level, swap, swap_pair

CASTER = Some(t.Caster())


@happens("swap")
def _swap(roles: Roles) -> t.Act:
    """ "The caster swaps their Hat with the chosen Wizard", "swap the Hats of both", "they swap Hats"."""
    owner, attrs = _things(roles.take("object"))
    subject = roles.subject
    if owner is not None and subject is not None:
        if not _is_own(owner, subject):
            raise NoSense
        owner = None
    return _swapped_by(roles, owner or subject, attrs)


@happens("passive swap")
def _swapped(roles: Roles) -> t.Act:
    """ "Hats are swapped between the caster and the chosen Wizard", "their Hats are swapped"."""
    if roles.subject is None or isinstance(roles.subject, Some):
        raise NoSense
    owner, attrs = _things(roles.subject)
    if owner is None:
        return _pair(roles.take("between", Some), attrs)
    return _swapped_by(roles, owner, attrs)


def _things(what: Phrase) -> tuple[Some | None, tuple[Any, ...]]:
    """Whose things are swapped, where that is said, and which."""
    match what:
        case Amount("bare" | "the", None, attr) if attr:
            return None, (attr,)
        case Own(owner, attr, False) if attr != "":
            return owner, (attr,)
        case Owns(owner, attrs):
            return owner, attrs
        case Values((t.WordInput() as item,), False):
            return None, (item,)
    raise NoSense


def _is_own(owner: Some, subject: Phrase) -> bool:
    """Whether "their" or "your", beside a verb, is said of its own subject."""
    if owner == Some(THEY) or owner == subject:
        return True
    you = Some(t.Caster(you=True))
    return (
        owner == you and isinstance(subject, Some) and isinstance(subject.who, t.Join) and you.who in subject.who.parts
    )


def _swapped_by(roles: Roles, left: Phrase | None, attrs: tuple[Any, ...]) -> t.Act:
    between = roles.maybe("between", Some)
    if between is not None:
        if left is not None:
            raise NoSense
        return _pair(between, attrs)
    other = roles.maybe("with") or roles.maybe("for")
    if other is None:
        roles.maybe("each other")
        if not isinstance(left, Some):
            raise NoSense
        return _pair(left, attrs)
    right = _the_other(other, attrs)
    if left is None and roles.form == "s":  # "... and swaps Hats with the caster"
        return t.Clause(None, tuple(t.Swap(SUBJECT, right, attr) for attr in attrs), "s")
    if left is None or (left == CASTER and roles.subject is None):
        return t.Clause(None, tuple(t.Swap(t.Caster(), right, attr) for attr in attrs), "b")
    match left:
        case Some(one, "one"):
            return _all(swap(one, right, attr) for attr in attrs)
    raise NoSense


def _the_other(other: Phrase, attrs: tuple[Any, ...]) -> t.Who:
    match other:
        case Some(who, "one") | Own(Some(who, "one"), "", False):
            return who
        case Own(Some(who, "one"), attr, False) if (attr,) == attrs:
            return who
    raise NoSense


def _pair(some: Some, attrs: tuple[Any, ...]) -> t.Act:
    if some.how != "each":
        raise NoSense
    return _all(swap_pair(some.who, attr) for attr in attrs)


def _all(swaps: Any) -> t.Act:
    """Several things swapped by the same two."""
    made = tuple(swaps)
    subject = made[0].subject
    return t.Clause(subject, tuple(act for clause in made for act in clause.acts))


@happens("endup")
def _level(roles: Roles) -> t.Act:
    what = roles.take("object", Number | Amount)
    subject = roles.subject
    match subject, what:
        case Some(t.Join((left, right)), "each"), Number(t.Part(t.Total(t.They() | t.Join(), attr), t.Count(), way)):
            return level(left, right, attr, roles.maybe("round") or way)
    return left_with(roles, subject, what)
