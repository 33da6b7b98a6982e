"""What is said of two rolls, or that a roll is one and the same for all: "(one roll for all)".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, more_or_less, only
from pbp.spells.english.phrases import Nbar, Number, Phrase, Some, Verb
from pbp.spells.english.results import result_one
from pbp.spells.english.several import drawn_so
from pbp.spells.sense import sentences as joining
from pbp.spells.sense.conditions import conj, disj, grouped, opposite
from pbp.spells.walk import has_member, is_one, parts, replaced


def act_one_roll(act: t.Act) -> t.Act:
    """ "Each neighbour loses DICE6 Stars (one roll for both)"."""
    match act:
        case t.Clause(t.Who() as who) if _may_be_several(who):
            if len({part for part in parts(act) if isinstance(part, t.Roll)}) == 1:
                return act
    raise NoSense


def act_shared_roll(act: t.Act) -> t.Act:
    """ "Each neighbour loses DICE6 Stars (the same roll)": for each of them, or as was rolled before this?"""
    return t.Seq((act_one_roll(act), shared_roll()))


def roll_once(act: t.Act) -> t.Act:
    """ "Roll DICE6 once for everybody": as what is rolled alone always is."""
    match act:
        case t.Clause(None | t.Caster(), acts) if acts and all(isinstance(one, t.Rolls) for one in acts):
            return act
    raise NoSense


def act_one_pick(act: t.Act, *said: Said) -> t.Act:
    """ "Each other Wizard loses what a random Wizard has (the same random Wizard for everybody)": so it is said."""
    only(said, {"A": ("random",), "N": ("wizard", "neighbour", "position")})
    match act:
        case t.Clause(t.Who() as who) if _may_be_several(who):
            if len({part for part in parts(act) if isinstance(part, t.Pick)}) == 1:
                return act
    raise NoSense


def act_each_pick(act: t.Act, *said: Any) -> t.Act:
    """ "Each spell that targets you targets a random Wizard instead (picked separately for each spell)"."""
    if said and isinstance(said[-1], Nbar):
        if said[-1].noun.sense != "spell":
            raise NoSense
        said = said[:-1]  # "for each stray", as the text calls them
    if len(said) > 1 and said[-1].sense == "redirect" and said[-2].sense == "spell":
        said = said[:-1]  # "for each spell so redirected"
    *what, spell = said if said and said[-1].word.sort == "N" else (*said, None)
    only(
        what,
        {
            "V": ("choose", "find", "select"),
            "R": ("again", "random"),
            "A": ("random",),
            "N": ("wizard", "target", "item"),
        },
    )
    if spell is not None:
        only((spell,), {"N": ("spell",)})
    match act:
        case t.Clause(_, (t.Redirect(who, to=t.Pick(among=among)),)) if not is_one(who) and not has_member(among):
            return act
        case t.Lasting(t.Clause() as lasts):
            return replace(act, act=act_each_pick(lasts, *said))
    raise NoSense


def act_drawn_from(act: t.Act, *said: Any) -> t.Act:
    """ "Spells that target you target a random Wizard instead, drawn for each such spell from all Wizards but you"."""
    *words, preposition, group = said
    match act_each_pick(act, *words):
        case t.Clause(_, (t.Redirect(to=t.Pick() as pick) as moved,)) as made:
            verb = Verb("choose", "n", passive=True).add(preposition.sense, group)
            return replace(made, acts=(replace(moved, to=drawn_so(pick, verb)),))
    raise NoSense


def tie_one_roll(act: t.Act, rule: t.TieRule) -> t.Act:
    """ "Whoever has the fewest Stars loses DICE6 Stars (if several are tied, all of them, with the same roll)"."""
    return joining.tie_after(act_one_roll(act), rule)


def one_roll() -> t.Act:
    """ "One roll is made for all of them", of the sentence before."""
    return t.OneRoll()


def shared_roll() -> t.Act:
    """ "The same roll counts for all of them", of the sentence before."""
    return t.OneRoll(shared=True)


def roll_of_both(noun: Said) -> t.Act:
    """ "The same roll counts for both neighbours", of the sentence before."""
    only((noun,), {"N": ("neighbour",)})
    return t.OneRoll(shared=True, near=True)


def new_roll() -> t.Act:
    """ "This is a new roll"."""
    return t.NewRoll()


def act_new_roll(act: t.Act) -> t.Act:
    """ "The caster gains DICE6 Stars (a new roll)"."""
    return t.Seq((act, t.NewRoll()))


def tie_and_one_roll(rule: t.TieRule) -> t.Act:
    """ "If several are tied, they all lose, with one roll for all"."""
    return t.Seq((rule, t.OneRoll()))


def _may_be_several(who: t.Who) -> bool:
    return not is_one(who) or isinstance(who, t.Top)


def rolls_both(*noun: Said) -> str:
    """ "(If) both dice (show a 6)"."""
    return _of_those("both", noun)


def rolls_any(*noun: Said) -> str:
    return _of_those("any", noun)


def rolls_none(*noun: Said) -> str:
    return _of_those("none", noun)


def rolls_one(*noun: Said) -> str:
    return _of_those("one", noun)


def _of_those(how: str, noun: tuple[Said, ...]) -> str:
    """How many of them, and whether it is not said of what ("both are 6")."""
    only(noun, ROLLS)
    return how if noun else f"{how} {BARE}"


BARE = "of them"


ROLLS = {"N": ("result", "die")}


def rolls_claim(how: str, verb: Any, cond: t.Cond) -> t.Cond:
    """ "(If) both rolls are a 6", "either die shows a 1", "neither is lower than 3": of the last two rolls."""
    if isinstance(verb, Said) and verb.sense not in ("show", "comeup"):
        raise NoSense
    if set(parts(cond)) & RESULTS != {t.Result()}:
        raise NoSense
    even = isinstance(cond, t.Not) and isinstance(cond.part, t.Odd)
    if how.split()[0] in ("both", "none") and isinstance(cond, t.Not) and not even:
        raise NoSense  # "both rolls are not 6": neither is, or not both are?
    its = "its " if how.endswith(BARE) else ""
    first, second = (_result(its + which, cond) for which in ("first", "second"))
    match how.split()[0]:
        case "both":
            return grouped(conj(first, second))
        case "any":
            return grouped(disj(first, second))
        case "none":
            return grouped(conj(opposite(first), opposite(second)))
    return disj(grouped(conj(first, opposite(second))), grouped(conj(opposite(first), second)))


def rolls_claim_of(how: str, verb: Any, number: int) -> t.Cond:
    """ "(If) both are 6s"."""
    return rolls_claim(how, verb, result_one(number))


def rolls_pair(*said: Any) -> t.Cond:
    """ "(If) one roll is a 6 and the other is a 1": in either order."""
    one, other = (value for value in said if isinstance(value, t.Cond))
    only([value for value in said if isinstance(value, Said)], {"N": ("result", "die", "one")})
    ways = (("first", "second"), ("second", "first"))
    return disj(*(grouped(conj(_result(this, one), _result(that, other))) for this, that in ways))


def rolls_two_of(subject: Phrase, verb: Said, number: int) -> t.Cond:
    """ "(If) you roll two 6s"."""
    return _rolled("both", subject, verb, number)


def rolls_one_of(subject: Phrase, verb: Said, number: int) -> t.Cond:
    """ "(If) you roll at least one 6"."""
    return _rolled("any", subject, verb, number)


def _rolled(how: str, subject: Phrase, verb: Said, number: int) -> t.Cond:
    if subject != Some(t.Caster()) or verb.sense != "roll":
        raise NoSense
    return rolls_claim(how, "", result_one(number))


def times_both() -> str:
    return "both"


def times_any() -> str:
    return "any"


def times_one() -> str:
    return "one"


def rolls_times(*said: Any) -> t.Cond:
    """ "(If) you roll a 6 both times", "a 6 comes up at least once", "it shows a 6 only once"."""
    cond = next(value for value in said if isinstance(value, t.Cond))
    verb = next(value for value in said if isinstance(value, Said))
    subject = next((value for value in said if isinstance(value, Phrase)), None)
    rolled = "roll" if subject is not None or any(value in ("s", "d") for value in said) else "comeup"
    shown = not any(isinstance(value, Phrase) for value in said) and said[0] is verb
    if verb.sense not in (("show", "comeup") if shown else (rolled,)):
        raise NoSense
    if subject not in (None, Some(t.Caster())):
        raise NoSense
    return rolls_claim(said[-1], "", cond)


def rolls_are_both(*said: Any) -> t.Cond:
    """ "(If) they are both 6", "the rolls are both even"."""
    how = _of_those("both", tuple(value for value in said if isinstance(value, Said) and value.word.sort == "N"))
    verb = next((value for value in said if isinstance(value, Said) and value.word.sort != "N"), "")
    return rolls_claim(how, verb, said[-1])


def roll_than_other(subject: Phrase, be: str, than: Said, *other: Said) -> t.Cond:
    """ "(If) the second roll is higher (than the first)"."""
    only([word for word in other if word.word.sort == "N"], {"N": ("result", "die", "one")})
    match subject:
        case Number(t.Result("first" | "second" as this)) if be in ("s", "d") and than.sense in ("<", ">"):
            that = "second" if this == "first" else "first"
            number = {"first": "1", "second": "2"}[that]
            if than.word.detail or not all(
                word.sense == "ordinal" and word.word.detail == number for word in other if word.word.sort != "N"
            ):
                raise NoSense
            return t.Compare(subject.number, than.sense, t.Result(that))
    raise NoSense


def rolls_unlike(subject: Phrase, verb: Said, different: Said, noun: Said) -> t.Cond:
    """ "(If) you roll two different numbers"."""
    if subject != Some(t.Caster()) or verb.sense != "roll" or different.sense != "different":
        raise NoSense
    if noun.sense not in ("number", *ROLLS["N"]) or noun.word.form != "p":
        raise NoSense
    return t.Not(t.Compare(t.Result("first"), "=", t.Result("second")))


def rolled_or(subject: Phrase, verb: Said, number: Phrase, way: Said) -> t.Cond:
    """ "(If) you roll the chosen number or higher"."""
    if subject != Some(t.Caster()) or verb.sense != "roll":
        raise NoSense
    if not isinstance(number, Number) or not isinstance(number.number, t.NumberInput):
        raise NoSense
    return t.Compare(t.Result(""), more_or_less(way) + "=", number.number)


def rolls_alike(*said: Any) -> t.Cond:
    """ "(If) the rolls match", "they differ", "both dice show the same number", "you roll doubles"."""
    words = [value for value in said if isinstance(value, Said)]
    nouns = [word for word in words if word.word.sort == "N" and word.sense != "number"]
    only(nouns, ROLLS)
    others = [word.sense for word in words if word.word.sort != "N"]
    match said[0], others:
        case Phrase() as subject, ["roll"] | ["gain"] | [] if subject == Some(t.Caster()):  # "you get a double"
            alike = True
        case Said(), [] if nouns and nouns[0].word.form == "p":
            alike = True  # "both rolls come up the same"
        case "both", ["show"]:
            alike = True
        case Said(), ["match"] | ["differ"] | ["different"] if nouns and nouns[0].word.form == "p":
            alike = others == ["match"]
        case _:
            raise NoSense
    test = t.Compare(t.Result("first"), "=", t.Result("second"))
    return test if alike else t.Not(test)


def rolls_sum(*said: Any) -> t.Cond:
    """ "(If) they add up to 10 or more"."""
    how = _of_those("sum", tuple(value for value in said if isinstance(value, Said) and value.word.sort == "N"))
    verb, to = (value for value in said if isinstance(value, Said) and value.word.sort != "N")
    if verb.sense != "addup" or to.sense != "to" or set(parts(said[-1])) & RESULTS != {t.Result()}:
        raise NoSense
    return _result("its sum" if how.endswith(BARE) else "sum", said[-1])


RESULTS: set[t.Node] = {t.Result(which) for which in ("", "it", "first", "second", "higher", "lower", "sum", "its sum")}


def _result(which: str, cond: t.Cond) -> t.Cond:
    found: t.Cond = replaced(cond, {t.Result(): t.Result(which)})
    return found
