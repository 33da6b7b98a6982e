"""A chart that may pass over words, at a price: the cheapest readings of a text, with the words that each has used.

It reads by the same rules as chart.Chart, which finds all readings of all words. Here every terminal costs what was
passed over before it, and what was put in its place; at each place the few cheapest values of a rule are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbp.spells import steps
from pbp.spells.chart import Grammar, NoSense, OtherWords, Run
from pbp.spells.syntax import Trie

KEPT, CARRIED, ALIKE = 4, 6, 2
"""How many values of a rule are kept from one place to another, how many beginnings of an alternative, and how many of
them by the same words: no two exchanges cost the same, so that the same cost tells the same words."""

SAME = 1e-7

Trail = tuple[Any, ...]
"""The words that a value has used: (what came before, a node of the text or a trail)."""
Edge = tuple[int, Any, float, Trail]
"""Where a terminal ends, its value, its price, its words."""
Edges = Sequence[Mapping[str, Sequence[Edge]]]
Part = tuple[float, Trail, tuple[Any, ...]]
Values = dict[Any, tuple[float, Trail]]


class LooseChart:
    """The cheapest readings of the rules at the places of a text, none dearer than `limit`."""

    def __init__(self, grammar: Grammar, edges: Edges, limit: float, most: int):
        self._grammar, self._edges, self._limit = grammar, edges, limit
        self._starts = [grammar.syntax.start(frozenset(here)) for here in edges]
        self._memo: dict[tuple[str, int], dict[int, Values]] = {}
        self._left = min(most, steps.left())
        self.taken = 0

    @steps.roomy
    def readings(self, name: str, at: int) -> dict[int, Values]:
        """The values of a rule from a place on, by where they end. Raises steps.TooLong."""
        before = self.taken
        try:
            return self._read(name, at)
        finally:
            steps.spend(self.taken - before)

    def _read(self, name: str, at: int) -> dict[int, Values]:
        known = self._memo.get((name, at))
        if known is not None:
            return known
        found: dict[int, Values] = {}
        self._memo[name, at] = found
        self._walk(self._grammar.tries[name], at, [(0.0, (), ())], found, name)
        growing = self._grammar.growing.get(name)
        seen: dict[int, int] = {}
        while growing is not None:
            todo = [end for end, values in found.items() if len(values) > seen.get(end, 0)]
            if not todo:
                break
            for end in todo:
                fresh = list(found[end].items())[seen.get(end, 0) :]
                seen[end] = len(found[end])
                fresh = _cheapest(fresh)
                self._walk(growing, end, [(cost, ((), trail), (value,)) for value, (cost, trail) in fresh], found, name)
        for end, values in found.items():
            if len(values) > KEPT:
                found[end] = dict(_cheapest(values.items()))
        return found

    def _walk(self, trie: Trie, at: int, parts: list[Part], found: dict[int, Values], name: str) -> None:
        self.taken += len(parts)
        if self.taken > self._left:
            raise steps.TooLong
        if trie.end is not None:
            self.taken += 4 * len(parts)
            into = found.setdefault(at, {})
            for part in parts:
                self._make(name, trie.end, part, into, at)
        for symbol, dropped, rule, rest, _ in trie[self._starts[at]]:
            if rule:
                for end, read in list(self._read(symbol, at).items()):
                    if read:
                        kept = _cheapest(read.items()) if len(read) > KEPT else read.items()
                        self._on(
                            rest,
                            end,
                            [
                                (c + cost, (t, trail), (*values, value))
                                for c, t, values in parts
                                for value, (cost, trail) in kept
                                if c + cost <= self._limit
                            ],
                            found,
                            name,
                        )
            else:
                for end, value, cost, trail in self._edges[at][symbol]:
                    self._on(
                        rest,
                        end,
                        [
                            (c + cost, (t, trail), values if dropped else (*values, value))
                            for c, t, values in parts
                            if c + cost <= self._limit
                        ],
                        found,
                        name,
                    )

    def _on(self, rest: Trie, end: int, parts: list[Part], found: dict[int, Values], name: str) -> None:
        if len(parts) > CARRIED:
            parts = sorted(parts, key=lambda part: part[0])[:CARRIED]
        if parts:
            self._walk(rest, end, parts, found, name)

    def _make(self, name: str, meaning: str, part: Part, into: Values, end: int) -> None:
        cost, trail, values = part
        if any(type(value) is Run for value in values):
            values = tuple(v for value in values for v in (value if type(value) is Run else (value,)))
        for value in (Run(values),) if name[0] == "_" else self._meant(meaning, values, end):
            known = into.get(value)
            if known is None or cost < known[0]:
                into[value] = cost, trail

    def _meant(self, meaning: str, values: tuple[Any, ...], end: int) -> Iterable[Any]:
        """What an alternative means with these parts; nothing where not one of these words was meant together."""
        make = self._grammar.meanings.get(meaning)
        try:
            if isinstance(make, OtherWords):
                return make.readings(self._grammar, values, end)
            return (make(*values) if make is not None else values[0] if len(values) == 1 else values,)
        except (NoSense, ValueError, TypeError, AttributeError):
            return ()


def _cheapest(found: Iterable[tuple[Any, tuple[float, Trail]]]) -> list[tuple[Any, tuple[float, Trail]]]:
    """A few values, not all of them by the same words."""
    kept: list[tuple[Any, tuple[float, Trail]]] = []
    alike, last = 0, -1.0
    for item in sorted(found, key=_price):
        cost = item[1][0]
        alike, last = (alike + 1 if cost - last < SAME else 1), cost
        if alike <= ALIKE:
            kept.append(item)
            if len(kept) == KEPT:
                break
    return kept


def _price(item: tuple[Any, tuple[float, Trail]]) -> float:
    return item[1][0]


def used(trail: Trail) -> Iterator[Any]:
    """The words of a trail in their order."""
    stack: list[Any] = [trail]
    while stack:
        now = stack.pop()
        if isinstance(now, tuple):
            stack.extend(reversed(now))
        else:
            yield now
