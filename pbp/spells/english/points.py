"""What is said in points: a subject that they share, and conditions listed below those of whom they must be true.

One function for each name after "->".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.announcing import for_them
from pbp.spells.english.articles import all_the, each, that, the
from pbp.spells.english.discourse import labelled, labelled_thing, labelled_thing_part
from pbp.spells.english.leading import led, trailed
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.measures import gap_said
from pbp.spells.english.nbar import n_pp, n_rel, n_so
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Amount, Amounts, Casts, Nbar, Number, Phrase, Some, Verb
from pbp.spells.english.questions import lasts_asked
from pbp.spells.english.sentences import timed_act
from pbp.spells.english.several import np_and
from pbp.spells.english.things import np_plus
from pbp.spells.sense.sentences import Lead, Trailing, each_act
from pbp.spells.walk import parts, replaced

Point = Callable[[Phrase], t.Act]
"""What a point says of the subject that it shares with the others."""

# ---- a subject that points share


def point_does(verb: Verb) -> Point:
    """ "(The chosen Wizard: ...) • gains 5 Stars"."""

    def said(subject: Phrase) -> t.Act:
        if isinstance(subject, Casts):
            if subject.own or subject.how not in ("plural", "each") or verb.form not in ("b", "s"):
                raise NoSense
            return act(subject, replace(verb, form="b" if subject.how == "plural" else "s"))
        if verb.modal or verb.passive:
            return act(subject, verb)
        return _told(labelled(subject, verb))

    return said


def point_thing(thing: Nbar, verb: Verb) -> Point:
    """ "(The chosen Wizard: • gains 5 Stars) • Hat becomes Red"."""
    if verb.form == "n":
        return lambda subject: _told(labelled_thing_part(subject, thing, verb))
    return lambda subject: _told(labelled_thing(subject, thing, verb))


def _told(act: t.Act) -> t.Act:
    return act.act if isinstance(act, t.Labelled) else act


def point_timed(part: tuple[str, Any], verb: Verb) -> Point:
    """ "(The chosen Wizard: ...) • for the remainder of this Duel, cannot gain Stars"."""
    return lambda subject: timed_act(part, subject, verb)


def point_trailed(point: Point, trail: Trailing) -> Point:
    """ "(The chosen Wizard: ...) • loses 2 Stars if they cast Burn"."""
    return lambda subject: trailed(point(subject), trail)


def point_led(lead: Lead, point: Point) -> Point:
    """ "(The chosen Wizard: ...) • if they cast Burn, loses 2 Stars"."""
    kind, cond = lead
    if kind == "then":
        return lambda subject: led(lead, point(subject))
    if kind not in ("if", "unless") or cond is None:
        raise NoSense  # "otherwise, lose 1 Star": who does?
    return point_trailed(point, (cond, kind == "if", None))


def points(*said: Any) -> tuple[Point, ...]:
    """Two points or more."""
    return tuple(point for one in said for point in (one if isinstance(one, tuple) else (one,)))


def points_of(subject: Phrase, *said: Any) -> t.Act:
    """ "The chosen Wizard: • gains 5 Stars • loses 1 Crystal": each of the same one, and as many as are told."""
    *count, told = said
    if not isinstance(subject, Some) or subject.place or count not in ([], [len(told)]):
        raise NoSense
    open_to = any(isinstance(part, t.Pick | t.Top) for part in parts(subject.who))
    if open_to and subject.how != "one":
        raise NoSense  # "each neighbour of a random Wizard: ...": of the same one each time?
    again = Some(t.They("that Wizard")) if open_to else subject
    first, *others = told
    acts = (first(subject), *(point(again) for point in others))
    return t.Seq(tuple(one for made in acts for one in each_act(made)))


# ---- amounts, and Wizards, that are listed


def listed_nps(*said: Any) -> tuple[Phrase, ...]:
    """What is listed, each for itself: "(you lose:) • 2 Stars • 1 Crystal"."""
    return tuple(phrase for one in said for phrase in (one if isinstance(one, tuple) else (one,)))


def the_sum(*said: Any) -> Phrase:
    """ "The sum of DICE8 Stars and 1 Star", "the sum of: • DICE8 Stars • 1 Star"."""
    listed = said[-1] if isinstance(said[-1], tuple) else said[-2:]
    head = said[: -len(listed)] if listed is not said[-1] else said[:-1]
    if any(isinstance(one, int) and one != len(listed) for one in head):
        raise NoSense
    only([one for one in head if isinstance(one, Said)], {"N": ("number", "amount", "sum", "thing")})
    if all(isinstance(getattr(part, "number", None), t.Int) for part in listed):
        raise NoSense  # "the sum of 3 Stars and 1 Star for each neighbour": the sum, for each?
    whole: Phrase = reduce(np_plus, listed)
    return whole


def vp_amounts(verb: Verb, *said: Any) -> Verb:
    """ "(You) lose: • 2 Stars • 1 Crystal"; of one thing twice it is not clear whether it is one loss, or two."""
    *noun, told = said
    things = [part.attr for part in told if isinstance(part, Amount) and part.op == "="]
    if noun or len(set(things)) < len(told) or not all(things):
        raise NoSense
    return verb.add("object", Amounts(told))


def act_of_listed(*said: Any) -> t.Act:
    """ "Both of these lose 2 Stars: • you • the chosen Wizard"; who is drawn may be the same as another."""
    *head, verb, told = said
    if any(isinstance(one, int) and one != len(told) for one in head):
        raise NoSense
    only([one for one in head if isinstance(one, Said)], {"N": ("wizard",)})
    whom = np_and(*told)
    if not isinstance(whom, Some) or not isinstance(whom.who, t.Join):
        raise NoSense
    if not all(isinstance(part, t.Caster | t.Chosen) for part in whom.who.parts) or len(set(whom.who.parts)) < len(
        told
    ):
        raise NoSense
    return act(whom, verb)


def act_of_none_listed(*said: Any) -> t.Act:
    """ "Neither of these two can gain Stars: • you • the chosen Wizard"."""
    *head, verb, told = said
    if verb.denied:
        raise NoSense
    return act_of_listed(*head, replace(verb, denied=True), told)


# ---- points that tell each a part of one statement

Told = tuple[str, Any]
"""What a point tells: "who", "long", "when" or "what", and that."""


def told_who(*said: Any) -> Told:
    """ "Who: you", "victim: the chosen Wizard", "what is changed: each spell that targets you"."""
    *words, whom = said if len(said) < 2 or said[-1] != said[-2] else said[:-1]  # "you, the caster"
    if any(isinstance(word, Phrase) for word in words):
        raise NoSense
    only(
        [word for word in words if isinstance(word, Said)],
        {
            "N": ("target", "wizard", "spell"),
            "V": ("affect", "change", "concern", "redirect", "hit"),
            "P": ("on", "for", "to"),
        },
    )
    return "who", whom


def told_long(part: tuple[str, Any]) -> Told:
    """ "How long: for the remainder of this Duel"."""
    return "long", part


def told_when(cond: t.Cond) -> Told:
    """ "Condition: you are idle"."""
    return "when", cond


def told_what(*said: Any) -> Told:
    """ "What: they lose 2 Stars", "result: loses 2 Stars"."""
    *words, what = said
    only([word for word in words if isinstance(word, Said)], {"N": ("result", "change", "effect")})
    return "what", what


def told_together(*said: Any) -> Any:
    """ "Who: you • how long: for the remainder of this Duel • what: you cannot lose Stars"."""
    return tuple(point for one in said for point in (one if isinstance(one[0], tuple) else (one,)))


def _said_of(who: Phrase, act: t.Act) -> t.Act:
    """What happens to those who were named; of anybody else nothing is said."""
    if not isinstance(who, Some) or who.place:
        raise NoSense
    found = [getattr(part, name, None) for part in parts(act) for name in ("subject", "who", "whom")]
    subjects = [part.subject for part in parts(act) if isinstance(part, t.Clause)]
    caster = isinstance(who.who, t.Caster)

    def is_meant(other: Any) -> bool:
        return bool(other == who.who or (caster and isinstance(other, t.Caster)))

    if who.how == "one" and any(map(is_meant, found)):
        if not all(subject is None or is_meant(subject) for subject in subjects):
            raise NoSense
        return act
    if not caster:
        return for_them(who, act)
    if any(not isinstance(part, t.Clause) or part.subject is not None or part.form != "b" for part in each_act(act)):
        raise NoSense
    return act


def _of_whom(cond: t.Cond, who: Any) -> t.Cond:
    """A condition on those who were named: "who: the chosen Wizard • when: they cast Burn"."""
    spoken = {t.They("they"), t.They("them"), t.They("that Wizard")} & {*parts(cond)}
    if not spoken or who is None:
        return cond
    if not isinstance(who, Some) or who.how != "one" or any(isinstance(one, t.Pick | t.Top) for one in parts(who.who)):
        raise NoSense
    named: t.Cond = replaced(cond, dict.fromkeys(spoken, who.who))
    return named


def told_in_points(told: tuple[Told, ...]) -> t.Act:
    """What points tell together: each of them one thing, and one of them what happens."""
    found = dict(told)
    if len(found) < len(told) or "what" not in found:
        raise NoSense
    who, what = found.get("who"), found["what"]
    if callable(what):
        what = (what,)
    if isinstance(what, tuple):
        if not isinstance(who, Phrase):
            raise NoSense
        made = what[0](who) if len(what) == 1 else points_of(who, what)
    elif isinstance(who, Casts):
        raise NoSense
    else:
        made = what if who is None else _said_of(who, what)
    if "when" in found:
        made = led(("if", _of_whom(found["when"], who)), made)
    return made if "long" not in found else t.Seq((*each_act(made), lasts_asked(found["long"])))


# ---- points that name each other


def of_point(nbar: Nbar, *said: Any) -> Phrase:
    """ "The Wizard found in point 2", "the number from point 1": `check_points` sees that no other can be meant."""
    words = [word for word in said if isinstance(word, Said)]
    only(words, {"P": ("from", "of", "in", "under", "by", "at"), "V": (*_FINDS, *_RECKONS)})
    verbs = [word.sense for word in words if word.word.sort == "V"]
    if nbar.mods or nbar.noun.word.form != "s":
        raise NoSense
    if nbar.noun.sense in ("wizard", "neighbour") and all(verb in _FINDS for verb in verbs):
        return the(n_so(nbar, Said(Word("V", "find"), -1)))
    if nbar.noun.sense in ("number", "result", "sum", "average", "gap") and all(verb in _RECKONS for verb in verbs):
        return that(Nbar(Said(Word("N", "number", "s"), -1)))
    raise NoSense


_FINDS = ("find", "choose", "select", "take", "look", "draw")
_RECKONS = ("find", "count", "roll", "addup", "divide", "multiply", "average", "take", "name", "get")


def beside_point(*said: Any) -> t.Act:
    """ "Each neighbour loses 2 Stars, on top of point 1"."""
    words = [word for word in said if isinstance(word, Said)]
    only(words, {"P": ("addition",)})
    return next(part for part in said if isinstance(part, t.Act))


def nothing_of_points(act: t.Act, *_: str) -> t.Act:
    """ "(If ...,) nothing happens, neither under (1) nor under (2)": `check_after` sees that these are all.

    What else is said of it is of all that could happen: "nothing happens (nobody gains anything)".
    """
    if act not in (t.Nothing(), t.Clause(None, (t.Nothing(),))):
        raise NoSense
    return act


def measure_counted(*said: Any) -> Phrase:
    """ "(As many Stars as) there are Wizards so counted", "you counted", "were rolled in point 1": that number."""
    words = [word for word in said if isinstance(word, Said)]
    only(
        words,
        {"N": ("wizard", "neighbour", "spell", "position"), "V": ("count", "roll", "find"), "P": ("in", "under", "at")},
    )
    if any(word.word.sense == "roll" for word in words) and not any(word.word.sort == "P" for word in words):
        raise NoSense  # "as many as you rolled" is what the die shows, whatever other number was named
    return that(Nbar(Said(Word("N", "number", "s"), -1)))


def number_counted(number: Said, *said: Said) -> Phrase:
    """ "The number of Wizards so counted"."""
    only((number,), {"N": ("number",)})
    only([word for word in said if word.word.sort == "V"], {"V": ("count",)})
    return measure_counted(*said)


# ---- those of several spells that were announced


def spells_who(rel: Any) -> Phrase:
    """ "(Each of them) that has a Cost", of spells."""
    return _of_those_spells(n_rel(_SPELL, rel))


def spells_with(part: tuple[str, Any]) -> Phrase:
    """ "(Those of them) with a Cost", of spells."""
    return _of_those_spells(n_pp(_SPELL, part))


_SPELL = Nbar(Said(Word("N", "spell", "s"), -1))


def _of_those_spells(nbar: Nbar) -> Phrase:
    found = each(nbar)
    if not isinstance(found, Casts) or found.group != t.All() or found.who is not None or found.own:
        raise NoSense
    return replace(found, group=t.They("those spells"))


# ---- conditions that are listed below those of whom they must be true


def preds_of_them(*said: Any) -> Any:
    """ "(Each Wizard of whom both are true ...:) • the Wizard cast Burn", "• they have 3 Crystals"."""
    *words, preds = said
    only(words, {"Q": ("they",), "N": ("wizard", "neighbour")})
    return preds


def all_of_them(left: Any, right: Any) -> Any:
    """ "• cast Burn • has 3 Crystals": both."""
    return "and", left, right


def any_of_them(left: Any, right: Any) -> Any:
    """ "• cast Burn • or has 3 Crystals": one of the two at least."""
    return "or", left, right


def rel_listed(preds: Any) -> Any:
    """ "(Each Wizard) who: • cast Burn • and has 3 Crystals"."""
    return "subject", preds


def act_of_whom_true(nbar: Nbar, verb: Verb, preds: Any) -> t.Act:
    """ "Each Wizard of whom both points are true loses 2 Stars: • they cast Burn • they have 3 Crystals"."""
    whom = n_rel(nbar, ("subject", preds))
    return act(all_the(whom) if nbar.noun.word.form == "p" else each(whom), verb)


def gap_told(number: Phrase, *said: Any) -> Phrase:
    """ "(As many Stars as) the difference between yours and theirs comes to, no matter which is higher"."""
    if not isinstance(number, Number):
        raise NoSense
    return gap_said(number, *said) if said else number


# ---- what is said of the points themselves: `check_named` sees that those that are named are there


def one_point() -> int:
    """ "(Points) 1 (and 2)"."""
    return 1


def points_named(*said: int) -> int:
    """How many points are named: "points 1, 2 and 3"."""
    return sum(said)


def led_skips(lead: Lead, made: t.Act, *_: int) -> t.Act:
    """ "If your Hat is Red, gain 2 Stars, and point 2 does not apply": `check_skips` sees that it is the rest."""
    if lead[0] not in ("if", "unless"):
        raise NoSense
    return t.Seq((led(lead, made), t.SkipsRest()))


def heading_named(count: int) -> t.Act:
    """ "1 and 2 happen at the same time", "both a) and b) apply"."""
    return t.Heading(count)


def heading_of_all() -> t.Heading:
    """ "All of these (, none of which depends on another)"."""
    return t.Heading(0, "all")


def heading_no_order() -> t.Heading:
    """ "(All of the following,) with no order among them", "all numbers are taken before any of this happens"."""
    return t.Heading()


def heading_apart() -> t.Heading:
    """ "(Both happen at the same time,) and neither depends on the other"; "point 2 happens whether or not 1 does"."""
    return t.Heading(apart=True)


def heading_apart_two() -> t.Heading:
    """ "(Both points happen at the same time,) and the second does not depend on the first"."""
    return t.Heading(2, apart=True)


def heading_conditions() -> t.Heading:
    """ "(Three things,) each with its own condition"."""
    return t.Heading(asks=True)


def heading_with(first: t.Heading | int, *said: t.Heading) -> t.Act:
    """A heading with what it says besides: how many there are, and of what kind, is said once, or twice alike."""
    told = (t.Heading(first) if isinstance(first, int) else first, *said)
    counts = {one.count for one in told} - {0}
    kinds = {one.kind for one in told} - {"", "all"}
    if len(counts) > 1 or len(kinds) > 1 or any(one.attr for one in told):
        raise NoSense
    kind = kinds.pop() if kinds else "all" if any(one.kind == "all" for one in told) else ""
    apart, asks = any(one.apart for one in told), any(one.asks for one in told)
    return t.Heading(counts.pop() if counts else 0, kind, apart=apart, asks=asks)


def both_may(count: int = 2) -> t.Act:
    """ "Both can happen", "points 2 and 3 can both apply"."""
    if count != 2:
        raise NoSense
    return t.BothMay()


def roll_for_points(count: int) -> t.Act:
    """ "(Roll DICE6;) points 2 and 3 both go by this one roll"."""
    return t.RollFor(count)
