"""A MediaWiki as a Blog: a post is a page, its comments are sections of the talk page, which never conflict."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pbp.adapters.mediawiki import check
from pbp.adapters.mediawiki.client import MediaWikiClient, moves, one, tidy
from pbp.adapters.mediawiki.wiki import LONGEST_SUMMARY, as_stored
from pbp.clock import Clock
from pbp.errors import EditConflict, SiteRefused
from pbp.ports import Ref

LONGEST_TITLE = 200
_GONE = "is gone from the wiki: its page was deleted, or moved without a redirect"
_LOOKALIKES: dict[str, str | int | None] = {
    "<": "‹",
    ">": "›",
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
    "|": "/",
    "#": "",
    ":": "–",
}


class MediaWikiBlog:
    """The key of each text stands in the summary of our edit too, where nobody but the wiki's oversight can change it,
    and is looked up there: only edits of our own account count, whatever others copy.
    """

    name = "mediawiki"
    markup = "wikitext"
    lag = timedelta(seconds=10)
    """Twice the lag of replicas at which the wiki would have asked us to come later."""

    def __init__(self, client: MediaWikiClient, clock: Clock, prefix: str = "", late: timedelta = timedelta(minutes=5)):
        self._client = client
        self._clock = clock
        self.late = late
        self._prefix = prefix
        self._talk: dict[str, str | None] = {}  # by the post's id, what a look found, for the comment that follows it
        self._looked: datetime | None = None
        self._newest_edits: list[Any] = []  # of our account, as that look found them

    def find(self, key: str, on: Ref | None = None, since: datetime | None = None) -> Ref | None:
        """The post (or, with `on`, the comment on that post) that bears this key. Raises SiteDown, SiteRefused.

        With `since` it is looked for among our 500 newest edits at the least.
        """
        if since is not None:
            return self._find_newest(key, on, since)
        if on is None:
            for edit in self._pages_made():
                if _bears(edit, key) and edit["ns"] % 2 == 0:
                    return Ref(str(edit["pageid"]), self._client.address(edit["title"]))
            return None
        edit = next((edit for edit in self._edits_under(on) if _bears(edit, key)), None)
        return self._comment(edit["title"], key) if edit else None

    def _find_newest(self, key: str, on: Ref | None, since: datetime) -> Ref | None:
        """What bears a key among the newest edits, by a look that was begun at `since` or later."""
        is_fresh = self._looked is not None and self._looked >= since
        if not is_fresh or (on and on.id not in self._talk):
            begun = self._clock()
            answer = self._client.query(**({"pageids": on.id} if on else {}), **self._own_edits)
            with self._client.faults("a question about our edits"):
                self._newest_edits = list(answer["usercontribs"])
                talk = self._talk_of(answer, on) if on else None
            self._talk = {on.id: talk} if on else {}
            self._looked = begun
        found = [edit for edit in self._newest_edits if _bears(edit, key)]
        if on is None:
            post = next((edit for edit in found if edit.get("new") and edit["ns"] % 2 == 0), None)
            return Ref(str(post["pageid"]), self._client.address(post["title"])) if post else None
        talk = self._talk[on.id]
        return self._comment(talk, key) if talk and any(edit["title"] == talk for edit in found) else None

    def post(self, key: str, title: str, body: str) -> Ref:
        """Makes the page. A title of a page that is there already is refused, unless it is this very post."""
        name = page_title(self._prefix, title)
        try:
            edit = self._client.edit(name, as_stored(body), _summary(title, key), createonly=1)
        except EditConflict:
            if ours := self.find(key):
                return ours
            raise SiteRefused(
                f"{self._client.host} has a page {name!r} already: move it away, or change the title of posts"
            ) from None
        with self._client.faults(f"saving {name!r}"):
            return Ref(str(edit["pageid"]), self._client.address(edit["title"]))

    def comment(self, key: str, on: Ref, body: str) -> Ref:
        """Adds a section to the post's talk page, headed by the time and signed."""
        talk = self._talk.get(on.id) or self._talk_page(on)
        if talk is None:
            raise SiteRefused(f"{self._client.host} no longer has the page {on.url}")
        text = f'<span id="{_anchor(key)}"></span>\n{as_stored(body)}\n\n~~~~'
        self._client.edit(talk, text, _summary("", key), section="new", sectiontitle="~~~~~")
        return self._comment(talk, key)

    def barred(self, titles: Sequence[str]) -> dict[str, str]:
        """Those of some posts' titles whose page or talk page our account cannot write, and why.

        Raises SiteDown, SiteRefused.
        """
        self._client.query(meta="userinfo")  # after a call the names of namespaces are known
        own = {title: page_title(self._prefix, title) for title in titles}
        pages = {title: (page, self._client.beside(page)) for title, page in own.items()}
        why = check.barred(self._client, [page for pair in pages.values() for page in pair])
        return {title: why[page] for title, pair in pages.items() for page in reversed(pair) if page in why}

    def copies(self, key: str, on: Ref | None = None) -> list[Ref]:
        """The page made under this key, or the comments that bear it, oldest first. Raises SiteDown, SiteRefused.

        A copy of a comment is named by the revision that added it. A page is there once: its title is taken once.
        """
        if on is None:
            found = self.find(key)
            return [found] if found else []
        edits = sorted((edit for edit in self._edits_under(on) if _bears(edit, key)), key=lambda edit: edit["revid"])
        if not edits:
            return []
        talk = edits[0]["title"]
        if len(edits) > 1:
            there = self._client.stored(titles=one(talk)).text.count(f'<span id="{_anchor(key)}"></span>')
            edits = edits[: max(1, there)]
        first = self._comment(talk, key)
        return [first, *(Ref(str(edit["revid"]), self._client.address(talk)) for edit in edits[1:])]

    def take_back(self, copy: Ref, on: Ref | None = None) -> None:
        """Removes a comment from its talk page: the text that a revision of ours added, as long as it stands there as
        it was added, with nothing under it. Raises SiteDown, SiteRefused, EditConflict.
        """
        talk = self._talk_page(on) if on else None
        if talk is None or not copy.id.isdecimal():
            raise SiteRefused(f"only comments can be taken back on {self._client.host}: have {copy.url} deleted")
        edit = self._client.stored(revids=copy.id)
        old = self._client.stored(revids=edit.parent).text if edit.parent else ""
        now = self._client.stored(titles=one(talk))
        added = edit.text.removeprefix(old).strip()
        before, found, after = now.text.rpartition(added)
        if not edit.text.startswith(old) or not found or not re.match(r"\s*(==[^=]|$)", after):
            raise SiteRefused(f"somebody has written into, or under, the second copy on {copy.url}: remove it by hand")
        text = "\n\n".join(filter(None, (before.rstrip(), after.strip())))
        summary = "The same comment stands above: the second one is taken back"
        self._client.edit(talk, text, summary, nocreate=1, baserevid=now.revision)

    def hidden(self, posts: Sequence[Ref], comments: Sequence[Ref]) -> dict[Ref, str]:
        """Those of the posts and comments, on at most fifty pages, that are gone. Raises SiteDown, SiteRefused."""
        page = {ref: tidy(parse_qs(urlsplit(ref.url).query).get("title", [""])[0]) for ref in (*posts, *comments)}
        asked = [title for title in dict.fromkeys(page.values()) if title]
        if not asked:
            return {}
        question = {"prop": "revisions", "rvprop": "content", "rvslots": "main", "redirects": 1}
        answer = self._client.query(titles="".join(map(one, asked)), **question)
        with self._client.faults("a question about our posts"):
            called = moves(answer)
            texts = {
                found["title"]: found["revisions"][0]["slots"]["main"].get("content", "")
                for found in answer["pages"]
                if "revisions" in found
            }
        found = {ref: _GONE for ref, title in page.items() if called(title) not in texts}
        for ref in comments:
            anchor = f'<span id="{ref.id.rpartition("#")[2]}"></span>'
            if ref not in found and anchor not in texts[called(page[ref])]:
                found[ref] = "stands no more on the talk page: somebody took it out"
        return found

    def _comment(self, talk: str, key: str) -> Ref:
        return Ref(f"{talk}#{_anchor(key)}", self._client.address(talk, _anchor(key)))

    def _talk_page(self, on: Ref) -> str | None:
        """The title of a post's talk page as it is called today; None if the post is gone."""
        return self._talk_of(self._client.query(pageids=on.id), on)

    def _talk_of(self, answer: dict[str, Any], on: Ref) -> str | None:
        with self._client.faults(f"a question about {on.url}"):
            (page,) = answer["pages"]
            if "missing" in page or "invalid" in page:
                return None
            number, title = page["ns"], page["title"]
            own = self._client.namespace(number)
            return f"{self._client.namespace(number + 1)}:{title.removeprefix(f'{own}:') if own else title}"

    def _edits_under(self, on: Ref) -> Iterator[Any]:
        """Our account's edits of a post's talk page since we made the post, newest first; none if the post is gone."""
        self._talk[on.id] = None
        for answer in self._client.walk(pageids=on.id, **self._own_edits):
            talk = self._talk[on.id] = self._talk_of(answer, on)
            if talk is None:
                return
            with self._client.faults("a question about our edits"):
                edits = [(edit["title"], edit["pageid"], edit) for edit in answer["usercontribs"]]
            for title, page, edit in edits:
                if title == talk:
                    yield edit
                if edit.get("new") and str(page) == on.id:
                    return  # what is older than the post is no comment on it

    def _pages_made(self) -> Iterator[Any]:
        """The pages that our account made, newest first."""
        for answer in self._client.walk(ucshow="new", **self._own_edits):
            with self._client.faults("a question about our edits"):
                edits = answer["usercontribs"]
            yield from edits

    @property
    def _own_edits(self) -> dict[str, str]:
        """A question for our account's edits, newest first."""
        return {
            "list": "usercontribs",
            "ucuser": self._client.account,
            "uclimit": "max",
            "ucprop": "ids|title|comment|flags",
        }


def page_title(prefix: str, title: str) -> str:
    """A post's title as a page can bear it: marks that no title can have give way to others, too long ones are cut."""
    title = tidy(title.translate(str.maketrans(_LOOKALIKES)))
    title = re.sub(r"~{3,}|%(?=[0-9A-Fa-f]{2})|&(?=\w+;)", "", title).lstrip("/")
    while len(f"{prefix}{title}".encode()) > LONGEST_TITLE:
        title = title[:-1]
    return f"{prefix}{title.strip()}"


def _summary(title: str, key: str) -> str:
    mark = _mark(key)
    return f"{title[: LONGEST_SUMMARY - len(mark) - 1]} {mark}".strip()


def _mark(key: str) -> str:
    return f"[pbp:{key}]"


def _bears(edit: Any, key: str) -> bool:
    """Whether an edit of ours has this key: at the end of its summary, for titles may hold what they like."""
    return bool(edit.get("comment", "").endswith(_mark(key)))


def _anchor(key: str) -> str:
    """An id for HTML that no key of another text shares."""
    return f"pbp-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
