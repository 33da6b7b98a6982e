"""`pbp backup` keeps the store and the embedded site in one file; `pbp restore` puts them back, on either database."""

from __future__ import annotations

import sqlite3
import stat
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pbp.app import build
from pbp.cli import main
from pbp.errors import PbpError, Refused, SiteDown
from pbp.operating.backup import make_backup, put_back
from pbp.service import challenges
from pbp.store import columns
from service.contests import HALL, begin
from service.proofs import duel_checked
from service.world import Moving, World


@pytest.fixture
def played(make_world) -> World:
    """A world in its second duel, a contest beside it, with a ruling, an order and a letter kept aside."""
    world = make_world()
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    world.say("Bob", "CAST Gain")
    world.app.carry_out(challenges.new_contest, "goofspiel", ("Carol", "Dave"), world.clock(), options={"cards": 5})
    world.tick(minutes=1)
    return world


def rows(world: World) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the store, but the small facts of the last run."""
    with world.app.store.tx() as tx:
        return {
            table.name: sorted(tuple(map(repr, row)) for row in tx.connection.execute(table.select()))
            for table in columns.metadata.sorted_tables
            if table.name != "meta"
        }


def after_battle(world: World, number: int) -> None:
    """Moves to a minute after a duel's battle time and ticks."""
    world.clock.now = (world.duel(number).battle_time or world.clock.now) + timedelta(minutes=1)
    world.app.tick()


def opened(world: World) -> None:
    """The world's app, started anew."""
    world.app.store.close()
    world.clock = Moving(world.clock.now)
    world.app = build(world.config, clock=world.clock)
    assert world.app.site
    world.site = world.app.site


def test_a_backup_holds_all_rows_and_the_site_and_only_its_owner_reads_it(played: World, tmp_path: Path) -> None:
    path = tmp_path / "kept.zip"
    make_backup(played.app, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with zipfile.ZipFile(path) as kept:
        assert sorted(kept.namelist()) == ["about.json", "site.db", "store.db"]
    with pytest.raises(Refused, match="is there already"):
        make_backup(played.app, path)


def test_what_is_put_back_is_what_was_kept(played: World, tmp_path: Path) -> None:
    before = rows(played)
    make_backup(played.app, tmp_path / "kept.zip")
    played.say("Alice", "CAST Gain")
    played.say("Dave", "#1001 BID 3")
    assert rows(played) != before
    aside, _ = put_back(played.app, tmp_path / "kept.zip", site=True)
    now = rows(played)
    for name in ("submission", "season", "wizard", "step", "ruling", "roll", "offer", "address"):
        assert now[name] == before[name], name
    assert all(entry in now["journal"] for entry in before["journal"])
    assert aside.exists()
    assert played.kinds()[-1] == "restored"


def test_play_goes_on_after_a_restore_with_or_without_the_site(played: World, tmp_path: Path) -> None:
    make_backup(played.app, tmp_path / "kept.zip")
    played.say("Alice", "CAST Greed")
    put_back(played.app, tmp_path / "kept.zip", site=False)
    opened(played)
    played.tick(minutes=1)
    assert "Please send again" in " ".join(played.subjects("Alice"))
    played.say("Alice", "CAST Greed")
    after_battle(played, 2)
    report = duel_checked(played, 2)
    assert report.ok, report.lines
    assert played.site.repeats() == 0


def test_the_embedded_site_is_put_back_where_it_is_gone(played: World, tmp_path: Path) -> None:
    posts = played.posts()
    make_backup(played.app, tmp_path / "kept.zip")
    path = played.config.path(played.config.site.path)
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    opened(played)
    assert played.posts() == []
    put_back(played.app, tmp_path / "kept.zip", site=False)
    opened(played)
    assert played.posts() == posts
    after_battle(played, 2)
    assert played.duel(2).state == "resolved"


def test_what_was_there_before_can_be_put_back_too(played: World, tmp_path: Path) -> None:
    make_backup(played.app, tmp_path / "kept.zip")
    played.say("Alice", "CAST Gain")
    before = rows(played)
    aside, _ = put_back(played.app, tmp_path / "kept.zip", site=False)
    put_back(played.app, aside, site=False)
    assert rows(played)["submission"] == before["submission"]


def test_a_restore_that_cannot_reach_the_sites_holds_everything(played: World, tmp_path: Path) -> None:
    make_backup(played.app, tmp_path / "kept.zip")
    played.say("Alice", "CAST Gain")
    for now, then in (("posts", "away"), ("away", "posts")):
        with closing(sqlite3.connect(played.site.file.path)) as site:
            site.execute(f"ALTER TABLE {now} RENAME TO {then}")
        if then == "away":
            with pytest.raises(SiteDown):
                put_back(played.app, tmp_path / "kept.zip", site=False)
    report = played.tick(minutes=1)
    assert any("`pbp restored`" in line for line in report.waits)


def test_a_file_that_is_no_backup_is_refused_and_changes_nothing(played: World, tmp_path: Path) -> None:
    before = rows(played)
    (tmp_path / "text.zip").write_text("no backup", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("store.db", "")
    for name in ("text.zip", "other.zip", "nowhere.zip"):
        with pytest.raises(PbpError):
            put_back(played.app, tmp_path / name, site=False)
    assert rows(played) == before


# ---- by the command line ---------------------------------------------------------------------------------------------


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[World]:
    (tmp_path / "w").mkdir()
    world = World(tmp_path / "w", "sqlite:///store.db", HALL, ("Ann", "Ben"))
    text = '[store]\nurl = "sqlite:///store.db"\n[battle_master]\naddresses = ["local:Master"]\n' + HALL
    (tmp_path / "w" / "config.toml").write_text(text, encoding="utf-8")
    yield world
    world.app.store.close()


def command(hall: World, *words: str) -> None:
    main([*words, "--config", str(hall.folder / "config.toml")], standalone_mode=False)


def test_backup_and_restore_by_command(hall: World, capsys: pytest.CaptureFixture[str]) -> None:
    begin(hall, "goofspiel", cards=5)
    kept = hall.folder / "kept.zip"
    command(hall, "backup", str(kept))
    assert "holds the store and the embedded site" in capsys.readouterr().out
    hall.say("Ann", "BID 3")
    command(hall, "restore", str(kept))
    said = capsys.readouterr().out
    assert "duel 1001 goes on" in said
    assert "is kept in" in said
    opened(hall)
    assert hall.standing(1001) == {}


def test_a_store_that_cannot_be_opened_is_put_aside(hall: World, capsys: pytest.CaptureFixture[str]) -> None:
    begin(hall, "goofspiel", cards=5)
    kept = hall.folder / "kept.zip"
    command(hall, "backup", str(kept))
    hall.app.store.close()
    for path in hall.folder.glob("store.db-*"):
        path.unlink()
    (hall.folder / "store.db").write_bytes(b"not a database" * 1000)
    command(hall, "restore", str(kept))
    assert "store.db.damaged" in capsys.readouterr().out
    opened(hall)
    assert hall.duel(1001).state == "open"
