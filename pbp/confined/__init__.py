"""A process of its own for what strangers' texts cost, with limits of time and memory; nobody ever waits for it.

Who asks gets what is known, or is told that it is being read; the next one who asks, in this process or another,
finds it: results are kept in a folder by a digest of the question and of our own program. The child limits itself
before it reads a word: a text that breaks it leaves nothing, and whoever needs it is told. Such a failure decides
nothing and is soon forgotten, so that it can be tried again: what a text means hangs on counted steps alone.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pbp.errors import BeingRead, NotRead

if TYPE_CHECKING:
    from subprocess import Popen

T = TypeVar("T")
log = logging.getLogger(__name__)

SECONDS, MEMORY = 30, 1 << 30
"""The limits of one child: seconds of the processor, and bytes of its address space."""
WAITED = 20
"""So many times the seconds of the processor may pass: a machine that has much else to do is no fault of a text."""
AT_ONCE = 2
"""Children at a time, however much is asked."""
REMEMBERED, KEPT, BYTES = 64, 400, 64 << 20
"""Results that a process remembers; those that the folder keeps, and their bytes: the ones asked for last."""
FAILED_FOR = 300
"""Seconds for which a text that broke its child is not tried again."""

_CHILDREN: list[Popen[bytes]] = []
"""The children of this process."""
_OURS = frozenset(("pbp", "markupsafe", "fractions", "decimal"))
_PLAIN = frozenset(("set", "frozenset", "dict", "list", "tuple"))


class Confined:
    """Has functions worked out in processes of their own, and keeps what they give in a folder of ours."""

    def __init__(self, folder: Path, seconds: int = SECONDS, memory: int = MEMORY):
        self._folder, self._seconds, self._memory = folder, seconds, memory
        self._known: OrderedDict[str, Any] = OrderedDict()

    def kept(self, function: Callable[..., T], args: tuple[Any, ...]) -> tuple[T] | None:
        """What was worked out before; None if nothing was, or it is not kept any more. Raises as `ask`, if asked."""
        if not self._folder.is_dir():
            return None
        digest = _digest(function, args)
        if self._path(digest, "running").exists() or self._path(digest, "failed").exists():
            return (self.ask(function, args),)
        return self._find(digest)

    def ask(self, function: Callable[..., T], args: tuple[Any, ...]) -> T:
        """What the function gives of these arguments.

        Raises BeingRead until it is known, and NotRead for a while if the child did not keep its limits. Where
        nothing can be kept, it is worked out at once: its counted steps bound that.
        """
        digest = _digest(function, args)
        if known := self._find(digest):
            return known[0]  # type: ignore[no-any-return]
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
        if not os.access(self._folder, os.W_OK):
            return function(*args)
        self._reap()
        running, failed = self._path(digest, "running"), self._path(digest, "failed")
        if _age(failed) < FAILED_FOR:
            raise NotRead("the text cannot be read within the limits of time and memory")
        if not self._runs(running) and not self._find(digest) and running.exists():
            log.error("a text could not be read within its limits: %s", digest)
            failed.touch()
            running.unlink(missing_ok=True)
            raise NotRead("the text cannot be read within the limits of time and memory")
        if known := self._find(digest):
            return known[0]  # type: ignore[no-any-return]
        if not running.exists() and sum(map(self._runs, self._folder.glob("*.running"))) < AT_ONCE:
            self._start(digest, running, function, args)
        raise BeingRead("a text is being read, and will be known in a moment")

    def wait(self) -> None:
        """Waits for the children of this process: for whoever has nothing else to do, as tests have."""
        for child in _CHILDREN:
            child.wait()

    def _start(self, digest: str, running: Path, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        import subprocess  # what next to no run needs
        import tempfile

        limits = self._seconds, self._memory
        try:
            with running.open("x") as marker, tempfile.TemporaryFile() as job:
                job.write(pickle.dumps((function, args)))
                job.seek(0)
                child = subprocess.Popen(  # noqa: S603
                    [sys.executable, "-m", "pbp.confined", str(self._folder), digest, *map(str, limits)],
                    stdin=job,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "LANG": "C.UTF-8"},
                    start_new_session=True,
                )
                marker.write(str(child.pid))
        except FileExistsError:
            return  # another process was faster
        _CHILDREN.append(child)

    @staticmethod
    def _reap() -> None:
        _CHILDREN[:] = [child for child in _CHILDREN if child.poll() is None]

    def _runs(self, running: Path) -> bool:
        """Whether the child of that marker is at work still."""
        if _age(running) > WAITED * self._seconds + 5:
            return False
        try:
            pid = int(running.read_text() or 0)
            if pid:  # else it is being started just now
                os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except (OSError, ValueError):
            return running.exists()
        return True

    def _find(self, digest: str) -> tuple[Any] | None:
        if digest in self._known:
            self._known.move_to_end(digest)
            return (self._known[digest],)
        path = self._path(digest, "read")
        try:
            with path.open("rb") as file:
                found = _Ours(file).load()
            os.utime(path)
        except FileNotFoundError:
            return None
        except Exception:  # half a file, or one that is not ours: as if it were not there
            path.unlink(missing_ok=True)
            return None
        self._path(digest, "running").unlink(missing_ok=True)
        self._known[digest] = found
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return (found,)

    def _path(self, digest: str, kind: str) -> Path:
        return self._folder / f"{digest}.{kind}"


class _Ours(pickle.Unpickler):
    """Reads what a child of ours wrote, in a folder that is ours like the store: values of our own classes.

    What strangers write is only ever text inside of these: it names no class.
    """

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        ours = module.partition(".")[0] in _OURS or (module == "builtins" and name in _PLAIN)
        if not ours or not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no value of ours")
        return found


def keep(folder: Path, digest: str, result: Any) -> None:
    """Writes a result whole or not at all, and forgets those that were not asked for longest."""
    from tempfile import NamedTemporaryFile

    there = folder / f"{digest}.read"
    with NamedTemporaryFile(dir=folder, delete=False) as file:
        file.write(pickle.dumps(result))
    os.replace(file.name, there)
    kept = sorted(folder.glob("*.read"), key=_age)
    size = 0
    for nth, path in enumerate(kept):
        with suppress(OSError):
            size += path.stat().st_size
            if path != there and (nth >= KEPT or size > BYTES):
                path.unlink()
    for path in (*folder.glob("*.failed"), *folder.glob("tmp*")):
        if _age(path) > 2 * FAILED_FOR:
            path.unlink(missing_ok=True)


def _digest(function: Callable[..., Any], args: tuple[Any, ...]) -> str:
    """The digest of a question, of our own program, and of the Python that runs it."""
    named = f"{function.__module__}.{function.__qualname__}"
    return hashlib.sha256(b"\0".join((_program(), named.encode(), _plain(args)))).hexdigest()


def _plain(value: Any) -> bytes:
    """A value as bytes that are the same in every process: sets of words in their order, and no shared parts."""
    if isinstance(value, frozenset | set):
        return b"{" + b",".join(sorted(map(_plain, value))) + b"}"
    if isinstance(value, tuple | list):
        return b"(" + b",".join(map(_plain, value)) + b")"
    return repr(value).encode("utf-8", "surrogatepass")


@cache
def _program() -> bytes:
    """A digest of our own program: another version may read otherwise."""
    root = Path(__file__).parent.parent
    found = hashlib.sha256(sys.version.encode())
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.lark"))):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.digest()


def _age(path: Path) -> float:
    """Seconds since a file was touched; without end if there is none."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")
