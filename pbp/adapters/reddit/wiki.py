"""A subreddit's wiki."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

import prawcore

from pbp.adapters.reddit.client import RedditClient
from pbp.adapters.reddit.listing import PAGE
from pbp.adapters.reddit.revisions import Revisions
from pbp.errors import EditConflict, SiteDown, SiteRefused
from pbp.ports import Page, Revision

LONGEST_TITLE = 128
LONGEST_REASON = 256
DEEPEST = 3
"""Slashes that Reddit takes in a page's name."""


class RedditWiki:
    """Pages of the subreddit's wiki.

    Reddit merges an edit that was made on an older revision by itself. So that nothing is published that nobody
    wrote, a page's newest revisions are looked at after it was written, and a merged one is an EditConflict.
    Reddit cannot make a page on condition that there is none: of two who make the same page in one moment, one wins.
    """

    name = "reddit"
    markup = "markdown"

    def __init__(self, client: RedditClient, revisions: Revisions):
        self._client = client
        self._revisions = revisions
        self.account = client.account

    def read(self, title: str) -> Page | None:
        """The newest revision, or None if there is no such page."""
        page = self._client.subreddit.wiki[page_name(title)]
        with self._client.calling(f"reading the wiki page {title!r}"):
            try:
                text = page.content_md.replace("\r\n", "\n")
            except prawcore.exceptions.NotFound:
                return None
            author = page.revision_by.name if page.revision_by else ""
            at = datetime.fromtimestamp(page.revision_date, UTC)
            revision = getattr(page, "revision_id", None) or self._newest(page)
        return Page(title, text, revision, author, at, self.url(title))

    def existing(self, titles: Collection[str]) -> set[str]:
        """Those of the titles that have a page."""
        with self._client.calling("listing the wiki's pages"):
            pages = {page.name for page in self._client.subreddit.wiki}
        return {title for title in titles if page_name(title) in pages}

    def newest(self, titles: Collection[str]) -> dict[str, str | None]:
        """The newest revisions of those pages of which the listing of all changes tells, or told before."""
        with self._client.calling("looking which wiki pages were changed"):
            changes: list[Any] = list(self._client.subreddit.wiki.revisions(limit=PAGE))
            listing = [(str(item["page"].name), str(item["id"])) for item in changes]
        known = self._revisions.newest(listing)
        return {title: known[name] for title in titles if (name := page_name(title)) in known}

    def barred(self, titles: Sequence[str]) -> dict[str, str]:
        """Those of the titles whose page is there and may not be edited by our account, and why."""
        found = {}
        for title in titles:
            page = self._client.subreddit.wiki[page_name(title)]
            with self._client.calling(f"reading the wiki page {title!r}"):
                try:
                    if not page.may_revise:
                        found[title] = "its settings let only others edit it: add our account there"
                except prawcore.exceptions.NotFound:
                    continue
        return found

    def history(self, title: str, since: str | None = None, *, limit: int | None = None) -> list[Revision]:
        """The revisions that came after `since`, oldest first, at most `limit`; none if there is no such page.

        All of them if `since` is no revision of the page. Reddit lists them without texts: each is a call of its own.
        """
        page = self._client.subreddit.wiki[page_name(title)]
        with self._client.calling(f"reading the history of the wiki page {title!r}"):
            try:
                newer = list(itertools.takewhile(lambda item: item["id"] != since, page.revisions(limit=None)))
            except prawcore.exceptions.NotFound:
                return []
            try:
                return [self._revision(page, item) for item in newer[::-1][:limit]]
            except prawcore.exceptions.NotFound:
                raise SiteDown(f"Reddit lists a revision of the wiki page {title!r} but does not show it") from None

    def _revision(self, page: Any, item: Any) -> Revision:
        hidden = item.get("revision_hidden")  # by a moderator, from everybody
        text = None if hidden else page.revision(item["id"]).content_md.replace("\r\n", "\n")
        author = item["author"].name if item["author"] else ""
        at = datetime.fromtimestamp(item["timestamp"], UTC)
        return Revision(str(item["id"]), author, at, item["reason"] or "", text)

    def write(self, title: str, text: str, *, base: str | None, summary: str) -> Page:
        """Replaces the page whose newest revision is `base`; writes nothing if the text is the same already."""
        text = _settled(text)
        if base is None and (there := self.read(title)):
            if _settled(there.text) == text:
                return there
            raise EditConflict(f"the wiki page {title!r} was made by {there.author!r}")
        reason = summary[:LONGEST_REASON]
        page = self._client.subreddit.wiki[page_name(title)]
        with self._client.calling(f"writing the wiki page {title!r}"):
            page.edit(content=text, reason=reason or None, previous=base)
        with self._client.calling(f"looking at the wiki page {title!r} as it was written"):
            try:
                listed: list[Any] = list(page.revisions(limit=2))
                ours, before, *_ = [*listed, None, None]
            except prawcore.exceptions.NotFound:
                ours = before = None
        if ours and self._is_ours(ours, reason) and (before["id"] if before else None) == base:
            at = datetime.fromtimestamp(ours["timestamp"], UTC)
            return Page(title, text, str(ours["id"]), self.account, at, self.url(title))
        now = self.read(title)
        if now is None:
            raise SiteDown(f"Reddit took the wiki page {title!r} but does not show it")
        if now.revision != base or _settled(now.text) != text:
            raise EditConflict(f"the wiki page {title!r} was changed in the same moment")
        return now

    def _is_ours(self, item: Any, reason: str) -> bool:
        return self._client.is_me(item["author"]) and (item["reason"] or "") == reason

    def url(self, title: str) -> str:
        """The address of a page, whether it exists or not."""
        return self._client.page_url("wiki", page_name(title)).rstrip("/")

    def _newest(self, page: Any) -> str:
        # The page's own answer has no revision_id on some subreddits.
        return str(next(iter(page.revisions(limit=1)))["id"])


def page_name(title: str) -> str:
    """A title as Reddit names the page: small letters, `_` for spaces, other signs by their number.

    Raises SiteRefused for a title that Reddit cannot hold.
    """
    name = re.sub(r"\s", "_", title.strip().lower()).strip("/")
    name = re.sub(r"[^a-z0-9_/-]", lambda found: f"-{ord(found[0]):x}-", name)
    if not name or len(name) > LONGEST_TITLE or name.count("/") > DEEPEST or "//" in name:
        raise SiteRefused(f"Reddit's wiki cannot hold a page of the title {title!r}")
    return name


def _settled(text: str) -> str:
    """A text without what Reddit may change: the ends of lines and of the page."""
    return text.replace("\r\n", "\n").rstrip()
