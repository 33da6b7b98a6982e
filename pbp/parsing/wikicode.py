"""Wikitext -> nodes, in a time that grows with the page and not with its square, whatever strangers wrote.

mwparserfromhell looks for the end of each mark that opens something as far as the page goes, and again inside what it
has found: a few thousand marks that nobody closes keep it busy for hours. It is therefore not shown marks that
open without ever closing, but for the first few, nor those nested too deep or too many; they stand as they were typed.
All is counted, and the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

import mwparserfromhell
from mwparserfromhell.nodes import Text
from mwparserfromhell.wikicode import Wikicode

MOST_MARKS = 6_000
"""What is seen of a page's marks (brackets, tags, bars, marks of lists and of emphasis); 50 spells have some 500."""
FORGOTTEN = 8
"""Marks that are opened and never closed, which people forget now and then."""
DEEPEST = 8
"""How deep marks may stand in each other."""
UNENDED = 60
"""Tags without an end that need none: cells, rows and items as people wrote them by hand."""
MOST_QUOTES = 40
"""Marks of emphasis in one line."""

_SIGNS = "<{[|'=*#:;!&-"
_HIDDEN = {ord(sign): chr(0xF7E0 + place) for place, sign in enumerate(_SIGNS)}
_TYPED = {ord(hidden): chr(sign) for sign, hidden in _HIDDEN.items()}
_UNSEEN = {**dict.fromkeys(_TYPED, "\ufffd"), 0: " "}
_CLOSED = {"]]": "[[", "|}": "{|"}
_EMPHASIS = ("''", "'''")
_ALONE = frozenset("br hr wbr img references".split())
_ENDED_BY = {
    **dict.fromkeys(("td", "th"), ("td", "th")), "tr": ("td", "th", "tr"), "li": ("li",),
    **dict.fromkeys(("dt", "dd"), ("dt", "dd")),
}  # fmt: skip
"""Tags that need no end: the next of these ends one, and so does the end of what it stands in."""
_WHOLE = re.compile(r"<!--|<(?P<verbatim>nowiki|pre|math|source|syntaxhighlight)\b[^<>]*(?<!/)>", re.IGNORECASE)
"""What hides all marks up to its end, if it has one."""
_MARK = re.compile(
    r"<(?P<ends>/?)(?P<tag>[a-z][a-z0-9]*)(?:\s(?:[^<>\"']|\"[^\"<>\n]*\"|'[^'<>\n]*')*)?(?P<whole>/?)>"
    r"|\{{2,}|\}{2,}|\[\[|\]\]|^[^\S\n]*(?:\{\||\|\})|<|\[|'{2,}"
    r"|^[*#:;]+|^=+|(?<!=)=+[ \t]*$|\|\||!!|^[|!]-?|^-{4,}|&|:|\n",
    re.MULTILINE | re.IGNORECASE,
)

_EQUALS = re.compile("=+")


def parse(page: str) -> Wikicode:
    """The nodes of a page; together they are the page, letter by letter, but for characters that nobody can see."""
    hidden = _watched(page).hidden
    if not hidden:
        return mwparserfromhell.parse(page)
    shown = list(page.translate(_UNSEEN))
    for at in hidden:
        shown[at] = _HIDDEN.get(ord(shown[at]), shown[at])
    code = mwparserfromhell.parse("".join(shown))
    for text in code.ifilter(forcetype=Text):
        text.value = str(text.value).translate(_TYPED)
    return code


@lru_cache(maxsize=4)  # a page whose marks were counted is parsed next
def _watched(page: str) -> _Watch:
    return _Watch(page)


def marks(page: str) -> int:
    """How many marks a page has, those that are not seen among them."""
    return _watched(page).count


class _Opened(NamedTuple):
    """A mark that is to be closed: what would close it is known by its name; how deep in others it stands."""

    name: str
    start: int
    end: int
    depth: int


class _Watch:
    """Finds the marks of a page that the parser is not to see."""

    def __init__(self, page: str):
        self.hidden: set[int] = set()
        self.count = 0
        self._page = page
        self._open: list[_Opened] = []
        self._forgotten: list[tuple[int, int]] = []
        self._unended: list[tuple[int, int]] = []
        self._quotes = 0
        self._heading_at: int | None = None  # where this line begins, if it begins as a heading
        self._link_ends: int | None = None
        self.looked = 0
        """Characters among which an end was looked for: those that are passed over then, and each end once in vain."""
        self._endless: set[str] = set()
        at = 0
        while found := _MARK.search(page, at):
            if end := self._whole(found.start()):
                self._pass(found.start(), end)
                at = end
            else:
                at = self._take(found)
        self._forget(0)
        for start, end in (*sorted(self._forgotten)[FORGOTTEN:], *sorted(self._unended)[UNENDED:]):
            self._hide(start, end)

    def _hide(self, start: int, end: int) -> None:
        self.hidden.update(range(start, end))

    def _whole(self, start: int) -> int:
        """Where a comment or verbatim text ends that begins here; 0 if neither does, or nothing ends it."""
        opened = _WHOLE.match(self._page, start)
        if opened is None:
            return 0
        name = (opened["verbatim"] or "").casefold()
        if name in self._endless:
            return 0
        ends = re.compile(rf"</{name}\s*>" if name else "-->", re.IGNORECASE).search(self._page, opened.end())
        self.looked += (ends.end() if ends else len(self._page)) - start
        if ends is None:
            self._endless.add(name)  # nothing further on has an end either
            return 0
        return ends.end()

    def _pass(self, start: int, end: int) -> None:
        """Passes over a comment or verbatim text; a link that seemed to end in it does not."""
        self._one(start, end)
        if self._link_ends is not None and start < self._link_ends < end:
            self._end_link(forgotten=True)

    def _one(self, start: int, end: int, count: int = 1) -> bool:
        """Counts a mark, as one or more; whether it is one too many, and hidden."""
        self.count += count
        if self.count > MOST_MARKS:
            self._hide(start, end)
        return self.count > MOST_MARKS

    def _take(self, found: re.Match[str]) -> int:
        """Takes the next mark; where the one after it is looked for."""
        mark, end = found[0].lstrip() or "\n", found.end()
        start = end - len(mark)
        if self._link_ends is not None and start >= self._link_ends:
            ends_here = start == self._link_ends
            self._end_link()
            if ends_here and mark == "]]":
                return start + 1
        if mark == "\n":
            self._end_line()
        elif not self._one(start, end, len(mark) if mark[0] in "*#:;" else 1):
            self._mark(found, mark, start, end)
        return end

    def _mark(self, found: re.Match[str], mark: str, start: int, end: int) -> None:
        if mark[0] == "=" and self._page[start - 1 : start] in ("", "\n"):
            self._heading(end)
        elif mark[0] in "*#:;":
            self._hide(start + DEEPEST, end)
        elif mark[0] == "'":
            self._quotes += 1
            if self._quotes > MOST_QUOTES or len(mark) > 5:
                self._hide(start, end)
            else:
                self._emphasis(start, end)
        elif mark in _CLOSED.values():
            self._begin(mark, start, end)
        elif mark in _CLOSED:
            self._close(_CLOSED[mark], start, end)
        elif mark[0] in "{}":
            self._braces(mark, start, end)
        elif mark == "<":
            self._forgotten.append((start, end))
        elif mark == "[":
            self._link(start)
        elif found["tag"]:
            self._tag(found)

    def _braces(self, mark: str, start: int, end: int) -> None:
        """Two are a template, three an argument of one; more, and those that close something else, are none."""
        if mark in ("{{", "{{{"):
            self._begin(mark, start, end)
        elif mark[0] == "{":
            self._forgotten.append((start, end))
        while start < end and mark[0] == "}":
            near = (self._open[place].name for place in self._innermost())
            name = next((name for name in near if name in ("{{", "{{{") and len(name) <= end - start), "{{")
            self._close(name, start, min(start + len(name), end))
            start += len(name)

    def _heading(self, at: int) -> None:
        """Of the signs in a heading that could end it, the first few and the last are seen: the parser tries each."""
        self._heading_at = at
        stop = self._page.find("\n", at)
        for sign in [*_EQUALS.finditer(self._page, at, stop if stop >= 0 else len(self._page))][FORGOTTEN:-1]:
            self._hide(*sign.span())

    def _emphasis(self, start: int, end: int) -> None:
        """Marks of emphasis close in what they were opened in, or nowhere."""
        wanted = _EMPHASIS if end - start == 5 else _EMPHASIS[end - start > 2 :][:1]
        closed = [self._open[place].name for place in self._within(_EMPHASIS) if self._open[place].name in wanted]
        for name in closed:
            self._close(name, start, end)
        if not closed:
            for name in wanted:
                self._begin(name, start, end)

    def _tag(self, found: re.Match[str]) -> None:
        name, (start, end) = found["tag"].lower(), found.span()
        if found["whole"] or name in _ALONE:
            return
        ended = _ENDED_BY.get(name, ())
        near = [place for place in self._within((*_EMPHASIS, *_ENDED_BY)) if self._open[place].name in ended]
        if not found["ends"]:
            if near:
                self._forget(near[-1])
            self._begin(name, start, end)
        elif not ended or any(self._open[place].name == name for place in near):
            self._close(name, start, end)

    def _within(self, names: Collection[str]) -> list[int]:
        """Where the innermost open marks stand, as far as they are of these names; the innermost is the first."""
        return list(takewhile(lambda place: self._open[place].name in names, range(len(self._open) - 1, -1, -1)))

    def _begin(self, name: str, start: int, end: int) -> None:
        last = self._open[-1] if self._open else None
        deeper = last is not None and last.name not in _EMPHASIS and last.name not in _ENDED_BY
        self._open.append(_Opened(name, start, end, (last.depth if last else 0) + deeper))

    def _forget(self, place: int) -> None:
        """What is open from there on was never closed."""
        for mark in self._open[place:]:
            (self._unended if mark.name in _ENDED_BY else self._forgotten).append((mark.start, mark.end))
        del self._open[place:]

    def _close(self, name: str, start: int, end: int) -> None:
        """Closes the innermost open mark of that name; what was opened inside and not closed was forgotten."""
        place = next((place for place in self._innermost() if self._open[place].name == name), None)
        if place is None:
            self._forgotten.append((start, end))
            return
        self._forget(place + 1)
        mark = self._open.pop()
        if mark.depth >= DEEPEST:
            self._hide(mark.start, mark.end)
            self._hide(start, end)

    def _link(self, start: int) -> None:
        """An outer link ends in its line, and what is opened in it with it."""
        end = self._page.find("]", start, start + 2000)
        if end < 0 or "\n" in self._page[start:end]:
            self._forgotten.append((start, start + 1))
        elif self._link_ends is None:
            self._link_ends = end
            self._begin("[", start, start + 1)

    def _end_link(self, *, forgotten: bool = False) -> None:
        self._link_ends = None
        place = next((place for place in self._innermost() if self._open[place].name == "["), None)
        if place is not None:
            self._forget(place + (not forgotten))
            del self._open[place:]

    def _end_line(self) -> None:
        """Emphasis is counted by lines, and a heading ends with all that was opened in it."""
        self._quotes = 0
        if self._heading_at is not None:
            here = list(takewhile(lambda mark: mark.start >= (self._heading_at or 0), reversed(self._open)))
            self._forgotten += [(mark.start, mark.end) for mark in here]
            del self._open[len(self._open) - len(here) :]
            self._heading_at = None

    def _innermost(self) -> range:
        """Where the innermost of the open marks stand, as many as are looked at."""
        return range(len(self._open) - 1, max(len(self._open) - 1 - 4 * DEEPEST, -1), -1)
