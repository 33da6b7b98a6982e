"""A program said back in canonical English, which reads as the same program again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.walk import parts
from pbp.spells.wording.conditions import SaysConditions, negatable
from pbp.spells.wording.statuses import REST, SaysStatuses
from pbp.spells.wording.voice import Unsaid, named, one, verb

_MARKS = "abcdefgh"


class Sayer(SaysStatuses, SaysConditions):
    """Says the outcomes of one program, a sentence each."""

    def __init__(self, inputs: tuple[t.Input, ...], own: str, *, explicit: bool = False):
        super().__init__(inputs, own, explicit=explicit)
        self.stage = 0

    # Sentences

    def effect(self, acts: tuple[t.Act, ...]) -> str:
        """All outcomes, a sentence each. Raises Unsaid."""
        return " ".join(self._sentence(group) for group in _together(acts))

    def _sentence(self, acts: tuple[t.Act, ...]) -> str:
        acts, stop = _stop(acts)
        if stop:
            return f"{self._sentence(acts)} {stop}"
        tops = list(dict.fromkeys(p for p in parts(acts) if isinstance(p, t.Top) and p.ties not in ("all", "sole")))
        ways = {top.ties for top in tops} - {"ruling"}
        alone = len(tops) == 1 or (len(tops) == 2 and len(ways) == 1 and "random" not in ways)
        both = all(top.ties != "ruling" for top in tops)
        split = any(isinstance(part, t.If) and part.otherwise for part in parts(acts))
        self.tied_here = bool(ways) and (not alone or not both or split or self.explicit)
        words = self.several(acts)
        said = words[0].upper() + words[1:] + "."
        if ways and not self.tied_here:
            ahead = {part for top in tops for part in parts(top.among)}  # of the second most: the most
            said += " " + _TIES[tops[0].ties].format(" for either" if len({*tops} - ahead) == 2 else "")
        self.tied_here = False
        return said

    def several(self, acts: tuple[t.Act, ...]) -> str:
        """Outcomes side by side, "then" where a further stage begins."""
        words = ""
        for at, act in enumerate(acts):
            if at and self._both_rolls(acts[at - 1 : at + 1]):
                continue
            then = self._begins(act)
            said = self._rolls_twice(acts[at : at + 2]) if self._both_rolls(acts[at : at + 2]) else self.act(act)
            if then:
                said = f"then, {said}" if isinstance(act, t.If) and not words else f"then {said}"
            words += said if not words else f", {said}" if then else f", and {said}"
        return words

    def _begins(self, act: t.Act) -> bool:
        """Whether an outcome opens a further stage."""
        stages = [part.stage for part in parts(act) if isinstance(part, _STAGED)]
        first = stages[0] if stages else self.stage
        if first not in (self.stage, self.stage + 1):
            raise Unsaid(act)
        begins = first > self.stage
        self.stage = first
        return begins

    def act(self, act: t.Act) -> str:
        """One outcome as a clause."""
        for kind, say in _ACTS.items():
            if isinstance(act, kind):
                return say(self, act)
        raise Unsaid(act)

    # Conditions

    def _if(self, act: t.If) -> str:
        if isinstance(act.cond, t.Not) and not negatable(act.cond.part):
            head = f"unless {self.claim(act.cond.part)}"
        else:
            head = f"if {self.claim(act.cond)}"
        words = head + self._governed(act.then)
        match act.otherwise:
            case ():
                return words
            case (t.If() as inner,):
                if self._begins(inner):
                    raise Unsaid(act)
                return f"{words}. Otherwise, {self._if(inner)}"
        return f"{words}. Otherwise{self._governed(act.otherwise)}"

    def _governed(self, acts: tuple[t.Act, ...]) -> str:
        """What happens under a condition: in a list where a further condition stands there, or a bound of one loss."""
        losses = [part for part in acts if isinstance(part, t.Change) and not part.gain]
        bounds = {loss.floor for loss in losses}  # "loses 3 Stars, and ... loses 1, but not below 0" could be of both
        if not any(isinstance(part, t.If) for part in acts) and (len(bounds) < 2 or losses[-1].floor is None):
            return f", {self.several(acts)}"
        items: list[str] = []
        for act in acts:
            then = "then " if self._begins(act) else ""
            inner: t.Act | None = act
            while isinstance(inner, t.If):
                if any(isinstance(part, t.If) for part in inner.then):
                    raise Unsaid(acts)
                items.append(then + self._if(replace(inner, otherwise=())))
                then = "otherwise, "
                match inner.otherwise:
                    case ():
                        inner = None
                    case (t.If() as another,):
                        inner = another
                    case rest:
                        items.append(then + self.several(rest))
                        inner = None
            if inner is not None:
                items.append(then + self.act(inner))
        if len(items) > len(_MARKS):
            raise Unsaid(acts)
        return ": " + "; ".join(f"{mark}) {item}" for mark, item in zip(_MARKS, items, strict=False))

    # Outcomes

    def _change(self, act: t.Change) -> str:
        amount = self._in_turn(act.amount, act.who)
        does = verb(act.who, "gain" if act.gain else "lose")
        if amount is None:
            words = f"{self.who(act.who)} {does} {self.amount_of(act.amount, act.attr, act.who, gained=act.gain)}"
        elif act.floor is not None:
            raise Unsaid(act)
        else:
            done = "gained" if act.gain else "lost"
            words = (
                f"{self.amount_of(act.amount, act.attr, act.who, gained=act.gain)} are {done} by {self.who(act.who)}"
            )
        if isinstance(act.amount, t.Moved) and act.amount.way == "net":
            return self._net(act)
        if act.floor is not None:
            words += f", but not below {self.num(act.floor)}"
        return words

    def _net(self, act: t.Change) -> str:
        moved = act.amount
        if not isinstance(moved, t.Moved) or not act.gain or act.floor is not None:
            raise Unsaid(act)
        spells = " this Duel" if moved.source is None else f" from {self.source(moved.source)}"
        does = f"{verb(act.who, 'gain')} or {verb(act.who, 'lose')}"
        return f"{self.who(act.who)} {does} as many {act.attr} as {self.who(moved.who)} gained or lost{spells}"

    def _in_turn(self, first: t.Node, *others: t.Node) -> bool | None:
        """True where a part has a draw that comes before those of others, so that it must be said first."""
        mine = self._first_draw(first)
        return True if mine is not None and any(mine < (self._first_draw(o) or 0) for o in others) else None

    def _first_draw(self, node: t.Node) -> int | None:
        keys = [p.key for p in parts(node) if isinstance(p, t.Roll | t.Pick) and p.key not in self.drawn]
        return min(keys, default=None)

    def _assign(self, act: t.Assign) -> str:
        if not isinstance(act.attr, str):
            if not isinstance(act.value, t.Value):
                raise Unsaid(act)
            return f"{self.owned(act.who, 'chosen item')} becomes {self.value(act.value)}"
        if isinstance(act.value, t.Value):
            return f"{self.owned(act.who, act.attr)} {_becomes(act.attr)} {self.value(act.value)}"
        if not one(act.who):
            return f"{self.who(act.who)} {verb(act.who, 'have')} their {act.attr} set to {self.num(act.value)}"
        return f"{self.owned(act.who, act.attr)} become {self.num(act.value)}"

    def _pay(self, act: t.Pay) -> str:
        able = ", if able" if act.mode == "able" else ""
        upto = "up to " if act.mode == "upto" else ""
        draws = [self._first_draw(part) for part in (act.payer, act.amount, act.receiver)]
        order = [key for key in draws if key is not None]
        if order == sorted(order):
            payer = self.who(act.payer)
            amount = upto + self.amount_of(act.amount, act.attr, act.payer)
            return f"{payer} {verb(act.payer, 'pay')} {amount} to {self.who(act.receiver)}{able}"
        if order[::-1] == sorted(order):
            receiver = self.who(act.receiver)
            amount = upto + self.amount_of(act.amount, act.attr, act.payer)
            return f"{receiver} {verb(act.receiver, 'steal')} {amount} from {self.who(act.payer)}{able}"
        if act.mode != "always":
            raise Unsaid(act)
        words = f"{self.amount_of(act.amount, act.attr, act.payer)} are paid "
        if (draws[0] or 0) < (draws[2] or 0):
            return words + f"by {self.who(act.payer)} to {self.who(act.receiver)}"
        return words + f"to {self.who(act.receiver)} by {self.who(act.payer)}"

    def _swap(self, act: t.Swap) -> str:
        return f"{self.who(act.left)} swaps {named(act.attr)} with {self.who(act.right)}"

    def _level(self, act: t.Level) -> str:
        if not isinstance(act.who, t.Join):
            raise Unsaid(act)
        end = f" (rounded {act.rounding})" if act.rounding else ""
        return f"{self.who(act.who)} end up with the average of their {act.attr}{end}"

    def _rolls(self, act: t.Rolls) -> str:
        self.drawn.add(act.roll.key)
        self.rolled = (act.roll,)
        return f"roll DICE{act.roll.sides}"

    @staticmethod
    def _both_rolls(acts: tuple[t.Act, ...]) -> bool:
        return len(acts) == 2 and all(isinstance(act, t.Rolls) for act in acts)

    def _rolls_twice(self, acts: tuple[t.Act, ...]) -> str:
        self.rolled = tuple(act.roll for act in acts if isinstance(act, t.Rolls))
        self.drawn.update(roll.key for roll in self.rolled)
        first, second = (roll.sides for roll in self.rolled)
        return f"roll DICE{first} twice" if first == second else f"roll DICE{first} and DICE{second}"

    def _picks(self, act: t.Picks) -> str:
        secret = "secretly " if act.pick.secret else ""
        self.drawn.add(act.pick.key)
        self.picked.append(act.pick.key)
        return f"{secret}choose a random {self.noun(act.pick.among)}"

    def _replace(self, act: t.Replace) -> str:
        if act.spell is None:
            return f"{self.who(act.who)} {verb(act.who, 'be')} considered to have selected no spell"
        if isinstance(act.spell, t.SpellOf):
            spell = f"the same spell as {self.who(act.spell.who)}"
        else:
            spell = "the chosen spell" if isinstance(act.spell, t.SpellInput) else f'"{act.spell}"'
        if act.kept:
            spell += " with the same inputs"
        match act.inputs:
            case (t.Who() as given,):
                spell += f" targeting {self.who(given)}"
            case (_, *_):
                raise Unsaid(act)
        return f"{self.who(act.who)} {verb(act.who, 'be')} considered to have selected {spell} instead"

    def _void(self, act: t.Void) -> str:
        lasting = f" {REST}" if act.lasting else ""
        return f"{self.casts(act.who)} has no effect{lasting}"

    def _redirect(self, act: t.Redirect) -> str:
        lasting = f"{REST}, " if act.lasting else ""
        return f"{lasting}{self.casts(act.who)} targets {self.caster_or(act.to)} instead"

    def _nothing(self, _act: t.Nothing) -> str:
        return "nothing happens"

    def _after(self, act: t.After) -> str:
        return f"after {self.casts(act.who)} has taken effect, {self.several(act.then)}"


def _stop(acts: tuple[t.Act, ...]) -> tuple[tuple[t.Act, ...], str]:
    """Outcomes without the last of them that says that nothing happens where there is a tie, and how that is said."""
    match acts:
        case (*rest, t.If(t.Tied(), (t.Nothing(),), ())) if rest:
            return tuple(rest), _TIES["nothing"].format("")
        case (*rest, t.If(t.Or((t.Tied(), t.Tied())), (t.Nothing(),), ())) if rest:
            return tuple(rest), _TIES["nothing"].format(" for either")
        case (t.If(cond, then, (), at),):
            inner, stop = _stop(then)
            if stop:
                return (t.If(cond, inner, (), at),), stop
    return acts, ""


def _becomes(attr: str) -> str:
    return "become" if attr.endswith("s") else "becomes"


def _twice(before: tuple[t.Act, ...], act: t.Rolls) -> bool:
    """Whether a roll is the second of two."""
    match before:
        case (t.Rolls(t.Roll(key)),):
            return key + 1 == act.roll.key
    return False


def _together(acts: tuple[t.Act, ...]) -> Sequence[tuple[t.Act, ...]]:
    """The outcomes by sentence: alone, but two rolls of one kind, or what one tied Wizard gets, stand together."""
    groups: list[tuple[t.Act, ...]] = []
    for act in acts:
        last = groups[-1][-1] if groups else None
        if isinstance(act, t.Rolls) and isinstance(last, t.Rolls) and _twice(groups[-1], act):
            groups[-1] = (last, act)
            continue
        who = getattr(act, "who", None)
        if isinstance(who, t.Top) and who.ties == "random" and getattr(last, "who", None) == who:
            groups[-1] = (*groups[-1], act)
            continue
        if groups and _stop((*groups[-1], act))[1]:
            told = {part for part in parts(act) if isinstance(part, t.Top)}
            since = max((i for i, group in enumerate(groups) if told & set(parts(group))), default=len(groups) - 1)
            groups[since:] = [(*(part for group in groups[since:] for part in group), act)]
            continue
        groups.append((act,))
    return groups


_STAGED = t.Change | t.Assign | t.Swap | t.Level | t.Pay | t.Rolls | t.Picks | t.After
_TIES = {
    "random": "If there is a tie{}, one of the tied Wizards is selected at random.",
    "first": "If there is a tie{}, the one in the lowest position is chosen.",
    "last": "If there is a tie{}, the one in the highest position is chosen.",
    "none": "If there is a tie{}, nobody is affected.",
    "nothing": "If there is a tie{}, nothing happens.",
}
_ACTS: dict[type, Callable[[Sayer, Any], str]] = {
    t.If: Sayer._if,
    t.Change: Sayer._change,
    t.Assign: Sayer._assign,
    t.Pay: Sayer._pay,
    t.Swap: Sayer._swap,
    t.Level: Sayer._level,
    t.Rolls: Sayer._rolls,
    t.Picks: Sayer._picks,
    t.Replace: Sayer._replace,
    t.Void: Sayer._void,
    t.Redirect: Sayer._redirect,
    t.Watch: Sayer.watch,
    t.Nothing: Sayer._nothing,
    t.After: Sayer._after,
}


__all__ = ["Sayer", "Unsaid"]
