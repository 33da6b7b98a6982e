"""What the rules of spell.lark mean: targets and statuses. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense import _parts
from pbp.spells.sense_casts import c_by, casts, casts_others, source
from pbp.spells.sense_cond import conj
from pbp.spells.sense_who import THEY


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


Trigger = tuple[t.Who, str, str, t.Cond | None]
Alteration = tuple[Any, ...]


def trigger(who: t.Who, verb: str, attr: str, source: t.Cond | None = None) -> Trigger:
    return who, way(verb), attr, source


def trigger_either(who: t.Who, first: str, second: str, attr: str, source: t.Cond | None = None) -> Trigger:
    """ "Whenever the caster would gain or lose Stars"."""
    if way(first) == way(second):
        raise NoSense
    return who, "either", attr, source


def altered(trig: Trigger, alteration: Alteration) -> t.Act:
    """A status on each change: what the Wizard loses or gains is changed, or something happens beside it."""
    who, ways, attr, source = trig
    how, whom, verb, detail, *things = alteration
    if ways == "either":
        if verb != "either":
            raise NoSense
        both = ((who, one_way, attr, source) for one_way in ("gain", "loss"))
        return statuses(*(altered(each, (how, whom, "same", detail, *things)) for each in both))
    same = whom == t.They() or whom == who
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
        if not same or verb != ways:
            raise NoSense
        return watch(who, ways, attr, source, how, amount=detail)
    if how == "that-instead":
        if same:
            if verb == ways:
                raise NoSense
            return watch(who, ways, attr, source, "invert")
        if verb != ways:
            raise NoSense
        return watch(who, ways, attr, source, "move", to=whom)
    then = (t.Change(whom, attr if detail[1] == "" else detail[1], verb == "gain", detail[0]),)
    return watch(who, ways, attr, source, "also", then=then)


def altered_after(who: t.Who, verb: str, amount: tuple[t.Num, str], trig: Trigger) -> t.Act:
    """ "The caster gains 1 Star whenever another Wizard loses Stars": "they" is the subject of the sentence."""
    whose, ways, attr, source = trig
    if whose == THEY:
        return altered((who, ways, attr, source), ("also", THEY, way(verb), amount))
    if t.They("them") in (whose, who) or who == THEY:
        raise NoSense
    return altered(trig, ("also", who, way(verb), amount))


def altered_after_bare(verb: str, amount: tuple[t.Num, str], trig: Trigger) -> t.Act:
    """ "Gain 1 Star whenever another Wizard loses Stars"; or what is said beside another outcome of its subject."""
    if trig[0] == THEY:
        raise NoSense
    act = altered(trig, ("also", t.Subject(), way(verb), amount))
    return replace(act, form="s" if verb.endswith("s") else "b") if isinstance(act, t.Clause) else act


def _at_zero(floor: tuple[Any, ...]) -> None:
    """A change made smaller ends at 0; another minimum is not what "less" means."""
    if any(isinstance(bound, t.Int) and bound.value != 0 for bound in floor):
        raise NoSense


def _things(more: tuple[Any, ...]) -> tuple[str, ...]:
    """What is said to be gained or lost, if it is named."""
    return tuple(part for part in more if isinstance(part, str) and part not in ("up", "down"))


def alter_less(who: t.Who, verb: str, number: t.Num, *more: Any) -> Alteration:
    _at_zero(more)
    return "less", who, way(verb), number, *_things(more)


def alter_more(who: t.Who, verb: str, number: t.Num, *more: Any) -> Alteration:
    return "more", who, way(verb), number, *_things(more)


def alter_times(who: t.Who, verb: str, factor: int, *more: Any) -> Alteration:
    return "times", who, way(verb), t.Int(factor), *_things(more)


def alter_times_either(who: t.Who, first: str, second: str, factor: int, *more: Any) -> Alteration:
    if way(first) == way(second):
        raise NoSense
    return "times", who, "either", t.Int(factor), *_things(more)


def alter_part(who: t.Who, verb: str, divisor: int, *more: Any) -> Alteration:
    rounding = next((m for m in more if m in ("up", "down")), "")
    return "set", who, way(verb), t.Part(t.ThatMany(), t.Int(divisor), rounding), *_things(more)


def alter_part_bare(who: t.Who, verb: str, divisor: int, *more: Any) -> Alteration:
    return "part", *alter_part(who, verb, divisor, *more)[1:]


def alter_that_instead(who: t.Who, verb: str, *more: Any) -> Alteration:
    return "that-instead", who, way(verb), None, *_things(more)


def alter_also(who: t.Who, verb: str, *more: Any) -> Alteration:
    return "also", who, way(verb), (t.ThatMany(), next(iter(_things(more)), ""))


def alter_also_n(who: t.Who, verb: str, amount: tuple[t.Num, str]) -> Alteration:
    return "also", who, way(verb), amount


def alter_move(*parts: Any) -> Alteration:
    *things, flip, who = parts
    return "move", who, way(flip), None, *things


def statuses(*acts: t.Act) -> t.Act:
    return t.Seq(tuple(part for act in acts for part in _parts(act)))


def alter_less_it(number: t.Num, *floor: Any) -> Alteration:
    _at_zero(floor)
    return "less", THEY, "same", number


def alter_double_it() -> Alteration:
    return "times", THEY, "same", t.Int(2)


def alter_half_it(rounding: str = "") -> Alteration:
    return "set", THEY, "same", t.Part(t.ThatMany(), t.Int(2), rounding)


alter_less_s = alter_less


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


def trigger_by(casts: t.Who, who: t.Who, verb: str, attr: str) -> Trigger:
    if isinstance(casts, t.Casters) and who == t.They("them"):
        tests = casts.kind.parts if isinstance(casts.kind, t.And) else (casts.kind,)
        whom = [test.whom for test in tests if isinstance(test, t.Targets)]
        if len(whom) == 1 and isinstance(whom[0], t.Caster | t.Chosen):
            who = whom[0]  # "a spell that targets the caster causes them to lose Stars"
    return who, way(verb), attr, source(casts)


def trigger_passive(attr: str, flip: str, who: t.Who, cond: t.Cond | None = None) -> Trigger:
    return who, way(flip), attr, cond


def passive_half(attr: str, flip: str, who: t.Who, *more: Any) -> t.Act:
    source, rounding = _source_and(more)
    return watch(who, way(flip), attr, source, "set", amount=t.Part(t.ThatMany(), t.Int(2), rounding or ""))


def passive_double(attr: str, flip: str, who: t.Who, source: t.Cond | None = None) -> t.Act:
    return watch(who, way(flip), attr, source, "times", amount=t.Int(2))


def passive_less(attr: str, flip: str, who: t.Who, *more: Any) -> t.Act:
    source = more[0] if isinstance(more[0], t.Cond) else None
    number, *floor = more[1:] if source is not None else more
    _at_zero(tuple(floor))
    return watch(who, way(flip), attr, source, "less", amount=number)


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


def void_others() -> t.Act:
    return void(casts_others())


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
    _at_zero(more[3:])
    return watch(who, way(verb), attr, None, "less", amount=number)


def flip_also(attr: str, first: str, who: t.Who, *more: Any) -> t.Act:
    """ "All Stars lost by X are gained by Y"."""
    source = more[0] if len(more) == 3 else None
    second, other = more[-2:]
    if way(first) == way(second):
        raise NoSense
    then = (t.Change(other, attr, way(second) == "gain", t.ThatMany()),)
    return watch(who, way(first), attr, source, "also", then=then)


def goes_to(attr: str, who: t.Who, verb: str, *more: Any) -> t.Act:
    source = more[0] if len(more) == 2 else None
    return watch(who, way(verb), attr, source, "move", to=more[-1])


def capped(who: t.Who, verb: str, number: int, attr: str, source: t.Cond | None = None) -> tuple[Trigger, int]:
    return (who, way(verb), attr, source), number


def cap(change: tuple[Trigger, int], whose: t.Who, verb: str, number: int, *attr: str) -> t.Act:
    """ "Whenever the caster would lose more than 2 Stars, they lose 2 Stars instead"."""
    (who, ways, thing, source), most = change
    if number != most or way(verb) != ways or whose not in (t.They(), who) or attr not in ((), (thing,)):
        raise NoSense
    return watch(who, ways, thing, source, "set", amount=t.Least((t.ThatMany(), t.Int(most))))


def immune_others(who: t.Who) -> t.Act:
    return immune(who, source(casts_others()))
