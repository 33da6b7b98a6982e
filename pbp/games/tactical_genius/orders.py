"""The orders of Tactical Genius, in canonical words and as they are told back."""

from __future__ import annotations

from dataclasses import dataclass

from pbp.games.tactical_genius.state import Tile
from pbp.games.tactical_genius.table import Table
from pbp.games.wording import listed

DIRECTIONS = ("UP", "DOWN", "FORWARD")


@dataclass(frozen=True, slots=True, eq=False)
class Recruit:
    """A unit to be placed. `health`, `attack`, `defense` and `speed` are points bought, `decimal` hundredths.

    Two are equal if their words are, whatever the case of the name.
    """

    name: str
    type: str
    health: int
    attack: int
    defense: int
    speed: int
    decimal: int
    skills: tuple[str, ...]
    tile: Tile

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recruit) and self.words.casefold() == other.words.casefold()

    def __hash__(self) -> int:
        return hash(self.words.casefold())

    def cost(self, table: Table) -> int:
        """Everything that is spent on the unit."""
        bought = self.health + self.attack + self.defense + self.speed
        return table.unit_cost + table.skill_cost * len(self.skills) + bought

    @property
    def words(self) -> str:
        skills = f" SKILLS {', '.join(self.skills)}" if self.skills else ""
        return (
            f"UNIT {self.name} {self.type.upper()} HP {self.health} ATK {self.attack} DEF {self.defense}"
            f" SPD {self.speed}.{self.decimal:02}{skills} AT {where(self.tile)}"
        )

    @property
    def said(self) -> str:
        skills = f", with {listed(skill.replace('_', ' ') for skill in self.skills)}" if self.skills else ""
        return (
            f"{self.name}, {self.type}, at {where(self.tile)}: {self.health} points on health, {self.attack} on attack,"
            f" {self.defense} on defense, {self.speed} on speed (.{self.decimal:02}){skills}"
        )


@dataclass(frozen=True, slots=True)
class UnitCommand:
    """What one unit is to do: `verb` ATTACK, SKILL, MOVE or IDLE; `what` the skill or the direction."""

    unit: str
    verb: str
    what: str = ""
    tile: Tile | None = None

    @property
    def words(self) -> str:
        return " ".join([self.unit, self.verb, *filter(None, [self.what, where(self.tile) if self.tile else ""])])

    @property
    def said(self) -> str:
        at = f" at {where(self.tile)}" if self.tile else ""
        if self.verb == "ATTACK":
            return f"{self.unit} attacks {where(self.tile)}" if self.tile else f"{self.unit} attacks"
        if self.verb == "SKILL":
            return f"{self.unit} uses {self.what.replace('_', ' ')}{at}"
        return f"{self.unit} moves {self.what.lower()}" if self.verb == "MOVE" else f"{self.unit} idles"


@dataclass(frozen=True, slots=True)
class Orders:
    """A player's lines that stand. Without any line and without PASS, `words` are empty: all lines were refused."""

    advance: bool = False
    recruits: tuple[Recruit, ...] = ()
    commands: tuple[UnitCommand, ...] = ()
    passed: bool = False

    @property
    def words(self) -> str:
        lines = ["ADVANCE"] if self.advance else []
        lines += [line.words for line in self.recruits] + [line.words for line in self.commands]
        return "\n".join(lines or (["PASS"] if self.passed else []))

    @property
    def said(self) -> str:
        lines = ["all units advance one column"] if self.advance else []
        lines += [line.said for line in self.recruits] + [line.said for line in self.commands]
        return "; ".join(lines) or ("Pass" if self.passed else "Nothing")


def where(tile: Tile) -> str:
    """A tile in words: column, row."""
    return f"{tile[0]},{tile[1]}"
