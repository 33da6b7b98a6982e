""" "Everyone else", "the others", right after a group: all but those of whom the clause before speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.phrases import SUCH
from pbp.spells.refer.kinds import unaddressed_in
from pbp.spells.refer.recent import EVERYBODY
from pbp.spells.sense.conditions import about_casting, grouped, opposite
from pbp.spells.walk import mapped, parts

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

    Only where nobody else has been spoken of in the Effect: neither the caster nor a second group.
    """
    match sentence:
        case t.Clause(t.Others()) if len(before) == 1:
            return _of_the_rest(before[0], sentence)
        case t.Seq((first, t.Clause(t.Others()) as last)) if not before:
            return replace(sentence, acts=(first, _of_the_rest(first, last)))
    return sentence


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
            return replace(act, subject=t.Those(t.All(), opposite(grouped(test))))
        case t.Top(t.All(), count=1) as top if top.ties != "random":  # else another might be drawn for the rest
            return replace(act, subject=t.Without(t.All(), top))
    return act


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
            case t.Holds(t.Others(), "=", t.Int(0), t.Did("did" | "does")):
                return replace(node, group=EVERYBODY[1], test=t.Did("did") if deed else node.test)
        return node

    found: t.Act = mapped(sentence, known)
    return found
