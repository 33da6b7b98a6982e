"""What a player of Tactical Genius may choose now, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbp.games.choices import Field, FieldValue, Move, Sum
from pbp.games.tactical_genius.naming import name_pattern
from pbp.games.tactical_genius.orders import DIRECTIONS, Recruit, UnitCommand, where
from pbp.games.tactical_genius.state import (
    LAST_CALL,
    State,
    Tile,
    Unit,
    behind_enemy,
    decimals_left,
    on_board,
    reach,
    step,
    tiles,
)
from pbp.games.tactical_genius.table import ATTACKS, Table, UnitType


def what(state: State, seat: int) -> str:
    """What a seat is asked in the present phase, in a sentence."""
    if state.phase == "command":
        return "Command your units: each attacks a tile, uses a skill, moves or idles."
    said = f"Advance, or place units: {state.points_left[seat]} points left, room for {room(state, seat)} on the board."
    if not state.placed[seat]:
        said += f" Who has placed none by reinforcement {LAST_CALL} loses; this is reinforcement {state.turn}."
    return said


def choices(state: State, seat: int) -> tuple[Move, ...]:
    """The moves of a seat in the present phase."""
    nothing = Move("pass", "Pass: do nothing in this phase", "PASS")
    if state.phase == "command":
        fields = tuple(_command(state, unit) for unit in state.army(seat))
        return (Move("command", "Give these commands", "", fields), nothing) if fields else (nothing,)
    moves = [Move("advance", "Advance all units one column", "ADVANCE")] if state.army(seat) else []
    places = example_recruit(state, seat)
    if places and places.cost(state.table) <= state.points_left[seat] and room(state, seat):
        moves.insert(0, _reinforce(state, seat, places))
    return *moves, nothing


def room(state: State, seat: int) -> int:
    """How many units a seat may still place now."""
    table = state.table
    return min(table.max_on_board - len(state.army(seat)), table.max_placed - state.placed[seat])


def _reinforce(state: State, seat: int, example: Recruit) -> Move:
    table, units = state.table, range(1, room(state, seat) + 1)
    fields = [field for nth in units for field in _unit(state, seat, nth)]
    if state.army(seat):
        advance = (FieldValue("ADVANCE", "All units go one column forward first"),)
        fields.insert(0, Field("advance", "flag", "Advance", advance, "{}", optional=True))
    costs = {"name": table.unit_cost, "skills": table.skill_cost, "hp": 1, "atk": 1, "def": 1, "spd": 1}
    weights = tuple((f"{name}{nth}", cost) for nth in units for name, cost in costs.items())
    left = state.points_left[seat]
    points = Sum(weights, 0, left, "points", f"These units cost more than the {left} points that you have left.")
    shown = {
        "name1": example.name, "type1": example.type.upper(), "atk1": str(example.attack),
        "decimal1": f"{example.decimal:02}", "tile1": where(example.tile),
    }  # fmt: skip
    filling = tuple((name, (value,)) for name, value in shown.items())
    return Move("reinforce", "Place these units", "", tuple(fields), (points,), least=1, shown=(filling,))


def _unit(state: State, seat: int, nth: int) -> list[Field]:
    """A unit to be placed: what it is, what is bought for it, where it stands."""
    table, group, before = state.table, f"Unit {nth}", range(1, nth)
    needs, one_before = (f"name{nth}", frozenset[str]()), (f"name{nth - 1}", frozenset[str]())
    most = state.points_left[seat] - table.unit_cost
    kinds = table.types.values()
    types = tuple(FieldValue(kind.name.upper(), kind.name.capitalize(), _about(table, kind)) for kind in kinds)
    decimals = tuple(FieldValue(f"{value:02}", f".{value:02}") for value in decimals_left(state, seat))
    free = tuple(FieldValue(where(tile), where(tile), at=tile) for tile in open_tiles(state, seat))

    def others(name: str) -> tuple[str, ...]:
        return tuple(f"{name}{other}" for other in before)

    def points(name: str, label: str, most: int) -> Field:
        says = f" {name.upper()} {{}}"
        return Field(f"{name}{nth}", "number", label, says=says, high=most, default="0", needs=needs, group=group)

    rule = f"1 to {table.name_length} letters or digits, not only digits, and no name that you have used or a command"
    name = Field(
        needs[0], "line", "Name", says="\nUNIT {}", optional=True, high=table.name_length,
        pattern=name_pattern(state, seat), differs=others("name"), group=group, note=rule,
        needs=one_before if nth > 1 else None,
    )  # fmt: skip
    decimal = Field(f"decimal{nth}", "word", "Decimal of speed", decimals, ".{}", differs=others("decimal"))
    skills = Field(f"skills{nth}", "word", "Skills", _learnable(table, nth), " SKILLS {}", ", ", optional=True)
    tile = Field(f"tile{nth}", "cell", "Tile", free, " AT {}", differs=others("tile"), heads=_heads(table))
    return [
        name,
        Field(f"type{nth}", "word", "Type", types, needs=needs, group=group),
        points("hp", "Points on health", most),
        points("atk", "Points on attack", min(most, table.attack_max)),
        points("def", "Points on defense", min(most, table.defense_max)),
        points("spd", "Points on speed", most),
        replace(decimal, needs=needs, group=group),
        replace(skills, most=table.max_skills, needs=needs, group=group),
        replace(tile, needs=needs, group=group, marks=_marks(state)),
    ]


def _about(table: Table, kind: UnitType) -> str:
    """A type in short."""
    stats = (("health", kind.health), ("attack", kind.attack), ("defense", kind.defense), ("speed", kind.speed // 100))
    bonus = ", ".join(f"+{number} {stat}" for stat, number in stats if number)
    return f"{kind.cls}; {f'{bonus}; ' if bonus else ''}strong against {', '.join(kind.beats)}"


def _learnable(table: Table, nth: int) -> tuple[FieldValue, ...]:
    """All skills, each for the types that may learn it."""
    return tuple(
        FieldValue(name, name.replace("_", " ").capitalize(), skill.text, only=(f"type{nth}", types))
        for name, skill in table.skills.items()
        if (types := frozenset(kind.name.upper() for kind in table.types.values() if table.may_learn(kind, name)))
    )


def _heads(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(map(str, range(1, table.columns + 1))), tuple(map(str, range(1, table.rows + 1)))


def _marks(state: State) -> tuple[tuple[Tile, str], ...]:
    """What stands on the board."""
    return tuple((unit.tile, state.labels()[unit.id]) for unit in state.units)


def _command(state: State, unit: Unit) -> Field:
    """What a unit may do, each on the tile at which it is aimed."""
    values = tuple(_use(state, unit, command) for command in legal_commands(state, unit))
    label = f"{unit.name}, {unit.type} at {where(unit.tile)}"
    says, table = f"\n{unit.name} {{}}", state.table
    return Field(f"unit-{unit.name}", "cell", label, values, says, heads=_heads(table), marks=_marks(state))


def _use(state: State, unit: Unit, command: UnitCommand) -> FieldValue:
    words = command.words.removeprefix(f"{unit.name} ")
    if command.verb == "SKILL":
        skill = command.what.replace("_", " ")
        at = f" {where(command.tile)}" if command.tile else ""
        return FieldValue(
            words, f"{skill}{at}", state.table.skills[command.what].text, command.tile, skill.capitalize()
        )
    if command.verb == "MOVE":
        return FieldValue(words, words.lower(), "", step(unit, command.what), "Move")
    return FieldValue(words, words.lower(), "", command.tile, command.verb.capitalize())


def example_recruit(state: State, seat: int) -> Recruit | None:
    """A unit that could be placed now, if one can."""
    table = state.table
    free = open_tiles(state, seat)
    decimals = decimals_left(state, seat)
    kind = next(iter(table.types))
    attack = min(2, table.attack_max, state.points_left[seat] - table.unit_cost)
    names = ("Rex", "Max", "Ada", "Bo", "Kim", "Lu", "Mo")
    name = next((name for name in names if name.casefold() not in state.names[seat]), "")
    if not free or not decimals or attack < 0 or not name or len(name) > table.name_length:
        return None
    return Recruit(name, kind, 0, attack, 0, 0, decimals[0], (), free[0])


def open_tiles(state: State, seat: int) -> list[Tile]:
    """The tiles on which the board allows a new unit of a seat, as it stands now; the foremost column first."""
    taken = {unit.tile for unit in state.units}
    return [tile for tile in home(state, seat) if tile not in taken and not behind_enemy(state.units, seat, tile[0])]


def home(state: State, seat: int) -> list[tuple[int, int]]:
    """The tiles of a seat's home, the foremost column first."""
    first, last = state.table.homes[seat]
    columns = range(last, first - 1, -1) if seat == 0 else range(first, last + 1)
    return [(column, row) for column in columns for row in range(1, state.table.rows + 1)]


def legal_commands(state: State, unit: Unit) -> Iterator[UnitCommand]:
    """Every command that a unit may be given now: attacks on enemies, moves, skills, other attacks, idling."""
    enemies = {other.tile for other in state.units if other.seat != unit.seat}
    in_range = tiles(state.table, unit, state.kind(unit).range) if unit.attack else []
    yield from (UnitCommand(unit.name, "ATTACK", tile=tile) for tile in in_range if tile in enemies)
    for direction in reversed(DIRECTIONS):
        if on_board(state.table, step(unit, direction)):
            yield UnitCommand(unit.name, "MOVE", direction)
    for skill in unit.skills:
        if unit.attack or skill not in ATTACKS:
            yield from _uses(state, unit, skill)
    yield from (UnitCommand(unit.name, "ATTACK", tile=tile) for tile in in_range if tile not in enemies)
    yield UnitCommand(unit.name, "IDLE")


def _uses(state: State, unit: Unit, skill: str) -> Iterator[UnitCommand]:
    if state.table.skills[skill].aim in ("self", "area"):
        yield UnitCommand(unit.name, "SKILL", skill)
        return
    for tile in tiles(state.table, unit, reach(state, unit, skill)):
        if skill != "mend" or tile != unit.tile:
            yield UnitCommand(unit.name, "SKILL", skill, tile)
