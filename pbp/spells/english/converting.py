"""All that somebody has of one thing, made as much of another: "exchange all your Crystals for as many Stars".

One function for each name after "->".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.lexicon import Said, only
from pbp.spells.english.outcomes import SUBJECT
from pbp.spells.english.phrases import NUMBERED, SUBJECT_OWN, THEY, Phrase, Some, group
from pbp.spells.english.swapping import Held

WAYS = {"change": ("into", "to"), "turn": ("into", "to"), "swap": ("for",), "replace": ("by", "with")}
"""With what word after it each verb names what comes of the thing."""


def converts(*said: Any) -> t.Act:
    """ "Each Wizard exchanges all their Crystals for as many Stars", "... for Stars, one for one"."""
    subject = said[0] if isinstance(said[0], Phrase) else None
    verb, held, way, new, *rate = said[subject is not None :]
    if verb.word.form not in ("VB", "VS") or (subject is None and verb.word.form != "VB"):
        raise NoSense
    _says(verb, way)
    _is_rate(rate, held[1], new)
    owner = _whose(held[0])
    if subject is None:
        if way.sense == "for" and not isinstance(owner, t.Caster):
            raise NoSense  # "exchange all the target's Crystals for as many Stars": who gets them?
        return _converted(owner, held[1], new, "b")
    if not isinstance(subject, Some) or subject.place or owner not in (THEY, subject.who):
        raise NoSense  # "you exchange all their Crystals for Stars": whose are the Stars?
    if owner == THEY and isinstance(subject.who, t.Caster) and subject.who.you:
        raise NoSense
    return _converted(group(subject), held[1], new, "s")


def converts_into(*said: Any) -> t.Act:
    """ "Turn all your Crystals into Stars": each of them into one."""
    if said[-2].sense != "into":
        raise NoSense  # "exchange all your Crystals for Stars": for how many?
    return converts(*said)


def is_converted(held: Held, _be: str, verb: Said, way: Said, new: str, *rate: Any) -> t.Act:
    """ "All your Crystals are exchanged for as many Stars"."""
    _says(verb, way)
    _is_rate(rate, held[1], new)
    return _converted(_whose(held[0]), held[1], new, "p")


def is_converted_into(held: Held, be: str, verb: Said, way: Said, new: str) -> t.Act:
    """ "All your Crystals are converted into Stars", "each of your Crystals is replaced by a Star"."""
    if way.sense not in ("into", "by", "with"):
        raise NoSense
    return is_converted(held, be, verb, way, new)


def all_become(held: Held, verb: Said, *said: Any) -> t.Act:
    """ "All your Crystals become Stars", "each of your Crystals turns into a Star"."""
    *way, new = said
    only((verb, *way), {"V": ("turn", "change") if way else ("become",), "P": ("into",)})
    return _converted(_whose(held[0]), held[1], new, "p")


def each_for_each(new: str, old: str) -> tuple[str, str]:
    """ "(All your Crystals are exchanged for Stars), a Star for each Crystal"."""
    return old, new


def _is_rate(said: Sequence[tuple[str, str]], old: str, new: str) -> None:
    if any(rate != (old, new) for rate in said):
        raise NoSense


def _says(verb: Said, way: Said) -> None:
    if way.sense not in WAYS.get(verb.sense, ()):
        raise NoSense


def _whose(owner: Phrase) -> t.Who:
    if not isinstance(owner, Some) or owner.place or owner.how not in ("one", "each", "plural"):
        raise NoSense
    return owner.who


def _converted(who: t.Who, old: str, new: str, form: str) -> t.Act:
    if old not in NUMBERED or new not in NUMBERED or old == new:
        raise NoSense
    whole = t.Greatest((t.Int(0), t.Stat(SUBJECT_OWN, old)))
    acts = (t.Change(SUBJECT, old, False, whole), t.Change(SUBJECT, new, True, whole))
    return t.Clause(None if form == "b" and isinstance(who, t.Caster) else who, acts, form)
