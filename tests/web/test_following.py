"""Feeds and the calendar, as programs read them."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import timedelta

import pytest
from icalendar import Calendar
from web.web_case import NOW

from pbp.web import Concern, HowTold, Lobby, PublicContest

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(reader, path):
    answer = reader.get(path)
    assert answer.mimetype == "application/atom+xml"
    feed = ElementTree.fromstring(answer.data)
    assert feed.find(f"{ATOM}id").text == f"http://wizards.example{path}" and feed.find(f"{ATOM}updated").text
    return [{child.tag.removeprefix(ATOM): child for child in entry} for entry in feed.findall(f"{ATOM}entry")]


@pytest.mark.parametrize("path", ["/feeds/posts.atom", "/feeds/comments.atom", "/feeds/pages.atom"])
def test_every_entry_has_what_atom_asks_for_and_an_address_that_leads_somewhere(reader, path):
    found = entries(reader, path)
    assert found and len({entry["id"].text for entry in found}) == len(found)
    for entry in found:
        assert entry["title"].text and entry["updated"].text.endswith("Z")
        assert entry["author"].find(f"{ATOM}name").text
        address = entry["link"].get("href").removeprefix("http://wizards.example")
        assert reader.get(address).status_code == 200


def test_feeds_are_newest_first_and_carry_the_text(reader):
    assert [entry["title"].text for entry in entries(reader, "/feeds/posts.atom")] == ["Wizard Duel 2", "Wizard Duel 1"]
    assert "Dave loses 3 Stars (Burn)." in "".join(e["content"].text for e in entries(reader, "/feeds/comments.atom"))


def test_feeds_of_an_empty_site_are_feeds(tmp_path, clock, desk):
    from pbp.adapters.local import LocalSite
    from pbp.web import create_site

    reader = create_site(LocalSite(tmp_path / "empty.sqlite", "http://wizards.example", clock), desk).test_client()
    for path in ("/feeds/posts.atom", "/feeds/comments.atom", "/feeds/pages.atom"):
        assert entries(reader, path) == []


def test_an_unchanged_feed_is_not_sent_twice(reader, site):
    tag = reader.get("/feeds/posts.atom").headers["ETag"]
    assert reader.get("/feeds/posts.atom", headers={"If-None-Match": tag}).status_code == 304
    site.blog.post("another", "Another", "<p>news</p>")
    assert reader.get("/feeds/posts.atom", headers={"If-None-Match": tag}).status_code == 200


def test_no_private_word_is_in_a_feed(alice, reader):
    alice.write("CAST Burn 3, the secret of Alice")
    for path in ("/feeds/posts.atom", "/feeds/comments.atom", "/feeds/pages.atom", "/battle-times.ics"):
        text = reader.get(path).text
        assert "the secret of Alice" not in text and alice.token not in text


def test_the_calendar_has_each_battle_time_in_short_lines(reader, desk):
    desk.all_duels[1] = replace(desk.all_duels[1], state="cancelled")
    answer = reader.get("/battle-times.ics")
    assert answer.mimetype == "text/calendar"
    lines = answer.data.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR" and lines[-2:] == [b"END:VCALENDAR", b""]
    assert all(len(line) <= 75 for line in lines)
    assert b"DTSTART:20260306T150000Z" in lines and b"UID:duel-2@wizards.example" in lines
    assert lines.count(b"STATUS:CANCELLED") == 1


def events_of(answer):
    """The entries of a calendar by their UID, as a library that others use reads them."""
    assert answer.mimetype == "text/calendar"
    return {str(event["uid"]): event for event in Calendar.from_ical(answer.data).walk("VEVENT")}


def test_the_calendar_has_the_present_steps_of_contests(reader, desk):
    open_now = PublicContest(
        1001, "goofspiel", "goofspiel", "Goofspiel", ("Ann; or", "Ben"), "open", False, 3, NOW, NOW
    )
    over = replace(open_now, number=1002, state="resolved")
    desk.all_contests = [open_now, over, replace(open_now, number=1003, held=True)]
    events = events_of(reader.get("/battle-times.ics"))
    assert [uid for uid in events if uid.startswith("contest")] == ["contest-1001-step-3@wizards.example"]
    event = events["contest-1001-step-3@wizards.example"]
    assert event["summary"] == "Goofspiel 1001, step 3: Ann; or against Ben"
    assert event["dtstart"].dt == NOW and event["url"] == "http://wizards.example/contests/1001"


def concern(key, **changes):
    values = {"at": NOW, "title": "Wizard Duel 2 is open", "said": ("You stand <there>.",), "path": "/duels/2"}
    return Concern(key, **{**values, **changes})


@pytest.fixture(autouse=True)
def players(desk):
    """Alice and Bob play."""
    desk.lobbies = {name: Lobby(told=HowTold("ALL", "USUAL")) for name in ("Alice", "Bob")}


def addresses(browser):
    """The addresses of a player's own feed and calendar, as the private page shows them."""
    browser.post(f"{browser.path}/follow")
    return re.findall(r'href="(/mine/[^"]+)"', browser.open().text)


def test_a_player_has_a_feed_and_a_calendar_at_secret_addresses(alice, bob, desk, reader):
    assert "/mine/" not in alice.open().text, "none before it is asked for"
    later = NOW + timedelta(hours=9)
    desk.all_concerns["Alice"] = [concern("duel-2", closes=later, called="Wizard Duel 2"), concern("challenge-9")]
    feed, calendar = addresses(alice)
    found = entries(reader, feed)
    assert [entry["id"].text.partition("#")[2] for entry in found] == ["duel-2", "challenge-9"]
    assert found[0]["content"].text == "<p>You stand &lt;there&gt;.</p>"
    (event,) = events_of(reader.get(calendar)).values()
    assert event["dtstart"].dt == later and event["summary"] == "Wizard Duel 2"
    assert entries(reader, addresses(bob)[0]) == [], "each reads what concerns them"
    assert alice.token not in reader.get(feed).text and "set-cookie" not in reader.get(feed).headers


def test_an_own_address_is_kept_secret_and_useless_when_it_is_renewed(alice, reader, caplog, app, site):
    feed, calendar = addresses(alice)
    for path in (feed, calendar):
        answer = reader.get(path)
        assert answer.headers["Cache-Control"] == "private, no-cache" and "noindex" in answer.headers["X-Robots-Tag"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert reader.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    app.logger.error("could not serve %s", feed)
    assert feed.split("/")[2] not in caplog.text and "/mine/…/feed.atom" in caplog.text
    assert reader.get(f"/me/{feed.split('/')[2]}").status_code == 404, "it is no key to the page"
    assert addresses(alice) != [feed, calendar]
    assert reader.get(feed).status_code == reader.get(calendar).status_code == 404
    newer, _ = addresses(alice)
    site.renew("Alice")
    assert reader.get(newer).status_code == 404, "who has seen the page has seen its addresses"


def test_guessing_own_addresses_is_slowed_down(reader):
    answers = [reader.get(f"/mine/guess{n}/feed.atom").status_code for n in range(12)]
    assert answers == [404] * 10 + [429] * 2
