"""The rows of the store that the service handles, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa

from pbp.store.setups import Setup
from pbp.store.states import (
    DuelState,
    Hold,
    Intent,
    Notify,
    OrderWaits,
    PageKind,
    PageState,
    Taken,
    TextKind,
    TextState,
    TournamentState,
    Trigger,
)

V = TypeVar("V")


def from_row(kind: type[V], row: sa.Row[Any]) -> V:
    """A row as a value of that kind: its fields are the columns of those names."""
    return kind(**{item.name: getattr(row, item.name) for item in fields(kind)})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Wizard:
    """One who plays, with the values that the Duel Sheet tracks."""

    name: str
    stars: int
    active: bool
    attributes: Mapping[str, Any]
    notify: Notify
    joined: datetime


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks for an address: to join from there under a name, or that a wizard may write from there too.

    `code` is what has to come back from there; None once it did.
    """

    channel: str
    address: str
    intent: Intent
    wizard: str
    folded: str
    code: str | None
    asked: datetime


@dataclass(frozen=True, slots=True)
class Duel:
    """One contest, from schedule to final result."""

    number: int
    game: str
    state: DuelState
    step: int
    scheduled: datetime
    opened: datetime
    battle_time: datetime | None
    trigger: Trigger
    setup: Setup
    season: str
    seed_index: int
    list_title: str | None
    list_text: str | None
    held: Hold | None
    held_why: str | None
    held_at: datetime | None
    settles: datetime | None
    summary: Mapping[str, Any] | None
    ended: datetime | None
    dice: str | None

    @property
    def format(self) -> str:
        """CONTEST or RING."""
        return self.setup.format

    @property
    def seats(self) -> list[str]:
        """The names by which the rules know the participants, by seat: the ring, or the two players."""
        return self.setup.seats

    @property
    def participants(self) -> list[str]:
        """Who is in it, by seat; in place of a player whom a substitute has taken over from, the substitute."""
        return self.setup.participants

    def seat_of(self, wizard: str) -> str:
        """The name by which the rules know a participant. Raises ValueError."""
        return self.seats[self.participants.index(wizard)]


@dataclass(frozen=True, slots=True)
class WaitingOrder:
    """What a wizard would order in duels, or steps of one contest, `duel`, in which no order is sent.

    `after`: it is for those with a higher number. `ended`: when it was withdrawn, replaced or used up.
    """

    wizard: str
    serial: int
    waits: OrderWaits
    duel: int | None
    after: int
    words: str
    given: datetime
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class Submission:
    """One valid order of a seat for one step, or its withdrawal (no words)."""

    serial: int
    duel: int
    step: int
    seat: str
    words: str | None
    said: str
    received: datetime
    salt: str
    digest: str
    wait: bool


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step that was closed, and, once resolved, what came of it."""

    duel: int
    step: int
    closed: datetime
    orders: Sequence[Sequence[Any]]
    blind: str
    commitment: str
    seed_index: int
    setup: Mapping[str, Any]
    sheet_revision: str | None
    list_revision: str | None
    state_digest: str | None
    events: Sequence[Mapping[str, Any]] | None
    draws: Sequence[Mapping[str, Any]] | None
    view: Mapping[str, Any] | None
    resolved: datetime | None
    version: int
    previous: Mapping[str, Any] | None
    amended: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class AskedRoll:
    """A die asked of a public roller, and the number it showed, once that was given, with the address of the proof."""

    place: int
    sides: int
    value: int | None
    url: str | None


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A text on its way to the world."""

    key: str
    kind: TextKind
    site: str
    payload: Mapping[str, Any]
    after: Sequence[str]
    duel: int | None
    state: TextState
    created: datetime
    attempts: int
    not_before: datetime
    tried: datetime | None
    first_tried: datetime | None
    sendings: int
    missed: datetime | None
    watch: datetime | None
    sent: datetime | None
    ref_id: str | None
    ref_url: str | None
    why: str | None


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page that is ours: what it should say, what we last saw there, and what we last wrote or are writing.

    `revision` is the newest that is accounted for: None if the page is not known to be ours to write on; `text` is the
    whole page at that revision, where `seen` holds what was made of it.
    """

    title: str
    kind: PageKind
    wanted: str
    summary: str
    duel: int | None
    seen: str | None
    text: str | None
    revision: str | None
    url: str | None
    state: PageState
    not_before: datetime
    why: str | None
    written: str | None
    sent_key: str | None
    sent: str | None
    taken: Taken | None


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season with its secrets."""

    id: str
    key: bytes
    signing_key: bytes
    anchor: str
    public_key: str
    began: datetime
    next_index: int
    dice: str | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it was announced, and where it is in its life."""

    number: int
    title: str
    form: str
    game: str
    variant: str | None
    options: Mapping[str, Any]
    terms: Mapping[str, Any]
    state: TournamentState
    season: str
    post: str
    announced: datetime
    closes: datetime | None
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who has entered a tournament: the place in its draw, once that is known, and when they left, if they have."""

    tournament: int
    name: str
    place: int | None
    left_at: datetime | None


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A meeting of a tournament; the points are in halves, None while it goes on."""

    tournament: int
    round: int
    board: int
    home: str
    away: str
    duel: int | None
    again: int
    home_points: int | None
    away_points: int | None
    how: str
    decided: datetime | None
