"""What the rules of spell.lark mean: conditions. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.sense_num import _way, measured
from pbp.spells.sense_who import THEY, those_who

ME = t.Member()
ONE = t.Int(1)


Subj = tuple[str, t.Num, t.Who]
"""How many of a group: an operator, a number, the group."""


def conj(*parts: t.Cond) -> t.Cond:
    """All of these, without the trivial ones."""
    flat: list[t.Cond] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, t.And) else (part,))
    left = tuple(part for part in flat if part != t.Always())
    if not left:
        return t.Always()
    return left[0] if len(left) == 1 else t.And(left)


def disj(*parts: t.Cond) -> t.Cond:
    flat: list[t.Cond] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, t.Or) else (part,))
    return flat[0] if len(flat) == 1 else t.Or(tuple(flat))


def both_true(left: t.Cond, right: t.Cond) -> t.Cond:
    """Two conditions joined by "and"; "A or B and C" leaves open what belongs together."""
    if isinstance(left, t.Or) or isinstance(right, t.Or):
        return t.Mixed()
    return conj(left, right)


def either_true(left: t.Cond, right: t.Cond) -> t.Cond:
    if isinstance(left, t.And) or isinstance(right, t.And):
        return t.Mixed()
    return disj(left, right)


def grouped(cond: t.Cond) -> t.Cond:
    """A condition in brackets, which may stand among others."""
    return t.Grouped(cond)


def opposite(cond: t.Cond) -> t.Cond:
    return cond.part if isinstance(cond, t.Not) else t.Not(cond)


def subj_one(who: t.Who) -> Subj:
    return ">=", ONE, who


def subj_many(who: t.Who) -> Subj:
    return "all", t.Int(0), who


def subj_none(who: t.Who) -> Subj:
    return "=", t.Int(0), who


def subj_nobody() -> Subj:
    return subj_none(t.All())


def subj_nobody_else() -> Subj:
    return subj_none(t.Others())


def subj_else() -> Subj:
    return ">=", ONE, t.Others()


def subj_anyone() -> Subj:
    return ">=", ONE, t.All()


def subj_another(*tests: t.Cond) -> Subj:
    return ">=", ONE, those_who(t.Others(), *tests)


def subj_any(who: t.Who) -> Subj:
    return ">=", ONE, who


def subj_neither(left: t.Who, right: t.Who) -> Subj:
    return "=", t.Int(0), t.Join((left, right))


def subj_either(left: t.Who, right: t.Who) -> Subj:
    return ">=", ONE, t.Join((left, right))


def subj_count(op: tuple[str, int], who: t.Who) -> Subj:
    return op[0], t.Int(op[1]), who


def op_ge(number: Any) -> tuple[str, Any]:
    return ">=", number


def op_le(number: Any) -> tuple[str, Any]:
    return "<=", number


def op_gt(number: Any) -> tuple[str, Any]:
    return ">", number


def op_lt(number: Any) -> tuple[str, Any]:
    return "<", number


def op_eq(number: Any) -> tuple[str, Any]:
    return "=", number


def holds(subj: Subj, test: t.Cond) -> t.Cond:
    op, number, who = subj
    return t.Holds(who, op, number, test)


def only(who: t.Who, test: t.Cond) -> t.Cond:
    """Only that Wizard: that one, and no other."""
    rest = t.Holds(t.Without(t.All(), who), "=", t.Int(0), test)
    return conj(t.Holds(who, ">=", ONE, test), rest)


def exists(subj: Subj) -> t.Cond:
    op, number, who = subj
    return t.Compare(t.Count(who), op, number)


def compare(left: t.Num, cmp: tuple[str, Any]) -> t.Cond:
    op, number = cmp
    if isinstance(left, t.Stat) and left.attr != "Stars" and isinstance(number, t.Stat):
        raise NoSense
    return _of_one(t.Compare(left, op, t.Int(number) if isinstance(number, int) else number))


def _of_one(test: t.Cond) -> t.Cond:
    """A test of one Wizard's number in the form in which tests of Wizards are kept."""
    number = test.left if isinstance(test, t.Compare) else test.number if isinstance(test, t.Odd) else None
    if isinstance(number, t.Stat | t.Position) and number.who != ME:
        return t.Holds(number.who, ">=", ONE, replace_number(test, number, ME))
    return test


def replace_number(test: t.Cond, number: t.Stat | t.Position, who: t.Who) -> t.Cond:
    mine = replace(number, who=who)
    return replace(test, left=mine) if isinstance(test, t.Compare) else t.Odd(mine)


def result_is(results: t.Cond) -> t.Cond:
    return results


def result_one(number: int) -> t.Cond:
    return t.Compare(t.Result(), "=", t.Int(number))


def result_more(before: t.Cond, number: int) -> t.Cond:
    return disj(before, result_one(number))


def result_range(low: int, high: int) -> t.Cond:
    return grouped(t.And((t.Compare(t.Result(), ">=", t.Int(low)), t.Compare(t.Result(), "<=", t.Int(high)))))


def result_up(number: int) -> t.Cond:
    return t.Compare(t.Result(), ">=", t.Int(number))


def result_down(number: int) -> t.Cond:
    return t.Compare(t.Result(), "<=", t.Int(number))


def result_even() -> t.Cond:
    return t.Not(t.Odd(t.Result()))


def result_odd() -> t.Cond:
    return t.Odd(t.Result())


def results_equal() -> t.Cond:
    return t.Compare(t.Result("first"), "=", t.Result("second"))


def odd() -> bool:
    return True


def even() -> bool:
    return False


def num_parity(number: t.Num, is_odd: bool) -> t.Cond:
    if isinstance(number, t.Stat | t.Position) and number.who != ME:
        return t.Holds(number.who, ">=", ONE, num_parity(replace(number, who=ME), is_odd))
    return t.Odd(number) if is_odd else t.Not(t.Odd(number))


def word_chosen(value: str) -> t.Cond:
    return t.Word(-1, value)


def word_is(*parts: str) -> t.Cond:
    return t.Word(-1, parts[-1])


def either_word(*parts: str) -> t.Cond:
    return t.Or((t.Word(-1, parts[-2]), t.Word(-1, parts[-1])))


def negated(test: t.Cond) -> t.Cond:
    return opposite(test)


def verb_pred(_verb: str, test: t.Cond) -> t.Cond:
    return test


def had(cmp: tuple[str, Any], attr: str) -> t.Cond:
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


def had_both(_verb: str, left: t.Cond, right: t.Cond) -> t.Cond:
    return conj(left, right)


def had_either(_verb: str, left: t.Cond, right: t.Cond) -> t.Cond:
    return disj(left, right)


def neither_true(left: t.Cond, right: t.Cond) -> t.Cond:
    return grouped(conj(opposite(left), opposite(right)))


def had_parity(is_odd: bool, attr: str) -> t.Cond:
    return num_parity(t.Stat(ME, attr), is_odd)


def had_between(low: int, high: int, attr: str) -> t.Cond:
    stat = t.Stat(ME, attr)
    return grouped(t.And((t.Compare(stat, ">=", t.Int(low)), t.Compare(stat, "<=", t.Int(high)))))


def had_best(_verb: str, best: tuple[bool, str]) -> t.Cond:
    return t.In(ME, t.Top(t.All(), t.Stat(t.Member(), best[1]), best[0]))


def wears(value: t.Value, attr: str) -> t.Cond:
    return t.Is(ME, attr, value)


def attr_is(attr: str, value: t.Value) -> t.Cond:
    return t.Is(ME, attr, value)


def attr_is_not(attr: str, value: t.Value) -> t.Cond:
    return t.Not(t.Is(ME, attr, value))


def attr_either(attr: str, left: t.Value, right: t.Value) -> t.Cond:
    return t.Or((t.Is(ME, attr, left), t.Is(ME, attr, right)))


def same_attr(attr: str, who: t.Who) -> t.Cond:
    return t.Is(ME, attr, t.ValueOf(who, attr))


def other_attr(attr: str, who: t.Who) -> t.Cond:
    return t.Not(same_attr(attr, who))


def attr_poss(attr: str, who: t.Who) -> t.Cond:
    return same_attr(attr, who)


def attr_poss_not(attr: str, who: t.Who) -> t.Cond:
    return other_attr(attr, who)


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


def always() -> t.Cond:
    return t.Always()


def only_who(test: t.Cond) -> t.Cond:
    """Is the only Wizard who ...: does, and nobody else does."""
    rest = t.Holds(t.Without(t.All(), ME), "=", t.Int(0), test)
    return conj(test, rest)


MovedWhat = tuple[str, Any, str, t.Cond | None]


def any_amount(attr: str) -> tuple[str, Any, str]:
    return ">=", ONE, attr


def no_amount(attr: str) -> tuple[str, Any, str]:
    return "=", t.Int(0), attr


def count_amount(op: tuple[str, int], attr: str) -> tuple[str, Any, str]:
    return op[0], t.Int(op[1]), attr


def moved_what(amount: tuple[str, Any, str], *source: t.Cond) -> MovedWhat:
    return (*amount, source[0] if source else None)


def pred_moved(verb: str, what: MovedWhat) -> t.Cond:
    if not verb:
        raise NoSense  # "who loses Stars": when?
    op, number, attr, source = what
    return t.Compare(t.Moved(ME, _way(verb), attr, source), op, number)


def pred_given(what: MovedWhat) -> t.Cond:
    return pred_moved("gained", what)


def pred_moved_not(verb: str, what: MovedWhat) -> t.Cond:
    return t.Not(pred_moved(verb, what))


def value(word: str) -> t.Value:
    return t.Text(word)


def value_none() -> t.Value:
    return t.Text("None")


def value_input(*_: str) -> t.Value:
    return t.WordInput(-1)


def value_of(who: t.Who, attr: str) -> t.Value:
    return t.ValueOf(who, attr)


def value_of_swapped(attr: str, who: t.Who) -> t.Value:
    return t.ValueOf(who, attr)


def attr(who: t.Who, name: str) -> tuple[t.Who, Any]:
    return who, name


def attr_of(name: str, who: t.Who) -> tuple[t.Who, Any]:
    return who, name


def attr_their(name: str) -> tuple[t.Who, Any]:
    return THEY, name


def attr_it() -> tuple[t.Who, Any]:
    """ "It becomes Red": the attribute just spoken of."""
    return t.They("whose"), ""


def attr_input(*parts: Any) -> tuple[t.Who, Any]:
    return next(part for part in parts if isinstance(part, t.Who)), t.WordInput(-1)


def attr_input_their(*_: str) -> tuple[t.Who, Any]:
    return THEY, t.WordInput(-1)


def subj_both(left: t.Who, right: t.Who) -> Subj:
    return "all", t.Int(0), t.Join((left, right))


def subj_they() -> Subj:
    return subj_one(THEY)


def compare_gt(left: t.Num, right: t.Num) -> t.Cond:
    return t.Compare(left, ">", right)


def stars_gt(attr: str, number: t.Num) -> t.Cond:
    return t.Compare(t.Stat(ME, attr), ">", number)


def op_zero() -> tuple[str, Any]:
    return "=", t.Int(0)


def wears_not(value: t.Value, attr: str) -> t.Cond:
    return t.Not(wears(value, attr))


def had_ge(number: int, attr: str) -> t.Cond:
    return had((">=", number), attr)


def had_le(number: int, attr: str) -> t.Cond:
    return had(("<=", number), attr)


def attrs_are(first: str, second: str, value: t.Value) -> t.Cond:
    return grouped(t.And((t.Is(ME, first, value), t.Is(ME, second, value))))


def subj_most(who: t.Who) -> Subj:
    return ">", t.Part(t.Count(who), t.Int(2), "down"), who


def subj_half(who: t.Who) -> Subj:
    return ">=", t.Part(t.Count(who), t.Int(2), "up"), who


def attr_of_is(attr: str, subj: Subj, value: t.Value) -> t.Cond:
    return holds(subj, attr_is(attr, value))


def attr_of_is_not(attr: str, subj: Subj, value: t.Value) -> t.Cond:
    return holds(subj, attr_is_not(attr, value))


def had_best_all(best: tuple[bool, str]) -> t.Cond:
    return t.In(ME, t.Top(t.All(), t.Stat(t.Member(), best[1]), best[0], "all"))


def only_who_it() -> t.Cond:
    return only_who(t.CastIs(ME, (t.OwnName(),)))


def compare_dice(drawn: tuple[int, int], cmp: tuple[str, Any]) -> t.Cond:
    return compare(t.Roll(*drawn), cmp)


def dice_parity(drawn: tuple[int, int], is_odd: bool) -> t.Cond:
    return num_parity(t.Roll(*drawn), is_odd)


def compare_eq(left: t.Num, right: t.Num) -> t.Cond:
    return compare(left, ("=", right))


def moved_neither(first: str, second: str, what: MovedWhat) -> t.Cond:
    return grouped(t.And((t.Not(pred_moved(first, what)), t.Not(pred_moved(second, what)))))


def wears_of(attr: str, value: t.Value) -> t.Cond:
    return wears(value, attr)
