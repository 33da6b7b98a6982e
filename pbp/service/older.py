"""A store that is older than what stands on the sites: put back from a backup, and nobody said so.

It would do again what was done since, and count twice. What gives it away: a text stands on a site under a key of ours
that this store has never tried to send, or an inbox has been read further than this store knows. Then everything is
held until `pbp restored` has reconciled the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from pbp.errors import Held, PbpError, Refused
from pbp.ports import Ref, Revision
from pbp.service import edits, first_look, rhythm
from pbp.service.desk import Desk
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING, Hold, TextState
from pbp.store.values import OwnPage

_NOTE = "older-store"
"""The note of when that was seen, and by what; empty once it is reconciled."""
_LOST_TOURNAMENT = "lost-tournament"
"""The note of the highest number of a tournament that is lost."""


class Unknown(PbpError):
    """Something of ours stands on a site, of which this store knows nothing; the text says what."""


class OlderStore(Held):
    """The sites show more than this store knows; nothing goes on before `pbp restored`."""


def seen(tx: Tx) -> tuple[datetime, str] | None:
    """Since when this store is known to be older than the sites, and by what; None if it is not."""
    noted = json.loads(tx.note(_NOTE) or "null")
    return (datetime.fromisoformat(noted["at"]), noted["what"]) if noted else None


def backup_of(tx: Tx, at: datetime) -> datetime:
    """How old the store is: when it was last at work, before it was put back."""
    noted = json.loads(tx.note(_NOTE) or "null")
    return datetime.fromisoformat(noted["backup"]) if noted else rhythm.last_run(tx) or at


def put_back(tx: Tx, at: datetime) -> None:
    """Holds everything in a store that was just put back, until it is reconciled."""
    known = {"at": at.isoformat(), "what": "it was put back from a backup", "backup": backup_of(tx, at).isoformat()}
    tx.set_note(_NOTE, json.dumps(known))


def in_words(what: str) -> str:
    """What the operator is told, wherever something waits for it."""
    return f"the store is older than what stands on the sites ({what}): everything is held until `pbp restored`"


def refuse(tx: Tx) -> None:
    """Raises OlderStore if that is known."""
    if known := seen(tx):
        raise OlderStore(in_words(known[1]))


def reconciled(desk: Desk, tx: Tx) -> None:
    """Lets everything go on: the caller has taken over what the sites show."""
    tx.set_note(_NOTE, "")
    for channel, mailbox in desk.mailboxes.items():
        tx.set_note(_read_to(channel), mailbox.newest_done() or "")


def look(desk: Desk, duel: Duel | int, what: str) -> None:
    """Looks whether a text that is about to be made stands on the site already. Raises OlderStore, SiteError.

    That holds where a person posts too: an address can be told only of a text that was prepared, and this store has not
    so much as made it.
    """
    key, on = desk.key(duel, what), None
    with desk.store.tx() as tx:
        if tx.outgoing(key) is not None:
            return
        if what != "post":
            post = tx.outgoing(desk.key(duel, "post"))
            if post is None or post.state != TextState.SENT:
                return
            on = Ref(post.ref_id or "", post.ref_url or "")
    if desk.blog.find(key, on, desk.begun) is not None:
        raise found(desk, f"{key} is published")


def look_at_inboxes(desk: Desk) -> None:
    """Looks whether an inbox was read further than this store knows; that asks no site. Raises OlderStore."""
    for channel, mailbox in desk.mailboxes.items():
        newest = mailbox.newest_done()
        with desk.store.tx() as tx:
            known = newest is None or tx.note(_read_to(channel)) == newest or tx.has_message(channel, newest)
            if not known and tx.note(first_look.polled(channel)) is None:
                # Who begins anew beside an inbox that another store has read has lost nothing.
                tx.set_note(_read_to(channel), newest or "")
                known = True
        if not known:
            raise found(desk, f"a message by {channel} was taken in")


def look_at_edits(desk: Desk, tx: Tx, page: OwnPage, revisions: Iterable[Revision]) -> None:
    """Looks whether revisions of a page bear keys that this store has never tried. Raises Unknown."""
    if (tried := edits.tried(tx, page.title)) is None and page.revision is not None:
        return  # it was kept before such keys were
    keys = (edits.key_of(desk, tx, page.title, one) for one in revisions)
    if any(key and key not in (*(tried or ()), page.sent_key) for key in keys):
        raise Unknown(f"the page {page.title} was set")


def take_edits_as_tried(desk: Desk) -> None:
    """Takes all our edits that stand on our pages for this store's own: on those that it has yet to make, too."""
    with desk.store.tx() as tx:
        known = {page.title: page.revision for page in tx.pages()}
        later = [
            desk.config.wiki.sheet, desk.config.wiki.overview, *map(desk.season_title, tx.seasons_begun()),
            *(desk.audit_title(duel.number) for duel in tx.duels()),
        ]  # fmt: skip
    for title, revision in {**dict.fromkeys(later), **known}.items():
        revisions = desk.wiki.history(title, revision)
        with desk.store.tx() as tx:
            keys = (edits.key_of(desk, tx, title, one) for one in revisions)
            edits.remember(tx, title, *filter(None, keys))


def found(desk: Desk, what: str) -> OlderStore:
    """Holds everything, says so to readers and to the Battle Master, and gives what to raise."""
    at = desk.clock()
    with desk.store.tx() as tx:
        if seen(tx) is None:
            backup = rhythm.last_run(tx) or at
            tx.set_note(_NOTE, json.dumps({"at": at.isoformat(), "what": what, "backup": backup.isoformat()}))
            tx.journal(at, "older-store", what=what)
            name = f"older{at:%Y%m%d%H%M%S}"  # no number that the lost part of the books may have used
            desk.tell_master(tx, name, at, about="older-store", duel=None, shown=what)
            for duel in tx.duels(*RUNNING):
                duel = tx.duel(duel.number, lock=True)
                if duel.held is None:
                    tx.change_duel(duel.number, held=Hold.RESTORED, held_why=in_words(what), held_at=at)
                    tx.journal(at, "held", duel.number, reason=Hold.RESTORED, why=what)
                desk.comment(tx, duel, name, "older", at)
    return OlderStore(in_words(what))


def may_resume(tx: Tx, duel: Duel) -> None:
    """Raises Refused for a duel that only `pbp restored` may let go on."""
    if duel.held == Hold.RESTORED and seen(tx):
        raise Refused(f"duel {duel.number} is held because the store is older than the sites: `pbp restored` first")


def lost_steps(tx: Tx, number: int) -> str:
    """What the sites show closed of a running duel, and this store does not know: "Steps 2 and 3"; empty if nothing."""
    return tx.note(f"lost:{number}") or ""


def note_lost_steps(tx: Tx, number: int, first: int, last: int) -> str:
    """Keeps which steps the sites show closed, whose orders are lost; gives them in words."""
    lost = f"Step {first}" if first == last else f"Steps {first} {'and' if last == first + 1 else 'to'} {last}"
    tx.set_note(f"lost:{number}", lost)
    return lost


def played_again(tx: Tx, number: int) -> None:
    """The lost steps of a duel are to be played again."""
    tx.set_note(f"lost:{number}", "")


def next_tournament(tx: Tx) -> int:
    """The number of the next tournament: one that a lost tournament bears on the wiki is not given again."""
    return max(tx.next_tournament(), int(tx.note(_LOST_TOURNAMENT) or 0) + 1)


def find_lost_tournaments(desk: Desk) -> list[int]:
    """Finds the tournaments that the wiki shows by our hand and the store does not know; their numbers are used up.

    Raises SiteDown, SiteRefused.
    """
    found: list[int] = []
    while True:
        with desk.store.tx() as tx:
            number = next_tournament(tx)
        title = desk.tournament_title(number)
        first = desk.wiki.history(title, limit=1)
        with desk.store.tx() as tx:
            if not any(edits.key_of(desk, tx, title, one) for one in first):
                return found
            tx.set_note(_LOST_TOURNAMENT, str(number))
        found.append(number)


def _read_to(channel: str) -> str:
    return f"read-to:{channel}"
