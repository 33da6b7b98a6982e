"""Pictures of duels as SVG: pure functions from facts to text.

Each picture has a title and a description that says all it shows in words. Shapes bear classes, so that a page's
stylesheet can colour them; the attributes are the colours of a picture that stands alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbp.drawing import BAD, CARD, GOOD, INK, LINES, QUIET, RULE, STAR, document, label, short, signed

X, Y, RADIUS = 330, 270, 170
"""The middle of a ring's picture, and the ring's radius."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A wizard's place in a ring: the position from 1, and the Stars before and, once resolved, after the duel."""

    position: int
    name: str
    idle: bool
    before: int
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """What one wizard's spell did to the Stars of a wizard, perhaps the same."""

    by: str
    to: str
    spell: str
    stars: int


def ring(name: str, seats: Sequence[Seat], hits: Iterable[Hit] = ()) -> str:
    """The ring of a duel: who sits where and, after it, whose spell gave or took how much.

    `name` is the duel's. Arrows go from caster to whom the spell changed: green for more Stars, red for fewer,
    the thicker the more.
    """
    hits = tuple(hits)
    places = {seat.name: _place(index, len(seats)) for index, seat in enumerate(seats)}
    parts = [f'<circle class="orbit" cx="{X}" cy="{Y}" r="{RADIUS}" fill="none" stroke="{RULE}" stroke-width="2"/>']
    parts += _arrows(places, hits)
    parts += [_seat(seat, *places[seat.name], len(seats)) for seat in seats]
    return document(f"The ring of {name}", ring_in_words(seats, hits), 2 * X, 2 * Y, parts)


def ring_in_words(seats: Sequence[Seat], hits: Iterable[Hit] = ()) -> str:
    """All that the picture of a ring shows."""
    sentences = []
    for seat in seats:
        stars = f"{seat.before} Stars" if seat.after is None else f"{seat.before} Stars, then {seat.after}"
        sentences.append(f"Position {seat.position}: {seat.name}{', idle' if seat.idle else ''}, {stars}.")
    if len(seats) > 2:
        sentences.append(f"{seats[0].name} and {seats[-1].name} are neighbours too.")
    for (by, spell), group in _grouped(hits).items():
        sentences.append(f"{spell} by {by}: " + ", ".join(f"{hit.to} {signed(hit.stars)}" for hit in group) + ".")
    return " ".join(sentences)


def stars_over_time(name: str, series: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    """Stars after each duel, as a line for each wizard; `series` gives (number of the duel, Stars) in order."""
    points = [point for line in series.values() for point in line]
    numbers = sorted({number for number, _ in points}) or [0]
    low, high, step = _scale([stars for _, stars in points] or [0])
    across = {number: 60 + 500 * (at + 0.5) / len(numbers) for at, number in enumerate(numbers)}

    def down(stars: float) -> float:
        return 250 - 220 * (stars - low) / (high - low)

    parts = []
    for stars in range(low, high + 1, step):
        y = down(stars)
        parts.append(f'<line class="grid" x1="60" x2="560" y1="{y:.1f}" y2="{y:.1f}" stroke="{RULE}"/>')
        parts.append(label(52, y + 5, stars, "end", "quiet", QUIET, 14))
    every = math.ceil(len(numbers) / 12)
    parts += [label(across[n], 275, n, "middle", "quiet", QUIET, 14) for n in numbers[::every]]
    parts.append(label(310, 298, "Duel", "middle", "quiet", QUIET, 14))
    for index, line in enumerate(series.values()):
        path = " ".join(f"{across[number]:.1f},{down(stars):.1f}" for number, stars in line)
        colour, kind = LINES[index % len(LINES)], f"line{index % len(LINES)}"
        parts.append(f'<polyline class="{kind}" points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [
            f'<circle class="{kind} dot" cx="{across[number]:.1f}" cy="{down(stars):.1f}" r="4" fill="{colour}"/>'
            for number, stars in line
        ]
    described = " ".join(
        f"{wizard}: " + ", ".join(f"{stars} after duel {number}" for number, stars in line) + "."
        for wizard, line in series.items()
    )
    return document(f"Stars of {name}", described, 600, 305, parts)


def cast_counts(name: str, counts: Sequence[tuple[str, int]]) -> str:
    """How often each spell was cast, as bars in the order given; `name` says by whom or when."""
    most = max((count for _, count in counts), default=0) or 1
    parts = []
    for index, (spell, count) in enumerate(counts):
        y = 10 + 34 * index
        parts.append(label(190, y + 19, short(spell, 22), "end", "ink", INK, 15))
        width = 340 * count / most
        parts.append(f'<rect class="bar" x="200" y="{y}" width="{width:.1f}" height="26" rx="4" fill="{LINES[0]}"/>')
        parts.append(label(210 + width, y + 19, count, "start", "quiet", QUIET, 15))
    described = ", ".join(f"{spell}: {count}" for spell, count in counts) or "No spell was cast."
    return document(f"Spells cast: {name}", described, 600, 20 + 34 * max(len(counts), 1), parts)


def worths(name: str, spells: Sequence[tuple[str, float]]) -> str:
    """What each spell is worth in Stars, as bars to either side of nothing, in the order given."""
    most = max((abs(worth) for _, worth in spells), default=0) or 1
    height = 20 + 34 * max(len(spells), 1)
    parts = [f'<line x1="380" x2="380" y1="5" y2="{height - 5}" stroke="{RULE}"/>']
    for index, (spell, worth) in enumerate(spells):
        y, width = 10 + 34 * index, 130 * abs(worth) / most
        left = 380 if worth >= 0 else 380 - width
        kind, colour = ("good", GOOD) if worth >= 0 else ("bad", BAD)
        parts.append(label(190, y + 19, short(spell, 22), "end", "ink", INK, 15))
        parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{y}" width="{width:.1f}" height="26" rx="4" fill="{colour}"/>'
        )
        beside = (390 + width, "start") if worth >= 0 else (370 - width, "end")
        parts.append(label(beside[0], y + 19, f"{worth:+.2f}".replace("-", "−"), beside[1], "quiet", QUIET, 15))
    described = ", ".join(f"{spell}: {worth:+.2f} Stars" for spell, worth in spells) or "No spell."
    return document(name, described, 600, height, parts)


def _place(index: int, of: int) -> tuple[float, float]:
    """Where a position stands: the first at the top, then clockwise."""
    angle = 2 * math.pi * index / max(of, 1)
    return X + RADIUS * math.sin(angle), Y - RADIUS * math.cos(angle)


def _seat(seat: Seat, x: float, y: float, of: int) -> str:
    change = 0 if seat.after is None else seat.after - seat.before
    kind, colour = ("up", GOOD) if change > 0 else ("down", BAD) if change < 0 else ("ink", INK)
    # Few wizards have great letters, centred at their place; many have small ones, outside the ring.
    size = 22 if of <= 6 else max(10, 15 - max(of - 10, 0) // 3)
    radius = 26 if of <= 6 else size + 6
    side = 0.0 if of <= 6 else (x - X) / RADIUS
    anchor = "start" if side > 0.3 else "end" if side < -0.3 else "middle"
    outward = (radius + 6) * (1 if anchor == "start" else -1 if anchor == "end" else 0)
    lift = 0.0 if anchor != "middle" else -radius - size * 1.6 if y < Y - 1 else radius + size
    stars = f"{seat.before} ✦" if seat.after is None else f"{seat.after} ✦ ({signed(change)})"
    dashed = ' stroke-dasharray="4 4"' if seat.idle else ""
    return (
        f'<g class="seat{" idle" if seat.idle else ""}"><circle class="place" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"'
        f' fill="{CARD}" stroke="{STAR}" stroke-width="2"{dashed}/>'
        + label(x, y + size * 0.36, seat.position, "middle", "ink", INK, size, bold=True)
        + label(x + outward, y + lift, short(seat.name, 16), anchor, "ink", INK, size, bold=True)
        + label(x + outward, y + lift + size * 1.2, stars, anchor, kind, colour, size - 1)
        + "</g>"
    )


def _arrows(places: Mapping[str, tuple[float, float]], hits: Iterable[Hit]) -> Iterable[str]:
    sums: dict[tuple[str, str], int] = {}
    for hit in hits:
        if hit.by != hit.to and hit.by in places and hit.to in places:
            sums[hit.by, hit.to] = sums.get((hit.by, hit.to), 0) + hit.stars
    for (by, to), stars in sums.items():
        (x1, y1), (x2, y2) = places[by], places[to]
        # Bent towards the middle, so that there and back are two lines, and drawn short of both places.
        bend_x, bend_y = (x1 + x2) / 2 * 0.7 + X * 0.3, (y1 + y2) / 2 * 0.7 + Y * 0.3
        bend_x, bend_y = bend_x + (y2 - y1) * 0.08, bend_y - (x2 - x1) * 0.08
        x1, y1 = _towards(x1, y1, bend_x, bend_y, 26)
        x2, y2 = _towards(x2, y2, bend_x, bend_y, 30)
        kind, colour = ("up", GOOD) if stars > 0 else ("down", BAD) if stars < 0 else ("even", QUIET)
        width = min(1.5 + abs(stars) * 0.5, 6)
        angle = math.atan2(y2 - bend_y, x2 - bend_x)
        points = " ".join(
            f"{x2 + reach * math.cos(angle + turn):.1f},{y2 + reach * math.sin(angle + turn):.1f}"
            for reach, turn in ((7, 0.0), (9, 2.5), (9, -2.5))
        )
        yield (
            f'<path class="hit {kind}" d="M{x1:.1f} {y1:.1f}Q{bend_x:.1f} {bend_y:.1f} {x2:.1f} {y2:.1f}"'
            f' fill="none" stroke="{colour}" stroke-width="{width}" stroke-opacity="0.75"/>'
            f'<polygon class="tip {kind}" points="{points}" fill="{colour}"/>'
        )


def _towards(x: float, y: float, to_x: float, to_y: float, by: float) -> tuple[float, float]:
    length = math.hypot(to_x - x, to_y - y) or 1
    return x + (to_x - x) * by / length, y + (to_y - y) * by / length


def _grouped(hits: Iterable[Hit]) -> Mapping[tuple[str, str], list[Hit]]:
    groups: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        groups.setdefault((hit.by, hit.spell), []).append(hit)
    return groups


def _scale(values: Sequence[int]) -> tuple[int, int, int]:
    """The lowest and highest number of an axis, and its step: round numbers around all values."""
    low, high = min(values), max(values)
    rough = max((high - low) / 4, 1)
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    low = math.floor(low / step) * step
    high = max(math.ceil(high / step) * step, low + step)
    return low, high, step
