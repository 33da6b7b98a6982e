"""An author's words, relaxed step by step from where the reader stopped: left out, put in, or said otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from heapq import heappop, heappush

from pbp.errors import Unclear
from pbp.spells.suggest.bank import usual_pairs, vocabulary
from pbp.spells.suggest.likeness import NamedWords, concepts, likeness, pairs, stem, words
from pbp.spells.suggest.strict import Spent

Fault = Callable[[str], Unclear | None]
"""The reader's complaint about a text, or None if it reads it."""

_FEW = ("the", "a", "that", "who", "of", "Stars", "this Duel", "and", ",", "from spells")
_AROUND = 4
_ODD = 0.85
"""What two words that nobody wrote beside each other before count for."""

_NOUNS = frozenset("spell wizard position first second chosen must".split())
_DEEDS = (("must:gain",), ("must:lose",), ("must:pay",), ("must:steal",), ("soft:have",))

_RESPELT = 0.93
"""How like an author's text it is with one word spelt otherwise."""

_LEAST = 0.5
"""A text less like the author's is not followed further."""

_PRONOUNS = {
    "they": ("that Wizard", "the caster"),
    "them": ("that Wizard", "the caster"),
    "their": ("that Wizard's", "the caster's"),
    "it": ("that spell",),
}


def relaxed(text: str, fault: Fault, named: NamedWords, tries: int, enough: int) -> list[tuple[float, str]]:
    """Texts like this one that the reader reads, with how like they are; best first.

    Goes on from the text that the reader follows furthest. Asks at most `tries` times, and stops when `enough` read.
    """
    own = pairs(text, named)
    usual = own | usual_pairs()
    found: list[tuple[float, str]] = []
    seen = {text}
    queue: list[tuple[float, int, str, Unclear, tuple[str, ...]]] = []
    first = fault(text)
    if first is None:
        return [(1.0, text)]
    heappush(queue, (0.0, 0, text, first, concepts(text, named)))
    for number, other in enumerate(_respelt(text, first)):
        trouble = fault(other)
        if trouble is None:
            found.append((_RESPELT, other))
        else:
            heappush(queue, (-_RESPELT, number, other, trouble, concepts(other, named)))
        seen.add(other)
    while queue and len(found) < enough:
        _, _, now, trouble, wanted = heappop(queue)
        for number, other in enumerate(_steps(now, trouble)):
            other = _tidied(other)
            if other in seen:
                continue
            seen.add(other)
            if any(_is_bare(*pair) for pair in pairs(other, named) - own):
                continue
            like = likeness(wanted, concepts(other, named)) * _ODD ** len(pairs(other, named) - usual)
            if like < _LEAST:
                continue
            if not tries:
                return sorted(found, key=lambda pair: -pair[0])
            tries -= 1
            try:
                left = fault(other)
            except Spent:
                return sorted(found, key=lambda pair: -pair[0])
            if left is None:
                found.append((like, other))
            else:
                far = _place(other, left) / max(1, len(other))
                heappush(queue, (-like - far, number, other, left, wanted))
    return sorted(found, key=lambda pair: -pair[0])


def _steps(text: str, trouble: Unclear) -> Iterator[str]:
    """Texts one step away, the likeliest first."""
    unknown = _unknown(trouble)
    yield from _in_other_order(text)
    yield from _said_otherwise(text)
    spans = [(match.start(), match.end()) for match in re.finditer(r"[\w'’-]+|[^\w\s]", text)]
    place = _place(text, trouble)
    here = next((number for number, (_, end) in enumerate(spans) if end > place), len(spans) - 1)
    if unknown:
        yield from (_exchanged(text, unknown, other) for other in _kin(unknown.lower()))
    for match in re.finditer(r"\s*\([^()]*\)", text):
        yield text[: match.start()] + text[match.end() :]
    for size in (1, 2, 3, 4, 5, 6):
        for begin in range(max(0, here - size), min(len(spans), here + 2)):
            if begin + size <= len(spans):
                yield text[: spans[begin][0]] + text[spans[begin + size - 1][1] :]
    for word in _FEW:
        for at in (here, here + 1):
            if 0 <= at < len(spans):
                yield f"{text[: spans[at][0]]}{word} {text[spans[at][0] :]}"
    for begin, end in spans[max(0, here - _AROUND) : here + _AROUND]:
        for other in _PRONOUNS.get(text[begin:end].lower(), ()):
            yield text[:begin] + other + _singular(text[end:])
        for other in _kin(text[begin:end].lower()):
            yield text[:begin] + other + text[end:]


def _singular(rest: str) -> str:
    """What follows a Wizard where "they" stood: "have" becomes "has"."""
    verb = re.match(r"\s+([a-z]+)", rest)
    if verb is None or verb[1] not in ONE_DOES:
        return rest
    return f" {ONE_DOES[verb[1]]}{rest[verb.end() :]}"


ONE_DOES = {"have": "has", "are": "is", "were": "was", "do": "does"} | {
    verb: f"{verb}s" for verb in "lose gain pay steal swap receive cast target select get take own keep".split()
}


def _place(text: str, trouble: Unclear) -> int:
    """Where in a text the reader stopped, as well as its words tell; its beginning if they do not."""
    quoted = re.findall(r'"([^"]+)"', trouble.reason)
    if not quoted:
        return 0
    words_there = [re.escape(word) for word in re.findall(r"[\w'’-]+|[^\w\s]", quoted[0])]
    before = [re.escape(word) for word in re.findall(r"[\w'’-]+|[^\w\s]", quoted[1])] if len(quoted) > 1 else []
    for lead in (before[-3:], before[-1:], []):
        match = re.search(r"\W*".join([*lead, f"({words_there[0]})"]), text, re.IGNORECASE)
        if match:
            return match.start(1)
    return 0


@cache
def _groups() -> list[tuple[re.Pattern[str], tuple[str, ...]]]:
    """For each phrase of words.toml a pattern, and the phrases that may stand there, the surest first."""
    return [
        (
            re.compile(rf"(?<![\w'’]){re.escape(phrase)}(?![\w'’])", re.IGNORECASE),
            tuple(p for p in group if p != phrase),
        )
        for group in words().alike
        for phrase in sorted(group, key=len, reverse=True)
    ]


def _said_otherwise(text: str) -> Iterator[str]:
    """A phrase exchanged for one of its group."""
    for pattern, others in _groups():
        for match in pattern.finditer(text):
            for other in others[:2]:
                put = other[:1].upper() + other[1:] if match[0][0].isupper() else other[:1].lower() + other[1:]
                yield text[: match.start()] + put + text[match.end() :]


def _is_bare(before: str, after: str) -> bool:
    """Whether a verb has lost who does it, or a noun its article."""
    if before not in ("", ",", ":", "then"):
        return False
    return after in _NOUNS or (after.endswith("s") and words().counts_as.get((stem(after),), ())[:1] in _DEEDS)


def _in_other_order(text: str) -> Iterator[str]:
    """The words in another order, where a pattern of words.toml knows one."""
    for pattern, other in words().orders:
        found = pattern.sub(other, text, count=1)
        if found != text:
            yield found


def _unknown(trouble: Unclear) -> str:
    """The word that the reader does not know; empty if that is not the trouble."""
    found = re.search(r'the word "([^"]+)" is unknown', trouble.reason)
    return found[1] if found else ""


def _respelt(text: str, trouble: Unclear) -> Iterator[str]:
    """An unknown word exchanged for known ones that are spelt nearly the same; then they are what was meant."""
    unknown = _unknown(trouble)
    if len(unknown) > 4:
        near = re.search(r'did you mean "([^"]+)"', trouble.hint)
        others = [near[1]] if near else []
        for other in dict.fromkeys((*others, *get_close_matches(unknown.lower(), vocabulary(), 2, 0.8))):
            yield _exchanged(text, unknown, other)


def _exchanged(text: str, word: str, other: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, text, count=1)


@lru_cache(maxsize=1024)
def _kin(word: str) -> tuple[str, ...]:
    """Known words that count as the same, with the same ending."""
    meaning = words().counts_as.get((stem(word),))
    if not meaning or not meaning[0].startswith(("must", "soft:each", "soft:named", "soft:cast")):
        return ()
    stems = {stems[0] for stems, other in words().counts_as.items() if other == meaning and len(stems) == 1}
    found = (other for other in vocabulary() if stem(other) in stems and _ending(other) == _ending(word))
    return tuple(sorted(other for other in found if other != word))[:6]


def _ending(word: str) -> str:
    return next((ending for ending in ("ing", "ed", "s") if word.endswith(ending)), "")


def _tidied(text: str) -> str:
    """Words with single spaces, and marks where they belong."""
    text = re.sub(r"\s+", " ", text).strip(" ,;")
    text = re.sub(r" (?=[,.;:!?])", "", text)
    text = re.sub(r"([,;:])(?:\s*[,;:])+", r"\1", text)
    text = re.sub(r",(?=\.)", "", text)
    text = re.sub(r"\b([Aa])n? (?=[aeiouAEIOU])(?!one\b|uni)", r"\1n ", text)
    text = re.sub(r"\b([Aa])n (?=[^aeiouAEIOU\W])", r"\1 ", text)
    return re.sub(r"(?:^|(?<=[.!] ))[a-z]", lambda match: match[0].upper(), text)


def best(found: Sequence[tuple[float, str]], count: int) -> list[tuple[float, str]]:
    """The best of several, each once."""
    once: dict[str, float] = {}
    for like, text in sorted(found, key=lambda pair: -pair[0]):
        once.setdefault(text, like)
    return [(like, text) for text, like in once.items()][:count]
