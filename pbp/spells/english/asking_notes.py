"""What is said of inputs after them: "they must differ", "your own excluded". One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.asking import SOMEBODY, input_of, names_of, spell_but
from pbp.spells.english.lexicon import Said
from pbp.spells.english.limits import CASTER, Note, beside_own, who_of
from pbp.spells.english.offering import Asked
from pbp.spells.english.phrases import Casts, Phrase, Some


def note_not_chosen(modal: Said, verb: Said, phrase: Phrase) -> Note:
    """ "You can't pick your own"."""
    if (
        modal.sense not in ("can", "may", "must")
        or verb.sense not in ("choose", "target")
        or who_of(phrase) not in CASTER
    ):
        raise NoSense
    return "own", None


def note_neither(*said: Any) -> Note:
    """ "Neither of them being your own", "your own excluded"."""
    phrase = said[-1]
    for word in said[:-1]:
        if isinstance(word, Said) and word.sense not in ("can", "may", "must"):
            raise NoSense
    if isinstance(phrase, Casts):
        names = names_of(phrase)
        return "but", tuple(names) if names is not None else None
    if isinstance(phrase, Some) and beside_own(phrase):
        return "limit", (False, False)
    if who_of(phrase) not in CASTER:
        raise NoSense
    return "own", None


def note_neither_be(phrase: Phrase, _be: str) -> Note:
    """ "Your own position is not allowed for either"."""
    return note_neither(phrase)


def note_elses(said: Said) -> Note:
    """ "(A position,) someone else's"."""
    if said.sense not in SOMEBODY:
        raise NoSense
    return "own", None


def note_any_but(phrase: Phrase) -> Note:
    """ "(A position,) any but your own"."""
    if who_of(phrase) not in CASTER:
        raise NoSense
    return "own", None


def note_not_twice(*said: Said) -> Note:
    """ "Not twice the same one"."""
    if any(word.sense not in ("position", "wizard") for word in said):
        raise NoSense
    return "differ", None


def note_allowed(phrase: Phrase) -> Note:
    """ "(A position;) your own is fine too": said again, as nothing excludes it."""
    if who_of(phrase) not in CASTER:
        raise NoSense
    return "mine", None


def note_may_be(modal: Said, phrase: Phrase) -> Note:
    """ "(A position, and) it may even be your own"."""
    if modal.sense not in ("can", "may"):
        raise NoSense
    return note_allowed(phrase)


def note_but(said: Said, phrase: Phrase) -> Note:
    """ "(A position,) anyone's but your own"."""
    if said.sense not in SOMEBODY or who_of(phrase) not in CASTER:
        raise NoSense
    return "own", None


def ask_noted(asked: Asked, note: Note) -> Asked:
    kind, value = note
    if kind == "but":
        if len(asked) != 1 or asked[0].kind != "spell" or value is None:
            raise NoSense
        return (spell_but((*asked[0].but, *value)),)
    if any(one.kind not in ("position", "wizard") for one in asked):
        raise NoSense
    if kind in ("differ", "same"):
        if len(asked) != 2 or asked[0].kind != asked[1].kind or (kind == "same" and asked[1].differs is not None):
            raise NoSense
        return asked[0], replace(asked[1], differs=0 if kind == "differ" else None)
    if kind == "mine":
        if any(one.not_self or one.adjacent is not None for one in asked):
            raise NoSense
        return asked
    if kind == "own":
        return tuple(_limited(one, True, None) for one in asked)
    if len(asked) != 1:
        raise NoSense
    return (_limited(asked[0], *value),)


def _limited(asked: t.Input, own: bool, beside: bool | None) -> t.Input:
    """An input with something more excluded; one of two keeps its name."""
    made = input_of(asked.kind, asked.not_self or own, asked.adjacent if beside is None else beside)
    label = asked.label if asked.label.startswith(("the first ", "the second ")) else made.label
    return replace(made, label=label, differs=asked.differs)
