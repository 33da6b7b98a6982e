"""Each Wizard who is compared with one other: who "that Wizard" is, and what "the difference" is, beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.outcomes import ITS_GAP
from pbp.spells.english.phrases import SUBJECT_OWN
from pbp.spells.walk import mapped, parts, replaced

_THAT = t.They("that Wizard")
_PLACE = t.They("place")


def beside_each(clause: t.Clause) -> t.Clause:
    """ "Each Wizard with more Stars than the Wizard at the next position pays that Wizard 2 Stars": that at the next
    position, where no other is spoken of and those who pay are told from one another by nothing else.
    """
    match clause:
        case t.Clause(t.Those(t.All(), test), (t.Pay(payer, receiver) as paid,), "s"):
            sides = {payer, receiver} == {t.Subject(), _THAT}
            others = {who for who in parts(test) if isinstance(who, t.Who)} - {t.Member(0), _PLACE}
            in_amount = {who for who in parts(paid.amount) if isinstance(who, t.Who)} - {SUBJECT_OWN, _PLACE}
            if sides and len(others) == 1 and in_amount <= others:
                (other,) = others
                if isinstance(other, t.Offset) and other.of == _PLACE and isinstance(other.steps, t.Int):
                    return replace(clause, acts=(replaced(paid, {_THAT: other}),))
    return clause


def with_gap(clause: t.Clause) -> t.Clause:
    """ "Each Wizard with more Stars than you pays you half the difference": between theirs and yours."""
    match clause:
        case t.Clause(
            t.Those(group, t.Compare(t.Stat(t.Member(0), attr, False), "<" | ">", t.Stat(other, same, start))), acts
        ) if (
            attr == same
            and start == (other == t.Member(0))  # "with fewer Stars than at the start of the Duel"
            and not any(isinstance(part, t.Compare) for part in parts(group))
        ):
            gap = t.Gap(t.Stat(SUBJECT_OWN, attr), t.Stat(SUBJECT_OWN if start else other, attr, start))
            return replace(clause, acts=tuple(by_gap(act, gap, attr) for act in acts))
        case t.Clause(t.Top(t.Join((one, other)), t.Stat(t.Member(0), str() as attr, False), count=1), acts):
            gap = t.Gap(t.Stat(one, attr), t.Stat(other, attr))  # "of you and the target, the one with more Stars"
            return replace(clause, acts=tuple(by_gap(act, gap, attr) for act in acts))
    return clause


def by_gap(act: t.Act, gap: t.Gap, attr: str) -> t.Act:
    """What happens, where "the difference" is that of these two numbers."""

    def known(node: Any) -> Any:
        if isinstance(node, t.Change | t.Pay) and gap in parts(node.amount) and not node.attr:
            return replace(node, attr=attr)
        return node

    found: t.Act = mapped(replaced(act, {ITS_GAP: gap}), known)
    return found
