"""Groups and comparisons of which a part is left out: "each who did", "any with fewer", "nobody has more".

What is left out is found in `refer/elided.py`. One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import phrase
from pbp.spells.english.claims import claim
from pbp.spells.english.lexicon import Said, Word, more_or_less, only
from pbp.spells.english.measures import more_than
from pbp.spells.english.nbar import PEOPLE, n_part, n_part_not, n_pp, n_rel, rel_subject, thing, value_np
from pbp.spells.english.phrases import (
    ME,
    NUMBERED,
    OF_KIND,
    SUCH,
    Amount,
    Best,
    Nbar,
    Number,
    Own,
    Phrase,
    Pointer,
    Some,
    Time,
    Verb,
    Worn,
)
from pbp.spells.english.verbs import preds_and, v_modal_not, vp_np, vp_pp
from pbp.spells.walk import parts

_ONE = Nbar(Said(Word("N", "wizard", "", "s"), -1))


def kind_who(rel: Any) -> t.Who:
    """ "(Each) who did not"."""
    return _of_kind(n_rel(_ONE, rel))


def kind_with(part: tuple[str, Any]) -> t.Who:
    """ "(Each) with a Red Hat"; "each of the neighbours" has its noun."""
    if part[0] not in ("with", "without", "in", "near"):
        raise NoSense
    return _of_kind(n_pp(_ONE, part))


def kind_part(verb: Verb) -> t.Who:
    """ "(Each) wearing a Red Hat"."""
    return _of_kind(n_part(_ONE, verb))


def kind_part_not(verb: Verb) -> t.Who:
    """ "(Each) not wearing a Red Hat"."""
    return _of_kind(n_part_not(_ONE, verb))


def kind_more(way: Said) -> t.Who:
    """ "(Each) with fewer"."""
    return _of_kind(n_more_alone(_ONE, way))


def kind_has_more(_have: str, way: Said) -> t.Who:
    """ "(Each) who has fewer"."""
    return kind_more(way)


def _of_kind(nbar: Nbar) -> t.Who:
    match phrase(("each", None), nbar):
        case Some(t.Those(t.All()) | t.Casters(t.All()) as who, "each", place=False):
            return replace(who, group=OF_KIND)
    raise NoSense


def each_of_kind(who: t.Who) -> Phrase:
    """ "Each who cast Burn", "any with fewer": of the kind of Wizards who were spoken of."""
    return Some(who, "each", apart=True)


def some_of_you() -> t.Who:
    """ "(Each) of you (who has a Red Hat)"."""
    return t.They("of you")


def two_of_you() -> t.Who:
    """ "(Each) of you two (who has a Red Hat)"."""
    return t.They("you both")


def two_of_them() -> t.Who:
    """ "(Each) of the two (who has a Red Hat)"."""
    return t.They("both")


def them_of_kind() -> t.Who:
    """ "(Each) of them (wearing a Red Hat)"."""
    return t.They("those")


def each_of_two_who(some: t.Who, who: t.Who) -> Phrase:
    """ "Each of you who has a Red Hat", "each of them now wearing one"."""
    if not isinstance(who, t.Those | t.Casters) or who.group != OF_KIND or t.AsBefore() in parts(who):
        raise NoSense
    return Some(replace(who, group=some), "each", apart=True)


def two_with_more(two: t.Who, *said: Any) -> Phrase:
    """ "Whichever of you has more": of the thing that was just spoken of."""
    return Some(t.Top(two, t.Stat(ME, SUCH), more_or_less(said[-1]) == ">", "ruling"))


def all_of_kind(who: t.Who) -> Phrase:
    """ "All with fewer than 5 Stars"."""
    return Some(who, "each")


def counted_of_kind(who: t.Who) -> t.Num:
    """ "(1 Star for) each who cast Burn"."""
    return t.Count(who)


def _more_alone(way: Said) -> Amount:
    return Amount(more_or_less(way), t.AsBefore(), "")


def n_more_alone(nbar: Nbar, *said: Any) -> Nbar:
    """ "(Every) Wizard with more", "everyone who has fewer": than what was compared before."""
    if nbar.noun.sense not in (*PEOPLE, "neighbour", "somebody"):
        raise NoSense
    return n_rel(nbar, ("subject", Verb("have", "s", parts=(("object", _more_alone(said[-1])),))))


def whoever_more_alone(said: Said, have: str, way: Said) -> Phrase:
    """ "Whoever has fewer": everyone who has."""
    if said.sense != "whoever" or have != "s":
        raise NoSense
    return phrase(("each", None), n_more_alone(_ONE, way))


def claim_more_alone(subject: Phrase, have: str, way: Said) -> t.Cond:
    """ "(If) nobody has fewer", "the previous Wizard has fewer": than what was compared before."""
    if not isinstance(subject, Some) or subject.place:
        raise NoSense
    if isinstance(subject.who, t.Caster | t.They):
        raise NoSense  # "if you have more": of the two that were compared
    return _claim_more(subject, have, way)


def they_have_more(subject: Phrase, have: str, way: Said) -> t.Cond:
    """ "(Each Wizard gains 1 Star if they have fewer Crystals than you, and loses 2 if) they have more"."""
    if not isinstance(subject, Some) or not isinstance(subject.who, t.Caster | t.They):
        raise NoSense
    return _claim_more(subject, have, way)


def _claim_more(subject: Some, have: str, way: Said) -> t.Cond:
    if have not in ("s", "b"):
        raise NoSense
    return claim(subject, Verb("have", have, parts=(("object", _more_alone(way)),)))


def more_than_theirs(way: Said, they: Said) -> Phrase:
    """ "(More Stars than all of their neighbours, any with) fewer than all of theirs"."""
    if they.sense != "they":
        raise NoSense
    return more_unnamed(way, Some(t.They("theirs"), "each"))


def more_unnamed(way: Said, measure: Any) -> Phrase:
    """ "(If nobody has) fewer than you", "more than they do", "than you rolled": of the thing that is spoken of."""
    match measure:
        case Some(place=False) | ("clause", Some(), Verb("have" | "do")) | Number(t.Result()):
            pass
        case _:
            raise NoSense
    found = more_than(way, thing(""), measure)
    if not isinstance(found, Amount | Number):
        raise NoSense
    return found


def says_none() -> str:
    return "no"


def says_any() -> str:
    return "any"


def moved_not_any(*said: Any) -> tuple[Said, str]:
    """ "(If you) did not lose any", "have not gained any": lost none."""
    if said[0] in ("s", "b"):
        raise NoSense  # "do not lose any"
    verb = said[-1]
    return replace(verb, word=replace(verb.word, form="VN")), "no"


def _moved_some(told: tuple[Said, str], *when: Any) -> Verb:
    """ "Lost any", "gained none this Duel"; "cast none"."""
    verb, some = told
    if verb.sense in ("cast", "select") and not when:
        denied = some == "no"
        return Verb("cast", "b" if denied else "d", denied=denied, parts=(("object", Pointer("anything", bare=True)),))
    if verb.sense not in ("gain", "lose") or verb.word.form not in ("VD", "VN"):
        raise NoSense
    moved = Verb(verb.sense, "d", parts=(("object", Amount(some, None, SUCH)),))
    match when:
        case ():
            return moved
        case (Time() as time,):
            return vp_np(moved, time)
        case (tuple() as part,):
            return vp_pp(moved, part)
    raise NoSense


def v_cannot_any(modal: Said, verb: Said) -> Verb:
    """ "(Wizards with more than 15 Stars) cannot gain any (for the rest of this Duel)": of what is spoken of."""
    if verb.sense not in ("gain", "lose"):
        raise NoSense
    return v_modal_not(modal, Verb(verb.sense, "b", parts=(("object", Amount("any", None, SUCH)),)))


def rel_moved_some(*said: Any) -> Any:
    """ "(Each Wizard) who lost any", "who gained none this Duel": of what is spoken of."""
    return rel_subject(_moved_some(*said))


def claim_moved_some(subject: Phrase, *said: Any) -> t.Cond:
    """ "(If) you lost any", "they gained none this Duel", "your neighbours cast none"."""
    verb = _moved_some(*said)
    if verb.sense == "cast" and verb.denied and isinstance(subject, Some) and subject.how in ("each", "plural"):
        return claim(replace(subject, how="none"), replace(verb, form="d", denied=False))
    return claim(subject, verb)


def claim_theirs_is(theirs: Phrase, be: str, said: Any) -> t.Cond:
    """ "(Swap Hats with the target. Then, if) yours is Red": the thing that was just spoken of."""
    values = value_np(said).values
    if be not in ("s", "b") or len(values) != 1 or not isinstance(values[0], t.Text) or values[0] == t.Text("None"):
        raise NoSense
    match theirs:
        case Own(Some(who, "one", place=False), "", False):
            return t.Holds(who, ">=", t.Int(1), t.Is(t.Member(0), SUCH, values[0]))
    raise NoSense


def claim_none_did(how: str) -> t.Cond:
    """ "(If exactly one neighbour cast Burn, ...) If none did": of those of whom it was asked. Raises NoSense."""
    if how not in ("did", "does", "is", "has"):
        raise NoSense
    return t.Holds(t.They("askees"), "=", t.Int(0), t.Did(how))


def preds_and_moved(preds: Any, *said: Any) -> Any:
    """ "(Each Wizard who) lost Stars this Duel but gained none"."""
    if isinstance(preds, Verb) and preds.denied:
        raise NoSense  # "who has not lost Stars but gained none": is both denied?
    return preds_and(preds, _moved_some(*said))


def preds_best_and(have: str, best: Phrase, bound: Phrase) -> Any:
    """ "(If you) have more Stars than anyone else and at least 10", "have the fewest Stars but more than 5"."""
    several = isinstance(best, Amount) and isinstance(best.number, Some) and best.number.how != "one"
    if not isinstance(best, Best) and not (several and isinstance(best, Amount) and best.op in ("<", ">")):
        raise NoSense
    if have not in ("s", "b") or not isinstance(bound, Amount) or not isinstance(bound.number, t.Int):
        raise NoSense
    if bound.op not in ("<", "<=", ">", ">=", "==") or not isinstance(best.attr, str):
        raise NoSense
    found = replace(bound, attr=bound.attr or best.attr)
    return preds_and(*(Verb("have", have, parts=(("object", what),)) for what in (best, found)))


def rel_has_some(*said: Any) -> Any:
    """ "(Each Wizard) who has none", "who wears none", "that has any": of what is spoken of."""
    *have, some = said
    only(have, {"V": ("have",)})
    return rel_subject(_has_some(some))


def n_with_some(nbar: Nbar, how: Said, some: str) -> Nbar:
    """ "(Each neighbour) with none", "wearing any", "without any": of what is spoken of."""
    if nbar.noun.sense not in (*PEOPLE, "neighbour", "somebody"):
        raise NoSense
    match how.sense, some:
        case "with", _:
            return n_rel(nbar, rel_has_some(some))
        case "without", "any":
            return n_rel(nbar, rel_has_some("no"))
    raise NoSense


def none_to_give(thing_: Phrase) -> Phrase:
    """ "(If you have) no Beard to offer", "no Crystals to give": for what, changes nothing; but Stars go below 0."""
    match thing_:
        case Worn(t.Is(_, str() as attr, t.Text("None"))) if attr not in NUMBERED:
            return thing_
        case Amount("no", None, str() as attr) if attr not in ("", "Stars"):
            return thing_
    raise NoSense


def kind_with_some(how: Said, some: str) -> t.Who:
    """ "(Each) with none", "wearing none", "without any"."""
    return _of_kind(n_with_some(_ONE, how, some))


def claim_has_any(subject: Phrase, have: str | Said) -> t.Cond:
    """ "(If) the next Wizard has any", "if neither of you wears any"."""
    if have not in ("s", "b") and not (isinstance(have, Said) and have.sense == "have"):
        raise NoSense
    return claim(subject, _has_some("any"))


def claim_have_none(subject: Some) -> t.Cond:
    """ "(If) both have none", "your neighbours wear none", "either of you has none": of what is spoken of."""
    if subject.how not in ("each", "some"):
        raise NoSense
    return claim(subject, _has_some("no"))


def _has_some(some: str) -> Verb:
    return Verb("have", "s", parts=(("object", Amount(some, None, SUCH)),))
