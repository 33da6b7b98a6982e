"""Whatever stands in a configuration or a file, or is wrong with the store: one says what it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbp.cli import main

STORES = {
    "garbage": "must begin with sqlite:///",
    "sqlite://": "must begin with sqlite:///",
    "sqlite:///a\\u0000b": "must begin with sqlite:///",
    "postgresql://host:port/x": "cannot be read",
    "postgresql://nobody@127.0.0.1:1/x": "cannot be opened",
    "sqlite:////proc/none/store.db": "cannot be opened",
    "sqlite:///.": "cannot be opened",
    "sqlite:////dev/full": "cannot be opened",
}


@pytest.mark.parametrize("url", STORES)
@pytest.mark.parametrize("command", ["tick", "status", "doctor"])
def test_a_store_that_cannot_be_used_is_named(tmp_path: Path, url: str, command: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'[store]\nurl = "{url}"\n')
    result = CliRunner().invoke(main, [command, "--config", str(file)])
    assert result.exit_code in (1, 2) and isinstance(result.exception, SystemExit)
    assert STORES[url] in result.output and "fault of pbp" not in result.output


def test_two_pages_of_one_title_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[wiki]\nsheet = "wizard_Duels"\n')
    result = CliRunner().invoke(main, ["tick", "--config", str(file)])
    assert result.exit_code == 2 and "`overview` is the title of `sheet` too" in result.output


GOOD = 'game = "goofspiel"\nplayers = ["Ann", "Ben"]\n'


@pytest.mark.parametrize("wrong", ["wizards = false", "wizards = []", "options = false", "rolls = 0"])
def test_a_scenario_with_a_wrong_value_is_refused(tmp_path: Path, wrong: str) -> None:
    file = tmp_path / "scenario.toml"
    file.write_text(f"{GOOD}{wrong}\n")
    result = CliRunner().invoke(main, ["adjudicate", str(file)])
    assert "fault of pbp" not in result.output
    assert isinstance(result.exception, SystemExit) and result.exit_code == 2
