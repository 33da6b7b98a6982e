"""A page of the rules as people write it: which spells stand there, and the words after each label.

The page is wikitext, which is read here, or Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from urllib.parse import quote

from mwparserfromhell.nodes import Argument, Comment, ExternalLink, Heading, HTMLEntity, Tag, Template, Text, Wikilink

from pbp.parsing import wikicode
from pbp.spells import steps
from pbp.spells.elsewhere import worked_out
from pbp.spells.page import markdown
from pbp.spells.page.layout import CONTROL, ITEM, LABEL, LABELS, RULE, Cell, PageTable, Section, grid, source_below
from pbp.spells.tables import cases
from pbp.spells.words import straight

_NOTE = re.compile(
    r"^[•\s(]*(notes?|nb|n\.b\.|reminder|flavou?r(?: text)?|author|history|comments?|proposed by)\s*:", re.IGNORECASE
)
_REMINDER = re.compile(r"\(\s*(?:reminder|note)\s*:[^()]*(?:\([^()]*\)[^()]*)*\)", re.IGNORECASE)
_NONE = {"none", "none.", "no inputs", "no cost", "no traits", "n/a", "-", "–", "—", "nothing", ""}
_GONE = {"ref", "references", "gallery"}
_STRUCK = {"s", "del", "strike"}
_RAISED = {"sup": "^", "sub": "_"}
_ANCHORS = {"anchor", "anchors", "anker"}
_SHOWN_ANCHORS = {"vanchor", "visible anchor"}
_HEADING = re.compile(r"(={1,6})([^=].*?)\1")
_LISTED = re.compile(r"^[*#]+ *")
_BESIDE = re.compile(r"^(['*:; ]*effects?'*:'*)[ \t](?=\{\|)", re.IGNORECASE | re.MULTILINE)
"""A label with a table beside it, which the wiki takes for one only in a line of its own."""
_STARRED = re.compile(r"(?<![\w*])(\*\*?)(?=[^\s*])(?P<words>[^*\n]*[^\s*])\1(?![\w*])")
"""Bold and italics as Markdown has them, on a wiki page; a list mark has no second one that closes it."""
_DEFINES = re.compile(r" ?[:=] | (?:is|are|be|means?|denotes?|if|when|who|unless|while|(?:I|we) mean)\b", re.IGNORECASE)
_DEFINED = re.compile(
    r"\b(?:called?|call [^.;\n]* the|by (?:an?|the)|(?:is|are)(?: an?| the)?|counts? as) $", re.IGNORECASE
)
"""What stands behind, or before, a word that the text explains."""
_BEHIND_DASH, _FIRST = (
    re.compile(
        r" [–—] (?:the|an?|any|all|those|whoever|half) (?![^.\n]*\b(?:gains?|loses?|pays?|becomes?|swaps?|steals?"
        r"|targets?|receives?|ha(?:s|ve) no effect|cannot|is|are)\b)"
    ),
    re.compile(r"(?:^|[\n.:*•] *)$"),
)
"""What a word means that stands first, and before a dash."""
_MARKDOWN = re.compile(r"^ {0,3}(?:#{1,6}|-+\s*$|=+\s*$)", re.MULTILINE)
"""A line with which a heading in Markdown is made."""


@dataclass(frozen=True)
class Passage:
    """A spell as it stands on the page: its name, the words after each label, and the page's anchor for it.

    `effects`: how often the label Effect stands there.
    """

    name: str
    text: dict[str, str] = field(default_factory=dict)
    anchor: str = ""
    effects: int = 1

    def get(self, label: str) -> str:
        """The words after a label; empty if there are none, or if they say "None"."""
        words = self.text.get(label, "")
        return "" if words.lower() in _NONE and label != "Effect" else words


def passages(page: str) -> list[Passage]:
    """The spells of a page in their order: headings with an Effect, and table rows under a header.

    The page is read in the markup in which more spells stand there; of as many, as wikitext.
    """
    return list(worked_out(_passages, page))


@lru_cache(maxsize=8)  # a draft is looked at again and again: for each spell's example, and for each rewording
def _passages(page: str) -> list[Passage]:
    found = _spells(sections(page))
    other = _spells(markdown.sections(page)) if _MARKDOWN.search(page) else []
    return other if len(other) > len(found) else found


def readings(page: str) -> Iterator[Sequence[Section]]:
    """The sections of a page, read as wikitext, then as Markdown."""
    yield sections(page)
    yield markdown.sections(page)


def section_text(page: str, heading: str) -> str | None:
    """What is written below a heading up to the next of its level, without the heading; the whole page for "".

    The heading's links, anchors and references do not matter. None if the page has no such section.
    """
    return worked_out(_section_text, page, heading) if heading else page


def _section_text(page: str, heading: str) -> str | None:
    text = next((text for read in readings(page) if (text := source_below(page, read, heading)) is not None), None)
    return None if text is None else text.strip() + "\n"


def sections(page: str) -> list[Section]:
    """The sections of a page in wikitext, the one before the first heading too.

    Of a page with more marks than are read only headings and lists count; the rest stands as it was typed.
    """
    if wikicode.marks(page) > wikicode.MOST_MARKS:
        return _as_typed(page)
    steps.spend_on_marks(wikicode.marks(page))
    found: list[Section] = []
    title, level, start, body = None, 0, 0, 0
    text: list[str] = []
    at = 0
    for node in wikicode.parse(_marked(page)).nodes:
        at += len(str(node))
        if isinstance(node, Heading):
            found.append(Section(title, level, start, body, _parts("".join(text))))
            title, level, start, body = _title(node), int(node.level), at - len(str(node)), at
            text = []
        else:
            text.append(_shown(node))
    found.append(Section(title, level, start, body, _parts("".join(text))))
    return found


def _marked(page: str) -> str:
    """A page as the wiki is to read it, as long as it was."""
    return _STARRED.sub(_unstarred, _BESIDE.sub("\\1\n", CONTROL.sub(" ", page)))


def _unstarred(told: re.Match[str]) -> str:
    """Words between stars without these; in quotes where it is said what they mean."""
    room, words = len(told[1]) * 2, told["words"]
    line = told.string.rfind("\n", 0, told.start()) + 1
    dashed = _BEHIND_DASH.match(told.string, told.end()) and _FIRST.search(told.string, line, told.start())
    defined = _DEFINES.match(told.string, told.end()) or _DEFINED.search(told.string, line, told.start()) or dashed
    if defined and not LABEL.match(words.rstrip(": ") + ":"):
        room, words = room - 2, f'"{words}"'
    return " " * room + words


def _as_typed(page: str) -> list[Section]:
    """The sections of a page by its lines alone."""
    found: list[Section] = []
    title, level, start, body, at = None, 0, 0, 0, 0
    lines: list[str] = []
    for line in CONTROL.sub(" ", page).splitlines(keepends=True):
        heading = _HEADING.fullmatch(line.rstrip())
        if heading:
            found.append(Section(title, level, start, body, ("".join(lines),)))
            title, level, start, body = heading[2].strip(), len(heading[1]), at, at + len(line)
            lines = []
        else:
            lines.append(_LISTED.sub(ITEM, line))
        at += len(line)
    found.append(Section(title, level, start, body, ("".join(lines),)))
    return found


def _title(heading: Heading) -> str:
    """A heading as it is shown."""
    words = []
    for node in heading.title.nodes:
        name = str(node.name).strip().casefold() if isinstance(node, Template) else ""
        if isinstance(node, Template) and name in _SHOWN_ANCHORS and node.params:
            words.append(_plain(node.params[0].value))
        elif name not in _ANCHORS:
            words.append(_shown(node))
    return "".join(words).strip()


def _parts(text: str) -> tuple[str | PageTable, ...]:
    """Runs of lines, and the tables between their marks."""
    pieces = re.split("(\x01[^\x01]*\x01)", text)
    return tuple(_table(piece[1:-1]) if piece.startswith("\x01") else piece for piece in pieces if piece)


def _plain(code: object) -> str:
    return "".join(_shown(node) for node in code.nodes) if hasattr(code, "nodes") else str(code or "")


def _shown(node: object) -> str:
    """What a reader sees of a node: lines, with "•" for a list item and tables between marks."""
    if isinstance(node, Text):
        return str(node.value)
    if isinstance(node, Comment):
        return ""
    if isinstance(node, Wikilink):
        title = str(node.title)
        if re.match(r"\s*(category|file|image)\s*:", title, re.IGNORECASE):
            return ""
        return _plain(node.text) if node.text is not None else title.lstrip(":")
    if isinstance(node, ExternalLink):
        return _plain(node.title) if node.title is not None else str(node.url)
    if isinstance(node, HTMLEntity):
        return _character(node)
    if isinstance(node, Tag):
        return _tag(node)
    if isinstance(node, Template | Argument):
        return f"{node}"
    return str(node)


def _character(entity: HTMLEntity) -> str:
    """The character that a reference stands for; one that nobody sees is a space, one that there is not stays."""
    try:
        return CONTROL.sub(" ", str(entity.normalize()))
    except (ValueError, OverflowError, KeyError):
        return str(entity)


def _tag(node: Tag) -> str:
    tag = str(node.tag).strip().lower()
    if tag in _GONE:
        return ""
    if tag == "table":
        return f"\x01{node}\x01"
    if tag == "br":
        return "\n"
    if tag == "hr":
        return "\n" + RULE + "\n"
    if tag in ("li", "dd", "dt") and node.wiki_markup:
        return {"*": ITEM, "#": ITEM, ":": ": ", ";": ""}.get(str(node.wiki_markup), "")
    inner = _plain(node.contents)
    if tag in _STRUCK:
        return f" [struck out: {inner}] " if inner.strip() else ""
    if tag in _RAISED and inner.strip():
        return _RAISED[tag] + inner
    if tag in ("b", "strong") and LABEL.match(inner.rstrip(": ") + ":"):
        return "\n" + inner
    return inner + "\n" if tag in ("p", "div", "li") else inner


def _spells(read: Sequence[Section]) -> list[Passage]:
    """The spells of a page's sections: a section with an Effect, and the rows of tables that name spells.

    Any other table below a label is part of what is said there.
    """
    found: list[Passage] = []
    for section in read:
        lines: list[str] = []
        for part in section.parts:
            if isinstance(part, PageTable) and _names_spells(part):
                found.extend(_rows(part))
            elif isinstance(part, PageTable):
                lines.extend([part.caption] * bool(part.caption))
                lines.extend(map(cases.line, part.rows))
            else:
                lines.extend(part.split("\n"))
        if section.title and (spell := _under(section.title, lines)) is not None:
            found.append(spell)
    return found


def _under(name: str, lines: Sequence[str]) -> Passage | None:
    """The spell in the lines under a heading; a section without an Effect is none."""
    text: dict[str, list[str]] = {}
    label = ""
    gap = False
    effects = 0
    for raw in lines:
        line = straight(raw).strip()
        bare = re.sub(r"^[:\s]+", "", line)
        match = LABEL.match(bare)
        if match:
            label, gap = LABELS[match[1].lower()], False
            text.setdefault(label, []).append(bare[match.end() :])
            effects += label == "Effect"
        elif line == RULE:
            label = ""
        elif bare == ITEM.strip():
            continue  # the mark of a label in bold, which begins a line of its own
        elif not bare or _NOTE.match(bare):
            gap = True
        elif label and (label == "Effect" or bare.startswith("•") or not gap):
            text[label].append(bare)
    if "Effect" not in text:
        return None
    return replace(_passage(name, {key: "\n".join(parts) for key, parts in text.items()}), effects=effects)


def _passage(name: str, text: dict[str, str]) -> Passage:
    clean = {label: _tidy(words) for label, words in text.items()}
    return Passage(name.strip(), clean, quote(name.strip().replace(" ", "_"), safe="_"))


def _tidy(words: str) -> str:
    lines = (re.sub(r"\s+", " ", line).strip() for line in _REMINDER.sub("", words).split("\n"))
    return "\n".join(line for line in lines if line)


def _header(row: Sequence[str]) -> list[str]:
    """The labels of a table's columns, if the row names an Effect column."""
    names = [word.lower().strip(": ") for word in row]
    if "effect" not in names and "effects" not in names:
        return []
    return ["Name" if n in ("name", "spell", "spell name") else LABELS.get(n, "") for n in names]


def _names_spells(table: PageTable) -> bool:
    """Whether a table is of spells: it has a Name (or Spell) and an Effect column."""
    return any("Name" in _header(row) for row in table.rows)


def _rows(table: PageTable) -> Iterator[Passage]:
    """The spells of a table: rows whose header names a Name (or Spell) and an Effect column."""
    header: list[str] = []
    for row in table.rows:
        if not header:
            header = _header(row)
            continue
        text = {label: word for label, word in zip(header, row, strict=False) if label and label != "Name"}
        name = next((word for label, word in zip(header, row, strict=False) if label == "Name"), "")
        if name and text.get("Effect"):
            yield _passage(straight(name), text)


def _table(written: str) -> PageTable:
    """A table by itself."""
    node = wikicode.parse(written).nodes[0]
    if not isinstance(node, Tag):
        return PageTable("", ())
    caption = "".join(_plain(tag.contents) for tag in _within(node, "td", "caption") if _is_caption(tag))
    rows = [row for row in (_cells(node), *map(_cells, _within(node, "tr"))) if row]
    return PageTable(caption.strip(), grid(rows))


def _within(node: Tag, *names: str) -> list[Tag]:
    return [tag for tag in node.contents.ifilter_tags(recursive=False) if str(tag.tag).strip().lower() in names]


def _is_caption(tag: Tag) -> bool:
    return str(tag.tag).strip().lower() == "caption" or str(tag).startswith("|+")


def _cells(row: Tag) -> list[Cell]:
    """The cells of a row; of a table, those that stand before its first row mark."""
    return [
        Cell(_plain(tag.contents).strip(), _span(tag, "rowspan"), _span(tag, "colspan"))
        for tag in _within(row, "th", "td")
        if not _is_caption(tag)
    ]


def _span(tag: Tag, name: str) -> int:
    """How many rows or columns a cell spans."""
    if not tag.has(name):
        return 1
    value = str(tag.get(name).value).strip(" \"'")
    return int(value) if re.fullmatch(r"[0-9]{1,4}", value) else 1
