"""What the rules of spell.lark mean: what is said beside an outcome, of ties and of whom it spares.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.sentences import tie_after, tie_either


def tie_either_way(way: str) -> t.Act:
    """ "(In either case, if there is a tie, the Wizard in the lowest position)"."""
    if way not in ("first", "last", "none"):
        raise NoSense
    return tie_either(t.TieRule(way))


def tie_after_floor(act: t.Act, way: str, floor: t.Num) -> t.Act:
    """ "... loses 3 Stars (everyone tied, if tied), but not below 10"."""
    match act:
        case t.Clause(_, (t.Change(gain=False, floor=None) as loss,)):
            return tie_after(replace(act, acts=(replace(loss, floor=floor),)), way)
    raise NoSense


def exempt_who_whole(who: t.Who) -> t.Act:
    """ "This has no effect on a Wizard who ...": of all that the spell does."""
    return t.Exempt(who=who, whole=True)


def exempt_if_whole(cond: t.Cond) -> t.Act:
    return t.Exempt(cond=cond, wanted=False, whole=True)
