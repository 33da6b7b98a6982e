"""Small facts that are kept by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from pbp.store import tables as t


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
        return self._c.scalar(sa.select(t.meta.c.value).where(t.meta.c.name == name))

    def notes(self, prefix: str) -> dict[str, str]:
        """The small facts whose names begin so."""
        m, plain = t.meta.c, "C" if self._is_postgresql else "BINARY"
        name = sa.collate(m.name, plain)  # in the order of its index, of which then a part alone is looked at
        query = sa.select(m.name, m.value).where(name >= prefix, name < f"{prefix}\U0010ffff").order_by(name)
        return {row.name: row.value for row in self._c.execute(query)}

    @property
    def line(self) -> int:
        """In which line the books are kept: 1, and one more each time that they were put back from a backup."""
        return int(self.note("line") or 1)

    def set_note(self, name: str, value: str) -> None:
        """Keeps a small fact."""
        insert = self._insert(t.meta, {"name": name, "value": value})
        self._c.execute(insert.on_conflict_do_update(index_elements=[t.meta.c.name], set_={"value": value}))

    def end_note(self, name: str) -> None:
        """Keeps a small fact no longer."""
        self._c.execute(t.meta.delete().where(t.meta.c.name == name))

    # ---- within ------------------------------------------------------------------------------------------------

    @property
    def _is_postgresql(self) -> bool:
        return self._c.dialect.name == "postgresql"

    def _insert(self, table: sa.Table, values: Mapping[str, Any]) -> postgresql.Insert | sqlite.Insert:
        """An insertion that can be told what to do if the row is there already."""
        return (postgresql.insert if self._is_postgresql else sqlite.insert)(table).values(dict(values))

    def _insert_once(self, table: sa.Table, values: Mapping[str, Any], *key: sa.Column[Any]) -> bool:
        """Inserts unless a row with that key exists; the row count would not tell on PostgreSQL, RETURNING does."""
        statement = self._insert(table, values).on_conflict_do_nothing().returning(*key)
        return self._c.execute(statement).first() is not None

    def _now(self) -> datetime:
        """The present, by the clock that leases go by."""
        if self._clock:
            return self._clock()
        if self._is_postgresql:
            shown: datetime = self._c.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
            return shown.astimezone(UTC)
        return datetime.now(UTC)
