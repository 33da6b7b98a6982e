"""Which failures pass by themselves, told from those that come again: by the exception's class and the database's code.

After a passing one nothing was changed, or it cannot be known whether it was; the same work is done again, later.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import sqlalchemy as sa

from pbp.errors import StoreDown, StoreRefused

T = TypeVar("T")

PAUSES = (0.1, 0.5, 2.5)
"""Seconds before the second, third and fourth try of what failed in passing."""

_SQLITE = {
    sqlite3.SQLITE_BUSY: "another program has locked the store",
    sqlite3.SQLITE_LOCKED: "another program has locked the store",
    sqlite3.SQLITE_PROTOCOL: "another program has locked the store",
    sqlite3.SQLITE_FULL: "the disk of the store is full",
    sqlite3.SQLITE_IOERR: "the disk of the store cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "the store's file cannot be opened",
    sqlite3.SQLITE_READONLY: "the store's file cannot be written",
    sqlite3.SQLITE_PERM: "the store's file may not be used",
    sqlite3.SQLITE_CORRUPT: "the store's file is damaged: put a backup in its place",
    sqlite3.SQLITE_NOTADB: "the store's file is damaged: put a backup in its place",
    sqlite3.SQLITE_NOMEM: "there is not enough memory for the store",
    sqlite3.SQLITE_INTERRUPT: "the store was interrupted",
}
"""By SQLite's primary result code."""

_POSTGRESQL = {
    "08": "the connection to the store was lost",
    "25006": "the store cannot be written now",
    "25P03": "the connection to the store was lost",
    "40": "another program has changed the store at this moment",
    "53": "the server of the store is short of disk, memory or connections",
    "55006": "another program uses the store",
    "55P03": "another program has locked the store",
    "57": "the server of the store has ended the connection, or is not ready",
    "58": "the disk of the store's server cannot be read or written",
}
"""By SQLSTATE, or by its class."""

_OF_THE_MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EMFILE, errno.ENFILE, errno.EAGAIN}


def passing(error: BaseException) -> str | None:
    """What is the matter, in words without anything of the work that failed, if it may be gone at the next try.

    None if the same work would fail again, whenever it is tried.
    """
    match error:
        case StoreDown():
            return str(error)
        case sa.exc.TimeoutError():
            return "all connections to the store are in use"
        case sa.exc.PendingRollbackError() | sa.exc.ResourceClosedError():
            return "the connection to the store was lost"
        case sa.exc.DBAPIError():
            lost = error.connection_invalidated or isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError)
            return _by_code(error.orig, lost)
        case sqlite3.Error():
            return _by_code(error, isinstance(error, sqlite3.OperationalError))
        case TimeoutError() | ConnectionError():
            return f"a connection was lost ({type(error).__name__})"
        case OSError() if error.errno in _OF_THE_MACHINE:
            return f"the machine is short of something, or its disk fails ({error.strerror})"
    return None


def _by_code(orig: BaseException | None, lost: bool) -> str | None:
    """What the database's own code says; without one, whether the connection is `lost` decides."""
    if state := getattr(orig, "sqlstate", None):
        words = _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
        return f"{words} ({state})" if words else None
    if code := getattr(orig, "sqlite_errorcode", None):
        words = _SQLITE.get(code & 0xFF)
        return f"{words} ({getattr(orig, 'sqlite_errorname', code)})" if words else None
    return "the store cannot be reached, or the connection to it was lost" if lost else None


@contextmanager
def told() -> Iterator[None]:
    """Turns what the database raises inside into StoreDown or StoreRefused, whose words hold nothing of the work."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
        if why := passing(error):
            raise StoreDown(why) from None
        if isinstance(error, sa.exc.DBAPIError):
            orig = error.orig
            code = getattr(orig, "sqlstate", None) or getattr(orig, "sqlite_errorname", None)
            raise StoreRefused(f"the store refused it: {type(orig).__name__} ({code or 'no code'})") from None
        raise


def patiently(work: Callable[[], T]) -> T:
    """Does what may be done again, and does it again after a passing fault of the store, at growing intervals.

    Raises StoreDown when it has not passed.
    """
    for pause in PAUSES:
        try:
            return work()
        except StoreDown:
            time.sleep(pause)
    return work()
