"""A service on an emulated Reddit that has nothing but a ruleset: blog, wiki and letters."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

from reddit_emulator import Emulator

from pbp.app import App
from service.life import NAMES, Life, Tick
from service.on_reddit import account
from service.world import SPELLS

REDDIT = """
[wiki]
adapter = "reddit"
[blog]
adapter = "reddit"
[letters]
channels = ["reddit"]
[site]
enabled = false
"""
_MESSAGES = ("GET /message/sent", "GET /api/mod/conversations", "POST /api/compose", "POST /api/read_message")


def on_reddit(reddit: Emulator, folder: Path, every: timedelta, *, anew: bool) -> Life:
    """Players write private messages; letters to them, and the looks for those, are told by `is_letter`."""
    reddit.world.edit("ruleset", SPELLS, "Moderator")

    def calls() -> list[tuple[str, str]]:
        seen = [
            (f"{request} {form.get('thing_id', '')}".strip(), f"{request} {form}")
            for request, form in zip(reddit.requests, reddit.forms, strict=True)
        ]
        reddit.requests.clear()
        reddit.forms.clear()
        return seen

    def write(app: App, name: str, words: str) -> None:
        reddit.world.message(name, words)

    addresses = {name: {"reddit": name} for name in NAMES}
    life = Life(folder, REDDIT + account(reddit), every, anew, calls, write, addresses)
    reddit.world.clock = lambda: life.now
    return life


_KINDS = {
    r"POST /api/submit|POST /api/comment t3_|POST /r/\w+/api/wiki/edit": "writes of posts, comments and pages",
    r"GET /r/\w+/wiki/(?!revisions)": "looks for a page before it is made",
    r"GET /r/\w+/wiki/revisions/": "looks at a page after it was written",
    r"GET /message/|GET /r/\w+/wiki/revisions$|GET /user/\w+/overview": "listings of inbox, changes and our texts",
}


def closing_told(life: Life) -> str:
    """What the requests of the tick that closes the second duel are, in words; without letters."""
    (tick,) = [tick for tick in life.second if "resolved" in tick.news]
    calls = [call for call in tick.calls if not is_letter(tick, call)]
    kinds = Counter(next(name for pattern, name in _KINDS.items() if re.match(pattern, call)) for call in calls)
    assert kinds.total() == len(calls)
    return ", ".join(f"{number} {name}" for name, number in kinds.items())


def is_letter(tick: Tick, call: str) -> bool:
    """Whether a request is a letter to a player, or a look for one."""
    if "published" not in tick.news and call.endswith("/overview"):
        return True  # a letter can be an answer under a comment
    return call.startswith(_MESSAGES) or call.startswith("POST /api/comment t4_")
