"""What the operator signs, and times as they are signed.

What makes signatures is loaded for the first of them: who reads spells or casts a duel signs nothing.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbp.fair.dice import canonical_json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def public_key(signing_key: bytes) -> bytes:
    """The public half (32 bytes) of an Ed25519 key (32 bytes)."""
    return _private(signing_key).public_key().public_bytes_raw()


def sign(signing_key: bytes, value: Any) -> bytes:
    """The Ed25519 signature (64 bytes) over the canonical JSON of a value."""
    return _private(signing_key).sign(canonical_json(value))


def _private(signing_key: bytes) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(signing_key)


def is_signed(public: bytes, signature: bytes, value: Any) -> bool:
    """Whether the signature over that value was made with the private half of that key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, canonical_json(value))
    except (InvalidSignature, ValueError):
        return False
    return True


def stamp(moment: datetime) -> str:
    """An aware time as it is signed and published: "2026-11-21T15:00:00.000000Z"."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


def read_stamp(text: str) -> datetime:
    """The time that `stamp` wrote. Raises ValueError."""
    if not _STAMP.fullmatch(text):
        raise ValueError(f"{text!r} is no time like 2026-11-21T15:00:00.000000Z")
    return datetime.fromisoformat(text)
