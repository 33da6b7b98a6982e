"""What a letter is answered: one part for each command in it, in order, as facts that a template words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from pbp.commands import Command, ReadLetter, written
from pbp.commands.answers import IDLE, LEAVES_OPEN, Kind
from pbp.commands.courtesy import is_courtesy
from pbp.commands.decisions import decisions
from pbp.commands.word import By
from pbp.commands.words import DESK, ORDERS
from pbp.games import GAMES
from pbp.games.wording import distance
from pbp.ports import Message
from pbp.service import (
    absence,
    addresses,
    challenges,
    entering,
    entry,
    extension,
    leaks,
    master,
    orders,
    play,
    questions,
    waiting,
    wishes,
)
from pbp.service.asked import Answer, Asked, Handler, HeardMessage
from pbp.service.decided import Edited
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.store.states import RUNNING

HANDLERS: Mapping[str, Handler] = {
    **questions.HANDLERS,
    **entry.HANDLERS,
    **addresses.HANDLERS,
    **play.HANDLERS,
    **challenges.HANDLERS,
    **entering.HANDLERS,
    **waiting.HANDLERS,
    **absence.HANDLERS,
    **extension.HANDLERS,
}
"""What each word of the desk does."""


def read(desk: Desk, channel: str, message: Message) -> HeardMessage:
    """A message, read once: in what everybody can see nobody decides anything."""
    whole = written(leaks.cut(desk, message.text), leaks.cut(desk, message.subject))
    if message.public or not desk.is_masters(channel, message.sender):
        return HeardMessage(channel, message, whole, (), whole)
    found, rest = decisions(whole)
    return HeardMessage(channel, message, whole, tuple(found), rest)


def answer(desk: Desk, tx: Tx, heard: HeardMessage, at: datetime, edited: Mapping[int, Edited]) -> list[Answer]:
    """Carries out what a letter asks, and says so. `edited`: what `master.look` has found for it."""
    channel, message = heard.channel, heard.message
    name = tx.wizard_at(channel, message.sender)
    decided: list[Answer] = []
    letter = heard.rest
    declared = ReadLetter(heard.declared) if message.public and name and message.vouched else None
    if message.public and not (declared and declared.commands):
        return [in_public(heard)]
    if desk.is_masters(channel, message.sender):
        decided, letter = master.hear(desk, tx, heard, at, edited)
        if name is None or (decided and not any(letter.lines)):
            return decided or [Answer(Kind.MASTER_HELP, {"words": master.help_lines()})]
    asked = Asked(desk, tx, channel, message, name or "", at)
    if name is None:
        return [_stranger(asked, declared or letter.said())]
    if not desk.is_believed(tx, channel, message, at):
        return [*decided, Answer(Kind.UNPROVEN)]
    tx.wrote_from(channel, message.sender, at)
    verbs = _verbs(tx, name)
    return decided + _player(asked, declared or letter.said(verbs), verbs)


def _player(asked: Asked, said: ReadLetter, verbs: frozenset[str]) -> list[Answer]:
    """The answers to a player's letter: what is asked back, the orders by duel, then the other words in their order."""
    desk, tx, name = asked.desk, asked.tx, asked.wizard
    asked_back = [command for command in said.commands if _is_in_doubt(command, verbs)]
    commands = [command for command in said.commands if command not in asked_back]
    parts = [_asked_back(command) for command in asked_back]
    order_lines: dict[int | None, list[str]] = {}
    for command in commands:
        if play.is_standing_answer(command):
            parts.append(play.standing_answer(asked, command))
        elif waiting.is_withdrawal(command):
            parts.append(waiting.withdraw(asked, command))
        elif _is_order(command, verbs):
            order_lines.setdefault(orders.meant_by(desk, tx, name, command), []).append(command.words)
    if not order_lines and not asked_back:
        meant = orders.without_verb(desk, tx, name, said)
        if isinstance(meant, Answer):
            parts.append(meant)
        elif meant:
            order_lines[meant[0]] = [meant[1]]
    for number, lines in order_lines.items():
        parts.append(orders.take(desk, tx, name, number, "\n".join(lines), asked.message, asked.at))
    for command in commands:
        if _is_order(command, verbs):
            continue
        handler = HANDLERS.get(command.verb)
        part = handler(asked, command) if handler else Answer(Kind.NOT_HERE, {"verb": command.verb})
        if part not in parts:
            parts.append(part)
    if not parts:
        talk = (*said.chatter, said.subject) if said.subject else said.chatter
        hint = _nearest([line.words for line in talk], verbs)
        parts.append(Answer(Kind.NOTHING, {"hint": hint, "example": orders.example(desk, tx, name)}))
    if all(part.kind in LEAVES_OPEN for part in parts):
        parts.append(questions.status(asked, Command("STATUS", "STATUS")))
    return parts


def _stranger(asked: Asked, said: ReadLetter) -> Answer:
    """The answer to an address that belongs to no wizard: how to join, or to confirm."""
    for command in said.commands:
        if (word := DESK.get(command.verb)) and word.by & By.STRANGER:
            return HANDLERS[command.verb](asked, command)
    if waiting := wishes.waiting_at(asked.tx, asked.channel, asked.message.sender, asked.at):
        return Answer(Kind.WAITING, {"name": waiting})
    return Answer(Kind.STRANGER, {"open": asked.desk.config.letters.join})


def _is_order(command: Command, verbs: frozenset[str]) -> bool:
    """Whether a command is an order of a game; IDLE alone is the player's own, where units may idle too."""
    first, rest = command.words[: len(command.verb)], command.words[len(command.verb) :]
    is_own = command.verb in DESK and first.upper() == command.verb and is_courtesy(rest)
    return command.verb in verbs and not is_own


def _is_in_doubt(command: Command, verbs: frozenset[str]) -> bool:
    """Whether a command is to be asked back; of orders only WITHDRAW is: another one takes the place of any other."""
    return command.is_doubtful and (command.verb == "WITHDRAW" or not _is_order(command, verbs))


def _asked_back(command: Command) -> Answer:
    """What is asked of who wrote a grave command that leaves open whether it is meant, or when."""
    plain = f"#{command.duel} {command.verb}" if command.duel else command.verb
    return Answer(Kind.ASKED_BACK, {"verb": command.verb, "line": command.words, "plain": plain})


def is_idle(parts: Sequence[Answer]) -> bool:
    """Whether an answer is to a letter that changed and asked nothing."""
    kinds = {part.kind for part in parts}
    return bool(kinds & IDLE) and kinds <= IDLE | {Kind.STATUS, Kind.CUT}


def in_public(heard: HeardMessage) -> Answer:
    """The answer to a comment that everybody can read: it repeats nothing, and no order in it counts."""
    verbs = {command.verb for command in heard.commands}
    return Answer(Kind.HELP if verbs & {"HELP", "RULES"} else Kind.PRIVATE_ONLY)


def _verbs(tx: Tx, name: str) -> frozenset[str]:
    """The verbs of orders that this player could mean."""
    playing = {duel.game for duel in tx.duels(*RUNNING) if name in duel.participants}
    return frozenset(ORDERS).union(*(game.verbs for game in GAMES if game.name in playing))


def _nearest(chatter: Sequence[str], verbs: frozenset[str]) -> str:
    """A word that the first of a line, or one in capitals, is but for one slip; empty if none is."""
    known = {verb.split()[0]: verb for verb in sorted(verbs | DESK.keys()) if len(verb) > 3}
    for line in chatter[:20]:
        for place, word in enumerate(re.findall(r"[^\W\d_]{4,12}", line)[:8]):
            is_meant = place == 0 or word.isupper()
            if is_meant and (close := [verb for first, verb in known.items() if distance(word.upper(), first) <= 1]):
                return close[0]
    return ""
