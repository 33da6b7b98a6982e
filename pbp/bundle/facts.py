"""What a bundle is made from and what is read back from it: the facts of a duel that has ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbp.fair import RevealedSeed
from pbp.games.base import Game, Setup

SEED, ROLLS = "seed", "rolls"
"""Where dice come from: the season's seeds, or a public roller."""
FIRST, SECOND, THIRD = VERSIONS = 1, 2, 3
"""The versions of bundles. In the first a commitment covers the spell list and the orders alone.

Up to the second the digest of a state was over what the reader of that day made of the spells, since the third it is
over the spells as they were written.
"""
NEWEST = THIRD
PUT_BACK = "books were put back"
"""What the reason says of a duel that was running when the operator's store was put back from a backup."""
SEASON_FORMAT = "pbp-season/1"
RUNNING, RESOLVED, CANCELLED = "running", "resolved", "cancelled"
"""What a season's list says of a duel."""


def says_its_maker(version: int) -> bool:
    """Whether bundles of that version may say which pbp made them."""
    return version >= THIRD


def digests_readings(version: int) -> bool:
    """Whether the digests of states are over readings in that version, and not over the texts that were read."""
    return version < THIRD


@dataclass(frozen=True, slots=True)
class Anchored:
    """What a season's anchor fixes: the root of its seeds, and where the dice of its ring duels come from."""

    root: bytes
    dice: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """Numbers of a public roller, in order, and the addresses where they can be seen."""

    values: tuple[int, ...]
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order that stood when its step closed, in canonical words, with the salt of its digest."""

    player: str
    serial: int
    order: str
    salt: bytes
    received: datetime


@dataclass(frozen=True, slots=True)
class Correction:
    """What a voided step was resolved with again: orders in canonical words, by player, and why."""

    orders: Mapping[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class ClosedStep:
    """One step as it closed: the instant T, the blind of its commitment, and the standing orders.

    `seed` is another than the duel's own where that had been published before; `correction` marks a step
    that was voided: its commitment and its dice stay those of the closing. `comment` is where its commitment
    was published.
    """

    closed_at: datetime
    blind: bytes
    orders: tuple[StandingOrder, ...]
    seed: RevealedSeed | None = None
    correction: Correction | None = None
    rolls: Rolled | None = None
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Amended:
    """What was decided after the close: the keys of the setup (rulings, duel) that took the place of its own.

    `why` has the Battle Master's reason for each ruling: spell, wizard (or None), why, at.
    """

    setup: Setup
    why: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class CancelledFacts:
    """What is published of a cancelled duel. `names` are those from which the ring was drawn, in a game with one.

    `anchored` is None in a season of the first version, whose anchor is the root. `made_by` is as a `DuelFacts` has it.
    """

    season: str
    anchor: bytes
    duel: int
    game: str
    seed: RevealedSeed
    names: tuple[str, ...] | None
    ring_rolls: Rolled | None = None
    anchored: Anchored | None = None
    dice: str = SEED
    version: int = NEWEST
    made_by: str | None = None


@dataclass(frozen=True, slots=True)
class DuelFacts:
    """A duel is its inputs.

    `setup` has the keys of a scenario file, as read at commencing; its spell list also title, revision and url.
    `sheet_revision` is that of the gamestate page from which the values were read, if there is one.
    `ended` is the outcome of a contest that its players or its clock have ended, not its rules.
    `previous`, of a ring duel: the one before, {duel, state_digest}, and the `changes` of values since, by decision.
    `voided`: earlier results, or closings, of this duel that were taken back, {at, why, state_digest} each.
    `anchored` is None in a season of the first version, whose anchor is the root.
    `made_by`: the pbp that made the bundle, as `pbp --version` says it. It is the operator's word, and nothing else
    hangs on it. None where it is not known; bundles of the first two versions do not say it.
    """

    season: str
    anchor: bytes
    duel: int
    game: Game
    seed: RevealedSeed
    setup: Setup
    sheet_revision: str | None
    steps: tuple[ClosedStep, ...]
    ring_rolls: Rolled | None = None
    begin_rolls: Rolled | None = None
    ended: Mapping[str, Any] | None = None
    anchored: Anchored | None = None
    dice: str = SEED
    previous: Mapping[str, Any] | None = None
    amended: Amended | None = None
    voided: tuple[Mapping[str, Any], ...] = ()
    version: int = NEWEST
    made_by: str | None = None

    @property
    def resolved_setup(self) -> Setup:
        """The setup with which the duel was resolved: that of its close, with what was amended since."""
        return {**self.setup, **self.amended.setup} if self.amended else self.setup


@dataclass(frozen=True, slots=True)
class ListedDuel:
    """A duel in the list of its season; `audit` is the address of its bundle, once it has ended."""

    seed_index: int
    duel: int
    game: str
    state: str
    audit: str | None


@dataclass(frozen=True, slots=True)
class SeasonList:
    """All duels of a season so far, by the index of their seeds."""

    season: str
    anchor: bytes
    anchored: Anchored | None
    public_key: bytes
    duels: tuple[ListedDuel, ...]


def root_of(facts: DuelFacts | CancelledFacts) -> bytes:
    """The root of the season's seeds."""
    return facts.anchored.root if facts.anchored else facts.anchor
