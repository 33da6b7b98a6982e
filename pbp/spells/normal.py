"""What two readings mean, said in one way: readings that differ in words alone are one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.sense.conditions import of_a_tie
from pbp.spells.walk import mapped


def normal(acts: Any) -> Any:
    """A tree that is equal for all readings of one meaning; it is for comparing, and is never cast."""
    return _stops_first(mapped(acts, _plain))


def _stops_first(acts: Any) -> Any:
    """Outcomes with those first under which nothing of them happens: it is the same where that stands."""
    if not isinstance(acts, tuple):
        return acts
    stops: list[t.Act] = []
    rest: list[Any] = []
    for act in acts:
        if isinstance(act, t.If) and len(act.then) == 1 and isinstance(act.then[0], t.Nothing):
            stops.append(t.If(act.cond, (t.Nothing(),)))
            rest.extend(act.otherwise)
        else:
            rest.append(act)
    return (*sorted(dict.fromkeys(stops), key=repr), *rest)


def _plain(node: t.Node) -> t.Node:
    match node:
        case t.Not(t.Compare(left, op, right)):
            return t.Compare(left, t.OPPOSITE[op], right)
        case t.Not(t.Not(part)):
            return part
        case t.Those(t.Those(group, first), second):
            return t.Those(group, _joined(t.And, (first, second)))
        case t.Holds(t.All(), ">=", t.Int(2), t.In(t.Member(0), t.Top(t.All(), ties="all", count=1) as best)):
            return t.Tied(replace(best, ties="ruling"))
        case t.Holds(t.All(), ">=", t.Int(1 | 2), test) if (top := of_a_tie(test)) is not None:
            return t.Tied(replace(top, ties="ruling"))
        case t.And(conditions) | t.Or(conditions):
            return _joined(type(node), conditions)
        case t.CastIs(who, names):
            return t.CastIs(who, tuple(sorted(dict.fromkeys(names), key=repr)))
    return node


def _joined(kind: type[t.And] | type[t.Or], conditions: tuple[t.Cond, ...]) -> t.Cond:
    """What all of them, or one of them, must be, in whatever order it was said, and however often."""
    flat = [part for each in conditions for part in (each.parts if isinstance(each, kind) else (each,))]
    flat = _of_casts(flat) if kind is t.Or else [part for part in flat if not _goes_without_saying(part, flat)]
    found = sorted(dict.fromkeys(flat), key=repr)
    return found[0] if len(found) == 1 else kind(tuple(found))


def _of_casts(parts: list[t.Cond]) -> list[t.Cond]:
    """Burn, or Jolt, as one of these spells."""
    casts: dict[t.Who, t.CastIs] = {}
    for part in parts:
        if isinstance(part, t.CastIs) and part.names:
            before = casts.get(part.who, t.CastIs(part.who)).names
            casts[part.who] = t.CastIs(part.who, (*before, *part.names))
    kept = [part for part in parts if not (isinstance(part, t.CastIs) and part.names)]
    return [*kept, *(t.CastIs(one.who, tuple(sorted(dict.fromkeys(one.names), key=repr))) for one in casts.values())]


def _goes_without_saying(part: t.Cond, parts: list[t.Cond]) -> bool:
    """That who cast Burn cast a spell."""
    match part:
        case t.CastIs(who, ()):
            return any(isinstance(one, t.CastIs) and one.who == who and one.names for one in parts)
    return False
