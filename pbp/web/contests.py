"""The pages of two-player contests: each step with what happened and the picture after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbp.games import find_game
from pbp.games.base import Facts
from pbp.games.drawn import drawn
from pbp.store.states import RUNNING
from pbp.web.duels import LISTED, as_file
from pbp.web.facts import ContestNow, PublicContest, PublicStep
from pbp.web.rooms import part, rooms

pages = Blueprint("contests", __name__)
PER_PAGE = 12
"""Steps on one page: pictures of a hundred steps would be megabytes."""


@pages.get("/contests/")
def overview() -> str:
    """The contests, newest first, a part on each page."""
    return render_template("web/contests.html", contests=part(rooms().contests(), LISTED))


@pages.get("/contests/<int:number>")
def contest(number: int) -> str:
    """How a contest stands, and its steps, the newest first, if `?step=` asks for no other."""
    contest, steps = _contest(number), steps_of(number)
    now = rooms().asked(lambda: rooms().service.contest_now(number), None)
    asked = request.args.get("step", type=int) or len(steps)
    at = max(0, min(asked, len(steps)) - 1) // PER_PAGE * PER_PAGE
    return render_template(
        "web/contest.html",
        contest=contest,
        present=now,
        rated_in=rooms().honours().rated_in(number),
        standing=_present(contest, now, len(steps)) if now and at + PER_PAGE >= len(steps) else None,
        steps=[(step, *picture_after(contest, step)) for step in reversed(steps[at : at + PER_PAGE])],
        parts=[(first, min(first + PER_PAGE - 1, len(steps))) for first in range(1, len(steps) + 1, PER_PAGE)],
        first=at + 1,
        part_of=rooms().asked(lambda: rooms().service.tournament_of(number), None),
        base=rooms().site.file.base,
        replay=contest.state not in RUNNING and bool(steps),
    )


@pages.get("/contests/<int:number>/<int:step>.<any(svg, png):kind>")
def picture(number: int, step: int, kind: str) -> Response:
    """How a contest stood after a step, as a picture of its own."""
    contest = _contest(number)
    found = next((each for each in steps_of(number) if each.number == step), None)
    if found is None:
        abort(404)
    return as_file(picture_after(contest, found)[0], kind)


def picture_after(contest: PublicContest, step: PublicStep) -> tuple[Markup, bool]:
    """How a contest stood after a step, and whether it is too wide for a small screen."""
    return _drawn(contest, step.view, f"after step {step.number}")


def _present(contest: PublicContest, now: ContestNow, steps: int) -> tuple[Markup, bool] | None:
    """How a contest stands, drawn; None if nothing is known of it."""
    return None if now.view is None else _drawn(contest, now.view, f"after step {steps}" if steps else "as it begins")


def _drawn(contest: PublicContest, view: Facts, when: str) -> tuple[Markup, bool]:
    game = find_game(contest.game)
    if game is None:
        return Markup(""), False
    picture = game.picture(view)
    return Markup(drawn(f"{contest.title} {contest.number}: {when}", picture)), picture.wide  # noqa: S704


@pages.get("/rules/")
def all_rules() -> str:
    """Every game and variant, with its rules."""
    return render_template("web/all_rules.html", rules=_rules())


@pages.get("/rules/<path:name>")
def rules(name: str) -> str:
    """The rules of a game or of one of its variants, with the spells that all its contests have."""
    every = _rules()
    if name not in every:
        abort(404)
    game = name.partition("/")[0]
    variants = {each: title for each, title in every.items() if each.startswith(f"{game}/")}
    text = rooms().asked(lambda: rooms().service.rules_page(name), "")
    return render_template("web/rules.html", name=name, title=every[name], text=text, variants=variants)


def _rules() -> Mapping[str, str]:
    none: Mapping[str, str] = {}
    return rooms().asked(rooms().service.rules, none)


def _contest(number: int) -> PublicContest:
    found = next((contest for contest in rooms().contests() if contest.number == number), None)
    return found or abort(404)


def steps_of(number: int) -> list[PublicStep]:
    """The resolved steps of a contest; none if the service cannot say."""
    none: Sequence[PublicStep] = ()
    return list(rooms().asked(lambda: rooms().service.contest_steps(number), none))
