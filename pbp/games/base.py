"""What every game is: a pure function from a state, sealed orders and dice to a new state and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from pbp.dice import Dice
from pbp.errors import Problem, Unclear

Setup = Mapping[str, Any]
"""What a duel begins with, in the keys of a scenario file: variant, options, players or wizards, and so on."""

Facts = Mapping[str, Any]
"""Values of JSON, by the names that the adjudication contract gives."""

READING: Mapping[str, Any] = MappingProxyType({"of_texts": "reading"})
"""Marks a field of a state that holds what was made of texts which people wrote: another reader may make more of them.

No digest hangs on it, but those of the first two versions.
"""
TEXTS: Mapping[str, Any] = MappingProxyType({"of_texts": "texts"})
"""Marks a field that holds such texts, and rulings on them, as they were written: no digest of those two has it."""


class Order(Protocol):
    """What a game made of a player's words."""

    @property
    def words(self) -> str:
        """The order in canonical words: read again by the same game in the same state, it gives the same order."""

    @property
    def said(self) -> str:
        """What was understood, for the receipt: "Burn at position 3, Carol"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A player's words, read: an order, or why not; neither of both after WITHDRAW.

    Both are given only by games whose lines stand singly.
    """

    order: Order | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a player owes now: the kind of order in a sentence, and orders that would be legal."""

    what: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a kind of the game's fixed vocabulary, and its facts.

    The sentence that a reader sees is the macro of that kind in templates/events/.
    """

    kind: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a contest ended."""

    winner: str | None
    draw: bool
    reason: str


class Game(Protocol):
    """The rules of one game. Every method is pure; a state is an immutable value that only its game understands."""

    name: str
    """"wizards-duel/1": the game's name in scenario files and the version of its rules, pinned for a duel's life."""

    verbs: frozenset[str]
    """The upper-case words that mark a line as an order of this game, as its first or second word."""

    bare: Mapping[str, str]
    """By phase, the verb of the one thing that it asks for, which people leave out: "Fog Cloud" for CAST Fog Cloud."""

    def begin(self, setup: Setup, dice: Dice) -> Any:
        """The first state. `dice` serves coins that the rules toss at the start.

        Raises FileFaults with every fault of the setup.
        """

    def phase(self, state: Any) -> str:
        """The name of the present step's phase, as the adjudication contract lists them."""

    def awaits(self, state: Any) -> Mapping[str, Prompt]:
        """Who owes what in the present step, by seat; empty when the contest is over."""

    def read(self, state: Any, player: str, words: str) -> Reading:
        """What the player's order lines mean in this state. Total: no words make it raise.

        Judges by public facts and the player's own only, never by the opponent's hidden ones.
        """

    def resolve(self, state: Any, orders: Mapping[str, Order], dice: Dice) -> tuple[Any, Sequence[Event]]:
        """The state after this step, and what happened, in order. A missing order is late, as the rules page says.

        Raises NeedsRuling.
        """

    def outcome(self, state: Any) -> Outcome | None:
        """How the contest ended, or None while it goes on."""

    def view(self, state: Any, player: str | None) -> Facts:
        """What that player (None: a public reader) may see after the last step: the contract's `state`."""

    def unclear(self, state: Any) -> Sequence[Unclear]:
        """The spells that need a ruling, found from the setup alone."""

    def rewordings(self, state: Any, spell: str) -> Sequence[Mapping[str, str]]:
        """What may be offered in place of the words of a spell that needs a ruling, best first: at most three.

        Each is a ruling's whole new text of some fields, which makes the spell readable.
        """
