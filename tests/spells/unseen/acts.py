"""Random outcomes of a spell, sentence by sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from spells.unseen.parts import ALL, CASTER, ME, OTHERS, Parts
from spells.unseen.setting import COUNTED, WORDS

from pbp.spells import tree as t
from pbp.spells.walk import is_one, mapped, parts

Acts = tuple[t.Act, ...]
STAGED = t.Change | t.Assign | t.Swap | t.Level | t.Pay | t.Rolls | t.Picks | t.After
THEIRS = t.Member(1)


class Sentences(Parts):
    """Draws the outcomes of one spell."""

    def effect(self) -> Acts:
        """One to three sentences."""
        made = self.sentence()
        for _ in range(self.rng.choices((0, 1, 2), (64, 29, 7))[0]):
            more = self.sentence()
            stage = max((part.stage for act in made for part in staged(act)), default=0)
            if self.chance(0.12) and stage < 2 and all(staged(act) for act in more):
                more = tuple(later(act, stage + 1) for act in more)
            made += more
        return made

    def sentence(self) -> Acts:
        return self.weighted(
            (34, lambda: (self.change(),)), (22, self.conditional), (4, lambda: (self.change(), self.change())),
            (8, lambda: (self.pay(),)), (11, lambda: (self.watch(),)), (4, lambda: (self.void(),)),
            (4, lambda: (self.redirect(),)), (3, lambda: (self.replace(),)), (6, lambda: (self.assign(),)),
            (2.5, lambda: (self.swap(),)), (1, lambda: (self.level(),)), (4, self.rolled), (2.5, self.picked),
            (1, lambda: (self.after(),)), (1.5, self.nothing), (1, self.tied),
        )  # fmt: skip

    def outcome(self) -> t.Act:
        """What may stand under a condition."""
        return self.weighted(
            (60, self.change), (10, self.pay), (6, self.assign), (4, self.watch), (4, self.void), (3, self.redirect),
            (3, self.replace), (2, self.swap),
        )  # fmt: skip

    def conditional(self) -> Acts:
        cond = self.cond()
        then: Acts = (self.outcome(),) if self.chance(0.87) else (self.outcome(), self.change())
        if self.chance(0.03):
            then = (t.If(self.cond(), (self.change(),)), self.change())
        otherwise: Acts = ()
        if self.chance(0.22):
            otherwise = (self.outcome(),) if self.chance(0.85) else (t.If(self.cond(), (self.change(),)),)
        if self.chance(0.1) and isinstance(then[0], t.Change) and isinstance(then[0].amount, t.Int):
            more = t.Int(then[0].amount.value + self.rng.randint(1, 3))  # "loses 3 Stars instead"
            otherwise, then = (then[0],), (replace(then[0], amount=more),)
        return (t.If(cond, then, otherwise),)

    def thing(self) -> str:
        return "Stars" if self.chance(0.9) else self.pick(*COUNTED)

    def change(self) -> t.Change:
        who = self.who()
        attr = self.thing()
        gain = self.chance(0.75 if who == CASTER else 0.3)
        floor = t.Int(self.pick(0, 0, 1, 5)) if not gain and self.chance(0.06) else None
        return t.Change(who, attr, gain, self.amount(who, attr), floor)

    def pay(self) -> t.Pay:
        mode = self.pick("always", "always", "able", "upto")
        others: t.Who = self.weighted(
            (8 if self.targets else 0, self.chosen), (3, self.group), (1.5, self.random_one), (1.5, self.top)
        )
        sides = (others, CASTER) if self.chance(0.65) else (CASTER, others)
        attr = self.thing()
        amount = self.int(attr) if self.chance(0.85) else self.amount(sides[0], attr)
        return t.Pay(sides[0], sides[1], attr, amount, mode)

    def assign(self) -> t.Assign:
        who, attr, word = self.who(), self.attribute(), self.asked("word")
        words = () if word is None else self.inputs[word].words
        if words and set(words) <= set(WORDS):
            return t.Assign(self.named(), t.WordInput(word or 0), t.Text(self.pick("None", "Gilded", "Red")))
        if words and self.chance(0.8):
            fits = [name for name in WORDS if set(words) <= set(WORDS[name])]
            return t.Assign(who, self.pick(*fits) if fits else attr, t.WordInput(word or 0))
        if self.chance(0.2):
            return t.Assign(who, "Stars" if self.chance(0.7) else self.pick(*COUNTED), self.whole_number())
        value: t.Value = t.Text(self.pick(*WORDS[attr], "None"))
        if self.chance(0.2):
            value = t.ValueOf(CASTER if who != CASTER else self.target(), attr)
        return t.Assign(who, attr, value)

    def whole_number(self) -> t.Num:
        return self.pick(t.Int(0), t.Int(10), t.Int(20), t.Stat(self.named(), "Stars"), self.roll())

    def swap(self) -> t.Swap:
        left: t.Who = CASTER
        right = self.target()
        if right == CASTER:
            right = self.weighted((2, self.random_one), (2, self.top), (1, self.place))
        if len(self.targets) > 1:
            left, right = t.Chosen(self.targets[0]), t.Chosen(self.targets[1])
        attr: Any = self.pick("Stars", self.attribute(), *COUNTED)
        word = self.asked("word")
        if word is not None and set(self.inputs[word].words) <= set(WORDS):
            attr = t.WordInput(word)
        return t.Swap(left, right, attr)

    def level(self) -> t.Level:
        return t.Level(t.Join((CASTER, self.target())), "Stars", self.pick("down", "up"))

    # Spells of others

    def casts(self) -> t.Who:
        """Whose spells something is done to."""
        return self.weighted(
            (8 if self.targets else 1, self.target), (5, lambda: t.Those(OTHERS, t.Targets(ME, CASTER))),
            (4, lambda: t.Those(self.pick(OTHERS, ALL), self.cast(ME))), (2, lambda: OTHERS),
            (1.5, lambda: t.Neighbours(self.named())), (1.5, lambda: t.Those(ALL, t.Not(self.cast(ME)))),
            (1, lambda: t.Those(OTHERS, self.compared(ME))),
            (1, lambda: t.Those(ALL, t.And((self.cast(ME), t.Targets(ME, self.named()))))),
        )  # fmt: skip

    def void(self) -> t.Void:
        return t.Void(self.casts(), self.chance(0.25))

    def redirect(self) -> t.Redirect:
        was: t.Who | None = None
        who = self.casts()
        if self.chance(0.7):
            was = self.named()
            others = t.Targets(ME, was), t.Not(t.Retargeted(ME))
            who = t.Those(self.pick(OTHERS, ALL), t.And(others) if self.chance(0.08) else others[0])
        elif self.chance(0.6):
            who = t.Those(self.target(), t.Targets(ME, None))
        to = self.weighted(
            (6 if self.targets else 1, self.target), (3, lambda: t.Pick(self._new(), OTHERS)),
            (3, lambda: t.Offset(t.TargetOf(ME), t.Int(self.pick(1, -1)))), (2, lambda: CASTER), (2, lambda: ME),
        )  # fmt: skip
        return t.Redirect(who, was, to, self.chance(0.5))

    def replace(self) -> t.Replace:
        spell = self.asked("spell")
        who = self.weighted(
            (6, self.target), (3, lambda: t.Those(OTHERS, self.cast(ME))), (1, lambda: CASTER), (1, self.group)
        )
        named: Any = self.rng.choice(self.setting.others)
        if spell is not None and self.chance(0.7):
            named = t.SpellInput(spell)
        elif self.chance(0.2):
            named, who = t.SpellOf(self.target()), CASTER
        elif self.chance(0.1):
            named = None
        kept = named is not None and self.chance(0.4)
        given = (self.named(),) if named is not None and not kept and self.chance(0.25) else ()
        return t.Replace(who, named, given, kept)

    def watch(self) -> t.Watch:
        whom: t.Who = self.weighted(
            (8, lambda: CASTER), (7 if self.targets else 0, self.target), (2, lambda: ALL), (1.5, lambda: OTHERS),
            (1, lambda: t.Neighbours(CASTER)), (2, lambda: t.Those(ALL, self.test())),
            (1 if self.targets else 0, lambda: t.Join((CASTER, self.target()))),
        )  # fmt: skip
        source: t.Cond = self.weighted(
            (9, lambda: t.Always()), (5, lambda: t.In(ME, OTHERS)), (5, lambda: t.CastIs(ME, (self.other_spell(),))),
            (2, lambda: t.CastTrait(ME, self.trait())), (1, lambda: t.CastPriced(ME)),
            (1, lambda: t.Compare(t.SpeedOf(ME), self.pick("<", ">="), self.speed_number())),
            (1, lambda: t.And((t.In(ME, OTHERS), t.Targets(ME, CASTER)))), (1, lambda: t.Targets(ME, CASTER)),
            (1 if self.targets else 0, lambda: t.In(ME, self.target())), (0.5, lambda: t.Same(ME, THEIRS)),
            (1, lambda: t.Not(t.CastIs(ME, (self.other_spell(),)))), (0.5, lambda: t.In(ME, t.Neighbours(CASTER))),
        )  # fmt: skip
        how = self.rng.choices(
            "shield cancel less more times set invert most move also".split(), (5, 6, 4, 2, 4, 2, 3, 2, 4, 7)
        )[0]
        way = self.pick("loss", "loss", "gain")
        amount: t.Num | None = None
        to: t.Who | None = None
        then: Acts = ()
        match how:
            case "shield":
                others = t.Not(t.Same(ME, THEIRS))  # a spell of one's own is not meant where nothing is said
                return t.Watch(whom, "any", "", others if source == t.Always() else source, "shield")
            case "cancel" if self.chance(0.2):
                return t.Watch(whom, "any", self.pick(*WORDS, *COUNTED, "Stars"), source, "cancel")
            case "less" | "more":
                number = self.asked("number")
                amount = t.NumberInput(number) if number is not None and how == "less" else self.pick(
                    t.Int(1), t.Int(1), t.Int(2), t.Int(3), self.roll()
                )  # fmt: skip
            case "times":
                amount = t.Int(self.pick(2, 2, 3))
            case "set":
                amount = self.pick(
                    t.Part(t.ThatMany(), t.Int(2), self.pick("down", "up")),
                    t.Least((t.ThatMany(), t.Int(self.pick(1, 2, 3)))),
                )
            case "most":
                amount = t.Int(self.rng.randint(1, 4))
            case "move":
                to = self.weighted((3, lambda: CASTER), (3, lambda: ME), (3, self.target))
            case "also":
                then = (self.also(whom if is_one(whom) else THEIRS),)
        return t.Watch(whom, way, "Stars", source, how, amount, to, then)

    def other_spell(self) -> str:
        """Another spell of the list: what a status does with its own spell's changes would depend on itself."""
        return self.rng.choice(self.setting.others)

    def also(self, theirs: t.Who) -> t.Act:
        """What happens besides, to the caster of the spell (Member(0)), the Wizard who is watched, or this caster."""
        amount = self.pick(self.int(), self.int(), t.ThatMany(), t.Part(t.ThatMany(), t.Int(2), "down"))
        who = self.pick(ME, ME, theirs, CASTER)
        if self.chance(0.15) and theirs != CASTER:
            return t.Pay(self.pick(ME, theirs), CASTER, "Stars", self.pick(self.int(), t.ThatMany()))
        attr = self.thing() if not isinstance(amount, t.Part) else "Stars"
        return t.Change(who, attr, self.chance(0.5), amount)

    # Draws that are spoken of afterwards, and the rest

    def rolled(self) -> Acts:
        rolls: tuple[t.Roll, ...] = (self.roll(),)
        if self.chance(0.2):
            rolls += (t.Roll(self._new(), rolls[0].sides),)
        which: t.Num = rolls[0]
        if len(rolls) == 2:
            which = self.pick(t.Add(rolls), t.Greatest(rolls), t.Least(rolls))
        who, gain = self.who(), self.chance(0.5)
        made: Acts = (t.Change(who, "Stars", gain, which),)
        if self.chance(0.75):
            test = self.about(which, rolls[0].sides)
            made = (t.If(test, (self.change(),), (self.change(),) if self.chance(0.5) else ()),)
            if self.chance(0.3):
                made += (t.If(self.about(which, rolls[0].sides), (self.change(),)),)
        return (*(t.Rolls(roll) for roll in rolls), *made)

    def picked(self) -> Acts:
        among = self.pick(OTHERS, ALL, t.Neighbours(CASTER), t.Those(OTHERS, self.test()))
        pick = t.Pick(self._new(), among, 1, self.chance(0.15))
        acts: Acts = (t.Change(pick, "Stars", self.chance(0.3), self.int()), t.Pay(pick, CASTER, "Stars", self.int()))
        first = self.pick(t.Picks(pick), t.Picks(pick), acts[0])
        if self.chance(0.4):
            return first, t.If(t.Holds(pick, ">=", t.Int(1), self.test()), (self.pick(*acts),), (self.change(),))
        return first, self.pick(acts[0], acts[1], t.Change(t.Neighbours(pick), "Stars", False, self.int()))

    def after(self) -> t.Act:
        who = self.target()
        way: Any = self.pick("net", "net", "gain", "loss")
        moved = t.Moved(self.pick(who, CASTER), way, "Stars", t.Same(ME, who))
        change = t.Change(self.pick(who, CASTER), "Stars", way == "net" or self.chance(0.6), moved)
        return t.After(who, (self.pick(change, self.change()),))

    def nothing(self) -> Acts:
        return self.change(), t.If(self.cond(), (t.Nothing(),))

    def tied(self) -> Acts:
        top = self.top("ruling")
        return t.Change(top, "Stars", self.chance(0.4), self.int()), t.If(t.Tied(top), (t.Nothing(),))


def staged(act: t.Act) -> list[Any]:
    """The parts of an outcome that have a stage."""
    return [part for part in parts(act) if isinstance(part, STAGED)]


def later(act: t.Act, stage: int) -> Any:
    """An outcome as it happens in a later stage."""
    return mapped(act, lambda node: replace(node, stage=stage) if isinstance(node, STAGED) else node)
