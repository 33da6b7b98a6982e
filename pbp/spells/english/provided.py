"""Conditions without a clause of their own, and what is told of somebody just named. One function for each name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import any_, each, owned
from pbp.spells.english.claims import claim
from pbp.spells.english.discourse import NOTHING, gain_for, lose_for
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import thing_of
from pbp.spells.english.moving import received
from pbp.spells.english.nbar import n_pp, n_rel
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.phrases import Amount, Casts, Nbar, Number, Phrase, Pointer, Some, Verb
from pbp.spells.english.several import np_and, np_with
from pbp.spells.english.turned import act_amount
from pbp.spells.english.verbs import v_b, v_be, vp_np, vp_pp
from pbp.spells.sense.sentences import joined
from pbp.spells.walk import parts


def held(role: str, what: Phrase, subject: Phrase) -> t.Cond:
    """ "With a Red Hat, you ...": that the one who does it has that; without it, that they have not. Raises NoSense."""
    if not _is_caster(subject):
        raise NoSense  # "with a Red Hat, the target loses 2 Stars": if the target has one, or if the caster has?
    if isinstance(what, Amount) and what.op == "=":
        raise NoSense  # "with 3 Stars": exactly, or at least?
    return claim(subject, Verb("have", "s", denied=role == "without").add("object", what))


def _is_caster(subject: Phrase) -> bool:
    """Whether this is the caster: of nobody else is it certain that a condition without a subject is theirs."""
    return isinstance(subject, Some) and isinstance(subject.who, t.Caster)


def act_with_held(role: str, what: Phrase, subject: Phrase, verb: Verb) -> t.Act:
    """ "With fewer than 18 Stars and a Red Hat, the caster gains 2 Stars"."""
    if verb.passive:
        raise NoSense  # "with a Red Hat, 2 Stars are gained by you"
    return led(("if", held(role, what, subject)), act(subject, verb))


def begun_by(*said: Any) -> t.Act:
    """ "You start by losing 2 Stars"."""
    *subject, verb, part = said
    if verb.sense not in ("begin", "start") or part.form != "g" or part.denied:
        raise NoSense
    return act(subject[0], replace(part, form="s")) if subject else act_bare(replace(part, form="b"))


def found_alone(verb: Said, who: Phrase, *at: Said) -> t.Act:
    """ "Look only at your neighbours, and at nobody else"."""
    only((verb, *at), {"VB": ("find",), "P": ("at",)})
    return act_bare(vp_np(v_b(verb), who))


def act_having(part: Verb, subject: Phrase, verb: Verb) -> t.Act:
    """ "Having fewer than 10 Stars, the caster gains 2 Stars"."""
    match part:
        case Verb("have", "g", False, False, "", False, (("object", what),)):
            return act_with_held("with", what, subject, verb)
    raise NoSense


def if_placed(part: tuple[str, Any], subject: Phrase, verb: Verb) -> t.Act:
    """ "If in an odd position, the caster gains 2 Stars"."""
    role, where = part
    if verb.passive or role not in ("in", "near", "with", "without") or not isinstance(subject, Some):
        raise NoSense
    if role in ("with", "without"):
        return act_with_held(role, where, subject, verb)
    if not _is_caster(subject) or not isinstance(where, Some):
        raise NoSense
    return led(("if", claim(subject, vp_pp(v_be("s"), part))), act(subject, verb))


def works_if(*said: Any) -> t.Act:
    """ "Works if the target is idle: ...", "this spell works only if you have a Hat: ...": else nothing happens."""
    *subject, verb, (cond, wanted, otherwise), made = said
    if subject and not (
        subject[0] in (Pointer("this"), Pointer("it")) or (isinstance(subject[0], Casts) and subject[0].own)
    ):
        raise NoSense
    if verb.sense not in ("work", "resolve", "happen", "apply", "act") or otherwise is not None:
        raise NoSense
    works = t.Works(t.Trail(NOTHING, cond, not wanted), first=True)
    return t.Seq((works, made))


def works_with(verb: Said, part: tuple[str, Any], made: t.Act) -> t.Act:
    """ "Works only with a Red Hat: ..."."""
    role, what = part
    if role not in ("with", "without"):
        raise NoSense
    return works_if(verb, (held(role, what, Some(t.Caster())), True, None), made)


def everyone_gets(number: t.Num, nbar: Nbar, whom: Phrase) -> t.Act:
    """ "6 Stars for everybody in the ring", "2 Stars for all other Wizards"."""
    return _flows(number, nbar, whom, gain=True)


def there_for(_be: str, number: t.Num, nbar: Nbar, whom: Phrase) -> t.Act:
    """ "There are 2 Stars for the chosen Wizard"."""
    return gain_for(number, nbar, whom)


def for_there(whom: Phrase, _be: str, number: t.Num, nbar: Nbar) -> t.Act:
    """ "For the Wizard before you there are 2 Stars"."""
    return gain_for(number, nbar, whom)


def for_np_amount(whom: Phrase, number: t.Num, nbar: Nbar) -> t.Act:
    """ "For the chosen Wizard, 2 Stars"."""
    return gain_for(number, nbar, whom)


def _flows(number: t.Num, nbar: Nbar, whom: Phrase, *, gain: bool) -> t.Act:
    if not isinstance(whom, Some) or whom.how not in ("each", "plural") or whom.place:
        raise NoSense
    return t.Labelled(t.Clause(whom.who, (t.Change(t.Subject(), thing_of(nbar), gain, number),), ""))


def all_lose(number: t.Num, nbar: Nbar, whom: Phrase) -> t.Act:
    """ "3 Stars off everyone else"."""
    if not isinstance(whom, Some) or isinstance(whom.who, t.Join):
        raise NoSense
    return _flows(number, nbar, replace(whom, how="each") if whom.how == "one" else whom, gain=False)


def each_gets(number: t.Num, nbar: Nbar, each: Said, *whom: Phrase) -> t.Act:
    """ "2 Stars each for you and the chosen Wizard"."""
    if each.sense != "each":
        raise NoSense
    return _flows(number, nbar, np_and(*whom), gain=True)


def flow_for(flow: Said, number: t.Num, nbar: Nbar, whom: Phrase) -> t.Act:
    """ "A loss of 2 Stars for everyone but the caster"."""
    if flow.sense != "flow" or flow.word.detail not in ("lose", "gain"):
        raise NoSense
    return _flows(number, nbar, whom, gain=flow.word.detail == "gain")


def flow_for_one(flow: Said, number: t.Num, nbar: Nbar, whom: Phrase) -> t.Act:
    """ "A loss of 3 Stars for the chosen Wizard"."""
    if flow.sense != "flow" or flow.word.detail not in ("lose", "gain"):
        raise NoSense
    return (gain_for if flow.word.detail == "gain" else lose_for)(number, nbar, whom)


def flow_of(whom: Phrase, flow: Said, number: t.Num, nbar: Nbar) -> t.Act:
    """ "The chosen Wizard: a loss of 3 Stars"."""
    return flow_for_one(flow, number, nbar, whom)


def payment_of(noun: Said, what: Phrase, payer: Phrase, receiver: Phrase) -> t.Act:
    """ "Payment of 5 Stars from the caster to the chosen Wizard"."""
    if not isinstance(payer, Some) or payer.how != "one":
        raise NoSense
    return _paid(noun, what, payer, receiver)


def _paid(noun: Said, what: Phrase, payer: Some, receiver: Phrase) -> t.Act:
    if noun.sense != "payment" or not isinstance(receiver, Some) or receiver.how != "one":
        raise NoSense
    if not isinstance(what, Amount):
        raise NoSense
    return act(payer, Verb("pay", "s").add("object", what).add("to", receiver))


def payment_made(noun: Said, what: Phrase, *said: Any) -> t.Act:
    """ "A payment of 5 Stars is made by the caster to the chosen Wizard"."""
    be, verb, payer, receiver = said
    if verb.sense != "make" or be not in ("s", "b"):
        raise NoSense
    return payment_of(noun, what, payer, receiver)


def makes_payment(payer: Phrase, verb: Said, noun: Said, what: Phrase, receiver: Phrase) -> t.Act:
    """ "The caster makes a payment of 5 Stars to the chosen Wizard"."""
    if verb.sense != "make" or verb.word.form != "VS":
        raise NoSense
    return payment_of(noun, what, payer, receiver)


def gets_payment(receiver: Phrase, verb: Said, noun: Said, what: Phrase, payer: Phrase) -> t.Act:
    """ "The caster receives a payment of 5 Stars from the chosen Wizard", "from each neighbour"."""
    if verb.sense != "gain" or not isinstance(payer, Some) or payer.how not in ("one", "each"):
        raise NoSense
    if payer.how == "each" and not payer.apart:
        raise NoSense  # "a payment of 5 Stars from your neighbours": from each of them?
    paid = _paid(noun, what, payer, receiver)
    assert isinstance(receiver, Some)
    return received(paid, receiver, "s" if verb.word.form == "VS" else "b")


def paid_from_to(number: t.Num, nbar: Nbar, payer: Phrase, receiver: Phrase) -> t.Act:
    """ "5 Stars from the caster to the chosen Wizard"."""
    return payment_of(Said(Word("N", "payment", "", "s"), -1), Amount("=", number, thing_of(nbar)), payer, receiver)


def there_for_them(_be: str, number: t.Num, nbar: Nbar, whom: Phrase, again: Phrase, verb: Said, them: Said) -> t.Act:
    """ "There are 2 Stars for the chosen Wizard: they gain them"."""
    if verb.sense != "gain" or them.sense not in ("them", "it") or again not in (whom, *_ONE):
        raise NoSense
    return gain_for(number, nbar, whom)


def for_there_them(whom: Phrase, be: str, number: t.Num, nbar: Nbar, *said: Any) -> t.Act:
    """ "For the Wizard before you there are 2 Stars: that Wizard gains them"."""
    return there_for_them(be, number, nbar, whom, *said)


_ONE = (Some(t.They()), Some(t.They("that Wizard")))
"""Who is meant by a word for the one just named."""


def everyone_gets_with(number: t.Num, nbar: Nbar, whom: Phrase, also: Phrase) -> t.Act:
    """ "6 Stars for everyone in the ring, you included"."""
    if not (isinstance(whom, Some) and isinstance(whom.who, t.All)):
        raise NoSense  # "1 Star for everyone else, including you"
    return everyone_gets(number, nbar, np_with(whom, also))


def act_who_also(subject: Phrase, verb: Verb, also: Verb) -> t.Act:
    """ "Each neighbour is paid 2 Stars by the caster, who also loses 1 Crystal": of whom this is said last."""
    whom = _said_last(subject, verb)
    several = whom.how in ("each", "plural") and not (whom.apart and also.form == "s")  # "each of them, who also lose"
    if also.denied or also.modal or (also.passive and also.sense not in ("consider", "leave")) or also.perfect:
        raise NoSense
    if also.form != ("b" if (whom.who == t.Caster() and _is_you(whom.who)) or several else "s"):
        raise NoSense
    first, second = act(subject, verb), act(whom, also)
    if not any(role == "adverb" and value.sense == "also" for role, value in also.parts) and _moved(first) & _moved(
        second
    ):
        raise NoSense  # "you pay 2 Stars to the target, who gains 2 Stars": those 2, or 2 more?
    return joined(first, second)


def _moved(act: t.Act) -> set[str]:
    """What is gained, lost or paid in an act."""
    return {part.attr for part in parts(act) if isinstance(part, t.Change | t.Pay)}


def act_whose_also(subject: Phrase, verb: Verb, nbar: Nbar, also: Verb) -> t.Act:
    """ "3 Stars are lost by the chosen Wizard, whose Hat becomes Red"."""
    if also.denied or also.modal or also.passive or also.perfect:
        raise NoSense
    return joined(act(subject, verb), act(owned(_said_last(subject, verb), nbar), also))


def _said_last(subject: Phrase, verb: Verb) -> Some:
    """Of whom a clause speaks last, and not only as of the owner of something. Raises NoSense."""
    match verb.parts:
        case (
            *_,
            ("by" | "to" | "from" | "with" | "object", Some(who, "one" | "each" | "plural", place=False) as whom),
        ):
            pass
        case _:
            raise NoSense
    if isinstance(who, t.Pick | t.Top):
        if whom.how != "one" or (isinstance(subject, Some) and subject.how != "one"):
            raise NoSense  # "each neighbour pays a random Wizard 1 Star, who ...": one of them, or one each time?
        return Some(t.They("that Wizard"))
    if any(isinstance(part, t.They) for part in parts(who)):
        raise NoSense
    if isinstance(who, t.Join) or any(isinstance(part, t.Pick | t.Top) for part in parts(who)):
        raise NoSense
    return whom


def _is_you(who: t.Who) -> bool:
    return isinstance(who, t.Caster) and who.you


def _also_said(nbar: Nbar, said: tuple[Any, ...]) -> Nbar:
    match said:
        case ():
            return nbar
        case (("with" | "without" | "in" | "near", _) as part,):
            return n_pp(nbar, part)
    return n_rel(nbar, said[0])


def whoever_at_all(nbar: Nbar, *rel: Any) -> Phrase:
    """ "Any Wizard at all (who cast Burn)"."""
    return any_(_also_said(nbar, rel))


def each_at_all(nbar: Nbar, *rel: Any) -> Phrase:
    """ "Every Wizard at all (who cast Burn)"."""
    return each(_also_said(nbar, rel))


def np_perhaps_same(phrase: Phrase, *said: Any) -> Phrase:
    """ "At least one other Wizard (the same one or not)", "... (who may be the same)": any of those."""
    for word in said:
        if isinstance(word, Said) and word.word.sort == "M" and word.sense not in ("may", "can"):
            raise NoSense  # "(it must be the same one)"
        if isinstance(word, Said) and word.word.sort == "N" and word.sense not in ("wizard", "one", "neighbour"):
            raise NoSense
    match phrase:
        case Some(_, "some" | "any" | "count", place=False):
            return phrase
    raise NoSense


def act_besides(subject: Phrase, *said: Any) -> t.Act:
    """ "The chosen Wizard, in addition to all this, loses 2 Stars"."""
    only(said[:-1], {"R": ("also",)})
    made = act(subject, said[-1])
    if any(isinstance(part, t.Replace) for part in parts(made)):
        raise NoSense  # "the chosen Wizard, too, is considered to have selected Burn": as who, or beside what?
    return made


def amount_beside(subject: Phrase, verb: Verb, much: Phrase) -> t.Act:
    """ "The caster gains Stars, one for each idle Wizard"."""
    if not isinstance(much, Amount | Number) or isinstance(getattr(much, "number", None), t.Int):
        raise NoSense
    return act_amount(subject, verb, much)
