"""A player's words, read by the rules: no more of them than anybody would write as an order."""

from __future__ import annotations

from typing import Any

from pbp.errors import Problem
from pbp.games.base import Game, Reading

LONGEST_ORDER = 2_000
"""Characters of one order, with all its lines; the longest that was ever needed has 400."""


def read_order(game: Game, state: Any, player: str, words: str) -> Reading:
    """What the player's order lines mean in this state; one that is too long is refused before it is read. Total."""
    if len(words) > LONGEST_ORDER:
        quote = " ".join(words[:80].split())
        reason = f"this has {len(words):,} characters, and an order has at most {LONGEST_ORDER:,}"
        return Reading(None, (Problem("too-long", quote, reason, "write the order alone, on a line of its own"),))
    return game.read(state, player, words)
