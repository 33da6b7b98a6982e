"""Whether an answer ("if anybody has one") is one to what was asked ("check whether anybody has a Red Hat")."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.sense.conditions import of_a_tie
from pbp.spells.walk import conjuncts, parts


def fits(answer: t.Answered, asked: t.Cond, own: str) -> bool:
    """Whether the verb of the answer is that of the question, and those whom it names are those of whom it asks.

    `own` is the name of the spell: "every later time" answers whether it is the first that this spell is cast.
    """
    match asked:
        case t.Holds(t.Caster(), ">=", test=t.Not(t.CastAgain(names=(str() as name,), back=()))) if (
            answer.who == "time"
        ):
            return name == own
        case _ if answer.who == "time":
            return False
        case t.Compare(t.Count(t.Those(group, test))):
            if answer.who == "one" and answer.how == "is" and t.CastIs(t.Member()) in parts(test):
                return True  # "check whether any Belligerent spell was cast. If any was, ..."
        case t.Holds(group, ">=", test=test) if answer.who == "tie":
            top = of_a_tie(test)
            return top is not None and top.among == group
        case t.Holds(group, test=test) if answer.who != "tie":
            pass
        case _:
            return False
    if answer.who == "wizard" and not isinstance(_whole(group), t.All | t.Others | t.Without):
        return False  # "check whether a neighbour cast Burn. If no Wizard did, ..."
    tests = conjuncts(test)
    return all(_says(answer.how, each) for each in tests)


def _whole(group: t.Who) -> t.Who:
    return group.group if isinstance(group, t.Those) else group


def _says(how: str, test: t.Cond) -> bool:
    """Whether "did", "has one" and so on can say again that a test is so."""
    if isinstance(test, t.Compare) and isinstance(test.left, t.Moved):
        return how in ("does", "did", "has")
    if any(isinstance(part, t.Not) for part in parts(test)):
        return False  # "whether anybody did not cast Burn. If anybody did, ...": the opposite?
    match test:
        case t.Is(t.Member(0)):
            return how in ("does", "has", "has one")
        case t.Compare(t.Stat(start=False)):
            return how in ("does", "has")
        case t.CastIs() | t.CastTrait() | t.CastPriced() | t.CastShared() | t.CastAgain() | t.Targets(t.Member(0)):
            return how in ("does", "did", "has")
    return how == "is"
