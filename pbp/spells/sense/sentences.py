"""What sentences do together: outcomes that are joined, led by a condition, or said of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import THEY
from pbp.spells.sense.numbers import times_of
from pbp.spells.walk import is_one, parts, replaced

Trailing = tuple[t.Cond, bool, t.Act | None]
Lead = tuple[str, t.Cond | None]
Led = Callable[[Lead, t.Act], t.Act]


TOGETHER = "together"
"""The form of what several do as one: "and lose 2 Stars" after it would be said of them all, not of the caster."""


def _last_clause(act: t.Act) -> t.Clause | None:
    match act:
        case t.Clause():
            return act
        case t.Seq(acts) if acts:
            return _last_clause(acts[-1])
        case t.Trail(inner) | t.Later(inner) | t.Else(inner) | t.Instead(inner):
            return _last_clause(inner)
        case t.If(_, then):
            return _last_clause(then[-1])
    return None


def _inherit(before: t.Act, act: t.Act) -> t.Act:
    """The outcome with the subject of what stands before it, if it has none of its own."""
    match act:
        case t.Signed(None):
            return _inherit_signed(before, act)
        case t.Clause(t.Who() as who, (t.Assign(_, "theirs") as theirs,)):
            return replace(act, acts=(replace(theirs, attr=_worn_before(before, who)),))
        case t.Clause(t.They("subject each"), acts, "b" as form):
            made = _inherit(before, t.Clause(None, acts, form))
            if not isinstance(made, t.Clause) or made.subject is None or is_one(made.subject):
                raise NoSense  # "you swap Hats with the chosen Wizard and lose 1 Star each"
            return made
        case t.Clause(None, _, "" | "when" | "whenever" | "each"):
            return act  # "and that spell has no effect": nobody is its subject
        case t.Clause(_, _, "o"):
            last = _last_clause(before)
            if last is not None and last.subject is not None and last.form in ("b", "m", "e", "let"):
                raise NoSense  # "your neighbours lose 2 Stars and give the caster 3": do they give them?
            return act
        case t.Clause(None, _, "b") if _form(before, -1) == "let" and _stands(_last(before)):
            raise NoSense  # "let your neighbours be immune to Burn, and lose 2 Stars": who loses them?
        case t.Clause(None, acts, form):
            last = _last_clause(before)
            if last is None or last.subject is None:
                if form in ("s", "m") or (last is not None and last.form not in ("", "each", form)):
                    raise NoSense
                if form == "b" and (_spares_others(before) or any(map(_of_others, _lasting(before)))):
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
            who = last.subject
            if isinstance(who, t.Join) and last.form and all(isinstance(done, t.Swap) for done in last.acts):
                who = who.parts[0]  # "the caster swaps Hats with the chosen Wizard and loses 2 Stars": the caster does
            return t.Clause(who, acts, last.form if must else form)
        case t.Seq(acts) if acts:
            return t.Seq((_inherit(before, acts[0]), *acts[1:]))
        case t.Trail(inner, _, _, otherwise):
            other = None if otherwise is None else _inherit(before, otherwise)
            return replace(act, act=_inherit(before, inner), otherwise=other)
        case t.Lasting(t.Clause(None, _, "b") as inner):
            return replace(act, act=_inherit(before, inner))
        case t.Later(inner):
            return _later(before, inner)
        case t.Else(inner):
            return replace(act, act=_inherit(before, inner))
        case t.If(cond, then, otherwise):
            return t.If(cond, (_inherit(before, then[0]), *then[1:]), otherwise)
    return act


def _worn_before(before: t.Act, who: t.Who) -> str:
    """ "(Your Hat becomes Red,) and theirs becomes none": their Hat, where no other thing changes. Raises NoSense.

    Theirs are set beside yours; beside those of others yours are, or "that of the Wizard there".
    """
    changed = {part.attr for part in parts(before) if isinstance(part, t.Assign | t.Change | t.Pay | t.Swap)}
    match _last_clause(before):
        case t.Clause(t.Who() as owner, (t.Assign(_, str() as attr, t.Text() | t.WordInput() | t.ValueOf()),)) if (
            changed == {attr} and owner != who and (owner == t.Caster() or not isinstance(who, t.They))
        ):
            return attr
    raise NoSense


def _spares_others(act: t.Act) -> bool:
    """ "Wizards with a Red Hat lose none, but lose 1 Crystal": who loses it?"""
    match _last(act):
        case t.Spared(who) | t.Exempt(who=who):
            return who is not None and not isinstance(who, t.Caster)
    return False


def _lasting(act: t.Act) -> tuple[t.Act, ...]:
    """What is said last to last, where it is not ordered to be done: "make your neighbours immune"."""
    last = _last(act)
    if isinstance(last, t.If):
        return _lasting(last.then[-1])
    if isinstance(last, t.Lasting | t.Instead | t.Trail | t.Later | t.Else):
        return _lasting(last.act)
    return last.acts if isinstance(last, t.Clause) and not last.form else ()


def _of_others(done: t.Act) -> bool:
    """Whether what lasts, or what is done to a spell, is said of somebody else who could do what follows.

    "Your neighbours cannot gain Stars, and lose 1 Star": who loses it?
    """
    match done:
        case t.Watch(whom=who) | t.Replace(who=who):
            return not isinstance(who, t.Caster)
    return isinstance(done, t.Redirect)


def _later(before: t.Act, act: t.Act) -> t.Later:
    """ "..., then gains 2 Stars": in a further stage, with the subject of what stands before it."""
    inherited = _inherit(before, act)
    return t.Later(inherited, same=inherited != act)


def _inherit_signed(before: t.Act, act: t.Signed) -> t.Act:
    """ "(Chosen Wizard: +1 Star,) +1 Crystal": whose it is, if that is said. Raises NoSense."""
    floors = [part.floor for part in parts((before, act)) if isinstance(part, t.Change) and not part.gain]
    if floors and floors[-1] is not None and None in floors:
        raise NoSense  # "-2 Stars and -1 Crystal, to a minimum of 0": of the last, or of both?
    match _last(before):
        case t.Labelled(t.Clause(who, _, form)):
            return t.Labelled(t.Clause(who, act.acts, form))
        case t.Clause(None, _, "b"):
            return act
    raise NoSense


def each_act(act: t.Act) -> tuple[t.Act, ...]:
    """The outcomes of several that are said in one; of one, that one."""
    return act.acts if isinstance(act, t.Seq) else (act,)


def _first(act: t.Act) -> t.Act:
    """What happens first; of nothing at all, nothing."""
    return next(iter(each_act(act)), act)


def _last(act: t.Act) -> t.Act:
    return next(reversed(each_act(act)), act)


def _not_of_label(before: t.Act, act: t.Act) -> None:
    """ "Target: lose 2 Stars, then gain 1 Crystal": who gains it? Raises NoSense."""
    first = _first(act)
    match _last(before), first.act if isinstance(first, t.Later) else first:
        case t.Labelled(t.Clause(t.Caster())) | t.Trail(t.Labelled(t.Clause(t.Caster()))), _:
            return
        case t.Labelled(t.Clause(form=form)) | t.Trail(t.Labelled(t.Clause(form=form))), other if form and _is_order(
            other
        ):
            raise NoSense


def items(before: t.Act, act: t.Act) -> t.Act:
    """ "a) If ..., they lose 2 Stars. b) Otherwise, lose 1 Star": they, or the caster? Raises NoSense."""
    last = _last_clause(before)
    if _prepares(_first(act)) and not any(map(_is_order, each_act(act)[1:])):
        return t.Seq((*each_act(before), *each_act(act)))  # "a) They lose 2 Stars. b) Roll DICE6. ...": whoever rolls
    others = last is not None and last.subject is not None and not isinstance(last.subject, t.Caster)
    if _is_order(_first(act)) and last is not None and others and last.form == "b":
        raise NoSense
    if _is_order(_first(act)) and last is not None and last.form == "let":
        return t.Seq((*each_act(before), *each_act(act)))  # "a) Make them lose 2 Stars. b) Lose 1 Star.": the caster
    return listed(before, act)


def _prepares(act: t.Act) -> bool:
    """Whether an outcome only rolls, counts or looks, which nobody in particular does: "roll DICE6"."""
    match act:
        case t.Clause(None, (t.Rolls() | t.Note() | t.Mention(),), "b"):
            return True
    return False


def _is_order(act: t.Act) -> bool:
    """Whether an outcome is told without saying who does it: "lose 1 Star"."""
    match act:
        case t.Clause(None, _, "b"):
            return True
        case t.Trail(inner) | t.Later(inner) | t.Else(inner) | t.Lasting(inner) | t.If(_, (inner, *_)):
            return _is_order(inner)
    return False


def listed(before: t.Act, act: t.Act) -> t.Act:
    _not_of_label(before, act)
    last = _within(before, act)
    if last is not None:
        return t.Seq((*each_act(before)[:-1], replace(last, act=listed(last.act, act))))
    return t.Seq((*each_act(before), *each_act(_inherit(before, act))))


def led_within(made: t.Act) -> t.Act:
    """What has its condition before its verb: "the next Wizard, if idle, loses 2 Stars"."""
    return replace(made, within=True) if isinstance(made, t.Trail) else made


def _within(before: t.Act, act: t.Act) -> t.Trail | None:
    """What has its condition before its verb, where more follows: both have it. Raises NoSense where that is open."""
    last, first = _last(before), _first(act)
    if not isinstance(last, t.Trail) or not last.within or not isinstance(first, t.Clause | t.Later):
        return None
    if isinstance(first, t.Later) or first.subject is not None or first.form not in ("b", "s", "m"):
        raise NoSense  # "the next Wizard, if idle, loses 2 Stars, and you gain 1", ", then gains 1": only if idle?
    return last


def joined(before: t.Act, act: t.Act) -> t.Act:
    _not_governed(before, act)
    return listed(before, _of_label(before, act))


def _of_label(before: t.Act, act: t.Act) -> t.Act:
    """ "Chosen Wizard: lose 2 Stars, gain 1 Crystal": they do both. Raises NoSense after "Chosen Wizard: -2 Stars"."""
    match _last(before), _first(act):
        case t.Labelled(t.Clause(t.Caster())), _:
            return act
        case _, t.Signed():
            return act
        case t.Labelled(t.Clause(who, _, form)), t.Clause(None, acts, "b" | "s" as said):
            if not form or (said == "s" and form != "s"):
                raise NoSense
            return t.Seq((t.Labelled(t.Clause(who, acts, form)), *each_act(act)[1:]))
    return act


def _not_governed(before: t.Act, act: t.Act) -> None:
    """ "Whenever X loses Stars, A and B": B does not happen at once; nor A in "A and B whenever". Raises NoSense."""
    if not _stands(act) and _form(before, -1) in ("when", "whenever"):
        raise NoSense
    if not _stands(before) and _form(act, 0) == "whenever":
        raise NoSense


def _form(act: t.Act, place: int) -> str:
    """The form of the first or the last clause of an outcome."""
    part = each_act(act)[place]
    part = part.act if isinstance(part, t.Lasting) else part
    inner = each_act(part)[place]
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
    _not_of_label(before, act)
    _within(before, t.Later(act))
    return t.Seq((*each_act(before), _later(before, act)))


def run_led(before: t.Act, lead: Lead, act: t.Act, make: Led | None = None) -> t.Act:
    """ "..., and if ..., ...". `make`: what an outcome after a lead comes to, if it is not `led`."""
    _not_governed(before, act)
    if lead[0] == "then":
        _not_of_label(before, act)
    if lead[0] in ("then", "if"):
        _within(before, t.Later(act))  # "the next Wizard, if idle, loses 2 Stars and, if ..., gains 1"
    if lead[0] in ("else", "if not"):
        _not_of_them(before, act)
    inherited = _inherit(before, act)
    made = (make or led)(lead, inherited)
    if isinstance(made, t.Later) and inherited != act:
        made = replace(made, same=True)
    return t.Seq((*each_act(before), made))


def led_beside(lead: Lead, act: t.Act, other: t.Act, make: Led | None = None) -> t.Act:
    """ "If ..., ..., and if ..., ...": two conditions side by side. `make` as of run_led."""
    beside = _first(other)
    if lead[0] != "if" or not isinstance(beside, t.If):
        raise NoSense
    match beside.then:
        case (t.Clause(None, form="s"), *_) if not any(isinstance(part, t.They | t.ThatMany) for part in parts(beside)):
            raise NoSense  # "if ..., the caster loses 1 Star and, if ..., loses 2": one clause
    return t.Seq(((make or led)(lead, act), *each_act(_inherit(act, other))))


def _not_of_them(before: t.Act, act: t.Act) -> None:
    """ "They lose 2 Stars, otherwise lose 1 Star": they, or the caster? Raises NoSense."""
    last = _last_clause(before)
    if _is_order(_first(act)) and last is not None and isinstance(last.subject, t.They) and last.form == "b":
        raise NoSense


def run_else(before: t.Act, act: t.Act) -> t.Act:
    _not_of_them(before, act)
    return t.Seq((*each_act(before), t.Else(_inherit(before, act))))


def otherwise_list(act: t.Act) -> t.Act:
    return t.Else(act)


STEPS = ("also", "else", "after")
"""What leads to an outcome, and is followed by "then" only where a further stage is meant."""


def no_step(kind: str, act: t.Act) -> None:
    """ "If (not) ..., then ..." is no further stage, and "then, then ..." not two. Raises NoSense."""
    if kind not in STEPS and isinstance(act, t.Later):
        raise NoSense


def led(lead: Lead, act: t.Act) -> t.Act:
    kind, cond = lead
    no_step(kind, act)
    if kind == "if" and cond is not None:
        return _if(cond, act)
    if kind == "own":
        raise NoSense
    return {
        "then": t.Later(act),
        "else": t.Else(act),
        "if not": t.Else(act),
        "neither": t.Else(act, neither=True),
        "rest": t.Else(act, True),
        "unable": t.Else(act, False, cond.left if isinstance(cond, t.Same) else None),
        "so": t.IfSo(act),
        "case": t.IfSo(act, case=True),
        "after": t.Awaited(act, cond.left if isinstance(cond, t.Same) else None),
        "also": act,
    }[kind]


def _if(cond: t.Cond, act: t.Act) -> t.Act:
    """ "If ..., ..., otherwise ...": the "otherwise" belongs to this condition if there is none after it."""
    if isinstance(act, t.Seq) and isinstance(act.acts[-1], t.Else):
        last = act.acts[-1]
        alone = not any(isinstance(part, t.If | t.Trail | t.Else) for part in act.acts[:-1])
        if not last.every and not last.than and last.unable is None and alone:
            return t.If(cond, act.acts[:-1], (last.act,))
    return t.If(cond, (act,))


def other_cases(act: t.Act, *, rolled: bool = False) -> tuple[t.Act, tuple[t.Act, ...]] | None:
    """ "(If it is 4,) gain 1 Star, and if it is lower, lose 1": what has the condition, and the other cases.

    Where it is of a roll (`rolled`), "any other result" is such a case too: "on a 4 gain 1 Star, on any other lose 1".
    """
    told = each_act(act)
    cases = [(at, one) for at, one in enumerate(told) if isinstance(one, t.Else)]
    others = [at for at, one in cases if one.than or (rolled and one.every and not one.chosen and not one.attr)]
    if not others or others[0] == 0 or len(told) - others[0] != len(others):
        return None
    first = told[: others[0]]
    if any(isinstance(part, t.If | t.Trail | t.Else | t.Rolls) for one in first for part in parts(one)):
        return None
    return first[0] if len(first) == 1 else t.Seq(first), told[others[0] :]


def lead_if(cond: t.Cond) -> Lead:
    return "if", cond


def lead_unless(cond: t.Cond) -> Lead:
    return "if", t.Not(cond, unless=True)


def lead_then() -> Lead:
    return "then", None


def lead_else() -> Lead:
    return "else", None


def lead_if_not() -> Lead:
    """ "If not, (then) ..."."""
    return "if not", None


def lead_so_it_is() -> Lead:
    """ "If it is, ..."."""
    return "it is", None


def lead_in_case() -> Lead:
    """ "In that case, ..."."""
    return "case", None


def lead_so() -> Lead:
    return "so", None


def lead_also() -> Lead:
    return "also", None


def trailed(act: t.Act, trail: tuple[t.Cond, bool, t.Act | None]) -> t.Act:
    cond, wanted, otherwise = trail
    if isinstance(act, t.Clause) and len({getattr(part, "attr", part) for part in act.acts}) < len(act.acts):
        raise NoSense  # "3 Stars and 2 Stars if ...": of which of them?
    for part in act.acts if isinstance(act, t.Clause) else ():
        if isinstance(getattr(part, "amount", None) or getattr(part, "value", None), t.Add | t.Minus):
            raise NoSense  # "2 Stars plus 1 Star if ...", "3 Stars, minus 1 if ...": of both, or of the last alone?
    return t.Trail(act, cond, wanted, otherwise)


def trail_if(cond: t.Cond) -> tuple[t.Cond, bool, t.Act | None]:
    return cond, True, None


def trail_unless(cond: t.Cond) -> tuple[t.Cond, bool, t.Act | None]:
    return cond, False, None


def trail_case(cond: t.Cond, act: t.Act) -> tuple[t.Cond, bool, t.Act | None]:
    """ "Unless ..., in which case ... instead": it is what happens otherwise, with that word or without."""
    return cond, False, act.act if isinstance(act, t.Instead) else act


def instead(act: t.Act) -> t.Act:
    return act if isinstance(act, t.Instead) else t.Instead(act)


def with_let(before: t.Act, let: t.Act) -> t.Act:
    """ "Roll DICE6, and let X be the result"."""
    return t.Seq((before, let))


def with_let_then(before: t.Act, let: t.Act, act: t.Act) -> t.Act:
    """ "Roll DICE6 and call the result R: the caster gains R Stars"."""
    return t.Seq((before, let, *each_act(act)))


def joined_roll(before: t.Act, act: t.Act) -> t.Act:
    """ "Roll DICE6: ...", "see who has the most Stars (if several are tied, one of them at random): ..."."""
    match before:
        case t.Seq((t.Clause(None, (t.Mention(t.Top()),)) as found, t.TieRule() as tie)):
            if any(isinstance(part, t.Top) for part in parts(act)):
                raise NoSense  # "...: that Wizard pays the one with the fewest 2 Stars": whose tie?
            return t.Seq((*each_act(joined_roll(found, act)), tie))
    told = (
        before.acts
        if isinstance(before, t.Seq) and before.acts and isinstance(before.acts[-1], t.Heading)
        else (before,)
    )
    acts = told[0].acts if isinstance(told[0], t.Clause) else ()
    evened = bool(acts) and isinstance(acts[0], t.Level) and isinstance(getattr(_first(act), "subject", None), t.They)
    if not evened and not (acts and isinstance(acts[0], t.Rolls | t.Picks | t.Note | t.Mention)):
        raise NoSense  # "you level your Stars: both end up with the average", but "... your neighbours do"?
    return joined(before, act)


def tie_after(act: t.Act, way: str | t.TieRule) -> t.Act:
    """ "The Wizard with the most Stars loses 2 Stars (ties are broken at random)"."""
    rule = t.TieRule(way) if isinstance(way, str) else way
    return t.Seq((act, replace(rule, here=True)))


def tie_aside(act: t.Act, way: str | t.TieRule) -> t.Act:
    """The same in brackets: "otherwise" after them is not of the tie."""
    rule = t.TieRule(way) if isinstance(way, str) else way
    return tie_after(act, replace(rule, aside=True))


_THEM = (THEY, t.They("them"), t.They("that Wizard"))
_OWNER = t.They("spell")


def for_each(count: t.Num, act: t.Act) -> t.Act:
    """ "For each Burn targeting you, you gain 2 Stars and its caster loses 2 Stars": both, for each."""
    ownerless = (t.They("place"), t.They("owner"))
    if isinstance(count, t.Count) and any(part in ownerless for part in parts(act)):
        raise NoSense  # "for each Wizard who cast Burn, the next Wizard loses 1 Star": next to whom?
    told = each_act(act)
    meant = tuple(_for_each(count, part) for part in told)
    return meant[0] if len(meant) == 1 else t.Seq(meant)


def joined_each(before: t.Act, act: t.Act) -> t.Act:
    """ "Lose 1 Star, and for each neighbour who cast Burn, gain 2 Stars"."""
    return joined(before, _unshared(act))


def _unshared(act: t.Act) -> t.Act:
    if isinstance(act, t.Seq) and any(isinstance(part, t.Clause) and part.subject is None for part in act.acts):
        raise NoSense  # "The chosen Wizard loses 1 Star, and for each ..., gains 1 Star and loses 1 Crystal"
    return act


def _for_each(count: t.Num, act: t.Act) -> t.Act:
    """One outcome for each: of those who are counted, or so many times of somebody else."""
    if not isinstance(act, t.Clause) or not act.acts or act.form == "does":
        raise NoSense
    group = count.who if isinstance(count, t.Count) else None
    each = _each(act.subject, group)
    if each is not None:
        return _of_them(act, each)
    return replace(act, acts=tuple(_times(count, part, group) for part in act.acts))


def _each(who: t.Who | None, group: t.Who | None) -> t.Who | None:
    """Each of those who are counted, if a word means them; None if it means somebody else. Raises NoSense."""
    casts = isinstance(group, t.Casters) or group == t.They("those spells")
    if group is None or who is None or (is_one(group) and not casts):
        return None
    if casts:
        return group if who == _OWNER else None
    if not isinstance(who, t.They) or who not in _THEM or THEY in parts(group):
        return None  # "For each Burn targeting them, they lose 1 Star"
    if any(isinstance(part, t.Who) and is_one(part) and not _is_nobody(part) for part in parts(group)):
        raise NoSense  # "For each neighbour of the chosen Wizard, they lose 1 Star"
    return t.EachOf(group, who.word)


def _is_nobody(who: t.Who) -> bool:
    """Whether those of a count are told without naming anybody else than the caster."""
    return isinstance(who, t.Member | t.Caster) or who == t.They("owner")


def _of_them(act: t.Clause, group: t.Who) -> t.Act:
    """ "... its caster loses 2 Stars": each of those who cast one."""
    if any(isinstance(part, t.Roll | t.Pick | t.Watch) for part in parts(act.acts)):
        raise NoSense
    acts: tuple[t.Act, ...] = replaced(act.acts, {_OWNER: THEY, t.They("that Wizard"): THEY})
    if any(isinstance(part, t.Pay) and THEY in (part.payer, part.receiver) for part in acts):
        raise NoSense
    return replace(act, subject=group, acts=acts, form="s")


def _times(count: t.Num, act: t.Act, group: t.Who | None) -> t.Act:
    """What somebody else gains, loses or pays: so many times, or to each of those who are counted."""
    match act:
        case t.Change() if not any(_each(part, group) for part in parts(act.amount) if isinstance(part, t.Who)):
            return replace(act, amount=times_of(act.amount, count))
        case t.Pay(t.Subject(), receiver, amount=t.Int(), mode="always") if each := _each(receiver, group):
            return replace(act, receiver=each)
        case t.Pay(payer, t.Subject(), amount=t.Int(), mode="always") if each := _each(payer, group):
            return replace(act, payer=each)
        case t.Pay(amount=t.Int(), mode="always") if not any(isinstance(p, t.They) for p in parts((act, count))):
            return replace(act, amount=times_of(act.amount, count))  # "for every Crystal that the caster has, ..."
    raise NoSense


def swap(left: t.Who, right: t.Who, attr: str | t.WordInput) -> t.Act:
    return t.Clause(t.Join((left, right)), (t.Swap(left, right, attr),))


def level(left: t.Who, right: t.Who, attr: str, rounding: str = "") -> t.Act:
    return t.Clause(None, (t.Level(t.Join((left, right)), attr, rounding),), TOGETHER)


def swap_pair(who: t.Who, attr: str | t.WordInput) -> t.Act:
    """ "The chosen Wizards swap Hats"."""
    if isinstance(who, t.Neighbours):  # "the caster's neighbours": one on either side
        return swap(t.Offset(who.of, t.Int(-1)), t.Offset(who.of, t.Int(1)), attr)
    if isinstance(who, t.Top) and who.count == 2:  # "the two Wizards with the most Crystals"
        first = replace(who, count=1)
        return swap(first, replace(first, among=t.Without(who.among, first)), attr)
    if isinstance(who, t.They) and who.word in ("both", "both Wizards", "those two", "those places"):
        return swap(t.They(f"{who.word} 1"), t.They(f"{who.word} 2"), attr)
    if not isinstance(who, t.Join) or len(who.parts) != 2:
        raise NoSense
    return swap(who.parts[0], who.parts[1], attr)
