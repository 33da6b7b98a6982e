"""`pbp serve` and the end of `pbp demo`: real processes that serve until they are stopped."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import requests

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
