"""Orders as people type them: lines with a verb, polite words after it, names shortened or misspelt.

Forgiving only where one meaning is possible: whatever fits two things gives both, and the game asks back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbp.commands.courtesy import DENIALS, OPENERS, closed, turns_back
from pbp.errors import Problem

_FILLERS = frozenset("spell spells letter number my the a an as of to is me us with".split())
_LONG = 200  # characters; nobody types an order as long
_SPELT = re.compile(r"[^\W_]+")


class Refusal(Exception):
    """Carries the problem for which words are refused."""

    def __init__(self, code: str, quote: str, reason: str, hint: str = ""):
        super().__init__(reason)
        self.problem = Problem(code, quote, reason, hint)


@dataclass(frozen=True, slots=True)
class Line:
    """One order line: its verb in capitals, what follows without polite words, and the line as it was written."""

    verb: str
    rest: str
    quote: str


def order_lines(words: str, verbs: AbstractSet[str]) -> list[Line]:
    """The lines that begin with one of `verbs`, or bear it as their second word; else those with a verb mistyped."""
    lines = [" ".join(line.split()) for line in words.splitlines()]
    found = [line for text in lines if (line := _line(text, verbs))]
    return found or [line for text in lines if (line := _mistyped(text, verbs))]


def _line(text: str, verbs: AbstractSet[str]) -> Line | None:
    for word in list(_SPELT.finditer(text))[:2]:
        if word[0].upper() in verbs:
            shouted = word[0].isupper()  # a verb in capitals is meant for us, also in a question or after a name
            question = text.endswith("?") and not shouted
            return None if question else Line(word[0].upper(), polished(text[word.end() :]), text)
        first = word[0].lower()
        if first in DENIALS or (first not in OPENERS and not re.search(rf"\b(?:{'|'.join(verbs)})\b", text)):
            return None
    return None


def _mistyped(text: str, verbs: AbstractSet[str]) -> Line | None:
    """A line whose first word is a verb of four letters or more with one lost, doubled or in its neighbour's place."""
    word = _SPELT.search(text)
    if word is None or text.endswith("?"):
        return None
    slip = word[0].upper()
    meant = [verb for verb in sorted(verbs) if len(verb) > 3 and slip in _typing_slips(verb)]
    return Line(meant[0], polished(text[word.end() :]), text) if len(meant) == 1 else None


def _typing_slips(word: str) -> set[str]:
    cuts = range(len(word))
    lost = {word[:i] + word[i + 1 :] for i in cuts}
    doubled = {word[:i] + word[i] + word[i:] for i in cuts}
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in cuts[:-1]}
    return lost | doubled | swapped


def polished(rest: str) -> str:
    """What follows a verb, without the punctuation and polite words around it."""
    if len(rest) > _LONG:
        return rest
    return closed(rest.strip(" :,.;=\"'")).strip()


@lru_cache(maxsize=2048)  # the names of things are compared with every order
def spelt(phrase: str) -> str:
    """A phrase for comparison: its words in lower case, without punctuation and filling words at its beginning."""
    words = [word.lower() for word in _SPELT.findall(phrase.replace("'", "").replace("’", ""))]
    while len(words) > 1 and words[0] in _FILLERS:
        words.pop(0)
    return " ".join(words)


def meanings(phrase: str, *tables: Mapping[str, str]) -> list[str]:
    """What a phrase can mean: the values of the names that fit it, each once, sorted; empty if none fits.

    `tables` map names to values; an earlier table goes before a later one, an exact name before a beginning
    of it or of its later words, and all these before a misspelling.
    """
    words = spelt(phrase)
    if not words:
        return []
    for table in tables:
        names = [(spelt(name), value) for name, value in table.items()]
        exact = {value for name, value in names if words in (name, _initials(name))}
        if found := exact or {value for name, value in names if _begins(name, words)}:
            return sorted(found)
    return sorted({value for table in tables for name, value in table.items() if _misspelt(words, spelt(name))})


def _initials(name: str) -> str:
    parts = name.split()
    return "".join(part[0] for part in parts) if len(parts) > 1 else name


def _begins(name: str, words: str) -> bool:
    parts = name.split()
    return any(" ".join(parts[i:]).startswith(words) for i in range(len(parts)))


def _misspelt(words: str, name: str) -> bool:
    """Whether words are a name, or one long word of it, with one slip (two from eight letters on).

    Digits and letters that stand alone are never slips: they name a thing by themselves.
    """
    if len(words) > _LONG or any(len(word) == 1 or not word.isalpha() for word in words.split()):
        return False
    return any(
        len(words) > 3 and len(one) > 3 and _slips(words, one, most=2 if len(one) > 7 else 1)
        for one in (name, *name.split())
    )


def _slips(one: str, other: str, *, most: int) -> bool:
    return abs(len(one) - len(other)) <= most and distance(one, other) <= most


def distance(one: str, other: str) -> int:
    """How many letters must be put in, left out, changed or swapped with a neighbour to make one word the other."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, mate in enumerate(other, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != mate))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == mate:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def before_chatter(rest: str, opponent: str) -> str:
    """What follows a verb up to "against Ben" or the end of its sentence, if nothing after that casts doubt on it."""
    for mark in ("on", "at", "against", "to", "vs"):
        if rest.casefold().endswith(end := f" {mark} {opponent}".casefold()):
            rest = rest[: -len(end)]
    head, mark, chatter = re.match(r"(.*?)([.!;]\s|\s--?\s|$)(.*)", rest, re.S).groups()  # type: ignore[union-attr]
    return polished(head) if mark and not turns_back(chatter) else rest


def quoted(words: str) -> str:
    """Words to quote back: the first line that is not empty, at most 80 characters."""
    line = next((line.strip() for line in words.splitlines() if line.strip()), "")
    return line if len(line) <= 80 else line[:79] + "…"


def contradiction(lines: Sequence[Line], hint: str) -> Problem:
    """The problem of two different orders of which only one can stand."""
    return Problem(
        "contradiction",
        "; ".join(dict.fromkeys(quoted(line.quote) for line in lines)),
        "These are different orders, and only one can stand.",
        hint,
    )


def listed(things: Iterable[str], last: str = "and") -> str:
    """Things in a sentence: "A", "A and B", "A, B and C"."""
    *first, end = things
    return f"{', '.join(first)} {last} {end}" if first else end


def counted(number: int, thing: str) -> str:
    """A number of things: "1 point", "3 points"."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def bout_over(view: Mapping[str, Any]) -> list[str]:
    """In a game of bouts, the sentence that tells of one that is over, if the view is of its last step."""
    over = view["bout_over"]
    if not over:
        return []
    who = f"{over['winner']} wins it" if over["winner"] else "nobody wins it"
    return [f"Bout {view['bout']} is over: {who} ({over['reason']})."]
