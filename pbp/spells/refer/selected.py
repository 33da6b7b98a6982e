"""A spell that one sentence or another selects: "If exactly one targets you, it is selected. If several do, one is"."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t

_SELECTS = t.Clause(None, (t.SelectsIt(),))
_SEVERAL_SUCH = t.Compare(t.Count(t.They("such")), ">=", t.Int(2))


def spelt_out(sentences: list[t.Act]) -> list[t.Act]:
    """The sentences of an Effect, where what happens after the selected spell is said in each of the two cases."""
    for at in range(len(sentences) - 2):
        match sentences[at : at + 3]:
            case [
                t.If(t.Holds(_, "=", t.Int(1)) as alone, (only,), ()) as first,
                t.If(cond, (t.Clause(None, (t.Picks(pick),)),), ()) as second,
                t.Awaited(_, casts) as after,
            ] if only == _SELECTS and _of_several(cond, alone) and _one_of_them(pick) and _is_selected(casts):
                said = replace(after, casts=None)
                draws = t.Clause(None, (t.Picks(replace(pick, among=t.They("those spells"))),), "b")
                several = replace(alone, op=">=", number=t.Int(2))
                both = [replace(first, then=(said,)), replace(second, cond=several, then=(t.Seq((draws, said)),))]
                return [*sentences[:at], *both, t.Seq(()), *sentences[at + 3 :]]
    return sentences


def _one_of_them(pick: t.Pick) -> bool:
    return pick.count == 1 and pick.among in (t.They("them"), t.They("those"), t.They("those spells"))


def _of_several(cond: t.Cond, alone: t.Holds) -> bool:
    """Whether it is asked for several of those of whom there was one."""
    return cond in (_SEVERAL_SUCH, replace(alone, op=">=", number=t.Int(2)))


def _is_selected(casts: t.Who | None) -> bool:
    """Whether this is the spell that was selected: "it", "that spell", "the selected spell"."""
    match casts:
        case None | t.Casters(t.All(), t.CastIs(t.Member(0), (t.SpellInput(-1),))):
            return True
    return False
