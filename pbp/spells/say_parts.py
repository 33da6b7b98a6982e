"""The parts of a program in canonical English: Wizards, numbers, conditions, casts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbp.spells import tree as t
from pbp.spells.meant import is_one

ME = t.Member()
_OPS = {">=": "at least {}", "<=": "at most {}", ">": "more than {}", "<": "fewer than {}", "=": "exactly {}"}
_IS = {">=": "at least {}", "<=": "at most {}", ">": "higher than {}", "<": "lower than {}", "=": "equal to {}"}


class Unsaid(Exception):
    """There is no canonical wording for this."""


class Parts:
    """Says the parts of one program."""

    def __init__(self, inputs: tuple[t.Input, ...], own: str):
        self.inputs, self.own = inputs, own
        self.drawn: set[int] = set()
        self.ties: list[t.Top] = []

    # Wizards

    def one_chosen(self, index: int) -> str:
        """The Wizard of an input."""
        asked = self.inputs[index]
        same = [i for i, other in enumerate(self.inputs) if other.kind in ("position", "wizard")]
        if len(same) > 1 and len([i for i in same if self.inputs[i].kind == asked.kind]) > 1:
            ordinal = ["first", "second", "third"][same.index(index)]
            return f"the {ordinal} chosen Wizard"
        return "the Wizard in the chosen position" if asked.kind == "position" else "the chosen Wizard"

    def who(self, who: t.Who) -> str:
        """Wizards as a subject or object."""
        match who:
            case t.Caster():
                return "the caster"
            case t.Chosen(index):
                return self.one_chosen(index)
            case t.Member(0):
                return "they"
            case t.Offset(of, t.Int(steps)):
                way = "after" if steps > 0 else "before"
                return f"the Wizard {abs(steps)} positions {way} {self.who(of)}"
            case t.At(t.Int(number)):
                return f"the Wizard in position {number}"
            case t.Pick(key):
                if key in self.drawn:
                    return "the picked Wizard"
                self.drawn.add(key)
                secret = "secretly " if who.secret else ""
                if who.count > 1:
                    return f"{who.count} random {self.noun(who.among, True)}"
                return f"a {secret}random {self.noun(who.among)}"
            case t.Top():
                return self._top(who)
            case t.Join(both):
                return " and ".join(self.who(part) for part in both)
            case t.Neighbours() | t.All() | t.Those():
                return f"each {self.noun(who)}"
            case t.Without(whole, part):
                return f"{self.who(whole)} other than {self.who(part)}"
        raise Unsaid(who)

    def noun(self, who: t.Who, plural: bool = False) -> str:
        """A group as a noun, without its article."""
        s = "s" if plural else ""
        match who:
            case t.All():
                return f"Wizard{s}"
            case t.Without(t.All(), t.Caster()):
                return f"other Wizard{s}"
            case t.Neighbours(of):
                return f"neighbour{s} of {self.who(of)}"
            case t.Those(t.All() | t.Neighbours() | t.Without(t.All(), t.Caster()) as group, test):
                return f"{self.noun(group, plural)} {self.rel(test)}"
            case t.Without(whole, part):
                return f"{self.noun(whole, plural)} other than {self.who(part)}"
        raise Unsaid(who)

    def rel(self, test: t.Cond) -> str:
        """A test as a relative clause."""
        if isinstance(test, t.Is) and test.who == ME and isinstance(test.attr, str):
            return f"whose {test.attr} is {self.value(test.value)}"
        return f"who {self.pred(test)}"

    def _top(self, who: t.Top) -> str:
        match who.by:
            case t.Stat(t.Member(0), attr, False):
                best = f"the {'most' if who.most else 'fewest'} {attr}"
            case _:
                raise Unsaid(who)
        if who.ties == "all":
            if who.among != t.All():
                raise Unsaid(who)
            return f"each Wizard with {best}"
        if who.ties != "ruling" and who not in self.ties:
            self.ties.append(who)
        match who.among:
            case t.All():
                return f"the Wizard with {best}"
            case t.Without(t.All(), t.Caster()):
                return f"the other Wizard with {best}"
            case t.Neighbours(of):
                return f"the neighbour of {self.who(of)} with {best}"
        raise Unsaid(who)

    def poss(self, who: t.Who) -> str:
        """Wizards as an owner."""
        if isinstance(who, t.Member):
            return "their"
        said = self.who(who)
        return f"{said}'s"

    # Numbers

    def num(self, number: t.Num) -> str:
        """A number as a noun."""
        match number:
            case t.Int(value):
                return str(value)
            case t.Roll(key, sides):
                if key in self.drawn:
                    return "the result"
                self.drawn.add(key)
                return f"DICE{sides}"
            case t.NumberInput():
                return "the chosen number"
            case t.Stat(who, attr, False):
                return f"the number of {attr} of {self.who(who)}" if who != ME else f"their {attr}"
            case t.Position(who):
                return f"{self.poss(who)} position"
            case t.Count(who):
                return f"the number of {self.noun(who, True)}"
            case t.Gap(left, right):
                return f"the difference between {self.num(left)} and {self.num(right)}"
            case t.Total(who, attr):
                return f"the total {attr} of {self.who(who)}"
            case t.Times(t.Int(2), right):
                return f"twice {self.num(right)}"
            case t.Part(left, t.Int(value), rounding):
                words = {2: "half", 3: "a third", 4: "a quarter"}.get(value)
                if words is None:
                    raise Unsaid(number)
                return f"{words} of {self.num(left)}" + (f", rounded {rounding}" if rounding else "")
            case t.Moved(who, way, attr, None) if way != "net":
                return f"the number of {attr} that {self.who(who)} {'lost' if way == 'loss' else 'gained'}"
        raise Unsaid(number)

    def amount(self, number: t.Num, attr: str) -> str:
        """So many of a thing."""
        match number:
            case t.Int(1):
                return f"1 {singular(attr)}"
            case t.Int(value):
                return f"{value} {attr}"
            case t.Roll(key) if key not in self.drawn:
                return f"{self.num(number)} {attr}"
            case t.Times(t.Int(value), t.Count(who)):
                return f"{value} {attr} for each {self.noun(who)}"
            case t.Count(who):
                return f"1 {singular(attr)} for each {self.noun(who)}"
            case t.ThatMany():
                return f"that many {attr}"
        return f"{attr} equal to {self.num(number)}"

    # Conditions

    def claim(self, cond: t.Cond) -> str:
        """A condition as a clause."""
        match cond:
            case t.Holds(group, op, number, test):
                return f"{self._subj(group, op, number)} {self.pred(test, _many(group, op, number))}"
            case t.And(both):
                return " and ".join(self._inner(part) for part in both)
            case t.Or(both):
                return " or ".join(self._inner(part) for part in both)
            case t.Compare(left, op, right) if op in _IS:
                return f"{self.num(left)} is {_IS[op].format(self.num(right))}"
            case t.Odd(number):
                return f"{self.num(number)} is odd"
            case t.Not(t.Odd(number)):
                return f"{self.num(number)} is even"
            case t.Word(_, word):
                return f'"{word}" is chosen'
        raise Unsaid(cond)

    def _inner(self, cond: t.Cond) -> str:
        if isinstance(cond, t.And | t.Or):
            raise Unsaid(cond)
        return self.claim(cond)

    def _subj(self, group: t.Who, op: str, number: t.Num) -> str:
        if op == ">=" and number == t.Int(1) and single(group):
            return self.who(group)
        if op == "all":
            return self.who(group)
        if op == "=" and number == t.Int(0):
            return f"no {self.noun(group)}"
        if op in _OPS and isinstance(number, t.Int):
            return f"{_OPS[op].format(number.value)} {self.noun(group, True)}"
        raise Unsaid(group)

    def pred(self, test: t.Cond, many: bool = False) -> str:
        """A test of Member(0) as what a Wizard does."""
        have, be, do = ("have", "are", "do") if many else ("has", "is", "does")
        match test:
            case t.Compare(t.Stat(t.Member(0), attr, False), op, t.Stat(t.Member(0), same, True)) if attr == same:
                words = {">": "more", "<": "fewer"}.get(op)
                if words:
                    return f"{have} {words} {attr} than they had at the start of the Duel"
            case t.Compare(t.Stat(t.Member(0), attr, False), op, t.Stat(who, same, False)) if attr == same:
                words = {">": f"more {attr} than", "<": f"fewer {attr} than", "=": f"the same number of {attr} as"}.get(
                    op
                )
                if words:
                    return f"{have} {words} {self.who(who)}"
            case t.Compare(t.Stat(t.Member(0), attr, False), op, number) if op in _OPS:
                return f"{have} {_OPS[op].format(self.num(number))} {attr}"
            case t.Odd(t.Stat(t.Member(0), attr, False)):
                return f"{have} an odd number of {attr}"
            case t.Not(t.Odd(t.Stat(t.Member(0), attr, False))):
                return f"{have} an even number of {attr}"
            case t.Odd(t.Position(t.Member(0))):
                return f"{be} in an odd position"
            case t.Not(t.Odd(t.Position(t.Member(0)))):
                return f"{be} in an even position"
            case t.Is(t.Member(0), str(attr), value):
                return f"{have} a {self.value(value)} {attr}"
            case t.CastIs(t.Member(0), names):
                return f"cast {self._names(names)}"
            case t.Not(t.CastIs(t.Member(0), names)):
                return f"did not cast {self._names(names)}"
            case t.CastTrait(t.Member(0), trait):
                return f"cast a {trait} spell"
            case t.CastAgain(t.Member(0), names, (1,)):
                return f"cast {self._names(names)} in the previous Duel"
            case t.Not(t.CastAgain(t.Member(0), names, (1,))):
                return f"did not cast {self._names(names)} in the previous Duel"
            case t.Targets(t.Member(0), who) if who is not None:
                return f"targeted {self.who(who)}"
            case t.IsIdle(t.Member(0)):
                return f"{be} idle"
            case t.Not(t.IsIdle(t.Member(0))):
                return f"{be} active"
            case t.In(t.Member(0), t.Neighbours(of)):
                return f"{be} next to {self.who(of)}"
            case t.Compare(t.Moved(t.Member(0), way, attr, None), ">=", t.Int(1)) if way != "net":
                return f"{'lost' if way == 'loss' else 'gained'} {attr} this Duel"
            case t.And(both) if len(both) == 2:
                return f"{self.pred(both[0], many)} and {self.pred(both[1], many)}"
        del do
        raise Unsaid(test)

    def _names(self, names: Iterable[Any]) -> str:
        words = []
        for name in names:
            if isinstance(name, t.SpellInput):
                words.append("the chosen spell")
            elif isinstance(name, str):
                words.append(f'"{name}"')
            else:
                raise Unsaid(name)
        return " or ".join(words) or "a spell"

    def value(self, value: t.Value) -> str:
        """A value as a word."""
        match value:
            case t.Text(word):
                return f'"{word}"'
            case t.WordInput():
                return "the chosen option"
            case t.ValueOf(who, str(attr)):
                return f"{self.poss(who)} {attr}"
        raise Unsaid(value)

    def casts(self, who: t.Who) -> str:
        """Casts, by those who made them."""
        match who:
            case t.Caster():
                return "this spell"
            case t.Chosen():
                return f"the spell cast by {self.who(who)}"
            case t.Those(t.All(), t.And(tests)):
                return "each spell " + " ".join(self.kind(test) for test in tests)
            case t.Those(t.All(), t.CastIs(t.Member(0), (str(name),))):
                return f'each "{name}" spell'
            case t.Those(t.All(), t.CastTrait(t.Member(0), trait)):
                return f"each {trait} spell"
            case t.Those(t.All(), t.CastIs(t.Member(0), ())):
                return "each spell"
            case t.Those(t.All(), test):
                return f"each spell {self.kind(test)}"
        raise Unsaid(who)

    def kind(self, test: t.Cond) -> str:
        """A test of a cast as what follows "spell"."""
        match test:
            case t.Targets(t.Member(0), who) if who is not None:
                return f"that targets {self.who(who)}"
            case t.In(t.Member(0), t.Without(t.All(), t.Caster())):
                return "cast by another Wizard"
            case t.Compare(t.SpeedOf(t.Member(0)), "<", t.SpeedOf(t.Caster())):
                return "with a Speed lower than this spell"
            case t.Retargeted():
                return "whose target has already been changed"
            case t.Targets(t.Member(0), None):
                return "at a position"
        raise Unsaid(test)


def singular(attr: str) -> str:
    """One of a thing: "Star" for "Stars"."""
    return attr[:-1] if attr.endswith("s") else attr


def single(who: t.Who) -> bool:
    return is_one(who)


def _many(group: t.Who, op: str, number: t.Num) -> bool:
    return op not in ("all", "=") and not (op == ">=" and number == t.Int(1) and single(group))


def negatable(test: t.Cond) -> bool:
    return isinstance(test, t.Odd | t.IsIdle)
