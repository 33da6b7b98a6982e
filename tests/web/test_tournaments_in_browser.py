"""The pages of tournaments in a real Chromium, at both widths: nothing sticks out, nothing is amiss for axe-core."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from service.tourneys import QUICK
from web.browser import DESKTOP, TELEPHONE, Town, Window

from pbp.service import tournaments
from pbp.service.brackets import standing

PLAYERS = ("Alice", "Bob", "Carol", "Dave", "Erin", "Fay", "Gus", "Hildegard of Bingen")


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    """A knock-out of seven after its first round, a league that goes on, and a ladder."""
    town = Town(tmp_path, writes=10_000)
    for name in PLAYERS[5:]:
        town.app.add_player(name)
    for form, terms, title in (("knock-out", "third=yes most=7", "Spring Cup"), ("league", "size=4 most=8", "League"),
                               ("ladder", "", "Rungs")):  # fmt: skip
        number = town.app.carry_out(tournaments.announce, form, f"{QUICK} {terms}", town.now, title=title)
        for name in PLAYERS[: 7 if number == 1 else 8]:
            town.site.say(name, f"ENTER {number}")
    town.app.tick()
    with town.app.store.tx() as tx:
        rows = [row for number in (1, 2) for row in standing(tx, tx.tournament(number)).open]
    for row in rows:
        best = min(row.home, row.away)
        for name in (row.home, row.away):
            town.site.say(name, f"#{row.duel} BID {2 if name == best else 1}")
    town.now += timedelta(minutes=1)
    town.app.tick()
    yield town
    town.close()


@pytest.mark.parametrize("width", [TELEPHONE, DESKTOP], ids=["telephone", "desktop"])
def test_the_pages_of_tournaments_fit_and_can_be_read(width: int, chromium: tuple[str, str], town: Town) -> None:
    window = Window(chromium, width, town.server.url)
    pages = {
        "tournaments": "/tournaments/",
        "knock-out": "/tournaments/1",
        "league": "/tournaments/2",
        "ladder": "/tournaments/3",
        "front-with-tournaments": "/",
        "desk-with-tournaments": f"{town.site.private_url('Merlin')}/desk",
        "own-page-with-tournaments": town.site.private_url("Hildegard of Bingen"),
    }
    try:
        for name, address in pages.items():
            window.driver.delete_all_cookies()
            window.open(address)
            assert window.overflow() <= 0, name
            assert window.violations() == [], name
            window.picture(name)
        window.open("/tournaments/")
        window.follow("Spring Cup")
        assert "Round 2 of 3" in window.text
        assert window.complaints() == []
    finally:
        window.close()
