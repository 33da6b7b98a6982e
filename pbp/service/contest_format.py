"""The format of contests of two: a sealed step after another, until the rules, a player or the clock ends it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from pbp.games.base import Order
from pbp.ports import Message
from pbp.service import audit, contests, steps, undoing
from pbp.service.desk import Desk
from pbp.service.format import NotDue, Reminded, TakenBack, Told
from pbp.service.present import Present, present
from pbp.store import Duel, Tx
from pbp.store.setups import ContestSetup
from pbp.store.states import DuelState


class ContestFormat:
    """Contests. As Format."""

    closed_template = "closed"

    def title(self, duel: Duel) -> str:
        return contests.title(duel)

    def end_called(self, duel: Duel) -> str:
        return f"end of step {duel.step}"

    def scenario(self, tx: Tx, duel: Duel) -> dict[str, Any]:
        assert isinstance(duel.setup, ContestSetup)
        return duel.setup.scenario

    def closes_by_itself(self, desk: Desk) -> bool:
        return True

    def resolves_by_itself(self, desk: Desk) -> bool:
        return True

    def is_due(self, desk: Desk, tx: Tx, duel: Duel, at: datetime) -> bool:
        return contests.is_due(duel, at)

    def check_due(self, duel: Duel, at: datetime) -> None:
        if not contests.is_due(duel, at):
            raise NotDue(f"step {duel.step} of duel {duel.number} is {duel.state}: it closes when its time has come")

    def instead_of_closing(
        self, desk: Desk, tx: Tx, duel: Duel, now: Present, missing: Collection[str], closing: datetime, at: datetime
    ) -> bool:
        """Who is late spends a reserve day, where there are some, and the step stays open; without one all ends."""
        if missing and duel.battle_time and closing <= duel.battle_time:
            raise NotDue(f"step {duel.step} of duel {duel.number} closes early only when all orders are in")
        return steps.lapse(desk, tx, duel, now, missing, at)

    def previous(self, tx: Tx, duel: Duel, setup: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return None

    def decided(self, tx: Tx, duel: Duel) -> dict[str, Any]:
        return {}

    def result_key(self, tx: Tx, duel: Duel) -> str:
        return audit.step_result_key(tx, duel, duel.step)

    def after_step(self, desk: Desk, tx: Tx, duel: Duel, now: Present, events: Told, at: datetime) -> None:
        steps.after_step(desk, tx, duel, now, events, at)

    def take_back(self, desk: Desk, tx: Tx, duel: Duel, at: datetime) -> TakenBack:
        return undoing.take_back(desk, tx, duel, at)

    def order_taken(self, desk: Desk, tx: Tx, duel: Duel, now: Present, at: datetime) -> None:
        """The step may close early."""
        contests.settle(desk, tx, duel, now, at)

    def does(self, tx: Tx, duel: Duel, order: Order | None) -> str:
        return ""

    def asks(self, desk: Desk, tx: Tx, duel: Duel, seat: str) -> bool:
        return duel.state != DuelState.OPEN or seat in present(desk, tx, duel).awaits

    def orders_end(self, desk: Desk, duel: Duel) -> datetime | None:
        return None

    def is_of_a_step_before(self, duel: Duel, message: Message) -> bool:
        return duel.step > 1 and message.received < duel.opened

    def reminded(self, desk: Desk, duel: Duel) -> Reminded:
        assert duel.battle_time
        length = contests.step_length(duel)
        final = min(timedelta(hours=desk.config.ring.final_reminder_hours), length / 6)
        return Reminded(max(duel.opened, duel.battle_time - length), final, f"{duel.battle_time:%m%d%H%M}")

    def moved_to(self, desk: Desk, battle_time: datetime, at: datetime) -> datetime:
        return battle_time

    def opened_again_until(self, desk: Desk, duel: Duel, at: datetime) -> datetime:
        return at + contests.step_length(duel)
