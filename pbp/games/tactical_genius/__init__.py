"""Tactical Genius: two armies on a board of ten columns and three rows; reach the end, or kill the dearer units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbp.dice import Dice
from pbp.errors import Unclear
from pbp.games.base import Event, Facts, Order, Outcome, Prompt, Reading, Setup
from pbp.games.contest import SetupReader
from pbp.games.tactical_genius.command import command
from pbp.games.tactical_genius.fight import number
from pbp.games.tactical_genius.orders import DIRECTIONS, Command, Orders, Recruit
from pbp.games.tactical_genius.reading import VERBS, read
from pbp.games.tactical_genius.reinforcement import reinforce
from pbp.games.tactical_genius.state import (
    GOALS,
    MISSES,
    State,
    Unit,
    behind_enemy,
    decimals_left,
    on_board,
    reach,
    step,
    tiles,
)
from pbp.games.tactical_genius.table import ATTACKS, house_table, read_table


class TacticalGenius:
    """The game. Nothing is hidden between phases: only the orders of an open phase are, and the service keeps those."""

    name = "tactical-genius/2"
    verbs = VERBS

    def begin(self, setup: Setup, dice: Dice) -> State:
        """The first state. The option `table` replaces the house table; `goal` says where a unit must come to win.

        Raises FileFaults with every fault of the setup, the table's included.
        """
        reader = SetupReader(setup, {"table", "goal"})
        reader.variant((), "")
        goal = reader.word("goal", GOALS, GOALS[0])
        table = house_table()
        if "table" in reader.options:
            data = reader.options["table"]
            table = read_table(data, lambda path, reason: reader.fault(("options", "table", *path), reason))
        reader.done()
        return State(reader.players, table, goal, points_left=(table.points, table.points))

    def phase(self, state: State) -> str:
        """`reinforcement` or `command`."""
        return state.phase

    def awaits(self, state: State) -> Mapping[str, Prompt]:
        """Who owes what: both, until the game is over."""
        if state.ended:
            return {}
        return {player: _prompt(state, seat) for seat, player in enumerate(state.players)}

    def read(self, state: State, player: str, words: str) -> Reading:
        """What the player's lines mean in this phase, each for itself."""
        return read(state, player, words)

    def resolve(self, state: State, orders: Mapping[str, Order], dice: Dice) -> tuple[State, Sequence[Event]]:
        """Plays the phase. Late: no unit does anything; three phases in a row lose the game."""
        standing: dict[int, Orders] = {}
        for seat, player in enumerate(state.players):
            order = orders.get(player)
            if order is not None:
                assert isinstance(order, Orders)
                standing[seat] = order
        events: list[Event] = []
        missed = tuple(0 if seat in standing else state.missed[seat] + 1 for seat in (0, 1))
        for seat in (0, 1):
            if missed[seat]:
                events.append(Event("late", {"player": state.players[seat], "missed": missed[seat]}))
        state = replace(state, missed=(missed[0], missed[1]))
        if max(missed) >= MISSES:
            return replace(state, order=(), ended=_absent(state)), events
        if state.phase == "reinforcement":
            return reinforce(state, standing, events), events
        commands = {(seat, line.unit): line for seat, order in standing.items() for line in order.commands}
        return command(state, commands, events), events

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.ended

    def view(self, state: State, player: str | None) -> Facts:
        """The contract's `state`; the same for everybody."""
        return {
            "turn": state.turn,
            "units": [
                {
                    "name": unit.name,
                    "owner": state.players[unit.seat],
                    "type": unit.type,
                    "column": unit.tile[0],
                    "row": unit.tile[1],
                    "health": number(unit.health),
                    "attack": unit.attack,
                    "defense": unit.defense,
                    "speed": unit.speed / 100 if unit.speed % 100 else unit.speed // 100,
                }
                for unit in state.units
            ],
            "points_left": dict(zip(state.players, state.points_left, strict=True)),
            "killed_cost": dict(zip(state.players, state.killed_cost, strict=True)),
            "order": list(state.order),
        }

    def unclear(self, state: State) -> Sequence[Unclear]:
        """Nothing here needs a ruling."""
        return ()


def _absent(state: State) -> Outcome:
    gone = [seat for seat in (0, 1) if state.missed[seat] >= MISSES]
    if len(gone) == 2:
        return Outcome(None, True, f"Both sides missed {MISSES} phases in a row.")
    return Outcome(state.players[1 - gone[0]], False, f"{state.players[gone[0]]} missed {MISSES} phases in a row.")


def _prompt(state: State, seat: int) -> Prompt:
    if state.phase == "command":
        lines = [next(legal_commands(state, unit)).words for unit in state.army(seat)]
        what = "Command your units: each attacks a tile, uses a skill, moves or idles."
        return Prompt(what, tuple(filter(None, ("\n".join(lines), "PASS"))))
    table = state.table
    room = min(table.max_on_board - len(state.army(seat)), table.max_placed - state.placed[seat])
    what = f"Advance, or place units: {state.points_left[seat]} points left, room for {room} on the board."
    examples = [recruit.words] if room > 0 and (recruit := _example(state, seat)) else []
    held = {unit.tile[0] for unit in state.units if unit.seat != seat}
    if state.army(seat) and not any(unit.tile[0] + unit.ahead in held for unit in state.army(seat)):
        examples.append("ADVANCE")
    return Prompt(what, (*examples, "PASS"))


def _example(state: State, seat: int) -> Recruit | None:
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


TACTICAL_GENIUS = TacticalGenius()
