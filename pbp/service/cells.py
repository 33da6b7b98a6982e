"""A table on a page, changed cell by cell: all that is not changed stays as people wrote it, to the letter."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbp.parsing import wikicode
from pbp.service import tables


class Cells(ABC):
    """A table within its page. `rows` are plain texts, the head first, as they were before any change.

    What is put into a cell is markup already.
    """

    rows: Sequence[Sequence[str]]
    width: list[int]
    """How many cells each row has by now."""

    @abstractmethod
    def put(self, row: int, column: int, new: str, old: str) -> None:
        """Writes `new` where `old` stands in a cell, and leaves the rest; in place of all of it where `old` is not."""

    @abstractmethod
    def raw(self, row: int, column: int) -> str:
        """What stands in a cell, markup and all; nothing beyond the end of its row."""

    @abstractmethod
    def insert(self, cells: Sequence[str], before: int | None) -> None:
        """Adds a row before a row, or at the end."""

    @abstractmethod
    def append(self, row: int, cells: Sequence[str]) -> None:
        """Adds cells at the end of a row; to the head's, a column."""

    def widen(self, cells: Mapping[int, str]) -> None:
        """Adds a column: its cell in the head (row 0) and in these rows, those too short filled up before."""
        for row, cell in cells.items():
            lacking = self.width[0] - self.width[row] - 1 if row else 0
            self.append(row, [*[""] * lacking, cell])

    @abstractmethod
    def page(self) -> str:
        """The whole page as it now stands."""

    def column(self, name: str) -> int | None:
        """The place of a column, by its name in any case."""
        head = [cell.casefold() for cell in self.rows[0]]
        return head.index(name.casefold()) if name.casefold() in head else None


def open_cells(page: str, columns: Collection[str]) -> Cells | None:
    """The first table of a page whose head has these columns, in any case and order, to be changed."""
    code = wikicode.parse(page)
    for node in tables.wikitext_tables(code):
        found: Cells = _Wikitext(code, node)
        if tables.has_columns(found.rows, columns):
            return found
    lines = page.split("\n")
    for start, end in tables.markdown_tables(lines):
        found = _Markdown(lines, start, end)
        if tables.has_columns(found.rows, columns):
            return found
    return None


def _in_place(written: str, old: str, new: str) -> str | None:
    """A text with one word in place of another that stands there by itself; None if it does not."""
    if not old:
        return None
    found = re.search(rf"(?<![^\W_]){re.escape(old)}(?![^\W_])", written)
    return written[: found.start()] + new + written[found.end() :] if found else None


class _Wikitext(Cells):
    def __init__(self, code: Any, table: Any):
        self._code, self._table = code, table
        self._rows = tables.wikitext_rows(table)
        self._is_html = table.wiki_markup is None
        self.rows = [[tables.wikitext_plain(cell) for cell in cells] for _, cells in self._rows]
        self.width = [len(cells) for cells in self.rows]

    def put(self, row: int, column: int, new: str, old: str) -> None:
        contents = self._rows[row][1][column].contents
        for text in contents.filter_text():
            changed = _in_place(str(text), old, new)
            if changed is not None:
                contents.replace(text, changed)
                return
        written = str(contents)
        if old and old in written:
            self._rows[row][1][column].contents = written.replace(old, new, 1)
            return
        kept = "".join(map(str, contents.filter_comments()))
        end = "\n" if written.endswith("\n") else " "
        self._rows[row][1][column].contents = f" {new}{kept}{end}"

    def raw(self, row: int, column: int) -> str:
        return "".join(str(cell.contents) for cell in self._rows[row][1][column : column + 1]).strip()

    def insert(self, cells: Sequence[str], before: int | None) -> None:
        row = self._html_row(cells) if self._is_html else "|-\n| " + " || ".join(cells) + "\n"
        if before is not None:
            self._table.contents.insert_before(self._rows[before][0], row)
        else:
            self._table.contents.append(_on_a_new_line(self._table.contents, row))

    def append(self, row: int, cells: Sequence[str]) -> None:
        node, there = self._rows[row]
        kind = str(there[-1].tag)
        if self._is_html:
            added = "".join(f"<{kind}>{cell}</{kind}>" for cell in cells)
        else:
            added = "".join(f"{'!' if kind == 'th' else '|'} {cell}\n" for cell in cells)
        if node is None:
            self._table.contents.insert_after(there[-1], _on_a_new_line(there[-1].contents, added))
        else:
            node.contents.append(_on_a_new_line(node.contents, added))
        self.width[row] += len(cells)

    def page(self) -> str:
        return str(self._code)

    def _html_row(self, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def _on_a_new_line(contents: Any, added: str) -> str:
    return added if str(contents).endswith("\n") or added.startswith("<") else f"\n{added}"


class _Markdown(Cells):
    def __init__(self, lines: Sequence[str], start: int, end: int):
        self._lines = list(lines)
        self._end = end
        self._at = tables.markdown_rows(start, end)
        self.rows = [
            [tables.markdown_plain(lines[n][a:b]) for a, b in tables.markdown_spans(lines[n])] for n in self._at
        ]
        self.width = [len(cells) for cells in self.rows]
        self._inserted: dict[int, list[str]] = {}

    def put(self, row: int, column: int, new: str, old: str) -> None:
        line = self._lines[self._at[row]]
        start, end = tables.markdown_spans(line)[column]
        written = line[start:end]
        changed = _in_place(written, old, new)
        if changed is None:
            changed = written.replace(old, new, 1) if old and old in written else f" {new} "
        self._lines[self._at[row]] = line[:start] + changed + line[end:]

    def raw(self, row: int, column: int) -> str:
        line = self._lines[self._at[row]]
        return "".join(line[start:end] for start, end in tables.markdown_spans(line)[column : column + 1]).strip()

    def insert(self, cells: Sequence[str], before: int | None) -> None:
        line = self._end if before is None else self._at[before]
        self._inserted.setdefault(line, []).append("| " + " | ".join(cells) + " |")

    def append(self, row: int, cells: Sequence[str]) -> None:
        self._extend(self._at[row], [f" {cell} " for cell in cells])
        if row == 0:
            self._extend(self._at[0] + 1, [":--"] * len(cells))
        self.width[row] += len(cells)

    def page(self) -> str:
        lines = []
        for number, line in enumerate([*self._lines, None]):
            lines += self._inserted.get(number, [])
            if line is not None:
                lines.append(line)
        return "\n".join(lines)

    def _extend(self, number: int, cells: Sequence[str]) -> None:
        line = self._lines[number].rstrip()
        closed = line.endswith("|") and not line.endswith("\\|")
        added = "|".join(cells)
        self._lines[number] = f"{line}{added}|" if closed else f"{line}|{added}"
