""" "Lost this way": what the spell's own outcome, just spoken of, really took or gave; read when that has happened."""

from __future__ import annotations

from collections.abc import Sequence

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import CASTER, Context
from pbp.spells.walk import has_member, is_one, parts

BY_ITSELF = t.Same(t.Member(), CASTER)
"""Of the changes, those that the present cast made."""

_SAY_THEN = 'say "then" before it'


def this_way(node: t.ThisWay, context: Context, made: Sequence[t.Change | t.Pay]) -> tuple[t.Moved, int]:
    """What was lost, paid or gained by the one outcome of that kind so far; and the stage after it. Raises Puzzle."""
    found = [act for act in made if act.attr == node.attr and _is_so(node.kind, act)]
    if len({_told(act, node.kind) for act in found}) != 1:
        raise Puzzle('it is not clear what "this way" means: there is none before, or more than one', "name the number")
    group = _told(found[0], node.kind)[0]
    whose: t.Who = t.All()
    if isinstance(node.who, t.Member) and context.clause == group and not _changing(group):
        whose = node.who
    elif node.who is None and (is_one(group) or is_one(context.clause)):
        pass
    elif node.who is None or not is_one(group) or node.who != group or has_member(group):
        raise Puzzle('it is not clear whose "this way" means', "say: for each Crystal that they lost this way")
    way = "gain" if node.kind == "gain" else "loss"
    return t.Moved(whose, way, node.attr, BY_ITSELF), max(act.stage for act in found) + 1


def _is_so(kind: str, act: t.Change | t.Pay) -> bool:
    return isinstance(act, t.Pay) or (kind != "paid" and act.gain is (kind == "gain"))


def _told(act: t.Change | t.Pay, kind: str) -> tuple[t.Who, int]:
    """Who loses or gains by an outcome, and the sentence where it stands."""
    if isinstance(act, t.Change):
        return act.who, act.at
    return (act.receiver if kind == "gain" else act.payer), act.at


def _changing(tree: t.Node) -> bool:
    """Whether something is read in a tree that the stage before may change."""
    return any(isinstance(part, t.Stat | t.Total | t.Is | t.Top) for part in parts(tree))


def check_late(act: t.Act) -> None:
    """Without "then", all but what is spoken of with "this way" would have to be read earlier. Raises Puzzle."""
    if _changing(act):
        raise Puzzle("this is read before the loss, or after it", _SAY_THEN)


def check_ways(acts: tuple[t.Act, ...]) -> None:
    """What a spell takes "this way" must be all that it takes of that kind. Raises Puzzle."""
    moved = [part for part in parts(acts) if isinstance(part, t.Moved) and part.source == BY_ITSELF]
    for attr, way in dict.fromkeys((part.attr, part.way) for part in moved if part.who == t.All()):
        changes = [part for part in parts(acts) if isinstance(part, t.Change | t.Pay) and part.attr == attr]
        told = {_told(act, way) for act in changes if _is_so(way, act)}
        if len(told) != 1 or any(
            isinstance(part, t.Assign | t.Swap | t.Level) and part.attr == attr for part in parts(acts)
        ):
            raise Puzzle('it is not clear what "this way" means: there is more than one change', "name the number")
    for part in parts(acts):
        if isinstance(part, t.If) and _changing(part.cond):
            inner = [p for p in parts((part.then, part.otherwise)) if isinstance(p, t.Moved) and p.source == BY_ITSELF]
            if any(p.who == t.All() for p in inner):
                raise Puzzle("this is read before the loss, or after it", "put the condition on the loss")
    _check_cases(_cases(acts))


def _cases(acts: tuple[t.Act, ...]) -> list[tuple[t.Cond, tuple[t.Act, ...]]]:
    """The outcomes, each with its condition."""
    found: list[tuple[t.Cond, tuple[t.Act, ...]]] = []
    for act in acts:
        if isinstance(act, t.If):
            found += [(act.cond, act.then), (t.Not(act.cond), act.otherwise)]
        else:
            found.append((t.Always(), (act,)))
    return found


def _check_cases(cases: list[tuple[t.Cond, tuple[t.Act, ...]]]) -> None:
    """ "On a 1-3, lose 2 Crystals. On a 4-6, gain 1 Star for each Crystal lost": in other cases only. Raises Puzzle."""
    for cond, acts in cases:
        for moved in parts(acts):
            if not isinstance(moved, t.Moved) or moved.source != BY_ITSELF:
                continue
            told = [
                case
                for case, changes in cases
                for act in parts(changes)
                if isinstance(act, t.Change | t.Pay) and act.attr == moved.attr and _is_so(moved.way, act)
            ]
            if told and all(apart(cond, case) for case in told):
                raise Puzzle("nothing is lost or gained in this case", "say: in this Duel, or by whom", double=True)


def check_further(change: t.Change, made: Sequence[t.Act], said: t.Node | None, group: t.Who | None) -> None:
    """ "(Gain 1 Star. If ..., gain) 3 more": besides what these gained; of others it could be more than theirs.

    `group`: those spoken of before ("if you are one of them, gain 1 more").
    """
    groups: list[t.Who | None] = [change.who, change.who.group] if isinstance(change.who, t.Those) else [change.who]
    match said:
        case t.If(t.Holds(who, ">=", t.Int(1), t.In(_, t.They()) | t.Grouped(t.In(_, t.They())))) if who == change.who:
            groups.append(group)
        case t.If(t.Holds(t.They("they"), ">=", t.Int(1), t.Same(_, who))) if who == change.who and len(made) == 1:
            groups += [
                act.who for act in made if isinstance(act, t.Change) and is_one(act.who)
            ]  # "if that is you, ..."
    for act in made:
        if isinstance(act, t.Change) and act.who in groups and (act.gain, act.attr) == (change.gain, change.attr):
            return
    raise Puzzle("so many besides, or so many more than somebody else?", "say: 3 Stars")
