"""What holds for the rest of the Duel: "cannot lose Stars", "is not affected by", "whenever ... loses Stars, ..."."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.measures import source_of
from pbp.spells.english.phrases import (
    THEY,
    Amount,
    Casts,
    Flow,
    Number,
    Own,
    Phrase,
    Pointer,
    Roles,
    Some,
    Time,
    Verb,
    group,
    one,
)  # fmt: skip
from pbp.spells.sense.lasting import watch

WAY = {"lose": "loss", "gain": "gain", "gain|lose": "any", "lose|gain": "any"}
SAID = {"lose": "lose", "gain": "gain"}


def status(subject: Phrase | None, verb: Verb) -> t.Act | None:
    """A clause as what lasts; None if it is said of something that happens."""
    roles = Roles(subject, verb)
    time = roles.maybe("time", Time)
    if time is not None and time.kind not in ("rest", "now"):
        return None
    made = _status(roles, time is not None)
    if made is None:
        return None
    roles.done()
    return made if time is None else t.Lasting(made, time.kind == "rest")


def _status(roles: Roles, timed: bool) -> t.Act | None:
    verb, subject = roles.verb, roles.subject
    match subject, verb.sense, verb.passive:
        case Some(), "gain" | "lose" | "gain|lose" | "lose|gain", False:
            return _not_moved(roles, subject, timed)
        case Some(), "affect", True:
            if subject.how == "none":
                subject = Some(subject.who, "each")
            elif not roles.not_so():
                return None
            roles.modal_of("can", "may", "must")
            by = roles.take("by", Casts)
            return watch(group(subject), "any", "", source_of(by), "shield")
        case Casts(), "affect", False:
            if subject.how == "none":
                roles.modal_of("can", "may", "must")
                denied = replace(subject, how="plural")
            elif roles.not_so():
                roles.modal_of("can", "may", "must")
                denied = subject if subject.how != "some" else replace(subject, how="plural")
            else:
                return None
            if denied.own:
                raise NoSense
            whom = roles.take("object", Some)
            who = whom.who if subject.how == "none" and whom.how == "any" else group(whom)
            return watch(who, "any", "", source_of(denied), "shield")
        case Some(), "be" | "become", False:
            return _is(roles, subject)
        case ((None | Casts()), "protect", False):
            if isinstance(subject, Casts) and not subject.own:
                return None
            whom = roles.take("object", Some)
            by = roles.maybe("from", Casts) or roles.take("because", Casts)
            return watch(group(whom), "any", "", source_of(by), "shield")
        case Some(), "protect", True if any(role == "from doing" for role, _ in roles.left):
            return _guarded(roles, subject)
        case Some(), "protect", True:
            by = roles.maybe("from", Casts) or roles.take("because", Casts)
            return watch(group(subject), "any", "", source_of(by), "shield")
        case Flow(), _, _:
            return _flow(roles, subject)
        case None, "double" | "triple" | "halve", False:  # "double all Stars that you gain"
            told = roles.maybe("object", Flow)
            return _flow(roles, told) if told is not None and verb.form == "b" else None
        case Amount(op="no"), "lose" | "gain", True:
            by = roles.maybe("by", Some)
            cause = roles.maybe("from", Casts) or roles.maybe("because", Casts)
            if cause is None and not timed:
                return None
            who = group(by) if by is not None else t.All()
            return watch(who, WAY[verb.sense], subject.attr, None if cause is None else source_of(cause), "cancel")
        case Amount(op="scaled" | "more" | "less"), "lose" | "gain", True:
            who = roles.take("by", Some)
            roles.left.append(("object", subject))
            return _not_moved(roles, who, timed)
        case Casts(), "give", False:
            return _gives_none(roles, subject)
        case Casts(), "cause", False:
            return _no_cause(roles, subject)
        case Pointer("nothing"), "cause", False:
            return _no_cause(roles, Casts(group=t.All(), how="none"))
        case Casts(), "have", False:
            on = roles.maybe("on", Some)
            if on is None or roles.take("object", Pointer) != Pointer("no effect") or subject.own:
                return None
            return watch(
                group(on),
                "any",
                "",
                source_of(replace(subject, how="plural") if subject.how == "some" else subject),
                "shield",
            )
        case Own(), "change" | "set" | "reduce" | "raise", _:
            return _stays(roles, subject)
    return None


def _stays(roles: Roles, own: Own) -> t.Act | None:
    """ "The chosen Wizard's Hat cannot change", "the caster's Stars cannot be reduced"."""
    if not roles.modal_of("can", "may") or not roles.not_so():
        return None
    cause = roles.maybe("from", Casts) or roles.maybe("because", Casts) or roles.maybe("by", Casts)
    way = {"reduce": "loss", "raise": "gain"}.get(roles.verb.sense, "any")
    if not isinstance(own.attr, str) or own.start or (own.attr != "Stars" and way != "any"):
        raise NoSense
    return watch(group(own.owner), way, own.attr, None if cause is None else source_of(cause), "cancel")


def _not_moved(roles: Roles, subject: Some, timed: bool) -> t.Act | None:
    """ "Cannot lose Stars", "loses no Stars from Burn", "does not lose Stars because of Burn"."""
    what = roles.maybe("object", Amount)
    if what is None:
        return None
    cause = cause_of(roles)
    none = what.op == "no" or (subject.how == "none" and what.op in ("any", "bare"))
    can_not = bool(roles.modal_of("can", "may"))
    if subject.how == "none" and (can_not or cause is not None or timed) and what.op in ("any", "bare"):
        who: t.Who = subject.who
    elif roles.not_so():
        if none or what.op not in ("any", "bare") or not (can_not or cause is not None or timed):
            raise NoSense
        roles.modal_of("must")
        who = _each(subject)
    elif none and not can_not and (cause is not None or timed):
        roles.modal_of("must")
        who = _each(subject)
    elif cause is not None and what.op in ("scaled", "more", "less"):
        roles.modal_of("must")
        _check_else(roles, subject)
        how, number = rounded_size(roles, what)
        roles.says("instead")
        roles.says("only")
        return watch(_each(subject), WAY[roles.verb.sense], what.attr, source_of(cause), how, amount=number)
    else:
        return None
    by = None if cause is None else source_of(cause)
    return watch(who, WAY[roles.verb.sense], what.attr, by, "cancel")


def _each(some: Some) -> t.Who:
    if some.how == "some" and some.vague:
        return some.who
    return group(some)


def rounded_size(roles: Roles, what: Amount) -> tuple[str, t.Num]:
    """The size of a changed change, with the rounding that the clause says of it. Raises NoSense."""
    how, number = _size(what)
    rounding = roles.maybe("round")
    if rounding is not None:
        if not isinstance(number, t.Part) or number.rounding:
            raise NoSense
        number = replace(number, rounding=rounding)
    return how, number


def _size(amount: Amount) -> tuple[str, t.Num]:
    match amount.op, amount.number:
        case "scaled", ("times", factor):
            return "times", t.Int(factor)
        case "scaled", ("part", divisor):
            return "set", t.Part(t.ThatMany(), t.Int(divisor), amount.mode)
        case ("more" | "less") as op, number:
            return op, number
    raise NoSense


def _is(roles: Roles, subject: Some) -> t.Act | None:
    adjective = roles.maybe("adj")
    match adjective:
        case ("pp", adj, role, Casts() as by) if adj.sense == "unaffected" and role in ("by", "to", "from", "because"):
            return watch(group(subject), "any", "", source_of(by), "shield")
    if adjective is not None and not isinstance(adjective, tuple) and getattr(adjective, "sense", "") == "unaffected":
        by = roles.maybe("by", Casts) or roles.maybe("to", Casts) or roles.maybe("from", Casts)
        if by is None:
            raise NoSense
        return watch(group(subject), "any", "", source_of(by), "shield")
    return None


def _gives_none(roles: Roles, casts: Casts) -> t.Act | None:
    """ "Spells with a Cost cannot give the caster any Stars"."""
    if not (casts.how == "none" or roles.denied):
        return None
    first = roles.take("object")
    whom, what = (first, roles.take("object")) if isinstance(first, Some) else (roles.take("to", Some), first)
    if casts.how == "none":
        casts = replace(casts, how="plural")
    elif not roles.not_so():
        raise NoSense
    roles.modal_of("can", "may", "must")
    if not isinstance(what, Amount) or what.op not in ("any", "bare") or casts.own:
        raise NoSense
    return watch(group(whom), "gain", what.attr, source_of(casts), "cancel")


def _no_cause(roles: Roles, casts: Casts) -> t.Act | None:
    """ "The effects of Burn do not make that Wizard lose Stars"."""
    whom = roles.take("object", Some)
    inner = roles.maybe("to do", Verb) or roles.maybe("do", Verb)
    if inner is None or inner.sense not in ("lose", "gain") or inner.denied or inner.modal:
        raise NoSense
    if casts.how == "none":
        roles.modal_of("can", "may")
        casts = replace(casts, how="plural")
    elif roles.not_so():
        roles.modal_of("can", "may", "must")
    else:
        return _causes_other(roles, casts, whom, inner)
    own = Roles(None, inner)
    what = own.take("object", Amount)
    own.done()
    if what.op not in ("any", "bare"):
        raise NoSense
    return watch(group(whom), WAY[inner.sense], what.attr, source_of(casts), "cancel")


def _guarded(roles: Roles, subject: Some) -> t.Act:
    """ "The caster is protected from losing Stars"."""
    doing = Roles(None, roles.take("from doing", Verb))
    if doing.verb.sense not in WAY or doing.verb.denied or doing.verb.passive:
        raise NoSense
    what, cause = doing.take("object", Amount), cause_of(doing)
    doing.done()
    if what.op not in ("any", "bare"):
        raise NoSense
    return watch(
        group(subject), WAY[doing.verb.sense], what.attr, None if cause is None else source_of(cause), "cancel"
    )


def _causes_other(roles: Roles, casts: Casts, whom: Phrase, inner: Verb) -> t.Act | None:
    """ "Burn spells make the caster lose 2 fewer Stars"."""
    own = Roles(None, inner)
    what = own.take("object", Amount)
    _check_else(own, whom)
    if what.op not in ("less", "more", "scaled") or casts.own or roles.verb.modal not in ("", "must"):
        return None
    roles.modal_of("must")
    how, number = rounded_size(own, what)
    own.done()
    return watch(group(whom), WAY[inner.sense], what.attr, source_of(casts), how, amount=number)


def _check_else(roles: Roles, whom: Phrase) -> None:
    """ "Than you otherwise would": said of whom the clause is about. Raises NoSense."""
    said = roles.maybe("else", str)
    is_you = isinstance(whom, Some) and whom.who == t.Caster(you=True)
    if said is not None and (said == "you") != is_you:
        raise NoSense


def _flow(roles: Roles, flow: Flow) -> t.Act:
    """ "All Stars that the caster would lose are lost by the chosen Wizard instead"."""
    if flow.past:
        raise NoSense
    verb = roles.verb
    whose = flow.who if flow.who is not None else roles.maybe("for", Some)
    who = t.All() if whose is None else _each(whose)
    way = WAY[flow.way]
    cause = cause_of(roles)
    by_cause = flow.source if cause is None else source_of(cause)
    if verb.passive and verb.sense in ("lose", "gain"):
        to = roles.maybe("by", Some)
        instead = roles.says("instead")
        same = WAY[verb.sense] == way
        if to is None:
            if same:
                raise NoSense
            return watch(who, way, flow.attr, by_cause, "invert")
        if same:
            return watch(who, way, flow.attr, by_cause, "move", to=group(to))
        if to.who in (THEY, t.They("them")):
            return watch(who, way, flow.attr, by_cause, "invert")
        if instead:
            raise NoSense  # "Stars lost by others are gained by the caster instead": are they still lost?
        then = (t.Change(group(to), flow.attr, verb.sense == "gain", t.ThatMany()),)
        return watch(who, way, flow.attr, by_cause, "also", then=then)
    if verb.sense in ("double", "halve", "triple"):
        if verb.sense == "halve":
            part = t.Part(t.ThatMany(), t.Int(2), roles.maybe("round") or "")
            return watch(who, way, flow.attr, by_cause, "set", amount=part)
        return watch(who, way, flow.attr, by_cause, "times", amount=t.Int(2 if verb.sense == "double" else 3))
    if verb.sense == "multiply":
        by = roles.take("by")
        return watch(who, way, flow.attr, by_cause, "times", amount=_factor(by))
    if verb.sense in ("reduce", "raise"):
        by = roles.take("by")
        number = getattr(by, "number", None)
        if not isinstance(number, t.Num):
            raise NoSense
        bound = roles.maybe("limit")
        if bound is not None and (bound[0] != "minimum" or getattr(bound[1], "number", None) != t.Int(0)):
            raise NoSense
        return watch(who, way, flow.attr, by_cause, "less" if verb.sense == "reduce" else "more", amount=number)
    if verb.sense == "go" and way == "gain":
        roles.says("instead")
        return watch(who, way, flow.attr, by_cause, "move", to=one(roles.take("to", Some)))
    raise NoSense


def _factor(by: Phrase) -> t.Num:
    match by:
        case Number(t.Int() as number) | Amount("=", t.Int() as number, ""):
            return number
    raise NoSense


def cause_of(roles: Roles) -> Casts | None:
    """From which spells: "loses Stars from Burn", "because of Burn", "to a Burn spell"."""
    found: Casts | None = roles.maybe("from", Casts) or roles.maybe("because", Casts) or roles.maybe("to", Casts)
    return found
