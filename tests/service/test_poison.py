"""A duel whose game fails at whatever it is asked holds up no other duel, and is told of once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbp.games import find_game
from pbp.operating.serving import beat
from pbp.service import challenges
from pbp.store.states import TextState
from service.contests import HALL
from service.world import World

HEALTHY = 100


class Poisoned(Exception):
    """What the game raises."""


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    """One kind of database will do: what fails is a game."""
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def poison(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the moment it is called, the game from outside raises at every verb."""
    game: Any = find_game("rock-paper-scissors")

    def fail(*_: Any, **__: Any) -> Any:
        raise Poisoned("no words of a player")

    def now() -> None:
        for name, _ in inspect.getmembers(type(game), inspect.isfunction):
            if not name.startswith("_"):
                monkeypatch.setattr(type(game), name, fail)

    return now


def begun(hall: World, game: str) -> int:
    made: int = hall.app.carry_out(
        challenges.new_contest, game, ("Ann", "Ben"), hall.clock.now, variant=None, options={}
    )
    return made


def test_a_poison_duel_among_a_hundred_holds_up_none_of_them_and_is_told_of_once(
    make_world: Callable[..., World], poison: Callable[[], None]
) -> None:
    hall = make_world(HALL, wizards=("Ann", "Ben"))
    half = HEALTHY // 2
    healthy = [begun(hall, "wizards-duel") for _ in range(half)]
    poisonous = begun(hall, "rock-paper-scissors")
    healthy += [begun(hall, "wizards-duel") for _ in range(half)]
    hall.app.collect()
    poison()
    ends = max(hall.duel(number).battle_time or hall.clock.now for number in [*healthy, poisonous])
    said: list[str] = []
    known: set[str] = set()
    hall.clock.now += (ends - hall.clock.now) * 2 / 3  # reminders are due
    beat(hall.app, said.append, known)
    with hall.app.store.tx() as tx:
        reminded = {item.duel for item in tx.all_outgoing(TextState.SENT) if ".remind" in item.key}
    assert reminded == set(healthy)
    assert "Understood" in hall.say("Ann", f"#{healthy[0]} CAST 5")
    hall.clock.now = ends + timedelta(minutes=1)
    for _ in range(3):
        beat(hall.app, said.append, known)
        hall.clock.now += timedelta(minutes=1)
    assert {hall.duel(number).step for number in healthy} == {2}, "their first step is closed, resolved and told"
    assert (hall.duel(poisonous).step, hall.duel(poisonous).state) == (1, "open")
    told = [line for line in said if "Poisoned" in line]
    assert len(told) == 1, said
    assert f"{poisonous}" in told[0]
    assert "no words of a player" not in "".join(said)
