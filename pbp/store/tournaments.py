"""What a transaction can ask and change of tournaments."""

from __future__ import annotations

from functools import cache
from typing import Any

import sqlalchemy as sa

from pbp.errors import NotFound
from pbp.store import tables as t
from pbp.store.outbox import Outbox
from pbp.store.states import TournamentState
from pbp.store.values import Entrant, MeetingRow, Tournament, from_row


class Tournaments(Outbox):
    """The part of a transaction that is about tournaments."""

    def tournaments(self, *states: TournamentState) -> list[Tournament]:
        """The tournaments in these states (all if none is named), by number."""
        return [from_row(Tournament, row) for row in self._c.execute(_tournaments(*states))]

    def tournament(self, number: int, *, lock: bool = False) -> Tournament:
        """A tournament; with `lock`, nobody else changes it before this transaction ends. Raises NotFound."""
        query = sa.select(t.tournament).where(t.tournament.c.number == number)
        row = self._c.execute(query.with_for_update() if lock else query).first()
        if row is None:
            raise NotFound(f"there is no tournament {number}")
        return from_row(Tournament, row)

    def next_tournament(self) -> int:
        """The number of the next tournament."""
        self.hold("number of a tournament")
        last: int | None = self._c.scalar(sa.select(sa.func.max(t.tournament.c.number)))
        return (last or 0) + 1

    def add_tournament(self, tournament: Tournament) -> None:
        """Adds a tournament."""
        self._c.execute(t.tournament.insert().values({n: getattr(tournament, n) for n in Tournament.__slots__}))

    def change_tournament(self, number: int, **values: Any) -> None:
        """Sets values of a tournament that this transaction has locked."""
        self._c.execute(t.tournament.update().where(t.tournament.c.number == number).values(**values))

    def entrants(self, *tournaments: int) -> list[Entrant]:
        """Who has entered these tournaments, by their places in the draw, and before it by name."""
        query = sa.select(t.entrant).where(t.entrant.c.tournament.in_(tournaments))
        found = [from_row(Entrant, row) for row in self._c.execute(query)]
        return sorted(found, key=lambda entrant: (entrant.place or 0, entrant.name))

    def add_entrant(self, tournament: int, name: str, place: int | None) -> None:
        """Enters a player."""
        self._c.execute(t.entrant.insert().values(tournament=tournament, name=name, place=place, left_at=None))

    def change_entrant(self, tournament: int, name: str, **values: Any) -> None:
        """Sets values of an entrant."""
        e = t.entrant.c
        self._c.execute(t.entrant.update().where(e.tournament == tournament, e.name == name).values(**values))

    def remove_entrant(self, tournament: int, name: str) -> None:
        """Takes back an entry."""
        e = t.entrant.c
        self._c.execute(t.entrant.delete().where(e.tournament == tournament, e.name == name))

    def meetings(self, *tournaments: int) -> list[MeetingRow]:
        """The meetings of these tournaments, by round and board."""
        m = t.meeting.c
        query = sa.select(t.meeting).where(m.tournament.in_(tournaments)).order_by(m.round, m.board)
        return [from_row(MeetingRow, row) for row in self._c.execute(query)]

    def add_meeting(self, meeting: MeetingRow) -> None:
        """Adds a meeting."""
        self._c.execute(t.meeting.insert().values({n: getattr(meeting, n) for n in MeetingRow.__slots__}))

    def change_meeting(self, meeting: MeetingRow, **values: Any) -> None:
        """Sets values of a meeting."""
        m = t.meeting.c
        mine = (m.tournament == meeting.tournament, m.round == meeting.round, m.board == meeting.board)
        self._c.execute(t.meeting.update().where(*mine).values(**values))

    def meeting_of(self, duel: int) -> tuple[Tournament, MeetingRow] | None:
        """The tournament and the meeting to which a contest belongs, if it does."""
        row = self._c.execute(sa.select(t.meeting).where(t.meeting.c.duel == duel)).first()
        return (self.tournament(row.tournament), from_row(MeetingRow, row)) if row else None


@cache
def _tournaments(*states: TournamentState) -> sa.Executable:
    query = sa.select(t.tournament).order_by(t.tournament.c.number)
    return query.where(t.tournament.c.state.in_(states)) if states else query
