"""What is true between two phases of Tactical Genius: the units on the board, points, and what has been used up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from pbp.games.base import Outcome
from pbp.games.tactical_genius.table import Offset, Table, UnitType

T = TypeVar("T")

Tile = tuple[int, int]
"""Column and row, both from 1."""

Id = tuple[int, str]
"""A unit: its seat and its name."""

GOALS = ("enemy-side", "last-column")
"""The values of the option `goal`: where a unit must come to win (rules 3.1); the first is the default."""

LAST_CALL = 3
"""The reinforcement at whose end a side that has never placed a unit loses (rules 3.1)."""

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

    @property
    def id(self) -> Id:
        """What tells it from every other unit: both armies may have one of its name."""
        return self.seat, self.name


@dataclass(frozen=True, slots=True)
class State:
    """The game. `turn` is that of the phase played last: turn 1 is a reinforcement, each later one command and
    reinforcement. `goal` is the option; `names` are all that each seat ever used, in lower case."""

    players: tuple[str, str]
    table: Table
    goal: str = GOALS[0]
    turn: int = 1
    phase: str = "reinforcement"
    units: tuple[Unit, ...] = ()
    points_left: tuple[int, int] = (0, 0)
    placed: tuple[int, int] = (0, 0)
    decimals_used: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
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

    def labels(self) -> dict[Id, str]:
        """What texts call each unit on the board: its name, after its owner's where both armies have one of it."""
        held = [{unit.name.casefold() for unit in self.army(seat)} for seat in (0, 1)]
        both = held[0] & held[1]
        return {
            unit.id: f"{self.players[unit.seat]}'s {unit.name}" if unit.name.casefold() in both else unit.name
            for unit in self.units
        }

    def has_arrived(self, unit: Unit) -> bool:
        """Whether a unit stands where its side wins: in the opponent's home columns, or in the last column."""
        column, goal = unit.tile[0], self.table.goals[unit.seat]
        if self.goal == "enemy-side":
            goal = self.table.homes[1 - unit.seat][unit.seat]
        return column >= goal if unit.seat == 0 else column <= goal


def forward(seat: int) -> int:
    """The step of a column forward."""
    return 1 if seat == 0 else -1


def pair(old: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """A pair of values by seat with one of them replaced."""
    return (value, old[1]) if seat == 0 else (old[0], value)


def on_board(table: Table, tile: Tile) -> bool:
    """Whether there is such a tile."""
    return 1 <= tile[0] <= table.columns and 1 <= tile[1] <= table.rows


def tiles(table: Table, unit: Unit, offsets: Iterable[Offset]) -> list[Tile]:
    """The tiles on the board at these offsets from a unit."""
    column, row = unit.tile
    found = [(column + unit.ahead * f, row + s) for f, s in offsets]
    return [tile for tile in found if on_board(table, tile)]


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
