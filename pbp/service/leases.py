"""Which of several workers does a piece of work: it is leased, and who has it does it alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime

from pbp.errors import StoreDown
from pbp.service.desk import INSTANT, Desk
from pbp.store import Tx

CLOSING = "closing"
"""The work of closing duels: one worker does it, as of one instant, which goes for all that are taking letters in."""
_AS_OF = "closes-as-of"


@contextmanager
def taken(desk: Desk, what: str, more: float = 0) -> Iterator[bool]:
    """Takes a piece of work on; gives False, and it is to be left alone, while another worker has it.

    `more`: for how many seconds longer than others it may go on without a sign. On a store on which one at a time is at
    work nobody else can have it.
    """
    if not desk.store.is_shared:
        yield True
        return
    with desk.store.tx() as tx:
        is_mine = tx.lease(what, desk.owner, desk.config.service.lease_seconds + more)
    try:
        yield is_mine
    finally:
        if is_mine:
            with suppress(StoreDown), desk.store.tx() as tx:  # if it cannot be left now, it runs out
                tx.end_lease(what, desk.owner)


def begin_closing(desk: Desk, tx: Tx) -> datetime:
    """Gives the instant as of which this worker, who has the work, closes duels from now on: right after this moment.

    What others have taken in by now was here before it; what they take in from now on they take by this instant.
    """
    instant = desk.clock() + INSTANT
    if desk.store.is_shared:
        tx.set_note(_AS_OF, f"{desk.owner} {instant.isoformat()}")
    return instant


def closing_instant(desk: Desk, tx: Tx) -> datetime | None:
    """The instant as of which a worker is closing duels now; one who has died is closing until another takes over."""
    if not desk.store.is_shared:
        return None
    owner, _, instant = (tx.note(_AS_OF) or "").partition(" ")
    return datetime.fromisoformat(instant) if instant and tx.leased_by(CLOSING) == owner else None


def end_closing(desk: Desk, tx: Tx) -> None:
    """Nothing is being closed any more: what came after the instant may be taken in."""
    if desk.store.is_shared and tx.leased_by(CLOSING) == desk.owner:
        tx.end_note(_AS_OF)


def still_closing(desk: Desk, tx: Tx) -> bool:
    """Whether this worker still has the work of closing; it has it for a full lease again."""
    if not desk.store.is_shared:
        return True
    is_mine = tx.leased_by(CLOSING) == desk.owner
    return is_mine and tx.lease(CLOSING, desk.owner, desk.config.service.lease_seconds)
