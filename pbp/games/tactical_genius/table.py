"""The tables of Tactical Genius: types, skills and constants, read from data and checked.

The original tables are lost; `house_table.json` is a labelled replacement, which a host may replace in turn by the
option `table`, in the same form. What a skill does is code, by its name; who may learn it, its priority and its
reach are data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

Offset = tuple[int, int]
"""Columns ahead and rows aside, as seen from a unit."""

Fault = Callable[[tuple[str | int, ...], str], None]

COLOURS = ("green", "blue")
"""The armies of the first and the second seat."""

AIMS: Mapping[str, str] = {
    "rush": "self",
    "guard": "self",
    "deflect": "self",
    "rally": "tile",
    "brace": "tile",
    "shove": "tile",
    "covering_fire": "tile",
    "pin": "tile",
    "aim": "self",
    "signal": "tile",
    "mend": "tile",
    "fall_back": "self",
    "cleave": "area",
    "riposte": "self",
    "pierce": "area",
    "frenzy": "tile",
    "volley": "column",
    "snipe": "tile",
    "hex": "tile",
    "barrage": "tile",
}
"""The skills that we know, and what each is aimed at: its user, a tile, an area or a column."""

ATTACKS = frozenset("cleave pierce frenzy volley snipe barrage".split())
"""The skills that are attacks: a unit without attack cannot use them."""


@dataclass(frozen=True, slots=True)
class UnitType:
    """A type of unit: its class, free bonuses, attack range, the types it is effective against, its own skill."""

    name: str
    cls: str
    health: int
    attack: int
    defense: int
    speed: int
    range: tuple[Offset, ...]
    beats: tuple[str, ...]
    unique: str | None
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill: who may learn it (a class or a type), its priority, and the offsets that it may be aimed at or covers.

    `reach` None: the attack range of its user.
    """

    name: str
    who: str
    priority: int
    reach: tuple[Offset, ...] | None
    text: str

    @property
    def aim(self) -> str:
        """`self`, `tile`, `area` or `column`."""
        return AIMS[self.name]


@dataclass(frozen=True, slots=True)
class Table:
    """All data of the game. Points and stats are whole numbers, speeds and decimals hundredths, damage exact."""

    name: str
    types: Mapping[str, UnitType]
    skills: Mapping[str, Skill]
    points: int
    unit_cost: int
    skill_cost: int
    max_skills: int
    base_health: int
    health_per_point: int
    attack_max: int
    defense_max: int
    max_on_board: int
    max_placed: int
    columns: int
    rows: int
    homes: tuple[tuple[int, int], tuple[int, int]]
    goals: tuple[int, int]
    reinforcements: int
    min_damage: Fraction
    damage_step: Fraction
    name_length: int
    decimals: tuple[tuple[int, ...], tuple[int, ...]]
    lasting_cap: int

    def learnable(self, kind: UnitType) -> list[str]:
        """The skills that a unit of a type may learn."""
        return [name for name in self.skills if self.may_learn(kind, name)]

    def may_learn(self, kind: UnitType, skill: str) -> bool:
        """Whether a unit of a type may learn a skill."""
        return self.skills[skill].who in (kind.cls, kind.name)


@cache
def house_table() -> Table:
    """The house table as shipped."""
    data = json.loads(resources.files(__package__).joinpath("house_table.json").read_text("utf-8"))
    return read_table(data, _unexpected)


def _unexpected(path: tuple[str | int, ...], reason: str) -> None:
    raise AssertionError(f"the house table is wrong at {path}: {reason}")


def read_table(data: Any, fault: Fault) -> Table:
    """A table from data of the form of house_table.json. Calls `fault` with place and reason for all that is wrong;
    the table is then of no use."""
    return _Reader(fault).table(data)


class _Reader:
    """Reads a table value by value; where one is wrong it says so and goes on with something harmless."""

    def __init__(self, fault: Fault):
        self._fault = fault

    def table(self, data: Any) -> Table:
        top = self._mapping(data, (), {"name", "units", "skills", "consts"})
        skills = self._skills(top.get("skills"))
        types = self._types(self._mapping(top.get("units"), ("units",)), skills)
        for index, skill in enumerate(skills.values()):
            if skill.who not in {"melee", "ranged", *types}:
                self._fault(("skills", index, "who"), f"`who` is melee, ranged or a type, not {skill.who!r}")
        name = top.get("name", "a table without a name")
        return self._with_constants(str(name), types, skills, top.get("consts"))

    def _with_constants(self, name: str, types: dict[str, UnitType], skills: dict[str, Skill], data: Any) -> Table:
        known = (
            "points unit_cost skill_cost max_skills base_hp hp_per_point atk_max def_max max_on_board max_placed"
            " columns rows home goal command_rounds reinforcements min_damage name_len decimals lasting_cap damage_step"
        )
        consts = self._mapping(data, ("consts",), set(known.split()))

        def number(key: str, least: int, most: int = 1000) -> int:
            return self._number(consts.get(key), ("consts", key), least, most)

        columns, rows = number("columns", 2, 26), number("rows", 1, 26)
        homes, goals = self._pair(consts, "home"), self._pair(consts, "goal")
        home = tuple(self._span(homes[seat], ("consts", "home", COLOURS[seat]), columns) for seat in (0, 1))
        if home[0][1] >= home[1][0]:
            self._fault(("consts", "home"), "green's home columns lie left of blue's, without overlap")
        reinforcements = number("reinforcements", 1)
        if number("command_rounds", 0) != reinforcements - 1:
            self._fault(("consts", "command_rounds"), "there is one command round less than reinforcements")
        return Table(
            name=name,
            types=types,
            skills=skills,
            points=number("points", 0),
            unit_cost=number("unit_cost", 0),
            skill_cost=number("skill_cost", 0),
            max_skills=number("max_skills", 0),
            base_health=number("base_hp", 1),
            health_per_point=number("hp_per_point", 1),
            attack_max=number("atk_max", 0),
            defense_max=number("def_max", 0),
            max_on_board=number("max_on_board", 1),
            max_placed=number("max_placed", 1),
            columns=columns,
            rows=rows,
            homes=(home[0], home[1]),
            goals=(
                self._number(goals[0], ("consts", "goal", "green"), home[0][1] + 1, columns),
                self._number(goals[1], ("consts", "goal", "blue"), 1, max(home[1][0] - 1, 1)),
            ),
            reinforcements=reinforcements,
            min_damage=self._fraction(consts.get("min_damage"), ("consts", "min_damage"), Fraction(0)),
            damage_step=self._fraction(consts.get("damage_step"), ("consts", "damage_step"), Fraction(1, 1000)),
            name_length=number("name_len", 1, 20),
            decimals=self._decimals(consts),
            lasting_cap=number("lasting_cap", 0),
        )

    def _types(self, data: Mapping[str, Any], skills: Mapping[str, Skill]) -> dict[str, UnitType]:
        types = {}
        for name, value in data.items():
            path = ("units", name)
            unit = self._mapping(value, path, {"cls", "bonus", "range", "beats", "unique", "aliases"})
            bonus = self._mapping(unit.get("bonus", {}), (*path, "bonus"), {"hp", "atk", "def", "spd"})
            bonuses = {
                key: self._number(bonus.get(key, 0), (*path, "bonus", key), 0) for key in ("hp", "atk", "def", "spd")
            }
            if unit.get("cls") not in ("melee", "ranged"):
                self._fault((*path, "cls"), "`cls` is melee or ranged")
            unique = unit.get("unique")
            if unique is not None and (not isinstance(unique, str) or unique not in skills):
                self._fault((*path, "unique"), f"there is no skill {unique!r}")
            beats = self._words(unit.get("beats", []), (*path, "beats"))
            for index, other in enumerate(beats):
                if other not in data:
                    self._fault((*path, "beats", index), f"there is no type {other!r}")
            types[name] = UnitType(
                name,
                str(unit.get("cls")),
                bonuses["hp"],
                bonuses["atk"],
                bonuses["def"],
                bonuses["spd"] * 100,
                self._offsets(unit.get("range"), (*path, "range")),
                beats,
                unique if isinstance(unique, str) else None,
                self._words(unit.get("aliases", []), (*path, "aliases")),
            )
            if not name.isalpha():
                self._fault(path, "a type's name is one word of letters")
        if not types:
            self._fault(("units",), "there is no type of unit")
        return types

    def _skills(self, data: Any) -> dict[str, Skill]:
        if not isinstance(data, list):
            self._fault(("skills",), "`skills` is a list of tables")
            data = []
        skills: dict[str, Skill] = {}
        for index, value in enumerate(data):
            path = ("skills", index)
            fields = {"id", "who", "prio", "target", "kind", "text", "area", "columns", "rows", "seed"}
            item = self._mapping(value, path, fields)
            name = item.get("id")
            if not isinstance(name, str) or name not in AIMS:
                self._fault((*path, "id"), f"we know no skill {name!r}, only {', '.join(AIMS)}")
            elif name in skills:
                self._fault((*path, "id"), f"the skill {name} is here twice")
            else:
                prio = self._number(item.get("prio", 0), (*path, "prio"), -9, 9)
                reach = self._reach(name, item, path)
                skills[name] = Skill(name, str(item.get("who")), prio, reach, str(item.get("text", "")))
        return skills

    def _reach(self, name: str, item: Mapping[str, Any], path: tuple[str | int, ...]) -> tuple[Offset, ...] | None:
        target, aim = item.get("target"), AIMS[name]
        if aim == "self":
            if target != "self":
                self._fault((*path, "target"), f"{name} is aimed at its user: `target` is self")
            return ()
        if aim == "area":
            if target != "area":
                self._fault((*path, "target"), f"{name} covers an area: `target` is area, with `area`")
            return self._offsets(item.get("area"), (*path, "area"))
        if aim == "column":
            if target != "column":
                self._fault((*path, "target"), f"{name} covers a column: `target` is column, with `columns` and `rows`")
            ahead = [
                self._number(n, (*path, "columns"), 1) for n in self._list(item.get("columns"), (*path, "columns"))
            ]
            aside = [self._number(n, (*path, "rows"), -26) for n in self._list(item.get("rows"), (*path, "rows"))]
            return tuple((f, s) for f in ahead for s in aside)
        if target == "attack_range":
            return None
        return self._offsets(target, (*path, "target"))

    def _decimals(self, consts: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        data = self._mapping(consts.get("decimals"), ("consts", "decimals"), {"first", "second"})
        values = []
        for seat in ("first", "second"):
            path = ("consts", "decimals", seat)
            found = [self._fraction(value, path, Fraction(0)) * 100 for value in self._list(data.get(seat), path)]
            if any(value.denominator != 1 or value >= 100 for value in found):
                self._fault(path, "a decimal is below 1 and has at most two places")
            values.append(tuple(int(value) for value in found))
        if len(set(values[0] + values[1])) < len(values[0] + values[1]):
            self._fault(("consts", "decimals"), "each decimal is there once, so that no two units have the same speed")
        return values[0], values[1]

    def _pair(self, consts: Mapping[str, Any], key: str) -> tuple[Any, Any]:
        data = self._mapping(consts.get(key), ("consts", key), set(COLOURS))
        return data.get("green"), data.get("blue")

    def _span(self, value: Any, path: tuple[str | int, ...], columns: int) -> tuple[int, int]:
        ends = [self._number(end, path, 1, columns) for end in self._list(value, path)]
        if len(ends) == 2 and ends[0] <= ends[1]:
            return ends[0], ends[1]
        self._fault(path, "home is the first and the last of its columns")
        return 1, 1

    def _mapping(self, value: Any, path: tuple[str | int, ...], keys: set[str] | None = None) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self._fault(
                path, f"`{path[-1]}` is a table" if path else "the table is a table of units, skills and consts"
            )
            return {}
        for key in value:
            if keys is not None and key not in keys:
                self._fault((*path, key), f"there is no `{key}` here, only {', '.join(sorted(keys))}")
        return value

    def _list(self, value: Any, path: tuple[str | int, ...]) -> Sequence[Any]:
        if isinstance(value, list):
            return value
        self._fault(path, f"`{path[-1]}` is a list")
        return ()

    def _words(self, value: Any, path: tuple[str | int, ...]) -> tuple[str, ...]:
        words = self._list(value, path)
        if all(isinstance(word, str) for word in words):
            return tuple(words)
        self._fault(path, f"`{path[-1]}` is a list of words")
        return ()

    def _offsets(self, value: Any, path: tuple[str | int, ...]) -> tuple[Offset, ...]:
        offsets = self._list(value, path)
        if all(isinstance(item, list) and len(item) == 2 and all(type(n) is int for n in item) for item in offsets):
            return tuple((item[0], item[1]) for item in offsets)
        self._fault(path, f"`{path[-1]}` is a list of [columns ahead, rows aside]")
        return ()

    def _number(self, value: Any, path: tuple[str | int, ...], least: int, most: int = 1000) -> int:
        if type(value) is int and least <= value <= most:
            return value
        self._fault(path, f"`{path[-1]}` is a whole number from {least} to {most}")
        return least

    def _fraction(self, value: Any, path: tuple[str | int, ...], least: Fraction) -> Fraction:
        if isinstance(value, int | float) and not isinstance(value, bool) and least <= value < 1000:
            return Fraction(str(value))
        self._fault(path, f"`{path[-1]}` is a number from {least} on")
        return Fraction(1)
