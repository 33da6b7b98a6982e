"""Two duels' lives of 48 hours, tick by tick, as a cron or `serve` runs them, and how many requests that takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbp import config
from pbp.app import App, build
from pbp.store.states import TextState

NAMES = ("Alice", "Bob", "Carol")


@dataclass(frozen=True)
class Tick:
    """One tick: when, whether it did something, the requests that it made in a few words, and those made twice."""

    at: datetime
    news: str
    calls: Sequence[str]
    twice: Sequence[str]


IsLetter = Callable[[Tick, str], bool]
"""Whether a request of a tick is a letter to a player, or a look for one."""


@dataclass
class Life:
    """What a service does by itself while two duels come and go; the second one's life is that of every later one.

    `anew`: each tick is a process of its own, as a cron has it. `calls` gives the requests since it was last asked,
    each in a few words and whole;
    `write(name, words)` is a player's letter. The battle time is the first at this hour after 48 hours.
    """

    folder: Path
    settings: str
    every: timedelta
    anew: bool
    calls: Callable[[], Sequence[tuple[str, str]]]
    write: Callable[[App, str, str], object]
    addresses: dict[str, dict[str, str]] = field(default_factory=dict)
    ticks: list[Tick] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.now = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
        settings = f"{self.settings}\n[schedule]\nplayers = 2\n[ring]\nbattle_hour = {self.now.hour}\n"
        self.config = config.read(settings, self.folder)
        self.app = build(self.config, clock=lambda: self.now)
        for name in NAMES:
            self.app.add_player(name, self.addresses.get(name))

    def play(self) -> None:
        """Ticks until the second duel is resolved and nothing waits; in each duel two players write after an hour.

        The first one's life, of which nothing is told, is gone through by the hour.
        """
        self.tick()
        for duel in (1, 2):
            begun, step = self.now, self.every if duel == 2 else max(self.every, timedelta(hours=1))
            while not self._is_over(duel):
                self.now += step
                if timedelta(0) <= self.now - begun - timedelta(hours=1) < step:
                    self.write(self.app, "Alice", "CAST Greed")
                    self.write(self.app, "Bob", "CAST Burn 1")
                self.tick()
        self.app.store.close()

    def tick(self) -> None:
        """One tick, of a process of its own if so told."""
        if self.anew:
            self.app.store.close()
            self.app = build(self.config, clock=lambda: self.now)
        self.calls()
        with self.app.store.tx() as tx:
            entries = tx.last_entry()
        report = self.app.tick()
        assert not report.failed, report
        with self.app.store.tx() as tx:
            news = [entry.kind for entry in tx.entries(after=entries)]
        if report.published:
            news.append("sent")
        calls = self.calls()
        twice = [call for call, times in Counter(whole for _, whole in calls).items() if times > 1]
        self.ticks.append(Tick(self.now, ", ".join(dict.fromkeys(news)), [told for told, _ in calls], twice))

    def _is_over(self, duel: int) -> bool:
        with self.app.store.tx() as tx:
            known = {d.number: d.state for d in tx.duels()}
            return known.get(duel) == "resolved" and not tx.all_outgoing(TextState.QUEUED)

    # ---- what it took ------------------------------------------------------------------------------------------

    @property
    def idle(self) -> Counter[int]:
        """How many ticks that did nothing made how many requests."""
        return Counter(len(tick.calls) for tick in self.ticks if not tick.news)

    @property
    def second(self) -> list[Tick]:
        """The ticks of the second duel's life: after the first one's result, to its own."""
        ends = [number for number, tick in enumerate(self.ticks) if "resolved" in tick.news]
        return self.ticks[ends[0] + 1 : ends[1] + 1]

    def besides(self, is_letter: IsLetter = lambda tick, call: False) -> int:
        """The requests of the second duel's life beyond one for each tick, without letters."""
        return sum(max(len([call for call in tick.calls if not is_letter(tick, call)]) - 1, 0) for tick in self.second)

    def told(self, is_letter: IsLetter | None = None) -> str:
        """The figures, in words; where players write to the same site, with and without the letters."""
        total = sum(len(tick.calls) for tick in self.second)
        hours = round((self.second[-1].at - self.second[0].at + self.every).total_seconds() / 3600)
        besides = f"{self.besides()} besides" + (f", {self.besides(is_letter)} without letters" if is_letter else "")
        minutes, idle = self.every.total_seconds() / 60, max(self.idle)
        return (
            f"every {minutes:g} minutes: {total} requests in {len(self.second)} ticks over {hours} hours: "
            f"at most {idle} in a tick that does nothing, and {besides}"
        )
