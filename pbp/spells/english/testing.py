"""How claims become tests: of whom, of how many, and the functions of verbs, by their senses.

A test is of Member(0): of a Wizard, or of the Wizard who cast a spell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import casts_who
from pbp.spells.english.phrases import (
    ME,
    NUMBERED,
    THEY,
    Amount,
    Amounts,
    Casts,
    Number,
    Phrase,
    Roles,
    Some,
    Time,
    Values,
    Verb,
    Worn,
)
from pbp.spells.english.things import ONE
from pbp.spells.sense import conditions
from pbp.spells.sense.conditions import bounds, compare, conj, disj, grouped, not_so, num_parity, opposite
from pbp.spells.sense.values import attr_is, attr_is_not
from pbp.spells.walk import has_member, is_one, parts, replaced

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
        case Some(who, "at most half of"):
            return "<=", t.Part(t.Count(who), t.Int(2), "down"), who
        case Some(who, "less than half of"):
            return "<", t.Part(t.Count(who), t.Int(2), "up"), who
    raise NoSense


def casts_subj(phrase: Casts) -> Subj:
    """How many spells, of which something is claimed."""
    if phrase.how == "each" and phrase.op == "one of":
        raise NoSense  # "if any one spell targeted you": any, or one alone?
    who = casts_who(replace(phrase, how="some") if phrase.how == "each" else phrase)
    if isinstance(who, t.Owner) and not is_one(who.who) and phrase.how != "each":
        raise NoSense
    match phrase.how:
        case "one" | "some" | "plural" | "name" | "the name":
            return ">=", ONE, who
        case "each":
            return "all", t.Int(0), who
        case "none":
            return "=", t.Int(0), who
        case "count" if phrase.number is not None:
            return ("=" if phrase.op == "==" else phrase.op), phrase.number, who
    raise NoSense


def cast_by(who: t.Who) -> t.Cond:
    """A spell that one of these cast; of "another Wizard that targets you" it is their spell that does."""
    match who:
        case t.Those(group, t.Targets(t.Member(0), t.Who() as whom) as aimed) if not has_member(whom):
            if not any(isinstance(part, t.They) for part in parts(whom)):
                return conj(cast_by(group), aimed)
    return t.In(ME, who if who == t.Others() else t.Owner(who))


def so_many(subject: Subj, test: t.Cond) -> t.Cond:
    """A test of so many of a group; "between 2 and 4" are two bounds."""
    op, number, who = subject
    if op in ("odd", "even"):
        return num_parity(t.Count(t.Those(who, test)), op == "odd")
    return counted(op, number, lambda op, number: conditions.so_many((op, number, who), test))


def counted(op: str, number: Any, test: Callable[[str, t.Num], t.Cond]) -> t.Cond:
    """What a quantity says, bound by bound: `test` makes of an operator and a number a condition."""
    match op:
        case "between":
            return grouped(conj(test(">=", number[0]), test("<=", number[1])))
        case "and":
            return bounds(*(counted(how, bound, test) for how, bound in number))
        case "or":
            return disj(*(counted(how, bound, test) for how, bound in number))
        case "among":
            return disj(*(test("=", each) for each in number))
    return test("=" if op == "==" else op, number)


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


def joined_tests(how: str, left: t.Cond, right: t.Cond) -> t.Cond:
    if how == "and":
        return t.Mixed() if t.Or in (type(left), type(right)) else conj(left, right)
    return t.Mixed() if t.And in (type(left), type(right)) else disj(left, right)


def shares_denial(how: str, left: Any, right: Any) -> bool:
    """ "Did not cast Burn or target the caster": the bare verb after "or" is denied as well."""
    if how in ("nor", "neither") or not (isinstance(left, Verb) and isinstance(right, Verb)):
        return False
    if how == "and" and any(isinstance(part, Time) for _, part in right.parts):
        return False  # "did not cast Burn and cast Jolt in the previous Duel"
    done = left.denied and left.sense != "be" and not (left.passive or left.perfect or left.modal)
    return done and right.form == "b" and not (right.denied or right.passive or right.modal)


def _time_of_both(how: str, left: Any, right: Any) -> bool:
    """ "Lost Stars or cast Burn in the previous Duel": were they lost in that Duel, too, or in this one?

    "Cast Burn and cast Jolt in the previous Duel" leaves nothing open: nobody casts two spells in a Duel.
    """
    if isinstance(left, tuple):
        return left[0] != "bracketed" and _time_of_both(how, left[-1], right)
    if not (isinstance(left, Verb) and isinstance(right, Verb)) or left.form != "d":
        return False
    if left.sense == "cast" and not shares_denial(how, left, right):
        return False
    one, other = (next((part for role, part in verb.parts if role == "time"), None) for verb in (left, right))
    return one is None and isinstance(other, Time) and other.kind == "back"


def subject_of_claim(subject: Some, preds: Any) -> Subj:
    said = {value.sense for _, value in preds.parts if isinstance(value, Said)} if isinstance(preds, Verb) else set()
    if subject == Some(t.Caster(you=True), "one") and said & {"both", "each"}:
        return subj(Some(t.They("you both"), "each"))  # "if you are both idle": not the caster alone
    if said & {"both", "all"} and subject.how == "one" and (subject.who == THEY or is_one(subject.who)):
        raise NoSense  # "if they are both idle": not one of them
    if isinstance(preds, tuple) and subject.how == "one" and any(map(of_several, preds)):
        raise NoSense  # "if you have two neighbours and both cast Burn": not you
    return subj(subject)


def of_several(preds: Any) -> bool:
    """Whether it is said of several: "both cast Burn", "each have a Hat"."""
    if isinstance(preds, tuple):
        return any(map(of_several, preds))
    return isinstance(preds, Verb) and any(
        role == "adverb" and isinstance(said, Said) and said.sense in ("both", "all", "each")
        for role, said in preds.parts
    )


def _names_several(preds: Any) -> bool:
    parts_ = preds.parts if isinstance(preds, Verb) else ()
    return any(isinstance(part, Some) and part.how not in ("one", "some") for _, part in parts_)


def denies(preds: Any) -> bool:
    return isinstance(preds, Verb) and preds.denied


def wizard_test(preds: Any) -> t.Cond:
    """Predicates as a test of a Wizard. Raises NoSense."""
    return _test(preds, TESTS)


def spell_test(preds: Any) -> t.Cond:
    """Predicates as a test of a spell. Raises NoSense."""
    return _test(preds, SPELL_TESTS)


def _test(preds: Any, tests: dict[str, Test]) -> t.Cond:
    if isinstance(preds, tuple) and preds[0] == "bracketed":
        return grouped(_test(preds[1], tests))
    if isinstance(preds, tuple):
        how, left, right = preds
        if of_several(right) and _names_several(left):
            raise NoSense  # "(each Wizard who) has two neighbours and both cast Burn"
        one = _test(left, tests)
        if _time_of_both(how, left, right):
            return t.Mixed()
        if shares_denial(how, left, right):
            if how == "and":
                _test(right, tests)  # "... who did not cast Burn, and give them 1 Star": that is no claim
                return t.Mixed()  # "did not cast Burn and target the caster": neither, or not both?
            if left.form != "s" and right.sense in ("be", "have") and left.sense != "have":
                return t.Mixed()  # "if you did not cast Burn or have a Hat": or do you have one?
            if left.form != "d" and left.sense not in ("cast", "target") and right.sense == "cast":
                return t.Mixed()  # "does not have a Hat or cast Burn": did they not cast it, or did they?
            return grouped(conj(one, opposite(_test(right, tests))))
        other = _test(right, tests)
        if how in ("nor", "neither"):
            return grouped(conj(opposite(one), opposite(other)))
        return joined_tests(how, one, other)
    if not isinstance(preds, Verb):
        raise NoSense
    sense = f"passive {preds.sense}" if preds.passive else preds.sense
    make = tests.get(sense)
    if make is None:
        raise NoSense
    roles = Roles(None, preds)
    roles.modal_of("would")
    if preds.denied:
        yet = roles.says("yet")  # "did not lose any Stars yet"
        if yet is not None and preds.sense in ("cast", "select") and not any(role == "time" for role, _ in preds.parts):
            raise NoSense  # "have not yet cast Burn": in this Duel, or in any before?
    if preds.form in ("s", "b"):
        _ = roles.says("now"), roles.says("already"), preds.sense in ("be", "have") and roles.says("still")
    elif preds.form == "d" and preds.sense in ("be", "have") and not preds.denied:
        roles.says("already")  # "already had a Red Hat": `recent.read_before` sees that no later step asks it
    said = [adverb for adverb in ("both", "all", "each") if roles.says(adverb)]
    if said and any(isinstance(part, Some) and (part.how == "plural" or part.loose) for _, part in preds.parts):
        raise NoSense  # "targeted both neighbours": not one of them
    if "both" in said and preds.sense in ("target", "do") and not preds.passive:
        raise NoSense  # "(cast Burn or Jolt. Wizards who) did both": nobody could
    if "both" in said and preds.sense == "have" and not preds.passive and not roles.left:
        raise NoSense  # "whoever has both": both of what was named, and not what was asked
    test = make(roles)
    roles.done()
    return test


def unless_denied(roles: Roles, test: t.Cond) -> t.Cond:
    """The test, or its opposite if the verb is denied."""
    if isinstance(test, t.Compare) and test.op == "%" and roles.not_so():
        return replace(test, op="!%")
    return not_so(test) if roles.not_so() else test


def own_stat(attr: str, time: Time | None) -> t.Num:
    if time is not None and time.kind not in ("start", "now"):
        raise NoSense
    return t.Stat(ME, attr, time is not None and time.kind == "start")


def than_theirs(left: t.Num, op: str, number: Any, attr: str) -> t.Compare:
    """A number that a Wizard has, compared with what somebody else has."""
    number = _theirs(number, attr)
    if not isinstance(left, t.Stat) or not left.start:
        return t.Compare(left, op, number)
    theirs = [
        part for part in parts(number) if isinstance(part, t.Stat | t.Total) and not getattr(part, "start", False)
    ]
    if any(isinstance(part, t.Total) or not (part.bare or part == replace(left, start=False)) for part in theirs):
        raise NoSense  # "had more Stars than Crystals at the start of the Duel": than they had, or have?
    then: dict[t.Node, t.Node] = {
        part: replace(part, start=True, bare=False, did=False)
        for part in theirs
        if isinstance(part, t.Stat) and part.bare
    }
    return t.Compare(left, op, replaced(number, then))  # "had more than you at the start": than you had then


def _theirs(number: Any, attr: str) -> Any:
    """Compared with what a Wizard has, "they" is somebody else: nobody has more than they have themselves."""
    if number == t.Stat(THEY, attr, True):
        return t.Stat(ME, attr, True)  # "than they had at the start": they themselves
    return t.Stat(t.They("than"), attr) if number == t.Stat(THEY, attr) else number


OPS = {"==": "="}

COMPARED = ("<", "<=", ">", ">=", "=", "%", "gap")


def bound(compared: Any, test: Callable[[str, Any], t.Cond]) -> t.Cond:
    """What a comparison says: `test` makes of an operator of COMPARED and what is compared with a condition."""
    match compared:
        case ("and", left, right):
            return bounds(bound(left, test), bound(right, test))
        case ("or", left, right):
            return disj(bound(left, test), bound(right, test))
        case ("between", (low, high)):
            return grouped(conj(test(">=", Number(low)), test("<=", Number(high))))
        case (op, measure) if op in COMPARED:
            return test(op, measure)
    raise NoSense


def amount_test(left: t.Num, amount: Amount) -> t.Cond:
    """Whether a number that a Wizard has is such an amount. Raises NoSense."""
    op, number, attr = OPS.get(amount.op, amount.op), amount.number, amount.attr
    if amount.op == "==" and number == t.ThatMany():
        return t.Compare(left, "==", number)  # "if you have exactly that many": unlike "if you have that many", no more
    if amount.mode == "total":
        raise NoSense
    if amount.op == "=" and not (attr or amount.mode) and isinstance(number, t.Add):
        raise NoSense  # "who has 1, and 1 more for each neighbour": of what?
    match op:
        case "any" | "bare":
            if attr != "Stars":
                return t.Not(t.Is(ME, attr, t.Text("None")))
            return t.Compare(left, ">=", ONE)
        case "no":
            return t.Is(ME, attr, t.Text("None")) if attr != "Stars" else t.Compare(left, "=", t.Int(0))
        case "between" | "and" | "or" | "among":
            return counted(op, number, lambda op, number: compare(left, (op, number)))
        case "upto":
            return compare(left, ("<=", number))
        case "=" if amount.mode == "a":
            return amount_test(left, replace(amount, op="any", mode=""))
        case "=" if amount.op == "=" and isinstance(number, t.Int) and number.value:
            raise NoSense  # "who has 3": 3, or 3 or more?
        case "<" | "<=" | ">" | ">=" | "=":
            if isinstance(number, Some):
                return than_several(left, op, number)
            return than_theirs(left, op, number, attr)
    raise NoSense


BOUNDS = ("<", "<=", ">", ">=", "==", "no", "any")
"""What an amount in a condition can be compared by."""


def held(phrase: Phrase) -> t.Cond:
    """That somebody has a thing, several ("a Hat and a Staff"), or more or less of it than some number."""
    match phrase:
        case Worn(test, attr) if attr != "only":
            return test
        case Amount(op, _, attr) if op in BOUNDS and attr:
            return amount_test(own_stat(phrase.attr, None), phrase)
        case Amount("=", mode="a") | Amount("bare") if phrase.attr and phrase.attr not in NUMBERED:
            return amount_test(own_stat(phrase.attr, None), phrase)
        case Amounts(parts):
            bare = any(isinstance(part, Amount) and part.op == "bare" for part in parts)
            if bare and any(isinstance(part, Worn) for part in parts):
                raise NoSense  # "a Red Hat and Staff": a Red one?
            return conj(*(held(part) for part in parts))
    raise NoSense


def than_several(left: t.Num, op: str, others: Some) -> t.Cond:
    """ "More Stars than each of their neighbours"."""
    if not isinstance(left, t.Stat):
        raise NoSense
    how, number, who = subj(others)
    test = t.Compare(replace(left, who=t.Member(1)), op, replace(left, who=t.Member(0)))
    return t.Holds(who, how, number, test)


def values_test(attr: Any, values: Values) -> t.Cond:
    """Whether a thing is one of these words, or none of them (`both`)."""
    found: Any = values.values[0] if len(values.values) == 1 else values.values
    return attr_is_not(attr, found) if values.both else attr_is(attr, found)
