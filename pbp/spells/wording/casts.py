"""Spells that were cast, in canonical English: a tree knows them by the Wizards who cast them."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.walk import conjuncts, of_a_cast
from pbp.spells.wording.voice import ME, Unsaid, one
from pbp.spells.wording.wizards import SaysWizards

_SPEEDS = {
    "<": "lower than {}", "<=": "of {} or lower", "=": "of {}", ">=": "of {} or higher", ">": "higher than {}",
    "!=": "other than {}",
}  # fmt: skip
_SPEEDS_AS_THIS = {
    "<": "with a Speed lower than this spell", "<=": "with a Speed no higher than this spell",
    "=": "with the same Speed as this spell", ">=": "with a Speed no lower than this spell",
    ">": "with a Speed higher than this spell", "!=": "with a different Speed from this spell",
}  # fmt: skip


class SaysCasts(SaysWizards):
    """Says which spells are meant."""

    def casts(self, who: t.Who) -> str:
        """Casts, by those who made them."""
        match who:
            case t.Caster():
                return "this spell"
            case t.Those(t.All(), t.CastIs(t.Member(0), (t.SpellInput(),))):
                return "the chosen spell"
            case t.Pick(key) if key not in self.drawn:
                said = self.cast_noun(who.among)
                self.drawn.add(key)
                self.picked.append(key)
                return f"a random {said}"
        if one(who):
            return f"the spell cast by {self.who(who)}"
        return f"each {self.cast_noun(who)}"

    def cast_noun(self, who: t.Who, many: bool = False) -> str:
        """A group's casts as a noun, without its article."""
        noun = "spells" if many else "spell"
        group, tests = (who.group, conjuncts(who.test)) if isinstance(who, t.Those) else (who, ())
        theirs = tuple(test for test in tests if not _of_cast(test))
        if theirs and tests[: len(theirs)] == theirs:
            group, tests = t.Those(group, theirs[0] if len(theirs) == 1 else t.And(theirs)), tests[len(theirs) :]
        if group == t.All():
            return self._listed(tests, noun)
        at = 1 if tests and isinstance(tests[0], t.CastTrait | t.CastIs) else 0
        return self._listed((*tests[:at], t.In(ME, group), *tests[at:]), noun)

    def _listed(self, tests: tuple[t.Cond, ...], noun: str) -> str:
        match tests:
            case (t.CastTrait(t.Member(0), trait), *rest):
                words = f"{trait} {noun}"
            case (t.CastIs(t.Member(0), (str(name),)), *rest):
                words = f'"{name}" {noun}'
            case _:
                words, rest = noun, list(tests)
        kinds = self.kinds(tuple(rest), noun == "spells")
        return f"{words} {kinds}".strip()

    def source(self, test: t.Cond, single: bool = False) -> str:
        """The spells that a change comes from; or a single one, without its article."""
        match test:
            case _ if single and test == t.Always():
                return "spell"
            case _ if single and not isinstance(test, t.Same):
                return self._listed(conjuncts(test), "spell")
            case t.Always() | t.Not(t.Same(t.Member(0), t.Member(1))):
                return "spells"
            case t.Same(t.Member(0), who):
                return self.casts(who)
            case t.CastIs(t.Member(0), (t.SpellInput(),)):
                return "the chosen spell"
        return self._listed(conjuncts(test), "spells")

    def _movers(self, by: t.Cond | None) -> str:
        if by is None:
            return ""
        others = [test for test in conjuncts(by) if test == t.In(ME, t.Without(t.All(), t.Caster()))]
        if others:
            return f" by another Wizard's {self._listed(tuple(x for x in conjuncts(by) if x not in others), 'spell')}"
        return f" by {self.source(by)}"

    def kinds(self, tests: tuple[t.Cond, ...], many: bool = False) -> str:
        """Tests of a cast as what follows "spell"."""
        return " ".join(self._kind(test, many) for test in tests if test != t.CastIs(ME))

    def _kind(self, test: t.Cond, many: bool) -> str:
        target, does = ("target", "do") if many else ("targets", "does")
        match test:
            case t.Targets(t.Member(0), None):
                return f"that {target} a Wizard"
            case t.Not(t.Targets(t.Member(0), None)):
                return f"that {does} not target a Wizard"
            case t.Targets(t.Member(0), who) if who is not None:
                return f"that {target} {self.another(who)}"
            case t.Not(t.Targets(t.Member(0), who)) if who is not None:
                return f"that {does} not target {self.another(who)}"
            case t.In(t.Member(0), group):
                return f"cast by {self.another(group)}"
            case t.Same(t.Member(0), who) if one(who):
                return f"cast by {self.who(who)}"
            case t.Not(t.In(t.Member(0), group)):
                return f"not cast by {self.another(group)}"
            case t.Not(t.Same(t.Member(0), t.Caster())):
                return "other than this spell"
            case t.Compare(t.SpeedOf(t.Member(0)), op, t.SpeedOf(t.Caster())):
                return _SPEEDS_AS_THIS[op]
            case t.Compare(t.SpeedOf(t.Member(0)), op, t.Int(number)):
                return f"with a Speed {_SPEEDS[op].format(number)}"
            case t.Or((t.Compare(t.SpeedOf(), op, t.Int(low)), t.Compare(t.SpeedOf(), other, t.Int(high)))):
                either = f"{_SPEEDS[op].format(low)} or {_SPEEDS[other].format(high).removeprefix('of ')}"
                return f"with a Speed {either}"
            case t.CastPriced():
                return "with a Cost"
            case t.Not(t.CastPriced()):
                return "without a Cost"
            case t.CastShared():
                return "that another Wizard cast"
            case t.Not(t.CastShared()):
                return "that no other Wizard cast"
            case t.Retargeted(_, by):
                return f"whose target has already been changed{self._movers(by)}"
            case t.Not(t.Retargeted(_, by)):
                return f"whose target has not been changed{self._movers(by)}"
            case t.CastTrait(t.Member(0), trait):
                return f"with the trait {trait}"
            case t.Not(t.CastTrait(t.Member(0), trait)):
                return f"without the trait {trait}"
            case t.CastIs(t.Member(0), (t.SpellInput(),)):
                return "named the chosen spell"
            case t.CastIs(t.Member(0), (str(), *_) as names):
                return f"named {self._either(names)}"
            case t.Not(t.CastIs(t.Member(0), (str(), *_) as names)):
                return f"other than {self._either(names)}"
        return f"cast by {self.another(t.Those(t.All(), test))}"

    def _either(self, names: tuple[object, ...]) -> str:
        if not all(isinstance(name, str) for name in names):
            raise Unsaid(names)
        words = [f'"{name}"' for name in names]
        return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def _of_cast(test: t.Cond) -> bool:
    """Whether a test is of a cast, or says whose it is."""
    inner = test.part if isinstance(test, t.Not) else test
    return isinstance(inner, t.In | t.Same) or of_a_cast(test)
