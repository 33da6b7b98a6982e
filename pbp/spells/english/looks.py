"""A new look for somebody, and "the spell" for the present one. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import a, the
from pbp.spells.english.leading import led
from pbp.spells.english.lexicon import Said, Word, only
from pbp.spells.english.nbar import n_steps
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Nbar, Own, Phrase, Pointer, Some, Verb
from pbp.spells.sense.conditions import THEY
from pbp.spells.sense.sentences import Lead, Trailing, each_act
from pbp.spells.walk import parts, replaced

# ---- a new Hat


def gets_new(subject: Phrase, verb: Said, nbar: Nbar) -> t.Act:
    """ "The chosen Wizard gets a new Red Hat"."""
    return _turned(act(subject, Verb(verb.sense, verb.word.form).add("object", a(nbar))), verb)


def new_look(subject: Phrase, verb: Said, nbar: Nbar, it: Phrase, told: Verb) -> t.Act:
    """ "The chosen Wizard gets a new Hat: it becomes Red", "gets a new look (their Beard becomes Pointy)"."""
    match subject, nbar:
        case Own(), Nbar(Said(Word("N", "item", "colour")), ()):  # "your Hat gets a new colour: it becomes Red"
            return _turned(thing_so(subject, it, told), verb)
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


def changes_so(*said: Any) -> t.Act:
    """ "The caster's Hat changes: it becomes Red", "is dyed: it becomes Red", "dye your Hat: it becomes Red"."""
    own, it = (part for part in said if isinstance(part, Phrase))
    *words, told = (part for part in said if not isinstance(part, Phrase))
    match words:
        case [Said(Word(sense="change" | "make"))]:
            pass
        case [Verb("change" | "make" as sense, "s" | "b", denied=False, modal="", parts=()) as verb] if (
            verb.passive or sense == "change"
        ):
            pass
        case [Said(Word(sense="change")), Said(Word("N", "item", "colour"))]:
            pass
        case _:
            raise NoSense
    made = thing_so(own, it, told)
    if not _is_turned(made):
        raise NoSense
    return made


def thing_so(own: Phrase, it: Phrase, told: Verb) -> t.Act:
    """ "As for the caster's Hat: it becomes what the target's is", "as for your neighbours' Hats: they become Red"."""
    if not isinstance(own, Own) or not isinstance(told, Verb):
        raise NoSense
    several = own.owner.how != "one" or (isinstance(own.attr, str) and own.attr.endswith("s"))
    if it != Pointer("it") and not (several and it == Some(THEY)):
        raise NoSense
    return act(own, told)


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
    *words, steps, noun, part = (one for one in said if not isinstance(one, Said) or one.word.sort != "R")
    only(
        tuple(words),
        {"Q": ("you", "one"), "VB": ("reach",), "VN": ("reach",), "VG": ("go", "count", "move", "consider")},
    )
    if len(said) > len(words) + 3:  # "by counting 3 positions up from yours"; "going up" may be to lower numbers
        only((said[-2], words[-1]), {"R": ("up",), "VG": ("count", "consider")})
        part = _after(part)
    return n_steps(nbar, steps, noun, part)


def walks(verb: Said) -> Said:
    """ "(The Wizard you reach when you) go (3 positions onward from yours)": as "going"."""
    return replace(verb, word=replace(verb.word, form="VG"))


def _after(part: tuple[str, Any]) -> tuple[str, Any]:
    if part[0] != "from":
        raise NoSense
    return "after", part[1]


def walk(*said: Any) -> Phrase:
    """ "Go 3 positions on from your own", "start at your own position and count 3 positions up": who stands there."""
    only(said, dict.fromkeys(("VB", "VG"), ("go", "count", "move", "start", "begin")))
    only(said, {"P": ("at", "from", "in", "with"), "R": ("up", "lower", "back")})
    part = next((one for one in said if isinstance(one, tuple)), None)
    told: list[Any] = [one for one in said if isinstance(one, t.Num | Phrase)]
    senses = [word.sense for word in said if isinstance(word, Said)]
    if part is None:
        ways = {"up", "lower", "back"} & set(senses)
        told_on = any(isinstance(word, Said) and word.word.detail == "on" for word in said)  # "onward"
        if len(ways) != 1 or not (ways == {"back"} or told_on or "count" in senses):
            raise NoSense  # "go 3 positions up": to lower numbers?
        begun = (after for word, after in pairwise(said) if isinstance(word, Said) and word.word.sort == "P")
        start = next(begun, None)
        if start not in told:
            raise NoSense
        told.remove(start)
        part = "after" if ways == {"up"} else "before", start
    if len(told) != 1 or len(part) != 2:
        raise NoSense  # "as many positions up from your own as you have Crystals"
    noun = next(word for word in said if isinstance(word, Said) and word.word.sort == "N")
    return the(n_steps(Nbar(Said(Word("N", "wizard", "", "s"), -1)), told[0], noun, part))


def walk_that(verb: Said, *said: Any) -> Phrase:
    """ "Count that many positions up from yours"."""
    return walk(verb, t.ThatMany(), *said)


def walked_to(there: Phrase, *said: t.Act) -> t.Act:
    """ "... : the Wizard you arrive at loses 2 Stars"."""
    *facts, act = said
    reached: tuple[t.Who, ...] = (t.Chosen(-10), t.They("reached"))
    if not isinstance(there, Some) or not any(who in parts(act) for who in reached):
        raise NoSense
    made: t.Act = replaced(act, dict.fromkeys(reached, there.who))
    return t.Seq((*facts, *each_act(made)))


def who_is_reached(*said: Said) -> Phrase:
    """ "The Wizard you arrive at", "whoever you reach there"."""
    who, *place, you, verb = said
    only(place, {"P": ("in", "at"), "N": ("position",)})
    if who.sense not in ("wizard", "whoever") or you.sense not in ("you", "one") or verb.sense not in ("reach", "find"):
        raise NoSense
    return Some(t.They("reached"))


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
