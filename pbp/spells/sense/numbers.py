"""How much of what: amounts, what was gained or lost, and another size of it."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, ONE

Lately = tuple[t.Cond | None]
"""That a time or a source is named, and the source."""


MovedWhat = tuple[str, Any, str, tuple[Lately, ...]]
"""How many of what, and when or from what if that is said."""


def lately(*source: t.Cond) -> Lately:
    return (source[0] if source else None,)


def moved_stars(attr: str, who: t.Who, verb: str, *lately: Lately) -> t.Num:
    """What a Wizard gained or lost, with or without a word of when or from what."""
    if not verb:
        return t.Untimed(None)
    found = t.Moved(who, _way(verb), attr, lately[0][0] if lately else None)
    return found if lately else t.Untimed(found)


def _way(verb: str) -> str:
    return "loss" if verb.startswith("los") else "gain"


def times_of(left: t.Num, right: t.Num) -> t.Num:
    """So many for each."""
    return right if left == t.Int(1) else t.Times(left, right)


# What spells made somebody lose


def spell_made(made_by: t.Cond, who: t.Who, verb: str, what: MovedWhat) -> t.Cond:
    """ "If any spell made the caster lose Stars this Duel"."""
    op, number, attr, lately = what
    if any(part[0] is not None for part in lately):
        raise NoSense
    if (op, number) != (">=", ONE) and not isinstance(made_by, t.Same):
        raise NoSense  # "if any spell made them lose at least 3 Stars": one of them, and not all together
    moved = moved_stars(attr, ME, verb, (None if made_by == t.Always() else made_by,))
    return t.Holds(who, ">=", ONE, t.Compare(moved, op, number))


def multiplied(factor: int) -> t.Act:
    """ "(They lose) twice as much instead"."""
    return t.Instead(t.Clause(None, (t.Resize("", None, "", factor),)))
