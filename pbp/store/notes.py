"""Small facts that are kept by name."""

from __future__ import annotations

import sqlalchemy as sa

from pbp.store import tables as t


class Notes:
    """The part of a transaction that is about small facts."""

    def __init__(self, connection: sa.Connection):
        self._c = connection

    def note(self, name: str) -> str | None:
        """A small fact that we keep by name."""
        return self._c.scalar(sa.select(t.meta.c.value).where(t.meta.c.name == name))

    def notes(self, prefix: str) -> dict[str, str]:
        """The small facts whose names begin so."""
        m, plain = t.meta.c, "C" if self._c.dialect.name == "postgresql" else "BINARY"
        name = sa.collate(m.name, plain)  # in the order of its index, of which then a part alone is looked at
        query = sa.select(m.name, m.value).where(name >= prefix, name < f"{prefix}\U0010ffff").order_by(name)
        return {row.name: row.value for row in self._c.execute(query)}

    @property
    def line(self) -> int:
        """In which line the books are kept: 1, and one more each time that they were put back from a backup."""
        return int(self.note("line") or 1)

    def set_note(self, name: str, value: str) -> None:
        """Keeps a small fact."""
        if not self._c.execute(t.meta.update().where(t.meta.c.name == name).values(value=value)).rowcount:
            self._c.execute(t.meta.insert().values(name=name, value=value))
