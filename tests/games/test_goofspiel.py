"""Goofspiel beside an independent implementation, and what must stay hidden in it."""

from __future__ import annotations

import os
from random import Random

import pytest
from games.random_play import GAMES_EACH

from pbp.fair.dice import Dice
from pbp.games.goofspiel import GOOFSPIEL, Bid, State

PLAYERS = ("Ann", "Ben")
COMPARED = 1_000


def begun(dice: Dice | None = None, **options: object) -> State:
    return GOOFSPIEL.begin({"players": list(PLAYERS), "options": options}, dice or Dice(b""))


def test_random_games_end_and_keep_the_cards_together() -> None:
    rng = Random("goofspiel")
    for _ in range(GAMES_EACH):
        cards = rng.randint(2, 13)
        dice = Dice(rng.randbytes(8))
        state = begun(dice, cards=cards, points_order=rng.choice(("random", "descending", "ascending")))
        suit = set(range(1, cards + 1))
        while not state.ended:
            orders = {name: Bid(rng.choice(hand)) for name, hand in zip(PLAYERS, state.hands, strict=True)}
            state, _ = GOOFSPIEL.resolve(state, orders, dice)
            for seat in (0, 1):
                assert set(state.hands[seat]) | {pair[seat] for pair in state.bids} == suit
            turned_up = {prize for prize, _ in state.taken} | ({state.prize} if not state.ended else set())
            assert turned_up | set(state.prizes) == suit
            assert sum(state.points) == sum(prize for prize, seat in state.taken if seat is not None)
        assert len(state.bids) == cards


def test_exchanging_the_seats_exchanges_the_result() -> None:
    rng = Random("seats")
    for _ in range(100):
        one, other = begun(cards=6, points_order="descending"), begun(cards=6, points_order="descending")
        while not one.ended:
            bids = [Bid(rng.choice(hand)) for hand in one.hands]
            one, _ = GOOFSPIEL.resolve(one, dict(zip(PLAYERS, bids, strict=True)), Dice(b""))
            other, _ = GOOFSPIEL.resolve(other, dict(zip(PLAYERS, reversed(bids), strict=True)), Dice(b""))
            assert one.points == tuple(reversed(other.points))


def test_games_that_differ_in_hidden_bids_look_alike() -> None:
    """Pairs of games whose bids differ but not who takes each prize: nothing that Ann or the public gets differs."""
    rng = Random("hidden")
    compared = 0
    for _ in range(300):
        one = other = begun(cards=7, points_order="descending", imperfect_information=True)
        for _ in range(4):
            mine = rng.choice(one.hands[0])
            lower = [card for card in one.hands[1] if card < mine], [card for card in other.hands[1] if card < mine]
            if not all(lower):
                break
            his = rng.choice(lower[0]), rng.choice(lower[1])
            for reader in (None, "Ann"):
                assert GOOFSPIEL.view(one, reader) == GOOFSPIEL.view(other, reader)
            assert GOOFSPIEL.read(one, "Ann", f"BID {mine}") == GOOFSPIEL.read(other, "Ann", f"BID {mine}")
            one, events = GOOFSPIEL.resolve(one, {"Ann": Bid(mine), "Ben": Bid(his[0])}, Dice(b""))
            other, other_events = GOOFSPIEL.resolve(other, {"Ann": Bid(mine), "Ben": Bid(his[1])}, Dice(b""))
            assert list(events) == list(other_events)
            compared += his[0] != his[1]
    assert compared > 100


def test_every_state_is_that_of_openspiel() -> None:
    """Random games on both, compared by hands, points, prizes turned up, and who took each prize."""
    if os.environ.get("CI") == "true":
        import pyspiel
    else:
        pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'pbp[openspiel]'")
    rng = Random("openspiel")
    for number in range(COMPARED):
        cards = rng.randint(2, 13)
        points_order = rng.choice(("random", "descending", "ascending"))
        hidden = bool(number % 2)
        name = f"goofspiel(num_cards={cards},points_order={points_order},returns_type=total_points,imp_info={hidden})"
        theirs = pyspiel.load_game(name).new_initial_state()
        ours = begun(_Prizes(theirs, rng), cards=cards, points_order=points_order, imperfect_information=hidden)
        while not theirs.is_terminal():
            assert not ours.ended
            _compare(ours, theirs)
            if hidden:
                _compare_seen(ours, theirs)
            hands = [[action + 1 for action in theirs.legal_actions(seat)] for seat in (0, 1)]
            bids = [rng.choice(hand) for hand in hands]
            theirs.apply_actions([bid - 1 for bid in bids])
            orders = dict(zip(PLAYERS, map(Bid, bids), strict=True))
            ours, _ = GOOFSPIEL.resolve(ours, orders, _Prizes(theirs, rng))
        assert ours.ended
        assert list(ours.points) == theirs.returns()


class _Prizes(Dice):
    """Draws each prize at random and turns it up in the other implementation too."""

    def __init__(self, theirs: object, rng: Random):
        super().__init__(rng.randbytes(8))
        self._theirs = theirs

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        value = super().draw(sides, why, secret=secret)
        if self._theirs.is_chance_node():  # type: ignore[attr-defined]
            left = sorted(action for action, _ in self._theirs.chance_outcomes())  # type: ignore[attr-defined]
            assert len(left) == sides
            self._theirs.apply_action(left[value - 1])  # type: ignore[attr-defined]
        return value


def _compare(ours: State, theirs: object) -> None:
    """Compares by the text of the other implementation's full state."""
    lines = dict(line.split(": ", 1) for line in f"{theirs}".splitlines() if ": " in line)
    hands = [[int(card) for card in lines[f"P{seat} hand"].split()] for seat in (0, 1)]
    assert [list(hand) for hand in ours.hands] == hands
    assert list(ours.points) == [int(points) for points in lines["Points"].split()]
    assert [prize for prize, _ in ours.taken] + [ours.prize] == [int(c) for c in lines["Point card sequence"].split()]


def _compare_seen(ours: State, theirs: object) -> None:
    """What each player may see under imperfect information: the own bids, and who took each prize."""
    for seat, player in enumerate(PLAYERS):
        text: str = theirs.information_state_string(seat)  # type: ignore[attr-defined]
        lines = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
        view = GOOFSPIEL.view(ours, player)
        assert view["bids"][player] == [int(action) + 1 for action in lines[f"P{seat} action sequence"].split()]
        winners = [PLAYERS[int(won)] if int(won) >= 0 else None for won in lines["Win sequence"].split()]
        assert [taker for _, taker in view["taken"]] == winners
        assert view["bids"][PLAYERS[1 - seat]] is None and view["hands"][PLAYERS[1 - seat]] is None
