"""`pbp init --from-wiki` reads a running dynasty from its wiki, and changes nothing before it is told to."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from servers.mediawiki import MediaWiki, Visitor

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

KEPT = """== Wizards ==
{| class="wikitable sortable"
|+ The sheet
! Wizard<ref>as they sign</ref> !! Stars (★) !! Tower
|-
| [[User:Kevan|Kevan]]<ref>BM</ref> || 20 ★ || rowspan="2" | North
|-
| '''Zoë''' || ★ 1,021
|-
| Josh || −4 Stars || South
|-
! Total !! 1037 !!
|}

== Idle Wizards ==
{| class="wikitable"
! Wizard !! Stars
|-
| Brendan || 7
|}
"""
MARKDOWN = """# The game

##Lore

Old.

## [Spells](#spells)

### Greed

* **Inputs:** None
* **Effect:** The caster gains 5 stars

Name | Inputs | Effect
:--|:--|:--
Spark | None | Gain 2 stars

### Jest
**Effect:** If the Battle Master laughs, the caster wins.

## Other

### Nope
* Effect: The caster gains 1 star
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


def test_a_sheet_as_people_keep_it_is_read_as_they_read_it(run, tmp_path: Path) -> None:
    wiki(tmp_path, KEPT)
    result = run("init", "--from-wiki", "--yes")
    assert result.exit_code == 0, result.output
    for line in (
        "Wizard Kevan: 20 Stars, active, Tower North",
        "Wizard Zoë: 1021 Stars, active, Tower North",
        "Wizard Josh: -4 Stars, active, Tower South",
        "Wizard Brendan: 7 Stars, idle",
        "'Total | 1037' adds up the others: it is left out",
    ):
        assert line in result.output
    assert "KevanBM" not in result.output


def test_in_markdown_it_is_read_as_in_wikitext(run, tmp_path: Path) -> None:
    sheet = "**Wizard**|**Stars** (★)|Hat\n:--|--:|--\n[Ann](/u/ann)|20 ★|*Pointed*\nBen\\_B|7|\n**Total**|27|\n"
    wiki(tmp_path, sheet, MARKDOWN)
    result = run("init", "--from-wiki")
    assert result.exit_code == 0, result.output
    for line in (
        "Wizard Ann: 20 Stars, active, Hat Pointed",
        "Wizard Ben_B: 7 Stars, active",
        "Spells: Spark, Greed, Jest",
        "  Jest will need a ruling",
    ):
        assert line in result.output
    assert run("init", "--from-wiki", "--yes").exit_code == 0
    run("tick")
    page = LocalSite(tmp_path / "site.db", "http://127.0.0.1:8044", system_clock, "Merlin").wiki.read(
        "Wizard Duel Spell List 6"
    )
    assert page and page.text.startswith("### Greed\n\n* **Inputs:** None\n")
    assert "Nope" not in page.text


@pytest.mark.parametrize(
    "heading",
    [
        "== [[Spells]] ==",
        "== [[Rules/Spells|Spells]]<ref>as voted</ref> ==",
        '== <span id="list"></span>Spells ==',
        "== {{anchor|list}} ''Spells'' ==",
        "== {{vanchor|Spells}} ==",
        "== spells: ==",
    ],
)
def test_the_section_is_found_whatever_stands_in_its_heading(run, tmp_path: Path, heading: str) -> None:
    wiki(tmp_path, ruleset=RULESET.replace("== Spells ==", heading))
    assert "Spells: Greed, Jest" in run("init", "--from-wiki").output


def test_a_section_that_is_not_there_is_looked_for_among_those_that_are(run, tmp_path: Path) -> None:
    wiki(tmp_path, ruleset=RULESET.replace("== Spells ==", "== List of Magic =="))
    assert "set [wiki] section to one of: 'Lore', 'List of Magic'" in run("init", "--from-wiki").output


def test_list_pages_that_begin_late_count(run, tmp_path: Path) -> None:
    wiki(tmp_path, played=(5, 6, 7))
    assert "The next duel will be number 8" in run("init", "--from-wiki").output


DOUBTS = (
    KEPT.replace("1037", "999").replace("Josh", "Josh †")
    + """
== Hall of fame ==
{| class="wikitable"
! Wizard !! Stars
|-
| Morgana || 99
|}
"""
)


def test_what_is_in_doubt_is_said_and_nothing_is_changed(run, tmp_path: Path) -> None:
    wiki(tmp_path, DOUBTS, played=(1, 2, 40))
    for flags in ((), ("--yes",)):
        result = run("init", "--from-wiki", *flags)
        assert result.exit_code == 1
        for words in (
            'is there a wizard of the name \'Total\'? (--take "Total" or --leave "Total")',
            "'Josh †' cannot be a wizard's name",
            '(--leave "Josh †")',
            "is the further table 'Hall of fame' one of wizards who still play?",
            "the last duel may have been number 2, 40 (--last-duel NUMBER)",
        ):
            assert words in result.output
        assert "The next duel" not in result.output
        assert not (tmp_path / "battlemaster.db").exists()


def test_doubts_are_settled_by_flags(run, tmp_path: Path) -> None:
    wiki(tmp_path, DOUBTS, played=(1, 2, 40))
    said = ("--leave", "total", "--leave", "Josh †", "--take", "Hall of fame", "--last-duel", "2")
    result = run("init", "--from-wiki", "--yes", *said)
    assert result.exit_code == 0, result.output
    assert "The next duel will be number 3" in result.output
    assert "Wizard Morgana: 99 Stars, active" in result.output
    listed = run("player", "list").output
    assert "Morgana" in listed
    assert "Total" not in listed


def test_on_a_terminal_it_asks(run, tmp_path: Path) -> None:
    wiki(tmp_path, DOUBTS, played=(1, 2, 40))
    here, there = pty.openpty()
    # In the order of the questions: leave Josh † out, Total is none, take the hall of fame, the last duel, go on.
    os.write(here, b"y\nn\ny\n2\ny\n")
    done = subprocess.run(
        [sys.executable, "-c", "from pbp.cli import main; main()", "init", "--from-wiki"],
        stdin=there,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    os.close(there)
    os.close(here)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "It is done." in done.stdout
    assert "Morgana" in run("player", "list").output


def test_nobody_is_taken_on_under_the_battle_masters_name(run, tmp_path: Path) -> None:
    wiki(tmp_path, KEPT.replace("Josh", "merlin"), played=(1,))
    result = run("init", "--from-wiki", "--yes")
    assert result.exit_code == 1
    assert "merlin is the Battle Master's name" in result.output
    assert '(--leave "merlin")' in result.output
    assert run("init", "--from-wiki", "--yes", "--leave", "merlin", "--leave", "total").exit_code == 0


@pytest.mark.xdist_group("mediawiki")
def test_a_dynasty_on_a_real_mediawiki_goes_on(run, tmp_path: Path, mediawiki: MediaWiki) -> None:
    (tmp_path / "password").write_text(MediaWiki.bot.password)
    (tmp_path / "config.toml").write_text(
        '[battle_master]\nname = "Merlin"\n[wiki]\nadapter = "mediawiki"\n'
        f'[mediawiki]\nurl = "{mediawiki.url}"\nuser = "{MediaWiki.bot.login}"\npassword = "file:password"\n'
    )
    people = Visitor(mediawiki, mediawiki.person)
    people.edit("Duel Sheet", KEPT)
    people.edit("Ruleset", RULESET.replace("== Spells ==", "== [[Spells]]<ref>voted</ref> =="))
    people.edit("Wizard Duel Spell List 5", "=== Greed ===")
    result = run("init", "--from-wiki", "--yes")
    assert result.exit_code == 0, result.output
    assert "Spells: Greed, Jest" in result.output
    assert "The next duel will be number 6" in result.output
    assert "Wizard Kevan: 20 Stars" in result.output
