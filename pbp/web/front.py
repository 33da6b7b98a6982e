"""The service as the pages see it: facts from the store, and nothing that its reader may not know."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbp import spells
from pbp.app import App
from pbp.bundle.archive import packed
from pbp.bundle.form import find_bundle
from pbp.commands.decisions import Decision
from pbp.errors import NotFound, Refused, whereabouts
from pbp.games import GAMES
from pbp.games.base import CONTEST, RING, bare_name
from pbp.honours.tables import Honours
from pbp.pictures import Seat
from pbp.service import contests, entry, offers, preferences, pushes, rulings, tournaments, waiting
from pbp.service import health as watched
from pbp.service.dump import season_files
from pbp.service.honours import KeptHonours
from pbp.service.present import present, tracked_attributes
from pbp.service.shown import PUBLIC, PUBLIC_AFTERWARDS, shown_steps
from pbp.spells.changes import Changes, compare
from pbp.spells.suggest import Suggestion
from pbp.store import Duel, MeetingRow, Tournament, Tx
from pbp.store.setups import RingSetup, Setup
from pbp.store.states import RUNNING, DuelState
from pbp.web import board, deciding, mine, moments
from pbp.web import facts as d
from pbp.web.concerns import concerns
from pbp.web.explain import read_once
from pbp.web.lobby import Lobby
from pbp.web.published import Lineup, PublicEntry, PublicTournament

log = logging.getLogger(__name__)

WAIT = 5.0
"""Seconds that a sent message waits for a tick at work; after that the tick reads it."""


LINES = 50
"""Lines of the journal on a page."""


class Front:
    """Satisfies pbp.web.facts.Service with the running service."""

    def __init__(self, app: App):
        self._app = app
        self._told: dict[int, tuple[Duel, d.PublicDuel]] = {}
        self._honours = KeptHonours()

    def now(self) -> datetime:
        """The present by the service's clock."""
        return self._app.now()

    def health(self) -> watched.Health:
        """Whether runs come as they should."""
        with self._app.store.tx() as tx:
            return watched.health(tx, self._app.now())

    def figures(self) -> Sequence[watched.Figure]:
        """What there is to count, for those who watch the service."""
        with self._app.store.tx() as tx:
            return list(watched.figures(self._app.desk, tx, self._app.now()))

    def collect(self) -> None:
        """Takes in the messages that wait. Raises Busy if a tick is at work for long."""
        self._app.collect(WAIT)

    def duels(self) -> Sequence[d.PublicDuel]:
        """Every ring duel, newest first."""
        with self._app.store.tx() as tx:
            attributes = tracked_attributes(tx)
            found = []
            before: spells.SpellList | None = None
            for duel in tx.duels(format=RING):
                now = read_once(duel.list_text or "", attributes)
                found.append(self._once(tx, duel, before, now))
                before = now
        return found[::-1]

    def contests(self) -> Sequence[d.PublicContest]:
        """Every two-player contest, newest first."""
        with self._app.store.tx() as tx:
            return [self._contest(tx, duel) for duel in tx.duels(format=CONTEST)][::-1]

    def honours(self) -> Honours:
        """Ratings and records, worked out anew when another duel has ended."""
        with self._app.store.tx() as tx:
            return self._honours.now(self._app.desk, tx)

    def tournament_of(self, contest: int) -> tuple[Tournament, MeetingRow] | None:
        """The tournament and the meeting to which a contest belongs."""
        with self._app.store.tx() as tx:
            return tx.meeting_of(contest)

    def tournaments(self) -> Sequence[PublicTournament]:
        """Every tournament, newest first."""
        with self._app.store.tx() as tx:
            found = []
            for standing in tournaments.newest(tx):
                post = tx.outgoing(standing.tournament.post)
                found.append(PublicTournament(standing, (post.ref_url if post else None) or ""))
        return found

    def contest_steps(self, number: int) -> Sequence[d.PublicStep]:
        """The resolved steps of a contest, in order."""
        with self._app.store.tx() as tx:
            duel = next((duel for duel in tx.duels(format=CONTEST) if duel.number == number), None)
            return [
                d.PublicStep(step.step, step.closed, tuple(event["text"] for event in step.events), step.view)
                for step in (shown_steps(tx, duel) if duel else ())
            ]

    def contest_now(self, number: int) -> d.ContestNow | None:
        """How a contest stands now: after its last step, or as it began."""
        with self._app.store.tx() as tx:
            duel = next((duel for duel in tx.duels(format=CONTEST) if duel.number == number), None)
            if duel is None:
                return None
            shown = shown_steps(tx, duel)
            view = shown[-1].view if shown else None
            if duel.state not in RUNNING:
                return d.ContestNow(view)
            now = present(self._app.desk, tx, duel)
            asked = tuple(name for name in duel.participants if duel.seat_of(name) in now.awaits)
            return d.ContestNow(view or now.game.view(now.state, None), now.game.phase(now.state), asked)

    def rules(self) -> Mapping[str, tuple[str, str]]:
        """The rules pages, as RULES by letter gives them."""
        texts = self._app.desk.texts
        found = {}
        for game in GAMES:
            found[bare_name(game)] = game.title, texts.rules(game)
            for each in game.variants:
                title = f"{game.title}: {each.title}"
                found[f"{bare_name(game)}/{each.name}"] = title, texts.rules(game, each.name)
        return found

    def bundle(self, number: int) -> Mapping[str, Any] | None:
        """The bundle that was published of a duel that has ended."""
        with self._app.store.tx() as tx:
            page = tx.page(self._app.desk.audit_title(number))
        if page is None or page.url is None:
            return None
        found: Mapping[str, Any] = find_bundle(page.wanted)
        return found

    def wizards(self) -> Sequence[d.PublicWizard]:
        """Every wizard, by name."""
        with self._app.store.tx() as tx:
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
        with self._app.store.tx() as tx:
            name = tx.wizard_at("local", account)
            return mine.tasks(self._app, tx, name) if name else ()

    def lobby(self, account: str) -> Lobby:
        """What that player can challenge others to, and what waits."""
        with self._app.store.tx() as tx:
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
        with self._app.store.tx() as tx:
            name = tx.wizard_at("local", account)
            return concerns(self._app, tx, name) if name else ()

    def zone(self, account: str) -> str:
        """The zone of the player behind an account; empty if none is said."""
        with self._app.store.tx() as tx:
            name = tx.wizard_at("local", account)
            return preferences.of(tx, name).zone if name else ""

    def board(self, account: str) -> d.DeskPage:
        """What lies on the desk of the Battle Master or deputy with that account."""
        with self._app.store.tx() as tx:
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
        site = self._app.site
        assert site
        with self._app.store.tx() as tx:
            taken = name.casefold() in {account.name.casefold() for account in site.people.all()}
            if taken:
                raise Refused(f"{name} is taken: choose another name")
            joined, waits = entry.join_here(self._app.desk, tx, name, self._app.now())
        site.account(joined)
        return joined, waits

    def journal(self, words: str, page: int) -> tuple[Sequence[d.JournalLine], bool]:
        """The lines of the journal with all these words, newest first; and whether there are older ones."""
        texts, wanted = self._app.desk.texts, words.casefold().split()
        with self._app.store.tx() as tx:
            told = [d.JournalLine(e.id, datetime.fromisoformat(e.at), texts.journal_line(e)) for e in tx.entries()]
        found = [entry for entry in reversed(told) if all(word in entry.said.casefold() for word in wanted)]
        return found[page * LINES : (page + 1) * LINES], len(found) > (page + 1) * LINES

    def archive(self, season: str) -> bytes | None:
        """All that was published of a season, as one archive."""
        try:
            with self._app.store.tx() as tx:
                return packed(season_files(self._app.desk, tx, season))
        except NotFound:
            return None

    def lineups(self) -> Sequence[Lineup]:
        """Every duel and contest, newest first."""
        with self._app.store.tx() as tx:
            return [_lineup(*row) for row in reversed(tx.lineups())]

    def public_journal(self, skip: int, count: int) -> tuple[Sequence[PublicEntry], int]:
        """The entries that everybody may read, newest first, and how many there are."""
        said = self._app.desk.texts.journal_line
        with self._app.store.tx() as tx:
            entries, of = tx.newest_entries(PUBLIC, PUBLIC_AFTERWARDS, skip, count)
        return [PublicEntry(datetime.fromisoformat(e.at), e.kind, e.duel, said(e)) for e in entries], of

    def _contest(self, tx: Tx, duel: Duel) -> d.PublicContest:
        post = tx.outgoing(self._app.desk.key(duel, "post"))
        audit = tx.page(self._app.desk.audit_title(duel.number))
        return d.PublicContest(
            number=duel.number,
            game=duel.game.split("/")[0],
            rules=contests.rules_of(duel),
            title=contests.title(duel),
            players=tuple(duel.participants),
            state=duel.state,
            held=bool(duel.held),
            step=duel.step,
            opened=duel.scheduled,
            battle_time=duel.battle_time or duel.opened,
            ended=duel.ended,
            outcome=_outcome((duel.summary or {}).get("outcome")),
            winner=_winner(duel),
            drawn=bool(((duel.summary or {}).get("outcome") or {}).get("draw")),
            post_url=(post.ref_url if post else None) or "",
            bundle_url=(audit.url if audit else None) or "",
            away=mine.away(tx, duel.participants) if duel.ended is None else (),
        )

    def _once(self, tx: Tx, duel: Duel, before: spells.SpellList | None, now: spells.SpellList) -> d.PublicDuel:
        """A duel's facts; those of one that is over and wholly published are gathered once, until its row changes."""
        row, known = self._told.get(duel.number, (None, None))
        if known is not None and row == duel:
            return known
        facts = self._duel(tx, duel, compare(before, now) if before else None)
        if facts.state == DuelState.RESOLVED and facts.post_url and facts.bundle_url:
            self._told[duel.number] = duel, facts
        return facts

    def _duel(self, tx: Tx, duel: Duel, changes: Changes | None) -> d.PublicDuel:
        rows = tx.steps(duel.number)
        row = rows[-1] if rows and rows[-1].resolved else None
        people = {wizard.name: wizard for wizard in tx.wizards()}
        before = {w["name"]: w for w in row.setup["wizards"]} if row else {}
        after: Mapping[str, Any] = (row.view or {})["wizards"] if row else {}
        events = list(row.events or ()) if row else []
        view = (row.view or {}) if row else {}
        post = tx.outgoing(self._app.desk.key(duel, "post"))
        audit = tx.page(self._app.desk.audit_title(duel.number))
        return d.PublicDuel(
            number=duel.number,
            state=duel.state,
            held=bool(duel.held),
            opened=duel.scheduled,
            battle_time=duel.battle_time or duel.opened,
            ended=duel.ended,
            seats=tuple(
                Seat(
                    place,
                    name,
                    before[name]["idle"] if row else not people[name].active,
                    before[name]["stars"] if row else people[name].stars,
                    after[name]["stars"] if row else None,
                )
                for place, name in enumerate(duel.participants, 1)
            ),
            list_title=duel.list_title or "",
            post_url=(post.ref_url if post else None) or "",
            bundle_url=(audit.url if audit else None) or "",
            casts=tuple(
                d.PublicCast(name, cast["spell"], _inputs(cast["inputs"], duel.participants))
                for name, cast in view.get("casts", {}).items()
            ),
            hits=moments.hits(events),
            turns=moments.turns(events),
            shields=moments.shields(events),
            events=tuple(event["text"] for event in events),
            told=tuple(events),
            rulings=tuple(rulings.in_words(tx, duel.number, tx.rulings(duel.number))) if row else (),
            new=tuple(changes.new) if changes else (),
            changed=tuple(changes.changed) if changes else (),
            gone=tuple(changes.gone) if changes else (),
        )


def _lineup(number: int, game: str, state: str, setup: Setup) -> Lineup:
    ring = setup.format == RING
    title = "Wizard Duel" if isinstance(setup, RingSetup) else contests.titled(game, setup.variant)
    return Lineup(number, title, tuple(setup.participants), state, ring)


def _outcome(told: Mapping[str, Any] | None) -> str:
    """How a contest ended, in sentences."""
    if told is None:
        return ""
    lost = "The contest is drawn." if told["draw"] else "Both lose the contest."
    return " ".join([f"{told['winner']} wins the contest." if told["winner"] else lost, told["reason"]])


def _winner(duel: Duel) -> str:
    """The player who won a contest: whoever sits now in the seat that did."""
    seat = ((duel.summary or {}).get("outcome") or {}).get("winner")
    return duel.participants[duel.seats.index(seat)] if seat in duel.seats else ""


def _inputs(inputs: Mapping[str, Any], ring_names: Sequence[str]) -> str:
    """The inputs of a cast in words: "at position 3, Carol"."""
    said = [
        f"at position {value}, {ring_names[int(value) - 1]}" if kind.startswith("position") else str(value)
        for kind, value in inputs.items()
    ]
    return "; ".join(said)
