"""Ladders, on which the winner takes the place, and leagues, whose divisions exchange players between seasons."""

from __future__ import annotations

from collections.abc import Sequence


def why_not_climb(ladder: Sequence[str], challenger: str, other: str, reach: int) -> str:
    """Why a player cannot challenge another on a ladder, the best first; empty if they can.

    Who is challenged stands above, at most `reach` places.
    """
    for name in (challenger, other):
        if name not in ladder:
            return f"{name} is not on this ladder"
    up = ladder.index(challenger) - ladder.index(other)
    if up < 0:
        return f"{other} stands below {challenger}: challenges go up"
    if up == 0:
        return "nobody can challenge themselves"
    return f"{other} stands {up} places above {challenger}: challenges go up {reach} at most" if up > reach else ""


def climbed(ladder: Sequence[str], winner: str, loser: str) -> list[str]:
    """The ladder after a challenge: a winner from below takes the loser's place, and all below it step down."""
    if ladder.index(winner) < ladder.index(loser):
        return list(ladder)
    rest = [name for name in ladder if name != winner]
    place = rest.index(loser)
    return [*rest[:place], winner, *rest[place:]]


def divisions(drawn: Sequence[str], size: int) -> list[list[str]]:
    """The divisions of a league's first season, the highest first: `size` players each; the last may have fewer.

    One alone is in the division above.
    """
    parts = [list(drawn[first : first + size]) for first in range(0, len(drawn), size)]
    if len(parts) > 1 and len(parts[-1]) == 1:
        alone = parts.pop()
        parts[-1] += alone
    return parts


def next_season(tables: Sequence[Sequence[str]], exchanged: int) -> list[list[str]]:
    """The divisions after a season, from its tables, the best first: of each two neighbours, the last `exchanged` go
    down and the first go up; no more than half a division.
    """
    after = [list(names) for names in tables]
    for upper in range(len(tables) - 1):
        high, low = tables[upper], tables[upper + 1]
        moving = min(exchanged, len(high) // 2, len(low) // 2)
        if moving:
            down, up = list(high[-moving:]), list(low[:moving])
            after[upper] = [name for name in after[upper] if name not in down] + up
            after[upper + 1] = down + [name for name in after[upper + 1] if name not in up]
    return after
