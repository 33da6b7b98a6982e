"""What the rules of spell.lark mean: the spells that were cast. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, ONE, Subj, conj, exists, grouped, holds, opposite
from pbp.spells.sense.wizards import CASTER, THEY
from pbp.spells.walk import is_one


def kind_name(name: str) -> t.Cond:
    return t.CastIs(ME, (name,))


def kind_or(*kinds: t.Cond) -> t.Cond:
    names = tuple(name for kind in kinds if isinstance(kind, t.CastIs) for name in kind.names)
    return t.CastIs(ME, names)


def kind_same_as(who: t.Who) -> t.Cond:
    return t.CastIs(ME, (t.SpellOf(who),))


def kind_input() -> t.Cond:
    return t.CastIs(ME, (t.SpellInput(-1),))


def kind_none() -> t.Cond:
    return t.Not(t.CastIs(ME))


def kind_not(kind: t.Cond) -> t.Cond:
    return conj(t.CastIs(ME), opposite(kind))


def kind(*tests: t.Cond) -> t.Cond:
    """A spell of which all these tests are true."""
    return conj(t.CastIs(ME), *tests)


def kind_named(name: str, *tests: t.Cond) -> t.Cond:
    return conj(kind_name(name), *tests)


def trait(name: str) -> t.Cond:
    return t.CastTrait(ME, name)


def c_by(who: t.Who) -> t.Cond:
    return t.In(ME, t.Owner(who))


def c_by_others() -> t.Cond:
    return t.In(ME, t.Others())


def c_by_not(who: t.Who) -> t.Cond:
    return t.Not(c_by(who))


def c_trait_not(name: str) -> t.Cond:
    return conj(t.CastIs(ME), t.Not(trait(name)))


def casts_moved(subj: Subj) -> t.Cond:
    """ "If this spell was redirected"."""
    return holds(subj, c_moved())


def c_priced() -> t.Cond:
    """ "A spell that has a Cost"."""
    return t.CastPriced(ME)


def c_free() -> t.Cond:
    return conj(t.CastIs(ME), t.Not(t.CastPriced(ME)))


def shared(*_: Any) -> t.Cond:
    """ "Cast the same spell as another Wizard"."""
    return t.CastShared(ME)


def c_unshared() -> t.Cond:
    """ "Cast a spell that no other Wizard cast"."""
    return conj(t.CastIs(ME), t.Not(t.CastShared(ME)))


def any_shared() -> t.Cond:
    """ "If two Wizards cast the same spell"."""
    return t.Holds(t.All(), ">=", ONE, t.CastShared(ME))


def none_shared() -> t.Cond:
    return t.Holds(t.All(), "=", t.Int(0), t.CastShared(ME))


def c_unmoved() -> t.Cond:
    return conj(t.CastIs(ME), t.Not(t.Retargeted(ME)))


def c_not(kind: t.Cond) -> t.Cond:
    return opposite(kind)


def c_not_this() -> t.Cond:
    return t.Not(t.Same(ME, CASTER))


def c_moved() -> t.Cond:
    return t.Retargeted(ME)


def c_at_position() -> t.Cond:
    return t.Targets(ME, None)


def cast_what(kind: t.Cond) -> t.Cond:
    return kind


def casts_of(who: t.Who) -> t.Who:
    return t.Owner(who)


def casts_their() -> t.Who:
    return t.Owner(THEY)


def casts(kind: t.Cond) -> t.Who:
    return t.Casters(t.All(), kind)


def casts_others(*tests: Any) -> t.Who:
    return t.Casters(t.Others(), cast_kind0(*tests))


def count_casts_others(*tests: Any) -> t.Num:
    """ "For each other Wizard's spell that targeted the caster"."""
    return t.Count(casts_others(*tests))


def casts_many(who: t.Who, *tests: Any) -> t.Who:
    return t.Casters(t.Owner(who), cast_kind0(*tests), True)


def casts_every(who: t.Who) -> t.Who:
    """ "Each spell", "all Burn spells"."""
    if isinstance(who, t.Owner) and not is_one(who.who):
        return t.Casters(t.All(), conj(t.CastIs(ME), c_by(who.who)), True)
    if who == t.They("those spells"):
        return who
    if not isinstance(who, t.Casters):
        raise NoSense
    return replace(who, every=True)


def casts_named_others(name: str, *tests: t.Cond) -> t.Who:
    return t.Casters(t.Others(), kind_named(name, *tests))


def casts_input(*_: str) -> t.Who:
    """ "The chosen spell": every cast of that name."""
    return t.Casters(t.All(), kind_input())


def source_named(name: str, *tests: t.Cond) -> t.Cond:
    return source(casts_named_rel(name, *tests))


def source_own() -> t.Cond:
    """ "Stars that the caster would gain from their own spell"."""
    return source(casts_their())


def casts_random(at: int, kind: t.Cond) -> t.Who:
    return t.Pick(at, t.Casters(t.All(), kind))


def casts_random_others(at: int) -> t.Who:
    return t.Pick(at, casts_others())


def casts_random_at(kind: t.Cond, at: int) -> t.Who:
    return casts_random(at, kind)


def casts_this(*_: str) -> t.Who:
    return t.Owner(CASTER)


def casts_that() -> t.Who:
    return t.They("spell")


def source(who: t.Who) -> t.Cond:
    """The spells of a Watch as a test of their caster. That a change comes from a spell at all goes without saying."""
    if isinstance(who, t.Casters):
        kinds = who.kind.parts if isinstance(who.kind, t.And) else (who.kind,)
        told = [part for part in kinds if part != t.CastIs(ME)]
        return conj(*told) if who.group == t.All() else conj(t.In(ME, who.group), *told)
    if isinstance(who, t.Owner) and not is_one(who.who):
        return c_by(who.who)
    return t.Same(ME, who)


def source_any() -> t.Cond:
    return t.Always()


def source_other() -> t.Cond:
    """ "Because of another spell": than this one."""
    return t.Not(t.Same(ME, CASTER))


def neighbours_cast_same(who: t.Who) -> t.Cond:
    """ "If both neighbours of the caster cast the same spell": one on either side."""
    if not isinstance(who, t.Neighbours):
        raise NoSense
    return cast_same(t.Offset(who.of, t.Int(-1)), t.Offset(who.of, t.Int(1)))


def two_cast_same(who: t.Who) -> t.Cond:
    return neighbours_cast_same(t.Neighbours(who))


def own_neighbours_cast_same() -> t.Cond:
    return neighbours_cast_same(t.Neighbours(CASTER))


def spells_subj(op: tuple[str, int], kind: t.Cond) -> Subj:
    return op[0], t.Int(op[1]), t.Casters(t.All(), kind)


def some_spells(who: t.Who) -> Subj:
    """One of the spells, unless the text says all; "the spells of X and Y" leaves open which."""
    if isinstance(who, t.Casters) and who.every:
        return "all", t.Int(0), replace(who, every=False)
    if isinstance(who, t.Owner) and not is_one(who.who):
        raise NoSense
    return ">=", ONE, who


def no_spells(kind: t.Cond) -> Subj:
    return "=", t.Int(0), t.Casters(t.All(), kind)


def more_cast(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "If more Wizards cast Gift than Jolt"."""
    return t.Compare(_casters(left), ">", _casters(right))


def fewer_cast(left: t.Cond, right: t.Cond) -> t.Cond:
    return t.Compare(_casters(left), "<", _casters(right))


def _casters(kind: t.Cond) -> t.Num:
    return t.Count(t.Those(t.All(), kind))


def was_cast(subj: Subj) -> t.Cond:
    return exists(subj)


def some_others(*tests: t.Cond) -> Subj:
    return ">=", ONE, t.Casters(t.Others(), kind(*tests))


def cast_kind0(*tests: Any) -> t.Cond:
    """A spell, of a trait if one is named, of which the tests are true."""
    return kind(*(trait(test) if isinstance(test, str) else test for test in tests))


def kind_not_this(*tests: Any) -> t.Cond:
    """ "Another spell": one that is not the present cast."""
    return conj(c_not_this(), cast_kind0(*tests))


def kind_at(kind: t.Cond, who: t.Who) -> t.Cond:
    """ "Cast Burn at the caster"."""
    return conj(kind, t.Targets(ME, who))


def some_named(name: str, *tests: t.Cond) -> Subj:
    return some_spells(casts_named_rel(name, *tests))


def cast_same(left: t.Who, right: t.Who) -> t.Cond:
    """ "If the caster and the chosen Wizard cast the same spell"."""
    return t.Holds(left, ">=", ONE, kind_same_as(right))


def kind_own(*_: str) -> t.Cond:
    return t.CastIs(ME, (t.OwnName(),))


def casts_named(name: str) -> t.Who:
    return t.Casters(t.All(), kind_name(name))


def none_of_others(*tests: t.Cond) -> Subj:
    return "=", t.Int(0), casts_others(*tests)


def count_others(op: tuple[str, int], *tests: t.Cond) -> Subj:
    return op[0], t.Int(op[1]), casts_others(*tests)


def cast_kind_by(*parts: Any) -> t.Cond:
    """ "Spells of the caster's neighbours"."""
    return cast_kind0(*(c_by(part) if isinstance(part, t.Who) else part for part in parts))


def cast_kind_others(*parts: Any) -> t.Cond:
    return cast_kind0(c_by_others(), *parts)


def cast_neither(left: t.Cond, right: t.Cond) -> t.Cond:
    return t.Not(kind_or(left, right))


def casts_of_all(who: t.Who) -> t.Who:
    return t.Owner(who)


def casts_named_rel(name: str, *tests: t.Cond) -> t.Who:
    return t.Casters(t.All(), kind_named(name, *tests))


def spell_is(subj: Subj, kind: t.Cond) -> t.Cond:
    """ "If it is Pointy", of a spell spoken of."""
    return holds(subj, kind)


def spell_is_not(subj: Subj, kind: t.Cond) -> t.Cond:
    return holds(subj, kind_not(kind))


def did() -> t.Cond:
    return t.Did()


def did_cast() -> t.Cond:
    return t.Did("cast")


def does() -> t.Cond:
    return t.Did("does")


def does_not() -> t.Cond:
    return t.Not(does())


def did_not() -> t.Cond:
    return t.Not(t.Did())


def both_cast(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "If both Burn and Jolt were cast"."""
    return grouped(conj(was_cast(some_spells(casts(left))), was_cast(some_spells(casts(right)))))


def neither_cast(left: t.Cond, right: t.Cond) -> t.Cond:
    return grouped(conj(was_cast(no_spells(left)), was_cast(no_spells(right))))


def kind_it() -> t.Cond:
    """ "If no Wizard cast it": the spell just named."""
    return t.CastIs(ME, (t.OwnName(True),))


def count_named(name: str, *tests: t.Cond) -> t.Num:
    """ "For each Burn that targets the caster"."""
    return t.Count(casts_named_rel(name, *tests))


def chose(who: t.Who) -> t.Cond:
    """ "The chosen Wizard cast Pact and chose the caster": their spell targets the caster."""
    return t.Targets(ME, who)


def cast_such() -> t.Cond:
    """ "Each Wizard who cast such a spell": one of the spells just spoken of."""
    return t.In(ME, t.They("such"))


def cast_such_not() -> t.Cond:
    return t.Not(cast_such())
