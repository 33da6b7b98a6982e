"""This Duel, and those before."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.deeds import cast_kind
from pbp.spells.english.groups import Det
from pbp.spells.english.phrases import Bag, Casts, Number, Phrase, Some, Time, Verb
from pbp.spells.sense.conditions import names_of


def duels(det: Det, bag: Bag, plural: bool) -> Phrase:
    """This Duel, and those before."""
    article, value = det
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
        return _duels_in_which(relation, det, bag, plural)
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


def _duels_in_which(relation: Any, det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "(The number of) earlier Duels in which the caster cast Burn"."""
    earlier = bag.says("earlier", "adj") or bag.says("previous", "adj") or bag.says("last", "adj")
    bag.done()
    match relation:
        case ("pp", "in", Casts() as casts, Verb("cast" | "select", _, True, False, "", _, (("by", Some() as by),))):
            relation = "pp", "in", by, Verb("cast", "d", parts=(("object", casts),))  # "in which Burn was cast by you"
    match relation:
        case ("pp", "in", Some(who, "one"), Verb("cast" | "select", denied=False) as verb) if earlier and plural:
            inner = Bag(verb.parts)
            names = names_of(cast_kind(inner.take("object", Casts)))
            inner.done()
            if det[0] == "bare":
                return Number(t.Duels(t.CastAgain(who, names, ())))
            if det[0] == "the count" and det[1][0] == "=":
                backs = _last(det[1][1], every=False).back
                return Number(t.Truths(tuple(t.CastAgain(who, names, (back,)) for back in backs)))
    raise NoSense


def _last(number: t.Num, *, every: bool) -> Time:
    if not isinstance(number, t.Int) or not 1 <= number.value <= 50:
        raise NoSense
    return Time("back", tuple(range(1, number.value + 1)), every)
