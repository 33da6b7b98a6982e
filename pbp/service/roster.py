"""The wizards on a sheet that people keep by hand: who they are, and what only a person can say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbp.config import Config
from pbp.errors import Refused
from pbp.service import people
from pbp.spells.page.layout import PageTable, Section
from pbp.spells.page.wikitext import readings

_NAMES = ("wizard", "name", "player")
_STATUS = {"active": True, "idle": False, "inactive": False, "": None}
_MARKS = "★☆⭐🌟✨✦✧✪"
_NUMBER = re.compile(r"[-+]?(?:\d{1,9}|\d{1,3}(?:,\d{3}){1,2})")
_IDLE = re.compile(r"\b(?:idle|inactive)\b", re.IGNORECASE)
_ACTIVE = re.compile(r"\bactive\b", re.IGNORECASE)
_TOTAL = re.compile(r"(?:(?:grand|sub) ?-?)?totals?|sum|[Σ∑]|all|overall|average|mean|median", re.IGNORECASE)


@dataclass(frozen=True)
class FoundWizard:
    """A wizard on the sheet: the values that are proposed."""

    name: str
    stars: int
    active: bool
    attributes: dict[str, Any]


@dataclass(frozen=True)
class Doubt:
    """What a person must say: whether `what`, a row or a table of the sheet, is to be taken or left out.

    A doubt that is not `takable` can only be left out, or mended on the wiki.
    """

    what: str
    why: str
    takable: bool


@dataclass
class Roster:
    """What a sheet says; `faults` and `doubts` keep it from being taken on, `remarks` do not."""

    wizards: list[FoundWizard] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def roster(config: Config, page: str, answers: Mapping[str, bool]) -> Roster:
    """The wizards of all tables on the sheet that have a column for the name and one for the Stars.

    `answers`: what a person said of doubts, by `Doubt.what` in small letters: take it, or leave it out.
    """
    found, title = Roster(), config.wiki.sheet
    tables = max((list(_tables(read)) for read in readings(page)), key=len)
    if not tables:
        found.faults.append(
            f"the page {title!r} has no table with a column Wizard (or Name, or Player) and a column Stars"
        )
    main = next((label for label, _, _ in tables if not _IDLE.search(label)), None)
    for label, columns, rows in tables:
        if label != main and not _IDLE.search(label):
            say = answers.get(label.casefold())
            if say is None:
                why = f"{title}: is the further table {label!r} one of wizards who still play?"
                found.doubts.append(Doubt(label, why, True))
            if not say:
                continue
        elif answers.get(label.casefold()) is False:
            continue
        _Rows(config, columns, rows, not _IDLE.search(label), answers, found).read()
    names = [wizard.name.casefold() for wizard in found.wizards]
    twice = sorted({name for name in names if names.count(name) > 1})
    found.faults += [f"{title}: {name!r} stands there twice" for name in twice]
    return found


def _tables(read: Sequence[Section]) -> Iterator[tuple[str, list[str], Sequence[Sequence[str]]]]:
    """The tables of wizards: what each is called, its columns and the rows below them."""
    called: set[str] = set()
    for number, (section, table) in enumerate(_with_section(read), start=1):
        rows = [row for row in table.rows if any(row)]
        above = []
        while rows and len(set(rows[0])) == 1 < len(rows[0]):
            above.append(rows.pop(0)[0])  # a title that stands in the table itself
        columns = _columns(rows[0]) if rows else []
        if "name" in columns and "stars" in columns:
            label = " ".join([*above, table.caption, section.title or ""]).split("\n")[0].strip()
            if not label or label.casefold() in called:
                label = f"{label} (table {number})".strip()
            called.add(label.casefold())
            yield label, list(rows[0]), rows[1:]


def _with_section(read: Sequence[Section]) -> Iterator[tuple[Section, PageTable]]:
    return ((section, part) for section in read for part in section.parts if isinstance(part, PageTable))


def _columns(head: Sequence[str]) -> list[str]:
    """What each column of a table holds: name, stars, status, or "" for a tracked value."""
    plain = [_bare(cell) for cell in head]
    names = [name for name in _NAMES if name in plain]
    meant = {"stars": "stars", "star": "stars", "status": "status", **({names[0]: "name"} if names else {})}
    kinds = [meant.get(word, "") for word in plain]
    for kind in ("name", "stars", "status"):
        # Of two that would do, the one that bears exactly the word is meant.
        exact = [n for n, cell in enumerate(head) if kinds[n] == kind and cell.casefold().strip() == plain[n]]
        if exact and kinds.count(kind) > 1:
            kinds = ["" if other == kind and n != exact[0] else other for n, other in enumerate(kinds)]
    return kinds


def _bare(cell: str) -> str:
    """A column's heading without brackets, references and stars; "★" alone means Stars."""
    word = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", cell)
    word = " ".join(word.translate(dict.fromkeys(map(ord, _MARKS + "\ufe0f"))).split()).casefold().strip(" :")
    return word or ("stars" if any(mark in cell for mark in _MARKS) else "")


@dataclass
class _Rows:
    """Reads the rows of one table into a roster."""

    config: Config
    head: list[str]
    rows: Sequence[Sequence[str]]
    active: bool
    answers: Mapping[str, bool]
    found: Roster

    @property
    def title(self) -> str:
        return self.config.wiki.sheet

    def read(self) -> None:
        columns = _columns(self.head)
        for kind in ("name", "stars", "status"):
            if columns.count(kind) > 1:
                same = ", ".join(repr(cell) for cell, of in zip(self.head, columns, strict=True) if of == kind)
                self.found.faults.append(f"{self.title}: each of the columns {same} could be the {kind.title()}")
                return
        own: list[FoundWizard] = []
        for row in self.rows:
            words = {" ".join(cell.split()) for cell in row if cell.strip()}
            if columns == _columns(row) or not words:
                continue
            if len(words) == 1 and len(row) > 1:
                self._divider(next(iter(words)))
            else:
                self._row(columns, [" ".join(cell.split()) for cell in row], own)

    def _divider(self, words: str) -> None:
        """A row that says what the rows below it are."""
        if _IDLE.search(words):
            self.active = False
        elif _ACTIVE.search(words):
            self.active = True
        else:
            self.found.remarks.append(f"{self.title}: the row {words!r} names nobody's Stars: it is left out")

    def _row(self, columns: list[str], row: list[str], own: list[FoundWizard]) -> None:
        name = row[columns.index("name")] if columns.index("name") < len(row) else ""
        what = name or _told(row)
        say = self.answers.get(what.casefold())
        if say is False:
            return
        try:
            wizard = self._wizard(columns, row)
        except Refused as error:
            if not self._adds_up(columns, row, own):
                where = f"{self.title}, row {_told(row)!r}"
                self.found.doubts.append(Doubt(what, f"{where}: {error}", False))
            return
        if say is None and _TOTAL.fullmatch(name.strip(" :.")):
            if not self._adds_up(columns, row, own):
                why = f"{self.title}, row {_told(row)!r}: is there a wizard of the name {name!r}?"
                self.found.doubts.append(Doubt(what, why, True))
            return
        self.found.wizards.append(wizard)
        own.append(wizard)

    def _adds_up(self, columns: list[str], row: list[str], own: list[FoundWizard]) -> bool:
        """Whether a row that is named like one, or not at all, is the sum of those above it."""
        name, stars = (row[columns.index(kind)] if columns.index(kind) < len(row) else "" for kind in ("name", "stars"))
        if name and not _TOTAL.fullmatch(name.strip(" :.")):
            return False
        sums = {sum(wizard.stars for wizard in wizards) for wizards in (own, self.found.wizards) if len(wizards) > 1}
        if _whole(stars) not in sums:
            return False
        self.found.remarks.append(f"{self.title}: the row {_told(row)!r} adds up the others: it is left out")
        return True

    def _wizard(self, columns: list[str], row: list[str]) -> FoundWizard:
        if len(row) != len(columns):
            raise Refused(f"it does not have {len(columns)} cells")
        cells = {kind: cell for kind, cell in zip(columns, row, strict=True) if kind}
        stars = _whole(cells["stars"])
        if stars is None:
            raise Refused(f"its Stars are {cells['stars']!r}: write a whole number")
        status = cells.get("status", "").casefold()
        if status not in _STATUS:
            raise Refused(f"its Status is {cells['status']!r}: write Active or Idle")
        active = _STATUS[status]
        attributes = {
            " ".join(column.split()): _value(cell)
            for column, kind, cell in zip(self.head, columns, row, strict=True)
            if not kind and cell and column.strip()
        }
        name = people.free_name(self.config, cells["name"])
        return FoundWizard(name, stars, self.active if active is None else active, attributes)


def _told(row: Sequence[str]) -> str:
    return " | ".join(filter(None, row))


def _whole(cell: str) -> int | None:
    """The number of Stars in a cell: "20", "−4", "1,250", "20 ★", "20 Stars"; None for anything else."""
    words = cell.replace("−", "-").translate(dict.fromkeys(map(ord, "\ufe0f")))
    words = re.sub(rf"^[{_MARKS}]\s*|\s*(?:[{_MARKS}]|\bstars?)$", "", words.strip(), flags=re.IGNORECASE).strip()
    return int(words.replace(",", "")) if _NUMBER.fullmatch(words) else None


def _value(cell: str) -> int | str:
    return int(cell) if re.fullmatch(r"-?\d{1,9}", cell) else cell
