"""Tournaments: announced, entered, drawn, played round by round as ordinary contests, and told, by themselves."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from pbp import fair
from pbp.errors import PbpError, Refused, StoreDown, whereabouts
from pbp.games.base import bare_name
from pbp.honours.forms import LIMITS, OF_FORM, Terms, TournamentForm
from pbp.honours.ratings import start
from pbp.service import challenges, contests, older, people, rounds, steps
from pbp.service.brackets import TournamentNow, standing, standings
from pbp.service.desk import Desk
from pbp.service.honours import honours
from pbp.service.report import TickReport
from pbp.store import Tournament, Tx
from pbp.store.states import RUNNING, Notify, TournamentState

log = logging.getLogger(__name__)

OPEN_FOR = timedelta(days=3)
"""How long entry is open if the announcement says neither until when nor for how many."""
_LONGEST_TITLE = 60
GOING = (TournamentState.ENTRY, TournamentState.RUNNING)
"""A tournament that is not over."""


# ---- the announcement ------------------------------------------------------------------------------------------------


def announce(
    desk: Desk, tx: Tx, form: str, game: str, at: datetime, *, closes: timedelta | None = None, title: str = "",
) -> int:  # fmt: skip
    """Announces a tournament of contests, and writes to who may want to enter. Gives its number. Raises Refused.

    `game` is a game or a variant, with options of its contests and terms of the tournament as name=value.
    """
    try:
        kind = TournamentForm(form.strip().casefold().replace(" ", "-"))
    except ValueError:
        raise Refused(f"there is no form {form!r}; the forms are {', '.join(TournamentForm)}") from None
    rules, variant, given = challenges.game_in(game)
    options, terms = _parted(kind, given)
    contests.check(desk, rules, ("the first", "the second"), variant, options)
    number, season = older.next_tournament(tx), desk.season(tx, at)
    post = desk.key_in_line(tx, desk.key(None, f"t{number}.announced"))
    until = None if kind == TournamentForm.LADDER else at + (closes or OPEN_FOR)
    if closes is None and "most" in given:
        until = None
    said = " ".join(title.split()) or f"{kind.replace('-', ' ').capitalize()} of {rules.title}"
    if len(said) > _LONGEST_TITLE:
        raise Refused(f"a title has {_LONGEST_TITLE} letters at most")
    state = TournamentState.RUNNING if kind == TournamentForm.LADDER else TournamentState.ENTRY
    made = Tournament(
        number, said, kind, bare_name(rules), variant, options, asdict(terms), state, season.id, post, at, until, None
    )
    tx.add_tournament(made)
    rounds.journal(tx, made, at, f"is announced: {kind} of {bare_name(rules)}")
    _post(desk, tx, made, at)
    return number


def _parted(form: TournamentForm, given: Mapping[str, Any]) -> tuple[dict[str, Any], Terms]:
    """The options of the contests, and the terms of the tournament. Raises Refused."""
    if "first_seat" in given:
        raise Refused("who has the first seat follows from the pairings of a tournament: leave first_seat out")
    terms = {name: value for name, value in given.items() if name in asdict(Terms())}
    for name, value in terms.items():
        if name not in OF_FORM[form]:
            raise Refused(f"{name} means nothing in a {form}; it has {', '.join(OF_FORM[form])}")
        low, high = LIMITS.get(name, (False, True))
        if type(value) is not type(low) or not low <= value <= high:
            told = f"a whole number from {low} to {high}" if name in LIMITS else "yes or no"
            raise Refused(f"{name} is {value!r}; it is {told}")
    return {name: value for name, value in given.items() if name not in terms}, Terms(**terms)


def _post(desk: Desk, tx: Tx, made: Tournament, at: datetime) -> None:
    facts: dict[str, Any] = {"s": standing(tx, made), "lots": lots_hash(tx, made), "season": tx.season(made.season)}
    desk.post(tx, made.post, f"Tournament {made.number}: {made.title}", "tournament", at, tournament=made, **facts)
    for wizard in tx.wizards():
        if wizard.active and wizard.notify == Notify.ALL:
            rounds.letter(desk, tx, made, wizard.name, "announced", at)


def lots_hash(tx: Tx, tournament: Tournament) -> str:
    """What is published of the seed of the draw before anybody has entered: its SHA-256."""
    return hashlib.sha256(rounds.lots(tx, tournament)).hexdigest()


# ---- who takes part --------------------------------------------------------------------------------------------------


def enter(desk: Desk, tx: Tx, number: int, name: str, at: datetime) -> Tournament:
    """Enters a player; on a ladder on its lowest rung. Raises Refused, NotFound."""
    tournament = tx.tournament(number, lock=True)
    now = standing(tx, tournament)
    known = {entrant.name: entrant for entrant in now.entered}.get(name)
    is_ladder = now.form == TournamentForm.LADDER
    if known and not known.left_at:
        raise Refused(f"{name} is in tournament {number} already")
    if tournament.state != (TournamentState.RUNNING if is_ladder else TournamentState.ENTRY):
        raise Refused(f"entry for tournament {number} is closed")
    if len(now.entered) - len(now.gone) >= now.terms.most:
        raise Refused(f"tournament {number} is full: it has {now.terms.most} entrants")
    wizard = tx.wizard(name)
    if wizard is None or not wizard.active:
        raise Refused(f"{name} is idle: ACTIVE comes first")
    if known:  # back on a ladder
        raise Refused(f"{name} has left tournament {number}, and cannot come back")
    tx.add_entrant(number, name, len(now.entered) + 1 if is_ladder else None)
    rounds.journal(tx, tournament, at, f"{name} enters")
    return tournament


def leave(desk: Desk, tx: Tx, number: int, name: str, at: datetime) -> Tournament:
    """Takes an entry back; once the draw was made, the rounds to come go on without the player. Raises Refused."""
    tournament = tx.tournament(number, lock=True)
    known = next((entrant for entrant in tx.entrants(number) if entrant.name == name and not entrant.left_at), None)
    if known is None or tournament.state not in GOING:
        raise Refused(f"{name} is not in tournament {number}")
    if tournament.state == TournamentState.ENTRY:
        tx.remove_entrant(number, name)
    else:
        tx.change_entrant(number, name, left_at=at)
    rounds.journal(tx, tournament, at, f"{name} leaves")
    return tournament


def replace(desk: Desk, tx: Tx, number: int, old: str, new: str, why: str, at: datetime) -> None:
    """Lets somebody else play on in an entrant's place, also in the contest that is open. Raises Refused, NotFound."""
    tournament = tx.tournament(number, lock=True)
    leaving, coming = people.known(tx, old).name, people.known(tx, new).name
    now = standing(tx, tournament)
    known = next((entrant for entrant in now.entered if entrant.name == leaving), None)
    if known is None or tournament.state not in GOING:
        raise Refused(f"{leaving} is not in tournament {number}")
    if coming in now.drawn:
        raise Refused(f"{coming} is in tournament {number} already")
    for row in now.open:
        duel = tx.duel(row.duel) if row.duel else None
        if duel and leaving in duel.participants and duel.state in RUNNING:
            steps.substitute(desk, tx, duel.number, leaving, coming, why, at)
    tx.remove_entrant(number, leaving)
    tx.add_entrant(number, coming, known.place)
    for row in now.rows:
        if leaving in (row.home, row.away):
            tx.change_meeting(row, **{"home" if row.home == leaving else "away": coming})
    nth = len([entry for entry in tx.entries(kind="replaced") if entry.values["number"] == number]) + 1
    tx.journal(at, "replaced", number=number, old=leaving, new=coming, why=why)
    rounds.comment(desk, tx, tournament, f"replaced{nth}", "replaced", at, old=leaving, new=coming, why=why)


def climb(desk: Desk, tx: Tx, number: int, challenger: str, other: str, at: datetime) -> int:
    """Begins a contest for a higher place on a ladder; gives its number. Raises Refused, NotFound."""
    return rounds.climb(desk, tx, tx.tournament(number, lock=True), challenger, other, at)


# ---- the Battle Master's word ----------------------------------------------------------------------------------------


def begin(desk: Desk, tx: Tx, number: int, at: datetime) -> None:
    """Closes the entry, draws, and opens the first round. Raises Refused, NotFound."""
    tournament = tx.tournament(number, lock=True)
    if tournament.state != TournamentState.ENTRY:
        raise Refused(f"tournament {number} does not wait for entrants")
    if len(tx.entrants(number)) < 2:
        raise Refused(f"tournament {number} has fewer than two entrants")
    _draw(desk, tx, tournament, at)


def finish(desk: Desk, tx: Tx, number: int, why: str, at: datetime) -> None:
    """Ends a tournament with the table as it stands. Raises Refused, NotFound."""
    tournament = tx.tournament(number, lock=True)
    if tournament.state != TournamentState.RUNNING or tournament.form == TournamentForm.KNOCK_OUT:
        raise Refused(f"tournament {number} has no table to end with: CANCEL-TOURNAMENT ends it without one")
    rounds.finish(desk, tx, standing(tx, tournament), at, why=why)


def cancel(desk: Desk, tx: Tx, number: int, why: str, at: datetime) -> None:
    """Ends a tournament without a result; contests that are open go on by themselves. Raises Refused, NotFound."""
    tournament = tx.tournament(number, lock=True)
    if tournament.state not in GOING:
        raise Refused(f"tournament {number} is {tournament.state}")
    tx.change_tournament(number, state=TournamentState.CANCELLED, ended=at)
    rounds.journal(tx, tournament, at, f"is cancelled: {why}")
    rounds.comment(desk, tx, tournament, "cancelled", "cancelled", at, why=why)


# ---- by itself -------------------------------------------------------------------------------------------------------


def turn(desk: Desk, report: TickReport) -> None:
    """Does what is due in each tournament: closes its entry, takes results in, opens the next round, ends it."""
    with desk.store.tx() as tx:
        going = tx.tournaments(*GOING)
    for each in going:
        try:
            with desk.store.tx() as tx:
                _advance(desk, tx, tx.tournament(each.number, lock=True), desk.clock())
        except StoreDown:
            raise
        except PbpError as error:  # one tournament's failure never stops the others
            report.failed.append(f"tournament {each.number}: {error}")
        except Exception as error:
            log.error("tournament %s failed: %s", each.number, whereabouts(error))
            report.failed.append(f"tournament {each.number}: {whereabouts(error)}")


def _advance(desk: Desk, tx: Tx, tournament: Tournament, at: datetime) -> None:
    if tournament.state == TournamentState.ENTRY:
        count = len(tx.entrants(tournament.number))
        late = tournament.closes is not None and at >= tournament.closes
        if late and count < 2:
            cancel(desk, tx, tournament.number, "Fewer than two have entered.", at)
        elif late or count >= Terms(**tournament.terms).most:
            _draw(desk, tx, tournament, at)
    elif tournament.state == TournamentState.RUNNING:
        rounds.go_on(desk, tx, tournament, at)


def _draw(desk: Desk, tx: Tx, tournament: Tournament, at: datetime) -> None:
    """Puts the entrants in the order of the draw, says so with its seed, and opens the first round."""
    number, seed = tournament.number, rounds.lots(tx, tournament)
    drawn, _ = fair.draw_ring(seed, number, [entrant.name for entrant in tx.entrants(number)])
    if Terms(**tournament.terms).seeded:
        drawn = _by_rating(desk, tx, tournament.game, drawn)
    for place, name in enumerate(drawn, 1):
        tx.change_entrant(number, name, place=place)
    tx.change_tournament(number, state=TournamentState.RUNNING)
    rounds.journal(tx, tournament, at, f"is drawn: {', '.join(drawn)}")
    rounds.comment(desk, tx, tournament, "drawn", "drawn", at, drawn=drawn, seed=seed.hex())
    rounds.go_on(desk, tx, tx.tournament(number), at)


def _by_rating(desk: Desk, tx: Tx, game: str, drawn: Sequence[str]) -> tuple[str, ...]:
    """The entrants by their ratings in the game, of all time; who has none counts as one who begins, and who are equal
    stay in the order of the draw.
    """
    table = honours(desk, tx).table(game)
    rated = {row.player: row.rating.low for row in table.rows} if table else {}
    return tuple(sorted(drawn, key=lambda name: -rated.get(name, start().low)))


def newest(tx: Tx, since: datetime | None = None) -> list[TournamentNow]:
    """Every tournament as it stands, the newest first; with `since`, those that go on or have ended since then."""
    found = [each for each in tx.tournaments() if since is None or each.ended is None or each.ended >= since]
    return standings(tx, found[::-1])
