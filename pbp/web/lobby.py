"""What stands on a private page beside the duels: orders that wait, challenges, tournaments, contests to play again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbp.games.base import Game


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
class KeptOrder:
    """An order of the reader's that waits, as it was written; `undo`: the words that take it back."""

    words: str
    undo: str


@dataclass(frozen=True, slots=True)
class HowTold:
    """How the reader is told: ALL, REMINDERS or NONE; reminders as they are written ("24h 2h", OFF, USUAL); the zone,
    empty for none; and the absence that is known: from when, until when, and whether idle in ring duels. `push_key` is
    the public key of pushes, empty if there are none; `browsers` those that get them: an id, and its push service.
    """

    notify: str
    remind: str
    zone: str = ""
    begins: datetime | None = None
    ends: datetime | None = None
    idle: bool = False
    push_key: str = ""
    browsers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """A tournament that the reader can enter, or is in: what is said of it, and the words of its button.

    `rungs` are those on a ladder whom the reader can challenge.
    """

    number: int
    title: str
    said: str
    words: str
    inside: bool
    rungs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lobby:
    """Whom a player can challenge, to which games, what waits, and what could be played again; nothing if closed.

    Of the `others`, the second is what is to be known before: that they are away. `kept` are the orders that wait,
    `tournaments` those that can be entered or left.
    """

    others: tuple[tuple[str, str], ...] = ()
    games: tuple[Game, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    rematches: tuple[Rematch, ...] = ()
    kept: tuple[KeptOrder, ...] = ()
    told: HowTold | None = None
    tournaments: tuple[OpenTournament, ...] = ()
