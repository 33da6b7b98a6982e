"""Times as readers have them: "in 7 hours", and in their own zone, without a script and whatever is cached."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from web.page_forms import button
from web.web_case import NOW

from pbp.clock import zone_called, zone_named, zones
from pbp.errors import Refused
from pbp.web import PublicContest
from pbp.web.times import timed

PATHS = ("/", "/duels/", "/duels/2", "/blog/2")


@pytest.mark.parametrize("path", PATHS)
def test_a_battle_time_says_how_long_it_is_until_then_as_of_now(reader, clock, path):
    text = reader.get(path).text
    assert '<time datetime="2026-03-06T15:00:00+00:00">Friday 6 March 2026, 15:00 UTC</time> (in ' in text
    assert "18 hours 40 minutes" in text
    clock.now += timedelta(hours=18)
    assert "40 minutes" in reader.get(path).text and "18 hours" not in reader.get(path).text
    clock.now += timedelta(hours=1)
    assert "(in " not in reader.get(path).text


@pytest.mark.parametrize("path", PATHS)
def test_a_copy_that_says_something_stale_is_never_taken_for_the_page(reader, clock, path):
    first = reader.get(path)
    assert "no-cache" in first.headers["Cache-Control"] and "Cookie" in first.headers["Vary"]
    asked = {"If-None-Match": first.headers["ETag"]}
    assert reader.get(path, headers=asked).status_code == 304
    clock.now += timedelta(hours=11)
    again = reader.get(path, headers=asked)
    assert again.status_code == 200 and "7 hours 40 minutes" in again.text


def test_a_page_without_such_words_stays_what_it_is_as_time_goes_by(reader, clock):
    first = reader.get("/wiki/Ruleset")
    clock.now += timedelta(hours=11)
    assert reader.get("/wiki/Ruleset", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_a_contest_says_when_its_step_closes(reader, desk):
    ends = desk.clock() + timedelta(hours=7)
    desk.all_contests = [
        PublicContest(1001, "goofspiel", "goofspiel", "Goofspiel", ("Ann", "Ben"), "open", False, 3, NOW, ends)
    ]
    text = reader.get("/contests/").text
    assert re.search(r'Step 3 closes <time .*?</time> \(in <span data-left="[^"]*">7 hours</span>\)', text)
    desk.all_contests = [replace(desk.all_contests[0], held=True)]
    assert "closes" not in reader.get("/contests/").text


def test_a_stranger_chooses_a_zone_without_a_script(reader):
    page = reader.get("/zone?back=/duels/2")
    form, sent = button(page.text, "Keep it so")
    answer = reader.post(form.action, data=sent | {"zone": "Asia/Kolkata"})
    assert answer.status_code == 303 and answer.location == "/duels/2"
    text = reader.get("/duels/2").text
    assert '<time datetime="2026-03-06T15:00:00+00:00">Friday 6 March 2026, 20:30 Asia/Kolkata</time>' in text
    assert 'data-zone="Asia/Kolkata"' in text and 'id="times-in">Asia/Kolkata<' in text
    assert 'value="Asia/Kolkata" selected' in reader.get("/zone").text
    reader.post(form.action, data={"zone": ""})
    assert "15:00 UTC" in reader.get("/duels/2").text and "data-zone" not in reader.get("/duels/2").text
    reader.post(form.action, data={"zone": "UTC"})
    assert 'data-zone="UTC"' in reader.get("/duels/2").text, "chosen, and so no browser's zone takes its place"


@pytest.mark.parametrize("back", ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", ""])
def test_the_choice_leads_nowhere_else(reader, back):
    assert reader.post("/zone", data={"zone": "UTC", "back": back}).location == "/"


def test_a_zone_that_is_none_is_refused_and_a_cookie_with_one_is_no_fault(reader):
    assert reader.post("/zone", data={"zone": "Mars/Olympus"}).status_code == 400
    reader.set_cookie("zone", "Mars/../../etc/passwd")
    assert "15:00 UTC" in reader.get("/duels/2").text


def test_a_player_is_told_times_in_their_own_zone_on_every_page(alice, desk, reader):
    desk.zones["Alice"] = "Europe/Berlin"
    alice.open()
    for path in PATHS:
        assert "16:00 Europe/Berlin" in alice.client.get(path).text
    assert "as you have said on" in alice.client.get("/zone").text
    assert "Europe/Berlin" not in reader.get("/").text
    assert alice.token not in alice.open().text.partition("Times are in")[2].partition("</p>")[0]


def test_zones_are_known_by_their_names_and_cities():
    assert zone_named("europe/berlin") == zone_named("Berlin") == "Europe/Berlin"
    assert zone_named("New York") == "America/New_York" and zone_named("gmt-3") == "UTC-3"
    assert all(zone_called(name) for name in zones()) and len(zones()) > 300
    for wrong in ("", "Nowhere", "UTC+99", "../Berlin", "\x00"):
        with pytest.raises(Refused, match="no time zone"):
            zone_named(wrong)


def test_a_moment_in_a_post_or_on_a_page_is_said_as_the_reader_has_it(reader, site):
    post = reader.get("/blog/2").text
    body = post.partition("<article")[2]
    assert '<time datetime="2026-03-06T15:00:00+00:00">Friday 6 March 2026, 15:00 UTC</time>' in body
    said = "Friday 6 March 2026, 15:00 UTC"
    site.edit(
        "Lore", f"It was {said}, not Monday 6 March 2026, 15:00 UTC. [https://example.org/ {said}]", None, "Alice", ""
    )
    reader.set_cookie("zone", "Asia/Kolkata")
    shown = reader.get("/wiki/Lore").text.partition("<main")[2]
    time = '<time datetime="2026-03-06T15:00:00+00:00">Friday 6 March 2026, 20:30 Asia/Kolkata</time>'
    assert f"It was {time}, not Monday 6 March 2026, 15:00 UTC." in shown, "no such day: it is left as it is"
    assert shown.count(time) == 2


@pytest.mark.parametrize(
    "html",
    [
        '<a title="Friday 6 March 2026, 15:00 UTC">x</a> UTC',
        "Friday 66 March 2026, 15:00 UTC",
        "Friday 6 Marchember 2026, 15:00 UTC",
        "Friday 6 March 0000, 15:00 UTC",
        "Blueday 6 March 2026, 15:00 UTC",
        "Friday 6 March 2026, 15:00",
    ],
)
def test_what_is_no_moment_in_a_text_is_left(html):
    assert timed(html) == html
