"""Small facts that are kept by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from pbp.store import tables as t

_NOTE = sa.select(t.meta.c.value).where(t.meta.c.name == sa.bindparam("name"))
"""Made once, as all that a tick asks again and again: to put a statement together takes longer than to run it."""


class Notes:
    """The part of a transaction that is about small facts, and what every part of one needs.

    `clock`: what leases go by; without one the database's own clock, or the machine's where it has none.
    `without_secrets`: what goes into the journal is passed through it, since everybody may read that.
    """

    def __init__(
        self,
        connection: sa.Connection,
        clock: Callable[[], datetime] | None,
        without_secrets: Callable[[Any, dict[str, Any]], dict[str, Any]],
    ):
        self._c, self._clock, self._without_secrets = connection, clock, without_secrets

    def note(self, name: str) -> str | None:
        """A small fact that we keep by name."""
        return self._c.scalar(_NOTE, {"name": name})

    def notes(self, prefix: str) -> dict[str, str]:
        """The small facts whose names begin so."""
        within = {"first": prefix, "end": f"{prefix}\U0010ffff"}
        return {row.name: row.value for row in self._c.execute(_notes(self._is_postgresql), within)}

    @property
    def line(self) -> int:
        """In which line the books are kept: 1, and one more each time that they were put back from a backup."""
        return int(self.note("line") or 1)

    def set_note(self, name: str, value: str) -> None:
        """Keeps a small fact."""
        self._c.execute(_set_note(self._is_postgresql), {"name": name, "value": value})

    def end_note(self, name: str) -> None:
        """Keeps a small fact no longer."""
        self._c.execute(t.meta.delete().where(t.meta.c.name == name))

    # ---- within ------------------------------------------------------------------------------------------------

    @property
    def _is_postgresql(self) -> bool:
        return self._c.dialect.name == "postgresql"

    def _insert(self, table: sa.Table, values: Mapping[str, Any]) -> postgresql.Insert | sqlite.Insert:
        """An insertion that can be told what to do if the row is there already."""
        return _insertion(self._is_postgresql, table).values(dict(values))

    def _insert_once(self, table: sa.Table, values: Mapping[str, Any], *key: sa.Column[Any]) -> bool:
        """Inserts unless a row with that key exists; the row count would not tell on PostgreSQL, RETURNING does."""
        return self._c.execute(_insert_once(self._is_postgresql, table, *key), dict(values)).first() is not None

    def _now(self) -> datetime:
        """The present, by the clock that leases go by."""
        if self._clock:
            return self._clock()
        if self._is_postgresql:
            shown: datetime = self._c.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
            return shown.astimezone(UTC)
        return datetime.now(UTC)


def _insertion(is_postgresql: bool, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if is_postgresql else sqlite.insert(table)


@cache
def _insert_once(is_postgresql: bool, table: sa.Table, *key: sa.Column[Any]) -> sa.Executable:
    return _insertion(is_postgresql, table).on_conflict_do_nothing().returning(*key)


@cache
def _set_note(is_postgresql: bool) -> sa.Executable:
    row = _insertion(is_postgresql, t.meta)
    return row.on_conflict_do_update(index_elements=[t.meta.c.name], set_={"value": row.excluded.value})


@cache
def _notes(is_postgresql: bool) -> sa.Executable:
    m, plain = t.meta.c, "C" if is_postgresql else "BINARY"
    name = sa.collate(m.name, plain)  # in the order of its index, of which then a part alone is looked at
    within = (name >= sa.bindparam("first"), name < sa.bindparam("end"))
    return sa.select(m.name, m.value).where(*within).order_by(name)
