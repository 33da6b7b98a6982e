"""What the Battle Master has said that the next run does, since it looks at the sites: close, resolve, schedule.

A word about a duel counts for the step for which it was said.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbp.store import Duel, Tx

_SCHEDULE = "said:schedule"


@dataclass(frozen=True)
class Closing:
    """That a duel is to be closed: without which inboxes, and why."""

    without: tuple[str, ...]
    why: str


def close(tx: Tx, duel: Duel, without: Sequence[str], why: str) -> None:
    """Has the next run close the present step of a duel."""
    tx.set_note(_note("close", duel), json.dumps({"step": duel.step, "without": list(without), "why": why}))


def closing(tx: Tx, duel: Duel) -> Closing | None:
    """How the present step is to be closed, if that was said."""
    found = _said("close", tx, duel)
    return Closing(tuple(found["without"]), found["why"]) if found else None


def resolve(tx: Tx, duel: Duel) -> None:
    """Has the next run work out the result of the present step of a duel."""
    tx.set_note(_note("resolve", duel), json.dumps({"step": duel.step}))


def resolving(tx: Tx, duel: Duel) -> bool:
    """Whether the present step is to be resolved by the Battle Master's word."""
    return bool(_said("resolve", tx, duel))


def schedule(tx: Tx) -> None:
    """Has the next run schedule a ring duel."""
    tx.set_note(_SCHEDULE, "now")


def scheduling(tx: Tx) -> bool:
    """Whether a ring duel is to be scheduled by the Battle Master's word."""
    return tx.note(_SCHEDULE) == "now"


def has_begun(tx: Tx) -> bool:
    """Whether the Battle Master has ever said that ring duels are to be scheduled."""
    return tx.note(_SCHEDULE) is not None


def scheduled(tx: Tx) -> None:
    """Notes that this word is carried out."""
    if scheduling(tx):
        tx.set_note(_SCHEDULE, "done")


def _said(what: str, tx: Tx, duel: Duel) -> dict[str, Any] | None:
    found: dict[str, Any] | None = json.loads(tx.note(_note(what, duel)) or "null")
    return found if found and found["step"] == duel.step else None


def _note(what: str, duel: Duel) -> str:
    return f"said:{what}:{duel.number}"
