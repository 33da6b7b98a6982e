"""The ring of a duel: who sits where, and what each spell did to whom."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbp.pictures.drawing import BAD, CARD, GOOD, INK, QUIET, RULE, STAR, document, label, short, signed
from pbp.pictures.facts import Hit, Redirection, Seat, Shield
from pbp.pictures.ladder import SMALL, WIDTH, fitting, ladder, wide

X = WIDTH // 2
"""The middle of the picture."""
GREAT = 14
"""The size of names."""
MOST_LABELS = 14
"""With more arrows than these none bears its words in the ring: each has a line of its own below."""
TOP = 62
"""Where the first wizard stands."""
_WIDE = 78  # half the width of the ring
Point = tuple[float, float]


def ring(
    name: str,
    seats: Sequence[Seat],
    hits: Iterable[Hit] = (),
    turns: Iterable[Redirection] = (),
    shields: Iterable[Shield] = (),
) -> str:
    """The ring of a duel: who sits where and, after it, whose spell gave or took how much, was turned or kept away.

    `name` is the duel's. Arrows go from caster to whom the spell changed: green for more Stars, red for fewer, the
    thicker the more; each bears its spell and amount, in the ring, or, where that is too full, on a line below it. What
    turned a spell is a broken arrow; who was protected has a shield.
    """
    hits, turns, shields = tuple(hits), tuple(turns), tuple(shields)
    places = _places(seats)
    inside = _Inside(places)
    arrows = [_hit(inside, hit) for hit in _summed(hits, places)]
    arrows += [_turn(inside, turn) for turn in turns if turn.was in places and turn.to in places]
    fits = len(arrows) <= MOST_LABELS and all(arrow.place(inside) for arrow in arrows)
    parts = [_orbit(len(seats)), *(arrow.svg(labelled=fits) for arrow in arrows)]
    guarded = {shield.wizard for shield in shields}
    parts += [_seat(seat, *places[seat.name], guarded=seat.name in guarded) for seat in seats]
    bottom = max((y for _, y in places.values()), default=0) + (62 if len(seats) % 2 == 0 else 34)
    below, height = ladder(seats, hits, turns, shields, bottom, arrows=not fits)
    words = in_words(seats, hits, turns, shields)
    return document(f"The ring of {name}", words, WIDTH, round(height), [*parts, *below])


def in_words(
    seats: Sequence[Seat], hits: Iterable[Hit] = (), turns: Iterable[Redirection] = (), shields: Iterable[Shield] = ()
) -> str:
    """All that the picture of a ring shows."""
    sentences = []
    for seat in seats:
        stars = f"{seat.before} Stars" if seat.after is None else f"{seat.before} Stars, then {seat.after}"
        sentences.append(f"Position {seat.position}: {seat.name}{', idle' if seat.idle else ''}, {stars}.")
    if len(seats) > 2:
        sentences.append(f"{seats[0].name} and {seats[-1].name} are neighbours too.")
    groups: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        groups.setdefault((hit.by, hit.spell), []).append(hit)
    for (by, spell), group in groups.items():
        sentences.append(f"{spell} by {by}: " + ", ".join(f"{hit.to} {signed(hit.stars)}" for hit in group) + ".")
    for turn in turns:
        sentences.append(f"{turn.spell} by {turn.by} turns {turn.wizard}'s {turn.of} from {turn.was} to {turn.to}.")
    for shield in shields:
        what = f"stops {shield.wizard}'s {shield.of}" if shield.whole else f"keeps {shield.of} from {shield.wizard}"
        sentences.append(f"{shield.spell} by {shield.by} {what}.")
    return " ".join(sentences)


# ---- places ----------------------------------------------------------------------------------------------------------


def _places(seats: Sequence[Seat]) -> dict[str, Point]:
    """Where each wizard stands, the first at the top, then clockwise.

    The ring is an upright oval: on its sides there is room for names.
    """
    half, tall = max(len(seats) / 2, 1), _tall(len(seats))
    found = {}
    for index, seat in enumerate(seats):
        is_right = index <= half
        down = (index if is_right else len(seats) - index) / half
        x = _WIDE * math.sqrt(max(1 - (2 * down - 1) ** 2, 0))
        found[seat.name] = (X + x if is_right else X - x, TOP + tall * down)
    return found


def _tall(count: int) -> float:
    """How high a ring of so many is."""
    return max((52 if count <= 10 else 42) * count / 2, 120)


def _orbit(count: int) -> str:
    if count < 2:
        return ""
    half = _tall(count) / 2
    return (
        f'<ellipse class="orbit" cx="{X}" cy="{TOP + half:.1f}" rx="{_WIDE}" ry="{half:.1f}" fill="none"'
        f' stroke="{RULE}" stroke-width="2"/>'
    )


def _seat(seat: Seat, x: float, y: float, *, guarded: bool) -> str:
    change = 0 if seat.after is None else seat.after - seat.before
    kind, colour = ("up", GOOD) if change > 0 else ("down", BAD) if change < 0 else ("ink", INK)
    anchor = "start" if x > X + 9 else "end" if x < X - 9 else "middle"
    beside = 24 if guarded else 19
    outward = {"start": beside, "end": -beside, "middle": 0}[anchor]
    above = anchor == "middle" and y < 100
    lift = -38 if above else 36 if anchor == "middle" else -3
    room = WIDTH - 8 if anchor == "middle" else (WIDTH - x if anchor == "start" else x) - beside - 3
    stars = f"{seat.before} ✦" if seat.after is None else f"{seat.after} ✦ ({signed(change)})"
    dashed = ' stroke-dasharray="4 4"' if seat.idle else ""
    shield = (
        f'<path class="shield" d="M{x - 20:.1f} {y - 18:.1f}h40v16q0 16-20 24q-20-8-20-24z" fill="none"'
        f' stroke="{QUIET}" stroke-width="2.5"/>'
        if guarded
        else ""
    )
    return (
        f'<g class="seat{" idle" if seat.idle else ""}">{shield}<circle class="place" cx="{x:.1f}" cy="{y:.1f}" r="15"'
        f' fill="{CARD}" stroke="{STAR}" stroke-width="2"{dashed}/>'
        + label(x, y + 5, seat.position, "middle", "ink", INK, GREAT, bold=True)
        + label(x + outward, y + lift, fitting(seat.name, room, GREAT, bold=True), anchor, "ink", INK, GREAT, bold=True)
        + label(x + outward, y + lift + 17, stars, anchor, kind, colour, SMALL)
        + "</g>"
    )


# ---- arrows ----------------------------------------------------------------------------------------------------------


class _Inside:
    """The inside of the ring: what stands there already, as boxes (left, top, right, bottom)."""

    def __init__(self, places: Mapping[str, Point]):
        self.places = places
        self.middle = sum(y for _, y in places.values()) / max(len(places), 1)
        self.boxes = [(x - 16, y - 16, x + 16, y + 16) for x, y in places.values()]
        self._bends: dict[tuple[str, str], int] = {}

    def bend(self, start: str, end: str) -> int:
        """The how manieth arrow this is between two."""
        key = (start, end)
        self._bends[key] = self._bends.get(key, -1) + 1
        return self._bends[key]

    def take(self, box: tuple[float, float, float, float]) -> bool:
        """Takes room, if it is free and in the picture."""
        left, top, right, bottom = box
        free = (
            left > 2
            and right < WIDTH - 2
            and not any(
                left < other[2] and right > other[0] and top < other[3] and bottom > other[1] for other in self.boxes
            )
        )
        if free:
            self.boxes.append(box)
        return free


@dataclass
class _Arrow:
    """A bent arrow with its words."""

    start: Point
    bend: Point
    end: Point
    words: str
    kind: str
    colour: str
    width: float
    broken: bool = False
    at: Point | None = None

    def place(self, inside: _Inside) -> bool:
        """Finds free room for the words beside the arrow."""
        half = wide(self.words, SMALL, bold=True) / 2 + 2
        for lift in (0, -15, 15, -29, 29):
            for part in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74):
                x, y = self.point(part)
                x, y = min(max(x, half + 3), WIDTH - half - 3), y + lift
                if inside.take((x - half, y - 8, x + half, y + 7)):
                    self.at = (x, y)
                    return True
        return False

    def point(self, part: float) -> Point:
        """Where the arrow is after a part of its way."""
        a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
        return (
            a * self.start[0] + b * self.bend[0] + c * self.end[0],
            a * self.start[1] + b * self.bend[1] + c * self.end[1],
        )

    def svg(self, *, labelled: bool) -> str:
        """The arrow, and its words if there is room for those of all."""
        (x1, y1), (bx, by), (x2, y2) = self.start, self.bend, self.end
        angle = math.atan2(y2 - by, x2 - bx)
        points = " ".join(
            f"{x2 + reach * math.cos(angle + turn):.1f},{y2 + reach * math.sin(angle + turn):.1f}"
            for reach, turn in ((7, 0.0), (9, 2.5), (9, -2.5))
        )
        dashes = ' stroke-dasharray="6 5"' if self.broken else ""
        width = self.width if labelled else self.width / 2
        drawn = (
            f'<path class="hit {self.kind}" d="M{x1:.1f} {y1:.1f}Q{bx:.1f} {by:.1f} {x2:.1f} {y2:.1f}"'
            f' fill="none" stroke="{self.colour}" stroke-width="{width}" stroke-opacity="0.75"{dashes}/>'
            f'<polygon class="tip {self.kind}" points="{points}" fill="{self.colour}"/>'
        )
        if labelled and self.at:
            kind = "quiet" if self.kind == "even" else self.kind
            drawn += label(self.at[0], self.at[1] + 5, self.words, "middle", kind, self.colour, SMALL, bold=True)
        return drawn


def _summed(hits: Iterable[Hit], places: Mapping[str, Point]) -> list[Hit]:
    """One arrow for all that a spell did to somebody else."""
    sums: dict[tuple[str, str, str], int] = {}
    for hit in hits:
        if hit.by != hit.to and hit.by in places and hit.to in places:
            sums[hit.by, hit.to, hit.spell] = sums.get((hit.by, hit.to, hit.spell), 0) + hit.stars
    return [Hit(by, to, spell, stars) for (by, to, spell), stars in sums.items()]


def _hit(inside: _Inside, hit: Hit) -> _Arrow:
    kind, colour = ("up", GOOD) if hit.stars > 0 else ("down", BAD) if hit.stars < 0 else ("even", QUIET)
    words = f"{short(hit.spell, 14)} {signed(hit.stars)}"
    return _arrow(inside, hit.by, hit.to, words, kind, colour, min(1.5 + abs(hit.stars) * 0.5, 6))


def _turn(inside: _Inside, turn: Redirection) -> _Arrow:
    arrow = _arrow(inside, turn.was, turn.to, f"{short(turn.spell, 14)}: {short(turn.of, 10)}", "even", QUIET, 2)
    arrow.broken = True
    return arrow


def _arrow(inside: _Inside, start: str, end: str, words: str, kind: str, colour: str, width: float) -> _Arrow:
    """Bent towards the middle, so that there and back are two lines, and drawn short of both places."""
    (x1, y1), (x2, y2) = inside.places[start], inside.places[end]
    nth = inside.bend(start, end)
    bend_x, bend_y = (x1 + x2) / 2 * 0.75 + X * 0.25, (y1 + y2) / 2 * 0.75 + inside.middle * 0.25
    aside = 0.1 + 0.16 * nth
    bend_x, bend_y = bend_x + (y2 - y1) * aside, bend_y - (x2 - x1) * aside
    start_at = _towards(x1, y1, bend_x, bend_y, 17)
    end_at = _towards(x2, y2, bend_x, bend_y, 23)
    return _Arrow(start_at, (bend_x, bend_y), end_at, words, kind, colour, width)


def _towards(x: float, y: float, to_x: float, to_y: float, by: float) -> Point:
    length = math.hypot(to_x - x, to_y - y) or 1
    return x + (to_x - x) * by / length, y + (to_y - y) * by / length
