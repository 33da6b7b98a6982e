"""Why texts and pages wait, and who is told: the Battle Master, once for each time that a site cannot be used."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from pbp.errors import SiteError, SiteRefused
from pbp.service.desk import Desk, short_hash
from pbp.store import Outgoing, Tx
from pbp.store.states import ON_BLOG, RUNNING, PageState, TextKind, TextState

PATIENCE = timedelta(hours=1)
"""How long a site may be down, or a text wait, before the Battle Master is told."""

PATIENCE_AT_BATTLE = timedelta(minutes=10)
"""The same, once the battle time of a duel has come."""

PARTS = ("wiki", "reading", "blog", "inbox", "letters", "announcements")
"""What a site is used for ("wiki": writing there): each may be down alone; of those that are down together one is told.
"""

_SEEN = "waiting"
"""The note of what waits: since when it was seen to, and whether that was told."""


def failed(desk: Desk, tx: Tx, site: str, part: str, name: str, error: SiteError, at: datetime) -> None:
    """Notes that a part of a site could not be used, and tells the Battle Master if that has gone on for too long.

    `name` is what waits for it. A refusal is told at once: nothing passes by itself.
    """
    begun = _down(tx, site, part).get("since") or at.isoformat()
    refused = isinstance(error, SiteRefused)
    tx.set_note(_note(site, part), json.dumps({"since": begun, "name": name, "why": str(error), "refused": refused}))
    _tell_if_long(desk, tx, site, at)


def works(tx: Tx, site: str, part: str) -> None:
    """Notes that a part of a site could be used."""
    for note in (_note(site, part), _refusals(site, part)):
        if tx.note(note):
            tx.set_note(note, "")


def is_news(tx: Tx, site: str, part: str, cause: str, at: datetime) -> bool:
    """Whether it was not yet told that a site refuses what is sent there for that cause; from now on it was."""
    note = _refusals(site, part)
    known = json.loads(tx.note(note) or "{}")
    if cause in known:
        return False
    tx.set_note(note, json.dumps({**known, cause: at.isoformat()}))
    return True


def look(desk: Desk, tx: Tx, at: datetime) -> None:
    """Tells of sites that are down for too long, though nobody has called them since, and of what waits too long."""
    sites = {desk.wiki.name, desk.blog.name, *desk.mailboxes, *desk.announcers}
    for site in sorted(sites):
        _tell_if_long(desk, tx, site, at)
    _tell_of_late(desk, tx, at)


def _tell_if_long(desk: Desk, tx: Tx, site: str, at: datetime) -> None:
    down = [found for part in PARTS if (found := _down(tx, site, part))]
    if not down:
        return
    first = min(down, key=lambda found: found["since"])
    since = datetime.fromisoformat(first["since"])
    due = [d.number for d in tx.duels(*RUNNING) if d.battle_time and d.battle_time <= at and not d.held]
    patience = PATIENCE_AT_BATTLE if due else PATIENCE
    if at - since >= patience or any(found["refused"] for found in down):
        facts = {"site": site, "name": first["name"], "since": since, "why": first["why"], "due": due, "duel": None}
        desk.tell_master(tx, f"down.{site}.{first['since']}", at, about="down", **facts)


def _tell_of_late(desk: Desk, tx: Tx, at: datetime) -> None:
    """Tells of texts and pages that have waited for too long for another cause than what was told already."""
    before = json.loads(tx.note(_SEEN) or "{}")
    now, late = {}, []
    for name, why in _late_by_themselves(desk, tx, at):
        since, told = before.get(name) or (at.isoformat(), False)
        if not told and at - datetime.fromisoformat(since) >= PATIENCE:
            late.append((name, why))
            told = True
        now[name] = since, told
    if now != before:
        tx.set_note(_SEEN, json.dumps(now))
    if late:
        what = f"late.{at.isoformat()}.{short_hash(' '.join(name for name, _ in late))}"
        desk.tell_master(tx, what, at, about="late", late=late, duel=None)


def _late_by_themselves(desk: Desk, tx: Tx, at: datetime) -> Iterator[tuple[str, str]]:
    """What waits for no other text, for no person and for no site of which it was told that it is down, and why."""

    def is_told(site: str) -> bool:
        found = [_down(tx, site, part).get("since") for part in PARTS]
        return any(since and at - datetime.fromisoformat(since) >= PATIENCE for since in found)

    for item in tx.all_outgoing(TextState.QUEUED):
        by_hand = desk.blog.name == "draft" and item.kind in ON_BLOG
        if by_hand or is_told(site_of(desk, item)[0]) or not all(is_out(tx, key) for key in item.after):
            continue
        name = item.key if item.kind != TextKind.LETTER else f"a letter by {item.site} ({short_hash(item.key)})"
        yield name, _until(item.not_before, item.why, at)
    for page in tx.pages_unset(PageState.QUEUED):
        if not is_told(desk.wiki.name):
            yield f"the page {page.title}", _until(page.not_before, page.why, at)


def site_of(desk: Desk, item: Outgoing) -> tuple[str, str]:
    """The site that a text goes to, and which part of it."""
    if item.kind == TextKind.ANNOUNCEMENT:
        return item.site, "announcements"
    return (item.site, "letters") if item.kind == TextKind.LETTER else (desk.blog.name, "blog")


def _note(site: str, part: str) -> str:
    return f"down:{site}:{part}"


def _refusals(site: str, part: str) -> str:
    return f"refuses:{site}:{part}"


def _down(tx: Tx, site: str, part: str) -> dict[str, Any]:
    """Since when a part of a site is down, and why; empty if it is not."""
    found: dict[str, Any] = json.loads(tx.note(_note(site, part)) or "{}")
    return found


def waiting(tx: Tx, at: datetime) -> list[str]:
    """Why each text and page is not out yet, a sentence each; letters are counted: who is written to is private.

    An answer that was just queued is not: how many there are would tell how many orders came.
    """
    queued = tx.all_outgoing(TextState.QUEUED)
    said = [f"{item.key}: {_why(tx, item, at)}" for item in queued if item.kind != TextKind.LETTER]
    letters = [item for item in queued if item.kind == TextKind.LETTER and (item.attempts or item.after)]
    counted = Counter((item.site, _why(tx, item, at)) for item in letters)
    said += [f"{number} letter{'s' if number > 1 else ''} by {site}: {why}" for (site, why), number in counted.items()]
    for page in tx.pages_unset(PageState.QUEUED):
        said.append(f"the page {page.title}: {_until(page.not_before, page.why, at)}")
    return said


def _why(tx: Tx, item: Outgoing, at: datetime) -> str:
    for key in item.after:
        if not is_out(tx, key):
            return f"it comes after {key.removeprefix('page:')}, which is not out yet"
    return _until(item.not_before, item.why, at)


def _until(moment: datetime, why: str | None, at: datetime) -> str:
    if moment <= at:
        return f"it is tried at the next tick; the last time: {why}" if why else "it goes out at the next tick"
    return f"it is tried at {moment:%Y-%m-%d %H:%M:%S} UTC{f': {why}' if why else ''}"


def is_out(tx: Tx, key: str) -> bool:
    """Whether what a text waits for is on its site (or was given up)."""
    if key.startswith("page:"):
        page = tx.page(key.removeprefix("page:"))
        return page is None or page.state == PageState.SET
    earlier = tx.outgoing(key)
    return earlier is None or earlier.state in (TextState.SENT, TextState.DROPPED)
