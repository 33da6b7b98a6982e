"""This Duel, and those before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.deeds import cast_kind
from pbp.spells.english.groups import Det
from pbp.spells.english.phrases import (
    BOTH_DUELS,
    EACH_DUEL,
    THAT_DUEL,
    Bag,
    Casts,
    Number,
    Phrase,
    Pointer,
    Some,
    Time,
    Verb,
)
from pbp.spells.english.testing import so_many, subj
from pbp.spells.sense.conditions import names_of


def duels(det: Det, bag: Bag, plural: bool) -> Phrase:
    """This Duel, and those before."""
    article, value = det
    if article == "that" and not bag.left:
        return BOTH_DUELS if plural else THAT_DUEL
    if article == "that" and plural and bag.left[0][0] == "rel":  # "each of those Duels in which you cast Burn"
        return duels_in_which(bag.maybe("rel"), det, bag, plural)
    if article in ("both", "either", "neither") and not bag.left:
        return replace(BOTH_DUELS, every=article == "both", neither=article == "neither")
    number = bag.maybe("number")
    if number is not None:
        bag.done()
        if article != "bare":
            raise NoSense
        return Time("back", numbers=(number.value,))
    back = bag.maybe("back")
    if back is not None:  # "Duel X-2"
        bag.done()
        if article != "bare":
            raise NoSense
        return back if isinstance(back, Phrase) else Time("back", (back,))
    relation = bag.maybe("rel")
    match relation:
        case ("subject", Verb("precede", "s" | "d", False, False, "", False, (("time", Time("now")),))):
            relation = None
            bag.left.append(("before", Time("now")))  # "the 3 Duels that preceded this one"
    if relation is not None:
        return duels_in_which(relation, det, bag, plural)
    before = bag.maybe("before", Time)
    if before is not None:  # "the Duel before this one"
        bag.done()
        if before == Time("back", (1,)) and article == "the" and not plural:
            return Time("back", (2,))  # "the Duel before the previous one"
        if before != Time("now"):
            raise NoSense
        if plural and article in ("the count", "either count") and value[0] == "=":
            return _last(value[1], every=False)
        if article in ("a", "any") and not plural:
            return Time("back")
        if article != "the" or plural:
            raise NoSense
        return Time("back", (1,))
    current = bag.says("this", "adj")
    previous = bag.says("previous", "adj") or bag.says("last", "adj")
    earlier = bag.says("earlier", "adj")
    bag.done()
    if article == "count" and (earlier or previous) and (plural or value == (">=", t.Int(1))) and value[0] != "=":
        return Time("back", many=value)
    if article == "a" and previous is not None and not plural:
        return Time("back")
    if earlier is not None:
        if (
            previous
            or current
            or article not in ("an", "a", "any", "bare", "all")
            or (article == "bare" and not plural)
        ):
            raise NoSense
        if article == "all":
            raise NoSense
        return Time("back")
    if previous is not None:
        if not plural and article in ("the", "bare"):
            return Time("back", (1,))
        if plural and article in ("the count", "either count") and value[0] == "=":
            return _last(value[1], every=False)
        if plural and article == "count" and value[0] == "=":
            return _last(value[1], every=False)
        raise NoSense
    if plural:
        raise NoSense
    if article in ("this", "the", "bare") or (current and article == "the"):
        return Time("now")
    raise NoSense


def duels_in_which(relation: Any, det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "(The number of) earlier Duels in which the caster cast Burn"."""
    earlier = bag.says("earlier", "adj") or bag.says("previous", "adj") or bag.says("last", "adj")
    if not earlier and det[0] == "the count":
        earlier = bag.maybe("before", Time) == Time("now")  # "the two Duels before this one in which ..."
    bag.done()
    match relation:
        case ("pp", "in", Casts() as casts, Verb("cast" | "select", _, True, False, "", _, (("by", Some() as by),))):
            relation = "pp", "in", by, Verb("cast", "d", parts=(("object", casts),))  # "in which Burn was cast by you"
        case (
            "pp",
            "in",
            Casts(how="name" | "some" | "none" as how) as casts,
            Verb("cast", _, True, denied, "", _, ()),
        ):
            if denied and how != "name":
                raise NoSense  # "in which a Belligerent spell was not cast": one of them, or any?
            nobody = Some(t.All(), "none" if denied or how == "none" else "some")  # "in which Burn was not cast"
            what = replace(casts, how="some") if how == "none" else casts
            relation = "pp", "in", nobody, Verb("cast", "d", parts=(("object", what),))
    match relation:
        case ("pp", "in", Some() as subject, Verb("cast" | "select") as verb) if det[0] == "that":
            return Number(t.Truths((_cast_in(subject, verb, EACH_DUEL.back),)))
        case ("pp", "in", Some() as subject, Verb("cast" | "select") as verb) if earlier and plural:
            if det[0] == "bare" and subject.how == "one" and not verb.denied:
                match _cast_in(subject, verb, ()):
                    case t.CastAgain() as cast:
                        return Number(t.Duels(cast))
            if det[0] == "the count" and det[1][0] == "=":
                backs = _last(det[1][1], every=False).back
                return Number(t.Truths(tuple(_cast_in(subject, verb, (back,)) for back in backs)))
    raise NoSense


def _cast_in(subject: Some, verb: Verb, back: tuple[int, ...]) -> t.Cond:
    """ "You cast Burn", "the target did not cast Burn", "you cast nothing", "nobody cast Burn", in an earlier Duel."""
    inner = Bag(verb.parts)
    what = inner.take("object", Casts | Pointer)
    inner.done()
    if verb.passive or verb.modal:
        raise NoSense
    kind: t.Cond
    if what == Pointer("it"):
        denied, kind = verb.denied, t.CastIs(t.Member(0), (t.OwnName(True),))
    elif isinstance(what, Pointer):
        if what != Pointer("nothing") or verb.denied:
            raise NoSense
        denied, kind = True, t.CastIs(t.Member(0))
    else:
        none = what.how == "none"
        if none and verb.denied:
            raise NoSense
        denied, kind = none or verb.denied, cast_kind(replace(what, how="some") if none else what)
    names = names_of(kind)
    match subject:
        case Some(who, "one"):
            cast = t.CastAgain(who, names, back)
            return t.Not(cast) if denied else cast
        case Some(how="some" | "none" | "any" | "count") if not denied:
            return so_many(subj(subject), t.CastAgain(t.Member(0), names, back))
    raise NoSense  # "in which somebody did not cast Burn": anyone, or everybody?


def _last(number: t.Num, *, every: bool) -> Time:
    if not isinstance(number, t.Int) or not 1 <= number.value <= 50:
        raise NoSense
    return Time("back", tuple(range(1, number.value + 1)), every)
