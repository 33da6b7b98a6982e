"""Two small games by which replays and bundles are tested without the rules of a real one.

A sum duel: two players call a number, or whisper one, at each step; each gains what was called plus a die;
the first with 12 points wins. A ring raid: each wizard may hit a position and takes DICE4 Stars from it;
with the option `tell` it has events (which only games with templates of their own can show).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pbp.errors import Fault, FileFaults, Problem, Unclear
from pbp.fair.dice import Dice
from pbp.games.base import Event, Facts, Order, Outcome, Prompt, Reading, Setup
from pbp.games.choices import Move


@dataclass(frozen=True, slots=True)
class Call:
    words: str
    number: int

    @property
    def said(self) -> str:
        return f"the number {self.number}"


def _read(verb: str, words: str, highest: int) -> Reading:
    if words.strip().upper() == "WITHDRAW":
        return Reading()
    found = re.fullmatch(rf"\s*{verb}\s+([0-9]{{1,3}})\s*", words, re.I)
    if not found or not 1 <= int(found[1]) <= highest:
        return Reading(None, (Problem("unreadable", words, f"say {verb} and a number from 1 to {highest}"),))
    return Reading(Call(f"{verb} {int(found[1])}", int(found[1])))


CALL, HIT = Move("call-3", "Call 3", "CALL 3"), Move("hit-1", "Hit 1", "HIT 1")


@dataclass(frozen=True, slots=True)
class SumState:
    points: Mapping[str, int | Fraction]
    goal: int


class SumDuel:
    name = "sum-duel/1"
    verbs = frozenset({"CALL"})
    bare: Mapping[str, str] = {}

    def begin(self, setup: Setup, dice: Dice) -> SumState:
        players = setup.get("players", [])
        if len(players) != 2:
            raise FileFaults([Fault(("players",), "two play")])
        ahead = dice.choice(players, "who begins with a point")
        return SumState({name: int(name == ahead) for name in players}, setup.get("options", {}).get("goal", 12))

    def phase(self, state: SumState) -> str:
        return "calling"

    def awaits(self, state: SumState) -> Mapping[str, Prompt]:
        return {} if self.outcome(state) else {name: Prompt("a call", lambda: (CALL,)) for name in state.points}

    def read(self, state: SumState, player: str, words: str) -> Reading:
        return _read("CALL", words, 5)

    def resolve(self, state: SumState, orders: Mapping[str, Order], dice: Dice) -> tuple[SumState, Sequence[Event]]:
        points = dict(state.points)
        for name, order in orders.items():
            assert isinstance(order, Call)
            points[name] += order.number + dice.draw(6, f"the die of {name}")
        return replace(state, points=points), ()

    def outcome(self, state: SumState) -> Outcome | None:
        best = [name for name, points in state.points.items() if points >= state.goal]
        if not best:
            return None
        winner = best[0] if len(best) == 1 else None
        return Outcome(winner, winner is None, f"{state.goal} points")

    def view(self, state: SumState, player: str | None) -> Facts:
        return {"points": state.points}

    def unclear(self, state: SumState) -> Sequence[Unclear]:
        return ()

    def rewordings(self, state: SumState, spell: str) -> Sequence[Mapping[str, str]]:
        return ()


class RingRaid:
    name = "ring-raid/1"
    verbs = frozenset({"HIT"})
    bare: Mapping[str, str] = {}

    def begin(self, setup: Setup, dice: Dice) -> Mapping[str, Any]:
        if set(setup["spell_list"]) != {"wikitext"}:
            raise FileFaults([Fault(("spell_list",), "the text alone")])
        tell = setup.get("options", {}).get("tell", False)
        spells = setup["spell_list"]["wikitext"]
        return {"wizards": setup["wizards"], "list": spells, "tell": tell, "played": False}

    def phase(self, state: Mapping[str, Any]) -> str:
        return "casting"

    def awaits(self, state: Mapping[str, Any]) -> Mapping[str, Prompt]:
        return {} if state["played"] else {w["name"]: Prompt("a hit", lambda: (HIT,)) for w in state["wizards"]}

    def read(self, state: Mapping[str, Any], player: str, words: str) -> Reading:
        return _read("HIT", words, len(state["wizards"]))

    def resolve(
        self, state: Mapping[str, Any], orders: Mapping[str, Order], dice: Dice
    ) -> tuple[Mapping[str, Any], Sequence[Event]]:
        stars = [wizard["stars"] for wizard in state["wizards"]]
        events = []
        for name, order in orders.items():
            assert isinstance(order, Call)
            stars[order.number - 1] -= dice.draw(4, f"DICE4 of {name}")
            if state["tell"]:
                events.append(Event("hit", {"wizard": name, "position": order.number}))
        wizards = [{**wizard, "stars": left} for wizard, left in zip(state["wizards"], stars, strict=True)]
        return {**state, "wizards": wizards, "played": True}, events

    def outcome(self, state: Mapping[str, Any]) -> Outcome | None:
        return None

    def view(self, state: Mapping[str, Any], player: str | None) -> Facts:
        return {"wizards": {wizard["name"]: {"stars": wizard["stars"]} for wizard in state["wizards"]}}

    def unclear(self, state: Mapping[str, Any]) -> Sequence[Unclear]:
        return ()

    def rewordings(self, state: Mapping[str, Any], spell: str) -> Sequence[Mapping[str, str]]:
        return ()
