"""Sentences are suggested for a spell that cannot be read; the Battle Master takes one, and nothing is done before."""

from __future__ import annotations

import html

import pytest

from pbp.errors import Refused
from pbp.service import rulings
from service.test_master import decide
from service.world import JEST, SPELLS, World

ZAP = """=== Zap ===
* Inputs: A filled position in the Wizard Ring
* Effect: The Wizard perched in the chosen position loses 3 Stars.
"""
CHANGED = "Inputs: A position in the Wizard Ring"


def zapped(world: World) -> None:
    """The newest duel, in which Alice cast Zap on Bob, after its battle time."""
    world.say("Alice", "CAST Zap Bob")
    world.after_battle()


def test_a_suggestion_is_taken_by_letter_and_offered_first_when_the_same_words_come_again(world: World) -> None:
    world.edit("Ruleset", SPELLS + ZAP + JEST)
    world.tick()
    body = next(body for subject, body in world.letters("Master") if "cannot be read exactly" in subject)
    assert "  Suggestion 1: Inputs: A [-filled-] position in the Wizard Ring\n" in body
    assert "#1 RULE Zap 1 WHY …" in body
    assert "* Jest\n" in body
    assert "There is no good suggestion." in body.partition("* Jest")[2]
    explained = html.unescape(world.page("Wizard Duel Spell List 1 explained"))
    assert f"Suggestion 1: {CHANGED}" in explained
    assert "No sentence that can be read comes near enough" in explained
    zapped(world)
    assert world.duel(1).held == "ruling", "nothing is done from a suggestion that nobody took"
    assert world.stars()["Bob"] == 20
    asked = next(body for subject, body in world.letters("Master") if "waits for your ruling" in subject)
    assert "Suggestion 1: Inputs: A [-filled-] position" in asked
    assert "there is no suggestion 9 for Zap" in decide(world, "#1 RULE Zap 9 WHY as meant")
    assert "there is no suggestion 1 for Jest: none could be made" in decide(world, "#1 RULE Jest 1 WHY as meant")
    assert "Done: the ruling on zap is recorded" in decide(world, "#1 RULE zap 1 WHY It is what it says.")
    world.edit("Ruleset", SPELLS + ZAP.replace("Zap", "Zip"))
    world.tick(minutes=1)
    assert world.stars()["Bob"] == 17
    told = world.comments()[-1] + world.comments()[-2]
    assert f"Ruling of the Battle Master on Zap: {CHANGED} · The Wizard in the chosen position loses 3 Stars." in told
    assert "It is what it says." in told
    assert world.bundle(1)["amended"]["setup"]["rulings"][0]["inputs"] == "A position in the Wizard Ring"

    assert world.duel(2).state == "open"
    body = next(body for subject, body in world.letters("Master") if subject.startswith("Duel 2: spells"))
    assert "(as it was ruled before)" in body.partition("Suggestion 2")[0]
    with pytest.raises(Refused, match="there is no spell Zap on the list of duel 2"):
        world.app.carry_out(rulings.rule, 2, "Zap", world.clock(), why="?", suggestion=1)
    assert world.app.carry_out(rulings.rule, 2, "Zip", world.clock(), why="As before.", suggestion=1)


def test_the_numbers_of_suggestions_stay_and_another_text_has_its_own(world: World) -> None:
    from pbp.service import offers

    world.edit("Ruleset", SPELLS + ZAP)
    world.tick()
    desk = world.app.desk
    with world.app.store.tx() as tx:
        duel = tx.duel(1)
        spell = offers.written(tx, duel)["Zap"]
        first = offers.offers(desk, tx, duel, spell)
        tx.add_ruling(1, "Zap", world.clock(), why="", reworded={"effect": "Gain 1 Star."}, words="other words")
        assert offers.offers(desk, tx, duel, spell) == first
        tx.change_duel(1, list_text=world.page("Wizard Duel Spell List 1").replace("3 Stars", "4 Stars"))
        other = offers.offers(desk, tx, tx.duel(1), offers.written(tx, tx.duel(1))["Zap"])
    assert other
    assert "4 Stars" in other[0].suggestion.reworded["effect"]


def test_the_battle_masters_page_offers_them_and_takes_one_without_a_letters_token(world: World) -> None:
    from web.web_case import Browser

    from pbp.web import House, create_site
    from pbp.web.front import Front

    world.edit("Ruleset", SPELLS + ZAP)
    world.tick()
    zapped(world)
    front = Front(world.app)
    (question,) = front.board("Master").standings[0].questions
    assert (question.duel, question.name, len(question.unclear)) == (1, "Zap", 2)
    master = Browser(create_site(world.site, front, House()), world.site, "Master")
    assert "Zap cannot be read" in master.open().text
    sent = {"verb": "RULE", "duel": "1", "step": "1", "spell": "Zap", "suggestion": "1", "why": "As meant."}
    answer = master.post(f"{master.path}/desk/decide", **sent)
    assert "the ruling on Zap is recorded" in master.client.get(answer.location.partition("#")[0]).text
    world.tick(minutes=1)
    assert world.stars()["Bob"] == 17
