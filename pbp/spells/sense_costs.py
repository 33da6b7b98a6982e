"""What the rules of spell.lark mean: what a cast costs. One function for each name after "->"."""

from __future__ import annotations

from pbp.spells import tree as t

Cost = tuple[t.Num, str]


def cost(number: t.Num, attr: str = "Stars") -> Cost:
    return number, attr


def cost_a(attr: str) -> Cost:
    return t.Int(1), attr


def cost_each(number: t.Num, count: t.Num) -> Cost:
    return count if number == t.Int(1) else t.Times(number, count), "Stars"


def cost_amount(amount: Cost) -> Cost:
    return amount


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


def price_one(part: Cost, cond: t.Cond) -> t.Price:
    return t.Price(((cond, *part),))


def price_unless(part: Cost, cond: t.Cond) -> t.Price:
    return t.Price(((t.Not(cond), *part),))
