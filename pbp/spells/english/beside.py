"""What is said beside an outcome: floors, results of dice, what there is.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.claims import claim
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Amount, Casts, Own, Phrase, Pointer, Some, Values, Verb
from pbp.spells.english.testing import OPS, casts_subj, counted, subj
from pbp.spells.english.things import plain_number
from pbp.spells.sense.conditions import exists, grouped, num_parity
from pbp.spells.sense.sentences import Lead, led, with_let
from pbp.spells.walk import parts


def floor_rule(loss: Phrase, modal: Said, verb: Said, whom: Phrase, floor: t.Num, *_: Said) -> t.Act:
    """ "This cannot bring them below 0"."""
    if verb.sense not in ("bring", "reduce", "take") or modal.sense not in ("can", "may"):
        raise NoSense
    match loss:
        case Pointer("this" | "that" | "it" | "loss") | Casts(who=t.Owner(t.Caster())):
            pass
        case _:
            raise NoSense
    match whom:
        case Some(t.They() | t.Chosen(), "one") if isinstance(floor, t.Int):
            return t.FloorRule(floor)
        case Own(Some(t.They() | t.Chosen(), "one"), "Stars") if isinstance(floor, t.Int):
            return t.FloorRule(floor)
    raise NoSense


def with_floor(act: t.Act, rule: t.Act) -> t.Act:
    if isinstance(act, t.Labelled):
        return t.Labelled(with_floor(act.act, rule))
    match act, rule:
        case t.Clause(_, (t.Change(gain=False, floor=None) as loss,)), t.FloorRule(floor):
            return replace(act, acts=(replace(loss, floor=floor),))
    raise NoSense


def lead_after(subject: Phrase, verb: Verb) -> Lead:
    """ "After that spell has taken effect, ..."."""
    if (
        verb.sense not in ("resolve", "happen")
        or verb.denied
        or verb.modal
        or verb.parts
        or not (verb.perfect or verb.form in ("s", "b", "d"))
    ):
        raise NoSense
    match subject:
        case Pointer("it"):
            return "after", None
        case Casts(who=t.They("spell" | "those spells")):
            return "after", None
        case Casts(who=t.Who() as who, how="one") if not subject.own:
            return "after", t.Same(who, who)
        case Casts(None, kind, group, "name" | "the") if kind is not None:
            casts = t.Casters(group, kind)
            return "after", t.Same(casts, casts)
    raise NoSense


def lead_unable(who: Phrase, *_: Any) -> Lead:
    if not isinstance(who, Some) or who.how != "one":
        raise NoSense
    return "unable", t.Same(who.who, who.who)


def lead_should(subject: Phrase, verb: Verb) -> Lead:
    """ "Should the chosen Wizard cast Burn, ..."."""
    if verb.form != "b" or verb.modal:
        raise NoSense
    return "if", claim(subject, verb)


def lead_should_not(subject: Phrase, verb: Verb) -> Lead:
    """ "Should the chosen Wizard not be idle, ..."."""
    kind, cond = lead_should(subject, replace(verb, denied=not verb.denied))
    if verb.denied:
        raise NoSense
    return kind, cond


def act_after(act: t.Act, subject: Phrase, verb: Verb) -> t.Act:
    """ "... loses 4 Stars once that Wizard's spell has taken effect"."""
    kind, casts = lead_after(subject, verb)
    if casts is None:  # the spell of which the outcome speaks
        told = list(dict.fromkeys(part for part in parts(act) if isinstance(part, t.Owner)))
        if len(told) == 1:
            casts = t.Same(told[0], told[0])
    return led((kind, casts), act)


def there_is(_: str, phrase: Phrase) -> t.Cond:
    return _exists(phrase, denied=False)


def there_is_not(_: str, phrase: Phrase) -> t.Cond:
    return _exists(phrase, denied=True)


def there_is_verb(verb: Said, phrase: Phrase) -> t.Cond:
    if verb.sense != "exist":
        raise NoSense
    return _exists(phrase, denied=False)


def _exists(phrase: Phrase, *, denied: bool) -> t.Cond:
    match phrase:
        case Amount(op, t.Num() as number, "", "") if op in ("<", "<=", ">", ">=", "=="):
            test = t.Compare(t.Noted("count"), OPS.get(op, op), number)  # "count them: if there are two or more"
            return t.Not(test) if denied else test
        case Some(_, "some" | "none" | "count" | "plural" | "any"):
            op, number, who = subj(phrase)
        case Casts(how="some" | "none" | "count" | "plural"):
            op, number, who = casts_subj(phrase)
        case _:
            raise NoSense
    if denied:
        if (op, number) != (">=", t.Int(1)):
            raise NoSense
        op, number = "=", t.Int(0)
    if op in ("odd", "even"):
        return num_parity(t.Count(who), op == "odd")  # "if there is an odd number of Wizards"
    return counted(op, number, lambda op, number: exists((op, number, who)))


def not_true(_: str, cond: t.Cond) -> t.Cond:
    return t.Not(grouped(cond))


def both_in_one(left: t.Cond, right: t.Cond) -> t.Cond:
    return grouped(t.And((left, right)))


def let_x(*said: Any) -> t.Act:
    return t.Let(plain_number(said[-1]))


def with_x(before: t.Act, *said: Any) -> t.Act:
    return with_let(before, t.Let(plain_number(said[-1])))


def adj_pp(adjective: Said, preposition: Said, phrase: Phrase) -> Any:
    return "pp", adjective, preposition.sense, phrase


def adj_not(adjective: Said) -> Any:
    return "not", adjective


def adj_trait(trait: str) -> Any:
    return "trait", trait


def adj_the(adjective: Said) -> Any:
    if adjective.sense not in ("same", "different"):
        raise NoSense
    return adjective


def adj_value(value: Any) -> Any:
    return Values((value,)) if isinstance(value, t.Value) else value


def lead_neither() -> Lead:
    """ "If neither is the case": neither of the two that were asked before."""
    return "neither", None
