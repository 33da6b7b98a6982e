"""On a real MediaWiki nobody's edit is missed, however few calls it gets, and what was deleted is told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from servers.mediawiki import MediaWiki, Visitor

from pbp import config
from pbp.app import App, build
from pbp.service.hidden import hidden
from service.world import SPELLS, Moving

pytestmark = pytest.mark.xdist_group("mediawiki")
SETTINGS = """
[schedule]
players = 2
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

    def __init__(self, folder: Path, url: str):
        (folder / "password").write_text(MediaWiki.bot.password)
        self.config = config.read(SETTINGS.format(url=url, user=MediaWiki.bot.login), folder)
        self.clock = Moving(datetime.now(UTC).replace(microsecond=0))
        self.app = self.anew()

    def anew(self) -> App:
        """The pieces, put together again."""
        return build(self.config, clock=self.clock)

    def tick(self, **later: float) -> None:
        """Moves the clock, and ticks."""
        self.clock.now += timedelta(**later)
        self.app.store.close()
        self.app = self.anew()
        report = self.app.tick()
        assert not report.failed, report


@pytest.fixture
def service(mediawiki: MediaWiki, tmp_path: Path) -> Iterator[Service]:
    Visitor(mediawiki, mediawiki.admin).edit("Ruleset", SPELLS)
    found = Service(tmp_path, mediawiki.url)
    for name in ("Alice", "Bob"):
        found.app.add_player(name)
    yield found
    found.app.store.close()


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


def test_a_page_that_others_made_is_not_written_on_though_it_is_not_read_before(
    service: Service, mediawiki: MediaWiki
) -> None:
    people = Visitor(mediawiki, mediawiki.person)
    people.edit("Wizard Duel Spell List 1", "our own notes")
    people.edit("Wizard Duels", "our own list")
    service.tick()
    service.tick(minutes=5)
    with service.app.store.tx() as tx:
        held = {page.title for page in tx.pages() if page.state == "held"}
    assert held == {"Wizard Duel Spell List 1", "Wizard Duels"}
    pages = people.get(action="query", titles="|".join(held), prop="revisions", rvprop="user")["query"]["pages"]
    assert {page["revisions"][0]["user"] for page in pages} == {mediawiki.person.name}


def test_a_page_that_was_deleted_is_told_unasked(service: Service, mediawiki: MediaWiki) -> None:
    service.tick()
    Visitor(mediawiki, mediawiki.admin).do("delete", title="Duel Sheet")
    service.tick(minutes=5)
    with service.app.store.tx() as tx:
        assert hidden(tx).keys() == {"the page Duel Sheet"}
