"""What the store promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pbp.errors import NotFound, PbpError, StoreDown
from pbp.ports import Message, Ref
from pbp.store import Duel, Store, Submission, Wizard
from pbp.store import tables as t
from pbp.store.journal import first_fault
from pbp.store.migrations import FIRST, MIGRATIONS
from pbp.store.setups import ContestSetup, RingSetup
from pbp.store.states import DuelState, Notify, TextKind, Trigger
from pbp.store.values import SeasonRow

NOW = datetime(2026, 3, 2, 9, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
def store(store_url: str):
    made = Store(store_url)
    yield made
    made.close()


def message(id: str = "m1") -> Message:
    return Message(id, "Ann", NOW, "CAST Burn 3")


def open_duel(store: Store, *wizards: str) -> None:
    """Duel 1 of a season, and these wizards."""
    fields = dict.fromkeys(Duel.__slots__)
    duel = Duel(**{**fields, "number": 1, "game": "g", "state": DuelState.OPEN, "step": 1,
                   "scheduled": NOW, "opened": NOW, "trigger": Trigger.DEADLINE, "season": "1",
                   "setup": ContestSetup(("Ann", "Ben"), {}), "seed_index": 0})  # fmt: skip
    with store.tx() as tx:
        tx.add_season(SeasonRow("1", b"k", b"s", "a", "p", NOW, 0, "seed"))
        tx.add_duel(duel)
        for name in wizards:
            tx.add_wizard(Wizard(name, 20, True, {}, Notify.ALL, NOW))


def test_tables_are_made_once_and_a_second_opening_finds_them(store: Store, store_url: str) -> None:
    with store.tx() as tx:
        tx.set_note("x", "1")
    again = Store(store_url)
    with again.tx() as tx:
        assert tx.note("x") == "1"
        assert tx.note("migrations") == str(FIRST + len(MIGRATIONS))
    again.close()


def test_a_store_of_a_newer_version_is_refused(store: Store, store_url: str) -> None:
    with store.tx() as tx:
        tx.set_note("migrations", "999")
    with pytest.raises(PbpError, match="newer version"):
        Store(store_url)


def test_a_transaction_is_all_or_nothing(store: Store) -> None:
    with pytest.raises(RuntimeError), store.tx() as tx:
        tx.set_note("x", "1")
        raise RuntimeError
    with store.tx() as tx:
        assert tx.note("x") is None


def test_times_come_back_aware_and_exact(store: Store) -> None:
    with store.tx() as tx:
        tx.add_wizard(Wizard("Ann", 20, True, {}, Notify.ALL, NOW))
        assert tx.wizard("ANN") == Wizard("Ann", 20, True, {}, Notify.ALL, NOW)


def test_no_two_wizards_differ_in_case_alone(store: Store) -> None:
    with store.tx() as tx:
        assert tx.add_wizard(Wizard("Ann", 20, True, {}, Notify.ALL, NOW))
        assert not tx.add_wizard(Wizard("ANN", 20, True, {}, Notify.ALL, NOW))


def test_a_message_is_taken_in_once(store: Store) -> None:
    with store.tx() as tx:
        assert tx.take_in("mail", message(), "Ann")
        assert not tx.take_in("mail", message(), "Ann")
        assert tx.take_in("local", message(), "Ann")
    with store.tx() as tx:
        assert not tx.take_in("mail", message(), "Ann")


def test_a_text_is_queued_once_under_its_key(store: Store) -> None:
    with store.tx() as tx:
        assert tx.queue("k", TextKind.POST, "blog", NOW, {"body": "a"})
        assert not tx.queue("k", TextKind.POST, "blog", NOW, {"body": "b"})
        item = tx.outgoing("k")
        assert item is not None
        assert item.payload == {"body": "a"}


class Moved:
    """A clock that the test moves."""

    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Moved:
    return Moved()


@pytest.fixture
def moved(store_url: str, clock: Moved) -> Iterator[Store]:
    """A store whose leases go by a clock that the test moves."""
    made = Store(store_url, clock)
    yield made
    made.close()


def test_a_lease_keeps_others_away_until_it_ends(moved: Store, clock: Moved) -> None:
    with moved.tx() as tx:
        tx.queue("k", TextKind.POST, "blog", NOW, {})
        assert tx.claim("k", "one", NOW, 120)
        assert not tx.claim("k", "two", NOW, 120)
        assert tx.still_mine("k", "one")
        clock.now = NOW + timedelta(minutes=2) - timedelta(microseconds=1)
        assert tx.still_mine("k", "one")
        clock.now = NOW + timedelta(minutes=2)
        assert not tx.still_mine("k", "one"), "it has run out, though nobody else has taken it"
        assert tx.change_mine("k", "one", why="slow"), "nobody else knows more of it"
        assert tx.claim("k", "two", NOW, 120)
        assert not tx.still_mine("k", "one")
        assert not tx.change_mine("k", "one", state="stuck"), "nothing is written over another's work"
        tx.record_sent("k", Ref("7", "http://x/7"), NOW)
        assert not tx.change_mine("k", "two", state="stuck")
        clock.now += timedelta(hours=1)
        assert not tx.claim("k", "two", clock.now, 120)


def test_leases_go_by_the_databases_own_clock(store: Store) -> None:
    """Whatever time it is for the service: two workers' machines may show two."""
    with store.tx() as tx:
        tx.queue("k", TextKind.POST, "blog", NOW, {})
        assert tx.claim("k", "one", NOW, 120)
        own = store.clock() or datetime.now(UTC)
        lease = tx.connection.scalar(sa.select(t.outgoing.c.lease))
        assert timedelta(minutes=1) < lease - own < timedelta(minutes=3)


def test_a_piece_of_work_is_one_workers_until_it_is_left_or_the_time_is_over(moved: Store, clock: Moved) -> None:
    with moved.tx() as tx:
        assert tx.lease("closing", "one", 120)
        assert not tx.lease("closing", "two", 120)
        assert tx.lease("another", "two", 120)
        clock.now += timedelta(minutes=1)
        assert tx.lease("closing", "one", 120), "who has it goes on with it"
        clock.now += timedelta(seconds=119)
        assert not tx.lease("closing", "two", 120)
        tx.end_lease("closing", "two")
        assert tx.leased_by("closing") == "one", "nobody can leave it but who has it"
        clock.now += timedelta(seconds=1)
        assert tx.leased_by("closing") == "one", "nobody has taken it over yet"
        assert tx.lease("closing", "two", 120)
        assert not tx.lease("closing", "one", 120)
        tx.end_lease("closing", "two")
        assert tx.leased_by("closing") is None
        assert tx.lease("closing", "one", 120)


def test_seeds_are_taken_once_each(store: Store) -> None:
    with store.tx() as tx:
        tx.add_season(SeasonRow("1", b"k", b"s", "a", "p", NOW, 0, "seed"))
    taken = []
    for _ in range(3):
        with store.tx() as tx:
            taken.append(tx.take_seed("1"))
    assert taken == [0, 1, 2]


def test_the_last_submission_stands_unless_it_withdraws(store: Store) -> None:
    open_duel(store, "Ann", "Ben")

    def submit(seat: str, words: str | None) -> None:
        with store.tx() as tx:
            tx.add_submission(Submission(tx.next_serial(seat), 1, 1, seat, words, words or "", NOW, "00", "00", False))

    for seat, words in (("Ann", "A"), ("Ben", "B"), ("Ann", "C"), ("Ben", None)):
        submit(seat, words)
    with store.tx() as tx:
        assert {name: s.words for name, s in tx.standing(1, 1).items()} == {"Ann": "C"}
        assert tx.standing(1, 2) == {}
        assert [s.serial for s in tx.submissions("Ann")] == [1, 2]


def test_an_unknown_duel_is_not_found(store: Store) -> None:
    with store.tx() as tx, pytest.raises(NotFound, match="there is no duel 9"):
        tx.duel(9)


def test_the_journal_is_a_chain_in_which_every_change_shows(store: Store) -> None:
    with store.tx() as tx:
        for number in range(4):
            tx.journal(NOW, "joined", number, wizard=f"W{number}")
    with store.tx() as tx:
        entries = tx.entries()
    assert first_fault(entries) is None
    assert first_fault(entries[:1] + entries[2:]) == "entry 2 is missing"
    changes: list[dict[str, Any]] = [
        {"facts": '{"wizard":"X"}'}, {"kind": "idle"}, {"at": "2026"}, {"duel": None}, {"hash": "0" * 64},
    ]  # fmt: skip
    for change in changes:
        with store.engine.begin() as connection:
            connection.execute(t.journal.update().where(t.journal.c.id == 2).values(**change))
        with store.tx() as tx:
            fault = first_fault(tx.entries())
        assert fault is not None
        assert "entry 2" in fault or "entry 3" in fault
        with store.engine.begin() as connection:
            old = {key: getattr(entries[1], key) for key in ("facts", "kind", "at", "duel", "hash")}
            connection.execute(t.journal.update().where(t.journal.c.id == 2).values(**old))


def test_journal_entries_of_two_transactions_at_once_still_make_one_chain(store: Store) -> None:
    def write(name: str) -> None:
        for _ in range(10):
            with store.tx() as tx:
                tx.journal(NOW, "joined", None, wizard=name)

    threads = [threading.Thread(target=write, args=(name,)) for name in ("a", "b", "c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.tx() as tx:
        entries = tx.entries()
    assert len(entries) == 30
    assert first_fault(entries) is None


def test_who_is_alone_keeps_others_out_and_they_wait_if_told(store: Store, store_url: str) -> None:
    other = Store(store_url)
    with store.lock() as held:
        assert held
        with other.lock() as second:
            assert not second
        began = time.monotonic()
        with other.lock(0.3, alone=False) as second:
            assert not second
        assert time.monotonic() - began >= 0.3
    with other.lock() as held:
        assert held
    other.close()


def test_several_are_at_work_where_the_store_can_be_shared(store: Store, store_url: str) -> None:
    other = Store(store_url)
    with store.lock(alone=False) as held, other.lock(alone=False) as second:
        assert held
        assert second == store.is_shared
        with other.lock(alone=True) as third:
            assert not third
    other.close()


def test_transactions_see_nothing_change_but_shared_ones_run_beside_each_other(store: Store) -> None:
    """One that is not shared begins when all before it have ended; SQLite does all one by one."""
    done: list[str] = []

    def another(name: str, *, shared: bool) -> threading.Thread:
        def work() -> None:
            with store.tx(shared=shared) as tx:
                tx.set_note("who", name)
            done.append(name)

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    with store.tx(shared=True) as tx:
        assert tx.note("who") is None
        beside = another("beside", shared=True)
        beside.join(None if store.is_shared else 0.3)
        assert done == (["beside"] if store.is_shared else [])
        after = another("after", shared=False)
        after.join(0.3)
        assert "after" not in done
    after.join()
    beside.join()
    assert sorted(done) == ["after", "beside"]


def test_what_a_transaction_holds_another_leaves_or_waits_for(store: Store) -> None:
    if not store.is_shared:
        with store.tx() as tx:
            assert tx.hold_if_free("letter 1")
            tx.hold("letter 1")
        return
    with store.tx(shared=True) as one, store.tx(shared=True) as two:
        assert one.hold_if_free("letter 1")
        assert not two.hold_if_free("letter 1")
        assert two.hold_if_free("letter 2")
    with store.tx(shared=True) as tx:
        assert tx.hold_if_free("letter 1")


@pytest.mark.xdist_group("postgres")
def test_who_stands_still_in_the_midst_of_a_transaction_holds_nobody_up_for_ever(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(postgres_url)
    monkeypatch.setattr("pbp.store.store.STILL_MS", 500)
    store.engine.dispose()
    going_on = threading.Event()

    def stand_still() -> None:
        with pytest.raises(StoreDown), store.tx() as tx:
            tx.set_note("who", "the one that stands still")
            going_on.wait()
            tx.note("who")

    thread = threading.Thread(target=stand_still)
    thread.start()
    while True:  # until it has begun
        with store.moment() as tx:
            held = sa.text(
                "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
                " WHERE locktype = 'advisory' AND datname = current_database()"
            )
            if tx.connection.scalar(held):
                break
    with store.tx() as tx:
        assert tx.note("who") is None
    going_on.set()
    thread.join()
    store.close()


def test_an_order_cannot_slip_in_while_its_step_closes(store: Store) -> None:
    """Who locks the duel first goes first: the order is either stored before the closing, or sees it."""
    open_duel(store)
    closing, seen = threading.Event(), []

    def close() -> None:
        with store.tx() as tx:
            tx.duel(1, lock=True)
            closing.set()
            time.sleep(0.3)
            tx.change_duel(1, state="pending")

    def order() -> None:
        closing.wait()
        with store.tx() as tx:
            seen.append(tx.duel(1, lock=True).state)

    threads = [threading.Thread(target=close), threading.Thread(target=order)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == ["pending"]


def test_the_store_file_is_the_operators_alone(tmp_path) -> None:
    made = Store(f"sqlite:///{tmp_path / 'x.db'}")
    made.close()
    assert (tmp_path / "x.db").stat().st_mode & 0o077 == 0


def test_a_url_that_cannot_be_used_says_so() -> None:
    with pytest.raises(PbpError, match="cannot be used"):
        Store("nosuchdb://x")
    with pytest.raises(PbpError, match="cannot be opened"):
        Store("sqlite:////nowhere/at/all/x.db")


def test_sqlite_waits_for_a_writer_instead_of_failing(tmp_path) -> None:
    made = Store(f"sqlite:///{tmp_path / 'x.db'}")
    with made.engine.connect() as connection:
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(sa.text("PRAGMA busy_timeout")) == 30000
    made.close()


def test_the_files_of_a_store_are_its_owners_alone_from_the_first_moment(tmp_path: Path) -> None:
    file, before = tmp_path / "books.db", os.umask(0o022)
    try:
        store = Store(f"sqlite:///{file}")
        modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert modes.keys() >= {"books.db", "books.db-wal", "books.db-shm"}
    assert set(modes.values()) == {0o600}


def test_a_store_that_was_open_to_others_is_no_more(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE other (x)")
        file.chmod(0o644)
        (tmp_path / "books.db-wal").chmod(0o644)
        store = Store(f"sqlite:///{file}")
        assert {one.stat().st_mode & 0o777 for one in tmp_path.iterdir()} == {0o600}
        store.close()


def test_duels_notes_and_casts_are_found_by_what_is_asked(store: Store) -> None:
    open_duel(store, "Ann", "Ben", "O'Nil %_\\")
    with store.tx() as tx:
        first = tx.duel(1)
        ring = replace(first, seed_index=1, state=DuelState.RESOLVED, ended=NOW, summary={"casts": {"Jest": 2}})
        tx.add_duel(replace(ring, number=2, setup=RingSetup(("Ann", "Zoë"))))
        tx.add_duel(replace(ring, number=3, seed_index=2, setup=RingSetup(("Ann", "O'Nil %_\\"))))
        assert [duel.number for duel in tx.newest_duels(2)] == [3, 2]
        assert [duel.number for duel in tx.newest_duels(5, skip=1)] == [2, 1]
        assert [duel.number for duel in tx.newest_duels(5, DuelState.RESOLVED, format="ring")] == [3, 2]
        assert [duel.number for duel in tx.newest_duels(5, format="contest")] == [1]
        assert tx.find_duel(4) is None and tx.find_duel(3) == tx.duel(3)
        assert tx.count_duels() == {DuelState.OPEN: 1, DuelState.RESOLVED: 2}
        assert tx.cast_counts() == [("Jest", 4)]
        for name in ("often:a", "often:ü", "oftener", "OFTEN:b", "often"):
            tx.set_note(name, "1")
        assert set(tx.notes("often:")) == {"often:a", "often:ü"}
