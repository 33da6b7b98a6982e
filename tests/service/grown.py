"""A season that has gone on for years: one cycle is played, and its rows are copied with new numbers and later times.

A cycle is a ring duel, in which everybody thinks twice, and a contest of thirteen steps. The rows are those that the
service wrote, in the store and in the embedded site's file; of what texts say, the numbers of duels are made new, and
the times are not. The copies cannot be verified: their seeds and commitments are those of the cycle that was played.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pbp.service import ring
from pbp.store import tables as t
from pbp.store.journal import entry_hash
from pbp.store.states import ON_BLOG
from service.world import World

WIZARDS = ("Alice", "Bob", "Carol", "Dave", "Emil", "Frida")
RING, CONTEST = 10001, 50001
"""The numbers of the first ring duel and contest: no other number in any text is like them."""
SETTINGS = f"[contests]\nfirst_number = {CONTEST}\n[ring]\n"
CYCLES_IN_TEN_YEARS = 1000
ENTRIES = 1000
"""Of the journal, in each cycle of ten years of which a million are asked for."""
_NUMBER = re.compile(rf"(?<!\d)({RING}|{CONTEST})(?!\d)")
_AT_ONCE = 5000
Row = dict[str, Any]


@dataclass(frozen=True)
class Cycle:
    """A cycle that was played: how far the numbers of rows went before it, when it began, and how long it is."""

    marks: Mapping[str, int]
    site_marks: Mapping[str, int]
    began: datetime
    span: timedelta


def play_cycle(folder: Path, store_url: str, rounds: int = 13) -> Cycle:
    """Plays one cycle, whose contest has so many rounds, in a new world; it is left with nothing that runs."""
    world = World(folder, store_url, f"{SETTINGS}auto_schedule = false\n", WIZARDS)
    with world.app.store.tx() as tx:  # a running dynasty that goes on
        tx.set_note(ring.LAST_NUMBER, str(RING - 1))
    world.tick()
    marks, site_marks, began = _marks(world), _site_marks(world), world.clock.now
    _play(world, rounds)
    span = timedelta(days=-(-(world.clock.now - began).total_seconds() // 86400))
    world.app.store.close()
    return Cycle(marks, site_marks, began, span)


def grow(folder: Path, store_url: str, cycle: Cycle, cycles: int, *, entries: int = 0) -> World:
    """The world in which a cycle was played, now that so many have ended, and of which a ring duel and a contest run.

    A cycle has at least so many `entries` in the journal: its own are written again.
    """
    end = cycle.began + cycles * cycle.span
    world = World.as_left(folder, store_url, end, SETTINGS)
    _copy_store(world, cycle, cycles, entries)
    _copy_site(world, cycle, cycles)
    _play_on(world)
    return world


def _play(world: World, rounds: int) -> None:
    """One cycle, from the schedule to all that is published of both."""
    ring.schedule(world.app.desk, world.clock.now)
    world.tick(minutes=1)
    for words in ("CAST Gain", "CAST Greed", "CAST Burn 2", "CAST Gain"):
        for name in WIZARDS:
            world.say(name, f"#{RING} {words}")
    world.after_battle()
    world.tick(minutes=1)
    world.say("Alice", "CHALLENGE Bob goofspiel")
    world.say("Bob", "ACCEPT")
    for card in range(1, rounds + 1):
        world.say("Alice", f"#{CONTEST} BID {card}")
        world.say("Bob", f"#{CONTEST} BID {14 - card}")
        world.tick(minutes=15)
    if rounds < 13:
        world.say("Alice", f"#{CONTEST} RESIGN")
    world.tick(minutes=1)
    assert {duel.number: duel.state for duel in _duels(world)} == {RING: "resolved", CONTEST: "resolved"}


def _play_on(world: World) -> None:
    """What goes on after all that: a ring duel and a contest with some orders in, and a challenge that waits."""
    world.tick(minutes=1)
    number = max(duel.number for duel in _duels(world) if duel.format == "ring")
    world.say("Alice", f"#{number} CAST Gain")
    world.say("Carol", "CHALLENGE Dave goofspiel")
    world.say("Dave", "ACCEPT")
    world.say("Bob", "CHALLENGE Emil wizards-duel")
    world.tick(minutes=1)


def _duels(world: World) -> list[Any]:
    with world.app.store.tx() as tx:
        return list(tx.duels())


# ---- what a copy changes ---------------------------------------------------------------------------------------------


def _renumbered(value: Any, k: int) -> Any:
    """A value with the numbers of its cycle's duels."""
    if isinstance(value, str):
        return _NUMBER.sub(lambda found: str(int(found[1]) + k), value) if "0001" in value else value
    if isinstance(value, Mapping):
        return {_renumbered(key, k): _renumbered(item, k) for key, item in value.items()}
    if isinstance(value, list):
        return [_renumbered(item, k) for item in value]
    return value + k if type(value) is int and value in (RING, CONTEST) else value


def _copied(row: Row, k: int, span: timedelta) -> Row:
    """A row of a later cycle, but for what its table numbers."""
    return {
        name: value + k * span if isinstance(value, datetime) else _renumbered(value, k) for name, value in row.items()
    }


def _other(key: str, k: int) -> str:
    """The key of a copied text: that of an answer names no duel."""
    now = _renumbered(key, k)
    return now if now != key else f"{key}.{k}"


# ---- the store -------------------------------------------------------------------------------------------------------


def _marks(world: World) -> dict[str, int]:
    """How far the numbers went before the cycle."""
    with world.app.store.tx() as tx:
        of = {"journal": t.journal.c.id, "outgoing": t.outgoing.c.serial, "seed": t.season.c.next_index}
        return {name: tx.connection.scalar(sa.select(sa.func.max(column))) or 0 for name, column in of.items()}


def _copy_store(world: World, cycle: Cycle, cycles: int, entries: int) -> None:
    marks, span = cycle.marks, cycle.span
    with world.app.store.tx() as tx:
        c = tx.connection

        def rows(table: sa.Table, *wanted: sa.ColumnElement[bool]) -> list[Row]:
            return [row._asdict() for row in c.execute(sa.select(table).where(*wanted))]

        def add(table: sa.Table, change: Callable[[Row, int], Row], *wanted: sa.ColumnElement[bool]) -> None:
            template = rows(table, *wanted)
            made: list[Row] = []
            for k in range(1, cycles):
                made += [_copied(row, k, span) | change(row, k) for row in template]
                if len(made) >= _AT_ONCE:
                    c.execute(table.insert(), made)
                    made = []
            if made:
                c.execute(table.insert(), made)

        seeds = (c.scalar(sa.select(t.season.c.next_index)) or 0) - marks["seed"]
        texts = (c.scalar(sa.select(sa.func.max(t.outgoing.c.serial))) or 0) - marks["outgoing"]
        own = dict(rows_of(c, sa.select(t.submission.c.seat, sa.func.max(t.submission.c.serial)).group_by("seat")))
        posts, comments, edits = (world_count(world, table) for table in ("posts", "comments", "revisions"))
        shift = {"post": posts, "comment": comments}

        def text(row: Row, k: int) -> Row:
            key = _other(row["key"], k)
            ref = hashlib.sha256(key.encode()).hexdigest()[:12]
            if row["kind"] in ON_BLOG:
                ref = str(int(row["ref_id"]) + k * shift[row["kind"]])
            url = re.sub(r"[^/#-]+$", ref, row["ref_url"])
            return {"key": key, "serial": row["serial"] + k * texts, "ref_id": ref, "ref_url": url}

        add(t.duel, lambda row, k: {"seed_index": row["seed_index"] + k * seeds})
        add(t.message, lambda row, k: {"id": f"{k:x}-{row['id']}"})
        add(t.submission, lambda row, k: {"serial": row["serial"] + k * own[row["seat"]]})
        add(t.step, lambda row, k: {"seed_index": row["seed_index"] + k * seeds})
        add(t.outgoing, text, t.outgoing.c.serial > marks["outgoing"])
        add(t.page, lambda row, k: {"revision": str(int(row["revision"]) + k * edits)}, t.page.c.duel.is_not(None))
        named = [note for note in rows(t.meta) if _renumbered(note["name"], 1) != note["name"]]
        c.execute(t.season.update().values(next_index=marks["seed"] + cycles * seeds))
        if named and cycles > 1:
            c.execute(t.meta.insert(), [_copied(note, k, span) for k in range(1, cycles) for note in named])
        template = rows(t.journal, t.journal.c.id > marks["journal"])
        _write_journal(c, template, cycles, span, entries)


def rows_of(connection: sa.Connection, query: sa.Select[Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of a query as tuples."""
    return (tuple(row) for row in connection.execute(query))


def _write_journal(c: sa.Connection, template: list[Row], cycles: int, span: timedelta, entries: int) -> None:
    last = template[-1]
    number, previous = last["id"], last["hash"]
    made: list[Row] = []
    often = max(len(template), entries)
    for k in range(cycles):
        first = len(template) if k == 0 else 0  # those of the cycle that was played stand there
        for nth in range(first, often):
            row = template[nth % len(template)]
            at = (datetime.fromisoformat(row["at"]) + k * span).isoformat()
            duel, facts = row["duel"] and row["duel"] + k, _renumbered(row["facts"], k)
            hash = entry_hash(previous, at, row["kind"], duel, facts)
            number += 1
            made.append({"id": number, "at": at, "kind": row["kind"], "duel": duel, "facts": facts,
                         "previous": previous, "hash": hash})  # fmt: skip
            previous = hash
        if made and (len(made) >= _AT_ONCE or k == cycles - 1):
            c.execute(t.journal.insert(), made)
            made = []


# ---- the embedded site -----------------------------------------------------------------------------------------------

_SITE = {"posts": "id", "comments": "id", "messages": "number", "letters": "id", "revisions": "id", "findable": "id"}


def world_count(world: World, table: str) -> int:
    """How many rows a cycle adds to a table of the site, at most: as many numbers are left for each."""
    with closing(sqlite3.connect(world.site.file.path)) as db:
        return int(db.execute(f"SELECT max({_SITE[table]}) FROM {table}").fetchone()[0])


def _site_marks(world: World) -> dict[str, int]:
    with closing(sqlite3.connect(world.site.file.path)) as db:
        return {n: db.execute(f"SELECT coalesce(max({key}), 0) FROM {n}").fetchone()[0] for n, key in _SITE.items()}


def _copy_site(world: World, cycle: Cycle, cycles: int) -> None:
    marks, span = cycle.site_marks, cycle.span
    counts = {table: world_count(world, table) for table in _SITE}
    with closing(sqlite3.connect(world.site.file.path, isolation_level=None)) as db:
        db.row_factory = sqlite3.Row
        db.execute("BEGIN")
        for table, key in _SITE.items():
            query = f"SELECT * FROM {table} WHERE {key} > ?"
            template = [dict(row) for row in db.execute(query, (marks[table],)).fetchall()]
            if table == "revisions":
                template = [row for row in template if _renumbered(row["title"], 1) != row["title"]]
            if table == "findable":
                template = [row for row in template if row["kind"] != "page" or "0001" in row["ref"]]
            for k in range(1, cycles):
                for row in template:
                    _put(db, table, _site_row(table, row, k, span, counts), row["id"] if table == "findable" else 0, k)
        db.execute("COMMIT")


def _site_row(table: str, row: Row, k: int, span: timedelta, counts: Mapping[str, int]) -> Row:
    made = {name: _renumbered(value, k) for name, value in row.items()}
    made[_SITE[table]] = row[_SITE[table]] + k * counts[table]
    for name in ("at", "received"):
        if name in row:
            made[name] = (datetime.fromisoformat(row[name]) + k * span).isoformat(timespec="microseconds")
    if table == "letters":
        made["key"] = _other(row["key"], k)
    if table == "messages":
        made["id"] = f"{k:x}-{row['id']}"
    if table == "comments":
        made["post"] = row["post"] + k * counts["posts"]
    if table == "findable" and row["kind"] != "page":
        made["ref"] = str(int(row["ref"]) + k * counts[f"{row['kind']}s"])
    return made


def _put(db: sqlite3.Connection, table: str, row: Row, found: int, k: int) -> None:
    places = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))
    if found:
        title, body = db.execute("SELECT title, body FROM words WHERE rowid = ?", (found,)).fetchone()
        words = (row["id"], _renumbered(title, k), _renumbered(body, k))
        db.execute("INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)", words)
