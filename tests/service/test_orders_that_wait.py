"""Orders that wait: given by letter, repeated as understood, judged at the close, secret like any order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbp import fair
from service.contests import HALL, begin
from service.pairs import Pair
from service.proofs import duel_checked
from service.world import World


def casts(world: World, number: int) -> dict[str, str]:
    """The orders with which a resolved duel's last step was closed, by wizard, as they are published."""
    return {order["player"]: order["order"] for order in world.bundle(number)["steps"][-1]["orders"]}


def neighbour(world: World, name: str) -> str:
    ring = world.duel().participants
    return ring[(ring.index(name) + 1) % len(ring)]


def test_a_standing_order_counts_in_every_duel_until_it_is_withdrawn(world: World) -> None:
    world.tick()
    answer = world.say("Alice", "ALWAYS Burn 3")
    assert "Understood, ALWAYS, for every ring duel: CAST Burn 3." in answer
    assert f"it would be, in duel 1: Burn at position 3, {world.duel(1).participants[2]}." in answer
    world.after_battle()
    assert casts(world, 1) == {"Alice": "CAST Burn 3"}
    opened = next(body for subject, body in world.letters("Alice") if subject == "Duel 2 is open: choose your spell")
    assert "An order of yours waits, and would count as things stand: Burn at position 3" in opened
    world.after_battle()
    assert casts(world, 2) == {"Alice": "CAST Burn 3"}
    assert "Withdrawn, and counts no more: ALWAYS Burn 3" in world.say("Alice", "WITHDRAW ALWAYS")
    world.after_battle()
    assert casts(world, 3) == {}
    assert "No order of yours waits by ALWAYS" in world.say("Alice", "ALWAYS WITHDRAW")
    for number in (1, 2, 3):
        assert duel_checked(world, number).ok


def test_an_order_sent_in_the_duel_goes_before_what_waits(world: World) -> None:
    world.tick()
    world.say("Alice", "ALWAYS Greed")
    world.say("Alice", "CAST Gain")
    assert "you have sent an order, and that counts: Gain" in world.say("Alice", "ALWAYS Burn 2")
    world.after_battle()
    assert casts(world, 1) == {"Alice": "CAST Gain"}
    world.say("Alice", "PASS")
    world.after_battle()
    assert casts(world, 2) == {"Alice": "PASS"}


def test_a_withdrawal_says_what_waits_in_its_place(world: World) -> None:
    world.tick()
    world.say("Alice", "ALWAYS Greed")
    world.say("Alice", "CAST Gain")
    answer = world.say("Alice", "WITHDRAW")
    assert "What waits counts in its place: Greed (by your ALWAYS). PASS casts nothing" in answer


def test_an_order_for_the_next_duel_counts_there_once(world: World) -> None:
    world.tick()
    assert "for the next ring duel: CAST Greed" in world.say("Alice", "NEXT CAST Greed")
    world.after_battle()
    assert casts(world, 1) == {}
    assert "what waits would count: Greed (by your NEXT)" in world.say("Alice", "STATUS")
    world.after_battle()
    assert casts(world, 2) == {"Alice": "CAST Greed"}
    world.after_battle()
    assert casts(world, 3) == {}


def test_what_was_said_for_one_duel_goes_before_the_next_and_always(world: World) -> None:
    world.say("Alice", "NEXT Gain")
    world.say("Alice", "ALWAYS Greed")
    world.tick()
    world.say("Alice", "IF I am in the ring CAST Burn 2")
    world.after_battle()
    assert casts(world, 1) == {"Alice": "CAST Burn 2"}
    world.after_battle()
    assert casts(world, 2) == {"Alice": "CAST Greed"}, "NEXT had its turn in duel 1"


def test_a_preference_is_judged_when_the_duel_closes(world: World) -> None:
    world.tick()
    other = neighbour(world, "Alice")
    answer = world.say(
        "Alice", f"IF I stand next to {other} AND {other} has at least 30 Stars CAST Burn {other} ELSE Greed"
    )
    assert (
        f"if you stand next to {other} and {other} has at least 30 Stars: CAST Burn {other}; otherwise CAST Greed"
        in answer
    )
    assert "As things stand it would be, in duel 1: Greed." in answer
    with world.app.store.tx() as tx:
        tx.change_wizard(other, stars=30)
    world.after_battle()
    place = world.duel(1).participants.index(other) + 1
    assert casts(world, 1) == {"Alice": f"CAST Burn {place}"}


def test_the_last_word_counts_between_an_order_and_a_preference(world: World) -> None:
    world.tick()
    world.say("Alice", "CAST Gain")
    assert "It takes the place of the order that you had sent: Gain." in world.say(
        "Alice", "IF I am at 9 CAST Burn 1 ELSE Greed"
    )
    world.after_battle()
    assert casts(world, 1) == {"Alice": "CAST Greed"}
    world.say("Alice", "IF I am in the ring CAST Greed")
    world.say("Alice", "CAST Gain")
    world.say("Alice", "WITHDRAW")
    world.after_battle()
    assert casts(world, 2) == {}


def test_nothing_counts_where_no_condition_holds_or_no_order_can_be_given(world: World) -> None:
    world.tick()
    world.say("Alice", "IF I am at 9 CAST Gain")
    world.say("Bob", "NEXT CAST Swap Alice")
    world.after_battle()
    assert casts(world, 1) == {}
    opened = next(body for subject, body in world.letters("Bob") if subject.startswith("Duel 2 is open"))
    assert "None of your orders that wait could count in this duel as things stand." in opened


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ALWAYS", "there is no order in this"),
        ("ALWAYS Burn 99", "the ring has the positions 1 to 4"),
        ("IF I am lucky CAST Gain", "no condition that can be judged"),
        ("IF Zoe is idle CAST Gain", "there is no wizard Zoe"),
        ("NEXT WITHDRAW it all", "a withdrawal cannot wait"),
    ],
)
def test_what_cannot_wait_is_refused_with_the_reason_and_changes_nothing(world: World, words: str, why: str) -> None:
    world.tick()
    world.say("Alice", "ALWAYS Greed")
    answer = world.say("Alice", words)
    assert "could not be kept as an order that waits" in answer
    assert why in answer
    world.after_battle()
    assert casts(world, 1) == {"Alice": "CAST Greed"}


def test_who_is_late_or_has_no_ring_is_told_what_to_write(world: World) -> None:
    assert "NEXT IF I am at 1 CAST Gain" in world.say("Alice", "IF I am at 1 CAST Gain")


def test_the_receipt_of_what_waited_proves_the_order_and_bears_a_time_within_the_step(world: World) -> None:
    world.say("Alice", "ALWAYS Greed")
    world.tick()
    opened = world.duel(1).opened
    world.after_battle()
    letter = next(body for _, body in world.letters("Alice") if "what waited counts" in body)
    receipt = fair.read_receipt(letter)
    assert (receipt.player, receipt.order, receipt.duel, receipt.is_own_digest()) == ("Alice", "CAST Greed", 1, True)
    closed = fair.read_stamp(world.bundle(1)["steps"][0]["closed_at"])
    assert opened <= fair.read_stamp(receipt.received) < closed


def test_who_has_an_order_that_waits_is_not_reminded(world: World) -> None:
    world.tick()
    world.say("Alice", "ALWAYS Greed")
    world.say("Bob", "ALWAYS IF I am at 9 CAST Greed")
    world.tick(hours=30)
    assert not any("no order from you yet" in subject for subject in world.subjects("Alice"))
    assert any("no order from you yet" in subject for subject in world.subjects("Bob"))


def test_a_duel_that_closes_when_all_are_in_waits_for_nobody_whose_order_waits(
    make_world: Callable[..., World],
) -> None:
    world = make_world('[ring]\ntrigger = "all-in"\n', wizards=("Ann", "Ben"))
    world.say("Ann", "ALWAYS Greed")
    world.tick()
    world.tick(minutes=5)
    assert world.duel(1).state == "open"
    world.say("Ben", "CAST Gain")
    world.tick(minutes=5)
    assert casts(world, 1) == {"Ann": "CAST Greed", "Ben": "CAST Gain"}


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels: only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


def test_steps_of_a_contest_are_ordered_in_advance_with_wishes_in_order(hall: World) -> None:
    number = begin(hall, "goofspiel")
    assert f"for duel {number}: BID 9; otherwise BID 8" in hall.say("Ann", "ALWAYS BID 9 ELSE 8")
    hall.say("Ann", "NEXT BID 2")
    hall.say("Ben", "BID 1")
    hall.tick(minutes=11)
    hall.tick(minutes=1)
    assert hall.duel(number).step == 2
    hall.say("Ben", "BID 2")
    hall.tick(minutes=11)
    hall.tick(minutes=1)
    hall.say("Ben", "BID 3")
    hall.tick(minutes=11)
    hall.tick(minutes=1)
    hall.say("Ben", "RESIGN")
    steps = hall.bundle(number)["steps"]
    ann = [order["order"] for step in steps for order in step["orders"] if order["player"] == "Ann"]
    assert ann == ["BID 9", "BID 2", "BID 8"]
    assert duel_checked(hall, number).ok


def test_a_condition_about_a_ring_is_refused_in_a_contest(hall: World) -> None:
    number = begin(hall, "goofspiel")
    assert "conditions are about a ring" in hall.say("Ann", f"#{number} NEXT IF I am at 1 CAST Gain")


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Pair]:
    made = Pair(tmp_path, "")
    yield made
    made.close()


def test_nobody_else_can_see_whether_somebody_has_orders_that_wait(ring: Pair) -> None:
    ring.tick()
    ring.ann("", "ALWAYS Greed|NEXT Gain|STATUS")
    ring.ann("CAST Gain", "IF I am at 9 CAST Gain|ALWAYS nonsense|WITHDRAW ALWAYS|ALWAYS Gain")
    ring.all("Ben", "CAST Greed")
    ring.tick(hours=26)
    ring.all("Ben", "STATUS")
    ring.all_the_same()
    for world in ring.worlds:
        world.clock.now = (world.duel(1).battle_time or world.clock.now) + timedelta(minutes=1)
        world.tick()
    texts = [world.comments()[-1] for world in ring.worlds]
    assert texts[0] == texts[1]
    published = ring.worlds[1].page("Wizard Duel 1 Audit")
    assert "CAST Gain" in published
    assert "ALWAYS" not in published
