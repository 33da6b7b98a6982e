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
    CASTER,
    SUBJECT_OWN,
    THEY,
    Amount,
    Amounts,
    Casts,
    Flow,
    LastingCasts,
    Number,
    Own,
    Phrase,
    Pointer,
    Roles,
    Same,
    Some,
    Time,
    Verb,
    group,
)
from pbp.spells.english.things import capped, floor_meant, in_all, np_limit, rounded
from pbp.spells.sense.numbers import times_of
from pbp.spells.walk import parts as every_part
from pbp.spells.walk import replaced

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
    match subject:
        case Some(t.Join((_, t.They("that Wizard"))), "each") if verb.form == "s":
            raise NoSense  # "(drawn from all but) you, and that Wizard gains 2 Stars": one of them does
    return outcome_of(subject, verb)


def act_bare(verb: Verb) -> t.Act:
    """ "Gain 3 Stars", and "... and gains 3 Stars"."""
    if verb.form not in ("b", "s", "m"):
        raise NoSense
    return outcome_of(None, verb)


def _ordered_status(verb: Verb) -> t.Act | None:
    """ "Be unable to gain Stars for the rest of this Duel": of whoever is told so, as of any order."""
    match statuses.status(Some(SUBJECT), verb):
        case t.Lasting(t.Clause(None, acts), rest):
            return t.Lasting(t.Clause(None, acts, "b"), rest)
        case t.Clause(None, acts):
            return t.Clause(None, acts, "b")
    return None


def outcome_of(subject: Phrase | None, verb: Verb) -> t.Act:
    if verb.form in ("d", "n", "g") or verb.perfect:
        raise NoSense
    match subject, verb:
        case LastingCasts(casts), _:
            match outcome_of(casts, verb):
                case t.Clause(None, (t.Void(t.Casters()) | t.Redirect(t.Casters()),)) as lasts:
                    return t.Lasting(lasts, True)
            raise NoSense
        case None, Verb("make", "b", False, False, "", parts=(("object", Some() as whom), ("adj", _) as how, *rest)):
            return outcome_of(whom, Verb("be", "s", parts=(how, *rest)))  # "make the caster immune to Burn"
    told = isinstance(subject, Flow) and subject.who is None and verb.sense == "be"  # "the number of Stars gained is 5"
    made = None if told else statuses.status(subject, verb)
    if made is None and subject is None and verb.form == "b" and not verb.passive:
        made = _ordered_status(verb)
    if made is not None:
        return made
    if isinstance(subject, Pointer) and subject.word == "nothing" and verb.passive and verb.sense != "perform":
        if verb.sense not in ("pay", "lose", "gain") or verb.denied or verb.modal:
            raise NoSense
        match verb.sense, verb.parts:
            case "pay", (("to", Some(who, "some" | "plural" | "each" | "one", place=False)),):
                return t.Exempt(who=who, paid=True)  # "but nothing is paid to a neighbour whose Hat is Pointy"
            case _, ():
                return t.NotPaid()
        raise NoSense
    if isinstance(subject, Amount) and subject.op == "no" and verb == Verb("pay", verb.form, passive=True):
        return t.NotPaid()  # "no Stars are paid"
    if isinstance(subject, Pointer) and subject.word == "it" and verb.sense in _OF_SPELLS:
        subject = Casts(who=t.They("spell"))
    worker = subject
    subject, verb = _by_the_spell(subject, verb)
    make = OUTCOMES.get(f"passive {verb.sense}" if verb.passive else verb.sense)
    if make is None:
        raise NoSense
    roles = Roles(
        subject and plain(subject), replace(verb, parts=tuple((role, plain(what)) for role, what in verb.parts))
    )
    roles.modal_of("must")
    instead = roles.says("instead")
    roles.says("now")
    if roles.says("cause") and not (isinstance(subject, Some) and isinstance(subject.who, t.Those)):
        raise NoSense  # "you lose 1 Star on that account": then only?
    time = roles.maybe("time", Time)
    if time is not None and time.kind not in ("now", "rest"):
        raise NoSense
    said = [roles.says(adverb) for adverb in ("each", "all", "both")]
    you = isinstance(subject, Some) and isinstance(subject.who, t.Caster) and subject.who.you
    if you and said[0] is not None and any(isinstance(value, Some) and _are_several(value) for _, value in roles.left):
        said[0] = None  # "you pay 1 Star each to your neighbours": to each of them
    if said != [None, None, None]:
        if subject == Some(THEY):  # "they lose 1 Star each": several, and not the one spoken of
            roles.subject = subject = Some(t.They("those"), "each")
        if you:  # "you each lose 1 Star": not the caster alone
            roles.subject = subject = Some(t.They("you both"), "each")
        if subject is None and said[0] and verb.sense in ("gain", "lose"):
            # "(your neighbours swap Hats) and lose 1 Star each"
            roles.subject = subject = Some(t.They("subject each"), "each")
        if not _are_several(_ordered_for(verb) if subject is None else subject):
            raise NoSense
        if said[2] and isinstance(subject, Some) and any(isinstance(part, t.Did) for part in every_part(subject.who)):
            raise NoSense  # "Wizards who did both lose 5 Stars"
    made = make(roles)
    roles.done()
    if worker == Some(CASTER) and subject is None:
        made = _of_the_worker(made)
    match made:
        case t.Clause(None, (t.Void(t.Casters()) | t.Redirect(t.Casters()),), "") if verb.form == "s":
            made = replace(made, form="each")  # "each other Wizard's spell has no effect": one after another
    if time is not None and time.kind == "rest":  # "have no effect until the end of this Duel"
        if not isinstance(made, t.Clause) or not all(isinstance(part, t.Void | t.Redirect) for part in made.acts):
            raise NoSense
        return t.Lasting(made, True)
    return (
        t.Instead(made) if instead is not None and not isinstance(made, t.Instead) and not _own_instead(made) else made
    )


_WORKED = frozenset(
    "set change turn make cause double triple halve reduce raise swap remove void redirect replace average".split()
)
"""What a spell, or its caster with it, does to somebody or something: the same without saying who does it."""


def _by_the_spell(subject: Phrase | None, verb: Verb) -> tuple[Phrase | None, Verb]:
    """ "This sets the caster's Stars to 10", "you make them lose 2 Stars" are orders to nobody else."""
    this = subject == Pointer("this") or (isinstance(subject, Casts) and subject.own and subject.who is not None)
    if verb.passive or verb.denied or not any(role == "object" for role, _ in verb.parts):
        return subject, verb
    if this and verb.sense in ("give", "add"):
        return None, replace(verb, sense="award", form="b", modal="")
    if this and verb.sense in ("take", "remove"):
        return None, replace(verb, sense="remove", form="b", modal="")
    if verb.sense in _WORKED and (this or (subject == Some(t.Caster()) and verb.sense != "swap")):
        return None, replace(verb, form="b", modal="")
    return subject, verb


def _of_the_worker(act: t.Act) -> t.Act:
    """ "The caster doubles their Stars": what is theirs can be the caster's own."""
    match act:
        case t.Clause(t.They("they"), (t.Assign(t.Subject(), attr, value, stage, at),)):
            return t.Clause(CASTER, (t.Assign(THEY, attr, replaced(value, {SUBJECT_OWN: THEY}), stage, at),), "s")
    return act


def _ordered_for(verb: Verb) -> Phrase | None:
    """To whom an order does something: "take 2 Stars each away from your neighbours"."""
    if verb.sense not in ("award", "bestow", "add", "remove", "take away", "dock"):
        return None
    return next(
        (part for role, part in verb.parts if role in ("object", "to", "from") and isinstance(part, Some)), None
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
    one_by_one = roles.form == "m" and isinstance(subject, Some) and subject.apart  # "each Wizard must lose 2 Stars"
    return t.Clause(group(subject), acts, form_of(roles) if who is not None else "e" if one_by_one else roles.form)


def form_of(roles: Roles) -> str:
    """The form of a clause about somebody else than its verb's subject: "o" of an order, else ""."""
    return "o" if roles.subject is None and roles.form == "b" and not roles.verb.passive else ""


def amounts(roles: Roles, phrase: Phrase) -> list[tuple[t.Num, str]]:
    """How much of what: the object with what stands beside it. Raises NoSense."""
    parts = list(phrase.parts) if isinstance(phrase, Amounts) else [phrase]
    if len(parts) > 1 and any(isinstance(part, Amount) and part.mode == "of them" for part in parts):
        raise NoSense  # "(if you have 3 Crystals or more) lose 3 of them and 5 Stars"
    if any(isinstance(part, Amount) and part.mode == "total" for part in parts):
        raise NoSense  # "gain 2 Stars in total": shared out how?
    if any(isinstance(part, Amount) and part.mode == "theirs" for part in parts) and not _of_they(roles):
        raise NoSense  # "you gain every Star they have": whose?
    for part in parts:
        whose = part.owner if isinstance(part, Amount) else None
        yours = roles.subject is None and roles.form == "b" and whose == t.Caster()  # "hand 3 of your Stars to ..."
        if whose is not None and whose != THEY and Some(whose) != roles.subject and not yours:
            raise NoSense  # "the caster loses 2 of the chosen Wizard's Stars"
    found = [_how_much(part) for part in parts]
    if any(isinstance(part, t.Stat) and part.did for number, _ in found for part in every_part(number)):
        raise NoSense  # "gain as many Stars as the target did": as they gained, or as they have?
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
    if len(found) > 1 and any(isinstance(number, t.InAll) for number, _ in found):
        raise NoSense  # "1 Star for each ... and 1 Star for each ..., up to 6 in total": not of the last alone
    limit = limit_said(roles, "maximum")
    if isinstance(limit, Amount) and limit.mode == "total":
        if len(found) != 1:
            raise NoSense
        return [(in_all(found[0][0], limit, found[0][1]), found[0][1])]
    for bound, kind in ((limit, t.Least), (limit_said(roles, "least"), t.Greatest)):
        if bound is not None:
            if len(found) != 1:
                raise NoSense
            number, attr = found[0]
            if isinstance(bound, Amount) and not attr and ITS_GAP in every_part(number):
                number, attr = gap_in(number, bound.attr), bound.attr
            found = [(capped(number, bound, attr, kind), attr)]
    return found


def in_total(roles: Roles, what: Phrase, *who: Phrase | None) -> Phrase:
    """ "The caster loses 2 Stars in total", "... the sum of 2 Stars": where only one loses them, these are 2 Stars."""
    alone = all(isinstance(one, Some) and one.how == "one" for one in who)
    match what:
        case Amount(number=t.Int(), mode="total") if alone and not any(role == "each" for role, _ in roles.left):
            return replace(what, mode="")  # but for "... in total for each idle Wizard"
    return what


def _of_they(roles: Roles) -> bool:
    """Whether the subject can be who "they" are of whom "every Star they have" is said."""
    match roles.subject:
        case Some(t.Caster(you)):
            return not you and roles.verb.sense == "lose"
    return roles.subject is not None


ITS_GAP = t.Result("its gap")
"""The difference, of what was compared."""


def gap_in(number: t.Num, attr: str) -> t.Num:
    """ "The difference in Stars", "the difference, but at most 5 Stars": one of numbers of Stars, or of no thing."""
    found: t.Num = replaced(number, {ITS_GAP: t.Result(f"{ITS_GAP.which} in {attr}")})
    return found


def _how_much(phrase: Phrase) -> tuple[t.Num, str]:
    match phrase:
        case Amount("=" | "upto", number, attr) if isinstance(number, t.Num):
            return number, attr
        case Number(number, attr) if attr or isinstance(number, t.Int) or ITS_GAP in every_part(number):
            return number, attr  # of what, is then told by what was spoken of
        case Amount("more", t.Int() as number, "", ""):
            return t.Further(number), ""  # "(gain 1 Star; if ..., gain) 3 more"
        case Amount("more", number, attr, "extra" | "" as mode) if attr or mode:
            return number, attr  # "1 more Star"; "a further 2", of what has been spoken of
        case Amount("all", _, attr, owner=owner):
            return t.Greatest((t.Int(0), t.Stat(THEY if owner == THEY else SUBJECT_OWN, attr))), attr
        case Flow(attr, way, Some(who, "one"), "", source, True, timed):
            moved = t.Moved(who, "loss" if way == "lose" else "gain", attr, source)
            return moved if timed or source is not None else t.Untimed(moved), attr
        case Own(Some(who, "one"), str() as attr, False) if attr:
            raise NoSense  # "gains the caster's Stars": from the caster?
    raise NoSense


def limit_said(roles: Roles, kind: str) -> Any:
    for index, (name, value) in enumerate(roles.left):
        if name == "limit" and value[0] == kind:
            del roles.left[index]
            return value[1]
    return None


def _floors(roles: Roles, phrase: Phrase) -> tuple[t.Num | None, ...]:
    """What each amount cannot bring anybody below."""
    kind, bound = "floor", limit_said(roles, "floor")
    if bound is None:
        kind, bound = "minimum", limit_said(roles, "minimum")
    if bound is not None and isinstance(phrase, Amounts):
        phrase, bound = np_limit(phrase, (kind, bound)), None  # "2 Stars and 1 Crystal, but not below 0": of both
    if bound is None:
        each = phrase.parts if isinstance(phrase, Amounts) else (phrase,)
        return tuple(part.floor if isinstance(part, Amount) else None for part in each)
    counted = any(role == "each" for role, _ in roles.left)
    if kind == "minimum" and not (isinstance(phrase, Amount) and floor_meant(phrase.number, bound, each=counted)):
        raise NoSense
    match bound:
        case Number(t.Int() as number) | Amount("=", t.Int() as number, ""):
            return (number,)
        case Amount("=", t.Int() as number, attr) if isinstance(phrase, Amount) and phrase.attr == attr:
            return (number,)
    raise NoSense


def changes(roles: Roles, phrase: Phrase, *, gain: bool) -> tuple[t.Act, ...]:
    """Stars gained or lost by the subject."""
    floor, *others = floors = _floors(roles, phrase)
    if gain and any(floors):
        raise NoSense  # a gain brings nobody below anything
    if gain and any(map(_is_all, phrase.parts if isinstance(phrase, Amounts) else (phrase,))):
        raise NoSense  # "all Stars go to you": whose? "the chosen Wizard gains all your Stars": do you lose them?
    if isinstance(phrase, Amount) and phrase.op == "upto":
        if gain or not isinstance(floor, t.Int | None) or (floor is not None and floor.value < 0):
            raise NoSense
        floor = floor or t.Int(0)  # "up to 3 Stars, but not below 5"
    floors = (floor, *others)
    match phrase:
        case Amount("bare", None, attr, "", None, None):
            return (t.Change(SUBJECT, attr, gain, t.Untold(), floor),)
    moved = zip(amounts(roles, phrase), floors, strict=True)
    return tuple(t.Change(SUBJECT, attr, gain, number, least) for (number, attr), least in moved)


def _is_all(phrase: Phrase) -> bool:
    """Whether it is all that somebody has, or that there is: "all Stars", "all of your Stars"."""
    match phrase:
        case Amount("all", owner=None, mode=""):
            return True
        case Amount(number=t.Greatest((t.Int(0), t.Stat(who, _, False))), mode="of"):
            return who != SUBJECT_OWN
    return False


def plain(phrase: Phrase) -> Phrase:
    """ "The same number of Stars" is that many, and where it is what moves "exactly 2 Stars" are 2."""
    match phrase:
        case Amount("==", t.ThatMany()) | Amount("===", t.Int()):
            return replace(phrase, op="=")
        case Same(("number", str() as attr), None, False, None):
            return Amount("=", t.ThatMany(), attr, mode="that")
    return phrase
