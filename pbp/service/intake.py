"""Letters in, answers out: every message is taken in once and gets exactly one answer."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import datetime

from pbp.commands import read_letter
from pbp.errors import SiteError
from pbp.ports import Message
from pbp.service import answers, limits, master
from pbp.service.desk import INSTANT, Desk, short_hash
from pbp.store import Tx

log = logging.getLogger(__name__)

_KEPT = limits.Limit(10, 10)
"""How many letters without an answer the Battle Master is told of: spam may look like them."""


@dataclass
class Collected:
    """What a poll of the inboxes brought: how many new messages, and which inboxes could not be read, with why.

    `left`: how many were left where they are, because they came after the closing instant.
    """

    new: int = 0
    left: int = 0
    failed: dict[str, str] = field(default_factory=dict)


def collect(desk: Desk, before: datetime | None = None) -> Collected:
    """Polls every inbox once and answers what is new.

    `before`: the instant as of which a duel is being closed. What came at it or later for certain is left for the next
    poll, which finds the duel closed, or open if that failed. What may have come before it counts as received before.
    """
    result = Collected()
    for channel, mailbox in desk.mailboxes.items():
        begun = desk.clock()
        try:
            for message in mailbox.fetch():
                if before and message.is_after(before):
                    result.left += 1
                    continue
                if before and message.received >= before:
                    message = replace(message, received=before - INSTANT)
                result.new += take_in(desk, channel, message)
                mailbox.done(message)
        except SiteError as error:
            result.failed[channel] = str(error)
            continue
        except Exception as error:  # one inbox's failure never stops the others
            log.exception("could not read the inbox %s", channel)
            result.failed[channel] = f"{type(error).__name__}: {error}"
            continue
        with desk.store.tx() as tx:
            tx.set_note(f"polled:{channel}", begun.isoformat())
    return result


def take_in(desk: Desk, channel: str, message: Message) -> bool:
    """Takes one message in and queues its answer, in one transaction; False if it was taken in before.

    A message whose handling fails is kept aside with the reason, and its sender and the Battle Master are told.
    """
    at = desk.clock()
    try:
        edited = master.look(desk, channel, message)
        with desk.store.tx() as tx:
            if not tx.take_in(channel, message, tx.wizard_at(channel, message.sender)):
                return False
            if why := _keep_aside(desk, tx, channel, message, at):
                tx.set_aside(channel, message.id, why)
                _tell_of_kept(desk, tx, channel, message, why, at)
                return True
            parts = answers.answer(desk, tx, channel, message, at, edited)
            _reply(desk, tx, channel, message, parts, at)
    except Exception as error:  # whatever it was, the message is not lost
        log.exception("could not handle message %s of %s", message.id, channel)
        with desk.store.tx() as tx:
            if not tx.take_in(channel, message, None):
                return False
            tx.set_aside(channel, message.id, f"{type(error).__name__}: {error}")
            tx.journal(at, "aside", channel=channel, message=short_hash(message.id), why=type(error).__name__)
            _reply(desk, tx, channel, message, [answers.Part("aside")], at)
            desk.tell_master(tx, f"aside.{channel}.{message.id}", at, about="aside", duel=None, why=str(error))
    return True


def _keep_aside(desk: Desk, tx: Tx, channel: str, message: Message, at: datetime) -> str:
    """Why a message is kept aside without an answer; empty if it is to be answered.

    A stranger is answered only where the site vouches for the address, and once a day; so is a player whose letter
    is not proven: nobody can have us write to people who never wrote.
    """
    if message.aside:
        return message.aside
    known = tx.wizard_at(channel, message.sender) or master.is_master(desk, channel, message.sender)
    believed = desk.is_believed(tx, channel, message, at)
    if message.public:
        return "" if answers.speaks_to_us(message) else "a public comment without a command"
    if known and believed:
        return ""
    if not known and not believed:
        return "an unknown sender for whom the site does not vouch"
    asks = any(c.verb in ("JOIN", "CONFIRM") for c in read_letter(message.text, frozenset(), message.subject).commands)
    note, day = f"answered:{channel}:{short_hash(message.sender)}", f"{at:%Y-%m-%d}"
    if tx.note(note) == day and (known or not asks):
        return "an unproven or unknown sender who was answered today already"
    tx.set_note(note, day)
    return ""


def _tell_of_kept(desk: Desk, tx: Tx, channel: str, message: Message, why: str, at: datetime) -> None:
    """Tells the Battle Master of a message without an answer behind which a player may stand, so often a day.

    Its words are not shown: there may be an order in them.
    """
    lost = message.tell or (not message.aside and not message.public and answers.speaks_to_us(message))
    free = limits.left(tx, "kept", _KEPT, at)
    if lost and free > 0:
        limits.count(tx, "kept", at)
        desk.tell_master(
            tx, f"kept.{channel}.{message.id}", at, about="kept", duel=None, channel=channel, sender=message.sender,
            why=why, last=free == 1,
        )  # fmt: skip


def _reply(desk: Desk, tx: Tx, channel: str, message: Message, parts: list[answers.Part], at: datetime) -> None:
    subject = message.subject if message.subject.casefold().startswith("re:") else f"Re: {message.subject}"
    wizard = tx.wizard_at(channel, message.sender)
    public = message.public and all(part.kind in answers.FIT_FOR_PUBLIC for part in parts)
    desk.letter(
        tx,
        f"re.{channel}.{short_hash(message.id)}{short_hash(message.sender)}",
        (channel, message.sender),
        "public" if public else "answer",
        at,
        public=public,
        thread=message.thread,
        subject=subject if message.subject else "From the Battle Master",
        parts_list=parts,
        wizard=wizard,
        private_link=desk.private_link(wizard) if wizard else None,
    )
