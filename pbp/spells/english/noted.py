"""Inputs with what their line says of them after them. `ask_noted` is a name after "->"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.asking import ALLOWED, asked_bare, input_of, names_of, spell_but
from pbp.spells.english.asking_notes import note_neither
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.limits import MAY, Note, note_full
from pbp.spells.english.offering import Asked, asked_range, asked_words
from pbp.spells.english.phrases import Nbar, Phrase

PLACED = ("position", "wizard")
"""The kinds of input that name a Wizard."""


def ask_noted(asked: Asked, note: Note) -> Asked:
    """Inputs with what is said of them; what is not new must be so."""
    if note.kind == "several":
        for one in note.value:
            asked = ask_noted(asked, one)
        return asked
    if note.kind == "free":
        return asked
    if note.kind == "letters":
        first, second = (next((at for at, one in enumerate(asked) if one.noun == letter), -1) for letter in note.value)
        if -1 in (first, second) or first == second:
            raise NoSense
        low, high = sorted(_two_of(asked, (first, second)))
        return (*asked[:high], replace(asked[high], differs=low), *asked[high + 1 :])
    if note.kind == "range":
        return _offering(asked, "number", note, lambda one: asked_range(one, note.value))
    if note.kind == "words":
        return _offering(asked, "word", note, lambda one: asked_words(one, note.value))
    meant = _meant(asked, note)
    made = list(asked)
    if note.kind in ("differ", "same"):
        first, second = _two_of(asked, meant)
        if note.kind == "same" and asked[second].differs not in (None, ALLOWED):
            raise NoSense
        if note.kind == "differ" and asked[second].differs == ALLOWED:
            raise NoSense
        made[second] = replace(asked[second], differs=first if note.kind == "differ" else ALLOWED)
        return tuple(made)
    for at in meant:
        made[at] = _noted(asked[at], note, len(meant))
    if len(meant) == 2 and asked[meant[1]].label == "the second wizard" and _leaves_out(made, asked, meant):
        if asked[meant[1]].differs == ALLOWED:
            return tuple(made)
        made[meant[1]] = replace(made[meant[1]], differs=meant[0])  # as "two Wizards other than yourself"
    if note.kind == "target":
        _all_targets(asked, meant)
    return tuple(made)


def barred(*said: Any) -> tuple[Phrase, ...]:
    """ "(Other than) this one, Gift or Mint", "(neither) the caster nor a neighbour"."""
    return tuple(part for each in said for part in (each if isinstance(each, tuple) else (each,)))


def note_but_several(*said: Any) -> Note:
    """ "(A Wizard,) neither you nor a neighbour", "which must not be your own or your neighbour's"."""
    *told, phrases = said
    only([word for word in told if isinstance(word, Said)], {"M": MAY})
    return Note("several", tuple(map(note_neither, phrases)))


def asked_but_several(nbar: Nbar, *said: Any) -> Asked:
    """ "A spell other than this one, Gift or Mint", "a Wizard who is neither you nor a neighbour"."""
    return ask_noted(asked_bare(nbar), note_but_several(*said))


def ask_noted_and(asked: Asked, note: Note) -> Asked:
    """ "(A position,) and it may not be your own"; "a Wizard and somebody else" asks for two."""
    return ask_noted(asked, note_full(note))


def note_contrary(note: Note) -> Note:
    """What is said after "but": "anybody's position but the target's" does not say whose it is."""
    if note.kind in ("target", "named"):
        raise NoSense
    return note_full(note)


def _leaves_out(made: list[t.Input], asked: Asked, meant: tuple[int, ...]) -> bool:
    """Whether a note is what leaves the caster out."""
    return all(made[at].not_self and not asked[at].not_self for at in meant)


def _offering(asked: Asked, kind: str, note: Note, made: Callable[[t.Input], t.Input]) -> Asked:
    at = [index for index, one in enumerate(asked) if one.kind == kind]
    if len(at) != 1 or (
        note.form == "bare" and (at[0] != len(asked) - 1 or asked[-1].words or asked[-1].low is not None)
    ):
        raise NoSense  # "1 or 2; 1 or 2": two numbers; "a number and a position, 1 to 3": which of them?
    return (*asked[: at[0]], made(asked[at[0]]), *asked[at[0] + 1 :])


def _meant(asked: Asked, note: Note) -> tuple[int, ...]:
    """The inputs that a note is about. Raises NoSense where it could be another."""
    count = len(asked)
    alike = count > 1 and asked[-1].kind == asked[-2].kind
    pair = asked[-1].label.startswith("the second ")
    match note.about:
        case "it":
            others = any(one.kind in PLACED for one in asked[:-1])
            if pair or (others and asked[-1].kind in PLACED):
                raise NoSense
            return (count - 1,)
        case "last":
            return (count - 2, count - 1) if pair else (count - 1,)
        case "they":
            return (count - 2, count - 1) if alike else (count - 1,)
        case "neither":
            if count < 2 or (asked[-1].kind in PLACED) != (asked[-2].kind in PLACED):
                raise NoSense
            return count - 2, count - 1
        case "both":
            if not alike:
                raise NoSense
            return count - 2, count - 1
        case "":
            meant = tuple(at for at, one in enumerate(asked) if one.kind in PLACED)
            if len({asked[at].kind for at in meant}) != 1:
                raise NoSense
            return meant
    meant = tuple(at for at, one in enumerate(asked) if one.kind == note.about)
    if len(meant) != 1 and note.kind not in ("own", "mine"):
        raise NoSense
    if not meant:
        raise NoSense
    return meant


def _two_of(asked: Asked, meant: tuple[int, ...]) -> tuple[int, int]:
    if len(meant) != 2 or asked[meant[0]].kind != asked[meant[1]].kind or asked[meant[0]].kind not in PLACED:
        raise NoSense
    return meant[0], meant[1]


def _all_targets(asked: Asked, meant: tuple[int, ...]) -> None:
    """The target is whom the inputs name: no other input may name a Wizard. Raises NoSense."""
    if any(one.kind in PLACED and at not in meant for at, one in enumerate(asked)):
        raise NoSense


def _noted(asked: t.Input, note: Note, count: int) -> t.Input:
    kind, value = note.kind, note.value
    place = asked.kind in PLACED
    match kind:
        case "but" if asked.kind == "spell" and (names := names_of(value)) is not None:
            return replace(spell_but((*asked.but, *names), *asked.traits), noun=asked.noun)
        case "mine" if place and not asked.not_self and asked.adjacent is None:
            return asked
        case "or mine" if place and not asked.not_self and asked.adjacent is None and asked.differs is None:
            return asked
        case "own" if place:
            return _limited(asked, True, None)
        case "limit" if place and (count == 1 or value != (False, True)):
            return _limited(asked, *value)
        case "target" if place:
            return asked
        case "named" if place and not asked.noun and count == 1:
            return replace(asked, noun=value)
        case "any" if (place or asked.kind == "spell") and not (
            asked.not_self or asked.adjacent or asked.but or asked.traits
        ):
            return asked
        case "both numbers" if (asked.low, asked.high) == value:
            return asked
        case "ends" if asked.low is not None and asked.high is not None:
            return asked
        case "number" if asked.low is not None and asked.high is not None and asked.low <= value <= asked.high:
            return asked
        case "words offered" if asked.words and value in ((), (len(asked.words),)):
            return asked
        case "near" if place and asked.adjacent is True:
            return asked
        case "one" if asked.kind == "word" and value == count:
            return asked
    raise NoSense


def _limited(asked: t.Input, own: bool, beside: bool | None) -> t.Input:
    """An input with something more excluded; one of two keeps its name."""
    if beside is not None and asked.adjacent not in (None, beside):
        raise NoSense
    made = input_of(asked.kind, asked.not_self or own, asked.adjacent if beside is None else beside)
    label = asked.label if asked.label.startswith(("the first ", "the second ")) else made.label
    return replace(made, label=label, differs=asked.differs, noun=asked.noun)
