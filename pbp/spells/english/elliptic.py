"""What is left unsaid, or said in another order than usual. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import owned, the
from pbp.spells.english.confirming import spared
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import act, act_bare
from pbp.spells.english.phrases import Nbar, Number, Own, Phrase, Pointer, Some, Values, Verb
from pbp.spells.sense import conditions


def spared_none(subject: Phrase, verb: Verb) -> t.Act:
    """ "They lose none (at all)"."""
    return spared(subject, verb.add("object", Pointer("nothing")))


def either_of(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "If ..., or if ...": but "or both did" says nothing new, and is "or both"."""
    match right:
        case t.Holds(t.They("both"), "all", _, t.Did()):
            raise NoSense
    return conditions.either_true(left, right)


def depends_on(*said: Any) -> t.Act:
    """ "What happens depends on how many Stars the caster has", "it depends on the chosen Wizard": cases follow."""
    verb, on = said[-2:]
    if not isinstance(verb, Said) or verb.sense != "depend":
        raise NoSense
    if isinstance(on, t.Cond):
        return t.Asking(on)
    return t.Seq((act_bare(Verb("find", "b", parts=(("object", on),))), t.Heading(0, "case")))


def as_chosen(values: Any, *said: Any) -> Phrase:
    """ "(Becomes) Red or Blue, as chosen": the word that was chosen of these, which are all that the order offers."""
    if not isinstance(values, Values) or values.both or len(values.values) < 2:
        raise NoSense
    words = tuple(value.word for value in values.values if isinstance(value, t.Text))
    for word in said:
        if isinstance(word, Said) and word.sense not in ("choose", "item", "kind") and word.word.sort != "P":
            raise NoSense
        if isinstance(word, Phrase) and word not in (Some(t.Caster()), Pointer("chosen")):
            raise NoSense
        if isinstance(word, Verb) and (word.sense != "choose" or word.parts or word.denied or word.modal):
            raise NoSense
    if len(words) < len(values.values):
        raise NoSense
    return Values((t.WordInput(-1, words),))


def becomes_new(what: Phrase, *said: Any) -> t.Act:
    """ "The chosen colour becomes the caster's new Hat", "Red shall be their new Hat"."""
    nbar = said[-1]
    owner = next((word for word in said[:-1] if isinstance(word, Phrase)), None)
    only(said, {"VB": ("become",), "VS": ("become",), "M": ("must",)})
    if not isinstance(nbar, Nbar):
        raise NoSense
    own = the(nbar) if owner is None else owned(owner, nbar)
    return becomes_this(what, own)


def becomes_this(what: Phrase, own: Phrase) -> t.Act:
    """What is said first is what the thing becomes."""
    if not isinstance(own, Own) or not isinstance(own.attr, str) or not isinstance(what, Pointer | Values | Own):
        raise NoSense
    return act(own, Verb("become", "s", parts=(("object", what),)))


def has_none(subject: Phrase, *said: Any) -> t.Cond:
    """ "(If you have a Hat, ...) If you have none, ...": of the thing that was asked about."""
    only(said, {"V": ("have",)})
    if not isinstance(subject, Some) or subject.how != "one" or subject.place:
        raise NoSense
    return t.Is(subject.who, "", t.Text("None"))


def number_is_a(subject: Phrase, be: str, value: int, *than: Said) -> t.Cond:
    """ "(If) the lower result is a 4", "... is a 4 or more"."""
    if not isinstance(subject, Number) or not isinstance(subject.number, t.Result | t.Roll) or be not in ("s", "d"):
        raise NoSense
    op = than[0].sense + "=" if than else "="
    return conditions.compare(subject.number, (op, t.Int(value)))
