"""Tables on wiki pages, written by us and edited by people, in wikitext or in Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import mwparserfromhell


@dataclass(frozen=True)
class Table:
    """A table as it is `written`, and its `rows` of plain texts, the head first."""

    written: str
    rows: list[list[str]]


def find_table(page: str, columns: Collection[str]) -> Table | None:
    """The first table of a page whose head has these columns, in any case and order."""
    for table in (*_wikitext_tables(page), *_markdown_tables(page)):
        if table.rows and {name.casefold() for name in columns} <= {cell.casefold() for cell in table.rows[0]}:
            return table
    return None


# ---- wikitext --------------------------------------------------------------------------------------------------------


def _wikitext_tables(page: str) -> list[Table]:
    nodes = mwparserfromhell.parse(page).filter_tags(matches=lambda tag: str(tag.tag) == "table")
    return [Table(str(node), _wikitext_rows(node)) for node in nodes]


def _wikitext_rows(node: Any) -> list[list[str]]:
    rows: list[list[str]] = []
    loose = [tag for tag in node.contents.filter_tags(recursive=False) if str(tag.tag) in ("th", "td")]
    if loose:
        rows.append([_plain(cell) for cell in loose])
    for row in node.contents.filter_tags(recursive=False, matches=lambda tag: str(tag.tag) == "tr"):
        cells = [tag for tag in row.contents.filter_tags(recursive=False) if str(tag.tag) in ("th", "td")]
        if cells:
            rows.append([_plain(cell) for cell in cells])
    return rows


def _plain(cell: Any) -> str:
    return " ".join(html.unescape(cell.contents.strip_code(normalize=True)).split())


# ---- Markdown --------------------------------------------------------------------------------------------------------

_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def _markdown_tables(page: str) -> list[Table]:
    """Runs of lines with bars of which the second is a rule such as |:--|:--|."""
    lines = page.splitlines()
    tables = []
    for start in range(len(lines) - 1):
        rule = lines[start + 1].strip()
        if "|" not in lines[start] or "|" not in rule or not _RULE.fullmatch(rule):
            continue
        end = start + 2
        while end < len(lines) and "|" in lines[end]:
            end += 1
        own = [lines[start], *lines[start + 2 : end]]
        tables.append(Table("\n".join(lines[start:end]), [_markdown_cells(line) for line in own]))
    return tables


def _markdown_cells(line: str) -> list[str]:
    inner = re.sub(r"^\||(?<!\\)\|$", "", line.strip())
    return [_markdown_plain(cell) for cell in re.split(r"(?<!\\)\|", inner)]


def _markdown_plain(cell: str) -> str:
    """A cell without links, marks of emphasis, escapes and references."""
    words = re.sub(r"\\([\\`*_{}\[\]()#+!|<>~^.-])", lambda found: f"&#{ord(found[1])};", _LINK.sub(r"\1", cell))
    return " ".join(html.unescape(re.sub(r"\*{1,3}|`|(?<!\w)_{1,2}|_{1,2}(?!\w)", "", words)).split())
