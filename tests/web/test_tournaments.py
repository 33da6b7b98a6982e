"""The pages of tournaments over a running service, their picture, and what a player's own page offers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from service.contests import HALL
from service.tourneys import EIGHT, announce, enter, now, play_round
from service.world import World
from web.page_forms import forms
from web.web_case import Browser

from pbp.pictures.bracket import Tie, bracket
from pbp.web import House, create_site
from pbp.web.front import Front


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Eight players, and contests alone."""
    world = World(tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", HALL, wizards=EIGHT)
    world.tick()
    yield world
    world.app.store.close()


@pytest.fixture
def ann(world: World) -> Browser:
    """Ann's browser."""
    return Browser(create_site(world.site, Front(world.app), House(writes=10_000)), world.site, "Ann")


def read(browser: Browser, address: str) -> str:
    answer = browser.client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_tournament_is_shown_from_its_announcement_to_its_end(world: World, ann: Browser) -> None:
    assert "None has been announced yet." in read(ann, "/tournaments/")
    number = announce(world, "knock-out", "third=yes most=8", "Spring Cup")
    page = f"/tournaments/{number}"
    assert f'href="{page}"' in read(ann, "/") and f'href="{page}"' in read(ann, "/tournaments/")
    assert "entry is open" in read(
        ann, page
    ) and "<li>Who loses the semi-finals plays for the third place.</li>" in read(ann, page)
    assert ann.client.get(f"{page}/bracket.svg").status_code == 404, "nothing is drawn yet"
    enter(world, number)
    world.tick()
    text = read(ann, page)
    assert "Round 1 of 3; 4 contests go on." in text and "goes on" in text
    play_round(world, number)
    contest = now(world).rows[0].duel
    assert f'href="/contests/{contest}"' in read(ann, page)
    assert f'href="{page}"' in read(ann, f"/contests/{contest}") and "round 1" in read(ann, f"/contests/{contest}")
    play_round(world, number)
    play_round(world, number)
    text = read(ann, page)
    assert "Ann won it." in text and "How all stand" in text and "1–0" in text
    assert "Ann won it." in read(ann, "/")
    drawn = ann.client.get(f"{page}/bracket.svg")
    root = ElementTree.fromstring(drawn.text)
    assert "Final" in drawn.text and "Third place" in drawn.text and "Ann goes on" in root.attrib["aria-label"]
    assert ann.client.get(f"{page}/bracket.png").data.startswith(b"\x89PNG")
    said = [entry.said for entry in Front(world.app).public_journal(0, 100)[0]]
    assert f"tournament {number}, Spring Cup: Ann enters" in said
    assert ann.client.get("/tournaments/99").status_code == 404


@pytest.mark.parametrize(("form", "terms"), [("swiss", "rounds=1"), ("league", "size=4"), ("round-robin", "")])
def test_a_table_is_a_table(world: World, ann: Browser, form: str, terms: str) -> None:
    number = announce(world, form, f"{terms} most=8", "Cup")
    enter(world, number)
    world.tick()
    play_round(world, number)
    text = read(ann, f"/tournaments/{number}")
    rows = re.findall(r'<th scope="row"><a href="/wizards/\w+">(\w+)</a></th><td class="number">1</td>', text)
    assert len(rows) == 4, "four have won a contest"
    assert "Buchholz" in text and ("Division 2" in text) == (form == "league")


def test_a_player_enters_leaves_and_climbs_by_buttons(world: World, ann: Browser) -> None:
    cup, rungs = announce(world, "swiss", "", "Cup"), announce(world, "ladder", "", "Rungs")
    press(ann, f"ENTER {cup}")
    assert now(world, cup).drawn == ["Ann"]
    press(ann, f"LEAVE {cup}")
    assert now(world, cup).drawn == []
    enter(world, rungs, ("Ben", "Cleo"))
    press(ann, f"ENTER {rungs}")
    press(ann, f"CHALLENGE Cleo LADDER {rungs}")
    (row,) = now(world, rungs).open
    assert (row.home, row.away) == ("Ann", "Cleo")
    assert f"CHALLENGE Ben LADDER {rungs}" not in read(ann, ann.path), "one contest of a ladder at a time"
    assert "<li><a" in read(ann, f"/tournaments/{rungs}")


def press(browser: Browser, words: str) -> None:
    """Presses the button on a private page that sends these words."""
    found = [form for form in forms(read(browser, browser.path)) if ("text", words) in form.buttons.values()]
    assert found, f"no button says {words}"
    answer = browser.client.post(found[0].action, data={**found[0].sent, "text": [words]})
    assert answer.status_code in (200, 303), answer.text


def test_a_bracket_says_in_words_what_it_shows() -> None:
    semi = [Tie("Ann", "Ben", ("1", "0"), "Ann"), Tie("Cleo", "", winner="Cleo")]
    text = bracket("Cup", [semi, [Tie("Ann", "Cleo")]], Tie("Ben & Co", "<Dora>", ("½", "½")))
    root = ElementTree.fromstring(text)
    said = root.attrib["aria-label"]
    assert said == (
        "Cup. Round 1: Ann against Ben, Ann goes on; Cleo without an opponent. Round 2: Ann against Cleo."
        " For the third place: Ben & Co against <Dora>."
    )
    assert [each.text for each in root.iter() if each.text in ("Round 1", "Final")] == ["Round 1", "Final"]
