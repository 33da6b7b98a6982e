"""Published texts that readers do not see any more: removed, deleted, or caught by a spam filter; told unasked."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbp.errors import SiteError
from pbp.ports import Ref
from pbp.service import copies
from pbp.service.desk import Desk
from pbp.store import Outgoing, Tx
from pbp.store.states import TextKind

EVERY = timedelta(hours=3)
"""How often it is looked whether readers still see what was published."""

SOON = timedelta(minutes=10)
"""How soon after it was published a text is looked at for the first time: filters are quick."""

WATCHED = timedelta(days=1)
"""How long the texts of a duel are looked at after its end."""

_LOOKED, _AGAIN, _HIDDEN = "hidden-looked", "hidden-again", "hidden:"


def is_due(tx: Tx, at: datetime) -> bool:
    """Whether it is time to look: a text is new, or it was long ago."""
    first_looks = [item.sent + SOON for item in _watched(tx, at) if item.sent]
    if (again := tx.note(_AGAIN)) and at < datetime.fromisoformat(again):
        return False
    if not (looked := tx.note(_LOOKED)):
        return any(first <= at for first in first_looks)
    last = datetime.fromisoformat(looked)
    return any(last < first <= at for first in first_looks) or (bool(first_looks) and at - last >= EVERY)


def look(desk: Desk, at: datetime) -> None:
    """Looks at what stands on the blog of the duels that run or just ended, and tells of what readers do not see.

    A blog that cannot be asked is asked again before long.
    """
    with desk.store.tx() as tx:
        watched = _watched(tx, at)
    refs = {item.key: found for item in watched if (found := copies.place(item))}
    posts = [refs[item.key] for item in watched if item.kind == TextKind.POST and item.key in refs]
    comments = [refs[item.key] for item in watched if item.kind == TextKind.COMMENT and item.key in refs]
    try:
        hidden = desk.blog.hidden(posts, comments)
    except SiteError:
        with desk.store.tx() as tx:
            tx.set_note(_AGAIN, (at + SOON).isoformat())
        return
    with desk.store.tx() as tx:
        tx.set_note(_LOOKED, at.isoformat())
        for key, ref in refs.items():
            note(desk, tx, key, ref, hidden.get(ref, ""), at)


def note(desk: Desk, tx: Tx, name: str, ref: Ref, why: str, at: datetime) -> None:
    """Notes whether readers see a text (`why` is empty then), and tells the Battle Master of a change for the worse."""
    before = tx.note(f"{_HIDDEN}{name}") or ""
    if (before.partition(" ")[2] if before else "") == why:
        return
    tx.set_note(f"{_HIDDEN}{name}", f"{ref.url} {why}" if why else "")
    if why:
        what = f"hidden.{name}.{at.isoformat()}"
        desk.tell_master(tx, what, at, about="hidden", name=name, url=ref.url, why=why, duel=None)


def hidden(tx: Tx) -> dict[str, str]:
    """What readers do not see, by its key or title: its address, and why."""
    return {name.removeprefix(_HIDDEN): said for name, said in sorted(tx.notes(_HIDDEN).items()) if said}


def _watched(tx: Tx, at: datetime) -> list[Outgoing]:
    return tx.published(tx.recent_duels(at - WATCHED))
