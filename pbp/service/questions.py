"""What a player can ask the Battle Master: STATUS, SPELLS, RING, HISTORY, RULES and HELP."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from datetime import datetime

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.commands.word import By, CommandWord
from pbp.commands.words import said_by
from pbp.errors import Refused
from pbp.games import find_game
from pbp.games.base import CONTEST, RING
from pbp.service import contests, orders, plans, waiting
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.present import present, spells_of
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState

_COLUMN = 20
"""Where the meaning of a word begins in HELP."""


def status(asked: Asked, command: Command) -> Answer:
    """What the player has cast, and until when it counts."""
    lines = []
    for duel in asked.tx.duels(*RUNNING):
        if asked.wizard in duel.participants and command.duel in (None, duel.number):
            seat = duel.seat_of(asked.wizard)
            standing = asked.tx.standing(duel.number, duel.step).get(seat)
            format = asked.desk.format(duel)
            end = format.orders_end(asked.desk, duel)
            lines.append(
                {
                    "duel": duel,
                    "said": standing.said if standing else None,
                    "left": _left(duel, asked.at),
                    "over": duel.state == DuelState.OPEN and end is not None and asked.at >= end,
                    "title": format.title(duel),
                    "owed": format.asks(asked.desk, asked.tx, duel, seat),
                    "wait": bool(standing and standing.wait),
                    "waits": None if standing else _waits(asked, duel),
                }
            )
    wizard = asked.tx.wizard(asked.wizard)
    reason = None if lines else _why_none(asked)
    return Answer(Kind.STATUS, {"wizard": wizard, "duels": lines, "reason": reason, "waiting": waiting.listed(asked)})


def _waits(asked: Asked, duel: Duel) -> Mapping[str, str] | None:
    if duel.state != DuelState.OPEN:
        return None
    return plans.told(asked.desk, asked.tx, duel, present(asked.desk, asked.tx, duel), asked.wizard)


def _why_none(asked: Asked) -> str:
    running = asked.tx.duels(*RUNNING, format=RING)
    if running:
        numbers = ", ".join(str(duel.number) for duel in running)
        return f"You are not in duel {numbers}: its ring was drawn before. The next duel will have you in its ring."
    return "No duel is open now. You will be told when the next one is."


def _left(duel: Duel, at: datetime) -> float | None:
    return (duel.battle_time - at).total_seconds() if duel.battle_time and duel.state == DuelState.OPEN else None


def _the_ring(asked: Asked, command: Command) -> Duel | None:
    """The ring duel that a question is about: the one named, the one the player is in, or the newest."""
    if command.duel is not None:
        named = asked.tx.find_duel(command.duel)
        return named if named and named.format == RING else None
    running = [duel for duel in asked.tx.duels(*RUNNING, format=RING) if asked.wizard in duel.participants]
    newest = running[::-1] or asked.tx.newest_duels(1, format=RING)
    return newest[0] if newest else None


def _spells(asked: Asked, command: Command) -> Answer:
    duel = _the_ring(asked, command)
    if duel is None or duel.list_text is None:
        return Answer(Kind.NO_DUEL, {"number": command.duel})
    now = present(asked.desk, asked.tx, duel)
    return Answer(
        Kind.SPELLS,
        {
            "duel": duel,
            "spells": spells_of(asked.tx, duel),
            "prompt": now.awaits.get(asked.wizard),
            "url": asked.desk.wiki.url(duel.list_title or ""),
        },
    )


def _ring(asked: Asked, command: Command) -> Answer:
    duel = _the_ring(asked, command)
    if duel is None:
        return Answer(Kind.NO_DUEL, {"number": command.duel})
    wizards = {wizard.name: wizard for wizard in asked.tx.wizards()}
    return Answer(Kind.RING, {"duel": duel, "wizards": wizards, "me": asked.wizard})


def _history(asked: Asked, command: Command) -> Answer:
    number = next((int(word) for word in command.rest.split() if word.isdigit()), None)
    mine = [
        duel
        for duel in asked.tx.duels(DuelState.RESOLVED)
        if number in (None, duel.number) and (duel.format == RING or asked.wizard in duel.participants)
    ]
    own = [
        {
            "duel": duel,
            "said": _own_cast(asked.tx, duel, asked.wizard),
            "change": ((duel.summary or {}).get("changes") or {}).get(asked.wizard),
            "outcome": (duel.summary or {}).get("outcome"),
            "title": asked.desk.format(duel).title(duel),
        }
        for duel in mine[-20:]
    ]
    return Answer(Kind.HISTORY, {"duels": own, "number": number})


def _own_cast(tx: Tx, duel: Duel, wizard: str) -> str | None:
    for row in tx.steps(duel.number):
        for player, _, words, *_rest in row.orders:
            if player == wizard:
                return str(words)
    return None


def _rules(asked: Asked, command: Command) -> Answer:
    """The rules of the game named, or of the player's contests; without either, the commands of the ring duel."""
    own = [
        (game, contests.setup_of(duel).variant)
        for duel in asked.tx.duels(*RUNNING, format=CONTEST)
        if asked.wizard in duel.participants and command.duel in (None, duel.number) and (game := find_game(duel.game))
    ]
    if command.rest:
        try:
            own = [contests.game_called(command.rest)]
        except Refused as error:
            return Answer(Kind.RULES_WHICH, {"why": str(error)})
    if not own:
        return _help(asked, command)
    texts = [asked.desk.texts.rules(game, variant) for game, variant in dict.fromkeys(own)]
    return Answer(Kind.RULES, {"texts": texts, "conduct": asked.desk.config.contests.conduct})


def _help(asked: Asked, command: Command) -> Answer:
    """The words that this player may write."""
    playing = any(asked.wizard in duel.participants for duel in asked.tx.duels(*RUNNING, format=CONTEST))
    with_contests = playing or asked.desk.config.contests.open_challenges
    words = [word for word in said_by(By.PLAYER) if not word.by & By.STRANGER and (with_contests or not word.contests)]
    return Answer(
        Kind.HELP,
        {
            "words": listed(words),
            "orders_until": asked.desk.config.ring.orders_until,
            "hour": asked.desk.config.ring.battle_hour,
            "example": orders.example(asked.desk, asked.tx, asked.wizard),
        },
    )


def listed(words: Iterable[CommandWord]) -> list[str]:
    """The lines of a table of words: how each is written, and what it is for."""
    lines = []
    for word in words:
        told = textwrap.wrap(word.help, 58)
        if len(word.shown) < _COLUMN:
            lines.append(f"{word.shown:{_COLUMN}}{told.pop(0)}")
        else:
            lines.append(word.shown)
        lines += [" " * _COLUMN + line for line in told]
    return lines


HANDLERS: Mapping[str, Handler] = {
    "STATUS": status,
    "SPELLS": _spells,
    "RING": _ring,
    "HISTORY": _history,
    "RULES": _rules,
    "HELP": _help,
}
"""The handlers of these words."""
