"""What the rules of spell.lark mean: another size of what the sentence before pays, takes or gives.

One function for each name after "->".
"""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.amounts import Amounts


def _resized(kind: str, amounts: Amounts, payer: t.Who | None = None) -> t.Act:
    if len(amounts) != 1:
        raise NoSense
    number, attr = amounts[0]
    return t.Instead(t.Clause(None, (t.Resize(kind, number, attr, 0, payer),)))


def resized_payment(amounts: Amounts) -> t.Act:
    """ "If ..., the payment is 4 Stars instead"."""
    return _resized("paid", amounts)


def resized_loss(amounts: Amounts) -> t.Act:
    return _resized("loss", amounts)


def resized_gain(amounts: Amounts) -> t.Act:
    return _resized("gain", amounts)


def resized(amounts: Amounts) -> t.Act:
    return _resized("", amounts)


def pays_instead(who: t.Who, _verb: str, amounts: Amounts) -> t.Act:
    """ "If ..., they pay 4 Stars instead": to the same Wizard."""
    return _resized("paid", amounts, who)


def _multiplied(kind: str, factor: int) -> t.Act:
    return t.Instead(t.Clause(None, (t.Resize(kind, None, "", factor),)))


def multiplied_payment(factor: int) -> t.Act:
    """ "If ..., the payment is doubled"."""
    return _multiplied("paid", factor)


def multiplied_loss(factor: int) -> t.Act:
    return _multiplied("loss", factor)


def multiplied_gain(factor: int) -> t.Act:
    return _multiplied("gain", factor)


def multiplied(factor: int) -> t.Act:
    return _multiplied("", factor)
