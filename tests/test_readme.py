"""README and papers show what the program does, and each is reached by `pbp help` and on the site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbp import config
from pbp.app import build
from pbp.cli import main
from pbp.papers import GROUPS, Paper, paper

PAPERS = [paper(name) for names in GROUPS.values() for name in names]
ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return [block for each in PAPERS for block in re.findall(rf"```{language}\n(.*?)```", each.text, re.S)]


def test_the_transcript_is_what_the_demo_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["demo", "--no-serve", "--start", "2026-03-02T09:00:00", "--seed", "readme"])
    assert result.exit_code == 0, result.output
    told = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:8044", result.output)
    assert told.strip() in [block.strip() for block in blocks("text")]


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

    table = paper("running").text.split("| exit status | meaning |")[1].split("\n\n")[0]
    statuses = {common.DONE, common.FAILED, common.WRONG, common.HELD, common.NOTHING_DUE}
    assert {int(row) for row in re.findall(r"^\| (\d+) \|", table, re.M)} == statuses


def test_the_first_screen_has_the_two_commands() -> None:
    first = "\n".join(README.splitlines()[:30])
    assert "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/pbp demo" in first
    assert "tests/run --install" in first


def test_every_file_is_a_paper_in_one_group() -> None:
    files = {path.stem for path in (ROOT / "pbp" / "papers").glob("*.md")}
    assert sorted(files) == sorted(each.name for each in PAPERS)


@pytest.mark.parametrize("each", PAPERS, ids=lambda each: each.name)
def test_a_paper_has_a_title_says_what_it_is_about_and_links_to_what_is_there(each: Paper) -> None:
    assert re.match(r"# \S[^\n]*\n\n\S", each.text)
    assert 10 < len(each.about) < 160 and each.about.endswith(".")
    for link in re.findall(r"\]\(([^)#]+)\)", each.text):
        assert link.startswith("https://") or (ROOT / "pbp" / "papers" / link).is_file(), link


@pytest.mark.parametrize("each", PAPERS, ids=lambda each: each.name)
def test_help_shows_every_paper(each: Paper) -> None:
    shown = CliRunner().invoke(main, ["help", each.name])
    assert shown.exit_code == 0
    assert each.title.split()[-1] in shown.output and each.name in CliRunner().invoke(main, ["help"]).output
    assert ".md)" not in shown.output


def test_what_the_readme_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert [link for link in links if not (ROOT / link).is_file()] == []
    missing = [each.name for each in PAPERS if f"pbp/papers/{each.name}.md" not in README]
    assert missing == ["places"]
