"""Goofspiel: sealed bids, each card once, for prize cards turned up one by one; equal bids discard the prize.

Rulings: late bids the lowest card; both late repeat the step once, then it is drawn; the last cards are played at
once. With `imperfect_information` only the bidder knows a bid before the end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbp.errors import Problem
from pbp.fair.dice import Dice
from pbp.games.base import Event, Facts, Option, Order, Outcome, Phase, Picture, Prompt, Reading, Rows, Setup, Table
from pbp.games.choices import Field, FieldValue, Move
from pbp.games.contest import SetupReader
from pbp.games.goofspiel.picture import picture
from pbp.games.plain import PlainGame
from pbp.games.wording import contradiction, order_lines, quoted

_ORDERS = ("random", "descending", "ascending")


@dataclass(frozen=True, slots=True)
class Bid:
    """One card of the hand."""

    card: int

    @property
    def words(self) -> str:
        return f"BID {self.card}"

    said = words


@dataclass(frozen=True, slots=True)
class State:
    """The game: `prize` is turned up and `prizes` are still hidden; `bids` are the pairs so far, first seat first."""

    players: tuple[str, str]
    points_order: str
    hidden: bool
    prize: int
    prizes: tuple[int, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int] = (0, 0)
    bids: tuple[tuple[int, int], ...] = ()
    taken: tuple[tuple[int, int | None], ...] = ()
    repeated: bool = False
    ended: Outcome | None = None


class Goofspiel(PlainGame):
    """The game; nothing but its options changes it."""

    name = "goofspiel/1"
    title = "Goofspiel"
    verbs = frozenset({"BID", "WITHDRAW"})
    options = (
        Option("cards", "number", "how many cards each side holds, and how many prizes there are", 13, 2, 99),
        Option("points_order", "word", "in which order the prizes are turned up", "random", choices=_ORDERS),
        Option("imperfect_information", "flag", "whether only the bidder knows a bid before the end", False),
    )
    phases: Mapping[str, Phase] = {
        "bid": Phase("one card of the hand, for the prize that is turned up", "your lowest card is bid", verb="BID")
    }

    def begin(self, setup: Setup, dice: Dice) -> State:
        reader = SetupReader(setup, self)
        points_order, cards, hidden = map(reader.value, ("points_order", "cards", "imperfect_information"))
        reader.done()
        suit = tuple(range(1, cards + 1))
        return State(reader.players, points_order, hidden, *_turn_up(suit, points_order, dice), (suit, suit))

    def phase(self, state: State) -> str:
        return "bid"

    def awaits(self, state: State) -> Mapping[str, Prompt]:
        what, owing = f"Bid one of your cards for the prize {state.prize}.", () if state.ended else state.players
        return {name: self.prompt(state, name, what) for name in owing}

    def choices(self, state: State, player: str) -> tuple[Move, ...]:
        if state.ended or player not in state.players:
            return ()
        hand = tuple(FieldValue(str(card)) for card in state.hands[state.players.index(player)])
        return (Move("bid", "Bid this card", "BID", (Field("card", "card", "Your card", hand),)),)

    def read(self, state: State, player: str, words: str) -> Reading:
        if player not in state.players or state.ended:
            return _refused("not-asked", words, "Nothing is asked of you now.")
        hand, lines = state.hands[state.players.index(player)], order_lines(words, self.verbs)
        if lines and all(line.verb == "WITHDRAW" for line in lines):
            return Reading()
        hint = f"Write BID and one of {', '.join(map(str, hand))}."
        cards = [re.fullmatch(r"(?:(?:my|the|card|a|with)\s+)*#?0*(\d{1,3})", line.rest, re.I) for line in lines]
        bids = {int(card[1]) for card in cards if card}
        if not lines or not all(cards):
            return _refused("not-understood", words, "This is no bid of one card.", hint)
        if len(bids) > 1:
            return Reading(problems=(contradiction(lines, "Send one bid."),))
        if bids <= set(hand):
            return Reading(Bid(bids.pop()))
        return _refused("not-in-hand", lines[0].quote, f"You do not hold the {bids.pop()}.", hint)

    def resolve(self, state: State, orders: Mapping[str, Order], dice: Dice) -> tuple[State, Sequence[Event]]:
        late = [player for player in state.players if player not in orders]
        events = [Event("late", {"player": player, "both": len(late) == 2}) for player in late]
        if len(late) == 2:
            drawn = Outcome(None, True, "Both sides were late twice for one prize.") if state.repeated else None
            return replace(state, repeated=True, ended=drawn), events
        lowest = dict(zip(state.players, map(min, state.hands), strict=True))
        bids = [order.card if isinstance(order := orders.get(n), Bid) else low for n, low in lowest.items()]
        state = _settle(state, (bids[0], bids[1]), dice, events)
        if not state.prizes and not state.ended:
            state = _settle(state, (state.hands[0][0], state.hands[1][0]), dice, events)
        return state, events

    def outcome(self, state: State) -> Outcome | None:
        return state.ended

    def view(self, state: State, player: str | None) -> Facts:
        seen = {name: player == name or not state.hidden or state.ended for name in state.players}
        return {
            "turn": len(state.bids),
            "prize": None if state.ended else state.prize,
            "points": dict(zip(state.players, state.points, strict=True)),
            "hands": {n: list(h) if seen[n] else None for n, h in zip(state.players, state.hands, strict=True)},
            "bids": {n: [pair[i] for pair in state.bids] if seen[n] else None for i, n in enumerate(state.players)},
            "taken": [[prize, None if seat is None else state.players[seat]] for prize, seat in state.taken],
        }

    def table(self, view: Facts) -> Table:
        def row(name: str, points: int) -> tuple[object, ...]:
            won = [prize for prize, taker in view["taken"] if taker == name]
            return name, points, _some(view["hands"][name]), _some(view["bids"][name]), _some(won)

        prize = f" The prize now is {view['prize']}." if view["prize"] else ""
        rows = tuple(row(name, points) for name, points in view["points"].items())
        return [
            f"Bids so far: {view['turn']}.{prize}",
            Rows(("Player", "Points", "Hand", "Bids", "Prizes won"), rows),
        ]

    def picture(self, view: Facts) -> Picture:
        return picture(view)


def _some(cards: Sequence[int] | None) -> str:
    return "hidden" if cards is None else " ".join(map(str, cards))


def _refused(code: str, quote: str, reason: str, hint: str = "") -> Reading:
    return Reading(problems=(Problem(code, quoted(quote), reason, hint),))


def _settle(state: State, bids: tuple[int, int], dice: Dice, events: list[Event]) -> State:
    """The prize goes to the higher bid, or away; then the next one is turned up, or the game ends."""
    winner = None if bids[0] == bids[1] else int(bids[1] > bids[0])
    points = tuple(had + state.prize * (seat == winner) for seat, had in enumerate(state.points))
    hands = [tuple(card for card in hand if card != bid) for hand, bid in zip(state.hands, bids, strict=True)]
    bid = {} if state.hidden else dict(zip(state.players, bids, strict=True))
    taker = None if winner is None else state.players[winner]
    events.append(Event("bid", {"prize": state.prize, "bids": bid, "winner": taker}))
    best = None if points[0] == points[1] else state.players[int(points[1] > points[0])]
    ended = None if state.prizes else Outcome(best, best is None, f"{max(points)} to {min(points)} points.")
    left = _turn_up(state.prizes, state.points_order, dice) if state.prizes else (state.prize, ())
    record = ((*state.bids, bids), (*state.taken, (state.prize, winner)))
    changed = (*left, (hands[0], hands[1]), (points[0], points[1]), *record, False, ended)
    return State(state.players, state.points_order, state.hidden, *changed)


def _turn_up(prizes: tuple[int, ...], points_order: str, dice: Dice) -> tuple[int, tuple[int, ...]]:
    drawn = dice.choice(prizes, "the prize") if points_order == "random" else 0
    prize = drawn or (max if points_order == "descending" else min)(prizes)
    return prize, tuple(card for card in prizes if card != prize)


GOOFSPIEL = Goofspiel()
