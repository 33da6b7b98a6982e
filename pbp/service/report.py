"""What a run of the heartbeat has done, and what becomes of a failure in it."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from pbp.errors import BeingRead, FileFaults, NotRead, PbpError, ReplayMismatch, SiteError, StoreDown, whereabouts
from pbp.service import lifecycle, older, outages, sheet_edits
from pbp.service.desk import Desk
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, Hold, PageState, TextKind, TextState

log = logging.getLogger(__name__)


@dataclass
class TickReport:
    """What a tick did: journal entries before and after, texts published, what waits, what failed.

    `unread`: a page that was to be read could not be.
    """

    first_entry: int = 0
    published: int = 0
    new_messages: int = 0
    waits: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    unread: bool = False


def waits_for_a_word(desk: Desk, tx: Tx) -> list[str]:
    """What waits for the Battle Master: holds, texts to post by hand, stuck texts and pages, edits of the sheet."""
    known = older.seen(tx)
    unsent = tx.all_outgoing(TextState.QUEUED) if desk.blog.name == "draft" else []
    return [
        *([older.in_words(known[1])] if known else []),
        *(f"duel {duel.number} is held ({duel.held}): {duel.held_why}" for duel in tx.duels(*RUNNING) if duel.held),
        *(item.why for item in unsent if item.kind != TextKind.LETTER and item.why),
        *(f"{item.key} could not be sent: {item.why}" for item in tx.all_outgoing(TextState.STUCK)),
        *(
            f"the page {page.title} could not be set: {page.why}"
            for page in tx.pages_unset(PageState.STUCK, PageState.HELD)
        ),
        *(
            f"{edit.author}'s edit of the sheet (revision {edit.revision}) waits for your word"
            for edit in sheet_edits.waiting(tx)
        ),
    ]


def wiki_failed(desk: Desk, title: str, error: SiteError, report: TickReport) -> None:
    """A page that cannot be read now: it is looked at again at the next tick."""
    report.unread = True
    report.failed.append(f"the page {title!r} cannot be read: {error}")
    with desk.store.tx() as tx:
        outages.failed(desk, tx, desk.wiki.name, "reading", f"the page {title}", error, desk.clock())


def duel_failed(desk: Desk, duel: Duel, error: Exception, report: TickReport) -> None:
    """One duel's failure: it is held if its own inputs are at fault, else tried again; the others go on."""
    if isinstance(error, StoreDown):
        raise error
    if isinstance(error, SiteError):
        wiki_failed(desk, duel.list_title or desk.config.wiki.sheet, error, report)
        return
    if isinstance(error, BeingRead):
        report.waits.append(f"duel {duel.number} waits until its spells are read")
        return
    report.failed.append(
        str(error) if isinstance(error, PbpError) else f"duel {duel.number} failed: {whereabouts(error)}"
    )
    if not isinstance(error, PbpError):
        log.error("duel %s failed: %s", duel.number, whereabouts(error))
    if isinstance(error, ReplayMismatch | FileFaults | NotRead):
        with desk.store.tx() as tx:
            lifecycle.hold(desk, tx, tx.duel(duel.number, lock=True), Hold.REPLAY, str(error), desk.clock())


def blog_down(desk: Desk, duel: Duel, error: SiteError) -> None:
    """A duel whose result might stand on its site already waits until that can be seen."""
    with desk.store.tx() as tx:
        outages.failed(desk, tx, desk.blog.name, "blog", f"the result of duel {duel.number}", error, desk.clock())
