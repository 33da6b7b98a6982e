"""Noun phrases: a noun, what is said of it, and its article. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english import people
from pbp.spells.english.casts import spells
from pbp.spells.english.claims import cast_kind, wizard_test
from pbp.spells.english.lexicon import Said, Word
from pbp.spells.english.people import Det
from pbp.spells.english.phrases import (
    ME,
    ONE,
    THEY,
    Amount,
    Amounts,
    Bag,
    Best,
    Casts,
    Flow,
    Nbar,
    Number,
    Numbers,
    Own,
    Owns,
    Phrase,
    Pointer,
    Same,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)  # fmt: skip
from pbp.spells.english.things import KINDS, WAYS, casts_who, lately, measured, moved, source_of, speed_number
from pbp.spells.sense.conditions import conj, num_parity
from pbp.spells.sense.numbers import moved_stars
from pbp.spells.sense.values import attr_is
from pbp.spells.sense.wizards import those_who
from pbp.spells.walk import is_one

PEOPLE = ("wizard", "opponent")

# ---- a noun and what is said of it


def itself(value: Any) -> Any:
    return value


def noun(said: Said) -> Nbar:
    return Nbar(said)


def thing(attr: str) -> Nbar:
    return Nbar(Said(Word("N", "thing", attr, ""), -1))


def named(kind: Nbar) -> Nbar:
    return kind


def other_name(name: str) -> Nbar:
    return Nbar(Said(Word("N", "spell", name, ""), -1), (("named", (name,)),))


def own_name(name: str) -> Nbar:
    return Nbar(Said(Word("N", "spell", name, "own"), -1), (("named", (name,)),))


def names_or(left: Nbar, right: Nbar) -> Nbar:
    names = (*left.mods[0][1], *right.mods[0][1])
    if len(set(names)) < len(names):
        raise NoSense
    return Nbar(Said(Word("N", "spell", "several", ""), -1), (("named", names),))


def named_noun(name: Nbar, said: Said) -> Nbar:
    """ "Burn spells"."""
    if said.sense != "spell":
        raise NoSense
    return Nbar(said, name.mods)


def trait_noun(trait: str, said: Said) -> Nbar:
    if said.sense not in ("spell", "trait"):
        raise NoSense
    return Nbar(said, (("trait", trait),))


def thing_noun(attr: str, said: Said) -> Nbar:
    """ "Star total"."""
    if said.sense != "number":
        raise NoSense
    return thing(attr)


def noun_number(said: Said, number: int) -> Nbar:
    """ "Position 3", "Duel 7"."""
    if said.sense not in ("position", "duel"):
        raise NoSense
    return Nbar(said, (("number", t.Int(number)),))


def adjective(said: Said, nbar: Nbar) -> Nbar:
    return _with_mod(nbar, "adj", said)


def superlative(said: Said, nbar: Nbar) -> Nbar:
    return _with_mod(nbar, "superlative", said)


def superlative_alone(said: Said) -> Nbar:
    raise NoSense


def comparative(said: Said, nbar: Nbar) -> Nbar:
    return _with_mod(nbar, "comparative", said)


def noun_numbers(said: Said, *numbers: int) -> Nbar:
    """ "Positions 1 and 3"."""
    if said.sense != "position" or said.word.form != "p":
        raise NoSense
    return Nbar(said, (("numbers", ("and", tuple(map(t.Int, numbers)))),))


def noun_numbers_or(said: Said, *numbers: int) -> Nbar:
    if said.sense != "position":
        raise NoSense
    word = replace(said.word, form="p")
    return Nbar(replace(said, word=word), (("numbers", ("or", tuple(map(t.Int, numbers)))),))


def n_steps(nbar: Nbar, steps: t.Num, said: Said, part: tuple[str, Any]) -> Nbar:
    """ "The Wizard three positions after the caster"."""
    role, value = part
    if (
        said.sense != "position"
        or nbar.noun.sense not in ("wizard", "position", "one")
        or role not in ("after", "before")
    ):
        raise NoSense
    return _with_mod(_with_mod(nbar, "steps", steps), role, value)


def n_further(nbar: Nbar, steps: t.Num, way: Said) -> Nbar:
    """ "The position two higher"."""
    if nbar.noun.sense != "position" or nbar.mods:
        raise NoSense
    return _with_mod(nbar, "further", (steps, way.sense))


def valued(values: Any, nbar: Nbar) -> Nbar:
    values = value_np(values)
    if nbar.noun.sense != "thing":
        raise NoSense
    return _with_mod(nbar, "value", values)


MOST = 6
"""A noun of which more is said is not read."""


def _with_mod(nbar: Nbar, role: str, value: Any) -> Nbar:
    if len(nbar.mods) >= MOST:
        raise NoSense
    return Nbar(nbar.noun, (*nbar.mods, (role, value)))


PLACES = {
    "wizard": {"at", "in", "on", "with", "without", "near", "after", "before", "of", "among", "between"},
    "opponent": {"with", "without", "near"},
    "neighbour": {"of", "with", "without", "among"},
    "caster": {"of"},
    "target": {"of"},
    "position": {"in", "of", "after", "before", "near", "on"},
    "spell": {"of", "with", "without", "from", "in", "on", "among", "by"},
    "one": {"at", "in", "with", "without", "near", "after", "before", "of", "among"},
    "number": {"of"},
    "result": {"of"},
    "thing": {"of", "on"},
    "flow": {"of", "from", "because", "by"},
    "average": {"of"},
    "sum": {"of"},
    "gap": {"between", "in"},
    "speed": {"of"},
    "effect": {"of"},
    "rest": {"of"},
    "start": {"of"},
    "end": {"of"},
    "name": {"of"},
    "cost": {"of"},
    "kind": {"of"},
    "trait": {"of"},
    "case": {"of"},
    "half": {"of"},
}
"""Which prepositions can follow a noun of each sense."""


def n_pp(nbar: Nbar, part: tuple[str, Any]) -> Nbar:
    role, value = part
    if any(name in ("rel", "part") for name, _ in nbar.mods) and not isinstance(value, Time):
        raise NoSense  # what follows belongs to the nearest noun
    timed = isinstance(value, Time) and nbar.noun.sense in ("wizard", "spell", "thing")
    if role not in PLACES.get(nbar.noun.sense, ()) and not timed:
        raise NoSense
    if isinstance(value, Time) and role in ("in", "during", "of", "on"):
        here = nbar.noun.sense in ("wizard", "spell", "position")
        if value.kind not in ("now", "ring") or not (here or nbar.noun.sense in ("rest", "start", "end", "thing")):
            raise NoSense
        return nbar if here else _with_mod(nbar, role, value)
    if isinstance(value, Time):
        raise NoSense
    if isinstance(value, Some) and value.place and role in ("of",):
        raise NoSense
    return _with_mod(nbar, role, value)


def n_but(nbar: Nbar, phrase: Phrase) -> Nbar:
    """ "Wizard other than the caster"."""
    if nbar.noun.sense not in ("wizard", "neighbour", "position", "spell"):
        raise NoSense
    return _with_mod(nbar, "but", phrase)


REL_NOUNS = {"number", "duel", "wizard", "opponent", "neighbour", "spell", "position", "thing", "one", "caster"}


CHOSEN = Said(Word("A", "chosen"), -1)


def n_rel(nbar: Nbar, rel: Any) -> Nbar:
    if nbar.noun.sense not in REL_NOUNS and nbar.noun.sense != "item":
        raise NoSense
    match rel:  # "the position you picked", "the number that was chosen"
        case ("object", Some(t.Caster(), "one"), Verb("choose", "d" | "b" | "s", False, False, "", _, ())):
            return _with_mod(nbar, "adj", CHOSEN)
        case ("subject", Verb("choose", _, True, False, "", _, ())):
            return _with_mod(nbar, "adj", CHOSEN)
    if nbar.noun.sense == "item":
        raise NoSense
    return _with_mod(nbar, "rel", rel)


def n_part(nbar: Nbar, verb: Verb) -> Nbar:
    if verb == Verb("choose", "n", passive=True) and nbar.noun.sense in (*REL_NOUNS, "item"):
        return _with_mod(nbar, "adj", CHOSEN)
    if nbar.noun.sense not in REL_NOUNS:
        raise NoSense
    return _with_mod(nbar, "part", verb)


def n_part_not(nbar: Nbar, verb: Verb) -> Nbar:
    return n_part(nbar, replace(verb, denied=True))


def n_adverb(nbar: Nbar, adverb: Said) -> Nbar:
    if adverb.sense not in ("random", "secretly", "there", "instead", "together", "way"):
        raise NoSense
    return _with_mod(nbar, "adverb", adverb)


def n_compared(nbar: Nbar, compared: Any) -> Nbar:
    if nbar.noun.sense not in ("thing", "speed", "number", "result"):
        raise NoSense
    return _with_mod(nbar, "compare", compared)


def n_more(nbar: Nbar, way: Said) -> Nbar:
    """ "2 Stars more", "2 positions higher", "the position one lower"."""
    if nbar.noun.sense not in ("thing", "position"):
        raise NoSense
    return _with_mod(nbar, "comparative", way)


# ---- relative clauses


def rel_subject(*said: Any) -> Any:
    return "subject", said[-1]


def rel_object(subject: Phrase, verb: Verb) -> Any:
    if not isinstance(subject, Some):
        raise NoSense
    return "object", subject, verb


def rel_whose(nbar: Nbar, preds: Any) -> Any:
    match nbar:
        case Nbar(Said(Word("N", "thing", attr)), ()):
            return "whose", attr, preds
        case Nbar(Said(Word("N", "position")), ()):
            return "whose", Worn(t.Always(), "place"), preds
        case Nbar(Said(Word("N", "spell")), ()):
            return "whose", ("spell", t.CastIs(ME)), preds
        case Nbar(Said(Word("N", "number")), (("of", Amount("bare", _, attr)),)):
            return "whose", attr, preds
    raise NoSense


def rel_pp(preposition: Said, subject: Phrase, verb: Verb) -> Any:
    return "pp", preposition.sense, subject, verb


def rel_and(left: Any, right: Any) -> Any:
    return "and", left, right


def rel_or(left: Any, right: Any) -> Any:
    return "or", left, right


# ---- articles


def the(nbar: Nbar) -> Phrase:
    return phrase(("the", None), nbar)


def a(nbar: Nbar) -> Phrase:
    return phrase(("a", None), nbar)


def a_further(said: Said, quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    """ "An additional 2 Stars"."""
    found = quantified(quant, nbar)
    if said.sense != "extra" or not isinstance(found, Amount) or found.op != "=":
        raise NoSense
    return replace(found, op="more", mode="extra")


def each(nbar: Nbar) -> Phrase:
    return phrase(("each", None), nbar)


def all_bare(nbar: Nbar) -> Phrase:
    return phrase(("all", None), nbar)


def all_the(nbar: Nbar) -> Phrase:
    return phrase(("all", None), nbar)


def any_(nbar: Nbar) -> Phrase:
    return phrase(("any", None), nbar)


def no(nbar: Nbar) -> Phrase:
    return phrase(("no", None), nbar)


def another(nbar: Nbar) -> Phrase:
    return phrase(("another", None), nbar)


def this(nbar: Nbar) -> Phrase:
    return phrase(("this", None), nbar)


def that(nbar: Nbar) -> Phrase:
    return phrase(("that", None), nbar)


def both(nbar: Nbar) -> Phrase:
    return phrase(("both", None), nbar)


def either(nbar: Nbar) -> Phrase:
    return phrase(("either", None), nbar)


def neither(nbar: Nbar) -> Phrase:
    return phrase(("neither", None), nbar)


def bare(nbar: Nbar) -> Phrase:
    return phrase(("bare", None), nbar)


def quantified(quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    return phrase(("count", quant), nbar)


def the_quantified(quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    return phrase(("the count", quant), nbar)


def owned(owner: Phrase, nbar: Nbar) -> Phrase:
    return phrase(("owned", owner), nbar)


def all_owned(owner: Phrase, nbar: Nbar) -> Phrase:
    """ "All their Stars", "all the caster's neighbours"."""
    found = owned(owner, nbar)
    if isinstance(found, Own):
        return _all_of(found)
    if isinstance(found, Some) and found.how == "each":
        return found
    raise NoSense


def _all_of(own: Own) -> Phrase:
    if own.owner.how != "one" or not isinstance(own.attr, str) or own.start:
        raise NoSense
    return Amount("=", t.Greatest((t.Int(0), t.Stat(own.owner.who, own.attr))), own.attr, mode="of")


def owned_alone(owner: Phrase) -> Phrase:
    """ "The caster's", "theirs"."""
    if not isinstance(owner, Some) or owner.how not in ("one", "some"):
        raise NoSense
    return Own(owner, "")


def poss_their() -> Phrase:
    return Some(THEY)


def poss_its() -> Phrase:
    return Casts(who=t.They("it"))


def phrase(det: Det, nbar: Nbar) -> Phrase:
    """What a noun with its article means. Raises NoSense."""
    noun = nbar.noun
    bag = Bag(nbar.mods)
    plural = noun.word.form == "p"
    match noun.sense:
        case "wizard" | "opponent":
            return people.wizards(noun, det, bag, plural)
        case "neighbour":
            return people.neighbours(noun, det, bag, plural)
        case "caster":
            return people.caster(det, bag, plural)
        case "position":
            comparative = bag.maybe("comparative")
            if comparative is not None and det[0] in ("count", "the count"):
                raise NoSense
            if (det[0] == "count" and plural) or (det[0] == "count" and det[1] == ("=", ONE)):
                bag.left.append(("steps", det[1][1] if det[1][0] == "=" else _none()))
                det = ("the", None)
                plural = False
            elif comparative is not None:
                bag.left.append(("further", (ONE, comparative.sense)))
            return people.position(det, bag, plural, noun)
        case "target":
            return people.target(det, bag, plural)
        case "spell":
            return spells(noun, det, bag, plural)
        case "thing":
            return things(noun.word.detail, det, bag)
        case "one":
            return one(noun, det, bag, plural)
        case "number":
            return numbers(det, bag)
        case "result" | "die":
            return results(det, bag, plural)
        case "gap":
            return gaps(det, bag)
        case "sum" | "average":
            return sums(noun.sense, det, bag)
        case "speed":
            return speeds(det, bag)
        case "duel":
            return duels(det, bag, plural)
        case "ring" | "list":
            bag.done()
            if det[0] in ("the", "this"):
                return Time("ring")
        case "rest" | "end" | "start":
            of = bag.maybe("of", Time)
            bag.done()
            if det[0] == "the" and (of is None or of.kind == "now"):
                return Time(noun.sense)
        case "effect":
            of = bag.maybe("of", Casts)
            bag.done()
            if det[0] in ("the", "all", "any", "bare") and isinstance(of, Casts):
                return of
            if det[0] == "no":
                return Pointer("no effect")
            if det[0] == "owned" and isinstance(det[1], Casts):
                return det[1]
        case "input":
            same = bag.says("same", "adj")
            bag.done()
            if same and det[0] == "the":
                return Pointer("inputs")
        case "trait":
            trait = bag.maybe("trait")
            bag.done()
            if trait is not None and det[0] in ("the", "a", "bare"):
                return Worn(t.CastTrait(ME, trait), "spell")
        case "cost":
            bag.done()
            if det[0] == "a":
                return Worn(t.CastPriced(ME), "spell")
            if det[0] == "no":
                return Worn(t.Not(t.CastPriced(ME)), "spell")
        case "item" | "kind":
            return items(noun, det, bag, plural)
        case "flow":
            return flows(noun, det, bag)
        case "payment" | "case" | "tie":
            bag.done()
            if noun.sense == "payment" and det[0] in ("the", "this", "that"):
                return Pointer("payment")
            if noun.sense == "tie" and det[0] == "a":
                return Pointer("tie")
    raise NoSense


def _none() -> Any:
    raise NoSense


# ---- things


def things(attr: str, det: Det, bag: Bag) -> Phrase:
    """Stars, or a tracked value: how much of it, whose, or which value."""
    article, value = det
    worn = bag.maybe("value", Values)
    if worn is not None:
        return _worn(attr, worn, det, bag)
    best = bag.maybe("superlative")
    if best is not None:
        among = bag.maybe("of", Some)
        bag.done()
        if among is not None and (among.who, among.how) != (t.All(), "each"):
            raise NoSense
        if article not in ("the", "bare") or best.sense not in ("most", "fewest"):
            raise NoSense
        return Best(best.sense == "most", attr)
    if bag.says("same", "adj"):
        of = bag.maybe("as")
        bag.done()
        if article != "the" or of is not None:
            raise NoSense
        return Same(attr)
    if bag.says("different", "adj"):
        bag.done()
        if article != "a":
            raise NoSense
        return Same(attr, other=True)
    if bag.says("chosen", "adj"):
        bag.done()
        if article != "the":
            raise NoSense
        return Worn(t.Is(ME, attr, t.WordInput(-1)), attr, t.WordInput(-1))
    extra = bag.says("extra", "adj")
    total = bag.says("total", "adj")
    own = bag.says("own", "adj")
    if article == "owned":
        start = _start(bag)
        bag.done()
        if extra or not isinstance(value, Some):
            raise NoSense
        if total:
            return Number(t.Total(value.who, attr), attr)
        return Own(value, attr, start)
    of = bag.maybe("of", Some)
    if of is not None and article == "the":
        start = _start(bag)
        bag.done()
        if extra:
            raise NoSense
        if total:
            return Number(t.Total(of.who, attr), attr)
        return Own(of, attr, start)
    if of is not None or own or total:
        raise NoSense
    relation = bag.maybe("rel")
    part = bag.maybe("part", Verb)
    if relation is not None or part is not None:
        return _flow(attr, det, bag, relation, part)
    compared = bag.maybe("compare")
    more = bag.maybe("comparative")
    together = bag.says("together")
    bag.done()
    if together is not None:
        if article != "count" or compared or more or extra or value[0] not in ("=", "<", "<=", ">", ">=", "=="):
            raise NoSense
        return Amount(value[0], value[1], attr, mode="total")
    if compared is not None:
        return _equal_to(attr, compared, article)
    match article, value:
        case "count", (op, number):
            return _counted(op, number, attr, extra, more)
        case "a" | "another", _ if more is None:
            return Amount("=", ONE, attr, mode="a" if article == "a" and extra is None else "")
        case "bare", _ if more is not None and extra is None:
            raise NoSense
        case "bare", _ if extra is None:
            return Amount("bare", None, attr)
        case "no", _ if extra is None and more is None:
            return Amount("no", None, attr)
        case "any", _ if extra is None and more is None:
            return Amount("any", None, attr)
        case "the", _ if extra is None and more is None:
            return Amount("the", None, attr)
        case "that" | "those", _ if extra is None and more is None:
            return Amount("=", t.ThatMany(), attr, mode="that")
        case "all", _ if extra is None and more is None:
            return Amount("all", None, attr)
    raise NoSense


def _start(bag: Bag) -> bool:
    time = bag.maybe("at", Time) or bag.maybe("time", Time)
    if time is None:
        return False
    if time.kind != "start":
        raise NoSense
    return True


def _counted(op: str, number: Any, attr: str, extra: Any, more: Any) -> Phrase:
    if more is not None:
        if op != "=" or extra:
            raise NoSense
        return Amount("more" if more.sense == ">" else "less", number, attr)
    if extra is not None:
        if op != "=":
            raise NoSense
        return Amount("more", number, attr, mode="extra")
    if op in ("most of", "half of"):
        raise NoSense
    return Amount(op, number, attr)


def _equal_to(attr: str, compared: Any, article: str) -> Phrase:
    """ "Stars equal to the result"; "Stars above 10" in a count."""
    op, measure = compared
    if op != "=" or article not in ("bare",):
        raise NoSense
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    return Amount("=", number, attr)


def _worn(attr: str, worn: Values, det: Det, bag: Bag) -> Phrase:
    article = det[0]
    bag.done()
    if attr == "Stars" or worn.both:
        raise NoSense
    found: Any = worn.values[0] if len(worn.values) == 1 else worn.values
    test = attr_is(attr, found)
    value = found if isinstance(found, t.Value) else None
    match article:
        case "a" | "bare" | "the":
            return Worn(test, attr, value)
        case "no":
            return Worn(t.Not(test), attr)
        case "each" | "all":
            return Own(Some(t.Those(t.All(), test), "each"), attr)
    raise NoSense


def _flow(attr: str, det: Det, bag: Bag, relation: Any, part: Verb | None) -> Phrase:
    """ "(All) Stars that the caster would lose", "the Stars lost this way"."""
    article = det[0]
    if relation is not None and part is not None:
        raise NoSense
    who: Some | None = None
    match relation:
        case None:
            assert part is not None
            verb = part
            verb_bag = Bag(verb.parts)
            who = verb_bag.maybe("by", Some)
        case ("object", Some() as subject, Verb() as verb) if not verb.passive:
            who = subject
            verb_bag = Bag(verb.parts)
        case ("subject", Verb() as verb) if verb.passive:
            verb_bag = Bag(verb.parts)
            who = verb_bag.maybe("by", Some)
        case _:
            raise NoSense
    if verb.denied:
        raise NoSense
    together = verb_bag.says("together") or bag.says("together")
    way_said = verb_bag.says("way") or bag.says("way")
    bag.done()
    if verb.sense == "have" and who is not None and not way_said:
        verb_bag.done()
        if article not in ("the", "all", "bare"):
            raise NoSense
        if together or who.how == "each":
            return Number(t.Total(who.who, attr), attr)
        if who.how != "one":
            raise NoSense
        return Own(who, attr)
    if together:
        raise NoSense
    if way_said:
        verb_bag.done()
        if verb.sense not in KINDS or article not in ("the", "all", "bare"):
            raise NoSense
        return Amount("=", t.ThisWay(KINDS[verb.sense], attr, None if who is None else _one(who)), attr, mode="flow")
    if verb.sense not in WAYS and verb.sense not in ("gain|lose", "lose|gain"):
        raise NoSense
    when = lately(verb_bag)
    verb_bag.done()
    past = verb.form in ("d", "n") or verb.perfect
    if verb.modal not in ("", "would") or article not in ("the", "all", "any", "bare", "each"):
        raise NoSense
    return Flow(
        attr,
        verb.sense,
        who,
        verb.modal,
        when[0][0] if when else None,
        past and verb.modal != "would" and relation is not None,
    )


def _one(some: Some) -> t.Who:
    if some.how != "one":
        raise NoSense
    return some.who


def flows(noun: Said, det: Det, bag: Bag) -> Phrase:
    """ "All losses of Stars", "the loss"."""
    of = bag.maybe("of", Amount)
    by = bag.maybe("by", Some)
    cause = bag.maybe("from", Casts) or bag.maybe("because", Casts)
    bag.done()
    way = noun.word.detail
    if det[0] in ("the", "this", "that") and of is None and by is None and cause is None:
        return Pointer("loss" if way == "lose" else "gain")
    if of is not None and of.op != "bare":
        raise NoSense
    owner = det[1] if det[0] == "owned" and isinstance(det[1], Some) else by
    if det[0] not in ("all", "owned", "bare", "each", "any"):
        raise NoSense
    return Flow(of.attr if of else "Stars", way, owner, "", source_of(cause) if cause is not None else None)


# ---- numbers


def numbers(det: Det, bag: Bag) -> Phrase:
    """ "The number of Wizards who cast Burn", "the chosen number", "that number of Stars"."""
    article = det[0]
    parity = bag.says("odd", "adj") or bag.says("even", "adj")
    if parity is not None:
        of = bag.maybe("of", Amount)
        bag.done()
        if article != "a" or (of is not None and of.op != "bare"):
            raise NoSense
        if of is None:
            return Worn(num_parity(t.Position(ME), parity.sense == "odd"), "place")
        return Worn(num_parity(t.Stat(ME, of.attr), parity.sense == "odd"), "number")
    relation = bag.maybe("rel")
    if relation is not None:
        bag.done()
        at_start = (("time", Time("start")),)
        match relation:
            case ("object", Some(_, "one") as owner, Verb("have", denied=False, modal="", parts=parts)) if (
                parts == at_start
            ):
                if article == "the":
                    return Own(owner, "", start=True)
        raise NoSense
    if bag.says("chosen", "adj"):
        of = bag.maybe("of", Amount)
        bag.done()
        if article != "the":
            raise NoSense
        if of is not None:
            if of.op != "bare":
                raise NoSense
            return Amount("=", t.NumberInput(-1), of.attr)
        return Number(t.NumberInput(-1))
    if bag.says("same", "adj"):
        of = bag.maybe("of", Amount)
        bag.done()
        if article != "the" or (of is not None and of.op != "bare"):
            raise NoSense
        return Same(("number", of.attr if of is not None else ""))
    best = bag.maybe("superlative")
    if best is not None:
        of = bag.take("of", Amount)
        bag.done()
        if article != "the" or of.op != "bare":
            raise NoSense
        return Best(best.sense == "most", of.attr)
    bag.says("total", "adj")
    compared = bag.maybe("compare")
    of = bag.maybe("of")
    match article, of:
        case "the", Amount("bare", None, attr) if compared is None:
            return _number_of(attr, bag)
        case "a", Amount("bare", None, attr) if compared is not None:
            bag.done()
            return _equal_to(attr, compared, "bare")
        case "that" | "this", Amount("bare", None, attr):
            bag.done()
            return Amount("=", t.ThatMany(), attr, mode="that")
        case "that" | "this", None:
            bag.done()
            return Amount("=", t.ThatMany(), "", mode="that")
        case "the" | "owned", Own(Some(who, "one"), str() as attr, start) if attr:
            bag.done()
            return Number(t.Stat(who, attr, start), attr)
        case "the", Flow(attr, way, Some(who, "one"), _, source, _):
            bag.done()
            return Number(t.Moved(who, "loss" if way == "lose" else "gain", attr, source), attr)
        case "owned", Amount("bare", None, attr) if isinstance(det[1], Some):
            start = _start(bag)
            bag.done()
            return Own(det[1], attr, start)
        case "the", Number(t.Duels() | t.Truths() as number):
            bag.done()
            return Number(number)
        case "the", Some(who, "one", place=True):
            bag.done()
            return Number(t.Position(who))
        case "the", Some(who, "plural" | "any"):
            bag.done()
            return Number(t.Count(who))
        case "the", Some(who, "each"):
            bag.done()
            return Number(t.Count(who))
        case "the", Casts(how="plural" | "name" | "each") as casts:
            bag.done()
            return Number(t.Count(casts_who(replace(casts, how="some"))))
        case "the", None if compared is None:
            bag.done()
            return Pointer("the number")
    raise NoSense


def _number_of(attr: str, bag: Bag) -> Phrase:
    """ "The number of Stars the caster has"."""
    bag.done()
    return Amount("the", None, attr)


def results(det: Det, bag: Bag, plural: bool) -> Phrase:
    article = det[0]
    bag.says("rolled", "adj")
    of = bag.maybe("of")
    ordinal = bag.says("ordinal", "adj")
    comparative = bag.maybe("comparative")
    best = bag.maybe("superlative")
    total = bag.says("total", "adj")
    bag.done()
    if of is not None:
        raise NoSense
    two = article == "both" or (article in ("the count", "the") and det[1] in (None, ("=", t.Int(2))))
    if plural and two and ordinal is None and comparative is None and best is None and total is None:
        return Pointer("results")
    if plural or article not in ("the", "that", "this", "owned"):
        raise NoSense
    if article == "owned":
        raise NoSense
    if ordinal is not None and ordinal.word.detail in ("1", "2"):
        return Number(t.Result("first" if ordinal.word.detail == "1" else "second"))
    way = comparative or best
    if way is not None:
        return Number(t.Result("higher" if way.sense in (">", "most") else "lower"))
    if total is not None:
        return Number(t.Result("its sum"))
    return Number(t.Result())


def gaps(det: Det, bag: Bag) -> Phrase:
    between = bag.maybe("between")
    bag.done()
    if det[0] == "the" and between is None:
        return Number(t.Result("its gap"))
    if det[0] == "the" and between == Pointer("results"):
        return Number(t.Result("gap"))
    raise NoSense


def sums(sense: str, det: Det, bag: Bag) -> Phrase:
    """ "The average of their Stars", "the sum of the results"."""
    of = bag.maybe("of")
    bag.done()
    if det[0] != "the" or of is None:
        raise NoSense
    match of:
        case Pointer("results") if sense == "sum":
            return Number(t.Result("sum"))
        case Own(Some(t.Join((left, right)), "each"), str() as attr, False) if attr and is_one(left) and is_one(right):
            both = t.Add((t.Stat(left, attr), t.Stat(right, attr)))
            return Number(t.Part(both, t.Int(2)) if sense == "average" else both, attr)
        case Own(Some(who, "each"), str() as attr, False) if attr and sense == "average":
            return Number(t.Part(t.Total(who, attr), t.Count(who)), attr)
        case Own(Some(who, "each"), str() as attr, False) if attr:
            return Number(t.Total(who, attr), attr)
    raise NoSense


def speeds(det: Det, bag: Bag) -> Phrase:
    of = bag.maybe("of")
    comparative = bag.maybe("comparative")
    compared = bag.maybe("compare")
    op = comparative.sense if comparative is not None else ""
    if det[0] == "a" and (op or compared is not None) and not (op and compared is not None):
        bag.done()
        if op:
            return Worn(t.Compare(t.SpeedOf(ME), op, t.SpeedOf(t.Caster())), "spell")
        op, measure = compared
        if op == "between":
            return Worn(_speed_of(Amount("between", measure, "")), "spell")
        return Worn(t.Compare(t.SpeedOf(ME), op, speed_number(measure)), "spell")
    if det[0] in ("a", "bare") and isinstance(of, Number | Amount):
        bag.done()
        return Worn(_speed_of(of), "spell")
    if det[0] == "the" and bag.says("same", "adj"):
        bag.done()
        return Worn(t.Compare(t.SpeedOf(ME), "=", t.SpeedOf(t.Caster())), "spell")
    if comparative is None and compared is None:
        bag.done()
        if det[0] == "the" and isinstance(of, Casts) and of.who is not None:
            return Number(t.SpeedOf(of.who))
        if det[0] == "owned" and isinstance(det[1], Casts) and det[1].who is not None:
            return Number(t.SpeedOf(det[1].who))
    raise NoSense


def _speed_of(phrase: Phrase) -> t.Cond:
    match phrase:
        case Number(number):
            return t.Compare(t.SpeedOf(ME), "=", number)
        case Amount(op, number, "") if op in ("<", "<=", ">", ">=", "=="):
            return t.Compare(t.SpeedOf(ME), "=" if op == "==" else op, number)
        case Amount("between", (low, high), ""):
            return t.Grouped(t.And((t.Compare(t.SpeedOf(ME), ">=", low), t.Compare(t.SpeedOf(ME), "<=", high))))
    raise NoSense


# ---- Duels


def duels(det: Det, bag: Bag, plural: bool) -> Phrase:
    """This Duel, and those before."""
    article, value = det
    number = bag.maybe("number")
    if number is not None:
        bag.done()
        if article != "bare":
            raise NoSense
        return Time("back", numbers=(number.value,))
    relation = bag.maybe("rel")
    if relation is not None:
        return _duels_in_which(relation, det, bag, plural)
    current = bag.says("this", "adj")
    previous = bag.says("previous", "adj") or bag.says("last", "adj")
    earlier = bag.says("earlier", "adj")
    bag.done()
    if article == "count" and (earlier or previous) and plural and value[0] != "=":
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
        if not plural and article == "the":
            return Time("back", (1,))
        if plural and article in ("the count", "either count") and value[0] == "=":
            return _last(value[1], every=False)
        if plural and article == "count" and value[0] == "=":
            return _last(value[1], every=False)
        raise NoSense
    if plural:
        raise NoSense
    if article in ("this", "the") or (current and article == "the"):
        return Time("now")
    raise NoSense


def _duels_in_which(relation: Any, det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "(The number of) earlier Duels in which the caster cast Burn"."""
    earlier = bag.says("earlier", "adj") or bag.says("previous", "adj") or bag.says("last", "adj")
    bag.done()
    match relation:
        case ("pp", "in", Some(who, "one"), Verb("cast" | "select", denied=False) as verb) if earlier and plural:
            inner = Bag(verb.parts)
            kind = cast_kind(inner.take("object", Casts))
            inner.done()
            if not isinstance(kind, t.CastIs):
                raise NoSense
            if det[0] == "bare":
                return Number(t.Duels(t.CastAgain(who, kind.names, ())))
            if det[0] == "the count" and det[1][0] == "=":
                backs = _last(det[1][1], every=False).back
                return Number(t.Truths(tuple(t.CastAgain(who, kind.names, (back,)) for back in backs)))
    raise NoSense


def _last(number: t.Num, *, every: bool) -> Time:
    if not isinstance(number, t.Int) or not 1 <= number.value <= 50:
        raise NoSense
    return Time("back", tuple(range(1, number.value + 1)), every)


# ---- items: what an Inputs line offers


def items(noun: Said, det: Det, bag: Bag, plural: bool) -> Phrase:
    if bag.says("chosen", "adj") and not plural:
        of = bag.maybe("of", Some)
        bag.done()
        if det[0] == "owned" and isinstance(det[1], Some) and of is None:
            return Own(det[1], t.WordInput(-1))
        if det[0] == "the" and of is not None:
            return Own(of, t.WordInput(-1))
        if det[0] == "the":
            return Values((t.WordInput(-1),))
    raise NoSense


def one(noun: Said, det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "The one with the most Stars", "each one": of Wizards."""
    if det[0] == "this" and not plural:
        bag.done()
        return Casts(t.Owner(t.Caster()), how="one", own=True)
    if bag.left or det[0] in ("the", "each"):
        return people.wizards(noun, det, bag, plural)
    raise NoSense


# ---- pronouns


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
        case "anyone":
            return Some(t.All(), "some")
        case "nothing":
            return Pointer("nothing")
    raise NoSense


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
            return Some(t.Others(), "some")
    raise NoSense


def pronoun_who(said: Said, preds: Any) -> Phrase:
    """ "Everyone who cast Burn", "anyone who ...", "those who ..."."""
    match said.sense:
        case "everyone":
            return phrase(("each", None), _wizard(("rel", ("subject", preds))))
        case "anyone":
            return phrase(("any", None), _wizard(("rel", ("subject", preds)), plural=True))
        case "nobody":
            return phrase(("no", None), _wizard(("rel", ("subject", preds))))
        case "they":
            raise NoSense
    raise NoSense


def _wizard(*mods: tuple[str, Any], plural: bool = False) -> Nbar:
    return Nbar(Said(Word("N", "wizard", "", "p" if plural else "s"), -1), mods)


def whoever(said: Said, preds: Any) -> Phrase:
    """ "Whoever is in the chosen position", "whoever cast Burn"."""
    if said.sense != "whoever":
        raise NoSense
    match preds:
        case Verb("be" | "stand", _, False, False, "", False, ((("in" | "at"), Some(who, "one", place=True)),)):
            return Some(who)
    test = wizard_test(preds)
    if isinstance(test, t.In) and isinstance(test.group, t.Top):
        return Some(test.group)
    if isinstance(test, t.Same) and test.left == ME:
        return Some(test.right)
    return Some(those_who(t.All(), test), "each")


def that_alone() -> Phrase:
    return Pointer("that")


def those_alone() -> Phrase:
    return Some(t.They("those"), "each")


def those_rel(rel: Any) -> Phrase:
    """ "Those who cast Burn"."""
    return phrase(("bare", None), _wizard(("rel", rel), plural=True))


def both_alone() -> Phrase:
    return Some(t.They("both"), "each")


def neither_alone() -> Phrase:
    return Some(t.They("both"), "none")


def the_only(noun: Nbar, rel: Any) -> Phrase:
    """ "The only Wizard who cast Burn": as a claim."""
    if noun.noun.sense != "wizard" or noun.noun.word.form != "s" or noun.mods:
        raise NoSense
    return _only(people.relative(rel))


def the_only_to(*said: Any) -> Phrase:
    """ "The only Wizard to have cast Burn"."""
    verb = said[-1]
    if len(said) == 2 and (said[0].noun.sense != "wizard" or said[0].noun.word.form != "s" or said[0].mods):
        raise NoSense
    if not isinstance(verb, Verb) or verb.form != "b" or verb.modal:
        raise NoSense
    return _only(wizard_test(verb))


def the_only_one(*said: Any) -> Phrase:
    if len(said) != 1 or isinstance(said[0], Verb):
        raise NoSense
    return _only(people.relative(said[0]))


def _only(test: t.Cond) -> Phrase:
    return Worn(test, "only")


def only_np(phrase: Phrase) -> Phrase:
    if isinstance(phrase, Some) and phrase.how in ("one",):
        return replace(phrase, how="only")
    if isinstance(phrase, Amount) and phrase.op == "=":
        return replace(phrase, mode="only")
    if isinstance(phrase, Some) and phrase.how == "count" and phrase.op == "=":
        return replace(phrase, op="==")
    raise NoSense


# ---- parts of a group


def each_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Time("back", back) if len(back) > 1:
            return replace(phrase, every=True)
        case Some(_, "each") | Some(_, "plural"):
            return replace(phrase, how="each")
        case Some(t.They("them" | "they"), "one"):
            return Some(t.They("those"), "each")
        case Own():
            return _all_of(phrase)
        case Casts(how="plural" | "each"):
            return replace(phrase, how="each")
    raise NoSense


def both_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Time("back", (_, _)):
            return replace(phrase, every=True)
        case Some(_, "each"):
            return phrase
    raise NoSense


def any_of(phrase: Phrase) -> Phrase:
    """ "Any of your neighbours": one of them in a condition, all of them where somebody has more than they have."""
    found = one_of(phrase)
    return replace(found, how="any", vague=True) if isinstance(found, Some) else found


def one_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Time("back", back) if len(back) > 1:
            return phrase
        case Some(_, "each" | "plural"):
            return replace(phrase, how="some")
        case Some(t.They("them" | "they"), "one"):
            return Some(t.They("those"), "some")
        case Casts(how="plural" | "each"):
            return replace(phrase, how="some")
    raise NoSense


def none_of(phrase: Phrase) -> Phrase:
    match phrase:
        case Time("back", back) if len(back) > 1:
            return replace(phrase, neither=True)
        case Some(_, "each" | "plural"):
            return replace(phrase, how="none")
        case Some(t.They("them" | "they"), "one"):
            return Some(t.They("those"), "none")
        case Casts(how="plural" | "each"):
            return replace(phrase, how="none")
    raise NoSense


def quantified_of(quant: tuple[str, Any], phrase: Phrase) -> Phrase:
    op, number = quant
    if isinstance(phrase, Time) and phrase.kind == "back" and op in (">=", "<=", ">", "<", "=="):
        return replace(phrase, many=(op, number))
    if op == "=" and number == ONE and not isinstance(phrase, Own):
        raise NoSense  # "one of them": any of them
    match phrase:
        case Some(who, "each" | "plural") if op in ("most of", "half of"):
            return Some(who, op)
        case Some(who, "each" | "plural"):
            return Some(who, "count", op, number)
        case Own(Some(who, "one"), str() as attr, False) if op == "=":
            return Amount("=", number, attr, mode="of")
        case Casts(how="plural" | "each"):
            return replace(phrase, how="count", op=op, number=number)
    raise NoSense


def half_of_the(nbar: Nbar) -> Phrase:
    found = the(nbar)
    match found:
        case Some(who, "each"):
            raise NoSense
        case Flow(attr, way, Some(who, "one"), "", source, True):
            number = t.Moved(who, "loss" if way == "lose" else "gain", attr, source)
            return Amount("=", t.Part(number, t.Int(2)), attr)
    raise NoSense


# ---- several noun phrases


def np_and(*phrases: Phrase) -> Phrase:
    first, *others = phrases
    for other in others:
        first = _and(first, other)
    return first


def _and(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Some(), Some():
            return people.join(left, right)
        case Amount("="), Amount("="):
            return Amounts((left, right))
        case Amounts(parts), Amount("="):
            return Amounts((*parts, right))
        case Worn(one, attr), Worn(other, said) if "only" not in (attr, said):
            return Worn(conj(one, other))
        case Own(Some(_, "one") as owner, attr), Own(Some(_, "one") as other, said) if attr in (said, "") and said:
            return Own(people.join(owner, other), said)
        case Number(t.Roll() as one), Number(t.Roll() as other):
            return Numbers((one, t.Roll(one.key + 1, other.sides)))
        case Casts(None, t.CastIs(_, names), group, "name"), Casts(None, t.CastIs(_, more), same, "name") if (
            group == same
        ):
            return Casts(None, t.CastIs(ME, (*names, *more)), group, "all names", name=(*names, *more))
        case Values(one, False), Values(other, False):
            raise NoSense
    raise NoSense


def np_or(*phrases: Phrase) -> Phrase:
    first, *others = phrases
    for other in others:
        first = _or(first, other)
    return first


def _or(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Casts(None, kind, group, "name"), Casts(None, other, same, "name") if group == same and not (
            left.own or right.own
        ):
            if not isinstance(kind, t.CastIs) or not isinstance(other, t.CastIs):
                raise NoSense
            names = (*kind.names, *other.names)
            return Casts(None, t.CastIs(ME, names), group, "name", name=names)
        case Some(who, "one" | "some", place=False), Some(other, "one" | "some", place=False):
            return Some(t.Join((who, other)), "some")
        case Values(values, False), Values(more, False):
            return Values((*values, *more))
        case Worn(one, attr), Worn(other, said) if "only" not in (attr, said):
            return Worn(t.Or((one, other)))
    raise NoSense


def np_nor(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Some(one, "one", place=False), Some(other, "one", place=False):
            return Some(t.Join((one, other)), "none")
        case Values(values, False), Values(more, False):
            return Values((*values, *more), True)
        case Casts(None, kind, group, "name"), Casts(None, other, same, "name") if group == same:
            if not isinstance(kind, t.CastIs) or not isinstance(other, t.CastIs):
                raise NoSense
            return Casts(None, t.CastIs(ME, (*kind.names, *other.names)), group, "none")
    raise NoSense


def np_but(whole: Phrase, part: Phrase) -> Phrase:
    """ "Each Wizard other than the caster"."""
    match whole, part:
        case Some(t.Pick() as pick, how), Some(who, "one" | "each"):
            return replace(whole, who=replace(pick, among=t.Without(pick.among, who)))
        case Some(t.Top() as top, "one"), Some(who, "one" | "each") if top.ties != "sole":
            return replace(whole, who=replace(top, among=t.Without(top.among, who)))
        case Some(group, "each" | "plural" | "none" | "some" | "count"), Some(who, "one" | "each" | "plural"):
            if is_one(group):
                raise NoSense
            return replace(whole, who=t.Without(group, who), vague=False)
        case Casts(None, kind, group, how), Casts(None, other, _, "name" | "plural") if (
            how != "name" and kind is not None
        ):
            if not isinstance(other, t.CastIs):
                raise NoSense
            return replace(whole, kind=conj(kind, t.Not(other)))
        case Casts(None, kind, group, how), Casts(who=t.Owner(t.Caster())) if how != "name" and kind is not None:
            if part.own and part.name is not None:
                return replace(whole, kind=conj(kind, t.Not(t.CastIs(ME, (part.name,)))))
            return replace(whole, kind=conj(kind, t.Not(t.Same(ME, t.Caster()))))
    raise NoSense


def np_with(whole: Phrase, part: Phrase) -> Phrase:
    match whole, part:
        case Some(group, "each" | "plural"), Some(t.Caster(), "one"):
            if people.holds_caster(group):
                return whole
            if group in (t.Neighbours(t.Caster()), t.Neighbours(people.OWNER), t.Others()):
                return replace(whole, who=t.Join((group, t.Caster())), how="each")
    raise NoSense


def np_note(phrase: Phrase, verb: Verb) -> Phrase:
    """ "One of the caster's neighbours (chosen at random)"."""
    return by_lot(phrase, verb)


def by_lot(phrase: Phrase, verb: Verb) -> Phrase:
    """One of some, chosen at random."""
    lot = people.lot_of(verb)
    match phrase:
        case Some(who, "some") if lot is not None and not is_one(who):
            return Some(t.Pick(lot.at, who))
        case Casts(None, kind, group, "some") if lot is not None and kind is not None:
            return Casts(t.Pick(lot.at, t.Casters(group, kind)))
    raise NoSense


def a_dice(drawn: tuple[int, int]) -> Phrase:
    return Number(t.Roll(*drawn))


def two_dice(number: int, drawn: tuple[int, int]) -> Phrase:
    if number != 2:
        raise NoSense
    at, sides = drawn
    return Numbers((t.Roll(at, sides), t.Roll(at + 1, sides)))


def value_np(values: Any) -> Values:
    return values if isinstance(values, Values) else Values((values,))


def the_or(noun: Said, nbar: Nbar) -> Phrase:
    """ "The Wizard or Wizards with the most Stars"."""
    if noun.sense != nbar.noun.sense or noun.word.form != "s" or nbar.noun.word.form != "p":
        raise NoSense
    return the(nbar)


def that_of(phrase: Phrase) -> Phrase:
    return owned_alone(phrase)


def owned_two(owner: Phrase, left: Nbar, *more: Any) -> Phrase:
    """ "The caster's Hat and Robes"."""
    right = more[-1]
    if len(more) == 2 and more[0] != owner:
        raise NoSense
    one, other = owned(owner, left), owned(owner, right)
    if not isinstance(one, Own) or not isinstance(other, Own) or one.start or other.start:
        raise NoSense
    if not isinstance(one.attr, str) or not isinstance(other.attr, str) or one.attr == other.attr:
        raise NoSense
    return Owns(one.owner, (one.attr, other.attr))


def headless(said: Said) -> Phrase:
    raise NoSense


def same_as(nbar: Nbar, measure: Any) -> Phrase:
    """ "The same spell as the caster", "the same number of Stars as ...", "the same Hat as ..."."""
    return _same(nbar, measure, other=False)


def different_from(nbar: Nbar, measure: Any) -> Phrase:
    return _same(nbar, measure, other=True)


def _same(nbar: Nbar, measure: Any, *, other: bool) -> Phrase:
    match nbar:
        case Nbar(Said(Word("N", "number")), (("of", Amount("bare", _, attr)),)) if not other:
            return Amount("=", measured(measure, attr), attr, mode="same")
        case Nbar(Said(Word("N", "thing", attr)), ()):
            match measure:
                case Some() | Own(Some(), ""):
                    return Same(attr, measure if isinstance(measure, Some) else measure.owner, other)
                case ("clause", Some() as some, Verb("have" | "do", parts=()) as verb) if not verb.denied:
                    return Same(attr, some, other)
        case Nbar(Said(Word("N", "spell")), ()):
            match measure:
                case ("time", Time("back") as time) if not other:
                    return Same("spell", None, False, time)
                case Some() | Own(Some(), ""):
                    return Same("spell", measure if isinstance(measure, Some) else measure.owner, other)
                case ("clause", Some() as some, Verb() as verb):
                    return Same("spell", some, other, _then(verb))
        case Nbar(Said(Word("N", "position" | "wizard" | "target" as what)), ()):
            match measure:
                case Some() as some:
                    return Same("position" if what != "wizard" else "wizard", some, other)
                case ("clause", Some() as some, Verb("do" | "target" | "choose", parts=()) as verb) if not verb.denied:
                    return Same("position" if what != "wizard" else "wizard", some, other)
    raise NoSense


def _then(verb: Verb) -> Time | None:
    if verb.sense not in ("do", "cast", "select", "choose") or verb.denied or verb.passive or verb.modal:
        raise NoSense
    bag = Bag(verb.parts)
    time = bag.maybe("time", Time)
    bag.done()
    return None if time is None or time.kind == "now" else time


# ---- what is counted: "for each ..."


def counted(nbar: Nbar) -> t.Num:
    """How many there are: Wizards, spells, or Stars that somebody has."""
    noun = nbar.noun
    if noun.sense == "thing":
        return _counted_things(noun.word.detail, Bag(nbar.mods))
    if noun.sense == "time":
        raise NoSense
    if noun.sense == "duel":
        return _counted_duels(nbar)
    if noun.word.form == "p" and noun.sense != "spell":
        raise NoSense
    found = phrase(("each", None), nbar)
    match found:
        case Some(who, "each"):
            return t.Count(who)
        case Casts():
            return t.Count(casts_who(replace(found, how="some")))
    raise NoSense


def _counted_things(attr: str, bag: Bag) -> t.Num:
    """ "For each Crystal that the caster has", "for each Star above 10 ..."."""
    worn = bag.maybe("value", Values)
    if worn is not None:
        bag.done()
        return t.Count(t.Those(t.All(), attr_is(attr, worn.values[0] if len(worn.values) == 1 else worn.values)))
    compared = bag.maybe("compare")
    relation = bag.maybe("rel")
    part = bag.maybe("part", Verb)
    of = bag.maybe("of", Some)
    together = bag.says("together")
    way = bag.says("way")
    bag.done()
    number: t.Num
    match relation, part:
        case ("object", Some(who, how), Verb("have", passive=False, denied=False, modal="") as verb), None:
            inner = Bag(verb.parts)
            compared = compared or inner.maybe("compare")
            together = together or inner.says("together")
            inner.done()
            number = t.Stat(who, attr) if how == "one" and not together else t.Total(who, attr)
        case ("object", Some(who, "one"), Verb() as verb), None if not way:
            number = moved(who, verb, attr)
        case None, Verb() as verb:
            inner = Bag(verb.parts)
            by = inner.maybe("by", Some)
            if way or inner.says("way"):
                inner.done()
                if verb.sense not in KINDS:
                    raise NoSense
                number = t.ThisWay(KINDS[verb.sense], attr, _one(by) if by else None)
            elif verb.sense == "have" and by is not None:
                inner.done()
                number = t.Stat(by.who, attr) if by.how == "one" else t.Total(by.who, attr)
            elif verb.sense in WAYS and by is not None:
                when = lately(inner)
                inner.done()
                number = moved_stars(attr, _one(by), WAYS[verb.sense], *when)
            else:
                raise NoSense
        case None, None if of is not None and of.how == "one":
            number = t.Stat(of.who, attr)
        case _:
            raise NoSense
    if compared is not None:
        op, measure = compared
        if op != ">":
            raise NoSense
        base = measured(measure, attr)
        if not isinstance(base, t.Num):
            raise NoSense
        return t.Greatest((t.Int(0), t.Minus(number, base)))
    return number


def _counted_duels(nbar: Nbar) -> t.Num:
    """ "For each earlier Duel in which the caster cast Greed"."""
    bag = Bag(nbar.mods)
    if bag.says("earlier", "adj") is None and bag.says("previous", "adj") is None:
        raise NoSense
    match bag.maybe("rel"):
        case ("pp", "in", Some(who, "one"), Verb("cast" | "select") as verb):
            inner = Bag(verb.parts)
            casts = inner.take("object", Casts)
            inner.done()
            bag.done()
            if verb.denied:
                raise NoSense
            kind = cast_kind(casts)
            if not isinstance(kind, t.CastIs):
                raise NoSense
            return t.Duels(t.CastAgain(who, kind.names, ()))
    raise NoSense


def counted_of(phrase: Phrase) -> t.Num:
    match phrase:
        case Some(t.They("them" | "they"), "one"):
            return t.Count(t.They("of them"))
        case Some(who, "each" | "plural"):
            return t.Count(who)
        case Own(Some(who, "one"), str() as attr, False) if attr:
            return t.Stat(who, attr)
        case Casts(how="plural" | "each" | "one"):
            return t.Count(casts_who(replace(phrase, how="some")))
    raise NoSense


def counted_per(number: t.Num, nbar: Nbar, rounding: str = "down") -> t.Num:
    """ "For every two Wizards who cast Burn"."""
    if number in (ONE, t.Int(0)) or not isinstance(number, t.Int):
        raise NoSense
    if nbar.noun.sense == "thing":
        count = _counted_things(nbar.noun.word.detail, Bag(nbar.mods))
        if isinstance(count, t.Total) and not _together(nbar):
            raise NoSense  # "for every 10 Stars that your neighbours have": each of them, or all together?
        return t.Part(count, number, rounding)
    found = phrase(("bare", None), nbar)
    match found:
        case Some(who, "plural" | "each"):
            return t.Part(t.Count(who), number, rounding)
        case Casts():
            return t.Part(t.Count(casts_who(replace(found, how="some"))), number, rounding)
    raise NoSense


def _together(nbar: Nbar) -> bool:
    """Whether it is said that several are counted as one."""
    for role, value in nbar.mods:
        if isinstance(value, Said) and value.sense == "together":
            return True
        match role, value:
            case "rel", ("object", _, Verb() as verb):
                if any(isinstance(part, Said) and part.sense == "together" for _, part in verb.parts):
                    return True
    return False


def counted_but(count: t.Num, part: Phrase) -> t.Num:
    match count, part:
        case t.Count(t.Casters(group, kind)), Casts(who=t.Owner(t.Caster())):
            return t.Count(t.Casters(group, conj(kind, t.Not(t.Same(ME, t.Caster())))))
        case t.Count(t.Casters()), _:
            raise NoSense
        case t.Count(who), Some(out, "one" | "each" | "plural"):
            return t.Count(t.Without(who, out))
    raise NoSense


def counted_including(count: t.Num, part: Phrase) -> t.Num:
    match count, part:
        case t.Count(t.Casters()), Casts(who=t.Owner(t.Caster())):
            return count
        case t.Count(who), Some(t.Caster(), "one") if people.holds_caster(who):
            return count
    raise NoSense


counted_with = counted_including

# ---- values


def value_none() -> t.Value:
    return t.Text("None")


def theirs() -> Phrase:
    return Own(Some(THEY), "")


def value(word: str) -> t.Value:
    return t.Text(word)


def value_one(value: t.Value) -> t.Value:
    return value


def value_or(*values: t.Value) -> Values:
    return Values(tuple(values))


def value_nor(left: t.Value, right: t.Value) -> Values:
    return Values((left, right), True)
