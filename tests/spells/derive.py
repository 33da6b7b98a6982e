"""Sentences made from the grammar itself: for each of its alternatives a short one in which it is used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from random import Random

from pbp.spells.english.lexicon import lexicon
from pbp.spells.english.reading import grammar
from pbp.spells.syntax import Trie

WORDS = {
    "T_DICE": ("DICE6",), "T_SPELL": ("Burn",), "T_PLURAL": ("Burns",), "T_OWN": ("Self",),
    "T_OTHER": ("Burn",),
    "T_ATTR": ("Hat", "Crystals"), "T_THING": ("Stars", "Crystals"), "T_VALUE": ("Red",), "T_INPUTWORD": ("Red",),
    "T_TRAIT": ("Belligerent",), "T_NAMED": ("Red",), "LETTER": ("N",), "T_ROLE": ("victim",), "WORD": ("Red",),
    "T_ROLES": ("victims",),
    "T_FIGURE": ("3",), "T_PLUS": ("+",), "T_MINUS": ("-",),
    "T_FEW": ("of several the one in the lowest position counts",),
    "T_TIE": ("all of them if tied",), "T_FLOOR": ("this cannot bring them below 0",), "T_ROUND": ("round it up",),
    "T_COUNTED": ("you count too",), "T_LASTS": ("this holds for the rest of this Duel",),
    "T_WHOLE": ("no exceptions",), "T_WHATEVER": ("whatever it was before",),
    "T_HEAD": ("both of these happen at once",), "T_DENIED": ("another spell",), "T_CALLED": ("Victim",),
    "T_ONCE": ("counting nobody twice",),
    "T_KIND": ("stray",), "T_QUALITY": ("rich",), "T_SUCH": ("Stray",),
    "T_CLAD": ("hatted",), "T_BARE": ("hatless",),
    "T_TERM": ('"payee"',), "T_SO": ("the Duel is dry",), "T_SO_BARE": ("dry",), "T_SO_IT": ("it is dry",),
    "T_SO_ASKED": ("is the Duel dry",),
}  # fmt: skip
"""What stands for the tokens that are no fixed words."""

Alternative = tuple[str, ...]


@cache
def rules() -> dict[str, list[Alternative]]:
    """The alternatives of each rule, as rows of symbols: those that together take each step that any takes.

    What may stand in one part of an alternative is not put together with all that may stand in its others: their
    products are most of the rows that there are.
    """
    return {name: [*rows(name, trie, set())] for name, trie in grammar().tries.items()}


def rows(name: str, trie: Trie, seen: set[int]) -> Iterator[Alternative]:
    """Ways through the alternatives of a rule that take each step from each place at least once."""
    yield from ways_on(trie, seen)
    grown = grammar().growing.get(name)
    if grown is not None:
        yield from ((name, *row) for row in ways_on(grown, seen))


def ways_on(place: Trie, seen: set[int]) -> Iterator[Alternative]:
    """Ways from a place to an end: those of each step; of a place that was seen before, its shortest alone."""
    if id(place) in seen:
        yield shortest_on(place)
        return
    seen.add(id(place))
    if place.end is not None:
        yield ()
    for symbol, _, _, rest, _ in place.steps():
        for row in ways_on(rest, seen):
            yield (symbol, *row)


def shortest_on(place: Trie) -> Alternative:
    """The way from a place to an end with the fewest symbols."""
    if place.end is not None:
        return ()
    return min(((symbol, *shortest_on(rest)) for symbol, _, _, rest, _ in place.steps()), key=len)


@cache
def lengths() -> dict[str, int]:
    """The number of words of each rule's shortest text."""
    found: dict[str, int] = {}
    changed = True
    while changed:
        changed = False
        for name, alternatives in rules().items():
            sizes = [sum(found.get(s, 10**6) if s in rules() else 1 for s in row) for row in alternatives]
            if min(sizes) < found.get(name, 10**6):
                found[name] = min(sizes)
                changed = True
    return found


@cache
def shortest(name: str) -> list[Alternative]:
    """A rule's alternatives, those with the shortest text first."""
    return sorted(rules()[name], key=lambda row: sum(lengths().get(s, 1) for s in row))


def words(symbol: str, rng: Random) -> str:
    """A short text of a rule, or a word of a terminal."""
    if symbol in rules():
        return " ".join(words(part, rng) for part in rng.choice(shortest(symbol)[:4]))
    if symbol == "T_NUMBER":
        return str(rng.randrange(2, 100))
    if symbol in WORDS:
        return rng.choice(WORDS[symbol])
    return symbol.strip('"') if symbol[0] == '"' else rng.choice(_forms()[symbol])


@cache
def _forms() -> dict[str, list[str]]:
    """The words of each terminal: those of the lexicon."""
    found: dict[str, list[str]] = {}
    for entry, said in lexicon().items():
        for terminal, _ in said:
            found.setdefault(terminal, []).append(" ".join(entry))
    return found


@cache
def ways(start: str) -> dict[str, tuple[str, Alternative, int]]:
    """For each rule that a text of `start` can hold the way with the fewest words around it.

    In which rule it stands, in which of its alternatives, and at which place.
    """
    found: dict[str, tuple[str, Alternative, int]] = {}
    done: set[str] = set()
    best: dict[str, int] = {}
    todo = [(0, start)]
    while todo:
        around, name = heappop(todo)
        if name in done:
            continue
        done.add(name)
        for row in rules()[name]:
            whole = around + sum(lengths().get(symbol, 1) for symbol in row)
            for place, symbol in enumerate(row):
                cost = whole - lengths().get(symbol, 1)
                if symbol in rules() and symbol not in done and cost < best.get(symbol, 10**6):
                    best[symbol] = cost
                    found[symbol] = (name, row, place)
                    heappush(todo, (cost, symbol))
    return found


def sentences(start: str, rng: Random) -> Iterator[str]:
    """For each alternative of each rule a text of `start` in which it is used."""
    for name in (start, *ways(start)):
        for row in rules()[name]:
            yield sentence(start, name, row, rng)


def sentence(start: str, name: str, row: Alternative, rng: Random) -> str:
    """A text of `start` in which a rule is used by one of its alternatives."""
    text = " ".join(words(symbol, rng) for symbol in row)
    while name != start:
        name, row, at = ways(start)[name]
        text = " ".join(text if place == at else words(symbol, rng) for place, symbol in enumerate(row))
    return text.replace(" 's", "'s")
