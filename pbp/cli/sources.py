"""What a command is given to read: a file, or an address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbp.errors import NotFound, PbpError

if TYPE_CHECKING:
    import requests


def is_address(source: str) -> bool:
    """Whether it is an address of the web, and no file."""
    return source.startswith(("http://", "https://"))


def fetch(source: str) -> str:
    """The text of a file or of an address. Raises NotFound, PbpError."""
    if is_address(source):
        return answer(source).text
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotFound(f"{source} cannot be read: {error}") from None


def answer(address: str) -> requests.Response:
    """What the web answers at an address. Raises PbpError."""
    import requests  # who reads a file does not wait for it

    try:
        found = requests.get(address, timeout=30)
        found.raise_for_status()
    except requests.RequestException as error:
        raise PbpError(f"{address} cannot be fetched: {error}") from None
    return found
