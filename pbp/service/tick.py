"""The heartbeat: the verbs in their fixed order. Running it twice does what running it once does."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pbp.errors import FileFaults, PbpError, Refused, ReplayMismatch, SiteError, StoreDown, whereabouts
from pbp.service import (
    audit,
    battle,
    clocks,
    contests,
    hidden,
    lifecycle,
    older,
    outages,
    rhythm,
    ring,
    rolls,
    sheet,
    sheet_edits,
    templates,
    watch,
)
from pbp.service.desk import Desk
from pbp.service.intake import collect
from pbp.service.position import position
from pbp.service.publish import publish
from pbp.store import Duel
from pbp.store.states import RUNNING, DuelState, Hold, Notify, PageState, TextKind, TextState

log = logging.getLogger(__name__)


@dataclass
class Report:
    """What a tick did: journal entries before and after, texts published, what waits, what failed.

    `unread`: a page that was to be read could not be.
    """

    first_entry: int = 0
    published: int = 0
    new_messages: int = 0
    waits: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    unread: bool = False


def tick(desk: Desk) -> Report:
    """Collects, watches, commences, resolves, schedules, reminds and publishes all that is due.

    The caller holds the store's lock.
    """
    return _run(desk, _collect_and_close, _resolve, _schedule, remind)


def resolve_due(desk: Desk) -> Report:
    """The cron job: collects, commences what is due, resolves and publishes. The caller holds the store's lock."""
    return _run(desk, _collect_and_close, _resolve)


def collect_only(desk: Desk) -> Report:
    """Takes in and answers what is in the inboxes. The caller holds the store's lock."""
    return _run(desk, _collect, closes=False)


def _run(desk: Desk, *parts: Callable[[Desk, Report], None], closes: bool = True) -> Report:
    """One run of these parts. Nothing of them is done while our clock is known to be wrong, or the store to be older
    than the sites. One that closes nothing does not say when the service was last at work.
    """
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


def _frozen(desk: Desk, error: clocks.ClockWrong, report: Report) -> Report:
    """The end of a run in which our clock proved wrong: the Battle Master is told, and no time is noted by it."""
    log.error("%s", error)
    with desk.store.tx() as tx:
        only = clocks.wrong(desk, tx, error, desk.clock())
    report.published += publish(desk, only=only)
    report.waits.append(str(error))
    return report


def close(desk: Desk, duel: Duel, *, without: Sequence[str] = (), why: str = "") -> None:
    """Closes a duel now: T is taken, every inbox polled, pages looked at, then the step commenced. Raises Refused.

    Raises NotDue for a contest whose step has not come to its end.
    """
    closing = desk.clock()
    grace = desk.config.ring.arrival_grace_seconds
    if grace:
        log.info("waiting %s seconds for letters on their way", grace)
        time.sleep(grace)
    collected = collect(desk, closing)
    with desk.store.tx() as tx:
        needed = tx.channels_of(duel.participants) & set(desk.mailboxes)
        duel = tx.duel(duel.number)
    if contests.is_contest(duel) and not contests.is_due(duel, closing):
        raise contests.NotDue(
            f"step {duel.step} of duel {duel.number} is {duel.state}: it closes when its time has come"
        )
    down = {name: reason for name, reason in collected.failed.items() if name in needed and name not in without}
    if down:
        name, reason = next(iter(down.items()))
        _tell_inbox_down(desk, duel, name, reason)
        raise Refused(f"duel {duel.number} cannot close: the inbox {name} cannot be read ({reason})")
    untouched = watch.untouched(desk)
    if duel.list_title and duel.list_title not in untouched and not ring.watch_list(desk, duel, desk.clock()):
        raise Refused(f"duel {duel.number} cannot close: its list page is not as it was frozen")
    with desk.store.tx() as tx:
        closing_key = audit.commence_key(tx, duel)
    with suppress(SiteError):  # a site that is down keeps nobody's orders open; it is looked at before the result
        older.look(desk, duel, closing_key)
    if desk.config.wiki.sheet not in untouched:
        _read_sheet(desk)
    if without:
        with desk.store.tx() as tx:
            tx.journal(desk.clock(), "without", duel.number, inboxes=list(without), why=why)
    battle.commence(desk, duel.number, closing, desk.clock(), without=without)
    if collected.left:
        collect(desk)  # who came too late is told so at once, and not after the result


def remind(desk: Desk, report: Report | None = None) -> None:
    """Queues reminders at half time and before the end, to those who still owe an order and to nobody else."""
    at = desk.clock()
    with desk.store.tx() as tx:
        for duel in tx.duels(DuelState.OPEN):
            if (what := _reminder_due(desk, duel, at)) is None:
                continue
            try:
                now = position(desk, tx, duel)
            except PbpError as error:
                log.error("duel %s cannot be read for reminders: %s", duel.number, whereabouts(error))
                continue
            standing = tx.standing(duel.number, duel.step)
            for seat, name in zip(duel.seats, duel.participants, strict=True):
                wizard = tx.wizard(name)
                if seat not in now.awaits or seat in standing or wizard is None or wizard.notify == Notify.NONE:
                    continue
                assert duel.battle_time
                key = desk.key(duel, what, name)
                left = (duel.battle_time - at).total_seconds()
                silence = contests.silence_now(duel, now)
                desk.letter_to(
                    tx, name, key, "reminder", at, duel=duel, prompt=now.awaits[seat], left=left, silence=silence
                )


def _reminder_due(desk: Desk, duel: Duel, at: datetime) -> str | None:
    """Which reminder of the present step is due, as it stands in its key; a contest's extra days have their own."""
    if duel.battle_time is None or duel.held or at >= duel.battle_time:
        return None
    final = timedelta(hours=desk.config.ring.final_reminder_hours)
    begun, until = duel.opened, ""
    if contests.is_contest(duel):
        final = min(final, contests.step_length(duel) / 6)
        begun = max(begun, duel.battle_time - contests.step_length(duel))
        until = f"{duel.battle_time:%m%d%H%M}"
    if at >= duel.battle_time - final:
        return f"remind{duel.step}final{until}"
    return f"remind{duel.step}half{until}" if at >= begun + (duel.battle_time - begun) / 2 else None


# ---- the parts of a tick ---------------------------------------------------------------------------------------------


def _begin(desk: Desk) -> Report:
    with desk.store.tx() as tx:
        first = tx.last_entry()
        desk.season(tx, desk.clock())
    return Report(first_entry=first)


def _end(desk: Desk, report: Report, *, closes: bool = True) -> Report:
    with desk.store.tx() as tx:
        if not report.unread:
            outages.works(tx, desk.wiki.name, "reading")
        outages.look(desk, tx, desk.clock())
        if closes:
            rhythm.note_run(tx, desk.clock())
        clocks.note(desk, tx)
        templates.note(desk, tx, desk.clock())
        if known := older.seen(tx):
            report.waits.append(older.in_words(known[1]))
        for duel in tx.duels(*RUNNING):
            if duel.held:
                report.waits.append(f"duel {duel.number} is held ({duel.held}): {duel.held_why}")
        if desk.blog.name == "draft":
            report.waits += [
                item.why for item in tx.all_outgoing(TextState.QUEUED) if item.kind != TextKind.LETTER and item.why
            ]
        report.waits += [f"{item.key} could not be sent: {item.why}" for item in tx.all_outgoing(TextState.STUCK)]
        report.waits += [
            f"the page {page.title} could not be set: {page.why}"
            for page in tx.pages()
            if page.state in (PageState.STUCK, PageState.HELD)
        ]
        report.waits += [
            f"{edit.author}'s edit of the sheet (revision {edit.revision}) waits for your word"
            for edit in sheet_edits.waiting(tx)
        ]
    return report


def _collect(desk: Desk, report: Report) -> None:
    collected = collect(desk)
    report.new_messages += collected.new
    report.failed += [f"the inbox {name} cannot be read: {reason}" for name, reason in collected.failed.items()]


def _collect_and_close(desk: Desk, report: Report) -> None:
    _collect(desk, report)
    if _looked_at_texts(desk) and desk.blog.name == desk.wiki.name != "local":
        return  # the pages are looked at in the next tick: one request to a site is enough
    untouched = watch.untouched(desk)
    if desk.config.wiki.sheet not in untouched:
        _read_sheet(desk, report)
    clocks.check(desk)  # by now the sites have shown their clocks
    with desk.store.tx() as tx:
        running = tx.duels(*RUNNING)
    for duel in running:
        try:
            if duel.list_title and duel.list_title not in untouched:
                ring.watch_list(desk, duel, desk.clock())
            with desk.store.tx() as tx:
                duel = tx.duel(duel.number)
                due = battle.is_due(desk, tx, duel, desk.clock())
                by_itself = desk.config.ring.auto_commence or contests.is_contest(duel)
                if due and not by_itself:
                    desk.tell_master(tx, f"due.d{duel.number}", desk.clock(), about="due", duel=duel)
                    report.waits.append(f"duel {duel.number} is due: `pbp commence {duel.number}`")
            if due and by_itself:
                close(desk, duel)
        except contests.NotDue as error:
            log.info("%s", error)
        except (older.OlderStore, clocks.ClockWrong):
            raise
        except Exception as error:  # one duel's failure never stops the others
            _one_failed(desk, duel, error, report)
    report.published += publish(desk, overview=False)


def _looked_at_texts(desk: Desk) -> bool:
    """Looks whether readers see what was published, if it is time to, and no duel's battle time has come."""
    at = desk.clock()
    with desk.store.tx() as tx:
        is_battle = any(duel.battle_time and duel.battle_time <= at for duel in tx.duels(*RUNNING))
        is_due = not is_battle and hidden.is_due(tx, at)
    if is_due:
        hidden.look(desk, at)
    return is_due


def _resolve(desk: Desk, report: Report) -> None:
    with desk.store.tx() as tx:
        pending = [duel for duel in tx.duels(DuelState.PENDING) if battle.may_resolve(desk, tx, duel) is None]
        for duel in () if desk.config.ring.auto_resolve else tuple(pending):
            if not contests.is_contest(duel):
                desk.tell_master(tx, f"pending.d{duel.number}", desk.clock(), about="pending", duel=duel)
                report.waits.append(f"duel {duel.number} is pending: `pbp resolve {duel.number}`")
                pending.remove(duel)
    for duel in pending:
        try:
            battle.resolve(desk, duel.number, desk.clock())
        except older.OlderStore:
            raise
        except SiteError as error:
            _blog_down(desk, duel, error)
        except Exception as error:  # one duel's failure never stops the others
            _one_failed(desk, duel, error, report)
    if pending:
        report.published += publish(desk, overview=False)


def _schedule(desk: Desk, report: Report) -> None:
    if not desk.config.ring.auto_schedule:
        return
    with desk.store.tx() as tx:
        why = ring.may_schedule(tx)
    if why:
        if why.startswith("fewer"):
            with desk.store.tx() as tx:
                if tx.note("schedule-waits") != why:
                    tx.set_note("schedule-waits", why)
                    tx.journal(desk.clock(), "waits", why=why)
        return
    try:
        number = ring.schedule(desk, desk.clock())
        with desk.store.tx() as tx:
            tx.set_note("schedule-waits", "")
        log.info("scheduled duel %s", number)
    except older.OlderStore:
        raise
    except rolls.Awaited as error:
        report.waits.append(str(error))
    except SiteError as error:
        _wiki_failed(desk, desk.config.wiki.ruleset, error, report)
    except PbpError as error:
        report.failed.append(f"no duel could be scheduled: {error}")
    except Exception as error:  # what is wrong there must not keep texts from going out
        log.error("no duel could be scheduled: %s", whereabouts(error))
        report.failed.append(f"no duel could be scheduled: {whereabouts(error)}")


def _read_sheet(desk: Desk, report: Report | None = None) -> None:
    """Reads back what others changed on the sheet, before its values are used."""
    with desk.store.tx() as tx:
        page = tx.page(desk.config.wiki.sheet)
    if page is None:
        return
    try:
        sheet.read_back(desk, page, desk.clock())
    except SiteError as error:
        if report is None:
            raise
        _wiki_failed(desk, page.title, error, report)


def _wiki_failed(desk: Desk, title: str, error: SiteError, report: Report) -> None:
    """A page that cannot be read now: it is looked at again at the next tick."""
    report.unread = True
    report.failed.append(f"the page {title!r} cannot be read: {error}")
    with desk.store.tx() as tx:
        outages.failed(desk, tx, desk.wiki.name, "reading", f"the page {title}", error, desk.clock())


def _one_failed(desk: Desk, duel: Duel, error: Exception, report: Report) -> None:
    """One duel's failure: it is held if its own inputs are at fault, else tried again; the others go on."""
    if isinstance(error, StoreDown):
        raise error
    if isinstance(error, SiteError):
        _wiki_failed(desk, duel.list_title or desk.config.wiki.sheet, error, report)
        return
    report.failed.append(str(error) if isinstance(error, PbpError) else whereabouts(error))
    if not isinstance(error, PbpError):
        log.error("duel %s failed: %s", duel.number, whereabouts(error))
    if isinstance(error, ReplayMismatch | FileFaults):
        with desk.store.tx() as tx:
            lifecycle.hold(desk, tx, tx.duel(duel.number, lock=True), Hold.REPLAY, str(error), desk.clock())


def _blog_down(desk: Desk, duel: Duel, error: SiteError) -> None:
    """A duel whose result might stand on its site already waits until that can be seen."""
    with desk.store.tx() as tx:
        outages.failed(desk, tx, desk.blog.name, "blog", f"the result of duel {duel.number}", error, desk.clock())


def _tell_inbox_down(desk: Desk, duel: Duel, name: str, reason: str) -> None:
    with desk.store.tx() as tx:
        desk.tell_master(
            tx, f"inbox.{name}.d{duel.number}", desk.clock(), about="inbox", duel=duel, inbox=name, why=reason
        )
