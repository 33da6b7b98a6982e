"""Cases that stand in rows without being drawn as a table: "1 or 2 | nothing further", or as a list.

"Roll DICE6 and read off what you gain:" above "* 2 or 3: 1 Star" is a table whose second column is named "you gain".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

_MARK = r"\s*(?:[-–—*#•]\s+)?"
_PIPED = re.compile(rf"{_MARK}(?P<case>[^|]*[^|\s])\s*\|\s*(?P<told>[^|]*[^|\s])\s*")
"""A row without edges: "1, 2 or 3 | nothing further"."""
_EQUAL = re.compile(rf"{_MARK}(?P<case>\d[^|=:]*?)\s*=\s*(?P<told>[^|=:]*[^|=:\s])\s*")
"""A row of numbers: "1 or 2 = you lose 1 Star"."""
_LISTED = re.compile(rf"{_MARK}(?P<case>[^:|]*[^:|\s])(?::|\s(?:[-–—]+>?|→|=))\s+(?P<told>[^|:]*[^|:.;\s])[.;]?\s*")
"""An item of a list that tells of a case: "2 or 3: 1 Star", "6 → 3 Stars"."""
_ON = re.compile(r"(?i)^(?:on|with|for) (?:an? )?(?=\d)")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
"""The line below the names of the columns, as Markdown has it."""
_LABEL = re.compile(
    r"(?P<label>[^\W\d_]+(?: [^\W\d_]+)?)\s*[:=]\s*(?P<case>.+)|(?P<named>(?i:option|choice|input|word)) (?P<word>\w+)"
)
"""A case with the name of its column: "Chosen: Hat", "option Pointy"."""
_HEADER = re.compile(r"(?i)(?:the )?(?:effect|result|outcome|what happens)s?|then|.* (?:gains?|loses?|pays?)|you")
"""What stands above a second column, and is no outcome."""

_DICE = r"DICE\s?\d+"
_THEN = r"(?:,? and(?: then)?|,? then|[,;:]| to)? *"
_DECIDES = r"(?:decides?|determines?|tells?(?: you)?|says?|shows?|gives?|settles?)"
_RESULT = r"(?:the|this|that|your|its) (?:result|roll|die|number|outcome|throw)(?: (?:rolled|thrown))?"
_ABOUT = rf"(?P<about>{_RESULT}|(?:(?:a|the) (?:roll|result) of )?{_DICE}|(?:the|your|how many) [^,.:;|]+?)"
_BY = r"(?:according to|depending on|based on|as per|in accordance with|(?:that|which) depends? on|dependent on)"
_GETS = r"(?P<verb>gains?|wins?|loses?|receives?|gets?)(?: (?:(?:a|some) number of )?(?P<thing>[A-Z]\w+))?"
_DOES = rf"(?P<who>[^,.:;|]+?) {_GETS}"
_HOW = r"(?:what|how much|how many(?: (?P<many>[A-Z]\w+))?|the number of (?P<of>[A-Z]\w+)(?: that)?)"
_LEADS = tuple(
    rf"(?i:(?P<roll>(?:[^:]*? )?(?:roll|throw)s? {_DICE}){_THEN})?{said}"
    for said in (
        rf"(?i:(?:for|read off|look up|see|find|find out|learn|check|(?:it|this|that|which|{_RESULT}) {_DECIDES}) )"
        rf"(?:(?i:{_HOW}) )?{_DOES}",
        rf"(?i:it|this|that) is (?i:{_HOW}) {_DOES}",
        rf"(?i:{_ABOUT}) {_DECIDES} (?:(?i:{_HOW}) )?{_DOES}",
        rf"(?:(?i:{_HOW}) )?{_DOES} (?:depends on|is decided by|is determined by|follows from) (?i:{_ABOUT})",
        rf"{_DOES},? {_BY} (?i:{_ABOUT})",
        rf"{_GETS}(?:,? as follows)?",
        rf"{_DOES}(?:,? as follows)?",
        rf"(?i:look up|see|consult|use|apply|follow|go by) (?i:{_ABOUT}) below",
        r"(?i:look up|see|consult|use|apply|follow|go by) (?i:this|the following) (?i:list|rows?)",
        rf"(?i:(?:(?:act|proceed|go on) )?{_BY}|(?:what happens|it|this) depends on) (?i:{_ABOUT})"
        r"(?:,? (?:this|the following) happens)?",
        rf"(?i:{_ABOUT}) {_DECIDES}(?: what happens(?: (?:then|next))?)?",
    )
)
"""What leads to a list of cases: with `who` and `verb` of the amounts that the cases give, else of whole sentences.

They are compiled for the first such list, which few spells have.
"""
_FLOW = re.compile(r"(?i)(?:\b(?P<who>your|their)|(?<=\w)['’]s?) (?P<flow>gain|loss)\b")
_NUMBER = re.compile(r"(?i)(?P<number>\d+|no|none|nothing|zero|DICE\d+)(?: (?P<thing>[A-Z]\w+))?")
_NONE = frozenset(("no", "none", "nothing", "zero", "0"))
_ELSEWHERE = re.compile(rf"(?i)(?:what happens|it|this) depends on {_RESULT}")
"""What the syntax reads above a list as a list."""
_LATER = re.compile(r"(?i)(?:and|then|after|afterwards|next|if|when|unless|otherwise|instead|also|only)\b")
"""What would say more of what the cases give than who has it."""
_CHOSEN = frozenset(("chosen", "picked", "selected", "input"))
"""What stands before a word that the caster has chosen: "Chosen: Hat"."""


@dataclass(frozen=True)
class Columns:
    """The names of the columns of cases; `before`: what is to be done first, `thing`: of which the cases give some.

    `again`: how a case may say again who gains or loses it: "that Wizard loses 3 Stars".
    """

    case: str
    told: str = "effect"
    before: str = ""
    thing: str = ""
    again: str = r"(?!)"

    def drawn(self, rows: Sequence[tuple[str, str]]) -> list[str]:
        """The cases as the lines of a table, with what stands before it."""
        lines = [(self.case, self.told), *((case, self._amount(told)) for case, told in rows)]
        return [*([f"{self.before}:"] if self.before else []), *(f"| {case} | {told} |" for case, told in lines)]

    def _amount(self, told: str) -> str:
        told = re.sub(rf"(?i)^(?:{self.again}) ", "", told)
        found = _NUMBER.fullmatch(told)
        if self.told == "effect" or found is None:
            return told
        if found["thing"] and self.thing and not re.match(rf"(?i){self.thing.rstrip('sS')}", found["thing"]):
            return f"{told} of {self.thing}"  # "loses Crystals according to ...: 3 Stars": nothing reads that
        none = found["number"].casefold() in _NONE
        thing = found["thing"] or self.thing or ("Stars" if none else "")
        return f"{0 if none else found['number']} {thing}".strip()


def drawn(effect: str) -> str:
    """An Effect with its rows of cases drawn as tables: with edges, below the names of their columns."""
    lines, made, at = effect.split("\n"), list[str](), 0
    while at < len(lines):
        if drawn := _table(lines[at:]):
            made += drawn
            at += len(drawn)
            continue
        lines[at : at + 1] = _opened(lines[at])
        rows = _rows(lines[at:], _PIPED) or _rows(lines[at:], _EQUAL)
        if rows:
            at += len(rows)
            columns, rows = _headed(rows, _led(made))
            made += columns.drawn(rows)
            continue
        made.append(lines[at])
        at += 1
        rows = _rows(lines[at:], _LISTED) if made[-1].rstrip().endswith(":") else []
        led = _led(made) if rows else None
        if led is not None:
            made += led.drawn(rows)
            at += len(rows)
    return "\n".join(made)


def is_rule(line: str) -> bool:
    """Whether a line is the one below the names of a table's columns."""
    return "|" in line and "-" in line and _RULE.fullmatch(line.strip()) is not None


def _table(lines: Sequence[str]) -> list[str]:
    """The lines of the table that begins here, if there is one with a line below the names of its columns."""
    if len(lines) < 2 or "|" not in lines[0] or not is_rule(lines[1]):
        return []
    return list(takewhile(lambda line: "|" in line, lines))


def _opened(line: str) -> list[str]:
    """A line that has its cases behind what leads to them as the lines of a list."""
    lead, _, after = line.partition(": ")
    told = [part for part in re.split(r";\s+", after) if part]
    if len(told) > 1 and all(map(_LISTED.fullmatch, told)) and _led([f"DICE. {lead}:"]):
        return [f"{lead}:", *told]
    return [line]


def _rows(lines: Sequence[str], shape: re.Pattern[str]) -> list[tuple[str, str]]:
    """The case and what happens of each of the first lines that have this shape; none where that is only one."""
    found = []
    for row in map(shape.fullmatch, lines):
        if row is None:
            break
        found.append((_ON.sub("", row["case"]), row["told"]))
    return found if len(found) > 1 else []


def _headed(rows: list[tuple[str, str]], led: Columns | None) -> tuple[Columns, list[tuple[str, str]]]:
    """The columns of rows without edges, and the rows alone: named by what leads to them, above them or in each."""
    if led is None and _HEADER.fullmatch(rows[0][1]):
        return Columns(*rows[0]), rows[1:]
    labels = [_LABEL.fullmatch(case) for case, _ in rows]
    names = {(found["label"] or found["named"]).casefold() if found else "" for found in labels}
    if len(names) == 1 and "" not in names:
        rows = [(found["case"] or found["word"], told) for found, (_, told) in zip(labels, rows, strict=True) if found]
        name = names.pop()
        led = led or Columns("choice" if name in _CHOSEN else name)
    return led or Columns("case"), rows


def _led(made: list[str]) -> Columns | None:
    """The columns of the list below these lines, if the last of them says so; what says it is taken from them."""
    *before, lead = re.split(r"(?<=[.;!?])\s+", made[-1].strip(" :")) if made else [""]
    lead = _FLOW.sub(_does, lead)
    rolled = "DICE" in "".join(made).upper()
    for shape in _LEADS:
        found = None if _ELSEWHERE.fullmatch(lead) else re.fullmatch(shape, lead)
        if found is None:
            continue
        told = found.groupdict()
        about = told.get("about") or ""
        die = re.search(_DICE, about)
        who = told.get("who") or re.sub(r"(?i)\b(?:roll|throw)s?$", "", (told["roll"] or "").rpartition(" ")[0]).strip()
        if not (about or rolled) or (die and told["roll"]) or (told.get("verb") and _LATER.match(who)):
            return None
        case = die[0] if die else about if about and not re.fullmatch(rf"(?i){_RESULT}", about) else "result"
        who = re.sub(r"^An? ", lambda article: article[0].lower(), who)  # else a letter
        does = f"{who} {told['verb']}".strip() if told.get("verb") else "effect"
        made[-1:] = [" ".join(before)] if before else []
        thing = next((told[one] for one in ("thing", "many", "of") if told.get(one)), "")
        return Columns(case, does, told["roll"] or "", thing, _again(who, told.get("verb") or "", about))
    return None


def _again(who: str, verb: str, about: str) -> str:
    """How it is said again that somebody gains or loses: by name, and as "that Wizard" where nobody else is named."""
    if not who or not verb:
        return r"(?!)"
    others = re.search(r"(?i)wizard|neighbou?r|\b(?:they|their|them|it|its)\b", about)
    they = "" if others or who.casefold() in ("you", "the caster") else "|that Wizard|they"
    return rf"(?:{re.escape(who)}{they}) {verb.rstrip('s')}s?"


def _does(flow: re.Match[str]) -> str:
    """ "Your gain" as "you gain"."""
    verb = {"gain": "gain", "loss": "lose"}[flow["flow"].casefold()]
    who = {"your": "you", "their": "they"}.get((flow["who"] or "").casefold())
    return f"{who} {verb}" if who else f" {verb}s"
