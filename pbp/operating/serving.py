"""The running service: the embedded site under a production server, and the heartbeat beside it."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from apscheduler.schedulers.background import BackgroundScheduler
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server

from pbp.app import App, Busy, build
from pbp.clock import Clock
from pbp.config import Config
from pbp.errors import PbpError, whereabouts
from pbp.service import ring
from pbp.store.states import RUNNING
from pbp.text import utc
from pbp.web import House, create_site
from pbp.web.front import Front
from pbp.web.site import LARGEST_FORM

log = logging.getLogger(__name__)

MOST_OPEN = 400
"""Connections that may be open at once; of more, those that have waited longest for anything whole are closed."""
_SPARE = 100
"""Connections beyond that which are accepted while the others are being closed."""
_WHOLE = 30
"""Seconds in which a request has to come whole, and after which a connection without any is closed."""


_LOOKS = 0.2
"""Seconds between two looks at them."""
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Patience:
    """Lets nobody hold a server by being slow: closes connections on which nothing whole comes."""

    def __init__(self, sockets: dict[int, Any]):
        self._sockets = sockets
        self._since: dict[HTTPChannel, tuple[object, float]] = {}

    def look(self, now: float) -> None:
        """Closes what has waited too long at a time in seconds, and, where too many wait, those that did longest."""
        waiting = [each for each in list(self._sockets.values()) if isinstance(each, HTTPChannel) and not each.requests]
        known, self._since = self._since, {}
        for each in waiting:
            before = known.get(each)
            same = before is not None and before[0] is each.request
            self._since[each] = before if before is not None and same else (each.request, now)
        longest = sorted(waiting, key=lambda each: self._since[each][1])
        too_many = max(len(self._sockets) - MOST_OPEN, 0)
        for place, each in enumerate(longest):
            if place < too_many or now - self._since[each][1] > _WHOLE:
                each.will_close = True


class Server:
    """The embedded site, listening; `url` is where. `writes`: how much an account may send in a minute."""

    def __init__(self, config: Config, clock: Clock, port: int | None = None, writes: int = House.writes):
        self.url = config.site.base_url.rstrip("/")
        self.app = build(config, clock=clock, base_url=lambda: self.url)
        assert self.app.site
        own = config.path(config.service.templates) if config.service.templates else None
        wiki = config.wiki
        house = House(
            name=config.site.name,
            ruleset=wiki.ruleset,
            section=wiki.section,
            players_edit=tuple(config.site.players_edit),
            nobody_edits=(
                *(
                    title.replace("{number}", "*")
                    for title in (wiki.list_title, wiki.audit_title, wiki.tournament_title)
                ),
                f"{wiki.list_title.replace('{number}', '*')} explained",
                wiki.season_title.replace("{season}", "*"),
                wiki.overview,
                wiki.sheet,
            ),
            proxies=config.site.proxies,
            writes=writes,
            metrics_token=config.secret(config.watch.metrics_token),
            joins=5 if "local" in config.letters.channels else 0,
            hosts=_hosts(config),
        )
        site = create_site(self.app.site, Front(self.app), house, own, self.app.reader)
        self._sockets: dict[int, Any] = {}
        server: Any = create_server(
            site,
            map=self._sockets,
            host=config.site.host,
            port=config.site.port if port is None else port,
            threads=8,
            connection_limit=MOST_OPEN + _SPARE,
            max_request_body_size=LARGEST_FORM + 1,
            max_request_header_size=65_536,
            log_socket_errors=False,
        )
        self._server = server
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="site", daemon=True)
        if not self.url:
            listening = next(each for each in self._sockets.values() if each.accepting)
            self.url = f"http://{config.site.host}:{listening.socket.getsockname()[1]}"

    def start(self) -> None:
        """Serves in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Stops serving; the port is free afterwards."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(10)
        else:
            self._close()

    def _run(self) -> None:
        """Serves until told to stop, and closes every socket in the thread that waits on them.

        A socket closed by another thread would stay open while the loop waits on it; and waking the loop through
        its pipe could write to a pipe that the loop has just closed.
        """
        patience, looked = Patience(self._sockets), 0.0
        while not self._stopping.is_set():
            wasyncore.loop(timeout=0.2, use_poll=True, map=self._sockets, count=1)
            if (now := time.monotonic()) - looked > _LOOKS:
                looked = now
                patience.look(now)
        self._close()

    def _close(self) -> None:
        wasyncore.close_all(self._sockets)
        self._server.task_dispatcher.shutdown()


def _hosts(config: Config) -> tuple[str, ...]:
    """The names by which readers may reach the site."""
    named = urlsplit(config.site.base_url).hostname
    return tuple(filter(None, (*_LOOPBACK, config.site.host, named, *config.site.hosts)))


def serve(config: Config, clock: Clock, port: int | None, say: Callable[[str], None]) -> None:
    """Serves the site and ticks, until interrupted. Raises PbpError if the port is taken."""
    if not config.site.enabled:
        say("Ticking; the embedded site is off (stop with Ctrl-C). What happens is said here.")
        attend(build(config, clock=clock), say)
        return
    try:
        server = Server(config, clock, port)
    except OSError as error:
        raise PbpError(f"cannot listen on port {port or config.site.port}: {error}; choose another") from None
    server.start()
    say(f"The site is at {server.url} (stop with Ctrl-C). What happens is said here.")
    say(f"Your desk, for you alone: {server.app.begin()}")
    try:
        attend(server.app, say)
    finally:
        server.stop()


def attend(app: App, say: Callable[[str], None]) -> None:
    """Ticks until interrupted, or told to end as service managers do (SIGTERM).

    The scheduler is only the heartbeat: deadlines live in the store, so late or missed beats are caught up by one.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    scheduler = BackgroundScheduler(timezone="UTC")
    known: set[str] = set()
    scheduler.add_job(
        lambda: beat(app, say, known),
        "interval",
        seconds=app.config.service.heartbeat_seconds,
        coalesce=True,
        max_instances=1,
        misfire_grace_time=None,
    )
    try:
        beat(app, say, known)
        say(standing(app))
        scheduler.start()
        threading.Event().wait()
    except KeyboardInterrupt:
        say("Stopped.")
    finally:
        if scheduler.running:
            scheduler.shutdown(wait=True)


def standing(app: App) -> str:
    """How things stand: what runs, or why nothing does."""
    with app.store.tx() as tx:
        running = tx.duels(*RUNNING)
        why = ring.may_schedule(tx) or ring.waits_for_a_word(app.desk, tx)
    if running:
        told = [
            f"duel {duel.number} is {duel.state}" + (f" until {utc(duel.battle_time)}" if duel.battle_time else "")
            for duel in running
        ]
        return f"{'; '.join(told)[:1].upper()}{'; '.join(told)[1:]}."
    return f"No duel runs: {why or 'the next one is scheduled as soon as it can be'}."


def beat(app: App, say: Callable[[str], None], known: set[str]) -> None:
    """One tick, and what it did; the next one tries again what fails.

    What fails or waits is said when it is new, and when it is over: `known` is what did so at the beat before.
    """
    try:
        report = app.tick()
    except Busy:
        log.info("another process is at work; the next beat looks again")
        return
    except PbpError as error:
        troubles = [f"a tick failed: {error}"]
    except Exception as error:
        log.error("a tick failed: %s", whereabouts(error))
        troubles = [f"a tick failed: {whereabouts(error)}"]
    else:
        with app.store.tx() as tx:
            happened = tx.entries(after=report.first_entry)
        for entry in happened:
            say(f"{_stamp(entry.at)} {app.desk.texts.journal_line(entry)}")
        troubles = [f"failed: {line}" for line in report.failed]
        troubles += [f"waiting for you: {line}" for line in report.waits]
    for line in troubles:
        if line not in known:
            say(f"{_stamp(app.now().isoformat())} {line}")
    if gone := known.difference(troubles):
        say(f"{_stamp(app.now().isoformat())} over: {'; '.join(sorted(gone))}")
    known.clear()
    known.update(troubles)


def _stamp(moment: str) -> str:
    """A moment at the beginning of a line, from ISO 8601."""
    return moment[:16].replace("T", " ")
