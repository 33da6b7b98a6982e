""" "Everyone else", "the others", right after a group: all but those of whom the clause before speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.phrases import SUCH
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.kinds import unaddressed_in
from pbp.spells.refer.recent import EVERYBODY
from pbp.spells.sense.conditions import about_casting
from pbp.spells.walk import is_one, mapped, parts, replaced

_THEMSELVES = (t.Member, t.Subject, t.They)
_PEOPLE = (*_THEMSELVES, t.Those, t.All, t.Neighbours, t.Top)
"""Who may be spoken of where it is said who is in the group: nobody who could be left out in their place."""

_ELSEWHERE = (
    t.ThatMany, t.AsBefore, t.ThisWay, t.InAll, t.Capped, t.Untimed, t.Result, t.Did, t.Differing, t.Mixed, t.Counting,
    t.Noted, t.Rounded, t.LetterNum, t.LetterWord, t.ThatValue, t.LetterIs, t.LetterSpell, t.NumberOffered,
    t.WordOffered, t.OwnName, t.SpellOf, t.Roll,
)  # fmt: skip
"""What would mean something else where it is said again: "each Wizard with more Stars than that number"."""


def spelt_out(before: list[t.Act], sentence: t.Act) -> t.Act:
    """ "(Each Wizard without a Beard gains 1 Crystal.) Everyone else loses 2 Stars": each Wizard with a Beard.

    Only where nobody else has been spoken of in the Effect: neither the caster nor a second group. All others than the
    caster they are only where the caster alone has been spoken of. Raises Puzzle.
    """
    made = _after_group(before, sentence)
    told = _without_own_sides(mapped(made, _without_compared))
    near = _NEAR in parts(told) and _OTHERS not in parts(told)  # "everyone else next to you": who are neighbours
    told = replaced(told, {_NEAR: _OTHERS}) if near else told
    open_here = names(told) or _after_others(made)
    if _OTHERS in parts(told) and (open_here or not (_of_the_caster(told) or not any(map(names, before)))):
        reason = '"else" could leave out the caster, or those spoken of before'
        raise Puzzle(
            reason, "say: other than the caster; or: each Wizard who did not ...", double=True, sentence=len(before)
        )
    return made


def _after_others(sentence: t.Act) -> bool:
    """Whether it is said after some of the others: "each other Wizard who cast Burn loses 2, and the rest gain 1"."""
    told = [part for part in parts(sentence) if isinstance(part, t.Clause | t.Pay)]
    whom = [getattr(act, name, None) for act in told for name in ("subject", "payer", "receiver")]
    some = any(isinstance(who, t.Those) and isinstance(who.group, t.Others) for who in whom)
    return some and any(isinstance(who, t.Others) for who in whom)


def confirmed(before: list[t.Act], sentence: t.Act) -> t.Act:
    """ "Each Wizard who cast Burn loses 2 Stars, but the others do not": which goes without saying.

    They are none whom the group leaves out: "your neighbours, except the others". Raises Puzzle.
    """
    for part in parts(sentence):
        match part:
            case t.Without(whole, t.Others() | t.Those(t.Others())) if part.part == _OTHERS or whole != t.All():
                raise Puzzle("other than the caster, or than those?", "leave it out, or say who is left out")
    match sentence:
        case t.Seq((t.Clause(t.Who() as who, (t.Change(),)) as told, t.Spared(t.Others(), "", "", False))) if (
            not before and who != t.All() and _OTHERS not in parts(told)
        ):
            return told
    return sentence


_ALL_BUT_YOU = (EVERYBODY[1], t.Without(t.All(), t.Caster(you=True)))
_OTHERS, _NEAR = t.Others(), t.Neighbours(t.Caster())


def _without_compared(node: Any) -> Any:
    """ "The next Wizard has more Stars than everyone else": than all but that Wizard, whoever was spoken of."""
    match node:
        case t.Holds(t.Others(), test=test) if t.Member(1) in parts(test):
            return t.Always()
        case t.Likewise():  # "the same goes for everyone else who does": than the one of whom that was said
            return t.Nothing()
    return node


def _without_own_sides(node: Any) -> Any:
    """The sentence, without what is said of others than the one Wizard, or the group, who does something to them.

    "The chosen Wizard pays 1 Star to everyone else": to all but that Wizard, if no third is spoken of in it.
    """
    match node:
        case tuple():
            return tuple(map(_without_own_sides, node))
        case t.Clause(t.Who() as subject, acts) if not isinstance(subject, t.Caster) and _OTHERS in parts(acts):
            third = any(isinstance(part, t.Caster) for part in parts(acts)) or names(acts)
            return node if third or not (is_one(subject) or names(subject)) else t.Clause(None, ())
        case t.Seq(acts):
            return replace(node, acts=_without_own_sides(acts))
        case t.If(then=then, otherwise=otherwise):
            return replace(node, then=_without_own_sides(then), otherwise=_without_own_sides(otherwise))
        case t.Trail(act=act) | t.Else(act=act) | t.Later(act=act):
            return replace(node, act=_without_own_sides(act))
    return node


def _of_the_caster(sentence: t.Act) -> bool:
    """Whether a sentence has a condition on the caster alone: "if you cast Burn, everyone else loses 2 Stars"."""
    match sentence:
        case t.If(t.Holds(t.Caster()) as cond) | t.Trail(cond=t.Holds(t.Caster()) as cond):
            return not names(cond)
    return False


def names(node: Any) -> bool:
    """Whether somebody else than the caster, and nobody else, is spoken of."""
    match node:
        case tuple():
            return any(map(names, node))
        case (
            t.Caster()
            | t.Member()
            | t.Subject()
            | t.Others()
            | t.Count(t.All())
            | t.They("owner" | "they" | "them" | "those" | "of them")
        ):
            return False
        case t.Count(t.Casters(t.All(), kind)):  # "1 Star for each Burn cast this Duel": by nobody who is named
            return names(kind)
        case t.Holds(t.Caster(), test=test):
            return any(isinstance(part, _SOMEBODY) for part in parts(test))
        case t.Holds(t.All() | t.Others() | t.Without(t.All(), t.Caster()), "=", t.Int(0)):
            return False
        case t.Holds(t.Others(), op, test=test):
            return op != "all" or any(isinstance(part, _SINGLE) for part in parts(test))
        case t.Clause(t.Others() | t.Those(t.Others()) as subject, acts):
            tests = subject.test if isinstance(subject, t.Those) else None
            sides = [side for act in acts if isinstance(act, t.Pay) for side in (act.payer, act.receiver)]
            told = [act for act in acts if not isinstance(act, t.Pay | t.Change)]
            amounts = [act.amount for act in acts if isinstance(act, t.Pay | t.Change)]
            near = any(isinstance(p, t.Neighbours) and p.of == t.They("owner") for p in parts(tuple(amounts)))
            return near or names((*sides, *told)) or any(isinstance(p, _SINGLE) for p in parts((tests, *amounts)))
        case t.Those(t.Others(), inner) | t.Top(t.Others(), inner):
            return any(isinstance(part, _SINGLE) for part in parts(inner))
        case t.Pick(_, t.Others()):
            return False
        case t.Watch(whom=whom, to=to, then=then):
            return names((whom, to, then))
        case t.Join(some):
            return names(some)
        case t.Who():
            return True
        case t.Node():
            return any(names(getattr(node, field.name)) for field in fields(node))
    return False


_SINGLE = (t.Chosen, t.At, t.Offset, t.Pick, t.LetterWho)
_SOMEBODY = (*_SINGLE, t.Neighbours, t.Those, t.Join)
"""Who can be spoken of in what is asked of the caster."""


def _after_group(before: list[t.Act], sentence: t.Act) -> t.Act:
    match sentence:
        case t.Clause(t.Others()) if len(before) == 1:
            return _of_the_rest(before[0], sentence)
        case t.Seq((first, t.Clause(t.Others()) as last)) if not before:
            return replace(sentence, acts=(first, _of_the_rest(first, last)))
        case t.If(t.Holds(t.All(), ">=" | ">" | "=", t.Int() as number, test), (t.Seq((t.Clause() as first, last)),)):
            some = number != t.Int(0) and _are_those_asked(first.subject, test)
            if some and isinstance(last, t.Clause) and isinstance(last.subject, t.Others):
                told = replace(first, subject=t.Those(t.All(), test))
                return replace(sentence, then=(t.Seq((first, _of_the_rest(told, last))),))
    return sentence


def _are_those_asked(who: t.Who | None, test: t.Cond) -> bool:
    """ "If two or more Wizards cast Burn, each of them gains 1 Star (and everyone else loses 2)": those who cast it."""
    match who:
        case t.Those(t.All(), same):
            return _is_same(same, test)
        case t.They("they" | "those"):
            return True
    return False


def _of_the_rest(told: t.Act, act: t.Clause) -> t.Clause:
    clauses = told.acts if isinstance(told, t.Seq) else (told,)
    subjects = {clause.subject if isinstance(clause, t.Clause) else None for clause in clauses}
    done = [*(one.acts for one in clauses if isinstance(one, t.Clause)), act.acts]
    if not all(isinstance(each, t.Change | t.Assign | t.Pay) for acts in done for each in acts):
        return act  # a spell that is replaced was not cast: who is left would be others by then
    here = [part for part in parts(tuple(done)) if isinstance(part, t.Who | t.Roll | t.Cond)]
    named = [part for part in parts(tuple(subjects)) if isinstance(part, t.Who)]
    if not all(isinstance(part, _THEMSELVES) for part in here) or not all(isinstance(part, _PEOPLE) for part in named):
        return act  # "pays 1 Star to each neighbour. Everyone else ...": those neighbours as well?
    if len(subjects) != 1 or any(map(_means_elsewhere, parts(tuple(subjects)))):
        return act
    match subjects.pop():
        case t.Those(t.All(), t.Not(test) | t.Grouped(t.Not(test))):
            return replace(act, subject=t.Those(t.All(), test))
        case t.Those(t.All(), test):
            whole = test if isinstance(test, t.Grouped) else t.Grouped(test)
            return replace(act, subject=t.Those(t.All(), t.Not(whole)))
        case t.Top(t.All(), count=1) as top if top.ties != "random":  # else another might be drawn for the rest
            return replace(act, subject=t.Without(t.All(), top))
    return act


def than_drawn(before: Sequence[t.Act], sentence: t.Act) -> t.Act:
    """ "(A random Wizard who cast Burn loses 5 Stars.) The others who cast it": but the one who was drawn of them."""
    match (*before, sentence):
        case (*_, t.Seq((first, last)) as both):
            return replace(both, acts=(first, than_drawn((first,), last)))
        case (
            t.Clause(t.Pick(_, t.Those(t.All(), test) as those, 1)),
            t.Clause(t.Those(t.Others(), same), acts),
        ) if _is_same(same, test) and _OTHERS not in parts(acts):
            return replace(sentence, subject=t.Without(those, t.They("picked")))
    return sentence


def _is_same(said: t.Cond, test: t.Cond) -> bool:
    """Whether this says again what those did: "who cast Burn", "who cast it", "who did"."""
    match said, test:
        case t.Did("cast" | "did"), _:
            return about_casting(test)
        case t.CastIs(t.Member(0), (t.OwnName(True),)), t.CastIs(t.Member(0), (str(),)):
            return True
    return said == test


def goes_on(act: t.Act) -> bool:
    """Whether a sentence is of all but the one of whom the sentence before it speaks: a tie would be one of both."""
    match act:
        case t.Clause(t.Without(t.All(), t.Top())):
            return True
    return False


def _means_elsewhere(node: t.Node) -> bool:
    if isinstance(node, t.They):
        return node.word not in ("they", "owner")
    return isinstance(node, _ELSEWHERE) or getattr(node, "attr", "Stars") in ("", SUCH, "looked at")


def asked_before(before: Sequence[t.Act], sentence: t.Act) -> t.Act:
    """ "If no Wizard other than you has a Red Hat, ... If another Wizard has a Red Hat, ...": other than you, again."""
    whole = _ALL_BUT_YOU
    told = {part.test for act in before for part in parts(act) if isinstance(part, t.Holds) and part.group in whole}

    def known(node: Any) -> Any:
        if isinstance(node, t.Holds) and node.group == _OTHERS and node.test in told:
            return replace(node, group=EVERYBODY[1])
        return node

    found: t.Act = mapped(sentence, known)
    return found


def none_else(sentence: t.Act, before: Sequence[t.Act]) -> t.Act:
    """ "(Each other Wizard who cast Burn pays you 1 Star.) If no one else did": nobody other than the caster.

    That nobody did but those who did would go without saying.
    """
    told = {part for part in parts(tuple(before)) if isinstance(part, t.Those)}
    named = any(isinstance(part, t.Chosen | t.At | t.Offset | t.Top | t.Pick) for part in parts(tuple(before)))
    if len(told) != 1 or named:
        return sentence
    who = told.pop()
    if unaddressed_in(who.group) not in (t.Others(), EVERYBODY[1]):
        return sentence
    deed = any(isinstance(part, t.Moved) for part in parts(who.test)) or about_casting(who.test)

    def known(node: Any) -> Any:
        match node:
            case t.Holds(t.Others(), "=", t.Int(0), t.Did("did" | "does" | "has")):
                return replace(node, group=EVERYBODY[1], test=t.Did("did") if deed else node.test)
        return node

    found: t.Act = mapped(sentence, known)
    return found
