"""How many letters are taken in and answered in a second by 1, 2 and 4 workers on one PostgreSQL.

    python tests/bench_workers.py [--letters 48] [--workers 1,2,4] [--seconds 0.1]

The embedded site answers each call after so many seconds, as a site far away does: a look into the inbox, a look for a
text, a letter sent. All letters lie in the inbox when the workers begin. The figures of one run are to be compared with
each other alone: how long a transaction takes depends on the machine. No part of the test run.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parent))

from servers.postgres import Postgres
from service.workers import Hall, Workers

from pbp.app import App
from pbp.store import tables as t
from pbp.store.states import TextState

PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal", "Ida", "Jon", "Kit", "Lea")
PORTS = {"mailbox": ("fetch", "find", "send"), "blog": ("find", "post", "comment"), "wiki": ("read", "write")}
"""The calls that take their time, by port."""


def late(seconds: float, app: App) -> None:
    """Lets each call of the embedded site take so long, and begins when all workers can."""

    def waits(call: Callable[..., Any]) -> Callable[..., Any]:
        def do(*given: Any, **more: Any) -> Any:
            time.sleep(seconds)
            return call(*given, **more)

        return do

    for port, calls in PORTS.items():
        site = getattr(app.site, port)
        for name in calls:
            setattr(site, name, waits(getattr(site, name)))
    (app.config.folder / f"ready{os.getpid()}").touch()
    until((app.config.folder / "go").exists)


def until(done: Callable[[], bool]) -> float:
    """The seconds until something is done."""
    begun = time.monotonic()
    while not done():
        time.sleep(0.02)
    return time.monotonic() - begun


def measured(url: str, folder: Path, workers: int, letters: int, seconds: float) -> tuple[float, float]:
    """Letters taken in, and answers sent, in a second."""
    hall = Hall(folder, url, PLAYERS, "")
    hall.app.tick()
    with hall.app.store.tx() as tx:
        before = len(tx.all_outgoing(TextState.SENT))
    for number in range(letters):
        hall.site.say(PLAYERS[number % len(PLAYERS)], "STATUS" if number % 2 else "CAST Greed")

    def taken_in() -> bool:
        with hall.app.store.moment() as tx:
            return bool(tx.connection.scalar(sa.select(sa.func.count()).select_from(t.message)) == letters)

    def sent() -> bool:
        with hall.app.store.moment() as tx:
            return len(tx.all_outgoing(TextState.SENT)) >= before + letters

    at_work = Workers(hall.config, partial(late, seconds))
    try:
        at_work.start(workers)
        until(lambda: len(list(folder.glob("ready*"))) == workers)
        (folder / "go").touch()
        in_time = until(taken_in)
        out_time = in_time + until(sent)
    finally:
        at_work.stop()
        hall.app.store.close()
    return letters / in_time, letters / out_time


def main() -> None:
    """Prints the figures."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--letters", type=int, default=48)
    arguments.add_argument("--workers", default="1,2,4")
    arguments.add_argument("--seconds", type=float, default=0.1, help="how long each call of the site takes")
    given = arguments.parse_args()
    server = Postgres()
    server.start()
    try:
        first = None
        for workers in map(int, given.workers.split(",")):
            with server.database() as url, tempfile.TemporaryDirectory() as folder:
                found = measured(url, Path(folder), workers, given.letters, given.seconds)
            first = first or found
            times = ", ".join(f"{rate:.1f} {what} a second ({rate / one:.2f} times)" for rate, what, one in
                              zip(found, ("letters taken in", "answers sent"), first, strict=True))  # fmt: skip
            print(f"{workers} workers: {times}", flush=True)
    finally:
        server.stop()


if __name__ == "__main__":
    main()
