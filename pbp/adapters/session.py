"""The session with a site, kept in a private file from one process to the next, so that each need not sign in."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any


class Session:
    """What is worth keeping of a session: cookies, tokens, what the site said of itself.

    The file is readable to its owner alone. It serves one account with one password at one address: with any other it
    counts as empty, and a file that cannot be read or written only costs the signing in.
    """

    def __init__(self, path: Path | None, *login: str | Sequence[str]):
        self._path = path
        self._login = json.dumps(login).encode()
        self._salt = ""

    def load(self) -> dict[str, Any]:
        """What was kept; empty if there is nothing of this login."""
        with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
            if self._path:
                kept = json.loads(self._path.read_text(encoding="utf-8"))
                if secrets.compare_digest(kept["login"], _mark(self._login, kept["salt"])):
                    self._salt = kept["salt"]
                    return dict(kept["session"])
        return {}

    def keep(self, session: dict[str, Any]) -> None:
        """Keeps a session in place of the one before, whole or not at all."""
        if self._path is None:
            return
        self._salt = self._salt or secrets.token_hex(16)  # one login's, which need not be marked anew each time
        text = json.dumps({"salt": self._salt, "login": _mark(self._login, self._salt), "session": session})
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with suppress(OSError):
            with os.fdopen(
                os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
            ) as file:
                file.write(text)
            beside.replace(self._path)


@lru_cache(maxsize=16)
def _mark(login: bytes, salt: str) -> str:
    """By which a login is known again without being kept; slow to guess from."""
    return hashlib.scrypt(login, salt=salt.encode(), n=2**12, r=8, p=1).hex()
