"""Whatever people, the wiki and our own faults do in whatever order: Stars are results plus people's own changes."""

from __future__ import annotations

import dataclasses
import html
import itertools
import os
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from reddit_emulator.world import _merged as merged

from pbp.errors import EditConflict, SiteDown
from pbp.ports import Page, Revision
from pbp.service import sheet
from pbp.service.publish import publish
from service.world import World

SHEET, NAMES = "Duel Sheet", ("Ann", "Ben", "Cleo")
STORIES = 400 if os.environ.get("PBP_LONG") == "1" else 25
NUMBER = r"(?:-|&#45;)?\d+"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Death(BaseException):
    """The process dies here."""


class Wiki:
    """A wiki that mixes texts as MediaWiki does, loses answers and calls, and takes writes late.

    `fault` happens to the next write; `meanwhile` are people's edits between that write's look and itself, and
    `afterwards` between itself and its answer.
    """

    name, markup, account = "wiki", "wikitext", "BattleMaster"

    def __init__(self) -> None:
        self.pages: dict[str, list[Revision]] = {}
        self.fault = ""
        self.meanwhile: list[Callable[[], None]] = []
        self.afterwards: list[Callable[[], None]] = []
        self.late: list[Callable[[], object]] = []
        self._ids = itertools.count(1)

    def url(self, title: str) -> str:
        return f"https://wiki.example/{title}"

    def read(self, title: str) -> Page | None:
        revisions = self.pages.get(title)
        return self._page(title, revisions[-1]) if revisions else None

    def history(self, title: str, since: str | None = None, *, limit: int | None = None) -> Sequence[Revision]:
        revisions = self.pages.get(title, [])
        ids = [one.id for one in revisions]
        return revisions[ids.index(since) + 1 if since in ids else 0 :][:limit]

    def write(self, title: str, text: str, *, base: str | None, summary: str) -> Page:
        fault, self.fault = self.fault, ""
        newest = self.read(title)
        if newest and newest.text == text:
            return newest
        if (newest.revision if newest else None) != base:
            raise EditConflict("changed since the look")
        while self.meanwhile:
            self.meanwhile.pop()()
        if fault == "lost call":
            raise SiteDown("no answer")
        if fault == "late":
            self.late.append(lambda: self._save(title, text, base, summary))
            raise SiteDown("no answer")
        took = self._save(title, text, base, summary)
        while self.afterwards:
            self.afterwards.pop()()
        if fault == "lost answer":
            raise SiteDown("no answer")
        if fault == "death":
            raise Death
        if not took:
            raise EditConflict("changed meanwhile")
        return self._page(title, next(one for one in reversed(self.pages[title]) if one.author == self.account))

    def by_hand(self, text: str, author: str = "Alice", summary: str = "by hand") -> None:
        """A person's edit on the newest revision."""
        if text != self.pages[SHEET][-1].text:
            self._add(SHEET, author, summary, text)

    def _save(self, title: str, text: str, base: str | None, summary: str) -> bool:
        """Saves on that base; mixes it with what is newer if it can, and then says that there was a conflict."""
        revisions = self.pages.setdefault(title, [])
        newest = revisions[-1] if revisions else None
        if newest and newest.id != base:
            mixed = merged(next((one.text or "" for one in revisions if one.id == base), ""), newest.text or "", text)
            if mixed is not None and mixed != newest.text and base is not None:
                self._add(title, self.account, summary, mixed)
            return False
        self._add(title, self.account, summary, text)
        return True

    def _add(self, title: str, author: str, summary: str, text: str) -> None:
        self.pages.setdefault(title, []).append(Revision(str(next(self._ids)), author, NOON, summary, text))

    def _page(self, title: str, one: Revision) -> Page:
        return Page(title, one.text or "", one.id, one.author, one.at, self.url(title))


class Story:
    """A world with that wiki, and what its wizards should hold by the story so far."""

    def __init__(self, world: World, how: str = "trust", first: str = ""):
        self.world, self.wiki, self.how = world, Wiki(), how
        wiki_of_ours: Any = self.wiki
        desk: Any = dataclasses.replace(world.app.desk, wiki=wiki_of_ours)
        if how != "trust":
            wiki = dataclasses.replace(desk.config.wiki, sheet_edits=how)
            desk = dataclasses.replace(desk, config=dataclasses.replace(desk.config, wiki=wiki))
        self.desk = desk
        self.should = dict.fromkeys(NAMES, 20)
        self.notes: set[str] = set()
        self._count = itertools.count()
        with world.app.store.tx() as tx:
            for name in NAMES:
                tx.change_wizard(name, stars=20, attributes={})
            for page in tx.pages():
                tx.connection.exec_driver_sql(f"DELETE FROM page WHERE title = '{page.title}'")
            tx.set_note("refreshed", "")
        self.tick(first)

    def result(self, name: str, stars: int) -> None:
        with self.world.app.store.tx() as tx:
            wizard = tx.wizard(name)
            assert wizard
            tx.change_wizard(name, stars=wizard.stars + stars)
            tx.journal(self.world.clock(), "waits", why="a result")
        self.should[name] += stars

    def give(self, name: str, stars: int) -> None:
        """A person gives Stars on the sheet."""
        text = self.wiki.pages[SHEET][-1].text or ""
        row = re.search(rf"(?m)^\| {name} \|\| (?P<stars>{NUMBER})", text)
        if row is None:
            return
        now = int(html.unescape(row["stars"])) + stars
        self._by_hand(text[: row.start("stars")] + str(now) + text[row.end("stars") :])

    def undo(self) -> None:
        """A person puts back the revision before the newest."""
        if len(self.wiki.pages[SHEET]) > 1:
            self._by_hand(self.wiki.pages[SHEET][-2].text or "")

    def drop(self, name: str) -> None:
        """A person takes a row away."""
        text = self.wiki.pages[SHEET][-1].text or ""
        self._by_hand(re.sub(rf"(?m)^\|-\n\| {name} .*\n", "", text))

    def note(self, where: bool) -> None:
        """A person writes something above or below the table."""
        note, text = f"a note, {next(self._count)}!", self.wiki.pages[SHEET][-1].text or ""
        self._by_hand(f"{note}\n\n{text}" if where else f"{text}\n\n{note}\n")

    def turn(self) -> None:
        """A person puts the rows in the opposite order."""
        text = self.wiki.pages[SHEET][-1].text or ""
        rows = re.findall(r"(?m)^\|-\n\| .*\n", text)
        self._by_hand(text.replace("".join(rows), "".join(reversed(rows))))

    def tick(self, fault: str) -> None:
        """One attempt to bring all pages up to date."""
        self.world.clock.now += timedelta(minutes=5)
        self.wiki.fault = fault
        try:
            with self.world.app.store.tx() as tx:
                page = tx.page(SHEET)
            if page:
                sheet.read_back(self.desk, page, self.world.clock())
            publish(self.desk)
        except Death:
            pass
        self.wiki.fault = ""

    def arrive(self) -> None:
        """A write that was under way reaches the wiki."""
        if self.wiki.late:
            self.wiki.late.pop(0)()

    def end(self) -> None:
        for hands in (self.wiki.meanwhile, self.wiki.afterwards):
            while hands:
                hands.pop()()
        while self.wiki.late:
            self.arrive()
        for _ in range(3):
            self.tick("")
        held = {name: stars for name, stars in self.world.stars().items() if name in NAMES}
        assert held == self.should
        text = self.wiki.pages[SHEET][-1].text or ""
        assert shown(text) == self.should
        assert set(re.findall(r"a note, \d+!", text)) == self.notes
        self.tick("")
        assert self.wiki.pages[SHEET][-1].text == text, "there is nothing left to do"

    def _by_hand(self, text: str) -> None:
        if self.how == "trust":
            for name, stars in shown(text).items():
                texts = [one.text for one in reversed(self.wiki.pages[SHEET])]
                self.should[name] += stars - next(before[name] for before in map(shown, texts) if name in before)
        self.notes = set(re.findall(r"a note, \d+!", text))
        self.wiki.by_hand(text)


def shown(text: str | None) -> dict[str, int]:
    """What a sheet says that each wizard has."""
    found = re.findall(rf"(?m)^\| (\w+) \|\| ({NUMBER})", text or "")
    return {name: int(html.unescape(stars)) for name, stars in found}


names, amounts = st.sampled_from(NAMES), st.integers(-9, 9).filter(bool)
hands = st.one_of(
    st.tuples(st.just("give"), names, amounts),
    st.tuples(st.just("undo")),
    st.tuples(st.just("drop"), names),
    st.tuples(st.just("note"), st.booleans()),
    st.tuples(st.just("turn")),
)
faults = st.sampled_from(["", "", "lost answer", "lost call", "death", "late"])
moves = st.one_of(
    hands,
    st.tuples(st.just("result"), names, amounts),
    st.tuples(st.just("tick"), faults),
    st.tuples(st.sampled_from(["meanwhile", "afterwards"]), hands, faults),
    st.tuples(st.just("arrive")),
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("balance")
    world = World(folder, f"sqlite:///{folder / 'store.sqlite'}", wizards=NAMES)
    yield world
    world.app.store.close()


def play(story: Story, played: Sequence[Sequence[Any]]) -> None:
    """Plays the moves of a story, one after another."""
    for what, *how in played:
        if what in ("meanwhile", "afterwards"):
            hand, fault = how
            getattr(story.wiki, what).append(lambda hand=hand: getattr(story, hand[0])(*hand[1:]))
            story.tick(fault)
        else:
            getattr(story, what)(*how)
    story.end()


@settings(
    max_examples=STORIES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(played=st.lists(moves, max_size=10), how=st.sampled_from(["trust", "trust", "ignore"]))
@example([("result", "Ann", 5), ("tick", "lost answer"), ("give", "Ben", 1)], "trust")
@example([("result", "Ann", 5), ("tick", "death"), ("give", "Ben", 1)], "trust")
@example([("result", "Ann", 5), ("meanwhile", ("give", "Ben", 1), "")], "trust")
@example([("result", "Ann", 5), ("meanwhile", ("give", "Ann", 5), "")], "trust")
@example([("drop", "Ann"), ("tick", "lost call"), ("result", "Ann", 5), ("undo",)], "trust")
@example([("result", "Ann", 5), ("afterwards", ("give", "Ben", 1), "")], "ignore")
@example([("result", "Ann", 5), ("afterwards", ("drop", "Ben"), "")], "trust")
@example([("drop", "Ann"), ("meanwhile", ("undo",), ""), ("give", "Ben", 1)], "trust")
@example([("result", "Ann", 5), ("tick", "late"), ("result", "Ann", -5), ("tick", ""), ("arrive",)], "trust")
def test_stars_are_results_plus_what_people_changed(world: World, played: list[Any], how: str) -> None:
    play(Story(world, how), played)


@pytest.mark.parametrize("fault", ["lost answer", "lost call", "death", "late"])
def test_a_sheet_whose_making_went_wrong_is_ours_all_the_same(world: World, fault: str) -> None:
    story = Story(world, first=fault)
    if fault in ("lost answer", "death"):
        story.give("Ann", 3)
    story.tick("")
    story.give("Ben", 5)
    story.end()
    with world.app.store.tx() as tx:
        assert {page.title: page.state for page in tx.pages()}[SHEET] == "set"
