"""Pushes to browsers: signed, encrypted for one browser, once for each letter, and without a word of an order."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from servers.proxy import LOST_ANSWER, Proxy
from servers.push import PushService, urlsafe

from pbp import config
from pbp.adapters.push import WebPush, keep_new_key
from pbp.cli import main
from pbp.errors import ConfigError, Refused
from pbp.service import pushes
from pbp.store.states import TextState
from pbp.web.front import Front
from service.contests import begin
from service.world import World


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    service.start()
    yield service
    service.stop()


@pytest.fixture
def world(make_world: Callable[..., World], service: PushService, tmp_path: Path) -> World:
    keep_new_key(tmp_path / "push.pem")
    settings = '[push]\nkey = "file:push.pem"\ncontact = "mailto:merlin@example.org"\nservices = ["{}"]\n'
    return make_world(settings.format(service.netloc))


def subscribe(world: World, service: PushService, name: str) -> dict[str, str]:
    """A browser of that player, as its page sends it."""
    given = service.subscribe()
    Front(world.app).subscribe(name, **given)
    return given


def test_each_letter_that_comes_unasked_is_pushed_once_signed_and_encrypted(world: World, service: PushService) -> None:
    subscribe(world, service, "Alice")
    world.tick()
    (pushed,) = service.pushed
    assert pushed.said == {"title": "Duel 1", "body": "It is open.", "url": "", "tag": pushed.topic}
    assert pushed.claims["sub"] == "mailto:merlin@example.org" and pushed.ttl == 24 * 3600
    assert world.app.sites.pusher and pushed.signed_by == world.app.sites.pusher.public_key
    world.tick(hours=30)
    assert [each.said["body"] for each in service.pushed] == ["It is open.", "It closes soon."]
    world.say("Alice", "STATUS")
    assert len(service.pushed) == 2, "an answer is on the page already"
    number = begin(world, "goofspiel", "Alice", "Bob")
    assert service.pushed[-1].said["title"] == f"Duel {number}"
    assert service.pushed[-1].said["url"].endswith(f"/contests/{number}")
    assert len({each.topic for each in service.pushed}) == len(service.pushed)


def test_no_order_is_in_a_push(world: World, service: PushService) -> None:
    for name in ("Alice", "Bob"):
        subscribe(world, service, name)
    world.say("Alice", "ALWAYS Greed")
    world.tick()
    world.say("Bob", "CAST Burn Alice")
    world.after_battle()
    world.tick(hours=1)
    assert {"It has closed.", "Its result is out."} <= {each.said["body"] for each in service.pushed}
    assert not any(word in repr(service.pushed) for word in ("Greed", "Burn", "CAST", "/me/", "BEGIN RECEIPT"))


def test_a_push_whose_answer_was_lost_is_sent_again_as_the_same_notification(
    world: World, service: PushService, tmp_path: Path
) -> None:
    way = Proxy(f"http://{service.netloc}")
    way.start()
    given = service.subscribe()
    world.config.push.services.append(f"127.0.0.1:{way.port}")
    service.netloc = f"127.0.0.1:{way.port}"  # as whom the browsers know it
    Front(world.app).subscribe("Alice", **given | {"endpoint": f"{way.url}/push/{given['endpoint'].rsplit('/')[-1]}"})
    way.plan = lambda request: LOST_ANSWER if len(way.seen) == 1 else None
    for _ in range(4):
        world.tick(minutes=10)
    first, second = service.pushed
    assert first.said == second.said and first.topic == second.topic
    way.stop()


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten_and_nobody_is_troubled(
    world: World, service: PushService, status: int
) -> None:
    subscribe(world, service, "Alice")
    service.answers.append(status)
    world.tick()
    world.tick(hours=30)
    with world.app.store.tx() as tx:
        assert pushes.of(tx, "Alice") == [] and not tx.all_outgoing(TextState.STUCK)
    assert service.pushed == [] and "A text could not be sent" not in world.subjects("Master")


def test_a_service_that_is_down_is_tried_again_and_holds_nothing_up(world: World, service: PushService) -> None:
    subscribe(world, service, "Alice")
    service.answers += [503, 429]
    world.tick()
    assert "Duel 1 is open: choose your spell" in world.subjects("Alice") and service.pushed == []
    for _ in range(3):
        world.tick(minutes=30)
    assert [each.said["body"] for each in service.pushed] == ["It is open."]


def test_a_player_stops_pushes_to_the_own_browsers_alone(world: World, service: PushService) -> None:
    front = Front(world.app)
    for name in ("Alice", "Bob"):
        subscribe(world, service, name)
    with world.app.store.tx() as tx:
        ((alice,), (bob,)) = pushes.of(tx, "Alice"), pushes.of(tx, "Bob")
    front.unsubscribe("Alice", bob.id)
    front.unsubscribe("Alice", alice.id)
    world.tick()
    assert len(service.pushed) == 1
    told = front.lobby("Bob").told
    assert told and told.browsers == ((bob.id, "127.0.0.1"),) and told.push_key


def test_the_newest_five_browsers_of_a_player_are_told(world: World, service: PushService) -> None:
    for _ in range(7):
        subscribe(world, service, "Alice")
    world.tick()
    assert len(service.pushed) == 5


def test_only_a_known_push_service_is_ever_written_to(world: World, service: PushService) -> None:
    front, good = Front(world.app), service.subscribe()
    for wrong in (
        {"endpoint": "https://localhost:8044/push/x"},
        {"endpoint": f"https://{service.netloc}.evil.example/push/x"},
        {"endpoint": f"https://evil.example/{service.netloc}"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": ""},
        {"p256dh": urlsafe(b"short")},
        {"auth": "ä"},
    ):
        with pytest.raises(Refused):
            front.subscribe("Alice", **good | wrong)
    with pytest.raises(Refused):
        front.subscribe("Master", **good)


def test_init_makes_a_key_that_nobody_else_reads_and_keeps_one_that_is_there(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["init", str(tmp_path / "new"), "--kind", "site"]).exit_code == 0
    key = tmp_path / "new" / "push.pem"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert config.load(tmp_path / "new" / "config.toml").push.key == "file:push.pem"
    before = key.read_bytes()
    keep_new_key(key)
    assert key.read_bytes() == before
    with pytest.raises(ConfigError, match="no private key"):
        WebPush("no key", "mailto:x", clock=lambda: pytest.fail("not asked"))
