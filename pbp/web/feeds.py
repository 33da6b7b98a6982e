"""What programs follow: Atom feeds of posts, comments and pages, battle times as a calendar, and each player's own."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from markupsafe import escape

from pbp.service.edits import without_key
from pbp.store.states import DuelState
from pbp.web.facts import Concern
from pbp.web.reading import body, remark_html
from pbp.web.rooms import rooms
from pbp.web.safety import limit

pages = Blueprint("feeds", __name__)
ATOM = "http://www.w3.org/2005/Atom"
LENGTH = 20
LISTED = 50
"""Ring duels in the calendar: the newest."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a feed; its address is its name for ever."""

    url: str
    title: str
    author: str
    at: datetime
    html: str


@pages.get("/feeds/posts.atom")
def posts() -> Response:
    """The newest posts."""
    base = rooms().site.file.base
    return _feed(
        "Blog",
        "feeds.posts",
        (
            FeedEntry(f"{base}/blog/{post.id}", post.title, post.author, post.at, body(post.body))
            for post in rooms().site.blog.posts(LENGTH)
        ),
    )


@pages.get("/feeds/comments.atom")
def comments() -> Response:
    """The newest comments on all posts."""
    blog = rooms().site.blog

    def entries() -> Iterator[FeedEntry]:
        for remark in blog.comments(LENGTH):
            found = blog.view(remark.post)
            title = f"{remark.author} on {found[0].title}" if found else remark.author
            yield FeedEntry(blog.comment_url(remark), title, remark.author, remark.at, remark_html(remark))

    return _feed("Comments", "feeds.comments", entries())


@pages.get("/feeds/pages.atom")
def changes() -> Response:
    """The newest changes of wiki pages."""
    base = rooms().site.file.base
    return _feed(
        "Changed pages",
        "feeds.changes",
        (
            FeedEntry(
                f"{base}/changes/{change.id}", change.title, change.author, change.at, without_key(change.summary)
            )
            for change in rooms().site.wiki.changes(LENGTH)
        ),
    )


@pages.get("/mine/<secret>/feed.atom")
def own_feed(secret: str) -> Response:
    """What concerns one player, at an address that only they know; no order stands in it."""
    name = _followed(secret)
    base = rooms().site.file.base
    entries = (
        FeedEntry(f"{base}{each.path}#{each.key}", each.title, rooms().house.name, each.at, _paragraphs(each.said))
        for each in rooms().service.concerns(name)
    )
    return _feed(name, "feeds.own_feed", entries, secret=secret)


@pages.get("/mine/<secret>/calendar.ics")
def own_calendar(secret: str) -> Response:
    """When the duels of one player close, and the steps of contests that ask them."""
    name = _followed(secret)
    found = [each for each in rooms().service.concerns(name) if each.closes]
    return _calendar(f"{rooms().house.name}: {name}", found)


@pages.get("/battle-times.ics")
def battle_times() -> Response:
    """The battle times of all duels, and when the present steps of contests close, an hour each, for calendars."""
    found = [
        Concern(
            f"duel-{duel.number}",
            duel.opened,
            "",
            (),
            url_for("duels.duel", number=duel.number),
            duel.battle_time,
            f"Wizard Duel {duel.number}",
            duel.state == DuelState.CANCELLED,
        )
        for duel in rooms().duels()[:LISTED]
    ]
    for contest in rooms().contests():
        if contest.state == DuelState.OPEN and not contest.held:
            path = url_for("contests.contest", number=contest.number)
            called = f"{contest.title} {contest.number}, step {contest.step}: {' against '.join(contest.players)}"
            key = f"contest-{contest.number}-step-{contest.step}"
            found.append(Concern(key, contest.opened, "", (), path, contest.battle_time, called))
    return _calendar(rooms().house.name, found)


def _followed(secret: str) -> str:
    """Whose address that is, or a 404 that tells nothing; too many wrong ones end in a 429."""
    name = rooms().site.people.by_follow_token(secret)
    if name is None:
        limit(f"miss {request.remote_addr}", rooms().house.misses)
        abort(404)
    return name


def _calendar(title: str, events: Iterable[Concern]) -> Response:
    from icalendar import Calendar, Event  # here, so that no tick has to wait for it

    base = rooms().site.file.base
    calendar = Calendar()
    for name, value in (("version", "2.0"), ("prodid", "-//pbp//battle times//EN"), ("x-wr-calname", title)):
        calendar.add(name, value)
    for each in events:
        assert each.closes
        event = Event()
        event.add("uid", f"{each.key}@{base.partition('://')[2]}")
        event.add("dtstamp", each.at)
        event.add("dtstart", each.closes)
        event.add("dtend", each.closes + timedelta(hours=1))
        event.add("summary", f"{each.called}{' (cancelled)' if each.cancelled else ''}")
        event.add("status", "CANCELLED" if each.cancelled else "CONFIRMED")
        event.add("url", f"{base}{each.path}")
        calendar.add_component(event)
    return Response(calendar.to_ical(), mimetype="text/calendar")


def _paragraphs(said: Iterable[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in said if sentence)


def _feed(title: str, endpoint: str, entries: Iterable[FeedEntry], **place: Any) -> Response:
    base = rooms().site.file.base
    own = f"{base}{url_for(endpoint, **place)}"
    feed = ElementTree.Element("feed", xmlns=ATOM)
    _add(feed, "id", own)
    _add(feed, "title", f"{rooms().house.name}: {title}")
    ElementTree.SubElement(feed, "link", rel="self", href=own)
    ElementTree.SubElement(feed, "link", rel="alternate", href=f"{base}/")
    listed = list(entries)
    _add(feed, "updated", _iso(max((entry.at for entry in listed), default=datetime(2000, 1, 1, tzinfo=UTC))))
    for entry in listed:
        item = ElementTree.SubElement(feed, "entry")
        _add(item, "id", entry.url)
        _add(item, "title", entry.title)
        ElementTree.SubElement(item, "link", href=entry.url)
        _add(item, "updated", _iso(entry.at))
        _add(ElementTree.SubElement(item, "author"), "name", entry.author)
        _add(item, "content", str(entry.html)).set("type", "html")
    xml: bytes = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
    return Response(xml, mimetype="application/atom+xml")


def _add(parent: ElementTree.Element, tag: str, text: str) -> ElementTree.Element:
    child = ElementTree.SubElement(parent, tag)
    child.text = "".join(c if c.isprintable() or c in "\t\n" else "\ufffd" for c in text)
    return child


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
