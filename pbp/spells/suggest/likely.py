"""How likely words are for a meaning: which forms a tree takes, and which words are written for each.

The tables stand in likely.txt, which tests/spells/make_likely.py learns from sentences whose meaning is known.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import log

from pbp.spells.suggest.labels import HOLE, Form, labels_of
from pbp.spells.suggest.signs import Sign, with_pairs

PLAIN = 1.5
"""How much of a text is expected to be said by words that mean nothing."""
PAIR = 0.4
"""What two words that follow each other count for, beside one alone."""
TOLD, MOST_TOLD, UNHEARD = 0.5, 6.0, -3.0
"""What it counts that a label is likelier than not, the most that it is so, and how likely one is never heard of."""
LEAST = -2.5
"""No word tells more than this against a meaning."""
PRIOR, WITHIN, SUPPORT = 0.2, 0.35, 0.6
"""What the forms of a tree count for, beside its words: of a whole one, and of a part; and what words wanting do."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A form at a place, with the logarithm of its share there, and what it says."""

    form: Form
    share: float
    labels: tuple[str, ...]
    holes: bool


@dataclass(frozen=True)
class Likely:
    """The tables. `forms`: by place; `words`: label -> sign -> how many times likelier the sign is where the label
    stands, and what it tells for the label beside other signs; `usual`: label -> the logarithm of the former for its
    best sign; `alone`: label -> the logarithm of how much likelier than not it is, without any sign; `by_sign`: words
    the other way round; `near`: where a number or name stands -> what is beside it in the words -> how many times
    likelier that is there.
    """

    forms: dict[str, list[Entry]]
    words: dict[str, dict[str, tuple[float, float]]]
    usual: dict[str, float]
    alone: dict[str, float]
    by_sign: dict[str, list[tuple[str, float, float]]] = field(default_factory=dict)
    near: dict[str, dict[str, float]] = field(default_factory=dict)

    @staticmethod
    def of(
        forms: dict[str, list[tuple[Form, int]]],
        words: dict[str, dict[str, tuple[float, float]]],
        usual: dict[str, float],
        alone: dict[str, float],
        near: dict[str, dict[str, float]],
    ) -> Likely:
        """From counts."""
        shares: dict[str, list[Entry]] = {}
        for place, found in forms.items():
            total = 1 + sum(count for _, count in found)
            shares[place] = [
                Entry(form, log(count / total), labels_of(place, form), HOLE in str(form)) for form, count in found
            ]
        by_sign: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
        for label, signs in words.items():
            for sign, (times, weight) in signs.items():
                by_sign[sign].append((label, times, weight))
        return Likely(shares, words, usual, alone, dict(by_sign), near)


@cache
def likely() -> Likely:
    """The tables, read once."""
    return read(files("pbp.spells.suggest").joinpath("likely.txt").read_text("utf-8").splitlines())


def read(lines: Iterable[str]) -> Likely:
    """The tables of a file: a line a form or a label, each a JSON list."""
    forms: dict[str, list[tuple[Form, int]]] = defaultdict(list)
    words: dict[str, dict[str, tuple[float, float]]] = {}
    usual: dict[str, float] = {}
    alone: dict[str, float] = {}
    near: dict[str, dict[str, float]] = {}
    for line in lines:
        if line.startswith("//") or not line:
            continue
        sort, name, *rest = json.loads(line)
        if sort == "form":
            count, kind, fields = rest
            forms[name].append((Form(kind, tuple((key, _tuples(value)) for key, value in fields)), count))
        elif sort == "near":
            near[name] = rest[0]
        else:
            usual[name], alone[name], signs = rest
            words[name] = {sign: (times, weight) for sign, (times, weight) in signs.items()}
    return Likely.of(dict(forms), words, usual, alone, near)


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class Heard:
    """The signs of a part of a text, and how well they fit a meaning."""

    def __init__(self, tables: Likely, found: Sequence[Sign]):
        self.tables, self.found = tables, found
        self.signs = [sign for sign in with_pairs(found) if sign in tables.by_sign]
        self.strange = sum(sign.sign not in tables.by_sign and sign.sign[0].isalpha() for sign in found)
        self.weights = [PAIR if " " in sign else 1.0 for sign in self.signs]
        self.fits: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._best: dict[str, float] = {}
        self._support: dict[str, float] = {}
        for place, sign in enumerate(self.signs):
            for label, times, _ in tables.by_sign[sign]:
                self.fits[label].append((place, times))
                self._best[label] = max(self._best.get(label, 0.0), times)
        told: dict[str, float] = defaultdict(float)
        for sign in dict.fromkeys(self.signs):
            for label, _, weight in tables.by_sign[sign]:
                told[label] += weight
        self._told = {
            label: max(-MOST_TOLD, min(MOST_TOLD, told[label] + alone)) for label, alone in tables.alone.items()
        }

    def told(self, labels: Iterable[str]) -> float:
        """How much likelier than not these labels are meant, by all signs together: logarithms, added up."""
        return sum(self._told.get(label, UNHEARD) for label in labels)

    def support(self, label: str) -> float:
        """How far the best sign for a label falls short of the usual; at most a little above 0."""
        known = self._support.get(label)
        if known is None:
            best = self._best.get(label)
            known = max(-3.0, min(0.7, (log(best) if best else 0.0) - self.tables.usual.get(label, 1.0)))
            self._support[label] = known
        return known

    def score(self, labels: frozenset[str]) -> float:
        """How much better these labels say the signs than nothing does; each label costs."""
        many = log(len(labels) + PLAIN)
        sums = [PLAIN] * len(self.signs)
        for label in labels:
            for place, times in self.fits.get(label, ()):
                sums[place] += times
        told = sum(max(LEAST, log(one) - many) * weight for one, weight in zip(sums, self.weights, strict=True))
        wanting = SUPPORT * sum(min(0.0, self.support(label)) for label in labels)
        return told + wanting + TOLD * self.told(labels)

    def hint(self, labels: Iterable[str]) -> float:
        """How far there are signs for each of these labels, whatever else stands there."""
        return SUPPORT * sum(map(self.support, labels))
