"""Mail to the moderators of the subreddit, which players may use as they use private messages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from pbp.adapters.reddit.client import RedditClient
from pbp.adapters.reddit.listing import PAGE, ListedText, TextIndex
from pbp.adapters.reddit.seen import SeenMessages
from pbp.adapters.reddit.texts import references, written
from pbp.ports import Message, Ref

PREFIX = "modmail/"


class Modmail:
    """Conversations between players and the moderators, of whom our account is one.

    Every moderator of the subreddit can read them. Only words of the player whom the conversation is with count:
    an answer to anyone else would be shown to that player.
    """

    def __init__(self, client: RedditClient, seen: SeenMessages):
        self._client = client
        self._seen = seen
        self._sent = TextIndex(client.clock, self._own_letters)
        self._read_at: dict[str, str] = {}

    def waiting(self) -> list[Message]:
        """The players' messages not yet done."""
        found: dict[str, Message] = {}
        with self._client.calling("reading the moderators' mail"):
            for conversation in self._conversations():
                # A listing names the last message alone, so whether all are done is kept by the time of the last.
                whole = f"{PREFIX}{conversation.id}@{conversation.last_updated}"
                if whole not in self._seen:
                    waiting = self._players(conversation)
                    found |= {message.id: message for message in waiting}
                    if not waiting:
                        self._seen.add(whole)
        return list(found.values())

    def reply(self, thread: str, text: str) -> None:
        """Answers in a conversation."""
        with self._client.calling("answering the moderators' mail"):
            self._client.subreddit.modmail(thread.removeprefix(PREFIX)).reply(body=text)

    def find(self, name: str, since: datetime | None = None) -> ListedText | None:
        """Our own answer that bears a short key."""
        return self._sent.find(name, since)

    def _conversations(self) -> Iterable[Any]:
        """The hundred that were last written in. By itself PRAW would ask for more, though there are none."""
        asked: dict[str, str | int] = {
            "entity": str(self._client.subreddit),
            "limit": PAGE,
            "sort": "recent",
            "state": "all",
        }
        listing: Any = self._client.praw.get("api/mod/conversations/", params=asked)
        return [
            conversation
            for conversation in listing.conversations
            if not conversation.is_internal and _moment(conversation.last_updated) >= self._seen.began
        ]

    def _messages(self, conversation: Any) -> list[Any]:
        whole = self._client.subreddit.modmail(conversation.id)
        return [message for message in whole.messages if not message.is_internal]

    def _players(self, conversation: Any) -> list[Message]:
        player = getattr(conversation.participant, "name", None)
        said = [(message, number) for number, message in enumerate(self._messages(conversation))]
        theirs = [(message, number) for message, number in said if player and _author(message) == player]
        messages = [self._message(conversation, message, "re: " if number else "") for message, number in theirs]
        return [one for one in messages if one.received >= self._seen.began and one.id not in self._seen]

    def _message(self, conversation: Any, message: Any, answer: str) -> Message:
        return Message(
            id=_id(conversation, message.id),
            sender=_author(message),
            received=_moment(message.date),
            text=written(message.body_markdown or ""),
            subject=answer + written(conversation.subject or ""),
            thread=f"{PREFIX}{conversation.id}",
        )

    def _own_letters(self) -> Iterable[ListedText]:
        with self._client.calling("looking for our answers to the moderators' mail"):
            for conversation in self._conversations():
                if self._read_at.get(conversation.id) == conversation.last_updated:
                    continue
                for message in self._messages(conversation):
                    if self._client.is_me(_author(message)):
                        ref = Ref(_id(conversation, message.id), f"https://mod.reddit.com/mail/perma/{conversation.id}")
                        yield ListedText(ref, "", frozenset(references(message.body_markdown or "")))
                self._read_at[conversation.id] = conversation.last_updated


def _id(conversation: Any, message: str) -> str:
    return f"{PREFIX}{conversation.id}_{message}"


def _author(message: Any) -> str:
    return str(getattr(message.author, "name", ""))


def _moment(said: str) -> datetime:
    return datetime.fromisoformat(said).astimezone(UTC)
