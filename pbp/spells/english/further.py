"""Further forms of noun phrases: in brackets, "such", of several things. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import a, bare, phrase
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.nbar import adjective, n_pp, n_rel, rel_subject, value_np
from pbp.spells.english.phrases import ME, NUMBERED, Amount, Nbar, Number, Own, Owns, Phrase, Some, Values, Verb, Worn

SUCH = Said(Word("A", "such"), -1)


def bracketed(phrase: Phrase) -> Phrase:
    """ "Half of (the number of Wizards who cast Burn)": a number that is worked out, never one that is only said."""
    match phrase:
        case Number(t.Num() as number) if not isinstance(number, t.Int | t.Noted | t.Result):
            return replace(phrase, open=False)
        case Amount("=", t.Num() as number, _, mode) if not isinstance(number, t.Int | t.Roll) and mode != "that":
            return replace(phrase, open=False)
    raise NoSense


def all_who(preds: Any) -> Phrase:
    """ "All who cast Burn"."""
    return phrase(("all", None), Nbar(Said(Word("N", "somebody", "bare", "p"), -1), (("rel", ("subject", preds)),)))


def such_a(nbar: Nbar) -> Phrase:
    """ "Such a spell", "such a Wizard": of what was said before; "such a Staff": of that kind."""
    if nbar.mods:
        raise NoSense
    if nbar.noun.sense == "thing":
        attr = nbar.noun.word.detail
        if attr in NUMBERED or not attr:
            raise NoSense
        return Worn(t.Is(ME, attr, t.ValueOf(OF_THAT_KIND, attr)))
    return a(adjective(SUCH, nbar))


def such_as(nbar: Nbar, preds: Any) -> Phrase:
    """ "Such Wizards as have cast Burn": the Wizards who have."""
    if nbar.noun.word.form != "p":
        raise NoSense
    return bare(n_rel(nbar, rel_subject(preds)))


OF_THAT_KIND = t.They("such a thing")
"""Whose thing is of the kind that was just spoken of: found in `refer/elided.py`."""
HeldEach = tuple[int | None, Any]
"""Of how many things those are counted of which something is said, and what."""


def counted_held(owned: Phrase, preds: Any) -> t.Num:
    """ "(1 Star for each) of their Hat, Robes and Staff that is Red", "... that is of the chosen colour"."""
    if not isinstance(owned, Owns) or owned.owner.how != "one" or not isinstance(preds, Verb):
        raise NoSense
    if preds.sense != "be" or preds.passive or preds.modal or preds.perfect or preds.form not in ("s", "b"):
        raise NoSense
    who = owned.owner.who
    match preds.parts:
        case (("adj" | "object" | "of", Values((value,), False)),):
            tests = [t.Is(who, attr, value) for attr in owned.attrs]
        case (("compare", ("=", Own(Some(other, "one"), "", False))),) if other != who:
            tests = [t.Is(who, attr, t.ValueOf(other, attr)) for attr in owned.attrs]
        case _:
            raise NoSense
    return t.Truths(tuple(t.Not(test) if preds.denied else test for test in tests))


def wizard_at_one(noun: Said, way: Said) -> Phrase:
    """ "(The Wizard at the next position pays 2 Stars to) the Wizard at the previous one": the previous position."""
    if noun.sense != "wizard" or noun.word.form == "p" or way.sense not in ("next", "previous"):
        raise NoSense
    there = adjective(way, Nbar(Said(Word("N", "position", "", "s"), -1)))
    return phrase(("the", None), n_pp(Nbar(noun), ("at", phrase(("the", None), there))))


def held_listed(*said: Any) -> t.Num:
    """ "(1 Star for each) of these that is Red: your Hat, your Robes, your Staff"."""
    *noun, preds, owned = said
    only([word for word in noun if not isinstance(word, int)], {"N": ("item", "thing")})
    if any(number != len(getattr(owned, "attrs", ())) for number in noun if isinstance(number, int)):
        raise NoSense  # "each of these three that is Red: your Hat, your Robes"
    return counted_held(owned, preds)


def how_many_listed(*said: Any) -> Phrase:
    """ "(Count) how many of these three are None: your Hat, your Robes, your Staff"."""
    return Number(held_listed(*said))


def how_many_listed_first(*said: Any) -> Phrase:
    """ "How many of these four, your Hat, Robes, Staff and Beard, are Red"."""
    *counted, owned, test = said
    return how_many_listed(*counted, test, owned)


def own_list(number: int, *said: Any) -> Phrase:
    """ "(Look at) three things of the chosen Wizard: Hat, Staff and Beard". Raises NoSense."""
    *noun, owner, attrs = said
    only(noun, {"N": ("item",)})
    if number != len(attrs) or len(set(attrs)) < len(attrs) or not isinstance(owner, Some):
        raise NoSense
    return Owns(owner, attrs)


def own_list_told(*said: Any) -> Phrase:
    """ "(Look at) three things: your Hat, your Staff and your Beard". Raises NoSense."""
    number, *noun, owned = said
    only(noun, {"N": ("item",)})
    if not isinstance(owned, Owns) or number != len(owned.attrs):
        raise NoSense
    return owned


def number_held(noun: Said, owned: Phrase, preds: Any) -> Phrase:
    """ "The number of those among their own Hat, Robes and Staff that are Red"."""
    only((noun,), {"N": ("number",)})
    return Number(counted_held(owned, preds))


def held_each(*said: Any) -> HeldEach:
    """ "(Look at your Hat, Robes and Staff:) for each of these three that is Red": how many they are, if said."""
    *noun, preds = said
    only([word for word in noun if not isinstance(word, int)], {"N": ("item", "thing")})
    return next((number for number in noun if isinstance(number, int)), None), preds


def counted_valued(value: Any, *said: Any) -> t.Num:
    """ "(1 Star for each) Red thing among their Hat, Robes and Staff", "each None among ..."."""
    *noun, owned = said
    if noun and noun[-1].sense == "among":
        noun.pop()
    if any(word.sense != "item" for word in noun):
        raise NoSense
    return counted_held(owned, Verb("be", "s").add("adj", value_np(value)))


def noun_of_name(said: Said, name: Nbar) -> Nbar:
    """ "The spell Burn"."""
    if said.sense != "spell" or said.word.form != "s":
        raise NoSense
    return Nbar(said, (("called", name),))
