"""The child: works out one function of ours within limits of its own, and keeps what it gives."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
from pathlib import Path

from pbp.confined import WAITED, keep


def main() -> None:
    """Reads the question from its input. What goes beyond the limits ends the process, which leaves no result."""
    folder, digest, seconds, memory = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    os.nice(5)
    signal.alarm(WAITED * seconds)  # no handler: the process ends
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    function, args = pickle.load(sys.stdin.buffer)  # noqa: S301  our own process has written it, for this one alone
    keep(folder, digest, function(*args))


if __name__ == "__main__":
    main()
