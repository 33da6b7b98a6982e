"""What the rules of spell.lark mean: amounts and numbers. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense_who import THEY


def that_wizard() -> t.Who:
    return t.They("that Wizard")


Amounts = tuple[tuple[t.Num, str], ...]


def amounts(*parts: tuple[t.Num, str]) -> Amounts:
    return parts


def amounts_and(before: Amounts, part: tuple[t.Num, str]) -> Amounts:
    return (*before, part)


def amount(number: t.Num, attr: str) -> tuple[t.Num, str]:
    return number, attr


def amount_swapped(attr: str, number: t.Num) -> tuple[t.Num, str]:
    return number, attr


def amount_a(attr: str) -> tuple[t.Num, str]:
    return t.Int(1), attr


def amount_each(number: t.Num, attr: str, count: t.Num) -> tuple[t.Num, str]:
    return _times(number, count), attr


def _times(left: t.Num, right: t.Num) -> t.Num:
    return right if left == t.Int(1) else t.Times(left, right)


def amount_as(attr: str, measure: Any) -> tuple[t.Num, str]:
    return measured(measure, attr), attr


def amount_times(factor: int, attr: str, measure: Any) -> tuple[t.Num, str]:
    return t.Times(t.Int(factor), measured(measure, attr)), attr


def measured(measure: Any, attr: str) -> t.Num:
    """What is measured, of the thing that is spoken of."""
    if isinstance(measure, t.Num):
        return measure
    kind, who, extra = measure
    if kind == "has":
        return t.Stat(who, attr)
    if kind == "moved":
        return moved_stars(attr, who, extra[0], *extra[1])
    if kind == "net":
        return t.Moved(who, "net", attr, extra)
    raise NoSense


def part(divisor: int, attr: str, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(t.Stat(THEY, attr), t.Int(divisor), rounding), attr


def part_in(divisor: int, rounding: str, attr: str) -> tuple[t.Num, str]:
    return part(divisor, attr, rounding)


def part_of(divisor: int, stat: t.Num, rounding: str = "") -> tuple[t.Num, str]:
    if not isinstance(stat, t.Stat):
        raise NoSense
    return t.Part(stat, t.Int(divisor), rounding), stat.attr


def part_of_in(divisor: int, rounding: str, stat: t.Num) -> tuple[t.Num, str]:
    return part_of(divisor, stat, rounding)


def part_as(divisor: int, attr: str, measure: Any) -> tuple[t.Num, str]:
    number = measured(measure, attr)
    if isinstance(number, t.Part) and not isinstance(number.left, t.Part):
        raise NoSense
    return t.Part(number, t.Int(divisor)), attr


def part_as_has(divisor: int, attr: str, who: t.Who, _verb: str, rounding: str) -> tuple[t.Num, str]:
    return t.Part(t.Stat(who, attr), t.Int(divisor), rounding), attr


def part_that_bare(divisor: int, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(t.ThatMany(), t.Int(divisor), rounding), ""


def amount_dice(drawn: tuple[int, int], attr: str) -> tuple[t.Num, str]:
    return t.Roll(*drawn), attr


def position_chosen() -> t.Num:
    return t.Position(t.Chosen(-10))


def part_that(divisor: int, attr: str, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(t.ThatMany(), t.Int(divisor), rounding), attr


def all_theirs(attr: str) -> tuple[t.Num, str]:
    return t.Greatest((t.Int(0), t.Stat(THEY, attr))), attr


def that_many(*attr: str) -> tuple[t.Num, str]:
    return t.ThatMany(), attr[0] if attr else ""


def that_times(factor: int, *attr: str) -> tuple[t.Num, str]:
    return t.Times(t.Int(factor), t.ThatMany()), attr[0] if attr else ""


def twice() -> int:
    return 2


def thrice() -> int:
    return 3


def half() -> int:
    return 2


def third() -> int:
    return 3


def quarter() -> int:
    return 4


def down() -> str:
    return "down"


def up() -> str:
    return "up"


def count(who: t.Who) -> t.Num:
    return t.Count(who)


def count_stat(attr: str, who: t.Who = THEY) -> t.Num:
    return t.Stat(who, attr)


def count_stat_per(number: int, attr: str, who: t.Who, _verb: str, rounding: str = "down") -> t.Num:
    return t.Part(t.Stat(who, attr), t.Int(number), rounding)


def count_attrs(attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return t.Truths(tuple(t.Is(THEY, attr, value) for attr in attrs))


def count_attrs_of(who: t.Who, attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return t.Truths(tuple(t.Is(who, attr, value) for attr in attrs))


def count_attrs_not(attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return count_attrs_of_not(THEY, attrs, value)


def count_attrs_of_not(who: t.Who, attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return t.Truths(tuple(t.Not(t.Is(who, attr, value)) for attr in attrs))


def count_duels(number: int, who: t.Who, kind: t.Cond) -> t.Num:
    """ "For each of the three previous Duels in which the caster cast Greed"."""
    if not isinstance(kind, t.CastIs) or not 1 <= number <= 50:
        raise NoSense
    if any(not isinstance(name, str | t.OwnName) for name in kind.names):
        raise NoSense
    return t.Truths(tuple(t.CastAgain(who, kind.names, (back,)) for back in range(1, number + 1)))


def count_those_casts() -> t.Num:
    return t.Count(t.They("those spells"))


def stat_best(best: tuple[bool, str], group: t.Who) -> t.Num:
    """ "The lowest number of Stars held by any Wizard": the same, however many hold it."""
    return t.Stat(t.Top(group, t.Stat(t.Member(), best[1]), best[0], "first"), best[1])


def attrs(attr: str) -> tuple[str, ...]:
    return (attr,)


def attrs_more(before: tuple[str, ...], attr: str) -> tuple[str, ...]:
    return (*before, attr)


def number(value: int) -> t.Num:
    return t.Int(value)


def dice(drawn: tuple[int, int]) -> t.Num:
    return t.Roll(*drawn)


def one_number() -> t.Num:
    return t.Int(1)


def number_input() -> t.Num:
    return t.NumberInput(-1)


def result() -> t.Num:
    return t.Result()


def result_high() -> t.Num:
    return t.Result("higher")


def result_low() -> t.Num:
    return t.Result("lower")


def higher_of(left: t.Num, right: t.Num) -> t.Num:
    return t.Greatest((left, right))


def lower_of(left: t.Num, right: t.Num) -> t.Num:
    return t.Least((left, right))


def result_sum() -> t.Num:
    return t.Result("sum")


def result_first() -> t.Num:
    return t.Result("first")


def result_second() -> t.Num:
    return t.Result("second")


def stat(who: t.Who, attr: str) -> t.Num:
    return t.Stat(who, attr)


def stat_of(attr: str, who: t.Who) -> t.Num:
    return t.Stat(who, attr)


def stat_their(attr: str) -> t.Num:
    return t.Stat(THEY, attr)


def stat_group(who: t.Who, attr: str) -> t.Num:
    return t.Total(who, attr)


def total(attr: str, who: t.Who) -> t.Num:
    return t.Total(who, attr)


def gap(left: t.Num, right: t.Num) -> t.Num:
    return t.Gap(left, right)


def gap_of(left: t.Who, right: t.Who, attr: str) -> t.Num:
    return t.Gap(t.Stat(left, attr), t.Stat(right, attr))


def num_twice(value: t.Num) -> t.Num:
    return t.Times(t.Int(2), value)


def num_part(divisor: int, value: t.Num, rounding: str = "") -> t.Num:
    return t.Part(value, t.Int(divisor), rounding)


def num_divided(value: t.Num, divisor: int, rounding: str = "") -> t.Num:
    return t.Part(value, t.Int(divisor), rounding)


def num_plus(left: t.Num, right: t.Num) -> t.Num:
    return t.Add((left, right))


def num_minus(left: t.Num, right: t.Num) -> t.Num:
    return t.Minus(left, right)


def num_times(left: t.Num, right: t.Num) -> t.Num:
    return t.Times(left, right)


def position_of(who: t.Who) -> t.Num:
    return t.Position(who)


def position_their() -> t.Num:
    return t.Position(THEY)


def rounded(value: t.Num, rounding: str = "") -> t.Num:
    if not rounding:
        return value
    if not isinstance(value, t.Part) or value.rounding:
        raise NoSense
    return replace(value, rounding=rounding)


Lately = tuple[t.Cond | None]
"""That a time or a source is named, and the source."""


def lately(*source: t.Cond) -> Lately:
    return (source[0] if source else None,)


def moved(verb: str) -> str:
    return verb


def moved_now(_verb: str) -> str:
    """ "As many Stars as they lose": what is still to come is no number."""
    return ""


def moved_stars(attr: str, who: t.Who, verb: str, *lately: Lately) -> t.Num:
    """What a Wizard gained or lost, with or without a word of when or from what."""
    if not verb:
        return t.Untimed(None)
    found = t.Moved(who, _way(verb), attr, lately[0][0] if lately else None)
    return found if lately else t.Untimed(found)


def _way(verb: str) -> str:
    return "loss" if verb.startswith("los") else "gain"


def measure_has(who: t.Who, _verb: str) -> Any:
    return "has", who, None


def measure_moved(who: t.Who, verb: str, *lately: Lately) -> Any:
    return "moved", who, (verb, lately)


def moved_net(who: t.Who, first: str, second: str, *lately: Lately) -> Any:
    if _way(first) == _way(second):
        raise NoSense
    return "net", who, lately[0][0] if lately else None


def amount_a_each(attr: str, count: t.Num) -> tuple[t.Num, str]:
    return count, attr


def most_of_it(number: int, *attr: str) -> tuple[int, str]:
    return number, attr[0] if attr else ""


def amount_a_each_upto(attr: str, count: t.Num, most: tuple[int, str]) -> tuple[t.Num, str]:
    return amount_each_upto(1, attr, count, most)


def amount_each_upto(number: int, attr: str, count: t.Num, most: tuple[int, str]) -> tuple[t.Num, str]:
    """So many for each, but no more than some number: of the thing, unless one each makes both the same."""
    highest, thing = most
    if thing not in ("", attr) or (not thing and number != 1):
        raise NoSense
    return t.Least((_times(t.Int(number), count), t.Int(highest))), attr


def amount_int(number: int, attr: str) -> tuple[t.Num, str]:
    return t.Int(number), attr


def amount_times_num(factor: int, number: t.Num, attr: str) -> tuple[t.Num, str]:
    return t.Times(t.Int(factor), number), attr


def count_casts(kind: t.Cond) -> t.Num:
    return t.Count(t.Casters(t.All(), kind))


def moved_by(attr: str, verb: str, who: t.Who, *lately: Lately) -> t.Num:
    return moved_stars(attr, who, verb, *lately)


def count_stat_of(attr: str, who: t.Who, _verb: str) -> t.Num:
    return t.Stat(who, attr)


def stat_of_has(attr: str, who: t.Who, _verb: str) -> t.Num:
    return t.Stat(who, attr)


def count_stat_they(attr: str, _verb: str) -> t.Num:
    return t.Stat(THEY, attr)


def count_stat_per_they(number: int, attr: str, _verb: str, rounding: str = "down") -> t.Num:
    return count_stat_per(number, attr, THEY, _verb, rounding)


def number_that() -> t.Num:
    return t.ThatMany()


def measure_does(who: t.Who) -> Any:
    return "has", who, None


def measure_thing(who: t.Who, _verb: str, attr: str) -> Any:
    return t.Stat(who, attr)


def amount_chosen(attr: str) -> tuple[t.Num, str]:
    return t.NumberInput(-1), attr


def stat_stars(who: t.Who = THEY) -> t.Num:
    return t.Stat(who, "Stars")


def amounts_plus(left: tuple[t.Num, str], right: tuple[t.Num, str]) -> Amounts:
    if left[1] != right[1]:
        raise NoSense
    return ((t.Add((left[0], right[0])), left[1]),)


def amounts_minus(left: tuple[t.Num, str], right: tuple[t.Num, str]) -> Amounts:
    if left[1] != right[1]:
        raise NoSense
    return ((t.Minus(left[0], right[0]), left[1]),)


def amounts_plus_bare(left: tuple[t.Num, str], number: t.Num, count: t.Num) -> Amounts:
    return amounts_plus(left, (_times(number, count), left[1]))


def amounts_minus_bare(left: tuple[t.Num, str], number: t.Num, count: t.Num) -> Amounts:
    return amounts_minus(left, (_times(number, count), left[1]))


def amount_gap(left: t.Num, right: t.Num) -> tuple[t.Num, str]:
    if not isinstance(left, t.Stat) or not isinstance(right, t.Stat) or left.attr != right.attr:
        raise NoSense
    return t.Gap(left, right), left.attr


def amount_gap_of(left: t.Who, right: t.Who, attr: str) -> tuple[t.Num, str]:
    return gap_of(left, right, attr), attr


def average(left: t.Num, right: t.Num) -> t.Num:
    return t.Part(t.Add((left, right)), t.Int(2))


def average_of(left: t.Who, right: t.Who, attr: str) -> t.Num:
    return average(t.Stat(left, attr), t.Stat(right, attr))


def stat_start(attr: str, who: t.Who = THEY) -> t.Num:
    return t.Stat(who, attr, True)
