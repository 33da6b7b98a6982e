"""What holds for a while, or comes in the place of something: statuses, redirections, other selections."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import Subj, conj, holds, source
from pbp.spells.sense.sentences import each_act
from pbp.spells.walk import conjuncts, is_one, parts


def void(casts: t.Who) -> t.Act:
    return t.Clause(None, (t.Void(casts),))


def watch(who: t.Who, way: str, attr: str, source: t.Cond | None, how: str, **more: Any) -> t.Act:
    return t.Clause(None, (t.Watch(who, way, attr, source or t.Always(), how, **more),))


def way(verb: str) -> str:
    return "loss" if verb.startswith(("los", "forf", "drop")) else "gain"


def statuses(*acts: t.Act) -> t.Act:
    return t.Seq(tuple(part for act in acts for part in each_act(act)))


Trigger = tuple[t.Who, str, str, t.Cond | None]
Alteration = tuple[Any, ...]


def _that_one(whom: t.Who, trig: Trigger, *unmeant: t.Who) -> bool:
    """ "Each time the chosen Wizard would lose Stars, that Wizard loses twice as many": no other was spoken of."""
    source = () if trig[3] is None else parts(trig[3])
    # "a spell of another Wizard": nobody by that
    owners = (t.Member(), t.Others(), t.Owner(t.Others()), t.All(), *unmeant)
    neighbours = trig[0]
    while isinstance(neighbours, t.Those):
        neighbours = neighbours.group
    those = ("that Wizard", "that neighbour") if isinstance(neighbours, t.Neighbours) else ("that Wizard",)
    named = any(isinstance(p, t.Who) and p not in owners for p in source)
    return isinstance(whom, t.They) and whom.word in those and not named


_REST = t.Without(t.All(), t.Caster())
_OF_CASTER = (t.Caster(), t.Owner(t.Caster()), _REST, t.Owner(_REST))
"""Who casts a spell of which no more is said than whether it is the caster's own."""


def altered(trig: Trigger, alteration: Alteration) -> t.Act:
    """A status on each change; "whenever" governs what is joined to it by "and"."""
    act = _altered(trig, alteration)
    return replace(act, form="when") if isinstance(act, t.Clause) else act


def altered_two(trig: Trigger, first: Alteration, second: Alteration) -> t.Act:
    """ "Whenever another Wizard gains Stars, they lose 1 Star and the caster gains 1 Star"."""
    return statuses(altered(trig, first), altered(trig, second))


def _altered(trig: Trigger, alteration: Alteration) -> t.Act:
    """A status on each change: what the Wizard loses or gains is changed, or something happens beside it."""
    who, ways, attr, source = trig
    how, whom, verb, detail, *things = alteration
    if ways == "either":
        if verb != "either":
            raise NoSense
        both = ((who, one_way, attr, source) for one_way in ("gain", "loss"))
        return statuses(*(_altered(each, (how, whom, "same", detail, *things)) for each in both))
    named = is_one(who) and who != t.Caster()
    same = whom == t.They() or whom == who or (named and _that_one(whom, trig))
    theirs = same or (not is_one(who) and _that_one(whom, trig))  # where no other can be meant
    if any(thing != attr for thing in things) and not (how == "also" and verb != "same"):
        raise NoSense  # "whenever X loses Stars, they lose half as many Crystals"
    if how == "part":  # of the one who loses them it is said what they lose; of another, what happens beside it
        how, detail = ("set", detail) if same and verb == ways else ("also", (detail, ""))
    if verb == "same":
        verb = ways
    if how == "move":
        if verb and verb != ways:
            raise NoSense
        return watch(who, ways, attr, source, "move", to=whom)
    if how in ("less", "more", "times", "set", "cancel"):
        # "... from a spell that the caster did not cast, that Wizard gains 2 fewer": who gains any
        if not (theirs or (who != t.Caster() and _that_one(whom, trig, *_OF_CASTER))) or verb != ways:
            raise NoSense
        return watch(who, ways, attr, source, how, amount=detail)
    if how == "that-instead":
        if same or (theirs and verb != ways):
            if verb == ways:
                raise NoSense
            return watch(who, ways, attr, source, "invert")
        if verb != ways:
            raise NoSense
        return watch(who, ways, attr, source, "move", to=whom)
    if how == "then":
        return watch(who, ways, attr, source, "also", then=(detail,))
    if verb == ways and whom == t.They("that neighbour") and t.ThatMany() in parts(detail[0]):
        raise NoSense  # "that neighbour loses three times as many": instead, or besides?
    then = (t.Change(whom, attr if detail[1] == "" else detail[1], verb == "gain", detail[0]),)
    return watch(who, ways, attr, source, "also", then=then)


def trigger_by(casts: t.Who, who: t.Who, verb: str, attr: str) -> Trigger:
    if isinstance(casts, t.Casters) and who == t.They("them"):
        tests = conjuncts(casts.kind)
        whom = [test.whom for test in tests if isinstance(test, t.Targets)]
        if len(whom) == 1 and isinstance(whom[0], t.Caster | t.Chosen):
            who = whom[0]  # "a spell that targets the caster causes them to lose Stars"
    return who, way(verb), attr, source(casts)


def cap(change: tuple[Trigger, int], whose: t.Who, verb: str, number: int, *attr: str) -> t.Act:
    """ "Whenever the caster would lose more than 2 Stars, they lose 2 Stars instead"."""
    (who, ways, thing, source), most = change
    theirs = whose in (t.They(), who) or (who != t.Caster() and _that_one(whose, change[0]))
    if number != most or way(verb) != ways or not theirs or attr not in ((), (thing,)):
        raise NoSense
    made = watch(who, ways, thing, source, "set", amount=t.Least((t.ThatMany(), t.Int(most))))
    return replace(made, form="when") if isinstance(made, t.Clause) else made


def redirect(casts: t.Who, to: t.Who) -> t.Act:
    """Spells that target X target Y instead: what moves is the target X; else whatever they target."""
    if casts == t.They("spell"):
        raise NoSense
    return t.Clause(None, (t.Redirect(casts, _was(casts), to),))


def _was(casts: t.Who) -> t.Who | None:
    return was_target(casts.kind) if isinstance(casts, t.Casters) else None


def was_target(kind: t.Cond) -> t.Who | None:
    """Whom the spells of this kind target, if that is said."""
    tests = conjuncts(kind)
    return next((test.whom for test in tests if isinstance(test, t.Targets)), None)


Hits = tuple[t.Who, t.Who]
"""Casts, and whom they target."""
SomeHits = tuple[Subj, t.Who]


def hits(casts: t.Who, was: t.Who) -> Hits:
    if isinstance(casts, t.Casters) and casts.every:
        raise NoSense  # "if all spells target the caster": is each moved by itself?
    return casts, was


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


def _redirect_some(hit: SomeHits, to: t.Who) -> t.Act:
    subj, was = hit
    return t.If(holds(subj, t.Targets(t.Member(), was)), (redirect_when((subj[2], was), to),))


Given = tuple[Any, tuple[t.Node, ...], bool]
"""A spell, its inputs, and whether they are those of the selection that it replaces."""


def considered(who: t.Who, given: Given, gone: t.Who | None = None) -> t.Act:
    """ "Instead of Burn": of those who selected Burn; "instead of their spell" says no more than "instead"."""
    if isinstance(gone, t.Casters):
        if gone.group != t.All():
            raise NoSense
        if is_one(who):
            return t.If(t.Holds(who, ">=", t.Int(1), gone.kind), (t.Clause(None, (t.Replace(who, *given),)),))
        who = t.Casters(who, gone.kind)
    elif gone == t.Owner(t.They("that Wizard")) and is_one(who) and who != t.Caster():
        pass
    elif gone not in (None, t.Owner(who), t.Owner(t.They())):
        raise NoSense
    return t.Clause(None, (t.Replace(who, *given),))


def considered_none(who: t.Who) -> t.Act:
    return t.Clause(None, (t.Replace(who, None),))
