"""What is named for the sentences that follow: numbers that are counted, Wizards who are found.

A function for each verb, by its sense.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import the
from pbp.spells.english.beside import there_is
from pbp.spells.english.comparing import looked_at
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import casts_who, gap_said, measure_away, measure_differs
from pbp.spells.english.nbar import n_above, n_pp, n_rel, rel_object
from pbp.spells.english.outcomes import act, act_bare, happens
from pbp.spells.english.phrases import (
    THEY,
    Amount,
    Casts,
    Flow,
    Nbar,
    Number,
    Own,
    Phrase,
    Pointer,
    Roles,
    Some,
    Values,
    Verb,
)
from pbp.spells.english.pronouns import whichever, whichever_of, whoever
from pbp.spells.english.selecting import announced
from pbp.spells.english.several import np_among, np_but
from pbp.spells.english.testing import wizard_test
from pbp.spells.english.things import plain_number, rounded
from pbp.spells.sense.members import contains
from pbp.spells.sense.sentences import TOGETHER, each_act
from pbp.spells.walk import is_one, parts, replaced, rounds, with_rounding

ORDERED = (None, Some(t.Caster()))
"""Who can be told to count: nobody by name, or the caster."""


def note(number: t.Num, attr: str = "", form: str = "") -> t.Act:
    """A number is named for what follows; `form` "b" by an order."""
    return t.Clause(None, (t.Note(number, attr),), form)


def _form(roles: Roles) -> str:
    return "b" if roles.subject is None and roles.form == "b" and not roles.verb.passive else ""


@happens("count", "passive count")
def _count(roles: Roles) -> t.Act:
    """ "Count the Wizards who cast Burn", "count the caster's Crystals"."""
    return _named(roles, total=True)


@happens("addup", "passive addup")
def _add_up(roles: Roles) -> t.Act:
    """ "Add up the Stars of your neighbours"."""
    return _named(roles, total=True)


def _what(roles: Roles) -> Phrase:
    if roles.verb.passive:
        if roles.subject is None:
            raise NoSense
        return roles.subject
    if roles.subject not in ORDERED or roles.form not in ("b", "s"):
        raise NoSense
    what: Phrase = roles.take("object")
    return what


def _named(roles: Roles, *, total: bool) -> t.Act:
    what = _what(roles)
    roles.says("together")
    match what:
        case Pointer("results") if total and roles.verb.sense == "addup":
            return note(t.Result("sum"), "", _form(roles))
        case Number(t.Result("")) if total and roles.verb.sense == "addup":  # "add up what you rolled"
            return note(t.Result("sum"), "", _form(roles))
        case Some(t.They("them")) if roles.verb.sense == "addup":
            return note(t.Result("its sum"), "", _form(roles))
        case Some(who, "each" | "plural"):
            return note(t.Count(who), "", _form(roles))
        case Casts(how="each" | "plural"):
            return note(t.Count(casts_who(what)), "", _form(roles))
        case Own(Some(who, "one"), str() as attr, start) if attr:
            return note(t.Stat(who, attr, start), attr, _form(roles))
        case Own(Some(who, "each" | "plural"), str() as attr, False) if attr and total:
            return note(t.Total(who, attr), attr, _form(roles))
        case Number(number, attr):
            return note(number, attr, _form(roles))
        case Flow(attr, way, Some(who, "one"), "now" | "", source, True):
            return note(t.Moved(who, "loss" if way == "lose" else "gain", attr, source), attr, _form(roles))
    raise NoSense


@happens("average", "passive average")
def _average(roles: Roles) -> t.Act:
    """ "The Stars of the caster and the chosen Wizard are averaged"."""
    what = _levelled(roles)
    match what:
        case Own(Some(t.Join() as both, "each"), str() as attr, False) if attr:
            form = "" if roles.subject is None else TOGETHER
            return t.Clause(None, (t.Level(both, attr, roles.maybe("round") or ""),), form)
    raise NoSense


def _levelled(roles: Roles) -> Phrase:
    """Whose Stars are averaged: "average your Stars with theirs", "you and the chosen Wizard level out your Stars"."""
    match roles.subject:
        case Some(t.Join(some) as both, "each") if not roles.verb.passive and roles.form in ("b", "s"):
            own = roles.take("object", Own)
            mine = own.owner in (Some(THEY), Some(t.Caster(you=True)), Some(t.Caster()))
            if not mine or (own.owner != Some(THEY) and not any(isinstance(one, t.Caster) for one in some)):
                raise NoSense
            return Own(Some(both, "each"), own.attr, own.start)
    what, other = _what(roles), roles.maybe("with", Own)
    match what, other:
        case Own(Some(one, "one"), str() as attr, False), Own(Some(another, "one"), str() as same, False) if attr and (
            same in ("", attr) and one != another
        ):
            return Own(Some(t.Join((one, another)), "each"), attr)
    if other is not None:
        raise NoSense
    return what


@happens("find", "passive find")
def _find(roles: Roles) -> t.Act:
    """ "Find the Wizard with the most Stars", "look at the caster's neighbours", "look at the lower result"."""
    what = _what(roles)
    compared = looked_at(what)
    if compared is not None:
        return compared
    match what:
        case Some(_, "some", place=False) if _form(roles):
            return t.Asking(there_is("s", what))  # "Look for another Wizard with a Red Hat. If you find one, ..."
        case Some(who, "one" | "each" | "plural") if not isinstance(who, t.Pick):
            return t.Clause(None, (t.Mention(who),), _form(roles))
        case Casts(how="each" | "plural" | "the" | "name", own=False) as casts:
            return announced(casts)  # "take each spell that targets the caster"
        case Casts(t.Owner(who), how="one", own=False) as casts if is_one(who) and not isinstance(who, t.They):
            return announced(casts)  # "look at the spell selected by the Wizard in the chosen position"
        case Number(number, attr):
            return note(number, attr, _form(roles))
        case Own(Some(who, "one"), str() as attr, start) if attr:  # "look at the target's Stars"
            return note(t.Stat(who, attr, start), attr, _form(roles))
        case Values((t.WordInput() as word,)):  # "check the chosen word"
            return t.Anyway(t.Seq(()), chosen=word)
    raise NoSense


def kept_result(roles: Roles) -> t.Act:
    """ "Keep the higher result"."""
    match _what(roles):
        case Number(t.Result("higher" | "lower" | "first" | "second") as result):
            return note(result, "", _form(roles))
    raise NoSense


def act_find_who(verb: Said, preds: Any) -> t.Act:
    """ "Find out who has the most Stars"."""
    return _found(verb, whoever(Said(Word("Q", "whoever"), -1), preds))


def act_find_who_but(verb: Said, *said: Any) -> t.Act:
    """ "Find out who, not counting the caster, has the most Stars"."""
    return _found(verb, np_but(whoever(Said(Word("Q", "whoever"), -1), said[-1]), _person(said)))


def act_find_which(verb: Said, nbar: Nbar, preds: Any) -> t.Act:
    """ "See which Wizard has the most Stars", "find out which neighbour of the caster has the fewest"."""
    if nbar.noun.word.form != "s":
        raise NoSense
    return _found(verb, whichever(nbar, preds))


def act_find_which_of(verb: Said, group: Phrase, preds: Any) -> t.Act:
    """ "See which of your neighbours has the most Stars"."""
    match wizard_test(preds):
        case t.In(_, t.Top()):
            return _found(verb, whichever_of(group, preds))
    raise NoSense


def act_find_of_which(group: Phrase, verb: Said, preds: Any) -> t.Act:
    """ "Of your neighbours, see which one has the most Stars"."""
    return act_find_which_of(verb, group, preds)


def leaving_find_which(out: Phrase, verb: Said, nbar: Nbar, preds: Any) -> t.Act:
    """ "Leaving the caster aside, see which Wizard has the most Stars"."""
    if nbar.noun.word.form != "s":
        raise NoSense
    return _found(verb, np_but(whichever(nbar, preds), _person((out,))))


def who_did(preds: Any, act: t.Act) -> t.Act:
    """ "Who cast Burn? Each of them loses 1 Star"."""
    return _asked(whoever(Said(Word("Q", "whoever"), -1), preds), act)


def who_of_did(*said: Any) -> t.Act:
    """ "Which of your neighbours has the most Stars? That Wizard loses 1 Star", "which other Wizard has ...?"."""
    *looked, group, preds, act = said
    if looked:  # "look at your neighbours: who of them has the most Stars?"
        *verb, among = looked
        only(verb, {"V": ("find", "look"), "P": ("at",)})
        if group not in (Some(t.They("them")), Some(t.They("those"), "each")):
            raise NoSense
        group = among
    if isinstance(group, Nbar) and group.noun.word.form == "p":  # "which Wizards cast Burn? Each of them ..."
        return _asked(the(n_rel(group, ("subject", preds))), act)
    if isinstance(group, Nbar):
        return _asked(whichever(group, preds), act)
    match group, wizard_test(preds):
        case _, t.In(_, t.Top()):
            return _asked(whichever_of(group, preds), act)
        case Some(who, "each" | "plural"), test if not isinstance(who, t.They):  # "which of your neighbours are idle?"
            return _asked(Some(t.Those(who, test), "each"), act)
    raise NoSense


def who_did_but(*said: Any) -> t.Act:
    """ "Leaving yourself out, who has the most Stars? That Wizard loses 1 Star"."""
    return _asked(np_but(whoever(Said(Word("Q", "whoever"), -1), said[-2]), _person(said)), said[-1])


def _person(said: tuple[Any, ...]) -> Phrase:
    return next(part for part in said if isinstance(part, Phrase))


def _asked(who: Phrase, act: t.Act) -> t.Act:
    asked = _found(Said(Word("V", "find"), -1), who)
    return t.Seq((replace(asked, form=""), *each_act(act)))


def find_which(verb: Said, noun: Said, subject: Phrase, chosen: Verb) -> t.Act:
    """ "Look at which spell the chosen Wizard selected"."""
    if verb.sense not in ("find", "look") or noun.sense != "spell" or noun.word.form != "s":
        raise NoSense
    return act_bare(Verb("find", "b").add("object", the(n_rel(Nbar(noun), rel_object(subject, chosen)))))


def leave_and(*said: Any) -> t.Act:
    """ "Leave yourself out and count the Wizards who cast Burn", "leaving yourself out, ..."."""
    verb = said[-1]
    roles = Roles(None, verb)
    if verb.sense not in ("count", "find", "choose") or verb.form != "b" or verb.passive or verb.denied:
        raise NoSense
    what, out = roles.take("object", Some | Number), _person(said)
    match what:
        case Number(t.Stat(t.Top(among))) if isinstance(out, Some) and contains(among, out.who) is False:
            return act_bare(verb)  # "leave yourself out and find the highest number of Stars among the others"
    return act_bare(replace(verb, parts=(("object", np_but(what, out)), *roles.left)))


def count_among(*said: Any) -> t.Act:
    """ "Among the neighbours of the chosen Wizard, count those who targeted you"."""
    group, verb, preds = said[-3:]
    if verb.sense != "count" or not isinstance(group, Some) or group.how not in ("each", "plural") or group.place:
        raise NoSense
    counted = Some(t.Those(group.who, wizard_test(preds)), "each")
    return act_bare(Verb("count", "b").add("object", counted))


def count_among_with(group: Phrase, verb: Said, told: Any) -> t.Act:
    """ "Of the caster's neighbours, count those with more than 18 Stars", "..., count the ones above 18 Stars"."""
    wizards = Nbar(Said(Word("N", "wizard", "", "p"), -1))
    if isinstance(told, tuple) and told[0] not in ("with", "without"):
        raise NoSense  # "of your neighbours, count those before the caster"
    match the(n_pp(wizards, told) if isinstance(told, tuple) else n_above(wizards, told)):
        case Some(t.Those(t.All(), test), "each" | "plural", place=False):
            counted: t.Cond = test
        case _:
            raise NoSense
    if verb.sense != "count" or not isinstance(group, Some) or group.how not in ("each", "plural") or group.place:
        raise NoSense
    return act_bare(Verb("count", "b").add("object", Some(t.Those(group.who, counted), "each")))


def count_among_led(*said: Any) -> t.Act:
    """ "Among your neighbours, count those who targeted you: you lose that many Crystals"."""
    *counted, act = said
    return t.Seq((count_among(*counted), *each_act(act)))


def act_out_of(group: Phrase, *said: Any) -> t.Act:
    """ "Out of all who targeted the caster, we pick just one", "..., you pay the one with the most Stars"."""
    *subject, verb = said
    if not isinstance(group, Some) or group.how not in ("each", "plural"):
        raise NoSense
    tops = [part for part in verb.parts if isinstance(part[1], Some) and isinstance(part[1].who, t.Top)]
    if len(tops) == 1:
        of_them = {tops[0]: (tops[0][0], np_among(group, tops[0][1]))}
        verb = replace(verb, parts=tuple(of_them.get(part, part) for part in verb.parts))
    if verb.sense not in ("choose", "find"):
        if len(tops) != 1:
            raise NoSense
        return act(subject[0], verb) if subject else act_bare(verb)
    if subject not in ([], [Some(t.Caster())]):
        raise NoSense
    return we_do(verb if tops else verb.add("among", group))


def we_do(verb: Verb) -> t.Act:
    """ "We count the Wizards who cast Burn": as an order."""
    told = ("choose", "find", "count", "addup", "roll", "compare", "divide", "multiply", "average", "look")
    if verb.sense not in (*told, "consider") or verb.form != "b" or verb.passive or verb.denied or verb.modal:
        raise NoSense
    return act_bare(verb)


def with_left_out(act: t.Act, left: t.Act) -> t.Act:
    """ "The Wizards who cast Burn are counted, but the caster is left out of the count"."""
    match act:
        case t.Clause(None, (t.Note(number=t.Count()),)) if isinstance(left, t.LeftOut):
            return t.Seq((act, left))
    raise NoSense


def act_and_round(act: t.Act, said: str | tuple[str, str]) -> t.Act:
    """ "Take the average of your Stars and theirs, and round it down"."""
    kind, way = ("", said) if isinstance(said, str) else said
    match act:
        case t.Clause(None, (t.Note(number=number) as noted,)) if not kind:
            return replace(act, acts=(replace(noted, number=rounded(number, way)),))
        case t.Act():
            if rounds(act, kind):
                made: t.Act = with_rounding(act, way)
                return made  # "they lose half of their Stars, and you round that half up"
    raise NoSense


def act_taken_of(noun: Said, be: str, verb: Said, of: tuple[str, Any], *way: str) -> t.Act:
    """ "The average is taken of the caster's Stars and the target's Stars, and is rounded up"."""
    if noun.sense not in ("average", "sum") or verb.sense not in ("find", "take", "consider"):
        raise NoSense
    made = note(plain_number(the(n_pp(Nbar(noun), of))), "", be)
    return act_and_round(made, way[0]) if way else made


def _found(verb: Said, what: Phrase) -> t.Clause:
    match what:
        case Some(who, "one" | "each" | "plural") if verb.sense in ("find", "look") and not isinstance(who, t.Pick):
            return t.Clause(None, (t.Mention(who),), "b")
    raise NoSense


def act_find_gap(verb: Said, subject: Phrase, differs: Verb, *said: Any) -> t.Act:
    """ "Determine by how much your Stars differ from 5"."""
    if verb.sense not in ("find", "look"):
        raise NoSense
    return note(gap_said(measure_differs(subject, differs), *said).number, "", "b")


def act_less_from_more(verb: Said, *said: Said) -> t.Act:
    """ "(Compare your Stars with those of ...,) and subtract the lower number from the higher one"."""
    only(said, {"C": ("<", ">"), "N": ("number", "result")})
    ways = [word.sense for word in said if word.word.sort == "C"]
    if verb.sense not in ("remove", "take") or ways != ["<", ">"] or any(word.word.detail for word in said):
        raise NoSense
    return note(t.Result("gap"), "", "b")


def act_gap_either(act: t.Act, *said: Any) -> t.Act:
    """ "(Subtract the lower from the higher.) They lose that many Stars, whichever of you has more"."""
    moved = [part for part in parts(act) if isinstance(part, t.Change | t.Pay)]
    ways = [more.sense for more in said if isinstance(more, Said)]
    if ways not in (["<"], [">"]) or len(said) != 1 or len(moved) != 1 or t.ThatMany() not in parts(moved[0]):
        raise NoSense
    made: t.Act = replaced(act, {t.ThatMany(): t.Noted("gap")})
    return made


def act_find_away(verb: Said, left: Phrase, _be: str, right: Phrase, *said: Any) -> t.Act:
    """ "Find out how far your number of Stars is from 5"."""
    if verb.sense not in ("find", "look"):
        raise NoSense
    return note(gap_said(measure_away(left, "", right), *said).number, "", "b")


def taken(what: Phrase) -> t.Act:
    """ "Take your position number", "take each neighbour of the chosen Wizard": for what follows."""
    match what:
        case Number(number, attr):
            return note(number, attr, "b")
        case Some(who, "one", place=True):
            return note(t.Position(who), "", "b")
        case Some(who, "one" | "each" | "plural", place=False):
            return t.Clause(None, (t.Mention(who),), "b")
    raise NoSense


# ---- what is done with a number


@happens("divide", "passive divide")
def _divide(roles: Roles) -> t.Act:
    """ "Divide the result by 3", "the result is divided by 2, rounded up"."""
    by = plain_number(roles.take("by", Number | Amount))
    if not isinstance(by, t.Int) or by.value < 2:
        raise NoSense
    of = roles.maybe("object", Own | Number) if _form(roles) else None
    match of:
        case Own(Some(who, "one"), str() as attr, False) if attr:  # "divide your Crystals by 3(, and lose that many)"
            divided: t.Num = t.Stat(who, attr)
        case Number(t.Stat() as divided, attr) if attr:
            pass
        case Own():
            raise NoSense
        case Number():
            return note(t.Part(worked(of), by, roles.maybe("round") or ""), "", _form(roles))
        case _:
            return note(t.Part(worked_by(roles), by, roles.maybe("round") or ""), "", _form(roles))
    part = t.Part(divided, by, roles.maybe("round") or "")
    return t.Clause(None, (t.Note(part, attr, divided=attr),), "b")


@happens("multiply", "passive multiply")
def _multiply(roles: Roles) -> t.Act:
    by = roles.take("by", Number | Amount)
    number = by.number if isinstance(by, Amount) and by.op == "=" else plain_number(by)
    if not isinstance(number, t.Int):
        raise NoSense
    return note(t.Times(number, worked_by(roles)), by.attr, _form(roles))


def act_round(way: str) -> t.Act:
    """ "Round up"."""
    return note(t.Rounded(t.Noted(), way))


def flow_loss() -> str:
    return "loss"


def flow_gain() -> str:
    return "gain"


def flow_payment() -> str:
    return "payment"


def flow_half() -> str:
    return "half"


def rounded_flow(*said: str) -> tuple[str, str]:
    """ "Round the loss down"."""
    way = next(word for word in said if word in ("down", "up"))
    return next(word for word in said if word != way), way


def round_done(who: Said, verb: Said) -> str:
    """ "(Rounding up) what you lose"."""
    if who.sense not in ("you", "they"):
        raise NoSense
    kinds = {"lose": "loss", "gain": "gain", "pay": "payment"}
    if verb.sense not in kinds:
        raise NoSense
    return kinds[verb.sense]


def act_round_flow(*said: Any) -> t.Act:
    """ "If it does not divide evenly, round the amount lost down", "the loss is rounded down"."""
    kind, way = said[0] if isinstance(said[0], tuple) else said
    return note(t.Rounded(t.Noted(kind), way))


def act_rounded(what: Phrase, _be: str, way: str) -> t.Act:
    """ "The average is rounded up"."""
    return note(t.Rounded(worked(what), way))


def added(roles: Roles) -> t.Act:
    """ "Add 1 (to the result)", "they add their Stars together", "add the results"."""
    what = roles.subject if roles.verb.passive else roles.take("object")
    if isinstance(what, Own) and isinstance(roles.subject, Some) and what.owner in (Some(THEY), roles.subject):
        what = Own(roles.subject, what.attr)
    elif isinstance(what, Own) and roles.subject == _with_you(roles.subject) and what.owner == Some(t.Caster()):
        assert isinstance(roles.subject, Some)
        what = Own(roles.subject, what.attr)
    elif roles.subject not in (*ORDERED, what):
        raise NoSense
    whole = roles.says("together") or roles.says("up")
    match what:
        case Pointer("results") | Some(t.They("them")):
            return note(t.Result("sum" if isinstance(what, Pointer) else "its sum"), "", _form(roles))
        case Own(Some(who, "each"), str() as attr, False) if attr and whole:
            return note(t.Total(who, attr), attr)
        case Number(t.Int() as number) if not whole:
            match roles.maybe("to"):
                case Number(t.Count() as counted, ""):  # "add 1 to the number of Wizards who cast Burn"
                    base: t.Num = counted
                case to:
                    base = worked(to)
            return note(t.Add((base, number)), "", _form(roles))
    raise NoSense


def added_to(roles: Roles, one: Own, other: Own) -> t.Act:
    """ "Add your Stars to the chosen Wizard's Stars (and halve the sum)": nobody gains them."""
    match one, other:
        case Own(Some(who, "one"), str() as attr, False), Own(Some(second, "one"), same, False):
            if attr and same in ("", attr) and who != second and roles.subject in ORDERED:
                return note(t.Total(t.Join((who, second)), attr), attr, _form(roles))
    raise NoSense


def subtracted(roles: Roles, what: Number) -> t.Act:
    """ "Subtract 2 (from the result)"."""
    if roles.subject not in ORDERED or not isinstance(what.number, t.Int):
        raise NoSense
    begun = roles.maybe("from")
    return note(t.Minus(t.Noted() if begun is None else worked(begun), what.number), "", _form(roles))


def _with_you(subject: Phrase | None) -> Phrase | None:
    """The subject if it is several and the caster among them."""
    match subject:
        case Some(t.Join(parts), "each") if t.Caster() in parts:
            return subject
    return Some(t.All(), "none")


def worked_by(roles: Roles) -> t.Num:
    """The number on which a verb works: the one named last, if it is not named again."""
    if roles.verb.passive:
        if roles.subject is None and roles.form != "s":
            raise NoSense
        return worked(roles.subject)
    if roles.subject not in ORDERED:
        raise NoSense
    return worked(roles.maybe("object"))


def worked(what: Phrase | None) -> t.Num:
    """A number that was named before. Raises NoSense."""
    if what is None or what in (Pointer("it"), Pointer("that"), Pointer("the number")):
        return t.Noted()
    if isinstance(what, Number) and isinstance(what.number, t.Result | t.Roll):
        return t.Noted("result" if what.number == t.Result() else "number")
    if isinstance(what, Number) and isinstance(what.number, t.Noted):
        return what.number
    if isinstance(what, Amount) and what.number == t.ThatMany():
        return t.Noted()
    if isinstance(what, Number) and isinstance(what.number, t.Count | t.NumberInput):
        return what.number  # "divide the number of Wizards who cast Burn by 2"
    raise NoSense
