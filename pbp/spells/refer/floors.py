"""How low all that a spell takes may bring anybody: "this spell cannot bring anyone below 0 Stars"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.again import among, differ
from pbp.spells.refer.context import TOP
from pbp.spells.refer.tabled import disjoint
from pbp.spells.sense.conditions import conj, opposite
from pbp.spells.walk import has_member, is_one, parts, replaced

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Meanings


def of_all(words: Meanings, rule: t.FloorRule, out: list[t.Act]) -> None:
    """Said of the spell: each of its losses is cut to what leaves so many. Raises Puzzle where two could be summed."""
    before = tuple(out)
    moved = [part for part in parts(before) if isinstance(part, t.Pay | t.Watch | t.After | t.Swap)]
    if any(not isinstance(part, t.Pay | t.Swap) or part.attr in ("", rule.attr) or not rule.attr for part in moved):
        raise Puzzle("is what is paid or swapped cut down too?", "say it of each loss")
    every = _losses(before)
    losses = [loss for loss in every if rule.attr in ("", loss.attr)]
    if not losses or len({loss.attr for loss in losses}) > 1 or any(loss.floor is not None for loss in losses):
        raise Puzzle("it is not clear which losses this is about", "say it of each loss")
    for one, other in _together(before):
        at_once = one in losses and other in losses and one.stage == other.stage
        if at_once and not _apart(words, one.who, other.who):
            raise Puzzle("who loses twice by this could be brought below it", "say it of each loss")
    words.floored = losses[0].attr
    out[:] = replaced(before, {loss: replace(loss, floor=rule.floor) for loss in losses})


def in_two_cases(acts: tuple[t.Act, ...]) -> bool:
    """Whether nobody loses twice: "loses 3 Stars, or 1 if they have a Red Hat, but this can't bring anyone below 0"."""
    same = {(loss.attr, loss.stage, loss.floor) for loss in _losses(acts)}
    return len(same) == 1 and all(
        isinstance(one.who, t.Those)
        and isinstance(other.who, t.Those)
        and one.who.group == other.who.group
        and disjoint(one.who, other.who)
        for one, other in _together(acts)
    )


def spared(words: Meanings, rule: t.Exempt, out: list[t.Act]) -> None:
    """ "Wizards with a Red Hat lose nothing to this spell": none of its losses is theirs. Raises Puzzle."""
    group = words.fix(rule.who, TOP)
    before = tuple(out)
    losses = _losses(before)
    if not losses or any(isinstance(part, t.Pay | t.Watch | t.After | t.Swap) for part in parts(before)):
        raise Puzzle("it is not clear what these do not lose", "say: each Wizard who ...")
    if not isinstance(group, t.Those) or len({(loss.attr, loss.stage) for loss in losses}) > 1 or has_member(group):
        raise Puzzle("it is not clear who loses nothing", "say: each Wizard who ...")
    words.floored = losses[0].attr
    but = opposite(group.test)
    kept: dict[t.Node, t.Node] = {}
    for loss in losses:
        if isinstance(loss.who, t.Those):
            kept[loss] = replace(loss, who=t.Those(loss.who.group, conj(loss.who.test, but)))
        elif is_one(loss.who):
            kept[loss] = t.If(t.Holds(loss.who, ">=", t.Int(1), but), (loss,), (), words.sentence)
        else:
            kept[loss] = replace(loss, who=t.Those(loss.who, but))
    out[:] = replaced(before, kept)


def check_after(words: Meanings, made: t.Change | t.Pay) -> None:
    """That nothing is lost after it was said how low the spell may bring anybody. Raises Puzzle."""
    lost = isinstance(made, t.Pay) or not made.gain
    if words.floored and lost and made.attr == words.floored:
        raise Puzzle("this loss could be cut down too, or not", "say it of each loss")


def _losses(said: tuple[t.Act, ...]) -> list[t.Change]:
    return [part for part in parts(said) if isinstance(part, t.Change) and not part.gain]


def _together(acts: tuple[t.Act, ...]) -> Iterator[tuple[t.Change, t.Change]]:
    """The losses that can both happen, two and two; not those of the two cases of a condition."""
    known: list[t.Change] = []
    for act in acts:
        mine = _losses((act,))
        if isinstance(act, t.If):
            yield from _together(act.then)
            yield from _together(act.otherwise)
        else:
            yield from combinations(mine, 2)
        yield from ((one, other) for one in known for other in mine)
        known += mine


def _apart(words: Meanings, one: t.Who, other: t.Who) -> bool:
    """Whether nobody can be among both."""
    if disjoint(one, other) or differ(words, one, other):
        return True
    return (is_one(one) and among(words, other, one) is False) or (is_one(other) and among(words, one, other) is False)
