"""The life of a duel: the table of moves, and the moves that need no orders read.

none open or pending --schedule--> open --commence--> pending --resolve--> resolved
                 ^---next step---------'
                                   open --end (resigned, agreed, forfeited)--> resolved
                     resolved --void--> pending; a contest's newest step, or its end, taken back: open --> pending,
                     resolved --> open
                                   open, pending --cancel--> cancelled
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from pbp.errors import Refused
from pbp.service import audit, older
from pbp.service.desk import Desk
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState, Hold, Notify
from pbp.text import utc


class Transition(StrEnum):
    """What can happen to a duel's state."""

    COMMENCE = "commence"
    RESOLVE = "resolve"
    NEXT_STEP = "next step"
    REOPEN = "reopen"
    END = "end"
    VOID = "void"
    TAKE_STEP_BACK = "take its newest step back"
    TAKE_END_BACK = "take its end back"
    CANCEL = "cancel"


MOVES = {
    (DuelState.OPEN, Transition.COMMENCE): DuelState.PENDING,
    (DuelState.PENDING, Transition.RESOLVE): DuelState.RESOLVED,
    (DuelState.PENDING, Transition.NEXT_STEP): DuelState.OPEN,
    (DuelState.PENDING, Transition.REOPEN): DuelState.OPEN,
    (DuelState.OPEN, Transition.END): DuelState.RESOLVED,
    (DuelState.RESOLVED, Transition.VOID): DuelState.PENDING,
    (DuelState.OPEN, Transition.TAKE_STEP_BACK): DuelState.PENDING,
    (DuelState.RESOLVED, Transition.TAKE_END_BACK): DuelState.OPEN,
    (DuelState.OPEN, Transition.CANCEL): DuelState.CANCELLED,
    (DuelState.PENDING, Transition.CANCEL): DuelState.CANCELLED,
}
"""(state, move) -> the state after it; any other pair is refused."""


_DECIDED_BY = {
    Hold.RULING: "`pbp rule`",
    Hold.ROLLS: "`pbp duel rolls`",
    Hold.LIST_PAGE: "`pbp duel accept-edit` or `pbp duel restore-page`",
}
"""The holds that only a decision ends, and the commands that say it."""


def moved(duel: Duel, move: Transition) -> DuelState:
    """The state after a move. Raises Refused if the duel's life forbids it."""
    try:
        return MOVES[duel.state, move]
    except KeyError:
        raise Refused(f"duel {duel.number} is {duel.state}: it cannot {move} now") from None


def next_battle_time(now: datetime, hour: int, notice_hours: float) -> datetime:
    """The soonest full hour `hour` UTC at least `notice_hours` away: at exactly that distance it counts."""
    earliest = now + timedelta(hours=notice_hours)
    battle = earliest.replace(hour=hour, minute=0, second=0, microsecond=0)
    return battle if battle >= earliest else battle + timedelta(days=1)


def cancel(desk: Desk, tx: Tx, number: int, why: str, at: datetime) -> None:
    """Ends a duel without result. Its seed is published, its orders, salts and blind never are. Raises Refused."""
    duel = tx.duel(number, lock=True)
    tx.change_duel(number, state=moved(duel, Transition.CANCEL), ended=at, held=None, held_why=None, held_at=None)
    season = tx.season(duel.season)
    assert season
    revealed = audit.revealed_seed(tx, duel)
    tx.journal(at, "cancelled", number, why=why, index=duel.seed_index, seed=revealed.seed.hex())
    url = audit.publish(desk, tx, duel, audit.make_cancelled(tx, duel), at)
    desk.comment(
        tx, duel, "cancelled", "cancelled", at, why=why, revealed=revealed, anchor=season.anchor, audit_url=url
    )
    tell_players(desk, tx, duel, "cancelled", at, why=why)


def extend(desk: Desk, tx: Tx, number: int, by: timedelta, why: str, at: datetime) -> datetime:
    """Moves an open duel's battle time later; gives the new one. Raises Refused."""
    duel = tx.duel(number, lock=True)
    if duel.state != DuelState.OPEN or duel.battle_time is None:
        raise Refused(f"duel {number} is {duel.state}{' without battle time' if duel.state == 'open' else ''}")
    battle_time = max(duel.battle_time, at) + by
    put_off(desk, tx, duel, battle_time, why, at)
    return battle_time


def put_off(desk: Desk, tx: Tx, duel: Duel, until: datetime, why: str, at: datetime) -> None:
    """Moves the end of an open duel's step to a later time, and says so."""
    tx.change_duel(duel.number, battle_time=until)
    told = _count(tx, duel.number, "extended")
    tx.journal(at, "extended", duel.number, why=why, until=until.isoformat())
    duel = tx.duel(duel.number)
    desk.comment(tx, duel, f"extended{told}", "extended", at, why=why)
    tell_players(desk, tx, duel, f"extended{told}", at, template="extended", why=why)


def credit(desk: Desk, tx: Tx, duel: Duel, lost: timedelta, since: datetime, at: datetime) -> None:
    """Gives an open duel back what it lost of the time before its end, while nothing ran since then."""
    until = at + lost
    tx.change_duel(duel.number, battle_time=until)
    told = _count(tx, duel.number, "credited")
    why = (
        f"The Battle Master was not at work from {utc(since)} to {utc(at)}, and gives back what was lost of the time"
        " before the end."
    )
    tx.journal(at, "credited", duel.number, why=why, until=until.isoformat())
    duel = tx.duel(duel.number)
    desk.comment(tx, duel, f"credited{told}", "extended", at, why=why)
    tell_players(desk, tx, duel, f"credited{told}", at, template="extended", why=why)


def hold(desk: Desk, tx: Tx, duel: Duel, reason: Hold, why: str, at: datetime, *, public: bool = True) -> bool:
    """Holds a duel for the Battle Master, who is told; False if it is held already. `why` is not made public."""
    if duel.held:
        return False
    tx.change_duel(duel.number, held=reason, held_why=why, held_at=at)
    nth = _count(tx, duel.number, "held")
    tx.journal(at, "held", duel.number, reason=reason, why=why)
    desk.tell_master(tx, f"held{nth}.d{duel.number}", at, about="held", duel=duel, reason=reason, why=why)
    if public:
        desk.comment(tx, duel, f"held{nth}", "held", at)
    return True


def pause(desk: Desk, tx: Tx, number: int, why: str, at: datetime) -> None:
    """Stops a duel's clock until it is resumed. Raises Refused."""
    duel = tx.duel(number, lock=True)
    if duel.state not in RUNNING or duel.held:
        raise Refused(f"duel {number} is {duel.held or duel.state}: it cannot be paused")
    tx.change_duel(number, held=Hold.PAUSED, held_why=why, held_at=at)
    nth = _count(tx, number, "paused")
    tx.journal(at, "paused", number, why=why)
    desk.comment(tx, duel, f"paused{nth}", "paused", at, why=why)
    tell_players(desk, tx, duel, f"paused{nth}", at, template="paused", why=why)


def resume(desk: Desk, tx: Tx, number: int, why: str, at: datetime) -> datetime | None:
    """Lets a held or paused duel go on, with the time lost given back; gives its battle time. Raises Refused.

    A ring duel's battle time stays on its hour of the day, and is not in the past: after an outage it was late already.
    """
    duel = tx.duel(number, lock=True)
    if not duel.held or duel.held_at is None:
        raise Refused(f"duel {number} is not held")
    if verb := _DECIDED_BY.get(duel.held):
        raise Refused(f"duel {number} is held for a decision: {verb}, or cancel it")
    older.may_resume(tx, duel)
    battle_time, settles = later_by(desk, duel, at - duel.held_at, at)
    if lost := older.lost_steps(tx, number):
        battle_time, settles = _play_again(desk, tx, duel, lost, why, at), None
    nth = _count(tx, number, "resumed")
    release(tx, number, battle_time=battle_time, settles=settles)
    tx.journal(at, "resumed", number, why=why, until=battle_time.isoformat() if battle_time else None)
    duel = tx.duel(number)
    desk.comment(tx, duel, f"resumed{nth}", "resumed", at, why=why)
    tell_players(desk, tx, duel, f"resumed{nth}", at, template="resumed", why=why)
    return battle_time


def later_by(desk: Desk, duel: Duel, lost: timedelta, at: datetime) -> tuple[datetime | None, datetime | None]:
    """When an open duel closes, and when it settles, if so much time is given back to it, and never taken away.

    A ring duel's battle time stays on its hour of the day, and is not in the past.
    """
    battle_time, lost = duel.battle_time, max(lost, timedelta(0))
    if battle_time and duel.state == DuelState.OPEN:
        battle_time = desk.format(duel).moved_to(desk, battle_time + lost, at)
    return battle_time, duel.settles and duel.settles + lost


def _play_again(desk: Desk, tx: Tx, duel: Duel, lost: str, why: str, at: datetime) -> datetime:
    """Opens the present step again, though the site shows that it was closed: of that the books know nothing more.

    What stands there does not count, which a comment says; the comments of the step have new keys from now on.
    """
    until = desk.format(duel).opened_again_until(desk, duel, at)
    said = f"{lost}, of which the Battle Master's books were lost, does not count and is played again: {why}"
    tx.journal(at, "reopened", duel.number, step=duel.step, until=until.isoformat(), why=said)
    older.played_again(tx, duel.number)
    desk.comment(tx, duel, f"again{duel.step}", "again", at, lost=lost)
    return until


def release(tx: Tx, number: int, **values: object) -> None:
    """Takes the hold off a duel."""
    tx.change_duel(number, held=None, held_why=None, held_at=None, **values)


def _count(tx: Tx, number: int, kind: str) -> int:
    """How often this has happened to the duel before, plus one: each has a comment of its own."""
    return len(tx.entries(number, kind)) + 1


def tell_players(
    desk: Desk, tx: Tx, duel: Duel, what: str, at: datetime, *, template: str = "", why: str, **facts: object
) -> None:
    """Queues a short letter to each participant who wants to be told of everything; `what` makes its key."""
    for name in duel.participants:
        wizard = tx.wizard(name)
        if wizard and wizard.notify == Notify.ALL:
            key = desk.key(duel, what, name)
            desk.letter_to(tx, name, key, "notice", at, about=template or what, duel=duel, why=why, **facts)
