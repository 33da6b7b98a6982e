"""Conditions said twice: "higher than 3 (so 4, 5 or 6)". Raises Puzzle where the second is not the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.clauses import opposite
from pbp.spells.refer.context import CASTER, Context, unaddressed
from pbp.spells.refer.plain import plain
from pbp.spells.sense.members import contains
from pbp.spells.walk import is_one, mapped

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Meanings

_FAR = 300
"""Beyond the numbers that a text tells one by one."""
_TRUE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    "=": lambda one, other: one == other,
    ">=": lambda one, other: one >= other,
    ">": lambda one, other: one > other,
    "!=": lambda one, other: one != other,
}
Of = tuple[range, Callable[[int], bool]]
"""The numbers that something can be, and of which of them a condition is true."""


def same(words: Meanings, said: t.Again, told: t.Cond, context: Context) -> t.Cond:
    """The condition, where what is said of it in other words is so. Raises Puzzle."""
    if said.op == "other":
        before = [word.casefold() for word in words.words_asked[:-1]]
        two = isinstance(told, t.Word) and len(words.inputs[told.index].words) == 2
        if not isinstance(told, t.Word) or not two or not before or told.word.casefold() in before:
            raise Puzzle("there are not two of which this is the other one", "leave that out")
        return told
    if said.cond is not None:
        other: t.Cond = words.unspoken(said.cond, context)
        if not _alike(words, told, other):
            raise Puzzle("the condition and what it is said to be in other words differ", "say it once")
        return told
    found = _numbers(words, told)
    if found is None or not _holds(said, *found):
        raise Puzzle("the numbers that are told are not those of the condition", "leave them out")
    return told


def others(words: Meanings, told: t.Cond, numbers: tuple[int, ...]) -> None:
    """ "Any other number (so 0 as well)": of which the condition before is not true. Raises Puzzle."""
    found = _numbers(words, told)
    if found is None or not all(n in found[0] and not found[1](n) for n in numbers):
        raise Puzzle("the numbers that are told are not the other ones", "leave them out")


def somebody(words: Meanings, node: t.SaidOf | t.SaidAs, context: Context) -> t.Who:
    """Some, where what is said again of who they are, or of who is among them, is so. Raises Puzzle."""
    kept = list(words.here)
    try:
        whole: t.Who | None = words.fix(node.group if isinstance(node, t.SaidOf) else node.who, context)
    except Puzzle as puzzle:
        if isinstance(node, t.SaidOf) or not puzzle.double:
            raise
        whole = None  # "they (the caster)", where it could be two: the brackets say who it is
    if whole is not None:
        kept = list(words.here)
    other: t.Who = words.fix(node.who if isinstance(node, t.SaidOf) else node.again, context)
    if whole is None:
        return other
    words.here = kept
    match node, whole:
        case t.SaidOf(t.Others(), inside=True), t.Without(t.All(), one) if is_one(one) and one != other:
            return whole  # "if somebody else cast it (you count too)": unless it is your own
    true = whole == other if isinstance(node, t.SaidAs) else among(words, whole, other) is node.inside
    if not true:
        raise Puzzle("what is said of them in brackets is not so, or it is not certain", "leave it out")
    return whole


def offered(words: Meanings, node: t.WordOffered | t.NumberOffered, context: Context) -> t.Value | t.Num:
    """What the order says, where what it can be is said again as the Inputs line has it. Raises Puzzle."""
    if isinstance(node, t.NumberOffered):
        number: t.Num = words.fix(node.number, context)
        true = set(_can_be(words, number) or ()) == set(node.numbers)
        asked: t.Value | t.Num = number
    else:
        word: t.Value = words.fix(node.word, context)
        allowed = words.inputs[word.index].words if isinstance(word, t.WordInput) else ()
        true = {one.casefold() for one in allowed} == {one.casefold() for one in node.words}
        asked = word
    if not true:
        raise Puzzle("the Inputs line offers something else", "leave it out")
    return asked


def among(words: Meanings, group: t.Who, who: t.Who) -> bool | None:
    """Whether a Wizard is one of a group, whatever the order says that the Inputs line allows; None: it depends."""
    match group:
        case t.Without(whole, part) if is_one(part) and differ(words, part, who):
            return among(words, whole, who)
        case t.Neighbours(t.Chosen(index)) if who == CASTER and words.inputs[index].adjacent is not None:
            return words.inputs[index].adjacent
        case t.Neighbours(t.Caster()) if isinstance(who, t.Chosen) and words.inputs[who.index].adjacent is not None:
            return words.inputs[who.index].adjacent
        case t.Those(whole, t.CastIs(t.Member(0), names)) if who == CASTER and words.own in names:
            return among(words, whole, who)  # "everyone who cast this spell (so you too)"
    return contains(group, who)


def differ(words: Meanings, one: t.Who, other: t.Who) -> bool:
    """Whether two are never the same Wizard, by what the Inputs line asks for."""
    match one, other:
        case (t.Caster(), t.Chosen(index)) | (t.Chosen(index), t.Caster()):
            return words.inputs[index].not_self or bool(words.inputs[index].adjacent)
        case t.Chosen(first), t.Chosen(second):
            return first in (words.inputs[second].differs,) or second in (words.inputs[first].differs,)
    return False


def _holds(said: t.Again, can: range, true: Callable[[int], bool]) -> bool:
    """Whether the numbers that are told again are those of which the condition is true."""
    if said.op == "with":
        return said.numbers[0] in can and true(said.numbers[0])
    if said.op.startswith("not "):
        return not any(true(n) and _TRUE[said.op.removeprefix("not ")](n, said.numbers[0]) for n in can)
    if said.op:
        return all(true(n) == _TRUE[said.op](n, said.numbers[0]) for n in can)
    listed = {n for n in said.numbers if n >= 0} | ({n for n in can if n > 1} if -1 in said.numbers else set())
    if said.no:
        return not any(true(n) for n in listed)
    if said.more:
        return all(true(n) == (n in listed) for n in can if n <= max(listed)) and len(listed) > 1
    return {n for n in can if true(n)} == listed


def _numbers(words: Meanings, cond: t.Cond) -> Of | None:
    """Of which numbers a condition is true, if it asks one number."""
    match cond:
        case t.Not(part):
            found = _numbers(words, part)
            return None if found is None else (found[0], lambda n, true=found[1]: not true(n))  # type: ignore[misc]
        case t.Compare(left, op, t.Int(bound)) if op in _TRUE:
            can = _can_be(words, left)
            return None if can is None else (can, lambda n: _TRUE[op](n, bound))
        case t.Odd(left):
            can = _can_be(words, left)
            return None if can is None else (can, lambda n: n % 2 == 1)
        case t.Holds(who, ">=", t.Int(1), test) if is_one(who):
            return _numbers(words, test)
        case t.Holds(who, op, t.Int(bound)) if op in _TRUE and not is_one(who):
            return range(_FAR), lambda n: _TRUE[op](n, bound)
    return None


def _can_be(words: Meanings, number: t.Num) -> range | None:
    """All that a number can be."""
    match number:
        case t.Roll(_, sides):
            return range(1, sides + 1)
        case t.Greatest(several) | t.Least(several) if all(isinstance(one, t.Roll) for one in several):
            most = [one.sides for one in several if isinstance(one, t.Roll)]
            return range(1, (max(most) if isinstance(number, t.Greatest) else min(most)) + 1)
        case t.NumberInput(index):
            low, high = words.inputs[index].low, words.inputs[index].high
            return None if low is None or high is None else range(low, high + 1)
        case t.Count():
            return range(_FAR)
        case t.Position():
            return range(1, _FAR)
        case t.Stat():
            return range(-_FAR, _FAR)
    return None


def _alike(words: Meanings, one: t.Cond, other: t.Cond) -> bool:
    """Whether two conditions say the same."""
    one, other = plain(mapped(one, unaddressed)), plain(mapped(other, unaddressed))
    if one in (other, opposite(opposite(other))):
        return True
    match one, other:
        case (t.Not(t.Word(index, said)), t.Word(same, left)) | (t.Word(index, said), t.Not(t.Word(same, left))):
            offered = {word.casefold() for word in words.inputs[index].words}
            return index == same and offered == {said.casefold(), left.casefold()} and said != left
    match one, other:
        case t.Word(index, said), t.Not(t.Word(same, left)) if index == same:  # "Blue (so not Red)", of more than two
            return left.casefold() in {word.casefold() for word in words.inputs[index].words} - {said.casefold()}
    first, second = _numbers(words, one), _numbers(words, other)
    if first is None or second is None or _asked(one) != _asked(other):
        return False
    return all(first[1](n) == second[1](n) for n in first[0])


def _asked(cond: t.Cond) -> object:
    """What a condition asks, but for the number."""
    match cond:
        case t.Not(part):
            return _asked(part)
        case t.Compare(left):
            return left
        case t.Odd(left):
            return left
        case t.Holds(who, ">=", t.Int(1), test) if is_one(who):
            return who, _asked(test)
        case t.Holds(who, _, _, test):
            return who, test
    return cond
