"""What the pictures of games share: cards, headlines, paragraphs, scores.

The first seat is green, the second blue.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Container, Iterable, Sequence

from pbp.games.base import Facts, Picture
from pbp.pictures.drawing import CARD, INK, LINES, QUIET, RULE, document, label, short, signed

WIDTH, EDGE = 400, 14
SMALL = 15
"""The smallest letters: 12 pixels and more on a telephone, which shows a picture some 340 pixels wide."""
_CARD, _GAP = 36, 6
SEATS = (2, 4)
"""The colours of the seats, as numbers of lines."""

Drawn = tuple[list[str], float]
"""The parts of a picture, and its height."""


def card(x: float, y: float, face: object, *, size: float = _CARD, seat: int | None = None, kind: str = "") -> str:
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


def cards(
    x: float, y: float, faces: Sequence[object], *, seat: int | None = None, now: Container[object] = ()
) -> Drawn:
    """Cards from a place on, in as many rows as they need; those with a face in `now` are filled."""
    room = int((WIDTH - EDGE - x + _GAP) // (_CARD + _GAP))
    parts = [
        card(
            x + index % room * (_CARD + _GAP), y + index // room * (_CARD + _GAP), face, size=_CARD, seat=seat,
            kind="now" if face in now else "",
        )
        for index, face in enumerate(faces)
    ]  # fmt: skip
    return parts, y + math.ceil(len(faces) / room) * (_CARD + _GAP)


def headline(y: float, seat: int, name: str, told: str) -> Drawn:
    """A player's name in the seat's colour, and the score below it; and where they end."""
    colour = LINES[SEATS[seat]]
    bar = f'<rect class="line{SEATS[seat]} dot" x="{EDGE}" y="{y - 18}" width="8" height="46" fill="{colour}"/>'
    return [
        bar,
        label(EDGE + 18, y, short(name, 28), "start", "ink", INK, 20, bold=True),
        label(EDGE + 18, y + 24, told, "start", "ink", INK, 16),
    ], y + 24


def lines(y: float, text: str, *, kind: str = "quiet", colour: str = QUIET, x: float = EDGE) -> Drawn:
    """A paragraph from a place down, and where it ends."""
    rows = textwrap.wrap(text, int((WIDTH - EDGE - x) / (SMALL * 0.5)))
    return [label(x, y + 20 * n, row, "start", kind, colour, SMALL) for n, row in enumerate(rows)], y + 20 * len(rows)


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
