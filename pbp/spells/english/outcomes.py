"""What happens: clauses as outcomes. A function for each verb, by its sense.

An outcome of one verb is a clause (`t.Clause`): who it is of, and what happens to them, `t.Subject()`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english import statuses
from pbp.spells.english.phrases import (
    THEY,
    Amount,
    Amounts,
    Casts,
    Flow,
    Number,
    Numbers,
    Own,
    Owns,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Values,
    Verb,
    Worn,
    group,
    one,
)  # fmt: skip
from pbp.spells.english.things import capped, casts_who, in_all, plain_number, rounded, scaled
from pbp.spells.sense.amounts import times_of
from pbp.spells.sense.lasting import void
from pbp.spells.sense.redirects import redirect, redirect_when
from pbp.spells.sense.resized import multiplied as resized_times
from pbp.spells.sense.selections import considered, considered_none
from pbp.spells.sense.swaps import level, swap, swap_pair
from pbp.spells.walk import parts

SUBJECT = t.Subject()
Made = Callable[[Roles], t.Act]
OUTCOMES: dict[str, Made] = {}
"""For the sense of a verb (after "passive", of one in the passive) what happens. It may look at its subject."""


def happens(*senses: str) -> Callable[[Made], Made]:
    """Marks what these verbs do."""

    def note(make: Made) -> Made:
        OUTCOMES.update(dict.fromkeys(senses, make))
        return make

    return note


def act(subject: Phrase, verb: Verb) -> t.Act:
    """What a clause does: "The chosen Wizard loses 2 Stars". Raises NoSense."""
    return _outcome(subject, verb)


def act_bare(verb: Verb) -> t.Act:
    """ "Gain 3 Stars", and "... and gains 3 Stars"."""
    if verb.form not in ("b", "s", "m"):
        raise NoSense
    return _outcome(None, verb)


def _outcome(subject: Phrase | None, verb: Verb) -> t.Act:
    if verb.form in ("d", "n", "g") or verb.perfect:
        raise NoSense
    made = statuses.status(subject, verb)
    if made is not None:
        return made
    if isinstance(subject, Pointer) and subject.word == "nothing" and verb.passive:
        if verb.sense not in ("pay", "lose", "gain") or verb.parts or verb.denied or verb.modal:
            raise NoSense
        return t.NotPaid()
    if isinstance(subject, Pointer) and subject.word == "it" and verb.sense in _OF_SPELLS:
        subject = Casts(who=t.They("spell"))
    make = OUTCOMES.get(f"passive {verb.sense}" if verb.passive else verb.sense)
    if make is None:
        raise NoSense
    roles = Roles(subject, verb)
    roles.modal_of("must")
    instead = roles.says("instead")
    roles.says("now")
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    said = [roles.says(adverb) for adverb in ("each", "all", "both")]
    if said != [None, None, None]:
        if subject == Some(THEY):  # "they lose 1 Star each": several, and not the one spoken of
            roles.subject = subject = Some(t.They("those"), "each")
        if not _are_several(subject):
            raise NoSense
    made = make(roles)
    roles.done()
    return (
        t.Instead(made) if instead is not None and not isinstance(made, t.Instead) and not _own_instead(made) else made
    )


def _are_several(subject: Phrase | None) -> bool:
    """Whether "each", "both" or "all" can be said of whom a clause is about."""
    match subject:
        case None:
            return False
        case Some(t.They("they") | t.They("them"), "one"):
            return False  # "they each": several, and not the one spoken of
        case Some(_, "one"):
            return False
        case Casts(how="one" | "some"):
            return False
    return True


_OF_SPELLS = frozenset(("have", "do", "fail", "void", "target", "redirect"))
"""What is said of spells alone: "it" is one."""


def _own_instead(made: t.Act) -> bool:
    """Whether "instead" is part of what happens: a moved target, a replaced selection."""
    match made:
        case t.Clause(_, (t.Redirect() | t.Replace(), *_)):
            return True
        case t.If(_, (t.Clause(_, (t.Redirect() | t.Replace(), *_)),)):
            return True
    return False


def clause(roles: Roles, acts: tuple[t.Act, ...], who: Phrase | None = None) -> t.Act:
    """The outcomes of a subject; of the one who is named, else of the clause's own."""
    subject = who if who is not None else roles.subject
    if subject is None:
        return t.Clause(None, acts, roles.form)
    if isinstance(subject, Some) and subject.how == "some" and subject.vague:
        raise NoSense
    return t.Clause(group(subject), acts, "" if who is not None else roles.form)


# ---- amounts


def amounts(roles: Roles, phrase: Phrase) -> list[tuple[t.Num, str]]:
    """How much of what: the object with what stands beside it. Raises NoSense."""
    parts = list(phrase.parts) if isinstance(phrase, Amounts) else [phrase]
    found = [_amount(part) for part in parts]
    count = roles.maybe("each")
    if count is not None:
        if len(found) != 1 or isinstance(found[0][0], t.Add | t.Minus):
            raise NoSense
        found = [(times_of(found[0][0], count), found[0][1])]
    way = roles.maybe("round")
    if way is not None:
        found[-1] = (rounded(found[-1][0], way), found[-1][1])
    if (
        len(found) > 1
        and any(isinstance(number, t.Least) for number, _ in found)
        and len({attr for _, attr in found}) < len(found)
    ):
        raise NoSense  # "2 Stars and 1 Star for each ..., to a maximum of 4": of both, or of the last?
    limit = _limit(roles, "maximum")
    if isinstance(limit, Amount) and limit.mode == "total":
        if len(found) != 1:
            raise NoSense
        return [(in_all(found[0][0], limit, found[0][1]), found[0][1])]
    if limit is not None:
        if len(found) != 1:
            raise NoSense
        found = [(capped(found[0][0], limit, found[0][1]), found[0][1])]
    return found


def _amount(phrase: Phrase) -> tuple[t.Num, str]:
    match phrase:
        case Amount("=" | "upto", number, attr) if isinstance(number, t.Num):
            return number, attr
        case Number(number, attr) if attr:
            return number, attr
        case Amount("more", number, attr, "extra" | "") if attr:
            return number, attr
        case Amount("all", _, attr):
            return t.Greatest((t.Int(0), t.Stat(THEY, attr))), attr
        case Flow(attr, way, Some(who, "one"), "", source, True):
            return t.Moved(who, "loss" if way == "lose" else "gain", attr, source), attr
        case Own(Some(who, "one"), str() as attr, False) if attr:
            raise NoSense  # "gains the caster's Stars": from the caster?
    raise NoSense


def _limit(roles: Roles, kind: str) -> Any:
    for index, (name, value) in enumerate(roles.left):
        if name == "limit" and value[0] == kind:
            del roles.left[index]
            return value[1]
    return None


def _floor(roles: Roles, phrase: Phrase) -> t.Num | None:
    bound = _limit(roles, "floor")
    if bound is None:
        bound = _limit(roles, "minimum")
        if bound is not None and not (isinstance(phrase, Amount) and isinstance(phrase.number, t.Int)):
            raise NoSense
    if bound is None:
        return phrase.floor if isinstance(phrase, Amount) else None
    match bound:
        case Number(t.Int() as number) | Amount("=", t.Int() as number, _):
            return number
    raise NoSense


def changes(roles: Roles, phrase: Phrase, *, gain: bool) -> tuple[t.Act, ...]:
    """Stars gained or lost by the subject."""
    floor = None if gain else _floor(roles, phrase)
    upto = isinstance(phrase, Amount) and phrase.op == "upto"
    if upto or (_limit(roles, "upto") is not None):
        if gain:
            raise NoSense
        floor = t.Int(0)
    return tuple(t.Change(SUBJECT, attr, gain, number, floor) for number, attr in amounts(roles, phrase))


def plain(phrase: Phrase) -> Phrase:
    """ "The same number of Stars" is that many."""
    match phrase:
        case Same(("number", str() as attr), None, False, None):
            return Amount("=", t.ThatMany(), attr, mode="that")
    return phrase


@happens("dock", "passive dock")
def _dock(roles: Roles) -> t.Act:
    """ "The target is docked 3 Stars", "dock the target 3 Stars"."""
    if roles.verb.passive:
        what = roles.maybe("object", Amount | Amounts) or roles.take("of", Amount | Amounts)
        return clause(roles, changes(roles, what, gain=False))
    if roles.subject is not None:
        raise NoSense
    who = roles.take("object", Some)
    what = roles.maybe("of", Amount | Amounts) or roles.take("object", Amount | Amounts)
    return clause(roles, changes(roles, what, gain=False), who)


@happens("lose", "gain")
def _move(roles: Roles) -> t.Act:
    gain = roles.verb.sense == "gain"
    what = plain(roles.take("object"))
    if isinstance(what, Number) and not what.attr:  # "gain the sum of the results in Stars"
        thing = roles.maybe("in", Amount)
        if thing is None or thing.op != "bare":
            raise NoSense
        what = Amount("=", what.number, thing.attr)
    if isinstance(what, Number) and what.attr:
        what = Amount("=", what.number, what.attr, mode="of")
    if isinstance(what, Worn) and gain and what.value is not None:
        return clause(roles, (t.Assign(SUBJECT, what.attr, what.value),))
    if isinstance(what, Amount | Amounts | Flow):
        made = clause(roles, changes(roles, what, gain=gain))
        only = isinstance(what, Amount) and what.mode == "only"
        return t.Instead(made, only=True) if only else made
    raise NoSense


@happens("gain|lose", "lose|gain")
def _move_either(roles: Roles) -> t.Act:
    """ "Gains or loses as many Stars as the caster gained or lost": one amount with its sign."""
    what = roles.take("object", Amount)
    if what.op != "=" or not isinstance(what.number, t.Moved) or what.number.way != "net":
        raise NoSense
    return clause(roles, (t.Change(SUBJECT, what.attr, True, what.number),))


@happens("passive lose", "passive gain")
def _moved(roles: Roles) -> t.Act:
    """ "2 Stars are lost by the chosen Wizard"."""
    by = roles.take("by", Some)
    what = roles.subject
    if not isinstance(what, Amount | Amounts):
        raise NoSense
    return clause(roles, changes(roles, what, gain=roles.verb.sense == "gain"), by)


# ---- payments


def pays(roles: Roles, payer: Phrase | None, receiver: Phrase, phrase: Phrase, form: str | None = None) -> t.Act:
    """Stars from one to another."""
    mode = "upto" if isinstance(phrase, Amount) and phrase.op == "upto" else "always"
    if _limit(roles, "upto") is not None:
        mode = "upto"
    able = _limit(roles, "able") or roles.says("able")
    if able is not None:
        if mode != "always" or (isinstance(able, Some) and able.who not in (THEY, t.Caster())):
            raise NoSense
        mode = "able"
    if any(role == "each" and THEY in parts(value) for role, value in roles.left):
        raise NoSense  # "pays 1 Star to the caster for each Crystal they have": who?
    if any(role == "limit" and value[0] == "maximum" for role, value in roles.left):
        raise NoSense
    acts = tuple(t.Pay(SUBJECT, group(receiver), attr, number, mode) for number, attr in amounts(roles, phrase))
    if payer is None:
        return t.Clause(None, acts, roles.form)
    return t.Clause(group(payer), acts, roles.form if form is None else form)


def steals(roles: Roles, thief: Phrase | None, payer: Phrase, phrase: Phrase) -> t.Act:
    """The same, seen from the thief."""
    made = pays(roles, payer, Some(t.Caster()), phrase)
    assert isinstance(made, t.Clause)
    acts = tuple(replace(part, payer=group(payer), receiver=SUBJECT) for part in made.acts if isinstance(part, t.Pay))
    return t.Clause(None if thief is None else group(thief), acts, roles.form)


@happens("pay", "give")
def _pay(roles: Roles) -> t.Act:
    first = roles.take("object")
    if isinstance(first, Some):
        receiver, what = first, roles.take("object")
    else:
        receiver, what = roles.maybe("to", Some), first
    source = roles.maybe("from", Some)
    if source is None and roles.subject is None and roles.form == "b" and roles.verb.sense == "give":
        raise NoSense  # "give 3 Stars to ...": of whose Stars?
    if isinstance(roles.subject, Casts):
        raise NoSense
    if receiver is None:
        raise NoSense
    if source is not None:  # "transfer 2 Stars from the chosen Wizard to the caster"
        if roles.subject is not None:
            raise NoSense
        return pays(roles, source, receiver, what, "")
    return pays(roles, roles.subject, receiver, what)


@happens("passive pay", "passive give", "passive award")
def _paid(roles: Roles) -> t.Act:
    """ "2 Stars are paid to the caster by X"; "the caster is given 2 Stars (by X)"."""
    by = roles.maybe("by", Some)
    what = roles.subject
    if what is None:  # "... and is given 2 Stars"
        return _is_given(roles, by)
    if isinstance(what, Some):
        receiver, what = what, roles.take("object", Amount | Amounts)
    else:
        receiver = roles.take("to", Some)
        by = by or roles.maybe("from", Some)
    if not isinstance(what, Amount | Amounts):
        raise NoSense
    if by is None and isinstance(what, Amount) and what.mode == "of":
        owner = _owner_of(what.number)
        if owner is None or owner == THEY:
            raise NoSense
        by = Some(owner)
    if by is None:
        if roles.verb.sense == "pay":
            raise NoSense
        return clause(roles, changes(roles, what, gain=True), receiver)
    return pays(roles, by, receiver, what, "")


def _is_given(roles: Roles, by: Some | None) -> t.Act:
    what = roles.take("object", Amount | Amounts)
    if by is None:
        if roles.verb.sense == "pay":
            raise NoSense
        return clause(roles, changes(roles, what, gain=True))
    made = pays(roles, None, Some(t.Caster()), what)
    assert isinstance(made, t.Clause)
    acts = tuple(replace(part, payer=group(by), receiver=SUBJECT) for part in made.acts if isinstance(part, t.Pay))
    return t.Clause(None, acts, roles.form)


@happens("award")
def _award(roles: Roles) -> t.Act:
    """ "Award the caster 2 Stars": out of nothing, if nobody does it."""
    if roles.subject is not None:
        raise NoSense
    first = roles.take("object")
    receiver, what = (first, roles.take("object")) if isinstance(first, Some) else (roles.take("to", Some), first)
    return clause(roles, changes(roles, what, gain=True), receiver)


@happens("steal", "take")
def _steal(roles: Roles) -> t.Act:
    what = roles.take("object")
    if isinstance(what, Amount) and what.mode == "of" and roles.subject is not None:
        owner = _owner_of(what.number)
        source = roles.maybe("from", Some)
        if owner is not None and owner != THEY and source is None:
            return steals(roles, roles.subject, Some(owner), what)
        if source is None:
            raise NoSense
        return steals(roles, roles.subject, source, what)
    source = roles.take("from", Some)
    if roles.verb.sense == "take" and roles.subject is None and roles.form == "b":
        return steals(roles, None, source, what)
    return steals(roles, roles.subject, source, what)


def _owner_of(number: t.Num) -> t.Who | None:
    """Whose Stars a part of them is."""
    match number:
        case t.Part(t.Stat(who), _, _) | t.Greatest((t.Int(0), t.Stat(who))) | t.Stat(who):
            return who
    return None


@happens("passive steal")
def _stolen(roles: Roles) -> t.Act:
    what = roles.subject
    if not isinstance(what, Amount | Amounts):
        raise NoSense
    return pays(roles, roles.take("from", Some), roles.take("by", Some), what, "")


@happens("remove")
def _remove(roles: Roles) -> t.Act:
    """ "Remove 2 Stars from the chosen Wizard"."""
    if roles.subject is not None:
        raise NoSense
    what = roles.take("object", Amount | Amounts)
    return clause(roles, changes(roles, what, gain=False), roles.take("from", Some))


@happens("passive remove", "passive take")
def _removed(roles: Roles) -> t.Act:
    what = roles.subject
    if not isinstance(what, Amount | Amounts):
        raise NoSense
    source, to = roles.take("from", Some), roles.maybe("to", Some)
    by = roles.maybe("by", Some)
    if by is not None:
        if to is not None or roles.verb.sense != "take":
            raise NoSense
        to = by
    if to is not None:
        return pays(roles, source, to, what, "")
    return clause(roles, changes(roles, what, gain=False), source)


@happens("add")
def _add(roles: Roles) -> t.Act:
    if roles.subject is not None:
        raise NoSense
    what = roles.take("object", Amount | Amounts)
    return clause(roles, changes(roles, what, gain=True), roles.take("to", Some))


@happens("passive add")
def _added(roles: Roles) -> t.Act:
    what = roles.subject
    if not isinstance(what, Amount | Amounts):
        raise NoSense
    return clause(roles, changes(roles, what, gain=True), roles.take("to", Some))


# ---- what things become


def _owned(phrase: Phrase | None) -> Own:
    if not isinstance(phrase, Own) or phrase.attr == "" or phrase.start:
        raise NoSense
    return phrase


def assign(own: Own, value: Any) -> t.Act:
    """Sets a thing that somebody has."""
    if isinstance(value, t.Num) and not isinstance(own.attr, str):
        raise NoSense
    return t.Clause(group(own.owner), (t.Assign(SUBJECT, own.attr, value),))


def new_value(own: Own, phrase: Phrase) -> Any:
    """What a thing becomes: a word, a number, or what somebody else has."""
    match phrase:
        case Values((value,), False):
            return value
        case Worn(_, attr, value) if value is not None and attr == own.attr:
            return value
        case Number(number) if isinstance(own.attr, str):
            if isinstance(number, t.Stat) and own.attr != "Stars":
                raise NoSense
            return number
        case Amount("=", number, attr) if attr in ("", own.attr) and isinstance(number, t.Num):
            return number
        case Own(Some(who, "one"), attr, start) if attr in ("", own.attr):
            if own.attr == "Stars":
                return t.Stat(who, "Stars", start)
            if start or who == THEY:
                raise NoSense
            return t.ValueOf(who, own.attr)
        case Same(attr, Some(who, "one"), False, None) if attr == own.attr and attr != "Stars":
            return t.ValueOf(who, own.attr)
        case Pointer("chosen"):
            return t.WordInput(-1)
    raise NoSense


@happens("become", "turn")
def _become(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Pointer) and roles.subject.word == "it":
        return _it_becomes(roles, roles.take("object"))
    if isinstance(roles.subject, Casts):
        return _replaced(roles, roles.subject, roles.take("object", Casts | Same))
    if isinstance(roles.subject, Owns):
        value = roles.maybe("object") or roles.maybe("into") or roles.maybe("to") or roles.take("adj")
        if not isinstance(value, Values) or len(value.values) != 1 or value.both:
            raise NoSense
        acts = tuple(t.Assign(SUBJECT, attr, value.values[0]) for attr in roles.subject.attrs)
        return t.Clause(group(roles.subject.owner), acts)
    owner = _whose_target(roles.subject)
    if owner is not None:
        return redirect(owner, one(roles.take("object", Some)))
    own = _owned(roles.subject)
    phrase = roles.maybe("object") or roles.maybe("into") or roles.maybe("to") or roles.maybe("adj") or _equal(roles)
    return assign(own, _rounded_value(roles, own, phrase))


def _whose_target(phrase: Phrase | None) -> t.Who | None:
    """Whose spell it is, of "the target of that Wizard's spell"."""
    match phrase:
        case Some(t.Top(t.Those(t.All(), t.Holds(t.Owner() as owner, _, _, t.Targets())), _, _, "sole"), "one"):
            return owner
    return None


def _equal(roles: Roles) -> Any:
    op, measure = roles.take("compare")
    if op != "=":
        raise NoSense
    return measure


def _rounded_value(roles: Roles, own: Own, phrase: Phrase) -> Any:
    value = new_value(own, phrase)
    way = roles.maybe("round")
    if way is not None:
        if not isinstance(value, t.Num):
            raise NoSense
        value = rounded(value, way)
    return value


def _it_becomes(roles: Roles, phrase: Phrase) -> t.Act:
    """ "If the caster's Freshness is at least 3, it becomes 0"; "if their Hat is None, it becomes Red"."""
    if isinstance(phrase, Values):
        if len(phrase.values) != 1 or phrase.both:
            raise NoSense
        return t.Clause(t.They("whose"), (t.Assign(SUBJECT, "", phrase.values[0]),))
    number = plain_number(phrase)
    return t.Clause(t.They("whose number"), (t.Assign(SUBJECT, "it", number),))


@happens("set", "change")
def _set(roles: Roles) -> t.Act:
    if roles.subject is not None and roles.verb.sense == "set":
        raise NoSense
    if roles.subject is not None:  # "their Hat changes to Red"
        own = _owned(roles.subject)
    else:
        what = roles.take("object", Own | Casts | Some)
        if isinstance(what, Casts):
            return _replaced(roles, what, roles.maybe("to") or roles.take("into"))
        owner = _whose_target(what)
        if owner is not None:
            return redirect(owner, one(roles.take("to", Some)))
        own = _owned(what)
    return assign(own, _rounded_value(roles, own, roles.maybe("to") or roles.take("into")))


@happens("passive set", "passive change", "passive turn")
def _is_set(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Casts):
        return _replaced(roles, roles.subject, roles.maybe("to") or roles.take("into"))
    owner = _whose_target(roles.subject)
    if owner is not None:
        return redirect(owner, one(roles.take("to", Some)))
    own = _owned(roles.subject)
    return assign(own, _rounded_value(roles, own, roles.maybe("to") or roles.take("into")))


def _sized(roles: Roles) -> Own:
    """Whose thing grows or shrinks: the subject, or the object of an order."""
    if roles.subject is None:
        return _owned(roles.take("object", Own))
    return _owned(roles.subject)


@happens("reduce", "raise", "passive reduce", "passive raise")
def _resize(roles: Roles) -> t.Act:
    own = _sized(roles)
    to = roles.maybe("to")
    if not isinstance(own.attr, str):
        raise NoSense
    if to is not None:
        return assign(own, _rounded_value(roles, own, to))
    by = roles.take("by")
    if isinstance(by, Amount) and by.attr not in ("", own.attr):
        raise NoSense
    amount = replace(by, attr=own.attr) if isinstance(by, Amount) else Amount("=", plain_number(by), own.attr)
    gain = roles.verb.sense == "raise"
    return t.Clause(group(own.owner), changes(roles, amount, gain=gain))


@happens("double", "triple", "halve", "passive double", "passive triple", "passive halve")
def _scale(roles: Roles) -> t.Act:
    sense = roles.verb.sense
    how = {"double": ("times", 2), "triple": ("times", 3), "halve": ("part", 2)}[sense]
    if isinstance(roles.subject, Pointer) and roles.subject.word in ("payment", "loss", "gain", "that", "this"):
        if how[0] != "times":
            raise NoSense
        if roles.subject.word in ("that", "this"):
            return resized_times(how[1])
        kind = {"payment": "paid", "loss": "loss", "gain": "gain"}[roles.subject.word]
        return t.Instead(t.Clause(None, (t.Resize(kind, None, "", how[1]),)))
    own = _sized(roles)
    if not isinstance(own.attr, str):
        raise NoSense
    number = scaled(how, t.Stat(THEY, own.attr), roles.maybe("round") or "")
    return assign(own, number)


@happens("have")
def _have_set(roles: Roles) -> t.Act:
    """ "Has their Stars set to 0", "have their Hat changed to Red", "has no effect"."""
    what = roles.take("object")
    part = roles.maybe("part", Verb)
    if part is not None:
        return _have_done(roles, what, part)
    if isinstance(what, Pointer) and what.word == "no effect":
        if not isinstance(roles.subject, Casts):
            raise NoSense
        return voided(roles.subject)
    raise NoSense


def _have_done(roles: Roles, what: Phrase, part: Verb) -> t.Act:
    """ "Has their Stars set to 0", "has 3 Stars taken away"."""
    subject = roles.subject
    if not isinstance(subject, Some):
        raise NoSense
    if isinstance(what, Own):
        if what.owner != Some(THEY):
            raise NoSense
        made = _outcome(Own(subject, what.attr), replace(part, form=roles.form))
        return replace(made, form=roles.form) if isinstance(made, t.Clause) else made
    if isinstance(what, Amount | Amounts) and not part.parts:
        if part.sense in ("remove", "take"):
            return clause(roles, changes(roles, what, gain=False))
        if part.sense in ("add", "give", "award"):
            return clause(roles, changes(roles, what, gain=True))
    raise NoSense


# ---- swaps and averages


@happens("swap")
def _swap(roles: Roles) -> t.Act:
    what = roles.maybe("object")
    other = roles.maybe("with") or roles.maybe("for")
    match roles.subject, what, other:
        case None, Own(Some(left, "one"), attr), Own(Some(right, "one"), said) if said in ("", attr) and attr:
            return swap(left, right, attr)
        case None, Own(Some(t.Join() as both, "each"), attr), None if attr:
            return swap_pair(both, attr)
        case None, Amount("bare", None, attr) | Own(Some(t.Caster(), "one"), attr), Some(who, "one") if attr:
            return t.Clause(None, (t.Swap(t.Caster(), who, attr),), "b")
        case Some(left, "one"), Amount("bare" | "the", None, attr) | Own(Some(t.They(), "one"), attr), Some(
            right, "one"
        ) if attr:
            return swap(left, right, attr)
        case Some(both, "each"), Amount("bare" | "the", None, attr) | Own(Some(t.They(), "one"), attr), None if attr:
            return swap_pair(both, attr)
        case Some(both, "each"), Amounts() | Own(), None:
            raise NoSense
    raise NoSense


@happens("passive swap")
def _swapped(roles: Roles) -> t.Act:
    match roles.subject:
        case Own(Some(t.Join() as both, "each"), attr) if attr:
            return swap_pair(both, attr)
    raise NoSense


@happens("endup")
def _level(roles: Roles) -> t.Act:
    what = roles.take("object", Number)
    subject = roles.subject
    match subject, what:
        case Some(t.Join((left, right)), "each"), Number(t.Part(t.Total(t.They() | t.Join(), attr), t.Count(), way)):
            return level(left, right, attr, roles.maybe("round") or way)
    raise NoSense


# ---- dice and lots


@happens("roll", "passive roll")
def _roll(roles: Roles) -> t.Act:
    if roles.verb.passive:
        what = roles.subject
        if roles.maybe("by") is not None:
            raise NoSense
    else:
        what = roles.take("object")
        if roles.subject not in (None, Some(t.Caster()), Some(t.Caster(you=True))):
            raise NoSense
    if isinstance(what, Numbers):
        return t.Clause(None, tuple(map(t.Rolls, what.rolls)), "b")
    if not isinstance(what, Number) or not isinstance(what.number, t.Roll):
        raise NoSense
    rolls = [t.Rolls(what.number)]
    if roles.says("twice"):
        rolls.append(t.Rolls(t.Roll(what.number.key + 1, what.number.sides)))
    who = roles.subject if not roles.verb.passive else None
    return t.Clause(None if who is None else t.Caster(), tuple(rolls), "b" if who is None else "s")


@happens("choose")
def _choose(roles: Roles) -> t.Act:
    """ "Choose a neighbour of the caster at random"."""
    if roles.subject not in (None, Some(t.Caster()), Some(t.Caster(you=True))):
        raise NoSense
    return _picked(roles, roles.take("object"))


@happens("passive choose", "passive select")
def _chosen(roles: Roles) -> t.Act:
    if roles.maybe("by") is not None or roles.subject is None:
        raise NoSense
    return _picked(roles, roles.subject)


def _picked(roles: Roles, what: Phrase) -> t.Act:
    random, secret = roles.says("random"), roles.says("secretly") is not None
    match what:
        case Some(t.Pick() as pick, "one") | Casts(who=t.Pick() as pick) if random is None:
            pass
        case Some(who, "some") if random is not None:
            pick = t.Pick(random.at, who)
        case Casts(None, kind, among, "some") if random is not None and kind is not None:
            pick = t.Pick(random.at, t.Casters(among, kind))
        case _:
            raise NoSense
    return t.Clause(None, (t.Picks(replace(pick, secret=pick.secret or secret)),), "b")


# ---- spells that have no effect, are moved or replaced


def voided(casts: Casts) -> t.Act:
    """These spells have no effect."""
    if casts.own and casts.who is not None:
        return void(t.Owner(t.Caster()))
    if casts.how in ("some", "none", "count"):
        if casts.how == "some" and casts.group == t.All():
            return void(casts_who(replace(casts, how="plural")))
        raise NoSense
    return void(casts_who(casts))


@happens("do")
def _do(roles: Roles) -> t.Act:
    what = roles.maybe("object", Pointer)
    if what is not None and what.word == "nothing" and isinstance(roles.subject, Casts):
        return t.Nothing() if roles.subject.own and roles.subject.who is not None else voided(roles.subject)
    if what is None and isinstance(roles.subject, Some):
        return t.Clause(group(roles.subject), (), "does")
    raise NoSense


@happens("fail", "passive void")
def _fail(roles: Roles) -> t.Act:
    if not isinstance(roles.subject, Casts):
        raise NoSense
    return voided(roles.subject)


@happens("void")
def _void(roles: Roles) -> t.Act:
    if roles.subject is not None and not (isinstance(roles.subject, Casts) and roles.subject.own):
        raise NoSense
    return voided(roles.take("object", Casts))


@happens("happen")
def _nothing(roles: Roles) -> t.Act:
    if roles.subject != Pointer("nothing"):
        raise NoSense
    return t.Nothing()


def _to(roles: Roles) -> t.Who:
    to = roles.maybe("to", Some) or roles.maybe("at", Some) or roles.take("on", Some)
    return one(to)


def _moved_casts(casts: Casts) -> t.Who:
    if casts.how in ("none", "count") or (casts.own and casts.who is not None):
        raise NoSense
    if casts.how == "some":
        casts = replace(casts, how="plural")
    return casts_who(casts)


@happens("target")
def _target(roles: Roles) -> t.Act:
    """ "Spells that target the caster target the chosen position instead"."""
    if roles.subject == Some(THEY):
        roles.subject = Casts(who=t.They("those spells"))
    if not isinstance(roles.subject, Casts):
        raise NoSense
    to = roles.take("object", Some)
    gone = roles.maybe("instead", Some)
    if gone is not None:
        return redirect_when((_moved_casts(roles.subject), one(gone)), one(to))
    if not any(name == "adverb" and value.sense in ("instead", "now") for name, value in roles.verb.parts):
        raise NoSense
    casts = _moved_casts(roles.subject)
    if casts == t.They("spell"):
        return t.Clause(None, (t.Redirect(casts, None, one(to)),))
    return redirect(casts, one(to))


@happens("passive redirect")
def _redirected(roles: Roles) -> t.Act:
    if not isinstance(roles.subject, Casts):
        raise NoSense
    return redirect(_moved_casts(roles.subject), _to(roles))


@happens("redirect")
def _redirect(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Casts) and not roles.subject.own:  # "it bounces back to its caster"
        return redirect(_moved_casts(roles.subject), _to(roles))
    if roles.subject is not None and not (isinstance(roles.subject, Casts) and roles.subject.own):
        raise NoSense
    return redirect(_moved_casts(roles.take("object", Casts)), _to(roles))


def given(what: Phrase, at: Some | None = None, *, kept: bool = False) -> Any:
    """A spell that is selected instead, with its inputs."""
    if isinstance(what, Casts) and isinstance(what.kind, t.And) and at is None:
        match what.kind.parts:
            case (t.CastIs(_, (_,)) as named, t.Targets(t.Member(0), t.Who() as whom)):
                what, at = Casts(None, named, how="name"), Some(whom)
    inputs = () if at is None else (one(at),)
    match what:
        case Casts(own=True, name=str()) | Casts(who=t.Owner(t.Caster()), own=True) if at is None:
            return t.OwnName(), (), kept
        case Casts(None, t.CastIs(_, (name,)), _, "name" | "some" | "plural"):
            return name, inputs, kept
        case Casts(t.Owner(other), None):
            return t.SpellOf(other), inputs, kept
        case Same("spell", Some(other, "one"), False, None):
            return t.SpellOf(other), inputs, kept
    raise NoSense


def _replaced(roles: Roles, casts: Phrase, what: Phrase) -> t.Act:
    """ "The chosen Wizard's spell becomes Fizzle"."""
    roles.says("instead")
    if not isinstance(casts, Casts) or casts.how in ("none", "count") or (casts.own and casts.who is not None):
        raise NoSense
    who = casts_who(replace(casts, how="plural") if casts.how == "some" else casts)
    return considered(who, given(what))


@happens("passive replace", "replace")
def _replace(roles: Roles) -> t.Act:
    casts = roles.subject if roles.verb.passive else roles.take("object", Casts)
    if not roles.verb.passive and roles.subject is not None:
        raise NoSense
    what = roles.maybe("by") or roles.take("with")
    if casts is None:
        raise NoSense
    return _replaced(roles, casts, what)


@happens("cast", "select")
def _cast_instead(roles: Roles) -> t.Act:
    """ "The chosen Wizard casts Fizzle instead (of their spell)"."""
    if roles.subject is None or roles.verb.form not in ("s", "b"):
        return _choose(roles)
    said = any(name == "adverb" and value.sense == "instead" for name, value in roles.verb.parts)
    gone = roles.maybe("instead", Casts)
    if not said and gone is None:
        raise NoSense
    what = roles.take("object", Casts | Same)
    return considered(group(roles.subject), given(what), None if gone is None else casts_who(gone))


@happens("cause")
def _cause(roles: Roles) -> t.Act:
    """ "Make the named Wizard lose 1 Crystal", "let them gain 2 Stars"."""
    if roles.subject is not None and not (isinstance(roles.subject, Casts) and roles.subject.own):
        raise NoSense
    whom, inner = roles.take("object", Some), roles.maybe("do", Verb) or roles.take("to do", Verb)
    if inner.sense not in ("lose", "gain", "pay", "give", "steal") or inner.passive:
        raise NoSense
    return act(whom, replace(inner, form="s"))


@happens("consider")
def _count_as(roles: Roles) -> t.Act:
    """ "They count as having selected Fizzle", "consider the caster to have selected Fizzle"."""
    if roles.subject is None:
        roles.subject = roles.take("object", Some)
    return _considered(roles)


@happens("passive consider")
def _considered(roles: Roles) -> t.Act:
    """ "Is considered to have selected Fizzle instead"."""
    inner = roles.maybe("to do", Verb) or roles.maybe("as", Verb)
    as_if = roles.maybe("as if") if inner is None else None
    if as_if is not None and as_if[0] == Some(THEY) and as_if[1].sense in ("select", "cast", "choose"):
        inner = replace(as_if[1], perfect=True)
    if inner is None or not isinstance(roles.subject, Some):
        raise NoSense
    if inner.sense not in ("select", "cast", "choose") or not inner.perfect or inner.passive:
        raise NoSense
    own = Roles(None, inner)
    own.says("instead")
    roles.says("instead")
    what = own.take("object")
    gone = own.maybe("instead", Casts) or roles.maybe("instead", Casts)
    who = group(roles.subject)
    if own.not_so() or (isinstance(what, Casts) and what.how == "none") or what == Pointer("nothing"):
        own.done()
        return considered_none(who)
    at = own.maybe("at", Some) or own.maybe("with", Some) or roles.maybe("with", Some)
    kept = bool(own.maybe("with", Pointer) or roles.maybe("with", Pointer))
    own.done()
    gone_who = None if gone is None else casts_who(gone)
    if kept and at is not None:
        raise NoSense
    return considered(who, given(what, at, kept=kept), gone_who)
