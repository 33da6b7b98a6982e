"""The journal: an append-only hash chain. Every move, decision and input is an entry; nothing is ever changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbp.fair.dice import canonical_json

GENESIS = "0" * 64
"""What the first entry names as the one before."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry: when (ISO 8601, UTC), what kind, for which duel, the facts as canonical JSON, and its hash."""

    id: int
    at: str
    kind: str
    duel: int | None
    facts: str
    previous: str
    hash: str

    @property
    def values(self) -> dict[str, Any]:
        """The facts as values."""
        found: dict[str, Any] = json.loads(self.facts)
        return found


def entry_hash(previous: str, at: str, kind: str, duel: int | None, facts: str) -> str:
    """SHA-256 (hex) over canonical JSON of [previous, at, kind, duel, facts]."""
    return hashlib.sha256(canonical_json([previous, at, kind, duel, facts])).hexdigest()


def first_fault(entries: Iterable[JournalEntry]) -> str | None:
    """What is wrong with a chain, in words with the entry's number; None when every link holds."""
    previous, number = GENESIS, 0
    for entry in entries:
        if entry.id != number + 1:
            return f"entry {number + 1} is missing"
        if entry.previous != previous:
            return f"entry {entry.id} does not follow on the one before"
        if entry.hash != entry_hash(entry.previous, entry.at, entry.kind, entry.duel, entry.facts):
            return f"entry {entry.id} was changed"
        previous, number = entry.hash, entry.id
    return None
