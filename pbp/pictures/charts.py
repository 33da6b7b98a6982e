"""What the duels so far tell, as charts: Stars over time, how often spells were cast, what they are worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pbp.pictures.drawing import BAD, GOOD, INK, LINES, QUIET, RULE, document, label
from pbp.pictures.ladder import SMALL, WIDTH, fitting

_BAR = 38
"""How much room a bar takes with its name."""


Line = Sequence[tuple[int, float]]
"""(number of a duel, value after it) in order; 0 is called the start."""
_POINTS = 60
"""Of more duels than that a line shows some, evenly chosen, with its first and last."""


def stars_over_time(name: str, series: Mapping[str, Sequence[tuple[int, int]]]) -> str:
    """Stars after each duel, as a line for each wizard; `series` gives (number of the duel, Stars) in order.

    What a wizard began with stands under the number before the first duel: 0 is called the start.
    """
    shown = _thinned(series)
    described = " ".join(
        f"{wizard}: "
        + ", ".join(f"{stars} {f'after duel {number}' if number else 'at the start'}" for number, stars in line)
        + "."
        for wizard, line in shown.items()
    )
    return document(f"Stars of {name}", described, WIDTH, 255, _plot(shown))


def rating_over_time(name: str, steps: Sequence[tuple[int, float, float]]) -> str:
    """A rating after each duel, as (number of the duel, rating, how far the strength is likely to be from it).

    The band around the line shows where the strength is likely to be. Number 0 is called the start.
    """
    margins = {number: margin for number, _, margin in steps}
    line = _thinned({name: [(number, rating) for number, rating, _ in steps]})[name]
    described = ", ".join(
        f"{rating:.1f} ± {margins[number]:.1f} {f'after duel {number}' if number else 'at the start'}"
        for number, rating in line
    )
    edges = [[(number, rating + sign * margins[number]) for number, rating in line] for sign in (1, -1)]
    return document(f"Rating of {name}", f"{described}.", WIDTH, 255, _plot({name: line}, edges))


def _thinned(series: Mapping[str, Line]) -> dict[str, Line]:
    numbers = sorted({number for line in series.values() for number, _ in line})
    kept = set(numbers[:: math.ceil(len(numbers) / _POINTS) or 1])
    return {
        name: [point for at, point in enumerate(line) if at in (0, len(line) - 1) or point[0] in kept]
        for name, line in series.items()
    }


def _plot(series: Mapping[str, Line], band: Sequence[Line] = ()) -> list[str]:
    """The axes, the lines, and below them the band between two edges."""
    points = [point for line in (*series.values(), *band) for point in line]
    numbers = sorted({number for number, _ in points}) or [0]
    low, high, step = _scale([value for _, value in points] or [0])
    across = {number: 42 + 310 * (at + 0.5) / len(numbers) for at, number in enumerate(numbers)}

    def path(line: Line) -> list[str]:
        return [f"{across[number]:.1f},{210 - 190 * (value - low) / (high - low):.1f}" for number, value in line]

    parts = []
    for mark in range(low, high + 1, step):
        y = 210 - 190 * (mark - low) / (high - low)
        parts.append(f'<line class="grid" x1="42" x2="352" y1="{y:.1f}" y2="{y:.1f}" stroke="{RULE}"/>')
        parts.append(label(37, y + 5, mark, "end", "quiet", QUIET, SMALL))
    every = math.ceil(len(numbers) / 9)
    parts += [label(across[n], 230, n or "start", "middle", "quiet", QUIET, SMALL) for n in numbers[::every]]
    parts.append(label(197, 249, "Duel", "middle", "quiet", QUIET, SMALL))
    if band:
        edges = " ".join(path(band[0]) + path(band[1])[::-1])
        parts.append(f'<polygon class="line0 dot" points="{edges}" fill="{LINES[0]}" fill-opacity="0.15"/>')
    for index, line in enumerate(series.values()):
        colour, kind = LINES[index % len(LINES)], f"line{index % len(LINES)}"
        line_path = " ".join(path(line))
        parts.append(
            f'<polyline class="{kind}" points="{line_path}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        )
        for point in path(line):
            right, down = point.split(",")
            parts.append(f'<circle class="{kind} dot" cx="{right}" cy="{down}" r="3" fill="{colour}"/>')
    return parts


def cast_counts(name: str, counts: Sequence[tuple[str, int]]) -> str:
    """How often each spell was cast, as bars in the order given, its name above each; `name` says by whom or when."""
    most = max((count for _, count in counts), default=0) or 1
    parts = []
    for index, (spell, count) in enumerate(counts):
        y, width = 4 + _BAR * index, 310 * count / most
        parts.append(label(4, y + 13, fitting(spell, WIDTH - 8, SMALL), "start", "ink", INK, SMALL))
        parts.append(f'<rect class="bar" x="4" y="{y + 18}" width="{width:.1f}" height="14" rx="3" fill="{LINES[0]}"/>')
        parts.append(label(11 + width, y + 30, count, "start", "quiet", QUIET, SMALL))
    described = ", ".join(f"{spell}: {count}" for spell, count in counts) or "No spell was cast."
    return document(f"Spells cast: {name}", described, WIDTH, 8 + _BAR * max(len(counts), 1), parts)


def worths(name: str, spells: Sequence[tuple[str, float]]) -> str:
    """What each spell is worth in Stars, as bars to either side of nothing, in the order given."""
    most = max((abs(worth) for _, worth in spells), default=0) or 1
    height = 8 + _BAR * max(len(spells), 1)
    parts = [f'<line x1="180" x2="180" y1="4" y2="{height - 4}" stroke="{RULE}"/>']
    for index, (spell, worth) in enumerate(spells):
        y, width = 4 + _BAR * index, 120 * abs(worth) / most
        left = 180 if worth >= 0 else 180 - width
        kind, colour = ("good", GOOD) if worth >= 0 else ("bad", BAD)
        parts.append(label(4, y + 13, fitting(spell, WIDTH - 8, SMALL), "start", "ink", INK, SMALL))
        parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{y + 18}" width="{width:.1f}" height="14" rx="3" fill="{colour}"/>'
        )
        beside = (187 + width, "start") if worth >= 0 else (173 - width, "end")
        parts.append(label(beside[0], y + 30, f"{worth:+.2f}".replace("-", "−"), beside[1], "quiet", QUIET, SMALL))
    described = ", ".join(f"{spell}: {worth:+.2f} Stars" for spell, worth in spells) or "No spell."
    return document(name, described, WIDTH, height, parts)


def _scale(values: Sequence[float]) -> tuple[int, int, int]:
    """The lowest and highest number of an axis, and its step: round numbers around all values."""
    low, high = min(values), max(values)
    rough = max((high - low) / 4, 1)
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    low = math.floor(low / step) * step
    high = max(math.ceil(high / step) * step, low + step)
    return low, high, step
