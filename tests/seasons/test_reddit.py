"""A season on Reddit alone: blog, wiki and letters."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from reddit_emulator import ACCOUNT, LOGIN, SUBREDDIT, Emulator
from reddit_emulator.world import Comment, Post, World

from pbp.adapters.reddit.texts import names, references, short
from pbp.adapters.reddit.wiki import page_name
from seasons.people import MARKDOWN, SEEDS, People
from seasons.season import SHARE, Season, each_differs

ACCOUNTS = {"Alice": "alice_the_wise_", "Bob": "__Bob__", "Carol": "Carol-99"}
RULESET = """# The game

##Spells

### [Greed](#greed)

* **Inputs:** None
* **Effect:** If no other Wizard cast the Greed spell this Duel, gain 5 stars

Name|Inputs|Effect
:--|:--|:--
Gain|None|Gain DICE4 stars

### Burn
**Inputs:** A numerical position in the Wizard Ring\x20\x20
**Effect:** The wizard in the targeted position loses 3 stars. Their neighbors lose 1 star
"""
"""The spells as people of a subreddit write them."""
LISTING_LAG = timedelta(seconds=30)
SETTINGS = """
[wiki]
adapter = "reddit"
[blog]
adapter = "reddit"
[letters]
channels = ["reddit"]
[site]
enabled = false
[reddit]
subreddit = "{subreddit}"
account = "{account}"
client_id = "{client_id}"
client_secret = "env:REDDIT_SECRET"
password = "file:reddit.password"
modmail = true
urls = ["{url}", "{url}"]
"""


class Hands:
    """What people do on a subreddit."""

    def __init__(self, world: World):
        self._world = world

    def read(self, title: str) -> str | None:
        revisions = self._world.pages.get(page_name(title))
        return revisions[-1].text if revisions else None

    def edit(self, title: str, text: str) -> None:
        self._world.edit(page_name(title), text, "Moderator")

    def remark(self, post: str, words: str) -> None:
        self._world.remark(ACCOUNTS["Bob"], words, post)

    def remarks(self) -> str:
        return "\n".join(one.body for one in self._world.comments if one.author != ACCOUNT)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_on_reddit_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property, seed: int | None
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("REDDIT_SECRET", LOGIN.client_secret)
    (tmp_path / "reddit.password").write_text(f"{LOGIN.password}\n")
    with Emulator() as reddit:
        settings = SETTINGS.format(subreddit=SUBREDDIT, account=ACCOUNT, client_id=LOGIN.client_id, url=reddit.url)
        people = People(seed, [*ACCOUNTS], Hands(reddit.world), MARKDOWN) if seed else None
        season = Season(settings, tmp_path, {name: {"reddit": account} for name, account in ACCOUNTS.items()}, people)
        reddit.world.clock, reddit.world.lag = season.clock, LISTING_LAG
        reddit.world.edit("ruleset", RULESET, "Moderator")
        reddit.lose_answers(SHARE)

        def write(name: str, words: str) -> None:
            reddit.world.message(ACCOUNTS[name], words)
            reddit.world.remark(ACCOUNTS["Bob"], "good luck to all", reddit.world.posts[-1].name)
            if name == "Carol":
                reddit.world.remark(ACCOUNTS["Carol"], words, reddit.world.posts[-1].name)

        if people:
            reddit.before = people.before
        season.play(write)
        if people:
            season.check_people()
        record_property("figure", all_is_there_once(season, reddit) + (f"; {people.told()}" if people else ""))
        season.app.store.close()


def in_answer(comments: list[Comment]) -> list[Comment]:
    """The public answers to people's comments."""
    return [comment for comment in comments if "Orders are taken privately" in comment.body]


def all_is_there_once(season: Season, reddit: Emulator) -> str:
    """Counts what stands on Reddit by our hand."""
    world = reddit.world
    posts = [post for post in world.posts if post.author == ACCOUNT]
    comments = [comment for comment in world.comments if comment.author == ACCOUNT]
    notes = [note for note in world.notes if note.author == ACCOUNT]
    texts: list[Post | Comment] = [*posts, *comments]
    marks = Counter(name for text in texts for name in names(text.body))
    marks += Counter(name for note in notes for name in references(note.body))
    assert set(marks.values()) == {1}
    bodies = [*(post.body for post in posts), *(comment.body for comment in in_answer(comments))]
    forms = [re.search(r"/message/compose/\?to=(\w+)&subject=", body) for body in bodies]
    assert all(found and found[1] == ACCOUNT for found in forms), "each can be answered by a message, filled in"
    assert in_answer(comments), "an order in a comment is told where it belongs"
    assert not any("Greed" in text.body or "Burn" in text.body for text in in_answer(comments))
    in_public = {*season.sent("post"), *season.sent("comment")}
    assert in_public <= marks.keys()
    letters = season.sent("letter")
    # A letter is a private message, or the answer under a comment.
    assert all(marks[key] + marks[short(key)] == 1 for key in letters)
    whole = {re.sub(r"\.\d+of\d+$", "", name) for name in marks}
    assert whole <= in_public | {*letters} | {short(key) for key in letters}, "nothing else was written"
    assert world.pages["wizard_duel_spell_list_1"][0].text.startswith("### [Greed](#greed)\n\n* **Inputs:** None\n")
    ours = [[one.text for one in page if one.author == ACCOUNT] for page in world.pages.values()]
    assert all(map(each_differs, ours))
    writes = reddit.count("POST") - reddit.count("POST /api/v1")
    return (
        f"a season of three duels on Reddit, two thirds of all answers to writes lost: {len(posts)} posts, "
        f"{len(comments)} comments, {sum(map(len, ours))} page edits and {len(notes)} letters, each exactly once; "
        f"no order lost; {writes} writes, {reddit.count('GET')} reads"
    )
