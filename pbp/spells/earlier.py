"""Earlier duels: at which of them the spells of a list look back."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.read import SpellList
from pbp.spells.walk import parts


def looks_back(listed: SpellList, number: int) -> frozenset[int] | None:
    """The numbers of the duels at which spells cast in duel `number` look back; None if at every earlier one."""
    found: set[int] = set()
    for spell in listed.spells.values():
        if spell.program is None:
            continue
        tests = [test for test, _, _ in spell.program.price.parts] if spell.program.price else []
        for part in parts((*tests, *spell.program.acts)):
            if isinstance(part, t.CastAgain):
                if not part.back and not part.numbers:
                    return None
                found.update(number - back for back in part.back)
                found.update(part.numbers)
    return frozenset(found)
