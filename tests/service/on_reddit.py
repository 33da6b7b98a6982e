"""An emulated Reddit for a world, and the settings with which the world writes there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from reddit_emulator import ACCOUNT, LOGIN, SUBREDDIT, Emulator


@contextmanager
def emulated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    """A running emulator, its passwords in the environment."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("REDDIT_SECRET", LOGIN.client_secret)
    monkeypatch.setenv("REDDIT_PASSWORD", LOGIN.password or "")
    with Emulator() as emulator:
        yield emulator


def account(reddit: Emulator) -> str:
    """The settings of our account there."""
    return f"""
[reddit]
subreddit = "{SUBREDDIT}"
account = "{ACCOUNT}"
client_id = "{LOGIN.client_id}"
client_secret = "env:REDDIT_SECRET"
password = "env:REDDIT_PASSWORD"
urls = ["{reddit.url}", "{reddit.url}"]
"""
