"""Stars that are taken, and not said from whom: "Take 6 Stars" is a gain where there is nobody to take them from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import parts, replaced

_NOBODY = (t.Caster, t.Member, t.Subject)
"""Who is nobody else: the caster, and each of a group that is spoken of for itself."""


def gained(sentences: list[t.Act], inputs: Sequence[t.Input]) -> list[t.Act]:
    """The sentences of an Effect, where what is taken from nobody is gained. Raises Puzzle.

    "Take 6 Stars, and make every other Wizard lose 4": a gain. "Every other Wizard loses 4 Stars. Take 6 Stars",
    "If a neighbour cast Burn, take 2 Stars", and where a Wizard is chosen: from them?
    """
    found = [part for part in parts(tuple(sentences)) if isinstance(part, t.FromNobody)]
    if not found:
        return sentences
    told = any(asked.kind in ("position", "wizard") for asked in inputs)
    for sentence in sentences:
        taken = any(isinstance(part, t.FromNobody) for part in parts(sentence))
        conds = [part for part in parts(sentence) if isinstance(part, t.Cond)]
        told = told or (taken and any(True for _ in _spoken_of(tuple(conds))))  # "take 6 Stars if a neighbour ..."
        for part in _spoken_of(sentence):
            if isinstance(part, t.FromNobody) and (told or any(True for _ in _spoken_of(part.gain, t.Count))):
                raise Puzzle("it is not said from whom these are taken", "say: gain 2 Stars, or from whom", double=True)
            told = told or not isinstance(part, t.FromNobody)
    gains: dict[t.Node, t.Node] = {part: part.gain for part in found}
    return [replaced(sentence, gains) for sentence in sentences]


def _spoken_of(node: Any, *but: type[t.Node]) -> Iterator[t.Node]:
    """Who is spoken of in a tree, and what is taken, from left to right; nobody who is only counted with all, or of
    whom it is said that there is none: "if there are fewer than 4 Wizards", "if no neighbour cast Burn".
    """
    match node:
        case tuple():
            for part in node:
                yield from _spoken_of(part, *but)
        case t.Count(t.All()) | t.Holds(_, "=", t.Int(0)):
            return
        case t.FromNobody():
            yield node
        case t.Who() if not isinstance(node, _NOBODY):
            yield node
        case t.Node() if not isinstance(node, but):
            for part in fields(node):
                yield from _spoken_of(getattr(node, part.name), *but)
