"""Digests of orders, and commitments to all that a step's result hangs on; salts and blinds are handed in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from pbp.fair.dice import canonical_json


def _eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


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
    """SHA-256(blind || canonical JSON of all that a step's result hangs on, as pbp.bundle.make.committed lists it)."""
    return hashlib.sha256(blind + canonical_json(terms)).digest()
