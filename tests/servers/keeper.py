"""Runs one server and ends it with the tests: python keeper.py SIGNAL USER COMMAND ...

The server and its children are asked to stop by SIGNAL when our standard input closes, which it does when the
tests end, however they end. What does not stop in ten seconds is killed. USER is "-" for our own.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from typing import Any


def keep(stop: signal.Signals, user: str, command: list[str]) -> int:
    """Runs the server until it ends or our standard input closes; returns its exit status."""
    rights: dict[str, Any] = {} if user == "-" else {"user": user, "group": user, "extra_groups": []}
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0, **rights)
    try:
        while server.poll() is None:
            readable, _, _ = select.select([sys.stdin], [], [], 0.5)
            if readable and not os.read(sys.stdin.fileno(), 1):
                os.killpg(server.pid, stop)
                patient_until = time.monotonic() + 10
                while server.poll() is None and time.monotonic() < patient_until:
                    time.sleep(0.01)
                break
    finally:
        # Children that outlive their server, such as PHP's workers, share its process group.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
    return server.wait()


if __name__ == "__main__":
    sys.exit(keep(signal.Signals[sys.argv[1]], sys.argv[2], sys.argv[3:]))
