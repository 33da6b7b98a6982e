"""The rules of a grammar, ready for charts. lark reads and checks its text; of lark's parsers none is made.

Making them takes most of a second, so that a copy is kept in the user's cache directory. It is used if it was made of
the same text by this very code, and is whole; else it is made anew, and where nothing can be kept, each time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from pbp import cached


class Trie:
    """The alternatives of one rule, with common beginnings shared; common ends are shared by all rules.

    `next`: by symbol, and whether its value is dropped; `end`: the meaning of the alternative that ends here, if any;
    `fitting`: the steps from here that some terminals can begin; `needs`: the symbols without which no alternative can
    go on from here to its end, a bit each.
    """

    __slots__ = ("end", "fitting", "needs", "next")

    def __init__(self, ahead: Lookahead | None = None) -> None:
        self.next: dict[tuple[str, bool], Trie] = {}
        self.end: str | None = None
        self.needs = -1  # not worked out
        self.fitting = _Fitting(self.next, ahead or Lookahead())

    def need(self, needs: Mapping[str, int]) -> int:
        """What it needs, worked out once of what each symbol does."""
        if self.needs == -1:
            found = -1 if self.end is None else 0
            for (symbol, _), rest in self.next.items():
                found &= needs[symbol] | rest.need(needs)
            self.needs = found
        return self.needs


@dataclass(slots=True)
class Lookahead:
    """What is known of the rules before any sentence is read.

    `first`: for each rule the terminals that it can begin with; `needs`: for each symbol those without which it cannot
    be, itself among them, a bit each; `offers`: for each terminal the bits of what it is and of all that it can begin.
    """

    first: dict[str, frozenset[str]] = field(default_factory=dict)
    needs: dict[str, int] = field(default_factory=dict)
    offers: dict[str, int] = field(default_factory=dict)


class _Fitting(dict[frozenset[str], "tuple[Step, ...]"]):
    """By the terminals that begin at a place the steps of a trie that they can begin, found when they are asked for."""

    __slots__ = ("_ahead", "_next")

    def __init__(self, after: Mapping[tuple[str, bool], Trie], ahead: Lookahead):
        self._next, self._ahead = after, ahead

    def __missing__(self, here: frozenset[str]) -> tuple[Step, ...]:
        first, needs = self._ahead.first, self._ahead.needs
        found = self[here] = tuple(
            [
                (symbol, dropped, symbol in first, rest, needs[symbol] | rest.needs)
                for (symbol, dropped), rest in self._next.items()
                if symbol in here or (symbol in first and not here.isdisjoint(first[symbol]))
            ]
        )
        return found


Step = tuple[str, bool, bool, Trie, int]
"""A symbol, whether its value is dropped, whether it is a rule, what follows it, and what both need."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """The rules by name, and of each that begins with itself what follows that beginning.

    A terminal that begins with "_" and a mere word, which is written in quotes, give no value.
    """

    tries: dict[str, Trie]
    growing: dict[str, Trie]
    symbols: dict[str, None] = field(default_factory=dict)
    ahead: Lookahead = field(default_factory=Lookahead)

    def words(self) -> frozenset[str]:
        """The words that the rules name by themselves."""
        return frozenset(symbol[1:-1] for symbol in self.symbols if symbol[0] == '"')

    def first(self) -> dict[str, frozenset[str]]:
        """For each rule, the symbols that it can begin with; no rule is empty."""
        first: dict[str, set[str]] = {name: set() for name in self.tries}
        changed = True
        while changed:
            changed = False
            for name, trie in reversed(self.tries.items()):  # most rules begin with such as stand after them
                before = len(first[name])
                for symbol, _ in trie.next:
                    first[name] |= first.get(symbol, {symbol})
                changed = changed or len(first[name]) > before
        return {name: frozenset(names) for name, names in first.items()}

    def look_ahead(self) -> None:
        """Works out what the rules can begin with and what they need."""
        ahead = self.ahead
        ahead.first.update(self.first())
        terminals = [symbol for symbol in self.symbols if symbol not in self.tries]
        bits = {symbol: 1 << number for number, symbol in enumerate((*terminals, *self.tries))}
        ahead.needs.update(bits)
        ahead.offers.update((symbol, bits[symbol]) for symbol in terminals)
        for name, first in ahead.first.items():
            for terminal in first:
                ahead.offers[terminal] |= bits[name]
        for name, trie in reversed(self.tries.items()):  # of a rule that stands before it, only that it begins is known
            ahead.needs[name] |= trie.need(ahead.needs)
        for trie in self.growing.values():
            trie.need(ahead.needs)


def syntax(text: str) -> Syntax:
    """The rules of a grammar: those that are kept, or else made anew and kept. Raises ValueError for a faulty one."""
    made_of = hashlib.sha256(text.encode() + files("pbp.spells").joinpath("syntax.py").read_bytes()).hexdigest()
    kept = cached.find("syntax.json", made_of)
    if kept is None:
        kept = json.dumps(_packed(made(text)), separators=(",", ":")).encode()
        cached.keep("syntax.json", made_of, kept)
    return _unpacked(json.loads(kept))


def _packed(found: Syntax) -> list[Any]:
    """The rules as plain data: symbols, places of tries that differ, and at which place each rule begins and grows.

    A place has its end, and then each symbol with the place where that leads, which stands before it. Of 37,000 places
    12,000 differ.
    """
    symbols: dict[tuple[str, bool], int] = {}
    places: dict[tuple[Any, ...], int] = {}

    def place(trie: Trie) -> int:
        steps = [(symbols.setdefault(step, len(symbols)), place(rest)) for step, rest in trie.next.items()]
        return places.setdefault((trie.end, *(number for step in steps for number in step)), len(places))

    begin = [{name: place(trie) for name, trie in rules.items()} for rules in (found.tries, found.growing)]
    return [list(symbols), list(places), *begin]


def _unpacked(packed: list[Any]) -> Syntax:
    symbols, places, *begin = packed
    steps = [(symbol, dropped) for symbol, dropped in symbols]
    tries: list[Trie] = []
    ahead = Lookahead()
    for end, *numbers in places:
        trie = Trie(ahead)
        trie.end = end
        for at in range(0, len(numbers), 2):
            trie.next[steps[numbers[at]]] = tries[numbers[at + 1]]
        tries.append(trie)
    whole, growing = ({name: tries[place] for name, place in rules.items()} for rules in begin)
    found = Syntax(whole, growing, dict(symbols), ahead)
    found.look_ahead()
    return found


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


def made(text: str) -> Syntax:
    """The rules of a grammar in lark's words: rules of words, terminals that it declares, groups and options.

    Raises ValueError for anything else, and for an alternative that is empty or has two meanings.
    """
    from lark.load_grammar import load_grammar  # takes as long to load as the kept rules

    loaded, _ = load_grammar(_words_apart(text), "the grammar", [], False)  # type: ignore[no-untyped-call]
    if any(tree is not None for _, (tree, _) in loaded.term_defs):
        raise ValueError("a terminal is defined in the grammar; it may only be declared")
    found = Syntax({}, {})
    for name, _, alternatives, _ in loaded.rule_defs:
        _add(found, str(name), alternatives)
    return found


def _add(found: Syntax, name: str, alternatives: Any) -> None:
    trie = found.tries[name] = Trie()
    for alternative in _each(alternatives):
        words, meaning = alternative, ""
        if alternative.data == "alias":
            words, meaning = alternative.children[0], alternative.children[1].name
        for place in _after(found, words, [trie], name):
            if place is trie or place.end not in (None, meaning):
                raise ValueError(f"in the rule {name} an alternative is empty, or there with two meanings: {meaning}")
            place.end = meaning


def _each(alternatives: Any) -> Iterator[Any]:
    """The alternatives of a rule; last those by which it is extended, which lark puts first, each in a group."""
    extended = [each for each in alternatives.children if each.data == "expansions"]
    yield from (each for each in alternatives.children if each.data != "expansions")
    for group in extended:
        yield from _each(group)


def _after(found: Syntax, part: Any, places: list[Trie], name: str) -> list[Trie]:
    """The places in the trie of a rule where a part of it leads from these places."""
    match part.data, part.children:
        case "expansion", parts:
            for each in parts:
                places = _after(found, each, places, name)
            return places
        case "expansions", parts:
            return [place for each in parts for place in _after(found, each, places, name)]
        case "expr", [item, "?"]:
            return [*_after(found, item, places, name), *places]
        case "value", [symbol]:
            return [_step(found, symbol, place, name) for place in places]
    raise ValueError(f"in the rule {name} there is something else than words, groups and options: {part}")


def _step(found: Syntax, symbol: Any, place: Trie, name: str) -> Trie:
    from lark.grammar import NonTerminal, Terminal

    if isinstance(symbol, NonTerminal):
        if symbol.name == name and place is found.tries[name]:
            return found.growing.setdefault(name, Trie())
        step = symbol.name, False
    elif isinstance(symbol, Terminal):
        step = symbol.name, symbol.name.startswith("_")
    else:
        step = str(symbol.children[0]), True
    found.symbols[step[0]] = None
    return place.next.setdefault(step, Trie())
