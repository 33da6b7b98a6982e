"""The spell list in a section of a wiki's ruleset page: the spells and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mwparserfromhell.nodes import Heading, Node, Tag, Wikilink

from pbp.parsing import wikicode
from pbp.spells.elsewhere import worked_out
from pbp.spells.page import markdown
from pbp.spells.page.wikitext import passages

_LINE = re.compile(r"^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$", re.MULTILINE)
"""A line across the page, in Markdown."""


def spells_alone(text: str) -> str:
    """The spells of a text, word for word as they stand there, without what stands round them; empty without any.

    A spell is a heading with all that is below it up to the next one, or stands in a table, which keeps its heading.
    Where they could not be read from that as they are from the whole (markup over headings), that is given.
    """
    return worked_out(_alone, text)


def _alone(text: str) -> str:
    wanted = passages(text)
    if not wanted:
        return ""
    for parts in (_of_wikitext, _of_markdown):
        alone = "".join(parts(text)).strip() + "\n"
        if passages(alone) == wanted:
            return alone
    return text


def _of_markdown(text: str) -> Iterator[str]:
    """The Markdown of each section with a spell or a table of spells, up to a line across the page."""
    found = markdown.sections(text)
    for part, end in zip(found, [*(later.start for later in found[1:]), len(text)], strict=True):
        whole = text[part.start : end]
        if wanted := passages(whole):
            above = _LINE.split(whole, maxsplit=1)[0]
            yield above if passages(above) == wanted else whole


def _of_wikitext(text: str) -> Iterator[str]:
    for heading, below in _sections(text):
        yield from _spells_of(heading, below)


def _sections(wikitext: str) -> Iterator[tuple[Heading | None, list[Node]]]:
    """Each heading with what is below it, up to the next; first what stands before any."""
    heading: Heading | None = None
    below: list[Node] = []
    for node in wikicode.parse(wikitext).nodes:
        if isinstance(node, Heading):
            yield heading, below
            heading, below = node, []
        else:
            below.append(node)
    yield heading, below


def _spells_of(heading: Heading | None, below: Sequence[Node]) -> Iterator[str]:
    """The wikitext of a section that is a spell, or of the tables with spells in one that is none."""
    tables = [node for node in below if isinstance(node, Tag) and str(node.tag).strip().lower() == "table"]
    text = "".join(str(node) for node in below if not any(node is table for table in tables))
    if heading is not None and passages(f"{heading}{text}"):
        own = [node for node in below if not _is_category(node)]
        line = next((place for place, node in enumerate(own) if _is_rule(node)), len(own))
        whole, above = (f"{heading}{''.join(map(str, nodes))}" for nodes in (own, own[:line]))
        yield above if passages(above) == passages(whole) else whole
    elif kept := [f"{node}\n" for node in tables if passages(str(node))]:
        yield from (f"{heading}\n" if heading else "", *kept)  # the heading ends the spell before it


def _is_rule(node: Node) -> bool:
    return isinstance(node, Tag) and str(node.tag).strip().lower() == "hr"


def _is_category(node: Node) -> bool:
    return isinstance(node, Wikilink) and str(node.title).strip().casefold().startswith("category:")
