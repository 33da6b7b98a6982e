"""Killed at points spread over the tick that plays a step, each registered game goes on as if nothing had been.

Every game is in it as soon as it is registered, the ring and games from outside too. The ring duel's tick
is killed at every other point in test_dying; with PBP_LONG=1 each game's is at all of them.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from games.filling import random_words

from pbp.adapters.local import LocalSite
from pbp.games import GAMES
from pbp.games.base import RING, Game, bare_name
from pbp.service import challenges
from pbp.service.formats import FORMATS
from service.contests import HALL
from service.doom import LONG, copied, go_on, goes_on_as_if_nothing_were, held, prepare, run_child
from service.doom import told as told_and_when
from service.test_registered import asked
from service.world import World

POINTS = 4
"""At how many points of a tick each game is killed."""


def ready(game: Game, folder: Path) -> World:
    """A world in which the next tick takes orders in, and closes, resolves and tells a step."""
    if game.format == RING:
        return prepare(folder, "sqlite:///store.db")
    folder.mkdir(parents=True)
    hall = World(folder, "sqlite:///store.db", HALL, ("Ann", "Ben"))
    hall.app.carry_out(
        challenges.new_contest, bare_name(game), ("Ann", "Ben"), hall.clock.now, variant=None, options={"settle": 0}
    )
    hall.tick()
    chance = Random(5)
    for player, moves in asked(hall, 1001).items():
        hall.site.say(player, f"#1001 {random_words(moves, chance)}")
    return hall


def told(site: LocalSite) -> dict[str, Any]:
    """What the site holds. When a step has closed shows on pages: what they say, and how often, may differ by that."""
    found = told_and_when(site)
    return found | {"pages": sorted(found["pages"]), "edits": sorted(found["edits"])}


def test_every_format_has_a_game_that_is_killed() -> None:
    assert {game.format for game in GAMES} == set(FORMATS)


@pytest.mark.parametrize("game", GAMES, ids=[game.title for game in GAMES])
def test_a_tick_killed_anywhere_plays_each_games_step_once(game: Game, tmp_path: Path) -> None:
    start = ready(game, tmp_path / "start")
    start.app.store.close()
    reference = copied(start, tmp_path / "reference")
    effects = run_child(reference, 0)
    go_on(reference)
    expected, orders = told(reference.site), held(reference)
    reference.app.store.close()
    assert any(orders["orders"].values()), "a step was closed with orders"
    last = len(effects)
    points = range(1, last + 1) if LONG else range(2, last + 1, max(1, last // POINTS))
    assert len(points) >= POINTS
    for point in points:
        goes_on_as_if_nothing_were(copied(start, tmp_path / str(point)), point, told, expected, orders)
