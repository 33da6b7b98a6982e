"""Duels and contests played again step by step, and what can be checked of them, as pages that people read."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from service.contests import HALL, begin
from service.world import World
from web.browser import Town

from pbp.pictures import Seat
from pbp.service import lifecycle
from pbp.verify import Seen, check_bundle
from pbp.version import this_pbp
from pbp.web import House, create_site
from pbp.web.front import Front
from pbp.web.moments import moments

SPELLS = """
=== Mirror ===
Inputs: A Wizard<br>
Speed: 5<br>
Effect: The targeted wizard is considered to have selected Greed instead

=== Toll ===
Cost: 3 stars<br>
Effect: Each other wizard loses 2 stars
"""


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    town = Town(tmp_path_factory.mktemp("town"))
    page = town.site.wiki.read("Ruleset")
    town.site.edit("Ruleset", page.text + SPELLS, page.revision, "Alice", "More")
    town.fight(Alice="CAST Greed", Bob="CAST Burn Alice", Carol="CAST Gain", Dave="PASS")
    town.fight(Alice="CAST Toll", Bob="CAST Mirror Alice", Carol="CAST Toll", Dave="CAST Gain")
    yield town
    town.close()


@pytest.fixture
def reader(town):
    return create_site(town.site, Front(town.app), House()).test_client()


@pytest.fixture
def hall(tmp_path):
    """A contest that has ended after two steps."""
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.sqlite", HALL, ("Ann", "Ben"))
    begin(world, "wizards-duel")
    for ann, ben in (("CAST 3", "CAST 1"), ("CAST 6", "CAST 8")):
        world.say("Ann", ann)
        world.say("Ben", ben)
        world.tick(minutes=10)
    world.say("Ben", "RESIGN")
    world.tick(minutes=1)
    yield world
    world.app.store.close()


def walked(reader, path):
    """The pages of a replay from the first, by the links to the next."""
    pages = []
    while path:
        page = reader.get(path)
        assert page.status_code == 200, path
        pages.append(page.text)
        found = re.search(r'<a rel="next" href="([^"]+)" accesskey="n"', page.text)
        path = found and found[1]
    return pages


def test_a_duel_is_played_again_from_its_ring_to_its_result(town, reader):
    assert "/duels/1/replay/0" in reader.get("/duels/1").text
    pages = walked(reader, "/duels/1/replay/0")
    assert "Before the duel" in pages[0] and "20 ✦" in pages[0] and "Greed by" not in pages[0]
    assert '<h2 id="step">What was cast</h2>' in pages[1] and "Alice casts Greed." in pages[1]
    (burn,) = (page for page in pages if '<h2 id="step">Bob&#39;s Burn</h2>' in page)
    assert "Alice loses 3 Stars" in burn and 'class="hit down"' in burn and "gains 5 Stars" not in burn
    told = [text for page in pages for text in re.findall(r"<li>([^<]+\.)</li>", page)]
    first = next(duel for duel in Front(town.app).duels() if duel.number == 1)
    assert sorted(told) == sorted(event.replace("'", "&#39;") for event in first.events)
    for seat in first.seats:
        assert f"{seat.after} ✦" in pages[-1]


def test_each_moment_has_the_stars_after_it_and_the_last_those_of_the_result(town):
    for duel in Front(town.app).duels():
        if duel.told:
            assert moments(duel.seats, duel.told)[-1].seats == duel.seats
    second = next(duel for duel in Front(town.app).duels() if duel.number == 2)
    titles = [moment.title for moment in moments(second.seats, second.told)]
    assert titles[:3] == ["Before the duel", "What was cast", "What counts as cast"] and "What is paid" in titles


def test_what_is_not_told_is_shown_at_the_end():
    seats = (Seat(1, "Ann", False, 20, 23),)
    gain = (
        {"kind": "gained", "by": "Ann", "spell": "Gain", "wizard": "Ann", "attr": "Stars", "amount": 2, "text": "x"},
    )
    assert [moment.title for moment in moments(seats, gain)] == ["Before the duel", "Ann's Gain", "After the duel"]


def test_every_link_of_a_replay_says_where_it_leads(reader):
    page = reader.get("/duels/1/replay/1").text
    for rel, key, at in (("first", "f", 0), ("prev", "p", 0), ("next", "n", 2)):
        assert f'<a rel="{rel}" href="/duels/1/replay/{at}" accesskey="{key}">' in page
        assert f'<link rel="{rel}" href="/duels/1/replay/{at}">' in page
    assert 'rel="prev"' not in reader.get("/duels/1/replay/0").text
    assert "<script" not in page.partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize(
    "path", ["/duels/3/replay/0", "/duels/1/replay/99", "/duels/9/replay/0", "/contests/1/replay/0"]
)
def test_what_has_not_ended_or_does_not_exist_has_no_replay(reader, path):
    assert reader.get(path).status_code == 404


def test_a_contest_is_played_again_step_by_step(hall):
    reader = create_site(hall.site, Front(hall.app), House()).test_client()
    (contest,) = Front(hall.app).contests()
    path = f"/contests/{contest.number}/replay/0"
    assert path in reader.get(f"/contests/{contest.number}").text
    pages = walked(reader, path)
    assert len(pages) == 2 and all("<svg" in page for page in pages)
    steps = Front(hall.app).contest_steps(contest.number)
    assert all(steps[at].events[0].replace("'", "&#39;") in pages[at] for at in (0, 1))


def test_an_open_contest_has_no_replay(tmp_path):
    world = World(tmp_path, f"sqlite:///{tmp_path}/store.sqlite", HALL, ("Ann", "Ben"))
    begin(world, "wizards-duel")
    world.say("Ann", "CAST 3")
    world.say("Ben", "CAST 1")
    world.tick(minutes=10)
    reader = create_site(world.site, Front(world.app), House()).test_client()
    (contest,) = Front(world.app).contests()
    assert contest.step == 2
    assert reader.get(f"/contests/{contest.number}/replay/0").status_code == 404
    assert reader.get(f"/audits/{contest.number}").status_code == 404
    world.app.store.close()


def test_people_read_what_was_committed_to_revealed_and_could_be_checked_by_whom(town, reader):
    assert "/audits/1" in reader.get("/duels/1").text
    page = reader.get("/audits/1").text
    bundle = Front(town.app).bundle(1)
    for number in (bundle["anchor"], bundle["seed"], bundle["steps"][0]["commitment"]):
        assert number in page
    assert bundle["steps"][0]["comment"] in page
    assert "CAST Greed" in page and "Who could check what" in page
    assert f"Made by {this_pbp()}, as the operator says" in page
    assert f"Made by {this_pbp()}." in town.site.wiki.read("Wizard Duel 1 Audit").text
    checks = check_bundle(bundle, Seen())
    assert f"All {len(checks)} checks of the bundle hold." in page
    assert all(check.name.lower() in page.lower() for check in checks)


def test_the_download_is_the_bundle_and_the_script_checks_it(town, reader, tmp_path):
    answer = reader.get("/audits/1.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="duel-1.json"'
    bundle = json.loads(answer.text)
    assert bundle == Front(town.app).bundle(1)
    (tmp_path / "duel-1.json").write_text(answer.text)
    (tmp_path / "check.py").write_text(reader.get("/audits/check.py").text)
    given = [bundle["anchor"], str(bundle["seed_index"]), bundle["steps"][0]["commitment"]]
    done = subprocess.run(
        [sys.executable, "check.py", "duel-1.json", *given], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_cancelled_duel_shows_its_seed_and_no_order(tmp_path):
    town = Town(tmp_path)
    town.site.say("Alice", "CAST Greed")
    town.app.tick()
    town.app.carry_out(lifecycle.cancel, 1, "a storm", town.now)
    town.app.tick()
    reader = create_site(town.site, Front(town.app), House()).test_client()
    page = reader.get("/audits/1").text
    assert "its orders, and what was committed to, are never shown" in page
    assert Front(town.app).bundle(1)["seed"] in page and "CAST" not in page and "of the bundle hold" in page
    assert reader.get("/duels/1/replay/0").status_code == 404
    town.close()
