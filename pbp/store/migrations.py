"""Numbered changes of the tables, each run once, in order, in one transaction with its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa

from pbp.errors import PbpError
from pbp.store.tables import meta, metadata, offer, roll

Migration = Callable[[sa.Connection], None]


def first_tables(connection: sa.Connection) -> None:
    """All tables of the first release."""
    metadata.create_all(connection)


def table_of_rolls(connection: sa.Connection) -> None:
    """The numbers of a public roller; a new store has their table from the start."""
    roll.create(connection, checkfirst=True)


def what_commitments_cover(connection: sa.Connection) -> None:
    """Where dice come from, and the versions of bundles: a duel that was closed before ends under the first."""
    _add_columns(connection, "season", dice="TEXT")
    _add_columns(connection, "duel", dice="TEXT")
    _add_columns(connection, "step", previous="JSON", amended="JSON", version="INTEGER NOT NULL DEFAULT 1")


def edits_of_pages(connection: sa.Connection) -> None:
    """What we wrote on our pages, and are writing."""
    _add_columns(connection, "page", **dict.fromkeys(("written", "sent_key", "sent", "taken"), "TEXT"))
    connection.execute(sa.text("UPDATE page SET written = seen WHERE written IS NULL"))


def late_writes(connection: sa.Connection) -> None:
    """What tells of a text that may have been sent more than once."""
    moment = "TIMESTAMP" if connection.dialect.name == "postgresql" else "DATETIME"
    often = "INTEGER NOT NULL DEFAULT 0"
    _add_columns(connection, "outgoing", first_tried=moment, sendings=often, missed=moment, watch=moment)


def letters_aside(connection: sa.Connection) -> None:
    """What it takes to handle a letter that was kept aside."""
    _add_columns(
        connection, "message", **dict.fromkeys(("thread", "token"), "TEXT"), vouched="BOOLEAN", public="BOOLEAN"
    )


def rulings_on_inputs_and_cost(connection: sa.Connection) -> None:
    """Rulings that reword Inputs and Cost too, and know which words they reworded."""
    _add_columns(connection, "ruling", inputs="TEXT", cost="TEXT", words="TEXT")


def table_of_offers(connection: sa.Connection) -> None:
    """What was offered to the Battle Master for spells that cannot be read."""
    offer.create(connection, checkfirst=True)


def _add_columns(connection: sa.Connection, table: str, **kinds: str) -> None:
    """Adds columns that a new store has from the start."""
    known = {column["name"] for column in sa.inspect(connection).get_columns(table)}
    for name, kind in kinds.items():
        if name not in known:
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")


MIGRATIONS: Sequence[Migration] = (
    first_tables,
    table_of_rolls,
    what_commitments_cover,
    edits_of_pages,
    late_writes,
    letters_aside,
    rulings_on_inputs_and_cost,
    table_of_offers,
)


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
