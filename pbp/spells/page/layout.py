"""A page as its readers see it, whatever markup it is written in: sections of lines and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

LABELS = {
    "input": "Inputs", "inputs": "Inputs", "effect": "Effect", "effects": "Effect", "cost": "Cost", "costs": "Cost",
    "speed": "Speed", "speeds": "Speed", "trait": "Traits", "traits": "Traits",
}  # fmt: skip
LABEL = re.compile(r"^[•\s]*(inputs?|effects?|costs?|speeds?|traits?)\s*:\s*", re.IGNORECASE)
ITEM = "• "
"""The mark before the words of a list's item."""
RULE = "\x02"
"""A line across the page."""
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")

_WIDEST = 64
"""Columns of a table that are read."""


@dataclass(frozen=True)
class PageTable:
    """A table: its caption, and the plain texts of its cells, each standing wherever it spans."""

    caption: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """What stands below a heading up to the next one, as runs of lines and tables.

    `title` is None and `level` 0 before the first heading; the heading is page[start:body].
    """

    title: str | None
    level: int
    start: int
    body: int
    parts: tuple[str | PageTable, ...]


@dataclass(frozen=True)
class Cell:
    """A cell as it is written, with the rows and columns that it spans (0 rows: all that follow)."""

    text: str
    down: int = 1
    across: int = 1


def grid(rows: Iterable[Sequence[Cell]]) -> tuple[tuple[str, ...], ...]:
    """The texts of a table's cells, row by row, each repeated wherever its cell reaches."""
    found: list[tuple[str, ...]] = []
    hanging: dict[int, tuple[str, int]] = {}  # column -> text that reaches down from above, rows left (-1: all)
    for row in rows:
        texts: list[str] = []
        cells = iter(row)
        still: dict[int, tuple[str, int]] = {}
        while len(texts) < _WIDEST:
            if len(texts) in hanging:
                text, left = hanging.pop(len(texts))
                if left != 1:
                    still[len(texts)] = (text, left - 1 if left > 0 else left)
                texts.append(text)
                continue
            cell = next(cells, None)
            if cell is None and max(hanging, default=-1) < len(texts):
                break
            cell = cell or Cell("")  # a gap before a cell that reaches down further right
            for _ in range(min(max(cell.across, 1), _WIDEST)):
                if cell.down != 1:
                    still[len(texts)] = (cell.text, cell.down - 1 if cell.down > 0 else -1)
                texts.append(cell.text)
        hanging = still
        found.append(tuple(texts[:_WIDEST]))
    return tuple(found)


def of_title(sections: Iterable[Section], title: str) -> Iterator[Section]:
    """The sections with that title, in any case and with or without a colon at the end."""
    wanted = title.casefold().strip(" :")
    return (part for part in sections if part.title is not None and part.title.casefold().strip(" :") == wanted)


def source_below(page: str, sections: Sequence[Section], title: str) -> str | None:
    """What is written below the heading of that title up to the next of its level; None if there is no such heading."""
    found = next(of_title(sections, title), None)
    if found is None:
        return None
    later = (part.start for part in sections if part.start > found.start and part.level <= found.level)
    return page[found.body : next(later, len(page))]
