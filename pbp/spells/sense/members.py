"""Who is certainly one of a group, and what somebody is the first or the last in."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.walk import conjuncts, is_one


def all_of(who: t.Who) -> t.Who:
    """Of whom some are meant: all Wizards, of "each Wizard with a Hat"."""
    return all_of(who.group) if isinstance(who, t.Those) else who


def contains(group: t.Who, who: t.Who) -> bool | None:
    """Whether a Wizard is one of a group in every state, or in none; None where it depends."""
    match group:
        case t.All():
            return True
        case t.Others():
            return False if who == t.Caster() else None
        case t.Without(whole, part):
            inside, left_out = contains(whole, who), contains(part, who)
            if left_out is None:
                return False if inside is False else None
            return False if left_out else inside
        case t.Those(whole, test):
            inside = contains(whole, who)
            return inside if inside is False or all(_as_themselves(one, who) for one in conjuncts(test)) else None
        case t.Neighbours(of):
            return False if of == who else True if _beside(of, who) else None
        case t.Join(some):
            found = [contains(part, who) for part in some]
            return True if True in found else False if set(found) == {False} else None
        case t.Pick(_, among) | t.Top(among):
            return False if contains(among, who) is False else None
    return True if group == who else None


def but_told_of(group: t.Who) -> t.Who | None:
    """ "Everyone else", where it is said that the caster is one of them: all but the one spoken of before."""
    return t.Without(t.All(), t.They("told of")) if group == t.Others() else None


def _beside(one: t.Who, who: t.Who) -> bool:
    """Whether one is a neighbour of a Wizard in every state: "one of your neighbours"; then they are theirs."""
    match one:
        case t.Offset(of, t.Int(1 | -1)):
            return of == who
        case t.Pick(_, t.Neighbours(of) | t.Those(t.Neighbours(of))) | t.Top(t.Neighbours(of)):
            return of == who and is_one(one)
    return False


def _as_themselves(test: t.Cond, who: t.Who) -> bool:
    """Whether a test is true of a Wizard since it compares with that Wizard: "who has as many Stars as you"."""
    match test:
        case t.Compare(t.Stat(t.Member(0), attr), "=" | ">=" | "<=", t.Stat(same, like)):
            return (same, like) == (who, attr)
        case t.Is(t.Member(0), attr, t.ValueOf(same, like)):
            return (same, like) == (who, attr)
        case t.CastIs(t.Member(0), (t.SpellOf(t.Caster() as same),)):
            return same == who and test == t.CastIs(t.Member(0), test.names)  # who has certainly cast one
    return False


def nth_of(top: t.Top) -> tuple[t.Top, int]:
    """ "The second most" as the most and 2: the first of those without the first (1 of any other)."""
    match top.among:
        case t.Without(whole, t.Top() as ahead) if replace(ahead, count=1) == replace(top, among=whole):
            return replace(top, among=whole), ahead.count + 1
    return top, 1


HIT = "targeted"
"""What a tie is for where it is for being targeted by the most spells."""


def is_for(top: t.Top, most: bool | None, attr: str) -> bool:
    """Whether somebody is the one with the most, or the fewest, of that thing."""
    if attr == HIT:
        return most in (None, top.most) and isinstance(top.by, t.Count)
    return most in (None, top.most) and (not attr or (isinstance(top.by, t.Stat) and attr == top.by.attr))
