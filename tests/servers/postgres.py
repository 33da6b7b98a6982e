"""A PostgreSQL of our own: started in about two seconds, a fresh database in some hundredths of one."""

from __future__ import annotations

import contextlib
import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg

from servers.debian import newest
from servers.process import AS_ROOT, Process, free_port, run, short_folder


class Postgres:
    """The server; as root it runs under its package's user, since PostgreSQL refuses root."""

    def __init__(self) -> None:
        self.port = free_port()
        self._user = "postgres" if AS_ROOT else None
        self._numbers = itertools.count(1)

    def start(self) -> None:
        """Makes a cluster and serves it."""
        programs = Path(newest("/usr/lib/postgresql/*/bin/postgres")).parent
        self._folder = short_folder("postgres", self._user)
        data = self._folder / "data"
        run(programs / "initdb", "-D", data, "-U", "pbp", "-A", "trust", "-E", "UTF8", "--no-sync", user=self._user)
        self._serve(programs, data)

    def _serve(self, programs: Path, data: Path) -> None:
        fast = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=32MB"]
        where = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self._folder}"]
        settings = [part for value in [*fast, *where] for part in ("-c", value)]
        command: list[str | Path] = [programs / "postgres", "-D", data, *settings]
        self._process = Process(*command, log=self._folder.with_suffix(".log"), stop="SIGINT", user=self._user)
        self._process.wait_until(self._answers)

    def restart(self) -> None:
        """Ends the server at once, with every connection, and starts it again on the same data."""
        self._process.stop()
        self._serve(Path(newest("/usr/lib/postgresql/*/bin/postgres")).parent, self._folder / "data")

    def cut(self) -> None:
        """Ends every connection to every database."""
        self._do("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'")

    def refuse(self, url: str) -> None:
        """Ends every connection to a database, and lets nobody connect to it any more."""
        self._do(f"ALTER DATABASE {url.rpartition('/')[2]} ALLOW_CONNECTIONS false")
        self.cut()

    def stop(self) -> None:
        """Ends the server and forgets its data."""
        self._process.stop()
        shutil.rmtree(self._folder)
        self._folder.with_suffix(".log").unlink()

    @contextlib.contextmanager
    def database(self, copy_of: str = "template1") -> Iterator[str]:
        """The SQLAlchemy URL of a new database, gone afterwards: an empty one, or a copy of one that nobody uses."""
        name = f"test{next(self._numbers)}"
        self._do(f"CREATE DATABASE {name} TEMPLATE {copy_of.rpartition('/')[2]}")
        try:
            yield f"postgresql+psycopg://pbp@127.0.0.1:{self.port}/{name}"
        finally:
            self._do(f"DROP DATABASE {name} WITH (FORCE)")

    def _do(self, statement: str) -> None:
        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(statement.encode())

    def _answers(self) -> None:
        try:
            psycopg.connect(self._address).close()
        except psycopg.OperationalError as error:
            raise ConnectionError from error

    @property
    def _address(self) -> str:
        return f"postgresql://pbp@127.0.0.1:{self.port}/postgres"
