"""What holds for the rest of the Duel: "cannot lose Stars", "is not affected by", "whenever ... loses Stars, ..."."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.flowing import (
    GIVES,
    RESIZED,
    TAKES,
    WAY,
    as_flow,
    cause_of,
    each_of,
    ends_at_zero,
    flow,
    invert_bare,
    share_of,
    taken_over,
    told_given,
    would_be,
)  # fmt: skip
from pbp.spells.english.measures import most_of, source_of, told_which
from pbp.spells.english.phrases import (
    Amount,
    Casts,
    Flow,
    Immunity,
    LargeFlow,
    Number,
    Own,
    Phrase,
    Pointer,
    Roles,
    Scaled,
    Some,
    Time,
    Turn,
    Verb,
    group,
)  # fmt: skip
from pbp.spells.sense.conditions import opposite
from pbp.spells.sense.lasting import watch
from pbp.spells.walk import replaced

FROM = "from"
"""The form of a clause that says from which spells, for a condition of "that spell" after it."""

SAID = {"lose": "lose", "gain": "gain"}


def status(subject: Phrase | None, verb: Verb) -> t.Act | None:
    """A clause as what lasts; None if it is said of something that happens."""
    roles = Roles(subject, verb)
    time = roles.maybe("time", Time)
    if time is not None and time.kind not in ("rest", "now"):
        return None
    if (time is None or time.kind in ("now", "rest")) and roles.says("rest"):
        time = Time("rest")  # "spells do not affect the caster any longer", "any more this Duel"
    if time is not None and time.kind == "rest":
        roles.says("now")  # "is hereby barred from gaining Stars until the end of this Duel"
    if isinstance(subject, Some) and subject.how in ("each", "plural"):
        _ = [roles.says(adverb) for adverb in ("both", "each", "all")]  # "you and the target both gain 1 Star less"
    match subject:
        case Some(t.Those(t.All() | t.Others() | t.Without()), "some", op="a", place=False):
            roles.subject = replace(subject, how="each")  # "a Wizard who cast Burn cannot gain Stars"
    made = _status(roles, time is not None)
    if made is None:
        return None
    roles.done()
    of_a_loss = isinstance(subject, Flow) and subject.source is not None  # "any loss of Stars from a spell is doubled"
    if isinstance(made, t.Clause) and (of_a_loss or _names_spells(verb)):
        made = replace(made, form=FROM)
    if isinstance(subject, Casts) and isinstance(made, t.Clause):
        made = replace(made, acts=tuple(map(_named_first, made.acts)))
    return made if time is None else t.Lasting(made, time.kind == "rest")


def _named_first(done: t.Act) -> t.Act:
    """ "Their spell does not affect your neighbours": of whoever was spoken of before these neighbours."""
    if not isinstance(done, t.Watch):
        return done
    return replace(done, source=replaced(done.source, {t.They(): t.They("before these")}))


def _cut_down(roles: Roles, large: LargeFlow) -> t.Act:
    """ "Every gain of more than 3 Stars is cut down to a gain of 3 Stars"."""
    flow = large.flow
    roles.modal_of("must")
    if roles.verb.passive != (roles.verb.sense != "become"):
        raise NoSense
    if roles.verb.sense == "replace":  # "... is replaced by a loss of 1 Star"
        to = roles.maybe("by", Turn) or roles.take("with", Turn)
    else:
        to = roles.take("to", Amount | Turn) if roles.verb.passive else roles.take("object", Turn)
    if isinstance(to, Turn) and to.way != flow.way:
        raise NoSense
    size = to.amount if isinstance(to, Turn) else to
    if size.op != "=" or size.number != t.Int(large.most) or size.attr not in ("", flow.attr):
        raise NoSense
    who = t.All() if flow.who is None else _whose_all(flow.who)
    amount = t.Least((t.ThatMany(), t.Int(large.most)))
    return watch(who, WAY[flow.way], flow.attr, flow.source, "set", amount=amount)


def _not_all(denied: Some | Casts) -> None:
    """ "Burn does not affect every Wizard", "is not affected by all spells": by none, or not by all? Raises NoSense."""
    if denied.how == "each" and not (isinstance(denied, Some) and denied.loose):
        raise NoSense


def _denied_source(by: Casts | None) -> t.Cond | None:
    """The spells of which it is denied that they do something. Raises NoSense where it is not said which."""
    if by is None:
        return None
    _not_all(by)
    return source_of(by)


def _names_spells(verb: Verb) -> bool:
    return any(role in ("from", "because", "to") and isinstance(value, Casts) for role, value in verb.parts)


def _status(roles: Roles, timed: bool) -> t.Act | None:
    verb, subject = roles.verb, roles.subject
    match subject, verb.sense, verb.passive:
        case ((None | Some()), "gain" | "lose", False) if (gone := would_be(roles)) is not None:
            return taken_over(roles, subject, gone)
        case Some(), "gain" | "lose", False if (part := roles.maybe("object", Scaled)) is not None:
            return share_of(roles, subject, part)
        case Some(), "gain" | "lose" | "gain|lose" | "lose|gain", False:
            return _not_moved(roles, subject, timed)
        case Some(), "affect", True if subject.how != "none" and not roles.denied and (by := _only_by(roles)):
            roles.modal_of("can", "may")
            return watch(group(subject), "any", "", _other_spells(by), "shield")
        case Some(), "affect", True:
            if subject.how == "none":
                subject = Some(subject.who, "each")
            elif not roles.not_so():
                return None
            roles.modal_of("can", "may", "must")
            by = roles.take("by", Casts)
            return watch(group(subject), "any", "", _denied_source(by), "shield")
        case Casts(op="only"), "affect", False:
            roles.modal_of("can", "may")
            return watch(_whose_all(roles.take("object", Some)), "any", "", _other_spells(subject), "shield")
        case Casts(), "affect", False:
            if subject.how == "none":
                roles.modal_of("can", "may", "must")
                denied = replace(subject, how="plural")
            elif roles.not_so():
                roles.modal_of("can", "may", "must")
                denied = subject if subject.how != "some" else replace(subject, how="plural")
            elif any(isinstance(value, Some) and value.how == "none" for _, value in roles.left):
                roles.modal_of("can", "may", "must")  # "spells affect nobody but you"
                denied = replace(subject, how="plural") if subject.how in ("some", "each") else subject
            else:
                return None
            if denied.own:
                raise NoSense
            whom = roles.take("object", Some)
            if whom.how == "none":
                if subject.how == "none" or roles.verb.denied:
                    raise NoSense
                whom = Some(whom.who, "each")
            else:
                _not_all(whom)
            either = whom.how == "some" and isinstance(whom.who, t.Join)  # "do not affect you or your target"
            who = whom.who if either or whom.how == "any" else group(whom)
            return watch(who, "any", "", source_of(denied), "shield")
        case Some(), "dock" | "give" | "award", True:
            return _not_given(roles, subject)
        case Some(), "be" | "become" | "stay", False:
            return _is(roles, subject)
        case ((None | Some()), "consider", _) if isinstance(said := roles.maybe("as adj"), tuple):
            whom = roles.take("object", Some) if subject is None and not verb.passive else subject
            roles.left.append(("adj", said))  # "treat the chosen Wizard as immune to spells"
            return _is(roles, whom) if isinstance(whom, Some) else None
        case ((None | Casts(own=True)), "hinder" | "protect", False) if _from_doing(roles):
            return _guarded(roles, roles.take("object", Some))  # "stop the chosen Wizard from gaining Stars"
        case ((None | Casts()), "protect", False):
            if isinstance(subject, Casts) and not subject.own:
                return None
            whom = roles.take("object", Some)
            by = _kept_off(roles.maybe("from", Casts) or roles.take("because", Casts))
            return watch(group(whom), "any", "", source_of(by), "shield")
        case ((None | Casts(own=True)), "forbid", False):
            whom = roles.take("object", Some)
            return _kept_from(whom, roles.take("to do", Verb))
        case None, "turn" | "change", False if any(
            isinstance(value, Flow) for role, value in roles.left if role == "into"
        ):
            return _turned_round(roles, roles.take("object", Flow), roles.take("into", Flow))
        case None, "make" | "hinder", False if _made_so(roles):  # "make them immune to spells", "keep them safe from"
            return _is(roles, roles.take("object", Some))
        case Some(), "have" | "enjoy" | "gain", False if any(isinstance(value, Immunity) for _, value in roles.left):
            immune = roles.take("object", Immunity)
            return watch(group(subject), "any", "", source_of(_kept_off(immune.by)), "shield")
        case Casts(own=False), "apply" | "work", False:
            to = roles.maybe("to", Some) or roles.maybe("on", Some) or roles.maybe("because", Some)
            if to is None or subject.who is not None or roles.not_so() == (subject.how == "none"):
                return None  # "spells do not apply to the caster", "no spell works against them"
            roles.modal_of("can", "may", "must")
            plural = replace(subject, how="plural") if subject.how in ("some", "none") else subject
            return watch(_whose_all(to), "any", "", source_of(plural), "shield")
        case Some(), "hinder", True:
            return _guarded(roles, subject)
        case Some(), "protect", True if any(role == "from doing" for role, _ in roles.left):
            return _guarded(roles, subject)
        case Some(), "protect", True:
            by = _kept_off(roles.maybe("from", Casts) or roles.take("because", Casts))
            return watch(group(subject), "any", "", source_of(by), "shield")
        case Flow(), "turn" | "become" | "change", _ if any(isinstance(value, Flow) for _, value in roles.left):
            into = roles.maybe("into", Flow) or roles.take("object", Flow)
            return _turned_round(roles, subject, into)
        case LargeFlow(), "reduce" | "become" | "replace" | "limit", _:
            return _cut_down(roles, subject)
        case Turn(way, amount), "reduce" | "become" | "replace" | "limit", _ if most := most_of(amount):
            return _cut_down(roles, LargeFlow(Flow(amount.attr, way, None), most))
        case Flow(), _, _:
            return flow(roles, subject)
        case None, sense, False if sense in RESIZED:  # "double all Stars that you gain"
            told = as_flow(roles.maybe("object", Flow | Number))
            return flow(roles, told) if told is not None and verb.form == "b" else None
        case Number(flow=Flow() as told), sense, True if sense in RESIZED:
            return flow(roles, told)
        case Amount(op="no" | "bare" | "any"), "lose" | "gain" | "lose|gain" | "gain|lose", True:
            if (subject.op == "no") == roles.denied or (roles.not_so() and verb.modal != "can" and not timed):
                return None  # "Stars cannot be lost"
            roles.modal_of("can", "may")
            by, cause = roles.maybe("by", Some), cause_of(roles)
            if cause is None and not timed:
                return None
            order = [role for role, _ in verb.parts]
            if by is not None and cause is not None and cause.how != "name" and order.index("by") > 0:
                raise NoSense  # "lost from spells by the caster": their spells
            if by is None and cause is not None and cause.by:
                raise NoSense  # "Stars cannot be lost from spells by neighbours": their losses, or their spells?
            who = _whose_all(by) if by is not None else t.All()
            return watch(who, WAY[verb.sense], subject.attr, None if cause is None else source_of(cause), "cancel")
        case Amount(op="scaled" | "more" | "less" | "<="), "lose" | "gain", True:
            if subject.op == "<=" and not (verb.modal == "can" and any(role == "from" for role, _ in roles.left)):
                return None
            who = roles.take("by", Some)
            roles.left.append(("object", subject))
            return _not_moved(roles, who, timed)
        case Casts(), sense, False if sense in (*GIVES, *TAKES):
            return _gives(roles, subject)
        case Casts(), "cause", False:
            return _no_cause(roles, subject)
        case Pointer("nothing"), "cause", False:
            return _no_cause(roles, Casts(group=t.All(), how="none"))
        case Casts(own=False), "do", False:  # "other Wizards' spells do nothing to the caster"
            to = roles.maybe("to", Some)
            if to is None or roles.denied or subject.how not in ("plural", "each", "the", "name"):
                return None
            if roles.take("object", Pointer) != Pointer("nothing"):
                raise NoSense
            return watch(group(to), "any", "", source_of(subject), "shield")
        case Casts(own=False), "leave", False:  # "Burn leaves you unaffected"
            if roles.denied or getattr(roles.maybe("adj"), "sense", "") != "unaffected":
                return None
            plural = replace(subject, how="plural") if subject.how in ("some", "each") else subject
            return watch(group(roles.take("object", Some)), "any", "", source_of(plural), "shield")
        case Casts(), "have", False:
            on = roles.maybe("on", Some)
            if on is None or roles.take("object", Pointer) != Pointer("no effect") or subject.own:
                return None
            return watch(
                _whose_all(on),
                "any",
                "",
                source_of(replace(subject, how="plural") if subject.how == "some" else subject),
                "shield",
            )
        case Own(), "change" | "set" | "reduce" | "raise", _:
            return _stays(roles, subject)
    return None


def _only_by(roles: Roles) -> Casts | None:
    """The spells by which alone somebody is affected: "affected only by your spells"."""
    for role, value in roles.left:
        if role == "by" and isinstance(value, Casts) and (value.op == "only" or roles.says("only")):
            roles.left.remove((role, value))
            return replace(value, op="only")
    return None


def _other_spells(casts: Casts) -> t.Cond:
    """All spells but these: those that cannot do what "only" these can."""
    if casts.own:
        raise NoSense
    how = casts.how if casts.how != "count" else "one" if casts.who is not None else "plural"
    return opposite(source_of(replace(casts, op="", how=how)))


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
    if what.op == "no" and not what.attr:
        raise NoSense  # "the caster gains none from Burn": none of what?
    never = roles.says("never") is not None
    if never:  # "never loses more than 3 Stars from a single spell"
        if roles.denied or subject.how == "none" or what.op == "no":
            raise NoSense
        roles.denied = True
    cause = cause_of(roles)
    none = what.op == "no" or (subject.how == "none" and what.op in ("any", "bare"))
    can_not = bool(roles.modal_of("can", "may")) or never
    if cause is not None and what.op in (">", "<=", "upto"):
        return _at_most(roles, subject, what, cause, can_not)
    inverted = invert_bare(roles, subject, what, None if cause is None else source_of(cause))
    if inverted is not None:
        if cause is None and not timed:
            raise NoSense
        return inverted
    if subject.how == "none" and (can_not or cause is not None or timed) and what.op in ("any", "bare"):
        who: t.Who = subject.who
    elif roles.not_so():
        if none or what.op not in ("any", "bare") or not (can_not or cause is not None or timed):
            raise NoSense
        must = roles.modal_of("must")
        if subject.how == "each" and not (can_not or must):
            raise NoSense  # "every Wizard does not lose Stars from Burn": none, or not all?
        who = each_of(subject)
    elif none and not can_not and (cause is not None or timed):
        roles.modal_of("must")
        who = each_of(subject)
    elif cause is not None and what.op in ("scaled", "more", "less"):
        roles.modal_of("must")
        _check_else(roles, subject)
        how, number = rounded_size(roles, what)
        roles.says("instead")
        roles.says("only")
        by = source_of(_kept_off(cause))
        return watch(each_of(subject), WAY[roles.verb.sense], what.attr, by, how, amount=number)
    else:
        return None
    return watch(who, WAY[roles.verb.sense], what.attr, _denied_source(cause), "cancel")


def _not_given(roles: Roles, subject: Some) -> t.Act | None:
    """ "The caster cannot be deprived of Stars by spells", "nobody can be given Stars"."""
    if not (roles.denied or subject.how == "none") or roles.verb.modal not in ("can", "may"):
        return None
    lost = roles.verb.sense == "dock"
    what = roles.take("of" if lost else "object", Amount)
    by = cause_of(roles) or roles.maybe("by", Casts)
    if subject.how != "none":
        roles.not_so()
    roles.modal_of("can", "may")
    if what.op not in ("any", "bare"):
        raise NoSense
    who = subject.who if subject.how == "none" else each_of(subject)
    return watch(who, "loss" if lost else "gain", what.attr, _denied_source(by), "cancel")


def _at_most(roles: Roles, subject: Some, what: Amount, cause: Casts, can: bool) -> t.Act:
    """ "Nobody can lose more than 3 Stars from any one spell", "the caster gains at most 2 Stars from each spell"."""
    denied = subject.how == "none" or roles.not_so()
    most = _most_of(what, denied)
    if what.op == "upto" and not can:
        raise NoSense  # "loses up to 3 Stars from each spell": an order, or a limit?
    if cause.how == "count" and (cause.op, cause.number) == ("=", t.Int(1)):
        cause = replace(cause, how="single")  # "from one spell"
    if most is None or cause.how not in ("some", "each", "single") or cause.own:
        raise NoSense
    if cause.op == "all":
        raise NoSense  # "at most 2 Stars from all spells": from all of them together?
    if denied and not can and subject.how != "none":
        raise NoSense
    roles.modal_of("must")
    roles.says("only")
    who = subject.who if subject.how == "none" else each_of(subject)
    by = source_of(replace(cause, how="plural"))
    return watch(who, WAY[roles.verb.sense], what.attr, by, "most", amount=most)


def rounded_size(roles: Roles, what: Amount) -> tuple[str, t.Num]:
    """The size of a changed change, with the rounding that the clause says of it. Raises NoSense."""
    how, number = _size(what)
    if how == "less":
        ends_at_zero(roles)
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
            return watch(group(subject), "any", "", source_of(by if role == "by" else _kept_off(by)), "shield")
        case ("pp", adj, "from", Casts() as by) if adj.sense == "safe" and not roles.denied:
            return watch(group(subject), "any", "", source_of(_kept_off(by)), "shield")  # "is safe from spells"
    if adjective is not None and not isinstance(adjective, tuple) and getattr(adjective, "sense", "") == "unaffected":
        by = roles.maybe("by", Casts)
        if by is None:
            by = _kept_off(roles.maybe("to", Casts) or roles.take("from", Casts))
        return watch(group(subject), "any", "", source_of(by), "shield")
    return None


def _gives(roles: Roles, casts: Casts) -> t.Act | None:
    """ "Spells with a Cost cannot give the caster any Stars", "spells bring them 2 fewer Stars"."""
    if casts.own or not any(role == "object" for role, _ in roles.left):
        return None
    way, whom, what = told_given(roles)
    return _by_spells(roles, roles, casts, whom, way, what)


def _by_spells(roles: Roles, own: Roles, casts: Casts, whom: Some, way: str, what: Phrase) -> t.Act | None:
    """What spells cannot make somebody lose or gain, or how much more or less it is."""
    none = casts.how == "none"
    if whom.how == "none" and not none and not roles.denied:  # "Burn makes nobody lose Stars"
        roles.denied, whom = True, replace(whom, how="each")
    single = casts.how in ("none", "some", "each", "single")
    if none or casts.how == "single":
        casts = replace(casts, how="plural")
    denied = none or roles.not_so()
    can = bool(roles.modal_of("can", "may"))
    roles.modal_of("must")
    if not isinstance(what, Amount):
        raise NoSense
    if what.op == "no" and not denied:
        denied, what = True, replace(what, op="any")
    if denied and what.op in ("any", "bare"):
        return watch(_whose_all(whom), WAY[way], what.attr, source_of(casts), "cancel")
    most = _most_of(what, denied)
    if most is not None:
        if not single or not (can or none):
            raise NoSense
        return watch(_whose_all(whom), WAY[way], what.attr, source_of(casts), "most", amount=most)
    if denied or what.op not in ("less", "more", "scaled"):
        raise NoSense
    _check_else(own, whom, by_spells=True)
    how, number = rounded_size(own, what)
    return watch(_whose_all(whom), WAY[way], what.attr, source_of(casts), how, amount=number)


def _kept_off(casts: Casts) -> Casts:
    """Spells against which somebody is protected: "from a spell" is from which? "From Burn or Jolt" is from both."""
    return casts if isinstance(casts.name, tuple) else told_which(casts)


def _whose_all(whom: Some) -> t.Who:
    """Whom spells do something to: "any Wizard", "a Wizard who cast Burn" are each of them."""
    return whom.who if whom.how in ("some", "any") else group(whom)


def _most_of(what: Amount, denied: bool) -> t.Num | None:
    """How much it is at most: "(cannot lose) more than 3 Stars", "(can lose) at most 3 Stars"."""
    if isinstance(what.number, t.Int) and what.mode == "":
        if denied and what.op == ">":
            return what.number
        if not denied and what.op in ("<=", "upto"):
            return what.number
    return None


def _no_cause(roles: Roles, casts: Casts) -> t.Act | None:
    """ "The effects of Burn do not make that Wizard lose Stars", "Burn makes the caster lose 2 fewer Stars"."""
    whom = roles.take("object", Some)
    inner = roles.maybe("to do", Verb) or roles.maybe("do", Verb)
    if inner is None or inner.sense not in WAY or inner.denied or inner.modal or inner.passive:
        raise NoSense
    if casts.own and not roles.denied:
        return None
    own = Roles(None, inner)
    what = own.take("object", Amount)
    if what.op == "=" and casts.how != "none":
        return None
    made = _by_spells(roles, own, casts, whom, inner.sense, what)
    own.done()
    return made


def _turned_round(roles: Roles, told: Flow, into: Flow) -> t.Act:
    """ "Turn the chosen Wizard's losses of Stars from spells into gains"."""
    if told.past or told.who is None or {told.way, into.way} != {"lose", "gain"}:
        raise NoSense
    if into.who is not None or into.source is not None or into.when or into.attr not in ("Stars", told.attr):
        raise NoSense
    roles.says("instead")
    return watch(each_of(told.who), WAY[told.way], told.attr, told.source, "invert")


def _from_doing(roles: Roles) -> bool:
    """Whether it is said from what somebody is kept: "from losing Stars"."""
    return any(role == "from doing" for role, _ in roles.left)


def _made_so(roles: Roles) -> bool:
    """Whether it is said that somebody is made so: "immune to Burn"."""
    return any(role == "adj" for role, _ in roles.left) and any(
        role == "object" and isinstance(value, Some) for role, value in roles.left
    )


def _guarded(roles: Roles, subject: Some) -> t.Act:
    """ "The caster is protected from losing Stars"."""
    return _kept_from(subject, roles.take("from doing", Verb))


def _kept_from(subject: Some, verb: Verb) -> t.Act:
    """That somebody does not lose Stars, or gain them, who is kept from it."""
    doing = Roles(None, verb)
    if doing.verb.sense not in WAY or doing.verb.denied or doing.verb.passive:
        raise NoSense
    what, cause = doing.take("object", Amount), cause_of(doing)
    doing.done()
    if what.op not in ("any", "bare"):
        raise NoSense
    return watch(
        group(subject), WAY[doing.verb.sense], what.attr, None if cause is None else source_of(cause), "cancel"
    )


def _check_else(roles: Roles, whom: Phrase, *, by_spells: bool = False) -> None:
    """ "Than you otherwise would": said of whom the clause is about, or of the spells. Raises NoSense."""
    said = roles.maybe("else", str)
    caster = whom.who if isinstance(whom, Some) and isinstance(whom.who, t.Caster) else None
    if said == "they" and caster is not None and not caster.you:
        return  # "the caster loses 1 Star less than they otherwise would"
    is_you = caster is not None
    if by_spells and said in ("they", "it", ""):
        return
    if said not in (None, "") and (said == "you") != is_you:
        raise NoSense
