"""Pronouns, and what stands for a noun phrase without a noun. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import phrase
from pbp.spells.english.casts import relative as relative_cast
from pbp.spells.english.lexicon import Said, Word, more_or_less, only
from pbp.spells.english.measures import rolled_by, shown, thing_of
from pbp.spells.english.nbar import n_rel, rel_compared, rel_object, singular, value_np
from pbp.spells.english.phrases import (
    ME,
    NUMBERED,
    THEY,
    Amount,
    Bag,
    Casts,
    Nbar,
    Number,
    Numbers,
    OfSet,
    Own,
    Owns,
    Phrase,
    Pointer,
    RollSaid,
    SameOne,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.several import np_and
from pbp.spells.english.testing import cast_by, wizard_test
from pbp.spells.english.verbs import v_be, vp_pp
from pbp.spells.sense.conditions import conj, grouped, those_who
from pbp.spells.walk import parts


def pronoun(said: Said) -> Phrase:
    match said.sense:
        case "they":
            return Some(THEY)
        case "them":
            return Some(t.They("them"))
        case "self":
            return Some(t.They("self"))
        case "you":
            return Some(t.Caster(you=True))
        case "it":
            return Pointer("it")
        case "itself":
            return Casts(who=t.Owner(t.Caster()), own=True)
        case "nobody":
            return Some(t.All(), "none")
        case "everyone":
            return Some(t.All(), "each")
        case "anyone" | "someone":
            return Some(t.All(), "some")
        case "something":
            return Casts(None, t.CastIs(ME), how="some")
        case "nothing" | "anything":
            return Pointer(said.sense)
    raise NoSense


def pronoun_pair(one: Said, other: Said) -> Phrase:
    """ "He/she"."""
    if one.sense != other.sense or one.sense not in ("they", "them", "self"):
        raise NoSense
    return pronoun(one)


def the_former(*noun: Said) -> Phrase:
    only(noun, {"N": ("wizard",)})
    return Some(t.They("the former"))


def the_latter(*noun: Said) -> Phrase:
    """ "The latter", "the latter Wizard"."""
    only(noun, {"N": ("wizard",)})
    return Some(t.They("the latter"))


def that_one() -> Phrase:
    return Some(t.They("that one"))


def pronoun_both(said: Said) -> Phrase:
    match said.sense:
        case "you":
            return Some(t.They("you both"), "each")
        case "they" | "them":
            return Some(t.They("both"), "each")
    raise NoSense


def pronoun_all(said: Said) -> Phrase:
    match said.sense:
        case "they" | "them":
            return Some(t.They("those"), "each")
    raise NoSense


def pronoun_else(said: Said) -> Phrase:
    match said.sense:
        case "nobody":
            return Some(t.Others(), "none")
        case "everyone":
            return Some(t.Others(), "each")
        case "anyone":
            return Some(t.Others(), "some", vague=True)
        case "someone":
            return Some(t.Others(), "some")
    raise NoSense


def pronoun_self(said: Said) -> Phrase:
    """ "You yourself": nobody else than you."""
    if said.sense != "you":
        raise NoSense
    return pronoun(said)


def pronoun_in_ring(said: Said, ring: Said) -> Phrase:
    """ "Everyone in the ring"."""
    if ring.sense != "ring" or said.sense not in ("nobody", "everyone", "anyone", "someone"):
        raise NoSense
    return pronoun(said)


def all_in_ring(ring: Said) -> Phrase:
    """ "(Of) all in the ring"."""
    if ring.sense != "ring":
        raise NoSense
    return Some(t.All(), "each")


def pronoun_else_in_ring(said: Said, ring: Said) -> Phrase:
    """ "Everyone else in the ring"."""
    if ring.sense != "ring":
        raise NoSense
    return pronoun_else(said)


def so_many_of_them(number: int) -> Phrase:
    """ "(Has the most Stars and loses) 5 of them"."""
    return Amount("=", t.Int(number), "", mode="of them")


def nothing_of_this() -> Phrase:
    """ "None of this (happens)"."""
    return Pointer("nothing")


def that_of_theirs(nbar: Nbar, owner: Phrase) -> Phrase:
    """ "That spell of theirs"."""
    if nbar.noun.sense != "spell" or nbar.mods or nbar.noun.word.form != "s" or not isinstance(owner, Some):
        raise NoSense
    return Casts(t.They("spell"))


def whoever_is(said: Said, what: Any) -> Phrase:
    """ "Whoever's at the chosen position", "whoever's standing there"."""
    if isinstance(what, Verb):
        return whoever(said, replace(what, form="s"))
    return whoever(said, vp_pp(v_be("s"), what))


def pronoun_adj(said: Said, adjective: Said) -> Phrase:
    """ "(There is) anyone idle", "nobody idle"."""
    if said.sense not in ("anyone", "someone", "nobody", "everyone"):
        raise NoSense
    how = {"nobody": "no", "everyone": "each"}.get(said.sense, "a")
    return phrase((how, None), Nbar(Said(Word("N", "wizard", "", "s"), -1), (("adj", adjective),)))


def whoever(said: Said, preds: Any) -> Phrase:
    """ "Whoever is in the chosen position", "whoever cast Burn"."""
    if said.sense != "whoever":
        raise NoSense
    match preds:
        case Verb("choose", _, True, False, "", _, ()):
            return Some(t.They("picked"))  # "whoever is picked"
        case Verb("be" | "stand", _, False, False, "", False, ((("in" | "at"), Some(who, "one", place=True)),)):
            return Some(who)
        case Verb("be" | "stand", _, False, False, "", False, (("adverb", Said() as word),)) if word.sense == "there":
            return Some(t.Chosen(-10))
        case Verb("cast", "s", False, False, "", False, (("object", Casts(own=True, how="one")),)):
            return Some(t.Caster())  # who casts a spell is its caster; "whoever cast it" are all who did
        case Verb("be" | "stand", _, False, False, "", False, ((("after" | "before"), Some(_, "one")),)):
            return phrase(("the", None), Nbar(Said(Word("N", "wizard", "", "s"), -1), (("rel", ("subject", preds)),)))
    test = wizard_test(preds)
    if isinstance(test, t.In) and isinstance(test.group, t.Top):
        return Some(test.group, "each" if test.group.ties == "all" else "one")
    if isinstance(test, t.Same) and test.left == ME:
        return Some(test.right)
    match test:
        case t.CastIs(t.Member(0), (t.OwnName(True),)):
            return Some(t.They("spell"))
    return Some(those_who(t.All(), test), "each")


def whoever_chosen(said: Said, subject: Phrase, verb: Verb) -> Phrase:
    """ "Whoever you picked", "(instead of) whomever it would have targeted"."""
    if said.sense == "whoever" and subject == Pointer("it") and verb.sense == "target":
        told = Bag(verb.parts)
        _ = told.says("ever"), told.says("also")  # "before", "originally"
        told.done()
        if verb.denied or verb.passive or verb.modal not in ("", "would"):
            raise NoSense
        return Some(t.They("its target"), place=True)
    if said.sense != "whoever" or verb.sense != "choose" or verb.parts or verb.denied:
        raise NoSense
    wizard = Said(Word("N", "wizard", "", "s"), -1)
    return phrase(("the", None), n_rel(Nbar(wizard), rel_object(subject, verb)))


def anything_cast(said: Said, what: Any) -> Phrase:
    """ "Nothing that others cast", "anything cast by your neighbours"."""
    how = {"nothing": "none", "anything": "some"}.get(said.sense)
    if how is None:
        raise NoSense
    rel = ("subject", replace(what, form="s")) if isinstance(what, Verb) else what
    match rel:
        case ("object", Some(), Verb("cast")) | ("subject", Verb("cast", passive=True)):
            return Casts(None, conj(t.CastIs(ME), relative_cast(rel)), how=how)
    raise NoSense


def anything_but(phrase: Phrase) -> Phrase:
    """ "(If they cast) anything but Burn"."""
    match phrase:
        case Casts(None, t.CastIs(_, (_,)) as kind, how="name", own=False):
            return Casts(None, grouped(conj(t.CastIs(ME), t.Not(kind))), how="other")
    raise NoSense


def anything_cast_that(said: Said, part: Verb, rel: Any) -> Phrase:
    """ "Anything cast by others that targets you"."""
    found = anything_cast(said, part)
    assert isinstance(found, Casts) and found.kind is not None
    return replace(found, kind=conj(found.kind, relative_cast(rel)))


def whichever(nbar: Nbar, preds: Any) -> Phrase:
    """ "Whichever neighbour of the chosen Wizard has the fewest Stars", "whichever spell was selected by them"."""
    if nbar.noun.sense == "spell" and isinstance(preds, Verb) and preds.sense == "target":
        return whatever_does(nbar, preds)  # "whichever spell targets the caster"
    if nbar.noun.sense == "spell" and not nbar.mods and nbar.noun.word.form == "s" and isinstance(preds, Verb):
        return what_done(preds)
    return phrase(("whoever", None), Nbar(nbar.noun, (*nbar.mods, ("rel", ("subject", preds)))))


def whichever_result(nbar: Nbar, be: str, way: Said) -> Phrase:
    """ "Whichever roll is higher"."""
    if nbar.noun.sense != "result" or nbar.mods:
        raise NoSense
    return phrase(("the", None), n_rel(nbar, rel_compared(be, way)))


def whatever_does(nbar: Nbar, preds: Any) -> Phrase:
    """ "Whatever Stars would be lost by the caster", "whatever spell targets the caster"."""
    if nbar.noun.sense not in ("thing", "spell") or any(role == "rel" for role, _ in nbar.mods):
        raise NoSense  # "whatever spell they cast | is turned back"
    return phrase(("any", None), Nbar(nbar.noun, (*nbar.mods, ("rel", ("subject", preds)))))


def whichever_of(*said: Any) -> Phrase:
    """ "Whichever of your neighbours has the most Stars", "whichever of you and your target has the most Stars"."""
    *groups, preds = said
    group = groups[0] if len(groups) == 1 else np_and(*groups)
    if isinstance(preds, Verb) and isinstance(group, Some):  # "... has the most Stars of your neighbours"
        again = [Some(group.who, "each"), Some(group.who, "plural")]
        preds = replace(preds, parts=tuple(part for part in preds.parts if part[0] != "of" or part[1] not in again))
    match group, wizard_test(preds):
        case Some(who, "each" | "plural"), t.In(t.Member(0), t.Top(among) as top) if among in (t.All(), who):
            return Some(replace(top, among=who))
        case Some(t.They("them" | "those" | "these")), t.In(t.Member(0), t.Top(t.All()) as top):
            return Some(replace(top, among=t.They("them looked at")))
    raise NoSense


def whoever_of(*said: Any) -> Phrase:
    """ "Whoever of you has a Red Hat", "whoever of your neighbours cast Burn": each of them of whom that is so."""
    *groups, preds = said
    whom = Some(groups[0], "each") if isinstance(groups[0], t.Who) else groups[0]
    group = whom if len(groups) == 1 else np_and(*groups)
    test = wizard_test(preds)
    match group:
        case Some(who, "each" | "plural", place=False) if not any(isinstance(part, t.Top) for part in parts(test)):
            return Some(t.Those(who, test), "each")
    raise NoSense


def whichever_of_them(preds: Any) -> Phrase:
    """ "Whichever has the most Stars of these"."""
    return whichever_of(Some(t.They("these")), preds)


def which_has_more(*said: Any) -> Phrase:
    """ "Whichever of you and your target has more Stars"."""
    *group, form, way, nbar = said
    two = group[0] if len(group) == 1 else np_and(*group)
    if form not in ("s", "b"):
        raise NoSense
    return which_with_more(two, way, nbar)


def which_with_more(two: Phrase, way: Said, nbar: Nbar) -> Phrase:
    """ "The one of the two with more Stars"."""
    thing = phrase(("bare", None), nbar)
    match two, thing:
        case Some(t.Join((_, _)) | t.They("both" | "you both") as who, "each"), Amount("bare", None, attr):
            return Some(t.Top(who, t.Stat(t.Member(), attr), way.sense == ">", "ruling"))
        case Some(t.Neighbours() as who, "each"), Amount("bare", None, attr):
            return Some(t.Top(who, t.Stat(t.Member(), attr), way.sense == ">", "ruling"))
    raise NoSense


def aimed_more(be: str, verb: Said, way: Said, nbar: Nbar) -> bool:
    """ "(Whichever) was targeted by more spells": by more, or by fewer."""
    if be not in ("s", "d") or verb.sense != "target" or nbar.noun.sense != "spell" or nbar.mods:
        raise NoSense
    return more_or_less(way) == ">"


def which_is_aimed_at(*said: Any) -> Phrase:
    """ "Whichever of you and the target was targeted by more spells"."""
    *group, more = said
    two = group[0] if len(group) == 1 else np_and(*group)
    match two:
        case Some(t.Join((_, _)) | t.Neighbours(), "each"):
            return two_aimed_at(two.who, more)
    raise NoSense


def two_aimed_at(two: t.Who, more: bool) -> Phrase:
    """ "Whichever of you was targeted by fewer spells"."""
    hit = t.Those(t.All(), t.Targets(t.Member(0), t.Member(1)))
    return Some(t.Top(two, t.Count(hit), more, "ruling"))


def two_have_more(two: t.Who, form: str, way: Said, nbar: Nbar) -> Phrase:
    """ "Whichever of you has more Stars"."""
    if form not in ("s", "b") or two not in (t.They("you both"), t.They("of you")):
        raise NoSense
    return which_with_more(Some(t.They("you both"), "each"), way, nbar)


def two_with_more_of(two: t.Who, way: Said, nbar: Nbar) -> Phrase:
    """ "The one of you with fewer Stars"."""
    return two_have_more(two, "s", way, nbar)


def best_of_you(some: t.Who, *said: Any) -> Phrase:
    """ "Whoever of you has the most Stars", "the one of you with the fewest Crystals"."""
    *form, best, attr = said
    if best.sense not in ("most", "fewest") or attr not in NUMBERED or form not in ([], ["s"]):
        raise NoSense
    return Some(t.Top(some, t.Stat(t.Member(), attr), best.sense == "most"))


def of_two_more(group: Phrase, *said: Any) -> Phrase:
    """ "Of you and the chosen Wizard, whoever has fewer Stars"."""
    *_, way, nbar = said
    return which_with_more(group, way, nbar)


def whichever_chosen(nbar: Nbar) -> Phrase:
    """ "Whichever word you picked"."""
    if not any(isinstance(value, Said) and value.sense == "chosen" for _, value in nbar.mods):
        raise NoSense
    return phrase(("the", None), nbar)


def all_but(part: Phrase) -> Phrase:
    """ "All but the caster"."""
    if not isinstance(part, Some) or part.how not in ("one", "each"):
        raise NoSense
    return Some(t.Without(t.All(), part.who), "each")


def no_more_no_less(number: t.Num, nbar: Nbar, one: Said, other: Said) -> Phrase:
    """ "5 Stars, no more and no less", "one Wizard, not more and not less"."""
    if {one.sense, other.sense} != {"<", ">"}:
        raise NoSense
    if nbar.noun.sense == "thing":
        return Amount("==", number, thing_of(nbar))
    return phrase(("count", ("==", number)), nbar)


def those_of_letter(letter: str, nbar: Nbar) -> Phrase:
    """ "These N Wizards": those of whom N is the number."""
    if nbar.mods or nbar.noun.word.form != "p" or nbar.noun.sense not in ("wizard", "neighbour"):
        raise NoSense
    return Some(t.LetterGroup(letter, nbar.noun.sense == "neighbour"), "each")


def how_many_there(nbar: Nbar, _be: str, *rel: Any) -> Phrase:
    """ "(Let N be) how many Wizards there are who cast Burn", "how many Wizards there are"."""
    return _how_many(phrase(("bare", None), n_rel(nbar, rel[0]) if rel else nbar))


def how_many_among(quant: Any, nbar: Nbar, _be: str, rel: Any) -> Phrase:
    """ "(Let N be) how many of the 3 previous Duels there are in which you cast Burn"."""
    return _how_many(phrase(("the count", quant), n_rel(nbar, rel)))


def _how_many(counted: Phrase) -> Phrase:
    return phrase(("the", None), Nbar(Said(Word("N", "number", "", "s"), -1), (("of", counted),)))


def one_same(nbar: Nbar) -> Phrase:
    """ "One and the same Wizard(, drawn at random, ...)": of the ring, or of a group that is one for all."""
    match phrase(("a", None), nbar):
        case Some(who, "one" | "some", place=False) as found if nbar.noun.sense in ("wizard", "neighbour"):
            if any(isinstance(part, t.Others | t.They) for part in parts(who)):
                raise NoSense
            if found.how == "some":
                return SameOne(found)
            if isinstance(who, t.Pick):
                return found
    raise NoSense


def that_alone() -> Phrase:
    return Pointer("that")


def this_alone() -> Phrase:
    return Pointer("this")


def those_alone() -> Phrase:
    return Some(t.They("those"), "each")


def both_alone() -> Phrase:
    return Some(t.They("both"), "each")


def each_alone() -> Phrase:
    return Some(t.They("those"), "each", apart=True)


def the_quantity(quant: tuple[str, Any]) -> Phrase:
    """ "The two"."""
    if quant != ("=", t.Int(2)):
        raise NoSense
    return Some(t.They("both"), "each")


def what_clause(owner: Phrase, verb: Verb) -> Phrase:
    """ "What the other one had": of the thing that is spoken of."""
    if verb.sense == "show" and not (verb.denied or verb.modal or verb.passive or verb.parts):
        return shown(owner)  # "gain what it shows"
    if owner == Some(t.They("both"), "each") and verb.sense == "have" and verb == Verb("have", verb.form):
        return Own(owner, "")  # "what the two of them have"
    if verb.denied or verb.modal or verb.passive or not isinstance(owner, Some):
        raise NoSense
    bag = Bag(verb.parts)
    rolled = rolled_by(owner, verb)
    if rolled is not None:
        return rolled  # "whatever you roll"
    if verb.sense == "choose" and owner.who == t.Caster() and verb.form == "d":
        bag.done()
        return Pointer("chosen")  # "whatever you chose"
    at = bag.maybe("at", Some) or bag.maybe("because", Some)
    if at is not None or (verb.sense == "cast" and owner.how != "one"):
        return _cast_at(owner, verb, at, bag)
    if owner.how != "one":
        raise NoSense
    if verb.sense in ("select", "choose", "cast"):
        bag.done()
        return Casts(t.Owner(owner.who))
    if verb.sense != "have":
        raise NoSense
    start = bag.maybe("time", Time)
    if start is None and verb.form == "d":
        bag.says("ever")  # "whatever Hat they had before"
    bag.done()
    if start is not None and start.kind != "start":
        raise NoSense
    return Own(owner, "", start is not None)


def _cast_at(owner: Some, verb: Verb, at: Some | None, bag: Bag) -> Phrase:
    """ "Whatever the other Wizards cast (at you)"."""
    bag.done()
    if verb.sense != "cast" or owner.how not in ("one", "some", "each", "plural") or (at and at.how != "one"):
        raise NoSense
    by = cast_by(owner.who)
    return Casts(None, conj(t.CastIs(ME), by, *((t.Targets(ME, at.who),) if at else ())), how="plural")


def what_is(own: Phrase, _be: str) -> Phrase:
    """ "Whatever the caster's Beard is"."""
    if own in (Number(t.Result()), Number(t.NumberInput(-1))):  # "whatever the result is"
        return own
    if not isinstance(own, Own) or own.attr == "":
        raise NoSense
    return own


def what_whatever(_be: str, owner: Phrase, verb: Verb) -> Phrase:
    """ "Whatever it was that they selected"."""
    return what_clause(owner, verb)


def what_thing(nbar: Nbar, owner: Phrase, verb: Verb) -> Phrase:
    """ "Whichever spell they selected", "whatever Stars they have", "whatever Stars they would lose"."""
    flows = verb.modal == "would" or verb.sense in ("lose", "gain") or isinstance(owner, Casts)
    match nbar:
        case Nbar(Said(Word("N", "number")), (("of", Amount("bare", None, str() as attr)),)) if flows and attr:
            nbar = Nbar(Said(Word("N", "thing", attr), -1))  # "whatever number of Stars a spell makes them lose"
    if nbar.noun.sense == "thing" and flows:
        return phrase(("any", None), Nbar(nbar.noun, (*nbar.mods, ("rel", rel_object(owner, verb)))))
    found = what_clause(owner, verb)
    if found == Pointer("chosen") and nbar.noun.sense == "number" and nbar.noun.word.form == "s" and not nbar.mods:
        return Number(t.NumberInput(-1))  # "whatever number you picked"
    match nbar:
        case Nbar(Said(Word("N", "number")), (("of", Amount("bare", _, attr)),)) if isinstance(found, Own) and attr:
            return Own(found.owner, attr, found.start)  # "whatever number of Stars they have"
    if nbar.mods:
        raise NoSense
    match found:
        case Casts() if nbar.noun.sense == "spell":
            return found
        case Own(some, "", start) if nbar.noun.sense == "thing":
            return Own(some, nbar.noun.word.detail, start)
    raise NoSense


def what_yourself(*said: Any) -> Phrase:
    """ "Whatever Beard you have yourself"."""
    if said[-2] not in (Some(t.Caster()), Some(t.Caster(you=True))):
        raise NoSense
    return what_thing(*said) if len(said) > 2 else what_clause(*said)


def rest_of(time: Phrase) -> Phrase:
    """ "What is left of this Duel"."""
    if time != Time("now"):
        raise NoSense
    return Time("rest")


def what_done(*said: Any) -> Phrase:
    """ "Whatever was selected by the chosen Wizard", "whichever spell was selected by them"."""
    *noun, verb = said
    if noun:
        only(noun, {"N": ("spell",)})
        if noun[0].word.form != "s" or verb.sense not in ("select", "choose", "cast"):
            raise NoSense
    if verb.sense == "roll" and verb.passive and not (verb.denied or verb.modal or verb.parts):
        return Number(t.Result())  # "what was rolled"
    if verb.sense == "comeup" and verb.form in ("s", "d") and verb == Verb("comeup", verb.form):
        return Number(t.Result())  # "whatever comes up"
    if verb.sense == "target" and not verb.passive:
        return whatever_does(Nbar(Said(Word("N", "spell", "", "s"), -1)), verb)  # "whatever targets the caster"
    if not verb.passive or verb.denied or verb.modal or verb.sense not in ("select", "choose", "cast"):
        raise NoSense
    bag = Bag(verb.parts)
    by = bag.take("by", Some)
    bag.done()
    if by.how != "one":
        raise NoSense
    return Casts(t.Owner(by.who))


def those_two(number: int, nbar: Nbar | None = None) -> Phrase:
    """ "Those two Wizards", "those two positions", "those 2"."""
    if number == 2 and nbar is None:
        return both_alone()
    if nbar is None or number != 2 or nbar.mods or nbar.noun.word.form != "p":
        raise NoSense
    match nbar.noun.sense:
        case "wizard" | "neighbour":
            return Some(t.They("those two"), "each")
        case "position":
            return Some(t.They("those places"), "each", place=True)
    raise NoSense


def spell_set(*said: int | Said) -> int:
    """ "(Who cast one of) these", "the three", "these two spells": of how many spells, 0 if that is not said."""
    number = said[0] if said and isinstance(said[0], int) else 0
    for noun in said:
        if isinstance(noun, Said):
            only((noun,), {"N": ("spell", "one", "kind")})
            if noun.word.form != "p":
                raise NoSense
    if number == 1:
        raise NoSense
    return number


def some_of_set(number: int) -> Phrase:
    """ "(If nobody cast) any of these", of the spells that were named."""
    return OfSet(number)


def one_of_set(number: int) -> Phrase:
    """ "(Who cast) one of the three"."""
    return OfSet(number, how="one")


def either_of_set(said: int | Said = 0) -> Phrase:
    """ "(Who cast) either", "either spell", "either of these"."""
    return OfSet(_two_of(said))


def none_of_set(number: int) -> Phrase:
    """ "(Who cast) none of the three"."""
    return OfSet(number, how="none")


def neither_of_set(said: int | Said) -> Phrase:
    """ "(Who cast) neither kind", "neither of the two"."""
    return OfSet(_two_of(said), how="none")


def _two_of(said: int | Said) -> int:
    if isinstance(said, Said):
        only((said,), {"N": ("spell", "one", "kind")})
        if said.word.form == "p":
            raise NoSense
    elif said not in (0, 2):
        raise NoSense  # "neither of the three"
    return 2


def both_these(nbar: Nbar) -> Phrase:
    """ "Both these Wizards"."""
    return those_two(2, nbar)


def the_first_and_second(one: Said, other: Said, nbar: Nbar) -> Phrase:
    """ "The first and the second chosen positions"."""
    said = [word.word.detail if word.sense == "ordinal" else "" for word in (one, other)]
    if {one.sense, other.sense} == {"ordinal", "last"} and "1" in said:
        if nbar.noun.sense != "position" or nbar.mods:
            raise NoSense
        ends = (t.At(t.Int(1)), t.At(t.Count(t.All())))
        return Some(t.Join(ends if one.sense == "ordinal" else ends[::-1]), "each", place=True)
    if nbar.noun.word.form == "s":  # "the first and the second chosen position"
        nbar = replace(nbar, noun=replace(nbar.noun, word=replace(nbar.noun.word, form="p")))
    if sorted(said) != ["1", "2"] or not any(isinstance(v, Said) and v.sense == "chosen" for _, v in nbar.mods):
        raise NoSense
    return phrase(("the", None), nbar)


def ordinal_of(said: Said, group: Phrase) -> Phrase:
    """ "The first of these two Wizards"."""
    number = said.word.detail
    if said.sense != "ordinal" or number not in ("1", "2"):
        raise NoSense
    match group:
        case Some(t.They("both" | "those two" | "those places" as word), "each", place=place):
            return Some(t.They(f"{word} {number}"), place=place)
        case Some(t.Join((one, other)), "each", place=place):
            return Some(one if number == "1" else other, place=place)
    raise NoSense


def neither_alone() -> Phrase:
    return Some(t.They("neither"), "none")


def some_(nbar: Nbar) -> Phrase:
    """ "Some other Wizard", "some Wizards": one at least, in a condition; "some Stars": how many is said beside it."""
    if nbar.noun.sense == "thing" and not nbar.mods:
        return phrase(("bare", None), nbar)
    if nbar.noun.sense not in ("wizard", "opponent", "neighbour", "spell"):
        raise NoSense
    found = phrase(("a", None), singular(nbar))
    if nbar.noun.word.form == "p" and isinstance(found, Casts):
        raise NoSense  # "from some spells": from how many?
    if nbar.noun.word.form == "p" and isinstance(found, Some):
        return replace(found, vague=True)
    return replace(found, op="one of") if isinstance(found, Casts) else found


def different_one() -> Phrase:
    """ "(Each Wizard who cast the same spell as you ... Those who cast) a different one"."""
    return Pointer("different one")


def any_alone() -> Phrase:
    """ "(Nor make them lose) any"."""
    return Pointer("anything", bare=True)


def some_alone() -> Phrase:
    """ "(Loses) some: 5 Stars if ..., 2 Stars if not"."""
    return Amount("bare", None, "")


def the_only_to(*said: Any) -> Phrase:
    """ "The only Wizard to have cast Burn"."""
    verb = said[-1]
    if len(said) == 2 and (said[0].noun.sense != "wizard" or said[0].noun.word.form != "s" or said[0].mods):
        raise NoSense
    if not isinstance(verb, Verb) or verb.form != "b" or verb.modal:
        raise NoSense
    return _only(wizard_test(verb))


def _only(test: t.Cond) -> Phrase:
    return Worn(test, "only")


def only_np(phrase: Phrase) -> Phrase:
    if isinstance(phrase, Some) and phrase.how in ("one",):
        return replace(phrase, how="only")
    if isinstance(phrase, Casts) and phrase.how in ("plural", "name", "the", "one"):
        return replace(phrase, how="count", op="only")  # "only your spells affect the target"
    if isinstance(phrase, Amount) and phrase.op == "scaled" and phrase.number[0] == "part":
        return phrase  # "only half as many Stars are lost"
    if isinstance(phrase, Amount) and phrase.op == "=":
        return replace(phrase, mode="only")
    if isinstance(phrase, Number) and isinstance(phrase.number, t.Int) and not phrase.attr:
        return Amount("=", phrase.number, "", mode="only")  # "otherwise you gain only 1"
    if isinstance(phrase, Some) and phrase.how == "count" and phrase.op == "=":
        return replace(phrase, op="==")
    raise NoSense


def one_by_lot(random: Said, said: Said, group: Phrase) -> Phrase:
    """ "A randomly selected one of them"."""
    if random.sense != "random" or said.sense != "one":
        raise NoSense
    match group:
        case Some(who, "each" | "plural", place=place):
            return Some(t.Pick(random.at, who), place=place)
        case Some(t.They("them" | "they"), "one"):
            return Some(t.Pick(random.at, t.They("those")))
    raise NoSense


def what_chosen(_: str, said: Said) -> Phrase:
    """ "What was chosen": the word of the order."""
    if said.sense == "roll":
        return Number(t.Result())
    if said.sense != "choose":
        raise NoSense
    return Pointer("chosen")


def word_picked(*said: Any) -> Phrase:
    """ "Whichever of the three you chose": the word of the order."""
    owner, verb = said[-2:]
    _of_words(said)
    if owner != Some(t.Caster()) or verb not in (Verb("choose", "d"), PICKED_ALREADY):
        raise NoSense
    return Values((t.WordInput(-1, many=_how_many_words(said)),))


def _how_many_words(said: tuple[Any, ...]) -> int:
    """ "Whichever of the three you chose": of how many, 0 where that is not said."""
    return next((word for word in said if isinstance(word, int)), 0)


PICKED_ALREADY = Verb("choose", "n", perfect=True)


def word_picked_is(*said: Any) -> Phrase:
    """ "Whichever of these was chosen"."""
    _of_words(said)
    word_chosen(*said[-2:])
    return Values((t.WordInput(-1, many=_how_many_words(said)),))


def one_chosen(how: Verb | Said) -> Phrase:
    """ "The one chosen", "the chosen one", of a word."""
    if how.sense not in ("choose", "chosen"):
        raise NoSense
    return Values((t.WordInput(-1),))


def word_chosen(*said: Any) -> Phrase:
    """ "Whichever colour was chosen"."""
    *noun, be, verb = said
    if any(word.sense != "item" or word.word.form != "s" for word in noun if isinstance(word, Said)):
        raise NoSense
    if verb.sense != "choose" or be not in ("s", "d"):
        raise NoSense
    return Values((t.WordInput(-1),))


def _of_words(said: tuple[Any, ...]) -> None:
    if any(word.sense != "item" for word in said if isinstance(word, Said) and word.word.sort == "N"):
        raise NoSense


def words_picked(values: Any, *said: Any) -> Phrase:
    """ "Red or Blue, whichever of the two you chose", "Red or Blue, as chosen": those that are offered."""
    found = value_np(values)
    _all_picked(said, len(found.values))
    words = tuple(value.word for value in found.values if isinstance(value, t.Text))
    if len(words) < 2 or len(words) != len(found.values) or found.both:
        raise NoSense
    return Values((t.WordAmong(-1, words),))


def _all_picked(said: tuple[Any, ...], many: int) -> None:
    """That it is the one that was chosen, of so many. Raises NoSense."""
    *_, last = said
    if isinstance(last, Verb):
        word_picked(*said)
    elif isinstance(last, Said):
        _of_words(said[:-1])
        word_chosen("s", last)
    elif last not in [Values((t.WordInput(-1, many=of),)) for of in (0, many)]:
        raise NoSense


def things_picked(*said: Any) -> Phrase:
    """ "Your Hat or Robes, whichever you chose": the one of these that was chosen."""
    things = tuple(word for word in said if isinstance(word, str) and word not in ("s", "d", "b"))
    owners = [word for word in said if isinstance(word, Some)]
    *_, last = said
    if isinstance(last, Verb) and owners:
        _all_picked((owners.pop(), last), len(things))
    elif isinstance(last, Said | Values):
        _all_picked((last,), len(things))
    else:
        raise NoSense
    if len(set(owners)) != 1 or owners[0].how not in ("one", "each", "plural"):
        raise NoSense
    return Own(owners[0], t.WordAmong(-1, things))


def thing_picked(things: Phrase, owner: Phrase, verb: Verb) -> Phrase:
    """ "Whichever of your Hat and Robes you chose"."""
    word_picked(owner, verb)
    match things:
        case Owns(some, attrs):
            return Own(some, t.WordAmong(-1, attrs))
    raise NoSense


def what_number_chosen(noun: Said, _be: str, said: Said) -> Phrase:
    """ "Whatever number was picked"."""
    if noun.word.form != "s":
        raise NoSense
    if noun.sense == "number" and said.sense == "choose":
        return Number(t.NumberInput(-1))
    raise NoSense


def that_place(rel: Any) -> Phrase:
    """ "(Other than) that in which the caster stands"; "(changed to) that which the caster has"."""
    match rel:
        case ("object", Some(_, "one") as holder, Verb("have", passive=False, denied=False, modal="", parts=())):
            if isinstance(holder.who, t.Pick):
                raise NoSense  # "as many Stars as that random neighbour has": the one who was drawn
            return Own(holder, "")
    return phrase(("the", None), Nbar(Said(Word("N", "position", "", "s"), -1), (("rel", rel),)))


def a_dice(drawn: tuple[int, int]) -> Phrase:
    return Number(t.Roll(*drawn))


def a_dice_roll(drawn: tuple[int, int], noun: Said) -> Phrase:
    """ "(Half of) a DICE6 roll"."""
    if noun.sense != "result":
        raise NoSense
    return a_dice(drawn)


def result_of(noun: Said, *said: Any) -> Phrase:
    """ "The result of DICE6", "the result of one roll of DICE6"."""
    once = all(part == 1 for part in said if isinstance(part, int))
    if noun.sense != "result" or not once or any(isinstance(p, Said) and p.sense != "result" for p in said):
        raise NoSense
    return Number(t.Roll(*said[-1]))


def rolls_of(*said: Any) -> Phrase:
    """ "Two separate rolls of DICE4 (are made)"."""
    words = [word for word in said if isinstance(word, Said)]
    number = next((value for value in said if isinstance(value, int)), 1)
    if words[-1].sense != "result" or any(word.sense not in ("separate", "single") for word in words[:-1]):
        raise NoSense
    at, sides = said[-1]
    if number not in (1, 2) or (words[-1].word.form == "p") != (number == 2):
        raise NoSense
    rolls = tuple(t.Roll(at + step, sides) for step in range(number))
    return RollSaid(rolls)


def lower_of_them(way: Said) -> Phrase:
    """ "The lesser of the two", of two results."""
    return Number(t.Result("higher" if more_or_less(way) == ">" else "lower"))


def new_result(noun: Said) -> Phrase:
    """ "(DICE10 is rolled again, and you gain Stars equal to) this new roll": the last of several."""
    if noun.sense != "result" or noun.word.form != "s":
        raise NoSense
    return Number(t.Result("new"))


def that_first(said: Said, nbar: Nbar) -> Phrase:
    """ "That first Wizard": the one chosen first."""
    if said.sense != "ordinal" or said.word.detail not in ("1", "2") or nbar.mods or nbar.noun.word.form != "s":
        raise NoSense
    if nbar.noun.sense != "wizard":
        raise NoSense
    return Some(t.Chosen(-1 - int(said.word.detail)))


def two_dice(number: int, drawn: tuple[int, int]) -> Phrase:
    if number != 2:
        raise NoSense
    at, sides = drawn
    return Numbers((t.Roll(at, sides), t.Roll(at + 1, sides)))


def duels_ago(number: int, noun: Said) -> Phrase:
    """ "Two Duels ago"."""
    if noun.sense != "duel" or number < 1:
        raise NoSense
    return Time("back", (number,))


def np_time_again(time: Phrase, again: Phrase) -> Phrase:
    """ "Two Duels ago (in Duel X-2)"."""
    if not isinstance(time, Time) or time != again or time.kind != "back":
        raise NoSense
    return time
