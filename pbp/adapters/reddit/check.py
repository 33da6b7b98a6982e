"""What keeps our account from working on Reddit, in words for the operator; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbp.adapters.reddit.blog import removed
from pbp.adapters.reddit.client import RedditClient, is_redirect
from pbp.errors import SiteError, SiteRefused

SCOPES = {"edit", "history", "identity", "privatemessages", "read", "submit", "wikiedit", "wikiread"}
"""What the token must allow; "modmail" beside it where the moderators' mail is read."""


NEWEST = 25
"""How many of our posts are looked at."""


def faults(client: RedditClient, modmail: bool) -> tuple[str, ...]:
    """What is wrong, a sentence each, with what to do."""
    found: list[str] = []
    for part in (_account, _subreddit, _posts, _wiki, _messages):
        try:
            found += part(client, modmail)
        except SiteError as error:
            found.append(str(error))
    return tuple(dict.fromkeys(found))


def _account(client: RedditClient, modmail: bool) -> Iterator[str]:
    with client.calling("signing in"):
        me = client.praw.user.me()
        scopes = client.praw.auth.scopes()
    if me is None or not client.is_me(me):
        yield f"the token is u/{me}'s, not u/{client.account}'s: set the account's name right, or make another token"
    missing = (SCOPES | ({"modmail"} if modmail else set())) - scopes
    if "*" not in scopes and missing:
        yield f"the token does not allow {', '.join(sorted(missing))}: make one with these scopes too"


def _subreddit(client: RedditClient, modmail: bool) -> Iterator[str]:
    name = f"r/{client.subreddit}"
    about = client.praw.subreddit(str(client.subreddit))
    with client.calling(f"reading {name}"):
        banned, moderator = bool(about.user_is_banned), bool(about.user_is_moderator)
        approved, closed = bool(about.user_is_contributor), about.subreddit_type in ("restricted", "private")
    if banned:
        yield f"u/{client.account} is banned from {name}: ask its moderators"
    elif modmail and not moderator:
        yield f"u/{client.account} is no moderator of {name}: make it one, or turn the moderators' mail off"
    elif closed and not (approved or moderator):
        yield f"{name} is {about.subreddit_type}: approve u/{client.account} there"
    elif not (approved or moderator):
        yield f"u/{client.account} is neither approved nor a moderator in {name}: Reddit's filters may hide its posts"


def _posts(client: RedditClient, modmail: bool) -> Iterator[str]:
    """Our newest posts: one that was removed looks as ever to its author."""
    with client.calling("looking for our posts"):
        posts: list[Any] = list(client.me.submissions.new(limit=NEWEST))
    for post in posts:
        if why := removed(vars(post)):
            yield f"the post {client.page_url('comments', str(post.id))} {why}"


def _wiki(client: RedditClient, modmail: bool) -> Iterator[str]:
    with client.calling(f"reading the wiki of r/{client.subreddit}"):
        for _ in client.subreddit.wiki:
            break
    yield from ()


def _messages(client: RedditClient, modmail: bool) -> Iterator[str]:
    inbox = client.praw.inbox
    listings: tuple[Callable[..., Iterator[object]], ...] = (inbox.all, inbox.unread, inbox.sent, inbox.messages)
    for listing in listings:
        try:
            with client.calling("reading the private messages"):
                next(iter(listing(limit=1)), None)
        except SiteRefused as error:
            if not is_redirect(error.__cause__, "/message/messages"):
                raise
            yield (
                "Reddit does not show this account its private messages by thread (a fault of its own, since 2025); "
                "those that its inbox shows arrive, but let players write to the moderators if some do not"
            )
