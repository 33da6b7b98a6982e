"""How a ring duel begins where the one before ended: every value that differs is named, with the decision behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbp.bundle import values_at_start, values_left
from pbp.fair.dice import canonical_json
from pbp.store import Duel, Tx
from pbp.store.journal import JournalEntry

_CHANGES = {"stars": "stars", "idle": "active"}
"""What the journal calls the values that every wizard has; the others are its attributes."""


def previous(tx: Tx, duel: Duel, wizards: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The ring duel before, the state that it left, and each value that a wizard begins with instead of its own.

    {duel, state_digest, changes: [{wizard, what, from, to, why}]}; of a wizard's first duel nothing is said.
    """
    left, last, since = _left(tx, duel, [wizard["name"] for wizard in wizards])
    decisions = [entry for kind in ("adjusted", "idle", "active") for entry in tx.entries(kind=kind, after=since)]
    changes = [
        {"wizard": name, "what": what, "from": was.get(what), "to": now.get(what), "why": _why(name, what, decisions)}
        for name, was, now in (
            (wizard["name"], left[wizard["name"]], values_at_start(wizard))
            for wizard in wizards
            if wizard["name"] in left
        )
        for what in sorted(was.keys() | now.keys())
        if canonical_json(was.get(what)) != canonical_json(now.get(what))
    ]
    number, digest = last or (None, None)
    return {"duel": number, "state_digest": digest, "changes": changes}


def _left(
    tx: Tx, duel: Duel, names: Sequence[str]
) -> tuple[dict[str, dict[str, Any]], tuple[int, str | None] | None, int]:
    """What each wizard's last duel has left, the last duel with its state, and the journal entry since which to look.

    Goes back only as far as some wizard was not in the duels since.
    """
    joined = {wizard.name: wizard.joined for wizard in tx.wizards()}
    left: dict[str, dict[str, Any]] = {}
    last, since, number = None, 0, duel.number
    while before := tx.ring_duel_before(number):
        row = tx.steps(before.number)[-1]
        last = last or (before.number, row.state_digest)
        since = next((entry.id for entry in tx.entries(before.number, "commenced")), 0)
        after = (row.view or {}).get("wizards", {})
        for wizard in row.setup["wizards"]:
            if wizard["name"] in after:
                left.setdefault(wizard["name"], values_left(wizard, after[wizard["name"]]))
        if all(name in left or joined[name] > before.scheduled for name in names):
            break
        number = before.number
    return left, last, since


def _why(name: str, what: str, decisions: Sequence[JournalEntry]) -> str:
    """The decisions that changed a value of a wizard, in words."""
    key = _CHANGES.get(what, "attributes")
    said = []
    for entry in decisions:
        values = entry.values
        if values["wizard"] != name:
            continue
        if entry.kind == "adjusted" and key in values["changed"]:
            said.append(f"{values['why']} ({values['source']})")
        elif entry.kind != "adjusted" and what == "idle":
            said.append(f"{entry.kind}, by {values['by']}")
    return "; ".join(said)
