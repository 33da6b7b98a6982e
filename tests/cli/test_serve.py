"""`pbp serve` and the end of `pbp demo`: real processes that serve until they are stopped."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner

from pbp import config
from pbp.app import build
from pbp.cli import main
from pbp.operating import serving
from pbp.service import lifecycle

PBP = [sys.executable, "-c", "from pbp.cli import main; main()"]


def started(*arguments: str, cwd: Path, until: str) -> tuple[subprocess.Popen[str], str]:
    """A process of `pbp`, once it has printed a line with `until`; and that line."""
    process = subprocess.Popen([*PBP, *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip
    assert process.stdout
    for line in process.stdout:
        if until in line:
            return process, line
    raise AssertionError(f"pbp {' '.join(arguments)} ended without {until!r}: {process.communicate()[1]}")


def stop(process: subprocess.Popen[str], how: signal.Signals = signal.SIGTERM) -> int:
    process.send_signal(how)
    process.communicate(timeout=60)
    return process.returncode


def address(line: str) -> str:
    found = re.search(r"http://[\d.:]+", line)
    assert found
    return found[0]


def test_the_demo_serves_its_pages_at_the_end_and_serve_takes_them_up_again(tmp_path: Path) -> None:
    demo, line = started("demo", "--serve", cwd=tmp_path, until="The site goes on at")
    first = address(line)
    assert "Wizard Duel 3" in requests.get(first, timeout=20).text
    assert stop(demo) == 0
    served, line = started("serve", "--config", "pbp-demo/config.toml", cwd=tmp_path, until="The site is at")
    assert address(line) == first, "addresses in what was posted go on being right"
    assert "Wizard Duel 3" in requests.get(first, timeout=20).text
    assert stop(served, signal.SIGINT) == 0


def test_serve_schedules_by_itself(tmp_path: Path) -> None:
    for arguments in (["init", "--players", "2"], ["player", "add", "Ann", "Ben"]):
        subprocess.run([*PBP, *arguments], cwd=tmp_path, check=True, capture_output=True)
    served, line = started("serve", "--port", "0", cwd=tmp_path, until="The site is at")
    deadline = time.monotonic() + 60
    while "Wizard Duel 1" not in requests.get(address(line), timeout=20).text:
        assert time.monotonic() < deadline, "the first heartbeat schedules a duel"
        time.sleep(0.5)
    assert stop(served) == 0


def test_what_waits_is_said_once_and_when_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in (["init"], ["player", "add", "Ann", "Ben"], ["schedule"], ["duel", "pause", "1", "--why", "snow"]):
        assert CliRunner().invoke(main, arguments).exit_code == 0
    app = build(config.load(tmp_path / "config.toml"))
    said: list[str] = []
    known: set[str] = set()
    for _ in range(3):
        serving.beat(app, said.append, known)
    assert len([line for line in said if "waiting for you: duel 1 is held (paused): snow" in line]) == 1
    app.carry_out(lifecycle.resume, 1, "thaw", app.now())
    for _ in range(2):
        serving.beat(app, said.append, known)
    assert len([line for line in said if "over: waiting for you: duel 1 is held (paused): snow" in line]) == 1
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d \S", line) for line in said)
    app.store.close()
