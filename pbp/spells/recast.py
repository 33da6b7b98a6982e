"""Tables that say in rows what one sentence says: conditions that must all hold, amounts of one Wizard, answers.

"If all lines of this table are true, you gain 2 Stars:", "The caster gets two gains:", "Question | Answer". What leads
to such a table is one sentence with it: it is written as that sentence, or as a table that says the same by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbp.spells import columns
from pbp.spells.columns import lowered, plain

Rows = Sequence[tuple[str, ...]]
"""The cells of a table's rows; the names of the columns first."""

_END = " .:…"
_COUNTED = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5}


def recast(before: str, rows: Rows) -> tuple[str, Rows | str]:
    """What stands before a table, and the table: as a sentence, or another table, where that says the same."""
    head, lead = re.fullmatch(r"(?s)((?:.*[.;!?\n])?)\s*(.*)", before.rstrip(_END + "\n")).groups()  # type: ignore[union-attr]
    if any(len(row) != len(rows[0]) for row in rows) or len(rows) < 2:
        return before, rows
    for make in _LED:
        if lead and (made := make(lead.rstrip(_END), rows)):
            return f"{head}\nAll rows apply:" if make is _for_each_true else head, made
    return before, _answers(rows) or rows


_MORE = re.compile(r"(?i)\b(?:and|but|or|also|if|unless|otherwise|while)\b|[,;]")
"""What can join a second clause to what leads to a table: of which of the two is the table?"""
_VERB = re.compile(r"(?i)\b(?:gain|lose|pay|swap|get|steal|receive|become|ha)(?:s|ve)?\b")

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


# ---- what one Wizard gains or loses, row by row

_GETS = re.compile(
    r"(?i)(?P<who>(?:the|each|every|all|you)\b[^,:]*?)"
    r" (?P<verb>gets?|suffers?|receives?|takes?|ha(?:s|ve)|gains?|loses?|pays?)"
    r" (?:(?P<all>both|all|each|every one)(?: of)?(?: (?:these|the))?|these|the following|the)?"
    r"(?: ?(?P<count>two|three|four|five))?(?: (?:separate|different|following))?"
    r" ?(?P<noun>gains?|loss(?:es)?|things|amounts|sums)?"
    r"(?:,? (?:all )?(?:at once|at the same time|together|in one step))?"
)
_FLOWS = {"gain": "gains", "get": "gains", "receive": "gains", "loss": "loses", "lose": "loses"}


def _gets(lead: str, rows: Rows) -> Rows | str:
    """ "The caster gets two gains:" above "Gain | Stars" as "Who | Verb | Stars"."""
    found = _GETS.fullmatch(lead)
    told_so = found and (found["all"] or found["count"] or found["noun"] or re.search(r"(?i)the following|these", lead))
    if found is None or not told_so or _VERB.search(found["who"]):
        return ""
    names, *told = rows
    flow = (found["noun"] or found["verb"]).casefold()
    verb = next((verb for begins, verb in _FLOWS.items() if flow.startswith(begins)), "")
    if verb not in ("gains", "loses") or (found["verb"].casefold().startswith("lose") and verb == "gains"):
        return ""
    bare = columns.named()["label"] | {
        "",
        "gain",
        "loss",
        "gains",
        "losses",
        "kind",
        "name",
        "which",
        "amount",
        "payment",
    }
    if len(names) > 1 and plain(names[0]) in bare and all(columns.is_word(row[0]) for row in told):
        names, told = names[1:], [row[1:] for row in told]
    if len(names) != 1 or not told:
        return ""
    count = (found["count"] or ("both" if (found["all"] or "").casefold() == "both" else "")).casefold()
    if count and _COUNTED[count] != len(told):
        return ""
    return [("Who", "Verb", *names), *((lowered(found["who"]), verb, *row) for row in told)]


# ---- what several do, each named in a row

_THESE_DO = re.compile(
    r"(?i)(?:each of )?(?:the following|these|those)(?: (?:\w+ )?wizards)?(?: each)?"
    r" (?P<verb>gain|lose|receive|get|pay)s? (?P<much>[^,:]+?)(?: each)?"
)


def _these_do(lead: str, rows: Rows) -> Rows | str:
    """ "The following Wizards lose 2 Stars each:" above "Wizards"."""
    found = _THESE_DO.fullmatch(lead)
    names, *told = unlabelled(rows)
    if found is None or len(names) != 1 or plain(names[0]) not in columns.named()["who"]:
        return ""
    return [("Who", f"{found['verb'].casefold()}s"), *((row[0], found["much"]) for row in told)]


# ---- what is said of those whom a row names

_IN_ROW = r"(?:(?:row|line|table|column)(?! (?:below|above|before|after))|beside|next to|there|below(?! the| your))"
_WHOM = re.compile(
    rf"(?i)\b(?:the|those|all|every|each) (?:wizards?|ones?)(?: (?:who|that) (?:is|are))?"
    rf" (?:named|listed|shown|given|found|standing|in|of|beside|from)\b(?=[^,.;:]*\b{_IN_ROW}\b)[^,.;:]*?"
    r"(?P<each> each)? (?=(?:gain|lose|receive|get|pay|ha|can|become|swap|is|are)(?:s|ve|nnot)?\b)"
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


# ---- what happens to each Wizard by what they have, or did

_EACH_LOOKS = re.compile(
    r"(?i)(?:(?P<who>each|every) (?P<other>other )?wizard|all (?P<others>other )?wizards)"
    r"(?:,? (?:the caster|you) (?:included|too|as well|also),?|,? (?:even|including|also) (?:the caster|you),?)? "
    r"(?:(?:goes?|looks?|checks?|uses?|finds?|reads?|sees?|is|are|up|judged|treated|by|for|in|on|under|according|to|the"
    r"|a|their|own|colou?r|kind|of|spell|that|which|they|cast|this|table|row|line|below|and|(?-i:[A-Z][a-z]+)|then"
    r"|gains?|loses?|gets?|it|what|stands|beside|does)\b,? ?)+"
)
_CAST = re.compile(
    r"(?i)(?:the |their |own )*(?:spells?|cast)(?: (?:they|cast|that|was|by|them|each))*|(?:they|who|what they) cast"
)
_HAVE = re.compile(
    r"(?:(?:[Tt]heir|[Tt]he|[Tt]hat Wizard's|[Ww]izard's|[Oo]wn|[Cc]olou?r of|their) )*(?P<thing>[A-Z][a-z]+)"
)
_REST = re.compile(r"(?i)(?:any|anything|every|everything|all|other|others|otherwise|else|(?:the )?rest|another)\b.*")
_IDLE = re.compile(
    r"(?i)(?:no change|nothing(?: happens)?(?: to (?:them|that wizard))?|none|0|–|—|-|gains nothing|loses nothing)"
)


def _flow_of(lead: str) -> str:
    """What a lead says that somebody does: "gain", "lose"."""
    found = re.search(r"(?i)\b(gain|lose|get)s?\b", lead)
    return {"get": "gain"}.get(found[1].casefold(), found[1].casefold()) if found else ""


def _each_looks(lead: str, rows: Rows) -> Rows | str:
    """ "Each Wizard goes by the spell they cast:" above "Cast | Result"."""
    found = _EACH_LOOKS.fullmatch(lead)
    names, *told = rows
    have = None if len(names) != 2 or _CAST.fullmatch(names[0]) else _HAVE.fullmatch(names[0])
    if found is None or len(names) != 2 or (have is None and not _CAST.fullmatch(names[0])):
        return ""
    told = [row for row in told if not _IDLE.fullmatch(row[1].rstrip("."))]
    if any(_REST.fullmatch(case) for case, _ in told):
        return ""
    things = {*re.findall(r"\b(?!Wizard|Stars|Each|Every|All)[A-Z][a-z]+", lead)}
    if things - ({have["thing"]} if have else set()) or columns.flow(names[1]) not in (_flow_of(lead), ""):
        return ""
    asks = f"whose {have['thing']} is" if have else "who cast"
    other = "other " if found["other"] or found["others"] else ""
    does = "What happens" if re.search(r"(?i)wizard|them|result|effect", names[1]) else names[1]
    return [("Who", does), *((f"each {other}Wizard {asks} {case}", done) for case, done in told)]


# ---- how much the table says that it is

_SO_MUCH = re.compile(
    r"(?i)(?P<does>.+? (?:gains?|loses?|pays?|receives?|gets?)) (?:as many|the number of|this many|so many|the)"
    r" (?P<thing>(?-i:[A-Z][a-z]+))(?:(?: (?:that|which))?(?: (?:is|are|stands?))?"
    rf" (?:as|shown|listed|given|named|told|stated|in|on|beside|of)\b(?=.*\b{_IN_ROW}\b)[^,.;]*| below)?"
)


def _so_much(lead: str, rows: Rows) -> Rows | str:
    """ "You gain as many Stars as this table says:" above "Result | Stars"."""
    found = _SO_MUCH.fullmatch(lead)
    names, *told = rows
    if found is None or _MORE.search(found["does"]) or len(names) != 2 or plain(names[0]) in columns.named()["who"]:
        return ""
    called = rf"(?i)(?:how many )?{found['thing']}|amount|number|how many"
    flow = columns.flow(names[1])
    if not (re.fullmatch(called, plain(names[1])) or (flow and flow == columns.flow(found["does"].rpartition(" ")[2]))):
        return ""
    thing = found["thing"]
    amount = re.compile(rf"(?i)(\d+|DICE\d+|[B-Z]|none|nothing|no)(?: {thing.rstrip('s')}s?)?")
    amounts = [(case, amount.fullmatch(much)) for case, much in told]
    if not all(much for _, much in amounts):
        return ""
    return [(names[0], found["does"]), *((case, f"{much[1]} {thing}") for case, much in amounts if much)]


_DEPENDS = re.compile(r"(?i)(?P<who>.+?)(?:'s|(?<=your)) (?P<noun>gain|loss) (?:depends on|is decided by|hangs on) .+")


def _depends(lead: str, rows: Rows) -> Rows | str:
    """ "The caster's gain depends on the chosen option:" above "Chosen option | Gain"."""
    found = _DEPENDS.fullmatch(lead)
    names, *told = rows
    if found is None or len(names) != 2 or plain(names[1]) not in (found["noun"].casefold(), "amount", "stars"):
        return ""
    about = lead.casefold().partition("depends on ")[2] or lead.casefold()
    if plain(names[0]).removeprefix("the ") not in about:
        return ""
    who = re.sub(r"(?i)^your$", "you", found["who"])
    return [(names[0], f"{who} {_FLOWS[found['noun'].casefold()]}"), *told]


_LED: tuple[Callable[[str, Rows], Rows | str], ...] = (
    _all_so,
    _for_each_true,
    _so_much,
    _depends,
    _gets,
    _these_do,
    _of_whom,
    _says_yes,
    _each_looks,
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
