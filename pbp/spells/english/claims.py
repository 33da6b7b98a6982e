"""What is claimed of somebody or something. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.of_spells import of_casts
from pbp.spells.english.of_things import of_a_number, of_a_thing, of_two_things, of_what_was_said
from pbp.spells.english.phrases import (
    ME,
    Amount,
    Casts,
    Flow,
    Number,
    Own,
    Owns,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Values,
    Verb,
)
from pbp.spells.english.testing import OPS, denies, joined_tests, so_many, subject_of_claim, unless_denied, wizard_test
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import compare, conj, grouped, opposite
from pbp.spells.sense.targets import each_other
from pbp.spells.sense.values import other_attr, same_attr
from pbp.spells.walk import is_one


def claim(subject: Phrase, preds: Any) -> t.Cond:
    """ "The chosen Wizard cast Burn". Raises NoSense."""
    if isinstance(preds, tuple):
        how, left, right = preds
        if how == "nor":
            return grouped(conj(opposite(claim(subject, left)), opposite(claim(subject, right))))
        if isinstance(subject, Some | Casts) and not (isinstance(subject, Casts) and subject.own):
            return _claimed(subject, preds)
        return joined_tests(how, claim(subject, left), claim(subject, right))
    return _claimed(subject, preds)


def _claimed(subject: Phrase, preds: Any) -> t.Cond:
    match subject:
        case Some():
            special = _of_several(subject, preds)
            if special is not None:
                return special
            test = wizard_test(preds)
            if subject.how in ("each", "plural") and denies(preds):
                raise NoSense  # "every Wizard did not": none, or not all? "Neighbours did not": none, or not this one?
            if subject.how in ("none", "each") and isinstance(preds, Verb) and subject.vague:
                raise NoSense
            return so_many(subject_of_claim(subject, preds), test)
        case Casts():
            return of_casts(subject, preds)
        case Own():
            return of_a_thing(subject, preds)
        case Owns(owner, attrs):
            return of_two_things(owner, attrs, preds)
        case Number(number):
            return of_a_number(number, preds)
        case Amount("=" | "any" | "no" | "bare") | Flow():
            raise NoSense
        case Values() | Pointer() | Same():
            return of_what_was_said(subject, preds)
    raise NoSense


def _of_several(subject: Some, preds: Any) -> t.Cond | None:
    """ "The caster and the chosen Wizard cast the same spell": as each other; "... have 30 Stars in total"."""
    if not isinstance(preds, Verb):
        return None
    roles = Roles(None, preds)
    total = any(role == "object" and isinstance(part, Amount) and part.mode == "total" for role, part in preds.parts)
    if preds.sense == "have" and (roles.says("together") or total):
        if subject.apart or subject.how == "one":
            raise NoSense
        what = roles.take("object", Amount)
        number = what.number
        roles.done()
        if what.op in ("<", "<=", ">", ">=", "==") and isinstance(number, t.Num):
            return compare(t.Total(subject.who, what.attr), (OPS.get(what.op, what.op), number))
        raise NoSense
    roles = Roles(None, preds)
    if roles.maybe("each other"):
        pair = _pair(subject, True)
        roles.done()
        if preds.sense not in ("target", "choose") or pair is None or preds.passive:
            raise NoSense
        return each_other(*pair)
    what = roles.maybe("object", Same)
    if what is None or what.of is not None or what.then is not None or what.what == "number":
        return None
    pair = _pair(subject, preds.sense in ("cast", "select"))
    if pair is None:
        if preds.sense in ("cast", "select") and what.what == "spell" and not what.other and not preds.denied:
            several = subject.how == "count" and subject.who == t.All()
            if several and (subject.op, subject.number) in ((">=", t.Int(2)), ("=", t.Int(2))):
                roles.done()
                return t.Holds(t.All(), ">=", ONE, t.CastShared(ME))
        return None
    left, right = pair
    for adverb in ("both", "each", "all"):
        roles.says(adverb)
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    if preds.sense in ("cast", "select") and what.what == "spell":
        test: t.Cond = t.CastIs(ME, (t.SpellOf(right),))
        if what.other:
            raise NoSense
    elif preds.sense == "target" and what.what in ("position", "wizard"):
        test = t.Targets(ME, t.TargetOf(right))
        if what.other:
            raise NoSense
    elif preds.sense in ("have", "share") and isinstance(what.what, tuple):
        test = t.Compare(t.Stat(ME, what.what[1]), "=", t.Stat(right, what.what[1]))
        test = t.Not(test) if what.other else test
    elif preds.sense in ("have", "share") and what.what != "Stars":
        test = other_attr(what.what, right) if what.other else same_attr(what.what, right)
    else:
        raise NoSense
    test = unless_denied(roles, test)
    roles.done()
    return t.Holds(left, ">=", ONE, test)


def _pair(subject: Some, casting: bool) -> tuple[t.Who, t.Who] | None:
    match subject:
        case Some(t.Join((left, right)), "each") if is_one(left) and is_one(right):
            return left, right
        case Some(t.Neighbours(of), "each") if casting:
            return t.Offset(of, t.Int(-1)), t.Offset(of, ONE)
        case Some(t.They("both"), "each"):
            return t.They("both 1"), t.They("both 2")
    return None
