"""What the rules of spell.lark mean: conditions. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.chart import NoSense
from pbp.spells.sense.wizards import THEY, those_who
from pbp.spells.walk import is_one, parts, replaced

ME = t.Member()
ONE = t.Int(1)


Subj = tuple[str, t.Num, t.Who]
"""How many of a group: an operator, a number, the group."""


def conj(*parts: t.Cond) -> t.Cond:
    """All of these, without the trivial ones."""
    flat: list[t.Cond] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, t.And) else (part,))
    left = tuple(part for part in flat if part != t.Always())
    if not left:
        return t.Always()
    return left[0] if len(left) == 1 else t.And(left)


def disj(*parts: t.Cond) -> t.Cond:
    flat: list[t.Cond] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, t.Or) else (part,))
    return flat[0] if len(flat) == 1 else t.Or(tuple(flat))


def both_true(left: t.Cond, right: t.Cond) -> t.Cond:
    """Two conditions joined by "and"; "A or B and C" leaves open what belongs together."""
    if isinstance(left, t.Or) or isinstance(right, t.Or):
        return t.Mixed()
    return conj(left, right)


def either_true(left: t.Cond, right: t.Cond) -> t.Cond:
    if isinstance(left, t.And) or isinstance(right, t.And):
        return t.Mixed()
    return disj(left, right)


def grouped(cond: t.Cond) -> t.Cond:
    """A condition in brackets, which may stand among others."""
    return t.Grouped(cond)


def both_duels(cond: t.Cond) -> t.Cond:
    """What is said of two Duels at once, in words that can be said of one Wizard, or of each, but not be denied."""
    return t.Grouped(cond if isinstance(cond, t.Grouped) else t.Grouped(cond))


def _of_both_duels(cond: t.Cond) -> bool:
    return isinstance(cond, t.Grouped) and isinstance(cond.part, t.Grouped)


def opposite(cond: t.Cond) -> t.Cond:
    if _of_both_duels(cond):
        raise NoSense
    return cond.part if isinstance(cond, t.Not) else t.Not(cond)


def subj_one(who: t.Who) -> Subj:
    return ">=", ONE, who


def subj_many(who: t.Who) -> Subj:
    return "all", t.Int(0), who


def subj_none(who: t.Who) -> Subj:
    return "=", t.Int(0), who


def subj_nobody() -> Subj:
    return subj_none(t.All())


def subj_nobody_else() -> Subj:
    return subj_none(t.Others())


def subj_else() -> Subj:
    return ">=", ONE, t.Others()


def subj_anyone() -> Subj:
    return ">=", ONE, t.All()


def subj_another(*tests: t.Cond) -> Subj:
    return ">=", ONE, those_who(t.Others(), *tests)


def subj_any(who: t.Who) -> Subj:
    return ">=", ONE, who


def subj_neither(left: t.Who, right: t.Who) -> Subj:
    return "=", t.Int(0), t.Join((left, right))


def subj_either(left: t.Who, right: t.Who) -> Subj:
    return ">=", ONE, t.Join((left, right))


def subj_count(op: tuple[str, int], who: t.Who) -> Subj:
    return op[0], t.Int(op[1]), who


def op_ge(number: Any) -> tuple[str, Any]:
    return ">=", number


def op_le(number: Any) -> tuple[str, Any]:
    return "<=", number


def op_gt(number: Any) -> tuple[str, Any]:
    return ">", number


def op_lt(number: Any) -> tuple[str, Any]:
    return "<", number


def op_eq(number: Any) -> tuple[str, Any]:
    return "=", number


def op_between(low: Any, high: Any) -> tuple[str, Any]:
    return "between", (low, high)


def holds_range(limits: tuple[str, tuple[int, int]], who: t.Who, test: t.Cond) -> t.Cond:
    """ "If between 2 and 4 Wizards cast Burn"."""
    low, high = limits[1]
    return grouped(conj(t.Holds(who, ">=", t.Int(low), test), t.Holds(who, "<=", t.Int(high), test)))


def exists_range(limits: tuple[str, tuple[int, int]], who: t.Who) -> t.Cond:
    return grouped(conj(*(exists((op, t.Int(n), who)) for op, n in zip((">=", "<="), limits[1], strict=True))))


def holds(subj: Subj, test: t.Cond) -> t.Cond:
    op, _, who = subj
    if op == "all" and isinstance(test, t.Not) and isinstance(who, t.All | t.Neighbours | t.Others):
        raise NoSense  # "every Wizard did not": none, or not all?
    return so_many(subj, test)


def so_many(subj: Subj, test: t.Cond) -> t.Cond:
    """A test of so many of a group."""
    op, number, who = subj
    if _of_both_duels(test) and op != "all" and ((op, number) != (">=", ONE) or not is_one(who)):
        raise NoSense
    as_then = isinstance(test, t.CastAgain) and any(isinstance(name, t.SpellOf) for name in test.names)
    if as_then and (isinstance(who, t.Join) or (op != "all" and number not in (t.Int(0), ONE))):
        raise NoSense  # "two Wizards cast the same spell": as each other, or each as in that Duel?
    counted = (op == "=" and number != t.Int(0)) or (op != "all" and number not in (t.Int(0), ONE))
    if counted and isinstance(test, t.In) and isinstance(test.group, t.Top):
        test = replace(test, group=replace(test.group, ties="all"))  # "if exactly one Wizard has the most Stars"
    return t.Holds(who, op, number, test)


def only(who: t.Who, test: t.Cond) -> t.Cond:
    """Only that Wizard: that one, and no other."""
    if _of_both_duels(test):
        raise NoSense
    rest = t.Holds(t.Without(t.All(), who), "=", t.Int(0), test)
    return conj(t.Holds(who, ">=", ONE, test), rest)


def exists(subj: Subj) -> t.Cond:
    op, number, who = subj
    if op == "all":
        raise NoSense
    return t.Compare(t.Count(who), op, number)


def op_ne(number: t.Num) -> tuple[str, Any]:
    return "!=", number


def op_multiple(number: t.Num) -> tuple[str, Any]:
    return "%", _divisor(number)


def op_no_multiple(number: t.Num) -> tuple[str, Any]:
    return "!%", _divisor(number)


def _divisor(number: t.Num) -> t.Num:
    if number in (t.Int(0), t.Int(1)):
        raise NoSense
    return number


def op_within(width: int, number: t.Num) -> tuple[str, Any]:
    """ "If the result is within 1 of the chosen number"."""
    return "gap", ("<=", width, number)


def compare(left: t.Num, cmp: tuple[str, Any]) -> t.Cond:
    op, number = cmp
    if op == "gap":
        if ME in parts(left):
            raise NoSense
        return t.Compare(t.Gap(left, number[2]), number[0], t.Int(number[1]))
    if op == "between" and isinstance(left, t.Stat | t.Position) and left.who != ME:
        return t.Holds(left.who, ">=", ONE, compare(replace(left, who=ME), cmp))
    if op == "between":
        return grouped(conj(compare(left, (">=", number[0])), compare(left, ("<=", number[1]))))
    if isinstance(left, t.Stat) and left.attr != "Stars" and isinstance(number, t.Stat):
        raise NoSense
    return _of_one(t.Compare(left, op, t.Int(number) if isinstance(number, int) else number))


def _of_one(test: t.Cond) -> t.Cond:
    """A test of one Wizard's number in the form in which tests of Wizards are kept."""
    number = test.left if isinstance(test, t.Compare) else test.number if isinstance(test, t.Odd) else None
    if isinstance(number, t.Stat | t.Position) and number.who != ME:
        return t.Holds(number.who, ">=", ONE, replace_number(test, number, ME))
    return test


def replace_number(test: t.Cond, number: t.Stat | t.Position, who: t.Who) -> t.Cond:
    mine = replace(number, who=who)
    return replace(test, left=mine) if isinstance(test, t.Compare) else t.Odd(mine)


def bounds(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "At least 5 but fewer than 15": one bound below and one above; "at least 5 and exactly 7" says no such thing."""
    ways = {part.op[0] for part in (left, right) if isinstance(part, t.Compare)}
    if ways != {"<", ">"}:
        raise NoSense
    return within(left, right)


def within(left: t.Cond, right: t.Cond) -> t.Cond:
    """Two bounds of one number, between which there is one."""
    if apart(left, right):
        raise NoSense
    return conj(left, right)


def count_parity(is_odd: bool, who: t.Who, test: t.Cond) -> t.Cond:
    """ "If an odd number of Wizards cast Burn"."""
    return num_parity(t.Count(those_who(who, test)), is_odd)


def chosen_number_counts(who: t.Who) -> t.Cond:
    """ "If the chosen number is the number of Wizards who cast Burn"."""
    return compare(t.NumberInput(-1), ("=", t.Count(who)))


def number_either(left: t.Num, *numbers: int) -> t.Cond:
    """ "If the chosen number is 1 or 2"."""
    return disj(*(compare(left, ("=", number)) for number in numbers))


def is_chosen_number(left: t.Num) -> t.Cond:
    return compare(left, ("=", t.NumberInput(-1)))


def odd() -> bool:
    return True


def even() -> bool:
    return False


def num_parity(number: t.Num, is_odd: bool) -> t.Cond:
    if isinstance(number, t.Stat | t.Position) and number.who != ME:
        return t.Holds(number.who, ">=", ONE, num_parity(replace(number, who=ME), is_odd))
    return t.Odd(number) if is_odd else t.Not(t.Odd(number))


def word_chosen(value: str) -> t.Cond:
    return t.Word(-1, value)


def word_is(*parts: str) -> t.Cond:
    return t.Word(-1, parts[-1])


def either_word(*parts: str) -> t.Cond:
    return t.Or((t.Word(-1, parts[-2]), t.Word(-1, parts[-1])))


def always() -> t.Cond:
    return t.Always()


def subj_both(left: t.Who, right: t.Who) -> Subj:
    return "all", t.Int(0), t.Join((left, right))


def subj_they() -> Subj:
    return subj_one(THEY)


def compare_gt(left: t.Num, right: t.Num) -> t.Cond:
    return t.Compare(left, ">", right)


def op_zero() -> tuple[str, Any]:
    return "=", t.Int(0)


def subj_most(who: t.Who) -> Subj:
    return ">", t.Part(t.Count(who), t.Int(2), "down"), who


def subj_half(who: t.Who) -> Subj:
    return ">=", t.Part(t.Count(who), t.Int(2), "up"), who


def compare_eq(left: t.Num, right: t.Num) -> t.Cond:
    return compare(left, ("=", right))


def _near(left: t.Who, near: t.Who) -> t.Who:
    """The neighbours of a subject; "their" is the one just named."""
    meant: t.Who = replaced(near, {THEY: left})
    return t.Join((left, meant))


def subj_or_near(left: t.Who, near: t.Who) -> Subj:
    """ "If the caster or one of their neighbours cast Burn"."""
    return ">=", ONE, _near(left, near)


def subj_and_near(left: t.Who, near: t.Who) -> Subj:
    """ "If the caster and both of their neighbours cast Burn"."""
    return "all", t.Int(0), _near(left, near)


def subj_both_near() -> Subj:
    """ "Targeted by both neighbours"."""
    return subj_many(t.Neighbours(t.They("owner")))


def none_counted() -> Subj:
    """ "1 Star for each spell that targets you. If there aren't any, ..."."""
    return subj_none(t.They("counted"))


def some_counted() -> Subj:
    return subj_any(t.They("counted"))


def so_many_counted(op: tuple[str, int]) -> Subj:
    return subj_count(op, t.They("counted"))
