"""Wikitext -> HTML, safe whatever it says: headings, lists, tables, links and emphasis, every attribute dropped.

What the renderer does not know (templates, strange tags) is shown as it was typed. mwparserfromhell reads;
here its nodes are put into paragraphs and lists. Anchors are made as MediaWiki makes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from markupsafe import Markup, escape
from mwparserfromhell import nodes
from mwparserfromhell.parser import ParserError

from pbp.adapters.local import clean_title
from pbp.errors import SiteRefused
from pbp.parsing import wikicode
from pbp.spells import steps
from pbp.spells.elsewhere import worked_out

INLINE = frozenset("b i u s em strong small big sub sup code tt kbd samp var q cite del ins abbr span mark".split())
BLOCK = frozenset("div blockquote center p".split())
SILENT = frozenset(("references", "section", "noinclude", "includeonly", "onlyinclude"))
DEEPEST_LIST = 8
_LIST = {"*": ("ul", "li"), "#": ("ol", "li"), ";": ("div", "div"), ":": ("div", "div")}
_CLASS = {";": ' class="term"', ":": ' class="indent"'}
_SAFE_URL = re.compile(r"(?:https?://|mailto:)[^\s\x00-\x1f\"<>]+\Z", re.I)


@dataclass(frozen=True, slots=True)
class PageSection:
    """A stretch of a page: its heading's text and anchor (both empty before the first heading), and what follows.

    `level` is the level to show: 2 for the outermost, never skipping one.
    """

    level: int
    title: str
    anchor: str
    html: Markup


def render(text: str) -> tuple[PageSection, ...]:
    """The sections of a page, shown as typed if it has more marks than are read. No text makes it raise.

    Raises BeingRead where what is costly is worked out elsewhere.
    """
    return worked_out(_rendered, text)


@lru_cache(maxsize=128)
def _rendered(text: str) -> tuple[PageSection, ...]:
    try:
        if (marks := wikicode.marks(text)) <= wikicode.MOST_MARKS:
            steps.spend_on_marks(marks)
            return _sections(text)
    except (ParserError, RecursionError):
        pass
    return as_typed(text)


def as_typed(text: str) -> tuple[PageSection, ...]:
    """A page without its markup worked out."""
    return (PageSection(0, "", "", Markup("<pre>{}</pre>").format(text)),)


def _sections(text: str) -> tuple[PageSection, ...]:
    # Templates are shown as typed.
    page = wikicode.parse(text.replace("{{", "&#123;&#123;"))
    anchors = Anchors()
    sections: list[PageSection] = []
    open_levels: list[int] = []
    title, anchor, level = "", "", 0
    writer = _Writer(anchors)
    for node in page.nodes:
        if not isinstance(node, nodes.Heading):
            writer.node(node)
            continue
        sections.append(PageSection(level, title, anchor, writer.result()))
        writer = _Writer(anchors)
        while open_levels and open_levels[-1] >= node.level:
            open_levels.pop()
        open_levels.append(node.level)
        title, level = plain(node.title), min(len(open_levels) + 1, 6)
        anchor = anchors.take(title)
    sections.append(PageSection(level, title, anchor, writer.result()))
    return tuple(section for section in sections if section.title or section.html)


class Anchors:
    """Gives each heading of a page an anchor of its own: a second "Burn" is Burn_2."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def take(self, title: str) -> str:
        """The anchor for the next heading of this title."""
        anchor = first = anchor_of(title)
        number = self._last.get(first, 1)
        while anchor in self._taken:
            number += 1
            anchor = f"{first}_{number}"
        self._taken.add(anchor)
        self._last[first] = number
        return anchor


def anchor_of(title: str) -> str:
    """The anchor of the first heading with this title: white space is an underscore."""
    return re.sub(r"\s+", "_", title.strip()) or "_"


def page_path(title: str) -> str:
    """The path of a wiki page on this site; a title that no page can have gives an empty one."""
    try:
        return f"/wiki/{quote(clean_title(title).replace(' ', '_'), safe='')}"
    except SiteRefused:
        return ""


def plain(wikicode: Any) -> str:
    """What a reader sees of some wikitext, on one line, without any markup."""
    return " ".join(Markup("".join(_inline(wikicode.nodes))).striptags().split())  # noqa: S704


class _Writer:
    """Puts nodes into blocks: lines into paragraphs and lists, the rest in between."""

    def __init__(self, anchors: Anchors) -> None:
        self._anchors = anchors
        self._out: list[str] = []
        self._line: list[str] = []
        self._marks = ""
        self._paragraph: list[str] = []
        self._items: list[tuple[str, str]] = []

    def result(self) -> Markup:
        self._end_line()
        self._flush()
        return Markup("".join(self._out))  # noqa: S704

    def node(self, node: Any) -> None:
        if isinstance(node, nodes.Text):
            first, *others = str(node).split("\n")
            self._line.append(str(escape(first)))
            for other in others:
                self._end_line()
                self._line.append(str(escape(other)))
        elif isinstance(node, nodes.Tag) and node.wiki_markup in _LIST:
            self._mark(str(node.wiki_markup))
        elif isinstance(node, (nodes.Tag, nodes.Heading)) and (block := self._block(node)) is not None:
            self._end_line()
            self._flush()
            self._out.append(block)
        else:
            self._line.extend(_inline([node]))

    def _mark(self, mark: str) -> None:
        if "".join(self._line).strip():
            if mark != ":":
                self._line.append(mark)
                return
            self._end_line()
        self._marks = (self._marks + mark)[:DEEPEST_LIST]

    def _end_line(self) -> None:
        line = "".join(self._line).strip()
        if self._marks:
            if self._paragraph:
                self._flush()
            self._items.append((self._marks, line))
        elif not line:
            self._flush()
        else:
            if self._items:
                self._flush()
            self._paragraph.append(line)
        self._line, self._marks = [], ""

    def _flush(self) -> None:
        if self._paragraph:
            self._out.append("<p>" + "\n".join(self._paragraph) + "</p>\n")
        if self._items:
            self._out.append(_lists(self._items, 0))
        self._paragraph, self._items = [], []

    def _block(self, node: Any) -> str | None:
        if isinstance(node, nodes.Heading):
            title = plain(node.title)
            return f'<p class="heading" id="{escape(self._anchors.take(title))}"><b>{escape(title)}</b></p>\n'
        tag = str(node.tag).strip().lower()
        if tag == "hr":
            return "<hr>\n"
        if tag == "pre":
            return f"<pre>{_typed(node)}</pre>\n"
        if tag == "table":
            return self._table(node)
        if tag in BLOCK:
            shown = "blockquote" if tag == "blockquote" else "div"
            return f"<{shown}>{self._inside(node.contents)}</{shown}>\n"
        return None

    def _inside(self, wikicode: Any) -> Markup:
        writer = _Writer(self._anchors)
        for node in wikicode.nodes if wikicode is not None else ():
            writer.node(node)
        return writer.result()

    def _table(self, table: Any) -> str:
        rows = []
        for cells in _rows(table):
            heads_only = all(_tag(cell) == "th" for cell in cells)
            first = plain(cells[0].contents)
            anchor = "" if heads_only or not first else f' id="{escape(self._anchors.take(first))}"'
            rows.append(f"<tr{anchor}>{''.join(self._cell(cell, heads_only) for cell in cells)}</tr>\n")
        # A wide table scrolls by itself, by keyboard too, and never widens the page.
        opening = '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>\n'
        return f"{opening}{''.join(rows)}</table></div>\n" if rows else ""

    def _cell(self, cell: Any, heads_only: bool) -> str:
        inside = self._inside(cell.contents)
        if inside.count("<p>") == 1 and inside.startswith("<p>") and inside.endswith("</p>\n"):
            inside = inside[3:-5]
        tag = "th" if _tag(cell) == "th" and inside else "td"
        scope = f' scope="{"col" if heads_only else "row"}"' if tag == "th" else ""
        return f"<{tag}{scope}{_spans(cell)}>{inside}</{tag}>"


def _tag(node: Any) -> str:
    return str(node.tag).strip().lower()


def _rows(table: Any) -> Iterator[list[Any]]:
    """The cells of each row; cells that stand in the table itself are a row of their own."""
    loose: list[Any] = []
    for node in table.contents.nodes if table.contents is not None else ():
        if not isinstance(node, nodes.Tag):
            continue
        if _tag(node) in ("td", "th"):
            loose.append(node)
        elif _tag(node) == "tr":
            if loose:
                yield loose
                loose = []
            inner = node.contents.nodes if node.contents is not None else ()
            if cells := [cell for cell in inner if isinstance(cell, nodes.Tag) and _tag(cell) in ("td", "th")]:
                yield cells
    if loose:
        yield loose


def _spans(cell: Any) -> str:
    """The only attributes that are kept: small whole colspan and rowspan."""
    found = ""
    for name in ("colspan", "rowspan"):
        if cell.has(name) and re.fullmatch(r"[1-9]\d?", value := str(cell.get(name).value).strip()):
            found += f' {name}="{value}"'
    return found


def _lists(items: list[tuple[str, str]], depth: int) -> str:
    """Lines with their marks ("*", "*#", …) as nested lists, from this depth of marks on."""
    out = []
    at = 0
    while at < len(items):
        mark = items[at][0][depth]
        kind, item = _LIST[mark]
        entries = []
        while at < len(items) and items[at][0][depth] == mark:
            marks, own = items[at]
            start = at + 1 if len(marks) == depth + 1 else at
            end = start
            while end < len(items) and len(items[end][0]) > depth + 1 and items[end][0][depth] == mark:
                end += 1
            nested = _lists(items[start:end], depth + 1)
            entries.append(f"<{item}>{own if start > at else ''}{nested}</{item}>\n")
            at = end
        out.append(f"<{kind}{_CLASS.get(mark, '')}>\n{''.join(entries)}</{kind}>\n")
    return "".join(out)


def _inline(some: Iterable[Any]) -> Iterator[str]:
    for node in some:
        if isinstance(node, nodes.Comment):
            continue
        if isinstance(node, nodes.Text):
            yield str(escape(str(node))).replace("\n", " ")
        elif isinstance(node, nodes.HTMLEntity):
            yield str(escape(_character(node)))
        elif isinstance(node, nodes.Wikilink):
            yield _wikilink(node)
        elif isinstance(node, nodes.ExternalLink):
            yield _external(node)
        elif isinstance(node, nodes.Tag):
            yield from _inline_tag(node)
        else:
            yield str(escape(str(node)))


def _inline_tag(node: Any) -> Iterator[str]:
    tag = _tag(node)
    if tag == "br":
        yield "<br>"
    elif tag == "nowiki":
        yield _typed(node)
    elif tag in INLINE:
        yield f"<{tag}>{''.join(_inline(node.contents.nodes if node.contents is not None else ()))}</{tag}>"
    elif tag == "ref":
        yield f"<small>[{''.join(_inline(node.contents.nodes if node.contents is not None else ()))}]</small>"
    elif node.wiki_markup in _LIST:
        yield str(node.wiki_markup)
    elif tag not in SILENT:
        yield str(escape(str(node)))


def _typed(node: Any) -> str:
    """What stands in nowiki or pre: as typed, but character references are read."""
    inner = node.contents.nodes if node.contents is not None else ()
    return "".join(str(escape(_character(each) if isinstance(each, nodes.HTMLEntity) else str(each))) for each in inner)


def _character(entity: Any) -> str:
    try:
        character = str(entity.normalize())
    except (ValueError, OverflowError, KeyError):
        return str(entity)
    return character if character.isprintable() or character in "\u00a0\u00ad\t\n" else "\ufffd"


def _wikilink(node: Any) -> str:
    target = plain(node.title).lstrip(":")
    label = "".join(_inline(node.text.nodes)) if node.text is not None else str(escape(target))
    title, _, fragment = target.partition("#")
    path = page_path(title) if title.strip() else ""
    if title.strip() and not path:
        return str(escape(str(node)))
    if fragment:
        path += "#" + quote(anchor_of(fragment), safe="")
    # A label that itself holds a link would put an anchor into an anchor.
    return f'<a href="{escape(path)}">{label if "<a " not in label else escape(target)}</a>' if path else label


def _external(node: Any) -> str:
    url = str(node.url).strip()
    label = "".join(_inline(node.title.nodes)) if node.title is not None else str(escape(url))
    if not _SAFE_URL.match(url) or "<a " in label:
        return str(escape(str(node)))
    return f'<a class="away" rel="nofollow ugc noopener" href="{escape(url)}">{label}</a>'
