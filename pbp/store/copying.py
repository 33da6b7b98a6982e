"""The whole of one store in the place of another's, whichever databases they are."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from pbp.store.columns import metadata
from pbp.store.store import Store
from pbp.store.tx import Tx

_AT_ONCE = 1000


def copy_all(source: Store, target: Store, *, begin: Callable[[Tx], None] = lambda _: None) -> None:
    """Makes `target` hold what `source` holds at one moment, all or nothing; then `begin` is done in it.

    Raises StoreDown.
    """
    with source.moment() as taken, target.tx() as tx:
        for table in metadata.sorted_tables:
            tx.connection.execute(table.delete())
            for rows in taken.connection.execute(sa.select(table)).partitions(_AT_ONCE):
                tx.connection.execute(table.insert(), [row._asdict() for row in rows])
            _count_on(tx.connection, table)
        begin(tx)


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    """Lets PostgreSQL number the next row after those that were copied."""
    column = table.autoincrement_column
    if connection.dialect.name == "postgresql" and column is not None:
        last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        connection.execute(sa.select(sa.func.setval(sequence, last, False)))
