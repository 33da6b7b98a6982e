"""What is claimed of somebody or something. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.adverbials import pp
from pbp.spells.english.articles import phrase
from pbp.spells.english.comparing import alike, as_owned
from pbp.spells.english.lexicon import Said, Word, more_or_less, only
from pbp.spells.english.measures import at_times, casts_who, more_than, retargeted
from pbp.spells.english.nbar import value_np
from pbp.spells.english.of_spells import of_casts
from pbp.spells.english.of_things import of_a_number, of_a_thing, of_two_things, of_what_was_said
from pbp.spells.english.phrases import (
    EACH_OTHER,
    ME,
    SAME_THING,
    THEY,
    Aim,
    Amount,
    Best,
    BoundTold,
    Casts,
    ComparedTold,
    Flow,
    Nbar,
    Number,
    OfSet,
    OneOfOwn,
    Own,
    Owns,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.testing import (
    OPS,
    casts_subj,
    counted,
    denies,
    joined_tests,
    of_several,
    so_many,
    spell_test,
    subject_of_claim,
    unless_denied,
    wizard_test,
)
from pbp.spells.english.things import ONE
from pbp.spells.sense import values
from pbp.spells.sense.conditions import compare, conj, disj, each_other, exists, grouped, holds, num_parity, opposite
from pbp.spells.sense.members import contains
from pbp.spells.sense.values import other_attr, same_attr
from pbp.spells.walk import has_member, is_one, parts, replaced

_SEVERAL = ("some", "each", "count", "plural")


def claim(subject: Phrase, preds: Any) -> t.Cond:
    """ "The chosen Wizard cast Burn". Raises NoSense."""
    if isinstance(preds, tuple) and preds[0] == "bracketed":
        if not isinstance(subject, Some) or subject.how != "one":
            raise NoSense
        return _claimed(subject, preds)
    if isinstance(preds, tuple):
        how, left, right = preds
        if how != "and" and of_several(right) and isinstance(subject, Some) and subject.how != "one":
            if how != "or" or subject.how not in ("each", "plural"):
                raise NoSense  # "your neighbours neither both cast Burn nor are both idle"
            return grouped(disj(claim(subject, left), claim(subject, right)))  # "both cast Burn or are both idle"
        if how in ("nor", "neither") and isinstance(subject, Some) and subject.how != "one":
            if subject.how not in ("some", "each", "count"):
                raise NoSense  # "no neighbour is neither idle nor ...", "neighbours neither ... nor ..."
            return _claimed(subject, preds)  # "a neighbour neither cast Burn nor has a Red Hat": one of whom both is so
        if how in ("nor", "neither") and isinstance(subject, Casts) and subject.how in _SEVERAL:
            if how == "nor" or subject.how == "plural":
                raise NoSense
            return _claimed(subject, preds)  # "a spell neither targeted you nor a neighbour": one of which both is so
        if how == "nor" or (how == "neither" and not isinstance(subject, Some)):
            return grouped(conj(opposite(claim(subject, left)), opposite(claim(subject, right))))
        if isinstance(subject, Some | Casts) and not (isinstance(subject, Casts) and subject.own):
            return _claimed(subject, preds)
        return joined_tests(how, claim(subject, left), claim(subject, right))
    if (test := _of_yours(subject, preds)) is not None:
        return test
    return _claimed(subject, preds)


def _the_same_spell(subject: Phrase, preds: Any) -> t.Cond | None:
    """ "The spell the caster cast is the same one they cast in the previous Duel"."""
    match subject, preds:
        case Casts(t.Owner(who), None, how="one" | "the", name=None), Verb(
            "be", "s" | "d", False, denied, "", False, (("object", Same("spell" | "same spell", then=Time()) as same),)
        ):
            cast = Verb("cast", "b" if denied else "d", denied=denied)
            return claim(Some(who), cast.add("object", replace(same, what="spell")))
    return None


def _than_each(subject: Phrase, preds: Any) -> t.Cond | None:
    """ "Your Stars are fewer than those of each neighbour": you have fewer than each of them."""
    match as_owned(subject), preds:
        case (
            Own(Some(_, "one") as owner, str() as attr, False),
            Verb("be", _, False, False, "", False, (("compare", ("<" | ">" as way, Own(Some() as than, of, False))),)),
        ) if attr and of in ("", attr) and than.how not in ("one", "plural"):  # "those of your neighbours": together?
            thing = Nbar(Said(Word("N", "thing", attr, ""), -1))
            return claim(owner, Verb("have", "s").add("object", more_than(Said(Word("C", way), -1), thing, than)))
    return None


def _cast_by_others(who: t.Who, spell: Casts, preds: Any) -> t.Cond | None:
    """ "The caster's spell was cast by at least one other Wizard too", "also cast by you": they cast the same spell."""
    if not isinstance(preds, Verb) or preds.sense not in ("cast", "select") or not preds.passive:
        return None
    by = next((part for role, part in preds.parts if role == "by" and isinstance(part, Some)), None)
    too = _cast_too(preds)
    if by is None or (by.who != t.Others() and not too):
        return None
    others = replace(by, who=replaced(by.who, {t.Others(): t.Without(t.All(), who)})) if who == t.Caster() else by
    if too and not is_one(by.who) and t.Others() not in parts(by.who) and contains(by.who, who) is not False:
        others = replace(by, who=t.Without(by.who, who))  # "also cast by a Wizard other than you": nor the first
    rest = [part for part in preds.parts if part[1] != by]
    found = claim(others, Verb(preds.sense, "d", parts=(("object", spell), *rest)))
    return opposite(found) if preds.denied else found


def _cast_too(preds: Any) -> bool:
    """Whether it is said of a spell that it was "also" cast, or cast "too"."""
    return isinstance(preds, Verb) and any(map(_is_too, preds.parts))


def _so_many_are(subject: Phrase, preds: Any) -> t.Cond | None:
    """ "The neighbours are odd in number", "are an odd number": how many there are. Raises NoSense."""
    match subject, preds:
        case Some(place=False), Verb("be", parts=(("compare", ("<", Number(t.Int(0)))),)):
            return None  # "if they are below 0"
        case Some(place=False), Verb("be", parts=(("object", Number(t.Int())) | ("compare", (_, Number(t.Int()))),)):
            raise NoSense  # "if they are 3 or more": so many, or in such positions?
        case Some(who, "each" | "plural", place=False), Verb("be", perfect=False, modal="", parts=((role, what),)):
            pass
        case Some(t.They(), place=False), Verb("be", parts=(("object", Worn(t.Odd() | t.Not(t.Odd()), "place")),)):
            raise NoSense  # "if they are an even number": so many, or in such a position?
        case _:
            return None
    match role, what:
        case "adj", Said() if what.sense in ("odd", "even"):
            if what.word.form != "number":
                raise NoSense  # "if your neighbours are odd": so many, or each in an odd position?
            test = num_parity(t.Count(who), what.sense == "odd")
        case "object", Worn(t.Odd(t.Position()) | t.Not(t.Odd(t.Position())) as parity, "place"):
            test = num_parity(t.Count(who), isinstance(parity, t.Odd))
        case _:
            return None
    return opposite(test) if preds.denied else test


def _retargeted(verb: Verb) -> t.Cond:
    """ "(Unless) its target has already been changed": that of the spell spoken of."""
    match verb:  # "its target is (still) unchanged"
        case Verb("be", _, False, False, "", False, parts=said) if said and said[0][0] in ("adj", "adverb"):
            roles = Roles(None, verb)
            roles.says("still")
            if getattr(roles.take("adj"), "sense", "") != "unchanged":
                raise NoSense
            roles.done()
            return t.Holds(t.They("spell"), ">=", t.Int(1), t.Not(t.Retargeted(ME)))
    if not verb.passive or verb.sense not in ("change", "redirect", "move") or verb.modal:
        raise NoSense
    test = retargeted(verb)
    return t.Holds(t.They("spell"), ">=", t.Int(1), t.Not(test) if verb.denied else test)


def _so_many_as(what: Any) -> bool:
    """ "As many Stars as you": not "the same number of Stars"."""
    return isinstance(what, Amount) and what.op == "=" and isinstance(what.number, t.Stat) and not what.mode


def _is_moved(preds: Any) -> bool:
    """ "(A target) has been changed"."""
    return (
        isinstance(preds, Verb)
        and preds.passive
        and preds.sense in ("change", "redirect", "move")
        and not (preds.modal or preds.denied)
    )


_ITS_TARGET = Some(t.They("its target"), place=True)
_THAT_TARGET = Some(t.TargetOf(t.They("spell")), place=True)
_THEIR_TARGETS = Aim(Casts(who=t.They("those spells")))


def _of_yours(subject: Phrase, preds: Any) -> t.Cond | None:
    """ "(Each Wizard's Hat becomes Red.) If yours is Blue": the thing of which the sentence before spoke."""
    match subject, preds:
        case Own(Some(t.Caster(), "one") as owner, "", False), Verb("be", "s", False, _, "", False, beside) if not all(
            map(_is_too, beside)
        ):
            test = claim(replace(subject, attr=SAME_THING), preds)
        case _:
            return None
    asked = [part for part in parts(test) if getattr(part, "attr", "") == SAME_THING]
    if not asked or not all(isinstance(part, t.Is) and isinstance(part.value, t.Text | t.WordInput) for part in asked):
        raise NoSense
    if any(isinstance(part, t.Is) and part.value == t.Text("None") for part in asked) or owner.place:
        raise NoSense
    return test


def _is_too(part: tuple[str, Any]) -> bool:
    """Whether a verb has only "too" beside it: "(your Hat is Red, and) theirs is, too"."""
    return part[0] == "adverb" and getattr(part[1], "sense", "") == "also"


def claim_nobodys(owner: Phrase, be: str, *too: Said) -> t.Cond:
    """ "(Everyone whose Robes are Red gains 1 Star. If) nobody's are", "(your Hat is Red, and) no neighbour's is"."""
    only(too, {"R": ("also",)})
    if be not in ("s", "b") or not isinstance(owner, Some) or owner.how not in ("none", "each") or owner.place:
        raise NoSense
    told: t.Cond = replaced(claim(owner, Verb("be", be)), {t.Did("is"): t.Did("theirs")})
    return told


def _claimed(subject: Phrase, preds: Any) -> t.Cond:
    none = isinstance(subject, Some) and subject.how == "none" and isinstance(preds, Verb)
    if none and any(isinstance(part, BoundTold | ComparedTold) for _, part in preds.parts):
        raise NoSense  # "nobody has more Stars than you (having just as many is not enough)": whose?
    if none and preds.sense == "have" and any(_so_many_as(part) for _, part in preds.parts):
        raise NoSense  # "nobody else has as many Stars as you": all have fewer, or all have another number?
    match subject, preds:
        case Own(Some() as owner, "", False), Verb("be", "s" | "b", False, _, "", False, beside) if all(
            map(_is_too, beside)
        ):
            preds = replace(preds, parts=())
            if owner.how == "one" and not owner.place:  # "(if your Hat is Red, ...) if theirs is"
                so = t.Did("theirs")
                return t.Holds(owner.who, ">=", ONE, t.Not(so) if preds.denied else so)
            told: t.Cond = replaced(claim(owner, preds), {t.Did("is"): t.Did("theirs")})
            return told  # "their Hat is Red, and no other Wizard's is"
    if (
        isinstance(preds, Verb)
        and preds.sense in ("cast", "select")
        and preds.passive
        and subject == Pointer("nothing")
    ):
        return _cast_nothing(preds)
    if subject == _ITS_TARGET and isinstance(preds, Verb):
        return _retargeted(preds)
    if isinstance(subject, Aim) and subject.casts.how == "some" and _is_moved(preds):
        changed = retargeted(preds)  # "the target of a spell cast by another Wizard has been changed"
        return holds(casts_subj(subject.casts), changed)
    if isinstance(subject, Aim) and isinstance(preds, Verb) and preds.sense != "be" and subject == _THEIR_TARGETS:
        return _retargeted(preds)
    if isinstance(preds, Verb) and preds.sense in ("redirect", "move") and subject in (Some(THEY), Pointer("it")):
        return _retargeted(preds)  # "unless they have already been redirected": the spells
    if isinstance(preds, Verb) and preds.passive and preds.sense in ("cast", "select") and subject == Some(THEY):
        return t.Holds(t.They("spell"), ">=", t.Int(1), spell_test(preds))  # "unless they were cast by you"
    match subject, preds:
        case Some(t.They("they" | "those")), Verb("be", passive=False, parts=(("adj", ("trait", str())),)):
            return t.Holds(t.They("they, as spells"), ">=", t.Int(1), spell_test(preds))  # "unless they are Peaceful"
    if (
        subject == _THAT_TARGET
        and isinstance(preds, Verb)
        and (preds.sense in ("change", "redirect", "move") or any(role == "adj" for role, _ in preds.parts))
    ):  # "that spell's target has not been changed"
        return _retargeted(preds)
    if subject == Some(t.They("neither"), "none") and isinstance(preds, Verb) and preds.passive:
        subject = OfSet(2, "none")
    if isinstance(subject, OfSet) and isinstance(preds, Verb) and preds.passive and preds.sense in ("cast", "select"):
        if preds.denied:
            raise NoSense  # "any of them was not cast": none of them, or not each?
        how = "none" if subject.how == "none" else "some"
        return of_casts(Casts(None, t.Did(f"cast of {subject.number}"), how=how), preds)
    if isinstance(preds, Verb) and preds.passive and preds.sense == "stand":
        return _occupied(subject, preds)
    if isinstance(subject, Time):
        return _of_the_ring(subject, preds)
    match subject, preds:
        case Some(t.All(), "count"), Verb(
            "be" | "stand", passive=False, denied=False, parts=(("time", Time("ring")),)
        ) as verb if subject.op != "=":  # "if 2 Wizards are in the ring": exactly, or at least?
            return _of_the_ring(Time("ring"), replace(verb, sense="have", parts=(("object", subject),)))
    if isinstance(subject, Some) and subject.how == "not all":
        if denies(preds):
            raise NoSense  # "not all of them did not"
        return t.Not(grouped(claim(replace(subject, how="each"), preds)))
    for known in (_so_many_are, alike, _than_each, _the_same_spell, _held_by, _moved_by):
        if (said := known(subject, preds)) is not None:
            return said
    if isinstance(preds, Verb) and preds.sense in ("gain", "find") and subject == Some(t.Caster()):
        counted = _counted(preds)
        if counted is not None:
            return counted
    match subject, preds:
        case Values(), Verb("be", _, False, False, "", False, (("object", Pointer("chosen")),)):
            return _claimed(subject, Verb("choose", "s", passive=True))  # ""Red" is what was chosen"
    match subject, preds:
        case Pointer("that" | "it"), Verb("be", _, False, _, "", False, (("object", Some(_, "one", place=False)),)):
            subject = Some(THEY)  # "unless that is you"
    worn = _worn_there(subject, preds)
    if worn is not None:
        return worn
    match subject, preds:
        case (
            Some(place=True),
            Verb("be", passive=False, parts=(("object", Own(Some(who, "one") as owner, "", False)),)),
        ) if not isinstance(who, t.They):
            preds = replace(preds, parts=(("object", owner),))  # "the chosen position is your own"
        case Amount(">" | ">=" | "<" | "<=" | "==", t.Int(), "", "", None, None), Verb(
            "do" | "have", passive=False, parts=()
        ):
            return claim_did(subject, preds)
    match subject:
        case Some(t.They("they"), "one") if isinstance(preds, Verb) and preds.sense == "be" and not preds.parts:
            return t.Holds(t.They("asked"), ">=", ONE, wizard_test(preds))  # "if they are not": those, or the Robes
        case Some(t.Caster(), "one") if isinstance(preds, Verb) and preds.sense in ("choose", "state"):
            chose = _chose(preds)
            return chose if chose is not None else so_many(subject_of_claim(subject, preds), wizard_test(preds))
        case Some(place=True) if isinstance(preds, Verb) and preds.sense == "do" and not preds.parts:
            raise NoSense  # "if any position did"
        case Some():
            special = _of_several(subject, preds)
            if special is not None:
                return special
            test = wizard_test(preds)
            match test:
                case t.Not(t.Holds(_, "all")) if denies(preds):
                    raise NoSense  # "you do not have more Stars than anyone else": than all, or than anybody?
            if subject.how in ("each", "plural") and denies(preds):
                raise NoSense  # "every Wizard did not": none, or not all? "Neighbours did not": none, or not this one?
            if subject.how == "plural" and isinstance(test, t.Not) and not is_one(subject.who):
                raise NoSense  # "other Wizards cast no Belligerent spell": none of them, or not this one?
            if subject.how in ("none", "each") and isinstance(preds, Verb) and subject.vague:
                raise NoSense
            asked = so_many(subject_of_claim(subject, preds), test)
            if subject.how == "any" and isinstance(asked, t.Holds):
                return replace(asked, of_any=True)  # "if any Wizard cast Burn, that Wizard ...": each who did
            return asked
        case Casts(t.Owner(who), None, how="one" | "the", name=None, own=False):
            return _cast_by_others(who, subject, preds) or of_casts(subject, preds)
        case Casts(t.Owner(who), own=True) if _cast_too(preds):  # "if this spell was also cast by the next Wizard"
            return _cast_by_others(who, subject, preds) or of_casts(subject, preds)
        case Casts():
            return of_casts(subject, preds)
        case Pointer("it") if isinstance(preds, Verb) and preds.sense == "cause":
            return of_casts(Casts(t.They("spell"), how="one"), preds)  # "if it made you lose Stars"
        case Aim(casts):  # "if the target of a spell is the caster"
            match preds:
                case Verb("be", passive=False, denied=False, modal="", parts=(("object", Some(_, "one")),)):
                    return of_casts(casts, replace(preds, sense="target"))
            raise NoSense
        case Own():
            return of_a_thing(subject, preds)
        case Owns(owner, attrs):
            return of_two_things(owner, attrs, preds)
        case OneOfOwn(owner, attrs, many):
            return of_two_things(owner, attrs, preds, either=many or "any")
        case Number(number):
            return of_a_number(number, preds)
        case Amount("=", t.ThatMany() as number, "", "that"):
            return of_a_number(number, preds)
        case Amount("=" | "any" | "no" | "bare") | Flow():
            raise NoSense
        case Pointer("the number"):
            return of_a_number(t.Noted(), preds)
        case Values() | Pointer() | Same():
            return of_what_was_said(subject, preds)
    raise NoSense


def _worn_there(subject: Phrase, preds: Any) -> t.Cond | None:
    """ "(Look at the chosen Wizard's Robes.) If they are Blue", "if that Hat is Blue": no Wizard is blue."""
    match preds:
        case Verb("be", "s" | "b" | "d", False, denied, "", False, (("adj" | "object", Values((value,), False)),)):
            pass
        case Verb("be", "s" | "b" | "d", False, denied, "", False, (("object", Pointer("chosen")),)):
            value = t.WordInput(-1)
        case _:
            return None
    match subject:
        case Some(t.They("they"), "one", place=False):
            test: t.Cond = t.Is(t.They("whose"), "", value)
        case Amount("=", t.ThatMany(), attr, "that") | Amount("the", None, attr) if attr not in ("", "Stars"):
            test = t.Is(t.They("that thing"), attr, value)
        case _:
            return None
    return opposite(test) if denied else test


def _cast_then(subject: Phrase, verb: Verb, what: Phrase, *, several: bool, denied: bool = False) -> t.Cond:
    """That somebody cast this spell in earlier Duels. Raises NoSense."""
    match verb:
        case Verb("cast" | "select", "d" | "b", False, False, "", _, ()) if not several and isinstance(what, Casts):
            if what.how == "name" and isinstance(subject, Some) and subject.how == "one":
                return claim(subject, verb.add("object", what))  # "the chosen spell is the one that they cast"
            raise NoSense
        case Verb("cast" | "select", "d" | "b" | "s", False, False, "", _, (("time", Time("back") as time),)):
            pass
        case _:
            raise NoSense
    if not isinstance(subject, Some) or subject.how != "one" or time.every or time.many is not None:
        raise NoSense
    if not several and len(time.back) + len(time.numbers) != 1:
        raise NoSense  # "the spell you cast in the last 3 Duels": which of them?
    if not isinstance(what, Casts) or what.how != "name":
        raise NoSense
    return claim(subject, replace(verb, parts=(("object", what), ("time", time)), denied=denied))


def _one_spell(*nouns: Said) -> None:
    if any(noun.sense != "spell" or noun.word.form != "s" for noun in nouns):
        raise NoSense


def claim_cast_then(*said: Any) -> t.Cond:
    """ "The spell you cast in the previous Duel was Burn", "what you cast in the previous Duel was Burn"."""
    *noun, subject, verb, be, what = said
    _one_spell(*noun)
    if be not in ("d", "s"):
        raise NoSense
    return _cast_then(subject, verb, what, several=False)


def claim_then_cast(what: Phrase, be: str, subject: Phrase, verb: Verb) -> t.Cond:
    """ "Burn was what you cast in the previous Duel"."""
    return claim_cast_then(subject, verb, be, what)


def claim_this_then_cast(*said: Any) -> t.Cond:
    """ "This is the same spell (that) you cast in Duel X-2"."""
    *nouns, be, noun, subject, verb = said
    _one_spell(*nouns, noun)
    own = Casts(t.Owner(t.Caster()), t.CastIs(ME, (t.OwnName(),)), how="name", own=True)
    timed = any(role == "time" for role, _ in verb.parts)
    if be not in ("s", "d") or not (timed or (isinstance(subject, Some) and isinstance(subject.who, t.Chosen))):
        raise NoSense  # "if this is the spell you cast": it is
    return _cast_then(subject, verb, own, several=False)


def claim_among_cast(what: Phrase, be: str, noun: Said, subject: Phrase, verb: Verb) -> t.Cond:
    """ "Burn is among the spells you cast in the last 3 Duels", "is one of the spells you cast ..."."""
    return _among_cast(what, be, noun, subject, verb, denied=False)


def claim_not_among_cast(what: Phrase, be: str, noun: Said, subject: Phrase, verb: Verb) -> t.Cond:
    """ "Burn was not one of the spells you cast in the last 3 Duels"."""
    return _among_cast(what, be, noun, subject, verb, denied=True)


def _among_cast(what: Phrase, be: str, noun: Said, subject: Phrase, verb: Verb, *, denied: bool) -> t.Cond:
    if noun.sense != "spell" or noun.word.form != "p" or be not in ("s", "d"):
        raise NoSense
    return _cast_then(subject, verb, what, several=True, denied=denied)


def claim_one_cast(noun: Said, subject: Phrase, verb: Verb, be: str, what: Phrase) -> t.Cond:
    """ "One of the spells you cast in the last 3 Duels was Burn"."""
    return claim_among_cast(what, be, noun, subject, verb)


def claim_spell_then(whose: Phrase, noun: Said, part: tuple[str, Any], be: str, what: Phrase) -> t.Cond:
    """ "Your spell in the previous Duel was Burn"."""
    role, time = part
    if not isinstance(time, Time):
        raise NoSense
    verb = Verb("cast", "d", parts=(("time", at_times(role, time)),))
    return claim_cast_then(noun, whose, verb, be, what)


def claim_other_number(subject: Phrase, have: str, *said: Any) -> t.Cond:
    """ "(If you have exactly 3 Stars, ...) If you have any other number of Stars"."""
    *noun, attr = said
    if not isinstance(subject, Some) or subject.how != "one" or have not in ("b", "s"):
        raise NoSense
    only(noun, {"N": ("number",)})
    return t.Holds(subject.who, ">=", ONE, t.Did(f"other {attr}"))


def so_many_were_cast(*said: Any) -> t.Cond:
    """ "Exactly two of Burn, Jolt and Gift were cast", "all three of them"."""
    *quant, what, _be, verb = said
    match what, verb.sense:
        case Casts(None, t.CastIs(t.Member(0), (str(), _, *_) as names), t.All()), "cast" | "select":
            pass
        case _:
            raise NoSense
    were = tuple(exists((">=", ONE, t.Casters(t.All(), t.CastIs(ME, (name,))))) for name in names)
    match quant:
        case [] | [int()]:
            if quant not in ([], [len(names)]):
                raise NoSense
            return grouped(conj(*were))
        case [(str() as op, t.Int() as number)] if op in ("==", ">=", "<=", ">", "<") and number.value <= len(names):
            return compare(t.Truths(were), (OPS.get(op, op), number))  # but not "two of them": exactly, or at least?
    raise NoSense


def claim_alone(subject: Phrase, verb: Verb) -> t.Cond:
    """ "If the caster alone cast Burn"."""
    if not isinstance(subject, Some) or subject.how != "one" or denies(verb):
        raise NoSense
    return claim(subject, Verb("be", "s", parts=(("object", Worn(wizard_test(verb), "only")),)))


def _picked(subject: Phrase, *said: Any) -> None:
    """That it is said what the caster chose. Raises NoSense."""
    only(said, {"V": ("choose",), "N": ("number", "item")})
    if not isinstance(subject, Some) or subject.how != "one" or not isinstance(subject.who, t.Caster):
        raise NoSense


def claim_picked_other(subject: Phrase, *said: Any) -> t.Cond:
    """ "You chose anything but Red"."""
    _picked(subject, *said)
    return t.Not(claim(value_np(said[-1]), Verb("choose", "s", passive=True)))


def claim_other(subject: Phrase, be: str, *number: t.Num) -> t.Cond:
    """ "If that count is anything but 1"."""
    return opposite(claim(subject, Verb("be", be, parts=(("compare", ("=", Number(number[-1]))),))))


def claim_has_other(subject: Phrase, have: str, *said: Any) -> t.Cond:
    """ "If you have anything other than 5 Stars"."""
    number = next(value for value in said if isinstance(value, t.Num))
    attr = next(value for value in said if isinstance(value, str))
    if not isinstance(subject, Some) or subject.how != "one" or have not in ("b", "s"):
        raise NoSense
    return opposite(claim(subject, Verb("have", have).add("object", Amount("==", number, attr))))


def claim_other_many(_be: str, *said: Any) -> t.Cond:
    """ "If there is any other number of Wizards than 6"."""
    number = next(value for value in said if isinstance(value, t.Num))
    match next(value for value in said if isinstance(value, Phrase)):
        case Some(who, "plural", place=False):
            return t.Compare(t.Count(who), "!=", number)
    raise NoSense


def claim_not_so_many(_be: str, *said: Any) -> t.Cond:
    """ "(If there are exactly 6 Wizards, ...) If there is any other number of them, of Wizards"."""
    match said:
        case (Some(who, "plural", place=False),):
            return t.Compare(t.Count(who), "!=", t.Noted("asked"))
        case () | (Some(t.They("them")),):
            return t.Compare(t.Noted("count"), "!=", t.Noted("asked"))
    raise NoSense


def claim_alone_in(subject: Phrase, _be: str, doing: Said, what: Phrase) -> t.Cond:
    """ "If the caster was alone in casting Burn", "... was the only one to cast Burn"."""
    return claim_alone(subject, Verb(doing.sense, "d", parts=(("object", what),)))


def _of_the_ring(ring: Time, preds: Any) -> t.Cond:
    """ "If the Wizard Ring is made up of 6 Wizards or fewer"."""
    if ring != Time("ring") or not isinstance(preds, Verb) or preds.sense not in ("have", "contain"):
        raise NoSense
    roles = Roles(None, preds)
    who = roles.take("of") if preds.passive else roles.take("object")
    if not isinstance(who, Some) or who.how != "count" or who.who != t.All() or who.number is None:
        raise NoSense
    test = counted(who.op, who.number, lambda op, number: compare(t.Count(t.All()), (op, number)))
    test = unless_denied(roles, test)
    roles.done()
    return test


def in_ring(ring: Said, *said: Any) -> t.Cond:
    """ "In a ring of 5 or more Wizards, (gain 2 Stars)", "in a ring of 4 or fewer"."""
    only((ring, *said), {"N": ("ring",), "P": ("of", "with")})
    quant = next(part for part in said if isinstance(part, tuple))
    nbar = said[-1] if isinstance(said[-1], Nbar) else Nbar(Said(Word("N", "wizard", form="p"), -1))
    return _of_the_ring(Time("ring"), Verb("have", "s").add("object", phrase(("count", quant), nbar)))


def _cast_nothing(verb: Verb) -> t.Cond:
    """ "If nothing was cast by the chosen Wizard"."""
    roles = Roles(None, verb)
    by = roles.take("by", Some)
    roles.done()
    if by.how != "one" or verb.sense not in ("cast", "select"):
        raise NoSense
    return t.Holds(by.who, ">=", ONE, t.Not(t.CastIs(ME)))


def claim_more_than(than: Said, nbar: Nbar, verb: Verb, measure: Any) -> t.Cond:
    """ "If more Stars are held by the caster than by the chosen Wizard", "more spells target the caster than ..."."""
    if nbar.noun.sense == "wizard" and nbar.mods and (others := _other_group(measure)) is not None:
        if denies(verb) or than.word.detail or verb.sense not in _NOT_OF_WIZARDS:
            raise NoSense  # "more Wizards at even positions target you than Wizards at odd ones": do, or are targeted?
        return compare(_how_many(nbar, verb), (than.sense, t.Count(t.Those(others, wizard_test(verb)))))
    if nbar.noun.sense in ("wizard", "spell"):
        if verb.passive or verb.denied or not isinstance(measure, Phrase):
            raise NoSense
        if isinstance(measure, Some) and t.They("owner") in parts(measure.who):
            raise NoSense  # "more Wizards targeted you than a neighbour": whose?
        roles = Roles(None, verb)
        roles.take("object")
        other = replace(verb, parts=(*roles.left, ("object", measure)))
        return compare(_how_many(nbar, verb), (than.sense, _how_many(nbar, other)))
    if not verb.passive:
        raise NoSense
    return claim(more_than(than, nbar, measure), verb)


_NOT_OF_WIZARDS = ("cast", "select", "have")
"""Verbs of which no Wizards are the object: what comes after "than" does the same."""


def _other_group(measure: Any) -> t.Who | None:
    """ "(If more Wizards at even positions cast Burn than) Wizards at odd ones", "than those at odd positions did"."""
    match measure:
        case ("clause", Some() as others, Verb("do", "b" | "d", parts=(), denied=False)):
            return _other_group(others)
        case Some(t.Those(t.All(), test) as group, "plural", place=False) if not has_member(group):
            return None if any(isinstance(part, t.They) for part in parts(test)) else group
    return None


def claim_more_there(than: Said, nbar: Nbar, verb: Verb, *there: Any) -> t.Cond:
    """ "If more Wizards at even positions cast a spell than at odd ones", "than those with a Blue Hat (did)"."""
    if nbar.noun.sense != "wizard" or denies(verb) or than.word.detail:
        raise NoSense
    return compare(_how_many(nbar, verb), (than.sense, _how_many(_said_there(nbar, *there), verb)))


def claim_more_than_there(than: Said, nbar: Nbar, *said: Any) -> t.Cond:
    """ "If more Wizards at even positions than at odd ones cast a spell"."""
    *there, verb = said
    return claim_more_there(than, nbar, verb, *there)


_SAID_ALIKE = ({"at", "in"}, {"with", "without"})


def _said_there(nbar: Nbar, *there: Any) -> Nbar:
    """The same noun with another of what is said of it: where they are, or what they have. Raises NoSense."""
    match there:
        case ((str() as role, value),):
            pass
        case (Said() as preposition, Said() as parity) if parity.sense in ("odd", "even"):  # "at odd ones"
            places = Nbar(Said(Word("N", "position", form="p"), -1), (("adj", parity),))
            role, value = pp(preposition, phrase(("bare", None), places))
        case _:
            raise NoSense
    match [mod for mod in nbar.mods if mod[0] != "adj"]:
        case [(said, _) as known] if known != (role, value) and any({said, role} <= ways for ways in _SAID_ALIKE):
            return replace(nbar, mods=tuple((role, value) if mod == known else mod for mod in nbar.mods))
    raise NoSense


def claim_more_of_them(than: Said, verb: Verb, measure: Any) -> t.Cond:
    """ "(If more Wizards cast Burn than Jolt, ...) If more cast Jolt than Burn": of those of whom it was asked."""
    asked = Nbar(Said(Word("N", "wizard", form="p"), -1))
    made = claim_more_than(than, asked, verb, measure)
    if sum(part == t.All() for part in parts(made)) != 2:
        raise NoSense
    found: t.Cond = replaced(made, {t.All(): t.They("counted so")})
    return found


def claim_more_do(than: Said, nbar: Nbar, verb: Verb, other: Verb) -> t.Cond:
    """ "If more Wizards cast Burn than cast Jolt"."""
    if nbar.noun.sense != "wizard" or denies(verb) or denies(other) or than.word.detail:
        raise NoSense
    return compare(_how_many(nbar, verb), (than.sense, _how_many(nbar, other)))


def there_are_more(_: str, than: Said, nbar: Nbar, other: Phrase) -> t.Cond:
    """ "If there are more Burn spells than Jolt spells"."""
    way = more_or_less(than)
    if way == "<" and isinstance(other, Worn):
        return compare(_count(other), (">", _how_many(nbar)))
    return compare(_how_many(nbar), (way, _count(other)))


def there_are_more_now(be: str, than: Said, nbar: Nbar, other: Phrase, time: Phrase) -> t.Cond:
    """ "If there are more Burn spells than Jolt spells this Duel"."""
    if time != Time("now") or not isinstance(other, Casts):
        raise NoSense
    return there_are_more(be, than, nbar, other)


def there_are_such(_: str, number: int, noun: Said) -> t.Cond:
    """ "If there are at least two such Wizards": of those of whom the sentence before says something."""
    if noun.sense != "wizard" or noun.word.form != "p":
        raise NoSense
    return t.Compare(t.Count(t.They("such Wizard")), ">=", t.Int(number))


def claim_spell_of(noun: Said, preposition: Said, owner: Phrase, preds: Any) -> t.Cond:
    """ "If the spell of another Wizard targets the caster": of any other."""
    if noun.sense != "spell" or noun.word.form != "s" or preposition.sense not in ("of", "by"):
        raise NoSense
    if not isinstance(owner, Some) or owner.how != "some" or owner.place or denies(preds):
        raise NoSense
    return claim(phrase(("owned", owner), Nbar(noun)), preds)


def claim_the_spell(verb: Verb) -> t.Cond:
    """ "(Whenever they lose Stars from a spell, ... unless) the spell was cast by you": there it is clear which."""
    match claim(Casts(t.They("spell")), verb):
        case t.Holds(t.They("spell")) as found:
            return replace(found, group=t.They("the spell told"))
    raise NoSense


def there_is_parity(_be: str, parity: Said) -> t.Cond:
    """ "(If) there is an odd number of them": of what was counted before."""
    if parity.sense not in ("odd", "even"):
        raise NoSense
    test = t.Odd(t.Noted("count"))
    return test if parity.sense == "odd" else t.Not(test)


def there_are_none(*_: str) -> t.Cond:
    """ "(If) there aren't any": of what was counted before."""
    return t.Compare(t.Count(t.They("counted")), "=", t.Int(0))


def first_time(be: str, time: Said, subject: Phrase, verb: Verb) -> t.Cond:
    """ "If this is the first time that the caster has cast this spell"."""

    if be != "s" or time.sense != "time" or time.word.form != "s" or subject != Some(t.Caster()):
        raise NoSense
    if verb.sense not in ("cast", "select") or verb.passive or verb.denied or verb.modal or len(verb.parts) != 1:
        raise NoSense
    role, what = verb.parts[0]
    if role != "object" or not isinstance(what, Casts) or not what.own or (verb.form not in ("d", "s", "b")):
        raise NoSense
    return t.Holds(t.Caster(), ">=", ONE, t.Not(t.CastAgain(ME, (t.OwnName(),), ())))


def two_swapped(attr: str, verb: Verb) -> t.Cond:
    """ "(If) the two Hats were the same": those that were swapped in the sentence before."""
    roles, how = _swapped(attr, verb)
    alike = {"same": True, "different": False}.get(getattr(how, "sense", ""))
    if alike is None:
        return values.swapped_both(attr, _one_value(how, roles))
    if roles.not_so():
        alike = not alike
    roles.done()
    return values.swapped_same(attr) if alike else values.swapped_other(attr)


def _swapped(attr: str, verb: Verb) -> tuple[Roles, Any]:
    if attr == "Stars" or verb.sense != "be" or verb.passive or verb.modal or verb.perfect:
        raise NoSense
    roles = Roles(None, verb)
    roles.says("already")
    roles.says("both")
    return roles, roles.maybe("adj", Values) or roles.take("adj", Said)


def _one_value(how: Any, roles: Roles) -> t.Value:
    roles.done()
    match how:
        case Values((t.Text() as value,), False):
            return value
    raise NoSense


def _how_many(nbar: Nbar, verb: Verb | None = None) -> t.Num:
    found = phrase(("bare", None), nbar)
    match found:
        case Some(who, "plural") if verb is not None:
            return t.Count(t.Those(who, wizard_test(verb)))
        case Casts(None, kind, _, "plural") if verb is not None and kind is not None:
            return _count(replace(found, kind=conj(kind, spell_test(verb))))
    return _count(found)


def _count(found: Phrase) -> t.Num:
    match found:
        case Worn(test, str() as attr, t.Text()) if attr and test == t.Is(ME, attr, found.value):
            return t.Count(t.Those(t.All(), test))  # "Red Hats": those who wear one
        case Some(who, "plural"):
            return t.Count(who)
        case Casts(None, _, _, "plural"):
            return t.Count(casts_who(replace(found, how="some")))
    raise NoSense


def _held_by(subject: Phrase, preds: Any) -> t.Cond | None:
    """ "A Red Hat is worn by the chosen Wizard", "more than 3 Stars are held by each neighbour": who has it."""
    if not isinstance(subject, Amount | Worn | Best) or not isinstance(preds, Verb):
        return None
    if preds.sense != "have" or not preds.passive:
        return None
    if isinstance(subject, Amount) and subject.number == t.ThatMany() and not subject.attr:
        raise NoSense  # "that number is held by two Wizards": the number just lost, or the greatest one?
    roles = Roles(subject, preds)
    by = roles.take("by", Some)
    none = isinstance(subject, Worn) and isinstance(subject.test, t.Not)
    none = none or (isinstance(subject, Amount) and subject.op == "no")
    if (none or preds.denied) and by.how != "one":
        raise NoSense  # "is not worn by a neighbour": by none, or not by one of them?
    active = replace(preds, passive=False, parts=(("object", subject), *roles.left))
    return claim(by, active)


def _moved_by(subject: Phrase, preds: Any) -> t.Cond | None:
    """ "No Stars have been lost by the caster this Duel": who has lost any."""
    if not isinstance(subject, Amount) or not isinstance(preds, Verb) or preds.sense not in ("lose", "gain"):
        return None
    if not preds.passive or preds.denied or preds.modal or subject.number == t.ThatMany():
        return None
    roles = Roles(subject, preds)
    by = roles.take("by", Some)
    if subject.op == "no" and by.how != "one":
        raise NoSense  # "no Stars were lost by a neighbour": by none, or not by one of them?
    if not preds.perfect and preds.form != "d":
        raise NoSense
    if by.how == "plural" or (by.how == "each" and not by.apart):
        raise NoSense  # "Stars were lost by your neighbours": by one of them, or by both?
    form = preds.form if preds.perfect else "d"
    return claim(by, replace(preds, passive=False, form=form, parts=(("object", subject), *roles.left)))


def _chose(verb: Verb) -> t.Cond | None:
    """ "If you chose Red": the word of the order."""
    roles = Roles(None, verb)
    words = roles.maybe("object", Values)
    if words is None:
        return None
    if words.both or verb.passive or verb.modal:
        raise NoSense
    test = disj(*(t.Word(-1, word.word) for word in words.values if isinstance(word, t.Text)))
    test = unless_denied(roles, test)
    roles.done()
    return test


def _counted(verb: Verb) -> t.Cond | None:
    """ "If you get 3 or more", of what has just been counted."""
    match verb:
        case Verb(_, "b" | "s", False, False, "", False, (("object", Amount(op, t.Num() as number, "", "")),)) if (
            op in ("<", "<=", ">", ">=", "==")
        ):
            return t.Compare(t.Noted("count"), OPS.get(op, op), number)
    return None


def claim_did(much: Amount, verb: Verb) -> t.Cond:
    """ "If three or more did", "if two or more have": of those of whom it was just asked."""
    if verb.denied or verb.modal or verb.perfect or verb.form not in ("d", "b"):
        raise NoSense
    if verb.sense == "have":
        return t.Holds(t.They("askees"), OPS.get(much.op, much.op), much.number, t.Did("has"))
    test = t.Did("did" if verb.form == "d" else "does")
    return t.Holds(t.They("who did"), OPS.get(much.op, much.op), much.number, test)


def _occupied(subject: Phrase, verb: Verb) -> t.Cond:
    """ "If an even position is occupied by them": as they stand there."""
    if isinstance(subject, Some) and not subject.place:
        raise NoSense
    roles = Roles(None, verb)
    by = roles.take("by", Some)
    active = Verb(verb.sense, "s", False, verb.denied, verb.modal, verb.perfect, (("object", subject), *roles.left))
    return claim(by, active)


def _cast_different(subject: Some, verb: Verb) -> t.Cond | None:
    """ "You and the chosen Wizard cast different spells", "both cast a spell, but not the same one"."""
    roles = Roles(None, verb)
    for adverb in ("both", "each"):
        roles.says(adverb)
    what = roles.maybe("object", Same | Casts)
    if what not in (Same("spell", EACH_OTHER, True), Casts(kind=conj(t.CastIs(ME), t.Differing()), how="plural")):
        return None
    pair = None if isinstance(subject.who, t.Neighbours) else _pair(subject, True)
    if pair is None or roles.denied or roles.left:
        raise NoSense  # "both neighbours": from each other, or from yours?
    one, other = pair
    same = t.Holds(one, ">=", ONE, t.CastIs(ME, (t.SpellOf(other),)))
    return conj(*(t.Holds(who, ">=", ONE, t.CastIs(ME)) for who in pair), t.Not(same))


def _of_several(subject: Some, preds: Any) -> t.Cond | None:
    """ "The caster and the chosen Wizard cast the same spell": as each other; "... have 30 Stars in total"."""
    if not isinstance(preds, Verb):
        return None
    if preds.sense in ("cast", "select") and (differ := _cast_different(subject, preds)) is not None:
        return differ
    match preds:
        case Verb("have", "s" | "b", False, False, "", _, (("object", Same(str() as attr, of)),)) if of == EACH_OTHER:
            unowned = any(isinstance(part, t.They) for part in parts(subject.who))  # "both neighbours": whose?
            if unowned or subject.how not in ("each", "plural") or attr in ("spell", "position", "wizard", "Stars"):
                raise NoSense
            same = t.Is(ME, attr, t.ValueOf(t.Member(1), attr))
            return t.Holds(subject.who, "all", t.Int(0), t.Holds(subject.who, "all", t.Int(0), same))
        case Verb(parts=(("object", Same(of=of) as same_thing), *others)) if of == EACH_OTHER:
            preds = replace(preds, parts=(("object", replace(same_thing, of=None)), *others))
    roles = Roles(None, preds)
    total = any(role == "object" and isinstance(part, Amount) and part.mode == "total" for role, part in preds.parts)
    if preds.sense == "have" and ("between", Some(t.They("them"))) in preds.parts:  # "... have 30 Stars between them"
        roles.take("between")
        total = True
    together = subject.how in ("plural", "count") or (subject.how == "each" and not subject.apart)
    if total and together and preds.sense in ("lose", "gain", "lose|gain", "gain|lose"):
        raise NoSense  # "your neighbours lost a total of more than 6 Stars": not each of them
    if preds.sense == "have" and (total or roles.says("together")):
        if subject.apart or subject.vague or subject.how not in ("each", "plural"):
            raise NoSense  # "if no neighbour has a total of 6 Stars", "if two Wizards have ...": which two?
        what = roles.take("object", Amount)
        if not what.attr:
            raise NoSense  # "at least 6 in total": of what?
        number = what.number
        roles.done()
        if what.op in ("<", "<=", ">", ">=", "==") and isinstance(number, t.Num):
            return compare(t.Total(subject.who, what.attr), (OPS.get(what.op, what.op), number))
        raise NoSense
    roles = Roles(None, preds)
    if roles.maybe("near each other"):
        pair = _pair(subject, False)
        if preds.sense not in ("be", "stand") or pair is None or preds.passive:
            raise NoSense
        near = unless_denied(roles, t.NearEachOther(pair[1]))
        roles.done()
        return t.Holds(pair[0], ">=", ONE, near)
    if roles.maybe("each other"):
        pair = _pair(subject, True)
        if roles.maybe("time", Time) not in (None, Time("now")):
            raise NoSense
        roles.done()
        if preds.sense not in ("target", "choose") or pair is None or preds.passive:
            raise NoSense
        return each_other(*pair)
    what = roles.maybe("object", Same)
    if what is None or what.of is not None or what.then is not None or what.what == "number":
        return None
    number = isinstance(what.what, tuple) and what.what[0] == "number" and not subject.apart  # not "each neighbour"
    pair = _pair(subject, preds.sense in ("cast", "select") or number)
    if pair is None and subject == Some(THEY) and isinstance(what.what, tuple) and preds.sense in ("have", "share"):
        pair = t.They("both 1"), t.They("both 2")  # "if they have the same number of Stars"
    if pair is None:
        if preds.sense in ("cast", "select") and what.what == "spell" and not what.other and not preds.denied:
            if subject.how == "no two" and subject.who == t.All():
                roles.done()
                return t.Holds(t.All(), "=", t.Int(0), t.CastShared(ME))
            several = subject.how == "count" and subject.who == t.All()
            if several and (subject.op, subject.number) in ((">=", t.Int(2)), ("=", t.Int(2))):
                roles.done()
                return t.Holds(t.All(), ">=", ONE, t.CastShared(ME))
        return None
    left, right = pair
    for adverb in ("both", "each", "all"):
        roles.says(adverb)
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    if preds.sense in ("cast", "select") and what.what == "spell":
        test: t.Cond = t.CastIs(ME, (t.SpellOf(right),))
        if what.other:
            raise NoSense
    elif preds.sense == "target" and what.what in ("position", "wizard"):
        test = t.Targets(ME, t.TargetOf(right))
        if what.other:
            raise NoSense
    elif preds.sense == "have" and isinstance(what.what, tuple) and what.what[0] == "different":
        if what.what[1] == "Stars":
            raise NoSense
        test = other_attr(what.what[1], right)
    elif preds.sense in ("have", "share") and isinstance(what.what, tuple):
        test = t.Compare(t.Stat(ME, what.what[1]), "=", t.Stat(right, what.what[1]))
        if what.other != roles.not_so():  # "have different numbers of Stars"
            test = t.Or((replace(test, op=">"), replace(test, op="<")))
    elif preds.sense in ("have", "share") and what.what not in ("Stars", "wizard", "position", "spell", "neighbour"):
        test = other_attr(what.what, right) if what.other else same_attr(what.what, right)
    else:
        raise NoSense
    test = unless_denied(roles, test)
    roles.done()
    return t.Holds(left, ">=", ONE, test)


def claim_count_ends(who: Phrase) -> t.Cond:
    """ "(Count that many positions up.) If the count ends on you": whoever was reached is the caster."""
    if who != Some(t.Caster(you=True)):
        raise NoSense
    return t.Holds(t.They("counted to"), ">=", ONE, t.Same(ME, t.Caster()))


def one_of_you_has_more(form: str, _way: Said, attr: str) -> t.Cond:
    """ "(If) one of you has more Stars than the other": you both do not have as many."""
    if form != "s":
        raise NoSense
    different = Same(("number", attr), other=True)
    return claim(Some(t.They("you both"), "each"), Verb("have", "b").add("object", different))


def claim_both_aimed_at(subject: Phrase, be: str, verb: Said, *spells: Nbar) -> t.Cond:
    """ "(If) both were targeted by equally many spells"."""
    pair = _pair(subject, False) if isinstance(subject, Some) else None
    if pair is None or verb.sense != "target" or any(nbar.noun.sense != "spell" or nbar.mods for nbar in spells):
        raise NoSense
    one, other = (t.Count(t.Those(t.All(), t.Targets(t.Member(0), whom))) for whom in (t.Member(1), pair[1]))
    return t.Holds(pair[0], ">=", ONE, t.Compare(one, "=", other))


def _pair(subject: Some, casting: bool) -> tuple[t.Who, t.Who] | None:
    match subject:
        case Some(t.Join((left, right)), "each") if is_one(left) and is_one(right):
            return left, right
        case Some(t.Neighbours(of), "each") if casting:
            return t.Offset(of, t.Int(-1)), t.Offset(of, ONE)
        case Some(t.They("both" | "you both" | "those two" | "those places" | "both Wizards" as word), "each"):
            return t.They(f"{word} 1"), t.They(f"{word} 2")
    return None
