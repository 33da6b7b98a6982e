""" "Each neighbour loses 2 Stars if they cast Burn; otherwise, they gain 1": each who did not cast it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.refer.around import names_one
from pbp.spells.refer.decided import is_denied
from pbp.spells.walk import mapped, parts, replaced

_OF_EACH = (t.All, t.Others, t.Neighbours, t.Those, t.Without, t.Member, t.Subject)
"""Who may be spoken of: with anybody else "they" could be that one."""

_ELSEWHERE = (t.ThatMany, t.Result, t.Roll, t.AsBefore, t.Further, t.Did)
"""What the second clause cannot say again: it could be of the first."""


def spelt_out(before: list[t.Act], sentence: t.Act, *, if_not: bool) -> t.Act:
    """What those do of whom it is not so, as a clause of its own, in the same sentence or the next.

    `if_not`: after a condition with a "not" that could be the case named before, or the other.
    """
    near = (*before[-1:], sentence)
    if if_not and any(isinstance(part, t.Trail) and is_denied(part.cond) for part in parts(near)):
        return sentence
    if names_one(before):
        return sentence
    within: t.Act = mapped(sentence, _within)
    return _otherwise(before[-1], within) if before else within


def _within(node: Any) -> Any:
    match node:
        case t.Seq((first, t.Else() as other)):
            return replace(node, acts=(first, _otherwise(first, other)))
    return node


def _otherwise(first: t.Act, other: t.Act) -> t.Act:
    match first, other:
        case (
            t.Trail(
                t.Clause(t.Who() as each, done, "s") as told,
                t.Holds(t.They("they"), ">=", t.Int(1)) as cond,
                True,
                None,
            ),
            t.Else(t.Clause(t.They("they"), acts, form)),
        ) if other == t.Else(other.act) and all(map(_is_each, parts((told, cond, acts)))):
            asked = _named(cond, done)
            if asked is not None and not any(isinstance(part, _ELSEWHERE) for part in parts((asked, acts))):
                return t.Trail(t.Clause(each, acts, "s" if form else ""), asked, False)
    return other


def _named(cond: t.Holds, done: tuple[t.Act, ...]) -> t.Cond | None:
    """The condition with the thing of which a number was asked, "that many" as so many or more; None if it is open."""
    moved = [(act.attr, act.amount) for act in done if isinstance(act, t.Change | t.Pay)]
    if not any(isinstance(part, t.Stat) and not part.attr for part in parts(cond)):
        return cond
    if len(moved) != 1 or len(done) != 1 or not isinstance(moved[0][0], str):
        return None
    attr, amount = moved[0]
    match cond.test:
        case t.Compare(t.Stat(t.Member(), "") as left, "=", t.ThatMany()) if isinstance(amount, t.Int):
            return replace(cond, test=t.Compare(replace(left, attr=attr), ">=", amount))
        case t.Compare(t.Stat(t.Member(), "") as left, _, t.Int()):
            found: t.Cond = replaced(cond, {left: replace(left, attr=attr)})
            return found
    return None


def _is_each(part: t.Node) -> bool:
    if isinstance(part, t.Caster):
        return part.you
    if isinstance(part, t.They):
        return part.word in ("they", "owner")
    return isinstance(part, _OF_EACH) or not isinstance(part, t.Who)
