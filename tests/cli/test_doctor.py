"""`pbp doctor` says what keeps the service from working, and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbp.cli import main


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
