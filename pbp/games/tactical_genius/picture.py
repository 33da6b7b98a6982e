"""Tactical Genius: the board with its units, their health and the order of action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbp.games.base import Facts, Picture
from pbp.games.drawn import SEATS, SMALL, WIDTH, headline, lines, many
from pbp.games.tactical_genius.standing import extent
from pbp.pictures.drawing import CARD, INK, LINES, QUIET, RULE, label, short

_TALL, _MARGIN = 74, 26
"""How high a tile is, and what the numbers beside the board take."""


def picture(view: Facts) -> Picture:
    """The board, column 1 at the top so that it fits a narrow screen, and each player's points."""
    units, owners = view["units"], list(view["points_left"])
    columns, rows = extent(view)
    wide = (WIDTH - _MARGIN - 4) / rows
    parts = [
        label(_MARGIN + wide * (r + 0.5), 18, f"row {r + 1}", "middle", "quiet", QUIET, SMALL) for r in range(rows)
    ]
    for column in range(columns):
        top = _MARGIN + _TALL * column
        parts.append(label(12, top + _TALL / 2 + 6, column + 1, "middle", "quiet", QUIET, SMALL))
        parts += [
            f'<rect class="tile" x="{_MARGIN + wide * r:.1f}" y="{top}" width="{wide:.1f}" height="{_TALL}" fill="none"'
            f' stroke="{RULE}"/>'
            for r in range(rows)
        ]
    for unit in units:
        parts += _unit(view, unit, owners.index(unit["owner"]), wide)
    more, y = lines(_MARGIN + 28.0 + _TALL * columns, f"Turn {view['turn']}. {_acted(view)}", kind="ink", colour=INK)
    parts += more
    for seat, name in enumerate(owners):
        left, killed = view["points_left"][name], view["killed_cost"][name]
        more, y = headline(y + 34, seat, name, f"{many(left, 'point')} left, killed for {killed}")
        parts += more
    return Picture(parts, WIDTH, y + 18, [sentence for sentence in _in_words(view) if sentence])


def _unit(view: Facts, unit: Mapping[str, Any], seat: int, wide: float) -> Iterator[str]:
    """A unit on its tile: name, type, health, and as which it acted in this phase."""
    x = _MARGIN + wide * (unit["row"] - 1)
    y = _MARGIN + _TALL * (unit["column"] - 1)
    middle, colour, letters = x + wide / 2, LINES[SEATS[seat]], int(wide / (SMALL * 0.6))
    yield (
        f'<rect class="line{SEATS[seat]} face" x="{x + 3:.1f}" y="{y + 3}" width="{wide - 6:.1f}" height="{_TALL - 6}"'
        f' rx="8" fill="{CARD}" stroke="{colour}" stroke-width="3"/>'
    )
    yield label(middle, y + 22, short(unit["name"], letters), "middle", "ink", INK, SMALL, bold=True, rim=False)
    yield label(middle, y + 41, short(unit["type"], letters), "middle", "quiet", QUIET, SMALL, rim=False)
    turn = _turn(view, unit) if letters > 10 else 0  # else the sentence below the board tells it
    aside = wide / 4 if turn else 0
    yield label(middle - aside, y + 62, f"♥ {unit['health']}", "middle", "ink", INK, SMALL, bold=True, rim=False)
    if turn:
        yield label(middle + aside * 0.8, y + 62, f"acted {turn}.", "middle", "quiet", QUIET, SMALL, rim=False)


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
