"""Whole spells that may be meant, each read by the strict reader: what two searches find, and in which order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TypeVar

from pbp.spells import steps as counted
from pbp.spells import tree as t
from pbp.spells.read import Spell, names_around
from pbp.spells.suggest.asides import with_capitals
from pbp.spells.suggest.effects import Decoder, effects_like, guesses
from pbp.spells.suggest.faithful import faithful, keeps_enough
from pbp.spells.suggest.lines import costs_like, either_price, inputs_like
from pbp.spells.suggest.loosened import loosened_price
from pbp.spells.suggest.mended import Spans, guessed, joined, mended
from pbp.spells.suggest.outright import outright
from pbp.spells.suggest.plainer import explicit, plainer
from pbp.spells.suggest.pruned import pruned
from pbp.spells.suggest.strict import Spent, Strict
from pbp.spells.suggest.whole import whole_turned

MOST = 3
"""How many are offered."""
INPUTS, COSTS, READ = 3, 2, 60
"""How many Inputs and Cost lines are carried on, and how many whole spells of one search are read at the most."""
ALONE = 120
"""How many parts of an Effect are read by themselves."""
BLAME = 0.7
"""By how much a text is tried later for each time that one of its sentences could not be read."""
CHEAP, DEAR = 1.5, 2.5
"""How far from the author's words a mended text is that is taken before all others, and one that is taken after what
the words are likely to mean."""
FAR = 4.0
"""A mended text that is further from the author's words is not offered."""
OUTRIGHT, WHOLES = 0.2, 4
"""What it costs to say everything outright, and how many ways to say the whole are tried."""
LINES = 2
"""With how many of the likely Inputs and Costs the Effect is mended."""

FOR_LINES, FOR_PRUNED, FOR_TURNED, FOR_MENDS, FOR_MEANINGS, FOR_READING = (
    250_000,
    150_000,
    100_000,
    180_000,
    250_000,
    80_000,
)
"""The steps of finding Inputs and Costs, of mending a whole text in plainer words and as it is written, of making
trees, and of reading what was found."""

T = TypeVar("T")
Way = tuple[Mapping[str, str], t.Program]
Ways = list[tuple[float, Way]]
Reworded = tuple[float, dict[str, str]]
Asked = tuple[float, dict[str, str], tuple[t.Input, ...]]
"""How likely Inputs and a Cost are, those that are reworded, and what is asked for."""


def best(spell: Spell) -> list[Mapping[str, str]]:
    """At most MOST rewordings that read, each meaning something else."""
    if not _may_be_reworded(spell):
        return []
    with counted.within(counted.SUGGESTING):
        return searched(spell).in_order()


def searched(spell: Spell) -> Searched:
    """What the searches find; the later ones are made where the earlier ones find nothing near, and what is written is
    mended only where it cannot be read as it was said outright."""
    strict = Strict(spell, 4 * READ)
    with counted.within(FOR_LINES):
        lines = _tried(_lines(spell))
    efforts = _tried(_Effort(spell, strict, one) for one in lines)
    if not efforts:
        return Searched()
    few = list(enumerate(efforts[:LINES]))
    hints = [(0.0, way) for way in _tried(_both_meanings(spell, strict, {}))]
    turned = _tried(_Effort(spell, strict, one, cost, words) for cost, words in _wholes(spell) for one in lines[:LINES])
    hints += [way for one in turned for way in _tried(one.both_meanings())]
    with counted.within(FOR_PRUNED):
        found = (_ways(strict, _tried(one.pruned()), keep=keeps_enough) for one in (*efforts[:LINES], *turned))
        less = next(filter(None, found), [])
    with counted.within(FOR_TURNED):
        mended_ = [way for number, one in enumerate(turned) for way in one.mends(number)]
    mends = _ways(strict, [*hints, *mended_])
    if _are_near(mends):
        return Searched(mends, less=less)
    sure = bool(mends) and mends[0][0] <= CHEAP and any(one.reads for one in turned)
    if not sure:
        with counted.within(FOR_MENDS):
            mended_ += [way for number, one in few for way in one.mends(number)]
        mends = _ways(strict, [*hints, *mended_])
        if _are_near(mends):
            return Searched(mends, less=less)
    with counted.within(FOR_MEANINGS):
        decoded = [way for one in (*turned[:1], *efforts) for way in one.decoded()]
    far = _ways(strict, decoded)
    if sure:
        return Searched(mends, far, less=less)
    with counted.within(FOR_LINES):
        mixed = _ways(strict, [way for number, one in few for way in one.with_guesses(number)])
    return Searched(mends, far, mixed, less)


@dataclass(frozen=True)
class Searched:
    """What the searches have found, each the best first, with its cost: mended texts, likely meanings, texts mended in
    one sentence and guessed in another, and texts with less in them."""

    mends: Ways = field(default_factory=list)
    far: Ways = field(default_factory=list)
    mixed: Ways = field(default_factory=list)
    less: Ways = field(default_factory=list)

    def in_order(self) -> list[Mapping[str, str]]:
        """The best, each meaning once: the author's text with least left out, the cheapest mend, what two searches
        find, then by turns."""
        cheap = [way for cost, way in self.mends if cost <= CHEAP]
        likely = [way for _, way in self.far]
        agreed = [way for _, way in self.mends if any(way[1] == program for _, program in likely)]
        mends = [way for _, way in self.mends]
        turns = (likely, mends) if self.mends and self.mends[0][0] > DEAR else (mends, likely)
        rest = (*_by_turns(*turns), *(way for _, way in self.mixed))
        found: dict[t.Program, Mapping[str, str]] = {}
        for fields, program in (*(way for _, way in self.less[:1]), *cheap[:1], *agreed, *rest):
            found.setdefault(program, fields)
        return list(found.values())[:MOST]


def _wholes(spell: Spell) -> list[tuple[float, str]]:
    """The whole Effect in plainer words, each way with its cost."""
    text = spell.text.get("Effect", "")
    said = with_capitals(outright(text)).strip()
    ways = [
        (0.0, said),
        *_all_others(said),
        *((cost, words) for cost, words in map(whole_turned, (said, text)) if cost),
    ]
    found = {words: cost + (OUTRIGHT if said != text else 0.0) for cost, words in reversed(ways) if words != text}
    return sorted((cost, words) for words, cost in found.items())[:WHOLES]


def _all_others(text: str) -> list[tuple[float, str]]:
    """A text in which other Wizards are those other than the caster, if it speaks of somebody else besides."""
    said, many = _OTHERS.subn(r"\1 other than the caster", text)
    return [(OUTRIGHT, said)] if many > 1 or (many and _SOMEBODY.search(text)) else []


_SOMEBODY = re.compile(r"\b(?:chosen|named|picked|that Wizard|the Wizard)\b", re.I)
_OTHERS = re.compile(r"\bother (Wizards?)\b(?! than)")


def _are_near(mends: Ways) -> bool:
    """Whether as many as are offered are near the author's words."""
    return len(mends) >= MOST and mends[MOST - 1][0] <= CHEAP


def _tried(found: Iterable[T]) -> list[T]:
    """What is found as far as the steps suffice."""
    kept: list[T] = []
    with suppress(counted.TooLong, Spent):
        for one in found:
            kept.append(one)
    return kept


def _ways(strict: Strict, found: list[Reworded], *, keep: Callable[[Spell, Spell], bool] = faithful) -> Ways:
    """Those that the strict reader reads and that keep what is said, as `keep` has it, the cheapest first, each meaning
    once.

    What it does not read is blamed on a sentence, so that texts with others in its place are tried first.
    """
    ways: dict[t.Program, tuple[float, Mapping[str, str]]] = {}
    blamed: Counter[str] = Counter()
    left = list(found)

    def dear(one: Reworded) -> float:
        return one[0] + BLAME * sum(often for text, often in blamed.items() if text in one[1].get("effect", ""))

    with suppress(Spent, counted.TooLong), counted.within(FOR_READING):
        for _ in range(READ):
            if not left or len(ways) == 2 * MOST:
                break
            one = min(left, key=dear)
            left.remove(one)
            cost, fields = one
            read = strict.read(fields)
            if read.program is not None and keep(strict.spell, read):
                ways.setdefault(_bare(read.program), (cost, fields))
            blamed.update({item.sentence for item in read.unclear if item.sentence})
    return sorted(((cost, (fields, program)) for program, (cost, fields) in ways.items()), key=lambda way: way[0])


class _Effort:
    """The Effect of a spell, or what was put in its place at a cost, with some Inputs and Cost, and what was found for
    it so far. Raises Spent."""

    def __init__(self, spell: Spell, strict: Strict, asked: Asked, cost: float = 0.0, effect: str = ""):
        self.worth, lines, self.inputs = asked
        self.cost, self.lines = cost, {**lines, "effect": effect} if effect else lines
        self.spans: Spans = {}
        self._alone = Strict(spell, ALONE)
        self.names = names_around(spell, self.inputs)
        self._strict, self._read = strict, strict.read(self.lines)
        read = self._read
        self.texts = list(read.sentences)
        self.decoder = Decoder(spell, self.texts, self.inputs, self._reads)
        self.reads = read.program is not None
        self.faulty = {at for at, text in enumerate(self.texts) if any(item.sentence == text for item in read.unclear)}

    def _reads(self, effect: str) -> t.Program | None:
        """What is read of a part of the Effect alone, if it can be read."""
        with suppress(Spent):
            return self._alone.read({**self.lines, "effect": effect}).program
        return None

    def both_meanings(self) -> Iterator[Reworded]:
        """Either meaning, as the reader would have said it."""
        yield from ((self.cost, way) for way in _both_meanings(self._read, self._strict, self.lines))

    def pruned(self) -> Iterator[Reworded]:
        """The whole text without the parts that cannot be read and say nothing of what happens."""
        if not self.reads:
            yield from ((self.cost + cost, way) for cost, way in pruned(self._alone, self.lines, self.names))

    def mends(self, number: int) -> list[Reworded]:
        """The whole texts that are mended."""
        if self.reads or not self.faulty:
            return [(self.cost + number, self.lines)]
        self.spans = mended(self.texts, self.faulty, self.names, _chosen(self.inputs))
        found = [(cost, words) for cost, words in joined(self.spans) if cost <= FAR]
        return [(self.cost + cost + number, {**self.lines, "effect": words}) for cost, words in found]

    def decoded(self) -> list[Reworded]:
        """The whole texts that are likely to be meant; the more worth, the less cost."""
        if self.reads:
            return [(-self.worth, self.lines)]
        found = effects_like(self.decoder, self.faulty)
        return [(-self.worth - more, {**self.lines, "effect": words}) for more, words in found]

    def with_guesses(self, number: int) -> list[Reworded]:
        """The whole texts of which some sentences are mended and some guessed."""
        if self.reads or not self.faulty:
            return []
        spans = guessed(self.spans, self.faulty, guesses(self.decoder, self.faulty))
        return [(cost + number, {**self.lines, "effect": words}) for cost, words in joined(spans)]


def _chosen(inputs: tuple[t.Input, ...]) -> list[str]:
    """How those Wizards are named whom the inputs choose."""
    whom = [asked.kind for asked in inputs if asked.kind in ("position", "wizard")]
    if len(whom) == 1:
        return ["the chosen Wizard" if whom[0] == "wizard" else "the Wizard in the chosen position"]
    return [f"the {which} chosen Wizard" for which, _ in zip(("first", "second"), whom, strict=False)]


def _both_meanings(read: Spell, strict: Strict, lines: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """What the reader would have said for either meaning, if it says that an Effect has two. Raises Spent."""
    hint = re.fullmatch(r'say "(.+[.!])" or "(.+[.!])"', read.unclear[0].hint) if len(read.unclear) == 1 else None
    for words in hint.groups() if hint else ():
        if strict.read({**lines, "effect": words}).program is not None:
            yield {**lines, "effect": words}


def _bare(program: t.Program) -> t.Program:
    """A program without what only names its inputs."""
    return replace(program, inputs=tuple(replace(one, label="", noun="") for one in program.inputs))


def _may_be_reworded(spell: Spell) -> bool:
    """Whether the faults of a spell are of its words, and not of its page."""
    return bool(spell.unclear and spell.around.names) and all(item.sentence for item in spell.unclear)


def _by_turns(*several: list[Way]) -> Iterator[Way]:
    for ways in zip_longest(*several):
        yield from filter(None, ways)


def _lines(spell: Spell) -> Iterator[Asked]:
    """The Inputs and the Cost, reworded where they are faulty, and what is asked for."""
    faulty = {item.sentence for item in spell.unclear}
    inputs, cost = spell.text.get("Inputs", ""), spell.text.get("Cost", "")
    ways: list[Asked] = [(0.0, {}, spell.inputs)]
    if inputs in faulty and inputs:
        found = inputs_like(inputs, spell.around, spell.name, INPUTS)
        ways = [(worth, {"inputs": line}, asked) for worth, line, asked in found]
    for worth, lines, asked in ways:
        if not cost or cost not in faulty:
            yield worth, lines, asked
            continue
        names, chosen = names_around(spell, asked), _chosen(asked)
        cost = either_price(cost)
        for more, text in [*plainer(cost, names), (0.0, cost), *explicit(cost)]:
            for far, line in loosened_price(text, names, chosen)[:COSTS]:
                yield worth - far - more, {**lines, "cost": line}, asked
        for more, line in costs_like(cost, spell.around, asked, spell.name, COSTS):
            yield worth + more, {**lines, "cost": line}, asked
