"""The words of a text as signs of what is meant: stems, with numbers, names and values each as one sign."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from pbp.spells.english.lexicon import lexicon
from pbp.spells.suggest.likeness import stem
from pbp.spells.words import CAPITALS, NUMBERS, Token, key, tokens


@dataclass(frozen=True)
class Known:
    """The names that a text may use: the words of each, with its kind ("spell", "attr", "trait") and the name."""

    names: tuple[tuple[tuple[str, ...], str, str], ...]

    @staticmethod
    def of(spells: Sequence[str], attributes: Sequence[str], traits: Sequence[str]) -> Known:
        """From the names of a list."""
        found = [(key(name), "spell", name) for name in spells]
        for name in attributes:
            found += [(words, "attr", name) for words in _numbers(key(name))]
        found += [(key(name), "trait", name) for name in traits]
        return Known(tuple(sorted((one for one in found if one[0]), key=lambda one: -len(one[0]))))


def _numbers(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A name and its other number: Crystal, Crystals."""
    yield words
    if words:
        last = words[-1]
        yield (*words[:-1], last[:-1] if last.endswith("s") else f"{last}s")


@dataclass(frozen=True)
class Sign:
    """What stands at one place: the sign, and the number, name or value that it carries, of which kind."""

    sign: str
    kind: str = ""
    value: str | int = ""


AT_LEAST = (("at", "least"), ("no", "fewer", "than"), ("no", "less", "than"), ("not", "fewer", "than"),
            ("not", "less", "than"), ("a", "minimum", "of"), ("minimum",))  # fmt: skip
MORE = (("more", "than"), ("greater", "than"), ("higher", "than"), ("larger", "than"), ("above",), ("over",),
        ("exceed",), ("exceeds",), ("in", "excess", "of"), ("upwards", "of"))  # fmt: skip
AT_MOST = (("at", "most"), ("no", "more", "than"), ("not", "more", "than"), ("no", "higher", "than"),
           ("not", "higher", "than"), ("not", "exceed"), ("a", "maximum", "of"), ("maximum",))  # fmt: skip
FEWER = (("fewer", "than"), ("less", "than"), ("lower", "than"), ("smaller", "than"), ("below",), ("under",))
OR_MORE = (("or", "more"), ("or", "higher"), ("or", "greater"), ("or", "above"), ("or", "over"), ("or", "better"),
           ("and", "up"))  # fmt: skip
OR_LESS = (("or", "fewer"), ("or", "less"), ("or", "lower"), ("or", "below"), ("or", "under"))
_BEFORE = [(words, sign, more) for table, sign, more in (
    (AT_LEAST, "#>=", 0), (AT_MOST, "#<=", 0), (MORE, "#>=", 1), (FEWER, "#<=", -1)) for words in table]  # fmt: skip
_BEFORE.sort(key=lambda one: -len(one[0]))
_AFTER = [(words, sign) for table, sign in ((OR_MORE, "#>="), (OR_LESS, "#<=")) for words in table]
_DENIED = frozenset("not never nobody".split())
_CHANGED = frozenset("lose loses losing lost gain gains gaining gained".split())


@lru_cache(maxsize=4096)
def signs(text: str, known: Known) -> tuple[Sign, ...]:
    """What stands in a text, from left to right."""
    for pattern, words in _SAME:
        text = pattern.sub(words, text)
    return tuple(_signs(tokens(text), known))


_CHOSE = r"(?:chosen|targeted|given|selected|named|picked|indicated|target|input)"
_WHO = r"(?:the |this |that )?(?:wizard|one|player|whoever|person|occupant|mage)(?: who)?(?:'s| is)?"
_STANDS = r"(?: standing| sitting| stands| located| found| there)?"
_AT = r"(?:in|at|on|of|occupying|from) (?:the |your |that |a )?"
_POSITION = r"(?:position|place|seat|spot|slot)"
_DID = (
    r"(?:you|i|the caster|they)(?: have|'ve| has)? "
    r"(?:chose|chosen|named|picked|selected|targeted|gave|give|choose|name|pick)"
)
_NO_VERB = r"(?!s? (?:the|that|you|me|a\b|any))"
_SAME = [
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (rf"{_POSITION},? (?:that |which )?{_DID}", "chosen position"),
        (rf"(?:your|my|the caster's) (?:{_CHOSE} )?{_POSITION} chosen", "chosen position"),
        (rf"your {_CHOSE} {_POSITION}", "chosen position"),
        (rf"whose {_POSITION} {_DID}", "in chosen position"),
        (rf"{_POSITION} (?:so |that is |that was )?chosen", "chosen position"),
        (rf"{_WHO}{_STANDS} {_AT}{_CHOSE} {_POSITION}", "chosen wizard"),
        (rf"{_WHO},? (?:that |whom )?{_DID}", "chosen wizard"),
        (
            rf"\b(?:the |your |my |that )?(first |second |other )?(?<!that )(?:target|victim)\b{_NO_VERB}",
            r"\1chosen wizard",
        ),
        (rf"\b(?:the|these|those) two (?=(?:{_CHOSE} )?(?:wizards|positions|players|places)\b)", "both "),
        (rf"\byour wizard\b|\b(?:the )?{_CHOSE} wizard", "chosen wizard"),
    )
]
"""The ways to speak of what was chosen, as the canonical words have it."""


def _signs(found: list[Token], known: Known) -> Iterator[Sign]:
    lower = [token.word for token in found]
    at = 0
    while at < len(found):
        name = next((one for one in known.names if tuple(lower[at : at + len(one[0])]) == one[0]), None)
        if name is not None and (name[1] != "spell" or found[at].shown[0].isupper()):
            yield Sign(f"={name[1]}", name[1], name[2])
            at += len(name[0])
            continue
        number = _compared(found, lower, at)
        if number is not None:
            sign, at = number
            yield sign
            continue
        token = found[at]
        if token.kind == "dice":
            yield Sign("=dice", "dice", int(re.sub(r"\D", "", token.word)[:9]))
        elif _is_value(found, at):
            yield Sign("=value", "value", token.shown)
        elif token.kind == "word" and token.word not in ("a", "an", "the"):
            sense, size = _sense(lower, at)
            if token.word in TIMES:
                yield Sign(sense[0], "number", TIMES[token.word])
                at += size
                continue
            if token.word in PARTS_OF and (token.word[0] == "h" or lower[at + 1 : at + 2] == ["of"]):
                yield Sign(stem(token.word), "number", PARTS_OF[token.word])
                at += 1
                continue
            yield from (Sign(part) for part in sense)
            at += size - 1
        elif token.word in ("a", "an") and lower[at + 1 : at + 2] in (["star"], ["crystal"]):
            yield Sign("#", "number", 1)
        elif token.word in (".", ";", ":", "+", "-", "•"):
            yield Sign(token.word)
        at += 1


PARTS_OF = {"half": 2, "halve": 2, "halved": 2, "third": 3, "thirds": 3, "quarter": 4}
"""What something is divided by of which so much is spoken."""
TIMES = dict.fromkeys("twice double doubles doubled doubling".split(), 2) | dict.fromkeys(
    "thrice triple triples tripled tripling treble".split(), 3
)
"""What something is multiplied by of which so much is spoken."""
CASTER = frozenset("you i me myself yourself mine ourselves".split())


def _sense(lower: list[str], at: int) -> tuple[tuple[str, ...], int]:
    """What the word or phrase at a place counts as, and how many words it has."""
    if lower[at] in CASTER:
        return ("caster",), 1
    if lower[at] == "my":
        return ("caster", "'s"), 1
    known = _senses()
    for size in range(min(4, len(lower) - at), 0, -1):
        sense = known.get(tuple(lower[at : at + size]))
        if sense is not None:
            return (sense,), size
    return (stem(lower[at]),), 1


@cache
def _senses() -> dict[tuple[str, ...], str]:
    """The verbs and nouns of the lexicon, each with its sense."""
    found: dict[tuple[str, ...], str] = {}
    for words, entries in lexicon().items():
        senses = [word.sense for sort in "VN" for _, word in entries if word.sort == sort]
        if senses and words[0] not in ("one", "have", "has", "had"):
            found[words] = senses[0]
    return found


def _compared(found: list[Token], lower: list[str], at: int) -> tuple[Sign, int] | None:
    """A number with what compares it, and the place after it."""
    for words, sign, more in _BEFORE:
        end = at + len(words)
        if tuple(lower[at:end]) == words and (number := _number(found, end)) is not None:
            if _is_bound(words, lower[max(0, at - 4) : at]):
                break
            return Sign(sign, "number", number + more), end + 1
    number = _number(found, at)
    if number is None:
        return None
    for words, sign in _AFTER:
        for gap in (0, 1):
            end = at + 1 + gap + len(words)
            if tuple(lower[at + 1 + gap : end]) == words:
                return Sign(sign, "number", number), end
    return Sign("#", "number", number), at + 1


def _is_bound(words: tuple[str, ...], before: list[str]) -> bool:
    """Whether "below" or "more than" says how far a change may go, and compares nothing: "not below 5", "cannot lose
    more than 3"."""
    if words in (("below",), ("under",)):
        return not _DENIED.isdisjoint(before[-3:]) and "with" not in before
    return words == ("more", "than") and not _CHANGED.isdisjoint(before[-1:])


def _number(found: list[Token], at: int) -> int | None:
    if at >= len(found):
        return None
    token = found[at]
    if token.kind == "number":
        return int(token.word[:9])
    if token.word == "one" and (at + 1 == len(found) or found[at + 1].word not in _COUNTED_ONE):
        return None
    return NUMBERS.get(token.word)


_COUNTED_ONE = frozenset("star crystal or wizard neighbour other".split())


def _is_value(found: list[Token], at: int) -> bool:
    token = found[at]
    if token.kind != "word" or not token.shown[0].isupper() or token.word in CAPITALS:
        return False
    before = found[at - 1].word if at else "."
    return before not in (".", ":", "•", ";", "!", "?") and (before in ('"', "'") or len(token.shown) > 1)


def with_pairs(found: Sequence[Sign]) -> list[str]:
    """Each sign, and each two that follow each other."""
    plain = [sign.sign for sign in found]
    return plain + [f"{one} {other}" for one, other in pairwise(plain)]


def beside(found: Sequence[Sign], at: int) -> tuple[str, str]:
    """What stands before a sign and after it."""
    before = found[at - 1].sign if at else ""
    after = found[at + 1].sign if at + 1 < len(found) else ""
    return f"< {before}", f"> {after}"
