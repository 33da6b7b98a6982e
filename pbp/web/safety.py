"""Who is visiting, and what keeps visitors from each other's secrets.

A private link is /me/<token>. Opening it gives the browser a cookie with the token, so that the public pages can
offer writing to its owner. Every form carries a mark made from the token, which another site cannot know, and which
no longer fits when the browser has meanwhile opened another wizard's link.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from flask import Flask, Response, abort, current_app, g, request

from pbp.adapters.local import Account
from pbp.web.rooms import rooms

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

COOKIE = "wizard"
A_YEAR = 365 * 24 * 3600
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HOST = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[\w.-]+))(?::\d{1,5})?", re.ASCII)
_PRIVATE_PATH = re.compile(r"/(me|mine)/[^/\s\"'?#]+")


def visitor() -> Account | None:
    """The owner of the private link that this request came by, or whose cookie the browser has."""
    if "visitor" not in g:
        g.visitor = None
        token = (request.view_args or {}).get("token") or request.cookies.get(COOKIE, "")
        if token:
            g.visitor = rooms().site.people.by_token(token)
    account: Account | None = g.visitor
    return account


def owner(token: str) -> Account:
    """The owner of a private link, or a 404 that tells nothing; too many wrong ones end in a 429."""
    account = rooms().site.people.by_token(token)
    if account is None:
        limit(f"miss {request.remote_addr}", rooms().house.misses)
        abort(404)
    g.visitor = account
    return account


def other(account: Account) -> Account | None:
    """Who the browser is known as, if that is somebody else than the owner of the link that it has opened."""
    known = rooms().site.people.by_token(request.cookies.get(COOKIE, ""))
    return known if known and known != account else None


def is_of(account: Account, mark: str) -> bool:
    """Whether a form bears the mark of this account."""
    return hmac.compare_digest(mark.encode(), form_mark(account).encode())


def form_mark(account: Account) -> str:
    """What every form of this account carries."""
    return hmac.new(account.token.encode(), b"form of the embedded site", hashlib.sha256).hexdigest()


def writer() -> Account:
    """The account that sends this form, checked; ends in 403 without one, in 429 if it sends too much."""
    account = visitor()
    if account is None:
        abort(403, "Open your private link first: it tells the site who you are.")
    if not is_of(account, request.form.get("mark", "")):
        abort(403, "This form was not made for you, or your private link was renewed since. Open the page again.")
    limit(f"write {account.name}", rooms().house.writes)
    return account


class KnownHosts:
    """Refuses requests by another name than the site's own: a page elsewhere could have them look like its own."""

    def __init__(self, application: WSGIApplication, hosts: Sequence[str]):
        self._application = application
        self._hosts = {host.casefold().strip("[]") for host in hosts}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Serves a request, or answers it with 400."""
        named = _HOST.fullmatch(environ.get("HTTP_HOST", ""))
        if named and (named["six"] or named["name"]).casefold() in self._hosts:
            return self._application(environ, start_response)
        start_response("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8")])
        return [b"This site is not reached by that name.\n"]


class Limiter:
    """Counts what was done in the last minute, by name; forgets names that have been quiet longest."""

    def __init__(self, names: int = 10_000):
        self._names = names
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, name: str, most: int) -> None:
        """Counts one more; ends in 429 if there were `most` in the last minute already."""
        now = time.monotonic()
        with self._lock:
            times = self._times.setdefault(name, deque())
            self._times.move_to_end(name)
            while times and times[0] < now - 60:
                times.popleft()
            if len(times) >= most:
                g.retry_after = int(61 - (now - times[0]))
                abort(429)
            times.append(now)
            while len(self._times) > self._names:
                self._times.popitem(last=False)


class WithoutTokens(logging.Filter):
    """Takes the tokens of private links out of a log record, traceback and all."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Changes the record; lets every one pass."""
        record.msg, record.args = scrubbed(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = scrubbed(logging.Formatter().formatException(record.exc_info))
        return True


def scrubbed(text: str) -> str:
    """The text, each private link in it cut to /me/…, and each address of an own feed to /mine/…"""
    return _PRIVATE_PATH.sub(r"/\1/…", text)


def guard(app: Flask) -> None:
    """Puts the headers on every answer and keeps private links out of the log."""
    app.extensions["pbp.limiter"] = Limiter()
    app.logger.addFilter(WithoutTokens())
    app.after_request(_headers)


def keep_cookie(response: Response, account: Account) -> Response:
    """Lets the browser remember whose private link it opened."""
    response.set_cookie(
        COOKIE, account.token, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
    )
    return response


def limit(what: str, most: int) -> None:
    """Counts one more of something; ends in 429 if there were `most` in the last minute already."""
    _limiter().count(what, most)


def _limiter() -> Limiter:
    limiter: Limiter = current_app.extensions["pbp.limiter"]
    return limiter


def _headers(response: Response) -> Response:
    followed = request.path.startswith("/mine/")
    private = request.path == "/me" or request.path.startswith("/me/")
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Referrer-Policy"] = "no-referrer" if private or followed else "same-origin"
    if private:
        response.headers["Cache-Control"] = "no-store"
    if private or followed:
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
    if followed:
        response.headers["Cache-Control"] = "private, no-cache"
    elif not private and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache" if visitor() else "no-cache"
        response.headers.add("Vary", "Cookie")
    if response.status_code == 200 and request.method in ("GET", "HEAD") and not private and not response.is_streamed:
        response.add_etag()
        response.make_conditional(request)
    return response
