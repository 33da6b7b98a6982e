"""The commands: what they print, and how they end."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pbp.cli import beginning, main
from pbp.cli.beginning import KINDS, Community
from pbp.config import load
from pbp.service.report import TickReport


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs `pbp` with these arguments in a fresh folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBP_CONFIG", raising=False)

    def call(*arguments: str, input: str | None = None) -> Result:
        result = CliRunner().invoke(main, arguments, input=input)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def begun(run):
    """A folder after `pbp init` and two players, who are enough."""
    assert run("init", "--players", "2").exit_code == 0
    assert run("player", "add", "Ann", "Ben").exit_code == 0
    return run


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
    return found


@pytest.mark.parametrize("path", commands(main), ids=" ".join)
def test_every_command_explains_itself(run, path: tuple[str, ...]) -> None:
    result = run(*path, "--help")
    assert result.exit_code == 0
    assert len(result.output.split("\n\n")[1].split()) >= 3


def test_init_writes_every_setting_and_says_what_to_do_next(run) -> None:
    result = run("init", "world")
    assert result.exit_code == 0
    assert "anchor is" in result.output
    assert "pbp player add NAME" in result.output
    text = Path("world/config.toml").read_text(encoding="utf-8")
    assert "battle_hour = 15" in text
    again = run("init", "world")
    assert (again.exit_code, "left as it is" in again.output) == (1, True)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_init_writes_a_configuration_of_each_kind_that_is_well_formed(run, monkeypatch, kind: Community) -> None:
    for name in ("WIKI_PASSWORD", "MAIL_PASSWORD", "REDDIT_SECRET", "REDDIT_PASSWORD", "WORDPRESS_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    result = run("init", "--kind", kind.name, "--master", "Merlin", "--players", "4")
    assert result.exit_code == 0 and f"for the kind {kind.name}" in result.output
    found = load(Path("config.toml"))
    assert (found.battle_master.name, found.schedule.players) == ("Merlin", 4)
    for table, values in kind.settings.items():
        assert {name: getattr(getattr(found, table), name) for name in values} == values
    for ask in kind.asks:
        assert getattr(getattr(found, ask.table), ask.name) == ask.default


def test_init_asks_on_a_terminal_where_the_wizards_meet_and_what_that_needs(run, monkeypatch) -> None:
    monkeypatch.setattr(beginning, "on_a_terminal", lambda: True)
    answers = "2\nMerlin\n6\nhttps://w.example/\nMerlin@pbp\nduels@m.example\nimap.m.example:993\nsmtp.m.example:465\n"
    result = run("init", input=answers)
    assert result.exit_code == 0, result.output
    assert "2. wiki: a MediaWiki" in result.output and "WIKI_PASSWORD, MAIL_PASSWORD" in result.output
    found = load(Path("config.toml"))
    assert (found.wiki.adapter, found.mediawiki.url, found.mail.user) == (
        "mediawiki", "https://w.example/", "duels@m.example",
    )  # fmt: skip


def test_the_first_steps_of_the_readme_lead_to_a_world_that_doctor_passes(run) -> None:
    assert run("init").exit_code == 0
    assert run("player", "add", "Ann", "Ben", "Cleo").exit_code == 0
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert run("tick").exit_code == 0
    assert "the first duel waits until you say so" in run("status").output
    assert "duel 1 is scheduled" in run("schedule").output
    assert "duel 1 is open" in run("status").output


def test_the_battle_masters_own_name_can_be_that_of_the_private_page(run) -> None:
    Path("config.toml").write_text('[battle_master]\nname = "Merlin"\naddresses = ["local:Merlin"]\n', encoding="utf-8")
    assert "/me/" in run("player", "master", "Merlin").output
    assert run("player", "add", "Merlin").exit_code == 1, "no wizard bears it"
    assert run("player", "add", "Ann", "Ben").exit_code == 0
    doctor = run("doctor").output
    assert "knows nobody of that name" not in doctor


def test_a_wrong_configuration_ends_with_2_and_lists_every_fault(run) -> None:
    Path("config.toml").write_text("[ring]\nbattle_hour = 99\nfoo = 1\n", encoding="utf-8")
    result = run("tick")
    assert result.exit_code == 2
    assert "line 2" in result.output
    assert "line 3" in result.output
    assert run("tick", "--config", "nowhere.toml").exit_code == 2
    assert run("tick", "--frobnicate").exit_code == 2


def test_a_tick_prints_news_and_nothing_when_nothing_was_due(begun) -> None:
    first = begun("tick")
    assert first.exit_code == 0
    assert "duel 1 is scheduled" in first.output
    assert "s1.d1.post is published: http" in first.output
    second = begun("tick")
    assert (second.exit_code, second.output) == (0, "")
    assert begun("tick", "-v").output == "nothing was due\n"
    assert begun("resolve", "--exit-code").exit_code == 10
    assert begun("collect").output == ""


def test_a_dry_run_says_what_would_be_done_and_does_nothing(begun) -> None:
    assert "would schedule a duel" in begun("tick", "--dry-run").output
    assert "no duel is open" in begun("status").output
    rehearsed = begun("schedule", "--dry-run").output
    assert "Battle time" in rehearsed
    assert "nothing was done" in rehearsed
    assert "no duel is open" in begun("status").output
    begun("tick")
    rehearsed = begun("duel", "cancel", "1", "--why", "Only a trial.", "--dry-run")
    assert rehearsed.exit_code == 0
    assert "Only a trial." in rehearsed.output
    assert not re.search(r"\b1 (texts|pages)\b", rehearsed.output)
    assert "duel 1 is open" in begun("status").output


def test_status_says_when_a_contests_step_closes_and_what_public_dice_are_waited_for(begun) -> None:
    assert begun("duel", "new", "wizards-duel", "--players", "Ann", "Ben").exit_code == 0
    assert "duel 1001 is open; end of step 1 " in begun("status").output
    config = Path("config.toml")
    text = config.read_text(encoding="utf-8").replace('source = "seed"', 'source = "rolls"')
    config.write_text(text.replace('id = "1"', 'id = "2"', 1), encoding="utf-8")  # a season keeps its source
    begun("tick")
    assert "duel 1 waits, before it is scheduled, for a public roller's DICE2" in begun("status").output
    assert begun("duel", "rolls", "1", "3", "--url", "https://dice.example").exit_code == 1
    assert begun("duel", "rolls", "1", "2", "--url", "https://dice.example").output == "duel 1 goes on with 2\n"
    assert "the ring: Ben, Ann" in begun("schedule").output


def test_json_is_for_scripts(begun) -> None:
    news = json.loads(begun("tick", "--json").output)
    assert any("duel 1 is scheduled" in line for line in news["news"])
    state = json.loads(begun("status", "--json").output)
    assert state["duels"][0]["number"] == 1
    assert json.loads(begun("player", "list", "--json").output)[0]["name"] == "Ann"
    assert json.loads(begun("journal", "show", "--json").output)[0]["kind"] == "season"


def test_what_is_held_ends_with_3(begun) -> None:
    begun("tick")
    assert begun("duel", "pause", "1", "--why", "A feast.").exit_code == 0
    result = begun("tick", "-v")
    assert result.exit_code == 3
    assert "waiting for you: duel 1 is held (paused): A feast." in result.output


def test_decisions_need_a_reason(begun) -> None:
    begun("tick")
    for command in (["cancel", "1"], ["pause", "1"], ["extend", "1", "24h"]):
        assert begun("duel", *command).exit_code == 2


def test_a_duel_is_extended_paused_resumed_and_cancelled(begun) -> None:
    begun("tick")
    assert "battle time of duel 1" in begun("duel", "extend", "1", "24h", "--why", "Slow.").output
    assert begun("duel", "extend", "1", "soon", "--why", "x").exit_code == 2
    assert begun("duel", "pause", "1", "--why", "Feast.").exit_code == 0
    assert "goes on" in begun("duel", "resume", "1", "--why", "Over.").output
    assert begun("duel", "cancel", "1", "--why", "Enough.").exit_code == 0
    assert begun("duel", "cancel", "1", "--why", "Enough.").exit_code == 1
    assert begun("duel", "cancel", "77", "--why", "Enough.").exit_code == 1


def test_players_are_added_adjusted_idled_and_linked(begun) -> None:
    assert begun("player", "add", "ann").exit_code == 1
    assert "/me/" in begun("player", "add", "Cleo").output
    assert begun("duel", "adjust", "Ann", "--stars", "25", "--attribute", "Hat=Red", "--why", "A gift.").exit_code == 0
    begun("player", "idle", "Ben")
    listed = begun("player", "list").output
    assert "Ann" in listed
    assert "25" in listed
    assert "idle" in listed
    first = begun("player", "link", "Ann").output
    assert begun("player", "link", "Ann").output == first
    assert begun("player", "link", "Ann", "--renew").output != first
    assert "/me/" in begun("player", "master", "Merlin").output
    assert begun("player", "bind", "Ann", "pigeon:x").exit_code == 1
    assert begun("player", "bind", "Ann", "local:Ann2").exit_code == 0
    assert begun("player", "approve", "Nobody").exit_code == 1


def test_pages_are_read_and_written(begun) -> None:
    assert "=== Greed ===" in begun("page", "get", "Ruleset").output
    assert begun("page", "get", "Nothing").exit_code == 1
    assert "would write" in begun("page", "put", "Notes", "-", "--dry-run", input="Hello").output
    assert begun("page", "put", "Notes", "-", input="Hello\n").exit_code == 0
    assert begun("page", "get", "Notes").output == "Hello\n"


def test_the_journal_is_checked(begun) -> None:
    begun("tick")
    assert "every link holds" in begun("journal", "check").output
    assert "duel 1 is scheduled" in begun("journal", "show", "1").output


def test_without_needs_a_why(begun) -> None:
    begun("tick")
    assert begun("commence", "1", "--without", "local").exit_code == 2
    result = begun("commence", "1")
    assert result.exit_code == 1
    assert "closes after its battle time" in result.output


def test_two_ticks_at_once_do_not_meet(begun) -> None:
    from pbp.app import build
    from pbp.config import load

    app = build(load(Path("config.toml")))
    with app.at_work():
        result = begun("tick")
    app.store.close()
    assert result.exit_code == 1
    assert "--wait" in result.output


def test_a_scenario_is_played_or_its_faults_are_listed_with_their_lines(run) -> None:
    Path("ok.toml").write_text(
        'game = "wizard-ring"\n[[wizards]]\nname = "Ann"\nstars = 20\n[[wizards]]\nname = "Ben"\nstars = 20\n'
        '[spell_list]\nwikitext = """\n== Gift ==\nEffect: Gain 2 Stars.\n== Jest ==\nEffect: Be funny.\n"""\n'
        '[[steps]]\n[steps.orders]\nAnn = "CAST Gift"\n',
        encoding="utf-8",
    )
    result = run("adjudicate", "ok.toml", "--json")
    assert result.exit_code == 0
    played = json.loads(result.output)
    assert played["steps"][0]["state"]["wizards"]["Ann"]["stars"] == 22
    assert [item["spell"] for item in played["needs_ruling"]] == ["Jest"]
    assert "because Gift says" in run("adjudicate", "ok.toml", "--explain").output
    Path("jest.toml").write_text(Path("ok.toml").read_text().replace("CAST Gift", "CAST Jest"), encoding="utf-8")
    assert run("adjudicate", "jest.toml").exit_code == 3
    Path("bad.toml").write_text('game = "wizard-ring"\nfoo = 1\nrolls = ["x"]\n', encoding="utf-8")
    bad = run("adjudicate", "bad.toml")
    assert bad.exit_code == 2
    assert "line 2" in bad.output
    assert "line 3" in bad.output


def test_a_spell_that_needs_a_ruling_comes_with_all_its_faults_and_suggestions_to_be_given_back(run) -> None:
    text = (
        'game = "wizard-ring"\n[[wizards]]\nname = "Ann"\nstars = 20\n[[wizards]]\nname = "Ben"\nstars = 20\n'
        '[spell_list]\nwikitext = """\n== Zap ==\nInputs: An occupied position in the Wizard Ring\n'
        'Effect: The Wizard perched in the given position loses 3 Stars.\n"""\n'
        '[[steps]]\n[steps.orders]\nAnn = "CAST Zap 2"\n'
    )
    Path("zap.toml").write_text(text, encoding="utf-8")
    result = run("adjudicate", "zap.toml", "--json")
    assert result.exit_code == 3
    (needed,) = json.loads(result.output)["needs_ruling"]
    assert [fault["sentence"] for fault in needed["faults"]] == [
        "An occupied position in the Wizard Ring",
        "The Wizard perched in the given position loses 3 Stars.",
    ]
    best = needed["suggestions"][0]
    assert best == {
        "inputs": "A position in the Wizard Ring",
        "effect": "The Wizard in the given position loses 3 Stars.",
    }
    assert "suggestion 1, inputs: A position in the Wizard Ring" in run("adjudicate", "zap.toml").output
    ruling = "".join(f'{field} = "{words}"\n' for field, words in best.items())
    Path("ruled.toml").write_text(f'{text}[[rulings]]\nspell = "Zap"\n{ruling}', encoding="utf-8")
    result = run("adjudicate", "ruled.toml", "--json")
    assert result.exit_code == 0
    assert json.loads(result.output)["steps"][0]["state"]["wizards"]["Ben"]["stars"] == 17


def test_the_readers_script_is_short_and_of_the_standard_library(run) -> None:
    import ast
    import sys

    script = run("verify", "--script").output
    assert len(script.splitlines()) <= 200
    for node in ast.walk(ast.parse(script)):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert all(name.split(".")[0] in sys.stdlib_module_names for name in names)


def test_a_report_begins_empty() -> None:
    assert TickReport().waits == []


def test_letters_kept_aside_are_listed_shown_and_put_away(begun, monkeypatch) -> None:
    assert begun("letters", "list").output == "no letter is kept aside\n"
    with closing(sqlite3.connect("battlemaster.db")) as store, store:
        store.execute(
            "INSERT INTO message (channel, id, sender, received, subject, text, state, why)"
            " VALUES ('local', 'm1', 'Ann', '2026-03-02 09:00:00.000000', 'orders', 'CAST Gain', 'aside', 'KeyError')"
        )
    (line,) = begun("letters", "list").output.splitlines()
    assert line.endswith("2026-03-02 09:00 UTC  by local: KeyError") and "Ann" not in line
    name = line.split()[0]
    assert "letters kept aside: 1; see `pbp letters list`" in begun("status").output
    shown = begun("letters", "show", name[:5]).output
    assert "from Ann" in shown and "CAST Gain" in shown
    assert begun("letters", "retry").exit_code == 2
    assert begun("letters", "retry", "nothing").exit_code == 1
    assert begun("letters", "answer", name, "-", input=" \n").exit_code == 1
    assert begun("letters", "retry", "--all").output == "handled and answered\n"
    assert begun("letters", "reject", name).exit_code == 1, "nothing is kept any more"
    assert begun("letters", "list", "--json").output == "[]\n"


def test_a_fault_of_our_own_is_told_without_its_words(begun, monkeypatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ValueError("CAST Burn Ann")

    monkeypatch.setattr("pbp.service.tick.tick", fails)
    result = begun("tick")
    assert result.exit_code == 1 and "ValueError in" in result.output and "Burn" not in result.output


def test_a_locked_store_is_one_sentence(begun, monkeypatch) -> None:
    monkeypatch.setattr("pbp.store.store.BUSY_MS", 100)
    with closing(sqlite3.connect("battlemaster.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        result = begun("tick")
    assert result.exit_code == 1
    assert result.output == "the store cannot be opened: database is locked\n"
