"""A command phase of Tactical Genius: every unit in its turn attacks, uses a skill, moves or idles.

Events and their facts (units by name; `why` is a word of the template's list of reasons):
failed: unit, doing, why. hit: unit (who is hurt), by, doing (attack, a skill, deflect, riposte, shove,
frenzy-self), damage, health, effective. deflect: unit, attacker, damage. killed: unit, player (for whom it
counts), by, cost. move: unit, how, column, row. swap: unit, other, column, row. turn-lost: unit.
stance: unit, skill. hindrance: unit, target, skill. stats: unit, target, skill, changes.
mended: unit, target, gained, health. shoved: unit, target, column, row. goal: unit, player, column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pbp.games.base import Event
from pbp.games.tactical_genius.orders import Command
from pbp.games.tactical_genius.reinforcement import goal
from pbp.games.tactical_genius.skills import SKILLS
from pbp.games.tactical_genius.state import State, Tile, Unit, on_board, pair, reach, reached_goal, step, tiles
from pbp.games.tactical_genius.table import ATTACKS

HALF = Fraction(1, 2)


def command(state: State, commands: Mapping[str, Command], events: list[Event]) -> State:
    """The state after a command phase; what happened is added to `events`. Units without a command idle."""
    return Fight(state, events).fought(commands)


class Fight:
    """A command phase being played. The sets hold names of units and last until the phase ends."""

    def __init__(self, state: State, events: list[Event]):
        self.state = state
        self.units = {unit.name: unit for unit in state.units}
        self.killed_cost = state.killed_cost
        self.turned: set[str] = set()
        self.guarding: set[str] = set()
        self.deflecting: set[str] = set()
        self.riposting: set[str] = set()
        self.covered: set[str] = set()
        self.pinned: set[str] = set()
        self._events = events

    def fought(self, commands: Mapping[str, Command]) -> State:
        """Plays all turns: higher priority first, then higher speed, in the order at the start of the phase."""

        def haste(unit: Unit) -> tuple[int, int]:
            order = commands.get(unit.name)
            priority = self.state.table.skills[order.what].priority if order and order.verb == "SKILL" else 0
            return -priority, -unit.speed

        ended = None
        acted = []
        for name in [unit.name for unit in sorted(self.state.units, key=haste)]:
            if name not in self.units:
                continue
            acted.append(name)
            if name in self.turned:
                self.happened("turn-lost", unit=name)
                continue
            self.turned.add(name)
            self._act(self.units[name], commands.get(name))
            arrived = next((unit for unit in self.units.values() if reached_goal(self.state.table, unit)), None)
            if arrived:
                ended = goal(self.state, arrived, self._events)
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

    # -- What skills use too

    def happened(self, kind: str, **facts: object) -> None:
        """Notes an event."""
        self._events.append(Event(kind, facts))

    def failed(self, unit: Unit, doing: str, why: str) -> None:
        """Notes that a unit's order came to nothing."""
        self.happened("failed", unit=unit.name, doing=doing, why=why)

    def at(self, tile: Tile) -> Unit | None:
        """The unit on a tile."""
        return next((unit for unit in self.units.values() if unit.tile == tile), None)

    def change(self, unit: Unit, **values: object) -> Unit:
        """Changes a unit that is on the board."""
        changed = replace(self.units[unit.name], **values)  # type: ignore[arg-type]
        self.units[unit.name] = changed
        return changed

    def enemy_in_column(self, unit: Unit, column: int) -> bool:
        """Whether a column holds an enemy of a unit."""
        return any(other.seat != unit.seat and other.tile[0] == column for other in self.units.values())

    def strike(self, attacker: Unit, target: Unit, factor: Fraction, doing: str) -> None:
        """One hit of an attack, with deflect and riposte (rules 3.3)."""
        damage = self._damage(attacker, target, factor, aimed=attacker.aimed)
        if target.name in self.deflecting:
            self.deflecting.remove(target.name)
            self.happened("deflect", unit=target.name, attacker=attacker.name, damage=number(damage))
            if attacker.name in self.units:
                self.hurt(attacker, self._rounded(damage * HALF), "deflect", target)
            return
        self.hurt(target, damage, doing, attacker)
        enemy = self.units.get(attacker.name)
        own = self.units.get(target.name)
        if own and enemy and own.name in self.riposting and enemy.seat != own.seat and self._one_ahead(own, enemy):
            self.riposting.remove(own.name)
            if own.attack:
                self.hurt(enemy, self._damage(own, enemy, Fraction(1), aimed=False), "riposte", own)

    def hurt(self, unit: Unit, damage: Fraction, doing: str, by: Unit) -> None:
        """Takes health from a unit; at zero or below it leaves the board, and its cost counts for the other side."""
        unit = self.change(unit, health=self.units[unit.name].health - damage)
        effective = doing not in ("shove", "deflect", "frenzy-self") and unit.type in self.state.kind(by).beats
        facts = {"damage": number(damage), "health": number(max(unit.health, Fraction(0))), "effective": effective}
        self.happened("hit", unit=unit.name, by=by.name, doing=doing, **facts)
        if unit.health <= 0:
            del self.units[unit.name]
            other = 1 - unit.seat
            self.killed_cost = pair(self.killed_cost, other, self.killed_cost[other] + unit.cost)
            self.happened("killed", unit=unit.name, player=self.state.players[other], by=by.name, cost=unit.cost)

    def shove_damage(self, unit: Unit, damage: int) -> Fraction:
        """Damage that is no attack: only guard halves it."""
        return self._rounded(Fraction(damage) * (HALF if unit.name in self.guarding else 1))

    # -- Turns

    def _act(self, unit: Unit, order: Command | None) -> None:
        if order is None or order.verb == "IDLE":
            return
        if order.verb == "ATTACK":
            self._attack(unit, order)
        elif order.verb == "MOVE":
            self._move(unit, order.what)
        else:
            self._skill(unit, order)

    def _attack(self, unit: Unit, order: Command) -> None:
        assert order.tile is not None
        target = self.at(order.tile)
        if not unit.attack:
            self.failed(unit, "attack", "no-attack")
        elif order.tile not in tiles(self.state.table, unit, self.state.kind(unit).range):
            self.failed(unit, "attack", "out-of-range")
        elif target is None or target.seat == unit.seat:
            self.failed(unit, "attack", "empty" if target is None else "ally")
        else:
            self.strike(unit, target, Fraction(1), "attack")
            self.spend_aim(unit)

    def spend_aim(self, unit: Unit) -> None:
        """An attack that has hit something uses up what `aim` gave to it."""
        if unit.aimed and unit.name in self.units:
            self.change(unit, aimed=False)

    def _skill(self, unit: Unit, order: Command) -> None:
        skill = order.what
        reachable = tiles(self.state.table, unit, reach(self.state, unit, skill))
        if skill in ATTACKS and not unit.attack:
            self.failed(unit, skill, "no-attack")
        elif order.tile is not None and order.tile not in reachable:
            self.failed(unit, skill, "out-of-range")
        else:
            SKILLS[skill](self, unit, order.tile, reachable)

    def _move(self, unit: Unit, direction: str) -> None:
        tile = step(unit, direction)
        ally = self.at(tile)
        if unit.name in self.pinned:
            self.failed(unit, "move", "pinned")
        elif not on_board(self.state.table, tile):
            self.failed(unit, "move", "off-board")
        elif tile[0] != unit.tile[0] and self.enemy_in_column(unit, tile[0]):
            self.failed(unit, "move", "column-held")
        elif ally is None:
            self.change(unit, tile=tile)
            self.happened("move", unit=unit.name, how=direction.lower(), column=tile[0], row=tile[1])
        elif ally.seat != unit.seat:
            self.failed(unit, "move", "column-held")
        elif ally.name in self.pinned:
            self.failed(unit, "move", "ally-pinned")
        elif ally.name in self.turned:
            self.failed(unit, "move", "ally-has-acted")
        else:
            self.change(ally, tile=unit.tile)
            self.change(unit, tile=tile)
            self.turned.add(ally.name)
            self.happened("swap", unit=unit.name, other=ally.name, column=tile[0], row=tile[1])

    # -- Damage

    def _damage(self, attacker: Unit, target: Unit, factor: Fraction, *, aimed: bool) -> Fraction:
        """Atk - Def/2; x2 type; x skill; each halving; down to a step; at least the least (rules 3.3)."""
        damage = attacker.attack + (2 if aimed else 0) - target.defense * HALF
        if target.type in self.state.kind(attacker).beats:
            damage *= 2
        damage *= factor
        for halved in (attacker.name in self.covered, target.name in self.guarding):
            if halved:
                damage *= HALF
        return self._rounded(damage)

    def _rounded(self, damage: Fraction) -> Fraction:
        table = self.state.table
        return max(damage // table.damage_step * table.damage_step, table.min_damage)

    def _one_ahead(self, unit: Unit, other: Unit) -> bool:
        return other.tile[0] == unit.tile[0] + unit.ahead


def number(value: Fraction) -> int | float:
    """An exact number as JSON: whole if it is."""
    return value.numerator if value.denominator == 1 else float(value)
