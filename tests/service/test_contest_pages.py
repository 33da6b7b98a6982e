"""What readers see of a contest played by letters: its page, its pictures, and the comment that leads to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from pbp.games import GAMES
from pbp.games.wizards_duel import WIZARDS_DUEL
from pbp.text import Texts, shipped_texts
from pbp.web import House, create_site
from pbp.web.front import Front
from service.contests import HALL, begin, order, play
from service.world import World


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels: only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


@pytest.fixture
def reader(hall: World) -> FlaskClient:
    """A browser that nobody is known by."""
    return create_site(hall.site, Front(hall.app), House()).test_client()


def test_a_contest_is_followed_step_by_step_and_nothing_is_told_before_it_is_resolved(
    hall: World, reader: FlaskClient
) -> None:
    number = begin(hall, "wizards-duel", variant="death-match-3")
    page = f"/contests/{number}"
    assert f'href="{hall.site.file.base}{page}"' in reader.get("/blog/2").text + reader.get("/blog/1").text
    before = reader.get(page).text
    assert "No step has been resolved yet." in before and before.count('class="picture"') == 1
    assert re.search(r"Asked now \(\w+\): Ann and Ben\.", before) and 'href="/rules/wizards-duel/' in before
    order(hall, "Ann", "CAST 3")
    assert "No step has been resolved yet." in reader.get(page).text
    assert reader.get(f"{page}/1.svg").status_code == 404
    play(hall, {"Ben": "CAST 5"})
    text = reader.get(page).text
    assert "Ann casts Fog Cloud (3)." in text and text.count('class="picture"') == 1
    play(hall, {"Ann": "CAST 6", "Ben": "CAST 2"})
    text = reader.get(page).text
    second = text[text.index('id="now"') : text.index('id="step-1"')]
    assert "Ann casts a spell hidden by Fog Cloud (3)." in second and "Ann: cast a hidden spell" in second
    assert "Ben: cast 2" in second and "Firebolt" not in second and "1 of these cast under fog." in second
    hall.say("Ben", "RESIGN")
    hall.tick()
    text = reader.get(page).text
    assert "Ann wins the contest. Ben resigns." in text and "Firebolt" not in text.partition("<main")[2]
    assert "Ann wins the contest." in reader.get("/contests/").text


def test_the_comment_of_a_step_shows_its_picture_and_leads_to_the_page(hall: World, reader: FlaskClient) -> None:
    number = begin(hall, "simulacra")
    play(hall, {"Ann": "FORM 3 4 0", "Ben": "FORM 7 0 0"})
    comment = hall.comments()[-1]
    base = hall.site.file.base
    (picture,) = re.findall(r'<img class="drawn" src="([^"]+)" alt="[^"]+"', comment)
    assert picture == f"{base}/contests/{number}/1.svg"
    assert reader.get(picture.removeprefix(base)).mimetype == "image/svg+xml"
    (link,) = re.findall(rf'href="{base}(/contests/[^"]+)"', comment)
    path, _, anchor = link.partition("#")
    assert f'id="{anchor}"' in reader.get(path.replace("&amp;", "&")).text


@pytest.mark.parametrize("markup", ["html", "markdown", "wikitext", "plain"])
def test_the_hands_of_a_wizards_duel_stand_in_its_table_in_every_markup(markup: str) -> None:
    view = {
        "bout": 1,
        "round": 2,
        "casts": {"Ann": None, "Ben": "2"},
        "points": {"Ann": 1, "Ben": 0},
        "gained": {"Ann": 1, "Ben": 0},
        "bouts_won": {"Ann": 0, "Ben": 0},
        "banned": {"Ann": None, "Ben": None},
        "returned": {"Ann": None, "Ben": None},
        "bout_over": None,
        "hands": {
            "Ann": {"left": ["1", "6", "X"], "fogged": 1, "under_fog": True},
            "Ben": {"left": [], "fogged": 0, "under_fog": False},
        },
    }
    environment = Texts()._environments[markup]  # the macro has no text of its own to render
    macro = getattr(environment.get_template("macros/contest.j2").module, "state")  # noqa: B009
    text = unescape(str(macro(environment.globals["m"], WIZARDS_DUEL.table(view))))
    assert "Hand of Ann: 1 6 X; 1 of these cast under fog." in text
    assert "Hand of Ben: nothing." in text
    assert "hidden" in text


def test_every_game_has_its_rules_on_a_page_to_which_the_post_leads(hall: World, reader: FlaskClient) -> None:
    for game in GAMES:
        name = game.name.split("/")[0]
        assert f'href="/rules/{name}"' in reader.get("/rules/").text
        assert reader.get(f"/rules/{name}").status_code == 200, name


def test_each_variant_has_its_own_rules_one_link_from_its_post_its_page_and_its_players_pages(
    hall: World, reader: FlaskClient
) -> None:
    shown = {}
    for variant in WIZARDS_DUEL.variants:
        number = begin(hall, "wizards-duel", variant=variant.name)
        hall.tick()
        path = f"/rules/wizards-duel/{variant.name}"
        post = next(post for post in hall.site.blog.posts() if f"Wizard's Duel ({variant.name})" in post.title)
        assert f'href="{hall.site.file.base}{path}"' in reader.get(f"/blog/{post.id}").text
        assert f'href="{path}"' in reader.get(f"/contests/{number}").text
        assert f'href="{path}"' in reader.get(f"/me/{hall.site.account('Ann')}").text
        shown[variant.name] = reader.get(path).text
        assert shipped_texts().rules(WIZARDS_DUEL, variant.name).splitlines()[0] in hall.say("Ann", f"#{number} RULES")
        assert shipped_texts().rules(WIZARDS_DUEL, variant.name).splitlines()[0] in hall.say(
            "Ann", f"RULES {variant.name}"
        )
    assert {name for name, text in shown.items() if "Phantasmal Killer" in text} == {"archwizard"}
    assert {name for name, text in shown.items() if "Bloodlust" in text} == {"gods-collide"}
