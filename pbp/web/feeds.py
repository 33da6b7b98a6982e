"""What programs follow: Atom feeds of posts, comments and pages, and battle times as a calendar."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, url_for

from pbp.service.edits import without_key
from pbp.store.states import DuelState
from pbp.web.reading import body, remark_html
from pbp.web.rooms import rooms

pages = Blueprint("feeds", __name__)
ATOM = "http://www.w3.org/2005/Atom"
LENGTH = 20


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


@pages.get("/battle-times.ics")
def battle_times() -> Response:
    """The battle times of all duels, an hour each, for calendars."""
    base = rooms().site.file.base
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbp//battle times//EN", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{_ics(rooms().house.name)}")
    for duel in rooms().duels():
        cancelled = duel.state == DuelState.CANCELLED
        lines += [
            "BEGIN:VEVENT",
            f"UID:duel-{duel.number}@{_ics(base.partition('://')[2])}",
            f"DTSTAMP:{_stamp(duel.opened)}",
            f"DTSTART:{_stamp(duel.battle_time)}",
            f"DTEND:{_stamp(duel.battle_time + timedelta(hours=1))}",
            f"SUMMARY:Wizard Duel {duel.number}{' (cancelled)' if cancelled else ''}",
            f"STATUS:{'CANCELLED' if cancelled else 'CONFIRMED'}",
            f"URL:{base}{url_for('duels.duel', number=duel.number)}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return Response("".join(_folded(line) for line in lines), mimetype="text/calendar")


def _feed(title: str, endpoint: str, entries: Iterable[FeedEntry]) -> Response:
    base = rooms().site.file.base
    own = f"{base}{url_for(endpoint)}"
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


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _ics(text: str) -> str:
    for sign, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(sign, written)
    return text


def _folded(line: str) -> str:
    """A content line of a calendar: at most 75 bytes, then a break and a space; never within a character."""
    parts = [b""]
    for character in line:
        piece = character.encode()
        if len(parts[-1]) + len(piece) > 74:
            parts.append(b"")
        parts[-1] += piece
    return "\r\n ".join(part.decode() for part in parts) + "\r\n"
