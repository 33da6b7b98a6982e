"""MediaWiki: a Wiki, and a Blog in which every post is a page and its comments stand on the talk page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from pbp.adapters.mediawiki import check
from pbp.adapters.mediawiki.blog import MediaWikiBlog
from pbp.adapters.mediawiki.client import MediaWikiClient
from pbp.adapters.mediawiki.wiki import MediaWikiWiki
from pbp.clock import Clock, Hear, nobody_hears, system_clock

__all__ = ["MediaWikiBlog", "MediaWikiSite", "MediaWikiWiki"]


class MediaWikiSite:
    """One wiki with one account of ours. Nothing is sent before the first call of a port."""

    def __init__(
        self,
        url: str,
        user: str,
        *,
        password: str = "",
        oauth: Sequence[str] = (),
        contact: str = "",
        prefix: str = "",
        timeout: float = 30,
        late: timedelta = timedelta(minutes=5),
        clock: Clock = system_clock,
        state: Path | None = None,
        hear: Hear = nobody_hears,
    ):
        """`url` is the folder of api.php, such as https://wiki.example/w/.

        Either `password` is a bot password and `user` its full name ("Battle Master@pbp"), or `user` is the account
        and `oauth` the four values of an owner-only OAuth 1 consumer (consumer token and secret, access token and
        secret) or the one access token of an OAuth 2 consumer. `contact` (an address or page) goes into the user
        agent, as the wikis' etiquette asks; `prefix` stands before the titles of posts ("Duels/"); `timeout` is
        seconds a call, `late` how long the wiki may be at work on one that it does not answer; `state` a private file
        that keeps the session for the next process; `hear` is told what the wiki's clock shows.

        Raises ConfigError if the address or the keys cannot be right.
        """
        self._clock = clock
        self._client = MediaWikiClient(url, user, password, oauth, contact, timeout, clock, state, hear)
        self.wiki = MediaWikiWiki(self._client)
        self.blog = MediaWikiBlog(self._client, clock, prefix, late)

    def check(self) -> list[str]:
        """What keeps our account from working there, with what to do; changes nothing. Raises SiteDown, SiteRefused."""
        return check.faults(self._client, self._clock())

    def remarks(self) -> list[str]:
        """What may keep some edits out, where nobody can tell beforehand. Raises SiteDown, SiteRefused."""
        return check.remarks(self._client)
