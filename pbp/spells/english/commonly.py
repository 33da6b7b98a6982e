"""What is often said beside an outcome: whom it spares, another amount in some case, how the ring goes on.

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.beside import with_floor
from pbp.spells.english.leading import led
from pbp.spells.english.leaning import turned
from pbp.spells.english.lexicon import Said, Word
from pbp.spells.english.measures import casts_who, thing_of
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Amount, AverageOf, Casts, Nbar, Number, Own, Phrase, Some, Time, Verb
from pbp.spells.english.sentences import act_except_from, act_or, other_amount, timed_act, timed_np
from pbp.spells.english.things import sole
from pbp.spells.english.verbs import vp_pp
from pbp.spells.sense import sentences as joining
from pbp.spells.sense.sentences import Lead, Trailing, tie_after
from pbp.spells.walk import is_one, parts

# ---- how long it holds, and whom it spares


def timed_except_from(part: tuple[str, Any], subject: Phrase, verb: Verb, *said: Any) -> t.Act:
    """ "For the rest of this Duel, losses of Stars are doubled, except those from Burn"."""
    return act_except_from(timed_act(part, subject, verb), *said)


def timed_within(subject: Phrase, part: tuple[str, Any], verb: Verb) -> t.Act:
    """ "The chosen Wizard, until the end of this Duel, cannot gain Stars"."""
    if not isinstance(part[1], Time):
        raise NoSense
    return timed_act(part, subject, verb)


def _spared(phrase: Phrase) -> t.Who:
    match phrase:
        case Some(who, "one" | "each" | "plural", place=False):
            return who
        case Some(t.Those() as who, "some", place=False):
            return who
    raise NoSense


def exempt_affected(_: str, verb: Said, phrase: Phrase) -> t.Act:
    """ "This does not affect a Wizard with fewer than 3 Stars"."""
    if verb.sense != "affect":
        raise NoSense
    if isinstance(phrase, Casts) and phrase.how in ("plural", "name", "some") and not phrase.own:
        return t.Exempt(casts=casts_who(replace(phrase, how="plural") if phrase.how == "some" else phrase))
    return t.Exempt(who=_spared(phrase))


def exempt_whole(phrase: Phrase) -> t.Act:
    """ "This has no effect on idle Wizards": of all that the spell does."""
    return t.Exempt(who=_spared(phrase), whole=True)


def exempt_if(cond: t.Cond) -> t.Act:
    """ "This has no effect if they have fewer than 3 Stars"."""
    return t.Exempt(cond=cond, wanted=False, whole=True)


def exempt_spared(phrase: Phrase, be: str, verb: Said) -> t.Act:
    """ "Wizards with fewer than 3 Stars are not affected"."""
    if verb.sense != "affect" or be not in ("s", "b"):
        raise NoSense
    if isinstance(phrase, Casts) and any(isinstance(part, t.Retargeted) for part in parts(casts_who(phrase))):
        return exempt_affected(be, verb, phrase)  # "spells that have already been redirected are not affected"
    return exempt_whole(phrase)


def exempt_spared_adj(phrase: Phrase, be: str, adjective: Said) -> t.Act:
    """ "Idle Wizards are unaffected"."""
    if adjective.sense != "unaffected" or be not in ("s", "b"):
        raise NoSense
    return exempt_whole(phrase)


def act_plus_if(made: t.Act, more: Phrase, trail: Trailing) -> t.Act:
    """ "Gain 3 Stars, plus 1 Crystal if you have no Hat": the Crystal alone has the condition."""
    cond, wanted, otherwise = trail
    match made, more:
        case t.Clause(_, (t.Change(floor=None) as change,)), Amount("=", t.Int() as number, str() as attr, "") if attr:
            if otherwise is None:
                added = replace(made, acts=(replace(change, amount=number, attr=attr),))
                return t.Seq((made, t.Trail(added, cond, wanted)))
    raise NoSense


# ---- another amount


def act_less(done: t.Act, phrase: Phrase, trail: Trailing) -> t.Act:
    """ "The chosen Wizard loses 3 Stars, less 1 Star if their Hat is None", "gain 3 Stars, minus 1 if ..."."""
    match phrase:
        case Number(t.Int() as number, ""):
            return act_or(done, Amount("less", number, ""), trail)
        case Amount("=", t.Int(), _, "", None, None):
            return act_or(done, replace(phrase, op="less"), trail)
    raise NoSense


def act_scaled(done: t.Act, part: Verb, trail: Trailing) -> t.Act:
    """ "The chosen Wizard loses 2 Stars, doubled if their Hat is Red"."""
    how = {"double": 2, "triple": 3}.get(part.sense)
    if how is None or part != Verb(part.sense, "n", passive=True):
        raise NoSense
    return act_or(done, Amount("scaled", ("times", how), ""), trail)


def act_for_some(done: t.Act, phrase: Phrase, side: Said, those: Phrase) -> t.Act:
    """ "Steal 3 Stars from each neighbour, but only 1 from those who cast Burn"."""
    match those, done:
        case (
            Some(t.Those(t.All(), test), "plural") | Some(t.Those(t.They("of kind"), test), "each"),
            t.Clause(group, (t.Change() | t.Pay() as made,)),
        ):
            of = {"from": "payer", "to": "receiver"}.get(side.sense, "") if isinstance(made, t.Pay) else ""
            if of:
                group = getattr(made, of)
            if (side.sense != "for" and not of) or not isinstance(group, t.Who) or is_one(group):
                raise NoSense
            unclear = {part for part in parts(group) if isinstance(part, t.Pick | t.Top | t.They | t.Subject)}
            if unclear - {t.They("owner")}:
                raise NoSense
            return t.Seq(
                tuple(
                    _of_these(told, of, t.Those(group, part))
                    for told, part in ((done, t.Not(test)), (other_amount(done, phrase), test))
                )
            )
    raise NoSense


def _of_these(done: t.Act, of: str, group: t.Who) -> t.Act:
    """The same, of other Wizards: who do it, or on that side of a payment."""
    match done:
        case t.Clause(_, (made,)):
            return replace(done, acts=(replace(made, **{of: group}),)) if of else replace(done, subject=group)
    raise NoSense


def act_some_pay(done: t.Act, those: Phrase, verb: Said, phrase: Phrase) -> t.Act:
    """ "Each neighbour pays you 3 Stars, but those who cast Burn pay only 1"."""
    match done:
        case t.Clause(_, (t.Pay(t.Subject()),)) if verb.sense == "pay":
            return act_for_some(done, phrase, Said(Word("P", "for"), -1), those)
    raise NoSense


def act_or_within(subject: Phrase, verb: Verb, phrase: Phrase, trail: Trailing, part: tuple[str, Any]) -> t.Act:
    """ "The caster steals 2 Stars (4 Stars if their Hat is None) from the chosen Wizard"."""
    if part[0] not in ("to", "from") or not isinstance(part[1], Some) or [role for role, _ in verb.parts] != ["object"]:
        raise NoSense
    return act_or(act(subject, vp_pp(verb, part)), phrase, trail)


def trail_extra(done: t.Act, trail: Trailing, phrase: Phrase, again: Trailing) -> t.Act:
    """ "The chosen Wizard loses 3 Stars if they have a Hat, and 3 more if they have a Beard"."""
    match done, phrase, trail, again:
        case (
            t.Clause(_, (t.Change(floor=None) as change,)),
            Amount("more", t.Int() as number, attr, "" | "extra"),
            (cond, wanted, None),
            (other, also, None),
        ) if attr in ("", change.attr):
            more = replace(done, acts=(replace(change, amount=number),))
            return t.Seq((t.Trail(done, cond, wanted), t.Trail(more, other, also)))
    raise NoSense


def act_vice_versa(done: t.Act) -> t.Act:
    """ "The caster's Hat becomes the chosen Wizard's, and vice versa": they swap Hats."""
    match done:
        case t.Clause(t.Who() as one, (t.Assign(t.Subject(), attr, value, stage, at),)) if is_one(one):
            match value:
                case t.ValueOf(other, same) | t.Stat(other, same, False) if same == attr and is_one(other):
                    return t.Clause(t.Join((one, other)), (t.Swap(one, other, attr, stage, at),))
        case t.Clause(None, (t.Redirect() | t.Replace() as moved,)):
            return t.Seq((done, replace(done, acts=(turned(moved),))))
    raise NoSense


def tie_after_and_floor(done: t.Act, rule: t.TieRule, floor: t.Act) -> t.Act:
    """ "... loses 3 Stars (everyone tied, if tied), but this cannot bring them below 10"."""
    return tie_after(with_floor(done, floor), rule)


def timed_np_led(time: Phrase, lead: Lead, done: t.Act) -> t.Act:
    """ "This Duel, if a spell targets the caster, it targets the chosen position instead"."""
    if not isinstance(time, Time):
        raise NoSense
    return timed_np(time, led(lead, done))


def all_but_some(number: t.Num, phrase: Phrase) -> Phrase:
    """ "(Loses) all but 5 of their Stars"."""
    match phrase:
        case Own(owner, str() as attr, False) if attr and isinstance(number, t.Int):
            left = t.Greatest((t.Int(0), t.Minus(t.Stat(sole(owner), attr), number)))
            return Amount("=", left, attr, owner=owner.who)
    raise NoSense


def average_of_both(average: Said, number: Said) -> Phrase:
    """ "(They end up with) the average of the two amounts"."""
    if average.sense != "average" or number.sense != "number" or number.word.form != "p":
        raise NoSense
    return Number(t.Noted("average"))


def average_of_so_many(average: Said, number: int, noun: Nbar, thing: Nbar) -> Phrase:
    """ "The average of these three Wizards' Stars"."""
    if average.sense != "average" or noun.noun.sense != "wizard" or noun.noun.word.form != "p" or noun.mods:
        raise NoSense
    return AverageOf(number, thing_of(thing))


def instead(done: t.Act) -> t.Act:
    if isinstance(done, t.ToldAmount):
        raise NoSense  # "the amount is 4 Stars instead": another one, and not the one that was still to be told
    return joining.instead(done)


# ---- how the ring goes on

FIRST, LAST = "first", "last"


def _end(what: Phrase | Said) -> str:
    """Which end of the positions this is. Raises NoSense."""
    match what:
        case Some(t.At(t.Int(1)) | t.They("position 1"), "one", place=True):
            return FIRST
        case Some(t.At(t.Count(t.All())), "one", place=True):
            return LAST
        case Said() if what.sense == "last":
            return LAST
        case Said() if what.sense == "ordinal" and what.word.detail == "1":
            return FIRST
    raise NoSense


def ring_fact(*said: Any) -> t.Act:
    """ "Position 1 comes after the last position", "the first position follows the last"."""
    words = [word for word in said[1:-1] if isinstance(word, Said)]
    ends = (_end(said[0]), _end(said[-1]))
    verbs = [word.sense for word in words if word.word.sort == "V"]
    beside = [word.sense for word in words if word.word.sort == "P"]
    if len(words) != len(verbs) + len(beside) or ends[0] == ends[1]:
        raise NoSense
    way = {"follow": "after", "precede": "before"}.get("".join(verbs), "") if not beside else ""
    if verbs in ([], ["come"], ["stand"], ["follow"]) and len(beside) == 1:
        way = beside[0]
    if way == "near" or (way, ends[0]) in (("after", FIRST), ("before", LAST)):
        return t.Seq(())
    raise NoSense


def ring_followed(last: Any, _be: str, verb: Said, by: Said, first: Any) -> t.Act:
    """ "The last position is followed by the first"."""
    if by.sense != "by" or verb.sense not in ("follow", "precede"):
        raise NoSense
    return ring_fact(first, verb, last)


def ring_after(preposition: Said, last: Any, verb: Any, first: Any) -> t.Act:
    """ "(The next position) (after the last comes the first)"."""
    if isinstance(verb, Said) and verb.sense not in ("come", "stand", "follow"):
        raise NoSense
    return ring_fact(first, Said(Word("V", "come"), -1), preposition, last)


def ring_ends(phrase: Phrase, *said: Any) -> t.Act:
    """ "The last and the first position are next to each other"."""
    match phrase:
        case Some(t.Join((t.At() as one, t.At() as other)), "each", place=True):
            ends = {_end(Some(one, place=True)), _end(Some(other, place=True))}
            if len(ends) == 2 and said[-1].sense == "near":
                return t.Seq(())
    raise NoSense


def ring_wraps(phrase: Phrase, verb: Said) -> t.Act:
    """ "The ring wraps around"."""
    if phrase != Time("ring") or verb.sense != "wrap":
        raise NoSense
    return t.Seq(())


def ring_counting(verb: Said, *said: Any) -> t.Act:
    """ "Counting back from the first position to the last", "wrapping around from the last to the first"."""
    if said and said[0].sense != "from":
        raise NoSense
    match verb.sense, [_end(end) for end in said[1:]]:
        case "countback", ["first", "last"]:
            return t.Seq(())
        case "counton", ["last", "first"]:
            return t.Seq(())
        case "wrap", ["first", "last"] | ["last", "first"] | []:
            return t.Seq(())
    raise NoSense


def with_ring(done: t.Act, _fact: t.Act) -> t.Act:
    return done


def np_ring(phrase: Phrase, _fact: t.Act) -> Phrase:
    """ "The Wizard three positions before the caster (counting back from the first position to the last)"."""
    if not isinstance(phrase, Some) or not any(isinstance(part, t.Offset) for part in _steps(phrase.who)):
        raise NoSense
    return phrase


def _steps(who: t.Who) -> tuple[t.Who, ...]:
    return who.parts if isinstance(who, t.Join) else (who,)
