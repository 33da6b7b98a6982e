"""`pbp page`: the Battle Master's word on what others made or changed on the wiki."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbp.adapters.local import LocalSite
from pbp.cli import main
from pbp.clock import system_clock


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text('[wiki]\nsheet_edits = "ask"\n')

    def call(*arguments: str) -> Result:
        result = CliRunner().invoke(main, arguments)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    call("player", "add", "Ann", "Ben")
    return call


@pytest.fixture
def site(tmp_path: Path) -> LocalSite:
    return LocalSite(tmp_path / "site.db", "http://127.0.0.1:8044", system_clock, "Battle Master")


def edit(site: LocalSite, title: str, text: str) -> str:
    page = site.wiki.read(title)
    return site.edit(title, text, page.revision if page else None, "Cleo", "by hand").revision


def text(site: LocalSite, title: str) -> str:
    page = site.wiki.read(title)
    assert page
    return page.text


def test_a_page_of_others_waits_until_it_is_taken(run, site: LocalSite) -> None:
    edit(site, "Wizard Duels", "Ours.\n")
    edit(site, "Ruleset", "== Spells ==\n=== Greed ===\n* Effect: The caster gains 5 stars\n")
    assert run("tick").exit_code == 3
    assert "page Wizard Duels: held it was made by Cleo" in run("status").output
    assert text(site, "Wizard Duels") == "Ours.\n"
    wrong = run("page", "take", "Wizard Duel")
    assert (wrong.exit_code, "waiting: 'Wizard Duels'" in wrong.output) == (1, True)
    assert run("page", "take", "Wizard Duels", "--read").exit_code == 1
    assert run("page", "take", "Wizard Duels", "--dry-run").exit_code == 0
    assert text(site, "Wizard Duels") == "Ours.\n"
    assert "is written on" in run("page", "take", "Wizard Duels").output
    assert text(site, "Wizard Duels").startswith("Ours.\n\nEvery wizard duel")
    assert run("tick").exit_code == 0


def test_a_change_of_the_sheet_waits_until_it_is_accepted_or_refused(run, site: LocalSite) -> None:
    edit(site, "Ruleset", "== Spells ==\n=== Greed ===\n* Effect: The caster gains 5 stars\n")
    run("tick")
    one = edit(site, "Duel Sheet", text(site, "Duel Sheet").replace("| Ann || 20", "| Ann || 22"))
    two = edit(site, "Duel Sheet", text(site, "Duel Sheet").replace("| Ben || 20", "| Ben || 33"))
    result = run("tick")
    assert (result.exit_code, f"revision {one}) waits" in result.output) == (3, True)
    assert f"revision {two} of the sheet, by Cleo, waits: Ben: +13 Stars" in run("status").output
    assert "counts" in run("page", "accept-sheet", one).output
    assert "put back" in run("page", "refuse-sheet", two).output
    assert run("page", "accept-sheet", two).exit_code == 1
    assert "| Ann || 22" in text(site, "Duel Sheet") and "| Ben || 20" in text(site, "Duel Sheet")
    assert run("tick").exit_code == 0
