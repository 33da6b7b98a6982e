"""A fight on the board of Tactical Genius: what a command phase keeps of its units, and how they are hurt.

Events and their facts are those of pbp.games.tactical_genius.command.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pbp.games.base import Event
from pbp.games.tactical_genius.state import State, Tile, Unit, pair

HALF = Fraction(1, 2)


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

    def spend_aim(self, unit: Unit) -> None:
        """An attack that has hit something uses up what `aim` gave to it."""
        if unit.aimed and unit.name in self.units:
            self.change(unit, aimed=False)

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
