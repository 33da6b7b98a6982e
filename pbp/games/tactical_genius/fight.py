"""A fight on the board of Tactical Genius: what a command phase keeps of its units, and how they are hurt.

Events and their facts are those of pbp.games.tactical_genius.command.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pbp.games.base import Event
from pbp.games.tactical_genius.state import Id, State, Tile, Unit, pair

HALF = Fraction(1, 2)


class Fight:
    """A command phase being played. The sets hold units and last until the phase ends, and so do the labels."""

    def __init__(self, state: State, events: list[Event]):
        self.state = state
        self.units = {unit.id: unit for unit in state.units}
        self.labels = state.labels()
        self.killed_cost = state.killed_cost
        self.turned: set[Id] = set()
        self.guarding: set[Id] = set()
        self.deflecting: set[Id] = set()
        self.riposting: set[Id] = set()
        self.covered: set[Id] = set()
        self.pinned: set[Id] = set()
        self._events = events

    def happened(self, kind: str, **facts: object) -> None:
        """Notes an event."""
        self._events.append(Event(kind, facts))

    def failed(self, unit: Unit, doing: str, why: str) -> None:
        """Notes that a unit's order came to nothing."""
        self.happened("failed", unit=self.labels[unit.id], doing=doing, why=why)

    def at(self, tile: Tile) -> Unit | None:
        """The unit on a tile."""
        return next((unit for unit in self.units.values() if unit.tile == tile), None)

    def change(self, unit: Unit, **values: object) -> Unit:
        """Changes a unit that is on the board."""
        changed = replace(self.units[unit.id], **values)  # type: ignore[arg-type]
        self.units[unit.id] = changed
        return changed

    def enemy_in_column(self, unit: Unit, column: int) -> bool:
        """Whether a column holds an enemy of a unit."""
        return any(other.seat != unit.seat and other.tile[0] == column for other in self.units.values())

    def strike(self, attacker: Unit, targets: Sequence[Unit], factor: Fraction, doing: str) -> None:
        """An attack: all its targets are hit before any of them answers, by deflect or riposte (rules 3.3, 3.4)."""
        thrown_back: dict[Id, Fraction] = {}
        for target in targets:
            damage = self._damage(attacker, target, factor, aimed=attacker.aimed)
            if target.id in self.deflecting:
                self.deflecting.remove(target.id)
                names = {"unit": self.labels[target.id], "attacker": self.labels[attacker.id]}
                self.happened("deflect", **names, damage=number(damage))
                thrown_back[target.id] = self._rounded(damage * HALF)
            else:
                self.hurt(target, damage, doing, attacker)
        for target in targets:
            if attacker.id not in self.units:
                break
            if target.id in thrown_back:
                self.hurt(attacker, thrown_back[target.id], "deflect", target)
            else:
                self._riposte(target, attacker)

    def _riposte(self, hit: Unit, attacker: Unit) -> None:
        """The attack back of a unit that was hit, if it made ready for one, lives, and the attacker stands ahead."""
        own, enemy = self.units.get(hit.id), self.units[attacker.id]
        if own and own.id in self.riposting and enemy.seat != own.seat and self._one_ahead(own, enemy):
            self.riposting.remove(own.id)
            if own.attack:
                self.hurt(enemy, self._damage(own, enemy, Fraction(1), aimed=False), "riposte", own)

    def hurt(self, unit: Unit, damage: Fraction, doing: str, by: Unit) -> None:
        """Takes health from a unit; at zero or below it leaves the board, and its cost counts for the other side."""
        unit = self.change(unit, health=self.units[unit.id].health - damage)
        effective = doing not in ("shove", "deflect", "frenzy-self") and unit.type in self.state.kind(by).beats
        facts = {"damage": number(damage), "health": number(max(unit.health, Fraction(0))), "effective": effective}
        names = {"unit": self.labels[unit.id], "by": self.labels[by.id]}
        self.happened("hit", **names, doing=doing, **facts)
        if unit.health <= 0:
            del self.units[unit.id]
            other = 1 - unit.seat
            self.killed_cost = pair(self.killed_cost, other, self.killed_cost[other] + unit.cost)
            self.happened("killed", **names, player=self.state.players[other], cost=unit.cost)

    def shove_damage(self, unit: Unit, damage: int) -> Fraction:
        """Damage that is no attack: only guard halves it."""
        return self._rounded(Fraction(damage) * (HALF if unit.id in self.guarding else 1))

    def spend_aim(self, unit: Unit) -> None:
        """An attack uses up what `aim` gave to it, whether it hit anybody or not (rules 3.4)."""
        if unit.aimed and unit.id in self.units:
            self.change(unit, aimed=False)

    def _damage(self, attacker: Unit, target: Unit, factor: Fraction, *, aimed: bool) -> Fraction:
        """Atk - Def/2; x2 type; x skill; each halving; down to a step; at least the least (rules 3.3)."""
        damage = attacker.attack + (2 if aimed else 0) - target.defense * HALF
        if target.type in self.state.kind(attacker).beats:
            damage *= 2
        damage *= factor
        for halved in (attacker.id in self.covered, target.id in self.guarding):
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
