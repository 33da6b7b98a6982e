"""A duel ends under the version of its rules that it began with, whatever version comes while it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import pbp.games
from pbp.fair.dice import Dice
from pbp.games import GAMES, find_game, from_outside, parted, version
from pbp.games.base import CONTEST, Event, Game, Order, Outcome, bare_name
from pbp.service import contests
from service.contests import HALL, begin, checked, outcome
from service.proofs import duel_checked
from service.test_registered import Entry
from service.world import World

CONTESTS = [game for game in GAMES if game.format == CONTEST]


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    """One kind of database will do: what is tested here is the games."""
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


def successor(game: Game) -> Any:
    """The next version of a game's rules, by which the first seat wins at once, or nobody casts anything."""

    class Newer(type(game)):  # type: ignore[misc]
        name = f"{bare_name(game)}/{version(game) + 1}"

        def outcome(self, state: Any) -> Outcome | None:
            return Outcome(state.players[0], False, "By the new rules the first seat wins.")

    class NewerRing(type(game)):  # type: ignore[misc]
        name = f"{bare_name(game)}/{version(game) + 1}"

        def resolve(self, state: Any, orders: Mapping[str, Order], dice: Dice) -> tuple[Any, Sequence[Event]]:
            after: tuple[Any, Sequence[Event]] = super().resolve(state, {}, dice)
            return after

    return Newer() if game.format == CONTEST else NewerRing()


@pytest.fixture
def update(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game], Game]:
    """From its call on the next version of a game is here, beside the present one, as after an update."""

    def change(game: Game) -> Game:
        newer: Game = successor(game)
        games, earlier = parted((*GAMES, newer))
        monkeypatch.setattr(pbp.games, "GAMES", games)
        monkeypatch.setattr(pbp.games, "EARLIER", earlier)
        monkeypatch.setattr(contests, "GAMES", tuple(each for each in games if each.format == CONTEST))
        return newer

    return change


@pytest.mark.parametrize("game", CONTESTS, ids=bare_name)
def test_a_contest_of_any_game_goes_on_by_the_rules_that_it_began_with(
    make_world: Callable[..., World], update: Callable[[Game], Game], game: Game
) -> None:
    world = make_world(HALL, wizards=("Ann", "Ben"))
    first = begin(world, bare_name(game), settle=0)
    newer = update(game)
    assert find_game(bare_name(game)) is newer and find_game(game.name) is game
    second = begin(world, bare_name(game), settle=0)
    assert [world.duel(number).game for number in (first, second)] == [game.name, newer.name]
    until = world.duel(second).battle_time
    assert until
    world.clock.now = until
    world.tick(minutes=1)
    world.tick(days=15)
    world.tick(minutes=1)
    assert not world.duel(first).held
    world.say("Ben", f"#{first} RESIGN")
    world.tick(minutes=1)
    assert (outcome(world, first) or {}).get("reason") != "By the new rules the first seat wins."
    assert world.bundle(first)["game"] == game.name
    checked(world, first)


def test_a_ring_duel_ends_by_the_rules_that_it_began_with(
    make_world: Callable[..., World], update: Callable[[Game], Game]
) -> None:
    world = make_world()
    world.tick()
    world.say("Bob", "CAST Greed")
    ring = pbp.games.ring_game()
    newer = update(ring)
    world.after_battle()
    assert world.stars()["Bob"] == 25, "by the new rules nobody casts anything"
    assert world.duel(1).game == ring.name
    assert duel_checked(world, 1).ok
    world.tick(minutes=1)
    assert world.duel(2).game == newer.name
    world.say("Bob", "CAST Greed")
    world.after_battle()
    assert world.stars()["Bob"] == 25


def test_an_earlier_version_may_come_from_outside_and_a_later_one_of_ours_may_not() -> None:
    ours = next(game for game in GAMES if bare_name(game) == "tactical-genius")

    class First(type(ours)):  # type: ignore[misc]
        name = "tactical-genius/1"

    entries: list[Any] = [Entry("first", First), Entry("newer", lambda: successor(ours))]
    found, refused = from_outside(entries)
    assert [game.name for game in found] == ["tactical-genius/1"] and list(refused) == ["newer"]
    newest, earlier = parted((*GAMES, *found))
    assert ours in newest and [game.name for game in earlier] == ["tactical-genius/1"]
