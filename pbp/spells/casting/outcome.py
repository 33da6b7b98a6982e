"""One outcome as single changes, before any status: each with the reader's state as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbp.spells import tree as t
from pbp.spells.casting.board import Cast, Single
from pbp.spells.casting.measure import Reader
from pbp.spells.casting.numbers import divide
from pbp.spells.walk import draws

Sets = dict[tuple[int, str, Cast | None], dict[Any, Cast]]
"""What is set in a stage: for each Wizard and attribute the values, each with a cast that sets it.

Stars that two spells set are summed as any change is; those that one spell sets are kept for that cast alone.
"""


def force(reader: Reader, act: t.Act) -> None:
    """Makes the draws of one outcome, from left to right; none for a group of nobody."""
    found = reader.cast.plan.draws(act)
    if not found:
        return
    if isinstance(act, t.Change | t.Assign) and not draws(act.who) and not reader.who(act.who):
        return
    for draw in found:
        if isinstance(draw, t.Roll):
            reader.num(draw)
        else:
            reader.who(draw)


def changes(reader: Reader, act: t.Act, floor: int | None, sets: Sets) -> Iterable[tuple[Single, ...]]:
    """The changes of an outcome; those of one payment come together. Raises Undecided."""
    match act:
        case t.Change():
            return _change(reader, act)
        case t.Assign():
            return _assign(reader, act, sets)
        case t.Swap(left, right, attr, _, at):
            return _swap(reader, reader.who(left), reader.who(right), reader.attribute(attr), at, sets)
        case t.Level():
            return _level(reader, act, sets)
        case t.Pay():
            return _pay(reader, act, floor)
        case t.Rolls(roll):
            reader.num(roll)
        case t.Picks(pick):
            reader.who(pick)
    return ()


def _change(reader: Reader, act: t.Change) -> list[tuple[Single, ...]]:
    group, attr, cast, at = reader.who(act.who), act.attr, reader.cast, act.at
    if group:
        reader.number_of_all(attr)
    return [(Single(wizard, attr, _amount(reader, act, wizard), cast, at),) for wizard in group]


def _amount(reader: Reader, act: t.Change, wizard: int) -> int:
    amount = reader.each(wizard, act.amount)
    if act.gain:
        return amount
    if act.floor is not None:
        amount = min(amount, max(0, reader.stat(wizard, act.attr) - reader.each(wizard, act.floor)))
    return -amount


def _assign(reader: Reader, act: t.Assign, sets: Sets) -> Iterator[tuple[Single, ...]]:
    if not (attr := reader.attribute(act.attr)):
        return
    for wizard in reader.who(act.who):
        if isinstance(act.value, t.Num):
            yield from _to(reader, wizard, attr, reader.each(wizard, act.value), act.at, sets)
        else:
            reader.members.append(wizard)
            word = reader.value(act.value)
            held = reader.held(act.value)
            reader.members.pop()
            if isinstance(held, int):
                yield from _to(reader, wizard, attr, held, act.at, sets)
                continue
            if not word:
                continue
            sets.setdefault((wizard, attr, None), {})[word.casefold()] = reader.cast
            yield (Single(wizard, attr, 0, reader.cast, act.at, word),)


def _to(reader: Reader, wizard: int, attr: str, value: int, at: int, sets: Sets) -> Iterator[tuple[Single, ...]]:
    """Setting a number counts as the difference to the state before the stage."""
    sets.setdefault((wizard, attr, reader.cast if attr == "Stars" else None), {})[value] = reader.cast
    yield (Single(wizard, attr, value - reader.stat(wizard, attr), reader.cast, at),)


def _level(reader: Reader, act: t.Level, sets: Sets) -> Iterator[tuple[Single, ...]]:
    group = reader.who(act.who)
    if group:
        mean = divide(sum(reader.stat(wizard, act.attr) for wizard in group), len(group), act.rounding)
        for wizard in group:
            yield from _to(reader, wizard, act.attr, mean, act.at, sets)


def _swap(
    reader: Reader, left: list[int], right: list[int], attr: str, at: int, sets: Sets
) -> Iterator[tuple[Single, ...]]:
    if not attr or not left or not right or left == right:
        return
    one, other = left[0], right[0]
    held = [reader.board.attributes[wizard].get(attr, 0) if attr != "Stars" else 0 for wizard in (one, other)]
    if any(isinstance(value, str) for value in held):
        for wizard, value in ((one, held[1]), (other, held[0])):
            sets.setdefault((wizard, attr, None), {})[str(value).casefold()] = reader.cast
            yield (Single(wizard, attr, 0, reader.cast, at, str(value)),)
        return
    gap = reader.stat(other, attr) - reader.stat(one, attr)
    yield (Single(one, attr, gap, reader.cast, at),)
    yield (Single(other, attr, -gap, reader.cast, at),)


def _pay(reader: Reader, act: t.Pay, floor: int | None) -> Iterator[tuple[Single, ...]]:
    for payer in reader.who(act.payer):
        reader.members.append(payer)
        for receiver in reader.who(act.receiver):
            amount = reader.num(act.amount)
            reader.number_of_all(act.attr)
            held = reader.stat(payer, act.attr)
            if act.mode == "able" and held < amount:
                continue
            if act.mode == "upto" or (floor is not None and act.attr == "Stars"):
                amount = min(amount, max(0, held))
            if payer != receiver:
                yield (
                    Single(payer, act.attr, -amount, reader.cast, act.at),
                    Single(receiver, act.attr, amount, reader.cast, act.at),
                )
        reader.members.pop()
