"""Orders: taken from a letter, read by the rules, stored with a signed receipt. The last valid one stands."""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime

from pbp import fair
from pbp.commands import Command, ReadLetter
from pbp.commands.answers import Kind
from pbp.commands.courtesy import said_alone
from pbp.errors import PbpError
from pbp.games import find_game
from pbp.games.bare import all_with_verb, refused_with_verb
from pbp.games.base import CONTEST, Order, Prompt
from pbp.games.reading import read_order
from pbp.ports import Message
from pbp.service import plans
from pbp.service.asked import Answer
from pbp.service.desk import INSTANT, Desk
from pbp.service.present import Present, present
from pbp.store import Duel, Submission, Tx
from pbp.store.states import RUNNING, DuelState, OrderWaits


def take(
    desk: Desk,
    tx: Tx,
    wizard: str,
    number: int | None,
    words: str,
    message: Message,
    at: datetime,
) -> Answer:
    """Takes a player's order lines for duel `number` (None: the one they can only mean). Gives the answer.

    An order that is taken counts: whether it came in time is decided here, once.
    """
    chosen = meant(desk, tx, wizard, number)
    if isinstance(chosen, Answer):
        return chosen
    # Of the two orders of a contest the later one is to see the earlier: then the step may settle.
    duel = tx.duel(chosen.number, lock=chosen.format == CONTEST)
    seat = duel.seat_of(wizard)
    standing = tx.standing(duel.number, duel.step).get(seat)
    format = desk.format(duel)
    limit = format.orders_end(desk, duel)
    if why := too_late(desk, duel, message):
        facts = {"duel": duel, "words": words, "said": standing.said if standing else None, "why": why}
        return Answer(Kind.TOO_LATE, facts)
    now = present(desk, tx, duel)
    reading = read_order(now.game, now.state, seat, words)
    if reading.problems and not (reading.order and reading.order.words):  # nothing stands of what was written
        facts = {"duel": duel, "problems": reading.problems, "said": standing.said if standing else None}
        return Answer(Kind.REFUSED, facts)
    order = reading.order
    received = min(message.received, limit - INSTANT) if limit else message.received
    receipt = record(desk, tx, duel, seat, order, received, at, wait=bool(standing and standing.wait and order))
    tx.end_waiting_order(wizard, OrderWaits.ONCE, duel.number, at)
    format.order_taken(desk, tx, duel, now, at)
    facts = {
        "duel": duel,
        "said": order.said if order else None,
        "words": order.words if order else None,
        "problems": reading.problems,
        "before": standing.said if standing else None,
        "left": (duel.battle_time - at).total_seconds() if duel.battle_time else None,
        "orders_until": desk.config.ring.orders_until,
        "wait": bool(standing and standing.wait),
        "receipt": receipt.text(),
        "does": format.does(tx, duel, order),
        "waits": None if order else plans.told(desk, tx, duel, now, wizard),
    }
    return Answer(Kind.RECEIPT if order else Kind.WITHDRAWN, facts)


def record(
    desk: Desk, tx: Tx, duel: Duel, seat: str, order: Order | None, received: datetime, at: datetime, *, wait: bool
) -> fair.Receipt:
    """Stores an order of a seat for the present step, or its withdrawal, and gives the signed receipt."""
    season = desk.season(tx, at)
    receipt = fair.make_receipt(
        season.signing_key,
        season=season.id,
        duel=duel.number,
        step=duel.step,
        player=seat,
        serial=tx.next_serial(seat),
        order=order.words if order else "WITHDRAW",
        salt=secrets.token_bytes(32),
        received=received,
    )
    tx.add_submission(
        Submission(
            serial=receipt.serial,
            duel=duel.number,
            step=duel.step,
            seat=seat,
            words=order.words if order else None,
            said=order.said if order else "",
            received=received,
            salt=receipt.salt.hex(),
            digest=receipt.digest.hex(),
            wait=wait,
        )
    )
    return receipt


def meant_by(desk: Desk, tx: Tx, wizard: str, command: Command) -> int | None:
    """The number of the duel that an order line can only mean: the one named, or the one whose rules know its verb.

    Among several those that ask the player for an order now (for WITHDRAW: in which one stands), and of different
    games those that can read the line. None if that leaves more than one, or none.
    """
    if command.duel is not None:
        return command.duel
    own = [duel for duel in tx.duels(*RUNNING) if wizard in duel.participants]
    fitting = [duel for duel in own if (game := find_game(duel.game)) and command.verb in game.verbs]
    if len(fitting) > 1:
        asking = [
            duel
            for duel in fitting
            if duel.state == DuelState.OPEN and duel.seat_of(wizard) in present(desk, tx, duel).awaits
        ]
        if command.verb == "WITHDRAW":
            fitting = [d for d in asking if d.seat_of(wizard) in tx.standing(d.number, d.step)]
        elif len({duel.game for duel in asking}) == len(asking):
            fitting = [duel for duel in asking if _reads(present(desk, tx, duel), duel.seat_of(wizard), command.words)]
        else:
            fitting = asking
    return fitting[0].number if len(fitting) == 1 else None


def without_verb(desk: Desk, tx: Tx, wizard: str, letter: ReadLetter) -> Answer | tuple[int, str] | None:
    """The duel and the order lines, with their verb, that a letter without commands can only mean ("Fog Cloud").

    None if it means none; the answer that asks back if it could be for several.
    """
    lines: Sequence[Command] = letter.chatter
    said = said_alone([line.words for line in lines])
    if not said and letter.subject:
        lines, said = (letter.subject,), [letter.subject.words]
    numbers = {line.duel for line in lines} - {None}
    fitting: dict[int, list[str]] = {}
    refused: dict[int, list[str]] = {}
    for duel, now, seat in _open_for(desk, tx, wizard):
        if not numbers or numbers == {duel.number}:
            if words := all_with_verb(now.game, now.state, seat, said):
                fitting[duel.number] = words
            elif words := refused_with_verb(now.game, now.state, seat, said):
                refused[duel.number] = words
    if not fitting and len(refused) == 1:
        fitting = refused
    if len(fitting) > 1:
        number, words = next(iter(fitting.items()))
        return Answer(Kind.WHICH, {"numbers": list(fitting), "example": f"#{number} {words[0]}"})
    return next(((number, "\n".join(words)) for number, words in fitting.items()), None)


def example(desk: Desk, tx: Tx, wizard: str, *, numbered: bool = False) -> str:
    """An order that the player may send now: in a duel that still wants one if there is one, the soonest to close.

    With the duel's number before it if several ask, or if `numbered`; empty if none asks.
    """
    asking = []
    for duel, now, seat in _open_for(desk, tx, wizard):
        if prompt := now.awaits.get(seat):
            closes = duel.battle_time.timestamp() if duel.battle_time else math.inf
            has_one = seat in tx.standing(duel.number, duel.step)
            asking.append((has_one, closes, duel.number, _first_example(prompt)))
    if not asking:
        return ""
    *_, number, words = min(asking)
    return f"#{number} {words}" if numbered or len(asking) > 1 else words


def _first_example(prompt: Prompt) -> str:
    """The first order that a prompt shows, one of a single line if there is one."""
    shown = prompt.examples or ("PASS",)
    return next((one for one in shown if "\n" not in one), shown[0].replace("\n", ", and on the next line "))


def _open_for(desk: Desk, tx: Tx, wizard: str) -> Iterator[tuple[Duel, Present, str]]:
    """The open duels of a player, with where they stand and the player's seat; one that cannot be replayed is left out.

    Such a one is held, and the Battle Master told, when it is due.
    """
    for duel in tx.duels(DuelState.OPEN):
        if wizard in duel.participants:
            try:
                now = present(desk, tx, duel)
            except PbpError:
                continue
            yield duel, now, duel.seat_of(wizard)


def _reads(now: Present, seat: str, words: str) -> bool:
    return read_order(now.game, now.state, seat, words).order is not None


def meant(desk: Desk, tx: Tx, wizard: str, number: int | None) -> Duel | Answer:
    """The duel that an order is for, or the answer that asks or refuses."""
    running = tx.duels(*RUNNING)
    own = [duel for duel in running if wizard in duel.participants]
    if number is not None:
        duel = tx.find_duel(number)
        if duel is None:
            return Answer(Kind.NO_DUEL, {"number": number})
        if duel.state not in RUNNING:
            return Answer(Kind.OVER, {"duel": duel, "open": [d.number for d in own if d.state == DuelState.OPEN]})
        return duel if duel in own else Answer(Kind.NOT_IN_RING, {"duel": duel})
    waiting = [duel for duel in own if duel.state == DuelState.OPEN] or own
    if len(waiting) > 1:
        words = example(desk, tx, wizard, numbered=True) or f"#{waiting[0].number} WITHDRAW"
        return Answer(Kind.WHICH, {"numbers": [duel.number for duel in waiting], "example": words})
    if waiting:
        return waiting[0]
    return Answer(Kind.NOT_IN_RING, {"duel": running[-1]}) if running else Answer(Kind.NO_DUEL, {"number": None})


def too_late(desk: Desk, duel: Duel, message: Message) -> str:
    """Why an order comes too late; empty if it does not."""
    if duel.state != DuelState.OPEN:
        return "closed"
    format = desk.format(duel)
    if format.is_of_a_step_before(duel, message):
        return "step"
    limit = format.orders_end(desk, duel)
    return "battle-time" if limit and message.is_after(limit) else ""
