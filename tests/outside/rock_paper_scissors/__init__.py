"""Rock, paper, scissors: a game from outside, written by the recipe of `pbp help games`.

Kinds of events, with their facts:

late     player, both: sent nothing in time
thrown   throws: what each threw, by player; winner of the round or null
over     winner or null
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbp.errors import Problem
from pbp.fair.dice import Dice
from pbp.games.base import Event, Facts, Option, Order, Outcome, Phase, Prompt, Reading, Setup
from pbp.games.choices import Field, FieldValue, Move
from pbp.games.contest import SetupReader
from pbp.games.plain import PlainGame
from pbp.games.wording import contradiction, meanings, order_lines, quoted

BEATS = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
MOST_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Throw:
    """One of the three."""

    shape: str

    @property
    def words(self) -> str:
        return f"THROW {self.shape.upper()}"

    @property
    def said(self) -> str:
        return f"throw {self.shape}"


@dataclass(frozen=True, slots=True)
class State:
    """Who has won how many rounds, and what was thrown in the last one."""

    players: tuple[str, str]
    wins: int
    round: int = 1
    won: tuple[int, int] = (0, 0)
    thrown: tuple[str | None, str | None] = (None, None)
    ended: Outcome | None = None


class RockPaperScissors(PlainGame):
    """The game: paper beats rock, scissors beat paper, rock beats scissors."""

    name = "rock-paper-scissors/1"
    title = "Rock, Paper, Scissors"
    verbs = frozenset({"THROW", "WITHDRAW"})
    options = (Option("wins", "number", "how many rounds win the contest", 2, 1, 20),)
    phases: Mapping[str, Phase] = {"throw": Phase("rock, paper or scissors", "you lose the round", verb="THROW")}

    def begin(self, setup: Setup, dice: Dice) -> State:
        """The first state."""
        reader = SetupReader(setup, self)
        wins = reader.value("wins")
        reader.done()
        return State(reader.players, wins)

    def phase(self, state: State) -> str:
        """There is one."""
        return "throw"

    def awaits(self, state: State) -> Mapping[str, Prompt]:
        """Both throw."""
        owing = () if state.ended else state.players
        return {player: self.prompt(state, player, f"Round {state.round}: throw.") for player in owing}

    def choices(self, state: State, player: str) -> tuple[Move, ...]:
        """The three."""
        if state.ended or player not in state.players:
            return ()
        shapes = tuple(
            FieldValue(shape.upper(), shape.capitalize(), f"beats {other}") for shape, other in BEATS.items()
        )
        return (Move("throw", "Throw this", "THROW", (Field("shape", "card", "Your hand", shapes),)),)

    def read(self, state: State, player: str, words: str) -> Reading:
        """THROW and one of the three."""
        lines = order_lines(words, self.verbs)
        if player not in state.players or state.ended:
            return _refused("not-asked", words, "Nothing is asked of you now.")
        if lines and all(line.verb == "WITHDRAW" for line in lines):
            return Reading()
        shapes = {shape for line in lines for shape in meanings(line.rest, {shape: shape for shape in BEATS}) or [""]}
        if len(shapes) > 1:
            return Reading(problems=(contradiction(lines, "Throw one."),))
        if not shapes or "" in shapes:
            return _refused("not-understood", words, "This throws nothing.", "Write THROW ROCK, PAPER or SCISSORS.")
        return Reading(Throw(shapes.pop()))

    def resolve(self, state: State, orders: Mapping[str, Order], dice: Dice) -> tuple[State, Sequence[Event]]:
        """Compares the throws; who is late loses the round, and both late draw it."""
        throws = [order.shape if isinstance(order := orders.get(name), Throw) else None for name in state.players]
        late = [name for name, shape in zip(state.players, throws, strict=True) if shape is None]
        events = [Event("late", {"player": name, "both": len(late) == 2}) for name in late]
        seat = _winner(throws[0], throws[1])
        events.append(
            Event(
                "thrown",
                {
                    "throws": dict(zip(state.players, throws, strict=True)),
                    "winner": None if seat is None else state.players[seat],
                },
            )
        )
        won = (state.won[0] + (seat == 0), state.won[1] + (seat == 1))
        ended = _ended(replace(state, won=won))
        if ended:
            events.append(Event("over", {"winner": ended.winner}))
        return State(state.players, state.wins, state.round + 1, won, (throws[0], throws[1]), ended), events

    def outcome(self, state: State) -> Outcome | None:
        """How it ended."""
        return state.ended

    def view(self, state: State, player: str | None) -> Facts:
        """Nothing is hidden."""
        return {
            "round": state.round - 1,
            "thrown": dict(zip(state.players, state.thrown, strict=True)),
            "rounds_won": dict(zip(state.players, state.won, strict=True)),
        }


def _refused(code: str, quote: str, reason: str, hint: str = "") -> Reading:
    return Reading(problems=(Problem(code, quoted(quote), reason, hint),))


def _winner(first: str | None, second: str | None) -> int | None:
    """The seat that wins a round, or None."""
    if first == second:
        return None
    if first is None or second is None:
        return int(first is None)
    return 0 if BEATS[first] == second else 1


def _ended(state: State) -> Outcome | None:
    if max(state.won) >= state.wins:
        winner = state.players[state.won.index(max(state.won))]
        return Outcome(winner, False, f"{winner} has won {state.wins} rounds.")
    if state.round >= MOST_ROUNDS:
        return Outcome(None, True, f"Nobody has won {state.wins} rounds in {MOST_ROUNDS}.")
    return None


ROCK_PAPER_SCISSORS = RockPaperScissors()
