"""What the rules of spell.lark mean: the results of rolls. One function for each name after "->"."""

from __future__ import annotations

from pbp.spells import tree as t


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
