"""Whether our clock can be trusted; what was lost while nothing ran is given back.

All clocks that can be asked are compared with ours: the database's, the sites', and how long this machine has been up.
If ours leaps, it leaps against every one of them. Then nothing is done, and no message is taken in, until it is right
again. Where there is no other clock, one that goes back holds every open duel.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta

from pbp.errors import Held
from pbp.service import lifecycle, rhythm
from pbp.service.desk import Desk
from pbp.store import Duel, Tx
from pbp.store.states import DuelState, Hold
from pbp.text import time_left

TOLERANCE = timedelta(minutes=2)
"""How far a clock may leap (a correction by the time service) before it counts as wrong."""

_MOST = timedelta(days=1)
"""The most that is given back by itself."""
_DRIFT = timedelta(seconds=5)
_UPTIME = "this machine's time since it was started"
_WRONG, _USUAL, _UP = "clock-wrong", "usual-clocks", "uptime"
_BOOTS = 8
"""How many machines' boots are remembered: as many may work on one store."""


class ClockWrong(Held):
    """Our clock has leapt; nothing is done until it is right again."""


def check(desk: Desk) -> None:
    """Raises ClockWrong if every other clock says that ours has leapt."""
    ahead = desk.others.ahead()
    with desk.store.moment() as tx:
        leaps = _leaps(desk, tx, ahead)
    forward, back = (all(way * leap > TOLERANCE for leap in leaps.values()) for way in (-1, 1))
    if leaps and (forward or back):
        name, leap = next(iter(leaps.items()))
        way = "slow" if leap > timedelta(0) else "fast"
        raise ClockWrong(
            f"our clock is {time_left(abs(leap).total_seconds())} {way} by {name}: nothing is done until it is right"
            " (`pbp clock`)"
        )


def _leaps(desk: Desk, tx: Tx, ahead: Mapping[str, timedelta]) -> dict[str, timedelta]:
    """How far each other clock is ahead of where it usually is; one that was never seen before tells nothing."""
    usual = json.loads(tx.note(_USUAL) or "{}")
    leaps = {name: found - timedelta(seconds=usual[name]) for name, found in ahead.items() if name in usual}
    now, at = desk.others.uptime(), desk.clock()
    if now and (before := json.loads(tx.note(_UP) or "{}").get(now[0])):
        up, wall = before
        leaps[_UPTIME] = datetime.fromisoformat(wall) + timedelta(seconds=now[1] - up) - at
    return leaps


def note(desk: Desk, tx: Tx) -> None:
    """Keeps how other clocks go beside ours, at the end of a run in which ours was right."""
    usual = json.loads(tx.note(_USUAL) or "{}")
    now = {**usual, **{name: found.total_seconds() for name, found in desk.others.ahead().items()}}
    if any(abs(now[name] - usual.get(name, 1e9)) > _DRIFT.total_seconds() for name in now):
        tx.set_note(_USUAL, json.dumps(now))
    if found := desk.others.uptime():
        boots = json.loads(tx.note(_UP) or "{}")
        boots.pop(found[0], None)
        boots[found[0]] = [found[1], desk.clock().isoformat()]
        tx.set_note(_UP, json.dumps(dict(list(boots.items())[-_BOOTS:])))


def wrong(desk: Desk, tx: Tx, error: ClockWrong, at: datetime) -> list[str]:
    """Tells the Battle Master that our clock is wrong, once each time; gives the keys of the letters that say so."""
    noted = json.loads(tx.note(_WRONG) or "null")
    if noted is None:
        since = at.isoformat()
        keys = desk.tell_master(tx, f"clock.{since}", at, about="clock", duel=None, why=str(error))
        noted = {"since": since, "keys": keys}
        tx.set_note(_WRONG, json.dumps(noted))
    return list(noted["keys"])


def right_again(desk: Desk, tx: Tx, at: datetime) -> None:
    """Notes that our clock is right, if it was wrong; what was put off by the wrong one waits no longer."""
    if noted := json.loads(tx.note(_WRONG) or "null"):
        tx.set_note(_WRONG, "null")
        tx.journal(at, "clock-right", since=noted["since"])
        tx.wait_no_longer(at)


def trust(desk: Desk, tx: Tx, why: str, at: datetime) -> None:
    """The Battle Master's word that our clock is right, whatever others show: they are taken as they are now."""
    tx.journal(at, "clock-trusted", why=why)
    tx.set_note(_UP, "{}")
    note(desk, tx)
    right_again(desk, tx, at)


# ---- time that was lost ----------------------------------------------------------------------------------------------


def judge(desk: Desk) -> bool:
    """Looks at the time since the last run; False if our clock has gone back, and no other can say that it is right.

    An open duel that an outage has made late by far is held; where nothing ran over a battle time, that time is given
    back.
    """
    at = desk.clock()
    with desk.store.tx() as tx:
        right_again(desk, tx, at)
        last = rhythm.last_run(tx)
        if last is None:
            return True
        if at < last - TOLERANCE:
            tx.wait_no_longer(at)
            vouched = bool(_leaps(desk, tx, desk.others.ahead()))
            why = f"the clock went back from {last:%Y-%m-%d %H:%M:%S} to {at:%Y-%m-%d %H:%M:%S} UTC"
            for duel in () if vouched else tx.duels(DuelState.OPEN):
                lifecycle.hold(desk, tx, tx.duel(duel.number, lock=True), Hold.CLOCK, why, at)
            return vouched
        if not rhythm.is_usual(tx, at - last):
            for duel in tx.duels(DuelState.OPEN):
                if not duel.held and duel.battle_time and duel.battle_time < at:
                    _give_back(desk, tx, tx.duel(duel.number, lock=True), last, at)
    return True


def _give_back(desk: Desk, tx: Tx, duel: Duel, last: datetime, at: datetime) -> None:
    assert duel.battle_time
    small = timedelta(minutes=desk.config.ring.give_back_minutes)
    if at - max(last, duel.battle_time) > timedelta(hours=desk.config.ring.outage_after_hours):
        why = f"nothing ran from {last:%Y-%m-%d %H:%M} to {at:%Y-%m-%d %H:%M} UTC"
        lifecycle.hold(desk, tx, duel, Hold.OUTAGE, why, at)
    elif (lost := duel.battle_time - last) > small > timedelta(0):
        lifecycle.credit(desk, tx, duel, min(lost, _MOST), last, at)
