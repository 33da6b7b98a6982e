"""What words count as: those of one meaning count as one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from pbp.spells.words import NUMBERS, tokens

_BIDDEN = frozenset("gain lose pay steal swap receive get take roll double halve".split())
_CAPITALS = frozenset("star stars wizard wizards ring duel duels dice spell spells speed cost none i".split())


@dataclass(frozen=True)
class Words:
    """The lists of words.toml: what each phrase, cut to its stems, counts as; and phrases that stand for each other."""

    counts_as: dict[tuple[str, ...], tuple[str, ...]]
    alike: tuple[tuple[str, ...], ...]
    longest: dict[str, int]
    """How many words the longest phrase has that begins with a stem."""


@cache
def words() -> Words:
    """The lists, read once."""
    found = tomllib.loads(files("pbp.spells.suggest").joinpath("words.toml").read_text("utf-8"))
    counts_as: dict[tuple[str, ...], tuple[str, ...]] = {}
    for kind in ("light", "soft", "must"):
        for name, phrases in found[kind].items():
            for phrase in phrases:
                counts_as[_stems(phrase)] = () if kind == "light" else (f"{kind}:{name}",)
    plain = Words(counts_as, (), _longest(counts_as))
    for first, *others in found["phrases"]["same"]:
        meaning = _concepts(first, NamedWords(frozenset()), plain)
        for other in others:
            counts_as.setdefault(_stems(other), meaning)
    alike = tuple(tuple(group) for group in found["phrases"]["same"])
    return Words(counts_as, alike, _longest(counts_as))


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
