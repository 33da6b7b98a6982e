"""What is said right after a sentence: of those whom it spoke of, or under the condition that it had.

Each function raises Puzzle where the text could mean two things.
"""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeGuard

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import CASTER
from pbp.spells.refer.plain import plain
from pbp.spells.sense.members import all_of, contains
from pbp.spells.walk import conjuncts, has_member, is_one, parts, replaced, replaced_outside

if TYPE_CHECKING:
    from pbp.spells.refer.they import Spoken

EVERYBODY = (t.All(), t.Without(t.All(), CASTER))


def _at(act: t.Act) -> int:
    return getattr(act, "at", 0)


def before(words: Spoken) -> tuple[t.Act, ...]:
    """The outcomes of the sentence before."""
    return tuple(act for act in words.finished if _at(act) == _at(words.finished[-1]))


def groups(acts: tuple[t.Act, ...], *, asked: bool = False) -> list[t.Who]:
    """Several to whom these outcomes do something; with `asked` those as well who are counted or asked about."""
    told = [part for part in parts(acts) if isinstance(part, t.Act) or (asked and not isinstance(part, t.Who))]
    found = [getattr(part, field.name) for part in told for field in fields(part)]
    return [who for who in found if isinstance(who, t.Who) and not is_one(who) and not has_member(who)]


def others(words: Spoken) -> None:
    """ "You pay your neighbours 2 Stars. Everyone else loses 1": other than the caster, or than those?"""
    anyone = words.sentence not in words.marks["everyone_else"]
    for group in groups(before(words), asked=not anyone):
        whole = all_of(group) if anyone else group  # "each other Wizard with a Hat ... Each other Wizard ..."
        if _only_spells(words, group):
            continue
        if whole not in EVERYBODY and not contains(group, CASTER):
            reason = '"other" could leave out the caster, or those spoken of before'
            raise Puzzle(reason, "say: other than the caster", double=True)


def _only_spells(words: Spoken, group: t.Who) -> bool:
    """Whether it was of spells alone that this was said, by nobody who is named: "1 Star for each Burn cast"."""
    told = any(who == group for at, _, who in words.told if at >= words.sentence - 1)
    people = [part for part in parts(group) if isinstance(part, t.Who) and part != group]
    named = any(not isinstance(part, t.All | t.Member | t.Caster) for part in people)
    return words.spells == group and words.spells_at == words.sentence - 1 and not told and not named


def whose_speed(words: Spoken) -> None:
    """ "If a neighbour cast Burn, each Wizard who cast a faster spell loses 2": than theirs, or than this one?"""
    told = (words.sentence_said, before(words))
    fast: dict[t.Node, t.Node] = {
        part: t.Always() for part in parts(told) if isinstance(part, t.And) and any(map(_of_speed, part.parts))
    }
    aimed = [
        part for part in parts(told) if isinstance(part, t.Holds) and any(kind in parts(part.group) for kind in fast)
    ]
    left = replaced(told, dict.fromkeys(aimed, t.Always()))
    more = aimed and any(kind in parts(left) for kind in fast)  # "if a faster spell targets you, each slower spell ..."
    if more or any(isinstance(part, t.CastIs | t.CastTrait | t.Targets) for part in parts(replaced(left, fast))):
        raise Puzzle("faster or slower than which spell?", "say: than this spell", double=True)


def _of_speed(test: t.Cond) -> bool:
    return isinstance(test, t.Compare) and isinstance(test.left, t.SpeedOf)


def those_who(words: Spoken, who: t.Who, here: tuple[t.Act, ...]) -> None:
    """ "Your neighbours lose 2 Stars. Those who cast Burn lose 1 Crystal": of all, or of them?

    `here`: what the sentence has said so far, "your neighbours lose 2 Stars, and those with a Hat 1 Crystal".
    """
    if words.sentence not in words.marks["those_who"] or not isinstance(who, t.Those) or who.group != t.All():
        return
    alike = words.sentence - 1 in words.marks["those_who"]  # "those who cast Burn ...; those who cast Jolt": of all
    asked = [part.group for part in parts(_conds(words)) if isinstance(part, t.Holds)]
    told = *groups(before(words)), *groups(here)
    for group in (*told, *(group for group in asked if not is_one(group) and not has_member(group))):
        if alike and _of_all(group):
            continue
        if group != t.All() and not (_of_all(group) and apart(group.test, who.test)):
            raise Puzzle('"those" could be of all Wizards, or of those spoken of before', "say: each Wizard who ...")


def _of_all(group: t.Who) -> TypeGuard[t.Those]:
    """Whether these are all Wizards of whom something is so."""
    return isinstance(group, t.Those) and group.group == t.All()


def _conds(words: Spoken) -> tuple[t.Cond, ...]:
    """The conditions of the sentence and of the one before it."""
    told = (*before(words), *parts(words.sentence_said))
    return tuple(act.cond for act in told if isinstance(act, t.If | t.Trail))


def they(words: Spoken, who: t.Who) -> None:
    """ "Whenever a neighbour loses Stars, you gain as many. They lose 1 Crystal": then, or all of them now?"""
    for act in before(words):
        match act:
            case t.Watch(whom, how=how) if whom == who and (who == t.All() or how not in ("cancel", "shield")):
                raise Puzzle('"they" could be those of the status, whenever it works', "say who is meant", double=True)
            case t.If(t.Holds(op="=", number=t.Int(1)) | t.Compare(t.Count(), "=", t.Int(1))):
                raise Puzzle('"they" could be the one, or each of several', "say who is meant", double=True)
            case t.Pay(payer, receiver) if CASTER not in (payer, receiver):
                raise Puzzle('"they" could mean who pays or who is paid', "name the Wizard", double=True)


def paid_several(words: Spoken) -> None:
    """ "The chosen Wizard pays 1 Star to each neighbour. They lose 1 Crystal": who pays, or those who are paid?"""
    for act in before(words):
        match act:
            case t.Pay(payer, receiver) if is_one(payer) != is_one(receiver) and CASTER not in (payer, receiver):
                raise Puzzle('"they" could mean who pays or who is paid', "name the Wizard", double=True)


def if_they(words: Spoken, node: t.Holds, fixed: t.Holds) -> None:
    """ "Each neighbour loses 2 Stars. If they cast Burn, gain 1": if any of them did, if all did, or for each?"""
    several = node.group == t.They() and (fixed.op, fixed.number) == (">=", t.Int(1))
    worn = [part.attr for part in parts(fixed.test) if isinstance(part, t.Is) and isinstance(part.attr, str)]
    one_thing = any(not attr.endswith("s") for attr in worn)  # "if their Hats are Red": each has one Hat
    if several and has_member(fixed.group) and one_thing and words.sentence in words.marks["their_things"]:
        raise Puzzle("all of them, or each by itself?", "say: if their Hat is ...", double=True)
    here = [who for at, _, who in words.told if at == words.sentence]
    if several and fixed.group in (*groups(before(words)), *here):
        raise Puzzle(
            'it is not clear whether "they" are all, any or each of them', "say: if any of them ...", double=True
        )


def of_plural(words: Spoken, clause: t.Clause, subject: t.Who, cond: t.Cond) -> t.Cond:
    """ "Both neighbours gain 1 Star if either neighbour cast Burn": the condition, of the caster's neighbours.

    Only what is said of "each" is of each one's own. Raises Puzzle where it could be that.
    """
    found = _of_caster(cond)
    if found == cond or _one_by_one(words, clause, subject):
        return cond
    known = all(is_one(who) or who == t.Neighbours(CASTER) for who in beside(subject))
    if not known or words.sentence in words.marks["apiece"]:
        raise Puzzle("whose neighbours, or next to whom?", "say: a neighbour of the caster", double=True)
    same: t.Cond = found
    return same


def those_of_none(cond: t.Cond, said: t.Act) -> None:
    """ "If no neighbour cast Burn, ... Otherwise, each of them loses 1 Star": of all, or who did? Raises Puzzle."""
    match cond:
        case t.Holds(group, "=", t.Int(0)) | t.Not(t.Holds(group, ">=", t.Int(1))) if not is_one(group):
            pass
        case _:
            return
    told = tuple(parts(said))
    kept = [part.group for part in told if isinstance(part, t.Those)]  # "those who did"
    words = [part for part in told if isinstance(part, t.They) and part.word in _THOSE]
    if len(words) > len([part for part in kept if part in words]):
        raise Puzzle("all of them, or those of whom it is so?", "say: each neighbour who did", double=True)


_THOSE = ("those", "those looked at", "those neighbours", "them looked at")


def counted_for_plural(words: Spoken, clause: t.Clause, subject: t.Who) -> None:
    """ "You and the chosen Wizard gain 1 Star for each neighbour who cast Burn": of the caster, or each one's own?"""
    told: list[t.Node] = [act.amount for act in clause.acts if isinstance(act, t.Change | t.Pay)]
    if subject not in EVERYBODY:  # "all Wizards pay 1 Star to the next Wizard"
        told += [act.receiver for act in clause.acts if isinstance(act, t.Pay)]
        told += [act.value for act in clause.acts if isinstance(act, t.Assign)]
    if any(_of_caster(part) != part for part in told) and not _one_by_one(words, clause, subject):
        raise Puzzle("whose neighbours, or next to whom?", "say: each neighbour of the caster", double=True)


def _of_caster(said: Any) -> Any:
    """What is said, where a neighbour or the next Wizard whose owner nobody names is the caster's."""
    return replaced_outside(replaced_outside(said, t.They("owner"), CASTER), t.They("place"), CASTER)


def _one_by_one(words: Spoken, clause: t.Clause, subject: t.Who) -> bool:
    """Whether this is said of each of several, and not of them all: "each Wizard gains", "every Wizard's Hat"."""
    each = words.sentence in words.marks["one_by_one"] and not isinstance(subject, t.Join)
    return clause.form in ("s", "e") or each


def beside(who: t.Who) -> tuple[t.Who, ...]:
    """The Wizards or groups that are named together."""
    return who.parts if isinstance(who, t.Join) else (who,)


def whose_neighbours(words: Spoken, subject: t.Who, who: t.Who) -> None:
    """ "Each Wizard who cast Burn loses 1 Star, and each neighbour gains 1": of that Wizard, or of the caster?"""
    beside = subject.parts if isinstance(subject, t.Join) else ()
    if any(all_of(one) == t.Neighbours(t.They("owner")) for one in beside) and not all(
        isinstance(one, t.Caster) or all_of(one) == t.Neighbours(t.They("owner")) for one in beside
    ):  # "the Wizard with the most Stars and both neighbours"
        raise Puzzle("whose neighbours are meant?", "say: the caster's neighbours", double=True)
    told = [all_of(one) for at, _, one in words.told if at == words.sentence and one != t.All()]
    if (
        t.They("owner") in parts(subject)
        and CASTER in parts(who)
        and any(one not in parts(all_of(who)) for one in told)
    ):
        raise Puzzle("whose neighbours are meant?", "say: the caster's neighbours", double=True)


def whose_next(words: Spoken, node: t.Holds | t.Those) -> None:
    """ "If your neighbours targeted the next Wizard": next to you, or to each of those? "Each" is one by one."""
    some = isinstance(node, t.Holds) and node.op != "all" and words.sentence in words.marks["if_not_each"]
    if not some and (words.sentence in words.marks["apiece"] or words.sentence in words.marks["one_by_one"]):
        return  # but "if a Wizard targeted the next Wizard, each ..." says nothing of each of those
    if isinstance(node.group, t.Casters):
        return  # "if a spell targets the next Wizard": no Wizard is next to a spell
    if not is_one(node.group) and ({t.They("place"), t.They("owner")} & set(parts(node.test))):
        raise Puzzle("next to you, or to each of those?", "say: next to the caster; or: next to them", double=True)


def each_of_them(words: Spoken, who: t.Who) -> None:
    """ "You gain 1 Star for each neighbour who cast Burn. Each of them gains 1 Crystal": who?"""
    around = [group for group in groups(before(words), asked=True) if group != t.All()]
    if around and not is_one(who) and not any(who in parts(group) for group in around):
        raise Puzzle("it is not clear who they are", "say: each neighbour who ...", double=True)
    if words.sentence in words.marks["those_near"] and not isinstance(all_of(who), t.Neighbours):
        raise Puzzle("others were spoken of just before", "name those neighbours again", double=True)
    for act in before(words):
        match act:
            case t.Pay(payer, receiver) if not (is_one(payer) or is_one(receiver)):
                raise Puzzle('"those" could be who pays or who is paid', "say who is meant", double=True)


def _one_of_results(said: t.Node | None) -> bool:
    """ "On a 1 you lose 2 Stars, on a 2 the next Wizard does, on any other result ...": one outcome, and who has it."""
    cases = said.acts if isinstance(said, t.Seq) else ()
    told = [
        case.act if isinstance(case, t.Else) else case.then[0]
        for case in cases
        if isinstance(case, t.Else)
        or (isinstance(case, t.If) and len(case.then) == 1 and t.Result() in parts(case.cond))
    ]
    plain = len(told) == len(cases) > 1 and all(isinstance(act, t.Clause) for act in told)
    return plain and [getattr(act, "form", "") == "does" for act in told] == [False] + [True] * (len(told) - 1)


def _said_of_others(act: t.Act, acts: tuple[t.Act, ...]) -> bool:
    """ "On a 1, you lose 2 Stars; on a 2, the next Wizard does; on a 3, ...": whether they do what is done again."""
    match act, acts:
        case t.Change(), (t.Change() as first,):
            return replace(act, who=first.who) == first
    return False


def done_again(words: Spoken, who: t.Who, out: list[t.Act]) -> None:
    """ "Lose 2 Stars if your Hat is Red. Your neighbours do too": in that case, or always?"""
    if words.said is None:
        return
    subject, acts = words.said
    listed = _one_of_results(words.sentence_said)
    other_case = (listed or isinstance(words.sentence_said, t.Else)) or (
        isinstance(words.sentence_said, t.If) and t.Result() in parts(words.sentence_said.cond)
    )  # "if the result is odd, the target loses 2 Stars; if it is even, you do"
    match words.sentence_said, before(words)[-1:]:
        case t.If(t.Compare(t.Count(t.They("counted")), "=", t.Int(0))), _:
            return  # "each Wizard who cast Burn loses 2 Stars. If there are none, you do": nobody else
        case t.If(t.Holds(asked, test=t.Not(t.Did()))), (t.If(t.Holds(whom), (act,), ()),) if (
            is_one(whom) and (act,) == acts and (asked == whom or (asked == t.They() and whom != CASTER))
        ):
            return  # "if they cast Burn, they lose 3 Stars. If they did not, you do"
    here = [act for act in out if _at(act) == words.sentence]
    told = [act for case in before(words) if isinstance(case, t.If) and not listed for act in case.then]
    if other_case and any(act not in acts and not _said_of_others(act, acts) for act in told):
        raise Puzzle('"does" could be said of the last outcome, or of all', "say the outcomes again", double=True)
    if not (other_case or here or words.sentence in words.marks["too"]):
        raise Puzzle('"does" could be said of this besides, or instead', "say the outcome again")
    if not other_case and any(act not in acts for act in here or before(words)):
        raise Puzzle('"does" could be said of all that stands before, and under its condition', "say it again")
    if isinstance(words.sentence_said, t.Else):
        return  # either this happens or that
    twice = isinstance(subject, t.Those) and isinstance(who, t.Those) and subject.group == who.group
    if twice or contains(subject, who) is True:
        raise Puzzle("once for each reason, or once in all?", "say the outcome again", double=True)
    if isinstance(subject, t.Those) and not twice and contains(subject, who) is not False:
        raise Puzzle("is this done once or twice to who is among both?", "say the outcome again", double=True)


def did_not(words: Spoken, test: t.Cond) -> None:
    """ "If 3 or more Wizards cast Burn, ... If they did not": otherwise, or if one of them did not?"""
    conds = tuple(act.cond for act in before(words) if isinstance(act, t.If))
    for part in parts(conds):
        match part:
            case t.Holds(_, ">=", t.Int(1)) | t.Holds(op="all"):
                pass
            case t.Holds(test=asked) if asked == test:
                raise Puzzle("if it is not so many, or if one did not?", "say: otherwise")
            case t.Compare(t.Count(who)) if test in parts(who):
                raise Puzzle("if it is not so many, or if one did not?", "say: otherwise")


def alone_did(words: Spoken, node: t.Holds, test: t.Cond, asked: t.Who | None) -> None:
    """ "If you and the next Wizard cast Burn, ... If only you did", "If you have a Hat, ... If nobody else has": of
    these, or of all? In that case, or always?

    `asked`: of whom it was asked before.
    """
    match node:
        case t.Holds(t.Without(t.All(), t.Member()), "=", t.Int(0), t.Did()):
            told = [part for part in parts(words.sentence_said) if isinstance(part, t.Holds)]
            sole = [part.group for part in told if node in parts(part.test)]
            known = bool(sole) and all(isinstance(who, t.Caster) for who in sole)
            # "if both neighbours did, ... If only you did"
            clear = known and asked is not None and contains(asked, CASTER) is False
        case t.Holds(t.Others(), "=", t.Int(0), t.Did()):
            conds = tuple(act.cond for act in before(words) if isinstance(act, t.If))
            if t.Holds(CASTER, ">=", t.Int(1), test) in parts(conds):
                raise Puzzle("in that case, or whatever you did?", "say both conditions", double=True)
            clear = False
        case _:
            return
    if asked is not None and not (is_one(asked) or clear or asked in EVERYBODY):
        raise Puzzle("no other of these, or of all Wizards?", "say the condition again", double=True)


def one_of_two_asked(words: Spoken, fixed: t.Holds, test: t.Cond) -> None:
    """ "If your Hat is Red, ... If your Hat is Blue, ... If nobody's is, ...": none that is Blue, or neither?"""
    near = [act for act in words.finished if isinstance(act, t.If) and words.sentence - _at(act) in (1, 2)]
    asked = {act.cond for act in near if isinstance(act.cond, t.Holds) and act.cond.group != fixed.group}
    if any(alike(one.test, test) for one in asked if one.test != test):
        raise Puzzle("which of the two that were asked?", "say the condition again", double=True)


def alike(one: t.Cond, other: t.Cond) -> bool:
    """Whether two tests ask for one of a kind: a Red Hat and a Blue one, the cast of Burn and of Jolt."""
    match one, other:
        case t.Is(attr=attr), t.Is(attr=same):
            return attr == same
        case _:
            return isinstance(one, t.CastIs | t.CastTrait) and isinstance(other, t.CastIs | t.CastTrait)


def of_one_kind(words: Spoken, acts: tuple[t.Act, ...]) -> None:
    """ "You gain 2 Stars and 3 Crystals. The target gains that many Stars": 3, or 2?"""
    flows = [act for act in acts if isinstance(act, t.Change | t.Pay) and t.ThatMany() in parts(act.amount)]
    if not flows or not words.made or words.made[-1].amount != words.number:
        return
    last = words.made[-1]
    apiece = [one for one in words.made if (one.at, one.attr != last.attr) == (last.at, True)]
    if any(one.amount != last.amount and act.attr in ("", one.attr) for one in apiece for act in flows):
        raise Puzzle('"that many" could mean either of two numbers', "name the number", double=True)


def of_bound(words: Spoken, said: t.Num, change: t.Change) -> None:
    """ "Whoever has more than 15 Stars loses that many": 15, or as many as they have?"""
    if t.ThatMany() not in parts(said):
        return
    if any(isinstance(part, t.Compare) and part.right == t.ThatMany() for part in parts(words.sentence_said)):
        return  # "if you have at least that many Stars, lose that many": as was named before
    own = change.who, all_of(change.who)
    if any(who in own and number in words.compared and number in parts(change.amount) for who, number in words.bounds):
        raise Puzzle('"that many" could be the number named, or as many as they have', "name the number", double=True)


def of_several(words: Spoken, said: t.Num, change: t.Change) -> None:
    """ "Each neighbour loses 3 Stars; you gain that many", "gain half as many": 3, or as many as all of them lose?"""
    if t.ThatMany() not in parts(said) or not is_one(change.who) or not words.made:
        return
    match words.made[-1]:
        case t.Change(group, _, gain, number) if gain != change.gain:
            several = not is_one(group)
        case t.Pay(payer, receiver, _, number):
            several = not (is_one(payer) and is_one(receiver))
        case _:
            return
    if several and number in parts(change.amount) and _is_of_each(words, number):
        raise Puzzle("as many as each of them, or as all of them together?", "name the number", double=True)


def for_each_again(said: t.Num, change: t.Change) -> None:
    """ "Lose 2 Stars for each neighbour who cast Burn. For each who did not, you gain as many": as for one, or all?"""
    for part in parts(change.amount) if t.ThatMany() in parts(said) else ():
        match part:
            case t.Times(left, right) if all(any(isinstance(one, t.Count) for one in parts(n)) for n in (left, right)):
                raise Puzzle("as many as for one of them, or as for all?", "name the number", double=True)


def _is_of_each(words: Spoken, number: t.Num) -> bool:
    """Whether a number was named for what each of several loses or gains, and for nothing else."""
    told = any(isinstance(part, t.Rolls) for part in parts((words.finished, words.sentence_said)))
    counted = any(isinstance(part, t.Count) for part in parts(number))
    return isinstance(number, t.Int) or counted or (isinstance(number, t.Roll) and not told)


def these(words: Spoken, who: t.Who, acts: tuple[t.Act, ...]) -> None:
    """ "Each neighbour loses 2 Stars. These Stars go to you": so many as one of them loses, or all of them?"""
    flows = [act for act in acts if isinstance(act, t.Change | t.Pay)]
    if words.sentence not in words.marks["these"] or not flows or not words.made:
        return
    match words.made[-1], flows:
        case t.Change(one, gain=False), [t.Change(gain=True)] if is_one(one) and is_one(who):
            return
    if t.ThatMany() in parts(tuple(flows)):
        raise Puzzle("it is not clear how many these are", "say how many")


Acts = tuple[t.Act, ...]


def _moved_too(words: Spoken, last: Acts, made: Acts) -> None:
    """ "Every spell that targets you targets the next position, too"."""
    if any(isinstance(part, t.Redirect) for part in parts(made)):
        hint = "say: targets ... instead"
        raise Puzzle("a spell that targets one Wizard cannot target another, too", hint, sentence=words.sentence)


def _one_of(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If two spells target you, one of them has no effect"."""
    if any(isinstance(part, t.Void | t.Redirect | t.Replace) and not is_one(part.who) for part in parts(made)):
        raise Puzzle("which one of them?", "say which, or that it is picked at random", sentence=words.sentence)


def _it_void(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If another Wizard cast this spell, it has no effect"."""
    asked = [str(name).casefold() for part in parts(made) if isinstance(part, t.CastIs) for name in part.names]
    voids = any(isinstance(part, t.Void) and part.who != CASTER for part in parts(made))
    if voids and words.own.casefold() in asked:
        reason = '"it" could be this spell, or the other cast of that name'
        raise Puzzle(reason, "say which spell has no effect", sentence=words.sentence)


def _each_time(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If a neighbour loses Stars this Duel, gain 1 Star"."""
    flows = tuple(part for part in parts(made) if isinstance(part, t.Watch) and part.how == "also")
    if any(isinstance(part, t.Change) and isinstance(part.amount, t.Int) for part in parts(flows)):
        raise Puzzle("once, or each time?", "say: whenever", sentence=words.sentence)


def _in_all(words: Spoken, last: Acts, made: Acts) -> None:
    """ "You gain 2 Stars. If your Hat is Red, you gain 4 Stars in all"."""
    told = {part.attr for part in parts(words.finished) if isinstance(part, t.Change)}
    if any(isinstance(part, t.Change) and part.attr in told for part in parts(made)):
        raise Puzzle('"in all" could count what was said before, too', "say: ... instead", sentence=words.sentence)


def _exactly(words: Spoken, last: Acts, made: Acts) -> None:
    """ "You gain 2 Stars. If your Hat is Red, you gain exactly 4 Stars"."""
    told = {part.attr for part in parts(words.finished) if isinstance(part, t.Change | t.Pay)}
    moved = [part for part in parts(made) if isinstance(part, t.Change | t.Pay)]
    lone = [(part.who, part.attr) for part in moved if isinstance(part, t.Change)]
    twice = len(lone) > len({*lone})
    if twice or any(part.attr in told for part in moved):
        raise Puzzle("exactly so much besides, or in all?", "say: instead; or: another", sentence=words.sentence)


def _than_before(words: Spoken, last: Acts, made: Acts) -> None:
    """ "You gain 2 Stars. You now have 2 more Stars than before": is it said again, or do they gain 4?"""
    if any(isinstance(part, t.Change | t.Pay | t.Assign) for part in parts(words.finished)):
        raise Puzzle("is that said again, or does it happen besides?", "say: gains 2 Stars", sentence=words.sentence)


def _as_it_ends(words: Spoken, last: Acts, made: Acts) -> None:
    """ "You gain 2 Stars and end up 2 Stars richer": 4, or is it said again? Not where it is another case."""
    always = [act for act in made if isinstance(act, t.Change | t.Pay | t.Assign)]
    told = tuple(parts(words.finished)) if always else words.finished
    cases = [made, *(acts for part in parts(made) if isinstance(part, t.If) for acts in (part.then, part.otherwise))]
    pairs = [pair for acts in cases for pair in combinations(acts, 2)]
    if any(_to_the_same(old, new) for old, new in (*product(told, parts(made)), *pairs)):
        raise Puzzle("is that said again, or does it happen besides?", "say it once", sentence=words.sentence)


def _to_the_same(old: t.Node, new: t.Node) -> bool:
    """Whether two outcomes are surely of the same thing of one Wizard, or of the same Wizards."""
    flows = t.Change | t.Pay | t.Assign
    if not isinstance(old, flows) or not isinstance(new, flows) or old.attr != new.attr:
        return False
    if isinstance(new, t.Assign) and old.stage != new.stage:
        return False
    sides = [(act.payer, act.receiver) if isinstance(act, t.Pay) else (act.who,) for act in (old, new)]
    return any(one == other or (is_one(other) and contains(one, other) is True) for one, other in product(*sides))


def _both_after_one(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If one of your neighbours cast Burn, gain 2 Stars; if both did, gain 4": 4, or 6?"""
    if words.sentence in words.marks["besides"]:
        return
    leaning = any(isinstance(part, t.Did) for part in parts(words.sentence_said))
    for one, more in ((one, other) for one in last for other in made):
        match one, more:
            case (
                t.If(t.Holds(group, ">=", t.Int(1), test), (t.Change() as few,), ()),
                t.If(t.Holds(same, ">=" | ">" | "all" as op, _, so), (t.Change() as many,), ()),
            ) if (group, test, few.who, few.attr, few.gain) == (same, so, many.who, many.attr, many.gain):
                if op == "all" or leaning:  # "if at least two did"
                    reason = "besides that, or instead?"
                    raise Puzzle(reason, "say: 2 more; or: 4 instead", double=True, sentence=words.sentence)


def _two_casters(words: Spoken, last: Acts, made: Acts) -> None:
    """ "Whenever you would lose Stars, the caster loses as many": of this spell, or of the one that takes them?"""
    spells = any(isinstance(part, t.Watch | t.Void) for part in parts(made))
    asked = [part.group for part in parts(words.sentence_said) if isinstance(part, t.Holds)]
    spells = spells or any(isinstance(group, t.Casters) for group in asked)
    beside = t.Join((CASTER, CASTER)) in parts(made)  # "you and the caster"
    if beside or (spells and any(isinstance(part, t.Change) and part.who == CASTER for part in parts(made))):
        reason = '"the caster" could be you, or whoever cast the other spell'
        raise Puzzle(reason, "say: you; or: the caster of that spell", double=True, sentence=words.sentence)


def _in_return(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If your Hat is Red, lose 2 Stars. In return, gain 2 Crystals"."""
    match last[-1:]:
        case (t.Pay(mode="able") | t.If(otherwise=()),):
            reason = "in return for what happens in that case, or always?"
            raise Puzzle(reason, "say the condition again", sentence=words.sentence)


def _at_once(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If you lost at least 2 Stars at once this Duel": of what was lost, only the sum is known."""
    if any(isinstance(part, t.Moved | t.Untimed) for part in parts(made)):
        hint = "leave out how they were lost"
        raise Puzzle("were so many lost or gained at once, or in all?", hint, sentence=words.sentence)


def _as_long(words: Spoken, last: Acts, made: Acts) -> None:
    """ "As long as you have a Hat, you cannot lose Stars this Duel": that can change while it lasts."""
    for act in (part for part in parts(made) if isinstance(part, t.If)):
        changing = any(isinstance(part, t.Is | t.Stat | t.ValueOf | t.Total) for part in parts(act.cond))
        if changing and any(isinstance(part, t.Watch) for part in parts((act.then, act.otherwise))):
            reason = "is this asked once, or all the time?"
            raise Puzzle(reason, "say: if", double=True, sentence=words.sentence)


def _also_if(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If you have a Red Hat, gain 1 Star. If you also have a Blue Staff, gain 2"; "gain 4 if ..., 1 if ... too"."""
    narrow, asks = (
        any(isinstance(act, t.If) for act in acts) or any(isinstance(who, t.Those) for who in groups(acts))
        for acts in (last, made)
    )
    again = any(isinstance(part, t.Did | t.Else | t.IfSo) for part in parts(words.sentence_said))
    if any(isinstance(act, t.If) and _asked_first(act) for act in made):
        raise Puzzle("the first of them as well?", "say: each other", double=True, sentence=words.sentence)
    if _side_by_side(made):
        raise Puzzle("must the first be so as well?", "say both conditions", double=True, sentence=words.sentence)
    if narrow and asks and not again:
        hint = "say both conditions, or leave it out"
        raise Puzzle('"also" could mean: besides the condition before', hint, sentence=words.sentence)


def _asked_first(act: t.If) -> bool:
    """ "If you have a Red Hat, each Wizard who also has one gains 1 Star": whether the first can be one of these."""
    asked = [part for part in parts(act.cond) if isinstance(part, t.Holds) and is_one(part.group)]
    those = [part for part in parts(act.then) if isinstance(part, t.Those)]
    return any(
        one.test in conjuncts(part.test) and contains(part.group, one.group) is not False
        for one in asked
        for part in those
    )


def _side_by_side(acts: Acts) -> bool:
    """Whether outcomes stand beside each other that have two conditions, or are of two kinds of Wizards."""
    conds: set[t.Cond] = set()
    for act in acts:
        if isinstance(act, t.If):
            conds.add(act.cond)
            continue
        counted = [part.who for part in parts(act) if isinstance(part, t.Count)]
        conds.update(who.test for who in plain((*groups((act,)), *counted)) if isinstance(who, t.Those))
    beside = any(not apart(one, other) and not _within(one, other) for one, other in combinations(conds, 2))
    return beside or any(isinstance(act, t.If) and _side_by_side(act.then) for act in acts)


def _within(one: t.Cond, other: t.Cond) -> bool:
    """Whether one of two conditions is the other and a thing more: "all in a Red Hat lose 1, 2 more if ... too"."""
    narrow, wide = sorted((set(conjuncts(one)), set(conjuncts(other))), key=len, reverse=True)
    return wide < narrow and all(isinstance(test, t.Is) for test in narrow - wide)


def _all_of_them(words: Spoken, last: Acts, made: Acts) -> None:
    """ "If both neighbours have a Red Hat, gain 2 Stars. They lose 1 Crystal": then, or all of them, or who has one?"""
    if words.sentence not in words.marks["others"]:
        return
    asked = {(one.group, one.test) for one in _asked_of(last) if (one.op, one.number) != (">=", t.Int(1))}
    for act in made:
        again = {(one.group, one.test) for one in _asked_of((act,))}  # "If more than one did, each of them ..."
        if any(t.Those(group, test) in parts(act) for group, test in asked - again):
            raise Puzzle(
                "all of them, and only in that case?", "say the condition again", double=True, sentence=words.sentence
            )


def _asked_of(acts: Acts) -> list[t.Holds]:
    """What the conditions of outcomes ask of several."""
    conds = tuple(act.cond for act in acts if isinstance(act, t.If))
    return [one for one in parts(conds) if isinstance(one, t.Holds) and not is_one(one.group)]


def _both_kinds(words: Spoken, last: Acts, made: Acts) -> None:
    """ "You lose no Stars from Belligerent spells, but twice as many from Burn", which is Belligerent."""
    for one, other in combinations(made, 2):
        match one, other:
            case t.Watch(whom, way, attr, source, how), t.Watch(whose, direction, thing, kind, done):
                if "also" in (how, done) or {how, done} <= {"cancel", "shield"} or whom != whose:
                    continue
                if not (_meet(way, direction, "any") and _meet(attr, thing, "")):
                    continue
            case t.Void(t.Those(t.All(), source)), t.Redirect(t.Those(t.All(), kind)):
                pass
            case _:
                continue
        if source != kind and not apart(source, kind):
            reason = "which of the two is so of a spell of both kinds?"
            raise Puzzle(reason, "say it of each", double=True, sentence=words.sentence)


def _moved_and_more(words: Spoken, made: Acts) -> None:
    """ "Whenever you would lose Stars, they lose them instead, and you gain 1 Crystal": you lose nothing then."""
    watches = [part for part in parts(made) if isinstance(part, t.Watch)]
    for one in watches:
        for other in watches:
            same = (one.whom, one.source) == (other.whom, other.source) and _meet(one.way, other.way, "any")
            if same and one.how in ("move", "cancel", "shield") and other.how == "also":
                reason = "this would come of a loss or a gain that does not happen"
                raise Puzzle(reason, "leave out what happens besides", sentence=words.sentence)


def bound_of_last(words: Spoken, acts: Acts) -> None:
    """ "If you have a Hat, lose 2 Stars, otherwise lose 4, but not below 0": is the bound of both losses?"""
    if words.sentence in words.marks["points"]:
        return  # each stands by itself
    here = {words.sentence, words.sentence - 1 if words.sentence - 1 in words.marks["semicolon"] else words.sentence}
    losses = [part for part in parts(acts) if isinstance(part, t.Change) and not part.gain and part.at in here]
    if words.sentence in words.marks["nobody_below"]:  # "..., and the next Wizard pays you 2, but no one goes below 0"
        paid = any(isinstance(part, t.Pay) and part.mode == "always" and part.at in here for part in parts(acts))
        bound = {loss.floor is not None for loss in losses}
        if True in bound and (paid or False in bound):
            reason = "is the bound of all that is lost and paid?"
            raise Puzzle(reason, "say it of each", double=True, sentence=words.sentence)
    match losses[-2:]:
        case [t.Change(t.Those(group, test)) as end, t.Change(t.Those(same, t.Not(other)), floor=None)] if (
            group,
            test,
        ) == (same, other):
            pass  # "each neighbour loses 2; if they have a Hat, they lose 4 instead": what is said last is done first
        case [*_, end]:
            pass
        case _:
            return
    if end.floor is None:
        return
    if any(loss.floor is None and (loss.attr == end.attr or loss.who != end.who) for loss in losses):
        reason = "is the bound of both, or of the last?"
        raise Puzzle(reason, "say it of each", double=True, sentence=words.sentence)


def _meet(one: str, other: str, every: str) -> bool:
    return one == other or every in (one, other)


_ASKED = {
    "moved_too": _moved_too,
    "one_of": _one_of,
    "it_void": _it_void,
    "if_flows": _each_time,
    "in_all": _in_all,
    "exactly": _exactly,
    "than_before": _than_before,
    "as_it_ends": _as_it_ends,
    "in_return": _in_return,
    "at_once": _at_once,
    "both": _both_after_one,
    "two_casters": _two_casters,
    "also_if": _also_if,
    "as_long": _as_long,
}
"""What is asked of a sentence with such words, and of the one before."""


def check(words: Spoken, made: Acts) -> None:
    """What the words of this sentence say of the one before, which its outcomes no longer tell."""
    if isinstance(words.sentence_said, t.Row):
        return  # its words are those of a table
    _all_of_them(words, before(words), made)
    _both_kinds(words, before(words), made)
    _moved_and_more(words, made)
    for mark, ask in _ASKED.items():
        if words.sentence in words.marks[mark]:
            ask(words, before(words), made)


def read_before(words: Spoken, acts: Acts) -> None:
    """ "Your Hat becomes Red. Then all whose Hat was already Red ...": before that, which a later step cannot ask."""
    for act in acts:
        if _at(act) in words.marks["already_was"] and any(getattr(part, "stage", 0) for part in parts(act)):
            hint = 'leave out "already", or leave out "then"'
            raise Puzzle("as it was before, or as it is by then?", hint, sentence=_at(act))


def read_now(words: Spoken, acts: Acts) -> None:
    """ "You lose 1 Crystal. If you have none left, ...": read before that, as all of a step is?"""
    for index, act in enumerate(acts):
        if _at(act) not in words.marks["now"]:
            continue
        stage = _stage(act)
        if _read_of(act) & _changed(acts[:index], range(stage, stage + 1)):
            raise Puzzle('"now", or "left", could be before this or after it', "say: then, if ...", sentence=_at(act))


def read_as_it_was(words: Spoken, acts: Acts) -> None:
    """ "Lose all your Crystals, then gain 1 for each Crystal you had": before that, which no later step can ask."""
    for act in acts:
        if _at(act) in words.marks["it_was"] and _asks_later(act):
            hint = 'say: you have, or leave out "then"'
            raise Puzzle("as it was before, or as it is by then?", hint, sentence=_at(act))


def _asks_later(act: t.Act) -> bool:
    """Whether something is read in a further stage: a condition is in the first one of what happens under it."""
    if isinstance(act, t.If):
        cases = (*act.then, *act.otherwise)
        return (bool(_read_of(act.cond)) and all(map(_stage, cases))) or any(map(_asks_later, cases))
    return _stage(act) > 0 and bool(_read_of(act))


def _stage(act: t.Act) -> int:
    return max((getattr(part, "stage", 0) for part in parts(act)), default=0)


def _read_of(said: t.Node) -> set[Any]:
    """The things of which an outcome, or a condition, reads what somebody has of them by then."""
    told = [part for part in parts(said) if isinstance(part, t.Stat | t.Is | t.ValueOf)]
    return {part.attr for part in told if not getattr(part, "start", False)}


def _changed(acts: Acts, stages: range) -> set[Any]:
    """The things that outcomes change in one of these stages."""
    moving = t.Change | t.Assign | t.Swap | t.Level | t.Pay
    return {part.attr for part in parts(acts) if isinstance(part, moving) and part.stage in stages}
