"""What the rules of spell.lark mean: outcomes that all happen once for each of something.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.amounts import capped, times_of
from pbp.spells.sense.sentences import joined
from pbp.spells.sense.wizards import THEY
from pbp.spells.walk import is_one, parts, replaced

_THEM = (THEY, t.They("them"), t.They("that Wizard"))
_OWNER = t.They("spell")


def for_each(count: t.Num, act: t.Act) -> t.Act:
    """ "For each Burn targeting you, you gain 2 Stars and its caster loses 2 Stars": both, for each."""
    told = act.acts if isinstance(act, t.Seq) else (act,)
    meant = tuple(_for_each(count, part) for part in told)
    return meant[0] if len(meant) == 1 else t.Seq(meant)


def for_each_upto(count: t.Num, act: t.Act, most: tuple[int, str]) -> t.Act:
    match for_each(count, act):
        case t.Clause(_, (t.Change() as move,)) as said:
            number, _ = capped((move.amount, move.attr), most)
            return replace(said, acts=(replace(move, amount=number),))
    raise NoSense


def joined_each(before: t.Act, act: t.Act) -> t.Act:
    """ "Lose 1 Star, and for each neighbour who cast Burn, gain 2 Stars"."""
    return joined(before, _unshared(act))


def _unshared(act: t.Act) -> t.Act:
    if isinstance(act, t.Seq) and any(isinstance(part, t.Clause) and part.subject is None for part in act.acts):
        raise NoSense  # "The chosen Wizard loses 1 Star, and for each ..., gains 1 Star and loses 1 Crystal"
    return act


def _for_each(count: t.Num, act: t.Act) -> t.Act:
    """One outcome for each: of those who are counted, or so many times of somebody else."""
    if not isinstance(act, t.Clause) or not act.acts or act.form == "does":
        raise NoSense
    group = count.who if isinstance(count, t.Count) else None
    each = _each(act.subject, group)
    if each is not None:
        return _of_them(act, each)
    return replace(act, acts=tuple(_times(count, part, group) for part in act.acts))


def _each(who: t.Who | None, group: t.Who | None) -> t.Who | None:
    """Each of those who are counted, if a word means them; None if it means somebody else. Raises NoSense."""
    casts = isinstance(group, t.Casters) or group == t.They("those spells")
    if group is None or who is None or (is_one(group) and not casts):
        return None
    if casts:
        return group if who == _OWNER else None
    if not isinstance(who, t.They) or who not in _THEM or THEY in parts(group):
        return None  # "For each Burn targeting them, they lose 1 Star"
    if any(isinstance(part, t.Who) and is_one(part) and not _is_nobody(part) for part in parts(group)):
        raise NoSense  # "For each neighbour of the chosen Wizard, they lose 1 Star"
    return t.EachOf(group, who.word)


def _is_nobody(who: t.Who) -> bool:
    """Whether those of a count are told without naming anybody else than the caster."""
    return isinstance(who, t.Member | t.Caster) or who == t.They("owner")


def _of_them(act: t.Clause, group: t.Who) -> t.Act:
    """ "... its caster loses 2 Stars": each of those who cast one."""
    if any(isinstance(part, t.Roll | t.Pick | t.Watch) for part in parts(act.acts)):
        raise NoSense
    acts: tuple[t.Act, ...] = replaced(act.acts, {_OWNER: THEY, t.They("that Wizard"): THEY})
    if any(isinstance(part, t.Pay) and THEY in (part.payer, part.receiver) for part in acts):
        raise NoSense
    return replace(act, subject=group, acts=acts, form="s")


def _times(count: t.Num, act: t.Act, group: t.Who | None) -> t.Act:
    """What somebody else gains, loses or pays: so many times, or to each of those who are counted."""
    match act:
        case t.Change() if not any(_each(part, group) for part in parts(act.amount) if isinstance(part, t.Who)):
            return replace(act, amount=times_of(act.amount, count))
        case t.Pay(t.Subject(), receiver, amount=t.Int(), mode="always") if each := _each(receiver, group):
            return replace(act, receiver=each)
        case t.Pay(payer, t.Subject(), amount=t.Int(), mode="always") if each := _each(payer, group):
            return replace(act, payer=each)
        case t.Pay(amount=t.Int(), mode="always") if not any(isinstance(p, t.They) for p in parts((act, count))):
            return replace(act, amount=times_of(act.amount, count))  # "for every Crystal that the caster has, ..."
    raise NoSense
