"""Shapeshifting Simulacra: laws that any play keeps, and the few rules that no case file can reach."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from games.cases import case_files
from games.random_orders import simulacra_order
from games.random_play import GAMES_EACH
from hypothesis import given
from hypothesis import strategies as st

from pbp.fair.dice import Dice
from pbp.games.base import Order
from pbp.games.simulacra import SIMULACRA
from pbp.games.simulacra.state import COSTS, Die, Options, Side, State, largest_die, splits
from pbp.text import shipped_texts

PLAYERS = ("Ann", "Ben")


def begun(**options: object) -> State:
    return SIMULACRA.begin({"players": list(PLAYERS), "options": options}, Dice(b""))


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("MIND REROLL 1 IF 3", "MIND REROLL 1 IF 3"),
        ("mind re-roll 1 if it is 5, 3 or 3", "MIND REROLL 1 IF 3 OR 5"),
        ("MIND +1 2 IF DIE 2 SHOWS 1", "MIND +1 2 IF 1"),
        ("MIND -1 2 if my Body die 1 is then at least 4", "MIND -1 2 IF DIE 1 ABOVE 3"),
        ("MIND +1 1 IF <= 2", "MIND +1 1 IF BELOW 3"),
        ("MIND +1 1 IF", None),
        ("MIND +1 1 IF it rains", None),
        ("MIND +1 1 IF BELOW 2 OR 3", None),
        ("MIND +1 1, +1 2 IF 3", None),
        ("MIND +1 1 IF DIE 3 IS 2", None),
        ("MIND +1 1 IF 3 ELSE MIND REROLL 1", None),
        ("MIND +1 1 IF 2-4", None),
    ],
)
def test_a_line_of_mind_may_hang_on_what_a_die_then_shows(words: str, canonical: str | None) -> None:
    bought = Side(form=(2, 3, 2), body=(Die(4, 1), Die(4, 1)), spirit=(Die(6, 6),))
    state = replace(begun(), phase="mind", owing=(0,), sides=(bought, bought), round=1)
    reading = SIMULACRA.read(state, "Ann", words)
    assert (reading.order.words if reading.order else None) == canonical
    assert bool(reading.problems) == (canonical is None)
    if reading.order:
        assert "then shows" in reading.order.said


def random_options(rng: Random) -> dict[str, object]:
    names = ("keep_em_guessing", "spiritual_strength", "loss_per_match", "sealed_purchase")
    flags: dict[str, object] = {name: rng.random() < 0.4 for name in names}
    return flags | {"best_of": rng.choice((1, 1, 3)), "life_cap": rng.choice((7, 9))}


def random_orders(state: State, rng: Random) -> dict[str, Order]:
    orders: dict[str, Order] = {}
    for seat in state.owing:
        if rng.random() > 0.03:
            order = simulacra_order(state, seat, rng)
            reading = SIMULACRA.read(state, PLAYERS[seat], order.words)
            assert reading.order == order and not reading.problems
            orders[PLAYERS[seat]] = order
    return orders


def check_laws(before: State, after: State) -> None:
    """Chips are neither made nor lost but by the rules; no more is spent than is there."""
    cap = max(before.options.life_cap, 7)
    for seat, side in enumerate(after.sides):
        assert 0 <= side.life <= cap
        if side.form:
            dice = {"body": side.body, "spirit": side.spirit}
            for pool, bought in dice.items():
                assert sum(COSTS[die.sides] for die in bought) <= side.chips(pool)
            assert 0 <= side.chips("mind") <= side.form[1]
            assert min(side.form) >= 0
        old = before.sides[seat]
        if not before.match_over and after.round == before.round and before.phase != "form":
            gained = side.life - (old.life - side.lost)
            assert 0 <= gained <= 1
            assert not gained or before.options.spiritual_strength
    if before.options.loss_per_match is False:
        assert all(side.lost <= 1 for side in after.sides)
    assert after.round <= 30


def test_random_matches_end_and_keep_the_chips_together() -> None:
    rng = Random("simulacra, all orders")
    for _ in range(GAMES_EACH):
        state = begun(**random_options(rng))
        for _step in range(1000):
            if state.ended:
                break
            before = state
            orders = random_orders(state, rng)
            state, _ = SIMULACRA.resolve(state, orders, Dice(rng.randbytes(8)))
            check_laws(before, state)
        assert state.ended is not None
        if state.options.best_of == 1 and state.ended.winner:
            loser = state.sides[1 - PLAYERS.index(state.ended.winner)]
            assert loser.life < 2 or state.round == 30 or loser.late_forms >= 2


@given(st.integers(0, 100_000))
def test_exchanging_the_seats_exchanges_the_result(seed: int) -> None:
    """The rules know no seats but for a drawn buyer and the order of the dice: with all dice alike, none at all."""

    class Alike(Dice):
        """Every die shows 1, and every choice falls on the first, so that the order of draws does not matter."""

        def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
            return 1

    one, other = begun(sealed_purchase=True), begun(sealed_purchase=True)
    rng = Random(seed)
    for _ in range(6):
        if one.ended:
            break
        orders = [simulacra_order(one, seat, rng) if seat in one.owing else None for seat in (0, 1)]
        for_one = {name: order for name, order in zip(PLAYERS, orders, strict=True) if order}
        for_other = {name: order for name, order in zip(PLAYERS, reversed(orders), strict=True) if order}
        one, _ = SIMULACRA.resolve(one, for_one, Alike(b""))
        other, _ = SIMULACRA.resolve(other, for_other, Alike(b""))
        assert one.sides == tuple(reversed(other.sides))
        assert one.phase == other.phase


def test_no_life_chips_on_either_side_is_a_loss_for_both() -> None:
    """No dice that chips can buy lead there, but the source gives it an outcome: 0-0 is no draw."""
    side = Side(life=1, form=(1, 0, 1), body=(Die(4, 1),), spirit=(Die(4, 2),))
    state = State(PLAYERS, Options(), sides=(side, side), round=9, phase="mind", owing=())
    state, events = SIMULACRA.resolve(replace(state, sides=(replace(side, body=(Die(4, 2),)),) * 2), {}, Dice(b""))
    outcome = SIMULACRA.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.draw) == (None, False)
    assert "both lose" in outcome.reason
    assert events[-1].facts["both_lose"] is True


def test_thirty_rounds_are_the_most() -> None:
    state = begun(sealed_purchase=True)
    order = SIMULACRA.read(state, "Ann", "FORM 0 7 0\nBUY").order
    assert order is not None
    for number in range(1, 31):
        assert state.ended is None
        state, _ = SIMULACRA.resolve(state, {"Ann": order, "Ben": order}, Dice(b""))
        assert state.round == number
    assert state.ended is not None and state.ended.draw


@pytest.mark.parametrize("lives", [(5, 3), (3, 5)])
def test_after_thirty_rounds_more_chips_win(lives: tuple[int, int]) -> None:
    sides = (Side(life=lives[0]), Side(life=lives[1]))
    state = replace(begun(sealed_purchase=True), sides=sides, round=29)
    orders = {}
    for name, life in zip(PLAYERS, lives, strict=True):
        order = SIMULACRA.read(state, name, f"FORM 0 {life} 0\nBUY").order
        assert order is not None
        orders[name] = order
    state, _ = SIMULACRA.resolve(state, orders, Dice(b""))
    assert state.ended is not None
    assert state.ended.winner == PLAYERS[lives.index(5)]


def test_best_of_three_is_drawn_after_five_matches_without_two_wins() -> None:
    """Both late twice in each match: five drawn matches."""
    state = begun(best_of=3)
    matches = 0
    while not state.ended:
        state, events = SIMULACRA.resolve(state, {}, Dice(b"x"))
        matches += any(event.kind == "match-over" for event in events)
        if state.phase != "form":
            state = replace(state, phase="form", owing=(0, 1), queue=())
    assert matches == 5
    assert state.ended.draw


def test_there_are_thirty_six_splits_of_seven_chips_in_rising_order() -> None:
    assert len(splits(7)) == 36
    assert splits(7)[0] == (0, 0, 7) and splits(7)[-1] == (7, 0, 0)
    assert splits(7) == sorted(splits(7))


@pytest.mark.parametrize(("chips", "sides"), [(0, None), (1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (6, 20), (7, 20)])
def test_the_largest_die_for_so_many_chips(chips: int, sides: int | None) -> None:
    assert largest_die(chips) == sides


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("form body: 1, mind: 2, spirit: 4", "FORM 1 2 4"),
        ("FORM 4 in spirit and 3 in mind", "FORM 0 3 4"),
        ("Form 1-2-4", "FORM 1 2 4"),
        ("FROM 1 2 4", "FORM 1 2 4"),
        ("FORM b1 m2 s4", "FORM 1 2 4"),
        ("FORM b 1 m 2 s 4", "FORM 1 2 4"),
        ("FORM 7", None),
        ("FORM 1 2 4 0", None),
        ("FORM 1.5 1.5 4", None),
        ("FORM body 1 body 2 spirit 4", None),
        ("FORM ² 3 4", None),
        ("FORM " + "9" * 5000 + " 0 0", None),
    ],
)
def test_splits_as_people_write_them(words: str, canonical: str | None) -> None:
    reading = SIMULACRA.read(begun(), "Ann", words)
    assert (reading.order.words if reading.order else None) == canonical
    assert bool(reading.problems) == (canonical is None)


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("buy 2d4 for body and a d8 for spirit", "BUY BODY d4 d4 SPIRIT d8"),
        ("buy body 2d4, spirit d8", "BUY BODY d4 d4 SPIRIT d8"),
        ("buy spirit d8 body 2 x d4", "BUY BODY d4 d4 SPIRIT d8"),
        ("buy body none spirit 1d6", "BUY SPIRIT d6"),
        ("buy nothing", "BUY"),
        ("buy BODY D6", "BUY BODY d6"),
        ("BUY d4", None),
        ("BUY d4 BODY d4", None),
        ("BUY d4 then d6 for spirit", "BUY SPIRIT d4 d6"),
        ("BUY BODY d4 mind d4", None),
        ("BUY BODY 99d4", None),
        ("BUY BODY 2", None),
        ("BUY BODY axe", None),
    ],
)
def test_purchases_as_people_write_them(words: str, canonical: str | None) -> None:
    sides = (Side(form=(2, 2, 3)), Side(form=(2, 2, 3)))
    state = replace(begun(), sides=sides, round=1, phase="buy", owing=(0,))
    reading = SIMULACRA.read(state, "Ann", words)
    assert (reading.order.words if reading.order else None) == canonical
    assert bool(reading.problems) == (canonical is None)


@pytest.mark.parametrize(
    ("words", "canonical"),
    [
        ("mind +1 2", "MIND +1 2"),
        ("MIND 2 +1", "MIND +1 2"),
        ("Mind −1 on die 1", "MIND -1 1"),
        ("MIND add 1 to body die 2", "MIND +1 2"),
        ("MIND re-roll 1; -1 1", "MIND REROLL 1\nMIND -1 1"),
        ("mind reroll die 2 and stop", "MIND REROLL 2"),
        ("MIND +1 1\nAUTO", "MIND +1 1\nAUTO"),
        ("stop", "STOP"),
        ("auto please", "AUTO"),
        ("MIND AUTO", "AUTO"),
        ("MIND +1", None),
        ("MIND +2 1", None),
        ("MIND", None),
        ("MIND +1 0", None),
        ("AUTO\nMIND +1 1", None),
        ("MIND +1 1 2", None),
    ],
)
def test_uses_of_mind_as_people_write_them(words: str, canonical: str | None) -> None:
    dice = (Die(4, 1), Die(4, 2))
    sides = (Side(form=(2, 5, 0), body=dice), Side(form=(0, 0, 7), spirit=(Die(20, 20),)))
    state = replace(begun(), sides=sides, round=1, phase="mind", owing=(0,))
    reading = SIMULACRA.read(state, "Ann", words)
    assert (reading.order.words if reading.order else None) == canonical
    assert bool(reading.problems) == (canonical is None)


def test_the_help_page_names_every_reason_for_a_refusal() -> None:
    page = shipped_texts().render("help/simulacra", "plain")
    codes = {"which-die", "which-pool", "after-the-end", "no-order"}
    for path in case_files("simulacra"):
        for refused in re.findall(r"(?<=refused = ){.*}", path.read_text("utf-8")):
            codes |= set(re.findall(r"[a-z]+(?:-[a-z]+)+", refused))
    assert len(codes) > 10
    assert {code for code in codes if code not in page} == set()


def test_an_answer_tells_nothing_of_the_opponents_sealed_order() -> None:
    """Reading an order looks at the state alone, which the opponent's sealed order is no part of: every state is
    shown to everybody alike."""
    rng = Random("open")
    state = begun(keep_em_guessing=True)
    while not state.ended:
        views = [SIMULACRA.view(state, reader) for reader in (None, *PLAYERS)]
        assert views[0] == views[1] == views[2]
        state, _ = SIMULACRA.resolve(state, random_orders(state, rng), Dice(rng.randbytes(8)))
