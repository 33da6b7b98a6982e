"""Numbers and amounts in canonical English."""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.wording.voice import ME, Unsaid, Voice, one, singular

_PARTS = {2: "half", 3: "a third", 4: "a quarter"}
_TIMES = {2: "twice", 3: "three times"}


class SaysNumbers(Voice):
    """Says how many."""

    def num(self, number: t.Num) -> str:
        """A number as a noun."""
        match number:
            case t.Int(value):
                return str(value)
            case t.Roll():
                return self._roll(number)
            case t.NumberInput():
                return "the chosen number"
            case t.Stat(who, attr, True):
                return f"the number of {attr} {self.who(who)} had at the start of the Duel"
            case t.Stat(who, attr, False):
                return f"the number of {attr} of {self.who(who)}" if who != ME else f"their {attr}"
            case t.Position(who):
                return f"{self.poss(who)} position"
            case t.Count(who):
                return f"the number of {self.noun(who, True)}"
            case t.Kinds(who):
                return f"the number of different spells cast{self._by(who)}"
            case t.Duels() | t.Truths((t.CastAgain(), *_)):
                return f"the number {self._duels(number)}"
            case t.Gap(left, right):
                return f"the difference between {self.term(left)} and {self.term(right)}"
            case t.Total(who, attr):
                return f"the total {attr} of {self._all_of(who)}"
            case t.Add(rolls) if rolls == self.rolled and len(rolls) == 2:
                return "the sum of the two results"
            case t.Greatest(rolls) if rolls == self.rolled and len(rolls) == 2:
                return "the higher result"
            case t.Least(rolls) if rolls == self.rolled and len(rolls) == 2:
                return "the lower result"
            case t.Add((left, right)):
                return f"{self.term(left)} plus {self.term(right)}"
            case t.Minus(left, right):
                return f"{self.term(left)} minus {self.term(right)}"
            case t.Greatest((left, right)):
                return f"the higher of {self.term(left)} and {self.term(right)}"
            case t.Least((left, right)):
                return f"the lower of {self.term(left)} and {self.term(right)}"
            case t.Times(t.Int(2), right):
                return f"twice {self.term(right)}"
            case t.Times(left, right):
                return f"{self.term(left)} times {self.term(right)}"
            case t.Part(t.Total(who, attr), t.Count(counted), rounding) if who == counted:
                end = f" (rounded {rounding})" if rounding else ""
                return f"the average {attr} of {self._all_of(who)}{end}"
            case t.Part(left, t.Int(value), rounding):
                end = f" (rounded {rounding})" if rounding else ""
                if value in _PARTS:
                    return f"{_PARTS[value]} of {self.term(left)}{end}"
                return f"{self.term(left)} divided by {value}{end}"
            case t.Part(left, right, rounding):
                end = f" (rounded {rounding})" if rounding else ""
                return f"{self.term(left)} divided by {self.term(right)}{end}"
            case t.Moved(t.All() | t.Member(0) as who, way, attr, t.Same(t.Member(0), t.Caster())) if way != "net":
                whose = "" if who == t.All() else "that they "
                return f"the number of {attr} {whose}{'lost' if way == 'loss' else 'gained'} this way"
            case t.Moved(who, way, attr, source) if way != "net":
                spells = " this Duel" if source is None else f" from {self.source(source)}"
                return f"the number of {attr} that {self.who(who)} {'lost' if way == 'loss' else 'gained'}{spells}"
            case t.ThatMany():
                return "that number"
        raise Unsaid(number)

    def _all_of(self, who: t.Who) -> str:
        """A group together."""
        if isinstance(who, t.Join | t.Top | t.Pick):
            return self.who(who)
        noun = self.noun(who, True)
        return noun if noun.startswith("their") else f"the {noun}"

    def term(self, number: t.Num) -> str:
        """A number as a part of another."""
        words = self.num(number)
        simple = t.Int | t.NumberInput | t.Roll | t.Position
        if isinstance(number, simple) or (isinstance(number, t.Stat) and not number.start and one(number.who)):
            return words
        return f"({words})"

    def _roll(self, roll: t.Roll) -> str:
        if roll.key not in self.drawn:
            self.drawn.add(roll.key)
            self.rolled = (roll,)
            return f"DICE{roll.sides}"
        if roll not in self.rolled:
            raise Unsaid(roll)
        if len(self.rolled) == 1:
            return "the result"
        return f"the {'first' if roll == self.rolled[0] else 'second'} result"

    def amount_of(self, number: t.Num, attr: str, subject: t.Who, *, gained: bool = False) -> str:
        """So many of a thing, of which a subject has what is "theirs"; "their own" where one might think of others."""
        self.subject, self.theirs = subject, "their own" if gained else "their"
        if isinstance(number, t.Moved) and number.way == "net":
            return ""
        return self.amount(number, attr)

    def amount(self, number: t.Num, attr: str) -> str:
        """So many of a thing."""
        match number:
            case t.Int(1):
                return f"1 {singular(attr)}"
            case t.Int(value):
                return f"{value} {attr}"
            case t.Roll(key) if key not in self.drawn:
                return f"{self.num(number)} {attr}"
            case t.Times(t.Int(value), counted) if isinstance(counted, t.Count | t.Kinds | t.Truths | t.Duels):
                return f"{value} {attr} for each {self._counted(counted)}"
            case t.Count() | t.Kinds() | t.Truths() | t.Duels():
                return f"1 {singular(attr)} for each {self._counted(number)}"
            case t.ThatMany():
                return f"that many {attr}"
            case t.Part(t.ThatMany(), t.Int(value), rounding) if value in _PARTS:
                end = f" (rounded {rounding})" if rounding else ""
                return f"{_PARTS[value]} as many {attr}{end}"
            case t.Times(t.Int(value), t.ThatMany()) if value in _TIMES:
                return f"{_TIMES[value]} that many {attr}"
            case t.Greatest((t.Int(0), t.Stat(who, same, False))) if same == attr and self._own(who):
                return f"all of {self.theirs} {attr}"
            case t.Add((left, right)) if self._plain(left) and self._plain(right):
                return f"{self.amount(left, attr)} plus {self.amount(right, attr)}"
            case t.Minus(left, right) if self._plain(left) and self._plain(right):
                return f"{self.amount(left, attr)} minus {self.amount(right, attr)}"
        return f"{attr} equal to {self.num(number)}"

    def _own(self, who: t.Who) -> bool:
        return who == self.subject if one(self.subject) else who == ME

    def _plain(self, number: t.Num) -> bool:
        """Whether an amount is short enough to be added to another."""
        match number:
            case t.Times(t.Int(), t.Count()):
                return True
            case t.Roll():
                return number.key not in self.drawn
        return isinstance(number, t.Int | t.Count)

    def _duels(self, number: t.Num) -> str:
        """Of the Duels in which somebody cast something."""
        match number:
            case t.Duels(t.CastAgain(who, names, (), False, ())):
                return f"of earlier Duels in which {self.who(who)} {self._did(names)}"
            case t.Truths((t.CastAgain(who, names, _), *_) as tests) if tests == _duels(who, names, len(tests)):
                return f"of the {len(tests)} previous Duels in which {self.who(who)} {self._did(names)}"
        raise Unsaid(number)

    def _did(self, names: tuple[Any, ...]) -> str:
        """That somebody cast one of these spells, or one that has the trait."""
        match names:
            case (t.Traited(trait),):
                return self.pred(t.CastTrait(ME, trait))
        return self.pred(t.CastIs(ME, names))

    def _by(self, who: t.Who) -> str:
        """By whom different spells are cast, where it is not anybody at all."""
        match who:
            case t.All() | t.Those(t.All(), t.CastIs(t.Member(0), ())):
                return " in this Duel"
            case t.Those(t.Without(t.All(), t.Caster()), t.CastIs(t.Member(0), ())):
                return " by other Wizards"
            case t.Those(t.Neighbours() as group, t.CastIs(t.Member(0), ())):
                return f" by {self.noun(group, True)}"
        raise Unsaid(who)

    def _counted(self, number: t.Num) -> str:
        match number:
            case t.Count(t.Neighbours(t.Member(0)) | t.Those(t.Neighbours(t.Member(0))) as who):
                return f"of {self.noun(who, True)}"
            case t.Count(t.Join((group, part))) if one(part):
                return f"{self.noun(group)} (including {self.who(part)})"
            case t.Count(who):
                return self.noun(who)
            case t.Kinds(who):
                return f"different spell cast{self._by(who)}"
            case t.Duels(t.CastAgain(who, names, (), False, ())):
                return f"earlier Duel in which {self.who(who)} {self._did(names)}"
            case t.Truths((t.CastAgain(), *_)):
                return self._duels(number)
            case t.Truths(tests):
                found = [test.part if isinstance(test, t.Not) else test for test in tests]
                worn = [test for test in found if isinstance(test, t.Is) and isinstance(test.attr, str)]
                alike = {(type(test), is_.who, _worn_by(is_)) for test, is_ in zip(tests, worn, strict=False)}
                if len(worn) < len(tests) or len(alike) > 1:
                    raise Unsaid(number)
                attrs = [str(test.attr) for test in worn]
                listed = f"{', '.join(attrs[:-1])} and {attrs[-1]}" if len(attrs) > 1 else attrs[0]
                denied = "not " if isinstance(tests[0], t.Not) else ""
                other = _worn_by(worn[0])
                if isinstance(other, t.Who):
                    return f"of {self.poss(worn[0].who)} {listed} that is {denied}the same as {self.poss(other)}"
                return f"of {self.poss(worn[0].who)} {listed} that is {denied}{self.value(worn[0].value)}"
        raise Unsaid(number)


def _duels(who: t.Who, names: tuple[Any, ...], count: int) -> tuple[t.Cond, ...]:
    """That a Wizard cast a spell in each of the last Duels, one by one."""
    return tuple(t.CastAgain(who, names, (back,)) for back in range(1, count + 1))


def _worn_by(test: t.Is) -> t.Value | t.Who:
    """The Wizard whose same attribute is the value; or the value."""
    value = test.value
    return value.who if isinstance(value, t.ValueOf) and value.attr == test.attr else value
