"""What a player of Tactical Genius may order now, and examples of it."""

from __future__ import annotations

from collections.abc import Iterator

from pbp.games.base import Prompt
from pbp.games.tactical_genius.orders import DIRECTIONS, Command, Recruit
from pbp.games.tactical_genius.state import (
    LAST_CALL,
    State,
    Unit,
    behind_enemy,
    decimals_left,
    on_board,
    reach,
    step,
    tiles,
)
from pbp.games.tactical_genius.table import ATTACKS


def prompt(state: State, seat: int) -> Prompt:
    """What a seat is asked in the present phase, with orders that would be legal."""
    if state.phase == "command":
        lines = [next(legal_commands(state, unit)).words for unit in state.army(seat)]
        what = "Command your units: each attacks a tile, uses a skill, moves or idles."
        return Prompt(what, tuple(filter(None, ("\n".join(lines), "PASS"))))
    table = state.table
    room = min(table.max_on_board - len(state.army(seat)), table.max_placed - state.placed[seat])
    what = f"Advance, or place units: {state.points_left[seat]} points left, room for {room} on the board."
    if not state.placed[seat]:
        what += f" Who has placed none by reinforcement {LAST_CALL} loses; this is reinforcement {state.turn}."
    examples = [recruit.words] if room > 0 and (recruit := example_recruit(state, seat)) else []
    held = {unit.tile[0] for unit in state.units if unit.seat != seat}
    if state.army(seat) and not any(unit.tile[0] + unit.ahead in held for unit in state.army(seat)):
        examples.append("ADVANCE")
    return Prompt(what, (*examples, "PASS"))


def example_recruit(state: State, seat: int) -> Recruit | None:
    """A unit that could be placed now, if one can."""
    table = state.table
    taken = {unit.tile for unit in state.units}
    free = [tile for tile in home(state, seat) if tile not in taken and not behind_enemy(state.units, seat, tile[0])]
    decimals = decimals_left(state, seat)
    kind = next(iter(table.types))
    attack = min(2, table.attack_max, state.points_left[seat] - table.unit_cost)
    names = ("Rex", "Max", "Ada", "Bo", "Kim", "Lu", "Mo")
    name = next((name for name in names if name.casefold() not in state.names[seat]), "")
    if not free or not decimals or attack < 0 or not name or len(name) > table.name_length:
        return None
    return Recruit(name, kind, 0, attack, 0, 0, decimals[0], (), free[0])


def home(state: State, seat: int) -> list[tuple[int, int]]:
    """The tiles of a seat's home, the foremost column first."""
    first, last = state.table.homes[seat]
    columns = range(last, first - 1, -1) if seat == 0 else range(first, last + 1)
    return [(column, row) for column in columns for row in range(1, state.table.rows + 1)]


def legal_commands(state: State, unit: Unit) -> Iterator[Command]:
    """Every command that a unit may be given now: attacks on enemies, moves, skills, other attacks, idling."""
    enemies = {other.tile for other in state.units if other.seat != unit.seat}
    in_range = tiles(state.table, unit, state.kind(unit).range) if unit.attack else []
    yield from (Command(unit.name, "ATTACK", tile=tile) for tile in in_range if tile in enemies)
    for direction in reversed(DIRECTIONS):
        if on_board(state.table, step(unit, direction)):
            yield Command(unit.name, "MOVE", direction)
    for skill in unit.skills:
        if unit.attack or skill not in ATTACKS:
            yield from _uses(state, unit, skill)
    yield from (Command(unit.name, "ATTACK", tile=tile) for tile in in_range if tile not in enemies)
    yield Command(unit.name, "IDLE")


def _uses(state: State, unit: Unit, skill: str) -> Iterator[Command]:
    if state.table.skills[skill].aim in ("self", "area"):
        yield Command(unit.name, "SKILL", skill)
        return
    for tile in tiles(state.table, unit, reach(state, unit, skill)):
        if skill != "mend" or tile != unit.tile:
            yield Command(unit.name, "SKILL", skill, tile)
