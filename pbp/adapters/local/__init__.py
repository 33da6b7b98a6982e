"""The embedded site: a wiki, a blog and a mailbox in one SQLite file of its own.

It knows nothing of the service's store and is as foreign to it as any other site. `LocalSite` opens the file;
`site.wiki`, `site.blog` and `site.mailbox` are what the ports ask for, all of the name "local".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pbp.adapters.local.blog import LocalBlog, PostView, Remark
from pbp.adapters.local.file import SiteFile
from pbp.adapters.local.found import FoundText
from pbp.adapters.local.mailbox import LocalMailbox, PrivateText
from pbp.adapters.local.people import Account, Accounts
from pbp.adapters.local.wiki import LocalWiki, RecentChange, clean_title
from pbp.clock import Clock
from pbp.ports import Page

__all__ = ["Account", "FoundText", "LocalSite", "PostView", "PrivateText", "RecentChange", "Remark", "clean_title"]


class LocalSite:
    """The embedded site in the file `path`, which is made if it does not exist.

    `url` is the address at which readers reach the site, without a slash at the end, or a function that gives it
    (a server knows its port only when it listens). `account` is the name under which the service itself writes;
    no player can have it. Messages are stamped with `clock`.
    """

    name = "local"

    def __init__(self, path: Path | str, url: str | Callable[[], str], clock: Clock, account: str = "Battle Master"):
        self.file = SiteFile(Path(path), url, clock)
        self.people = Accounts(self.file, reserved=account)
        self.wiki = LocalWiki(self.file, account)
        self.blog = LocalBlog(self.file, account)
        self.mailbox = LocalMailbox(self.file)

    def account(self, name: str, *, master: bool = False) -> str:
        """The token of the private link of the account `name`, which is opened if there is none yet."""
        return self.people.account(name, master=master)

    def renew(self, name: str) -> str:
        """A new token for the account; the old private link is dead from now on. Raises SiteRefused."""
        return self.people.renew(name)

    def name_of(self, token: str) -> str | None:
        """Whose private link bears this token, or None."""
        account = self.people.by_token(token)
        return account.name if account else None

    def private_url(self, name: str) -> str:
        """The private link of an account. Raises SiteRefused if there is no such account."""
        return f"{self.file.base}/me/{self.people.token(name)}"

    def find(self, words: Sequence[str], limit: int = 50) -> list[FoundText]:
        """The pages, posts and comments with words that begin with each of these; titles first, then the newest."""
        return self.file.find(words, limit)

    def edit(self, title: str, text: str, base: str | None, author: str, summary: str) -> Page:
        """Replaces a page as a person does in the browser. Raises EditConflict, SiteRefused."""
        return self.wiki.edit(title, text, base=base, author=author, summary=summary)

    def say(self, name: str, text: str) -> str:
        """Stores a message of the account's owner to the Battle Master; gives its id. Raises SiteRefused."""
        return self.mailbox.receive(name, text)

    def repeats(self) -> int:
        """How often the service sent a text whose key the site had already (each was dropped)."""
        return self.file.repeats()
