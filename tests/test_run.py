"""The one test command counts what it ran, and lets nothing pass that did not."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import choice
import pytest
from servers import debian

RUN = Path(__file__).with_name("run")


@pytest.fixture
def report(tmp_path):
    """The JUnit report of a run with every ending that a test can have."""
    (tmp_path / "test_endings.py").write_text(
        "import pytest\n"
        "@pytest.fixture\ndef broken(): raise OSError\n"
        "@pytest.fixture\ndef breaking():\n    yield\n    raise OSError\n"
        "def test_passes(): pass\n"
        "def test_fails(): assert False\n"
        "def test_has_no_server(): pytest.skip('no server here')\n"
        "def test_cannot_begin(broken): pass\n"
        "@pytest.mark.xfail\ndef test_is_expected_to_fail(): assert False\n"
        "@pytest.mark.parametrize('n', [1, 2])\ndef test_cannot_end(breaking, n): pass\n"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--junitxml=report.xml",
        "test_endings.py",
    ]
    subprocess.run(command, cwd=tmp_path, capture_output=True)
    return tmp_path / "report.xml"


def test_every_test_is_counted_once_as_what_it_came_to(run, report):
    counts, skips = run.count(report)
    assert counts == Counter(passed=1, failed=4, skipped=2)
    assert skips["no server here"] == 1


def test_a_run_that_left_no_report_counts_nothing(run, tmp_path):
    assert run.count(tmp_path / "none.xml") == (Counter(), Counter())


@pytest.mark.parametrize(
    "in_ci, wanted", [(False, Counter(passed=1, failed=4, skipped=2)), (True, Counter(passed=1, failed=6))]
)
def test_a_skip_is_a_failure_where_every_server_must_be(run, report, tmp_path, in_ci, wanted, capfd):
    pytest_program = tmp_path / "pytest"
    pytest_program.write_text(f"#!/bin/sh\ncp {report} {tmp_path}/copy.xml\nexit 1\n")
    pytest_program.chmod(0o755)
    counts = run.run_pytest(tmp_path, tmp_path / "copy.xml", [], {"PATH": "/usr/bin:/bin"}, skip_fails=in_ci)
    assert +counts == wanted
    assert "1 x no server here" in capfd.readouterr().out


def test_a_pytest_that_breaks_off_is_a_failure(run, tmp_path):
    pytest_program = tmp_path / "pytest"
    pytest_program.write_text("#!/bin/sh\nexit 3\n")
    pytest_program.chmod(0o755)
    counts = run.run_pytest(tmp_path, tmp_path / "report.xml", [], {"PATH": "/usr/bin:/bin"}, skip_fails=False)
    assert +counts == Counter(failed=1)


@pytest.fixture
def memory(run, tmp_path, monkeypatch):
    """What stands for the folder that is kept in memory, with room for all."""
    folder = tmp_path / "memory"
    folder.mkdir()
    monkeypatch.setattr(run, "MEMORY", folder)
    monkeypatch.setattr(run, "ROOM", 1)
    return folder


def test_what_tests_write_is_written_to_memory_and_gone_afterwards(run, memory, tmp_path):
    pytest_program = tmp_path / "pytest"
    pytest_program.write_text(f"#!/bin/sh\ntouch $TMPDIR/thing\nls -d $TMPDIR/thing > {tmp_path}/seen\n")
    pytest_program.chmod(0o755)
    run.run_pytest(tmp_path, tmp_path / "report.xml", [], {"PATH": "/usr/bin:/bin"}, skip_fails=False)
    assert (tmp_path / "seen").read_text().startswith(f"{memory}/pbp-")
    assert list(memory.iterdir()) == []


def test_other_users_can_enter_what_is_written(run, memory):
    with run.written() as folder:
        assert Path(folder).stat().st_mode & 0o777 == 0o755


def no_memory(run, monkeypatch):
    monkeypatch.setattr(run, "MEMORY", Path("/nowhere"))


def no_room(run, monkeypatch):
    monkeypatch.setattr(run, "ROOM", 2**62)


def no_programs(run, monkeypatch):
    found = os.statvfs(run.MEMORY)
    none_run = os.statvfs_result([*found[:8], found.f_flag | os.ST_NOEXEC, found[9]])
    monkeypatch.setattr(run.os, "statvfs", lambda path: none_run)


@pytest.mark.parametrize("lack", [no_memory, no_room, no_programs])
def test_what_tests_write_is_written_to_disk_where_memory_will_not_do(run, memory, monkeypatch, lack):
    lack(run, monkeypatch)
    with run.written() as folder:
        assert Path(folder).parent == Path(tempfile.gettempdir())


def test_only_a_python_that_is_new_enough_is_taken(run):
    assert run.find_python(run.WANTED)
    assert run.find_python("import sys; sys.exit(1)") is None


def test_help_is_given_without_running_anything():
    done = subprocess.run([sys.executable, RUN, "--help"], capture_output=True, text=True, check=True)
    assert "--install" in done.stdout and "--long" in done.stdout


def test_every_test_file_is_in_the_fast_run_or_left_out_for_a_reason(run):
    files = {path.relative_to(RUN.parent).as_posix() for path in RUN.parent.rglob("test_*.py")}
    assert set(choice.FAST) <= files and len(set(choice.FAST)) == len(choice.FAST)
    others = run.left_out(RUN.parent)
    assert sum(others.values()) == len(files) - len(choice.FAST)
    assert set(others) == set(choice.WHOLE_ONLY.values()), "every reason is one for which something is left out"


def test_a_room_without_a_reason_cannot_be_left_out(run, tmp_path):
    (tmp_path / "cellar").mkdir()
    (tmp_path / "cellar" / "test_barrels.py").touch()
    with pytest.raises(KeyError):
        run.left_out(tmp_path)


def test_every_test_with_a_server_or_a_browser_is_marked_as_one(tmp_path):
    asked = ("postgres", "postgres_url", "mediawiki", "wordpress", "dovecot", "smtp", "chromium", "store_url")
    (tmp_path / "test_asking.py").write_text(
        "".join(f"def test_{name}({name}): pass\n" for name in asked) + "def test_alone(tmp_path): pass\n"
    )
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "not server", "-p", "no:cacheprovider"]
    command += [f"--rootdir={RUN.parent.parent}", f"--confcutdir={RUN.parent}", "-p", "conftest", str(tmp_path)]
    path = os.pathsep.join([str(RUN.parent), str(RUN.parent.parent)])
    ours = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}  # "-v" lists them otherwise
    done = subprocess.run(command, cwd=tmp_path, env={**ours, "PYTHONPATH": path}, capture_output=True, text=True)
    found = [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]
    assert found == ["test_store_url[sqlite]", "test_alone"], done.stdout + done.stderr


@pytest.fixture
def environment(run, tmp_path, monkeypatch):
    """Where an environment is kept, with what was made in it: each an empty one, as pip would take minutes."""
    made = []

    def make(folder, *what):
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        made.append(what)
        return folder / "venv" / "bin"

    monkeypatch.setattr(run, "make_environment", make)
    monkeypatch.setattr(run, "REPO", tmp_path / "clone")
    run.REPO.mkdir()
    (run.REPO / "pyproject.toml").write_text("one")
    return tmp_path / "kept", made


def test_a_kept_environment_is_taken_again_while_nothing_in_it_is_another(run, environment, capsys):
    folder, made = environment
    programs = run.kept_environment(folder)
    assert run.kept_environment(folder) == programs and (programs / "python").exists()
    assert made == [("-e", ".[test]")]
    assert f"kept in {folder}" in capsys.readouterr().out


def another_pyproject(run, folder):
    (run.REPO / "pyproject.toml").write_text("two")


def another_package(run, folder):
    (next(folder.glob("venv/lib/*/site-packages")) / "intruder.py").touch()


def another_python(run, folder):
    program = folder / "venv" / "bin" / "python"
    program.unlink()
    program.write_text("#!/bin/sh\necho 2.7\n")
    program.chmod(0o755)


def no_python(run, folder):
    (folder / "venv" / "bin" / "python").unlink()


def broken_off(run, folder):
    (folder / "made-for").unlink()


@pytest.mark.parametrize("change", [another_pyproject, another_package, another_python, no_python, broken_off])
def test_it_is_made_anew_when_anything_is_another(run, environment, change):
    folder, made = environment
    run.kept_environment(folder)
    change(run, folder)
    run.kept_environment(folder)
    assert len(made) == 2
    run.kept_environment(folder)
    assert len(made) == 2


def test_each_clone_keeps_its_own_in_the_users_cache(run, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    here = run.cache_folder()
    monkeypatch.setattr(run, "REPO", tmp_path / "elsewhere")
    assert here.parent == run.cache_folder().parent == tmp_path / "caches" / "pbp-tests"
    assert here != run.cache_folder()


def test_a_fast_run_refuses_what_it_leaves_out():
    for option in ("--install", "--long"):
        done = subprocess.run([sys.executable, RUN, "--fast", option], capture_output=True, text=True)
        assert done.returncode == 1 and f"--fast goes without {option}" in done.stderr


def test_a_server_that_is_missing_is_named_with_the_command_that_brings_it(monkeypatch):
    monkeypatch.setitem(debian._FILES, "Postfix", ("/nowhere/postfix",))
    debian.missing.cache_clear()
    try:
        assert debian.missing("Postfix") == "Postfix is not here (/nowhere/postfix not found): tests/run --install"
    finally:
        debian.missing.cache_clear()
