"""All readings of a sentence: a memoised top-down chart over the rules that lark compiles from spell.lark.

lark reads and checks the grammar. Its own parsers give one tree; here every rule's readings are values, two
derivations with equal values are one reading, and all that differ are kept, so that ambiguity is seen, never settled.
Sentences are short lattices: at each place several tokens may begin, of one word or of more (the names of spells).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lark.load_grammar import load_grammar

Edges = Sequence[Mapping[str, Sequence[tuple[int, Any]]]]
"""For each place: terminal -> the (end, value) of the tokens that begin there."""

LIMIT = 200_000
"""How many rule attempts one sentence may cost."""


class TooLong(Exception):
    """The sentence cost more steps than allowed."""


class NoSense(Exception):
    """Raised by a meaning: these words together mean nothing."""


class _Trie:
    """The alternatives of one rule, with common beginnings shared."""

    __slots__ = ("ends", "next")

    def __init__(self) -> None:
        self.next: dict[tuple[str, bool], _Trie] = {}
        self.ends: list[tuple[str, tuple[int, ...]]] = []


_GROUP = re.compile(r'\(\s*("[^()]*?)\)(?![*+])')


def _words_apart(text: str) -> str:
    """The grammar with each group of mere words as a rule of its own, so that its alternatives do not multiply."""
    groups: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        if re.sub(r'"[^"]*"|[\s|?]', "", match[1]) or "|" not in match[1]:
            return match[0]
        return groups.setdefault(" ".join(match[1].split()), f"_words_{len(groups)}")

    kept = "\n".join(line if line.startswith("//") else _GROUP.sub(name, line) for line in text.split("\n"))
    return kept + "".join(f"\n{rule}: {words}" for words, rule in groups.items()) + "\n"


class Run(tuple[Any, ...]):
    """The values of a rule whose name begins with "_": they stand in its parent's place."""

    __slots__ = ()


class Grammar:
    """Rules ready for charts. `meanings` gives for each alias or rule name the function of its parts' values."""

    def __init__(self, text: str, starts: Sequence[str], meanings: Mapping[str, Callable[..., Any]]):
        grammar, _ = load_grammar(_words_apart(text), "spell.lark", [], False)  # type: ignore[no-untyped-call]
        terminals, rules, _ = grammar.compile(list(starts), "*")
        self._patterns = [(t.name, re.compile(t.pattern.to_regexp())) for t in terminals if t.pattern]
        self.shown = {name: pattern.pattern for name, pattern in self._patterns}
        self.meanings = meanings
        self.tries: dict[str, _Trie] = {}
        self.growing: dict[str, _Trie] = {}
        self.first: dict[str, frozenset[str]] = {}
        self._fits: dict[str, frozenset[str]] = {}
        for rule in rules:
            self._add(rule)
        self._find_first()

    def fitting(self, word: str) -> frozenset[str]:
        """The terminals that a word in small letters fits."""
        if word not in self._fits:
            self._fits[word] = frozenset(name for name, pattern in self._patterns if pattern.fullmatch(word))
        return self._fits[word]

    def vocabulary(self) -> list[str]:
        """The words that the grammar knows by themselves."""
        found = (re.sub(r"[(?:)\\]", "", pattern) for pattern in self.shown.values())
        return sorted({word for words in found for word in words.split("|") if word.isalpha()})

    def _add(self, rule: Any) -> None:
        name = rule.origin.name
        symbols = [(s.name, bool(s.is_term and (s.filter_out or s.name.startswith("_")))) for s in rule.expansion]
        self.tries.setdefault(name, _Trie())
        trie = self.tries[name]
        if symbols[0][0] == name:
            trie, symbols = self.growing.setdefault(name, _Trie()), symbols[1:]
        for symbol in symbols:
            trie = trie.next.setdefault(symbol, _Trie())
        bits = "".join(str(int(bit)) for bit in rule.options.empty_indices)
        trie.ends.append((rule.alias or "", tuple(len(ones) for ones in bits.split("0")) if bits else ()))

    def _find_first(self) -> None:
        """For each rule, the terminals that it can begin with; no rule is empty."""
        first: dict[str, set[str]] = {name: set() for name in self.tries}
        changed = True
        while changed:
            changed = False
            for name, trie in self.tries.items():
                before = len(first[name])
                for symbol, _ in trie.next:
                    first[name] |= first.get(symbol, {symbol})
                changed = changed or len(first[name]) > before
        self.first = {name: frozenset(names) for name, names in first.items()}


Readings = dict[int, dict[Any, None]]


class Chart:
    """The readings of the rules at the places of one sentence."""

    def __init__(self, grammar: Grammar, edges: Edges):
        self._grammar = grammar
        self._edges = edges
        self._starts = [frozenset(terminals) for terminals in edges] + [frozenset()]
        self._memo: dict[tuple[str, int], Readings] = {}
        self._steps = 0
        self.furthest = -1
        self.wanted: set[str] = set()

    def readings(self, start: str) -> list[Any]:
        """All values that the whole sentence has as `start`. Raises TooLong."""
        return list(self._read(start, 0).get(len(self._edges), {}))

    def _read(self, name: str, at: int) -> Readings:
        known = self._memo.get((name, at))
        if known is not None:
            return known
        found: Readings = {}
        self._memo[name, at] = found
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

    def _walk(self, trie: _Trie, at: int, parts: tuple[tuple[Any, ...], ...], found: Readings, name: str) -> None:
        self._steps += len(parts)
        if self._steps > LIMIT:
            raise TooLong
        for meaning, gaps in trie.ends:
            for values in parts:
                self._make(name, meaning, gaps, values, found.setdefault(at, {}))
        here = self._starts[at]
        for (symbol, dropped), rest in trie.next.items():
            begins = self._grammar.first.get(symbol)
            if begins is None:
                tokens = self._edges[at].get(symbol, ()) if symbol in here else ()
                if not tokens:
                    self._want(at, symbol)
                for end, value in tokens:
                    self._walk(rest, end, parts if dropped else tuple((*p, value) for p in parts), found, name)
            elif begins & here:
                for end, read in list(self._read(symbol, at).items()):
                    if read:
                        self._walk(rest, end, tuple((*p, v) for p in parts for v in read), found, name)
            elif at >= self.furthest:
                for terminal in begins:
                    self._want(at, terminal)

    def _make(self, name: str, meaning: str, gaps: tuple[int, ...], values: Any, into: dict[Any, None]) -> None:
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

    def _want(self, at: int, terminal: str) -> None:
        if at > self.furthest:
            self.furthest = at
            self.wanted = set()
        if at == self.furthest:
            self.wanted.add(terminal)
