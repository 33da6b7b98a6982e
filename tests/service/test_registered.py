"""Registered means playable: every game, from a challenge to its end, by letters alone, and by `pbp adjudicate`.

The game from outside (tests/outside) is among them. tests/web/test_forms.py plays them all by the forms of the pages.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import outside
import pytest
from games.filling import random_words
from games.shortest import short_seed

from pbp.cli import main
from pbp.games import GAMES, from_outside
from pbp.games.base import CONTEST, Game, bare_name
from pbp.service.present import present
from pbp.text import shipped_texts
from service.contests import HALL, checked, contest_of, examples, outcome
from service.world import World

CONTESTS = [game for game in GAMES if game.format == CONTEST]
MOST_STEPS = 400
each_contest = pytest.mark.parametrize("game", CONTESTS, ids=[game.title for game in CONTESTS])


def asked(world: World, number: int) -> dict[str, Any]:
    """What each player may choose now, for those who owe an order."""
    with world.app.store.tx() as tx:
        now = present(world.app.desk, tx, tx.duel(number))
    return {player: prompt.choices() for player, prompt in now.awaits.items()}


@pytest.fixture
def store_url(tmp_path: Path) -> str:
    """One kind of database will do: what is tested here is the games."""
    return f"sqlite:///{tmp_path / 'store.sqlite'}"


@pytest.fixture
def hall(make_world: Callable[..., World]) -> World:
    """Where only contests are played."""
    return make_world(HALL, wizards=("Ann", "Ben"))


@each_contest
def test_it_is_played_by_letters_from_challenge_to_end_and_again_by_adjudicate(
    hall: World, game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"You have challenged Ben: {game.title}" in hall.say("Ann", f"CHALLENGE Ben {game.title} settle=0")
    hall.say("Ben", "ACCEPT")
    hall.tick()
    assert f"{game.title}" in hall.posts()[-1]
    assert shipped_texts().rules(game).splitlines()[0] in hall.say("Ann", "#1001 RULES")
    rng = Random(short_seed(game, contest_of(hall.duel(1001)).scenario))
    for _ in range(MOST_STEPS):
        if outcome(hall, 1001):
            break
        for player, moves in asked(hall, 1001).items():
            letter = next(body for subject, body in hall.letters(player) if subject.startswith("Duel 1001"))
            shown = examples(letter)
            assert shown and "If you send nothing, " in letter
            hall.site.say(player, f"#1001 {random_words(moves, rng)}")
        step = hall.duel(1001).step
        hall.tick(minutes=1)
        answers = [hall.letters(name)[0] for name in ("Ann", "Ben")]
        assert outcome(hall, 1001) or hall.duel(1001).step == step + 1, answers
    ended = outcome(hall, 1001)
    assert ended and ended["reason"]
    checked(hall, 1001)
    scenario = tmp_path / "contest.toml"
    scenario.write_text(hall.bundle(1001)["scenario"], encoding="utf-8")
    capsys.readouterr()
    with pytest.raises(SystemExit, match="0"):
        main(["adjudicate", str(scenario), "--json"])
    assert json.loads(capsys.readouterr().out)["outcome"] == ended


def test_a_game_that_is_installed_beside_us_is_found_by_its_entry_point() -> None:
    """In a process of its own, as a host has it; without the entry point it is not there."""
    script = "from pbp.games import find_game; game = find_game('rock-paper-scissors'); print(game and game.title)"

    def title(*path: str) -> str:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*path, os.environ.get("PYTHONPATH", "")])}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    assert title(*outside.FOLDERS) == "Rock, Paper, Scissors"
    assert title() == "None"


class Entry:
    """An entry point that gives what a test says."""

    def __init__(self, name: str, load: Callable[[], Any]):
        self.name, self.load = name, load


def test_what_is_no_game_is_refused_and_stops_nothing() -> None:
    def broken() -> Any:
        raise ImportError("no module named dice_tower")

    entries: list[Any] = [
        Entry("again", lambda: next(game for game in GAMES if bare_name(game) == "goofspiel")),
        Entry("broken", broken),
        Entry("half", lambda: type("Half", (), {"name": "half/1", "title": "Half"})()),
    ]
    found, refused = from_outside(entries)
    assert found == ()
    assert refused["again"] == "there is another game called goofspiel"
    assert refused["broken"] == "ImportError: no module named dice_tower"
    assert refused["half"].startswith("it is no game: it lacks awaits, begin, choices")
