"""Conditions that cannot be true together, as far as their words alone tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pbp.spells import tree as t
from pbp.spells.walk import is_one, parts

Span = tuple[float, float]


def apart(left: t.Cond, right: t.Cond) -> bool:
    """Whether two conditions read from one state can never both be true. False where that is not certain."""
    if t.Not(right) == left or t.Not(left) == right:
        return True
    left, right = _plainly(left), _plainly(right)
    match left, right:
        case (t.Or(parts), other) | (other, t.Or(parts)):
            return all(apart(part, other) for part in parts)
        case (t.And(parts), other) | (other, t.And(parts)):
            return any(apart(part, other) for part in parts)
        case (t.Compare(t.Count(t.Those(group, test)), op, t.Int() as number), t.Holds() as other) | (
            t.Holds() as other,
            t.Compare(t.Count(t.Those(group, test)), op, t.Int() as number),
        ) if op in (">=", "<=", "=", ">", "<"):
            return apart(t.Holds(group, op, number, test), other)
        case (t.Not(part), other) | (other, t.Not(part)) if part == other:
            return True
        case (t.Holds(one, ">=", t.Int(1), test), t.Holds(other, ">=", t.Int(1), against)) if one == other:
            return is_one(one) and apart(test, against)
        case (
            t.Holds(one, ">=", t.Int(1), t.Compare() as test),
            t.Holds(other, ">=", t.Int(1), t.Compare() as against),
        ) if is_one(one) and is_one(other):
            return _other_way(_compared(one, test), _compared(other, against))
        case (t.Holds(one, ">=", t.Int(1), t.And(tests)), t.Holds() as other) | (
            t.Holds() as other,
            t.Holds(one, ">=", t.Int(1), t.And(tests)),
        ) if is_one(one) and any(apart(of_others, other) for of_others in _of_others(one, tests)):
            return True
        case (t.Holds(one, ">=", t.Int(1), test), t.Holds(t.All(), "=", t.Int(0), against)) | (
            t.Holds(t.All(), "=", t.Int(0), against),
            t.Holds(one, ">=", t.Int(1), test),
        ) if test == against:
            return True  # "the caster cast Burn", "nobody cast Burn"
        case t.Holds(group, op, number, test), t.Holds(other, how, count, against) if group == other:
            return test == against and _no_overlap(_span(op, number), _span(how, count))
        case t.Compare(number, op, bound), t.Compare(other, against, limit) if number == other:
            if bound == limit:  # "more than the chosen number" and "fewer than the chosen number"
                bound = limit = t.Int(0)
            return _no_overlap(_span(op, bound), _span(against, limit))
        case (t.Compare() as test, t.Odd() | t.Not(t.Odd()) as parity) | (
            t.Odd() | t.Not(t.Odd()) as parity,
            t.Compare() as test,
        ):
            return _other_parity(test, parity)
        case t.Is(who, attr, t.Text(word)), t.Is(other, same, t.Text(against)):
            return who == other and attr == same and word.casefold() != against.casefold()
        case t.Word(index, word), t.Word(other, against):
            return index == other and word != against
        case t.CastIs(who, names), t.CastIs(other, against):
            return who == other and _two_spells(names, against)
        case (t.IsIdle(who) | t.Not(t.CastIs(who, ())), t.CastIs(other) | t.CastTrait(other) | t.Targets(other)) | (
            t.CastIs(other) | t.CastTrait(other) | t.Targets(other),
            t.IsIdle(who) | t.Not(t.CastIs(who, ())),
        ):
            return who == other
    return False


def _plainly(cond: t.Cond) -> t.Cond:
    """What is said of some together, as of each of them: "both have a Red Hat", "not Red or Blue"; and of how many."""
    match cond:
        case t.Not(t.Not(test)):
            return _plainly(test)
        case t.Not(t.Or(some)):
            return t.And(tuple(map(t.Not, some)))
        case t.Not(t.Compare(t.Count()) as counted):
            return t.Not(_plainly(counted))
        case t.Compare(t.Count(t.Those(group, test)), op, t.Int() as number):  # "the number of Wizards who ..."
            return t.Holds(group, op, number, test)
        case t.Holds(t.Join(some), op, number, test) if all(map(is_one, some)):
            each = tuple(t.Holds(who, ">=", t.Int(1), test) for who in some)
            none = tuple(t.Holds(who, ">=", t.Int(1), t.Not(test)) for who in some)
            match op, number:
                case "all", _:
                    return t.And(each)
                case "=", t.Int(0):
                    return t.And(none)
                case ">=", t.Int(1):
                    return t.Or(each)
    return cond


def _compared(one: t.Who, test: t.Compare) -> t.Compare | None:
    """What is compared of one Wizard, with their name: "the caster has more Stars than the chosen Wizard"."""
    sides = [
        replace(side, who=one) if isinstance(side, t.Stat) and side.who == t.Member(0) else side
        for side in (test.left, test.right)
    ]
    return replace(test, left=sides[0], right=sides[1]) if all(isinstance(side, t.Stat) for side in sides) else None


def _other_way(test: t.Compare | None, other: t.Compare | None) -> bool:
    """Whether two numbers compared one way and the other can't be both: "you have more than they", "they than you"."""
    if test is None or other is None or (test.left, test.right) != (other.right, other.left):
        return False
    turned = t.TURNED.get(other.op)
    return turned is not None and _no_overlap(_span(test.op, t.Int(0)), _span(turned, t.Int(0)))


def _of_others(one: t.Who, tests: tuple[t.Cond, ...]) -> Iterator[t.Cond]:
    """What is said of all others by what is said of one Wizard: "is the only Wizard who cast Burn"."""
    for test in tests:
        match test:
            case t.Holds(t.Without(t.All(), t.Member(0)), _, t.Int(), inner) if t.Member(1) not in parts(inner):
                yield replace(test, group=t.Without(t.All(), one))


def left_between(conds: tuple[t.Cond, ...], inputs: tuple[t.Input, ...]) -> bool:
    """Whether all that these conditions leave of one number lies between two of them: "6 or more", "2 or less"."""
    asked: set[t.Node] = set()
    numbers: set[t.Num] = set()
    spans: list[Span] = []
    for part in (part for cond in conds for part in (cond.parts if isinstance(cond, t.Or) else (cond,))):
        match part:
            case t.Holds(who, ">=", t.Int(1), t.Compare() as test) if is_one(who):
                asked.add(who)
            case t.Compare() as test:
                asked.add(t.All())
            case _:
                return False
        span = _span(test.op, test.right)
        if span is None:
            return False
        numbers.add(test.left)
        spans.append(span)
    if len(numbers) != 1 or len(asked) != 1:
        return False
    low, high = _bounds(next(iter(numbers)), inputs)
    spans.sort()
    gaps = [right[0] - left[1] > 1 for left, right in pairwise(spans)]
    return spans[0][0] <= low and max(end for _, end in spans) >= high and any(gaps)


def all_told(conds: tuple[t.Cond, ...], inputs: tuple[t.Input, ...]) -> bool:
    """Whether conditions on one roll or chosen number leave no case of it: "on a 1 or 2, ... On a 3 or 4" of DICE4."""
    numbers: set[t.Num] = set()
    spans: list[Span] = []
    for part in (part for cond in conds for part in (cond.parts if isinstance(cond, t.Or) else (cond,))):
        span = _span(part.op, part.right) if isinstance(part, t.Compare) else None
        if span is None or not isinstance(part, t.Compare):
            return False
        numbers.add(part.left)
        spans.append(span)
    if len(numbers) != 1:
        return False
    low, high = _bounds(next(iter(numbers)), inputs)
    for start, end in sorted(spans):
        low = end + 1 if start <= low <= end else low
    return low > high


def _bounds(number: t.Num, inputs: tuple[t.Input, ...]) -> Span:
    """Between which numbers a number always is, as far as that is known."""
    match number:
        case t.Roll(_, sides):
            return 1, sides
        case t.Greatest(rolls) | t.Least(rolls) if all(isinstance(roll, t.Roll) for roll in rolls):
            return 1, max(roll.sides for roll in rolls if isinstance(roll, t.Roll))
        case t.NumberInput(index):
            asked = inputs[index]
            if asked.low is not None and asked.high is not None:
                return asked.low, asked.high
    return float("-inf"), float("inf")


def _two_spells(names: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether no spell is among both, each of them some by their names: a Wizard casts one."""
    known = all(isinstance(name, str) for name in (*names, *others))
    return known and bool(names) and bool(others) and set(names).isdisjoint(others)


def implies(strong: t.Cond, weak: t.Cond) -> bool:
    """Whether, of two different conditions read from one state, the first is never true without the second."""
    match strong, weak:
        case t.Not(t.CastAgain(every=False) as strong_cast), t.Not(t.CastAgain(every=False) as weak_cast):
            return _of_more_duels(strong_cast, weak_cast)
        case t.CastAgain(every=True) as strong_cast, t.CastAgain() as weak_cast:
            return _of_more_duels(strong_cast, replace(weak_cast, every=True))
        case t.And(parts), other:
            return any(part == other or implies(part, other) for part in parts)
        case t.Holds(one, ">=", t.Int(1), test), t.Holds(other, ">=", t.Int(1), against) if one == other and is_one(
            one
        ):
            return implies(test, against)
        case t.Holds(group, "all", _, test), t.Holds(other, ">=", t.Int(1), against):
            return group == other and test == against
        case t.Holds(group, op, number, test), t.Holds(other, how, count, against) if group == other:
            return test == against and _inside(_span(op, number), _span(how, count))
        case t.Compare(number, op, bound), t.Compare(other, how, limit) if number == other:
            return _inside(_span(op, bound), _span(how, limit))
    return False


def _of_more_duels(strong: t.CastAgain, weak: t.CastAgain) -> bool:
    """Whether the same is said of casts, and the first of more earlier Duels than the second."""
    more = set(weak.back) <= set(strong.back) if strong.every else set(weak.back) < set(strong.back)
    return more and bool(weak.back) and replace(strong, back=weak.back) == weak and not weak.numbers


def _inside(inner: Span | None, outer: Span | None) -> bool:
    return inner is not None and outer is not None and inner != outer and outer[0] <= inner[0] and inner[1] <= outer[1]


def _other_parity(test: t.Compare, parity: t.Cond) -> bool:
    """Whether a number is exactly one that is even where it should be odd, or odd where even."""
    odd = isinstance(parity, t.Odd)
    of = parity.part if isinstance(parity, t.Not) else parity
    if not isinstance(of, t.Odd) or test.left != of.number or test.op != "=" or not isinstance(test.right, t.Int):
        return False
    return (test.right.value % 2 == 1) is not odd


def _span(op: str, number: t.Num) -> Span | None:
    """The whole numbers that compare so with a number."""
    if not isinstance(number, t.Int):
        return None
    low, high = float("-inf"), float("inf")
    match op:
        case "<":
            return low, number.value - 1
        case "<=":
            return low, number.value
        case "=":
            return number.value, number.value
        case ">=":
            return number.value, high
        case ">":
            return number.value + 1, high
    return None


def _no_overlap(left: Span | None, right: Span | None) -> bool:
    return left is not None and right is not None and (left[1] < right[0] or right[1] < left[0])
