"""Which failures of the store pass by themselves, and that none tells what was to be stored."""

from __future__ import annotations

import errno
import sqlite3
from typing import Any

import pytest
import sqlalchemy as sa

from pbp.errors import PbpError, StoreDown, StoreRefused, whereabouts
from pbp.store import Store, passing, patiently
from pbp.store import tables as t

SECRET = "CAST Burn 3"


@pytest.fixture
def store(store_url: str):
    made = Store(store_url)
    yield made
    made.close()


def failed_with(code: int) -> sa.exc.OperationalError:
    orig = sqlite3.OperationalError("words of the library")
    orig.sqlite_errorcode, orig.sqlite_errorname = code, "SQLITE_X"
    return sa.exc.OperationalError("INSERT", {"words": SECRET}, orig, hide_parameters=True)


def told_by_the_server(state: str) -> sa.exc.DBAPIError:
    class Refusal(Exception):
        sqlstate = state

    return sa.exc.DBAPIError("INSERT", {"words": SECRET}, Refusal(), hide_parameters=True)


@pytest.mark.parametrize(
    "error",
    [
        failed_with(sqlite3.SQLITE_BUSY),
        failed_with(sqlite3.SQLITE_FULL),
        failed_with(sqlite3.SQLITE_IOERR | (4 << 8)),
        failed_with(sqlite3.SQLITE_READONLY),
        told_by_the_server("57P01"),
        told_by_the_server("53100"),
        told_by_the_server("40001"),
        told_by_the_server("40P01"),
        told_by_the_server("08006"),
        told_by_the_server("55P03"),
        sa.exc.TimeoutError(),
        sa.exc.OperationalError("SELECT", {}, Exception("server closed the connection unexpectedly")),
        OSError(errno.ENOSPC, "No space left on device"),
        ConnectionResetError(),
        TimeoutError(),
    ],
    ids=repr,
)
def test_what_passes_is_known_by_class_and_code(error: Exception) -> None:
    why = passing(error)
    assert why and SECRET not in why and "words of the library" not in why


@pytest.mark.parametrize(
    "error",
    [
        failed_with(sqlite3.SQLITE_ERROR),
        failed_with(sqlite3.SQLITE_TOOBIG),
        told_by_the_server("22001"),
        told_by_the_server("23505"),
        told_by_the_server("42601"),
        ValueError(SECRET),
        KeyError(SECRET),
        FileNotFoundError(errno.ENOENT, "No such file"),
    ],
    ids=repr,
)
def test_what_would_fail_again_does_not_pass(error: Exception) -> None:
    assert passing(error) is None


def test_what_the_database_refuses_is_told_without_what_was_to_be_stored(store: Store) -> None:
    with pytest.raises(StoreRefused) as caught, store.tx() as tx:
        for _ in range(2):
            tx.connection.execute(t.meta.insert().values(name=SECRET, value=SECRET))
    error: BaseException | None = caught.value
    assert SECRET not in str(error) and error and error.__cause__ is None and error.__suppress_context__


def test_an_exception_is_told_by_its_kind_and_place_alone() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        told = whereabouts(error)
    assert told.startswith("ValueError in ") and "test_faults.test_an_exception" in told and SECRET not in told


def test_a_passing_fault_is_tried_again_and_a_lasting_one_told() -> None:
    tries: list[int] = []

    def work(fail: int) -> Any:
        tries.append(1)
        if len(tries) <= fail:
            raise StoreDown("the disk of the store is full")
        return "done"

    assert patiently(lambda: work(1)) == "done" and len(tries) == 2
    with pytest.raises(StoreDown):
        patiently(lambda: work(99))
    assert len(tries) == 6


def test_a_store_that_nobody_can_open_is_one_sentence(tmp_path) -> None:
    with pytest.raises(PbpError, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path / 'nowhere' / 'store.db'}")
