"""What a transaction can ask and change of orders that wait."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from pbp.store import tables as t
from pbp.store.outbox import Outbox
from pbp.store.states import OrderWaits
from pbp.store.values import WaitingOrder, from_row

_WAITING = (
    sa.select(t.waiting_order)
    .where(t.waiting_order.c.wizard == sa.bindparam("wizard"), t.waiting_order.c.ended.is_(None))
    .order_by(t.waiting_order.c.serial)
)


class WaitingOrders(Outbox):
    """The part of a transaction that is about orders that wait."""

    def waiting_orders(self, wizard: str) -> list[WaitingOrder]:
        """Those of a wizard that have not ended, the one that goes before the others first."""
        found = [from_row(WaitingOrder, row) for row in self._c.execute(_WAITING, {"wizard": wizard})]
        return sorted(found, key=lambda order: list(OrderWaits).index(order.waits))

    def add_waiting_order(
        self, wizard: str, waits: OrderWaits, duel: int | None, after: int, words: str, given: datetime, at: datetime
    ) -> WaitingOrder | None:
        """Lets an order wait; gives the one that it takes the place of."""
        before = self.end_waiting_order(wizard, waits, duel, at)
        w = t.waiting_order.c
        last: int = self._c.scalar(sa.select(sa.func.max(w.serial)).where(w.wizard == wizard)) or 0
        values = {"waits": waits, "duel": duel, "after": after, "words": words, "given": given, "ended": None}
        self._c.execute(t.waiting_order.insert().values(wizard=wizard, serial=last + 1, **values))
        return before

    def end_waiting_order(self, wizard: str, waits: OrderWaits, duel: int | None, at: datetime) -> WaitingOrder | None:
        """Ends the order of a wizard that waits so, for that duel; gives it."""
        for order in self.waiting_orders(wizard):
            if (order.waits, order.duel) == (waits, duel):
                w = t.waiting_order.c
                mine = (w.wizard == wizard, w.serial == order.serial)
                self._c.execute(t.waiting_order.update().where(*mine).values(ended=at))
                return order
        return None
