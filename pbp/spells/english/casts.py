"""Spells as they are cast: which of them a noun with its article and all that is said of it means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import SHARED, WHOSE_SPEED, faster, retargeted
from pbp.spells.english.of_things import of_plain
from pbp.spells.english.phrases import (
    HALVES,
    ME,
    NOT_THIS,
    THEY,
    Bag,
    Casts,
    LastingCasts,
    Nbar,
    Phrase,
    Pointer,
    Same,
    Some,
    Time,
    Verb,
    Worn,
)
from pbp.spells.english.testing import cast_by, spell_test, subj, wizard_test
from pbp.spells.sense.conditions import cast_as, conj, disj, opposite
from pbp.spells.walk import conjuncts, is_one, parts


def spells(noun: Said, det: tuple[str, Any], bag: Bag, plural: bool) -> Phrase:
    """The spells of a noun phrase."""
    lasting = _until_the_end(bag)
    if lasting is not None:
        found = spells(noun, det, lasting, plural)
        if not isinstance(found, Casts) or found.how not in ("some", "each", "plural") or det[0] in ("a", "another"):
            raise NoSense
        return LastingCasts(found)
    article, value = det
    name = bag.maybe("named")
    called = bag.maybe("called", Nbar)
    if called is not None:  # "the spell Burn"
        bag.done()
        if article != "the" or plural:
            raise NoSense
        return spells(called.noun, ("bare", None), Bag(called.mods), False)
    if bag.maybe("all names"):
        return _of_all_names(spells(noun, det, Bag([("named", name), *bag.left]), plural))
    if bag.says("chosen", "adj"):
        found = Casts(None, t.CastIs(ME, (t.SpellInput(-1),)), how="name", name=t.SpellInput(-1))
        bag.done()
        if article not in ("the", "that", "bare") or plural or name is not None:
            raise NoSense
        return found
    same = bag.says("same", "adj")
    if same and article != "that":  # "that same spell" is that spell
        bag.done()
        if article != "the" or name is not None:
            raise NoSense
        return Same("spell")
    if bag.says("whole", "adj"):  # "the whole spell", "your whole spell"
        bag.done()
        yours = article == "owned" and isinstance(value, Some) and value.who in (t.Caster(), t.Caster(you=True))
        if plural or name is not None or not (article in ("the", "this") or yours):
            raise NoSense
        return Casts(t.Owner(t.Caster()), how="one", own=True)
    if name is not None and noun.word.detail == name[0] and not bag.left and article == "bare":
        if noun.word.form == "own":
            return Casts(t.Owner(t.Caster()), t.CastIs(ME, name), how="name", name=name[0], own=True)
        return Casts(None, t.CastIs(ME, name), how="name", name=name[0])
    if (
        name is not None
        and len(name) == 1
        and noun.word.detail == ""
        and article == "the"
        and not plural
        and not bag.left
    ):
        return Casts(None, t.CastIs(ME, name), how="the name")  # "the Burn spell"
    if bag.says("most", "superlative"):
        bag.done()
        if article not in ("the", "bare") or not plural or name is not None:
            raise NoSense
        return Pointer("most spells")
    then = _cast_then(article, plural, bag) if name is None else None
    if then is not None:
        return then
    different = bag.says("different", "adj") is not None
    if not plural and not different and any(_by_all(value) for _, value in bag.left):
        raise NoSense  # "each spell cast by both neighbours": each of theirs, or what both of them cast?
    tests = _tests(bag)
    other = bag.says("other", "adj") is not None or article == "another"
    random = bag.says("random", "adj") or bag.says("random")
    if bag.says("only", "adj"):
        raise NoSense
    if different:  # "each different spell cast": counted, and not those that differ from one
        if article not in ("each", "count", "the", "bare") or (plural != (article != "each")) or other:
            raise NoSense
        if NOT_THIS in tests:
            raise NoSense  # "other than this one": also where another Wizard cast it too?
        tests.append(t.Differing())
    if article == "no":
        bag.says("any")  # "no spell at all"
    single = bag.says("single", "adj") is not None
    if single:
        if article not in ("a", "any", "each", "no", "count") or plural:
            raise NoSense
        if article == "count" and value != ("=", t.Int(1)):
            raise NoSense
        single = article in ("a", "any", "count")  # "(at most 2 Stars from) any single spell"
        article = "each" if single else article
    if bag.says("such", "adj"):
        if article == "count" and value == ("=", t.Int(1)) and not plural:
            article = "a"  # "(randomly select) one such spell"
        if article == "count" and value == (">=", t.Int(2)) and plural and not (tests or bag.left) and name is None:
            return Casts(t.They("such"), how="count", op=">=", number=t.Int(2))  # "if there are several such spells"
        if article not in ("each", "any", "all", "a", "bare", "no") or tests or bag.left or name is not None:
            raise NoSense
        return Casts(t.They("such"), how="each" if article != "no" else "none")
    trait, one = bag.maybe("trait"), bag.maybe("as one") is not None
    by = bag.maybe("by", Some)
    owner = bag.maybe("of", Some) or by or bag.maybe("from", Some)
    if article == "owned":
        if owner is not None:
            raise NoSense
        owner = value
    bag.done()
    group: t.Who = t.All()
    kinds: list[t.Cond] = [t.CastIs(ME, name)] if name is not None else [t.CastIs(ME)]
    if trait is not None:
        kinds.append(t.CastTrait(ME, trait, one))
    kind = conj(*(kinds[1:] if len(kinds) > 1 and name is None else kinds), *tests)
    if name is None and trait is None:
        kind = conj(*(() if tests and all(map(_is_shared, tests)) else (t.CastIs(ME),)), *tests)
    elif name is None:
        kind = conj(t.CastIs(ME), t.CastTrait(ME, trait, one), *tests)
    if other:
        kind = conj(t.Not(t.Same(ME, t.Caster())), kind)
    if owner is not None:
        owned = _owned(owner, kind, det, plural, bool(tests or name or trait), other, by=by is not None)
        return replace(owned, by=True) if by is not None and isinstance(owned, Casts) else owned
    if article == "this" and plural and not (tests or other) and name is None and trait is None:
        return Casts(t.They("those spells"), how="each")  # "these spells"
    if article == "this":
        if plural or tests or name is not None or trait is not None:
            raise NoSense
        return Casts(t.Owner(t.Caster()), how="one", own=True)
    if article == "that":
        if tests or other:
            raise NoSense
        if name is not None and len(name) == 1:
            return Casts(t.They(f"spell named {name[0]}"))
        if trait is not None:
            return Casts(t.They(f"spell with {trait}"))
        if plural:
            return Casts(t.They("those spells"), how="each")
        return Casts(t.They("spell"))
    if random is not None:
        if article not in ("a", "bare", "another") or plural:
            raise NoSense
        return Casts(t.Pick(random.at, t.Casters(group, kind)))
    how = {
        "a": "some", "another": "some", "any": "some", "each": "each", "all": "each", "no": "none",
        "bare": "plural" if plural or name else "", "the": "plural" if plural else "the", "both": "", "count": "count",
    }.get(article, "")  # fmt: skip
    if how == "the":
        made = [test for test in tests if isinstance(test, t.In) and isinstance(test.group, t.Owner)]
        if not plural and made == tests and len(made) == 1 and name is None and trait is None and not other:
            sole = made[0].group
            if isinstance(sole, t.Owner) and is_one(sole.who):
                return Casts(sole)
        if not tests:
            raise NoSense
        return Casts(None, kind, group, "the")
    if not how:
        raise NoSense
    op, number = value if how == "count" else ("all" if article == "all" else "one of" if single else "", None)
    if how == "count" and op in HALVES:
        raise NoSense
    either = article == "bare" and not plural and name is not None and len(name) > 1  # "Burn or Jolt"
    lone = either or article in ("a", "another")
    return Casts(None, kind, group, how, op, number, but_this=not other and NOT_THIS in tests, lone=lone)


def _until_the_end(bag: Bag) -> Bag | None:
    """What is said of spells besides that it is so for the rest of this Duel; None where that is not said."""
    match bag.left:
        case [*others, ("rel", ("subject", Verb("target", "s" | "b" | "m", _, False, _, False, parts) as verb))] if (
            parts and parts[-1] == ("time", Time("rest"))
        ):
            return Bag([*others, ("rel", ("subject", replace(verb, parts=parts[:-1])))])
        case [*others, ("part", Verb("target", "g", _, False, parts=parts) as verb)] if parts and parts[-1] == (
            "time",
            Time("rest"),
        ):
            return Bag([*others, ("part", replace(verb, parts=parts[:-1]))])
    return None


def _cast_then(article: str, plural: bool, bag: Bag) -> Phrase | None:
    """ "The spell that they cast in the previous Duel": as one that is cast again."""
    match bag.left:
        case [
            (
                "rel",
                (
                    "object",
                    Some(_, "one") as owner,
                    Verb("cast" | "select", _, False, False, "", _, (("time", Time("back") as time),)),
                ),
            )
        ] if article == "the" and not plural:
            return Same("spell", owner, False, time)
    return None


def _is_shared(test: t.Cond) -> bool:
    """ "A spell that a neighbour also cast"."""
    return isinstance(test, t.Holds) and test.test == SHARED


def _of_all_names(found: Phrase) -> Phrase:
    """ "Burn and Jolt spells": in a condition they are not any of these."""
    match found:
        case Casts(None, t.Cond(), how="plural" | "each" | "the"):
            return replace(found, how="all names")
    raise NoSense


def _tests(bag: Bag) -> list[t.Cond]:
    """What is said of each of some spells beside the noun, as tests of their casters."""
    found: list[t.Cond] = []
    swift = bag.maybe("comparative", Said)
    if swift is not None:
        found.append(faster(swift, t.SpeedOf(t.They(WHOSE_SPEED))))
    for role, value in list(bag.left):
        test = _test(role, value)
        if test is not None:
            bag.left.remove((role, value))
            found.append(test)
    return found


def _test(role: str, value: Any) -> t.Cond | None:
    match role, value:
        case "rel", _:
            return relative(value)
        case "part", Verb():
            return spell_test(value)
        case "but", Casts(None, t.CastIs() as kind, _, "name"):
            return t.Not(kind)
        case "but", Casts(own=True, name=str() as name):
            return t.Not(t.CastIs(ME, (name,)))
        case "but", Casts(who=t.Owner(t.Caster()), own=True):
            return NOT_THIS
        case "with" | "of", Worn(test, "spell"):
            return test
        case "without", Worn(test, "spell"):
            return t.Not(test)
        case "of" | "with", Casts(None, t.CastIs(names=(t.SpellInput(),)) as kind, _, "name"):
            return kind  # "each spell of the chosen name"
    return None


def _by_all(value: Any) -> bool:
    """Whether this says of a spell that each of several cast it."""
    match value:
        case ("subject", preds):
            return _by_all(preds)
        case ("object", Some() as who, Verb("cast" | "select")):
            return _of_all(who)
        case Verb("cast" | "select", passive=True):
            return any(role == "by" and isinstance(who, Some) and _of_all(who) for role, who in value.parts)
    return False


def _of_all(who: Some) -> bool:
    return who.how == "each" and not (who.loose or who.apart)


def _aimed(at: Some) -> t.Who | None:
    """Where a spell is cast: "at a position" is at any."""
    return None if at.who == t.All() else at.who


def relative(rel: Any) -> t.Cond:
    """A relative clause as a test of a spell."""
    match rel:
        case ("and", left, right):
            return conj(relative(left), relative(right))
        case ("or", left, right):
            return disj(relative(left), relative(right))
        case ("subject", preds):
            return spell_test(preds)
        case ("whose", Worn(attr="speed"), Verb("be", passive=False) as verb):
            return of_plain(t.SpeedOf(ME), verb)
        case ("whose", Worn(attr="caster"), preds):  # "whose caster has 5 Stars or fewer"
            whose = wizard_test(preds)
            if any(isinstance(part, t.They | t.Others) for part in parts(whose)):
                raise NoSense
            return cast_by(t.Those(t.All(), whose))
        case ("whose", Worn(attr="target"), Verb("be", passive=False, parts=(("object", Some()),)) as verb):
            return spell_test(replace(verb, sense="target"))
        case ("whose", Worn(attr="target"), Verb("change" | "redirect" | "move", passive=True) as verb):
            test = retargeted(verb)  # "whose target has already been changed"
            return conj(t.CastIs(ME), opposite(test)) if verb.denied else test
        case ("object", Some(), Verb("cast" | "select", parts=(("time", Time("now")),)) as verb):
            return relative(("object", rel[1], replace(verb, parts=())))  # "the spell they cast in this Duel"
        case ("object", Some() as who, Verb("cast" | "select", parts=(("adverb", Said() as also),)) as verb) if (
            also.sense == "also" and not verb.denied
        ):
            return _cast_also(who)  # "a spell that a neighbour also cast": the same one
        case ("object", Some(t.They("spell")), Verb("cast" | "select", "b" | "d", False, False, "", False) as verb):
            bag = Bag(verb.parts)  # "a spell that its caster also cast in the previous Duel"
            bag.says("also")
            back = bag.take("time", Time)
            bag.done()
            if back.kind != "back" or back.many is not None or back.neither:
                raise NoSense
            return t.CastAgain(ME, (t.SpellOf(ME),), back.back, back.every, back.numbers)
        case ("object", Some() as who, Verb("cast" | "select" | "choose", parts=()) as verb) if not verb.passive:
            who = replace(who, how="plural") if who.how == "others" else who
            op, number, group = subj(who)
            if (op, number, group) == ("=", t.Int(0), t.Others()) and not verb.denied:
                return conj(t.CastIs(ME), t.Not(t.CastShared(ME)))
            if (op, number) not in ((">=", t.Int(1)), ("all", t.Int(0))):
                raise NoSense
            made = cast_by(group)
            return t.Not(made) if verb.denied else made
        case (
            "object",
            Some() as who,
            Verb("cast", passive=False, parts=(("at", Some(place=True) as at),)) as verb,
        ) if at.how in ("one", "some") and not verb.denied:
            return conj(relative(("object", who, replace(verb, parts=()))), t.Targets(ME, _aimed(at)))
        case (
            "object",
            Some(by, "one" | "some" | "any" | "plural" | "others"),
            Verb("cast" | "direct", _, False, False, "", _, (("at", Some(_, "one" | "some") as whom),)),
        ):  # "every spell that another Wizard aims at you"
            return conj(cast_by(by), t.Targets(ME, whom.who))
        case ("pp", "by", Some() as who, Verb("target", passive=True) as verb):
            told = replace(verb, passive=False, form="d", parts=(("object", who), *verb.parts))
            return spell_test(told)
        case ("pp", "with" | "by" | "because", Some() as who, Verb("target", passive=False) as verb):
            op, number, group = subj(who)
            if (op, number) not in ((">=", t.Int(1)), ("all", t.Int(0))) or verb.denied:
                raise NoSense
            return conj(cast_by(group), spell_test(verb))
    raise NoSense


def _cast_also(who: Some) -> t.Cond:
    """ "(Who cast) a spell that another Wizard also cast": who cast it besides is somebody else. Raises NoSense."""
    op, number, group = subj(who)
    if group == t.Others():
        return cast_as((op, number, group))
    if (op, number) != (">=", t.Int(1)):
        raise NoSense
    if isinstance(group, t.Caster | t.Chosen):
        return conj(t.Not(t.In(ME, group)), t.Holds(group, op, number, SHARED))
    if group in (t.Neighbours(t.They("owner")), t.Neighbours(THEY)):
        return t.Holds(group, op, number, SHARED)  # their own
    if isinstance(group, t.Neighbours):
        return t.Holds(t.Without(group, ME), op, number, SHARED)
    raise NoSense  # "a spell that a Wizard with a Red Hat also cast": it could be they themselves


def _in_order(kind: t.Cond, made: t.Cond) -> tuple[t.Cond, t.Cond]:
    """What spells are, and then whose they are and what else is said of them."""
    if any(isinstance(part, t.They) for part in parts(kind)):
        return kind, made  # whom a pronoun means is asked before whose they are
    kinds = conjuncts(kind)
    first = [part for part in kinds if isinstance(part, t.CastIs | t.CastTrait)]
    return conj(*first), conj(made, *(part for part in kinds if part not in first))


def _owned(
    owner: Phrase, kind: t.Cond, det: tuple[str, Any], plural: bool, told: bool, other: bool, *, by: bool
) -> Phrase:
    """ "The chosen Wizard's spell", "spells of other Wizards"."""
    article = det[0]
    if not isinstance(owner, Some):
        raise NoSense
    if owner.how == "others":
        owner = replace(owner, how="plural")
    if owner.how == "one" and not plural and article in ("the", "owned", "bare"):
        if other:
            raise NoSense
        if told:
            return Casts(None, kind, t.Owner(owner.who), "some")
        return Casts(t.Owner(owner.who))
    if by and owner.how == "each" and not (owner.loose or owner.apart or plural):
        raise NoSense  # "each spell cast by both neighbours": each of theirs, or what both of them cast?
    made = cast_by(owner.who)
    kind, made = _in_order(kind, made)
    if owner.how in ("each", "plural", "one"):
        how = {"all": "each", "each": "each", "no": "none", "a": "some", "any": "some", "count": "count"}.get(
            article, "the" if article in ("the", "owned") else "plural"
        )
        if article == "owned" and not plural and not owner.apart:
            raise NoSense
        op, number = det[1] if how == "count" else ("all" if article == "all" else "", None)
        return Casts(None, conj(kind, made), t.All(), how, op, number)
    if owner.how == "count" and (owner.op, owner.number) in (("=", t.Int(1)), ("==", t.Int(1))) and article == "owned":
        if plural:
            raise NoSense
        return Casts(None, conj(kind, made), t.All(), "count", owner.op, owner.number)
    if owner.how == "none" and article == "owned" and not plural:
        return Casts(None, conj(kind, made), t.All(), "none")
    if owner.how == "any" and owner.op == "one of":
        raise NoSense  # "the spell of any one neighbour": of which?
    if owner.how == "any" and article == "the" and not plural:
        return Casts(None, conj(kind, made), t.All(), "some")  # "the spell of any other Wizard"
    if owner.how in ("some", "any") and article in ("a", "any", "no", "owned", "count", "bare", "each", "all"):
        made_of = {"no": "none", "count": "count", "each": "each", "all": "each"}
        how = made_of.get(article, "plural" if plural else "some")
        op, number = det[1] if how == "count" else ("", None)
        if owner.op == "one of" and article == "a":
            op = owner.op  # "lose no Stars from a spell of one of your neighbours"
        elif owner.op == "one of" and how != "none":
            how, op, number = "count", ">=", t.Int(1)  # "one of your neighbours' spell has no effect": which one's?
        lone = article in ("a", "owned") and (article == "a" or owner.how == "some")
        return Casts(None, conj(kind, made), t.All(), how, op, number, lone=lone)
    raise NoSense
