"""A new world: from an empty folder to the first result with nothing but `pbp init`, `pbp serve` and the browser."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from cli.test_serve import PBP, started, stop
from selenium.webdriver.support.ui import WebDriverWait
from service.world import START, World
from web.browser import DESKTOP, TELEPHONE, Window
from web.test_desk import Desk, words
from web.web_case import Browser

from pbp.config import read
from pbp.operating.serving import Server
from pbp.web import House, create_site
from pbp.web.front import Front


def wait_for(window: Window, said: str) -> None:
    """Loads the page anew until it says something: the heartbeat does what is due."""

    def is_said(driver) -> bool:
        driver.refresh()
        return said in window.text

    WebDriverWait(window.driver, 60).until(is_said)


@pytest.mark.parametrize("width", [TELEPHONE, DESKTOP], ids=["telephone", "desktop"])
def test_a_new_battle_master_comes_from_an_empty_folder_to_the_first_result(chromium, tmp_path: Path, width) -> None:
    subprocess.run([*PBP, "init", "--master", "Merlin"], cwd=tmp_path, check=True, capture_output=True)
    config = tmp_path / "config.toml"
    text = config.read_text(encoding="utf-8").replace('trigger = "deadline"', 'trigger = "all-in"')
    config.write_text(text.replace("heartbeat_seconds = 60", "heartbeat_seconds = 1"), encoding="utf-8")
    served, line = started("serve", "--port", "0", cwd=tmp_path, until="Your desk, for you alone")
    desk = re.search(r"http://\S+", line)[0]
    window = Window(chromium, width, desk.partition("/me/")[0])
    try:
        pages = {}
        for name in ("Ann", "Ben"):
            window.driver.delete_all_cookies()
            window.open("/")
            if name == "Ann":
                assert "What this is" in window.text and "No duel is open" in window.text
                window.picture("stranger")
                assert window.violations() == [] and window.overflow() <= 0
            window.fill("join-name", name)
            window.press("Join")
            assert f"Welcome, {name}." in window.text
            pages[name] = window.path.partition("?")[0]
        window.picture("joined")
        window.driver.delete_all_cookies()  # each has a browser of their own
        window.open(desk)
        assert "2 things wait for you." in window.text and "Ann asks to join, by local." in window.text
        window.picture("desk-begins")
        for _ in pages:
            window.press("Let in")
        window.click("(//button[normalize-space()='Schedule a ring duel'])[1]")
        assert "Wizard Duel 1" in window.text, window.text
        for page in pages.values():
            window.driver.delete_all_cookies()
            window.open(page)
            window.press("Cast Greed")
            # with the last order in, the heartbeat may close the duel before the page is there again
            assert page != pages["Ann"] or "Your order: Greed" in window.text
        window.open("/duels/1")
        wait_for(window, "casts Greed")
        window.picture("first-result")
        assert [entry for entry in window.complaints() if "favicon" not in entry] == []
    finally:
        window.close()
        assert stop(served) == 0


FIVE_LINES = """[battle_master]
name = "Merlin"
addresses = ["local:Merlin"]
[site]
base_url = "https://duels.example.org"
"""


@pytest.mark.parametrize("settings", [FIVE_LINES, "", FIVE_LINES.replace('addresses = ["local:Merlin"]\n', "")])
def test_a_small_configuration_has_a_ruleset_with_examples_a_desk_and_no_duel_before_a_word(tmp_path, settings) -> None:
    server = Server(read(settings, tmp_path), lambda: START, port=0)
    try:
        link = server.app.begin()
        assert link == server.app.begin(), "a second beginning changes nothing"
        for name in ("Ann", "Ben"):
            server.app.add_player(name)
        server.app.tick()
        assert server.app.running() == [], "nothing is frozen before the Battle Master has looked"
        client = create_site(server.app.site, Front(server.app), House()).test_client()
        desk = client.get("/me/" + link.rpartition("/")[2]).text
        assert "the desk" in words(desk) and "Schedule a ring duel" in desk
        for spell in ("Greed", "Gain", "Burn"):
            assert f"=== {spell} ===" in server.app.site.wiki.read("Ruleset").text
        form = client.get("/me/" + link.rpartition("/")[2])
        mark = re.search(r'name="mark" value="(\w+)"', form.text)[1]
        path = "/me/" + link.rpartition("/")[2] + "/desk/decide"
        assert client.post(path, data={"mark": mark, "verb": "SCHEDULE", "do": "do"}).status_code == 303
        assert [duel.number for duel in server.app.running()] == [1]
    finally:
        server.stop()
        server.app.store.close()


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A world in which nothing was said yet, and three make enough."""
    return World(
        tmp_path, f"sqlite:///{tmp_path / 'store.sqlite'}", "[schedule]\nplayers = 3\n", wizards=("Ann", "Ben")
    )


def test_the_first_duel_waits_for_enough_players_and_the_next_follow_by_themselves(world: World) -> None:
    world.tick()
    assert world.app.running() == []
    world.app.add_player("Cleo")
    world.tick(minutes=1)
    assert world.duel().participants and len(world.duel().participants) == 3
    world.say("Cleo", "IDLE")
    world.after_battle()
    world.tick(minutes=1)
    assert world.duel().number == 2, "it has begun: fewer than at the beginning stop nothing"


def stranger(world: World):
    return create_site(world.site, Front(world.app), House(joins=3)).test_client()


def test_a_stranger_joins_by_the_form_and_waits_for_the_battle_masters_word(world: World) -> None:
    client = stranger(world)
    answer = client.post("/join", data={"name": "  Zoe   of Arc "})
    assert answer.status_code == 303 and answer.location.endswith("joined=waits")
    assert "asked to let you in" in words(client.get(answer.location).text)
    assert "Zoe of Arc" not in world.stars()
    desk = Desk(world)
    assert "Zoe of Arc asks to join, by local." in desk.text()
    desk.press("APPROVE", {"name": "Zoe of Arc"}, {})
    assert "Zoe of Arc" in world.stars()
    assert "Welcome, Zoe of Arc" in world.subjects("Zoe of Arc")


@pytest.mark.parametrize(
    ("name", "why"),
    [("Ann", "is taken"), ("ann", "is taken"), ("Master", "is taken"), ("<b>", "cannot be"), ("", "cannot be"),
     ("Battle Master", "Battle Master"), ("me", "cannot be"), ("x" * 60, "cannot be")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_said_so_and_nobody_joins(world: World, name: str, why: str) -> None:
    before = [account.name for account in world.site.people.all()]
    answer = stranger(world).post("/join", data={"name": name})
    assert answer.status_code == 422 and why in words(answer.text)
    assert [account.name for account in world.site.people.all()] == before


def test_who_joins_too_often_is_asked_to_wait_and_a_site_without_private_pages_has_no_form(world: World) -> None:
    client = stranger(world)
    assert [client.post("/join", data={"name": f"W{n}"}).status_code for n in range(4)] == [303, 303, 303, 429]
    closed = create_site(world.site, Front(world.app), House()).test_client()
    assert closed.post("/join", data={"name": "Zoe"}).status_code == 404
    assert "/join" not in closed.get("/").text


def test_who_is_known_sees_the_front_page_without_the_introduction(world: World) -> None:
    ann = Browser(create_site(world.site, Front(world.app), House(joins=3)), world.site, "Ann")
    ann.open()
    assert "What this is" not in ann.client.get("/").text
