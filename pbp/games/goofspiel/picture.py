"""Goofspiel: prizes, bids, hands and points."""

from __future__ import annotations

from collections.abc import Sequence

from pbp.games.base import Facts, Picture
from pbp.games.drawn import EDGE, SMALL, WIDTH, card, headline, lines, many
from pbp.pictures.drawing import INK, QUIET, label, short

_BAND = 7
"""Bids in one row."""
_FIRST = 98
"""Where the first of them stands."""


def picture(view: Facts) -> Picture:
    """The prizes with the bids below them, the one that took it filled; a prize that nobody took is pale."""
    parts, y = lines(30, _prize(view), kind="ink", colour=INK)
    for seat, name in enumerate(view["points"]):
        more, y = headline(y + 22, seat, name, many(view["points"][name], "point"))
        parts += more
        more, y = lines(y + 22, f"Hand: {_some(view['hands'][name])}")
        parts += more
    for first in range(0, len(view["taken"]), _BAND):
        band = range(first, min(first + _BAND, len(view["taken"])))
        y += 12
        parts.append(label(EDGE, y + 24, "Prize", "start", "quiet", QUIET, SMALL))
        parts += [card(_FIRST + 42 * (n - first), y, view["taken"][n][0], kind=_fate(view["taken"][n])) for n in band]
        for seat, (name, bids) in enumerate(view["bids"].items()):
            y += 44
            parts.append(label(EDGE, y + 24, short(name, 10), "start", "quiet", QUIET, SMALL))
            for n in band:
                won = view["taken"][n][1] == name
                face = "?" if bids is None else bids[n]
                parts.append(card(_FIRST + 42 * (n - first), y, face, seat=seat, kind="now" if won else ""))
        y += 50
    return Picture(parts, WIDTH, y + 10, [sentence for sentence in _in_words(view) if sentence])


def _fate(taken: Sequence[object]) -> str:
    return "gone" if taken[1] is None else ""


def _prize(view: Facts) -> str:
    bids = f"{many(view['turn'], 'bid')} so far."
    return bids if view["prize"] is None else f"{bids} The prize now is {view['prize']}."


def _some(cards: Sequence[int] | None) -> str:
    return "hidden" if cards is None else " ".join(map(str, cards)) or "empty"


def _in_words(view: Facts) -> list[str]:
    """The same in sentences."""
    told = [_prize(view)]
    for name, points in view["points"].items():
        hand, bids = _some(view["hands"][name]), _some(view["bids"][name])
        told.append(f"{name}: {many(points, 'point')}, hand {hand}, bids {'none' if bids == 'empty' else bids}.")
    told += [f"Prize {prize} {f'went to {name}' if name else 'went to nobody'}." for prize, name in view["taken"]]
    return told
