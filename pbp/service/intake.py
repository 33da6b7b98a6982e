"""Letters in, answers out: every message is taken in once and gets exactly one answer."""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from pbp.commands import Command
from pbp.commands.answers import FIT_FOR_PUBLIC, Kind
from pbp.commands.words import DESK
from pbp.errors import BeingRead, SiteError, StoreDown, whereabouts
from pbp.ports import Message
from pbp.service import (
    answers,
    clocks,
    first_look,
    leases,
    limits,
    master,
    outages,
    play,
    preferences,
    questions,
    reach,
    waiting,
    wishes,
)
from pbp.service.asked import Answer, HeardMessage
from pbp.service.desk import INSTANT, Desk, short_hash
from pbp.store import Tx, passing, patiently

_NOWHERE = re.compile("[\x00\ud800-\udfff]")

log = logging.getLogger(__name__)

_QUIET = timedelta(days=7)
_NAMED = 50
"""Characters of a message by which its answer is called."""
_KEPT = limits.Limit(10, 10)
"""How many letters without an answer the Battle Master is told of: spam may look like them."""
_LETTERS = limits.Limit(60, 200)
"""How many letters of one sender are read that no player is proven to have written."""
_CODES = 3
"""How many codes in one letter are looked at."""


class _Left(Exception):
    """A message is left where it is: another worker has it, or it came after the closing instant (`is_late`)."""

    def __init__(self, *, is_late: bool):
        self.is_late = is_late


@dataclass
class Collected:
    """What a poll of the inboxes brought: how many new messages, and which inboxes could not be read, with why.

    `left`: how many were left where they are, because they came after the closing instant.
    """

    new: int = 0
    left: int = 0
    failed: dict[str, str] = field(default_factory=dict)


def collect(
    desk: Desk, before: datetime | None = None, *, thorough: bool = True, but: Collection[str] = ()
) -> Collected:
    """Polls every inbox, `but` some, once and answers what is new. Raises StoreDown.

    If not `thorough`, an inbox that must be looked into in several ways is in one of them, in turn.
    `before`: the instant as of which this worker is closing a duel. What came at it or later for certain is left for
    the next poll, which finds the duel closed, or open if that failed. What may have come before it counts as received
    before. While another worker closes one, its instant goes for this poll too; but then what others have in hand is
    left to them, whereas who closes waits for it.
    Raises ClockWrong, and takes nothing in, if our clock proves wrong.
    """
    result = Collected()
    for channel, mailbox in desk.mailboxes.items():
        if channel in but:
            continue
        begun = desk.clock()
        try:
            with desk.store.moment() as tx:
                first = first_look.is_first(desk, tx, channel)
            if before:
                with desk.store.tx() as tx:
                    leases.still_closing(desk, tx)
            messages = list(mailbox.fetch(thorough=thorough or first))
            clocks.check(desk)  # the site has shown its clock with that
            if first:
                messages = first_look.pass_over(desk, channel, messages, begun)
            elsewhere: set[str] = set()
            for message in proven_first(desk, channel, messages):
                if message.sender in elsewhere:
                    continue
                try:
                    result.new += take_in(desk, channel, message, before)
                except _Left as left:
                    result.left += left.is_late
                    if not left.is_late:
                        elsewhere.add(message.sender)  # what came after it is not to overtake it
                    continue
                except BeingRead:  # it is taken in once they are known, and no duel of this inbox closes before
                    result.failed[channel] = "a letter waits until the spells that it is about are read"
                    continue
                mailbox.done(message)
        except clocks.ClockWrong:
            raise
        except SiteError as error:
            result.failed[channel] = str(error)
            with desk.store.tx() as tx:
                outages.failed(desk, tx, channel, "inbox", f"the inbox {channel}", error, begun)
            continue
        except StoreDown:
            raise  # what was not taken in is still in its inbox
        except Exception as error:  # one inbox's failure never stops the others
            log.error("could not read the inbox %s: %s", channel, whereabouts(error))
            result.failed[channel] = whereabouts(error)
            continue
        with desk.store.tx() as tx:
            tx.set_note(first_look.polled(channel), begun.isoformat())
            outages.works(tx, channel, "inbox")
    return result


def proven_first(desk: Desk, channel: str, messages: Sequence[Message]) -> list[Message]:
    """What a poll brought, in its order, but players whose letters are proven before all others: no flood of letters
    in their names, or of strangers, comes before theirs. Where several take letters in, each begins in a row of letters
    that hang on no others at a sender of its own; who enters, joins or decides first is so for each of them.
    """
    at = desk.clock()
    with desk.store.moment() as tx:
        proven = {
            message.id: bool(tx.wizard_at(channel, message.sender)) and desk.is_believed(tx, channel, message, at)
            for message in messages
        }
    ordered = sorted(messages, key=lambda message: not proven[message.id])
    if not desk.store.is_shared:
        return ordered

    def hangs_on_no_other(message: Message) -> bool:
        return proven[message.id] and _is_of_its_sender_alone(desk, answers.read(desk, channel, message))

    rows = [(alone, list(row)) for alone, row in groupby(ordered, key=hangs_on_no_other)]
    return [message for alone, row in rows for message in (_from_a_sender_of_its_own(desk, row) if alone else row)]


def _from_a_sender_of_its_own(desk: Desk, messages: Sequence[Message]) -> list[Message]:
    """These, sender by sender, from where this worker begins; what one sends stays in its order."""
    places = {sender: place for place, sender in enumerate(dict.fromkeys(message.sender for message in messages))}
    shift = int(short_hash(desk.owner), 16)
    return sorted(messages, key=lambda message: (places[message.sender] + shift) % len(places))


def take_in(desk: Desk, channel: str, message: Message, before: datetime | None = None) -> bool:
    """Takes one message in and queues its answer, in one transaction; False if it was taken in before.

    A message whose handling fails is kept aside with the reason, and its sender and the Battle Master are told. What
    fails in passing is tried again; then StoreDown is raised, and the message stays where it was.
    """
    clean = _storable(message)
    if clean.received > (now := desk.clock()):  # a clock that was wrong has stamped it
        clean = replace(clean, received=now, earliest=None)
    return patiently(lambda: _take_in(desk, channel, clean, before))


def _take_in(desk: Desk, channel: str, message: Message, before: datetime | None) -> bool:
    at = desk.clock()
    if desk.store.is_shared:
        with desk.store.moment() as tx:
            if tx.has_message(channel, message.id):
                return False
    try:
        heard = answers.read(desk, channel, message)
        edited = master.look(desk, heard)
        with desk.store.tx(shared=_runs_beside_others(desk, heard)) as tx:
            heard = _as_in_time(desk, tx, heard, before)
            message, name = heard.message, tx.wizard_at(channel, message.sender)
            if not tx.take_in(channel, message, name):
                return False
            if reach.hear_report(desk, tx, channel, message, at):
                return True
            if why := _keep_aside(desk, tx, heard, at):
                tx.set_aside(channel, message, why)
                _tell_of_kept(desk, tx, heard, why, at)
                return True
            reach.heard(tx, channel, message.sender)
            parts = answers.answer(desk, tx, heard, at, edited)
            if message.cut:
                parts = [*parts, Answer(Kind.CUT, {"size": desk.config.letters.size_limit})]
            reply(desk, tx, channel, message, parts, at)
    except (BeingRead, _Left):
        raise
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
            reply(desk, tx, channel, message, [Answer(Kind.ASIDE)], at)
            desk.tell_master(tx, f"aside.{channel}.{message.id}", at, about="aside", duel=None, why=why,
                             name=letter_name(channel, message.id))  # fmt: skip
    return True


def _runs_beside_others(desk: Desk, heard: HeardMessage) -> bool:
    """Whether a message can be taken in beside others: it is of its sender alone, who is a player."""
    channel, message = heard.channel, heard.message
    if not desk.store.is_shared or not _is_of_its_sender_alone(desk, heard):
        return False
    with desk.store.tx(shared=True) as tx:
        known = tx.wizard_at(channel, message.sender) is not None
        return known and desk.is_believed(tx, channel, message, desk.clock())


def _is_of_its_sender_alone(desk: Desk, heard: HeardMessage) -> bool:
    """Whether a message changes nothing but its sender's orders, and what is counted of its sender: all that the desk
    could hear in it are orders and questions.
    """
    message = heard.message
    if message.public or message.aside or message.report or desk.is_masters(heard.channel, message.sender):
        return False
    return not any(map(_asks_more, heard.commands))


def _asks_more(command: Command) -> bool:
    """Whether a command does more than give an order, withdraw it, or ask."""
    if command.verb in questions.HANDLERS:
        return False
    return command.verb in DESK or waiting.is_withdrawal(command) or play.is_standing_answer(command)


def _as_in_time(desk: Desk, tx: Tx, heard: HeardMessage, before: datetime | None) -> HeardMessage:
    """A message as it counts beside a duel that is being closed, held for this transaction. Raises _Left."""
    channel, message = heard.channel, heard.message
    letter = f"letter {channel} {message.id}"
    if before:
        tx.hold(letter)
    elif not tx.hold_if_free(letter):
        raise _Left(is_late=False)
    if name := tx.wizard_at(channel, message.sender):
        tx.hold(f"letters of {name}")
    instant = before or leases.closing_instant(desk, tx)
    if instant is None or message.received < instant:
        return heard
    if message.is_after(instant):
        raise _Left(is_late=True)
    return replace(heard, message=replace(message, received=instant - INSTANT))


def _storable(message: Message) -> Message:
    """A message without what no database takes: each such sign shows as one that could not be read."""
    values: dict[str, Any] = {item.name: getattr(message, item.name) for item in fields(message)}
    texts = {name: _NOWHERE.sub("\ufffd", value) for name, value in values.items() if isinstance(value, str)}
    return Message(**values | texts)


def letter_name(channel: str, id: str) -> str:
    """A short name for a message, which tells nothing of it."""
    return short_hash(f"{channel}:{id}")


def _keep_aside(desk: Desk, tx: Tx, heard: HeardMessage, at: datetime) -> str:
    """Why a message is kept aside without an answer; empty if it is to be answered.

    A stranger is answered only where the site vouches for the address: nobody can have us write to people who never
    wrote.
    """
    channel, message = heard.channel, heard.message
    if message.aside:
        return message.aside
    if message.public:
        return "" if heard.commands else "a public comment without a command"
    known = tx.wizard_at(channel, message.sender) or desk.is_masters(channel, message.sender)
    if not (known and desk.is_believed(tx, channel, message, at)) and channel != "local":
        often = f"letters.{channel}.{short_hash(message.sender.casefold())}"
        if limits.left(tx, often, _LETTERS, at) < 1:
            return "its sender, who is not proven to be a player, has written too often"
        limits.count(tx, often, at)
    if not known and not desk.is_believed(tx, channel, message, at) and not _brings_code(tx, heard, at):
        return "an unknown sender for whom the site does not vouch"
    return ""


def _brings_code(tx: Tx, heard: HeardMessage, at: datetime) -> bool:
    """Whether a letter holds the code that we sent to its sender's address: nobody else can know it."""
    said = [command.rest for command in heard.commands if command.verb == "CONFIRM"][:_CODES]
    return any(wishes.proven_by(tx, heard.channel, heard.message.sender, code, at) for code in said)


def _tell_of_kept(desk: Desk, tx: Tx, heard: HeardMessage, why: str, at: datetime) -> None:
    """Tells the Battle Master of a message without an answer behind which a player may stand, so often a day.

    Its words are not shown: there may be an order in them.
    """
    channel, message = heard.channel, heard.message
    lost = message.tell or bool(not message.aside and not message.public and heard.commands)
    free = limits.left(tx, "kept", _KEPT, at)
    if lost and free > 0:
        limits.count(tx, "kept", at)
        desk.tell_master(
            tx, f"kept.{channel}.{message.id}", at, about="kept", duel=None, channel=channel, sender=message.sender,
            why=why, last=free == 1,
        )  # fmt: skip


def reply(
    desk: Desk, tx: Tx, channel: str, message: Message, parts: list[Answer], at: datetime, *, nth: str = ""
) -> None:
    """Queues the answer, unless its sender had as many of its kind, or in its words, as a person would want.

    The last one before that says so, and the Battle Master is told. On the embedded site no machine writes; nor where
    the Battle Master has asked for a later answer, which `nth` tells from the first.
    """
    wizard = tx.wizard_at(channel, message.sender)
    public = message.public and all(part.kind in FIT_FOR_PUBLIC for part in parts)
    facts: dict[str, Any] = {
        "parts_list": parts,
        "wizard": wizard,
        "private_link": desk.private_link(wizard) if wizard else None,
        "zone": preferences.of(tx, wizard).zone if wizard and not public else "",
    }
    template = "public" if public else "answer"
    text = desk.worded(template, at, **facts)
    if channel != "local" and not nth:
        idle = answers.is_idle(parts)
        free = _count_answer(desk, tx, channel, message, parts, text, at)
        if free <= 1:
            _tell_of_flood(desk, tx, channel, message.sender, idle, at)
        if free < 1:
            if idle:
                tx.set_aside(channel, message, "its sender had as many answers like this as a person would want")
            return
        if free == 1:
            text = desk.worded(template, at, **facts, last="idle" if idle else "orders")
    named = message.subject or (_beginning(message.text) if channel == "local" else "")
    subject = named if named.casefold().startswith("re:") else f"Re: {named}"
    desk.queue_letter(
        tx,
        f"re.{channel}.{short_hash(message.id)}{short_hash(message.sender)}{f'.{nth}' if nth else ''}",
        (channel, message.sender),
        text,
        at,
        public=public,
        thread=message.thread,
        subject=subject if named else "From the Battle Master",
    )


def _beginning(text: str) -> str:
    """What a message on the embedded site, which has no subject, is called by: its first words."""
    words = " ".join(text.split())
    return words if len(words) <= _NAMED else f"{words[:_NAMED].rstrip()} …"


def _tell_of_flood(desk: Desk, tx: Tx, channel: str, sender: str, idle: bool, at: datetime) -> None:
    """Tells the Battle Master that a sender gets no more answers for now: once, until there was quiet for a week."""
    note = f"flood:{channel}:{idle}:{short_hash(sender.casefold())}"
    before = tx.note(note)
    if before is None or at - datetime.fromisoformat(before) > _QUIET:
        who = sender if idle else None  # who sends orders, and how many, is nobody's business
        what = f"flood.{channel}.{idle}.{sender}.{at.isoformat()}"
        desk.tell_master(tx, what, at, about="flood", duel=None, channel=channel, sender=who)
    tx.set_note(note, at.isoformat())


def _count_answer(
    desk: Desk, tx: Tx, channel: str, message: Message, parts: list[Answer], text: str, at: datetime
) -> int:
    """How many answers of this kind, and in these words, their sender may still have, this one among them.

    Letters that are not proven count by themselves: who forges them takes nothing from the player.
    """
    own = desk.config.letters
    to = f"{channel}.{short_hash(message.sender.casefold())}"
    if not desk.is_believed(tx, channel, message, at):
        to = f"unproven.{to}"
    few = limits.Limit(own.idle_hourly_limit, own.idle_daily_limit)
    many = limits.Limit(own.hourly_limit, own.daily_limit)
    kinds = "+".join(sorted({part.kind for part in parts}))
    counted = {
        f"answer.{to}.{kinds}": few if answers.is_idle(parts) else many,
        f"answer.{to}.{short_hash(text)}": few,
    }
    free = min(limits.left(tx, what, limit, at) for what, limit in counted.items())
    if free >= 1:
        for what in counted:
            limits.count(tx, what, at)
    return free
