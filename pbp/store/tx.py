"""What a transaction can ask and change. Nothing here decides anything: the service does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa

from pbp import fair
from pbp.errors import NotFound
from pbp.fair.dice import canonical_json
from pbp.games.base import RING
from pbp.ports import Message
from pbp.store import tables as t
from pbp.store.given import Given
from pbp.store.journal import GENESIS, JournalEntry, entry_hash
from pbp.store.people import People
from pbp.store.results import PublishedResults
from pbp.store.states import RUNNING, DuelState, MessageState
from pbp.store.tournaments import Tournaments
from pbp.store.values import Duel, SeasonRow, StepRow, Submission, from_row
from pbp.store.waiting import WaitingOrders

_RUNS = t.duel.c.state.in_(RUNNING)
_LAST_ENTRY = sa.select(sa.func.max(t.journal.c.id))
_NEWEST_ENTRY = sa.select(t.journal.c.id, t.journal.c.hash).order_by(t.journal.c.id.desc()).limit(1)
_SEASON = sa.select(t.season).where(t.season.c.id == sa.bindparam("id"))
_SEASONS = sa.select(t.season).order_by(t.season.c.began.desc())
_DUEL = sa.select(t.duel).where(t.duel.c.number == sa.bindparam("number"))
_DUEL_LOCKED = _DUEL.with_for_update()
_STANDING = (
    sa.select(t.submission)
    .where(t.submission.c.duel == sa.bindparam("duel"), t.submission.c.step == sa.bindparam("step"))
    .order_by(t.submission.c.serial)
)
_STEPS = sa.select(t.step).where(t.step.c.duel == sa.bindparam("duel")).order_by(t.step.c.step)
_MESSAGE = sa.select(t.message.c.id).where(
    t.message.c.channel == sa.bindparam("channel"), t.message.c.id == sa.bindparam("id")
)


class Tx(Given, People, PublishedResults, WaitingOrders, Tournaments):
    """One open transaction."""

    @property
    def connection(self) -> sa.Connection:
        """The connection, for transactions that are to be part of this one."""
        return self._c

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """What is done in here is undone alone if it raises."""
        with self._c.begin_nested():
            yield

    # ---- journal -----------------------------------------------------------------------------------------------

    def journal(self, at: datetime, kind: str, duel: int | None = None, **facts: Any) -> None:
        """Adds an entry to the chain, without live secrets: what stands in it cannot be taken out again."""
        facts = self._without_secrets(self, facts)
        self._number_rows()
        last, previous = self.journal_end()
        text, when = canonical_json(facts).decode(), at.isoformat()
        self._c.execute(
            t.journal.insert().values(
                id=last + 1,
                at=when,
                kind=kind,
                duel=duel,
                facts=text,
                previous=previous,
                hash=entry_hash(previous, when, kind, duel, text),
            )
        )

    def last_entry(self) -> int:
        """The number of the journal's last entry; 0 if there is none."""
        last: int | None = self._c.scalar(_LAST_ENTRY)
        return last or 0

    def entries_before(self, id: int, count: int) -> list[JournalEntry]:
        """So many entries before another (0: of all), the newest first."""
        query = sa.select(t.journal).order_by(t.journal.c.id.desc()).limit(count)
        if id:
            query = query.where(t.journal.c.id < id)
        return [from_row(JournalEntry, row) for row in self._c.execute(query)]

    def journal_end(self) -> tuple[int, str]:
        """The number and the hash of the journal's last entry."""
        last = self._c.execute(_NEWEST_ENTRY).first()
        return (last.id, last.hash) if last else (0, GENESIS)

    def journal_hash(self, id: int) -> str | None:
        """The hash of an entry."""
        return self._c.scalar(sa.select(t.journal.c.hash).where(t.journal.c.id == id))

    def journaled_duels(self, after: int) -> set[int]:
        """The numbers of the duels that entries after another are of."""
        j = t.journal.c
        return {duel for duel in self._c.scalars(sa.select(j.duel).where(j.id > after)) if duel is not None}

    def count_entries(self, kind: str) -> int:
        """How many entries of a kind the journal has."""
        return self._c.scalar(sa.select(sa.func.count()).where(t.journal.c.kind == kind)) or 0

    def entries(self, duel: int | None = None, kind: str | None = None, *, after: int = 0) -> list[JournalEntry]:
        """The journal in order, after an entry; of one duel or kind if given."""
        query = sa.select(t.journal).where(t.journal.c.id > after).order_by(t.journal.c.id)
        if duel is not None:
            query = query.where(t.journal.c.duel == duel)
        if kind is not None:
            query = query.where(t.journal.c.kind == kind)
        return [from_row(JournalEntry, row) for row in self._c.execute(query)]

    def newest_entries(
        self, kinds: Collection[str], afterwards: Collection[str], skip: int, count: int
    ) -> tuple[list[JournalEntry], int]:
        """The newest entries of these kinds, and `afterwards` once their duel is resolved; and how many there are."""
        j = t.journal.c
        resolved = sa.select(t.duel.c.number).where(t.duel.c.state == DuelState.RESOLVED)
        wanted = sa.or_(j.kind.in_(sorted(kinds)), sa.and_(j.kind.in_(sorted(afterwards)), j.duel.in_(resolved)))
        query = sa.select(t.journal).where(wanted).order_by(j.id.desc()).offset(skip).limit(count)
        found = [from_row(JournalEntry, row) for row in self._c.execute(query)]
        return found, self._c.scalar(sa.select(sa.func.count()).select_from(t.journal).where(wanted)) or 0

    # ---- seasons -----------------------------------------------------------------------------------------------

    def season(self, id: str) -> SeasonRow | None:
        """A season with its secrets."""
        row = self._c.execute(_SEASON, {"id": id}).first()
        return from_row(SeasonRow, row) if row else None

    def seasons(self) -> list[SeasonRow]:
        """Every season with its secrets, the newest first."""
        return [from_row(SeasonRow, row) for row in self._c.execute(_SEASONS)]

    def seasons_begun(self) -> list[str]:
        """The names of the seasons, the newest first."""
        return list(self._c.scalars(sa.select(t.season.c.id).order_by(t.season.c.began.desc())))

    def add_season(self, season: SeasonRow) -> None:
        """Begins a season."""
        self._c.execute(t.season.insert().values({name: getattr(season, name) for name in SeasonRow.__slots__}))

    def take_seed(self, season: str) -> int:
        """The next unused index of the season's seeds; it is used from now on."""
        s = t.season
        taken: int = self._c.execute(
            s.update().where(s.c.id == season).values(next_index=s.c.next_index + 1).returning(s.c.next_index)
        ).scalar_one()
        return taken - 1

    # ---- duels -------------------------------------------------------------------------------------------------

    def duels(self, *states: DuelState, format: str | None = None) -> list[Duel]:
        """The duels in these states (all if none is named), by number; those of one format if given."""
        return [from_row(Duel, row) for row in self._c.execute(_duels(*states, format=format))]

    def newest_duels(self, count: int, *states: DuelState, format: str | None = None, skip: int = 0) -> list[Duel]:
        """So many duels in these states (any if none is named), of that format if given, the highest number first."""
        query = sa.select(t.duel).order_by(t.duel.c.number.desc()).offset(skip).limit(count)
        if states:
            query = query.where(t.duel.c.state.in_(states))
        if format:
            query = query.where(t.duel.c.format == format)
        return [from_row(Duel, row) for row in self._c.execute(query)]

    def duels_of(self, numbers: Collection[int]) -> list[Duel]:
        """The duels of these numbers."""
        rows = self._c.execute(sa.select(t.duel).where(t.duel.c.number.in_(numbers))) if numbers else ()
        return [from_row(Duel, row) for row in rows]

    def find_duel(self, number: int) -> Duel | None:
        """A duel, if there is one of that number."""
        row = self._c.execute(_DUEL, {"number": number}).first()
        return from_row(Duel, row) if row else None

    def count_duels(self) -> dict[DuelState, int]:
        """How many duels are in each state."""
        d = t.duel.c
        return {row.state: row[1] for row in self._c.execute(sa.select(d.state, sa.func.count()).group_by(d.state))}

    def duel(self, number: int, *, lock: bool = False) -> Duel:
        """A duel; with `lock`, nobody else changes it before this transaction ends. Raises NotFound."""
        row = self._c.execute(_DUEL_LOCKED if lock else _DUEL, {"number": number}).first()
        if row is None:
            raise NotFound(f"there is no duel {number}")
        return from_row(Duel, row)

    def add_duel(self, duel: Duel) -> None:
        """Adds a duel."""
        values = {name: getattr(duel, name) for name in Duel.__slots__}
        self._c.execute(t.duel.insert().values(values | {"format": duel.format}))

    def change_duel(self, number: int, **values: Any) -> None:
        """Sets values of a duel that this transaction has locked."""
        self._c.execute(t.duel.update().where(t.duel.c.number == number).values(**values))

    def summaries(self, before: int) -> list[tuple[int, Mapping[str, Any]]]:
        """The summaries of the resolved duels below a number, by number: small, however long the season."""
        d = t.duel.c
        query = (
            sa.select(d.number, d.summary).where(d.state == DuelState.RESOLVED, d.number < before).order_by(d.number)
        )
        return [(row.number, row.summary or {}) for row in self._c.execute(query)]

    def running_seeds(self) -> list[tuple[int, str, int]]:
        """The duels that run as (number, season, index of the seed): small, however many there are."""
        d = t.duel.c
        return [tuple(row) for row in self._c.execute(sa.select(d.number, d.season, d.seed_index).where(_RUNS))]

    def live_secrets(self, values: Collection[str]) -> dict[str, int]:
        """Which of these are the blind of a closed step that has no result, or the salt of an order that stands now.

        With the numbers of the duels, which run.
        """
        d, s, o = t.duel.c, t.step.c, t.submission.c
        blinds = sa.select(s.blind, s.duel).join(t.duel, d.number == s.duel)
        salts = sa.select(o.salt, o.duel, o.step).join(t.duel, sa.and_(d.number == o.duel, d.step == o.step))
        rows = self._c.execute(blinds.where(_RUNS, s.resolved.is_(None), s.blind.in_(values)))
        found = {row.blind: row.duel for row in rows}
        for row in self._c.execute(salts.where(_RUNS, o.salt.in_(values))).all():
            if row.salt in {order.salt for order in self.standing(row.duel, row.step).values()}:
                found[row.salt] = row.duel
        return found

    def duels_of_season(self, season: str) -> list[tuple[int, int, str, str]]:
        """The duels of a season as (index of the seed, number, game, state), by index."""
        d = t.duel.c
        query = sa.select(d.seed_index, d.number, d.game, d.state).where(d.season == season).order_by(d.seed_index)
        return [(row.seed_index, row.number, row.game, row.state) for row in self._c.execute(query)]

    def ring_duel_before(self, number: int) -> Duel | None:
        """The last resolved ring duel below a number."""
        d = t.duel.c
        before = sa.and_(d.format == RING, d.state == DuelState.RESOLVED, d.number < number)
        row = self._c.execute(sa.select(t.duel).where(before).order_by(d.number.desc()).limit(1)).first()
        return from_row(Duel, row) if row else None

    def recent_duels(self, since: datetime) -> list[int]:
        """The numbers of the duels that run, or have ended since then."""
        d = t.duel.c
        wanted = sa.or_(d.state.in_(("open", "pending")), d.ended >= since)
        return sorted(self._c.scalars(sa.select(d.number).where(wanted)))  # in its order the database reads them all

    def last_number(self, low: int, high: int) -> int | None:
        """The highest duel number from low up to, not including, high."""
        n = t.duel.c.number
        highest: int | None = self._c.scalar(sa.select(sa.func.max(n)).where(n >= low, n < high))
        return highest

    # ---- submissions and steps ----------------------------------------------------------------------------------

    def next_serial(self, seat: str) -> int:
        """The serial that the seat's next submission will bear: each counts its own alone.

        What was given out and lost with the store is never given out again: each line of the books has serials of its
        own.
        """
        self.hold(f"serials of {seat}")
        s = t.submission.c
        last = self._c.scalar(sa.select(sa.func.max(s.serial)).where(s.seat == seat)) or 0
        return max(int(last), (self.line - 1) * fair.SERIALS_IN_A_LINE) + 1

    def add_submission(self, submission: Submission) -> None:
        """Stores a valid order, or a withdrawal."""
        self._c.execute(t.submission.insert().values({n: getattr(submission, n) for n in Submission.__slots__}))

    def change_submission(self, seat: str, serial: int, **values: Any) -> None:
        """Sets values of a submission that bind nobody: whether its player asks to wait."""
        s = t.submission.c
        self._c.execute(t.submission.update().where(s.seat == seat, s.serial == serial).values(**values))

    def standing(self, duel: int, step: int) -> dict[str, Submission]:
        """The last submission of each seat that has one which is not withdrawn."""
        rows = self._c.execute(_STANDING, {"duel": duel, "step": step})
        last = {row.seat: from_row(Submission, row) for row in rows}
        return {seat: submission for seat, submission in last.items() if submission.words is not None}

    def submissions(self, seat: str) -> list[Submission]:
        """All submissions of one seat's name, oldest first."""
        query = sa.select(t.submission).where(t.submission.c.seat == seat).order_by(t.submission.c.serial)
        return [from_row(Submission, row) for row in self._c.execute(query)]

    def add_step(self, step: StepRow) -> None:
        """Stores a closed step."""
        self._c.execute(t.step.insert().values({name: getattr(step, name) for name in StepRow.__slots__}))

    def steps(self, duel: int) -> list[StepRow]:
        """The closed steps of a duel, in order."""
        return [from_row(StepRow, row) for row in self._c.execute(_STEPS, {"duel": duel})]

    def change_step(self, duel: int, step: int, **values: Any) -> None:
        """Sets values of a closed step."""
        self._c.execute(t.step.update().where(t.step.c.duel == duel, t.step.c.step == step).values(**values))

    def remove_step(self, duel: int, step: int) -> None:
        """Takes back the closing of a step that was not resolved, with its rolls: the journal keeps that it happened.

        Orders that come now must not meet dice that their players have seen.
        """
        s = t.step.c
        if self._c.execute(t.step.delete().where(s.duel == duel, s.step == step, s.resolved.is_(None))).rowcount:
            self.cut_rolls(duel, step, 0)

    # ---- messages ----------------------------------------------------------------------------------------------

    def take_in(self, channel: str, message: Message, wizard: str | None) -> bool:
        """Stores a message as done; False if it was taken in before."""
        values = {
            "channel": channel,
            "id": message.id,
            "sender": message.sender,
            "received": message.received,
            "subject": message.subject,
            "text": message.text,
            "wizard": wizard,
            "state": MessageState.DONE,
        }
        return self._insert_once(t.message, values, t.message.c.channel, t.message.c.id)

    def has_message(self, channel: str, id: str) -> bool:
        """Whether a message was taken in, or passed over."""
        return self._c.execute(_MESSAGE, {"channel": channel, "id": id}).first() is not None

    def pass_over(self, channel: str, message: Message) -> bool:
        """Notes a message that is nothing of ours, without its words; False if it was taken in before."""
        if not self.take_in(channel, replace(message, subject="", text=""), None):
            return False
        self.change_message(channel, message.id, state=MessageState.PASSED)
        return True

    def set_aside(self, channel: str, message: Message, why: str) -> None:
        """Keeps a message for the Battle Master to look at."""
        whole = {name: getattr(message, name) for name in ("thread", "token", "vouched", "public")}
        self.change_message(channel, message.id, state=MessageState.ASIDE, why=why, **whole)

    def change_message(self, channel: str, id: str, **values: Any) -> None:
        """Sets values of a message that was taken in."""
        m = t.message
        self._c.execute(m.update().where(m.c.channel == channel, m.c.id == id).values(**values))

    def messages_aside(self) -> Sequence[sa.Row[Any]]:
        """The messages kept aside, oldest first."""
        m = t.message
        return self._c.execute(sa.select(m).where(m.c.state == MessageState.ASIDE).order_by(m.c.received)).all()


@cache
def _duels(*states: DuelState, format: str | None) -> sa.Executable:
    query = sa.select(t.duel).order_by(t.duel.c.number)
    if states:
        query = query.where(t.duel.c.state.in_(states))
    return query.where(t.duel.c.format == format) if format else query
