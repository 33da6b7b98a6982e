"""Words of a text's own for kinds of spells and Wizards: "each stray spell", "if you are rich"; see terms.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import a
from pbp.spells.english.leading import ask_is
from pbp.spells.english.letters import the_called_all
from pbp.spells.english.lexicon import Said
from pbp.spells.english.nbar import MOST, n_pp
from pbp.spells.english.phrases import Nbar, Phrase, Some, Verb
from pbp.spells.english.verbs import vp_np, vp_pp
from pbp.spells.sense.conditions import opposite
from pbp.spells.words import Names

WIZARDS = ("wizard", "opponent", "neighbour")
"""What a Wizard is called, of whichever kind."""


def meant(terminal: str, word: str, names: Names) -> Iterator[Nbar]:
    """All that a word stands for of which the text says what it is; of several, in the plural."""
    for kind in names.kinds:
        if kind.noun == (terminal == "T_KIND") and word in (kind.word, kind.word + "s"):
            for one in (one for one in kind.what if isinstance(one, Nbar)):
                form = "s" if word == kind.word else "p"
                yield Nbar(Said(replace(one.noun.word, form=form), one.noun.at), one.mods)


def conditions(word: str, names: Names) -> Iterator[t.Cond]:
    """All that a condition is to which the text gives a name: "(if) the Duel is dry"."""
    for kind in names.kinds:
        for one in kind.what:
            if kind.word == word[1:] and isinstance(one, t.Cond):
                yield one if word[0] == "+" else opposite(one)


def kind_noun(kind: Nbar) -> Nbar:
    """ "(Each) stray"."""
    return kind


def of_kind(kind: Nbar, nbar: Nbar) -> Nbar:
    """ "(Each) stray spell", "rich neighbour"."""
    of = nbar.noun.sense
    match kind.mods:
        case (("among", Some(t.Those(t.Neighbours(t.Caster())))),) if of == "neighbour" and not nbar.mods:
            return Nbar(Said(replace(kind.noun.word, form=nbar.noun.word.form), nbar.noun.at), kind.mods)
    if (kind.noun.sense != of and not (kind.noun.sense == "wizard" and of in WIZARDS)) or len(nbar.mods) >= MOST:
        raise NoSense
    return Nbar(nbar.noun, (*kind.mods, *nbar.mods))


def n_of_kind(nbar: Nbar, kind: Nbar) -> Nbar:
    """ "(Each) Wizard in range"."""
    return of_kind(kind, nbar)


def vp_of_kind(verb: Verb, kind: Nbar) -> Verb:
    """ "(Who) is rich"."""
    who = a(kind)
    if verb.sense != "be" or verb.parts or not isinstance(who, Some):
        raise NoSense
    return vp_np(verb, who)


def ask_of_kind(form: str, subject: Phrase, kind: Nbar) -> t.Cond:
    """ "Is the chosen Wizard rich?"."""
    who = a(kind)
    if not isinstance(who, Some):
        raise NoSense
    return ask_is(form, subject, who)


def of_kind_near(kind: Nbar, nbar: Nbar, part: tuple[str, Any]) -> Nbar:
    """ "(Each) rich neighbour of yours"."""
    return of_kind(kind, n_pp(nbar, part))


def pp_in_called(name: str) -> tuple[str, Any]:
    """ "(A Wizard) in the Crowd", "(one) of the Crowd"."""
    return "among", the_called_all(name)


def vp_belongs(verb: Verb, name: str) -> Verb:
    """ "(Who) belongs to the Crowd"."""
    if verb.sense != "belong" or verb.parts:
        raise NoSense
    return vp_pp(replace(verb, sense="be"), pp_in_called(name))
