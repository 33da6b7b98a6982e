"""The pages of honours: ratings of all time and of each season, and the same for programs."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, render_template

from pbp.honours.published import published
from pbp.honours.tables import game_title
from pbp.web.rooms import rooms

pages = Blueprint("honours", __name__)


@pages.get("/ratings/")
def ratings() -> str:
    """Who is how strong in each game, by all duels that have ended."""
    return _page(None)


@pages.get("/ratings/<path:season>")
def season(season: str) -> str:
    """The same by the duels of one season alone."""
    if season not in rooms().honours().seasons:
        abort(404)
    return _page(season)


@pages.get("/ratings.json")
def for_programs() -> Response:
    """All tables, as `pbp ratings verify` reads them."""
    text = json.dumps(published(rooms().honours()), ensure_ascii=False, indent=1)
    return Response(f"{text}\n", mimetype="application/json")


def _page(season: str | None) -> str:
    honours = rooms().honours()
    return render_template(
        "web/ratings.html",
        season=season,
        seasons=honours.seasons,
        lists=dict(honours.lists),
        tables=[(game_title(table.game), table) for table in honours.tables if table.season == season],
        base=rooms().site.file.base,
    )
