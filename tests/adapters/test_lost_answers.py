"""Two thirds of all writes are lost on their way there or back, on the real sites: each text is there once."""

from __future__ import annotations

import os
import random

import pytest
import requests
from adapters.mediawiki_case import mediawiki_site
from adapters.wordpress_case import wordpress_site
from servers.mediawiki import Visitor
from servers.proxy import HALF_ANSWER, LOST_ANSWER, LOST_CALL, Proxy

from pbp.errors import SiteDown
from pbp.text.markup import MARKUPS

POSTS = 30 if os.environ.get("PBP_LONG") else 5


class Losing(Proxy):
    """A proxy that counts what it loses."""

    lost = 0


@pytest.fixture
def losing():
    """Puts a proxy before a site on which two thirds of all writes are lost on the way there or back."""
    started = []

    def put_before(url, is_write):
        chance = random.Random(7)
        proxy = Losing(url)

        def plan(request):
            if not is_write(request) or chance.random() < 1 / 3:
                return None
            proxy.lost += 1
            return chance.choice([LOST_CALL, LOST_ANSWER, LOST_ANSWER, HALF_ANSWER])

        proxy.plan = plan
        proxy.start()
        started.append(proxy)
        return proxy

    yield put_before
    for proxy in started:
        proxy.stop()


def until_done(look, send):
    """Looks, sends what is not there, and looks again after each unknown outcome, as the service does."""
    for _ in range(60):
        try:
            return look() or send()
        except SiteDown:
            continue
    raise AssertionError("never done")


def tell(blog):
    """Publishes posts with three comments each."""
    mark = MARKUPS[blog.markup].key
    for n in range(POSTS):
        post = until_done(
            lambda n=n: blog.find(f"duel-{n}"),
            lambda n=n: blog.post(f"duel-{n}", f"Wizard Duel {n}", f"story {n} {mark(f'duel-{n}')}"),
        )
        for c in range(3):
            key = f"duel-{n}-{c}"
            until_done(
                lambda key=key, post=post: blog.find(key, post),
                lambda key=key, post=post, c=c: blog.comment(key, post, f"result {c} {mark(key)}"),
            )


@pytest.mark.xdist_group("mediawiki")
def test_on_mediawiki_every_post_comment_and_edit_is_there_once(mediawiki, losing, record_property):
    proxy = losing(mediawiki.url, lambda request: request.method == "POST" and b"action=edit" in request.body)
    site = mediawiki_site(proxy.url)
    tell(site.blog)
    for n in range(3 * POSTS):

        def write(n=n):
            page = site.wiki.read("Duel Sheet")
            return site.wiki.write("Duel Sheet", f"after {n}", base=page.revision if page else None, summary="")

        until_done(lambda: None, write)
    reader = Visitor(mediawiki)
    changes = {"list": "recentchanges", "rcprop": "title|comment|ids|flags", "rclimit": 500}
    changes = reader.get(action="query", rcnamespace="0|1", **changes)["query"]["recentchanges"]
    ours = [(change["title"], change["comment"]) for change in changes]
    assert sum(title == "Duel Sheet" for title, _ in ours) == 3 * POSTS
    told = [entry for entry in ours if entry[0].startswith(("Wizard Duel", "Talk:Wizard Duel"))]
    assert len(told) == len(set(told)) == POSTS * 4
    record_property("figure", f"MediaWiki: {POSTS * 7} writes, {proxy.lost} lost on the way, each there once")


@pytest.mark.xdist_group("wordpress")
def test_on_wordpress_every_post_and_comment_is_there_once(wordpress, losing, record_property):
    proxy = losing(wordpress.url, lambda request: request.method == "POST")
    tell(wordpress_site(wordpress, url=proxy.url))
    stories, remarks = (
        requests.get(f"{wordpress.url}/wp-json/wp/v2/{kind}", params={"per_page": 100}, timeout=60).json()
        for kind in ("posts", "comments")
    )
    assert len(stories) == len({text["content"]["rendered"] for text in stories}) == POSTS
    assert len(remarks) == len({text["content"]["rendered"] for text in remarks}) == POSTS * 3
    record_property("figure", f"WordPress: {POSTS * 4} writes, {proxy.lost} lost on the way, each there once")
