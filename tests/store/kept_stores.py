"""Stores of earlier versions, kept as those versions left them: put into SQLite or PostgreSQL."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import sqlalchemy as sa

HERE = Path(__file__).parent
OLD = HERE.parent / "fair" / "old"

KEPT = sorted(int(path.name.partition("_")[0]) for path in (HERE / "kept").glob("*_store.sql.gz"))
STORES = {1: OLD / "store.sql.gz", 2: OLD / "store.sql.gz"} | {
    version: HERE / "kept" / f"{version}_store.sql.gz" for version in KEPT
}
"""The kept stores, by how many migrations they had seen; the first had no table of rolls yet."""

SITES = {2: OLD / "site.sql.gz"} | {version: next((HERE / "kept").glob(f"{version}_site.*")) for version in KEPT}
"""The embedded sites beside them, as dumps or whole files."""


def unpack(dump: Path, file: Path) -> None:
    """Makes an SQLite file of a dump, or of a kept file."""
    kept = gzip.decompress(dump.read_bytes())
    if dump.name.endswith(".db.gz"):
        file.write_bytes(kept)
        return
    with sqlite3.connect(file) as database:
        database.executescript(kept.decode())
    database.close()


def put(version: int, url: str, folder: Path) -> None:
    """Puts a kept store into the empty database at a URL; `folder` is for what is made on the way."""
    parsed = sa.make_url(url)
    on_sqlite = parsed.get_backend_name() == "sqlite"
    file = Path(parsed.database or "") if on_sqlite else folder / "kept.db"
    unpack(STORES[version], file)
    if version == 1:
        with sqlite3.connect(file) as database:
            database.executescript("DROP TABLE roll; UPDATE meta SET value = '1' WHERE name = 'migrations'")
        database.close()
    if not on_sqlite:
        _copy(file, parsed)


def _copy(file: Path, parsed: sa.URL) -> None:
    """Copies tables and rows of an SQLite file to PostgreSQL."""
    old = sa.create_engine(f"sqlite:///{file}")
    new = sa.create_engine(parsed.set(drivername="postgresql+psycopg"))
    tables = sa.MetaData()
    tables.reflect(old)
    for column in (column for table in tables.tables.values() for column in table.c):
        column.type = column.type.as_generic()
    tables.create_all(new)
    with old.connect() as source, new.begin() as target:
        for table in tables.sorted_tables:
            if rows := [dict(row._mapping) for row in source.execute(sa.select(table))]:
                target.execute(table.insert(), rows)
        if "id" in tables.tables["ruling"].c:  # the numbers go on after those that are there
            sequence = "SELECT setval(pg_get_serial_sequence('ruling', 'id'), (SELECT count(*) + 1 FROM ruling))"
            target.execute(sa.text(sequence))
    old.dispose()
    new.dispose()
