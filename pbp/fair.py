"""What binds the operator: the season's seeds under one anchor, digests and commitments of orders, signed receipts.

Whole numbers in hashed bytes are eight bytes, big end first; texts are UTF-8; JSON is that of pbp.dice.canonical_json.
Nothing here draws a secret: keys, salts and blinds, 32 random bytes each, are handed in.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pbp.dice import Dice, Draw, canonical_json, step_key
from pbp.errors import Fault, FileFaults

DEPTH = 16
SEEDS = 1 << DEPTH
"""The seeds of a season."""
SERIALS_IN_A_LINE = 1_000_000
"""A player's serials from 1 on belong to the first line of the operator's books, those above so many to the second, and
so on: a new line begins when the books are put back from a backup, and what was given out since then may be lost."""


def _eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _leaf(seed: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + seed).digest()


def _inner(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass(frozen=True, slots=True)
class RevealedSeed:
    """A seed of a season as it is published: its index, and the path from its leaf up to the root."""

    index: int
    seed: bytes
    path: tuple[bytes, ...]

    def leads_to(self, root: bytes) -> bool:
        """Whether this is the seed of that index in the tree with that root."""
        if len(self.path) != DEPTH or not 0 <= self.index < SEEDS:
            return False
        node = _leaf(self.seed)
        for height, beside in enumerate(self.path):
            node = _inner(beside, node) if self.index >> height & 1 else _inner(node, beside)
        return hmac.compare_digest(node, root)


class Season:
    """A season's 65,536 seeds, all from one secret key of 32 bytes.

    `root` is that of the Merkle tree over SHA-256(0x00 || seed(i)), with inner nodes
    SHA-256(0x01 || left || right). The tree (4 MB) is built once, when root or a path is first asked for.
    """

    def __init__(self, key: bytes):
        if len(key) != 32:
            raise ValueError("a season's key has 32 bytes")
        self._key = key

    def seed(self, index: int) -> bytes:
        """HMAC-SHA256(key, index). Raises IndexError beyond the season's seeds."""
        if not 0 <= index < SEEDS:
            raise IndexError(f"a season has {SEEDS} seeds; there is no seed {index}")
        return hmac.digest(self._key, _eight(index), hashlib.sha256)

    @property
    def root(self) -> bytes:
        """The root of the tree: it fixes every seed, and tells none."""
        return self._levels[-1][0]

    def path(self, index: int) -> tuple[bytes, ...]:
        """What stands beside a seed's way to the root, from the leaf up. Raises IndexError."""
        if not 0 <= index < SEEDS:
            raise IndexError(f"a season has {SEEDS} seeds; there is no seed {index}")
        return tuple(level[index >> height ^ 1] for height, level in enumerate(self._levels[:-1]))

    def reveal(self, index: int) -> RevealedSeed:
        """A seed with its path, to be published when its duel has ended. Raises IndexError."""
        return RevealedSeed(index, self.seed(index), self.path(index))

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        levels = [[_leaf(self.seed(index)) for index in range(SEEDS)]]
        while len(levels[-1]) > 1:
            below = levels[-1]
            levels.append([_inner(below[i], below[i + 1]) for i in range(0, len(below), 2)])
        return levels


def season_anchor(season: str, root: bytes, public_key: bytes, dice: str) -> bytes:
    """What is published when a season begins: it fixes the seeds, the operator's key, and where dice come from.

    SHA-256(canonical JSON of ["pbp-season/2", season, root, public key, dice]); `dice`: "seed", or "rolls" of a
    public roller. The anchor of the first version was the root alone.
    """
    return hashlib.sha256(canonical_json(["pbp-season/2", season, root.hex(), public_key.hex(), dice])).digest()


def draw_ring(
    seed: bytes, duel: int, names: Iterable[str], rolls: Sequence[int] = ()
) -> tuple[tuple[str, ...], tuple[Draw, ...]]:
    """The ring, from position 1, and its draws: the names sorted by code point, put in random order.

    Its key is that of step 0 with no orders: it depends on the seed and the duel's number alone.
    Raises FileFaults if a roll of a public roller is out of range.
    """
    dice = Dice(step_key(seed, duel, 0, []), rolls)
    ring = dice.order(sorted(names), "the Wizard Ring")
    return tuple(ring), tuple(dice.draws)


def order_digest(salt: bytes, season: str, duel: int, step: int, player: str, serial: int, order: str) -> bytes:
    """SHA-256(salt || canonical JSON of [season, duel, step, player, serial, order in canonical words])."""
    return hashlib.sha256(salt + canonical_json([season, duel, step, player, serial, order])).digest()


def first_commitment(blind: bytes, duel: int, step: int, spell_list: str, digests: Iterable[bytes]) -> bytes:
    """That of the first version, to the spell list and the standing orders alone.

    SHA-256(blind || duel || step || SHA-256(spell list) || the orders' digests, sorted, one after another).
    A game without a spell list has the empty text for one.
    """
    frozen = hashlib.sha256(spell_list.encode()).digest()
    return hashlib.sha256(blind + _eight(duel) + _eight(step) + frozen + b"".join(sorted(digests))).digest()


def commitment(blind: bytes, terms: Any) -> bytes:
    """SHA-256(blind || canonical JSON of all that a step's result hangs on, as pbp.bundle.committed lists it)."""
    return hashlib.sha256(blind + canonical_json(terms)).digest()


def public_key(signing_key: bytes) -> bytes:
    """The public half (32 bytes) of an Ed25519 key (32 bytes)."""
    return Ed25519PrivateKey.from_private_bytes(signing_key).public_key().public_bytes_raw()


def sign(signing_key: bytes, value: Any) -> bytes:
    """The Ed25519 signature (64 bytes) over the canonical JSON of a value."""
    return Ed25519PrivateKey.from_private_bytes(signing_key).sign(canonical_json(value))


def is_signed(public: bytes, signature: bytes, value: Any) -> bool:
    """Whether the signature over that value was made with the private half of that key."""
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
