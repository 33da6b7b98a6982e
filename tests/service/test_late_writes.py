"""A site that does a write long after everybody has given up waiting: each text is there once, or once again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import requests
from servers.mediawiki import MediaWiki, Visitor
from servers.proxy import LATE_CALL, Fault, Proxy, Request
from servers.wordpress import WordPress

from pbp.app import build
from pbp.service.outages import waiting
from pbp.service.publish import publish
from pbp.store.states import TextKind
from pbp.text.markup import MARKUPS
from service.world import World

WORDPRESS = """
[blog]
adapter = "wordpress"
[wordpress]
url = "{url}"
user = "editor"
password = "env:SITE_PASSWORD"
"""
MEDIAWIKI = """
[blog]
adapter = "mediawiki"
[mediawiki]
url = "{url}"
user = "{user}"
password = "env:SITE_PASSWORD"
"""
KEY = "s1.d1.told"


@dataclass
class Blog:
    """A world whose blog is a real site, behind a proxy that can keep its writes back; `texts` are what stands there
    of one kind (posts, comments), each as a reader's program gets it."""

    world: World
    proxy: Proxy
    is_write: Callable[[Request], bool]
    texts: Callable[[str], list[str]]
    reply: Callable[[str], None]
    """A person's answer under the newest comment."""

    def keep_writes(self, number: int) -> None:
        """The next so many writes are done by the site only when the proxy delivers them."""
        left = iter(range(number))

        def plan(request: Request) -> Fault | None:
            return LATE_CALL if self.is_write(request) and next(left, None) is not None else None

        self.proxy.plan = plan

    def queue(self, kind: str) -> None:
        """Queues a text of that kind; a comment stands on the post of the first duel."""
        desk, at = self.world.app.desk, self.world.clock.now
        words = f"What was told. {MARKUPS[desk.blog.markup].key(KEY)}"
        with self.world.app.store.tx() as tx:
            payload = {"on": "s1.d1.post", "body": words} if kind == "comment" else {"title": "Told", "body": words}
            assert tx.queue(KEY, TextKind(kind), "blog", at, payload)

    def run(self, seconds: float, every: float = 5) -> None:
        """Ticks now, and then for so long by the world's clock."""
        self.world.tick()
        until = self.world.clock.now + timedelta(seconds=seconds)
        while self.world.clock.now < until:
            self.world.tick(seconds=every)

    def told(self) -> list[str]:
        """The copies of the queued text that readers see."""
        return [text for kind in ("posts", "comments") for text in self.texts(kind) if "What was told." in text]

    def state(self) -> str:
        with self.world.app.store.tx() as tx:
            item = tx.outgoing(KEY)
        assert item
        return item.state

    def facts(self, kind: str) -> list[dict[str, Any]]:
        """The facts of the journal's entries of a kind."""
        with self.world.app.store.tx() as tx:
            return [entry.values for entry in tx.entries(kind=kind)]


@pytest.fixture
def on_wordpress(wordpress: WordPress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Blog]:
    monkeypatch.setenv("SITE_PASSWORD", wordpress.passwords["editor"])
    proxy = Proxy(wordpress.url)
    proxy.start()

    def texts(kind: str) -> list[str]:
        found = requests.get(f"{wordpress.url}/wp-json/wp/v2/{kind}", params={"per_page": 100}, timeout=60).json()
        return [text["content"]["rendered"] for text in found]

    def is_write(request: Request) -> bool:
        return request.method == "POST"

    def reply(words: str) -> None:
        newest = requests.get(f"{wordpress.url}/wp-json/wp/v2/comments", timeout=60).json()[0]
        answer = {"post": newest["post"], "parent": newest["id"], "content": words}
        login = ("administrator", wordpress.passwords["administrator"])
        requests.post(f"{wordpress.url}/wp-json/wp/v2/comments", json=answer, auth=login, timeout=60).raise_for_status()

    wordpress.settings("add_filter('duplicate_comment_id', '__return_false');")  # as when two calls run at once
    world = World(tmp_path, "sqlite:///store.db", WORDPRESS.format(url=proxy.url))
    yield Blog(world, proxy, is_write, texts, reply)
    world.app.store.close()
    proxy.stop()


@pytest.fixture
def on_mediawiki(mediawiki: MediaWiki, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Blog]:
    monkeypatch.setenv("SITE_PASSWORD", mediawiki.bot.password)
    proxy = Proxy(mediawiki.url)
    proxy.start()

    def texts(kind: str) -> list[str]:
        listed = Visitor(mediawiki).get(
            action="query", generator="allpages", gapnamespace="0" if kind == "posts" else "1", gaplimit=100,
            prop="revisions", rvprop="content", rvslots="main",
        )  # fmt: skip
        found = listed.get("query", {"pages": []})["pages"]
        pages = [page["revisions"][0]["slots"]["main"]["content"] for page in found]
        return pages if kind == "posts" else [f"== {part}" for page in pages for part in page.split("\n== ")]

    def is_write(request: Request) -> bool:
        return request.method == "POST" and b"action=edit" in request.body

    def reply(words: str) -> None:
        (talk,) = Visitor(mediawiki).get(action="query", list="allpages", apnamespace="1")["query"]["allpages"]
        Visitor(mediawiki, mediawiki.person).do("edit", title=talk["title"], appendtext=f"\n: {words} ~~~~")

    world = World(tmp_path, "sqlite:///store.db", MEDIAWIKI.format(url=proxy.url, user=mediawiki.bot.login))
    yield Blog(world, proxy, is_write, texts, reply)
    world.app.store.close()
    proxy.stop()


@pytest.fixture(
    params=[
        pytest.param("on_wordpress", marks=pytest.mark.xdist_group("wordpress")),
        pytest.param("on_mediawiki", marks=pytest.mark.xdist_group("mediawiki")),
    ]
)
def blog(request: pytest.FixtureRequest) -> Blog:
    """A blog on which the first duel was announced."""
    found: Blog = request.getfixturevalue(request.param)
    found.world.tick()
    assert found.texts("posts")
    return found


@pytest.mark.parametrize("kind", ["post", "comment"])
def test_what_takes_effect_45_seconds_late_is_there_once(blog: Blog, kind: str) -> None:
    blog.queue(kind)
    blog.keep_writes(1)
    blog.run(45, every=9)
    assert (blog.proxy.keeps, blog.told()) == (1, [])
    blog.proxy.deliver()
    blog.run(360, every=60)
    assert blog.state() == "sent"
    assert len(blog.told()) == 1


def test_what_is_later_than_we_wait_is_taken_back_and_learned_from(blog: Blog) -> None:
    blog.queue("comment")
    blog.keep_writes(1)
    blog.run(320, every=80)
    assert (blog.proxy.keeps, len(blog.told()), blog.state()) == (1, 1, "sent"), "given up after 300 s, and sent again"
    (first,) = blog.told()
    blog.proxy.deliver()
    assert len(blog.told()) == 2
    blog.run(320, every=80)
    assert [text.strip() for text in blog.told()] == [first.strip()], "the older one stays"
    (doubled,), (taken_back,) = blog.facts("doubled"), blog.facts("taken-back")
    assert doubled["key"] == taken_back["key"] == KEY
    letters = [body for subject, body in blog.world.letters("Master") if "published twice" in subject]
    assert len(letters) == 1 and doubled["kept"] in letters[0] and doubled["url"] in letters[0]
    (slow,) = blog.facts("slow-site")
    assert slow["seconds"] >= 500


def test_a_site_known_to_be_slow_is_waited_for_longer(blog: Blog) -> None:
    with blog.world.app.store.tx() as tx:
        tx.set_note(f"slowest:{blog.world.app.desk.blog.name}", "900.0")
    blog.queue("comment")
    blog.keep_writes(1)
    blog.run(600, every=100)
    assert blog.told() == []
    blog.proxy.deliver()
    blog.run(400, every=100)
    assert len(blog.told()) == 1 and not blog.facts("doubled")


def test_a_copy_under_which_people_wrote_stays_and_the_battle_master_is_told(blog: Blog) -> None:
    blog.queue("comment")
    blog.keep_writes(1)
    blog.run(320, every=80)
    blog.proxy.deliver()
    blog.reply("I saw that!")
    blog.run(320, every=80)
    assert len(blog.told()) == 2 and not blog.facts("taken-back")
    assert any("I saw that!" in text for text in blog.texts("comments"))
    assert blog.world.subjects("Master").count("A second copy could not be taken back") == 1


def test_a_doubled_post_is_taken_back(on_wordpress: Blog) -> None:
    blog = on_wordpress
    blog.world.tick()
    blog.queue("post")
    blog.keep_writes(1)
    blog.run(320, every=80)
    blog.proxy.deliver()
    assert len(blog.told()) == 2
    blog.run(320, every=80)
    assert len(blog.told()) == 1 and len(blog.facts("taken-back")) == 1


def test_a_process_that_stood_still_for_an_hour_leaves_no_second_copy(on_wordpress: Blog) -> None:
    blog = on_wordpress
    blog.world.tick()
    other = build(blog.world.config, clock=blog.world.clock)
    frozen: list[Any] = []

    def plan(request: Request) -> None:
        if blog.is_write(request) and not frozen:
            frozen.append(request)
            for _ in range(12):  # the first process is between its look and the site, and the second one goes on
                blog.world.clock.now += timedelta(minutes=5)
                publish(other.desk)

    blog.queue("post")
    blog.proxy.plan = plan
    blog.run(5)
    other.store.close()
    assert frozen and len(blog.told()) == 1
    assert len(blog.facts("doubled")) == len(blog.facts("taken-back")) == 1
    assert len([facts for facts in blog.facts("published") if facts["key"] == KEY]) == 1


def test_of_a_site_that_is_down_the_battle_master_is_told_once_each_time(on_wordpress: Blog) -> None:
    blog = on_wordpress
    blog.world.tick()

    def told() -> int:
        return sum(subject.startswith("wordpress cannot be used since") for subject in blog.world.subjects("Master"))

    blog.proxy.stop()
    blog.queue("comment")
    blog.run(40 * 60, every=600)
    assert told() == 0
    blog.run(3 * 3600, every=1800)
    assert told() == 1
    with blog.world.app.store.tx() as tx:
        (line,) = waiting(tx, blog.world.clock.now)
    assert line.startswith(f"{KEY}: it is tried at 2026-") and "no answer from" in line
    blog.proxy.start()
    blog.run(2 * 3600, every=3600)
    assert blog.state() == "sent"
    with blog.world.app.store.tx() as tx:
        assert waiting(tx, blog.world.clock.now) == []
        tx.queue("s1.later", TextKind.POST, "blog", blog.world.clock.now, {"title": "Later", "body": "x"})
        tx.queue(
            "s1.after", TextKind.POST, "blog", blog.world.clock.now, {"title": "After", "body": "x"}, after=["s1.later"]
        )
    blog.proxy.stop()
    blog.run(3 * 3600, every=1800)
    assert told() == 2
    with blog.world.app.store.tx() as tx:
        assert "it comes after s1.later, which is not out yet" in waiting(tx, blog.world.clock.now)[1]
    blog.proxy.start()


def test_a_site_that_was_never_reached_is_not_waited_for(blog: Blog) -> None:
    blog.queue("comment")
    blog.proxy.stop()
    blog.run(20, every=10)
    assert blog.state() == "queued"
    blog.proxy.start()
    blog.run(150, every=50)
    assert blog.state() == "sent" and len(blog.told()) == 1


def test_a_site_that_takes_45_seconds_by_everybodys_clock(blog: Blog) -> None:
    """The same with real time-outs, a site that is at work all the while, and nobody's clock but the machine's."""
    blog.queue("comment")
    blog.keep_writes(1)
    begun, delivered = time.monotonic(), threading.Timer(45, blog.proxy.deliver)
    delivered.start()
    while time.monotonic() < begun + 60:
        blog.world.clock.now += timedelta(seconds=2)
        blog.world.tick()
        time.sleep(2)
    delivered.join()
    blog.run(120, every=30)
    assert blog.state() == "sent" and len(blog.told()) == 1
