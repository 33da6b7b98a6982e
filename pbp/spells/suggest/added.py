"""What a rewording says of which an author does not speak: a condition, somebody else, a gain for a loss."""

from __future__ import annotations

import re

from pbp.spells import tree as t
from pbp.spells.walk import parts
from pbp.spells.words import NUMBERS

_ONLY_SAID = tuple(
    (re.compile(what, re.I), re.compile(words, re.I))
    for what, words in (
        (r"\bbelow\b", r"\b(?:below|under|minimum|less|lower|fewer|stops?|drop|floor)\b"),
        (
            r"\b(?:earlier|previous) Duels?\b",
            r"\b(?:earlier|previous|last|before|ago|prior|former|past|already|Duel X)\b",
        ),
        (
            r"\bequal to [^.]*(?<!chosen )\bposition\b(?! (?:has|have|had))",
            r"(?<!chosen )(?<!a )(?<!any )(?<!first )(?<!second )\b(?:positions?|places?|seats?)\b(?! in the "
            r"(?:wizard )?ring| you)",
        ),
        (
            r"\bpositions? after\b",
            r"\b(?:after|next|follow|up|on|onwards?|forwards?|ahead|further|past|beyond|down|later)",
        ),
        (r"\btarget(?:s|ing)?\b", r"\b(?:target|aim|hit|point|direct|strike|redirect)"),
        (
            r"\b[2-9] random\b",
            r"\b(?:[2-9]|\d\d|two|three|four|five|several|pair|couple|both|number)\b(?!(?: more| other)? "
            r"(?:Stars?|Crystals?)\b)",
        ),
        (
            r"\beach Wizard\b(?! who)",
            r"\b(?:each|every\w*|all(?! (?:other )?cases)|any\w*|both|they|them|their|those|these|who\w*"
            r"|nobody|no|none|others?|the rest"
            r"|Wizards|players|ring|neighbours)\b",
        ),
        (r"\b(?:odd|even)\b", r"\b(?:odd|even|uneven|half|halves)\b"),
        (r"\bcannot gain\b", r"\b(?:gain|get|g[oi]t|receiv|earn|win|won|obtain|add|rich|tak|collect|grow|rise)\w*"),
        (
            r"\bcannot (?:gain or )?lose\b",
            r"\b(?:los[est]|drop|forfeit|tak|below|down|protect|safe|immun|shield|keep|harm|hurt|rob|steal|stol"
            r"|drain|fewer|less)\w*",
        ),
        (
            r"\bplus \d+ (?:Star|Crystal)s?\b",
            r"\b(?:plus|add\w*|more|extra|another|additional\w*|increas\w*|bonus|top)\b|\+",
        ),
        (r"\bexactly 1 Wizard\b", r"\b(?:exactly|one|1|single|only|sole|lone|alone|just|precisely)\b"),
        (r"\bsame inputs\b", r"\b(?:inputs?|same|choices?|chose\w*|named|picked|exactly|just as|cop(?:y|ies|ied))\b"),
        (
            r"\bhas no effect\b",
            r"\b(?:\w*effect\w*|\w*affect\w*|void|fizzl\w*|cancel\w*|work\w*|fail\w*|null\w*|negat\w*|counter\w*"
            r"|block\w*|strip"
            r"\w*|power\w*|duds?|quash\w*|useless|nothing|stop\w*|silenc\w*|snuff\w*|come to|undo\w*|immun\w*"
            r"|annul\w*)\b",
        ),
        (
            r"\bnothing happens\b",
            r"\b(?:nothing|no|none|no ?body|neither|never|not|cannot|fizzl\w*|fail\w*|void|cancel\w*|useless)\b"
            r"|n['’]t\b",
        ),
        (
            r"\bunless\b",
            r"\b(?:un(?:less|til)|not|no|none|no ?body|nothing|never|neither|nor|without|cannot|except\w*|only"
            r"|otherwise"
            r"|else|but|lack\w*|fail\w*)\b|n['’]t\b",
        ),
        (
            r"\bneighbours?\b|\bnext to\b",
            r"\bn\w{0,3}[gh]\w{0,3}b\w*r|\b(?:next|beside|adja|adjo|sides?|left|flank)",
        ),
    )
)
"""What is not said where an author has no word for it."""
_UP = re.compile(
    r"\b(?:gain\w*|get\w*|got|receiv\w*|earn\w*|giv\w+|gave|grant\w*|award\w*|add(?:s|ed)?|plus|win|wins|won|"
    r"tak\w+|took"
    r"|collect\w*|hand\w*|up|more|richer|double[sd]?|triple[sd]?|reward\w*|bonus|for|to|obtain\w*|pocket\w*)\b|\+",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:los[et]\w*|losing|loss(?:es)?|tak\w+|took|away|off|minus|down|drop\w*|forfeit\w*|deduct\w*|remov\w*|cost\w*"
    r"|halve[sd]?|half|fewer|less|poorer|reduc\w*|shed\w*|part(?:s|ed)? with|give(?:s|n)? up|gone|depriv\w*|drain\w*"
    r"|pay\w*|paid|burn\w*|surrender\w*|strip\w*|dock\w*|short)\b|[-−–]\s?(?:\d|DICE)",
    re.I,
)
_PAID = re.compile(
    r"\b(?:pa(?:y|id)\w*|giv\w+|gave|hand\w*|tak(?:e|es|en|ing)(?! away)|took|steal\w*|stole\w*|transfer\w*|owes?|from"
    r"|to|passe?[sd]?|tribute|swipe\w*|rob\w*|fork\w*|share\w*|collect\w*|keep\w*)\b",
    re.I,
)
_AWAY = re.compile(
    r"\b(?:tak\w+|took)\b[^.;:]*?\baway\b(?: from)?|\b(?:remov|deduct|subtract)\w*\b[^.;:]*?\bfrom\b", re.I
)
"""What is only lost."""
_SWAPPED = re.compile(r"\b(?:swap\w*|exchang\w*|trad\w+|switch\w*|chang\w+|each other|one another)\b", re.I)
_DONE: tuple[tuple[type[t.Node], re.Pattern[str]], ...] = ((t.Pay, _PAID), (t.Swap, _SWAPPED))
"""What must be said somehow where Stars are gained, lost or paid, or things swapped."""
BUT_CASTER = re.compile(
    r"\b(?:other than|apart from|except(?: for)?|save(?: for)?|excluding|besides|but not|leaving out|not counting)"
    r" (?:you|yourself|the caster|me)\b|\bnever (?:you|the caster)\b|\bamong (?:all )?(?:the )?others\b"
    r"|\bbut (?:you|yourself|the caster|me)(?=[,.;:]| who\b)",
    re.I,
)
_IDLE_WORDS = re.compile(
    r"\btargets (.+) targets \1 instead\b|\bneighbours? of the caster other than the caster\b"
    r"|\b\d+ (?:plus|minus) \d+ is\b"
    r"|\bother than (?:each|any|a) (?:[^.;,]+ )?other than\b"
)
"""A spell that is sent where it goes; somebody left out who is not there."""
_OVER = (
    r"(?:pay(?:s|ing)?|paid|(?:giv|gave|hand|owe|pass|part|transfer|shar|fork|surrender|cede|yield|donat|send"
    r"|lend|grant)\w*)"
)
_CASTER_PAYS = re.compile(
    rf"\b(?:you|your|caster|I|me|they)\b(?:, [^,.;:]*,)?[^.;:,]*\b{_OVER}|(?:^|[.;:,!?•\n)]\s*|\bthen |\band "
    rf"|\bto |\bmust |\bmake )"
    rf"{_OVER}\b|\b(?:by|from|off|out of) (?:the caster|you)|->|→",
    re.I,
)
"""How it may be said that the caster pays."""


def _pays_for_another(author: str, program: t.Program) -> bool:
    """Whether the caster pays where an author says that of somebody else alone."""
    pays = any(isinstance(part, t.Pay) and isinstance(part.payer, t.Caster) for part in parts(program.acts))
    return pays and not _CASTER_PAYS.search(BUT_CASTER.sub("", author))


def _misdirected(author: str, program: t.Program) -> bool:
    """Whether something is done for which an author has no word."""
    made = list(parts(program.acts))
    ways = {part.gain for part in made if isinstance(part, t.Change)}
    if (True in ways and not _UP.search(author)) or (False in ways and not _DOWN.search(author)):
        return True
    moved = _AWAY.sub("", author)
    return any(isinstance(part, kind) and not word.search(moved) for kind, word in _DONE for part in made)


_CHANGED = re.compile(r"\b(gain|lose)s? (\d+|DICE\d+) (?:more |fewer )?(?:Star|Crystal)s?\b")
_SENTENCES = re.compile(r"[.;!?\n|]+")
_GAINED = re.compile(
    r"\b(?:gain\w*|get\w*|got|receiv\w*|earn\w*|giv\w+|gave|grant\w*|award\w*|add\w*|plus|w[io]ns?|tak\w+|took"
    r"|collect\w*|reward\w*|pick\w*|pocket\w*|richer|keep\w*|steal\w*|stole\w*|pay\w*|paid|for|to)\b|[+→]|->",
    re.I,
)
_LOST = re.compile(r"\b(?:los[et]\w*|losing|loss(?:es)?|forfeit\w*|drop\w*|poorer|minus)\b", re.I)
_ONLY_GAINED = re.compile(r"\b(?:gain\w*|receiv\w*|earn\w*|award\w*|reward\w*|richer)\b", re.I)


def _turned_round(author: str, plainly: str) -> bool:
    """Whether an amount is gained that an author speaks of only where something is lost, or the other way round."""
    sentences = _SENTENCES.split(in_digits(author))
    for verb, number in _CHANGED.findall(plainly):
        there = [words for words in sentences if re.search(rf"\b{number}\b", words)]
        ways, others = (_GAINED, _LOST) if verb == "gain" else (_DOWN, _ONLY_GAINED)
        if there and all(others.search(words) and not ways.search(words) for words in there):
            return True
    return False


_IN_WORDS = re.compile(
    r"\b(?P<word>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?= (?:Stars|Crystals)\b| or "
    r"(?:more|fewer|less)"
    r"(?:\?| Stars\b| Crystals\b))",
    re.I,
)


def in_digits(text: str) -> str:
    """A text with numbers of Stars and Crystals in digits."""
    return _IN_WORDS.sub(lambda word: str(NUMBERS[word["word"].lower()]), text)


def added(author: str, effect: str, meant: str, plainly: str, program: t.Program) -> str:
    """What a rewording, in canonical words, says of which an author does not speak; nothing if there is none. `effect`:
    the author's Effect; `meant`: all that was written without what only explains."""
    if _IDLE_WORDS.search(plainly):
        return "idle words"
    if _turned_round(effect, plainly):
        return "gain or loss"
    if _misdirected(author, program) or _pays_for_another(f"{author}\n{meant}", program):
        return "a direction"
    return ""


def only_said(author: str, plainly: str) -> bool:
    """Whether canonical words say what an author has no word for."""
    return any(what.search(plainly) and not word.search(author) for what, word in _ONLY_SAID)
