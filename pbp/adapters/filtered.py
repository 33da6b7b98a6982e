"""HTML in the few tags that WordPress leaves in the comments of accounts whose HTML it filters.

A table becomes a line a row, each cell with its column's heading; a list becomes lines; a picture a link to it.
"""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

_KEPT = {"a", "b", "blockquote", "code", "del", "em", "i", "q", "s", "strong"}
_BLOCKS = {"p", "div", "ul", "ol", "table", "pre", "h1", "h2", "h3", "h4", "h5", "h6"}


def survivable(body: str) -> str:
    """The body in a form that reads the same when WordPress has filtered it."""
    reader = _Reader()
    reader.feed(body)
    reader.close()
    return re.sub(r"\n{3,}", "\n\n", "".join(reader.written)).strip() + "\n"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []
        self._head: list[str] = []
        self._row: list[str] = []
        self._cell_began: int | None = None  # where in `written` the open cell began
        self._heads = False
        self._fixed = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "table":
            self._head = []
        elif tag == "tr":
            self._row, self._heads = [], True
        elif tag in ("td", "th"):
            self._cell_began = len(self.written)
            self._heads = self._heads and tag == "th"
        if tag in _BLOCKS:
            self.written.append("\n\n")
        if tag[0] == "h" and tag in _BLOCKS:
            self.written.append("<strong>")
        elif tag == "pre":
            self._fixed = True
            self.written.append("<code>")
        elif tag == "li":
            self.written.append("\n• ")
        elif tag == "br":
            self.written.append("\n")
        elif tag == "img":
            label = html.escape(given.get("alt") or "picture")
            self.written.append(f'<a href="{html.escape(given.get("src", ""))}">{label}</a>')
        elif tag in _KEPT:
            link = f' href="{html.escape(given["href"])}"' if tag == "a" and "href" in given else ""
            self.written.append(f"<{tag}{link}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell_began is not None:
            self._row.append("".join(self.written[self._cell_began :]).strip())
            del self.written[self._cell_began :]
            self._cell_began = None
        elif tag == "tr":
            if self._heads:
                self._head = self._row
            else:
                self.written.append("\n" + _line(self._head, self._row))
        elif tag == "pre":
            self._fixed = False
            self.written.append("</code>")
        elif tag in _KEPT:
            self.written.append(f"</{tag}>")
        if tag[0] == "h" and tag in _BLOCKS:
            self.written.append("</strong>")
        if tag in _BLOCKS:
            self.written.append("\n\n")

    def handle_data(self, data: str) -> None:
        if self._fixed:
            data = re.sub(r"^ +", lambda found: "\xa0" * len(found[0]), data, flags=re.MULTILINE)
        elif not data.strip() and "\n" in data:
            return  # between two blocks
        self.written.append(html.escape(data, quote=False))

    def handle_comment(self, data: str) -> None:
        self.written.append(f"<!--{data}-->")


def _line(head: list[str], row: list[str]) -> str:
    """A row of a table in words: "Cleo: Cast Greed, Change +5, Stars 25"."""
    first, *others = row or [""]
    told = [
        f"{head[place]} {cell}".strip() if place < len(head) else cell
        for place, cell in enumerate(others, start=1)
        if cell
    ]
    return f"<strong>{first}</strong>" + (f": {', '.join(told)}" if told else "")
