"""Two who share what they have evenly: in one verb, or put together and then split. One function for each name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.announcing import averaged_so
from pbp.spells.english.lexicon import Said
from pbp.spells.english.naming import note
from pbp.spells.english.outcomes import SUBJECT
from pbp.spells.english.phrases import Amount, Own, Phrase, Some
from pbp.spells.english.several import np_and
from pbp.spells.sense.sentences import TOGETHER
from pbp.spells.walk import is_one, parts

Pooled = tuple[t.Who, str]


def _of_two(subject: Phrase | None, thing: Phrase) -> Pooled:
    """Who shares what: "you and the target share your Stars", "put your Stars and theirs together"."""
    match subject, thing:
        case Some(t.Join((one, two)) as both, "each"), Own(Some(own, "one"), str() as attr, False) if attr:
            yours = own == t.Caster(True) and any(isinstance(who, t.Caster) for who in (one, two))
            theirs = own == t.They("they") and not any(isinstance(who, t.Caster) and who.you for who in (one, two))
            if is_one(one) and is_one(two) and (theirs or yours):
                return both, attr  # but "you and the target share their Stars": those of the target?
        case Some(t.Join((one, two)) as both, "each"), Amount("bare", None, str() as attr, "", None, None):
            if is_one(one) and is_one(two):
                return both, attr  # "share Stars evenly"
        case None, Own(Some(t.Join((one, two)) as both, "each"), str() as attr, False) if attr:
            if is_one(one) and is_one(two):
                return both, attr
    raise NoSense


def _evenly(verb: Said, adverb: Said) -> None:
    if verb.sense != "share" or adverb.sense != "evenly":
        raise NoSense


def _between(words: tuple[Any, ...]) -> None:
    """ "Between them", "between the two of you": those who have just been named."""
    match words:
        case ():
            return
        case (
            Said() as between,
            Some(t.They("them" | "they" | "both" | "you both" | "of you" | "themselves") | t.Caster(True)),
        ):
            if between.sense == "between":
                return
    raise NoSense


def shared_evenly(subject: Phrase, verb: Said, thing: Phrase, adverb: Said, *between: Any) -> Pooled:
    """ "The caster and the chosen Wizard share their Stars evenly between them"."""
    _evenly(verb, adverb)
    _between(between)
    return _of_two(subject, thing)


def pooled_by(subject: Phrase, *said: Any) -> Pooled:
    """ "The caster and the chosen Wizard put their Stars together and split them evenly"."""
    first, thing, second, them, adverb, *between = said
    if first.sense != "pool" or them.sense not in ("them", "it"):
        raise NoSense
    _evenly(second, adverb)
    _between(tuple(between))
    return _of_two(subject, thing)


def pooled(first: Said, thing: Phrase, second: Said, them: Said, *said: Any) -> Pooled:
    """ "Put your Stars and theirs together and share them out equally between the two of you"."""
    adverb, *between = said
    if first.sense != "pool" or them.sense not in ("them", "it"):
        raise NoSense
    _evenly(second, adverb)
    _between(tuple(between))
    return _of_two(None, thing)


def pooled_and_halved(first: Said, *said: Any) -> t.Act:
    """ "Put your Stars and theirs together and halve the lot, rounding up": a number for what follows."""
    things = [part for part in said if isinstance(part, Phrase)]
    (second,) = (word for word in said if isinstance(word, Said))
    way = next((part for part in said if isinstance(part, str)), "")
    by = [part for part in said if isinstance(part, t.Num)]
    if first.sense not in ("pool", "take", "add") or (second.sense, by) not in (("halve", []), ("divide", [t.Int(2)])):
        raise NoSense
    both = things[0] if len(things) == 1 else np_and(*things)
    who, attr = _of_two(None, both)
    return note(t.Part(t.Total(who, attr), t.Int(2), way), attr, "b")


def levels_evenly(shared: Pooled, *way: str) -> t.Act:
    """ "You and the chosen Wizard share your Stars evenly, rounded down"."""
    who, attr = shared
    return t.Clause(None, (t.Level(who, attr, way[0] if way else ""),), TOGETHER)


def levels_evenly_so(shared: Pooled, *said: Any) -> t.Act:
    """ "... share their Stars evenly, so each of the two ends up with the average of what they had, rounded down"."""
    *way, each, told = said
    who, attr = shared
    if not isinstance(each, Some) or each.who not in (
        t.They("those"),
        t.They("both"),
        t.They("you both"),
        t.They("of you"),
    ):
        raise NoSense
    rounding = averaged_so(told, attr)
    if way and rounding:
        raise NoSense
    return t.Clause(None, (t.Level(who, attr, way[0] if way else rounding),))


def ranks(noun: Said, *said: Any) -> tuple[Some, ...]:
    """ "The Wizards with the most, second most and third most Stars"."""
    *places, attr = said
    words = [word.sense for word in places if word.word.sort == "S"]
    nths = [int(word.word.detail) if word.sense == "ordinal" else 0 for word in places if word.word.sort == "A"]
    if (noun.sense, noun.word.form) != ("wizard", "p") or nths != list(range(2, len(words) + 1)) or len({*words}) != 1:
        raise NoSense
    first = t.Top(t.All(), t.Stat(t.Member(), attr), words[0] == "most")
    if words[0] not in ("most", "fewest"):
        raise NoSense
    later = (replace(first, among=t.Without(t.All(), replace(first, count=nth - 1))) for nth in nths)
    return tuple(map(Some, (first, *later)))


def parted(verb: Said, adverb: Said, *way: str) -> str:
    """ "(They gain 12 Stars) between them, split evenly, rounded down": how that is rounded."""
    _evenly(verb, adverb)
    if len(way) > 1:
        raise NoSense
    return way[0] if way else ""


def act_parted(made: t.Act, way: str) -> t.Act:
    """ "The Wizards who cast Burn gain 12 Stars between them, split evenly", "you pay them 6 Stars, shared equally"."""
    match made:
        case t.Clause(t.Who() as group, (t.Change(floor=None) as moved,)):
            return replace(made, acts=(replace(moved, amount=_part(moved.amount, group, way)),))
        case t.Clause(payer, (t.Pay(receiver=group, mode="always") as paid,)) if payer is None or is_one(payer):
            return replace(made, acts=(replace(paid, amount=_part(paid.amount, group, way)),))
    raise NoSense


def _part(amount: t.Num, group: t.Who, way: str) -> t.Num:
    """What each of several Wizards has of so much."""
    unclear = {part for part in parts(group) if isinstance(part, t.Pick | t.Top | t.They | t.Subject | t.Join)}
    if not isinstance(amount, t.Int) or is_one(group) or unclear - {t.They("owner")}:
        raise NoSense
    return t.Part(amount, t.Count(group), way)


def parted_among(what: Phrase, be: str, verb: Said, adverb: Said, between: Said, among: Phrase, *way: str) -> t.Act:
    """ "12 Stars are split evenly among the Wizards who cast Burn (rounded down)": out of nothing."""
    _evenly(verb, adverb)
    if be == "d":
        raise NoSense  # "were split": when?
    match what, among:
        case Amount("=", t.Int() as number, str() as attr, "", None, None), Some(group, "each") if (
            attr and between.sense in ("between", "among")
        ):
            return t.Clause(group, (t.Change(SUBJECT, attr, True, _part(number, group, "".join(way))),), "s")
    raise NoSense
