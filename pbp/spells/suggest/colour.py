"""Whether words that were left out of an author's text are words of colour: they do nothing in the game.

"Return to sender." before what is sent back is colour; "Your neighbours too." is none, nor is a condition, a tie, an
amount, or somebody who gains or loses something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|where|otherwise|provided|only|until|except|instead|per|whoever|whichever|should"
    r"|(?:in|for) (?:all|any|every|each|both|either|no|the) (?:other )?cases?|on (?:an?|any|the)? ?(?:\d+|odd|even"
    r"|(?:other )?(?:result|roll|number))|for (?:each|every))\b|\?",
    re.I,
)
_TIE = re.compile(r"\b(?:ties?|tied|level|draws?|joint\w*|several|two or more)\b", re.I)
COUNTED = re.compile(
    r"(?P<counted>[-+−–]? ?\b(?:DICE ?)?\d+(?: or (?:more|fewer|less|higher|lower))?(?: (?:more|fewer|other|whole|of))*"
    r" (?:the )?(?:Stars?|Crystals?|positions?|places?|seats?|Wizards?|neighbours?|spells?|(?:previous )?Duels?"
    r"|times)\b)"
    r"|\bDICE ?\d+|\b\d+",
    re.I,
)
"""A number; of what the game counts, or of anything."""
_IN_WORDS = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|a|an) "
    r"(?:(?:more|fewer|of|the|your|their|as|many) )*(?:Stars?|Crystals?|positions?|places?|seats?|loss|gain)\b",
    re.I,
)
_NUMBER = re.compile(r"\d+")
_THING = re.compile(r"\b(?:Stars?|Crystals?)\b|\"[^\"]+\"", re.I)
_DOES = re.compile(
    r"\b(?:gain|lose|pay|swap|steal|get|receive|take|give|share|trade|exchange|hand|become|turn|keep|earn|win|drop"
    r"|forfeit|double|halve|cost|set|change|move|reset|add|remove|target)(?:s|es|ed|d|ing|n)?\b"
    r"|\b(?:lost|paid|stole|stolen|got|took|taken|gave|given|loss(?:es)?)\b",
    re.I,
)
_NOTHING = re.compile(
    r"\b(?:gain|lose|pay|get|receive|take|give|happen|keep)s?\b[^.;:]*\b(?:nothing|anything|none|all|everything|it"
    r"|them|that much|as (?:many|much)|the (?:same|rest|others?))\b|\bnothing happens\b",
    re.I,
)
_AGAIN = re.compile(
    r"^\W*again\b|\b(?:happens?|does?|all|over|then)\b[^.;:]*\bagain\b"
    r"|\b(?:too|also|likewise|same(?! (?:roll|die|time|moment)\b)|once more|repeat(?:s|ed)?|another time|twice"
    r"|thrice|as well|vice versa"
    r"|in (?:reverse|return)|the other way|opposite|double[sd]?|half|halved)\b",
    re.I,
)
_SPARED = re.compile(
    r"\b(?:spared?|exempt\w*|immune|unaffected|excluded?|excepted|left out|not (?:you|the caster)|(?:do|does|will|can|"
    r"are|is|be) ?(?:not|n['’]t)(?: be)? (?:apply|affect\w*|count\w*|happen|hit|included|touched))\b",
    re.I,
)
_ACT = re.compile(
    r"\b(?:the caster|(?:that|this|the|each|every|the (?:chosen|named)|your)(?: \w+)? (?:Wizard|neighbour|target)"
    r"|whoever|both)"
    r"\b[^.;:]{0,40}\b(?:gains?|loses?|pays?|gets?|picks|pockets|receives?|takes|collects|keeps|steals|hands|gives"
    r"|drops|forfeits|swaps)\b",
    re.I,
)
_NO_ACT = re.compile(r"\b(?:nothing|nobody|no|not|none|never|neither)\b|n['’]t\b", re.I)
_SPELLS = re.compile(
    r"\bspells?\b[^.;:]*\b(?:no effect|fails?|fizzles?|cancel\w*|void|nullif\w*|counter\w*|block\w*|reflect\w*"
    r"|redirect\w*|repeat\w*)\b"
    r"|\bno effect\b[^.;:]*\bspells?\b"
    r"|\b(?:cancel|counter|nullify|block|stop|ignore|redirect)s?\b[^.;:]*\bspells?\b",
    re.I,
)
_LATER = re.compile(r"\b(?:next|following|later|coming|previous|last|earlier) (?:\w+ )?Duels?\b", re.I)
_AGAIN_SAID = re.compile(r"\b(?:that is(?: to say)?|i\.e|in other words|meaning|which means|that means)\b|:\W*$", re.I)
_LINKS = re.compile(r"\W*(?:that is to say|i\.e|in other words|meaning|which means|that means)\W*", re.I)
"""What tells that the same is said twice."""
_OPENS = re.compile(r":\W*$")
_COUNTS_TOO = re.compile(r"\([^()]*\b(?:counts?|counted|included)\b[^()]*\)\W*", re.I)
"""An aside that only says who is among those who were named."""
_WHOLE = re.compile(r"\(.*\)\W*|.*[.!?:][\s*•]*", re.S)


def is_said(lost: str, rest: str) -> bool:
    """Whether words that are left out plainly say something of what happens that the rest of the text does not say."""
    if any(what.search(lost) for what in (_CONDITION, _TIE, _LATER, _SPELLS)) or _LINKS.fullmatch(lost):
        return True
    if _AGAIN_SAID.search(lost) and _is_said_again(lost, rest):
        return False
    if _is_counted(lost) or _NOTHING.search(lost) or (_DOES.search(lost) and _THING.search(lost)):
        return True
    return (is_deed(lost) and not _OPENS.search(lost)) or is_echo(lost, rest)


def is_deed(lost: str) -> bool:
    """Whether somebody does something: "the caster, that sly fox, picks those up"."""
    return _ACT.search(lost) is not None and not _NO_ACT.search(lost)


def is_echo(lost: str, rest: str) -> bool:
    """Whether a sentence says that something is done once more, to others too, at another time, or not to somebody, and
    the rest has no such word."""
    found = [match[0] for what in (_AGAIN, _SPARED, _LATER) if (match := what.search(lost))]
    if _WHOLE.fullmatch(lost) is None or _COUNTS_TOO.fullmatch(lost):
        return False
    return any(word.casefold() not in rest.casefold() for word in found)


def is_colour(lost: str, rest: str) -> bool:
    """Whether what is left out stands by itself (a sentence, an opening, an aside) and does nothing in the game."""
    return _WHOLE.fullmatch(lost) is not None and not is_said(lost, rest)


def _is_said_again(lost: str, rest: str) -> bool:
    """Whether all numbers and things of which words speak are in the rest, as in 'You get a "Red" Hat: your Hat
    becomes "Red"'."""
    return all(_all_in(what, lost, rest) for what in (_NUMBER, _THING)) and not (
        _ends(_LOSES, lost, rest) or _ends(_GAINS, lost, rest)
    )


def _is_counted(lost: str) -> bool:
    """Whether words have an amount of something of which spells speak, or say that some number is gained or lost."""
    numbers = list(COUNTED.finditer(lost))
    if any(match["counted"] or match[0].startswith("DICE") for match in numbers) or _IN_WORDS.search(lost):
        return True
    return bool(numbers) and _DOES.search(lost) is not None


_LOSES = re.compile(r"\b(?:lose|lost|loss|drop|forfeit)\w*", re.I)
_GAINS = re.compile(r"\b(?:gain|earn|receive|win)\w*", re.I)


def _ends(what: re.Pattern[str], lost: str, rest: str) -> bool:
    """Whether something is said in one of the two alone."""
    return what.search(lost) is not None and what.search(rest) is None


def _all_in(what: re.Pattern[str], lost: str, rest: str) -> bool:
    return _words(what.findall(lost)) <= _words(what.findall(rest))


def _words(found: Iterable[str]) -> set[str]:
    return {word.strip('" ').casefold().rstrip("s") for word in found}
