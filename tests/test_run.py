"""The one test command counts what it ran, and lets nothing pass that did not."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from servers import debian

RUN = Path(__file__).with_name("run")


@pytest.fixture(scope="module")
def run():
    loader = importlib.machinery.SourceFileLoader("tests_run", str(RUN))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tests_run", loader))
    writes = sys.dont_write_bytecode
    loader.exec_module(module)
    sys.dont_write_bytecode = writes
    return module


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


def test_only_a_python_that_is_new_enough_is_taken(run):
    assert run.find_python(run.WANTED)
    assert run.find_python("import sys; sys.exit(1)") is None


def test_help_is_given_without_running_anything():
    done = subprocess.run([sys.executable, RUN, "--help"], capture_output=True, text=True, check=True)
    assert "--install" in done.stdout and "--long" in done.stdout


def test_a_server_that_is_missing_is_named_with_the_command_that_brings_it(monkeypatch):
    monkeypatch.setitem(debian._FILES, "Postfix", ("/nowhere/postfix",))
    debian.missing.cache_clear()
    try:
        assert debian.missing("Postfix") == "Postfix is not here (/nowhere/postfix not found): tests/run --install"
    finally:
        debian.missing.cache_clear()
