"""The database: connections, transactions, and the lock of those at work."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pbp.errors import PbpError, StoreDown
from pbp.store.faults import told
from pbp.store.migrations import migrate
from pbp.store.tx import Tx

BUSY_MS = 30_000
"""How long SQLite waits for another program's lock."""

STILL_MS = 30_000
"""How long a worker may do nothing in the midst of a transaction before PostgreSQL ends its connection: one that stands
still holds nobody up for ever."""

_LOCK = 0x70627000  # the advisory lock of those at work, on PostgreSQL
_LOCK_NOT_AVAILABLE = "55P03"
_TURN = 0x70627001  # that of the transactions, which come one after another


def _parsed(url: str) -> sa.URL:
    try:
        return sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise PbpError("the store's URL cannot be read: it is to be like sqlite:///battlemaster.db") from None


def file_of(url: str) -> Path | None:
    """The file of a store, by its URL; None if it is no SQLite file. Raises PbpError."""
    parsed = _parsed(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


class Store:
    """A database, by its SQLAlchemy URL. Makes or migrates its tables when opened.

    `clock`: what leases go by, where time is another than the database's. `without_secrets` takes live secrets out of
    the facts of a journal entry, in the transaction that adds it; whoever knows which they are sets it.
    """

    without_secrets: Callable[[Tx, dict[str, Any]], dict[str, Any]]

    def __init__(self, url: str, clock: Callable[[], datetime] | None = None):
        self._clock = clock
        self.without_secrets = lambda _, facts: facts
        self._outer = threading.local()  # .connection: that of which this thread's transactions are part
        parsed = _parsed(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        self._file = file_of(url)
        try:
            # A statement's values are never told: they hold orders and secrets.
            self.engine = sa.create_engine(
                parsed,
                connect_args={"timeout": BUSY_MS / 1000} if self._file else {},
                hide_parameters=True,
                pool_pre_ping=not self._file,  # the server may have been started anew since a connection was used
            )
        except (sa.exc.NoSuchModuleError, ModuleNotFoundError) as error:
            raise PbpError(f"the store's URL cannot be used: {error}; PostgreSQL needs pbp[postgresql]") from None
        if self._file:
            sa.event.listen(self.engine, "connect", _sqlite_connect)
            sa.event.listen(self.engine, "begin", _sqlite_begin)
        else:
            sa.event.listen(self.engine, "connect", _postgresql_connect)
        try:
            if self._file:
                _keep_private(self._file)
            with self.engine.begin() as connection:
                migrate(connection)
        except OSError as error:
            self.engine.dispose()
            raise StoreDown(f"the store cannot be opened: {error.strerror}") from None
        except (sa.exc.DatabaseError, sqlite3.DatabaseError) as error:
            self.engine.dispose()
            raise StoreDown(f"the store cannot be opened: {getattr(error, 'orig', error)}") from None
        except PbpError:
            self.engine.dispose()
            raise

    @property
    def is_shared(self) -> bool:
        """Whether several can work on this store at once; on SQLite one does, by a lock of its file."""
        return not self._file

    @contextmanager
    def tx(self, *, shared: bool = False) -> Iterator[Tx]:
        """One transaction: all of it or nothing. No network inside.

        They come one after another, so that what one reads stays as it is until its end. Only `shared` ones run
        beside each other: those that hold by name, or change by a condition, all that others of them could change.

        Raises StoreDown when it has to be done again later: then, if the connection was cut at its very end, it may
        have been done already.
        """
        outer: sa.Connection | None = getattr(self._outer, "connection", None)
        if outer is not None:
            # What the database raises goes on up to the outermost one, which is lost with it.
            with outer.begin_nested():
                yield self._tx(outer)
            return
        with told(), self.engine.begin() as connection:
            self._wait_for_turn(connection, shared=shared)
            yield self._tx(connection)

    def _tx(self, connection: sa.Connection) -> Tx:
        return Tx(connection, self._clock, self.without_secrets)

    def _wait_for_turn(self, connection: sa.Connection, *, shared: bool = False) -> None:
        if not self._file:  # SQLite lets one write at a time anyway
            wait = sa.func.pg_advisory_xact_lock_shared if shared else sa.func.pg_advisory_xact_lock
            connection.execute(sa.select(wait(_TURN)))

    @contextmanager
    def moment(self) -> Iterator[Tx]:
        """A transaction that sees everything as it is at one moment, whatever others change meanwhile."""
        outer: sa.Connection | None = getattr(self._outer, "connection", None)
        if outer is not None:
            yield self._tx(outer)
            return
        with told(), self.engine.connect() as connection:
            if not self._file:
                connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield self._tx(connection)

    def clock(self) -> datetime | None:
        """What the database's own clock shows; None if it has none but ours, or cannot be asked."""
        if self._file:
            return None
        try:
            with self.engine.connect() as connection:
                shown: datetime = connection.execute(sa.select(sa.func.clock_timestamp())).scalar_one()
        except sa.exc.SQLAlchemyError:
            return None
        return shown.astimezone(UTC)

    @contextmanager
    def rehearsal(self) -> Iterator[None]:
        """What is done in here, in any number of transactions of this thread, is undone at its end: for --dry-run."""
        with told(), self.engine.connect() as connection, connection.begin() as whole:
            self._wait_for_turn(connection)
            try:
                with self._inside(connection):
                    yield
            finally:
                whole.rollback()

    @contextmanager
    def within(self, tx: Tx) -> Iterator[None]:
        """What is done in here, in any number of transactions of this thread, is part of this one, a savepoint each."""
        with self._inside(tx.connection):
            yield

    @contextmanager
    def _inside(self, connection: sa.Connection) -> Iterator[None]:
        before = getattr(self._outer, "connection", None)
        self._outer.connection = connection
        try:
            yield
        finally:
            self._outer.connection = before

    @contextmanager
    def lock(self, wait: float = 0, *, alone: bool = True) -> Iterator[bool]:
        """Holds the lock of those at work; gives False if another process keeps it for `wait` seconds.

        Who is not to be `alone` shares it where the store can be shared. The lock dies with its process.
        """
        with self._file_lock(wait) if self._file else self._advisory_lock(wait, alone=alone) as held:
            yield held

    @contextmanager
    def _file_lock(self, wait: float) -> Iterator[bool]:
        import fcntl  # no such module on Windows, where PostgreSQL's lock serves

        deadline = time.monotonic() + wait
        assert self._file
        with Path(f"{self._file}.lock").open("a") as handle:
            held = False
            while not held:
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    held = True
                except BlockingIOError:
                    if time.monotonic() >= deadline:
                        break
                    time.sleep(0.05)
            yield held

    @contextmanager
    def _advisory_lock(self, wait: float, *, alone: bool) -> Iterator[bool]:
        lock, unlock = (
            (sa.func.pg_advisory_lock, sa.func.pg_advisory_unlock)
            if alone
            else (sa.func.pg_advisory_lock_shared, sa.func.pg_advisory_unlock_shared)
        )
        with told(), self.engine.connect() as connection:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {max(1, round(wait * 1000))}")
            held = True
            try:  # in a queue: who wants to be alone waits for those at work, and not for who comes after
                connection.execute(sa.select(lock(_LOCK)))
            except sa.exc.OperationalError as error:
                if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
                    raise
                held = False
                connection.rollback()
            connection.commit()
            try:
                yield held
            finally:
                if held:
                    with suppress(sa.exc.SQLAlchemyError):  # the lock has died with its connection
                        connection.execute(sa.select(unlock(_LOCK)))
                        connection.commit()

    def close(self) -> None:
        """Closes every connection."""
        self.engine.dispose()


def _keep_private(file: Path) -> None:
    """Makes a store's file and those beside it readable to their owner alone: they hold the season's secrets.

    The file is made before SQLite makes it: what it puts beside it has the same mode from the first moment.
    """
    file.touch(mode=0o600)
    for one in (file, *(Path(f"{file}{beside}") for beside in ("-wal", "-shm", "-journal"))):
        with suppress(FileNotFoundError):
            one.chmod(0o600)


def _sqlite_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in ("journal_mode=WAL", f"busy_timeout={BUSY_MS}", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _postgresql_connect(connection: Any, _record: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout = {STILL_MS}")
    connection.commit()


def _sqlite_begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
