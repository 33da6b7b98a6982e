"""What takes long to make and hangs on nothing but a text: a copy in the user's cache directory.

A copy is used if it was made of the same and is whole; where none can be kept, whoever asks makes it anew each time.
Nothing that is decided hangs on whether there is one.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path


def find(name: str, made_of: str) -> bytes | None:
    """The copy of that name, if it was made of what has this digest; None if there is none, or it is not whole."""
    try:
        head, _, body = _path(name).read_bytes().partition(b"\n")
    except OSError:
        return None
    return body if head.decode("ascii", "replace") == _head(made_of, body) else None


def keep(name: str, made_of: str, body: bytes) -> None:
    """Keeps a copy, whole or not at all."""
    path = _path(name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=path.parent) as folder:  # two may do so at the same time, or the disk may be full
            fresh = Path(folder) / path.name
            fresh.write_bytes(f"{_head(made_of, body)}\n".encode() + body)
            os.replace(fresh, path)


def _path(name: str) -> Path:
    return user_cache_path("pbp", appauthor=False) / name


def _head(made_of: str, body: bytes) -> str:
    return f"{made_of} {hashlib.sha256(body).hexdigest()}"
