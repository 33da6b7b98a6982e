"""What the rules of spell.lark mean: targets and statuses. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.casts import c_by, casts, casts_others, source
from pbp.spells.sense.conditions import conj
from pbp.spells.sense.sentences import _parts
from pbp.spells.sense.wizards import THEY


def rest() -> bool:
    """For the remainder of the Duel."""
    return True


def this_duel() -> bool:
    return False


def during(first: Any, second: Any) -> t.Act:
    act, how = (second, first) if isinstance(first, bool) else (first, second)
    return t.Lasting(act, how)


def void(casts: t.Who) -> t.Act:
    return t.Clause(None, (t.Void(casts),))


def watch(who: t.Who, way: str, attr: str, source: t.Cond | None, how: str, **more: Any) -> t.Act:
    return t.Clause(None, (t.Watch(who, way, attr, source or t.Always(), how, **more),))


def no_gain(who: t.Who, attr: str, source: t.Cond | None = None) -> t.Act:
    return watch(who, "gain", attr, source, "cancel")


def no_loss(who: t.Who, attr: str, source: t.Cond | None = None) -> t.Act:
    return watch(who, "loss", attr, source, "cancel")


def no_gain_verb(who: t.Who, _verb: str, attr: str, source: t.Cond | None = None) -> t.Act:
    return no_gain(who, attr, source)


def no_loss_verb(who: t.Who, _verb: str, attr: str, source: t.Cond | None = None) -> t.Act:
    return no_loss(who, attr, source)


def no_both(who: t.Who, attr: str, source: t.Cond | None = None) -> t.Act:
    return watch(who, "any", attr, source, "cancel")


def immune(who: t.Who, source: t.Cond) -> t.Act:
    return watch(who, "any", "", source, "shield")


def immune_kept(*parts: Any) -> t.Act:
    """ "This spell protects the caster from Burn"."""
    return immune(*parts[-2:])


def immune_by(source: t.Cond, who: t.Who) -> t.Act:
    return immune(who, source)


def status_times(who: t.Who, verb: str, factor: int, attr: str, source: t.Cond) -> t.Act:
    return watch(who, way(verb), attr, source, "times", amount=t.Int(factor))


def status_part(who: t.Who, verb: str, divisor: int, attr: str, *more: Any) -> t.Act:
    source, rounding = (more[0], "") if len(more) == 1 else (more[0], more[1])
    if isinstance(source, str):
        source, rounding = rounding, source
    return watch(who, way(verb), attr, source, "set", amount=t.Part(t.ThatMany(), t.Int(divisor), rounding))


def status_fewer(who: t.Who, verb: str, number: t.Num, attr: str, source: t.Cond) -> t.Act:
    return watch(who, way(verb), attr, source, "less", amount=number)


def status_fewer_s(who: t.Who, verb: str, number: t.Num, attr: str, source: t.Cond) -> t.Act:
    """ "Loses 1 Star fewer from Burn"."""
    return status_fewer(who, verb, number, attr, source)


def status_more(who: t.Who, verb: str, number: t.Num, attr: str, source: t.Cond) -> t.Act:
    return watch(who, way(verb), attr, source, "more", amount=number)


def way(verb: str) -> str:
    return "loss" if verb.startswith(("los", "forf", "drop")) else "gain"


def flipped(attr: str, who: t.Who, verb: str, *more: Any) -> t.Act:
    source = more[0] if len(more) == 2 else None
    if way(verb) == way(more[-1]):
        raise NoSense
    return watch(who, way(verb), attr, source, "invert")


def moved_to(attr: str, who: t.Who, verb: str, *more: Any) -> t.Act:
    """Stars that X would lose are lost by Y instead."""
    source = more[0] if len(more) == 3 else None
    flip, to = more[-2:]
    how = "move" if way(verb) == way(flip) else "moveinvert"
    if how == "moveinvert" and to in (THEY, t.They("them")):
        return watch(who, way(verb), attr, source, "invert")
    if how == "moveinvert":
        raise NoSense
    return watch(who, way(verb), attr, source, "move", to=to)


def flip_move(attr: str, flip: str, who: t.Who, *more: Any) -> t.Act:
    """ "All Stars lost by X are lost by Y instead"."""
    source, (other, to) = (more[0], more[1:]) if len(more) == 3 else (None, more)
    if way(flip) != way(other):
        raise NoSense
    return watch(who, way(flip), attr, source, "move", to=to)


def at_zero(floor: tuple[Any, ...]) -> None:
    """A change made smaller ends at 0; another minimum is not what "less" means."""
    if any(isinstance(bound, t.Int) and bound.value != 0 for bound in floor):
        raise NoSense


def statuses(*acts: t.Act) -> t.Act:
    return t.Seq(tuple(part for act in acts for part in _parts(act)))


def simply_from(act: t.Act, source: t.Cond) -> t.Act:
    """ "The caster does not lose Stars from Burn"; without a source, only a duration makes a status of it."""
    assert isinstance(act, t.Clause)
    (watch,) = act.acts
    assert isinstance(watch, t.Watch)
    return replace(act, acts=(replace(watch, source=source),))


def no_gain_s(who: t.Who, _verb: str, attr: str, source: t.Cond | None = None) -> t.Act:
    return no_gain(who, attr, source)


def no_loss_s(who: t.Who, _verb: str, attr: str, source: t.Cond | None = None) -> t.Act:
    return no_loss(who, attr, source)


Flow = tuple[str, str, t.Who]
"""What is lost or gained ("loss", "gain"), and by whom."""


def flow(attr: str, flip: str, who: t.Who) -> Flow:
    return attr, way(flip), who


def flow_verb(attr: str, who: t.Who, verb: str) -> Flow:
    """ "Stars that the caster loses"."""
    return attr, way(verb), who


def flow_of(noun: str, attr: str, who: t.Who | None = None) -> Flow:
    """ "All losses of Stars"."""
    return attr, way(noun), who or t.All()


def flow_thing(attr: str, noun: str, who: t.Who) -> Flow:
    return attr, way(noun), who


def flow_whose(who: t.Who, *rest: str) -> Flow:
    """ "The caster's losses"."""
    *attr, noun = rest
    return (attr or ["Stars"])[0], way(noun), who


def passive_half(flow: Flow, *more: Any) -> t.Act:
    attr, flip, who = flow
    source, rounding = _source_and(more)
    return watch(who, flip, attr, source, "set", amount=t.Part(t.ThatMany(), t.Int(2), rounding or ""))


def passive_double(flow: Flow, source: t.Cond | None = None) -> t.Act:
    attr, flip, who = flow
    return watch(who, flip, attr, source, "times", amount=t.Int(2))


def passive_less(flow: Flow, *more: Any) -> t.Act:
    attr, flip, who = flow
    source = more[0] if isinstance(more[0], t.Cond) else None
    number, *floor = more[1:] if source is not None else more
    at_zero(tuple(floor))
    return watch(who, flip, attr, source, "less", amount=number)


def _source_and(more: tuple[Any, ...]) -> tuple[t.Cond | None, Any]:
    source = next((part for part in more if isinstance(part, t.Cond)), None)
    return source, next((part for part in more if not isinstance(part, t.Cond)), None)


def no_spell_loss(kind: t.Cond, who: t.Who, verb: str, attr: str) -> t.Act:
    return watch(who, way(verb), attr, source(casts(kind)), "cancel")


def attr_stays(what: tuple[t.Who, Any], source: t.Cond | None = None) -> t.Act:
    who, attr = what
    if not isinstance(attr, str):
        raise NoSense
    return watch(who, "any", attr, source, "cancel")


def void_by(casts: t.Who, whose: t.Who) -> t.Act:
    """ "The chosen spell has no effect if cast by a neighbour of the caster"."""
    if not isinstance(casts, t.Casters) or casts.group != t.All():
        raise NoSense
    return void(t.Casters(casts.group, conj(casts.kind, c_by(whose))))


def no_both_verbs(who: t.Who, _first: str, _second: str, attr: str, source: t.Cond | None = None) -> t.Act:
    return no_both(who, attr, source)


def status_fewer_by(who: t.Who, verb: str, number: t.Num, attr: str, *more: Any) -> t.Act:
    """ "The caster loses 1 Star less whenever a spell makes them lose Stars"."""
    floors = tuple(part for part in more if isinstance(part, t.Int))
    casts, again, second, other = (part for part in more if not isinstance(part, t.Int))
    act = status_fewer_when(who, verb, number, attr, THEY if again == t.They("them") else again, second, other, *floors)
    return simply_from(act, source(casts))


def status_fewer_when(who: t.Who, verb: str, number: t.Num, attr: str, *more: Any) -> t.Act:
    """ "The caster loses 1 fewer Star whenever they lose Stars"."""
    again, second, other = more[:3]
    if again != t.They() and again != who:
        raise NoSense
    if way(verb) != way(second) or attr != other:
        raise NoSense
    at_zero(more[3:])
    return watch(who, way(verb), attr, None, "less", amount=number)


def flip_also(attr: str, first: str, who: t.Who, *more: Any) -> t.Act:
    """ "All Stars lost by X are gained by Y"."""
    source = more[0] if len(more) == 3 else None
    second, other = more[-2:]
    if way(first) == way(second):
        raise NoSense
    then = (t.Change(other, attr, way(second) == "gain", t.ThatMany()),)
    return watch(who, way(first), attr, source, "also", then=then)


def stat_stays(stat: t.Num, source: t.Cond | None = None) -> t.Act:
    """ "The caster's Stars cannot change"."""
    return _stat_not(stat, "any", source)


def stat_not_down(stat: t.Num, source: t.Cond | None = None) -> t.Act:
    return _stat_not(stat, "loss", source)


def stat_not_up(stat: t.Num, source: t.Cond | None = None) -> t.Act:
    return _stat_not(stat, "gain", source)


def _stat_not(stat: t.Num, ways: str, source: t.Cond | None) -> t.Act:
    if not isinstance(stat, t.Stat) or (stat.attr != "Stars" and ways == "any"):
        raise NoSense
    return watch(stat.who, ways, stat.attr, source, "cancel")


def moved_passive(attr: str, flip: str, who: t.Who, *more: Any) -> t.Act:
    """ "Stars that would be lost by the chosen Wizard are lost by the caster instead"."""
    return moved_to(attr, who, flip, *more)


def goes_passive(attr: str, flip: str, who: t.Who, *more: Any) -> t.Act:
    if way(flip) != "gain":
        raise NoSense
    return goes_to(attr, who, flip, *more)


def goes_to(attr: str, who: t.Who, verb: str, *more: Any) -> t.Act:
    source = more[0] if len(more) == 2 else None
    return watch(who, way(verb), attr, source, "move", to=more[-1])


def immune_others(who: t.Who) -> t.Act:
    return immune(who, source(casts_others()))
