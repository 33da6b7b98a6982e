"""The lexicon: which words of a sentence can be what. Its lines stand in lexicon.txt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from pbp.spells.chart import NoSense
from pbp.spells.tree.base import Hashed, record
from pbp.spells.words import Token, key

VOWELS = "aeiou"
VERB_FORMS = ("VB", "VS", "VD", "VN", "VG")
UNHEARD = ("X", "O")
"""The classes whose words have no value in the syntax: only that one of them stands there says something."""


@record
class Word(Hashed):
    """A word of the lexicon: its class, what it means, and its form ("s" or "p" of a noun, VB ... VG of a verb)."""

    sort: str
    sense: str
    detail: str = ""
    form: str = ""


@record
class Said(Hashed):
    """A word where it stands in a sentence; `at` tells one from another, as two draws are two."""

    word: Word
    at: int

    @property
    def sense(self) -> str:
        """What the word means."""
        return self.word.sense

    def moved(self, by: int) -> Said:
        """The same word so many places further on."""
        return Said(self.word, self.at + by)


def only(said: Iterable[Any], senses: Mapping[str, Collection[str]]) -> None:
    """That each word said means one of the senses that its class, or its form, may have here. Raises NoSense."""
    for word in said:
        if isinstance(word, Said) and any(
            word.sense not in senses[key] for key in (word.word.sort, word.word.form) if key in senses
        ):
            raise NoSense


def more_or_less(word: Said) -> str:
    """The way, "<" or ">", of "more" or "fewer" said without a number. Raises NoSense."""
    if word.sense not in ("<", ">") or word.word.detail:
        raise NoSense
    return word.sense


Entries = dict[tuple[str, ...], list[tuple[str, Word]]]


def lines(text: str) -> Iterator[tuple[str, list[str], str, str]]:
    """The entries of a lexicon: class, forms, sense, detail. Raises ValueError for a line that is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        left, sign, right = line.partition(" = ")
        sort, *forms = left.split()
        sense, _, detail = right.strip().partition(" ")
        if not sign or not forms or not sense or sort not in ("N", "V", "A", "C", "S", "P", "X", "R", "M", "Q", "O"):
            raise ValueError(f"line {number} of the lexicon is no entry: {line}")
        yield sort, forms, sense, detail


def entries(text: str) -> Entries:
    """The words of a lexicon, each form under its own words: (terminal of the grammar, what it is)."""
    found: Entries = {}
    for sort, forms, sense, detail in lines(text):
        for terminal, form, spelled in _forms(sort, forms):
            for spelling in spelled.split("/"):
                if spelling == "-":
                    continue
                words = key(spelling.replace("_", " "))
                entry = (terminal, Word(sort, sense, detail, form))
                known = found.setdefault(words, [])
                if entry not in known:
                    known.append(entry)
    return found


def _forms(sort: str, forms: list[str]) -> Iterator[tuple[str, str, str]]:
    """The forms of a word: (terminal, form, spellings)."""
    first = forms[0]
    if sort == "N":
        yield "N", "s", first
        yield "N", "p", forms[1] if len(forms) > 1 else "/".join(map(_plural, first.split("/")))
    elif sort == "V":
        for form, spelled in zip(VERB_FORMS, forms if len(forms) == 5 else _conjugated(first), strict=True):
            yield form, form, spelled
    else:
        for spelled in forms:
            yield f"_{sort}" if sort in UNHEARD else sort, "", spelled


def spellings(text: str) -> Iterator[tuple[str, str]]:
    """Of each verb of a lexicon how it is spelled by itself, and of one: ("lose", "loses")."""
    for sort, forms, _, _ in lines(text):
        spelled = {form: words.split("/") for _, form, words in _forms(sort, forms)} if sort == "V" else {}
        yield from zip(spelled.get("VB", ()), spelled.get("VS", ()), strict=False)


def _plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2] not in VOWELS:
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def _conjugated(base: str) -> list[str]:
    """The forms of a regular verb."""
    third = _plural(base)
    stem = base[:-1] if base.endswith("e") else base
    past = base[:-1] + "ied" if base.endswith("y") and base[-2] not in VOWELS else stem + "ed"
    return [base, third, past, past, stem + "ing"]


@cache
def lexicon() -> Entries:
    """The project's lexicon."""
    return entries(files("pbp.spells.english").joinpath("lexicon.txt").read_text("utf-8"))


@cache
def words() -> frozenset[str]:
    """Every word that stands in an entry, also as a part of a phrase."""
    return frozenset(word for entry in lexicon() for word in entry)


@cache
def _longest() -> int:
    return max(map(len, lexicon()))


def spoken(found: Sequence[Token], at: int) -> Iterator[tuple[str, int, Said]]:
    """What can begin at a word of a sentence: (terminal, where it ends, what it is)."""
    known = lexicon()
    words: tuple[str, ...] = ()
    for end in range(at, min(at + _longest(), len(found))):
        words = (*words, found[end].word)
        for terminal, word in known.get(words, ()):
            yield terminal, end + 1, Said(word, at)
