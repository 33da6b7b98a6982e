"""Absence: AWAY says from when until when; meanwhile its player is idle in ring duels, or what waits counts.

Steps of contests that would end meanwhile are put off, within the host's limit; reminders are silent. Nobody is made
idle in a ring duel that is open: an order given before one left counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from pbp.commands import Command
from pbp.commands.answers import Kind
from pbp.errors import PbpError, Refused
from pbp.games.base import CONTEST, RING
from pbp.service import dates, lifecycle, people, preferences
from pbp.service.asked import Answer, Asked, Handler
from pbp.service.desk import Desk
from pbp.service.present import present
from pbp.service.report import TickReport, duel_failed
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState
from pbp.text import utc

_LONGEST = timedelta(days=366)
_CHOICE = re.compile(r"[\s,;]+(?P<how>idle|active)[.!]?\s*$", re.I)


@dataclass(frozen=True)
class Absence:
    """When a player is away, in the words of that zone; `idle`: no part is taken in ring duels; `turned`: made idle."""

    begins: datetime
    ends: datetime
    zone: str
    idle: bool
    turned: bool = False

    def is_at(self, at: datetime) -> bool:
        """Whether the player is away then."""
        return self.begins <= at < self.ends


def of(tx: Tx, wizard: str) -> Absence | None:
    """The absence that a wizard has announced, or is on."""
    kept = json.loads(tx.note(_note(wizard)) or "{}")
    if not kept.get("ends"):
        return None
    begins, ends = (datetime.fromisoformat(kept.pop(key)) for key in ("begins", "ends"))
    return Absence(begins, ends, **kept)


def is_away(tx: Tx, wizard: str, at: datetime) -> bool:
    """Whether a wizard is away now."""
    found = of(tx, wizard)
    return found is not None and found.is_at(at)


def end(tx: Tx, wizard: str) -> None:
    """The wizard is back, or will not leave."""
    if of(tx, wizard):
        tx.set_note(_note(wizard), "{}")


def _keep(tx: Tx, wizard: str, absence: Absence) -> None:
    times = {"begins": absence.begins.isoformat(), "ends": absence.ends.isoformat()}
    tx.set_note(_note(wizard), json.dumps(asdict(absence) | times))


def _note(wizard: str) -> str:
    return f"away:{wizard.casefold()}"


def _away(asked: Asked, command: Command) -> Answer:
    """Announces an absence, or says which is known."""
    tx, name = asked.tx, asked.wizard
    words, why = command.rest, ""
    choice = _CHOICE.search(f" {words}")
    if words.strip("?"):
        zone = preferences.of(tx, name).zone
        try:
            span = dates.read_span(_CHOICE.sub("", f" {words}"), asked.at, zone or "UTC")
            if span.ends - asked.at > _LONGEST:
                raise Refused("an absence ends within a year: IDLE needs no date")
            idle = choice is None or choice["how"].casefold() == "idle"
            _keep(tx, name, Absence(span.begins, span.ends, span.zone, idle))
            if not zone and span.zone != "UTC":
                preferences.change(tx, name, zone=span.zone)
            _turn(asked.desk, tx, name, asked.at)
        except Refused as error:
            why = str(error)
    return Answer(
        Kind.AWAY,
        {
            "why": why,
            "absence": of(tx, name),
            "days": asked.desk.config.contests.away_days,
            "at": asked.at,
            "zone": preferences.of(tx, name).zone,
        },
    )


HANDLERS: Mapping[str, Handler] = {"AWAY": _away}
"""The handler of this word."""


# ---- as time goes by -------------------------------------------------------------------------------------------------


def turn(desk: Desk, report: TickReport) -> None:
    """Does what is due at this moment for all who leave, are away, or come back."""
    at = desk.clock()
    with desk.store.tx() as tx:
        absent = [wizard.name for wizard in tx.wizards() if of(tx, wizard.name)]
    for name in absent:  # before anybody is back: a run may be the first since the step's end
        with desk.store.tx() as tx:
            running = [duel for duel in tx.duels(DuelState.OPEN, format=CONTEST) if name in duel.participants]
        for duel in running:
            try:
                with desk.store.tx() as tx:
                    _put_off(desk, tx, tx.duel(duel.number, lock=True), name, at)
            except PbpError as error:  # one duel's failure never stops the others
                duel_failed(desk, duel, error, report)
        with desk.store.tx() as tx:
            _turn(desk, tx, name, at)


def _turn(desk: Desk, tx: Tx, name: str, at: datetime) -> None:
    """Makes a wizard idle who has left, where no ring duel is open for them, and active again who is back."""
    absence, wizard = of(tx, name), tx.wizard(name)
    if absence is None or wizard is None:
        return
    if at >= absence.ends:
        if absence.turned:
            people.set_active(tx, wizard, True, at, by=name)
        end(tx, name)
    elif absence.idle and not absence.turned and at >= absence.begins and not _in_ring(tx, name):
        _keep(tx, name, replace(absence, turned=people.set_active(tx, wizard, False, at, by=name)))


def _in_ring(tx: Tx, name: str) -> bool:
    return any(name in duel.participants for duel in tx.duels(*RUNNING, format=RING))


def _put_off(desk: Desk, tx: Tx, duel: Duel, name: str, at: datetime) -> None:
    """Puts off the end of a contest's step that asks somebody who is away, to the return, as far as the limit lets.

    Whether that player has an order in makes no difference, or it would be seen.
    """
    absence = of(tx, name)
    if absence is None or at < absence.begins or duel.held or duel.state != DuelState.OPEN:
        return
    end = duel.battle_time
    if end is None or not absence.is_at(end) or duel.seat_of(name) not in present(desk, tx, duel).awaits:
        return
    used = f"away-used:{duel.number}:{duel.seat_of(name)}"
    spent = timedelta(seconds=float(tx.note(used) or 0))
    until = min(absence.ends, end + timedelta(days=desk.config.contests.away_days) - spent)
    if until <= max(end, at):
        return
    tx.set_note(used, str((spent + (until - end)).total_seconds()))
    lifecycle.put_off(desk, tx, duel, until, f"{name} is away until {utc(absence.ends)}.", at)
