"""Tables on wiki pages, written by us and edited by people, in wikitext or in Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from pbp.parsing import wikicode


@dataclass(frozen=True)
class WikiTable:
    """A table as it is `written`, and its `rows` of plain texts, the head first."""

    written: str
    rows: list[list[str]]


def find_table(page: str, columns: Collection[str]) -> WikiTable | None:
    """The first table of a page whose head has these columns, in any case and order."""
    for found in (_wikitext_tables, _markdown_tables):
        for table in found(page):
            if has_columns(table.rows, columns):
                return table
    return None


def all_tables(page: str) -> list[WikiTable]:
    """Every table of a page, which is in wikitext or in Markdown."""
    return _wikitext_tables(page) or _markdown_tables(page)


def has_columns(rows: Sequence[Sequence[str]], columns: Collection[str]) -> bool:
    """Whether a table's head has these columns, in any case and order."""
    return bool(rows) and {name.casefold() for name in columns} <= {cell.casefold() for cell in rows[0]}


# ---- wikitext --------------------------------------------------------------------------------------------------------


def _wikitext_tables(page: str) -> list[WikiTable]:
    return [
        WikiTable(str(node), [[wikitext_plain(cell) for cell in cells] for _, cells in wikitext_rows(node)])
        for node in wikitext_tables(wikicode.parse(page))
    ]


def wikitext_tables(page: Any) -> list[Any]:
    """The tables of a parsed page, as nodes of it."""
    found: list[Any] = page.filter_tags(matches=lambda tag: str(tag.tag) == "table")
    return found


def wikitext_rows(table: Any) -> list[tuple[Any, list[Any]]]:
    """The rows of a table's node that have cells: the row's node (None for a head without one) and its cells."""
    rows: list[tuple[Any, list[Any]]] = [(None, _cells(table))]
    for row in table.contents.filter_tags(recursive=False, matches=lambda tag: str(tag.tag) == "tr"):
        rows.append((row, _cells(row)))
    return [(row, cells) for row, cells in rows if cells]


def _cells(node: Any) -> list[Any]:
    return [tag for tag in node.contents.filter_tags(recursive=False) if str(tag.tag) in ("th", "td")]


def wikitext_plain(cell: Any) -> str:
    """What a reader sees in a cell's node."""
    return " ".join(html.unescape(cell.contents.strip_code(normalize=True)).split())


# ---- Markdown --------------------------------------------------------------------------------------------------------

_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def _markdown_tables(page: str) -> list[WikiTable]:
    lines = page.splitlines()
    return [
        WikiTable("\n".join(lines[start:end]), [_markdown_row(lines[n]) for n in markdown_rows(start, end)])
        for start, end in markdown_tables(lines)
    ]


def markdown_tables(lines: Sequence[str]) -> list[tuple[int, int]]:
    """From where to where tables go: runs of lines with bars of which the second is a rule such as |:--|:--|."""
    tables = []
    end = 0
    for start in range(len(lines) - 1):
        rule = lines[start + 1].strip()
        if start < end or "|" not in lines[start] or "|" not in rule or not _RULE.fullmatch(rule):
            continue
        end = start + 2
        while end < len(lines) and "|" in lines[end]:
            end += 1
        tables.append((start, end))
    return tables


def markdown_rows(start: int, end: int) -> list[int]:
    """The lines of a table that are rows: all but the rule."""
    return [start, *range(start + 2, end)]


def markdown_spans(line: str) -> list[tuple[int, int]]:
    """From where to where each cell of a table's line goes, bars left out."""
    start = len(line) - len(line.lstrip())
    end = len(line.rstrip())
    start += line[start : start + 1] == "|"
    end -= line[:end].endswith("|") and not line[:end].endswith("\\|")
    bars = [found.start() for found in re.finditer(r"(?<!\\)\|", line) if start <= found.start() < end]
    return list(zip([start, *(bar + 1 for bar in bars)], [*bars, max(start, end)], strict=True))


def _markdown_row(line: str) -> list[str]:
    return [markdown_plain(line[start:end]) for start, end in markdown_spans(line)]


def markdown_plain(cell: str) -> str:
    """A cell as it is read: without links, marks of emphasis, escapes and references."""
    words = re.sub(r"\\([\\`*_{}\[\]()#+!|<>~^.-])", lambda found: f"&#{ord(found[1])};", _LINK.sub(r"\1", cell))
    return " ".join(html.unescape(re.sub(r"\*{1,3}|`|(?<!\w)_{1,2}|_{1,2}(?!\w)", "", words)).split())
