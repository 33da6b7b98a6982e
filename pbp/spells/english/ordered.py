"""Orders that say in short what the words after their colon say in full: "Protect every Wizard: nobody can lose Stars".

One function for each name after "->".
"""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.measures import source_of
from pbp.spells.english.phrases import THEY, Casts, Roles, Some, Time, Verb, group
from pbp.spells.english.selecting import announced
from pbp.spells.english.sentences import timed

_WHOM = (THEY, t.They("them"), t.They("those"), t.They("these"), t.They("that Wizard"))
_WHICH = (t.They("spell"), t.They("it"), t.They("that spell"), t.They("those spells"), t.They("they"), t.They("such"))


def order_so(verb: Verb, told: t.Act) -> t.Act:
    """ "Shield the chosen Wizard from Burn: they are not affected by it", "stop their spell: it has no effect"."""
    roles = Roles(None, verb)
    if roles.form != "b" or verb.passive or verb.denied or verb.modal or verb.perfect:
        raise NoSense
    time = roles.maybe("time", Time)
    whom = roles.maybe("object", Some | Casts)
    match verb.sense, whom, told.act if isinstance(told, t.Lasting) else told:
        case "protect", Some(), t.Clause(None, (t.Watch() as kept,)) as clause:
            made: t.Act = replace(clause, acts=(_protected(roles, whom, kept),))
        case "void", Casts(), t.Clause(None, (t.Void(who),)) as clause if who in _WHICH:
            made = clause
        case "avert", Casts(), t.Clause(None, (t.Void(who) | t.Redirect(who),)) as clause if who in _WHICH:
            made = clause
        case "redirect" | "move", Casts(), t.Clause(None, (t.Redirect(who),)) as clause if who in _WHICH:
            made = clause
        case _:
            raise NoSense
    roles.done()
    made = replace(told, act=made) if isinstance(told, t.Lasting) else made
    if time is not None and not isinstance(told, t.Lasting):
        made = timed(("during", time), made)
    return t.Seq((announced(whom), made)) if isinstance(whom, Casts) else made


def _protected(roles: Roles, whom: Some, kept: t.Watch) -> t.Watch:
    """The protection of those who are to be protected, and from what they are. Raises NoSense."""
    by = roles.maybe("from", Casts)
    if kept.how not in ("shield", "cancel", "less", "most") or kept.way == "gain":
        raise NoSense  # "protect them: they cannot gain Stars"
    if by is not None and kept.source != source_of(by):
        raise NoSense  # "protect them from Burn: they are not affected by Jolt"
    who = group(whom)
    if kept.whom in _WHOM:
        return replace(kept, whom=who)
    both = isinstance(kept.whom, t.Caster) and isinstance(who, t.Caster)
    if kept.whom != who and not both:
        raise NoSense  # "protect your neighbours: you cannot lose Stars"
    return kept
