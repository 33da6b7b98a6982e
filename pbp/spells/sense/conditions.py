"""What is asked of Wizards, spells and words: tests, joined and denied."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.apart import apart
from pbp.spells.chart import NoSense
from pbp.spells.walk import conjuncts, is_one, parts, replaced

ME = t.Member()
ONE = t.Int(1)


Subj = tuple[str, t.Num, t.Who]
"""How many of a group: an operator, a number, the group."""


def conj(*parts: t.Cond) -> t.Cond:
    """All of these, without the trivial ones."""
    flat: list[t.Cond] = []
    for part in parts:
        flat.extend(conjuncts(part))
    left = tuple(part for part in flat if part != t.Always())
    if not left:
        return t.Always()
    return left[0] if len(left) == 1 else t.And(left)


def disj(*parts: t.Cond) -> t.Cond:
    """Any of these. Raises NoSense if there is none."""
    flat: list[t.Cond] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, t.Or) else (part,))
    if not flat:
        raise NoSense
    if len(flat) == 2 and (shared := _alone_or_tied(*flat)) is not None:
        return shared
    return flat[0] if len(flat) == 1 else t.Or(tuple(flat))


def tied_for(top: t.Top) -> t.Cond:
    """To be tied for the most with at least one other."""
    shared = replace(top, ties="all")
    return t.Grouped(t.And((t.In(ME, shared), t.Compare(t.Count(shared), ">=", t.Int(2)))))


_CASTING = t.CastIs | t.CastTrait | t.CastPriced | t.CastShared | t.CastAgain | t.Targets


def about_casting(test: t.Cond) -> bool:
    """Whether a test asks what was cast, or at whom."""
    return any(isinstance(part, _CASTING) for part in parts(test))


def check_of_a_time(test: t.Cond) -> None:
    """That something can be so at one time and not at another, as no cast can. Raises NoSense."""
    if not all(isinstance(part, _OF_A_TIME) or _is_ranked(part) for part in parts(test) if isinstance(part, t.Cond)):
        raise NoSense


_OF_A_TIME = t.Compare | t.Is | t.Holds | t.Not | t.And | t.Or | t.Always


def _is_ranked(test: t.Cond) -> bool:
    return isinstance(test, t.In) and isinstance(test.group, t.Top)


def of_a_tie(test: t.Cond) -> t.Top | None:
    """For what one is tied, of whom this is so."""
    match test.part if isinstance(test, t.Grouped) else test:
        case t.And(
            (t.In(t.Member(0), t.Top() as top), t.Compare(t.Count(same), ">=", t.Int(2)))
            | (t.Compare(t.Count(same), ">=", t.Int(2)), t.In(t.Member(0), t.Top() as top))
        ) if top == same:
            return top
    return None


def _alone_or_tied(left: t.Cond, right: t.Cond) -> t.Cond | None:
    """ "Have the most Stars or are tied for the most": a tie counts."""
    match left, right:
        case t.Holds(who, op, number, test), t.Holds(same, again, many, other) if (who, op, number) == (
            same,
            again,
            many,
        ) and is_one(who):
            shared = _alone_or_tied(test, other)
            return None if shared is None else replace(left, test=shared)
        case t.In(t.Member(0), t.Top(among, t.Stat() as by, most, "ruling") as top), _:
            match of_a_tie(right):
                case t.Top(whole, t.Stat(attr=attr), way) if (whole, way) == (among, most) and attr in (
                    by.attr,
                    "looked at",
                ):
                    return t.In(ME, replace(top, ties="all"))
    return None


def both_true(left: t.Cond, right: t.Cond) -> t.Cond:
    """Two conditions joined by "and"; "A or B and C" leaves open what belongs together."""
    if isinstance(left, t.Or) or isinstance(right, t.Or):
        return t.Mixed()
    if isinstance(left, t.Holds) and isinstance(left.group, t.Caster):  # "your Hat is Red, and no other Wizard's is"
        right = replaced(right, {t.Others(): t.Without(t.All(), left.group)})
    return conj(left, right)


def both_denied(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "The caster is not idle and the chosen Wizard is not idle either"."""
    match right:
        case t.Not() | t.Holds(test=t.Not()) | t.Holds(op="=", number=t.Int(0)):
            return both_true(left, right)
    raise NoSense


def either_true(left: t.Cond, right: t.Cond) -> t.Cond:
    if isinstance(left, t.And) or isinstance(right, t.And):
        return t.Mixed()
    return disj(left, right)


def grouped(cond: t.Cond) -> t.Cond:
    """A condition in brackets, which may stand among others."""
    return t.Grouped(cond)


def both_duels(cond: t.Cond) -> t.Cond:
    """What is said of two Duels at once, in words that can be said of one Wizard, or of each, but not be denied."""
    return t.Grouped(cond if isinstance(cond, t.Grouped) else t.Grouped(cond))


def _of_both_duels(cond: t.Cond) -> bool:
    return isinstance(cond, t.Grouped) and isinstance(cond.part, t.Grouped)


def opposite(cond: t.Cond) -> t.Cond:
    if _of_both_duels(cond):
        raise NoSense
    return cond.part if isinstance(cond, t.Not) else t.Not(cond)


def holds(subj: Subj, test: t.Cond) -> t.Cond:
    op, _, who = subj
    if op == "all" and isinstance(test, t.Not) and isinstance(who, t.All | t.Neighbours | t.Others):
        raise NoSense  # "every Wizard did not": none, or not all?
    return so_many(subj, test)


def so_many(subj: Subj, test: t.Cond) -> t.Cond:
    """A test of so many of a group."""
    op, number, who = subj
    if _of_both_duels(test) and op != "all" and ((op, number) != (">=", ONE) or not is_one(who)):
        raise NoSense
    as_then = isinstance(test, t.CastAgain) and any(isinstance(name, t.SpellOf) for name in test.names)
    if as_then and (isinstance(who, t.Join) or (op != "all" and number not in (t.Int(0), ONE))):
        raise NoSense  # "two Wizards cast the same spell": as each other, or each as in that Duel?
    counted = (op == "=" and number != t.Int(0)) or (op != "all" and number not in (t.Int(0), ONE))
    if counted and isinstance(test, t.In) and isinstance(test.group, t.Top):
        test = replace(test, group=replace(test.group, ties="all"))  # "if exactly one Wizard has the most Stars"
    return t.Holds(who, op, number, test)


def exists(subj: Subj) -> t.Cond:
    op, number, who = subj
    if op == "all":
        raise NoSense
    return t.Compare(t.Count(who), op, number)


def compare(left: t.Num, cmp: tuple[str, Any]) -> t.Cond:
    op, number = cmp
    if op in ("odd", "even"):
        return _of_one(t.Odd(left) if op == "odd" else t.Not(t.Odd(left)))
    if op in ("more", "less"):
        raise NoSense  # "if the chosen number is 1 more": than what?
    if op == "gap":
        if ME in parts(left):
            raise NoSense
        return t.Compare(t.Gap(left, number[2]), number[0], t.Int(number[1]))
    if op == "between" and isinstance(left, t.Stat | t.Position) and left.who != ME:
        return t.Holds(left.who, ">=", ONE, compare(replace(left, who=ME), cmp))
    if op == "between":
        return grouped(conj(compare(left, (">=", number[0])), compare(left, ("<=", number[1]))))
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


def bounds(left: t.Cond, right: t.Cond) -> t.Cond:
    """ "At least 5 but fewer than 15": one bound below and one above; "at least 5 and exactly 7" says no such thing.

    "More Stars than the next Wizard and at least 10" has two bounds below, of which neither says the other.
    """
    ways = {part.op[0] for part in (left, right) if isinstance(part, t.Compare)}
    plain = [isinstance(part.right, t.Int) for part in (left, right) if isinstance(part, t.Compare)]
    if ways != {"<", ">"} and not (ways in ({"<"}, {">"}) and plain == [False, True]):
        raise NoSense
    return within(left, right)


def within(left: t.Cond, right: t.Cond) -> t.Cond:
    """Two bounds of one number, between which there is one."""
    if apart(left, right):
        raise NoSense
    return conj(left, right)


def num_parity(number: t.Num, is_odd: bool) -> t.Cond:
    if isinstance(number, t.Stat | t.Position) and number.who != ME:
        return t.Holds(number.who, ">=", ONE, num_parity(replace(number, who=ME), is_odd))
    return t.Odd(number) if is_odd else t.Not(t.Odd(number))


def only_who(test: t.Cond) -> t.Cond:
    """Is the only Wizard who ...: does, and nobody else does. Whoever is tied for the most has it, but not alone."""
    shared: dict[t.Node, t.Node] = {
        top: replace(top, ties="all") for top in parts(test) if isinstance(top, t.Top) and top.ties == "ruling"
    }
    test = replaced(test, shared)
    rest = t.Holds(t.Without(t.All(), ME), "=", t.Int(0), test)
    return conj(test, rest)


# The same spell as others


def cast_as(subj: Subj) -> t.Cond:
    """ "Cast the same spell as at least one of their neighbours"; as none of them: one that none of them cast."""
    op, number, who = subj
    if who == t.Others() and (op, number) in ((">=", ONE), ("=", t.Int(0))):
        return t.CastShared(ME) if op == ">=" else c_unshared()
    alike = t.Holds(who, op, number, t.CastIs(ME, (t.SpellOf(t.Member(1)),)))
    return conj(t.CastIs(ME), alike) if (op, number) == ("=", t.Int(0)) else alike


def not_so(test: t.Cond) -> t.Cond:
    """ "Is not targeted by a spell": by none."""
    if isinstance(test, t.Holds) and (test.op, test.number) == (">=", ONE) and isinstance(test.test, t.Targets):
        return t.Holds(test.group, "=", t.Int(0), test.test)
    if isinstance(test, t.Or) and any(isinstance(part, t.Not) for part in test.parts):
        return conj(*map(opposite, test.parts))  # "without a Hat or Robes": with none of them
    return opposite(test)


def sole_target(who: t.Who) -> t.Who:
    """ "The Wizard targeted by the chosen Wizard"."""
    hit = t.Holds(t.Owner(who), ">=", t.Int(1), t.Targets(t.Member(0), t.Member(1)))
    return t.Top(t.Those(t.All(), hit), t.Int(0), True, "sole")


def each_other(left: t.Who, right: t.Who, *_verb: str) -> t.Cond:
    """ "If the caster and the chosen Wizard targeted each other"; "they" would be read anew in either half."""
    if any(isinstance(who, t.They) for who in (left, right)):
        raise NoSense
    return conj(*(t.Holds(who, ">=", ONE, t.Targets(ME, whom)) for who, whom in ((left, right), (right, left))))


Back = tuple[Any, ...]
"""Which earlier Duels: how many ago, whether each of them, and their numbers (all empty: all there were)."""


def names_of(kind: t.Cond) -> tuple[Any, ...]:
    """The names of the spells of which it is asked whether they were cast then, or the trait that they have."""
    match [part for part in conjuncts(kind) if part != t.CastIs(ME)]:
        case [t.CastTrait(t.Member(0), trait)]:
            return (t.Traited(trait),)
    if not isinstance(kind, t.CastIs) or any(isinstance(name, t.SpellOf) for name in kind.names):
        raise NoSense
    return kind.names


def cast_back(kind: t.Cond, back: Back) -> t.Cond:
    if isinstance(kind, t.Not):  # "cast no spell in the 2 previous Duels": in neither of them
        if not back[0] or (len(back[0]) != 1 and back[1]):
            raise NoSense
        return t.Not(t.CastAgain(ME, names_of(kind.part), *back))
    return t.CastAgain(ME, names_of(kind), *back)


def kind(*tests: t.Cond) -> t.Cond:
    """A spell of which all these tests are true."""
    return conj(t.CastIs(ME), *tests)


def c_by(who: t.Who) -> t.Cond:
    return t.In(ME, t.Owner(who))


def c_unshared() -> t.Cond:
    """ "Cast a spell that no other Wizard cast"."""
    return conj(t.CastIs(ME), t.Not(t.CastShared(ME)))


def casts(kind: t.Cond) -> t.Who:
    return t.Casters(t.All(), kind)


def source(who: t.Who) -> t.Cond:
    """The spells of a Watch as a test of their caster. That a change comes from a spell at all goes without saying."""
    if isinstance(who, t.Casters):
        kinds = conjuncts(who.kind)
        told = [part for part in kinds if part != t.CastIs(ME)]
        return conj(*told) if who.group == t.All() else conj(t.In(ME, who.group), *told)
    if isinstance(who, t.Owner) and not is_one(who.who):
        return c_by(who.who)
    return t.Same(ME, who)


THEY = t.They()


def those_who(group: t.Who, *tests: t.Cond) -> t.Who:
    """A group, or those of it of whom the tests are true."""
    for test in tests:
        if isinstance(test, t.In) and isinstance(test.group, t.Top):
            raise NoSense  # "whoever has the most Stars" is one Wizard, or a tie
        if test != t.Always():
            group = t.Those(group, test)
    return group
