"""Reminders, to those who still owe an order: at half time and before the end, or when each has chosen."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from pbp.errors import StoreDown, whereabouts
from pbp.service import absence, plans, preferences
from pbp.service.desk import Desk
from pbp.service.present import present
from pbp.service.report import TickReport
from pbp.store import Duel, Tx
from pbp.store.states import DuelState, Notify

log = logging.getLogger(__name__)


def remind(desk: Desk, report: TickReport | None = None) -> None:
    """Queues the reminders that are due, to those who still owe an order and to nobody else."""
    at = desk.clock()
    with desk.store.tx() as tx:
        for duel in tx.duels(DuelState.OPEN):
            due = _due(desk, tx, duel, at)
            if not due:
                continue
            try:
                now = present(desk, tx, duel)
            except StoreDown:
                raise
            except Exception as error:  # one duel's failure never stops the others
                log.error("duel %s cannot be read for reminders: %s", duel.number, whereabouts(error))
                continue
            has_order = plans.seats_in(desk, tx, duel, now)
            for seat, name in zip(duel.seats, duel.participants, strict=True):
                wizard = tx.wizard(name)
                if name not in due or seat not in now.awaits or seat in has_order:
                    continue
                if wizard is None or wizard.notify == Notify.NONE or absence.is_away(tx, name, at):
                    continue
                assert duel.battle_time
                key = desk.key(duel, due[name], name)
                left = (duel.battle_time - at).total_seconds()
                silence = now.silence
                desk.letter_to(
                    tx, name, key, "reminder", at, duel=duel, prompt=now.awaits[seat], left=left, silence=silence
                )


def _due(desk: Desk, tx: Tx, duel: Duel, at: datetime) -> dict[str, str]:
    """Which reminder of the present step each of its players is due, as it stands in the key: the last that is due.

    A contest's extra days have their own. What was due before the step opened is none.
    """
    if duel.battle_time is None or duel.held or at >= duel.battle_time:
        return {}
    times = desk.format(duel).reminded(desk, duel)
    left, length = duel.battle_time - at, duel.battle_time - times.begun
    usual = "final" if left <= times.final else "half" if left <= length / 2 else ""
    found = {}
    for name in duel.participants:
        chosen = preferences.of(tx, name).remind
        passed = [each for each in chosen or () if left <= timedelta(minutes=each) < length]
        what = usual if chosen is None else f"at{min(passed)}m" if passed else ""
        if what:
            found[name] = f"remind{duel.step}{what}{times.nth}"
    return found
