"""The pages of two-player contests."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from datetime import timedelta

import pytest
from web.web_case import NOW

from pbp.web import PublicContest, PublicStep
from pbp.web.facts import ContestNow, PublicWizard

SVG = "{http://www.w3.org/2000/svg}"


def step(number):
    view = {
        "turn": number,
        "prize": 5,
        "points": {"Ann": 4, "<Ben>": 7},
        "hands": {"Ann": None, "<Ben>": None},
        "bids": {"Ann": None, "<Ben>": None},
        "taken": [[4, "Ann"], [7, "<Ben>"]],
    }
    return PublicStep(number, NOW - timedelta(hours=90 - number), (f"Event {number} of <Ben>.",), view)


@pytest.fixture
def contests(desk):
    running = PublicContest(
        1001, "goofspiel", "goofspiel", "Goofspiel", ("Ann", "<Ben>"), "open", False, 31, NOW, NOW + timedelta(hours=5)
    )
    over = PublicContest(
        1000,
        "goofspiel",
        "goofspiel",
        "Goofspiel",
        ("Ann", "Cleo"),
        "resolved",
        False,
        1,
        NOW,
        NOW,
        NOW,
        "Ann wins the contest.",
        winner="Ann",
    )
    desk.all_contests = [running, over]
    desk.all_steps = {1001: [step(number) for number in range(1, 31)]}
    return desk.all_contests


def shown(page):
    """The numbers of the steps on a page, each with its picture."""
    assert page.status_code == 200
    steps = [int(number) for number in re.findall(r'<h2 id="step-(\d+)">', page.text)][::-1]
    assert page.text.count('<svg xmlns="http://www.w3.org/2000/svg" class="picture"') == len(steps)
    return steps


def test_the_list_names_every_contest_with_its_outcome_newest_first(reader, contests):
    text = reader.get("/contests/").text
    assert text.index("Goofspiel 1001") < text.index("Goofspiel 1000")
    assert "Ann against &lt;Ben&gt;" in text and "Ann wins the contest." in text


def test_the_steps_stand_in_order_on_pages_of_which_the_newest_comes_first(reader, contests):
    assert shown(reader.get("/contests/1001")) == [25, 26, 27, 28, 29, 30]
    assert shown(reader.get("/contests/1001?step=1")) == list(range(1, 13))
    assert shown(reader.get("/contests/1001?step=13")) == shown(reader.get("/contests/1001?step=24"))
    assert shown(reader.get("/contests/1001?step=-7")) == list(range(1, 13))
    assert shown(reader.get("/contests/1001?step=999")) == [25, 26, 27, 28, 29, 30]
    text = reader.get("/contests/1001").text
    assert (
        re.search(r"Step 31 is open for another <span [^>]*>4 hours 55 minutes</span>\.", text)
        and "Event 30 of &lt;Ben&gt;." in text
    )
    assert 'href="/contests/1001?step=13"' in text


def test_a_page_of_one_step_is_called_by_that_step(reader, desk, contests):
    desk.all_steps = {1001: [step(number) for number in range(1, 26)]}
    text = reader.get("/contests/1001").text
    assert "<strong>25</strong>" in text and ">1–12</a>" in text and "25–25" not in text


def test_a_contest_without_a_resolved_step_says_so(reader, contests):
    assert shown(reader.get("/contests/1000")) == []
    assert "No step has been resolved yet." in reader.get("/contests/1000").text


def test_a_picture_stands_alone_as_svg_and_as_png(reader, contests):
    drawn = reader.get("/contests/1001/3.svg")
    assert drawn.mimetype == "image/svg+xml"
    told = ElementTree.fromstring(drawn.data).find(f"{SVG}desc").text
    assert "<Ben>: 7 points, hand hidden, bids hidden." in told
    painted = reader.get("/contests/1001/3.png")
    assert painted.mimetype == "image/png" and painted.data.startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize(
    "path",
    ["/contests/7", "/contests/7/1.svg", "/contests/1001/31.svg", "/contests/1001/0.png", "/contests/1001/1.gif"],
)
def test_what_does_not_exist_is_not_found(reader, contests, path):
    assert reader.get(path).status_code == 404


def test_the_list_is_empty_where_nobody_has_met(reader):
    assert "No two players have met" in reader.get("/contests/").text


def test_a_players_page_counts_the_contests_and_leads_to_each(reader, desk, contests):
    text = reader.get("/wizards/Ann").text
    assert "<p>1 won, 1 open</p>" in text
    assert 'href="/contests/1001"' in text and 'href="/wizards/Cleo"' in text
    assert "1 lost" in reader.get("/wizards/Cleo").text
    desk.all_contests = [replace(contests[1], winner="", drawn=True), replace(contests[1], number=999, winner="")]
    assert "1 drawn, 1 lost" in reader.get("/wizards/Cleo").text, "one that both lose is won by nobody"
    assert reader.get("/wizards/Nobody").status_code == 404


def test_the_list_of_wizards_counts_contests_if_there_are_any(reader, desk, contests):
    desk.all_wizards = [PublicWizard("Ann", 20, False)]
    assert "1 won, 1 open" in reader.get("/wizards/").text
    desk.all_contests = []
    assert "Contests</th>" not in reader.get("/wizards/").text


def test_a_contests_page_begins_with_how_it_stands_and_who_is_asked(reader, desk, contests):
    desk.present = {1001: ContestNow(step(30).view, "bids", ("Ann",))}
    text = reader.get("/contests/1001").text
    assert text.index("Asked now (bids): Ann.") < text.index('id="now"') < text.index('id="step-30"')
    assert text.index('id="step-30"') < text.index('id="step-29"'), "the newest step comes first"
    assert 'href="/rules/goofspiel"' in text
    assert 'id="now"' not in reader.get("/contests/1001?step=1").text, "earlier steps stand alone"


def test_each_game_has_its_rules_on_a_page(reader, desk):
    desk.all_rules = {"goofspiel": ("Goofspiel", "Each side holds <cards>.")}
    assert 'href="/rules/goofspiel"' in reader.get("/rules/").text
    assert "Each side holds &lt;cards&gt;." in reader.get("/rules/goofspiel").text
    assert reader.get("/rules/nothing").status_code == 404


def test_each_variant_has_its_rules_on_a_page_and_the_games_page_leads_to_it(reader, desk):
    desk.all_rules = {
        "goofspiel": ("Goofspiel", "Of both."),
        "goofspiel/long": ("Goofspiel: Long", "Of thirteen cards."),
        "goofspiel/short": ("Goofspiel: Short", "Of five cards."),
        "goofspiels": ("Another game", "Of none."),
    }
    game, long = reader.get("/rules/goofspiel").text, reader.get("/rules/goofspiel/long").text
    assert all(f'<a href="/rules/goofspiel/{name}">{name.capitalize()}</a>' in game for name in ("long", "short"))
    assert "Of thirteen cards." in long and "<strong>Long</strong>" in long and "/rules/goofspiel/short" in long
    assert "Variants" not in reader.get("/rules/goofspiels").text
    assert reader.get("/rules/goofspiel/none").status_code == 404
