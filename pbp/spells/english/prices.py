"""What a cast costs: amounts, and under which conditions. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.claims import claim
from pbp.spells.english.letters import number_letter
from pbp.spells.english.lexicon import Said, more_or_less, only
from pbp.spells.english.limits import CASTER, who_of
from pbp.spells.english.owning import own_place
from pbp.spells.english.phrases import Amount, Casts, Number, Own, Phrase, Pointer, Some, Verb, Worn
from pbp.spells.english.pronouns import only_np
from pbp.spells.english.results import ONE_MORE, of_chosen, result_thrown
from pbp.spells.english.things import plain_number
from pbp.spells.english.turned import of_the_caster
from pbp.spells.sense.conditions import about_casting, opposite
from pbp.spells.sense.numbers import times_of
from pbp.spells.sense.sentences import Lead, Trailing
from pbp.spells.walk import parts, replaced

Due = tuple[t.Num, str, bool, bool]
"""How much of what is due; whether the text says "only", and whether it names the thing."""


X = t.NumberInput(-2)


PAYS = ("pay", "owe")
"""What whoever casts a spell does with its cost."""


def due(phrase: Phrase, *must: Any) -> Due:
    """ "2 Stars", "the chosen number", "nothing", "2 Stars shall be payable"."""
    only((word for word in must if isinstance(word, Said)), {"M": ("must",)})
    match phrase:
        case Amount("=", number, attr, mode, None) if isinstance(number, t.Num) and mode not in ("that", "total"):
            return number, attr or "Stars", mode == "only", bool(attr)
        case Amount("the", None, str()) | Own():
            raise NoSense
        case Number(number, attr):
            return number, attr or "Stars", False, bool(attr)
        case Pointer("the number") | Amount("=", t.ThatMany(), "Stars" | "", "that"):
            return t.NumberInput(-1), "Stars", False, isinstance(phrase, Amount)
        case Pointer("nothing") | Worn(t.Not(t.CastPriced()), "spell"):
            return due_nothing()
    raise NoSense


def due_free(said: Said) -> Due:
    """ "Free"."""
    if said.sense != "free":
        raise NoSense
    return due_nothing()


def due_nothing() -> Due:
    return t.Int(0), "Stars", False, False


def due_is_free(subject: Phrase, _be: str, said: Said) -> Due:
    """ "(Otherwise) it's free", "this spell is free"."""
    _of_this_spell(subject)
    return due_free(said)


def _of_this_spell(subject: Phrase) -> None:
    if subject not in (Pointer("it"), Pointer("this")) and not (isinstance(subject, Casts) and subject.own):
        raise NoSense


def due_paid(*said: Any) -> Due:
    """ "The caster pays 2 Stars", "this spell costs 2 Stars", "pay 2 Stars", "it costs you 2 Stars"."""
    verb = next(word for word in said if isinstance(word, Said) and word.word.sort == "V")
    subject = said[0] if isinstance(said[0], Phrase) and len(said) > 1 else None
    only(said, {"M": ("must",), "Q": ("you",)})
    if verb.sense == "cost":
        if subject is not None:
            _of_this_spell(subject)
    elif verb.sense not in PAYS or (subject is not None and who_of(subject) not in CASTER):
        raise NoSense
    return due(said[-1])


def due_only(phrase: Phrase, *must: Any) -> Due:
    """ "3 Stars only", "3 Stars only shall be payable", "... shall be owed"."""
    words = [word for word in must if isinstance(word, Said)]
    only(words, {"M": ("must",), "V": PAYS})
    return due(only_np(phrase))


def due_costs(*said: Any) -> Due:
    """ "The cost is 2 Stars", "it is 2 Stars"."""
    subject, phrase = said[0], said[-1]
    if isinstance(subject, Said):
        if subject.sense != "cost":
            raise NoSense
    elif subject != Pointer("it"):
        raise NoSense
    return due(phrase)


def due_to_cast(phrase: Phrase, verb: Said) -> Due:
    """ "2 Stars to cast"."""
    if verb.sense not in ("cast", "pay"):
        raise NoSense
    return due(phrase)


def due_no_cost(*said: Any) -> Due:
    """ "No cost at all", "no Stars", "there is no cost"."""
    if isinstance(said[-1], Said) and said[-1].sense not in ("cost", "payment"):
        raise NoSense
    return due_nothing()


def due_not_paid(subject: Phrase, _do: str, verb: Said) -> Due:
    """ "This spell does not cost anything", "the caster does not pay anything"."""
    due_paid(subject, verb, Amount("=", t.Int(0), "Stars"))
    return due_nothing()


def due_by(phrase: Phrase, *said: Any) -> Due:
    """ "2 Stars, paid by the caster", "2 Stars must be paid by you"."""
    *words, who = said
    only(words, {"V": PAYS, "M": ("must",)})
    return due_from(phrase, who)


def due_is_paid(phrase: Phrase, *said: Any) -> Due:
    """ "2 Stars must be paid"."""
    return due_by(phrase, *said, Some(t.Caster()))


def due_each(count: t.Num, phrase: Phrase) -> Due:
    """ "For each neighbour you have, 1 Star"."""
    number, attr, so_much, named = due(phrase)
    if not isinstance(number, t.Int) or so_much:
        raise NoSense
    return times_of(number, count), attr, False, named


def due_casting(*said: Any) -> Due:
    """ "Casting this costs 2 Stars", "casting it is free"."""
    verb, spell, *rest = said
    _of_this_spell(spell)
    if verb.sense != "cast":
        raise NoSense
    return due_free(rest[-1]) if isinstance(rest[-1], Said) else due_paid(*rest)


def due_costs_caster(spell: Phrase, verb: Said, who: Phrase, phrase: Phrase) -> Due:
    """ "The spell costs its caster 2 Stars"."""
    if verb.sense != "cost" or who_of(who) not in CASTER:
        raise NoSense
    return due_paid(spell, verb, phrase)


def due_from(phrase: Phrase, who: Phrase) -> Due:
    """ "2 Stars from the caster"."""
    if who_of(who) not in CASTER:
        raise NoSense
    return due(phrase)


def due_headed(thing: str, phrase: Phrase) -> Due:
    """ "Stars: as many as the chosen number", "Crystals: 2 (if ..., otherwise 3)"."""
    return due_in(phrase, thing)


def due_enough(phrase: Phrase) -> Due:
    """ "(3 Stars, but) 1 Star is enough (if ...)": no more than that."""
    number, attr, _, named = due(phrase)
    return number, attr, True, named


def due_in(phrase: Phrase, thing: str) -> Due:
    """ "The number you chose, in Stars"."""
    number, _, so_much, named = due(phrase)
    if named:
        raise NoSense
    return number, thing, so_much, True


def _all(said: Due) -> tuple[t.Num, str]:
    """What is due where nothing else is said: not "only" so much."""
    number, attr, so_much, _ = said
    if so_much:
        raise NoSense
    return number, attr


def _whole(said: Due) -> tuple[t.Num, str]:
    """What is due under a condition after it: of "3 Stars, plus 1 Star if ..." that would be the last alone."""
    if isinstance(said[0], t.Add | t.Minus):
        raise NoSense
    return _all(said)


def _test(trail: Trailing) -> t.Cond:
    cond, wanted, otherwise = trail
    said = tuple(parts(cond))
    if otherwise is not None or X in said or any(isinstance(part, t.LetterWho) and part.letter == "x" for part in said):
        raise NoSense  # "where X is the chosen number" says what X is
    return cond if wanted else t.Not(cond)


Case = tuple[str, t.Cond | None, Due]
"""What is due in a case: "always", "if" its condition, "else", "denied" if the condition before is not so."""

Cases = tuple[Case, ...]


def case_always(said: Due) -> Case:
    return "always", None, said


def case_if(said: Due, trail: Trailing) -> Case:
    """ "2 Stars if ..."; "just 2 Stars if ...", where more is due otherwise."""
    if isinstance(said[0], t.Add | t.Minus):
        raise NoSense
    letters = {part for part in parts(said[0]) if isinstance(part, t.LetterNum)}
    named = {part.letter for part in letters}
    if any(isinstance(part, t.LetterWho) and part.letter in named for part in parts(trail)):
        raise NoSense
    if any(isinstance(part, t.Compare) and part.op == "=" and part.left in letters for part in parts(trail)):
        raise NoSense  # "N Stars, where N is the number of your neighbours" says what N is
    return _asked(_test(trail), said)


def case_own(said: Due, cond: t.Cond) -> Case:
    """ "2 Stars if ≥ 12 Stars", "2 Stars if Red Hat": of the caster, as nobody else pays."""
    if any(isinstance(part, t.Count) for part in parts(said[0])):
        raise NoSense  # "1 Star for each Wizard with fewer than 12 Stars": of those Wizards
    _whole((*said[:2], False, said[3]))
    return _asked(cond, said)


def case_own_led(cond: Any, said: Due) -> Case:
    """ "Fewer than 12 Stars: 2 Stars", "in an odd position: 2 Stars"."""
    if not isinstance(cond, t.Cond):
        return case_placed(said, cond)
    return case_own(said, cond)


def case_placed(said: Due, part: tuple[str, Any]) -> Case:
    """ "2 Stars in an odd position"."""
    return case_own(said, own_place(part))


def case_on(said: Due, cond: t.Cond) -> Case:
    """ "2 Stars for 4 to 6": of the chosen number."""
    return case_own(said, of_chosen(cond))


def case_on_led(cond: t.Cond, said: Due) -> Case:
    """ "1-3: 1 Star"."""
    return case_on(said, cond)


def case_on_costs(*said: Any) -> Case:
    """ "An odd number costs 5 Stars", "choosing an odd number costs 5 Stars"."""
    *choosing, cond, verb, due = said
    if verb.sense != "cost" or any(word.sense != "choose" for word in choosing):
        raise NoSense
    return case_on(due, cond)


def case_any_other_costs(*said: Any) -> Case:
    """ "(An odd number costs 5 Stars,) any other costs 2 Stars", "choosing any other number costs 2 Stars"."""
    words = [word for word in said if isinstance(word, Said)]
    verbs = [word.sense for word in words if word.word.sort == "V"]
    if verbs not in (["cost"], ["choose", "cost"]):
        raise NoSense
    return case_any_other(*(word for word in words if word.word.sort == "N" and word.sense != "one"), said[-1])


def case_own_of(noun: Said, cond: t.Cond, said: Due) -> Case:
    """ "Caster under 15 Stars: 3 Stars"."""
    only((noun,), {"N": ("caster",)})
    return case_own(said, cond)


def rest_beyond(way: Said, *noun: Said) -> str:
    """ "(1 Star for a number up to 3, 2 Stars for) a higher one", "for anything lower"."""
    if way.word.detail or any(word.sense not in ("number", "one") for word in noun):
        raise NoSense
    return way.sense


def case_rest(*said: Any) -> Case:
    """What is due for a number beyond that of the case before."""
    way, due = sorted(said, key=lambda part: isinstance(part, tuple))
    return "if", t.Compare(ONE_MORE, way, ONE_MORE), due


def _known_ones(cases: Cases) -> Cases:
    """The cases with the number about which the one before asks, where they speak of "an even one", "a higher one"."""
    made: list[Case] = []
    for kind, cond, due in cases:
        if cond is not None and ONE_MORE in parts(cond):
            cond = _of_the_number(cond, made[-1][1] if made else None)
        made.append((kind, cond, due))
    return tuple(made)


def _of_the_number(cond: t.Cond, before: t.Cond | None) -> t.Cond:
    match cond, before:
        case t.Odd(), t.Not(t.Odd(number)):
            return t.Odd(number)
        case t.Not(t.Odd()), t.Odd(number):
            return t.Not(t.Odd(number))
        case t.Compare(op=way), t.Compare(number, op, t.Int() as bound) if op in ("=", {">": "<=", "<": ">="}[way]):
            return t.Compare(number, way, bound)
    raise NoSense


def case_not_it(*said: Any) -> Case:
    """ "(1 Star if your number of Stars is odd, 3 Stars) if it isn't"."""
    return "not it", None, next(part for part in said if isinstance(part, tuple))


def case_not_they(*said: Any) -> Case:
    """ "(1 Star if your Robes are Red, 3 Stars) if they aren't"."""
    return "not they", None, next(part for part in said if isinstance(part, tuple))


def case_led(lead: Lead, said: Due) -> Case:
    """ "If ..., 2 Stars"."""
    return _asked(_led(lead), said)


def _asked(test: t.Cond, said: Due) -> Case:
    match test:
        case t.Holds(t.Caster()):
            pass
        case t.Holds(_, _, _, t.Did() | t.Not(t.Did())):
            return "if", test, said  # "if no other Wizard did": what was asked of them before
    if any(isinstance(part, t.Did) for part in parts(test)):
        raise NoSense  # "if you don't" denies the condition before
    return "if", test, said


def case_asked(asked: t.Cond, said: Due) -> Case:
    """ "Do you have a Hat? Then 2 Stars"."""
    return "if", asked, said


def case_unless(said: Due, cond: t.Cond, *other: Any) -> Cases:
    """ "3 Stars unless you have a Hat, in which case 2 Stars"."""
    return ("if", cond, other[-1]), ("else", None, said)


def case_else(*said: Any) -> Case:
    """ "Otherwise 2 Stars"."""
    return "else", None, said[-1]


def case_denied(*said: Any) -> Case:
    """ "2 Stars if you don't"."""
    who = next(part for part in said if isinstance(part, Phrase))
    if who_of(who) not in CASTER:
        raise NoSense
    return "denied", None, next(part for part in said if isinstance(part, tuple))


def case_affirmed(*said: Any) -> Case:
    """ "(3 Stars if you did not cast Burn,) 1 Star if you did"."""
    _, cond, price = case_denied(*(part for part in said if not isinstance(part, str)))
    return "affirmed", cond, price


def case_for_other(said: Due, *words: Any) -> Case:
    """ "(2 Stars for a caster with a Red Hat,) 4 Stars for one who doesn't", "4 Stars for any other caster"."""
    if any(isinstance(word, Said) and word.sense not in ("caster", "wizard", "one") for word in words):
        raise NoSense
    return "denied", None, said


def denied(subject: Phrase, _do: str) -> Phrase:
    """ "(If) the caster does not"."""
    return subject


def case_for_other_due(*said: Any) -> Case:
    """ "(Casters with a Red Hat pay 1 Star,) all others 2 Stars"."""
    return case_others_pay(*said)


def case_others_pay(*said: Any) -> Case:
    """ "(A caster with a Red Hat pays 1 Star,) everyone else pays 2 Stars"."""
    only(said, {"V": ("pay",), "N": ("caster", "wizard")})
    return "denied", None, said[-1]


Payer = tuple[bool, t.Cond]
"""Of whom a price is: whether "the caster" is said, and what is so of them."""


def _payer(who: Said, cond: t.Cond) -> Payer:
    if who.word.sort == "Q":
        if who.sense not in ("anyone", "someone", "whoever"):
            raise NoSense
    elif who.sense not in ("caster", "wizard"):
        raise NoSense
    return who.sense == "caster", cond


def payer_with(who: Said, worn: Phrase) -> Payer:
    """ "Any caster with a Red Hat"."""
    if not isinstance(worn, Worn | Amount):
        raise NoSense
    return _payer(who, claim(Some(t.Caster()), Verb("have", "s").add("object", worn)))


def payer_own(who: Said, cond: Any) -> Payer:
    """ "(1 Star for) a caster under 5 Stars"."""
    if not isinstance(cond, t.Cond) or not any(isinstance(part, t.Compare) for part in parts(cond)):
        raise NoSense  # "a caster a Red Hat"
    return _payer(who, cond)


def payer_without(who: Said, worn: Phrase) -> Payer:
    """ "A caster without a Red Hat"."""
    if not isinstance(worn, Worn):
        raise NoSense
    caster, cond = payer_with(who, worn)
    return caster, opposite(cond)


def payer_placed(who: Said, part: tuple[str, Any]) -> Payer:
    """ "A caster in an odd position"."""
    return _payer(who, own_place(part))


def payer_who(who: Said, rel: Any) -> Payer:
    """ "Casters who have fewer than 8 Stars", "anyone whose Hat is Red"."""
    return _payer(who, of_the_caster(rel))


def payer_does(who: Said, verb: Verb) -> Payer:
    """ "Whoever has a Red Hat"."""
    if who.sense != "whoever":
        raise NoSense
    return _payer(who, claim(Some(t.Caster()), verb))


def case_payer(said: Due, payer: Payer) -> Case:
    """ "(5 Stars, but) free for anyone who cast Burn": of one who is not called the caster, where it is less."""
    caster, cond = payer
    if any(isinstance(part, t.Count) for part in parts(said[0])):
        raise NoSense
    _whole((said[0], said[1], False, said[3]))
    less = said[2] or said[0] == t.Int(0)  # "1 Star for anyone with a Red Hat": for each of them?
    return ("if" if caster else "if other" if less else "if any"), cond, said


def case_payer_led(payer: Payer, said: Due) -> Case:
    """ "For a caster with a Red Hat, 1 Star"."""
    if not payer[0]:
        raise NoSense
    return case_payer(said, payer)


def case_payer_pays(payer: Payer, *said: Any) -> Case:
    """ "(2 Stars;) a caster with a Red Hat pays only 1"."""
    only(said, {"V": PAYS, "M": ("must",)})
    _whole((said[-1][0], said[-1][1], False, said[-1][3]))
    return ("if" if payer[0] else "if other"), payer[1], said[-1]


def case_payer_owes(phrase: Phrase, *said: Any) -> Case:
    """ "(2 Stars;) 1 Star only shall be payable by a caster with a Red Hat"."""
    *words, payer = said
    return case_payer_pays(payer, *(word for word in words if isinstance(word, Said)), due(phrase))


def case_picked(verb: Said, cond: t.Cond, said: Due) -> Case:
    """ "Picked 3 or 4: 2 Stars"."""
    if verb.sense != "choose":
        raise NoSense
    return "if", result_thrown(Some(t.Caster()), verb, cond), said


def case_usual(said: Due) -> Case:
    """ "Usually 3 Stars, (but 1 Star if ...)"."""
    return "usual", None, said


def case_any_other(*said: Any) -> Case:
    """ "(1 Star if your Staff is Oak,) 3 Stars if it is anything else", "if it is another number"."""
    nouns = [word for word in said if isinstance(word, Said)]
    only(nouns, {"N": ("number", "item")})
    return (
        f"any other {nouns[0].sense}" if nouns else "any other",
        None,
        next(part for part in said if isinstance(part, tuple)),
    )


def case_none(*said: Any) -> Case:
    """ "2 Stars if you have none"."""
    _, _, price = case_denied(*said)
    return "denied any", None, price


def case_fewer(*said: Any) -> Case:
    """ "(2 Stars if you have 12 or more,) with fewer it's free"."""
    how = next(part for part in said if isinstance(part, Said) and part.word.sort == "C")
    owner = next((part for part in said if isinstance(part, Phrase)), None)
    if owner is not None and who_of(owner) not in CASTER:
        raise NoSense
    return f"denied {more_or_less(how)}", None, next(part for part in said if isinstance(part, tuple))


def cases_one(case: Any) -> Cases:
    return case if isinstance(case[0], tuple) else (case,)


def cases_and(cases: Cases, case: Any) -> Cases:
    """ "4 Stars if you have 12 Stars or more (and 2 if you have fewer)"; after "4 Stars" it would be more."""
    if cases[0][0] == "always":
        raise NoSense
    return cases_more(cases, case)


def cases_more(cases: Cases, case: Any) -> Cases:
    return (*cases, *cases_one(case))


def price_depends(cases: Cases) -> t.Price:
    """ "It depends: 2 Stars if ..., 4 if not"."""
    if len(cases) < 2:
        raise NoSense  # "depends: 2 Stars": on what?
    return price(cases)


def price_depends_on(phrase: Phrase, cases: Cases) -> t.Price:
    """ "Depends on your Hat: 1 Star if it is Red, otherwise 3 Stars": of nothing else."""
    match phrase:
        case Own(Some(t.Caster()), str() as attr, False) if len(cases) > 1:
            made = price(_of_its_thing(cases, attr))
            asked = {part.attr for cond, _, _ in made.parts for part in parts(cond) if isinstance(part, t.Is | t.Stat)}
            if asked == {attr}:
                return made
    raise NoSense


def _of_its_thing(cases: Cases, attr: str = "") -> Cases:
    """ "(1 Star if your Hat is Blue, 2 Stars) if it is Red": the thing of which the case before asks."""
    made: list[Case] = []
    for kind, cond, said in cases:
        match cond:
            case t.Is(t.They("whose"), "", t.Text() as value) if attr:
                cond = t.Holds(t.Caster(you=True), ">=", t.Int(1), t.Is(t.Member(0), attr, value))
            case t.Holds(t.Caster(), ">=", t.Int(1), t.Is(t.Member(0), str() as attr, t.Text())):
                pass
            case _:
                attr = ""
        made.append((kind, cond, said))
    return tuple(made)


def price(cases: Cases) -> t.Price:
    """What all cases come to: one for all, then those that differ; or one after the other, and the rest."""
    cases = _known_ones(_things(_of_its_thing(cases)))
    if any(said[2] and _is_more(said, cases[0]) for _, _, said in cases[1:]):
        raise NoSense  # "3 Stars; 5 Stars is enough if ..."
    if cases[0][0] == "always" and len({said[1] for _, _, said in cases}) > 1:
        raise NoSense  # "3 Stars, and 1 Crystal if your Hat is Red": instead, or both?
    if any(
        isinstance(part, t.Is) and not part.attr for _, cond, _ in cases if cond is not None for part in parts(cond)
    ):
        raise NoSense  # "if you have none": as case_none
    if cases[0][0] == "usual" and len(cases) > 1:
        cases = (("always", *cases[0][1:]), *cases[1:])
    if len(cases) == 2 and cases[0][0] in ("if other", "if any") and cases[1][0] == "denied":
        cases = (("if", *cases[0][1:]), cases[1])  # "whoever has a Red Hat pays 1 Star, all others pay 3"
    if any(kind == "if other" for kind, _, _ in cases[1:]):
        cases = (cases[0], *((kind.removesuffix(" other"), test, due) for kind, test, due in cases[1:]))
    kinds = [kind for kind, _, _ in cases]
    if {"usual", "if other", "if any"} & set(kinds):
        raise NoSense
    if kinds == ["always"]:
        return t.Price(((t.Always(), *_all(cases[0][2])),))
    if len(cases) == 1:
        number, _ = _all(cases[0][2])  # "only 2 Stars if ...": and otherwise?
        if number == t.Int(0):
            raise NoSense  # "none with a Red Hat": and how many without?
    tests: list[tuple[t.Cond, t.Num, str]] = []
    rest = None
    for at, (kind, cond, said) in enumerate(cases):
        if kind == "if":
            assert cond is not None
            before = [other for other in cases[:at] if other[0] == "if"]
            tests.append((_repeated(_done(cond, before), before, said[1]), *said[:2]))
        elif (
            rest is not None
            or (kind == "always" and at)
            or (kind != "always" and at != len(cases) - 1)
            or (kind != "always" and not tests)
        ):
            raise NoSense
        else:
            if kind not in ("always", "else"):
                _denies(kind, tests)
            rest = (t.Always(), *_all(said))
    if kinds[0] == "always" and len(tests) != 1:
        raise NoSense  # of which of two conditions is it the rest?
    if kinds[0] == "always" and t.Count(t.Without(t.All(), t.Caster())) in parts(cases[0][2][0]):
        raise NoSense  # "5 Stars for everyone else, free for a caster with a Red Hat": for each of them?
    return t.Price((*tests, rest) if rest is not None else tuple(tests))


def _is_more(said: Due, case: Case) -> bool:
    """Whether as much or more is due than in the case that is always."""
    match case, said:
        case ("always" | "usual", _, (t.Int(whole), str() as thing, *_)), (t.Int(number), str() as same, *_):
            return thing == same and number >= whole
    return False


def _things(cases: Cases) -> Cases:
    """The cases, where one that names no thing means the one that the others name."""
    named = {said[1] for _, _, said in cases if said[3]}
    if len(named) != 1:
        return cases
    (thing,) = named
    return tuple((kind, cond, said if said[3] else (said[0], thing, *said[2:])) for kind, cond, said in cases)


def _done(cond: t.Cond, before: list[Case]) -> t.Cond:
    """ "(3 Stars if another Wizard cast Burn,) 5 Stars if no other Wizard did": the same of the same Wizards."""
    said = next((part for part in parts(cond) if isinstance(part, t.Did)), None)
    if said is None:
        return cond
    match cond, [test for _, test, _ in before]:
        case t.Holds(group), [t.Holds(same, _, _, t.Cond() as asked)] if group == same:
            if isinstance(asked, t.Not) or about_casting(asked) is not (said.verb == "did"):
                raise NoSense
            made: t.Cond = replaced(cond, {said: asked})
            return made
    raise NoSense


def _repeated(cond: t.Cond, before: list[Case], due: str) -> t.Cond:
    """A later condition, in which "it" is the number that the one before has measured."""
    cond = _of_the_thing(cond, before, due)
    its = {part for part in parts(cond) if isinstance(part, t.Result)}
    if not its:
        return cond
    if not before or before[-1][1] is None:
        raise NoSense
    first = before[-1][1]
    try:
        again: t.Cond = replaced(cond, dict.fromkeys(its, _measured(first)))
    except NoSense:
        return cond
    return replace(first, test=again) if isinstance(first, t.Holds) else again


def _of_the_thing(cond: t.Cond, before: list[Case], due: str) -> t.Cond:
    """ "(4 Stars if you have fewer than 10 Stars. 6 Stars) if you have 10 or more": Stars, if only they were asked.

    Where nothing was asked of yet, it is what is due.
    """
    bare = {part for part in parts(cond) if isinstance(part, t.Stat) and part.attr == ""}
    if not bare:
        return cond
    counted = {part.attr for _, test, _ in before for part in parts(test) if isinstance(part, t.Stat)} or {due}
    if len(counted) != 1:
        raise NoSense
    (attr,) = counted
    made: t.Cond = replaced(cond, {part: replace(part, attr=attr) for part in bare})
    return made


def _measured(cond: t.Cond) -> t.Num:
    match cond:
        case t.Not(inner):
            return _measured(inner)
        case t.Odd(number) | t.Compare(number, _, t.Int()):
            return number
        case t.Or(several) if len(found := {_measured(one) for one in several}) == 1:
            return found.pop()
        case t.Holds(t.Caster(), ">=", t.Int(1), test):
            return _measured(test)
    raise NoSense


def _denies(kind: str, tests: list[tuple[t.Cond, t.Num, str]]) -> None:
    """That "if you don't", "if you have none", "with fewer" deny what was asked of the caster. Raises NoSense."""
    if kind in ("not it", "not they"):
        match tests:
            case [(test, _, _)] if _is_of_one(test) and not _is_denied(test):
                if kind == "not it" or any(getattr(part, "attr", "").endswith("s") for part in parts(test)):
                    return
        raise NoSense  # "2 Stars if your Hat is not Red, 3 if it is not"
    if kind.startswith("any other"):
        whats = {_compared(test) for test, _, _ in tests}
        what = whats.pop() if len(whats) == 1 else None
        if what and (kind == "any other" or (kind == "any other number") == isinstance(what, t.NumberInput)):
            return
        raise NoSense
    match tests:
        case [(t.Holds(t.Caster(), ">=", t.Int(1), t.Not(t.Not() | t.Is(_, _, t.Text("None")))), _, _)] if (
            kind == "affirmed"
        ):
            raise NoSense  # "if you have a Hat" is not denied
        case [(t.Holds(t.Caster(), ">=", t.Int(1), t.Not()), _, _)] if kind == "affirmed":
            return
        case _ if kind == "affirmed":
            raise NoSense
        case [(t.Holds(t.Caster(), ">=", t.Int(1), test), _, _)] if kind == "denied" or _said_of(test, kind):
            return
    raise NoSense


def _is_denied(test: t.Cond) -> bool:
    """Whether a condition is that something is not so: "if it is not" would say the same again."""
    return any(isinstance(part, t.Not) and not isinstance(part.part, t.Odd) for part in parts(test))


def _is_of_one(test: t.Cond) -> bool:
    """Whether a condition says one thing of one number or attribute, so that it can be called "it"."""
    match test:
        case t.Holds(t.Caster(), ">=", t.Int(1), inner) | t.Not(inner):
            return _is_of_one(inner)
        case t.Odd() | t.Compare() | t.Is(t.Member(0), str(), t.Text()):
            return True
    return False


def _compared(test: t.Cond) -> t.Num | str | None:
    """What a condition says to be one of so many things: an attribute, by its name, or a number; None for another."""
    match test:
        case t.Holds(t.Caster(), ">=", t.Int(1), inner):
            return _compared(inner)
        case t.Is(t.Member(0), str() as attr, t.Text(word)) if word != "None":
            return attr
        case t.Compare(t.NumberInput() as number, _, t.Int()) | t.Odd(t.NumberInput() as number):
            return number
        case t.Not(t.Odd(t.NumberInput() as number)):
            return number
        case t.Or(several):
            found = {_compared(one) for one in several}
            return found.pop() if len(found) == 1 else None
    return None


def _said_of(test: t.Cond, kind: str) -> bool:
    match kind, test:
        case "denied any", t.Compare(t.Stat(), ">=", t.Int(1)) | t.Not(t.Is(_, _, t.Text("None"))):
            return True
        case _, t.Compare(_, op, _):
            return kind == f"denied {t.OPPOSITE.get(op)}"
    return False


def _changed_once(said: Due, change: Due) -> None:
    """That the thing that is due is made more or less by so much of it. Raises NoSense."""
    if (change[3] and change[1] != said[1]) or change[2]:
        raise NoSense
    if isinstance(said[0], t.Add | t.Minus) or isinstance(change[0], t.Add | t.Minus):
        raise NoSense  # "9 Stars minus your Crystals, + 1 if ...": in either case?


def price_plus(said: Due, more: Due, trail: Trailing) -> t.Price:
    """ "3 Stars, plus 1 Star if ..."."""
    number, attr = _all(said)
    _changed_once(said, more)
    return t.Price(((_test(trail), t.Add((number, more[0])), attr), (t.Always(), number, attr)))


def price_plus_own(said: Due, more: Due, cond: t.Cond) -> t.Price:
    """ "2 Stars (+2 with a Red Hat)"."""
    return price_plus(said, more, (cond, True, None))


def price_minus(said: Due, less: Due, trail: Trailing) -> t.Price:
    number, attr = _all(said)
    _changed_once(said, less)
    if isinstance(number, t.Int) and isinstance(less[0], t.Int) and number.value < less[0].value:
        raise NoSense  # "2 Stars (-3 if your Hat is Red)"
    return t.Price(((_test(trail), t.Minus(number, less[0]), attr), (t.Always(), number, attr)))


def price_further(said: Due, more: Phrase, trail: Trailing) -> t.Price:
    """ "1 Star, and another 2 if ...", "3 Stars; 2 Stars less if ..."."""
    number, attr = _all(said)
    match more:
        case Amount("more" | "less" as way, t.Num() as change, thing, "" | "extra", None, None) if thing in ("", attr):
            if (
                way == "less"
                and isinstance(number, t.Int)
                and isinstance(change, t.Int)
                and number.value < change.value
            ):
                raise NoSense  # "2 Stars, 3 less if ..."
            made = t.Add((number, change)) if way == "more" else t.Minus(number, change)
            return t.Price(((_test(trail), made, attr), (t.Always(), number, attr)))
    raise NoSense


def price_more_each(said: Due, more: Phrase, count: t.Num) -> t.Price:
    """ "2 Stars, 1 Star more for each idle Wizard", "2 Stars (1 more for each idle Wizard)"."""
    number, attr = _all(said)
    match more:
        case Amount("more" | "less" as way, t.Int() as change, thing, "" | "extra", None, None) if thing in ("", attr):
            many = times_of(change, count)
            return t.Price(((t.Always(), t.Add((number, many)), attr),)) if way == "more" else _less(said, many)
    raise NoSense


def price_more_in_all(said: Due, more: Due) -> t.Price:
    """ "2 Stars (plus 1 for each idle Wizard)"."""
    number, attr = _all(said)
    _changed_once(said, more)
    if isinstance(more[0], t.Int):
        raise NoSense  # "2 Stars (plus 1)": when?
    return t.Price(((t.Always(), t.Add((number, more[0])), attr),))


SCALES = {"double": 2, "triple": 3, "halve": -2}


def price_scaled(said: Due, *rest: Any) -> t.Price:
    """ "4 Stars, halved if ..."; of an odd number, how it is rounded must be told."""
    verb, trail = rest[-2:]
    return _scaled(said, verb, _test(trail))


def price_scaled_if(said: Due, lead: Lead, *rest: Any) -> t.Price:
    """ "2 Stars. If ..., this is doubled"."""
    only(rest, {"N": ("cost",), "V": SCALES})
    return _scaled(said, rest[-1], _led(lead))


def price_times(said: Due, times: tuple[str, int], *rest: Any) -> t.Price:
    """ "2 Stars, twice that if ..."."""
    only(rest, {"N": ("cost", "number")})
    how, number = times
    if how != "times":
        raise NoSense
    return _times(said, number, _test(rest[-1]))


def _scaled(said: Due, verb: Said, cond: t.Cond) -> t.Price:
    if verb.sense not in SCALES:
        raise NoSense
    return _times(said, SCALES[verb.sense], cond)


def _times(said: Due, times: int, cond: t.Cond) -> t.Price:
    number, attr = _all(said)
    match number:
        case t.Int(value) if times > 0 or value % 2 == 0:
            made = t.Int(value * times if times > 0 else value // 2)
            return t.Price(((cond, made, attr), (t.Always(), number, attr)))
    raise NoSense


def price_less_each(said: Due, *rest: Any) -> t.Price:
    """ "3 Stars, 1 fewer for each Crystal you have", "... reduced by 1 for each Crystal you have"."""
    *words, count = rest
    (how,) = (word for word in words if isinstance(word, Said))
    (number,) = (word for word in words if isinstance(word, t.Num))
    if how.word.detail or how.sense not in ("<", "reduce"):
        raise NoSense
    return _less(said, times_of(number, count))


def price_at_least(price: t.Price, least: t.Num, attr: str = "") -> t.Price:
    """ "1 Star for each Crystal you have, but at least 1"; of one number, or of several cases, nobody says that."""
    match price.parts:
        case ((t.Always() as always, number, thing),) if attr in ("", thing) and not isinstance(number, t.Int):
            return t.Price(((always, t.Greatest((number, least)), thing),))
    raise NoSense


def price_less(said: Due, phrase: Phrase) -> t.Price:
    """ "5 Stars less 1 for each Crystal you have", "5 Stars minus your Crystals"."""
    if getattr(phrase, "open", False):
        raise NoSense  # "10 Stars minus your Crystals plus 1": that is one number, told from the left
    match phrase:
        case Amount("=", t.Num() as number, attr, "", None) if attr in ("", said[1]):
            return _less(said, number)
    return _less(said, plain_number(phrase))


def _less(said: Due, number: t.Num) -> t.Price:
    whole, attr = _whole(said)
    return t.Price(((t.Always(), t.Minus(whole, number), attr),))


MOVES = {"reduce": -1, "lose": -1, "raise": 1}


def price_moved(said: Due, *rest: Any) -> t.Price:
    """ "4 Stars, reduced to 2 where ...", "4 Stars; this falls to 2 if ...": which must be less."""
    *words, verb, new, trail = rest
    only(words, {"N": ("cost",), "M": ("must",)})
    return _moved_to(said, verb, new, _test(trail))


def price_moved_for(said: Due, *rest: Any) -> t.Price:
    """ "4 Stars, reduced to 2 in the case of a caster who is in an odd position"."""
    verb, new, payer = rest[-3:]
    _, cond, new = case_payer_pays(payer, new)
    assert cond is not None
    return _moved_to(said, verb, new, cond)


def price_moved_if(said: Due, lead: Lead, *rest: Any) -> t.Price:
    """ "4 Stars. If your Hat is Red, this is reduced to 2 Stars"."""
    only(rest, {"N": ("cost",)})
    verb, new = rest[-2:]
    return _moved_to(said, verb, new, _led(lead))


def price_moved_by(said: Due, *rest: Any) -> t.Price:
    """ "4 Stars, reduced by 2 where ..."."""
    *words, verb, change, trail = rest
    only(words, {"N": ("cost",), "M": ("must",)})
    way = MOVES.get(verb.sense)
    if way is None or verb.sense == "lose":
        raise NoSense
    return price_plus(said, change, trail) if way > 0 else price_minus(said, change, trail)


def price_paid_by(subject: Phrase, *said: Any) -> t.Price:
    """ "The caster pays 3 Stars, or 1 Star if their Hat is Red": "they" is who pays."""
    *words, cases = said
    only((word for word in words if isinstance(word, Said)), {"V": PAYS, "M": ("must",)})
    they = t.They("they")
    said_of = [part for _, cond, _ in cases if cond is not None for part in parts(cond) if isinstance(part, t.Who)]
    if subject != Some(t.Caster()) or they not in said_of:
        raise NoSense
    if any(part != they and not isinstance(part, t.Caster | t.Member) for part in said_of):
        raise NoSense  # "if another Wizard cast Burn and they cast Jolt"
    known: dict[t.Node, t.Node] = {they: t.Caster()}
    return price(tuple((kind, cond and replaced(cond, known), due) for kind, cond, due in cases))


def _moved_to(said: Due, verb: Said, new: Due, cond: t.Cond) -> t.Price:
    if new[3] and new[1] != said[1]:
        raise NoSense
    match said[0], new[0]:
        case t.Int(before), t.Int(after) if (after - before) * MOVES.get(verb.sense, 0) > 0:
            return price((case_always(said), _asked(cond, new)))
    raise NoSense


def price_cases_again(cases: Cases, *said: Any) -> tuple[Cases, str]:
    """ "(K is) 4 if you have 12 Stars or more, and K is 2 otherwise"."""
    letter = next(word for word in said if isinstance(word, str) and len(word) == 1)
    return cases_more(cases, said[-1]), letter


def price_letter_cases(said: Due, letter: str, *rest: Any) -> t.Price:
    """ "K Stars, where K is 4 if you have 12 Stars or more, and 2 if you have fewer"."""
    named, cases = number_letter(letter), rest[-1]
    if len(cases) == 2 and isinstance(cases[1], str):
        cases, again = cases
        if again != letter:
            raise NoSense
    if len(cases) < 2 or named not in parts(said[0]) or any(one[2][3] or one[2][2] for one in cases):
        raise NoSense
    made = tuple((kind, cond, (replaced(said[0], {named: one[0]}), *said[1:])) for kind, cond, one in cases)
    return price(made)


def price_where(price: t.Price, _: str, number: Phrase) -> t.Price:
    """ "X Stars, where X is the chosen number"."""
    if X not in parts(price.parts):
        raise NoSense
    return t.Price(replaced(price.parts, {X: plain_number(number)}))


def price_letter(price: t.Price, letter: str, *rest: Any) -> t.Price:
    """ "N Stars, where N is the number of your neighbours", "K Stars, K being half of your Stars (rounded up)"."""
    number = rest[-1]
    named = number_letter(letter)
    if named not in parts(price.parts):
        raise NoSense
    match number:
        case Amount("=", t.Num() as part, str(), "of", None):
            return t.Price(replaced(price.parts, {named: part}))
    return t.Price(replaced(price.parts, {named: plain_number(number)}))


def price_letter_led(letter: str, *said: Any) -> t.Price:
    """ "With C standing for the number of your Crystals, C Stars"."""
    return price_letter(said[-1], letter, next(one for one in said if isinstance(one, Phrase)))


def _led(lead: Lead) -> t.Cond:
    kind, cond = lead
    if kind != "if" or cond is None:
        raise NoSense
    return cond


def price_save(said: Due, lead: Lead, noun: Said, *more: Any) -> t.Price:
    """ "3 Stars; save that, where ..., the Cost shall be 1 Star"."""
    if noun.sense != "cost" or any(isinstance(word, Said) and word.sense != "must" for word in more):
        raise NoSense
    return t.Price(((_led(lead), *_all(more[-1])), (t.Always(), *_all(said))))
