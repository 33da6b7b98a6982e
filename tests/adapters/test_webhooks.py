"""What every announcer keeps, and what sets Discord and Matrix apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from servers.channels import ROOM, TOKEN, Channels
from servers.process import free_port
from servers.proxy import LOST_ANSWER, LOST_CALL, Proxy

from pbp.adapters.webhooks import LONGEST, DiscordWebhook, MatrixRoom, in_discord
from pbp.errors import SiteDown, SiteRefused
from pbp.ports import Announcement, Announcer

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TEXT = Announcement("Wizard Duel 1", "<p>Ann &amp; Ben</p>\n", "Ann & Ben\n", "https://duels.example.org/blog/1")
MAKERS: dict[str, Callable[[str], Announcer]] = {
    "discord": lambda url: DiscordWebhook(f"{url}/api/webhooks/4711/hook-token_1", timeout=5, clock=lambda: NOON),
    "matrix": lambda url: MatrixRoom(url, ROOM, TOKEN, timeout=5, clock=lambda: NOON),
}


@pytest.fixture
def way(channels: Channels) -> Iterator[Proxy]:
    """The way to the channels, on which answers get lost."""
    proxy = Proxy(channels.url)
    proxy.start()
    yield proxy
    proxy.stop()


@pytest.fixture(params=MAKERS)
def make(request: pytest.FixtureRequest) -> Callable[[str], Announcer]:
    return MAKERS[request.param]


def told(channels: Channels) -> list[str]:
    """What stands in both, in plain words."""
    return [message["content"] for message in channels.messages] + [event["body"] for event in channels.events]


def test_a_text_is_told_with_its_title_and_its_place_on_the_blog(make, channels: Channels) -> None:
    ref = make(channels.url).announce("s1.d1.post", TEXT)
    (words,) = told(channels)
    assert "Wizard Duel 1" in words and "Ann & Ben" in words and "https://duels.example.org/blog/1" in words
    assert ref.id


def test_a_call_is_made_once_whatever_becomes_of_it(make, channels: Channels, way: Proxy) -> None:
    announcer = make(way.url)
    way.plan = lambda request: LOST_ANSWER
    with pytest.raises(SiteDown) as error:
        announcer.announce("key", TEXT)
    assert not error.value.undone and len(way.seen) == len(told(channels)) == 1
    way.plan = lambda request: LOST_CALL
    with pytest.raises(SiteDown) as error:
        announcer.announce("key", TEXT)
    assert not error.value.undone, "nobody can know"
    assert len(way.seen) == 2


def test_what_may_be_sent_again_stands_there_once(make, channels: Channels, way: Proxy) -> None:
    announcer = make(way.url)
    first, second = announcer.announce("key", TEXT), announcer.announce("key", TEXT)
    announcer.announce("another", TEXT)
    assert (len(told(channels)), first == second) == ((2, True) if announcer.repeatable else (3, False))


def test_where_nobody_answers_nothing_was_done(make) -> None:
    with pytest.raises(SiteDown) as error:
        make(f"http://127.0.0.1:{free_port()}").announce("key", TEXT)
    assert error.value.undone


@pytest.mark.parametrize(
    ("status", "said", "when"),
    [
        (429, {"message": "You are being rate limited.", "retry_after": 7.5}, 7.5),
        (429, {"errcode": "M_LIMIT_EXCEEDED", "error": "Too many requests", "retry_after_ms": 7500}, 7.5),
        (429, {"retry_after": "soon"}, None),
    ],
)
def test_a_limit_is_waited_for_as_the_site_asks(make, channels: Channels, status, said, when) -> None:
    channels.answers.append((status, said))
    with pytest.raises(SiteDown) as error:
        make(channels.url).announce("key", TEXT)
    assert error.value.undone and error.value.retry_at == (NOON + timedelta(seconds=when) if when else None)
    assert told(channels) == []


@pytest.mark.parametrize("status", [500, 502, 503, 408])
def test_a_fault_of_the_site_leaves_open_what_became_of_it(make, channels: Channels, status) -> None:
    channels.answers.append((status, {}))
    with pytest.raises(SiteDown) as error:
        make(channels.url).announce("key", TEXT)
    assert not error.value.undone


@pytest.mark.parametrize(("status", "general"), [(400, False), (401, True), (403, True), (404, True)])
def test_a_refusal_says_why_and_whether_others_meet_it_and_no_secret(make, channels, status, general) -> None:
    channels.answers.append((status, {"message": "No\nsuch thing", "error": "No\nsuch thing"}))
    with pytest.raises(SiteRefused) as error:
        make(channels.url).announce("key", TEXT)
    assert "No such thing" in str(error.value) and bool(error.value.cause) == general


def test_no_word_of_a_fault_holds_a_secret(make) -> None:
    with pytest.raises(SiteDown) as error:
        make(f"http://127.0.0.1:{free_port()}").announce("key", TEXT)
    for secret in ("hook-token", TOKEN):
        assert secret not in str(error.value) and secret not in repr(error.value.__cause__)


def test_a_channel_that_works_has_no_fault_and_one_that_does_not_says_what_to_do(make, channels: Channels) -> None:
    assert make(channels.url).check() == []
    channels.answers.append((404, {"message": "Unknown Webhook", "error": "gone"}))
    (fault,) = make(channels.url).check()
    assert "[discord] webhooks" in fault or "[matrix] token" in fault
    assert told(channels) == []


def test_a_room_that_was_not_joined_is_named(channels: Channels) -> None:
    room = MatrixRoom(channels.url, "!other:matrix.test", TOKEN, clock=lambda: NOON)
    assert room.check() == ["the account has not joined !other:matrix.test: invite it, and let it join"]


def test_matrix_is_sent_both_forms(channels: Channels) -> None:
    ref = MAKERS["matrix"](channels.url).announce("key", Announcement("1 < 2", TEXT.body, TEXT.plain, ""))
    (event,) = channels.events
    assert event["formatted_body"] == "<h4>1 &lt; 2</h4>\n<p>Ann &amp; Ben</p>\n" and event["msgtype"] == "m.notice"
    assert ref.url == "https://matrix.to/#/!ring:matrix.test/$1"


def test_on_discord_words_mean_nothing_and_nobody_is_called() -> None:
    said = "@everyone <@1> **Ann** [x](y)\n> a # - b\n  - c\n# d\nhttps://duels.example.org/Spell_List_1 _e_"
    assert in_discord(Announcement("*Duel*", "", said, "")).splitlines() == [
        r"**\*Duel\***",
        r"\@everyone \<\@1\> \*\*Ann\*\* \[x\](y)",
        r"\> a # - b",
        r"  \- c",
        r"\# d",
        r"https://duels.example.org/Spell_List_1 \_e\_",
    ]


@pytest.mark.parametrize("plain", ["*" * 5000, "word\n" * 900, "x" * 5000, "\\" * 3999])
def test_a_long_text_is_cut_where_discord_takes_it_and_its_place_still_named(plain: str) -> None:
    words = in_discord(Announcement("Duel", "", plain, "https://duels.example.org/blog/1"))
    assert len(words) <= LONGEST
    assert words.endswith("\n…\n<https://duels.example.org/blog/1>")


@pytest.mark.parametrize("wrong", ["", "https://discord.com/api/webhooks/4711", "file:///x", "https://example.org/"])
def test_what_is_no_webhook_gets_nothing_and_is_told(wrong: str) -> None:
    webhook = DiscordWebhook(wrong, clock=lambda: NOON)
    with pytest.raises(SiteRefused, match="not the address of a webhook"):
        webhook.announce("key", TEXT)
    assert "not the address of a webhook" in webhook.check()[0]
