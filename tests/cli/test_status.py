"""`pbp status` on a Reddit that fails: what waits and why, what readers do not see, whom letters do not reach."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from reddit_emulator import Emulator
from service.on_reddit import account, emulated
from service.world import SPELLS, Moving

from pbp import config
from pbp.app import App, build
from pbp.cli import main

SETTINGS = """
[schedule]
players = 2
[wiki]
adapter = "reddit"
[blog]
adapter = "reddit"
[letters]
channels = ["reddit"]
[site]
enabled = false
"""


@pytest.fixture
def reddit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Emulator]:
    with emulated(monkeypatch) as emulator:
        emulator.world.edit("ruleset", SPELLS, "Moderator")
        yield emulator


@pytest.fixture
def app(reddit: Emulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """A service of Ann and Ben, its clock an hour behind ours, so that what it notes lies before a command."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(SETTINGS + account(reddit))
    reddit.world.clock = Moving(datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1))
    found = build(config.load(tmp_path / "config.toml"), clock=reddit.world.clock)
    with found.store.tx() as tx:  # one season's secrets for all tests: its tree is built once a process
        found.desk.begin_season(tx, found.now(), b"key".ljust(32), b"signing key".ljust(32))
    for name in ("Ann", "Ben"):
        found.add_player(name, {"reddit": name})
    yield found
    found.store.close()


def ticks(app: App, reddit: Emulator, number: int) -> None:
    clock = reddit.world.clock
    assert isinstance(clock, Moving)
    for _ in range(number):
        clock.now += timedelta(minutes=5)
        app.tick()


def status(*more: str) -> str:
    result = CliRunner().invoke(main, ["status", *more])
    assert result.exit_code == 0
    return result.output


def test_of_a_text_that_waits_it_says_why(app: App, reddit: Emulator) -> None:
    reddit.fail("503", "POST /api/submit", times=9)
    app.tick()
    assert "\nwaits: s1.d1.post: " in status()
    (waits,) = [line for line in status().splitlines() if line.startswith("waits: s1.d1.post: ")]
    assert waits.endswith("Reddit answered with a fault (503)")
    reddit.heal()
    ticks(app, reddit, 2)
    assert "waits: s1.d1.post" not in status()


def test_what_readers_do_not_see_and_whom_letters_do_not_reach_is_named_until_it_is_mended(
    app: App, reddit: Emulator
) -> None:
    reddit.world.blocks.add("Ann")
    app.tick()
    (post,) = [post for post in reddit.world.posts if post.title == "Wizard Duel 1"]
    reddit.world.removed[post.name] = "reddit"
    ticks(app, reddit, 5)
    said = status()
    where = f"{reddit.url}/r/WizardDuels/comments/{post.id}/"
    assert f"readers do not see s1.d1.post: {where} was caught by Reddit's spam filter" in said
    assert "cannot be reached: reddit:Ann: " in said
    assert "reddit:Ben" not in said
    facts = json.loads(status("--json"))
    assert [lost["address"] for lost in facts["unreached"]] == ["Ann"]
    assert facts["hidden"].keys() == {"s1.d1.post"}
    reddit.world.removed.clear()
    reddit.world.blocks.clear()
    reddit.world.message("Ann", "CAST Greed")
    clock = reddit.world.clock
    assert isinstance(clock, Moving)
    clock.now += timedelta(hours=3)
    ticks(app, reddit, 8)
    said = status()
    assert "readers do not see" not in said and "cannot be reached" not in said
