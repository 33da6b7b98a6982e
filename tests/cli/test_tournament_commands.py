"""`pbp tournament`: the same verbs as by letter, and a list for people and for scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbp.cli import main


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs `pbp` in a world of three players."""
    monkeypatch.chdir(tmp_path)
    Path("config.toml").write_text('[store]\nurl = "sqlite:///store.db"\n[ring]\nauto_schedule = false\n')

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, list(arguments))

    assert call("player", "add", "Ann", "Ben", "Cleo").exit_code == 0
    return call


def test_a_tournament_is_announced_cancelled_and_listed(run) -> None:
    assert "no tournament was announced yet" in run("tournament", "list").output
    tried = run("tournament", "announce", "swiss", "goofspiel", "rounds=2", "--dry-run")
    assert tried.exit_code == 0 and "Swiss tournament of Goofspiel" in tried.output
    made = run("tournament", "announce", "swiss", "goofspiel", "rounds=2", "--within", "2d", "--title", "Spring Cup")
    assert (made.exit_code, made.output) == (0, "tournament 1 is announced\n")
    early = run("tournament", "start", "1")
    assert early.exit_code == 1 and "fewer than two entrants" in early.output
    assert "Ann is not in tournament 1" in run("tournament", "replace", "1", "Ann", "Ben", "--why", "so").output
    assert "has no table to end with" in run("tournament", "end", "1", "--why", "so").output
    assert run("tournament", "cancel", "1", "--why", "nobody comes").output == "tournament 1 is cancelled\n"
    assert run("tournament", "list").output == "1 Spring Cup: swiss of goofspiel, cancelled\n"
    (row,) = json.loads(run("tournament", "list", "--json").output)
    assert (row["state"], row["entrants"], row["rounds"]) == ("cancelled", [], 0)


def test_what_cannot_be_is_said_and_changes_nothing(run) -> None:
    wrong = run("tournament", "announce", "ladder", "goofspiel", "third=yes")
    assert wrong.exit_code == 1 and "third means nothing in a ladder" in wrong.output
    assert run("tournament", "start", "7").exit_code == 1
    assert "no tournament was announced yet" in run("tournament", "list").output


def test_a_draw_is_worked_out_again_from_what_was_published(run) -> None:
    vector = json.loads((Path(__file__).parents[1] / "fair" / "vectors.json").read_text(encoding="utf-8"))["lots"]
    names = reversed(vector["names"])
    told = run("tournament", "verify", vector["announced"], vector["seed"], str(vector["tournament"]), *names)
    assert (told.exit_code, told.output.splitlines()[-1]) == (0, ", ".join(vector["drawn"]))
    other = run("tournament", "verify", vector["announced"], "00" * 32, "3", "Ann", "Ben")
    assert other.exit_code == 1 and "not the one that was announced" in other.output
    assert run("tournament", "verify", vector["announced"], "xyz", "3", "Ann", "Ben").exit_code == 2
