"""The shortest of some contests at random, for tests that play a whole one through the service."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.filling import random_words

from pbp.fair.dice import Dice
from pbp.games.base import Game


def short_seed(game: Game, setup: Mapping[str, Any]) -> int:
    """The one of some seeds with which a contest at random has the fewest steps."""

    def steps(seed: int) -> int:
        rng, state, number = Random(seed), game.begin(setup, Dice(b"")), 0
        while awaited := game.awaits(state):
            orders = {}
            for player, prompt in awaited.items():
                order = game.read(state, player, random_words(prompt.choices(), rng)).order
                assert order is not None
                orders[player] = order
            state, _ = game.resolve(state, orders, Dice(b"%d" % number))
            number += 1
        return number

    return min(range(30), key=steps)
