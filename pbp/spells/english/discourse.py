"""How a text is set out: labels, headings, steps, cases, openers. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import the
from pbp.spells.english.claims import claim
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said
from pbp.spells.english.measures import thing_of
from pbp.spells.english.nbar import value_np
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Nbar, Number, Phrase, Some, Verb
from pbp.spells.english.verbs import v_be, vp_compared

# ---- openers and steps


def begun(act: t.Act) -> t.Act:
    """ "So, ..."."""
    return t.Begun(act)


def stepped(*said: Any) -> t.Act:
    """ "Step 1: ..."; the steps of a list happen at once."""
    return _after(_number("step", said[0]), _act(said[-1]))


def step_then(*said: Any) -> t.Act:
    """ "Step 2, then: ..."."""
    act = _act(said[-1])
    if isinstance(act, t.Later):
        raise NoSense
    return _after(_number("step", said[0]), t.Later(act))


def case_of(number: Any, cond: t.Cond, act: t.Act) -> t.Act:
    """ "Case 1: no Wizard cast Burn. Gain 2 Stars."."""
    return _after(_number("case", number), led(("if", cond), act))


def _number(kind: str, said: Any) -> t.Act:
    """The place of a step or a case in its list: "1", "A"."""
    return t.Numbered(kind, said if isinstance(said, int) else ord(said) - ord("a") + 1)


def _after(first: t.Act, act: t.Act) -> t.Act:
    return t.Seq((first, *(act.acts if isinstance(act, t.Seq) else (act,))))


def _act(act: Any) -> t.Act:
    if not isinstance(act, t.Act):
        raise NoSense
    return act


# ---- headings


def heading_what() -> str:
    return ""


def heading_change() -> str:
    return "change"


def heading_payment() -> str:
    return "payment"


def heading_status() -> str:
    return "status"


def heading_case() -> str:
    return "case"


def heading_many(count: int, kind: str) -> t.Act:
    """ "There are two cases", "three things happen"."""
    if count < 2:
        raise NoSense
    return t.Heading(count, kind)


def heading_one(*said: Any) -> t.Act:
    """ "One payment is made", "this is a single step"."""
    if said[0] not in (1, said[-1]) or said[-1] == "case":
        raise NoSense
    return t.Heading(1, said[-1])


def heading_thing() -> t.Act:
    return t.Heading(1)


def heading_both(kind: str = "") -> t.Act:
    """ "Both of the following happen at the same time"."""
    return t.Heading(2, kind)


def heading_all(kind: str = "") -> t.Act:
    """ "All of this at once"."""
    return t.Heading(0, kind)


def headed(heading: t.Act, acts: t.Act) -> t.Act:
    return _after(heading, acts)


# ---- labels


def label_bare(nbar: Nbar) -> Phrase:
    """ "Chosen Wizard: ...": the one there is."""
    if nbar.noun.word.form != "s":
        raise NoSense
    return the(nbar)


def label_effect(noun: Said, on: Said, phrase: Phrase) -> Phrase:
    """ "Effect on the chosen Wizard: ..."."""
    if noun.sense != "effect" or on.sense not in ("on", "for"):
        raise NoSense
    return phrase


def labelled(label: Phrase, verb: Verb) -> t.Act:
    """ "Each neighbour: lose 2 Stars"."""
    if not isinstance(label, Some) or label.place or verb.modal or verb.passive:
        raise NoSense
    several = label.how == "plural" or (label.how == "each" and not label.apart)
    if verb.form == "b":
        verb = replace(verb, form="b" if several else "s")
    return t.Labelled(act(label, verb))


def label_gain(label: Phrase, number: t.Num, nbar: Nbar) -> t.Act:
    """ "Caster: +5 Stars"."""
    return _signed(label, number, nbar, gain=True)


def label_lose(label: Phrase, number: t.Num, nbar: Nbar) -> t.Act:
    """ "Caster: -1 Star"."""
    return _signed(label, number, nbar, gain=False)


def _signed(label: Phrase, number: t.Num, nbar: Nbar, *, gain: bool) -> t.Act:
    if not isinstance(label, Some) or label.how not in ("one", "each", "plural") or label.place:
        raise NoSense
    change = t.Change(t.Subject(), thing_of(nbar), gain, number)
    return t.Labelled(t.Clause(label.who, (change,), "s" if label.how == "one" else ""))


# ---- signs


def sym_more() -> str:
    return ">"


def sym_less() -> str:
    return "<"


def sym_equal() -> str:
    return "="


def sym_least() -> str:
    return ">="


def sym_most() -> str:
    return "<="


def claim_symbol(subject: Phrase, sign: str, measure: Any) -> t.Cond:
    """ "If N > 5"; "if the result <= 3"."""
    if not isinstance(subject, Number):
        raise NoSense
    return claim(subject, vp_compared(v_be("s"), (sign, measure)))


def claim_value(value: Any, verb: Said) -> t.Cond:
    """ "Red chosen: ..."."""
    if verb.sense not in ("choose", "select"):
        raise NoSense
    return claim(value_np(value), Verb("choose", "s", passive=True))
