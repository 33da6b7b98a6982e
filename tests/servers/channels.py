"""A server that takes what Discord takes from a webhook, and Matrix from an account, and keeps it as they do."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from servers.process import free_port

ROOM, TOKEN, WEBHOOK = "!ring:matrix.test", "matrix-token", "hook-token_1"


class Channels:
    """`messages` are those of the webhook, oldest first; `events` those of the room.

    A webhook makes a message of each call; a room makes one event of all calls with the same transaction id. `answers`
    are used up one a call: a status with JSON in place of doing it.
    """

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.messages: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.answers: list[tuple[int, dict[str, Any]]] = []
        self._transactions: dict[str, str] = {}

    def kept(self) -> Callable[[], None]:
        """Keeps what stands in both now; what it gives puts them back to that, as often as it is called."""
        messages, events, transactions = [*self.messages], [*self.events], {**self._transactions}

        def put_back() -> None:
            self.messages, self.events, self._transactions = [*messages], [*events], {**transactions}

        return put_back

    @property
    def webhook(self) -> str:
        """The address of the webhook."""
        return f"{self.url}/api/webhooks/4711/{WEBHOOK}"

    def start(self) -> None:
        """Serves from threads of the tests."""
        channels = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = json.loads(self.rfile.read(length) or b"{}")
                status, said = channels.answer(self.command, self.path, self.headers.get("authorization", ""), body)
                raw = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            do_GET = do_POST = do_PUT = answer  # noqa: N815

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, method: str, path: str, authorization: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """What becomes of a call: its status, and what is answered."""
        if self.answers:
            return self.answers.pop(0)
        place, asked = urlsplit(path).path, parse_qs(urlsplit(path).query)
        return (
            self._discord(method, place, asked, body)
            if "/webhooks/" in place
            else self._matrix(place, authorization, body)
        )

    def _discord(
        self, method: str, place: str, asked: dict[str, list[str]], body: dict[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        if place != f"/api/webhooks/4711/{WEBHOOK}":
            return 404, {"message": "Unknown Webhook", "code": 10015}
        if method == "GET":
            return 200, {"id": "4711", "name": "duels"}
        if not 1 <= len(body.get("content", "")) <= 2000:
            return 400, {"message": "Invalid Form Body", "code": 50035}
        self.messages.append(body)
        return (200, {"id": str(len(self.messages)), "channel_id": "1"}) if asked.get("wait") == ["true"] else (204, {})

    def _matrix(self, place: str, authorization: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if authorization != f"Bearer {TOKEN}":
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Invalid access token"}
        parts = [unquote(part) for part in place.split("/")]
        if parts[-1] == "joined_rooms":
            return 200, {"joined_rooms": [ROOM]}
        room, transaction = parts[parts.index("rooms") + 1], parts[-1]
        if room != ROOM:
            return 403, {"errcode": "M_FORBIDDEN", "error": "You are not in this room"}
        if transaction not in self._transactions:
            self.events.append(body)
            self._transactions[transaction] = f"${len(self.events)}"
        return 200, {"event_id": self._transactions[transaction]}
