"""`pbp demo`: two duels of six wizards on a clock that moves, told as a story while the pages fill.

It uses the same verbs, sites and server as `pbp serve`; only the clock is its own.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import socket
import textwrap
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import requests

from pbp import config as settings
from pbp import verify
from pbp.config import Config
from pbp.operating.serving import Server, attend
from pbp.store import Duel
from pbp.text import utc
from pbp.verify.checks import numbers_in

WIZARDS = ("Circe", "Medea", "Merlin", "Morgana", "Nimue", "Prospero")

CONFIG = """# A world made by `pbp demo`. Every setting: pbp init writes them all.
[site]
name = "Wizard Duels (demo)"
port = {port}

[schedule]
players = 6

[ring]
outage_after_hours = 100
give_back_minutes = 0
"""

RULESET = """The wizards keep their spells here; each heading below Spells is one spell.

== Spells ==
=== Greed ===
* Inputs: None
* Effect: If no other Wizard cast the Greed spell this Duel, gain 5 stars
=== Gain ===
* Inputs: None
* Effect: Gain DICE4 stars
=== Burn ===
* Inputs: A numerical position in the Wizard Ring
* Effect: The wizard in the targeted position loses 3 stars. Their neighbors lose 1 star
"""

NEW_SPELL = """=== Swap ===
* Inputs: A position in the Wizard Ring
* Effect: The caster loses 1 Star. The Wizard in the targeted position gains 2 Stars.
"""


class MovingClock:
    """A clock that stands still until the story moves it, and then, at the end, goes with the world's."""

    def __init__(self, start: datetime):
        self._now: datetime | None = start

    def __call__(self) -> datetime:
        return self._now or datetime.now(UTC)

    def move(self, to: datetime) -> None:
        """Moves it forward."""
        self._now = max(self(), to)

    def release(self) -> None:
        """Lets it go with the world's from now on."""
        self._now = None


def play(
    *, folder: Path | None, start: datetime | None, seed: str | None, serve_after: bool, say: Callable[[str], None]
) -> None:
    """Plays the story in a new folder, and serves its pages at the end if asked to."""
    folder = folder or _new_folder()
    folder.mkdir(parents=True, exist_ok=True)
    # The port is chosen once: the addresses in what is posted go on being right when the world is served again.
    (folder / "config.toml").write_text(CONFIG.format(port=_free_port()), encoding="utf-8")
    config = settings.load(folder / "config.toml")
    began = start.replace(tzinfo=UTC) if start else _days_ago(datetime.now(UTC))
    clock = MovingClock(began)
    story = Story(config, clock, say, seed)
    try:
        story.tell()
        say(f"\nThe world is in {folder}. To go on with it:\n")
        say(f"  pbp serve --config {folder / 'config.toml'}     the site, and a tick every minute")
        say(f"  pbp status --config {folder / 'config.toml'}    what runs and what waits")
        say("  pbp init                                   your own world, with every setting explained")
        if serve_after:
            clock.release()
            say(f"\nThe site goes on at {story.server.url} (stop with Ctrl-C).")
            attend(story.app, say)
    finally:
        story.server.stop()


class Story:
    """The demo's wizards, and what they do."""

    def __init__(self, config: Config, clock: MovingClock, say: Callable[[str], None], seed: str | None):
        self.clock, self.say = clock, say
        self.server = Server(config, clock)
        self.app = self.server.app
        self.links: dict[str, str] = {}
        if seed is not None:
            self._fix_chance(seed)

    def tell(self) -> None:
        """The whole story."""
        self.server.start()
        self._open_the_site()
        first = self._schedule()
        self._first_orders()
        self._a_new_spell()
        self._close(first)
        self._write("Merlin", "#1 CAST Greed", "Merlin wakes up too late.")
        second = self._newest()
        self._second_orders(second)
        self._close(second)
        self._check(first, second)

    def _open_the_site(self) -> None:
        assert self.app.site
        self.say(
            f"The embedded site is at {self.server.url}. Six wizards move in, and a ruleset page with three spells."
        )
        self.app.site.edit("Ruleset", RULESET, None, "Merlin", "The first spells")
        for name in WIZARDS:
            self.app.add_player(name)
            self.links[name] = self.app.private_link(name) or ""

    def _schedule(self) -> Duel:
        self._tick()
        duel = self._newest()
        self._announce(duel)
        return duel

    def _announce(self, duel: Duel) -> None:
        assert duel.battle_time
        self._chapter(f"Wizard Duel {duel.number}")
        self._tell(
            f"It is {utc(duel.scheduled)}. The Battle Master schedules duel {duel.number}: battle time"
            f" {utc(duel.battle_time)}, the next 15:00 at least 44 hours ahead. The ring, drawn by chance:"
        )
        self.say("    " + "  ".join(f"{place} {name}" for place, name in enumerate(duel.participants, 1)))
        self._tell("The spell list is frozen on a wiki page, and the duel is posted on the blog.")

    def _first_orders(self) -> None:
        self._write("Circe", "Good evening, Battle Master!\n\nI'd like to CAST Burn Merlin please.\n\n-- \nCirce")
        self._write("Nimue", "CAST Greed")
        self._tell("Each receipt also says until when the order counts, how to change it, and bears a signed proof.")
        self._write("Medea", "cast gain")
        self._write("Medea", "On second thought: CAST Burn Nimue", "Medea changes her mind: the last order counts.")
        self._write("Morgana", "CAST Greed")
        self._write("Morgana", "WITHDRAW", "Morgana takes hers back, and sends no other.")
        self._write("Prospero", "CAST Wish for more wishes", "Prospero asks for a spell that nobody wrote.")
        self._wrong_link()
        self._halfway()
        self._write("Prospero", "Then CAST Gain.")

    def _second_orders(self, duel: Duel) -> None:
        self._announce(duel)
        self._tell("The list has a new spell, which the post points out.")
        self._write("Merlin", "CAST Swap Nimue")
        self._write("Nimue", "CAST Gain")
        self._write("Circe", "CAST Greed")
        self._write("Prospero", "CAST Burn Circe")
        self._write("Medea", "PASS")

    def _wrong_link(self) -> None:
        answer = requests.get(f"{self.server.url}/me/{'x' * 43}", timeout=10)
        self._tell(f"Somebody tries a private link that is nobody's: the site answers {answer.status_code}.")

    def _halfway(self) -> None:
        duel = self._newest()
        assert duel.battle_time
        self.clock.move(duel.opened + (duel.battle_time - duel.opened) / 2 + timedelta(minutes=1))
        self._tick()
        self._tell("At half time a reminder goes to those who have sent nothing, and to nobody else.")

    def _close(self, duel: Duel) -> None:
        assert duel.battle_time
        self.clock.move(duel.battle_time + timedelta(minutes=1))
        self._tell(f"It is {utc(self.clock())}. The Battle Master closes the duel and casts all spells at once:")
        self._tick()
        with self.app.store.tx() as tx:
            row = tx.steps(duel.number)[-1]
        for event in row.events or ():
            self.say(f"    {event['text']}")
        changes = ((row.view or {}).get("wizards") or {}).items()
        self.say(
            "  Result: " + ", ".join(f"{name} {wizard['stars']} ({wizard['change']:+})" for name, wizard in changes)
        )

    def _a_new_spell(self) -> None:
        assert self.app.site
        page = self.app.site.wiki.read("Ruleset")
        assert page
        self._tell(
            "Meanwhile Nimue writes a new spell, Swap, on the ruleset page. This duel's list is frozen; the next duel"
            " will have it."
        )
        self.app.site.edit("Ruleset", page.text + NEW_SPELL, page.revision, "Nimue", "A spell for friends")

    def _check(self, *duels: Duel) -> None:
        self._chapter("Anybody can check")
        assert self.app.site
        with self.app.store.tx() as tx:
            season = tx.season(self.app.config.season.id)
        assert season
        for duel in duels:
            url = self.app.site.wiki.url(self.app.desk.audit_title(duel.number))
            post = self._post_url(duel)
            seen = verify.Seen(anchor=season.anchor, texts=numbers_in(_text_at(post)))
            report = verify.verify_file(_text_at(url), seen)
            self.say(f"  pbp verify {url} --seen {post}")
            self.say(f"    {report.lines[-1]}")
        url = self.app.site.wiki.url(self.app.desk.season_title(season.id))
        report = verify.verify_season(_text_at(url), _text_at, verify.Seen(anchor=season.anchor))
        self.say(f"  pbp verify --season {url}")
        self.say(f"    {report.lines[-1]}")

    # ---- small things ------------------------------------------------------------------------------------------

    def _write(self, name: str, text: str, remark: str = "") -> None:
        """A player writes on the private page, as in a browser, and reads the answer there."""
        if remark:
            self._tell(remark)
        session = requests.Session()
        page = session.get(self.links[name], timeout=10)
        mark = re.search(r'name="mark" value="([^"]+)"', page.text)
        assert mark, "the private page has a form"
        session.post(f"{self.links[name]}/send", data={"text": text, "mark": mark[1]}, timeout=10).raise_for_status()
        self.say(f"  {name + ':':10} {' '.join(text.split())}")
        self.say(textwrap.fill(self._answer(name), 100, initial_indent=" " * 13 + "-> ", subsequent_indent=" " * 16))
        self.clock.move(self.clock() + timedelta(minutes=7))

    def _answer(self, name: str) -> str:
        """What matters of the newest letter to a player: its first sentences, without frame and greeting."""
        assert self.app.site
        letter = next(entry for entry in self.app.site.mailbox.entries(name) if not entry.sent)
        words = " ".join(line for line in letter.text.splitlines() if not line.startswith(("====", "Dear")))
        said = " ".join(words.split()).split(" It counts until")[0].split(" You have ")[0]
        return said.split(" What it does:")[0]

    def _post_url(self, duel: Duel) -> str:
        with self.app.store.tx() as tx:
            post = tx.outgoing(self.app.desk.key(duel, "post"))
        assert post and post.ref_url
        return post.ref_url

    def _newest(self) -> Duel:
        with self.app.store.tx() as tx:
            return tx.duels()[-1]

    def _tick(self) -> None:
        self.app.tick(5)
        self.clock.move(self.clock() + timedelta(minutes=1))

    def _tell(self, words: str) -> None:
        self.say(textwrap.fill(words, 100, initial_indent="  ", subsequent_indent="  "))

    def _chapter(self, title: str) -> None:
        self.say(f"\n{title}\n{'-' * len(title)}")

    def _fix_chance(self, seed: str) -> None:
        """A season whose seeds come from a text: for a transcript, never for play."""
        key, signing = (hashlib.sha256(f"{part}:{seed}".encode()).digest() for part in ("key", "signing"))
        with self.app.store.tx() as tx:
            self.app.desk.begin_season(tx, self.clock(), key, signing)


def _new_folder() -> Path:
    """A folder here that does not exist yet."""
    names = ("pbp-demo" if number == 1 else f"pbp-demo-{number}" for number in itertools.count(1))
    return next(path for path in map(Path, names) if not path.exists())


def _text_at(url: str) -> str:
    return requests.get(url, timeout=10).text


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def _days_ago(now: datetime) -> datetime:
    """When two duels must begin to be over by the last 15:00: the real clock can take over when the story ends."""
    last = now.replace(hour=15, minute=30, second=0, microsecond=0)
    return (last if last <= now else last - timedelta(days=1)).replace(hour=9, minute=0) - timedelta(days=4)
