"""What the pages ask of the service about all that was published: bundles, archives, the public part of the journal,
and tournaments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from pbp.service.brackets import TournamentNow
from pbp.store import MeetingRow, Tournament


@dataclass(frozen=True, slots=True)
class PublicEntry:
    """An entry of the journal that everybody may read. It bears no number: that would count the others."""

    at: datetime
    kind: str
    duel: int | None
    said: str


@dataclass(frozen=True, slots=True)
class PublicTournament:
    """A tournament as it stands, and where its post is."""

    standing: TournamentNow
    post_url: str = ""


@dataclass(frozen=True, slots=True)
class Lineup:
    """A duel or contest as it is called, and who is in it."""

    number: int
    title: str
    players: tuple[str, ...]
    state: str
    ring: bool


class Published(Protocol):
    """A part of what the pages ask of the service."""

    def tournaments(self) -> Sequence[PublicTournament]:
        """Every tournament, newest first."""

    def tournament_of(self, contest: int) -> tuple[Tournament, MeetingRow] | None:
        """The tournament and the meeting to which a contest belongs; None if to none."""

    def bundle(self, number: int) -> Mapping[str, Any] | None:
        """The bundle that was published of a duel that has ended; None if there is none."""

    def archive(self, season: str) -> bytes | None:
        """All that was published of a season, as one archive; None if there is no such season yet."""

    def public_journal(self, skip: int, count: int) -> tuple[Sequence[PublicEntry], int]:
        """So many entries that everybody may read, newest first, after leaving out some; and how many there are."""

    def lineups(self) -> Sequence[Lineup]:
        """Every duel and contest, newest first."""
