"""Private messages, mail to the moderators, replies to our texts and mentions of us: one intake for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from praw.models import Message as PrivateMessage

from pbp.adapters.reddit.blog import RedditBlog
from pbp.adapters.reddit.client import RedditClient, is_redirect
from pbp.adapters.reddit.listing import PAGE, ListedText, TextIndex, unknown
from pbp.adapters.reddit.modmail import PREFIX, Modmail
from pbp.adapters.reddit.seen import SeenMessages
from pbp.adapters.reddit.texts import (
    LONGEST_COMMENT,
    LONGEST_SUBJECT,
    divided,
    letter_markdown,
    part_name,
    parts_of,
    reference,
    references,
    short,
    written,
)
from pbp.errors import SiteError, SiteRefused
from pbp.ports import Letter, Message, Ref

MACHINES = {"automoderator", "reddit", "mod_reddit"}
"""Accounts behind which there is no person."""


class RedditMailbox:
    """One account's inbox.

    Comments are messages too, but public: a letter is put under one only if it is public itself, and goes as a
    private message otherwise. Reddit's mark of what was read is never believed: it has marked everything by itself.
    A private message carries its key as a last line, "ref 3f2a…".
    """

    name = "reddit"

    def __init__(
        self, client: RedditClient, blog: RedditBlog, modmail: Modmail | None, seen: SeenMessages, lag: timedelta
    ):
        """A letter may be a comment of the blog's: both are late alike."""
        self._client = client
        self._blog = blog
        self._modmail = modmail
        self._seen = seen
        self.lag, self.late = lag, blog.late
        self._sent = TextIndex(client.clock, self._own_letters)
        self._taken: list[Any] = []  # what was last shown as unread, and is taken in

    def fetch(self, *, thorough: bool = True) -> list[Message]:
        """The messages not yet done, oldest first.

        No single listing shows everything all the time; what one of them shows is there. All are read, or, if not
        `thorough`, the one whose turn it is; the turn after a token has become old is taken by getting
        another.
        """
        if not thorough and self._client.token_is_old():
            self._client.sign_in()
            return []
        looks = [self._all, self._threads, self._unread]
        if self._modmail:
            looks.insert(1, self._modmail.waiting)
        if not thorough:
            turns = [*range(len(looks) - 1), 0, len(looks) - 1]  # the inbox twice as often as any other
            looks = [looks[turns[self._seen.next_turn() % len(turns)]]]
        found = {message.id: message for look in looks for message in look()}
        if thorough:
            self._mark_read(self._taken)
        messages = sorted(found.values(), key=lambda message: (message.received, len(message.id), message.id))
        return self._seen.wait_for(messages)

    def _all(self) -> list[Message]:
        with self._client.calling("reading the inbox"):
            return self._not_done(self._client.praw.inbox.all(limit=None))

    def _unread(self) -> list[Message]:
        self._taken = []
        with self._client.calling("reading the inbox"):
            return self._not_done(self._client.praw.inbox.unread(limit=None), self._taken)

    def _threads(self) -> list[Message]:
        try:
            with self._client.calling("reading the private messages"):
                return self._not_done(self._client.praw.inbox.messages(limit=None))
        except SiteRefused as error:
            # Since 2025 Reddit sends even a good account from this one listing to its login page, at times.
            if not is_redirect(error.__cause__, "/message/messages"):
                raise
            return []

    def done(self, message: Message) -> None:
        """Marks a message as taken in; the mark on Reddit follows with a later fetch."""
        self._seen.add(message.id)

    def newest_done(self) -> str | None:
        """The id of the message that was last marked as taken in, by our own file."""
        return self._seen.newest()

    def find(self, key: str, since: datetime | None = None) -> Ref | None:
        """The letter sent under this key, with all its parts: a private message, a public answer, or mail."""
        return self._letter(short(key), since) or self._blog.answered(key, since)

    def send(self, key: str, letter: Letter) -> Ref:
        """Sends one letter: under the message that it answers, or as a new private message."""
        thread = letter.thread
        if thread.startswith("t1_"):
            if letter.public:
                return self._blog.answer(key, thread, letter_markdown(letter.body))
            thread = ""
        name = short(key)
        texts = divided(letter_markdown(letter.body), LONGEST_COMMENT - 100, LONGEST_COMMENT)
        for number, text in enumerate(texts, start=1):
            bears = [name] if number == 1 else []
            if len(texts) > 1:
                bears.append(part_name(name, number, len(texts)))
                if self._bearer(bears[-1]):
                    continue
            self._send(letter, thread, "\n\n".join([text, *map(reference, bears)]))
        return Ref(f"ref_{name}", f"{self._client.base}/message/sent/")

    def form(self, subject: str, text: str) -> str:
        """The address that opens a private message to us, filled in, for links in public texts."""
        filled = {"to": self._client.account, "subject": subject, "message": text}
        return f"{self._client.base}/message/compose/?{urlencode(filled)}"

    def _not_done(self, listing: Iterable[Any], done: list[Any] | None = None) -> list[Message]:
        """What a listing shows and is not done; what it shows and is done goes to `done`."""

        def known(item: Any) -> bool:
            if done is not None and item.fullname in self._seen:
                done.append(item)
            return self._client.is_me(item.author) or _received(item) < self._seen.began or item.fullname in self._seen

        since = self._seen.waits_since()
        waiting = unknown(_flat(listing), known, lambda item: since is not None and _received(item) >= since)
        return [self._message(item) for item in waiting]

    def _message(self, item: Any) -> Message:
        author = str(item.author) if item.author else ""
        person = author not in ("", "[deleted]")
        aside = "" if person else "its author's account is deleted, or it comes from Reddit itself"
        if author.lower() in MACHINES:
            aside = "it comes from a machine"
        subject = written(item.subject or "")
        if isinstance(item, PrivateMessage) and item.first_message_name and not subject.casefold().startswith("re:"):
            subject = f"re: {subject}"  # Reddit shows an answer under the subject of the first message, often without
        return Message(
            id=item.fullname,
            sender=author if person else "",
            received=_received(item),
            text=written(item.body or ""),
            subject=subject,
            thread=item.fullname,
            vouched=person,
            aside=aside,
            public=not isinstance(item, PrivateMessage),
        )

    def _mark_read(self, done: list[Any]) -> None:
        """Tells Reddit what was taken in, for a person who looks into the inbox; nothing of ours depends on it."""
        with suppress(SiteError), self._client.calling("marking messages as read"):
            self._client.praw.inbox.mark_read(done[:PAGE])

    def _send(self, letter: Letter, thread: str, text: str) -> None:
        if thread.startswith(PREFIX) and self._modmail:
            self._modmail.reply(thread, text)
        elif thread.startswith("t4_"):
            # The id in the answer is no use: it can be a placeholder, which names nothing.
            self._client.reply(thread, text, "answering a private message")
        else:
            self._client.compose(letter.to, letter.subject[:LONGEST_SUBJECT] or "Wizard Duels", text)

    def _letter(self, name: str, since: datetime | None) -> Ref | None:
        text = self._bearer(name, since)
        if text is None:
            return None
        count = parts_of(name, set(text.names))
        complete = all(self._bearer(part_name(name, number, count)) for number in range(2, count + 1))
        return text.ref if complete else None

    def _bearer(self, name: str, since: datetime | None = None) -> ListedText | None:
        return self._sent.find(name, since) or (self._modmail.find(name, since) if self._modmail else None)

    def _own_letters(self) -> Iterator[ListedText]:
        with self._client.calling("looking for our private messages"):
            for item in self._client.praw.inbox.sent(limit=None):
                ref = Ref(item.fullname, f"{self._client.base}/message/messages/{item.id}")
                yield ListedText(ref, "", frozenset(references(item.body or "")))


def _flat(listing: Iterable[Any]) -> Iterator[Any]:
    for item in listing:
        yield item
        if isinstance(item, PrivateMessage):
            yield from item.replies


def _received(item: Any) -> datetime:
    return datetime.fromtimestamp(item.created_utc, UTC)
