"""The pages over the running service: what they show is what the store holds, and nothing more."""

import re

import pytest
from web.browser import Town
from web.web_case import Browser
from werkzeug.exceptions import MethodNotAllowed, NotFound

from pbp.web import House, create_site
from pbp.web.front import Front


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    town = Town(tmp_path_factory.mktemp("town"))
    town.fight(Alice="CAST Greed", Bob="CAST Burn Alice", Carol="CAST Gain", Dave="PASS")
    yield town
    town.close()


@pytest.fixture
def app(town):
    return create_site(town.site, Front(town.app), House())


def test_a_resolved_duel_is_told_with_casts_hits_and_stars(town):
    now, first = Front(town.app).duels()
    assert (first.number, first.state, now.number, now.state) == (1, "resolved", 2, "open")
    assert {cast.wizard: cast.spell for cast in first.casts} == {"Alice": "Greed", "Bob": "Burn", "Carol": "Gain"}
    seats = {seat.name: seat for seat in first.seats}
    (burn,) = (cast for cast in first.casts if cast.spell == "Burn")
    assert burn.inputs == f"at position {seats['Alice'].position}, Alice"
    for seat in first.seats:
        assert seat.before == 20
        assert seat.after - seat.before == sum(hit.stars for hit in first.hits if hit.to == seat.name)
    assert first.events and first.post_url and first.bundle_url and first.list_title == "Wizard Duel Spell List 1"
    assert now.casts == () and now.hits == () and now.events == () and all(seat.after is None for seat in now.seats)


@pytest.mark.parametrize("path", ["/", "/history/Wizard_Duels", "/feeds/pages.atom"])
def test_the_keys_of_our_edits_are_not_shown_to_people(app, town, path):
    text = Browser(app, town.site, "Alice").client.get(path).text
    assert "The duels so far" in text
    assert "(pbp:" not in text


def test_asking_again_gives_the_same_facts(town):
    front = Front(town.app)
    assert front.duels() == front.duels()


def test_an_order_by_the_form_stands_and_is_shown_to_its_sender_alone(town, app):
    alice, bob = Browser(app, town.site, "Alice"), Browser(app, town.site, "Bob")
    page = alice.open().text
    assert "Your order is asked for." in page
    words = re.search(r'name="input1" value="([^"]*)" required> <span>\d+: Bob<', page).group(1)
    alice.post(f"{alice.path}/order", duel="2", step="1", move="cast-Burn", input1=words)
    page = alice.open().text
    assert re.search(r"Your order: <strong>Burn at position \d, Bob</strong>", page)
    assert "BEGIN RECEIPT" in page
    alice.write("WITHDRAW")
    assert "Your order is asked for." in alice.open().text
    alice.write("CAST Greed")
    for path in (bob.path, "/", "/duels/2", "/blog/", "/search?q=greed"):
        text = bob.client.get(path).text
        assert "Your order: <strong>Greed" not in text and "Alice casts Greed</" not in text
    duel = bob.client.get("/duels/2").text
    assert "Greed" not in duel.partition("<main")[2]


def test_every_public_page_of_a_played_season_is_there(town, app):
    reader = app.test_client()
    seen, waiting = set(), ["/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = reader.get(path, buffered=True)
        assert answer.status_code in (200, 301), (path, answer.status_code)
        if answer.mimetype == "text/html":
            for link in re.findall(r'href="([^"#]+)', answer.text):
                link = link.replace("&amp;", "&").removeprefix(town.server.url)
                if link.startswith("/"):
                    waiting.append(link)
        assert b"/me/" not in answer.data
    assert len(seen) > 30


NOT_REACHED = {
    "contests.contest": "no contest is played in this town",
    "contests.picture": "no contest is played in this town",
    "replays.contest": "no contest is played in this town",
    "sandbox.shown": "a form leads there",
    "sandbox.scenario": "a form leads there",
    "tournaments.tournament": "there is none in this town",
    "tournaments.picture": "there is none in this town",
    "private.worker": "a script on private pages registers it",
    "health.health": "for machines that watch the service",
}
"""Registered pages to which no link leads a stranger here, and why; each has tests of its own, as /api/ has."""


def test_every_registered_page_is_reached_by_links_or_is_known_not_to_be(town, app):
    reader, seen, waiting = app.test_client(), set(), ["/"]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            answer = reader.get(path, buffered=True)
            text = answer.text if answer.mimetype == "text/html" else ""
            links = [link.replace("&amp;", "&") for link in re.findall(r'(?:href|src|action)="([^"#]+)', text)]
            waiting += [link for link in (each.removeprefix(town.server.url) for each in links) if link[:1] == "/"]
    router = app.url_map.bind("localhost")
    reached = set()
    for path in seen:
        try:
            reached.add(router.match(path.partition("?")[0], method="GET")[0])
        except (NotFound, MethodNotAllowed):
            continue
    elsewhere = ("/me", "/mine", "/edit", "/zone", "/api/")
    public = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in rule.methods and not rule.rule.startswith(elsewhere)
    }
    assert public - reached == NOT_REACHED.keys()


def test_a_hosts_own_template_takes_the_place_of_a_shipped_one(town, tmp_path):
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "nobody.html").write_text("<p>Our own words for {{ house.name }}.</p>")
    app = create_site(town.site, Front(town.app), House(name="Ring & Co"), tmp_path)
    assert app.test_client().get("/me").text == "<p>Our own words for Ring &amp; Co.</p>"
    assert "<h1" in app.test_client().get("/").text
