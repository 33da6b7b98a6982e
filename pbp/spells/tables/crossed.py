"""Tables that cross Wizards with what is so of them: "| | Red Hat | Blue Hat |" above "| Each neighbour | ... | ... |".

Each cell says what such a Wizard does of whom the name of its column is true. The names of the columns must be of one
kind, so that no two of them can be true of one Wizard: that is seen to where the rows are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbp.spells.tables.columns import can_be_who

Rows = Sequence[tuple[str, ...]]
"""The cells of a table's rows; the names of the columns first."""

_END = " .:…"
_ABOUT_WHOM = re.compile(r"(?i)|who|wizards?|group")
_OPEN = re.compile(r"(?i),? ?(?:who|that|with(?: an?)?|whose|wearing(?: an?)?|in)?[.… ]*$")
"""What a cell can end with of whom it speaks: "Each Wizard who ..."."""
_ONE = re.compile(r"(?i)(?:you|the (?:caster|target|victim|(?:(?:first|second) )?(?:chosen|named) wizard))$")
_LOOK = re.compile(r"(?:(?i:with|wearing|has|have|in) )?(?:(?i:an?) )?(?P<value>[A-Z][a-z]+) (?P<thing>[A-Z][a-z]+)")
_LOOK_ALONE = re.compile(r"(?:(?i:an?) )?[A-Z][a-z]+ [A-Z][a-z]+")
_CAST = re.compile(r"(?i)(?:who )?(?P<does>(?:cast|selected) (?!.*\b(?:and|not)\b).+|(?:is|are) idle)")
_COMPARED = re.compile(
    r"(?i)(?:has|have) (?:(?:(?:more|fewer|less)(?: than)?|at least|at most|exactly|as many|the same number of) )?"
    r"(?:\d+ )?(?:or (?:more|fewer|less) )?"
    r"(?P<thing>stars|crystals)(?P<than> (?:than|as) [^,]+)?(?:,? or (?:more|fewer|less))?"
)
_NOTHING = re.compile(r"(?i)(?:(?:gains?|loses?|pays?) )?(?:nothing|none|no stars|no crystals|no change)|–|—|-")


def by_who_has_what(rows: Rows) -> Rows:
    """A table that crosses Wizards with what is so of them, with a row for each cell; any other as it is."""
    names, *told = rows
    if len(names) < 3 or not _ABOUT_WHOM.fullmatch(names[0].strip(_END)):
        return rows
    whose = [_OPEN.sub("", row[0]) for row in told]
    bare = all(who == row[0] for who, row in zip(whose, told, strict=True)) and any(map(_LOOK_ALONE.fullmatch, names))
    asked = [] if bare else of_one_kind([name.strip(_END) for name in names[1:]])  # whose Hat?
    if not asked or not all(map(can_be_who, whose)) or len(set(whose)) < len(whose):
        return rows
    return [("Who", "if", "what happens"), *_cells(asked, whose, [row[1:] for row in told])]


def _cells(asked: Sequence[str], whose: Sequence[str], told: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    for who, cells in zip(whose, told, strict=True):
        idle = [_NOTHING.fullmatch(cell.strip(_END)) is not None for cell in cells]
        if all(idle):
            yield who, "always", "nothing"
            continue
        for so, cell, nothing in zip(asked, cells, idle, strict=True):
            if not (nothing and _ONE.fullmatch(who)):
                yield who, so, "nothing" if nothing else cell


def of_one_kind(names: Sequence[str]) -> list[str]:
    """What the columns ask, each as what is said of somebody; empty unless all ask of the same."""
    looks = [found for found in map(_LOOK.fullmatch, names) if found]
    if len(looks) == len(names) and len({found["thing"] for found in looks}) == 1:
        return [f"has a {found['value']} {found['thing']}" for found in looks]
    casts = [found for found in map(_CAST.fullmatch, names) if found]
    if len(casts) == len(names):
        return [found["does"] for found in casts]
    counts = [found for found in map(_COMPARED.fullmatch, names) if found]
    if len(counts) == len(names) and len({found["thing"].casefold() for found in counts}) == 1:
        return list(names)
    return list(names) if len(names) == 2 and _denies(*names) else []


_DENIED = (("is ", "is not "), ("has ", "does not have "), ("cast ", "did not cast "), ("targeted ", "did not target "))


def _denies(one: str, other: str) -> bool:
    """Whether the second of two names only denies the first: "is idle", "is not idle"."""
    return any(
        one.startswith(so) and not one.startswith(no) and other == f"{no}{one.removeprefix(so)}" for so, no in _DENIED
    )
