"""The results of dice: which of them is asked about. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, more_or_less, only
from pbp.spells.english.naming import note
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import THEY, Amount, Number, Phrase, Roles, RollSaid, Some, Verb
from pbp.spells.english.pronouns import rolls_of
from pbp.spells.english.regardless import check_subject
from pbp.spells.english.things import plain_number
from pbp.spells.sense.conditions import disj, grouped, opposite
from pbp.spells.sense.sentences import Lead, Trailing, _inherit, each_act, joined_roll
from pbp.spells.walk import parts, replaced

ANY = " any"
"""What marks "anything lower" in the name of a lead, beside "lower"."""


def result_even(*noun: Said) -> t.Cond:
    return t.Not(result_odd(*noun))


def result_odd(*noun: Said) -> t.Cond:
    """ "An odd number"; "odd Duels" are something else."""
    if any(said.sense not in ("number", "result", "die") for said in noun):
        raise NoSense
    return t.Odd(t.Result())


def result_one(number: int) -> t.Cond:
    return t.Compare(t.Result(), "=", t.Int(number))


def result_any_of(*results: t.Cond) -> t.Cond:
    """ "A 1, a 2 or a 3"."""
    return disj(*results)


def result_list_of(first: t.Cond, rest: t.Cond) -> t.Cond:
    """ "1, 2 or 3", "1, 2"; but what stands behind "4 or less, " begins a clause: "one Wizard loses 2 Stars"."""
    if not isinstance(rest, t.Or) and not (isinstance(first, t.Compare) and first.op == "="):
        raise NoSense
    return disj(first, rest)


def result_not(*said: Any) -> t.Cond:
    """ "Anything but a 6"."""
    return opposite(said[-1])


def result_plus(number: int) -> t.Cond:
    """ "4+"."""
    return t.Compare(t.Result(), ">=", t.Int(number))


def range_of_two(low: int, high: int) -> Any:
    """ "(Anything) from 2 to 4"."""
    return "between", (t.Int(low), t.Int(high))


def from_up(low: int) -> Any:
    """ "(Anything) from 4 upwards"."""
    return ">=", Number(t.Int(low))


def result_of_it(compared: Any) -> t.Cond:
    """ "(On) less than 4", "anything above 3"."""
    op, measure = compared
    if op == "between":
        low, high = measure
        return grouped(t.And((t.Compare(t.Result(), ">=", low), t.Compare(t.Result(), "<=", high))))
    if op == "%":
        raise NoSense
    return t.Compare(t.Result(), op, plain_number(measure))


def result_number(noun: Said, number: int) -> t.Cond:
    """ "(If you chose) the number 2"."""
    only((noun,), {"N": ("number",)})
    return result_one(number)


def result_range(low: int, high: int) -> t.Cond:
    return result_of_it(range_of_two(low, high))


def result_or(number: int, way: Said) -> t.Cond:
    return t.Compare(t.Result(), way.sense + "=", t.Int(number))


def result_compared(noun: Said, compared: Any) -> t.Cond:
    """ "(On) a result above 2"."""
    if noun.sense not in ("result", "number"):
        raise NoSense
    return result_of_it(compared)


def result_of_one(noun: Said, cond: t.Cond) -> t.Cond:
    """ "(On) a roll of 4 or more"."""
    if noun.sense == "sum" or noun.word.detail == "total":  # "(with) a total of 12 or more"
        found: t.Cond = replaced(cond, {t.Result(): t.Result("sum")})
        return found
    if noun.sense != "result":
        raise NoSense
    return cond


def result_said(cond: t.Cond, verb: Verb) -> t.Cond:
    """ "(If) an even number comes up", "a 5 or higher is rolled", "2 or 3 was chosen"."""
    if verb.sense == "choose" and verb.passive and not (verb.denied or verb.modal or verb.parts):
        return of_chosen(cond)
    rolled = verb.sense == "roll" and verb.passive
    if not (rolled or (verb.sense == "comeup" and not verb.passive)) or verb.denied or verb.modal or verb.parts:
        raise NoSense
    return cond


def on_result_nothing(cond: t.Cond) -> t.Act:
    """ "4-6: nothing"."""
    return t.If(cond, (t.Seq(()),))


def lead_rest(*noun: Said) -> Lead:
    """ "On any other result", "on anything else", "with any other choice": of all that came before."""
    if noun and all(said.sense == "item" for said in noun):
        return "rest chosen item", None
    if any(said.sense not in ("result", "number") for said in noun):
        raise NoSense
    return "rest", None


def lead_other_number(attr: str, *ways: Said) -> Lead:
    """ "(If they have exactly 10 Stars, ...) With any other number of Stars, be it more or fewer"."""
    if ways and {more_or_less(way) for way in ways} != {"<", ">"}:
        raise NoSense
    return f"rest number {attr}", None


def rolls_told(*said: Any) -> t.Act:
    """ "Two rolls of DICE8(, and only the higher one counts)"."""
    rolls = rolls_of(*said)
    assert isinstance(rolls, RollSaid)
    return t.Clause(None, tuple(map(t.Rolls, rolls.rolls)), "b")


_OTHER = {"higher": "lower", "lower": "higher"}


def result_counts(*said: Any) -> t.Act:
    """ "(Roll DICE8 twice.) Only the higher result counts"."""
    match next(word for word in said if isinstance(word, Phrase)):
        case Number(t.Result("higher" | "lower") as result):
            return note(result)
    raise NoSense


def other_result_counts(*said: Any) -> t.Act:
    """ "(Roll DICE8 twice.) The lower result does not count", "ignore the lower one"."""
    match next(word for word in said if isinstance(word, Phrase)):
        case Number(t.Result("higher" | "lower" as which)):
            return note(t.Result(_OTHER[which]))
    raise NoSense


def keeping_result(rolls: t.Act, result: Phrase) -> t.Act:
    """ "Roll DICE8 twice, keeping the higher result"."""
    return joined_roll(rolls, result_counts(result))


def ignoring_result(rolls: t.Act, result: Phrase) -> t.Act:
    """ "Roll DICE8 twice, ignoring the lower result"."""
    return joined_roll(rolls, other_result_counts(result))


def lead_between(*noun: Said) -> Lead:
    """ "Anything in between: ...": what is left between the lower and the higher of the cases before."""
    only(noun, {"N": ("result", "number", "total", "die")})
    return "between", None


def between_nothing(*noun: Said) -> t.Act:
    """ "Anything in between: nothing"."""
    lead_between(*noun)
    return t.Else(t.Seq(()), between=True)


def rest_just_nothing(*noun: Said) -> t.Act:
    """ "Anything else: nothing", "all other results: nothing"."""
    kind, _ = lead_rest(*noun)
    if kind != "rest":
        raise NoSense
    return t.Else(t.Seq(()), every=True)


def lead_rest_chosen(who: Said, verb: Said, *said: Any) -> Lead:
    """ "If you chose anything else, ...", "if you chose another word, ...", "... one of the others, ..."."""
    if who.sense != "you":
        raise NoSense
    return lead_rest_told(verb, *said)


def lead_rest_told(verb: Said, *said: Any) -> Lead:
    """ "Pick any other number and (each Wizard gains that many Stars)"."""
    kinds = {word.sense for word in said}
    if not kinds <= {"number", "item"} or verb.sense != "choose":
        raise NoSense
    return f"rest chosen {' '.join(kinds)}", None


def lead_rest_two(*said: Any) -> Lead:
    """ "If you chose either of the other two words, ..."."""
    kind, cond = lead_rest_chosen(*said)
    return f"{kind} two", cond


_LEFT = {1: "one", 2: "two", 3: "three"}


def lead_rest_others(*said: Any) -> Lead:
    """ "With either of the other choices", "for the other two": of the words that were not named."""
    only(said, {"N": ("item",)})
    number = next((word for word in said if isinstance(word, int)), 0)
    if number and number not in _LEFT:
        raise NoSense
    return f"rest chosen item {_LEFT.get(number, '')}".strip(), None


def lead_rest_either(*said: Any) -> Lead:
    """ "With either of the other choices": of two."""
    return lead_rest_others(2, *said)


def lead_rest_one(*said: Any) -> Lead:
    """ "With the other choice": of one."""
    return lead_rest_others(1, *said)


def rest_nothing(*said: Any) -> t.Act:
    """ "Any other choice does nothing", "the other two do nothing"; "any other roll does nothing"."""
    if said and isinstance(said[-1], Said) and said[-1].sense == "result":
        if len(said) > 1:
            raise NoSense  # "the other 3 results do nothing": are there as many?
        return roll_does_nothing(lead_rest(*said), *said)
    return led(lead_rest_others(*said), t.Nothing())


def roll_does_nothing(lead: Lead, noun: Said) -> t.Act:
    """ "On any other result, this roll does nothing"."""
    only((noun,), {"N": ("result", "die")})
    if lead[0] not in ("rest", "else") and not any(isinstance(part, t.Result) for part in parts(lead[1])):
        raise NoSense
    return led(lead, t.Spared())


def lead_rest_chosen_one(who: Said, *said: Any) -> Lead:
    """ "If you chose the other one, ...": of two."""
    verb, noun = said[-2:] if isinstance(said[-1], Said) and said[-1].word.sort == "N" else (said[-1], None)
    kind, cond = lead_rest_chosen(who, verb, *(() if noun is None else (noun,)))
    return f"{kind} one", cond


def lead_rest_rolled(who: Said, verb: Said) -> Lead:
    """ "If you rolled anything else, ..."."""
    if verb.sense == "choose":
        return lead_rest_chosen(who, verb)
    if who.sense != "you" or verb.sense not in ("roll", "score"):
        raise NoSense
    return "rest", None


def lead_on(*said: Any) -> Lead:
    cond = said[-1]
    if not isinstance(cond, t.Cond):
        raise NoSense
    for word in said[:-1]:
        if isinstance(word, Said) and word.sense not in ("result", "number", "die"):
            raise NoSense
        if isinstance(word, Phrase) and word not in (Some(t.Caster()), Some(THEY)):
            raise NoSense
    return "if", cond


def _of_it(cond: t.Cond) -> t.Cond:
    found: t.Cond = replaced(cond, {t.Result(): t.Result("it")})
    return found


def lead_it_is(cond: t.Cond) -> Lead:
    """ "If it is 4 or more, ...": the result, if no other number could be meant."""
    return "if", _of_it(cond)


def lead_unless_it_is(cond: t.Cond) -> Lead:
    """ "Unless it is a 6, ..."."""
    return "if", t.Not(_of_it(cond), unless=True)


def lead_else_than(*said: Any) -> Lead:
    """ "If it is lower, ...", "if you roll less, ...": than what was asked just before."""
    than = said[-1]
    for word in said[:-1]:
        if isinstance(word, Said) and word.sense not in ("result", "number", "roll", "show", "you"):
            raise NoSense
    return f"else {more_or_less(than)}", None


def lead_else_has(subject: Phrase, have: str, than: Said) -> Lead:
    """ "If they have fewer (than that), ...": than what was asked of them just before."""
    if not isinstance(subject, Some) or subject.how != "one" or have not in ("b", "s"):
        raise NoSense
    kind, _ = lead_else_than(than)
    return kind, t.In(subject.who, subject.who)


def lead_else_there(*said: Any) -> Lead:
    """ "If there are fewer, ...", "if fewer did, ...": than the number of Wizards that was asked for just before."""
    kind, _ = lead_else_than(said[-1])
    return kind, t.In(t.All(), t.All())


def lead_any_than(*said: Any) -> Lead:
    """ "On anything lower, ...": than the result, or the results, named just before."""
    kind, _ = lead_else_than(*said)
    return f"{kind}{ANY}", None


def lead_should_show(*said: Any) -> Lead:
    """ "Should it show 4 or more, ..."."""
    return "if", result_claim(*said)


_SHOWS = ("show", "comeup")
"""What a die does with its result."""


def result_claim(*said: Any) -> t.Cond:
    """ "(If) the die shows 4 or more", "it comes up less than 3"."""
    *words, cond = said
    if any(word.sense not in (_SHOWS if word.word.sort == "V" else ("die", "result")) for word in words):
        raise NoSense
    found: t.Cond = cond
    return found


def result_thrown(subject: Phrase, verb: Said, cond: t.Cond) -> t.Cond:
    """ "(If) the caster rolls a 6", "you get 4 or more", "DICE6 shows 4 or more", "you chose 2 or more"."""
    if verb.sense == "choose" and subject == Some(t.Caster()):
        return of_chosen(cond)
    match subject:
        case Number(t.Roll() as roll) if verb.sense in _SHOWS:
            found: t.Cond = replaced(cond, {t.Result(): roll})
            return found
    if verb.sense not in ("roll", "score") or subject not in (Some(t.Caster()), Some(THEY)):
        raise NoSense
    return cond


def result_had(subject: Phrase, _have: str, verb: Said, cond: t.Cond) -> t.Cond:
    """ "(If) you have chosen 2 or more"."""
    if verb.sense != "choose":
        raise NoSense
    return result_thrown(subject, verb, cond)


def chosen_any_of(number: Phrase, be: str, *results: t.Cond) -> t.Cond:
    """ "(If) the chosen number is 1, 2 or 3", "the higher result is 8, 9 or 10"."""
    if not isinstance(number, Number) or number.number == t.Result() or be != "s":
        raise NoSense
    match results:
        case (t.Compare(op="="), t.Or()):
            pass
        case _ if not isinstance(number.number, t.NumberInput):
            raise NoSense  # "when it is below 6, two things happen"
    found: t.Cond = replaced(result_any_of(*results), {t.Result(): number.number})
    return found


def chosen_within(number: Phrase, be: str, low: int, high: int) -> t.Cond:
    """ "(If) the chosen number is 1 to 3"."""
    if not isinstance(number, Number) or not isinstance(number.number, t.NumberInput):
        raise NoSense
    return chosen_any_of(number, be, result_range(low, high))


def result_not_chosen(subject: Phrase, _do: str, verb: Said, cond: t.Cond) -> t.Cond:
    """ "(If) you did not choose 1"."""
    if verb.sense != "choose":
        raise NoSense
    return opposite(result_thrown(subject, verb, cond))


def picked_up_to(number: int) -> t.Cond:
    """ "(2 Stars for) up to 3"."""
    return t.Compare(t.Result(), "<=", t.Int(number))


def picked_sign(sign: str, number: int) -> t.Cond:
    """ "(2 Stars if) ≥ 3"."""
    return t.Compare(t.Result(), sign, t.Int(number))


def picked_than(how: Said, number: int) -> t.Cond:
    """ "(2 Stars for a number) higher than 3"."""
    return picked_sign(more_or_less(how), number)


def picked_below(number: int) -> t.Cond:
    return picked_sign("<", number)


def picked_above(number: int) -> t.Cond:
    return picked_sign(">", number)


def picked_number(noun: Said, cond: t.Cond) -> t.Cond:
    """ "(2 Stars for) a number up to 3"."""
    if noun.sense != "number" or noun.word.form != "s":
        raise NoSense
    found: t.Cond = replaced(cond, {t.Result(): t.NumberInput(-1)})
    return found


def picked_odd(noun: Said) -> t.Cond:
    """ "(5 Stars for) an odd number": the one that was chosen; "an odd one": of what was odd, or even, before."""
    if noun.sense == "one":
        return t.Odd(ONE_MORE)
    if noun.sense != "number":
        raise NoSense
    return t.Odd(t.NumberInput(-1))


def picked_even(noun: Said) -> t.Cond:
    return t.Not(picked_odd(noun))


def picked_word(word: str) -> t.Cond:
    """ "(2 Stars for) Hat", "choosing Hat (costs 2 Stars)": the word of the order."""
    return t.Word(-1, word)


def picked_odd_one() -> t.Cond:
    return t.Odd(ONE_MORE)


def picked_even_one() -> t.Cond:
    """ "(An odd number costs 5 Stars,) an even one (7)"."""
    return t.Not(picked_odd_one())


ONE_MORE = t.Result("one")
"""The number about which the case before asks: "5 Stars for an odd number, 7 for an even one"."""


def of_chosen(cond: t.Cond) -> t.Cond:
    """What is said of a result, of the number that the order names."""
    found: t.Cond = replaced(cond, {t.Result(): t.NumberInput(-3)})
    return found


def trail_on(cond: t.Cond) -> Trailing:
    """ "The caster gains 2 Stars on a 6"."""
    return cond, True, None


def trail_it_is(cond: t.Cond) -> Trailing:
    """ "(Gain 2 Stars) if it is a 6"."""
    return _of_it(cond), True, None


def trail_unless_it_is(cond: t.Cond) -> Trailing:
    """ "(Gain 2 Stars) unless it is a 6"."""
    return _of_it(cond), False, None


def _beside(before: t.Act, lead: Lead, act: t.Act) -> t.Act:
    check_subject(before, act)
    return t.Seq((*each_act(before), led(lead, _inherit(before, act))))


def joined_roll_sum(rolls: t.Act, added: Said, made: t.Act) -> t.Act:
    """ "Two rolls of DICE6, added together: the caster gains that many Stars"."""
    if added.sense != "addup":
        raise NoSense
    return joined_rolls(t.Seq((rolls, note(t.Result("sum"), "", "b"))), made)


def joined_rolls(before: t.Act, made: t.Act) -> t.Act:
    """ "Roll DICE6 and halve the result: the caster gains that many Stars"."""
    match before:
        case t.Seq(acts) if acts:
            pass
        case _:
            raise NoSense
    asked = any(isinstance(part, t.Result) for part in parts(made))
    for number, act_ in enumerate(acts, 1):
        match act_:
            case t.Clause(None | t.Caster(), inner) if inner and all(isinstance(p, t.Rolls | t.Note) for p in inner):
                pass
            case t.Clause() if number < len(acts) and asked:  # "your Hat becomes Red, and you roll DICE6:"
                pass
            case _:
                raise NoSense
    return t.Seq((*acts, *each_act(made)))


def led_rolls(lead: Lead, before: t.Act, made: t.Act) -> t.Act:
    """ "If ..., roll DICE6 and halve the result: the caster gains that many Stars"."""
    return led(lead, joined_rolls(before, made))


def roll_decides(phrase: Phrase, made: t.Act) -> t.Act:
    """ "A roll of DICE4 decides: should it come up odd, ..."."""
    match phrase:
        case Number(t.Roll() as roll):
            return joined_roll(t.Clause(None, (t.Rolls(roll),), "b"), made)
    raise NoSense


def result_gives(cond: t.Cond, verb: Verb) -> t.Act:
    """ "A 6 gives the caster 2 Stars"."""
    if verb.denied or verb.modal or verb.passive or verb.sense not in ("give", "award"):
        raise NoSense
    roles = Roles(None, verb)
    first = roles.take("object", Some | Amount)
    receiver, what = (
        (first, roles.take("object", Amount)) if isinstance(first, Some) else (roles.take("to", Some), first)
    )
    roles.done()
    return led(("if", cond), act(receiver, Verb("gain", "s", parts=(("object", what),))))
