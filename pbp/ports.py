"""The kinds of site, and the values that they carry. A site is one or more of them.

Ports are cut by what a thing is, not by vendor. Every method raises SiteDown, SiteRefused or EditConflict
of pbp.errors and nothing else; writes are sent once, never repeated by the client library.
A `key` is our name for one text, for ever: it travels hidden in the text itself, so that `find` can see it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from pbp.spells import Spell
from pbp.spells.suggest import Suggestion


@dataclass(frozen=True, slots=True)
class Ref:
    """Where a published text stands: the site's own name for it, and the address that a reader opens."""

    id: str
    url: str


@dataclass(frozen=True, slots=True)
class Page:
    """A wiki page at one revision; `author` and `at` are of that revision."""

    title: str
    text: str
    revision: str
    author: str
    at: datetime
    url: str


@dataclass(frozen=True, slots=True)
class Revision:
    """One revision of a page: who made it, what was said to it, and the page as it then was.

    `text` is None where the site no longer shows it.
    """

    id: str
    author: str
    at: datetime
    summary: str
    text: str | None


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """What a site tells later of a letter that it took from us: it did not arrive, or not yet (`delayed`).

    `of` is the id of the letter's Ref, `to` the address that it was for (empty: not said), `words` the reason as the
    site gives it, on one line.
    """

    of: str
    to: str
    words: str
    delayed: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A letter or private message that reached us.

    `id` is the site's name for it and never changes; `sender` the address as the site vouches for it;
    `thread` what an answer should be put under.
    Times are aware UTC by our own clock, whatever a site or a sender says: at `received` the message was here, and
    before `earliest` it was not; None where nobody can tell, since only our own look has shown it.
    `token` is a reply token that the message bore, `vouched` whether the site proves the sender
    (an account signed in; mail with a passed verdict of the operator's own server).
    `aside` says, if it is not empty, why the message must be kept aside: neither acted on nor ever answered
    (an automatic reply, a list, a bounce, a letter that cannot be read); `tell`, that a person may have written it all
    the same and wait for an answer, so that the Battle Master must know.
    `cut` says that it was longer than can be read, so that words of it may be missing.
    `public` says that everybody can read it (a comment), so that no order in it counts and an answer under it
    may repeat none of it.
    `report` is what it tells of a letter of ours, if a site wrote it and no person.
    """

    id: str
    sender: str
    received: datetime
    text: str
    subject: str = ""
    thread: str = ""
    token: str = ""
    vouched: bool = True
    aside: str = ""
    public: bool = False
    earliest: datetime | None = None
    tell: bool = False
    cut: bool = False
    report: DeliveryReport | None = None

    def is_after(self, moment: datetime) -> bool:
        """Whether it came at that moment or later for certain; what may have come before did."""
        return self.earliest is not None and self.earliest >= moment


@dataclass(frozen=True, slots=True)
class Letter:
    """What we write to one player: to an address of the channel, in plain text.

    `thread` is the message that this answers, if any; `token` a reply token for the player to send back.
    `public` says that everybody may read it: only such a letter is ever put under a public message;
    any other that answers one goes to the player alone.
    """

    to: str
    subject: str
    body: str
    thread: str = ""
    token: str = ""
    public: bool = False


class Wiki(Protocol):
    """Pages, replaced by compare-and-set."""

    name: str
    markup: str
    """How texts are written there: wikitext, markdown, html or plain."""
    account: str
    """The name under which our own edits appear."""

    def read(self, title: str) -> Page | None:
        """The newest revision, or None if there is no such page."""

    def existing(self, titles: Collection[str]) -> set[str]:
        """Those of the titles that have a page; many in few calls."""

    def newest(self, titles: Collection[str]) -> dict[str, str | None]:
        """The newest revisions of those of the pages of which the wiki can tell in one call; None of one that is not
        there.
        """

    def history(self, title: str, since: str | None = None, *, limit: int | None = None) -> Sequence[Revision]:
        """The revisions that came after `since`, oldest first, at most `limit`; none if there is no such page.

        All of them if `since` is None, or no revision of the page (it was made anew).
        """

    def write(self, title: str, text: str, *, base: str | None, summary: str) -> Page:
        """Replaces the page whose newest revision is `base` (None: it does not exist yet).

        Writes nothing if the text is the same already, and gives the page as it is; else the new revision, which
        follows `base` directly. The summary is kept with the revision as it is, at its end too.
        Raises EditConflict; where the site itself has mixed the text with another's edit of the same moment, this
        revision stands in the history all the same.
        """

    def url(self, title: str) -> str:
        """The address of a page, whether it exists or not."""


class Blog(Protocol):
    """Posts and comments, appended, found again by key."""

    name: str
    markup: str
    lag: timedelta
    """How long a text may be missing from `find` after the site took it."""
    late: timedelta
    """How long after it was sent a write may still take effect: the site may be at work on it, or something before it
    may hold it, though nobody waits for the answer any more."""

    def find(self, key: str, on: Ref | None = None, since: datetime | None = None) -> Ref | None:
        """The post (or, with `on`, the comment on that post) that bears this key.

        It is looked for now; with `since`, a look for another text will do that was begun then or later. For a text
        that was never sent as far as we know, and is looked for in case that we know less than the site.
        """

    def post(self, key: str, title: str, body: str) -> Ref:
        """Publishes a story post. The body bears the key already."""

    def comment(self, key: str, on: Ref, body: str) -> Ref:
        """Publishes a comment on a post. The body bears the key already."""

    def copies(self, key: str, on: Ref | None = None) -> Sequence[Ref]:
        """What stands there of the text that `find` looks for, oldest first: more than one if a write took effect
        twice. The first is the one to stay; any other can be given to `take_back`.
        """

    def take_back(self, copy: Ref, on: Ref | None = None) -> None:
        """Takes one text of our own account off the site, where the site allows it and nobody has written under it.

        Raises EditConflict if it was changed at this moment.
        """

    def hidden(self, posts: Sequence[Ref], comments: Sequence[Ref]) -> Mapping[Ref, str]:
        """Those of these texts of ours that readers do not see, and why: the rest of a sentence about each.

        In one call, or one for posts and one for comments; none where the site cannot tell.
        """


class Mailbox(Protocol):
    """Letters and private messages, in and out."""

    name: str
    lag: timedelta
    late: timedelta

    def fetch(self, *, thorough: bool = True) -> Iterable[Message]:
        """The messages not yet done, oldest first; may repeat some after a crash.

        If not `thorough`, what one look shows, where several are needed to see everything: they take turns.
        """

    def done(self, message: Message) -> None:
        """Marks a message as taken in, so that `fetch` leaves it out from now on."""

    def newest_done(self) -> str | None:
        """The id of the message that was last marked as taken in; None if none ever was.

        Asks no site: it is there so that a store which does not know that message is seen to be older.
        """

    def find(self, key: str, since: datetime | None = None) -> Ref | None:
        """The letter sent under this key, where the site can tell. `since` is as in a Blog."""

    def form(self, subject: str, text: str) -> str | None:
        """The address that opens a letter to us, filled in, for links in public texts; None if the site has none."""

    def send(self, key: str, letter: Letter) -> Ref:
        """Sends one letter under a key."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A post or comment as it is told elsewhere: its body in the markup of that place and in plain words, and the
    address where it stands on the blog; empty if it has none.
    """

    title: str
    body: str
    plain: str
    link: str


class Announcer(Protocol):
    """A place where posts and comments are told as well, and where none can be looked for."""

    name: str
    markup: str
    lag: timedelta
    late: timedelta
    repeatable: bool
    """Whether it takes what is sent again under the same key for the same. Else what may have arrived stays so."""

    def announce(self, key: str, text: Announcement) -> Ref:
        """Tells it there, under this key."""

    def check(self) -> Sequence[str]:
        """Why nothing could be told there, and what to do about it; changes nothing."""


class Adviser(Protocol):
    """Somebody outside who may be asked what an unreadable spell was to say."""

    def ask(self, spell: Spell) -> Sequence[Suggestion]:
        """Rewordings that make the spell readable; it may take seconds. Nothing where no answer helps."""

    def known(self, spell: Spell) -> Sequence[Suggestion]:
        """What came of asking that before, at once."""
