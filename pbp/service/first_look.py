"""The first look into an inbox: what lay there before the Battle Master came was written to somebody else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbp.ports import Message
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.store.states import DuelState

PASSING = "pass"


def is_first(desk: Desk, tx: Tx, channel: str) -> bool:
    """Whether an inbox was never read, and what lies in it is to be passed over. The embedded site begins with us."""
    wanted = channel != "local" and desk.config.letters.at_start == PASSING
    return wanted and tx.note(polled(channel)) is None


def polled(channel: str) -> str:
    """The note of when an inbox was last read."""
    return f"polled:{channel}"


def pass_over(desk: Desk, channel: str, messages: Sequence[Message], at: datetime) -> list[Message]:
    """Passes over the messages of a first look, all at once; gives those that may be orders for a running duel.

    Nobody is answered, nothing is deleted on the site, and their words are not kept. The Battle Master is told how
    many they were, and which of them came from players.
    """
    with desk.store.tx() as tx:
        orders = [message for message in messages if _may_be_order(tx, channel, message)]
        ids = {message.id for message in orders}
        old = [message for message in messages if message.id not in ids]
        passed = [message for message in old if tx.pass_over(channel, message)]
        if passed:
            players = sorted({name for message in passed if (name := tx.wizard_at(channel, message.sender))})
            tx.journal(at, "passed-over", channel=channel, count=len(passed))
            desk.tell_master(
                tx, f"passed-over.{channel}", at, about="passed-over", duel=None, channel=channel, count=len(passed),
                players=players,
            )  # fmt: skip
    for message in old:
        desk.mailboxes[channel].done(message)
    return orders


def _may_be_order(tx: Tx, channel: str, message: Message) -> bool:
    name = tx.wizard_at(channel, message.sender)
    running = tx.duels(DuelState.OPEN) if name else []
    return any(name in duel.participants and message.received >= duel.opened for duel in running)
