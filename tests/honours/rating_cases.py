"""Results as the cases write them: "101: Ann, Ben", "1 (spring): Ann +5, Ben +2, Cleo idle"."""

from __future__ import annotations

import re
from typing import Any

from pbp.honours.results import DuelResult, contest_result, ring_result
from pbp.honours.tables import RatingRow


def told(game: str, lines: list[str], orders: list[dict[str, str]] | None = None) -> list[DuelResult]:
    """The results that lines tell of one game: of the ring by Stars, of a contest the winner first, "=" for a draw.

    `orders` are those of each step of a contest, by player.
    """
    return [_told(game, line, orders or []) for line in lines]


def _told(game: str, line: str, orders: list[dict[str, str]]) -> DuelResult:
    found = re.fullmatch(r"(\d+)(?: \((\w+)\))?: (.*)", line)
    assert found, line
    number, season, words = int(found[1]), found[2] or "winter", found[3]
    if game == "wizard-ring":
        players = [each.split() for each in words.split(", ")]
        wizards = [{"name": name, "idle": stars == "idle"} for name, stars, *_ in players]
        view = {name: {"change": 0 if stars == "idle" else int(stars)} for name, stars, *_ in players}
        casts = {name: {"spell": " ".join(rest)} for name, _, *rest in players if rest}
        return ring_result(number, season, game, None, wizards, {"wizards": view, "casts": casts})
    winner, _, names = words.rpartition(", ") if "=" in words else (words.split(", ")[0], "", words)
    players = re.split(" = |, ", names)
    outcome: dict[str, Any] = {"winner": winner if winner in players else None, "draw": "=" in words and not winner}
    return contest_result(number, season, f"{game}/1", None, {"players": players}, outcome, orders)


def row_said(row: RatingRow) -> str:
    """A line of a table in words."""
    own = row.tally
    return (
        f"{row.player} {row.rating.mu:.1f} ± {row.rating.margin:.1f}: {own.played} played, {own.won} won,"
        f" {own.drawn} drawn, {own.lost} lost, {own.points:g} point{'' if own.points == 1 else 's'}"
    )
