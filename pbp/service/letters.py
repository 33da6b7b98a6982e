"""Letters that were kept aside: read, tried again, answered by hand, or put away for good."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbp.commands.answers import Kind
from pbp.errors import NotFound, Refused, StoreDown, whereabouts
from pbp.ports import Message
from pbp.service import answers, intake, master
from pbp.service.asked import Answer
from pbp.service.desk import Desk
from pbp.store import Tx, passing
from pbp.store.states import RUNNING, DuelState, MessageState

Row = sa.Row[Any]
"""A message as the store keeps it."""


def name_of(row: Row) -> str:
    """By what the Battle Master names a letter that is kept aside."""
    return intake.letter_name(row.channel, row.id)


def find(tx: Tx, name: str) -> Row:
    """The letter kept aside of that name, or of the one name that begins so. Raises NotFound."""
    found = [row for row in tx.messages_aside() if name and name_of(row).startswith(name.lower())]
    if len(found) != 1:
        begins = "several letters that are kept aside begin" if found else "no letter that is kept aside begins"
        raise NotFound(f"{begins} with {name!r}: `pbp letters list`")
    return found[0]


def read(desk: Desk, tx: Tx, name: str, at: datetime, reveal: str | None) -> Row:
    """A letter, to be shown to the operator: a player's, while a duel of theirs runs, only for a reason.

    The look is journalled and shown with the result, like any at orders. Raises NotFound, Refused.
    """
    row = find(tx, name)
    wizard = tx.wizard_at(row.channel, row.sender)
    running = [duel.number for duel in tx.duels(*RUNNING) if wizard in duel.participants]
    if running and not reveal:
        numbers = ", ".join(map(str, running))
        raise Refused(f"it may hold an order for duel {numbers}, which runs: add --reveal WHY, shown with the result")
    for number in running:
        tx.journal(at, "revealed", number, why=reveal)
    return row


def retry(desk: Desk, name: str, at: datetime) -> None:
    """Handles a letter as if nothing had kept it aside, and answers it. Raises NotFound, Refused, StoreDown.

    Refused if it fails again: then it stays where it is, with its new reason; and if a duel has closed since it came,
    for an order in it may have been meant for that one, and must not count in the next.
    """
    with desk.store.tx() as tx:
        row = find(tx, name)
        if closed := _closed_since(tx, row):
            numbers = ", ".join(map(str, closed))
            raise Refused(
                f"letter {name_of(row)} came before duel {numbers} was closed: answer it by hand, or reject it"
            )
    message = Message(
        row.id, row.sender, row.received, row.text, row.subject, row.thread or "", row.token or "",
        vouched=bool(row.vouched), public=bool(row.public),
    )  # fmt: skip
    try:
        heard = answers.read(desk, row.channel, message)
        edited = master.look(desk, heard)
        with desk.store.tx() as tx:
            wizard = tx.wizard_at(row.channel, row.sender)
            parts = answers.answer(desk, tx, heard, at, edited)
            intake.reply(desk, tx, row.channel, message, parts, at, nth="again")
            tx.change_message(row.channel, row.id, state=MessageState.DONE, why=None, wizard=wizard)
            tx.journal(at, "letter-retried", channel=row.channel, message=name_of(row))
    except Exception as error:  # whatever it was, the letter is not lost
        if why := passing(error):
            raise StoreDown(why) from None
        why = whereabouts(error)
        with desk.store.tx() as tx:
            tx.change_message(row.channel, row.id, why=why)
        raise Refused(f"letter {name_of(row)} failed again, and is still kept aside: {why}") from None


def _closed_since(tx: Tx, row: Row) -> list[int]:
    """The duels of a letter's sender that were open when it came, and are not now, or are at another step."""
    wizard = tx.wizard_at(row.channel, row.sender)
    return [
        duel.number
        for duel in map(tx.duel, tx.recent_duels(row.received))
        if wizard in duel.participants
        and duel.scheduled <= row.received
        and (duel.ended is None or duel.ended > row.received)
        and (duel.state != DuelState.OPEN or duel.opened > row.received)
    ]


def answer(desk: Desk, tx: Tx, name: str, words: str, at: datetime) -> None:
    """Answers a letter with the Battle Master's own words; nothing in it is carried out. Raises NotFound, Refused."""
    if not words.strip():
        raise Refused("the answer is empty")
    _settle(desk, tx, name, at, MessageState.DONE, "letter-answered", [Answer(Kind.BY_HAND, {"text": words.strip()})])


def reject(desk: Desk, tx: Tx, name: str, at: datetime, why: str = "") -> None:
    """Puts a letter away for good; its sender is told why, if a reason is given. Raises NotFound."""
    parts = [Answer(Kind.REJECTED, {"why": why.strip()})] if why.strip() else []
    _settle(desk, tx, name, at, MessageState.REJECTED, "letter-rejected", parts)


def _settle(desk: Desk, tx: Tx, name: str, at: datetime, state: MessageState, kind: str, parts: list[Answer]) -> None:
    row = find(tx, name)
    message = Message(row.id, row.sender, row.received, "", row.subject, row.thread or "")
    if parts:
        intake.reply(desk, tx, row.channel, message, parts, at, nth=kind)
    tx.change_message(row.channel, row.id, state=state)
    tx.journal(at, kind, channel=row.channel, message=name_of(row))
