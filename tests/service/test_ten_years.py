"""What a run, or a page, asks of the store and of the site does not grow with all that ever was."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from pbp.service import battle, ring
from pbp.service.pages import LISTED
from pbp.web import create_site
from pbp.web.front import Front
from service.counted import Asked, asking, counted_connections
from service.grown import RING, WIZARDS, grow, play_cycle
from service.walked import RUNS, pages, runs
from service.world import World

SMALL, LARGE = 30, 300
"""Cycles of a ring duel and a contest: more than a page of any list shows, and ten times that."""
MORE = 10
"""Rows by which two worlds may differ for what tests did in one of them before."""
BY_CHANCE = 10
"""Statements by which two worlds may differ for what is drawn: digits of a hash that look like a reply token are looked
at once more for whether they are one."""
Worlds = Mapping[int, World]

pytestmark = pytest.mark.xdist_group("ten years")  # so that the worlds are made once


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    """The same season after some duels and after ten times as many."""
    played = tmp_path_factory.mktemp("cycle")
    with counted_connections():
        cycle = play_cycle(played, f"sqlite:///{played}/store.db", rounds=2)
        made = {}
        for cycles in (SMALL, LARGE):
            folder = tmp_path_factory.mktemp("grown") / "world"
            shutil.copytree(played, folder)
            made[cycles] = grow(folder, f"sqlite:///{folder}/store.db", cycle, cycles)
        yield made
    for world in made.values():
        world.app.store.close()


def asked(do: Callable[[], object]) -> Asked:
    """What is asked when something is done again that was done once before."""
    do()
    with asking() as found:
        do()
    return found


def test_a_ring_duel_that_comes_to_the_numbers_of_contests_goes_on_among_them(tmp_path: Path) -> None:
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.db", "[contests]\nfirst_number = 1000\n")
    with world.app.store.tx() as tx:
        tx.set_note(ring.LAST_NUMBER, "998")
    world.tick()
    world.say("Alice", "CHALLENGE Bob goofspiel")
    assert "1000" in world.say("Bob", "ACCEPT")
    world.clock.now = world.duel(999).battle_time + timedelta(minutes=1)
    world.app.tick()
    world.tick(minutes=1)
    assert {duel.number: duel.format for duel in world.app.running()} == {1000: "contest", 1001: "ring"}
    world.say("Carol", "CHALLENGE Dave goofspiel")
    assert "1002" in world.say("Dave", "ACCEPT")
    assert "duel 1001" in world.say("Alice", "#1001 CAST Gain")
    world.clock.now = world.duel(1001).battle_time + timedelta(minutes=1)
    world.app.tick()
    world.tick(minutes=1)
    assert {duel.number for duel in world.app.running() if duel.format == "ring"} == {1003}
    assert world.bundle(1001)
    world.app.store.close()


def test_the_overview_lists_the_newest_and_says_where_the_others_stand(worlds: Worlds) -> None:
    world = worlds[LARGE]
    world.say("Alice", "PASS")
    world.tick(minutes=1)
    shown = world.page("Wizard Duels")
    assert shown.count("[http") < 6 * 2 * LISTED and "Older ones stand in the lists of their seasons" in shown
    assert f"| {RING + LARGE} " in shown and f"| {RING + LARGE - LISTED} " not in shown
    assert "Wizard_Duel_Season_1 season 1]" in shown
    assert f"| Gain || {LARGE}" in shown or f"| Gain || {LARGE * len(WIZARDS)}" in shown


@pytest.mark.parametrize("what", RUNS)
def test_a_run_asks_no_more_after_ten_times_as_many_duels(worlds: Worlds, what: str) -> None:
    small, large = (asked(dict(runs(worlds[cycles]))[what]) for cycles in (SMALL, LARGE))
    assert small.statements > 0
    assert large.statements <= small.statements
    assert large.rows <= small.rows + MORE
    assert large.steps <= small.steps * 1.5 + 30, (small, large)


WHOLE = {
    "audits.archive": "it is all that was published of a season",
}
"""Pages that give all there is, and why."""


AT_MOST = {"api.duels": 100, "a search in the journal": 5_100, "search for a player": 200}
"""Rows of pages that are not full yet after the fewer duels."""
COUNTED = {
    "health.metrics": "it counts the duels by their states",
    "api.journal": "it says how many pages there are",
}
"""Pages for which the database counts what is in an index, and why; it gives no more rows."""


def test_a_page_asks_no_more_after_ten_times_as_many_duels(worlds: Worlds) -> None:
    small, large = (dict(pages(worlds[cycles])) for cycles in (SMALL, LARGE))
    grown = {}
    for name in small.keys() - WHOLE.keys():
        before, after = asked(small[name]), asked(large[name])
        fewer = after.statements <= before.statements and after.rows <= AT_MOST.get(name, before.rows + MORE)
        if not fewer or (after.steps > before.steps * 1.5 + 30 and name not in COUNTED.keys() | AT_MOST.keys()):
            grown[name] = before, after
    assert not grown, "\n".join(f"{name}: {found}" for name, found in grown.items())


def test_a_tick_that_resolves_asks_no_more_but_for_the_signed_list_of_the_season(worlds: Worlds) -> None:
    found = []
    for cycles in (SMALL, LARGE):
        world = worlds[cycles]
        number = max(duel.number for duel in world.app.running() if duel.format == "ring")
        with asking() as what:
            world.after_battle_of(number)
        found.append(what)
    small, large = found
    assert 0 < large.statements <= small.statements + BY_CHANCE
    # a line of the list for each duel, and its number once more for further seeds
    assert large.rows - small.rows <= 4 * (LARGE - SMALL) + MORE


def test_long_lists_are_shown_in_parts_that_lead_to_each_other(worlds: Worlds) -> None:
    world = worlds[LARGE]
    reader = create_site(world.site, Front(world.app)).test_client()
    for room in ("duels", "contests"):
        first, second = (reader.get(path).text for path in (f"/{room}/", f"/{room}/?page=2"))
        assert f'href="/{room}/?page=2"' in first and f'href="/{room}/?page=1"' in second
        links = [set(re.findall(rf'href="/{room}/(\d+)"', text)) for text in (first, second)]
        assert len(links[0]) == len(links[1]) == 50 and not links[0] & links[1]
        assert reader.get(f"/{room}/?page=99").status_code == 404
    titles = reader.get("/wiki/").text
    after = re.search(r'href="(/wiki/\?after=[^"]+)"', titles)
    assert after and titles != reader.get(after[1]).text
    assert "From the beginning" in reader.get(after[1]).text


def test_the_journal_is_looked_through_from_the_newest_on(worlds: Worlds) -> None:
    front = Front(worlds[LARGE].app)
    lines, before = front.journal("", 0)
    later, _ = front.journal("", before)
    assert [line.id for line in (*lines, *later)] == list(range(lines[0].id, lines[0].id - 100, -1))
    found, on = front.journal("season", 0)
    assert not [line for line in found if line.id == 1] and on > 1
    while on:
        found, on = front.journal("season", on)
    assert found[-1].id == 1


def test_what_is_told_of_an_ended_duel_is_new_when_the_journal_has_something_new_of_it(tmp_path: Path) -> None:
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.db", "[ring]\nauto_schedule = false\n")
    front = Front(world.app)
    assert not front.duels()
    ring.schedule(world.app.desk, world.clock.now)
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    (told,) = front.duels()
    assert told.state == "resolved" and told.bundle_url and front.duels()[0] is told
    world.app.carry_out(battle.void, 1, "Greed was misread.", world.clock())
    assert front.duels()[0].state == "pending" and front.duels()[0].held
    with world.app.store.tx() as tx:  # another store in its place
        tx.connection.exec_driver_sql("UPDATE journal SET hash = hash || 'x' WHERE id = (SELECT max(id) FROM journal)")
        tx.change_duel(1, state="cancelled", held=None, held_why=None, held_at=None, ended=world.clock.now)
    assert front.duels()[0].state == "cancelled"
    world.app.store.close()
