"""Readable wordings to learn from: the ones most like a text, with its own numbers, names and values put in."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from importlib.resources import files
from itertools import permutations
from math import log, sqrt

from pbp.spells.suggest.likeness import NamedWords, concepts, pairs, words_of
from pbp.spells.suggest.pieces import pieces
from pbp.spells.words import tokens

SPELLS = ("Burn", "Jolt", "Gift", "Greed", "Fizzle", "Self")
ATTRIBUTES = ("Hat", "Robes", "Staff", "Beard", "Crystals")
TRAITS = ("Belligerent",)
"""What the bank's wordings name: on their list, Self is the spell itself."""

_NAMED = NamedWords.of((*SPELLS, *ATTRIBUTES, *TRAITS), "Self")
_VALUE = re.compile(r"(?<=[\w,;:] )[A-Z][a-z]+\b")
_MOST_ORDERS = 6


@dataclass(frozen=True, slots=True)
class Wording:
    """A wording that the reader reads, with the Inputs that it needs; `label` is the line where it stands."""

    label: str
    text: str
    inputs: str = ""


@cache
def wordings() -> tuple[Wording, ...]:
    """The bank, in its order."""
    lines = files("pbp.spells.suggest").joinpath("bank.txt").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("//"))
    return tuple(Wording(label, text, inputs) for label, text, inputs in rows)


@dataclass(frozen=True, slots=True)
class Slot:
    """Something in a text that another text says otherwise: of which kind, and where it stands."""

    kind: str
    start: int
    end: int
    words: str


def slots(text: str, tables: Mapping[str, Sequence[str]]) -> list[Slot]:
    """The numbers, dice, names and values in a text. `tables`: kind -> the names of that kind."""
    found: list[Slot] = []
    for kind, names in tables.items():
        for name in sorted(names, key=len, reverse=True):
            for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
                found.append(Slot(kind, match.start(), match.end(), match[0]))
    for match in re.finditer(r"\bDICE\s?\d+\b|\b\d+\b", text, re.IGNORECASE):
        found.append(Slot("dice" if match[0][0] in "dD" else "number", match.start(), match.end(), match[0]))
    for match in _VALUE.finditer(text):
        if words_of(match[0])[0] not in _PLAIN:
            found.append(Slot("value", match.start(), match.end(), match[0]))
    kept: list[Slot] = []
    for slot in sorted(found, key=lambda slot: (slot.start, -slot.end)):
        if not kept or slot.start >= kept[-1].end:
            kept.append(slot)
    return kept


_PLAIN = frozenset(
    "star stars wizard wizards ring duel duels spell spells speed cost none if otherwise each then the dice".split()
)
BANK_TABLES = {"self": ("Self",), "spell": SPELLS[:-1], "attribute": ATTRIBUTES, "trait": TRAITS}


def filled(wording: str, text: str, tables: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A wording of the bank with the numbers, names and values of a text in its slots; nothing if they do not fit."""
    own: dict[str, list[str]] = defaultdict(list)
    for slot in slots(text, tables):
        own[slot.kind].append(slot.words)
    places = slots(wording, BANK_TABLES)
    wanted = Counter(slot.kind for slot in places)
    choices: list[dict[str, list[str]]] = [{}]
    for kind, count in wanted.items():
        given = own.get(kind, [])
        if kind == "self":
            given = [str(next(iter(tables.get("self", ("this spell",)))))]
        fits = _fits(given, count)
        if not fits:
            return
        choices = [{**choice, kind: fit} for choice in choices for fit in fits][:_MOST_ORDERS]
    for choice in choices:
        left = {kind: list(values) for kind, values in choice.items()}
        said, last = "", 0
        for slot in places:
            said += wording[last : slot.start] + left[slot.kind].pop(0)
            last = slot.end
        yield _agreed(said + wording[last:])


def _agreed(text: str) -> str:
    """One Star, two Stars."""
    return re.sub(r"(?<![\w-])([02-9]|\d\d+) Star\b", r"\1 Stars", re.sub(r"(?<![\w-])1 Stars\b", "1 Star", text))


def _fits(given: Sequence[str], count: int) -> list[list[str]]:
    """Ways to put these values into so many places, all used and none left over; first in their own order."""
    if len(given) == count:
        return [list(order) for order in dict.fromkeys(permutations(given))][:_MOST_ORDERS] if count < 4 else [[*given]]
    once = list(dict.fromkeys(given))
    if len(once) == 1:
        return [once * count]
    return [once] if len(once) == count else []


class Index:
    """Texts to find the most alike in, by the words that they share, the rare ones counting most."""

    def __init__(self, texts: Sequence[str], named: NamedWords):
        self._texts = texts
        self._holds: dict[str, list[tuple[int, float]]] = defaultdict(list)
        bags = [Counter(map(_general, concepts(text, named))) for text in texts]
        spread = Counter(concept for bag in bags for concept in bag)
        self._rare = {concept: log(1 + len(texts) / count) for concept, count in spread.items()}
        for number, bag in enumerate(bags):
            size = sqrt(sum((self._rare[concept] * count) ** 2 for concept, count in bag.items())) or 1.0
            for concept, count in bag.items():
                self._holds[concept].append((number, self._rare[concept] * count / size))

    def nearest(self, said: Sequence[str], count: int) -> list[str]:
        """The texts most like one that says this, best first."""
        score: dict[int, float] = defaultdict(float)
        for concept, often in Counter(map(_general, said)).items():
            for number, weight in self._holds.get(concept, ()):
                score[number] += weight * often * self._rare[concept]
        best = nlargest(count, score.items(), key=lambda pair: (pair[1], -pair[0]))
        return [self._texts[number] for number, _ in best]


def _general(concept: str) -> str:
    """A concept without its own value: any number, any name."""
    return concept[0] if concept[0] in "#=" else concept


@cache
def index(kind: str) -> Index:
    """The bank's Inputs lines, costs, whole sentences, or pieces of sentences of one kind."""
    if kind in ("Inputs", "Cost"):
        texts = [wording.text for wording in wordings() if wording.label == kind]
    else:
        texts = [piece for wording in wordings() if wording.label == "Effect" for piece in _pieces(wording.text, kind)]
    return Index(list(dict.fromkeys(texts)), _NAMED)


def _pieces(effect: str, kind: str) -> Iterator[str]:
    for sentence in re.split(r"(?<=[.;])\s+(?=[A-Z])", effect):
        if kind == "sentence":
            yield sentence
        else:
            yield from (piece.text for piece in pieces(sentence) if piece.kind == kind)


@cache
def usual_pairs() -> frozenset[tuple[str, str]]:
    """Each two words that follow each other somewhere in the bank."""
    return frozenset(pair for wording in wordings() for pair in pairs(wording.text, _NAMED))


@cache
def vocabulary() -> frozenset[str]:
    """Every word of the bank in small letters."""
    return frozenset(token.word for wording in wordings() for token in tokens(wording.text) if token.kind == "word")
