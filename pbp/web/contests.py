"""The pages of two-player contests: each step with what happened and the picture after it."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbp.games import find_game
from pbp.games.drawn import drawn
from pbp.web.desk import Contest, ContestStep
from pbp.web.duels import as_file
from pbp.web.rooms import rooms

pages = Blueprint("contests", __name__)
PER_PAGE = 12
"""Steps on one page: pictures of a hundred steps would be megabytes."""


@pages.get("/contests/")
def overview() -> str:
    """Every contest, newest first."""
    return render_template("web/contests.html", contests=rooms().contests())


@pages.get("/contests/<int:number>")
def contest(number: int) -> str:
    """A contest's steps in order, the newest if `?step=` asks for no other."""
    contest, steps = _contest(number), _steps(number)
    asked = request.args.get("step", type=int) or len(steps)
    at = max(0, min(asked, len(steps)) - 1) // PER_PAGE * PER_PAGE
    return render_template(
        "web/contest.html",
        contest=contest,
        steps=[(step, *_picture(contest, step)) for step in steps[at : at + PER_PAGE]],
        parts=[(first, min(first + PER_PAGE - 1, len(steps))) for first in range(1, len(steps) + 1, PER_PAGE)],
        first=at + 1,
        now=rooms().desk.now(),
        base=rooms().site.file.base,
    )


@pages.get("/contests/<int:number>/<int:step>.<any(svg, png):kind>")
def picture(number: int, step: int, kind: str) -> Response:
    """How a contest stood after a step, as a picture of its own."""
    contest = _contest(number)
    found = next((each for each in _steps(number) if each.number == step), None)
    if found is None:
        abort(404)
    return as_file(_picture(contest, found)[0], kind)


def _picture(contest: Contest, step: ContestStep) -> tuple[Markup, bool]:
    """How a contest stood after a step, and whether it is too wide for a small screen."""
    title = f"{contest.title} {contest.number}: after step {step.number}"
    game = find_game(contest.game)
    if game is None:
        return Markup(""), False
    picture = game.picture(step.view)
    return Markup(drawn(title, picture)), picture.wide  # noqa: S704


def _contest(number: int) -> Contest:
    found = next((contest for contest in rooms().contests() if contest.number == number), None)
    return found or abort(404)


def _steps(number: int) -> list[ContestStep]:
    none: Sequence[ContestStep] = ()
    return list(rooms().asked(lambda: rooms().desk.contest_steps(number), none))
