"""A spell list page as people write it: which spells stand there, and the words after each label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import quote

import mwparserfromhell
from mwparserfromhell.nodes import Argument, Comment, ExternalLink, Heading, HTMLEntity, Tag, Template, Text, Wikilink

from pbp.spells.words import straight

LABELS = {
    "input": "Inputs", "inputs": "Inputs", "effect": "Effect", "effects": "Effect", "cost": "Cost", "costs": "Cost",
    "speed": "Speed", "speeds": "Speed", "trait": "Traits", "traits": "Traits",
}  # fmt: skip
_LABEL = re.compile(r"^[•\s]*(inputs?|effects?|costs?|speeds?|traits?)\s*:\s*", re.IGNORECASE)
_NOTE = re.compile(
    r"^[•\s(]*(notes?|nb|n\.b\.|reminder|flavou?r(?: text)?|author|history|comments?|proposed by)\s*:", re.IGNORECASE
)
_REMINDER = re.compile(r"\(\s*(?:reminder|note)\s*:[^()]*(?:\([^()]*\)[^()]*)*\)", re.IGNORECASE)
_NONE = {"none", "none.", "no inputs", "no cost", "no traits", "n/a", "-", "–", "—", "nothing", ""}
_GONE = {"ref", "references", "gallery"}
_STRUCK = {"s", "del", "strike"}
_RULE = "\x02"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")


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


def passages(wikitext: str) -> list[Passage]:
    """The spells of a page in their order: headings with an Effect, and table rows under a header."""
    found: list[Passage] = []
    name = ""
    lines: list[str] = []
    for title, text in _sections(wikitext):
        if title is not None:
            _close(name, lines, found)
            name, lines = title, []
        for piece in re.split("(\x01[^\x01]*\x01)", text):
            if piece.startswith("\x01"):
                found.extend(_rows(piece[1:-1]))
            else:
                lines.extend(piece.split("\n"))
    _close(name, lines, found)
    return found


def _sections(wikitext: str) -> Iterator[tuple[str | None, str]]:
    code = mwparserfromhell.parse(_CONTROL.sub(" ", wikitext))
    title: str | None = None
    text: list[str] = []
    for node in code.nodes:
        if isinstance(node, Heading):
            yield title, "".join(text)
            title, text = _plain(node.title).strip(), []
        else:
            text.append(_shown(node))
    yield title, "".join(text)


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
        return str(node.normalize())
    if isinstance(node, Tag):
        return _tag(node)
    if isinstance(node, Template | Argument):
        return f"{node}"
    return str(node)


def _tag(node: Tag) -> str:
    tag = str(node.tag).strip().lower()
    if tag in _GONE:
        return ""
    if tag == "table":
        return f"\x01{node}\x01"
    if tag == "br":
        return "\n"
    if tag == "hr":
        return "\n" + _RULE + "\n"
    if tag in ("li", "dd", "dt") and node.wiki_markup:
        return {"*": "• ", "#": "• ", ":": ": ", ";": ""}.get(str(node.wiki_markup), "")
    inner = _plain(node.contents)
    if tag in _STRUCK:
        return f" [struck out: {inner}] " if inner.strip() else ""
    if tag in ("b", "strong") and _LABEL.match(inner.rstrip(": ") + ":"):
        return "\n" + inner
    return inner + "\n" if tag in ("p", "div", "li") else inner


def _close(name: str, lines: list[str], found: list[Passage]) -> None:
    """Reads the lines under a heading; a section without an Effect is no spell."""
    text: dict[str, list[str]] = {}
    label = ""
    gap = False
    effects = 0
    for raw in lines:
        line = straight(raw).strip()
        bare = re.sub(r"^[:\s]+", "", line)
        match = _LABEL.match(bare)
        if match:
            label, gap = LABELS[match[1].lower()], False
            text.setdefault(label, []).append(bare[match.end() :])
            effects += label == "Effect"
        elif line == _RULE:
            label = ""
        elif bare == "•":
            continue  # the mark of a label in bold, which begins a line of its own
        elif not bare or _NOTE.match(bare):
            gap = True
        elif label and (label == "Effect" or bare.startswith("•") or not gap):
            text[label].append(bare)
    if "Effect" in text and name:
        passage = _passage(name, {key: "\n".join(parts) for key, parts in text.items()})
        found.append(replace(passage, effects=effects))


def _passage(name: str, text: dict[str, str]) -> Passage:
    clean = {label: _tidy(words) for label, words in text.items()}
    return Passage(name.strip(), clean, quote(name.strip().replace(" ", "_"), safe="_"))


def _tidy(words: str) -> str:
    lines = (re.sub(r"\s+", " ", line).strip() for line in _REMINDER.sub("", words).split("\n"))
    return "\n".join(line for line in lines if line)


def _rows(table: str) -> Iterator[Passage]:
    """The spells of one table: rows whose header names a Name (or Spell) and an Effect column."""
    header: list[str] = []
    node = mwparserfromhell.parse(table).nodes[0]
    if isinstance(node, Tag):
        loose = _cells(node)
        if loose:
            yield from _row(loose, header)
        for row in node.contents.ifilter_tags(matches=lambda tag: str(tag.tag).strip() == "tr", recursive=False):
            yield from _row(_cells(row), header)


def _cells(row: Tag) -> list[Tag]:
    """The cells of a row; of a table, those that stand before its first row mark, without the caption."""
    cells = (tag for tag in row.contents.ifilter_tags(recursive=False) if str(tag.tag).strip() in ("th", "td"))
    return [cell for cell in cells if not str(cell).startswith("|+")]


def _row(cells: list[Tag], header: list[str]) -> Iterator[Passage]:
    words = [_plain(cell.contents).strip() for cell in cells]
    names = [word.lower().strip(": ") for word in words]
    if not header:
        if "effect" in names or "effects" in names:
            header.extend("Name" if name in ("name", "spell", "spell name") else LABELS.get(name, "") for name in names)
        return
    text = {label: word for label, word in zip(header, words, strict=False) if label and label != "Name"}
    name = next((word for label, word in zip(header, words, strict=False) if label == "Name"), "")
    if name and text.get("Effect"):
        yield _passage(straight(name), text)
