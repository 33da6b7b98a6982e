"""Orders that wait: ALWAYS, NEXT and IF are kept, repeated as understood, withdrawn, and entered when a step closes.

An order entered is an order like any other: it has a digest and a signed receipt, the commitment covers it, and what is
published is the order alone, never the words that waited. The time that it bears is drawn by chance from the time in
which it could have been sent, so that nobody can tell it from one that was.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from datetime import datetime

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.commands.plans import OrderPlan
from pbp.errors import Problem
from pbp.games import ring_game
from pbp.games.base import CONTEST, RING
from pbp.games.reading import read_order
from pbp.ports import Message
from pbp.service import orders, plans
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import INSTANT, Desk
from pbp.service.present import Present, game_of, present
from pbp.store import Duel, Tx, WaitingOrder
from pbp.store.states import RUNNING, DuelState, OrderWaits

_WITHDRAWAL = re.compile(
    r"\s*(?:WITHDRAW\s+(?:MY\s+|THE\s+)?(?P<after>ALWAYS|NEXT)|(?P<before>ALWAYS|NEXT)\s+WITHDRAW)\b\W*", re.I
)


# ---- said ------------------------------------------------------------------------------------------------------------


def is_withdrawal(command: Command) -> bool:
    """Whether a line takes back what waits: WITHDRAW ALWAYS, NEXT WITHDRAW."""
    return _WITHDRAWAL.fullmatch(command.words) is not None


def withdraw(asked: Asked, command: Command) -> Answer:
    """Takes back what waits, for ring duels or for the contest that is meant."""
    found = _WITHDRAWAL.fullmatch(command.words)
    assert found, "only such lines come here"
    waits = OrderWaits((found["after"] or found["before"]).lower())
    duel = _target(asked, command, waits)
    if isinstance(duel, Answer):
        return duel
    contest = duel if duel and duel.format == CONTEST else None
    ended = asked.tx.end_waiting_order(asked.wizard, waits, contest.number if contest else None, asked.at)
    _settle(asked, contest)
    return Answer(Kind.WAITS_NO_MORE, {"verb": plans.VERBS[waits], "duel": contest, "words": ended and ended.words})


def _handler(waits: OrderWaits) -> Handler:
    def handle(asked: Asked, command: Command) -> Answer:
        return withdraw(asked, command) if is_withdrawal(command) else _keep(asked, command, waits)

    return handle


def _keep(asked: Asked, command: Command, waits: OrderWaits) -> Answer:
    """Lets an order wait, and repeats it as understood with what it would be now."""
    duel = _target(asked, command, waits)
    if isinstance(duel, Answer):
        return duel
    tx, once = asked.tx, waits is OrderWaits.ONCE
    contest = duel if duel and duel.format == CONTEST else None
    words = command.words if once else command.rest
    plan = plans.read(tx, game_of(duel) if duel else ring_game(), words)
    if isinstance(plan, Problem):
        return _refused(plans.VERBS[waits], plan)
    if contest and plan.is_conditional:
        why = "conditions are about a ring, and this is a contest of two"
        return _refused(plans.VERBS[waits], Problem("no-ring", plan.said, why, f"#{contest.number} NEXT and an order"))
    now = present(asked.desk, tx, duel) if duel else None
    problems = _problems(asked, duel, now, plan)
    if problems and waits is not OrderWaits.NEXT:
        return _refused(plans.VERBS[waits], *problems)
    only = duel.number if duel and (once or contest) else None
    before = tx.add_waiting_order(
        asked.wizard, waits, only, _after(asked, duel, waits), words, _given(asked, duel), asked.at
    )
    sent = _sent(asked, duel)
    if once and duel and sent:  # the last word counts
        seat = duel.seat_of(asked.wizard)
        orders.record(asked.desk, tx, duel, seat, None, _given(asked, duel), asked.at, wait=False)
    _settle(asked, contest)
    return Answer(
        Kind.WAITS,
        {
            "verb": plans.VERBS[waits],
            "duel": contest or (duel if once else None),
            "open": duel,
            "said": plan.said,
            "before": before and before.words,
            "sent": sent,
            "now": plans.told(asked.desk, tx, duel, now, asked.wizard) if duel and now else None,
            "problems": problems,
        },
    )


def _refused(verb: str, *problems: Problem) -> Answer:
    return Answer(Kind.WAITS_REFUSED, {"verb": verb, "problems": problems})


def _target(asked: Asked, command: Command, waits: OrderWaits) -> Duel | Answer | None:
    """The duel that is meant: the open ring duel if the words are for ring duels (None: none is open), or a contest.

    Without a number that is the ring, for who does not play contests alone.
    """
    desk, tx, wizard = asked.desk, asked.tx, asked.wizard
    own = [duel for duel in tx.duels(*RUNNING) if wizard in duel.participants and command.duel in (None, duel.number)]
    if command.duel is not None and not own:
        return orders.meant(desk, tx, wizard, command.duel)
    contests = [duel for duel in own if duel.format == CONTEST]
    for duel in own:
        if duel.format == RING:
            late = orders.too_late(desk, duel, asked.message) if waits is OrderWaits.ONCE else ""
            facts = {"duel": duel, "words": command.words, "said": _sent(asked, duel), "why": late}
            return Answer(Kind.TOO_LATE, facts) if late else duel
    if waits is OrderWaits.ONCE:
        why = "there is no ring duel in which you could give an order now"
        return _refused("IF", Problem("no-ring", command.words, why, f"NEXT {command.words}"))
    if len(contests) > 1:
        numbers = [duel.number for duel in contests]
        return Answer(Kind.WHICH, {"numbers": numbers, "example": f"#{numbers[0]} {command.words}"})
    return contests[0] if contests else None


def _problems(asked: Asked, duel: Duel | None, now: Present | None, plan: OrderPlan) -> tuple[Problem, ...]:
    """Why none of a plan's orders could be given now, whatever its conditions; empty if one could."""
    if duel is None or now is None or duel.seat_of(asked.wizard) not in now.awaits:
        return ()
    found: list[Problem] = []
    for branch in plan.branches:
        reading = read_order(now.game, now.state, duel.seat_of(asked.wizard), branch.order)
        if reading.order is not None and not reading.problems:
            return ()
        found += reading.problems
    return tuple(found)


def _after(asked: Asked, duel: Duel | None, waits: OrderWaits) -> int:
    """The number of the duel, or of the contest's step, after which the first is meant."""
    if duel and duel.format == CONTEST:
        return duel.step - (waits is not OrderWaits.NEXT)
    if duel:
        return duel.number - (waits is not OrderWaits.NEXT)
    rings = asked.tx.newest_duels(1, format=RING)
    return rings[0].number if rings else 0


def _given(asked: Asked, duel: Duel | None) -> datetime:
    """When words count as received: what may have come in time for the open duel did."""
    end = asked.desk.format(duel).orders_end(asked.desk, duel) if duel else None
    late = end is None or asked.message.is_after(end)
    return asked.message.received if late or end is None else min(asked.message.received, end - INSTANT)


def _sent(asked: Asked, duel: Duel | None) -> str | None:
    """The player's order in the present step, as it was understood."""
    sent = asked.tx.standing(duel.number, duel.step).get(duel.seat_of(asked.wizard)) if duel else None
    return sent.said if sent else None


def _settle(asked: Asked, contest: Duel | None) -> None:
    """A contest's step may now close early, or not any more."""
    if contest and contest.state == DuelState.OPEN:
        now = present(asked.desk, asked.tx, contest)
        asked.desk.format(contest).order_taken(asked.desk, asked.tx, contest, now, asked.at)


def listed(asked: Asked) -> list[dict[str, object]]:
    """All that waits of a player: the word by which it does, the contest or duel that alone is meant, and its words."""
    running = {duel.number for duel in asked.tx.duels(*RUNNING)}
    return [
        {"verb": plans.VERBS[order.waits], "duel": order.duel, "words": order.words}
        for order in asked.tx.waiting_orders(asked.wizard)
        if order.duel is None or order.duel in running
    ]


def tried(desk: Desk, account: str, words: str) -> str:
    """What a player of the embedded site would be answered to a line that lets an order wait; nothing is kept."""
    verb = words.partition(" ")[0]
    assert verb in HANDLERS, "no order of a duel is tried: its receipt would prove what is not stored"
    with desk.store.rehearsal(), desk.store.tx() as tx:
        name = tx.wizard_at("local", account)
        message = Message("tried", account, desk.clock(), words, vouched=True)
        if name is None:
            return ""
        asked = Asked(desk, tx, "local", message, name, desk.clock())
        answer = HANDLERS[verb](asked, Command(verb, words))
        letter = desk.worded("answer", desk.clock(), parts_list=[answer], wizard=name, private_link=None)
    return letter.partition(f"Dear {name},")[2].strip()


HANDLERS: Mapping[str, Handler] = {verb: _handler(waits) for waits, verb in plans.VERBS.items()}
"""The handlers of these words."""


# ---- entered ---------------------------------------------------------------------------------------------------------


def enter(desk: Desk, tx: Tx, duel: Duel, now: Present, closing: datetime, at: datetime) -> None:
    """Enters, for each who has sent no order in the step that closes, the one that waits and counts; with its receipt.

    What waited for this step alone, or for the next, has then had its turn.
    """
    sent = tx.standing(duel.number, duel.step)
    end = desk.format(duel).orders_end(desk, duel)
    for seat, name in zip(duel.seats, duel.participants, strict=True):
        if seat not in now.awaits:
            continue
        found = None if seat in sent else plans.would(desk, tx, duel, now, seat)
        if found:
            received = _moment(duel, found.waiting, min(closing, end) if end else closing)
            receipt = orders.record(desk, tx, duel, seat, found.order, received, at, wait=False)
            key = desk.key(duel, f"entered{receipt.serial}", name)
            desk.letter_to(
                tx, name, key, "entered", at, duel=duel, said=found.order.said, words=found.waiting.words,
                verb=plans.VERBS[found.waiting.waits], receipt=receipt.text(),
            )  # fmt: skip
        for order in plans.meant_for(tx, duel, name):
            if order.waits is not OrderWaits.ALWAYS:
                tx.end_waiting_order(name, order.waits, order.duel, at)


def _moment(duel: Duel, waiting: WaitingOrder, end: datetime) -> datetime:
    """A moment drawn by chance from the time in which the order could have been sent, as exact as its letter's was."""
    begin = max(duel.opened, waiting.given)
    drawn = begin + INSTANT * secrets.randbelow(max(1, (end - begin) // INSTANT))
    return drawn if waiting.given.microsecond else max(begin, drawn.replace(microsecond=0))
