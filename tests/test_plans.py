"""Orders that wait, as people write them: which order of a plan counts in a ring, and why words are no plan."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbp.commands.plans import OrderPlan, SeenRing, read_plan
from pbp.errors import Problem

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Eve")
VERBS = frozenset({"CAST", "PASS", "WITHDRAW"})
RING = SeenRing(
    me="Ann",
    names=("Ann", "Ben", "Cleo", "Dora"),
    stars={"Ann": 20, "Ben": 25, "Cleo": 20, "Dora": 3},
    idle=frozenset({"Dora"}),
    spells=frozenset({"burn", "greed"}),
)
"""Ann's ring: Ben and Dora are her neighbours, Eve is not in it."""


def plan(words: str) -> OrderPlan:
    found = read_plan(words, NAMES, VERBS, "CAST")
    assert isinstance(found, OrderPlan), found
    return found


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("I stand next to Ben", True),
        ("I am next to Cleo", False),
        ("i'm next to ben".replace("'m", " am"), True),
        ("I stand next to Dora", True),  # the first and the last position are neighbours
        ("Ben is next to Cleo", True),
        ("Ben is next to Eve", False),
        ("I am at 1", True),
        ("Cleo stands at position 3", True),
        ("Cleo is at 9", False),
        ("Eve is in the ring", False),
        ("Eve is not in the ring", True),
        ("not Ben is in the ring", False),
        ("Dora is idle", True),
        ("Ben is active", True),
        ("Eve is idle", False),
        ("Eve is active", False),
        ("I have 20 Stars", True),
        ("I have more than 20 stars", False),
        ("Ben has at least 25 Stars", True),
        ("Dora has fewer than 3 Stars", False),
        ("Dora has at most 3 Stars", True),
        ("Ben has less than 26 stars", True),
        ("Ben has more Stars than Cleo", True),
        ("I have fewer Stars than Ben", True),
        ("I have as many Stars as Cleo", True),
        ("Eve has fewer Stars than Ben", False),
        ("I do not have more Stars than Ben", True),
        ("Burn is on the list", True),
        ("Swap is not on the list", True),
        ("I am at 1 and Dora is idle", True),
        ("I am at 2 and Dora is idle", False),
        ("I am at 2 or Dora is idle", True),
        ("I am at 2 and Dora is idle or Ben is in the ring", True),
        ("I am at 2 or I am at 3 and Ben is in the ring", False),
    ],
)
def test_a_condition_is_judged_by_what_all_can_see(condition: str, holds: bool) -> None:
    made = plan(f"IF {condition} CAST Burn 2 ELSE Greed")
    assert next(made.orders(RING)) == ("CAST Burn 2" if holds else "CAST Greed")


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ("Burn 3", ["CAST Burn 3"]),
        ("cast Burn 3", ["CAST Burn 3"]),
        ("CAST Burn Ann else PASS.", ["CAST Burn Ann", "PASS"]),
        ("Burn Eve, otherwise Gain; or else Greed", ["CAST Burn Eve", "CAST Gain", "CAST Greed"]),
        ("if I am at 1, then Gain else if I am at 2: Burn 1 else pass", ["CAST Gain", "PASS"]),
        ("IF I am at 9 THEN Gain", []),
    ],
)
def test_the_orders_of_a_plan_stand_in_the_order_of_its_wishes(words: str, orders: list[str]) -> None:
    assert list(plan(words).orders(RING)) == orders


def test_a_plan_is_said_as_it_was_understood() -> None:
    made = plan("IF I stand next to Ben AND Dora is not idle OR I have at least 30 Stars CAST Burn Ben ELSE Greed")
    assert made.said == (
        "if you stand next to Ben and not (Dora is idle), or you have at least 30 Stars: CAST Burn Ben;"
        " otherwise CAST Greed"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "there is no order"),
        ("IF I am lucky CAST Gain", "no condition that can be judged"),
        ("IF Ben casts Burn, CAST Gain", "no condition that can be judged"),
        ("IF Zoe is idle CAST Gain", "there is no wizard Zoe"),
        ("IF I am at 1", "where the condition ends"),
        ("IF (I am at 1 or I am at 2) and Ben is idle CAST Gain", "within another"),
        ("IF if I am at 1 then I am at 2, CAST Gain", "within another"),
        ("Gain ELSE WITHDRAW", "a withdrawal cannot wait"),
        (" ELSE ".join(["Gain"] * 7), "at most 6"),
        ("IF " + " and ".join(["I am at 1"] * 7) + " CAST Gain", "at most 6 facts"),
        ("Gain " * 200, "at most 500"),
    ],
)
def test_words_that_are_no_plan_are_refused_with_the_reason(words: str, reason: str) -> None:
    found = read_plan(words, NAMES, VERBS, "CAST")
    assert isinstance(found, Problem)
    assert reason in found.reason


@given(st.text(max_size=200))
def test_no_words_make_reading_a_plan_fail(words: str) -> None:
    for text in (words, f"IF {words}", f"IF {words} CAST {words} ELSE {words}"):
        read_plan(text, NAMES, VERBS, "CAST")
