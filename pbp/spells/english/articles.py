"""Noun phrases: a noun with its article. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.asides import np_aside
from pbp.spells.english.casts import spells
from pbp.spells.english.groups import OWN_SPELL, Det
from pbp.spells.english.having import flows, things
from pbp.spells.english.headlines import certain
from pbp.spells.english.letters import lettered
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.limits import beside_own
from pbp.spells.english.measures import BEFORE_THAT
from pbp.spells.english.numerals import gaps, numbers, results, speeds, sums
from pbp.spells.english.people import caster, neighbours, wizards
from pbp.spells.english.phrases import (
    ME,
    ONE_OF_KIND,
    THEY,
    Amount,
    Bag,
    Casts,
    Immunity,
    Nbar,
    Number,
    OfCasts,
    Own,
    Owns,
    Phrase,
    Pointer,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.positions import position, target
from pbp.spells.english.things import ONE
from pbp.spells.english.times import duels
from pbp.spells.sense.conditions import num_parity
from pbp.spells.sense.values import attr_is
from pbp.spells.walk import is_one, parts, replaced


def the(nbar: Nbar) -> Phrase:
    return _not_one_by_one(phrase(("the", None), nbar))


def _not_one_by_one(found: Phrase) -> Phrase:
    """ "(Spells do not affect) the Wizards who cast Burn": "not all" cannot be meant, since nobody says "all"."""
    match found:
        case Some(t.Those(), "each", place=False, apart=False):
            return replace(found, loose=True)
    return found


def a(nbar: Nbar) -> Phrase:
    found = phrase(("a", None), nbar)
    if isinstance(found, Some) and found.how == "some" and isinstance(found.who, t.Those):
        return replace(found, op="a")
    return found


def a_further(said: Said, quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    """ "An additional 2 Stars"."""
    found = quantified(quant, nbar)
    if said.sense != "extra" or not isinstance(found, Amount) or found.op != "=":
        raise NoSense
    return replace(found, op="more", mode="extra")


def a_further_of_it(said: Said, quant: tuple[str, Any]) -> Phrase:
    """ "(5 Stars, and) a further 2"."""
    op, number = quant
    if said.sense != "extra" or op != "=":
        raise NoSense
    return Amount("more", number, "", mode="extra")


def another_of_it(number: t.Num) -> Phrase:
    """ "(Gain 1 Star. If ..., gain) another 3"."""
    return Amount("more", number, "", mode="extra")


def another_more(quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    """ "(3 Stars and) another 2 Stars"."""
    found = quantified(quant, nbar)
    if not isinstance(found, Amount) or found.op != "=" or nbar.noun.sense != "thing":
        raise NoSense
    return replace(found, op="more", mode="extra")


def each(nbar: Nbar) -> Phrase:
    match nbar:  # "every Star they have"
        case Nbar(
            Said(Word("N", "thing", attr)),
            (("rel", ("object", Some(_, "one") as owner, Verb("have", "b" | "s", denied=False, modal="", parts=()))),),
        ):
            found = all_of_it(Own(owner, attr))
            assert isinstance(found, Amount)
            return replace(found, mode="theirs") if owner.who == t.They("they") else found
    return phrase(("each", None), nbar)


def all_bare(nbar: Nbar) -> Phrase:
    match nbar:
        case Nbar(Said(Word("N", "thing")), (("of", Some(_, "each", apart=True) as owner),)):
            return all_owned(owner, Nbar(nbar.noun))  # "all Crystals of each neighbour"
    found = phrase(("all", None), nbar)
    if isinstance(found, Own) and found.owner.how == "one" and nbar.mods:  # "all Crystals that they have"
        return all_of_it(found)
    return found


def all_the(nbar: Nbar) -> Phrase:
    match nbar:
        case Nbar(Said(Word("N", "thing")), (("of", Some(_, how) as owner),)) if how == "one" or owner.apart:
            return all_owned(owner, Nbar(nbar.noun))  # "all the Crystals of the target", "... of each neighbour"
    found = phrase(("all", None), nbar)
    if isinstance(found, Own) and found.owner.how == "one":  # "all the Stars they have"
        return all_of_it(found)
    return found


def all_so_many(number: int, nbar: Nbar) -> Phrase:
    """ "(In) all 3 previous Duels"."""
    match phrase(("the count", ("=", t.Int(number))), nbar):
        case Time("back", back) as time if len(back) > 1:
            return replace(time, every=True)
    raise NoSense


def casts_of(cast: Casts, det: Det, plural: bool) -> Phrase:
    """ "Another Wizard's cast of this spell", "a cast of Burn": that spell, as it is cast."""
    name = OWN_SPELL.get() if cast.own else cast.name
    if not isinstance(name, str) or not name or det[0] not in ("a", "another", "any", "owned", "no", "count"):
        raise NoSense
    if det[0] == "owned" and isinstance(det[1], Some) and det[1].how == "one" and not is_one(det[1].who):
        raise NoSense
    named = Said(Word("N", "spell", "", "p" if plural else "s"), -1)
    return spells(named, det, Bag([("named", (name,))]), plural)


def _given_by_them(said: Any) -> str:
    """Inputs of which this is said: "that Wizard gave (for it)", "chosen by them (for that spell)". Raises NoSense."""
    match said:
        case ("object", Some(t.They("they" | "that Wizard"), "one"), Verb(passive=False) as verb) if (
            verb.form == "d" or verb.perfect
        ):
            left = verb.parts
        case Verb(form="n", passive=True, parts=(("by", Some(t.They("them" | "that Wizard"), "one")), *rest)) as verb:
            left = tuple(rest)
        case _:
            raise NoSense
    if verb.sense not in ("choose", "state", "select", "give") or verb.denied or verb.modal:
        raise NoSense
    match left:
        case ():
            return "inputs given"
        case (("for", Pointer("it") | Casts(t.They("spell"), None)),):
            return "inputs given for it"
    raise NoSense


def the_exact(nbar: Nbar) -> Phrase:
    """ "(With) exactly the inputs that they gave", "exactly the chosen number of Crystals"."""
    found = the(nbar)
    match found:
        case Pointer() | Amount("=", _, str()):
            return found
        case Number(number, str() as attr) if attr:
            return Amount("=", number, attr)
    raise NoSense


def any_(nbar: Nbar) -> Phrase:
    return phrase(("any", None), nbar)


def any_one(nbar: Nbar) -> Phrase:
    """ "(At most 3 Stars from) any one spell", "(spells cannot make) any one Wizard (lose more than 3 Stars)"."""
    found = each(nbar)
    if isinstance(found, Some):
        some = any_(nbar)  # "steal 1 Star from any one neighbour": from which?
        return replace(some, op="one of", vague=True) if isinstance(some, Some) else some
    if not isinstance(found, Casts):
        raise NoSense
    return replace(found, op="one of")


def no(nbar: Nbar) -> Phrase:
    return phrase(("no", None), nbar)


def another(nbar: Nbar) -> Phrase:
    return phrase(("another", None), nbar)


def this_cast(_name: str) -> Phrase:
    """ "(The caster of) this Burn", in the spell of that name."""
    return Casts(t.Owner(t.Caster()), how="one", own=True)


def this(nbar: Nbar) -> Phrase:
    return phrase(("this", None), nbar)


def this_time() -> Phrase:
    """ "In the previous Duel, but not in this one"."""
    return Time("now")


def duel_before_that(noun: Said) -> Phrase:
    """ "(In the previous Duel or) the one before it"."""
    if noun.sense not in ("duel", "one"):
        raise NoSense
    return Time(BEFORE_THAT)


def duel_but_one(*said: Said) -> Phrase:
    """ "The Duel before last", "the last Duel but one"."""
    *adjective, noun = said
    if noun.sense != "duel" or noun.word.form != "s" or any(word.sense != "last" for word in adjective):
        raise NoSense
    return Time("back", (2,))


def that(nbar: Nbar) -> Phrase:
    if nbar.noun.word.form == "p":
        raise NoSense  # "the Stars that spells would bring them": no "those"
    return those(nbar)


def those(nbar: Nbar) -> Phrase:
    found = phrase(("that", None), nbar)
    match found:
        case Some(t.Those(t.They("those looked at")) as who):  # "those Wizards who cast Burn"
            found = replace(found, who=replaced(who, {t.They("those looked at"): t.They("those who")}))
    return _not_one_by_one(found)


def both(nbar: Nbar) -> Phrase:
    return phrase(("both", None), nbar)


def either(nbar: Nbar) -> Phrase:
    return phrase(("either", None), nbar)


def neither(nbar: Nbar) -> Phrase:
    return phrase(("neither", None), nbar)


def bare(nbar: Nbar) -> Phrase:
    """ "Wizards", "Stars"; "chosen Wizard", where nobody but that one can be meant, as in a telegram."""
    try:
        return phrase(("bare", None), nbar)
    except NoSense:
        if not certain(nbar):
            raise
    return phrase(("the", None), nbar)


def quantified(quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    return phrase(("count", quant), nbar)


def the_quantified(quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    return phrase(("the count", quant), nbar)


def the_first_of(said: Said, number: t.Num, nbar: Nbar) -> Phrase:
    """ "The first three positions", "the last three Duels"."""
    first = said.sense == "ordinal" and said.word.detail == "1"
    if nbar.noun.sense == "duel" and said.sense in ("last", "previous"):  # "the last 2 Duels"
        return phrase(("the count", ("=", number)), replace(nbar, mods=(("adj", said), *nbar.mods)))
    if nbar.noun.sense != "position" or nbar.mods or not (first or said.sense == "last"):
        raise NoSense
    if first:
        test = t.Compare(t.Position(ME), "<=", number)
    else:
        test = t.Compare(t.Position(ME), ">", t.Minus(t.Count(t.All()), number))
    return Some(t.Those(t.All(), test), "some", place=True)


def owned(owner: Phrase, nbar: Nbar) -> Phrase:
    if isinstance(owner, Some) and owner.place and nbar.noun.sense == "position":
        raise NoSense  # "the Wizard in the chosen position's position": that of the Wizard
    return phrase(("owned", owner), nbar)


def owned_of_name(owner: Phrase, noun: Said, chosen: Said, name: Said) -> Phrase:
    """ "Your own attribute of the chosen name": the item that was chosen."""
    only((noun, chosen), {"N": ("item",), "A": ("chosen",)})
    if name.sense not in ("name", "kind") or name.word.form != "s" or noun.word.form != "s":
        raise NoSense
    return owned(owner, Nbar(noun, (("adj", CHOSEN),)))


def owned_quantified(owner: Phrase, quant: tuple[str, Any], nbar: Nbar) -> Phrase:
    """ "Your two neighbours"."""
    found = owned(owner, nbar)
    if isinstance(found, Own) and quant == ("=", t.Int(2)) and nbar.noun.sense == "number":
        two = {THEY: "both", t.Caster(you=True): "you both"}.get(found.owner.who)
        if two is None or found.start:
            raise NoSense
        return replace(found, owner=Some(t.They(two), "each"))  # "their two numbers of Stars", "your two Star counts"
    if nbar.noun.sense not in ("neighbour", "target") or quant != ("=", t.Int(2)) or nbar.mods:
        raise NoSense
    return replace(found, loose=False) if isinstance(found, Some) else found


def all_owned(owner: Phrase, nbar: Nbar) -> Phrase:
    """ "All their Stars", "all the caster's neighbours"."""
    found = owned(owner, nbar)
    if isinstance(found, Own):
        return all_of_it(found)
    if isinstance(found, Some) and found.how == "each":
        return replace(found, loose=False)
    raise NoSense


def all_of_it(own: Own) -> Phrase:
    if own.owner.how not in ("one", "each") or not isinstance(own.attr, str) or not own.attr or own.start:
        raise NoSense
    if own.owner.how == "each":  # "all the Stars of each neighbour": what each of them has
        return own
    return all_their(own.owner.who, own.attr)


def all_their(who: t.Who, attr: str) -> Amount:
    return Amount("=", t.Greatest((t.Int(0), t.Stat(who, attr))), attr, mode="of")


def owned_alone(owner: Phrase) -> Phrase:
    """ "The caster's", "theirs", "this spell's"."""
    if isinstance(owner, Casts) and owner.how == "one" and not isinstance(owner.who, t.They | None):
        return OfCasts(owner)
    if not isinstance(owner, Some) or not (owner.how in ("one", "some") or (owner.how == "each" and beside_own(owner))):
        raise NoSense
    return Own(owner, "")


def poss_their() -> Phrase:
    return Some(THEY)


def poss_its() -> Phrase:
    return Casts(who=t.They("it"))


def phrase(det: Det, nbar: Nbar) -> Phrase:
    """What a noun with its article means. Raises NoSense."""
    if any(role == "aside" for role, _ in nbar.mods):
        found = phrase(det, Nbar(nbar.noun, tuple(mod for mod in nbar.mods if mod[0] != "aside")))
        return reduce(np_aside, (value for role, value in nbar.mods if role == "aside"), found)
    noun = nbar.noun
    for role, letters in nbar.mods:
        if role == "letter":
            rest = replace(nbar, mods=tuple(mod for mod in nbar.mods if mod != (role, letters)))
            return lettered(det, letters, noun, bool(rest.mods), lambda: phrase(det, rest))  # noqa: B023
    bag = Bag(nbar.mods)
    plural = noun.word.form == "p"
    match noun.sense:
        case "opponent" if plural and det == ("owned", Some(t.Caster())):
            return wizards(noun, ("the", None), bag, plural)  # "your opponents": the others
        case "wizard" | "opponent":
            return wizards(noun, det, bag, plural)
        case "somebody":
            article = noun.word.detail
            if det[0] == "all" and article == "bare":  # "all those who are idle"
                article = "all"
            elif det[0] != "bare":
                raise NoSense
            if not nbar.mods:
                raise NoSense
            told = {role for role, _ in nbar.mods}
            if article in ("all", "bare") and "but" in told and not told & {"rel", "part", "with", "without"}:
                raise NoSense  # "those other than the caster": of whom was spoken before?
            if article == "any" and "of" in told:
                raise NoSense  # "any one of the Wizards": each, or one of them?
            found = wizards(noun, (article, None), bag, plural)
            if isinstance(found, Some) and any(role != "but" for role, _ in nbar.mods):
                return replace(found, vague=False)  # "anyone next to the caster": each of them
            return found
        case "neighbour":
            return neighbours(noun, det, bag, plural)
        case "others":
            if det[0] == "bare" and plural and not bag.left:
                return Some(t.Others(), "others")  # "spells by others"
            if det[0] not in ("the", "all", "count", "no") or not plural:
                raise NoSense
            bag.left.append(("adj", OTHER))
            return wizards(noun, det if det[0] in ("count", "no") else ("all", None), bag, plural)
        case "caster":
            return caster(det, bag, plural)
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
            return position(det, bag, plural, noun)
        case "target":
            return target(det, bag, plural)
        case "spell":
            return spells(noun, det, bag, plural)
        case "thing":
            return things(noun.word.detail, det, bag)
        case "one":
            return pro_form(noun, det, bag, plural)
        case "number" if det == ("the", None) and not plural and [role for role, _ in bag.left] == ["comparative"]:
            found = results(det, bag, plural)  # "the higher number", of two results
            assert isinstance(found, Number) and isinstance(found.number, t.Result)
            return Number(t.Result(f"{found.number.which} number"))
        case "number":
            return numbers(det, bag, total=noun.word.detail == "total", plural=plural)
        case "result" | "die":
            return results(det, bag, plural)
        case "gap":
            return gaps(det, bag)
        case "immunity":
            by = bag.maybe("to", Casts) or bag.maybe("from", Casts) or bag.take("because", Casts)
            bag.done()
            if det[0] in ("bare", "a", "the") and not plural:
                return Immunity(by)
        case "sum" | "average":
            return sums(noun.sense, det, bag)
        case "speed":
            return speeds(det, bag)
        case "duel":
            return duels(det, bag, plural)
        case "ring" | "list":
            bag.done()
            if det[0] in ("the", "this") or (det[0] == "bare" and noun.sense == "ring"):
                return Time("ring")
        case "rest" | "end" | "start":
            of = bag.maybe("of", Time)
            bag.done()
            if det[0] in ("the", "bare") and (of is None or of.kind == "now"):
                return Time(noun.sense)
            if det == ("owned", Time("now")) and of is None:  # "this Duel's end"
                return Time(noun.sense)
        case "effect":
            of = bag.maybe("of", Casts)
            bag.done()
            if det[0] in ("the", "all", "any", "bare") and isinstance(of, Casts):
                return of
            if of is None and det[0] in ("bare", "any", "a"):
                return Pointer("any effect")
            if of is None and det[0] == "owned" and isinstance(det[1], Casts):
                return det[1]
            if det[0] == "no":
                return Pointer("no effect")
            if det[0] in ("any", "bare") and of is None:
                return Pointer("any effect")
            if det[0] == "owned" and isinstance(det[1], Casts):
                return det[1]
        case "input":
            same = bag.says("same", "adj") if plural else None
            if not bag.left and not plural and det[0] in ("bare", "an", "a", "the"):
                return Pointer("an input")
            by = bag.maybe("rel") or bag.maybe("part") if plural and same is None else None
            whose = bag.maybe("of", Some) if by is None else None
            bag.done()
            if same and det[0] in ("the", "that", "this"):
                return Pointer("inputs")
            theirs = Some(t.They("that Wizard"))
            if plural and by is None and (det == ("owned", theirs) or (det[0] in ("the", "all") and whose == theirs)):
                return Pointer("that Wizard's inputs")
            if det[0] in ("the", "all"):
                return Pointer(_given_by_them(by))
        case "casting":  # "each cast of the chosen spell"
            cast = bag.take("of", Casts)
            bag.done()
            if det[0] in ("each", "all") and cast.how == "name" and not cast.own and (det[0] == "all") == plural:
                return Casts(cast.who, cast.kind, cast.group, "each")
            return casts_of(cast, det, plural)
        case "name":  # "(spells of) the chosen name"
            named = bag.says("chosen", "adj") is not None
            bag.done()
            if ((named and det[0] == "the") or (det[0] == "that" and not named)) and not plural:
                return Casts(None, t.CastIs(ME, (t.SpellInput(-1),)), how="name", name=t.SpellInput(-1))
        case "trait":
            trait = bag.maybe("trait")
            bag.done()
            if trait is not None and det[0] in ("the", "a", "bare"):
                return Worn(t.CastTrait(ME, trait), "spell")
        case "cost" if det[0] == "the" and not plural and [role for role, _ in bag.left] == ["of"]:
            if not bag.take("of", Casts).own:
                raise NoSense
            return Number(t.Paid(), "Stars")  # "the cost of this spell"
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


CHOSEN = Said(Word("A", "chosen"), -1)
OTHER = Said(Word("A", "other"), -1)


_LOOKS = ("colour", "style", "sort", "shape", "material", "pattern", "fabric", "look", "texture", "finish", "cut")
"""What a thing that is worn is said to be, by the word that it has: "the colour of your Hat" is Red, as the Hat is."""


def items(noun: Said, det: Det, bag: Bag, plural: bool) -> Phrase:
    match det, bag.left:
        case ("the", None), [("of", Own(_, str() as attr, False) as worn)] if attr not in ("", "Stars"):
            if not plural and (noun.sense == "kind" or noun.word.detail in _LOOKS):
                return worn
    chosen = bag.says("chosen", "adj")
    kind = bag.maybe("of", Values)  # "the item of the chosen kind"
    if chosen is not None and kind is not None and det[0] == "a" and not plural and len(kind.values) == 1:
        bag.done()  # "(has) a chosen item of Red"
        item, held = t.WordInput(-1), kind.values[0]
        return Worn(attr_is(item, held), item, held)
    if kind is not None:
        if chosen is not None or kind != Values((t.WordInput(-1),)):
            raise NoSense
        chosen = CHOSEN
    if noun.word.detail == "choice" and chosen is None:  # "your choice", "the choice"
        bag.done()
        if plural or (det[0] != "the" and det not in (("owned", Some(t.Caster())), ("bare", None))):
            raise NoSense
        return Values((t.WordInput(-1),))
    if chosen is None and det[0] == "that" and not plural:  # "a Hat of that colour", "that attribute of yours"
        chosen = CHOSEN
    match det:
        case ("owned", Some(who) as owner) if chosen is not None and plural and (who == THEY or not is_one(who)):
            bag.done()  # "they exchange their chosen items": each of them has one
            return Owns(owner, (t.WordInput(-1),))
    if chosen is not None and not plural:
        of = bag.maybe("of", Some | Own)
        if isinstance(of, Own):  # "the item of the caster's that was chosen"
            if of.attr != "":
                raise NoSense
            of = of.owner
        bag.done()
        if noun.word.detail == "colour" and det == ("owned", Some(t.Caster())):
            det = ("the", None)  # "your chosen colour"
        if det[0] == "owned" and isinstance(det[1], Some) and of is None:
            return Own(det[1], t.WordInput(-1))
        word = t.WordInput(-1, many=-1 if det[0] == "that" else 0)
        if det[0] in ("the", "that"):
            return Own(of, word) if of is not None else Values((word,))
    raise NoSense


def _of_those(found: Phrase) -> Phrase:
    """ "Each one with a Red Hat", "a random one": of those who were spoken of, as in "each with a Red Hat"."""
    match found:
        case Some(t.Those(t.All()) | t.Casters(t.All()) as who):
            return replace(found, who=replace(who, group=ONE_OF_KIND))
        case Some(t.Pick() as one):
            return replace(found, who=replace(one, one=True))
        case Some(t.Neighbours() | t.Those(t.Neighbours()), "each" | "none" | "any"):
            raise NoSense  # "(each Wizard who cast Burn ...,) each one next to you": of those, or each neighbour?
    return found


def pro_form(noun: Said, det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "The one with the most Stars", "each one": of Wizards."""
    if (
        det[0] == "the"
        and not plural
        and [role for role, _ in bag.left] == ["rel"]
        and bag.left[0][1][0] == "would target"
    ):
        return Some(t.They("would target"), place=True)  # "(before) the one it would have targeted"
    adjectives = [value.sense for role, value in bag.left if role == "adj"]
    if det[0] == "the" and not plural and len(bag.left) == 1 and adjectives in (["previous"], ["last"]):
        return Time("back", (1,), pro_form=True)  # "in this Duel and in the previous one"
    if det[0] == "this" and not plural:
        bag.done()
        return Casts(t.Owner(t.Caster()), how="one", own=True)
    match bag.left:
        case [
            ("rel", ("object", Some(who, "one"), Verb("select" | "cast", passive=False, denied=False, parts=())))
        ] if det[0] == "the" and not plural and who != t.Caster():
            return Casts(t.Owner(who))  # "instead of the one they did select"
    for role, value in bag.left:
        match role, value:
            case "part", Verb("stand" | "have", passive=True, denied=False, parts=(("by", _),)):
                bag.left[bag.left.index((role, value))] = ("rel", ("subject", replace(value, sense="stand")))
                return position(det, bag, plural, noun)  # "the one occupied by you"
    if det[0] == "the" and not plural and [getattr(value, "sense", "") for _, value in bag.left] == ["other"]:
        return Some(t.They("other one"))
    match bag.left:
        case [("rel", ("object", Some(_, "one") as holder, Verb("have", passive=False, denied=False, parts=())))] if (
            det[0] == "the" and not plural
        ):
            return Own(holder, "")  # "(becomes) the one that the chosen Wizard wears"
    if det[0] == "a" and not plural and len(bag.left) == 1 and adjectives in (["odd"], ["even"]):
        return Worn(num_parity(t.Position(ME), adjectives == ["odd"]), "place")  # "(the number is) an odd one"
    if det[0] == "each" and not bag.left:
        return Some(t.They("those"), "each", apart=True)
    if det[0] == "owned" and not bag.left:  # "your own one"
        return owned_alone(det[1])
    if any(role == "rel" and value[0] == "pp" and value[1] == "in" for role, value in bag.left):
        return position(det, bag, plural, noun)  # "the one you stand in"
    if bag.left and det[0] == "bare" and not plural:  # "(is) one who cast Burn"
        det = ("a", None)
    if det[0] == "any" and not plural and any(role in ("of", "among", "from") for role, _ in bag.left):
        raise NoSense  # "any one of the Wizards": each, or one of them?
    if bag.left or det[0] in ("the", "each"):
        said = [role for role, _ in bag.left]
        found = wizards(noun, det, bag, plural)
        idle_ones = plural and said == ["adj"] and isinstance(found, Some) and t.IsIdle(ME) in parts(found.who)
        named = {"of", "among", "from"}.intersection(said)
        if not idle_ones and not named and not (det[0] == "the" and "rel" in said):  # "the ones who": as "those who"
            found = _of_those(found)
        of = det[0] == "a" and isinstance(found, Some) and found.how == "some" and not found.op
        if of and isinstance(found, Some):
            who = t.They("those") if found.who == t.They("them") else found.who  # "one of them": of several
            return replace(found, who=who, op="one of")
        return found
    raise NoSense
