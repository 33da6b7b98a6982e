"""A player's private page over the running service: what is so, and the way out."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from web.page_forms import button
from web.web_case import Browser

from pbp.errors import Refused
from pbp.service import lifecycle
from pbp.web import House, create_site
from pbp.web.front import Front
from service.contests import begin
from service.world import World


def page_of(world: World, name: str) -> Browser:
    return Browser(create_site(world.site, Front(world.app), House()), world.site, name)


def press(page: Browser, words: str) -> None:
    """Presses the button with these words."""
    form, sent = button(page.open().text, words)
    assert page.client.post(form.action, data=sent).status_code == 303


def test_buttons_mean_the_duel_they_stand_under_also_of_one_who_plays_in_several(world: World) -> None:
    world.tick()
    begin(world, "goofspiel", "Alice", "Bob")
    begin(world, "tactical-genius", "Alice", "Carol")
    page = page_of(world, "Alice")
    press(page, "Pass: cast nothing")
    assert world.standing(1) == {"Alice": "PASS"}
    press(page, "Yes: take my order back")
    assert world.standing(1) == {}
    press(page, "Cast Greed")
    assert world.standing(1) == {"Alice": "CAST Greed"}


def test_who_stands_outside_the_ring_reads_that_and_when_it_ends(world: World) -> None:
    world.tick()
    world.app.add_player("Erin")
    text = page_of(world, "Erin").open().text
    assert "You are not in this duel: its ring was drawn without you. You will be in the next one." in text
    for words in (
        "You have no order",
        "Orders count",
        "left.",
        "nobody else learns",
        "Take my order back",
        "Cast a spell",
    ):
        assert words not in text
    world.say("Erin", "IDLE")
    assert "in the next one if you send ACTIVE before it is drawn" in page_of(world, "Erin").open().text


def test_a_held_duel_says_so_on_the_page_in_receipts_and_in_status(world: World) -> None:
    world.tick()
    world.app.carry_out(lifecycle.pause, 1, "the wiki is down", world.clock())
    world.tick()
    page = page_of(world, "Alice").open().text.partition('id="letters"')[0]
    assert "The duel is held until the Battle Master has decided a question, and its clock stands still" in page
    assert "Orders count" not in page and "left.</p>" not in page
    answer = world.say("Alice", "CAST Greed")
    assert "its clock stands still: the order stands, and counts when the duel goes on" in answer
    assert "at or shortly after" not in answer
    status = world.say("Alice", "STATUS")
    assert "Duel 1 is held until the Battle Master has decided a question, and its clock stands still." in status
    assert "battle time" not in status
    assert world.standing(1) == {"Alice": "CAST Greed"}


def test_nobody_plays_under_the_battle_masters_name(make_world: Callable[..., World]) -> None:
    world = make_world('name = "Merlin"\n[ring]\n')
    world.site.account("Newcomer")
    for name in ("Merlin", "merlin", "Master"):
        answer = world.say("Newcomer", f"JOIN {name}")
        assert "is the Battle Master's name" in answer and "choose another" in answer
    with pytest.raises(Refused, match="under which this service itself writes: choose another"):
        world.app.add_player("Merlin")
    assert "CONFIRM" in world.say("Newcomer", "JOIN Morgana")


def test_an_answer_on_the_page_is_called_by_what_it_answers(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    assert world.subjects("Alice")[-1] == "Re: CAST Greed"
    world.say("Alice", f"STATUS\n\n{'I wonder how long I can go on. ' * 4}")
    assert world.subjects("Alice")[-1] == "Re: STATUS I wonder how long I can go on. I wonder how …"
    assert "Re: CAST Greed" in page_of(world, "Alice").open().text


def fill(page: Browser, pressed: str, /, **filled: str) -> str:
    """Fills in the form with the button of these words, presses it, and gives the page that comes."""
    form, sent = button(page.open().text, pressed)
    answer = page.client.post(form.action, data=sent | filled)
    return answer.text if answer.status_code == 200 else page.open().text


def test_an_order_that_waits_is_tried_kept_and_taken_back_on_the_page(world: World) -> None:
    world.tick()
    page = page_of(world, "Alice")
    wish = {"waits": "IF", "words": "IF I am at 9 CAST Gain ELSE Greed"}
    shown = fill(page, "What would I cast now?", **wish)
    assert "Only tried, and not kept:" in shown
    assert "As things stand it would be, in duel 1: Greed." in shown
    assert "What waits would count now" not in page.open().text
    fill(page, "Keep it", **wish)
    assert "What waits would count now: <strong>Greed (by your IF)</strong>" in page.open().text
    press(page, "Take it back: #1 IF I am at 9 CAST Gain ELSE Greed")
    assert "What waits would count now" not in page.open().text


def test_what_is_tried_proves_no_order(world: World) -> None:
    world.tick()
    page = page_of(world, "Alice")
    for words in ("Gain\nCAST Greed", "#1 CAST Greed", "Zoe"):
        shown = fill(page, "What would I cast now?", waits="ALWAYS", words=words)
        assert "BEGIN RECEIPT" not in shown
    form, sent = button(page.open().text, "What would I cast now?")
    assert page.client.post(form.action, data=sent | {"waits": "CAST", "words": "Gain"}).status_code == 400
    assert world.standing(1) == {}


def test_how_one_is_told_is_chosen_on_the_page(world: World) -> None:
    page = page_of(world, "Alice")
    fill(page, "Keep it so", remind="AT", times="24h 2h", timezone="Europe/Berlin", notify="REMINDERS")
    text = page.open().text
    assert "24h 2h" in world.letters("Alice")[0][1] and "reminders only" in world.letters("Alice")[0][1]
    assert 'value="Europe/Berlin"' in text and 'value="AT" required checked' in text
    fill(page, "Keep it so", timezone="Mars")
    assert "there is no time zone Mars" in world.letters("Alice")[0][1]
    assert "so long before" not in world.letters("Alice")[0][1], "what was left as it was is not said again"
    fill(page, "Keep it so", remind="OFF")
    assert "You are not reminded" in world.letters("Alice")[0][1]
    fill(page, "Keep it so")
    assert "You are told times in Europe/Berlin" in world.letters("Alice")[0][1]


def test_an_absence_is_announced_and_ended_on_the_page_and_shown_to_others(world: World) -> None:
    world.tick()
    number = begin(world, "goofspiel", "Alice", "Bob")
    page = page_of(world, "Alice")
    fill(page, "Be away", **{"from": "2026-03-03", "until": "2026-03-05"})
    assert "You will be away from Tuesday 3 March 2026, 00:00 UTC" in world.letters("Alice")[0][1]
    assert "You are idle in the ring duels" in world.letters("Alice")[0][1]
    bob = page_of(world, "Bob")
    away = "away from .*3 March 2026, 00:00 UTC.* until .*6 March 2026, 00:00 UTC"
    for path in (f"/contests/{number}", "/contests/", "/wizards/", "/wizards/Alice", bob.path):
        assert re.search(away, bob.client.get(path).text), path
    assert "Alice: away from 2026-03-03 to 2026-03-06" in bob.open().text
    assert "Alice is away from Tuesday 3 March 2026" in world.say("Bob", "CHALLENGE Alice goofspiel")
    world.tick(hours=20)
    fill(page, "Be away", until="2026-03-08", stays="yes")
    assert "You stay in the ring" in world.letters("Alice")[0][1]
    assert re.search("away until .*9 March", bob.client.get(f"/contests/{number}").text)
    press(page, "I am here")
    assert "away" not in bob.client.get(f"/contests/{number}").text


def test_more_time_is_asked_for_and_granted_on_the_page(world: World) -> None:
    number = begin(world, "goofspiel", "Alice", "Bob")
    before = world.duel(number).battle_time
    alice, bob = page_of(world, "Alice"), page_of(world, "Bob")
    assert "Grant" not in bob.open().text
    fill(alice, "Ask", text=f"#{number} EXTENSION 24 hours")
    assert "you ask for 24 hours more" in world.letters("Alice")[0][1]
    assert "Yes: grant" not in alice.open().text
    press(bob, "Yes: grant Alice 24 hours more")
    after = world.duel(number).battle_time
    assert before and after and after - before == timedelta(hours=24)
    assert "EXTENSION 48 hours" in alice.open().text and "EXTENSION 72 hours" not in alice.open().text
    assert "Yes: grant" not in bob.open().text
