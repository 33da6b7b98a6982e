"""Times as their reader has them: in the zone of the player, or in one that a stranger has chosen, and "in 7 hours".

All is said when a page is made, so that it needs no script; times.js keeps it true while the page stands open, and
takes the browser's zone where no other is chosen. Pages with such words are asked for again at each visit: an ETag is
over the words, and so fits no longer when they have changed.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from itertools import groupby

from flask import Blueprint, abort, g, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from pbp.clock import zone_named, zones
from pbp.errors import Refused
from pbp.text import in_zone, time_left, utc
from pbp.web.rooms import rooms
from pbp.web.safety import A_YEAR, visitor

pages = Blueprint("times", __name__)
COOKIE = "zone"
_TAG = re.compile(r"(<[^>]*>)")
_MOMENT = re.compile(r"\b[A-Z][a-z]+day (\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d) UTC\b")


def own_zone() -> str:
    """The zone of the player who visits; empty if none is said, or nobody is known."""
    if "own_zone" not in g:
        known = visitor()
        g.own_zone = rooms().asked(lambda: rooms().service.zone(known.name), "") if known else ""
    zone: str = g.own_zone
    return zone


def reader_zone() -> str:
    """The zone in which the reader of this request has chosen to be told times; empty for UTC, or the browser's."""
    if "zone" not in g:
        try:
            g.zone = own_zone() or zone_named(request.cookies.get(COOKIE, "UTC"))
        except Refused:
            g.zone = ""
    zone: str = g.zone
    return "" if zone == "UTC" and COOKIE not in request.cookies and not own_zone() else zone


def when(moment: datetime) -> Markup:
    """A moment for readers and for programs."""
    zone = reader_zone()
    said = in_zone(moment, zone) if zone not in ("", "UTC") else utc(moment)
    return Markup('<time datetime="{}">{}</time>').format(moment.isoformat(timespec="seconds"), said)


def until(moment: datetime) -> Markup:
    """A moment, and where it is still to come, in how much time."""
    ahead = (moment - rooms().service.now()).total_seconds()
    return Markup("{} (in {})").format(when(moment), left(moment)) if ahead > 0 else when(moment)


def left(moment: datetime) -> Markup:
    """How much time is left until a moment: "7 hours"."""
    ahead = (moment - rooms().service.now()).total_seconds()
    return Markup('<span data-left="{}">{}</span>').format(moment.isoformat(timespec="seconds"), time_left(ahead))


def timed(html: str) -> Markup:
    """HTML in which each moment that stands in its text, as `utc` says it, is said as the reader has it."""
    if " UTC" not in html:
        return Markup(html)  # noqa: S704
    parts = _TAG.split(html)  # text and tags by turns: what stands in a tag is left
    parts[::2] = [_MOMENT.sub(_timed, part) for part in parts[::2]]
    return Markup("".join(parts))  # noqa: S704


def _timed(found: re.Match[str]) -> str:
    try:
        moment = datetime.strptime(found[1], "%d %B %Y, %H:%M").replace(tzinfo=UTC)
    except ValueError:
        return found[0]
    return when(moment) if utc(moment) == found[0] else found[0]


@pages.get("/zone")
def zone() -> str:
    """A form to choose a time zone, which needs no script."""
    return render_template("web/zone.html", back=request.args.get("back", "/"), own=own_zone())


def among_zones(chosen: str) -> Markup:
    """The zones of the areas to choose from, of which one may be chosen by now."""
    option = str(Markup('<option value="{}"').format(chosen))
    return Markup(str(_options()).replace(option, f"{option} selected"))  # noqa: S704


@cache
def _options() -> Markup:
    """They are hundreds, the same for all, and every page leads to them."""
    said = Markup("")
    for area, names in groupby(zones(), key=lambda name: name.partition("/")[0]):
        option = Markup('<option value="{}">{}</option>')
        options = (option.format(name, name.partition("/")[2].replace("_", " ")) for name in names)
        said += Markup('<optgroup label="{}">{}</optgroup>').format(area, Markup("").join(options))
    return said


@pages.post("/zone")
def choose() -> Response:
    """Keeps the chosen zone in a cookie, or forgets it, and goes back to the page from which one came."""
    try:
        chosen = zone_named(request.form.get("zone", "")) if request.form.get("zone") else ""
    except Refused as error:
        abort(400, str(error))
    back = request.form.get("back", "/")
    is_own = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = make_response(redirect(back if is_own else url_for("reading.front"), 303))
    if chosen:
        response.set_cookie(COOKIE, chosen, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
    else:
        response.delete_cookie(COOKIE)
    return response
