"""Reality Benders: the graph of all nine spells with its arrows, hands, scores."""

from __future__ import annotations

import math

from pbp.games.base import Facts, Picture
from pbp.games.drawn import EDGE, WIDTH, bout_words, caption, cards, headline, lines, score
from pbp.games.reality_benders.graph import LETTERS
from pbp.games.reality_benders.state import NAMES
from pbp.pictures.drawing import CARD, INK, LINES, RULE, STAR, label

_X, _RADIUS, _NODE = WIDTH / 2, 130, 22
"""The middle of the graph, its radius, and that of a node."""


def picture(view: Facts) -> Picture:
    """The graph with the spells clockwise from A at the top, and each player's hand, points and items."""
    parts, top = caption(view)
    middle = top + _RADIUS + _NODE + 20
    places = {
        letter: (_X + _RADIUS * math.sin(turn), middle - _RADIUS * math.cos(turn))
        for letter, turn in ((letter, 2 * math.pi * n / len(LETTERS)) for n, letter in enumerate(LETTERS))
    }
    parts.append(
        f'<circle class="orbit" cx="{_X}" cy="{middle}" r="{_RADIUS}" fill="none" stroke="{RULE}" stroke-width="2"/>'
    )
    for start, _, end in view["graph"]:
        parts.append(_arrow(places[start], places[end], f"{end}>{start}" in view["graph"]))
    for letter, (x, y) in places.items():
        parts.append(
            f'<circle class="place" cx="{x:.1f}" cy="{y:.1f}" r="{_NODE}" fill="{CARD}" stroke="{STAR}"'
            ' stroke-width="2"/>' + label(x, y + 8, letter, "middle", "ink", INK, 22, bold=True)
        )
    more, y = lines(middle + _RADIUS + _NODE + 28, " · ".join(f"{letter} {NAMES[letter]}" for letter in LETTERS))
    parts += more
    for seat, name in enumerate(view["points"]):
        won = "wins the duel, " if view["duel_winner"] == name else ""
        more, y = headline(y + 22, seat, name, won + score(view, name))
        parts += more
        more, y = cards(EDGE, y + 16, view["hands"][name], seat=seat)
        parts += more
        more, y = lines(y + 16, _held(view, name))
        parts += more
    return Picture(parts, WIDTH, y, [sentence for sentence in _in_words(view) if sentence])


def _arrow(start: tuple[float, float], end: tuple[float, float], two_way: bool) -> str:
    """An arrow between two nodes, short of both; of a two-way connection each goes on its own side."""
    (x1, y1), (x2, y2) = start, end
    length = math.hypot(x2 - x1, y2 - y1) or 1
    along, across = ((x2 - x1) / length, (y2 - y1) / length), ((y1 - y2) / length, (x2 - x1) / length)
    off = 5 if two_way else 0
    x1, y1 = x1 + along[0] * _NODE + across[0] * off, y1 + along[1] * _NODE + across[1] * off
    x2, y2 = x2 - along[0] * (_NODE + 3) + across[0] * off, y2 - along[1] * (_NODE + 3) + across[1] * off
    tip = [(x2, y2)] + [
        (x2 - along[0] * 13 + across[0] * side, y2 - along[1] * 13 + across[1] * side) for side in (6, -6)
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in tip)
    return (
        f'<line class="line0" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2 - along[0] * 8:.1f}" y2="{y2 - along[1] * 8:.1f}"'
        f' stroke="{LINES[0]}" stroke-width="2"/><polygon class="line0 dot" points="{points}" fill="{LINES[0]}"/>'
    )


def _held(view: Facts, name: str) -> str:
    combo = view["combo"][name]
    items = ", ".join(view["items"][name]) or "none"
    return f"Items: {items}.{f' Combo names {NAMES[combo]} ({combo}).' if combo else ''}"


def _in_words(view: Facts) -> list[str]:
    """The same in sentences."""
    arrows = ", ".join(f"{arrow[0]} beats {arrow[-1]}" for arrow in view["graph"])
    told = [*bout_words(view), f"The nine spells A to I in a circle; {arrows or 'there is no arrow yet'}."]
    if view["duel_winner"]:
        told.append(f"{view['duel_winner']} wins the duel.")
    for name in view["points"]:
        hand = " ".join(view["hands"][name]) or "nothing"
        told.append(f"{name}: {score(view, name)}, holds {hand}. {_held(view, name)}")
    return told
