"""A dynasty that runs already: its wizards, spells and numbers, read from its wiki, to go on from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbp import spells
from pbp.config import Config
from pbp.errors import Refused, Unclear
from pbp.ports import Page, Wiki
from pbp.service import people
from pbp.service.desk import Desk
from pbp.service.ring import LAST_NUMBER, section_text
from pbp.service.tables import find_table

_NAMES = ("wizard", "name", "player")
_OURS = ("Wizard", "Stars", "Status")
_GAP = 3
"""Numbers without a page after which no later duel is looked for."""


@dataclass(frozen=True)
class Found:
    """A wizard on the sheet: the values that are proposed."""

    name: str
    stars: int
    active: bool
    attributes: dict[str, Any]


@dataclass(frozen=True)
class Proposal:
    """What the wiki says; `faults` keep it from being taken on, `remarks` do not."""

    wizards: tuple[Found, ...]
    spells: tuple[str, ...]
    unclear: tuple[Unclear, ...]
    last_number: int
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    sheet: Page | None


def propose(wiki: Wiki, config: Config) -> Proposal:
    """Reads the Duel Sheet, the ruleset's section and the list pages; changes nothing. Raises SiteDown, SiteRefused."""
    faults: list[str] = []
    remarks: list[str] = []
    sheet = wiki.read(config.wiki.sheet)
    wizards: list[Found] = []
    if sheet is None:
        faults.append(f"the wiki has no page {config.wiki.sheet!r}; set [wiki] sheet")
    else:
        wizards = _wizards(config.wiki.sheet, sheet.text, faults, remarks)
    attributes = frozenset(name for wizard in wizards for name in wizard.attributes)
    ruleset = wiki.read(config.wiki.ruleset)
    text = section_text(ruleset.text, config.wiki.section) if ruleset else None
    if ruleset is None:
        faults.append(f"the wiki has no page {config.wiki.ruleset!r}; set [wiki] ruleset")
    elif text is None:
        faults.append(f"the page {config.wiki.ruleset!r} has no section {config.wiki.section!r}; set [wiki] section")
    listed = spells.read_list(text or "", attributes)
    last = max(_last_number(wiki, config.wiki.list_title), config.season.first_number - 1)
    return Proposal(tuple(wizards), tuple(listed.spells), listed.unclear, last, tuple(faults), tuple(remarks), sheet)


def take_on(desk: Desk, proposal: Proposal, at: datetime) -> None:
    """Makes the wizards of a proposal and lets the next duel have the next number, all or nothing. Raises Refused."""
    if proposal.faults:
        raise Refused("; ".join(proposal.faults))
    with desk.store.tx() as tx:
        if tx.wizards() or tx.duels():
            raise Refused("there are wizards or duels in the store already: an existing dynasty begins in a new one")
        for found in proposal.wizards:
            people.add_wizard(desk, tx, found.name, at, stars=found.stars, attributes=found.attributes)
            if not found.active:
                tx.change_wizard(found.name, active=False)
        if proposal.sheet:
            title = desk.config.wiki.sheet
            tx.want_page(title, "sheet", "", "What the wizards hold", at)
            tx.change_page(title, seen=proposal.sheet.text, revision=proposal.sheet.revision, state="set")
        tx.set_note(LAST_NUMBER, str(proposal.last_number))
        tx.journal(at, "taken-on", wizards=[found.name for found in proposal.wizards], last=proposal.last_number)


def _wizards(title: str, page: str, faults: list[str], remarks: list[str]) -> list[Found]:
    """The wizards of the sheet's table, whose columns are a name, Stars, perhaps Status, and tracked values."""
    table = find_table(page, _OURS) or next(
        (found for name in _NAMES if (found := find_table(page, (name, "Stars"))) is not None), None
    )
    if table is None:
        faults.append(f"the page {title!r} has no table with a column Wizard (or Name, or Player) and a column Stars")
        return []
    head = [cell.casefold() for cell in table.rows[0]]
    if not {name.casefold() for name in _OURS} <= set(head):
        remarks.append(
            f"the table of {title!r} lacks one of the columns Wizard, Stars, Status: the service will put a table of"
            " its own below it; rename or add the column if it is to be kept up to date in its place"
        )
    wizards: list[Found] = []
    for row in table.rows[1:]:
        try:
            wizards.append(_wizard(table.rows[0], head, row))
        except Refused as error:
            faults.append(f"{title}, row {' | '.join(row)!r}: {error}")
    names = [wizard.name.casefold() for wizard in wizards]
    faults += [f"{title}: {name!r} stands there twice" for name in sorted({n for n in names if names.count(n) > 1})]
    return wizards


def _wizard(columns: list[str], head: list[str], row: list[str]) -> Found:
    if len(row) != len(head):
        raise Refused(f"it does not have {len(head)} cells")
    cells = dict(zip(head, row, strict=True))
    who = next(name for name in _NAMES if name in cells)
    stars = cells["stars"].replace("−", "-").replace("+", "")
    if not re.fullmatch(r"-?\d{1,9}", stars):
        raise Refused(f"its Stars are {cells['stars']!r}: write a whole number")
    status = cells.get("status", "").casefold() or "active"
    if status not in ("active", "idle"):
        raise Refused(f"its Status is {cells['status']!r}: write Active or Idle")
    attributes = {
        column: int(cell) if re.fullmatch(r"-?\d{1,9}", cell) else cell
        for column, key, cell in zip(columns, head, row, strict=True)
        if key not in (who, "stars", "status") and cell
    }
    return Found(people.fair_name(cells[who]), int(stars), status == "active", attributes)


def _last_number(wiki: Wiki, list_title: str) -> int:
    """The highest number whose spell list page is there; 0 if none is."""
    last, number = 0, 1
    while number <= last + _GAP:
        if wiki.read(list_title.format(number=number)) is not None:
            last = number
        number += 1
    return last
