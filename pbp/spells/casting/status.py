"""Statuses at work: what becomes of a single change on its way to a Wizard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.casting.board import Single, Standing
from pbp.spells.casting.duel import DuelUnderWay
from pbp.spells.casting.measure import Reader
from pbp.spells.casting.outcome import changes


def settle(duel: DuelUnderWay, linked: tuple[Single, ...]) -> Sequence[Single]:
    """The changes as they are made, where a status stands; of a payment nothing if either side is not affected."""
    if _shielded(duel, linked):
        return []
    return [made for single in linked for made in _chain(duel, single, frozenset())]


def _shielded(duel: DuelUnderWay, linked: tuple[Single, ...]) -> bool:
    """Whether one of the Wizards is not affected."""
    for single in linked:
        for status in duel.standing.get(single.wizard, ()):
            if status.watch.how == "shield" and _fits(duel, status, single):
                duel.told.tell(
                    "blocked", status.cast, status.watch.at, wizard=duel.name(single.wizard), of=single.cast.name
                )
                return True
    return False


def _fits(duel: DuelUnderWay, status: Standing, single: Single) -> bool:
    watch = status.watch
    if watch.attr not in ("", single.attr):
        return False
    if watch.way != "any" and (
        single.word is not None or (watch.way == "gain") != (single.amount > 0) or not single.amount
    ):
        return False
    reader = duel.reader(status.cast)
    reader.members.append(single.wizard)
    try:
        return reader.from_source(single.cast, watch.source)
    finally:
        reader.members.pop()


def _chain(duel: DuelUnderWay, single: Single, used: frozenset[tuple[int, int]]) -> Iterator[Single]:
    """One change through the statuses of its Wizard: higher Speed first, then ring order, each at most once."""
    extra: list[Single] = []
    done = used
    standing = duel.standing.get(single.wizard, ())
    for status in standing:
        mark = (id(status.cast), status.wizard)
        if mark in done:
            continue
        fitting = [other for other in standing if other.cast is status.cast and _fits(duel, other, single)]
        if not fitting:
            continue
        done = done | {mark}
        before = single
        for fit in fitting:
            moved, caused = _alter(duel, fit, single)
            extra.extend(caused)
            if moved is None:
                duel.told.tell("blocked", fit.cast, fit.watch.at, wizard=duel.name(before.wizard), of=before.cast.name)
                single = replace(single, amount=0, word=None)
                break
            single = moved
        if not single.amount and single.word is None:
            break
    if single.amount or single.word is not None:
        yield single
    for caused_single in extra:
        yield from _chain(duel, caused_single, done)


def _alter(duel: DuelUnderWay, status: Standing, single: Single) -> tuple[Single | None, list[Single]]:
    watch = status.watch
    reader = duel.reader(status.cast)
    reader.members.append(status.wizard)
    reader.members.append(single.cast.wizard)
    before, reader.source, reader.size = reader.source, single.cast, abs(single.amount)
    try:
        sign = 1 if single.amount > 0 else -1
        amount = reader.num(watch.amount) if watch.amount is not None else 0
        match watch.how:
            case "shield" | "cancel":
                return None, []
            case "less":
                return replace(single, amount=sign * max(0, abs(single.amount) - amount)), []
            case "more":
                return replace(single, amount=sign * (abs(single.amount) + amount)), []
            case "most":
                return replace(single, amount=sign * _left(duel, status, single, amount)), []
            case "set":
                return replace(single, amount=sign * amount), []
            case "times":
                return replace(single, amount=single.amount * amount), []
            case "invert":
                return replace(single, amount=-single.amount), []
            case "move":
                assert watch.to is not None
                made = [Single(w, single.attr, single.amount, status.cast, watch.at) for w in reader.who(watch.to)]
                return None, made
        return single, list(_caused(duel, reader, status, watch))
    finally:
        reader.source, reader.size = before, 0
        reader.members.pop()
        reader.members.pop()


def _left(duel: DuelUnderWay, status: Standing, single: Single, most: int) -> int:
    """What is still left of a change when a spell has made others of that kind: it makes so many at most."""
    key = (status.cast, status.wizard, id(status.watch), single.cast, single.amount > 0)
    size = max(0, min(abs(single.amount), most - duel.made.get(key, 0)))
    duel.made[key] = duel.made.get(key, 0) + size
    return size


def _caused(duel: DuelUnderWay, reader: Reader, status: Standing, watch: t.Watch) -> Iterator[Single]:
    for act in watch.then:
        if isinstance(act, t.Change):
            for wizard in reader.who(act.who):
                amount = reader.each(wizard, act.amount)
                yield Single(wizard, act.attr, amount if act.gain else -amount, status.cast, watch.at)
        elif isinstance(act, t.Pay):
            for linked in changes(reader, act, duel.floor, {}):
                if not _shielded(duel, linked):
                    yield from linked
