"""The other cases of two numbers that were compared: "if it is higher, ...", "if it is the other way round, ..."."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import is_one, parts, replaced

_NUMBERS = (t.Count, t.Stat, t.Total, t.Roll, t.NumberInput)
"""Numbers that can be higher or lower than another."""


def other(out: list[t.Act], than: str, sentence: int) -> t.Cond | None:
    """What else was asked of the numbers that were compared just before; None if that leaves it open. Raises Puzzle.

    `than`: "<", ">", "=" or "turned", or by how much the number that
    was chosen is not the other ("1"). "If you have more Stars than they have, ... If you have fewer, ..." leaves out
    that you have as many; after "at least 5", "fewer" is no such case.
    """
    told = out[-1]
    assert isinstance(told, t.If)
    test = _compared(told.cond)
    if test is None or told.otherwise or test.right == t.Int(0):
        return None
    if than in ("=", "turned") and any(isinstance(p, t.Top) and p.ties == "ruling" for p in parts(tuple(out))):
        raise Puzzle("whose tie is this?", "say who is tied", double=True)
    plain = isinstance(test.left, _NUMBERS) and isinstance(test.right, _NUMBERS)
    match than, test.op:
        case _, "=" if than.isdecimal():
            return _apart(told.cond, test, int(than)) if plain else None
        case "turned", "<" | ">" if plain:
            return _asked(told.cond, t.TURNED[test.op])
        case "=", "<" | ">" if plain:
            return _asked(told.cond, "=")
        case "<" | ">", "=":
            return _asked(told.cond, than)
        case ("<", ">") | (">", "<") if plain or _was_equal(out[:-1], test, sentence):
            return _asked(told.cond, than)
    return None


def _was_equal(before: list[t.Act], test: t.Compare, sentence: int) -> bool:
    """Whether it was asked just before that if the numbers are the same: "if it is 4, ... If higher, ... If lower"."""
    match before:
        case [*_, t.If(cond, otherwise=()) as told] if told.at >= sentence - 2:
            asked = _compared(cond)
            return asked == replace(test, op="=")
    return False


def _compared(cond: t.Cond) -> t.Compare | None:
    """Two numbers that a condition compares: of one Wizard, or how many of a group there are."""
    match cond:
        case t.Compare(_, "<" | ">" | "="):
            return cond
        case t.Holds(who, ">=", t.Int(1), t.Compare(_, "<" | ">" | "=") as test) if is_one(who):
            return test
        case t.Holds(who, "=" | "==" | "<" | ">" as op, t.Int() | t.NumberInput() as number, test) if not is_one(who):
            return t.Compare(t.Count(t.Those(who, test)), "=" if op == "==" else op, number)
    return None


def _asked(cond: t.Cond, op: str) -> t.Cond:
    """The same numbers, compared in another way."""
    match cond:
        case t.Compare():
            return replace(cond, op=op)
        case t.Holds(_, ">=", t.Int(1), t.Compare() as test):
            return replace(cond, test=replace(test, op=op))
        case t.Holds():
            return replace(cond, op=op)
    raise AssertionError(cond)


def _apart(cond: t.Cond, test: t.Compare, by: int) -> t.Cond | None:
    """ "If you are off by one": whether the number that was chosen is so far from the other."""
    if not {t.NumberInput} & {type(test.left), type(test.right)}:
        return None
    gap: t.Num = t.Gap(test.left, test.right)
    if isinstance(cond, t.Holds) and is_one(cond.group):
        gap = replaced(gap, {t.Member(0): cond.group})
    return t.Compare(gap, "=", t.Int(by))
