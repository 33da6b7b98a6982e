"""A page of ours is brought up to date, and what people wrote on it stays.

What is ours of a page is what we last wanted of it. Of that only what has changed since is changed there: a cell of a
table, a row that is new, a paragraph. Notes, links, comments, the order of rows, classes, and columns and rows that
people added are not touched.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from pbp.service.cells import Cells, open_cells
from pbp.service.tables import all_tables, find_table

_PLACE = "\ue000table {} of ours\ue000"
"""What stands for a table while paragraphs are compared: it holds a character that nobody writes."""


def same(one: str, other: str) -> bool:
    """Whether two texts are the same page: wikis trim white space at the ends and compose letters."""
    return _composed(one.strip()) == _composed(other.strip())


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def merged(page: str, before: str, wanted: str) -> str:
    """The page with what has changed between what we wanted `before` and what is wanted now."""
    if same(page, before) or not page.strip():
        return wanted
    page, before, wanted = map(_composed, (page, before, wanted))
    tables: list[str] = []
    for table in all_tables(wanted):
        columns = table.rows[0]
        cells, now = open_cells(page, columns), open_cells(wanted, columns)
        assert now
        old = find_table(before, columns)
        if cells is None:  # it is new, or was taken away: it is put there
            before = before.replace(old.written, "", 1) if old else before
            continue
        _update(cells, open_cells(before, columns), now)
        page = cells.page()
        updated = find_table(page, columns)
        assert updated
        place = _PLACE.format(len(tables))
        tables.append(updated.written)
        page = page.replace(updated.written, place, 1)
        wanted = wanted.replace(table.written, place, 1)
        before = before.replace(old.written, place, 1) if old else f"{before}\n\n{place}"
    text = _with_paragraphs(page, before, wanted)
    for number, written in enumerate(tables):
        text = text.replace(_PLACE.format(number), written, 1)
    return text


def _update(page: Cells, before: Cells | None, wanted: Cells) -> None:
    """Changes the cells that are wanted otherwise than before, and adds new rows; rows go by our first column."""
    old = {row[0]: number for number, row in enumerate(before.rows) if number} if before else {}
    names = wanted.rows[0]
    first = page.column(names[0]) or 0
    there = {row[first]: number for number, row in enumerate(page.rows) if number and len(row) > first}
    new_rows: list[tuple[int, int | None]] = []
    following: int | None = None
    for number in range(len(wanted.rows) - 1, 0, -1):
        key = wanted.rows[number][0]
        was = [before.raw(old[key], column) if before and key in old else "" for column in range(len(names))]
        is_new = key not in old or any(wanted.raw(number, column) != said for column, said in enumerate(was))
        if key not in there:
            if is_new:
                new_rows.append((number, following))
            continue
        following = there[key]
        for column, name in enumerate(names):
            said, place = wanted.raw(number, column), page.column(name)
            if said == was[column] or place is None or place >= len(page.rows[following]):
                continue
            if page.raw(following, place) != said:
                page.put(following, place, said, was[column])
    for number, before_row in reversed(new_rows):
        said_in = {name.casefold(): wanted.raw(number, column) for column, name in enumerate(names)}
        page.insert([said_in.get(name.casefold(), "") for name in page.rows[0]], before_row)


_BREAK = re.compile(r"(\n[ \t]*\n\s*)")


def _with_paragraphs(page: str, before: str, wanted: str) -> str:
    """Takes out the paragraphs that are no longer wanted, where they stand as we wrote them, and puts in the new."""
    there = list(_paragraphs(page))
    old, new = ([words for words, _ in _paragraphs(text)] for text in (before, wanted))
    place = _places(old, [words for words, _ in there])
    added: list[list[str]] = [[] for _ in range(len(there) + 1)]  # what comes before each of those there
    gone = set()
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        gone |= {place[i] for i in range(i1, i2) if i in place}
        earlier = [place[i] + 1 for i in range(i1) if i in place]
        at = place.get(i1, earlier[-1] if earlier else len(there) if not place else 0)
        added[at] += new[j1:j2]
    result: list[tuple[str, str]] = []
    for number, fresh in enumerate(added):
        result += [(words, "") for words in fresh]
        result += there[number : number + 1] if number not in gone else []
    return "".join(words + (after or "\n\n") for words, after in result if words).rstrip("\n") + "\n"


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """The paragraphs of a text, each with the blank lines after it."""
    parts = _BREAK.split(text.strip("\n"))
    for number in range(0, len(parts), 2):
        yield parts[number], parts[number + 1] if number + 1 < len(parts) else ""


def _places(old: Sequence[str], there: Sequence[str]) -> dict[int, int]:
    """Which paragraph of the page is which of ours."""
    places = {}
    for block in SequenceMatcher(None, old, there, autojunk=False).get_matching_blocks():
        places.update({block.a + n: block.b + n for n in range(block.size)})
    return places
