"""What a run, a page and `pbp status` take after years of play: processor time, memory, and what is asked of the files.

    python tests/bench_years.py [--cycles N]... [--keep FOLDER] [--contests N]

A cycle is a ring duel and a contest of thirteen steps; 1,000 of them, with 1,000 entries of the journal each, are ten
years: 2,000 duels, over 50,000 orders, over 100,000 letters, a million entries. Ten years are measured beside a tenth
and a hundredth of that. Then, how an idle tick in a process of its own compares with the bare import of all that it
uses; and how long it takes until so many contests that are due in one minute are resolved, on SQLite. Grown seasons are
kept in FOLDER and used again. No part of the test run, which holds what is asked to its limits
(tests/service/test_ten_years.py).
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from service.counted import Asked, asking, counted_connections
from service.grown import CYCLES_IN_TEN_YEARS, ENTRIES, SETTINGS, grow, play_cycle
from service.walked import pages, runs
from service.world import START, World

import pbp.service.closing
import pbp.service.tick
from pbp.games.goofspiel import GOOFSPIEL
from pbp.service import challenges, orders
from pbp.service.present import present
from pbp.service.publish import publish

CYCLES = (CYCLES_IN_TEN_YEARS // 100, CYCLES_IN_TEN_YEARS // 10, CYCLES_IN_TEN_YEARS)
IDLE = 'import sys, runpy\nsys.argv = ["pbp", "tick", "--config", sys.argv[1]]\n'
TICK = f'{IDLE}runpy.run_module("pbp.cli", run_name="__main__", alter_sys=True)'
LISTED = f"{IDLE}import atexit, json\natexit.register(lambda: print(json.dumps(list(sys.modules))))\n{TICK}"


def measured(do: Callable[[], object]) -> tuple[float, Asked]:
    """Milliseconds of processor time at the best of three, and what is asked, of what was done once before."""
    do()
    times = []
    for _ in range(3):
        began = time.process_time()
        with asking() as found:
            do()
        times.append((time.process_time() - began) * 1000)
    return min(times), found


def peak(do: Callable[[], object]) -> float:
    """Megabytes that are taken at the most while something is done."""
    tracemalloc.start()
    do()
    found = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return found


def world_of(cycles: int, kept: Path) -> Path:
    """The folder of a grown season, made if it is not there."""
    folder = kept / str(cycles)
    if not (folder / "grown").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        url = f"sqlite:///{folder}/store.db"
        entries = ENTRIES if cycles == CYCLES_IN_TEN_YEARS else 0
        world = grow(folder, url, play_cycle(folder, url), cycles, entries=entries)
        world.app.store.close()
        (folder / "grown").write_text(world.clock.now.isoformat())
    return folder


def opened(cycles: int, kept: Path) -> World:
    """A grown season, as it was left."""
    folder = world_of(cycles, kept)
    now = datetime.fromisoformat((folder / "grown").read_text())
    return World.as_left(folder, f"sqlite:///{folder}/store.db", now + timedelta(minutes=1), SETTINGS)


def table(scales: tuple[int, ...], kept: Path) -> None:
    """Prints what each run and page takes at each scale."""
    found: dict[str, list[str]] = {}
    first = []
    for cycles in scales:
        world = opened(cycles, kept)
        began = time.process_time()
        asks = dict(pages(world))
        asks["reading.front"]()
        first.append(f"{cycles}: {time.process_time() - began:.2f} s, {peak(asks['duels.overview']):.1f} MB")
        for name, do in [*runs(world), *asks.items()]:
            spent, what = measured(do)
            cell = f"{spent:9.1f} ms {peak(do):6.1f} MB {what.statements:5} {what.rows:6} rows"
            found.setdefault(name, []).append(cell)
        world.app.store.close()
    print("processor time, memory at the most, statements and rows, after cycles:", *scales)
    for name, cells in found.items():
        print(f"{name:32}", *cells, sep=" |", flush=True)
    print("the first page of a process, with all that is kept from then on:", "; ".join(first))


def idle(kept: Path) -> None:
    """Prints what an idle `pbp tick` takes in a process of its own, beside the bare import of what it uses."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in world_of(CYCLES[-1], kept).glob("s*.db*"):
            shutil.copy(each, folder)
        config = folder / "config.toml"
        config.write_text(f'[store]\nurl = "sqlite:///store.db"\n{SETTINGS}auto_schedule = false\n')
        run = [sys.executable, "-c", LISTED, str(config)]
        said = subprocess.run(run, capture_output=True, text=True, check=False).stdout.splitlines()
        modules = [each for each in json.loads(said[-1]) if each != "__main__"]
        bare = f"import importlib\nfor name in {modules!r}:\n    importlib.import_module(name)"
        imports, tick = ([_spent(["-c", code, str(config)]) for _ in range(5)] for code in (bare, TICK))
    print(f"bare import {min(imports):.2f} s, idle tick {min(tick):.2f} s: {min(tick) / min(imports):.2f} times")


def _spent(arguments: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def many(count: int) -> None:
    """Prints how long it takes until so many contests that are due in one minute are resolved, and told of."""
    with tempfile.TemporaryDirectory() as name:
        world = World(Path(name), f"sqlite:///{name}/store.db", "[ring]\nauto_schedule = false\n")
        desk, at = world.app.desk, START
        with world.app.store.tx() as tx:
            for nth in range(count):
                pair = ("Alice", "Bob") if nth % 2 else ("Carol", "Dave")
                duel = challenges.begin(desk, tx, GOOFSPIEL, pair, at, variant=None, options=None)
                state = present(desk, tx, duel).state
                for seat, card in zip(duel.seats, (3, 5), strict=True):
                    order = GOOFSPIEL.read(state, seat, f"BID {card}").order
                    orders.record(desk, tx, duel, seat, order, at, at, wait=False)
        world.tick()
        world.clock.now = at + timedelta(days=1, minutes=1)
        sending = 0.0

        def timed(*given: Any, **named: Any) -> int:
            nonlocal sending
            began = time.process_time()
            done = publish(*given, **named)
            sending += time.process_time() - began
            return done

        for module in (pbp.service.closing, pbp.service.tick):
            setattr(module, "publish", timed)  # noqa: B010 - they import it for themselves
        began = time.process_time()
        world.app.tick()
        whole = time.process_time() - began
        with world.app.store.tx() as tx:
            resolved = sum(len(tx.steps(duel.number)) == 1 and duel.step == 2 for duel in tx.duels())
    print(f"{resolved} contests due in one minute: {whole - sending:.1f} s of processor time until all were closed,")
    print(f"resolved, and all texts queued; {sending:.1f} s more to send these to the embedded site")


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    arguments.add_argument("--cycles", type=int, action="append", help="at these scales, in place of 10, 100 and 1000")
    arguments.add_argument("--keep", type=Path, help="a folder for grown seasons")
    arguments.add_argument("--contests", type=int, default=1000, help="due in one minute")
    arguments.add_argument("--only", choices=("table", "idle", "contests"), help="one of the three")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = given.keep or Path(folder)
        if given.only in (None, "table"):
            with counted_connections():
                table(tuple(given.cycles or CYCLES), kept)
        if given.only in (None, "idle"):
            idle(kept)
        if given.only in (None, "contests"):
            many(given.contests)


if __name__ == "__main__":
    main()
