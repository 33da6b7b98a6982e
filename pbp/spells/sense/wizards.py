"""What the rules of spell.lark mean: Wizards. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.walk import is_one

THEY = t.They()
CASTER = t.Caster()


TARGET = t.Chosen(-1)
"""The Wizard chosen by the only position or Wizard input; the checker puts the number in."""


def caster(*_: Any) -> t.Who:
    return CASTER


def you() -> t.Who:
    return t.Caster(you=True)


def they() -> t.Who:
    return THEY


def themselves() -> t.Who:
    return t.They("self")


def same_wizard() -> t.Who:
    return t.They("same")


def them() -> t.Who:
    return t.They("them")


def target_of(who: t.Who) -> t.Who:
    """ "The same Wizard as the caster", of a target."""
    return t.TargetOf(t.Owner(who))


def both_named() -> t.Who:
    return t.They("both")


def chosen(*_: str) -> t.Who:
    return TARGET


def chosen_place() -> t.Who:
    return t.Chosen(-10)


def chosen_nth(ordinal: str) -> t.Who:
    return t.Chosen(-1 - nth(ordinal))


def spell_owner() -> t.Who:
    return t.They("spell")


def picked() -> t.Who:
    return t.They("picked")


def picked_nth(ordinal: str) -> t.Who:
    return t.They(ordinal)


def everyone_but(who: t.Who, *tests: t.Cond) -> t.Who:
    """ "Wizard other than the caster who cast Burn"."""
    return those_who(t.Without(t.All(), who), *tests)


def top_but(who: t.Who, best: tuple[bool, str]) -> t.Who:
    """ "The Wizard other than the caster with the most Stars"."""
    return top_of(t.Without(t.All(), who), best)


def everyone_including(_one: t.Who, test: t.Cond) -> t.Who:
    """ "Each Wizard (including the caster) who ...": everyone does include them."""
    return everyone_who(test)


def nth(ordinal: str) -> int:
    """The number that an ordinal says."""
    return ["", "first", "second", "third", "fourth"].index(ordinal)


def any_who(who: t.Who) -> t.Who:
    """ "Any Wizard who cast Burn" is each of them; "any Wizard" alone leaves open who chooses one."""
    if not isinstance(who, t.Those):
        raise NoSense
    return who


def itself(who: t.Who) -> t.Who:
    return who


def pick_of(at: int, group: t.Who) -> t.Who:
    return t.Pick(at, group)


def pick_at(group: t.Who, at: int) -> t.Who:
    return t.Pick(at, group)


def pick_secret(at: int, group: t.Who) -> t.Who:
    return t.Pick(at, group, 1, True)


def pick_at_secret(group: t.Who, at: int) -> t.Who:
    return t.Pick(at, group, 1, True)


def pick_many(number: int, at: int, group: t.Who) -> t.Who:
    return t.Pick(at, group, number)


def pick_many_at(number: int, group: t.Who, at: int) -> t.Who:
    return t.Pick(at, group, number)


def those_spells() -> t.Who:
    return t.They("those spells")


def those() -> t.Who:
    return t.They("those")


Best = tuple[bool, str]


def most(attr: str) -> Best:
    return True, attr


def fewest(attr: str) -> Best:
    return False, attr


def _best(group: t.Who, best: Best, ties: str = "ruling") -> t.Who:
    return t.Top(group, t.Stat(t.Member(), best[1]), best[0], ties)


def top(best: Best) -> t.Who:
    return _best(t.All(), best)


def top_of(group: t.Who, best: Best) -> t.Who:
    return _best(group, best)


def top_of_both(left: t.Who, right: t.Who, best: Best) -> t.Who:
    """ "Among the caster and their neighbours, the Wizard with the fewest Stars"."""
    return _best(join(left, right), best)


def top_among(best: Best, group: t.Who) -> t.Who:
    return top_of(group, best)


def top_all(best: Best) -> t.Who:
    return _best(t.All(), best, "all")


def top_some(number: int, best: Best, *group: t.Who) -> t.Who:
    """ "The two Wizards with the most Stars"."""
    if not 2 <= number <= 99:
        raise NoSense
    among = group[0] if group else t.All()
    return replace(t.Top(among, t.Stat(t.Member(), best[1]), best[0]), count=number)


def top_some_of(number: int, group: t.Who, best: Best) -> t.Who:
    return top_some(number, best, group)


def top_some_others(number: int, best: Best) -> t.Who:
    return top_some(number, best, t.Others())


def top_all_of(group: t.Who, best: Best) -> t.Who:
    return _best(group, best, "all")


def sole_caster(kind: t.Cond) -> t.Who:
    """ "The Wizard who cast Burn": one; where several did, the text does not say who is meant."""
    return t.Top(t.Casters(t.All(), kind), t.Int(0), True, "sole")


def top_tie(who: t.Who, way: str) -> t.Who:
    if not isinstance(who, t.Top) or who.ties != "ruling" or way == "all":
        raise NoSense
    return replace(who, ties=way)


def tie_random() -> str:
    return "random"


def tie_all() -> str:
    return "all"


def tie_none() -> str:
    return "none"


def tie_first() -> str:
    return "first"


def tie_last() -> str:
    return "last"


def everyone() -> t.Who:
    return t.All()


def others() -> t.Who:
    return t.Others()


def those_who(group: t.Who, *tests: t.Cond) -> t.Who:
    """A group, or those of it of whom the tests are true."""
    for test in tests:
        if isinstance(test, t.In) and isinstance(test.group, t.Top):
            raise NoSense  # "whoever has the most Stars" is one Wizard, or a tie
        if test != t.Always():
            group = t.Those(group, test)
    return group


def everyone_who(*tests: t.Cond) -> t.Who:
    return those_who(t.All(), *tests)


def others_who(*tests: t.Cond) -> t.Who:
    return those_who(t.Others(), *tests)


def neighbours(who: t.Who, *tests: t.Cond) -> t.Who:
    return those_who(t.Neighbours(who), *tests)


def their_neighbours(*tests: t.Cond) -> t.Who:
    return neighbours(THEY, *tests)


def own_neighbours(*tests: t.Cond) -> t.Who:
    return neighbours(t.They("owner"), *tests)


def without(whole: t.Who, part: t.Who) -> t.Who:
    if isinstance(whole, t.Pick):  # "two random Wizards other than the caster": two of the others
        return replace(whole, among=t.Without(whole.among, part))
    match part:
        case t.Those(t.All(), t.IsIdle() | t.Not(t.IsIdle()) as test) if not is_one(whole):
            return _but_such(whole, test)
    return t.Without(whole, part)


def _but_such(whole: t.Who, test: t.Cond) -> t.Who:
    """ "Not counting idle Wizards": those of a group who are not."""
    left = test.part if isinstance(test, t.Not) else t.Not(test)
    if not isinstance(whole, t.Those):
        return t.Those(whole, left)
    tests = whole.test.parts if isinstance(whole.test, t.And) else (whole.test,)
    return t.Those(whole.group, t.And((*tests, left)))


def including(whole: t.Who, part: t.Who) -> t.Who:
    return t.Join((whole, part))


def join(left: t.Who, right: t.Who) -> t.Who:
    if isinstance(left, t.Without) and left.part != right:
        raise NoSense
    parts = (
        *(left.parts if isinstance(left, t.Join) else (left,)),
        *(right.parts if isinstance(right, t.Join) else (right,)),
    )
    return t.Join(parts)


def everyone_noun(*tests: t.Cond) -> t.Who:
    return everyone_who(*tests)


def others_noun(*tests: t.Cond) -> t.Who:
    return others_who(*tests)


def neighbours_who(who: t.Who, *tests: t.Cond) -> t.Who:
    return neighbours(who, *tests)


def own_noun(*tests: t.Cond) -> t.Who:
    return own_neighbours(*tests)


def their_neighbours_who(*tests: t.Cond) -> t.Who:
    return their_neighbours(*tests)


def join3(first: t.Who, second: t.Who, third: t.Who) -> t.Who:
    return join(join(first, second), third)


def np_one(who: t.Who) -> t.Who:
    return who


def np_group(who: t.Who) -> t.Who:
    return who


def plural(who: t.Who) -> t.Who:
    return who


def top_whoever(_verb: str, best: Best) -> t.Who:
    return top(best)


def top_whichever(group: t.Who, _verb: str, best: Best) -> t.Who:
    return top_of(group, best)


def top_except(who: t.Who, part: t.Who) -> t.Who:
    if not isinstance(who, t.Top):
        raise NoSense
    return replace(who, among=t.Without(who.among, part))


def top_near(*parts: Any) -> t.Who:
    owner = parts[0] if len(parts) == 2 else t.They("owner")
    return top_of(neighbours(owner), parts[-1])


def top_near_their(best: Best) -> t.Who:
    return top_of(neighbours(THEY), best)


def both_wizards() -> t.Who:
    return t.They("both Wizards")


def both_chosen() -> t.Who:
    return t.Join((t.Chosen(-2), t.Chosen(-3)))


def pick_those(at: int) -> t.Who:
    return t.Pick(at, t.They("those"))


def pick_top(at: int, best: Best) -> t.Who:
    return t.Pick(at, top_all(best))


def counted_with(whole: t.Who, part: t.Who) -> t.Who:
    """ "For each Wizard who cast Burn, including the caster": not of others, or neighbours, who never include them."""
    group = whole
    while isinstance(group, t.Those):
        group = group.group
    if group != t.All():
        raise NoSense
    return including(whole, part)


def counted_without(whole: t.Who, part: t.Who) -> t.Who:
    """ "For each Wizard who cast Burn, not counting the caster"."""
    return without(whole, part)
