"""What was cast in earlier duels, as a spell asks for it."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.casting.board import Board
from pbp.spells.casting.numbers import Undecided


def again(board: Board, whose: set[str], names: set[str], tree: t.CastAgain) -> tuple[int, int]:
    """How many earlier Duels are asked about, and in how many of them one of these Wizards cast one of these spells.

    Raises Undecided for a Duel that is not an earlier one, and where it is not known what traits a spell cast then has.
    """
    if any(number >= board.number for number in tree.numbers):
        raise Undecided("the Duel of which the text speaks is not an earlier one")
    duels = [board.number - back for back in tree.back] + list(tree.numbers)
    if not duels:
        duels = [number for number in board.earlier if number < board.number]
    if any(isinstance(name, t.Traited) for name in tree.names):
        _check_known(board, whose, duels)
    if tree.names and not names:
        return len(duels), 0  # the same spell as that of somebody who cast none
    return len(duels), sum(board.was_cast(number, whose, names) for number in duels)


def _check_known(board: Board, whose: set[str], duels: list[int]) -> None:
    """That each spell that they cast then is one of the list that can be read. Raises Undecided."""
    for number in duels:
        for name, spell in board.earlier.get(number, {}).items():
            if name in whose and spell.casefold() not in board.traits:
                raise Undecided(f'it is not known what traits "{spell}", cast in an earlier Duel, has')
