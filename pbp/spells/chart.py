"""All readings of a sentence: a memoised top-down chart over the rules of a grammar.

Every rule's readings are values, two derivations with equal values are one reading, and all that differ are kept:
ambiguity is seen, never settled.
Sentences are short lattices: at each place several tokens may begin, of one word or of more (the names of spells).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pbp.spells import steps
from pbp.spells.steps import TooLong, roomy
from pbp.spells.syntax import Step, Syntax, Trie

Edges = Sequence[Mapping[str, Sequence[tuple[int, Any]]]]
"""For each place: terminal -> the (end, value) of the tokens that begin there."""


class NoSense(Exception):
    """Raised by a meaning: these words together mean nothing."""


class Run(tuple[Any, ...]):
    """The values of a rule whose name begins with "_": they stand in its parent's place."""

    __slots__ = ()


class OtherWords:
    """The meaning of an alternative that says in other words what the grammar can say already."""

    def readings(self, grammar: Grammar, values: tuple[Any, ...], end: int) -> Iterable[Any]:
        """All that the other words mean with these values of the parts, of which the last ends at that place."""
        raise NotImplementedError


class Grammar:
    """Rules ready for charts. `meanings` gives for each alias or rule name the function of its parts' values."""

    def __init__(self, syntax: Syntax, meanings: Mapping[str, Callable[..., Any] | OtherWords]):
        self.meanings = meanings
        self.tries, self.growing, self.syntax = syntax.tries, syntax.growing, syntax
        self._words = syntax.words()

    def fitting(self, word: str) -> frozenset[str]:
        """The terminals that a word in small letters fits."""
        return frozenset((f'"{word}"',)) if word in self._words else frozenset()

    def vocabulary(self) -> list[str]:
        """The words that the grammar knows by themselves."""
        return sorted(word for word in self._words if word.isalpha())


Readings = dict[int, dict[Any, None]]
"""The values of a rule from one place on, by where they end."""
Parts = Sequence[tuple[Any, ...]]
"""The values of the parts of an alternative up to some place, in each way in which these can be read."""


class Chart:
    """The readings of the rules at the places of one sentence."""

    def __init__(self, grammar: Grammar, edges: Edges, given: Mapping[int, tuple[str, Any]] | None = None):
        """With what is `given`, the rule and its value at places that have no token, no turn is read in it."""
        self._grammar = grammar
        self._edges = edges
        self._given = given
        self._starts = [grammar.syntax.start(frozenset(terminals)) for terminals in (*edges, ())]
        self._begin_anew()
        self._lacks = self._lacking()
        self._taken, self._left = 0, 0
        self.furthest = len(self._starts)  # until it is looked how far they go
        self._reached: list[Trie] = []
        if given is not None:
            self._give(given)

    def _give(self, given: Mapping[int, tuple[str, Any]]) -> None:
        """Lets any rule be gone into that can begin with one which is given."""
        for place, (rule, _) in given.items():
            first = self._grammar.syntax.first(rule)
            self._starts[place] = self._grammar.syntax.start(first)
            self._known[place] = {terminal: {} for terminal in first}
        self._lacks = [0 for _ in self._lacks]

    def _begin_anew(self) -> None:
        """Forgets all but the tokens."""
        self._known: list[dict[str, Mapping[int, Collection[Any]]]] = [{} for _ in self._starts]
        for known, terminals in zip(self._known, self._edges, strict=False):
            for terminal, tokens in terminals.items():
                ends: dict[int, list[Any]] = {}
                for end, value in tokens:
                    ends.setdefault(end, []).append(value)
                known[terminal] = ends

    def _lacking(self) -> list[int]:
        """For each place what neither stands nor begins there or anywhere after it, as in `Trie.needs`."""
        lacks, every, there = [], self._grammar.syntax.every, 0
        for start in reversed(self._starts):
            there |= start.offers
            lacks.append(every ^ there)
        return lacks[::-1]

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """What is read inside is paid for in steps."""
        self._taken, self._left = 0, steps.left()
        try:
            yield
        finally:
            steps.spend(min(self._taken, self._left + 1))

    @roomy
    def readings(self, start: str) -> list[Any]:
        """All values that the whole sentence has as `start`. Raises TooLong."""
        with self._counted():
            return list(self._read(start, 0).get(len(self._edges), {}))

    @roomy
    def look(self, start: str) -> None:
        """Goes through all beginnings of `start`, those as well of which it is plain that they have no end.

        Then it is known how far they go. Raises TooLong.
        """
        self._begin_anew()
        self.furthest, self._lacks = -1, [0 for _ in self._lacks]
        with self._counted():
            self._read(start, 0)

    def ends(self, start: str) -> list[int]:
        """Where, short of the end, a beginning of the sentence ends that has a reading as `start`."""
        known = self._known[0].get(start, {})
        return sorted(end for end, values in known.items() if values and 0 < end < len(self._edges))

    @roomy
    def spans(self, names: Iterable[str]) -> list[tuple[int, int, str]]:
        """The places from which and to which the words have a reading as one of these. Raises TooLong."""
        with self._counted():
            return [
                (at, end, name)
                for at in range(len(self._edges))
                for name in names
                for end, values in self._readings(name, at).items()
                if values
            ]

    def _readings(self, name: str, at: int) -> Mapping[int, Collection[Any]]:
        """The readings of a rule at a place."""
        known = self._known[at].get(name)
        return self._read(name, at) if known is None else known

    def _read(self, name: str, at: int) -> Readings:
        """The readings of a rule at a place where they are not known yet."""
        found: Readings = {}
        if self._given and self._given.get(at, ("",))[0] == name:
            found[at + 1] = {self._given[at][1]: None}
        self._known[at][name] = found
        self._begin(self._grammar.tries[name], at, ((),), found, name)
        growing = self._grammar.growing.get(name)
        if growing is None:
            return found
        seen: dict[int, int] = {}
        while todo := [end for end, values in found.items() if len(values) > seen.get(end, 0)]:
            for end in todo:
                fresh = list(found[end])[seen.get(end, 0) :]
                seen[end] = len(found[end])
                self._begin(growing, end, fresh if name[0] == "_" else [(value,) for value in fresh], found, name)
        return found

    def _begin(self, trie: Trie, at: int, parts: Parts, found: Readings, name: str) -> None:
        self._taken += len(parts)
        if at >= self.furthest:
            self._reach(trie, at)
        self._walk(trie[self._starts[at]], at, parts, found, name)

    def _walk(self, ways: list[Step], at: int, parts: Parts, found: Readings, name: str) -> None:
        """Goes these ways on from a place of a rule's trie, which these parts have reached."""
        known, starts, lacks = self._known[at], self._starts, self._lacks[at]
        for symbol, dropped, rule, rest, needs in ways:
            if needs & lacks:
                continue  # it is nowhere in what is left of the sentence: two in five rules are so never gone into
            readings = known.get(symbol)
            if readings is None:
                readings = self._read(symbol, at)
            if not readings:
                continue
            for end, read in tuple(readings.items()):
                if not read:
                    continue
                self._taken += len(parts) if dropped else len(parts) * len(read)
                if self._taken > self._left:  # before what they count is made, as that costs as well
                    raise TooLong
                if end >= self.furthest:
                    self._reach(rest, end)
                after = rest[starts[end]]
                if rest.end is None and not after:
                    continue
                if dropped:
                    longer = parts
                elif rule and symbol[0] == "_":
                    longer = [(*p, *run) for p in parts for run in read]
                else:
                    longer = [(*p, v) for p in parts for v in read]
                if rest.end is not None:
                    self._taken += 4 * len(longer)
                    self._make(name, rest.end, longer, found.setdefault(end, {}), end)
                if after:
                    self._walk(after, end, longer, found, name)

    def _reach(self, trie: Trie, at: int) -> None:
        """Notes a place of a trie that is reached where no reading has gone further yet."""
        if at > self.furthest:
            self.furthest, self._reached = at, []
        self._reached.append(trie)

    def wanted(self, terminals: Iterable[str]) -> set[str]:
        """Those of the terminals that could stand where no reading goes further."""
        here, start = self._starts[max(0, self.furthest)], self._grammar.syntax.start
        symbols = {symbol for trie in self._reached for symbol, *_ in trie.steps()} - here.symbols
        return {terminal for terminal in terminals if not symbols.isdisjoint(start(frozenset((terminal,))).symbols)}

    def _make(self, name: str, meaning: str, parts: Parts, into: dict[Any, None], end: int) -> None:
        """Adds what an alternative means with these parts, which end at that place."""
        if name[0] == "_":
            for values in parts:
                into[Run(values)] = None
            return
        make = self._grammar.meanings.get(meaning)
        if isinstance(make, OtherWords):
            if self._given is None:
                into.update((value, None) for values in parts for value in make.readings(self._grammar, values, end))
            return
        for values in parts:
            try:
                value = make(*values) if make is not None else values[0] if len(values) == 1 else values
            except NoSense:
                continue
            into[value] = None
