"""`pbp doctor` says what keeps the service from working, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from servers.mediawiki import MediaWiki, Visitor

from pbp.adapters.local import LocalSite
from pbp.cli import main
from pbp.cli.common import open_app
from pbp.clock import system_clock
from pbp.store.states import TextKind


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Result:
        result = CliRunner().invoke(main, arguments)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


def test_a_world_that_can_play_has_no_fault(run) -> None:
    run("init")
    run("player", "add", "Ann", "Ben")
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "FAULT" not in result.output
    assert "the wiki (local) and its page 'Ruleset'" in result.output


def test_each_fault_says_what_to_do(run) -> None:
    Path("config.toml").write_text('[wiki]\nruleset = "Rules"\n', encoding="utf-8")
    result = run("doctor")
    assert result.exit_code == 1
    assert "the wiki has no page 'Rules'" in result.output
    assert "pbp player add" in result.output


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ('[wiki]\nadapter = "mediawiki"\n', "[mediawiki] is used, but lacks url, user"),
        ('[blog]\nadapter = "wordpress"\n', "[wordpress] is used, but lacks url, user, password"),
        ('[letters]\nchannels = ["mail"]\n', "[mail] is used, but lacks address, imap, smtp, user"),
        (
            '[blog]\nadapter = "draft"\n[draft]\nfolder = "/proc/none"\n',
            "[draft] folder: there can be no folder /proc/none",
        ),
        ('[site]\npath = "/proc/none/site.db"\n', "[site] path: there can be no folder /proc/none"),
        ('[letters]\nchannels = ["owl"]\n', "there is no channel 'owl'"),
        ('[mail]\npassword = "hunter2"\n', "a secret does not stand in this file"),
        (
            '[blog]\nadapter = "wordpress"\n'
            '[wordpress]\nurl = "https://b.example"\nuser = "x"\npassword = "env:NO_SUCH"\n',
            "the environment has no NO_SUCH",
        ),
    ],
)
def test_a_site_that_is_used_but_not_configured_ends_with_2(run, settings: str, says: str) -> None:
    Path("config.toml").write_text(settings, encoding="utf-8")
    result = run("doctor")
    assert (result.exit_code, says in result.output) == (2, True), result.output


def test_init_and_doctor_say_that_old_letters_are_passed_over(run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "is passed over: nobody is answered" in run("init").output
    assert "passed over" not in run("doctor").output, "the embedded site has no older letters"
    monkeypatch.setenv("MAIL_PASSWORD", "s3cret")
    mail = '[mail]\naddress = "b@m.test"\nuser = "b"\npassword = "env:MAIL_PASSWORD"\n'
    servers = 'imap = "127.0.0.1:9"\nsmtp = "127.0.0.1:9"\n'
    Path("config.toml").write_text(f'[letters]\nchannels = ["mail"]\n{mail}{servers}', encoding="utf-8")
    assert "the inbox mail, never read so far: what lies there by then is passed over" in run("doctor").output


@pytest.fixture
def world(run):
    """A world that can play, and what it takes to change its settings."""
    run("init")
    run("player", "add", "Ann", "Ben")

    def settings(text: str) -> Result:
        Path("config.toml").write_text(text, encoding="utf-8")
        return run("doctor")

    return settings


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("loacl:Merlin", "there is no channel 'loacl'; did you mean local:Merlin?"),
        ("pigeon:Merlin", "there is no channel 'pigeon'; there are local, mail, reddit"),
        ("Merlin", "is no address: write channel:address"),
        ("mail:", "is no address: write channel:address"),
        ("mail:merlin@example.org", "the channel 'mail' is not read: add it to [letters] channels"),
        ("local:Merlin", "the site knows nobody of that name: `pbp player master Merlin`"),
    ],
)
def test_addresses_of_nobody_are_refused(world, run, address: str, says: str) -> None:
    result = world(f'[battle_master]\naddresses = ["{address}"]\n')
    assert (result.exit_code, says in result.output) == (1, True), result.output
    if address == "local:Merlin":
        run("player", "master", "Merlin")
        assert run("doctor").exit_code == 0


def test_that_nobody_is_told_is_a_note(world) -> None:
    result = world("")
    assert result.exit_code == 0
    assert "note   the addresses of the Battle Master: none is set" in result.output


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("[service]\nlease_seconds = 20\n", "lease_seconds is 20, no longer than timeout_seconds (30)"),
        ('[site]\nbase_url = "wizards.example"\n', "base_url is 'wizards.example': it begins with https://"),
        ('[service]\ntemplates = "own"\n', "your own templates: .: there is no such folder"),
    ],
)
def test_settings_that_cannot_work_are_told(world, settings: str, says: str) -> None:
    result = world(settings)
    assert (result.exit_code, says in result.output) == (1, True), result.output


def test_every_broken_template_is_told_in_one_line(world, run) -> None:
    Path("own/blog").mkdir(parents=True)
    Path("own/blog/duel.j2").write_text("{{ m.key(key) }}\n{% if %}")
    result = world('[service]\ntemplates = "own"\n')
    assert "FAULT  your own templates: blog/duel.j2: line 2: Expected an expression" in result.output
    assert "your template blog/duel.j2 fails, the shipped one is used: line 2: Expected" in run("status").output
    assert run("tick").exit_code == 0
    assert "Traceback" not in run("tick").output


def test_a_sheet_without_a_table_and_stuck_texts_are_told(world, run) -> None:
    site = LocalSite(Path("site.db"), "http://127.0.0.1:8044", system_clock, "Battle Master")
    site.edit("Duel Sheet", "Nothing here.", None, "Ann", "by hand")
    result = world("")
    assert "FAULT  the page 'Duel Sheet': there is no table with the columns Wizard, Stars and Status" in result.output
    with click.Context(main), open_app(Path("config.toml")).store.tx() as tx:
        tx.queue("d1.post", TextKind.POST, "blog", system_clock(), {"title": "x", "body": "y"})
        tx.change_outgoing("d1.post", state="stuck", why="the site has no room")
    result = run("doctor")
    assert "d1.post could not be sent (the site has no room); when the cause is mended: `pbp retry`" in result.output


@pytest.mark.xdist_group("mediawiki")
def test_on_a_real_mediawiki_protected_pages_are_seen(world, mediawiki: MediaWiki) -> None:
    Path("password").write_text(MediaWiki.bot.password)
    admin = Visitor(mediawiki, MediaWiki.admin)
    admin.edit("Ruleset", "== Spells ==\n=== Greed ===\n* Effect: The caster gains 5 Stars.\n")
    settings = (
        f'[wiki]\nadapter = "mediawiki"\n[blog]\nadapter = "mediawiki"\n[mediawiki]\nurl = "{mediawiki.url}"\n'
        f'user = "{MediaWiki.bot.login}"\npassword = "file:password"\n'
    )
    result = world(settings)
    assert result.exit_code == 0, result.output
    admin.do("protect", title="Duel Sheet", protections="create=sysop")
    admin.do("protect", title="Talk:Wizard Duel 1", protections="create=sysop")
    result = world(settings)
    assert result.exit_code == 1
    assert (
        "FAULT  the pages that are to be written: 'Duel Sheet' cannot be written: This page has been" in result.output
    )
    assert "FAULT  the next post: 'Wizard Duel 1' cannot be written" in result.output
    Path("password").write_text("x" * 32)
    assert "Special:BotPasswords" in world(settings).output
