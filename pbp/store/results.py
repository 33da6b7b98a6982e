"""What a transaction can ask of duels that have ended, for honours: little of each, however long the season."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbp.store import tables as t
from pbp.store.outbox import Outbox
from pbp.store.states import DuelState, PageKind


class PublishedResults(Outbox):
    """The part of a transaction that is about ended duels."""

    def published_results(self) -> dict[int, datetime]:
        """The resolved duels whose bundle stands on its page, by number, and when each ended, the last time.

        Its page is wanted in the transaction that resolves a duel. One without was adopted from its page.
        """
        d, p = t.duel.c, t.page.c
        waiting = sa.select(p.duel).where(p.kind == PageKind.AUDIT, p.url.is_(None), p.duel.is_not(None))
        query = sa.select(d.number, d.ended).where(d.state == DuelState.RESOLVED, d.number.not_in(waiting))
        return {row.number: row.ended for row in self._c.execute(query.order_by(d.number))}

    def results(self, numbers: Collection[int]) -> list[sa.Row[Any]]:
        """Of resolved duels: number, season, game, setup, outcome (of a contest); and of the last closed step, if any:

        closed, and of a ring its `wizards` as they were before, and its last `view` of them with the `casts`.
        """
        d, s = t.duel.c, t.step.c
        last = sa.select(s.duel, sa.func.max(s.step).label("step")).group_by(s.duel).subquery()
        query = (
            sa.select(
                d.number,
                d.season,
                d.game,
                d.setup,
                d.summary["outcome"].label("outcome"),
                s.closed,
                s.setup["wizards"].label("wizards"),
                s.view["wizards"].label("view"),
                s.view["casts"].label("casts"),
            )
            .select_from(
                t.duel.outerjoin(last, last.c.duel == d.number).outerjoin(
                    t.step, sa.and_(s.duel == last.c.duel, s.step == last.c.step)
                )
            )
            .where(d.number.in_(numbers))
            .order_by(d.number)
        )
        return list(self._c.execute(query))

    def cast_counts(self) -> list[tuple[str, int]]:
        """How often each spell was cast in resolved ring duels, the most often cast first; counted by the database."""
        if self._c.dialect.name == "postgresql":
            cast = sa.func.json_each_text(t.duel.c.summary["casts"]).table_valued("key", "value")
        else:
            cast = sa.func.json_each(t.duel.c.summary, "$.casts").table_valued("key", "value")
        casts = sa.func.sum(sa.cast(cast.c.value, sa.Integer))
        query = sa.select(cast.c.key, casts).select_from(t.duel.join(cast, sa.true()))
        rows = self._c.execute(query.where(t.duel.c.state == DuelState.RESOLVED).group_by(cast.c.key))
        return sorted(((str(spell), int(times)) for spell, times in rows), key=lambda pair: (-pair[1], pair[0]))

    def orders(self, numbers: Collection[int]) -> dict[int, list[dict[str, str]]]:
        """The standing orders of each closed step of duels, in order: words by seat."""
        s = t.step.c
        query = sa.select(s.duel, s.orders).where(s.duel.in_(numbers)).order_by(s.duel, s.step)
        found: dict[int, list[dict[str, str]]] = {}
        for row in self._c.execute(query):
            found.setdefault(row.duel, []).append({seat: words for seat, _, words, *_ in row.orders})
        return found
