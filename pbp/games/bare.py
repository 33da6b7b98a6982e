"""Order lines without their verb, as people write them who are asked for one thing: "Fog Cloud", "3", "A > B"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbp.games.base import Game
from pbp.games.reading import LONGEST_ORDER

_SMALL = frozenset("a an the i no of my".split())
_KNOWN_BUT = frozenset("not-in-hand banned repeated not-to-ban not-offered rule-exists wrong-sum too-dear".split())
"""The problems of words that name what the game knows, but that may not be ordered now."""
_MOST_LINES = 20
"""Lines without a verb that are taken for orders; a letter of more is about something else."""


def with_verb(game: Game, state: Any, player: str, line: str) -> str:
    """The order line, with its verb, that a line can only be in the present step; empty if it is none.

    It must be asked for, be legal, and say the order and nothing else: no slip, no chatter, no question.
    """
    verb = game.phases[game.phase(state)].verb
    if not verb or len(line) > LONGEST_ORDER or "?" in line or player not in game.awaits(state):
        return ""
    reading = game.read(state, player, f"{verb} {line}")
    if reading.order is None or reading.problems:
        return ""
    tokens = _tokens(line)
    says_nothing = tokens <= _SMALL and not line.isupper()  # in capitals A and I are letters of spells
    is_all = tokens <= _tokens(f"{reading.order.words} {reading.order.said}")
    return f"{verb} {line}" if is_all and not says_nothing else ""


def refused_with_verb(game: Game, state: Any, player: str, lines: Sequence[str]) -> list[str]:
    """Lines that name a thing of the game which cannot be ordered now, with their verb: the game then says why."""
    verb = game.phases[game.phase(state)].verb
    if (
        not verb
        or not 0 < len(lines) <= _MOST_LINES
        or player not in game.awaits(state)
        or any("?" in line for line in lines)
    ):
        return []
    said = [f"{verb} {line}" for line in lines]
    codes = [{problem.code for problem in game.read(state, player, words).problems} for words in said]
    return said if all(found & _KNOWN_BUT for found in codes) else []


def all_with_verb(game: Game, state: Any, player: str, lines: Sequence[str]) -> list[str]:
    """The same for several lines: empty unless there are lines, and each of them is such a line."""
    found = [with_verb(game, state, player, line) for line in lines[:_MOST_LINES]]
    return found if len(lines) <= _MOST_LINES and all(found) else []


def _tokens(words: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", words.casefold()))
