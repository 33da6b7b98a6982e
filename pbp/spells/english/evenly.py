"""Two who share what they have evenly: in one verb, or put together and then split. One function for each name."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.announcing import averaged_so
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Amount, Own, Phrase, Some
from pbp.spells.sense.sentences import TOGETHER
from pbp.spells.walk import is_one

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
