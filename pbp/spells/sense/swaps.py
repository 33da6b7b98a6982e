"""What the rules of spell.lark mean: swaps, averages, and the number that another has. One function for each name."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.acts import set_stat
from pbp.spells.sense.wizards import CASTER, THEY
from pbp.spells.walk import is_one


def swap(left: t.Who, right: t.Who, attr: str | t.WordInput) -> t.Act:
    return t.Clause(t.Join((left, right)), (t.Swap(left, right, attr),))


def swap_both(left: t.Who, right: t.Who, first: str, second: str) -> t.Act:
    """ "The caster and the chosen Wizard swap their Hats and their Stars"."""
    return t.Clause(t.Join((left, right)), (t.Swap(left, right, first), t.Swap(left, right, second)))


def swap_of(attr: str | t.WordInput, left: t.Who, right: t.Who) -> t.Act:
    return swap(left, right, attr)


def swap_with(left: t.Who, attr: str | t.WordInput, right: t.Who) -> t.Act:
    return swap(left, right, attr)


def level(left: t.Who, right: t.Who, attr: str, rounding: str = "") -> t.Act:
    return t.Clause(None, (t.Level(t.Join((left, right)), attr, rounding),))


def level_become(attr: str, left: t.Who, right: t.Who, *more: str) -> t.Act:
    if more[0] != attr:
        raise NoSense
    return level(left, right, attr, *more[1:])


def level_of(attr: str, left: t.Who, right: t.Who, rounding: str = "") -> t.Act:
    return level(left, right, attr, rounding)


def _count(who: t.Who) -> int:
    """How many Wizards these are in a ring large enough."""
    match who:
        case t.Join(parts):
            return sum(map(_count, parts))
        case t.Neighbours(of) if is_one(of):
            return 2
    if not is_one(who):
        raise NoSense
    return 1


def level_counted(left: t.Who, right: t.Who, count: int, attr: str, rounding: str = "") -> t.Act:
    """ "The caster and both neighbours end up with the average of these three Wizards' Stars"."""
    if _count(left) + _count(right) != count:
        raise NoSense
    return level(left, right, attr, rounding)


def level_become_counted(attr: str, left: t.Who, right: t.Who, count: int, *more: str) -> t.Act:
    if more[0] != attr:
        raise NoSense
    return level_counted(left, right, count, attr, *more[1:])


def level_of_counted(attr: str, left: t.Who, right: t.Who, count: int, rounding: str = "") -> t.Act:
    return level_counted(left, right, count, attr, rounding)


def swap_bare(attr: str | t.WordInput, who: t.Who) -> t.Act:
    return t.Clause(None, (t.Swap(CASTER, who, attr),), "b")


def swap_attrs(left: tuple[t.Who, str], right: tuple[t.Who, str]) -> t.Act:
    """ "The caster's Hat and the chosen Wizard's Hat are swapped"."""
    if left[1] != right[1]:
        raise NoSense
    return swap(left[0], right[0], left[1])


def swap_attr_those(left: tuple[t.Who, str], right: t.Who) -> t.Act:
    """ "Swap the chosen item of the caster with that of the chosen Wizard"."""
    if not left[1] or right == THEY:
        raise NoSense
    return swap(left[0], right, left[1])


def swap_pair(who: t.Who, attr: str | t.WordInput) -> t.Act:
    """ "The chosen Wizards swap Hats"."""
    if isinstance(who, t.Neighbours):  # "the caster's neighbours": one on either side
        return swap(t.Offset(who.of, t.Int(-1)), t.Offset(who.of, t.Int(1)), attr)
    if isinstance(who, t.They) and who.word in ("both", "both Wizards", "those two", "those places"):
        return swap(t.They(f"{who.word} 1"), t.They(f"{who.word} 2"), attr)
    if not isinstance(who, t.Join) or len(who.parts) != 2:
        raise NoSense
    return swap(who.parts[0], who.parts[1], attr)


def swap_pair_of(attr: str | t.WordInput, who: t.Who) -> t.Act:
    """ "The Stars of the two chosen Wizards are swapped"."""
    return swap_pair(who, attr)


def swap_those(attr: str | t.WordInput, left: t.Who, right: t.Who) -> t.Act:
    """ "Swap the number of Stars of the caster with that of the chosen Wizard"."""
    return swap(left, right, attr)


def set_start(stat: t.Num, who: t.Who = THEY) -> t.Act:
    """ "The caster's Stars become the number they had at the start of the Duel"."""
    assert isinstance(stat, t.Stat)
    return set_stat(stat, replace(stat, who=who, start=True))


def set_those(stat: t.Num, who: t.Who) -> t.Act:
    """ "The caster's Stars become equal to those of the Wizard with the most Stars"."""
    assert isinstance(stat, t.Stat)
    return set_stat(stat, replace(stat, who=who))
