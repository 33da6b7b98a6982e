"""What the pictures of games share: cards, headlines, paragraphs, scores.

The first seat is green, the second blue.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator

from pbp.drawing import CARD, INK, LINES, QUIET, RULE, document, label, short, signed
from pbp.games.base import Facts, Picture

WIDTH, EDGE = 660, 20
SEATS = (2, 4)
"""The colours of the seats, as numbers of lines."""

Drawn = tuple[list[str], float]
"""The parts of a picture, and its height."""


def card(x: float, y: float, face: object, *, size: float = 36, seat: int | None = None, kind: str = "") -> str:
    """A card, die or chip with a value; `kind`: "now" is filled in the seat's colour, "gone" is pale and dashed."""
    colour = RULE if seat is None else LINES[SEATS[seat]]
    shape = f"line{SEATS[seat]}" if seat is not None else "grid"
    if kind == "now":
        fill, fill_class, ink, ink_class = colour, "dot", CARD, "onto"
    else:
        fill, fill_class, ink, ink_class = CARD, "face", *((QUIET, "quiet") if kind == "gone" else (INK, "ink"))
    dashed = ' stroke-dasharray="4 4"' if kind == "gone" else ""
    letters = str(face)
    height = size * (0.56 if len(letters) < 3 else 0.4)
    middle, down = x + size / 2, y + size / 2 + height * 0.36
    text = label(middle, down, letters, "middle", ink_class, ink, height, bold=True, rim=False)
    return (
        f'<rect class="{shape} {fill_class}" x="{x:.1f}" y="{y:.1f}" width="{size}" height="{size}" rx="6"'
        f' fill="{fill}" stroke="{colour}" stroke-width="2"{dashed}/>{text}'
    )


def cards(x: float, y: float, faces: Iterable[object], *, size: float = 36, seat: int | None = None) -> Iterator[str]:
    """Cards in a row."""
    for index, face in enumerate(faces):
        yield card(x + index * (size + 6), y, face, size=size, seat=seat)


def headline(y: float, seat: int, name: str, told: str) -> list[str]:
    """A player's name in the seat's colour, and the score beside it."""
    colour = LINES[SEATS[seat]]
    bar = f'<rect class="line{SEATS[seat]} dot" x="{EDGE}" y="{y - 20}" width="8" height="26" fill="{colour}"/>'
    return [
        bar,
        label(EDGE + 18, y, short(name, 20), "start", "ink", INK, 22, bold=True),
        label(WIDTH - EDGE, y, told, "end", "ink", INK, 19),
    ]


def lines(y: float, text: str, *, kind: str = "quiet", colour: str = QUIET) -> Drawn:
    """A paragraph from a place down, and where it ends."""
    rows = textwrap.wrap(text, 64)
    return [label(EDGE, y + 24 * n, row, "start", kind, colour, 18) for n, row in enumerate(rows)], y + 24 * len(rows)


def drawn(title: str, picture: Picture) -> str:
    """A picture as an SVG document with a title."""
    return document(title, " ".join(picture.words), math.ceil(picture.width), math.ceil(picture.height), picture.parts)


def told_in_lines(said: Iterable[str]) -> Drawn:
    """Sentences, each a paragraph of its own."""
    parts: list[str] = []
    y: float = 30
    for sentence in said:
        more, y = lines(y, sentence, kind="ink", colour=INK)
        parts += more
        y += 8
    return parts, y + 10


def score(view: Facts, name: str) -> str:
    """What a player has in a game of bouts: "3 points (+1), 0 bouts won"."""
    points, won = view["points"][name], view["bouts_won"][name]
    return f"{many(points, 'point')} ({signed(view['gained'][name])}), {many(won, 'bout')} won"


def many(number: int, thing: str) -> str:
    """A number of things: "1 bout", "2 bouts"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def bout_words(view: Facts) -> list[str]:
    """The sentences that begin the words of a game of bouts and rounds."""
    over = view["bout_over"]
    told = [f"Bout {view['bout']}, round {view['round']}."]
    if over:
        who = f"{over['winner']} wins the bout" if over["winner"] else "The bout is drawn"
        told.append(f"{who}: {over['reason']}.")
    return told


def caption(view: Facts) -> Drawn:
    """The same as a caption."""
    return lines(30, " ".join(bout_words(view)), kind="ink", colour=INK)
