"""What things become; swaps and averages. A function for each verb, by its sense."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.measures import told_which
from pbp.spells.english.naming import note, worked
from pbp.spells.english.outcomes import OUTCOMES, SUBJECT, changes, clause, form_of, happens, outcome_of
from pbp.spells.english.phrases import (
    NUMBERED,
    SUBJECT_OWN,
    SUCH,
    THEIRS,
    THEY,
    Aim,
    Amount,
    Amounts,
    AverageOf,
    Casts,
    Number,
    Own,
    Owns,
    Phrase,
    Pointer,
    Roles,
    RollSaid,
    Same,
    Some,
    Values,
    Verb,
    Worn,
    group,
    one,
)
from pbp.spells.english.selecting import (
    caused,
    only_these,
    replaced_by,
    replaces,
    spells_meant,
    target_moved,
    voided,
    voided_by,
    whose_target,
)
from pbp.spells.english.shares import SIZES, resized
from pbp.spells.english.things import plain_number, rounded, scaled
from pbp.spells.sense.numbers import multiplied as resized_times
from pbp.spells.sense.sentences import TOGETHER
from pbp.spells.walk import is_one, parts


def _owned(phrase: Phrase | None) -> Own:
    if isinstance(phrase, Amount) and phrase.op == "all" and phrase.attr != "Stars" and not phrase.mode:
        return Own(Some(t.All(), "each"), phrase.attr)  # "all Hats become Red"
    match phrase:
        case Amount("=", t.ThatMany(), str() as attr, "that", None, None) if attr not in ("", "Stars"):
            return Own(Some(t.They(f"whose {attr}")), attr)  # "those Robes become Silk"
    if isinstance(phrase, Number) and phrase.attr and isinstance(phrase.number, t.Stat) and not phrase.number.start:
        return Own(Some(phrase.number.who), phrase.attr)  # "the number of Stars of the caster becomes 0"
    if not isinstance(phrase, Own) or phrase.attr == "" or phrase.start:
        raise NoSense
    return phrase


def assign(roles: Roles, own: Own, value: Any) -> t.Act:
    """Sets a thing that somebody has."""
    if isinstance(value, t.Num) and not isinstance(own.attr, str):
        raise NoSense
    return t.Clause(group(own.owner), (t.Assign(SUBJECT, own.attr, value),), form_of(roles))


def new_value(own: Own, phrase: Phrase) -> Any:
    """What a thing becomes: a word, a number, or what somebody else has."""
    match phrase:
        case Values((value,), False):
            return value
        case Worn(_, attr, value) if value is not None and attr == own.attr:
            return value
        case Number(t.Part(t.Total(who, ""), _, _) as average) if isinstance(own.attr, str):
            return replace(average, left=t.Total(who, own.attr))
        case Number(number) if isinstance(own.attr, str):
            if isinstance(number, t.Stat) and own.attr != "Stars" and number.attr != "Stars":
                raise NoSense
            return number
        case Amount("=" | "==", t.Stat(who, "", start), "") if own.attr in NUMBERED:  # "as many as yours"
            return new_value(own, Own(Some(who), own.attr, start))
        case Amount("=" | "==", number, attr) if attr in ("", own.attr) and isinstance(number, t.Num):
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


def _levelled(roles: Roles, own: Own, average: AverageOf) -> t.Act:
    """ "The Stars of the caster and both neighbours become the average of these three Wizards' Stars"."""
    who = own.owner.who
    if average.attr != own.attr or average.number != _so_many(who) or not isinstance(who, t.Join):
        raise NoSense
    return t.Clause(None, (t.Level(who, average.attr, roles.maybe("round") or ""),), TOGETHER)


def _so_many(who: t.Who) -> int:
    """How many these are, where the words say it: "the caster and both neighbours" are three."""
    if isinstance(who, t.Join):
        return sum(map(_so_many, who.parts))
    return 2 if isinstance(who, t.Neighbours) else 1 if is_one(who) else 0


@happens("passive replace", "replace")
def _replace(roles: Roles) -> t.Act:
    """ "Their Hat is replaced by yours", "yours replaces their Hat"; of a spell it is a selection."""
    if not roles.verb.passive and isinstance(roles.subject, Casts | Own | Values):
        what = roles.take("object")
        if isinstance(what, Casts) and what.who is None:
            raise NoSense  # "your spell replaces Burn": what everybody cast?
        return _replace(Roles(what, replace(roles.verb, passive=True, parts=(*roles.left, ("by", roles.subject)))))
    own = roles.subject if roles.verb.passive else next((v for r, v in roles.left if r == "object"), None)
    owner = whose_target(own)
    if owner is not None:  # "its target is replaced by the next position"
        if not roles.verb.passive:
            roles.take("object")
            if roles.subject is not None:
                raise NoSense
        return target_moved(owner, one(roles.maybe("by", Some) or roles.take("with", Some)))
    if not isinstance(own, Own):
        return replaces(roles)
    if not roles.verb.passive:
        roles.take("object")
        if roles.subject is not None:
            raise NoSense
    return assign(roles, _owned(own), _rounded_value(roles, own, roles.maybe("by") or roles.take("with")))


def left_with(roles: Roles, subject: Phrase | None, what: Phrase) -> t.Act:
    """So much is what somebody has afterwards: "the caster is left with 0 Crystals"."""
    match what:
        case Amount("=" | "==", number, str() as attr, "" | "only" | "that") if attr and isinstance(number, t.Num):
            return clause(roles, (t.Assign(SUBJECT, attr, number),))
        case Amount("no", None, str() as attr) if attr:  # "no Hat" is a word, not 0
            none = t.Int(0) if attr in NUMBERED else t.Text("None")
            return clause(roles, (t.Assign(SUBJECT, attr, none),))
        case Worn(_, str() as attr, value) if isinstance(value, t.Value):  # "ends up with a Red Hat"
            return clause(roles, (t.Assign(SUBJECT, attr, value),))
        case Number(t.Part(t.Add((t.Stat(one), t.Stat(other))), t.Int(2)) as average, str() as attr) if attr and (
            THEY not in (one, other)
        ):
            way = roles.maybe("round")  # "each ends up with the average of your Stars and their Stars, rounded up"
            return clause(roles, (t.Assign(SUBJECT, attr, average if way is None else rounded(average, way)),))
        case Number(number) | Amount("=", number, "") if any(isinstance(part, t.Noted) for part in parts(number)):
            return clause(roles, (t.Assign(SUBJECT, "", number),))
        case Amount("=", t.ThatMany(), "", "that") | Number(t.Result(""), ""):  # "both end up with that many"
            return clause(roles, (t.Assign(SUBJECT, "", t.Noted("averaged")),))
    raise NoSense


@happens("passive leave")
def _left(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Casts):
        return voided_by(roles)
    return left_with(roles, roles.subject, left_over(roles))


def left_over(roles: Roles) -> Phrase:
    """What somebody is left with; "without a Hat" is with none."""
    match roles.maybe("without", Amount):
        case Amount("=", t.Int(1), attr, "a") | Amount("any" | "bare", None, attr):
            return Amount("no", None, attr)
    found: Phrase = roles.take("with", Amount | Number | Worn)
    return found


@happens("make")
def _make(roles: Roles) -> t.Act:
    """ "Make the caster's Hat Red", "make their Stars equal to yours"."""
    if roles.subject is not None:
        raise NoSense
    roll = roles.maybe("object", Number | RollSaid)
    if roll is not None:  # "make a DICE6 roll"
        roles.done()
        match roll:
            case RollSaid(rolls) | Number(t.Roll() as rolls):
                every = rolls if isinstance(rolls, tuple) else (rolls,)
                return t.Clause(None, tuple(map(t.Rolls, every)), "b")
        raise NoSense
    what = _on_them(roles, roles.take("object"))
    if what == Pointer("it"):
        return _it_becomes(roles, _made_into(roles))  # "(check your Hat. If it is Red,) make it Green"
    own = _owned(what)
    return assign(roles, own, _rounded_value(roles, own, _made_into(roles)))


@happens("passive make")
def _is_made(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Casts):
        return voided_by(roles)
    if isinstance(roles.subject, RollSaid):  # "two rolls of DICE4 are made"
        return t.Clause(None, tuple(map(t.Rolls, roles.subject.rolls)), "b")
    own = _owned(_on_them(roles, roles.subject))
    return assign(roles, own, _rounded_value(roles, own, _made_into(roles)))


def _made_into(roles: Roles) -> Any:
    """What something is made: "Red", "into Red", "equal to yours", "(to be) the same as yours"."""
    value = roles.maybe("object") or roles.maybe("adj") or roles.maybe("into") or roles.maybe("to")
    if value is not None:
        return value
    inner = roles.maybe("to do", Verb)
    if inner is None:
        return _equal(roles)
    if inner.sense not in ("be", "match", "equal") or inner.denied or inner.passive or inner.modal:
        raise NoSense
    own = Roles(None, inner)
    if inner.sense != "be":  # "changes to match the chosen Wizard's"
        value = own.take("object", Own)
        own.done()
        return value
    value = own.maybe("object") or own.maybe("adj") or _equal(own)
    own.done()
    return value


def _on_them(roles: Roles, what: Phrase | None) -> Phrase | None:
    """A thing, where the verb says whose it is: "the chosen item (becomes Red) on the target"."""
    match what:
        case Values((t.WordInput() as word,), False) | Amount("the", None, str() as word):
            on = roles.maybe("on", Some)
            whose = on or roles.maybe("for", Some)
            if whose is None:
                return what
            if whose.place or whose.how not in ("one", "each" if on else "one"):
                raise NoSense
            return Own(whose, word)
    return what


@happens("become", "turn")
def _become(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Pointer) and roles.subject.word == "it":
        return _it_becomes(roles, roles.take("object"))
    if isinstance(roles.subject, Pointer) and roles.subject.word in SIZES and roles.subject.word != "the number":
        return resized(SIZES[roles.subject.word], roles.take("object"))
    if roles.subject is None and roles.verb.sense == "turn" and roles.form == "b":
        if ("object", Pointer("it")) in roles.left:  # "turn it Green"
            roles.take("object", Pointer)
            return _it_becomes(roles, roles.maybe("into") or roles.maybe("to") or roles.take("adj", Values))
        roles.subject = _on_them(roles, roles.take("object", Own | Values | Amount))  # "turn the target's Hat Pointy"
        own = _owned(roles.subject)
        value = roles.maybe("into") or roles.maybe("to") or roles.take("adj", Values)
        if own.attr == "Stars":
            raise NoSense
        return t.Clause(group(own.owner), (t.Assign(SUBJECT, own.attr, new_value(own, value)),))
    if isinstance(roles.subject, Casts):
        return replaced_by(roles, roles.subject, roles.take("object", Casts | Same))
    if isinstance(roles.subject, Owns):
        return _both_become(roles, roles.subject)
    owner = whose_target(roles.subject)
    if owner is not None:
        return target_moved(owner, one(roles.take("object", Some)))
    roles.subject = _on_them(roles, roles.subject)
    put = roles.subject  # "the chosen colour becomes the caster's Hat", "the result becomes your number of Crystals"
    if isinstance(put, Pointer | Values) or (isinstance(put, Number) and not put.attr):
        own = _owned(roles.take("object", Own | Number))
        return assign(roles, own, new_value(own, put))
    if isinstance(roles.subject, Some):  # "you become the target of that spell instead"
        return _becomes_target(roles, roles.take("object", Some | Aim))
    if isinstance(roles.subject, Own) and roles.subject.attr == "":
        return _theirs_becomes(roles, roles.subject)
    own = _owned(roles.subject)
    phrase = roles.maybe("object") or roles.maybe("into") or roles.maybe("to") or roles.maybe("adj") or _equal(roles)
    if isinstance(phrase, AverageOf):
        return _levelled(roles, own, phrase)
    return assign(roles, own, _rounded_value(roles, own, phrase))


def _theirs_becomes(roles: Roles, own: Own) -> t.Act:
    """ "(Your Hat becomes Red,) and theirs becomes none": of which thing, the clause before says."""
    match own, roles.maybe("object") or roles.take("adj"):
        case Own(Some(who, "one", place=False), "", False), Values((t.Text() | t.WordInput() as value,), False):
            return t.Clause(who, (t.Assign(SUBJECT, THEIRS, value),))
    raise NoSense


def _both_become(roles: Roles, things: Owns) -> t.Act:
    """ "Their Hat and Robes (become None)", "(are changed to None)"."""
    value = roles.maybe("object") or roles.maybe("into") or roles.maybe("to") or roles.take("adj")
    if not isinstance(value, Values) or len(value.values) != 1 or value.both:
        raise NoSense
    if len(things.attrs) == 1 and things.owner == Some(THEY):
        raise NoSense  # "their chosen items become Red": of one Wizard, who has only one?
    return t.Clause(group(things.owner), tuple(t.Assign(SUBJECT, attr, value.values[0]) for attr in things.attrs))


@happens("turnto")
def _goes(roles: Roles) -> t.Act:
    """ "The caster's Beard goes Pointy"."""
    own = _owned(roles.subject)
    value = roles.maybe("object", Values) or roles.take("adj")
    if own.attr == "Stars":
        raise NoSense
    return assign(roles, own, _rounded_value(roles, own, value))


def _becomes_target(roles: Roles, target: Phrase) -> t.Act:
    to = one(roles.subject)
    owner = whose_target(target)
    if owner is None:
        raise NoSense
    return target_moved(owner, to)


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
        return t.Clause(t.They("whose"), (t.Assign(SUBJECT, "", phrase.values[0]),), form_of(roles))
    number = plain_number(phrase)
    return t.Clause(t.They("whose number"), (t.Assign(SUBJECT, "it", number),), form_of(roles))


def _changed_by_owner(roles: Roles) -> Own | None:
    """ "Each neighbour (changes) their Robes (to yours)": the thing of whoever does it; None where none does."""
    whose = roles.subject
    if not isinstance(whose, Some) or whose.place or whose_target(whose) is not None:
        return None
    own = roles.maybe("object", Own)
    if own is None or own.owner not in (Some(THEY), whose) or whose.how not in ("one", "each", "plural"):
        raise NoSense  # "the chosen Wizard changes your Hat to Red"
    return _owned(replace(own, owner=whose))


@happens("set", "change")
def _set(roles: Roles) -> t.Act:
    own = _changed_by_owner(roles)
    if own is not None:
        return assign(roles, own, _rounded_value(roles, own, _made_into(roles)))
    if roles.subject is not None and roles.verb.sense == "set":
        raise NoSense
    owner = whose_target(roles.subject)
    if owner is not None:  # "its target changes to the next position"
        return target_moved(owner, one(roles.take("to", Some)))
    if roles.subject is not None:  # "their Hat changes to Red"
        own = _owned(roles.subject)
    else:
        what = _on_them(roles, roles.take("object"))
        if not isinstance(what, Own | Casts | Some | Aim | Pointer):
            raise NoSense
        if isinstance(what, Casts):
            return replaced_by(roles, told_which(what), roles.maybe("to") or roles.take("into"))
        if isinstance(what, Aim):
            told_which(what.casts)  # "change the target of a spell"
        owner = whose_target(what)
        if owner is not None:
            return target_moved(owner, one(roles.take("to", Some)))
        if what in (Some(t.They("them")), Pointer("it")):
            return _it_becomes(roles, roles.take("to"))
        if isinstance(what, Pointer):
            raise NoSense
        if isinstance(what, Some) and roles.verb.sense == "set":
            return clause(roles, _set_to(roles), what)
        own = _owned(what)
    return assign(roles, own, _rounded_value(roles, own, _made_into(roles)))


def unchanged(subject: Phrase | None) -> t.Act:
    """ "The latter's Hat (is not changed)"."""
    match subject:
        case Own(Some(who, "one"), str() as attr, False):
            return t.Keeps(who, attr)
    raise NoSense


@happens("passive set", "passive change", "passive turn")
def _is_set(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Casts):
        return replaced_by(roles, roles.subject, roles.maybe("to") or roles.take("into"))
    if isinstance(roles.subject, Owns):
        return _both_become(roles, roles.subject)
    if roles.denied and not roles.left and roles.verb.sense == "change":
        roles.not_so()
        return unchanged(roles.subject)
    owner = whose_target(roles.subject)
    if owner is not None:
        return target_moved(owner, one(roles.take("to", Some)))
    if isinstance(roles.subject, Some) and roles.verb.sense == "set":
        return clause(roles, _set_to(roles))
    own = _owned(_on_them(roles, roles.subject))
    return assign(roles, own, _rounded_value(roles, own, _made_into(roles)))


def _set_to(roles: Roles) -> tuple[t.Assign]:
    """ "(The Wizard is set) to 10 Stars", "(each Wizard with fewer than 0 Stars is set, or goes up) to 0"."""
    match roles.subject, roles.maybe("to", Number):
        case Some(t.Those(group, t.Compare(t.Stat(t.Member(0), str() as attr), _, t.Int()))), Number(
            t.Int() as number, ""
        ) if not any(isinstance(part, t.Compare) for part in parts(group)):
            return (t.Assign(SUBJECT, attr, number),)
    match roles.take("to", Amount):
        case Amount("=" | "==", number, str() as attr, "", None) if attr and isinstance(number, t.Num):
            return (t.Assign(SUBJECT, attr, number),)
    raise NoSense


def _brought_to(roles: Roles, whom: Some) -> tuple[t.Assign]:
    """ "(Anyone below 0 Stars) goes up to 0", "(you) go down to 6 Stars": never of some who may have more."""
    raised = roles.verb.sense == "raise"
    match whom:
        case Some(t.Those(_, t.Compare(t.Stat(t.Member(0), attr), way, t.Int(bound)))) if way[:1] == (
            "<" if raised else ">"
        ):
            (made,) = _set_to(roles)
            end = bound - (way == "<") if raised else -bound - (way == ">")
            if made.attr != attr or not isinstance(made.value, t.Int) or made.value.value * (1 if raised else -1) < end:
                raise NoSense  # "each Wizard with fewer than 5 Stars goes up to 3"
            return (made,)
        case Some(how="one", place=False) if not isinstance(whom.who, t.Those):
            (made,) = _set_to(roles)
            return (replace(made, value=_one_way(roles.verb, made.attr, made.value)),)
    raise NoSense


def _one_way(verb: Verb, attr: str | t.WordInput, value: Any) -> Any:
    """ "Your Stars are reduced to 3", "to the result": never more than there were; raised to 3: never fewer."""
    if not isinstance(value, t.Num) or not isinstance(attr, str) or any(part == SUBJECT_OWN for part in parts(value)):
        return value  # to half of what they are
    way = t.Least if verb.sense == "reduce" else t.Greatest
    return way((value, t.Stat(SUBJECT_OWN, attr)))


def _sized(roles: Roles) -> Own:
    """Whose thing grows or shrinks: the subject, or the object of an order."""
    if roles.subject is None:
        return _owned(roles.take("object", Own))
    return _owned(roles.subject)


def _least(roles: Roles) -> t.Num | None:
    """ "(Reduce it by 2) (to a minimum of 0)"."""
    bound = roles.maybe("limit")
    if bound is None:
        return None
    if bound[0] not in ("minimum", "floor") or roles.verb.sense == "raise":
        raise NoSense
    return plain_number(bound[1])


@happens("reduce", "raise", "passive reduce", "passive raise")
def _resize(roles: Roles) -> t.Act:
    if isinstance(roles.subject, Pointer) and roles.subject.word in SIZES and roles.subject.word != "the number":
        return resized(SIZES[roles.subject.word], roles.take("to"))  # "the loss is reduced to 1 Star"
    if roles.subject == Pointer("it") or (roles.subject is None and roles.maybe("object", Pointer) == Pointer("it")):
        by = plain_number(roles.take("by"))  # "if your Crystals are above 2, reduce it by 1"
        change = t.Change(SUBJECT, "it", roles.verb.sense == "raise", by, _least(roles))
        return t.Clause(t.They("whose number"), (change,), form_of(roles))
    if isinstance(roles.subject, Some):
        return clause(roles, _brought_to(roles, roles.subject))
    own = _sized(roles)
    to = roles.maybe("to")
    if not isinstance(own.attr, str):
        raise NoSense
    if to is not None:
        return assign(roles, own, _one_way(roles.verb, own.attr, _rounded_value(roles, own, to)))
    by = roles.take("by")
    if isinstance(by, Amount) and by.attr not in ("", own.attr):
        raise NoSense
    amount = replace(by, attr=own.attr) if isinstance(by, Amount) else Amount("=", plain_number(by), own.attr)
    gain = roles.verb.sense == "raise"
    return t.Clause(group(own.owner), changes(roles, amount, gain=gain), form_of(roles))


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
    what = roles.subject if roles.subject is not None else roles.maybe("object")
    if isinstance(what, Some) and what.who == t.They("them") and roles.subject is None and roles.form == "b":
        number = scaled(how, t.Stat(SUBJECT_OWN, SUCH), roles.maybe("round") or "")  # "if you have 9 Stars, halve them"
        return t.Clause(None, (t.Assign(SUBJECT, SUCH, number),), "b")
    if not isinstance(what, Own) and not (isinstance(what, Number) and isinstance(what.number, t.Stat)):
        number = scaled(how, worked(what), roles.maybe("round") or "")  # "halve the result", "and halved"
        return note(number, "", "b" if roles.subject is None and roles.form == "b" else "")
    own = _owned(what)
    if not isinstance(own.attr, str):
        raise NoSense
    number = scaled(how, t.Stat(SUBJECT_OWN, own.attr), roles.maybe("round") or "")
    return assign(roles, own, number)


@happens("have")
def _have_set(roles: Roles) -> t.Act:
    """ "Has their Stars set to 0", "have their Hat changed to Red", "has no effect"."""
    what = roles.take("object")
    part = roles.maybe("part", Verb)
    if part is not None:
        return have_done(roles, what, part)
    inner = roles.maybe("do", Verb)
    if inner is not None and isinstance(what, Own) and what.owner == Some(THEY):
        return have_done(roles, what, inner)
    if inner is not None:  # "have the chosen Wizard pay 2 Stars to the caster"
        if roles.subject is not None or roles.form != "b":
            raise NoSense
        return caused(what, inner)
    now = any(role == "adverb" and word.sense == "now" for role, word in roles.verb.parts)
    if now and isinstance(what, Number) and isinstance(what.number, t.Part):
        roles.left.append(("object", what))
        return OUTCOMES["endup"](roles)  # "both now have half of their combined Stars"
    if now and isinstance(what, Amount | Worn):
        return left_with(roles, roles.subject, what)  # "the caster now has 20 Stars", "now wears a Red Hat"
    if isinstance(what, Pointer) and what.word in ("no effect", "any effect"):
        roles.says("any")  # "at all"
        roles.subject = spells_meant(roles.subject)
        if isinstance(roles.subject, Own) and roles.subject.attr == "":  # "theirs has no effect"
            owner = one(roles.subject.owner)
            roles.subject = Casts(t.They("spell") if owner == THEY else t.Owner(owner))
        if roles.denied or (isinstance(roles.subject, Casts) and roles.subject.how == "none"):
            roles.modal_of("can", "may")
        denied = roles.not_so()
        if isinstance(roles.subject, Casts) and roles.subject.op == "only":  # "only Burn has an effect"
            if denied or what.word != "any effect":
                raise NoSense
            return only_these(replace(roles.subject, how="plural", op=""))
        if denied != (what.word == "any effect") and not (
            isinstance(roles.subject, Casts) and roles.subject.how == "none" and not denied
        ):
            raise NoSense
        if isinstance(roles.subject, Casts) and roles.subject.how == "none":
            if what.word != "any effect":
                raise NoSense
            roles.subject = replace(roles.subject, how="plural")
        if not isinstance(roles.subject, Casts):
            raise NoSense
        return voided(roles.subject)
    raise NoSense


def have_done(roles: Roles, what: Phrase, part: Verb) -> t.Act:
    """ "Has their Stars set to 0", "has the Hat changed to Red", "has 3 Stars taken away"."""
    subject = roles.subject
    if subject is None and isinstance(what, Own):  # "... and has their Hat turned Red"
        subject = what.owner
    if not isinstance(subject, Some):
        raise NoSense
    theirs = _thing_of(subject, what)
    if theirs is not None:
        if part.sense not in _DONE_TO_THINGS:
            raise NoSense
        made = outcome_of(theirs, replace(part, form=roles.form))
        return replace(made, form=roles.form) if isinstance(made, t.Clause) else made
    if isinstance(what, Casts) and is_one(subject.who):  # "has their spell cancelled"
        if what != Casts(t.Owner(THEY)) or part.sense not in ("void", "redirect"):
            raise NoSense
        return outcome_of(Casts(t.Owner(subject.who)), replace(part, form=roles.form))
    gain = part.sense in ("add", "give", "award")
    if not isinstance(what, Amount | Amounts) or not (gain or part.sense in ("remove", "take")):
        raise NoSense
    ways = ("to",) if gain else ("from", "off")
    if not all(role in ways and _is_theirs(subject, what, value) for role, value in part.parts):
        raise NoSense
    return clause(roles, changes(roles, what, gain=gain))


def _is_theirs(subject: Some, what: Amount | Amounts, of: Phrase) -> bool:
    """Whether that is the subject, or what they have of this: "(has 3 Stars taken) from them", "off their tally"."""
    if isinstance(of, Own) and isinstance(what, Amount):
        return _has(subject, of) and not of.start and of.attr in ("", what.attr)
    return of in (subject, Some(THEY), Some(t.They("them")))


def _has(subject: Some, what: Own | Owns) -> bool:
    """Whether that is the subject's: "their Stars", but of "you" only "your Stars"."""
    you = isinstance(subject.who, t.Caster) and subject.who.you
    return what.owner == subject or (what.owner == Some(THEY) and not you)


_DONE_TO_THINGS = (
    "become", "turn", "turnto", "set", "change", "make", "reduce", "raise", "double", "triple", "halve", "swap",
    "replace",
)  # fmt: skip
"""What somebody can have done to their Hat, or to their Stars."""


def _named_of(subject: Some) -> str:
    """The one thing that is named where it is said who is meant: "anyone with fewer than 0 Stars". Raises NoSense."""
    tests = subject.who.test if isinstance(subject.who, t.Those) and subject.how in ("each", "plural", "any") else None
    named = {part.attr for part in parts(tests) if isinstance(part, t.Stat | t.Is | t.ValueOf | t.Moved)}
    match [*named]:
        case [str() as attr] if attr:
            return attr
    raise NoSense


def _thing_of(subject: Some, what: Phrase) -> Own | Owns | None:
    """What somebody has something done to: "their Stars", "your Hat", "the Hat", "their Hat and Robes"."""
    if isinstance(what, Own | Owns):
        if not _has(subject, what):
            raise NoSense  # "the chosen Wizard has your Hat changed", "you have their Hat changed"
        if isinstance(what, Own) and what.attr == "":  # "(anyone with fewer than 0 Stars has) theirs (set to 0)"
            what = replace(what, attr=_named_of(subject))
        return replace(what, owner=subject)
    if isinstance(what, Amount) and what == Amount("the", None, what.attr) and what.attr:
        return Own(subject, what.attr)
    return None
