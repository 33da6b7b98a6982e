"""Trees made into functions that read a duel's state: which Wizards one means, how many, and whether it is true.

Thousands may cast the same spell: a tree is gone through once a duel, and what was made of it is called for each cast.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from pbp.spells import tree as t
from pbp.spells.casting.numbers import COMPARISONS, Undecided, divide
from pbp.spells.walk import is_common

if TYPE_CHECKING:
    from pbp.spells.casting.board import Cast
    from pbp.spells.casting.measure import Reader

T = TypeVar("T")
Name = str | t.SpellInput | t.SpellOf | t.Traited | t.OwnName
Reads = Callable[["Reader"], T]
"""What reads something for one cast. Raises Undecided."""


def who(tree: t.Who) -> Reads[list[int]]:
    """What reads the Wizards meant, by number from 0, in ring order."""
    match tree:
        case t.Caster():
            return lambda reader: [reader.cast.wizard]
        case t.Chosen(index):
            return lambda reader: [] if (chosen := reader.chosen(index)) is None else [chosen]
        case t.Member(up):
            return lambda reader: [reader.members[-1 - up]]
        case t.All():
            return lambda reader: reader.everyone()
        case t.Those(among, test):
            return _once(tree, _those(who(among), true(test)))
        case t.Neighbours(of):
            one = who(of)
            return lambda reader: reader.neighbours(one(reader))
        case t.Offset(of, steps):
            one, count = who(of), num(steps)
            return lambda reader: reader.offset(count(reader), one(reader))
        case t.At(position):
            place = num(position)
            return lambda reader: reader.at(place(reader))
        case t.Pick():
            return lambda reader: reader.pick(tree)
        case t.Top():
            return _once(tree, lambda reader: reader.top(tree))
        case t.Join(parts):
            groups = [who(part) for part in parts]
            return lambda reader: sorted({wizard for group in groups for wizard in group(reader)})
        case t.Without(whole, part):
            group, gone = who(whole), who(part)
            return lambda reader: _left(set(gone(reader)), group(reader))
        case t.TargetOf(t.Member() as of):
            one = who(of)
            return lambda reader: reader.targets(one(reader)) if reader.slot is None else [reader.slot]
        case t.TargetOf(of):
            one = who(of)
            return lambda reader: reader.targets(one(reader))
    raise AssertionError(tree)


def _once(tree: t.Node, read: Reads[T]) -> Reads[T]:
    """What reads a tree: one that means the same for every cast only once, until the board changes."""
    if not is_common(tree):
        return read
    key = (id(tree),)
    return lambda reader: read(reader) if reader.replaces else reader.known(key, read)


def _those(group: Reads[list[int]], test: Reads[bool]) -> Reads[list[int]]:
    return lambda reader: [wizard for wizard in group(reader) if reader.of(wizard, test)]


def _left(gone: set[int], group: list[int]) -> list[int]:
    return [wizard for wizard in group if wizard not in gone]


def num(tree: t.Num) -> Reads[int]:
    """What reads the number meant."""
    match tree:
        case t.Int(value):
            return lambda reader: value
        case t.Roll():
            return lambda reader: reader.roll(tree)
        case t.NumberInput(index):
            return lambda reader: int(reader.chosen(index) or 0)
        case t.Stat(of, attr, start):
            one = who(of)
            return lambda reader: reader.stat(found[0], attr, start) if (found := one(reader)) else 0
        case t.Total(of, attr):
            group = who(of)
            return _once(tree, lambda reader: sum(reader.stat(wizard, attr) for wizard in group(reader)))
        case t.Count(t.Those(among, test)):
            return _once(tree, _number(among, test))
        case t.Count(of):
            group = who(of)
            return _once(tree, lambda reader: len(group(reader)))
        case t.Kinds(of):
            group = who(of)
            return lambda reader: len({cast.name.casefold() for cast in reader.casts(group(reader))})
        case t.Truths(conditions):
            tests = [true(part) for part in conditions]
            return lambda reader: sum(test(reader) for test in tests)
        case t.Duels(cast):
            return lambda reader: reader.again(cast)[1]
        case t.Add(parts):
            return _several(sum, parts)
        case t.Minus(left, right):
            return _both(operator.sub, left, right)
        case t.Gap(left, right):
            return _both(lambda one, other: abs(one - other), left, right)
        case t.Times(left, right):
            return _both(operator.mul, left, right)
        case t.Part(left, right, rounding):
            return _both(lambda one, other: divide(one, other, rounding), left, right)
        case t.Greatest(parts):
            return _several(max, parts)
        case t.Least(parts):
            return _several(min, parts)
        case t.Moved():
            return _once(tree, lambda reader: reader.moved(tree))
        case t.Position(of):
            one = who(of)
            return lambda reader: found[0] + 1 if (found := one(reader)) else 0
        case t.SpeedOf(of):
            one = who(of)
            return lambda reader: casts[0].program.speed if (casts := reader.casts(one(reader))) else -1
        case t.ThatMany():
            return lambda reader: reader.size
    raise AssertionError(tree)


def each(tree: t.Num) -> Callable[[Reader, int], int]:
    """What reads the number meant with a Wizard as Member(0)."""
    if isinstance(tree, t.Int):
        value = tree.value
        return lambda reader, wizard: value
    number = num(tree)
    return lambda reader, wizard: reader.of(wizard, number)


def _several(make: Callable[[list[int]], int], parts: tuple[t.Num, ...]) -> Reads[int]:
    numbers = [num(part) for part in parts]
    return lambda reader: make([number(reader) for number in numbers])


def _both(make: Callable[[int, int], T], left: t.Num, right: t.Num) -> Reads[T]:
    one, other = num(left), num(right)
    return lambda reader: make(one(reader), other(reader))


def _number(group: t.Who, test: t.Cond) -> Reads[int]:
    """Of how many of a group a test is true: of "every other Wizard" those of all, less those of the caster."""
    wizards, fits = who(group), true(test)

    def number(reader: Reader) -> int:
        return sum([reader.of(wizard, fits) for wizard in wizards(reader)])

    if not (isinstance(group, t.Without) and is_common(group.whole) and is_common(test, 1)):
        return number
    whole, part, key = group.whole, who(group.part), (id(group), id(test))

    def fitting(reader: Reader) -> frozenset[int] | None:
        """Those of the whole of whom it is true; None if it cannot be said of each."""
        try:
            return frozenset([wizard for wizard in reader.who(whole) if reader.of(wizard, fits)])
        except Undecided:
            return None

    def fewer(reader: Reader) -> int:
        found = None if reader.replaces else reader.known(key, fitting)
        return number(reader) if found is None else len(found) - len(found.intersection(part(reader)))

    return fewer


def true(tree: t.Cond) -> Reads[bool]:
    """What reads whether the condition holds."""
    match tree:
        case t.Always():
            return lambda reader: True
        case t.And(parts):
            tests = [true(part) for part in parts]
            return lambda reader: all(test(reader) for test in tests)
        case t.Or(parts):
            tests = [true(part) for part in parts]
            return lambda reader: any(test(reader) for test in tests)
        case t.Not(part):
            denied = true(part)
            return lambda reader: not denied(reader)
        case t.Compare(left, op, right):
            return _both(COMPARISONS[op], left, right)
        case t.Holds():
            return _once(tree, _holds(tree))
        case t.Is():
            return lambda reader: reader.has(tree)
        case t.Same(of, among):
            one, group = who(of), who(among)
            return lambda reader: one(reader) == group(reader)
        case t.In(of, among):
            one, group = who(of), who(among)
            return lambda reader: bool(set(one(reader)) & set(group(reader)))
        case t.CastIs(of, names):
            return _is_cast(who(of), names)
        case t.CastTrait(of, trait):
            return _any(of, lambda reader, cast: trait.casefold() in reader.board.traits[cast.name.casefold()])
        case t.CastPriced(of):
            return _any(of, lambda _, cast: cast.priced)
        case t.CastShared(of):
            return _any(of, lambda reader, cast: reader.board.count(cast.name) > 1)
        case t.CastAgain():
            return lambda reader: reader.cast_again(tree)
        case t.Targets(of, whom):
            return _any(of, lambda _, cast: bool(cast.targets())) if whom is None else _aimed(who(of), who(whom))
        case t.Retargeted(of, by):
            if by is None:
                return _any(of, lambda _, cast: cast.retargeted)
            return _any(of, lambda reader, cast: any(reader.from_source(mover, by) for mover in cast.movers))
        case t.IsIdle(of):
            one = who(of)
            return lambda reader: any(reader.board.wizards[wizard].idle for wizard in one(reader))
        case t.Tied(top):
            return lambda reader: reader.tied(top)
        case t.Odd(number):
            asked = num(number)
            return lambda reader: asked(reader) % 2 == 1
        case t.Word(index, word):
            return lambda reader: reader.word(index).casefold() == word.casefold()
        case t.SameWord(first, second):
            return lambda reader: reader.value(first).casefold() == reader.value(second).casefold()
    raise AssertionError(tree)


def _holds(tree: t.Holds) -> Reads[bool]:
    held, number = _number(tree.group, tree.test), num(tree.number)
    if tree.op == "all":
        return lambda reader: held(reader) == len(reader.who(tree.group))
    holds = COMPARISONS[tree.op]
    return lambda reader: holds(held(reader), number(reader))


def _any(of: t.Who, test: Callable[[Reader, Cast], bool]) -> Reads[bool]:
    """Whether a test is true of a cast of those who are meant."""
    group = who(of)
    return lambda reader: any(test(reader, cast) for cast in reader.casts(group(reader)))


def _is_cast(one: Reads[list[int]], names: tuple[Name, ...]) -> Reads[bool]:
    def is_cast(reader: Reader) -> bool:
        wanted = reader.names(names)
        return any(not names or cast.name.casefold() in wanted for cast in reader.casts(one(reader)))

    return is_cast


def _aimed(one: Reads[list[int]], whom: Reads[list[int]]) -> Reads[bool]:
    def aimed(reader: Reader) -> bool:
        near = set(whom(reader))
        return any(bool(near & set(cast.targets())) for cast in reader.casts(one(reader)))

    return aimed
