"""The WSGI application, put together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
from flask import Flask, Response, current_app, g, render_template
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from pbp.adapters.local import LocalSite
from pbp.commands import LETTER_BEGIN, LETTER_END
from pbp.errors import SiteDown, SiteRefused
from pbp.pictures.drawing import signed
from pbp.service.edits import without_key
from pbp.spells.elsewhere import Elsewhere
from pbp.text import SHIPPED, time_left, utc
from pbp.web import (
    api,
    audits,
    being_read,
    contests,
    decisions,
    duels,
    feeds,
    health,
    honours,
    papers,
    private,
    reading,
    replays,
    safety,
    sandbox,
    searching,
    times,
    tournaments,
    writing,
)
from pbp.web.facts import Service
from pbp.web.graph import graph
from pbp.web.layout import parts
from pbp.web.rooms import House, Rooms, rooms
from pbp.web.wikitext import anchor_of, page_path

LARGEST_FORM = 1_000_000
"""Bytes of a request; ten times what the longest page has in characters."""


def create_site(
    site: LocalSite,
    service: Service,
    house: House | None = None,
    own_templates: Path | None = None,
    reader: Elsewhere | None = None,
) -> Flask:
    """The pages of an embedded site, for any WSGI server.

    `own_templates` is a host's folder that is searched before the shipped templates; `reader` reads costly texts.
    """
    house = house or House()
    app = Flask("pbp.web", static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_FORM
    app.extensions["pbp"] = Rooms(site, service, house)
    app.jinja_loader = jinja2.FileSystemLoader([path for path in (own_templates, SHIPPED) if path])
    app.jinja_env.undefined = jinja2.StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        utc=utc,
        moment=datetime.fromisoformat,
        time_left=time_left,
        signed=signed,
        when=times.when,
        until=times.until,
        timed=times.timed,
        left=times.left,
        among_zones=times.among_zones,
        wiki=page_path,
        segment=segment,
        anchor=anchor_of,
        unframed=unframed,
        apart=apart,
        keyless=without_key,
        groupby_order=groups,
        graph=graph,
        laid_out=parts,
        first_upper=lambda words: words[:1].upper() + words[1:],
        slug=lambda words: re.sub(r"\W+", "-", words),
    )
    app.context_processor(_context)
    app.register_blueprint(reading.pages)
    app.register_blueprint(papers.pages)
    app.register_blueprint(duels.pages)
    app.register_blueprint(contests.pages)
    app.register_blueprint(replays.pages)
    app.register_blueprint(audits.pages)
    app.register_blueprint(sandbox.pages)
    app.register_blueprint(searching.pages)
    app.register_blueprint(honours.pages)
    app.register_blueprint(tournaments.pages)
    app.register_blueprint(writing.pages)
    app.register_blueprint(private.pages)
    app.register_blueprint(decisions.pages)
    app.register_blueprint(feeds.pages)
    app.register_blueprint(health.pages)
    app.register_blueprint(api.pages)
    app.register_blueprint(times.pages)
    app.register_error_handler(HTTPException, _fault)
    app.register_error_handler(SiteRefused, lambda error: _plain_fault(400, "That cannot be", str(error)))
    app.register_error_handler(SiteDown, lambda error: _plain_fault(503, "The site is busy", "Please try again soon."))
    app.register_error_handler(Exception, _unforeseen)
    being_read.register(app, reader)
    safety.guard(app)
    app.wsgi_app = safety.KnownHosts(app.wsgi_app, house.hosts)  # type: ignore[method-assign]
    if house.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=house.proxies, x_proto=house.proxies, x_host=house.proxies
        )
    return app


def unframed(letter: str) -> str:
    """A letter of ours without the lines that frame it for mail programs that quote without marks."""
    return "\n".join(line for line in letter.splitlines() if line not in (LETTER_BEGIN, LETTER_END)).strip()


@dataclass(frozen=True)
class Apart:
    """An answer in parts: its first line after the greeting, all below it, and the receipt with what it is for."""

    first: str
    rest: str
    receipt: str


def apart(letter: str) -> Apart:
    """An answer with its receipt apart, as far as there is one."""
    said, mark, receipt = letter.partition("This receipt proves")
    said = re.sub(r"^Dear [^\n]*,\n+", "", said.strip())
    first, _, rest = said.partition("\n")
    return Apart(first, rest.rstrip(), mark + receipt)


def groups(values: Sequence[Any], name: str) -> list[tuple[Any, list[Any]]]:
    """Values that stand next to each other with the same attribute, in their order."""
    return [(key, list(group)) for key, group in groupby(values, key=attrgetter(name))]


def segment(text: str) -> str:
    """A text as one segment of an address."""
    return quote(text, safe="")


def _context() -> dict[str, Any]:
    visitor = safety.visitor()
    mark = safety.form_mark(visitor) if visitor else ""
    return {
        "house": rooms().house,
        "visitor": visitor,
        "mark": mark,
        "now": rooms().service.now(),
        "zone": times.reader_zone(),
    }


def _fault(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:
        return Response(error.get_response().get_data(), error.code, error.get_response().headers)
    words = {
        404: "There is nothing at this address.",
        405: "That cannot be done here.",
        413: "That is more than the site takes at once.",
        429: "That was a great deal at once. Please wait a minute.",
    }
    told = error.description if error.code in (403, 409) else words.get(error.code, "")
    response = _plain_fault(error.code, error.name, told or "")
    if error.code == 429:
        response.headers["Retry-After"] = str(g.get("retry_after", 60))
    return response


def _plain_fault(code: int, name: str, told: str) -> Response:
    return Response(render_template("web/fault.html", name=name, told=told), code)


def _unforeseen(error: Exception) -> Response:
    current_app.logger.exception("a page failed")
    return _plain_fault(500, "Something went wrong", "The Battle Master can read what, in the log.")
