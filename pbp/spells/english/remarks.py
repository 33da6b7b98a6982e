"""What an Inputs line says beside what it asks for: "(not your own)", "(0 is allowed too)". As asides, it is checked.

One function for each name after "->".
"""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.asking import _spell
from pbp.spells.english.asking_notes import ask_noted, note_neither
from pbp.spells.english.limits import Note, who_of
from pbp.spells.english.offering import Asked
from pbp.spells.english.phrases import Bag, Casts, Phrase


def remark_not_near(part: tuple[str, Any]) -> Note:
    """ "(Not one next to yours)"."""
    role, value = part
    if role != "near" or who_of(value) != t.Caster():
        raise NoSense
    return "limit", (False, False)


def remark_any() -> Note:
    """ "(Any)"."""
    return "any", None


def remark_allowed(number: int) -> Note:
    """ "(0 is allowed too)"."""
    return "number", number


def remark_one() -> Note:
    """ "(Pick one)"."""
    return "one", 1


def remark_two() -> Note:
    return "one", 2


def remark_both(first: Note, second: Note) -> Note:
    """ "(Not you, someone else)"."""
    if first != second:
        raise NoSense
    return first


def ask_remarked(asked: Asked, note: Note) -> Asked:
    """An input with what is said of it in brackets; what is not new must be so."""
    kind, value = note
    last = asked[-1]
    match kind:
        case "any" if last.kind in ("position", "wizard", "spell") and not (last.not_self or last.adjacent or last.but):
            return asked
        case "number" if last.low is not None and last.high is not None and last.low <= value <= last.high:
            return asked
        case "one" if last.kind == "word" and len(asked) == value:
            return asked
        case "own" | "limit":
            return ask_noted(asked, note)
    raise NoSense


def asked_not(asked: Asked, phrase: Phrase) -> Asked:
    """ "A position, any but yours", "a spell's name, not Burn"."""
    if isinstance(phrase, Casts) and len(asked) == 1 and asked[0].kind == "spell" and not asked[0].but:
        return _spell("a", Bag((("but", phrase),)), False)
    return ask_noted(asked, note_neither(phrase))


def asked_not_near(asked: Asked, part: tuple[str, Any]) -> Asked:
    """ "A position, but not one next to yours"."""
    return ask_noted(asked, remark_not_near(part))
