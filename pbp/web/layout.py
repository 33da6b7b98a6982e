"""A page of plain text in columns, as rules are sent by letter, cut into what a page of any width can show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

_WRAPPED = 84
"""A line that the next line's first word would have made longer than this goes on there."""
_DEEP = 4
"""So much deeper than a line that stands alone, the next explains it."""


@dataclass(slots=True)
class RulesPart:
    """A heading, a paragraph, or pairs of words and what they mean."""

    kind: str
    text: str = ""
    pairs: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Line:
    """A line as it was before it was wrapped: from a column on, words alone, or a `word` and from `column` on its text.

    `last`: how long the last of its lines is.
    """

    at: int
    text: str
    word: str = ""
    column: int = 0
    last: int = 0


def parts(text: str) -> list[RulesPart]:
    """What a plain text consists of, in order."""
    found: list[RulesPart] = []
    lines = list(_unwrapped(text))
    for line, after in zip_longest(lines, lines[1:]):
        if line is None:
            continue
        if line.word:
            if not found or found[-1].kind != "pairs":
                found.append(RulesPart("pairs"))
            found[-1].pairs.append((line.word, re.sub("  +", " · ", line.text)))
        elif _is_heading(line, after):
            found.append(RulesPart("heading", line.text))
        else:
            found.append(RulesPart("paragraph", line.text))
    return found


def _is_heading(line: _Line, after: _Line | None) -> bool:
    if line.at or line.text[-1] in ".,;:":
        return False
    return line.text.isupper() or (after is not None and after.at > 0)


def _unwrapped(text: str) -> Iterator[_Line | None]:
    """The lines as they were meant; None where blank ones end one."""
    line: _Line | None = None
    for raw in text.splitlines():
        if not (words := raw.strip()):
            if line is not None:
                yield line
                yield None
            line = None
        elif line is not None and _goes_on(line, raw):
            line.text, line.last = f"{line.text} {words}".strip(), len(raw)
        elif line is not None and not line.word and len(raw) - len(raw.lstrip()) >= line.at + _DEEP:
            line.word, line.text, line.column, line.last = line.text, words, len(raw) - len(raw.lstrip()), len(raw)
        else:
            if line is not None:
                yield line
            line = _read(raw)
    if line is not None:
        yield line


def _read(raw: str) -> _Line:
    at = len(raw) - len(raw.lstrip())
    pair = re.fullmatch(r"( +\S.*?)(  +)(\S.*)", raw.rstrip()) if at else None
    if pair is None:
        return _Line(at, raw.strip(), last=len(raw))
    return _Line(at, pair[3], pair[1].strip(), len(pair[1] + pair[2]), len(raw))


def _goes_on(line: _Line, raw: str) -> bool:
    at = len(raw) - len(raw.lstrip())
    if line.word and at >= line.column:
        return True
    if at < line.at or (line.word and at == line.at) or _read(raw).word:
        return False
    return line.last + 1 + len(raw.split()[0]) > _WRAPPED
