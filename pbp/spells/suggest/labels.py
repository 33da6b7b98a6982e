"""A tree as the steps that make it: at each place one form of node, with its names and numbers left open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from pbp.spells import tree as t
from pbp.spells.walk import BINDS, mapped

HOLE = "*"
NAMES = {
    "attr": "attr", "word": "value", "trait": "trait", "spell": "spell", "names": "spell", "words": "value",
    "but": "spell",
}  # fmt: skip
"""The fields that hold names, and of which kind."""
NUMBERS = {"value": "number", "sides": "dice", "low": "number", "high": "number"}
_LEFT_OUT = {"key", "at", "label", "noun", "you"}
_TOLD = {"gain", "most"}
FIXED = ("Stars", "None")


@dataclass(frozen=True)
class Form:
    """A kind of node with its plain fields; a field that holds a name is "@kind", one that holds a node HOLE."""

    kind: str
    fields: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(f'{name}={value!r}' for name, value in self.fields)})"


@dataclass(frozen=True)
class Step:
    """A form at a place, with what stands in it: the nodes below with their places, and the names and numbers."""

    place: str
    form: Form
    below: tuple[tuple[str, Any], ...]
    given: tuple[tuple[str, Any], ...]


def plain(node: Any) -> Any:
    """A tree with its draws unnumbered, and comparisons with a number as "at least" and "at most"."""
    return mapped(node, _plain)


def _plain(node: Any) -> Any:
    if isinstance(node, t.Roll | t.Pick | t.Top):
        node = replace(node, key=0)
    if isinstance(node, t.Compare) and isinstance(node.right, t.Int):
        op, number = _at_least(node.op, node.right.value)
        return replace(node, op=op, right=t.Int(number))
    if isinstance(node, t.Holds) and isinstance(node.number, t.Int):
        op, number = _at_least(node.op, node.number.value)
        return replace(node, op=op, number=t.Int(number))
    return node


def _at_least(op: str, number: int) -> tuple[str, int]:
    return {">": (">=", number + 1), "<": ("<=", number - 1)}.get(op, (op, number))


_DEFAULTS: dict[type[Any], dict[str, Any]] = {}


def defaults(kind: type[Any]) -> dict[str, Any]:
    """The default of each field."""
    found = _DEFAULTS.get(kind)
    if found is None:
        found = _DEFAULTS[kind] = {item.name: item.default for item in fields(kind)}
    return found


def step(place: str, bound: int, node: Any) -> Step:
    """The uppermost step of a node at a place, inside so many groups."""
    kind = type(node)
    told: list[tuple[str, Any]] = []
    below: list[tuple[str, Any]] = []
    given: list[tuple[str, Any]] = []
    mark = f"{kind.__name__}{node.op if isinstance(node, t.Compare | t.Holds) else ''}"
    for name, default in defaults(kind).items():
        value = getattr(node, name)
        if name in _LEFT_OUT:
            continue
        inner = f"{mark}.{name}/{bound + BINDS.get(kind, {}).get(name, 0)}"
        shown = _shown(name, value, inner, below, given)
        if shown != default or name in _TOLD:
            told.append((name, shown))
    return Step(f"{place}", Form(kind.__name__, tuple(told)), tuple(below), tuple(given))


def _shown(name: str, value: Any, inner: str, below: list[tuple[str, Any]], given: list[tuple[str, Any]]) -> Any:
    if isinstance(value, t.Node):
        below.append((inner, value))
        return HOLE
    if isinstance(value, str) and name in NAMES and value and value not in FIXED:
        given.append((NAMES[name], value))
        return f"@{NAMES[name]}"
    if isinstance(value, int) and not isinstance(value, bool) and name in NUMBERS:
        given.append((NUMBERS[name], value))
        return f"@{NUMBERS[name]}"
    if isinstance(value, tuple):
        return tuple(_shown(name, item, inner, below, given) for item in value)
    return value


def steps(place: str, node: Any) -> Iterator[Step]:
    """All steps that make a node, from the top down."""
    bound = int(place.rpartition("/")[2])
    made = step(place, bound, node)
    yield made
    for inner, part in made.below:
        yield from steps(inner, part)


def slot(place: str, form: Form) -> str:
    """Where the numbers and names of a form stand, by which others may stand as well."""
    return f"{place.partition('/')[0]}>{form.kind}"


@cache
def labels_of(place: str, form: Form) -> tuple[str, ...]:
    """What a form at a place says of the meaning."""
    found = [form.kind, slot(place, form)]
    for name, value in form.fields:
        if value != HOLE and not (isinstance(value, tuple) and all(item == HOLE for item in value)):
            found.append(f"{form.kind}.{name}={value}")
    return tuple(found)


TOP = "Program.acts/0"


def labels(acts: tuple[t.Act, ...], place: str = TOP) -> list[str]:
    """What a program says, label by label."""
    return [label for act in acts for made in steps(place, act) for label in labels_of(made.place, made.form)]


def given(acts: Any, place: str = TOP) -> list[tuple[str, Any]]:
    """The names and numbers of a program, each with its kind."""
    return [pair for act in acts for made in steps(place, act) for pair in made.given]
