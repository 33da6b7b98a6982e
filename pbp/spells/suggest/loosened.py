"""Texts that can be read, found by passing over words of an author's text and putting near ones in their place."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from heapq import heappop, heappush
from importlib.resources import files
from typing import Any

from pbp.spells.cutting.marks import trimmed
from pbp.spells.english import lexicon
from pbp.spells.english.reading import edges, grammar
from pbp.spells.inputs import Puzzle
from pbp.spells.steps import TooLong
from pbp.spells.suggest.asides import begun
from pbp.spells.suggest.likeness import stem, words
from pbp.spells.suggest.loose import Edge, LooseChart, Trail, used
from pbp.spells.words import Names, Token, tokens

PLAIN, LIGHT, SOFT, KNOWN, MUST, GIVEN = 0.5, 0.35, 0.9, 0.8, 2.2, 3.0
"""What it costs to pass over a word: an unknown one, one that says little, one that may be understood, another one,
one that turns a meaning round, and a number, name or value."""
MARKS = {",": 0.1, ";": 0.3, ":": 0.3, ".": 0.6, "?": 0.4, "!": 0.1, "(": 0.3, ")": 0.3, '"': 0.1, "•": 0.4}
ASIDE, BRACKETS = (0.5, 0.05, 0.0, 0.0), (0.6, 0.1, 0.4, 0.8)
SEGMENT, SENTENCE = (0.6, 0.1, 0.4, 1.2), (4.0, 0.12, 0.4, 1.0)
"""What it costs to pass over words in brackets (that only explain, or others), between marks, or a whole sentence: at
all, and for each word, each that turns a meaning round, and each number or name."""
SAYING = (1.0, 0.06, 0.2, 1.5)
"""What it costs to leave out a sentence of which nothing hangs on others."""
_DEEDS = frozenset(
    "gain gains lose loses get gets pay pays paid steal steals swap swaps become becomes target targets cast "
    "casts give gives given take takes taken hand hands grant award remove deduct let make makes set change "
    "changes turn turns halve double put move redirect receive receives affect affects affected lost gained".split()
)
_NOTHING = re.compile(r"\b(?:nothing|nobody|no one|none|skip|does not|do not|doesn ' t|don ' t)\b")
LOST = 5.0
"""What it costs to pass over a condition."""
_CONDITIONS = frozenset("if unless when whenever provided only until while otherwise".split())
_NAMES = frozenset(("T_OTHER", "T_OWN", "T_SPELL", "T_ATTR", "T_THING", "T_TRAIT", "T_VALUE", "T_NAMED", "T_INPUTWORD"))
PAUSES = frozenset((",", ":", ";", "-", "–", "—", "(", ")", ".", "?", "!", "•"))
STOPS = frozenset((".", "?", ";", "!"))
TRIFLE = 1e-5
"""By how much one exchange costs more than another, so that no two cost the same."""
GAP = 4.0
"""The most that may be passed over at one place."""
PUT_IN = {"the": 0.4, "a": 0.5, ",": 0.2, "if": 1.0, "is": 0.7, "and": 0.7}
"""What may be put in where it is wanting, and at what cost."""
APART = {".": 0.0, ";": 0.2, ":": 0.6, "•": 0.3, "?": 0.3, ",": 1.2, "and": 1.2, "but": 0.6, "(": 0.6, "then": 1.0}
"""At what a text may be cut into sentences, and at what cost."""


@dataclass(frozen=True)
class Effort:
    """How dear the readings are that are looked for, in how many steps, whether words may be put in, in how many
    sentences together, and how many plainer texts are tried."""

    limit: float
    steps: int
    put_in: bool
    together: int
    plainer: int = 1


LOOKED_FOR = (
    Effort(1.0, 20_000, False, 2, 3), Effort(1.8, 25_000, False, 1), Effort(2.5, 30_000, False, 2),
    Effort(4.5, 60_000, False, 1), Effort(1.5, 50_000, True, 1),
)  # fmt: skip
"""By turns, until there are some."""
WHOLES = 8
ONE_DOES = {"have": "has", "are": "is", "were": "was", "do": "does"} | {
    verb: f"{verb}s" for verb in "lose gain pay steal swap receive cast target select get take own keep".split()
}
"""Verbs after "they", and after one person."""
WHO = "{who}"
"""What stands in near.toml for each way to name a Wizard who was chosen."""
BOTH, TWO = "{both}", "the two chosen Wizards"
"""What stands there for both of them where there are two, and how they are named."""

_SO = re.compile(
    r"\(\s*(?:so|that is|i\.?e|e\.?g|meaning|which|not|you|the caster|this|these|it|if|with|for|even|or|and)\b", re.I
)


@dataclass(frozen=True)
class PhraseTable:
    """Phrases that may be put for others, as words in small letters -> (words to put, cost)."""

    phrases: Mapping[tuple[str, ...], tuple[tuple[str, float], ...]]
    longest: int


@cache
def table() -> PhraseTable:
    """The phrases of near.toml and of words.toml."""
    found: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
    lists = tomllib.loads(files("pbp.spells.suggest").joinpath("near.toml").read_text("utf-8"))
    for cost, rows in ((float(name), rows) for name, rows in lists["cost"].items()):
        for row in rows:
            phrases, _, others = row.partition(" = ")
            for phrase in phrases.split("/"):
                for other in others.split("/"):
                    found[_key(phrase)].setdefault(other.strip(), cost)
    for first, second, *others in words().alike:
        for other in (second, *others):
            found[_key(other)].setdefault(first, 0.3)
    return PhraseTable({phrase: tuple(others.items()) for phrase, others in found.items()}, max(map(len, found)))


def _key(text: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens(text))


def _spoken(text: str) -> list[Token]:
    """The words of a text. Where its points cannot stand as they are, their marks are left out."""
    try:
        return trimmed(text)
    except Puzzle:
        return [token for token in tokens(text) if token.word != "•"]


class Loosened:
    """A text as a lattice in which words may be passed over and exchanged."""

    def __init__(self, text: str, names: Names, chosen: Sequence[str] = (), *, put_in: bool = False):
        self.names, self.chosen = names, chosen
        self.found = _spoken(text)
        self.size = len(self.found)
        self._chains: dict[str, Sequence[Mapping[str, Sequence[tuple[int, Any]]]]] = {}
        self._own = edges(self.found, names)
        self._skips: list[list[tuple[int, float]]] = [[] for _ in range(self.size + 1)]
        self._lattice: list[dict[str, list[Edge]]] = [{} for _ in range(self.size + 1)]
        self._weights = [self._weight(at) for at in range(self.size)]
        self._fill()
        self._exchange()
        self._pass_over()
        self.lattice = self._with_passed()
        if put_in:
            self._put_in()

    # ---- what stands there -------------------------------------------------------------------------------------

    def _fill(self) -> None:
        for at, here in enumerate(self._own):
            for terminal, ends in here.items():
                made = self._lattice[at].setdefault(terminal, [])
                made += [(end, value, 0.0, tuple(range(at, end))) for end, value in ends]

    def _exchange(self) -> None:
        lower = [token.word for token in self.found]
        phrases = table()
        for at in range(self.size):
            for size in range(1, min(phrases.longest, self.size - at) + 1):
                for other, cost in phrases.phrases.get(tuple(lower[at : at + size]), ()):
                    if not other:
                        self._skips[at].append((at + size, cost))
                        continue
                    if BOTH in other and len(self.chosen) != 2:
                        continue
                    for who in self.chosen if WHO in other else ("",):
                        put = other.replace(WHO, who).replace(BOTH, TWO)
                        self._chain(*self._agreeing(at, at + size, put), cost)
            token = self.found[at]
            if self._is_strange(at) and token.kind == "word" and len(token.word) > 3 and not token.shown[0].isupper():
                for other in get_close_matches(token.word, _spelt(), 2, 0.8):
                    self._chain(at, at + 1, other, 0.6)

    def _chained(self, words_: str) -> Sequence[Mapping[str, Sequence[tuple[int, Any]]]]:
        """What can begin at each word of a phrase."""
        if words_ not in self._chains:
            self._chains[words_] = edges(tokens(words_), self.names)
        return self._chains[words_]

    def _agreeing(self, begin: int, end: int, words_: str) -> tuple[int, int, str]:
        """A phrase put for "they", with the verb that follows as it stands after one person."""
        plural = self.found[begin].word == "they" and end < self.size and words_.split()[0] not in ("they", "those")
        verb = ONE_DOES.get(self.found[end].word) if plural else None
        return (begin, end + 1, f"{words_} {verb}") if verb else (begin, end, words_)

    def _chain(self, begin: int, end: int, words_: str, cost: float) -> None:
        """Other words from one place to another."""
        chain = self._chained(words_)
        cost += len(self._lattice) * TRIFLE
        said = tuple(token.shown for token in tokens(words_))
        nodes = [begin, *range(len(self._lattice), len(self._lattice) + len(chain) - 1), end]
        self._lattice += [{} for _ in range(len(chain) - 1)]
        self._skips += [[] for _ in range(len(chain) - 1)]
        for at, here in enumerate(chain):
            for terminal, ends in here.items():
                made = self._lattice[nodes[at]].setdefault(terminal, [])
                made += [(nodes[to], value, cost if not at else 0.0, said[at:to]) for to, value in ends]

    # ---- what is passed over -----------------------------------------------------------------------------------

    def _is_strange(self, at: int) -> bool:
        here = self._own[at]
        return not here or set(here) <= {"T_VALUE", "T_NAMED"}

    def _weight(self, at: int) -> float:
        token = self.found[at]
        if token.word in MARKS or token.kind in ("mark", "list"):
            return MARKS.get(token.word, 0.2)
        if token.kind in ("number", "dice"):
            return GIVEN
        here = self._own[at]
        if any(name in here for name in ("T_OTHER", "T_THING", "T_VALUE", "T_INPUTWORD", "T_NUMBER")):
            return GIVEN if token.word not in ("star", "stars") else SOFT
        if token.word in _CONDITIONS:
            return LOST
        counts = words().counts_as.get((stem(token.word),))
        if counts is None:
            return KNOWN if here else PLAIN
        return LIGHT if not counts else MUST if counts[0].startswith("must") else SOFT

    def _pass_over(self) -> None:
        """What may be passed over: a word, what stands in brackets or between marks, a sentence."""
        for at in range(self.size):
            self._skips[at].append((at + 1, self._weights[at]))
        opened: list[int] = []
        cuts = [0]
        for at in range(self.size + 1):
            word = self.found[at].word if at < self.size else "."
            if word == "(":
                opened.append(at)
            elif word == ")" and opened:
                begin = opened.pop()
                self._skips[begin].append((at + 1, self._price(ASIDE if self._told(begin) else BRACKETS, begin, at)))
            if word in PAUSES:
                cuts.append(at)
            if word in STOPS:
                self._pass_between(cuts)
                end = min(at + 1, self.size)
                if cuts[0] or end < self.size:
                    cost = self._price(SENTENCE, cuts[0], at) + (1.0 if self._asks(cuts[0], at) else 0.0)
                    self._skips[cuts[0]].append((end, cost))
                cuts = [end]

    def _pass_between(self, cuts: Sequence[int]) -> None:
        """What stands between two marks of one sentence, with one of them."""
        for number, one in enumerate(cuts):
            for other in cuts[number + 1 :]:
                first, last = number == 0, other == cuts[-1]
                if other - one > 1 and not (first and last):
                    end = other if last else other + 1
                    cost = self._price(SEGMENT, one, other) + (LOST if self._asks(one, other) else 0.0)
                    self._skips[one].append((end, cost))
                    if not first and not last:
                        self._skips[one].append((other, cost))

    def _asks(self, begin: int, end: int) -> bool:
        """Whether a condition stands between two places."""
        return not _CONDITIONS.isdisjoint(self.found[at].word for at in range(begin, end))

    def _told(self, at: int) -> bool:
        return _SO.match(" ".join(token.word for token in self.found[at : at + 4])) is not None

    def _price(self, costs: tuple[float, float, float, float], begin: int, end: int) -> float:
        whole, each, must, given = costs
        for at in range(begin, end):
            weight = self._weights[at]
            whole += each + (given if weight == GIVEN else must if weight == MUST else 0.0)
        return whole

    def _reach(self, at: int) -> dict[int, float]:
        reached: dict[int, float] = {}
        queue = [(0.0, at)]
        while queue:
            cost, here = heappop(queue)
            if here in reached:
                continue
            reached[here] = cost
            for to, more in self._skips[here]:
                if cost + more <= GAP:
                    heappush(queue, (cost + more, to))
        return reached

    def _with_passed(self) -> list[dict[str, list[Edge]]]:
        made: list[dict[str, list[Edge]]] = []
        self.reach: list[dict[int, float]] = []
        for at in range(len(self._lattice)):
            reach = self._reach(at) if at <= self.size else {at: 0.0}
            self.reach.append(reach)
            here: dict[str, list[Edge]] = {}
            for place, passed in reach.items():
                passed += (place - at) * at * TRIFLE
                for terminal, ends in self._lattice[place].items():
                    here.setdefault(terminal, []).extend((e, v, c + passed, t) for e, v, c, t in ends)
            made.append(here)
        return made

    def _put_in(self) -> None:
        first = len(self.lattice)
        copies = {at: first + at for at in range(self.size + 1)}
        self.lattice += [dict(self.lattice[at]) for at in range(self.size + 1)]
        for at in range(self.size + 1):
            own = {terminal: list(ends) for terminal, ends in self.lattice[at].items()}
            for words_, cost in PUT_IN.items():
                chain = self._chained(words_)
                if len(chain) == 1:
                    for terminal, ends in chain[0].items():
                        own.setdefault(terminal, []).extend((copies[at], value, cost, (words_,)) for _, value in ends)
            self.lattice[at] = own

    def left_out(self) -> float:
        """What it costs to pass over all of it."""
        said = {token.word for token in self.found}
        cost = self._price(SAYING, 0, self.size) + (LOST if not _DEEDS.isdisjoint(said) else 0.0)
        return cost - (LOST - 1.0 if _NOTHING.search(" ".join(token.word for token in self.found)) else 0.0)

    # ---- what can be read --------------------------------------------------------------------------------------

    def line(self, rule: str, limit: float, most: int) -> list[tuple[float, str]]:
        """The cheapest texts that can be read as a line by this rule."""
        chart = LooseChart(grammar(), self.lattice, limit, most)
        found: list[tuple[float, str]] = []
        with suppress(TooLong):
            for end, values in chart.readings(rule, 0).items():
                passed = self.reach[end].get(self.size) if end <= self.size else None
                if passed is not None:
                    found += [(cost + passed, self._said(trail).rstrip(".")) for cost, trail in values.values()]
        return sorted(pair for pair in found if pair[0] <= limit)[:WHOLES]

    def texts(self, limit: float, most: int) -> list[tuple[float, str]]:
        """The cheapest texts of one or more sentences that can be read, each with its cost."""
        chart = LooseChart(grammar(), self.lattice, limit, most)
        best: list[list[tuple[float, tuple[Trail, ...]]]] = [[] for _ in range(self.size + 1)]
        best[0] = [(0.0, ())]
        try:
            for at in range(self.size):
                if best[at]:
                    best[at] = sorted(best[at], key=lambda pair: pair[0])[:WHOLES]
                    for end, values in chart.readings("sentence", at).items():
                        if end > self.size:
                            continue
                        for place, cut in self._cuts(end):
                            for cost, trail in values.values():
                                best[place] += [
                                    (c + cost + cut, (*before, trail))
                                    for c, before in best[at]
                                    if c + cost + cut <= 2 * limit
                                ]
        except TooLong:
            pass
        found: dict[str, float] = {}
        for at, ways in enumerate(best):
            passed = self.reach[at].get(self.size)
            if passed is not None and ways and at:
                for cost, trails in ways:
                    text = " ".join(map(self._said, trails))
                    found[text] = min(found.get(text, 99.0), cost + passed)
        self.taken = chart.taken
        return sorted(((cost, text) for text, cost in found.items() if cost <= 2 * limit), key=lambda p: p[0])[:WHOLES]

    def _cuts(self, at: int) -> Iterator[tuple[int, float]]:
        """Where the next sentence may begin after one that ends here, and what it costs to cut there."""
        if at >= self.size or self.reach[at].get(self.size) is not None:
            yield at, 0.0
        cost = 0.0
        while at < self.size and self.found[at].word in APART:
            cost += APART[self.found[at].word]
            at += 1
            yield at, cost

    def _said(self, trail: Trail) -> str:
        """The words of a sentence as they are written."""
        parts = list(used(trail))
        said = ""
        last: Any = None
        for number, part in enumerate(parts):
            if isinstance(part, str):
                word = part
            else:
                token = self.found[part]
                double = _same_word(self.found, parts, number)
                if double < 0:
                    last = part
                    continue
                word = token.shown if double > 0 or self._alone(part) else token.word
                if said and part and self.found[part - 1].word in STOPS | {":", "•"} and set(self._own[part]) - _NAMES:
                    word = word[:1].lower() + word[1:]
            close = isinstance(part, int) and isinstance(last, int) and part == last + 1 and self._touch(last, part)
            said += ("" if not said or close or word[0] in ",.;:?!)'’" or said[-1] == "(" else " ") + word
            last = part
        return begun(said).rstrip(" ,;:.") + "."

    def _alone(self, at: int) -> bool:
        """Whether a word as written is one word."""
        here = self.found[at].start
        return all(self.found[to].start != here for to in (at - 1, at + 1) if 0 <= to < self.size)

    def _touch(self, one: int, other: int) -> bool:
        first, second = self.found[one], self.found[other]
        return first.start + len(first.shown) == second.start


def _same_word(found: Sequence[Token], parts: Sequence[Any], number: int) -> int:
    """1 where a contraction begins all of which is used, -1 inside of one, else 0."""
    part = parts[number]
    before = parts[number - 1] if number else None
    if isinstance(before, int) and before + 1 == part and found[before].start == found[part].start:
        return -1
    after = parts[number + 1] if number + 1 < len(parts) else None
    return int(isinstance(after, int) and part + 1 == after and found[after].start == found[part].start)


@cache
def _spelt() -> list[str]:
    """All words that the syntax and the lexicon know."""
    return sorted({*grammar().vocabulary(), *lexicon.words()})


def loosened_price(text: str, names: Names, chosen: Sequence[str] = ()) -> list[tuple[float, str]]:
    """Costs that can probably be read and say what a Cost says, the cheapest first."""
    return Loosened(text, names, chosen).line("price", 2.5, 40_000) if text else []


def loosened(text: str, names: Names, chosen: Sequence[str], effort: Effort) -> list[tuple[float, str]]:
    """Texts that can probably be read and say what a text says, the cheapest first, each with its cost.

    `chosen`: how those Wizards are named whom the spell's inputs choose.
    """
    return Loosened(text, names, chosen, put_in=effort.put_in).texts(effort.limit, effort.steps)
