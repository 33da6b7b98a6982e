"""Amounts that are listed under one verb, each with its case: "You gain: 5 Stars if ...; 4 Stars if not".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.counting import ask_number
from pbp.spells.english.lexicon import Said
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.phrases import Amount, Nbar, Phrase
from pbp.spells.english.sentences import trail_amount
from pbp.spells.english.shares import denies, not_graded
from pbp.spells.sense.sentences import Trailing
from pbp.spells.walk import parts


def share_if(phrase: Phrase, trail: Trailing) -> tuple[Any, ...]:
    """ "(You gain:) 5 Stars if your Hat is Red"."""
    return ((phrase, trail),)


def share_if_not(phrase: Phrase, denied: Phrase | None = None) -> tuple[Any, ...]:
    """ "(You gain: ...,) 4 Stars if not"."""
    return ((phrase, denied),)


def share_if_fewer(phrase: Phrase, _: str, than: Said, number: int | None = None) -> tuple[Any, ...]:
    """ "(5 Stars if there are 5 or more Wizards,) 4 Stars if there are fewer"."""
    return ((phrase, (than.sense, number)),)


def share_if_lower(phrase: Phrase, *said: Any) -> tuple[Any, ...]:
    """ "(3 Stars on a 4 or higher,) 1 Star on anything lower", "1 Star if it is lower"."""
    *noun, than = [word for word in said if isinstance(word, Said)]
    if any(word.sense != "result" for word in noun):
        raise NoSense
    return ((phrase, ("result", than.sense)),)


def trail_amount_fewer(
    made: t.Act, trail: Trailing, phrase: Phrase, _: str, than: Said, number: int | None = None
) -> t.Act:
    """ "The caster gains 5 Stars if there are 5 or more Wizards, or 4 Stars if there are fewer"."""
    cond, wanted, _otherwise = trail
    if not _other_case(t.Trail(made, cond, wanted), (than.sense, number)):
        raise NoSense
    return trail_amount(made, trail, phrase)


def shares_if(*found: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(one for several in found for one in several)


def shares_listed(*said: Any) -> t.Act:
    """ "Every other Wizard loses: 5 Stars if ...; 4 Stars if ..."."""
    *whose, verb, shares = said

    def of(phrase: Phrase) -> t.Act:
        told = verb.add("object", phrase)
        made = act(whose[0], told) if whose else act_bare(told)
        if not isinstance(phrase, Amount) or not isinstance(made, t.Clause) or len(made.acts) != 1:
            raise NoSense
        return made

    found: list[t.Act] = []
    for at, (phrase, case) in enumerate(shares):
        match case:
            case (t.Cond() as cond, wanted, None):
                if isinstance(cond, t.Holds) and isinstance(cond.test, t.Not) and isinstance(cond.test.part, t.Did):
                    raise NoSense  # "if they did not": otherwise
                found.append(t.Trail(of(phrase), cond, wanted))
            case _ if at == 1 and len(shares) == 2 and isinstance(found[0], t.Trail) and _other_case(found[0], case):
                return replace(found[0], otherwise=of(phrase))
            case _:
                raise NoSense
    not_graded(found)
    return t.Seq(tuple(found))


def _other_case(first: t.Trail, case: Any) -> bool:
    """Whether this is the case that the condition before leaves: "if not", "if they did not", "if there are fewer"."""
    match first.cond, case:
        case _, None:
            return True
        case cond, Phrase() as denied:
            return first.wanted and denies(cond, denied)
        case t.Compare(left, op, t.Int()), ("result", than) if not isinstance(left, t.Count | t.Stat):
            return first.wanted and (op, than) in ((">=", "<"), ("<=", ">"))
        case t.Compare(t.Count(), op, t.Int(number)), (than, said):
            return first.wanted and (op, than) in ((">=", "<"), ("<=", ">")) and said in (None, number)
    return False


def however_many_do(nbar: Nbar, preds: Any, made: t.Act) -> t.Act:
    """ "However many Wizards targeted you, each Wizard gains that many Stars"."""
    if t.ThatMany() not in parts(made):
        raise NoSense
    return ask_number(nbar, preds, made)
