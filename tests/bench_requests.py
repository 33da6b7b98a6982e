"""How many requests a duel's life of 48 hours takes on a real MediaWiki, wiki and blog both: by a cron and by serve.

    python tests/bench_requests.py [--every MINUTES]... [--calls]

Counted by a proxy before the wiki. With a cron each run is a process of its own (the pieces are put together anew, from
the same folder); with serve, a beat a minute by the same pieces. Three players write to the embedded site. No part of
the test run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from servers.mediawiki import MediaWiki, Visitor
from servers.proxy import Proxy, Request

from pbp import config
from pbp.app import App, build

SPELLS = """== Spells ==
=== Greed ===
* Inputs: None
* Effect: If no other Wizard cast the Greed spell this Duel, gain 5 stars
=== Burn ===
* Inputs: A numerical position in the Wizard Ring
* Effect: The wizard in the targeted position loses 3 stars. Their neighbors lose 1 star
"""
SETTINGS = """
[wiki]
adapter = "mediawiki"
[blog]
adapter = "mediawiki"
[mediawiki]
url = "{url}"
user = "{user}"
password = "file:password"
"""
NAMES = ("Alice", "Bob", "Carol")


class Life:
    """A duel's life of 48 hours, from its schedule to its result, tick by tick."""

    def __init__(self, folder: Path, proxy: Proxy, *, every: timedelta, anew: bool):
        (folder / "password").write_text(MediaWiki.bot.password)
        # The battle time is the first at that hour after 48 hours.
        self.now = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
        settings = f"{SETTINGS}[ring]\nbattle_hour = {self.now.hour}\nauto_schedule = true\n"
        self.config = config.read(settings.format(url=proxy.url, user=MediaWiki.bot.login), folder)
        self.proxy, self.every, self.anew = proxy, every, anew
        self.app: App = build(self.config, clock=lambda: self.now)
        for name in NAMES:
            self.app.add_player(name)
        self.idle: Counter[int] = Counter()
        self.busy: list[tuple[str, list[str]]] = []

    def play(self) -> None:
        """Ticks until the duel is resolved; two players write after an hour."""
        self.tick()
        begun = self.now
        while not self.over():
            self.now += self.every
            if self.now - begun == timedelta(hours=1):
                assert self.app.site
                self.app.site.say("Alice", "CAST Greed")
                self.app.site.say("Bob", "CAST Burn 1")
            self.tick()

    def over(self) -> bool:
        """Whether the duel is resolved and nothing waits to be sent."""
        with self.app.store.tx() as tx:
            return tx.duel(1).state == "resolved" and not tx.all_outgoing("queued")

    def tick(self) -> None:
        """One tick, of a process of its own if so told."""
        if self.anew:
            self.app.store.close()
            self.app = build(self.config, clock=lambda: self.now)
        before = len(self.proxy.seen)
        with self.app.store.tx() as tx:
            entries = tx.last_entry()
        report = self.app.tick()
        assert not report.failed, report
        with self.app.store.tx() as tx:
            news = [entry.kind for entry in tx.entries(after=entries)]
        calls = self.proxy.seen[before:]
        if news or report.published:
            self.busy.append((", ".join(dict.fromkeys(news)), [told(call) for call in calls]))
        else:
            self.idle[len(calls)] += 1


def told(call: Request) -> str:
    """A call in a few words."""
    text = (call.path + " " + call.body.decode("utf-8", "replace")).replace("%7C", "|").replace("%1F", "")
    parts = dict(part.partition("=")[::2] for part in text.replace("?", "&").replace(" ", "&").split("&"))
    names = ("action", "meta", "list", "prop", "titles", "title", "pageids")
    return f"{call.method} " + " ".join(parts[name] for name in names if name in parts)


def main() -> None:
    """Prints the figures."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--every", type=float, action="append", help="minutes between runs of a cron, without serve")
    arguments.add_argument("--calls", action="store_true", help="print each call of the ticks that do something")
    given = arguments.parse_args()
    wiki = MediaWiki()
    wiki.start()
    proxy = Proxy(wiki.url)
    proxy.start()
    try:
        kinds = [(f"a cron every {minutes:g} minutes", minutes, True) for minutes in given.every or (5,)]
        for what, minutes, anew in [*kinds, *([] if given.every else [("serve, a beat a minute", 1.0, False)])]:
            wiki.reset()
            Visitor(wiki, wiki.admin).edit("Ruleset", SPELLS)
            proxy.seen.clear()
            with tempfile.TemporaryDirectory() as folder:
                life = Life(Path(folder), proxy, every=timedelta(minutes=minutes), anew=anew)
                life.play()
                life.app.store.close()
            idle = sum(calls * ticks for calls, ticks in life.idle.items())
            busy = sum(len(calls) for _, calls in life.busy)
            print(f"{what}: {idle + busy} requests")
            print(f"  {idle} in {life.idle.total()} idle ticks (requests: ticks) {dict(sorted(life.idle.items()))}")
            print(f"  {busy} in {len(life.busy)} ticks that did something")
            for news, calls in life.busy:
                print(f"    {len(calls)}: {news}")
                if given.calls:
                    for call in calls:
                        print(f"        {call}")
    finally:
        proxy.stop()
        wiki.stop()


if __name__ == "__main__":
    main()
