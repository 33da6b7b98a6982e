"""People who edit at random all the time: between the runs of the service, and between two of its calls."""

from __future__ import annotations

import html
import os
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

WITHIN, BEFORE_A_WRITE, BETWEEN = 0.03, 0.25, 0.25
"""How likely somebody acts before a call of ours, before one that writes, and before a run."""
COLUMN = "Familiar"
SEEDS = (None, *(range(1, 5) if "PBP_LONG" in os.environ else (1,)))
"""A season without people, and seasons with people who do what these say."""


class Hands(Protocol):
    """What people can do on a wiki and beside a blog."""

    def read(self, title: str) -> str | None:
        """What stands on a page, if there is one."""

    def edit(self, title: str, text: str) -> None:
        """Replaces a page that was just read."""

    def remark(self, post: str, words: str) -> None:
        """Writes under a post, named as we name it."""

    def remarks(self) -> str:
        """All that stands under posts."""


@dataclass(frozen=True)
class Markup:
    """How a table's row and a spell are written: between two cells, around a row, around its head."""

    joint: str
    row: str
    head: str
    head_joint: str
    spell: str


WIKITEXT = Markup(" || ", "| {}", "! {}", " !! ", "=== {} ===\n* Effect: Gain 1 stars")
MARKDOWN = Markup(" | ", "| {} |", "| {} |", " | ", "### {}\n\n* **Effect:** Gain 1 stars")


class People:
    """Several people with one pair of hands, who do what a seeded chance says, and remember what they did.

    `pages` are titles on which they may write, `lists` frozen lists among them, `post` where they may remark; none yet
    is nothing done there.
    """

    def __init__(self, seed: int, wizards: Sequence[str], hands: Hands, markup: Markup, sheet: str = "Duel Sheet"):
        self._chance = random.Random(seed)
        self._wizards, self._hands, self._markup, self._sheet = wizards, hands, markup, sheet
        self.pages: Sequence[str] = ()
        self.lists: Sequence[str] = ()
        self.post = ""
        self._rests, self._put_back = False, 0
        self._left_alone: set[str] = set()
        self.stars: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self._notes: defaultdict[str, set[str]] = defaultdict(set)
        self._remarks: list[str] = []
        self._familiars: dict[str, str] = {}
        self._order: list[str] = []

    def maybe(self, share: float, when: str = "between runs") -> None:
        """Somebody acts, or nobody."""
        if self._rests or self._chance.random() >= share:
            return
        acts: list[Callable[[], bool]] = [self._give, self._note, self._note, self._remark, self._move, self._add]
        acts += [self._name_familiar, self._write_spell] + [self._note_on_list] * (self._chance.random() < 0.5)
        if self._chance.choice(acts)():
            self.counts[when] += 1

    def before(self, call: str) -> None:
        """Somebody acts before a call of ours, or nobody; more likely if the call, which begins so, writes."""
        self.maybe(BEFORE_A_WRITE if call.startswith("POST") else WITHIN, "within a run")

    def rest(self) -> None:
        """From now on nobody does anything."""
        self._rests = True

    def hear(self, title: str, text: str) -> None:
        """The Battle Master puts a list back to this text: who wrote there leaves it alone from now on."""
        gone = {note for note in self._notes[title] if note not in text}
        self._notes[title] -= gone
        self._put_back += len(gone)
        self._left_alone.add(title)

    def check(self, stars: dict[str, int], familiars: dict[str, object]) -> None:
        """Checks that all that they did stands, and that the sheet says what wizards hold."""
        for title, notes in self._notes.items():
            text = self._hands.read(title) or ""
            assert {note: text.count(note) for note in notes} == dict.fromkeys(notes, 1), title
        said = self._hands.remarks()
        assert {words: said.count(words) for words in self._remarks} == dict.fromkeys(self._remarks, 1)
        rows = self._rows(self._hands.read(self._sheet) or "")
        assert {name: _number(cells[1]) for _, name, cells in rows} == stars
        assert len(rows) == len(stars)
        if self._order:
            assert [name for _, name, _ in rows] == self._order
        if self._familiars:
            assert {name: cells[3] for _, name, cells in rows} == self._familiars == familiars

    def told(self) -> str:
        """What they did, in words."""
        when = {name: self.counts.pop(name) for name in ("between runs", "within a run")}
        did = ", ".join(f"{number} {what}" for what, number in sorted(self.counts.items(), reverse=True))
        if self._put_back:
            did += f" ({self._put_back} of them put back by the Battle Master)"
        return f"{sum(when.values())} edits by people ({when['within a run']} of them in the middle of a run): {did}"

    # ---- what they do ------------------------------------------------------------------------------------------

    def _give(self) -> bool:
        """Gives a wizard Stars, or takes some."""
        name, stars = self._chance.choice(self._wizards), self._chance.choice([-2, -1, 1, 2, 3])

        def change(cells: list[str]) -> None:
            cells[1] = str(_number(cells[1]) + stars)

        return self._change_row(name, change) and self._did("changes of Stars", self.stars.update, {name: stars})

    def _name_familiar(self) -> bool:
        """Fills a cell of the further column."""
        if not self._familiars:
            return False
        name, familiar = self._chance.choice(self._wizards), f"an owl of {self._count()} years"

        def change(cells: list[str]) -> None:
            cells[3] = familiar

        return self._change_row(name, change) and self._did("cells filled in", self._familiars.update, {name: familiar})

    def _add(self) -> bool:
        """Adds a column to the sheet, once."""
        text = self._hands.read(self._sheet)
        if self._familiars or text is None:
            return False
        lines = text.split("\n")
        for number, name, cells in self._rows(text):
            self._familiars[name] = f"a cat of {name}"
            lines[number] = self._row([*cells, self._familiars[name]])
        head = self._markup.head.format(self._markup.head_joint.join(("Wizard", "Stars", "Status")))
        at = lines.index(head)
        lines[at] = self._markup.head.format(self._markup.head_joint.join(("Wizard", "Stars", "Status", COLUMN)))
        if lines[at + 1].startswith("| ---") or lines[at + 1].startswith("|---"):
            lines[at + 1] = self._row(["---"] * 4)
        self._hands.edit(self._sheet, "\n".join(lines))
        return self._did("columns added")

    def _move(self) -> bool:
        """Puts the sheet's rows in another order."""
        text = self._hands.read(self._sheet)
        if text is None:
            return False
        lines, rows = text.split("\n"), self._rows(text)
        mixed = self._chance.sample(rows, len(rows))
        for (number, _, _), (old, _, _) in zip(rows, mixed, strict=True):
            lines[number] = text.split("\n")[old]
        self._order = [name for _, name, _ in mixed]
        self._hands.edit(self._sheet, "\n".join(lines))
        return self._did("moves of rows")

    def _note(self) -> bool:
        """Writes a note on a page of ours: above, below or between what stands there."""
        return self._write_note([title for title in self.pages if title not in self.lists], "notes on pages")

    def _note_on_list(self) -> bool:
        """Writes a note above a frozen list."""
        lists = [title for title in self.lists if title not in self._left_alone]
        return self._write_note(lists, "notes on spell lists", above=True)

    def _write_note(self, titles: Sequence[str], what: str, *, above: bool = False) -> bool:
        title = self._chance.choice(sorted(titles)) if titles else ""
        text = self._hands.read(title) if title else None
        if text is None:
            return False
        note = f"A note of ours, number {self._count()}!"
        blocks = text.split("\n\n")
        between = self._chance.randint(0, len(blocks)) if len(text) < 3000 else self._chance.choice([0, len(blocks)])
        blocks.insert(0 if above else between, note)
        self._hands.edit(title, "\n\n".join(blocks))
        return self._did(what, self._notes[title].add, note)

    def _write_spell(self) -> bool:
        """Writes a spell that nobody casts at the ruleset's end."""
        text = self._hands.read("Ruleset")
        assert text
        spell = self._markup.spell.format(f"Spark of {self._count()} Stars")
        self._hands.edit("Ruleset", f"{text.rstrip()}\n\n{spell}")
        return self._did("new spells", self._notes["Ruleset"].add, spell)

    def _remark(self) -> bool:
        """Writes under the newest post."""
        if not self.post:
            return False
        words = f"Good luck for the time number {self._count()}!"
        self._hands.remark(self.post, words)
        return self._did("remarks under posts", self._remarks.append, words)

    def _change_row(self, name: str, change: Callable[[list[str]], None]) -> bool:
        text = self._hands.read(self._sheet)
        if text is None:
            return False
        lines = text.split("\n")
        for number, who, cells in self._rows(text):
            if who == name:
                change(cells)
                lines[number] = self._row(cells)
        self._hands.edit(self._sheet, "\n".join(lines))
        return True

    def _rows(self, text: str) -> list[tuple[int, str, list[str]]]:
        """The sheet's rows: number of the line, wizard, cells."""
        found = []
        for number, line in enumerate(text.split("\n")):
            cells = [cell.strip() for cell in re.split(r"\|\|?", line.strip().strip("|"))]
            if line.startswith("|") and cells[0] in self._wizards:
                found.append((number, cells[0], cells))
        return found

    def _row(self, cells: Sequence[str]) -> str:
        return self._markup.row.format(self._markup.joint.join(cells))

    def _did(self, what: str, keep: Callable[..., object] = lambda: None, *done: object) -> bool:
        """Remembers something that was done."""
        keep(*done)
        self.counts[what] += 1
        return True

    def _count(self) -> int:
        return self.counts.total()


def _number(cell: str) -> int:
    return int(html.unescape(cell))
