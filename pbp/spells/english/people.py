"""Wizards: which of them a noun with its article and all that is said of it means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.groups import Det, quantified_group, said_by_lot
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import ME, THEY, Bag, Best, Casts, Own, Phrase, Pointer, Same, Some, Time, Verb
from pbp.spells.english.states import near_test
from pbp.spells.english.things import ONE
from pbp.spells.walk import is_one

OWNER = t.They("owner")
"""Whose neighbour or next Wizard it is, where the text does not say."""


SECOND = (Some(t.Chosen(-2)), Some(t.Chosen(-3)))
"""The first and the second of what was chosen."""


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
    if det[0] == "that" and not plural and _ranked(bag):  # "that Wizard who has the most Stars"
        det = ("the", None)
    article = det[0]
    told = any(role in ("at", "in", "on") or getattr(value, "sense", "") == "chosen" for role, value in bag.left)
    if article == "this" and not plural and told:
        article = "that"  # "this Wizard in the chosen position", "this chosen Wizard"
    if article == "this" and plural:
        article, det = "that", ("that", None)
    if article == "this":
        bag.done()
        return Some(t.Caster())
    if bag.says("such", "adj"):
        lot, among = said_by_lot(bag)
        bag.done()
        if lot is not None:  # "one such Wizard at random"
            if among is not None or plural or not (article == "a" or det == ("count", ("=", t.Int(1)))):
                raise NoSense
            return Some(t.Pick(lot.at, t.They("those")))
        return _such(det, plural)
    if article in ("count", "the count") and plural:
        bag.says("different", "adj")  # two Wizards are two different ones
    where = article == "that" and not plural and any(role in ("at", "in") for role, _ in bag.left)
    if bag.says("same", "adj") and not where:  # else "that same Wizard in the chosen position"
        bag.done()
        if article in ("that", "bare") and not plural:
            return Some(t.They("that Wizard"))
        if article != "the" or plural:
            raise NoSense
        return Same("wizard")
    if article in ("the", "bare") and not plural and len(bag.left) == 1:
        ordinal = bag.says("ordinal", "adj")
        if ordinal is not None and ordinal.word.detail in ("1", "2"):
            return Some(t.Chosen(-1 - int(ordinal.word.detail)))  # "the second Wizard", of two that were chosen
    picked = chosen(bag, plural, place=False)
    if picked is not None:
        if article == "owned" and isinstance(det[1], Some) and det[1].who == t.Caster():  # "your chosen Wizard"
            article = "the"
        if bag.says("two", "adj") or (article in ("count", "the count") and det[1] == ("=", t.Int(2))):
            article = "the"
        bag.done()
        if article not in (
            "the",
            "that",
            "both" if plural else "the",
            "each" if plural else "the",
            "bare" if plural else "the",
        ):
            raise NoSense
        return Some(picked, "each" if plural else "one")
    rels = [value[0] for role, value in bag.left if role == "rel"]
    if article == "the" and not plural and rels == ["would target"] and len(bag.left) == 1:
        return Some(t.They("would target"), place=True)  # "(instead of) the Wizard whom it would have targeted"
    if bag.maybe("drawn"):
        bag.done()
        if article not in ("the", "that") or plural:
            raise NoSense
        return Some(t.They("picked"))
    if article == "owned" and isinstance(det[1], Some) and det[1].place and det[1].how == "one":
        bag.done()  # "the chosen position's Wizard"
        if plural:
            raise NoSense
        return Some(det[1].who)
    placed(bag)
    if bag.says("there"):
        bag.done()
        two = article in ("count", "the count") and det[1] == ("=", t.Int(2))
        if plural and (article in ("the", "bare", "both", "that") or two):  # "the Wizards there": in the two positions
            return Some(t.Join((t.They("those places 1"), t.They("those places 2"))), "each")
        if article not in ("the", "that", "bare") or plural:
            raise NoSense
        return Some(t.Chosen(-10))
    if bag.says("tied", "adj") or _tied(bag):
        bag.done()
        if article in ("each", "all", "the", "bare") and (plural or article == "each"):
            return Some(t.They("tied"), "each")
        raise NoSense
    place = _place_of(bag)
    if place in SECOND:
        place = replace(place, place=True)  # "(the Wizard in the first position and) the Wizard in the second"
    if place is not None and place.place and place.how == "one" and article not in ("a", "count", "no"):
        idle = bag.says("idle", "adj")
        bag.done()
        if idle or article not in ("the", "that", "any", "bare", "whoever") or plural:
            raise NoSense
        return Some(place.who)
    if place is not None and place.place and place.how == "each" and plural:
        out = bag.maybe("but", Some)
        bag.done()
        return Some(place.who if out is None else t.Without(place.who, out.who), "each")
    if place is not None:
        if place.place and place.how == "each" and article in ("each", "any", "no") and not plural:
            place = replace(place, how="some")  # "each Wizard in positions 1 to 3"
        bag.left.append(_who_is_in(place))
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
    said_of = any(role in ("of", "among") for role, _ in bag.left)
    if noun.sense == "one" and article in ("the", "bare", "the count") and not said_of and _ranked(bag):
        group = t.They("ones")
    said_other = bag.says("other", "adj") is not None
    if said_other and article == "another":
        raise NoSense
    other = said_other or article == "another" or noun.sense == "opponent"
    if other:
        group = t.Others(each=article in ("each", "every", "all"))
    near = bag.maybe("near")
    adjacent = bag.says("adjacent", "adj")
    two = near is not None or adjacent is not None
    if adjacent is not None and article == "count" and plural and det[1] != (">=", t.Int(1)):
        raise NoSense  # "if two adjacent Wizards cast Burn": next to you, or next to each other?
    if two:
        group = those_near(near) if near is not None else t.Neighbours(OWNER)
        if other and group != t.Neighbours(t.Caster()):
            raise NoSense
    but = bag.maybe("but", Some) or bag.maybe("not", Some)
    if but is not None:
        group = t.Without(group, but.who)
    among = bag.maybe("among", Some) or bag.maybe("of", Some) or bag.maybe("from", Some)
    if among is not None and among.how not in ("each", "plural", "one"):
        raise NoSense  # "one of exactly two Wizards who cast Burn": only if there are two?
    if among == Some(t.They("them")) and article == "each":
        raise NoSense  # "each one of them who ..." is "each of them who ..."
    if among is not None and isinstance(among.who, t.LetterGroup) and group != t.All() and but is None:
        group = t.Those(group, t.In(ME, among.who))  # "each other sleeper"
    elif among is not None:
        if group != t.All() and (but is None or group != t.Without(t.All(), but.who)):
            raise NoSense
        if among.who == t.Caster():
            raise NoSense  # "a random Wizard among your neighbours": not among "you"
        group = among.who if but is None else t.Without(among.who, but.who)
    return quantified_group(group, det, bag, plural, two=two, other=other)


def _such(det: Det, plural: bool, noun: str = "Wizard") -> Phrase:
    """ "Such Wizards", "no such neighbour": as was said of some before."""
    article = det[0]
    if noun == "Wizard" and (article in ("each", "all") or (article == "bare" and plural)):
        return Some(t.They("those"), "each" if article != "bare" else "plural")
    if article == "count" and det[1] != (">=", t.Int(2)):
        return Some(t.They(f"such {noun}"), "count", *det[1])
    if article in ("a", "no"):  # "several such Wizards" may be those who are tied
        return Some(t.They(f"such {noun}"), "some" if article == "a" else "none")
    raise NoSense


def _ranked(bag: Bag) -> bool:
    """Whether it is said of one that they have the most or the fewest."""
    for role, value in bag.left:
        match role, value:
            case "with", Best():
                return True
            case "rel", ("subject", Verb(parts=parts)) if any(isinstance(part, Best) for _, part in parts):
                return True
    return False


def _tied(bag: Bag) -> bool:
    """ "(Those) tied", "(everyone) who is tied": of whom it was said before."""
    for role, value in bag.left:
        match role, value:
            case ("part", Verb("tie", passive=True, denied=False, parts=())) | (
                "rel",
                ("subject", Verb("tie", passive=True, denied=False, modal="", parts=())),
            ):
                bag.left.remove((role, value))
                return True
    return False


def placed(bag: Bag) -> None:
    """ "Standing next to the caster", "who stands two positions after them": the place, as if it alone were said."""
    for role, value in list(bag.left):
        match role, value:
            case ("part", Verb("stand", denied=False, modal="", parts=(said,))) | (
                "rel",
                (
                    "subject",
                    Verb("stand" | "be", denied=False, modal="", parts=(said,) | (said, ("time", Time("ring")))),
                ),
            ) if not (value[1] if role == "rel" else value).perfect:
                place, what = said
            case "rel", ("pp", "by", what, Verb("stand", passive=True, denied=False, modal="", parts=())):
                place = "object"
            case _:
                continue
        if place in ("in", "at", "on", "object") and isinstance(what, Some) and what.place and what.how != "some":
            place = "in"
        elif place in ("after", "before") and isinstance(what, Some | Own) and getattr(what, "how", "one") == "one":
            pass
        elif not (place == "near" or (isinstance(what, Said) and what.sense == "there")):
            continue
        bag.left.remove((role, value))
        bag.left.append((place, what))


def around(some: tuple[t.Who, ...]) -> t.Who:
    """ "The neighbours of X and Y": of each of them; that they are those of X, and Y, is the other reading."""
    if not all(map(is_one, some)):
        raise NoSense
    return t.Join(tuple(t.Neighbours(who) for who in some))


def those_near(near: Phrase) -> t.Who:
    """Those next to somebody; "(more Stars than) anyone next to them" is "any of their neighbours"."""
    match near:
        case Some(t.They("them"), "one"):
            return t.Neighbours(t.They("they"))
        case Some(who, "one") | Own(Some(who, "one"), "", False):
            return t.Neighbours(who)
        case Some(t.Join(some), "each", place=False, both=False):
            return around(some)
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
        start = bag.maybe(role, Some | Own | Pointer)
        if start is not None:
            steps = range(1, value[1].value + 1)
            if start in (Pointer("it"), Pointer("that")):  # "the two Wizards after that"
                first, again = t.They("after that"), t.They("after that too")
                return t.Join(tuple(t.Offset(first if step == 1 else again, t.Int(way * step)) for step in steps))
            return t.Join(tuple(t.Offset(place_of(start), t.Int(way * step)) for step in steps))
    return None


def _backwards(number: t.Num) -> t.Num:
    return t.Int(-number.value) if isinstance(number, t.Int) else t.Minus(t.Int(0), number)


def stepped(bag: Bag) -> t.Who | None:
    """ "The next Wizard (after the caster)", "the previous one": one position further."""
    onward = bag.says("next", "adj")
    back = bag.says("previous", "adj")
    after = bag.maybe("after", Some | Own | Pointer)
    before = bag.maybe("before", Some | Own | Pointer)
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
        case Pointer("it"):
            return t.They("that one")  # "the position after it"
        case Pointer("that"):
            return t.They("after that")  # "the one after that"
        case Some(t.They("them"), "one"):
            return THEY
        case Some(who, "one") | Own(Some(who, "one"), "", False):
            return who
    raise NoSense


def _whose_neighbours(bag: Bag) -> Some | None:
    """ "(The neighbours) that you have"."""
    for role, value in bag.left:
        match role, value:
            case "rel", ("object", Some(_, "one"), Verb("have", _, False, False, "", False, ())):
                bag.left.remove((role, value))
                owner: Some = value[1]
                return owner
    return None


def _place_of(bag: Bag) -> Some | None:
    """Where somebody is, as it is said beside the noun."""
    place: Some | None = bag.maybe("at", Some) or bag.maybe("in", Some) or bag.maybe("on", Some)
    return place


def _who_is_in(place: Some) -> tuple[str, Any]:
    return "rel", ("subject", Verb("be", "b", parts=(("in", place),)))


def neighbours(noun: Said, det: Det, bag: Bag, plural: bool) -> Phrase:
    """Neighbours: of the one who is named, else of the one of whom all this is said."""
    if det[0] == "this":
        det = ("that", None)
    article = det[0]
    if bag.says("such", "adj"):
        bag.done()
        return _such(det, plural, "neighbour")
    bag.says("next-door", "adj")  # as each of them is
    if article in ("the", "that") and not plural and bag.says("chosen", "adj"):
        bag.done()
        return Some(t.They("chosen neighbour"))
    owner = bag.maybe("of", Some | Own)
    if article == "owned":
        if owner is not None:
            raise NoSense
        owner = det[1]
        det = ("the", None)
    has = _whose_neighbours(bag)
    if has is not None and owner is not None:
        raise NoSense
    owner = owner or has
    match owner:
        case None:
            group: t.Who = t.Neighbours(OWNER)
        case Some(who, "one") | Own(Some(who, "one"), "", False):
            group = t.Neighbours(who)
        case Some(t.Join(some), "each", place=False, both=False) if plural and article in ("the", "all", "bare"):
            group = around(some)
        case _:
            raise NoSense
    if bag.maybe("drawn"):
        bag.done()
        if article not in ("the", "that") or owner is not None or plural:
            raise NoSense
        return Some(t.They("picked"))
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
    if article == "owned" and not plural and not bag.left:
        return Some(group, "being")
    but = bag.maybe("but", Some)
    if but is not None:
        if article == "the" and not plural and but.how == "one" and not bag.left:  # "the neighbour other than ..."
            if group == t.Neighbours(but.who) or (isinstance(but.who, t.Caster) and owner is None):
                raise NoSense  # "the neighbour other than the caster": that is no one of the two
            return Some(t.Top(t.Without(group, but.who), t.Int(0), True, "sole"))
        group = t.Without(group, but.who)
    again = bag.maybe("among", Some) or bag.maybe("of", Some)
    if again is not None and (again.who != group or plural or not _ranked(bag)):
        raise NoSense  # "the neighbour of yours with the most Stars of your neighbours"
    if article == "that" and not plural and _ranked(bag):  # "that neighbour of yours who has the most Stars"
        det = ("the", None)
    place = _place_of(bag)
    if place is not None:
        if place.how != "some":
            raise NoSense  # "your neighbour in the chosen position": and if that is no neighbour?
        bag.left.append(_who_is_in(place))  # "a neighbour in an even position"
    found = quantified_group(group, det, bag, plural, two=True)
    if isinstance(found, Some) and article in ("owned", "the") and plural and det == ("the", None):
        return replace(found, loose=found.who == group)
    return found


def caster(det: Det, bag: Bag, plural: bool) -> Phrase:
    """ "The caster", "the caster of Burn", "its caster"."""
    article, value = det
    of = bag.maybe("of", Casts)
    several = plural or article not in ("the", "bare")
    if of is not None and of.own and of.who is not None and not several:
        bag.done()
        return Some(t.Caster())
    if of is not None and of.who is not None and not (of.own and several):
        bag.done()
        if plural or article != "the":
            raise NoSense
        return Some(of.who)
    if of is not None:
        what = of if of.own else replace(of, how="name")
        bag.left.append(("rel", ("subject", Verb("cast", "b", parts=(("object", what),)))))
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
        case "owned", Some(t.They("they"), "one"):
            return Some(t.They("spell"))  # "spells that target you target their casters instead"
    raise NoSense
