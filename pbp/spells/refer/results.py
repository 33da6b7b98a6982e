"""What "the result" means: of the last roll, or of the last two."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle


def result_of(rolls: tuple[t.Roll, ...], which: str) -> t.Num:
    """The result of that kind of the rolls spoken of. Raises Puzzle."""
    if not rolls:
        raise Puzzle("nothing has been rolled before this", "say: Roll DICE6.")
    if len(rolls) == 1 and which in ("", "higher", "lower"):
        if which:
            raise Puzzle("there is only one result")
        return rolls[0]
    if len(rolls) == 2:
        match which:
            case "first":
                return rolls[0]
            case "second":
                return rolls[1]
            case "sum":
                return t.Add(rolls)
            case "gap":
                return t.Gap(*rolls)
            case "higher":
                return t.Greatest(rolls)
            case "lower":
                return t.Least(rolls)
    raise Puzzle("it is not clear which result is meant")


def rounded(number: t.Num, way: str) -> t.Num:
    """A quotient with its rounding. Raises Puzzle."""
    match number:
        case t.Part(_, _, ""):
            return replace(number, rounding=way)
        case t.Part(_, _, rounding) if rounding == way:
            return number
    raise Puzzle("there is nothing to be rounded here")
