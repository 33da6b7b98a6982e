"""What is said again of a noun phrase beside it: "everyone (you as well)", "the other Wizards (so not you)".

It must agree with the phrase, or there is no reading. One function for each name after "->".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, more_or_less, only
from pbp.spells.english.nbar import n_counted_in
from pbp.spells.english.people import place_of
from pbp.spells.english.phrases import CASTER, Amount, Casts, Nbar, Number, Own, Phrase, Some, Time, Verb
from pbp.spells.sense.members import but_told_of, contains
from pbp.spells.walk import is_one, needs_a_cast, parts, replaced

Aside = tuple[str, Any]
"""What is said, and of whom: "in", "out", "may" (be one of them), "if" (they are), "same" (as a phrase), "all".

"might" is "may" of those who need not be of the group; "if so" and "may so" name what must be so.
"""


def aside_in(phrase: Phrase, *_: Any) -> Aside:
    """ "(You as well)", "(you are one of them)"."""
    if isinstance(phrase, Some) and phrase.how == "only":
        raise NoSense  # "each Wizard (only the caster counted)"
    return "in", phrase


def aside_out(phrase: Phrase, *_: Any) -> Aside:
    """ "(So not you)", "(you excluded)", "(you don't)"."""
    return "out", phrase


def aside_out_cast(owner: Phrase, noun: Said, *_: str) -> Aside:
    """ "(Your own cast does not count)"."""
    only((noun,), {"N": ("spell", "casting")})
    if noun.word.form != "s" or not isinstance(owner, Some) or owner.how != "one":
        raise NoSense
    return "out", owner


def aside_able(phrase: Phrase, *_: str) -> Aside:
    """ "(The caster is not exempt)", "the caster not excepted": if what is said of them is so of the caster."""
    return "able", phrase


def aside_counts(phrase: Phrase, _do: str) -> Aside:
    """ "(So idle Wizards do count)"."""
    return "in", phrase


def np_from_all(phrase: Phrase, *said: Any) -> Phrase:
    """ "A Wizard drawn at random (from all but the caster)", "(from all, so it may be the caster)"."""
    match phrase:
        case Some(t.Pick(_, t.All()) as pick):
            pass
        case _:
            raise NoSense
    match said:
        case ():
            return phrase
        case (Some(out, "one"),):
            return replace(phrase, who=replace(pick, among=t.Without(pick.among, out)))
        case (("may" | "might" | "in" | "out" as kind, again),):
            agreed = np_aside(replace(phrase, how="one"), ("may" if kind == "in" else kind, again))
            assert isinstance(agreed, Some)
            return replace(agreed, how=phrase.how)
    raise NoSense


def aside_one(phrase: Phrase, be: str) -> Aside:
    """ "(You are one of them as well)"."""
    return "in", phrase


def np_apposed(phrase: Phrase, again: Phrase) -> Phrase:
    """ "You, the caster, ..."."""
    if phrase != again or not isinstance(phrase, Some) or phrase.how != "one":
        raise NoSense
    return phrase


def np_ranked(rank: Said, noun: Said, told: Phrase) -> Phrase:
    """ "The richest Wizard, that is the one with the most Stars": the same way, and told in full."""
    match told:
        case Some(t.Top(t.All() | t.They("ones"), most=most) as top, "one") if most == (rank.sense == "most"):
            only((noun,), {"N": ("wizard",)})
            return replace(told, who=replace(top, among=t.All()))
    raise NoSense


def np_as_number(phrase: Phrase) -> Phrase:
    """ "The chosen position (counted as a number)"."""
    if not isinstance(phrase, Some) or not phrase.place or phrase.how != "one":
        raise NoSense
    return phrase


def np_namely(what: Phrase, amount: Phrase) -> Phrase:
    """ "Stars, namely as many as the chosen number"."""
    match what, amount:
        case Amount("bare", None, attr), Amount("=", t.Num(), said) if said in ("", attr):
            return replace(amount, attr=attr)
        case Amount("bare", None, attr), Number(number, said) if said in ("", attr):
            return Amount("=", number, attr)
    raise NoSense


def np_namely_bare(what: Phrase, amount: Phrase) -> Phrase:
    """ "Stars, as many as the chosen number"."""
    if not isinstance(what, Amount) or what.op != "bare" or not isinstance(amount, Amount):
        raise NoSense
    if amount.mode == "" and isinstance(amount.number, t.Int):
        raise NoSense
    return np_namely(what, amount)


def aside_out_whatever(phrase: Phrase, _do: str, what: Phrase, _be: str) -> Aside:
    """ "(You don't, whatever your Hat is)"."""
    if not isinstance(what, Own) or what.owner != phrase:
        raise NoSense
    return "out", phrase


def aside_but(phrase: Phrase) -> Aside:
    """ "(Anyone but you)"."""
    return "but", phrase


def aside_if(phrase: Phrase, *said: Any) -> Aside:
    """ "(You as well, if yours is)"."""
    subject, verb = said[-2], said[-1]
    if not isinstance(verb, Verb) or verb.denied or verb.sense not in ("be", "do", "have"):
        raise NoSense
    if verb.parts and (verb.sense, verb.parts) != ("have", (("object", Amount("=", t.ThatMany(), "", "that")),)):
        raise NoSense  # no more than "if you have that many"
    if not isinstance(phrase, Some) or subject not in (phrase, Own(phrase, "")):
        raise NoSense
    return "if", phrase


def aside_if_that(phrase: Phrase, _be: str, again: Phrase) -> Aside:
    """ "(You as well, if that is you)"."""
    if phrase != again or not isinstance(phrase, Some) or phrase.how != "one":
        raise NoSense
    return "if", phrase


def aside_if_such(phrase: Phrase, *said: Any) -> Aside:
    """ "(The caster too, if they are such a neighbour)"."""
    subject = next(part for part in said if isinstance(part, Phrase))
    if not isinstance(phrase, Some) or phrase.how != "one" or subject not in (phrase, Some(t.They())):
        raise NoSense
    nouns = [part for part in said if isinstance(part, Said)]
    only(nouns, {"N": ("wizard", "neighbour")})
    return ("if near" if any(noun.sense == "neighbour" for noun in nouns) else "if"), phrase


def aside_if_such_led(subject: Phrase, *said: Any) -> Aside:
    """ "(If the caster is one of these, the caster counts like any other)"."""
    *nouns, phrase = said
    return aside_if_such(phrase, subject, *nouns)


def aside_unless(phrase: Phrase, *said: Any) -> Aside:
    """ "(So you too, unless you are the one chosen)", "(you as well, unless you named yourself)"."""
    subject, verb = said[-2:]
    if phrase not in (Some(t.Caster()), Some(t.Caster(you=True))) or subject != phrase or not isinstance(verb, Verb):
        raise NoSense
    if verb.denied or verb.modal or verb.passive or verb.sense not in ("be", "choose"):
        raise NoSense
    match verb.parts:
        case (("object", Some(t.Chosen(), "one")),) if verb.sense == "be":
            return "unless", phrase
        case (("object", Some(t.They("self") | t.Caster(), "one")),) if verb.sense == "choose":
            return "unless", phrase
        case (("object", Own(Some(t.Caster(), "one"), "", False)),) if verb.sense == "choose":
            return "unless", phrase  # "unless you picked your own (position)"
    raise NoSense


def aside_same(phrase: Phrase) -> Aside:
    """ "(All Wizards)", "(that is, the caster)"."""
    return "same", phrase


def aside_every(*_: Any) -> Aside:
    """ "(Every one of them)", "(all of us counted)"."""
    return "every", None


def aside_both(*asides: Aside) -> Aside:
    """ "(Yes, all Wizards, you as well)"."""
    return "both", asides


def aside_neither_out(one: Phrase, other: Phrase, *noun: Said) -> Aside:
    """ "(Each Wizard ...), neither the caster nor the chosen Wizard being exempt (from the loss)"."""
    only(noun, {"N": ("flow", "payment")})
    return aside_both(aside_able(one), aside_able(other))


def aside_one_apposed(phrase: Phrase, again: Phrase, _be: str) -> Aside:
    """ "(You, the caster, are one of them as well)"."""
    return "in", np_apposed(phrase, again)


def _of_a_draw(*said: Any) -> None:
    """ "(They) may be the one", "can be picked", "can be such a Wizard"."""
    only(said, {"M": ("may", "can"), "N": ("wizard", "neighbour"), "VN": ("choose", "find")})


def aside_may_be_if(phrase: Phrase, *said: Any) -> Aside:
    """ "(You can be the one, if yours is)"."""
    _of_a_draw(*said)
    aside_if(phrase, *said)
    return "may if", phrase


def aside_may_not_be_one(phrase: Phrase, *said: Any) -> Aside:
    """ "(You can't be picked)", "(you can't be one of them)"."""
    _of_a_draw(*said)
    return "undrawn", phrase


def aside_none_of_them(phrase: Phrase, *_: Any) -> Aside:
    """ "Two random Wizards (neither of them the caster)"."""
    return "undrawn", phrase


def aside_one_will_do(*said: Any) -> Aside:
    """ "(If) some other Wizard (at least one)", "(one such Wizard is enough)"."""
    only(said, {"N": ("wizard", "neighbour")})
    return "some", None


def aside_anyone(*said: Any) -> Aside:
    """ "As many Stars as there are Wizards (anyone in the ring)"."""
    only(said, {"N": ("ring",)})
    return "same", Some(t.All(), "each")


def aside_not_even(phrase: Phrase) -> Aside:
    """ "(If) nobody (not even you)"."""
    return "even", phrase


def aside_sides(*_: Any) -> Aside:
    """ "Your neighbours (on both sides)"."""
    return "sides", None


def aside_steps(number: t.Num, *said: Any) -> Aside:
    """ "The Wizard 2 positions after you (so 2 positions higher, going round the ring)", "(one lower than yours)"."""
    only(said, {"N": ("position", "ring")})
    way = next(more_or_less(word) for word in said if isinstance(word, Said) and word.word.sort == "C")
    start = next((place_of(phrase) for phrase in said if isinstance(phrase, Phrase)), None)
    if not isinstance(number, t.Int):
        raise NoSense
    return "steps", (t.Int(number.value if way == ">" else -number.value), start)


def aside_steps_ring(steps: Aside, _fact: t.Act) -> Aside:
    """ "(One higher, and after the last comes the first)"."""
    return steps


def aside_not_only(phrase: Phrase) -> Aside:
    """ "(Not just the others)"."""
    return "more", phrase


def aside_counting(phrase: Phrase, aside: Aside) -> Aside:
    """ "(Counting everybody, you too)"."""
    return "both", (("same" if phrase == Some(t.All(), "each") else "in", phrase), aside)


def n_aside(nbar: Nbar, aside: Aside) -> Nbar:
    if aside[0] == "in" and nbar.noun.sense in ("wizard", "somebody") and all(role == "adj" for role, _ in nbar.mods):
        return n_counted_in(nbar, aside[1])  # "every Wizard (you are no exception) who cast Burn"
    return Nbar(nbar.noun, (*nbar.mods, ("aside", aside)))


def np_aside(phrase: Phrase, aside: Aside) -> Phrase:
    """A noun phrase with what is said again of it. Raises NoSense where it is not so, or not certain."""
    match phrase, aside:
        case Some(t.They("they" | "them" | "that Wizard") as they, "one"), (
            "same",
            Some(again, "one", place=False),
        ) if again not in (they, t.They("they"), t.They("them")) and is_one(again):
            return replace(phrase, who=t.SaidAs(they, again))  # "they (that neighbour, I mean)"
    match phrase, aside:
        case Some(t.Offset(_, t.Int(-1)), "one", place=True), ("same", Time("back", (1,), pro_form=True)):
            return phrase  # "the position before yours (the previous one)"
        case Some(t.Offset(_, steps), "one", place=True), ("same", Some(t.Offset(t.They("place"), same))):
            if steps == same:
                return phrase
    match phrase:
        case Some(_, "count", op, number) if aside[0] == "in" and (op, number) != (">=", t.Int(1)):
            raise NoSense  # "three Wizards, the caster included, cast Burn": is the caster one of the three?
        case Some(who, "one" | "each" | "plural" | "some" | "any" | "count" | "none", place=place) if (
            not place or aside[0] == "steps"
        ):
            return replace(phrase, who=_agreed(who, phrase.how, aside))
        case Casts(None, t.Cond(), how="plural" | "each" | "the") if aside[0] == "every":
            return phrase  # "Burn spells, all of them, ..."
        case Own(Some(who, "each" | "plural") as owner) if aside[0] in ("in", "out"):
            return replace(phrase, owner=replace(owner, who=_agreed(who, owner.how, aside)))
    raise NoSense


def np_drawn_apart(phrase: Phrase, *said: Any) -> Phrase:
    """ "A random other Wizard, drawn separately from row 1": as each Wizard drawn at random is."""
    verbs = [one for one in said if isinstance(one, Said) and one.word.sort == "V"]
    nouns = [one for one in said if isinstance(one, Said) and one.word.sort == "N"]
    if any(one.sense not in ("choose", "select", "roll") for one in verbs) or not isinstance(phrase, Some):
        raise NoSense
    if any(one.sense not in ("draw", "choice", "wizard") for one in nouns) or not isinstance(phrase.who, t.Pick):
        raise NoSense
    return phrase


def np_drawn_anew(phrase: Phrase, *said: Any) -> Phrase:
    """ "A random other Wizard (a separate draw, which may turn up the same Wizard)": other than the caster alone."""
    found = np_drawn_apart(phrase, *said)
    assert isinstance(found, Some)
    return replace(found, who=replaced(found.who, {t.Others(): t.Others(anew=True)}))


def act_none_works(act: t.Act) -> t.Act:
    """ "(The spells of other Wizards do not work): not one of those spells has any effect"."""
    match act:
        case t.Clause(None, (t.Void(t.Casters()),)) | t.Lasting(t.Clause(None, (t.Void(t.Casters()),))):
            return act
    raise NoSense


def act_aside(act: t.Act, aside: Aside) -> t.Act:
    """ "Everyone loses 2 Stars (you as well)"."""
    match act, aside[0]:
        case t.Lasting(inner), "steps":
            return replace(act, act=act_aside(inner, aside))
        case t.Clause(None, (t.Redirect(to=t.Offset() as to) as moved,)), "steps":
            return replace(act, acts=(replace(moved, to=_agreed(to, "one", aside)),))  # "... instead (one higher)"
    match act, aside:
        case t.Clause(None, (t.Void(t.Casters()) | t.Redirect(t.Casters()),)), ("every", None):
            return act  # "spells of other Wizards have no effect, every one of them"
        case t.Clause(None, (t.Mention(who),)), (
            "may" | "might",
            Some(t.Caster(), "one"),
        ) if contains(who, CASTER) is not False:
            return act  # "Look who is in position 4 (it may be you)"
    match act, aside[0]:
        case t.Clause(t.Pick() as pick), "undrawn" | "may" | "might" | "may if" | "may so":
            if sum(isinstance(part, t.Pick) for part in parts(act)) > 1:
                raise NoSense
            return replace(act, subject=_agreed(pick, "one", aside))  # "a random Wizard ... (you can't be picked)"
        case t.Clause(None, (t.Picks(pick=t.Pick() as pick) as picks,)), (
            "undrawn" | "may" | "might" | "may if" | "may so"
        ):
            agreed = _agreed(pick, "one", aside)
            assert isinstance(agreed, t.Pick)
            return replace(act, acts=(replace(picks, pick=agreed),))  # "one is drawn (yes, it may be you)"
    if not isinstance(act, t.Clause) or act.subject is None or is_one(act.subject):
        raise NoSense
    kinds = [kind for kind, _ in aside[1]] if aside[0] == "both" else [aside[0]]
    if not {*kinds} <= {"in", "out", "if", "able", "if so", "if near", "unless", "every", "whole"}:
        raise NoSense
    return replace(act, subject=_agreed(act.subject, "each", aside))


def _agreed(group: t.Who, how: str, aside: Aside) -> t.Who:
    kind, said = aside
    if kind == "might":  # of one drawn from a group in which they may be, and need not
        kind = "may if" if isinstance(group, t.Pick) and _may_hold(group.among, said) else "may"
    if kind == "both":
        for one in said:
            group = _agreed(group, how, one)
        return group
    if (
        kind in ("if so", "may so") and isinstance(group, t.Pick) and _may_hold(group.among, said[0])
    ):  # "a random Wizard with ... (you too, if ...)"
        _if_so(group.among, "each", *said)
        return group
    if kind == "if so":
        return _if_so(group, how, *said)
    who = _named(said)
    several = how in ("each", "plural") or (how == "any" and not is_one(group))
    asked = how in ("some", "none") and not is_one(group)  # "if no neighbour (you too, if you are one) cast Burn"
    if who is not None and is_one(who):
        inside = contains(group.among if isinstance(group, t.Pick) else group, who)
        if kind == "in" and several and who == CASTER and (all_but := but_told_of(group)) is not None:
            return all_but  # "everyone else (you too)"
        match kind:
            case "even" if inside and how == "none":
                return group
            case "in" if inside and (several or how in ("count", "some", "any")):
                return group
            case "in" if (several and inside is None) or (group == t.Others() and how in ("some", "any")):
                return t.SaidOf(group, who, True)
            case "out" | "but" | "undrawn" if inside is False:
                whom: t.Who = replaced(group, {t.Others(): t.Without(t.All(), CASTER)})
                return whom if who in (CASTER, t.Caster(you=True)) else group
            case "undrawn" if how == "count" and group == t.All():
                return t.Without(group, who)
            case "but" | "undrawn" if isinstance(group, t.Pick) and group.among == t.All():
                return replace(group, among=t.Without(group.among, who))
            case "but" if several and group == t.All():
                return t.Without(group, who)
            case "out" if several and inside is None:
                return t.SaidOf(group, who, False)
            case "unless" if several and isinstance(group, t.Without) and group.whole == t.All():
                if isinstance(group.part, t.Chosen) and who == CASTER:
                    return group
                raise NoSense
            case "if" | "able" if (several or asked) and inside is not False:
                return group
            case "able" if how == "count" and inside is not False:  # "two or more (the caster counts like any other)"
                return group
            case "if near" if (several or asked) and isinstance(group, t.Neighbours) and inside is not False:
                return group
            case "may" if isinstance(group, t.Pick) and inside:
                return group
            case "may" if how == "count" and inside:  # "several Wizards (you, perhaps)"
                return group
            case "may" if several and isinstance(group, t.Neighbours) and inside is None:
                return group  # "each neighbour of the chosen Wizard (possibly you)"
            case "may" if isinstance(group, t.At | t.Offset | t.Top) and is_one(group) and inside is not False:
                return group
            case "may" if how == "some" and group == t.Without(t.All(), t.They("self")):
                return group  # "some Wizard other than themselves (which may be you)"
            case "may if" if isinstance(group, t.Pick) and inside is not False:
                return group
    match kind:
        case "in" if (
            several and isinstance(said, Some) and said.how in ("each", "plural") and _idle_in(group, said.who)
        ):
            return group
        case "whole" if several and group == t.All():
            return group
        case "every" if several or (how == "count" and group == t.All()):
            return group
        case "same" if isinstance(said, Some) and said.who == group and said.how in (how, "each", "plural", "some"):
            return group
        case "some" if how in ("some", "any"):
            return group
        case "sides" if several and isinstance(group, t.Neighbours):
            return group
        case "steps" if isinstance(group, t.Offset) and group.steps == said[0]:
            return group if said[1] in (None, group.of) else replace(group, of=t.SaidAs(group.of, said[1]))
        case "same" if isinstance(said, Some) and said.how == "each" and said.who == group == t.All():
            return group
        case "same" if isinstance(group, t.Offset) and said == Some(t.Offset(t.They("place"), group.steps), place=True):
            return group  # "the Wizard right after the caster (the next position)"
        case "same" if isinstance(said, Some) and said.how == "each" and said.who == t.They("those") and several:
            return group
        case "more" if isinstance(said, Some) and said.who == t.Others() and group == t.All() and several:
            return group
    raise NoSense


def _may_hold(group: t.Who, said: Any) -> bool:
    """Whether somebody can be in a group of which it is known who they are: "a random neighbour" is not the caster."""
    who = _named(said)
    if who is None or any(isinstance(part, t.They) for part in parts(group)):
        return False
    plain: dict[t.Node, t.Node] = {t.Caster(you=True): CASTER}
    return contains(replaced(group, plain), replaced(who, plain)) is not False


def _if_so(group: t.Who, how: str, phrase: Phrase, told: Callable[[str], t.Cond]) -> t.Who:
    """ "Every Wizard with a Red Staff (you too if yours is Red)": if they are as those of the group are."""
    match group, phrase:
        case t.Those(_, test), Some(who, "one") if how in ("each", "plural") and contains(group, who) is not False:
            things = {str(part.attr) for part in parts(test) if isinstance(part, t.Is | t.Stat)}
            things |= {"position" for part in parts(test) if isinstance(part, t.Position)}
            if told(things.pop() if len(things) == 1 else "") == t.Holds(who, ">=", t.Int(1), test):
                return group
    raise NoSense


def _idle_in(group: t.Who, idle: t.Who) -> bool:
    """Whether those who are idle are among a group, as nothing says that who is in it cast a spell."""
    if idle not in (t.Those(t.All(), t.IsIdle(t.Member())), t.Those(t.All(), t.Not(t.CastIs(t.Member(), ())))):
        return False
    match group:
        case t.All() | t.Others() | t.Without(t.All(), t.Caster()):
            return True
        case t.Those(whole, t.Not(test)) | t.Without(whole, t.Those(t.All(), test)) if needs_a_cast(test):
            return _idle_in(whole, idle)
    return False


def _named(said: Any) -> t.Who | None:
    """The Wizard of whom something is said again, or whose thing it is."""
    match said:
        case Some(who) | Own(Some(who), "", False):
            return who
    return None
