"""The Duel Sheet: what people changed there is booked revision by revision, and only the cells that differ are set.

What a revision of ours says is what we made of the store, never a person's change, whether its answer reached us or
not; what a person's revision changed in the one before it is that person's change, booked once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pbp.errors import Refused
from pbp.ports import Page, Revision
from pbp.service import edits, older, people, sheet_edits
from pbp.service.cells import Cells, open_cells
from pbp.service.desk import Desk
from pbp.service.sheet_edits import Change, Edit
from pbp.store import Tx, Wizard
from pbp.store.states import PageKind, PageState
from pbp.store.values import OwnPage
from pbp.text.markup import MARKUPS

COLUMNS = ("Wizard", "Stars", "Status")
_STATUS = {"active": True, "idle": False}
_NUMBER = re.compile(r"([+−-]?\d{1,9})(?:\s*[^\w\s]*)?")


@dataclass(frozen=True)
class SheetRow:
    """A row of the sheet as it stands on the wiki; None for what cannot be read there, `faults` in words."""

    name: str
    place: int
    stars: int | None
    active: bool | None
    attributes: Mapping[str, Any]
    faults: Sequence[str] = field(default=())


def read_sheet(page: str) -> list[SheetRow] | None:
    """The rows of the sheet's table; None if there is no such table."""
    cells = open_cells(page, COLUMNS)
    return _rows(cells) if cells else None


def _rows(cells: Cells) -> list[SheetRow]:
    head = cells.rows[0]
    at = {name: cells.column(name) or 0 for name in COLUMNS}
    found = []
    for place, row in enumerate(cells.rows):
        name = row[at["Wizard"]] if len(row) > at["Wizard"] else ""
        if place == 0 or not name:
            continue
        number = row[at["Stars"]] if len(row) > at["Stars"] else ""
        status = row[at["Status"]] if len(row) > at["Status"] else ""
        stars, active = _number(number), _STATUS.get(status.casefold())
        faults = [f"the Stars of {name!r} are {number!r}: write a whole number"] if stars is None else []
        if active is None:
            faults.append(f"the Status of {name!r} is {status!r}: write Active or Idle")
        attributes = {
            column: int(cell) if re.fullmatch(r"-?\d{1,9}", cell) else cell
            for number, (column, cell) in enumerate(zip(head, row, strict=False))
            if number not in at.values() and column
        }
        found.append(SheetRow(name, place, stars, active, attributes, tuple(faults)))
    return found


def _number(cell: str) -> int | None:
    """A whole number as people write it, with a sign of any kind before it, or a star behind."""
    found = _NUMBER.fullmatch(cell)
    return int(found[1].replace("−", "-")) if found else None


def sheet_table(desk: Desk, rows: Sequence[Wizard | SheetRow]) -> str:
    """The sheet's table as we make it: one row for each wizard."""
    return desk.texts.render(
        "wiki/sheet", desk.wiki.markup, wizards=rows, attributes=sorted({k for row in rows for k in row.attributes})
    )


def want(desk: Desk, tx: Tx, at: datetime) -> None:
    """Says anew what the sheet should be, if that has changed."""
    text, title = sheet_table(desk, tx.wizards()), desk.config.wiki.sheet
    page = tx.page(title)
    if page is None or page.wanted != text:
        tx.want_page(title, PageKind.SHEET, text, "What the wizards hold", at)


# ---- what people changed ---------------------------------------------------------------------------------------------


def catch_up(desk: Desk, page: OwnPage, at: datetime, revisions: Sequence[Revision] = ()) -> bool:
    """Books what people changed on the sheet since the revision that was last accounted for.

    `revisions` are those since then, if they are known. False if the sheet cannot be read: the page is left alone and
    the Battle Master told. Raises SiteDown, SiteRefused, Unknown.
    """
    revisions = revisions or desk.wiki.history(page.title, page.revision)
    with desk.store.tx() as tx:
        own = tx.page(page.title)
        if own is None or own.revision != page.revision or not revisions:
            return False
        older.look_at_edits(desk, tx, own, revisions)
        ours = {one.id: key for one in revisions if (key := edits.key_of(desk, tx, page.title, one))}
        try:
            walk = _walk(read_sheet(own.seen or "") or [], revisions, ours.__contains__, tx.wizards())
        except Refused as error:
            _cannot_read(desk, tx, own, revisions[-1], error, at)
            return False
        # Whoever it was, a row may be gone, or a late write of ours have put older values there: all is compared.
        newest = revisions[-1]
        values: dict[str, Any] = {"revision": newest.id, "text": newest.text, "state": PageState.QUEUED, "why": None}
        if own.sent_key in ours.values():
            values |= {"sent_key": None, "sent": None, "written": own.sent}
        tx.change_page(page.title, seen=sheet_table(desk, walk.known), **values)
        for one in revisions:
            if one.id in ours:
                tx.journal(at, "page", title=page.title, revision=one.id)
        _hear(desk, tx, page.title, walk, at)
        want(desk, tx, at)
    return True


def read_back(desk: Desk, page: OwnPage, at: datetime) -> bool:
    """Books what people changed on the sheet, if it was changed; False if it cannot be read.

    Raises SiteDown, SiteRefused, OlderStore.
    """
    if page.revision is None:
        return True
    there = desk.wiki.read(page.title)
    try:
        return there is None or there.revision == page.revision or catch_up(desk, page, at)
    except older.Unknown as error:
        raise older.found(desk, str(error)) from None


def begin(desk: Desk, tx: Tx, page: OwnPage, there: Page, *, read: bool, at: datetime) -> bool:
    """Begins to keep a sheet that others made; with `read` its values count first. False if those cannot be read."""
    newest = Revision(there.revision, there.author, there.at, "", there.text)
    tx.change_page(page.title, seen=there.text, text=there.text, revision=there.revision)
    rows = read_sheet(there.text)
    if rows is None:
        return True
    columns = {name for row in rows for name in row.attributes}
    known = [  # what the sheet has no column for is no change
        replace(row, attributes={key: value for key, value in row.attributes.items() if key in columns})
        for row in _as_rows(tx.wizards()).values()
    ]
    try:
        walk = _walk(known, [newest], lambda _: False, tx.wizards())
    except Refused as error:
        tx.change_page(page.title, seen=None, revision=None)
        _cannot_read(desk, tx, page, newest, error, at)
        return False
    if read:
        sheet_edits.count(tx, page.title, walk.edits, at)
    _hear(desk, tx, page.title, replace(walk, edits=[]), at)
    want(desk, tx, at)
    return True


def _cannot_read(desk: Desk, tx: Tx, page: OwnPage, newest: Revision, error: Refused, at: datetime) -> None:
    """Leaves the sheet alone until it can be read, and tells the Battle Master once of each fault."""
    if page.why == str(error):
        return
    tx.change_page(page.title, state=PageState.STUCK, why=str(error))
    tx.journal(at, "sheet-unreadable", revision=newest.id, author=newest.author, why=str(error))
    desk.tell_master(
        tx, f"sheet.{newest.id}", at, about="sheet", why=str(error), title=page.title, author=newest.author,
        revision=newest.id, duel=None,
    )  # fmt: skip


@dataclass(frozen=True)
class _Walk:
    """What people changed; rows that they put there for wizards who had none, and for nobody that we know (with the
    revision); and every row as it was last shown readably.
    """

    edits: Sequence[Edit]
    new_rows: Sequence[Edit]
    strangers: Sequence[tuple[SheetRow, Revision]]
    known: Sequence[SheetRow]


def _walk(
    known: Sequence[SheetRow], revisions: Sequence[Revision], is_ours: Callable[[str], bool], wizards: Sequence[Wizard]
) -> _Walk:
    """Goes through the revisions in order; what one does not show readably is compared with the last that does.

    Raises Refused if the newest cannot be read.
    """
    last, held = _keyed(known), _as_rows(wizards)
    found: list[Edit] = []
    new_rows: list[Edit] = []
    strangers: dict[str, tuple[SheetRow, Revision]] = {}
    rows: list[SheetRow] | None = list(known) or None
    for one in revisions:
        if one.text is None:
            continue
        rows = read_sheet(one.text)
        changed: dict[str, Change] = {}
        added: dict[str, Change] = {}
        for key, row in _keyed(rows or ()).items():
            name, old = key[0], last.get(key)
            last[key] = _filled_in(row, old)
            if is_ours(one.id):
                continue
            if name not in held:
                if old is None:
                    strangers[name] = (row, one)
            elif change := _difference(old or held[name], last[key]):
                (added if old is None else changed)[held[name].name] = change
        found += [Edit(one.id, one.author, changed)] if changed else []
        new_rows += [Edit(one.id, one.author, added)] if added else []
    if rows is None and last:
        raise Refused("there is no table with the columns Wizard, Stars and Status on the page")
    _check(rows or (), held)
    return _Walk(found, new_rows, list(strangers.values()), list(last.values()))


def _hear(desk: Desk, tx: Tx, title: str, walk: _Walk, at: datetime) -> None:
    """Does with people's changes what the setting says; of rows that are new the Battle Master is asked anyhow."""
    how = desk.config.wiki.sheet_edits
    sheet_edits.hear(desk, tx, title, walk.edits, how, at)
    sheet_edits.hear(desk, tx, title, walk.new_rows, "ignore" if how == "ignore" else "ask", at)
    if not walk.strangers:
        return
    for row, _ in walk.strangers:
        attributes = {key: value for key, value in row.attributes.items() if value != ""}
        people.remember_row(tx, row.name, row.stars, row.active is not False, attributes)
    newest, names = walk.strangers[-1][1], [row.name for row, _ in walk.strangers]
    tx.journal(at, "sheet-strangers", names=names, revision=newest.id, author=newest.author)
    desk.tell_master(
        tx, f"strangers.{newest.id}", at, about="strangers", title=title, names=names, author=newest.author,
        revision=newest.id, duel=None,
    )  # fmt: skip


def _check(rows: Sequence[SheetRow], held: Mapping[str, SheetRow]) -> None:
    """That the rows of every wizard that we know can be read. Raises Refused."""
    faults = [fault for row in rows if row.name.casefold() in held for fault in row.faults]
    if faults:
        raise Refused("; ".join(faults))


def _keyed(rows: Sequence[SheetRow]) -> dict[tuple[str, int], SheetRow]:
    """Rows by name and number: a wiki that mixes our edit with another's may leave two for one wizard."""
    count: Counter[str] = Counter()
    found = {}
    for row in rows:
        name = row.name.casefold()
        found[name, count[name]] = row
        count[name] += 1
    return found


def _as_rows(wizards: Sequence[Wizard]) -> dict[str, SheetRow]:
    """The wizards as rows of the sheet."""
    return {w.name.casefold(): SheetRow(w.name, 0, w.stars, w.active, dict(w.attributes)) for w in wizards}


def _filled_in(row: SheetRow, old: SheetRow | None) -> SheetRow:
    """A row in which what cannot be read, and columns that are gone, are as they were."""
    if old is None:
        return row
    return replace(
        row,
        stars=old.stars if row.stars is None else row.stars,
        active=old.active if row.active is None else row.active,
        attributes={**old.attributes, **row.attributes},
    )


def _difference(old: SheetRow, new: SheetRow) -> Change:
    """What was changed from one state of a row to another: Stars by so many, the rest to what it is now."""
    change: Change = {}
    if old.stars is not None and new.stars is not None and new.stars != old.stars:
        change["stars"] = new.stars - old.stars
    if old.active is not None and new.active is not None and new.active != old.active:
        change["active"] = new.active
    attributes = {key: value for key, value in new.attributes.items() if value != old.attributes.get(key, "")}
    if attributes:
        change["attributes"] = {key: None if value == "" else value for key, value in attributes.items()}
    return change


# ---- what we write ---------------------------------------------------------------------------------------------------


def filled(desk: Desk, tx: Tx, page: str, written: str) -> str:
    """The page with what the wizards hold: the cells that say otherwise are set, rows and columns that lack are added.

    All else stays as it is, and so do the rows of those whose changes are to be decided on, and a value that the wizard
    does not have, unless it is what we had `written` there. A page without a table of ours gets one at its end.
    """
    wizards = tx.wizards()
    waiting = {name for edit in sheet_edits.waiting(tx) for name in edit.changes}
    cells = open_cells(page, COLUMNS)
    if cells is None:
        table = sheet_table(desk, wizards)
        return f"{page.rstrip()}\n\n{table}"
    said = MARKUPS[desk.wiki.markup].text
    rows: dict[str, list[SheetRow]] = {}
    for row in _rows(cells):
        rows.setdefault(row.name.casefold(), []).append(row)
    before = {row.name.casefold(): row.attributes for row in read_sheet(written) or ()}
    lacking = sorted({k for w in wizards for k in w.attributes if cells.column(k) is None})
    for wizard in wizards:
        name = wizard.name.casefold()
        values = {"wizard": wizard.name, "stars": wizard.stars, "status": "Active" if wizard.active else "Idle"}
        values |= {key.casefold(): value for key, value in wizard.attributes.items()}
        if name not in rows:
            cells.insert([said(values.get(key.casefold(), "")) for key in [*cells.rows[0], *lacking]], None)
        for row in rows.get(name, ()) if wizard.name not in waiting else ():
            lacks = [said(values.get(key.casefold(), "")) for key in cells.rows[0][cells.width[row.place] :]]
            if any(lacks):
                cells.append(row.place, lacks)
            _set_row(cells, row, wizard, before.get(name, {}), said)
    for key in lacking:
        added = {row.place: said(w.attributes.get(key, "")) for w in wizards for row in rows.get(w.name.casefold(), ())}
        cells.widen({0: said(key), **added})
    return cells.page()


def _set_row(
    cells: Cells, row: SheetRow, wizard: Wizard, before: Mapping[str, Any], said: Callable[[object], str]
) -> None:
    def put(column: str, value: object, old: str) -> None:
        place = cells.column(column)
        if place is not None and place < len(cells.rows[row.place]):
            cells.put(row.place, place, said(value), old)

    written = cells.rows[row.place]
    if row.stars != wizard.stars:
        number = _NUMBER.fullmatch(written[cells.column("Stars") or 0])
        put("Stars", wizard.stars, number[1] if number else "")
    if row.active != wizard.active:
        put("Status", "Active" if wizard.active else "Idle", written[cells.column("Status") or 0])
    for key, value in row.attributes.items():
        has = wizard.attributes.get(key, "")
        if str(has) != str(value) and (key in wizard.attributes or before.get(key) == value):
            put(key, has, str(value))
