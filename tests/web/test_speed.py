"""How fast a page of spells is served, beside MediaWiki serving the same text, in one run.

Nothing is asserted of the speed: the figures are printed and kept among the artefacts of the run.
"""

import math
import os
import statistics
import time

import requests
from servers.mediawiki import Visitor
from web.browser import PICTURES, Town

VIEWS = 1000 if os.environ.get("PBP_LONG") else 100
SPELLS = "== Spells ==\n" + "\n".join(
    f"=== Spell {n} ===\nInputs: A position in the Wizard Ring<br>\n"
    f"Effect: The Wizard in the chosen position loses {n} Stars. '''Their''' neighbours lose 1 Star.\n"
    for n in range(1, 31)
)


def measured(url: str) -> list[float]:
    """Seconds for each view of a page, one after the other, each on a connection of its own; sorted."""
    times = []
    for _ in range(VIEWS + 5):
        began = time.perf_counter()
        answer = requests.get(url, timeout=60)
        times.append(time.perf_counter() - began)
        assert answer.status_code == 200 and "Spell 30" in answer.text
    # The first views fill caches.
    return sorted(times[5:])


def line(name: str, times: list[float]) -> str:
    """The figures of one site."""
    slowest = times[math.ceil(len(times) * 0.99) - 1]
    return (
        f"{name:<18} {len(times) / sum(times):8.1f} pages a second, median {statistics.median(times) * 1000:7.1f} ms,"
        f" slowest percentile {slowest * 1000:7.1f} ms"
    )


def test_a_page_of_thirty_spells_is_served_here_and_by_mediawiki(mediawiki, tmp_path, capsys):
    town = Town(tmp_path)
    try:
        page = town.site.wiki.read("Ruleset")
        town.site.edit("Ruleset", SPELLS, page.revision, "Alice", "thirty spells")
        town.site.edit("Help", SPELLS.replace("Effect:", "It is said:"), None, "Alice", "the same as plain text")
        Visitor(mediawiki, mediawiki.person).edit("Ruleset", SPELLS)
        figures = [
            f"{VIEWS} views of one page of thirty spells, one after the other",
            line("MediaWiki", measured(f"{mediawiki.url}/index.php?title=Ruleset")),
            line("here, plain", measured(f"{town.server.url}/wiki/Help")),
            line("here, explained", measured(f"{town.server.url}/wiki/Ruleset")),
        ]
    finally:
        town.close()
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES.parent / "pages-a-second.txt").write_text("\n".join(figures) + "\n")
    with capsys.disabled():
        print("\n" + "\n".join(figures))
