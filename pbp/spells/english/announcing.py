"""What announces what happens: "good news for ...: ...", "DICE6: ...", "for them, two things: ...", and exceptions.

What it says of what follows must be so. One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.claims import claim
from pbp.spells.english.discourse import label_bare
from pbp.spells.english.groups import relative
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import thing_of
from pbp.spells.english.nbar import value_np
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.phrases import THEY, Amount, Casts, Nbar, Number, Own, Phrase, Some, Verb
from pbp.spells.english.sentences import act_except, as_for
from pbp.spells.english.verbs import v_be, v_modal, vp_compared
from pbp.spells.sense.conditions import check_of_a_time, conj
from pbp.spells.sense.members import contains
from pbp.spells.sense.sentences import Lead, each_act, items, joined_roll
from pbp.spells.walk import is_one, parts, replaced

# ---- exclamations, which say nothing


def cry(said: Said) -> t.Act:
    """ "Snap!"."""
    if said.sense != "cry":
        raise NoSense
    return t.Exclaimed()


def cry_to(said: Said) -> t.Act:
    """ "Bad luck, everyone else!"."""
    if said.sense not in ("cry", "news"):
        raise NoSense
    return t.Exclaimed()


def foretold(*_: Any) -> t.Act:
    """ "Watch out, neighbours!", "somebody's purse is about to get lighter!": nothing happens by that."""
    return t.Exclaimed()


def cried(said: Said, act: t.Act) -> t.Act:
    """ "Aw, ...", "lucky you: ..."."""
    cry(said)
    return act


def cried_after(act: t.Act, said: Said) -> t.Act:
    """ "..., how kind"."""
    cry(said)
    return act


# ---- good news and bad news


def news_for(noun: Said, way: Said, whom: Phrase, act: t.Act) -> t.Act:
    """ "Good news for the caster: they gain 3 Stars", "bad luck for the chosen Wizard: ...": they do gain, or lose."""
    if noun.sense != "news" or way.sense != "for" or not isinstance(whom, Some) or whom.how != "one":
        raise NoSense
    for clause in _only_clauses(act):
        ways = {made.gain if isinstance(made, t.Change) else None for made in clause.acts}
        if clause.subject not in (THEY, t.They("that"), t.They("that Wizard"), whom.who) or ways != {
            noun.word.detail == "gain"
        }:
            raise NoSense
    return as_for(whom, act)


def _only_clauses(act: t.Act) -> list[t.Clause]:
    """Several outcomes, none under a condition. Raises NoSense."""
    found = each_act(act)
    clauses = [clause for clause in found if isinstance(clause, t.Clause)]
    if len(clauses) != len(found):
        raise NoSense
    return clauses


# ---- a die


def dice_led(drawn: tuple[int, int], act: t.Act) -> t.Act:
    """ "DICE6: on 1 or 2, the caster gains 2 Stars"."""
    return joined_roll(act_bare(Verb("roll", "b").add("object", Number(t.Roll(*drawn)))), act)


def dice_alone(drawn: tuple[int, int]) -> t.Act:
    """ "DICE6. Odd: ..."."""
    return act_bare(Verb("roll", "b").add("object", Number(t.Roll(*drawn))))


# ---- of whom all is said that follows


def for_them(whom: Phrase, *said: t.Act) -> t.Act:
    """ "For the chosen Wizard, two things: they gain 1 Star, and they lose 1 Crystal", "for each Wizard: they ..."."""
    *headings, act = said
    if not isinstance(whom, Some) or whom.how not in ("one", "each", "plural") or whom.place:
        raise NoSense
    if any(isinstance(part, t.Pick) for part in parts(whom.who)):
        raise NoSense
    if whom.how == "one":
        if not all(any(isinstance(part, t.They) for part in parts(one)) for one in each_act(act)):
            raise NoSense  # "for the chosen Wizard: gain 1 Star": who gains?
        told = as_for(whom, act)
    else:
        if any(clause.subject != THEY for clause in _only_clauses(act)):
            raise NoSense  # "for each Wizard: gain 1 Star": who gains, and how often?
        told = t.Seq(tuple(replace(clause, subject=whom.who, form="") for clause in _only_clauses(act)))
    return told if not headings else t.Seq((headings[0], *each_act(told)))


def things_for(heading: t.Act, preposition: Said, whom: Phrase, act: t.Act) -> t.Act:
    """ "Two things for every Wizard: they lose 2 Stars, and they gain 1 Crystal", "two things befall them: ..."."""
    if preposition.sense not in ("for", "to", "befall"):
        raise NoSense
    return for_them(whom, heading, act)


def led_headed(lead: Lead, heading: t.Act, act: t.Act) -> t.Act:
    """ "If they cast Burn, both at once: ...": so many as are told there, under the condition."""
    if isinstance(heading, t.Heading) and heading.count and not heading.kind:
        told = [one for one in each_act(act) if not isinstance(one, t.Confirmed)]
        together = {len(act.acts)} if isinstance(act, t.Seq) and heading.count > 1 else set()
        if heading.count not in {*together, len(told)}:
            raise NoSense
        return led(lead, act)
    return t.Seq((heading, led(lead, act)))


def headed_led(heading: t.Act, lead: Lead, act: t.Act) -> t.Act:
    """ "Both of the following happen only if they cast Burn: ..."."""
    _led_each(lead, act)
    return led_headed(lead, heading, act)


def led_all(lead: Lead, before: t.Act, last: t.Act) -> t.Act:
    """ "All of the following happens only if they cast Burn: • ... • ...": a list, whose end is seen."""
    return _led_each(lead, items(before, last))


def _led_each(lead: Lead, act: t.Act) -> t.Act:
    """Each of several things under one condition; none of them is what happens "otherwise"."""
    told = list(each_act(act))
    if any(isinstance(one, t.Else) and not isinstance(before, t.If) for before, one in pairwise([lead, *told])):
        raise NoSense
    return led(lead, act)


def addressed(verb: Said, *said: Any) -> t.Act:
    """ "Hit a random Wizard: that Wizard loses 2 Stars", "this applies to all who cast Burn: each such Wizard ..."."""
    *words, whom, told = said
    act: t.Act = told
    only(words, {"P": ("to", "for", "on", "with", "at")})
    if verb.sense not in ("address", "target", "award", "affect", "protect", "apply", "concern", "go"):
        raise NoSense
    if isinstance(whom, Casts) and whom.own:
        return act  # "forget this spell: ..."
    orders = [part for part in parts(act) if isinstance(part, t.Clause) and part.subject is None and part.form == "b"]
    if (
        not isinstance(whom, Some)
        or orders
        or not any(isinstance(part, t.They) or part == whom.who for part in parts(act))
    ):
        raise NoSense  # "hit the chosen Wizard: you gain 2 Stars"
    clauses = [part for part in parts(act) if isinstance(part, t.Clause)]
    if whom.how != "one" and not all(any(isinstance(who, t.They) for who in parts(one.subject)) for one in clauses):
        raise NoSense  # "hit each of your neighbours: you gain 2 Stars if they are idle"
    if whom.how == "each":  # "this concerns each Wizard who cast Burn: that Wizard ..."
        act = replaced(act, {t.They("that Wizard"): THEY})
    return as_for(whom, act)


# ---- two questions at once


def asked_both(cond: t.Cond, act: t.Act) -> t.Act:
    """ "Did they cast Burn, and are you idle? If both are true, ..."."""
    return _asked_two(t.And, cond, act)


def asked_either(cond: t.Cond, act: t.Act) -> t.Act:
    """ "Is your Hat Red, or are you idle? If either is true (or both are), ..."."""
    return _asked_two(t.Or, cond, act)


def _asked_two(kind: type[t.And | t.Or], cond: t.Cond, act: t.Act) -> t.Act:
    if not isinstance(cond, kind) or len(cond.parts) != 2:
        raise NoSense
    return led(("if", cond), act)


def check_both(verb: Said, cond: t.Cond, act: t.Act) -> t.Act:
    """ "Check whether they cast Burn and whether you are idle: if both are true, ..."."""
    if verb.sense != "find":
        raise NoSense
    return asked_both(cond, act)


def lead_both() -> Lead:
    """ "If both are true, ..."."""
    return "both", None


# ---- those who were found, or counted


def each_found(*said: Said) -> Phrase:
    """ "Each Wizard found", "each one so counted"."""
    only(said, {"N": ("wizard", "neighbour", "one")})
    return those_found(said[-1])


def those_found(found: Said) -> Phrase:
    """ "Those found"."""
    if found.sense not in ("find", "count", "choose"):
        raise NoSense
    return Some(t.They("those"), "each", apart=True)


def each_of_them_who(rel: Any) -> Phrase:
    """ "Each of them who cast Burn"."""
    return Some(t.Those(t.They("those"), relative(rel)), "each", apart=True)


def for_each_of_them(rel: Any) -> t.Num:
    """ "For each of them who cast Burn, ..."."""
    return t.Count(t.Those(t.They("those"), relative(rel)))


# ---- exceptions


def excepted(cond: t.Cond, *_: Any) -> t.Act:
    """ "The one exception: if they cast Burn, nothing happens", "exception: not if they cast Burn"."""
    return t.Provided(t.Not(cond))


def excepted_spared(cond: t.Cond, said: t.Act) -> t.Act:
    """ "The one exception: if they cast Burn, they gain nothing"."""
    if not isinstance(said, t.Spared) or said.whole:
        raise NoSense
    return t.Provided(t.Not(cond), said)


def spared_excepted(said: t.Act, cond: t.Cond) -> t.Act:
    """ "The one exception: they gain nothing if they cast Burn"."""
    return excepted_spared(cond, said)


def act_excepted(act: t.Act, exception: t.Act) -> t.Act:
    """ "..., with one exception: if they cast Burn, they gain nothing"."""
    match act, exception:
        case t.Clause(who, (t.Change(_, attr, gain),)), t.Provided(t.Not(cond), said) if who is not None:
            ways = ("", "gain" if gain else "loss")
            if said is None:
                return t.Trail(act, cond, False)
            assert isinstance(said, t.Spared)
            if said.way in ways and said.who in (None, who, THEY) and said.attr in ("", attr):
                return t.Trail(act, cond, False)
    raise NoSense


def act_not_for(act: t.Act, preposition: Said, whom: Phrase) -> t.Act:
    """ "5 Stars for everybody, but not for the caster"."""
    if preposition.sense not in ("for", "to"):
        raise NoSense
    if isinstance(act, t.Labelled):
        return replace(act, act=act_except(act.act, whom))
    return act_except(act, whom)


def only_asked(cond: t.Cond) -> t.Act:
    """ "Is the chosen Wizard idle?", and the answers after it."""
    return t.Asking(cond)


def no_exceptions(act: t.Act) -> t.Act:
    """ "Every Wizard loses 2 Stars, no exceptions": of a group to which nobody is an exception."""
    match act:
        case t.Clause(t.Who() as who) if not is_one(who) and not isinstance(who, t.Without):
            return act
    raise NoSense


_FLOWS_OF = {"lose": t.Change, "suffer": t.Change, "gain": t.Change, "pay": t.Pay}


def not_they_but(_be: str, who: Phrase, verb: Verb, made: t.Act) -> t.Act:
    """ "It is not the picked Wizard who suffers, though: each neighbour of the picked Wizard loses 2 Stars"."""
    kind = _FLOWS_OF.get(verb.sense)
    if kind is None or verb.denied or verb.parts or not isinstance(who, Some) or who.how != "one" or who.place:
        raise NoSense
    match made:
        case t.Clause(t.Who() as whom, (t.Change() | t.Pay() as one,)) if isinstance(one, kind):
            gains = isinstance(one, t.Change) and one.gain
            if gains == (verb.sense == "gain") and contains(whom, who.who) is False:
                return made
    raise NoSense


def let_chance(noun: Said, verb: Verb) -> t.Act:
    """ "Let chance pick one of your neighbours": as what is picked at random."""
    if noun.sense != "chance" or verb.form != "b" or verb.sense not in ("choose", "select") or verb.denied:
        raise NoSense
    return act_bare(verb.add("adverb", Said(Word("R", "random"), noun.at)))


def chance_does(noun: Said, verb: Verb) -> t.Act:
    """ "Chance picks one of your neighbours"."""
    if verb.form != "s":
        raise NoSense
    return let_chance(noun, replace(verb, form="b"))


def act_without_exception(subject: Phrase, *said: Any) -> t.Act:
    """ "Each Wizard shall, without exception, lose 2 Stars"."""
    *modal, verb = said
    return no_exceptions(act(subject, v_modal(modal[0], verb) if modal else verb))


# ---- lists of conditions


def conds_two(first: t.Cond, second: t.Cond) -> tuple[t.Cond, ...]:
    return first, second


def conds_more(before: tuple[t.Cond, ...], cond: t.Cond) -> tuple[t.Cond, ...]:
    return (*before, cond)


def conds_after(cond: t.Cond, after: tuple[t.Cond, ...]) -> tuple[t.Cond, ...]:
    return (cond, *after)


def both_listed(conds: tuple[t.Cond, ...]) -> t.Cond:
    """ "If both of these are true: ...; ..."."""
    if len(conds) != 2:
        raise NoSense
    return t.And(conds)


def all_listed(conds: tuple[t.Cond, ...]) -> t.Cond:
    """ "If all of these are true: ...; ...; ..."."""
    return t.And(conds)


def none_listed(conds: tuple[t.Cond, ...]) -> t.Cond:
    """ "If neither of these is true: ...; ..."."""
    return t.Not(t.Or(conds))


def one_listed(conds: tuple[t.Cond, ...], *enough: str) -> t.Cond:
    """ "If at least one of these is true: ...; ...", "...; either of these suffices"."""
    if any(kind not in ("one", "either") for kind in enough):
        raise NoSense
    return t.Or(conds)


def one_listed_of(whom: Phrase, conds: tuple[t.Cond, ...]) -> t.Cond:
    """ "If at least one of these is true of the chosen Wizard: that Wizard ...; ..."."""
    return t.Or(_all_of(whom, conds))


def all_listed_of(whom: Phrase, conds: tuple[t.Cond, ...]) -> t.Cond:
    """ "If all of these are true of the chosen Wizard: they cast Burn; ..."."""
    return t.And(_all_of(whom, conds))


def all_listed_after(*said: Any) -> t.Act:
    """ "If both of these are true (of the chosen Wizard), gain 2 Stars: • they cast Burn • they have 3 Crystals"."""
    *whom, act, conds = said
    return led(("if", t.And(_all_of(whom[0], conds) if whom else conds)), act)


def one_listed_after(*said: Any) -> t.Act:
    """ "If at least one of these is true, gain 2 Stars: • you are idle • the target cast Burn"."""
    *whom, act, conds = said
    return led(("if", t.Or(_all_of(whom[0], conds) if whom else conds)), act)


def _all_of(whom: Phrase, conds: tuple[t.Cond, ...]) -> tuple[t.Cond, ...]:
    """What is told of one Wizard. Raises NoSense where something else is told."""
    if not isinstance(whom, Some) or whom.how != "one" or whom.place:
        raise NoSense
    told = tuple(cond.part if isinstance(cond, t.Not) else cond for cond in conds)
    if not all(isinstance(one, t.Holds) and one.group in (whom.who, THEY, t.They("that Wizard")) for one in told):
        raise NoSense
    named: tuple[t.Cond, ...] = replaced(conds, {THEY: whom.who, t.They("that Wizard"): whom.who})
    return named


# ---- of a short text


def lead_compared(label: Nbar, compared: Any) -> Lead:
    """ "Number 3 or over: ...", "caster below 8 Stars: ...": of another Wizard, they may be who does what follows."""
    if label.noun.sense not in ("caster", "number") or label.noun.word.form != "s":
        raise NoSense
    return "if", claim(label_bare(label), vp_compared(v_be("s"), compared))


def lead_number_is(label: Nbar, cond: t.Cond) -> Lead:
    """ "Chosen number 1, 2 or 3: ...", "number = 4: ...": of the one that was chosen."""
    if label.noun.sense != "number" or label.noun.word.form != "s":
        raise NoSense
    match label_bare(label):
        case Number(t.NumberInput() as number):
            return "if", replaced(cond, {t.Result(): number})
    raise NoSense


def lead_number_chosen(*said: Any) -> Lead:
    """ "4 chosen: ...", "number 1, 2 or 3 chosen: ..."."""
    *noun, cond, verb = said
    if verb.sense not in ("choose", "select") or any(word.sense != "number" for word in noun):
        raise NoSense
    return "if", replaced(cond, {t.Result(): t.NumberInput(-1)})


def lead_number_told(verb: Said, cond: t.Cond) -> Lead:
    """ "Pick a 2 and (nothing happens)"."""
    return lead_number_chosen(cond, verb)


def casts_each(casts: Phrase, verb: Verb) -> t.Act:
    """ "Spells that target the caster: each targets a random Wizard instead", "your neighbours: each loses 1 Star"."""
    if not isinstance(casts, Casts | Some) or casts.how not in ("plural", "each") or verb.form != "s":
        raise NoSense
    if (casts.place or casts.apart) if isinstance(casts, Some) else casts.own:
        raise NoSense
    return act(casts, replace(verb, form="b" if casts.how == "plural" else "s"))


def condition_told(cond: t.Cond) -> t.Act:
    """ "Condition: you have 5 Stars or more. If met: ..."."""
    return t.Asking(cond)


def uncounted(flow: Said, *_number: int) -> Said:
    """ "Not (yet) counting that gain", "not counting the gain under (1)"."""
    only((flow,), {"N": ("flow", "payment")})
    return flow


def cond_uncounted(cond: t.Cond, flow: Said) -> t.Cond:
    """ "(If) you have exactly 25 Stars, not yet counting that gain"."""
    return t.Uncounted(cond, flow.word.detail)


def before_flow(*said: Said) -> str:
    """ "Before these gains", "before this payment": which way what comes after goes."""
    (noun,) = said
    if noun.sense == "payment":
        return ""
    if noun.sense != "flow":
        raise NoSense
    return noun.word.detail


def cond_beforehand(cond: t.Cond, way: str) -> t.Cond:
    """ "(If) the caster has more than 18 Stars beforehand": as all is before this spell does anything."""
    check_of_a_time(cond)
    if any(isinstance(part, t.Moved | t.Duels) for part in parts(cond)):
        raise NoSense  # "if the caster lost Stars before this": in this Duel?
    return t.Uncounted(cond, way)


def rel_beforehand(*said: Any) -> Any:
    """ "(Each Wizard) who has 12 Stars or fewer before these gains"."""
    way, preds = said if isinstance(said[0], str) else said[::-1]
    if isinstance(preds, Verb) and preds.form == "d" and not way:
        raise NoSense  # "who had 12 Stars beforehand": in the Duel before?
    return "test", cond_beforehand(relative(("subject", preds)), way)


def cond_by_then(cond: t.Cond) -> t.Cond:
    """ "(Then, if) the chosen Wizard has fewer than 25 Stars by then"; never what was cast by then."""
    check_of_a_time(cond)
    return t.ByThen(cond)


def claim_by_then(subject: Phrase, verb: Any) -> t.Cond:
    """ "(Then, if) the chosen Wizard by then has fewer than 25 Stars"."""
    return cond_by_then(claim(subject, verb))


def claim_ends_up(subject: Phrase, part: tuple[str, Any]) -> t.Cond:
    """ "(Then, if) you have ended up with a Red Hat": by then you have one."""
    if part[0] != "with":
        raise NoSense
    return claim_by_then(subject, Verb("have", "s", parts=(("object", part[1]),)))


def cond_no_more(cond: t.Cond, one: Said, other: Said) -> t.Cond:
    """ "(If) that count is one, no more and no fewer"."""
    if {one.sense, other.sense} != {"<", ">"}:
        raise NoSense
    match cond:
        case t.Compare(_, "=", t.Int()):
            return cond
        case t.Holds(_, "==", t.Int()) | t.Holds(_, ">=", t.Int(1), t.Compare(_, "=", t.Int())):
            return cond
    raise NoSense


def conditions_told(*said: Any) -> t.Act:
    """ "There are two conditions: ..., and ...": for the sentences after it."""
    *count, tests = [one for one in said if not isinstance(one, Said)]
    if len(tests) < 2 or (count and count[0] != len(tests)):
        raise NoSense
    return t.Asking(t.And(tuple(tests)))


def on_conditions(*said: Any) -> t.Act:
    """ "On two conditions, gain 2 Stars: ...; ...", "gain 2 Stars, subject to one condition: ..."."""
    act = next(part for part in said if isinstance(part, t.Act))
    tests = said[-1] if isinstance(said[-1], tuple) else (said[-1],)
    count = next((part for part in said if isinstance(part, int)), 1)
    if (
        count != len(tests)
        or isinstance(tests[0], t.And)
        or any(isinstance(part, t.They | t.ThatMany) for part in parts(tests))
    ):
        raise NoSense
    return led(("if", conj(*tests)), act)


def over_or(number: t.Num, *nbar: Any) -> tuple[str, Phrase]:
    """ "3 or over", "at 8 Stars or above"."""
    return ">=", _counted_of(number, *nbar)


def under_or(number: t.Num, *nbar: Any) -> tuple[str, Phrase]:
    """ "3 or under", "at 8 Stars or below"."""
    return "<=", _counted_of(number, *nbar)


def _counted_of(number: t.Num, *nbar: Any) -> Phrase:
    return Amount("=", number, thing_of(nbar[0])) if nbar else Number(number)


def label_now(label: Phrase, value: Any) -> t.Act:
    """ "Caster's Hat: now Red"."""
    if not isinstance(label, Own) or not label.attr or label.start:
        raise NoSense
    return act(label, Verb("become", "s").add("object", value_np(value)))


# ---- averages in two sayings


def levels_so(subject: Phrase, *said: Any) -> t.Act:
    """ "You and the target share your Stars evenly: each of you ends up with the average of them, rounded down"."""
    word, thing, *evenly, each, told = said
    if not isinstance(subject, Some) or subject.how != "each" or not isinstance(subject.who, t.Join):
        raise NoSense
    if (word.sense, [adverb.sense for adverb in evenly]) not in (("average", []), ("share", ["evenly"])):
        raise NoSense
    match thing:
        case Own(Some(t.They("they") | t.Caster(True)), str() as attr, False) if attr:
            pass
        case Amount("bare", None, str() as attr, "", None, None) if attr:
            pass
        case _:
            raise NoSense
    if not isinstance(each, Some) or each.who not in (
        t.They("those"),
        t.They("both"),
        t.They("you both"),
        t.They("of you"),
    ):
        raise NoSense
    way = averaged_so(told, attr)
    return t.Clause(None, (t.Level(subject.who, attr, way),))


def levels_with(subject: Phrase, *said: Any) -> t.Act:
    """ "The caster shares Stars evenly with the target: each of the two ends up with the average, rounded down"."""
    *words, preposition, other, each, told = said
    match subject, other:
        case Some(one, "one", place=False), Some(two, "one", place=False) if one != two:
            if preposition.sense == "with" and not isinstance(two, t.They):
                return levels_so(Some(t.Join((one, two)), "each"), *words, each, told)
    raise NoSense


def averaged_so(verb: Any, attr: str) -> str:
    """ "Ends up with the average, rounded down", "has half of the total": how it is rounded. Raises NoSense."""
    if not isinstance(verb, Verb) or verb.sense not in ("endup", "have", "keep"):
        raise NoSense
    if verb.denied or verb.passive or verb.perfect or verb.modal not in ("", "must"):
        raise NoSense
    roles = dict(verb.parts)
    what, way = roles.pop("object", None), str(roles.pop("round", ""))
    if roles or len(verb.parts) > 2 or not isinstance(what, Number) or what.attr not in ("", attr):
        raise NoSense
    number: t.Num = what.number
    if isinstance(number, t.Rounded) and not way:
        way, number = number.way, number.number
    match number:
        case t.Noted("average"):
            return way
        case t.Part(t.Total(t.They(), said), t.Count() | t.Int(2), rounding) if said in ("", attr) and (
            not (way and rounding)
        ):  # "the average of what they had"
            return way or rounding
        case t.Part(t.Noted("sum") | t.Noted("total"), t.Int(2), rounding) if not (way and rounding):
            return way or rounding
        case t.Part(t.Total(t.They() | t.Join(), said), t.Count() | t.Int(2), rounding) if said in ("", attr):
            if not (way and rounding):
                return way or rounding
    raise NoSense
