"""Config -> App: the one place where the pieces are put together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from pbp.adapters.sites import Sites
from pbp.clock import Clock, OtherClocks, nobody_hears, system_clock, system_uptime
from pbp.config import Config
from pbp.confined import Confined
from pbp.errors import Refused
from pbp.service import battle, closing, leaks, people
from pbp.service import tick as heartbeat
from pbp.service.beginning import RULESET
from pbp.service.desk import Desk
from pbp.service.formats import FORMATS
from pbp.service.report import TickReport
from pbp.spells.elsewhere import read_by
from pbp.store import Duel, Store, Tx, Wizard
from pbp.store.states import RUNNING
from pbp.text import Texts

if TYPE_CHECKING:
    from pbp.adapters.local import LocalSite

P = ParamSpec("P")
T = TypeVar("T")


_BUSY = "another `pbp` is at work on this store; try again, or wait with --wait SECONDS"


class Busy(Refused):
    """Another process, or thread, is at work on the same store."""


@dataclass(frozen=True)
class App:
    """The service with its sites: what the command line, the pages and the heartbeat call."""

    config: Config
    desk: Desk
    site: LocalSite | None
    sites: Sites
    reader: Confined
    working: threading.Lock = field(default_factory=threading.Lock)

    @property
    def store(self) -> Store:
        """The store."""
        return self.desk.store

    def now(self) -> datetime:
        """The present, by the service's clock."""
        return self.desk.clock()

    @contextmanager
    def at_work(self, wait: float = 0, *, alone: bool = False) -> Iterator[None]:
        """Keeps the other threads of this process from ticking meanwhile; and every other process, if this one is to be
        `alone` or the store is worked on by one at a time. Raises Busy after `wait` seconds.
        """
        until = time.monotonic() + wait
        if not self.working.acquire(timeout=wait):
            raise Busy(_BUSY)
        try:
            with self.store.lock(max(0.0, until - time.monotonic()), alone=alone) as held:
                if not held:
                    raise Busy(_BUSY)
                with read_by(self.reader):
                    yield
        finally:
            self.working.release()

    def carry_out(self, verb: Callable[Concatenate[Desk, Tx, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a verb of the service gives, in a transaction of its own. What it is told is cut of live secrets."""
        with self.store.tx() as tx:
            told, named = leaks.without(self.desk, tx, (args, kwargs))
            return verb(self.desk, tx, *told, **named)

    def without_secrets(self, said: T) -> T:
        """What somebody gives us in words, without live secrets: it may be published."""
        with self.store.tx() as tx:
            return leaks.without(self.desk, tx, said)

    def tick(self, wait: float = 0) -> TickReport:
        """All that is due. Raises Busy."""
        with self.at_work(wait):
            return self._seen(heartbeat.tick(self.desk))

    def resolve_due(self, wait: float = 0) -> TickReport:
        """Collects, commences what is due, resolves and publishes. Raises Busy."""
        with self.at_work(wait):
            return self._seen(heartbeat.resolve_due(self.desk))

    def collect(self, wait: float = 0) -> TickReport:
        """Takes in and answers what is in the inboxes. Raises Busy."""
        with self.at_work(wait):
            return heartbeat.collect_only(self.desk)

    def _seen(self, report: TickReport) -> TickReport:
        """Lets the dead man's switch know of a run in which nothing failed."""
        if self.config.watch.ping_url and not report.failed:
            from pbp.adapters.ping import ping

            ping(self.config.watch.ping_url, self.config.service.timeout_seconds)
        return report

    def add_player(self, name: str, addresses: Mapping[str, str] | None = None, stars: int | None = None) -> Wizard:
        """A new wizard, with addresses by channel that the Battle Master vouches for, and a private page.

        Raises Refused, SiteRefused.
        """
        at, name = self.now(), self.without_secrets(name)
        with self.store.tx() as tx:
            wizard = people.take_on(self.desk, tx, name, at, stars=stars)
            for channel, address in (addresses or {}).items():
                people.bind(tx, wizard.name, channel, address, at)
        self.desk.open_pages()
        return wizard

    def begin(self) -> str:
        """Makes what a new world needs on the embedded site, where it is not there yet; gives the desk's link.

        That is the ruleset page, with examples, and a private page for the Battle Master. Empty without the site.
        """
        if self.site is None:
            return ""
        own, wiki = self.config.battle_master, self.config.wiki
        if wiki.adapter == "local" and self.site.wiki.read(wiki.ruleset) is None:
            text = RULESET.format(section=wiki.section or "Spells")
            self.site.edit(wiki.ruleset, text, None, own.name, "The first spells")
        masters = [account.name for account in self.site.people.all() if account.master]
        local = [
            address for channel, _, address in (each.partition(":") for each in own.addresses) if channel == "local"
        ]
        if not masters or (local and local[0] not in masters):
            masters = [local[0] if local else own.name]
            self.site.account(masters[0], master=True)
        return self.site.private_url(local[0] if local else masters[0])

    def private_link(self, name: str) -> str | None:
        """Where that player can write unseen, if the embedded site is on and knows the player."""
        return _private_link(self.site, name)

    def orders(self, number: int, why: str) -> list[tuple[str, str]]:
        """Who has sent what in an open duel. The look is journalled and shown with the result."""
        with self.store.tx() as tx:
            duel = tx.duel(number)
            tx.journal(self.now(), "revealed", number, why=why)
            return [(name, s.said) for name, s in tx.standing(number, duel.step).items()]

    def running(self) -> list[Duel]:
        """The duels that are open or pending."""
        with self.store.tx() as tx:
            return tx.duels(*RUNNING)

    def close_duel(self, number: int, without: tuple[str, ...], why: str) -> None:
        """Closes a duel by the Battle Master's command. Raises Refused."""
        with self.store.tx() as tx:
            duel = tx.duel(number)
        battle.may_close(self.desk, duel, self.now())
        closing.close(self.desk, duel, without=without, why=self.without_secrets(why))

    def resolve_duel(self, number: int) -> bool:
        """Resolves one pending duel; False if it waits for a ruling. Raises Refused."""
        return battle.resolve(self.desk, number, self.now())


def build(
    config: Config,
    *,
    clock: Clock = system_clock,
    base_url: Callable[[], str] | None = None,
    progress: Callable[[str], None] = lambda _: None,
    others: OtherClocks | None = None,
) -> App:
    """Puts the pieces together. `base_url` tells where the embedded site is reached, once it listens;
    `progress` is told the key of each text that is about to be sent; `others` are the clocks with which `clock` is
    compared: with the machine's own, unless others are given, the database's, the sites', and its uptime.

    Raises ConfigError, PbpError.
    """
    store = Store(config.store_url, None if clock is system_clock else clock)
    if others is None:
        compared = {"the database": store.clock} if clock is system_clock else {}
        others = OtherClocks(clock, compared, system_uptime if clock is system_clock else lambda: None)
    sites = Sites(config, clock, base_url, others.hear if clock is system_clock else nobody_hears)
    site = sites.local if _uses_local(config) else None
    desk = Desk(
        config=config,
        store=store,
        others=others,
        texts=Texts(config.path(config.service.templates) if config.service.templates else None),
        clock=clock,
        wiki=sites.wiki,
        blog=sites.blog,
        mailboxes={name: sites.mailbox(name) for name in config.letters.channels},
        private_link=lambda name: _private_link(site, name),
        renew_link=lambda name: _renew_link(site, name),
        follow_token=site.people.follow_token if site else lambda _: "",
        renew_follow_token=site.people.renew_follow_token if site else lambda _: None,
        contest_page=lambda number: _public_page(site, config, f"contests/{number}"),
        tournament_page=lambda number: _public_page(site, config, f"tournaments/{number}"),
        rules_page=lambda rules: _public_page(site, config, f"rules/{rules}"),
        open_pages=lambda: _open_pages(store, site),
        progress=progress,
        adviser=sites.adviser,
        announcers=sites.announcers,
        pusher=sites.pusher,
        formats=FORMATS,
    )
    store.without_secrets = partial(leaks.without, desk)
    return App(config, desk, site, sites, Confined(config.path("readings")))


def _uses_local(config: Config) -> bool:
    return config.site.enabled or "local" in (config.wiki.adapter, config.blog.adapter, *config.letters.channels)


def _private_link(site: LocalSite | None, name: str) -> str | None:
    if site is None or name not in {account.name for account in site.people.all()}:
        return None
    return site.private_url(name)


def _open_pages(store: Store, site: LocalSite | None) -> None:
    """Opens a private page for each wizard and deputy who is to have one and has none yet."""
    if site is None:
        return
    with store.tx() as tx:
        wizards = {wizard.name for wizard in tx.wizards()}.intersection(tx.addresses_on("local"))
        deputies = people.deputies(tx)
    there = {account.name: account.master for account in site.people.all()}
    for name in sorted(wizards - there.keys()):
        site.account(name)
    for name in deputies:
        if not there.get(name):
            site.account(name, master=True)


def _renew_link(site: LocalSite | None, name: str) -> None:
    if _private_link(site, name) and site:
        site.renew(name)


def _public_page(site: LocalSite | None, config: Config, path: str) -> str | None:
    # an address that only this machine can open is of no use to the readers of another site
    if site is None or not (config.blog.adapter == "local" or (config.site.enabled and config.site.base_url)):
        return None
    return f"{site.file.base}/{path}"
