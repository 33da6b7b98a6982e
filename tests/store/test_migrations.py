"""A store of an earlier version becomes what a new one is, loses nothing, and the database holds what must hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from store.kept_stores import STORES, put

from pbp.errors import PbpError, StoreRefused
from pbp.store import Store
from pbp.store.journal import first_fault
from pbp.store.migrations import FIRST, MIGRATIONS
from pbp.store.states import TextState

VERSIONS = sorted(STORES)


NEVER_USED = {3, 4, 5, 6, 7}
"""Versions that no store was ever left at: their changes came together."""


def test_there_is_a_kept_store_of_every_version_before_this_one() -> None:
    before = set(range(1, FIRST + len(MIGRATIONS))) - NEVER_USED
    assert before <= set(VERSIONS), "keep one, by the version before the new migration: tests/store/keep.py"


@pytest.fixture(params=VERSIONS)
def kept_url(request: pytest.FixtureRequest, store_url: str, tmp_path: Path) -> str:
    """The URL of a database with a kept store."""
    put(request.param, store_url, tmp_path)
    return store_url


@pytest.fixture
def eighth(store_url: str, tmp_path: Path) -> Iterator[Store]:
    """A kept store, brought up to date."""
    put(8, store_url, tmp_path)
    store = Store(store_url)
    yield store
    store.close()


def engine_of(url: str) -> sa.Engine:
    parsed = sa.make_url(url)
    return sa.create_engine(
        parsed.set(drivername="postgresql+psycopg") if parsed.get_backend_name() == "postgresql" else parsed
    )


def shape(engine: sa.Engine) -> dict[str, Any]:
    """What a database says of its tables: columns, keys and constraints, whatever their order."""
    found = sa.inspect(engine)
    return {
        table: {
            "columns": {one["name"]: (str(one["type"]), one["nullable"]) for one in found.get_columns(table)},
            "key": found.get_pk_constraint(table)["constrained_columns"],
            "checks": sorted(str(one["name"]) for one in found.get_check_constraints(table)),
            "keys": sorted(
                (one["name"], one["constrained_columns"], one["referred_table"], one["referred_columns"],
                 sorted(one["options"].items()))
                for one in found.get_foreign_keys(table)
            ),
            "unique": sorted(one["column_names"] for one in found.get_unique_constraints(table)),
            "indexes": sorted(one["column_names"] for one in found.get_indexes(table) if not one["unique"]),
        }
        for table in sorted(found.get_table_names())
    }  # fmt: skip


def rows(engine: sa.Engine) -> dict[str, int]:
    with engine.connect() as connection:
        return {
            table: connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar_one()
            for table in sa.inspect(engine).get_table_names()
        }


def test_an_older_store_ends_with_the_tables_of_a_new_one_and_every_row(kept_url: str, tmp_path: Path) -> None:
    engine = engine_of(kept_url)
    before = rows(engine)
    Store(kept_url).close()
    after = rows(engine)
    joined = {"address": after["address"] + after["wish"]}  # what was only asked for is a wish now
    assert {table: after[table] for table in before} | joined == before
    newer = {"roll", "offer", "wish", "waiting_order", "tournament", "entrant", "meeting"}
    assert {table for table in after if table not in before} <= newer
    migrated = shape(engine)
    with engine.begin() as connection:  # a new store in the place of the old
        reflected = sa.MetaData()
        reflected.reflect(connection)
        reflected.drop_all(connection)
    Store(kept_url).close()
    assert migrated == shape(engine)
    engine.dispose()


def test_what_an_older_store_knows_is_still_known(kept_url: str) -> None:
    store = Store(kept_url)
    with store.tx() as tx:
        assert tx.note("migrations") == str(FIRST + len(MIGRATIONS))
        assert first_fault(tx.entries()) is None
        assert all(page.written == page.seen for page in tx.pages() if page.kind == "audit")
        assert all(item.sendings >= 0 for item in tx.all_outgoing(TextState.SENT))
        assert {duel.number: len(tx.steps(duel.number)) for duel in tx.duels()}
        for duel in tx.duels():
            for seat, submission in tx.standing(duel.number, duel.step).items():
                assert submission.seat == seat and seat in duel.seats
        tx.ask_rolls(1, 0, [4, 3])
        tx.give_rolls(1, 0, [4, 1], "https://rolls.example.org/1")
        assert [roll.value for roll in tx.rolls(1, 0)] == [4, 1]
    store.close()


BROKEN = [
    ("duel", "state = 'lost'", "duel_state"),
    ("duel", "season = 'another'", "duel_of_season"),
    ("duel", "held = 'paused'", "duel_hold"),
    ("submission", "duel = 99", "submission_of_duel"),
    ("page", "kind = 'poem'", "page_kind"),
    ("outgoing", "duel = 99", "outgoing_of_duel"),
]


@pytest.mark.parametrize(("table", "change", "name"), BROKEN)
def test_a_store_in_which_something_does_not_hold_is_refused_and_left_as_it_was(
    store_url: str, tmp_path: Path, table: str, change: str, name: str
) -> None:
    put(8, store_url, tmp_path)
    engine = engine_of(store_url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE {table} SET {change}"))
    before = shape(engine)
    with pytest.raises(PbpError, match=f"{name} does not hold in \\d+ of its rows"):
        Store(store_url)
    assert shape(engine) == before
    engine.dispose()


WORDS = [
    "UPDATE duel SET state = 'lost'",
    "UPDATE duel SET trigger = 'never'",
    "UPDATE duel SET held = 'because', held_why = '', held_at = opened",
    "UPDATE duel SET held = 'paused', held_why = NULL",
    "UPDATE duel SET ended = NULL WHERE state = 'resolved'",
    "UPDATE duel SET step = 0",
    "UPDATE duel SET season = 'another'",
    "UPDATE wizard SET notify = 'SOMETIMES'",
    "UPDATE address SET wizard = 'Nobody'",
    "INSERT INTO wish (channel, address, intent, wizard, folded, asked) VALUES ('a', 'a', 'x', 'Z', 'z', '2026-01-01')",
    "UPDATE message SET state = 'aside', why = NULL",
    "UPDATE message SET state = 'read'",
    "UPDATE submission SET duel = 99",
    "UPDATE submission SET seat = 'Nobody' WHERE serial = 1",
    "UPDATE step SET duel = 99 WHERE duel = 1",
    "UPDATE step SET version = 0",
    "UPDATE season SET next_index = -1",
    "INSERT INTO roll (duel, step, place, sides, value) VALUES (1, 1, 0, 4, 5)",
    "INSERT INTO ruling (duel, spell, why, at) VALUES (99, 'Jest', '', '2026-01-01')",
    "INSERT INTO ruling (duel, spell, wizard, why, at) VALUES (2, 'Jest', 'Nobody', '', '2026-01-01')",
    "INSERT INTO offer (duel, spell, words, number, fields, by) VALUES (2, 'Jest', '', 0, '{}', '')",
    "UPDATE outgoing SET kind = 'song'",
    "UPDATE outgoing SET state = 'lost'",
    "UPDATE outgoing SET sent = NULL WHERE state = 'sent'",
    "UPDATE outgoing SET duel = 99",
    "UPDATE page SET kind = 'poem'",
    "UPDATE page SET state = 'lost'",
    "UPDATE page SET taken = 'maybe'",
    "UPDATE page SET duel = 99",
]


@pytest.mark.parametrize("words", WORDS)
def test_the_database_refuses_what_must_not_be(eighth: Store, words: str) -> None:
    with pytest.raises(StoreRefused), eighth.tx() as tx:
        tx.connection.execute(sa.text(words.replace(" = ''", " = 'x'") if "held" in words else words))


def test_what_is_named_may_come_later_in_the_same_transaction(eighth: Store) -> None:
    with eighth.tx() as tx:
        duel = tx.duel(1)
        at = duel.opened
        tx.connection.execute(sa.text("UPDATE page SET duel = 77 WHERE duel = 1"))
        tx.connection.execute(sa.text("UPDATE duel SET number = 77 WHERE number = 1"))
        tx.connection.execute(sa.text("UPDATE submission SET duel = 77 WHERE duel = 1"))
        tx.connection.execute(sa.text("UPDATE step SET duel = 77 WHERE duel = 1"))
        tx.connection.execute(sa.text("UPDATE outgoing SET duel = 77 WHERE duel = 1"))
    with eighth.tx() as tx:
        assert tx.duel(77).opened == at
