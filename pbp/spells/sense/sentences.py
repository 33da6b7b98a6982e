"""What the rules of spell.lark mean: sentences, what is joined or led by a condition, and what is said of those before.

One function for each name after "->".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.acts import Pred, clause
from pbp.spells.sense.wizards import THEY
from pbp.spells.walk import is_one

Trailing = tuple[t.Cond, bool, t.Act | None]
Lead = tuple[str, t.Cond | None]
Led = Callable[[Lead, t.Act], t.Act]


def _last_clause(act: t.Act) -> t.Clause | None:
    match act:
        case t.Clause():
            return act
        case t.Seq(acts) if acts:
            return _last_clause(acts[-1])
        case t.Trail(inner) | t.Later(inner) | t.Else(inner):
            return _last_clause(inner)
        case t.If(_, then):
            return _last_clause(then[-1])
    return None


def _inherit(before: t.Act, act: t.Act) -> t.Act:
    """The outcome with the subject of what stands before it, if it has none of its own."""
    match act:
        case t.Clause(None, _, "" | "when" | "whenever"):
            return act  # "and that spell has no effect": nobody is its subject
        case t.Clause(None, acts, form):
            last = _last_clause(before)
            if last is None or last.subject is None:
                if form in ("s", "m") or (last is not None and last.form not in ("", form)):
                    raise NoSense
                return act
            must = last.form in ("m", "e")
            if last.form == "o":  # "remove 2 Stars from them and gain 1 Star"
                if form != "b":
                    raise NoSense
                return act
            if form not in (last.form or form, "b" if must else "m"):
                raise NoSense
            if form == "b" and not last.form and is_one(last.subject) and last.subject != t.Caster():
                raise NoSense  # "2 Stars are lost by the chosen Wizard, and gain 1 Star": who gains?
            return t.Clause(last.subject, acts, last.form if must else form)
        case t.Seq(acts) if acts:
            return t.Seq((_inherit(before, acts[0]), *acts[1:]))
        case t.Trail(inner, _, _, otherwise):
            other = None if otherwise is None else _inherit(before, otherwise)
            return replace(act, act=_inherit(before, inner), otherwise=other)
        case t.Later(inner):
            return t.Later(_inherit(before, inner))
        case t.Else(inner):
            return t.Else(_inherit(before, inner))
        case t.If(cond, then, otherwise):
            return t.If(cond, (_inherit(before, then[0]), *then[1:]), otherwise)
    return act


def _parts(act: t.Act) -> tuple[t.Act, ...]:
    return act.acts if isinstance(act, t.Seq) else (act,)


def listed(before: t.Act, act: t.Act) -> t.Act:
    return t.Seq((*_parts(before), *_parts(_inherit(before, act))))


def joined(before: t.Act, act: t.Act) -> t.Act:
    _not_governed(before, act)
    return listed(before, act)


def _not_governed(before: t.Act, act: t.Act) -> None:
    """ "Whenever X loses Stars, A and B": B does not happen at once; nor A in "A and B whenever". Raises NoSense."""
    if not _stands(act) and _form(before, -1) in ("when", "whenever"):
        raise NoSense
    if not _stands(before) and _form(act, 0) == "whenever":
        raise NoSense


def _form(act: t.Act, place: int) -> str:
    """The form of the first or the last clause of an outcome."""
    part = _parts(act)[place]
    part = part.act if isinstance(part, t.Lasting) else part
    inner = _parts(part)[place]
    return inner.form if isinstance(inner, t.Clause) else ""


def _stands(act: t.Act) -> bool:
    """Whether all of this holds for the rest of the Duel."""
    match act:
        case t.Lasting(inner):
            return _stands(inner)
        case t.Seq(acts) | t.Clause(_, acts):
            return all(isinstance(part, t.Watch) or _stands(part) for part in acts)
    return False


def run_then(before: t.Act, act: t.Act) -> t.Act:
    _not_governed(before, act)
    return t.Seq((*_parts(before), t.Later(_inherit(before, act))))


def run_led(before: t.Act, lead: Lead, act: t.Act, make: Led | None = None) -> t.Act:
    """ "..., and if ..., ...". `make`: what an outcome after a lead comes to, if it is not `led`."""
    _not_governed(before, act)
    return t.Seq((*_parts(before), (make or led)(lead, _inherit(before, act))))


def led_beside(lead: Lead, act: t.Act, other: t.Act, make: Led | None = None) -> t.Act:
    """ "If ..., ..., and if ..., ...": two conditions side by side. `make` as of run_led."""
    if lead[0] != "if" or not isinstance(_parts(other)[0], t.If):
        raise NoSense
    return t.Seq(((make or led)(lead, act), *_parts(_inherit(act, other))))


def run_else(before: t.Act, act: t.Act) -> t.Act:
    return t.Seq((*_parts(before), t.Else(_inherit(before, act))))


def otherwise_list(act: t.Act) -> t.Act:
    return t.Else(act)


def led(lead: Lead, act: t.Act) -> t.Act:
    kind, cond = lead
    if kind in ("if", "then") and isinstance(act, t.Later):
        raise NoSense  # "If ..., then ...": no further stage; "Then, then ...": not two
    if kind == "if" and cond is not None:
        return _if(cond, act)
    return {
        "then": t.Later(act),
        "else": t.Else(act),
        "neither": t.Else(act, neither=True),
        "rest": t.Else(act, True),
        "unable": t.Else(act, False, cond.left if isinstance(cond, t.Same) else None),
        "so": t.IfSo(act),
        "after": t.Awaited(act, cond.left if isinstance(cond, t.Same) else None),
        "also": act,
    }[kind]


def _if(cond: t.Cond, act: t.Act) -> t.Act:
    """ "If ..., ..., otherwise ...": the "otherwise" belongs to this condition if there is none after it."""
    if isinstance(act, t.Seq) and isinstance(act.acts[-1], t.Else):
        last = act.acts[-1]
        if not last.every and not any(isinstance(part, t.If | t.Trail | t.Else) for part in act.acts[:-1]):
            return t.If(cond, act.acts[:-1], (last.act,))
    return t.If(cond, (act,))


def lead_if(cond: t.Cond) -> Lead:
    return "if", cond


def lead_unless(cond: t.Cond) -> Lead:
    return "if", t.Not(cond)


def lead_then() -> Lead:
    return "then", None


def lead_after() -> Lead:
    return "after", None


def lead_after_casts(casts: t.Who) -> Lead:
    return "after", t.Same(casts, casts)


def lead_else() -> Lead:
    return "else", None


def lead_unable(who: t.Who = THEY) -> Lead:
    """ "If they cannot": after a payment only if able."""
    return "unable", t.Same(who, who)


def lead_rest() -> Lead:
    return "rest", None


def lead_so() -> Lead:
    return "so", None


def lead_also() -> Lead:
    return "also", None


def lead_on(cond: t.Cond) -> Lead:
    return "if", cond


def trailed(act: t.Act, trail: tuple[t.Cond, bool, t.Act | None]) -> t.Act:
    cond, wanted, otherwise = trail
    if isinstance(act, t.Clause) and len({getattr(part, "attr", part) for part in act.acts}) < len(act.acts):
        raise NoSense  # "3 Stars and 2 Stars if ...": of which of them?
    if isinstance(act, t.Clause) and any(isinstance(getattr(part, "amount", None), t.Add) for part in act.acts):
        raise NoSense  # "2 Stars plus 1 Star if ...": of both, or of the last alone?
    return t.Trail(act, cond, wanted, otherwise)


def trailed_within(who: t.Who, trail: Trailing, pred: Pred) -> t.Act:
    """ "The chosen Wizard, if they cast Burn, loses 2 Stars"."""
    return trailed(clause(who, pred), trail)


def trail_if(cond: t.Cond) -> tuple[t.Cond, bool, t.Act | None]:
    return cond, True, None


def trail_unless(cond: t.Cond) -> tuple[t.Cond, bool, t.Act | None]:
    return cond, False, None


def trail_case(cond: t.Cond, act: t.Act) -> tuple[t.Cond, bool, t.Act | None]:
    """ "Unless ..., in which case ... instead": it is what happens otherwise, with that word or without."""
    return cond, False, act.act if isinstance(act, t.Instead) else act


def instead(act: t.Act) -> t.Act:
    return act if isinstance(act, t.Instead) else t.Instead(act)


def tie_rule(way: str, *acts: t.Act) -> t.Act:
    return t.TieRule(way, acts)


def tied_most() -> tuple[bool, str]:
    return True, ""


def tied_fewest() -> tuple[bool, str]:
    return False, ""


def tie_for(best: tuple[bool, str], rule: t.TieRule) -> t.Act:
    """ "If two Wizards are tied for the most Stars": it must be that of which the sentence before speaks."""
    return replace(rule, best=best)


def tie_unless(act: t.Act) -> t.Act:
    return tie_after(act, "none")


def tie_either(rule: t.TieRule) -> t.Act:
    """What is done with a tie for either of two superlatives."""
    if rule.acts or rule.way == "random":
        raise NoSense
    return replace(rule, either=True)


def exempt_casts(casts: t.Who) -> t.Act:
    return t.Exempt(casts=casts)


def exempt_who(who: t.Who) -> t.Act:
    return t.Exempt(who=who)


def exempt_if(cond: t.Cond) -> t.Act:
    return t.Exempt(cond=cond, wanted=False)


def only_if(cond: t.Cond) -> t.Act:
    return t.Exempt(cond=cond)


def floor_rule(_who: t.Who, floor: int) -> t.Act:
    return t.FloorRule(t.Int(floor))


def floor_rule_stat(_stat: t.Num, floor: int) -> t.Act:
    return t.FloorRule(t.Int(floor))


def tie_random_at(*_: int) -> str:
    return "random"


def tie_all_rule() -> t.Act:
    return t.TieRule("all")


def tie_nothing() -> t.Act:
    """ "If there is a tie, nothing happens": no sentence of the spell does anything then."""
    return t.TieRule("nothing")


def tie_none_rule() -> t.Act:
    return t.TieRule("none")


def tie_none_gains(_verb: str, attr: str) -> t.Act:
    """ "... nobody gains any Stars": those of which the sentence before speaks."""
    return t.TieRule("none", (t.Change(t.Subject(), attr, True, t.ThatMany()),))


def tie_none_loses(_verb: str, attr: str) -> t.Act:
    return t.TieRule("none", (t.Change(t.Subject(), attr, False, t.ThatMany()),))


def tie_all_sets(attr: str, value: t.Value) -> t.Act:
    """ "The Hat of each tied Wizard becomes Red"."""
    return t.TieRule("all", (t.Assign(t.Subject(), attr, value),))


def tie_all_acts(pred: Pred) -> t.Act:
    return t.TieRule("all", pred[1])


def tie_none_acts(pred: Pred) -> t.Act:
    return t.TieRule("none", pred[1])


def tie_place_acts(way: str, pred: Pred) -> t.Act:
    return t.TieRule(way, pred[1])


def tie_place_gains(way: str, _verb: str) -> t.Act:
    return t.TieRule(way, (t.Change(t.Subject(), "", True, t.ThatMany()),))


def tie_place_loses(way: str, _verb: str) -> t.Act:
    return t.TieRule(way, (t.Change(t.Subject(), "", False, t.ThatMany()),))


def _tie_targets(way: str) -> t.Act:
    return t.TieRule(way, (t.Redirect(t.They("spell"), None, t.Subject()),))


def tie_targets(way: str) -> t.Act:
    """ "If there is a tie, it targets the one in the lowest position": what targets the Wizard of the tie."""
    return _tie_targets(way)


def tie_targets_random(*_: Any) -> t.Act:
    return _tie_targets("random")


def tie_targets_none() -> t.Act:
    return _tie_targets("none")


def tie_random_acts(*parts: Any) -> t.Act:
    return t.TieRule("random", parts[-1][1])


def ring_note(*_: Any) -> t.Act:
    """ "(The first and the last position are next to each other)": so they are."""
    return t.Seq(())


def let_x(number: t.Num) -> t.Act:
    """ "Let X be the number of Wizards who cast Burn"."""
    return t.Let(number)


def with_let(before: t.Act, let: t.Act) -> t.Act:
    """ "Roll DICE6, and let X be the result"."""
    return t.Seq((before, let))


def with_x(before: t.Act, number: t.Num) -> t.Act:
    """ "..., where X is the number of Wizards who cast Burn"."""
    return with_let(before, t.Let(number))


def joined_roll(before: t.Act, act: t.Act) -> t.Act:
    """ "Roll DICE6: ..."."""
    acts = before.acts if isinstance(before, t.Clause) else ()
    if not acts or not isinstance(acts[0], t.Rolls | t.Picks | t.Note | t.Mention):
        raise NoSense
    return joined(before, act)


def tie_after(act: t.Act, way: str | t.TieRule) -> t.Act:
    """ "The Wizard with the most Stars loses 2 Stars (ties are broken at random)"."""
    rule = t.TieRule(way) if isinstance(way, str) else way
    return t.Seq((act, replace(rule, here=True)))


def trail_else(act: t.Act, trail: Trailing, pred: Pred) -> t.Act:
    """ "The caster gains 2 Stars if ..., and loses 1 Star otherwise"."""
    cond, wanted, otherwise = trail
    if not isinstance(act, t.Clause) or otherwise is not None:
        raise NoSense
    return t.Trail(act, cond, wanted, replace(act, acts=pred[1]))


def lead_should(who: t.Who, test: t.Cond) -> Lead:
    return "if", t.Holds(who, ">=", t.Int(1), test)
