"""How contests begin: a player's challenge and its acceptance, and the Battle Master's command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbp.cli import main
from pbp.errors import NotFound, Refused
from pbp.store.setups import ContestSetup
from service.contests import HALL, begin
from service.world import World


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """A world without ring duels: only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben", "Cleo"))


def test_a_challenge_begins_when_it_is_accepted_with_seats_drawn_by_the_coin(hall: World) -> None:
    assert "You have challenged Ben: Wizard's Duel, archwizard." in hall.say("Ann", "CHALLENGE Ben archwizard")
    assert hall.letters("Ben")[0][0] == "Ann challenges you: Wizard's Duel, archwizard"
    hall.say("Ben", "ACCEPT")
    duel = hall.duel(1001)
    assert isinstance(duel.setup, ContestSetup) and duel.setup.variant == "archwizard"
    assert set(duel.seats) == {"Ann", "Ben"}
    assert duel.setup.options["first_seat"] == duel.seats[0]
    assert "There is no challenge" in hall.say("Ben", "ACCEPT")


@pytest.mark.parametrize(
    ("words", "game", "options"),
    [
        ("CHALLENGE Ben", "wizards-duel/1", {}),
        ("challenge ben to simulacra, best_of=3 keep_em_guessing=yes", "simulacra/1", {"best_of": 3}),
        ("CHALLENGE Ben: Reality Benders", "reality-benders/1", {"items": "each"}),
        ("CHALLENGE Ben tactical genius!", "tactical-genius/2", {}),
        ("CHALLENGE Ben goofspiel cards=5", "goofspiel/1", {"cards": 5}),
        ("CHALLENGE Ben wizards-duel gods-collide", "wizards-duel/1", {}),
        (
            "CHALLENGE Ben simulacra\nbest_of=3, life_cap=9\nsealed_purchase=yes\n\nMay the best win.",
            "simulacra/1",
            {"best_of": 3, "life_cap": 9, "sealed_purchase": True},
        ),
        ("CHALLENGE Ben\ngoofspiel\ncards=5\nCheers, Ann", "goofspiel/1", {"cards": 5}),
    ],
)
def test_a_challenge_names_a_game_a_variant_and_options(
    hall: World, words: str, game: str, options: dict[str, Any]
) -> None:
    assert "You have challenged Ben" in hall.say("Ann", words)
    hall.say("Ben", "accept")
    duel = hall.duel(1001)
    assert duel.game == game
    assert options.items() <= duel.setup.options.items()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("CHALLENGE Zed", "say whom"),
        ("CHALLENGE Ann", "cannot challenge yourself"),
        ("CHALLENGE Ben chess", "there is no contest"),
        ("CHALLENGE Ben simulacra best_of=2", "best_of"),
        ("CHALLENGE Ben goofspiel cards=1000", "cards"),
        ("CHALLENGE Ben wizards-duel step_hours=0", "step_hours"),
        ("CHALLENGE Ben wizards-duel mistake=1", "mistake"),
        ("CHALLENGE Ben\nchess", "what stands right below CHALLENGE belongs to it, up to a blank line"),
        ("CHALLENGE Ben goofspiel\nwith fewer cards, if you like", "there is no contest"),
        ("CHALLENGE Ben goofspiel\ncards=1000", "cards"),
        ("CHALLENGE Ben wizards-duel goofspiel", "there is no contest"),
        ("CHALLENGE Ben simulacra archwizard", "there is no contest"),
    ],
)
def test_a_challenge_that_cannot_be_played_is_refused_with_the_reason(hall: World, words: str, why: str) -> None:
    answer = hall.say("Ann", words)
    assert "No challenge comes of that" in answer
    assert why in answer


def test_a_challenge_may_be_declined_or_taken_back(hall: World) -> None:
    hall.say("Ann", "CHALLENGE Ben")
    assert "You have turned down the challenge of Ann" in hall.say("Ben", "DECLINE")
    assert "does not wish to play" in hall.letters("Ann")[0][1]
    hall.say("Ann", "CHALLENGE Ben")
    assert "You have taken back your challenge to Ben" in hall.say("Ann", "DECLINE")
    assert "There is no challenge" in hall.say("Ben", "ACCEPT")


def test_of_several_challenges_the_one_that_is_named_is_accepted(hall: World) -> None:
    hall.say("Ann", "CHALLENGE Cleo simulacra")
    hall.say("Ben", "CHALLENGE Cleo goofspiel")
    assert "Say whose" in hall.say("Cleo", "ACCEPT")
    hall.say("Cleo", "ACCEPT Ben")
    assert hall.duel(1001).game == "goofspiel/1"


def test_a_host_may_keep_challenges_closed(make_world: Callable[..., World]) -> None:
    world = make_world(f"{HALL}[contests]\nopen_challenges = false\n", wizards=("Ann", "Ben"))
    assert "challenges are not open here" in world.say("Ann", "CHALLENGE Ben")


def test_contests_and_ring_duels_are_numbered_and_run_beside_each_other(make_world: Callable[..., World]) -> None:
    world = make_world(wizards=("Ann", "Ben"))
    world.tick()
    number = begin(world, "wizards-duel")
    assert number == 1001
    assert "Understood, for duel 1001" in world.say("Ann", "CAST Firebolt")
    assert "Understood, for duel 1:" in world.say("Ann", "CAST Greed")
    assert "more than one duel" in world.say("Ann", "CAST nonsense")
    world.clock.now = world.duel(1).battle_time.replace(minute=1)
    world.app.tick()
    assert world.duel(1).state == "resolved"
    assert world.duel(2).state == "open"


# ---- the Battle Master's commands ------------------------------------------------------------------------------------


def run(world: World, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints."""
    file = Path(world.folder) / "config.toml"
    file.write_text(f'[store]\nurl = "{world.config.store.url}"\n{HALL}', encoding="utf-8")
    main([*arguments, "--config", str(file)], standalone_mode=False)
    return capsys.readouterr().out


def test_the_battle_master_begins_substitutes_and_resigns_by_commands(
    hall: World, capsys: pytest.CaptureFixture[str]
) -> None:
    said = run(
        hall, capsys, "duel", "new", "goofspiel", "--players", "Ann", "Ben", "--option", "cards=5", "--option",
        "points_order=descending",
    )  # fmt: skip
    assert "duel 1001 begins: Ann against Ben" in said
    assert hall.duel(1001).setup.options["cards"] == 5
    said = run(hall, capsys, "duel", "substitute", "1001", "Ben", "Cleo", "--why", "Ben is away.")
    assert "Cleo plays for Ben" in said
    said = run(hall, capsys, "duel", "resign", "1001", "Cleo")
    assert hall.duel(1001).summary["outcome"]["winner"] == "Ann"


def test_a_table_of_ones_own_comes_from_a_file(hall: World, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "items.json"
    file.write_text(json.dumps({"Ann": ["Bonus"], "Ben": []}), encoding="utf-8")
    run(hall, capsys, "duel", "new", "reality-benders", "--players", "Ann", "Ben", "--option", f"items=@{file}")
    assert hall.duel(1001).setup.options["items"] == {"Ann": ["Bonus"], "Ben": []}
    assert "items: Ann: Bonus; Ben: none" in hall.letters("Ann")[0][1]


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("chess", ("Ann", "Ben"), {}),
        ("simulacra", ("Ann", "Ann"), {}),
        ("simulacra", ("Ann", "Ben"), {"first_seat": "Cleo"}),
        ("simulacra", ("Ann", "Ben"), {"settle": "soon"}),
        ("reality-benders", ("Ann", "Ben"), {"reserve_days": -1}),
        ("wizards-duel", ("Ann", "Zed"), {}),
    ],
)
def test_a_contest_that_cannot_be_is_not_made(
    hall: World, game: str, players: tuple[str, str], options: dict[str, Any]
) -> None:
    with pytest.raises((Refused, NotFound)):
        begin(hall, game, *players, **options)
    with hall.app.store.tx() as tx:
        assert tx.duels() == []
