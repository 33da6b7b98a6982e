"""What is said beside a condition: "(one of them is enough)", "(exactly 3 won't do)", "(being tied counts)".

It must be so of the condition, or there is no reading. One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.confirming import Told, lead_value, said_again
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.phrases import (
    Amount,
    Best,
    BoundTold,
    Casts,
    ComparedTold,
    Number,
    Own,
    Phrase,
    Some,
    TiedBest,
    Time,
    Values,
    Worn,
)
from pbp.spells.english.several import np_or
from pbp.spells.sense.sentences import Lead
from pbp.spells.walk import asks_for_a_cast, is_one

# ---- of several things that are asked


def _asks(cond: t.Cond) -> str:
    """What a condition needs of what it asks: "either" of two things, "both", "some" of a group, "exact" or ""."""
    match cond:
        case t.Grouped(inner) | t.Again(inner):
            return _asks(inner)
        case t.Or():
            return "either"
        case t.CastIs(_, names) if len(names) > 1:
            return "either"
        case t.And((_, _)):
            return "both"
        case t.Holds(who, ">=", t.Int(1), test) if is_one(who):
            return _asks(test)
        case t.Holds(_, ">=", t.Int(1), test):
            return "" if isinstance(test, t.And) else "some"  # "(both are needed)": both neighbours, or both things?
        case t.Holds(t.Neighbours() | t.Join((_, _)), "all", _, test):
            return "" if isinstance(test, t.And | t.Or) else "both"
        case t.Holds(who, "=", t.Int(1)) if not is_one(who):
            return "exact"
        case t.Holds(who, ">=" | ">", _, test) if not is_one(who) and _asks(test) == "either":
            return "summed"
    return ""


_FITS = {
    "one": ("either", "some"), "either": ("either", "some"), "both": ("both",), "any": ("some", "exact"),
    "together": ("summed",),
}  # fmt: skip


def cond_enough(cond: t.Cond, kind: str) -> t.Cond:
    """ "If they cast Burn or have a Red Hat (one is enough)", "... and ... (both are needed)"."""
    if _asks(cond) not in _FITS[kind]:
        raise NoSense
    return cond


def idle_too(*said: Any) -> str:
    """ "(Being idle counts as not)", "(also if they were idle)", "(an idle Wizard did not)"."""
    only(said, {"A": ("idle",), "N": ("wizard",), "V": ("cast",), "Q": ("they",)})
    return "idle"


def cond_idle_too(cond: t.Cond, _kind: str) -> t.Cond:
    """ "If the chosen Wizard did not cast Burn (being idle counts as not)": what nobody does who is idle."""
    match cond:
        case t.Not(asked) if asks_for_a_cast(asked):
            return cond
        case t.Holds(_, ">=", t.Int(1), t.Not(test)) if asks_for_a_cast(replace(cond, test=test)):
            return cond
    raise NoSense


def lead_if_not_idle(_kind: str) -> Lead:
    """ "If not (being idle counts as not), ..."."""
    return "if not idle", None


def _preds_enough(preds: Any, kind: str) -> Any:
    if not isinstance(preds, tuple) or {"or": "either", "and": "both"}.get(preds[0]) not in _FITS[kind]:
        raise NoSense
    return preds


def preds_or_both(preds: Any) -> Any:
    """ "(Wizards who) cast Burn or have a Red Hat, or both"."""
    return _preds_enough(preds, "either")


def rel_enough(preds: Any, kind: str) -> Any:
    """ "(Wizards) who cast Burn or have a Red Hat (either will do)"."""
    return "subject", _preds_enough(preds, kind)


def enough_either() -> str:
    return "either"


def enough_one() -> str:
    return "one"


def enough_both() -> str:
    return "both"


def enough_together(*said: Any) -> str:
    """ "(If at least 2 Wizards cast Burn or Jolt,) those who cast the one and those who cast the other together"."""
    words = [word for word in said if isinstance(word, Said) and word.word.sort == "V"]
    only(words, {"V": ("cast",)})
    if len(words) < len([word for word in said if isinstance(word, Said)]):
        raise NoSense
    return "together"


def enough_any() -> str:
    """ "(It doesn't matter which)"."""
    return "any"


def np_or_both(phrase: Phrase) -> Phrase:
    """ "(Wizards with) a Red Hat or a Red Staff (or both)"."""
    match phrase:
        case Worn(t.Or()) | Some(t.Join((_, _)), "some"):
            return phrase
    raise NoSense


def np_two_or_both(one: Phrase, other: Phrase) -> Phrase:
    """ "The caster, the named Wizard, or both (have a Red Hat)"."""
    return np_or_both(np_or(one, other))


def again_not_or(number: int, way: Said) -> Told:
    """ "(Not two or more)"."""
    return (number,), f"not {way.sense}=", False, False, None


def again_not_value(value: Any) -> Told:
    """ "If you chose Blue (so not Red)"."""
    return (), "", False, False, t.Not(lead_value(value)[1])


def claim_other_option(subject: Phrase, verb: Said, *said: Any) -> t.Cond:
    """ "If you chose the other option (Blue)": of two."""
    if subject not in (Some(t.Caster()), Some(t.Caster(you=True))) or verb.sense != "choose":
        raise NoSense
    return _other_of_two(*said)


def _other_of_two(*said: Any) -> t.Cond:
    *noun, value = said
    if any(word.sense not in ("item", "one") for word in noun):
        raise NoSense
    return said_again(lead_value(value)[1], ((), "other", False, False, None))


# ---- of numbers that are compared

Equally = tuple[int | None, str]
"""The number that is spoken of, and its thing; None for the same number."""


def equal_number() -> Equally:
    """ "(Having just as many) ..."."""
    return None, ""


def equal_to(number: int, attr: str = "") -> Equally:
    """ "(Exactly 3 Stars) ..."."""
    return number, attr


def _bound(phrase: Phrase) -> tuple[str, Any, str]:
    match phrase:
        case Amount(op, number, attr, "", None):
            return op, number, attr
        case Some(_, "count", op, number):
            return op, number, ""
    raise NoSense


def _fits(number: Any, attr: str, said: Equally) -> bool:
    told, thing = said
    if told is None:
        return not isinstance(number, t.Int)  # "(just as many)": as somebody has
    return number == t.Int(told) and thing in ("", attr)


def np_or_equal(phrase: Phrase, said: Equally) -> Phrase:
    """ "At least 3 Stars (exactly 3 will do)", "at least as many Stars as you (a tie is enough)"."""
    op, number, attr = _bound(phrase)
    if op not in (">=", "<=") or not _fits(number, attr, said):
        raise NoSense
    return _told(phrase)


def np_not_equal(phrase: Phrase, said: Equally) -> Phrase:
    """ "More than 3 Stars (exactly 3 won't do)", "more Stars than you (having just as many is not enough)"."""
    op, number, attr = _bound(phrase)
    if op not in (">", "<") or not _fits(number, attr, said):
        raise NoSense
    return _told(phrase)


def _told(phrase: Phrase) -> Phrase:
    """That it is told what is so of exactly as many."""
    if not isinstance(phrase, Amount):
        return phrase
    return BoundTold(**{item.name: getattr(phrase, item.name) for item in fields(phrase)})


def np_no_more(phrase: Phrase, one: Said, other: Said) -> Phrase:
    """ "Exactly 3 Stars (no more, no less)"."""
    match phrase:
        case Amount("=" | "==", t.Int(), _, "") | Some(_, "count", "=" | "==") if {one.sense, other.sense} == {
            "<",
            ">",
        }:
            return replace(phrase, op="==")
    raise NoSense


def _compared(compared: Any, said: Equally, ops: tuple[str, ...]) -> Any:
    match compared:
        case (str() as op, measure) if op in ops:
            match measure:
                case Amount("=", number, attr, "", None) | Number(number, attr) if _fits(number, attr, said):
                    return ComparedTold(compared)
                case Phrase() if said[0] is None and not isinstance(measure, Amount | Number):
                    return ComparedTold(compared)
    raise NoSense


# ---- of who has the most

Alike = tuple[str, Any]
"""Whether those who are tied are meant: "all" or "none"; and for what, where it is said."""


def level_for(*said: Any) -> Any:
    """ "(Being tied for the most) ..."."""
    return next((part for part in said if isinstance(part, tuple)), None)


def alike_or_not(*_: Any) -> Alike:
    """ "(Tied or not)"."""
    return "all", None


def alike_too(best: Any) -> Alike:
    """ "(A tie is enough)"."""
    return "all", best


def alike_not(best: Any) -> Alike:
    """ "(Ties don't count)"."""
    return "none", best


def np_alike(phrase: Phrase, alike: Alike) -> Phrase:
    """ "The most Stars (being tied counts)"."""
    way, best = alike
    if not isinstance(phrase, Best) or (
        best is not None and (best[0] != phrase.most or best[1] not in (None, "", phrase.attr))
    ):
        raise NoSense
    return TiedBest(phrase, way)


# ---- of who it is


def np_no_matter(phrase: Phrase, *said: Any) -> Phrase:
    """ "Exactly one other Wizard (it doesn't matter who)", "the Wizard in position 1 (whoever that is)"."""
    only(said, {"V": ("cast",), "Q": ("it", "they", "them")})
    match phrase:
        case Casts(None, t.CastIs(names=()), t.All(), "some" | "plural" | "each"):
            return phrase  # "(loses Stars from) a spell, no matter whose"
        case Some(_, "some" | "any" | "count", place=False):
            return phrase
        case Some(who, "one", place=False) if who not in (t.Caster(), t.Caster(True)) and not isinstance(who, t.They):
            return phrase
    raise NoSense


def np_not_same(phrase: Phrase, *said: Any) -> Phrase:
    """ "Exactly one other Wizard (not necessarily the same one)"."""
    if any(word.sense not in ("wizard", "one") for word in said):
        raise NoSense
    match phrase:
        case Some(t.Others(), "some" | "any" | "count", place=False):
            return replace(phrase, who=t.Without(t.All(), t.Caster()))  # other than the caster, then
        case Some(_, "some" | "any" | "count", place=False):
            return phrase
    raise NoSense


def np_previous(time: Phrase) -> Phrase:
    """ "The previous Duel (the one before this one)"."""
    if time != Time("back", (1,)):
        raise NoSense
    return time


# ---- of what can be chosen, and of what is worn


def offered_words(*said: Any) -> tuple[str, ...]:
    """ "(Red or Blue)", "(Hat or Robes)"."""
    found: list[str] = []
    for one in said:
        for value in one.values if isinstance(one, Values) else (one,):
            word = value.word if isinstance(value, t.Text) else value
            if not isinstance(word, str):
                raise NoSense
            found.append(word)
    return tuple(found)


def offered_numbers(found: tuple[int, ...]) -> tuple[int, ...]:
    """ "(2, 3 or 4)"."""
    return found


def offered_range(low: int, high: int) -> tuple[int, ...]:
    """ "(2 to 5)"."""
    if not 0 <= low < high < low + 100:
        raise NoSense
    return tuple(range(low, high + 1))


def np_offered(phrase: Phrase, said: tuple[Any, ...]) -> Phrase:
    """ "The chosen colour (Red or Blue)", "the chosen number (1 to 3)": what the Inputs line offers."""
    match phrase:
        case Values((t.WordInput() as word,)):
            return replace(phrase, values=(t.WordOffered(word, said),))
        case Own(_, t.WordInput() as word, False):
            return replace(phrase, attr=t.WordOffered(word, said))
        case Number(t.NumberInput() as number) | Amount("=", t.NumberInput() as number):
            return replace(phrase, number=t.NumberOffered(number, said))
    raise NoSense


def np_any_thing_but(phrase: Phrase, thing: str, value: t.Value) -> Phrase:
    """ "(Wizards with) a Hat (that is to say, any Hat but None)"."""
    match phrase:
        case Worn(t.Not(t.Is(_, attr, held))) | Some(t.Those(_, t.Not(t.Is(_, attr, held)))) if (attr, held) == (
            thing,
            value,
        ):
            return phrase
        case Amount("=", t.Int(1), attr, "a") if attr == thing and value == t.Text("None"):
            return phrase  # "a Hat"
    raise NoSense
