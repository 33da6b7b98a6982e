"""The service as the pages see it: facts from the store, and nothing that its reader may not know."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from pbp import spells
from pbp.app import App
from pbp.bundle.archive import packed
from pbp.bundle.form import find_bundle
from pbp.commands.decisions import Decision
from pbp.errors import NotFound, Refused, whereabouts
from pbp.games import GAMES
from pbp.games.base import CONTEST, bare_name
from pbp.honours.tables import Honours
from pbp.service import entry, leaks, offers, preferences, pushes, tournaments, waiting
from pbp.service import health as watched
from pbp.service.dump import season_files
from pbp.service.honours import KeptHonours
from pbp.service.present import present, tracked_attributes
from pbp.service.shown import PUBLIC, PUBLIC_AFTERWARDS, shown_steps
from pbp.spells.changes import Changes, compare
from pbp.spells.suggest import Suggestion
from pbp.store import MeetingRow, Tournament
from pbp.store.states import RUNNING
from pbp.web import board, deciding, mine
from pbp.web import facts as d
from pbp.web.concerns import DUELS, concerns
from pbp.web.explain import read_once
from pbp.web.known import KnownDuels
from pbp.web.lobby import Lobby
from pbp.web.published import Lineup, PublicEntry, PublicTournament

log = logging.getLogger(__name__)

WAIT = 5.0
"""Seconds that a sent message waits for a tick at work; after that the tick reads it."""


LINES = 50
"""Lines of the journal on a page."""
LOOKED_AT = 5_000
"""Entries of the journal that are looked at for one page, where words are looked for."""


class Front:
    """Satisfies pbp.web.facts.Service with the running service."""

    def __init__(self, app: App):
        self._app = app
        self._known = KnownDuels(app)
        self._kept_honours = KeptHonours()
        self._honours: tuple[int, Honours] = -1, Honours()

    def now(self) -> datetime:
        """The present by the service's clock."""
        return self._app.now()

    def health(self) -> watched.Health:
        """Whether runs come as they should."""
        with self._app.store.moment() as tx:
            return watched.health(tx, self._app.now())

    def figures(self) -> Sequence[watched.Figure]:
        """What there is to count, for those who watch the service."""
        with self._app.store.moment() as tx:
            return list(watched.figures(self._app.desk, tx, self._app.now()))

    def collect(self) -> None:
        """Takes in the messages that wait. Raises Busy if a tick is at work for long."""
        self._app.collect(WAIT)

    def without_secrets(self, said: str) -> str:
        """What somebody wrote, without live secrets."""
        return self._app.without_secrets(said)

    def duels(self) -> Sequence[d.PublicDuel]:
        """Every ring duel, newest first."""
        with self._app.store.moment() as tx:
            return self._known.rings(tx)

    def contests(self) -> Sequence[d.PublicContest]:
        """Every two-player contest, newest first."""
        with self._app.store.moment() as tx:
            return self._known.contests(tx)

    def changes(self, numbers: Collection[int]) -> Mapping[int, Changes]:
        """What the lists of ring duels have new, or worded otherwise, by those of the duels before them."""
        with self._app.store.moment() as tx:
            every = [duel.number for duel in self._known.rings(tx)]
            before = {number: earlier for number, earlier in pairwise(every) if number in numbers}
            texts = {duel.number: duel.list_text or "" for duel in tx.duels_of({*before, *before.values()})}
            attributes = tracked_attributes(tx)
        lists = {number: read_once(text, attributes) for number, text in texts.items()}
        return {number: compare(lists[earlier], lists[number]) for number, earlier in before.items()}

    def honours(self) -> Honours:
        """Ratings and records, worked out anew when another duel has ended."""
        with self._app.store.moment() as tx:
            version = self._known.version(tx)
            if self._honours[0] != version:
                self._honours = version, self._kept_honours.now(self._app.desk, tx)
            return self._honours[1]

    def tournament_of(self, contest: int) -> tuple[Tournament, MeetingRow] | None:
        """The tournament and the meeting to which a contest belongs."""
        with self._app.store.moment() as tx:
            return tx.meeting_of(contest)

    def tournaments(self) -> Sequence[PublicTournament]:
        """Every tournament, newest first."""
        with self._app.store.moment() as tx:
            found = []
            for standing in tournaments.newest(tx):
                post = tx.outgoing(standing.tournament.post)
                found.append(PublicTournament(standing, (post.ref_url if post else None) or ""))
        return found

    def contest_steps(self, number: int) -> Sequence[d.PublicStep]:
        """The resolved steps of a contest, in order."""
        with self._app.store.moment() as tx:
            duel = tx.find_duel(number)
            return [
                d.PublicStep(step.step, step.closed, tuple(event["text"] for event in step.events), step.view)
                for step in (shown_steps(tx, duel) if duel and duel.format == CONTEST else ())
            ]

    def contest_now(self, number: int) -> d.ContestNow | None:
        """How a contest stands now: after its last step, or as it began."""
        with self._app.store.moment() as tx:
            duel = tx.find_duel(number)
            if duel is None or duel.format != CONTEST:
                return None
            shown = shown_steps(tx, duel)
            view = shown[-1].view if shown else None
            if duel.state not in RUNNING:
                return d.ContestNow(view)
            now = present(self._app.desk, tx, duel)
            asked = tuple(name for name in duel.participants if duel.seat_of(name) in now.awaits)
            return d.ContestNow(view or now.game.view(now.state, None), now.game.phase(now.state), asked)

    def rules(self) -> Mapping[str, str]:
        """The titles of the rules pages."""
        found = {}
        for game in GAMES:
            found[bare_name(game)] = game.title
            found |= {f"{bare_name(game)}/{each.name}": f"{game.title}: {each.title}" for each in game.variants}
        return found

    def rules_page(self, name: str) -> str:
        """A rules page, as RULES by letter gives it."""
        of, _, variant = name.partition("/")
        game = next(game for game in GAMES if bare_name(game) == of)
        return self._app.desk.texts.rules(game, variant or None)

    def bundle(self, number: int) -> Mapping[str, Any] | None:
        """The bundle that was published of a duel that has ended."""
        with self._app.store.moment() as tx:
            page = tx.page(self._app.desk.audit_title(number))
        if page is None or page.url is None:
            return None
        found: Mapping[str, Any] = find_bundle(page.wanted)
        return found

    def wizards(self) -> Sequence[d.PublicWizard]:
        """Every wizard, by name."""
        with self._app.store.moment() as tx:
            return [
                d.PublicWizard(
                    w.name,
                    w.stars,
                    not w.active,
                    tuple((k, str(v)) for k, v in sorted(w.attributes.items())),
                    dict(mine.away(tx, [w.name])).get(w.name),
                )
                for w in tx.wizards()
            ]

    def tasks(self, account: str) -> Sequence[d.Task]:
        """Every open duel of the player behind an account."""
        with self._app.store.moment() as tx:
            name = tx.wizard_at("local", account)
            return mine.tasks(self._app, tx, name) if name else ()

    def lobby(self, account: str) -> Lobby:
        """What that player can challenge others to, and what waits."""
        with self._app.store.moment() as tx:
            name = tx.wizard_at("local", account)
            return mine.lobby(self._app, tx, name) if name else Lobby()

    def tried(self, account: str, words: str) -> str:
        """What an order that waits would be answered; it is undone."""
        with self._app.at_work(WAIT):
            return waiting.tried(self._app.desk, account, words)

    def suggestions(self, spell: spells.Spell) -> Sequence[Suggestion]:
        """Rewordings of a spell that cannot be read."""
        return offers.look_once(self._app.desk.adviser, spell)

    def subscribe(self, account: str, endpoint: str, p256dh: str, auth: str) -> None:
        """Lets a browser of that player be told of letters. Raises Refused."""
        with self._app.store.tx() as tx:
            if (name := tx.wizard_at("local", account)) is None or self._app.desk.pusher is None:
                raise Refused("nothing is pushed to you here")
            pushes.subscribe(self._app.config, tx, name, endpoint, p256dh, auth)

    def unsubscribe(self, account: str, browser: str) -> None:
        """Tells that browser of the player nothing more."""
        with self._app.store.tx() as tx:
            name = tx.wizard_at("local", account)
            if name and browser in {each.id for each in pushes.of(tx, name)}:
                pushes.forget(tx, browser)

    def concerns(self, account: str) -> Sequence[d.Concern]:
        """What concerns the player behind an account, newest first."""
        with self._app.store.moment() as tx:
            name = tx.wizard_at("local", account)
            return concerns(self._app, tx, name, self._known.newest_of(tx, name, DUELS)) if name else ()

    def zone(self, account: str) -> str:
        """The zone of the player behind an account; empty if none is said."""
        with self._app.store.moment() as tx:
            name = tx.wizard_at("local", account)
            return preferences.of(tx, name).zone if name else ""

    def board(self, account: str) -> d.DeskPage:
        """What lies on the desk of the Battle Master or deputy with that account."""
        with self._app.store.moment() as tx:
            return board.board(self._app, tx, account)

    def decide(self, account: str, decision: Decision, *, rehearsed: bool) -> d.DecisionOutcome:
        """Carries a decision out as if the owner of the account had proven it, and whatever is due then.

        If only `rehearsed`, says what would come of it. Raises Busy.
        """
        with self._app.at_work(WAIT):
            if rehearsed:
                return deciding.rehearse(self._app, account, decision)
            outcome = deciding.carry_out(self._app, account, decision)
        if outcome.done:
            try:
                self._app.tick(WAIT)
            except Exception as error:  # the decision is stored: what follows from it is done by the next tick
                log.error("the decision waits for the next tick: %s", whereabouts(error))
        return outcome

    def join(self, name: str) -> tuple[str, bool]:
        """Lets somebody join on the site, and opens the private page. Raises Refused."""
        site, name = self._app.site, self._app.without_secrets(name)
        assert site
        with self._app.store.tx() as tx:
            taken = name.casefold() in {account.name.casefold() for account in site.people.all()}
            if taken:
                raise Refused(f"{name} is taken: choose another name")
            joined, waits = entry.join_here(self._app.desk, tx, name, self._app.now())
        site.account(joined)
        return joined, waits

    def journal(self, words: str, before: int) -> tuple[Sequence[d.JournalLine], int]:
        """The lines of the journal with all these words, newest first, and the entry before which to look on.

        Of those before that entry (0: of all) so many are looked at as a page should have to wait for; 0: no more are.
        """
        texts, wanted = self._app.desk.texts, words.casefold().split()
        with self._app.store.moment() as tx:
            entries = tx.entries_before(before, LOOKED_AT if wanted else LINES)
        found: list[d.JournalLine] = []
        for each in entries:
            said = texts.journal_line(each)
            if all(word in said.casefold() for word in wanted):
                found.append(d.JournalLine(each.id, datetime.fromisoformat(each.at), said))
            if len(found) == LINES:
                return found, each.id if each.id > 1 else 0
        return found, entries[-1].id if entries and entries[-1].id > 1 else 0

    def archive(self, season: str) -> bytes | None:
        """All that was published of a season, as one archive."""
        try:
            with self._app.store.moment() as tx:
                return packed(season_files(self._app.desk, tx, season))
        except NotFound:
            return None

    def lineups(self) -> Sequence[Lineup]:
        """Every duel and contest, newest first."""
        with self._app.store.moment() as tx:
            rings, others = self._known.rings(tx), self._known.contests(tx)
        found = [
            (each.opened, Lineup(each.number, "Wizard Duel", tuple(seat.name for seat in each.seats), each.state, True))
            for each in rings
        ]
        found += [(each.opened, Lineup(each.number, each.title, each.players, each.state, False)) for each in others]
        return [each for _, each in sorted(found, key=lambda pair: (pair[0], pair[1].number), reverse=True)]

    def public_journal(self, skip: int, count: int) -> tuple[Sequence[PublicEntry], int]:
        """The entries that everybody may read, newest first, and how many there are."""
        desk = self._app.desk
        with self._app.store.moment() as tx:
            entries, of = tx.newest_entries(PUBLIC, PUBLIC_AFTERWARDS, skip, count)
            # older versions wrote entries with secrets in them, and none can be changed
            said = leaks.without(desk, tx, [desk.texts.journal_line(entry) for entry in entries])
        told = zip(entries, said, strict=True)
        return [PublicEntry(datetime.fromisoformat(e.at), e.kind, e.duel, words) for e, words in told], of
