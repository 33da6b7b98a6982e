"""The differences of two texts, line by line and, within a changed line, word by word."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

AROUND = 2
"""Unchanged lines shown before and after a change."""


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line of a comparison: `kind` is same, gone, new or gap (unchanged lines left out); numbers from 1."""

    kind: str
    html: Markup
    old: int | None = None
    new: int | None = None


def compared(old: str, new: str) -> list[ComparedLine]:
    """What a reader sees of the way from the old text to the new; empty if they are the same."""
    before, after = old.splitlines(), new.splitlines()
    matcher = difflib.SequenceMatcher(None, before, after)
    lines: list[ComparedLine] = []
    for group in matcher.get_grouped_opcodes(AROUND):
        if lines or group[0][1] > 0:
            lines.append(ComparedLine("gap", Markup("")))
        for tag, a, b, c, d in group:
            if tag == "equal":
                lines += [ComparedLine("same", escape(before[a + n]), a + n + 1, c + n + 1) for n in range(b - a)]
            else:
                lines += _changed(before[a:b], after[c:d], a + 1, c + 1)
    return lines


def _changed(before: list[str], after: list[str], old: int, new: int) -> Iterator[ComparedLine]:
    pairs = [_words(one, other) for one, other in zip(before, after, strict=False)]
    gone = [pair[0] for pair in pairs] + [escape(line) for line in before[len(pairs) :]]
    come = [pair[1] for pair in pairs] + [escape(line) for line in after[len(pairs) :]]
    for n, html in enumerate(gone):
        yield ComparedLine("gone", html, old=old + n)
    for n, html in enumerate(come):
        yield ComparedLine("new", html, new=new + n)


def _words(one: str, other: str) -> tuple[Markup, Markup]:
    """Two lines with the words marked in which they differ."""
    left, right = re.findall(r"\w+|\s+|[^\w\s]", one), re.findall(r"\w+|\s+|[^\w\s]", other)
    # Comparing takes the square of the length: a line of thousands of words is marked as a whole.
    if len(left) * len(right) > 250_000:
        return escape(one), escape(other)
    shown = (Markup(""), Markup(""))
    for tag, a, b, c, d in difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        parts = ("".join(left[a:b]), "".join(right[c:d]))
        names = ("del", "ins")
        shown = tuple(  # type: ignore[assignment]
            have + (escape(part) if tag == "equal" or not part else Markup("<{0}>{1}</{0}>").format(name, part))
            for have, part, name in zip(shown, parts, names, strict=True)
        )
    return shown
