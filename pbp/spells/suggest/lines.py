"""What an Inputs or a Cost line may mean, said so that it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from pbp.spells import tree as t
from pbp.spells.around import Around
from pbp.spells.inputs import Puzzle
from pbp.spells.readings import read_inputs
from pbp.spells.suggest.decode import UNUSED, LikelyPart, Scored
from pbp.spells.suggest.effects import numbered
from pbp.spells.suggest.exchanged import exchanged, exchanges
from pbp.spells.suggest.likely import Heard, likely
from pbp.spells.suggest.signs import Known, Sign, signs
from pbp.spells.wording.sentences import Sayer, Unsaid

POSITION = "A position in the Wizard Ring"
ONE = (
    POSITION, f"{POSITION} other than your own", f"{POSITION} next to your own", f"{POSITION} not next to your own",
    "The name of a Wizard", "The name of a Wizard other than you", "The name of a Wizard next to you",
)  # fmt: skip
TWO = (
    "Two positions in the Wizard Ring", "Two different positions in the Wizard Ring",
    "Two different positions in the Wizard Ring, neither of them your own", "The names of two Wizards",
    "The names of two other Wizards",
)  # fmt: skip
_FIRST = {
    "position": ("position",), "wizard": ("name", "wizard"), "number": ("number", "#"), "spell": ("spell",),
    "word": ("=value", "=attr"),
}  # fmt: skip
MUCH_LESS = 3.0
"""A line that fits so much less than the best is not offered beside it."""
_BESIDE = r"\b(?:adjacent|adjoining|neighbou?r\w*|next|beside|sides?)\b"
_DENIED = r"(?:\b(?:not?|neither|nor|except|excluding)\b|n't\b)"
_TOLD = tuple(
    (label, re.compile(words, re.IGNORECASE))
    for label, words in (
        ("Input.spell", r"\bspells?\b"),
        ("Input.position", r"\b(?:positions?|places?|seats?|spots?|slots?)\b"),
        ("Input.adjacent=True", rf"^(?!.*{_DENIED}).*{_BESIDE}"),
        ("Input.adjacent=False", rf"^(?=.*{_DENIED}).*{_BESIDE}"),
    )
)
"""What a line asks for where the author has such a word, and only there."""
_ONLY_TOLD = tuple(
    (label, re.compile(words, re.IGNORECASE))
    for label, words in (
        (
            "Input.wizard",
            r"\b(?:wizards?|who|whom|players?|people|person|mages?|neighbou?rs?|some\w+|any\w+)\b"
            r"|^(?!.*\bspells?\b).*\bnames?\b",
        ),
        ("Input.not_self", rf"\b(?:others?|else|but|different|another)\b|{_DENIED}"),
    )
)
"""What a line asks for only where the author has such a word."""
_MUST = (
    (
        "Input.not_self",
        re.compile(
            r"\b(?:neither|none) of (?:which|them|these)\b.*\b(?:the caster|your?s?|own)\b|\b(?:not|n't)\b.*\b"
            r"(?:occupied|held|taken) by (?:the caster|you)\b",
            re.IGNORECASE,
        ),
    ),
)
"""What a line asks for wherever the author has such words."""
UNTOLD = 8.0
"""What counts against a line for each thing that it asks for without such a word, or does not with it."""
_OUT_OF_ORDER = 1.0
"""What counts against a line that asks for its inputs in another order than the author's words have them."""


def input_labels(inputs: tuple[t.Input, ...]) -> list[str]:
    """What an Inputs line says, label by label."""
    kinds = [asked.kind for asked in inputs]
    found = [f"Input.{kind}" for kind in kinds]
    for asked in inputs:
        found += ["Input.not_self"] * asked.not_self + ["Input.differs"] * (asked.differs is not None)
        found += ["Input.but"] * bool(asked.but)
        if asked.adjacent is not None:
            found.append(f"Input.adjacent={asked.adjacent}")
    return found + ["Input.two"] * (max(map(kinds.count, kinds), default=0) > 1)


def _lines(own: str, found: tuple[Sign, ...]) -> Iterator[str]:
    """Lines that can be read, with the numbers and words of a text."""
    numbers = [int(sign.value) for sign in found if sign.kind == "number"]
    words = list(dict.fromkeys(str(sign.value) for sign in found if sign.kind in ("value", "attr")))
    others = ["the name of a spell", f"the name of a spell other than {own}"]
    if len(numbers) > 1:
        others.append(f"a number from {min(numbers)} to {max(numbers)}")
    if len(words) > 1:
        others.append(f"one of {', '.join(words[:-1])} or {words[-1]}")
    yield from (*ONE, *TWO)
    for other in others:
        first = other[0].upper() + other[1:]
        yield first
        for one in ONE:
            yield f"{one}, and {other}"
            yield f"{first}, and {one[0].lower()}{one[1:]}"


def inputs_like(text: str, around: Around, own: str, count: int) -> list[tuple[float, str, tuple[t.Input, ...]]]:
    """Lines that may be meant by an Inputs line, best first, with what they ask for."""
    found = signs(text, Known.of(around.names, around.attributes, around.traits))
    heard, mine = Heard(likely(), found), list(_own_words(text, around, own))
    best: dict[tuple[t.Input, ...], tuple[float, str, tuple[t.Input, ...]]] = {}
    told, untold = ({label: bool(words.search(text)) for label, words in table} for table in (_TOLD, _ONLY_TOLD))
    for line in _lines(own, found):
        try:
            asked = read_inputs(line, around, own)
        except Puzzle:
            continue
        labels = frozenset(input_labels(asked))
        worth = heard.score(labels) + heard.hint(labels) - _OUT_OF_ORDER * _turned(asked, found) - _unused(asked, found)
        worth -= UNTOLD * sum((label in labels) != said for label, said in told.items())
        worth -= UNTOLD * sum(label in labels and not said for label, said in untold.items())
        worth -= UNTOLD * sum(label not in labels and words.search(text) is not None for label, words in _MUST)
        plain = tuple(replace(one, label="", noun="") for one in asked)
        if plain not in best or worth > best[plain][0]:
            best[plain] = worth, line, asked
    bare, top = _without_remark(text), max((way[0] for way in best.values()), default=0.0)
    for line, asked in mine:
        plain = tuple(replace(one, label="", noun="") for one in asked)
        if plain in best:
            best[plain] = top + 1.0 if line == bare else best[plain][0], line, asked
    ways = sorted(best.values(), key=lambda one: -one[0])[:count]
    return [way for way in ways if way[0] > ways[0][0] - MUCH_LESS]


_REMARK = re.compile(
    r"\s*\((?![^()]*\b(?:not|n['’]t|except|but|other|different|own|yours?|adjacent|next|neighbour\w*|twice|same"
    r"|from|to)\b|[^()]*\d)"
    r"[^()]*\)"
)


def _without_remark(text: str) -> str:
    """A line without what is said in brackets and narrows nothing; empty if there is no such remark."""
    bare = _REMARK.sub("", text)
    return bare if bare != text and "(" not in bare else ""


def _own_words(text: str, around: Around, own: str) -> Iterator[tuple[str, tuple[t.Input, ...]]]:
    """The text without what stands in brackets or after a mark, where that can be read."""
    bare = re.sub(r"\s*\([^()]*\)", "", text)
    for line in (*(bare[: mark.start()] for mark in re.finditer(r"[,;.:]", bare)), bare):
        with suppress(Puzzle):
            yield line, read_inputs(line, around, own)


def _turned(asked: tuple[t.Input, ...], found: tuple[Sign, ...]) -> int:
    """How many inputs are asked for before one of which the text speaks earlier."""
    places = [next((at for at, sign in enumerate(found) if sign.sign in _FIRST[one.kind]), len(found)) for one in asked]
    return sum(one > other for one, other in pairwise(places))


def _unused(asked: tuple[t.Input, ...], found: tuple[Sign, ...]) -> float:
    given = {str(word).casefold() for one in asked for word in (*one.words, one.low, one.high)}
    needed = {str(sign.value).casefold() for sign in found if sign.kind in ("number", "value", "attr")} - {"1"}
    return UNUSED * len(needed - given)


_CUT = re.compile(r"[,;:(]\s?|\s(?=(?:if|unless|when|but|or|otherwise|else)\b)", re.IGNORECASE)


def costs_like(text: str, around: Around, inputs: tuple[t.Input, ...], own: str, count: int) -> list[tuple[float, str]]:
    """Lines that may be meant by a Cost, best first."""
    known = Known.of(around.names, around.attributes, around.traits)
    attr = next((str(sign.value) for sign in signs(text, known) if sign.kind == "attr"), "Stars")

    def best(words: str, place: str) -> Scored:
        return LikelyPart(likely(), signs(words, known), inputs).best(place)

    found: dict[str, float] = {}

    def add(worth: float, *parts: tuple[t.Cond, t.Num]) -> None:
        said = _price([(cond, number, attr) for cond, number in parts], inputs, own)
        if said:
            found[said] = max(worth, found.get(said, worth))

    for worth, number in best(text, "Price.amount/0")[:3]:
        add(worth, (t.Always(), number))
    for cut in _CUT.finditer(text):
        for amount, cond in _either(text, cut):
            numbers = best(amount, "Price.amount/0")[:2]
            for worth, number in numbers:
                for more, test in best(cond, "Price.cond/0")[:3]:
                    add(worth + more - 0.5, (test, number))
            for again in _CUT.finditer(cond):
                for test_words, rest in _either(cond, again):
                    for worth, number in numbers[:1]:
                        for more, test in best(test_words, "Price.cond/0")[:2]:
                            for most, other in best(rest, "Price.amount/0")[:1]:
                                add(worth + more + most - 0.5, (test, number), (t.Always(), other))
    return sorted(((worth, said) for said, worth in found.items()), reverse=True)[:count]


_EITHER_PRICE = re.compile(
    r"(?P<case>[^.;:,]+?) (?:costs?|means|is|pays|makes it) (?:(?:the caster|you) )?(?P<one>[^.;:,]+?)[.;,] "
    r"(?:and |but )?"
    r"(?:(?:any(?:thing)?|every(?:thing)?) (?:other|else)\b[^.;:,]*?|otherwise|else|if not)[:,]?(?: (?:costs?"
    r"|means|is|pays|makes it))?"
    r"(?: the caster| you)? (?P<other>(?:an?|\d|DICE|half|nothing|no )[^.;:,]*)\.?",
    re.I,
)
_OF_CASTER = (
    (re.compile(r"(?:standing in |being in )?an? (?P<way>odd|even) (?:position|place|seat)", re.I),
     r"the caster is in an \g<way> position"),
    (re.compile(r"(?:having |with |owning )?(?P<many>(?:at least|at most|fewer than|more than|exactly) \d+ \w+"
    r"|\d+ \w+ or (?:more|fewer))",
                re.I),
     r"the caster has \g<many>"),
    (re.compile(r"(?:[Hh]aving |[Ww]ith |[Ww]earing )?[Aa]n? (?P<what>[A-Z]\w+ "
    r"[A-Z]\w+)"), r"the caster has a \g<what>"),
)  # fmt: skip
"""What is a case of a price by its mere name."""


_PRICES = exchanges(
    (
        (r"^(?:normally|usually|ordinarily|as a rule|in general),? (?=\d)", ""),
        (
            r"\b(but|or)(?: only| just)? (\d+ Stars?) with an? idle neighbour\b",
            r"\1 \2 if a neighbour of yours is idle",
        ),
        (
            r"(\"[^\"]+\" spells|spells [^.;,]*?) (?:have |has )?made (you|the caster) lose (Stars|Crystals)",
            r"\2 lost \3 from \1",
        ),
        (
            r"\bin (at least one|any|each|every one|one or more) of (the \d+ previous Duels),? "
            r"(you|the caster) cast the same spell(?: as (?:now|in this Duel|this time|this one))?",
            r"\3 cast the same spell as in \1 of \2",
        ),
    )
)
"""Turns of phrase of prices."""


def either_price(text: str) -> str:
    """A price with its cases before it, as a line has it: "an odd position costs you 2 Stars; any other costs 4 Stars"
    as "2 Stars if the caster is in an odd position, otherwise 4 Stars"; the same where it has none."""
    text = exchanged(text, _PRICES)
    found = _EITHER_PRICE.fullmatch(text.strip())
    if found is None:
        return text
    case = re.sub(r"(?i)^(?:if|when|where) ", "", found["case"])
    for pattern, words in _OF_CASTER:
        if match := pattern.fullmatch(case):
            case = match.expand(words)
    return f"{found['one']} if {case[:1].lower()}{case[1:]}, otherwise {found['other']}"


def _either(text: str, cut: re.Match[str]) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two sides of a cut, in both orders."""
    left, right = text[: cut.start()], text[cut.end() :]
    return (left, right), (right, left)


def _price(parts: list[tuple[t.Cond, t.Num, str]], inputs: tuple[t.Input, ...], own: str) -> str:
    """A Cost in canonical words; empty if there are none."""
    said: list[str] = []
    try:
        for cond, number, attr in parts:
            voice = Sayer(inputs, own)
            words = voice.amount_of(numbered(number), attr, t.Caster())
            said.append(words if cond == t.Always() else f"{words} if {voice.claim(numbered(cond))}")
    except Unsaid:
        return ""
    return ", otherwise ".join(said)
