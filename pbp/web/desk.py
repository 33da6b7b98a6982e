"""What the web pages need of the service beyond the embedded site itself, as facts that a reader may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbp.errors import Unclear
from pbp.games.base import Facts, Game, Table
from pbp.games.choices import Move
from pbp.pictures import Hit, Seat, Shield, Turn
from pbp.spells import Spell
from pbp.spells.suggest import Mark, Suggestion


@dataclass(frozen=True, slots=True)
class Cast:
    """A spell cast in a resolved duel; `inputs` as they are said: "at position 3, Carol"."""

    wizard: str
    spell: str
    inputs: str = ""


@dataclass(frozen=True, slots=True)
class Duel:
    """A ring duel as the public may see it.

    `state` is open, pending, resolved or cancelled; `held` if it waits for the Battle Master. `events` are sentences
    in order of happening; what was cast and what it did is empty before the result. `new`, `changed` and `gone` name
    the spells that differ from the previous list. Addresses that do not exist yet are empty.
    """

    number: int
    state: str
    held: bool
    opened: datetime
    battle_time: datetime
    ended: datetime | None
    seats: tuple[Seat, ...]
    list_title: str
    post_url: str = ""
    bundle_url: str = ""
    casts: tuple[Cast, ...] = ()
    hits: tuple[Hit, ...] = ()
    turns: tuple[Turn, ...] = ()
    shields: tuple[Shield, ...] = ()
    events: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contest:
    """A two-player contest as the public may see it.

    `game` is the name of its rules and `title` what people call it; `players` by seat, a substitute in place of who
    left; `step` the present one. `outcome` says in sentences how it ended, or is empty;
    `winner` is one of the players, if it was won; otherwise it is `drawn`, or both have lost.
    """

    number: int
    game: str
    title: str
    players: tuple[str, ...]
    state: str
    held: bool
    step: int
    opened: datetime
    battle_time: datetime
    ended: datetime | None = None
    outcome: str = ""
    winner: str = ""
    drawn: bool = False
    post_url: str = ""
    bundle_url: str = ""


@dataclass(frozen=True, slots=True)
class ContestStep:
    """A resolved step: when it was closed, what happened in sentences, and the public view after it."""

    number: int
    closed: datetime
    events: tuple[str, ...]
    view: Facts


@dataclass(frozen=True, slots=True)
class ContestNow:
    """How a contest stands: the public view, the phase of its present step, and the players whom that asks.

    `view` is None before the first step of a contest that has no position yet; a contest that is over asks nobody.
    """

    view: Facts | None
    phase: str = ""
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wizard:
    """A wizard now; `attributes` are the further tracked values, by name."""

    name: str
    stars: int
    idle: bool
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """An SVG picture; `wide`: it is moved sideways on a small screen, not made smaller."""

    svg: str
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a button does: its label, the words that it sends, and if it is grave what it leads to."""

    label: str
    words: str
    grave: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """What one player has in an open duel; for that player's eyes alone.

    `rules` is the name of the game's rules; `owes`: an order is asked for, and there is none; `what` asks for it and
    `silence` says what it means to send none. `closes`: when the step closes at the latest; `counts` says until when
    orders count. `order` is the standing order as understood ("Burn at position 3, Carol"), or empty, and `received`
    when it came. `hidden`: how things stand, if this player sees more than everybody; `last`: what happened in the
    last step. `moves`: what may be chosen now; empty for who may order nothing, and `note` says why.
    """

    number: int
    step: int
    title: str
    rules: str
    ring: bool
    against: str = ""
    owes: bool = False
    what: str = ""
    silence: str = ""
    closes: datetime | None = None
    held: bool = False
    counts: str = ""
    order: str = ""
    received: datetime | None = None
    note: str = ""
    picture: Drawn | None = None
    hidden: Table = ()
    last: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    deeds: tuple[Deed, ...] = ()
    reserve: int | None = None
    list_title: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A challenge that waits: by whom, to whom (empty: anybody), to what; `own`: by the reader."""

    by: str
    to: str
    said: str
    own: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """A contest that has ended, and the words that challenge to the same again."""

    number: int
    other: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Lobby:
    """Whom a player can challenge, to which games, what waits, and what could be played again; nothing if closed."""

    others: tuple[str, ...] = ()
    games: tuple[Game, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    rematches: tuple[Rematch, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """A rewording of a spell by its number: of each field that changes, its label and the new text, marked."""

    number: int
    fields: tuple[tuple[str, tuple[Mark, ...]], ...]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A spell of a duel that waits for a ruling, what is unclear of it, and what is suggested.

    `proof` is what a decision by letter must bear to be believed: for the Battle Master's eyes alone.
    """

    duel: int
    step: int
    name: str
    unclear: tuple[Unclear, ...]
    suggestions: tuple[Offered, ...]
    proof: str
    looked: bool = True


class Desk(Protocol):
    """Where the web asks the service. Where a method fails, the page is shown without its answer."""

    def now(self) -> datetime:
        """The present by the service's clock."""

    def collect(self) -> None:
        """Takes in the messages that wait, so that their receipts are there at once."""

    def duels(self) -> Sequence[Duel]:
        """Every ring duel, newest first."""

    def contests(self) -> Sequence[Contest]:
        """Every two-player contest, newest first."""

    def contest_steps(self, number: int) -> Sequence[ContestStep]:
        """The resolved steps of a contest, in order; none if there is no such contest."""

    def contest_now(self, number: int) -> ContestNow | None:
        """How a contest stands now, or None if there is no such contest."""

    def rules(self) -> Mapping[str, tuple[str, str]]:
        """The rules page of each game: its title and text, by the name in addresses."""

    def wizards(self) -> Sequence[Wizard]:
        """Every wizard, by name."""

    def tasks(self, account: str) -> Sequence[Task]:
        """Every open duel of the player behind an account of the embedded site, what is owed and soonest first."""

    def lobby(self, account: str) -> Lobby:
        """What that player can challenge others to, and what waits."""

    def suggestions(self, spell: Spell) -> Sequence[Suggestion]:
        """Rewordings of a spell that cannot be read, of whomever the service may ask."""

    def questions(self, account: str) -> Sequence[Question]:
        """The spells that wait for a ruling by the owner of an account; none if that is no Battle Master's."""
