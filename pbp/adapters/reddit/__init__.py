"""Reddit, through PRAW: a subreddit as blog and wiki, an account's inbox as mailbox.

`RedditSite` signs in; `site.blog`, `site.wiki` and `site.mailbox` are what the ports ask for, all of the name "reddit".
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from requests import Session

from pbp.adapters.reddit import check
from pbp.adapters.reddit.blog import RedditBlog
from pbp.adapters.reddit.client import RedditClient, RedditLogin
from pbp.adapters.reddit.listing import PAGE
from pbp.adapters.reddit.mailbox import RedditMailbox
from pbp.adapters.reddit.modmail import Modmail
from pbp.adapters.reddit.revisions import Revisions
from pbp.adapters.reddit.seen import SeenMessages
from pbp.adapters.reddit.wiki import RedditWiki
from pbp.clock import Clock, Hear, nobody_hears

__all__ = ["RedditBlog", "RedditLogin", "RedditMailbox", "RedditSite", "RedditWiki"]

LISTING_LAG = timedelta(seconds=60)
"""How long Reddit's listings may stay behind."""


class RedditSite:
    """One account in one subreddit. Nothing is sent before the first call of a port.

    `seen` is the file (made if missing) that keeps which messages were taken in; the access token is kept in a private
    file beside it, for the next process. `modmail` says to read the mail to the
    subreddit's moderators too, for which the account must be one of them. `timeout` is in seconds, for one request;
    `lag` is how long Reddit's listings may stay behind, `late` how long Reddit may be at work on a request that it does
    not answer. `urls` (reddit_url, oauth_url) and `session` lead elsewhere
    than to reddit.com.
    """

    name = "reddit"

    def __init__(
        self,
        login: RedditLogin,
        subreddit: str,
        seen: Path,
        clock: Clock,
        *,
        modmail: bool = False,
        timeout: float = 16,
        lag: timedelta = LISTING_LAG,
        late: timedelta = timedelta(minutes=5),
        urls: Mapping[str, str] | None = None,
        session: Session | None = None,
        hear: Hear = nobody_hears,
    ):
        """`hear` is told what Reddit's clock shows."""
        state = seen.with_name(f"{seen.name}.token")
        client = RedditClient(
            login, subreddit, clock, timeout=timeout, urls=urls, session=session, state=state, hear=hear
        )
        self._client, self._modmail = client, modmail
        self.blog = RedditBlog(client, lag, late)
        taken = SeenMessages(seen, clock)
        self.wiki = RedditWiki(client, Revisions(seen, PAGE))
        self.mailbox = RedditMailbox(client, self.blog, Modmail(client, taken) if modmail else None, taken, lag)

    def check(self) -> tuple[str, ...]:
        """What keeps the account from working, a sentence each, with what to do; nothing is changed or sent."""
        return check.faults(self._client, self._modmail)
