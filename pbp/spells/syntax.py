"""The rules of a grammar, ready for charts. lark reads and checks its text; of lark's parsers none is made.

Making them takes most of a second, so that a copy is kept in the user's cache directory. It is used if it was made of
the same text by this very code, and is whole; else it is made anew, and where nothing can be kept, each time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, reduce
from importlib.resources import files
from itertools import chain
from operator import or_
from typing import Any

from pbp import cached


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """What can begin at a place of a sentence: its terminals and the rules that they can begin; `offers`: a bit each.

    Of the same terminals there is one alone, so that it is known by itself.
    """

    symbols: frozenset[str]
    offers: int


class Trie(dict[Start, list["Step"]]):
    """A place in the alternatives of one rule, with common beginnings shared; common ends are shared by all rules.

    It gives for what begins at a place of a sentence the steps from here that can be gone there. `end`: the meaning of
    the alternative that ends here, if any; `needs`: the symbols without which no alternative can go on from here to its
    end, a bit each.
    """

    __slots__ = ("_steps", "_syntax", "_to", "end", "needs")

    def __init__(self, syntax: Syntax, end: str | None, needs: int, to: str) -> None:
        self._syntax, self._to = syntax, to
        self._steps: list[Step] | None = None
        self.end, self.needs = end, needs

    def __missing__(self, start: Start) -> list[Step]:
        symbols = start.symbols
        found = self[start] = [step for step in self.steps() if step[0] in symbols]
        return found

    def steps(self) -> list[Step]:
        """All steps from here, found when they are asked for: most places of a grammar are never looked at."""
        if self._steps is None:
            numbers = map(int, self._to.split())
            self._steps = [self._syntax.step(symbol, place) for symbol, place in zip(numbers, numbers, strict=True)]
        return self._steps


Step = tuple[str, bool, bool, Trie, int]
"""A symbol, whether its value is dropped, whether it is a rule, what follows it, and what both need."""


class _Bits(dict[str, int]):
    """By the numbers of some symbols, as a text, a bit for each."""

    def __missing__(self, numbers: str) -> int:
        found = self[numbers] = sum([1 << int(number) for number in numbers.split()])
        return found


class Syntax:
    """The rules by name, and of each that begins with itself what follows that beginning.

    A terminal that begins with "_" and a mere word, which is written in quotes, give no value.
    `every`: all symbols, a bit each.
    """

    def __init__(self, packed: Packed):
        self._symbols, self._places, self._begins, *begin = packed
        self._bits = _Bits()
        self._made: dict[int, Trie] = {}
        self._starts: dict[frozenset[str], Start] = {}
        self._first: dict[str, frozenset[str]] = {}
        self.tries, self.growing = ({name: self._place(at) for name, at in rules.items()} for rules in begin)
        self.every = (1 << len(self._symbols)) - 1

    def _place(self, number: int) -> Trie:
        found = self._made.get(number)
        if found is None:
            row, ends, end = self._places[number].partition("=")
            needs, _, to = row.partition(":")
            found = self._made[number] = Trie(self, end if ends else None, self._bits[needs], to)
        return found

    def step(self, symbol: int, place: int) -> Step:
        """The step over a symbol to a place, by their numbers."""
        (name, dropped, needs), rest = self._symbols[symbol], self._place(place)
        return name, dropped, name in self.tries, rest, self._bits[needs] | rest.needs

    def start(self, terminals: frozenset[str]) -> Start:
        """What begins at a place where these terminals do."""
        found = self._starts.get(terminals)
        if found is None:
            found = self._starts[terminals] = self._begun(terminals)
        return found

    def _begun(self, terminals: frozenset[str]) -> Start:
        if len(terminals) == 1:
            (numbers,) = [self._begins.get(terminal, "") for terminal in terminals]
            symbols = terminals.union([self._symbols[int(number)][0] for number in numbers.split()])
            return Start(symbols, self._bits[numbers])
        each = [self.start(frozenset((terminal,))) for terminal in terminals]
        symbols, offers = frozenset[str]().union(*[one.symbols for one in each]), [one.offers for one in each]
        return Start(symbols, reduce(or_, offers, 0))

    def first(self, rule: str) -> frozenset[str]:
        """The terminals that a rule can begin with."""
        found = self._first.get(rule)
        if found is None:
            terminals = [terminal for terminal in self._begins if rule in self.start(frozenset((terminal,))).symbols]
            found = self._first[rule] = frozenset(terminals)
        return found

    def words(self) -> frozenset[str]:
        """The words that the rules name by themselves."""
        return frozenset(symbol[1:-1] for symbol, *_ in self._symbols if symbol[0] == '"')


Packed = list[Any]
"""The rules as plain data: symbols, places, what each terminal begins, and where each rule begins and grows.

A symbol has whether its value is dropped, and what it needs. A place has what it needs, behind ":" each symbol and the
place where that leads, and behind "=" what ends there; of 37,000 places 13,000 differ. All of it stands by its numbers
in texts, which take no time to load: most are never looked at.
"""


def syntax(source: str, whole: Callable[[], str] | None = None) -> Syntax:
    """The rules of a grammar: those that are kept, or else made anew and kept. Raises ValueError for a faulty one.

    Its text is the `source`, or else what `whole` makes of it, which takes long and hangs on nothing but the source.
    """
    made_of = hashlib.sha256(source.encode() + files("pbp.spells").joinpath("syntax.py").read_bytes()).hexdigest()
    kept = cached.find("syntax.json", made_of)
    if kept is None:
        kept = json.dumps(made(source if whole is None else whole()), separators=(",", ":")).encode()
        cached.keep("syntax.json", made_of, kept)
    return Syntax(json.loads(kept))


@dataclass(slots=True)
class _Draft:
    """A place in the alternatives of a rule that are put together: what follows each symbol, and what ends here."""

    next: dict[tuple[str, bool], _Draft] = field(default_factory=dict)
    end: str | None = None


@dataclass(slots=True)
class _Rules:
    """The rules that are put together, and of each that begins with itself what follows that beginning."""

    tries: dict[str, _Draft] = field(default_factory=dict)
    growing: dict[str, _Draft] = field(default_factory=dict)

    def packed(self) -> Packed:
        """The rules as plain data, with what each of them and of their places needs, and what can begin with what."""
        symbols: dict[tuple[str, bool], int] = {}
        places: dict[tuple[str | None, tuple[tuple[int, int], ...]], int] = {}

        def place(draft: _Draft) -> int:
            steps = tuple((symbols.setdefault(step, len(symbols)), place(rest)) for step, rest in draft.next.items())
            return places.setdefault((draft.end, steps), len(places))

        begin = [{name: place(draft) for name, draft in rules.items()} for rules in (self.tries, self.growing)]
        for name in self.tries:
            symbols.setdefault((name, False), len(symbols))
        numbers, shapes = {symbol: number for (symbol, _), number in symbols.items()}, list(places)
        needs = [frozenset((number,)) for number in numbers.values()]

        @cache
        def need(at: int) -> frozenset[int]:
            end, steps = shapes[at]
            ways = [needs[symbol] | need(rest) for symbol, rest in steps]
            return frozenset.intersection(*ways, *([frozenset[int]()] if end is not None else []))

        for name, at in reversed(begin[0].items()):  # of a rule that stands before it, only that it begins is known
            needs[numbers[name]] |= need(at)
        told = [(*symbol, _row(sorted(needs[number]))) for symbol, number in symbols.items()]
        rows = [
            f"{_row(sorted(need(at)))}:{_row(chain(*steps))}" + ("" if end is None else f"={end}")
            for at, (end, steps) in enumerate(shapes)
        ]
        begins: dict[str, list[int]] = {symbol: [numbers[symbol]] for symbol in numbers if symbol not in self.tries}
        for name, terminals in self._first().items():
            for terminal in terminals:
                begins[terminal].append(numbers[name])
        return [told, rows, {name: _row(found) for name, found in begins.items()}, *begin]

    def _first(self) -> dict[str, set[str]]:
        """For each rule, the terminals that it can begin with; no rule is empty."""
        first: dict[str, set[str]] = {name: set() for name in self.tries}
        changed = True
        while changed:
            changed = False
            for name, draft in reversed(self.tries.items()):  # most rules begin with such as stand after them
                before = len(first[name])
                for symbol, _ in draft.next:
                    first[name] |= first.get(symbol, {symbol})
                changed = changed or len(first[name]) > before
        return first


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


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


def made(text: str) -> Packed:
    """The rules of a grammar in lark's words: rules of words, terminals that it declares, groups and options.

    Raises ValueError for anything else, and for an alternative that is empty or has two meanings.
    """
    from lark.load_grammar import load_grammar  # takes as long to load as the kept rules

    loaded, _ = load_grammar(_words_apart(text), "the grammar", [], False)  # type: ignore[no-untyped-call]
    if any(tree is not None for _, (tree, _) in loaded.term_defs):
        raise ValueError("a terminal is defined in the grammar; it may only be declared")
    found = _Rules()
    for name, _, alternatives, _ in loaded.rule_defs:
        _add(found, str(name), alternatives)
    return found.packed()


def _add(found: _Rules, name: str, alternatives: Any) -> None:
    trie = found.tries[name] = _Draft()
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


def _after(found: _Rules, part: Any, places: list[_Draft], name: str) -> list[_Draft]:
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


def _step(found: _Rules, symbol: Any, place: _Draft, name: str) -> _Draft:
    from lark.grammar import NonTerminal, Terminal

    if isinstance(symbol, NonTerminal):
        if symbol.name == name and place is found.tries[name]:
            return found.growing.setdefault(name, _Draft())
        step = symbol.name, False
    elif isinstance(symbol, Terminal):
        step = symbol.name, symbol.name.startswith("_")
    else:
        step = str(symbol.children[0]), True
    return place.next.setdefault(step, _Draft())
