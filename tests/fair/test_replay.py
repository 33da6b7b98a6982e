"""A duel is its inputs: the same inputs give the same states, and nothing else may enter."""

from collections import OrderedDict
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from fair.toy_games import RingRaid, SumDuel
from hypothesis import given
from hypothesis import strategies as st

from pbp.errors import FileFaults, ReplayMismatch
from pbp.fair.dice import Dice, step_key
from pbp.games.replay import ReplayStep, as_json, dice_key, replay, seats, state_digest

SEED = bytes(range(32))
SUM: Any = SumDuel()
RAID: Any = RingRaid()
PLAYERS = {"players": ["Ben", "Ann"]}
RING = {
    "wizards": [{"name": "Carol", "stars": 20}, {"name": "Alice", "stars": 20}, {"name": "Bob", "stars": 20}],
    "spell_list": {"wikitext": "== Raid =="},
}


def test_a_duel_replayed_twice_gives_the_same_digests():
    steps = [ReplayStep({"Ann": "CALL 2", "Ben": "CALL 3"}), ReplayStep({"Ben": "CALL 1"})]
    first, second = (replay(SUM, PLAYERS, SEED, 7, steps) for _ in range(2))
    assert first.digests == second.digests
    assert len(set(first.digests)) == 3


def test_a_duel_goes_on_from_what_was_played_before_as_if_from_its_beginning():
    steps = [ReplayStep({"Ann": "CALL 2", "Ben": "CALL 3"}), ReplayStep({"Ben": "CALL 1"})]
    whole = replay(SUM, PLAYERS, SEED, 7, steps)
    for taken in range(3):
        before = replay(SUM, PLAYERS, SEED, 7, steps[:taken])
        assert replay(SUM, PLAYERS, SEED, 7, steps, before=before) == whole


def test_the_dice_of_the_beginning_and_of_each_step_have_keys_of_their_own():
    played = replay(SUM, PLAYERS, SEED, 7, [ReplayStep({"Ann": "CALL 2"})])
    assert played.begin_draws[0].value == Dice(step_key(SEED, 7, 0, [])).draw(2, "")
    assert played.draws[0][0].value == Dice(step_key(SEED, 7, 1, [("Ann", "CALL 2")])).draw(6, "")


def test_orders_enter_the_key_by_seat_and_not_as_they_came():
    key = dice_key(SEED, 7, 1, {"Ann": "CALL 2", "Ben": "CALL 3"}, PLAYERS)
    assert key == step_key(SEED, 7, 1, [("Ben", "CALL 3"), ("Ann", "CALL 2")])


def test_seats_are_the_players_in_order_or_the_ring_from_position_1():
    assert seats(PLAYERS) == ("Ben", "Ann")
    assert seats(RING) == ("Carol", "Alice", "Bob")


def test_events_are_kept_by_step():
    told = RING | {"options": {"tell": True}}
    played = replay(RAID, told, SEED, 7, [ReplayStep({"Bob": "HIT 1", "Carol": "HIT 3"})])
    assert [event.facts["wizard"] for event in played.events[0]] == ["Carol", "Bob"]
    assert played.state["wizards"][0]["stars"] == 20 - played.draws[0][1].value


def test_a_voided_step_keeps_the_dice_of_its_original_closing():
    original = replay(RAID, RING, SEED, 7, [ReplayStep({"Bob": "HIT 1"})])
    corrected = replay(RAID, RING, SEED, 7, [ReplayStep({"Bob": "HIT 2"}, closing={"Bob": "HIT 1"})])
    assert corrected.draws == original.draws
    assert corrected.digests[1] != original.digests[1]


def test_a_step_after_the_seed_was_published_uses_the_other_seed():
    other = bytes(32)
    played = replay(SUM, PLAYERS, SEED, 7, [ReplayStep({"Ann": "CALL 1"}), ReplayStep({"Ann": "CALL 1"}, seed=other)])
    assert played.draws[1][0].value == Dice(step_key(other, 7, 2, [("Ann", "CALL 1")])).draw(6, "")


def test_numbers_of_a_public_roller_come_before_those_of_the_seed():
    played = replay(
        SUM, PLAYERS, SEED, 7, [ReplayStep({"Ann": "CALL 1", "Ben": "CALL 1"}, rolls=(6,))], begin_rolls=(2,)
    )
    assert played.begin_draws[0].value == 2
    assert played.draws[0][0].value == 6
    assert played.states[0].points == {"Ben": 0, "Ann": 1}


@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        ({"Ann": "SHOUT"}, "does not stand"),
        ({"Ann": "WITHDRAW"}, "takes the order back"),
        ({"Ann": "call 2"}, "canonical words"),
        ({"Zoe": "CALL 2"}, "Zoe has no seat"),
    ],
)
def test_orders_that_no_longer_stand_stop_the_replay(orders, reason):
    with pytest.raises(ReplayMismatch, match=reason):
        replay(SUM, PLAYERS, SEED, 7, [ReplayStep(orders)])


def test_a_step_after_the_end_stops_the_replay():
    with pytest.raises(ReplayMismatch, match="over before step 2"):
        replay(RAID, RING, SEED, 7, [ReplayStep({}), ReplayStep({})])


def test_a_wrong_setup_is_told_as_the_game_tells_it():
    with pytest.raises(FileFaults, match="two play"):
        replay(SUM, {"players": ["Ann"]}, SEED, 7, [])


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Gain:
    stars: int
    place: str = field(default="", compare=False)


@dataclass(frozen=True)
class Loss:
    stars: int


def test_unequal_values_of_a_state_have_unequal_json():
    values = [
        None, True, 1, "1", 1.5, "RED", Colour.RED, Gain(1), Loss(1), {"stars": 1}, {"$Gain": {"stars": 1}},
        Fraction(1, 2), Decimal("0.50"), Decimal("0.5"), "1/2", [1], [[1]], frozenset({1}), {1: 2}, {"1": 2}, [[1, 2]],
        b"1", {}, (), frozenset(), {"$set": []}, {"$map": []},
    ]  # fmt: skip
    digests = [state_digest(SUM, value) for value in values]
    assert len(set(digests)) == len(values)


def test_equal_values_of_a_state_have_equal_json():
    assert as_json(Gain(1, "line 4")) == as_json(Gain(1, "line 9"))
    assert as_json({"a": 1, "b": 2}) == as_json(MappingProxyType(OrderedDict(b=2, a=1)))
    assert as_json({(2, 3): "x", (1, 2): "y"}) == as_json({(1, 2): "y", (2, 3): "x"})


@given(st.lists(st.text()))
def test_the_order_in_which_a_set_was_made_does_not_matter(texts):
    assert as_json(frozenset(texts)) == as_json(frozenset(reversed(texts)))


def test_a_state_that_could_change_behind_our_back_is_refused():
    with pytest.raises(TypeError, match="a state cannot hold a Dice"):
        as_json({"dice": Dice(SEED)})


def test_the_digest_names_the_rules_version():
    assert state_digest(SUM, 1) != state_digest(RAID, 1)
