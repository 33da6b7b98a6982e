"""All readings of a sentence: a memoised top-down chart over the rules of a grammar.

Every rule's readings are values, two derivations with equal values are one reading, and all that differ are kept:
ambiguity is seen, never settled.
Sentences are short lattices: at each place several tokens may begin, of one word or of more (the names of spells).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbp.spells import steps
from pbp.spells.steps import TooLong, roomy
from pbp.spells.syntax import Syntax, Trie

Edges = Sequence[Mapping[str, Sequence[tuple[int, Any]]]]
"""For each place: terminal -> the (end, value) of the tokens that begin there."""


class NoSense(Exception):
    """Raised by a meaning: these words together mean nothing."""


class Run(tuple[Any, ...]):
    """The values of a rule whose name begins with "_": they stand in its parent's place."""

    __slots__ = ()


class Grammar:
    """Rules ready for charts. `meanings` gives for each alias or rule name the function of its parts' values."""

    def __init__(self, syntax: Syntax, meanings: Mapping[str, Callable[..., Any]]):
        self.meanings = meanings
        self.tries, self.growing, self.first = syntax.tries, syntax.growing, syntax.first()
        self._words = syntax.words()

    def fitting(self, word: str) -> frozenset[str]:
        """The terminals that a word in small letters fits."""
        return frozenset((f'"{word}"',)) if word in self._words else frozenset()

    def vocabulary(self) -> list[str]:
        """The words that the grammar knows by themselves."""
        return sorted(word for word in self._words if word.isalpha())


Readings = dict[int, dict[Any, None]]


class Chart:
    """The readings of the rules at the places of one sentence."""

    def __init__(self, grammar: Grammar, edges: Edges):
        self._grammar = grammar
        self._edges = edges
        self._starts = [frozenset(terminals) for terminals in edges] + [frozenset()]
        self._known: list[dict[str, Readings]] = [{} for _ in self._starts]
        self._taken, self._left = 0, 0
        self.furthest = -1
        self._reached: list[Trie] = []

    @roomy
    def readings(self, start: str) -> list[Any]:
        """All values that the whole sentence has as `start`. Raises TooLong."""
        self._taken, self._left = 0, steps.left()
        try:
            found = self._read(start, 0)
        finally:
            steps.spend(self._taken)
        return list(found.get(len(self._edges), {}))

    def ends(self, start: str) -> list[int]:
        """Where, short of the end, a beginning of the sentence ends that has a reading as `start`."""
        known = self._known[0].get(start, {})
        return sorted(end for end, values in known.items() if values and 0 < end < len(self._edges))

    @roomy
    def spans(self, names: Iterable[str]) -> list[tuple[int, int, str]]:
        """The places from which and to which the words have a reading as one of these. Raises TooLong."""
        self._taken, self._left = 0, steps.left()
        try:
            return [
                (at, end, name)
                for at in range(len(self._edges))
                for name in names
                for end, values in self._readings(name, at).items()
                if values
            ]
        finally:
            steps.spend(self._taken)

    def _readings(self, name: str, at: int) -> Readings:
        """The readings of a rule at a place."""
        known = self._known[at].get(name)
        return self._read(name, at) if known is None else known

    def _read(self, name: str, at: int) -> Readings:
        """The readings of a rule at a place where they are not known yet."""
        found: Readings = {}
        self._known[at][name] = found
        self._walk(self._grammar.tries[name], at, ((),), found, name)
        growing = self._grammar.growing.get(name)
        seen: dict[int, int] = {}
        while growing is not None:
            todo = [end for end, values in found.items() if len(values) > seen.get(end, 0)]
            if not todo:
                break
            for end in todo:
                fresh = list(found[end])[seen.get(end, 0) :]
                seen[end] = len(found[end])
                self._walk(growing, end, tuple((value,) for value in fresh), found, name)
        return found

    def _walk(self, trie: Trie, at: int, parts: Sequence[tuple[Any, ...]], found: Readings, name: str) -> None:
        taken = len(parts) if trie.end is None else 5 * len(parts)
        self._afford(taken)
        self._taken += taken
        if trie.end is not None:
            into = found.setdefault(at, {})
            for values in parts:
                self._make(name, trie.end, values, into)
        if at >= self.furthest:
            if at > self.furthest:
                self.furthest, self._reached = at, []
            self._reached.append(trie)
        known, edges = self._known[at], self._edges
        for symbol, dropped, rule, rest in trie.fitting(self._starts[at], self._grammar.first):
            if rule:
                readings = known.get(symbol)
                if readings is None:
                    readings = self._read(symbol, at)
                for end, read in list(readings.items()) if readings else ():
                    if read:
                        self._afford(len(parts) * len(read))
                        self._walk(rest, end, [(*p, v) for p in parts for v in read], found, name)
            else:
                for end, value in edges[at][symbol]:
                    self._walk(rest, end, parts if dropped else [(*p, value) for p in parts], found, name)

    def _afford(self, count: int) -> None:
        """Raises TooLong if so many steps are too many: before what they count is made, as that costs as well."""
        if self._taken + count > self._left:
            self._taken = self._left + 1
            raise TooLong

    @property
    def wanted(self) -> set[str]:
        """The terminals that could stand where no reading goes further."""
        here = self._starts[max(0, self.furthest)]
        found: set[str] = set()
        for trie in self._reached:
            for symbol, _ in trie.next:
                begins = self._grammar.first.get(symbol)
                if begins is None and symbol not in here:
                    found.add(symbol)
                elif begins is not None and begins.isdisjoint(here):
                    found |= begins
        return found

    def _make(self, name: str, meaning: str, values: Any, into: dict[Any, None]) -> None:
        if any(type(value) is Run for value in values):
            values = tuple(v for value in values for v in (value if type(value) is Run else (value,)))
        if name[0] == "_":
            into[Run(values)] = None
            return
        make = self._grammar.meanings.get(meaning)
        try:
            value = make(*values) if make is not None else values[0] if len(values) == 1 else values
        except NoSense:
            return
        into[value] = None
