"""config.toml: every setting is documented, every fault is reported at once with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbp import config
from pbp.config import Config
from pbp.errors import ConfigError

EXAMPLE = Path(__file__).parent.parent / "config.example.toml"


def test_the_example_names_every_setting_with_meaning_and_default() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") == config.example()


def test_the_example_loads_as_the_defaults() -> None:
    assert config.read(EXAMPLE.read_text(encoding="utf-8")) == Config()


def test_every_fault_is_reported_at_once_with_its_line() -> None:
    text = '[ring]\nbattle_hour = 25\nnotice = 3\ntrigger = "sometimes"\n\n[duels]\nx = 1\n[wiki]\nruleset = 7\n'
    with pytest.raises(ConfigError) as error:
        config.read(text)
    assert str(error.value).splitlines() == [
        "line 2, ring.battle_hour: `battle_hour` is 25; it lies between 0 and 23",
        "line 3, ring.notice: there is no setting `notice` in [ring]; did you mean `notice_hours`?",
        "line 4, ring.trigger: `trigger` is 'sometimes'; it can be deadline, all-in, either",
        "line 6, duels: there is no setting or table `duels`",
        "line 9, wiki.ruleset: `ruleset` is 7; it must be a text",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[ring\n", "this is no TOML"),
        ("ring = 3", "write it as a table: [ring]"),
        ("[ring]\nauto_resolve = 1", "it must be true or false"),
        ("[ring]\nstars_floor = false", "it must be a whole number"),
        ('[letters]\nchannels = "local"', "it must be a list of texts"),
        ('[wiki]\nlist_title = "Spell List"', "must hold {number}"),
        ('[season]\nid = " "', "must not be empty"),
    ],
)
def test_a_fault_is_told_in_words(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says.replace("[", r"\[").replace("{", r"\{")):
        config.read(text)


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="pbp init"):
        config.load(tmp_path / "config.toml")


def test_relative_paths_start_at_the_file_and_the_store_may_come_from_the_environment(tmp_path, monkeypatch) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    loaded = config.load(tmp_path / "config.toml")
    assert loaded.store_url == f"sqlite:///{tmp_path.resolve()}/battlemaster.db"
    assert loaded.path(loaded.site.path) == tmp_path / "site.db"
    monkeypatch.setenv("PBP_STORE_URL", "postgresql://localhost/pbp")
    assert loaded.store_url == "postgresql://localhost/pbp"
