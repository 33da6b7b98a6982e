""" "Everyone else", "the others", right after a group: all but those of whom the clause before speaks."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.english.phrases import SUCH
from pbp.spells.sense.conditions import grouped, opposite
from pbp.spells.walk import parts

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
