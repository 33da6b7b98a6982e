"""What the rules of spell.lark mean: moved targets. One function for each name after "->"."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ONE, Subj, conj, holds


def redirect(casts: t.Who, to: t.Who) -> t.Act:
    """Spells that target X target Y instead: what moves is the target X; else whatever they target."""
    if casts == t.They("spell"):
        raise NoSense
    return t.Clause(None, (t.Redirect(casts, _was(casts), to),))


def _was(casts: t.Who) -> t.Who | None:
    return was_target(casts.kind) if isinstance(casts, t.Casters) else None


def was_target(kind: t.Cond) -> t.Who | None:
    """Whom the spells of this kind target, if that is said."""
    tests = kind.parts if isinstance(kind, t.And) else (kind,)
    return next((test.whom for test in tests if isinstance(test, t.Targets)), None)


Hits = tuple[t.Who, t.Who]
"""Casts, and whom they target."""
SomeHits = tuple[Subj, t.Who]


def hits(casts: t.Who, was: t.Who) -> Hits:
    if isinstance(casts, t.Casters) and casts.every:
        raise NoSense  # "if all spells target the caster": is each moved by itself?
    return casts, was


def hits_passive(was: t.Who, casts: t.Who) -> Hits:
    """ "If the caster is targeted by a spell"."""
    return hits(casts, was)


def _among(casts: t.Who, *tests: t.Cond) -> t.Who:
    """Those of the casts of which the tests are true as well."""
    group, other = (casts.group, casts.kind) if isinstance(casts, t.Casters) else (casts, t.Always())
    return t.Casters(group, conj(other, *tests))


def redirect_when(hit: Hits, to: t.Who) -> t.Act:
    casts, was = hit
    return t.Clause(None, (t.Redirect(_among(casts, t.Targets(t.Member(), was)), was, to),))


def redirect_unmoved(hit: Hits, to: t.Who) -> t.Act:
    """ "It targets the caster instead, unless its target has already been changed"."""
    return redirect_when((_among(hit[0], t.Not(t.Retargeted(t.Member()))), hit[1]), to)


def redirect_placed(casts: t.Who, to: t.Who) -> t.Act:
    """ "If that Wizard's spell targets a position, it targets the chosen position instead"."""
    return redirect(_among(casts, t.Targets(t.Member(), None)), to)


def redirect_from(casts: t.Who, to: t.Who, was: t.Who) -> t.Act:
    return redirect_when((casts, was), to)


def some_hits(subj: Subj, was: t.Who) -> SomeHits:
    return subj, was


def some_hits_passive(was: t.Who, subj: Subj) -> SomeHits:
    return subj, was


def redirect_one(hit: SomeHits, to: t.Who) -> t.Act:
    """ "If exactly one spell targets the caster, that spell targets the chosen position instead"."""
    (op, number, _), _ = hit
    if (op, number) != ("=", ONE):
        raise NoSense
    return _redirect_some(hit, to)


def redirect_several(hit: SomeHits, to: t.Who) -> t.Act:
    """ "If at least two spells target the caster, they target the chosen position instead"."""
    (op, number, _), _ = hit
    if (op, number) == ("=", ONE):
        raise NoSense
    return _redirect_some(hit, to)


def _redirect_some(hit: SomeHits, to: t.Who) -> t.Act:
    subj, was = hit
    return t.If(holds(subj, t.Targets(t.Member(), was)), (redirect_when((subj[2], was), to),))
