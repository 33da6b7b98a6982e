"""Pieces of the web tests: a clock, a desk that answers from what a test lays on it, two duels, a browser."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from pbp.adapters.local import LocalSite
from pbp.app import Busy
from pbp.errors import Refused
from pbp.games.choices import Field, FieldValue, Move
from pbp.honours.results import DuelResult, contest_result, ring_result
from pbp.honours.tables import honours_of
from pbp.ports import Letter
from pbp.spells.changes import Changes
from pbp.spells.suggest import suggest
from pbp.web import (
    Concern,
    Deed,
    DeskPage,
    Hit,
    Lobby,
    PublicCast,
    PublicContest,
    PublicDuel,
    PublicStep,
    PublicWizard,
    Seat,
    Task,
)
from pbp.web.published import Lineup

NOW = datetime(2026, 3, 5, 20, 15, tzinfo=UTC)
RULESET = """This is the ruleset of the dynasty.

== Wizards ==
Each Wizard has an integer number of Stars.

== Spells ==
=== Greed ===
Inputs: None<br>
Effect: If no other Wizard cast the Greed spell this Duel, gain 5 stars

=== Gain ===
Inputs: None<br>
Effect: Gain DICE4 stars

=== Burn ===
Inputs: A numerical position in the Wizard Ring<br>
Effect: The wizard in the targeted position loses 3 stars. Their neighbors lose 1 star

== Duels ==
A Duel consists of a Number, Battle Time, a Wizard Ring and a Spell List.
"""


class Clock:
    """Stands still unless a test moves it."""

    def __init__(self):
        self.now = NOW

    def __call__(self):
        return self.now


class Papers:
    """A desk that answers from the papers on it, and answers each waiting message with a receipt."""

    def __init__(self, clock: Clock):
        self.clock = clock
        self.site: LocalSite | None = None
        self.all_duels: list[PublicDuel] = []
        self.all_changes = {2: Changes((), ("Burn",), ())}
        self.all_wizards: list[PublicWizard] = []
        self.all_contests: list[PublicContest] = []
        self.all_results: list[DuelResult] = []
        self.present: dict[Any, Any] = {}
        self.all_rules: dict[Any, Any] = {}
        self.all_steps: dict[int, list[PublicStep]] = {}
        self.all_tasks: dict[str, list[Task]] = {}
        self.lobbies: dict[str, Lobby] = {}
        self.zones: dict[str, str] = {}
        self.all_concerns: dict[str, list[Concern]] = {}
        self.fault: Exception | None = None

    def now(self):
        return self.clock()

    def collect(self):
        if self.fault:
            raise self.fault
        for message in self.site.mailbox.fetch():
            text = f"We read: {message.text}"
            self.site.mailbox.send(message.id, Letter(message.sender, "Understood", text, message.id))
            self.site.mailbox.done(message)

    def duels(self):
        if self.fault:
            raise self.fault
        return self.all_duels

    def without_secrets(self, said):
        return said

    def tournaments(self):
        return ()

    def tournament_of(self, contest):
        return None

    def changes(self, numbers):
        return {number: self.all_changes[number] for number in numbers if number in self.all_changes}

    def contests(self):
        return self.all_contests

    def honours(self):
        """By the results that a test lays down, and those of the duels and contests on the desk."""
        own = [ring_of(duel) for duel in self.all_duels if duel.state == "resolved"]
        own += [contest_of(contest) for contest in self.all_contests if contest.state == "resolved"]
        lists = [("winter", "http://wizards.example/wiki/Season_winter")]
        return honours_of(self.all_results or own, lists)

    def contest_steps(self, number):
        return self.all_steps.get(number, [])

    def contest_now(self, number):
        return self.present.get(number)

    def bundle(self, number):
        return None

    def rules(self):
        return {name: title for name, (title, _) in self.all_rules.items()}

    def rules_page(self, name):
        return self.all_rules[name][1]

    def wizards(self):
        return self.all_wizards

    def tasks(self, account):
        return self.all_tasks.get(account, ())

    def lobby(self, account):
        return self.lobbies.get(account, Lobby())

    def subscribe(self, account, endpoint, p256dh, auth):
        raise Refused("nothing is pushed by these papers")

    def unsubscribe(self, account, browser):
        pass

    def concerns(self, account):
        return self.all_concerns.get(account, ())

    def zone(self, account):
        return self.zones.get(account, "")

    def tried(self, account, words):
        return f"{account} tries {words}"

    def suggestions(self, spell):
        return suggest(spell)

    def board(self, account):
        return DeskPage()

    def decide(self, account, decision, *, rehearsed):
        raise self.fault or Busy("another run is at work")

    def join(self, name):
        raise Refused("nobody joins these papers")

    def journal(self, words, page):
        return [], 0

    def archive(self, season):
        return None

    def lineups(self):
        return [
            Lineup(d.number, "Wizard Duel", tuple(seat.name for seat in d.seats), d.state, True) for d in self.duels()
        ]

    def public_journal(self, skip, count):
        return [], 0


def ring_of(duel):
    """The result of a resolved duel, as the service makes it of its books."""
    wizards = [{"name": seat.name, "idle": seat.idle} for seat in duel.seats]
    view = {seat.name: {"change": seat.after - seat.before} for seat in duel.seats}
    casts = {cast.wizard: {"spell": cast.spell} for cast in duel.casts}
    return ring_result(duel.number, "winter", "wizard-ring/1", duel.ended, wizards, {"wizards": view, "casts": casts})


def contest_of(contest):
    """The result of an ended contest."""
    outcome = {"winner": contest.winner or None, "draw": contest.drawn}
    return contest_result(contest.number, "winter", contest.game, contest.ended, {"players": contest.players}, outcome)


def two_duels():
    names = ("Carol", "Alice", "Dave", "Bob")
    first = PublicDuel(
        number=1,
        state="resolved",
        held=False,
        opened=NOW - timedelta(days=5),
        battle_time=NOW - timedelta(days=2, hours=5, minutes=15),
        ended=NOW - timedelta(days=2, hours=5),
        seats=tuple(
            Seat(n + 1, name, name == "Dave", 20, 20 + change)
            for n, (name, change) in enumerate(zip(names, (4, -1, -3, 3), strict=True))
        ),
        list_title="Wizard Duel Spell List 1",
        post_url="http://wizards.example/blog/1",
        casts=(
            PublicCast("Carol", "Greed"),
            PublicCast("Alice", "Burn", "at position 3, Dave"),
            PublicCast("Bob", "Gain"),
        ),
        hits=(
            Hit("Carol", "Carol", "Greed", 5),
            Hit("Alice", "Dave", "Burn", -3),
            Hit("Alice", "Alice", "Burn", -1),
            Hit("Alice", "Bob", "Burn", -1),
            Hit("Bob", "Bob", "Gain", 4),
        ),
        events=(
            "Carol casts Greed.",
            "Alice casts Burn at position 3 (Dave).",
            "Bob casts Gain.",
            "Carol gains 5 Stars (Greed).",
            "Dave loses 3 Stars (Burn).",
        ),
    )
    second = PublicDuel(
        number=2,
        state="open",
        held=False,
        opened=NOW - timedelta(days=1),
        battle_time=NOW + timedelta(hours=18, minutes=45),
        ended=None,
        seats=tuple(Seat(n + 1, name, name == "Dave", 20) for n, name in enumerate(reversed(names))),
        list_title="Wizard Duel Spell List 2",
        post_url="http://wizards.example/blog/2",
    )
    return [second, first]


def alices_task(**changes):
    """A ring duel with four spells, and an order in it."""
    names = ("Bob", "Dave", "Alice", "Carol")
    places = tuple(FieldValue(str(n), f"{n}: {name}") for n, name in enumerate(names, 1))
    colours = (FieldValue("Red"), FieldValue("Blue"))
    glow = (Field("input1", "place", "a Wizard", places[:2]), Field("input2", "word", "a colour", colours))
    place = Field("input1", "place", "a position in the Wizard Ring", places)
    facts: dict[str, Any] = {
        "number": 2,
        "step": 1,
        "title": "Wizard Duel 2",
        "rules": "wizard-ring",
        "ring": True,
        "order": "Burn at position 1, Bob",
        "received": NOW,
        "closes": NOW + timedelta(hours=18, minutes=45),
        "counts": "Orders count until the Battle Master closes the duel, at or shortly after 15:00 UTC.",
        "moves": (
            Move("cast-Greed", "Cast Greed", "CAST Greed"),
            Move("cast-Burn", "Cast Burn", "CAST Burn", (place,), note="The wizard there loses 3 Stars"),
            Move("cast-Warm Glow", "Cast Warm Glow", "CAST Warm Glow", glow),
            Move("pass", "Pass: cast nothing", "PASS"),
        ),
        "deeds": (Deed("Take my order back", "#2 WITHDRAW", "Your order will not count."),),
    }
    return Task(**(facts | changes))


class Browser:
    """A player's browser: opens the private link, sends forms with their mark."""

    def __init__(self, app, site, name):
        self.client = app.test_client()
        self.token = site.account(name)
        self.path = f"/me/{self.token}"

    def open(self):
        return self.client.get(self.path)

    def mark(self):
        html = self.open().text
        return html.partition('name="mark" value="')[2].partition('"')[0]

    def post(self, path, **fields):
        return self.client.post(path, data={"mark": self.mark(), **fields})

    def write(self, text):
        return self.post(f"{self.path}/send", text=text)
