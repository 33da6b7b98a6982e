"""Which of a player's orders that wait would count in a duel as it stands: judged by what everybody can see, and alone.

An order sent in the duel itself goes before all of them; then comes what was said for this duel, then for the next,
then for always.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbp.commands.plans import OrderPlan, SeenRing, read_plan
from pbp.errors import Problem
from pbp.games.base import RING, Game, Order
from pbp.games.reading import read_order
from pbp.service.desk import Desk
from pbp.service.present import Present, spells_of
from pbp.store import Duel, Tx, WaitingOrder
from pbp.store.states import DuelState, OrderWaits

VERBS: Mapping[OrderWaits, str] = {OrderWaits.ONCE: "IF", OrderWaits.NEXT: "NEXT", OrderWaits.ALWAYS: "ALWAYS"}
"""The word by which an order waits so."""


@dataclass(frozen=True, slots=True)
class WouldCount:
    """The order that would count now, and the one that waits from which it comes."""

    order: Order
    waiting: WaitingOrder


def read(tx: Tx, game: Game, words: str) -> OrderPlan | Problem:
    """The plan in a player's words, for that game."""
    verb = next((phase.verb for phase in game.phases.values() if phase.verb), "")
    return read_plan(words, [wizard.name for wizard in tx.wizards()], game.verbs, verb)


def _seen(tx: Tx, duel: Duel, now: Present, seat: str) -> SeenRing | None:
    """What a condition of that seat is judged by; None outside rings."""
    if now.game.format != RING:
        return None
    wizards = now.setup["wizards"]
    return SeenRing(
        me=seat,
        names=[wizard["name"] for wizard in wizards],
        stars={wizard["name"]: wizard["stars"] for wizard in wizards},
        idle={wizard["name"] for wizard in wizards if wizard["idle"]},
        spells={spell.name.casefold() for spell in spells_of(tx, duel)},
    )


def first_legal(tx: Tx, duel: Duel, now: Present, seat: str, plan: OrderPlan) -> Order | None:
    """The first order of a plan that holds and is legal now; None if none is."""
    for words in plan.orders(_seen(tx, duel, now, seat) if plan.is_conditional else None):
        reading = read_order(now.game, now.state, seat, words)
        if reading.order is not None and not reading.problems:
            return reading.order
    return None


def meant_for(tx: Tx, duel: Duel, wizard: str) -> list[WaitingOrder]:
    """The orders of a wizard that wait for the present step of that duel, the one that goes before the others first."""
    ring = duel.format == RING
    number = duel.number if ring else duel.step

    def is_meant(order: WaitingOrder) -> bool:
        if order.duel != duel.number and not (ring and order.duel is None):
            return False
        return order.after < number

    return [order for order in tx.waiting_orders(wizard) if is_meant(order)]


def would(desk: Desk, tx: Tx, duel: Duel, now: Present, seat: str) -> WouldCount | None:
    """What of a seat's orders that wait would count if the step closed now; None if nothing would."""
    wizard = player_of(duel, seat)
    if wizard is None or duel.state != DuelState.OPEN or seat not in now.awaits:
        return None
    end = desk.format(duel).orders_end(desk, duel)
    for waiting in meant_for(tx, duel, wizard):
        plan = read(tx, now.game, waiting.words)
        in_time = end is None or waiting.given < end
        if isinstance(plan, OrderPlan) and in_time and (order := first_legal(tx, duel, now, seat, plan)):
            return WouldCount(order, waiting)
    return None


def player_of(duel: Duel, seat: str) -> str | None:
    """Who plays a seat."""
    return next((name for name in duel.participants if duel.seat_of(name) == seat), None)


def told(desk: Desk, tx: Tx, duel: Duel, now: Present, wizard: str) -> Mapping[str, str] | None:
    """What a letter or page says of a player's orders that wait for the present step; None if none does.

    `said` is empty where none of them could count as things stand.
    """
    if wizard not in duel.participants or not meant_for(tx, duel, wizard):
        return None
    found = would(desk, tx, duel, now, duel.seat_of(wizard))
    return {"said": found.order.said, "verb": VERBS[found.waiting.waits]} if found else {"said": "", "verb": ""}


def seats_in(desk: Desk, tx: Tx, duel: Duel, now: Present) -> set[str]:
    """The seats that owe nothing more in the present step: those with an order, and those for which one waits."""
    sent = set(tx.standing(duel.number, duel.step))
    return sent | {seat for seat in set(now.awaits) - sent if would(desk, tx, duel, now, seat)}
