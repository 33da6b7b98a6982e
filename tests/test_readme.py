"""The README shows what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbp import config
from pbp.app import build
from pbp.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


def test_the_transcript_is_what_the_demo_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["demo", "--no-serve", "--start", "2026-03-02T09:00:00", "--seed", "readme"])
    assert result.exit_code == 0, result.output
    told = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:8044", result.output)
    assert told.strip() == blocks("text")[0].strip()


@pytest.mark.parametrize("text", blocks("toml"))
def test_a_configuration_is_complete(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, name in re.findall(r'"(env|file):([^"]+)"', text):
        if kind == "env":
            monkeypatch.setenv(name, "a secret")
        else:
            (tmp_path / name).write_text("a secret\n")
    app = build(config.read(text, tmp_path))
    app.store.close()


def test_there_is_a_configuration_for_each_kind_of_site() -> None:
    all_of_them = [config.read(text) for text in blocks("toml")]
    kinds = {(each.wiki.adapter, each.blog.adapter, *each.letters.channels) for each in all_of_them}
    assert {("mediawiki", "draft", "mail"), ("reddit", "reddit", "reddit"), ("local", "local", "local")} <= kinds
    assert ("local", "wordpress", "mail", "local") in kinds


def test_every_exit_status_is_in_the_table() -> None:
    from pbp.cli import common

    table = README.split("| exit status | meaning |")[1].split("\n\n")[0]
    statuses = {common.DONE, common.FAILED, common.WRONG, common.HELD, common.NOTHING_DUE}
    assert {int(row) for row in re.findall(r"^\| (\d+) \|", table, re.M)} == statuses


def test_the_first_screen_has_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:30])
    assert "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/pbp demo" in first
    assert "tests/run --install" in first
