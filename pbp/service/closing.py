"""Looking at the sites, and closing what is due: one look at each serves all duels of a tick."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from pbp.errors import Refused, SiteError
from pbp.service import audit, battle, clocks, first_look, hidden, leases, older, ring, said, sheet, watch
from pbp.service.desk import INSTANT, Desk
from pbp.service.format import NotDue
from pbp.service.intake import Collected, collect
from pbp.service.publish import publish
from pbp.service.report import TickReport, duel_failed, wiki_failed
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, DuelState

log = logging.getLogger(__name__)


def close(desk: Desk, duel: Duel, *, without: Sequence[str] = (), why: str = "") -> None:
    """Closes a duel now: T is taken, every inbox polled, pages looked at, then the step commenced. Raises Refused.

    Raises NotDue for a contest whose step has not come to its end, SiteError where a page cannot be read.
    """
    with leases.taken(desk, leases.CLOSING, desk.config.ring.arrival_grace_seconds) as is_mine:
        if not is_mine:
            raise Refused("another worker closes duels at this moment; try again")
        _close(desk, duel, without=without, why=why)


def _close(desk: Desk, duel: Duel, *, without: Sequence[str] = (), why: str = "") -> None:
    with desk.store.tx() as tx:
        closing = leases.begin_closing(desk, tx)
    _wait_for_letters(desk)
    collected = collect(desk, closing)
    with desk.store.tx() as tx:
        duel = tx.duel(duel.number)
    desk.format(duel).check_due(duel, closing)
    _inboxes_are_read(desk, duel, collected, without)
    untouched = watch.untouched(desk)
    if not _list_is_intact(desk, duel, untouched):
        raise _not_as_frozen(duel)
    _closing_is_unknown(desk, duel)
    if desk.config.wiki.sheet not in untouched:
        _read_sheet(desk)
    if without:
        with desk.store.tx() as tx:
            tx.journal(desk.clock(), "without", duel.number, inboxes=list(without), why=why)
    _commence(desk, duel, closing, without)
    with desk.store.tx() as tx:
        leases.end_closing(desk, tx)
    if collected.left:
        collect(desk)  # who came too late is told so at once, and not after the result


def _commence(desk: Desk, duel: Duel, closing: datetime, without: Sequence[str] = ()) -> None:
    """Closes a duel's step as of an instant, if nobody has taken that work over meanwhile. Raises Refused, NotDue."""
    with desk.store.tx() as tx:
        if not leases.still_closing(desk, tx):
            raise NotDue(f"another worker has taken over the closing of duel {duel.number}")
        battle.commence(desk, tx, duel.number, closing, desk.clock(), without=without)


def _closing_is_unknown(desk: Desk, duel: Duel) -> None:
    """Looks whether the comment that closes a duel's step stands on the site already. Raises OlderStore."""
    with desk.store.tx() as tx:
        closing = audit.commence_key(tx, duel)
    with suppress(SiteError):  # a site that is down keeps nobody's orders open; it is looked at before the result
        older.look(desk, duel, closing)


def collect_into(
    desk: Desk, report: TickReport, before: datetime | None = None, *, thorough: bool = True, but: Collection[str] = ()
) -> Collected:
    """Polls the inboxes, and adds to the report what came of it."""
    collected = collect(desk, before, thorough=thorough, but=but)
    report.new_messages += collected.new
    report.failed += [f"the inbox {name} cannot be read: {reason}" for name, reason in collected.failed.items()]
    return collected


def collect_and_close(desk: Desk, report: TickReport) -> None:
    """Looks into the inboxes and at the pages, once for all duels, and closes those that were due when that began.

    While another worker does that, the inboxes alone are looked into.
    """
    with leases.taken(desk, leases.CLOSING, desk.config.ring.arrival_grace_seconds) as is_mine:
        if is_mine:
            _collect_and_close(desk, report)
        else:
            collect_into(desk, report, thorough=False)
    report.published += publish(desk, overview=False)


def _collect_and_close(desk: Desk, report: TickReport) -> None:
    with desk.store.tx() as tx:
        begun, opened = desk.clock(), tx.duels(DuelState.OPEN)
        by_word = {duel.number for duel in opened if said.closing(tx, duel)}
        due = by_word | {duel.number for duel in opened if _closes_by_itself(desk, tx, duel, begun)}
        leases.end_closing(desk, tx)  # that of a worker who has died
        closing = leases.begin_closing(desk, tx) if due else begun + INSTANT  # what has come by now counts
    looks = _looks(desk, begun, all_of_them=bool(due))
    if due:
        _wait_for_letters(desk)
    collected = collect_into(desk, report, closing if due else None, thorough=bool(due), but=looks.no_inbox)
    if looks.texts:
        hidden.look(desk, begun)
    if not looks.pages:
        return
    untouched = watch.untouched(desk)
    is_read = desk.config.wiki.sheet in untouched or _read_sheet(desk, report)
    clocks.check(desk)  # by now the sites have shown their clocks
    with desk.store.tx() as tx:
        running = tx.duels(*RUNNING)
    # First what closes as of that instant: whatever else is closed is closed as of a later one.
    for duel in sorted(running, key=lambda duel: duel.number in by_word or duel.number not in due):
        try:
            is_intact = _list_is_intact(desk, duel, untouched)
            with desk.store.tx() as tx:
                duel = tx.duel(duel.number)
                format = desk.format(duel)
                word = said.closing(tx, duel) if duel.state == DuelState.OPEN and not duel.held else None
                is_due = format.is_due(desk, tx, duel, desk.clock())
                by_itself = _closes_by_itself(desk, tx, duel, begun if duel.number in due else desk.clock())
                if is_due and not format.closes_by_itself(desk) and not word:
                    desk.tell_master(tx, f"due.d{duel.number}", desk.clock(), about="due", duel=duel)
                    report.waits.append(f"duel {duel.number} is due: `pbp commence {duel.number}`")
            if word:
                _close(desk, duel, without=word.without, why=word.why)
            elif by_itself and duel.number not in due:
                _close(desk, duel)  # what has come just now made it due
            elif by_itself and is_read:
                _inboxes_are_read(desk, duel, collected)
                if not is_intact:
                    raise _not_as_frozen(duel)
                _closing_is_unknown(desk, duel)
                _commence(desk, duel, closing)
        except NotDue as error:
            log.info("%s", error)
        except (older.OlderStore, clocks.ClockWrong):
            raise
        except Exception as error:  # one duel's failure never stops the others
            duel_failed(desk, duel, error, report)
    with desk.store.tx() as tx:
        leases.end_closing(desk, tx)
    if collected.left:
        collect_into(desk, report)  # who came too late is told so at once, and not after the result


def _closes_by_itself(desk: Desk, tx: Tx, duel: Duel, at: datetime) -> bool:
    """Whether a duel is due, and not closed by the Battle Master's hand."""
    format = desk.format(duel)
    return format.closes_by_itself(desk) and format.is_due(desk, tx, duel, at)


def _wait_for_letters(desk: Desk) -> None:
    if grace := desk.config.ring.arrival_grace_seconds:
        log.info("waiting %s seconds for letters on their way", grace)
        time.sleep(grace)


def _inboxes_are_read(desk: Desk, duel: Duel, collected: Collected, without: Sequence[str] = ()) -> None:
    """Raises Refused if an inbox, through which one of a duel's players may write, could not be read."""
    with desk.store.tx() as tx:
        needed = tx.channels_of(duel.participants) & set(desk.mailboxes)
    for name, reason in collected.failed.items():
        if name in needed and name not in without:
            _tell_inbox_down(desk, duel, name, reason)
            raise Refused(f"duel {duel.number} cannot close: the inbox {name} cannot be read ({reason})")


def _list_is_intact(desk: Desk, duel: Duel, untouched: Collection[str]) -> bool:
    """Whether a duel's list page is as it was frozen; if another has changed it, what the settings say is done."""
    return not duel.list_title or duel.list_title in untouched or ring.watch_list(desk, duel, desk.clock())


def _not_as_frozen(duel: Duel) -> Refused:
    return Refused(f"duel {duel.number} cannot close: its list page is not as it was frozen")


@dataclass(frozen=True)
class _Looks:
    """What a tick looks at: published texts, wiki pages, and inboxes but these."""

    texts: bool
    pages: bool
    no_inbox: Collection[str]


def _looks(desk: Desk, at: datetime, *, all_of_them: bool) -> _Looks:
    """What this tick looks at: one thing on each site, unless a duel is to be closed. The embedded site is free.

    Where a site has an inbox too, every other look is into that. An inbox that was never read is read at once, before
    a duel is scheduled for which an old letter could be taken.
    """
    if all_of_them:
        return _Looks(texts=False, pages=True, no_inbox=())
    with desk.store.tx() as tx:
        is_battle = any(duel.battle_time and duel.battle_time <= at for duel in tx.duels(*RUNNING))
        had_turn = {name for name in desk.mailboxes if name != "local" and _other_look_was_last(tx, name)}
        texts = not is_battle and desk.blog.name not in had_turn and hidden.is_due(tx, at)
        asked = had_turn | ({desk.blog.name} - {"local"} if texts else set())
        pages = desk.wiki.name not in asked and watch.is_due(desk, tx, at)
        looked = ({desk.blog.name} if texts else set()) | ({desk.wiki.name} if pages else set())
        for name in desk.mailboxes:
            tx.set_note(_turn(name), "other" if name in looked else "inbox")
        unread = {name for name in desk.mailboxes if first_look.is_first(desk, tx, name)}
    return _Looks(texts, pages, looked - {"local"} - unread)


def _other_look_was_last(tx: Tx, site: str) -> bool:
    return tx.note(_turn(site)) == "other"


def _turn(site: str) -> str:
    return f"turn:{site}"


def _read_sheet(desk: Desk, report: TickReport | None = None) -> bool:
    """Reads back what others changed on the sheet, before its values are used; False if it cannot be read now.

    Without a report, raises SiteError.
    """
    with desk.store.tx() as tx:
        page = tx.page(desk.config.wiki.sheet)
    if page is None:
        return True
    try:
        sheet.read_back(desk, page, desk.clock())
    except SiteError as error:
        if report is None:
            raise
        wiki_failed(desk, page.title, error, report)
        return False
    return True


def _tell_inbox_down(desk: Desk, duel: Duel, name: str, reason: str) -> None:
    with desk.store.tx() as tx:
        desk.tell_master(
            tx, f"inbox.{name}.d{duel.number}", desk.clock(), about="inbox", duel=duel, inbox=name, why=reason
        )
