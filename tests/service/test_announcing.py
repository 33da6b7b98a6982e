"""Posts and comments, told on Discord and Matrix too: each once, and after it stands on the blog."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from servers.channels import ROOM, TOKEN, Channels
from servers.proxy import LOST_ANSWER, Fault, Proxy, Request

from pbp.store.states import TextState
from service.contests import begin
from service.world import World

SETTINGS = """[discord]
webhooks = ["env:DISCORD_WEBHOOK"]
[matrix]
server = "{server}"
token = "env:MATRIX_TOKEN"
rooms = ["{room}"]
"""


@pytest.fixture
def way(channels: Channels) -> Iterator[Proxy]:
    proxy = Proxy(channels.url)
    proxy.start()
    yield proxy
    proxy.stop()


@pytest.fixture
def world(make_world: Callable[..., World], way: Proxy, channels: Channels, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("DISCORD_WEBHOOK", channels.webhook.replace(channels.url, way.url))
    monkeypatch.setenv("MATRIX_TOKEN", TOKEN)
    return make_world(SETTINGS.format(server=way.url, room=ROOM))


def on_blog(world: World) -> int:
    return len(world.posts()) + len(world.comments())


def test_every_post_and_comment_is_told_once_in_each_place(world: World, channels: Channels) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    begin(world, "goofspiel", "Alice", "Bob")
    world.tick(minutes=5)
    assert on_blog(world) == len(channels.messages) == len(channels.events) > 4
    said = [message["content"] for message in channels.messages]
    assert sum("Alice gains 5 Stars" in words for words in said) == 1
    assert any(words.startswith("**Wizard Duel 1**") for words in said)
    (opened,) = (post for post in world.site.blog.posts(50) if post.title == "Wizard Duel 1")
    assert any(f"/blog/{opened.id}>" in words for words in said), "it says where it stands"
    assert any("/wiki/Wizard_Duel_Spell_List_1 " in words for words in said), "addresses can be opened"
    assert all("pbp:" not in words for words in said), "no hidden key is shown"
    assert len({event["body"] for event in channels.events}) == len(channels.events)


def test_what_is_not_answered_is_sent_again_on_matrix_and_stands_there_once(
    world: World, channels: Channels, way: Proxy
) -> None:
    def plan(request: Request) -> Fault | None:
        first = [seen.path for seen in way.seen].count(request.path) == 1
        return LOST_ANSWER if request.method == "PUT" and first else None

    way.plan = plan
    for _ in range(12):
        world.tick(minutes=10)
    assert len(channels.events) == on_blog(world)
    assert sum(request.method == "PUT" for request in way.seen) == 2 * len(channels.events), "each was sent twice"


def test_what_discord_does_not_answer_is_never_sent_again_but_by_a_persons_word(
    world: World, channels: Channels, way: Proxy
) -> None:
    way.plan = lambda request: LOST_ANSWER if request.method == "POST" else None
    for _ in range(6):
        world.tick(hours=1)
    assert len(channels.messages) == on_blog(world), "all were taken, and none twice"
    letters = [body for subject, body in world.letters("Master") if subject == "A text could not be sent"]
    assert len(letters) == on_blog(world)
    assert all("it may stand there. Look, and `pbp retry` it only if it does not" in body for body in letters)
    way.plan = lambda request: None
    world.app.carry_out(_retry, world)
    world.tick()
    assert len(channels.messages) == 2 * on_blog(world), "the person's word"
    world.tick(hours=1)
    assert len(channels.messages) == 2 * on_blog(world)


def _retry(desk, tx, world: World) -> None:
    from pbp.service.publish import retry

    retry(desk, tx, None, world.clock())


def test_a_place_that_is_down_holds_nothing_up_and_gets_it_all_in_order(
    world: World, channels: Channels, way: Proxy
) -> None:
    way.plan = lambda request: Fault(status=503)
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    assert world.duel(1).state == "resolved" and channels.events == []
    way.plan = lambda request: None
    for _ in range(4):
        world.tick(hours=1)
    assert len(channels.events) == on_blog(world)


def test_no_order_is_told_before_its_duel_is_resolved(world: World, channels: Channels) -> None:
    world.tick()
    world.say("Alice", "CAST Burn Bob")
    world.tick(hours=30)
    assert not any("Burn Bob" in repr(told) or "Alice casts" in repr(told) for told in channels.messages)


def test_a_place_that_was_taken_out_of_the_settings_gets_nothing_more(
    make_world: Callable[..., World], world: World, channels: Channels, way: Proxy
) -> None:
    way.plan = lambda request: Fault(status=503)
    world.tick()
    bare = World.as_left(world.folder, world.config.store.url, world.clock())
    bare.tick(hours=2)
    with bare.app.store.tx() as tx:
        left = [item for item in tx.all_outgoing(TextState.QUEUED, TextState.STUCK) if item.kind == "announcement"]
        assert left == [] and tx.all_outgoing(TextState.DROPPED)
    bare.app.store.close()
