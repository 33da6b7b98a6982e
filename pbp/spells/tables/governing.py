"""What leads to a table, or goes back to it: that its rows apply, how many of them, and when they do.

"Each line whose condition is met applies:", "This table is used only if the chosen Wizard is idle:". Such words are of
one closed set, one of them names the table or its rows, and what they say is whether one row applies or all that can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

_ROWS = r"(?:tables?|charts?|rows?|lines?|entry|entries|reasons?)"
_BELOW = r"(?:below|follow(?:s|ing)?)"
_NAMED = re.compile(
    rf"(?i)\b(?:{_ROWS}|{_BELOW}|(?:all|everything) of (?:this|them|these)|this is what happens|all this"
    r"|both (?:are|may|can|might|apply|happen))\b"
)
_WORDS = frozenset(
    """
    reason reasons
    table tables chart charts row rows line lines entry entries column columns below following follow follows
    whole full the a an this that these those it its they their them there here which who whom whose whoever what
    whatever is are be being been used uses use apply applies applied applying applicable consult consulted look
    looks looked up see read reads find found go goes check checks checked examine say says show shows shown tell
    tells told give gives given list lists listed contain contains stand stands happen happens happening do does
    done take takes taken effect effects hold holds true met fulfilled satisfied fit fits fitting match matches
    matching count counts carried out valid decide decides decided determine determines determined get gets
    counted come comes in on of to by from for with and at as or if now also too well besides addition
    beside own each every all both two three four everything number one exactly just only more than most least
    same time moment once together simultaneously outcome
    outcomes result results condition conditions case cases statement independent independently separate
    separately itself alone judged judge tested test weighed weigh considered consider evaluated evaluate assessed
    treated treat dealt handled merits other may can might
    """.split()
)
"""The words of what only speaks of the table."""
_LOOSE = re.compile(
    r"(?i)\b(?:row|line|entry|rows|lines|entries)(?: \w+)? (?:below|above|beside|after|that follows?|following)\b"
    r"|\bone at a time\b|\b(?:both|all)(?: the)? conditions\b"
    r"|\bfirst (?:row|line|entry)\b.*\b(?:if|when|where|unless)\b"
    r"|\beach (?:gets?|goes|takes?|uses?)\b|\bappl(?:y|ies) (?:to|for)\b"
    r"|\bby (?:the )?other\b|\bother (?:row|line|entry|rows|lines|entries)\b"
    r"|\b(?:judge|test|consider|treat|check|look at|use|apply) only the first (?:row|line|entry)$"
    r"|\bfirst (?:row|line|entry) (?:stands|is (?:judged|tested|considered))\b"
)
"""What says in words of the set more than that rows apply: to whom, another row, all of them under one condition."""
_ALL_ROWS = re.compile(
    rf"(?i)\b(?:all|both|each|every|whichever)(?: of)?(?: (?:the|these|those|this))?"
    rf"(?: (?:two|three|four|five))?(?: of (?:the|these))? (?:{_ROWS}|cases|effects|following|them)\b"
    rf"|\beverything in\b|\ball of (?:this|it|that)\b|\bmore than one (?:{_ROWS}|of)"
    r"|\b(?:separately|independent(?:ly)?|by itself|on its own)\b|\bboth (?:are|may|can|might|apply|happen)\b"
)
_ONE_ROW = re.compile(
    rf"(?i)\b(?:exactly|just|always) one(?: of)?\b|\bone of (?:these|the|those|this)\b|\bone (?:{_ROWS})\b"
)
_AT_MOST = re.compile(
    r"(?i)\b(?:at most|only|not more than|no more than) one\b"
    r"|\b(?:the|only (?:that|this)) (?:one )?(?:row|line|entry)\b"
)
_SO_MANY = re.compile(
    r"(?i),? (?:so|and)(?: that)? (?:(?:both|all|several|any|either|one|two|none|neither|of them|or|and),? )+"
    r"(?:may|can|might|could) (?:happen|apply|be true|be met)$"
)
"""What says how many rows may apply, behind what says that each is asked by itself: "so both, one or neither may"."""
_WHOM_FITS = re.compile(
    r"(?i),? (?:for|to) (?:(?:every(?:body|one)|any(?:body|one)|(?:each|every|all) wizards?|(?:all )?those|all)"
    r"(?: whom?| that)?|whomever|whoever) (?:it|they) (?:fits?|concerns?|names?|speaks? of|covers?|appl(?:y|ies) to)$"
)
"""What says again that a row is for those of whom it speaks."""
_OF_ROW = re.compile(
    r"(?i)\b(?P<row>row|line|entry) (?:of|with|for|beside|containing|that contains|that has|which has)"
    r" (?:the|your) (?:(?:chosen|your) (?:option|word|number|colou?r|item)|choice|result|roll|outcome"
    r"|number rolled|(?:option|word|number|colou?r|item) (?:that (?:was|is) chosen|chosen|you chose))"
)
"""A row by what stands in its first cell: "the line of the chosen option"."""
_FIRST = re.compile(
    r"(?i)(?:(?:and|,| )*(?:stop|stopping|use|take|apply)(?: at)? )?(?:only )?the first (?:row|line|entry|one)\b"
)
_DOWN = re.compile(
    r"(?i)(?:(?:go|read|look|check)(?: (?:it|the (?:table|rows|lines)|this table))?"
    r"|(?:the )?(?:rows|lines) are (?:read|checked))"
    r"(?: down| from (?:the )?top(?: to bottom| down)?| in order)(?: (?:the|this) table| the rows)?"
)
"""What says in which order rows are looked at."""
_ASKS_ROWS = re.compile(
    r"(?i)\b(?:if|when|where) (?:(?:a|the|its|their|both|all|each|that|these|any|more than one|two or more|several"
    rf"|{_ROWS}(?:['’]s)?) )*"
    rf"(?:conditions?|{_ROWS}|(?:it|they) (?:appl(?:y|ies)|fits?|holds?|(?:is|are) (?:met|true)))\b"
)
_COUNTS = ("both", "two", "three", "four", "five", "several")
_NOT = re.compile(
    r"(?i)\b(?:(?:does|do) not (?:apply|count|happen|take effect)|(?:is|are) not (?:used|applied|consulted)"
    r"|(?:is|are) (?:ignored|skipped|passed over))\b"
)
_IF = r"(?:if|when|where|provided(?: that)?|in case)"
_ASKS_FIRST = re.compile(rf"(?i)(?:(?:but )?only )?(?P<if>{_IF}|unless) (?P<rest>.+)")
_ASKS_LAST = re.compile(
    rf"(?i)(?P<said>.+?),?(?: (?:but|and))?(?: (?:only|just|solely|exclusively))? (?P<if>{_IF}|unless) (?P<cond>.+)"
)
_LASTS = re.compile(r"(?i)for the (?:rest|remainder) of (?:this|the) duel|until the end of (?:this|the) duel")
_HOLDS = re.compile(
    r"(?i)(?:(?:all of )?(?:this|these|the following)"
    r"(?: (?:rules?|bans?|restrictions?|effects?|changes?|limits?|things))?|what follows|it)"
    r" (?:holds?|appl(?:y|ies)|lasts?|happens?|(?:is|are) (?:true|so|in force))"
)
_STATE = re.compile(
    r"(?i)((?:is|are|be) )(?:judged|read|checked|decided|looked at|tested|taken|asked) (?:on|from|by|in|against|of)"
    r" the (?:state|situation|numbers|stars)(?: of things)?(?: as (?:it|they) (?:is|are|was|were|stood))?"
    r" (?:before|at the start of) (?:the|this) spell(?: (?:does anything|takes effect|happens))?"
)
"""What says that all is asked before anything happens, as it is."""
_OPENS = re.compile(
    r"(?i)(?:(?:besides|apart from|in addition(?: to)?|on top of|independently of)"
    r"(?: (?:that|this|the above|all that))?"
    r"|either way|in both cases|regardless(?: of (?:that|this))?"
    r"|whether or not (?:that|this) (?:happens|happened|applies)"
    r"|whatever (?:becomes|became) of (?:the|that|this|those) \w+|whatever happen(?:s|ed) to (?:the|that|those) \w+"
    r"|also|moreover|furthermore|at the same time|whatever happens|and"
    r")(?:,| ) ?"
)


@dataclass(frozen=True)
class Lead:
    """What leads to a table: `said` of its rows, in plain words ("" : nothing), and when these apply ("If ...:").

    `other`: it says that they apply where those of the table before it do not; `alone`: that one of them applies;
    `first`: that it is the first of them whose condition is met.
    """

    said: str = ""
    governs: str = ""
    other: bool = False
    alone: bool = False
    first: bool = False


def lead(text: str, before: str = "") -> Lead | None:
    """What a sentence says that only speaks of the table, and of when it applies; None where it says anything else.

    `before`: what governs the table before it, of which an "otherwise" speaks.
    """
    said = text.strip().lstrip("• ").rstrip(" .:;…")
    if "; " in said or ". " in said:
        return _several([lead(one) for one in re.split(r"(?<=[.;])\s+", said)])
    other = re.fullmatch(r"(?i)(?:otherwise|else|if not),? (?P<said>.+)", said)
    if other and (meta := _meta(other["said"])):
        return replace(meta, governs=denied, other=True) if (denied := _denied(before)) else None
    return next((replace(meta, governs=governs) for start, governs in _parted(said) if (meta := _meta(start))), None)


def _several(told: Sequence[Lead | None]) -> Lead | None:
    """What sentences say together that all only speak of the table."""
    known = [one for one in told if one is not None]
    said = {one.said for one in known} - {""}
    if len(said) > 1:
        said -= {"all rows apply"}  # "each row stands by itself; both are judged at once"
    alone = any(one.alone for one in known)
    if len(known) < len(told) or any(one.governs or one.other for one in known) or len(said) > 1 or (said and alone):
        return None
    return Lead("".join(said), alone=alone, first=any(one.first for one in known))


_SPARED = re.compile(
    rf"(?i)(?:a|any|each|every)? ?{_ROWS} (?:whose condition|that|which) (?:is|are) not"
    r" (?:met|true|fulfilled|satisfied)"
    r" (?:do(?:es)? (?:nothing|not apply)|(?:has|have) no effect|(?:is|are) (?:ignored|skipped))\.?"
)
_NO_ROW = re.compile(
    rf"(?i)(?:if|when|where) (?:no|neither|none of (?:the|these)) (?:{_ROWS}|conditions?|cases?)"
    r" (?:appl(?:y|ies)|fits?|(?:is|are) (?:met|true|fulfilled|satisfied)|holds?|match(?:es)?), nothing happens\.?"
)


_LEGEND = re.compile(
    r"(?i)(?:a )?(?:plus|\+)(?: sign)? (?:is|means|stands for) (?:a )?gain(?:ed|s)?(?:,| and|, and|;) ?"
    r"(?:a )?(?:minus|[-−–])(?: sign)? (?:(?:is|means|stands for) )?(?:a )?loss(?:es)?"
)
"""What says of the signs in a table no more than that."""


_BESIDE_TABLE = re.compile(
    r"(?i)\b(?:(?:and )?(?:this|which) is )?(?:in addition to|on top of|besides)"
    r" (?:(?:anything|what|whatever|all|everything) (?:that )?(?:the|this) table (?:says|gives|shows|brings|does)"
    r"|the result of (?:the|this) table|(?:the|this) table)\b"
)
"""What says that something happens beside what the rows say."""


def after(text: str, alone: bool) -> str | None:
    """What a sentence behind a table says of its rows, in plain words; None where it says anything else.

    `alone`: whether the table is all that the Effect says.
    """
    if _SPARED.fullmatch(text) or (alone and _NO_ROW.fullmatch(text)):
        return ""
    if _LEGEND.fullmatch(text.rstrip(".")):
        return ""
    if _BESIDE_TABLE.search(text):
        return _BESIDE_TABLE.sub("in addition", text).rstrip(".")
    told = lead(text)
    return told.said if told and told.said and not told.governs else None


def _parted(said: str) -> Iterator[tuple[str, str]]:
    """What only speaks of the table, and what governs it, wherever one can end and the other begin."""
    yield said, ""
    if first := _ASKS_FIRST.fullmatch(said):
        for mark in re.finditer(r",? (?:then |and only then )?", first["rest"]):
            cond, start = first["rest"][: mark.start()], first["rest"][mark.end() :]
            if "," in mark[0] or re.match(r"(?i)(?:does|do|is|are) (?:the|this|all|both|each|every)\b", start):
                yield from _governed(first["if"], cond, _uninverted(start))
    if last := _ASKS_LAST.fullmatch(said):
        yield from _governed(last["if"], last["cond"], last["said"])
    if lasting := _LASTS.search(said):
        start = f"{said[: lasting.start()].rstrip(' ,')} {said[lasting.end() :].lstrip(' ,')}".strip()
        yield "this table applies" if _HOLDS.fullmatch(start) else start, "For the remainder of this Duel:"


def _uninverted(said: str) -> str:
    """ "Does this table apply" as "this table does apply"."""
    turned = re.fullmatch(rf"(?i)(does|do|is|are) ((?:the|this|all|both|each|every) .*?{_ROWS}(?: below)?) (.+)", said)
    return f"{turned[2]} {turned[1]} {turned[3]}" if turned else said


def _governed(asks: str, cond: str, said: str) -> Iterator[tuple[str, str]]:
    unless = asks.casefold() == "unless"
    if denied := _NOT.search(said):
        said, unless = f"{said[: denied.start()]}applies{said[denied.end() :]}", not unless
        if asks.casefold() == "unless":
            return  # "this table does not apply unless"
    yield said, f"{'Unless' if unless else 'If'} {cond}:"


def _denied(governs: str) -> str:
    """What governs a table that is for all other cases."""
    led, _, cond = governs.partition(" ")
    return {"If": f"Unless {cond}", "Unless": f"If {cond}"}.get(led, "")


def _meta(said: str) -> Lead | None:
    """What words say of rows; None where they do not only speak of the table."""
    said = _WHOM_FITS.sub("", said)
    if _LOOSE.search(_STATE.sub("", _SO_MANY.sub("", said))):
        return None
    said = _OPENS.sub("", _STATE.sub(r"\1checked", said), count=1)
    said = _SO_MANY.sub("", said)
    said = _OF_ROW.sub(r"\g<row>", said)
    first = _FIRST.search(said) is not None
    said = re.sub("^(?:,| and| until)+ ", "", _DOWN.sub("", _FIRST.sub(" the row", said)).strip())
    if not said:
        return Lead()
    words = re.findall(r"[a-z]+|[^\sa-z,]", re.sub(r'["“”()]', "", said.casefold()))
    if not _NAMED.search(said) or not _WORDS.issuperset(words):
        return None
    if len(_ASKS_ROWS.findall(said)) < len(re.findall(r"(?i)\b(?:if|when|where)\b", said)):
        return None  # "if the result is one, this table applies"
    many = next((word for word in words if word in _COUNTS), "")
    if _ALL_ROWS.search(said) and not _AT_MOST.search(said):
        return Lead("both rows apply" if many == "both" else f"all {many} rows apply".replace("  ", " "))
    if many and not _AT_MOST.search(said):
        return None  # "two rows apply"
    if {"may", "can", "might"}.intersection(words) and not _AT_MOST.search(said):
        return None  # "one row may apply"
    if _ONE_ROW.search(said) and not _AT_MOST.search(said):
        return Lead("exactly one of these cases applies")
    return Lead(alone=first or _AT_MOST.search(said) is not None, first=first)
