"""Reality Benders: the graph of all nine spells with its arrows, hands, scores."""

from __future__ import annotations

from pbp.games.base import Facts, Picture
from pbp.games.drawn import EDGE, WIDTH, bout_words, caption, cards, headline, lines, score
from pbp.games.reality_benders.graph import LETTERS
from pbp.games.reality_benders.state import NAMES
from pbp.pictures.graph import arrow, circle, node, orbit

_X, _RADIUS, _NODE = WIDTH / 2, 130, 22
"""The middle of the graph, its radius, and that of a node."""


def picture(view: Facts) -> Picture:
    """The graph with the spells clockwise from A at the top, and each player's hand, points and items."""
    parts, top = caption(view)
    middle = top + _RADIUS + _NODE + 20
    places = circle(LETTERS, (_X, middle), _RADIUS)
    parts.append(orbit((_X, middle), _RADIUS))
    for start, _, end in view["graph"]:
        parts.append(arrow(places[start], places[end], _NODE, two_way=f"{end}>{start}" in view["graph"]))
    parts += [node(letter, at, _NODE) for letter, at in places.items()]
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
