"""What is claimed of somebody or something: predicates as tests. A function for each verb, by its sense.

A test is of Member(0): of a Wizard, or of the Wizard who cast a spell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.phrases import (
    ME,
    ONE,
    THEY,
    Amount,
    Bag,
    Best,
    Casts,
    Flow,
    Number,
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
)  # fmt: skip
from pbp.spells.english.things import casts_who, lately, measured, plain_number, source_of
from pbp.spells.sense.conditions import compare, conj, disj, exists, grouped, holds, num_parity, opposite
from pbp.spells.sense.earlier import cast_back
from pbp.spells.sense.groups import cast_as
from pbp.spells.sense.numbers import moved_stars
from pbp.spells.sense.predicates import only_who
from pbp.spells.sense.targets import each_other, not_so
from pbp.spells.sense.totals import spell_made
from pbp.spells.sense.values import attr_is, attr_is_not, other_attr, same_as_some, same_attr
from pbp.spells.walk import is_one

Subj = tuple[str, t.Num, t.Who]


def subj(phrase: Some) -> Subj:
    """How many of a group, of whom something is claimed."""
    match phrase:
        case Some(who, "one" | "some" | "plural" | "any"):
            return ">=", ONE, who
        case Some(who, "each"):
            return "all", t.Int(0), who
        case Some(who, "none"):
            return "=", t.Int(0), who
        case Some(who, "count", op, number) if number is not None:
            return ("=" if op == "==" else op), number, who
        case Some(who, "most of"):
            return ">", t.Part(t.Count(who), t.Int(2), "down"), who
        case Some(who, "half of"):
            return ">=", t.Part(t.Count(who), t.Int(2), "up"), who
    raise NoSense


def casts_subj(phrase: Casts) -> Subj:
    """How many spells, of which something is claimed."""
    who = casts_who(replace(phrase, how="some") if phrase.how == "each" else phrase)
    if isinstance(who, t.Owner) and not is_one(who.who) and phrase.how != "each":
        raise NoSense
    match phrase.how:
        case "one" | "some" | "plural" | "name":
            return ">=", ONE, who
        case "each":
            return "all", t.Int(0), who
        case "none":
            return "=", t.Int(0), who
        case "count" if phrase.number is not None:
            return ("=" if phrase.op == "==" else phrase.op), phrase.number, who
    raise NoSense


def bounds(number: Any) -> tuple[t.Num, t.Num]:
    """The two numbers of "between 2 and 4"."""
    low, high = number
    return low, high


def so_many(subject: Subj, test: t.Cond) -> t.Cond:
    """A test of so many of a group; "between 2 and 4" are two bounds."""
    op, number, who = subject
    if op == "between":
        low, high = bounds(number)
        return grouped(conj(holds((">=", low, who), test), holds(("<=", high, who), test)))
    return holds(subject, test)


Test = Callable[[Roles], t.Cond]
TESTS: dict[str, Test] = {}
"""For the sense of a verb what is claimed of a Wizard who is its subject."""
SPELL_TESTS: dict[str, Test] = {}
"""The same of a spell: of the Wizard who cast it."""


def of_wizard(*senses: str) -> Callable[[Test], Test]:
    """Marks what these verbs claim of a Wizard."""

    def note(test: Test) -> Test:
        TESTS.update(dict.fromkeys(senses, test))
        return test

    return note


def of_spell(*senses: str) -> Callable[[Test], Test]:
    """Marks what these verbs claim of a spell."""

    def note(test: Test) -> Test:
        SPELL_TESTS.update(dict.fromkeys(senses, test))
        return test

    return note


# ---- a claim


def claim(subject: Phrase, preds: Any) -> t.Cond:
    """ "The chosen Wizard cast Burn". Raises NoSense."""
    if isinstance(preds, tuple):
        how, left, right = preds
        if how == "nor":
            return grouped(conj(opposite(claim(subject, left)), opposite(claim(subject, right))))
        if isinstance(subject, Some | Casts) and not (isinstance(subject, Casts) and subject.own):
            return _claimed(subject, preds)
        return _joined(how, claim(subject, left), claim(subject, right))
    return _claimed(subject, preds)


def _joined(how: str, left: t.Cond, right: t.Cond) -> t.Cond:
    if how == "and":
        return t.Mixed() if t.Or in (type(left), type(right)) else conj(left, right)
    return t.Mixed() if t.And in (type(left), type(right)) else disj(left, right)


def _claimed(subject: Phrase, preds: Any) -> t.Cond:
    match subject:
        case Some():
            special = _of_several(subject, preds)
            if special is not None:
                return special
            test = wizard_test(preds)
            if subject.how == "each" and _denies(preds):
                raise NoSense  # "every Wizard did not": none, or not all?
            if subject.how in ("none", "each") and isinstance(preds, Verb) and subject.vague:
                raise NoSense
            return so_many(_subject_with(subject, preds), test)
        case Casts():
            return _of_casts(subject, preds)
        case Own():
            return _of_own(subject, preds)
        case Owns(owner, attrs):
            return _of_owns(owner, attrs, preds)
        case Number(number):
            return _of_number(number, preds)
        case Amount("=" | "any" | "no" | "bare") | Flow():
            raise NoSense
        case Values() | Pointer() | Same():
            return _of_pointer(subject, preds)
    raise NoSense


def _subject_with(subject: Some, preds: Any) -> Subj:
    if subject.how == "none" and _denies(preds):
        raise NoSense
    return subj(subject)


def _denies(preds: Any) -> bool:
    return isinstance(preds, Verb) and preds.denied


def wizard_test(preds: Any) -> t.Cond:
    """Predicates as a test of a Wizard. Raises NoSense."""
    return _test(preds, TESTS)


def spell_test(preds: Any) -> t.Cond:
    """Predicates as a test of a spell. Raises NoSense."""
    return _test(preds, SPELL_TESTS)


def _test(preds: Any, tests: dict[str, Test]) -> t.Cond:
    if isinstance(preds, tuple):
        how, left, right = preds
        one, other = _test(left, tests), _test(right, tests)
        if how == "nor":
            return grouped(conj(opposite(one), opposite(other)))
        return _joined(how, one, other)
    if not isinstance(preds, Verb):
        raise NoSense
    sense = f"passive {preds.sense}" if preds.passive else preds.sense
    make = tests.get(sense)
    if make is None:
        raise NoSense
    roles = Roles(None, preds)
    roles.modal_of("would")
    for adverb in ("both", "all", "each"):
        roles.says(adverb)
    test = make(roles)
    roles.done()
    return test


def _denial(roles: Roles, test: t.Cond) -> t.Cond:
    return not_so(test) if roles.not_so() else test


# ---- what a Wizard casts and targets


def cast_kind(casts: Casts) -> t.Cond:
    """What it is to cast one of these."""
    if casts.own and casts.who is not None:
        return t.CastIs(ME, (t.OwnName(),))
    if casts.who in (t.They("it"), t.They("spell")):
        return t.CastIs(ME, (t.OwnName(True),))
    if casts.who is not None or casts.kind is None or casts.group != t.All():
        raise NoSense
    if casts.how == "none":
        return t.Not(casts.kind)
    if casts.how in ("some", "name", "plural"):
        return casts.kind
    raise NoSense


@of_wizard("cast", "select")
def _cast(roles: Roles) -> t.Cond:
    what = roles.maybe("object", Casts | Same | Pointer)
    at = roles.maybe("at", Some | Same) or roles.maybe("on", Some) or roles.maybe("because", Some)
    if isinstance(at, Same):
        at = _same_target(at)
    time, never, ever = roles.maybe("time", Time), roles.says("never"), roles.says("ever")
    match what:
        case Casts():
            kind = cast_kind(what)
        case Same("spell", Some() as other, different, then):
            if time is not None and then is not None:
                raise NoSense
            kind = _same_spell(other, then)
            if different:
                if other != Some(t.Caster()):
                    raise NoSense
                kind = conj(t.CastIs(ME), t.Not(kind))
        case Same("spell", None, False, Time() as then):
            kind = t.CastAgain(ME, (t.SpellOf(ME),), *_back(then))
        case Pointer("it"):
            kind = t.CastIs(ME, (t.OwnName(True),))
        case Pointer("this"):
            kind = t.CastIs(ME, (t.OwnName(),))
        case _:
            raise NoSense
    if at is not None:
        kind = conj(kind, t.Targets(ME, subj(at)[2] if at.how == "one" else _some_target(at)))
    if ever or (never and time is None):
        if time is not None and time != Time("back"):
            raise NoSense
        time = Time("back")
    if time is not None and time.kind == "back":
        if at is not None:
            raise NoSense
        kind = _in_duels(kind, time)
        if time.neither:
            kind = t.Not(kind)
    elif time is not None and time.kind not in ("now", "sofar"):
        raise NoSense
    if never:
        if roles.denied:
            raise NoSense
        kind = t.Not(kind)
    if roles.not_so():
        if isinstance(what, Casts) and what.how == "none":
            raise NoSense
        return opposite(kind)
    return kind


def _in_duels(kind: t.Cond, time: Time) -> t.Cond:
    """Cast in earlier Duels: in one of them, in each, or in so many."""
    cast = cast_back(kind, _back(time))
    if time.many is None:
        return cast
    op, number = time.many
    if not isinstance(cast, t.CastAgain):
        raise NoSense
    return t.Compare(t.Duels(cast), OPS.get(op, op), number)


def _back(time: Time) -> tuple[Any, ...]:
    if time.kind != "back":
        raise NoSense
    return (time.back, time.every, time.numbers) if time.numbers else (time.back, time.every)


def _same_spell(other: Some, then: Time | None) -> t.Cond:
    if then is not None:
        if other.how != "one":
            raise NoSense
        return t.CastAgain(t.They("themselves") if other.who == THEY else other.who, (t.SpellOf(ME),), *_back(then))
    if other.how == "one":
        return t.CastIs(ME, (t.SpellOf(other.who),))
    return cast_as(subj(other))


def _same_target(same: Same) -> Some:
    """ "At the same position": as this spell."""
    if same.what not in ("position", "wizard") or same.of is not None or same.other or same.then is not None:
        raise NoSense
    return Some(t.They("same target"))


def _some_target(some: Some) -> t.Who:
    if some.how == "each":
        raise NoSense
    return some.who


@of_wizard("choose")
def _choose(roles: Roles) -> t.Cond:
    who = roles.maybe("object", Some)
    if who is None:
        return _cast(roles)
    return _targets(roles, who)


@of_wizard("target")
def _wizard_targets(roles: Roles) -> t.Cond:
    kind = roles.maybe("with", Casts)
    who = roles.take("object")
    test = _targets(roles, who)
    return test if kind is None else conj(cast_kind(kind), test)


@of_spell("target")
def _spell_targets(roles: Roles) -> t.Cond:
    denied = roles.denied
    test = _targets(roles, roles.take("object"))
    return conj(t.CastIs(ME), test) if denied else test


def _targets(roles: Roles, who: Phrase) -> t.Cond:
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    match who:
        case Some(t.All(), "some" | "plural"):
            return _denial(roles, t.Targets(ME, None))
        case Some(t.All(), "none"):
            return t.Not(t.Targets(ME, None))
        case Some(t.They("self"), "one"):
            return _denial(roles, t.In(ME, t.TargetOf(ME)))
        case Some(t.They("same"), _):
            raise NoSense
        case Some(whom, "one" | "some" | "plural"):
            return _denial(roles, t.Targets(ME, whom))
        case Some(whom, "none"):
            return t.Not(t.Targets(ME, whom))
        case Same("position" | "wizard", None, False, None):
            return _denial(roles, t.Targets(ME, t.They("same target")))
        case Same("position" | "wizard", Some(other, "one"), False, None):
            return _denial(roles, t.Targets(ME, t.TargetOf(t.Owner(other))))
    raise NoSense


@of_wizard("passive target", "passive choose")
def _targeted(roles: Roles) -> t.Cond:
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    by = roles.maybe("by", Casts | Some)
    hit = t.Targets(t.Member(0), t.Member(1))
    if by is None:
        if roles.verb.sense == "choose":
            raise NoSense
        return _denial(roles, t.Holds(t.Casters(t.All(), t.CastIs(ME)), ">=", ONE, hit))
    if isinstance(by, Casts):
        op, number, who = casts_subj(by)
    else:
        op, number, who = subj(by)
    return _denial(roles, t.Holds(who, op, number, hit))


# ---- what a Wizard has and is


def _stat(attr: str, time: Time | None) -> t.Num:
    if time is not None and time.kind not in ("start", "now"):
        raise NoSense
    return t.Stat(ME, attr, time is not None and time.kind == "start")


def than_theirs(number: Any, attr: str) -> Any:
    """Compared with what a Wizard has, "they" is somebody else: nobody has more than they have themselves."""
    if number == t.Stat(THEY, attr, True):
        return t.Stat(ME, attr, True)  # "than they had at the start": they themselves
    return t.Stat(t.They("than"), attr) if number == t.Stat(THEY, attr) else number


OPS = {"==": "="}


def amount_test(left: t.Num, amount: Amount) -> t.Cond:
    """Whether a number that a Wizard has is such an amount. Raises NoSense."""
    op, number, attr = OPS.get(amount.op, amount.op), amount.number, amount.attr
    if amount.mode == "total":
        raise NoSense
    match op:
        case "any" | "bare":
            if attr != "Stars":
                return t.Not(t.Is(ME, attr, t.Text("None")))
            return t.Compare(left, ">=", ONE)
        case "no":
            return t.Is(ME, attr, t.Text("None")) if attr != "Stars" else t.Compare(left, "=", t.Int(0))
        case "between":
            return compare(left, ("between", number))
        case "upto":
            return compare(left, ("<=", number))
        case "=" if amount.mode == "a":
            return amount_test(left, replace(amount, op="any", mode=""))
        case "=" if amount.op == "=" and isinstance(number, t.Int) and number.value:
            raise NoSense  # "who has 3": 3, or 3 or more?
        case "<" | "<=" | ">" | ">=" | "=":
            if isinstance(number, Some):
                return _than_several(left, op, number)
            return t.Compare(left, op, than_theirs(number, attr))
    raise NoSense


def _than_several(left: t.Num, op: str, others: Some) -> t.Cond:
    """ "More Stars than each of their neighbours"."""
    if not isinstance(left, t.Stat):
        raise NoSense
    how, number, who = subj(others)
    test = t.Compare(replace(left, who=t.Member(1)), op, replace(left, who=t.Member(0)))
    return t.Holds(who, how, number, test)


@of_wizard("have")
def _have(roles: Roles) -> t.Cond:
    if not roles.left:  # "if exactly one other Wizard has"
        return _denial(roles, t.Did("does" if roles.form in ("s", "b") else "did"))
    time = roles.maybe("time", Time)
    compared = roles.maybe("compare")
    what = roles.take("object")
    match what:
        case Amount("bare", _, attr) if compared is not None:
            op, measure = compared
            if op == "between":
                return _denial(roles, compare(_stat(attr, time), compared))
            number = measured(measure, attr)
            if isinstance(number, Some):
                return _denial(roles, _than_several(_stat(attr, time), op, number))
            return _denial(roles, t.Compare(_stat(attr, time), op, than_theirs(number, attr)))
        case Amount():
            if compared is not None:
                raise NoSense
            parity = roles.maybe("adj")
            if parity is not None:
                raise NoSense
            return _denial(roles, amount_test(_stat(what.attr, time), what))
        case Number(t.Int(0)):
            raise NoSense
        case Best(most, attr) if time is None:
            return _denial(roles, t.In(ME, t.Top(t.All(), t.Stat(t.Member(), attr), most)))
        case Worn(test, attr) if time is None and attr not in ("only", "spell"):
            return _denial(roles, test)
        case Same(str() as attr, Some() as other, different, None) if attr not in ("spell", "position", "wizard"):
            return _denial(roles, _same_thing(attr, other, different))
        case Same(str() as attr, None, different, None) if attr not in ("spell", "position", "wizard"):
            test = same_attr(attr, t.They("left out"))
            return _denial(roles, t.Not(test) if different else test)
        case Some(_, "some" | "none" | "count" | "each" | "any"):
            return _denial(roles, _have_neighbours(what))
    raise NoSense


def _same_thing(attr: str, other: Some, different: bool) -> t.Cond:
    if attr == "Stars":
        raise NoSense
    if other.how == "one":
        return other_attr(attr, other.who) if different else same_attr(attr, other.who)
    if other.how in ("some", "any") and not different:
        return same_as_some(attr, other.who)
    raise NoSense


def _have_neighbours(some: Some) -> t.Cond:
    """ "Has a neighbour who cast Burn"."""
    match some.who:
        case t.Those(t.Neighbours(t.They("owner")), test):
            pass
        case t.Neighbours(t.They("owner")):
            test = t.Always()
        case _:
            raise NoSense
    op, number, _ = subj(some)
    return t.Holds(t.Neighbours(ME), op, number, test)


@of_wizard("be")
def _be(roles: Roles) -> t.Cond:
    near = roles.maybe("near")
    if near is not None:
        return _denial(roles, near_test(near))
    place = roles.maybe("at", Some) or roles.maybe("in", Some)
    if place is not None:
        return _denial(roles, at_test(place))
    among = roles.maybe("among", Some)
    if among is not None:
        return _denial(roles, t.In(ME, among.who))
    compared = roles.maybe("compare")
    if compared is not None:
        op, measure = compared
        return _denial(roles, compare(t.Position(ME), (op, _place_number(measure))))
    adjective = roles.maybe("adj")
    if adjective is not None:
        return _denial(roles, _adjective(adjective))
    what = roles.take("object")
    match what:
        case Some(who, "one"):
            return _denial(roles, t.Same(ME, who))
        case Some(who, "some"):
            return _denial(roles, t.In(ME, who))
        case Worn(test):
            return _denial(roles, only_who(test)) if what.attr == "only" else _denial(roles, test)
        case Number(number):
            return _denial(roles, t.Compare(t.Position(ME), "=", number))
    raise NoSense


def _place_number(measure: Any) -> t.Num:
    match measure:
        case Number(number):
            return number
        case Some(who, "one", place=True):
            return t.Position(who)
        case Own(Some(who, "one"), ""):
            return t.Position(who)
    raise NoSense


def near_test(near: Phrase) -> t.Cond:
    """Next to somebody."""
    match near:
        case Some(who, "one"):
            return t.In(ME, t.Neighbours(who))
        case Own(Some(who, "one"), ""):
            return t.In(ME, t.Neighbours(who))
        case Some(group, "some"):
            return t.Holds(t.Neighbours(ME), ">=", ONE, t.In(ME, group))
    raise NoSense


def at_test(place: Some) -> t.Cond:
    """In a position: who is there."""
    if not place.place:
        raise NoSense
    match place:
        case Some(t.At(number), "one"):
            return t.Compare(t.Position(ME), "=", number)
        case Some(who, "one"):
            return t.Same(ME, who)
        case Some(t.Those(t.All(), test), "some"):
            return test
    raise NoSense


def _adjective(adjective: Any) -> t.Cond:
    """What an adjective claims of a Wizard or of a position."""
    denied = False
    while isinstance(adjective, tuple) and adjective[0] == "not":
        denied, adjective = not denied, adjective[1]
    if isinstance(adjective, tuple):
        raise NoSense
    if isinstance(adjective, Values):
        raise NoSense
    match adjective.sense:
        case "idle":
            test: t.Cond = t.IsIdle(ME)
        case "active":
            test = t.Not(t.IsIdle(ME))
        case "odd":
            test = num_parity(t.Position(ME), True)
        case "even":
            test = num_parity(t.Position(ME), False)
        case "adjacent":
            raise NoSense
        case _:
            raise NoSense
    return opposite(test) if denied else test


@of_wizard("stand")
def _stand(roles: Roles) -> t.Cond:
    near = roles.maybe("near")
    if near is not None:
        return _denial(roles, near_test(near))
    place = roles.maybe("at", Some) or roles.maybe("in", Some) or roles.maybe("on", Some) or roles.maybe("object", Some)
    if place is None:
        raise NoSense
    return _denial(roles, at_test(place))


@of_wizard("passive tie")
def _tied(roles: Roles) -> t.Cond:
    best = roles.take("for", Best)
    among = t.Top(t.All(), t.Stat(t.Member(), best.attr), best.most, "all")
    return _denial(roles, conj(t.In(ME, among), t.Compare(t.Count(among), ">=", t.Int(2))))


@of_wizard("gain", "lose", "gain|lose", "lose|gain")
def _moved(roles: Roles) -> t.Cond:
    what = roles.take("object", Amount)
    time, so_far = roles.maybe("time", Time), roles.says("sofar")
    ways = roles.verb.sense.split("|")
    when = lately(
        Bag((*(("time", x) for x in (time,) if x), *(("adverb", so_far) for _ in (1,) if so_far), *_causes(roles)))
    )
    past = roles.form == "d" or roles.verb.perfect or (roles.verb.form in ("b", "s") and roles.denied)
    if not past or roles.modal:
        raise NoSense
    tests = [
        t.Compare(moved_stars(what.attr, ME, {"lose": "lost", "gain": "gained"}[way], *when), *_so_much(what))
        for way in ways
    ]
    if len(tests) == 1:
        return _denial(roles, tests[0])
    if what.op not in ("any", "bare"):
        raise NoSense
    if roles.not_so():
        return grouped(t.And(tuple(map(t.Not, tests))))
    return grouped(t.Or(tuple(tests)))


@of_wizard("passive give", "passive award")
def _given(roles: Roles) -> t.Cond:
    """ "Was given Stars by Gift"."""
    by = roles.maybe("by", Casts)
    if by is not None:
        roles.left.append(("from", by))
    roles.verb = replace(roles.verb, sense="gain", perfect=True)
    return _moved(roles)


def _causes(roles: Roles) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for role in ("from", "because"):
        cause = roles.maybe(role, Casts)
        if cause is not None:
            found.append((role, cause))
    return found


def _so_much(amount: Amount) -> tuple[str, t.Num]:
    op, number = OPS.get(amount.op, amount.op), amount.number
    if op in ("any", "bare"):
        return ">=", ONE
    if op == "no":
        return "=", t.Int(0)
    if (op in ("<", "<=", ">", ">=") or amount.op == "==") and isinstance(number, t.Int):
        return op, number
    raise NoSense


@of_wizard("do")
def _did(roles: Roles) -> t.Cond:
    """ "If they did", "if nobody else has"."""
    if roles.modal:
        raise NoSense
    return _denial(roles, t.Did("does" if roles.form in ("s", "b") else "did"))


# ---- spells


@of_spell("be")
def _spell_is(roles: Roles) -> t.Cond:
    adjective = roles.maybe("adj")
    if isinstance(adjective, tuple) and adjective[0] == "trait":
        test: t.Cond = t.CastTrait(ME, adjective[1])
        return conj(t.CastIs(ME), opposite(test)) if roles.not_so() else test
    if adjective is not None:
        raise NoSense
    what = roles.maybe("object", Casts)
    if what is not None:
        if what.own and what.who is not None:
            test = t.Same(ME, t.Caster())
        elif what.who is not None or what.kind is None or what.how not in ("name", "some", "plural"):
            raise NoSense
        else:
            test = what.kind
        if roles.not_so():
            return conj(t.CastIs(ME), opposite(test))
        return test
    raise NoSense


@of_spell("passive cast", "passive select")
def _was_cast(roles: Roles) -> t.Cond:
    """ "Spells cast by other Wizards"."""
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    by = roles.maybe("by", Some)
    if by is None:
        test: t.Cond = t.CastIs(ME)
        return opposite(test) if roles.not_so() else test
    if by.how not in ("one", "each", "some", "plural"):
        raise NoSense
    made: t.Cond = t.In(ME, by.who if by.who == t.Others() else t.Owner(by.who))
    return conj(t.CastIs(ME), t.Not(made)) if roles.not_so() else made


@of_spell("have")
def _spell_has(roles: Roles) -> t.Cond:
    what = roles.take("object")
    match what:
        case Worn(test, "spell"):
            return conj(t.CastIs(ME), opposite(test) if roles.not_so() else test)
    raise NoSense


@of_spell("passive redirect")
def _was_redirected(roles: Roles) -> t.Cond:
    test = t.Retargeted(ME)
    return conj(t.CastIs(ME), t.Not(test)) if roles.not_so() else test


def _of_casts(subject: Casts, preds: Any) -> t.Cond:
    """What is claimed of spells: "Burn was cast by a neighbour", "that spell targets the caster"."""
    if isinstance(preds, Verb) and preds.passive and preds.sense in ("cast", "select", "choose"):
        return _casting(subject, preds)
    if isinstance(preds, Verb) and preds.sense == "resolve":
        raise NoSense
    if isinstance(preds, Verb) and preds.sense == "cause" and preds.form == "d":
        return _made(subject, preds)
    test = spell_test(preds)
    if subject.how == "each" and _denies(preds):
        raise NoSense
    return holds(casts_subj(subject), test)


def _made(subject: Casts, verb: Verb) -> t.Cond:
    """ "If any spell made the caster lose Stars this Duel"."""
    roles = Roles(subject, verb)
    whom = roles.take("object", Some)
    inner = roles.maybe("to do", Verb) or roles.take("do", Verb)
    roles.done()
    own = Roles(None, inner)
    what = own.take("object", Amount)
    time = own.maybe("time", Time)
    own.done()
    if inner.sense not in ("lose", "gain") or inner.denied or (time is not None and time.kind != "now") or verb.denied:
        raise NoSense
    if subject.how not in ("some", "name", "one", "none") or whom.how != "one" or verb.modal:
        raise NoSense
    source = source_of(replace(subject, how="plural") if subject.how == "none" else subject)
    so_much = (*_so_much(what), what.attr, ())
    made = spell_made(source, whom.who, {"lose": "lost", "gain": "gained"}[inner.sense], so_much)
    return t.Not(made) if subject.how == "none" else made


def _casting(subject: Casts, verb: Verb) -> t.Cond:
    """ "If Burn was cast", "was cast by another Wizard", "was cast in the previous Duel"."""
    roles = Roles(subject, verb)
    by, time, never = roles.maybe("by", Some), roles.maybe("time", Time), roles.says("never")
    roles.says("ever")
    denied = roles.not_so() or never is not None
    roles.done()
    if subject.who is not None:
        if time is not None and time.kind != "now":
            raise NoSense
        if by is None:
            raise NoSense
        if by.how == "one":
            return holds((">=", ONE, subject.who), opposite(t.Same(ME, by.who)) if denied else t.Same(ME, by.who))
        if by.how == "some":
            test: t.Cond = t.In(ME, by.who if by.who == t.Others() else t.Owner(by.who))
            return holds((">=", ONE, subject.who), opposite(test) if denied else test)
        raise NoSense
    kind = subject.kind or t.CastIs(ME)
    if time is not None and time.kind == "back":
        kind = cast_back(kind, _back(time))
        if by is None:
            by = Some(t.All(), "some")
    elif time is not None and time.kind not in ("now", "sofar"):
        raise NoSense
    if subject.how == "none" and isinstance(kind, t.CastIs) and len(kind.names) > 1 and by is None and not denied:
        return grouped(conj(*(exists(("=", t.Int(0), t.Casters(t.All(), t.CastIs(ME, (n,))))) for n in kind.names)))
    if subject.how == "all names" and isinstance(kind, t.CastIs) and not denied:
        each = [_casting(replace(subject, kind=t.CastIs(ME, (name,)), how="name"), verb) for name in kind.names]
        return grouped(conj(*each))
    if by is None:
        op, number, who = casts_subj(subject)
        if denied:
            if subject.how not in ("name", "some"):
                raise NoSense
            op, number = "=", t.Int(0)
        return exists((op, number, who))
    if subject.how not in ("name", "some", "plural") or subject.group != t.All():
        raise NoSense
    if by == Some(t.Others(), "some") and not denied and time is None:
        return exists((">=", ONE, t.Casters(t.Others(), kind)))
    op, number, who = subj(by)
    if denied:
        if by.how == "some":
            op, number = "=", t.Int(0)
        elif by.how == "one":
            return holds((op, number, who), opposite(kind))
        else:
            raise NoSense
    return holds((op, number, who), kind)


# ---- things and numbers


def own_test(attr: Any, verb: Verb) -> t.Cond:
    """What is claimed of a thing that Member(0) has: "whose Hat is Red"."""
    roles = Roles(None, verb)
    roles.modal_of("would")
    for adverb in ("both", "all", "each"):
        roles.says(adverb)
    time = roles.maybe("time", Time)
    if verb.sense not in ("be", "match", "equal", "exceed", "number", "total") or verb.passive:
        raise NoSense
    if verb.sense in ("number", "total"):
        if attr != "Stars":
            raise NoSense
        compared = roles.maybe("compare")
        test = _compared(attr, compared, time) if compared else _same_number(attr, roles.take("object"), time)
    elif verb.sense in ("match", "equal"):
        test = _is_same(attr, roles.take("object"), time)
    elif verb.sense == "exceed":
        number = measured(roles.take("object"), attr)
        if not isinstance(number, t.Num):
            raise NoSense
        test = t.Compare(_stat(attr, time), ">", than_theirs(number, attr))
    else:
        test = _own_is(attr, roles, time)
    test = _denial(roles, test)
    roles.done()
    return test


def _compared(attr: Any, compared: Any, time: Time | None) -> t.Cond:
    op, measure = compared
    if not isinstance(attr, str):
        raise NoSense
    if op == "between":
        return compare(_stat(attr, time), compared)
    number = measured(measure, attr)
    if isinstance(number, Some):
        return _than_several(_stat(attr, time), op, number)
    if attr != "Stars" and op == "=" and not isinstance(number, t.Int):
        raise NoSense
    return t.Compare(_stat(attr, time), op, than_theirs(number, attr))


def _same_number(attr: str, phrase: Phrase, time: Time | None) -> t.Cond:
    match phrase:
        case Number(number):
            return t.Compare(_stat(attr, time), "=", number)
        case Amount(op, number, "") if op != "=":
            return amount_test(_stat(attr, time), replace(phrase, attr=attr))
    raise NoSense


def _own_is(attr: Any, roles: Roles, time: Time | None) -> t.Cond:
    compared = roles.maybe("compare")
    if compared is not None:
        return _compared(attr, compared, time)
    adjective = roles.maybe("adj")
    if adjective is not None:
        denied = False
        if isinstance(adjective, tuple) and adjective[0] == "not":
            denied, adjective = True, adjective[1]
        if isinstance(adjective, Values):
            test = values_test(attr, adjective)
        elif isinstance(adjective, tuple) or not isinstance(attr, str):
            raise NoSense
        elif adjective.sense in ("odd", "even"):
            test = num_parity(_stat(attr, time), adjective.sense == "odd")
        else:
            raise NoSense
        return opposite(test) if denied else test
    return _is_same(attr, roles.take("object"), time)


def _is_same(attr: Any, phrase: Phrase, time: Time | None) -> t.Cond:
    match phrase:
        case Number(number) if isinstance(attr, str):
            return t.Compare(_stat(attr, time), "=", number)
        case Amount(op, _, said) if op != "=" and said in ("", attr) and op not in ("any", "no", "bare"):
            return amount_test(_stat(attr, time), replace(phrase, attr=attr))
        case Values() if time is None:
            return values_test(attr, phrase)
        case Own(Some(who, "one"), said) if said in ("", attr) and time is None:
            if attr == "Stars":
                return t.Compare(_stat(attr, None), "=", than_theirs(t.Stat(who, attr), attr))
            return same_attr(attr, who)
        case Own(Some(who, "some"), said) if said in ("", attr) and attr != "Stars" and time is None:
            return same_as_some(attr, who)
        case Same(said, Some() as other, different, None) if said in ("", attr) and time is None:
            return _same_thing(attr, other, different)
        case Worn(_, said, value) if said == attr and value is not None and time is None:
            return attr_is(attr, value)
    raise NoSense


def values_test(attr: Any, values: Values) -> t.Cond:
    """Whether a thing is one of these words, or none of them (`both`)."""
    found: Any = values.values[0] if len(values.values) == 1 else values.values
    return attr_is_not(attr, found) if values.both else attr_is(attr, found)


def _of_own(subject: Own, preds: Any) -> t.Cond:
    """ "The caster's Hat is Red", "each neighbour's Stars are above 5"."""
    if not isinstance(preds, Verb) or subject.attr == "":
        raise NoSense
    verb = preds
    if subject.start:
        verb = verb.add("time", Time("start"))
    if subject.owner.how == "each" and verb.denied:
        raise NoSense
    return holds(_subject_with(subject.owner, verb), own_test(subject.attr, verb))


def _of_number(number: t.Num, preds: Any) -> t.Cond:
    """ "The result is even", "the Speed of that spell is at least 3"."""
    if isinstance(number, t.SpeedOf):  # of one who cast nothing nothing is claimed
        return holds((">=", ONE, number.who), conj(t.CastIs(ME), _of_plain(t.SpeedOf(ME), preds)))
    return _of_plain(number, preds)


def _of_owns(owner: Some, attrs: tuple[str, ...], preds: Any) -> t.Cond:
    """ "The caster's Hat and Robes are both Red"."""
    if not isinstance(preds, Verb) or preds.sense != "be" or preds.passive or preds.denied:
        raise NoSense
    roles = Roles(None, preds)
    roles.says("both")
    roles.says("all")
    what = roles.maybe("adj") or roles.take("object")
    roles.done()
    if getattr(what, "sense", "") == "same" and len(attrs) == 2:
        return holds(subj(owner), t.Is(ME, attrs[0], t.ValueOf(THEY, attrs[1])))
    if not isinstance(what, Values):
        raise NoSense
    return holds(subj(owner), grouped(t.And(tuple(values_test(attr, what) for attr in attrs))))


def _of_plain(number: t.Num, preds: Any) -> t.Cond:
    """ "The result is even", "the number of Wizards who cast Burn is at least 3"."""
    if not isinstance(preds, Verb) or preds.passive or preds.sense not in ("be", "equal", "exceed", "match"):
        raise NoSense
    roles = Roles(None, preds)
    compared, adjective = roles.maybe("compare"), roles.maybe("adj")
    if preds.sense == "exceed":
        test = compare(number, (">", plain_number(roles.take("object"))))
    elif compared is not None:
        op, measure = compared
        test = compare(number, compared if op == "between" else (op, _number_of(measure)))
    elif adjective is not None:
        if isinstance(adjective, tuple | Values) or adjective.sense not in ("odd", "even"):
            raise NoSense
        test = num_parity(number, adjective.sense == "odd")
    else:
        match roles.take("object"):
            case Amount(op, value, "") if op in ("<", "<=", ">", ">=", "=="):
                test = compare(number, (OPS.get(op, op), value))
            case Amount("between", value, ""):
                test = compare(number, ("between", value))
            case ("or numbers", numbers):
                test = disj(*(compare(number, ("=", each)) for each in numbers))
            case phrase:
                test = compare(number, ("=", plain_number(phrase)))
    if isinstance(test, t.Compare) and test.op in ("=", "%") and roles.not_so():
        test = replace(test, op="!=" if test.op == "=" else "!%")
    test = _denial(roles, test)
    roles.done()
    return test


def _number_of(measure: Any) -> t.Num:
    match measure:
        case ("there", Some() as some):
            return t.Count(some.who)
        case ("clause", Some(), Verb()):
            raise NoSense
    return plain_number(measure)


def _of_pointer(subject: Phrase, preds: Any) -> t.Cond:
    if not isinstance(preds, Verb):
        raise NoSense
    roles = Roles(None, preds)
    if subject == Pointer("it") and preds.sense in ("target", "cast", "select", "have", "redirect"):
        return _of_casts(Casts(who=t.They("spell")), preds)
    match subject, preds.sense:
        case Pointer("results"), "be" if not preds.denied:
            same = roles.maybe("adj") or roles.take("object")
            if getattr(same, "sense", "") not in ("same", "equal"):
                raise NoSense
            test: t.Cond = t.Compare(t.Result("first"), "=", t.Result("second"))
        case Values(values), "choose" if preds.passive and not subject.both:
            test = disj(*(t.Word(-1, v.word) for v in values if isinstance(v, t.Text)))
            time = roles.maybe("time", Time)
            if time is not None and time.kind != "now":
                raise NoSense
        case Pointer("it" | "this" | "that" as word), "be":
            return _it_is(word, roles)
        case _:
            raise NoSense
    test = _denial(roles, test)
    roles.done()
    return test


def _it_is(word: str, roles: Roles) -> t.Cond:
    """ "If it is even", "if it was already Red"."""
    already = roles.says("already")
    compared, adjective = roles.maybe("compare"), roles.maybe("adj")
    if compared is not None:
        test = compare(t.Result("it"), (compared[0], _number_of(compared[1])))
    elif isinstance(adjective, Values) and len(adjective.values) == 1 and not adjective.both:
        test = t.Is(t.They("already" if already else "whose"), "", adjective.values[0])
        already = None
    elif adjective is not None and not isinstance(adjective, tuple | Values) and adjective.sense in ("odd", "even"):
        test = num_parity(t.Result(), adjective.sense == "odd")
    else:
        match roles.take("object"):
            case Number(number):
                test = compare(t.Result("it"), ("=", number))
            case Values((value,), False):
                test = t.Is(t.They("already" if already else "whose"), "", value)
                already = None
            case Casts(who=None, kind=kind) if kind is not None:
                test = holds((">=", ONE, t.They("spell")), kind)
            case _:
                raise NoSense
    if already:
        raise NoSense
    test = _denial(roles, test)
    roles.done()
    return test


# ---- what several have in common


def _of_several(subject: Some, preds: Any) -> t.Cond | None:
    """ "The caster and the chosen Wizard cast the same spell": as each other; "... have 30 Stars in total"."""
    if not isinstance(preds, Verb):
        return None
    roles = Roles(None, preds)
    total = any(role == "object" and isinstance(part, Amount) and part.mode == "total" for role, part in preds.parts)
    if preds.sense == "have" and (roles.says("together") or total):
        if subject.apart or subject.how == "one":
            raise NoSense
        what = roles.take("object", Amount)
        number = what.number
        roles.done()
        if what.op in ("<", "<=", ">", ">=", "==") and isinstance(number, t.Num):
            return compare(t.Total(subject.who, what.attr), (OPS.get(what.op, what.op), number))
        raise NoSense
    roles = Roles(None, preds)
    if roles.maybe("each other"):
        pair = _pair(subject, True)
        roles.done()
        if preds.sense not in ("target", "choose") or pair is None or preds.passive:
            raise NoSense
        return each_other(*pair)
    what = roles.maybe("object", Same)
    if what is None or what.of is not None or what.then is not None or what.what == "number":
        return None
    pair = _pair(subject, preds.sense in ("cast", "select"))
    if pair is None:
        if preds.sense in ("cast", "select") and what.what == "spell" and not what.other and not preds.denied:
            several = subject.how == "count" and subject.who == t.All()
            if several and (subject.op, subject.number) in ((">=", t.Int(2)), ("=", t.Int(2))):
                roles.done()
                return t.Holds(t.All(), ">=", ONE, t.CastShared(ME))
        return None
    left, right = pair
    for adverb in ("both", "each", "all"):
        roles.says(adverb)
    time = roles.maybe("time", Time)
    if time is not None and time.kind != "now":
        raise NoSense
    if preds.sense in ("cast", "select") and what.what == "spell":
        test: t.Cond = t.CastIs(ME, (t.SpellOf(right),))
        if what.other:
            raise NoSense
    elif preds.sense == "target" and what.what in ("position", "wizard"):
        test = t.Targets(ME, t.TargetOf(right))
        if what.other:
            raise NoSense
    elif preds.sense in ("have", "share") and isinstance(what.what, tuple):
        test = t.Compare(t.Stat(ME, what.what[1]), "=", t.Stat(right, what.what[1]))
        test = t.Not(test) if what.other else test
    elif preds.sense in ("have", "share") and what.what != "Stars":
        test = other_attr(what.what, right) if what.other else same_attr(what.what, right)
    else:
        raise NoSense
    test = _denial(roles, test)
    roles.done()
    return t.Holds(left, ">=", ONE, test)


def _pair(subject: Some, casting: bool) -> tuple[t.Who, t.Who] | None:
    match subject:
        case Some(t.Join((left, right)), "each") if is_one(left) and is_one(right):
            return left, right
        case Some(t.Neighbours(of), "each") if casting:
            return t.Offset(of, t.Int(-1)), t.Offset(of, ONE)
        case Some(t.They("both"), "each"):
            return t.They("both 1"), t.They("both 2")
    return None
