"""That a roll is one and the same for all: "(one roll for all)". One function for each name after "->"."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense import sentences as joining
from pbp.spells.walk import is_one, parts


def act_one_roll(act: t.Act) -> t.Act:
    """ "Each neighbour loses DICE6 Stars (one roll for both)"."""
    match act:
        case t.Clause(t.Who() as who) if _may_be_several(who):
            if len({part for part in parts(act) if isinstance(part, t.Roll)}) == 1:
                return act
    raise NoSense


def tie_one_roll(act: t.Act, rule: t.TieRule) -> t.Act:
    """ "Whoever has the fewest Stars loses DICE6 Stars (if several are tied, all of them, with the same roll)"."""
    return joining.tie_after(act_one_roll(act), rule)


def one_roll() -> t.Act:
    """ "One roll is made for all of them", of the sentence before."""
    return t.OneRoll()


def tie_and_one_roll(rule: t.TieRule) -> t.Act:
    """ "If several are tied, they all lose, with one roll for all"."""
    return t.Seq((rule, t.OneRoll()))


def _may_be_several(who: t.Who) -> bool:
    return not is_one(who) or isinstance(who, t.Top)
