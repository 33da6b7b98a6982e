"""Conditions in canonical English."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.walk import conjuncts, of_a_cast
from pbp.spells.wording.voice import ME, OUTER, Unsaid, Voice, named, one, singular

_OPS = {">=": "at least {}", "<=": "at most {}", ">": "more than {}", "<": "fewer than {}", "=": "exactly {}"}
_IS = {">=": "at least {}", "<=": "at most {}", ">": "higher than {}", "<": "lower than {}", "=": "equal to {}"} | {
    "!=": "not equal to {}", "%": "divisible by {}", "!%": "not divisible by {}",
}  # fmt: skip
_THAN = {
    ">": "more {} than", "<": "fewer {} than", "=": "the same number of {} as", ">=": "at least as many {} as",
    "<=": "at most as many {} as",
}  # fmt: skip


def _had(test: t.Cond) -> t.Cond:
    """What the only one does of whom a test is true: who is alone among those with the most has the most."""
    match test:
        case t.In(t.Member(0), t.Top(by=t.Stat(), ties="all") as top):
            return replace(test, group=replace(top, ties="ruling"))
    return test


_HITS = t.Those(t.All(), t.Targets(ME, OUTER))


class SaysConditions(Voice):
    """Says what is asked."""

    def claim(self, cond: t.Cond) -> str:
        """A condition as a clause."""
        match cond:
            case t.Holds(group, "all", _, t.Holds(same, "all", _, t.Is(t.Member(0), attr, value))) if group == same:
                if value != t.ValueOf(OUTER, attr):
                    raise Unsaid(cond)
                return f"all {self.noun(group, True)} have the same {named(attr)} as each other"
            case t.Holds(
                group,
                ">=",
                t.Int(1) as one,
                t.And((t.In(t.Member(0), t.Top() as top), t.Compare(count, ">=", t.Int(2)))),
            ) if (
                count == t.Count(top)
                and (top.among, top.ties, top.count) == (t.All(), "all", 1)
                and isinstance(top.by, t.Stat)
            ):
                best = "most" if top.most else "fewest"
                return f"{self._subj(group, '>=', one)} is tied for the {best} {named(top.by.attr)}"
            case t.Holds(group, op, number, test):
                many = _many(group, op, number)
                return f"{self._subj(group, op, number)} {self.pred(test, many)}"
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
            case t.Not(t.Compare(left, op, right)):
                return self.claim(t.Compare(left, t.OPPOSITE[op], right))
            case t.Not(part):
                return f"it is not so that {self._inner(part)}"
        raise Unsaid(cond)

    def _inner(self, cond: t.Cond) -> str:
        """A condition as one of several."""
        words = self.claim(cond)
        apart = isinstance(cond, t.And | t.Or) or words.startswith("it is not so that")  # how much is not so?
        return f"({words})" if apart else words

    def _subj(self, group: t.Who, op: str, number: t.Num) -> str:
        if op == ">=" and number == t.Int(1) and one(group):
            return self.who(group)
        if isinstance(group, t.Join):
            first, second = _two(group)
            left, right = self.who(first), self.who(second) if one(second) else _near(self, op, second)
            words = {"all": "both {} and {}", "=": "neither {} nor {}", ">=": "either {} or {}"}.get(op)
            if words is None or number != t.Int(1 if op == ">=" else 0):
                raise Unsaid(group)
            return words.format(left, right)
        if op == "all":
            return self.each(group)
        if op == "=" and number == t.Int(0):
            return f"none of {self.noun(group, True)}" if _theirs(group) else f"no {self.noun(group)}"
        of = "of " if _theirs(group) else ""
        if op in _OPS and isinstance(number, t.Int):
            return f"{_OPS[op].format(number.value)} {of}{self.noun(group, bool(of) or number.value != 1)}"
        match op, number:
            case (">", t.Part(t.Count(counted), t.Int(2), "down")) if counted == group:
                return f"more than half of the {self.noun(group, True)}"
            case (">=", t.Part(t.Count(counted), t.Int(2), "up")) if counted == group:
                return f"at least half of the {self.noun(group, True)}"
            case ("<=", t.Part(t.Count(counted), t.Int(2), "down")) if counted == group:
                return f"at most half of the {self.noun(group, True)}"
            case ("<", t.Part(t.Count(counted), t.Int(2), "up")) if counted == group:
                return f"fewer than half of the {self.noun(group, True)}"
        raise Unsaid(group)

    def rel(self, test: t.Cond, many: bool = False) -> str:
        """A test as a relative clause."""
        if isinstance(test, t.Is) and test.who == ME and not _of_them(test.value):
            return f"whose {named(test.attr)} is {self.value(test.value)}"
        return f"who {self.pred(test, many)}"

    def pred(self, test: t.Cond, many: bool = False) -> str:
        """A test of Member(0) as what a Wizard does."""
        have, be, does = ("have", "are", "do") if many else ("has", "is", "does")
        match test:
            case t.And((*first, t.Holds(t.Without(t.All(), t.Member(0)), "=", t.Int(0), rest))) if tuple(
                first
            ) == conjuncts(rest):
                return f"{be} the only Wizard who {self.pred(_had(rest))}"
            case t.And((t.CastIs(t.Member(0), ()), t.Not(t.CastIs(t.Member(0), (t.SpellOf(t.Caster()),))))):
                return "cast a different spell from the caster"
            case t.And((t.CastIs(t.Member(0), ()), t.Holds(group, "=", t.Int(0), same))) if same == _ALIKE:
                return f"cast the same spell as none of {_the(group)}{self.noun(group, True)}"
            case t.Not(t.Holds(group, ">=", t.Int(1), same)) if same == _ALIKE:
                return f"did not cast the same spell as any of {_the(group)}{self.noun(group, True)}"
            case t.Holds(group, op, number, same) if same == _ALIKE and op != "=":
                return f"cast the same spell as {self._spells(group, op, number)}"
            case t.And((t.CastIs(t.Member(0), ()), *kinds)) if all(map(of_a_cast, kinds)):
                return f"cast a spell {self.kinds(tuple(kinds))}"
            case t.Not(t.And((t.CastIs(t.Member(0), ()), *kinds))) if all(map(of_a_cast, kinds)):
                return f"did not cast a spell {self.kinds(tuple(kinds))}"
            case t.And(parts):
                return " and ".join(self._part(part, many) for part in parts)
            case t.Or(parts):
                return " or ".join(self._part(part, many) for part in parts)
            case t.Compare(t.Stat(t.Member(0), attr, False), op, number):
                return f"{have} {self._compared(attr, op, number)}"
            case t.Odd(t.Stat(t.Member(0), attr, False)):
                return f"{have} an odd number of {attr}"
            case t.Not(t.Odd(t.Stat(t.Member(0), attr, False))):
                return f"{have} an even number of {attr}"
            case t.Odd(t.Position(t.Member(0))):
                return f"{be} in an odd position"
            case t.Not(t.Odd(t.Position(t.Member(0)))):
                return f"{be} in an even position"
            case t.Compare(t.Position(t.Member(0)), "=", t.Int(place)):
                return f"{be} in position {place}"
            case t.Compare(t.Position(t.Member(0)), op, number):
                return f"{be} in a position {_IS[op].format(self.num(number))}"
            case t.Compare(t.Moved(t.Member(0), way, attr, source), op, number) if way != "net":
                verb = "lost" if way == "loss" else "gained"
                return f"{verb} {self._so_much(op, number)}{attr}{self._from(source)} this Duel"
            case t.Not(t.Compare(t.Moved(t.Member(0), way, attr, source), op, number)) if way != "net":
                verb, much = "lose" if way == "loss" else "gain", self._so_much(op, number)
                return f"did not {verb} {much or 'any '}{attr}{self._from(source)} this Duel"
            case t.Is() | t.Not(t.Is()):
                return self._worn(test, have, does)
            case t.CastIs() | t.CastTrait() | t.CastPriced() | t.CastShared() | t.CastAgain() | t.Retargeted():
                return f"cast {self._cast(test)}"
            case t.Targets(_, None) | t.Compare(t.Duels()):
                return f"cast {self._cast(test)}"
            case t.Compare(t.Count(group), ">" | "<" as op, t.Count(t.Those(_, t.Targets(t.Member(0), other)))) if (
                group == _HITS and other is not None
            ):
                return f"{be} targeted by {'more' if op == '>' else 'fewer'} spells than {self.who(other)}"
            case t.Compare(t.SpeedOf(t.Member(0))):
                return f"cast {self._cast(test)}"
            case t.Targets(t.Member(0), who) if who is not None:
                return f"targeted {self.another(who)}"
            case t.Not(t.Targets(t.Member(0), who)) if who is not None:
                return f"did not target {self.another(who)}"
            case t.Not(t.CastIs() | t.CastTrait() | t.CastPriced() | t.CastShared() | t.CastAgain() as cast):
                return f"did not cast {self._cast(cast)}"
            case t.Not(t.Retargeted() | t.Targets(_, None) | t.Compare(t.Duels()) as cast):
                return f"did not cast {self._cast(cast)}"
            case t.Not(t.Compare(t.SpeedOf(t.Member(0))) as cast):
                return f"did not cast {self._cast(cast)}"
            case t.IsIdle(t.Member(0)):
                return f"{be} idle"
            case t.Not(t.IsIdle(t.Member(0))):
                return f"{be} active"
            case t.Holds(group, op, number, t.Targets(t.Member(0), t.Member(1))):
                return f"{be} targeted by {self._spells(group, op, number)}"
            case t.Holds(group, op, number, t.Compare(t.Stat(t.Member(1), a), ">" | "<" as way, t.Stat())):
                some = op == "all" or (op, number) == (">=", t.Int(1))
                others = self._some(group, op) if some else self._so_many(group, op, number)
                return f"{have} {_THAN[way].format(a)} {others}"
        return self._who_is(test, be, have)

    def _so_many(self, group: t.Who, op: str, number: t.Num) -> str:
        """So many of a group, with whom somebody is compared: "exactly 2 other Wizards"."""
        if not isinstance(number, t.Int):
            raise Unsaid(number)
        return f"{_OPS[op].format(number.value)} {self.noun(group, number.value != 1)}"

    def _who_is(self, test: t.Cond, be: str, have: str) -> str:
        match test:
            case t.In(t.Member(0), t.TargetOf(t.Member(0))):
                return "targeted themselves"
            case t.Not(t.In(t.Member(0), t.TargetOf(t.Member(0)))):
                return "did not target themselves"
            case t.In(t.Member(0), t.Neighbours(of)):
                return f"{be} next to {self.who(of)}"
            case t.Not(t.In(t.Member(0), t.Neighbours(of))):
                return f"{be} not next to {self.who(of)}"
            case t.In(t.Member(0), t.Top(t.All(), t.Stat(t.Member(0), attr, False), most, "all" | "ruling" as ties)):
                best = f"the {'most' if most else 'fewest'} {attr}"
                return f"{have} {best}" if ties == "ruling" else f"{be} among the Wizards with {best}"
            case t.Not(t.In(t.Member(0), t.Top() as top)) if top.ties == "all" and isinstance(top.by, t.Stat):
                return f"{be} not among the Wizards with the {'most' if top.most else 'fewest'} {top.by.attr}"
            case t.Not(t.And((t.In(t.Member(0), t.Top(by=t.Stat()) as top), t.Compare(t.Count(same), ">=", t.Int(2))))):
                if same == top and top.ties == "all" and isinstance(top.by, t.Stat):
                    return f"{be} not tied for the {'most' if top.most else 'fewest'} {named(top.by.attr)}"
                raise Unsaid(test)
            case t.Same(t.Member(0), who) if one(who):
                return f"{be} {self.who(who)}"
            case t.Not(t.Same(t.Member(0), who)) if one(who):
                return f"{be} not {self.who(who)}"
            case t.In(t.Member(0), group):
                return f"{be} one of the {self.noun(group, True)}"
            case t.Not(t.In(t.Member(0), group)):
                return f"{be} not one of the {self.noun(group, True)}"
            case t.Holds(group, ">=", t.Int(1), t.Is(t.Member(1), attr, t.ValueOf(t.Member(0), same))) if attr == same:
                return f"{have} the same {named(attr)} as {self.another(group)}"
            case t.Holds(t.Neighbours(t.Member(0)), op, t.Int(number), inner):
                return f"{have} {self._beside(op, number, inner)}"
        raise Unsaid(test)

    def _beside(self, op: str, number: int, test: t.Cond) -> str:
        """So many neighbours of whom a test is true."""
        if (op, number) in ((">=", 1), ("=", 0)):
            told = f"who ({self.pred(test)})" if isinstance(test, t.And | t.Or) else self.rel(test)
            return f"{'a' if number else 'no'} neighbour {told}"
        if op not in _OPS:
            raise Unsaid(test)
        many = number != 1
        return f"{_OPS[op].format(number)} neighbour{'s' if many else ''} {self.rel(test, many)}"

    def _part(self, test: t.Cond, many: bool) -> str:
        words = self.pred(test, many)
        return f"({words})" if isinstance(test, t.And | t.Or) and " the only " not in words else words

    def _compared(self, attr: str, op: str, number: t.Num) -> str:
        if op not in _OPS:
            return f"a number of {attr} {_IS[op].format(self.num(number))}"
        match number:
            case t.Int(value):
                return f"{_OPS[op].format(value)} {attr}"
            case t.Stat(t.Member(0), same, True) if same == attr and op in (">", "<", ">=", "="):
                return f"{_THAN[op].format(attr)} they had at the start of the Duel"
            case t.Stat(t.Member(1), same, False) if same == attr:
                return f"{_THAN[op].format(attr)} they have"
            case t.Stat(who, same, False) if same == attr:
                return f"{_THAN[op].format(attr)} {self.who(who)}"
            case t.Add((t.Stat(who, same, False), t.Int(value))) if op == ">=" and same == attr:
                return f"at least {value} more {attr} than {'they have' if who == OUTER else self.who(who)}"
            case t.Minus(t.Stat(who, same, False), t.Int(value)) if op == "<=" and same == attr:
                return f"at least {value} fewer {attr} than {'they have' if who == OUTER else self.who(who)}"
        return f"{_THAN[op].format(attr)} {self.num(number)}"

    def _so_much(self, op: str, number: t.Num) -> str:
        if (op, number) == (">=", t.Int(1)):
            return ""
        if not isinstance(number, t.Int) or op not in _OPS:
            raise Unsaid(number)
        return f"{_OPS[op].format(number.value)} "

    def _from(self, source: t.Cond | None) -> str:
        return "" if source is None else f" from {self.source(source)}"

    def _worn(self, test: t.Cond, have: str, does: str) -> str:
        worn = test.part if isinstance(test, t.Not) else test
        if not isinstance(worn, t.Is) or worn.who != ME:
            raise Unsaid(test)
        attr = named(worn.attr)
        if isinstance(worn.value, t.ValueOf) and worn.value.attr == worn.attr:
            if self.explicit and worn is test and worn.value.who == OUTER:
                return f"{have} the same {attr}"  # "as them" could be as somebody else
            same = "the same {} as" if worn is test else "a different {} from"
            return f"{have} {same.format(attr)} {self.who(worn.value.who)}"
        if worn.value == t.Text("None") and isinstance(worn.attr, str) and worn.attr != "Stars":
            return f"{have} a {singular(worn.attr)}" if worn is not test else f"{have} no {worn.attr}"
        article = "have a" if worn is not test else f"{have} a"
        denied = f"{does} not " if worn is not test else ""
        if isinstance(worn.value, t.Text) and isinstance(worn.attr, str):
            return f"{denied}{article} {self.value(worn.value)} {attr}"
        return f"{denied}{article} {attr} of {self.value(worn.value)}"

    def _cast(self, test: t.Cond) -> str:
        match test:
            case t.CastIs(t.Member(0), names):
                return self._names(names)
            case t.CastTrait(t.Member(0), trait):
                return f"a {trait} spell"
            case t.CastPriced():
                return "a spell with a Cost"
            case t.CastShared():
                return "the same spell as another Wizard"
            case t.CastAgain(who, (t.SpellOf(t.Member(0)),), back, every, numbers):
                when = f"in Duel {numbers[0]}" if numbers else _when(back, every)
                return f"the same spell as {when}" if who == ME else f"the same spell as {self.who(who)} did {when}"
            case t.Compare(t.Duels(t.CastAgain(t.Member(0), names, back, False, ())), op, t.Int(number)) if op in _OPS:
                of = f"of the {len(back)} previous" if back else "earlier"
                return f"{self._names(names)} in {_OPS[op].format(number)} {of} Duels"
            case t.CastAgain(t.Member(0), names, back, every, ()):
                return f"{self._names(names)} {_when(back, every)}"
            case t.CastAgain(t.Member(0), names, (), _, (number,)):
                return f"{self._names(names)} in Duel {number}"
        if test in self.saying:
            raise Unsaid(test)  # it is a test of no cast: "cast by a Wizard who cast a spell cast by ..."
        self.saying.append(test)
        said = f"a spell {self.kinds((test,))}"
        self.saying.pop()
        return said

    def _spells(self, group: t.Who, op: str, number: t.Num) -> str:
        """The casts of a group as what targets somebody; where nothing is said of them, the group itself."""
        if not isinstance(group, t.Those):
            return self._targeters(group, op, number)
        if (op, number) == (">=", t.Int(1)):
            return f"a {self.cast_noun(group)}"
        if (op, number) == ("=", t.Int(0)):
            return f"no {self.cast_noun(group)}"
        if op == "all":
            return f"each {self.cast_noun(group)}"
        if op not in _OPS or not isinstance(number, t.Int):
            raise Unsaid(group)
        return f"{_OPS[op].format(number.value)} {self.cast_noun(group, number.value != 1)}"

    def _targeters(self, group: t.Who, op: str, number: t.Num) -> str:
        if one(group) and (op, number) == (">=", t.Int(1)):
            return self.who(group)
        if (op, number) == (">=", t.Int(1)):
            return self.another(group)
        if op == "all" and isinstance(group, t.Neighbours):
            return f"both of {self.poss(group.of)} neighbours"
        if op == "all":
            raise Unsaid(group)
        return self._subj(group, op, number)

    def _some(self, group: t.Who, op: str) -> str:
        if op == "all":
            return self.each(group)
        return f"at least one {'of ' if _theirs(group) else ''}{self.noun(group, _theirs(group))}"

    def _names(self, names: Iterable[Any]) -> str:
        words = []
        for name in names:
            if isinstance(name, t.SpellInput):
                words.append("the chosen spell")
            elif isinstance(name, t.SpellOf):
                words.append(f"the same spell as {self.who(name.who)}")
            elif isinstance(name, t.Traited):
                words.append(f"a {name.trait} spell")
            elif isinstance(name, str):
                words.append(f'"{name}"')
            else:
                raise Unsaid(name)
        return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0] if words else "a spell"

    def value(self, value: t.Value) -> str:
        """A value as a word."""
        match value:
            case t.Text(word):
                return f'"{word}"'
            case t.WordInput():
                return "the chosen option"
            case t.ValueOf(who, attr):
                return self.owned(who, named(attr))
        raise Unsaid(value)


def _the(group: t.Who) -> str:
    return "" if _theirs(group) else "the "


_ALIKE = t.CastIs(ME, (t.SpellOf(OUTER),))


def _of_them(value: t.Value) -> bool:
    return isinstance(value, t.ValueOf) and value.who == OUTER


def _when(back: tuple[int, ...], every: bool) -> str:
    if not back:
        return "in an earlier Duel"
    if back == (1,):
        return "in the previous Duel"
    if back == tuple(range(1, len(back) + 1)):
        return f"in {'each' if every else 'any'} of the {len(back)} previous Duels"
    if len(back) > 1 and every:
        return f"in both Duel X-{back[0]} and Duel X-{back[1]}"
    return f"in {' or '.join(f'Duel X-{one}' for one in back)}"


def _two(group: t.Join) -> tuple[t.Who, ...]:
    if len(group.parts) != 2:
        raise Unsaid(group)
    return group.parts


def _near(voice: Voice, op: str, group: t.Who) -> str:
    """The neighbours of somebody beside whom they are named."""
    if op == "all" and isinstance(group, t.Neighbours):
        return f"{voice.poss(group.of)} neighbours"
    if op == "all":
        raise Unsaid(group)
    noun = voice.noun(group)
    return f"one of {noun}s" if _theirs(group) else f"a {noun}"


def _theirs(group: t.Who) -> bool:
    return group == t.Neighbours(ME) or (isinstance(group, t.Those) and _theirs(group.group))


def _many(group: t.Who, op: str, number: t.Num) -> bool:
    """Whether the verb of such a subject has no "s"."""
    if isinstance(group, t.Join):
        return op == "all"
    if op in ("all", "="):
        return op == "=" and number not in (t.Int(0), t.Int(1))
    return number != t.Int(1)


def negatable(test: t.Cond) -> bool:
    """Whether the opposite has a wording of its own."""
    return isinstance(test, t.Odd | t.IsIdle)
