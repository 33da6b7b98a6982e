"""By how much two numbers differ: "if your Stars and theirs differ by more than 5". One function for each "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.claims import claim
from pbp.spells.english.comparing import gap_of_two
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Amount, Number, Own, Phrase, Some
from pbp.spells.english.things import the_difference
from pbp.spells.english.verbs import v_be, vp_compared


def claim_differ(*said: Any) -> t.Cond:
    """ "(If) your Stars and theirs differ by more than 5", "your Stars differ from theirs by 5 or more"."""
    *_be, left, right, by = (part for part in said if not isinstance(part, Said | str))
    match left, right, by:
        case Some(), Some(), (_, Amount("=", _, str() as attr)) if (
            attr
        ):  # "if you and they differ by more than 5 Stars"
            left, right = Own(left, attr), Own(right, attr)
    return _are_apart(the_difference(left, right), by)


def claim_two_differ(*said: Any) -> t.Cond:
    """ "(Swap Stars with the target, unless) the two differ by more than 5"."""
    *noun, by = said
    return _are_apart(gap_of_two(*noun), by)


def _are_apart(gap: Phrase, by: Any) -> t.Cond:
    compared = by if isinstance(by, tuple) else ("=", Number(by))
    match compared, gap:
        case (_, Amount("=", number, attr, "", None, None)), Number(_, said) if attr == said:
            compared = compared[0], Number(number)  # "by more than 5 Stars"
    return claim(gap, vp_compared(v_be("s"), compared))
