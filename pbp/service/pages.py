"""The pages that are ours: the Duel Sheet, read back where another edited it; the overview; lists and audits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbp.errors import NotFound, Refused
from pbp.service import audit, people
from pbp.service.desk import Desk
from pbp.service.tables import Table, find_table
from pbp.store import Duel, Tx, Wizard
from pbp.store.values import OwnPage

_WORDS = {"active": True, "idle": False}


def refresh(desk: Desk, tx: Tx, at: datetime) -> None:
    """Says anew what the sheet and the overview should be, where the journal has grown since they were last said."""
    wizards, last = tx.wizards(), str(tx.last_entry())
    if not wizards or tx.note("refreshed") == last:
        return
    tx.set_note("refreshed", last)
    wiki = desk.config.wiki
    _want(tx, wiki.sheet, "sheet", sheet_table(desk, wizards), "What the wizards hold", at)
    season = tx.season(desk.config.season.id)
    duels = [_overview_row(desk, tx, duel) for duel in tx.duels()]
    for id in sorted({row["duel"].season for row in duels}):
        if tx.note(audit.list_due(id)) == "due":
            _want(tx, desk.season_title(id), "season", audit.season_page(desk, tx, id), f"All duels of season {id}", at)
            tx.set_note(audit.list_due(id), "")
    if season or duels:
        text = desk.texts.render("wiki/overview", desk.wiki.markup, season=season, duels=duels, casts=_cast_counts(tx))
        _want(tx, wiki.overview, "overview", text, "The duels so far", at)


def _want(tx: Tx, title: str, kind: str, text: str, summary: str, at: datetime) -> None:
    page = tx.page(title)
    if page is None or page.wanted != text:
        tx.want_page(title, kind, text, summary, at)


def set_page(desk: Desk, page: OwnPage, at: datetime) -> bool:
    """Makes a page what it should be. Gives False if another's hand was there and is to be heard first.

    Raises EditConflict, SiteDown, SiteRefused.
    """
    if page.kind == "sheet":
        if not read_back(desk, page, at):
            return False
        with desk.store.tx() as tx:
            page = tx.page(page.title) or page
    there = desk.wiki.read(page.title)
    base = there.revision if there else None
    wanted = page.wanted
    if page.kind == "sheet" and there is not None:
        if there.revision != page.revision and page.revision is not None:
            return False  # edited while we looked: the next round reads it back
        wanted = with_table(there.text, page.wanted)
    elif page.kind == "list" and there is not None and page.seen is not None:
        known = same(there.text, page.seen) or same(there.text, wanted)
        if not known:
            return False  # an edit to be decided on: the watch holds the duel
    if there is not None and same(there.text, wanted):
        written = there
    else:
        written = desk.wiki.write(page.title, wanted, base=base, summary=page.summary)
    with desk.store.tx() as tx:
        own = tx.page(page.title)
        state = "set" if own and own.wanted == page.wanted else "queued"
        tx.change_page(page.title, seen=written.text, revision=written.revision, url=written.url, state=state, why=None)
        if there is None or there.revision != written.revision:
            tx.journal(at, "page", page.duel, title=page.title, revision=written.revision)
    return True


def same(one: str, other: str) -> bool:
    """Whether two texts are the same page: wikis trim white space at the ends and compose letters."""
    return unicodedata.normalize("NFC", one.strip()) == unicodedata.normalize("NFC", other.strip())


# ---- the Duel Sheet --------------------------------------------------------------------------------------------------


def sheet_table(desk: Desk, wizards: Sequence[Wizard]) -> str:
    """The sheet's table: one row for each wizard."""
    return desk.texts.render(
        "wiki/sheet", desk.wiki.markup, wizards=wizards, attributes=sorted({k for w in wizards for k in w.attributes})
    )


def with_table(page: str, table: str) -> str:
    """A page with our table in place of its own, all round it untouched; at its end if it has none."""
    found = _own_table(page)
    if found is None:
        return f"{page.rstrip()}\n\n{table}".lstrip() if page.strip() else table
    return page.replace(found.written, table.strip(), 1)


@dataclass(frozen=True)
class SheetRow:
    """A row of the sheet as it stands on the wiki."""

    name: str
    stars: int
    active: bool
    attributes: dict[str, Any]


def read_sheet(page: str) -> list[SheetRow]:
    """The rows of the sheet's table. Raises Refused with what cannot be read, naming the row."""
    table = _own_table(page)
    if table is None:
        raise Refused("there is no table with the columns Wizard, Stars and Status on the page")
    head, *rows = table.rows
    columns = [cell.casefold() for cell in head]
    read = []
    for row in rows:
        if len(row) != len(head):
            raise Refused(f"the row {' | '.join(row)!r} does not have {len(head)} cells")
        cells = dict(zip(columns, row, strict=True))
        stars, status = cells["stars"].replace("−", "-").replace("+", ""), cells["status"].casefold()
        if not re.fullmatch(r"-?\d{1,9}", stars):
            raise Refused(f"the Stars of {cells['wizard']!r} are {cells['stars']!r}: write a whole number")
        if status not in _WORDS:
            raise Refused(f"the Status of {cells['wizard']!r} is {cells['status']!r}: write Active or Idle")
        attributes = {
            name: int(cell) if re.fullmatch(r"-?\d{1,9}", cell) else cell
            for name, cell in zip(head, row, strict=True)
            if name.casefold() not in ("wizard", "stars", "status") and cell
        }
        read.append(SheetRow(cells["wizard"], int(stars), _WORDS[status], attributes))
    return read


def read_back(desk: Desk, page: OwnPage, at: datetime) -> bool:
    """Takes another's edit of the sheet as an adjustment of what it changed; nothing of it is overwritten.

    False if it cannot be read: the page is left alone and the Battle Master told. Raises SiteDown, SiteRefused.
    """
    there = desk.wiki.read(page.title)
    if there is None or page.seen is None or there.revision == page.revision:
        return True
    with desk.store.tx() as tx:
        own = _own_table(there.text)
        if there.author == desk.wiki.account and own and same(own.written, page.wanted):
            tx.change_page(page.title, seen=there.text, revision=there.revision)
            return True  # our own edit, whose answer we never got
        try:
            before = {row.name.casefold(): row for row in read_sheet(page.seen)}
            now = read_sheet(there.text)
        except Refused as error:
            if page.why != str(error):
                tx.change_page(page.title, state="stuck", why=str(error))
                tx.journal(at, "sheet-unreadable", revision=there.revision, author=there.author, why=str(error))
                desk.tell_master(
                    tx, f"sheet.{there.revision}", at, about="sheet", why=str(error), page=there, duel=None
                )
            return False
        source = f"{page.title}, revision {there.revision}, by {there.author}"
        strangers = []
        for row in now:
            old = before.get(row.name.casefold())
            if old is None:
                strangers.append(row.name)
                continue
            wizard = tx.wizard(row.name)
            changed = _edited(old, row, wizard) if wizard else {}
            try:
                people.adjust(tx, row.name, at, "edited on the sheet", source=source, **changed)
            except NotFound:
                strangers.append(row.name)
        if strangers:
            tx.journal(at, "sheet-strangers", names=strangers, revision=there.revision, author=there.author)
            desk.tell_master(
                tx, f"strangers.{there.revision}", at, about="strangers", names=strangers, page=there, duel=None
            )
        tx.change_page(page.title, seen=there.text, revision=there.revision)
        refresh(desk, tx, at)
    return True


def _edited(old: SheetRow, new: SheetRow, wizard: Wizard) -> dict[str, Any]:
    """What an edit of a row does to the wizard's present values: a difference of Stars is added to them."""
    changed: dict[str, Any] = {}
    if new.stars != old.stars:
        changed["stars"] = wizard.stars + new.stars - old.stars
    if new.active != old.active:
        changed["active"] = new.active
    if new.attributes != old.attributes:
        kept = {key: value for key, value in wizard.attributes.items() if key in new.attributes}
        fresh = {key: value for key, value in new.attributes.items() if value != old.attributes.get(key)}
        changed["attributes"] = {**kept, **fresh}
    return changed


def _own_table(page: str) -> Table | None:
    """The sheet's table: the first whose columns include Wizard, Stars and Status."""
    return find_table(page, ("Wizard", "Stars", "Status"))


# ---- the overview ----------------------------------------------------------------------------------------------------


def _overview_row(desk: Desk, tx: Tx, duel: Duel) -> dict[str, Any]:
    """What the overview shows of a duel, with links to what is on the sites already."""

    def url(key: str) -> str | None:
        item = tx.outgoing(key)
        return item.ref_url if item else None

    def page_url(title: str | None) -> str | None:
        page = tx.page(title or "")
        return page.url if page else None

    return {
        "duel": duel,
        "post": url(desk.key(duel, "post")),
        "result": url(desk.key(duel, audit.result_key(tx, duel)))
        or url(desk.key(duel, f"result{duel.step}"))
        or url(desk.key(duel, f"ended{duel.step}")),
        "list": page_url(duel.list_title),
        "audit": page_url(desk.audit_title(duel.number)),
    }


def _cast_counts(tx: Tx) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for duel in tx.duels("resolved"):
        for spell, number in ((duel.summary or {}).get("casts") or {}).items():
            counts[spell] = counts.get(spell, 0) + number
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
