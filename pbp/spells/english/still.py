"""What is said to stay as it was: "(but Burn still does)". One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.changing import whenever
from pbp.spells.english.flowing import WAY
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import casts_who
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Casts, Flow, Own, Phrase, Some, Verb

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


def still_acts(phrase: Phrase, verb: Verb) -> t.Act:
    """ "Burn still works", "Burn still has its effect"."""
    match verb:
        case Verb("work" | "resolve" | "apply", "s" | "b", False, False, "", False, ()) if isinstance(phrase, Casts):
            return _spared(phrase)
    raise NoSense


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


def still_alone(still: t.Act) -> t.Act:
    """ "The caster's own spells still can." """
    return still


def exempt_still(exempt: t.Act, still: t.Act) -> t.Act:
    """ "Meteor is the one exception: Stars gained from Meteor are not redirected"."""
    return t.Seq((exempt, still))
