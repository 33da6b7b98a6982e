"""Few calls: one request an idle tick, and a dozen a duel besides, by a cron and by `serve`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from servers.mediawiki import MediaWiki, Visitor
from servers.proxy import Proxy, Request

from pbp.app import App
from service.life import Life
from service.on_reddit import emulated
from service.reddit_life import closing_told, is_letter, on_reddit
from service.world import SPELLS

BESIDES = 12
REDDIT_BESIDES = 22
"""Reddit takes no write on condition, so that each page is looked at before it is made, and after each write; and no
listing of its inbox shows everything.
"""
LONG = "PBP_LONG" in os.environ
CRON = timedelta(minutes=5 if LONG else 90)
BEAT = timedelta(minutes=1 if LONG else 60)
MEDIAWIKI = """
[wiki]
adapter = "mediawiki"
[blog]
adapter = "mediawiki"
[mediawiki]
url = "{url}"
user = "{user}"
password = "file:password"
"""


def on_mediawiki(wiki: MediaWiki, proxy: Proxy, folder: Path, every: timedelta, *, anew: bool) -> Life:
    """A service on a MediaWiki that has nothing but a ruleset, wiki and blog both; players write to the own site."""
    Visitor(wiki, wiki.admin).edit("Ruleset", SPELLS)
    (folder / "password").write_text(wiki.bot.password)
    proxy.seen.clear()

    def calls() -> list[tuple[str, str]]:
        seen = [(_told(call), f"{call.method} {call.path} {call.body!r}") for call in proxy.seen]
        proxy.seen.clear()
        return seen

    def write(app: App, name: str, words: str) -> None:
        assert app.site
        app.site.say(name, words)

    settings = MEDIAWIKI.format(url=proxy.url, user=wiki.bot.login)
    return Life(folder, settings, every, anew, calls, write)


def _told(call: Request) -> str:
    """A call in a few words."""
    text = (call.path + " " + call.body.decode("utf-8", "replace")).replace("%7C", "|").replace("%1F", " ")
    parts = dict(part.partition("=")[::2] for part in text.replace("?", "&").replace(" ", "&").split("&"))
    names = ("action", "meta", "list", "prop", "titles", "title", "pageids")
    return f"{call.method} " + " ".join(parts[name] for name in names if name in parts)


@pytest.fixture
def proxy(mediawiki: MediaWiki) -> Iterator[Proxy]:
    found = Proxy(mediawiki.url)
    found.start()
    yield found
    found.stop()


@pytest.mark.xdist_group("mediawiki")
@pytest.mark.parametrize(("how", "every", "anew"), [("a cron", CRON, True), ("serve", BEAT, False)])
def test_a_duel_on_mediawiki(
    mediawiki: MediaWiki, proxy: Proxy, tmp_path: Path, how: str, every: timedelta, anew: bool, record_property
) -> None:
    life = on_mediawiki(mediawiki, proxy, tmp_path, every, anew=anew)
    life.play()
    record_property("figure", f"a duel on MediaWiki by {how}, {life.told()}")
    assert max(life.idle) <= 1
    assert [tick.twice for tick in life.ticks if tick.twice] == []
    assert life.besides() <= BESIDES


@pytest.mark.parametrize(("how", "every", "anew"), [("a cron", CRON, True), ("serve", BEAT, False)])
def test_a_duel_on_reddit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, every: timedelta, anew: bool, record_property
) -> None:
    with emulated(monkeypatch) as reddit:
        life = on_reddit(reddit, tmp_path, every, anew=anew)
        life.play()
    record_property("figure", f"a duel on Reddit by {how}, {life.told(is_letter)}; to close one: {closing_told(life)}")
    assert max(life.idle) <= 1
    assert [tick.twice for tick in life.ticks if tick.twice] == []
    assert life.besides(is_letter) <= REDDIT_BESIDES
