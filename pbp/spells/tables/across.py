"""Tables whose rows are clauses when they are read across, whatever their columns are called.

"| Seat | Fate |" above "| the chosen Wizard | loses 3 Stars |": a name that says nothing can be any name. One that says
something is a part of the clause: "| The caster's | become |" above "| Stars | 0 |", "| The chosen Wizard |" above
"| loses 2 Stars |".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby, product

from pbp.spells.tables import columns, frames
from pbp.spells.tables.columns import WholeRow, named, plain

_JOINS = frozenset(
    "the a an of in on at under by from to for one ones who whom which what is are it this that those its their with"
    " and happens".split()
)
"""Words that say nothing by themselves."""
_POINTS_ON = frozenset("of in on at under by from to for who whom which what this that".split())
"""What a name can't end with: "Enemy of"."""
_SAYS_MORE = re.compile(
    r"\d|\b(?:un|im|non|ex|dis|anti)\w{3,}|\w(?:ed|ing|able|ible|ly|less|free|proof|est|['’]s?)\b|s['’]|[^\w -]"
)
"""What may say more in a name than of what its column speaks: "avoided", "exempt"."""
_ASKS = re.compile(r"(?i)(?:if|when|unless|where|while|until|did|do|does|has|have|was|were|who|whose|what|how)\b|.*\?$")
"""How a name begins that asks."""


def rows(names: Sequence[str], cells: Sequence[str], means: Callable[[str], bool]) -> Iterator[list[WholeRow]]:
    """A row as clauses, likeliest first; of those together, each may be meant.

    `means`: whether a word means something in the text.
    """
    if len(names) != len(cells):
        return
    called = [_called(at, *column, means) for at, column in enumerate(zip(names, cells, strict=True))]
    for _, choices in groupby(sorted(product(*called), key=partial(_others, names)), key=partial(_others, names)):
        yield [found for choice in choices if choice != tuple(names) and (found := columns.row(choice, cells))]
    yield list(frames.rows(names, cells))
    if len(names) > 2 and all(_is_bare(name, means) for name in names):
        yield [WholeRow((" ".join(cell.rstrip(" .;") for cell in cells),))]  # "Subject | Verb | Object"
    if not any(map(_ASKS.match, names)):
        yield [WholeRow((_whole(names, cells),))]


def _others(names: Sequence[str], choice: Sequence[str]) -> int:
    """How many columns are called otherwise than the table has it."""
    return sum(map(str.__ne__, choice, names))


def is_sure(names: Sequence[str], cells: Sequence[str], means: Callable[[str], bool]) -> bool:
    """Whether the first column only says that it is about somebody, and its cell who that is: no case."""
    return _is_bare(names[0], means) and columns.is_somebody(cells[0])


def _called(at: int, name: str, cell: str, means: Callable[[str], bool]) -> list[str]:
    """What a column may be called: as it is, or as one of whom the row speaks, or of what they do."""
    found = [name]
    known = plain(name)
    if at and known in named()["does"]:
        found.append("does")
    elif not at and _is_bare(name, means) and known not in named()["when"] | named()["unless"] | named()["label"]:
        found.append("who")
    elif at and _agrees(name, cell):
        found.append("does")
    return found


def _agrees(name: str, cell: str) -> bool:
    """Whether a cell says again what the name of its column says: "Loss | loses 2 Stars"."""
    if verb := columns.flow(name):
        return re.match(rf"(?i){verb}s?\b", cell) is not None
    thing = plain(name).removesuffix("s")
    return re.fullmatch(columns.THING, name) is not None and re.search(rf"(?i)\b{thing}", cell) is not None


def _is_bare(name: str, means: Callable[[str], bool]) -> bool:
    """Whether a name only says that a column is about somebody, or something."""
    told = plain(name)
    if told in named()["who"] | named()["does"]:
        return True
    words = re.findall(r"[\w'’]+", told)
    if not words or words[-1] in _POINTS_ON or _SAYS_MORE.search(told) or not named()["never"].isdisjoint(words):
        return False
    return all(word in _JOINS | named()["bare"] or not means(word) for word in words)


def _whole(names: Sequence[str], cells: Sequence[str]) -> str:
    """The names and cells of a row, one after the other."""
    (first, *others), (told, *more) = names, cells
    parts = [first.strip(" .:…"), _small(told)]
    for name, cell in zip(others, more, strict=True):
        parts += [_small(name.strip(" .:…")), cell]
    return " ".join(part.rstrip(" .;") for part in parts)


def _small(said: str) -> str:
    """What goes on with a clause: "Loses 2 Stars" as "loses 2 Stars"."""
    return re.sub(r"^(?:[A-Z](?=[a-z]+s?\b(?!['’]))(?!\w+ becomes?\b))(?=\w*s\b|become\b|is\b)", _lower, said)


def _lower(found: re.Match[str]) -> str:
    return found[0].lower()
