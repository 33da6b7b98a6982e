"""A program said back in canonical English, which reads as the same program again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbp.spells import tree as t
from pbp.spells.say_parts import Parts, Unsaid, negatable, single
from pbp.spells.walk import parts


class Sayer(Parts):
    """Says the outcomes of one program, a sentence each."""

    # Outcomes

    def effect(self, acts: tuple[t.Act, ...]) -> str:
        """All outcomes, a sentence each."""
        sentences: list[str] = []
        stage = 0
        for act in acts:
            words = self.act(act)
            deep = max((getattr(part, "stage", 0) for part in parts(act)), default=0)
            if deep > stage and not isinstance(act, t.If) and deep == stage + 1:
                words = f"then {words}"
            elif deep > stage:
                words = self._staged(act, stage)
            stage = max(stage, deep)
            sentences.append(words[0].upper() + words[1:] + ".")
            for top in self.ties:
                sentences.append(_TIES[top.ties])
            self.ties = []
        return " ".join(sentences)

    def _staged(self, act: t.Act, stage: int) -> str:
        stages = {getattr(part, "stage", 0) for part in parts(act) if hasattr(part, "stage")} - {0}
        if not isinstance(act, t.If) or stages != {stage + 1}:
            raise Unsaid(act)
        return f"then {self.act(act)}"

    def act(self, act: t.Act) -> str:
        """One outcome as a clause."""
        for kind, say in _ACTS.items():
            if isinstance(act, kind):
                return say(self, act)
        raise Unsaid(act)

    def _if(self, act: t.If) -> str:
        if any(isinstance(part, t.If) for part in (*act.then, *act.otherwise)):
            raise Unsaid(act)
        if isinstance(act.cond, t.Not) and not negatable(act.cond.part):
            head = f"unless {self.claim(act.cond.part)}"
        else:
            head = f"if {self.claim(act.cond)}"
        words = f"{head}, {self._and(act.then)}"
        if act.otherwise:
            words += f". Otherwise, {self._and(act.otherwise)}"
        return words

    def _and(self, acts: tuple[t.Act, ...]) -> str:
        return ", and ".join(self.act(act) for act in acts)

    def _change(self, act: t.Change) -> str:
        words = f"{self.who(act.who)} {'gains' if act.gain else 'loses'} {self.amount(act.amount, act.attr)}"
        if isinstance(act.floor, t.Int):
            words += f", but not below {act.floor.value}"
        elif act.floor is not None:
            raise Unsaid(act)
        return words

    def _assign(self, act: t.Assign) -> str:
        if not isinstance(act.attr, str):
            return (
                f"{self.poss(act.who)} chosen item becomes {self.value(act.value)}"
                if isinstance(act.value, t.Value)
                else ""
            )
        if isinstance(act.value, t.Value):
            return f"{self.poss(act.who)} {act.attr} becomes {self.value(act.value)}"
        if not single(act.who):
            raise Unsaid(act)
        return f"{self.poss(act.who)} {act.attr} become {self.num(act.value)}"

    def _pay(self, act: t.Pay) -> str:
        able = ", if able" if act.mode == "able" else ""
        upto = "up to " if act.mode == "upto" else ""
        if able and upto:
            raise Unsaid(act)
        return f"{self.who(act.payer)} pays {upto}{self.amount(act.amount, act.attr)} to {self.who(act.receiver)}{able}"

    def _swap(self, act: t.Swap) -> str:
        return f"{self.who(act.left)} swaps {act.attr} with {self.who(act.right)}"

    def _rolls(self, act: t.Rolls) -> str:
        self.drawn.add(act.roll.key)
        return f"roll DICE{act.roll.sides}"

    def _replace(self, act: t.Replace) -> str:
        if act.spell is None:
            return f"{self.who(act.who)} is considered to have selected no spell"
        spell = "the chosen spell" if isinstance(act.spell, t.SpellInput) else f'"{act.spell}"'
        if act.inputs:
            raise Unsaid(act)
        return f"{self.who(act.who)} is considered to have selected {spell} instead"

    def _void(self, act: t.Void) -> str:
        lasting = " for the remainder of this Duel" if act.lasting else ""
        return f"{self.casts(act.who)} has no effect{lasting}"

    def _redirect(self, act: t.Redirect) -> str:
        lasting = "for the remainder of this Duel, " if act.lasting else ""
        return f"{lasting}{self.casts(act.who)} targets {self.who(act.to)} instead"

    def _watch(self, act: t.Watch) -> str:
        source = "" if act.source == t.Always() else f" from {self.source(act.source)}"
        whom = self.who(act.whom)
        lasting = " for the remainder of this Duel"
        if act.how == "cancel" and act.attr:
            verb = {"gain": "gain", "loss": "lose", "any": "gain or lose"}[act.way]
            return f"{whom} cannot {verb} {act.attr}{source}{lasting}"
        if act.how == "shield":
            return f"{whom} is not affected by {source[6:] or 'spells'}{lasting}"
        raise Unsaid(act)

    def source(self, test: t.Cond) -> str:
        """The spells of a status."""
        match test:
            case t.CastIs(t.Member(0), (str(name),)):
                return f'"{name}" spells'
            case t.CastTrait(t.Member(0), trait):
                return f"{trait} spells"
            case t.Not(t.Same(t.Member(0), t.Member(1))):
                return "spells"
        raise Unsaid(test)

    def _nothing(self, _act: t.Nothing) -> str:
        return "nothing happens"


_TIES = {
    "random": "If there is a tie, one of the tied Wizards is selected at random.",
    "first": "If there is a tie, the one in the lowest position is chosen.",
    "last": "If there is a tie, the one in the highest position is chosen.",
    "none": "If there is a tie, nothing happens.",
}
_ACTS: dict[type, Callable[[Sayer, Any], str]] = {
    t.If: Sayer._if,
    t.Change: Sayer._change,
    t.Assign: Sayer._assign,
    t.Pay: Sayer._pay,
    t.Swap: Sayer._swap,
    t.Rolls: Sayer._rolls,
    t.Replace: Sayer._replace,
    t.Void: Sayer._void,
    t.Redirect: Sayer._redirect,
    t.Watch: Sayer._watch,
    t.Nothing: Sayer._nothing,
}


__all__ = ["Sayer", "Unsaid"]
