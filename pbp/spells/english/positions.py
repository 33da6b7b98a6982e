"""Positions and targets, as the Wizards who are there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.groups import Det, relative, said_by_lot
from pbp.spells.english.lexicon import Said, Word
from pbp.spells.english.measures import retargeted
from pbp.spells.english.people import OWNER, chosen, place_of, stepped, steps_apart, those_near
from pbp.spells.english.phrases import (
    ME,
    THEY,
    Aim,
    Amount,
    Bag,
    Casts,
    Number,
    Own,
    Phrase,
    Pointer,
    Same,
    Some,
    Time,
    Verb,
    Worn,
)
from pbp.spells.english.states import place_number, place_than
from pbp.spells.english.testing import amount_test, bound
from pbp.spells.english.things import plain_number
from pbp.spells.sense.conditions import compare, conj, disj, grouped, num_parity, sole_target, those_who

CHOSEN = Said(Word("A", "chosen"), -1)

TWO: Det = ("the count", ("=", t.Int(2)))
""" "The two ..."."""


def position(det: Det, bag: Bag, plural: bool, noun: Said) -> Phrase:
    """A position, as the Wizard who is there."""
    article, value = det
    if bag.says("same", "adj"):
        bag.done()
        if article != "the" or plural:
            raise NoSense
        return Same("position")
    parity = bag.says("odd", "adj") or bag.says("even", "adj") or bag.maybe("with", Worn)
    if parity is not None:
        bag.done()
        odd = parity.test if isinstance(parity, Worn) else num_parity(t.Position(ME), parity.sense == "odd")
        if isinstance(parity, Worn) and parity.attr != "place":
            raise NoSense  # "a position with a Red Hat"
        if (article in ("a", "any") and not plural) or (article == "bare" and plural):
            return Some(t.Those(t.All(), odd), "some", place=True)
        raise NoSense
    if article == "the" and not plural and [value[0] for role, value in bag.left if role == "rel"] == ["would target"]:
        if len(bag.left) > 1:
            raise NoSense
        return Some(t.They("would target"), place=True)  # "(instead of) the position it would target"
    picked = chosen(bag, plural, place=True)
    if picked is not None:
        bag.done()
        yours = article == "owned" and isinstance(value, Some) and value.who == t.Caster()  # "your chosen position"
        if article not in ("the", "that", "both") and not (plural and det == TWO) and not yours:
            raise NoSense
        return Some(picked, "each" if plural else "one", place=True)
    compared = bag.maybe("compare")
    much = bag.maybe("of", Number | Amount)
    if article == "the" and not plural:
        number = bag.maybe("with", Number | Amount)
        if number is not None:
            bag.done()
            return Some(t.At(plain_number(number)), place=True)
        if compared is not None and compared[0] == "=":
            bag.done()
            return Some(t.At(place_number(compared[1])), place=True)
    if compared is not None or much is not None:
        bag.done()
        test = bound(compared, place_than) if compared is not None else _placed(much)
        if article in ("bare", "any", "the" if plural else "a"):
            return Some(t.Those(t.All(), test), "some", place=True)
        raise NoSense
    several = bag.maybe("numbers")
    if several is not None:
        bag.done()
        how, numbers = several
        if article not in ("bare", "the") or (not plural and how != "or"):
            raise NoSense
        if how == "span":
            first, last = numbers
            within = conj(compare(t.Position(ME), (">=", first)), compare(t.Position(ME), ("<=", last)))
            return Some(t.Those(t.All(), grouped(within)), "each", place=True)
        either = disj(*(t.Compare(t.Position(ME), "=", number) for number in numbers))
        return Some(t.Those(t.All(), either), "each" if how == "and" else "some", place=True)
    number = bag.maybe("number")
    if number is not None:
        bag.done()
        if article not in ("bare", "the") or plural:
            raise NoSense
        return Some(t.At(number), place=True)
    yours = article == "owned" and isinstance(value, Some) and value.who == t.Caster()
    if yours and (second := bag.says("ordinal", "adj")) is not None:
        bag.done()  # "your second position": the second of those that you chose
        if plural:
            raise NoSense
        return Some(t.Chosen(-1 - int(second.word.detail)), place=True)
    if article == "owned":
        bag.done()
        match value:
            case Some(_, how) if how != "none" and not (plural and how == "one"):
                owned: Phrase = replace(value, place=True)
                return owned
        raise NoSense
    of = bag.maybe("of", Some)
    if of is not None:
        bag.done()
        if article != "the":
            raise NoSense
        placed: Phrase = replace(of, place=True)
        return placed
    random, among = said_by_lot(bag)
    if random is not None:
        group: t.Who = t.All()
        but = bag.maybe("but", Some | Own)
        relation = bag.maybe("rel")
        if but is None and (whose := _not_of(relation)) is not None:
            but, relation = whose, None
        if among is not None:
            raise NoSense
        if bag.says("other", "adj"):
            but = Some(t.They("place"))
        near = bag.maybe("near") if but is None else None
        if bag.says("adjacent", "adj"):
            group = t.Neighbours(OWNER)
        bag.done()
        if near is not None:
            group = those_near(near)
        if but is not None:
            group = t.Without(t.All(), place_of(but))
        if relation is not None:
            group = those_who(group, relative(relation))
        if article not in ("a", "bare", "another") or plural:
            raise NoSense
        if article == "another":
            group = t.Without(t.All(), t.They("place"))
        return Some(t.Pick(random.at, group), place=True)
    ordinal = bag.says("ordinal", "adj")
    last = bag.says("last", "adj")
    ring = bag.maybe("time", Time)
    if ordinal is not None or last is not None:
        bag.done()
        if ordinal is not None and last is not None:
            raise NoSense  # "the second-last position"
        if article not in ("the", "bare") or plural:
            raise NoSense
        if ordinal is None:
            return Some(t.At(t.Count(t.All())), place=True)
        if ring == Time("ring"):
            return Some(t.At(t.Int(int(ordinal.word.detail))), place=True)
        return Some(t.They(f"position {ordinal.word.detail}"), place=True)
    highest = bag.says("most", "superlative"), bag.says("fewest", "superlative")
    if any(highest):
        bag.done()
        if article != "the" or plural:
            raise NoSense
        return Some(t.At(t.Int(1)) if highest[1] else t.At(t.Count(t.All())), place=True)
    further = bag.maybe("further")
    if further is not None:
        steps, way = further
        if steps == t.Int(1):
            bag.says("next", "adj")  # "the next lower position"
        bag.maybe("wrapping")
        bag.done()
        moved = steps if way == ">" else t.Int(-steps.value) if isinstance(steps, t.Int) else t.Minus(t.Int(0), steps)
        if article != "the" or plural:
            raise NoSense
        return Some(t.Offset(t.They("place"), moved), place=True)
    apart = steps_apart(det, bag, plural)
    if apart is not None:
        bag.done()
        return Some(apart, "each", place=True)
    step = stepped(bag)
    if step is not None:
        bag.done()
        if article not in ("the", "bare") or plural:
            raise NoSense
        return Some(step, place=True)
    if bag.says("other", "adj"):  # "(one of) the other positions"
        bag.done()
        if not plural or article not in ("the", "all"):
            raise NoSense
        return Some(t.Without(t.All(), t.They("place")), "each", place=True)
    near = bag.maybe("near")
    adjacent = bag.says("adjacent", "adj")
    if near is not None or adjacent is not None:
        group = those_near(near) if near is not None else t.Neighbours(OWNER)
        bag.done()
        if article in ("each", "all", "both") or (plural and article in ("the", "bare")):
            return Some(group, "each", place=True)
        if article in ("a", "any"):
            return Some(group, "some", place=True)
        raise NoSense
    relation = bag.maybe("rel")
    bag.done()
    if relation is not None:
        return _where(relation, article, plural)
    if (article in ("a", "any") and not plural) or (article == "bare" and plural):
        return Some(t.All(), "some", place=True)
    if article in ("that", "this") and not plural:
        return Some(t.They("that place"), place=True)
    if plural and (article == "both" or det == TWO):
        return Some(t.Join((t.Chosen(-2), t.Chosen(-3))), "each", place=True)
    raise NoSense


def _not_of(relation: Any) -> Own | None:
    """ "(A position) which isn't the caster's": whose it is not."""
    match relation:
        case ("subject", Verb("be", passive=False, denied=True, modal="", parts=(("object", Own(attr="") as whose),))):
            return whose
    return None


def _placed(much: Phrase) -> t.Cond:
    """ "A position of 4 or higher"."""
    match much:
        case Number(number):
            return t.Compare(t.Position(ME), "=", number)
        case Amount(op, _, "") if op not in ("=", "any", "bare", "no"):
            return amount_test(t.Position(ME), much)
    raise NoSense


def _where(relation: Any, article: str, plural: bool) -> Phrase:
    """ "The position that the chosen Wizard targeted"."""
    match relation:
        case ("pp", "in" | "on", Some(who, "one"), Verb("stand" | "be", denied=False, modal="", parts=())) if (
            article == "the" and not plural
        ):
            return Some(who, place=True)
        case ("object", Some(who, "one"), Verb("stand", passive=False, denied=False, modal="", parts=())) if (
            article == "the" and not plural
        ):
            return Some(who, place=True)
        case ("subject", Verb("stand", passive=True, denied=False, modal="", parts=(("by", Some(who, "one")),))) if (
            article == "the" and not plural
        ):
            return Some(who, place=True)
        case ("object", Some(who, "one"), Verb("target" | "choose", parts=()) as verb) if (
            article == "the" and not plural
        ):
            if verb.denied or verb.passive:
                raise NoSense
            return Some(sole_target(who), place=True)
        case (
            "object",
            Pointer("it"),
            Verb("target", passive=False, denied=False, modal="", perfect=False, parts=()),
        ) if article == "the" and not plural:
            return Some(t.They("its target"), place=True)  # "instead of the position it targets"
    raise NoSense


def target(det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "The target": of this spell, or of the one named."""
    article, value = det
    if bag.says("same", "adj"):  # "with the same target"
        bag.done()
        if article != "the" or plural:
            raise NoSense
        return Same("position")
    bag.says("original", "adj")
    of = bag.maybe("of", Casts)
    two = plural and (article == "both" or det == TWO)
    mine = article == "the" or two or (article == "owned" and isinstance(value, Some) and value.who == t.Caster())
    if mine and of is None:  # "the target", "your second target", "your chosen target"
        bag.says("chosen", "adj")
        bag.left.append(("adj", CHOSEN))
        picked = chosen(bag, plural, place=False)
        bag.done()
        assert picked is not None
        return Some(picked, "each" if plural else "one")
    match bag.left:
        case [("rel", ("subject", Verb("change" | "redirect" | "move", passive=True, denied=False) as verb))] if (
            article in ("a", "any") and of is None and not plural
        ):  # "a target that was already moved by another Wizard's Burn"
            bag.left = []
            return Aim(Casts(None, retargeted(verb), how="some"))
    bag.done()
    if article == "owned" and value == Some(THEY):  # "(unless) their target has already been changed": of the spells
        return Aim(Casts(who=t.They("those spells")))
    if plural:
        raise NoSense
    match article, value, of:
        case "the", None, Casts(who=t.Owner(who)):
            return Some(sole_target(who), place=True)
        case "owned", Casts(who=t.Owner(who)), None:
            return Some(sole_target(who), place=True)
        case "the", None, Casts(who=t.Who() as who):
            return Some(t.TargetOf(who), place=True)
        case "the", None, Casts(None, t.Cond(), how="each" | "plural" | "some" | "name"):
            return Aim(of)
        case "owned", Casts(None, t.Cond(), how="each" | "plural" | "some" | "name"), None:
            return Aim(value)
        case "owned", Casts(who=t.They("it")), None:
            return Some(t.They("its target"), place=True)
        case "owned", Casts(who=t.Who() as who), None:
            return Some(t.TargetOf(who), place=True)
    raise NoSense
