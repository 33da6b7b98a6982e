"""Familiar turns of speech: neither ... nor, "a Freshness of at least 3", who is counted. A function for each name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.apart import implies
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import bare, the
from pbp.spells.english.claims import claim, claim_more_than
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import so_much_more_than, thing_of
from pbp.spells.english.nbar import adjective, the_target, thing, trait_noun
from pbp.spells.english.phrases import (
    EACH_OTHER,
    THEY,
    Amount,
    Casts,
    Nbar,
    Number,
    OneOfOwn,
    Owns,
    Phrase,
    Same,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.sentences import act_or
from pbp.spells.english.several import np_but, np_nor, owned_two
from pbp.spells.english.shares import not_graded, of_each, one_alone
from pbp.spells.english.verbs import vp_adj, vp_compared, vp_np, vp_pp
from pbp.spells.sense.conditions import conj
from pbp.spells.sense.sentences import Lead, Trailing, each_act
from pbp.spells.walk import is_one, parts

# ---- neither ... nor


def preds_nor_what(verb: Verb, what: Phrase) -> Any:
    """ "Neither cast Burn nor Jolt": of one verb."""
    said = [value for role, value in verb.parts if role == "object"]
    if len(said) != 1 or verb.parts[-1][0] != "object" or isinstance(what, Some) != isinstance(said[0], Some):
        raise NoSense
    alone = replace(verb, parts=verb.parts[:-1])
    return _neither(alone, ("np", said[0]), ("np", what))


SAID_OF: dict[str, Callable[[Verb, Any], Verb]] = {"np": vp_np, "adj": vp_adj, "pp": vp_pp, "compared": vp_compared}
"""How each kind of part joins a verb."""


def preds_neither(verb: Verb, left: tuple[str, Any], right: tuple[str, Any]) -> Any:
    """ "Has neither a Red Hat nor a Blue Beard", "is neither the caster nor idle"."""
    return _neither(verb, left, right)


def _neither(verb: Verb, left: tuple[str, Any], right: tuple[str, Any]) -> Any:
    if verb.denied or verb.modal or verb.sense not in ("be", "have", "cast", "select", "target", "choose", "stand"):
        raise NoSense
    if isinstance(left[1], Values) and isinstance(right[1], Values):
        raise NoSense  # "neither Red nor Blue" is a value
    if isinstance(left[1], Worn) and isinstance(right[1], Amount) and right[1].op == "bare":
        raise NoSense  # "neither a Red Hat nor Staff": no Staff, or no Red one?
    if left[0] == right[0] == "np":
        try:
            return vp_np(verb, np_nor(left[1], right[1]))  # "neither Burn nor Jolt"
        except NoSense:
            pass
    if verb.passive and left[0] == right[0] == "pp" and left[1][0] == right[1][0] == "by":
        raise NoSense  # "cast neither by the caster nor by ...": of one group
    one, other = (SAID_OF[kind](verb, part) for kind, part in (left, right))
    return "neither", one, other


def said_np(phrase: Phrase) -> tuple[str, Any]:
    return "np", phrase


def said_adj(adjective: Any) -> tuple[str, Any]:
    return "adj", adjective


def said_pp(part: tuple[str, Any]) -> tuple[str, Any]:
    return "pp", part


def said_compared(compared: Any) -> tuple[str, Any]:
    return "compared", compared


def preds_bracketed(preds: Any) -> Any:
    """ "(Who) (has a Red Hat or has a Blue Hat) (and cast Burn)"."""
    return "bracketed", preds


# ---- so much of a thing


def thing_of_so_many(attr: str, compared: Any) -> Nbar:
    """ "(A) Freshness of at least 3"."""
    return Nbar(thing(attr).noun, (("held", compared),))


def thing_of_number(attr: str, number: t.Num) -> Nbar:
    """ "(A) Freshness of 3"."""
    return Nbar(thing(attr).noun, (("held", ("=", Number(number))),))


def n_not_compared(nbar: Nbar, compared: Any) -> Nbar:
    """ "(A number of Stars) not divisible by 3"."""
    if nbar.noun.sense != "number":
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, ("not compare", compared)))


def speed_of_so_much(noun: Said, compared: Any) -> Nbar:
    """ "(A) Speed of at least 3 but lower than that of this spell"."""
    if noun.sense != "speed" or compared[0] not in ("and", "or"):
        raise NoSense  # "of at least 3" is a number like any other
    return Nbar(noun, (("compare", compared),))


def point_of_thing(noun: Said, attr: str) -> Nbar:
    """ "(For each) point of Freshness (they have)"."""
    if noun.sense != "point" or noun.word.form != "s":
        raise NoSense
    return thing(attr)


# ---- spells with a trait


def n_with_trait(nbar: Nbar, preposition: Said, trait: str) -> Nbar:
    """ "(A) spell with Belligerent"."""
    if nbar.noun.sense != "spell" or preposition.sense not in ("with", "without"):
        raise NoSense
    if any(role in ("rel", "part") for role, _ in nbar.mods):
        raise NoSense
    worn = Worn(t.CastTrait(t.Member(), trait), "spell")
    return Nbar(nbar.noun, (*nbar.mods, (preposition.sense, worn)))


def n_but_trait(nbar: Nbar, trait: str, said: Said) -> Nbar:
    """ "All spells except Belligerent ones", "your neighbours' spells other than Belligerent spells"."""
    if nbar.noun.sense != "spell" or trait_noun(trait, said).noun.sense != "spell" or said.word.form != "p":
        raise NoSense
    return _without_trait(nbar, trait)


def non_trait_noun(trait: str, said: Said) -> Nbar:
    """ "A non-Belligerent spell", "non-Belligerent ones"."""
    spell = trait_noun(trait, said).noun
    if spell.sense != "spell":
        raise NoSense
    return _without_trait(Nbar(spell), trait)


def _without_trait(nbar: Nbar, trait: str) -> Nbar:
    return Nbar(nbar.noun, (*nbar.mods, ("without", Worn(t.CastTrait(t.Member(), trait), "spell"))))


def vp_as_target(verb: Verb, *said: Any) -> Verb:
    """ "(Who) picked you as their target"."""
    the_target(said[-1])
    if verb.sense not in ("choose", "select", "direct") or verb.passive or len(verb.parts) != 1:
        raise NoSense
    role, whom = verb.parts[0]
    if role != "object" or not isinstance(whom, Some):
        raise NoSense
    return replace(verb, sense="target")


# ---- nouns with more beside them


def secret_noun(said: Said, nbar: Nbar) -> Nbar:
    """ "A secretly random neighbour"."""
    if said.sense != "secretly" or not any(role == "adj" and value.sense == "random" for role, value in nbar.mods):
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, ("adverb", said)))


def noun_stressed(phrase: Phrase, pronoun: Said) -> Phrase:
    """ "That Wizard themselves", "the caster themselves"; "this spell itself"."""
    if pronoun.sense == "itself" and isinstance(phrase, Casts):
        return phrase
    if pronoun.sense != "self" or not isinstance(phrase, Some) or phrase.how != "one":
        raise NoSense
    return phrase


def full_share(*said: Any) -> tuple[int | None, str]:
    """ "(They lose 2 Stars,) each of them the full amount", "(2 each)": how much, and of what, where that is said."""
    only([word for word in said if isinstance(word, Said)], {"N": ("number",)})
    number = next((word for word in said if isinstance(word, int)), None)
    return number, next((word for word in said if isinstance(word, str)), "")


def act_in_full(made: t.Act, share: tuple[int | None, str]) -> t.Act:
    """ "Your neighbours lose 2 Stars, each of them the full amount": as it is, they do not share it."""
    number, attr = share
    match made:
        case t.Clause(t.Who() as who, (t.Change(floor=None) as done,)) if not is_one(who):
            pass
        case t.Clause(t.Who() as who, (t.Pay(mode="always") as done,)) if not is_one(who) or not is_one(done.receiver):
            pass
        case _:
            raise NoSense
    if attr not in ("", done.attr) or (number is not None and done.amount != t.Int(number)):
        raise NoSense
    return made


def mirror() -> None:
    """ "Respectively", "as the case may be"."""


def mirror_flows(*flows: Said) -> None:
    """ "A gain for a gain, a loss for a loss"."""
    only(flows, {"N": ("flow",)})
    one, same, other, again = (noun.word.detail for noun in flows)
    if one != same or other != again or one == other:
        raise NoSense


def mirror_done(*said: Any) -> t.Who:
    """ "(They gain or lose as many as you did,) gaining if you gained and losing if you lost": who did."""
    does, who, did, again, other, again_did = said
    senses = [verb.sense for verb in (does, did, again, again_did)]
    if senses not in (["gain", "gain", "lose", "lose"], ["lose", "lose", "gain", "gain"]) or who != other:
        raise NoSense
    if not isinstance(who, Some) or who.how != "one":
        raise NoSense
    return who.who


def act_mirrored(made: t.Act, whose: t.Who | None) -> t.Act:
    """ "The chosen Wizard gains or loses as many Stars as you gained or lost, respectively": as it is."""
    match made:
        case t.Clause(_, (t.Change(gain=True, amount=t.Moved(who, "net")),)) if whose in (None, who, THEY):
            return made
    raise NoSense


def amounts_listed(phrase: Phrase, trail: Trailing, *more: Any) -> tuple[Any, ...]:
    """ "(1 Star on a 1 or 2,) 2 Stars on a 3 or 4 and 3 Stars on a 5 or 6": each amount with its case."""
    return (phrase, trail), *(one for several in more for one in several)


def amounts_else(phrase: Phrase, trail: Trailing, other: Phrase, denied: Phrase | None) -> tuple[Any, ...]:
    """ "(1 Star on a 1 or 2,) 2 Stars on a 3 or 4 and 3 Stars otherwise"."""
    if denied is not None:
        raise NoSense  # "2 Stars if they cast Jolt, and 3 Stars if they did not": and where they cast Burn?
    return (phrase, trail), (other, None)


def amounts_several(made: t.Act, trail: Trailing, others: tuple[tuple[Phrase, Any], ...]) -> t.Act:
    """ "Every Wizard loses 1 Star on a 1 or 2, 2 Stars on a 3 or 4": no two of these cases are both so."""
    one_alone(trail, *(case for _, case in others if case is not None))
    return _amounts(made, trail, *others)


def amounts_two(made: t.Act, trail: Trailing, more: Phrase, again: Trailing) -> t.Act:
    """ "Every Wizard loses 1 Star if their Hat is Red and 2 Stars if their Hat is Blue"."""
    return _amounts(made, trail, (more, again))


def _amounts(made: t.Act, trail: Trailing, *others: tuple[Phrase, Any]) -> t.Act:
    match made:
        case t.Clause(t.Who() | None, ((t.Change(floor=None) | t.Pay(mode="always")) as change,)):
            pass
        case _:
            raise NoSense
    told: list[t.Act] = [t.Trail(made, *trail)]
    things = {change.attr}
    for more, again in others:
        match of_each(made, more):
            case Amount("=", t.Num() as number, attr, "", None, None) if attr or len(things) == 1:
                things.add(attr or change.attr)  # "1 Crystal if ..., 2 Stars if ..., and 3 if ...": three of what?
                other = replace(made, acts=(replace(change, amount=number, attr=attr or change.attr),))
                if any(isinstance(part, t.Count) for part in parts(change.amount)) and isinstance(number, t.Int):
                    raise NoSense  # "1 Star for each idle Wizard if ..., and 2 Stars if ...": for each of them too?
            case _:
                raise NoSense
        match again:
            case (t.Holds(_, _, _, t.Not(t.Did())), _, _):
                raise NoSense  # "5 Stars if they cast Burn, and 2 Stars if they did not": otherwise
        told.append(t.Else(other) if again is None else t.Trail(other, *again))
    if any(isinstance(one, t.Trail) and one.otherwise is not None for one in told):
        raise NoSense
    if isinstance(told[-1], t.Else):  # "1 Star on a 5, 2 Stars on a 6, and 3 Stars otherwise": on neither
        told[1:-1] = [t.Else(one) for one in told[1:-1]]
    not_graded(told)
    return t.Seq(tuple(told))


def amounts_but_two(made: t.Act, trail: Trailing, more: Phrase, again: Trailing) -> t.Act:
    """ "Every Wizard loses 1 Star if their Hat is Red, but 2 Stars if their Hat is Blue": both cannot be so."""
    if _goes_further(trail, again) and _is_plain(made):  # "4 Stars if you have at least 5, but 9 if at least 10"
        return t.Trail(act_or(made, more, again), *trail)
    return amounts_several(made, trail, ((more, again),))


def amounts_or_two(made: t.Act, trail: Trailing, more: Phrase, again: Trailing) -> t.Act:
    """ "1 Star on a 1, or 2 Stars on a 2", "1 Star if just one of them is Red, or 2 Stars if both are"."""
    match trail[0]:
        case t.Holds(_, ">=", t.Int(1), t.Grouped(t.Or())) | t.Compare() | t.Or():
            return amounts_but_two(made, trail, more, again)
    if _goes_further(trail, again):
        return amounts_but_two(made, trail, more, again)
    raise NoSense  # "1 Star if they cast Burn, or 2 Stars if they cast Jolt": who chooses?


def amounts_or_too(made: t.Act, trail: Trailing, more: Phrase, cond: t.Cond) -> t.Act:
    """ "4 Stars if your Hat is Red, or 9 if your Robes are Red as well": if both are."""
    if trail[1:] != (True, None) or cond == trail[0] or not _is_plain(made):
        raise NoSense
    return t.Trail(act_or(made, more, (cond, True, None)), *trail)


def _is_plain(made: t.Act) -> bool:
    """Whether what happens has a number of its own: not "2 Stars for each Crystal, or 3 if ...", 3 for each too?"""
    return isinstance(made, t.Clause) and all(isinstance(getattr(act, "amount", None), t.Int) for act in made.acts)


def _goes_further(trail: Trailing, again: Trailing) -> bool:
    """ "1 Star if (you cast nothing in the previous Duel), or 2 if (nothing in either of the two previous Duels)"."""
    return trail[1:] == again[1:] == (True, None) and implies(again[0], trail[0])


def once_spells(nbar: Nbar, preds: Any) -> Verb:
    """ "(No matter) how many Burns targeted them"."""
    found = bare(nbar)
    if not isinstance(found, Casts) or found.how not in ("plural", "name") or not isinstance(preds, Verb):
        raise NoSense
    return once_often(Some(THEY), replace(preds, passive=True, parts=(), denied=_aimed_elsewhere(preds)))


def _aimed_elsewhere(verb: Verb) -> bool:
    """Whether it is not "targeted them" that is said."""
    whom = (("object", Some(t.They("them"))), ("object", Some(THEY)))
    return verb.denied or verb.passive or len(verb.parts) != 1 or verb.parts[0] not in whom


def once_times(noun: Said, who: Phrase, verb: Verb) -> Verb:
    """ "(No matter) how many times they were targeted"."""
    if noun.sense != "time" or noun.word.form != "p":
        raise NoSense
    return once_often(who, verb)


def once_often(who: Phrase, verb: Verb) -> Verb:
    """ "(No matter) how often they were targeted"."""
    if who != Some(THEY) or verb.sense != "target" or not verb.passive or verb.denied or verb.modal or verb.parts:
        raise NoSense
    return verb


def once_each(made: t.Act, *said: Any) -> t.Act:
    """ "Each Wizard targeted by Burn loses 1 Star (only 1 Star, no matter how many Burns targeted them)"."""
    if isinstance(made, t.Clause) and any(isinstance(part, t.Count) for part in parts(made.acts)):
        raise NoSense  # "1 Star for each Burn that targeted them (once, no matter how many targeted them)"
    match made, said:
        case t.Clause(t.Those() | t.Without(), (t.Change(),)), (Verb(),):
            return t.Seq((made, t.Once()))
        case t.Clause(t.Those() | t.Without(), (t.Change(attr=attr, amount=number),)), (again, same, Verb()):
            if number == again and attr == same:
                return t.Seq((made, t.Once()))
    raise NoSense


def quantity_in_all(quant: tuple[str, Any], said: Said) -> Phrase:
    """ "(Up to) 6 in total"."""
    if said.sense != "together" or quant[0] != "=":
        raise NoSense
    return Amount("=", quant[1], "", mode="total")


def a_total_of(noun: Said, quant: tuple[str, Any], *nbar: Nbar) -> Phrase:
    """ "(Up to) a total of 6 Stars"."""
    op, number = quant
    if noun.word.detail != "total" or op not in ("=", "<", "<=", ">", ">=", "==") or not isinstance(number, t.Num):
        raise NoSense
    return Amount(op, number, thing_of(nbar[0]) if nbar else "", mode="total")


def no_two(number: int, nbar: Nbar) -> Phrase:
    """ "No two Wizards (cast the same spell)"."""
    if number != 2 or nbar.noun.sense != "wizard" or nbar.noun.word.form != "p" or nbar.mods:
        raise NoSense
    return Some(t.All(), "no two")


def owned_either(owner: Phrase, left: Nbar, right: Nbar) -> Phrase:
    """ "The caster's Hat or Robes (are Red)"."""
    both = owned_two(owner, left, right)
    assert isinstance(both, Owns)
    return OneOfOwn(both.owner, both.attrs)


def same_each_other(nbar: Nbar) -> Phrase:
    """ "(The two neighbours cast) the same spell as each other"."""
    found = the(adjective(SAME, nbar))
    if not isinstance(found, Same) or found.of is not None:
        raise NoSense
    return replace(found, of=EACH_OTHER)


def equally_many(nbar: Nbar) -> Phrase:
    """ "(If your neighbours have) equally many Stars", "as many Stars as each other"."""
    if nbar.mods:
        raise NoSense
    return Same(("number", thing_of(nbar)), EACH_OTHER)


SAME = Said(Word("A", "same"), -1)


def run_none_nothing(made: t.Act, lead: Lead, said: Said) -> t.Act:
    """ "A random neighbour who cast Burn loses 3 Stars (if there is no such Wizard, nothing happens)"."""
    match lead:
        case ("if", t.Compare(t.Count(t.They("such Wizard")), "=", t.Int(0))) if said.sense == "happen":
            return t.Seq((*each_act(made), led(lead, t.Nothing())))
    raise NoSense


# ---- who is counted


def claim_with_in(whole: Phrase, part: Phrase, preds: Any) -> t.Cond:
    """ "(If) at least three Wizards, including the caster, have a Red Hat": so many, and the caster among them."""
    match whole, part:
        case Some(t.All(), "count", ">=" | "=" | "==" | ">"), Some(t.Caster(), "one", place=False):
            return conj(claim(whole, preds), claim(part, preds))
    raise NoSense


def claim_counting(subject: Phrase, preds: Any, part: Phrase) -> t.Cond:
    """ "(If) exactly two Wizards cast Burn, including you"."""
    return t.Counting(claim_with_in(subject, part, preds))


def claim_not_counting(subject: Phrase, preds: Any, part: Phrase) -> t.Cond:
    """ "(If) exactly two Wizards cast Burn, not counting you"."""
    match subject, part:
        case Some(t.All(), "count", place=False), Some(t.Caster(), "one", place=False):
            return t.Counting(claim(np_but(subject, part), preds))
    raise NoSense


def at_least_more_than(by: t.Num, nbar: Nbar, measure: Any) -> Phrase:
    """ "At least 5 Stars more than the caster"."""
    return so_much_more_than(by, nbar, measure)


def claim_more_now(than: Said, nbar: Nbar, verb: Verb, measure: Any, time: Phrase) -> t.Cond:
    """ "(If) more Wizards cast Gift than Jolt this Duel"."""
    if time != Time("now"):
        raise NoSense
    return claim_more_than(than, nbar, verb, measure)
