"""Several workers on one store: each a process of its own that ticks for ever, until it is stopped or killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path

from pbp.app import App, build
from pbp.config import Config
from pbp.errors import PbpError
from pbp.store import store
from pbp.store.store import STILL_MS
from service.contests import HALL
from service.world import World

Prepare = Callable[[App], None]
_FORKS = multiprocessing.get_context("forkserver")  # which holds nothing that the tests have open
_FORKS.set_forkserver_preload(["pbp.app", "service.workers"])


def nothing(app: App) -> None:
    """Does nothing to an app."""


class Hall(World):
    """A hall in the present: its workers go by the machine's clock. A ring duel runs there if one is scheduled, until
    all have ordered.
    """

    def __init__(self, folder: Path, store_url: str, players: tuple[str, ...], service: str):
        super().__init__(folder, store_url, f'{HALL}trigger = "all-in"\n[service]\n{service}', players)
        self.app.store.close()
        self.app = build(self.config)
        assert self.app.site
        self.site = self.app.site

    def _open(self, folder: Path, store_url: str, settings: str, now: datetime) -> None:
        super()._open(folder, store_url, settings, datetime.now(UTC))


class Workers:
    """Processes that tick on the store of a configuration. What none of them may raise is kept in `faults`.

    `still`: for how many milliseconds one may stand still in a transaction. `prepare` is done to the app of each.
    """

    def __init__(self, config: Config, prepare: Prepare = nothing, still: int = STILL_MS):
        self._folder, self._given = config.folder / "faults", (config, prepare, still)
        self._folder.mkdir()
        self.running: list[BaseProcess] = []

    @property
    def faults(self) -> list[str]:
        """What workers have raised that is none of our errors."""
        return [file.read_text() for file in self._folder.iterdir()]

    def start(self, number: int) -> None:
        """Lets so many be at work."""
        while len(self.running) < number:
            worker = _FORKS.Process(target=_work, args=(self._folder, *self._given), daemon=True)
            worker.start()
            self.running.append(worker)

    def signal(self, worker: BaseProcess, number: signal.Signals) -> None:
        """Has one stand still, or go on."""
        assert worker.pid
        os.kill(worker.pid, number)

    def kill(self, worker: BaseProcess) -> None:
        """Kills one wherever it is."""
        worker.kill()
        worker.join()
        self.running.remove(worker)

    def stop(self) -> None:
        """Kills all."""
        for worker in tuple(self.running):
            self.kill(worker)


def _work(folder: Path, config: Config, prepare: Prepare, still: int) -> None:
    store.STILL_MS = still
    try:
        app = None
        while True:
            try:
                if app is None:
                    app = build(config)
                    prepare(app)
                app.tick()
            except PbpError:  # the store is down, as it may be: the next beat tries again
                time.sleep(0.05)
    except BaseException:
        (folder / str(os.getpid())).write_text(traceback.format_exc())
