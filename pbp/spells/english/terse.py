"""Short conditions, and what is said of them in other words. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import owned
from pbp.spells.english.changing import NONE
from pbp.spells.english.claims import first_time
from pbp.spells.english.counting import ask_number_of
from pbp.spells.english.groups import relative
from pbp.spells.english.leading import ask_is, led_bare
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.measures import measure_away
from pbp.spells.english.moving import whose_clear
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Amount, Nbar, Number, Own, Phrase, Pointer, Some, Verb
from pbp.spells.english.selecting import INSTEAD
from pbp.spells.english.sentences import act_except
from pbp.spells.sense.conditions import opposite
from pbp.spells.sense.sentences import Lead
from pbp.spells.walk import is_one, parts


def led_terse(subject: Phrase, what: Any, act: t.Act) -> t.Act:
    """ "Caster idle? Gain 2 Stars", "chosen Wizard targeted by anyone else? ..."."""
    match subject:
        case Some(how="one" | "none" | "some" | "count", place=False) | Number():
            pass
        case _:
            raise NoSense  # "neighbours idle?": all of them, or any?
    return led_bare(_terse(subject, what), act)


def led_terse_said(subject: Phrase, what: Any, act: t.Act) -> t.Act:
    """ "No other Wizard idle: the caster gains 2 Stars"."""
    match subject:
        case Some(t.Caster(), "one", place=False) | Some(how="none", place=False) | Number():
            pass
        case Own(Some(t.Caster(), "one"), str()):
            pass
        case Some(how="one" | "count", place=False):
            if any(isinstance(part, t.Clause) and part.form == "b" and part.subject is None for part in parts(act)):
                raise NoSense  # "chosen Wizard idle: lose 2 Stars": the caster, or that Wizard?
        case _:
            raise NoSense  # "another Wizard idle: ...": a heading, or whether there is one?
    return led_bare(_terse(subject, what), act)


def _terse(subject: Phrase, what: Any) -> t.Cond:
    if isinstance(what, Verb) and (what.form != "n" or what.denied):
        raise NoSense
    return ask_is("s", subject, what)


def how_far(be: str, own: Phrase, other: Phrase, act: t.Act) -> t.Act:
    """ "How far are your Stars from 5? Gain that many Stars"."""
    if not isinstance(own, Own) or own.start:
        raise NoSense
    return ask_number_of(measure_away(own, be, other), act)


def first_duel(be: str, duel: Said, subject: Phrase, verb: Verb) -> t.Cond:
    """ "If this is the first Duel in which you cast this spell"."""
    if duel.sense != "duel" or duel.word.form != "s":
        raise NoSense
    return first_time(be, replace(duel, word=replace(duel.word, sense="time")), subject, verb)


def not_first_duel(be: str, duel: Said, subject: Phrase, verb: Verb) -> t.Cond:
    """ "If this is not the first Duel in which you cast this spell"."""
    return opposite(first_duel(be, duel, subject, verb))


def not_first_time(be: str, time: Said, subject: Phrase, verb: Verb) -> t.Cond:
    """ "If this is not the first time that you cast this spell"."""
    return opposite(first_time(be, time, subject, verb))


def lead_first_time(time: Said, subject: Phrase, verb: Verb) -> Lead:
    """ "The first time you cast this spell, ..."."""
    return "if", first_time("s", time, subject, verb)


def lead_later_time(time: Said, *said: Any) -> Lead:
    """ "(If this is the first time you cast this spell, ...) Every later time, ...": where it was asked if it is."""
    if time.sense != "time":
        raise NoSense
    if said:
        first_time("s", replace(time, word=replace(time.word, form="s")), *said)  # "every later time you cast it"
    return "later time", None


def act_except_none(made: t.Act, who: Phrase, verb: Verb) -> t.Act:
    """ "Everyone gains 2 Stars, except the chosen Wizard, who gets nothing", "..., except you, who pay none".

    Or they gain, lose or pay something else: "..., except those with an Oak Staff, who lose 2".
    """
    match made, verb:
        case t.Clause(_, (t.Change() as change,)), Verb(sense, "s" | "b", False, False, "", False, (("object", none),)):
            if _is_nothing(none, change.attr):
                if sense != ("gain" if change.gain else "lose"):
                    raise NoSense
                return act_except(made, who)
        case (
            t.Clause(t.Who(), (t.Pay(payer=t.Subject()) as paid,)),
            Verb("pay" | "give" | "lose", "s" | "b", False, False, "", False, (("object", none),)),
        ) if _is_nothing(none, paid.attr):
            return act_except(made, who)  # "every Wizard pays you 1 Star, except those with a Staff, who pay nothing"
        case (
            t.Clause(_, (t.Pay(receiver=group) as paid,)),
            Verb("gain" | "receipt" | "pay" as sense, "s", passive, False, "", False, (("object", none),)),
        ) if (
            _is_nothing(none, paid.attr) and passive == (sense == "pay") and isinstance(who, Some) and not is_one(group)
        ):
            return replace(made, acts=(replace(paid, receiver=t.Without(group, who.who)),))
    return _act_except_so_many(made, who, verb)


def act_but_who(whole: Phrase, who: Phrase, verb: Verb, done: Verb) -> t.Act:
    """ "All Wizards but you, who gain 1 Crystal, lose 2 Stars"."""
    return act_except_none(act(whole, done), who, verb)


def act_all_but_who(who: Phrase, verb: Verb, done: Verb) -> t.Act:
    """ "All but you, who gain 1 Crystal, lose 2 Stars"."""
    return act_but_who(Some(t.All(), "plural"), who, verb, done)


def _act_except_so_many(made: t.Act, who: Phrase, verb: Verb) -> t.Act:
    """ "Each other Wizard loses 1 Star, except those with a Red Hat, who lose 2 (instead)"."""
    told = tuple(
        part for part in verb.parts if part != ("adverb", INSTEAD) and getattr(part[1], "sense", "") != "instead"
    )
    first = act_except(made, who)
    if verb != Verb(verb.sense, verb.form, parts=verb.parts) or verb.form not in ("s", "b") or len(told) != 1:
        raise NoSense
    match first, told:
        case t.Clause(t.Without(whole, part), (t.Change(amount=t.Int(), floor=None) | t.Pay(mode="always") as old,)), (
            ("object", Amount("=", t.Int() as number, attr) | Number(t.Int() as number, attr)),
        ) if attr in ("", old.attr):
            change = _so_much_instead(old, number, verb.sense)
            return t.Seq((first, replace(first, subject=_those_left_out(whole, part), acts=(change,))))
        case t.Clause(t.Without(whole, part), (t.Change(amount=t.Int(), floor=None) as old,)), (
            ("object", Amount("=", t.Int() as number, attr) | Number(t.Int() as number, attr)),
        ) if attr:  # "..., except you, who gain 1 Crystal"
            other = replace(_so_much_instead(old, number, verb.sense), attr=attr)
            return t.Seq((first, replace(first, subject=_those_left_out(whole, part), acts=(other,))))
    raise NoSense


def _so_much_instead(old: t.Change | t.Pay, number: t.Num, sense: str) -> t.Act:
    """ "(Who) lose 2", "(who) pay 2", in place of what the others lose or pay. Raises NoSense."""
    if isinstance(old, t.Change) and sense in ("gain", "lose"):
        return replace(old, gain=sense == "gain", amount=number)
    if isinstance(old, t.Pay) and sense in ("pay", "give") and old.payer == t.Subject():
        return replace(old, amount=number)
    raise NoSense


def _those_left_out(whole: t.Who, part: t.Who) -> t.Who:
    """Those of a group who were left out of it. Raises NoSense where not all of them need be among it."""
    match whole, part:
        case t.All() | t.Others(), t.Those(t.All(), test):
            return t.Those(whole if whole == t.All() else t.Without(t.All(), t.Caster()), test)
        case (t.All() | t.Others(), t.Neighbours(t.Caster()) | t.Chosen()) | (t.All(), t.Caster()):
            return part
    raise NoSense


def spared_by_this(who: Phrase, verb: Said, preposition: Said) -> t.Act:
    """ "(But) Wizards with a Red Hat lose nothing to this spell": whatever it takes."""
    if verb.sense != "lose" or preposition.sense not in ("to", "from", "by", "because"):
        raise NoSense
    match who:
        case Some(t.Those(t.All()) as group, "plural" | "each", place=False):
            return t.Exempt(who=group, spell=True)
    raise NoSense


def with_spared(made: t.Act, *said: Any) -> t.Act:
    """ "The target loses 3 Stars and you lose 1, but Wizards with a Red Hat lose nothing to this spell"."""
    return t.Seq((made, spared_by_this(*said)))


def _is_nothing(said: Phrase, attr: str) -> bool:
    """ "(Who lose) nothing", "none", "no Stars"."""
    return said in (Pointer("nothing"), NONE) or said == Amount("no", None, attr)


def both_their(owner: Phrase, nbar: Nbar) -> Phrase:
    """ "Both their neighbours"."""
    if nbar.noun.sense != "neighbour" or nbar.noun.word.form != "p" or nbar.mods:
        raise NoSense
    return owned(owner, nbar)


def do_nothing() -> t.Act:
    """ "(If they are idle,) do nothing"."""
    return act(Pointer("nothing"), Verb("happen", "s"))


def stop_nothing(made: t.Act) -> t.Act:
    """ "(If they are tied,) stop: nothing happens"."""
    if made != do_nothing():
        raise NoSense
    return made


def whatever_they_had(what: Phrase, _have: str) -> Phrase:
    """ "No matter how many they had (before)"."""
    match what:
        case Some(t.They("they"), "one"):
            return what
    raise NoSense


def for_each_of_two(rel: Any) -> t.Num:
    """ "(Look at your neighbours.) For each of those two who cast Burn, ..."."""
    return t.Count(t.Those(t.They("those two"), relative(rel)))


def if_able() -> str:
    """ "If able"."""
    return "able"


def act_who_pays(made: t.Act, *said: Any) -> t.Act:
    """ "Collect 3 Stars from the chosen Wizard, who pays them to you if able": who pays, and to whom, as was said."""
    *words, able = said if said[-1] == "able" else (*said, "")
    only([word for word in words if isinstance(word, Said)], {"V": ("pay", "give"), "Q": ("them",), "P": ("to",)})
    to = [word for word in words if isinstance(word, Phrase)]
    match made:
        case t.Clause(_, (t.Pay(payer, receiver, mode="always") as paid,)) if is_one(payer) and payer != t.Subject():
            who = receiver if receiver != t.Subject() else made.subject or t.Caster()
            if to and not (isinstance(to[0], Some) and _alike(to[0].who, who)):
                raise NoSense
            return replace(made, acts=(replace(paid, mode="able" if able else "always"),))
    raise NoSense


def _alike(one: t.Who, other: t.Who) -> bool:
    return one == other or (isinstance(one, t.Caster) and isinstance(other, t.Caster))


def act_paid_by(*said: Any) -> t.Act:
    """ "Gain 2 Stars, paid by the target", "you gain 2 Stars, which the target pays"."""
    phrases = [word for word in said if isinstance(word, Phrase)]
    verbs = [word.sense for word in said if isinstance(word, Said)]
    *receiver, amount, payer = phrases
    to = receiver[0] if receiver else Some(t.Caster())
    if verbs != ["gain", "pay"] or not isinstance(amount, Amount) or not isinstance(payer, Some) or to == payer:
        raise NoSense
    if receiver and getattr(to, "how", "") != "one" and payer.who != t.Caster():
        raise NoSense  # "each Wizard gains 2 Stars, paid by the next Wizard": next to whom?
    if payer.how != "one" or (receiver and payer.who in (t.They("they"), t.They("them"))):
        raise NoSense  # "gain 2 Stars, paid by your neighbours": 2, or 2 from each? "..., paid by them": who?
    form = "b" if isinstance(payer.who, t.Caster) and payer.who.you else "s"
    made = act(payer, Verb("pay", form).add("object", amount).add("to", to))
    return whose_clear(made) if receiver and to != Some(t.Caster(you=True)) else made
