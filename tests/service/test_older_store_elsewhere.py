"""A store that was put back from a backup, and that nobody said so of, at every kind of place that is not ours: all is
held, nothing that stands there is touched, and after `pbp restored` it goes on with each text once.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from servers.postgres import Postgres

from pbp.service import lifecycle
from pbp.service.restore import after_restore
from service.doom import again, prepare
from service.places import ByHand, Place
from service.world import World

LETTER = "books are older than what stands on the sites"
SAID = re.compile(
    rf"{LETTER}|books may be older than what stands here|d1\.older2"
    r'|: Talk:Wizard Duel 1: (== … ==|<span id="pbp-\w+"></span>|\[\[User:BattleMaster\|.*…)$'
)
"""What is in every line by which readers and the Battle Master know that all is held: its words, its key, and what
stands above and below a comment on a talk page.
"""
KEY = re.compile(r"\bpbp[:-](s1\.[\w.]+)")
ONCE = re.compile(rf"{KEY.pattern}|^(beside: )?(posts|discord|matrix): ")
"""What is in every line that may stand there but once."""


class Served:
    """A world at a place, whose people do what they do there, with copies of its store."""

    def __init__(self, place: Place, folder: Path, store_url: str = "sqlite:///store.db"):
        self.place = place
        place.begin(folder)
        self.world = prepare(
            folder, store_url, place.settings,
            say=place.say, addresses=place.addresses, start=place.start, first=self._first,
        )  # fmt: skip

    def tick(self) -> None:
        """Ticks until what people post was seen, sites had their time, and all is out."""
        for _ in range(3):
            self.world.tick(minutes=5)
            self.place.attend(self.world.app)

    def back_up(self, name: str) -> None:
        self.world.app.store.close()
        shutil.copy(self.world.folder / "store.db", self.world.folder / name)

    def put_back(self, name: str) -> None:
        """What an operator does who has not read of `pbp restored`; what else is on the machine stays."""
        self.world.app.store.close()
        for path in self.world.folder.glob("store.db*"):
            path.unlink()
        shutil.copy(self.world.folder / name, self.world.folder / "store.db")
        again(self.world)
        self.place.follow(self.world)

    def lines(self) -> Counter[str]:
        """What stands at the place and on the embedded site, line by line."""
        return Counter(lines_of(self.place.shown(self.world)))

    def is_held(self, before: Counter[str]) -> None:
        """Asserts that everything waits, that this is said once, and that nothing else was written or changed."""
        report = self.world.tick(minutes=5)
        assert any("`pbp restored`" in line for line in report.waits)
        self.tick()
        assert all(duel.held for duel in self.world.app.running())
        found = self.lines()
        assert not before - found
        new = found - before
        assert sum(LETTER in line for line in new.elements()) == 1
        assert not [line for line in new if not SAID.search(line)]

    def _first(self, world: World) -> None:
        self.place.follow(world)
        self.place.first(world)


def lines_of(shown: Any) -> list[str]:
    """All that a place shows, each with what it belongs to: whole texts, as often as they stand, and lines of pages."""
    if isinstance(shown, Counter):
        return [str(text) for text in shown.elements()]
    if isinstance(shown, Mapping):
        return [f"{key}: {line}" for key, value in shown.items() for line in lines_of(value)]
    if isinstance(shown, list):
        return [line for value in shown for line in lines_of(value)]
    return [line for line in str(shown).splitlines() if line]


def pending(served: Served) -> None:
    """Closes duel 1. From here on nothing comes in by which an inbox could tell that the store is older."""
    app = served.world.app
    app.collect()
    app.close_duel(1, (), "")
    app.collect()
    served.place.attend(app)


def test_what_was_published_since_the_backup_holds_everything_and_stands_once(place: Place, tmp_path: Path) -> None:
    served = Served(place, tmp_path)
    world = served.world
    pending(served)
    served.back_up("pending.db")
    world.app.resolve_due()
    place.attend(world.app)
    served.back_up("resolved.db")
    served.tick()
    assert [(duel.number, duel.state) for duel in (world.duel(1), world.duel())] == [(1, "resolved"), (2, "open")]
    before, stars = served.lines(), world.stars()
    served.put_back("resolved.db")
    served.is_held(before)
    assert world.duel().number == 1, "no other ring is drawn for duel 2"
    before = served.lines()
    served.put_back("pending.db")
    served.is_held(before)
    assert world.duel().state == "pending", "it is not resolved anew"
    assert after_restore(world.app.desk, world.clock()) == [
        "duel 1 was resolved on the site: its result is adopted",
        "duel 2 was open on the site, and all of it is lost: it counts as cancelled",
    ]
    assert world.stars() == stars
    before = served.lines()
    served.tick()
    assert [(duel.number, duel.state, duel.held) for duel in world.app.running()] == [(3, "open", None)]
    found = served.lines()
    (gone,) = (before - found).elements()
    assert re.search(r": \| 2 \|.* open \|", gone), "that duel 2 was open, in the overview"
    assert {key for line in found for key in KEY.findall(line)} >= {"s1.d1.result", "s1.d2.cancelled"}
    assert not [line for line, times in found.items() if times > 1 and ONCE.search(line)]


def test_an_address_of_a_text_that_this_store_never_prepared_holds_everything(tmp_path: Path) -> None:
    served = Served(ByHand(), tmp_path)
    world = served.world
    world.app.collect()
    world.app.carry_out(lifecycle.pause, 1, "a feast", world.clock())
    served.back_up("paused.db")
    served.tick()
    before = served.lines()
    served.put_back("paused.db")
    served.is_held(before)
    with world.app.store.tx() as tx:
        (entry,) = [entry for entry in tx.entries() if entry.kind == "older-store"]
        assert entry.values["what"] == "s1.d1.paused1 is published"


@pytest.mark.xdist_group("postgres")
def test_a_copy_of_a_postgresql_database_holds_everything(tmp_path: Path, postgres: Postgres) -> None:
    with postgres.database() as url:
        served = Served(Place(), tmp_path, url)
        world = served.world
        pending(served)
        world.app.store.close()
        with postgres.database(url) as copy:
            again(world)
            served.tick()
            before, stars = served.lines(), world.stars()
            world.app.store.close()
            world.config = replace(world.config, store=replace(world.config.store, url=copy))
            again(world)
            served.is_held(before)
            after_restore(world.app.desk, world.clock())
            assert world.stars() == stars
            served.tick()
            assert [(duel.number, duel.held) for duel in world.app.running()] == [(3, None)]
            assert world.site.repeats() == 0
            world.app.store.close()
