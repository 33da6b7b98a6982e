"""A whole service on a store and an embedded site of its own, with a clock that the test moves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbp import config
from pbp.app import App, build
from pbp.service.report import TickReport
from pbp.store import Duel

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday: the first battle time is Wednesday 15:00
WIZARDS = ("Alice", "Bob", "Carol", "Dave")

SPELLS = """== Spells ==
=== Greed ===
* Inputs: None
* Effect: If no other Wizard cast the Greed spell this Duel, gain 5 stars
=== Gain ===
* Inputs: None
* Effect: Gain DICE4 stars
=== Burn ===
* Inputs: A numerical position in the Wizard Ring
* Effect: The wizard in the targeted position loses 3 stars. Their neighbors lose 1 star
"""
JEST = """=== Jest ===
* Effect: The caster tells a joke. If the Battle Master laughs, the caster gains 5 Stars.
"""


class Moving:
    """A clock that goes only when told."""

    def __init__(self, now: datetime):
        self.now = now

    def __call__(self) -> datetime:
        return self.now


class World:
    """The app, its clock, and what players do."""

    def __init__(
        self,
        folder: Path,
        store_url: str,
        settings: str = "",
        wizards: Sequence[str] = WIZARDS,
        *,
        addresses: Mapping[str, Mapping[str, str]] | None = None,
        start: datetime = START,
    ):
        """`addresses` are those of wizards, by channel, where they are not on the embedded site alone."""
        self._open(folder, store_url, settings, start)
        self.site.account("Master", master=True)
        self.site.edit("Ruleset", SPELLS, None, "Master", "the first spells")
        with self.app.store.tx() as tx:  # one season's secrets for all tests: its tree is built once a process
            self.app.desk.begin_season(tx, start, b"key".ljust(32), b"signing key".ljust(32))
        for name in wizards:
            self.app.add_player(name, (addresses or {}).get(name))

    @classmethod
    def as_left(cls, folder: Path, store_url: str, now: datetime, settings: str = "") -> World:
        """A world whose store and site are there already, at that time."""
        world = cls.__new__(cls)
        world._open(folder, store_url, settings, now)
        return world

    def _open(self, folder: Path, store_url: str, settings: str, now: datetime) -> None:
        self.folder, self.clock = folder, Moving(now)
        master = "" if "[battle_master]" in settings else '[battle_master]\naddresses = ["local:Master"]\n'
        if "outage_after_hours" not in settings:  # tests that leap days ahead are not about outages
            ring, _, rest = settings.rpartition("[ring]\n")
            settings = f"{ring}[ring]\noutage_after_hours = 1000\ngive_back_minutes = 0\n{rest}"
        begins = "" if "[schedule]" in settings else "[schedule]\nplayers = 2\n"
        text = f'[store]\nurl = "{store_url}"\n{begins}{master}{settings}'
        self.config = config.read(text, folder)
        self.app: App = build(self.config, clock=self.clock)
        assert self.app.site
        self.site = self.app.site

    # ---- time --------------------------------------------------------------------------------------------------

    def tick(self, **later: float) -> TickReport:
        """Moves the clock by hours=…, minutes=… and ticks."""
        self.clock.now += timedelta(**later)
        return self.app.tick()

    def after_battle(self) -> TickReport:
        """Moves to a minute after the newest duel's battle time and ticks."""
        return self.after_battle_of(self.duel().number)

    def after_battle_of(self, number: int) -> TickReport:
        """Moves to a minute after a duel's battle time and ticks."""
        battle_time = self.duel(number).battle_time
        assert battle_time
        self.clock.now = battle_time + timedelta(minutes=1)
        return self.app.tick()

    # ---- people ------------------------------------------------------------------------------------------------

    def say(self, name: str, text: str) -> str:
        """A player's message, taken in at once; gives the body of the answer."""
        self.site.say(name, text)
        self.app.collect()
        return self.letters(name)[0][1]

    def letters(self, name: str) -> list[tuple[str, str]]:
        """The letters to a player as (subject, body), newest first."""
        return [(entry.subject, entry.text) for entry in self.site.mailbox.entries(name) if not entry.sent]

    def subjects(self, name: str) -> list[str]:
        """The subjects of a player's letters, oldest first."""
        return [subject for subject, _ in self.letters(name)][::-1]

    # ---- what stands -------------------------------------------------------------------------------------------

    def duel(self, number: int | None = None) -> Duel:
        """A duel, or the newest."""
        with self.app.store.tx() as tx:
            return tx.duel(number) if number else tx.duels()[-1]

    def stars(self) -> dict[str, int]:
        """Everybody's Stars."""
        with self.app.store.tx() as tx:
            return {wizard.name: wizard.stars for wizard in tx.wizards()}

    def standing(self, number: int) -> dict[str, str]:
        """The standing orders of a duel in canonical words."""
        with self.app.store.tx() as tx:
            duel = tx.duel(number)
            return {name: s.words or "" for name, s in tx.standing(number, duel.step).items()}

    def comments(self) -> list[str]:
        """The bodies of all comments by the service, oldest first."""
        return [remark.body for remark in self.site.blog.comments(1000)][::-1]

    def posts(self) -> list[str]:
        """The titles of all posts, oldest first."""
        return [post.title for post in self.site.blog.posts(1000)][::-1]

    def page(self, title: str) -> str:
        """The text of a page; empty if there is none."""
        page = self.site.wiki.read(title)
        return page.text if page else ""

    def edit(self, title: str, text: str, author: str = "Alice") -> None:
        """A person's edit of a page."""
        page = self.site.wiki.read(title)
        self.site.edit(title, text, page.revision if page else None, author, "by hand")

    def kinds(self, number: int | None = None) -> list[str]:
        """The kinds of the journal's entries, oldest first."""
        with self.app.store.tx() as tx:
            return [entry.kind for entry in tx.entries(number)]

    def bundle(self, number: int) -> Any:
        """The published bundle of a duel."""
        text = self.page(f"Wizard Duel {number} Audit")
        return json.loads(text[text.index("{") : text.rindex("}") + 1])
