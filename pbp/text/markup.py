"""The markups of the sites: how each writes a heading, a link, a table, and what must be escaped in it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol
from urllib.parse import quote

from markupsafe import Markup as Safe


class Markup(Protocol):
    """One way of writing: each method returns text that is safe there, from values that are escaped unless Safe."""

    name: str

    def text(self, value: object) -> Safe: ...
    def bold(self, value: object) -> Safe: ...
    def link(self, url: str, label: object) -> Safe: ...
    def heading(self, value: object, level: int = 2) -> Safe: ...
    def para(self, *values: object) -> Safe: ...
    def items(self, values: Iterable[object]) -> Safe: ...
    def table(self, head: Sequence[object], rows: Iterable[Sequence[object]]) -> Safe: ...
    def pre(self, value: str) -> Safe: ...
    def picture(self, url: str, label: object) -> Safe: ...
    def key(self, key: str) -> Safe: ...
    def joined(self, values: Iterable[object]) -> Safe: ...


class Plain:
    """Letters and terminals: nothing has a meaning, so nothing is escaped; a value stays on its line."""

    name = "plain"

    def text(self, value: object) -> Safe:
        return value if isinstance(value, Safe) else Safe(one_line(value))

    def bold(self, value: object) -> Safe:
        return self.text(value)

    def link(self, url: str, label: object) -> Safe:
        return Safe(f"{self.text(label)}: {url}" if str(label) != url else url)

    def heading(self, value: object, level: int = 2) -> Safe:
        words = self.text(value)
        return Safe(f"{words}\n{('=' if level < 3 else '-') * len(words)}\n\n")

    def para(self, *values: object) -> Safe:
        return Safe(_flow(self, values) + "\n\n")

    def items(self, values: Iterable[object]) -> Safe:
        return Safe("".join(f"* {self.text(value)}\n" for value in values) + "\n")

    def table(self, head: Sequence[object], rows: Iterable[Sequence[object]]) -> Safe:
        lines = [[self.text(cell) for cell in row] for row in (head, *rows)]
        widths = [max(len(row[column]) for row in lines) for column in range(len(head))]
        lines.insert(1, [Safe("-" * width) for width in widths])
        return Safe(
            "\n".join(
                "  ".join(f"{cell!s:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in lines
            )
            + "\n\n"
        )

    def pre(self, value: str) -> Safe:
        return Safe(value.strip("\n") + "\n\n")

    def picture(self, url: str, label: object) -> Safe:
        return self.para(self.link(url, label))

    def key(self, key: str) -> Safe:
        return Safe("")

    def joined(self, values: Iterable[object]) -> Safe:
        return Safe(", ".join(map(self.text, values)))


class Html:
    """WordPress and the embedded site's blog."""

    name = "html"

    def text(self, value: object) -> Safe:
        return value if isinstance(value, Safe) else Safe(html.escape(one_line(value)))

    def bold(self, value: object) -> Safe:
        return Safe(f"<strong>{self.text(value)}</strong>")

    def link(self, url: str, label: object) -> Safe:
        return Safe(f'<a href="{html.escape(url)}">{self.text(label)}</a>')

    def heading(self, value: object, level: int = 2) -> Safe:
        return Safe(f"<h{level}>{self.text(value)}</h{level}>\n")

    def para(self, *values: object) -> Safe:
        return Safe(f"<p>{_flow(self, values)}</p>\n")

    def items(self, values: Iterable[object]) -> Safe:
        return Safe("<ul>\n" + "".join(f"<li>{self.text(value)}</li>\n" for value in values) + "</ul>\n")

    def table(self, head: Sequence[object], rows: Iterable[Sequence[object]]) -> Safe:
        top = "".join(f'<th scope="col">{self.text(cell)}</th>' for cell in head)
        body = "".join("<tr>" + "".join(f"<td>{self.text(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
        return Safe(f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n")

    def pre(self, value: str) -> Safe:
        return Safe(f"<pre>{html.escape(value)}</pre>\n")

    def picture(self, url: str, label: object) -> Safe:
        image = f'<img class="drawn" src="{html.escape(url)}" alt="{self.text(label)}" loading="lazy">'
        return Safe(f"<p>{image}</p>\n")

    def key(self, key: str) -> Safe:
        return Safe(f"<!-- pbp:{key} -->\n")

    def joined(self, values: Iterable[object]) -> Safe:
        return Safe(", ".join(map(self.text, values)))


class Wikitext:
    """MediaWiki and the embedded site's wiki: what could mean something is written as a character reference."""

    name = "wikitext"
    _special = re.compile(
        r"[&<>\[\]{}|'~_!]|://|^[*#:;=\s-]|\b(?:RFC|PMID|ISBN)(?= )|\b(?:https?|ftp|mailto)(?=:)", re.I
    )

    def text(self, value: object) -> Safe:
        if isinstance(value, Safe):
            return value
        return _referenced(self._special, value)

    def bold(self, value: object) -> Safe:
        return Safe(f"'''{self.text(value)}'''")

    def link(self, url: str, label: object) -> Safe:
        return Safe(f"[{_percent(url, r'][<>{}|')} {self.text(label)}]")

    def heading(self, value: object, level: int = 2) -> Safe:
        return Safe(f"{'=' * level} {self.text(value)} {'=' * level}\n")

    def para(self, *values: object) -> Safe:
        return Safe(_flow(self, values) + "\n\n")

    def items(self, values: Iterable[object]) -> Safe:
        return Safe("".join(f"* {self.text(value)}\n" for value in values) + "\n")

    def table(self, head: Sequence[object], rows: Iterable[Sequence[object]]) -> Safe:
        top = " !! ".join(map(self.text, head))
        body = "".join("|-\n| " + " || ".join(map(self.text, row)) + "\n" for row in rows)
        return Safe(f'{{| class="wikitable"\n! {top}\n{body}|}}\n\n')

    def pre(self, value: str) -> Safe:
        return Safe(f"<pre>{html.escape(value, quote=False)}</pre>\n")

    def picture(self, url: str, label: object) -> Safe:
        return self.para(self.link(url, label))

    def key(self, key: str) -> Safe:
        return Safe(f"<!-- pbp:{key} -->\n")

    def joined(self, values: Iterable[object]) -> Safe:
        return Safe(", ".join(map(self.text, values)))


class Markdown:
    """Reddit, old and new: punctuation that could mean something is written as a character reference."""

    name = "markdown"
    _special = re.compile(r"[\\`*_{}\[\]()#+!|<>~^&=-]|://|(?<![^\W_])/?[ur]/(?=\w)|^\d+(?=[.)])|@|www(?=\.)", re.I)

    def text(self, value: object) -> Safe:
        if isinstance(value, Safe):
            return value
        return _referenced(self._special, value)

    def bold(self, value: object) -> Safe:
        return Safe(f"**{self.text(value)}**")

    def link(self, url: str, label: object) -> Safe:
        return Safe(f"[{self.text(label)}]({_percent(url, '()<>[]')})")

    def heading(self, value: object, level: int = 2) -> Safe:
        return Safe(f"{'#' * level} {self.text(value)}\n\n")

    def para(self, *values: object) -> Safe:
        return Safe(_flow(self, values) + "\n\n")

    def items(self, values: Iterable[object]) -> Safe:
        return Safe("".join(f"* {self.text(value)}\n" for value in values) + "\n")

    def table(self, head: Sequence[object], rows: Iterable[Sequence[object]]) -> Safe:
        def line(cells: Iterable[object]) -> str:
            return "| " + " | ".join(map(self.text, cells)) + " |\n"

        return Safe(line(head) + "|" + ":--|" * len(head) + "\n" + "".join(map(line, rows)) + "\n")

    def pre(self, value: str) -> Safe:
        return Safe("\n".join("    " + line for line in value.splitlines()) + "\n\n")

    def picture(self, url: str, label: object) -> Safe:
        return self.para(self.link(url, label))

    def key(self, key: str) -> Safe:
        return Safe(f"[](#pbp-{quote(key, safe='/:')})\n\n")

    def joined(self, values: Iterable[object]) -> Safe:
        return Safe(", ".join(map(self.text, values)))


MARKUPS: Mapping[str, Markup] = {markup.name: markup for markup in (Plain(), Html(), Wikitext(), Markdown())}


def one_line(value: object) -> str:
    """A value as text on one line, its white space folded."""
    return " ".join(str(value).split())


def _flow(markup: Markup, values: Iterable[object]) -> str:
    """Values one after another, each escaped; a space at a value's edge stays one space."""
    parts = []
    for value in values:
        words = str(value)
        parts += [" " * words[:1].isspace(), markup.text(value), " " * (len(words) > 1 and words[-1:].isspace())]
    return "".join(parts).strip()


def _referenced(special: re.Pattern[str], value: object) -> Safe:
    """A value with every special character written as a character reference."""
    return Safe(special.sub(lambda found: "".join(f"&#{ord(c)};" for c in found[0]), one_line(value)))


def _percent(url: str, marks: str) -> str:
    """An address in which white space, quotes, backslashes and these marks are percent-encoded."""
    return "".join(f"%{ord(c):02X}" if c in marks + '"\\' or c.isspace() else c for c in url)
