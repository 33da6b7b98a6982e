"""A sentence taken apart where its parts can be read by themselves: a frame, a condition, what then happens."""

from __future__ import annotations

import re
from dataclasses import dataclass

FRAME, CONDITION, OUTCOME = "frame", "condition", "outcome"
_FRAME = re.compile(
    r"(?:for the (?:remainder|rest) of (?:this|the)(?: current)? duel|until (?:the end of )?(?:this|the) duel"
    r"(?: ends| is over)?|otherwise|then|after that|instead)\b,?\s+",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?:if|unless|should|whenever|when|each time|every time|as long as|provided|in case|only if)\b", re.IGNORECASE
)
_TRAILING = re.compile(r",?\s+(?=(?:if|unless|provided|as long as|whenever|only if)\b)", re.IGNORECASE)
_JOINT = re.compile(r",?\s+and\s+|;\s+(?:and\s+)?|,\s+but\s+|,\s+(?=then\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence, as written without the comma or full stop that ends it."""

    kind: str
    text: str


def pieces(sentence: str, *, comma: int = 0) -> list[Piece]:
    """The frame, the condition and the outcome, as far as they are there; `comma` is the number of the one between."""
    text = sentence.strip().rstrip(".;!").strip()
    found: list[Piece] = []
    frame = _FRAME.match(text)
    if frame:
        found.append(Piece(FRAME, frame[0].rstrip(" ,")))
        text = text[frame.end() :]
    if _CONDITION.match(text):
        commas = [match.start() for match in re.finditer(r"[,:]\s", text)]
        if comma < len(commas):
            at = commas[comma]
            return [*found, Piece(CONDITION, text[:at]), Piece(OUTCOME, text[at + 2 :].strip())]
    trailing = list(_TRAILING.finditer(text))
    if trailing and comma == 0:
        cut = trailing[-1]
        return [*found, Piece(CONDITION, text[cut.end() :]), Piece(OUTCOME, text[: cut.start()])]
    return [*found, Piece(OUTCOME, text)] if text else found


def parted(piece: Piece) -> list[Piece]:
    """An outcome cut into those that it joins."""
    return [Piece(OUTCOME, part.strip()) for part in _JOINT.split(piece.text) if part.strip()]


def joined(parts: list[Piece]) -> str:
    """A sentence of these parts."""
    head = [_small(part.text, number) for number, part in enumerate(parts) if part.kind != OUTCOME]
    outcomes = [part.text for part in parts if part.kind == OUTCOME]
    body = " and ".join(_small(text, number + len(head)) for number, text in enumerate(outcomes))
    said = ", ".join([*head, body] if body else head)
    return said[:1].upper() + said[1:] + "."


def _small(text: str, number: int) -> str:
    """A part in the midst of a sentence begins in small letters, unless it begins with a name."""
    first = text.split(" ")[0]
    if number and first in _OPENING:
        return text[:1].lower() + text[1:]
    return text


_OPENING = frozenset(
    "If Unless Should Whenever When Each Every As Provided In The A An That Those Any All One Gain Gains Lose Pay "
    "Steal Swap They Their You Your This These Both Neither No Nobody Other Another Otherwise Then Double Halve "
    "Spells Wizards Whoever Who".split()
)
