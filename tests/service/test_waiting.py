"""A site that says when it wants to be asked again is not asked before."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from pbp.errors import SiteDown
from pbp.service import ring
from pbp.service.publish import publish
from pbp.store.states import TextState
from service.world import World


class Busy:
    """A site that answers questions, and puts off whoever writes until a given time."""

    def __init__(self, site: Any, retry_at: datetime):
        self._site, self._retry_at = site, retry_at

    def __getattr__(self, name: str) -> Any:
        return getattr(self._site, name)

    def _put_off(self, *_: Any, **__: Any) -> Any:
        raise SiteDown("slow down", self._retry_at)

    post = comment = write = _put_off


@pytest.mark.parametrize(("hours", "not_before"), [(5, 5), (-5, 0)])
def test_a_text_and_a_page_wait_as_long_as_the_site_says_and_never_less_than_we_would(
    world: World, hours: int, not_before: int
) -> None:
    now, desk = world.clock.now, world.app.desk
    until = now + timedelta(hours=hours)
    publish(desk)  # the season's post
    ring.schedule(desk, now)
    busy = replace(desk, blog=Busy(desk.blog, until), wiki=Busy(desk.wiki, until))
    publish(busy)
    with desk.store.tx() as tx:
        pages = [page.not_before for page in tx.pages() if page.why == "slow down"]
        tx.change_page(desk.list_title(1), state="set")  # the post waits for no page
    publish(busy)
    with desk.store.tx() as tx:
        texts = [item.not_before for item in tx.all_outgoing(TextState.QUEUED) if item.why == "slow down"]
    assert texts and pages
    for waits in (*texts, *pages):
        assert waits >= now + timedelta(hours=not_before)
        assert waits > now
        assert hours < 0 or waits == until
