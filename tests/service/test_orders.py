"""Letters in, answers out: every message gets one answer, and the last valid order stands."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbp import fair
from pbp.ports import Message
from pbp.service.intake import take_in
from service.contests import HALL, begin, play
from service.world import World


def test_a_receipt_says_what_was_understood_until_when_it_counts_and_how_to_change_it(world: World) -> None:
    world.tick()
    target = world.duel().participants[2]
    answer = world.say("Alice", f"Hello!\n\nI'd like to cast Burn {target.lower()}, please.\n\n-- \nAlice")
    assert f"Understood, for duel 1: Burn at position 3, {target}." in answer
    assert "until the Battle Master closes the duel, at or shortly after Wednesday 4 March 2026, 15:00 UTC" in answer
    assert "(in 2 days 6 hours)" in answer
    assert "WITHDRAW takes it back" in answer
    receipt = fair.read_receipt(answer)
    assert (receipt.player, receipt.order, receipt.serial) == ("Alice", "CAST Burn 3", 1)
    assert receipt.is_own_digest()


def test_a_receipt_quoted_back_is_no_order(world: World) -> None:
    world.tick()
    answer = world.say("Alice", "CAST Greed")
    world.say("Alice", "CAST Gain")
    world.say("Alice", f"Thanks!\n\n{answer}")
    assert world.standing(1) == {"Alice": "CAST Gain"}


def test_the_last_valid_order_stands_and_an_invalid_one_leaves_it(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    assert "It takes the place of: Greed." in world.say("Alice", "CAST Gain")
    answer = world.say("Alice", "CAST Burn 9")
    assert "the ring has the positions 1 to 4" in answer
    assert "Your order in duel 1 stands as before: Gain." in answer
    assert world.standing(1) == {"Alice": "CAST Gain"}


def test_two_different_casts_in_one_letter_are_refused_together(world: World) -> None:
    world.tick()
    assert "different orders" in world.say("Alice", "CAST Greed\nCAST Gain")
    assert world.standing(1) == {}
    world.say("Alice", "CAST Greed\nCAST Greed")
    assert world.standing(1) == {"Alice": "CAST Greed"}


def test_withdraw_takes_back_and_pass_counts_as_an_order(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    assert "is withdrawn" in world.say("Alice", "WITHDRAW")
    assert world.standing(1) == {}
    assert "no order in duel 1 to withdraw" in world.say("Alice", "WITHDRAW")
    world.say("Alice", "PASS")
    assert world.standing(1) == {"Alice": "PASS"}


def test_each_message_gets_exactly_one_answer(world: World) -> None:
    world.tick()
    before = len(world.letters("Alice"))
    for text in ("STATUS\nRING\nHELP", "?", "what?", "CAST", "CAST Greed", "\a\x7f{{ 7 }}", "x" * 9000):
        world.say("Alice", text)
    world.tick()
    assert len(world.letters("Alice")) == before + 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("STATUS", "You have no order in it yet. If you send none, you cast nothing."),
        ("status?", "battle time Wednesday 4 March 2026, 15:00 UTC, in 2 days 6 hours"),
        ("SPELLS", "Burn (a position in the Wizard Ring): The wizard in the targeted position loses 3 stars."),
        ("RING", "the first and the last position are neighbours"),
        ("HELP", "WITHDRAW            take your order back"),
        ("HISTORY", "No duel is resolved yet."),
        ("NOTIFY REMINDERS", "you are told reminders only"),
        ("NOTIFY sometimes", "Say NOTIFY ALL, NOTIFY REMINDERS, NOTIFY NONE."),
        ("IDLE", "idle from now on"),
        ("ACTIVE", "active already"),
        ("CSAT Burn 3", "Did you mean CAST?"),
        ("I thought of a STATSU", "Did you mean STATUS?"),
        ("JOIN Merlin", "You have joined already, as Alice."),
        ("#99 CAST Greed", "There is no duel 99"),
        ("Good morning, what a lovely day.", "No command was found in your letter."),
    ],
)
def test_commands_are_answered(world: World, text: str, says: str) -> None:
    world.tick()
    assert says in world.say("Alice", text)


def test_who_joined_after_the_ring_was_drawn_is_told_of_the_next_duel(world: World) -> None:
    world.tick()
    world.app.add_player("Erin")
    answer = world.say("Erin", "CAST Greed")
    assert "You are not in duel 1: its ring was drawn without you. The next duel will have you" in answer


def test_an_order_after_the_closing_is_too_late_and_says_what_counts(make_world) -> None:
    world = make_world("[ring]\nauto_resolve = false\n")
    world.tick()
    world.say("Alice", "CAST Greed")
    world.after_battle()
    answer = world.say("Alice", "CAST Gain")
    assert "came too late for duel 1" in answer
    assert "What counts is your order from before: Greed." in answer


def test_an_order_between_battle_time_and_closing_counts(world: World) -> None:
    world.tick()
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time + timedelta(minutes=3)
    world.site.say("Alice", "CAST Greed")
    world.clock.now += timedelta(minutes=1)
    world.app.tick()
    assert world.stars()["Alice"] == 25


def test_with_orders_until_battle_time_it_does_not(make_world) -> None:
    world = make_world('[ring]\norders_until = "battle-time"\n')
    world.tick()
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time - timedelta(seconds=1)
    world.site.say("Bob", "CAST Gain")
    world.clock.now = battle_time
    world.site.say("Alice", "CAST Greed")
    world.clock.now += timedelta(minutes=1)
    world.app.tick()
    assert world.stars()["Alice"] == 20
    assert world.duel(1).summary["casts"] == {"Gain": 1}


def test_a_refusal_never_says_both_that_a_duel_is_closed_and_that_it_is_open(make_world) -> None:
    world = make_world('[ring]\norders_until = "battle-time"\nauto_commence = false\n')
    world.tick()
    world.say("Alice", "CAST Gain")
    battle_time = world.duel().battle_time
    assert battle_time
    world.clock.now = battle_time + timedelta(minutes=1)
    answer = world.say("Alice", "CAST Greed")
    assert "Your order came after the battle time of duel 1" in answer
    assert "What counts is your order from before: Gain." in answer
    assert "Duel 1 takes no more orders." in answer
    assert "closed" not in answer and "open" not in answer


def test_an_order_from_before_a_step_began_is_told_so(make_world) -> None:
    world = make_world(HALL)
    number = begin(world, "wizards-duel", "Alice", "Bob")
    play(world, {"Alice": "CAST 5", "Bob": "CAST 6"})
    duel = world.duel(number)
    assert duel.step == 2
    early = Message("m1", "Alice", duel.opened - timedelta(seconds=1), "CAST 4")
    take_in(world.app.desk, "local", early)
    world.tick()
    answer = next(body for _, body in world.letters("Alice") if "CAST 4" in body)
    assert f"came before step 2 of duel {number} began" in answer and "send it again: CAST 4" in answer
    assert "closed" not in answer and "is open" in answer


def test_reminders_go_to_those_without_an_order_at_half_time_and_before_the_end(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    world.say("Carol", "NOTIFY NONE")
    world.say("Dave", "NOTIFY REMINDERS")
    world.tick(hours=26)
    assert "Duel 1: no order from you yet" not in world.subjects("Bob")
    world.tick(hours=2)
    world.tick(hours=1)
    assert world.subjects("Bob").count("Duel 1: no order from you yet") == 1
    world.say("Bob", "PASS")
    world.tick(hours=15)
    counts = {name: world.subjects(name).count("Duel 1: no order from you yet") for name in ("Alice", "Bob", "Carol")}
    assert counts == {"Alice": 0, "Bob": 1, "Carol": 0}
    assert world.subjects("Dave").count("Duel 1: no order from you yet") == 2
    assert "If you do nothing, you cast nothing." in world.letters("Dave")[0][1]


def test_a_message_that_cannot_be_handled_is_kept_aside_and_all_are_told(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Greed")
    with world.app.store.tx() as tx:  # the duel's rules are no longer there: nothing about it can be read
        tx.change_duel(1, game="lost-game/1")
    answer = world.say("Bob", "CAST Gain")
    assert "is kept" in answer
    with world.app.store.tx() as tx:
        aside = tx.messages_aside()
    assert [(row.sender, row.text) for row in aside] == [("Bob", "CAST Gain")]
    assert "A message could not be handled" in world.subjects("Master")


def test_an_unknown_address_learns_how_to_join_and_joins_by_approval(world: World) -> None:
    world.site.account("Newcomer")
    assert "JOIN Merlin" in world.say("Newcomer", "Hello?")
    code = world.say("Newcomer", "JOIN Merlin").split("CONFIRM ")[1].split()[0]
    assert "not the code" in world.say("Newcomer", "CONFIRM 12345678")
    assert "before the Battle Master" in world.say("Newcomer", f"CONFIRM {code}")
    assert "Merlin wishes to join" in world.subjects("Master")
    assert "Merlin" not in world.stars()


def test_with_open_join_the_confirmed_newcomer_is_in(make_world) -> None:
    world = make_world('[letters]\njoin = "open"\n')
    world.site.account("Newcomer")
    code = world.say("Newcomer", "JOIN Merlin").split("CONFIRM ")[1].split()[0]
    assert "Welcome, Merlin. You have 20 Stars." in world.say("Newcomer", f"confirm {code.lower()}")
    world.tick()
    assert "Merlin" in world.duel().participants


@pytest.mark.parametrize("name", ["Alice", "alice", "", "17", "<b>x</b>", "[[Main Page]]", "none", "a|b", "x" * 41])
def test_no_name_that_is_taken_or_would_do_harm_can_be_joined_with(world: World, name: str) -> None:
    world.site.account("Newcomer")
    assert "You have not joined" in world.say("Newcomer", f"JOIN {name}")


def test_a_receipt_ends_the_terms_of_a_spell_with_one_full_stop(world: World) -> None:
    spell = "=== Zap ===\n* Cost: 2 Stars.\n* Effect: The caster gains 3 Stars.\n"
    world.edit("Ruleset", f"{world.page('Ruleset')}{spell}")
    world.tick()
    answer = world.say("Alice", "CAST Zap")
    assert "Cost: 2 Stars." in answer
    assert ".." not in answer
