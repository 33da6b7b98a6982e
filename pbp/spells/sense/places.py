"""What the rules of spell.lark mean: positions, and who is counted from one. One function for each name after "->"."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import ME, ONE, conj
from pbp.spells.sense.wizards import THEY, nth


def that_place() -> t.Who:
    return t.They("that place")


def that_before() -> t.Who:
    """ "The one after that"."""
    return t.They("after that")


def ring_nth(ordinal: str) -> t.Who:
    """ "The first position": the first chosen one, or where none is chosen the first of the ring."""
    return t.They(f"position {nth(ordinal)}")


def nth_of_ring(ordinal: str) -> t.Who:
    return t.At(t.Int(nth(ordinal)))


def first_place() -> t.Who:
    return t.At(t.Int(1))


def rolled_place() -> t.Who:
    return t.At(t.Result())


def other_neighbour() -> t.Who:
    """ "The other neighbour", after one of them was spoken of."""
    return t.They("other neighbour")


def other_neighbour_of(who: t.Who) -> t.Who:
    return t.Without(t.Neighbours(who), t.They("neighbour"))


def position_x() -> t.Who:
    return t.At(t.NumberInput(-2))


def sole_neighbour(who: t.Who, but: t.Who) -> t.Who:
    """ "The neighbour of the caster other than the picked Wizard"."""
    return t.Top(t.Without(t.Neighbours(who), but), t.Int(0), True, "sole")


def position_number(number: int) -> t.Who:
    return t.At(t.Int(number))


def offset(number: int, way: str, who: t.Who) -> t.Who:
    """Somebody so many positions further; "after them" may well be after the subject themselves."""
    return _further(t.Int(number if _onwards(way) else -number), "after", who)


def _onwards(way: str) -> bool:
    return way in ("after", "past", "ahead", "above", "higher")


def _further(steps: t.Num, way: str, who: t.Who) -> t.Who:
    if who == t.They("them"):
        who = THEY
    return t.Offset(who, steps if _onwards(way) else t.Minus(t.Int(0), steps))


def offset_that(way: str, who: t.Who) -> t.Who:
    """ "That many positions after the caster"."""
    return _further(t.ThatMany(), way, who)


def offset_as(way: str, who: t.Who, number: t.Num) -> t.Who:
    """ "As many positions after the caster as the result"."""
    return _further(number, way, who)


def offset_dice(drawn: tuple[int, int], way: str, who: t.Who) -> t.Who:
    return _further(t.Roll(*drawn), way, who)


def its_target() -> t.Who:
    """ "The position after its target", of a spell that is moved."""
    return t.They("its target")


def offset_next(next_: str, way: str, who: t.Who) -> t.Who:
    """ "In the next position after the caster's"; not "the previous position after"."""
    if (next_ in ("next", "following")) is not _onwards(way):
        raise NoSense
    return offset(1, way, who)


def offset_1(way: str, who: t.Who) -> t.Who:
    return offset(1, way, who)


def next_one(way: str) -> t.Who:
    """ "The next position": after the caster's; of a moved target, after that target."""
    return t.Offset(t.They("place"), t.Int(-1 if way in ("previous", "preceding", "lower") else 1))


def pick_place(at: int, *but: t.Who) -> t.Who:
    return t.Pick(at, t.Without(t.All(), but[0]) if but else t.All())


def pick_place_other(at: int) -> t.Who:
    return t.Pick(at, t.Without(t.All(), t.They("place")))


def last_place() -> t.Who:
    return t.At(t.Count(t.All()))


def offsets(number: int, way: str, who: t.Who) -> t.Who:
    """The next so many Wizards after, or before, one."""
    if not 1 <= number <= 9:
        raise NoSense
    return t.Join(tuple(offset(step, way, who if step == 1 else _too(who)) for step in range(1, number + 1)))


def _too(who: t.Who) -> t.Who:
    """The same Wizard again: "that", too, is the position of before, and not the one just named."""
    return t.They("after that too") if who == t.They("after that") else who


def before_and_after(way: str, other: str, who: t.Who) -> t.Who:
    """ "The Wizards directly before and after the chosen position"."""
    if offset_1(way, who) == offset_1(other, who):
        raise NoSense
    return t.Neighbours(who)


def both_ends() -> t.Who:
    """ "The Wizards in the first and the last position"."""
    return t.Join((t.At(t.Int(1)), last_place()))


def offset_two(number: int, way: str, second: int, other: str, who: t.Who) -> t.Who:
    """ "The Wizards two positions before and two positions after the caster"."""
    return t.Join((offset(number, way, who), offset(second, other, _too(who))))


def at_number(number: t.Num) -> t.Who:
    return t.At(number)


def had_neighbour(*tests: t.Cond) -> t.Cond:
    """ "With a neighbour who cast Burn"."""
    return had_neighbours((">=", 1), *tests)


def had_no_neighbour(*tests: t.Cond) -> t.Cond:
    return had_neighbours(("=", 0), *tests)


def had_neighbours(op: tuple[str, int], *tests: t.Cond) -> t.Cond:
    return t.Holds(t.Neighbours(ME), op[0], t.Int(op[1]), conj(*tests))


def had_neighbours_all(number: int, *tests: t.Cond) -> t.Cond:
    return had_neighbours((">=", number), *tests)


def near_some(group: t.Who) -> t.Cond:
    """ "Next to a Wizard who cast Burn"."""
    return t.Holds(t.Neighbours(ME), ">=", ONE, t.In(ME, group))
