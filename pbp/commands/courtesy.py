"""The courtesies round what is meant, and the words that cast doubt on it: one grammar for whoever reads letters.

A line may be opened politely ("Hi, I'd like to …") and closed politely ("…, please. Thanks!"); a letter may greet
and take its leave. Doubt is judged by where it stands: before a command it is another sentence ("don't CAST"), after
it the sender turns back ("…, or rather").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLEASE = r"please|pls|plz"
_THANKS = r"(?:many )?thanks?|thank you|thx|cheers|ta"
_HELLO = r"hi|hello|hey"
_SO = r"ok|okay|so|then|now|and|also|well"
_I = r"i|we|my|to|let|me"

OPENERS = frozenset("|".join((_PLEASE, _HELLO, _SO, _I)).split("|"))
"""The small words with which a polite line may begin."""

_OPENING = re.compile(
    rf"^(?:(?:{_PLEASE}|{_SO}|{_HELLO}"
    r"|my (?:order|orders|spell|move|command) (?:is|are)"
    r"|(?:order|orders|spell|move|command|my order|my spell)(?=\s*:)"
    r"|i(?:'d| would) like to|i(?:'ll| will)|i want to|i wish to"
    r"|i am going to|i'm going to|i|let me|let's)\b[\s,:;.!-]*)+",
    re.I,
)
_CLOSING = re.compile(rf"(?:[\s.!,;:)(\"'-]|\b(?:{_PLEASE}|{_THANKS}|now|ok|okay|then|for me)\b)+$", re.I)
_COURTESY = re.compile(rf"(?:[\s.!?,;:)(-]|\b(?:{_PLEASE}|{_THANKS}|now|me|for me)\b)*", re.I)
_PLAIN = re.compile(
    r"(?:[\s,:;()-]|\b(?:i|me|my|from|on|the|this|a|an|game|duel|contest|match|offer|time|you|again|for|sorry|sadly"
    rf"|accept(?:ed)?|agreed?|{_PLEASE}|{_THANKS}|now|then|ok|okay)\b)*",
    re.I,
)
_GREETING = re.compile(
    rf"(?:{_HELLO}|dear|greetings|good (?:morning|day|afternoon|evening))\b.{{0,40}}|(?:the )?battle master\W*", re.I
)
_LEAVE = re.compile(
    rf"(?:{_THANKS}|(?:kind )?regards|best|yours|sincerely|love|bye|see you|good luck)\b.{{0,40}}", re.I
)

DENIALS = frozenset("no not never without".split())
"""A line that begins with one of these is no order."""

_NO = r"no|not|never|don'?t|won'?t|can'?t|cannot"
_IF = r"if|unless|whether|maybe|perhaps|possibly"
_MIGHT = r"should|could|might"
_LATER = r"later|wait|unsure|not sure|not yet|kidding|joking"
_BUT = r"but|or|instead|rather|actually|else"
_SOON = r"would|think|tomorrow|soon|next"


def _any(*words: str, more: str = "") -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b|\?{more}", re.I)


_BEFORE = _any(_NO, _IF, _MIGHT, "would", "or", "instead of", "rather than")
_TURNED = _any(_NO, _IF, _BUT, "wait", more=r"|\d")
_HEDGED = _any(_IF, _MIGHT, _LATER)
_WAVERING = _any(_NO, _IF, _MIGHT, _LATER, _BUT, _SOON)


def opened(line: str) -> str:
    """A line without the polite words with which it begins."""
    found = _OPENING.match(line)
    return line[found.end() :] if found else line


def closed(words: str) -> str:
    """Words without the polite ones, and the punctuation, with which they end."""
    return _CLOSING.sub("", words)


def is_courtesy(words: str) -> bool:
    """Whether words say nothing more: "please!", "?", "me, thanks"."""
    return bool(_COURTESY.fullmatch(words))


def is_doubted(before: str) -> bool:
    """Whether what stands before a command in its line makes it another sentence: "please don't", "should I"."""
    return bool(_BEFORE.search(before))


def turns_back(after: str) -> bool:
    """Whether what follows an order may change it: "or rather the other", "not if he does"."""
    return bool(_TURNED.search(after))


def is_hedged(after: str) -> bool:
    """Whether what follows a grave command that bears other words casts doubt on it: "maybe later"."""
    return bool(_HEDGED.search(after))


def is_wavering(after: str) -> bool:
    """Whether what follows a grave command that needs no words holds doubt, a date, or anything but courtesies."""
    first = re.split(r"[.!]", after, maxsplit=1)[0]
    return bool(_WAVERING.search(after)) or not _PLAIN.fullmatch(first)


def said_alone(lines: Sequence[str]) -> list[str]:
    """The lines of a letter that stand between its greeting and its closing words."""
    said = list(lines)
    while said and _GREETING.fullmatch(said[0]):
        said.pop(0)
    leave = next((place for place, line in enumerate(said) if _LEAVE.fullmatch(line)), len(said))
    return said[:leave]
