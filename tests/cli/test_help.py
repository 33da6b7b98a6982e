"""`pbp --help`, `pbp help`, and what a shell completes."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbp import cli
from pbp.cli import GROUPS, main


def run(*words: str, **more: str) -> str:
    result = CliRunner().invoke(main, list(words), env=more, prog_name="pbp")
    assert result.exit_code == 0 or "_PBP_COMPLETE" in more, result.output
    return result.output


def completed(*words: str) -> list[str]:
    """What bash would offer for the last of the words."""
    asked = run(_PBP_COMPLETE="bash_complete", COMP_WORDS=" ".join(("pbp", *words)), COMP_CWORD=str(len(words)))
    return [line.partition(",")[2] for line in asked.splitlines() if line]


def every_command() -> list[tuple[str, ...]]:
    def below(names: tuple[str, ...], command: click.Command | None) -> list[tuple[str, ...]]:
        here = [names] if names else []
        if not isinstance(command, click.Group):
            return here
        ctx = click.Context(command)
        deeper = [((*names, name), command.get_command(ctx, name)) for name in command.list_commands(ctx)]
        return here + [found for each in deeper for found in below(*each)]

    return below((), main)


def test_every_command_stands_in_one_group_with_a_whole_sentence() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    modules = {module for names in GROUPS.values() for module in names.values()}
    there = [command.name for module in modules for command in import_module(f"pbp.cli.{module}").COMMANDS]
    assert sorted(listed) == sorted(there)
    with_commands = {
        path.stem for path in Path(cli.__file__).parent.glob("*.py") if "\nCOMMANDS = " in path.read_text()
    }
    assert modules == with_commands
    said = " ".join(run("--help").split())
    for name in listed:
        sentence = main.get_command(click.Context(main), name).get_short_help_str(limit=300)
        assert sentence.endswith(".") and sentence in said, name


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_help_of_a_command_is_what_its_own_help_says(words: tuple[str, ...]) -> None:
    assert run("help", *words).endswith(run(*words, "--help"))


def test_help_about_nothing_that_is_known_offers_what_is_near() -> None:
    result = CliRunner().invoke(main, ["help", "derivation"])
    assert result.exit_code == 2 and "did you mean derivations?" in result.output
    result = CliRunner().invoke(main, ["help", "duel", "xyzzy"])
    assert result.exit_code == 2 and "`pbp help` lists the topics" in result.output


def test_a_shell_completes_commands_topics_duels_wizards_and_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("init")
    run("player", "add", "Ann", "Anselm", "Ben")
    run("schedule")
    assert completed("sta") == ["status"]
    assert completed("help", "deri") == ["derivations"]
    assert completed("duel", "pause", "") == ["1"]
    assert completed("player", "idle", "an") == ["Ann", "Anselm"]
    assert completed("letters", "show", "") == []
    monkeypatch.chdir(tmp_path.parent)
    assert completed("duel", "pause", "") == []


def test_the_script_for_each_shell_is_printed() -> None:
    for shell in ("bash", "zsh", "fish"):
        assert "_PBP_COMPLETE" in run("completion", shell)


def test_what_bash_says_of_its_script() -> None:
    checked = subprocess.run(
        ["bash", "-n"], input=run("completion", "bash"), text=True, capture_output=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


def test_a_folder_that_cannot_be_made_is_a_line_of_text(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["init", str(tmp_path / "file" / "world")])
    assert result.exit_code == 1
    assert result.output.strip().endswith("file/world: Not a directory")


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix")
def test_colours_are_for_a_terminal_and_only_if_they_are_wanted(tmp_path: Path) -> None:
    import pty

    def shown(**more: str) -> str:
        ours, theirs = pty.openpty()
        asked = [sys.executable, "-c", "from pbp.cli import main; main(prog_name='pbp')", "help"]
        environment = {**{name: value for name, value in os.environ.items() if name != "NO_COLOR"}, **more}
        with subprocess.Popen(asked, stdout=theirs, env=environment, cwd=tmp_path) as process:
            os.close(theirs)
            said = b""
            try:
                while chunk := os.read(ours, 65_536):
                    said += chunk
            except OSError:  # the other end is closed
                pass
            process.wait()
        os.close(ours)
        return said.decode()

    assert "\x1b[1m" in shown() and "\x1b[" not in shown(NO_COLOR="1")


def loaded(folder: Path, *words: str) -> set[str]:
    """The modules that a command has loaded when it is done."""
    program = (
        "import atexit, sys\natexit.register(lambda: print(*sorted(sys.modules)))\nfrom pbp.cli import main\n"
        "main(standalone_mode=False)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=folder, text=True, capture_output=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("words", ["--version", "help", "help fairness", "completion bash"])
def test_who_asks_for_help_waits_for_neither_games_nor_spells_nor_the_store(words: str, tmp_path: Path) -> None:
    used = loaded(tmp_path, *words.split())
    assert "pbp.cli" in used
    assert used & {"pbp.app", "pbp.games", "pbp.spells", "pbp.service", "pbp.store", "sqlalchemy"} == set()


def test_who_checks_a_file_waits_for_neither_the_store_nor_a_site(tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text("== Burn ==\nEffect: Gain 1 Star.\n")
    used = loaded(tmp_path, "spells", "check", "draft.txt")
    assert {"pbp.spells", "pbp.games"} <= used
    assert used & {"pbp.app", "pbp.adapters", "pbp.store", "sqlalchemy", "requests", "markdown_it"} == set()


def test_a_tick_waits_for_nothing_that_its_world_does_not_use(tmp_path: Path) -> None:
    loaded(tmp_path, "init")
    used = loaded(tmp_path, "tick")
    assert {"sqlalchemy", "pbp.service.tick", "pbp.adapters.local"} <= used
    heavy = {"flask", "waitress", "praw", "mwclient", "requests", "apscheduler", "openskill", "networkx", "rich"}
    heavy |= {"prometheus_client", "smtplib", "imaplib", "pbp.operating.demo", "pbp.web"}
    assert used & heavy == set()


@pytest.mark.parametrize("words", [("help",), ("help", "spells"), ("--help",)], ids=" ".join)
def test_a_reader_who_has_seen_enough_is_told_of_no_fault(words: tuple[str, ...]) -> None:
    program = [sys.executable, "-c", "from pbp.cli import main; main()"]
    with subprocess.Popen([*program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as shown:
        assert shown.stdout and shown.stderr
        shown.stdout.close()  # before anything is written
        assert shown.stderr.read() == b""
