"""Random parts of a spell: whom it means, how many, and under which conditions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from spells.unseen.setting import COUNTED, WORDS, Setting

from pbp.spells import tree as t
from pbp.spells.walk import is_one, parts

T = TypeVar("T")
ME, ALL, CASTER = t.Member(), t.All(), t.Caster()
OTHERS = t.Without(ALL, CASTER)
TESTS = {t.Compare, t.Is, t.CastIs, t.CastAgain, t.Odd, t.IsIdle, t.Targets, t.In}
OPS = (">=", ">=", "<=", ">", ">", "<", "<", "=")


class Parts:
    """Draws parts for one spell; weights are those of what players write."""

    def __init__(self, rng: Random, setting: Setting, inputs: tuple[t.Input, ...]):
        self.rng, self.setting, self.inputs = rng, setting, inputs
        self.key = 0
        self.targets = [i for i, asked in enumerate(inputs) if asked.kind in ("position", "wizard")]

    def weighted(self, *choices: tuple[float, Callable[[], T]]) -> T:
        """One of several ways, by weight."""
        return self.rng.choices([make for _, make in choices], [weight for weight, _ in choices])[0]()

    def pick(self, *things: T) -> T:
        return self.rng.choice(things)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def asked(self, kind: str) -> int | None:
        """The number of the input of a kind."""
        return next((i for i, asked in enumerate(self.inputs) if asked.kind == kind), None)

    def _new(self) -> int:
        self.key += 1
        return self.key

    # Wizards

    def chosen(self) -> t.Who:
        return t.Chosen(self.rng.choice(self.targets))

    def target(self) -> t.Who:
        """The Wizard of an input, or who else is meant where there is none."""
        if self.targets:
            return self.chosen()
        return self.weighted((5, lambda: CASTER), (2, self.random_one), (2, self.top), (1, self.place))

    def named(self) -> t.Who:
        """One Wizard who needs no draw."""
        return self.chosen() if self.targets and self.chance(0.6) else CASTER

    def one(self) -> t.Who:
        """One Wizard."""
        return self.weighted(
            (30, lambda: CASTER), (36 if self.targets else 0, self.target), (4, self.random_one), (5, self.top),
            (3, self.place),
        )  # fmt: skip

    def random_one(self) -> t.Who:
        among = self.weighted(
            (8, lambda: OTHERS), (3, lambda: ALL), (3, lambda: t.Neighbours(self.named())),
            (2, lambda: t.Those(self.pick(OTHERS, ALL), self.test())),
        )  # fmt: skip
        return t.Pick(self._new(), among, 2 if self.chance(0.08) else 1)

    def top(self, *ties: str) -> t.Top:
        among: t.Who = self.weighted(
            (8, lambda: ALL), (4, lambda: OTHERS), (2, lambda: t.Neighbours(self.named())),
            (1, lambda: t.Join((CASTER, self.target()))), (0.5, lambda: t.Those(ALL, self.test())),
        )  # fmt: skip
        by: t.Num = t.Stat(ME, "Stars" if self.chance(0.8) else self.pick(*COUNTED))
        most = self.chance(0.6)
        if self.chance(0.05):
            among, by, most = ALL, t.Count(t.Those(ALL, t.Targets(ME, t.Member(1)))), True
        how = self.pick(*ties) if ties else self.pick("random", "random", "all", "first", "last", "none")
        return t.Top(among, by, most, how, self._new() if how == "random" else 0)

    def place(self) -> t.Who:
        of = self.named()
        return self.weighted(
            (6, lambda: t.Offset(of, t.Int(self.pick(1, -1, 2, -2, 3)))),
            (2, lambda: t.At(t.Int(self.rng.randint(1, 4)))), (1, lambda: t.At(t.Count(ALL))),
            (2 if self.asked("number") is not None else 0, lambda: t.Offset(CASTER, self.number_input())),
        )  # fmt: skip

    def group(self) -> t.Who:
        """Several Wizards."""
        return self.weighted(
            (6, lambda: ALL), (9, lambda: OTHERS), (8, lambda: t.Neighbours(CASTER)),
            (9 if self.targets else 0, lambda: t.Neighbours(self.target())), (5, lambda: t.Those(ALL, self.test())),
            (6, lambda: t.Those(OTHERS, self.test())), (2, lambda: t.Those(t.Neighbours(self.named()), self.test())),
            (3 if self.targets else 0, lambda: t.Join((CASTER, self.target()))), (2, lambda: self.top("all")),
            (1 if self.targets else 0, lambda: t.Without(ALL, self.target())),
        )  # fmt: skip

    def who(self) -> t.Who:
        return self.weighted((65, self.one), (35, self.group))

    # Tests of Member(0)

    def attribute(self) -> str:
        return self.pick("Hat", "Hat", "Hat", "Robes", "Staff", "Beard")

    def stat(self, who: t.Who, start: bool = False) -> t.Stat:
        return t.Stat(who, "Stars" if self.chance(0.85) else self.pick(*COUNTED), start)

    def spell(self) -> str:
        return self.setting.own if self.chance(0.35) else self.rng.choice(self.setting.others)

    def amount_for(self, attr: str) -> t.Int:
        return t.Int(self.pick(1, 2, 3, 4) if attr in COUNTED else self.pick(3, 5, 8, 10, 12, 15, 18, 20, 25))

    def compared(self, who: t.Who) -> t.Cond:
        stat = self.stat(who)
        return t.Compare(stat, self.rng.choice(OPS), self.amount_for(stat.attr))

    def worn(self, who: t.Who) -> t.Cond:
        attr = self.attribute()
        word = self.asked("word")
        options: list[Any] = [t.Text(self.pick(*WORDS[attr], "None"))] * 8 + [t.ValueOf(CASTER, attr)]
        if word is not None and set(self.inputs[word].words) <= set(WORDS[attr]):
            options += [t.WordInput(word)] * 20
        return t.Is(who, attr, self.rng.choice(options))

    def cast(self, who: t.Who) -> t.Cond:
        """A test of a Wizard's cast."""
        spell = self.asked("spell")
        return self.weighted(
            (12, lambda: t.CastIs(who, (self.spell(),))), (2, lambda: t.CastIs(who, (self.spell(), self.spell()))),
            (40 if spell is not None else 0, lambda: t.CastIs(who, (t.SpellInput(spell or 0),))),
            (4, lambda: t.CastTrait(who, self.trait())), (1, lambda: t.CastPriced(who)), (1, lambda: t.CastShared(who)),
            (1.5, lambda: self.speedy(who)),
            (1, lambda: t.Targets(who, None)), (0.5, lambda: t.Retargeted(who)),
            (2, lambda: t.CastIs(who, (t.SpellOf(self.named()),))), (3, lambda: self.again(who)),
        )  # fmt: skip

    def speedy(self, who: t.Who) -> t.Cond:
        """A test of the Speed of a Wizard's cast, which there must be."""
        compared = t.Compare(t.SpeedOf(who), self.pick("<", ">", ">=", "<=", "="), self.speed_number())
        return t.And((t.CastIs(who), compared))

    def speed_number(self) -> t.Num:
        return t.SpeedOf(CASTER) if self.chance(0.4) else t.Int(self.pick(1, 2, 3, 5))

    def trait(self) -> str:
        return self.rng.choice(self.setting.traits())

    def again(self, who: t.Who) -> t.Cond:
        """A test of earlier Duels."""
        name: tuple[Any, ...] = self.pick((self.setting.own,), (self.setting.own,), (self.spell(),), (t.SpellOf(who),))
        back = self.pick((1,), (1,), (1,), (1, 2), (1, 2, 3), (), (2,))
        if self.chance(0.1):
            count = t.Duels(t.CastAgain(who, (self.spell(),), self.pick((), (1, 2, 3))))
            return t.Compare(count, ">=", t.Int(self.rng.randint(1, 3)))
        if self.setting.traits() and self.chance(0.1):
            name = (t.Traited(self.trait()),)
        return t.CastAgain(who, name, back, every=len(back) > 1 and self.chance(0.3))

    def moved(self, who: t.Who) -> t.Cond:
        source = None if self.chance(0.7) else t.CastIs(ME, (self.spell(),))
        amount = t.Int(1 if self.chance(0.8) else self.rng.randint(2, 5))
        return t.Compare(t.Moved(who, self.pick("gain", "loss", "loss"), "Stars", source), ">=", amount)

    def test(self) -> t.Cond:
        """A test of Member(0)."""
        found = self.weighted(
            (10, lambda: self.compared(ME)), (14, lambda: self.cast(ME)), (5, lambda: self.worn(ME)),
            (3, lambda: t.IsIdle(ME)), (5, lambda: t.Targets(ME, self.named())), (3, lambda: self.moved(ME)),
            (1, lambda: t.Odd(self.stat(ME))), (2, lambda: t.Odd(t.Position(ME))),
            (3, lambda: t.Compare(t.Stat(ME, "Stars"), self.pick(">", "<", ">=", "="), t.Stat(self.named(), "Stars"))),
            (1, lambda: t.Compare(t.Stat(ME, "Stars"), self.pick(">", "<"), t.Stat(ME, "Stars", True))),
            (1 if self.targets else 0, lambda: t.In(ME, t.Neighbours(self.chosen()))),
            (0.7, lambda: t.In(ME, self.top("all"))),
            (1, lambda: t.Holds(t.Neighbours(ME), *self.pick((">=", t.Int(1)), ("=", t.Int(0))), self.simple())),
            (0.7, lambda: t.Holds(t.Without(ALL, ME), ">=", t.Int(1), self.alike())),
            (1, lambda: t.Or(self.two(self.simple))), (1.5, lambda: t.And(self.two(self.simple))),
            (0.4, lambda: t.Compare(t.Position(ME), self.pick("=", ">", "<"), t.Int(self.rng.randint(1, 4)))),
            (0.4, lambda: t.Same(ME, self.named())),
        )  # fmt: skip
        return t.Not(found) if self.chance(0.12) else found

    def alike(self) -> t.Cond:
        attr = self.attribute()
        return self.pick(
            t.Is(t.Member(1), attr, t.ValueOf(ME, attr)), t.Targets(ME, t.Member(1)),
        )  # fmt: skip

    def two(self, make: Callable[[], t.Cond]) -> tuple[t.Cond, t.Cond]:
        """Two conditions of different kinds, so that neither follows from the other."""
        first, second = make(), make()
        while {type(part) for part in parts(first)} & TESTS & {type(part) for part in parts(second)}:
            second = make()
        return first, second

    def simple(self) -> t.Cond:
        return self.weighted(
            (3, lambda: self.compared(ME)), (3, lambda: t.CastIs(ME, (self.spell(),))), (2, lambda: self.worn(ME)),
            (1, lambda: t.IsIdle(ME)), (1, lambda: t.Targets(ME, self.named())), (1, lambda: self.again(ME)),
        )  # fmt: skip

    # Conditions

    def cond(self, rolls: tuple[t.Roll, ...] = ()) -> t.Cond:
        word, number = self.asked("word"), self.asked("number")
        found = self.weighted(
            (12, lambda: t.Holds(CASTER, ">=", t.Int(1), self.own_test())),
            (18 if self.targets else 0, lambda: t.Holds(self.target(), ">=", t.Int(1), self.test())),
            (1, lambda: t.Holds(self.top(), ">=", t.Int(1), self.test())),
            (18, self.of_group), (4, self.counted),
            (8 if word is not None else 0, lambda: t.Word(word or 0, self.rng.choice(self.inputs[word or 0].words))),
            (6 if number is not None else 0, lambda: self.about(t.NumberInput(number or 0), 4)),
            (2, lambda: t.And(self.two(self.plain))), (1.5, lambda: t.Or(self.two(self.plain))),
            (1.5, self.only), (60 if rolls else 0, lambda: self.about(self.rng.choice(rolls), rolls[0].sides)),
        )  # fmt: skip
        return t.Not(found) if self.chance(0.12) else found

    def own_test(self) -> t.Cond:
        """A test of the caster, who cast this spell."""
        found = self.weighted(
            (10, lambda: self.compared(ME)), (5, lambda: self.worn(ME)), (5, lambda: self.again(ME)),
            (3, lambda: self.moved(ME)), (2, lambda: t.Odd(t.Position(ME))), (1, lambda: t.Odd(t.Stat(ME, "Stars"))),
            (2, lambda: t.Compare(t.Stat(ME, "Stars"), self.pick(">", "<"), t.Stat(ME, "Stars", True))),
            (1.5, lambda: t.In(ME, self.top("all"))), (1, lambda: t.CastShared(ME)),
            (1, lambda: t.Holds(t.Neighbours(ME), *self.pick((">=", t.Int(1)), ("=", t.Int(0))), self.simple())),
            (1, lambda: t.Holds(t.Without(ALL, ME), ">=", t.Int(1), self.alike())),
            (1.5, lambda: t.Holds(self.pick(OTHERS, t.Neighbours(CASTER)), "all", t.Int(0), self.richer())),
            (2, lambda: t.Holds(t.Those(OTHERS, t.CastIs(ME, (self.spell(),))), ">=", t.Int(1), self.hit())),
        )  # fmt: skip
        return t.Not(found) if self.chance(0.12) else found

    def richer(self) -> t.Cond:
        return t.Compare(t.Stat(t.Member(1), "Stars"), self.pick(">", "<"), t.Stat(ME, "Stars"))

    def hit(self) -> t.Cond:
        return t.Targets(ME, t.Member(1))

    def plain(self) -> t.Cond:
        if self.targets and self.chance(0.6):
            return t.Holds(self.target(), ">=", t.Int(1), self.simple())
        return t.Holds(CASTER, ">=", t.Int(1), self.weighted((2, lambda: self.compared(ME)), (1, self.own_test)))

    def about_caster(self) -> t.Cond:
        number = self.asked("number")
        if number is not None and self.chance(0.5):
            return self.about(t.NumberInput(number), 4)
        return t.Holds(CASTER, ">=", t.Int(1), self.own_test())

    def only(self) -> t.Cond:
        test = t.CastIs(ME, (self.spell(),)) if self.chance(0.6) else self.worn(ME)
        return t.Holds(CASTER, ">=", t.Int(1), t.And((test, t.Holds(t.Without(ALL, ME), "=", t.Int(0), test))))

    def of_group(self) -> t.Cond:
        group: t.Who = self.weighted(
            (10, lambda: OTHERS), (4, lambda: ALL), (5, lambda: t.Neighbours(self.named())),
            (2 if self.targets else 0, lambda: t.Join((CASTER, self.target()))),
        )  # fmt: skip
        if isinstance(group, t.Join | t.Neighbours):
            op, count = self.pick(("=", 0), (">=", 1), ("all", 0))
            return t.Holds(group, op, t.Int(count), self.test())
        op, count = self.pick(("=", 0), ("=", 0), (">=", 1), (">=", 1), ("all", 0), (">=", 2), (">", 2), ("=", 1))
        return t.Holds(group, op, t.Int(count), self.test())

    def counted(self) -> t.Cond:
        stat = t.Stat(self.named(), "Stars")
        return self.weighted(
            (3, lambda: t.Compare(t.Count(t.Those(ALL, self.simple())), self.rng.choice(OPS), t.Int(self.pick(2, 3)))),
            (2, lambda: t.Compare(t.Count(ALL), self.rng.choice(OPS), t.Int(self.pick(4, 5, 6)))),
            (1, lambda: t.Compare(t.Total(t.Neighbours(CASTER), "Stars"), ">", stat)),
            (1, lambda: t.Odd(t.Count(ALL))),
        )  # fmt: skip

    def about(self, number: t.Num, most: int) -> t.Cond:
        if self.chance(0.2):
            return self.pick(t.Odd(number), t.Not(t.Odd(number)))
        return t.Compare(number, self.rng.choice(OPS), t.Int(self.rng.randint(2, max(2, most - 1))))

    # Numbers

    def number_input(self) -> t.Num:
        return t.NumberInput(self.asked("number") or 0)

    def int(self, attr: str = "Stars") -> t.Int:
        return t.Int(self.pick(1, 1, 2) if attr in COUNTED else self.pick(1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 6))

    def roll(self) -> t.Roll:
        return t.Roll(self._new(), self.pick(4, 4, 6, 6, 6, 8, 10))

    def amount(self, who: t.Who, attr: str = "Stars") -> t.Num:
        """How many of a thing, for each of some Wizards."""
        them = who if is_one(who) else ME
        number = self.asked("number")
        return self.weighted(
            (85, lambda: self.int(attr)), (8, self.roll), (60 if number is not None else 0, self.number_input),
            (9, lambda: self.each()), (5, lambda: t.Times(t.Int(self.pick(2, 2, 3)), self.each())),
            (4, lambda: t.Part(self.pick(t.Stat(them, attr), t.Roll(self._new(), 6)), t.Int(self.pick(2, 2, 2, 3)),
                               self.pick("down", "up"))),
            (2, lambda: t.Stat(self.named(), self.pick(*COUNTED))), (1.5, lambda: self.truths(them)),
            (1, lambda: t.Duels(t.CastAgain(them, (self.spell(),), ()))), (0.7, lambda: self.truth_duels(them)),
            (1, lambda: t.Gap(t.Stat(them, attr), t.Int(self.pick(5, 10, 20)))),
            (1, lambda: t.Gap(t.Stat(CASTER, "Stars"), t.Stat(self.target(), "Stars"))),
            (1.5, lambda: self.sum()), (1, lambda: t.Greatest((t.Int(0), t.Stat(them, attr)))),
            (1.5, lambda: t.Moved(self.named(), self.pick("gain", "loss"), "Stars", None)),
            (0.7, lambda: t.Total(self.pick(t.Neighbours(CASTER), OTHERS, ALL), self.pick(*COUNTED))),
            (1, lambda: t.Position(self.named())), (0.5, lambda: t.Stat(them, attr, True)),
            (1, lambda: t.Least((self.each(), t.Int(self.pick(3, 4, 5))))),
        )  # fmt: skip

    def sum(self) -> t.Num:
        if self.chance(0.5):
            return self.pick(t.Add, lambda both: t.Minus(*both))((self.roll(), t.Int(self.pick(1, 1, 2))))
        return t.Add((t.Int(self.pick(1, 2, 3)), self.each()))

    def each(self) -> t.Num:
        return self.weighted(
            (4, lambda: t.Count(t.Those(OTHERS, self.test()))), (3, lambda: t.Count(t.Those(ALL, self.test()))),
            (2, lambda: t.Count(t.Those(t.Neighbours(self.named()), self.simple()))),
            (1, lambda: t.Count(t.Neighbours(CASTER))), (1, lambda: t.Count(OTHERS)),
            (1.5, lambda: t.Count(t.Those(ALL, t.Targets(ME, self.named())))), (0.7, lambda: t.Count(ALL)),
            (0.5, lambda: t.Kinds(t.Those(self.pick(ALL, OTHERS), t.CastIs(ME)))),
        )  # fmt: skip

    def truths(self, who: t.Who) -> t.Num:
        value = t.Text(self.pick("None", "None", "Red"))
        attrs = self.rng.sample(list(WORDS), self.rng.randint(2, 4))
        return t.Truths(tuple(t.Is(who, attr, value) for attr in WORDS if attr in attrs))

    def truth_duels(self, who: t.Who) -> t.Num:
        names = (self.spell(),)
        return t.Truths(tuple(t.CastAgain(who, names, (back,)) for back in range(1, self.rng.randint(2, 3) + 1)))
