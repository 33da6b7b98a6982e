"""What the rules of spell.lark mean: amounts of a thing. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.numbers import gap_of, measure_way, measured, moved_by, num_divided, num_minus, num_plus, this_way
from pbp.spells.sense.wizards import THEY

Amounts = tuple[tuple[t.Num, str], ...]


def amounts(*parts: tuple[t.Num, str]) -> Amounts:
    return parts


def amounts_and(before: Amounts, part: tuple[t.Num, str]) -> Amounts:
    if not isinstance(part[0], t.Int) and any(attr != part[1] and isinstance(number, t.Int) for number, attr in before):
        raise NoSense  # "1 Star and 1 Crystal for each neighbour": the Star as well?
    return (*before, part)


def amount(number: t.Num, attr: str) -> tuple[t.Num, str]:
    return number, attr


def amount_a(attr: str) -> tuple[t.Num, str]:
    return t.Int(1), attr


def amount_each(number: t.Num, attr: str, count: t.Num) -> tuple[t.Num, str]:
    return times_of(number, count), attr


def times_of(left: t.Num, right: t.Num) -> t.Num:
    """So many for each."""
    return right if left == t.Int(1) else t.Times(left, right)


def amount_as(attr: str, measure: Any) -> tuple[t.Num, str]:
    return measured(measure, attr), attr


def amount_divided(attr: str, measure: Any, divisor: int, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(measured(measure, attr), t.Int(divisor), rounding), attr


def amounts_over(number: t.Num, attr: str, divisor: t.Num, rounding: str = "") -> Amounts:
    """ "12 Stars divided by the number of Wizards who cast Burn"."""
    return ((num_divided(number, divisor, rounding), attr),)


def amounts_and_upto(before: Amounts, amount: tuple[t.Num, str], most: tuple[int, str]) -> Amounts:
    """ "1 Crystal and 2 Stars for each neighbour, to a maximum of 4 Stars": of the last alone, if it says so."""
    if most[1] != amount[1] or amount[1] in [attr for _, attr in before]:
        raise NoSense
    return (*before, capped(amount, most))


def all_but(number: int, attr: str) -> tuple[t.Num, str]:
    return t.Greatest((t.Int(0), t.Minus(t.Stat(THEY, attr), t.Int(number)))), attr


def amount_times(factor: int, attr: str, measure: Any) -> tuple[t.Num, str]:
    return t.Times(t.Int(factor), measured(measure, attr)), attr


def part(divisor: int, attr: str, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(t.Stat(THEY, attr), t.Int(divisor), rounding), attr


def part_in(divisor: int, rounding: str, attr: str) -> tuple[t.Num, str]:
    return part(divisor, attr, rounding)


def part_of(divisor: int, stat: t.Num, rounding: str = "") -> tuple[t.Num, str]:
    if not isinstance(stat, t.Stat):
        raise NoSense
    return t.Part(stat, t.Int(divisor), rounding), stat.attr


def part_moved_by(divisor: int, attr: str, verb: str, who: t.Who, *more: Any) -> tuple[t.Num, str]:
    """ "Half of the Stars lost by the chosen Wizard this Duel (rounded down)"."""
    rounding = next((part for part in more if part in ("up", "down")), "")
    lately = tuple(part for part in more if not isinstance(part, str))
    return t.Part(moved_by(attr, verb, who, *lately), t.Int(divisor), rounding), attr


def amount_moved(attr: str, who: t.Who, verb: str, *lately: Any) -> tuple[t.Num, str]:
    """ "The Stars that they gained this Duel"."""
    return moved_by(attr, verb, who, *lately), attr


def part_moved(divisor: int, attr: str, who: t.Who, verb: str, *more: Any) -> tuple[t.Num, str]:
    return part_moved_by(divisor, attr, verb, who, *more)


def part_of_in(divisor: int, rounding: str, stat: t.Num) -> tuple[t.Num, str]:
    return part_of(divisor, stat, rounding)


def part_as(divisor: int, attr: str, measure: Any) -> tuple[t.Num, str]:
    number = measured(measure, attr)
    if isinstance(number, t.Part) and not isinstance(number.left, t.Part):
        raise NoSense
    return t.Part(number, t.Int(divisor)), attr


def part_as_has(divisor: int, attr: str, who: t.Who, _verb: str, rounding: str) -> tuple[t.Num, str]:
    return t.Part(t.Stat(who, attr), t.Int(divisor), rounding), attr


def part_way(divisor: int, attr: str, *parts: Any) -> tuple[t.Num, str]:
    """ "Half as many Stars as they lost this way, rounded down"."""
    return t.Part(measured(measure_way(*parts[:-1]), attr), t.Int(divisor), parts[-1]), attr


def part_that_bare(divisor: int, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(t.ThatMany(), t.Int(divisor), rounding), ""


def amount_dice(drawn: tuple[int, int], attr: str) -> tuple[t.Num, str]:
    return t.Roll(*drawn), attr


def part_that(divisor: int, attr: str, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(t.ThatMany(), t.Int(divisor), rounding), attr


def all_theirs(attr: str) -> tuple[t.Num, str]:
    return t.Greatest((t.Int(0), t.Stat(THEY, attr))), attr


def amount_way(attr: str, verb: str) -> tuple[t.Num, str]:
    """ "The caster gains the Stars lost this way"."""
    return this_way(attr, verb), attr


def that_many(*attr: str) -> tuple[t.Num, str]:
    return t.ThatMany(), attr[0] if attr else ""


def that_times(factor: int, *attr: str) -> tuple[t.Num, str]:
    return t.Times(t.Int(factor), t.ThatMany()), attr[0] if attr else ""


def amount_a_each(attr: str, count: t.Num) -> tuple[t.Num, str]:
    return count, attr


def most_of_it(number: int, *attr: str) -> tuple[int, str]:
    return number, attr[0] if attr else ""


def capped(amount: tuple[t.Num, str], most: tuple[int, str]) -> tuple[t.Num, str]:
    """So many, but no more than some number: of the thing, unless one for each makes both the same."""
    number, attr = amount
    highest, thing = most
    for_each = isinstance(number, t.Times) and isinstance(number.left, t.Int)
    if thing not in ("", attr) or (not thing and for_each) or isinstance(number, t.Int | t.Least):
        raise NoSense
    return t.Least((number, t.Int(highest))), attr


def amounts_upto(amount: tuple[t.Num, str], most: tuple[int, str]) -> Amounts:
    return (capped(amount, most),)


def amount_int(number: int, attr: str) -> tuple[t.Num, str]:
    return t.Int(number), attr


def amount_times_num(factor: int, number: t.Num, attr: str) -> tuple[t.Num, str]:
    return t.Times(t.Int(factor), number), attr


def amount_chosen(attr: str) -> tuple[t.Num, str]:
    return t.NumberInput(-1), attr


def amount_chosen_times(factor: int, attr: str) -> tuple[t.Num, str]:
    """ "Twice the chosen number of Stars"."""
    return t.Times(t.Int(factor), t.NumberInput(-1)), attr


def amount_chosen_part(divisor: int, attr: str, rounding: str = "") -> tuple[t.Num, str]:
    return t.Part(t.NumberInput(-1), t.Int(divisor), rounding), attr


def amounts_plus(left: tuple[t.Num, str], right: tuple[t.Num, str]) -> Amounts:
    if left[1] != right[1]:
        raise NoSense
    return ((num_plus(left[0], right[0]), left[1]),)


def amounts_minus(left: tuple[t.Num, str], right: tuple[t.Num, str]) -> Amounts:
    if left[1] != right[1]:
        raise NoSense
    return ((num_minus(left[0], right[0]), left[1]),)


def amounts_plus_num(left: tuple[t.Num, str], number: t.Num) -> Amounts:
    """ "That many Stars plus 2"."""
    return amounts_plus(left, (number, left[1]))


def amounts_minus_num(left: tuple[t.Num, str], number: t.Num) -> Amounts:
    return amounts_minus(left, (number, left[1]))


def amounts_plus_bare(left: tuple[t.Num, str], number: t.Num, count: t.Num) -> Amounts:
    return amounts_plus(left, (times_of(number, count), left[1]))


def amounts_minus_bare(left: tuple[t.Num, str], number: t.Num, count: t.Num) -> Amounts:
    return amounts_minus(left, (times_of(number, count), left[1]))


def amount_gap(left: t.Num, right: t.Num) -> tuple[t.Num, str]:
    if not isinstance(left, t.Stat) or getattr(right, "attr", left.attr) != left.attr:
        raise NoSense
    return t.Gap(left, right), left.attr


def amount_gap_of(left: t.Who, right: t.Who, attr: str) -> tuple[t.Num, str]:
    return gap_of(left, right, attr), attr
