"""A MediaWiki as a Wiki: pages, or one section of a shared page ("Gamestate#Wizards"), by compare-and-set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from mwparserfromhell.nodes import Heading

from pbp.adapters.mediawiki import check
from pbp.adapters.mediawiki.client import MediaWikiClient, moves, one, tidy
from pbp.errors import EditConflict, SiteRefused
from pbp.parsing import wikicode
from pbp.ports import Page, Revision

LONGEST_SUMMARY = 500
_ANY_TIME = datetime(1970, 1, 1, tzinfo=UTC)
_MOST_TITLES = 50
"""Pages after which MediaWiki lets any account ask at once."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]|[\ud800-\udfff]")
_REVISION = {"prop": "revisions", "rvprop": "ids|timestamp|user|comment|content|flags", "rvslots": "main"}


@dataclass(frozen=True, slots=True)
class _Found:
    """A title as the wiki resolves it, and its newest revision, if there is one."""

    title: str
    page: Page | None


class MediaWikiWiki:
    """Pages are named as the wiki names them; a title with "#" means one section, the rest of its page is kept.

    Redirects are followed, for reading and writing alike. MediaWiki stores text without white space at its end.
    """

    name = "mediawiki"
    markup = "wikitext"

    def __init__(self, client: MediaWikiClient):
        self._client = client
        self._read: dict[str, _Found] = {}  # what was last read of each page, for one write of it
        self._made: set[str] = set()  # what was once to be made: it may be there, though no answer said so
        self._told: dict[str, tuple[str, str]] = {}  # what `newest` told of each: its own title, its newest revision
        self.account = client.account

    def url(self, title: str) -> str:
        """The address of a page, whether it exists or not."""
        page, _, section = title.partition("#")
        return self._client.address(page, tidy(section).replace(" ", "_"))

    def read(self, title: str) -> Page | None:
        """The newest revision, or None if there is no such page or section. Raises SiteDown, SiteRefused."""
        name, _, section = title.partition("#")
        found = self._find(name)
        if not section:
            self._read[name] = found
        page = found.page
        if page is None or not section:
            return page
        text = read_section(page.text, section)
        return None if text is None else self._with(page, text, f"{page.title}#{section}")

    def existing(self, titles: Collection[str]) -> set[str]:
        """Those of the titles that have a page; of a section, its page counts. Raises SiteDown, SiteRefused."""
        found: set[str] = set()
        asked = list(titles)
        for at in range(0, len(asked), _MOST_TITLES):
            names = {title: tidy(title.partition("#")[0]) for title in asked[at : at + _MOST_TITLES]}
            answer = self._client.query(titles="".join(map(one, dict.fromkeys(names.values()))))
            with self._client.faults("a question about several pages"):
                called = moves(answer)
                there = {page["title"] for page in answer["pages"] if not {"missing", "invalid"} & page.keys()}
            found |= {title for title, name in names.items() if called(name) in there}
        return found

    def newest(self, titles: Collection[str]) -> dict[str, str | None]:
        """The newest revisions of at most fifty pages, None of one that is not there; of a section, its page's.

        Raises SiteDown, SiteRefused.
        """
        names = {title: tidy(title.partition("#")[0]) for title in titles}
        asked = "".join(map(one, dict.fromkeys(names.values())))
        if not names:
            return {}
        answer = self._client.query(titles=asked, redirects=1, prop="revisions", rvprop="ids")
        with self._client.faults("a question about several pages"):
            moved = moves(answer)
            found = {
                page["title"]: str(page["revisions"][0]["revid"]) if "revisions" in page else None
                for page in answer["pages"]
            }
        called = {title: moved(name) for title, name in names.items() if moved(name) in found}
        newest = {title: found[name] for title, name in called.items()}
        self._told |= {title: (called[title], revision) for title, revision in newest.items() if revision}
        return newest

    def barred(self, titles: Sequence[str]) -> dict[str, str]:
        """Those of at most fifty titles that our account cannot write, and why. Raises SiteDown, SiteRefused."""
        return check.barred(self._client, titles)

    def history(self, title: str, since: str | None = None, *, limit: int | None = None) -> list[Revision]:
        """The revisions that came after `since`, oldest first, at most `limit`; none if there is no such page.

        All of them if `since` is no revision of the page. Of a section: the page's revisions, each with what then
        stood in the section. Raises SiteDown, SiteRefused.
        """
        name, _, section = title.partition("#")
        listed = list(self._revisions(name, rvstartid=since)) if since and since.isdecimal() else []
        with self._client.faults(f"the history of {name!r}"):
            if listed and str(listed[0]["revid"]) == since:
                del listed[0]
            else:
                listed = list(self._revisions(name, limit))
            return [_revision(item, section) for item in listed[:limit]]

    def _revisions(self, name: str, limit: int | None = None, **where: Any) -> Iterator[Any]:
        """What the wiki lists of a page's revisions, oldest first; nothing if it does not know where to begin."""
        question = {"titles": one(name), "redirects": 1, "rvdir": "newer", "rvlimit": limit or "max", **_REVISION}
        try:
            for answer in self._client.walk(**question, **where):
                with self._client.faults(f"the history of {name!r}"):
                    (page,) = answer["pages"]
                    revisions = page.get("revisions", ())
                yield from revisions
                if limit:
                    return
        except SiteRefused as error:
            if "badid_rvstartid" not in str(error):
                raise

    def write(self, title: str, text: str, *, base: str | None, summary: str) -> Page:
        """Replaces the page or section whose newest revision is `base` (None: it does not exist yet).

        Writes nothing if the text is the same already. Of a section only the section counts: other edits of its page
        since `base` are no conflict. Raises EditConflict, SiteDown, SiteRefused.
        """
        name, _, section = title.partition("#")
        if section:
            return self._write_section(self._find(name), section, as_stored(text), base, summary)
        text = as_stored(text)
        found = self._as_read(name, base) or self._as_told(name, base) or self._find(name)
        if found.page and found.page.text == text:
            return found.page
        _unchanged(found, found.page.revision if found.page else None, base)
        try:
            return self._save(found, text, summary)
        except EditConflict:
            page = None if base else self._find(name).page
            if page is None or page.text != text:
                raise
            return page  # it was made already, by whomever

    def _write_section(self, found: _Found, section: str, text: str, base: str | None, summary: str) -> Page:
        page = found.page
        now = read_section(page.text, section) if page else None
        if page and now == text:
            return self._with(page, text, f"{page.title}#{section}")
        if base is None or page is None or now is None:
            _unchanged(found, page.revision if page and now is not None else None, base)
        elif page.revision != base and self._section_at(page.title, base, section) != now:
            raise EditConflict(f"{section!r} of {page.title!r} was changed since revision {base}")
        whole = replace_section(page.text if page else "", section, text)
        saved = self._save(found, whole, f"/* {section} */ {summary}")
        return self._with(saved, text, f"{saved.title}#{section}")

    def _save(self, found: _Found, text: str, summary: str) -> Page:
        base = found.page
        if base is None:
            how: dict[str, Any] = {"createonly": 1}
        elif self._client.version >= (1, 36):
            # With a base timestamp as well, the wiki would let a second process of our own account overwrite the first.
            how = {"nocreate": 1, "baserevid": base.revision}
        else:
            how = {"nocreate": 1, "basetimestamp": base.at.strftime("%Y-%m-%dT%H:%M:%SZ")}
        # A page's summary is never taken for a post's, which bears a key.
        summary = summary.replace("[pbp:", "(pbp:")[:LONGEST_SUMMARY]
        edit = self._client.edit(found.title, text, summary, **how)
        with self._client.faults(f"saving {found.title!r}"):
            if base and "nochange" in edit:
                return self._with(base, text, base.title)
            if str(edit["oldrevid"]) != (base.revision if base else "0"):
                # The wiki has merged our text with an edit made since we looked.
                raise EditConflict(f"{found.title!r} was changed while we saved it")
            revision, title, at = str(edit["newrevid"]), edit["title"], datetime.fromisoformat(edit["newtimestamp"])
        return Page(title, text, revision, self.account, at, self.url(title))

    def _as_read(self, name: str, base: str | None) -> _Found | None:
        """The page as it was read a moment ago, if a write is based on that; the wiki refuses it if it is no more."""
        found = self._read.pop(name, None)
        return found if found and (found.page.revision if found.page else None) == base else None

    def _as_told(self, name: str, base: str | None) -> _Found | None:
        """The page, unread, if a write makes it or is based on what `newest` told: the wiki refuses what is old."""
        title, revision = self._told.pop(name, (name, None))
        if not tidy(name) or revision != base or (base is not None and self._client.version < (1, 36)):
            return None
        if base is None:
            if name in self._made:
                return None
            self._made.add(name)
        return _Found(title, Page(title, "", base, "", _ANY_TIME, self.url(title)) if base else None)

    def _find(self, title: str) -> _Found:
        if not tidy(title):
            raise SiteRefused("a page needs a title")
        return self._found(self._client.query(titles=one(title), redirects=1, **_REVISION), title)

    def _section_at(self, title: str, revision: str, section: str) -> str | None:
        if not revision.isdecimal():
            return None
        found = self._found(self._client.query(revids=revision, **_REVISION), title)
        return read_section(found.page.text, section) if found.page and found.page.title == title else None

    def _found(self, answer: dict[str, Any], title: str) -> _Found:
        with self._client.faults(f"a question about {title!r}"):
            if "interwiki" in answer:
                raise SiteRefused(f"{title!r} is no page of {self._client.host}")
            (page,) = answer["pages"]
            if "invalid" in page or "special" in page:
                raise SiteRefused(f"no page can be called {title[:80]!r}: {page.get('invalidreason', 'it is special')}")
            if "missing" in page:
                return _Found(page["title"], None)
            (revision,) = page["revisions"]
            slot = revision["slots"]["main"]
            if "texthidden" in slot or slot["contentmodel"] != "wikitext":
                raise SiteRefused(f"{page['title']!r} holds no wikitext that may be read")
            at = datetime.fromisoformat(revision["timestamp"])
            author, text = revision.get("user", ""), slot["content"]
            url = self.url(page["title"])
            return _Found(page["title"], Page(page["title"], text, str(revision["revid"]), author, at, url))

    def _with(self, page: Page, text: str, title: str) -> Page:
        return Page(title, text, page.revision, page.author, page.at, self.url(title))


def _revision(item: Any, section: str) -> Revision:
    """A revision as the wiki lists it; of a section, what then stood there."""
    text = item["slots"]["main"].get("content") if "slots" in item else None
    if text is not None and section:
        text = read_section(text, section) or ""
    at = datetime.fromisoformat(item["timestamp"])
    return Revision(str(item["revid"]), item.get("user", ""), at, item.get("comment", ""), text)


def as_stored(text: str) -> str:
    """A text as MediaWiki keeps it: one kind of line end, no white space at the end, composed characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    return unicodedata.normalize("NFC", _CONTROL.sub("\ufffd", text))


def read_section(text: str, section: str) -> str | None:
    """What stands under a heading, subsections and all, or None if there is no such heading."""
    place = _place(text, section)
    return text[place[0] : place[1]].strip("\n") if place else None


def replace_section(text: str, section: str, new: str) -> str:
    """The page's text with another text under that heading, which is put at the end if it is missing."""
    place = _place(text, section)
    if not place:
        return f"{text.rstrip()}\n\n== {section} ==\n{new}".lstrip()
    return as_stored(f"{text[: place[0]].rstrip()}\n{new}\n\n{text[place[1] :].lstrip()}")


def _place(text: str, section: str) -> tuple[int, int] | None:
    """From where to where a section's text goes, its heading left out."""
    begin, level, at = None, 0, 0
    for node in wikicode.parse(text).nodes:
        if isinstance(node, Heading):
            if begin is not None and node.level <= level:
                return begin, at
            if begin is None and tidy(node.title.strip_code()) == tidy(section):
                begin, level = at + len(str(node)), node.level
        at += len(str(node))
    return None if begin is None else (begin, at)


def _unchanged(found: _Found, revision: str | None, base: str | None) -> None:
    if revision != base:
        who = f"by {found.page.author!r} " if found.page else ""
        raise EditConflict(f"{found.title!r} was changed {who}since revision {base}")
