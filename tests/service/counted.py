"""Counts what is asked of SQLite: statements, rows that are fetched, and the steps that the database takes for them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_EACH = 100


@dataclass
class Asked:
    """What was asked: statements, fetched rows, and hundreds of steps of the database's machine."""

    statements: int = 0
    rows: int = 0
    steps: int = 0


_now = Asked()


class _Cursor(sqlite3.Cursor):
    def execute(self, *given: Any) -> Any:
        _now.statements += 1
        return super().execute(*given)

    def executemany(self, *given: Any) -> Any:
        _now.statements += 1
        return super().executemany(*given)

    def fetchone(self) -> Any:
        row = super().fetchone()
        _now.rows += row is not None
        return row

    def fetchmany(self, *given: Any) -> Any:
        rows = super().fetchmany(*given)
        _now.rows += len(rows)
        return rows

    def fetchall(self) -> Any:
        rows = super().fetchall()
        _now.rows += len(rows)
        return rows

    def __next__(self) -> Any:
        row = super().__next__()
        _now.rows += 1
        return row


class _Connection(sqlite3.Connection):
    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self.set_progress_handler(self._stepped, _EACH)

    def _stepped(self) -> int:
        _now.steps += 1
        return 0

    def cursor(self, *_: Any) -> Any:
        return super().cursor(_Cursor)

    def execute(self, *given: Any) -> Any:
        return self.cursor().execute(*given)


@contextmanager
def counted_connections() -> Iterator[None]:
    """Every connection to SQLite that is opened in here counts what it is asked."""
    kept = sqlite3.connect, sqlite3.dbapi2.connect

    def connect(*given: Any, **named: Any) -> sqlite3.Connection:
        return kept[0](*given, **named, factory=_Connection)

    sqlite3.connect = sqlite3.dbapi2.connect = connect  # type: ignore[assignment]
    try:
        yield
    finally:
        sqlite3.connect, sqlite3.dbapi2.connect = kept


@contextmanager
def asking() -> Iterator[Asked]:
    """What is asked in here, of connections that count."""
    global _now
    before, _now = _now, Asked()
    try:
        yield _now
    finally:
        _now = before
