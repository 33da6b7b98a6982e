"""What is said to stay as it was: "(but Burn still does)". One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.changing import whenever
from pbp.spells.english.flowing import WAY
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import casts_who
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Casts, Flow, Own, Phrase, Some, Verb
from pbp.spells.english.sentences import act_does_not, except_spells
from pbp.spells.sense.conditions import conj
from pbp.spells.sense.sentences import instead, joined

TOUCHED = ("affect", "limit", "redirect", "move", "change", "reduce", "void", "concern", "double", "halve", "target")
"""What is not done to those spells of which nothing was said."""


def _spared(phrase: Phrase) -> t.StillDoes:
    match phrase:
        case Casts(who=t.Owner(t.Caster())) | Casts(None, t.Cond(), how="name" | "plural" | "the" | "each"):
            return t.StillDoes(casts=casts_who(phrase))
        case Some(who, "one", place=False):
            return t.StillDoes(who=who)
        case Own(Some(t.Caster() as who, "one"), "", False):
            return t.StillDoes(casts=t.Owner(who))  # "your own still can"
    raise NoSense


def still_does(phrase: Phrase, *_: Any) -> t.Act:
    """ "Burn still does", "the caster's own spells still can"."""
    if isinstance(phrase, Some):
        raise NoSense  # "(you still can)": what?
    return _spared(phrase)


def still_stays(phrase: Phrase, verb: Said) -> t.Act:
    """ "Losses from Burn stay as they are"."""
    if verb.sense != "stay":
        raise NoSense
    return still_left(phrase)


def still_left(phrase: Phrase, *said: Any) -> t.Act:
    """ "Losses from Burn are left as they are"."""
    if any(isinstance(word, Said) and word.sense != "must" for word in said):
        raise NoSense
    match phrase:
        case Flow(_, way, None, source=t.Cond() as source):
            return t.StillDoes(t.Casters(t.All(), source), way=WAY[way])
        case Casts():
            return _spared(phrase)
    raise NoSense


def still_not(phrase: Phrase, be: str, verb: Said) -> t.Act:
    """ "Spells without a Cost are not affected by this"."""
    if verb.sense not in TOUCHED or be not in ("s", "b"):
        raise NoSense
    return still_left(phrase)


def with_still(act: t.Act, still: t.Act) -> t.Act:
    """ "Spells other than Burn do not affect the caster (Burn still does)"."""
    return t.Seq((act, still))


def status_still(trigger: Any, alteration: Any, still: t.Act) -> t.Act:
    """ "Whenever you lose Stars from spells but Burn, you lose 1 fewer (losses from Burn stay as they are)"."""
    return with_still(whenever(trigger, alteration), still)


def still_happens(phrase: Phrase, verb: Verb) -> t.Act:
    """ "(If they have no Stars, nothing is paid, but) their Beard still becomes None": as was said before."""
    made = act(phrase, verb)
    if not isinstance(made, t.Clause) or verb.form == "d":
        raise NoSense
    return t.StillHappens(made)


def still_yours(who: Phrase, number: t.Num, thing: str, be: str, verb: Said) -> t.Act:
    """ "(Nobody gains that Crystal,) your 3 Stars are lost all the same"."""
    if verb.sense != "lose" or be == "d" or who != Some(t.Caster()):
        raise NoSense
    return t.StillHappens(t.Clause(t.Caster(), (t.Change(t.Caster(), thing, False, number),), "s"))


def still_your(who: Phrase, verb: Said, whose: Phrase, number: t.Num, thing: str) -> t.Act:
    """ "You still lose your 3 Stars"."""
    if who != whose:
        raise NoSense
    return still_yours(whose, number, thing, "b", verb)


def tie_still(rule: t.Act, still: t.Act) -> t.Act:
    """ "If there is a tie, nobody gains that Crystal (you still lose 3 Stars)"."""
    if not isinstance(rule, t.TieRule) or not isinstance(still, t.StillHappens):
        raise NoSense
    return t.Seq((rule, replace(still, tied=True)))


def still_alone(still: t.Act) -> t.Act:
    """ "The caster's own spells still can." """
    return still


def exempt_still(exempt: t.Act, still: t.Act) -> t.Act:
    """ "Meteor is the one exception: Stars gained from Meteor are not redirected"."""
    return t.Seq((exempt, still))


def act_save_for(act: t.Act, who: Phrase, *_: Any) -> t.Act:
    """ "Each Wizard loses 2 Stars, save that the caster shall be exempt"."""
    return _save_those_from(act, who) if isinstance(who, Flow) else act_does_not(act, who)


def act_save_flow(act: t.Act, flow: Phrase, verb: Verb) -> t.Act:
    """ "You lose 2 fewer Stars from spells, save that losses from Burn shall not be lessened"."""
    inner = act.act if isinstance(act, t.Lasting) else act
    told = replace(verb, denied=False, modal="", form="s")
    match inner, verb:
        case t.Clause(None, (t.Watch(how=how),)), Verb(passive=True, denied=True, modal="" | "must", parts=()):
            if told.sense == "affect" or told.sense in RESIZINGS.get(how, ()):
                return _save_those_from(act, flow)
    raise NoSense


def act_save_amount(act: t.Act, other: t.Act) -> t.Act:
    """ "Every Wizard loses 2 Stars, except that those with a Red Hat lose just 1": they lose so many instead."""
    told = other.act if isinstance(other, t.Instead) else other
    match act, told:
        case t.Clause(t.Who(), (t.Change(_, attr, gain),)), t.Clause(t.Who(), (t.Change(_, said, same),)):
            if same == gain and said in ("", attr):
                return joined(act, instead(other))
        case t.Clause(t.Who(), (t.Pay(_, _, _, attr),)), t.Clause(t.Who(), (t.Pay(_, _, _, said),)) if said in (
            "",
            attr,
        ):
            return joined(act, instead(other))
    raise NoSense


RESIZINGS = {"less": ("reduce",), "more": ("raise",), "times": ("double", "triple", "multiply"), "set": ("halve",)}
"""What is not done to a loss or a gain that a status leaves as it is, by how the status changes the others."""


def _save_those_from(act: t.Act, flow: Phrase) -> t.Act:
    """ "(You lose 2 fewer Stars from spells,) save that losses from Burn (are exempt)"."""
    match act, flow:
        case t.Lasting(inner), _:
            return replace(act, act=_save_those_from(inner, flow))
        case t.Clause(None, (t.Watch() as status,)), Flow(attr, way, owner, source=t.Cond() as source, past=False):
            if (attr, WAY[way]) == (status.attr, status.way) and (owner is None or owner.who == status.whom):
                return replace(act, acts=(replace(status, source=conj(status.source, t.Not(source))),))
    raise NoSense


def act_save_spells(act: t.Act, *said: Any) -> t.Act:
    """ "You lose 2 fewer Stars from spells, save that this shall not apply to Burn"."""
    what = said[-1]
    if isinstance(what, Flow):
        return _save_those_from(act, what)
    return except_spells(act, what) if isinstance(what, Casts) else act_does_not(act, what)
