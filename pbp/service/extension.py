"""EXTENSION: a player of a contest asks for a later end of the step; the opponent GRANTs it, or the Battle Master."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.service import absence, lifecycle, play
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import Desk, short_hash
from pbp.store import Duel, Tx

_LENGTH = re.compile(r"(?:for\s+)?(?P<number>\d{1,3}|an?|one)\s+(?:more\s+)?(?P<unit>hour|day)s?\b.*", re.I)


@dataclass(frozen=True, slots=True)
class MoreTime:
    """Who asks for how many hours."""

    by: str
    hours: int


def _ask(asked: Asked, command: Command) -> Answer:
    """Puts the wish before the opponent and the Battle Master; a later one takes its place."""
    duel = play.the_contest(asked, command)
    if isinstance(duel, Answer):
        return duel
    found = _LENGTH.fullmatch(command.rest)
    if found is None:
        return _refused(duel, "say how much, for example EXTENSION 1 day")
    number = int(found["number"]) if found["number"].isdigit() else 1
    hours = number * (24 if found["unit"].casefold() == "day" else 1)
    left = hours_left(asked.desk, asked.tx, duel)
    if duel.battle_time is None or not 0 < hours <= left:
        return _refused(duel, f"of the hours that may be granted in this contest {left:g} are left")
    seat, other = duel.seat_of(asked.wizard), _other(duel, asked.wizard)
    asked.tx.set_note(_note(duel), json.dumps({"step": duel.step, "seat": seat, "hours": hours}))
    key = asked.desk.key(duel, f"more{duel.step}.{short_hash(asked.message.id)}", other)
    why = f"{hours} hours more for step {duel.step}"
    asked.desk.letter_to(
        asked.tx, other, key, "notice", asked.at, about="more-time", duel=duel, why=why, by=asked.wizard
    )
    what = f"more.d{duel.number}.{duel.step}.{asked.wizard}.{hours}"
    asked.desk.tell_master(asked.tx, what, asked.at, about="more-time", duel=duel, name=asked.wizard, words=why)
    facts = {"duel": duel, "why": "", "hours": hours, "other": other, "granted": False, "at": asked.at}
    return Answer(Kind.EXTENSION, {**facts, "away": absence.of(asked.tx, other)})


def _grant(asked: Asked, command: Command) -> Answer:
    """Gives the opponent the time that was asked for in the present step."""
    duel = play.the_contest(asked, command)
    if isinstance(duel, Answer):
        return duel
    wish = asked_for(asked.tx, duel)
    if wish is None or wish.by == asked.wizard or duel.battle_time is None:
        return _refused(duel, "nobody asks you for more time in the present step")
    asked.tx.set_note(_note(duel), "{}")
    asked.tx.set_note(_given_note(duel), str(_given(asked.tx, duel) + wish.hours))
    other = _other(duel, asked.wizard)
    until = max(duel.battle_time, asked.at) + timedelta(hours=wish.hours)
    lifecycle.put_off(
        asked.desk, asked.tx, duel, until, f"{other} has asked for more time, and {asked.wizard} grants it.", asked.at
    )
    duel = asked.tx.duel(duel.number)
    return Answer(Kind.EXTENSION, {"duel": duel, "why": "", "hours": wish.hours, "other": other, "granted": True})


def _refused(duel: Duel, why: str) -> Answer:
    return Answer(Kind.EXTENSION, {"duel": duel, "why": why})


def hours_left(desk: Desk, tx: Tx, duel: Duel) -> float:
    """How many hours may still be granted in a contest."""
    return max(0, desk.config.contests.grant_hours - _given(tx, duel))


def asked_for(tx: Tx, duel: Duel) -> MoreTime | None:
    """What is asked for in the present step of a contest."""
    wish = json.loads(tx.note(_note(duel)) or "{}")
    if wish.get("step") != duel.step or wish["seat"] not in duel.seats:
        return None
    return MoreTime(duel.participants[duel.seats.index(wish["seat"])], wish["hours"])


def _given(tx: Tx, duel: Duel) -> float:
    """The hours that have been granted in a contest."""
    return float(tx.note(_given_note(duel)) or 0)


def _note(duel: Duel) -> str:
    return f"more-time:{duel.number}"


def _given_note(duel: Duel) -> str:
    return f"more-time-given:{duel.number}"


def _other(duel: Duel, wizard: str) -> str:
    return next(name for name in duel.participants if name != wizard)


HANDLERS: Mapping[str, Handler] = {"EXTENSION": _ask, "GRANT": _grant}
"""The handlers of these words."""
