"""Steps of a two-player contest, played directly on its game; and the same contest with the seats exchanged."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbp.fair.dice import Dice
from pbp.games.base import Event, Game, Order


def begun(game: Game, **setup: Any) -> Any:
    """The first state, with the players Ann and Ben unless others are named."""
    return game.begin({"players": ["Ann", "Ben"], **setup}, Dice(b"begin"))


def stepped(game: Game, state: Any, words: Mapping[str, str], key: bytes = b"step") -> tuple[Any, Sequence[Event]]:
    """The state after a step, and its events; every order must be accepted."""
    orders: dict[str, Order] = {}
    for player, text in words.items():
        reading = game.read(state, player, text)
        assert reading.order is not None, reading.problems
        orders[player] = reading.order
    return game.resolve(state, orders, Dice(key))


def told(events: Sequence[Event]) -> list[str]:
    """Events in an order that does not depend on seats, with their facts by name."""
    return sorted(json.dumps([event.kind, event.facts], sort_keys=True) for event in events)
