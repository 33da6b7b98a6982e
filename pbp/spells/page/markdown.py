"""A page in Markdown as its readers see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from pbp.spells.page.layout import CONTROL, ITEM, LABEL, RULE, Cell, PageTable, Section, grid

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n?|\n")
_TIGHT_HEADING = re.compile(r"^( {0,3}#{1,6})(?=[^#\s])", re.MULTILINE)
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))
_BREAKS = {"softbreak": "\n", "hardbreak": "\n"}


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # takes longer to load than most lists take to read, and few are in Markdown

    # Reddit shows HTML as it is written.
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def sections(page: str) -> list[Section]:
    """The page's sections, the one before the first heading too. "##Spells" is a heading, as on old Reddit."""
    starts = [0, *accumulate(len(line) for line in _lines(page))]
    found: list[Section] = []
    reader = _Reader()
    title, level, start, body = None, 0, 0, 0
    tokens = iter(_parser().parse(_TIGHT_HEADING.sub(r"\1 ", CONTROL.sub(" ", page))))
    for token in tokens:
        if token.type == "heading_open" and token.level == 0 and token.map:
            first, end = (starts[min(line, len(starts) - 1)] for line in token.map)
            found.append(Section(title, level, start, body, reader.parts()))
            reader = _Reader()
            title, level, start, body = _words(next(tokens)).strip(), int(token.tag[1:]), first, end
        else:
            reader.take(token)
    found.append(Section(title, level, start, body, reader.parts()))
    return found


def _lines(page: str) -> list[str]:
    """The page's lines with their ends, as Markdown counts them."""
    ends = [found.end() for found in _LINE_END.finditer(page)]
    return [page[one:other] for one, other in zip([0, *ends], [*ends, len(page)], strict=True)]


class _Reader:
    """Collects the lines and tables of one section from its tokens."""

    def __init__(self) -> None:
        self._parts: list[str | PageTable] = []
        self._text: list[str] = []
        self._rows: list[list[Cell]] = []
        self._in_table = False

    def take(self, token: Token) -> None:
        """Takes the next token."""
        kind = token.type
        if kind == "table_open":
            self._rows, self._in_table = [], True
        elif kind == "table_close":
            self._parts += ["".join(self._text), PageTable("", grid(self._rows))]
            self._text, self._in_table = [], False
        elif kind == "tr_open":
            self._rows.append([])
        elif kind == "inline" and self._in_table:
            self._rows[-1].append(Cell(_words(token).strip()))
        elif kind == "inline":
            self._text.append(_words(token))
        elif kind == "list_item_open":
            self._text.append("\n" + ITEM)
        elif kind == "paragraph_close":
            self._text.append("\n" if token.hidden else "\n\n")
        elif kind in ("bullet_list_close", "ordered_list_close") and token.level == 0:
            self._text.append("\n\n")
        elif kind in ("fence", "code_block"):
            self._text.append(f"{token.content}\n")
        elif kind == "hr":
            self._text.append(f"\n{RULE}\n")

    def parts(self) -> tuple[str | PageTable, ...]:
        """All that was taken."""
        return (*self._parts, "".join(self._text))


def _words(token: Token) -> str:
    """What a reader sees of a paragraph, a cell or a heading."""
    return _shown(token.children or ()).translate(_UNSEEN)


def _shown(tokens: Sequence[Token]) -> str:
    text: list[str] = []
    opened: list[int] = []  # where in `text` each bold or struck run began
    for token in tokens:
        if token.type in ("strong_open", "s_open"):
            opened.append(len(text))
        elif token.type in ("strong_close", "s_close"):
            at = opened.pop()
            inner = "".join(text[at:])
            text[at:] = [_struck(inner) if token.type == "s_close" else _bold(inner)]
        elif token.type in _BREAKS:
            text.append(_BREAKS[token.type])
        elif token.type != "image":
            text.append(token.content)
    return "".join(text)


def _struck(words: str) -> str:
    return f" [struck out: {words}] " if words.strip() else ""


def _bold(words: str) -> str:
    """A label in bold begins a line of its own."""
    return "\n" + words if LABEL.match(words.rstrip(": ") + ":") else words
