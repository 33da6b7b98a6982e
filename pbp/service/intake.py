"""Letters in, answers out: every message is taken in once and gets exactly one answer."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from pbp.commands import read_letter
from pbp.errors import SiteError, StoreDown, whereabouts
from pbp.ports import Message
from pbp.service import answers, master
from pbp.service.desk import Desk, short_hash
from pbp.store import Tx, passing, patiently

_NOWHERE = re.compile("[\x00\ud800-\udfff]")

log = logging.getLogger(__name__)


@dataclass
class Collected:
    """What a poll of the inboxes brought: how many new messages, and which inboxes could not be read, with why."""

    new: int = 0
    failed: dict[str, str] = field(default_factory=dict)


def collect(desk: Desk, closing: Mapping[int, datetime] | None = None) -> Collected:
    """Polls every inbox once and answers what is new. Raises StoreDown.

    `closing`: the duels that are being closed, with the instant from which orders for them come too late.
    """
    result = Collected()
    for channel, mailbox in desk.mailboxes.items():
        begun = desk.clock()
        try:
            for message in mailbox.fetch():
                result.new += take_in(desk, channel, message, closing or {})
                mailbox.done(message)
        except SiteError as error:
            result.failed[channel] = str(error)
            continue
        except StoreDown:
            raise  # what was not taken in is still in its inbox
        except Exception as error:  # one inbox's failure never stops the others
            log.error("could not read the inbox %s: %s", channel, whereabouts(error))
            result.failed[channel] = whereabouts(error)
            continue
        with desk.store.tx() as tx:
            tx.set_note(f"polled:{channel}", begun.isoformat())
    return result


def take_in(desk: Desk, channel: str, message: Message, closing: Mapping[int, datetime]) -> bool:
    """Takes one message in and queues its answer, in one transaction; False if it was taken in before.

    A message whose handling fails is kept aside with the reason, and its sender and the Battle Master are told. What
    fails in passing is tried again; then StoreDown is raised, and the message stays where it was.
    """
    clean = _storable(message)
    return patiently(lambda: _take_in(desk, channel, clean, closing))


def _take_in(desk: Desk, channel: str, message: Message, closing: Mapping[int, datetime]) -> bool:
    at = desk.clock()
    try:
        edited = master.look(desk, channel, message)
        with desk.store.tx() as tx:
            if not tx.take_in(channel, message, tx.wizard_at(channel, message.sender)):
                return False
            if why := _keep_aside(desk, tx, channel, message, at):
                tx.set_aside(channel, message, why)
                return True
            parts = answers.answer(desk, tx, channel, message, at, closing, edited)
            reply(desk, tx, channel, message, parts, at)
    except Exception as error:  # whatever it was, the message is not lost
        if fault := passing(error):
            raise StoreDown(fault) from None
        why = whereabouts(error)
        log.error("could not handle message %s of %s: %s", letter_name(channel, message.id), channel, why)
        with desk.store.tx() as tx:
            if not tx.take_in(channel, message, None):
                return False
            tx.set_aside(channel, message, why)
            tx.journal(at, "aside", channel=channel, message=letter_name(channel, message.id), why=type(error).__name__)
            reply(desk, tx, channel, message, [answers.Part("aside")], at)
            desk.tell_master(tx, f"aside.{channel}.{message.id}", at, about="aside", duel=None, why=why,
                             name=letter_name(channel, message.id))  # fmt: skip
    return True


def _storable(message: Message) -> Message:
    """A message without what no database takes: each such sign shows as one that could not be read."""
    values: dict[str, Any] = {item.name: getattr(message, item.name) for item in fields(message)}
    texts = {name: _NOWHERE.sub("\ufffd", value) for name, value in values.items() if isinstance(value, str)}
    return Message(**values | texts)


def letter_name(channel: str, id: str) -> str:
    """A short name for a message, which tells nothing of it."""
    return short_hash(f"{channel}:{id}")


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


def reply(
    desk: Desk, tx: Tx, channel: str, message: Message, parts: list[answers.Part], at: datetime, *, nth: str = ""
) -> None:
    """Queues the answer to a message; `nth` tells a later answer from the first."""
    subject = message.subject if message.subject.casefold().startswith("re:") else f"Re: {message.subject}"
    wizard = tx.wizard_at(channel, message.sender)
    public = message.public and all(part.kind in answers.FIT_FOR_PUBLIC for part in parts)
    desk.letter(
        tx,
        f"re.{channel}.{short_hash(message.id)}{short_hash(message.sender)}{f'.{nth}' if nth else ''}",
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
