"""What the rules of spell.lark mean: amounts and numbers. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.wizards import THEY, top_all


def that_wizard() -> t.Who:
    return t.They("that Wizard")


def measured(measure: Any, attr: str) -> t.Num:
    """What is measured, of the thing that is spoken of."""
    if isinstance(measure, t.Num):
        return measure
    kind, who, extra = measure
    if kind == "has":
        return t.Stat(who, attr)
    if kind == "moved":
        return moved_stars(attr, who, extra[0], *extra[1])
    if kind == "way":
        return this_way(attr, extra) if who is None else this_way_of(attr, who, extra)
    if kind == "total":
        return t.Total(who, extra or attr)
    if kind == "net":
        return t.Moved(who, "net", attr, extra)
    raise NoSense


def position_chosen() -> t.Num:
    return t.Position(t.Chosen(-10))


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


def count_best(best: tuple[bool, str]) -> t.Num:
    """ "The number of Wizards with the most Stars"."""
    return t.Count(top_all(best))


def count_stat(attr: str, who: t.Who = THEY) -> t.Num:
    return t.Stat(who, attr)


def count_above(attr: str, who: t.Who, _verb: str, number: int) -> t.Num:
    """ "For each Star that the caster has above 10"."""
    return t.Greatest((t.Int(0), t.Minus(t.Stat(who, attr), t.Int(number))))


def count_above_of(attr: str, number: int, who: t.Who, verb: str) -> t.Num:
    return count_above(attr, who, verb, number)


def count_stat_per(number: int, attr: str, who: t.Who, _verb: str, rounding: str = "down") -> t.Num:
    return t.Part(t.Stat(who, attr), t.Int(number), rounding)


def count_per(number: int, who: t.Who, rounding: str = "down") -> t.Num:
    """ "For every two Wizards who cast Burn": a pair that is not full counts for nothing."""
    return t.Part(t.Count(who), t.Int(number), rounding)


def count_attrs(attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return t.Truths(tuple(t.Is(THEY, attr, value) for attr in attrs))


def count_attrs_of(who: t.Who, attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return t.Truths(tuple(t.Is(who, attr, value) for attr in attrs))


def count_attrs_not(attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return count_attrs_of_not(THEY, attrs, value)


def count_attrs_of_not(who: t.Who, attrs: tuple[str, ...], value: t.Value) -> t.Num:
    return t.Truths(tuple(t.Not(t.Is(who, attr, value)) for attr in attrs))


def count_those() -> t.Num:
    return t.Count(t.They("those"))


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


def number_input() -> t.Num:
    return t.NumberInput(-1)


def number_x() -> t.Num:
    """ "X Stars", where the Inputs line asks for a number X."""
    return t.NumberInput(-2)


def higher_of(left: t.Num, right: t.Num) -> t.Num:
    return t.Greatest((left, right))


def lower_of(left: t.Num, right: t.Num) -> t.Num:
    return t.Least((left, right))


def stat(who: t.Who, attr: str) -> t.Num:
    return t.Stat(who, attr)


def stat_of(attr: str, who: t.Who) -> t.Num:
    return t.Stat(who, attr)


def stat_their(attr: str) -> t.Num:
    return t.Stat(THEY, attr)


def total(attr: str, who: t.Who) -> t.Num:
    return t.Total(who, attr)


def gap(left: t.Num, right: t.Num) -> t.Num:
    return t.Gap(left, right)


def gap_of(left: t.Who, right: t.Who, attr: str) -> t.Num:
    return t.Gap(t.Stat(left, attr), t.Stat(right, attr))


def num_twice(value: t.Num) -> t.Num:
    return t.Times(t.Int(2), value)


def num_part(divisor: int, value: t.Num, rounding: str = "") -> t.Num:
    if isinstance(value, t.Add):
        raise NoSense  # "half the number of Wizards plus 1": half of both?
    return num_part_all(divisor, value, rounding)


def num_part_all(divisor: int, value: t.Num, rounding: str = "") -> t.Num:
    return t.Part(value, t.Int(divisor), rounding)


def num_part_sum(divisor: int, left: t.Num, right: t.Num, rounding: str = "") -> t.Num:
    return num_part_all(divisor, num_plus(left, right), rounding)


def num_divided(value: t.Num, divisor: t.Num, rounding: str = "") -> t.Num:
    if divisor == t.Int(0):
        raise NoSense
    return t.Part(value, divisor, rounding)


def _whole(left: t.Num) -> t.Num:
    """ "6 divided by the number of Wizards plus 1": by which of both?"""
    if isinstance(left, t.Part) and not isinstance(left.right, t.Int) and not left.rounding:
        raise NoSense
    return left


def num_plus(*added: t.Num) -> t.Num:
    _whole(added[0])
    return t.Add(added)


def sum_of(left: t.Who, right: t.Who, attr: str) -> t.Num:
    """ "The sum of the caster's and the chosen Wizard's Crystals"."""
    return t.Add((t.Stat(left, attr), t.Stat(right, attr)))


def that_plus(number: t.Num) -> t.Num:
    return t.Add((t.ThatMany(), number))


def that_minus(number: t.Num) -> t.Num:
    return t.Minus(t.ThatMany(), number)


def num_minus(left: t.Num, right: t.Num) -> t.Num:
    return t.Minus(_whole(left), right)


def num_times(left: t.Num, right: t.Num) -> t.Num:
    return t.Times(_whole(left), right)


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


def count_casts(kind: t.Cond) -> t.Num:
    return t.Count(t.Casters(t.All(), kind))


_KINDS = {"lost": "loss", "forfeited": "loss", "gained": "gain", "received": "gain"}


def this_way(attr: str, *verb: str) -> t.Num:
    """ "For each Crystal lost this way"."""
    return t.ThisWay(_KINDS.get(verb[-1], "paid"), attr)


def this_way_of(attr: str, who: t.Who, verb: str) -> t.Num:
    return t.ThisWay(_KINDS.get(verb, "paid"), attr, who)


def measure_way(*parts: Any) -> Any:
    """ "As many Stars as they lost this way"."""
    return "way", parts[0] if len(parts) > 1 else None, parts[-1]


def moved_by(attr: str, verb: str, who: t.Who, *lately: Lately) -> t.Num:
    return moved_stars(attr, who, verb, *lately)


def count_stat_of(attr: str, who: t.Who, _verb: str) -> t.Num:
    return t.Stat(who, attr)


def count_stat_whose(who: t.Who, attr: str) -> t.Num:
    """ "For each of the caster's Crystals"."""
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


def stat_stars(who: t.Who = THEY) -> t.Num:
    return t.Stat(who, "Stars")


def average(left: t.Num, right: t.Num) -> t.Num:
    return t.Part(t.Add((left, right)), t.Int(2))


def average_of(left: t.Who, right: t.Who, attr: str) -> t.Num:
    return average(t.Stat(left, attr), t.Stat(right, attr))


def stat_start(attr: str, who: t.Who = THEY) -> t.Num:
    return t.Stat(who, attr, True)


def num_part_in(divisor: int, rounding: str, value: t.Num) -> t.Num:
    return num_part(divisor, value, rounding)


def fifth() -> int:
    return 5


def tenth() -> int:
    return 10


def count_attrs_same(attrs: tuple[str, ...], other: t.Who) -> t.Num:
    return count_attrs_of_same(THEY, attrs, other)


def count_attrs_of_same(who: t.Who, attrs: tuple[str, ...], other: t.Who) -> t.Num:
    """ "For each of their Hat and Robes that is the same as the caster's"."""
    return t.Truths(tuple(t.Is(who, attr, t.ValueOf(other, attr)) for attr in attrs))


def average_all(who: t.Who, attr: str) -> t.Num:
    """ "The average of all Wizards' Stars"."""
    return t.Part(t.Total(who, attr), t.Count(who))


def average_all_of(attr: str, who: t.Who) -> t.Num:
    return average_all(who, attr)
