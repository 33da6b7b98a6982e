"""What the rules of spell.lark mean: what is said of one Wizard. One function for each name after "->"."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense.conditions import (
    ME,
    ONE,
    Subj,
    compare,
    conj,
    disj,
    exists,
    grouped,
    holds,
    num_parity,
    opposite,
    within,
)  # fmt: skip
from pbp.spells.sense.numbers import Lately, measured, moved_stars
from pbp.spells.sense.wizards import THEY


def negated(test: t.Cond) -> t.Cond:
    if isinstance(test, t.Grouped) and isinstance(test.part, t.Or):  # "did not cast Burn in this Duel or in the last"
        return grouped(conj(*map(opposite, test.part.parts)))
    return opposite(test)


def verb_pred(_verb: str, test: t.Cond) -> t.Cond:
    return test


def had(cmp: tuple[str, Any], attr: str) -> t.Cond:
    return compare(t.Stat(ME, attr), cmp)


def had_of(attr: str, cmp: tuple[str, Any]) -> t.Cond:
    """ "With a Freshness of at least 3"."""
    if attr == "Stars":
        raise NoSense
    return compare(t.Stat(ME, attr), cmp)


def had_exactly(attr: str, number: int) -> t.Cond:
    return had_of(attr, ("=", t.Int(number)))


def had_number(attr: str, cmp: tuple[str, Any]) -> t.Cond:
    """ "Has a number of Stars divisible by 3"."""
    return compare(t.Stat(ME, attr), cmp)


def had_a(attr: str) -> t.Cond:
    if attr != "Stars":
        return t.Not(t.Is(ME, attr, t.Text("None")))
    return t.Compare(t.Stat(ME, attr), ">=", ONE)


def had_no(attr: str) -> t.Cond:
    if attr != "Stars":
        return t.Is(ME, attr, t.Text("None"))
    return t.Compare(t.Stat(ME, attr), "=", t.Int(0))


def _had_than(attr: str, measure: Any, op: str) -> t.Cond:
    """Compared with what a Wizard has, "they" is somebody else: nobody has more than they have themselves."""
    number = measured(measure, attr)
    return t.Compare(t.Stat(ME, attr), op, t.Stat(t.They("than"), attr) if number == t.Stat(THEY, attr) else number)


def had_more(attr: str, measure: Any) -> t.Cond:
    return _had_than(attr, measure, ">")


def had_fewer(attr: str, measure: Any) -> t.Cond:
    return _had_than(attr, measure, "<")


def had_least_as(attr: str, measure: Any) -> t.Cond:
    return _had_than(attr, measure, ">=")


def had_most_as(attr: str, measure: Any) -> t.Cond:
    return _had_than(attr, measure, "<=")


def had_same(attr: str, measure: Any) -> t.Cond:
    return _had_than(attr, measure, "=")


def had_more_by(number: int, attr: str, measure: Any) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), ">=", t.Add((measured(measure, attr), t.Int(number))))


def had_fewer_by(number: int, attr: str, measure: Any) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), "<=", t.Minus(measured(measure, attr), t.Int(number)))


def more_than_each(attr: str, who: t.Who) -> t.Cond:
    return t.Holds(who, "all", t.Int(0), t.Compare(t.Stat(t.Member(1), attr), ">", t.Stat(t.Member(0), attr)))


def fewer_than_each(attr: str, who: t.Who) -> t.Cond:
    return t.Holds(who, "all", t.Int(0), t.Compare(t.Stat(t.Member(1), attr), "<", t.Stat(t.Member(0), attr)))


def more_than_some(attr: str, who: t.Who) -> t.Cond:
    return t.Holds(who, ">=", ONE, t.Compare(t.Stat(t.Member(1), attr), ">", t.Stat(t.Member(0), attr)))


def fewer_than_some(attr: str, who: t.Who) -> t.Cond:
    return t.Holds(who, ">=", ONE, t.Compare(t.Stat(t.Member(1), attr), "<", t.Stat(t.Member(0), attr)))


def more_than_start(attr: str) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), ">", t.Stat(ME, attr, True))


def fewer_than_start(attr: str) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), "<", t.Stat(ME, attr, True))


def had_start_or_more(attr: str) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), ">=", t.Stat(ME, attr, True))


def had_start_same(attr: str) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), "=", t.Stat(ME, attr, True))


def had_times_least(factor: int, attr: str, measure: Any) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), ">=", t.Times(t.Int(factor), measured(measure, attr)))


def had_times_more(factor: int, attr: str, measure: Any) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), ">", t.Times(t.Int(factor), measured(measure, attr)))


def had_bare(_verb: str, cmp: tuple[str, Any]) -> t.Cond:
    """ "If they have fewer than 5": of what was just spoken of."""
    return compare(t.Stat(ME, ""), cmp)


def had_bare_of(cmp: tuple[str, Any]) -> t.Cond:
    """ "Each Wizard with fewer than 5 loses 1 Star": fewer Stars."""
    return compare(t.Stat(ME, ""), cmp)


def had_both(_verb: str, left: t.Cond, right: t.Cond) -> t.Cond:
    return within(left, right)


def had_either(_verb: str, left: t.Cond, right: t.Cond) -> t.Cond:
    return disj(left, right)


def had_neither(_verb: str, left: t.Cond, right: t.Cond) -> t.Cond:
    return neither_true(left, right)


def neither_true(left: t.Cond, right: t.Cond) -> t.Cond:
    return grouped(conj(opposite(left), opposite(right)))


def had_parity(is_odd: bool, attr: str) -> t.Cond:
    return num_parity(t.Stat(ME, attr), is_odd)


def had_best(_verb: str, best: tuple[bool, str]) -> t.Cond:
    return t.In(ME, t.Top(t.All(), t.Stat(t.Member(), best[1]), best[0]))


def stars_are(attr: str, cmp: tuple[str, Any]) -> t.Cond:
    return compare(t.Stat(ME, attr), cmp)


def stars_parity(attr: str, is_odd: bool) -> t.Cond:
    return num_parity(t.Stat(ME, attr), is_odd)


def position_parity(is_odd: bool) -> t.Cond:
    return num_parity(t.Position(ME), is_odd)


def position_cmp(cmp: tuple[str, Any]) -> t.Cond:
    return compare(t.Position(ME), cmp)


def positions(numbers: tuple[int, ...]) -> t.Cond:
    return disj(*(t.Compare(t.Position(ME), "=", t.Int(n)) for n in numbers))


def positions_first(number: int) -> t.Cond:
    return t.Compare(t.Position(ME), "<=", t.Int(number))


def positions_range(low: int, high: int) -> t.Cond:
    place = t.Position(ME)
    return grouped(t.And((t.Compare(place, ">=", t.Int(low)), t.Compare(place, "<=", t.Int(high)))))


def above_theirs(who: t.Who) -> tuple[str, t.Num]:
    return ">", t.Position(who)


def below_theirs(who: t.Who) -> tuple[str, t.Num]:
    return "<", t.Position(who)


def place_near(who: t.Who, other: t.Who) -> t.Cond:
    return t.Holds(who, ">=", ONE, near(other))


def place_compared(who: t.Who, cmp: tuple[str, t.Num]) -> t.Cond:
    """ "If the chosen position is higher than the caster's"."""
    return t.Holds(who, ">=", ONE, position_cmp(cmp))


def place_not_near(who: t.Who, other: t.Who) -> t.Cond:
    return t.Holds(who, ">=", ONE, t.Not(near(other)))


def numbers(first: int) -> tuple[int, ...]:
    return (first,)


def numbers_more(before: tuple[int, ...], number: int) -> tuple[int, ...]:
    return (*before, number)


def idle() -> t.Cond:
    return t.IsIdle(ME)


def active() -> t.Cond:
    return t.Not(t.IsIdle(ME))


def among(group: t.Who) -> t.Cond:
    return t.In(ME, group)


def position_is(number: int) -> t.Cond:
    return t.Compare(t.Position(ME), "=", t.Int(number))


def near(who: t.Who) -> t.Cond:
    return t.In(ME, t.Neighbours(who))


def is_same(who: t.Who) -> t.Cond:
    return t.Same(ME, who)


def only_who(test: t.Cond) -> t.Cond:
    """Is the only Wizard who ...: does, and nobody else does."""
    rest = t.Holds(t.Without(t.All(), ME), "=", t.Int(0), test)
    return conj(test, rest)


MovedWhat = tuple[str, Any, str, tuple[Lately, ...]]
"""How many of what, and when or from what if that is said."""


def any_amount(attr: str) -> tuple[str, Any, str]:
    return ">=", ONE, attr


def no_amount(attr: str) -> tuple[str, Any, str]:
    return "=", t.Int(0), attr


def count_amount(op: tuple[str, int], attr: str) -> tuple[str, Any, str]:
    return op[0], t.Int(op[1]), attr


def moved_what(amount: tuple[str, Any, str], *lately: Lately) -> MovedWhat:
    return (*amount, lately)


def pred_moved(verb: str, what: MovedWhat) -> t.Cond:
    if not verb:
        raise NoSense  # "who loses Stars": when?
    op, number, attr, lately = what
    return t.Compare(moved_stars(attr, ME, verb, *lately), op, number)


def pred_given(what: MovedWhat) -> t.Cond:
    return pred_moved("gained", what)


def pred_moved_not(verb: str, what: MovedWhat) -> t.Cond:
    return t.Not(pred_moved(verb, what))


def stars_gt(attr: str, number: t.Num) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), ">", number)


def had_zero(number: int, attr: str) -> t.Cond:
    """ "Who has 0 Crystals"; "who has 3" could be three or more."""
    if number:
        raise NoSense
    return had(("=", t.Int(0)), attr)


def had_ge(number: int, attr: str) -> t.Cond:
    return had((">=", number), attr)


def had_le(number: int, attr: str) -> t.Cond:
    return had(("<=", number), attr)


def stars_than(attr: str, cmp: tuple[str, t.Who]) -> t.Cond:
    """ "Whose Stars are more than the caster's"."""
    op, who = cmp
    if attr != "Stars" and op == "=":
        raise NoSense  # of a tracked value that is said as of a word
    return t.Compare(t.Stat(ME, attr), op, t.Stat(t.They("than") if who == THEY else who, attr))


def stars_exceed(attr: str, who: t.Who) -> t.Cond:
    return stars_than(attr, (">", who))


def stars_equal(attr: str, who: t.Who) -> t.Cond:
    return stars_than(attr, ("=", who))


def had_best_all(best: tuple[bool, str]) -> t.Cond:
    return t.In(ME, t.Top(t.All(), t.Stat(t.Member(), best[1]), best[0], "all"))


def tied_for(who: t.Who, best: tuple[bool, str]) -> t.Cond:
    """ "If the caster is tied for the most Stars": has them, and is not alone."""
    among = had_best_all(best)
    assert isinstance(among, t.In)
    return conj(t.Holds(who, ">=", ONE, among), t.Compare(t.Count(among.group), ">=", t.Int(2)))


def not_tied_for(who: t.Who, best: tuple[bool, str]) -> t.Cond:
    return t.Not(grouped(tied_for(who, best)))


def only_who_it() -> t.Cond:
    return only_who(t.CastIs(ME, (t.OwnName(),)))


def moved_neither(first: str, second: str, what: MovedWhat) -> t.Cond:
    return grouped(t.And((t.Not(pred_moved(first, what)), t.Not(pred_moved(second, what)))))


def count_did(op: tuple[str, int]) -> t.Cond:
    """ "If fewer than three did": of those of whom it was just asked."""
    return t.Holds(t.They("who did"), op[0], t.Int(op[1]), t.Did())


def none_did() -> t.Cond:
    return t.Holds(t.They("who did"), "=", t.Int(0), t.Did())


def any_did() -> t.Cond:
    return t.Holds(t.They("who did"), ">=", ONE, t.Did())


def place_same(who: t.Who, other: t.Who) -> t.Cond:
    """ "If the chosen position is the caster's own"."""
    return t.Holds(who, ">=", ONE, t.Same(ME, other))


def place_not_same(who: t.Who, other: t.Who) -> t.Cond:
    return t.Holds(who, ">=", ONE, t.Not(t.Same(ME, other)))


def was_cast_by_others(subj: Subj) -> t.Cond:
    """ "If Burn was cast by another Wizard"."""
    op, number, who = subj
    if not isinstance(who, t.Casters) or who.group != t.All():
        raise NoSense
    return exists((op, number, t.Casters(t.Others(), who.kind)))


def was_cast_by(kind: t.Cond, by: Subj) -> t.Cond:
    """ "If the chosen spell was cast by exactly one Wizard"."""
    return holds(by, kind)


def was_not_cast_by(kind: t.Cond, by: Subj) -> t.Cond:
    """ "If Burn was not cast by any neighbour"."""
    return holds(("=", t.Int(0), by[2]), kind)
