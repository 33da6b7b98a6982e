"""Chance: whole numbers from a key, the same for ever, each one recorded.

The key of a step is HMAC-SHA256(seed, canonical JSON of [duel, step, [[player, order], ...]]);
number i is HMAC-SHA256(key, i as eight bytes, big end first), read as a whole number from 0 to 2**256 - 1,
thrown away (and i counted on) if it lies at or above the largest multiple of `sides`, else its remainder plus one.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pbp.errors import Fault, FileFaults

T = TypeVar("T")
_RANGE = 1 << 256


def canonical_json(value: Any) -> bytes:
    """The one JSON form of a value that is hashed: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def step_key(seed: bytes, duel: int, step: int, orders: Iterable[tuple[str, str]]) -> bytes:
    """The key of a step's dice: from the seed and the standing orders by seat, in canonical words."""
    return hmac.digest(seed, canonical_json([duel, step, [list(order) for order in orders]]), hashlib.sha256)


@dataclass(frozen=True, slots=True)
class Draw:
    """One number drawn: what for, from 1 to how many, and which; `secret` for "secretly random"."""

    why: str
    sides: int
    value: int
    secret: bool = False


class Dice:
    """Draws numbers: first those of `rolls` from number `used` on, then from the key. Keeps every draw.

    With `secret_rolled` false, secret draws come from the key and leave the rolls alone: those of a public roller
    are seen by everybody.
    """

    def __init__(self, key: bytes, rolls: Sequence[int] = (), used: int = 0, *, secret_rolled: bool = True):
        self._key = key
        self._rolls = list(rolls)
        self._secret_rolled = secret_rolled
        self._count = 0
        self.used = used
        self.draws: list[Draw] = []

    @property
    def rolls_left(self) -> list[int]:
        """The given rolls that nothing has asked for."""
        return self._rolls[self.used :]

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        """A whole number from 1 to `sides`, uniform; `why` tells a reader what it decided.

        Raises FileFaults if the next given roll is out of range, ValueError for a die that cannot be thrown.
        """
        if not 1 <= sides <= _RANGE:
            raise ValueError(f"there is no die with {sides} sides")
        rolled = None if secret and not self._secret_rolled else self._rolled(sides, why)
        value = self._from_key(sides) if rolled is None else rolled
        self.draws.append(Draw(why, sides, value, secret))
        return value

    def choice(self, things: Sequence[T], why: str, *, secret: bool = False) -> T:
        """One of the things, counted from 1 in the order given; a choice among one draws too."""
        return things[self.draw(len(things), why, secret=secret) - 1]

    def order(self, things: Sequence[T], why: str) -> list[T]:
        """The things in random order: n - 1 choices, each among those not yet placed."""
        left = list(things)
        placed = []
        while len(left) > 1:
            placed.append(left.pop(self.draw(len(left), why) - 1))
        return placed + left

    def _rolled(self, sides: int, why: str) -> int | None:
        """The next given roll; None if there is none left."""
        if self.used >= len(self._rolls):
            return None
        value = self._rolls[self.used]
        if not 1 <= value <= sides:
            reason = f"roll {self.used + 1} is {value}, but {why} needs a number from 1 to {sides}"
            raise FileFaults([Fault(("rolls", self.used), reason)])
        self.used += 1
        return value

    def _from_key(self, sides: int) -> int:
        limit = _RANGE - _RANGE % sides
        while True:
            number = int.from_bytes(hmac.digest(self._key, self._count.to_bytes(8, "big"), hashlib.sha256), "big")
            self._count += 1
            if number < limit:
                return number % sides + 1
