"""Why texts and pages wait, and who is told: the Battle Master, once for each time that a site cannot be used."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from pbp.service.desk import Desk
from pbp.store import Outgoing, Tx
from pbp.store.values import OwnPage

PATIENCE = timedelta(hours=1)
"""How long a site may be down before the Battle Master is told."""

PATIENCE_AT_BATTLE = timedelta(minutes=10)
"""The same, once the battle time of the duel that is told there has come."""


def failed(desk: Desk, tx: Tx, site: str, what: Outgoing | OwnPage, why: str, at: datetime) -> None:
    """Notes that a site could not be used, and tells the Battle Master if that has gone on for too long."""
    begun = tx.note(f"down:{site}") or at.isoformat()
    tx.set_note(f"down:{site}", begun)
    since = datetime.fromisoformat(begun)
    battle = tx.duel(what.duel).battle_time if what.duel is not None else None
    if at - since >= (PATIENCE_AT_BATTLE if battle and battle <= at else PATIENCE):
        name = what.key if isinstance(what, Outgoing) else what.title
        facts = {"site": site, "name": name, "since": since, "why": why, "duel": None}
        desk.tell_master(tx, f"down.{site}.{begun}", at, about="down", **facts)


def works(tx: Tx, site: str) -> None:
    """Notes that a site could be used."""
    if tx.note(f"down:{site}"):
        tx.set_note(f"down:{site}", "")


def waiting(tx: Tx, at: datetime) -> list[str]:
    """Why each text and page is not out yet, a sentence each; letters are counted: who is written to is private."""
    said = [f"{item.key}: {_why(tx, item, at)}" for item in tx.all_outgoing("queued") if item.kind != "letter"]
    letters = Counter(
        (item.site, _why(tx, item, at)) for item in tx.all_outgoing("queued") if item.kind == "letter" and item.attempts
    )
    said += [f"{number} letters by {site}: {why}" for (site, why), number in letters.items()]
    for page in tx.pages():
        if page.state == "queued":
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
        return page is None or page.state == "set"
    earlier = tx.outgoing(key)
    return earlier is None or earlier.state in ("sent", "dropped")
