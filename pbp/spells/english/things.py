"""Amounts, numbers, and what they are measured by. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import (
    ME,
    THEY,
    Amount,
    Bag,
    Casts,
    Nbar,
    Number,
    Own,
    Phrase,
    Pointer,
    Some,
    Time,
    Verb,
    Worn,
)  # fmt: skip
from pbp.spells.sense.amounts import times_of
from pbp.spells.sense.casts import source
from pbp.spells.sense.numbers import moved_stars
from pbp.spells.walk import is_one

ONE = t.Int(1)

# ---- numbers


def number(value: int) -> t.Num:
    return t.Int(value)


def number_twice(value: int, again: int) -> t.Num:
    """ "Three (3)"."""
    if value != again:
        raise NoSense
    return t.Int(value)


def dice(drawn: tuple[int, int]) -> t.Num:
    return t.Roll(*drawn)


def number_x() -> t.Num:
    return t.NumberInput(-2)


def m2() -> tuple[str, int]:
    return "times", 2


def m3() -> tuple[str, int]:
    return "times", 3


def d2() -> tuple[str, int]:
    return "part", 2


def d3() -> tuple[str, int]:
    return "part", 3


def d4() -> tuple[str, int]:
    return "part", 4


def scaled(how: tuple[str, int], number: t.Num, rounding: str = "") -> t.Num:
    """So many times a number, or a part of it."""
    kind, factor = how
    if kind == "times":
        if rounding:
            raise NoSense
        return t.Times(t.Int(factor), number)
    return t.Part(number, t.Int(factor), rounding)


Quant = tuple[str, Any]


def q_num(number: t.Num) -> Quant:
    return "=", number


def q_least(number: t.Num) -> Quant:
    return ">=", number


def q_most(number: t.Num) -> Quant:
    return "<=", number


def q_exactly(number: t.Num) -> Quant:
    return "==", number


def q_than(than: Said, number: t.Num) -> Quant:
    return than.sense, number


def q_not_than(than: Said, number: t.Num) -> Quant:
    return ("<=" if than.sense == ">" else ">="), number


def q_or(number: t.Num, than: Said) -> Quant:
    return than.sense + "=", number


def q_between(low: t.Num, high: t.Num) -> Quant:
    return "between", (low, high)


def q_upto(number: t.Num) -> Quant:
    return "upto", number


def q_more(number: t.Num, than: Said) -> Quant:
    return ("more" if than.sense == ">" else "less"), number


def q_cmp(than: Said) -> Quant:
    raise NoSense


def q_several() -> Quant:
    return ">=", t.Int(2)


def q_most_of() -> Quant:
    return "most of", None


def q_half() -> Quant:
    return "half of", None


# ---- what is measured


def thing_of(nbar: Nbar) -> str:
    """The thing a bare noun names: "Stars". Raises NoSense if anything else is said of it."""
    if nbar.noun.sense == "number" and len(nbar.mods) == 1:
        role, value = nbar.mods[0]
        if role == "of" and isinstance(value, Amount) and value.op == "bare":
            return value.attr
    if nbar.noun.sense != "thing" or nbar.mods:
        raise NoSense
    return nbar.noun.word.detail


def source_of(phrase: Casts) -> t.Cond:
    """Spells as a test of the caster of a change. Raises NoSense where it is not said which."""
    if phrase.how == "none" or phrase.how == "count":
        raise NoSense
    if phrase.who is not None:
        return source(phrase.who)
    kind = phrase.kind or t.Always()
    return source(t.Casters(phrase.group, kind))


def casts_who(phrase: Casts) -> t.Who:
    """Those who cast these spells."""
    if phrase.who is not None:
        return phrase.who
    return t.Casters(phrase.group, phrase.kind or t.CastIs(t.Member()), phrase.how == "each")


def lately(bag: Bag, *, perfect: bool = False) -> tuple[tuple[t.Cond | None], ...]:
    """That a time in this Duel or a source is said of a gain or a loss; and the source."""
    time = bag.maybe("time", Time)
    if time is not None and time.kind not in ("now", "sofar"):
        raise NoSense
    so_far = bag.says("sofar")
    cause = bag.maybe("from", Casts | Pointer) or bag.maybe("because", Casts | Pointer)
    if isinstance(cause, Pointer):
        if cause.word != "it":
            raise NoSense
        cause = Casts(who=t.They("spell"))
    if cause is None and time is None and so_far is None:
        return ()
    return ((source_of(cause) if cause is not None else None,),)


WAYS = {"lose": "lost", "gain": "gained"}
KINDS = {"lose": "loss", "gain": "gain", "pay": "paid"}


def moved(who: t.Who, verb: Verb, attr: str) -> t.Num:
    """What a Wizard gained or lost: "(as many Stars as) they lost this Duel", or "this way"."""
    bag = Bag(verb.parts)
    if verb.denied or verb.modal or verb.passive:
        raise NoSense
    if bag.says("way"):
        bag.done()
        if verb.sense not in KINDS:
            raise NoSense
        return t.ThisWay(KINDS[verb.sense], attr, who)
    if verb.sense in ("gain|lose", "lose|gain"):
        when = lately(bag)
        bag.done()
        return t.Moved(who, "net", attr, when[0][0] if when else None)
    if verb.sense not in WAYS or (verb.form in ("s", "b") and not verb.perfect):
        raise NoSense  # "as many Stars as they lose": what is still to come is no number
    when = lately(bag)
    bag.done()
    return moved_stars(attr, who, WAYS[verb.sense], *when)


def measured(measure: Any, attr: str) -> Any:
    """The number by which something is measured, of that thing; or Wizards who are compared each for themselves."""
    match measure:
        case Number(number):
            return number
        case Amount("=", number, said) if said in ("", attr):
            return number
        case Own(owner, said, start) if said in ("", attr):
            return t.Stat(_single(owner), attr, start)
        case Some(who, "one", place=False):
            return t.Stat(who, attr)
        case Some(who, "one", place=True):
            return t.Position(who)
        case Own(Some(who, "one"), ""):
            return t.Stat(who, attr)
        case Some(who, "any"):
            return Some(who, "each")
        case ("time", Time("start")):
            return t.Stat(ME, attr, True)
        case Some(_, "each" | "some" | "none"):
            return measure
        case ("clause", Some() as some, Verb() as verb):
            return _measured_by(some, verb, attr)
        case ("there", Some() as some):
            return t.Count(some.who)
        case ("there", Casts() as casts):
            return t.Count(casts_who(casts))
    raise NoSense


def _single(some: Some) -> t.Who:
    if some.how != "one":
        raise NoSense
    return some.who


def _measured_by(some: Some, verb: Verb, attr: str) -> Any:
    bag = Bag(verb.parts)
    if verb.sense in ("have", "do", "be") and not verb.denied and not verb.modal:
        own = bag.maybe("object", Amount)
        if own is not None:
            if own.op != "bare":
                raise NoSense
            attr = own.attr
        time = bag.maybe("time", Time)
        together = bag.says("together")
        bag.done()
        if time is not None and time.kind not in ("start", "now"):
            raise NoSense
        if together:
            return t.Total(some.who, attr)
        if some.how != "one":
            return some
        return t.Stat(some.who, attr, time is not None and time.kind == "start")
    return moved(_single(some), verb, attr)


def measure_clause(subject: Phrase, verb: Verb) -> Any:
    if not isinstance(subject, Some):
        raise NoSense
    return "clause", subject, verb


def measure_pp(part: tuple[str, Any]) -> Any:
    """ "(Than) at the start of the Duel", "(as) in the previous Duel"."""
    role, time = part
    if not isinstance(time, Time):
        raise NoSense
    return "time", during(role, time)


def q_plus(left: t.Num, right: t.Num) -> Quant:
    return "=", t.Add((left, right))


def q_minus(left: t.Num, right: t.Num) -> Quant:
    return "=", t.Minus(left, right)


def or_more(number: t.Num, nbar: Nbar, way: Said) -> Phrase:
    """ "10 Stars or fewer"."""
    return Amount(way.sense + "=", number, thing_of(nbar))


def higher_of_two(way: Said, phrase: Phrase) -> Phrase:
    if phrase != Pointer("results"):
        raise NoSense
    return Number(t.Result("higher" if way.sense == ">" else "lower"))


def during(preposition: str, time: Time) -> Time:
    """A time with its preposition: "until the end of this Duel" is its rest, "for this Duel" all of it."""
    match preposition, time.kind:
        case "until", "end":
            return Time("rest")
        case "for" | "during" | "in", "rest":
            return time
        case "in" | "during" | "for" | "of", "now":
            return time
        case "in" | "during" | "for", "back":
            return time
        case "at" | "in", "start":
            return time
    raise NoSense


def measure_there(_be: str, phrase: Phrase) -> Any:
    return "there", phrase


def _amount(op: str, measure: Any, nbar: Nbar) -> Phrase:
    if nbar.noun.sense == "speed" and not nbar.mods:
        return Worn(t.Compare(t.SpeedOf(ME), op, speed_number(measure)), "spell")
    if nbar.noun.sense == "position":  # "as many positions after the caster as the result"
        raise NoSense
    attr = thing_of(nbar)
    return Amount(op, measured(measure, attr), attr)


def speed_number(measure: Any) -> t.Num:
    """With which Speed one is compared."""
    match measure:
        case Number(number):
            return number
        case Casts(who=t.Owner(who)):
            return t.SpeedOf(who)
        case Casts(who=t.Who() as who):
            return t.SpeedOf(who)
        case Own(Some(who, "one"), ""):
            return t.SpeedOf(who)
    raise NoSense


def as_many(nbar: Nbar, measure: Any) -> Phrase:
    return _amount("=", measure, nbar)


def as_many_bare(measure: Any) -> Phrase:
    return Amount("=", measured(measure, ""), "")


def as_many_least(nbar: Nbar, measure: Any) -> Phrase:
    return _amount(">=", measure, nbar)


def as_many_most(nbar: Nbar, measure: Any) -> Phrase:
    return _amount("<=", measure, nbar)


def _times(op: str, how: tuple[str, int], nbar: Nbar, measure: Any) -> Phrase:
    attr = thing_of(nbar)
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    return Amount(op, scaled(how, number), attr)


def times_as_many(how: tuple[str, int], nbar: Nbar, measure: Any = None) -> Phrase:
    if measure is None:
        raise NoSense
    return _times("=", how, nbar, measure)


def times_least(how: tuple[str, int], nbar: Nbar, measure: Any) -> Phrase:
    return _times(">=", how, nbar, measure)


def times_than(than: Said, how: tuple[str, int], nbar: Nbar, measure: Any) -> Phrase:
    return _times(than.sense, how, nbar, measure)


def times_as_many_bare(how: tuple[str, int], *nbar: Nbar) -> Phrase:
    """ "Twice as many Stars", of what is lost or gained anyway."""
    return Amount("scaled", how, thing_of(nbar[0]) if nbar else "")


def times_that_many(how: tuple[str, int], *nbar: Nbar) -> Phrase:
    return Amount("=", scaled(how, t.ThatMany()), thing_of(nbar[0]) if nbar else "", mode="that")


def that_many(*nbar: Nbar) -> Phrase:
    return Amount("=", t.ThatMany(), thing_of(nbar[0]) if nbar else "", mode="that")


def more_than(than: Said, nbar: Nbar, measure: Any) -> Phrase:
    return _amount(than.sense, measure, nbar)


def no_more_than(than: Said, nbar: Nbar, measure: Any) -> Phrase:
    return _amount("<=" if than.sense == ">" else ">=", measure, nbar)


def more_by_than(by: t.Num, than: Said, nbar: Nbar, measure: Any) -> Phrase:
    attr = thing_of(nbar)
    number = measured(measure, attr)
    if not isinstance(number, t.Num):
        raise NoSense
    if than.sense == ">":
        return Amount(">=", t.Add((number, by)), attr, mode="by")
    return Amount("<=", t.Minus(number, by), attr, mode="by")


def just_more_than(by: t.Num, than: Said, nbar: Nbar, measure: Any) -> Phrase:
    """ "Exactly one more Star than the caster"."""
    found = more_by_than(by, than, nbar, measure)
    assert isinstance(found, Amount)
    return replace(found, op="==")


# ---- arithmetic


def np_plus(left: Phrase, right: Phrase) -> Phrase:
    if isinstance(getattr(right, "number", None), t.Least):
        raise NoSense  # "1 Star plus 1 for each ..., to a maximum of 4": of both, or of the last?
    match left, right:
        case Amount("=", one, attr, mode), Amount("=", other, more) if more in ("", attr):
            return Amount("=", t.Add((_whole(one), other)), attr, mode)
        case Amount("=", one, attr, mode), Number(other):
            return Amount("=", t.Add((_whole(one), other)), attr, mode)
    return Number(t.Add((_whole(plain_number(left)), plain_number(right))))


def np_minus(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Amount("=", one, attr, mode), Amount("=", other, more) if more in ("", attr):
            return Amount("=", t.Minus(_whole(one), other), attr, mode)
        case Amount("=", one, attr, mode), Number(other):
            return Amount("=", t.Minus(_whole(one), other), attr, mode)
    return Number(t.Minus(_whole(plain_number(left)), plain_number(right)))


def np_each(phrase: Phrase, count: t.Num) -> Phrase:
    """ "1 Star for each neighbour"."""
    match phrase:
        case Amount("=", number, attr, mode) if isinstance(number, t.Num) and not isinstance(number, t.Add | t.Minus):
            return Amount("=", times_of(number, count), attr, mode)
        case Amount("more", number, attr, mode):
            return Amount("more", times_of(number, count), attr, mode)
        case Number(number) if not isinstance(number, t.Add | t.Minus):
            return Number(times_of(number, count))
    raise NoSense


def np_times(left: Phrase, right: Phrase) -> Phrase:
    if isinstance(left, Amount) and left.op == "=":
        return replace(left, number=t.Times(_whole(left.number), plain_number(right)))
    return Number(t.Times(_whole(plain_number(left)), plain_number(right)))


def np_divided(left: Phrase, right: Phrase) -> Phrase:
    divisor = plain_number(right)
    if divisor == t.Int(0) or isinstance(divisor, t.Add | t.Minus):
        raise NoSense
    if isinstance(left, Amount) and left.op == "=":
        return replace(left, number=t.Part(left.number, divisor))
    return Number(t.Part(plain_number(left), divisor))


def np_rounded(phrase: Phrase, way: str) -> Phrase:
    """ "Half of their Stars, rounded down"."""
    match phrase:
        case Amount("scaled", how) if how[0] == "part":
            return replace(phrase, mode=way)
        case Amount(_, number) if isinstance(number, t.Num):
            return replace(phrase, number=rounded(number, way))
        case Number(number):
            return replace(phrase, number=rounded(number, way))
    raise NoSense


def rounded(number: t.Num, way: str) -> t.Num:
    """A quotient with its rounding. Raises NoSense for anything else."""
    match number:
        case t.Part(_, _, ""):
            return replace(number, rounding=way)
        case t.Add((*first, t.Part(_, _, "") as last)):
            return t.Add((*first, replace(last, rounding=way)))
        case t.Times(left, t.Part(_, _, "") as last):
            return t.Times(left, replace(last, rounding=way))
    raise NoSense


def _whole(left: t.Num) -> t.Num:
    """ "6 divided by the number of Wizards plus 1": by which of both?"""
    if isinstance(left, t.Part) and not isinstance(left.right, t.Int) and not left.rounding:
        raise NoSense
    return left


def plain_number(phrase: Phrase) -> t.Num:
    """The number that a phrase is. Raises NoSense."""
    match phrase:
        case Number(number):
            return number
        case Own(owner, str() as attr, start) if attr:
            return t.Stat(_single(owner), attr, start)
        case Amount("=", number, "", mode) if isinstance(number, t.Num) and mode in ("", "that"):
            return number
        case Pointer("it" | "this" | "that"):
            return t.Result("it")
    raise NoSense


def multiplied(how: tuple[str, int], phrase: Phrase, rounding: str = "") -> Phrase:
    """ "Half of their Stars", "twice the result"."""
    match phrase:
        case Own(owner, str() as attr, start) if attr:
            number = scaled(how, t.Stat(_single(owner), attr, start), rounding)
            return Amount("=", number, attr, mode="of")
        case Amount("=", number, attr, mode) if isinstance(number, t.Num) and mode != "that":
            return Amount("=", scaled(how, number, rounding), attr, mode)
        case Number(number):
            return replace(phrase, number=scaled(how, number, rounding))
        case Amount("bare", _, attr):
            return Amount("=", scaled(how, t.Stat(THEY, attr), rounding), attr, mode="of")
        case Pointer("that"):
            return Amount("=", scaled(how, t.ThatMany(), rounding), "", mode="that")
    raise NoSense


def multiplied_rounded(how: tuple[str, int], way: str, phrase: Phrase) -> Phrase:
    return multiplied(how, phrase, way)


def the_difference(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Own(one, str() as attr), Own(other, said) if attr and said in ("", attr):
            return Number(t.Gap(t.Stat(_single(one), attr), t.Stat(_single(other), attr)), attr)
    return Number(t.Gap(plain_number(left), plain_number(right)))


def higher_of(than: Said, left: Phrase, right: Phrase) -> Phrase:
    both = (plain_number(left), plain_number(right))
    return Number(t.Greatest(both) if than.sense == ">" else t.Least(both))


def quantity(quant: Quant) -> Phrase:
    """A number alone, with or without a comparison: "at least 5"."""
    op, value = quant
    if op == "=":
        return Number(value)
    if op in ("more", "less"):
        return Amount(op, value, "")
    if op in ("most of", "half of"):
        raise NoSense
    return Amount(op, value, "")


def np_limit(phrase: Phrase, said: tuple[str, Phrase]) -> Phrase:
    """ "1 Star for each ..., to a maximum of 5"; "3 Stars, but not below 0"."""
    kind, bound = said
    if not isinstance(phrase, Amount) or phrase.op != "=" or phrase.floor is not None:
        raise NoSense
    if kind == "minimum" and not isinstance(phrase.number, t.Int):
        raise NoSense  # "DICE6 Stars (minimum 2)": 2 are lost at least, or 2 are left?
    if kind in ("minimum", "floor"):
        return replace(phrase, floor=_bound(bound, phrase.attr))
    if kind == "maximum" and isinstance(bound, Amount) and bound.mode == "total":
        return replace(phrase, number=in_all(phrase.number, bound, phrase.attr))
    if kind == "maximum":
        return replace(phrase, number=capped(phrase.number, bound, phrase.attr))
    raise NoSense


def _bound(phrase: Phrase, attr: str) -> t.Num:
    match phrase:
        case Number(t.Int() as number):
            return number
        case Amount("=", t.Int() as number, said) if said in ("", attr):
            return number
    raise NoSense


def in_all(number: t.Num, bound: Amount, attr: str) -> t.Num:
    """ "..., to a maximum of 3 Stars in all"."""
    if (
        bound.attr not in ("", attr)
        or not isinstance(bound.number, t.Int)
        or isinstance(number, t.Int | t.Least | t.InAll)
    ):
        raise NoSense
    return t.InAll(number, bound.number.value)


def capped(number: t.Num, bound: Phrase, attr: str) -> t.Num:
    """So many, but no more than some number: of the thing, unless one for each makes both the same."""
    most = _bound(bound, attr)
    for_each = isinstance(number, t.Times) and isinstance(number.left, t.Int)
    said = isinstance(bound, Amount)
    if (not said and for_each) or isinstance(number, t.Int | t.Least | t.Add | t.Minus):
        raise NoSense
    return t.Least((number, most))


# ---- how numbers compare


def than(way: Said, measure: Any) -> Any:
    return way.sense, measure


def than_or_equal(way: Said, measure: Any) -> Any:
    return way.sense + "=", measure


def not_than(way: Said, measure: Any) -> Any:
    return ("<=" if way.sense == ">" else ">="), measure


def at_least(measure: Any) -> Any:
    return ">=", measure


def at_most(measure: Any) -> Any:
    return "<=", measure


def equal(measure: Any) -> Any:
    return "=", measure


def _by(op: str, by: t.Num, way: Said, measure: Any) -> Any:
    number = plain_number(measure) if isinstance(measure, Phrase) else None
    if number is None:
        raise NoSense
    further = t.Add((number, by)) if way.sense == ">" else t.Minus(number, by)
    return (op if op == "=" else way.sense + "="), Number(further)


def exactly_by_than(by: t.Num, way: Said, measure: Any) -> Any:
    return _by("=", by, way, measure)


def by_than_least(by: t.Num, way: Said, measure: Any) -> Any:
    return _by(">=", by, way, measure)


def below(measure: Any) -> Any:
    return "<", measure


def above(measure: Any) -> Any:
    return ">", measure


def num_or(number: t.Num, way: Said) -> Any:
    return way.sense + "=", Number(number)


def between(low: t.Num, high: t.Num) -> Any:
    return "between", (low, high)


def divisible(number: t.Num) -> Any:
    if number in (t.Int(0), ONE):
        raise NoSense
    return "%", Number(number)


def is_single(who: t.Who) -> bool:
    """Whether this is one Wizard."""
    return is_one(who)
