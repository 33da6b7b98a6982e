"""Tables of cases about two Wizards: who of them it is, both, one or neither.

"| Who of these two cast Burn: the caster, the target? |" above "at least one of them"; "| Case | Caster | Target |"
above "both have a Red Hat". Each such cell is written as the condition that it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbp.spells.tables.columns import articled, lowered

Rows = Sequence[tuple[str, ...]]
"""The cells of a table's rows; the names of the columns first."""

_END = " .:…"
_ONE = r"(?:you|(?:the )?(?:caster|target|victim|wizard|chosen|named|first|second|previous|next)\b[^,:?]*?)"
_PERSON = re.compile(
    r"(?i)you|(?:the )?(?:caster|target|victim|(?:(?:first|second) )?(?:chosen|named) wizard"
    r"|wizard (?:in|at) the (?:(?:first|second) )?chosen position)"
)
"""The name of a column that is about one of the two."""
_DOES = r"(?:has|have|cast|is|are|targeted|gained|lost|wears?)\b[^:?]*?"
_WHO = r"(?:who|which(?: one)?(?: wizards?)?)"
_ASKED = tuple(
    re.compile(rf"(?i){shape}\?")
    for shape in (
        rf"{_WHO} (?:of|among) (?:these|the)(?: two)?(?: wizards)? (?P<does>{_DOES})"
        rf": ?(?P<one>{_ONE})(?:,? (?:and|or) |, )(?P<two>{_ONE})",
        rf"{_WHO} (?:of|among) (?P<one>{_ONE}) and (?P<two>{_ONE}) (?P<does>{_DOES})",
        rf"(?:of|among) (?P<one>{_ONE}) and (?P<two>{_ONE}),? {_WHO} (?P<does>{_DOES})",
        rf"{_WHO} (?P<does>{_DOES})(?:: ?|, )(?P<one>{_ONE}),? or (?P<two>{_ONE})",
    )
)
"""The name of a column that asks which of two Wizards does something."""
_MORE = re.compile(
    r"(?i)\b(?:more|fewer|most|fewest|less|least|higher|highest|lower|lowest|other|not|only|first|last)\b"
)
"""What compares the two, or is said of one of them as against all others."""
_OF_THEM = r"(?: of (?:them|these(?: two)?|the two|those(?: two)?|you))?"
_BOTH = re.compile(rf"(?i)both{_OF_THEM}(?: wizards)?")
_NEITHER = re.compile(rf"(?i)(?:neither|none){_OF_THEM}|not? one{_OF_THEM}")
_SOME = re.compile(rf"(?i)at least one{_OF_THEM}|one or both{_OF_THEM}|one of them,? or both|either or both{_OF_THEM}")
_ONLY = re.compile(r"(?i)(?:only|just) (?P<who>[^,]+)|(?P<one>[^,]+?) (?:only|alone)|(?P<but>[^,]+?),? (?:but )?not .+")
_HOW = rf"(?:both|neither|none|at least one|one or both|only {_ONE}){_OF_THEM}"
_CLAUSE = re.compile(rf"(?i)(?P<how>{_HOW}) (?P<does>{_DOES})")
"""A case that says of how many of the two something is so: "both have a Red Hat", "only the target is idle"."""


def of_two(rows: Rows) -> Rows:
    """A table whose first column is about two Wizards, with its cells as whole conditions; any other as it is."""
    names, *told = rows
    if asked := next((found for shape in _ASKED if (found := shape.fullmatch(names[0].strip()))), None):
        if _MORE.search(asked["does"]):
            return rows
        pair = _pair(asked["one"], asked["two"])
        made = [(_condition(row[0], asked["does"], pair) or _rest(row[0]), *row[1:]) for row in told]
        if not all(row[0] for row in made):
            return rows
    elif len(names) == 3 and all(_PERSON.fullmatch(name.strip(_END)) for name in names[1:]):
        pair = _pair(names[1].strip(_END), names[2].strip(_END))
        names = (names[0], *pair)
        made = [(_case(row[0], pair), *row[1:]) for row in told]
        if sum(row[0] != before[0] for row, before in zip(made, told, strict=True)) < 2:
            return [names, *told]  # "only the target is idle" above other cases: nobody else at all?
    else:
        return rows
    return [("if", *names[1:]), *made]


_COMPARES = re.compile(
    rf"(?i)(?:(?P<your>your)|(?P<one>{_ONE})'s) (?P<thing>stars|crystals),?"
    r" (?:(?:as )?compared (?:to|with)|in comparison (?:to|with)|against|versus|vs\.?)"
    rf" (?:(?P<yours>yours)|(?:those|the (?:stars|crystals)) of (?P<two>{_ONE})"
    rf"|(?P<theirs>{_ONE})'s(?: (?:stars|crystals))?)\??"
)
"""The name of a column that compares two Wizards: "Your Stars compared to the target's"."""
_THAN = {
    "more": "more {} than", "higher": "more {} than", "greater": "more {} than", "fewer": "fewer {} than",
    "less": "fewer {} than", "lower": "fewer {} than", "the same": "as many {} as", "same": "as many {} as",
    "equal": "as many {} as", "as many": "as many {} as", "the same number": "as many {} as",
    "equally many": "as many {} as", "just as many": "as many {} as", "at least as many": "at least as many {} as",
    "at most as many": "at most as many {} as", "more or the same": "at least as many {} as",
    "more or equal": "at least as many {} as", "fewer or the same": "at most as many {} as",
    "fewer or equal": "at most as many {} as",
}  # fmt: skip


def compared(rows: Rows) -> Rows:
    """A table that asks who of two has more, with its cells as whole conditions; any other as it is."""
    names, *told = rows
    found = _COMPARES.fullmatch(names[0].strip(_END))
    if found is None:
        return rows
    one, two = _pair(found["one"] or "you", "you" if found["yours"] else found["two"] or found["theirs"])
    thing = found["thing"].capitalize()
    than = [_THAN.get(row[0].strip(_END).casefold(), "") for row in told]
    made = [
        (f"{one} {_of(one, 'has')} {way.format(thing)} {two}" if way else _rest(row[0]), *row[1:])
        for way, row in zip(than, told, strict=True)
    ]
    return [("if", *names[1:]), *made] if all(row[0] for row in made) else rows


def _pair(one: str, two: str) -> tuple[str, str]:
    return _called(one), _called(two)


def _called(who: str) -> str:
    """Who one of the two is: "Target" as "the target"."""
    who = lowered(articled(who.strip(_END)))
    return who if re.match(r"(?i)you\b|the\b", who) else f"the {who[:1].lower()}{who[1:]}"


def _condition(cell: str, does: str, pair: tuple[str, str]) -> str:
    """What a cell asks: that both, neither, at least one or only one of the two does this; empty for another cell."""
    cell, (one, two) = cell.strip(_END + ","), pair
    if _BOTH.fullmatch(cell):
        said = f"{one} {_of(one, does)}", f"{two} {_of(two, does)}"
        return " and ".join(f"({part})" if re.search(r" (?:or|and) ", part) else part for part in said)
    if _NEITHER.fullmatch(cell):
        return f"neither of {one} and {two} {does}"
    if _SOME.fullmatch(cell):
        return f"at least one of {one} and {two} {does}"
    only = _ONLY.fullmatch(cell)
    who = _called(only["who"] or only["one"] or only["but"]) if only else ""
    if only and who in pair and (not only["but"] or cell.endswith(f"not {_other(who, pair)}")):
        return f"{who} {_of(who, does)} and {_other(who, pair)} {_denied(_other(who, pair), does)}"
    return ""


def _rest(cell: str) -> str:
    """A cell that stands for all other cases, as it is; "one" as what it says; empty for any other."""
    if re.fullmatch(rf"(?i)(?:only |just )?one{_OF_THEM}", cell.strip(_END)):
        return "exactly one of them"  # and not at least one
    return (
        cell
        if re.fullmatch(r"(?i)otherwise|(?:anything|everything) else|any other case|else", cell.strip(_END))
        else ""
    )


def _other(who: str, pair: tuple[str, str]) -> str:
    return pair[1] if who == pair[0] else pair[0]


def _case(cell: str, pair: tuple[str, str]) -> str:
    """ "Both have a Red Hat", of the two, as a condition; any other case as it is."""
    found = _CLAUSE.fullmatch(cell.strip(_END))
    if found is None or _MORE.search(found["does"]):
        return cell
    return _condition(found["how"], found["does"], pair) or cell


_FORMS = {"has": "have", "is": "are", "wears": "wear"}


def _of(who: str, does: str) -> str:
    """What is said of one of them: "the caster has", "you have"."""
    verb, _, rest = does.partition(" ")
    several = who.casefold() == "you"
    forms = _FORMS if several else {two: one for one, two in _FORMS.items()}
    return f"{forms.get(verb.casefold(), verb)} {rest}".strip()


def _denied(who: str, does: str) -> str:
    """That one of them does not do it, behind that the other does."""
    verb = does.split(" ")[0].casefold()
    if verb in ("has", "have", "is", "are"):
        return f"{_of(who, verb)} not"
    return ("do not" if who.casefold() == "you" else "does not") if verb.startswith("wear") else "did not"
