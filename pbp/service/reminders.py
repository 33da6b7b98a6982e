"""Reminders: at half time and before the end, to those who still owe an order."""

from __future__ import annotations

import logging
from datetime import datetime

from pbp.errors import PbpError, whereabouts
from pbp.service import absence, plans
from pbp.service.desk import Desk
from pbp.service.present import present
from pbp.service.report import TickReport
from pbp.store import Duel
from pbp.store.states import DuelState, Notify

log = logging.getLogger(__name__)


def remind(desk: Desk, report: TickReport | None = None) -> None:
    """Queues reminders at half time and before the end, to those who still owe an order and to nobody else."""
    at = desk.clock()
    with desk.store.tx() as tx:
        for duel in tx.duels(DuelState.OPEN):
            if (what := _reminder_due(desk, duel, at)) is None:
                continue
            try:
                now = present(desk, tx, duel)
            except PbpError as error:
                log.error("duel %s cannot be read for reminders: %s", duel.number, whereabouts(error))
                continue
            has_order = plans.seats_in(desk, tx, duel, now)
            for seat, name in zip(duel.seats, duel.participants, strict=True):
                wizard = tx.wizard(name)
                if seat not in now.awaits or seat in has_order or wizard is None or wizard.notify == Notify.NONE:
                    continue
                if absence.is_away(tx, name, at):
                    continue
                assert duel.battle_time
                key = desk.key(duel, what, name)
                left = (duel.battle_time - at).total_seconds()
                silence = now.silence
                desk.letter_to(
                    tx, name, key, "reminder", at, duel=duel, prompt=now.awaits[seat], left=left, silence=silence
                )


def _reminder_due(desk: Desk, duel: Duel, at: datetime) -> str | None:
    """Which reminder of the present step is due, as it stands in its key; a contest's extra days have their own."""
    if duel.battle_time is None or duel.held or at >= duel.battle_time:
        return None
    times = desk.format(duel).reminded(desk, duel)
    if at >= duel.battle_time - times.final:
        return f"remind{duel.step}final{times.nth}"
    half = times.begun + (duel.battle_time - times.begun) / 2
    return f"remind{duel.step}half{times.nth}" if at >= half else None
