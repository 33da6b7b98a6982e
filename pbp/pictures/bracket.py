"""The bracket of a knock-out: a column for each round, each winner's line leading to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbp.pictures.drawing import GOOD, INK, QUIET, RULE, document, label
from pbp.pictures.ladder import SMALL, fitting

_COLUMN, _ROW, _LINE = 168, 58, 20
_BOX = 140
_TOP = 34


@dataclass(frozen=True, slots=True)
class Tie:
    """Two who meet in a bracket; empty names: nobody, or not known yet. `score` is that of each, as it is shown."""

    home: str = ""
    away: str = ""
    score: tuple[str, str] = ("", "")
    winner: str = ""

    @property
    def said(self) -> str:
        """It in words."""
        if not self.home and not self.away:
            return "not known yet"
        if not self.away or not self.home:
            return f"{self.home or self.away} without an opponent"
        told = f"{self.home} against {self.away}"
        return f"{told}, {self.winner} goes on" if self.winner else told


def bracket(title: str, rounds: Sequence[Sequence[Tie]], third: Tie | None = None) -> str:
    """The rounds, the first on the left, each with half as many ties as the one before."""
    height = _TOP + _ROW * max(1, len(rounds[0])) + (_ROW + 22 if third else 0)
    parts: list[str] = []
    middles = [_TOP + _ROW * (place + 0.5) for place in range(len(rounds[0]))]
    before: list[float] = []
    for number, ties in enumerate(rounds):
        left = 8 + _COLUMN * number
        name = "Final" if number == len(rounds) - 1 else f"Round {number + 1}"
        parts.append(label(left, 20, name, "start", "dim", QUIET, SMALL, rim=False))
        for place, tie in enumerate(ties):
            parts += _tie(left, middles[place], tie)
            if number:
                parts += _joins(left, (before[2 * place], before[2 * place + 1]), middles[place])
        before = middles
        middles = [(one + other) / 2 for one, other in zip(middles[::2], middles[1::2], strict=False)]
    if third:
        left, middle = 8 + _COLUMN * (len(rounds) - 1), height - _ROW / 2 - 4
        parts.append(label(left, middle - _LINE - 8, "Third place", "start", "dim", QUIET, SMALL, rim=False))
        parts += _tie(left, middle, third)
    told = [f"Round {number}: {'; '.join(tie.said for tie in ties)}." for number, ties in enumerate(rounds, 1)]
    told += [f"For the third place: {third.said}."] if third else []
    return document(title, " ".join(told), 16 + _COLUMN * len(rounds) - (_COLUMN - _BOX), height, parts)


def _tie(left: float, middle: float, tie: Tie) -> list[str]:
    parts = []
    for row, (name, score) in enumerate(zip((tie.home, tie.away), tie.score, strict=True)):
        top = middle - _LINE + _LINE * row
        won = bool(name) and name == tie.winner
        kind, colour = ("ink", INK) if name else ("dim", QUIET)
        shown = fitting(name, _BOX - 36, SMALL, bold=won) if name else "–"
        parts.append(
            f'<rect class="face tile" x="{left}" y="{top}" width="{_BOX}" height="{_LINE}" fill="none"'
            f' stroke="{RULE}"/>'
        )
        parts.append(label(left + 8, top + 15, shown, "start", kind, colour, SMALL, bold=won, rim=False))
        tone = ("up", GOOD) if won else ("dim", QUIET)
        parts.append(label(left + _BOX - 8, top + 15, score, "end", *tone, SMALL, bold=won, rim=False))
    return parts


def _joins(left: float, feeders: tuple[float, float], middle: float) -> list[str]:
    """The lines from the two ties before to this one."""
    start, turn = left - (_COLUMN - _BOX), left - (_COLUMN - _BOX) / 2
    return [
        f'<path class="grid" d="M{start} {y:.1f}H{turn}V{middle:.1f}H{left}" fill="none" stroke="{RULE}"'
        ' stroke-width="2"/>'
        for y in feeders
    ]
