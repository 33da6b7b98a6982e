"""A dynasty that runs already: its wizards, spells and numbers, read from its wiki, to go on from."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbp import spells
from pbp.config import Config
from pbp.errors import Refused, Unclear
from pbp.ports import Page, Wiki
from pbp.service import people
from pbp.service.desk import Desk
from pbp.service.ring import LAST_NUMBER
from pbp.service.roster import Doubt, FoundWizard, roster
from pbp.service.tables import find_table
from pbp.spells.page.wikitext import readings, section_text
from pbp.store import Tx
from pbp.store.states import PageKind, PageState

_AT_ONCE = 500
"""Numbers of duels for which a spell list page is looked for at once; the first two lots always."""
_FAR = 20
"""Numbers without a page after which a later one is doubted."""


@dataclass(frozen=True)
class SeenDynasty:
    """What the wiki shows of a dynasty: its pages, and the numbers of the duels that have a spell list page."""

    sheet: Page | None
    ruleset: Page | None
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Proposal:
    """What the wiki says; `faults` and what is in doubt keep it from being taken on, `remarks` do not.

    `last_duels`: the numbers of which only a person can say which was the last duel's; empty if that is plain.
    """

    wizards: tuple[FoundWizard, ...]
    spells: tuple[str, ...]
    unclear: tuple[Unclear, ...]
    last_number: int
    faults: tuple[str, ...]
    remarks: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    last_duels: tuple[int, ...]
    sheet: Page | None

    @property
    def settled(self) -> bool:
        """Whether nothing is wrong or in doubt."""
        return not (self.faults or self.doubts or self.last_duels)


def look(wiki: Wiki, config: Config) -> SeenDynasty:
    """Reads the Duel Sheet, the ruleset and which list pages there are. Raises SiteDown, SiteRefused."""
    numbers: list[int] = []
    first, empty = config.season.first_number, 0
    # A dynasty may have begun to keep lists long after its first duel.
    while first <= 2 * _AT_ONCE or not empty:
        titles = {config.wiki.list_title.format(number=n): n for n in range(first, first + _AT_ONCE)}
        there = wiki.existing(titles)
        numbers += sorted(titles[title] for title in there)
        first, empty = first + _AT_ONCE, not there
    return SeenDynasty(wiki.read(config.wiki.sheet), wiki.read(config.wiki.ruleset), tuple(numbers))


def propose(seen: SeenDynasty, config: Config, answers: Mapping[str, bool], last_duel: int | None = None) -> Proposal:
    """What is to be taken on, with what a person said of it: `answers` as in a roster, and the last duel's number."""
    faults: list[str] = []
    remarks: list[str] = []
    wizards: list[FoundWizard] = []
    doubts: list[Doubt] = []
    if seen.sheet is None:
        faults.append(f"the wiki has no page {config.wiki.sheet!r}; set [wiki] sheet")
    else:
        listed = roster(config, seen.sheet.text, answers)
        wizards, doubts = listed.wizards, listed.doubts
        faults += listed.faults
        remarks += listed.remarks
        if not listed.faults and find_table(seen.sheet.text, ("Wizard", "Stars", "Status")) is None:
            remarks.append(
                f"the table of {config.wiki.sheet!r} lacks one of the columns Wizard, Stars, Status: the service will"
                " put a table of its own below it; rename or add the column if it is to be kept up to date in its place"
            )
    attributes = frozenset(name for wizard in wizards for name in wizard.attributes)
    text = section_text(seen.ruleset.text, config.wiki.section) if seen.ruleset else None
    if seen.ruleset is None:
        faults.append(f"the wiki has no page {config.wiki.ruleset!r}; set [wiki] ruleset")
    elif text is None:
        faults.append(
            f"the page {config.wiki.ruleset!r} has no section {config.wiki.section!r}; set [wiki] section"
            + _one_of(_titles(seen.ruleset.text))
        )
    found = spells.read_list(text or "", attributes)
    if text is not None and not found.spells:
        remarks.append("no spell was found: each is a heading, or a row of a table, with an Effect")
    last = seen.numbers[-1] if seen.numbers else config.season.first_number - 1
    candidates = () if last_duel is not None else _candidates(seen.numbers)
    return Proposal(
        tuple(wizards), tuple(found.spells), found.unclear, last if last_duel is None else last_duel,
        tuple(faults), tuple(remarks), tuple(doubts), candidates, seen.sheet,
    )  # fmt: skip


def _candidates(numbers: Sequence[int]) -> tuple[int, ...]:
    """The last number before each wide gap, and the very last, if the numbers have such gaps."""
    ends = [one for one, other in itertools.pairwise(numbers) if other - one > _FAR]
    return (*ends, numbers[-1]) if ends else ()


def _titles(page: str) -> list[str]:
    """The headings of a page, in the markup in which it has more of them."""
    return max(([part.title for part in read if part.title] for read in readings(page)), key=len)


def _one_of(titles: Sequence[str]) -> str:
    shown = ", ".join(repr(title) for title in titles[:12])
    return f" to one of: {shown}" if shown else ""


def take_on(desk: Desk, tx: Tx, proposal: Proposal, at: datetime) -> None:
    """Makes the wizards of a proposal and lets the next duel have the next number, all or nothing. Raises Refused."""
    if not proposal.settled:
        raise Refused("what is wrong or in doubt must be settled first")
    if tx.wizards() or tx.duels():
        raise Refused("there are wizards or duels in the store already: an existing dynasty begins in a new one")
    for found in proposal.wizards:
        people.add_wizard(desk, tx, found.name, at, stars=found.stars, attributes=found.attributes)
        if not found.active:
            tx.change_wizard(found.name, active=False)
    if proposal.sheet:
        title = desk.config.wiki.sheet
        tx.want_page(title, PageKind.SHEET, "", "What the wizards hold", at)
        tx.change_page(title, seen=proposal.sheet.text, revision=proposal.sheet.revision, state=PageState.SET)
    tx.set_note(LAST_NUMBER, str(proposal.last_number))
    tx.journal(at, "taken-on", wizards=[found.name for found in proposal.wizards], last=proposal.last_number)
