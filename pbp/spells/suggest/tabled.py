"""The tables of an Effect as sentences, a row each: what is the case, whom it concerns, and what happens, by the names
of the columns; nothing of it is certain.

"| Who | Loses |" above "| each neighbour | 2 Stars |" -> "Each neighbour loses 2 Stars."
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbp.spells.suggest.asides import begun, lower
from pbp.spells.suggest.roles import by_roles
from pbp.spells.suggest.spoken import one_of
from pbp.spells.tables.cases import cells_of
from pbp.spells.tables.shapes import blocks

Rows = list[list[str]]


def tables_told(text: str) -> str:
    """The text with each row of its tables as a sentence; the same where that cannot be said."""
    made: list[str] = []
    for block in blocks(text):
        if isinstance(block, str):
            made.append(block)
            continue
        rows = [[_trimmed(cell) for cell in cells_of(row)] for row in block if not re.fullmatch(r"[\s|:\-]+", row)]
        if len(rows) < 2 or any(len(row) != len(rows[0]) for row in rows) or len(rows[0]) < 2:
            return text
        rows = _cleaned(_without_labels(rows))
        settled = _SETTLES.search("\n".join(made)) if _GENERAL.fullmatch(rows[0][0]) else None
        if settled:
            rows[0][0] = settled["what"]
            made = ["\n".join(made)[: settled.start()]]
        before = _lead_of(_OF_ROWS.sub("", "\n".join(made)), rows[0])
        said = (
            _paid(rows)
            or by_roles(rows, _case)
            or _of_whom(rows)
            or _of_things(rows)
            or _done_by(rows, before)
            or _in_cases(rows)
        )
        if not said:
            return text
        if before.endswith(" Then:"):
            said[0] = f"Then, {lower(said[0])}" if not said[0].startswith("If") else f"Then, i{said[0][1:]}"
            before = before.removesuffix("Then:")
        made = [_COUNTED_OUT.sub("", before), *said]
    return "\n".join(part for part in (_OF_ROWS.sub("", part) for part in made) if part.strip())


def _trimmed(cell: str) -> str:
    return cell.strip().rstrip(" .;")


# ---- what says nothing ----------------------------------------------------------------------------------------------

_BEGIN = r"(?:^|(?<=[.;!?] )|(?<=\n))"
_SPARES = r"[^.:\n]*\b(?:never|neither|not|except|nor|no)\b[^.:\n]*\b(?:caster|you)\b"
"""What says of whom no row is."""
_OF_ROWS = re.compile(
    rf"{_BEGIN}(?!{_SPARES})[^.;:\n\d]*\b(?:rows?|table|columns?|lines?)\b[^.:\n\d]*(?:[.:]|(?=\n)|$) *"
    rf"|{_BEGIN}(?:two|three|four|these|the|both|\d)(?: \w+)? (?:questions|things|numbers|points|cases) (?:decide"
    rf"|matter|count|"
    r"settle|are asked|are looked at)[^.;:\n\d]*[.:] *"
    rf"|{_BEGIN}(?:all of this|all this|everything|this all|these things|both(?: of these)?) (?:happens?|takes? "
    rf"place|appl(?:y|ies)) "
    r"(?:at once|at the same time|together|simultaneously)[^.\n\d]*[.] *"
    rf"|{_BEGIN}(?:besides(?: that)?|at the same time|also|in addition|on top of that)(?: there (?:may|can|will) "
    rf"be an? \w+)?: *(?=\n|$)"
    rf"|{_BEGIN}(?:the )?(?:cases|outcomes?|results?|effects?|payments?|losses|gains)(?: are| is)?(?: these| as "
    rf"follows)?: *(?=\n|$)",
    re.I,
)
"""What only says that there are rows, that all of them happen, or that something follows."""
_COUNTED_OUT = re.compile(
    rf"{_BEGIN}[^.;:\n\d]*\b(?:makes?|has|have|takes?|suffers?|gets?|receives?|there (?:are|is)) (?:a|one|two|"
    rf"three|four|several|the following|these)"
    r"(?: \w+)? (?:gains?|loss(?:es)?|payments?|changes?|things|outcomes?|effects?)[^.;:\n\d]*[.:]\s*$",
    re.I,
)
"""How many gains, losses or changes follow in a table."""
_REMARK = re.compile(
    r"\s*\((?![^()]*\b(?:not|no|never|except|but|if|unless|tie[sd]?|other|round\w*)\b)(?:[^()]*\b(?:counted|"
    r"included|counts?|can be drawn|may be drawn|too)(?: in| too| as well)?"
    r"|(?:both |all )?(?:at once|at the same time)|(?:with )?(?:the same|one)(?: single)? roll[^()]*|(?:one|a "
    r"single)[^()]* is enough)[.]?\)",
    re.I,
)
"""A bracket that leaves nothing out, and adds nothing."""
_ALL = re.compile(r",? and (?:that is|that's) all$|,? (?:but |and )?nothing (?:else|more|further)$", re.I)
_YES_NO = re.compile(r"(?P<yes>yes|no|true|false)\b(?:[,;:.–—-] ?.*| \(.*)?", re.I)
_TOO = re.compile(r",? (?:and also|as well as|and likewise) ", re.I)
_COUNTS_TOO = re.compile(
    r", (?:(?:the caster|you|yourself) (?:too|included|as well|also|counted(?: in)?|counts(?: too)?)|drawn "
    r"(?:separately|anew|independently|again)[^,|]*)(?:,|$)"
)
_LABELS = re.compile(
    r"(?:rows?|no\.?|nr\.?|#|numbers?|steps?|points?|items?|letters?|lines?|threads?|parts?|order|when|stages?|"
    r"count)?\W*",
    re.I,
)
_LABEL = re.compile(
    r"(?:\(?(?:\d{1,2}|[a-h]|i{1,3}|iv|v)[.)]?|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth|fifth|last|next|"
    r"then|and|also)",
    re.I,
)


def _cleaned(rows: Rows) -> Rows:
    """Rows without remarks: "(the caster counted)", "no, at least one of them ...", "and that is all"."""
    found: Rows = []
    for at, row in enumerate(rows):
        cells = [_ALL.sub("", _REMARK.sub("", cell)).strip() or cell for cell in row]
        if at:
            cells = [
                match["yes"] if match and rows[0][column].strip().endswith(("?", ")")) else cell
                for column, cell in enumerate(cells)
                for match in [_YES_NO.fullmatch(cell)]
            ]
        found.append([_COUNTS_TOO.sub("", _TOO.sub(" and ", cell)) for cell in cells])
    return found


def _without_labels(rows: Rows) -> Rows:
    """Rows without a first column that only numbers or names them."""
    head, *rest = rows
    labels = [row[0] for row in rest]
    named = _LABELS.fullmatch(re.sub(r"\s*\([^()]*\)", "", head[0]))
    counted = all(_LABEL.fullmatch(label) for label in labels)
    whole = len(head) == 2 and _HAPPENS.fullmatch(head[1]) and all(_VERB.search(row[1]) for row in rest)
    words = all(re.fullmatch(r"[\w'’-]+(?: [\w'’-]+)?", label) for label in labels) and not re.search(
        r"\d", "".join(labels)
    )
    if named and (counted or (whole and words)):
        return [row[1:] for row in rows] if len(head) > 2 else [["", row[1]] for row in rows]
    return rows


_LOOK_BEFORE = re.compile(
    r"(?:^|(?<=[.;\n]) *)(?P<then>then,? )?(?:now |also )?(?:count|look at|check|see|compare|note|consider|find "
    r"out|depending on|according to"
    r"|it depends on|what happens depends on)\b(?P<rest>[^.;:\n\d]*)[.:]\s*$",
    re.I,
)


_SETTLES = re.compile(
    rf"{_BEGIN}(?:(?:it|this|that|what happens|what [^.:;\n]+?) depends on )?(?P<what>(?:how many|the number of|"
    rf"whether|what) [^.;:\n]+?)(?: (?:settles?|decides?|determines?|tells?|says?) [^.;:\n]+)?[.:]\s*$",
    re.I,
)
_GENERAL = re.compile(r"(?:numbers?|count|how many|amount|answer|case|that number|so many|this many|)\W*", re.I)
"""A column that is named after what stands before the table."""
_MERE = re.compile(
    r"(?:^|(?<=[.;\n]) *)(?!(?:[^.;\n]*\b(?:the|each|every|you|your|if|roll|choose|pick|"
    r"then)\b))[^.;:\n\d\"]*:\s*$",
    re.I,
)
"""A heading that names nobody."""
_HERE = re.compile(
    r",? (?:and |then |and then )?(?:look|see|check|read|consult)(?: it)?(?: up| off)?(?: here| "
    r"below)?[.:]\s*$",
    re.I,
)


def _lead_of(before: str, head: Sequence[str]) -> str:
    """What stands before a table, without what only says what its first column has already."""
    before = _HERE.sub(".", _MERE.sub("", before))
    found = _LOOK_BEFORE.search(before)
    if found is None:
        return re.sub(r":\s*$", ".", before)
    told, named = (set(re.findall(r"\w+", words.casefold())) for words in (found["rest"], head[0]))
    if len(named - told - {"your", "the", "of", "with", "who", "have", "how", "many"}) > 1:
        return re.sub(r":\s*$", ".", before)
    return f"{before[: found.start()].rstrip()}{' Then:' if found['then'] else ''}"


# ---- what the names of columns tell ---------------------------------------------------------------------------------

_DO = r"(?:gains?|loses?|pays?|receives?|gets?|steals?|swaps?|becomes?|targets?|has|have|is|are|ends? up|cannot)"
_VERB = re.compile(rf"\b{_DO}\b", re.I)
_WHO = re.compile(
    r"(?:who|whom|of whom|for whom|to whom|to what|on whom|what|which (?:wizards?|spells?)|wizards?|spells?|"
    r"victims?|targets?|who is hit|"
    r"whose|affected|who is affected|concerns|those|player|subject|at whom|hits)\W*",
    re.I,
)
_WHAT = re.compile(r"(?:what|thing|which|item|attribute|of what|whose|possession)\W*", re.I)
_HAPPENS = re.compile(
    r"(?:(?:the |its |their )?(?:effects?|results?|outcomes?|consequences?|changes?|fates?|payments?|actions?)|"
    r"then|so|how (?:hard|badly)|what (?:else )?(?:changes|happens|it does"
    r"|is done|they do|becomes of (?:it|them)|follows|this does|befalls them)(?: then| to (?:them|it))?|happens|"
    r"does|this happens|in that case"
    r"|what happens to (?:them|it|that Wizard)|who (?:loses|gains|pays)(?: what| how (?:much|many)(?: \w+)?)?|)\W*",
    re.I,
)
_FLOW = {
    "loss": "loses",
    "losses": "loses",
    "gain": "gains",
    "gains": "gains",
    "lose": "loses",
    "pays": "pays",
    "loses": "loses",
    "payment": "pays",
    "becomes": "becomes",
    "gets": "gains",
    "receives": "gains",
    "new value": "becomes",
    "turns into": "becomes",
    "is set to": "becomes",
    "penalty": "loses",
    "reward": "gains",
    "steals": "steals",
}
_AT_ALL = re.compile(
    r"(?:(?:the )?(?:effects?|results?|outcomes?|consequences?)|then|what happens(?: then)?|what it does|happens|)\W*",
    re.I,
)
"""Where "nothing" says that the spell does nothing."""
_PAYS = re.compile(r"payment(?: of [^|]+?)? (?:from|by) (?P<who>.+?) to (?P<whom>.+)", re.I)
_NOTHING = re.compile(
    r"(?:nothing|none|no change|[-–—]|0|0 Stars|(?:gains?|loses?|pays?|gets?) nothing|no Stars)?(?: (?:else|"
    r"more|further))?(?: happens| at all"
    r"| changes)*"
    r"|(?:is|are|it is|stays?|remains?)(?: left)?(?: just)?(?: as (?:it|they) (?:is|are|was|were)| unchanged| the same)"
    r"|(?:nobody|no one|no Wizard|the caster|they|it|no Stars?|that Wizard) (?:loses?|gains?|pays?|does|do|is|are"
    r"|changes?)(?: (?:anything|nothing|a thing|"
    r"any Stars|lost|gained|paid))?(?: (?:by|from|through) [^,;]*)?",
    re.I,
)


def _verb_of(name: str) -> str:
    """What those do whom a row is about: "loses" of "Loses" and of "Loss"; nothing of another name."""
    name = re.sub(r"(?i)^(?:what (?:they|it) |how much (?:they )?|stars? )", "", name.strip(" ?:.")).casefold()
    return _FLOW.get(name, "")


def _agreeing(who: str, verb: str) -> str:
    several = re.match(r"(?:both|all|you)\b", who, re.I) or (
        " and " in who and not re.match(r"(?:each|every|any)\b", who, re.I) and not re.search(r"\b(?:who|that)\b", who)
    )
    return (verb.removesuffix("s") if verb != "pays" else "pay") if several else verb


# ---- the sorts of tables --------------------------------------------------------------------------------------------


_PAYER = re.compile(r"(?:payers?|who pays|from(?: whom)?|givers?|who gives|pays)\W*", re.I)
_PAYEE = re.compile(
    r"(?:receivers?|payees?|recipients?|to(?: whom)?|who (?:receives|is paid|gets it|gets paid))\W*", re.I
)
_MUCH = re.compile(r"(?:amounts?|how (?:much|many(?: \w+)?)|what|payments?|sums?|Stars|price)\W*", re.I)


def _paid(rows: Rows) -> list[str]:
    """A table of who pays whom how much; nothing of another table."""
    head, *rest = rows
    places = [
        next((at for at, name in enumerate(head) if sort.fullmatch(name)), -1) for sort in (_PAYER, _PAYEE, _MUCH)
    ]
    if sorted(places) != [0, 1, 2] or len(head) != 3:
        return []
    made = []
    for row in rest:
        who, whom, much = (row[at] for at in places)
        if not _NOTHING.fullmatch(much):
            able = ", if able" if ", if able" in much else ""
            much = f"{much} Stars" if much.isdigit() else much.replace(", if able", "")
            made.append(f"{begun(who)} {_agreeing(who, 'pays')} {much} to {lower(whom)}{able}.")
    return made


def _of_whom(rows: Rows) -> list[str]:
    """A table whose first column says whom each row is about; nothing of another table."""
    head, *rest = rows
    if not _WHO.fullmatch(head[0]):
        return []
    made: list[str] = []
    last = ""
    for row in rest:
        who = re.sub(r"\b(?:that|this) Wizard\b", last.replace("\\", ""), row[0], flags=re.I) if last else row[0]
        last = lower(who) if re.match(r"the (?:Wizard|(?:first |second )?chosen|named)\b", who, re.I) else last
        if len(row) == 3 and _WHAT.fullmatch(head[1]) and _verb_of(head[2]):
            made.append(_done_to(f"the {row[1]} of {who}", _verb_of(head[2]), row[2]))
            continue
        for name, cell in zip(head[1:], row[1:], strict=True):
            verb = _verb_of(name)
            if _NOTHING.fullmatch(cell):
                continue
            if verb and not re.match(rf"(?:also |shall |must )?{_DO}\b", cell, re.I):
                made.append(_done_to(who, _agreeing(who, verb), cell))
            elif re.match(rf"(?:also |shall |must )?{_DO}\b", cell, re.I):
                made.append(f"{begun(who)} {cell}.")
            elif said := _by_pronoun(who, cell):
                made.append(said)
            elif re.match(r"(?:the|your|you|each|every|all|that|their)\b", cell, re.I) and _VERB.search(cell):
                made.append(f"{begun(cell)}.")
            else:
                return []
    return _levelled(made)


_IT = re.compile(r"\b(?:that|this|the said)(?: \w+)?(?= )|\b(?:it|they)\b", re.I)


def _by_pronoun(who: str, what: str) -> str:
    """What is said of somebody by a pronoun: "it has no effect" of "each spell"."""
    found = re.match(r"(?:that|this) (?:Wizard|spell|neighbour|one) |(?:it|they|each|each of them) ", what, re.I)
    if not found:
        return ""
    does = what[found.end() :]
    if found[0].lower().startswith(("they", "each")):
        does = re.sub(r"^(lose|gain|pay|become|target|swap)\b", r"\1s", does)
    return f"{begun(who)} {does}."


def _done_to(who: str, verb: str, what: str) -> str:
    what = re.sub(r"^(?:a |the )?(?:loss|gain) of ", "", what, flags=re.I)
    what = re.sub(r" each$", "", what) if re.match(r"(?:\d|DICE)", what) else what
    return f"{begun(who)} {verb} {what}."


_BOTH_BECOME = re.compile(r"The Stars of (?P<who>.+) becomes? (?P<what>.+)\.")


def _levelled(made: list[str]) -> list[str]:
    """Two whose Stars become the same, in one sentence."""
    found: list[str] = []
    for said in made:
        last, this = (_BOTH_BECOME.fullmatch(one) if one else None for one in (found[-1] if found else "", said))
        if last and this and last["what"] == this["what"]:
            found[-1] = f"{begun(last['who'])} and {this['who']} end up with {this['what']}."
        else:
            found.append(said)
    return found


def _of_things(rows: Rows) -> list[str]:
    """A table that says of each thing what becomes of it: "| Hat | the caster's becomes Red |"."""
    head, *rest = rows
    if (
        len(head) != 2
        or not _WHAT.fullmatch(head[0])
        or not all(re.fullmatch(r"(?:the )?[A-Z]\w+", row[0]) for row in rest)
    ):
        return []
    made = []
    for thing, what in ((row[0].removeprefix("the "), row[1]) for row in rest):
        said = re.sub(r"'s (?=becomes?|is|are|turns?)", f"'s {thing} ", what)
        said = re.sub(r"\b(swap|exchange|trade)(s?) (?:theirs|these|those|them|it)\b", rf"\1\2 {thing}", said)
        said = re.sub(r"\b(?:yours) (?=becomes?|is|are)", f"your {thing} ", said, flags=re.I)
        if not re.search(rf"\b{thing}\b", said):
            return []
        made.append(f"{begun(said)}.")
    return made


def _done_by(rows: Rows, before: str) -> list[str]:
    """A table of outcomes that are only numbered: of those whom the lead names if they have none."""
    head, *rest = rows
    if head[0] or len(head) != 2:
        return []
    who = re.search(
        r"(?:^|(?<=[.\n]) *)(?P<who>(?:the|each|every|all|you|your)\b[^.;:\n]*?) (?:makes?|has|have|"
        r"takes?|suffers?|gets?|receives?)\b"
        r"[^.;:\n]*[.:]?\s*$",
        before,
        re.I,
    )
    verb = _verb_of(head[1])
    made = []
    for _, what in rest:
        if _NOTHING.fullmatch(what):
            continue
        if verb and re.match(r"(?:\d|DICE|up to|as many|half|Stars|Crystals)", what):
            doer = who["who"] if who else "the caster"
            made.append(_done_to(doer, _agreeing(doer, verb), what))
        else:
            made.append(f"{begun(what)}.")
    return made


# ---- cases ----------------------------------------------------------------------------------------------------------

_ELSE = re.compile(
    r"(?:otherwise|(?:in )?(?:any|every|all)(?:thing)? (?:else|other\b.*|others\b.*)|else|if not|none of (?:these"
    r"|those|them|the above)|neither(?: of .*)?"
    r"|the rest|all others?|(?:any|some)(?:body|one)? (?:else|other Wizard)(?: as well| too)?)",
    re.I,
)
_OR_NOTHING = re.compile(r",? or (?:nothing|none|no spell)(?: at all)?$", re.I)
_ANY = re.compile(r"(?:any|either|yes or no|no or yes|whatever|[-–—*]|does not matter|no matter|both)\b.*|", re.I)
_LIKE_TWO = (("none", "1 or more"), ("no", "1 or more"), ("0", "1 or more"), ("even", "odd"), ("yes", "no"))


def _in_cases(rows: Rows) -> list[str]:
    """A table of cases, with what happens in each; nothing where that cannot be said."""
    head, *rest = rows
    asked = _first_outcome(rows)
    if not asked or any(sort.fullmatch(head[0]) for sort in (_WHO, _PAYER, _PAYEE)):
        return []
    told: list[tuple[list[str], str, bool]] = []
    for row in rest:
        last = asked == 1 and _ELSE.fullmatch(_OR_NOTHING.sub("", row[0])) is not None
        cases = [] if last else [_case(head[at], row[at]) for at in range(asked)]
        if None in cases:
            return []
        outcomes = [_outcome(head[at], row[at], head[0]) for at in range(asked, len(row))]
        told.append(([case for case in cases if case], ". ".join(filter(None, outcomes)), last))
    made: list[str] = []
    for at, (claims, happens, last) in enumerate(told):
        if not happens:
            continue
        before = [" and ".join(others) for others, _, _ in told[:at]]
        if happens == "nothing happens" and last and not any(said for _, said, _ in told[:at]):
            continue
        if last and all(said for _, said, _ in told[:at]) and made:
            case = "Otherwise"
        elif last:
            case = f"If {' and '.join(f'it is not so that {one}' for one in before)}"
        elif at and len(told) == 2 and told[0][1] and made and _are_all(rest[0][0], rest[1][0]) and asked == 1:
            case = "Otherwise"
        else:
            case = f"If {' and '.join(claims)}" if claims else ""
        several = [part.rstrip(".;") for part in re.split(r"(?<=[.;])\s+", happens)]
        if len(several) > 1 and case:
            made.append(f"{case}:\n* " + "\n* ".join(several))
        else:
            made.append(f"{case}, {lower(several[0])}." if case else f"{begun('. '.join(several))}.")
    return made


def _are_all(one: str, other: str) -> bool:
    """Whether two cells leave no case out: "2 or fewer" and "3 or more", "yes" and "no"."""
    one, other = one.casefold().strip('"'), other.casefold().strip('"')
    if (one, other) in _LIKE_TWO or (other, one) in _LIKE_TWO:
        return True
    few = next(
        (
            re.match(r"(\d+) or (?:fewer|less|lower)|(?:at most) (\d+)", cell)
            for cell in (one, other)
            if re.match(r"\d+ or (?:fewer|less|lower)|at most \d+", cell)
        ),
        None,
    )
    many = next(
        (
            re.match(r"(\d+) or (?:more|higher)|at least (\d+)|more than (\d+)", cell)
            for cell in (one, other)
            if re.match(r"\d+ or (?:more|higher)|at least \d+|more than \d+", cell)
        ),
        None,
    )
    if not few or not many:
        return False
    high = int(few[1] or few[2])
    low = int(many[1] or many[2] or 0) or int(many[3]) + 1
    return low == high + 1


def _first_outcome(rows: Rows) -> int:
    """The first column that says what happens."""
    head = rows[0]
    for at, name in enumerate(head[1:], 1):
        whole = all(_NOTHING.fullmatch(row[at]) or _VERB.search(row[at]) for row in rows[1:])
        if not name.strip().endswith("?") and (
            _is_done(name) or (whole and _HAPPENS.fullmatch(name)) or at == len(head) - 1
        ):
            return at
    return len(head) - 1


def _is_done(name: str) -> bool:
    name = name.strip(" ?:.")
    ends = re.search(r"\b(?:gains?|loses?|pays?|receives?|becomes?|steals?)$", name, re.I)
    return bool(ends or _HAPPENS.fullmatch(name) or _PAYS.fullmatch(name))


_NUMBERED = re.compile(
    r"(?:none|no|zero|one|two|three|\d+|at (?:least|most)|more than|fewer than|exactly|only|an? (?:even|odd))\b.*", re.I
)


def _case(name: str, cell: str) -> str | None:
    """One case as a claim: "the result is 5 or 6"; nothing where the column asks nothing in this row, None where the
    case cannot be said."""
    asks = name.strip().endswith("?")
    name = name.strip(" ?:.…")
    cell = re.sub(r"\b(\d+) ?[-–] ?(\d+)\b", r"\1 to \2", cell)
    cell = re.sub(
        r"^(one|two|three|four|five)\b(?= or (?:more|fewer)|$)",
        lambda match: str(_NUMBERS[match[1].lower()]),
        cell,
        flags=re.I,
    )
    if _ANY.fullmatch(cell):
        return ""
    whole = re.sub(r"^(?:if|when|in case) ", "", cell, flags=re.I)
    if (
        re.fullmatch(r"(?:if|when|cases?|conditions?|situations?|)\W*", name, re.I)
        or whole != cell
        or _CLAUSE.match(cell)
    ):
        return lower(whole)
    answer = re.fullmatch(r"(?P<yes>yes|true)|no|false", cell, re.I)
    if answer:
        claim = claimed(name)
        return (claim if answer["yes"] else f"it is not so that {claim}") if claim else None
    if asks and re.match(r"(?:is|are|does|do|did|has|have)\b", name, re.I):
        return None
    return _of_column(name, cell)


_CLAUSE = re.compile(
    r"(?:the (?:caster|chosen|named|Wizard|first|second|number)\b|your? |no Wizard|nobody|each |every |at least "
    r"(?:one|1|\d) \w+)"
    r"[^.;]* (?:has|have|is|are|was|were|cast|casts|lost|gained|targeted)\b",
    re.I,
)
"""A cell that says a whole case, whatever its column is named."""
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_OWNED = re.compile(
    r"(?:number of )?(?P<thing>Stars|Crystals)(?: (?:of|held by) | that )(?P<who>.+?)(?: has| have)?|"
    r"(?P<whose>.+?)(?:'s|(?P<your>\byour))(?: number of)? (?P<what>Stars|Crystals)"
    r"|(?:how many|number of) (?P<many>Stars|Crystals) (?P<them>.+?) (?:has|have)",
    re.I,
)
_OF_ALL = re.compile(r"(?:the )?(?P<thing>[A-Z]\w*?)s? of (?P<who>.+)|(?P<whose>.+)'s? (?P<what>[A-Z]\w*?)s?", re.I)
_SOME = re.compile(
    r"(?P<some>none|no one|at least (?:one|1)|one or more|both|all|each|every one|neither|exactly one|only one)"
    r"(?: of (?:them|these|those))? (?:is|are) (?P<value>.+)",
    re.I,
)
_SOME_OF = {
    "none": "no",
    "no one": "no",
    "neither": "no",
    "both": "each",
    "all": "each",
    "each": "each",
    "every one": "each",
    "exactly one": "exactly 1",
    "only one": "exactly 1",
}
_CROWD = re.compile(
    r"(?:(?:how many|number of|count of) (?P<of>.+)|(?P<those>(?:\w+ )?(?:Wizards|neighbours|spells)\b.*))", re.I
)


def _of_column(name: str, cell: str) -> str | None:
    """A case by what its column is named after."""
    some = _SOME.fullmatch(cell)
    if some and (of := _OF_ALL.fullmatch(name)):
        who, thing = of["who"] or of["whose"], of["thing"] or of["what"]
        one = one_of(who)
        if one and thing:
            return f"{_SOME_OF.get(some['some'].lower(), 'at least 1')} {one} has a {some['value']} {begun(thing)}"
        return None
    owned = _OWNED.fullmatch(name)
    if owned and _NUMBERED.fullmatch(cell):
        who = owned["who"] or owned["whose"] or owned["them"] or "you"
        thing = owned["thing"] or owned["what"] or owned["many"]
        who = "you" if who.lower() == "your" else _the(who)
        amount = re.sub(rf" {thing}$", "", cell)
        return (
            f"{who} {'have' if who == 'you' else 'has'} {'0' if amount.lower() in ('none', 'no') else amount}"
            f" {begun(thing)}"
        )
    place = re.fullmatch(
        r"(?:the )?position of (?P<who>.+)|(?P<whose>.+)'s position|(?P<your>your) position", name, re.I
    )
    if place and re.fullmatch(r"(?:an )?(?:even|odd)(?: position| one)?", cell, re.I):
        who = place["who"] or place["whose"] or "you"
        even = "even" if "even" in cell.lower() else "odd"
        return f"{_the(who)} {'are' if who == 'you' else 'is'} in an {even} position"
    if re.fullmatch(
        r"(?:the )?(?:(?:chosen|named) (?:word|option|value|thing|item|colou?r)|(?:word|option|value|item)(?: "
        r"(?:you )?(?:chosen|chose|named))?|choice|your choice|what you chose)",
        name,
        re.I,
    ):
        words = re.split(r",? or |, ", cell)
        return " or ".join(f'"{word.strip(chr(34))}" is chosen' for word in words)
    if re.fullmatch(r"(?:the )?(?:chosen number|number(?: (?:you )?(?:chosen|chose|named))?|your number)", name, re.I):
        return f"the chosen number is {cell}"
    if re.fullmatch(
        r"(?:the |your )?(?:results?|roll(?:ed)?|die|dice|DICE\d+|number rolled|what you roll|score)(?: of (?:the "
        r"roll|DICE\d+))?",
        name,
        re.I,
    ):
        return f"the result is {cell}"
    if only := re.fullmatch(r"who cast (?P<what>.+)", name, re.I):
        if re.fullmatch(r"(?:only )?(?:the caster|you)(?:(?: and|,) (?:nobody|no one) else| alone| only)?", cell, re.I):
            return f"the caster is the only Wizard who cast {only['what']}"
        return None
    crowd = _CROWD.fullmatch(name)
    if crowd and _NUMBERED.fullmatch(cell):
        return (
            f"the number of {_the_many(_who_do(crowd['of'] or crowd['those']))} "
            f"is {re.sub('^(?:none|no|zero)$', '0', cell, flags=re.I)}"
        )
    if re.match(r"(?:did|do|does|is|are|was|were|has|have|had|cast|casts|targeted|lost|gained|chose|stands?)\b", cell):
        return f"{_the(name)} {cell}"
    if re.search(r"\b(?:is|are|was|were|has|have|had|cast|casts|selected|targeted|rolled|chose|in)$", name):
        return f"{_asked_of(name)} {cell}"
    return f"{_the(name)} {'are' if re.search(r'(?:Stars|Crystals|s) of |Stars$|Crystals$', name) else 'is'} {cell}"


def _the_many(who: str) -> str:
    return who if who.startswith("Wizard") else f"{who[0].lower()}{who[1:]}"


_COMMON = ("caster", "number", "position")


def _the(name: str) -> str:
    """A name as it stands in the midst of a sentence, with an article if it has none."""
    first = name.split()[0].lower() if name.split() else ""
    if first.split(chr(39))[0] != "caster" and re.match(
        r"(?:the|your|you|each|every|any|a|an|no|DICE\d+|their)\b|[A-Z]\w*$|.*'s", name, re.I
    ):
        return lower(name)
    return f"the {name[:1].lower() + name[1:] if first.split(chr(39))[0] in _COMMON else name}"


def _asked_of(name: str) -> str:
    return re.sub(
        r"^(?:what|which spell|the spell(?: that)?|who) (?=.* (?:cast|selected|chose|targeted|rolled)$)",
        "",
        lower(name),
        flags=re.I,
    )


def _who_do(what: str) -> str:
    """ "Wizards cast Burn" as "Wizards who cast Burn"."""
    if re.search(r"\b(?:who|that|with|which)\b", what):
        return what
    asked = re.fullmatch(
        r"(?P<who>(?:other )?(?:Wizards|neighbours|spells)(?: (?:other than|of) (?:the caster|you))?) (?P<did>"
        r"(?:cast|have|has|are|targeted|lost|gained|were)\b.*)",
        what,
    )
    return f"{asked['who']} who {asked['did']}" if asked else what


_BASE = {
    "cast": "cast",
    "target": "targeted",
    "lose": "lost",
    "gain": "gained",
    "select": "selected",
    "choose": "chose",
    "have": "had",
    "receive": "received",
    "roll": "rolled",
}
_IS = re.compile(
    r"(?P<be>is|are|was|were) (?P<who>.+?) (?P<what>(?:not )?(?:idle|in an?|in (?:position|the (?:lowest|"
    r"highest))|next to|adjacent|targeted|among|the only|the same|higher|lower|equal"
    r"|odd|even|tied|\"|more|fewer|at least|at most|exactly|one of|affected|considered|\d)\b.*)",
    re.I,
)


def claimed(question: str) -> str:
    """What a question asks, as a claim: "Is the caster idle?" as "the caster is idle"; nothing of another one."""
    asked = question.strip(" ?")
    if there := re.fullmatch(r"(?P<be>is|are|was|were) there (?P<what>.+)", asked, re.I):
        return f"there {there['be'].lower()} {there['what']}"
    if did := re.fullmatch(
        r"did (?P<who>.+?) (?P<not>not )?(?P<verb>cast|target|lose|gain|select|choose|have|receive|roll)\b(?P<rest>.*)",
        asked,
        re.I,
    ):
        verb = f"did not {did['verb']}" if did["not"] else _BASE[did["verb"].lower()]
        return f"{lower(did['who'])} {verb}{did['rest']}"
    if does := re.fullmatch(
        r"(?P<do>does|do) (?P<who>.+?) (?P<not>not )?(?P<verb>have|cast|target|share|stand|own|hold)\b(?P<rest>.*)",
        asked,
        re.I,
    ):
        has = (
            {"have": "has"}.get(does["verb"].lower(), f"{does['verb']}s")
            if does["do"].lower() == "does"
            else does["verb"]
        )
        return f"{lower(does['who'])} {has}{does['rest']}"
    if has := re.fullmatch(
        r"(?P<have>has|have) (?P<who>.+?) (?P<what>(?:lost|gained|cast|received|the (?:most|fewest|same)|fewer|more"
        r"|at (?:least|most)|exactly|an?|no|\d)\b.*)",
        asked,
        re.I,
    ):
        return f"{lower(has['who'])} {has['have'].lower()} {has['what']}"
    if be := _IS.fullmatch(asked):
        return f"{lower(be['who'])} {be['be'].lower()} {be['what']}"
    return ""


def _outcome(name: str, cell: str, first: str) -> str:
    """What happens in a row, by the name of the column; nothing where nothing does."""
    name = name.strip(" ?:.…")
    if re.fullmatch(r"nothing(?: at all)? happens(?: at all)?", cell, re.I) or (
        cell.lower() == "nothing" and _AT_ALL.fullmatch(name)
    ):
        return "nothing happens"
    if _NOTHING.fullmatch(cell):
        return ""
    if pays := _PAYS.fullmatch(name):
        return (
            f"{pays['who']} pays {cell} to {pays['whom']}"
            if ", if able" not in cell
            else (f"{pays['who']} pays {cell.replace(', if able', '')} to {pays['whom']}, if able")
        )
    if re.match(r"(?:the |your )?wizard", first, re.I):
        cell = re.sub(r"\b(?:that|this) Wizard\b", lambda _: lower(first.strip(" ?:.…")), cell)
    if _HAPPENS.fullmatch(name):
        return cell
    if re.fullmatch(r"\d+|DICE\d+", cell) and (
        much := re.fullmatch(r"(?P<thing>Stars|Crystals)(?: that)? (?P<who>.+?) (?P<does>gains?|loses?)", name)
    ):
        return f"{much['who']} {much['does']} {cell} {much['thing']}"
    if asked := _WHAT_SOMEBODY.fullmatch(name):
        thing = f" {asked['thing']}" if asked["thing"] and re.fullmatch(r"\d+|DICE\d+", cell) else ""
        return f"{asked['who']} {asked['does']} {cell}{thing}"
    if done := _DONE_BY.fullmatch(name):
        does = "loses" if done["does"].lower() == "lost" else "gains"
        return f"{done['who']} {does} {cell} {done['thing']}" if re.fullmatch(r"\d+|DICE\d+", cell) else ""
    if verb := _verb_of(name):
        return f"the caster {verb} {cell}"
    return f"{lower(name)} {cell}"


_DONE_BY = re.compile(r"(?P<thing>Stars|Crystals) (?P<does>lost|gained) by (?P<who>[^|]+)", re.I)
"""The same: "Stars lost by the Wizard in the chosen position"."""
_WHAT_SOMEBODY = re.compile(
    r"(?:what|how (?:many|much)(?: (?P<thing>Stars|Crystals))?) (?P<who>[^|]+?) (?P<does>gains?|loses?|pays?)", re.I
)
"""A column that is named after who gains or loses: "What the Wizard in the chosen position loses"."""
