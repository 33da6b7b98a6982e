"""What the rules of spell.lark mean: idle and active Wizards, two compared, the same spell or target as others.

One function for each name after "->".
"""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.amounts import Amounts
from pbp.spells.sense.casts import c_not_this, c_unshared, kind_named, no_spells, source
from pbp.spells.sense.conditions import ME, ONE, Subj, conj, opposite, subj_or_near
from pbp.spells.sense.lasting import watch, way
from pbp.spells.sense.values import Attr, pair_equal, pair_same
from pbp.spells.sense.wizards import CASTER, THEY, Best, neighbours, those_who, top_of, without

Pair = tuple[t.Who, t.Who]
"""Two Wizards that are compared with each other."""


# Idle and active Wizards


def everyone_active(activity: t.Cond, *tests: t.Cond) -> t.Who:
    return those_who(t.All(), conj(activity, *tests))


def others_active(activity: t.Cond, *tests: t.Cond) -> t.Who:
    return those_who(t.Others(), conj(activity, *tests))


def neighbours_active(who: t.Who | t.Cond, *tests: t.Who | t.Cond) -> t.Who:
    """ "The caster's active neighbours", "an active neighbour of the caster"."""
    owner = next(part for part in (who, *tests) if isinstance(part, t.Who))
    return neighbours(owner, conj(*(part for part in (who, *tests) if isinstance(part, t.Cond))))


def own_active(*tests: t.Cond) -> t.Who:
    return neighbours(t.They("owner"), conj(*tests))


def their_neighbours_active(*tests: t.Cond) -> t.Who:
    return neighbours(THEY, conj(*tests))


def top_active(activity: t.Cond, best: Best) -> t.Who:
    """ "The active Wizard with the most Stars"."""
    return top_of(everyone_active(activity), best)


def count_without(whole: t.Who, part: t.Who) -> t.Num:
    """ "For each Wizard who cast no spell, not counting idle Wizards"."""
    return t.Count(without(whole, part))


def pick_perhaps(pick: t.Who, who: t.Who) -> t.Who:
    """ "A random Wizard (possibly the caster)": so it is, if it may be anyone."""
    if not isinstance(pick, t.Pick) or pick.among != t.All() or who != CASTER:
        raise NoSense
    return pick


# Two Wizards


def pair_named() -> Pair:
    return t.They("both 1"), t.They("both 2")


def pair_wizards() -> Pair:
    return t.They("both Wizards 1"), t.They("both Wizards 2")


def pair_chosen(*_: str) -> Pair:
    return t.Chosen(-2), t.Chosen(-3)


def both_equal(pair: Pair, attr: str) -> t.Cond:
    """ "If both have the same number of Stars": as each other."""
    return pair_equal(*pair, attr)


def both_same(pair: Pair, attr: Attr) -> t.Cond:
    return pair_same(*pair, attr)


def their_equal(attr: str) -> t.Cond:
    """ "If their Stars are equal"."""
    return both_equal(pair_named(), attr)


def their_same(attr: str) -> t.Cond:
    return both_same(pair_named(), attr)


# The same spell as others


def cast_as(subj: Subj) -> t.Cond:
    """ "Cast the same spell as at least one of their neighbours"; as none of them: one that none of them cast."""
    op, number, who = subj
    if who == t.Others() and (op, number) in ((">=", ONE), ("=", t.Int(0))):
        return t.CastShared(ME) if op == ">=" else c_unshared()
    alike = t.Holds(who, op, number, t.CastIs(ME, (t.SpellOf(t.Member(1)),)))
    return conj(t.CastIs(ME), alike) if (op, number) == ("=", t.Int(0)) else alike


def cast_not_as(subj: Subj) -> t.Cond:
    """ "Did not cast the same spell as any of their neighbours"; not "as both": as neither, or not as either?"""
    if subj[:2] != (">=", ONE):
        raise NoSense
    return opposite(cast_as(subj))


def cast_other(who: t.Who) -> t.Cond:
    """ "Cast a different spell from the caster": of one who may have cast none it is not clear what is different."""
    if who != CASTER:
        raise NoSense
    return conj(t.CastIs(ME), t.Not(t.CastIs(ME, (t.SpellOf(who),))))


# The same target as this spell


def same_target() -> t.Who:
    return t.They("same target")


def count_other_own(name: str, *tests: t.Cond) -> t.Num:
    """ "For each other Ambush", in Ambush: every cast of it but this one."""
    return t.Count(t.Casters(t.All(), conj(c_not_this(), kind_named(name, *tests))))


# However often


def once(act: t.Act, *said: Any) -> t.Act:
    """ "Each Wizard targeted by Burn loses 1 Star, no matter how many Burn spells targeted them": so it is anyway."""
    match act:
        case t.Clause(t.Those() | t.Without(), (t.Change(_, attr, _, t.Int() as number),)):
            amounts = [part for part in said if isinstance(part, tuple)]
            if all(amount == (number, attr) for amount in amounts):
                return t.Seq((act, t.Once()))
    raise NoSense


def one_or_near(left: t.Who, near: t.Who) -> t.Who:
    """ "Whenever the caster or one of their neighbours loses Stars"."""
    return subj_or_near(left, near)[2]


def no_named(name: str, *tests: t.Cond) -> Subj:
    return no_spells(kind_named(name, *tests))


# So many from one spell


def most_from(who: t.Who, verb: str, number: int, attr: str, casts: t.Who) -> t.Act:
    """ "Nobody can gain more than 3 Stars from a single spell"."""
    return watch(who, way(verb), attr, source(casts), "most", amount=t.Int(number))


def most_by(casts: t.Who, who: t.Who, verb: str, number: int, attr: str) -> t.Act:
    """ "No spell can make a Wizard lose more than 3 Stars"."""
    return most_from(who, verb, number, attr, casts)


# A greatest amount of a sum


def most_in_all(number: int, *attr: str) -> tuple[int, str]:
    return number, attr[0] if attr else ""


def amounts_in_all(amounts: Amounts, most: tuple[int, str]) -> Amounts:
    """ "1 Star, plus 1 Star for each ..., to a maximum of 3 Stars in all"."""
    if len(amounts) != 1:
        raise NoSense
    number, attr = amounts[0]
    if most[1] not in ("", attr) or isinstance(number, t.Int | t.Least | t.InAll):
        raise NoSense
    return ((t.InAll(number, most[0]), attr),)
