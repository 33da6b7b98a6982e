"""What the rules of spell.lark mean: "that Burn", "the chosen Wizard's Burn", "such Wizards", "that neighbour".

One function for each name after "->".
"""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.sense.casts import kind_named, spells_subj
from pbp.spells.sense.conditions import Subj, conj, exists, subj_any, subj_count, subj_none
from pbp.spells.sense.wizards import THEY

_SUCH = t.They("such Wizard")
"""Those of whom the sentence before says something."""


def that_neighbour() -> t.Who:
    return t.They("that neighbour")


def casts_owned(who: t.Who, kind: t.Cond, *tests: t.Cond) -> t.Who:
    """ "The chosen Wizard's Burn": their spell, if it is one."""
    return t.Casters(t.Owner(who), conj(kind, *tests))


def casts_their_kind(kind: t.Cond, *tests: t.Cond) -> t.Who:
    return casts_owned(THEY, kind, *tests)


def casts_that_named(name: str) -> t.Who:
    """ "If the chosen Wizard cast Burn, that Burn has no effect": the one spoken of."""
    return t.They(f"spell named {name}")


def casts_that_trait(name: str) -> t.Who:
    return t.They(f"spell with {name}")


def count_named_casts(op: tuple[str, int], name: str, *tests: t.Cond) -> Subj:
    """ "If exactly one Burn targets the caster"."""
    return spells_subj(op, kind_named(name, *tests))


def no_such() -> Subj:
    """ "If there is no such Wizard"."""
    return subj_none(_SUCH)


def any_such() -> Subj:
    return subj_any(_SUCH)


def many_such(op: tuple[str, int]) -> Subj:
    return subj_count(op, _SUCH)


def none_such_note(act: t.Act, such: Subj) -> t.Act:
    """ "(If there is no such Wizard, nothing happens)", in brackets after the outcome."""
    return t.Seq((act, t.If(exists(such), (t.Clause(None, (t.Nothing(),)),))))
