"""Pages whose spells are being read elsewhere: they show what is known, say so, and lose nothing of what was typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from service.world import SPELLS, World
from web.web_case import Browser
from werkzeug.test import TestResponse

from pbp.spells import elsewhere
from pbp.spells.read import _read_once
from pbp.spells.suggest import _FOUND
from pbp.web import House, create_site, explain
from pbp.web.front import Front

NEW = SPELLS + "=== Glow ===\n* Inputs: None\n* Effect: Gain 7 stars\n"


def forget() -> None:
    for known in (_read_once, explain.read_once, explain._said_once):
        known.cache_clear()
    _FOUND.clear()


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world in which every text is one that takes long."""
    world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}")
    monkeypatch.setattr(elsewhere, "QUICK", 20)
    forget()
    return world


@pytest.fixture
def alice(world: World) -> Browser:
    """Alice's browser."""
    return Browser(create_site(world.site, Front(world.app), House(), reader=world.app.reader), world.site, "Alice")


@pytest.fixture
def browser(alice: Browser) -> FlaskClient:
    """What she opens addresses with."""
    return alice.client


def test_a_page_comes_at_once_says_that_its_spells_are_being_read_and_comes_again(
    world: World, browser: FlaskClient
) -> None:
    page = browser.get("/wiki/Ruleset")
    assert page.status_code == 200 and "Effect: If no other Wizard cast" in page.text
    assert "Spells on this page are being read" in page.text
    assert '<meta http-equiv="refresh" content="3">' in page.text and page.headers["Cache-Control"] == "no-store"
    for _ in range(6):
        world.app.reader.wait()
        page = browser.get("/wiki/Ruleset")
    assert "are being read" not in page.text and "http-equiv" not in page.text
    assert "The caster gains" in page.text or "gains 1 to 4 Stars" in page.text or "DICE4" in page.text
    world.app.store.close()


def test_a_writer_keeps_what_was_typed_and_nothing_is_saved_before_it_is_read(world: World, alice: Browser) -> None:
    alice.open()

    def send(do: str) -> TestResponse:
        page = world.site.wiki.read("Ruleset")
        assert page
        return alice.post("/edit/Ruleset", text=NEW, summary="A glow", base=page.revision, do=do)

    answer = send("save")
    assert answer.status_code == 200 and "nothing is saved; do it again in a moment" in answer.text
    assert "Gain 7 stars" in answer.text and "http-equiv" not in answer.text
    assert world.page("Ruleset") == SPELLS
    for _ in range(6):
        world.app.reader.wait()
        answer = send("preview")
    assert "are being read" not in answer.text and "The caster gains 7 Stars" in answer.text
    assert send("save").status_code == 303
    assert world.page("Ruleset") == NEW
    world.app.store.close()


def test_what_is_no_page_for_people_is_asked_for_again(world: World, browser: FlaskClient) -> None:
    answer = browser.get("/api/1/spells")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
    for _ in range(6):
        world.app.reader.wait()
        answer = browser.get("/api/1/spells")
    assert answer.status_code == 200 and {each["name"] for each in answer.json["items"]} == {"Greed", "Gain", "Burn"}
    world.app.store.close()


def test_the_sandbox_waits_for_nobody_and_comes_to_the_same(world: World, browser: FlaskClient) -> None:
    form = {"game": "wizard-ring", "seed": "1", "spells": SPELLS, "name-0": "Ann", "stars-0": "20",
            "name-1": "Ben", "stars-1": "20", "order-0": "CAST Greed"}  # fmt: skip
    where = browser.post("/sandbox", data=form).headers["Location"]
    waits = browser.get(where)
    assert waits.status_code == 503 and "These spells are being read" in waits.text
    assert '<meta http-equiv="refresh"' in waits.text
    world.app.reader.wait()
    shown = browser.get(where)
    assert shown.status_code == 200 and "Ann gains 5 Stars" in shown.text
    world.app.store.close()
