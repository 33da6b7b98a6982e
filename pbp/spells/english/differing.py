"""By how much two numbers differ, and whether more was lost than gained. One function for each "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import bare
from pbp.spells.english.claims import claim
from pbp.spells.english.comparing import gap_of_two
from pbp.spells.english.lexicon import Said, more_or_less
from pbp.spells.english.measures import KINDS, lately
from pbp.spells.english.phrases import ME, Amount, Bag, Nbar, Number, Own, Phrase, Some, Verb
from pbp.spells.english.testing import subj
from pbp.spells.english.things import the_difference
from pbp.spells.english.verbs import v_be, vp_compared, vp_np, vp_pp
from pbp.spells.sense.conditions import holds


def claim_differ(*said: Any) -> t.Cond:
    """ "(If) your Stars and theirs differ by more than 5", "your Stars differ from theirs by 5 or more"."""
    *_be, left, right, by = (part for part in said if not isinstance(part, Said | str))
    match left, right, by:
        case Some(), Some(), (_, Amount("=", _, str() as attr)) if (
            attr
        ):  # "if you and they differ by more than 5 Stars"
            left, right = Own(left, attr), Own(right, attr)
    return _are_apart(the_difference(left, right), by)


def claim_two_differ(*said: Any) -> t.Cond:
    """ "(Swap Stars with the target, unless) the two differ by more than 5"."""
    *noun, by = said
    return _are_apart(gap_of_two(*noun), by)


def _are_apart(gap: Phrase, by: Any) -> t.Cond:
    compared = by if isinstance(by, tuple) else ("=", Number(by))
    match compared, gap:
        case (_, Amount("=", number, attr, "", None, None)), Number(_, said) if attr == said:
            compared = compared[0], Number(number)  # "by more than 5 Stars"
    return claim(gap, vp_compared(v_be("s"), compared))


MovedThan = tuple[Phrase | None, t.Cond]
"""Who is named again in "than you have gained", and what is so of whoever lost more than that."""


def claim_moved_than(subject: Phrase, told: MovedThan) -> t.Cond:
    """ "(If) you have lost more Stars this Duel than you have gained"."""
    again, test = told
    named = again is None or again == subject or again == Some(t.They("they"))
    if not isinstance(subject, Some) or subject.place or not named:
        raise NoSense
    if again is not None and again != subject and subject.how not in ("one", "each", "some", "none", "any"):
        raise NoSense
    return holds(subj(subject), test)


def rel_moved_than(told: MovedThan) -> tuple[str, t.Cond]:
    """ "(Each Wizard) who lost more Stars than they gained this Duel"."""
    again, test = told
    if again not in (None, Some(t.They("they"))):
        raise NoSense
    return "test", test


def moved_than(*said: Any) -> MovedThan:
    """ "Lost more Stars (this Duel) than they have gained (from spells)"."""
    *first, again, other = said
    if not isinstance(other, Verb) or other.denied or other.modal or other.passive:
        raise NoSense
    if not other.perfect and other.form != "d":
        raise NoSense
    return again, _moved_than(first, other)


def moved_than_bare(*said: Any) -> MovedThan:
    """ "Lost more Stars than gained this Duel"."""
    verb = next(index for index, word in enumerate(said) if isinstance(word, Nbar)) + 1
    return None, _moved_than(said[:verb], _with(Verb(said[verb].sense, "d"), said[verb + 1 :]))


def _with(verb: Verb, beside: Any) -> Verb:
    """A verb with when, and from what: "this Duel", "from spells"."""
    for part in beside:
        verb = vp_np(verb, part) if isinstance(part, Phrase) else vp_pp(verb, part)
    return verb


def _moved_than(first: Any, other: Verb) -> t.Cond:
    way = next(word for word in first if isinstance(word, Said) and word.word.sort == "C")
    at = next(index for index, word in enumerate(first) if isinstance(word, Nbar))
    verb = next(word for word in first if isinstance(word, Said) and word.word.sort == "V")
    thing = bare(first[at])
    if not isinstance(thing, Amount) or thing.op != "bare" or {verb.sense, other.sense} != {"lose", "gain"}:
        raise NoSense
    when = []
    for told in (_with(Verb(verb.sense, "d"), first[at + 1 :]), other):
        bag = Bag(told.parts)
        when.append(lately(bag))
        bag.done()
    sources = {source for one in when for (source,) in one}
    if len(sources) != 1:
        raise NoSense  # "lost more than you gained": when?
    (source,) = sources
    if source is not None and not all(when):
        raise NoSense  # "lost more from Burn than you gained": from Burn too?
    left, right = (t.Moved(ME, KINDS[one.sense], thing.attr, source) for one in (verb, other))
    return t.Compare(left, more_or_less(way), right)
