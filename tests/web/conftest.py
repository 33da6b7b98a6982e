"""A site with pages, posts, players and duels."""

from __future__ import annotations

from datetime import timedelta

import pytest
from web.web_case import RULESET, Browser, Clock, Papers, two_duels

from pbp.adapters.local import LocalSite
from pbp.web import House, PublicWizard, create_site


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def desk(clock):
    desk = Papers(clock)
    desk.all_duels = two_duels()
    desk.all_wizards = [
        PublicWizard("Alice", 19, False),
        PublicWizard("Bob", 23, False),
        PublicWizard("Dave", 17, True),
    ]
    return desk


@pytest.fixture
def site(tmp_path, clock, desk):
    site = LocalSite(tmp_path / "site.sqlite", "http://wizards.example", clock)
    desk.site = site
    first = site.edit("Ruleset", RULESET.replace("DICE4", "DICE6"), None, "Alice", "The first spells")
    clock.now += timedelta(minutes=5)
    site.edit("Ruleset", RULESET, first.revision, "Bob", "Gain was too good")
    spells = RULESET[RULESET.index("=== Greed") : RULESET.index("== Duels")]
    site.wiki.write("Wizard Duel Spell List 1", spells, base=None, summary="The spells of Wizard Duel 1")
    site.wiki.write(
        "Wizard Duel Spell List 2",
        spells.replace("3 stars", "4 stars"),
        base=None,
        summary="The spells of Wizard Duel 2",
    )
    for duel in reversed(desk.all_duels):
        body = (
            f"<!-- pbp:duel-{duel.number} -->\n<p>Battle time: <strong>{duel.battle_time:%H:%M} UTC</strong></p>\n"
            "<table>\n<thead><tr><th scope='col'>Position</th><th scope='col'>Wizard</th></tr></thead><tbody>"
            + "".join(f"<tr><td>{seat.position}</td><td>{seat.name}</td></tr>" for seat in duel.seats)
            + "</tbody></table>"
        )
        post = site.blog.post(f"duel-{duel.number}", f"Wizard Duel {duel.number}", body)
        if duel.events:
            items = "".join(f"<li>{event}</li>" for event in duel.events)
            site.blog.comment(f"duel-{duel.number}-result", post, f"<p>What happened:</p><ul>{items}</ul>")
            site.blog.remark(post.id, "Bob", "Well burnt, Alice!\n\nNext time I shall be <greedy>.")
    for name in ("Alice", "Bob"):
        site.account(name)
    site.account("Merlin", master=True)
    return site


@pytest.fixture
def house():
    return House(hosts=("localhost", "wizards.example"))


@pytest.fixture
def app(site, desk, house):
    app = create_site(site, desk, house)
    app.testing = False
    return app


@pytest.fixture
def reader(app):
    """A browser that nobody is known by."""
    return app.test_client()


@pytest.fixture
def alice(app, site):
    return Browser(app, site, "Alice")


@pytest.fixture
def bob(app, site):
    return Browser(app, site, "Bob")


@pytest.fixture
def merlin(app, site):
    return Browser(app, site, "Merlin")
