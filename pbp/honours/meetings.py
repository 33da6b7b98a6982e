"""Who met whom in a tournament and with what result, and the table that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""The points of a meeting, for each of the two."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entrants who meet in a round, or one who has a bye (`away` is empty: a point without a contest).

    `points` are those of the first and of the second; None while it goes on. `duel` is the number of their contest,
    0 while there is none.
    """

    round: int
    home: str
    away: str = ""
    points: tuple[float, float] | None = None
    duel: int = 0

    @property
    def bye(self) -> bool:
        """Whether nobody was met."""
        return not self.away

    @property
    def winner(self) -> str:
        """Who won, or has a bye; empty if nobody has."""
        if self.points is None or self.points[0] == self.points[1]:
            return ""
        return self.home if self.points[0] > self.points[1] else self.away

    @property
    def loser(self) -> str:
        """Who lost to somebody; empty if nobody has."""
        return "" if self.bye or not self.winner else (self.away if self.winner == self.home else self.home)


@dataclass(frozen=True, slots=True)
class TableRow:
    """An entrant in a table: `played` counts contests and walkovers, `points` byes as well.

    `buchholz` is the sum of the points of all who were met, `berger` (Sonneborn-Berger) that of those who were beaten,
    and half that of those with whom a contest was drawn. A bye adds to neither.
    """

    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: float
    buchholz: float
    berger: float


def table(entrants: Sequence[str], meetings: Sequence[Meeting]) -> list[TableRow]:
    """The entrants, the best first: by points, then Buchholz, then Sonneborn-Berger, then contests won.

    Who is equal in all that stands in the order in which the entrants were handed in, which is that of the draw.
    """
    done = [meeting for meeting in meetings if meeting.points is not None]
    points: Counter[str] = Counter()
    for meeting in done:
        for name, gained in _sides(meeting):
            points[name] += gained  # type: ignore[assignment]  # a Counter counts halves as well
    rows = [_row(name, done, points) for name in entrants]
    return sorted(rows, key=lambda row: (-row.points, -row.buchholz, -row.berger, -row.won))


def _sides(meeting: Meeting) -> list[tuple[str, float]]:
    assert meeting.points is not None
    return [pair for pair in zip((meeting.home, meeting.away), meeting.points, strict=True) if pair[0]]


def _row(name: str, done: Sequence[Meeting], points: Counter[str]) -> TableRow:
    met = []
    for meeting in done:
        sides = dict(_sides(meeting))
        if name in sides and not meeting.bye:
            met.append((next(other for other in sides if other != name), sides[name]))
    results = Counter(gained for _, gained in met)
    buchholz = sum((float(points[other]) for other, _ in met), 0.0)
    berger = sum((gained * points[other] for other, gained in met), 0.0)
    counts = (results[WIN], results[DRAW], results[LOSS])
    return TableRow(name, len(met), *counts, float(points[name]), buchholz, berger)
