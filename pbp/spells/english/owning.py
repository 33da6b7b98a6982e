"""What the caster has, or where, said without a verb. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import owned, phrase
from pbp.spells.english.claims import claim, claim_not_so_many
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, more_or_less
from pbp.spells.english.limits import CASTER
from pbp.spells.english.measures import that_many
from pbp.spells.english.nbar import value_np
from pbp.spells.english.phrases import Amount, Amounts, Nbar, Number, OneOfOwn, Own, Owns, Phrase, Some, Verb, Worn
from pbp.spells.english.several import np_with, owned_two
from pbp.spells.english.things import multiplied
from pbp.spells.sense.conditions import opposite
from pbp.spells.sense.sentences import Lead


def own_place(part: tuple[str, Any]) -> t.Cond:
    """ "(If) in an odd position"."""
    role, place = part
    if role not in ("in", "at") or not isinstance(place, Some) or not place.place:
        raise NoSense
    return claim(Some(t.Caster()), Verb("be", "s").add(role, place))


def np_including(whole: Phrase, part: Phrase) -> Phrase:
    """ "Everyone including you": without a comma only where there can be no doubt."""
    if not isinstance(whole, Some) or whole.who != t.All() or not isinstance(part, Some) or part.who not in CASTER:
        raise NoSense
    return np_with(whole, part)


def lead_own(cond: t.Cond) -> Lead:
    """ "With fewer than 10 Stars, (you gain 2)": said of who gains."""
    return "own", cond


def lead_without(cond: t.Cond) -> Lead:
    """ "Without a Red Hat, (you gain 2)": said of who gains."""
    return "own", opposite(cond)


def led_own_asked(cond: t.Cond, made: t.Act) -> t.Act:
    """ "More Stars than the chosen Wizard? Lose 2 Stars"."""
    return led(("own", cond), made)


def lead_not_so_many(*said: Any) -> Lead:
    """ "With any other number of Wizards, ...": than was just asked about."""
    return "if", claim_not_so_many("s", *said)


def lead_own_place(part: tuple[str, Any]) -> Lead:
    """ "If in an odd position, (gain 2 Stars)"."""
    return "own", own_place(part)


def lead_own_at(at: Said, nbar: Nbar) -> Lead:
    """ "If in odd position, (gain 2 Stars)": of a short text, without its article."""
    if nbar.noun.sense != "position" or nbar.noun.word.form != "s":
        raise NoSense
    return lead_own_place((at.sense, phrase(("a", None), nbar)))


def own_has(phrase: Phrase) -> t.Cond:
    """ "(2 Stars with) fewer than 12 Stars", "a Red Hat": what the caster has; of "12 Stars", whether no more."""
    for part in phrase.parts if isinstance(phrase, Amounts) else (phrase,):
        bound = isinstance(part, Amount) and part.op in BOUNDS and not part.mode and part.attr
        if not isinstance(part, Worn) and not bound:
            raise NoSense
    return claim(Some(t.Caster()), Verb("have", "s").add("object", phrase))


def is_own(phrase: Phrase) -> bool:
    """Whether a phrase can say what the caster has."""
    try:
        own_has(phrase)
    except NoSense:
        return False
    return True


BOUNDS = ("<", "<=", ">", ">=", "==", "odd", "even")


def claim_is_value(subject: Phrase, value: Any) -> t.Cond:
    """ "(If) your Hat = Red"."""
    if not isinstance(subject, Own):
        raise NoSense
    return claim(subject, Verb("be", "s").add("object", value_np(value)))


def claim_word_is(*said: Any) -> t.Cond:
    """ "(If) the word is Hat", "your word is Hat": the chosen one."""
    *owner, noun, be, value = said
    if noun.sense != "item" or noun.word.detail not in ("", "choice", "option") or be not in ("s", "d"):
        raise NoSense
    if any(not isinstance(who, Some) or who.who not in CASTER for who in owner):
        raise NoSense
    return claim(value_np(value), Verb("choose", "s", passive=True))


def none_of_things(both: Phrase) -> Phrase:
    """ "(If) neither of your Hat and Staff (is None)"."""
    return _some_of(both, "none")


def just_one_thing(both: Phrase) -> Phrase:
    """ "(If) exactly one of your Hat and Staff (is None)"."""
    return _some_of(both, "one")


def a_thing_at_least(both: Phrase) -> Phrase:
    """ "(If) at least one of your Hat and Staff (is None)"."""
    return _some_of(both, "")


def neither_thing(owner: Phrase, left: Nbar, *more: Any) -> Phrase:
    """ "(If) neither your Hat nor your Staff (is None)"."""
    return _some_of(owned_two(owner, left, *more), "none")


def _some_of(both: Phrase, many: str) -> Phrase:
    if not isinstance(both, Owns) or both.owner.how != "one":
        raise NoSense
    return OneOfOwn(both.owner, both.attrs, many)


def own_number(owner: Phrase, nbar: Nbar) -> Own:
    """ "(At least) your number of Stars"."""
    found = owned(owner, nbar)
    if nbar.noun.sense != "number" or not isinstance(found, Own) or found.owner.how != "one" or not found.attr:
        raise NoSense
    return found


def number_owned(nbar: Nbar) -> Own | Amount:
    """ "(At least) the number of Stars that the caster has", "the chosen number of Stars"."""
    if nbar.noun.sense != "number":
        raise NoSense
    match phrase(("the", None), nbar):
        case Own(Some(how="one"), str() as attr) as found if attr:
            return found
        case Number(t.Stat(who, attr, start)) | Amount("=", t.Stat(who, attr, start)) if attr:
            return Own(Some(who), attr, start)
        case Number(t.Num() as number, attr) | Amount("=", t.Num() as number, attr, "") if attr:
            return Amount("=", number, attr)
    raise NoSense


def number_multiplied(how: tuple[str, int], of: Phrase) -> Amount:
    """ "(At least) twice the chosen number of Stars", "three times your target's Stars"."""
    found = multiplied(how, of)
    if how[0] != "times" or not isinstance(found, Amount) or found.op != "=" or not found.attr or found.owner:
        raise NoSense
    return found


def number_that_many(how: tuple[str, int], *nbar: Nbar) -> Amount:
    """ "(At least) twice that many Stars"."""
    return number_multiplied(how, that_many(*nbar))


def _bounded(op: str, own: Own | Amount) -> Phrase:
    if isinstance(own, Amount):
        return replace(own, op=op)
    return Amount(op, t.Stat(own.owner.who, own.attr, own.start), own.attr)


def own_least(own: Own | Amount) -> Phrase:
    return _bounded(">=", own)


def own_most(own: Own | Amount) -> Phrase:
    return _bounded("<=", own)


def own_just(own: Own | Amount) -> Phrase:
    return _bounded("=", own)


def own_or(own: Own | Amount, way: Said) -> Phrase:
    """ "(Who has) your number of Stars, or more"."""
    return _bounded(more_or_less(way) + "=", own)


def own_than(way: Said, own: Own | Amount) -> Phrase:
    """ "(Who has) more than your number of Stars"."""
    return _bounded(more_or_less(way), own)
