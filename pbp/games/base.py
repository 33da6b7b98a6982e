"""What every game is: a pure function from a state, sealed orders and dice to a new state and events.

And all that people need of it, as data: what it is called, its variants, options and phases, what a seat may choose
now, and what a view of a state looks like. No other part of the house knows a game by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from pbp.errors import Problem, Unclear
from pbp.fair.dice import Dice
from pbp.games.choices import Move, examples

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

CONTEST, RING = "contest", "ring"
"""The formats in which a game is played: by two seats, step after step, or by all in a ring, in one step."""


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
    """What a player owes now: the kind of order in a sentence, and the choices of that seat, made when asked for."""

    what: str
    choices: Callable[[], tuple[Move, ...]] = field(default=tuple, compare=False)

    @property
    def examples(self) -> tuple[str, ...]:
        """Orders that would be legal now, from the choices."""
        return examples(self.choices())


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a kind of the game's fixed vocabulary, and its facts.

    The sentence that a reader sees is the macro of that kind in the game's events.j2.
    """

    kind: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a contest ended."""

    winner: str | None
    draw: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a game: its name in setups, what people call it, and what sets it apart in a sentence.

    `page`: what rules.j2 makes the variant's own page of.
    """

    name: str
    title: str
    about: str
    page: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a contest that changes its rules.

    `kind`: "number" (whole, from `low` to `high` in steps of `step`), "flag" (true or false), "word" (one of
    `choices`), "seat" (a player's name, or 1 or 2), "table" (values that the game itself checks). `default` is what
    holds if nothing is said; None: nothing is set. `variants`: those that have it; all if empty.
    """

    name: str
    kind: str
    help: str
    default: Any = None
    low: int | None = 1
    high: int | None = None
    step: int = 1
    choices: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A kind of step: what it asks, and what silence means in it (in some variants something else).

    `verb` is that of the one thing that it asks for, which people leave out: "Fog Cloud" for CAST Fog Cloud.
    `reserve`: a late player spends a reserve day here, and the step stays open. `standing`: canonical words that a
    player may give once for all steps of this phase (with ALWAYS), and `owner` the option that names this player.
    """

    asks: str
    silence: str
    verb: str = ""
    silence_in: Mapping[str, str] = field(default_factory=dict)
    reserve: bool = False
    standing: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """A part of how things stand: a head and rows below it."""

    head: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A part of how things stand that is drawn with letters, such as a board: its lines."""

    lines: tuple[str, ...]


Table = Sequence[str | Rows | Plan]
"""How things stand, for texts: sentences, rows and plans, in order."""


@dataclass(frozen=True, slots=True)
class Picture:
    """How things stand, drawn: parts of an SVG document of a width and height, and the same in sentences.

    `wide`: it is moved sideways on a small screen, not made smaller.
    """

    parts: Sequence[str]
    width: float
    height: float
    words: Sequence[str]
    wide: bool = False


class Game(Protocol):
    """The rules of one game. Every method is pure; a state is an immutable value that only its game understands.

    `pbp.games.plain.PlainGame` satisfies what a simple game need not say. What people read lies in the folder
    of its `module`, as templates: rules.j2, the rules page, and events.j2, a macro for each kind of event.
    """

    @property
    def name(self) -> str:
        """wizards-duel/1: the game's name in scenario files and the version of its rules, pinned for a duel's life."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def format(self) -> str:
        """CONTEST or RING."""

    @property
    def module(self) -> str:
        """The name of a module of its folder, in which its templates lie."""

    @property
    def verbs(self) -> frozenset[str]:
        """The upper-case words that mark a line as an order of this game, as its first or second word."""

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants, the default first; empty in a game without."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The settings of its contests."""

    @property
    def phases(self) -> Mapping[str, Phase]:
        """The kinds of steps, by the names that the adjudication contract lists."""

    @property
    def extended_time(self) -> bool:
        """Whether each player may double the time of one step (EXTENDED TIME)."""

    def begin(self, setup: Setup, dice: Dice) -> Any:
        """The first state. `dice` serves coins that the rules toss at the start.

        Raises FileFaults with every fault of the setup.
        """

    def phase(self, state: Any) -> str:
        """The name of the present step's phase."""

    def awaits(self, state: Any) -> Mapping[str, Prompt]:
        """Who owes what in the present step, by seat; empty when the contest is over."""

    def choices(self, state: Any, player: str) -> tuple[Move, ...]:
        """What that player may choose now, by public facts and the player's own; empty if nothing is asked.

        Every choice filled in as its data allow is, in its words, an order that `read` accepts.
        """

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

    def known(self, setup: Setup, steps: Sequence[tuple[Facts, Sequence[Facts]]]) -> Facts:
        """What everybody can know beside the last view, gathered from what was published of the steps alone.

        Each step is its public view and its events with their kinds. The tables and pictures of steps get it too.
        """

    def table(self, view: Facts) -> Table:
        """A view as texts show it. From a view alone, so that nothing that its reader may not see can reach it."""

    def picture(self, view: Facts) -> Picture:
        """A view, drawn."""

    def spell_of(self, variant: str | None, words: str) -> str:
        """The spell that an order in canonical words casts, as players read it; empty if it casts none.

        Of a ring the view tells it.
        """

    def unclear(self, state: Any) -> Sequence[Unclear]:
        """The spells that need a ruling, found from the setup alone."""

    def rewordings(self, state: Any, spell: str) -> Sequence[Mapping[str, str]]:
        """What may be offered in place of the words of a spell that needs a ruling, best first: at most three.

        Each is a ruling's whole new text of some fields, which makes the spell readable.
        """


def silence(phase: Phase, variant: str | None) -> str:
    """What silence means in a phase: "you lose the bout"."""
    return phase.silence_in.get(variant or "", phase.silence)


def bare_name(game: Game) -> str:
    """A game's name without the version of its rules."""
    return game.name.split("/")[0]
