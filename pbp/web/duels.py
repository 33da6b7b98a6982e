"""The pages of duels and of wizards, with their pictures."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbp import pictures
from pbp.honours.ratings import start
from pbp.honours.records import Runs, casts_of, head_to_head, runs
from pbp.honours.tables import Honours, RatingRow, game_title
from pbp.pictures.drawing import png
from pbp.web import records
from pbp.web.facts import PublicDuel
from pbp.web.rooms import part, rooms

pages = Blueprint("duels", __name__)
MOST = 15
"""Bars or lines in one picture."""
LISTED = 50
"""Duels, and contests, on one page of their list, and on a wizard's page if not all are asked for."""
FAVOURITES = 3
"""How many spells are named as a wizard's favourites in a game."""


@pages.get("/duels/")
def overview() -> str:
    """The duels, newest first, a part on each page, and how often each spell was cast."""
    shown = part(rooms().duels(), LISTED)
    return render_template("web/duels.html", duels=shown, best=records.best, counts=_counts_picture())


@pages.get("/duels/<int:number>")
def duel(number: int) -> str:
    """What happened in one duel, in order."""
    duel, others = _duel(number)
    return render_template(
        "web/duel.html",
        duel=duel,
        ring=ring_picture(duel),
        rated_in=rooms().honours().rated_in(number),
        base=rooms().site.file.base,
        replay=bool(duel.told),
        changes=rooms().changes([number]).get(number),
        others=sorted(other.number for other in others if other is not duel),
    )


@pages.get("/duels/<int:number>/ring.<any(svg, png):kind>")
def ring(number: int, kind: str) -> Response:
    """The ring of a duel, as a picture of its own."""
    return as_file(_ring(_duel(number)[0]), kind)


@pages.get("/duels/casts.<any(svg, png):kind>")
def casts(kind: str) -> Response:
    """How often each spell was cast, as a picture of its own."""
    return as_file(pictures.cast_counts("all duels", casts_of(rooms().honours().ring_spells)[:MOST]), kind)


@pages.get("/wizards/stars.<any(svg, png):kind>")
def stars(kind: str) -> Response:
    """Everybody's Stars over time, as a picture of its own; `?wizard=` asks for one wizard's."""
    names = request.args.getlist("wizard")[:MOST] or [wizard.name for wizard in rooms().wizards()]
    series = records.stars_series(rooms().duels(), names)
    return as_file(pictures.stars_over_time(", ".join(names), series), kind)


@pages.get("/wizards/")
def wizards() -> str:
    """Every wizard, those with most Stars first, and their Stars over time."""
    everybody = rooms().wizards()
    series = records.stars_series(rooms().duels(), (wizard.name for wizard in everybody))
    return render_template(
        "web/wizards.html",
        wizards=sorted(everybody, key=lambda wizard: (-wizard.stars, wizard.name)),
        attributes=sorted({name for wizard in everybody for name, _ in wizard.attributes}),
        plot=Markup(pictures.stars_over_time("all wizards", series)) if series else "",  # noqa: S704
        lines=list(series),
        scores={wizard.name: records.score(rooms().honours(), rooms().contests(), wizard.name) for wizard in everybody},
    )


@pages.get("/wizards/<path:name>")
def wizard(name: str) -> str:
    """One wizard: ratings and record by game, Stars over time, casts, everybody who was met, duels, contests.

    Of duels and contests the newest, or all with `?all`.
    """
    duels, honours = rooms().duels(), rooms().honours()
    found = next((wizard for wizard in rooms().wizards() if wizard.name == name), None)
    turns = records.turns(duels, name)
    contests = [contest for contest in rooms().contests() if name in contest.players]
    met = head_to_head(honours.results, name)
    most = max(len(turns), len(contests)) if "all" in request.args else LISTED
    if found is None and not turns and not contests and not met:
        abort(404)
    series = records.stars_series(duels, [name])
    return render_template(
        "web/wizard.html",
        name=name,
        wizard=found,
        standings=_standings(honours, name),
        met=met,
        turns=turns[:most],
        contests=[(contest, records.result(contest, name)) for contest in contests[:most]],
        more=max(len(turns), len(contests)) > most,
        score=records.score(honours, contests, name),
        plot=Markup(pictures.stars_over_time(name, series)) if series else "",  # noqa: S704
        counts=_counts_picture(name),
    )


@dataclass(frozen=True)
class GameStanding:
    """A wizard in one game: what people call it, the line in its table, the runs, the rating over time, drawn.

    `favourites`: the spells that were cast most often, with how often.
    """

    game: str
    title: str
    row: RatingRow
    runs: Runs
    plot: Markup
    favourites: list[tuple[str, int]]


def _standings(honours: Honours, name: str) -> list[GameStanding]:
    found = []
    for table in honours.tables:
        row = next((row for row in table.rows if row.player == name), None) if table.season is None else None
        runs_of = runs((result for result in honours.results if result.game == table.game), name)
        if row and runs_of:
            title, begin = game_title(table.game), start()
            steps = [(rated.number, rated.rating.mu, rated.rating.margin) for rated in table.rated[name]]
            drawn = pictures.rating_over_time(f"{name} in {title}", [(0, begin.mu, begin.margin), *steps])
            spells = casts_of(honours.spells[table.game], name)[:FAVOURITES]
            found.append(GameStanding(table.game, title, row, runs_of, Markup(drawn), spells))  # noqa: S704
    return found


def ring_picture(duel: PublicDuel) -> Markup:
    """The ring, to stand in a page."""
    return Markup(_ring(duel))  # noqa: S704


def _ring(duel: PublicDuel) -> str:
    return pictures.ring(f"Wizard Duel {duel.number}", duel.seats, duel.hits, duel.turns, duel.shields)


def _counts_picture(wizard: str | None = None) -> Markup:
    counts = casts_of(rooms().honours().ring_spells, wizard)[:MOST]
    return Markup(pictures.cast_counts(wizard or "all duels", counts) if counts else "")  # noqa: S704


def as_file(svg: str, kind: str) -> Response:
    """A picture as a file of its own, SVG or PNG."""
    return Response(png(svg), mimetype="image/png") if kind == "png" else Response(svg, mimetype="image/svg+xml")


def _duel(number: int) -> tuple[PublicDuel, list[PublicDuel]]:
    duels = rooms().duels()
    found = next((duel for duel in duels if duel.number == number), None)
    if found is None:
        abort(404)
    return found, duels
