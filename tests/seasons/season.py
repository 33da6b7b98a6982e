"""Three ring duels, put together as an operator does it, with a clock that goes only when told."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from service.world import Moving

from pbp import config
from pbp.app import build
from pbp.service import ring
from pbp.store import Duel
from pbp.store.states import RUNNING, DuelState, Hold, PageKind, TextState
from pbp.verify import Seen, verify_file
from pbp.verify.checks import numbers_in
from seasons.people import BETWEEN, COLUMN, People

SHARE = 2 / 3
"""How many of all writes lose their answer."""
SPELLS = """== Spells ==
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
START = datetime.now(UTC).replace(microsecond=0)
"""The clocks of real sites stamp what they take: a season that begins now has their times in its past, never ahead."""
LETTERS: Sequence[Sequence[tuple[str, str]]] = (
    (
        ("Alice", "CAST Burn Carol"),
        ("Bob", "Hello! I'd like to CAST Greed please.\n\n-- \nBob"),
        ("Carol", "CAST Wish for more wishes"),
        ("Carol", "CAST Gain"),
        ("Alice", "On second thought:\nCAST Greed"),
    ),
    (("Alice", "PASS"), ("Bob", "CAST Burn Alice"), ("Carol", "CAST Greed"), ("Bob", "STATUS")),
    (("Carol", "CAST Greed"), ("Alice", "CAST Gain"), ("Alice", "WITHDRAW"), ("Bob", "CAST Gain")),
)
"""What the players write in each duel, in order."""
STANDING = (
    {"Alice": "CAST Greed", "Bob": "CAST Greed", "Carol": "CAST Gain"},
    {"Alice": "PASS", "Bob": "CAST Burn", "Carol": "CAST Greed"},
    {"Bob": "CAST Gain", "Carol": "CAST Greed"},
)
"""What stands of that when each duel closes: each order's first words."""


class Season:
    """The Battle Master, its clock, and the ruleset page as it was before. `write(name, words)` sends a letter.

    With `people`, some of them act before each run, as the sites let them do it within one.
    """

    def __init__(
        self,
        settings: str,
        folder: Path,
        wizards: Mapping[str, Mapping[str, str]],
        people: People | None = None,
    ):
        self.clock, self.people = Moving(START), people
        self.config = config.read(f"{settings}\n[schedule]\nplayers = 2\n", folder)
        self.app = build(self.config, clock=self.clock)
        with self.app.store.tx() as tx:  # one season's secrets for all tests: its tree is built once a process
            self.app.desk.begin_season(tx, START, b"key".ljust(32), b"signing key".ljust(32))
        for name, addresses in wizards.items():
            self.app.add_player(name, addresses)

    def play(self, write: Callable[[str, str], None]) -> None:
        """The whole season; every duel is resolved by the orders that stand, and its bundle can be checked."""
        self.settle()
        for number, (letters, standing) in enumerate(zip(LETTERS, STANDING, strict=True), 1):
            for name, words in letters:
                self.clock.now += timedelta(minutes=5)
                write(name, words)
            self.settle()
            battle_time = self.duel(number).battle_time
            assert battle_time
            while self.clock.now < battle_time:
                self.clock.now = min(battle_time, self.clock.now + timedelta(hours=7))
                self.settle()
            while self.duel(number).state != "resolved":  # the tick that closes it may be the one before that
                assert self.clock.now < battle_time + timedelta(hours=6), "never resolved"
                self.clock.now += timedelta(minutes=1)
                self.settle()
            with self.app.store.tx() as tx:
                (step,) = tx.steps(number)
            counted = {name: words for name, _, words, *_ in step.orders}
            assert counted.keys() == standing.keys(), f"of duel {number} counted {counted}"
            assert all(counted[name].startswith(words) for name, words in standing.items()), counted
            bundle = self.app.desk.wiki.read(self.app.desk.audit_title(number))
            with self.app.store.tx() as tx:
                closed = tx.outgoing(self.app.desk.key(number, "commence1"))
            assert closed
            seen = Seen(texts=numbers_in(closed.payload["body"]))
            assert bundle and verify_file(bundle.text, seen).ok

    def settle(self) -> None:
        """Ticks, and moves the clock on to when the next attempt may be made, until nothing more is to go out."""
        for _ in range(300):
            if self.people:
                self.people.maybe(BETWEEN)
            report = self.app.tick()
            assert self._decides() or (not report.failed and not report.waits), report
            self._shows_people()
            with self.app.store.tx() as tx:
                waiting = [item.not_before for item in tx.all_outgoing(TextState.QUEUED)]
                waiting += [page.not_before for page in tx.pages() if page.state == "queued"]
            if not waiting:
                return
            soon = self.clock.now + timedelta(seconds=1)
            self.clock.now = max(soon, min((at for at in waiting if at > self.clock.now), default=soon))
        raise AssertionError("never published")

    def _decides(self) -> bool:
        """Whether a list that people changed was there for the Battle Master.

        It stands while the duel is open; once that is closed, and its result on its way, it is put back.
        """
        with self.app.store.tx() as tx:
            held = [duel for duel in tx.duels(*RUNNING) if duel.held == Hold.LIST_PAGE]
        for duel in held:
            if duel.state == DuelState.OPEN:
                page = ring.edited_page(self.app.desk, duel.number)
                self.app.carry_out(ring.accept_edit, duel.number, page, self.app.now())
            elif self.people and duel.list_title:
                self.app.carry_out(ring.restore_page, duel.number, self.app.now())
                self.people.hear(duel.list_title, duel.list_text or "")
        return bool(held)

    def _shows_people(self) -> None:
        """Lets people see what is on the sites by now."""
        if self.people:
            with self.app.store.tx() as tx:
                pages = tx.pages()
                posts = [item.ref_id for item in tx.all_outgoing(TextState.SENT) if item.kind == "post"]
            self.people.pages = [page.title for page in pages]
            self.people.lists = [page.title for page in pages if page.kind == PageKind.LIST]
            self.people.post = (posts or [""])[-1] or ""

    def check_people(self) -> None:
        """Checks that all that people did stands, and that Stars are the results and what people changed."""
        assert self.people
        people = self.people
        people.rest()
        for _ in range(8):  # what they did last is looked at in its turn
            self.clock.now += timedelta(minutes=5)
            self.settle()
        with self.app.store.tx() as tx:
            wizards = {wizard.name: wizard for wizard in tx.wizards()}
            results = [duel.summary["changes"] for duel in tx.duels(DuelState.RESOLVED) if duel.summary]
        stars = {name: wizard.stars for name, wizard in wizards.items()}
        assert stars == {name: 20 + people.stars[name] + sum(changes[name] for changes in results) for name in wizards}
        people.check(stars, {name: wizard.attributes.get(COLUMN) for name, wizard in wizards.items()})

    def duel(self, number: int) -> Duel:
        """A duel."""
        with self.app.store.tx() as tx:
            return tx.duel(number)

    def sent(self, kind: str) -> list[str]:
        """The keys of all texts of that kind that are out, each of which the store holds once."""
        with self.app.store.tx() as tx:
            return [item.key for item in tx.all_outgoing(TextState.SENT) if item.kind == kind]

    def titles(self) -> list[str]:
        """The titles of our pages."""
        with self.app.store.tx() as tx:
            return [page.title for page in tx.pages()]


def unlucky(seed: int) -> Callable[[], bool]:
    """Says of each write whether its answer gets lost: two thirds of them, by chance."""
    chance = random.Random(seed)
    return lambda: chance.random() < SHARE


def each_differs(texts: Sequence[str]) -> bool:
    """Whether no revision of a page repeats the one before."""
    return all(one != other for one, other in itertools.pairwise(texts))
