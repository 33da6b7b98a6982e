"""Tables that say in rows what one sentence says: conditions that must hold, Wizards of whom the same is said, answers.

"If all lines of this table are true, you gain 2 Stars:", "The following Wizards lose 2 Stars:", "Question | Answer".
What leads to such a table is one sentence with it: it is written as that sentence, or as a table that says the same by
itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbp.spells.tables import cases, columns
from pbp.spells.tables.bearers import by_what_each_has, of_bearers, of_each
from pbp.spells.tables.columns import lowered, plain

Rows = Sequence[tuple[str, ...]]
"""The cells of a table's rows; the names of the columns first."""

_END = " .:…"
_COUNTED = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}


def recast(before: str, rows: Rows) -> tuple[str, Rows | str]:
    """What stands before a table, and the table: as a sentence, or another table, where that says the same."""
    head, lead = re.fullmatch(r"(?s)((?:.*[.;!?\n])?)\s*(.*)", before.rstrip(_END + "\n")).groups()  # type: ignore[union-attr]
    if any(len(row) != len(rows[0]) for row in rows) or len(rows) < 2:
        return before, rows
    lead = cases.verb_first(lead.rstrip(_END)) if lead else ""
    for make in _LED:
        if lead and (made := make(lead, rows)):
            return f"{head}\nAll rows apply:" if make is _for_each_true else head, made
    return before, _answers(rows) or of_bearers(before, rows) or rows


_MORE = re.compile(r"(?i)\b(?:and|but|or|also|if|unless|otherwise|while)\b|[,;]")
"""What can join a second clause to what leads to a table: of which of the two is the table?"""

# ---- conditions that must all hold

_OF = r"(?: (?:of|in|from) (?:this|the|that) (?:table|list))?(?: below)?"
_MANY = (
    r"(?P<many>all(?: of)?|both(?: of)?|each(?: of)?|every|any(?: of)?|at least one of|none of|either of|neither of)"
)
_SO = (
    r"(?:(?:is|are|must be|has to be|have to be) (?:true|met|fulfilled|satisfied|so|the case)"
    r"|(?:must )?(?:holds?|appl(?:y|ies)))"
)
_ROWS_SO = (
    rf"{_MANY}(?: (?:the following|the|these|those))?(?: (?P<count>two|three|four|five))?"
    rf"(?: (?:lines?|rows?|conditions?|entries|entry|statements?|requirements?|things|points?))?{_OF} {_SO}"
)
_ALL_SO = re.compile(rf"(?i)(?:only )?(?:if|when|where|provided(?: that)?) {_ROWS_SO},(?: then)? (?P<does>.+)")
_ALL_SO_LAST = re.compile(rf"(?i)(?P<does>.+?),?(?: but)?(?: only)? (?:if|when|where|provided(?: that)?) {_ROWS_SO}")
_ALL_SO_FOR = re.compile(
    rf"(?i){_ROWS_SO} for (?P<who>you|the [^,.;:]+?) to (?P<verb>gain|lose|pay|receive|get) (?P<much>.+)"
)
_ASKED = re.compile(
    r"(?i)(?:what|condition|statement|requirement|needed|needs?|must|be|true|hold|holds|is|if|line| )+|"
)
_HOW_MANY = {"any": "at least one of these is true", "at least one": "at least one of these is true"} | {
    "either": "at least one of these is true",
    "none": "none of these is true",
    "neither": "none of these is true",
}


def _all_so(lead: str, rows: Rows) -> str:
    """ "If all lines of this table are true, you gain 2 Stars:" above "No. | Condition"."""
    found = _ALL_SO.fullmatch(lead) or _ALL_SO_LAST.fullmatch(lead) or _ALL_SO_FOR.fullmatch(lead)
    if found and found.re is not _ALL_SO and _MORE.search(found.groupdict().get("does") or found["who"]):
        return ""
    names, *told = unlabelled(rows)
    if found is None or len(names) != 1 or not _ASKED.fullmatch(plain(names[0])):
        return ""
    many = found["many"].casefold().removesuffix(" of")
    count = found["count"] or ("both" if many in ("both", "either", "neither") else "")
    if count and _COUNTED[count.casefold()] != len(told):
        return ""
    said = _HOW_MANY.get(many, "all of these are true")
    conditions = " • ".join(re.sub(r"(?i)^if ", "", lowered(row[0].rstrip(_END))) for row in told)
    does = found.groupdict().get("does") or ""
    if not does:
        ending = "" if found["who"].casefold() == "you" else "s"
        does = f"{lowered(found['who'])} {found['verb']}{ending} {found['much']}"
    return f"If {said}: • {conditions}, {lowered(does)}."


def unlabelled(rows: Rows) -> Rows:
    """A table without a first column that only numbers its rows, one after the other."""
    names, *told = rows
    labels = [row[0].strip("().").casefold() for row in told]
    for marks in ("123456789", "abcdefghi"):
        if labels == list(marks[: len(told)]) and len(names) > 1:
            return [row[1:] for row in rows]
    return rows


_EACH_TRUE = re.compile(
    r"(?i)(?P<does>.+? (?:gains?|loses?) (?:\d+|DICE\d+) \w+) for (?:each|every) (?:one )?"
    r"(?:of (?:these|the following)(?: \w+)?"
    r"|(?:row|line|condition|statement|entry)(?: (?:of|in|from) (?:this|the) table)?(?: below)?)"
    r" (?:that|which|whose condition) (?:is|are) (?:true|met|fulfilled|satisfied)"
)


def _for_each_true(lead: str, rows: Rows) -> Rows | str:
    """ "You gain 2 Stars for each line of this table that is true:"."""
    found = _EACH_TRUE.fullmatch(lead)
    names, *told = unlabelled(rows)
    if found is None or _MORE.search(found["does"]) or len(names) != 1 or not _ASKED.fullmatch(plain(names[0])):
        return ""
    return [("if", "effect"), *((row[0], found["does"]) for row in told)]


# ---- what several do, each named in a row

_THESE_DO = re.compile(
    r"(?i)(?:each of )?(?:the following|these|those)(?: wizards)?(?: each)?"
    r" (?P<verb>gain|lose|receive|get|pay)s? (?P<much>(?:(?!\band\b)[^,:])+?)(?: each)?"
)


def _these_do(lead: str, rows: Rows) -> Rows | str:
    """ "The following Wizards lose 2 Stars each:" above "Wizards"."""
    found = _THESE_DO.fullmatch(lead)
    names, *told = unlabelled(rows)
    if found is None or len(names) != 1 or plain(names[0]) not in columns.named()["who"]:
        return ""
    return [("Who", f"{found['verb'].casefold()}s"), *((row[0], found["much"]) for row in told)]


# ---- what one gains or loses several times

_GETS_SEVERAL = re.compile(
    r"(?i)(?P<who>you|the (?:caster|target|(?:(?:first|second) )?(?:chosen|named) wizard|wizard in the chosen position)"
    r"|each (?:other )?(?:wizard|neighbou?r)(?: of the (?:caster|chosen wizard))?)"
    r" (?:gets?|has|have|receives?|suffers?|takes?|makes?)"
    r" (?:the following |these |both (?:of )?(?:these |the following )?)?(?:(?P<count>two|three|four|five) )?"
    r"(?:following |separate )?(?P<kind>gains|losses)(?: (?:at once|at the same time|together))?"
)
_SO_MUCH = re.compile(
    r"(?i)(?:(?:how many|(?:the )?(?:number|amount) of) )?(?P<thing>stars|crystals)"
    r"(?: (?P<done>gained|lost)(?: by (?:it|them))?)?|(?P<how>amount|how much|how many|size|number)"
)


def _gets_several(lead: str, rows: Rows) -> Rows | str:
    """ "The caster gets two gains:" above "Gain | Stars"."""
    found = _GETS_SEVERAL.fullmatch(lead)
    names, *told = rows
    much = _SO_MUCH.fullmatch(names[1].strip(_END + "?")) if len(names) == 2 else None
    if found is None or much is None or (found["count"] and _COUNTED[found["count"].casefold()] != len(told)):
        return ""
    kind = found["kind"].casefold()
    verb, done = ("gains", "gained") if kind == "gains" else ("loses", "lost")
    named = plain(names[0]) in columns.named()["label"] | {"gain", "gains", "loss", "losses", "kind", "which", ""}
    labelled = all(columns.is_label("part", row[0].strip("().")) for row in told)
    if not named or not labelled or (much["done"] or done) != done or len(told) < 2:
        return ""
    of = f" how many {much['thing'].capitalize()}" if much["thing"] else ""
    return [("Part", "Who", f"{verb}{of}"), *((row[0], lowered(found["who"]), row[1]) for row in told)]


# ---- what is said of those whom a row names

_WHOM = re.compile(
    r"(?i)\b(?:the|those|all) wizards (?:(?:who|that) are )?(?:(?:named|listed|shown|given|found) )?"
    r"(?:there|below|(?:in|by|beside|on) (?:the|this|that) (?:row|line|table)(?: of the (?:chosen option|result|roll))?"
    r"(?: below)?)(?: each)? (?=(?:gain|lose|receive|get|pay|ha|can|become|swap|is|are)(?:s|ve|nnot)?\b)"
)
_WHO_IS_TOLD = re.compile(
    r"(?i)who (?P<does>(?:gains|loses|pays|gets|receives) .+?)(?: \(once each\))? is"
    r" (?:found|told|shown|given|decided|said|listed|named) (?:in|by|on) (?:this|the)(?: following)? table(?: below)?"
)


def _of_whom(lead: str, rows: Rows) -> Rows | str:
    """ "The Wizards in the row of the chosen option lose 2 Stars:" above "Option | Wizards"."""
    names, *told = rows
    if len(names) != 2 or plain(names[0]) in columns.named()["who"] or not _NAMES_WHOM.fullmatch(plain(names[1])):
        return ""
    if any(map(_NOBODY.fullmatch, (who for _, who in told))) and _MORE.search(_LASTS.sub("", lead)):
        return ""  # "... lose 2 Stars, and the caster gains 1 Star": where nobody loses any, too?
    if found := _WHO_IS_TOLD.fullmatch(lead):
        return [(names[0], "effect"), *((case, _nobody(f"{who} {found['does']}", who)) for case, who in told)]
    if len(_WHOM.findall(lead)) != 1:
        return ""
    return [
        (names[0], "effect"),
        *((case, _nobody(_WHOM.sub(lambda _, who=who: f"{lowered(who)} ", lead), who)) for case, who in told),  # type: ignore[misc]
    ]


_NAMES_WHOM = re.compile(r"(?i)(?:who|whom|which )?(?:wizards?)?(?: ?(?:gains?|loses?|affected|hit|named|concerned))?")


_NOBODY = re.compile(r"(?i)nobody|no one|none|nothing|–|—|-")
_LASTS = re.compile(r"(?i)^(?:for the (?:rest|remainder) of|until the end of) (?:this|the) duel, ")


def _nobody(said: str, who: str) -> str:
    return "no change" if _NOBODY.fullmatch(who) else said


# ---- what happens only where the table says yes

_SAYS_YES = re.compile(
    r"(?i)(?P<does>.+?),?(?: but)? only (?:if|where|when) (?:this|the)(?: following)? table(?: below)?"
    r" (?:says|has|shows|gives) (?:[\"“']?yes[\"”']?|so)"
)


def _says_yes(lead: str, rows: Rows) -> Rows | str:
    """ "The caster gains 2 Stars, but only where this table says yes:"."""
    found = _SAYS_YES.fullmatch(lead)
    names, *told = rows
    if found is None or not {row[-1].casefold() for row in told} <= {"yes", "no"}:
        return ""
    says = {"yes": found["does"], "no": "no change"}
    return [(*names[:-1], "effect"), *((*row[:-1], says[row[-1].casefold()]) for row in told)]


# ---- what is swapped, said in full

_SWAPS_CHOSEN = re.compile(
    r"(?i)(?P<start>.*\b)(?:swaps?|exchanges?|trades?) (?:the|your|their) (?:chosen (?:item|thing|attribute|option)"
    r"|(?:item|thing|attribute|option)(?: that)?(?: you (?:chose|have chosen|choose)| chosen))(?P<rest> with .+)?"
)
_YOURS_AND_THEIRS = re.compile(
    r"(?i)(?:your|the caster's) (?P<mine>\w+)(?:,)? (?:and|for|with) (?:the (?P<its>\w+) of (?P<who>.+)|theirs)"
)


def _swaps_in_full(lead: str, rows: Rows) -> Rows | str:
    """ "You and the target swap the item you chose:" above "Hat | your Hat and the Hat of the target", and so on."""
    found = _SWAPS_CHOSEN.fullmatch(lead)
    names, *told = rows
    if found is None or len(names) != 2 or plain(names[1]) not in columns.named()["swap"]:
        return ""
    for case, swapped in told:
        both = _YOURS_AND_THEIRS.fullmatch(swapped.rstrip(_END))
        who = both and (both["who"] or "").casefold()
        if both is None or {both["mine"].casefold(), (both["its"] or case).casefold()} != {case.casefold()}:
            return ""
        if who and who not in f"{found['start']}{found['rest'] or ''}".casefold():
            return ""
    return f"{lead}."


_LED: tuple[Callable[[str, Rows], Rows | str], ...] = (
    _all_so,
    _for_each_true,
    _these_do,
    _gets_several,
    _of_whom,
    _says_yes,
    _swaps_in_full,
    by_what_each_has,
    of_each,
)
"""What is made of a table and what leads to it."""

# ---- questions and answers

_LABELS = {
    "Who": r"(?:to |on )?who(?:m|se)?(?: (?:is|are) (?:it|hit|affected|meant|concerned))?|subject|affected"
    r"|wizards?|targets?",
    "What happens": r"what(?: happens(?: to (?:them|it))?| do they do| does it do| they do)?|does what|effect|result"
    r"|outcome|consequence",
    "How long": r"(?:for )?how long|duration|until when|lasts",
    "When": r"when|(?:on |under )?(?:what|which) conditions?|conditions?|(?:only )?if|only when",
}
"""What the rows of a table of answers ask, by the label under which a point says it."""
_SAY_NOTHING = re.compile(
    r"(?i)|question|aspect|asked|part|item|detail|what is asked|point|element|field|heading|key|thing|topic"
)


def _answers(rows: Rows) -> str:
    """ "Who? | the caster", "What happens? | gains 2 Stars", as points."""
    names, *told = rows
    if len(names) != 2:
        return ""
    asked = [_label(name) for name, _ in told]
    if not _SAY_NOTHING.fullmatch(plain(names[0])):
        asked, told = [_label(names[0]), *asked], list(rows)
    if "" in asked or len(set(asked)) < len(asked) or not {"Who", "What happens"} <= {*asked}:
        return ""
    lines = (f"{label}: {answer.rstrip(_END)}" for label, (_, answer) in zip(asked, told, strict=True))
    return "\n".join(lines)


def _label(name: str) -> str:
    asked = name.strip(_END + "?…").casefold()
    return next((label for label, words in _LABELS.items() if re.fullmatch(words, asked)), "")
