"""Numbered changes of the tables, each run once, in order, in one transaction with its record.

A new store begins with the tables of today; `tests/store` sees that an old one ends with the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import sqlalchemy as sa

from pbp.errors import PbpError
from pbp.store.columns import metadata
from pbp.store.tables import meta

Migration = Callable[[sa.Connection], None]


def table_of_rolls(connection: sa.Connection) -> None:
    """The numbers of a public roller."""
    connection.exec_driver_sql(
        "CREATE TABLE roll (duel INTEGER NOT NULL, step INTEGER NOT NULL, place INTEGER NOT NULL,"
        " sides INTEGER NOT NULL, value INTEGER, url TEXT, PRIMARY KEY (duel, step, place))"
    )


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
    connection.exec_driver_sql(
        "CREATE TABLE offer (duel INTEGER NOT NULL, spell TEXT NOT NULL, words TEXT NOT NULL, number INTEGER NOT NULL,"
        " fields JSON NOT NULL, by TEXT NOT NULL, PRIMARY KEY (duel, spell, words, number))"
    )


def what_must_hold(connection: sa.Connection) -> None:
    """What rows say of each other, and what columns may hold; an order is of a seat, whoever sits there."""
    connection.exec_driver_sql("ALTER TABLE submission RENAME COLUMN wizard TO seat")
    for table in _ORDER:
        checks = {f"{table}_{name}": holds for name, holds in _CHECKS.get(table, {}).items()}
        for name, holds in checks.items():
            _none_breaks(connection, table, name, f"NOT ({holds})")
        for column, there in _NAMES.get(table, {}).items():
            other, _, key = there.partition(".")
            breaks = f"{column} NOT IN (SELECT {key} FROM {other})"  # noqa: S608
            _none_breaks(connection, table, f"{table}_of_{column}", breaks)
        said = [f"CONSTRAINT {name} CHECK ({holds})" for name, holds in checks.items()]
        said += [
            f"CONSTRAINT {table}_of_{column} FOREIGN KEY ({column}) REFERENCES {there.replace('.', ' (')})"
            " DEFERRABLE INITIALLY DEFERRED"
            for column, there in _NAMES.get(table, {}).items()
        ]
        _constrain(connection, table, said)


def _none_breaks(connection: sa.Connection, table: str, name: str, breaks: str) -> None:
    """Whether no row breaks what is to hold from now on. Raises PbpError."""
    query = f"SELECT count(*) FROM {table} WHERE {breaks}"  # noqa: S608
    if broken := connection.exec_driver_sql(query).scalar():
        raise PbpError(f"the store cannot be brought up to date: {name} does not hold in {broken} of its rows")


def _constrain(connection: sa.Connection, table: str, said: Sequence[str]) -> None:
    """Adds constraints to a table; SQLite can do that only by making it anew."""
    if connection.dialect.name == "postgresql":
        for constraint in said:
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD {constraint}")
        return
    _make_anew(connection, table, lambda made: f"{made.rstrip().removesuffix(')')}, {', '.join(said)})")


def _make_anew(connection: sa.Connection, table: str, change: Callable[[str], str]) -> None:
    """Makes a table of SQLite anew, with all its rows, by a changed statement."""
    rows = connection.exec_driver_sql(
        "SELECT type, sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL", (table,)
    ).all()
    made = next(row.sql for row in rows if row.type == "table")
    connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO former_{table}")
    connection.exec_driver_sql(change(made))
    connection.exec_driver_sql(f"INSERT INTO {table} SELECT * FROM former_{table}")  # noqa: S608
    connection.exec_driver_sql(f"DROP TABLE former_{table}")
    for row in rows:
        if row.type == "index":
            connection.exec_driver_sql(row.sql)


_ORDER = tuple("season wizard address duel message submission step roll ruling offer outgoing page".split())
"""The tables in which something is to hold from the ninth migration on; a table comes after those that it names."""

_NAMES: Mapping[str, Mapping[str, str]] = {
    "duel": {"season": "season.id"},
    "submission": {"duel": "duel.number", "seat": "wizard.name"},
    "step": {"duel": "duel.number"},
    "ruling": {"duel": "duel.number", "wizard": "wizard.name"},
    "offer": {"duel": "duel.number"},
    "outgoing": {"duel": "duel.number"},
    "page": {"duel": "duel.number"},
}
_CHECKS: Mapping[str, Mapping[str, str]] = {
    "season": {"next_index": "next_index BETWEEN 0 AND 65536", "dice": "dice IN ('seed', 'rolls')"},
    "wizard": {"notify": "notify IN ('ALL', 'REMINDERS', 'NONE')"},
    "address": {"code": "confirmed = (code IS NULL)"},
    "duel": {
        "state": "state IN ('open', 'pending', 'resolved', 'cancelled')",
        "trigger": "trigger IN ('deadline', 'all-in', 'either')",
        "held": "held IN ('ruling', 'rolls', 'list-page', 'outage', 'clock', 'paused', 'replay', 'restored', 'voided')",
        "dice": "dice IN ('seed', 'rolls')",
        "number": "number > 0",
        "step": "step > 0",
        "seed_index": "seed_index BETWEEN 0 AND 65535",
        "hold": "(held IS NULL) = (held_why IS NULL) AND (held IS NULL) = (held_at IS NULL)",
        "ended": "(ended IS NULL) = (state IN ('open', 'pending'))",
    },
    "message": {
        "state": "state IN ('done', 'aside', 'rejected', 'passed')",
        "why": "state <> 'aside' OR why IS NOT NULL",
    },
    "submission": {"serial": "serial > 0", "step": "step > 0"},
    "step": {"step": "step > 0", "version": "version > 0"},
    "roll": {"step": "step >= 0", "place": "place >= 0", "value": "value BETWEEN 1 AND sides"},
    "offer": {"number": "number > 0"},
    "outgoing": {
        "kind": "kind IN ('post', 'comment', 'letter')",
        "state": "state IN ('queued', 'sent', 'stuck', 'dropped')",
        "attempts": "attempts >= 0",
        "sent": "state <> 'sent' OR sent IS NOT NULL",
    },
    "page": {
        "kind": "kind IN ('list', 'companion', 'sheet', 'overview', 'audit', 'season')",
        "state": "state IN ('queued', 'set', 'held', 'stuck')",
        "taken": "taken IN ('write', 'read')",
    },
}
"""What that migration has the database hold."""


def texts_of_pages(connection: sa.Connection) -> None:
    """The whole text of the sheet, which need not be read again while nobody changes it."""
    _add_columns(connection, "page", text="TEXT")


def wishes_for_addresses(connection: sa.Connection) -> None:
    """An address is a wizard's, or there is a wish for it."""
    moment = "TIMESTAMP" if connection.dialect.name == "postgresql" else "DATETIME"
    run = connection.exec_driver_sql
    run(
        "CREATE TABLE wish (channel TEXT NOT NULL, address TEXT NOT NULL, intent TEXT NOT NULL, wizard TEXT NOT NULL,"
        f" folded TEXT NOT NULL, code TEXT, asked {moment} NOT NULL, PRIMARY KEY (channel, address, intent, wizard),"
        " CONSTRAINT wish_intent CHECK (intent IN ('join', 'address')))"
    )
    names = set(run("SELECT name FROM wizard").scalars())
    wish = sa.table("wish", *map(sa.column, ("channel", "address", "intent", "wizard", "folded", "code", "asked")))
    address = sa.table("address", *map(sa.column, ("channel", "address", "wizard", "confirmed", "code")))
    asked = sa.column("added", sa.DateTime())
    for row in connection.execute(sa.select(address, asked)).all():
        if row.wizard not in names or not row.confirmed:
            intent = "address" if row.wizard in names else "join"
            values = {"intent": intent, "wizard": row.wizard, "folded": row.wizard.casefold(), "code": row.code}
            connection.execute(
                wish.insert().values(channel=row.channel, address=row.address, asked=row.added, **values)
            )
    run(
        "CREATE TABLE new_address (channel TEXT NOT NULL, address TEXT NOT NULL, wizard TEXT NOT NULL,"
        f" added {moment} NOT NULL, wrote {moment}, PRIMARY KEY (channel, address), CONSTRAINT address_of_wizard"
        " FOREIGN KEY (wizard) REFERENCES wizard (name) DEFERRABLE INITIALLY DEFERRED)"
    )
    run(
        "INSERT INTO new_address SELECT channel, address, wizard, added, wrote FROM address"
        " WHERE confirmed AND wizard IN (SELECT name FROM wizard)"
    )
    run("DROP TABLE address")
    run("ALTER TABLE new_address RENAME TO address")


def orders_that_wait(connection: sa.Connection) -> None:
    """What is to count where a wizard sends no order."""
    moment = "TIMESTAMP" if connection.dialect.name == "postgresql" else "DATETIME"
    later = "DEFERRABLE INITIALLY DEFERRED"
    connection.exec_driver_sql(
        "CREATE TABLE waiting_order (wizard TEXT NOT NULL, serial INTEGER NOT NULL, waits TEXT NOT NULL, duel INTEGER,"
        f" after INTEGER NOT NULL, words TEXT NOT NULL, given {moment} NOT NULL, ended {moment},"
        " PRIMARY KEY (wizard, serial),"
        f" CONSTRAINT waiting_order_of_wizard FOREIGN KEY (wizard) REFERENCES wizard (name) {later},"
        f" CONSTRAINT waiting_order_of_duel FOREIGN KEY (duel) REFERENCES duel (number) {later},"
        " CONSTRAINT waiting_order_waits CHECK (waits IN ('once', 'next', 'always')),"
        " CONSTRAINT waiting_order_serial CHECK (serial > 0))"
    )


def tournaments(connection: sa.Connection) -> None:
    """Tournaments, who has entered them, and who meets whom."""
    moment = "TIMESTAMP" if connection.dialect.name == "postgresql" else "DATETIME"
    later = "DEFERRABLE INITIALLY DEFERRED"
    run = connection.exec_driver_sql
    run(
        "CREATE TABLE tournament (number INTEGER NOT NULL PRIMARY KEY, title TEXT NOT NULL, form TEXT NOT NULL,"
        " game TEXT NOT NULL, variant TEXT, options JSON NOT NULL, terms JSON NOT NULL, state TEXT NOT NULL,"
        f" season TEXT NOT NULL, post TEXT NOT NULL, announced {moment} NOT NULL, closes {moment}, ended {moment},"
        f" CONSTRAINT tournament_of_season FOREIGN KEY (season) REFERENCES season (id) {later},"
        " CONSTRAINT tournament_state CHECK (state IN ('entry', 'running', 'ended', 'cancelled')),"
        " CONSTRAINT tournament_number CHECK (number > 0))"
    )
    run(
        f"CREATE TABLE entrant (tournament INTEGER NOT NULL, name TEXT NOT NULL, place INTEGER, left_at {moment},"
        " PRIMARY KEY (tournament, name),"
        f" CONSTRAINT entrant_of_tournament FOREIGN KEY (tournament) REFERENCES tournament (number) {later},"
        f" CONSTRAINT entrant_of_name FOREIGN KEY (name) REFERENCES wizard (name) {later})"
    )
    run(
        "CREATE TABLE meeting (tournament INTEGER NOT NULL, round INTEGER NOT NULL, board INTEGER NOT NULL,"
        " home TEXT NOT NULL, away TEXT NOT NULL, duel INTEGER UNIQUE, again INTEGER NOT NULL, home_points INTEGER,"
        f" away_points INTEGER, how TEXT NOT NULL, decided {moment}, PRIMARY KEY (tournament, round, board),"
        f" CONSTRAINT meeting_of_tournament FOREIGN KEY (tournament) REFERENCES tournament (number) {later},"
        f" CONSTRAINT meeting_of_duel FOREIGN KEY (duel) REFERENCES duel (number) {later},"
        " CONSTRAINT meeting_points CHECK ((home_points IS NULL) = (away_points IS NULL)"
        " AND (home_points IS NULL) = (decided IS NULL)))"
    )


def announcements(connection: sa.Connection) -> None:
    """Texts that are told elsewhere too are of a kind of their own."""
    before, after = "kind IN ('post', 'comment', 'letter')", "kind IN ('post', 'comment', 'letter', 'announcement')"
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ALTER TABLE outgoing DROP CONSTRAINT outgoing_kind")
        _constrain(connection, "outgoing", [f"CONSTRAINT outgoing_kind CHECK ({after})"])
    else:
        _make_anew(connection, "outgoing", lambda made: made.replace(before, after))


def indexes_for_long_years(connection: sa.Connection) -> None:
    """What is asked at each tick or page is found without a look at all that ever was; a duel knows its format."""
    run = connection.exec_driver_sql
    run(
        "ALTER TABLE duel ADD COLUMN format TEXT NOT NULL DEFAULT 'ring'"
        " CONSTRAINT duel_format CHECK (format IN ('ring', 'contest'))"
    )
    duel = sa.table("duel", sa.column("number"), sa.column("setup", sa.JSON()), sa.column("format"))
    rows = connection.execute(sa.select(duel.c.number, duel.c.setup)).all()
    for number in [row.number for row in rows if "ring" not in row.setup]:
        connection.execute(duel.update().where(duel.c.number == number).values(format="contest"))
    for table, columns in _INDEXES:
        run(f"CREATE INDEX ix_{table}_{columns[0]} ON {table} ({', '.join(columns)})")


_INDEXES: Sequence[tuple[str, Sequence[str]]] = (
    ("journal", ("duel", "kind")),
    ("journal", ("kind", "id")),
    ("duel", ("state", "number")),
    ("duel", ("format", "number")),
    ("duel", ("ended",)),
    ("duel", ("list_title",)),
    ("message", ("state", "received")),
    ("ruling", ("words",)),
    ("roll", ("value",)),
    ("outgoing", ("state", "serial")),
    ("outgoing", ("duel",)),
    ("outgoing", ("ref_id",)),
    ("outgoing", ("watch",)),
    ("page", ("state",)),
    ("page", ("kind",)),
    ("page", ("duel",)),
)
"""What that migration indexes: tables and columns."""


def _add_columns(connection: sa.Connection, table: str, **kinds: str) -> None:
    """Adds columns."""
    for name, kind in kinds.items():
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")


FIRST = 1
"""How many migrations the tables of the first release count for: nothing older was ever given away."""

MIGRATIONS: Sequence[Migration] = (
    table_of_rolls,
    what_commitments_cover,
    edits_of_pages,
    late_writes,
    letters_aside,
    rulings_on_inputs_and_cost,
    table_of_offers,
    what_must_hold,
    texts_of_pages,
    wishes_for_addresses,
    orders_that_wait,
    tournaments,
    announcements,
    indexes_for_long_years,
)
"""The changes since then. Each stands by itself: it says what it makes, and knows nothing of the tables of today."""


def migrate(connection: sa.Connection) -> int:
    """Brings the tables up to date, inside the caller's transaction; returns how many migrations ran.

    Raises PbpError for a database that a newer version wrote.
    """
    known = FIRST + len(MIGRATIONS)
    if not sa.inspect(connection).has_table(meta.name):
        metadata.create_all(connection)
        connection.execute(meta.insert().values(name="migrations", value=str(known)))
        return known
    row = connection.execute(sa.select(meta.c.value).where(meta.c.name == "migrations").with_for_update()).one()
    done = int(row.value)
    if done > known:
        raise PbpError(f"the store was written by a newer version ({done} migrations; this one knows {known})")
    for migration in MIGRATIONS[done - FIRST :]:
        migration(connection)
    connection.execute(meta.update().where(meta.c.name == "migrations").values(value=str(known)))
    return known - done
