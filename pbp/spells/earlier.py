"""Earlier duels: what was cast there, and at which of them the spells of a list look back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbp.spells import tree as t
from pbp.spells.numbers import Undecided
from pbp.spells.walk import parts

if TYPE_CHECKING:
    from pbp.spells.measure import Reader
    from pbp.spells.read import SpellList


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


def again(reader: Reader, tree: t.CastAgain) -> tuple[int, int]:
    """How many earlier Duels are asked about, and in how many of them it was cast."""
    board, names = reader.board, {word for name in tree.names for word in reader.names(name)}
    whose = {board.wizards[wizard].name for wizard in reader.who(tree.who)}
    if any(number >= board.number for number in tree.numbers):
        raise Undecided("the Duel of which the text speaks is not an earlier one")
    duels = [board.number - back for back in tree.back] + list(tree.numbers)
    if not duels:
        duels = [number for number in board.earlier if number < board.number]
    if tree.names and not names:
        return len(duels), 0  # the same spell as that of somebody who cast none
    return len(duels), sum(board.was_cast(number, whose, names) for number in duels)
