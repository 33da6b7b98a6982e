"""A command phase of Tactical Genius: every unit in its turn attacks, uses a skill, moves or idles.

Events and their facts (units as `State.labels` calls them; `why` is a word of the template's list of reasons):
failed: unit, doing, why. hit: unit (who is hurt), by, doing (attack, a skill, deflect, riposte, shove,
frenzy-self), damage, health, effective. deflect: unit, attacker, damage. killed: unit, player (for whom it
counts), by, cost. move: unit, how, column, row. swap: unit, other, column, row. turn-lost: unit.
stance: unit, skill. hindrance: unit, target, skill. stats: unit, target, skill, changes.
mended: unit, target, gained, health. shoved: unit, target, column, row. goal: unit, player, column, where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pbp.games.base import Event
from pbp.games.tactical_genius.fight import Fight
from pbp.games.tactical_genius.orders import UnitCommand
from pbp.games.tactical_genius.reinforcement import goal
from pbp.games.tactical_genius.skills import SKILLS
from pbp.games.tactical_genius.state import Id, State, Unit, on_board, reach, step, tiles
from pbp.games.tactical_genius.table import ATTACKS


def command(state: State, commands: Mapping[Id, UnitCommand], events: list[Event]) -> State:
    """The state after a command phase; what happened is added to `events`. Units without a command idle."""
    return Turns(state, events).fought(commands)


class Turns(Fight):
    """The turns of a command phase."""

    def fought(self, commands: Mapping[Id, UnitCommand]) -> State:
        """Plays all turns: higher priority first, then higher speed, in the order at the start of the phase."""

        def haste(unit: Unit) -> tuple[int, int]:
            order = commands.get(unit.id)
            priority = self.state.table.skills[order.what].priority if order and order.verb == "SKILL" else 0
            return -priority, -unit.speed

        ended = None
        acted = []
        for id in [unit.id for unit in sorted(self.state.units, key=haste)]:
            if id not in self.units:
                continue
            acted.append(self.labels[id])
            if id in self.turned:
                self.happened("turn-lost", unit=self.labels[id])
                continue
            self.turned.add(id)
            self._act(self.units[id], commands.get(id))
            arrived = next((unit for unit in self.units.values() if self.state.has_arrived(unit)), None)
            if arrived:
                ended = goal(self.state, arrived, self.labels[arrived.id], self._events)
                break
        return replace(
            self.state,
            phase="reinforcement",
            turn=self.state.turn + 1,
            units=tuple(self.units.values()),
            killed_cost=self.killed_cost,
            order=tuple(acted),
            ended=ended,
        )

    def _act(self, unit: Unit, order: UnitCommand | None) -> None:
        if order is None or order.verb == "IDLE":
            return
        if order.verb == "MOVE":
            self._move(unit, order.what)
            return
        attacks = order.verb == "ATTACK" or order.what in ATTACKS
        if attacks and not unit.attack:
            self.failed(unit, order.what or "attack", "no-attack")
        elif order.verb == "ATTACK":
            self._attack(unit, order)
        else:
            self._skill(unit, order)
        if attacks and unit.attack:
            self.spend_aim(unit)

    def _attack(self, unit: Unit, order: UnitCommand) -> None:
        assert order.tile is not None
        target = self.at(order.tile)
        if order.tile not in tiles(self.state.table, unit, self.state.kind(unit).range):
            self.failed(unit, "attack", "out-of-range")
        elif target is None or target.seat == unit.seat:
            self.failed(unit, "attack", "empty" if target is None else "ally")
        else:
            self.strike(unit, [target], Fraction(1), "attack")

    def _skill(self, unit: Unit, order: UnitCommand) -> None:
        skill = order.what
        reachable = tiles(self.state.table, unit, reach(self.state, unit, skill))
        if order.tile is not None and order.tile not in reachable:
            self.failed(unit, skill, "out-of-range")
        else:
            SKILLS[skill](self, unit, order.tile, reachable)

    def _move(self, unit: Unit, direction: str) -> None:
        tile = step(unit, direction)
        ally = self.at(tile)
        if unit.id in self.pinned:
            self.failed(unit, "move", "pinned")
        elif not on_board(self.state.table, tile):
            self.failed(unit, "move", "off-board")
        elif tile[0] != unit.tile[0] and self.enemy_in_column(unit, tile[0]):
            self.failed(unit, "move", "column-held")
        elif ally is None:
            self.change(unit, tile=tile)
            self.happened("move", unit=self.labels[unit.id], how=direction.lower(), column=tile[0], row=tile[1])
        elif ally.seat != unit.seat:
            self.failed(unit, "move", "column-held")
        elif ally.id in self.pinned:
            self.failed(unit, "move", "ally-pinned")
        elif ally.id in self.turned:
            self.failed(unit, "move", "ally-has-acted")
        else:
            self.change(ally, tile=unit.tile)
            self.change(unit, tile=tile)
            self.turned.add(ally.id)
            names = {"unit": self.labels[unit.id], "other": self.labels[ally.id]}
            self.happened("swap", **names, column=tile[0], row=tile[1])
