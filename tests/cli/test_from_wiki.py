"""`pbp init --from-wiki` reads a running dynasty from its wiki, and changes nothing before it is told to."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbp.adapters.local import LocalSite
from pbp.cli import main
from pbp.clock import system_clock

SHEET = """Kept by hand since January.

{| class="wikitable sortable"
! Wizard !! Stars !! Status !! Hat
|-
| [[User:Ann|Ann]] || 23 || Active || '''Pointed'''
|-
| Ben || −4 || Active ||
|-
| Cleo || 12 || Idle || 3
|}
"""
RULESET = """== Lore ==
None.
== Spells ==
=== Greed ===
* Effect: The caster gains 5 stars
=== Jest ===
* Effect: If the Battle Master laughs, the caster wins.
== Other ==
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text('[battle_master]\nname = "Merlin"\n')

    def call(*arguments: str) -> Result:
        result = CliRunner().invoke(main, arguments)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


def wiki(folder: Path, sheet: str = SHEET, ruleset: str = RULESET, played: tuple[int, ...] = (1, 2, 5)) -> LocalSite:
    """The embedded site with a dynasty's pages, as people wrote them."""
    site = LocalSite(folder / "site.db", "http://127.0.0.1:8044", system_clock, "Merlin")
    pages = {"Duel Sheet": sheet, "Ruleset": ruleset}
    pages |= {f"Wizard Duel Spell List {number}": "=== Greed ===" for number in played}
    for title, text in pages.items():
        if text:
            site.edit(title, text, None, "Ann", "by hand")
    return site


def test_it_proposes_and_changes_nothing(run, tmp_path: Path) -> None:
    wiki(tmp_path)
    result = run("init", "--from-wiki")
    assert result.exit_code == 0, result.output
    for line in (
        "Wizard Ann: 23 Stars, active, Hat Pointed",
        "Wizard Ben: -4 Stars, active",
        "Wizard Cleo: 12 Stars, idle, Hat 3",
        "Spells: Greed, Jest",
        "  Jest will need a ruling",
        "The next duel will be number 6",
        "Nothing was changed",
    ):
        assert line in result.output
    assert not (tmp_path / "battlemaster.db").exists()


def test_with_yes_the_dynasty_goes_on(run, tmp_path: Path) -> None:
    site = wiki(tmp_path)
    assert run("init", "--from-wiki", "--yes").exit_code == 0
    assert "Ben" in run("player", "list").output
    assert "duel 6 is scheduled" in run("tick").output
    sheet = site.wiki.read("Duel Sheet")
    assert sheet
    assert "Kept by hand since January." in sheet.text
    assert sheet.text.count("{|") == 1, "the table is kept up to date in its place"
    assert site.wiki.read("Wizard Duel Spell List 6")
    again = run("init", "--from-wiki", "--yes")
    assert (again.exit_code, "already" in again.output) == (1, True)


@pytest.mark.parametrize(
    ("sheet", "ruleset", "fault"),
    [
        ("", RULESET, "the wiki has no page 'Duel Sheet'"),
        ("No table.", RULESET, "has no table with a column Wizard"),
        (SHEET.replace("23", "many"), RULESET, "its Stars are 'many'"),
        (SHEET.replace("Idle", "Asleep"), RULESET, "its Status is 'Asleep'"),
        (SHEET.replace("Ben", "ann"), RULESET, "'ann' stands there twice"),
        (SHEET.replace("Ben", "everyone"), RULESET, "cannot be a wizard's name"),
        (SHEET.replace("| Ben || −4", "| −4"), RULESET, "does not have 4 cells"),
        (SHEET, "", "the wiki has no page 'Ruleset'"),
        (SHEET, "== Rules ==", "has no section 'Spells'"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_taken_on(
    run, tmp_path: Path, sheet: str, ruleset: str, fault: str
) -> None:
    wiki(tmp_path, sheet, ruleset)
    result = run("init", "--from-wiki", "--yes")
    assert result.exit_code == 1
    assert fault in result.output
    assert not (tmp_path / "battlemaster.db").exists()


def test_a_sheet_without_a_status_takes_all_for_active_and_says_what_to_do(run, tmp_path: Path) -> None:
    wiki(tmp_path, "Player | Stars\n--|--\nAnn | 7\n", played=())
    result = run("init", "--from-wiki")
    assert "Wizard Ann: 7 Stars, active" in result.output
    assert "lacks one of the columns" in result.output
    assert "number 1" in result.output
