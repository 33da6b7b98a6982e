"""What was published last of a contest, taken back: its newest step, or how it ended. Nothing is deleted.

A step goes back to where its orders were fixed: they and their commitment stay, and it is resolved again, by the same
dice, once the contest is resumed. Orders for the step after it were written for a board that does not count: they are
withdrawn, and the reserve days spent on it are given back.
"""

from __future__ import annotations

import json
from datetime import datetime

from pbp.errors import Refused
from pbp.service import contests, orders, rounds
from pbp.service.desk import Desk
from pbp.service.format import TakenBack
from pbp.service.lifecycle import Transition
from pbp.store import Duel, Tx
from pbp.store.states import DuelState


def take_back(desk: Desk, tx: Tx, duel: Duel, at: datetime) -> TakenBack:
    """Takes back what a contest published last, and what follows from it. Raises Refused."""
    newest = max((row.step for row in tx.steps(duel.number) if row.resolved), default=0)
    if duel.state == DuelState.RESOLVED:
        rounds.take_back(desk, tx, duel, at)
        if newest == duel.step:
            return TakenBack(Transition.VOID, newest, f"the result of step {newest}")
        tx.change_duel(duel.number, battle_time=at + contests.step_length(duel))
        return TakenBack(Transition.TAKE_END_BACK, duel.step, "the end")
    if duel.state != DuelState.OPEN or not newest:
        closed = f"step {duel.step} is closed: it is resolved first" if newest else "nothing of it is resolved yet"
        raise Refused(f"nothing of duel {duel.number} can be taken back now: {closed}")
    for seat in tx.standing(duel.number, duel.step):
        orders.record(desk, tx, duel, seat, None, at, at, wait=False)
    for seat in _spent_in_step(tx, duel):
        tx.journal(at, "reserve-back", duel.number, seat=seat)
    for noted in (f"draw:{duel.number}", f"more-time:{duel.number}"):
        if tx.note(noted):
            tx.set_note(noted, json.dumps({}))
    return TakenBack(Transition.TAKE_STEP_BACK, newest, f"the result of step {newest}")


def _spent_in_step(tx: Tx, duel: Duel) -> list[str]:
    """The seats that spent a reserve day in the open step, each as often as it did."""
    spent: list[str] = []
    for entry in tx.entries(duel.number):
        if entry.kind == "resolved":
            spent = []
        elif entry.kind == "reserve":
            spent.append(entry.values["seat"])
    return spent
