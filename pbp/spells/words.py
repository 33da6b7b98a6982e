"""The text of a spell as words, and the words as a lattice of tokens that the grammar can read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pbp.spells.chart import Edges, Grammar
from pbp.spells.tree.base import LARGEST

_QUOTES = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\xa0": " "})
_TOKEN = re.compile(
    r"(?P<short>\bw/(?:o\b)?|\b50 ?%|\b(?:50|fifty) per ?cent\b|&|½|→|:=|[-–—]+>)"
    r"|(?P<dice>dice\s?\d+)|(?P<ordinal>\d+(?:st|nd|rd|th)\b)|(?P<number>\d+)|(?P<own>(?<=\d)'s\b)|(?P<list>\(?\b(?:[a-h1-9]|i{1,3}|iv|v)\)(?=\s)|•)|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*'?)"
    r"|(?P<mark>(?<![^\W\d_])[^\w\s]|[^\w\s-]|_)",
    re.IGNORECASE,
)
CAPITALS = frozenset("star stars wizard wizards ring duel duels dice spell spells speed cost none".split())
"""Words that have a capital in any text."""
_SHORT = {
    "isn't": "is not", "aren't": "are not", "doesn't": "does not", "don't": "do not", "didn't": "did not",
    "hasn't": "has not", "haven't": "have not", "hadn't": "had not", "wasn't": "was not", "weren't": "were not",
    "can't": "can not", "cannot": "can not", "won't": "will not", "wouldn't": "would not", "they're": "they are",
    "they've": "they have", "they'd": "they would", "you're": "you are", "you've": "you have", "it's": "it is",
    "they'll": "they will", "your": "caster 's", "yours": "caster 's", "my": "caster 's", "mine": "caster 's",
    "i'm": "i am", "i've": "i have", "i'd": "i would", "i'll": "i will", "you'll": "you will", "you'd": "you would",
    "theirs": "they 's",
    "shouldn't": "should not", "mustn't": "must not", "it'll": "it will", "that'll": "that will",
    "who've": "who have", "who'll": "who will", "who'd": "who would", "what's": "what is", "he's": "he is",
    "she's": "she is",
    "couldn't": "could not", "who's": "who is", "that's": "that is",
    "there's": "there is", "here's": "here is", "incl": "including", "excl": "excluding", "prev": "previous",
}  # fmt: skip
_OLD = {
    "thou": "you", "thee": "you", "thy": "caster 's", "thine": "caster 's", "thyself": "yourself", "shalt": "shall",
    "hath": "has", "hast": "have", "hadst": "had", "doth": "does", "dost": "do", "didst": "did", "wilt": "will",
    "canst": "can", "wouldst": "would", "whosoever": "whoever", "whomsoever": "whomever", "naught": "nothing",
    "loseth": "loses", "gaineth": "gains", "payeth": "pays", "giveth": "gives", "taketh": "takes", "casteth": "casts",
    "weareth": "wears", "holdeth": "holds", "beareth": "bears", "becometh": "becomes", "targeteth": "targets",
    "losest": "lose", "gainest": "gain", "payest": "pay", "castest": "cast", "namest": "name", "choosest": "choose",
    "wearest": "wear",
}  # fmt: skip
"""Words that are no longer said, as those that are."""
_SHORT |= _OLD
_ENDS = {"'ll": "will", "'d": "would", "'ve": "have", "'re": "are"}
"""What follows anybody, cut short: "any Stars that Wizard'd lose"."""
_SIGNS = {"w/": "with", "w/o": "without", "&": "and", "½": "half"}
"""Signs that stand for a word; all others that are no mark of a sentence are arrows."""
ARROW = "→"
NUMBERS = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(),
        range(16),
        strict=True,
    )
) | {"twenty": 20, "thirty": 30, "fifty": 50, "hundred": 100}


_CUT_SHORT = re.compile(r"(?i)\b(incl|excl|max|min|pos|prev|wiz|i\. ?e|e\. ?g)\.$|\(i\.$")


def is_cut_short(text: str) -> bool:
    """Whether a text ends with a word cut short, whose full stop ends no sentence: "max."."""
    return _CUT_SHORT.search(text) is not None


ORDINALS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth"}


def straight(text: str) -> str:
    """The text with straight quotes and plain spaces."""
    return text.translate(_QUOTES)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark: as the grammar sees it (small letters), as written, and where it begins."""

    word: str
    shown: str
    start: int
    kind: str


def tokens(text: str) -> list[Token]:
    """The words of a text, with contractions opened and possessives cut off."""
    found: list[Token] = []
    for match in _TOKEN.finditer(straight(text)):
        kind, shown, start = str(match.lastgroup), match[0], match.start()
        if kind == "list" and _number_again(found, shown):
            found += (
                Token(mark, mark, start + at, sort) for at, (mark, sort) in enumerate(zip(shown, _AGAIN, strict=True))
            )
            continue
        if kind == "list" and shown[-1:] == ")" and shown[0] != "(" and _inside(text, start):  # "(A + B) / 2"
            sort = "number" if shown[:-1].isdigit() else "word"
            found += (Token(shown[:-1].lower(), shown[:-1], start, sort), Token(")", ")", match.end() - 1, "mark"))
            continue
        if kind == "short":  # "w/ a Red Hat", "you & I", "Hat -> Red"
            sign = _SIGNS.get(shown.lower(), "half" if shown[-1] in "%tT" else ARROW)
            found.append(Token(sign, shown, start, "mark" if sign == ARROW else "word"))
            continue
        if kind == "mark" and found and found[-1].word == "•" and found[-1].kind == "number":  # "1) gain 3 Stars"
            found[-1] = replace(found[-1], shown=found[-1].shown + shown, kind="list")
            continue
        if kind == "number" and _marks_item(text, match):
            found.append(Token("•", shown, start, kind))
            continue
        if kind == "ordinal":  # "the 2nd Wizard"
            found.append(Token(ORDINALS.get(shown.lower(), shown.lower()), shown, start, "word"))
            continue
        if kind == "own":  # "position 3's"
            found.append(Token("'s", shown, start, "word"))
            continue
        if kind != "word":
            found.append(Token("•" if kind == "list" else shown.lower(), shown, start, kind))
            continue
        lower = shown.lower()
        if lower in _SHORT:
            found.extend(Token(part, shown, start, "word") for part in _SHORT[lower].split())
        elif lower.endswith(("'s", "s'")):
            cut = len(shown) - (2 if lower.endswith("'s") else 1)
            found.append(Token(lower[:cut], shown[:cut], start, "word"))
            found.append(Token("'s", shown[cut:], start + cut, "word"))
        elif (end := lower[lower.rfind("'") :]) in _ENDS:
            cut = len(shown) - len(end)
            found.append(Token(lower[:cut], shown[:cut], start, "word"))
            found.append(Token(_ENDS[end], shown[cut:], start + cut, "word"))
        elif lower.endswith("'"):
            found.append(Token(lower[:-1], shown[:-1], start, "word"))
            found.append(Token("'", "'", start + len(shown) - 1, "mark"))
        else:
            found.append(Token(lower, shown, start, "word"))
    return [_opened(found, at) for at in range(len(found))]


def _opened(found: Sequence[Token], at: int) -> Token:
    """The word at a place; "who's got" is "who has got"; what else "'s" can be, the syntax finds."""
    token = found[at]
    cut = token.word == "'s" or (token.word == "is" and "'" in token.shown)
    after = found[at + 1].word if at + 1 < len(found) else ""
    if cut and after in ("got", "been"):
        return replace(token, word="has")
    return token


def _marks_item(text: str, number: re.Match[str]) -> bool:
    """Whether a number marks one of a list, "1) ...", and does not end what stands in brackets."""
    before = text[: number.start()]
    return (
        text[number.end() :][:1] == ")"
        and text[number.end() + 1 :][:1].isspace()
        and before.count("(") <= before.count(")")
    )


def _inside(text: str, at: int) -> bool:
    """Whether a place of a text is in brackets."""
    before = text[:at]
    return before.count("(") > before.count(")")


_AGAIN = ("mark", "number", "mark")
"""What the three signs of "(3)" are."""


def _number_again(found: Sequence[Token], shown: str) -> bool:
    """Whether "(3)" only says in figures the number before it, and is no mark of a list: "three (3) Stars"."""
    before = found[-1].word if found else ""
    return len(shown) == 3 and shown[0] == "(" and str(NUMBERS.get(before, before)) == shown[1]


@lru_cache(maxsize=65536)
def key(text: str) -> tuple[str, ...]:
    """A name as it is compared: its words in small letters."""
    words = text.lower().split()
    if all(word.isalpha() and word not in _SHORT for word in words):
        return tuple(words)  # as nearly all of the lexicon, with nothing in them to be cut
    return tuple(token.word for token in tokens(text))


_OF_SPELLS = ("T_SPELL", "T_OWN", "T_OTHER")
"""The tables in which names of spells are."""


@dataclass(frozen=True)
class KindWord:
    """A word of a text for what a spell or a Wizard is: a noun ("each stray"), or one before it ("each stray spell").

    `what` has all that it stands for, as the syntax has nouns; `changing` says that these may be others in a further
    stage. `sentence` is the one that explains it.
    """

    word: str
    noun: bool
    what: tuple[Any, ...]
    sentence: str
    changing: bool = False


@dataclass(frozen=True)
class Names:
    """The names that a spell's words may use: terminal -> (words of the name -> the name as it is known).

    `kinds` are the words that a text itself explains, and that stand under T_KIND and T_QUALITY.
    """

    tables: Mapping[str, Mapping[tuple[str, ...], str]]
    longest: int = field(default=1)
    kinds: tuple[KindWord, ...] = ()

    @staticmethod
    def of(**tables: Iterable[str]) -> Names:
        """Tables from lists of names; of attributes the singular and plural are known too."""
        found = {
            terminal: _table(tuple(names), terminal in ("T_ATTR", "T_THING")) for terminal, names in tables.items()
        }
        made = {terminal: table for terminal, (table, _) in found.items()}
        taken = {words for terminal, table in made.items() if terminal not in _OF_SPELLS for words in table}
        several = _plurals(tuple(tables.get("T_SPELL", ())))
        if not several.keys().isdisjoint(taken):
            several = {words: name for words, name in several.items() if words not in taken}
        made["T_PLURAL"] = several
        made["T_CLAD"], made["T_LESS"] = _clad(tuple(tables.get("T_ATTR", ())))
        return Names(made, max((longest for _, longest in found.values()), default=1))

    def has(self, terminal: str, word: str) -> bool:
        """Whether the word is a name of that kind."""
        return key(word) in self.tables.get(terminal, {})


@lru_cache(maxsize=256)
def _table(names: tuple[str, ...], numbered: bool) -> tuple[Mapping[tuple[str, ...], str], int]:
    """The words of each name, in singular and plural if it is `numbered`; and how many the longest has."""
    table = dict(zip(map(key, names), names, strict=True))
    for name in names if numbered else ():
        for other in _numbers(words) if (words := key(name)) else ():
            table.setdefault(other, name)
    table.pop((), None)
    return table, max(map(len, table), default=1)


@lru_cache(maxsize=256)
def _plurals(spells: tuple[str, ...]) -> Mapping[tuple[str, ...], str]:
    """The names of spells in the plural ("two Burns"), where that is no name of a spell."""
    known, _ = _table(spells, False)
    several = {(*words[:-1], words[-1] + "s"): name for words, name in known.items() if not words[-1].endswith("s")}
    return {words: name for words, name in several.items() if words not in known}


_Table = Mapping[tuple[str, ...], str]


@lru_cache(maxsize=256)
def _clad(attributes: tuple[str, ...]) -> tuple[_Table, _Table]:
    """The adjectives that say who has a thing, and who has none: "bearded" and "hatted", "beardless" and "hatless"."""
    known = {words[0]: name for name in attributes if len(words := key(name)) == 1}
    ones = {one: name for word, name in known.items() for one in (word, *(each for (each,) in _numbers((word,))))}
    with_it: _Table = {(clad,): name for one, name in ones.items() for clad in _with_ending(one)}
    without: _Table = {(f"{one}less",): name for one, name in ones.items()}
    return with_it, without


def _with_ending(word: str) -> Iterable[str]:
    """A word with "-ed": "bearded", "robed", "hatted"."""
    yield word + ("d" if word.endswith("e") else "ed")
    if len(word) > 2 and word[-1] not in "aeiouwxy" and word[-2] in "aeiou" and word[-3] not in "aeiou":
        yield word + word[-1] + "ed"


def _numbers(words: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """The same name in singular and plural."""
    head, last = words[:-1], words[-1]
    if last.endswith("ies"):
        yield (*head, last[:-3] + "y")
    if last.endswith("es"):
        yield (*head, last[:-2])
    if last.endswith("s"):
        yield (*head, last[:-1])
    else:
        yield (*head, last + "s")
        if last.endswith("y"):
            yield (*head, last[:-1] + "ies")


_LONGEST = 30
"""Digits of a number that are looked at: enough to see that it is too large."""


def lattice(found: Sequence[Token], grammar: Grammar, names: Names) -> Edges:
    """For each token the terminals that may begin there, with where they end and what they carry."""
    edges: list[dict[str, list[tuple[int, object]]]] = []
    for at, token in enumerate(found):
        here: dict[str, list[tuple[int, object]]] = {}
        for terminal in grammar.fitting(token.word):
            here.setdefault(terminal, []).append((at + 1, token.word))
        if token.kind == "number":
            if (number := int(token.word[:_LONGEST])) <= LARGEST:  # a longer one is no number
                here["T_NUMBER"] = [(at + 1, number)]
        elif token.word in NUMBERS:
            here["T_NUMBER"] = [(at + 1, NUMBERS[token.word])]
        elif token.kind == "dice" and (sides := int(re.sub(r"\D", "", token.word)[:_LONGEST])) <= LARGEST:
            here["T_DICE"] = [(at + 1, (at, sides))]
        if "RANDOM" in here:
            here["RANDOM"] = [(at + 1, at)]
        _named(found, at, grammar, names, here)
        _valued(found, at, grammar, names, here)
        edges.append(here)
    return edges


def _named(
    found: Sequence[Token], at: int, grammar: Grammar, names: Names, here: dict[str, list[tuple[int, object]]]
) -> None:
    """Adds the names that begin at a place; of one kind the longest alone. A name may stand in quotes."""
    start, quote = (at + 1, 1) if found[at].word in ('"', "'") else (at, 0)
    if quote and found[start : start + 1] and found[start].word in ("the", "a", "an"):
        start += 1  # "the toll", in quotes
    for length in range(min(names.longest, len(found) - start), 0, -1):
        end = start + length
        words = tuple(token.word for token in found[start:end])
        if quote and (end >= len(found) or found[end].word != found[at].word):
            continue
        for terminal, table in names.tables.items():
            if terminal == "T_PLURAL" and length == 1 and grammar.fitting(words[0]):
                continue  # "Gains" is a verb, whatever spells there are
            if words in table and terminal not in here:
                here[terminal] = [(end + quote, table[words])]


def _valued(
    found: Sequence[Token], at: int, grammar: Grammar, names: Names, here: dict[str, list[tuple[int, object]]]
) -> None:
    """A word that can be a value: in quotes, or with a capital, be it otherwise unknown, a name or a common word."""
    if found[at].word == '"':
        for end in range(at + 2, min(at + 6, len(found))):
            if found[end].word == '"':
                here["T_VALUE"] = [(end + 1, " ".join(token.shown for token in found[at + 1 : end]))]
                break
    elif len(found[at].word) == 1:
        return  # a letter that stands for something
    elif _capital(found, at) and at > 0 and here and found[at].word not in CAPITALS:
        here["T_NAMED"] = [(at + 1, found[at].shown)]
    elif _strange(found, at, grammar) and (at > 0 or (len(found) > 1 and names.has("T_ATTR", found[1].word))):
        here["T_VALUE"] = [(at + 1, found[at].shown)]
        if _strange(found, at + 1, grammar) and not names.has("T_ATTR", found[at + 1].word):
            here["T_VALUE"].append((at + 2, f"{found[at].shown} {found[at + 1].shown}"))


def _strange(found: Sequence[Token], at: int, grammar: Grammar) -> bool:
    """Whether a word has a capital and is none that the grammar knows."""
    return _capital(found, at) and not grammar.fitting(found[at].word)


def _capital(found: Sequence[Token], at: int) -> bool:
    return at < len(found) and found[at].kind == "word" and found[at].shown[0].isupper()
