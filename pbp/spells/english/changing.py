"""What happens at each gain or loss: "whenever the caster loses Stars, they lose 1 Star less".

One function for each name after "->".
"""

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
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Verb,
    group,
)  # fmt: skip
from pbp.spells.english.statuses import SAID, WAY, cause_of, rounded_size
from pbp.spells.sense.triggers import Alteration, Trigger, altered, altered_two, trigger_by


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
        cause = cause_of(roles)
        roles.done()
        who = t.All() if by is None else _whom(by)
        return who, WAY[verb.sense], subject.attr, None if cause is None else source_of(cause)
    if not isinstance(subject, Some) or verb.passive or verb.sense not in WAY:
        raise NoSense
    what = roles.take("object", Amount)
    cause = cause_of(roles)
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
        how, number = rounded_size(roles, what)
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
