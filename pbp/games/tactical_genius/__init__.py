"""Tactical Genius: two armies on a board of ten columns and three rows; reach the end, or kill the dearer units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbp.fair.dice import Dice
from pbp.games.base import (
    Event,
    Facts,
    Option,
    Order,
    Outcome,
    Phase,
    Picture,
    Prompt,
    Reading,
    Setup,
    Table,
)
from pbp.games.choices import Move
from pbp.games.contest import SetupReader
from pbp.games.plain import PlainGame
from pbp.games.tactical_genius.choices import choices, what
from pbp.games.tactical_genius.command import command
from pbp.games.tactical_genius.fight import number
from pbp.games.tactical_genius.orders import Orders
from pbp.games.tactical_genius.picture import picture
from pbp.games.tactical_genius.reading import VERBS, read
from pbp.games.tactical_genius.reinforcement import reinforce
from pbp.games.tactical_genius.standing import table
from pbp.games.tactical_genius.state import (
    GOALS,
    MISSES,
    State,
)
from pbp.games.tactical_genius.table import house_table, read_table

_MISSED = "three phases without an order in a row lose the game"


class TacticalGenius(PlainGame):
    """The game. Nothing is hidden between phases: only the orders of an open phase are, and the service keeps those."""

    name = "tactical-genius/2"
    title = "Tactical Genius"
    verbs = VERBS
    extended_time = True
    options = (
        Option("goal", "word", "where a unit must come to win at once", GOALS[0], choices=GOALS),
        Option("table", "table", "the host's own units, skills and board, in place of the house table"),
    )
    phases: Mapping[str, Phase] = {
        "reinforcement": Phase("new units, or an advance of all", f"you place and advance nothing; {_MISSED}"),
        "command": Phase("a command for each unit", f"your units do nothing; {_MISSED}"),
    }

    def begin(self, setup: Setup, dice: Dice) -> State:
        """The first state. The option `table` replaces the house table; `goal` says where a unit must come to win.

        Raises FileFaults with every fault of the setup, the table's included.
        """
        reader = SetupReader(setup, self)
        goal, data, units = reader.value("goal"), reader.value("table"), house_table()
        if reader.has("table"):
            units = read_table(data, lambda path, reason: reader.fault(("options", "table", *path), reason))
        reader.done()
        return State(reader.players, units, goal, points_left=(units.points, units.points))

    def phase(self, state: State) -> str:
        """`reinforcement` or `command`."""
        return state.phase

    def awaits(self, state: State) -> Mapping[str, Prompt]:
        """Who owes what: both, until the game is over."""
        if state.ended:
            return {}
        return {player: self.prompt(state, player, what(state, seat)) for seat, player in enumerate(state.players)}

    def choices(self, state: State, player: str) -> tuple[Move, ...]:
        """New units or an advance; a command for each unit; or PASS."""
        if state.ended or player not in state.players:
            return ()
        return choices(state, state.players.index(player))

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

    def table(self, view: Facts) -> Table:
        """The points, the board, the units."""
        return table(view)

    def picture(self, view: Facts) -> Picture:
        """The board, drawn."""
        return picture(view)


def _absent(state: State) -> Outcome:
    gone = [seat for seat in (0, 1) if state.missed[seat] >= MISSES]
    if len(gone) == 2:
        return Outcome(None, True, f"Both sides missed {MISSES} phases in a row.")
    return Outcome(state.players[1 - gone[0]], False, f"{state.players[gone[0]]} missed {MISSES} phases in a row.")


TACTICAL_GENIUS = TacticalGenius()
