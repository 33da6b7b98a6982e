"""A Battle Master on an emulated Reddit, and how people there see what it writes."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from pathlib import Path

from reddit_emulator import LOGIN, SUBREDDIT, Emulator

from pbp.adapters.reddit import RedditSite
from pbp.clock import Clock
from pbp.ports import Letter

BOB = "bob_the_wizard_"


def site_on(
    reddit: Emulator, folder: Path, *, clock: Clock | None = None, modmail: bool = True, timeout: float = 10
) -> RedditSite:
    """A Battle Master that keeps its files in this folder; a second one of the same folder is a later process.

    Its patience is long, for machines with much to do.
    """
    return RedditSite(
        LOGIN,
        SUBREDDIT,
        folder / "reddit.db",
        clock or reddit.world.clock,
        modmail=modmail,
        timeout=timeout,
        lag=timedelta(0),
        **reddit.way(),
    )


def shown(reddit: Emulator, url: str) -> str:
    """A post with its comments, oldest first."""
    post = next(post for post in reddit.world.posts if f"/comments/{post.id}/" in url)
    comments = [comment for comment in reddit.world.comments if comment.post is post]
    return "\n".join([post.title, post.body, *(comment.body for comment in comments)])


def letters_to(reddit: Emulator, player: str) -> list[Letter]:
    """What reached a player in private messages, as it reads there."""
    sent = [note for note in reddit.world.notes if (note.author, note.to) == (LOGIN.account, player)]
    return [Letter(player, note.subject, as_read(note.body)) for note in sent]


def as_read(markdown: str) -> str:
    """A letter's Markdown as a reader sees it, without the line that bears its key."""
    words = re.sub(r"\n*^ref [0-9a-f.o]+$", "", markdown, flags=re.M)
    return html.unescape(words.replace("  \n", "\n"))
