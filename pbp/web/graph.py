"""A field whose values are arrows, drawn to be chosen from: what stands in a circle, and the arrows between."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from pbp.games.choices import Field, FieldValue
from pbp.pictures.graph import arrow, circle, node, orbit

_SIZE, _RADIUS, _NODE = 300, 126, 22
_MIDDLE = (_SIZE / 2, _SIZE / 2)


@dataclass(frozen=True, slots=True)
class ArrowDrawn:
    """A value that can be chosen: the place in the circle to which it goes, what that is called, and the arrow."""

    value: FieldValue
    to: int
    name: str
    drawn: Markup


@dataclass(frozen=True, slots=True)
class ArrowStart:
    """A place in the circle from which arrows can be chosen."""

    at: int
    name: str
    aims: tuple[ArrowDrawn, ...]


@dataclass(frozen=True, slots=True)
class ArrowGraph:
    """How many things stand in the circle, a drawing of them with the arrows that are there, and the choices."""

    size: int
    ground: Markup
    starts: tuple[ArrowStart, ...]


def graph(field: Field) -> ArrowGraph:
    """The drawing of a field of arrows."""
    names = field.heads[0]
    places = list(circle(names, _MIDDLE, _RADIUS).values())
    there = {at for at, _ in field.marks}

    def drawn(at: tuple[int, int], *, width: int, line: int) -> str:
        start, end = at
        return arrow(places[start - 1], places[end - 1], _NODE, two_way=(end, start) in there, width=width, line=line)

    ground = [orbit(_MIDDLE, _RADIUS), *(drawn(at, width=2, line=0) for at in sorted(there))]
    nodes = [node(name, at, _NODE) for name, at in zip(names, places, strict=True)]
    arrows = sorted(((value.at, value) for value in field.values if value.at), key=lambda each: each[0])
    starts = tuple(
        ArrowStart(
            first,
            names[first - 1],
            tuple(
                ArrowDrawn(value, at[1], names[at[1] - 1], _svg([drawn(at, width=4, line=1)])) for at, value in of_start
            ),
        )
        for first, of_start in groupby(arrows, key=lambda each: each[0][0])
    )
    return ArrowGraph(len(names), _svg([*ground, *nodes]), starts)


def _svg(parts: Iterable[str]) -> Markup:
    """A layer of the drawing; the choices over it say the same in words."""
    inner = "".join(parts)
    return Markup(  # noqa: S704
        f'<svg class="picture" viewBox="0 0 {_SIZE} {_SIZE}" aria-hidden="true" focusable="false">{inner}</svg>'
    )
