"""What is said beside an outcome: floors, results of dice, what there is.

One function for each name after "->".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import phrase
from pbp.spells.english.claims import claim
from pbp.spells.english.lexicon import Said, more_or_less, only
from pbp.spells.english.phrases import THEY, Amount, Casts, Nbar, Own, Phrase, Pointer, Some, Time, Values, Verb
from pbp.spells.english.testing import casts_subj, counted, subj
from pbp.spells.english.things import own_level, plain_number
from pbp.spells.sense.conditions import either_true, exists, grouped, num_parity, opposite
from pbp.spells.sense.sentences import Lead, led
from pbp.spells.walk import is_one, parts

LOSS = (Pointer("this"), Pointer("that"), Pointer("it"), Pointer("loss"))
"""What brings somebody below so many Stars: what was just said."""


def floor_rule(loss: Phrase, modal: Said, verb: Said, whom: Phrase, floor: t.Num, *thing: Any) -> t.Act:
    """ "This cannot bring them below 0", "this loss shall bring no Wizard below 0"."""
    if modal.sense not in ("can", "may", "must"):
        raise NoSense
    return floor_never(loss, verb, whom, floor, *thing)


def floor_never(loss: Phrase, verb: Said, whom: Phrase, floor: t.Num, *thing: Any) -> t.Act:
    """ "This loss never takes anybody below 0"."""
    if verb.sense not in ("bring", "reduce", "take"):
        raise NoSense
    if loss not in LOSS and not isinstance(loss, Casts):
        raise NoSense
    if isinstance(loss, Casts) and loss.who != t.Owner(t.Caster()):
        raise NoSense
    if isinstance(whom, Own) and whom.attr == "Stars":
        whom = whom.owner
    match whom:
        case Some(who, "one") if isinstance(who, t.They) or is_one(who):
            return replace(_floor(floor, *thing), who=who)
        case Some(t.All(), "some" | "any") if loss == Pointer("loss"):  # "this loss never takes anybody below 0"
            return _floor(floor, *thing)
        case Some(t.Neighbours(t.Caster() | t.They("owner")), "some") if loss == Pointer("loss"):
            return replace(_floor(floor, *thing), near=True)
    raise NoSense


def floor_rule_own(loss: Phrase, modal: Said, verb: Said, whom: Phrase, bound: Phrase) -> t.Act:
    """ "This cannot bring them below the number of Stars that the caster has"."""
    level = own_level(bound)
    return replace(floor_rule(loss, modal, verb, whom, t.Int(0)), floor=level, attr=level.attr)


def floor_of_each(*said: Any) -> t.Act:
    """ "Neither loss can bring anybody below 0", "none of these losses takes anybody below 5"."""
    at = next(at for at, part in enumerate(said) if isinstance(part, Phrase))
    noun, *modal, verb = said[:at]
    only([noun, *modal, verb], {"N": ("flow",), "M": ("can", "may", "must"), "V": ("bring", "reduce", "take")})
    if noun.word.detail != "lose" or said[at] not in (Some(t.All(), "some"), Some(t.All(), "any")):
        raise NoSense
    return replace(_floor(*said[at + 1 :]), every=True)


OfThem = tuple[t.Act, bool]
"""The floor of those who lose something, and whether it was said of "you", one of several."""


def floor_of_them(loss: Phrase, *said: Any) -> OfThem:
    """ "(You both lose 3 Stars, but) this cannot bring either of you below 1", "this brings neither of you below 1"."""
    at = next(at for at, word in enumerate(said) if isinstance(word, Said) and word.word.sort == "V")
    if loss not in LOSS:
        raise NoSense
    only(said[:at], {"M": ("can", "may", "must", "will")})
    of, number, thing = _of_whom(said[at + 1 :])
    return floor_never(loss, said[at], Some(THEY), number, *thing), of


def floor_none_falls(*said: Any) -> OfThem:
    """ "(You both lose 3 Stars, but) neither of you can fall below 1"."""
    of, number, thing = _of_whom([part for part in said if not isinstance(part, Said) or part.word.sort not in "MV"])
    words = [part for part in said if isinstance(part, Said)]
    only([word for word in words if word.word.sort == "M"], {"M": ("can", "may", "must", "will")})
    return replace(_falls(*words, number, *thing), who=THEY), of


def _of_whom(said: Sequence[Any]) -> tuple[bool, t.Num, tuple[Any, ...]]:
    """Whether it is said of "you", the number below which nobody falls, and of what that is a number."""
    at = next(at for at, part in enumerate(said) if isinstance(part, t.Num))
    for whom in said[:at]:
        if not isinstance(whom, Some) or not isinstance(whom.who, t.They | t.Caster):
            raise NoSense
    return any(isinstance(whom.who, t.Caster) for whom in said[:at]), said[at], tuple(said[at + 1 :])


def with_floor_of_them(act: t.Act, said: OfThem) -> t.Act:
    """ "You both lose 3 Stars, but this cannot bring either of you below 1": of those who lose them."""
    rule, you = said
    match act:
        case t.Clause(t.Join(several)) if you and not any(isinstance(one, t.Caster) for one in several):
            raise NoSense  # "your neighbours and the target lose 3 Stars, but ... either of you"
        case t.Clause(t.Who() as who) if you and not isinstance(who, t.Join | t.They):
            raise NoSense
        case t.Clause(t.Who() as who) if not is_one(who):
            return with_floor(act, rule)
    raise NoSense  # "you lose 2 Stars and they lose 3, but ...": of both losses?


def floor_nobody_not(subject: Phrase, *said: Any) -> t.Act:
    """ "They cannot fall below 0 by this"."""
    if not isinstance(subject, Some) or not (isinstance(subject.who, t.They) or is_one(subject.who)):
        raise NoSense
    return replace(_falls(*said), who=subject.who)


def floor_not_brought(subject: Phrase, modal: Said, verb: Said, floor: t.Num, *thing: Any) -> t.Act:
    """ "That Wizard shall not (thereby) be brought below 0"."""
    if modal.sense not in ("can", "may", "must") or verb.sense not in ("bring", "reduce", "take"):
        raise NoSense
    if not isinstance(subject, Some) or not (isinstance(subject.who, t.They) or is_one(subject.who)):
        raise NoSense
    return replace(_floor(floor, *thing), who=subject.who)


def floor_in_no_event(modal: Said, subject: Phrase, *said: Any) -> t.Act:
    """ "In no event shall that Wizard be reduced below 0"."""
    return floor_not_brought(subject, modal, *said)


def _falls(*said: Any) -> t.FloorRule:
    words = [word for word in said if isinstance(word, Said)]
    verb = next(word for word in words if word.word.sort == "V")
    if verb.sense not in ("reduce", "go", "lose", "turnto"):  # "falls", "goes", "drops"
        raise NoSense
    at = next(place for place, word in enumerate(said) if isinstance(word, t.Num))
    return _floor(said[at], *said[at + 1 :])


def _floor(floor: t.Num, *thing: Any) -> t.FloorRule:
    if not isinstance(floor, t.Int):
        raise NoSense
    attr = next((word for word in thing if isinstance(word, str)), "")
    return t.FloorRule(floor, attr)


def with_floor(act: t.Act, rule: t.Act) -> t.Act:
    if isinstance(act, t.Labelled):
        return t.Labelled(with_floor(act.act, rule))
    match act, rule:
        case _, t.FloorRule(whole=True):
            return t.Seq((act, rule))  # is it said of other losses too?
        case t.Clause(who), t.FloorRule(near=True) if not isinstance(who, t.Neighbours):
            raise NoSense
        case t.Clause(who), t.FloorRule(you=True) if who is not None and not isinstance(who, t.Caster):
            raise NoSense
        case t.Clause(who), t.FloorRule(who=t.Who() as named) if not (
            isinstance(named, t.They) or named == (who or t.Caster())
        ):
            raise NoSense  # "lose 2 Stars, but this loss cannot bring the chosen Wizard below 0"
        case t.Clause(None | t.Caster()), t.FloorRule(who=t.They()):
            raise NoSense  # "you lose 2 Stars, but this loss cannot bring them below 0"
        case t.Clause(_, (t.Change(gain=False, floor=None) as loss,)), t.FloorRule(floor, attr) if attr in (
            "",
            loss.attr,
        ):
            return replace(act, acts=(replace(loss, floor=floor),))
        case t.Clause(_, (t.Change(gain=False, floor=None),)), t.FloorRule():
            return t.Seq((act, rule))  # of another thing: refused for that
    raise NoSense


def with_floor_of_this(act: t.Act, *said: Any) -> t.Act:
    """ "..., but this second loss cannot bring them below 0", "this loss of 2 cannot bring them below 1"."""
    at = next(at for at, word in enumerate(said) if isinstance(word, Said) and word.word.sort == "M")
    only(said[:at], {"A": ("ordinal",), "N": ("flow",)})
    number, thing = (next((word for word in said[:at] if isinstance(word, kind)), None) for kind in (t.Num, str))
    lost = [(one.attr, one.amount) for one in parts(act) if isinstance(one, t.Change)]
    if any(isinstance(word, Said) and word.word.detail not in ("lose", "2") for word in said[:at]):
        raise NoSense  # "this gain", "this first loss": of which the sentence before may speak
    if number is not None and (len(lost) != 1 or lost[0] != (thing or lost[0][0], number)):
        raise NoSense
    return with_floor(act, floor_rule(Pointer("loss"), *said[at:]))


def lead_after(subject: Phrase, verb: Verb) -> Lead:
    """ "After that spell has taken effect, ..."."""
    if (
        verb.sense not in ("resolve", "happen")
        or verb.denied
        or verb.modal
        or verb.parts
        or not (verb.perfect or verb.form in ("s", "b", "d"))
    ):
        raise NoSense
    match subject:
        case Pointer("it"):
            return "after", None
        case Casts(who=t.They("spell" | "those spells")):
            return "after", None
        case Casts(who=t.Who() as who, how="one"):
            return "after", t.Same(who, who)
        case Casts(None, kind, group, "name" | "the") if kind is not None:
            casts = t.Casters(group, kind)
            return "after", t.Same(casts, casts)
    raise NoSense


def lead_unable(who: Phrase, *_: Any) -> Lead:
    if not isinstance(who, Some) or who.how != "one":
        raise NoSense
    return "unable", t.Same(who.who, who.who)


def lead_should(subject: Phrase, preds: Any) -> Lead:
    """ "Should the chosen Wizard cast Burn, ...", "should they have cast Burn or have cast nothing, ..."."""
    if not _bare_verbs(preds):
        raise NoSense
    return "if", claim(subject, preds)


def lead_should_be(be: str, phrase: Phrase) -> Lead:
    """ "Should there be a Wizard who cast Burn, ..."."""
    if be != "b":
        raise NoSense
    return "if", there_is(be, phrase)


def _bare_verbs(preds: Any) -> bool:
    if isinstance(preds, tuple):
        return len(preds) == 3 and _bare_verbs(preds[1]) and _bare_verbs(preds[2])
    return isinstance(preds, Verb) and preds.form == "b" and not preds.modal


def lead_should_not(subject: Phrase, verb: Verb) -> Lead:
    """ "Should the chosen Wizard not be idle, ..."."""
    kind, cond = lead_should(subject, replace(verb, denied=not verb.denied))
    if verb.denied:
        raise NoSense
    return kind, cond


def act_after(act: t.Act, subject: Phrase, verb: Verb) -> t.Act:
    """ "... loses 4 Stars once that Wizard's spell has taken effect"."""
    kind, casts = lead_after(subject, verb)
    if casts is None:  # the spell of which the outcome speaks
        told = list(dict.fromkeys(part for part in parts(act) if isinstance(part, t.Owner)))
        if len(told) == 1:
            casts = t.Same(told[0], told[0])
    return led((kind, casts), act)


def there_is(_: str, phrase: Phrase) -> t.Cond:
    return _exists(phrase, denied=False)


def there_is_no_or_more(be: str, nbar: Nbar, way: Said, number: int) -> t.Cond:
    """ "(If) there is no idle Wizard, or more than one"."""
    if more_or_less(way) != ">" or number != 1:
        raise NoSense
    many = there_is(be, phrase(("count", (">", t.Int(number))), nbar))
    return either_true(there_is(be, phrase(("no", None), nbar)), many)


def there_is_nobody(nobody: Some) -> t.Cond:
    """ "Nobody with a Red Hat: ..."; "no Wizard idle" is as if it said "is"; not "nobody: lose 2 Stars"."""
    match nobody.who:
        case t.All() | t.Others() | t.Neighbours() | t.Without():
            raise NoSense
        case t.Those(group, t.IsIdle() | t.Not(t.IsIdle()) as test):
            return t.Holds(group, "=", t.Int(0), test)
    return there_is("s", nobody)


def there_is_not(_: str, phrase: Phrase) -> t.Cond:
    return _exists(phrase, denied=True)


def there_are_counted_none(*_: str) -> t.Cond:
    """ "(Count the Wizards who cast Burn.) If there are none"."""
    return t.Compare(t.Noted("count"), "=", t.Int(0))


def _exists(phrase: Phrase, *, denied: bool) -> t.Cond:
    match phrase:
        case Amount("<" | "<=" | ">" | ">=" | "==" | "or" | "and" | "between" | "among" as how, number, "", ""):
            test = counted(how, number, lambda op, number: t.Compare(t.Noted("there"), op, number))
            return t.Not(test) if denied else test
        case Some(_, "some" | "none" | "count" | "plural" | "any"):
            op, number, who = subj(phrase)
        case Casts(how="some" | "none" | "count" | "plural"):
            op, number, who = casts_subj(phrase)
        case _:
            raise NoSense
    if denied and isinstance(phrase, Some) and phrase.op == "==":
        return opposite(t.Compare(t.Count(who), "=", number))  # "if there are not exactly 6 Wizards"
    if denied:
        if op not in ("=", ">=") or not isinstance(number, t.Int) or not number.value:
            raise NoSense
        if op == "=" and number.value > 1 and not isinstance(who, t.Others | t.Without):
            raise NoSense  # "if there are not 6 Wizards": fewer, or not so many?
        op, number = ("=", t.Int(0)) if number == t.Int(1) else ("<", number)  # "if there are not two others"
    if op in ("odd", "even"):
        return num_parity(t.Count(who), op == "odd")  # "if there is an odd number of Wizards"
    match who:
        case t.Those(t.All() as group, t.Compare(t.Position()) as test):  # "if there is a Wizard in position 1"
            return counted(op, number, lambda op, number: t.Holds(group, op, number, test))
    return counted(op, number, lambda op, number: exists((op, number, who)))


def not_true(_: str, cond: t.Cond) -> t.Cond:
    return t.Not(grouped(cond))


def both_in_one(left: t.Cond, right: t.Cond) -> t.Cond:
    return grouped(t.And((left, right)))


def let_x(*said: Any) -> t.Act:
    return t.Let(plain_number(said[-1]))


XLetter = tuple[str, str]
"""By which letter a number is called: ("letter", it)."""


def x_letter(letter: str) -> XLetter:
    """ "N (is 2 if you are idle, and 5 if not)"."""
    return ("letter", letter)


def _x_cases(said: tuple[Any, ...]) -> tuple[list[t.Num], t.Cond | None, str]:
    """The numbers that X is by cases, of which condition, and the letter that is its name. Raises NoSense."""
    letters = {part for part in said if isinstance(part, tuple)}
    conds = [part for part in said if isinstance(part, t.Cond)]
    if len(letters) != 1:
        raise NoSense
    numbers = [plain_number(part) for part in said if isinstance(part, Phrase)]
    return numbers, conds[0] if conds else None, letters.pop()[1]


def x_if(*said: Any) -> t.Act:
    """ "X is 2 if the caster is idle, and 5 if not", "if the caster is idle, X is 2; otherwise, X is 5"."""
    (one, *other), cond, letter = _x_cases(said)
    return t.Let(one, cond, other[0] if other else None, letter)


def x_unless(*said: Any) -> t.Act:
    """ "X is 5, or 2 if the caster is idle", "X is 5 unless the caster is idle, in which case X is 2"."""
    (one, other), cond, letter = _x_cases(said)
    return t.Let(other, cond, one, letter)


def x_otherwise(*said: Any) -> t.Act:
    """ "(If the caster is idle, X is 2.) Otherwise, X is 5"."""
    (number,), _, letter = _x_cases(said)
    return t.Else(t.Let(number, letter=letter))


def let_x_duel(_be: str, number: Said, duel: Phrase) -> t.Act:
    """ "Let X be the number of this Duel": as "Duel X-1" says anyway."""
    if number.sense != "number" or duel != Time("now"):
        raise NoSense
    return t.Seq(())


def adj_pp(adjective: Said, preposition: Said, phrase: Phrase) -> Any:
    return "pp", adjective, preposition.sense, phrase


def adj_number(said: Said) -> Said:
    """ "(Whose Stars are) odd in number": of Wizards, how many they are."""
    if said.sense not in ("odd", "even"):
        raise NoSense
    return replace(said, word=replace(said.word, form="number"))


def adj_not(adjective: Said) -> Any:
    return "not", adjective


def adj_wholly(adjective: Said) -> Any:
    """ "(These spells are) completely ineffective": there is no more to that than to "ineffective"."""
    if adjective.sense != "ineffective":
        raise NoSense
    return adjective


def adj_trait(trait: str) -> Any:
    return "trait", trait


def adj_the(adjective: Said) -> Any:
    if adjective.sense not in ("same", "different"):
        raise NoSense
    return adjective


def adj_the_kind(adjective: Said, kind: Said) -> Any:
    """ "(If they are) of the same colour"."""
    if kind.sense not in ("item", "kind"):
        raise NoSense
    return adj_the(adjective)


def adj_value(value: Any) -> Any:
    return Values((value,)) if isinstance(value, t.Value) else value


def lead_neither() -> Lead:
    """ "If neither is the case": neither of the two that were asked before."""
    return "neither", None
