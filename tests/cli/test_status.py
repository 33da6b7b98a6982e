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
from pbp.cli.common import DONE, FAILED, HELD

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


def status(*more: str, ends: int = DONE) -> str:
    result = CliRunner().invoke(main, ["status", *more])
    assert result.exit_code == ends
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
    said = status(ends=HELD)
    where = f"{reddit.url}/r/WizardDuels/comments/{post.id}/"
    assert f"readers do not see s1.d1.post: {where} was caught by Reddit's spam filter" in said
    assert "cannot be reached: reddit:Ann: " in said
    assert "reddit:Ben" not in said
    facts = json.loads(status("--json", ends=HELD))
    assert [lost["address"] for lost in facts["unreached"]] == ["Ann"]
    assert facts["hidden"].keys() == {"s1.d1.post"}
    reddit.world.removed.clear()
    reddit.world.blocks.clear()
    reddit.world.message("Ann", "CAST Greed")
    clock = reddit.world.clock
    assert isinstance(clock, Moving)
    clock.now += timedelta(hours=3)
    ticks(app, reddit, 8)
    said = status(ends=HELD)  # for the letter that was refused, which `pbp retry` sends
    assert "readers do not see" not in said and "cannot be reached" not in said


def test_a_duel_that_is_held_ends_status_as_it_ends_a_tick(app: App) -> None:
    app.tick()
    assert "duel 1 is open" in status("1")
    CliRunner().invoke(main, ["duel", "pause", "1", "--why", "the wiki is being moved"], catch_exceptions=False)
    assert "held (paused): the wiki is being moved" in status(ends=HELD)
    assert "held (paused): the wiki is being moved" in status("1", ends=HELD)


@pytest.mark.parametrize(
    "words",
    [
        ("status", "99"),
        ("journal", "show", "99"),
        ("retry", "s1.d99.post"),
        ("letters", "show", "99"),
        ("letters", "retry", "99"),
        ("duel", "pause", "99", "--why", "x"),
        ("commence", "99"),
        ("resolve", "99"),
        ("rule", "99", "Burn", "--effect", "Gain 1 Star.", "--why", "x"),
        ("player", "idle", "Nobody"),
        ("page", "take", "Nowhere"),
    ],
    ids=" ".join,
)
def test_what_is_not_there_is_no_success(app: App, words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == FAILED
    assert result.output.strip() and "Traceback" not in result.output and "fault of pbp" not in result.output
