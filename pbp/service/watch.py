"""Which of our pages others may have changed, or deleted: asked about all at once, where the wiki can tell."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from pbp.errors import SiteError
from pbp.ports import Ref
from pbp.service import hidden
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.store.states import RUNNING
from pbp.store.values import OwnPage

EVERY = timedelta(minutes=15)
"""How often pages are looked at on a site whose inbox is looked into as well: both take turns."""

_LOOKED = "pages-looked"


def is_due(desk: Desk, tx: Tx, at: datetime) -> bool:
    """Whether it is time to look at the pages: always, where the wiki is asked for nothing else."""
    if desk.wiki.name == "local" or desk.wiki.name not in desk.mailboxes:
        return True
    looked = tx.note(_LOOKED)
    return looked is None or at - datetime.fromisoformat(looked) >= EVERY


def untouched(desk: Desk) -> set[str]:
    """The titles of the pages that are kept up to date, of which the newest revision is the one that we know."""
    with desk.store.tx() as tx:
        lists = {duel.list_title for duel in tx.duels(*RUNNING)}
        watched = _watched(desk, tx, lists)
        tx.set_note(_LOOKED, desk.clock().isoformat())
    known = {page.title: page.revision for page in watched if page.revision is not None and page.seen is not None}
    asked = {*known, desk.config.wiki.ruleset}
    try:
        newest = desk.wiki.newest(asked) if known else {}
    except SiteError:
        return set()  # reading them one by one says what is wrong
    if desk.begun:
        desk.newest.update(newest)
    if newest:
        with desk.store.tx() as tx:
            for page in watched:
                if page.title in newest and page.title not in lists:  # for its list page a duel is held
                    gone = "" if newest[page.title] else "is gone: it was deleted, or moved without a redirect"
                    hidden.note(desk, tx, f"the page {page.title}", Ref("", page.url or ""), gone, desk.clock())
    return {title for title, revision in known.items() if newest.get(title) == revision}


def _watched(desk: Desk, tx: Tx, lists: Collection[str | None]) -> list[OwnPage]:
    """The pages of ours that change, or may not: the sheet, the overviews, and the lists of duels that run."""
    kept = {desk.config.wiki.sheet, desk.config.wiki.overview, desk.season_title(desk.config.season.id)}
    return [page for page in map(tx.page, sorted({*kept, *filter(None, lists)})) if page]
