"""What the rules of spell.lark mean: what a cast costs. One function for each name after "->"."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.chart import NoSense

Cost = tuple[t.Num, str]


def cost(number: t.Num, attr: str = "Stars") -> Cost:
    return number, attr


def cost_a(attr: str) -> Cost:
    return t.Int(1), attr


def cost_each(number: t.Num, count: t.Num) -> Cost:
    return count if number == t.Int(1) else t.Times(number, count), "Stars"


def cost_amount(amount: Cost) -> Cost:
    return amount


def cost_all(stat: t.Num) -> Cost:
    """ "All of the caster's Crystals"."""
    if not isinstance(stat, t.Stat):
        raise NoSense
    return t.Greatest((t.Int(0), stat)), stat.attr


def cost_free() -> Cost:
    return t.Int(0), "Stars"


def cost_more_each(part: Cost, number: t.Num, count: t.Num) -> Cost:
    """ "3 Stars, plus 1 for each Crystal that the caster has"."""
    return t.Add((part[0], cost_each(number, count)[0])), part[1]


def cost_less_each(part: Cost, number: t.Num, count: t.Num) -> Cost:
    return t.Minus(part[0], cost_each(number, count)[0]), part[1]


def price(part: Cost) -> t.Price:
    return t.Price(((t.Always(), *part),))


def price_if(part: Cost, cond: t.Cond, other: Cost) -> t.Price:
    return t.Price(((cond, *part), (t.Always(), *other)))


def price_or(part: Cost, other: Cost, cond: t.Cond) -> t.Price:
    """ "2 Stars, or 4 Stars if ..."."""
    return price_if(other, cond, part)


def price_two(part: Cost, cond: t.Cond, other: Cost, second: t.Cond) -> t.Price:
    return t.Price(((cond, *part), (second, *other)))


def price_three(part: Cost, cond: t.Cond, other: Cost, second: t.Cond, rest: Cost) -> t.Price:
    return t.Price(((cond, *part), (second, *other), (t.Always(), *rest)))


def price_plus(part: Cost, more: Cost, cond: t.Cond) -> t.Price:
    """ "3 Stars, plus 1 Star if ..."."""
    if part[1] != more[1]:
        raise NoSense
    return price_if((t.Add((part[0], more[0])), part[1]), cond, part)


def price_minus(part: Cost, less: Cost, cond: t.Cond) -> t.Price:
    if part[1] != less[1]:
        raise NoSense
    return price_if((t.Minus(part[0], less[0]), part[1]), cond, part)


def price_one(part: Cost, cond: t.Cond) -> t.Price:
    return t.Price(((cond, *part),))


def price_unless(part: Cost, cond: t.Cond) -> t.Price:
    return t.Price(((t.Not(cond), *part),))
