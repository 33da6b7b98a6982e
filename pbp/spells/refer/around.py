""" "Each Wizard who cast Burn loses 2 Stars, and their neighbours lose 1 each": the neighbours of each of these."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import mapped, parts

_NEIGHBOURS = t.Neighbours(t.They("owner"))
_THEIR_NEIGHBOURS = (t.Neighbours(t.They("they")), t.Neighbours(t.They("them")))
_NO_OTHERS = (t.All, t.Member, t.Subject, t.Those)
"""Who may be spoken of before "their neighbours": nobody else whose neighbours those could be."""

_NAMED = (t.Chosen, t.At, t.Offset, t.Top, t.Pick, t.LetterWho)
"""Who may have been named in a sentence before, and be meant by "their"."""


def spelt_out(before: list[t.Act], sentence: t.Act) -> t.Act:
    """So often as such a Wizard is next to somebody: each Wizard loses 1 Star for each neighbour who cast Burn.

    Who "they" are right after that, these or their neighbours, is not clear. Raises Puzzle.
    """
    if any(map(_is_around, parts(tuple(before[-1:])))) and any(map(_leans, parts(sentence))):
        raise Puzzle("those Wizards, or their neighbours?", "say who is meant", double=True)
    found: t.Act = mapped(sentence, _with_neighbours)
    if found != sentence and names_one(before):
        raise Puzzle("whose neighbours are these?", "name the Wizard", double=True)
    return found


def names_one(before: list[t.Act]) -> bool:
    """Whether a sentence before names one Wizard who could be meant by "they"."""
    return any(isinstance(part, _NAMED) for part in parts(tuple(before)))


def _leans(part: t.Node) -> bool:
    """Whether this is said of those who were spoken of before, or of all but them."""
    return isinstance(part, t.Others | t.Did) or (isinstance(part, t.They) and part.word != "owner")


def _is_around(node: t.Node) -> bool:
    match node:
        case t.Seq((t.Clause(t.Those(t.All(), test)), t.Clause(t.All(), (t.Change(amount=number),)))):
            return t.Those(_NEIGHBOURS, test) in parts(number)
    return False


def _with_neighbours(node: Any) -> Any:
    match node:
        case t.Seq((t.Clause(t.Those(t.All(), test), acts, "s") as first, t.Clause(who, (last,)))) if (
            who in _THEIR_NEIGHBOURS
        ):
            if not all(map(_is_no_other, parts(first))):
                raise Puzzle("whose neighbours are these?", "name the Wizard", double=True)
            attrs = {act.attr for act in acts if isinstance(act, t.Change)}
            match last:
                case t.Change(t.Subject(), attr, amount=t.Int() as each, floor=None) if attr or len(attrs) == 1:
                    number: t.Num = t.Count(t.Those(_NEIGHBOURS, test))
                    number = number if each == t.Int(1) else t.Times(each, number)
                    change = replace(last, attr=attr or attrs.pop(), amount=number)
                    return t.Seq((first, t.Clause(t.All(), (change,), "s")))
    return node


def _is_no_other(part: t.Node) -> bool:
    if isinstance(part, t.Caster):
        return part.you
    return isinstance(part, _NO_OTHERS) or not isinstance(part, t.Who)
