"""The Battle Master's decisions: in a letter each begins a line with its verb, and goes on to the next blank one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pbp.commands import Written
from pbp.commands.word import CommandWord
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


def composed(
    word: CommandWord, values: Mapping[str, str], duel: int | None = None, step: int | None = None
) -> Decision:
    """The decision that a form makes: the values by the names of what it asks, and the reason as `why`."""
    parts = []
    for ask in word.asks:
        value = values.get(ask.name, "").strip()
        if value and ask.name != "why":
            said = value if ask.kind == "text" else " ".join(value.split())
            parts.append(ask.lead if ask.kind == "flag" else f"{ask.lead} {said}".strip())
    words, why = " ".join(parts), " ".join(values.get("why", "").split())
    line = " ".join(filter(None, (f"#{duel}" if duel else "", word.verb, words, f"WHY {why}" if why else "")))
    return Decision(line, word.verb, duel, step, words, why)
