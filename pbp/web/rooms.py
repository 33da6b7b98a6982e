"""What every view works with: the site, the service and the rules of the house; and what jinja is given."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Generic, TypeVar, cast

from flask import abort, current_app, g, request

from pbp.adapters.local import Account, LocalSite
from pbp.errors import BeingRead, whereabouts
from pbp.honours.tables import Honours
from pbp.spells.changes import Changes
from pbp.store.states import RUNNING
from pbp.web import being_read
from pbp.web.facts import PublicContest, PublicDuel, PublicWizard, Service
from pbp.web.published import PublicTournament
from pbp.web.records import SpellRecord, spell_records

T = TypeVar("T")


@dataclass(frozen=True)
class House:
    """The settings of the web site.

    `players_edit` and `nobody_edits` are patterns of page titles (`*` stands for anything); what neither names,
    a Battle Master may edit by hand. `proxies` is the number of reverse proxies in front whose headers are believed;
    `hosts` are the names by which the site is reached: a request by any other is refused;
    `writes` how many messages, edits and comments an account may send in a minute, `misses` how many wrong private
    links an address may try in that time, and `joins` how many may join from it; 0: nobody joins here.
    Who bears `metrics_token` may read the figures; empty: nobody.
    """

    name: str = "Wizard Duels"
    ruleset: str = "Ruleset"
    section: str = "Spells"
    players_edit: tuple[str, ...] = ("Ruleset",)
    nobody_edits: tuple[str, ...] = (
        "Wizard Duel Spell List *",
        "Wizard Duel * Audit",
        "Wizard Duel Season *",
        "Tournament *",
        "Wizard Duels",
        "Duel Sheet",
    )
    proxies: int = 0
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1")
    writes: int = 30
    misses: int = 10
    joins: int = 0
    metrics_token: str = ""

    def may_edit(self, account: Account | None, title: str) -> bool:
        """Whether the owner of the account may edit that page by hand."""
        if account is None or any(fnmatchcase(title, pattern) for pattern in self.nobody_edits):
            return False
        return account.master or any(fnmatchcase(title, pattern) for pattern in self.players_edit)


@dataclass(frozen=True)
class Rooms:
    """All that a view needs."""

    site: LocalSite
    service: Service
    house: House

    def duels(self) -> list[PublicDuel]:
        """Every duel, newest first; none if the service cannot say. Asked once for each request."""
        if "duels" not in g:
            none: Sequence[PublicDuel] = ()
            g.duels = list(self.asked(self.service.duels, none))
        duels: list[PublicDuel] = g.duels
        return duels

    def spell_records(self) -> Mapping[str, SpellRecord]:
        """The records of all spells cast in rings, by names in small letters. Counted once for each request."""
        if "spell_records" not in g:
            g.spell_records = spell_records(self.duels())
        found: Mapping[str, SpellRecord] = g.spell_records
        return found

    def changes(self, numbers: Collection[int]) -> Mapping[int, Changes]:
        """What the lists of ring duels have new or worded otherwise; nothing if the service cannot say."""
        nothing: Mapping[int, Changes] = {}
        return self.asked(lambda: self.service.changes(numbers), nothing)

    def wizards(self) -> list[PublicWizard]:
        """Every wizard, by name; none if the service cannot say. Asked once for each request."""
        if "wizards" not in g:
            nobody: Sequence[PublicWizard] = ()
            g.wizards = list(self.asked(self.service.wizards, nobody))
        wizards: list[PublicWizard] = g.wizards
        return wizards

    def contests(self) -> list[PublicContest]:
        """Every two-player contest, newest first; none if the service cannot say. Asked once for each request."""
        if "contests" not in g:
            none: Sequence[PublicContest] = ()
            g.contests = list(self.asked(self.service.contests, none))
        contests: list[PublicContest] = g.contests
        return contests

    def honours(self) -> Honours:
        """Ratings and records; none if the service cannot say. Asked once for each request."""
        if "honours" not in g:
            g.honours = self.asked(self.service.honours, Honours())
        honours: Honours = g.honours
        return honours

    def tournaments(self) -> list[PublicTournament]:
        """Every tournament, newest first; none if the service cannot say."""
        none: Sequence[PublicTournament] = ()
        return list(self.asked(self.service.tournaments, none))

    def duel_now(self) -> PublicDuel | None:
        """The duel that is open or pending."""
        return next((duel for duel in self.duels() if duel.state in RUNNING), None)

    def asked(self, question: Callable[[], T], otherwise: T) -> T:
        """The service's answer; if it fails in whatever way, a page is better without it than not at all."""
        try:
            return question()
        except BeingRead:
            being_read.noted()
            return otherwise
        except Exception as error:
            current_app.logger.error("the service did not answer: %s", whereabouts(error))
            return otherwise


@dataclass(frozen=True)
class ListPart(Generic[T]):
    """A part of a long list: its items, the number of the page that shows it, from 1, and of the last."""

    items: Sequence[T]
    number: int
    last: int


def part(every: Sequence[T], length: int) -> ListPart[T]:
    """The part of a list that `?page=` asks for. Raises NotFound."""
    number, last = request.args.get("page", 1, type=int), max(1, -(-len(every) // length))
    if not 1 <= number <= last:
        abort(404)
    return ListPart(every[(number - 1) * length : number * length], number, last)


def rooms() -> Rooms:
    """The rooms of the application that serves this request."""
    return cast(Rooms, current_app.extensions["pbp"])
