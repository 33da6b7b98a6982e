"""A turn of phrase that leaves something open, and what several of them have in common."""

from __future__ import annotations

import re
from typing import NamedTuple


class LeftOpen(NamedTuple):
    """What is asked back, what can be said instead, and the words that leave it open, wherever they stand."""

    reason: str
    hint: str
    pattern: re.Pattern[str]


def doubt(reason: str, hint: str, words: str) -> LeftOpen:
    """One of them, of its words."""
    return LeftOpen(reason, hint, re.compile(words))


STARS = r"(?:Stars?|Crystals?)"
YOUR_OWN = r"(?:your|my|the caster's|his|her|their|both|both of your|the|the two|those|these)(?: two| own| adjacent)*"
