"""The heartbeat: the verbs in their fixed order. Running it twice does what running it once does."""

from __future__ import annotations

import logging
from collections.abc import Callable

from pbp.errors import BeingRead, PbpError, SiteError, whereabouts
from pbp.service import (
    absence,
    battle,
    clocks,
    health,
    leases,
    older,
    outages,
    rhythm,
    ring,
    rolls,
    said,
    templates,
    tournaments,
)
from pbp.service.closing import collect_and_close, collect_into
from pbp.service.desk import Desk
from pbp.service.publish import publish
from pbp.service.reminders import remind
from pbp.service.report import TickReport, blog_down, duel_failed, waits_for_a_word, wiki_failed
from pbp.store.states import DuelState

log = logging.getLogger(__name__)


def tick(desk: Desk) -> TickReport:
    """Collects, watches, commences, resolves, schedules, reminds and publishes all that is due.

    The caller is at work on the store; others may be, where it can be shared.
    """
    return _run(desk, absence.turn, collect_and_close, _resolve, absence.turn, tournaments.turn, _schedule, remind)


def resolve_due(desk: Desk) -> TickReport:
    """The cron job: collects, commences what is due, resolves, goes on with tournaments and publishes.

    The caller is at work on the store.
    """
    return _run(desk, absence.turn, collect_and_close, _resolve, absence.turn, tournaments.turn)


def collect_only(desk: Desk) -> TickReport:
    """Takes in and answers what is in the inboxes. The caller is at work on the store."""
    return _run(desk, collect_into, closes=False)


def _run(desk: Desk, *parts: Callable[[Desk, TickReport], object], closes: bool = True) -> TickReport:
    """One run of these parts. Nothing of them is done while our clock is known to be wrong, or the store to be older
    than the sites. One that closes nothing does not say when the service was last at work.
    """
    desk = desk.for_a_tick()
    desk.others.begin()
    report = _begin(desk)
    try:
        clocks.check(desk)
        with desk.store.tx() as tx:
            older.refuse(tx)
        older.look_at_inboxes(desk)
        if not closes or clocks.judge(desk):
            for part in parts:
                part(desk, report)
        report.published += publish(desk)
    except clocks.ClockWrong as error:
        return _frozen(desk, error, report)
    except older.OlderStore as error:
        log.error("%s", error)
        report.published += publish(desk, overview=False)
    return _end(desk, report, closes=closes)


def _frozen(desk: Desk, error: clocks.ClockWrong, report: TickReport) -> TickReport:
    """The end of a run in which our clock proved wrong: the Battle Master is told, and no time is noted by it."""
    log.error("%s", error)
    with desk.store.tx() as tx:
        only = clocks.wrong(desk, tx, error, desk.clock())
    report.published += publish(desk, only=only)
    report.waits.append(str(error))
    return report


# ---- the parts of a tick ---------------------------------------------------------------------------------------------


def _begin(desk: Desk) -> TickReport:
    with desk.store.tx() as tx:
        first = tx.last_entry()
        desk.season(tx, desk.clock())
    return TickReport(first_entry=first)


def _end(desk: Desk, report: TickReport, *, closes: bool = True) -> TickReport:
    with desk.store.tx() as tx:
        if not report.unread:
            outages.works(tx, desk.wiki.name, "reading")
        outages.look(desk, tx, desk.clock())
        if closes:
            rhythm.note_run(tx, desk.clock())
            health.tell_weekly(desk, tx, desk.clock())
        clocks.note(desk, tx)
        templates.note(desk, tx, desk.clock())
        report.waits += waits_for_a_word(desk, tx)
    return report


def _resolve(desk: Desk, report: TickReport) -> None:
    with desk.store.tx() as tx:
        pending = [duel for duel in tx.duels(DuelState.PENDING) if battle.may_resolve(desk, tx, duel) is None]
        for duel in tuple(pending):
            if not desk.format(duel).resolves_by_itself(desk) and not said.resolving(tx, duel):
                desk.tell_master(tx, f"pending.d{duel.number}", desk.clock(), about="pending", duel=duel)
                report.waits.append(f"duel {duel.number} is pending: `pbp resolve {duel.number}`")
                pending.remove(duel)
    for duel in pending:
        try:
            with leases.taken(desk, f"duel {duel.number}") as is_mine:
                if is_mine and _still_waits(desk, duel.number):
                    battle.resolve(desk, duel.number, desk.clock())
        except older.OlderStore:
            raise
        except SiteError as error:
            blog_down(desk, duel, error)
        except Exception as error:  # one duel's failure never stops the others
            duel_failed(desk, duel, error, report)
    if pending:
        report.published += publish(desk, overview=False)


def _still_waits(desk: Desk, number: int) -> bool:
    """Whether no other worker has resolved a duel by now."""
    with desk.store.tx() as tx:
        return battle.may_resolve(desk, tx, tx.duel(number)) is None


def _schedule(desk: Desk, report: TickReport) -> None:
    with leases.taken(desk, "scheduling") as is_mine:
        if is_mine:
            _schedule_alone(desk, report)


def _schedule_alone(desk: Desk, report: TickReport) -> None:
    with desk.store.tx() as tx:
        word = said.scheduling(tx)
        if not (desk.config.ring.auto_schedule or word):
            return
        why = ring.may_schedule(tx) or (None if word else ring.waits_for_a_word(desk, tx))
    if why:
        if not why.startswith("duel "):  # that one runs is no news
            with desk.store.tx() as tx:
                if tx.note("schedule-waits") != why:
                    tx.set_note("schedule-waits", why)
                    tx.journal(desk.clock(), "waits", why=why)
        return
    try:
        number = ring.schedule(desk, desk.clock())
        with desk.store.tx() as tx:
            tx.set_note("schedule-waits", "")
            said.scheduled(tx)
        log.info("scheduled duel %s", number)
    except older.OlderStore:
        raise
    except rolls.RollsAwaited as error:
        report.waits.append(str(error))
    except BeingRead:
        report.waits.append("the next duel waits until its spells are read")
    except SiteError as error:
        wiki_failed(desk, desk.config.wiki.ruleset, error, report)
    except PbpError as error:
        report.failed.append(f"no duel could be scheduled: {error}")
    except Exception as error:  # what is wrong there must not keep texts from going out
        log.error("no duel could be scheduled: %s", whereabouts(error))
        report.failed.append(f"no duel could be scheduled: {whereabouts(error)}")
