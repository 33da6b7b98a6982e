"""Whole Effects in which the faulty sentences are mended: by passing over words and exchanging some, or by a guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from pbp.spells.cutting.marks import trimmed
from pbp.spells.english.reading import readings
from pbp.spells.inputs import Puzzle
from pbp.spells.readings import MOST_WORDS
from pbp.spells.steps import TooLong, within
from pbp.spells.suggest.loosened import LOOKED_FOR, Effort, Loosened, loosened
from pbp.spells.suggest.plainer import explicit, plainer, shorter
from pbp.spells.tables.cases import beside
from pbp.spells.words import Names

SPAN, WORDS = 3, 90
"""How many sentences are mended together at the most, and how many words."""
ALSO = 0.4
"""What it costs to say a sentence in plainer words without looking whether it can be read."""
TOGETHER = 0.3
"""What it costs to mend one more sentence together with another."""
GUESSED, NEXT = 3.0, 0.5
"""What it costs to take what a sentence may mean for its words, and how much more the next likely meaning."""
BEAM = 40
FOR_SHORTER = 40_000
"""The steps of looking for a part of a sentence that may be left out."""
TRIED, LOOSENED = 16, 4
"""How many parts are left out by way of trial, and without how many of them the rest is mended."""
ENOUGH = 3
"""Where so many ways are found to say some sentences, no dearer ones are looked for."""
MOST_LEFT_OUT = 3.5
"""What it may cost to leave out a sentence."""

Said = tuple[float, str]
Spans = dict[tuple[int, int], list[Said]]
"""The sentences from one place to another -> ways to say them, each with how far it is from the author's words."""
Guess = Callable[[int, int], Sequence[str]]
"""What the sentences from one place to another may mean, the likeliest first."""


def mended(texts: Sequence[str], faulty: set[int], names: Names, chosen: Sequence[str]) -> Spans:
    """Ways to say the sentences of an Effect, of which some are faulty, alone and with those that follow."""
    found: Spans = {}
    for at, text in enumerate(texts):
        plain = [(ALSO + cost, said) for cost, said in plainer(text, names)[:1]]
        plain += explicit(text, chosen)
        found[at, at + 1] = [*_left_out(text, names), *plain] if at in faulty else [(0.0, text), *plain]
    for effort in LOOKED_FOR:
        for size in range(1, min(effort.together, len(texts)) + 1):
            for begin in range(len(texts) - size + 1):
                words = " ".join(texts[begin : begin + size])
                ways = found.setdefault((begin, begin + size), [])
                bad = not faulty.isdisjoint(range(begin, begin + size))
                if bad and len(words.split()) <= WORDS and sum(cost > 0 for cost, said in ways if said) < ENOUGH:
                    more = TOGETHER * (size - 1)
                    ways += [(cost + more, other) for cost, other in _loosened(words, names, chosen, effort)]
        if effort is LOOKED_FOR[0]:
            for at in faulty:
                if sum(cost > 0 for cost, said in found[at, at + 1] if said) < ENOUGH:
                    found[at, at + 1] += _shortened(texts[at], names, chosen)
    return found


def _shortened(text: str, names: Names, chosen: Sequence[str]) -> list[Said]:
    """Ways to say a sentence without a part of it."""
    plain, words = next(iter(plainer(text, names)), (0.0, text))
    found: list[Said] = []
    with suppress(TooLong), within(FOR_SHORTER):
        texts = shorter(words)
        found = [(cost + plain, left) for cost, left in texts[:TRIED] if _reads(left, names)]
        for cost, left in texts[:LOOSENED] if not found else ():
            found += [(cost + plain + more, said) for more, said in loosened(left, names, chosen, LOOKED_FOR[0])]
    return found


def _reads(text: str, names: Names) -> bool:
    try:
        found = trimmed(text)
    except Puzzle:
        return False
    return 0 < len(found) <= MOST_WORDS and bool(readings(found, names))


def _loosened(words: str, names: Names, chosen: Sequence[str], effort: Effort) -> list[Said]:
    """Ways to say some words, first the plainest."""
    plain = plainer(words, names)
    found: dict[str, float] = {}
    for cost, text in [*plain[: effort.plainer], (0.0, words)]:
        for more, said in loosened(text, names, chosen, effort):
            found[said] = min(cost + more, found.get(said, 99.0))
    return sorted((cost, said) for said, cost in found.items())


def _left_out(text: str, names: Names) -> list[Said]:
    """A sentence as one that is left out."""
    cost = Loosened(text, names).left_out()
    return [(cost, "")] if cost <= MOST_LEFT_OUT else []


def guessed(spans: Spans, faulty: set[int], guess: Guess) -> Spans:
    """The same, and what the faulty sentences may mean for their words."""
    found: Spans = {}
    for (begin, end), ways in spans.items():
        found[begin, end] = list(ways)
        if end - begin < SPAN and not faulty.isdisjoint(range(begin, end)):
            guesses = enumerate(guess(begin, end))
            found[begin, end] += [(GUESSED * (end - begin) + NEXT * number, words) for number, words in guesses]
    return found


def joined(spans: Spans) -> list[Said]:
    """The cheapest ways to say all sentences, the nearest to the author's words first."""
    size = max((end for _, end in spans), default=0)
    beams: list[list[Said]] = [[(0.0, "")], *([] for _ in range(size))]
    for end in range(1, size + 1):
        found: dict[str, float] = {}
        for begin in range(max(0, end - SPAN), end):
            for cost, words in spans.get((begin, end), ()):
                for before, said in beams[begin]:
                    text = beside(said, words)
                    found[text] = min(found.get(text, 99.0), before + cost)
        beams[end] = sorted((cost, text) for text, cost in found.items())[:BEAM]
    return beams[-1]
