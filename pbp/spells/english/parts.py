"""Parts of a group: "each of them", "one of your neighbours". One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import all_of_it, owned
from pbp.spells.english.lexicon import Said, more_or_less
from pbp.spells.english.phrases import HALVES, NUMBERED, Amount, Casts, Nbar, Number, Own, Phrase, Some, Time
from pbp.spells.english.things import ONE, q_half_or
from pbp.spells.walk import is_one, replaced


def each_of(phrase: Phrase) -> Phrase:
    found = all_of(phrase)
    return replace(found, apart=True) if isinstance(found, Some) else found


def all_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Some(t.Caster(True), "one"):
            return Some(t.They("of you"), "each", apart=True)  # "each of you"
        case Time("back", back) if len(back) > 1:
            return replace(phrase, every=True)
        case Some(t.Those(t.They("those who")) as who):  # "each of those Wizards who cast Burn": of those spoken of
            told = replaced(who, {t.They("those who"): t.They("those looked at")})
            return Some(told, "each", apart=phrase.apart)
        case Some(_, "each") | Some(_, "plural"):
            return replace(phrase, how="each", loose=False)
        case Some(t.They("them" | "they"), "one"):
            return Some(t.They("those"), "each")
        case Own():
            return all_of_it(phrase)
        case Casts(how="plural" | "each"):
            return replace(phrase, how="each")
        case Some(_, "count", ">=" | ">") if not phrase.place:  # "(was cast) by each of two or more Wizards"
            return phrase
    raise NoSense


def all_so_many_of(number: int, phrase: Phrase) -> Phrase:
    """ "(In) all 3 of the previous 3 Duels": as many as there are."""
    match phrase:
        case Time("back", back) if len(back) == number > 1:
            return replace(phrase, every=True)
    raise NoSense


def np_all_of_it(phrase: Phrase) -> Phrase:
    """ "Your Crystals, all of them,"."""
    match phrase:
        case Own(attr=str() as attr) if attr in NUMBERED:
            return all_of_it(phrase)
    raise NoSense


def both_owned(owner: Phrase, nbar: Nbar) -> Phrase:
    """ "Both your neighbours"."""
    return both_of(owned(owner, nbar))


def both_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Time("back", (_, _)):
            return replace(phrase, every=True)
        case Some(who, "each") if not _of_everybody(who):
            return replace(phrase, loose=False)
        case Some(t.Caster(you=True), "one"):
            return Some(t.They("you both"), "each")
        case Some(t.They("them"), "one"):
            return Some(t.They("both"), "each")
    raise NoSense


def _of_everybody(who: t.Who) -> bool:
    """ "(Both of) the Wizards who cast Burn": there may be more than two, or one, of whom it is so."""
    while isinstance(who, t.Those):
        who = who.group
    return isinstance(who, t.All | t.Others | t.Without)


def neither_of(phrase: Phrase) -> Phrase:
    """ "Neither of your neighbours"."""
    if isinstance(phrase, Some) and _of_everybody(phrase.who):
        raise NoSense
    return none_of(phrase)


def any_of(phrase: Phrase) -> Phrase:
    """ "Any of your neighbours": one of them in a condition, all of them where somebody has more than they have."""
    match phrase:
        case Some(t.Those(t.Neighbours()), "each" | "plural"):  # "any of your neighbours who is idle": whichever is
            return replace(phrase, how="any", loose=False)
    found = one_of(phrase)
    if isinstance(found, Time):
        return phrase
    return replace(found, how="any", vague=True) if isinstance(found, Some) else found


def any_one_of(phrase: Phrase) -> Phrase:
    """ "(In) any one of the 3 previous Duels"; of Wizards it could be one alone."""
    if not isinstance(phrase, Time):
        raise NoSense
    return any_of(phrase)


def either_among(phrase: Phrase) -> Phrase:
    """ "Either of your neighbours", "(in) either of the 2 previous Duels"."""
    found = one_of(phrase)
    return phrase if isinstance(found, Time) else found


def one_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Time("back", back) if len(back) > 1:
            return replace(phrase, one=True)
        case Some(_, "each" | "plural"):
            return replace(phrase, how="some", op="one of")
        case Some(t.They("them" | "they"), "one"):
            return Some(t.They("those"), "some")
        case Some(t.Caster(you=True), "one", place=False):  # "one of you": of the caster and the other spoken of
            return Some(t.They("of you"), "some")
        case Casts(None, t.Cond(), how="plural" | "each" | "the"):
            return replace(phrase, how="some", op="one of")
        case Casts(how="plural" | "each"):
            return replace(phrase, how="some", op="one of")
    raise NoSense


def np_together(what: Phrase) -> Phrase:
    """ "The Crystals of your neighbours added together"."""
    match what:
        case Own(Some(t.Join(some), "each"), str() as attr, False) if attr and all(map(is_one, some)):
            return Number(t.Add(tuple(t.Stat(who, attr) for who in some)), attr)  # two numbers, be it of one Wizard
        case Own(Some(who, "each" | "plural"), str() as attr, False) if attr:
            return Number(t.Total(who, attr), attr)
    raise NoSense


def none_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Time("back", back) if len(back) > 1:
            return replace(phrase, neither=True)
        case Some(_, "each" | "plural"):
            return replace(phrase, how="none")
        case Some(t.They("them" | "they"), "one"):
            return Some(t.They("those"), "none")
        case Some(t.Caster(you=True), "one", place=False):  # "neither of you"
            return Some(t.They("of you"), "none")
        case Casts(how="plural" | "each"):
            return replace(phrase, how="none")
        case Own(Some(_, "each" | "plural") as owner):  # "none of the Hats of your neighbours"
            return replace(phrase, owner=replace(owner, how="none"))
    raise NoSense


def quantified_of(quant: tuple[str, Any], phrase: Phrase) -> Phrase:
    op, number = quant
    if isinstance(phrase, Time) and phrase.kind == "back" and op in (">=", "<=", ">", "<", "=="):
        return replace(phrase, many=(op, number))
    if op == "=" and number == ONE and not isinstance(phrase, Own):
        raise NoSense  # "one of them": any of them
    match phrase:
        case Some(who, "each" | "plural") if op in HALVES:
            return Some(who, op)
        case Some(who, "each" | "plural"):
            return Some(who, "count", op, number)
        case Some(t.Caster(True), "one") if op in (">=", "=="):
            return Some(t.They("you both"), "count", op, number)  # "if exactly one of you is idle"
        case Some(t.They("them" | "they"), "one") if op in ("<", "<=", ">", ">=", "=="):
            return Some(t.They("those"), "count", op, number)  # "if three or more of them are idle"
        case Some(t.Caster(you=True), "one", place=False) if op == "==":
            return Some(t.They("of you"), "count", op, number)  # "if exactly one of you does"
        case Own(Some(who, "each" | "plural")) if op in ("<", "<=", ">", ">=", "=="):
            return replace(
                phrase, owner=Some(who, "count", op, number)
            )  # "at least one of the Hats of your neighbours"
        case Own(Some(who, "one"), str() as attr, False) if op == "=":
            return Amount("=", number, attr, mode="of", owner=who)
        case Casts(how="plural" | "each"):
            return replace(phrase, how="count", op=op, number=number)
    raise NoSense


def majority_of(phrase: Phrase) -> Phrase:
    """ "(If) most of the Wizards (are idle)": more than half of them. Raises NoSense."""
    return quantified_of(("most of", None), phrase)


def half_or_more_of(phrase: Phrase, way: Said) -> Phrase:
    """ "(If) half of the Wizards or more (are idle)"."""
    return quantified_of(q_half_or(way), phrase)


def or_more_of(number: t.Num, phrase: Phrase, way: Said) -> Phrase:
    """ "(If) one of them, or more, (is idle)"."""
    return quantified_of((f"{more_or_less(way)}=", number), phrase)
