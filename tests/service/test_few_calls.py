"""How few requests a tick takes on a real MediaWiki, counted by a proxy before it; and that nobody's edit is missed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from servers.mediawiki import MediaWiki, Visitor
from servers.proxy import Proxy

from pbp import config
from pbp.app import App, build
from pbp.service.hidden import hidden
from service.world import SPELLS, Moving

pytestmark = pytest.mark.xdist_group("mediawiki")
SETTINGS = """
[ring]
outage_after_hours = 1000
give_back_minutes = 0
[wiki]
adapter = "mediawiki"
[blog]
adapter = "mediawiki"
[mediawiki]
url = "{url}"
user = "{user}"
password = "file:password"
"""


class Service:
    """The service as a cron runs it: every tick is a process of its own."""

    def __init__(self, folder: Path, proxy: Proxy):
        (folder / "password").write_text(MediaWiki.bot.password)
        self.config = config.read(SETTINGS.format(url=proxy.url, user=MediaWiki.bot.login), folder)
        self.clock = Moving(datetime.now(UTC).replace(microsecond=0))
        self.proxy = proxy
        self.app = self.anew()

    def anew(self) -> App:
        """The pieces, put together again."""
        return build(self.config, clock=self.clock)

    def tick(self, **later: float) -> int:
        """Moves the clock, ticks, and gives how many requests that took."""
        self.clock.now += timedelta(**later)
        self.app.store.close()
        self.app = self.anew()
        before = len(self.proxy.seen)
        report = self.app.tick()
        assert not report.failed, report
        return len(self.proxy.seen) - before


@pytest.fixture
def service(mediawiki: MediaWiki, tmp_path: Path) -> Iterator[Service]:
    Visitor(mediawiki, mediawiki.admin).edit("Ruleset", SPELLS)
    proxy = Proxy(mediawiki.url)
    proxy.start()
    found = Service(tmp_path, proxy)
    for name in ("Alice", "Bob"):
        found.app.add_player(name)
    yield found
    found.app.store.close()
    proxy.stop()


def test_an_idle_tick_is_one_request_and_a_duel_two_dozen(service: Service) -> None:
    service.tick()
    assert [service.tick(minutes=5) for _ in range(4)] == [1, 1, 1, 1]
    with service.app.store.tx() as tx:
        battle_time = tx.duel(1).battle_time
    assert battle_time
    service.clock.now = battle_time
    # One duel's closing and result, and the schedule of the next.
    assert service.tick(minutes=1) <= 20
    with service.app.store.tx() as tx:
        assert [duel.state for duel in tx.duels()] == ["resolved", "open"]
    assert service.tick(minutes=5) == 1


def test_an_edit_of_a_watched_page_is_seen_within_two_ticks(service: Service, mediawiki: MediaWiki) -> None:
    service.tick()
    people = Visitor(mediawiki, mediawiki.person)
    (sheet,) = people.get(action="query", titles="Duel Sheet", prop="revisions", rvprop="content", rvslots="main")[
        "query"
    ]["pages"]
    text = sheet["revisions"][0]["slots"]["main"]["content"]
    people.edit("Duel Sheet", text.replace("| Alice || 20", "| Alice || 27"))
    service.tick(minutes=5)
    service.tick(minutes=5)  # one of them looks whether readers see what was published
    with service.app.store.tx() as tx:
        assert {wizard.name: wizard.stars for wizard in tx.wizards()} == {"Alice": 27, "Bob": 20}
    people.edit("Wizard Duel Spell List 1", "=== Greed ===\n* Effect: The caster gains 500 Stars.")
    service.tick(minutes=5)
    with service.app.store.tx() as tx:
        assert tx.duel(1).held == "list-page"


def test_a_page_that_was_deleted_is_told_unasked(service: Service, mediawiki: MediaWiki) -> None:
    service.tick()
    Visitor(mediawiki, mediawiki.admin).do("delete", title="Duel Sheet")
    service.tick(minutes=5)
    with service.app.store.tx() as tx:
        assert hidden(tx).keys() == {"the page Duel Sheet"}
