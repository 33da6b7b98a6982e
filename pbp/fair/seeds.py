"""The season's seeds under one anchor; nothing here draws a secret: the key is handed in."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pbp.fair.dice import Dice, Draw, canonical_json, step_key

DEPTH = 16
SEEDS = 1 << DEPTH
"""The seeds of a season."""


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
        return hmac.digest(self._key, index.to_bytes(8, "big"), hashlib.sha256)

    def lots(self, post: str) -> bytes:
        """The seed of a tournament's draw, HMAC-SHA256(key, canonical JSON of ["lots", post]): none of the season's.

        `post` is the key of its post, which none other has, also when the books were put back from a backup.

        Its SHA-256 is published when nobody has entered yet, and the seed itself with the draw.
        """
        return hmac.digest(self._key, canonical_json(["lots", post]), hashlib.sha256)

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
