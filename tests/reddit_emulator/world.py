"""What is on the emulated Reddit: a subreddit with posts, comments and wiki, inboxes, mail to the moderators."""

from __future__ import annotations

import copy
import difflib
import itertools
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class ApiError(Exception):
    """A refusal in Reddit's own form: an answer 200 with errors, or another status with a reason."""

    def __init__(self, code: str, message: str = "", field: str = "", status: int = 200):
        self.code, self.message, self.field, self.status = code, message or code.lower(), field, status


@dataclass
class Post:
    id: str
    author: str
    title: str
    body: str
    at: datetime
    locked: bool = False
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = f"t3_{self.id}"


@dataclass
class Comment:
    id: str
    author: str | None
    body: str
    at: datetime
    post: Post
    parent: str
    new: bool = True
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = f"t1_{self.id}"


@dataclass
class Note:
    """A private message; `root` is the id of the first of its thread."""

    id: str
    author: str | None
    to: str
    subject: str
    body: str
    at: datetime
    root: str
    new: bool = True
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = f"t4_{self.id}"


@dataclass
class Revision:
    id: str
    text: str
    author: str
    reason: str
    at: datetime


@dataclass
class Mail:
    id: str
    author: str
    body: str
    at: datetime
    internal: bool = False


@dataclass
class Conversation:
    id: str
    subject: str
    player: str
    mails: list[Mail] = field(default_factory=list)


T = TypeVar("T", bound="Post | Comment | Note")


class World:
    """All that the emulated Reddit holds; tests change it as people do, the server as our account does.

    `lag` is how long a new thing is missing from every listing. `reads_by_itself` marks each new message as read;
    `bare_inbox` leaves private messages out of the inbox; `blocks` are accounts that take no messages from us;
    `role` is our account's in the subreddit: moderator, approved or none. `removed` are the full names of posts and
    comments that only their authors see any more, each with who did it: reddit (its spam filter), automod_filtered or
    moderator; `catches_posts` and `catches_comments` are the same for all that our account makes from now on, or empty.
    `deleted` are accounts that are gone; `closed_pages` pages that nobody but moderators of more rank may read;
    `has_wiki` says whether the wiki is switched on. Between two posts or comments of ours there must be `pause`.
    """

    def __init__(self, account: str, subreddit: str, clock: Callable[[], datetime]):
        self.account, self.subreddit, self.clock = account, subreddit, clock
        self.posts: list[Post] = []
        self.comments: list[Comment] = []
        self.notes: list[Note] = []
        self.pages: dict[str, list[Revision]] = {}
        self.changes: list[str] = []  # the revisions of all pages, in order
        self.conversations: list[Conversation] = []
        self.lag = timedelta(0)
        self.reads_by_itself = False
        self.bare_inbox = False
        self.kind = "public"
        self.role = "moderator"
        self.banned = False
        self.blocks: set[str] = set()
        self.protected: set[str] = set()
        self.deleted: set[str] = set()
        self.removed: dict[str, str] = {}
        self.catches_posts = ""
        self.catches_comments = ""
        self.closed_pages: set[str] = set()
        self.has_wiki = True
        self.pause = timedelta(0)
        self._wrote: datetime | None = None
        self._ids = 36**6

    def kept(self) -> Callable[[], None]:
        """Keeps all that is here now; what it gives puts it back to that, as often as it is called."""
        kept = copy.deepcopy({name: value for name, value in vars(self).items() if name != "clock"})
        return lambda: vars(self).update(copy.deepcopy(kept))

    # What people do

    def message(self, sender: str | None, text: str, subject: str = "Wizard Duels", root: str = "") -> Note:
        """A private message to our account; None is Reddit itself."""
        return self._note(sender, self.account, subject, text, root)

    def remark(self, author: str | None, text: str, on: str) -> Comment:
        """A comment on a post or comment, named by its full name."""
        return self.reply(author, on, text)

    def mail(self, player: str, text: str, subject: str = "Wizard Duels", author: str = "") -> Conversation:
        """Mail to the moderators by a player, or in the same conversation by another (a moderator)."""
        found = [one for one in self.conversations if (one.player, one.subject) == (player, subject)]
        conversation = found[0] if found else Conversation(self._id(), subject, player)
        if not found:
            self.conversations.append(conversation)
        conversation.mails.append(Mail(self._id(), author or player, text, self.clock()))
        return conversation

    def edit(self, page: str, text: str, author: str) -> None:
        """Replaces a wiki page on its newest revision."""
        self.write_page(author, page, text, "by hand", None)

    # What the account may do

    def submit(self, author: str, title: str, text: str) -> Post:
        self._may_write(author)
        if len(title) > 300 or len(text) > 40_000:
            raise ApiError("TOO_LONG", "this is too long", "text")
        post = Post(self._id(), author, title, text, self.clock())
        self.posts.append(post)
        self._note_written(post, self.catches_posts)
        return post

    def reply(self, author: str | None, on: str, text: str) -> Comment:
        self._may_write(author)
        _must_fit(text)
        parent = self.find(on)
        if not isinstance(parent, (Post, Comment)):
            raise ApiError("DELETED_COMMENT", "that comment has been deleted", "parent")
        post = parent if isinstance(parent, Post) else parent.post
        if post.locked:
            raise ApiError("THREAD_LOCKED", "Comments are locked.", "parent")
        comment = Comment(self._id(), author, text, self.clock(), post, on, new=not self.reads_by_itself)
        self.comments.append(comment)
        self._note_written(comment, self.catches_comments)
        return comment

    def delete(self, author: str, name: str) -> None:
        """As Reddit does it: another's thing is left alone without a word; of a post the comments stay."""
        self.posts = [one for one in self.posts if (one.name, one.author) != (name, author)]
        self.comments = [one for one in self.comments if (one.name, one.author) != (name, author)]

    def reply_privately(self, author: str, on: str, text: str) -> Note:
        _must_fit(text)
        first = self.find(on)
        if not isinstance(first, Note):
            raise ApiError("DELETED_COMMENT", "that comment has been deleted", "parent")
        to = first.to if first.author == author else first.author
        self._may_reach(to)
        # As recorded: no "re:" before the subject, and no parent.
        return self._note(author, str(to), first.subject, text, first.root)

    def compose(self, author: str, to: str, subject: str, text: str) -> Note:
        _must_fit(text)
        if not subject or len(subject) > 100:
            raise ApiError("TOO_LONG" if subject else "NO_SUBJECT", "", "subject")
        self._may_reach(to)
        return self._note(author, to, subject, text, "")

    def write_page(self, author: str, page: str, text: str, reason: str, previous: str | None) -> None:
        """As Reddit does it: an edit on an older revision is merged, if that can be done, and a conflict if not."""
        if not re.fullmatch(r"[a-z0-9_/-]{1,128}", page):
            raise ApiError("INVALID_PAGE_NAME", status=400)
        if author == self.account:
            self.may_read(page)
        if author == self.account and (page in self.protected or self.banned):
            raise ApiError("RESTRICTED_PAGE", status=403)
        if len(text.encode()) > 524_288:
            raise ApiError("CONTENT_LENGTH_ERROR", status=403)
        revisions = self.pages.setdefault(page, [])
        newest = revisions[-1] if revisions else None
        if newest and previous and previous != newest.id:
            base = next((one.text for one in revisions if one.id == previous), "")
            merged = _merged(base, newest.text, text)
            if merged is None:
                raise ApiError("EDIT_CONFLICT", status=409)
            text = merged
        if newest is None or newest.text != text:
            revisions.append(Revision(str(uuid.uuid4()), text, author, reason, self.clock()))
            self.changes.append(revisions[-1].id)

    def may_read(self, page: str = "") -> None:
        """Raises ApiError where our account may not read a wiki page, or the wiki at all."""
        if not self.has_wiki:
            raise ApiError("WIKI_DISABLED", status=403)
        if page in self.closed_pages:
            raise ApiError("MOD_REQUIRED", status=403)

    def answer_mail(self, author: str, id: str, text: str) -> Conversation:
        _must_fit(text)
        conversation = self.conversation(id)
        conversation.mails.append(Mail(self._id(), author, text, self.clock()))
        return conversation

    # What anybody can look at

    def find(self, name: str) -> Post | Comment | Note | None:
        known: list[Post | Comment | Note] = [*self.posts, *self.comments, *self.notes]
        return next((one for one in known if one.name == name), None)

    def conversation(self, id: str) -> Conversation:
        found = [one for one in self.conversations if one.id == id]
        if not found:
            raise ApiError("CONVERSATION_NOT_FOUND", status=404)
        return found[0]

    def shown(self, things: Iterable[T]) -> list[T]:
        """What listings show by now, newest first."""
        return [one for one in reversed(list(things)) if self.clock() - one.at >= self.lag]

    def inbox(self, name: str) -> Iterator[Comment | Note]:
        """What was written to an account: private messages, replies to its texts, mentions of it."""
        yield from (note for note in self.notes if note.to == name)
        for comment in self.comments:
            if comment.author != name and self.why(comment, name):
                yield comment

    def why(self, comment: Comment, name: str) -> str:
        """Why a comment is in an account's inbox, as Reddit names it; empty if it is not."""
        parent = self.find(comment.parent)
        if parent and parent.author == name:
            return "post_reply" if isinstance(parent, Post) else "comment_reply"
        return "username_mention" if re.search(rf"\bu/{name}\b", comment.body, re.I) else ""

    def letters(self, player: str) -> list[str]:
        """The texts of what our account wrote to a player in private messages, oldest first."""
        return [note.body for note in self.notes if (note.author, note.to) == (self.account, player)]

    def _note(self, author: str | None, to: str, subject: str, body: str, root: str) -> Note:
        id = self._id()
        note = Note(id, author, to, subject, body, self.clock(), root or id, new=not self.reads_by_itself)
        self.notes.append(note)
        return note

    def _may_write(self, author: str | None) -> None:
        if author != self.account:
            return
        if self.banned:
            raise ApiError("BANNED_FROM_SUBREDDIT", "you are banned", "sr")
        left = self._wrote + self.pause - self.clock() if self._wrote and self.pause else timedelta(0)
        if left > timedelta(0):
            minutes = -(-int(left.total_seconds()) // 60)
            words = f"Looks like you've been doing that a lot. Take a break for {minutes} minutes before trying again."
            raise ApiError("RATELIMIT", words, "ratelimit")

    def _note_written(self, text: Post | Comment, catches: str) -> None:
        if text.author == self.account:
            self._wrote = self.clock()
            if catches:
                self.removed[text.name] = catches

    def _may_reach(self, to: str | None) -> None:
        if to is None or to in self.deleted:
            raise ApiError("USER_DOESNT_EXIST", "that user doesn't exist", "to")
        if to in self.blocks:
            raise ApiError("NOT_WHITELISTED_BY_USER_MESSAGE", "this user doesn't accept messages", "to")

    def _id(self) -> str:
        number, text = self._ids, ""
        self._ids += 1
        while number:
            number, digit = divmod(number, 36)
            text = DIGITS[digit] + text
        return text


def _must_fit(text: str) -> None:
    if not text.strip():
        raise ApiError("NO_TEXT", "we need something here", "text")
    if len(text) > 10_000:
        raise ApiError("TOO_LONG", "this is too long (max: 10000)", "text")


def _merged(base: str, theirs: str, ours: str) -> str | None:
    """Both changes of a text, line by line, or None where they touch the same lines."""
    lines = base.splitlines(keepends=True)
    changes = []
    for changed in (theirs, ours):
        new = changed.splitlines(keepends=True)
        matcher = difflib.SequenceMatcher(None, lines, new, autojunk=False)
        changes.append([(a, b, new[c:d]) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"])
    for one, other in itertools.product(*changes):
        if one[0] <= other[1] and other[0] <= one[1]:
            return None
    for start, end, new_lines in sorted(itertools.chain(*changes), reverse=True):
        lines[start:end] = new_lines
    return "".join(lines)
