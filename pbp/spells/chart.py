"""All readings of a sentence: a memoised top-down chart over the rules of a grammar.

lark reads and checks the grammar; of its parsers, which give one tree, none is made. Every rule's readings are values,
two derivations with equal values are one reading, and all that differ are kept: ambiguity is seen, never settled.
Sentences are short lattices: at each place several tokens may begin, of one word or of more (the names of spells).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lark.grammar import NonTerminal, Terminal
from lark.load_grammar import Grammar as LarkGrammar
from lark.load_grammar import load_grammar

from pbp.spells import steps
from pbp.spells.steps import TooLong, roomy

Edges = Sequence[Mapping[str, Sequence[tuple[int, Any]]]]
"""For each place: terminal -> the (end, value) of the tokens that begin there."""


class NoSense(Exception):
    """Raised by a meaning: these words together mean nothing."""


class Trie:
    """The alternatives of one rule, with common beginnings shared.

    `next`: by symbol, and whether its value is dropped; `end`: the meaning of the alternative that ends here, if any.
    """

    __slots__ = ("_fitting", "end", "next")

    def __init__(self) -> None:
        self.next: dict[tuple[str, bool], Trie] = {}
        self.end: str | None = None
        self._fitting: dict[frozenset[str], tuple[Step, ...]] = {}

    def fitting(self, here: frozenset[str], first: Mapping[str, frozenset[str]]) -> tuple[Step, ...]:
        """The steps from here that these terminals can begin."""
        found = self._fitting.get(here)
        if found is None:
            found = self._fitting[here] = tuple(
                (symbol, dropped, symbol in first, rest)
                for (symbol, dropped), rest in self.next.items()
                if symbol in here or not here.isdisjoint(first.get(symbol, ()))
            )
        return found


Step = tuple[str, bool, bool, Trie]
"""A symbol, whether its value is dropped, whether it is a rule, and what follows it."""


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

    def __init__(self, text: str, meanings: Mapping[str, Callable[..., Any]]):
        loaded, _ = load_grammar(_words_apart(text), "english.lark", [], False)  # type: ignore[no-untyped-call]
        terminals, _, _ = LarkGrammar([], loaded.term_defs, []).compile([], "*")
        self.patterns = [(t.name, re.compile(t.pattern.to_regexp())) for t in terminals if t.pattern]
        self._words: dict[str, str] = {}
        self.meanings = meanings
        self.tries: dict[str, Trie] = {}
        self.growing: dict[str, Trie] = {}
        self.first: dict[str, frozenset[str]] = {}
        self._fits: dict[str, frozenset[str]] = {}
        for name, _, alternatives, _ in loaded.rule_defs:
            self._add(str(name), alternatives)
        self._find_first()

    def fitting(self, word: str) -> frozenset[str]:
        """The terminals that a word in small letters fits."""
        if word not in self._fits:
            own = (self._words[word],) if word in self._words else ()
            named = (name for name, pattern in self.patterns if pattern.fullmatch(word))
            self._fits[word] = frozenset((*own, *named))
        return self._fits[word]

    def vocabulary(self) -> list[str]:
        """The words that the grammar knows by themselves."""
        named = (re.sub(r"[(?:)\\]", "", pattern.pattern) for _, pattern in self.patterns)
        return sorted({word for words in (*self._words, *named) for word in words.split("|") if word.isalpha()})

    def _add(self, name: str, alternatives: Any) -> None:
        trie = self.tries[name] = Trie()
        for alternative in alternatives.children:
            words, meaning = alternative, ""
            if alternative.data == "alias":
                words, meaning = alternative.children[0], alternative.children[1].name
            for place in self._after(words, [trie], name):
                if place is trie or place.end not in (None, meaning):
                    raise ValueError(
                        f"in the rule {name} an alternative is empty, or there with two meanings: {meaning}"
                    )
                place.end = meaning

    def _after(self, part: Any, places: list[Trie], name: str) -> list[Trie]:
        """The places in the trie of a rule where a part of it leads from these places."""
        match part.data, part.children:
            case "expansion", parts:
                for each in parts:
                    places = self._after(each, places, name)
                return places
            case "expansions", parts:
                return [place for each in parts for place in self._after(each, places, name)]
            case "expr", [item, "?"]:
                return [*self._after(item, places, name), *places]
            case "value", [symbol]:
                return [self._step(symbol, place, name) for place in places]
        raise ValueError(f"in the rule {name} there is something else than words, groups and options: {part}")

    def _step(self, symbol: Any, place: Trie, name: str) -> Trie:
        if isinstance(symbol, NonTerminal):
            if symbol.name == name and place is self.tries[name]:
                return self.growing.setdefault(name, Trie())
            return place.next.setdefault((symbol.name, False), Trie())
        if isinstance(symbol, Terminal):
            return place.next.setdefault((symbol.name, symbol.name.startswith("_")), Trie())
        word = symbol.children[0][1:-1]
        return place.next.setdefault((self._words.setdefault(word, f'"{word}"'), True), Trie())

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
        known = self._memo.get((start, 0), {})
        return sorted(end for end, values in known.items() if values and 0 < end < len(self._edges))

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

    def _walk(self, trie: Trie, at: int, parts: tuple[tuple[Any, ...], ...], found: Readings, name: str) -> None:
        taken = len(parts) if trie.end is None else 5 * len(parts)
        self._afford(taken)
        self._taken += taken
        if trie.end is not None:
            for values in parts:
                self._make(name, trie.end, values, found.setdefault(at, {}))
        if at >= self.furthest:
            if at > self.furthest:
                self.furthest, self._reached = at, []
            self._reached.append(trie)
        for symbol, dropped, rule, rest in trie.fitting(self._starts[at], self._grammar.first):
            if rule:
                for end, read in list(self._read(symbol, at).items()):
                    if read:
                        self._afford(len(parts) * len(read))
                        self._walk(rest, end, tuple((*p, v) for p in parts for v in read), found, name)
            else:
                for end, value in self._edges[at][symbol]:
                    self._walk(rest, end, parts if dropped else tuple((*p, value) for p in parts), found, name)

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
