"""The cases of an Effect in sentences of their own: what is asked in a word, given line by line or in a table, a tie
that is spoken of first, and the other of two cases; nothing of it is certain."""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import BEGIN, MARK, begun, lower
from pbp.spells.suggest.spoken import one_of
from pbp.spells.tables.cases import cells_of
from pbp.spells.tables.shapes import blocks

_VERB = r"(?:gains?|loses?|pays?|receives?|gets?|steals?)"


def in_cases(text: str) -> str:
    """The text with each case in a sentence of its own; the same where nothing is to be said otherwise."""
    for step in (_with_marks, _following, _asked_of, _one_by_one, _by_amount, _tied_first, _other_way):
        text = step(text)
    return text


# ---- lists in lists -------------------------------------------------------------------------------------------------

_INNER = re.compile(
    r"(?<=\n) *(?:(?:[•*#:\-–] ?){2,} *|\(?(?:\d{1,2} ?\.? ?[a-h]|\d\.\d|[ivx]+)[.):]+ *|\d{1,2}[a-h] +)(?=\w)"
)
"""The mark of an item of a list in a list: "3a.", "2.1.", "(ii)", "**"."""


def _with_marks(text: str) -> str:
    """The items of a list in a list by a plain mark."""
    return _CASE_ITEM.sub(_case_item, _INNER.sub("• ", text))


_CASE_ITEM = re.compile(
    r"\n *(?:[•*#\-–] *|\(?(?:\d{1,2}|[a-h])[.)] *)(?P<case>(?!(?:if|on|when|otherwise|each|all|every|the"
    r"|you)\b)[^\n.;:]{2,50}):?"
    r"(?P<inner>(?:\n• [^\n]+)+)",
    re.I,
)
"""A case that is an item, with what happens in it in a list of its own."""


def _case_item(match: re.Match[str]) -> str:
    if re.search(rf"\b{_VERB}\b", match["case"], re.I):
        return match[0]
    does = [lower(item.strip(" •.;,")) for item in match["inner"].strip().split("\n")]
    return f"\n• {match['case'].strip()}: {', and '.join(does)}"


# ---- what is asked of somebody in a word ----------------------------------------------------------------------------

_WHOM = (
    r"(?:look(?: first| now| also)?(?: back)? at|take|check|consider|think of|as for|turn to|find) "
    r"(?P<who>(?:the|your|each|every|all)\b[^.;:?\n]+?)"
)
_LOOKED_AT = re.compile(rf"{BEGIN}{_WHOM}[.;:,] (?P<rest>[^\n]+)", re.I)
_IN_A_WORD = re.compile(
    r"(?P<before>^|[.;!] |\b(?:and|but) )(?P<not>not |no |isn't |neither )?(?P<asked>[A-Z]?[^.;:!?\n]{2,60})\? "
    r"(?:(?:if so|in that case|if yes|yes|then)[,:]? )?",
    re.I,
)
_VERB_FIRST = re.compile(r"^(?:is|are|did|does|do|has|have|was|were|any|what|who|how|which|if|then)\b", re.I)
_IN_A_CASE = re.compile(
    r"^if (?:that|this|the|such a) (?:wizard|neighbour|one)(?P<cond> [^,:;]+)[,:] "
    r"(?P<does>[^.;]+)(?P<later>.*)$",
    re.I,
)
_OF_THAT = re.compile(
    r"^if the (?P<thing>[A-Z]\w+) of (?:that|this) (?:wizard|neighbour|one) (?P<cond>(?:is|are) [^,:;]+)[,:] "
    r"(?P<does>[^.;]+)(?P<later>.*)$",
    re.I,
)
_THAT_ONE = (
    r"\b(?:that|this|the|such a)(?: same)? (?:wizard|neighbour|one)\b"
    r"(?! (?:in|with|who|of|next|among|after|before)\b)|\bthey\b"
)


def _asked_of(text: str) -> str:
    """Of whom something is asked: "Look at your target. Idle? Then ..." and "Take each neighbour: if that one is idle,
    that one ..."."""

    def said(match: re.Match[str]) -> str:
        who, rest = match["who"].strip(" ,"), match["rest"]
        one = (
            one_of(who)
            if re.search(r"\b(?:neighbours|Wizards)\b", who)
            else re.sub(r"^(?:each|every) ", "", who, flags=re.I)
        )
        if one and (one != who or re.match(r"(?:each|every|all) ", who, re.I)):
            return _of_each(one, rest) or match[0]
        return _in_words(who, rest) or match[0]

    return _LOOKED_AT.sub(said, text)


def _of_each(one: str, rest: str) -> str:
    """What is said of each of several if it is asked of that one first; nothing where it is not."""
    thing, case = _OF_THAT.match(rest), _IN_A_CASE.match(rest)
    if thing:
        does = re.sub(
            _THAT_ONE, f"each {one} whose {thing['thing']} {thing['cond']}", thing["does"], count=1, flags=re.I
        )
        return f"{begun(does)}{thing['later']}" if does != thing["does"] else ""
    if case is None or not re.match(_THAT_ONE, case["does"], re.I):
        return ""
    each = f"Each {one} who{case['cond']}"
    return f"{re.sub(_THAT_ONE, lambda _: each, case['does'], count=1, flags=re.I)}{case['later']}"


def _in_words(who: str, rest: str) -> str:
    """Questions of one word or few as conditions of somebody: "Idle? Then ... Not idle? Then ..."."""
    asked: list[str] = []

    def condition(match: re.Match[str]) -> str:
        words = match["asked"]
        if _VERB_FIRST.match(words) or " if " in words:
            return match[0]
        before = match["before"] if match["before"].strip() not in ("and", "but") else ""
        if asked and (match["not"] or _is_rest(asked[-1], words)):
            return f"{before or '. '}Otherwise, "
        asked.append(words)
        verb = "has" if re.match(r"(?:an?|the|fewer|more|at|exactly|\d)\b", words, re.I) else "is"
        denied = " not" if match["not"] else ""
        return f"{before}If {who} {verb}{denied} {words[:1].lower()}{words[1:]}, "

    said = _IN_A_WORD.sub(condition, rest)
    return _named(said, who) if asked else ""


def _is_rest(case: str, other: str) -> bool:
    """Whether two cases leave none out: "fewer Stars than then" and "as many as then, or more"."""
    against = (
        "fewer|less" if re.match("more ", case, re.I) else "more" if re.match("(?:fewer|less) ", case, re.I) else ""
    )
    return bool(against) and re.match(rf"as (?:many|few)\b.* or (?:{against})$", other, re.I) is not None


def _named(text: str, who: str) -> str:
    """A text that names somebody where it has "that Wizard"."""
    return re.sub(r"\b(?:that|this|the same) (?:wizard|neighbour|one)\b", lambda _: who, text, flags=re.I)


# ---- amounts, and outcomes, line by line ----------------------------------------------------------------------------

_LINES = re.compile(
    rf"(?P<lead>{BEGIN}[^.;:\n]*?\b{_VERB}|{BEGIN}(?P<given>[^.;:\n]*?) (?:is|are) (?:given|paid))"
    r"(?:(?: Stars| Crystals)(?=:)|(?: Stars| Crystals)? (?:twice|three "
    r"times)[^.;:\n]*)?,?:? *(?P<items>(?:\n *[•*#\-–] *[^\n]+)+)",
    re.I,
)
_AMOUNT = re.compile(
    r"(?P<many>[^.;,\n]*?\b(?:Stars?|Crystals?|\d+|nothing)\b[^.;,\n]*?),? "
    r"(?P<case>(?:if|unless|when|where|on|in|otherwise|for)\b[^.;\n]*)",
    re.I,
)
_REST = re.compile(r"(?:otherwise|if not|in (?:any|every) other case|on (?:any(?:thing)? (?:other|else)).*)", re.I)


_ITEM_MARK = r"(?:[•*#\-–]+ *|\(?(?:\d{1,2}|[a-h]|[ivx]+)[.)] *)"
_FOLLOWING = re.compile(
    rf"{BEGIN}(?:(?:all|each|both|every one) of )?the following(?: (?:Wizards|two|three))* "
    rf"(?:each )?(?P<does>{_VERB}[^.;:\n]*):(?P<items>(?:\n *{_ITEM_MARK}[^\n.:]+[.;,]?){{2,}})",
    re.I,
)


def _following(text: str) -> str:
    """Several who do the same, in a list: "The following lose 2 Stars: * the caster * each neighbour" in one."""

    def together(match: re.Match[str]) -> str:
        items = [re.sub(rf"^ *{_ITEM_MARK}", "", item) for item in match["items"].strip().split("\n")]
        who = [lower(re.sub(r"[,;.]?(?: and)?$", "", item.strip())) for item in items]
        if any("," in one or re.search(rf"\b{_VERB}\b", one) for one in who):
            return match[0]
        does = re.sub(r"^(gain|lose|pay|receive|get|steal)s\b", r"\1", match["does"])
        return f"{begun(', '.join(who[:-1]))} and {who[-1]} {does}.{chr(10) if match.end() < len(text) else ''}"

    return _FOLLOWING.sub(together, text)


def _one_by_one(text: str) -> str:
    """Amounts in lines, each with its case: "loses * 1 Star, if ... * 2 Stars, if not"."""

    def lines(match: re.Match[str]) -> str:
        lead = f"{match['given']} gains" if match["given"] else match["lead"].strip()
        made = []
        for item in match["items"].strip().splitlines():
            words = re.sub(rf"^\s*{MARK}", "", item).rstrip(" ,;.")
            found = _AMOUNT.fullmatch(words)
            if found is None and re.match(r"(?:\d|half\b|DICE|as many|twice|all of)", words):
                made.append(f"{begun(lead)} {words}.")
                continue
            if found is None:
                return match[0]
            case = "Otherwise" if _REST.fullmatch(found["case"]) else begun(found["case"])
            made.append(f"{case}, {lower(lead)} {found['many'].strip()}.")
        return " ".join(made)

    return _LINES.sub(lines, text)


_BY = re.compile(
    r"(?P<lead>[^.;:\n]*?)(?:,? (?:according to|depending on)|\b(?:it|this|what happens|what this does|the "
    r"(?:effect|result|outcome"
    r"|size)[^.;:\n]*?) depends on) (?P<what>[^.;:\n]+?)(?: now)?[.:] *(?P<items>(?:\n *[•*#\-–] *[^\n]+){2,})"
    r"|(?P<whether>whether [^.;:\n]+?) (?:decides|determines|settles|tells) [^.;:\n]+[.:] *(?P<lines>(?:\n "
    r"*[•*#\-–] *[^\n]+){2,})",
    re.I,
)
_HOW_MANY = re.compile(r"(?P<many>how many) (?P<thing>Stars|Crystals) (?P<who>.+?) (?P<has>has|have)", re.I)
_CASE_LINE = re.compile(r"(?:if |on |with )?(?P<case>[^:\n]+?)(?:: | ?[–—-]+>? | → )(?P<does>[^\n]+)", re.I)
_ELSE_LINE = re.compile(
    r"(?:otherwise|(?:did|does|has|is|was|do) (?:neither|not)(?: so)?|neither|none of "
    r"(?:these|them|those)|any(?:thing)? (?:else|other\b.*)|else|all (?:the )?other.*|if not|in any "
    r"other.*)",
    re.I,
)


def _by_amount(text: str) -> str:
    """Cases in lines, under what they are cases of: "depending on how many Stars you have: * 3 or fewer: ..."."""

    def lines(match: re.Match[str]) -> str:
        what = (match["whether"] or match["what"]).strip()
        made: list[str] = []
        for item in (match["items"] or match["lines"]).strip().splitlines():
            words = re.sub(r"^\s*[•*#\-–] *", "", item).strip()
            found = _CASE_LINE.fullmatch(words) or _SO_LINE.fullmatch(words)
            case = _in_case(what, found["case"].strip(" ,"), later=bool(made)) if found else ""
            if not found or not case:
                return match[0]
            made.append(f"{case}, {lower(found['does'].rstrip('.;'))}.")
        lead = match["lead"] or ""
        named = re.match(r"\W*(?P<who>(?:the|your) .+?|you|each .+?) " + _VERB, lead, re.I)
        said = _named(" ".join(made), lower(named["who"])) if named else " ".join(made)
        return f"{said}\n" if match.end() < len(text) else said

    return _BY.sub(lines, text)


_SO_LINE = re.compile(r"(?P<case>if (?:so|not|yes|no)|yes|no|otherwise),? (?P<does>[^\n]+)", re.I)


def _in_case(what: str, case: str, *, later: bool) -> str:
    """One case of something as a condition; nothing where it is none."""
    if later and (_ELSE_LINE.fullmatch(case.partition(",")[0]) or re.fullmatch(r"(?:if )?no(?:t)?", case, re.I)):
        return "Otherwise"
    if what.lower().startswith("whether "):
        so = re.fullmatch(r"(?:if )?(?:so|yes|it is|they (?:do|are|did|have))", case, re.I)
        return f"If {what[len('whether ') :]}" if so and not later else ""
    many = _HOW_MANY.fullmatch(what)
    case = re.sub(rf" {re.escape(what.split()[-1])}$", "", case)
    case = f"{case[:1].lower()}{case[1:]}" if not re.fullmatch(r"[A-Z]\w+", case) else case
    if many and re.search(r"\d|\b(?:no|none|fewer|more)\b", case):
        amount = case.removesuffix(f" {many['thing']}")
        return f"If {many['who']} {many['has']} {amount} {many['thing']}"
    counted = re.match(r"the (?:number|total|sum|result)\b", what, re.I) and re.search(r"\d", case)
    thing = re.match(r"(?:your|the [A-Z]\w+ of|.*'s [A-Z])", what) and re.fullmatch(r"\"?[A-Z]\w+\"?", case)
    if counted or thing:
        return f"If {what} {'' if re.match(r'(?:is|are|has|have) ', case) else 'is '}{case}"
    return ""


# ---- tables ---------------------------------------------------------------------------------------------------------

DOES = re.compile(r"(?:also )?(?:gains?|loses?|pays?|steals?|swaps?|becomes?|gets?|targets?|is|are|has|have)\b", re.I)
_TELLS = re.compile(
    r"(?:did|do|does|is|are|was|were|has|have|had|cast|casts|targeted|lost|gained|chose|stands?|sits?|rolled)\b", re.I
)
_ENDS_IN_VERB = re.compile(
    r".*\b(?:is|are|was|were|has|have|had|cast|casts|selected|targeted|rolled|chose|shows?|in)", re.I
)
_NO_CASE = re.compile(
    r"(?:if|when|cases?|conditions?|situations?|in case|what is true|who|which "
    r"wizard|wizards?)?\W*",
    re.I,
)
_LEADS = re.compile(
    r"(?:^|(?<=[.;!\n]) *)[^.;\n\d]*\b(?:depends? on|according to|as follows|table|below)\b[^.;\n\d]*[.:]\s*$", re.I
)
_AND_LOOK = re.compile(
    r",? (?:and|then)(?: then)? (?:consult|see|use|look at|read|check|go by)(?: it off| it up in)? "
    r"(?:the|this)(?: following)? table"
    r"(?: below)?[.:]\s*$",
    re.I,
)
"""What only says that a table comes."""
_ROLE = re.compile(r"who (?P<does>pays|loses|gains|steals)", re.I)
_TO_WHOM, _HOW_MUCH = (
    re.compile(r"(?P<way>to|from) whom", re.I),
    re.compile(r"(?:how (?:much|many)|what|amount)\b.*", re.I),
)


def rows_told(text: str) -> str:
    """The rows of a table of two columns as sentences, without its head."""
    text = _roles_asked(text)
    made: list[str] = []
    for block in blocks(text):
        if isinstance(block, str):
            made.append(block)
            continue
        made = [_LEADS.sub("", _AND_LOOK.sub(".", one)) for one in made]
        rows = [tuple(cell.strip(" .") for cell in cells_of(row)) for row in block]
        if len(rows) < 2 or len(rows[0]) != 2:
            return text
        rows = [row for row in rows if len(row) == 2]
        roles = _roles(rows)
        made += [roles] if roles else [_row(rows[0][0], *row) for row in rows[1:]]
    return "\n".join(made)


_ROLE_ASKED = re.compile(
    r"\s*(?P<name>(?:who|to whom|from whom|how (?:much|many)|what)\b[^.?:\n]*)\? "
    r"+(?P<cell>[^.?\n]+)(?:[.\n]|$)",
    re.I,
)


def _roles_asked(text: str) -> str:
    """Who does something, how much of it, and to whom, asked and answered, as one sentence."""
    found = list(_ROLE_ASKED.finditer(text))
    if len(found) < 2 or "".join(match[0] for match in found).strip() != text.strip():
        return text
    return (
        _roles([(re.sub(r"^(who \w+)\b.*", r"\1", match["name"], flags=re.I), match["cell"]) for match in found])
        or text
    )


def _roles(rows: list[tuple[str, ...]]) -> str:
    """A table of who does something, how much of it, and to whom, as one sentence; nothing of another table."""
    told = {name.strip(" ?:"): cell for name, cell in rows}
    who = next((match for match in map(_ROLE.fullmatch, told) if match), None)
    whom = next((match for match in map(_TO_WHOM.fullmatch, told) if match), None)
    much = next((name for name in told if _HOW_MUCH.fullmatch(name)), "")
    if who is None or not much or len(told) != 2 + (whom is not None):
        return ""
    to = f" {whom['way'].lower()} {lower(re.sub('^(?:to|from) ', '', told[whom[0]], flags=re.I))}" if whom else ""
    return f"{told[who[0]]} {who['does']} {lower(told[much])}{to}."


def _row(name: str, case: str, outcome: str) -> str:
    """What a row says happens, in the case that stands before it under a name."""
    name = re.sub(r"^(?:result|roll|die|dice|number rolled|outcome)$", "the result", name.strip(" .:…?"), flags=re.I)
    before, _, also = case.partition(",")
    if _ELSE_LINE.fullmatch(before):
        also = re.sub(r"^ *(?:and|but) (?:if )?", "", also).strip()
        return f"Otherwise, if {also}, {lower(outcome)}." if also else f"Otherwise, {lower(outcome)}."
    if DOES.match(outcome) and not _TELLS.match(case):
        return f"{case} {outcome}."
    if not _NO_CASE.fullmatch(name):
        be = "" if _TELLS.match(case) or _ENDS_IN_VERB.fullmatch(name) else "is "
        case = f"{lower(name)} {be}{case}"
    several = re.split(r"(?<=[.;])\s+", _named(outcome, lower(name)) if re.match("the wizard", name, re.I) else outcome)
    if len(several) > 1:
        return f"If {case}:\n* " + "\n* ".join(several)
    return f"If {case}, {lower(several[0])}."


# ---- ties that are spoken of first ----------------------------------------------------------------------------------

_TIED = r"(?:are|is|be)(?: all| both)? (?:tied|level|equal)|tie|share|have equally"
_TIE_FIRST = re.compile(
    rf"{BEGIN}(?P<mark>{MARK})(?:but |and )?(?:if|should|where|when) (?:two or more|several|some|more than "
    rf"one|there is a tie"
    rf"|they|these|those|both|the)\b[^.;:\n]*?(?:{_TIED}|a tie)\b[^.;:\n]*?,? (?:this spell does "
    rf"nothing|nothing (?:at all )?happens"
    r"(?: at all)?|this does nothing)(?: \([^()]*\))?[.;] *\n?(?P<next>(?:[•*#\-–] *)?(?:\(?\d[.)] *)?)"
    r"(?:(?:otherwise|if (?:they|there|it) (?:are|is) (?:not|no)[^,:\n]*|failing such a tie|if not|if there is "
    r"none|else)"
    r"(?P<colon>[,:]) *)?(?P<rest>.+)",
    re.I | re.S,
)
_THE_MOST = re.compile(
    r"\bthe [^.;:\n]*?\b(?:with|who has|that has) the "
    r"(?:most|fewest)\b[^.;\n]*(?P<end>[.;]|$)",
    re.I,
)


def _tied_first(text: str) -> str:
    """Where nothing happens in a tie, said after the one with the most or the fewest."""

    def later(match: re.Match[str]) -> str:
        rest = match["rest"]
        found = _THE_MOST.search(rest)
        if found is None:
            return match[0]
        lead = rest[: found.start()]
        told = f"{rest[: found.end()].rstrip('.;')}. If there is a tie, nothing happens.{rest[found.end() :]}"
        alone = not match.string[: match.start()].rpartition("\n")[2].strip()
        mark = match["mark"] or (match["next"] if alone else "")
        return f"{mark}{told if lead.strip() else begun(told)}"

    return _TIE_FIRST.sub(later, text)


# ---- the other of two cases -----------------------------------------------------------------------------------------

_NOTHING_IF = re.compile(
    rf"{BEGIN}nothing (?:at all )?happens (?P<if>if|unless|where|when) (?P<cond>[^.;\n]+)[.;]\s+", re.I
)
_BUT_NOT = re.compile(
    r"(?P<lead>(?:^|(?<=[.;!•\n] )|(?<=\n)|(?<=[*•]))(?:[•*#\-–] ?)?)(?:but |and )?(?:if|where|when|should) "
    r"(?:not|no(?:ne| one|body)?"
    r"(?: of (?:them|these|those|the two))?(?: (?:does|has|did|is|do|are|have|were|was))?|neither(?: "
    r"(?:does|has|did|is))?"
    r"|(?:it|that|this|they|you|he|she)(?: is| are| does| do| did| has| have| was| were)(?: not|n't)(?: so| the "
    r"case| true)?"
    r"|(?:there|that) (?:is|are) no(?:ne|t)?(?: such \w+)?)(?:, or if [^,.;:\n]+)?[:,] ",
    re.I,
)
_ONE_OF_TWO = re.compile(
    rf"{BEGIN}(?i:in this (?:spell|text|Effect), )?(?P<word>[A-Z]) is (?P<one>\d+) if (?P<cond>[^.;\n]+?),? "
    rf"(?:and|but) (?:(?P=word) )?is "
    r"(?P<other>\d+) (?:if not|otherwise|in any other case)[.;] *(?P<rest>[^.\n]*\b(?P=word)\b[^.\n]*)[.]?",
)

_PARITY = re.compile(
    rf"(?P<first>\b(?:if|where|when|should) [^.;:\n]*?\b(?P<one>odd|even)\b[^.;\n]*[.;])(?P<space>\s+){MARK}(?:but )?"
    r"(?:if|where|when|should) (?:it|that|this|the|your|that number|the number)\b[^.;:,\n]*? (?:is|be) (?:an "
    r")?(?P<other>odd|even)"
    r"(?: number| one| position)?[,:]",
    re.I,
)
_RINGS = re.compile(
    r"\bin a ring of (?P<many>\d+ or (?:more|fewer)|(?:at least|at most|fewer than|more than|exactly) "
    r"\d+|\d+)(?: Wizards)?, ",
    re.I,
)
_RING_ELSE = re.compile(
    r"(?P<first>\bif the number of Wizards is (?P<many>\d+) or (?P<way>more|fewer), "
    r"[^.;\n]+)[.;] (?:and |but )?"
    r"if the number of Wizards is (?P<other>\d+) or (?P<back>more|fewer), ",
    re.I,
)


_MANY = r"(?:(?:at least|at most|more than|fewer than|less than) \d+|\d+ (?:Stars |Crystals )?or (?:more|fewer|less))"
_AMOUNTS = re.compile(
    rf"(?P<first>\b(?:if|where|when) (?P<who>[^.;:,\n]+?) (?:has|have|had) (?P<one>{_MANY})(?: "
    rf"(?P<thing>Stars|Crystals))?, [^.;\n]+[.;])"
    r"(?P<space>\s+)(?:but |and )?(?:if|where|when) (?:(?P=who)|it|they|you|that Wizard|he|she) (?:has|have|had) "
    rf"(?P<other>{_MANY})(?: (?:Stars|Crystals))?, ",
    re.I,
)


def _bound(many: str) -> tuple[bool, int]:
    """Whether so many are a lower bound, and which; an upper bound otherwise."""
    number = int("".join(filter(str.isdigit, many)))
    if re.search(r"more than", many, re.I):
        return True, number + 1
    if re.search(r"(?:fewer|less) than", many, re.I):
        return False, number - 1
    return re.search(r"at least|or more", many, re.I) is not None, number


def _meet(one: tuple[bool, int], other: tuple[bool, int]) -> bool:
    """Whether two bounds leave nothing out, and share nothing."""
    (_, low), (_, high) = sorted((one, other), reverse=True)
    return one[0] != other[0] and low == high + 1


def _other_way(text: str) -> str:
    """The other of two cases as what happens otherwise: an even number after an odd one, a ring with fewer Wizards."""

    def parity(match: re.Match[str]) -> str:
        return (
            match[0]
            if match["one"].lower() == match["other"].lower()
            else f"{match['first']}{match['space']}Otherwise:"
        )

    def one_of_two(match: re.Match[str]) -> str:
        one, other = (re.sub(rf"\b{match['word']}\b", match[which], match["rest"]) for which in ("one", "other"))
        return f"If {match['cond']}, {lower(one)}. Otherwise, {lower(other)}."

    def amounts(match: re.Match[str]) -> str:
        whole = _meet(_bound(match["one"]), _bound(match["other"]))
        return f"{match['first']}{match['space']}Otherwise, " if whole else match[0]

    def ring(match: re.Match[str]) -> str:
        ways = (f"{match['many']} or {match['way']}", f"{match['other']} or {match['back']}")
        whole = _meet(*map(_bound, ways))
        return f"{match['first']}. Otherwise, " if whole else match[0]

    text = _AMOUNTS.sub(amounts, _ONE_OF_TWO.sub(one_of_two, text))
    text = _NOTHING_IF.sub(lambda match: f"{begun(match['if'])} {match['cond']}, nothing happens. ", text)
    if re.search(r"\b(?:if|unless|when|where|did|does|is|are|has)\b", text.partition(".")[0], re.I):
        text = _BUT_NOT.sub(lambda match: f"{match['lead']}Otherwise, ", text)
    text = _PARITY.sub(parity, text)
    said = _RINGS.sub(lambda match: f"if the number of Wizards is {match['many']}, ", text)
    return _RING_ELSE.sub(ring, said)
