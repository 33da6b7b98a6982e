"""What is said beside an outcome to explain it: for whom it is so, what it comes to, what else stays as it is.

It must be so, or there is no reading. One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import bare, quantified
from pbp.spells.english.asides import Aside, aside_if, aside_if_such_led, np_aside
from pbp.spells.english.beside import adj_value
from pbp.spells.english.claims import claim
from pbp.spells.english.discourse import claim_value
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import during
from pbp.spells.english.naming import note
from pbp.spells.english.nbar import n_pp, n_rel, rel_whose
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.parts import one_of
from pbp.spells.english.phrases import THEY, Amount, Best, Nbar, Own, Phrase, Pointer, Some, Time, Values, Verb
from pbp.spells.english.remarking import part_remark
from pbp.spells.english.sentences import act_except
from pbp.spells.english.setting import unchanged
from pbp.spells.english.shares import counts_like_others, not_excluded
from pbp.spells.english.testing import wizard_test
from pbp.spells.english.ties import When
from pbp.spells.sense.sentences import Lead, each_act
from pbp.spells.walk import OF_A_CAST, conjuncts, is_one, needs_a_cast, parts


def aside_if_so(phrase: Phrase, *said: Any) -> Aside:
    """ "(Including you if yours is Red)", "(you too, if you have fewer than 3)": they are as the others are."""
    subject, verb = said[-2:]
    if isinstance(verb, Verb) and verb.parts == (("object", Amount("=", t.ThatMany(), "", "that")),):
        return aside_if(phrase, subject, verb)  # "if you have that many"
    _of_them(phrase, subject, verb)
    return "if so", (phrase, partial(_told, subject, verb))


def aside_perhaps_if(*said: Any) -> Aside:
    """ "(It may be you, if yours is odd)": of one drawn from Wizards of whom that must be so."""
    *may, subject, verb = said
    match may:
        case (((("may" | "might"), Some() as phrase)),):
            pass
        case (Said() as pronoun, Said() as modal, Some() as phrase):
            only((pronoun, modal), {"Q": ("it", "they"), "M": ("may", "can")})
        case _:
            raise NoSense
    kind, whom = aside_if_so(phrase, subject, verb)
    return "may if" if kind == "if" else "may so", whom


def _of_them(phrase: Phrase, subject: Phrase, verb: Any) -> None:
    """That something is claimed of somebody, or of what is theirs. Raises NoSense."""
    if not isinstance(verb, Verb) or not verb.parts or verb.denied or verb.modal:
        raise NoSense
    theirs = isinstance(subject, Own) and subject.owner == phrase and not subject.start
    if not isinstance(phrase, Some) or phrase.how != "one" or not (theirs or subject == phrase):
        raise NoSense


def included_if(phrase: Phrase, *said: Any) -> t.Act:
    """ "You count too, if you do", "... if you have that many", "that includes you if your Hat is Red"."""
    try:
        aside_if(phrase, *said)
    except NoSense:
        _of_them(phrase, *said)
        match claim(*said):
            case t.Holds(who, ">=", t.Int(1)) as cond:
                return t.Includes(who, True, cond)
        raise
    return not_excluded(phrase)


def included_if_such(subject: Phrase, *said: Any) -> t.Act:
    """ "If the caster is one of these, the caster counts like any other"."""
    *_, phrase = said
    aside_if_such_led(subject, *said)
    return counts_like_others(phrase)


def included_if_led(subject: Phrase, verb: Any, phrase: Phrase) -> t.Act:
    """ "If your Hat is Red, that includes you"."""
    return included_if(phrase, subject, verb)


def _told(subject: Phrase, verb: Verb, thing: str) -> t.Cond:
    """What is claimed, of the one thing of which the group speaks, where no other is named."""
    if isinstance(subject, Own) and not subject.attr and thing == "position":
        subject = replace(subject.owner, place=True) if isinstance(subject.owner, Some) else subject
    elif isinstance(subject, Own) and not subject.attr:
        subject = replace(subject, attr=thing)
    filled = tuple(
        (role, replace(value, attr=thing) if isinstance(value, Amount) and not value.attr else value)
        for role, value in verb.parts
    )
    return claim(subject, replace(verb, parts=filled))


# ---- one alone


def claim_one_alone(*said: Any) -> t.Cond:
    """ "If one Wizard alone has the most Stars": exactly one."""
    nbar = next(part for part in said if isinstance(part, Nbar))
    verb = next(part for part in said if isinstance(part, Verb))
    only([part for part in said if isinstance(part, Said)], {"Q": ("they", "self")})
    if any(part != 1 for part in said if isinstance(part, int)):
        raise NoSense
    if (nbar.noun.sense != "wizard" or nbar.mods) and any(isinstance(what, Best) for _, what in verb.parts):
        raise NoSense  # "one neighbour alone has the most Stars": of the neighbours, or of all Wizards?
    return claim(quantified(("==", t.Int(1)), nbar), verb)


def claim_down_to(subject: Phrase, _be: str, what: Phrase) -> t.Cond:
    """ "If you are down to 3 Stars or fewer": they have no more than that."""
    match what:
        case Amount("<=", t.Int()):
            return claim(subject, Verb("have", "s", parts=(("object", what),)))
    raise NoSense  # "down to 3 Stars": 3, or no more than 3?


# ---- whom, and how many of them


def take_and_draw(*said: Any) -> t.Act:
    """ "Take all the other Wizards who didn't cast Burn, and draw one of them at random"."""
    group = next(part for part in said if isinstance(part, Phrase))
    first, second, way = (part for part in said if isinstance(part, Said))
    only((first, second), {"V": ("find", "choose", "select", "scan")})
    only((way,), {"R": ("random",)})
    if not isinstance(group, Some) or group.how not in ("each", "plural") or second.sense in ("find", "scan"):
        raise NoSense
    return act_bare(Verb(second.sense, "b", parts=(("object", one_of(group)), ("adverb", way))))


def take_and_count(first: Said, group: Phrase, second: Said, preds: Any) -> t.Act:
    """ "Go round all the Wizards except yourself and count the ones who cast Burn"."""
    only((first, second), {"V": ("find", "look", "count", "scan")})
    if second.sense != "count" or first.sense == "count" or not isinstance(group, Some):
        raise NoSense
    if group.how not in ("each", "plural") or is_one(group.who):
        raise NoSense
    return note(t.Count(t.Those(group.who, wizard_test(preds))), "", "b")


def np_cast_whatever(phrase: Phrase, *said: Any) -> Phrase:
    """ "All Wizards except you (whatever they cast)": of whom nothing was said of what they cast."""
    only(said, {"Q": ("they",), "V": ("cast", "select"), "N": ("spell",)})
    match phrase:
        case Some(who, "each" | "plural", place=False) if not any(isinstance(part, OF_A_CAST) for part in parts(who)):
            return phrase
    raise NoSense


# ---- what is set, taken and swapped


def lead_value_picked(value: Any, verb: Said) -> Lead:
    """ "With Hat chosen, ..."."""
    return "if", claim_value(value, verb)


def becomes_value_of(subject: Phrase, verb: Said, *said: Any) -> t.Act:
    """ "The word that was chosen becomes the colour of your Robes"."""
    *noun, thing = said
    only(noun, {"N": ("item",)})
    match subject, thing:
        case Values((t.WordInput(),)), Own(_, str() as attr, False) if attr:
            if verb.sense == "become":
                return act(thing, Verb("become", "s", parts=(("object", subject),)))
    raise NoSense


def act_lost_to_nobody(made: t.Act, verb: Said, to: Said) -> t.Act:
    """ "Remove 4 Stars from the target, who loses them to nobody"."""
    only((verb, to), {"V": ("lose",), "P": ("to",)})
    return part_remark(made, t.ByTheWay("lost"))


def swap_explained_so(made: t.Act, *said: Any) -> t.Act:
    """ "You and the target exchange Crystals, so that each of you has the number the other had before"."""
    verbs = [word.sense for word in said if isinstance(word, Said) and word.word.sort == "V"]
    things = [part for part in said if isinstance(part, str) and part not in ("", "s", "b", "d", "g")]
    if any(sense not in ("gain", "take", "have", "endup") for sense in verbs):
        raise NoSense
    only([word for word in said if isinstance(word, Said)], {"N": ("wizard",)})
    match made:
        case t.Clause(_, (t.Swap(attr=attr),)) if all(thing == attr for thing in things):
            return made
    raise NoSense


def np_who_may_be(phrase: Phrase, modal: Said, who: Phrase) -> Phrase:
    """ "A random Wizard, who might be you, ..."."""
    only((modal,), {"M": ("may", "can")})
    match phrase, who:
        case Some(t.Pick(_, t.All())), Some(t.Caster(), "one"):
            return phrase
    return np_aside(phrase, ("may", who))


def beside_cost(made: t.Act, *said: Any) -> t.Act:
    """ "You pay 4 Stars to the target, which come on top of the cost of this spell": as is always so."""
    only([word for word in said if isinstance(word, Said)], {"P": ("addition",)})
    if not any(isinstance(part, t.Pay) or (isinstance(part, t.Change) and not part.gain) for part in parts(made)):
        raise NoSense
    return made


# ---- what a floor leaves

_THEM = Some(t.They("them"))
_ANYONE = Some(t.All(), "some")
FloorTold = tuple[int, str, bool, bool]
"""How many are left, and of what; whether it is said of whom it spares, and that it is this loss that does."""
_LOSS = (Pointer("it"), Pointer("this"), Pointer("that"), Pointer("loss"))
_WORDS = {
    "V": ("reduce", "lose", "leave", "turnto"),
    "M": ("must",),
    "C": ("<",),
    "R": ("already", "only"),
    "P": ("to", "with"),
}


def _told_of(said: tuple[Any, ...], *, low: bool = False, this: bool = False) -> FloorTold:
    numbers = [part.value if isinstance(part, t.Int) else part for part in said if isinstance(part, int | t.Int)]
    things = [part for part in said if isinstance(part, str) and part not in ("", "s", "b", "d", "g")]
    if len(numbers) != 1 or len(things) > 1:
        raise NoSense
    return numbers[0], "".join(things), low, this


def floor_cut(loss: Phrase, _be: str, *said: Any) -> FloorTold:
    """ "(The loss) is cut to what leaves them with 5"."""
    only(said, _WORDS)
    if loss not in _LOSS or [part for part in said if isinstance(part, Phrase)] not in (
        [],  # "cut to what leaves 5"
        [Some(THEY)],
        [_THEM],
        [_ANYONE],
    ):
        raise NoSense
    return _told_of(said)


def floor_loses(*said: Any) -> FloorTold:
    """ "(If they have too few,) they lose only what leaves them with 1"."""
    only(said, _WORDS)
    if not all(part in (Some(THEY), _THEM) for part in said if isinstance(part, Phrase)):
        raise NoSense
    return _told_of(said)


def floor_short(who: Phrase, _have: str, *few: Said) -> None:
    """ "If they have too few, ..."."""
    only(few, {"C": ("<",)})
    if who != Some(THEY):
        raise NoSense


def floor_by(*noun: Said) -> str:
    """ "(Loses nothing) by it"."""
    if any(said.word.detail != "lose" for said in noun):
        raise NoSense
    return "by"


def floor_few(*said: Any) -> FloorTold:
    """ "(Already has) 5 or fewer"."""
    only(said, {"C": ("<",)})
    return _told_of(said)


def floor_low(*said: Any) -> FloorTold:
    """ "A Wizard who already has 5 or fewer", "those with 5 or fewer"."""
    only(
        said,
        {"R": ("already",), "N": ("wizard", "neighbour", "caster"), "Q": ("anyone", "everyone", "whoever", "someone")},
    )
    return next(part for part in said if isinstance(part, tuple))


def floor_low_none(told: FloorTold, *said: Any) -> FloorTold:
    """ "Those with 5 or fewer lose nothing (by it)", "a caster who has 5 or fewer shall lose none"."""
    words = [word for word in said if isinstance(word, Said)]
    only(words, {"V": ("lose",), "M": ("must",)})
    return (*told[:2], True, said[-1] == "by")


def floor_if_low(*said: Any) -> FloorTold:
    """ "If they have 1 or fewer already, they lose nothing"."""
    only(said, {"R": ("already",), "V": ("lose",)})
    if [part for part in said if isinstance(part, Phrase)] != [Some(THEY), Some(THEY)]:
        raise NoSense
    told = next(part for part in said if isinstance(part, tuple))
    return (*told[:2], True, said[-1] == "by")


def floor_told_both(one: FloorTold, other: FloorTold) -> FloorTold:
    """ "It is cut to what leaves them with 5, and a Wizard who has 5 or fewer loses nothing"."""
    if one[0] != other[0] or (one[1] and other[1] and one[1] != other[1]):
        raise NoSense
    return one[0], one[1] or other[1], one[2] or other[2], one[3] and other[3]


def floor_explained(rule: t.Act, told: FloorTold) -> t.Act:
    """ "This loss cannot take anyone below 5: it is cut to what leaves them with 5"."""
    number, thing, _, _ = told
    if not isinstance(rule, t.FloorRule) or rule.floor != t.Int(number) or (rule.attr and thing not in ("", rule.attr)):
        raise NoSense
    return replace(rule, attr=rule.attr or thing)


def floor_again(told: FloorTold) -> t.Act:
    """ "(Each neighbour loses 2 Stars, but not below 5.) Those with 5 or fewer lose nothing."."""
    number, thing, low, this = told
    return t.FloorRule(t.Int(number), thing, again="only" if low and not this else "this")


def with_floor_told(act: t.Act, told: FloorTold) -> t.Act:
    """ "Each neighbour loses 2 Stars, but not below 5 (those with 5 or fewer lose nothing)"."""
    match act:
        case t.Clause(_, (t.Change(gain=False, floor=t.Int(number), attr=attr),)) if number == told[0]:
            if told[1] in ("", attr):
                return act
    raise NoSense


# ---- just the once


def just_once(act: t.Act) -> t.Act:
    """ "And, just the once, everybody loses 2 Stars": so it happens once, whatever the number; no status begins."""
    match act:
        case t.Seq(several):
            return t.Seq(tuple(just_once(one) for one in several))
        case t.Clause(_, told) if told and all(
            isinstance(one, t.Assign) or (isinstance(one, t.Change | t.Pay) and isinstance(one.amount, t.Int))
            for one in told
        ):
            return act
    raise NoSense


def pp_starting(part: tuple[str, Any]) -> tuple[str, Any]:
    """ "Until the end of this Duel, starting now"."""
    role, time = part
    if not isinstance(time, Time) or during(role, time).kind != "rest":
        raise NoSense
    return part


def _stays(part: Phrase, words: tuple[Any, ...]) -> None:
    """That what is left out is a thing of somebody, which is said not to change. Raises NoSense."""
    verbs = [word.sense for word in words if isinstance(word, Said)]
    if not isinstance(part, Own) or part.start or verbs[0] not in ("stay", "change") or verbs[1:] not in ([], ["be"]):
        raise NoSense


def act_except_stays(act: t.Act, part: Phrase, *words: Any) -> t.Act:
    """ "Every Wizard's Robes become Red, except your own, which stay as they are"."""
    _stays(part, words)
    match act:
        case t.Clause(_, (t.Assign(),)):
            return act_except(act, part)
    raise NoSense


def stays_alone(subject: Phrase, verb: Said, *words: Any) -> t.Act:
    """ "(Every other Wizard's Robes become Red.) Yours stay as they are."."""
    only([word for word in (verb, *words) if isinstance(word, Said)], {"V": ("stay",)})
    return unchanged(subject)


def np_no_exception_for(phrase: Phrase, *those: Phrase) -> Phrase:
    """ "Every Wizard, with no exception for you or for the chosen one, ..."."""
    match phrase:
        case Some(t.All(), "each" | "plural", place=False):
            if all(isinstance(one, Some) and one.how in ("one", "each", "plural") and not one.place for one in those):
                return phrase
    raise NoSense


def claim_counted(who: Said, verb: Said, *said: Any) -> t.Cond:
    """ "(That many,) or 4 if you counted more than 4"."""
    way = next((word for word in said if isinstance(word, Said) and word.word.sort == "C"), None)
    nouns = [word.sense for word in said if isinstance(word, Said) and word.word.sort == "N"]
    number = next(part for part in said if isinstance(part, int))
    if who.sense != "you" or verb.sense not in ("count", "find") or any(noun != "wizard" for noun in nouns):
        raise NoSense
    if way is not None and (way.word.detail or way.sense not in ("<", ">")):
        raise NoSense
    op = ">=" if way is None else way.sense if said.index(way) < said.index(number) else f"{way.sense}="
    return t.Compare(t.Noted("count"), op, t.Int(number))


def tie_you() -> When:
    """ "If you are level": the caster and another, of whom it was asked."""
    return None, "you", False


def tie_few_for(*said: Any) -> When:
    """ "If a few are tied for the fewest"."""
    *joint, best = said
    if joint:
        raise NoSense
    return best, False, False


def tie_any_shared(*noun: Said) -> When:
    """ "(All of them) if it's shared"."""
    only(noun, {"N": ("rank", "position")})
    return None, False, False


# ---- who is among two groups


def both_flow(noun: Said) -> str:
    """ "Both losses"."""
    if noun.sense != "flow" or noun.word.form != "p":
        raise NoSense
    return noun.word.detail


def in_both(who: Phrase, verb: Said, *flow: str) -> t.Act:
    """ "(So) a neighbour who targeted you takes both losses"."""
    match who:
        case Some(group, "some" | "each" | "plural", place=False):
            pass
        case _:
            raise NoSense
    if verb.sense in ("lose", "gain"):
        if any(told != verb.sense for told in flow):
            raise NoSense
        return t.TakesBoth(group, verb.sense)
    if verb.sense not in ("suffer", "take") or not flow or (verb.sense == "suffer" and flow != ("lose",)):
        raise NoSense
    return t.TakesBoth(group, flow[0])


def in_both_total(who: Phrase, verb: Said, number: t.Num, *thing: Any) -> t.Act:
    """ "(So) a neighbour who targeted you loses 4 in all"."""
    things = [part for part in thing if isinstance(part, str)]
    match who:
        case Some(group, "some" | "each", place=False) if verb.sense in ("lose", "gain") and isinstance(number, t.Int):
            return t.TakesBoth(group, verb.sense, number.value, things[0] if things else "")
    raise NoSense


def in_both_same(*said: Any) -> t.Act:
    """ "(Both losses, if it is the same Wizard)", "(3 Stars in all if they are one and the same)"."""
    flows = [part for part in said if part in ("lose", "gain")]
    verbs = [part.sense for part in said if isinstance(part, Said) and part.word.sort == "V"]
    number = next((part for part in said if isinstance(part, t.Int)), None)
    things = [part for part in said if isinstance(part, str) and part not in ("lose", "gain")]
    if any(isinstance(part, Phrase) and part not in THE_SAME for part in said):
        raise NoSense
    nouns = [part.sense for part in said if isinstance(part, Said) and part.word.sort == "N"]
    if not {*nouns} <= {"wizard", "neighbour"}:
        raise NoSense
    if any(sense not in ("lose", "gain", "suffer", "take") for sense in verbs):
        raise NoSense
    ways = {*flows, *(sense for sense in verbs if sense in ("lose", "gain"))}
    if len(ways) > 1:
        raise NoSense
    return t.TakesBoth(None, next(iter(ways), ""), number.value if number else None, things[0] if things else "")


THE_SAME = (Some(t.They()), Some(t.They("that Wizard")), Pointer("it"))
"""Who is meant by a word for the one who is both."""


def in_both_whoever(*said: Any) -> t.Act:
    """ "A Wizard to whom both rows apply loses both"."""
    both = in_both_same(*said)
    assert isinstance(both, t.TakesBoth)
    return replace(both, whoever=True)


def takes_both(before: t.Act, said: t.Act) -> t.Act:
    return t.Seq((*each_act(before), said))


def takes_both_alone(said: t.Act) -> t.Act:
    return said


_WIZARDS = Nbar(Said(Word("N", "wizard", "", "p"), -1))


def who_again(rel: Any) -> Nbar:
    """ "(Each Wizard with no Hat) (that is, whose Hat is None)"."""
    return n_rel(_WIZARDS, rel)


def who_again_whose(*said: Any) -> Nbar:
    """ "(Wizards with no Hat) (Hat is None)", "(their Hat is None)"."""
    return who_again(rel_whose(*said[-2:]))


def who_again_pp(part: tuple[str, Any]) -> Nbar:
    """ "(Those who have no Hat) (in other words, without a Hat)"."""
    return n_pp(_WIZARDS, part)


def who_again_having(phrase: Phrase) -> Nbar:
    """ "(Wizards with a Hat), that is, having a Hat other than None, (...)"."""
    return who_again(("subject", Verb("have", "b").add("object", phrase)))


def who_again_valued(attr: str, value: Any) -> Nbar:
    """ "(Wizards with no Hat) (Hat: None)"."""
    return who_again(("whose", attr, Verb("be", "s").add("adj", adj_value(value))))


def who_again_not_valued(attr: str, value: Any) -> Nbar:
    """ "(Wizards with a Hat) (Hat not None)"."""
    return who_again(("whose", attr, Verb("be", "s", denied=True).add("adj", adj_value(value))))


def np_who_again(phrase: Phrase, nbar: Nbar) -> Phrase:
    """A group of whom something is said that is so of all of it: what is said of each leaves none of it out."""
    match phrase, bare(nbar):
        case Some(t.Those(_, test), place=False), Some(t.Those(t.All(), again)):
            if {*conjuncts(again)} <= {*conjuncts(test)} and not any(isinstance(part, t.They) for part in parts(again)):
                return phrase
    raise NoSense


def each_once(*said: Any) -> bool:
    """ "(Different spells,) copies of one spell counting once", "however often each was cast"."""
    words = [word for word in said if isinstance(word, Said)]
    only(words, {"N": ("spell", "wizard"), "V": ("cast", "select")})
    if any(word.sense == "wizard" for word in words) and not any(word.word.sort == "V" for word in words):
        raise NoSense  # "each Wizard counts once"
    for phrase in said:
        if isinstance(phrase, Phrase) and not (isinstance(phrase, Some) and phrase.who in (t.All(), t.Others())):
            raise NoSense
    return True


def act_each_once(made: t.Act, _: bool) -> t.Act:
    """ "Gain 1 Star for each different spell cast this Duel (copies of one spell count once)": as it is."""
    if sum(isinstance(part, t.Kinds | t.Differing) for part in parts(made)) != 1:
        raise NoSense
    return made


def act_though_void(made: t.Act) -> t.Act:
    """ "Each Wizard who cast Burn gains 1 Star, even if that spell had no effect": it was cast all the same."""
    match made:
        case t.Clause(t.Those(_, test), (t.Change() | t.Pay(),)) if needs_a_cast(test):
            if sum(isinstance(part, OF_A_CAST) for part in parts(test)) == 1:
                return made
    raise NoSense


def side_place(*said: Said) -> Aside:
    """ "(Your left neighbour) (the previous position)", "(the Wizard in the next position)"."""
    *_, way, place = said
    only(said, {"N": ("wizard", "position", "one"), "A": ("next", "previous")})
    if place.word.form != "s":
        raise NoSense
    return "steps", (t.Int(1 if way.sense == "next" else -1), None)


def side_neighbour(*said: Any) -> Phrase:
    """ "Your left neighbour (one position lower)": which of the two is the left one is only what the text says."""
    told = said[-1]
    noun, owner = (said[0], said[1]) if isinstance(said[0], Said) else (said[1], said[0])
    only((noun,), {"N": ("neighbour", "wizard")})
    steps, start = told[1]
    if not isinstance(owner, Some) or owner.how != "one" or noun.word.form != "s" or abs(steps.value) != 1:
        raise NoSense
    if start not in (None, owner.who):
        raise NoSense
    return Some(t.Offset(owner.who, steps))
