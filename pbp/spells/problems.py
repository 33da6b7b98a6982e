"""Why a sentence cannot be read: the exact place, and what could stand there instead."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache

from pbp.spells.chart import Chart
from pbp.spells.english.lexicon import words as lexicon_words
from pbp.spells.english.reading import grammar
from pbp.spells.words import NUMBERS, Names, Token

_KINDS = {
    "T_NUMBER": "a number",
    "T_DICE": "a die such as DICE6",
    "T_THING": "Stars or a tracked value",
    "T_ATTR": "a tracked value",
    "T_SPELL": "the name of a spell",
    "T_PLURAL": "spells by their name",
    "T_OTHER": "the name of a spell",
    "T_VALUE": "a value such as Red",
    "T_TRAIT": "a trait",
}


SEE_THE_GUIDE = "`pbp spells guide` shows what is readable"
"""The hint where so much could stand that naming it helps nobody."""


def unreadable(found: Sequence[Token], chart: Chart, names: Names) -> tuple[str, str]:
    """The reason and the hint for a sentence without a reading."""
    if not found:
        return "there is nothing to be read", ""
    at = max(0, chart.furthest)
    strange = next((token for place, token in enumerate(found) if _is_trouble(token, place, at, names)), None)
    if strange is not None:
        near = _near(strange, names)
        return f'the word "{strange.shown}" is unknown', f'did you mean "{near}"?' if near else _expected(chart)
    if at >= len(found):
        return _cut_short(found, chart)
    before = _quoted(found[max(0, at - 4) : at])
    place = f'after "{before}"' if before else "at the beginning"
    return f'"{found[at].shown}" cannot be read {place}', _expected(chart)


def _cut_short(found: Sequence[Token], chart: Chart) -> tuple[str, str]:
    """A sentence of which each word can be read, but not the whole: what could not be joined to what."""
    ends = chart.ends("sentence")
    if not ends:
        return "the sentence is not complete, or its parts do not go together", _expected(chart)
    first = ends[-1]
    while first < len(found) - 1 and found[first].shown in (",", ":", ";"):
        first += 1
    rest, whole = _quoted(found[first:]), _quoted(found[: ends[-1]])
    return f'"{rest}" cannot be joined to "{whole}"', "say it in a sentence of its own, or name whom and what is meant"


def _quoted(found: Sequence[Token]) -> str:
    """Words as they stand in the text; of a contraction that was opened, the whole once."""
    words = ""
    last = -1
    for token in found:
        if token.start == last:
            continue
        last = token.start
        close = not words or words.endswith("(") or token.shown in (",", ".", ";", ":", ")", "'s", "'S", "'")
        words += token.shown if close else f" {token.shown}"
    return words


def _is_trouble(token: Token, place: int, at: int, names: Names) -> bool:
    """Whether a word is what cannot be read; nothing goes further than `at`. Any in small letters that is unknown is.

    With a capital it may be a value, and is the trouble only there, if it is like a name, or begins the sentence.
    """
    if token.kind != "word" or _known(token, names):
        return False
    if not token.shown[0].isupper():
        return True
    return place >= at - 1 and bool(_near(token, names) if place == 0 else _near_name(token, names))


def _known(token: Token, names: Names) -> bool:
    if token.word in NUMBERS or grammar().fitting(token.word) or token.word in lexicon_words():
        return True
    return any(token.word in words for table in names.tables.values() for words in table)


@cache
def _vocabulary() -> list[str]:
    """Every word that can be read by itself."""
    return sorted({*grammar().vocabulary(), *lexicon_words()})


def _near(token: Token, names: Names) -> str:
    """The known word nearest to an unknown one; names first. Another form of the same word is no help."""
    near = get_close_matches(token.word, _vocabulary(), 3, 0.8)
    return _near_name(token, names) or next((word for word in near if not _same_word(word, token.word)), "")


_CAPITALS = {"Wizard", "Wizards", "Ring", "Duel", "Duels", "Star", "Stars"}
"""What the game writes with a capital."""


def _near_name(token: Token, names: Names) -> str:
    tables = [names.tables.get(kind, {}) for kind in ("T_SPELL", "T_ATTR", "T_THING", "T_TRAIT")]
    shown = _CAPITALS | {name for table in tables for name in table.values()}
    lower = {name.lower(): name for name in shown}
    near = get_close_matches(token.word, list(lower), 1, 0.7 if len(token.word) > 3 else 0.8)
    return lower[near[0]] if near else ""


def _same_word(one: str, other: str) -> bool:
    longer, shorter = sorted((one, other), key=len, reverse=True)
    return longer in {shorter + ending for ending in ("s", "es", "d", "ed", "ing")}


def _expected(chart: Chart) -> str:
    kinds = sorted({_KINDS[name] for name in chart.wanted(_KINDS)})
    few = 0 < len(kinds) <= 3  # of everything that could stand here nobody is helped
    return "readable here: " + ", ".join(kinds) if few else SEE_THE_GUIDE
