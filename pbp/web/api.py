"""JSON of everything public, below /api/1/, and the results as CSV; each answer has an ETag."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from pbp.honours.published import published
from pbp.spells import SpellList
from pbp.web import api_values as v
from pbp.web.explain import read_once
from pbp.web.records import NEVER
from pbp.web.rooms import rooms
from pbp.web.wikitext import anchor_of, page_path

pages = Blueprint("api", __name__)
PER_PAGE = 50
"""Items of a list in one answer."""


@dataclass(frozen=True, slots=True)
class ApiPage:
    """An address of the interface: its path, what it gives in a sentence, and the fields of it, or of its items."""

    path: str
    gives: str
    fields: tuple[v.ApiField, ...]
    listed: bool = False


EVERY = (
    ApiPage("/api/1/duels", "Every ring duel, newest first.", v.DUEL, listed=True),
    ApiPage("/api/1/duels/NUMBER", "One ring duel.", v.DUEL),
    ApiPage("/api/1/contests", "Every contest of two, newest first.", v.CONTEST, listed=True),
    ApiPage("/api/1/contests/NUMBER", "One contest, with its resolved steps.", (*v.CONTEST, *v.CONTEST_STEPS)),
    ApiPage("/api/1/players", "Everybody who plays, by name.", v.PLAYER, listed=True),
    ApiPage("/api/1/players/NAME", "One player, with all ring duels.", (*v.PLAYER, *v.PLAYER_DUELS)),
    ApiPage("/api/1/spells", "The spells of the ruleset page as it stands now.", v.SPELL, listed=True),
    ApiPage("/api/1/spells/NAME", "One of these spells.", v.SPELL),
    ApiPage("/api/1/results", "A row for each player of each resolved duel, newest first.", v.RESULT, listed=True),
    ApiPage("/api/1/tables", "How everybody stands.", v.TABLES),
    ApiPage("/api/1/ratings", "Ratings of all time and of each season, worked out from the bundles.", v.RATINGS),
    ApiPage("/api/1/tournaments", "Every tournament, newest first.", v.TOURNAMENT, listed=True),
    ApiPage("/api/1/journal", "The public part of the journal, newest first.", v.ENTRY, listed=True),
)
"""All that there is, for the page that documents it and for `pbp api`."""

INTRODUCTION = (
    "Every address answers GET with JSON in UTF-8, without a key, also to pages of other sites.",
    "Times are UTC, like 2026-03-04T15:00:00Z; names in addresses are percent-encoded.",
    "A list has `items`, `page`, `pages` and `next`, the address of the next page or null; ?page=2 asks for the second."
    f" A page has {PER_PAGE} items.",
    "Each answer has an ETag: send it back as If-None-Match, and what has not changed is answered by 304, and no text.",
    "What does not exist is answered by 404, with why as `error`.",
    "The 1 in the addresses is the version of this form: in it fields are added, and none is taken away or changes what"
    " it means. What is not public is not here: no order before its result, no letter, no address of a player.",
)


def as_text() -> str:
    """The documentation, for a terminal."""
    lines = ["JSON of everything public, from the embedded site.", ""]
    lines += [*INTRODUCTION, "", "/api/1/", "    All addresses, and the name of the site."]
    for page in EVERY:
        lines += ["", page.path, f"    {page.gives}{' Each item has:' if page.listed else ''}"]
        lines += [f"    {field.name:<16}{field.type:<16}{field.means}" for field in page.fields]
    lines += ["", "/results.csv", "    The results as CSV, with the fields of /api/1/results."]
    lines += ["/audits/NUMBER.json", "    The bundle of a duel that has ended."]
    lines += ["/seasons/SEASON.zip", "    All that was published of a season: `pbp verify --season` checks it."]
    return "\n".join(lines) + "\n"


@pages.get("/api")
def documentation() -> str:
    """What the interface gives, for people."""
    return render_template("web/api.html", every=EVERY, introduction=INTRODUCTION, base=rooms().site.file.base)


@pages.get("/api/1/")
def index() -> Response:
    """All addresses."""
    links = {page.path.rpartition("/")[2]: _where(page.path) for page in EVERY if page.path.count("/") == 3}
    return _json({"name": rooms().house.name, "version": 1, "links": links, "documentation": _where("/api")})


@pages.get("/api/1/duels")
def duels() -> Response:
    """Every ring duel."""
    found = rooms().duels()
    page = _page()
    changes = rooms().changes([each.number for each in found[(page - 1) * PER_PAGE : page * PER_PAGE]])
    return _listed(found, lambda each: v.duel(each, changes.get(each.number), _where))


@pages.get("/api/1/duels/<int:number>")
def duel(number: int) -> Response:
    """One ring duel."""
    found = next((each for each in rooms().duels() if each.number == number), None)
    changes = rooms().changes([number]).get(number)
    return _json(v.duel(found, changes, _where)) if found else _none(f"there is no ring duel {number}")


@pages.get("/api/1/contests")
def contests() -> Response:
    """Every contest."""
    return _listed(rooms().contests(), lambda found: v.contest(found, _where))


@pages.get("/api/1/contests/<int:number>")
def contest(number: int) -> Response:
    """One contest, with its steps."""
    found = next((each for each in rooms().contests() if each.number == number), None)
    if found is None:
        return _none(f"there is no contest {number}")
    steps = rooms().service.contest_steps(number)
    return _json(v.contest(found, _where) | v.steps(found, steps, _where))


@pages.get("/api/1/players")
def players() -> Response:
    """Everybody who plays."""
    return _listed(rooms().wizards(), _player)


@pages.get("/api/1/players/<path:name>")
def player(name: str) -> Response:
    """One player."""
    found = next((wizard for wizard in rooms().wizards() if wizard.name == name), None)
    if found is None:
        return _none("nobody of that name plays")
    return _json(_player(found) | {"turns": v.turns(rooms().duels(), name)})


@pages.get("/api/1/spells")
def spells() -> Response:
    """The spells of the ruleset page."""
    return _listed(list(_ruleset().spells.values()), _spell)


@pages.get("/api/1/spells/<path:name>")
def spell(name: str) -> Response:
    """One spell."""
    found = _ruleset().find(name)
    return _json(_spell(found)) if found else _none("the ruleset page has no such spell")


@pages.get("/api/1/results")
def results() -> Response:
    """A row for each player of each duel that was resolved."""
    return _listed(v.results(rooms().duels(), rooms().contests()), lambda row: row)


@pages.get("/api/1/tables")
def tables() -> Response:
    """How everybody stands."""
    return _json(v.tables(rooms().wizards(), rooms().contests(), rooms().honours()))


@pages.get("/api/1/ratings")
def ratings() -> Response:
    """The tables of ratings."""
    return _json(published(rooms().honours()))


@pages.get("/api/1/tournaments")
def tournaments() -> Response:
    """Every tournament."""
    return _listed(rooms().service.tournaments(), lambda found: v.tournament(found, _where))


@pages.get("/api/1/journal")
def journal() -> Response:
    """The public part of the journal."""
    page = _page()
    lines, count = rooms().service.public_journal((page - 1) * PER_PAGE, PER_PAGE)
    shown = [{"at": v.when(line.at), "kind": line.kind, "duel": line.duel, "said": line.said} for line in lines]
    return _page_of(shown, page, count)


@pages.get("/api/<path:_>")
def unknown(_: str) -> Response:
    """Says where to look."""
    return _none(f"there is nothing at this address; see {_where('/api')}")


@pages.get("/results.csv")
def results_csv() -> Response:
    """The results as CSV; a cell that a spreadsheet would take for a formula begins with an apostrophe."""
    text = io.StringIO()
    names = [field.name for field in v.RESULT]
    written = csv.writer(text)
    written.writerow(names)
    for row in v.results(rooms().duels(), rooms().contests()):
        written.writerow([_cell(row[name]) for name in names])
    answer = Response(text.getvalue(), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="results.csv"'
    return answer


def _cell(value: Any) -> Any:
    """A value of a row; words of people do no harm in a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _player(found: Any) -> v.Values:
    address = _where(url_for("duels.wizard", name=found.name))
    return v.player(found, rooms().duels(), rooms().contests(), rooms().honours(), address)


def _spell(found: Any) -> v.Values:
    address = _where(f"{page_path(rooms().house.ruleset)}#{anchor_of(found.name)}")
    return v.spell(found, rooms().spell_records().get(found.name.casefold(), NEVER), address)


def _ruleset() -> SpellList:
    page = rooms().site.wiki.read(rooms().house.ruleset)
    attributes = frozenset(name for wizard in rooms().wizards() for name, _ in wizard.attributes)
    return read_once(page.text if page else "", attributes)


def _where(path: str) -> str:
    return f"{rooms().site.file.base}{path}"


def _listed(found: Sequence[Any], shown: Any) -> Response:
    """A page of a list; `shown` makes the value of an item."""
    page = _page()
    return _page_of([shown(each) for each in found[(page - 1) * PER_PAGE : page * PER_PAGE]], page, len(found))


def _page_of(items: Sequence[v.Values], page: int, count: int) -> Response:
    last = max(1, -(-count // PER_PAGE))
    if page > last:
        return _none(f"there are {last} pages")
    following = f"{_where(request.path)}?page={page + 1}" if page < last else None
    return _json({"items": list(items), "page": page, "pages": last, "next": following})


def _page() -> int:
    asked = request.args.get("page", "1")
    if not asked.isascii() or not asked.isdigit() or len(asked) > 9 or int(asked) < 1:
        abort(404, "pages are numbered from 1")
    return int(asked)


def _none(why: str) -> Response:
    return _json({"error": why}, 404)


def _json(value: Any, code: int = 200) -> Response:
    answer = Response(json.dumps(value, ensure_ascii=False, indent=1) + "\n", code, mimetype="application/json")
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def _fault(error: HTTPException) -> Response:
    return _json({"error": error.description or error.name}, error.code or 500)


pages.register_error_handler(HTTPException, _fault)
