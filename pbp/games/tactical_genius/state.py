"""What is true between two phases of Tactical Genius: the units on the board, points, and what has been used up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pbp.games.base import Outcome
from pbp.games.tactical_genius.table import Offset, Table, UnitType

Tile = tuple[int, int]
"""Column and row, both from 1."""

MISSES = 3
"""Phases missed in a row that lose the game (rules 3.1)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board. Stats are with the type's bonus; `*_change` are lasting changes; speeds are hundredths."""

    name: str
    seat: int
    type: str
    tile: Tile
    health: Fraction
    max_health: int
    base_attack: int
    base_defense: int
    base_speed: int
    skills: tuple[str, ...]
    cost: int
    attack_change: int = 0
    defense_change: int = 0
    speed_change: int = 0
    aimed: bool = False

    @property
    def attack(self) -> int:
        """Attack now, never below 0."""
        return max(0, self.base_attack + self.attack_change)

    @property
    def defense(self) -> int:
        """Defense now, never below 0."""
        return max(0, self.base_defense + self.defense_change)

    @property
    def speed(self) -> int:
        """Speed now, in hundredths."""
        return self.base_speed + 100 * self.speed_change

    @property
    def ahead(self) -> int:
        """The step of a column forward: green goes right, blue left."""
        return forward(self.seat)


@dataclass(frozen=True, slots=True)
class State:
    """The game. `turn` is that of the phase played last: turn 1 is a reinforcement, each later one command and
    reinforcement. `names` are all ever used, in lower case."""

    players: tuple[str, str]
    table: Table
    turn: int = 1
    phase: str = "reinforcement"
    units: tuple[Unit, ...] = ()
    points_left: tuple[int, int] = (0, 0)
    placed: tuple[int, int] = (0, 0)
    decimals_used: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    names: tuple[str, ...] = ()
    killed_cost: tuple[int, int] = (0, 0)
    missed: tuple[int, int] = (0, 0)
    order: tuple[str, ...] = ()
    ended: Outcome | None = None

    def army(self, seat: int) -> list[Unit]:
        """The units of a seat that are on the board, in the order of their placing."""
        return [unit for unit in self.units if unit.seat == seat]

    def kind(self, unit: Unit) -> UnitType:
        """The type of a unit."""
        return self.table.types[unit.type]


def forward(seat: int) -> int:
    """The step of a column forward."""
    return 1 if seat == 0 else -1


def pair(old: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """A pair of numbers by seat with one of them replaced."""
    return (value, old[1]) if seat == 0 else (old[0], value)


def on_board(table: Table, tile: Tile) -> bool:
    """Whether there is such a tile."""
    return 1 <= tile[0] <= table.columns and 1 <= tile[1] <= table.rows


def tiles(table: Table, unit: Unit, offsets: Iterable[Offset]) -> list[Tile]:
    """The tiles on the board at these offsets from a unit."""
    column, row = unit.tile
    found = [(column + unit.ahead * f, row + s) for f, s in offsets]
    return [tile for tile in found if on_board(table, tile)]


def reached_goal(table: Table, unit: Unit) -> bool:
    """Whether a unit stands at or beyond its goal column."""
    column, goal = unit.tile[0], table.goals[unit.seat]
    return column >= goal if unit.seat == 0 else column <= goal


def behind_enemy(units: Iterable[Unit], seat: int, column: int) -> bool:
    """Whether a column is level with an enemy of a seat, or at the enemy's back."""
    return any((column - unit.tile[0]) * forward(seat) >= 0 for unit in units if unit.seat != seat)


def reach(state: State, unit: Unit, skill: str) -> tuple[Offset, ...]:
    """The offsets that a skill of a unit may be aimed at, or covers."""
    offsets = state.table.skills[skill].reach
    return state.kind(unit).range if offsets is None else offsets


def decimals_left(state: State, seat: int) -> list[int]:
    """The decimals, in hundredths, that a seat has not yet given to a unit."""
    return [value for value in state.table.decimals[seat] if value not in state.decimals_used[seat]]


def step(unit: Unit, direction: str) -> Tile:
    """The tile next to a unit in a direction; it may lie off the board."""
    column, row = unit.tile
    if direction == "FORWARD":
        return column + unit.ahead, row
    return column, row + (-1 if direction == "UP" else 1)
