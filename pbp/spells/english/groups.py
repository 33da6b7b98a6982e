"""Groups of Wizards: what is said of each of them, and how many of them are meant."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.of_things import own_test
from pbp.spells.english.phrases import (
    HALVES,
    ME,
    Amount,
    Amounts,
    Bag,
    Best,
    NthBest,
    Own,
    Phrase,
    Same,
    Some,
    TiedBest,
    Time,
    Verb,
    Worn,
)
from pbp.spells.english.states import near_test
from pbp.spells.english.testing import spell_test, subj, wizard_test
from pbp.spells.english.things import ONE
from pbp.spells.sense.conditions import conj, disj, grouped, not_so, those_who
from pbp.spells.walk import is_one, parts

Det = tuple[str, Any]
"""An article or what stands for one, with its number or its owner: ("the", None), ("count", quant)."""


OWN_SPELL: ContextVar[str] = ContextVar("OWN_SPELL", default="")
"""The name of the spell that is being read."""


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
        case "in", Worn(attr=str() as attr) if attr not in ("", "spell", "only", "place", "number"):
            return wizard_test(Verb("have", "b", parts=(("object", value),)))  # "a Wizard in a Red Hat"
        case "without", Amounts() | Worn(t.And(), ""):
            raise NoSense  # "without a Hat and a Staff": without either, or without one of them?
        case "with" | "without", Amount() | Amounts() | Worn() | Same() | Own():
            test = wizard_test(Verb("have", "b", parts=(("object", value),)))
            return not_so(test) if role == "without" else test
        case "with", Some(_, "some" | "count" | "none"):
            return wizard_test(Verb("have", "b", parts=(("object", value),)))
        case "with compared", (thing, compared):
            return wizard_test(Verb("have", "b", parts=(("object", thing), ("compare", compared))))
        case "whose", (attr, Verb() as verb):
            return own_test(attr, verb)
        case "compare", ("<" | "<=" | ">" | ">=" as op, Amount("=", t.Int() as number, str() as attr)):
            return t.Compare(t.Stat(ME, attr), op, number)  # "a neighbour below 3 Stars"
    return None


def either_of(left: tuple[str, Any], right: tuple[str, Any]) -> t.Cond:
    """ "Without a Hat or in an even position", said beside a noun, as a test of a Wizard. Raises NoSense."""
    return disj(_beside(*left), _beside(*right))


def _beside(role: str, value: Any) -> t.Cond:
    if role == "near":
        return near_test(value)
    if role in ("in", "at", "on") and isinstance(value, Some):
        return wizard_test(Verb("be", "b", parts=(("in", value),)))
    test = _said_of(role, value)
    if test is None:
        raise NoSense
    return test


def relative(rel: Any) -> t.Cond:
    """A relative clause as a test of a Wizard."""
    match rel:
        case ("and", ("pp", "near", *_), _):
            raise NoSense  # "beside whom somebody stands who cast Burn": they, or the somebody?
        case ("and", left, right):
            return conj(relative(left), relative(right))
        case ("or", left, right):
            return disj(relative(left), relative(right))
        case ("subject", preds):
            return wizard_test(preds)
        case ("test", t.Cond() as told):
            return told
        case ("pp", "by", Some(place=True) as what, Verb("have", passive=True) as verb):
            return relative(("pp", "by", what, replace(verb, sense="stand")))  # "by whom an odd position is held"
        case ("pp", "by", what, Verb(passive=True) as verb):  # "by whom a Red Hat is worn"
            what = Some(t.They("them")) if what == Some(t.They("they")) else what
            parts = (("object", what), *verb.parts)
            return wizard_test(replace(verb, passive=False, form="d", parts=parts))
        case ("pp", "near", Some() as who, Verb("stand", passive=False, modal="", parts=()) as verb):
            return wizard_test(replace(verb, parts=(("near", who),)))  # "beside whom somebody stands"
        case ("of whose", (str() as how, int() as many), preds):
            return t.Holds(t.Neighbours(ME), how, t.Int(many), wizard_test(preds))
        case ("whose", (str() | t.WordInput()) as attr, preds):
            return _whose(attr, preds)
        case (
            "whose",
            Worn(attr="place"),
            Verb("equal" | "match", passive=False, parts=(("object", what),)) as verb,
        ):
            return wizard_test(replace(verb, sense="be", parts=(("compare", ("=", what)),)))
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
    if isinstance(preds, tuple) and preds[0] == "bracketed":
        return grouped(_whose(attr, preds[1]))
    if isinstance(preds, tuple):
        how, left, right = preds
        if how in ("nor", "neither"):
            raise NoSense
        one, other = _whose(attr, left), _whose(attr, right)
        return conj(one, other) if how == "and" else disj(one, other)
    return own_test(attr, preds)


def _whose_spell(kind: t.Cond, verb: Verb) -> t.Cond:
    return conj(kind, spell_test(verb))


def _level(bag: Bag) -> str:
    """What is said of those who are tied, taken: "(the Wizard who has the most Stars) (ties don't count)"."""
    for index, (role, value) in enumerate(bag.left):
        if not any(isinstance(part, TiedBest) for part in _inner(value)):
            continue
        match role, value:
            case "rel", ("subject", Verb(parts=(("object", TiedBest(best, ties)),)) as verb):
                bag.left[index] = (role, ("subject", replace(verb, parts=(("object", best),))))
                return ties
        raise NoSense
    return ""


def _inner(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _inner(part)
    elif isinstance(value, Verb):
        yield from _inner(value.parts)
    else:
        yield value


def quantified_group(
    group: t.Who, det: Det, bag: Bag, plural: bool, *, two: bool = False, other: bool = False
) -> Phrase:
    """A group of Wizards with what is said of them, and how many of them are meant."""
    article, value = det
    if bag.maybe("enough") and (article not in ("a", "another", "any") or plural):
        raise NoSense
    counted = bag.maybe("counted in", Some)
    if counted is not None and (article == "count" or not _among(counted, group)):
        raise NoSense  # "at least three Wizards, counting the caster": is the caster one of the three?
    too = bag.maybe("counts too", Some)
    if too is not None and (article != "count" or not _among(too, group)):
        raise NoSense  # of all others it is an aside
    random, among = said_by_lot(bag)
    if among is not None:
        if group != t.All() or is_one(among):
            raise NoSense
        group = among
    secret = bag.says("secretly") or bag.says("secretly", "adj")
    only = bag.says("only", "adj")
    nth = bag.maybe("with", NthBest)
    best = bag.maybe("with", Best) if nth is None else nth.best
    ties = bag.maybe("ties")
    tied = bag.maybe("with", TiedBest)
    if tied is not None:  # "with the most Stars (a tie is enough)"
        if best is not None or ties is not None or tied.ties != "all":
            raise NoSense
        if article == "the" and not plural:
            raise NoSense  # "the Wizard with the most Stars (tied or not)": which of those who are tied?
        best, ties = tied.best, tied.ties
    if group != t.All() and any(role == "rel" and _of_all(value) for role, value in bag.left):
        raise NoSense  # "the neighbour who has the most Stars of all Wizards": of the neighbours, or if one has them?
    if group != t.All() and any(role == "part" and _said_of(role, value) and _tie(value) for role, value in bag.left):
        raise NoSense  # "the neighbours tied for the most Stars": of the neighbours, or of all Wizards?
    level = _level(bag)
    if level == "all" and not plural and article not in ("each", "all", "any"):
        raise NoSense
    found = tests(bag)
    highest = next(
        (test for test in found if isinstance(test, t.In) and isinstance(test.group, t.Top) and test.who == ME), None
    )
    if highest is not None and best is None:
        top = highest.group
        if isinstance(top, t.Top) and isinstance(top.by, t.Count) and found == (highest,) and group == t.All():
            bag.done()
            if article in ("each", "all") or (article in ("bare", "the") and plural):
                return Some(replace(top, ties="all"), "each")
            if article not in ("the", "whoever") or plural:
                raise NoSense
            return Some(replace(top, ties=ties or top.ties))
        if not isinstance(top, t.Top) or not isinstance(top.by, t.Stat):
            raise NoSense
        if top.among not in (t.All(), group):
            if group != t.All():
                raise NoSense
            group = top.among  # "the Wizard who has the most Stars among your neighbours"
        best, found = Best(top.most, top.by.attr), tuple(test for test in found if test != highest)
        if level == "none":
            if article not in ("the", "whoever") or plural or ties is not None:
                raise NoSense
            ties = level
        if article in ("each", "all", "any") or (article == "bare" and plural):
            ties = ties or "all"
    if bag.says("different", "adj"):
        raise NoSense
    if article == "no":
        bag.says("any")  # "no idle Wizards at all"
    bag.done()
    if only is not None:
        if best is not None and ties is None:  # "the only one with the most Stars"
            found = (*found, t.In(ME, t.Top(t.All(), t.Stat(t.Member(), best.attr), best.most, "all")))
            group = t.All() if group == t.They("ones") else group
        elif best is not None:
            raise NoSense
        if article != "the" or plural or not found:
            raise NoSense
        if group != t.All():
            raise NoSense
        return Worn(conj(*found), "only")
    whole, group = group, those_who(group, *found)
    if secret is not None and random is None:
        raise NoSense
    if nth is not None:
        if article not in ("the", "whoever") or plural or random is not None or ties is not None:
            raise NoSense
        ahead = t.Top(group, t.Stat(t.Member(), nth.best.attr), nth.best.most, count=nth.nth - 1)
        group = t.Without(group, ahead)
    if best is not None:
        return _best(group, best, det, plural, ties, random)
    if random is not None:
        return _random(group, det, random, plural, secret is not None)
    if secret is not None:
        raise NoSense
    stands = [
        test.right for test in found if isinstance(test, t.Compare) and (test.left, test.op) == (t.Position(ME), "=")
    ]
    if (
        stands
        and len(found) == 1
        and article in ("the", "that")
        and not plural
        and best is None
        and group == those_who(t.All(), *found)
    ):
        return Some(t.At(stands[0]))  # "the Wizard whose position is equal to the result"
    there = [test.right for test in found if isinstance(test, t.Same) and test.left == ME and is_one(test.right)]
    if there and len(found) == 1 and article in ("the", "that", "whoever") and not plural and best is None:
        return Some(there[0])
    own = [test for test in found if isinstance(test, t.CastIs) and [type(name) for name in test.names] == [t.OwnName]]
    if article == "the" and not plural and own == list(found) and len(own) == 1 and isinstance(group, t.Those):
        return Some(t.Caster() if own[0].names == (t.OwnName(),) else t.They("spell"))
    match list(found):
        case [t.In(t.Member(0), t.They(word) as spell)] if word.startswith("spell ") and group == those_who(
            t.All(), *found
        ):
            if article in ("the", "whoever") and not plural and best is None:
                return Some(spell)  # "the Wizard who cast that Burn"
            raise NoSense
    match article:
        case "each" | "all" | "both" if article != "both" or two or isinstance(group, t.Join):
            return Some(group, "each", apart=article == "each")
        case "both" if group == t.All():
            return Some(t.They("both Wizards"), "each")
        case "any":
            return Some(group, "any", vague=not found)
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
            if op in HALVES:
                return Some(group, op)
            return Some(group, "count", op, number)
        case "that" if plural and not found:
            return Some(t.They("those"), "each")
        case "that" if plural and whole in (t.All(), t.Neighbours(t.They("owner"))) and not other:
            base = t.They("those looked at" if whole == t.All() else "those neighbours")
            return Some(those_who(base, *found), "each")  # "each of those neighbours who cast Burn"
        case "that" if plural and other and found and isinstance(whole, t.Others):
            return Some(group, "each")  # "picked at random from those other Wizards who cast Burn"
        case "that" if not plural and not found and group in (t.All(),):
            return Some(t.They("that Wizard"))
        case "the count" if two and value == ("=", t.Int(2)):
            return Some(group, "each")
        case "the count" if value == ("=", t.Int(2)) and group == t.All():
            return Some(t.They("both Wizards"), "each")
    raise NoSense


def _tie(part: Any) -> bool:
    """ "(Neighbours) tied for the most"."""
    return isinstance(part, Verb) and part.sense == "tie" and any(isinstance(value, Best) for _, value in part.parts)


def _of_all(rel: Any) -> bool:
    """ "(Who) has the most Stars among all Wizards", "in the ring"."""
    match rel:
        case ("subject", Verb("have", parts=parts)) if any(isinstance(value, Best) for _, value in parts):
            said = [value for role, value in parts if role in ("among", "time")]
            return any(isinstance(value, Time) or (isinstance(value, Some) and value.who == t.All()) for value in said)
    return False


def _among(some: Some, group: t.Who) -> bool:
    """Whether these are of the group, whatever happens."""
    everyone = group == t.All() and some.how in ("one", "each") and not some.place
    return everyone or (some.who == t.Caster() and holds_caster(group))


def said_by_lot(bag: Bag) -> tuple[Said | None, t.Who | None]:
    """ "A random neighbour", "(a neighbour) chosen at random", "at random from among the other Wizards"."""
    for role, verb in bag.left:
        if role == "part" and isinstance(verb, Verb):
            lot = lot_of(verb)
            if lot is not None:
                bag.left.remove((role, verb))
                return lot
    random = bag.says("random", "adj") or bag.says("random")
    return random, drawn_from(bag) if random is not None else None


Lot = tuple[Said, t.Who | None]
"""The word that says that something is chosen by lot; and from among whom, where that is said."""


def lot_of(verb: Verb) -> Lot | None:
    """How this is chosen by lot: "picked at random (from among the other Wizards)"."""
    if verb.sense not in ("choose", "select") or not verb.passive or verb.denied or verb.modal or verb.perfect:
        return None
    inner = Bag(verb.parts)
    lot = inner.says("random")
    among = drawn_from(inner)
    if lot is None or inner.left:
        return None
    return lot, among


def drawn_from(bag: Bag) -> t.Who | None:
    """From among whom one is drawn, where it is said."""
    for role in ("among", "from"):
        if (role, Time("ring")) in bag.left:
            bag.left.remove((role, Time("ring")))
            return t.All()  # "from the whole ring"
    match bag.maybe("among", Some) or bag.maybe("from", Some):
        case None:
            return None
        case Some(who, "each" | "plural", place=False):
            return who
    raise NoSense


def _random(group: t.Who, det: Det, random: Said, plural: bool, secret: bool) -> Phrase:
    article, value = det
    if article == "count" and value[0] == "=" and isinstance(value[1], t.Int):
        count = value[1].value
        return Some(t.Pick(random.at, group, count, secret), "one" if count == 1 else "each")
    if article == "that" and not plural:
        return Some(t.They("that Wizard"))  # "a random Wizard loses 2 Stars. That random Wizard gains 1 Crystal"
    if plural or article not in ("a", "another", "bare", "any", "one"):
        raise NoSense
    return Some(t.Pick(random.at, group, 1, secret))


def _best(group: t.Who, best: Best, det: Det, plural: bool, ties: Any, random: Said | None) -> Phrase:
    """ "The Wizard with the most Stars"."""
    article, value = det
    by = t.Stat(t.Member(), best.attr)
    if random is not None:
        if (article != "a" and (article, value) != ("count", ("=", ONE))) or plural:
            raise NoSense
        return Some(t.Pick(random.at, t.Top(group, by, best.most, "all")))
    if article in ("each", "all", "any") or (article == "bare" and plural) or (article == "the" and plural):
        return Some(t.Top(group, by, best.most, "all"), "any" if article == "any" else "each")
    if article == "the count":
        op, number = value
        if op != "=" or not isinstance(number, t.Int) or not 2 <= number.value <= 99:
            raise NoSense
        return Some(replace(t.Top(group, by, best.most), count=number.value), "each")
    if article in ("the", "whoever") and not plural:
        return Some(t.Top(group, by, best.most, ties or "ruling"))
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
        case t.Those(t.All(), t.Is(t.Member(0), attr, t.ValueOf(t.Caster(), same))):
            return bool(attr == same)
        case t.Those(t.All(), t.CastIs(t.Member(0), names)):
            return t.OwnName() in names or OWN_SPELL.get() in names
    return False
