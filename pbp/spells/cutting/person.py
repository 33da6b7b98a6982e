"""How a text calls its caster: I, you, or the caster."""

from __future__ import annotations

import re

from pbp.spells.inputs import Puzzle

_FIRST, _SECOND = (
    re.compile(r"\b(I|me|[Mm](?:y|ine|yself))\b"),
    re.compile(r"\b(?:[Yy]ou(?:r|rs|rself)?|[Tt]h(?:ou|ee|y|ine|yself))\b"),
)


_LETTER_I = re.compile(r"\b(?:[Ll]et I (?:be|equal)\b|I (?:is|be|being) (?:the|DICE)|I ?= ?(?:the|DICE))")
_AS_LETTER = re.compile(r"\bI(?= (?:is|be|being|equal|or|times)\b| ?[=+<>≥≤×.,:;)-]| [A-Z]|$)")
"""Where the text says what number I is, and where it speaks of that number: "I Stars", "3 times I"."""


_ASIDE_OF_I = re.compile(r"\bI(?: mean|['’]m afraid| am afraid)\b")
"""What says nothing of the caster."""


def check_person(effect: str) -> None:
    """That a spell does not say both "I" and "you": it leaves open who of the two casts it. Raises Puzzle."""
    effect = _ASIDE_OF_I.sub("", effect)
    if _LETTER_I.search(effect):
        effect = _AS_LETTER.sub("", effect)
    if _FIRST.search(effect) and _SECOND.search(effect):
        raise Puzzle('"I" and "you" leave open which of them is the caster', "say: the caster")


def is_you(effect: str) -> bool:
    """Whether an Effect speaks to its caster, or as its caster, and nowhere of "the caster"."""
    return bool(_FIRST.search(effect) or _SECOND.search(effect)) and "caster" not in effect.casefold()
