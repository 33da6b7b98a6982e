"""Tactical Genius: the board with its units, their health and the order of action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbp.drawing import CARD, INK, LINES, QUIET, RULE, label, short
from pbp.games.base import Facts, Picture
from pbp.games.drawn import SEATS, WIDTH, headline, lines, many
from pbp.games.tactical_genius.standing import extent

_TALL = 96


def picture(view: Facts) -> Picture:
    """The board, row 1 at the top, and each player's points."""
    units, owners = view["units"], list(view["points_left"])
    columns, rows = extent(view)
    wide = (WIDTH - 36) / columns
    parts = [label(30 + wide * (c + 0.5), 20, c + 1, "middle", "quiet", QUIET, 16) for c in range(columns)]
    for row in range(rows):
        top = 30 + _TALL * row
        parts.append(label(14, top + _TALL / 2 + 6, row + 1, "middle", "quiet", QUIET, 16))
        parts += [
            f'<rect class="tile" x="{30 + wide * c:.1f}" y="{top}" width="{wide:.1f}" height="{_TALL}" fill="none"'
            f' stroke="{RULE}"/>'
            for c in range(columns)
        ]
    for unit in units:
        parts += _unit(view, unit, owners.index(unit["owner"]), wide)
    more, y = lines(58.0 + _TALL * rows, " ".join([f"Turn {view['turn']}.", _acted(view)]), kind="ink", colour=INK)
    parts += more
    y += 14
    for seat, name in enumerate(owners):
        left, killed = view["points_left"][name], view["killed_cost"][name]
        parts += headline(y, seat, name, f"{many(left, 'point')} left, killed for {killed}")
        y += 38
    return Picture(parts, WIDTH, y - 10, [sentence for sentence in _in_words(view) if sentence], wide=True)


def _unit(view: Facts, unit: Mapping[str, Any], seat: int, wide: float) -> Iterator[str]:
    """A unit on its tile: name, type, health, and as which it acted in this phase."""
    x = 30 + wide * (unit["column"] - 1)
    y = 30 + _TALL * (unit["row"] - 1)
    middle, colour = x + wide / 2, LINES[SEATS[seat]]
    yield (
        f'<rect class="line{SEATS[seat]} face" x="{x + 3:.1f}" y="{y + 3}" width="{wide - 6:.1f}" height="{_TALL - 6}"'
        f' rx="8" fill="{CARD}" stroke="{colour}" stroke-width="3"/>'
    )
    yield label(middle, y + 24, short(unit["name"], 8), "middle", "ink", INK, 12, bold=True, rim=False)
    yield label(middle, y + 40, short(unit["type"], 9), "middle", "quiet", QUIET, 8.5, rim=False)
    yield label(middle, y + 62, f"♥ {unit['health']}", "middle", "ink", INK, 17, bold=True)
    if turn := _turn(view, unit):
        yield label(middle, y + 84, f"acted {turn}.", "middle", "quiet", QUIET, 10, rim=False)


def _turn(view: Facts, unit: Mapping[str, Any]) -> int:
    """As which a unit acted in this phase, from 1 (labelled with its owner where both armies have its name); else 0."""
    names = (unit["name"], f"{unit['owner']}'s {unit['name']}")
    return next((turn for turn, name in enumerate(view["order"], 1) if name in names), 0)


def _acted(view: Facts) -> str:
    return f"Order of action: {', '.join(view['order'])}." if view["order"] else ""


def _in_words(view: Facts) -> list[str]:
    """The same in sentences."""
    told = [f"Turn {view['turn']}."]
    for name, left in view["points_left"].items():
        told.append(f"{name}: {many(left, 'point')} left, killed units for {view['killed_cost'][name]}.")
        told += [
            f"{unit['name']}, {unit['type']}, at {unit['column']},{unit['row']} with health {unit['health']}, attack"
            f" {unit['attack']}, defense {unit['defense']}, speed {unit['speed']}."
            for unit in view["units"]
            if unit["owner"] == name
        ] or ["No unit on the board."]
    return [*told, _acted(view)]
