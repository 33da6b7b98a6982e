"""What a unit may be called."""

from __future__ import annotations

import re

from pbp.commands.words import DESK
from pbp.games.tactical_genius.state import State

PATTERN = r"[^\W_]+(?:-[^\W_]+)*"
"""Letters and digits, with hyphens between them."""

CONFUSING = {verb.casefold() for verb in DESK} | set(
    "unit pass move idle skill up down i my hi hey hello ok okay so pls then now and also well order".split()
)
"""Words of orders, letters and commands, which as a name could be misread."""


def name_pattern(state: State, seat: int) -> str:
    """A regular expression that a new unit's name must fit: none that is confusing, or that the seat has used."""
    barred = "|".join(re.escape(name) for name in sorted(CONFUSING | set(state.names[seat])))
    return rf"(?i:(?!(?:{barred}|\d+)$){PATTERN})"
