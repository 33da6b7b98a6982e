"""Going through trees: what binds a group's member, moving a part to another depth, and the draws in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

from pbp.spells import tree as t

BINDS: dict[type, dict[str, int]] = {
    t.Those: {"test": 1},
    t.Casters: {"kind": 1},
    t.Holds: {"test": 1},
    t.Top: {"by": 1},
    t.Moved: {"source": 1},
    t.Retargeted: {"by": 1},
    t.Change: {"amount": 1, "floor": 1},
    t.Assign: {"value": 1},
    t.Pay: {"receiver": 1, "amount": 1},
    t.Redirect: {"was": 1, "to": 1},
    t.Watch: {"source": 2, "amount": 2, "to": 2, "then": 2},
}
"""For each kind of node the fields inside which Member(0) is new, and how many members are."""


_NAMES: dict[type, tuple[str, ...]] = {}


def names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a kind of node."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(item.name for item in fields(kind))
    return found


class _Inner(dict[type, tuple[str, ...]]):
    """For each kind of node the fields in which nodes can stand, the last first."""

    def __missing__(self, kind: type[Any]) -> tuple[str, ...]:
        found = self[kind] = tuple(
            item.name for item in reversed(fields(kind)) if item.type not in ("bool", "int", "str")
        )
        return found


_INNER = _Inner()


def rebuilt(node: Any, make: Any) -> Any:
    """The node with `make(field name, value)` for each field in which nodes can stand."""
    kind, inner = type(node), _INNER[type(node)]
    values = [(name, getattr(node, name)) for name in names(kind)]
    return kind(*[make(name, value) if name in inner else value for name, value in values])


def shift(node: Any, by: int, depth: int = 0) -> Any:
    """The node as it reads `by` groups further in."""
    if not by:
        return node
    if isinstance(node, t.Member):
        return t.Member(node.up + by) if node.up >= depth else node
    if isinstance(node, tuple):
        return tuple(shift(part, by, depth) for part in node)
    if not is_dataclass(node):
        return node
    binds = BINDS.get(type(node), {})
    return rebuilt(node, lambda name, value: shift(value, by, depth + binds.get(name, 0)))


def has_member(node: Any, depth: int = 0) -> bool:
    """Whether a tree speaks of a member of a group outside it."""
    if isinstance(node, t.Member):
        return node.up >= depth
    if isinstance(node, tuple):
        return any(has_member(part, depth) for part in node)
    if not is_dataclass(node):
        return False
    binds = BINDS.get(type(node), {})
    return any(has_member(getattr(node, name), depth + binds.get(name, 0)) for name in _INNER[type(node)])


def replaced_outside(node: Any, old: t.Node, new: t.Node) -> Any:
    """The tree with one node for another, but not where a group's member is spoken of: there it is that one's."""
    if node == old:
        return new
    if isinstance(node, tuple):
        return tuple(replaced_outside(part, old, new) for part in node)
    if not is_dataclass(node):
        return node
    binds = BINDS.get(type(node), {})
    return rebuilt(node, lambda name, value: value if name in binds else replaced_outside(value, old, new))


COMMON = (
    t.All, t.Those, t.Member, t.Neighbours, t.Offset, t.At, t.Top, t.Join, t.Without, t.TargetOf,
    t.Int, t.Stat, t.Total, t.Count, t.Kinds, t.Truths, t.Duels, t.Add, t.Minus, t.Gap, t.Times, t.Part, t.Greatest,
    t.Least, t.Moved,
    t.Position, t.SpeedOf, t.Always, t.And, t.Or, t.Not, t.Compare, t.Holds, t.Is, t.Same, t.In, t.CastIs, t.CastTrait,
    t.CastPriced, t.CastShared,
    t.CastAgain, t.Targets, t.Retargeted, t.IsIdle, t.Odd, t.SameWord, t.Text, t.ValueOf, t.SpellOf,
    t.Traited,
)  # fmt: skip
"""The nodes that mean the same whose spell they stand in, but for ties broken at random."""


def is_common(node: t.Node, members: int = 0) -> bool:
    """Whether a tree means the same in every cast, given the members of so many groups."""
    return not has_member(node, members) and all(
        isinstance(part, COMMON) and not (isinstance(part, t.Top) and part.ties == "random") for part in parts(node)
    )


def conjuncts(test: t.Cond) -> tuple[t.Cond, ...]:
    """What must all be true for a test to be."""
    return test.parts if isinstance(test, t.And) else (test,)


def tests_of(cond: t.Cond) -> Iterator[t.Cond]:
    """What is asked in a condition, one by one: of what is joined by "and" and "or", denied and grouped."""
    match cond:
        case t.And(inner) | t.Or(inner):
            for part in inner:
                yield from tests_of(part)
        case t.Not(part) | t.Grouped(part):
            yield from tests_of(part)
        case _:
            yield cond


def parts(node: Any) -> Iterator[t.Node]:
    """The node and every node in it, from left to right."""
    todo = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, t.Node):
            yield node
            for name in _INNER[type(node)]:
                todo.append(getattr(node, name))
        elif isinstance(node, tuple):
            todo += node[::-1]


@lru_cache(maxsize=8192)
def draws(node: t.Node) -> tuple[t.Roll | t.Pick, ...]:
    """The draws in a tree that are the same for everyone, by their place in the text."""
    found = [
        part
        for part in parts(node)
        if isinstance(part, t.Roll) or (isinstance(part, t.Pick) and not has_member(part.among))
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda draw: draw.key))


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """The tree with `change(node)` for each node, from the leaves up."""
    if isinstance(node, tuple):
        return tuple(mapped(part, change) for part in node)
    if not isinstance(node, t.Node):
        return node
    return change(rebuilt(node, lambda _, value: mapped(value, change)))


def replaced(node: Any, change: dict[t.Node, t.Node]) -> Any:
    """The node with some parts exchanged for others."""
    if isinstance(node, tuple):
        return tuple(replaced(part, change) for part in node)
    if not isinstance(node, t.Node):
        return node
    if node in change:
        return change[node]
    return rebuilt(node, lambda _, value: replaced(value, change))


def with_rounding(node: Any, way: str) -> Any:
    """The node with the one part of a number in it, of which it is not said yet, rounded this way; else None."""
    found = list(dict.fromkeys(part for part in parts(node) if isinstance(part, t.Part | t.Level)))
    if len(found) != 1 or found[0].rounding:
        return None
    return replaced(node, {found[0]: replace(found[0], rounding=way)})


def rounds(node: Any, kind: str) -> bool:
    """Whether there is one part of a number to be rounded: all of a "loss", a "gain", a "payment"; or a "half"."""
    found = [act for act in parts(node) if with_rounding(act, "down") is not None]
    whole = [act for act in found if isinstance(act, t.Level) or isinstance(_amount_of(act), t.Part)]
    if not whole or with_rounding(node, "down") is None:
        return False  # of "half of your Stars plus 1", which would be rounded?
    match kind:
        case "payment":
            return any(isinstance(act, t.Pay) for act in whole)
        case "loss" | "gain":
            return any(
                (isinstance(act, t.Change) and act.gain is (kind == "gain"))
                or (isinstance(act, t.Watch) and act.way == kind)
                for act in whole
            )
        case "half":
            return any(isinstance(part, t.Part) and part.right == t.Int(2) for part in found)
    return True


def _amount_of(act: t.Node) -> Any:
    match act:
        case t.Change(amount=number) | t.Pay(amount=number) | t.Assign(value=number):
            return number
        case t.Watch(how="set", amount=number):
            return number
    return None


def is_one(who: t.Who) -> bool:
    """Whether a tree always means one Wizard (or nobody)."""
    match who:
        case t.Called(called) | t.SaidAs(called):
            return is_one(called)
        case (
            t.Caster()
            | t.Chosen()
            | t.Member()
            | t.They()
            | t.At()
            | t.Owner()
            | t.Subject()
            | t.TargetOf()
            | t.LetterWho()
        ):
            return True
        case t.Offset(of):
            return is_one(of)
        case t.Pick(_, _, count):
            return count == 1
        case t.Top():
            return who.ties != "all" and who.count == 1
    return False


OF_A_CAST = t.CastIs | t.CastTrait | t.CastPriced | t.CastShared | t.Targets | t.Retargeted
"""The tests that ask of a Wizard's cast."""


def needs_a_cast(test: t.Cond) -> bool:
    """Whether a test is true of nobody who is idle."""
    if isinstance(test, t.And):
        return any(map(needs_a_cast, test.parts))
    return isinstance(test, OF_A_CAST)


def asks_for_a_cast(cond: t.Cond) -> bool:
    """Whether it is asked of one Wizard what nobody does who is idle."""
    match cond:
        case t.Holds(who, ">=", t.Int(1), test):
            return is_one(who) and needs_a_cast(test)
    return False


def of_a_cast(test: t.Cond) -> bool:
    """Whether a test, or its denial, is of a cast alone and not of the Wizard who made it."""
    inner = test.part if isinstance(test, t.Not) else test
    if isinstance(inner, t.Or):
        return all(isinstance(part, t.Compare) and isinstance(part.left, t.SpeedOf) for part in inner.parts)
    if isinstance(inner, t.Compare):
        return isinstance(inner.left, t.SpeedOf)
    return isinstance(inner, OF_A_CAST)
