"""A new look for somebody, and "the spell" for the present one. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import a
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.nbar import n_steps
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Nbar, Own, Phrase, Pointer, Some, Verb
from pbp.spells.sense.conditions import THEY
from pbp.spells.sense.sentences import Lead, Trailing

# ---- a new Hat


def gets_new(subject: Phrase, verb: Said, nbar: Nbar) -> t.Act:
    """ "The chosen Wizard gets a new Red Hat"."""
    return _turned(act(subject, Verb(verb.sense, verb.word.form).add("object", a(nbar))), verb)


def new_look(subject: Phrase, verb: Said, nbar: Nbar, it: Phrase, told: Verb) -> t.Act:
    """ "The chosen Wizard gets a new Hat: it becomes Red", "gets a new look (their Beard becomes Pointy)"."""
    if not isinstance(subject, Some) or nbar.mods or not isinstance(told, Verb):
        raise NoSense
    new = nbar.noun
    if new.sense == "thing" and it == Pointer("it"):
        it = Own(subject, new.word.detail)
    match it:
        case Own(owner, str() as attr, False) if attr and owner in (subject, Some(THEY)):
            if (new.sense == "thing" and attr == new.word.detail) or (new.sense == "item" and attr != "Stars"):
                return _turned(act(Own(subject, attr), told), verb)
    raise NoSense


def changes_so(own: Phrase, verb: Said, it: Phrase, told: Verb) -> t.Act:
    """ "The caster's Hat changes: it becomes Red"."""
    if verb.sense != "change" or not isinstance(own, Own) or it != Pointer("it") or not isinstance(told, Verb):
        raise NoSense
    made = act(own, told)
    if not _is_turned(made):
        raise NoSense
    return made


def _turned(made: t.Act, verb: Said) -> t.Act:
    if verb.sense != "gain" or not _is_turned(made):
        raise NoSense
    return made


def _is_turned(made: t.Act) -> bool:
    match made:
        case t.Clause(_, (t.Assign(_, attr),)):
            return attr != "Stars"
    return False


# ---- who is reached


def n_reached(nbar: Nbar, *said: Any) -> Nbar:
    """ "The Wizard you reach by going 3 positions onward from yours"."""
    *words, steps, noun, part = said
    only(
        tuple(words),
        {"Q": ("you", "one"), "VB": ("reach",), "VN": ("reach",), "VG": ("go", "count", "move", "consider")},
    )
    return n_steps(nbar, steps, noun, part)


# ---- the spell


def led_the_spell(lead: Lead, verb: Any) -> t.Act:
    """ "If even one of them is odd, the spell does nothing"."""
    _does_nothing(verb)
    return led(lead, t.Clause(None, (t.Void(t.They("the spell")),)))


def the_spell_trailed(verb: Any, trail: Trailing) -> t.Act:
    """ "The spell does nothing if the caster is idle"."""
    _does_nothing(verb)
    cond, wanted, otherwise = trail
    if otherwise is not None:
        raise NoSense
    return led(("if", cond if wanted else t.Not(cond, unless=True)), t.Clause(None, (t.Void(t.They("the spell")),)))


def _does_nothing(verb: Any) -> None:
    match act(Pointer("it"), verb):
        case t.Clause(None, (t.Void(t.They("spell"), False),)):
            return
    raise NoSense
