"""The queue -> the world: claim, look, send, record. Every text and page edit reaches its site once.

A time-out means unknown: the text is looked for before it is sent again, and no look counts as absent
before the site must be done with what was last sent, and its listing can have caught up.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from pbp.errors import ByHand, EditConflict, NotFound, SiteDown, SiteError, StoreDown, Unreachable, whereabouts
from pbp.ports import Announcement, Letter, Ref
from pbp.service import addresses, copies, leaks, leases, older, outages, pages, pushes, reach
from pbp.service.desk import Desk, short_hash
from pbp.store import Outgoing, Tx, passing, patiently
from pbp.store.states import ON_BLOG, PageState, TextKind, TextState
from pbp.store.values import OwnPage

log = logging.getLogger(__name__)

_BACKOFF = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10), timedelta(hours=1))
"""How long a text is left alone after an attempt, by the number of attempts."""


def publish(desk: Desk, *, overview: bool = True, only: Collection[str] | None = None) -> int:
    """Sends all that is ready; gives how many texts and pages reached their site. Raises StoreDown.

    The sheet and the overview come last, when what they link to is out; without `overview` they wait for a later call,
    so that one tick edits each at most once. One text's failure never stops the others; but OlderStore is raised when
    one is on its site that this store has never sent. With `only`, the texts with these keys and nothing else.
    """
    if only is not None:
        with desk.store.tx() as tx:
            items = [item for key in only if (item := tx.outgoing(key)) and item.state == TextState.QUEUED]
        return sum(patiently(partial(_send, desk, item)) for item in items)
    desk.open_pages()
    _look_for_posted(desk)
    done = _send_ready(desk)
    with leases.taken(desk, "copies") as is_mine:
        if is_mine:
            copies.watch(desk)
    if overview:
        with desk.store.tx() as tx:
            pages.refresh(desk, tx, desk.clock())
        done += _send_ready(desk)
    return done


def _look_for_posted(desk: Desk) -> None:
    """Lets the texts whose address a person has given be looked for at once, instead of at the next reminder."""
    if desk.blog.name != "draft":
        return
    at = desk.clock()
    with desk.store.tx(shared=True) as tx:
        for item in tx.all_outgoing(TextState.QUEUED):
            if item.kind in ON_BLOG and item.not_before > at and desk.blog.find(item.key):
                tx.change_outgoing(item.key, not_before=at)


def _send_ready(desk: Desk) -> int:
    done = 0
    while True:
        before = done
        with desk.store.tx(shared=True) as tx:
            held, at = older.seen(tx), desk.clock()
            queued = [page for page in tx.pages_unset(PageState.QUEUED) if page.not_before <= at]
            ready_pages = [] if held else queued
        for page in ready_pages:
            with leases.taken(desk, f"page {page.title}") as is_mine:
                done += is_mine and patiently(partial(_set_page, desk, page.title))
        with desk.store.tx(shared=True) as tx:
            ready = [item for item in tx.all_outgoing(TextState.QUEUED) if _is_ready(tx, item, desk.clock())]
        if held:  # what says so goes out, and nothing else
            ready = [item for item in ready if item.created >= held[0]]
        for item in ready:
            done += patiently(partial(_send, desk, item))
        if done == before:
            return done


def _is_ready(tx: Tx, item: Outgoing, at: datetime) -> bool:
    return item.not_before <= at and all(outages.is_out(tx, key) for key in item.after)


# ---- posts, comments, letters ----------------------------------------------------------------------------------------


def _send(desk: Desk, item: Outgoing) -> bool:
    """One attempt at a text; True if it is now known to be on its site."""
    at, lasts = desk.clock(), desk.config.service.lease_seconds
    with desk.store.tx(shared=item.kind != TextKind.ANNOUNCEMENT) as tx:
        if not tx.claim(item.key, desk.owner, at, lasts):
            return False
        item = tx.outgoing(item.key) or item  # as it is now that nobody else changes it
        if item.kind == TextKind.ANNOUNCEMENT and not _may_announce(desk, tx, item):
            return False
        on = copies.place(tx.outgoing(str(item.payload.get("on", ""))))
        sure = item.tried + copies.patience(desk, tx, item) if item.tried else at
    desk.progress(item.key)
    try:
        ref = _look(desk, item, on)
        if ref and not _may_stand(desk, item):
            raise older.found(desk, f"{item.key} is published")
        if ref is None and at < sure:
            _wait(desk, item, at, sure)
            return False
        late = bool(ref and item.missed)
        ref = ref or _put_once(desk, item, on)
        if ref is None:
            return False
        twice = _sendings(desk, item) > 1 and item.kind in ON_BLOG
        if twice:
            ref = copies.leave_one(desk, item, on) or ref
    except ByHand as error:
        _hand_over(desk, item, error)
        return False
    except older.OlderStore:
        raise
    except SiteDown as error:
        _put_off(desk, item, max(error.retry_at or at, at + _step(item)), str(error))
        with desk.store.tx() as tx:
            outages.failed(desk, tx, *outages.site_of(desk, item), item.key, error, at)
        return False
    except SiteError as error:
        _stuck(desk, item, str(error), error)
        return False
    except Exception as error:  # one text's failure never stops the others
        if why := passing(error):
            raise StoreDown(why) from None
        log.error("could not send %s: %s", item.key, whereabouts(error))
        _stuck(desk, item, whereabouts(error))
        return False
    _record(desk, item, ref, late=late, twice=twice)
    return True


def _may_stand(desk: Desk, item: Outgoing) -> bool:
    """Whether a text may be on its site by what this store has done: sent it, or prepared it for a person to post."""
    prepared = item.kind in ON_BLOG and desk.blog.name == "draft" and item.attempts > 1  # the first look comes before
    return prepared or item.tried is not None


def _may_announce(desk: Desk, tx: Tx, item: Outgoing) -> bool:
    """Whether a text may be told elsewhere now: nobody can look there whether it was, so what may have been told is
    told again only where that does nothing, or by a person's word.
    """
    announcer = desk.announcer(item.site)
    if announcer is None:
        tx.change_outgoing(item.key, state=TextState.DROPPED, lease=None, why=f"{item.site} is no more in the settings")
    elif item.tried and not announcer.repeatable:
        why = f"{item.site} did not answer: it may stand there. Look, and `pbp retry` it only if it does not"
        at, sent = desk.clock(), {"tried": None, "first_tried": None}
        tx.change_outgoing(item.key, state=TextState.STUCK, lease=None, why=why, **sent)
        tx.journal(at, "stuck", item.duel, key=item.key, why=why)
        _tell_of_stuck(desk, tx, *outages.site_of(desk, item), item, f"{item.key}.{item.attempts}", why, None)
    else:
        return True
    return False


def _record(desk: Desk, item: Outgoing, ref: Ref, *, late: bool, twice: bool) -> None:
    """Records where a text stands; `late` if it was looked for in vain before, `twice` if it may stand there twice."""
    at = desk.clock()
    with desk.store.tx(shared=not late) as tx:
        if late:
            copies.note_late(desk, tx, item, item.tried, at)
        if not tx.record_sent(item.key, ref, at):
            # Another process was faster while this one stood still: there may be two.
            tx.change_outgoing(item.key, watch=at)
            return
        outages.works(tx, *outages.site_of(desk, item))
        if item.kind == TextKind.LETTER:
            reach.works(tx, item.site, item.payload["to"])
        if twice:
            tx.change_outgoing(item.key, watch=copies.next_look(desk, tx, item, at))
        if item.kind in ON_BLOG:  # who was written to is private
            tx.journal(at, "published", item.duel, key=item.key, url=ref.url)


def _look(desk: Desk, item: Outgoing, on: Ref | None) -> Ref | None:
    since = None if item.tried else desk.begun
    if item.kind == TextKind.ANNOUNCEMENT:
        return None
    if item.kind == TextKind.LETTER:
        return desk.mailboxes[item.site].find(item.key, since)
    return desk.blog.find(item.key, on, since)


def _put_once(desk: Desk, item: Outgoing, on: Ref | None) -> Ref | None:
    """Sends a text; None if it is no longer ours to send. That it may have been sent is known before it can be."""
    if item.kind != TextKind.LETTER or item.payload["public"]:
        leaks.refuse(desk, f"{item.payload.get('title', '')}\n{item.payload['body']}")
    with desk.store.tx(shared=True) as tx:
        at = desk.clock()
        if not tx.still_mine(item.key, desk.owner):
            return None
        first = item.first_tried or at
        tx.change_outgoing(item.key, tried=at, first_tried=first, sendings=item.sendings + 1, missed=None)
    try:
        return _put(desk, item, on)
    except SiteError as error:
        # What the site refused was not done. What it did not answer can have left us as late as now.
        undone = error.undone if isinstance(error, SiteDown) else True
        before = {"tried": item.tried, "first_tried": item.first_tried, "sendings": item.sendings}
        with desk.store.tx(shared=True) as tx:
            if undone:
                tx.change_mine(item.key, desk.owner, **before)
            else:
                tx.change_outgoing(item.key, tried=desk.clock())
        raise


def _sendings(desk: Desk, item: Outgoing) -> int:
    """How often a text may have been sent by now, by whomever."""
    with desk.store.moment() as tx:
        now = tx.outgoing(item.key)
    return now.sendings if now else 0


def _put(desk: Desk, item: Outgoing, on: Ref | None) -> Ref:
    payload = item.payload
    if item.kind == TextKind.LETTER:
        return desk.mailboxes[item.site].send(item.key, Letter(**payload))
    if item.kind == TextKind.ANNOUNCEMENT:
        with desk.store.tx() as tx:
            there = tx.outgoing(payload.get("of", ""))
        link = payload.get("link") or (there.ref_url if there else None) or ""
        announcer = desk.announcer(item.site)
        assert announcer, f"{item.site} is no more in the settings"
        return announcer.announce(item.key, Announcement(payload["title"], payload["body"], payload["plain"], link))
    if item.kind == TextKind.POST:
        return desk.blog.post(item.key, payload["title"], payload["body"])
    assert on, f"{item.key} has no post to stand under"
    return desk.blog.comment(item.key, on, payload["body"])


def _wait(desk: Desk, item: Outgoing, at: datetime, sure: datetime) -> None:
    """Puts off a text that may have been sent, but was not found: it cannot be taken for absent before `sure`."""
    with desk.store.tx(shared=True) as tx:
        tx.change_mine(item.key, desk.owner, missed=at)
    why = f"sent, and not answered: it is sent again if it is not there by {sure:%H:%M:%S} UTC"
    _put_off(desk, item, min(sure, at + _step(item)), why)


def _step(item: Outgoing) -> timedelta:
    """How long to wait before the next attempt."""
    return _BACKOFF[min(item.attempts, len(_BACKOFF)) - 1]


def _put_off(desk: Desk, item: Outgoing, until: datetime, why: str) -> None:
    with desk.store.tx(shared=True) as tx:
        tx.change_mine(item.key, desk.owner, not_before=until, lease=None, why=why)


def _hand_over(desk: Desk, item: Outgoing, error: ByHand) -> None:
    """Gives a text to the Battle Master to post, and reminds of it while it waits."""
    at, again = desk.clock(), timedelta(hours=desk.config.draft.remind_hours)
    with desk.store.tx() as tx:
        if not tx.change_mine(item.key, desk.owner, not_before=at + again, lease=None, why=str(error)):
            return
        desk.tell_master(
            tx, f"draft.{item.key}.{item.attempts}", at, about="draft", item=item, why=str(error), where=error.where,
            text=error.text, duel=None,
        )  # fmt: skip


def _stuck(desk: Desk, item: Outgoing, why: str, error: SiteError | None = None) -> None:
    """Gives a text to the operator: the site answered no. A code for a mistyped address is dropped: nobody mends it."""
    at, is_code = desk.clock(), addresses.is_code(desk, item.key)
    if item.site == pushes.PUSH and isinstance(error, Unreachable):
        with desk.store.tx() as tx:
            if tx.change_mine(item.key, desk.owner, state=TextState.DROPPED, lease=None, why=why):
                pushes.forget(tx, pushes.id_of(item.payload))
        return
    with desk.store.tx() as tx:
        state = TextState.DROPPED if is_code else TextState.STUCK
        if not tx.change_mine(item.key, desk.owner, state=state, lease=None, why=why):
            return  # another worker has it by now
        tx.journal(at, "stuck", item.duel, key=item.key, why=why)
        if item.kind != TextKind.LETTER:
            _tell_of_stuck(desk, tx, *outages.site_of(desk, item), item, f"{item.key}.{item.attempts}", why, error)
        elif isinstance(error, Unreachable) and not is_code:
            reach.lost(desk, tx, item.site, item.payload["to"], why, at, by=reach.REFUSED)
        elif not is_code:
            # A letter to the Battle Master about one to that very address would go the same way.
            place, cause = f"{item.site}:{item.payload['to']}", getattr(error, "cause", "")
            what = f"{cause}.{at.isoformat()}" if cause else f"{item.duel}.{short_hash(why)}"
            if not cause or outages.is_news(tx, item.site, "letters", cause, at):
                desk.tell_master(tx, f"stuck.{place}.{what}", at, but=place, about="stuck-letter",
                                 item=item, why=why, duel=None)  # fmt: skip


def _tell_of_stuck(
    desk: Desk, tx: Tx, site: str, part: str, what: Outgoing | OwnPage, nth: str, why: str, error: SiteError | None
) -> None:
    """Tells the Battle Master of a refusal: once for its cause, if that lies not in the text alone."""
    at, cause = desk.clock(), getattr(error, "cause", "")
    if cause and not outages.is_news(tx, site, part, cause, at):
        return
    tell = f"stuck.{site}.{cause}.{at.isoformat()}" if cause else f"stuck.{nth}"
    desk.tell_master(tx, tell, at, about="stuck", item=what, why=why, general=bool(cause), duel=None)


def retry(desk: Desk, tx: Tx, key: str | None, at: datetime) -> int:
    """Puts stuck texts and pages back into the queue, one or all; gives how many. Raises NotFound: no such key."""
    stuck = [item for item in tx.all_outgoing(TextState.STUCK) if key in (None, item.key)]
    for item in stuck:
        tx.change_outgoing(item.key, state=TextState.QUEUED, not_before=at, why=None)
    held = [page for page in tx.pages_unset(PageState.STUCK, PageState.HELD) if key in (None, page.title)]
    for page in held:
        tx.change_page(page.title, state=PageState.QUEUED, not_before=at, why=None)
    if key is not None and not stuck and not held:
        raise NotFound(f"no text of the key {key!r} and no page of that title was refused")
    return len(stuck) + len(held)


# ---- pages -----------------------------------------------------------------------------------------------------------


def _set_page(desk: Desk, title: str) -> bool:
    """Brings one of our pages to what it should be, by compare-and-set; True if it is that now."""
    at = desk.clock()
    with desk.store.tx(shared=True) as tx:
        page = tx.page(title)
    if page is None or page.state != PageState.QUEUED or page.not_before > at:
        return False
    try:
        done = pages.set_page(desk, page, at)
        with desk.store.tx() as tx:
            outages.works(tx, desk.wiki.name, "wiki")
        return done
    except EditConflict:
        return False  # somebody was faster: the next round reads again
    except older.OlderStore:
        raise
    except SiteDown as error:
        with desk.store.tx() as tx:
            tx.change_page(page.title, not_before=max(error.retry_at or at, at + _BACKOFF[0]), why=str(error))
            outages.failed(desk, tx, desk.wiki.name, "wiki", page.title, error, at)
    except SiteError as error:
        _page_stuck(desk, page, str(error), error)
    except Exception as error:  # one page's failure never stops the others
        if why := passing(error):
            raise StoreDown(why) from None
        log.error("could not set %s: %s", page.title, whereabouts(error))
        _page_stuck(desk, page, whereabouts(error))
    return False


def _page_stuck(desk: Desk, page: OwnPage, why: str, error: SiteError | None = None) -> None:
    with desk.store.tx() as tx:
        tx.change_page(page.title, state=PageState.STUCK, why=why)
        tx.journal(desk.clock(), "stuck", page.duel, key=page.title, why=why)
        nth = f"{page.title}.{tx.count_entries('stuck')}"
        _tell_of_stuck(desk, tx, desk.wiki.name, "wiki", page, nth, why, error)
