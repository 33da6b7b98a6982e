"""Numbered changes of the tables, each run once, in order, in one transaction with its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from pbp.errors import PbpError
from pbp.store.tables import meta, metadata, roll

Migration = Callable[[sa.Connection], None]


def first_tables(connection: sa.Connection) -> None:
    """All tables of the first release."""
    metadata.create_all(connection)


def table_of_rolls(connection: sa.Connection) -> None:
    """The numbers of a public roller; a new store has their table from the start."""
    roll.create(connection, checkfirst=True)


def what_commitments_cover(connection: sa.Connection) -> None:
    """Where dice come from, and the versions of bundles: a duel that was closed before ends under the first."""
    for table, column, kind in (
        ("season", "dice", "TEXT"),
        ("duel", "dice", "TEXT"),
        ("step", "previous", "JSON"),
        ("step", "amended", "JSON"),
        ("step", "version", "INTEGER NOT NULL DEFAULT 1"),
    ):
        if column not in {present["name"] for present in sa.inspect(connection).get_columns(table)}:
            connection.execute(sa.text(f"ALTER TABLE {table} ADD COLUMN {column} {kind}"))  # a new store has them


def edits_of_pages(connection: sa.Connection) -> None:
    """What we wrote on our pages, and are writing; a new store has the columns from the start."""
    there = {column["name"] for column in sa.inspect(connection).get_columns("page")}
    for name in ("written", "sent_key", "sent", "taken"):
        if name not in there:
            connection.execute(sa.text(f"ALTER TABLE page ADD COLUMN {name} TEXT"))
    connection.execute(sa.text("UPDATE page SET written = seen WHERE written IS NULL"))


MIGRATIONS: Sequence[Migration] = (first_tables, table_of_rolls, what_commitments_cover, edits_of_pages)


def migrate(connection: sa.Connection) -> int:
    """Brings the tables up to date, inside the caller's transaction; returns how many migrations ran.

    Raises PbpError for a database that a newer version wrote.
    """
    meta.create(connection, checkfirst=True)
    row = connection.execute(sa.select(meta.c.value).where(meta.c.name == "migrations").with_for_update()).first()
    done = int(row.value) if row else 0
    if done > len(MIGRATIONS):
        raise PbpError(
            f"the store was written by a newer version ({done} migrations; this one knows {len(MIGRATIONS)})"
        )
    if done == len(MIGRATIONS):
        return 0
    for migration in MIGRATIONS[done:]:
        migration(connection)
    connection.execute(meta.delete().where(meta.c.name == "migrations"))
    connection.execute(meta.insert().values(name="migrations", value=str(len(MIGRATIONS))))
    return len(MIGRATIONS) - done
