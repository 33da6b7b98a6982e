"""Spoken clauses: their subjects, and what a later clause takes over from one."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle


def gapped(acts: tuple[t.Act, ...], out: list[t.Act]) -> tuple[t.Act, ...]:
    """Outcomes without a verb, with that of the outcome before."""
    last = out[-1] if out else None
    if not isinstance(last, t.Change):
        raise Puzzle("a verb is missing")
    return tuple(replace(act, gain=last.gain, stage=0) for act in acts if isinstance(act, t.Change))


def first_clause(act: t.Act) -> t.Clause | None:
    """The first clause spoken in an outcome."""
    match act:
        case t.Clause():
            return act
        case t.Seq(acts):
            return first_clause(acts[0])
        case t.Instead(inner):
            return first_clause(inner)
    return None


def subject_of(acts: tuple[t.Act, ...]) -> t.Who | None:
    """Of whom outcomes speak first."""
    first = acts[0] if acts else None
    if isinstance(first, t.Pay):
        return first.payer
    return getattr(first, "who", None)


def has_enough(cond: t.Cond, paid: t.Pay) -> bool:
    """ "If they have at least 2 Stars": of a payment of 2 Stars this is said of the payer, however it is told."""
    match cond:
        case t.Holds(t.They(), ">=", t.Int(1), t.Compare(t.Stat(t.Member(0), attr), ">=", number)):
            return attr == paid.attr and number == paid.amount
    return False


def alike(old: t.Act, new: tuple[t.Act, ...]) -> bool:
    """Whether an outcome is of the same thing and the same Wizards as others."""
    return any(
        type(old) is type(act) and getattr(old, "who", None) == getattr(act, "who", None)
        and getattr(old, "attr", None) == getattr(act, "attr", None)
        for act in new
    )  # fmt: skip
