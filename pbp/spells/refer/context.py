"""Where the resolver is in a spell: in which clause, how many groups deep."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.tree.base import Hashed, record
from pbp.spells.walk import parts

CASTER = t.Caster()


@record
class Context(Hashed):
    """Where the resolver is: how many groups deep, and what "they" is in this clause.

    `clause` is the subject of the outcome; `verb`: the subject is that of the very verb ("them" cannot be it);
    `outer`: the subject around a test of somebody else, whom "they" can only mean where it cannot be that one.
    `amount`: it is so much that they lose, gain or pay.
    `member_of`: the group of whose member a test is.
    `of_spell`: that member is meant as a spell, which no Wizard is next to.
    `left_out`: the one whom the group of the test leaves out, who may wear the same as they.
    `bound`: the groups of whose members something is said here, from the outermost, each with its depth.
    `timed`: it is said how long this lasts, or whenever it happens.
    `watch` and `cast` are the depths at which a change's source and a redirected cast stand, `spell` that of those
    whose spells are told apart; or -1.
    """

    depth: int = 0
    subject: t.Who | None = None
    subject_depth: int = 0
    clause: t.Who = CASTER
    clause_depth: int = 0
    watch: int = -1
    cast: int = -1
    spell: int = -1
    verb: bool = False
    amount: bool = False
    outer: t.Who | None = None
    outer_depth: int = 0
    member_of: t.Who | None = None
    of_spell: bool = False
    left_out: t.Who | None = None
    left_depth: int = 0
    bound: tuple[tuple[t.Who, int], ...] = ()
    timed: bool = False


TOP = Context()


_PEOPLE = (
    t.Those, t.Casters, t.All, t.Without, t.Others, t.Chosen, t.At, t.Offset, t.Pick, t.Top, t.Join, t.LetterWho
)  # fmt: skip
"""Who can be spoken of in a sentence beside the caster."""


def asked_alone(inputs: tuple[t.Input, ...], said: t.Node | None) -> list[t.Who]:
    """The one Wizard of the Inputs line ("Name a Wizard"), where the sentence speaks of nobody else but "you"."""
    for part in parts(said):
        if isinstance(part, _PEOPLE) or (isinstance(part, t.Caster) and not part.you):
            return []
    asked: list[t.Who] = [t.Chosen(index) for index, one in enumerate(inputs) if one.kind in ("position", "wizard")]
    return asked if len(asked) == 1 else []


def unaddressed(node: Any) -> Any:
    """The node, where "you" is the caster."""
    return CASTER if isinstance(node, t.Caster) else node
