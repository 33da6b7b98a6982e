"""Plays contests at random, by the examples that the prompts themselves give, and keeps a record of each."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.cases import case_files

from pbp.errors import FileFaults, NeedsRuling
from pbp.fair.dice import Dice
from pbp.games.base import Event, Game
from pbp.games.replay import dice_key, seats
from pbp.parsing import tomltext

GAMES_EACH = 10_000 if os.environ.get("PBP_LONG") else 150
"""How many contests are played of each game."""

MOST_STEPS = 5_000


@dataclass
class Contest:
    """A contest as it was played: its setup, the orders of each step in canonical words, and what came of them."""

    setup: Mapping[str, Any]
    seed: bytes
    states: list[Any]
    orders: list[dict[str, str]] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    events: list[Sequence[Event]] = field(default_factory=list)
    unruled: bool = False


_KNOWN: dict[str, list[dict[str, Any]]] = {}


def setups(game: Game) -> list[dict[str, Any]]:
    """The setups of a game's case files, each once."""
    if game.name not in _KNOWN:
        _KNOWN[game.name] = _setups(game)
    return _KNOWN[game.name]


def _setups(game: Game) -> list[dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for path in case_files(game.name.split("/")[0]):
        setup, _ = tomltext.parse(path.read_text(encoding="utf-8"))
        for key in ("expect", "steps", "rolls", "seed"):
            setup.pop(key, None)
        try:
            game.begin(setup, Dice(b""))
        except FileFaults:
            continue
        found[repr(setup)] = setup
    return list(found.values())


def play_randomly(game: Game, setup: Mapping[str, Any], rng: Random, *, late: float = 0.03) -> Contest:
    """One contest to its end; each order is missing with probability `late`."""
    seed = rng.randbytes(16)
    state = game.begin(setup, Dice(dice_key(seed, 1, 0, {}, setup)))
    contest = Contest(setup, seed, [state])
    while awaited := game.awaits(state):
        assert len(contest.orders) < MOST_STEPS, "the contest does not end"
        orders = {}
        for player in seats(setup):
            if player in awaited and rng.random() >= late and (examples := awaited[player].examples):
                words = rng.choice(examples)
                reading = game.read(state, player, words)
                assert reading.order is not None and not reading.problems, f"{words!r} is no legal example: {reading}"
                orders[player] = reading.order
        words_of = {player: order.words for player, order in orders.items()}
        contest.phases.append(game.phase(state))
        contest.orders.append(words_of)
        dice = Dice(dice_key(seed, 1, len(contest.orders), words_of, setup))
        try:
            state, events = game.resolve(state, orders, dice)
        except NeedsRuling:
            contest.orders.pop()
            contest.unruled = True
            break
        contest.states.append(state)
        contest.events.append(events)
    return contest
