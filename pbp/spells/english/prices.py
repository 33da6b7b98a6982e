"""What a cast costs: amounts, and under which conditions. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said
from pbp.spells.english.phrases import Amount, Number, Own, Phrase, Pointer, Worn
from pbp.spells.english.things import plain_number
from pbp.spells.sense.sentences import Lead, Trailing
from pbp.spells.walk import parts, replaced

Due = tuple[t.Num, str, bool, bool]
"""How much of what is due; whether the text says "only", and whether it names the thing."""


X = t.NumberInput(-2)


def due(phrase: Phrase) -> Due:
    """ "2 Stars", "the chosen number", "nothing"."""
    match phrase:
        case Amount("=", number, attr, mode, None) if isinstance(number, t.Num) and mode not in ("that", "total"):
            return number, attr or "Stars", mode == "only", bool(attr)
        case Amount("the", None, str()) | Own():
            raise NoSense
        case Number(number, attr):
            return number, attr or "Stars", False, bool(attr)
        case Pointer("nothing") | Worn(t.Not(t.CastPriced()), "spell"):
            return t.Int(0), "Stars", False, True
    raise NoSense


def due_free(said: Said) -> Due:
    """ "Free"."""
    if said.sense != "free":
        raise NoSense
    return t.Int(0), "Stars", False, True


def due_is_free(_be: str, said: Said) -> Due:
    """ "(Otherwise) it's free"."""
    return due_free(said)


def _all(said: Due) -> tuple[t.Num, str]:
    """What is due where nothing else is said: not "only" so much."""
    number, attr, only, _ = said
    if only:
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


def price_always(said: Due) -> t.Price:
    return t.Price(((t.Always(), *_all(said)),))


def price_if(said: Due, trail: Trailing) -> t.Price:
    """ "2 Stars if ..."."""
    return t.Price(((_test(trail), *_whole(said)),))


def price_else(said: Due, trail: Trailing, other: Due) -> t.Price:
    """ "2 Stars if ..., otherwise 3 Stars"."""
    return t.Price(((_test(trail), *_whole(said)), (t.Always(), *_all(other))))


def _unless_theirs(trail: Trailing, who: Said) -> None:
    """That "if you don't" denies what was asked of you."""
    cond, wanted, _ = trail
    if who.sense != "you" or not wanted:
        raise NoSense
    match cond:
        case t.Holds(t.Caster(), ">=", t.Int(1), _):
            return
    raise NoSense


def price_else_you(said: Due, trail: Trailing, *more: Any) -> t.Price:
    """ "2 Stars if you cast Burn in the previous Duel; if you didn't, it's free"."""
    who, _, *_, other = more
    _unless_theirs(trail, who)
    return price_else(said, trail, other)


def price_or_else(said: Due, trail: Trailing, other: Due) -> t.Price:
    """ "2 Stars if ..., or 3 Stars": not "if it is 1 or 2"."""
    if not other[3]:
        raise NoSense
    return price_else(said, trail, other)


def price_two(said: Due, trail: Trailing, other: Due, second: Trailing) -> t.Price:
    """ "2 Stars if ..., 3 Stars if ...": one of both conditions at most may be so."""
    return t.Price(((_test(trail), *_all(said)), (_test(second), *_all(other))))


def price_two_noted(said: Due, trail: Trailing, other: Due, second: Trailing) -> t.Price:
    """ "2 Stars if you cast Burn (it's free if you didn't)"."""
    if other[0] != t.Int(0):
        raise NoSense
    return price_two(said, trail, other, second)


def price_three(said: Due, trail: Trailing, other: Due, second: Trailing, rest: Due) -> t.Price:
    return t.Price((*price_two(said, trail, other, second).parts, (t.Always(), *_all(rest))))


def price_or(said: Due, other: Due, trail: Trailing) -> t.Price:
    """ "2 Stars, or 4 Stars if ...", "5 Stars. Only 3 Stars if ..."."""
    return t.Price(((_test(trail), *other[:2]), (t.Always(), *_all(said))))


def price_plus(said: Due, more: Due, trail: Trailing) -> t.Price:
    """ "3 Stars, plus 1 Star if ..."."""
    number, attr = _all(said)
    if more[1] != attr or more[2]:
        raise NoSense
    return t.Price(((_test(trail), t.Add((number, more[0])), attr), (t.Always(), number, attr)))


def price_minus(said: Due, less: Due, trail: Trailing) -> t.Price:
    number, attr = _all(said)
    if less[1] != attr or less[2]:
        raise NoSense
    return t.Price(((_test(trail), t.Minus(number, less[0]), attr), (t.Always(), number, attr)))


def price_where(price: t.Price, _: str, number: Phrase) -> t.Price:
    """ "X Stars, where X is the chosen number"."""
    if X not in parts(price.parts):
        raise NoSense
    return t.Price(replaced(price.parts, {X: plain_number(number)}))


def _led(lead: Lead) -> t.Cond:
    kind, cond = lead
    if kind != "if" or cond is None:
        raise NoSense
    return cond


def price_led(lead: Lead, said: Due) -> t.Price:
    """ "If ..., 2 Stars"."""
    return t.Price(((_led(lead), *_all(said)),))


def price_led_else(lead: Lead, said: Due, other: Due) -> t.Price:
    """ "If ..., 2 Stars, otherwise 3 Stars"."""
    return t.Price(((_led(lead), *_all(said)), (t.Always(), *_all(other))))


def price_save(said: Due, lead: Lead, noun: Said, *more: Any) -> t.Price:
    """ "3 Stars; save that, where ..., the Cost shall be 1 Star"."""
    if noun.sense != "cost" or any(isinstance(word, Said) and word.sense != "must" for word in more):
        raise NoSense
    return t.Price(((_led(lead), *_all(more[-1])), (t.Always(), *_all(said))))
