"""Stars that would be lost or gained, and what becomes of them: "Stars that you would lose are gained instead"."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.measures import source_of
from pbp.spells.english.phrases import (
    ME,
    THEY,
    Amount,
    Casts,
    Flow,
    Number,
    Phrase,
    Pointer,
    Roles,
    Scaled,
    Some,
    Verb,
    group,
    one,
)  # fmt: skip
from pbp.spells.sense.lasting import watch
from pbp.spells.walk import is_one, parts

WAY = {"lose": "loss", "gain": "gain", "gain|lose": "any", "lose|gain": "any"}

SELF = (THEY, t.They("them"), t.They("self"))
"""Words for whoever it is of whom something is said."""


def each_of(some: Some) -> t.Who:
    """Of whom each gain or loss is changed; "any Wizard" is each."""
    return some.who if some.how in ("some", "any") and some.vague else group(some)


def _whose(some: Some) -> t.Who:
    """Whose Stars would be lost: "any Wizard", "a Wizard who cast Burn" are each of them."""
    if some.how in ("some", "any") and not some.place:
        return some.who
    return each_of(some)


def cause_of(roles: Roles) -> Casts | None:
    """From which spells: "loses Stars from Burn", "because of Burn", "to a Burn spell", "from it"."""
    if ("from", Pointer("it")) in roles.left:
        roles.maybe("from", Pointer)
        return Casts(None, t.CastIs(ME, (t.OwnName(True, True),)), how="name")
    found: Casts | None = roles.maybe("from", Casts) or roles.maybe("because", Casts) or roles.maybe("to", Casts)
    return found


def ends_at_zero(roles: Roles) -> None:
    """A change made smaller ends at 0; another minimum is not what "less" means."""
    bound = roles.maybe("limit")
    if bound is not None and (bound[0] not in ("minimum", "floor") or getattr(bound[1], "number", None) != t.Int(0)):
        raise NoSense


def rather(roles: Roles, way: str, attr: str = "") -> bool:
    """Whether it is said that this happens instead: "instead", "instead of losing them", "rather than lost"."""
    said = roles.says("instead") is not None
    while (verb := roles.maybe("instead doing", Verb)) is not None:
        undone(verb, way, attr)
        said = True
    return said


def undone(verb: Verb, way: str, attr: str = "") -> None:
    """That this is what does not happen: "(instead of) losing them". Raises NoSense."""
    gone = Roles(None, verb)
    if WAY.get(verb.sense) != way or verb.denied or verb.modal or verb.perfect:
        raise NoSense
    match gone.maybe("object"):
        case None | Some(t.They("them" | "those")):
            pass
        case Amount("bare" | "any" | "the" | "=", None | t.ThatMany(), said) if said in ("", attr):
            pass
        case _:
            raise NoSense
    gone.done()


def in_place(roles: Roles) -> Some | None:
    """In whose place it happens: "instead of the caster", "in their stead"."""
    found: Some | None = roles.maybe("instead", Some)
    return found


def _not_other(gone: Some | None, who: t.Who) -> None:
    """That nobody else is spared than those whose Stars are spoken of. Raises NoSense."""
    if gone is None or gone.who == who or (gone.who in SELF and who != t.Caster()):
        return
    if not that_one(gone.who) or is_one(who):
        raise NoSense


def that_one(who: t.Who) -> bool:
    return bool(who == t.They("that Wizard"))


def as_flow(phrase: Phrase | None) -> Flow | None:
    """The Stars that somebody loses, or their number: "the Stars they lose", "the number of Stars they lose"."""
    if isinstance(phrase, Number):
        return phrase.flow
    return phrase if isinstance(phrase, Flow) else None


RESIZED = ("double", "triple", "halve", "multiply", "reduce", "raise")
"""What can be done to the number of Stars that somebody loses."""


SUFFERED = {"suffer": "lose", "enjoy": "gain"}
"""What is done of a loss, or a gain, by whom it happens to."""


def flow(roles: Roles, flow: Flow) -> t.Act:
    """ "All Stars that the caster would lose are lost by the chosen Wizard instead"."""
    if flow.past:
        raise NoSense
    verb = roles.verb
    whose = flow.who if flow.who is not None else roles.maybe("for", Some)
    who = t.All() if whose is None else _whose(whose)
    way = WAY[flow.way]
    cause = cause_of(roles)
    if cause is not None and flow.source is not None:
        raise NoSense
    by_cause = flow.source if cause is None else source_of(cause)
    roles.modal_of("must")
    also = roles.says("also") is not None

    def moved(to: Some, instead: bool) -> t.Act:
        if also and not instead:  # "... are lost by the chosen Wizard, too"
            then = (t.Change(group(to), flow.attr, way == "gain", t.ThatMany()),)
            return watch(who, way, flow.attr, by_cause, "also", then=then)
        if also or not (instead or flow.when == "would"):
            raise NoSense  # "Stars that they gain are gained by you": and not by them?
        return watch(who, way, flow.attr, by_cause, "move", to=group(to))

    if verb.passive and verb.sense in SUFFERED:  # "any loss ... shall be suffered by the caster instead"
        verb = replace(verb, sense=SUFFERED[verb.sense])
    if verb.passive and verb.sense in ("lose", "gain"):
        to = roles.maybe("by", Some)
        gone = in_place(roles)
        _not_other(gone, who)
        instead = rather(roles, way, flow.attr) or gone is not None
        same = WAY[verb.sense] == way
        if to is None:
            if same or gone is not None:
                raise NoSense
            return watch(who, way, flow.attr, by_cause, "invert")
        if same:
            if is_them(to, who, by_cause):
                raise NoSense
            return moved(to, instead)
        if is_them(to, who, by_cause) and gone is None:
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
        return watch(who, way, flow.attr, by_cause, "times", amount=factor(by))
    if verb.sense in ("reduce", "raise"):
        number = number_by(roles.take("by"), flow.attr)
        ends_at_zero(roles)
        return watch(who, way, flow.attr, by_cause, "less" if verb.sense == "reduce" else "more", amount=number)
    if verb.sense == "be" and not verb.passive:  # "your losses of Stars are 1 smaller"
        size = roles.take("object", Amount)
        if size.op not in ("less", "more") or size.attr not in ("", flow.attr):
            raise NoSense
        return watch(who, way, flow.attr, by_cause, size.op, amount=size.number)
    taken = {"loss": ("take", "remove"), "gain": ("give", "award")}.get(way, ())
    if (
        verb.passive and verb.sense in taken
    ):  # "... are taken from the chosen Wizard instead", "are given to you instead"
        to = roles.take("from" if way == "loss" else "to", Some)
        if not rather(roles, way, flow.attr) or is_them(to, who, by_cause):
            raise NoSense
        return watch(who, way, flow.attr, by_cause, "move", to=group(to))
    if verb.sense == "go" and way == "gain":
        instead = roles.says("instead") is not None
        to = roles.take("to", Some)
        one(to)
        return moved(to, instead)
    raise NoSense


def number_by(by: Phrase, attr: str) -> t.Num:
    """By how much something is made more or less: "by 2", "by 2 Stars". Raises NoSense."""
    match by:
        case Number(t.Num() as number, said) | Amount("=", t.Num() as number, said) if said in ("", attr):
            return number
    raise NoSense


def is_them(to: Some, who: t.Who, source: t.Cond | None) -> bool:
    """Whether whoever gets the Stars is the one who would have lost them: "by them", "by that Wizard"."""
    if to.who == who or to.who in (THEY, t.They("them")):
        return True
    if not that_one(to.who) or (is_one(who) and not isinstance(who, t.Chosen)):
        return False
    named = () if source is None else parts(source)
    kinds = (t.Member, t.Others, t.Owner, t.All, t.Caster, t.Without)
    return not any(isinstance(part, t.Who) and not isinstance(part, kinds) for part in named)


def factor(by: Phrase) -> t.Num:
    """How many times as many: "by 3". Raises NoSense."""
    match by:
        case Number(t.Int() as number) | Amount("=", t.Int() as number, ""):
            return number
    raise NoSense


def would_be(roles: Roles) -> Flow | None:
    """The Stars that somebody would lose or gain, as what somebody gets; what was lost is an amount like any other."""
    for index, (role, value) in enumerate(roles.left):
        if role == "object" and isinstance(value, Flow) and value.when == "would" and not value.past:
            del roles.left[index]
            return value
    return None


def taken_over(roles: Roles, subject: Some | None, flow: Flow) -> t.Act:
    """ "The caster gains the Stars that they would lose, instead of losing them"; "... loses what you would lose"."""
    if flow.past or flow.when != "would" or roles.verb.passive or roles.denied:
        raise NoSense
    roles.modal_of("must")
    mover = Some(t.Caster()) if subject is None else subject
    way, does = WAY[flow.way], WAY[roles.verb.sense]
    whose = flow.who or mover
    if whose.who in SELF:
        whose = mover
    to = mover
    if to.who in SELF:
        if flow.who is None:
            raise NoSense
        to = whose
    who = _whose(whose)
    gone = in_place(roles)
    _not_other(gone, who)
    instead = rather(roles, way, flow.attr) or gone is not None
    if not instead:
        raise NoSense  # "gains the Stars that they would lose": are they still lost?
    mine = is_them(to, who, flow.source)
    if does != way:
        if not mine or gone is not None:
            raise NoSense
        return watch(who, way, flow.attr, flow.source, "invert")
    if mine:
        raise NoSense
    return watch(who, way, flow.attr, flow.source, "move", to=group(to))


def share_of(roles: Roles, subject: Some, what: Scaled) -> t.Act:
    """ "The caster loses only half the Stars that spells would take from them"."""
    flow = what.flow
    if flow.past or WAY[flow.way] != WAY[roles.verb.sense] or roles.verb.passive:
        raise NoSense
    if flow.who is not None and flow.who.who not in (*SELF, subject.who):
        raise NoSense
    roles.modal_of("must")
    roles.says("only")
    roles.says("instead")
    kind, number = what.how
    rounding = what.rounding or roles.maybe("round") or ""
    who = each_of(subject)
    if kind == "times":
        if rounding:
            raise NoSense
        return watch(who, WAY[flow.way], flow.attr, flow.source, "times", amount=t.Int(number))
    part = t.Part(t.ThatMany(), t.Int(number), rounding)
    return watch(who, WAY[flow.way], flow.attr, flow.source, "set", amount=part)


GIVES = ("give", "award", "bring")
TAKES = ("take", "remove", "steal", "take away")


def given_by(casts: Casts, verb: Verb) -> tuple[str, Some, Phrase]:
    """ "Burn would give the caster Stars", "spells take Stars from them": which way, whose, and how much."""
    roles = Roles(casts, replace(verb, denied=False, modal=""))
    way, whom, what = told_given(roles)
    roles.done()
    return way, whom, what


def told_given(roles: Roles) -> tuple[str, Some, Phrase]:
    """Which way Stars go by a spell, to or from whom, and how many."""
    first = roles.take("object")
    if roles.verb.sense in TAKES:
        return "lose", roles.take("from", Some), first
    if isinstance(first, Some):
        return "gain", first, roles.take("object")
    return "gain", roles.take("to", Some), first


def flow_by(casts: Casts, verb: Verb, attr: str) -> Flow:
    """ "(Stars that) spells would bring to them", "would take from them", "would make them lose"."""
    if verb.denied or verb.passive or verb.modal not in ("", "would") or casts.own:
        raise NoSense
    if verb.sense == "cause":
        roles = Roles(casts, replace(verb, modal=""))
        whom = roles.take("object", Some)
        inner = roles.maybe("to do", Verb) or roles.take("do", Verb)
        roles.done()
        if inner.sense not in ("lose", "gain") or inner.parts or inner.denied or inner.modal:
            raise NoSense
        return Flow(attr, inner.sense, whom, verb.modal, source_of(casts))
    if verb.sense not in (*GIVES, *TAKES):
        raise NoSense
    those = ("object", Pointer("those"))
    if any(role in ("to", "from") for role, _ in verb.parts):
        verb = replace(verb, parts=(those, *verb.parts))
    else:
        verb = replace(verb, parts=(*verb.parts, those))
    way, whom, _ = given_by(casts, verb)
    return Flow(attr, way, whom, verb.modal, source_of(casts))


def invert_bare(roles: Roles, subject: Some, what: Amount, source: t.Cond | None) -> t.Act | None:
    """ "The caster gains Stars instead of losing them"."""
    if what.op not in ("bare", "any") or not any(role == "instead doing" for role, _ in roles.left):
        return None
    lost = "loss" if roles.verb.sense == "gain" else "gain"
    rather(roles, lost, what.attr)
    roles.modal_of("must")
    return watch(each_of(subject), lost, what.attr, source, "invert")
