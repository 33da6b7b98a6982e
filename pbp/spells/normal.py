"""What two readings mean, said in one way: readings that differ in words alone are one."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.walk import mapped

_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "%": "!%", "!%": "%"}


def normal(acts: Any) -> Any:
    """A tree that is equal for all readings of one meaning; it is for comparing, and is never cast."""
    return mapped(acts, _plain)


def _plain(node: t.Node) -> t.Node:
    match node:
        case t.Not(t.Compare(left, op, right)):
            return t.Compare(left, _OPPOSITE[op], right)
        case t.Not(t.Not(part)):
            return part
        case t.Those(t.Those(group, first), second):
            return t.Those(group, _joined(t.And, (first, second)))
        case t.And(conditions) | t.Or(conditions):
            return _joined(type(node), conditions)
    return node


def _joined(kind: type[t.And] | type[t.Or], conditions: tuple[t.Cond, ...]) -> t.Cond:
    """What all of them, or one of them, must be, in whatever order it was said, and however often."""
    flat = [part for each in conditions for part in (each.parts if isinstance(each, kind) else (each,))]
    found = sorted(dict.fromkeys(flat), key=repr)
    return found[0] if len(found) == 1 else kind(tuple(found))
