"""The blog of the embedded site: posts, and comments by the service and by people."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbp.adapters.local import found
from pbp.adapters.local.file import SiteFile, moment
from pbp.adapters.local.wiki import clean_text
from pbp.errors import SiteRefused
from pbp.parsing import plain
from pbp.ports import Ref

LONGEST_REMARK = 20_000


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment; `body` is HTML of our own making if `ours`, else a person's plain text."""

    id: str
    post: str
    author: str
    at: datetime
    body: str
    ours: bool


@dataclass(frozen=True, slots=True)
class PostView:
    """A post as readers see it: `body` is HTML of our own making."""

    id: str
    title: str
    author: str
    at: datetime
    body: str
    comments: int


class LocalBlog:
    """Posts and comments in HTML; a key is taken once, and every further sending of it is counted and dropped."""

    name = "local"
    markup = "html"
    lag = timedelta(0)
    late = timedelta(0)

    def __init__(self, file: SiteFile, account: str):
        self._file = file
        self.account = account

    def find(self, key: str, on: Ref | None = None, since: datetime | None = None) -> Ref | None:
        """The post (or, with `on`, the comment on that post) that was published under this key."""
        with self._file.reading() as db:
            if on is None:
                row = db.execute("SELECT id FROM posts WHERE key = ?", (key,)).fetchone()
                return self._post_ref(row["id"]) if row else None
            row = db.execute("SELECT id, post FROM comments WHERE key = ? AND post = ?", (key, on.id)).fetchone()
        return self._comment_ref(row) if row else None

    def post(self, key: str, title: str, body: str) -> Ref:
        """Publishes a story post, once for each key."""
        with self._file.writing() as db:
            row = db.execute(
                "INSERT INTO posts (key, title, body, author, at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (key) DO UPDATE SET repeats = repeats + 1 RETURNING id, title, body",
                (key, clean_text(title), clean_text(body), self.account, self._file.now()),
            ).fetchone()
            found.put(db, found.POST, str(row["id"]), row["title"], plain.of_html(row["body"]))
        return self._post_ref(row["id"])

    def comment(self, key: str, on: Ref, body: str) -> Ref:
        """Publishes a comment on a post, once for each key. Raises SiteRefused if there is no such post."""
        with self._file.writing() as db:
            _must_exist(db, on.id)
            row = db.execute(
                "INSERT INTO comments (key, post, body, author, ours, at) VALUES (?, ?, ?, ?, 1, ?)"
                " ON CONFLICT (key) DO UPDATE SET repeats = repeats + 1 RETURNING id, post, body",
                (key, on.id, clean_text(body), self.account, self._file.now()),
            ).fetchone()
            found.put_comment(db, row["id"], self.account, row["body"], ours=True)
        return self._comment_ref(row)

    def copies(self, key: str, on: Ref | None = None) -> list[Ref]:
        """What `find` finds: a key is taken once."""
        there = self.find(key, on)
        return [there] if there else []

    def take_back(self, copy: Ref, on: Ref | None = None) -> None:
        """Deletes a post, or a comment, of ours. Raises SiteRefused if people have commented on the post."""
        with self._file.writing() as db:
            if on is not None:
                if db.execute("DELETE FROM comments WHERE id = ? AND ours = 1", (copy.id,)).rowcount:
                    found.drop(db, found.COMMENT, copy.id)
            elif db.execute("SELECT 1 FROM comments WHERE post = ?", (copy.id,)).fetchone():
                raise SiteRefused(f"somebody has written under {copy.url}")
            else:
                db.execute("DELETE FROM posts WHERE id = ?", (copy.id,))
                found.drop(db, found.POST, copy.id)

    def hidden(self, posts: Sequence[Ref], comments: Sequence[Ref]) -> dict[Ref, str]:
        """Those that were deleted."""
        with self._file.reading() as db:
            there = {str(row["id"]) for row in db.execute("SELECT id FROM posts")}
            told = {str(row["id"]) for row in db.execute("SELECT id FROM comments")}
        gone = [ref for ref in posts if ref.id not in there] + [ref for ref in comments if ref.id not in told]
        return dict.fromkeys(gone, "was deleted")

    def remark(self, post: str, author: str, text: str) -> Ref:
        """Publishes a person's comment, in plain text. Raises SiteRefused."""
        text = clean_text(text).strip()
        if not text or len(text) > LONGEST_REMARK:
            raise SiteRefused(f"a comment has 1 to {LONGEST_REMARK:,} characters")
        with self._file.writing() as db:
            _must_exist(db, post)
            row = db.execute(
                "INSERT INTO comments (post, body, author, ours, at) VALUES (?, ?, ?, 0, ?) RETURNING id, post",
                (post, text, author, self._file.now()),
            ).fetchone()
            found.put_comment(db, row["id"], author, text, ours=False)
        return self._comment_ref(row)

    def posts(self, limit: int = 20, before: str | None = None) -> list[PostView]:
        """Posts, newest first; with `before`, those older than that post."""
        return self._posts("WHERE id < ? ORDER BY id DESC LIMIT ?", (before or 1 << 62, limit))

    def view(self, id: str) -> tuple[PostView, list[Remark]] | None:
        """One post with its comments, oldest first."""
        posts = self._posts("WHERE id = ?", (id,))
        return (posts[0], self._remarks("WHERE post = ? ORDER BY id", (id,))) if posts else None

    def comments(self, limit: int = 20) -> list[Remark]:
        """The newest comments on all posts, newest first."""
        return self._remarks("ORDER BY id DESC LIMIT ?", (limit,))

    def remarks(self, ids: Sequence[str]) -> dict[str, Remark]:
        """These comments, by id."""
        marks = ", ".join("?" * len(ids))
        return {remark.id: remark for remark in self._remarks(f"WHERE id IN ({marks})", tuple(ids))}

    def titles(self, ids: Collection[str]) -> dict[str, str]:
        """What these posts are called, by id."""
        marks = ", ".join("?" * len(ids))
        with self._file.reading() as db:
            rows = db.execute(f"SELECT id, title FROM posts WHERE id IN ({marks})", tuple(ids)).fetchall()  # noqa: S608
        return {str(row["id"]): row["title"] for row in rows}

    def comment_url(self, remark: Remark) -> str:
        """The address of a comment, which never changes."""
        return f"{self._file.base}/blog/{remark.post}#comment-{remark.id}"

    def _posts(self, clause: str, values: tuple[object, ...]) -> list[PostView]:
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT *, (SELECT count(*) FROM comments WHERE post = posts.id) AS comments"  # noqa: S608
                f" FROM posts {clause}",
                values,
            ).fetchall()
        return [
            PostView(str(row["id"]), row["title"], row["author"], moment(row["at"]), row["body"], row["comments"])
            for row in rows
        ]

    def _remarks(self, clause: str, values: tuple[object, ...]) -> list[Remark]:
        with self._file.reading() as db:
            rows = db.execute(f"SELECT * FROM comments {clause}", values).fetchall()  # noqa: S608
        return [
            Remark(str(row["id"]), str(row["post"]), row["author"], moment(row["at"]), row["body"], bool(row["ours"]))
            for row in rows
        ]

    def _post_ref(self, id: int) -> Ref:
        return Ref(str(id), f"{self._file.base}/blog/{id}")

    def _comment_ref(self, row: sqlite3.Row) -> Ref:
        return Ref(str(row["id"]), f"{self._file.base}/blog/{row['post']}#comment-{row['id']}")


def _must_exist(db: sqlite3.Connection, post: str) -> None:
    if db.execute("SELECT 1 FROM posts WHERE id = ?", (post,)).fetchone() is None:
        raise SiteRefused(f"no post {post}")
