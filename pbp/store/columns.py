"""What the columns of the store's tables are made of: their types, and what the database holds of them."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, DateTime, Dialect, ForeignKeyConstraint, MetaData, Text, TypeDecorator

from pbp.store.setups import Setup, read, written


class Utc(TypeDecorator[datetime]):
    """An aware UTC time."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class EnumWord(TypeDecorator[StrEnum]):
    """One of an enum's words."""

    impl = Text
    cache_ok = True

    def __init__(self, kind: type[StrEnum]):
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> Any:
        return None if value is None else self.kind(value).value

    def process_result_value(self, value: Any, dialect: Dialect) -> StrEnum | None:
        return None if value is None else self.kind(value)


class Setups(TypeDecorator[Setup]):
    """What a duel begins with."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Setup | None, dialect: Dialect) -> Any:
        return None if value is None else written(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Setup | None:
        return None if value is None else read(value)


def words(column: str, kind: type[StrEnum]) -> CheckConstraint:
    """That a column holds none but an enum's words."""
    known = ", ".join(f"'{word.value}'" for word in kind)
    return check(column, f"{column} IN ({known})")


def check(name: str, holds: str) -> CheckConstraint:
    """That every row holds to this, under a name."""
    return CheckConstraint(holds, name=name)


def of(column: str, there: str) -> ForeignKeyConstraint:
    """That a column names a row of another table, at the latest when the transaction ends."""
    return ForeignKeyConstraint([column], [there], deferrable=True, initially="DEFERRED")


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "ck": "%(table_name)s_%(constraint_name)s",
        "fk": "%(table_name)s_of_%(column_0_name)s",
    }
)
