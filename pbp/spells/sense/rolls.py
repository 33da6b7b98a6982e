"""What the rules of spell.lark mean: the results of rolls. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.sense.conditions import compare, disj, grouped, is_chosen_number, num_parity


def result() -> t.Num:
    return t.Result()


def result_high() -> t.Num:
    return t.Result("higher")


def result_low() -> t.Num:
    return t.Result("lower")


def result_sum() -> t.Num:
    return t.Result("sum")


def result_its_sum() -> t.Num:
    return t.Result("its sum")


def result_its_gap() -> t.Num:
    """ "The difference", of two results if there is nothing else that could differ."""
    return t.Result("its gap")


def result_gap() -> t.Num:
    return t.Result("gap")


def result_first() -> t.Num:
    return t.Result("first")


def result_second() -> t.Num:
    return t.Result("second")


def result_is(results: t.Cond) -> t.Cond:
    return results


def result_one(number: int) -> t.Cond:
    return t.Compare(t.Result(), "=", t.Int(number))


def result_more(before: t.Cond, number: int) -> t.Cond:
    return disj(before, result_one(number))


def result_range(low: int, high: int) -> t.Cond:
    return grouped(t.And((t.Compare(t.Result(), ">=", t.Int(low)), t.Compare(t.Result(), "<=", t.Int(high)))))


def result_up(number: int) -> t.Cond:
    return t.Compare(t.Result(), ">=", t.Int(number))


def result_down(number: int) -> t.Cond:
    return t.Compare(t.Result(), "<=", t.Int(number))


def result_even() -> t.Cond:
    return t.Not(t.Odd(t.Result()))


def result_odd() -> t.Cond:
    return t.Odd(t.Result())


def results_equal() -> t.Cond:
    return t.Compare(t.Result("first"), "=", t.Result("second"))


def compare_dice(drawn: tuple[int, int], cmp: tuple[str, Any]) -> t.Cond:
    return compare(t.Roll(*drawn), cmp)


def dice_parity(drawn: tuple[int, int], is_odd: bool) -> t.Cond:
    return num_parity(t.Roll(*drawn), is_odd)


def compare_result(cmp: tuple[str, Any]) -> t.Cond:
    """ "If it is lower than the chosen number", of the result of a roll, or of the number just asked about."""
    return compare(t.Result("it"), cmp)


def result_is_chosen() -> t.Cond:
    return is_chosen_number(t.Result("it"))
