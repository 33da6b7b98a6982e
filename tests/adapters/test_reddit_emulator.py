"""The emulator answers as Reddit did when it was recorded, and PRAW as it is can use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import praw
import pytest
import requests
from adapters.reddit_case import BOB
from reddit_emulator import ACCOUNT, LOGIN, SUBREDDIT
from reddit_emulator.shapes import RECORDED

from pbp.clock import system_clock


@pytest.fixture
def peopled(reddit):
    """A Reddit with one of everything."""
    world = reddit.world
    post = world.submit(ACCOUNT, "Wizard Duel 7", "Battle time")
    comment = world.remark(BOB, "HELP", post.name)
    world.remark("Alice", f"u/{ACCOUNT} RULES", comment.name)
    world.reply(ACCOUNT, comment.name, "Here")
    note = world.message(BOB, "CAST Greed")
    world.reply_privately(ACCOUNT, note.name, "Understood")
    world.message(None, "from Reddit itself")
    world.edit("ruleset", "Greed", "Alice")
    world.mail(BOB, "STATUS")
    return reddit


def _ask(reddit, method: str, path: str, **form: str) -> Any:
    headers = {"Authorization": f"bearer {_token(reddit)['access_token']}"}
    answer = requests.request(method, f"{reddit.url}/{path}?raw_json=1", data=form, headers=headers, timeout=5)
    assert answer.status_code == 200
    return answer.json()


def _token(reddit) -> Any:
    form = {"grant_type": "password", "username": ACCOUNT, "password": LOGIN.password}
    auth = (LOGIN.client_id, LOGIN.client_secret)
    return requests.post(f"{reddit.url}/api/v1/access_token", data=form, auth=auth, timeout=5).json()


def _things(answer: Any, kind: str) -> Iterator[Mapping[str, Any]]:
    """Every thing of a kind in an answer, however deep."""
    if isinstance(answer, dict):
        if answer.get("kind") == kind:
            yield answer["data"]
        for value in answer.values():
            yield from _things(value, kind)
    elif isinstance(answer, list):
        for value in answer:
            yield from _things(value, kind)


def _type(value: Any) -> str:
    names = {type(None): "null", bool: "bool", int: "number", float: "number", str: "string", list: "list"}
    return names.get(type(value), "object")


def _check(data: Mapping[str, Any], recorded: str) -> None:
    keys = RECORDED[recorded]["keys"]
    assert set(data) == set(keys), recorded
    for key, types in keys.items():
        assert _type(data[key]) in types.split(), f"{recorded}: {key}"


@pytest.mark.parametrize(
    ("path", "kind", "recorded"),
    [
        ("message/inbox/", "t4", "t4"),
        ("message/inbox/", "t1", "t1 inbox"),
        ("message/inbox/", "Listing", "listing"),
        ("message/unread/", "t4", "t4"),
        ("message/mentions", "t1", "t1 inbox"),
        ("message/messages/", "t4", "t4"),
        ("message/sent/", "t4", "t4"),
        (f"user/{ACCOUNT}/submitted", "t3", "t3 user"),
        (f"user/{ACCOUNT}/comments", "t1", "t1 user"),
        (f"r/{SUBREDDIT}/wiki/ruleset", "wikipage", "wiki page"),
    ],
)
def test_a_listing_has_the_shape_of_recorded_ones(path, kind, recorded, peopled):
    found = list(_things(_ask(peopled, "GET", path), kind))
    assert found
    for data in found:
        _check(data, recorded)


def test_a_thread_has_the_shape_of_recorded_ones(peopled):
    answer = _ask(peopled, "GET", f"comments/{peopled.world.posts[0].id}/")
    for kind, recorded in (("t3", "t3 thread"), ("t1", "t1 thread"), ("Listing", "listing")):
        found = list(_things(answer, kind))
        assert found
        for data in found:
            _check(data, recorded)


def test_other_answers_have_the_shape_of_recorded_ones(peopled):
    _check(_token(peopled), "token")
    _check(_ask(peopled, "GET", "api/v1/me"), "me")
    _check(_ask(peopled, "GET", f"r/{SUBREDDIT}/about/")["data"], "subreddit")
    _check(_ask(peopled, "POST", "api/submit/", sr=SUBREDDIT, title="t", text="x")["json"]["data"], "submit")
    for revision in _ask(peopled, "GET", f"r/{SUBREDDIT}/wiki/revisions/ruleset")["data"]["children"]:
        _check(revision, "wiki revision")
    mail = _ask(peopled, "GET", "api/mod/conversations/")
    for conversation in mail["conversations"].values():
        _check(conversation, "modmail conversation")
    for message in mail["messages"].values():
        _check(message, "modmail message")
    _check(_ask(peopled, "GET", f"api/mod/conversations/{peopled.world.conversations[0].id}"), "modmail whole")
    assert _ask(peopled, "POST", "api/compose/", to=BOB, subject="s", text="x") == {"json": {"errors": []}}
    assert _ask(peopled, "POST", f"r/{SUBREDDIT}/api/wiki/edit", page="new", content="x") == {}


def test_an_answer_to_a_private_message_is_shown_under_a_name_that_names_nothing(peopled):
    note = peopled.world.notes[0]
    answer = _ask(peopled, "POST", "api/comment/", thing_id=note.name, text="again")
    (data,) = _things(answer, "t4")
    assert (data["name"], data["dest"]) == ("t4_zzzzzzzzzzzz", ACCOUNT)
    assert peopled.world.notes[-1].name != data["name"]


def test_praw_as_it_is_uses_the_emulator(peopled):
    reddit = praw.Reddit(
        client_id=LOGIN.client_id,
        client_secret=LOGIN.client_secret,
        username=ACCOUNT,
        password=LOGIN.password,
        user_agent="a test of the emulator",
        check_for_updates=False,
        **peopled.way()["urls"],
    )
    assert reddit.user.me().name == ACCOUNT
    post: Any = reddit.subreddit(SUBREDDIT).submit(title="Wizard Duel 8", selftext="Soon")
    assert post.selftext == "Soon"
    assert post.reply("first").parent().id == post.id
    assert [item.author and item.author.name for item in reddit.inbox.all()] == [None, BOB, "Alice", BOB]
    comments: Any = reddit.submission(post.id).comments
    assert [comment.body for comment in comments] == ["first"]
    page = reddit.subreddit(SUBREDDIT).wiki["ruleset"]
    page.edit(content="Burn", reason="a change")
    assert next(iter(page.revisions()))["page"].content_md == "Burn"
    conversation = next(iter(reddit.subreddit(SUBREDDIT).modmail.conversations()))
    assert conversation.reply(body="an answer").body_markdown == "an answer"


def test_a_listing_gives_a_hundred_at_once_and_a_thousand_in_all(reddit):
    for number in range(1010):
        reddit.world.message(BOB, f"{number}")
    assert len(_ask(reddit, "GET", "message/inbox/")["data"]["children"]) == 100


def test_new_things_are_missing_from_listings_for_the_lag(reddit):
    now = system_clock()
    reddit.world.clock = lambda: now
    reddit.world.lag = timedelta(seconds=5)
    reddit.world.message(BOB, "CAST Greed")
    assert _ask(reddit, "GET", "message/inbox/")["data"]["children"] == []
    now += timedelta(seconds=5)
    assert len(_ask(reddit, "GET", "message/inbox/")["data"]["children"]) == 1
