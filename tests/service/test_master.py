"""The Battle Master decides by letter: only if it is proven, only on what is meant, and each letter once."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from pbp.commands import written
from pbp.commands.decisions import decisions
from pbp.ports import Message
from pbp.service import intake
from service.world import JEST, SPELLS, World

LIST = "Wizard Duel Spell List 1"


def token(world: World) -> str:
    """The reply token in the newest letter to the Battle Master that has one."""
    found = next(re.search(r"TOKEN (\w+)", body) for _, body in world.letters("Master") if "TOKEN" in body)
    assert found
    return found[1]


def decide(world: World, words: str) -> str:
    """A letter of the Battle Master's that bears a token, and its answer."""
    if not any("TOKEN" in body for _, body in world.letters("Master")):
        world.say("Master", "#1 STATUS\n\nAPPROVE nobody")
    return world.say("Master", f"{words}\n\nTOKEN {token(world)}")


def test_a_decision_needs_a_reply_token_even_where_the_site_vouches(world: World) -> None:
    world.tick()
    assert "it is not proven that it was yours" in world.say("Master", "#1 CANCEL WHY I say so")
    assert world.duel(1).state == "open"
    assert "Done: duel 1 is cancelled" in world.say("Master", f"#1 CANCEL WHY I say so\n\n> TOKEN {token(world)}")
    assert world.duel(1).state == "cancelled"
    assert "I say so" in world.comments()[-1]


def test_a_token_in_the_text_proves_nothing_of_a_sender_that_the_site_does_not_vouch_for(world: World) -> None:
    world.tick()
    world.say("Master", "STATUS")
    text = f"#1 CANCEL WHY I say so\n\nTOKEN {token(world)}"
    forged = Message("x", "Master", world.clock(), text, vouched=False)
    intake.take_in(world.app.desk, "local", forged)
    assert world.duel(1).state == "open"


def test_a_player_who_sends_decisions_decides_nothing(world: World) -> None:
    world.tick()
    world.say("Master", "STATUS")
    world.say("Alice", f"#1 CANCEL WHY I say so\n\nTOKEN {token(world)}")
    assert world.duel(1).state == "open"


def test_extend_pause_and_resume(world: World) -> None:
    world.tick()
    until = world.duel(1).battle_time
    assert until
    assert "Friday" not in decide(world, "#1 EXTEND 24h WHY the wiki was down")
    assert world.duel(1).battle_time == until + timedelta(hours=24)
    assert "Done: duel 1 is paused" in decide(world, "#1 PAUSE WHY a holiday")
    assert world.duel(1).held == "paused"
    assert "cannot be paused" in decide(world, "#1 PAUSE WHY a holiday")
    assert "Done: duel 1 goes on" in decide(world, "#1 RESUME STEP 1 WHY it is over")
    assert world.duel(1).held is None
    assert "is not held" in decide(world, "#1 RESUME WHY once more"), "a stale decision does nothing"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("EXTEND 24h WHY …", "say which duel you mean"),
        ("#1 EXTEND 24h", "say why"),
        ("#1 EXTEND WHY …", "no span of time"),
        ("#1 EXTEND -24h WHY …", "no span of time"),
        ("#1 EXTEND 24h STEP 2 WHY …", "no longer in step 2, but in step 1"),
        ("#9 CANCEL WHY …", "there is no duel 9"),
        ("#1 RULE Jest WHY …", "write RULE SPELL EFFECT"),
        ("#1 RULE Jest WIZARD Nobody OUTCOME Alice=+2 WHY …", "there is no wizard called 'Nobody'"),
        ("#1 RULE Jest WIZARD Alice OUTCOME much WHY …", "is no outcome"),
        ("#1 ACCEPT-EDIT", "is not held for its list page"),
        ("#1 RESTORE-PAGE", "duel 1"),
        ("APPROVE Nobody", "nobody has asked to join"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_says_why(world: World, line: str, why: str) -> None:
    world.tick()
    before = world.duel(1)
    answer = decide(world, line)
    assert "Nothing was done on" in answer
    assert why in answer
    assert world.duel(1) == before


def test_a_ruling_on_several_lines_of_the_letter(world: World) -> None:
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    world.say("Alice", "CAST Jest")
    world.after_battle()
    assert world.duel(1).held == "ruling"
    (asked,) = [body for subject, body in world.letters("Master") if "waits for your ruling" in subject]
    assert "#1 RULE spell WIZARD name OUTCOME name=+2 WHY …" in asked
    answer = decide(
        world, "Ha!\n\n#1 RULE Jest WIZARD alice\nOUTCOME Alice=+2,\nBob=-1 WHY It was\nfunny.\n\nYours, M."
    )
    assert "Done: the ruling on Jest is recorded" in answer
    world.tick(minutes=1)
    assert (world.stars()["Alice"], world.stars()["Bob"]) == (22, 19)
    with world.app.store.tx() as tx:
        assert tx.entries(kind="ruled")[0].values["why"] == "It was funny."


def test_a_ruling_on_inputs_cost_and_effect_in_one_line(world: World) -> None:
    world.edit("Ruleset", SPELLS + JEST)
    world.tick()
    line = "#1 RULE jest COST 2 EFFECT The Wizard in that position loses 3 Stars. INPUTS A position in the Wizard Ring"
    assert "stand once each" in decide(world, f"{line} COST 3 WHY as meant")
    assert "Done: the ruling on jest is recorded" in decide(world, f"{line} WHY as meant")
    with world.app.store.tx() as tx:
        assert tx.rulings(1) == [
            {
                "spell": "Jest",
                "inputs": "A position in the Wizard Ring",
                "cost": "2",
                "effect": "The Wizard in that position loses 3 Stars.",
            }
        ]


@contextmanager
def sites_that_refuse_to_be_waited_for(world: World) -> Iterator[None]:
    """While this lasts, reading the wiki fails if a transaction of the store is open."""
    wiki, read = world.app.desk.wiki, world.app.desk.wiki.read

    def alone(title: str) -> object:
        if world.app.store.engine.dialect.name == "sqlite":
            with sqlite3.connect(world.app.store.engine.url.database or "", timeout=0) as other:
                other.execute("BEGIN IMMEDIATE")
            other.close()
        return read(title)

    wiki.read = alone  # type: ignore[method-assign, assignment]
    yield
    del wiki.read


def test_an_edited_list_page_is_accepted_or_put_back(world: World) -> None:
    world.tick()
    frozen = world.page(LIST)
    world.edit(LIST, frozen.replace("gain 5", "gain 7"))
    world.tick(minutes=1)
    assert "Done: the list page of duel 1 is put back" in decide(world, "#1 RESTORE-PAGE")
    world.tick(minutes=1)
    assert world.page(LIST) == frozen
    world.edit(LIST, frozen.replace("gain 5", "gain 7"))
    world.tick(minutes=1)
    until = world.duel(1).battle_time
    assert until
    with sites_that_refuse_to_be_waited_for(world):
        assert "Done: the edited list of duel 1 counts" in decide(world, "#1 ACCEPT-EDIT EXTEND 24h")
    assert world.duel(1).battle_time == until + timedelta(hours=24)


def test_who_wishes_to_join_is_approved_by_answering_the_letter(world: World) -> None:
    world.tick()
    world.site.account("Eve")
    world.say("Eve", "JOIN Zoë")
    code = re.search(r"CONFIRM \w+", world.letters("Eve")[0][1])
    assert code
    world.say("Eve", code[0])
    assert "APPROVE Zoë AT local:Eve" in world.letters("Master")[0][1]
    assert "say from which address Zoë may write: local:Eve" in decide(world, "APPROVE Zoë")
    assert "Done: Zoë joins with 20 Stars" in decide(world, "APPROVE Zoë AT local:Eve")
    assert "Zoë" in world.stars()


def test_status_tells_what_runs_and_of_no_order(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    answer = decide(world, "STATUS")
    assert "Duel 1, step 1, is open" in answer
    assert "Greed" not in answer
    assert "Alice" not in answer
    assert "No duel is open or pending of number 5" in decide(world, "#5 STATUS")


def test_a_battle_master_who_plays_can_do_both_in_one_letter(world: World) -> None:
    world.app.add_player("Master")
    world.tick()
    answer = decide(world, "#1 EXTEND 24h WHY a holiday\n\nCAST Greed")
    assert "Done: the battle time of duel 1" in answer
    assert "Understood, for duel 1: Greed" in answer
    answer = world.say("Master", "STATUS")
    assert "Your order: Greed" in answer
    assert "not proven" not in answer


def test_one_without_any_decision_is_told_what_can_be_decided(world: World) -> None:
    world.tick()
    assert "You are the Battle Master." in world.say("Master", "Hello?")


def test_the_lines_that_our_letters_show_are_inert_when_quoted_back(world: World) -> None:
    world.tick()
    world.edit(LIST, "nothing")
    world.tick(minutes=1)
    (_, body) = world.letters("Master")[0]
    assert "#1 RESTORE-PAGE" in body
    for quoted in (body, "\n".join(f"> {line}" for line in body.splitlines())):
        found, rest = decisions(written(quoted))
        assert found == [] and not any(rest.lines)


def test_who_wishes_to_join_is_told_if_the_battle_master_lets_them_not_in_and_may_ask_again(world: World) -> None:
    world.tick()
    world.site.account("Eve")
    for _ in range(2):
        world.say("Eve", "JOIN Zoë")
        code = re.search(r"CONFIRM \w+", world.letters("Eve")[0][1])
        assert code
        world.say("Eve", code[0])
        world.clock.now += timedelta(minutes=1)
        answer = decide(world, "REFUSE-PLAYER Zoë AT local:Eve WHY the season has begun")
        assert "Done: Zoë, who asked by local, is not let in" in answer
        world.tick()
        assert "does not let you in, and says: the season has begun" in world.letters("Eve")[0][1]
    assert "nobody has asked to join" in decide(world, "APPROVE Zoë")
    with world.app.store.tx() as tx:
        assert tx.wizard("Zoë") is None
