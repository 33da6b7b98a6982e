"""The pages of duels and of wizards, with their pictures."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbp import pictures
from pbp.pictures.drawing import png
from pbp.web import records
from pbp.web.facts import PublicDuel
from pbp.web.rooms import rooms

pages = Blueprint("duels", __name__)
MOST = 15
"""Bars or lines in one picture."""


@pages.get("/duels/")
def overview() -> str:
    """Every duel, newest first, and how often each spell was cast."""
    duels = rooms().duels()
    return render_template("web/duels.html", duels=duels, best=records.best, counts=_counts_picture(duels))


@pages.get("/duels/<int:number>")
def duel(number: int) -> str:
    """What happened in one duel, in order."""
    duel, others = _duel(number)
    return render_template(
        "web/duel.html",
        duel=duel,
        ring=ring_picture(duel),
        base=rooms().site.file.base,
        replay=bool(duel.told),
        others=sorted(other.number for other in others if other is not duel),
    )


@pages.get("/duels/<int:number>/ring.<any(svg, png):kind>")
def ring(number: int, kind: str) -> Response:
    """The ring of a duel, as a picture of its own."""
    return as_file(_ring(_duel(number)[0]), kind)


@pages.get("/duels/casts.<any(svg, png):kind>")
def casts(kind: str) -> Response:
    """How often each spell was cast, as a picture of its own."""
    return as_file(pictures.cast_counts("all duels", records.cast_counts(rooms().duels())[:MOST]), kind)


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
        scores={wizard.name: records.score(rooms().contests(), wizard.name) for wizard in everybody},
    )


@pages.get("/wizards/<path:name>")
def wizard(name: str) -> str:
    """One wizard: Stars over time, casts, duels, contests."""
    duels = rooms().duels()
    found = next((wizard for wizard in rooms().wizards() if wizard.name == name), None)
    turns = records.turns(duels, name)
    contests = [contest for contest in rooms().contests() if name in contest.players]
    if found is None and not turns and not contests:
        abort(404)
    series = records.stars_series(duels, [name])
    return render_template(
        "web/wizard.html",
        name=name,
        wizard=found,
        turns=turns,
        contests=[(contest, records.result(contest, name)) for contest in contests],
        score=records.score(contests, name),
        plot=Markup(pictures.stars_over_time(name, series)) if series else "",  # noqa: S704
        counts=_counts_picture(duels, name),
    )


def ring_picture(duel: PublicDuel) -> Markup:
    """The ring, to stand in a page."""
    return Markup(_ring(duel))  # noqa: S704


def _ring(duel: PublicDuel) -> str:
    return pictures.ring(f"Wizard Duel {duel.number}", duel.seats, duel.hits, duel.turns, duel.shields)


def _counts_picture(duels: list[PublicDuel], wizard: str | None = None) -> Markup:
    counts = records.cast_counts(duels, wizard)[:MOST]
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
