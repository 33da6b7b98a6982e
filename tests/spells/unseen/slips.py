"""Spells of which one word is changed so that another meaning stands there: what the score must notice."""

from __future__ import annotations

import re
from collections.abc import Iterator

SWAPS = {
    "direction": (
        ("gains", "loses"), ("gain", "lose"), ("after the", "before the"), ("most", "fewest"), ("lower", "higher"),
        ("gained", "lost"), ("rounded down", "rounded up"), ("lowest", "highest"),
    ),
    "comparison": (
        ("at least", "more than"), ("at most", "fewer than"), ("exactly", "at least"), ("equal to", "higher than"),
        ("more than", "exactly"), ("fewer than", "at most"), ("odd", "even"), ("is", "is not"),
    ),
    "group": (
        ("each other Wizard", "each Wizard"), ("each Wizard", "each other Wizard"), ("no other", "no"),
        ("each neighbour of the caster", "each other Wizard"), ("another Wizard", "the caster"),
        ("each neighbour of the", "the"), ("random other Wizard", "random Wizard"), ("other Wizard", "Wizard"),
    ),
}  # fmt: skip
"""Words, and what is put for them."""


def slips(effect: str) -> Iterator[tuple[str, str]]:
    """For each place where one of these can be changed: of which kind it is, and the changed text."""
    for match in re.finditer(r"(?<![\w-])\d+(?![\w-])", effect):
        yield "number", f"{effect[: match.start()]}{int(match[0]) + 1}{effect[match.end() :]}"
    for kind, pairs in SWAPS.items():
        for old, new in {*pairs, *((new, old) for old, new in pairs if kind == "direction")}:
            for match in re.finditer(rf"\b{old}\b", effect, re.I):
                other = new[0].upper() + new[1:] if match[0][0].isupper() else new
                yield kind, effect[: match.start()] + other + effect[match.end() :]
