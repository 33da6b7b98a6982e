"""Killed at every point between two effects of a tick, the service still does each thing once and loses nothing.

A real child process runs the tick that closes, resolves and schedules a duel while messages wait, and is killed
with SIGKILL just before or just after its n-th effect: a commit that changed the store, or a write to the site.
Then the service starts again, goes on, and what the site holds is compared with an undisturbed run.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pbp.adapters.local import LocalSite
from pbp.app import App, build
from service.world import Moving, World

LONG = os.environ.get("PBP_LONG") == "1"


def prepare(folder: Path, store_url: str) -> World:
    """A world at the battle time of duel 1, with orders taken in and three messages still waiting."""
    folder.mkdir(parents=True)
    world = World(folder, store_url)
    world.tick()
    one, two, three, four = sorted(world.duel().participants)
    world.say(one, f"CAST Burn {three}")
    world.say(two, "CAST Greed")
    world.clock.now = (world.duel().battle_time or world.clock.now) - timedelta(minutes=5)
    world.site.say(two, "CAST Gain")
    world.site.say(three, "CAST nonsense")
    world.site.say(four, "CAST Greed")
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
    """Counts the effects of this process, and kills it at the n-th (0: never)."""

    def __init__(self, at: int):
        self.at, self.count = at, 0

    def step(self) -> None:
        self.count += 1
        if self.count == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, write: Callable[..., Any]) -> Callable[..., Any]:
        def effect(*arguments: Any, **more: Any) -> Any:
            self.step()
            result = write(*arguments, **more)
            self.step()
            return result

        return effect

    def watch(self, app: App) -> None:
        """Counts every write to the site, and every commit of a transaction that changed something."""
        site: Any = app.site
        for port, names in ((site.wiki, ["write"]), (site.blog, ["post", "comment"]), (site.mailbox, ["send", "done"])):
            for name in names:
                setattr(port, name, self.around(getattr(port, name)))
        changed = set()

        @sa.event.listens_for(app.store.engine, "after_cursor_execute")
        def _note(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if statement.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE"):
                changed.add(id(connection))

        @sa.event.listens_for(app.store.engine, "commit")
        def _commit(connection: Any) -> None:
            if id(connection) in changed:
                changed.discard(id(connection))
                self.step()


def run_child(world: World, kill_at: int) -> int:
    """Ticks once in a child process that dies at its n-th effect; gives the number of effects, or -1 if killed."""
    world.app.store.close()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        doom = Doom(kill_at)
        app = build(world.config, clock=world.clock)
        doom.watch(app)
        app.tick()
        os.write(write, str(doom.count).encode())
        os._exit(0)
    os.close(write)
    said = os.read(read, 20)
    os.close(read)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return -1
    assert os.WEXITSTATUS(status) == 0
    return int(said)


def go_on(world: World) -> None:
    """Starts again, and ticks until leases have run out and all is out."""
    world.app.store.close()
    world.app = build(world.config, clock=world.clock)
    assert world.app.site
    world.site = world.app.site
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
    assert run_child(world, point) == -1, f"the process lived through point {point}"
    go_on(world)
    assert shown(world.site) == expected, f"killed at effect {point}"
    assert held(world) == orders, f"killed at effect {point}"
    world.app.store.close()


def test_a_killed_tick_leaves_each_text_once_and_loses_no_order(tmp_path: Path, record_property: Any) -> None:
    start = prepare(tmp_path / "start", "sqlite:///store.db")
    start.app.store.close()
    reference = copied(start, tmp_path / "reference")
    effects = run_child(reference, 0)
    go_on(reference)
    expected, orders = told(reference.site), held(reference)
    assert expected["repeats"] == 0
    assert effects >= 40
    assert len(orders["orders"][1]) == 3, "three orders were cast"

    points = range(1, effects + 1, 1 if LONG else 2)
    assert len(points) >= 40
    for point in points:
        goes_on_as_if_nothing_were(copied(start, tmp_path / str(point)), point, told, expected, orders)
    texts = len(expected["posts"]) + sum(expected["comments"].values())
    letters = sum(sum(counter.values()) for counter in expected["letters"].values())
    record_property(
        "figure",
        f"killed at {len(points)} of the {effects} points of one tick; each time {texts} posts and comments,"
        f" {sum(expected['edits'].values())} page edits and {letters} letters, 0 doubled, 0 lost; no order lost",
    )


@pytest.mark.xdist_group("postgres")
def test_a_killed_tick_does_the_same_on_postgresql(tmp_path: Path, postgres: Any) -> None:
    with postgres.database() as url:
        start = prepare(tmp_path / "start", url)
        start.app.store.close()

        @contextmanager
        def another(name: str) -> Iterator[World]:
            with postgres.database(copy_of=url) as its_own:
                world = copied(start, tmp_path / name, its_own)
                yield world
                world.app.store.close()

        with another("reference") as reference:
            effects = run_child(reference, 0)
            go_on(reference)
            expected, orders = told(reference.site), held(reference)
        for point in range(1, effects + 1, 1 if LONG else 9):
            with another(str(point)) as world:
                goes_on_as_if_nothing_were(world, point, told, expected, orders)
