"""A proxy before a real site, on which answers get lost and sites fail on command."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from servers.process import free_port


@dataclass(frozen=True)
class Request:
    """A call on its way to the site."""

    method: str
    path: str
    body: bytes


@dataclass(frozen=True)
class Fault:
    """What becomes of one call: whether the site gets it, and what comes back.

    `status` 0 breaks the connection; `cut` sends only the first half of what comes back.
    `kept` keeps the call until the test says `deliver`: the site does it after everybody has given up waiting.
    """

    reaches_site: bool = False
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    cut: bool = False
    kept: bool = False


LOST_CALL = Fault()
"""The call never reaches the site."""
LOST_ANSWER = Fault(reaches_site=True)
"""The site does it, and the answer is lost: the caller cannot know."""
HALF_ANSWER = Fault(reaches_site=True, status=-1, cut=True)
"""The site does it, and half of its answer comes back."""
LATE_CALL = Fault(kept=True)
"""The caller hears nothing, and the site does it later."""


class Proxy:
    """The server: `plan(request)` gives a Fault or None for each call; `seen` lists the calls."""

    def __init__(self, target: str):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.plan: Callable[[Request], Fault | None] = lambda request: None
        self.seen: list[Request] = []
        self._kept: list[tuple[Request, dict[str, str]]] = []
        self._target = target.removeprefix("http://").rstrip("/")

    def start(self) -> None:
        """Serves from threads of the tests."""
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                proxy._pass_on(self)

            do_GET = do_POST = do_PUT = do_DELETE = answer  # noqa: N815

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def lose_answers(self, is_write: Callable[[Request], bool], times: int) -> None:
        """Has the site do the next writes, and loses the answers."""
        left = [LOST_ANSWER] * times
        self.plan = lambda request: left.pop() if left and is_write(request) else None

    def stop(self) -> None:
        """Ends the proxy."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def keeps(self) -> int:
        """How many calls wait to be delivered."""
        return len(self._kept)

    def deliver(self) -> None:
        """Lets the site have the calls that were kept, and waits until it has done them."""
        while self._kept:
            self._ask(*self._kept.pop(0))

    def _pass_on(self, caller: BaseHTTPRequestHandler) -> None:
        body = caller.rfile.read(int(caller.headers.get("content-length", 0)))
        request = Request(caller.command, caller.path, body)
        self.seen.append(request)
        caller.close_connection = True
        headers_sent = {name: value for name, value in caller.headers.items() if name.lower() not in _OURS}
        fault = self.plan(request)
        if fault and fault.kept:
            self._kept.append((request, headers_sent))
        status, headers, content = 0, list[tuple[str, str]](), b""
        if fault is None or fault.reaches_site:
            status, headers, content = self._ask(request, headers_sent)
        if fault and fault.status == 0:
            return
        if fault and fault.status > 0:
            status, headers, content = fault.status, list(fault.headers.items()), fault.body
        if fault and fault.cut:
            content = content[: len(content) // 2]
        caller.send_response(status)
        for name, value in headers:
            caller.send_header(name, value)
        caller.send_header("content-length", str(len(content)))
        caller.end_headers()
        caller.wfile.write(content)

    def _ask(self, request: Request, sent: dict[str, str]) -> tuple[int, list[tuple[str, str]], bytes]:
        site = http.client.HTTPConnection(self._target, timeout=60)
        site.request(request.method, request.path, request.body or None, sent)
        answer = site.getresponse()
        content = answer.read()
        site.close()
        headers = [(name, value) for name, value in answer.getheaders() if name.lower() not in _OURS]
        return answer.status, headers, content


_OURS = {"host", "connection", "accept-encoding", "content-length", "transfer-encoding"}
