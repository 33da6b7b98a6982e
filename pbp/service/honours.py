"""What honours are made of, from the books: the results of all duels whose bundles are published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbp.games.base import CONTEST, RING
from pbp.honours.results import DuelResult, contest_result, ring_result
from pbp.honours.tables import Honours, honours_of
from pbp.service.desk import Desk
from pbp.store import Tx


class KeptHonours:
    """Honours as they were last worked out, by whoever asks again and again: what has not changed is not read anew."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[datetime, DuelResult]] = {}
        self._ended: dict[int, datetime] | None = None
        self._honours = Honours()

    def now(self, desk: Desk, tx: Tx) -> Honours:
        """The honours by what is published now. A duel that was resolved again has ended anew, and is read anew."""
        ended = tx.published_results()
        if ended == self._ended:
            return self._honours
        new = [number for number, at in ended.items() if number not in self._read or self._read[number][0] != at]
        self._read = {number: kept for number, kept in self._read.items() if number in ended}
        rows = tx.results(new)
        orders = tx.orders([row.number for row in rows if row.setup.format == CONTEST])
        self._read |= {row.number: (ended[row.number], _result(row, orders.get(row.number, []))) for row in rows}
        results = [result for _, result in self._read.values()]
        lists = {result.season: desk.wiki.url(desk.season_title(result.season)) for result in results}
        self._ended, self._honours = ended, honours_of(results, lists.items(), self._honours.tables)
        return self._honours


def honours(desk: Desk, tx: Tx) -> Honours:
    """The honours by what is published now."""
    return KeptHonours().now(desk, tx)


def _result(row: sa.Row[Any], orders: Sequence[Mapping[str, str]]) -> DuelResult:
    if row.setup.format == RING:
        view = {"wizards": row.view, "casts": row.casts}
        return ring_result(row.number, row.season, row.game, row.closed, row.wizards, view)
    return contest_result(row.number, row.season, row.game, row.closed, row.setup.scenario, row.outcome, orders)
