"""What holds for the rest of the Duel: "cannot lose Stars", "is not affected by", "whenever ... loses Stars, ..."."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.measures import source_of
from pbp.spells.english.phrases import (
    THEY,
    Amount,
    Casts,
    Flow,
    Own,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Verb,
    group,
    one,
)  # fmt: skip
from pbp.spells.sense.lasting import watch
from pbp.spells.sense.triggers import Alteration, Trigger, altered, altered_two, trigger_by

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
            if not roles.not_so():
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
            return watch(group(roles.take("object", Some)), "any", "", source_of(denied), "shield")
        case Some(), "be", False:
            return _is(roles, subject)
        case ((None | Casts()), "protect", False):
            if isinstance(subject, Casts) and not subject.own:
                return None
            whom = roles.take("object", Some)
            by = roles.maybe("from", Casts) or roles.take("because", Casts)
            return watch(group(whom), "any", "", source_of(by), "shield")
        case Some(), "protect", True:
            by = roles.maybe("from", Casts) or roles.take("because", Casts)
            return watch(group(subject), "any", "", source_of(by), "shield")
        case Flow(), _, _:
            return _flow(roles, subject)
        case Amount(op="no"), "lose" | "gain", True:
            by = roles.maybe("by", Some)
            cause = roles.maybe("from", Casts) or roles.maybe("because", Casts)
            if cause is None and not timed:
                return None
            who = group(by) if by is not None else t.All()
            return watch(who, WAY[verb.sense], subject.attr, None if cause is None else source_of(cause), "cancel")
        case Casts(), "cause", False:
            return _no_cause(roles, subject)
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
    cause = roles.maybe("from", Casts) or roles.maybe("because", Casts)
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
        how, number = _rounded_size(roles, what)
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


def _rounded_size(roles: Roles, what: Amount) -> tuple[str, t.Num]:
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
        return None
    own = Roles(None, inner)
    what = own.take("object", Amount)
    own.done()
    if what.op not in ("any", "bare"):
        raise NoSense
    return watch(group(whom), WAY[inner.sense], what.attr, source_of(casts), "cancel")


def _flow(roles: Roles, flow: Flow) -> t.Act:
    """ "All Stars that the caster would lose are lost by the chosen Wizard instead"."""
    if flow.past:
        raise NoSense
    verb = roles.verb
    who = t.All() if flow.who is None else _each(flow.who)
    way = WAY[flow.way]
    cause = roles.maybe("from", Casts) or roles.maybe("because", Casts)
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


# ---- whenever


def event(subject: Phrase, verb: Verb) -> Any:
    """ "(Whenever) the caster would lose Stars": of whom, which way, of what, from which spells."""
    if verb.denied or verb.modal not in ("", "would") or verb.perfect or verb.form in ("d", "n", "g"):
        raise NoSense
    roles = Roles(subject, verb)
    roles.modal_of("would")
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    if isinstance(subject, Casts) and verb.sense == "cause" and not verb.passive:
        whom = roles.take("object", Some)
        inner = roles.maybe("to do", Verb) or roles.take("do", Verb)
        own = Roles(None, inner)
        what = own.take("object", Amount)
        own.done()
        roles.done()
        if (
            inner.sense not in ("lose", "gain")
            or what.op not in ("any", "bare")
            or subject.how not in ("some", "name", "one")
        ):
            raise NoSense
        casts = t.Casters(subject.group, subject.kind or t.Always()) if subject.who is None else subject.who
        return trigger_by(casts, _whom(whom), SAID[inner.sense], what.attr)
    if (
        isinstance(subject, Amount)
        and verb.passive
        and verb.sense in ("lose", "gain")
        and subject.op in ("any", "bare")
    ):
        by = roles.maybe("by", Some)
        cause = roles.maybe("from", Casts) or roles.maybe("because", Casts)
        roles.done()
        who = t.All() if by is None else _whom(by)
        return who, WAY[verb.sense], subject.attr, None if cause is None else source_of(cause)
    if not isinstance(subject, Some) or verb.passive or verb.sense not in WAY:
        raise NoSense
    what = roles.take("object", Amount)
    cause = roles.maybe("from", Casts) or roles.maybe("because", Casts)
    roles.done()
    by_cause = None if cause is None else source_of(cause)
    if what.op not in ("any", "bare"):
        raise NoSense
    way = "either" if "|" in verb.sense else WAY[verb.sense]
    return _whom(subject), way, what.attr, by_cause


def _whom(some: Some) -> t.Who:
    if some.how in ("one", "each", "some", "plural"):
        return some.who
    raise NoSense


def event_either(subject: Phrase, left: Verb, right: Verb, what: Phrase) -> Any:
    return event(subject, Verb(f"{left.sense}|{right.sense}", right.form, modal=left.modal, parts=(("object", what),)))


def alter(subject: Phrase, verb: Verb) -> Alteration:
    """ "(Whenever ...,) they lose 1 Star less": what the change becomes, or what happens beside it."""
    if verb.denied or verb.perfect or verb.form in ("d", "n", "g"):
        raise NoSense
    roles = Roles(subject, verb)
    roles.modal_of("must")
    instead = roles.says("instead") is not None
    roles.says("also")
    made = _alter(roles, subject, instead)
    roles.done()
    return made


def alter_bare(verb: Verb) -> Alteration:
    """ "Gain 1 Star (each time another Wizard loses Stars)"."""
    if verb.form != "b" or verb.modal:
        raise NoSense
    return alter(Some(t.Caster()), verb)


def _alter(roles: Roles, subject: Phrase, instead: bool) -> Alteration:
    verb = roles.verb
    if (
        isinstance(subject, Amount)
        and verb.passive
        and verb.sense in ("lose", "gain")
        and subject.number == t.ThatMany()
    ):
        by = roles.maybe("by", Some)
        if not instead:
            raise NoSense
        things = (subject.attr,) if subject.attr else ()
        if by is None:
            return "that-instead", THEY, WAY[verb.sense], None, *things
        return "move", group(by), WAY[verb.sense], None, *things
    if (
        isinstance(subject, Pointer)
        and subject.word in ("loss", "gain", "that", "it", "this")
        and verb.sense in ("double", "halve", "reduce", "raise")
    ):
        if verb.sense == "double":
            return "times", THEY, "same", t.Int(2)
        if verb.sense == "halve":
            return "set", THEY, "same", t.Part(t.ThatMany(), t.Int(2), roles.maybe("round") or "")
        number = getattr(roles.take("by"), "number", None)
        if not isinstance(number, t.Num):
            raise NoSense
        _zero(roles)
        return ("less" if verb.sense == "reduce" else "more"), THEY, "same", number
    if not isinstance(subject, Some):
        raise NoSense
    if verb.sense in ("pay", "give") and not verb.passive:
        from pbp.spells.english.moving import pays  # what is paid is an outcome, which asks first for statuses

        receiver, what = _paid(roles)
        made = pays(roles, subject, receiver, what)
        assert isinstance(made, t.Clause)
        (paid,) = made.acts
        if not isinstance(paid, t.Pay):
            raise NoSense
        return "then", made.subject or THEY, "same", replace(paid, payer=made.subject or THEY)
    if verb.sense not in ("lose", "gain") or verb.passive:
        raise NoSense
    what = roles.take("object", Amount | Same | Some)
    who = group(subject)
    way = WAY[verb.sense]
    if isinstance(what, Some):
        if what.who not in (t.They("them"), t.They("those")) or not instead:
            raise NoSense
        return "move", who, way, None
    if isinstance(what, Same):
        match what:
            case Same(("number", str() as attr), None, False, None):
                what = Amount("=", t.ThatMany(), attr, mode="that")
            case _:
                raise NoSense
    things = (what.attr,) if what.attr else ()
    if what.op in ("scaled", "more", "less"):
        if what.op == "less":
            _zero(roles)
        how, number = _rounded_size(roles, what)
        return how, who, way, number, *things
    if what.op == "no" and what.mode == "":
        return "cancel", who, way, None, *things
    if what.op == "=" and what.number == t.ThatMany():
        if instead:
            return "that-instead", who, way, None, *things
        return "also", who, way, (t.ThatMany(), what.attr)
    if what.op == "=" and isinstance(what.number, t.Num) and not instead:
        return "also", who, way, (what.number, what.attr)
    if what.op == "=" and isinstance(what.number, t.Times | t.Part) and what.mode == "that":
        match what.number:
            case t.Times(t.Int() as factor, t.ThatMany()):
                return "times", who, way, factor, *things
            case t.Part(t.ThatMany(), t.Int(), _):
                return "set", who, way, what.number, *things
    raise NoSense


def _paid(roles: Roles) -> tuple[Phrase, Phrase]:
    first = roles.take("object")
    if isinstance(first, Some):
        return first, roles.take("object")
    return roles.take("to", Some), first


def _zero(roles: Roles) -> None:
    """A change made smaller ends at 0; another minimum is not what "less" means."""
    bound = roles.maybe("limit")
    if bound is not None and (bound[0] != "minimum" or getattr(bound[1], "number", None) != t.Int(0)):
        raise NoSense


def after_whenever(alteration: Alteration, trigger: Trigger) -> t.Act:
    """A status with "whenever" at its end, which might govern what stands before it as well."""
    how, who, verb, *rest = alteration
    if trigger[0] == THEY:  # "the caster gains 1 Star whenever they lose Stars": the subject of the sentence
        if how == "then" and isinstance(rest[0], t.Pay) and rest[0].payer == who:
            rest = [replace(rest[0], payer=THEY)]
        elif how != "also" and how not in ("less", "more", "times", "set", "cancel", "that-instead"):
            raise NoSense
        trigger, alteration = (who, *trigger[1:]), (how, THEY, verb, *rest)
    elif t.They("them") in (trigger[0], who) or who == THEY:
        raise NoSense
    made = altered(trigger, alteration)
    return replace(made, form="whenever") if isinstance(made, t.Clause) else made


def after_least(alteration: Alteration, limit: Any, trigger: Trigger) -> t.Act:
    """ "Loses 1 Star less (to a minimum of 0) whenever ..."."""
    if limit[0] not in ("minimum", "floor") or getattr(limit[1], "number", None) != t.Int(0) or alteration[0] != "less":
        raise NoSense
    return after_whenever(alteration, trigger)


def after_limit(alteration: Alteration, trigger: Trigger, limit: Any) -> t.Act:
    return after_least(alteration, limit, trigger)


def whenever(trigger: Trigger, first: Alteration, second: Alteration | None = None) -> t.Act:
    """A status on each change."""
    return altered(trigger, first) if second is None else altered_two(trigger, first, second)
