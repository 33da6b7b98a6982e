"""Each page of the site, of a world that has grown, and each run of the service, as something to be measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from flask.testing import FlaskClient

from pbp.cli.standing import of_all
from pbp.web import House, create_site
from pbp.web.front import Front
from service.grown import CONTEST, RING
from service.world import World

TOKEN = "metrics"
FILLED = {
    "title": "Ruleset",
    "name": "Alice",
    "kind": "svg",
    "at": "1",
    "step": "1",
    "season": "1",
    "_": "nothing",
    "code": "none",
    "filename": "site.css",
    "number": "1",
}
"""What stands in an address where its endpoint needs nothing else."""
OF_ENDPOINT: dict[str, dict[str, str | int]] = {
    "papers.one": {"name": "duels"},
    "contests.rules": {"name": "goofspiel"},
    "honours.season": {"season": "1"},
    "honours.spell": {"name": "Greed"},
    "api.spell": {"name": "Greed"},
    "contests.contest": {"number": CONTEST},
    "contests.picture": {"number": CONTEST},
    "replays.contest": {"number": CONTEST},
    "api.contest": {"number": CONTEST},
    **{f"duels.{name}": {"number": RING} for name in ("duel", "ring")},
    **{f"audits.{name}": {"number": RING} for name in ("audit", "download")},
    "replays.duel": {"number": RING},
    "api.duel": {"number": RING},
}
ALSO = {
    "search for a spell": "/search?q=Greed",
    "search for a player": "/search?q=Alice",
    "search for a duel": f"/search?q={RING}",
    "a duel's list": f"/wiki/Wizard_Duel_Spell_List_{RING}",
    "a duel's bundle": f"/wiki/Wizard_Duel_{RING}_Audit",
    "the overview": "/wiki/Wizard_Duels",
    "the season's list": "/wiki/Wizard_Duel_Season_1",
    "the history of the overview": "/history/Wizard_Duels",
    "a search in the journal": "/me/{master}/desk/journal?q=resolved",
}
"""Further addresses, by what they are."""


def pages(world: World) -> Iterator[tuple[str, Callable[[], int]]]:
    """Each page of the site by its endpoint, and what asks for it and gives the status."""
    site = create_site(world.site, Front(world.app), House(metrics_token=TOKEN))
    master, alice = (world.site.people.token(name) for name in ("Master", "Alice"))
    secret = world.site.people.renew_follow_token("Alice")
    for rule in site.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in ("static", "api.unknown"):
            continue
        token = master if "desk" in rule.rule or "links" in rule.rule else alice
        given = {**FILLED, "token": token, "secret": secret, **OF_ENDPOINT.get(rule.endpoint, {})}
        path = re.sub(r"<(?:[^:>]+:)?(\w+)>", lambda found: str(given[found[1]]), rule.rule)  # noqa: B023 - at once
        yield rule.endpoint, _asks(site.test_client(), path)
    for what, path in ALSO.items():
        yield what, _asks(site.test_client(), path.format(master=master))


def _asks(reader: FlaskClient, path: str) -> Callable[[], int]:
    def ask() -> int:
        answer = reader.get(path, headers={"Authorization": f"Bearer {TOKEN}"}, buffered=True)
        assert answer.status_code < 500, path
        return answer.status_code

    return ask


RUNS = ("an idle tick", "a tick with a letter", "status")


def runs(world: World) -> Iterator[tuple[str, Callable[[], object]]]:
    """An idle tick, one in which a letter is taken in and answered, and `pbp status`; by the names in RUNS."""

    def tick() -> None:
        world.tick(minutes=1)

    def letter() -> None:
        number = max(duel.number for duel in world.app.running() if duel.format == "ring")
        world.site.say("Bob", f"#{number} CAST Gain")
        tick()

    def status() -> None:
        with world.app.store.tx() as tx:
            assert of_all(world.app, tx).lines

    yield from zip(RUNS, (tick, letter, status), strict=True)
