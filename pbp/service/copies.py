"""Writes that take effect late: how long to wait before a second try, and what becomes of a text that is there twice.

A site can be at work on a write long after we gave up waiting for its answer. So a text that may be on its way is not
sent again before that must be over: the longer of what the settings say of its site and of what was seen there. What
was sent more than once all the same is looked at again for a day, and of two copies the older one stays.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from pbp.errors import EditConflict, SiteDown, SiteError, StoreDown, whereabouts
from pbp.ports import Announcer, Blog, Mailbox, Ref
from pbp.service.desk import Desk, short_hash
from pbp.store import Outgoing, Tx
from pbp.store.states import TextKind

log = logging.getLogger(__name__)

WATCHED = timedelta(days=1)
"""How long a text that was sent more than once is looked at again."""

_AGAIN = timedelta(minutes=10)
"""How long a site that is down keeps us from looking for a second copy."""

_LONGEST = timedelta(hours=1)
"""The most that is learned of a site's slowness: what took longer was not the site, but that nobody looked."""


def patience(desk: Desk, tx: Tx, item: Outgoing) -> timedelta:
    """How long after it may have been sent a text that is not found may still turn up on its site."""
    site = site_of(desk, item)
    waits = timedelta(seconds=desk.config.service.timeout_seconds)
    return max(waits, site.late, slowest(tx, site.name)) + site.lag


def slowest(tx: Tx, site: str) -> timedelta:
    """The longest time that a write of ours was seen to take on a site."""
    return timedelta(seconds=float(tx.note(f"slowest:{site}") or 0))


def site_of(desk: Desk, item: Outgoing) -> Blog | Mailbox | Announcer:
    """The site that a text goes to."""
    if item.kind == TextKind.ANNOUNCEMENT:
        found = desk.announcer(item.site)
        assert found, f"{item.site} is no more in the settings"
        return found
    return desk.mailboxes[item.site] if item.kind == TextKind.LETTER else desk.blog


def note_late(desk: Desk, tx: Tx, item: Outgoing, sent: datetime | None, at: datetime) -> None:
    """Learns from a text that is on its site now, and was not when it was looked for after it had been sent."""
    site = site_of(desk, item)
    if sent is None or (took := min(at - sent, _LONGEST)) <= slowest(tx, site.name):
        return
    tx.set_note(f"slowest:{site.name}", str(took.total_seconds()))
    if took > site.late:
        tx.journal(at, "slow-site", site=site.name, seconds=round(took.total_seconds()))


def leave_one(desk: Desk, item: Outgoing, on: Ref | None) -> Ref | None:
    """Takes back every copy of a text but the oldest; gives where that stands, or None if there is none.

    That a text is there twice is journalled, and told to the Battle Master, before anything is taken back.
    Raises SiteDown, SiteRefused.
    """
    found = desk.blog.copies(item.key, on)
    for copy in found[1:]:
        _tell(desk, item, found[0], copy)
        why = ""
        try:
            desk.blog.take_back(copy, on)
        except (SiteDown, EditConflict):
            raise
        except SiteError as error:
            why = str(error)
        at = desk.clock()
        with desk.store.tx() as tx:
            if why:
                facts: dict[str, Any] = {"item": item, "kept": found[0], "copy": copy, "why": why, "duel": None}
                desk.tell_master(tx, f"copy.{copy.id}.{short_hash(why)}", at, about="copy-stays", **facts)
            else:
                tx.journal(at, "taken-back", item.duel, key=item.key, url=copy.url)
    return found[0] if found else None


def _tell(desk: Desk, item: Outgoing, kept: Ref, copy: Ref) -> None:
    at, told = desk.clock(), f"doubled:{item.key}:{copy.id}"
    with desk.store.tx() as tx:
        if tx.note(told) is None:
            tx.set_note(told, at.isoformat())
            note_late(desk, tx, item, item.first_tried, at)
            tx.journal(at, "doubled", item.duel, key=item.key, kept=kept.url, url=copy.url)
            facts: dict[str, Any] = {"item": item, "kept": kept, "copy": copy, "duel": None}
            desk.tell_master(tx, f"doubled.{item.key}.{copy.id}", at, about="doubled", **facts)


def watch(desk: Desk) -> None:
    """Looks at what was sent more than once, at growing intervals, for a day. A site that is down is left alone."""
    at = desk.clock()
    with desk.store.tx() as tx:
        due = [(item, tx.outgoing(str(item.payload.get("on", "")))) for item in tx.watched(at)]
    for item, on in due:
        try:
            ref = leave_one(desk, item, place(on))
        except (SiteDown, EditConflict) as error:
            later = max(getattr(error, "retry_at", None) or at, at + _AGAIN)
            with desk.store.tx() as tx:
                tx.change_outgoing(item.key, watch=later)
            continue
        except StoreDown:
            raise
        except Exception as error:  # one text's failure never stops the others
            log.error("could not look for copies of %s: %s", item.key, whereabouts(error))
            ref = None
        with desk.store.tx() as tx:
            stands = {"ref_id": ref.id, "ref_url": ref.url} if ref else {}
            tx.change_outgoing(item.key, watch=next_look(desk, tx, item, at), **stands)


def next_look(desk: Desk, tx: Tx, item: Outgoing, at: datetime) -> datetime | None:
    """When to look again whether a text stands there twice; None when that was done for long enough."""
    since = at - (item.sent or at)
    return at + max(patience(desk, tx, item), since) if since < WATCHED else None


def place(item: Outgoing | None) -> Ref | None:
    """Where a text stands."""
    return Ref(item.ref_id or "", item.ref_url or "") if item else None
