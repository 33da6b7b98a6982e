"""A small Reddit on 127.0.0.1, for PRAW as it is: its answers have the shapes of recorded ones, its faults are ordered.

with Emulator() as reddit:
    reddit.world.message("bob_the_wizard_", "CAST Burn 3")
    reddit.fail("lost", "POST /api/comment")
    site = RedditSite(LOGIN, SUBREDDIT, tmp_path / "seen.db", reddit.world.clock, **reddit.way())
"""

from reddit_emulator.server import ACCOUNT, LOGIN, SUBREDDIT, Emulator
from reddit_emulator.world import ApiError, World

__all__ = ["ACCOUNT", "LOGIN", "SUBREDDIT", "ApiError", "Emulator", "World"]
