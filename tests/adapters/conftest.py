"""The sites that the conformance suites are run on: one suite a port, every adapter that has the port.

To add an adapter, write a fixture that makes its case (in a module beside this one, imported here),
and add the fixture's name to WIKIS, BLOGS or MAILBOXES.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from adapters.mail_case import ALICE, as_letter, deliver, mail, post, written  # noqa: F401
from adapters.mediawiki_case import mediawiki_site
from adapters.reddit_case import BOB, letters_to, shown, site_on
from adapters.wordpress_case import wordpress_site
from reddit_emulator import Emulator
from servers.mediawiki import MediaWiki, Visitor
from servers.wordpress import WordPress

from pbp.adapters.local import LocalSite
from pbp.adapters.mail import Mail
from pbp.adapters.reddit import RedditSite
from pbp.adapters.reddit.wiki import page_name
from pbp.ports import Blog, Letter, Mailbox, Ref, Wiki


def on_server(server: str, fixture: str) -> Any:
    """A case whose server is started by one worker alone."""
    return pytest.param(fixture, marks=pytest.mark.xdist_group(server))


WIKIS = ["local_wiki", "reddit_wiki", on_server("mediawiki", "mediawiki_wiki")]
BLOGS = [
    "local_blog",
    "reddit_blog",
    on_server("mediawiki", "mediawiki_blog"),
    on_server("wordpress", "wordpress_blog"),
]
MAILBOXES = ["local_mailbox", on_server("dovecot", "mail_mailbox"), "reddit_mailbox"]


@dataclass(frozen=True)
class WikiCase:
    """A wiki, empty, and how another person replaces a page there: edit(title, text)."""

    wiki: Wiki
    edit: Callable[[str, str], None]


@dataclass(frozen=True)
class BlogCase:
    """A blog, empty; shown(url) is all that a reader sees at an address, mark(key, text) a body that bears a key.

    hide(ref, on) takes a post, or a comment on one, away, as people with rights there do it.
    double(write) has the site do a write of a text that it has already; None if it takes a key once.
    """

    blog: Blog
    shown: Callable[[str], str]
    mark: Callable[[str, str], str]
    hide: Callable[[Ref, Ref | None], object]
    double: Callable[[Callable[[], object]], object] | None = None


@dataclass(frozen=True)
class MailboxCase:
    """A mailbox with one player, whose address is `player`.

    write(text) sends to us, letters() is what reached the player; again() is the mailbox as a later process sees it.
    """

    mailbox: Mailbox
    player: str
    write: Callable[[str], object]
    letters: Callable[[], list[Letter]]
    again: Callable[[], Mailbox]


class Ticking:
    """A clock that goes on by a second at each look."""

    def __init__(self, start: datetime = datetime(2026, 2, 28, 12, tzinfo=UTC)):
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture(params=WIKIS)
def on_wiki(request: pytest.FixtureRequest) -> WikiCase:
    case: WikiCase = request.getfixturevalue(request.param)
    return case


@pytest.fixture(params=BLOGS)
def on_blog(request: pytest.FixtureRequest) -> BlogCase:
    case: BlogCase = request.getfixturevalue(request.param)
    return case


@pytest.fixture(params=MAILBOXES)
def on_mailbox(request: pytest.FixtureRequest) -> MailboxCase:
    case: MailboxCase = request.getfixturevalue(request.param)
    return case


@pytest.fixture
def site(tmp_path) -> Iterator[LocalSite]:
    yield LocalSite(tmp_path / "site.sqlite", "http://wizards.example", Ticking())


@pytest.fixture
def local_wiki(site: LocalSite) -> WikiCase:
    def edit(title: str, text: str) -> None:
        page = site.wiki.read(title)
        site.edit(title, text, page.revision if page else None, "Alice", "by hand")

    return WikiCase(site.wiki, edit)


@pytest.fixture
def local_blog(site: LocalSite) -> BlogCase:
    def shown(url: str) -> str:
        post, comments = site.blog.view(url.rpartition("/")[2].partition("#")[0])
        return "\n".join([post.title, post.body, *(remark.body for remark in comments)])

    return BlogCase(site.blog, shown, lambda key, text: f"<p>{text}</p><!-- {key} -->", site.blog.take_back)


@pytest.fixture
def local_mailbox(site: LocalSite, tmp_path) -> MailboxCase:
    site.account("Alice")

    def letters() -> list[Letter]:
        entries = [entry for entry in site.mailbox.entries("Alice") if not entry.sent]
        return [Letter("Alice", entry.subject, entry.text, entry.thread) for entry in reversed(entries)]

    def again() -> Mailbox:
        return LocalSite(tmp_path / "site.sqlite", "http://wizards.example", Ticking()).mailbox

    return MailboxCase(site.mailbox, "Alice", partial(site.say, "Alice"), letters, again)


@pytest.fixture
def mail_mailbox(mail: Mail, dovecot, smtp) -> MailboxCase:  # noqa: F811
    return MailboxCase(
        mail,
        ALICE,
        lambda text: post(smtp, written(text, head="")),
        lambda: [as_letter(raw) for raw in dovecot.letters("alice")],
        lambda: Mail(mail.settings),
    )


@pytest.fixture
def reddit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """A running emulator of Reddit; a proxy of the machine's does not stand between."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Emulator() as emulator:
        yield emulator


@pytest.fixture
def reddit_site(reddit: Emulator, tmp_path) -> RedditSite:
    return site_on(reddit, tmp_path)


@pytest.fixture
def reddit_wiki(reddit: Emulator, tmp_path) -> WikiCase:
    def edit(title: str, text: str) -> None:
        reddit.world.edit(page_name(title), text, "Alice")

    return WikiCase(site_on(reddit, tmp_path).wiki, edit)


@pytest.fixture
def reddit_blog(reddit: Emulator, tmp_path) -> BlogCase:
    return BlogCase(
        site_on(reddit, tmp_path).blog,
        lambda url: shown(reddit, url),
        lambda key, text: f"{text}\n\n[](#pbp-{key})",
        lambda ref, on: reddit.world.removed.update({ref.id: "moderator"}),
        lambda write: write(),
    )


@pytest.fixture
def reddit_mailbox(reddit: Emulator, tmp_path) -> MailboxCase:
    return MailboxCase(
        site_on(reddit, tmp_path).mailbox,
        BOB,
        partial(reddit.world.message, BOB),
        lambda: letters_to(reddit, BOB),
        lambda: site_on(reddit, tmp_path).mailbox,
    )


@pytest.fixture
def mediawiki_wiki(mediawiki: MediaWiki) -> WikiCase:
    return WikiCase(mediawiki_site(mediawiki.url).wiki, Visitor(mediawiki, mediawiki.person).edit)


@pytest.fixture
def mediawiki_blog(mediawiki: MediaWiki) -> BlogCase:
    def shown(url: str) -> str:
        reader, title = Visitor(mediawiki), parse_qs(urlsplit(url).query)["title"][0]
        return f"{title.replace('_', ' ')}\n{reader.tree(title)}\n{reader.tree(f'Talk:{title}')}"

    def hide(ref: Ref, on: Ref | None) -> None:
        admin = Visitor(mediawiki, mediawiki.admin)
        if on is None:
            admin.do("delete", pageid=ref.id)
        else:
            admin.edit(ref.id.partition("#")[0], "archived")

    return BlogCase(
        mediawiki_site(mediawiki.url).blog,
        shown,
        lambda key, text: f"{text}\n<!-- {key} -->",
        hide,
        lambda write: write(),
    )


@pytest.fixture
def wordpress_blog(wordpress: WordPress) -> BlogCase:
    def mark(key: str, text: str) -> str:
        return f"<p>{text}</p><!-- pbp:{key} -->"

    def double(write: Callable[[], object]) -> None:
        wordpress.settings("add_filter('duplicate_comment_id', '__return_false');")  # as when two calls run at once
        write()

    def hide(ref: Ref, on: Ref | None) -> None:
        account = ("administrator", wordpress.passwords["administrator"])
        url = f"{wordpress.url}/wp-json/wp/v2/{'comments' if on else 'posts'}/{ref.id}"
        answer = requests.post(url, json={"status": "spam"}, auth=account) if on else requests.delete(url, auth=account)
        answer.raise_for_status()

    return BlogCase(wordpress_site(wordpress), lambda url: wordpress.page(url.partition("#")[0]), mark, hide, double)
