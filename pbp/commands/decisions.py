"""The Battle Master's decisions in a letter: each begins a line with its verb, and goes on to the next blank one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pbp.commands import Written
from pbp.commands.words import DECISIONS

_LINE = re.compile(
    r"(?:#(?P<duel>\d{1,9})[\s:,.]+)?"
    rf"(?P<verb>{'|'.join(sorted(DECISIONS, key=len, reverse=True))})(?:[\s:]+(?P<words>.*))?$"
)
_STEP = re.compile(r"(?:^|\s)STEP\s+(\d{1,6})\b")
_WHY = re.compile(r"(?:^|\s)WHY:?\s+(\S.*)$")


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: its verb, the duel and the step that it means, what is said to it, and the reason given."""

    line: str
    verb: str
    duel: int | None = None
    step: int | None = None
    words: str = ""
    why: str = ""


def decisions(letter: Written) -> tuple[list[Decision], Written]:
    """The decisions in a letter, and the letter without them. Total."""
    found: list[str] = []
    rest: list[str] = []
    inside = False
    for line in letter.lines:
        if _LINE.match(line):
            found.append(line)
            inside = True
        elif inside and line:
            found[-1] += f" {line}"
        else:
            inside = False
            rest.append(line)
    return [_read(line) for line in found], replace(letter, lines=tuple(rest))


def _read(line: str) -> Decision:
    found = _LINE.match(line)
    assert found
    words = found["words"] or ""
    why = _WHY.search(words)
    head = words[: why.start()] if why else words
    step = _STEP.search(head)
    if step:
        head = head[: step.start()] + head[step.end() :]
    duel = int(found["duel"]) if found["duel"] else None
    return Decision(line, found["verb"], duel, int(step[1]) if step else None, head.strip(), why[1] if why else "")
