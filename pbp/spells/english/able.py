"""Payments of those who may not have enough: "... pays 2 Stars, but pays nothing if they don't have 2".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import THEY, Phrase, Some, Verb
from pbp.spells.english.verbs import limit_able, limit_able_np, limit_enough
from pbp.spells.walk import is_one

Short = tuple[t.Who | None, t.Num | None]
"""Who has too little, where it is said; and the number that they lack, where it is said."""

_PAYS = ("pay", "give")


def those_unable() -> Phrase:
    """ "(Each neighbour pays you 2 Stars if able.) Those who can't (lose 1 Crystal)"."""
    return Some(t.They("unable"), "plural")


def each_unable(*said: Any) -> Phrase:
    """ "Anyone among them who can't pay", "each neighbour who is unable to pay"."""
    only(said, {"N": ("wizard", "neighbour")})
    near = any(noun.sense == "neighbour" for noun in said)
    return Some(t.They("neighbours unable" if near else "unable"), "each")


def short(*said: Any) -> Short:
    """ "If they don't have 2", "if they have fewer", "if the caster does not have that many"."""
    number = next((part for part in said if isinstance(part, t.Num)), None)
    only(said, {"C": ("<",)})
    return _named(said), number


def able_act(subject: Phrase, verb: Verb) -> t.Act:
    """ "If able, the chosen Wizard pays 2 Stars to the caster"."""
    return act(subject, verb.add("limit", limit_able()))


def able_np_act(who: Phrase, *said: Any) -> t.Act:
    """ "If they can, the chosen Wizard pays 2 Stars to the caster"."""
    subject, verb = said[-2:]
    return act(subject, verb.add("limit", limit_able_np(who)))


def enough_act(who: Phrase, *said: Any) -> t.Act:
    """ "If they have enough (Stars), the chosen Wizard pays 2 Stars to the caster"."""
    *thing, subject, verb = said
    return act(subject, verb.add("limit", limit_enough(who, *thing)))


def pays_none(*said: Any) -> t.Who | None:
    """ "They pay nothing", "nothing is paid": who pays, where that is said."""
    only(said, {"V": _PAYS})
    return _named(said)


def _named(said: tuple[Any, ...]) -> t.Who | None:
    who = next((part for part in said if isinstance(part, Phrase)), None)
    if who is None:
        return None
    if not isinstance(who, Some) or who.how != "one":
        raise NoSense
    return who.who


def able_after(act: t.Act, who: t.Who | None, lack: Short) -> t.Act:
    """ "..., but pays nothing if they don't have 2"."""
    return _able(act, (who, lack[0]), lack[1])


def able_or(act: t.Act, lack: Short) -> t.Act:
    """ "..., or nothing if they have fewer"."""
    return _able(act, (lack[0],), lack[1])


def able_or_none(act: t.Act, said: Said, attr: str = "") -> t.Act:
    """ "(Pays 1 Crystal,) or none if they have no Crystals": who has one has enough."""
    match act:
        case t.Clause(_, (t.Pay(amount=t.Int(1), attr=paid),)) if attr in ("", paid) and said.sense == "they":
            return _able(act, (THEY,), None)
    raise NoSense


def able_led(act: t.Act, lack: Short, who: t.Who | None) -> t.Act:
    """ "..., but if they don't have 2, they pay nothing"."""
    return _able(act, (lack[0], who), lack[1])


def _able(act: t.Act, named: tuple[t.Who | None, ...], lack: t.Num | None) -> t.Act:
    match act:
        case t.Clause(payer, (t.Pay(mode="always", amount=t.Int() as amount) as paid,)) if payer and is_one(payer):
            if isinstance(lack, t.Stat):  # "if they have none": then they lack the one
                lack = t.Int(1) if lack.attr in ("", paid.attr) else t.Int(0)
            if isinstance(payer, t.Caster) and payer.you and THEY in named:
                raise NoSense  # "you pay them 2 Stars, or none if they have fewer": who has?
            if lack not in (None, amount) or any(who not in (None, THEY, payer) for who in named):
                raise NoSense
            return replace(act, acts=(replace(paid, mode="able"),))
    raise NoSense
