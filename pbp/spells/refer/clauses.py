"""Spoken clauses: their subjects, and what a later clause takes over from one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, TypeGuard

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.english.phrases import NUMBERED
from pbp.spells.inputs import Puzzle
from pbp.spells.sense.lasting import was_target
from pbp.spells.sense.members import contains
from pbp.spells.walk import is_one, mapped, parts, replaced


def with_thing(subject: t.Who, acts: tuple[t.Act, ...], told: frozenset[str]) -> t.Who:
    """ "Everyone who has more than 5 loses 1 Star": more Stars; the number is of what the clause is about.

    Not where another thing was `told` of: "everyone loses 2 Stars. Whoever has more than 5 loses 1 Crystal". Raises
    Puzzle.
    """
    bare = [part for part in parts(subject) if isinstance(part, t.Stat) and not part.attr]
    things = {act.attr for act in acts if isinstance(act, t.Change | t.Pay)}
    if not bare or len(things) != 1:
        return subject
    thing = things.pop()
    if thing not in NO_THING and told.difference({thing, *NO_THING}):
        raise Puzzle("it is not clear of what this number is", "name the thing", double=True)
    found: t.Who = replaced(subject, {stat: replace(stat, attr=thing) for stat in bare})
    return found


NO_THING = ("", "it", "looked at", "such")
"""What stands for a thing that is named elsewhere."""


def things_in(said: Any) -> frozenset[str]:
    """The things of which so many are spoken of: "if you have more Stars than ...", "loses a Crystal"."""
    return named_in(parts(said))


def named_in(nodes: Iterable[t.Node]) -> frozenset[str]:
    """The things that are named in just these nodes, but not in what stands in them."""
    found = set()
    for part in nodes:
        match part:
            case (
                t.Stat(attr=str() as attr)
                | t.Total(attr=str() as attr)
                | t.Moved(attr=attr)
                | t.Change(attr=str() as attr)
                | t.Pay(attr=attr)
                | t.Level(attr=str() as attr)
                | t.Watch(attr=attr)
                | t.Mention(attr=attr)
            ):
                found.add(attr)
            case t.Swap(attr=str() as attr) if attr in NUMBERED:
                found.add(attr)
            case t.Assign(attr=str() as attr, value=t.Num() as number) if not _unnamed(number):
                found.add(attr)
            case t.Is(_, str() as attr, t.Text("None")) if attr in NUMBERED:  # "if you have no Crystals"
                found.add(attr)
    return frozenset(found.difference(NO_THING))


def asked_in(said: Any) -> set[str]:
    """The things of which it is asked how many somebody has, or whether there are any."""
    told = [
        part for part in parts(said) if isinstance(part, t.Stat) or (isinstance(part, t.Is) and part.attr in NUMBERED)
    ]
    return {part.attr for part in told if isinstance(part.attr, str)}.difference(NO_THING)


def _unnamed(number: t.Num) -> bool:
    return any(isinstance(part, t.Stat) and part.attr in NO_THING for part in parts(number))


def again(
    said: tuple[t.Who, tuple[t.Act, ...]] | None, who: t.Who, rolled: Collection[t.Roll] = ()
) -> tuple[t.Act, ...]:
    """ "..., otherwise the next Wizard does": the outcomes of the clause before, of somebody else.

    `rolled`: dice of sentences of their own, the results of which are the same wherever they are named.
    """
    if said is None:
        raise Puzzle('no clause stands before of which "does" could be said')
    subject, acts = said
    made: list[t.Act] = []
    rest: Any
    for act in acts:
        match act:
            case t.Change(whom, amount=rest) | t.Assign(whom, value=rest) if whom == subject:
                made.append(replace(act, who=who))
            case t.Pay(payer, receiver, amount=number) if payer == subject and who != receiver:
                rest = (receiver, number)
                made.append(replace(act, payer=who))
            case _:
                rest = (subject,)
        themselves = {subject} if who == t.Caster() else {subject, who}  # "as the second. So does the second"
        if any(
            part in themselves or (isinstance(part, t.Roll | t.Pick | t.Member) and part not in rolled)
            for part in parts(rest)
        ):
            raise Puzzle('it is not clear what "does" means', "say the outcome again")
    return tuple(made)


def gapped(acts: tuple[t.Act, ...], out: list[t.Act]) -> tuple[t.Act, ...]:
    """Outcomes without a verb, with that of the outcome before."""
    last = out[-1] if out else None
    if not isinstance(last, t.Change):
        raise Puzzle("a verb is missing")
    beside = {act.attr for act in out if isinstance(act, t.Change) and (act.who, act.at) == (last.who, last.at)}
    if len(beside) > 1 and any(isinstance(act, t.Change) and not act.attr for act in acts):
        raise Puzzle("it is not clear of what this number is", "name the thing")
    return tuple(
        replace(act, gain=last.gain, stage=0, attr=act.attr or last.attr) for act in acts if isinstance(act, t.Change)
    )


def with_attr(
    acts: tuple[t.Act, ...], out: list[t.Act], sentence: int, alone: str, told: set[str], asked: set[str]
) -> tuple[t.Act, ...]:
    """ "The caster gains 3 Stars and the chosen Wizard gains 1": of what the sentence has just said, or of that `alone`
    which the spell has spoken of so far, if it was one thing. Raises Puzzle.
    """
    match acts:
        case (t.Change(attr="", amount=t.Num() as number) | t.Pay(attr="", amount=t.Num() as number) as gain,) if any(
            isinstance(part, t.Result | t.Roll | t.NumberInput) for part in parts(number)
        ):  # "gain what it shows", "pay you half the difference", "gain the chosen number"
            if not told <= {"Stars"}:
                raise Puzzle("it is not clear of what this number is", "name the thing")
            return (replace(gain, attr="Stars"),)
        case (
            t.Change(attr="", amount=t.Int() | t.Further() | t.Add((t.Int(), _)))
            | t.Pay(attr="", amount=t.Int() | t.ThatMany()) as moved,
        ):
            last = out[-1] if out else None
            if isinstance(last, t.Change) and (last.at == sentence or last.amount == t.Untold()):
                if asked.difference({last.attr}):  # "if you have more than 10 Stars, gain a Crystal and lose 3"
                    raise Puzzle("it is not clear of what this number is", "name the thing")
                return (replace(moved, attr=last.attr),)
            if not alone:
                raise Puzzle("it is not clear of what this number is", "name the thing")
            return (replace(moved, attr=alone),)
    return acts


def of_the_same(act: t.Act, before: list[t.Act], asked: set[str]) -> t.Act:
    """ "(Steal 1 Star from each Wizard with more Crystals.) If you are idle, steal 2 instead": of what was said last.

    `asked`: of what the sentence asks, where that could be meant as well.
    """
    at = getattr(before[-1], "at", 0) if before else 0
    last = {one.attr for one in before if isinstance(one, t.Change | t.Pay) and one.at == at}
    attr = last.pop() if len(last) == 1 else ""
    if not isinstance(act, t.Clause) or not attr or asked - {attr}:
        return act
    acts = tuple(replace(one, attr=attr) if _of_nothing_said(one) else one for one in act.acts)
    return replace(act, acts=acts)


def _of_nothing_said(act: t.Act) -> TypeGuard[t.Change | t.Pay]:
    return isinstance(act, t.Change | t.Pay) and act.attr == "" and isinstance(act.amount, t.Int)


def first_clause(act: t.Act) -> t.Clause | None:
    """The first clause spoken in an outcome."""
    match act:
        case t.Clause():
            return act
        case t.Seq((first, *_)):
            return first_clause(first)
        case t.Instead(inner):
            return first_clause(inner)
    return None


def subject_of(acts: tuple[t.Act, ...]) -> t.Who | None:
    """Of whom outcomes speak first."""
    first = acts[0] if acts else None
    if isinstance(first, t.Pay):
        return first.payer
    return getattr(first, "who", None)


def beside_you(clause: t.Clause | None, done: tuple[t.Act, ...]) -> t.Who | None:
    """Who pays "you", or is paid by you: "steal 1 Star from each neighbour, or 2 if they ...": they are not you."""
    match clause, done:
        case t.Clause(subject, (t.Pay(payer, receiver),)), (t.Pay(amount=t.Int()) as paid,):
            sides = [subject if side == t.Subject() else side for side in (payer, receiver)]
            you = [side is None or (isinstance(side, t.Caster) and side.you) for side in sides]
            if you == [True, False]:
                return paid.receiver
            if you == [False, True]:
                return paid.payer
    return None


def has_enough(cond: t.Cond, paid: t.Pay) -> bool:
    """ "If they have at least 2 (Stars)": of a payment of 2 Stars this is said of the payer, however it is told."""
    match cond:
        case t.Holds(t.They(), ">=", t.Int(1), t.Compare(t.Stat(t.Member(0), attr), ">=", number)):
            return attr in ("", paid.attr) and number == paid.amount
    return False


def able_of_that_many(cond: t.Cond, paid: t.Pay) -> bool:
    """ "(They pay 3 Stars) if they have that many": if they are able."""
    match cond:
        case t.Holds(t.They("they"), ">=", t.Int(1), t.Compare(t.Stat(t.Member(0), attr), "=" | ">=", t.ThatMany())):
            return attr in ("", paid.attr) and isinstance(paid.amount, t.Int) and paid.mode == "always"
    return False


def has_that_many(node: t.Node) -> bool:
    """Whether this is that somebody has that many, or has not."""
    return isinstance(node, t.Compare) and node.op in ("=", "!=") and node.right == t.ThatMany()


def is_so_many(test: t.Node) -> bool:
    """Whether somebody has a number of something that was named, and is not what somebody else has, or the most."""
    return (
        isinstance(test, t.Compare)
        and test.op in ("=", "!=")
        and isinstance(test.right, t.Int | t.NumberInput | t.Roll)
    )


def so_many() -> Puzzle:
    """ "Each Wizard with that many Stars", "if you have that many": or more? As of "who has 3 Stars"."""
    return Puzzle("it is not clear whether exactly as many are meant", "say: at least as many, or exactly")


def at_least_that(cond: t.Cond, test: t.Cond, done: tuple[t.Act, ...], each: t.Who | None = None) -> t.Cond:
    """ "(You pay 3 Stars, or lose 3,) if you have that many": who parts with them has at least that many.

    `cond` is the condition as it was said, `test` as it is meant, of `each` of some Wizards or once. Raises Puzzle.
    """
    if not any(map(has_that_many, parts(cond))):
        return test
    moved = [part for part in parts(done) if isinstance(part, t.Pay | t.Change)]

    def with_least(who: t.Who | None, has: t.Compare) -> t.Compare:
        assert isinstance(has.left, t.Stat)
        if not is_so_many(has):
            return has
        same = [part for part in moved if (part.attr, part.amount) == (has.left.attr, has.right)]
        if not same or any(
            who != (part.payer if isinstance(part, t.Pay) else None if part.gain else part.who) for part in same
        ):
            raise so_many()
        return replace(has, op=">=")

    def compared(node: Any) -> Any:
        match node:
            case t.Holds(who, ">=", t.Int(1), t.Compare(t.Stat(t.Member(0)), "=") as has):
                of_each = each is not None and isinstance(who, t.Member)
                return replace(node, test=with_least(each if of_each else who, has))
            case t.Holds(test=t.Compare(t.Stat(t.Member(0))) as has) if is_so_many(has):
                raise so_many()
        return node

    match test:
        case t.Compare(t.Stat(t.Member()), "=") if each is not None:
            return with_least(each, test)
    found: t.Cond = mapped(test, compared)
    return found


def alike(old: t.Act, new: tuple[t.Act, ...]) -> bool:
    """Whether an outcome is of the same thing and the same Wizards as others."""
    return any(
        type(old) is type(act) and getattr(old, "who", None) == getattr(act, "who", None)
        and getattr(old, "attr", None) == getattr(act, "attr", None)
        for act in new
    )  # fmt: skip


def harmless(last: t.If, before: list[t.Act]) -> bool:
    """Whether "otherwise, nothing happens" ends a table, and does not undo what was said under other conditions.

    Taken at its letter it would: then those could never do anything, which nobody writes.
    """
    tests = [last.cond]
    while isinstance(inner := next(iter(last.otherwise), None), t.If):
        last = inner
        tests.append(inner.cond)
    told = [act for act in before if not isinstance(act, t.Rolls | t.Picks)]
    dead = [act for act in told if isinstance(act, t.If) and all(apart(act.cond, test) for test in tests)]
    if dead and len(dead) < len(told):
        raise Puzzle(
            'it is not clear what "otherwise, nothing happens" undoes', "say when nothing happens", double=True
        )
    return bool(dead)


_SOMEBODY = (t.Owner(t.All()), t.Owner(t.Others()), t.Others(), t.Owner(t.Without(t.All(), t.Caster())))


def turned_back(said: t.Redirect) -> t.Redirect:
    """ "If a Wizard's spell targets you, it targets that Wizard instead": whoever cast it."""
    match said.was, said.to:
        case (t.Caster(), t.They("that Wizard")) | (t.Caster(you=True), t.They("them")) if of_somebody(said):
            return replace(said, to=t.They("spell"))
    return said


def of_somebody(said: t.Redirect) -> bool:
    """Whether it was said of a Wizard that a spell is theirs: "if a Wizard's spell targets you"."""
    return any(part in _SOMEBODY for part in parts(said.who)) or t.Without(t.All(), t.Caster()) in parts(said.who)


def moves(said: t.Redirect | t.Replace, meant: t.Redirect | t.Replace) -> t.Redirect | t.Replace:
    """A moved target: of "those spells" it was said before whom they target. Raises Puzzle."""
    if isinstance(said, t.Replace) or isinstance(meant, t.Replace):
        if said.who != t.Caster() and t.They("place") in parts(said):
            raise Puzzle("it is not clear after which position", "say: the next position after the caster's")
        return _replaced(said, meant)
    aimed = t.Targets(t.Member(), t.Caster())
    if t.They("place of somebody") in parts(said.to) and meant.was != t.Caster() and aimed not in parts(meant.who):
        raise Puzzle("it is not clear next to whom", "say: the next position, or whose neighbour it is", double=True)
    if isinstance(said.to, t.They) and meant.to == meant.was:
        raise Puzzle('"them" is who is targeted already, or somebody else', "name the Wizard")
    if of_somebody(said) and said.to == t.They("that Wizard") and isinstance(meant.to, t.Chosen):
        reason = '"that Wizard" could be the one chosen, or the one whose spell it is'
        raise Puzzle(reason, "name the Wizard", double=True)
    beside = any(isinstance(part, t.TargetOf) for part in parts(meant.was))  # "that targets the next Wizard"
    if isinstance(meant.who, t.Those) and (isinstance(said.who, t.They) or beside):
        return replace(meant, was=was_target(meant.who.test))
    return meant


def _replaced(said: t.Redirect | t.Replace, meant: t.Redirect | t.Replace) -> t.Redirect | t.Replace:
    """Of "that spell" it was said before whose it is. Raises Puzzle."""
    if not isinstance(said, t.Replace) or not isinstance(meant, t.Replace) or not isinstance(meant.spell, t.SpellOf):
        return meant
    if said.spell != t.SpellOf(t.They("spell")):
        return meant
    match meant.spell.who:
        case t.Owner(who) | who if is_one(who) and who != meant.who:
            return replace(meant, spell=t.SpellOf(who))
        case t.Those(t.All(), t.CastIs(t.Member(0), (t.SpellInput() as name,))):
            others = [part.names for part in parts(meant.who) if isinstance(part, t.CastIs)]
            if all(names == (name,) for names in others):
                return replace(meant, spell=name)  # the one that the Inputs line asks for
    raise Puzzle("it is not clear which spell this is", "say whose spell it is")


def lasting(act: t.Act, rest: bool) -> t.Act:
    """An outcome that lasts, or stands, for the rest of the Duel. Raises Puzzle."""
    if isinstance(act, t.Void):
        return replace(act, lasting=rest)
    if isinstance(act, t.Redirect):
        return replace(act, lasting=True)
    if isinstance(act, t.Watch):
        return act
    raise Puzzle("this happens at once; it cannot last for the rest of the Duel")


def if_has_enough(paid: t.Pay) -> t.If:
    """A payment if able as one under the condition that the payer has what is to be paid. Raises Puzzle."""
    if not is_one(paid.payer) or not is_one(paid.receiver) or any(isinstance(p, t.Roll | t.Pick) for p in parts(paid)):
        raise Puzzle('it is not clear to whom "otherwise" applies', "say: if the caster has fewer than 3 Stars, ...")
    enough = t.Compare(t.Stat(t.Member(), paid.attr), ">=", paid.amount)
    return t.If(t.Holds(paid.payer, ">=", t.Int(1), enough), (replace(paid, mode="always"),), (), paid.at)


def with_else(last: t.If, acts: tuple[t.Act, ...]) -> t.If:
    """The condition with what happens otherwise; after "otherwise, if" it belongs to that one, just before."""
    match last.otherwise:
        case ():
            return replace(last, otherwise=acts)
        case (t.If() as inner,):
            return replace(last, otherwise=(with_else(inner, acts),))
    raise Puzzle('there is an "otherwise" already')


def check_each(told: Any, said: t.Act, *, gap: bool = False) -> None:
    """ "Gain 1 Star for each Wizard who cast Burn. If your Hat is Red, gain 2 instead": for each? Raises Puzzle.

    `gap`: not even the verb is said again ("if your Hat is Blue, 2 Stars").
    """
    flows = [part for part in parts(said) if isinstance(part, t.Change | t.Pay) and (gap or part.attr == "")]
    if any(isinstance(part.amount, t.Int) for part in flows) and any(map(_counted, parts(told))):
        raise Puzzle("so many for each, or so many in all?", "say the outcome again", double=True)


def _counted(node: t.Node) -> bool:
    """Whether it is so many for each of several: "1 Star for each idle Wizard"."""
    return isinstance(node, t.Count | t.Duels | t.Truths)


def but_some(out: list[t.Act], new: tuple[t.Act, ...]) -> tuple[t.Act, ...]:
    """ "All Wizards gain 1 Star, but idle Wizards gain 2 Stars instead": some of those just spoken of are excepted."""
    if new and out and all(_of_the_rest(out[-1], made) for made in new):
        return (out[-1], *new)
    match out, new:
        case [*_, t.Change() as old], (t.Change(t.Those(group, test)) as made,):
            beside = [act for act in out[:-1] if getattr(act, "at", -1) == old.at and isinstance(act, t.Change | t.Pay)]
            of_them = group == t.All() and not is_one(old.who) and not beside
            apart_so = isinstance(old.who, t.Those) and group != old.who and apart(old.who.test, test)
            within = isinstance(old.who, t.Those) and _narrows(test, old.who.test)
            if apart_so or (of_them and old.who != group and old.at != made.at and not within):
                # "each Wizard who cast Burn loses 1 Star. Whoever cast Jolt loses 2 instead"
                raise Puzzle("whoever does, or only those of these who do?", "say: each of them who ...", double=True)
            if group == old.who or (of_them and (made.attr, made.gain) == (old.attr, old.gain)):
                some = replace(made, who=t.Those(old.who, test))
                return replace(old, who=t.Those(old.who, t.Not(test))), some
        case [*_, t.Pay() as old], (t.Pay() as paid,) if (parted := _paid_otherwise(old, paid)) is not None:
            return parted
        case [*_, t.Change() as old], (t.Change(who) as made,) if is_one(who) and not is_one(old.who):
            beside = [act for act in out[:-1] if getattr(act, "at", -1) == old.at and isinstance(act, t.Change | t.Pay)]
            inside = who.among == old.who if isinstance(who, t.Top) else contains(old.who, who) is True
            if inside and not beside and old.stage == made.stage and old.at >= made.at - 1:
                return replace(old, who=t.Without(old.who, who)), made  # "you lose 3 instead"
    raise Puzzle('"instead" stands without a condition')


def _of_the_rest(old: t.Act, made: t.Act) -> bool:
    """ "(Each neighbour with at least 3 Stars pays you 3.) Each with fewer loses 1 instead": of all the others."""
    like = isinstance(old, t.Change) and isinstance(made, t.Change) and (old.attr, old.gain) == (made.attr, made.gain)
    if like or getattr(old, "stage", 0) != getattr(made, "stage", 0):
        return False  # "all idle Wizards lose 1 Star. All active Wizards lose 2 instead": in place of which loss?
    match _doer(old), _doer(made):
        case t.Those(group, test), t.Those(same, other):
            return group == same and denies(test, other)
    return False


def _doer(act: t.Act) -> t.Who | None:
    """Who gains, loses or pays something, or whose thing is changed; of two, who is no one Wizard."""
    match act:
        case t.Change(who) | t.Assign(who):
            return who
        case t.Pay(payer, receiver):
            return receiver if is_one(payer) else payer if is_one(receiver) else None
    return None


def _paid_otherwise(old: t.Pay, made: t.Pay) -> tuple[t.Act, ...] | None:
    """ "(Steal 2 Stars from each neighbour.) Steal 4 from each idle neighbour instead": from the others as before."""
    match old, made:
        case t.Pay(group, to), t.Pay(t.Those(same, test), to_same) if (group, to) == (same, to_same) and is_one(to):
            rest = replace(old, payer=t.Those(group, t.Not(test)))
        case t.Pay(by, group), t.Pay(by_same, t.Those(same, test)) if (group, by) == (same, by_same) and is_one(by):
            rest = replace(old, receiver=t.Those(group, t.Not(test)))
        case _:
            return None
    return (rest, made) if (old.attr, old.stage) == (made.attr, made.stage) else None


def _narrows(test: t.Cond, wide: t.Cond) -> bool:
    """Whether all of whom the one is so are among those of whom the other is: "whoever has both"."""
    both = test.parts if isinstance(test, t.And) else (test,)
    return any(part in both for part in (wide.parts if isinstance(wide, t.Or) else (wide,)))


def unstaged(act: t.Act) -> t.Act:
    """The outcome, whatever its stage."""
    return replace(act, stage=0) if isinstance(act, t.Change | t.Assign) else act


def stopped(ties: tuple[t.Tied, ...], before: tuple[t.Act, ...], at: int, *, ahead: bool) -> tuple[t.Act, ...]:
    """Outcomes that, with all the others of their spell, do not happen where there is a tie.

    "In a tie for the most Stars, nothing happens. Otherwise the Wizard with the most Stars gains 1 Star, and then you
    lose 2": `ahead` of them all that is asked, so that what comes then is no part of it. Raises Puzzle.
    """
    first = [act for act in before if not any(getattr(part, "stage", 0) for part in parts(act))]
    later = before[len(first) :]
    asked_later = any(tie.top in parts(later) for tie in ties)
    if before[: len(first)] != tuple(first) or (later and (not ahead or not first or asked_later)):
        raise Puzzle("this tie is found out only when something has happened already", "say: nobody is affected")
    if later:
        return (*stopped(ties, tuple(first), at, ahead=True), *later)
    stop = t.If(ties[0] if len(ties) == 1 else t.Or(ties), (t.Nothing(at),), (), at)
    match before:
        case (t.If(cond, then, ()) as led,):
            if any(isinstance(part, t.Top) for part in parts(cond)):
                raise Puzzle("it is not clear whose tie this is about")
            return (replace(led, then=(*then, stop)),)
    if any(isinstance(act, t.If) for act in before):
        raise Puzzle("it is not clear whose tie this is about")
    return (*before, stop)


def opposite(test: t.Cond) -> t.Cond:
    """A condition denied."""
    return test.part if isinstance(test, t.Not) else t.Not(test)


def denies(one: t.Cond, other: t.Cond) -> bool:
    """Whether one of two conditions says that the other is not so."""
    match one, other:
        case t.Holds(who, ">=", t.Int(1), left), t.Holds(same, ">=", t.Int(1), right) if who == same and is_one(who):
            return denies(left, right)
        case t.Compare(left, op, right), t.Compare(same, other_op, number) if (left, right) == (same, number):
            return t.OPPOSITE.get(op) == other_op
        case t.Compare(left, ">=", t.Int(least)), t.Compare(same, "<=", t.Int(most)) if left == same:
            return least == most + 1 and not any(isinstance(part, t.Part) for part in parts(left))
    if opposite(one) == other or opposite(other) == one:
        return True
    return any(_of_none(*both) or _not_all(*both) for both in ((one, other), (other, one)))


def _not_all(one: t.Cond, other: t.Cond) -> bool:
    """ "All of them cast Burn", and "one of them did not"."""
    match one, other:
        case t.Holds(group, "all", _, test), t.Holds(some, ">=", t.Int(1), t.Not(same)) if test == same:
            return some == group and not is_one(group)
    return False


def _of_none(one: t.Cond, other: t.Cond) -> bool:
    """ "None of them is idle", and "at least one of them is"."""
    match one, other:
        case t.Holds(group, "=", t.Int(0), test), t.Holds(some, ">=", t.Int(1), same) if test == same:
            return some in (group, t.Those(group, test))
    return False


def conjoined(left: t.Cond, right: t.Cond) -> t.Cond:
    """Both conditions; one that is always true says nothing."""
    return right if left == t.Always() else t.And((left, right))
