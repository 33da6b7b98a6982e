"""What the rules of spell.lark mean: other amounts under a condition, payments if able, and a greatest amount.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.acts import Pred, bare_clause, clause, gain, lose, lose_upto, passive_lose, pay, steal, upto
from pbp.spells.sense.amounts import Amounts, amounts_plus, capped, times_of
from pbp.spells.sense.lasting import way
from pbp.spells.sense.sentences import Trailing, trailed
from pbp.spells.walk import is_one, parts

Amount = tuple[t.Num, str]
"""How many of what; "" where the thing is that of the clause before."""


def _moves(act: t.Act) -> tuple[t.Clause, t.Change | t.Pay]:
    """A clause that changes one number, and the change."""
    match act:
        case t.Clause(_, (t.Change() | t.Pay() as move,)):
            return act, move
    raise NoSense


def _with(act: t.Act, amount: Amount) -> t.Clause:
    """The same clause with another amount."""
    said, move = _moves(act)
    return replace(said, acts=(replace(move, amount=amount[0], attr=amount[1] or move.attr),))


def amounts_bare(number: t.Num) -> Amounts:
    """ "... or 4 if ...": of the same thing."""
    return ((number, ""),)


def amount_int_bare(number: int) -> Amount:
    return t.Int(number), ""


def other_amount(amounts: Amounts, cond: t.Cond) -> tuple[Amount, t.Cond]:
    if len(amounts) != 1:
        raise NoSense
    return amounts[0], cond


def clause_or(act: t.Act, other: tuple[Amount, t.Cond]) -> t.Act:
    """ "The chosen Wizard loses 2 Stars, or 4 Stars if ..."."""
    amount, cond = other
    _, move = _moves(act)
    if isinstance(move, t.Pay) and (move.mode != "always" or t.They() in parts(amount[0])):
        raise NoSense  # "or all of their Stars if ...": of the payer's, or of those who are paid?
    return t.Trail(_with(act, amount), cond, True, act)


def other_amounts(amounts: Amounts, other: Amounts, cond: t.Cond) -> tuple[Amounts, Amount, t.Cond]:
    if len(amounts) != 1 or len(other) != 1:
        raise NoSense
    return amounts, other[0], cond


def _other(pred: Pred, amount: Amount, cond: t.Cond) -> Pred:
    form, (first,) = pred
    assert isinstance(first, t.Pay)
    other = replace(first, amount=amount[0], attr=amount[1] or first.attr)
    return form, (t.Trail(other, cond, True, first),)


def pay_other(verb: str, amounts: tuple[Amounts, Amount, t.Cond], receiver: t.Who) -> Pred:
    """ "Pays 2 Stars (4 Stars if ...) to the caster"."""
    return _other(pay(verb, amounts[0], receiver), *amounts[1:])


def steal_other(verb: str, amounts: tuple[Amounts, Amount, t.Cond], payer: t.Who) -> Pred:
    return _other(steal(verb, amounts[0], payer), *amounts[1:])


def clause_extra(act: t.Act, amount: Amount, trail: Trailing) -> t.Act:
    """ "The caster gains 3 Stars, and an additional 2 Stars if ..."."""
    _, move = _moves(act)
    if isinstance(move, t.Pay) and move.mode != "always":
        raise NoSense  # able to pay both, or each?
    return t.Seq((act, trailed(_with(act, amount), trail)))


def clause_less(act: t.Act, amount: Amount, trail: Trailing) -> t.Act:
    """ "The chosen Wizard loses 3 Stars, less 1 Star if ..."."""
    cond, wanted, otherwise = trail
    match _moves(act)[1], amount:
        case ((t.Change() | t.Pay() as move), (t.Int(less), attr)):
            fixed = move.amount.value if isinstance(move.amount, t.Int) else 0
            if otherwise is None and attr in ("", move.attr) and less < fixed:
                return t.Trail(_with(act, (t.Int(fixed - less), "")), cond, wanted, act)
    raise NoSense


def clause_times(act: t.Act, factor: int, cond: t.Cond) -> t.Act:
    """ "The chosen Wizard loses 2 Stars, doubled if ..."."""
    _, move = _moves(act)
    if isinstance(move, t.Pay) and move.mode != "always":
        raise NoSense
    number = t.Int(factor * move.amount.value) if isinstance(move.amount, t.Int) else None
    return t.Trail(_with(act, (number or t.Times(t.Int(factor), move.amount), "")), cond, True, act)


def clause_twice_more(act: t.Act, trail: Trailing, amount: Amount, second: Trailing) -> t.Act:
    """ "... loses 3 Stars if ..., and 2 more if ..."."""
    return clause_twice(act, trail, (amount,), second)


def clause_twice(act: t.Act, trail: Trailing, amounts: Amounts, second: Trailing) -> t.Act:
    """ "... loses 1 Star if their Hat is Red and 2 Stars if their Robes are Blue"."""
    if len(amounts) != 1 or trail[2] is not None or second[2] is not None:
        raise NoSense
    return t.Seq((trailed(act, trail), trailed(_with(act, amounts[0]), second)))


def trail_otherwise(act: t.Act, trail: Trailing, amounts: Amounts) -> t.Act:
    """ "... loses 5 Stars if ..., and 1 Star otherwise"."""
    cond, wanted, otherwise = trail
    if otherwise is not None or len(amounts) != 1:
        raise NoSense
    return t.Trail(act, cond, wanted, _with(act, amounts[0]))


def trail_otherwise_bare(act: t.Act, trail: Trailing, number: t.Num) -> t.Act:
    return trail_otherwise(act, trail, ((number, ""),))


# A greatest or a least amount, or so many for each


def _falls_short(amounts: Amounts, least: t.Num) -> bool:
    """Whether an amount may itself be smaller: then "to a minimum of 2" could be said of the amount."""
    open_ones = [number for number, _ in amounts if not isinstance(number, t.Int)]
    return any(least != t.Int(0) or any(isinstance(p, t.Minus) for p in parts(number)) for number in open_ones)


def lose_minimum(verb: str, amounts: Amounts, least: t.Num) -> Pred:
    """ "Loses 3 Stars, to a minimum of 0": what is left, where nothing else can be meant."""
    if _falls_short(amounts, least):
        raise NoSense
    return lose(verb, amounts, least)


def passive_minimum(amounts: Amounts, who: t.Who, least: t.Num) -> t.Act:
    if _falls_short(amounts, least):
        raise NoSense
    return passive_lose(amounts, who, least)


def amounts_extra_each(left: Amount, more: Amount, count: t.Num) -> Amounts:
    """ "1 Star, plus 1 more for each Crystal they have"."""
    if more[1] not in ("", left[1]):
        raise NoSense
    return amounts_plus(left, (times_of(more[0], count), left[1]))


# What must be done


def modal(pred: Pred) -> Pred:
    """ "Must lose": the verb does not tell whether one does it, or several."""
    if pred[0] not in ("b", "give"):
        raise NoSense
    return "m", pred[1]


def clause_must_each(who: t.Who, pred: Pred) -> t.Act:
    """ "Each Wizard must lose": each of them by themselves."""
    if pred[0] != "m":
        raise NoSense
    return clause(who, ("e", pred[1]))


# Payments only if able


def _able(acts: tuple[t.Act, ...]) -> tuple[t.Act, ...]:
    if any(not isinstance(act, t.Pay) or act.mode != "always" for act in acts):
        raise NoSense
    return tuple(replace(act, mode="able") for act in acts if isinstance(act, t.Pay))


def able_clause(act: t.Act) -> t.Act:
    """ "If able, the caster pays 3 Stars to the chosen Wizard"."""
    if not isinstance(act, t.Clause):
        raise NoSense
    return replace(act, acts=_able(act.acts))


def able_within(who: t.Who, pred: Pred) -> t.Act:
    return able_clause(clause(who, pred))


def modal_able(pred: Pred) -> Pred:
    form, acts = modal(pred)
    return form, _able(acts)


def pay_able(verb: str, amounts: Amounts, receiver: t.Who) -> Pred:
    return pay(verb, amounts, receiver, "able")


def steal_able(verb: str, amounts: Amounts, payer: t.Who) -> Pred:
    return steal(verb, amounts, payer, "able")


# So many for each, and no more than


def _for_each(amounts: Amounts, other: t.Who, count: t.Num, most: tuple[int, str] | None) -> Amounts:
    if len(amounts) != 1 or not isinstance(amounts[0][0], t.Int):
        raise NoSense
    if any(isinstance(part, t.They) for part in parts(count)):
        raise NoSense  # who pays, or who is paid?
    if most is not None and not is_one(other):
        raise NoSense  # at most so many to each, or to all of them?
    number, attr = amounts[0]
    found = times_of(number, count), attr
    return (found,) if most is None else (capped(found, most),)


def pay_for_each(verb: str, amounts: Amounts, receiver: t.Who, count: t.Num, *most: tuple[int, str]) -> Pred:
    """ "Pays 1 Star to the caster for each Wizard who cast Burn"."""
    return pay(verb, _for_each(amounts, receiver, count, most[0] if most else None), receiver)


def steal_for_each(verb: str, amounts: Amounts, payer: t.Who, count: t.Num, *most: tuple[int, str]) -> Pred:
    return steal(verb, _for_each(amounts, payer, count, most[0] if most else None), payer)


def only_clause(who: t.Who, verb: str, amounts: Amounts) -> t.Act:
    """ "They gain only 1 Star": instead of what they gain otherwise."""
    return t.Instead(clause(who, (gain if way(verb) == "gain" else lose)(verb, amounts)), True)


def only_clause_bare(verb: str, amounts: Amounts) -> t.Act:
    return t.Instead(bare_clause((gain if way(verb) == "gain" else lose)(verb, amounts)), True)


def lose_or_all(verb: str, amounts: Amounts, mode: str) -> Pred:
    """ "Loses 3 Stars, or as many as they have"."""
    upto(mode, amounts)
    return lose_upto(verb, amounts)
