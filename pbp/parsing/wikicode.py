"""Wikitext -> nodes, in a time that grows with the page and not with its square, whatever strangers wrote.

mwparserfromhell looks for the end of each mark that opens something as far as the page goes, and again inside what it
has found: a few thousand marks that nobody closes keep it busy for hours. It is therefore not shown marks that
open without ever closing, but for the first few, nor those nested too deep or too many; they stand as they were typed.
All is counted, and the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import mwparserfromhell
from mwparserfromhell.nodes import Text
from mwparserfromhell.wikicode import Wikicode

MOST_MARKS = 6_000
"""What is seen of a page's marks (brackets, tags, bars, marks of lists and of emphasis); 50 spells have some 500."""
FORGOTTEN = 8
"""Marks that are opened and never closed, which people forget now and then."""
DEEPEST = 8
"""How deep marks may stand in each other."""
MOST_QUOTES = 40
"""Marks of emphasis in one line."""

_SIGNS = "<{[|'=*#:;!&-"
_HIDDEN = {ord(sign): chr(0xF7E0 + place) for place, sign in enumerate(_SIGNS)}
_TYPED = {ord(hidden): chr(sign) for sign, hidden in _HIDDEN.items()}
_UNSEEN = {**dict.fromkeys(_TYPED, "\ufffd"), 0: " "}
_CLOSED = {"}}": "{{", "]]": "[[", "|}": "{|"}
_ALONE = frozenset("br hr wbr img references li dt dd td th tr".split())
_MARK = re.compile(
    r"<!--.*?-->|<(?P<verbatim>nowiki|pre|math|source|syntaxhighlight)\b[^<>]*(?<!/)>.*?</(?P=verbatim)\s*>"
    r"|<(?P<ends>/?)(?P<tag>[a-z][a-z0-9]*)(?:\s(?:[^<>\"']|\"[^\"<>\n]*\"|'[^'<>\n]*')*)?(?P<whole>/?)>"
    r"|\{\{|\}\}|\[\[|\]\]|\{\||\|\}|<|\[|'{2,}|^[*#:;]+|^=+|=+[ \t]*$|\|\||!!|^[|!]-?|^-{4,}|&|:|\n",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)


def parse(page: str) -> Wikicode:
    """The nodes of a page; together they are the page, letter by letter, but for characters that nobody can see."""
    hidden = _Watch(page).hidden
    if not hidden:
        return mwparserfromhell.parse(page)
    shown = list(page.translate(_UNSEEN))
    for at in hidden:
        shown[at] = _HIDDEN.get(ord(shown[at]), shown[at])
    code = mwparserfromhell.parse("".join(shown))
    for text in code.ifilter(forcetype=Text):
        text.value = str(text.value).translate(_TYPED)
    return code


def marks(page: str) -> int:
    """How many marks a page has, those that are not seen among them."""
    return _Watch(page).count


class _Watch:
    """Finds the marks of a page that the parser is not to see."""

    def __init__(self, page: str):
        self.hidden: set[int] = set()
        self.count = 0
        self._page = page
        self._open: list[tuple[str, int, int]] = []  # what would close it is known by its name; from where to where
        self._forgotten: list[tuple[int, int]] = []
        self._quotes = 0
        for found in _MARK.finditer(page):
            self._take(found)
        self._forgotten += [(start, end) for _, start, end in self._open]
        for start, end in sorted(self._forgotten)[FORGOTTEN:]:
            self._hide(start, end)

    def _hide(self, start: int, end: int) -> None:
        self.hidden.update(range(start, end))

    def _take(self, found: re.Match[str]) -> None:
        mark, (start, end) = found[0], found.span()
        if mark == "\n":
            self._quotes = 0
            return
        self.count += len(mark) if mark[0] in "*#:;" else 1
        if self.count > MOST_MARKS:
            self._hide(start, end)
        elif mark[0] in "*#:;":
            self._hide(start + DEEPEST, end)
        elif mark[0] == "'":
            self._quotes += 1
            if self._quotes > MOST_QUOTES or len(mark) > 5:
                self._hide(start, end)
        elif mark in _CLOSED.values():
            self._open.append((mark, start, end))
        elif mark in _CLOSED:
            self._close(_CLOSED[mark], start, end)
        elif mark == "<":
            self._forgotten.append((start, end))
        elif mark == "[":
            self._link(start)
        elif found["tag"]:
            self._tag(found)

    def _tag(self, found: re.Match[str]) -> None:
        name = found["tag"].lower()
        if found["whole"] or name in _ALONE:
            return
        if found["ends"]:
            self._close(name, *found.span())
        else:
            self._open.append((name, *found.span()))

    def _close(self, name: str, start: int, end: int) -> None:
        """Closes the innermost open mark of that name; what was opened inside and not closed was forgotten."""
        place = next((n for n in self._innermost() if self._open[n][0] == name), None)
        if place is None:
            self._forgotten.append((start, end))
            return
        self._forgotten += [(at, until) for _, at, until in self._open[place + 1 :]]
        if place >= DEEPEST:
            self._hide(*self._open[place][1:])
            self._hide(start, end)
        del self._open[place:]

    def _innermost(self) -> Iterator[int]:
        return iter(range(len(self._open) - 1, max(len(self._open) - 1 - 4 * DEEPEST, -1), -1))

    def _link(self, start: int) -> None:
        """An outer link ends in its line."""
        end = self._page.find("]", start, start + 2000)
        if end < 0 or "\n" in self._page[start:end]:
            self._forgotten.append((start, start + 1))
