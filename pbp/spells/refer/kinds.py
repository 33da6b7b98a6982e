"""Of which kind of Wizards something is said: "(if a neighbour cast Burn,) each who did" is each of the neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.english.phrases import OF_KIND, SUCH
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import CASTER, unaddressed
from pbp.spells.walk import is_one, mapped, parts, replaced, tests_of


def the_kind(near: tuple[t.Act, ...]) -> t.Who:
    """The one kind of Wizards that these sentences speak of. Raises Puzzle."""
    found = {unaddressed_in(who) for who in told(near)}
    if some := some_asked(near):
        if len(some) > 1 or found - {unaddressed_in(who) for one in some for who in bases(one)}:
            raise Puzzle("it is not clear of which Wizards this is said", "say: each Wizard who ...", double=True)
        return some.pop()
    subjects = [part.subject for part in parts(near) if isinstance(part, t.Clause)]
    if not found and len(near) == 1 and all(who is not None and OF_KIND in parts(who) for who in subjects):
        return t.All()  # "each with fewer than 5 Stars gains 2 Stars": nobody else was spoken of
    if not _before(near) or len(found) != 1 or any(isinstance(part, _OF_SPELLS) for part in parts(near)):
        raise Puzzle("it is not clear of which Wizards this is said", "say: each Wizard who ...", double=True)
    kind = found.pop()
    if any(isinstance(part, t.They) for part in parts(kind)):  # "each neighbour": whose, is said by the subject
        for part in parts(near):
            if isinstance(part, t.Clause) and part.subject is not None and OF_KIND not in parts(part.subject):
                of_kind = kind in map(unaddressed_in, bases(part.subject))
                if not of_kind and unaddressed(part.subject) != CASTER:
                    raise Puzzle("it is not clear whose neighbours are meant", "say: each of the caster's neighbours")
    return kind


def check_counted(near: tuple[t.Act, ...], number: int, *, those: bool) -> None:
    """ "Each Wizard who cast Burn loses 1 Star. Gain 1 Star for each who has a Hat": of them, or of all? Raises Puzzle.

    `number`: of the sentence; `those`: it says "for each of those who", of nobody else's kind than those spoken of.
    """
    groups = (OF_KIND, t.All()) if those else (OF_KIND,)
    counts = [part.who for part in parts(near[-1]) if isinstance(part, t.Count) and isinstance(part.who, t.Those)]
    counted = [who for who in counts if who.group in groups and not any(map(leans, parts(who.test)))]
    if not counted:
        return
    bare = replaced(near, dict.fromkeys(counted, t.All()))
    some = [part for part in parts(bare) if isinstance(part, t.Those | t.Casters | t.Top)]
    beside = all(isinstance(one, t.Those) and apart(one.test, who.test) for one in some for who in counted)
    if not beside or any(True for _ in asked_in(bare)) or (those and {*told(bare)} - {t.All()}):
        reason = "each of those before, or each of all Wizards?"
        raise Puzzle(reason, "say: for each of them who ...", double=True, sentence=number)


def leans(node: t.Node) -> bool:
    """Whether a test is told by what was asked before: "who did", "with none", "with fewer"."""
    return isinstance(node, t.Did | t.AsBefore) or getattr(node, "attr", "") == SUCH


def _before(near: tuple[t.Act, ...]) -> bool:
    """Whether a kind of Wizards is spoken of before those who are of that kind."""
    *before, last = near
    clauses = [part for part in parts(last) if isinstance(part, t.Clause)]
    at = next((at for at, clause in enumerate(clauses) if OF_KIND in parts(clause)), 0)
    inside = clauses[: at + 1] if clauses and OF_KIND not in parts(clauses[at].subject) else clauses[:at]
    conds = [part.cond for part in parts(last) if isinstance(part, t.If)]
    return any(True for _ in told((*before, *inside, *conds))) or any(True for _ in asked((last,)))


_OF_SPELLS = (t.Void, t.Redirect, t.Replace, t.Watch, t.Picks)


def unaddressed_in(who: t.Who) -> t.Who:
    """The Wizards, where "you" is the caster."""
    found: t.Who = mapped(who, unaddressed)
    return found


def told(near: tuple[t.Node, ...]) -> Iterator[t.Who]:
    """The kinds of the groups of which outcomes and conditions speak."""
    for part in parts(near):
        match part:
            case t.Clause(subject=t.Who() as who):
                yield from bases(who)
            case t.Change(who=who) | t.Assign(who=who) | t.Level(who=who):
                yield from bases(who)
            case t.Pay(payer=payer, receiver=receiver):
                yield from bases(payer)
                yield from bases(receiver)
            case t.Swap(left=left, right=right):
                yield from bases(left)
                yield from bases(right)
            case t.Mention(who=who) | t.Count(who=who) | t.Total(who=who):
                yield from bases(who)
    yield from asked(near)


def asked(near: tuple[t.Node, ...]) -> Iterator[t.Who]:
    """The groups of whom a condition asks something, but not those with whom they are compared."""
    for one in asked_in(near):
        yield from bases(one.group)


def asked_in(near: tuple[t.Node, ...]) -> Iterator[t.Holds]:
    """What conditions ask of Wizards, or of spells."""
    for part in parts(near):
        match part:
            case t.If(cond=cond) | t.Trail(cond=cond) | t.Asking(cond=cond):
                yield from (one for one in tests_of(cond) if isinstance(one, t.Holds))


def bases(who: t.Who) -> Iterator[t.Who]:
    """Of which kind those of a group are: Wizards, neighbours, others; none of a single one."""
    while isinstance(who, t.Those | t.Casters):
        if isinstance(who, t.Those) and any(isinstance(part, t.IsIdle) for part in parts(who.test)):
            raise Puzzle("it is not clear of which Wizards this is said", "say: each Wizard who ...", double=True)
        who = who.group
    if isinstance(who, t.Without):  # "each Wizard except you ..., each with a Hat": and you?
        raise Puzzle("it is not clear of which Wizards this is said", "say: each Wizard who ...", double=True)
    if isinstance(who, t.Join):
        for one in who.parts:
            yield from bases(one)
    elif who != t.Subject() and who != OF_KIND and not is_one(who):
        yield who


def with_kind(sentence: t.Act, kind: t.Who) -> t.Act:
    def known(node: Any) -> Any:
        match node:
            case t.Those(group=t.They("of kind")) | t.Casters(group=t.They("of kind")):
                return replace(node, group=kind)
        return node

    found: t.Act = mapped(sentence, known)
    return found


# ---- those of whom a condition asks, where they are no kind of their own


def some_asked(near: tuple[t.Act, ...]) -> set[t.Who]:
    """Of whom it is asked what "each who did" leans on: two named together ("if both cast Burn"), or some of a group.

    Those who are asked of whom only some are ("if two Wizards with a Hat cast Burn") are meant by "did" alone.
    """
    leaning = [part for part in parts(near[-1]) if isinstance(part, t.Those) and part.group == OF_KIND]
    did = any(isinstance(part, t.Did) for part in parts(tuple(leaning)))
    groups = {one.group for one in asked_in(near)}
    return {who for who in groups if _is_two(who) or (did and isinstance(who, t.Those | t.Casters))}


def _is_two(who: t.Who) -> bool:
    return isinstance(who, t.Join) or (
        isinstance(who, t.They) and who.word.startswith(("both", "you both", "of you", "those"))
    )
