"""Wizards: which of them a noun with its article and all that is said of it means."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.of_things import own_test
from pbp.spells.english.phrases import ME, THEY, Amount, Bag, Best, Casts, Own, Phrase, Same, Some, Verb, Worn
from pbp.spells.english.states import near_test
from pbp.spells.english.testing import spell_test, subj, wizard_test
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import conj, disj
from pbp.spells.sense.wizards import those_who
from pbp.spells.walk import is_one, parts

Det = tuple[str, Any]
"""An article or what stands for one, with its number or its owner: ("the", None), ("count", quant)."""


OWN_SPELL: ContextVar[str] = ContextVar("OWN_SPELL", default="")
"""The name of the spell that is being read."""


OWNER = t.They("owner")
"""Whose neighbour or next Wizard it is, where the text does not say."""


def tests(bag: Bag) -> tuple[t.Cond, ...]:
    """What is said of each of some Wizards beside the noun, as tests."""
    found: list[t.Cond] = []
    if bag.says("idle", "adj"):
        found.append(t.IsIdle(ME))
    if bag.says("active", "adj"):
        found.append(t.Not(t.IsIdle(ME)))
    for role, value in list(bag.left):
        test = _said_of(role, value)
        if test is not None:
            bag.left.remove((role, value))
            found.append(test)
    return tuple(found)


def _said_of(role: str, value: Any) -> t.Cond | None:
    match role, value:
        case "part", Verb("tie", passive=True, denied=False, parts=(("for", Best(most, attr)),)):
            return t.In(ME, t.Top(t.All(), t.Stat(t.Member(), attr), most, "all"))
        case "rel", _:
            return relative(value)
        case "part", Verb():
            return wizard_test(value)
        case "with" | "without", Amount() | Worn() | Same():
            test = wizard_test(Verb("have", "b", parts=(("object", value),)))
            return t.Not(test) if role == "without" else test
        case "with", Some(_, "some" | "count" | "none"):
            return wizard_test(Verb("have", "b", parts=(("object", value),)))
        case "with compared", (thing, compared):
            return wizard_test(Verb("have", "b", parts=(("object", thing), ("compare", compared))))
        case "whose", (attr, Verb() as verb):
            return own_test(attr, verb)
    return None


def relative(rel: Any) -> t.Cond:
    """A relative clause as a test of a Wizard."""
    match rel:
        case ("and", left, right):
            return conj(relative(left), relative(right))
        case ("or", left, right):
            return disj(relative(left), relative(right))
        case ("subject", preds):
            return wizard_test(preds)
        case ("pp", "by", what, Verb(passive=True) as verb):  # "by whom a Red Hat is worn"
            parts = (("object", what), *verb.parts)
            return wizard_test(replace(verb, passive=False, form="d", parts=parts))
        case ("whose", str() as attr, preds):
            return _whose(attr, preds)
        case ("whose", Worn(attr="place"), preds):
            return wizard_test(preds)
        case ("whose", ("spell", kind), Verb() as verb):
            return _whose_spell(kind, verb)
        case ("object", Some() as who, Verb(parts=()) as verb) if (
            verb.sense in ("target", "choose") and not verb.passive
        ):
            op, number, group = subj(who)
            test: t.Cond = t.Holds(
                t.Owner(group) if is_one(group) else group, op, number, t.Targets(t.Member(0), t.Member(1))
            )
            return t.Not(test) if verb.denied else test
    raise NoSense


def _whose(attr: Any, preds: Any) -> t.Cond:
    if isinstance(preds, tuple):
        how, left, right = preds
        if how == "nor":
            raise NoSense
        one, other = _whose(attr, left), _whose(attr, right)
        return conj(one, other) if how == "and" else disj(one, other)
    return own_test(attr, preds)


def _whose_spell(kind: t.Cond, verb: Verb) -> t.Cond:
    return conj(kind, spell_test(verb))


def chosen(bag: Bag, plural: bool, place: bool) -> t.Who | None:
    """The Wizard or position of the Inputs line, if that is who is meant."""
    if not bag.says("chosen", "adj"):
        return None
    ordinal = bag.says("ordinal", "adj")
    if plural:
        if ordinal is not None:
            raise NoSense
        return t.Join((t.Chosen(-2), t.Chosen(-3)))
    if ordinal is not None:
        return t.Chosen(-1 - int(ordinal.word.detail))
    return t.Chosen(-10) if place else t.Chosen(-1)


def wizards(noun: Said, det: Det, bag: Bag, plural: bool) -> Phrase:
    """The Wizards of a noun phrase."""
    article = det[0]
    if article == "this":
        bag.done()
        if plural:
            raise NoSense
        return Some(t.Caster())
    if bag.says("same", "adj"):
        bag.done()
        if article == "that" and not plural:
            return Some(t.They("that Wizard"))
        if article != "the" or plural:
            raise NoSense
        return Same("wizard")
    picked = chosen(bag, plural, place=False)
    if picked is not None:
        if bag.says("two", "adj") or (article in ("count", "the count") and det[1] == ("=", t.Int(2))):
            article = "the"
        bag.done()
        if article not in ("the", "that", "both", "each" if plural else "the", "bare" if plural else "the"):
            raise NoSense
        return Some(picked, "each" if plural else "one")
    if bag.says("there"):
        bag.done()
        if article not in ("the", "that") or plural:
            raise NoSense
        return Some(t.Chosen(-10))
    if bag.says("tied", "adj"):
        bag.done()
        if article in ("each", "all", "the") and (plural or article == "each"):
            return Some(t.They("tied"), "each")
        raise NoSense
    place = bag.maybe("at", Some) or bag.maybe("in", Some) or bag.maybe("on", Some)
    if place is not None and place.place and place.how == "one":
        idle = bag.says("idle", "adj")
        bag.done()
        if idle or article not in ("the", "that", "any", "bare", "whoever") or plural:
            raise NoSense
        return Some(place.who)
    if place is not None and place.place and place.how == "each" and plural:
        bag.done()
        return Some(place.who, "each")
    if place is not None:
        bag.left.append(("rel", ("subject", Verb("be", "b", parts=(("in", place),)))))
    several = steps_apart(det, bag, plural)
    if several is not None:
        bag.done()
        return Some(several, "each")
    step = stepped(bag)
    if step is not None:
        if plural or article not in ("the", "bare"):
            raise NoSense
        bag.done()
        return Some(step)
    group: t.Who = t.All()
    said_other = bag.says("other", "adj") is not None
    if said_other and article == "another":
        raise NoSense
    other = said_other or article == "another" or noun.sense == "opponent"
    if other:
        group = t.Others()
    near = bag.maybe("near")
    adjacent = bag.says("adjacent", "adj")
    if near is not None or adjacent:
        group = those_near(near) if near is not None else t.Neighbours(OWNER)
        if other:
            raise NoSense
        if article == "the count" and det[1] == ("=", t.Int(2)):
            bag.done()
            return Some(group, "each")
    but = bag.maybe("but", Some)
    if but is not None:
        group = t.Without(group, but.who)
    among = bag.maybe("among", Some) or bag.maybe("of", Some)
    if among is not None:
        if group != t.All():
            raise NoSense
        group = among.who
    return quantified_group(group, det, bag, plural, other=other)


def those_near(near: Phrase) -> t.Who:
    match near:
        case Some(who, "one") | Own(Some(who, "one"), ""):
            return t.Neighbours(who)
    test = near_test(near)
    return t.Those(t.All(), test)


def steps_apart(det: Det, bag: Bag, plural: bool) -> t.Who | None:
    """ "The two Wizards after the caster", "the Wizards two positions before and two after the caster"."""
    article, value = det
    if not plural:
        return None
    both = bag.maybe("steps both")
    if both is not None:
        if article not in ("the", "both"):
            raise NoSense
        way, first, second, whom = both
        if way == "after":
            first, second = second, first
        return t.Join((t.Offset(place_of(whom), _backwards(first)), t.Offset(place_of(whom), second)))
    if article != "the count" or value[0] != "=" or not isinstance(value[1], t.Int):
        return None
    for role, way in (("after", 1), ("before", -1)):
        start = bag.maybe(role, Some | Own)
        if start is not None:
            steps = range(1, value[1].value + 1)
            return t.Join(tuple(t.Offset(place_of(start), t.Int(way * step)) for step in steps))
    return None


def _backwards(number: t.Num) -> t.Num:
    return t.Int(-number.value) if isinstance(number, t.Int) else t.Minus(t.Int(0), number)


def stepped(bag: Bag) -> t.Who | None:
    """ "The next Wizard (after the caster)", "the previous one": one position further."""
    onward = bag.says("next", "adj")
    back = bag.says("previous", "adj")
    after = bag.maybe("after", Some | Own)
    before = bag.maybe("before", Some | Own)
    steps = bag.maybe("steps")
    if onward is None and back is None and steps is None:
        if after is not None or before is not None:
            if after is not None and before is not None:
                raise NoSense
            return t.Offset(place_of(after or before), t.Int(1 if after else -1))
        return None
    if onward and back:
        raise NoSense
    if (onward and before) or (back and after):
        raise NoSense
    said = after or before
    owner = place_of(said) if said is not None else t.They("place")
    forward = after is not None or (before is None and onward is not None)
    number: t.Num = steps if steps is not None else ONE
    if steps is not None and said is None:
        raise NoSense
    if not forward:
        number = _backwards(number)
    return t.Offset(owner, number)


def place_of(phrase: Phrase) -> t.Who:
    match phrase:
        case Some(t.They("them"), "one"):
            return THEY
        case Some(who, "one") | Own(Some(who, "one"), ""):
            return who
    raise NoSense


def neighbours(noun: Said, det: Det, bag: Bag, plural: bool) -> Phrase:
    """Neighbours: of the one who is named, else of the one of whom all this is said."""
    article = det[0]
    owner = bag.maybe("of", Some | Own)
    if article == "owned":
        if owner is not None:
            raise NoSense
        owner = det[1]
        bag.says("other", "adj")
        det = ("the", None)
    match owner:
        case None:
            group: t.Who = t.Neighbours(OWNER)
        case Some(who, "one") | Own(Some(who, "one"), ""):
            group = t.Neighbours(who)
        case _:
            raise NoSense
    if article == "that" and owner is None and not plural:
        bag.done()
        return Some(t.They("that neighbour"))
    if bag.says("other", "adj") is not None:
        if plural or article not in ("the", "owned"):
            raise NoSense
        bag.done()
        if owner is None:
            return Some(t.They("other neighbour"))
        return Some(t.Without(group, t.They("neighbour")), "each")
    if article == "another":
        raise NoSense
    side = bag.says("next", "adj"), bag.says("previous", "adj")
    if any(side):
        raise NoSense
    but = bag.maybe("but", Some)
    if but is not None:
        group = t.Without(group, but.who)
    return quantified_group(group, det, bag, plural, two=True)


def quantified_group(
    group: t.Who, det: Det, bag: Bag, plural: bool, *, two: bool = False, other: bool = False
) -> Phrase:
    """A group of Wizards with what is said of them, and how many of them are meant."""
    article, value = det
    random = bag.says("random", "adj") or bag.says("random") or _by_lot(bag)
    secret = bag.says("secretly") or bag.says("secretly", "adj")
    only = bag.says("only", "adj")
    best = bag.maybe("with", Best)
    ties = bag.maybe("ties")
    found = tests(bag)
    highest = next(
        (test for test in found if isinstance(test, t.In) and isinstance(test.group, t.Top) and test.who == ME), None
    )
    if highest is not None and best is None:
        top = highest.group
        if not isinstance(top, t.Top) or not isinstance(top.by, t.Stat):
            raise NoSense
        best, found = Best(top.most, top.by.attr), tuple(test for test in found if test != highest)
        if article in ("each", "all", "any") or (article == "bare" and plural):
            ties = ties or "all"
    if bag.says("different", "adj"):
        raise NoSense
    bag.done()
    if only is not None:
        if article != "the" or plural or not found:
            raise NoSense
        if group != t.All():
            raise NoSense
        return Worn(conj(*found), "only")
    group = those_who(group, *found)
    if secret is not None and random is None:
        raise NoSense
    if best is not None:
        return _best(group, best, det, plural, ties, random)
    if random is not None:
        return _random(group, det, random, plural, secret is not None)
    if secret is not None:
        raise NoSense
    there = [test.right for test in found if isinstance(test, t.Same) and test.left == ME and is_one(test.right)]
    if there and len(found) == 1 and article in ("the", "that", "whoever") and not plural and best is None:
        return Some(there[0])
    own = [test for test in found if isinstance(test, t.CastIs) and test.names in ((t.OwnName(),), (t.OwnName(True),))]
    if article == "the" and not plural and own == list(found) and len(own) == 1 and isinstance(group, t.Those):
        return Some(t.Caster() if own[0].names == (t.OwnName(),) else t.They("spell"))
    match article:
        case "each" | "all" | "both" if article != "both" or two or isinstance(group, t.Join):
            return Some(group, "each", apart=article == "each")
        case "both" if group == t.All():
            return Some(t.They("both Wizards"), "each")
        case "any":
            return Some(group, "any", vague=not found and not other)
        case "either" if two:
            return Some(group, "some")
        case "neither" if two:
            return Some(group, "none")
        case "no":
            return Some(group, "none")
        case "a" | "another" if not plural:
            return Some(group, "some")
        case "bare" if plural:
            return Some(group, "plural")
        case "the" if plural:
            if not found and not two and group in (t.All(), t.Others()) and not other:
                return Some(group, "each")
            return Some(group, "each")
        case "the" if found and not two:
            casting = all(any(isinstance(p, t.CastIs | t.Targets | t.CastTrait) for p in parts(test)) for test in found)
            if not casting:
                raise NoSense
            return Some(t.Top(t.Casters(group, conj(*found)) if group == t.All() else group, t.Int(0), True, "sole"))
        case "count":
            op, number = value
            if op in ("most of", "half of"):
                return Some(group, op)
            return Some(group, "count", op, number)
        case "that" if plural and not found:
            return Some(t.They("those"), "each")
        case "that" if not plural and not found and group in (t.All(),):
            return Some(t.They("that Wizard"))
        case "the count" if two and value == ("=", t.Int(2)):
            return Some(group, "each")
    raise NoSense


def _by_lot(bag: Bag) -> Said | None:
    """ "(A neighbour) chosen at random"."""
    for role, verb in bag.left:
        if role == "part" and isinstance(verb, Verb):
            lot = lot_of(verb)
            if lot is not None:
                bag.left.remove((role, verb))
                return lot
    return None


def lot_of(verb: Verb) -> Said | None:
    """The word that says that this is chosen by lot."""
    match verb:
        case Verb("choose" | "select", _, True, False, "", False, (("adverb", Said() as lot),)) if (
            lot.sense == "random"
        ):
            return lot
    return None


def _random(group: t.Who, det: Det, random: Said, plural: bool, secret: bool) -> Phrase:
    article, value = det
    if article == "count" and value[0] == "=" and isinstance(value[1], t.Int):
        count = value[1].value
        return Some(t.Pick(random.at, group, count, secret), "one" if count == 1 else "each")
    if plural or article not in ("a", "another", "bare", "any", "one"):
        raise NoSense
    return Some(t.Pick(random.at, group, 1, secret))


def _best(group: t.Who, best: Best, det: Det, plural: bool, ties: Any, random: Said | None) -> Phrase:
    """ "The Wizard with the most Stars"."""
    article, value = det
    by = t.Stat(t.Member(), best.attr)
    if random is not None:
        if article != "a" or plural:
            raise NoSense
        return Some(t.Pick(random.at, t.Top(group, by, best.most, "all")))
    if article in ("each", "all", "any") or (article == "bare" and plural) or (article == "the" and plural):
        return Some(t.Top(group, by, best.most, "all"), "each")
    if article == "the count":
        op, number = value
        if op != "=" or not isinstance(number, t.Int) or not 2 <= number.value <= 99:
            raise NoSense
        return Some(replace(t.Top(group, by, best.most), count=number.value), "each")
    if article in ("the", "whoever") and not plural:
        return Some(t.Top(group, by, best.most, ties or "ruling"))
    raise NoSense


def caster(det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "The caster", "the caster of Burn", "its caster"."""
    article, value = det
    of = bag.maybe("of", Casts)
    if of is not None and of.own and of.who is not None:
        bag.done()
        if plural or article not in ("the", "bare"):
            raise NoSense
        return Some(t.Caster())
    if of is not None and of.who is not None:
        bag.done()
        if plural or article != "the":
            raise NoSense
        return Some(of.who)
    if of is not None:
        bag.left.append(("rel", ("subject", Verb("cast", "b", parts=(("object", replace(of, how="name")),)))))
        other = bag.says("other", "adj") is not None or article == "another"
        if article == "the" and not plural and of.how in ("some", "each"):
            det, plural = ("each", None), False
        return quantified_group(t.Others() if other else t.All(), det, bag, plural)
    bag.done()
    match article, value:
        case "the", None if not plural:
            return Some(t.Caster())
        case "bare", None if not plural:  # "your"
            return Some(t.Caster(you=True))
        case "owned", (Casts(who=t.They("it")) | Some(t.They(), "one")) if not plural:
            return Some(t.They("spell"))
    raise NoSense


def join(left: Some, right: Some) -> Some:
    """Two groups as one: "the caster and their neighbours"."""
    if left.how not in ("one", "each", "plural") or right.how not in ("one", "each", "plural"):
        raise NoSense
    if isinstance(left.who, t.Without) and left.who.part != right.who:
        raise NoSense  # "each Wizard except the caster and the chosen Wizard": except both
    parts_of = (
        *(left.who.parts if isinstance(left.who, t.Join) else (left.who,)),
        *(right.who.parts if isinstance(right.who, t.Join) else (right.who,)),
    )
    return Some(t.Join(parts_of), "each", place=left.place and right.place)


def holds_caster(group: t.Who) -> bool:
    """Whether a group has the caster in it, whatever happens: then "including the caster" says nothing new.

    Of others it could mean that they are counted though they do not fit, or if they fit.
    """
    match group:
        case t.All():
            return True
        case t.Those(t.All(), t.CastIs(t.Member(0), (t.OwnName(),))):
            return True
        case t.Those(t.All(), t.Is(t.Member(0), attr, t.ValueOf(t.Caster(), same))):
            return bool(attr == same)
        case t.Those(t.All(), t.CastIs(t.Member(0), (str() as name,))):
            return name == OWN_SPELL.get()
    return False
