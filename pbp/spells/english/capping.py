"""How far is counted: "count the Wizards who cast Burn, but stop at 4". One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.letters import define
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.phrases import Number, Phrase, Verb
from pbp.spells.walk import parts, replaced

COUNTED = ("wizard", "neighbour", "spell", "one", "opponent")
"""What can be counted, by a word that stands for those just named."""


def cap(*said: Any) -> t.Num:
    """ "(Count them,) but stop at 4", "counting no more than 4 of them"."""
    only(said, {"C": (">",), "N": COUNTED})
    number = next(part for part in said if isinstance(part, t.Num | int))
    most = t.Int(number) if isinstance(number, int) else number
    if not isinstance(most, t.Int) or most.value < 1:
        raise NoSense
    return most


def cap_named(noun: Said, *said: Any) -> t.Num:
    """ "(Count them,) to a maximum of 4"."""
    if noun.sense != "maximum":
        raise NoSense
    return cap(*said)


def cap_again(*said: Any) -> t.Num:
    """ "More than 4 count as 4"."""
    numbers = {part for part in said if isinstance(part, t.Num)}
    if len(numbers) != 1:
        raise NoSense
    return cap(*said)


def cap_beyond(most: t.Num, *said: Any) -> t.Num:
    """ "(The number of idle Wizards,) or 3 if that number is higher than 3"."""
    if any(isinstance(part, t.Num) and part != most for part in said):
        raise NoSense
    return cap(most, *(part for part in said if isinstance(part, Said) and part.word.sort == "C"))


def count_capped(verb: Said, what: Phrase, most: t.Num) -> t.Act:
    """ "Count the Wizards who cast Burn, up to 4"."""
    if verb.sense != "count" or verb.word.form != "VB":
        raise NoSense
    match act_bare(Verb("count", "b").add("object", what)):
        case t.Clause(None, (t.Note(t.Count() as number, attr),), form):
            return t.Clause(None, (t.Note(t.Least((number, most)), attr),), form)
    raise NoSense


def np_capped(what: Phrase, most: t.Num) -> Phrase:
    """ "(The pot is) the number of idle Wizards, but at most 4"."""
    match what:
        case Number(t.Count() as number) if not any(isinstance(part, t.Stat | t.Is) for part in parts(number)):
            # else "the number of Wizards with Crystals, at most 4": at most 4 of these?
            return replace(what, number=t.Least((number, most)))
    raise NoSense


def define_capped(letter: str, *said: Any) -> t.Act:
    """ "N is the number of idle Wizards, but at most 3"."""
    what, most = said[-2:]
    return define(letter, np_capped(what, most))


def act_count_capped(*said: Any) -> t.Act:
    """ "You gain 1 Star for each Wizard with a Red Hat, counting no more than 4 of them"."""
    *subject, verb, most = said
    made = act(subject[0], verb) if subject else act_bare(verb)
    match made:
        case t.Clause(_, (t.Change(amount=amount, floor=None),)):
            counts = {part for part in parts(amount) if isinstance(part, t.Count)}
            if len(counts) == 1 and isinstance(amount, t.Count | t.Times):
                (count,) = counts
                capped: t.Act = replaced(made, {count: t.Least((count, most))})
                return capped
    raise NoSense
