"""Sentences told as rules are: "shall lose" for "loses", and phrases that say nothing wherever they stand.

They are read so only where they cannot be read as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from pbp.spells.english.lexicon import Said, lexicon, spellings, spoken
from pbp.spells.words import Token

PRESENT = "present"
"""The kind of a "shall" that only says what happens."""
_SHALL = ("shall", "will")
_FORMS = {"be": ("is", "are"), "have": ("has", "have"), "do": ("does", "do")}


def decreed(found: Sequence[Token]) -> list[list[Token]]:
    """Other ways to take the words of a sentence: "each Wizard (for the avoidance of doubt, you too) shall be ..."."""
    told = [list(found), *_without_asides(found)]
    shall = [plain for one in told if (plain := _presently(one)) != one]
    return [*told[1:], *shall]


def _presently(found: list[Token]) -> list[Token]:
    """The words, with "shall" marked where a verb follows that it says of what happens; "shall not" stays."""
    return [
        replace(token, kind=PRESENT)
        if token.word in _SHALL and at + 1 < len(found) and found[at + 1].word != "not"
        else token
        for at, token in enumerate(found)
    ]


def _without_asides(found: Sequence[Token]) -> Iterator[list[Token]]:
    """The words without phrases such as "for the avoidance of doubt", and without the commas about them."""
    kept: list[Token] = []
    commas: list[Token] = []
    at, cut = 0, False
    while at < len(found):
        end = _aside(found, at) if not kept or kept[-1].kind == "mark" else 0
        if not end or (found[end : end + 1] and found[end].kind != "mark"):
            kept.append(found[at])
            commas.append(found[at])
            at += 1
            continue
        cut, at = True, end
        closed = at < len(found) and found[at].word == ","
        opened = bool(kept) and kept[-1].word == ","
        if opened and commas and commas[-1].word == ",":
            kept.pop()
        if closed:
            at += 1
    if cut:
        yield kept
        if commas != kept:
            yield commas


def _aside(found: Sequence[Token], at: int) -> int:
    """Where a phrase ends that begins here and says nothing wherever it stands; 0 if there is none."""
    words = tuple(token.word for token in found[at : at + 8])
    ends = (
        length
        for length in range(len(words), 1, -1)
        if any(word.sense == "aside" for _, word in lexicon().get(words[:length], ()))
    )
    return at + next(ends, -at)


@cache
def _thirds() -> dict[str, tuple[str, ...]]:
    """The forms that say of one, and of several, what each verb of one word says: "lose": "loses", "lose"."""
    text = files("pbp.spells.english").joinpath("lexicon.txt").read_text("utf-8")
    found = {base: (third, base) for base, third in spellings(text) if "_" not in base}
    return {**found, **_FORMS}


def present(found: Sequence[Token], at: int) -> Iterator[tuple[str, int, Any]]:
    """What "shall" and the verb after it can be together: (terminal, or word, where it ends, what it is)."""
    if found[at].kind != PRESENT:
        return
    verb = found[at + 1].word
    for form in _thirds().get(verb, (f"{verb}s", verb)):
        yield f'"{form}"', at + 2, form
    for terminal, end, said in spoken(found, at + 1):
        if terminal == "VB":
            for form in ("VB", "VS"):
                yield form, end, Said(replace(said.word, form=form), at)
