"""A page whose texts are being read by a process of its own: it shows what is known, says so, and comes again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, g, render_template, request

from pbp.errors import BeingRead, NotRead
from pbp.spells.elsewhere import Elsewhere, read_by

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

SECONDS = 3
"""After so many a page comes again."""


class ReadElsewhere:
    """Has what is costly to read in a request read by that reader."""

    def __init__(self, app: Wsgi, reader: Elsewhere | None):
        self._app, self._reader = app, reader

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        with read_by(self._reader):
            return self._app(environ, start_response)


def noted() -> None:
    """Keeps that this page lacks something which is being read."""
    g.being_read = True


def is_waited_for() -> bool:
    """Whether this page lacks something which is being read."""
    return bool(g.get("being_read"))


def register(app: Flask, reader: Elsewhere | None) -> None:
    """Lets the pages of an application say so."""
    app.wsgi_app = ReadElsewhere(app.wsgi_app, reader)  # type: ignore[method-assign]
    app.context_processor(lambda: {"being_read": is_waited_for, "again_in": SECONDS})
    app.register_error_handler(BeingRead, _waits)
    app.register_error_handler(NotRead, _not_read)
    app.after_request(_marked)


def _waits(error: BeingRead) -> Response:
    noted()
    told = "It will be here in a moment. If this page does not come again by itself, open it again."
    return Response(render_template("web/fault.html", name="These spells are being read", told=told), 503)


def _not_read(error: NotRead) -> Response:
    told = f"Nothing else is wrong: {error}. Shorter sentences, and fewer, are read."
    return Response(render_template("web/fault.html", name="These spells cannot be read", told=told), 422)


def _marked(response: Response) -> Response:
    """No reader's program and no cache takes what is not whole for all there is."""
    if not is_waited_for():
        return response
    if response.mimetype != "text/html" and request.method == "GET" and response.status_code == 200:
        response = Response("Spells are being read: ask again in a moment.\n", 503, mimetype="text/plain")
    response.headers["Retry-After"] = str(SECONDS)
    response.headers["Cache-Control"] = "no-store"
    response.headers.pop("ETag", None)
    return response
