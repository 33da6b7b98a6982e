"""That an exception leaves somebody of those who were spoken of, and takes nothing back that was said."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.sense.members import contains
from pbp.spells.walk import conjuncts, is_one

_ELSE = (t.Others(), t.Without(t.All(), t.Caster()))


def left(whole: t.Who, part: t.Who) -> t.Who:
    """Those without a part of them. Raises Puzzle where what was said would be taken back: of all, or of one of several
    who were named, "you and each neighbour lose 1 Star. You do not", "each neighbour loses 1 Star. They are exempt".
    """
    if part in _ELSE and not isinstance(whole, t.Those):
        raise Puzzle(
            "other than the caster, or than those spoken of before?", "say which Wizards these are", double=True
        )
    if _covers(part, whole):
        raise Puzzle("this takes back what was said before", "say it only of those of whom it is true")
    return t.Without(whole, part)


def _covers(part: t.Who, whole: t.Who) -> bool:
    """Whether all of them are certainly in that part, or one who was named beside others."""
    if part in (t.All(), whole) or (part in _ELSE and contains(whole, t.Caster()) is False):
        return True
    if is_one(whole) and contains(part, whole):
        return True
    match whole:
        case t.Join(some):
            return any(_covers(part, one) for one in some)
        case t.Those(group, test):
            same = isinstance(part, t.Those) and {*conjuncts(part.test)} <= {*conjuncts(test)}
            return _covers(part, group) or (same and isinstance(part, t.Those) and _covers(part.group, group))
        case t.Pick(_, among):
            return _covers(part, among)
    return False
