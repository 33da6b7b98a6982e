"""What the rules of spell.lark mean: statuses on each loss or gain. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.casts import source
from pbp.spells.sense.lasting import at_zero, statuses, watch, way
from pbp.spells.sense.wizards import THEY
from pbp.spells.walk import is_one, parts

Trigger = tuple[t.Who, str, str, t.Cond | None]
Alteration = tuple[Any, ...]


def trigger(who: t.Who, verb: str, attr: str, source: t.Cond | None = None) -> Trigger:
    return who, way(verb), attr, source


def trigger_either(who: t.Who, first: str, second: str, attr: str, source: t.Cond | None = None) -> Trigger:
    """ "Whenever the caster would gain or lose Stars"."""
    if way(first) == way(second):
        raise NoSense
    return who, "either", attr, source


def _that_one(whom: t.Who, trig: Trigger) -> bool:
    """ "Each time the chosen Wizard would lose Stars, that Wizard loses twice as many": no other was spoken of."""
    source = () if trig[3] is None else parts(trig[3])
    owners = (t.Member(), t.Others(), t.Owner(t.Others()), t.All())  # "a spell of another Wizard": nobody by that
    return whom == t.They("that Wizard") and not any(isinstance(p, t.Who) and p not in owners for p in source)


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
    same = whom == t.They() or whom == who or (isinstance(who, t.Chosen) and _that_one(whom, trig))
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
        if not theirs or verb != ways:
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
    then = (t.Change(whom, attr if detail[1] == "" else detail[1], verb == "gain", detail[0]),)
    return watch(who, ways, attr, source, "also", then=then)


def altered_after(who: t.Who, verb: str, amount: tuple[t.Num, str], trig: Trigger) -> t.Act:
    """ "The caster gains 1 Star whenever another Wizard loses Stars": "they" is the subject of the sentence."""
    whose, ways, attr, source = trig
    if whose == THEY:
        return _after((who, ways, attr, source), ("also", THEY, way(verb), amount))
    if t.They("them") in (whose, who) or who == THEY:
        raise NoSense
    return _after(trig, ("also", who, way(verb), amount))


def altered_after_bare(verb: str, amount: tuple[t.Num, str], trig: Trigger) -> t.Act:
    """ "Gain 1 Star whenever another Wizard loses Stars"."""
    if trig[0] == THEY:
        raise NoSense
    return _after(trig, ("also", t.Caster(), way(verb), amount))


def _after(trig: Trigger, alteration: Alteration) -> t.Act:
    """A status with "whenever" at its end, which might govern what stands before it as well."""
    act = _altered(trig, alteration)
    return replace(act, form="whenever") if isinstance(act, t.Clause) else act


def _things(more: tuple[Any, ...]) -> tuple[str, ...]:
    """What is said to be gained or lost, if it is named."""
    return tuple(part for part in more if isinstance(part, str) and part not in ("up", "down"))


def alter_less(who: t.Who, verb: str, number: t.Num, *more: Any) -> Alteration:
    at_zero(more)
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


def that_many_of(attr: str) -> tuple[t.Num, str]:
    return t.ThatMany(), attr


def alter_pays(payer: t.Who, _verb: str, amount: tuple[t.Num, str], to: t.Who) -> Alteration:
    """ "Whenever ..., they pay 1 Star to the caster"."""
    return "then", payer, "same", t.Pay(payer, to, amount[1], amount[0])


def alter_pays_who(payer: t.Who, verb: str, to: t.Who, amount: tuple[t.Num, str]) -> Alteration:
    return alter_pays(payer, verb, amount, to)


def alter_steals(thief: t.Who, verb: str, amount: tuple[t.Num, str], payer: t.Who) -> Alteration:
    return alter_pays(payer, verb, amount, thief)


def pays_after(payer: t.Who, verb: str, amount: tuple[t.Num, str], to: t.Who, trig: Trigger) -> t.Act:
    """ "The chosen Wizard pays 1 Star to the caster whenever they gain Stars"."""
    if trig[0] == THEY:
        return _after((payer, *trig[1:]), alter_pays(THEY, verb, amount, to))
    return _after(trig, alter_pays(payer, verb, amount, to))


def alter_move(*parts: Any) -> Alteration:
    *things, flip, who = parts
    return "move", who, way(flip), None, *things


def alter_less_it(number: t.Num, *floor: Any) -> Alteration:
    at_zero(floor)
    return "less", THEY, "same", number


def alter_double_it() -> Alteration:
    return "times", THEY, "same", t.Int(2)


def alter_half_it(rounding: str = "") -> Alteration:
    return "set", THEY, "same", t.Part(t.ThatMany(), t.Int(2), rounding)


alter_less_s = alter_less


def trigger_by(casts: t.Who, who: t.Who, verb: str, attr: str) -> Trigger:
    if isinstance(casts, t.Casters) and who == t.They("them"):
        tests = casts.kind.parts if isinstance(casts.kind, t.And) else (casts.kind,)
        whom = [test.whom for test in tests if isinstance(test, t.Targets)]
        if len(whom) == 1 and isinstance(whom[0], t.Caster | t.Chosen):
            who = whom[0]  # "a spell that targets the caster causes them to lose Stars"
    return who, way(verb), attr, source(casts)


def trigger_passive(attr: str, flip: str, who: t.Who, cond: t.Cond | None = None) -> Trigger:
    return who, way(flip), attr, cond


def capped(who: t.Who, verb: str, number: int, attr: str, source: t.Cond | None = None) -> tuple[Trigger, int]:
    return (who, way(verb), attr, source), number


def capped_by(casts: t.Who, who: t.Who, verb: str, number: int, attr: str) -> tuple[Trigger, int]:
    """ "If a spell would make the caster lose more than 2 Stars"."""
    return trigger_by(casts, who, verb, attr), number


def cap(change: tuple[Trigger, int], whose: t.Who, verb: str, number: int, *attr: str) -> t.Act:
    """ "Whenever the caster would lose more than 2 Stars, they lose 2 Stars instead"."""
    (who, ways, thing, source), most = change
    theirs = whose in (t.They(), who) or (not is_one(who) and _that_one(whose, change[0]))
    if number != most or way(verb) != ways or not theirs or attr not in ((), (thing,)):
        raise NoSense
    return watch(who, ways, thing, source, "set", amount=t.Least((t.ThatMany(), t.Int(most))))
