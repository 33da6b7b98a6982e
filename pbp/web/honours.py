"""The pages of honours: ratings of all time and of each season, the same for programs, and spells."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, render_template, request

from pbp.games import ring_game
from pbp.games.base import bare_name
from pbp.honours.published import published
from pbp.honours.tables import game_title
from pbp.web.records import NEVER
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


@pages.get("/spells/")
def spells() -> str:
    """Every spell that was cast, by game, the most frequent first."""
    cast = [(game, game_title(game), found) for game, found in rooms().honours().spells.items() if found]
    return render_template("web/spells.html", games=cast)


@pages.get("/spells/<path:name>")
def spell(name: str) -> str:
    """One spell: how often it was cast, won with and against, and by whom; of the rings, if `?game=` names no other."""
    ring = bare_name(ring_game())
    game = request.args.get("game", ring)
    found = rooms().honours().spells.get(game, {}).get(name.casefold()) or abort(404)
    return render_template(
        "web/spell.html",
        spell=found,
        game=game,
        title=game_title(game),
        record=rooms().spell_records().get(name.casefold(), NEVER) if game == ring else None,
        lists={duel.number: duel.list_title for duel in rooms().duels()},
    )


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
