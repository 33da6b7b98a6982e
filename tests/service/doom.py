"""A service in a real child process that SIGKILL ends just before or just after its n-th effect, and that then goes on.

An effect is a commit that changed the store or a file of an adapter's own, a call of a port that writes, and within
such a call each request on the wire that can change a site: just after it, the site has done it and nobody knows.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import signal
import smtplib
import sqlite3
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import requests
import sqlalchemy as sa

from pbp.adapters.local import LocalSite
from pbp.app import App, build
from service.world import START, Moving, World

LONG = os.environ.get("PBP_LONG") == "1"


def say_on_site(world: World, name: str, words: str) -> None:
    """A player's message on the embedded site."""
    world.site.say(name, words)


def prepare(
    folder: Path,
    store_url: str,
    settings: str = "",
    *,
    say: Callable[[World, str, str], None] = say_on_site,
    addresses: Mapping[str, Mapping[str, str]] | None = None,
    start: datetime = START,
    first: Callable[[World], object] = World.tick,
) -> World:
    """A world at the battle time of duel 1, with orders taken in and three messages still waiting.

    `say` is how players write, `addresses` from where; `first` what the service does, and people, to open the duel.
    """
    folder.mkdir(parents=True, exist_ok=True)
    world = World(folder, store_url, settings, addresses=addresses, start=start)
    first(world)
    one, two, three, four = sorted(world.duel().participants)
    say(world, one, f"CAST Burn {three}")
    say(world, two, "CAST Greed")
    world.app.collect()
    world.clock.now = (world.duel().battle_time or world.clock.now) - timedelta(minutes=5)
    say(world, two, "CAST Gain")
    say(world, three, "CAST nonsense")
    say(world, four, "CAST Greed")
    world.clock.now += timedelta(minutes=6)
    return world


def copied(world: World, folder: Path, store_url: str = "sqlite:///store.db") -> World:
    """The same world in another folder: its site is a file in it, as its store is if no copy of that is named."""
    shutil.copytree(world.folder, folder)
    config = dataclasses.replace(
        world.config, folder=folder, store=dataclasses.replace(world.config.store, url=store_url)
    )
    twin = object.__new__(World)
    twin.__dict__.update(world.__dict__, folder=folder, config=config)
    twin.clock = Moving(world.clock.now)
    return twin


class Doom:
    """Notes the effects of this process in words, and kills it at the n-th (0: never)."""

    def __init__(self, at: int):
        self.at = at
        self.effects: list[str] = []
        self._doing: list[str] = []

    def step(self, effect: str) -> None:
        self.effects.append(effect)
        if len(self.effects) == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, app: App) -> None:
        """Counts every commit that changes something, every write to a site, and what goes over the wire in one."""
        desk = app.desk
        self._watch_port("wiki", desk.wiki, "write")
        self._watch_port("blog", desk.blog, "post", "comment", "take_back", "posted")
        for mailbox in desk.mailboxes.values():
            self._watch_port("mailbox", mailbox, "send", "done")
        for announcer in [*desk.announcers.values(), *([desk.pusher] if desk.pusher else [])]:
            self._watch_port(announcer.name.partition("-")[0], announcer, "announce")
        self._watch_store(app.store.engine)
        self._watch_wire()
        self._watch_files(app.site)

    def around_file(self, commit: Callable[..., Any], *arguments: Any) -> Any:
        """What a commit of a file of an adapter's own gives, counted."""
        within = f" in {self._doing[-1]}" if self._doing else ""
        self.step(f"before a file's commit{within}")
        found = commit(*arguments)
        self.step(f"after a file's commit{within}")
        return found

    def _watch_port(self, name: str, port: Any, *verbs: str) -> None:
        for verb in filter(partial(hasattr, port), verbs):
            setattr(port, verb, self._around(f"{name}.{verb}", getattr(port, verb)))

    def _around(self, name: str, write: Callable[..., Any]) -> Callable[..., Any]:
        def effect(*arguments: Any, **more: Any) -> Any:
            self.step(f"before {name}")
            self._doing.append(name)
            try:
                return write(*arguments, **more)
            finally:
                self._doing.pop()
                self.step(f"after {name}")

        return effect

    def _watch_store(self, engine: sa.Engine) -> None:
        changed = set()

        @sa.event.listens_for(engine, "after_cursor_execute")
        def _note(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if statement.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE"):
                changed.add(id(connection))

        @sa.event.listens_for(engine, "commit")
        def _commit(connection: Any) -> None:
            if id(connection) in changed:
                changed.discard(id(connection))
                self.step("a commit")

    def _watch_wire(self) -> None:
        by_http, by_smtp = requests.adapters.HTTPAdapter.send, smtplib.SMTP.data

        def is_write(arguments: tuple[Any, ...]) -> bool:
            asked = arguments[0]
            return not isinstance(asked, requests.PreparedRequest) or asked.method != "GET"

        def sent(send: Callable[..., Any]) -> Callable[..., Any]:
            def over_the_wire(way: Any, *arguments: Any, **more: Any) -> Any:
                if not self._doing or not is_write(arguments):
                    return send(way, *arguments, **more)
                self.step(f"sending {self._doing[-1]}")
                came = "lost"
                try:
                    answer = send(way, *arguments, **more)
                    came = "taken"
                    return answer
                finally:
                    self.step(f"{came} {self._doing[-1]}")

            return over_the_wire

        requests.adapters.HTTPAdapter.send = sent(by_http)  # type: ignore[method-assign]
        smtplib.SMTP.data = sent(by_smtp)  # type: ignore[method-assign]

    def _watch_files(self, site: LocalSite | None) -> None:
        """Of the adapters' own files; the embedded site's one is a site."""
        doom = self
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect

        class Watched(sqlite3.Connection):
            def __exit__(self, *fault: Any) -> Any:
                if not self.in_transaction:
                    return super().__exit__(*fault)
                return doom.around_file(super().__exit__, *fault)

            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                if sql != "COMMIT":
                    return super().execute(sql, *values)
                return cast("sqlite3.Cursor", doom.around_file(super().execute, sql, *values))

        def opened(path: Any, *arguments: Any, **more: Any) -> sqlite3.Connection:
            own = site is None or Path(path) != site.file.path
            return connect(path, *arguments, **more, **({"factory": Watched} if own else {}))

        sqlite3.connect = opened  # type: ignore[assignment]


def run_child(world: World, kill_at: int, live: Callable[[App], object] = App.tick) -> list[str]:
    """Lives in a child process that dies at its n-th effect, for one tick unless told otherwise.

    Gives the effects in words, or none if it was killed.
    """
    world.app.store.close()
    read, write = os.pipe()
    with warnings.catch_warnings():  # Python warns of threads, which the servers have: they hold nothing of the child's
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(read)
        try:
            doom = Doom(kill_at)
            app = build(world.config, clock=world.clock)
            doom.watch(app)
            live(app)
            with open(write, "w", encoding="utf-8") as told:
                json.dump(doom.effects, told)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    os.close(write)
    with open(read, encoding="utf-8") as heard:
        said = heard.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return []
    assert os.WEXITSTATUS(status) == 0
    effects: list[str] = json.loads(said)
    return effects


def again(world: World) -> None:
    """Starts the service again."""
    world.app.store.close()
    world.app = build(world.config, clock=world.clock)
    assert world.app.site
    world.site = world.app.site


def go_on(world: World) -> None:
    """Starts again, and ticks until leases have run out and all is out."""
    again(world)
    for _ in range(6):
        world.tick(minutes=4)


def told(site: LocalSite) -> dict[str, Any]:
    """All that the site holds by the service's hand, in a form in which two runs can be compared."""
    titles = sorted(site.wiki.titles())
    people = [account.name for account in site.people.all()]
    return {
        "posts": [post.title for post in site.blog.posts(1000)],
        "comments": Counter(comment.body.split("-->")[0] for comment in site.blog.comments(1000)),
        "pages": {title: site.wiki.read(title).text for title in titles if "Audit" not in title},
        "edits": {title: len(site.wiki.changes(title=title)) for title in titles},
        "letters": {
            name: Counter(entry.subject for entry in site.mailbox.entries(name, 1000) if not entry.sent)
            for name in people
        },
        "repeats": site.repeats(),
    }


def held(world: World) -> dict[str, Any]:
    """What the store holds of the orders."""
    with world.app.store.tx() as tx:
        orders = {
            duel.number: [[player, words] for row in tx.steps(duel.number) for player, _, words, *_ in row.orders]
            for duel in tx.duels()
        }
        return {"stars": {w.name: w.stars for w in tx.wizards()}, "orders": orders, "aside": len(tx.messages_aside())}


def goes_on_as_if_nothing_were(
    world: World, point: int, shown: Callable[[LocalSite], object], expected: object, orders: object
) -> None:
    """Kills a world's tick at a point, lets the world go on, and asserts what its site shows and what it holds."""
    assert not run_child(world, point), f"the process lived through point {point}"
    go_on(world)
    assert shown(world.site) == expected, f"killed at effect {point}"
    assert held(world) == orders, f"killed at effect {point}"
    world.app.store.close()
