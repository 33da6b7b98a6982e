"""The public facts of duels, gathered once of each that has ended, until the journal has something new of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from pbp.app import App
from pbp.games.base import RING
from pbp.pictures import Seat
from pbp.service import contests, rulings
from pbp.store import Duel, Tx
from pbp.store.states import RUNNING
from pbp.web import facts as d
from pbp.web import mine, moments


class KnownDuels:
    """Every ring duel and contest as the public may see it.

    Whatever changes what is told of one that has ended and is published is journaled under its number. So what is
    asked of the store does not grow with the duels: the journal's new entries, and the duels that they are of.
    """

    def __init__(self, app: App):
        self._app = app
        self._lock = Lock()
        self._facts: dict[int, d.PublicDuel | d.PublicContest] = {}
        self._unsettled: set[int] = set()
        self._read = 0, ""
        self._rings: tuple[d.PublicDuel, ...] = ()
        self._contests: tuple[d.PublicContest, ...] = ()
        self._version = 0

    def rings(self, tx: Tx) -> tuple[d.PublicDuel, ...]:
        """Every ring duel, newest first."""
        with self._lock:
            self._catch_up(tx)
            return self._rings

    def contests(self, tx: Tx) -> tuple[d.PublicContest, ...]:
        """Every two-player contest, newest first."""
        with self._lock:
            self._catch_up(tx)
            return self._contests

    def newest_of(self, tx: Tx, wizard: str, count: int) -> list[int]:
        """The numbers of the newest duels and contests in which a wizard takes part."""
        with self._lock:
            self._catch_up(tx)
            rings = [ring for ring in self._rings if wizard in (seat.name for seat in ring.seats)][:count]
            others = [contest for contest in self._contests if wizard in contest.players][:count]
        begun = [(ring.opened, ring.number) for ring in rings] + [(each.opened, each.number) for each in others]
        return [number for _, number in sorted(begun, reverse=True)[:count]]

    def version(self, tx: Tx) -> int:
        """A number that is another one when anything about a duel that has ended is new."""
        with self._lock:
            self._catch_up(tx)
            return self._version

    def _catch_up(self, tx: Tx) -> None:
        number, hash = self._read
        newest = tx.journal_end()
        if number == 0 or tx.journal_hash(number) != hash:  # or another store stands in the place of the one we knew
            self._facts, self._unsettled, rows = {}, set(), tx.duels()
        else:
            rows = tx.duels_of(tx.journaled_duels(number) | self._unsettled)
        self._read = newest
        if not rows:
            return
        for duel in rows:
            facts = self._ring(tx, duel) if duel.format == RING else self._contest(tx, duel)
            before = self._facts.get(duel.number)
            self._version += facts != before and facts.ended is not None
            self._facts[duel.number] = facts
            settled = facts.state not in RUNNING and facts.post_url and facts.bundle_url
            (self._unsettled.discard if settled else self._unsettled.add)(duel.number)
        every = sorted(self._facts.items(), reverse=True)
        self._rings = tuple(each for _, each in every if isinstance(each, d.PublicDuel))
        self._contests = tuple(each for _, each in every if isinstance(each, d.PublicContest))

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

    def _ring(self, tx: Tx, duel: Duel) -> d.PublicDuel:
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
        )


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
