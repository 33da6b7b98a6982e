"""Text that tries to change the markup around it, and what tells whether it has."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from pbp.text.markup import MARKUPS, one_line

HOSTILE = (Path(__file__).with_name("hostile.txt")).read_text(encoding="utf-8").splitlines()


def page(markup: str, text: str) -> str:
    """A page that has a person's text in every place where we put one."""
    m = MARKUPS[markup]
    parts = [
        m.heading(text),
        m.para("before ", text, " after"),
        m.para(text),
        m.para(m.bold(text), " and ", m.link("https://wizards.example/duel", text)),
        m.items([text, text]),
        m.table(["Wizard", text], [[text, "5"], ["5", text]]),
        m.pre(text),
        m.para("end"),
    ]
    return "".join(parts)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.shape: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append(f"<{tag} {' '.join(sorted(name for name, _ in attrs))}>")

    def handle_endtag(self, tag: str) -> None:
        self.shape.append(f"</{tag}>")

    def handle_comment(self, data: str) -> None:
        self.shape.append("<!-->")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def shape(html: str) -> list[str]:
    """The tags of a page in order, each with the names of its attributes."""
    reader = _Reader()
    # MediaWiki's second anchor of a heading that has more than letters in it.
    reader.feed(re.sub('<span id="[^"]*"></span>', "", html))
    return reader.shape


def words(html: str) -> str:
    """All that a reader sees of a page, white space folded."""
    reader = _Reader()
    reader.feed(html)
    return one_line("".join(reader.words))
