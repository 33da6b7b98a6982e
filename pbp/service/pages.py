"""The pages that are ours: sheet, overview, lists and audits, set so that what people wrote there stays."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pbp.errors import EditConflict, Refused
from pbp.games.base import CONTEST, RING
from pbp.ports import Page, Revision
from pbp.service import audit, edits, kept, leaks, older, sheet, tournaments
from pbp.service.desk import Desk
from pbp.service.kept import same
from pbp.store import Duel, Tx
from pbp.store.states import PageKind, PageState, Taken
from pbp.store.values import OwnPage

_TOLD = timedelta(days=1)
"""How long after its end a tournament's page is still looked after."""
LISTED = 25
"""How many ring duels, and how many contests, the overview lists: a wiki takes no page of any length, and each is read
whole to be changed.
"""
_TRIES = 3
"""How often a page is read anew within one attempt because somebody was faster."""


def refresh(desk: Desk, tx: Tx, at: datetime) -> None:
    """Says anew what the sheet and the overview should be, where the journal has grown since they were last said."""
    wizards, last = tx.wizards(), str(tx.last_entry())
    if not wizards or tx.note("refreshed") == last:
        return
    tx.set_note("refreshed", last)
    sheet.want(desk, tx, at)
    season = tx.season(desk.config.season.id)
    duels, every = _overview_rows(desk, tx), sum(tx.count_duels().values())
    for id in audit.lists_due(tx):
        text = audit.season_page(desk, tx, id)
        _want(tx, desk.season_title(id), PageKind.SEASON, text, f"All duels of season {id}", at)
        tx.set_note(audit.list_due(id), "")
    for each in tournaments.newest(tx, at - _TOLD):
        title = desk.tournament_title(each.tournament.number)
        text = desk.texts.render("wiki/tournament", desk.wiki.markup, s=each, desk=desk)
        _want(tx, title, PageKind.OVERVIEW, text, each.tournament.title, at)
    if season or duels:
        lists = [(id, desk.wiki.url(desk.season_title(id))) for id in tx.seasons_begun()] if every > len(duels) else []
        facts: dict[str, Any] = {"season": season, "duels": duels, "casts": tx.cast_counts(), "lists": lists}
        text = desk.texts.render("wiki/overview", desk.wiki.markup, **facts)
        _want(tx, desk.config.wiki.overview, PageKind.OVERVIEW, text, "The duels so far", at)


def _want(tx: Tx, title: str, kind: PageKind, text: str, summary: str, at: datetime) -> None:
    page = tx.page(title)
    if page is None or page.wanted != text:
        tx.want_page(title, kind, text, summary, at)


def set_page(desk: Desk, page: OwnPage, at: datetime) -> bool:
    """Makes a page what it should be; False if another's hand was there, and is to be heard or decided on first.

    A page that others made waits for the Battle Master's word. Raises EditConflict, SiteDown, SiteRefused, OlderStore.
    """
    try:
        for _ in range(_TRIES - 1):
            try:
                return _set_once(desk, page.title, at, _as_known(desk, page) or _unread(desk, page))
            except EditConflict:
                page = _own(desk, page.title)  # somebody was faster: their edit is heard first
                desk.newest[page.title] = None
        return _set_once(desk, page.title, at, desk.wiki.read(page.title))
    except older.Unknown as error:
        raise older.found(desk, str(error)) from None


def _as_known(desk: Desk, page: OwnPage) -> Page | None:
    """A page as we know it, if this tick has seen that its newest revision is the one that we know."""
    text = page.text if page.kind == PageKind.SHEET else page.seen
    if text is None or page.revision is None or page.sent_key or desk.newest.get(page.title) != page.revision:
        return None
    return Page(page.title, text, page.revision, "", desk.clock(), page.url or "")


def _unread(desk: Desk, page: OwnPage) -> Page | None:
    """A page as it is on the wiki. That a new one is there already shows when it is to be made."""
    is_new = page.revision is None and page.sent_key is None and page.taken is None and page.why is None
    return None if is_new and page.title not in desk.newest else desk.wiki.read(page.title)


def _set_once(desk: Desk, title: str, at: datetime, there: Page | None) -> bool:
    if there is not None and not (_may_write(desk, title, there, at) and _caught_up(desk, title, there, at)):
        return False
    page = _own(desk, title)
    wanted = _text(desk, page, there.text if there else "")
    if there is not None and same(there.text, wanted):
        _record(desk, page, there, at, wrote=False)
        return True
    leaks.refuse(desk, page.wanted, but=there.text if there else "")
    base = there.revision if there else None
    with desk.store.tx() as tx:
        desk.season(tx, at)
        key = edits.edit_key(tx, title, base, wanted)
        tx.change_page(title, sent_key=key, sent=page.wanted)
        edits.remember(tx, title, key)
    summary = edits.summary_with(page.summary, key)
    desk.newest.pop(title, None)
    written = desk.wiki.write(title, wanted, base=base, summary=summary)
    if page.kind == PageKind.SHEET and base not in (None, written.revision):
        ours = Revision(written.revision, written.author, written.at, summary, written.text)
        if not sheet.catch_up(desk, page, at, [ours]):
            return False
    _record(desk, page, written, at, wrote=True)
    if desk.begun:
        desk.newest[title] = written.revision
    return True


def _own(desk: Desk, title: str) -> OwnPage:
    with desk.store.tx() as tx:
        page = tx.page(title)
    assert page
    return page


def _may_write(desk: Desk, title: str, there: Page, at: datetime) -> bool:
    """Whether a page is ours, or given to us; if not, it waits, and the Battle Master is asked once."""
    page = _own(desk, title)
    if page.revision is not None:
        return True
    # Who made the page says its first revision; a section of a page of others is ours by the write under way.
    revisions = desk.wiki.history(title, limit=1 if page.sent_key is None else None)
    if not revisions:
        return False  # it is gone again, or not listed yet
    first = revisions[0]
    with desk.store.tx() as tx:
        for one in revisions:
            if key := edits.key_of(desk, tx, title, one):
                older.look_at_edits(desk, tx, page, revisions)
                written = page.sent if key == page.sent_key else one.text
                tx.change_page(title, revision=one.id, seen=one.text, written=written, sent_key=None, sent=None)
                tx.journal(at, "page", page.duel, title=title, revision=one.id)
                return True
        if page.taken is not None:
            tx.change_page(title, revision=there.revision, written="")
            if page.kind == PageKind.SHEET:
                return sheet.begin(desk, tx, page, there, read=page.taken == Taken.READ, at=at)
            if page.kind != PageKind.LIST:  # of which nothing is kept but in the page's history
                tx.change_page(title, seen=there.text)
            return True
        why = f"it was made by {first.author or 'somebody'}: `pbp page take` allows the Battle Master to write there"
        tx.change_page(title, state=PageState.HELD, why=why)
        desk.tell_master(
            tx, f"foreign.{title}.{first.id}", at, about="foreign", page=page, author=first.author, duel=None,
            url=there.url,
        )  # fmt: skip
    return False


def take_page(desk: Desk, tx: Tx, title: str, at: datetime, *, read: bool = False) -> None:
    """The Battle Master's word that a page which others made may be written on; `read`: a sheet's values count first.

    Raises Refused if no page of that title waits for it.
    """
    page = tx.page(title)
    if page is None or page.state != PageState.HELD:
        waiting = ", ".join(repr(one.title) for one in tx.pages_unset(PageState.HELD)) or "none"
        raise Refused(f"no page {title!r} waits for your word; waiting: {waiting}")
    if read and page.kind != PageKind.SHEET:
        raise Refused(f"{title!r} has no values to read: only the sheet has")
    tx.change_page(title, taken=Taken.READ if read else Taken.WRITE, state=PageState.QUEUED, not_before=at, why=None)
    tx.journal(at, "page-taken", page.duel, title=title, read=read)


def _caught_up(desk: Desk, title: str, there: Page, at: datetime) -> bool:
    """Accounts for what has happened on a page since we last knew it; False if that is to be decided on first."""
    page = _own(desk, title)
    if page.kind == PageKind.LIST:
        return page.seen is None or same(there.text, page.seen) or same(there.text, page.wanted)  # else it is held
    if there.revision == page.revision:
        return True
    if page.kind == PageKind.SHEET:
        if not sheet.catch_up(desk, page, at):
            return False
        if _own(desk, title).revision != there.revision:
            raise EditConflict(f"{title!r} was changed while we looked at it")
    else:
        with desk.store.tx() as tx:
            desk.season(tx, at)
        revisions = desk.wiki.history(title, page.revision)
        with desk.store.tx() as tx:
            older.look_at_edits(desk, tx, page, revisions)
            if page.sent_key is not None and page.sent_key in {edits.key_of(desk, tx, title, one) for one in revisions}:
                tx.change_page(title, written=page.sent, sent_key=None, sent=None)
    return True


def _text(desk: Desk, page: OwnPage, there: str) -> str:
    """The whole text that a page should have, with what people wrote on it."""
    if page.kind == PageKind.LIST or not there.strip():
        return page.wanted
    if page.kind == PageKind.SHEET:
        with desk.store.tx() as tx:
            return sheet.filled(desk, tx, there, page.written or "")
    return kept.merged(there, page.written or "", page.wanted)


def _record(desk: Desk, page: OwnPage, now: Page, at: datetime, *, wrote: bool) -> None:
    """Remembers that a page is as it was wanted. What the sheet's history says is accounted for already."""
    with desk.store.tx() as tx:
        own = tx.page(page.title)
        is_newest = page.kind != PageKind.SHEET or page.revision is None or (own and own.revision == now.revision)
        state = PageState.SET if own and own.wanted == page.wanted and is_newest else PageState.QUEUED
        tx.change_page(page.title, state=state, why=None, url=now.url, written=page.wanted, sent_key=None, sent=None)
        if page.kind != PageKind.SHEET or page.revision is None:
            tx.change_page(page.title, seen=now.text, text=now.text, revision=now.revision)
            if wrote:
                tx.journal(at, "page", page.duel, title=page.title, revision=now.revision)


# ---- the overview ----------------------------------------------------------------------------------------------------


def _overview_rows(desk: Desk, tx: Tx) -> list[dict[str, Any]]:
    """What the overview shows of each of the newest duels, with links to what is on the sites already."""
    newest = [*tx.newest_duels(LISTED, format=RING), *tx.newest_duels(LISTED, format=CONTEST)]
    duels = sorted(newest, key=lambda duel: duel.number)
    posts = {duel.number: desk.key(duel, "post") for duel in duels}
    results = {duel.number: _result_keys(desk, tx, duel) for duel in duels}
    texts = tx.text_urls([*posts.values(), *(key for keys in results.values() for key in keys)])
    pages = tx.page_urls([duel.number for duel in duels])
    return [
        {
            "duel": duel,
            "post": texts.get(posts[duel.number]),
            "result": next((texts[key] for key in results[duel.number] if key in texts), None),
            "list": pages.get(duel.list_title or ""),
            "audit": pages.get(desk.audit_title(duel.number)),
        }
        for duel in duels
    ]


def _result_keys(desk: Desk, tx: Tx, duel: Duel) -> list[str]:
    """How the text may be called that tells how a duel came out: the likeliest first."""
    if duel.format == RING:
        return [desk.key(duel, audit.result_key(tx, duel))]
    told = (audit.step_result_key(tx, duel, duel.step), audit.end_key(tx, duel, duel.step))
    return [desk.key(duel, what) for what in told]
