"""What a transaction can ask and change of all that the world is to see: queued texts, and pages that are ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from pbp.ports import Ref
from pbp.store import tables as t
from pbp.store.leases import Leases
from pbp.store.states import ON_BLOG, PageKind, PageState, TextKind, TextState
from pbp.store.values import Outgoing, OwnPage, from_row

_LONGEST_LEASE = timedelta(hours=1)
_TEXT = sa.select(t.outgoing).where(t.outgoing.c.key == sa.bindparam("key"))
_LAST_TEXT = sa.select(sa.func.max(t.outgoing.c.serial))
_PUBLISHED = sa.select(t.outgoing).where(
    t.outgoing.c.kind.in_(ON_BLOG), t.outgoing.c.duel.in_(sa.bindparam("duels", expanding=True))
)
_WATCHED = sa.select(t.outgoing).where(t.outgoing.c.watch <= sa.bindparam("at"))
_PAGE = sa.select(t.page).where(t.page.c.title == sa.bindparam("title"))


class Outbox(Leases):
    """The part of a transaction that is about what goes out."""

    def queue(
        self,
        key: str,
        kind: TextKind,
        site: str,
        at: datetime,
        payload: Mapping[str, Any],
        *,
        after: Sequence[str] = (),
        duel: int | None = None,
    ) -> bool:
        """Queues a text under its key; False if that key has been queued before."""
        self._number_rows()
        serial = self.last_text() + 1
        values = {
            "key": key,
            "serial": serial,
            "kind": kind,
            "site": site,
            "payload": dict(payload),
            "after": list(after),
            "duel": duel,
            "state": TextState.QUEUED,
            "created": at,
            "attempts": 0,
            "not_before": at,
        }
        return self._insert_once(t.outgoing, values, t.outgoing.c.key)

    def outgoing(self, key: str) -> Outgoing | None:
        """A queued or sent text."""
        row = self._c.execute(_TEXT, {"key": key}).first()
        return from_row(Outgoing, row) if row else None

    def text_urls(self, keys: Sequence[str]) -> dict[str, str]:
        """Where those of these texts stand that are out, by their keys."""
        o = t.outgoing.c
        rows = self._c.execute(sa.select(o.key, o.ref_url).where(o.key.in_(keys)))
        return {row.key: row.ref_url for row in rows if row.ref_url}

    def all_outgoing(self, *states: TextState) -> list[Outgoing]:
        """The texts in these states, in the order in which they were queued."""
        return [from_row(Outgoing, row) for row in self._c.execute(_texts(*states))]

    def last_text(self) -> int:
        """The serial of the text that was queued last; 0 if there is none."""
        last: int | None = self._c.scalar(_LAST_TEXT)
        return last or 0

    def queued_after(self, serial: int) -> list[Outgoing]:
        """The texts that were queued after another, in that order, whatever became of them."""
        query = sa.select(t.outgoing).where(t.outgoing.c.serial > serial).order_by(t.outgoing.c.serial)
        return [from_row(Outgoing, row) for row in self._c.execute(query)]

    def published(self, duels: Sequence[int]) -> list[Outgoing]:
        """The posts and comments of these duels that are out, in the order in which they were queued."""
        rows = self._c.execute(_PUBLISHED, {"duels": list(duels)})
        return _in_order(row for row in rows if row.state == TextState.SENT)

    def letter_with_id(self, channel: str, id: str) -> Outgoing | None:
        """The letter that a site took under this id of its own."""
        o = t.outgoing.c
        query = sa.select(t.outgoing).where(o.kind == TextKind.LETTER, o.site == channel, o.ref_id == id)
        row = self._c.execute(query).first()
        return from_row(Outgoing, row) if row else None

    def claim(self, key: str, owner: str, at: datetime, seconds: float) -> bool:
        """Leases a queued text that may be sent now; False if another holds it or it is gone."""
        o, now = t.outgoing.c, self._now()
        free = sa.or_(o.lease.is_(None), o.lease <= now, o.owner == owner)
        return bool(
            self._c.execute(
                t.outgoing.update()
                .where(o.key == key, o.state == TextState.QUEUED, o.not_before <= at, free)
                .values(lease=now + timedelta(seconds=seconds), owner=owner, attempts=o.attempts + 1)
                .returning(o.key)
            ).first()
        )

    def still_mine(self, key: str, owner: str) -> bool:
        """Whether the lease on a text is still ours; if it is, nobody else has one before this transaction ends."""
        o = t.outgoing.c
        mine = sa.select(o.key).where(o.key == key, o.owner == owner, o.lease > self._now())
        return self._c.execute(mine.with_for_update()).first() is not None

    def change_mine(self, key: str, owner: str, **values: Any) -> bool:
        """Sets values of a queued text that we leased last; False, and nothing is set, if another has it by now."""
        o = t.outgoing.c
        mine = sa.and_(o.key == key, o.state == TextState.QUEUED, o.owner == owner)
        return self._c.execute(t.outgoing.update().where(mine).values(**values).returning(o.key)).first() is not None

    def change_outgoing(self, key: str, **values: Any) -> None:
        """Sets values of a queued text."""
        self._c.execute(t.outgoing.update().where(t.outgoing.c.key == key).values(**values))

    def wait_no_longer(self, at: datetime) -> None:
        """Lets nothing wait for a time that a clock has noted which was ahead."""
        o, p = t.outgoing.c, t.page.c
        for column in (o.not_before, o.tried, o.first_tried, o.missed):
            self._c.execute(
                t.outgoing.update().where(o.state == TextState.QUEUED, column > at).values({column.name: at})
            )
        ahead = t.outgoing.update().where(o.state == TextState.QUEUED, o.lease > self._now() + _LONGEST_LEASE)
        self._c.execute(ahead.values(lease=None))
        self._c.execute(t.page.update().where(p.state == PageState.QUEUED, p.not_before > at).values(not_before=at))

    def record_sent(self, key: str, ref: Ref, at: datetime) -> bool:
        """Records where a text stands; False if that was recorded before."""
        o = t.outgoing.c
        stands = {"state": TextState.SENT, "ref_id": ref.id, "ref_url": ref.url, "sent": at, "lease": None, "why": None}
        statement = t.outgoing.update().where(o.key == key, o.state != TextState.SENT).values(stands).returning(o.key)
        return self._c.execute(statement).first() is not None

    def watched(self, at: datetime) -> list[Outgoing]:
        """The published texts of which it is time to look whether they stand there twice, oldest first."""
        return _in_order(row for row in self._c.execute(_WATCHED, {"at": at}) if row.state == TextState.SENT)

    # ---- our pages ---------------------------------------------------------------------------------------------

    def want_page(
        self, title: str, kind: PageKind, text: str, summary: str, at: datetime, *, duel: int | None = None
    ) -> None:
        """Says what one of our pages should be from now on."""
        values = {"wanted": text, "summary": summary, "duel": duel, "kind": kind, "not_before": at}
        values["state"] = PageState.QUEUED
        insert = self._insert(t.page, {"title": title, **values})
        self._c.execute(insert.on_conflict_do_update(index_elements=[t.page.c.title], set_=values))

    def pages(self, *kinds: PageKind) -> list[OwnPage]:
        """Our pages of these kinds (all if none is named), by title."""
        return self._pages(_pages_of(*kinds))

    def page_urls(self, duels: Sequence[int]) -> dict[str, str]:
        """Where those of the pages of these duels stand that are set, by title."""
        p = t.page.c
        rows = self._c.execute(sa.select(p.title, p.url).where(p.duel.in_(duels)))
        return {row.title: row.url for row in rows if row.url}

    def pages_unset(self, *states: PageState) -> list[OwnPage]:
        """Our pages in these states (if none is named: all that are not as they should be), by title."""
        return self._pages(_pages_in(*(states or (each for each in PageState if each != PageState.SET))))

    def page(self, title: str) -> OwnPage | None:
        """One of our pages."""
        row = self._c.execute(_PAGE, {"title": title}).first()
        return from_row(OwnPage, row) if row else None

    def change_page(self, title: str, **values: Any) -> None:
        """Sets values of one of our pages."""
        self._c.execute(t.page.update().where(t.page.c.title == title).values(**values))

    # ---- within ------------------------------------------------------------------------------------------------

    def _pages(self, wanted: sa.Executable) -> list[OwnPage]:
        return sorted((from_row(OwnPage, row) for row in self._c.execute(wanted)), key=lambda page: page.title)


@cache
def _texts(*states: TextState) -> sa.Executable:
    return sa.select(t.outgoing).where(t.outgoing.c.state.in_(states)).order_by(t.outgoing.c.serial)


@cache
def _pages_of(*kinds: PageKind) -> sa.Executable:
    return sa.select(t.page).where(t.page.c.kind.in_(kinds) if kinds else sa.true())


@cache
def _pages_in(*states: PageState) -> sa.Executable:
    return sa.select(t.page).where(t.page.c.state.in_(states))


def _in_order(rows: Iterable[sa.Row[Any]]) -> list[Outgoing]:
    """Texts in the order in which they were queued: a database that is to sort them would go through all there are."""
    return [from_row(Outgoing, row) for row in sorted(rows, key=lambda row: row.serial)]
