"""Numbers, quantities and arithmetic. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, more_or_less, only
from pbp.spells.english.phrases import (
    HALVES,
    THEY,
    Amount,
    Amounts,
    Flow,
    Number,
    Own,
    Phrase,
    Pointer,
    Scaled,
    Some,
)
from pbp.spells.sense.numbers import times_of

ONE = t.Int(1)


def number(value: int) -> t.Num:
    return t.Int(value)


def number_twice(value: int, again: int) -> t.Num:
    """ "Three (3)"."""
    if value != again:
        raise NoSense
    return t.Int(value)


def dice(drawn: tuple[int, int]) -> t.Num:
    return t.Roll(*drawn)


def dice_part(drawn: tuple[int, int], divisor: int) -> t.Num:
    """ "DICE6/3"."""
    if divisor < 2:
        raise NoSense
    return t.Part(t.Roll(*drawn), t.Int(divisor), "")


def m2() -> tuple[str, int]:
    return "times", 2


def m3() -> tuple[str, int]:
    return "times", 3


def m_times(number: int) -> tuple[str, int]:
    """ "3 times (as many Stars as you have Crystals)"."""
    if number < 2:
        raise NoSense
    return "times", number


def d2() -> tuple[str, int]:
    return "part", 2


def d3() -> tuple[str, int]:
    return "part", 3


def d4() -> tuple[str, int]:
    return "part", 4


def d5() -> tuple[str, int]:
    return "part", 5


def d10() -> tuple[str, int]:
    return "part", 10


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


def q_least_that() -> Quant:
    """ "(If you have) at least that many (Crystals)"."""
    return ">=", t.ThatMany()


def q_most_that() -> Quant:
    """ "(If) at most that many (Wizards cast Burn)"."""
    return "<=", t.ThatMany()


def q_that() -> Quant:
    """ "(If) exactly that many (Wizards cast Burn)"."""
    return "==", t.ThatMany()


def q_even(number: t.Num) -> Quant:
    """ "(If) even one Wizard (cast Burn)": that one is enough."""
    if number != ONE:
        raise NoSense
    return ">=", number


def q_symbol(symbol: str, number: t.Num) -> Quant:
    """ "> 4 (Wizards)"."""
    return "==" if symbol == "=" else symbol, number


def q_from(number: int) -> Quant:
    """ "5+ Stars"."""
    return q_least(t.Int(number))


def q_most(number: t.Num) -> Quant:
    return "<=", number


def q_exactly(number: t.Num) -> Quant:
    return "==", number


def number_pair() -> t.Num:
    """ "A pair of (Stars)"."""
    return t.Int(2)


def no_more(number: t.Num) -> t.Num:
    """ "(One Wizard,) and only one"."""
    return number


def no_more_than_so(than: Said, number: t.Num | None = None) -> t.Num | None:
    """ "(One Wizard,) and no more than one", "but no more"."""
    if than.sense != ">":
        raise NoSense
    return number


def q_sole(number: t.Num, again: t.Num | None) -> Quant:
    """ "One and only one (Wizard)", "one (and no more)"."""
    if again not in (None, number):
        raise NoSense
    return "==", number


def q_than(than: Said, number: t.Num) -> Quant:
    return than.sense, number


def q_unlike(one: Said, other: Said, number: t.Num) -> Quant:
    """ "More or fewer than 6 (Wizards)"."""
    return "or", tuple((way, number) for way in unlike(one, other))


def unlike(one: Said, other: Said) -> tuple[str, str]:
    """The two ways of "more or fewer". Raises NoSense."""
    if {one.sense, other.sense} != {"<", ">"} or one.word.detail != other.word.detail:
        raise NoSense
    return one.sense, other.sense


def q_not_than(than: Said, number: t.Num) -> Quant:
    return ("<=" if than.sense == ">" else ">="), number


def q_under(number: t.Num) -> Quant:
    return "<", number


def q_over(number: t.Num) -> Quant:
    return ">", number


def q_or(number: t.Num, than: Said) -> Quant:
    return than.sense + "=", number


def q_between(low: t.Num, high: t.Num) -> Quant:
    return "between", (low, high)


def q_among(*numbers: t.Num) -> Quant:
    """ "3, 4 or 5 Stars"."""
    return "among", numbers


def q_either(left: Quant, right: Quant) -> Quant:
    """ "Fewer than 5 or more than 15 Stars"."""
    return "or", (left, right)


def q_more_half(than: Said) -> Quant:
    """ "More than half (of the Wizards)", "fewer than half"."""
    return {">": "most of", "<": "less than half of"}[more_or_less(than)], None


def q_not_more_half(than: Said) -> Quant:
    """ "No more than half (of the Wizards)", "no fewer than half"."""
    return {">": "at most half of", "<": "half of"}[more_or_less(than)], None


def q_least_half() -> Quant:
    """ "At least half (of the Wizards)"."""
    return "half of", None


def q_most_half() -> Quant:
    """ "At most half (of the Wizards)"."""
    return "at most half of", None


def q_half_or(way: Said) -> Quant:
    """ "Half or more (of the Wizards)"."""
    return {">": "half of", "<": "at most half of"}[more_or_less(way)], None


def q_upto(number: t.Num) -> Quant:
    return "upto", number


def q_more(number: t.Num, than: Said) -> Quant:
    return ("more" if than.sense == ">" else "less"), number


def q_more_by(than: Said, number: Phrase) -> Quant:
    """ "(You lose) fewer by the number rolled"."""
    return q_more(plain_number(number), than)


def q_several() -> Quant:
    return ">=", t.Int(2)


def sole(some: Some) -> t.Who:
    """The one Wizard who has something. Raises NoSense."""
    if some.how != "one":
        raise NoSense
    return some.who


def np_plus(left: Phrase, right: Phrase) -> Phrase:
    if isinstance(getattr(right, "number", None), t.Least | t.InAll):
        raise NoSense  # "1 Star plus 1 for each ..., to a maximum of 4": of both, or of the last?
    match left, _term(right):
        case (Amount(floor=t.Num()), _) | (_, Amount(floor=t.Num())):
            raise NoSense  # "2 Stars, to a minimum of 0, plus 1 Star for each neighbour": what is bounded?
        case Amount("=", one, attr, mode), Amount("=", other, more) if more in ("", attr):
            return Amount("=", t.Add((_whole(one), other)), attr, mode, open=True)
        case Amount("=", one, attr, mode), Number(other):
            return Amount("=", t.Add((_whole(one), other)), attr, mode, open=True)
        case Amount("=", one, attr, ""), Amount("more", other, more, "" | "extra") if attr and more in ("", attr):
            return Amount("=", t.Add((_whole(one), other)), attr, open=True)  # "1 Star, plus 1 more for each neighbour"
        case Number(one, ""), Amount("more", t.Int() as other, "", "" | "extra"):
            return Number(t.Add((_whole(one), other)), open=True)  # "the difference and 2 more"
        case Number(t.Int() as one, ""), Amount("more", t.Num() as other, "", "" | "extra"):
            return Amount("=", t.Add((one, other)), "", open=True)  # "(gain) 1, and 1 more for each neighbour"
    return Number(t.Add((_whole(plain_number(left)), plain_number(right))), open=True)


def _term(right: Phrase) -> Phrase:
    """What is added or taken off: one number. "10 minus C minus 1" is read from the left. Raises NoSense."""
    if isinstance(right, Amount | Number) and right.open:
        raise NoSense
    if isinstance(right, Own) and isinstance(right.attr, str) and right.attr:
        return Number(plain_number(right))  # "10 Stars minus your Crystals"
    return right


def np_plus_close(left: Phrase, right: Phrase) -> Phrase:
    """ "2 Stars plus 1": right behind it."""
    _one_number(left)
    return np_plus(left, right)


def np_minus_close(left: Phrase, right: Phrase) -> Phrase:
    """ "Your Crystals minus 1": right behind it."""
    _one_number(left)
    return np_minus(left, right)


def _one_number(left: Phrase) -> None:
    """Raises NoSense for two: "the higher of 0 and your Stars minus 3" could be less than both, or than the last."""
    match left:
        case Number(t.Greatest() | t.Least() | t.Gap()) | Amount("=", t.Greatest() | t.Least() | t.Gap(), _, ""):
            raise NoSense


def np_plus_other(left: Phrase, right: Phrase) -> Phrase:
    """ "2 Crystals, plus 1 Star for each neighbour": what stands apart is counted by itself."""
    match left, right:
        case Amount("=", t.Int() | t.Roll(), attr, ""), Amount("=", number, other, "") if attr and other not in (
            "",
            attr,
        ):
            if not isinstance(number, t.Int | t.Roll):
                return Amounts((left, right))
        case Amount("=", t.Count() | t.Times(t.Int(), t.Count()), attr, ""), Amount("=", t.Int(), other, "") if (
            attr and other not in ("", attr)
        ):
            return Amounts((left, right))  # "1 Star for each neighbour, plus 2 Crystals"
    raise NoSense


def np_plus_besides(left: Phrase, *said: Any) -> Phrase:
    """ "3 Stars and, on top of them, 1 Star for each neighbour"."""
    *words, right = said
    only(words, {"P": ("addition",)})
    match left, right:
        case Amount("=", _, attr, ""), Amount("=", _, other, "") if attr and other in ("", attr):
            return np_plus(left, right)
    return np_plus_other(left, right)


def np_minus(left: Phrase, right: Phrase) -> Phrase:
    match left, _term(right):
        case (Amount(floor=t.Num()), _) | (_, Amount(floor=t.Num())):
            raise NoSense
        case Amount("=", one, attr, mode), Amount("=", other, more) if more in ("", attr):
            return Amount("=", t.Minus(_whole(one), other), attr, mode, open=True)
        case Amount("=", one, attr, mode), Number(other):
            return Amount("=", t.Minus(_whole(one), other), attr, mode, open=True)
    return Number(t.Minus(_whole(plain_number(left)), plain_number(right)), open=True)


def np_each(phrase: Phrase, count: t.Num) -> Phrase:
    """ "1 Star for each neighbour"."""
    match phrase:
        case Amount("=", number, attr, mode) if isinstance(number, t.Num) and not isinstance(number, t.Add | t.Minus):
            return replace(phrase, number=times_of(number, count))
        case Amount("more", number, attr, mode):
            return Amount("more", times_of(number, count), attr, mode)
        case Number(number) if not isinstance(number, t.Add | t.Minus):
            return Number(times_of(number, count))
        case Amounts(parts) if len({part.attr for part in parts}) > 1:  # "1 Star and 1 Crystal for each neighbour"
            if any(isinstance(part.number, t.Count) for part in parts):
                raise NoSense  # "1 Star for each neighbour and 1 Crystal for each Wizard who cast Burn"
            return Amounts(tuple(cast(Amount, np_each(part, count)) for part in parts))
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
        case t.Noted() | t.ThatMany():
            return t.Rounded(number, way)
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
            return t.Stat(sole(owner), attr, start)
        case Amount("=", number, "", mode) if isinstance(number, t.Num) and mode in ("", "that"):
            return number
        case Pointer("it" | "this" | "that"):
            return t.Result("it")
    raise NoSense


def multiplied(how: tuple[str, int], phrase: Phrase, rounding: str = "") -> Phrase:
    """ "Half of their Stars", "twice the result"."""
    match phrase:
        case Own(_, str() as attr, True) if attr:
            raise NoSense  # "you lose half of your Stars at the start of the Duel": when?
        case Own(owner, str() as attr) if attr:
            number = scaled(how, t.Stat(sole(owner), attr), rounding)
            return Amount("=", number, attr, mode="of")
        case Amount("=", t.ThatMany() as number, attr, "that"):
            return Amount("=", scaled(how, number, rounding), attr, "that")
        case Own(Some(who, "one"), "", start):  # "(Stars equal to) half of their own"
            return Amount("=", scaled(how, t.Stat(who, "", start), rounding), "", mode="of")
        case Amount("=", number, attr, mode) if isinstance(number, t.Num) and mode != "that":
            return Amount("=", scaled(how, number, rounding), attr, mode)
        case Number(number):
            return replace(phrase, number=scaled(how, number, rounding))
        case Amount("the", _, attr):
            return Amount("scaled" if how[0] == "times" else "scaled else", how, attr, mode=rounding)
        case Flow(when="would"):
            return Scaled(phrase, how, rounding)
        case Flow(attr, "lose" | "gain" as way, Some(who, "one"), "", source, timed=True):
            moved = t.Moved(who, "loss" if way == "lose" else "gain", attr, source)
            return Amount("=", scaled(how, moved, rounding), attr)  # "half of the Stars lost by them this Duel"
        case Amount("bare", _, attr):
            return Amount("=", scaled(how, t.Stat(THEY, attr), rounding), attr, mode="of")
        case Pointer("the number"):
            return Amount("=", scaled(how, t.Noted(), rounding), "", mode="that")
        case Pointer("that" | "this"):
            return Amount("=", scaled(how, t.ThatMany(), rounding), "", mode="that")
        case Some(t.They("them" | "those")):
            return Amount("of them", scaled(how, t.ThatMany(), rounding), "", mode="that")
    raise NoSense


def multiplied_alone(how: tuple[str, int]) -> Phrase:
    """ "(They gain) double"; "half", with no word of as many as what, is of what would be lost, or of theirs."""
    return Amount("scaled", how, "", alone=how[0] == "part")


def multiplied_number(how: tuple[str, int], noun: Said) -> Phrase:
    """ "(They lose) double the number"."""
    if noun.sense != "number" or noun.word.form == "p":
        raise NoSense
    return Amount("scaled", how, "")


def multiplied_rounded(how: tuple[str, int], way: str, phrase: Phrase) -> Phrase:
    return multiplied(how, phrase, way)


def two_apart(left: Phrase, right: Phrase) -> Phrase:
    """ "(As many Stars as) your Stars and those of the chosen Wizard are apart"; positions are so around the ring."""
    match the_difference(left, right):
        case Number(t.Gap(t.Stat(), t.Stat())) as number:
            return number
    raise NoSense


def the_difference(left: Phrase, right: Phrase) -> Phrase:
    match left, right:
        case Own(one, str() as attr, before), Own(other, said, begun) if attr and said in ("", attr):
            if begun and not before and one.who != other.who:
                raise NoSense  # "between your Stars and theirs at the start of the Duel": both as they were then?
            return Number(t.Gap(t.Stat(sole(one), attr, before), t.Stat(sole(other), attr, begun)), attr)
        case Number(number, attr), Own(other, "", False) if attr:
            return Number(t.Gap(number, t.Stat(sole(other), attr)), attr)
        case (Own(one, str() as attr, start), Number(t.Int() as number, "")) | (
            Number(t.Int() as number, ""),
            Own(one, str() as attr, start),
        ) if attr:
            return Number(t.Gap(t.Stat(sole(one), attr, start), number), attr)
    return Number(t.Gap(plain_number(left), plain_number(right)))


def higher_of(than: Said, left: Phrase, right: Phrase) -> Phrase:
    """ "The lower of 3 and N", "the lower of: • 3 Stars • 1 Star for each neighbour"."""
    kind = t.Greatest if than.sense == ">" else t.Least
    if getattr(right, "open", False):
        raise NoSense  # "the lower of your Crystals and 3 plus 1": of 3, or of 4?
    match left, right:
        case Amount("=", t.Int(), _, ""), Amount("=", t.Int(), _, ""):
            raise NoSense  # "the lower of 3 Stars and 1 Star for each neighbour": the lower, for each?
        case Amount("=", one, attr, ""), Amount("=", other, said, "") if attr and said in ("", attr):
            return Amount("=", kind((one, other)), attr)
    return Number(kind((plain_number(left), plain_number(right))))


def quantity(quant: Quant) -> Phrase:
    """A number alone, with or without a comparison: "at least 5"."""
    op, value = quant
    if op == "=":
        return Number(value, open=isinstance(value, t.Add | t.Minus))
    if op in ("more", "less"):
        return Amount(op, value, "")
    if op in HALVES or (op, value) == q_that():
        raise NoSense  # "that many", "exactly that many": noun phrases of their own, never the one for the other
    return Amount(op, value, "")


def np_limit(phrase: Phrase, said: tuple[str, Phrase]) -> Phrase:
    """ "1 Star for each ..., to a maximum of 5"; "3 Stars, but not below 0"."""
    kind, bound = said
    if isinstance(phrase, Amounts) and kind in ("minimum", "floor"):
        return _each_limited(phrase, said)
    if not isinstance(phrase, Amount) or phrase.op != "=" or phrase.floor is not None:
        raise NoSense
    if kind == "minimum" and not floor_meant(phrase.number, bound):
        raise NoSense  # "DICE6 Stars (minimum 2)": 2 are lost at least, or 2 are left?
    if kind in ("minimum", "floor"):
        return replace(phrase, floor=_bound(bound, phrase.attr))
    if kind == "maximum" and isinstance(bound, Amount) and bound.mode == "total":
        return replace(phrase, number=in_all(phrase.number, bound, phrase.attr))
    if kind in ("maximum", "least"):
        way = t.Least if kind == "maximum" else t.Greatest
        return replace(phrase, number=capped(phrase.number, bound, phrase.attr, way))
    raise NoSense


def floor_meant(number: t.Num, bound: Phrase, *, each: bool = False) -> bool:
    """Whether a minimum can only be of what is left: of a number that is told, or 0 of a die, or of so much for `each`.

    "Lose 1 Star for each Crystal (minimum 1)": 1 is lost at least, or 1 is left?
    """
    none = isinstance(bound, Number | Amount) and bound.number == t.Int(0)
    return (isinstance(number, t.Int) and not each) or (isinstance(number, t.Int | t.Roll) and none)


def _each_limited(phrase: Amounts, said: tuple[str, Phrase]) -> Amounts:
    """ "2 Stars and 1 Crystal, to a minimum of 0": of both; "to a minimum of 0 Crystals": of those alone."""
    named = getattr(said[1], "attr", "")
    about = [part for part in phrase.parts if named in ("", part.attr)]
    if named and about != [phrase.parts[-1]]:
        raise NoSense
    limited = {part: cast(Amount, np_limit(part, said)) for part in about}
    return Amounts(tuple(limited.get(part, part) for part in phrase.parts))


def _bound(phrase: Phrase, attr: str) -> t.Num:
    match phrase:
        case Number(t.Int() as number):
            return number
        case Amount("=", t.Int() as number, said) if said in ("", attr):
            return number
    level = own_level(phrase)
    if level.attr != attr:
        raise NoSense
    return level


def own_level(phrase: Phrase) -> t.Stat:
    """ "(Not below) the number of Stars that the caster has", "your Stars": so many as one Wizard has."""
    match phrase:
        case Own(Some(t.Caster() | t.Chosen() as who, "one"), str() as attr, False) if attr:
            return t.Stat(who, attr)
        case Number(t.Stat(t.Caster() | t.Chosen(), str(), False) as level, said) if level.attr == said:
            return level
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


def capped(number: t.Num, bound: Phrase, attr: str, way: type[t.Least | t.Greatest]) -> t.Num:
    """So many, but no more (`Greatest`: no fewer) than some number: of the thing, unless one for each makes both so."""
    most = _bound(bound, attr)
    for_each = isinstance(number, t.Times) and isinstance(number.left, t.Int)
    said = isinstance(bound, Amount)
    if (
        isinstance(number, t.Int)
        and isinstance(bound, Amount)
        and bound.attr
        and way is t.Least
        and number.value < getattr(most, "value", 0)
    ):
        return t.Capped(number, most)  # "for each ..., the caster loses 1 Star, to a maximum of 3 Stars"
    whole = False  # "DICE6 plus 2 Stars, to a maximum of 6": of the 2 alone nobody says that
    match number:
        case t.Add((t.Roll() | t.Result(), t.Int(last))) if last < getattr(most, "value", 0):
            whole = True
    if (not said and for_each) or (isinstance(number, t.Int | t.Least | t.Greatest | t.Add | t.Minus) and not whole):
        raise NoSense
    return way((number, most))
