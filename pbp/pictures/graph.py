"""Things in a circle, and arrows between them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pbp.pictures.drawing import CARD, INK, LINES, RULE, STAR, label

Point = tuple[float, float]


def circle(names: Sequence[str], middle: Point, radius: float) -> dict[str, Point]:
    """Where each of some things stands: clockwise, the first at the top."""
    x, y = middle
    turns = ((name, 2 * math.pi * n / len(names)) for n, name in enumerate(names))
    return {name: (x + radius * math.sin(turn), y - radius * math.cos(turn)) for name, turn in turns}


def orbit(middle: Point, radius: float) -> str:
    """The circle on which they stand."""
    x, y = middle
    return f'<circle class="orbit" cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{RULE}" stroke-width="2"/>'


def node(name: str, at: Point, radius: float) -> str:
    """One of them."""
    x, y = at
    return (
        f'<circle class="place" cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{CARD}" stroke="{STAR}"'
        ' stroke-width="2"/>' + label(x, y + 8, name, "middle", "ink", INK, 22, bold=True)
    )


def arrow(start: Point, end: Point, short: float, *, two_way: bool = False, width: int = 2, line: int = 0) -> str:
    """An arrow between two places, `short` of both; of a two-way connection each goes on its own side."""
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1) or 1
    along, across = ((x2 - x1) / length, (y2 - y1) / length), ((y1 - y2) / length, (x2 - x1) / length)
    off = 5 if two_way else 0
    x1, y1 = x1 + along[0] * short + across[0] * off, y1 + along[1] * short + across[1] * off
    x2, y2 = x2 - along[0] * (short + 3) + across[0] * off, y2 - along[1] * (short + 3) + across[1] * off
    long, half = 9 + 2 * width, 2 + 2 * width
    tip = [(x2, y2)] + [
        (x2 - along[0] * long + across[0] * side, y2 - along[1] * long + across[1] * side) for side in (half, -half)
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in tip)
    return (
        f'<line class="line{line}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2 - along[0] * 8:.1f}"'
        f' y2="{y2 - along[1] * 8:.1f}" stroke="{LINES[line]}" stroke-width="{width}"/>'
        f'<polygon class="line{line} dot" points="{points}" fill="{LINES[line]}"/>'
    )
