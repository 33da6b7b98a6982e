"""What the rules of spell.lark mean: outcomes that happen at once. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.amounts import Amounts

SUBJECT = t.Subject()


def _form(word: str) -> str:
    return "s" if word.endswith("s") else "b"


Pred = tuple[str, tuple[t.Act, ...]]


def clause(who: t.Who | None, pred: Pred) -> t.Act:
    form, acts = pred
    form = "b" if form == "give" else form
    match acts:
        case (t.Trail(act, cond, wanted, t.Act() as otherwise),):  # "pays 2 Stars (4 Stars if ...) to ..."
            return t.Trail(t.Clause(who, (act,), form), cond, wanted, t.Clause(who, (otherwise,), form))
    return t.Clause(who, acts, form)


def clause_each(who: t.Who, pred: Pred) -> t.Act:
    if who == t.They():
        raise NoSense  # "they each": several, and not the one spoken of
    return clause(who, pred)


def bare_clause(pred: Pred) -> t.Act:
    if pred[0] == "give":
        raise NoSense  # "give 3 Stars to ...": of whose Stars?
    return clause(None, pred)


def gap_clause(who: t.Who, amounts: Amounts) -> t.Act:
    """ "... and their neighbours 1 Star": the verb of the clause before."""
    return t.Clause(who, tuple(t.Change(SUBJECT, attr, True, n, stage=-1) for n, attr in amounts), "gap")


def passive_lose(amounts: Amounts, who: t.Who, floor: t.Num | None = None) -> t.Act:
    return t.Clause(who, _changes(amounts, False, floor))


def passive_gain(amounts: Amounts, who: t.Who) -> t.Act:
    return t.Clause(who, _changes(amounts, True))


def passive_pay(amounts: Amounts, payer: t.Who, receiver: t.Who) -> t.Act:
    return t.Clause(payer, tuple(t.Pay(SUBJECT, receiver, attr, n) for n, attr in amounts))


def _changes(amounts: Amounts, gain: bool, floor: t.Num | None = None) -> tuple[t.Act, ...]:
    return tuple(t.Change(SUBJECT, attr, gain, n, floor) for n, attr in amounts)


def lose(verb: str, amounts: Amounts, floor: t.Num | None = None) -> Pred:
    return _form(verb), _changes(amounts, False, floor)


def lose_upto(verb: str, amounts: Amounts) -> Pred:
    """ "Loses up to 3 Stars": at most what they have."""
    return _form(verb), _changes(amounts, False, t.Int(0))


def gain(verb: str, amounts: Amounts) -> Pred:
    return _form(verb), _changes(amounts, True)


def have_taken(verb: str, amounts: Amounts) -> Pred:
    return _form(verb), _changes(amounts, False)


def _stat_change(verb: str, attr: str, gained: bool, amount: t.Num) -> Pred:
    return _form(verb), (t.Change(SUBJECT, attr, gained, amount),)


def have_reduced(verb: str, attr: str, amount: t.Num) -> Pred:
    return _stat_change(verb, attr, False, amount)


def have_raised(verb: str, attr: str, amount: t.Num) -> Pred:
    return _stat_change(verb, attr, True, amount)


def have_halved(verb: str, attr: str, rounding: str = "") -> Pred:
    half = t.Part(t.Stat(t.They(), attr), t.Int(2), rounding)
    return _form(verb), (t.Assign(SUBJECT, attr, half),)


def have_doubled(verb: str, attr: str) -> Pred:
    return _form(verb), (t.Assign(SUBJECT, attr, t.Times(t.Int(2), t.Stat(t.They(), attr))),)


def have_set(verb: str, value: t.Value | str, attr: t.Value | str) -> Pred:
    if isinstance(value, str):
        value, attr = attr, value
    assert isinstance(value, t.Value)
    assert isinstance(attr, str)
    return _form(verb), (t.Assign(SUBJECT, attr, value),)


def have_number(verb: str, attr: str, number: t.Num) -> Pred:
    """ "Each Wizard has their Stars set to 10"."""
    return set_to(verb, number, attr)


def set_to(verb: str, number: t.Num, attr: str) -> Pred:
    return _form(verb), (t.Assign(SUBJECT, attr, number),)


def pay(verb: str, amounts: Amounts, receiver: t.Who, mode: str = "always") -> Pred:
    form, mode = verb if verb == "give" else _form(verb), upto(mode, amounts)
    return form, tuple(t.Pay(SUBJECT, receiver, attr, n, mode) for n, attr in amounts)


def upto(mode: str, amounts: Amounts) -> str:
    """What is to be done with too little to pay; what and how much is said of that must be what is paid."""
    how, _, said = mode.partition(" of ")
    paid = [(attr, f"{n.value} {attr}" if isinstance(n, t.Int) else "") for n, attr in amounts]
    if said and not all(said in words for words in paid):
        raise NoSense
    return how


def pay_who(verb: str, receiver: t.Who, amounts: Amounts, mode: str = "always") -> Pred:
    return pay(verb, amounts, receiver, mode)


def pay_upto(verb: str, amounts: Amounts, receiver: t.Who) -> Pred:
    return pay(verb, amounts, receiver, "upto")


def steal(verb: str, amounts: Amounts, payer: t.Who, mode: str = "always") -> Pred:
    mode = upto(mode, amounts)
    return _form(verb), tuple(t.Pay(payer, SUBJECT, attr, n, mode) for n, attr in amounts)


def steal_upto(verb: str, amounts: Amounts, payer: t.Who) -> Pred:
    return steal(verb, amounts, payer, "upto")


def _steal_of(verb: str, stat: t.Num, amount: t.Num) -> Pred:
    """ "Steals half of the chosen Wizard's Stars": from the one whose they are."""
    if not isinstance(stat, t.Stat) or isinstance(stat.who, t.Caster):
        raise NoSense
    return steal(verb, ((amount, stat.attr),), stat.who)


def steal_part(verb: str, divisor: int, stat: t.Num, rounding: str = "") -> Pred:
    return _steal_of(verb, stat, t.Part(stat, t.Int(divisor), rounding))


def steal_all(verb: str, stat: t.Num) -> Pred:
    return _steal_of(verb, stat, t.Greatest((t.Int(0), stat)))


def steal_some(verb: str, number: int, stat: t.Num) -> Pred:
    return _steal_of(verb, stat, t.Int(number))


def pay_both(verb: str, amounts: Amounts, receiver: t.Who, more: Amounts, other: t.Who) -> Pred:
    """ "Pays 2 Stars to one Wizard and 1 Star to another"."""
    form, paid = pay(verb, amounts, receiver)
    return form, (*paid, *pay(verb, more, other)[1])


def steal_both(verb: str, amounts: Amounts, payer: t.Who, more: Amounts, other: t.Who) -> Pred:
    form, taken = steal(verb, amounts, payer)
    return form, (*taken, *steal(verb, more, other)[1])


def if_able(thing: str = "") -> str:
    return f"able of {thing}" if thing else "able"


def floor(number: int) -> t.Num:
    return t.Int(number)


def nothing(*_: str) -> t.Act:
    return t.Nothing()


def reduce_stat(stat: t.Num, amount: t.Num, floor: t.Num | None = None) -> t.Act:
    return _restat(stat, t.Change(SUBJECT, _attr(stat), False, amount, floor))


def raise_stat(stat: t.Num, amount: t.Num) -> t.Act:
    return _restat(stat, t.Change(SUBJECT, _attr(stat), True, amount))


def double_stat(stat: t.Num) -> t.Act:
    return _restat(stat, t.Assign(SUBJECT, _attr(stat), t.Times(t.Int(2), t.Stat(t.They(), _attr(stat)))))


def halve_stat(stat: t.Num, rounding: str = "") -> t.Act:
    return _restat(stat, t.Assign(SUBJECT, _attr(stat), t.Part(t.Stat(t.They(), _attr(stat)), t.Int(2), rounding)))


def set_stat(stat: t.Num, number: t.Num) -> t.Act:
    if _attr(stat) != "Stars" and isinstance(number, t.Stat):
        raise NoSense
    return _restat(stat, t.Assign(SUBJECT, _attr(stat), number))


def _attr(stat: t.Num) -> str:
    assert isinstance(stat, t.Stat | t.Total)
    return stat.attr


def _restat(stat: t.Num, act: t.Act) -> t.Act:
    assert isinstance(stat, t.Stat | t.Total)
    return t.Clause(stat.who, (act,))


def set_attr(what: tuple[t.Who, Any], value: t.Value) -> t.Act:
    who, attr = what
    return t.Clause(who, (t.Assign(SUBJECT, attr, value),))


def set_attr_chosen(what: tuple[t.Who, Any], attr: str) -> t.Act:
    """ "The caster's Hat becomes the chosen Hat"."""
    if what[1] != attr:
        raise NoSense
    return set_attr(what, t.WordInput(-1))


def set_attrs_of(first: str, second: str, who: t.Who, value: t.Value) -> t.Act:
    """ "The Hat and the Robes of the chosen Wizard become None"."""
    return t.Clause(who, (t.Assign(SUBJECT, first, value), t.Assign(SUBJECT, second, value)))


def set_attrs(who: t.Who, first: str, second: str, value: t.Value) -> t.Act:
    return set_attrs_of(first, second, who, value)


def roll(dice: tuple[int, int]) -> t.Act:
    return t.Clause(None, (t.Rolls(t.Roll(*dice)),), "b")


def roll_twice(dice: tuple[int, int]) -> t.Act:
    at, sides = dice
    return t.Clause(None, (t.Rolls(t.Roll(at, sides)), t.Rolls(t.Roll(at + 1, sides))), "b")


def roll_both(first: tuple[int, int], second: tuple[int, int]) -> t.Act:
    """ "Roll DICE6 and DICE4": one after the other."""
    at, sides = first
    return t.Clause(None, (t.Rolls(t.Roll(at, sides)), t.Rolls(t.Roll(at + 1, second[1]))), "b")


def roll_by(_who: t.Who, dice: tuple[int, int]) -> t.Act:
    if not isinstance(_who, t.Caster):
        raise NoSense
    return t.Clause(_who, (t.Rolls(t.Roll(*dice)),), "s")


def pick(who: t.Who) -> t.Act:
    if not isinstance(who, t.Pick):
        raise NoSense
    return t.Clause(None, (t.Picks(who),), "b")


def pick_secretly(who: t.Who) -> t.Act:
    if not isinstance(who, t.Pick):
        raise NoSense
    return pick(replace(who, secret=True))


def gap_passive(amounts: Amounts, who: t.Who) -> t.Act:
    """ "... and 1 Star by each of their neighbours": the verb of the clause before."""
    return gap_clause(who, amounts)


def not_paid() -> t.Act:
    return t.NotPaid()


def not_paid_to(who: t.Who) -> t.Act:
    return t.Exempt(who=who, paid=True)


def passive_pay_upto(amounts: Amounts, payer: t.Who, receiver: t.Who) -> t.Act:
    return t.Clause(payer, tuple(t.Pay(SUBJECT, receiver, attr, n, "upto") for n, attr in amounts))


def passive_steal_upto(amounts: Amounts, receiver: t.Who, payer: t.Who) -> t.Act:
    return passive_pay_upto(amounts, payer, receiver)


def passive_steal2(amounts: Amounts, receiver: t.Who, payer: t.Who) -> t.Act:
    return passive_pay(amounts, payer, receiver)


def pick_np(at: int, group: t.Who) -> t.Act:
    return pick(t.Pick(at, group))


def pick_position(at: int) -> t.Act:
    return pick(t.Pick(at, t.All()))


def pick_np_secret(at: int, group: t.Who) -> t.Act:
    return pick(t.Pick(at, group, 1, True))


def pick_np_after(group: t.Who, at: int) -> t.Act:
    return pick(t.Pick(at, group))


def pick_np_after_secret(group: t.Who, at: int) -> t.Act:
    return pick(t.Pick(at, group, 1, True))


def roll_number(*parts: Any) -> t.Act:
    if len(parts) == 2 and parts[0] != 2:
        raise NoSense
    return roll_twice(parts[-1])


def gain_or_lose(verb: str, _other: str, amount: tuple[t.Num, str]) -> Pred:
    number, attr = amount
    if not isinstance(number, t.Moved) or number.way != "net":
        raise NoSense
    return _form(verb), (t.Change(SUBJECT, attr, True, number),)


def clause_except(act: t.Act, who: t.Who) -> t.Act:
    """ "Each Wizard loses 1 Star, except the caster"."""
    if not isinstance(act, t.Clause) or act.subject is None:
        raise NoSense
    return replace(act, subject=t.Without(act.subject, who))


def passive_transfer(amount: tuple[t.Num, str], receiver: t.Who) -> t.Act:
    number, _ = amount
    if not isinstance(number, t.Part) or not isinstance(number.left, t.Stat):
        raise NoSense
    return passive_pay((amount,), number.left.who, receiver)


def if_upto() -> str:
    return "upto"


def if_upto_below(attr: str, number: int) -> str:
    """ "Or all of their Stars if they have fewer than 3": says no more where 3 are to be paid."""
    return f"upto of {number} {attr}"


def if_upto_all(attr: str) -> str:
    return f"upto of {attr}"


def pick_cast(at: int, kind: t.Cond) -> t.Act:
    return pick(t.Pick(at, t.Casters(t.All(), kind)))


def now_wears(value: t.Value, attr: str) -> Pred:
    return "s", (t.Assign(SUBJECT, attr, value),)


def clause_both(who: t.Who, pred: Pred) -> t.Act:
    if who == t.They():
        raise NoSense  # "they both": two, and not the one spoken of
    return clause(who, pred)


def clause_does(who: t.Who) -> t.Act:
    """ "... otherwise, the Wizard in the next position does"."""
    return t.Clause(who, (), "does")


def clause_too(act: t.Act, who: t.Who) -> t.Act:
    """ "The chosen Wizard loses 3 Stars, and so does the caster"."""
    if not isinstance(act, t.Clause) or act.subject is None:
        raise NoSense
    return t.Seq((act, replace(act, subject=who)))


def set_each(attr: str, who: t.Who, number: t.Num) -> t.Act:
    """ "The Stars of each Wizard who has fewer than 0 Stars become 0"."""
    if attr != "Stars" and isinstance(number, t.Stat):
        raise NoSense
    return t.Clause(who, (t.Assign(SUBJECT, attr, number),))


def set_each_of(who: t.Who, attr: str, number: t.Num) -> t.Act:
    return set_each(attr, who, number)
