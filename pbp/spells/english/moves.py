"""Moved targets that are said in two clauses: "it is redirected and targets the next position instead".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.discourse import exempted
from pbp.spells.english.leading import trailed
from pbp.spells.english.lexicon import Said
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.phrases import ME, THEY, Aim, Amount, Casts, Number, Own, Phrase, Pointer, Roles, Some, Verb
from pbp.spells.english.pronouns import what_clause
from pbp.spells.english.selecting import INSTEAD, only_these, reselected
from pbp.spells.english.sentences import timed
from pbp.spells.english.several import np_at_random
from pbp.spells.english.turned import act_denied_either
from pbp.spells.english.verbs import vp_adverb
from pbp.spells.sense.sentences import each_act, joined
from pbp.spells.walk import is_one, parts, replaced

IT = (
    Pointer("it"),
    Casts(who=t.They("spell")),
    Some(t.They("they")),
    Some(t.They("them")),
    Some(t.They("those"), "each"),
    Some(t.They("those"), "each", apart=True),
)
"""What can stand for the spells whose targets are moved."""


def moved_and(casts: Phrase, move: Verb, target: Verb) -> t.Act:
    """ "Each spell that targets the caster is moved on and targets the next position instead"."""
    if move.sense == "choose" and move.passive:  # "one of them is picked at random and gains 1 Star"
        drawn = act(casts, move)
        if not any(isinstance(part, t.Picks) and part.pick.count == 1 for part in parts(drawn)):
            raise NoSense
        return joined(drawn, act(Some(t.They("picked")), target))
    if move.modal and target.denied and not target.passive and isinstance(casts, Some):
        return act_denied_either(casts, move, target)  # "they cannot gain Stars and cannot lose Stars"
    if isinstance(casts, Some) and (target.passive or target.sense == "be" or (target.modal and target.denied)):
        return _and_is(casts, move, target)
    if move.sense == "consider" and move.passive and isinstance(casts, Some):
        return _considered_and(casts, move, target)
    steps = _only_moves(move)
    if target.sense != "target" or target.passive:
        raise NoSense
    return _so_far(act(_spells(casts), _instead(target)), steps)


def act_whom_it_targets(moved: t.Act, whom: Phrase, verb: Said) -> t.Act:
    """ "(It targets the Wizard who cast it instead): that Wizard is whom it targets"."""
    match moved, whom:
        case t.Clause(None, (t.Redirect(to=to),)), Some(who, "one", place=False) if verb.sense == "target":
            if who in (to, t.They("that Wizard")) and not any(isinstance(part, t.Pick) for part in parts(to)):
                return moved
    raise NoSense


def _considered_and(subject: Some, verb: Verb, also: Verb) -> t.Act:
    """ "They are considered to have selected Burn instead and pay you 1 Star": they, who need not be named again."""
    if subject.how not in ("one", "each"):
        raise NoSense
    if any(isinstance(part, t.Pick | t.Those | t.Casters | t.Top) for part in parts(subject.who)):
        raise NoSense  # "each Wizard who selected Burn": who no longer selected it when they lose Stars
    if also.form != verb.form or verb.form not in ("b", "s"):
        raise NoSense
    if (
        verb.denied
        or verb.modal
        or also.denied
        or also.modal
        or also.perfect
        or also.sense not in ("lose", "gain", "pay")
    ):
        raise NoSense
    return joined(act(subject, verb), act(subject, also))


def and_while(subject: Phrase, verb: Verb, while_: tuple[str, Any], other: Verb) -> t.Act:
    """ "The chosen Wizard gains 5 Stars and, for the rest of this Duel, cannot lose Stars"."""
    if not isinstance(subject, Some) or verb.modal:
        raise NoSense
    return _and_is(subject, verb, other, while_)


def _and_is(subject: Some, verb: Verb, other: Verb, while_: tuple[str, Any] | None = None) -> t.Act:
    """ "The chosen Wizard loses 2 Stars and is considered to have selected Burn instead", "and cannot lose Stars"."""
    if subject.how not in ("one", "each", "plural"):
        raise NoSense
    if any(isinstance(part, t.Pick) for part in parts(subject.who)):
        raise NoSense
    same = other.form in (verb.form, "m") or (verb.form, other.form) == ("m", "b")
    if other.sense != "consider" and not same:
        raise NoSense  # "loses 2 Stars, and be unable to gain any"
    then = act(subject, other)
    if other.sense != "consider" and not any(isinstance(part, t.Watch) for part in parts(then)):
        raise NoSense
    return joined(act(subject, verb), then if while_ is None else timed(while_, then))


def selection_gone(casts: Phrase, *_: str) -> t.Act:
    """ "Disregard the spell that the chosen Wizard selected", "what they selected is ignored"."""
    return reselected(casts)


def selection_gone_so(gone: t.Act, made: t.Act) -> t.Act:
    """ "Ignore whatever they selected: they are considered to have selected Burn"."""
    return t.Seq((gone, *each_act(made)))


def moved_so(casts: Phrase, move: Verb, subject: Phrase, target: Verb) -> t.Act:
    """ "... is shifted so that it targets the previous position", "... so that the next position is targeted"."""
    match casts, move:
        case Casts(t.Owner(who), how="one" | "the"), Verb("replace" | "change", _, True, False, "", _, ()):
            made = act(subject, target)  # "their selection is replaced: they are considered to have selected Burn"
            if not (isinstance(subject, Some) and (subject.who == who or isinstance(subject.who, t.They))):
                raise NoSense
            if not any(isinstance(part, t.Replace) for part in parts(made)):
                raise NoSense
            return t.Seq((t.Clause(None, (t.Mention(who),)), made))
    steps = _only_moves(move)
    return _so(casts, subject, target, steps)


def move_so(move: Verb, *rest: Any) -> t.Act:
    """ "Shift each spell that targets you so that it targets the previous position instead"."""
    roles = Roles(None, move)
    casts = roles.take("object", Casts)
    if roles.form != "b":
        raise NoSense
    *trail, subject, target = rest
    made = moved_so(casts, _without_object(move), subject, target)
    return trailed(made, trail[0]) if trail else made


def move_let(move: Verb, verb: Verb) -> t.Act:
    """ "Send back every spell that targets you: let it target the Wizard who cast it instead"."""
    if verb.sense != "cause" or verb.form != "b":
        raise NoSense
    roles = Roles(None, verb)
    subject, target = roles.take("object"), roles.take("do", Verb)
    roles.done()
    return move_so(move, subject, target)


def _so_far(made: t.Act, steps: t.Num | None) -> t.Act:
    """That a target "moved on one place" is one position further. Raises NoSense."""
    if steps is None:
        return made
    match made:
        case t.Clause(None, (t.Redirect(to=t.Offset(_, t.Int(far))),)) if steps == t.Int(abs(far)):
            return made
    raise NoSense


def _so(casts: Phrase, subject: Phrase, target: Verb, steps: t.Num | None) -> t.Act:
    if target.sense != "target":
        raise NoSense
    if not target.passive:
        if subject not in IT and subject != casts:
            raise NoSense
        return _so_far(act(_spells(casts), _instead(target)), steps)
    active = Verb("target", "s", parts=(("object", subject), *target.parts))
    return _so_far(act(_spells(casts), _instead(active)), steps)


def _spells(casts: Phrase) -> Phrase:
    found = Casts(who=t.They("spell")) if casts == Pointer("it") else casts
    if not isinstance(found, Casts):
        raise NoSense
    return found


def _only_moves(move: Verb) -> t.Num | None:
    """By how many positions, where that is said; that the first of the two clauses says no more. Or NoSense."""
    if move.sense not in ("redirect", "move") or move.denied or move.perfect or move.modal not in ("", "must"):
        raise NoSense
    roles = Roles(None, move)
    roles.says("instead")
    roles.says("on")
    roles.says("now")
    roles.modal_of("must")
    steps: t.Num | None = roles.maybe("steps")
    roles.done()
    return steps


def _without_object(move: Verb) -> Verb:
    return Verb(move.sense, "s", parts=tuple(part for part in move.parts if part[0] != "object"))


def _instead(target: Verb) -> Verb:
    if any(role == "adverb" and word.sense == "instead" for role, word in target.parts):
        return target
    return target.add("adverb", INSTEAD)


def only_with_effect(casts: Phrase, _be: str, noun: Said, rel: Any) -> t.Act:
    """ "Burn is the only spell that keeps its effect", "... that has an effect"."""
    match rel:
        case ("subject", Verb("have" | "keep" as sense, "s", False, False, "", False, (("object", what),))):
            own = isinstance(what, Casts) and what.who in (t.They("it"), t.They("spell"))
            if noun.sense == "spell" and ((sense == "have" and what == Pointer("any effect")) or own):
                return only_these(casts)
        case ("subject", Verb("resolve" | "work", "s", False, False, "", False, ())) if noun.sense == "spell":
            return only_these(casts)  # "the only spell that works"
    raise NoSense


def it_counts_as_if(counts: Said, subject: Phrase, verb: Verb) -> t.Act:
    """ "It counts as if the chosen Wizard had selected Mint instead"."""
    if counts.sense != "consider":
        raise NoSense
    return it_is_as_if(subject, verb)


def it_is_as_if(*said: Any) -> t.Act:
    """ "It is as if the chosen Wizard had selected Mint instead", "pretend the chosen Wizard selected Mint"."""
    subject, verb = said[-2:]
    if verb.form != "d" or verb.sense not in ("select", "cast", "choose") or verb.denied:
        raise NoSense
    inner = Verb(verb.sense, "b", perfect=True, parts=verb.parts)
    return act(subject, Verb("consider", "s", passive=True, parts=(("to do", inner),)))


def whatever_act(topic: Phrase, made: t.Act) -> t.Act:
    """ "Whatever the chosen Wizard selected, they are considered to have selected Mint instead"."""
    match topic:
        case Casts(who=t.Owner(who)):
            theirs = (who, THEY, t.They("them"), t.They("that Wizard"))
            copied: t.Act = replaced(made, {t.SpellOf(t.They("spell")): t.SpellOf(who)})
            if copied != made and is_one(who):  # "whatever the target selected, you count as having selected it too"
                return copied
            if any(isinstance(part, t.Replace) and part.who not in theirs for part in parts(made)):
                raise NoSense  # "whatever you selected, they are considered to have selected Burn"
            return t.Seq((t.Clause(None, (t.Mention(t.Owner(who)), t.Mention(who))), made))
        case Pointer("chosen") | Number(t.Result("")):  # "whatever was chosen", "whatever was rolled"
            return whatever_anyway(topic, made)
        case Number(t.NumberInput() as number):  # "whatever number was picked, that is how many Stars you gain"
            told = replaced(made, {t.ThatMany(): number})
            return t.Anyway(made) if made == told else told
    raise NoSense


def whatever_anyway(topic: Phrase, made: t.Act) -> t.Act:
    """ "Whatever was rolled, if your Hat is Red, gain 2 Stars"."""
    match topic:
        case Pointer("chosen") | Number(t.Result("")) if not isinstance(made, t.Else | t.IfSo):
            return t.Anyway(made)
    raise NoSense


def forget_it(topic: Phrase, made: t.Act) -> t.Act:
    """ "Whatever the chosen Wizard had selected, forget it: they count as having selected Mint instead"."""
    match made:
        case t.Clause(None, (t.Replace(),)):
            return whatever_act(topic, made)
    raise NoSense


def act_whatever(made: t.Act, topic: Phrase) -> t.Act:
    """ "The caster gains 2 Stars, whatever was rolled"."""
    match topic:
        case Pointer() | Number():
            return whatever_act(topic, made)
        case Casts(t.Owner(who), None, how="one" | "some", name=None) if is_one(who) and not _of_spells(made):
            return t.Seq((t.Anyway(made), t.Clause(None, (t.Mention(who),))))  # "whatever that Wizard cast"
    raise NoSense


def _of_spells(made: t.Act) -> bool:
    """Whether what happens hangs on what somebody cast, or is done to it."""
    casting = t.CastIs | t.CastTrait | t.CastPriced | t.CastShared | t.CastAgain | t.Targets | t.Replace | t.Void
    return any(isinstance(part, casting | t.Redirect | t.SpellOf) for part in parts(made))


def act_whatever_clause(made: t.Act, subject: Phrase, verb: Verb) -> t.Act:
    """ "The caster gains 2 Stars whatever they roll"."""
    if verb.sense == "roll":
        _of_no_roll(made)
    return act_whatever(made, what_clause(subject, verb))


def act_whatever_dice(made: t.Act, dice: Said, verb: Said) -> t.Act:
    """ "The caster gains 2 Stars, whatever the dice say"."""
    if dice.sense not in ("result", "die") or verb.sense != "show":
        raise NoSense
    _of_no_roll(made)
    return t.Anyway(made)


def _of_no_roll(made: t.Act) -> None:
    """ "Gain that many Stars, whatever the dice say" denies itself. Raises NoSense."""
    if any(isinstance(part, t.Roll | t.Result | t.ThatMany | t.Noted) for part in parts(made)):
        raise NoSense


def whatever_was(what: Phrase, _be: str) -> Phrase:
    """ "Whatever it was before", "whatever they had"."""
    if not isinstance(what, Own | Some | Pointer):
        raise NoSense
    return what


def act_whatever_was(made: t.Act, what: Phrase) -> t.Act:
    """ "The caster's Hat becomes Red, whatever it was before"."""
    match made, what:
        case t.Clause(_, acts), Pointer("it") | Some(t.They("they"), "one") if acts:
            if all(isinstance(part, t.Assign) for part in acts):
                return made
        case t.Clause(subject, (t.Assign(t.Subject(), attr),)), Own(Some(who, "one"), said):
            if subject == who and attr == said:
                return made
    raise NoSense


def act_regardless(made: t.Act, whatever: str | bool) -> t.Act:
    """ "The caster's Hat becomes Red, even if it was None before"; "gain 2 Stars, whatever your Hat is"."""
    match made:
        case t.Clause(_, acts) if acts and all(isinstance(part, t.Assign) for part in acts):
            return made
    open_ones = (part for part in parts(made) if isinstance(part, t.Cond | t.They | t.ThatMany | t.Stat | t.Result))
    if isinstance(whatever, str) and whatever and all(part == t.They("owner") for part in open_ones):
        return t.Anyway(made)
    raise NoSense


def none_too(value: t.Value) -> bool:
    """ "(The caster's Hat becomes Red, whatever it was,) None included"."""
    if value != t.Text("None"):
        raise NoSense
    return True


def even_none(*said: Any) -> bool:
    """ "(Whatever your Hat is,) even if it is None"."""
    return none_too(said[-1])


def whatever_none(whatever: str, _none: bool) -> str:
    return whatever


def regardless_act(_whatever: str, made: t.Act) -> t.Act:
    """ "Whatever Hat the caster has had until now, the caster's Hat becomes Red"."""
    return act_regardless(made, _whatever)


def whatever_led(what: Phrase, said: Said, verb: Verb) -> t.Act:
    """ "Whatever your Hat was, it becomes Red", "whatever Stars the caster has, they become 10"."""
    if said.sense not in ("it", "they") or not isinstance(what, Own) or not what.attr or what.start:
        raise NoSense
    made = act(what, verb)
    match made:
        case t.Clause(_, acts) if acts and all(isinstance(part, t.Assign) for part in acts):
            return made
    raise NoSense


def whatever_ends(what: Phrase, subject: Phrase, verb: Verb) -> t.Act:
    """ "However many Stars you have, you end up with 10"."""
    match what, subject:
        case Own(Some(owner, "one"), str() as attr, False), Some(who, "one") if attr and who in (owner, THEY):
            told = [
                (role, Amount("=", said.number, attr) if isinstance(said, Number) and not said.attr else said)
                for role, said in verb.parts
            ]
            made = act(what.owner, replace(verb, parts=tuple(told)))
            acts = made.acts if isinstance(made, t.Clause) else ()
            if acts and all(isinstance(part, t.Assign) and part.attr == attr for part in acts):
                return made
    raise NoSense


def not_moved_on(phrase: Phrase, be: str, verb: Said, *_: Said) -> t.Act:
    """ "Spells whose target has already been changed are not redirected (again)"."""
    if verb.sense not in ("redirect", "move") or be not in ("s", "b"):
        raise NoSense
    match phrase:
        case Aim(casts) | (Casts() as casts) if casts.how in ("some", "plural"):
            phrase = replace(casts, how="plural")
    made = exempted(phrase)
    assert isinstance(made, t.Exempt)
    # "by another Wizard's Burn": not the caster's
    mine: t.Exempt = replaced(made, {t.Others(): t.Without(t.All(), t.Caster())})
    return replace(mine, moved=True)


def not_to_be_moved(phrase: Phrase, _modal: Said, verb: Said, *again: Said) -> t.Act:
    """ "A spell that has already been redirected cannot be redirected again"."""
    return not_moved_on(phrase, "s", verb, *again)


def none_moved_twice(noun: Said, *said: Any) -> t.Act:
    """ "No spell is redirected twice": none whose target has already been changed."""
    if noun.sense not in ("spell", "target"):
        raise NoSense
    return not_moved_on(Casts(None, t.Retargeted(ME), how="plural"), "s", said[-1])


def act_lot_first(*said: Any) -> t.Act:
    """ "At random, one of your neighbours loses 2 Stars"; "in secret and at random, pick one of your neighbours"."""
    *before, verb = said
    hows = [how for how in before if isinstance(how, Said)]
    phrases = before[len(hows) :]
    if verb.sense != "choose":
        if len(hows) > 1 or not phrases:
            raise NoSense
        return act(np_at_random(phrases[0], hows[0]), verb)
    if not {how.sense for how in hows} <= {"random", "secretly"}:
        raise NoSense
    for how in hows:
        verb = vp_adverb(verb, how)
    return act(phrases[0], verb) if phrases else act_bare(verb)
