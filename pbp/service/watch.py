"""Which of our pages others may have changed, or deleted: asked about all at once, where the wiki can tell."""

from __future__ import annotations

from pbp.errors import SiteError
from pbp.ports import Ref
from pbp.service import hidden
from pbp.service.desk import Desk
from pbp.store.states import RUNNING, PageKind


def untouched(desk: Desk) -> set[str]:
    """The titles of the pages that people may change, of which the newest revision is the one that we know."""
    with desk.store.tx() as tx:
        lists = {duel.list_title for duel in tx.duels(*RUNNING)}
        watched = [page for page in tx.pages() if page.kind == PageKind.SHEET or page.title in lists]
    known = {page.title: page.revision for page in watched if page.revision is not None and page.seen is not None}
    try:
        newest = desk.wiki.newest(known) if known else {}
    except SiteError:
        return set()  # reading them one by one says what is wrong
    if newest:
        with desk.store.tx() as tx:
            for page in watched:
                if page.title in known and page.title not in lists:  # for its list page a duel is held
                    gone = "" if page.title in newest else "is gone: it was deleted, or moved without a redirect"
                    hidden.note(desk, tx, f"the page {page.title}", Ref("", page.url or ""), gone, desk.clock())
    return {title for title, revision in known.items() if newest.get(title) == revision}
