"""What the rules of spell.lark mean: whom spells target. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, ONE, Subj, conj, holds, opposite

_OUTER = t.Member(1)


def _targets(who: t.Who) -> t.Cond:
    """That the spell of Member(0) targets them: "themselves" are who cast it."""
    if who == t.They("same"):
        raise NoSense  # "the same Wizard" as whom?
    if who == t.They("self"):
        return t.In(ME, t.TargetOf(ME))
    return t.Targets(ME, who)


def c_targets(who: t.Who) -> t.Cond:
    return _targets(who)


def c_targets_not(who: t.Who) -> t.Cond:
    return conj(t.CastIs(ME), t.Not(_targets(who)))


def casts_target(subj: Subj, who: t.Who) -> t.Cond:
    return holds(subj, _targets(who))


def is_targeted(subj: Subj) -> t.Cond:
    op, number, who = subj
    return t.Holds(who, op, number, t.Targets(t.Member(0), t.Member(1)))


def pred_targets(_verb: str, who: t.Who) -> t.Cond:
    return _targets(who)


def not_target(who: t.Who) -> t.Cond:
    return t.Not(_targets(who))


def not_so(test: t.Cond) -> t.Cond:
    """ "Is not targeted by a spell": by none."""
    if isinstance(test, t.Holds) and (test.op, test.number) == (">=", ONE) and isinstance(test.test, t.Targets):
        return t.Holds(test.group, "=", t.Int(0), test.test)
    return opposite(test)


def is_not_targeted(subj: Subj) -> t.Cond:
    return not_so(is_targeted(subj))


def pred_targets_with(_verb: str, who: t.Who, kind: t.Cond) -> t.Cond:
    """ "Who targeted the caster with Burn"."""
    return conj(kind, _targets(who))


def pred_targets_none(*_: str) -> t.Cond:
    """ "Who targeted nobody"."""
    return t.Not(t.Targets(ME, None))


def target_same(left: t.Who, right: t.Who) -> t.Cond:
    """ "The caster and the chosen Wizard target the same Wizard"."""
    return t.Holds(left, ">=", ONE, t.Targets(ME, t.TargetOf(right)))


def _hits(kind: t.Cond, who: t.Who) -> t.Num:
    """How many such spells target somebody."""
    return t.Count(t.Casters(t.All(), conj(kind, _targets(who))))


def more_target(kind: t.Cond, left: t.Who, right: t.Who) -> t.Cond:
    """ "More spells target the caster than the chosen Wizard"."""
    return t.Compare(_hits(kind, left), ">", _hits(kind, right))


def fewer_target(kind: t.Cond, left: t.Who, right: t.Who) -> t.Cond:
    return t.Compare(_hits(kind, left), "<", _hits(kind, right))


def targeted_more(kind: t.Cond, other: t.Who) -> t.Cond:
    """ "Is targeted by more spells than the caster"."""
    return more_target(kind, _OUTER, other)


def targeted_fewer(kind: t.Cond, other: t.Who) -> t.Cond:
    return fewer_target(kind, _OUTER, other)


def more_casts(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "If there are more Burn spells than Jolt spells"."""
    return t.Compare(t.Count(t.Casters(t.All(), left)), ">", t.Count(t.Casters(t.All(), right)))


def fewer_casts(left: t.Cond, right: t.Cond) -> t.Cond:
    return t.Compare(t.Count(t.Casters(t.All(), left)), "<", t.Count(t.Casters(t.All(), right)))


def top_targeted(*_: Any) -> t.Who:
    """ "The Wizard targeted by the most spells"."""
    return t.Top(t.All(), t.Count(t.Those(t.All(), t.Targets(ME, _OUTER))), True)


def top_all_targeted(*_: Any) -> t.Who:
    return t.Top(t.All(), t.Count(t.Those(t.All(), t.Targets(ME, _OUTER))), True, "all")


def sole_target(who: t.Who) -> t.Who:
    """ "The Wizard targeted by the chosen Wizard"."""
    hit = t.Holds(t.Owner(who), ">=", t.Int(1), t.Targets(t.Member(0), t.Member(1)))
    return t.Top(t.Those(t.All(), hit), t.Int(0), True, "sole")


def each_other(left: t.Who, right: t.Who, *_verb: str) -> t.Cond:
    """ "If the caster and the chosen Wizard targeted each other"; "they" would be read anew in either half."""
    if any(isinstance(who, t.They) for who in (left, right)):
        raise NoSense
    return conj(*(t.Holds(who, ">=", ONE, t.Targets(ME, whom)) for who, whom in ((left, right), (right, left))))
