"""What all our servers share: a folder, a free port, a kept process, and patience until it answers."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

KEEPER = Path(__file__).with_name("keeper.py")
_SHORT = 40
"""Of the 107 bytes of a Unix socket's path, those that the folder of all may have."""
AS_ROOT = os.geteuid() == 0
# Debian keeps servers where only root's path leads.
os.environ["PATH"] = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"


class ServerFailed(Exception):
    """A server that the tests need did not start; the text ends with its log."""


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def short_folder(name: str, owner: str | None = None) -> Path:
    """A new folder that other users can enter, with a path short enough for Unix sockets."""
    folder = Path(tempfile.mkdtemp(prefix=f"pbp-{name}-", dir=_open_to_all(Path(tempfile.gettempdir()))))
    folder.chmod(0o755)
    if owner:
        shutil.chown(folder, owner, owner)
    return folder


def _open_to_all(folder: Path) -> Path:
    """That folder, if its path is short and others can enter all of it; else the one that everybody has."""
    can_enter = all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))
    return folder if can_enter and len(str(folder)) <= _SHORT else Path("/tmp")


def run(*command: str | Path, user: str | None = None, env: Mapping[str, str] | None = None, text: str = "") -> str:
    """What a command prints; raises ServerFailed with its words if it fails."""
    rights: dict[str, Any] = {"user": user, "group": user, "extra_groups": []} if user else {}
    done: subprocess.CompletedProcess[str] = subprocess.run(
        [str(part) for part in command],
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd="/",
        env=env,
        **rights,
    )
    if done.returncode:
        raise ServerFailed(f"{command[0]} ended with status {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


class Process:
    """A server's process, which ends when it is told to or when the tests do."""

    def __init__(
        self,
        *command: str | Path,
        log: Path,
        stop: str = "SIGTERM",
        user: str | None = None,
        env: Mapping[str, str] | None = None,
    ):
        self._log = log
        with log.open("ab") as output:
            self._keeper = subprocess.Popen(
                [sys.executable, str(KEEPER), stop, user or "-", *map(str, command)],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                cwd="/",
                env=env,
                start_new_session=True,
            )

    def wait_until(self, ready: Callable[[], object], seconds: float = 60) -> None:
        """Waits until `ready` answers without an OSError; raises ServerFailed if the server ends or time runs out."""
        give_up = time.monotonic() + seconds
        while self._keeper.poll() is None and time.monotonic() < give_up:
            try:
                ready()
                return
            except OSError:
                time.sleep(0.02)
        self.stop()
        raise ServerFailed(f"the server did not start:\n{self.last_words}")

    @property
    def last_words(self) -> str:
        """The end of its log."""
        return self._log.read_text(errors="replace")[-4000:]

    def stop(self) -> None:
        """Ends the server and waits until it has."""
        assert self._keeper.stdin
        self._keeper.stdin.close()
        self._keeper.wait(30)


def listening(port: int) -> Callable[[], object]:
    """A question for wait_until: does anybody listen on this port?"""

    def ask() -> None:
        socket.create_connection(("127.0.0.1", port), 1).close()

    return ask


def php_server(port: int, *files: Path, log: Path, env: Mapping[str, str] | None = None) -> Process:
    """PHP's own web server for a folder and, if given, a script that every call goes through; four calls at once."""
    command: list[str | Path] = ["php", "-d", "opcache.revalidate_freq=0", "-S", f"127.0.0.1:{port}", "-t", *files]
    return Process(*command, log=log, stop="SIGINT", env={**(env or os.environ), "PHP_CLI_SERVER_WORKERS": "4"})
