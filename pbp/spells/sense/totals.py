"""What the rules of spell.lark mean: what several have in total, who is counted, and what spells made someone lose.

One function for each name after "->".
"""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.casts import source
from pbp.spells.sense.conditions import ME, ONE, Subj, compare, conj, grouped, holds, subj_count, subj_one
from pbp.spells.sense.numbers import measured, moved_stars
from pbp.spells.sense.predicates import MovedWhat, pred_moved
from pbp.spells.sense.wizards import without


def count_total(attr: str, who: t.Who, *_: str) -> t.Num:
    """ "For each Crystal that the caster's neighbours have"."""
    return t.Total(who, attr)


def count_total_per(number: int, attr: str, who: t.Who, *more: str) -> t.Num:
    """ "For every 10 Stars that the caster's neighbours have in total, rounded down"."""
    return t.Part(t.Total(who, attr), t.Int(number), "up" if "up" in more else "down")


def total_has(attr: str, who: t.Who, _verb: str) -> t.Num:
    return t.Total(who, attr)


def measure_total(who: t.Who, _verb: str, attr: str = "") -> Any:
    return "total", who, attr


def have_total(who: t.Who, _verb: str, cmp: tuple[str, Any], attr: str) -> t.Cond:
    """ "If the caster's neighbours have at least 30 Stars in total"."""
    return compare(t.Total(who, attr), cmp)


def have_total_more(who: t.Who, _verb: str, attr: str, measure: Any) -> t.Cond:
    return t.Compare(t.Total(who, attr), ">", measured(measure, attr))


def have_total_fewer(who: t.Who, _verb: str, attr: str, measure: Any) -> t.Cond:
    return t.Compare(t.Total(who, attr), "<", measured(measure, attr))


def part_total(divisor: int, attr: str, who: t.Who, _verb: str, rounding: str = "") -> tuple[t.Num, str]:
    """ "Half of the Stars that the caster's neighbours have in total, rounded down"."""
    return t.Part(t.Total(who, attr), t.Int(divisor), rounding), attr


def count_them() -> t.Num:
    return t.Count(t.They("of them"))


# Who is counted


def _so_many(op: tuple[str, int], who: t.Who) -> Subj:
    if who != t.All() or op[0] not in (">=", ">", "=") or (op[0], op[1]) == ("=", 0):
        raise NoSense
    return subj_count(op, who)


def holds_with(op: tuple[str, int], who: t.Who, one: t.Who, test: t.Cond) -> t.Cond:
    """ "If exactly two Wizards, including the caster, cast Burn": so many did, and the caster did."""
    return grouped(conj(holds(_so_many(op, who), test), holds(subj_one(one), test)))


def holds_with_after(op: tuple[str, int], who: t.Who, test: t.Cond, one: t.Who) -> t.Cond:
    return holds_with(op, who, one, test)


def holds_without(op: tuple[str, int], who: t.Who, one: t.Who, test: t.Cond) -> t.Cond:
    """ "If at least two Wizards, not counting the caster, cast Burn"."""
    return holds(subj_count(op, without(who, one)), test)


def holds_without_after(op: tuple[str, int], who: t.Who, test: t.Cond, one: t.Who) -> t.Cond:
    return holds_without(op, who, one, test)


# What spells made somebody lose


def spell_made(made_by: t.Cond, who: t.Who, verb: str, what: MovedWhat) -> t.Cond:
    """ "If any spell made the caster lose Stars this Duel"."""
    op, number, attr, lately = what
    if any(part[0] is not None for part in lately):
        raise NoSense
    if (op, number) != (">=", ONE) and not isinstance(made_by, t.Same):
        raise NoSense  # "if any spell made them lose at least 3 Stars": one of them, and not all together
    moved = moved_stars(attr, ME, verb, (None if made_by == t.Always() else made_by,))
    return t.Holds(who, ">=", ONE, t.Compare(moved, op, number))


def no_spell_made(kind: t.Cond, who: t.Who, verb: str, what: MovedWhat) -> t.Cond:
    return t.Not(spell_made(source(t.Casters(t.All(), kind)), who, verb, what))


def pred_made(verb: str, what: MovedWhat) -> t.Cond:
    """ "If the caster was made to lose Stars by a spell"."""
    return pred_moved(verb, what)
