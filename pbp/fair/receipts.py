"""Signed receipts of orders: what proves to a player that the operator took an order."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbp.errors import Fault, FileFaults
from pbp.fair.commitments import order_digest
from pbp.fair.signing import is_signed, read_stamp, sign, stamp

SERIALS_IN_A_LINE = 1_000_000
"""A player's serials from 1 on belong to the first line of the operator's books, those above so many to the second, and
so on: a new line begins when the books are put back from a backup, and what was given out since then may be lost."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What proves that the operator took an order: its digest, serial and time, signed, and what opens the digest.

    Private to its player until the result is out. `received` is in the form of `stamp`.
    """

    season: str
    duel: int
    step: int
    player: str
    serial: int
    order: str
    salt: bytes
    digest: bytes
    received: str
    signature: bytes

    def is_own_digest(self) -> bool:
        """Whether the digest is that of this order with this salt."""
        digest = order_digest(self.salt, self.season, self.duel, self.step, self.player, self.serial, self.order)
        return hmac.compare_digest(digest, self.digest)

    def is_signed_by(self, public: bytes) -> bool:
        """Whether the operator with that public key signed digest, serial and time."""
        return is_signed(public, self.signature, _signed_part(self.digest, self.serial, self.received))

    def text(self) -> str:
        """The receipt as a block of lines for a letter, none of hexadecimal longer than 75 characters."""
        lines = ["-----BEGIN RECEIPT-----"]
        for key, name in _LINES.items():
            value = getattr(self, name)
            text = value.hex() if isinstance(value, bytes) else str(value)
            parts = re.findall(".{64}", text) if isinstance(value, bytes) else text.split("\n")
            lines += [f"{key}: {part}" for part in parts]
        return "\n".join([*lines, "-----END RECEIPT-----"])


_LINES = {
    "Season": "season",
    "Duel": "duel",
    "Step": "step",
    "Player": "player",
    "Serial": "serial",
    "Order": "order",
    "Salt": "salt",
    "Digest": "digest",
    "Received": "received",
    "Signature": "signature",
}
"""The keys of a receipt's lines, each with its field; a value of several lines repeats its key."""

_BLOCK = re.compile(r"^[>| \t]*-----BEGIN RECEIPT-----[ \t\r]*\n(.*?)^[>| \t]*-----END RECEIPT-----", re.M | re.S)
_LINE = re.compile(rf"({'|'.join(_LINES)}):(?: (.*))?")


def _signed_part(digest: bytes, serial: int, received: str) -> list[Any]:
    return [digest.hex(), serial, received]


def make_receipt(
    signing_key: bytes,
    *,
    season: str,
    duel: int,
    step: int,
    player: str,
    serial: int,
    order: str,
    salt: bytes,
    received: datetime,
) -> Receipt:
    """The signed receipt of an order, taken in at `received`."""
    digest = order_digest(salt, season, duel, step, player, serial, order)
    at = stamp(received)
    signature = sign(signing_key, _signed_part(digest, serial, at))
    return Receipt(season, duel, step, player, serial, order, salt, digest, at, signature)


def read_receipt(text: str) -> Receipt:
    """The first receipt in a text, also where a mail program has quoted it or broken its lines.

    Raises FileFaults with every fault.
    """
    block = _BLOCK.search(text)
    if not block:
        raise FileFaults([Fault((), "there is no block from BEGIN RECEIPT to END RECEIPT")])
    values = _values(block[1])
    faults = [Fault((key,), f"the receipt's line `{key}:` is missing") for key in _LINES if key not in values]
    fields: dict[str, Any] = {}
    for key, value in values.items():
        try:
            fields[_LINES[key]] = _field(_LINES[key], value)
        except ValueError:
            faults.append(Fault((key,), f"the receipt's line `{key}:` cannot be read"))
    if faults:
        raise FileFaults(faults)
    return Receipt(**fields)


def _values(block: str) -> dict[str, str]:
    values: dict[str, str] = {}
    last = ""
    for line in block.split("\n"):
        line = line.strip("\r").lstrip(">| \t").rstrip(" \t")
        if found := _LINE.fullmatch(line):
            last, value = found[1], found[2] or ""
            values[last] = f"{values[last]}\n{value}" if last in values else value
        elif line and last:
            values[last] += f" {line}"  # a mail program broke the line at a space
    return values


def _field(name: str, value: str) -> Any:
    if name in ("duel", "step", "serial"):
        if not re.fullmatch(r"[0-9]{1,18}", value):
            raise ValueError(value)
        return int(value)
    if name in ("salt", "digest", "signature"):
        found = bytes.fromhex("".join(value.split()))
        if len(found) != (64 if name == "signature" else 32):
            raise ValueError(value)
        return found
    if name == "received":
        return stamp(read_stamp(value))
    return value
