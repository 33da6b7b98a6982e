"""The emulator's HTTP side: sign-in, routes, pages of listings, and faults on demand."""

from __future__ import annotations

import base64
import json
import random
import re
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pbp.adapters.reddit import RedditLogin
from pbp.clock import system_clock
from reddit_emulator.routes import ROUTES
from reddit_emulator.shapes import shaped
from reddit_emulator.world import ApiError, World

ACCOUNT = "Battle_Master_Bot"
SUBREDDIT = "WizardDuels"
LOGIN = RedditLogin(ACCOUNT, "client-id", "client-secret", password="abracadabra")

FAULTS = {
    "lost": "the request is carried out, its answer never arrives",
    "dropped": "the connection ends before the request is carried out",
    "cut": "the request is carried out, half its answer arrives",
    "slow": "the request is carried out after the client gave up",
    "truncated": "the request is carried out, the answer is half a JSON text",
    "html": "the request is carried out, the answer is a page for people",
    "null": "the request is carried out, the answer is JSON's null",
    "408": "the server gave up waiting",
    "429": "too many requests, with Retry-After",
    "500": "a fault of the server, before the request is carried out",
    "502": "a fault of a proxy, before the request is carried out",
    "503": "busy, before the request is carried out",
    "504 late": "a proxy gave up, the request is carried out",
    "ratelimit": "Reddit's own refusal to post so often",
    "expired": "the access token is no longer valid",
    "401": "no token is valid, and no reason is given",
    "403": "forbidden",
    "404": "no such thing",
    "redirect": "the client is sent to the login page",
}


@dataclass
class Fault:
    kind: str
    where: str
    times: int
    spare: int


class Emulator:
    """An emulated Reddit, serving from the moment it is made until it is closed.

    `requests` is what was asked, as "METHOD /path"; `forms` the form of each write beside it. `before` is called with
    each request before it is carried out: what people do between two of them.
    """

    def __init__(self, clock: Callable[[], datetime] = system_clock):
        self.world = World(ACCOUNT, SUBREDDIT, clock)
        self.requests: list[str] = []
        self.forms: list[dict[str, str]] = []
        self.tokens: set[str] = set()
        self.before: Callable[[str], None] = lambda request: None
        self.scope = "*"
        self.token_seconds = 86_400
        self._faults: list[Fault] = []
        self._lose: tuple[float, random.Random] | None = None
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def way(self) -> dict[str, Any]:
        """The arguments that lead a RedditSite here."""
        return {"urls": {"reddit_url": self.url, "oauth_url": self.url}}

    def fail(self, kind: str, where: str = "", times: int = 1, spare: int = 0) -> None:
        """Orders a fault for the next requests that match `where` ("POST /api/comment"; empty: all but sign-in).

        The first `spare` of them go well.
        """
        assert kind in FAULTS
        self._faults.append(Fault(kind, where, times, spare))

    def lose_answers(self, share: float, seed: int = 1) -> None:
        """Loses the answers of this share of all writes, after they were carried out."""
        self._lose = (share, random.Random(seed))

    def heal(self) -> None:
        """Takes back every fault that was ordered."""
        self._faults.clear()
        self._lose = None

    def count(self, request: str) -> int:
        """How many requests began with these words."""
        return sum(one.startswith(request) for one in self.requests)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fault(self, request: str) -> str:
        """The fault that is due for a request, or nothing."""
        signing_in = "access_token" in request
        for fault in self._faults:
            if fault.times and (fault.where in request if fault.where else not signing_in):
                if fault.spare:
                    fault.spare -= 1
                    continue
                fault.times -= 1
                return fault.kind
        write = request.startswith("POST") and not signing_in
        if self._lose and write and self._lose[1].random() < self._lose[0]:
            return "lost"
        return ""

    def answer(self, request: str, query: dict[str, str], form: dict[str, str], authorization: str) -> tuple[int, Any]:
        """Status and JSON of a request."""
        path = request.split(" ", 1)[1]
        if path == "/api/v1/access_token":
            return self._sign_in(form, authorization)
        if authorization.removeprefix("bearer ") not in self.tokens:
            return 401, {"message": "Unauthorized", "error": 401}
        for pattern, route in ROUTES:
            if found := re.fullmatch(pattern, request):
                try:
                    return 200, route(self.world, {**query, **form}, *found.groups())
                except ApiError as error:
                    return _refused(error)
        return 404, {"message": "Not Found", "error": 404}

    def _sign_in(self, form: dict[str, str], authorization: str) -> tuple[int, Any]:
        known = base64.b64encode(f"{LOGIN.client_id}:{LOGIN.client_secret}".encode()).decode()
        if authorization != f"Basic {known}":
            return 401, {"message": "Unauthorized", "error": 401}
        right = {
            "password": (form.get("username"), form.get("password")) == (ACCOUNT, LOGIN.password),
            "refresh_token": form.get("refresh_token") == "refresh-token",
        }
        if not right.get(form.get("grant_type", "")):
            return 200, {"error": "invalid_grant"}
        token = f"token-{len(self.requests)}"
        self.tokens.add(token)
        return 200, shaped(
            "token", access_token=token, token_type="bearer", expires_in=self.token_seconds, scope=self.scope
        )


def _refused(error: ApiError) -> tuple[int, Any]:
    if error.status == 200:
        return 200, {"json": {"errors": [[error.code, error.message, error.field]]}}
    return error.status, {"reason": error.code, "message": error.message}


def _handler(emulator: Emulator) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one segment, or each call waits for a delayed acknowledgement

        def do_GET(self) -> None:
            self._serve()

        def do_POST(self) -> None:
            self._serve()

        def _serve(self) -> None:
            address = urlsplit(self.path)
            request = f"{self.command} {address.path.rstrip('/')}"
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            query, form = ({k: v[-1] for k, v in parse_qs(t, True).items()} for t in (address.query, body))
            with emulator._lock:
                emulator.requests.append(request)
                emulator.forms.append(form)
                emulator.before(request)
                fault = emulator.fault(request)
                if fault == "expired":
                    emulator.tokens.clear()
                if fault in (
                    "dropped",
                    "408",
                    "429",
                    "500",
                    "502",
                    "503",
                    "ratelimit",
                    "401",
                    "403",
                    "404",
                    "redirect",
                ):
                    self._refuse(fault)
                    return
                status, answer = emulator.answer(request, query, form, self.headers.get("Authorization", ""))
            self._deliver(fault, status, json.dumps(answer).encode())

        def _refuse(self, fault: str) -> None:
            if fault == "dropped":
                self._hang_up()
            elif fault == "ratelimit":
                message = "Looks like you've been doing that a lot. Take a break for 9 minutes before trying again."
                self._send(200, json.dumps({"json": {"errors": [["RATELIMIT", message, "ratelimit"]]}}).encode())
            elif fault == "redirect":
                self._send(302, b"", {"Location": f"{emulator.url}/login/?dest=somewhere"})
            else:
                head = {"Retry-After": "7"} if fault == "429" else {}
                self._send(int(fault), json.dumps({"message": "", "error": int(fault)}).encode(), head)

        def _deliver(self, fault: str, status: int, answer: bytes) -> None:
            match fault:
                case "lost":
                    self._hang_up()
                case "slow":
                    time.sleep(1)
                    self._hang_up()
                case "cut":
                    self._send(status, answer, cut=True)
                case "truncated":
                    self._send(status, answer[: len(answer) // 2])
                case "html":
                    self._send(200, b"<!doctype html><title>reddit.com</title><h1>Our CDN was unable</h1>")
                case "null":
                    self._send(200, b"null")
                case "504 late":
                    self._send(504, b"<h1>504</h1>")
                case _:
                    self._send(status, answer)

        def _send(self, status: int, body: bytes, head: dict[str, str] | None = None, cut: bool = False) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=UTF-8")
            self.send_header("Content-Length", str(len(body)))
            if status == 401 and b"Unauthorized" in body:
                self.send_header("www-authenticate", 'Bearer realm="reddit", error="invalid_token"')
            for name, value in (head or {}).items():
                self.send_header(name, value)
            if self.headers.get("Connection", "").lower() == "close":
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if cut else body)
            self.wfile.flush()
            if cut:
                self._hang_up()

        def _hang_up(self) -> None:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

        def date_time_string(self, timestamp: float | None = None) -> str:
            return super().date_time_string(int(emulator.world.clock().timestamp()))

        def log_message(self, *_: object) -> None:
            pass

    return Handler
