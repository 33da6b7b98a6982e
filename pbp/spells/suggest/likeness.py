"""How like two wordings are in what they say: words of one meaning count as one, and some may not be lost or added."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

from pbp.spells.words import NUMBERS, tokens

_WEIGHTS = {"must": 4.0, "soft": 1.5, "word": 2.0}
_SPOKEN_OF = (
    ("soft:caster",),
    ("soft:chosen", "soft:position", "soft:named"),
    ("soft:each",),
    ("soft:cast",),
    ("soft:spell",),
)
"""Whom and what a text speaks of, one way or another."""
_ACTORS = frozenset(
    ("soft:caster", "soft:chosen", "soft:position", "soft:each", "soft:they", "must:near", "must:other")
)
_DEEDS = frozenset(("must:gain", "must:lose", "must:pay", "must:steal"))
_EXTREMES = {"must:most", "must:fewest"}
_BIDDEN = frozenset("gain lose pay steal swap receive get take roll double halve".split())
_CAPITALS = frozenset("star stars wizard wizards ring duel duels dice spell spells speed cost none i".split())


@dataclass(frozen=True)
class Words:
    """The lists of words.toml: what each phrase, cut to its stems, counts as; and phrases that stand for each other."""

    counts_as: dict[tuple[str, ...], tuple[str, ...]]
    alike: tuple[tuple[str, ...], ...]
    longest: dict[str, int]
    """How many words the longest phrase has that begins with a stem."""
    orders: tuple[tuple[re.Pattern[str], str], ...]
    """Patterns of words, and the same in another order."""


@cache
def words() -> Words:
    """The lists, read once."""
    found = tomllib.loads(files("pbp.spells.suggest").joinpath("words.toml").read_text("utf-8"))
    counts_as: dict[tuple[str, ...], tuple[str, ...]] = {}
    for kind in ("light", "soft", "must"):
        for name, phrases in found[kind].items():
            for phrase in phrases:
                counts_as[_stems(phrase)] = () if kind == "light" else (f"{kind}:{name}",)
    plain = Words(counts_as, (), _longest(counts_as), ())
    for first, *others in found["phrases"]["same"]:
        meaning = _concepts(first, NamedWords(frozenset()), plain)
        for other in others:
            counts_as.setdefault(_stems(other), meaning)
    alike = tuple(tuple(group) for group in found["phrases"]["same"])
    orders = tuple((re.compile(pattern), other) for pattern, other in found["orders"]["same"])
    return Words(counts_as, alike, _longest(counts_as), orders)


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(stem(token.word) for token in tokens(phrase))


def _longest(phrases: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """How many words the longest of the phrases has that begins with each stem."""
    longest: dict[str, int] = {}
    for phrase in phrases:
        longest[phrase[0]] = max(longest.get(phrase[0], 0), len(phrase))
    return longest


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """A word without its ending, roughly: the same for all forms of most verbs and nouns."""
    for ending, left in (("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 2 and not word.endswith("ss"):
            word = word[: -len(ending)] + left
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


@dataclass(frozen=True)
class NamedWords:
    """The names that an author's words may use, each as its words in small letters, and the spell's own name."""

    names: frozenset[tuple[str, ...]]
    own: tuple[str, ...] = ()

    def at(self, words: Sequence[str], place: int) -> tuple[str, ...] | None:
        """The longest name that begins at a place."""
        if words[place] not in _beginnings(self.names):
            return None
        longest = _beginnings(self.names)[words[place]]
        return next((name for name in longest if tuple(words[place : place + len(name)]) == name), None)

    @staticmethod
    def of(names: Iterable[str], own: str = "") -> NamedWords:
        """From names as they are written."""
        return NamedWords(frozenset(words_of(name) for name in names if words_of(name)), words_of(own))


@lru_cache(maxsize=8192)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters."""
    return tuple(token.word for token in tokens(text))


@lru_cache(maxsize=16384)
def concepts(text: str, named: NamedWords) -> tuple[str, ...]:
    """What the words of a text count as, in their order: "must:gain", "#3", "=burn", "soft:caster", "word:danc"."""
    return _concepts(text, named, words())


def _concepts(text: str, named: NamedWords, lists: Words) -> tuple[str, ...]:
    found = tokens(text)
    lower = [token.word for token in found]
    stems = [stem(word) for word in lower]
    known, longest = lists.counts_as, lists.longest
    said: list[str] = []
    at = 0
    while at < len(found):
        name = named.at(lower, at)
        if name is not None:
            said.append("soft:self" if name == named.own else f"={' '.join(name)}")
            at += len(name)
            continue
        size = next((n for n in range(longest.get(stems[at], 0), 0, -1) if tuple(stems[at : at + n]) in known), 0)
        token = found[at]
        if token.word in _BIDDEN and (at == 0 or lower[at - 1] in (",", ".", ":", "then")):
            said.append("soft:caster")
        if token.kind in ("number", "dice"):
            said.append(f"#{token.word.replace(' ', '')}")
        elif token.word in NUMBERS and not (token.word == "one" and not _counts(lower, at)):
            said.append(f"#{NUMBERS[token.word]}")
        elif token.word in ("a", "an") and lower[at + 1 : at + 2] == ["star"]:
            said.append("#1")
        elif size:
            said.extend(known[tuple(stems[at : at + size])])
            at += size - 1
        elif token.kind == "word" and token.word != "'s":
            value = at > 0 and token.shown[0].isupper() and token.word not in _CAPITALS
            said.append(f"={token.word}" if value else f"word:{stems[at]}")
        at += 1
    return tuple(said)


def pairs(text: str, named: NamedWords) -> frozenset[tuple[str, str]]:
    """Each two words that follow each other, with any number or name counting as one; "" stands before the first."""
    lower = [token.word for token in tokens(text)]
    plain: list[str] = [""]
    at = 0
    while at < len(lower):
        name = named.at(lower, at)
        plain.append("=" if name else "#" if lower[at].isdigit() else lower[at])
        at += len(name) if name else 1
    return frozenset(pairwise(plain))


def _counts(lower: Sequence[str], at: int) -> bool:
    """Whether "one" stands before what is counted."""
    return lower[at + 1 : at + 2] in (["star"], ["stars"])


@lru_cache(maxsize=256)
def _beginnings(names: frozenset[tuple[str, ...]]) -> dict[str, list[tuple[str, ...]]]:
    """Names by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        found.setdefault(name[0], []).append(name)
    return found


def _weight(concept: str) -> float:
    return 4.0 if concept[0] in "#=" else _WEIGHTS[concept.split(":")[0]]


def must(said: Iterable[str]) -> set[str]:
    """What is neither lost nor added: numbers, names, and what turns a meaning round.

    What is said of a target may be said in several ways: it becomes another, or is another instead.
    """
    found = {concept for concept in said if concept[0] in "#=" or concept.startswith("must:")}
    if "must:lasting" in found and "must:whenever" in found:
        found = found - {"must:whenever"} | {"must:if"}
    return found - {"must:become", "must:instead"} if "must:target" in found else found


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """From 0 to 1; 0 also where what must stand in both stands in one alone.

    What must stand there and does so less often counts against it, and so does somebody who is no longer spoken of.
    """
    needed, there = must(one), must(other)
    if "must:tie" in there and not there & _EXTREMES:
        needed = needed - _EXTREMES  # a tie of whatever was asked for
    if needed != there:
        return 0.0
    first, second = Counter(one), Counter(other)
    fewer = sum(abs(first[concept] - second[concept]) for concept in there)
    people = 1.0
    for names in _SPOKEN_OF:
        ours, theirs = (any(said[name] for name in names) for said in (first, second))
        if ours != theirs:  # "they" may have been, or may be, the one that is not named
            people *= 0.9 if (second if ours else first)["soft:they"] else 0.75
    ours_do, theirs_do = _doers(one), _doers(other)
    if ours_do and theirs_do:
        people *= 0.6 + 0.4 * len(ours_do & theirs_do) / len(ours_do | theirs_do)
    return shared(one, other) * 0.88**fewer * people * (0.75 + 0.25 * _alike_around(one, other))


def _doers(said: Sequence[str]) -> set[tuple[str, bool]]:
    """Each gain, loss and payment with whether the caster, or somebody else, was spoken of last before it."""
    found: set[tuple[str, bool]] = set()
    caster: bool | None = None
    for concept in said:
        if concept in _ACTORS:
            caster = concept == "soft:caster"
        elif concept in _DEEDS and caster is not None:
            found.add((concept, caster))
    return found


def _alike_around(one: Sequence[str], other: Sequence[str]) -> float:
    """How far each number and name stands among the same words in both, from 0 to 1."""
    values = [concept for concept in set(one) if concept[0] in "#="]
    if len(values) < 2:
        return 1.0
    return sum(_beside(value, one, other) for value in values) / len(values)


def _beside(value: str, one: Sequence[str], other: Sequence[str]) -> float:
    first, second = (_near(value, said) for said in (one, other))
    return 1.0 if first == second else len(first & second) / min(len(first), len(second)) if first and second else 0.0


def _near(value: str, said: Sequence[str]) -> set[str]:
    """What stands within two places of a value, but for other values."""
    places = [number for number, concept in enumerate(said) if concept == value]
    return {near for at in places for near in said[max(0, at - 2) : at + 3] if near[0] not in "#="}


def shared(one: Sequence[str], other: Sequence[str]) -> float:
    """From 0 to 1: how much of the two is the same, by weight, and in which order."""
    first, second = Counter(one), Counter(other)
    both = sum(_weight(concept) * count for concept, count in (first & second).items())
    weight = sum(_weight(concept) * count for concept, count in (first + second).items())
    if not weight:
        return 0.0
    order = SequenceMatcher(None, one, other, autojunk=False).ratio()
    return 0.7 * (2 * both / weight) + 0.3 * order
