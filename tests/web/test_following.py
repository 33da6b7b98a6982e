"""Feeds and the calendar, as programs read them."""

import xml.etree.ElementTree as ElementTree

import pytest

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
    from dataclasses import replace

    desk.all_duels[1] = replace(desk.all_duels[1], state="cancelled")
    answer = reader.get("/battle-times.ics")
    assert answer.mimetype == "text/calendar"
    lines = answer.data.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR" and lines[-2:] == [b"END:VCALENDAR", b""]
    assert all(len(line) <= 75 for line in lines)
    assert b"DTSTART:20260306T150000Z" in lines and b"UID:duel-2@wizards.example" in lines
    assert lines.count(b"STATUS:CANCELLED") == 1
