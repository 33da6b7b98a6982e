"""Statuses in canonical English."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.wording.casts import SaysCasts
from pbp.spells.wording.numbers import SaysNumbers
from pbp.spells.wording.voice import ME, Unsaid, one, singular, verb

REST = "for the remainder of this Duel"


class SaysStatuses(SaysCasts, SaysNumbers):
    """Says what stands for the rest of a Duel."""

    def watch(self, act: t.Watch) -> str:
        """A status. Raises Unsaid."""
        whom = self.who(act.whom)
        self.watched = act.whom
        try:
            if act.how == "most":
                return f"{REST}, {self._status(act, whom, self.source(act.source, True))}"
            named = act.source != t.Always() or ME in (act.to, *(getattr(part, "who", None) for part in act.then))
            source = f" from {self.source(act.source)}" if named else ""
            return f"{REST}, {self._status(act, whom, source)}"
        finally:
            self.watched = None

    def _status(self, act: t.Watch, whom: str, source: str) -> str:
        if act.how == "shield":
            return f"{whom} {verb(act.whom, 'be')} not affected by {source[6:] or 'spells'}"
        if act.how == "cancel":
            both = {"gain": "gain", "loss": "lose", "any": "gain or lose"}[act.way]
            if act.way == "any" and act.attr != "Stars" and not source:
                return f"{self.owned(act.whom, act.attr)} cannot change"
            return f"{whom} cannot {both} {act.attr}{source}"
        if act.way == "any":
            raise Unsaid(act)
        does = verb(act.whom, "gain" if act.way == "gain" else "lose")
        spells = source or " from spells"
        match act.how, act.amount:
            case "less" | "more", t.Int() | t.Roll() as size:
                more = "fewer" if act.how == "less" else "more"
                things = singular(act.attr) if size == t.Int(1) else act.attr
                return f"{whom} {does} {self.num(size)} {more} {things}{spells}"
            case "less", t.NumberInput() as size:
                lost = "lost" if act.way == "loss" else "gained"
                return f"{act.attr} {lost} by {whom}{source} are reduced by {self.num(size)}"
            case "times", t.Int(2 | 3 as number):
                return f"{whom} {does} {'twice' if number == 2 else 'three times'} as many {act.attr}{spells}"
            case "set", t.Part(t.ThatMany(), t.Int(2 | 3 | 4 as number), rounding):
                part = {2: "half", 3: "a third", 4: "a quarter"}[number]
                end = f" (rounded {rounding})" if rounding else ""
                return f"{whom} {does} {part} as many {act.attr}{spells}{end}"
            case "set", t.Least((t.ThatMany(), t.Int(most))):
                somebody = whom if one(act.whom) else self.another(act.whom)
                they = "they" if not one(act.whom) else whom
                bare = does if one(act.whom) else _bare_way(act.way)
                much = f"more than {most} {act.attr}"
                capped = f"{they} {bare} {most} {so_many(most, act.attr)} instead"
                return f"whenever {somebody} would {_bare_way(act.way)} {much}{source}, {capped}"
            case "most", t.Int(most):
                return (
                    f"{whom} cannot {_bare_way(act.way)} more than {most} {so_many(most, act.attr)}{_from_one(source)}"
                )
            case "invert", None:
                turned = "lost" if act.way == "gain" else "gained"
                return f"{act.attr} that {whom} would {_bare_way(act.way)}{source} are {turned} instead"
            case "move", None if act.to is not None:
                same = "lost" if act.way == "loss" else "gained"
                to = self.caster_or(act.to)
                return f"{act.attr} that {whom} would {_bare_way(act.way)}{source} are {same} by {to} instead"
            case "also", None:
                somebody = whom if one(act.whom) else self.another(act.whom)
                if isinstance(act.whom, t.Join):
                    does = f"{_bare_way(act.way)}s"
                return f"whenever {somebody} {does} {act.attr}{source}, {self._also(act)}"
        raise Unsaid(act)

    def _also(self, act: t.Watch) -> str:
        match act.then:
            case (t.Change(who, attr, gain, amount, None) as change,):
                subject = "they" if who == t.Member(1) else self.caster_or(who)
                if isinstance(amount, t.Int | t.Roll | t.ThatMany | t.NumberInput) or _each(amount) or _half(amount):
                    does = verb(who, "gain" if gain else "lose") if subject != "they" else _bare(gain)
                    again = (gain, attr) == (act.way == "gain", act.attr) and who in (act.whom, t.Member(1))
                    besides = "also " if again else ""
                    return f"{subject} {besides}{does} {self.amount_of(amount, attr, change.who, gained=gain)}"
            case (t.Pay(payer, receiver, attr, t.Int() | t.Roll() | t.ThatMany() as amount, "always"),):
                subject = "they" if payer == t.Member(1) else self.caster_or(payer)
                does = verb(payer, "pay") if subject != "they" else "pay"
                to = "them" if receiver == t.Member(2) else self.who(receiver)
                return f"{subject} {does} {self.amount_of(amount, attr, payer)} to {to}"
        raise Unsaid(act)

    def caster_or(self, who: t.Who) -> str:
        """Somebody, or the caster of the spell that is spoken of (Member(0))."""
        return "the Wizard who cast that spell" if who == ME else self.who(who)


def _from_one(spell: str) -> str:
    return f" from any one {spell}"


def so_many(number: int, attr: str) -> str:
    """A thing in singular or plural."""
    return singular(attr) if number == 1 else attr


def _bare_way(way: str) -> str:
    return "gain" if way == "gain" else "lose"


def _bare(gain: bool) -> str:
    return "gain" if gain else "lose"


def _each(amount: t.Num) -> bool:
    """Whether an amount is so many for each of a group."""
    counted = amount.right if isinstance(amount, t.Times) else amount
    return isinstance(counted, t.Count | t.Kinds | t.Truths | t.Duels)


def _half(amount: t.Num) -> bool:
    """Whether a number is a part of the change that is spoken of."""
    return isinstance(amount, t.Part) and isinstance(amount.left, t.ThatMany)
