"""One outcome as single changes, before any status: each with the reader's state as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pbp.spells import tree as t
from pbp.spells.casting.board import Cast, Single
from pbp.spells.casting.measure import Reader
from pbp.spells.casting.numbers import divide
from pbp.spells.casting.readings import Reads, each, num, who
from pbp.spells.walk import draws

Sets = dict[tuple[int, str, Cast | None], dict[Any, Cast]]
"""What is set in a stage: for each Wizard and attribute the values, each with a cast that sets it.

Stars that two spells set are summed as any change is; those that one spell sets are kept for that cast alone.
"""

Changes = Callable[[Reader, int | None, Sets], Iterable[tuple[Single, ...]]]
"""What makes the changes of one outcome, under the floor of Stars."""


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
    return reader.function(act, _changes)(reader, floor, sets)


def _changes(act: t.Act) -> Changes:
    match act:
        case t.Change():
            return _change(act)
        case t.Assign():
            return lambda reader, _, sets: _assign(reader, act, sets)
        case t.Swap():
            return lambda reader, _, sets: _swap(reader, act, sets)
        case t.Level():
            return lambda reader, _, sets: _level(reader, act, sets)
        case t.Pay():
            return _pay(act)
        case t.Rolls(roll):
            return _draw(num(roll))
        case t.Picks(pick):
            return _draw(who(pick))
    return lambda *_: ()


def _change(act: t.Change) -> Changes:
    group, attr, at = who(act.who), act.attr, act.at
    amount = each(act.amount) if act.gain else _loss(act)

    def change(reader: Reader, *_: Any) -> list[tuple[Single, ...]]:
        wizards, cast = group(reader), reader.cast
        if wizards:
            reader.number_of_all(attr)
        return [(Single(wizard, attr, amount(reader, wizard), cast, at),) for wizard in wizards]

    return change


def _loss(act: t.Change) -> Callable[[Reader, int], int]:
    amount = each(act.amount)
    if act.floor is None:
        return lambda reader, wizard: -amount(reader, wizard)
    attr, least = act.attr, each(act.floor)
    return lambda reader, wizard: (
        -min(amount(reader, wizard), max(0, reader.stat(wizard, attr) - least(reader, wizard)))
    )


def _draw(read: Reads[object]) -> Changes:
    def draw(reader: Reader, *_: Any) -> tuple[()]:
        read(reader)
        return ()

    return draw


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


def _swap(reader: Reader, act: t.Swap, sets: Sets) -> Iterator[tuple[Single, ...]]:
    left, right, attr, at = reader.who(act.left), reader.who(act.right), reader.attribute(act.attr), act.at
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


def _pay(act: t.Pay) -> Changes:
    payers, receivers, number = who(act.payer), who(act.receiver), num(act.amount)
    attr, mode, at = act.attr, act.mode, act.at

    def pay(reader: Reader, floor: int | None, _: Sets) -> Iterator[tuple[Single, ...]]:
        cast = reader.cast
        for payer in payers(reader):
            reader.members.append(payer)
            for receiver in receivers(reader):
                amount = number(reader)
                reader.number_of_all(attr)
                held = reader.stat(payer, attr)
                if mode == "able" and held < amount:
                    continue
                if mode == "upto" or (floor is not None and attr == "Stars"):
                    amount = min(amount, max(0, held))
                if payer != receiver:
                    yield Single(payer, attr, -amount, cast, at), Single(receiver, attr, amount, cast, at)
            reader.members.pop()

    return pay
