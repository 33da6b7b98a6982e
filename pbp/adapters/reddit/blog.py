"""A subreddit as a blog: posts by our account, comments on them, long texts in parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from praw.models import Comment, Submission

from pbp.adapters.reddit.client import RedditClient
from pbp.adapters.reddit.listing import PAGE, ListedText, TextIndex, age
from pbp.adapters.reddit.texts import (
    LONGEST_COMMENT,
    LONGEST_POST,
    divided,
    mark,
    names,
    part_name,
    parts_of,
    unmarked,
)
from pbp.errors import SiteRefused
from pbp.ports import Ref

_REMOVERS = {
    "reddit": "was caught by Reddit's spam filter",
    "automod_filtered": "is held back by the subreddit's AutoModerator",
    "moderator": "was removed by a moderator",
    "deleted": "was deleted",
}


def removed(text: Mapping[str, Any] | None) -> str:
    """Why nobody but its author sees a post or comment, by what Reddit says of it; empty if everybody does."""
    if text is None or (text.get("author") is None and text.get("removed_by_category") is None):
        return "was deleted"
    if by := text.get("removed_by_category"):
        return f"{_REMOVERS.get(by, 'was removed')}: a moderator can approve it"
    if text.get("spam"):
        return "was taken for spam: a moderator can approve it"
    return "was removed by a moderator, who can approve it again" if text.get("removed") else ""


class RedditBlog:
    """Posts and comments in one subreddit, each with its key in an empty link.

    A text that is longer than Reddit takes goes on in replies under it, one below the other; it counts as published
    when every part is there, and a second attempt adds only the parts that are missing.
    """

    name = "reddit"
    markup = "markdown"

    def __init__(self, client: RedditClient, lag: timedelta, late: timedelta):
        self._client = client
        self.lag, self.late = lag, late
        self._posts = TextIndex(client.clock, self._own_posts, self._newest_posts)
        self._comments = TextIndex(client.clock, self._own_comments)

    def find(self, key: str, on: Ref | None = None, since: datetime | None = None) -> Ref | None:
        """The post (or, with `on`, the comment on that post) of our account that bears this key, with all its parts.

        With `since`, among our hundred newest posts and comments at the least.
        """
        if since:
            self._look_over(since)
        text = self._find(key, on, since)
        if text is None:
            return None
        count = parts_of(key, set(text.names))
        below = on or text.ref
        complete = all(self._find(part_name(key, number, count), below) for number in range(2, count + 1))
        return text.ref if complete else None

    def _look_over(self, since: datetime) -> None:
        """Looks at our newest posts and comments in one listing, unless that was done at `since` or later."""
        if self._posts.is_known(since) and self._comments.is_known(since):
            return
        begun = self._client.clock()
        with self._client.calling("looking for our posts and comments"):
            newest: list[Any] = list(self._client.me.overview.new(limit=PAGE))
            posts = [self._post_text(one) for one in newest if isinstance(one, Submission)]
            comments = [self._comment_text(one) for one in newest if isinstance(one, Comment)]
        for index, texts in ((self._posts, posts), (self._comments, comments)):
            index.add(texts)
            index.was_shown(begun)

    def copies(self, key: str, on: Ref | None = None) -> list[Ref]:
        """The post or comment of our account that bears this key, and then all that repeats it or one of its parts."""
        texts = {text.ref.id: text for text in self._recent(on)}
        bearing = sorted((text for text in texts.values() if key in text.names), key=age)
        if not bearing:
            return []
        first, *repeats = bearing
        count = parts_of(key, set(first.names))
        if count > 1 and on is None:
            texts |= {text.ref.id: text for text in self._in_thread(first.ref)}
        for number in range(2, count + 1):
            name = part_name(key, number, count)
            repeats += sorted((text for text in texts.values() if name in text.names), key=age)[1:]
        return [text.ref for text in (first, *repeats)]

    def take_back(self, copy: Ref, on: Ref | None = None) -> None:
        """Deletes a post or comment of ours under which nobody else has written."""
        with self._client.calling("looking for answers to a post or comment of ours"):
            post = self._client.praw.submission((on or copy).id.removeprefix("t3_"))
            post.comments.replace_more(limit=0)
            comments: list[Any] = post.comments.list()
            others = [
                comment
                for comment in comments
                if not self._client.is_me(comment.author) and copy.id in (comment.parent_id, comment.link_id)
            ]
        if others:
            raise SiteRefused(f"somebody has written under {copy.url}: decide by hand which one stays")
        self._client.delete(copy.id)

    def hidden(self, posts: Sequence[Ref], comments: Sequence[Ref]) -> dict[Ref, str]:
        """Those of at most a hundred texts that Reddit or a moderator took away: of comments moderators see it."""
        refs = {ref.id: ref for ref in (*posts, *comments)}
        if not refs:
            return {}
        with self._client.calling("looking whether our texts are seen"):
            # Through vars(), because an attribute that is missing makes PRAW ask Reddit.
            there: dict[str, Any] = {one.fullname: vars(one) for one in self._client.praw.info(fullnames=list(refs))}
        return {ref: why for id, ref in refs.items() if (why := removed(there.get(id)))}

    def post(self, key: str, title: str, body: str) -> Ref:
        """Publishes a story post."""
        first, *rest = self._parts(key, body, LONGEST_POST)
        found = self._find(key, None) if rest else None
        ref = found.ref if found else self._submit(title, first)
        self._continue(key, ref, ref, rest)
        return ref

    def comment(self, key: str, on: Ref, body: str) -> Ref:
        """Publishes a comment on a post."""
        first, *rest = self._parts(key, body, LONGEST_COMMENT)
        found = self._find(key, on) if rest else None
        ref = found.ref if found else self._reply(on, on, first)
        self._continue(key, on, ref, rest)
        return ref

    def answer(self, key: str, thing: str, body: str) -> Ref:
        """Publishes a short reply to anyone's comment, named by its full name."""
        id, post = self._client.reply(thing, f"{body}\n\n{mark(key)}", f"answering {thing}")
        return self._comment_ref(post, id)

    def answered(self, key: str, since: datetime | None = None) -> Ref | None:
        """The reply that was published by `answer` under this key."""
        if since:
            self._look_over(since)
        text = self._comments.find(key, since)
        return text.ref if text else None

    def _parts(self, key: str, body: str, longest: int) -> list[str]:
        texts = divided(body, longest, LONGEST_COMMENT)
        if len(texts) == 1:
            return texts if key in names(body) else [f"{body}\n\n{mark(key)}"]
        texts = divided(unmarked(body), longest, LONGEST_COMMENT)
        count = len(texts)
        marks = [mark(part_name(key, number, count)) for number in range(1, count + 1)]
        marks[0] = mark(key) + marks[0]
        return [
            (f"*Part {number} of {count}*\n\n" if number > 1 else "") + f"{text}\n\n{marked}"
            for number, (text, marked) in enumerate(zip(texts, marks, strict=True), start=1)
        ]

    def _continue(self, key: str, post: Ref, above: Ref, rest: list[str]) -> None:
        for number, text in enumerate(rest, start=2):
            found = self._find(part_name(key, number, len(rest) + 1), post)
            above = found.ref if found else self._reply(post, above, text)

    def _submit(self, title: str, body: str) -> Ref:
        with self._client.calling("publishing a post"):
            post = self._client.subreddit.submit(title=title, selftext=body, send_replies=True)
            id = str(post.id)
        return self._post_ref(id)

    def _reply(self, post: Ref, above: Ref, body: str) -> Ref:
        if not above.id.startswith(("t1_", "t3_")):
            raise SiteRefused(f"{above.url} is no post or comment on Reddit")
        id, _ = self._client.reply(above.id, body, "publishing a comment")
        return self._comment_ref(post.id, id)

    def _find(self, name: str, on: Ref | None, since: datetime | None = None) -> ListedText | None:
        if on is None:
            return self._posts.find(name, since)
        text = self._comments.find(name, since)
        if text is None and since is None:
            # The listing of an account and the thread are late independently of each other.
            self._comments.add(self._in_thread(on))
            text = self._comments.remembered(name)
        return text if text and text.post == on.id else None

    def _recent(self, on: Ref | None) -> list[ListedText]:
        """Our newest posts, or our newest comments on a post, by every listing that shows them."""
        if on is None:
            return [*islice(self._own_posts(), PAGE), *self._newest_posts()]
        own = [text for text in islice(self._own_comments(), PAGE) if text.post == on.id]
        return [*own, *self._in_thread(on)]

    def _own_posts(self) -> Iterable[ListedText]:
        with self._client.calling("looking for our posts"):
            for post in self._client.me.submissions.new(limit=None):
                yield self._post_text(post)

    def _newest_posts(self) -> Iterable[ListedText]:
        # Late independently of the listing of an account.
        with self._client.calling("looking for our posts"):
            for post in self._client.subreddit.new(limit=PAGE):
                if self._client.is_me(post.author):
                    yield self._post_text(post)

    def _own_comments(self) -> Iterable[ListedText]:
        with self._client.calling("looking for our comments"):
            for comment in self._client.me.comments.new(limit=None):
                yield self._comment_text(comment)

    def _in_thread(self, on: Ref) -> list[ListedText]:
        with self._client.calling("looking for our comments on a post"):
            post = self._client.praw.submission(on.id.removeprefix("t3_"))
            post.comment_sort = "new"
            post.comments.replace_more(limit=0)
            comments: list[Any] = post.comments.list()
            return [self._comment_text(comment) for comment in comments if self._client.is_me(comment.author)]

    def _post_text(self, post: Any) -> ListedText:
        ours = str(post.subreddit).lower() == str(self._client.subreddit).lower()
        return ListedText(self._post_ref(post.id), "", frozenset(names(post.selftext) if ours else ()))

    def _comment_text(self, comment: Any) -> ListedText:
        return ListedText(
            self._comment_ref(comment.link_id, comment.id), comment.link_id, frozenset(names(comment.body or ""))
        )

    def _post_ref(self, id: str) -> Ref:
        return Ref(f"t3_{id}", self._client.page_url("comments", id))

    def _comment_ref(self, post: str, id: str) -> Ref:
        return Ref(f"t1_{id}", self._client.page_url("comments", post.removeprefix("t3_"), "_", id))
