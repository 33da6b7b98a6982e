"""What is claimed of things that Wizards have, of numbers, and of what "it" is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.measures import measured, speed_number
from pbp.spells.english.of_spells import of_casts
from pbp.spells.english.phrases import (
    ME,
    NUMBERED,
    SUBJECT_OWN,
    Amount,
    Casts,
    Number,
    OfCasts,
    Own,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.states import same_thing_as
from pbp.spells.english.testing import (
    OPS,
    amount_test,
    bound,
    own_stat,
    subj,
    subject_of_claim,
    than_several,
    than_theirs,
    unless_denied,
    values_test,
)
from pbp.spells.english.things import ONE, plain_number
from pbp.spells.sense.conditions import compare, conj, disj, grouped, holds, num_parity, opposite
from pbp.spells.sense.values import attr_is, attrs_alike, same_as_some, same_attr
from pbp.spells.walk import has_member, is_one, replaced


def own_test(attr: Any, verb: Verb) -> t.Cond:
    """What is claimed of a thing that Member(0) has: "whose Hat is Red"."""
    if not isinstance(verb, Verb):
        raise NoSense  # "whose Hat is Red or loses 2 Stars"
    roles = Roles(None, verb)
    roles.modal_of("would")
    for adverb in ("both", "all", "each"):
        roles.says(adverb)
    if verb.form in ("s", "b") or verb.sense in ("be", "have"):
        roles.says("already")
    time = roles.maybe("time", Time)
    if time is not None and time.kind == "start" and roles.form in ("s", "b"):
        raise NoSense  # "are lower than your Stars at the start": the time is that of those
    if (
        verb.sense == "be"
        and isinstance(attr, str)
        and not roles.modal
        and all(role == "adverb" and said.sense == "also" for role, said in roles.left)
    ):  # "(if your Staff is Bone, each neighbour) whose Staff isn't"
        test = unless_denied(roles, t.Did(f"theirs {attr}"))
        roles.done()
        return test
    if verb.sense == "differ":
        test = unless_denied(roles, t.Not(_is_same(attr, roles.take("from"), time)))
        roles.done()
        return test
    if verb.sense in ("equal|exceed", "match|exceed", "exceed|equal", "exceed|match") and not verb.passive:
        number = measured(roles.take("object"), attr)
        if not isinstance(number, t.Num) or not isinstance(attr, str):
            raise NoSense
        test = unless_denied(roles, than_theirs(own_stat(attr, time), ">=", number, attr))
        roles.done()
        return test
    if verb.sense not in ("be", "match", "equal", "exceed", "number") or verb.passive:
        raise NoSense
    if verb.sense == "number" and attr not in NUMBERED:
        raise NoSense
    if verb.sense in ("match", "equal"):
        test = _is_same(attr, roles.take("object"), time)
    elif verb.sense == "exceed":
        number = measured(roles.take("object"), attr)
        if not isinstance(number, t.Num):
            raise NoSense
        test = than_theirs(own_stat(attr, time), ">", number, attr)
    else:
        test = _own_is(attr, roles, time)
    test = unless_denied(roles, test)
    roles.done()
    return test


def _compared(attr: Any, compared: Any, time: Time | None) -> t.Cond:
    if compared[0] == "=" and isinstance(attr, t.WordInput) and isinstance(compared[1], Own):
        return _is_same(attr, compared[1], time)  # "whose chosen item is the same as the caster's"
    if not isinstance(attr, str):
        raise NoSense
    return bound(compared, lambda op, measure: _compared_one(attr, op, measure, time))


def _compared_one(attr: str, op: str, measure: Any, time: Time | None) -> t.Cond:
    if attr != "Stars" and op == "=" and isinstance(measure, Own | Some):
        return _is_same(attr, measure, time)
    number = measured(measure, attr)
    if isinstance(number, Some):
        return than_several(own_stat(attr, time), op, number)
    if attr != "Stars" and op == "=" and not isinstance(number, t.Int):
        raise NoSense
    return than_theirs(own_stat(attr, time), op, number, attr)


def _own_is(attr: Any, roles: Roles, time: Time | None) -> t.Cond:
    compared = roles.maybe("compare")
    if compared is not None:
        return _compared(attr, compared, time)
    of = roles.maybe("of", Values)  # "is of the chosen colour"
    if of is not None and time is None:
        return values_test(attr, of)
    adjective = roles.maybe("adj")
    if adjective is not None:
        denied = False
        if isinstance(adjective, tuple) and adjective[0] == "not":
            denied, adjective = True, adjective[1]
        if isinstance(adjective, Values):
            if time not in (None, Time("now")):
                raise NoSense  # "if your Hat was Red at the start of this Duel": what one has now alone is known
            test = values_test(attr, adjective)
        elif isinstance(adjective, tuple) or not isinstance(attr, str):
            raise NoSense
        elif adjective.sense in ("odd", "even"):
            test = num_parity(own_stat(attr, time), adjective.sense == "odd")
        else:
            raise NoSense
        return opposite(test) if denied else test
    return _is_same(attr, roles.take("object"), time)


def _is_same(attr: Any, phrase: Phrase, time: Time | None) -> t.Cond:
    match phrase:
        case Number(number) if isinstance(attr, str):
            return t.Compare(own_stat(attr, time), "=", number)
        case Amount(op, _, said) if op != "=" and said in ("", attr) and op not in ("any", "no", "bare"):
            return amount_test(own_stat(attr, time), replace(phrase, attr=attr))
        case Values() if time is None:
            return values_test(attr, phrase)
        case Own(Some(t.They("they"), "one"), str() as said, False) if (
            said not in ("", attr, "Stars") and attr != "Stars" and time is None and isinstance(attr, str)
        ):
            return attrs_alike(attr, said)
        case Own(Some(who, "one"), str() as said, False) if (
            said not in ("", attr, *NUMBERED) and attr not in NUMBERED and time is None and isinstance(attr, str)
        ):
            return t.Is(ME, attr, t.ValueOf(who, said))  # "whose Robes match the caster's Hat"
        case Own(Some(who, "one"), said, start) if said in ("", attr) and time is None:
            if attr == "Stars":
                return than_theirs(own_stat(attr, None), "=", t.Stat(who, attr, start), attr)
            if start:
                raise NoSense  # "if your Hat is your Hat at the start of the Duel"
            return same_attr(attr, who)
        case Own(Some(who, "some"), said, False) if said in ("", attr) and attr != "Stars" and time is None:
            return same_as_some(attr, who)
        case Same(said, Some() as other, different, None) if said in ("", attr) and time is None:
            return same_thing_as(attr, other, different)
        case Worn(_, said, value) if said == attr and value is not None and time is None:
            return attr_is(attr, value)
    raise NoSense


def of_a_thing(subject: Own, preds: Any) -> t.Cond:
    """ "The caster's Hat is Red", "each neighbour's Stars are above 5"."""
    if not isinstance(preds, Verb) or subject.attr == "":
        raise NoSense
    verb = preds
    alike = _alike(subject, verb)
    if alike is not None:
        return alike
    if subject.start:
        verb = verb.add("time", Time("start"))
    if isinstance(subject.owner.who, t.Join) and subject.owner.how == "each" and verb.form == "s":
        raise NoSense  # "your number of Stars and theirs is 5": their sum?
    match subject.owner:
        case Some(t.Join((t.They(one), _) as two), "each" | "some" | "none" as how) if one.startswith("swapped"):
            return _of_two(two, how, own_test(subject.attr, verb), verb)
        case Some(t.Join((_, _) as two), "none"):  # "neither your Hat nor theirs is Red"
            return _of_two(two, "none", own_test(subject.attr, verb), verb)
    roles = Roles(None, verb)
    if (roles.says("together") or verb.sense == "number") and not is_one(subject.owner.who):
        test = own_test(subject.attr, replace(verb, parts=tuple(roles.left)))  # "their Stars come to more than 20"
        apart = subject.owner.apart or subject.owner.how not in ("each", "plural") or roles.says("each")
        if subject.start or apart or has_member(test, 1):
            raise NoSense  # "each neighbour's Stars come to more than 20"
        of_all: t.Cond = replaced(test, {t.Stat(ME, subject.attr): t.Total(subject.owner.who, subject.attr)})
        return of_all
    if subject.owner.how == "each" and verb.denied:
        raise NoSense
    return holds(subject_of_claim(subject.owner, verb), own_test(subject.attr, verb))


def _of_two(two: tuple[t.Who, ...], how: str, test: t.Cond, verb: Verb) -> t.Cond:
    """What is claimed of the things of two, one by one."""
    if verb.denied:
        raise NoSense
    found = [holds((">=", ONE, who), test) for who in two]
    if how == "some":
        return grouped(disj(*found))
    return grouped(conj(*(map(t.Not, found) if how == "none" else found)))


def _alike(subject: Own, verb: Verb) -> t.Cond | None:
    """ "The caster's Hat and the chosen Wizard's Hat are the same"."""
    owner: t.Who = subject.owner.who
    if subject.owner == Some(t.They("they")) and verb.form == "b":  # "their Stars are equal": of the two spoken of
        owner = t.Join((t.They("both 1"), t.They("both 2")))
    match owner, verb.parts:
        case t.Join((left, right)), ((_, what),) if (
            verb.sense == "be" and not verb.passive and getattr(what, "sense", "") in ("same", "different", "equal")
        ):
            if subject.start or verb.modal or verb.perfect:
                raise NoSense
            if not isinstance(left, t.They) and not (is_one(left) and is_one(right)):
                raise NoSense
            if subject.attr == "Stars":
                test: t.Cond = t.Compare(t.Stat(ME, "Stars"), "=", t.Stat(right, "Stars"))
            else:
                test = same_attr(subject.attr, right)
            same = (what.sense != "different") != verb.denied
            return holds((">=", ONE, left), test if same else t.Not(test))
    return None


def of_a_number(number: t.Num, preds: Any) -> t.Cond:
    """ "The result is even", "the Speed of that spell is at least 3"."""
    if isinstance(number, t.SpeedOf):  # of one who cast nothing nothing is claimed
        return holds((">=", ONE, number.who), conj(t.CastIs(ME), of_plain(t.SpeedOf(ME), preds)))
    return of_plain(number, preds)


def of_two_things(owner: Some, attrs: tuple[str, ...], preds: Any, *, either: str = "") -> t.Cond:
    """ "The caster's Hat and Robes are both Red"; `either`: so of "any" of them, of "none", of exactly "one"."""
    if not isinstance(preds, Verb) or preds.sense != "be" or preds.passive or preds.denied:
        raise NoSense
    roles = Roles(None, preds)
    said = [roles.says("both"), roles.says("all")]
    what = roles.maybe("adj") or roles.take("object")
    roles.done()
    if either:  # "the caster's Hat or Robes are Red"
        if owner.how != "one" or not isinstance(what, Values) or what.both or any(said):
            raise NoSense
        tests = tuple(values_test(attr, what) for attr in attrs)
        none = tuple(map(opposite, tests))
        if either == "one":
            only = (conj(*none[:at], test, *none[at + 1 :]) for at, test in enumerate(tests))
            return grouped(t.Or(tuple(holds(subj(owner), grouped(test)) for test in only)))
        return holds(subj(owner), grouped(t.Or(tests) if either == "any" else t.And(none)))
    if getattr(what, "sense", "") == "same" and len(attrs) == 2:
        return holds(subj(owner), t.Is(ME, attrs[0], t.ValueOf(SUBJECT_OWN, attrs[1])))
    if not isinstance(what, Values):
        raise NoSense
    return holds(subj(owner), grouped(t.And(tuple(values_test(attr, what) for attr in attrs))))


def of_plain(number: t.Num, preds: Any) -> t.Cond:
    """ "The result is even", "the number of Wizards who cast Burn is at least 3"."""
    if isinstance(preds, Verb) and preds.sense == "differ" and not preds.passive:
        return _differs(number, Roles(None, preds))
    if not isinstance(preds, Verb) or preds.passive or preds.sense not in ("be", "equal", "exceed", "match"):
        raise NoSense
    roles = Roles(None, preds)
    compared, adjective = roles.maybe("compare"), roles.maybe("adj")
    if preds.sense == "exceed":
        test = compare(number, (">", plain_number(_beside(number, roles.take("object")))))
    elif compared is not None:
        test = bound(compared, lambda op, measure: compare(number, _than(op, _beside(number, measure))))
    elif adjective is not None:
        if isinstance(adjective, tuple | Values) or adjective.sense not in ("odd", "even"):
            raise NoSense
        test = num_parity(number, adjective.sense == "odd")
    else:
        match roles.take("object"):
            case Amount(op, value, "") if op in ("<", "<=", ">", ">=", "=="):
                if not isinstance(value, t.Num) or (isinstance(value, t.Stat) and not value.attr):
                    raise NoSense  # "if the result is lower than you": than how many of what?
                test = compare(number, (OPS.get(op, op), value))
            case Amount("between" | "and" | "or", _, "") as amount:
                test = amount_test(number, amount)
            case Worn(test, "place") if test in (num_parity(t.Position(ME), True), num_parity(t.Position(ME), False)):
                test = num_parity(number, test == num_parity(t.Position(ME), True))
            case ("or numbers", numbers):
                test = disj(*(compare(number, ("=", each)) for each in numbers))
            case phrase:
                test = compare(number, ("=", plain_number(_beside(number, phrase))))
    if isinstance(test, t.Compare) and test.op in ("=", "%") and roles.not_so():
        test = replace(test, op="!=" if test.op == "=" else "!%")
    test = unless_denied(roles, test)
    roles.done()
    return test


def _beside(number: t.Num, measure: Any) -> Any:
    """ "(If its Speed is lower than) that of this spell": of what the number is, if a Speed is spoken of."""
    return Number(speed_number(measure)) if isinstance(measure, OfCasts) and isinstance(number, t.SpeedOf) else measure


def _differs(number: t.Num, roles: Roles) -> t.Cond:
    """ "(If the result) differs from the chosen number by 1", "by at least 2"."""
    other, by = plain_number(roles.take("from")), roles.take("by", Number | Amount)
    if isinstance(by, Number):
        test = compare(t.Gap(number, other), ("=", by.number))
    elif by.op in ("=", "==", "<", "<=", ">", ">=") and isinstance(by.number, t.Int) and not by.attr:
        test = compare(t.Gap(number, other), (OPS.get(by.op, by.op), by.number))
    else:
        raise NoSense
    if roles.denied:
        raise NoSense  # "does not differ by 1": by more, or not at all?
    roles.done()
    return test


def _than(op: str, measure: Any) -> tuple[str, Any]:
    if op != "gap":
        return op, _compared_number(measure)
    how, by, other = measure
    if not isinstance(by, t.Int):
        raise NoSense
    return op, (how, by.value, _compared_number(other))


def _compared_number(measure: Any) -> t.Num:
    match measure:
        case ("there", Some() as some):
            return t.Count(some.who)
        case ("clause", Some(), Verb()):
            raise NoSense
    return plain_number(measure)


def of_what_was_said(subject: Phrase, preds: Any) -> t.Cond:
    if not isinstance(preds, Verb):
        raise NoSense
    roles = Roles(None, preds)
    if subject == Pointer("it") and preds.sense in ("target", "cast", "select", "have", "redirect"):
        return of_casts(Casts(who=t.They("spell")), preds)
    match subject, preds.sense:
        case Pointer("results"), "be":
            same = roles.maybe("adj") or roles.take("object")
            if getattr(same, "sense", "") not in ("same", "equal"):
                raise NoSense
            test: t.Cond = t.Compare(t.Result("first"), "=", t.Result("second"))
        case Values(values), "be" if not subject.both:
            match values, roles.take("object"):
                case ((t.WordInput(),), Values(words, False)):
                    pass
                case (words, Values((t.WordInput(),), False)):
                    pass
                case _:
                    raise NoSense
            test = disj(*(t.Word(-1, _text(word)) for word in words))
        case Values(values), "choose" if preds.passive and not subject.both:
            test = disj(*(t.Word(-1, v.word) for v in values if isinstance(v, t.Text)))
            time = roles.maybe("time", Time)
            if time is not None and time.kind != "now":
                raise NoSense
        case Pointer("it" | "this" | "that" as word), "be":
            return _it_is(word, roles)
        case _:
            raise NoSense
    test = unless_denied(roles, test)
    roles.done()
    return test


def _text(value: t.Value) -> str:
    if not isinstance(value, t.Text):
        raise NoSense
    return value.word


def _it_is(word: str, roles: Roles) -> t.Cond:
    """ "If it is even", "if it was already Red"."""
    already = roles.says("already")
    when = "already" if already else "was" if roles.verb.form == "d" else "whose"
    compared, adjective = roles.maybe("compare"), roles.maybe("adj")
    if compared is not None:
        test = bound(compared, lambda op, measure: compare(t.Result("it"), _than(op, measure)))
    elif isinstance(adjective, Values) and not adjective.both:
        test = disj(*(t.Is(t.They(when), "", value) for value in adjective.values))
        already = None
    elif adjective is not None and not isinstance(adjective, tuple | Values) and adjective.sense in ("odd", "even"):
        test = num_parity(t.Result(), adjective.sense == "odd")
    elif isinstance(adjective, tuple) and adjective[0] == "trait":  # "(it has no effect) if it is Belligerent"
        test = holds((">=", ONE, t.They("spell")), t.CastTrait(t.Member(), adjective[1]))
    else:
        match roles.take("object"):
            case Number(number):
                test = compare(t.Result("it"), ("=", number))
            case Amount(op, t.Num() as number, "", "") if op in ("<", "<=", ">", ">=", "=="):
                test = compare(t.Result("it"), (OPS.get(op, op), number))
            case Values(values, False):
                test = disj(*(t.Is(t.They(when), "", value) for value in values))
                already = None
            case Casts(who=None, kind=kind, how=how) if kind is not None:
                other = how == "none"  # "it was neither Burn nor Jolt": a spell, and another than these
                if roles.denied and other:
                    raise NoSense
                other = roles.not_so() or other
                test = holds((">=", ONE, t.They("spell")), conj(t.CastIs(ME), opposite(kind)) if other else kind)
            case _:
                raise NoSense
    if already:
        raise NoSense
    test = unless_denied(roles, test)
    roles.done()
    return test
