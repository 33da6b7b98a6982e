"""A world for each test, on SQLite and on PostgreSQL; and the places that are not ours, a test on each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from servers.channels import TOKEN, Channels
from servers.dovecot import Dovecot
from servers.mediawiki import MediaWiki
from servers.proxy import Proxy
from servers.push import PushService
from servers.smtp import Smtp
from servers.wordpress import WordPress

from service.on_reddit import emulated
from service.places import Announced, ByHand, ByMail, OnMediaWiki, OnReddit, OnWordPress, Place
from service.world import World


@pytest.fixture
def make_world(tmp_path: Path, store_url: str) -> Iterator[Callable[..., World]]:
    """Makes a world with the given settings."""
    made: list[World] = []

    def make(settings: str = "", **more: object) -> World:
        made.append(World(tmp_path, store_url, settings, **more))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for world in made:
        world.app.store.close()


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world with the default settings and four wizards, before its first tick."""
    return make_world()


# ---- places that are not ours ----------------------------------------------------------------------------------------


@pytest.fixture
def ways() -> Iterator[Callable[[str], Proxy]]:
    """Ways to sites, on which answers get lost."""
    made: list[Proxy] = []

    def to(url: str) -> Proxy:
        made.append(Proxy(url))
        made[-1].start()
        return made[-1]

    yield to
    for way in made:
        way.stop()


@pytest.fixture
def on_mediawiki(mediawiki: MediaWiki, ways: Callable[[str], Proxy], monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("WIKI_PASSWORD", mediawiki.bot.password)
    return OnMediaWiki(mediawiki, ways(mediawiki.url))


@pytest.fixture
def on_wordpress(wordpress: WordPress, ways: Callable[[str], Proxy], monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("BLOG_PASSWORD", wordpress.passwords["editor"])
    return OnWordPress(wordpress, ways(wordpress.url))


@pytest.fixture
def on_reddit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    with emulated(monkeypatch) as reddit:
        yield OnReddit(reddit)


@pytest.fixture
def by_mail(dovecot: Dovecot, smtp: Smtp) -> Place:
    return ByMail(dovecot, smtp)


@pytest.fixture
def by_hand() -> Place:
    return ByHand()


@pytest.fixture
def announced(channels: Channels, ways: Callable[[str], Proxy], monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    way, service = ways(channels.url), PushService()
    monkeypatch.setenv("DISCORD_WEBHOOK", channels.webhook.replace(channels.url, way.url))
    monkeypatch.setenv("MATRIX_TOKEN", TOKEN)
    service.start()
    yield Announced(channels, way, service)
    service.stop()


def on_server(server: str, fixture: str) -> Any:
    """A place whose server is started by one worker alone."""
    return pytest.param(fixture, marks=pytest.mark.xdist_group(server))


PLACES = [
    on_server("mediawiki", "on_mediawiki"), on_server("wordpress", "on_wordpress"), "on_reddit",
    on_server("dovecot", "by_mail"), "by_hand", "announced",
]  # fmt: skip


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> Place:
    found: Place = request.getfixturevalue(request.param)
    return found
