"""Rulings of the Battle Master: on the words of a spell, or on one cast of it; it goes on when none lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbp import spells
from pbp.errors import FileFaults, NeedsRuling, Refused, ReplayMismatch, Unclear
from pbp.games.base import RING
from pbp.service import lifecycle, offers, rolls
from pbp.service.battle import preview
from pbp.service.desk import Desk
from pbp.service.present import present, tracked_attributes
from pbp.spells import FIELDS
from pbp.spells.changes import words_digest
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState, Hold


def rule(
    desk: Desk,
    tx: Tx,
    number: int,
    spell: str,
    at: datetime,
    *,
    why: str,
    wizard: str | None = None,
    effect: str | None = None,
    inputs: str | None = None,
    cost: str | None = None,
    outcomes: Mapping[str, Any] | None = None,
    suggestion: int | None = None,
) -> bool:
    """Records the Battle Master's ruling on a spell of a duel, or on one cast of it; the duel goes on if that was all.

    Either a rewording in the language of spells (`effect`, `inputs`, `cost`: the whole new text of each that changes),
    or the number of a `suggestion` that was offered for it, or `wizard` and `outcomes` for that wizard's cast:
    {wizard: {"stars": change}}. True if nothing is left to rule on. Raises Refused.
    """
    fields = {"inputs": inputs, "cost": cost, "effect": effect}
    reworded = {field: words for field, words in fields.items() if words is not None}
    duel = tx.duel(number, lock=True)
    if duel.state not in RUNNING or duel.format != RING:
        raise Refused(f"duel {number} is {duel.state}: nothing there can be ruled on")
    if duel.state == DuelState.OPEN and wizard:
        raise Refused(f"duel {number} is open: a ruling on one cast needs a pending duel; reword the spell instead")
    if suggestion is not None:
        reworded = dict(offers.find(desk, tx, duel, spell, suggestion).suggestion.fields)
    written = spells.read_list(duel.list_text or "", tracked_attributes(tx)).find(spell)
    if written is None:
        raise Refused(f"there is no spell {spell} on the list of duel {number}")
    spell = written.name
    words = words_digest(written) if reworded else None
    tx.add_ruling(number, spell, at, why=why, wizard=wizard, reworded=reworded, outcomes=outcomes, words=words)
    if duel.state == DuelState.OPEN:
        now = present(desk, tx, duel)
        left = [item for item in now.game.unclear(now.state) if item.spell == spell]
    else:
        try:
            preview(desk, tx, duel)
            left = []
        except rolls.NeedsRolls:
            left = []
        except NeedsRuling as error:
            left = list(error.unclear)
            if wizard is None and (faults := [item for item in left if item.spell == spell]):
                raise Refused(_unread(faults)) from None
        except (FileFaults, ReplayMismatch) as error:
            raise Refused(f"the ruling does not fit: {error}") from None
    if duel.state == DuelState.OPEN and left:
        raise Refused(_unread(left))
    tx.journal(at, "ruled", number, spell=spell, wizard=wizard, outcomes=outcomes, why=why, **reworded)
    if duel.held == Hold.RULING and not left:
        lifecycle.release(tx, number)
    return not left


def open_questions(desk: Desk, tx: Tx, duel: Duel) -> Sequence[Unclear]:
    """What a ring duel needs, or would need, a ruling on: of an open one the list, of a held one what was cast."""
    if duel.state == DuelState.OPEN:
        now = present(desk, tx, duel)
        return now.game.unclear(now.state)
    if duel.held == Hold.RULING:
        try:
            preview(desk, tx, duel)
        except NeedsRuling as error:
            return error.unclear
        except rolls.NeedsRolls:
            pass
    return ()


def _unread(faults: Sequence[Unclear]) -> str:
    """Why a rewording is no ruling: every fault of it."""
    told = "; ".join(f"{item.sentence}: {item.reason}" + (f" ({item.hint})" if item.hint else "") for item in faults)
    return f"the rewording cannot be read either: {told}"


def in_words(tx: Tx, number: int, made: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The rulings of a duel for a reader: `on` what, what was `decided`, and `why`."""
    reasons = {(e.values["spell"], e.values["wizard"]): e.values["why"] for e in tx.entries(number, "ruled")}
    return [_in_words(ruling, reasons) for ruling in made]


def _in_words(ruling: Mapping[str, Any], reasons: Mapping[tuple[str, str | None], str]) -> dict[str, str]:
    cast = f"{ruling['spell']} cast by {ruling['wizard']}" if ruling.get("wizard") else str(ruling["spell"])
    changes = [
        f"{name} {value:+} Stars" if what == "stars" else f"{name}'s {what} becomes {value}"
        for name, values in (ruling.get("outcomes") or {}).items()
        for what, value in values.items()
    ]
    reworded = [
        ruling[field] if field == "effect" else f"{FIELDS[field]}: {ruling[field]}"
        for field in FIELDS
        if ruling.get(field)
    ]
    decided = " · ".join(reworded) or ", ".join(changes) or "it does nothing"
    return {"on": cast, "decided": decided, "why": reasons.get((ruling["spell"], ruling.get("wizard")), "")}
