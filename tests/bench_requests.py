"""How many requests a duel's life of 48 hours takes on a real MediaWiki, wiki and blog both: by a cron and by serve.

    python tests/bench_requests.py [--every MINUTES]... [--calls]

Counted by a proxy before the wiki. With a cron each run is a process of its own (the pieces are put together anew, from
the same folder); with serve, a beat a minute by the same pieces. Three players write to the embedded site. No part of
the test run, which holds the figures to their limits (tests/service/test_requests.py).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from servers.mediawiki import MediaWiki
from servers.proxy import Proxy
from service.test_requests import on_mediawiki


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
            with tempfile.TemporaryDirectory() as folder:
                life = on_mediawiki(wiki, proxy, Path(folder), timedelta(minutes=minutes), anew=anew)
                life.play()
            print(f"{what}, {life.told()}; idle ticks by their requests: {dict(sorted(life.idle.items()))}")
            for tick in life.ticks:
                if tick.news:
                    print(f"  {len(tick.calls)}: {tick.news}", *(tick.calls if given.calls else ()), sep="\n      ")
    finally:
        proxy.stop()
        wiki.stop()


if __name__ == "__main__":
    main()
