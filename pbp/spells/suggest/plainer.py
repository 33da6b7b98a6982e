"""A text in plainer words: without what only assures, and turned as the reader has it; nothing of it is certain."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice

from pbp.spells.words import Names

TURNED = 0.2
"""What it costs to leave out brackets, or to say something in other words."""
LONGEST = 600
"""Characters of the longest text that is said in other words."""

_KEPT = re.compile(r"\b(?:round\w*|ties?|tied|if|unless|below|minimum|maximum|most|least|not|except|other)\b|\d", re.I)
"""What is said in brackets that may not be left out."""
_SO = re.compile(r"(?:so|that is|i\.e|e\.g|meaning|which means|being tied|even)\b(?! many)", re.I)
"""What begins an aside that only explains."""
_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
_WHO = "(?:you|yourself|the caster|oneself)"
_EXCLUDED = re.compile(
    rf",? \(?(?:leaving (?:out )?{_WHO}(?: out)?(?: of (?:it|the count|this))?"
    rf"|(?:not (?:counting|including)|excluding|but not) {_WHO}"
    rf"|{_WHO} (?:excepted|excluded|left out|being left out|not (?:being )?(?:counted|included))(?: of the count)?)\)?"
    r"(?=[,.;:]| who| that| with|$),?",
    re.IGNORECASE,
)
_CROWD = re.compile(r"\b(?:Wizards?|neighbours?|players?)\b", re.IGNORECASE)
_OFFERED = re.compile(
    r"(?:either )?((?:(?:swap|trade|exchange) )?)(?:(?:their|the|own) )*\"?[A-Z]\w+\"?"
    r"(?:(?:, (?:or )?| or |/)(?:(?:swap|trade|their|the) )*\"?[A-Z]\w+\"?)+,?"
    r" \(?(?:whichever|as|depending|according|the one)\b[^,.;:]*(?:cho[os]\w*|pick\w*|named|choice|option)\)?,?"
)
_LOOK = re.compile(
    r"^(?:and |now |first |then |just |also |you )*(?:take a (?:look|peek) at|have a look at|look (?:only )?at|take"
    r"|check|consider|compare|go to|turn to|think of"
    r"|shield|protect|bless|curse|mark|pity|poor|behold) (?P<whom>[^:;,.]+?)[:,.;] (?:and |then )?(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_SEVERAL = re.compile(r"^(?:(?:each|both|all|any) (?:of )?)?(?:the )?(?:two )?neighbours?\b(?P<of>.*)$", re.IGNORECASE)
_OF_THEM = (
    (re.compile(r"\b(?:each|every one|every) of (?:them|those)\b", re.I), "each neighbour"),
    (re.compile(r"\bnone of (?:them|those)\b", re.I), "no neighbour"),
    (re.compile(r"\b(?:at least one|any|one) of (?:them|those)\b", re.I), "at least 1 neighbour"),
    (re.compile(r"\bthe one(?= with| who)", re.I), "the neighbour"),
)
"""How some of those are named who were to be looked at."""
_THEY = re.compile(r"\b(?:that wizard|they|them|him|her)\b", re.IGNORECASE)
_IT_IS = re.compile(r"\b(?:it is|it's|that is)\b", re.IGNORECASE)
_HEAD = re.compile(r"^[^:]{4,70}: (?=\w)|^[^!?]{4,70}[!?] (?=\w)")
_SAYS = re.compile(
    r"\d|\"|\b(?:if|unless|when|whenever|otherwise|duel|dice|die|roll(?:ed)?|thrown|each|every|two|three|on"
    r"|chosen|targeted|stars?"
    r"|crystals?|all|any|loses?|gains?|pays?|one (?:of|star|crystal|neighbour|wizard|other)|the one)\b",
    re.I,
)
"""What stands in a heading that is none."""
_MARK = re.compile(
    r"[,;:(]|(?<=\))|\s[-–—](?=\s)|[.!?](?=\s)"
    r"|(?<=\w)\s(?=(?:and|but|where|when|who|which|being|so|even)\s|(?:instead|as well|too)\b)"
)
"""Where a part may begin or end that is left out."""
_LINKED = re.compile(r"^[\s,;:.)]*(?:(?:and|but|so|that|then)\s)?")
_DOES = "gain|lose|pay|steal|swap|receive|get"
_ALONE = r"\b(?<!of )(?<!than )(?<!from )(?<!but )(?<!except )(?<!to )"
_AGREEING = (
    (re.compile(rf"{_ALONE}((?:you|they) (?:both |each |all )?)has\b", re.I), r"\1have"),
    (re.compile(rf"{_ALONE}((?:you|they) (?:both |each |all )?(?:{_DOES}))s\b", re.I), r"\1"),
    (
        re.compile(
            rf"\b((?:both|all)(?: of)?(?: the)? (?:\w+ )?(?:wizards|neighbours)(?: other than \S+(?: caster)?)?"
            rf" (?:{_DOES}))s\b",
            re.I,
        ),
        r"\1",
    ),
    (re.compile(r"\b1 (Star|Crystal)s\b", re.I), r"1 \1"),
    (re.compile(r"(?<=, )You\b"), "you"),
    (re.compile(r"(?<=, )The (?=caster|wizard)", re.I), "the "),
    (re.compile(r"(?<=, )Each (?=wizard|neighbour|other|of)", re.I), "each "),
)
"""Verbs and nouns that do not go with what a turn has put before them."""
_BEGINS = re.compile(r"^[a-z]|(?<=[\w)][.!?] )[a-z]")
"""The first letter of each sentence."""
_EXPLICIT = (
    (re.compile(r",? instead\b(?! of)", re.I), ""),
    (re.compile(r"\banother wizard\b", re.I), "a Wizard other than the caster"),
    (re.compile(r"\bother (wizards?)\b(?! than)", re.I), r"\1 other than the caster"),
    (
        re.compile(r"\b(has|have|had) ((?:more|fewer|less) than|at least|at most|exactly) (\d+)(?=[,.;:]|$)"),
        r"\1 \2 \3 Stars",
    ),
)
"""Words that may be unclear beside other sentences, and what may stand in their place."""
_THAT_WIZARD = re.compile(r"\b(?:that|this|the same)(?: same)? wizard\b", re.I)
LEFT, WORD, MOST_LEFT = 0.6, 0.06, 3.0
"""What it costs to leave out such a part: at all, and for each word; and the most that it may cost."""
MOST_MARKS = 20
"""At how many marks of a text a part that is left out may begin or end."""
_LOSSES = (
    (re.compile(r"\b\d+\b|\bDICE|(?<=\w )\"?[A-Z]\w+"), 1.2),
    (re.compile(r"\b(?:if|unless|when|whenever|provided|only|until|otherwise|tied?)\b", re.I), 9.0),
    (re.compile(r"\b(?:no|not|never|except|other|less|fewer|more|most|fewest|least|rest|remainder)\b", re.I), 0.6),
    (re.compile(r"\b(?:gain|lose|pay|steal|swap|become|target|cast|get|receive)s?\b|\brounded\b", re.I), 0.6),
)
"""What tells of a meaning, and what it costs besides to leave that out."""


@cache
def _turns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns of turns.toml, and what may stand in their place."""
    found = tomllib.loads(files("pbp.spells.suggest").joinpath("turns.toml").read_text("utf-8"))
    parts = found["parts"]

    def whole(pattern: str) -> str:
        return re.sub(r"<(\w+)>", lambda match: f"(?:{whole(parts[match[1]])})", pattern)

    return tuple((re.compile(whole(pattern), re.IGNORECASE), other) for pattern, other in found["turns"]["same"])


def plainer(text: str, names: Names) -> list[tuple[float, str]]:
    """A text in plainer words, if there are any, each with its cost: the plainest first."""
    if len(text) > LONGEST:
        return []
    found: list[tuple[float, str]] = []
    cost = 0.0
    for step in (_by_name, _without_brackets, _without_heading, _with_excluded, _turned, _with_chosen, _looked_at,
                 _without_heading):  # fmt: skip
        other = _tidied(step(text, names))
        if other != text and other:
            text, cost = other, cost + TURNED
            found.append((cost, text))
    return found[::-1]


def explicit(text: str, chosen: Sequence[str] = ()) -> list[tuple[float, str]]:
    """A text without a word that may not suit the sentences before it, or with who is meant or left out, each with its
    cost; `chosen`: how the chosen Wizards are named."""
    found = []
    named = [(_THAT_WIZARD, words) for words in chosen] if len(chosen) == 1 else []
    for pattern, words in (*_EXPLICIT, *named):
        other = _tidied(pattern.sub(words, text))
        if other != text:
            found.append((TURNED, other))
    return found


def shorter(text: str, most: float = MOST_LEFT) -> list[tuple[float, str]]:
    """A text without what stands between two of its marks, the cheapest first; none that costs more than that."""
    cuts = [0, *(mark.start() for mark in islice(_MARK.finditer(text), MOST_MARKS)), len(text.rstrip(".;!? "))]
    found: dict[str, float] = {}
    for number, begin in enumerate(cuts):
        for end in cuts[number + 1 :]:
            lost, rest = text[begin:end], text[end:]
            if lost.count("(") == lost.count(")") and lost.strip(" ,;:.!?"):
                between = lost.startswith(",") and rest.startswith(",")  # "each neighbour, grumbling, loses 1 Star"
                for after in (rest, rest[1:]) if between else (rest,):
                    left = _tidied(f"{text[:begin]} {after if begin else _LINKED.sub('', after)}")
                    cost = _loss(lost) + _OF_CONDITION * (
                        _IN_CONDITION.search(text[:begin]) is not None and _is_claim(lost)
                    )
                    if cost <= most and len(left.split()) > 2 and not _BARE_CONDITION.search(left):
                        found[left] = min(cost, found.get(left, 9.0))
    return sorted((cost, left) for left, cost in found.items())


_IN_CONDITION = re.compile(r"\b(?:if|unless|when|whenever|where|should)\b[^,;:.!?]*$", re.I)
_CLAIM = re.compile(
    r"\s*,? ?(?:and|or|but|nor)\b.*\b(?:has|have|had|is|are|was|were|cast|lost|gained|targeted|chose)\b", re.I | re.S
)
_BARE_CONDITION = re.compile(
    r"(?:^|[.;:] ?)(?:(?:and|but|so) )?(?:if|unless|when|whenever|should)\b[^,;:.!?]*[.;:!?]?$", re.I
)
"""A condition of which nothing is said any more; it would be taken with what stands before it."""
_OF_CONDITION = 9.0
"""What it costs besides to leave out a further claim of a condition: "if you are idle, and your Beard is Red"."""


def _is_claim(lost: str) -> bool:
    return _CLAIM.match(lost) is not None


def _loss(lost: str) -> float:
    """What it costs to leave out a part; in brackets it is mostly an aside."""
    said = sum(price * len(what.findall(lost)) for what, price in _LOSSES)
    aside = re.fullmatch(r"\s*\([^()]*\)", lost) is not None
    return LEFT + WORD * len(lost.split()) + (said / 3 if aside else said)


def _by_name(text: str, names: Names) -> str:
    """The caster for "the caster of" this spell."""
    for own in names.tables["T_OWN"].values():
        text = re.sub(rf"\b(the (?:caster|wizard casting)) of {re.escape(own)}\b", r"\1", text, flags=re.I)
    return text


def _without_brackets(text: str, _: Names) -> str:
    return _BRACKETS.sub(lambda match: match[0] if _KEPT.search(match[1]) and not _SO.match(match[1]) else "", text)


def _turned(text: str, _: Names) -> str:
    for pattern, other in _turns():
        text = pattern.sub(other, text)
    return text


def _with_chosen(text: str, names: Names) -> str:
    """The chosen option for those that are offered once more."""
    things = {name.casefold().rstrip("s") for name in names.tables["T_ATTR"].values()}

    def chosen(match: re.Match[str]) -> str:
        words = {word.casefold().rstrip("s") for word in re.findall(r"[A-Z]\w+", match[0])}
        does = match[1] or ""
        return f"{does}chosen item" if words & things else f"{does}the chosen option"

    return _OFFERED.sub(chosen, text)


def _with_excluded(text: str, _: Names) -> str:
    """ "Other than the caster" beside the Wizards, for an aside that says so."""
    aside = _EXCLUDED.search(text)
    if aside is None:
        return text
    before, after = text[: aside.start()], text[aside.end() :]
    crowds = list(_CROWD.finditer(before))
    if crowds:
        at = crowds[-1].end()
        return f"{before[:at]} other than the caster{before[at:]}{after}"
    first = _CROWD.search(after)
    if first is None:
        return text
    return f"{before}{after[: first.end()]} other than the caster{after[first.end() :]}"


def _looked_at(text: str, _: Names) -> str:
    """What is said of those who were to be looked at, said of them at once."""
    match = _LOOK.match(text)
    if match is None:
        return text
    whom, rest = match["whom"], match["rest"]
    several = _SEVERAL.match(whom)
    if several:
        for pattern, words in _OF_THEM:
            rest = pattern.sub(_as(words + several["of"]), rest, count=1)
        return rest
    thing = re.match(r"the [A-Z]\w+ of |.+'s [A-Z]\w+$", whom)
    if thing:
        return _THEY.sub(_as(whom.partition(" of ")[2] or "they"), _IT_IS.sub(_as(f"{whom} is"), rest, count=1))
    return _THEY.sub(_as(whom), rest) if re.match(r"the wizard|whoever|your ", whom, re.I) else text


def _as(words: str) -> Callable[[re.Match[str]], str]:
    """What an author wrote, to be put in as it stands."""
    return lambda _: words


def _without_heading(text: str, _: Names) -> str:
    match = None if _LOOK.match(text) else _HEAD.match(text)
    return text[match.end() :] if match and not _SAYS.search(match[0]) else text


def _tidied(text: str) -> str:
    text = re.sub(r"\s+([,.;:!?])", r"\1", " ".join(text.split()))
    text = re.sub(r",(?=[.;:!]|$)|^[,;:] *", "", text).strip()
    for pattern, words in _AGREEING:
        text = pattern.sub(words, text)
    return _BEGINS.sub(lambda match: match[0].upper(), text)
