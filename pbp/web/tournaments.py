"""The pages of tournaments: the list, and each with its bracket or table, and its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from flask import Blueprint, abort, render_template
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbp.honours.forms import TournamentForm
from pbp.pictures.bracket import Tie, bracket
from pbp.service.brackets import BYE, NOBODY, TournamentNow
from pbp.store import MeetingRow
from pbp.store.states import TournamentState
from pbp.web.duels import as_file
from pbp.web.published import PublicTournament
from pbp.web.rooms import rooms

pages = Blueprint("tournaments", __name__)
_IN_FRONT = timedelta(days=14)
"""How long after its end a tournament still stands on the front page."""


@pages.get("/tournaments/")
def overview() -> str:
    """Every tournament, newest first."""
    return render_template("web/tournaments.html", tournaments=rooms().tournaments())


@pages.get("/tournaments/<int:number>")
def tournament(number: int) -> str:
    """A tournament: how all stand, its rounds with their contests, and its rules."""
    found = _tournament(number)
    return render_template(
        "web/tournament.html", shown=found, s=found.standing, picture=_picture(found.standing),
    )  # fmt: skip


@pages.get("/tournaments/<int:number>/bracket.<any(svg, png):kind>")
def picture(number: int, kind: str) -> Response:
    """The bracket of a knock-out, as a picture of its own."""
    drawn = _picture(_tournament(number).standing)
    return as_file(drawn, kind) if drawn else abort(404)


def shown_in_front() -> list[PublicTournament]:
    """The tournaments that go on, or ended not long ago."""
    now = rooms().service.now()
    return [
        each
        for each in rooms().tournaments()
        if each.standing.tournament.state != TournamentState.CANCELLED
        and (each.standing.tournament.ended is None or now - each.standing.tournament.ended < _IN_FRONT)
    ]


def _tournament(number: int) -> PublicTournament:
    found = next((each for each in rooms().tournaments() if each.standing.tournament.number == number), None)
    return found or abort(404)


def _picture(standing: TournamentNow) -> Markup | None:
    """The bracket of a knock-out that has been drawn; later rounds are empty until they are known."""
    if standing.form != TournamentForm.KNOCK_OUT or not standing.rows:
        return None
    first = len(standing.rounds[0][1])
    played = [[_tie(row) for row in rows] for _, rows in standing.rounds]
    rounds = [ties[: max(1, first >> number)] for number, ties in enumerate(played)]
    while len(rounds[-1]) > 1:
        rounds.append(_winners(rounds[-1]))
    beside = played[-1][1] if len(played) == len(rounds) and len(played[-1]) > 1 else None
    name = f"Tournament {standing.tournament.number}, {standing.tournament.title}"
    return Markup(bracket(name, rounds, beside))  # noqa: S704


def _winners(ties: Sequence[Tie]) -> list[Tie]:
    """The ties of a round to come, with those who are known to be in it."""
    names = [tie.winner for tie in ties]
    return [Tie(home, away) for home, away in zip(names[::2], names[1::2], strict=True)]


def _tie(row: MeetingRow) -> Tie:
    if row.home_points is None or row.away_points is None:
        return Tie(row.home, row.away)
    winner = row.home if row.home_points > row.away_points else row.away if row.away_points > row.home_points else ""
    shown = ("", "") if row.how in (BYE, NOBODY) else (_halves(row.home_points), _halves(row.away_points))
    return Tie(row.home, row.away, shown, winner)


def _halves(points: int) -> str:
    return {0: "0", 1: "½", 2: "1"}[points]
